// Chains of snapshots, for whoever adds to them. Side rows are read and written as the extension's owner, with what is
// committed by now. Inside an SPI session. Locks, in this order: the table's, its partitions', the chain's.
#pragma once

#include "core/paimon/snapshot.hpp"
#include "pg/catalog_table.hpp"
#include "pg/paimon_snapshot.hpp"
#include "pg/paimon_statistics.hpp"
#include "pg/pg.hpp"

namespace lakesoul::paimon {

constexpr View kLakeSoulUser = "lakesoul";   // commitUser of LakeSoul's own commits

// Whether a table's snapshots are kept. Without a statement. Under a lock of the table or of one
// of its partitions the answer stays true. schema_id: the current version of its schema.
bool has_chain(View table_id, int64 *schema_id = nullptr);

// APPEND, COMPACT or OVERWRITE, by what LakeSoul commits did.
struct Kind {
    bool adds, compacts, changes;
    void add(CommitOp op);
    View name() const;
};

// Starts the chain of a table that has none: stores what its versions amount to, with the uuids and ids that readers
// were told until now, and measures its partitions. Under the table's lock, exclusive.
void start_chain(const lakesoul::Table &table);
// The same for a table that was made just now.
void open_chain(View table_id);

// For calls that add to a chain: the table of an identifier under its lock, shared, or exclusive where its chain has to
// be started, which it is then. 403 for a role that may not write LakeSoul's tables.
lakesoul::Table table_to_change(const Ident &ident, bool exclusive);
// 403 unless the role may insert versions: what is needed to change a table at all.
void require_writer();

// The newest snapshot; false if there is none. Under the chain's lock.
bool find_head(View table_id, SnapshotRow *out);
// A snapshot by its uuid, retired ones too.
enum class Known { no, live, retired };
Known find_uuid(View table_id, View uuid, SnapshotRow *out);

// Puts a snapshot behind the head.
void insert_snapshot(View table_id, const SnapshotRow &snapshot);
// Changes what the newest snapshot says: its kind and totals.
void update_head(View table_id, const SnapshotRow &snapshot);

// Notes that a table's partitions have these versions from a snapshot on.
void set_versions(View table_id, int64 snapshot_id, Span<const View> descs, Span<const int32> versions);
// Notes that versions of a partition were deleted: a later one of the same number is not what a snapshot had.
void note_gone_versions(View table_id, View desc, Span<const int32> versions);
// The partitions that snapshots after this one gave other versions, and the version each had at it (-1: none).
struct VersionsAt {
    Span<const View> descs;
    int32 *versions;
    bool *gone;   // whether that version was deleted since
};
VersionsAt versions_at(View table_id, int64 snapshot_id);
// 40001 in a transaction that keeps one snapshot, if the chain's head or the tags changed since. Under the chain's
// lock.
void check_chain_is_newest(View table_id);
// Takes the snapshots after this one out of the chain.
void retire_after(View table_id, int64 snapshot_id);

}   // namespace lakesoul::paimon
