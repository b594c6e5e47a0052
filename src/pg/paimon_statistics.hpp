// Rows of lakesoul.paimon_partitions and paimon_snapshot_partitions: statistics of partitions, and what each snapshot
// did to them. The rules are core/paimon/statistics'. Rows are read and written as the extension's owner, under the
// lock of the table's chain; inside an SPI session.
#pragma once

#include "core/paimon/names.hpp"
#include "core/paimon/statistics.hpp"
#include "pg/catalog_table.hpp"
#include "pg/paimon_snapshot.hpp"
#include "pg/pg.hpp"

namespace lakesoul::paimon {

// What a snapshot does to a partition.
struct Change {
    View desc;
    int32 version;   // in partition_info, or one of these:
    Counts delta;    // without knows_rows, all but the rows
    bool knows_rows;
    bool has_buckets;
    int32 buckets;
};
constexpr int32 kDeleted = -1;     // its versions are gone
constexpr int32 kUntouched = -2;   // LakeSoul's part is as it was

// A stored row; unknown numbers are -1.
struct PartitionRow {
    View desc;
    Counts counts;
    int32 total_buckets;
    bool done;
    int64 created_at, updated_at;   // -1: not known
    View created_by, updated_by;    // null views: not known
};

// The option partition.default-name: how the API spells a null.
View default_name(View table_id);
View seen_default_name(View table_id);   // for reading, of a table the caller sees
// "dt=1/region=eu"; the description itself where it does not fit the table.
View name_of(const lakesoul::Table &table, View desc, View null_name);

// Files and bytes that are active in a snapshot of a partition.
Counts measure_files(View table_id, View desc, Uuids snapshot, bool as_seen = false);

// Does to the partitions' rows what a snapshot does to them, and notes it. Returns what the table amounts to then. Rows
// that nobody counted make a number of rows unknown, unless no file is left. again: the snapshot may have changed one
// of these partitions before.
Totals apply_changes(const lakesoul::Table &table, int64 snapshot_id, Span<const Change> changes, bool again,
                     const Totals &before);

bool find_partition(View table_id, View desc, PartitionRow *out);
// Inserts or replaces. done and who made it stay where there is a row.
void write_partition(const lakesoul::Table &table, const PartitionRow &row, View null_name);
void delete_partition(View table_id, View desc);
void set_done(View table_id, View desc);

// Puts back the rows that snapshots after this one changed, and forgets what these did. Returns the partitions whose
// rows then are not known: their files must be measured.
Span<const View> restore_partitions(View table_id, int64 snapshot_id);

// A page for reading, descending by name, below a name (null view: from the greatest). Rows are in SPI_tuptable.
uint64 page_of_partitions(View table_id, const Pattern &pattern, View below, int64 most);
// A row of such a page.
PartitionRow partition_row(uint64 row);
// One partition, for reading. False if there is none.
bool find_seen_partition(View table_id, View desc, PartitionRow *out);

}   // namespace lakesoul::paimon
