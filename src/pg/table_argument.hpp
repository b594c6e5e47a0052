// The table that an SQL function is about. Argument 0 is its name, and its namespace argument number space; or its id
// (space -1). 42P01 for one that the caller does not see.
#pragma once

#include "pg/catalog_table.hpp"
#include "pg/pg.hpp"

namespace lakesoul {

Table table_argument(FunctionCallInfo fcinfo, int space);
// With the snapshot of the statement that is running, for STABLE functions.
Table seen_table_argument(FunctionCallInfo fcinfo, int space);
// Again under its lock: what was waited for may have renamed, dropped or made it anew. whole: as
// check_table_is_newest.
Table table_argument_again(FunctionCallInfo fcinfo, int space, const Table &seen, bool whole);

}   // namespace lakesoul
