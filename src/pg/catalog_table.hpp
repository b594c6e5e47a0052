// Rows of table_info and its two mapping tables: one function a statement, run as the caller.
#pragma once

#include "core/catalog/partition_desc.hpp"
#include "pg/pg.hpp"

namespace lakesoul {

// A table as its row says. Views live in the SPI procedure's memory.
struct Table {
    View id, name, space, path, domain, partitions;
    int32 compaction_threshold;   // from its properties, 0: not set
    catalog::TableShape shape;
};

// Raises 55000 with the hint to run setup() unless the base tables are there with the extension's columns.
void require_setup();

// By id or by name. 42P01 if the caller sees none: the same for a missing and for an invisible one.
Table table_by_id(View table_id);
Table table_by_name(View table_name, View space);
// The same with the snapshot of the statement that is running, for STABLE functions.
Table seen_table_by_id(View table_id);
Table seen_table_by_name(View table_name, View space);
// False instead of 42P01.
bool find_seen_table_by_id(View table_id, Table *out);
bool find_seen_table_by_name(View table_name, View space, Table *out);
// What people call a table: its name, its path if it has none.
View shown_name(const Table &table);
// 42P01 for a table that is not there.
[[noreturn]] void raise_no_table(View table_id);
[[noreturn]] void raise_no_table(View table_name, View space);
// False instead of 42P01.
bool find_table_by_id(View table_id, Table *out);
bool find_table_by_name(View table_name, View space, Table *out);
bool find_seen_table_by_id(View table_id, Table *out);
bool find_seen_table_by_name(View table_name, View space, Table *out);

// The table property lakesoul.compaction_threshold as a number of versions; 0 if it is not set or not a number.
int32 threshold_of(View text);

// In a transaction that keeps one snapshot: 40001 if the table was dropped, or made anew with other columns, since.
// whole: also if a version or commit of it came or went, which this transaction could not delete.
void check_table_is_newest(const Table &table, bool whole);
[[noreturn]] void raise_not_newest(const char *detail);

// A schema change that comes with a commit. properties empty: the stored ones stay. arrow_ipc null view: both Arrow
// columns become NULL.
void update_schema(const Table &table, View schema, View properties, View arrow_ipc, View arrow_hash, int64 now_ms);

}   // namespace lakesoul
