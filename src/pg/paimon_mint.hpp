// Snapshots for LakeSoul's own commits to tables that have a chain. A commit to any other table pays one look-up in
// an index. Inside an SPI session, as the caller.
#pragma once

#include "pg/catalog_partition.hpp"
#include "pg/trigger_row.hpp"

namespace lakesoul::paimon {

struct Change;
struct Kind;
struct SnapshotRow;

// After versions were written, under the partitions' locks: one snapshot for the request, if a version was written.
// stamp: the request's time.
void after_commit(const lakesoul::Table &table, CommitOp op, Span<const PartitionState> states, int64 stamp);

// What a commit did to a partition; after its rows were written.
Change change_of(const lakesoul::Table &table, CommitOp op, const PartitionState &state, int64 stamp);

// A version that a stock client's INSERT made. One snapshot for all such rows of a table in a transaction.
struct StockVersion {
    View table_id, desc;
    int32 version;
    CommitOp op;
    Uuids before, snapshot, added;   // of the version before, its own, and what it has more
    int64 timestamp;
};
void after_stock_insert(const StockVersion &row, int64 schema_id);

// The next version of this table that a stock client's INSERT makes begins another snapshot.
void end_stock_snapshot(View table_id);

// Partitions whose versions a DELETE took, all of them: gone.
void after_delete(TriggerData *data);

// A LakeSoul snapshot that follows a head (null: the first), without its totals.
SnapshotRow following(const SnapshotRow *head, int64 schema_id, const Kind &kind, int64 time_millis);

}   // namespace lakesoul::paimon
