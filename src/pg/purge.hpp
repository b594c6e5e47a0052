// Tidying up after writers and drops that did not end.
#pragma once

#include "pg/pg.hpp"

namespace lakesoul {

// Takes away commits that were registered before a time (epoch ms) and never published, and rows of tables that have no
// table_info row and nothing newer. Of all that the caller sees. Adds a result row (table_id, kind, rows, paths) for
// each table and kind; the paths are recorded for discarded().
void purge_orphans(int64 before, ReturnSetInfo *results);

}   // namespace lakesoul
