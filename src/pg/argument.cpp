// Reading of arguments, with the errors SQL users expect.
#include "pg/argument.hpp"

#include "pg/text.hpp"

namespace lakesoul {

void require_argument(FunctionCallInfo fcinfo, int number, const char *name)
{
    if (PG_ARGISNULL(number))
        ereport(ERROR, (errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED), errmsg("%s must not be NULL", name)));
}

View text_argument(FunctionCallInfo fcinfo, int number, const char *name, bool required)
{
    if (required)
        require_argument(fcinfo, number, name);
    return PG_ARGISNULL(number) ? View() : view_of_text(PG_GETARG_DATUM(number));
}

bool flag_argument(FunctionCallInfo fcinfo, int number)
{
    return !PG_ARGISNULL(number) && PG_GETARG_BOOL(number);
}

ReturnSetInfo *results_of(FunctionCallInfo fcinfo)
{
    return reinterpret_cast<ReturnSetInfo *>(fcinfo->resultinfo);
}

bool op_argument(FunctionCallInfo fcinfo, int number, CommitOp *op)
{
    if (PG_ARGISNULL(number))
        return false;
    View name = view_of_text(PG_GETARG_DATUM(number));
    if (!commit_op_from_name(name, op))
        ereport(ERROR,
                (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("\"%s\" is not a commit operation", c_string(name)),
                 errhint("Use AppendCommit, MergeCommit, UpdateCommit, CompactionCommit or DeleteCommit.")));
    return true;
}

}   // namespace lakesoul
