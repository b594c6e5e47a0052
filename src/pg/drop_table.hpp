// Dropping a table with everything the catalog knows of it.
#pragma once

#include "pg/catalog_table.hpp"
#include "pg/in_use.hpp"
#include "pg/pg.hpp"

namespace lakesoul {

// Deletes the table's rows everywhere, under the table's lock, and adds its paths. They are kept for who lists what is
// discarded; which of them may be deleted is to be asked (hand_out) when all tables that go are gone. False if it went
// away meanwhile.
bool drop_table(const Table &table, Paths *dropped);

// The parts of it that also tidy up after a table whose table_info row is gone; table holds what is known of it.
// The paths to remove from storage: its own, and files that lie elsewhere; of an external table of the Paimon API only
// what was discarded before.
Span<const View> paths_of_table(const Table &table);
// Adds them, to be asked about.
void add_asked(const Table &table, Span<const View> paths, Paths *asked);
// Deletes its names, versions and commits, as the caller. Returns how many rows there were.
uint64 delete_rows_of_table(View table_id);
// The same in the side tables.
uint64 delete_side_rows(View table_id);
// Deletes its discard rows, as the caller: their paths are kept as dropped instead. While its names are there, through
// which they are seen under row-level security.
void delete_discard_rows(const Table &table);
// Keeps the paths for who lists what is discarded.
void keep_dropped_paths(const Table &table, Span<const View> paths, const char *reason);
// Deletes what the Paimon API keeps of a table id: of a table that is dropped, or of one that was dropped by plain SQL.
uint64 forget_paimon(View table_id);

}   // namespace lakesoul
