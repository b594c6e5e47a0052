// Rows of data_commit_info and discard_compressed_file_info. One function a statement, run as the caller.
#pragma once

#include "core/catalog/fold.hpp"
#include "core/wire/messages.hpp"
#include "pg/catalog_table.hpp"
#include "pg/pg.hpp"

namespace lakesoul {

struct CommitRow {
    View desc;
    Uuid id;
    Span<const wire::DataFileOp> files;
    CommitOp op;
    int64 timestamp;           // epoch ms
    int32 published_version;   // -1: registered only, NULL in the row
    int64 registered_head;     // timestamp of the head, 0: none
};

// Inserts a commit row; false if its key is there already.
bool insert_commit(const Table &table, const CommitRow &row);

// Registers a commit as insert_commit does, with the head's timestamp looked up in the same statement, unless it
// is retired. False if its key was there already or it is retired.
bool register_commit(const Table &table, const CommitRow &row);

// How many of these ids are known in their partitions, by a row or as retired. 23505 if one that has a row has
// other files than were sent.
int check_same_commits(const Table &table, Span<const CommitRow> rows);

// Marks a registered row published. False if it is gone or not visible.
bool publish_commit(const Table &table, View desc, const Uuid &id, int32 version);

void delete_commits(const Table &table, View desc, Uuids ids);

// The commits of a snapshot that have a row, each id once, in order, and their file ops folded.
struct SnapshotFiles {
    std::size_t commit_count;
    Uuid *ids;
    int64 *timestamps;   // epoch ms
    Span<wire::DataFileOp> *files;
    Span<catalog::FoldOp> folded;   // the file ops of all commits, in order
};
// As of the statement that is running (as_seen), or with what this transaction has written and others committed.
SnapshotFiles read_snapshot(View table_id, View desc, Uuids snapshot, bool as_seen);

// Records those of the paths (of the partition at the same place in descs) that no commit row of the table names as
// discarded, with a reason. Reads all files of the table once.
void discard_unreferenced(const Table &table, Span<const View> paths, Span<const View> descs, int64 now_ms,
                          const char *reason);

// What stands in the column table_path of a table's discard rows: its path, or its id if it has none.
View discard_key(const Table &table);

// Those of the paths that an index can hold. Of others, which stock clients may have stored, a WARNING: who drops or
// expires them is given them, once.
Span<const View> keepable_paths(Span<const View> paths);

// Records keepable paths as discarded now. renew: those that were recorded before as well, since readers needed them
// until now. Returns how many rows were written.
uint64 record_discarded(const Table &table, View desc, Span<const View> paths, int64 now_ms, const char *reason,
                        bool renew);

// Removes the discard rows of paths that become active.
void undiscard(Span<const View> paths);

}   // namespace lakesoul
