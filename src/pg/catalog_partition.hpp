// Rows of partition_info: heads, windows and new versions. One function a statement, run as the caller.
#pragma once

#include "core/catalog/commit_rules.hpp"
#include "core/catalog/request.hpp"
#include "pg/catalog_table.hpp"
#include "pg/pg.hpp"

namespace lakesoul {

// A partition of a request with what was read for it under the locks.
struct PartitionState {
    const catalog::PartitionRequest *request;
    catalog::Head head;
    int64 head_timestamp;                  // 0: no head
    int32 last_compaction;                 // of the head; PG_INT32_MIN: not known yet, -1: none
    int64 dropped_timestamp;               // of the last version before drop_partition, 0: none
    Uuids ids;                             // the delta's
    Span<const wire::DataFileOp> *files;   // for each id: the request's, or the registered row's
    catalog::IdState *id_states;
    bool *registered;   // for each id: its row is there
    catalog::Window window;
    Span<catalog::IdFacts> facts;
    catalog::Verdict verdict;
    catalog::Replay replay;
};

// Reads heads and what is known of every id, in one statement. 42P01 if the table is gone meanwhile.
void read_states(const Table &table, Span<PartitionState> states);

// In a transaction that keeps one snapshot: raises 40001 if a head is not the newest there is.
void check_heads_are_newest(const Table &table, Span<const PartitionState> states);

// Reads the versions from a read version (-1: from the first) up to a last one, and the facts of the ids they added.
// As of the statement that is running (as_seen), or with what this transaction has written and others committed.
void read_window(View table_id, View desc, int32 read_version, int32 last, bool as_seen, catalog::Window *window,
                 Span<catalog::IdFacts> *facts);

// The newest compaction up to a version, looked up in history: for adopted rows, once. -1: none.
int32 find_last_compaction(View table_id, View desc, int32 version);

// Inserts a version. 42501 if the row did not get in: it is there but not visible, or a trigger suppressed it.
void insert_version(const Table &table, View desc, int32 version, CommitOp op, int64 timestamp, Uuids snapshot,
                    View expression, int32 last_compaction);

// Timestamp and snapshot of a stored version; false if it is not stored any more.
bool stored_version(View table_id, View desc, int32 version, int64 *timestamp, Uuids *snapshot);

// The partitions of a table, those too whose newest version is empty.
Span<const View> partitions_of(View table_id, bool as_seen);

// The newest version up to a time in epoch ms, -1 if none is stored; the first stored one.
int32 version_at(View table_id, View desc, int64 timestamp, bool as_seen);
int32 first_version(View table_id, View desc, bool as_seen);
// Whether a partition's versions are stored from the first one on.
bool history_is_whole(View table_id, View desc, bool as_seen);

}   // namespace lakesoul
