// Dropping a table with everything the catalog knows of it.
#pragma once

#include "pg/catalog_table.hpp"
#include "pg/pg.hpp"

namespace lakesoul {

// Deletes the table's rows everywhere, under the table's lock, and adds a result row for each path to remove from
// storage: the table's own, and files that lie elsewhere; results null: nobody asks. False if it went away meanwhile.
bool drop_table(const Table &table, ReturnSetInfo *results);

// Deletes what the Paimon API keeps of a table id: of a table that is dropped, or of one that was dropped by plain SQL.
void forget_paimon(View table_id);

}   // namespace lakesoul
