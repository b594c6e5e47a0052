// Arguments of SQL functions.
#pragma once

#include "core/base/types.hpp"
#include "pg/pg.hpp"

namespace lakesoul {

// Raises 22004 when an argument that is needed is NULL.
void require_argument(FunctionCallInfo fcinfo, int number, const char *name);
// A text argument; required: 22004 for NULL, otherwise NULL gives a null view.
View text_argument(FunctionCallInfo fcinfo, int number, const char *name, bool required);
// NULL counts as false.
bool flag_argument(FunctionCallInfo fcinfo, int number);
// Where a set-returning function puts its rows.
ReturnSetInfo *results_of(FunctionCallInfo fcinfo);
// The name of a commit operation; false for NULL, 22023 for an unknown one.
bool op_argument(FunctionCallInfo fcinfo, int number, CommitOp *op);

}   // namespace lakesoul
