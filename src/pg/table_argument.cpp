// Tables as arguments.
#include "pg/table_argument.hpp"

#include "pg/argument.hpp"

namespace lakesoul {

Table table_argument(FunctionCallInfo fcinfo, int space)
{
    if (space < 0)
        return table_by_id(text_argument(fcinfo, 0, "table_id", true));
    return table_by_name(text_argument(fcinfo, 0, "table_name", true), text_argument(fcinfo, space, "namespace", true));
}

Table seen_table_argument(FunctionCallInfo fcinfo, int space)
{
    if (space < 0)
        return seen_table_by_id(text_argument(fcinfo, 0, "table_id", true));
    return seen_table_by_name(text_argument(fcinfo, 0, "table_name", true),
                              text_argument(fcinfo, space, "namespace", true));
}

Table table_argument_again(FunctionCallInfo fcinfo, int space, const Table &seen, bool whole)
{
    Table table = table_argument(fcinfo, space);
    check_table_is_newest(table, whole);
    if (table.id != seen.id)
        raise_no_table(seen.id);   // its name belongs to another table by now
    return table;
}

}   // namespace lakesoul
