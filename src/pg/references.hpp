// Which files a table references, read from its rows: the one answer to whether a path may be deleted.
#pragma once

#include "core/catalog/references.hpp"
#include "pg/cursor.hpp"
#include "pg/pg.hpp"

namespace lakesoul {

// Versions that go from a partition, or that are to be looked at as if they were gone.
struct Removal {
    View desc;
    Span<const int32> versions;   // ascending
    bool whole;                   // all there are
    // What goes with them:
    Uuids commits;            // rows of published commits
    int32 last_version;       // of the partition
    int64 last_timestamp;     // of that version
    Span<const View> paths;   // files that nothing references any more
};

// Stored versions of a partition, ascending: version, timestamp, snapshot. As the owner of partition_info.
Cursor versions_of(View table_id, View desc, bool as_seen);

// A commit row as the pass over a table's or a partition's commits gives it. As the owner of data_commit_info.
struct StoredCommit {
    View desc;
    Uuid id;
    int32 published_version;   // -1: none, or a row that came in without the column
    Span<wire::DataFileOp> files;
};
// Each partition's together. desc: null view for all.
Cursor commits_of(View table_id, View desc, bool as_seen);
StoredCommit commit_of(const Cursor &cursor);

const Removal *removal_of(Span<const Removal> sorted, View desc);   // null: none
bool goes(const Removal *removal, int32 version);

// What counts as a reference.
struct Scope {
    Span<const Removal> removals;   // sorted by partition, bytewise: what they take away does not
    bool heads_only;                // of versions, the newest of each partition only
    bool as_seen;
};

// Marks the candidates that a table references, and those that were active in what the removals take away.
void mark_references(View table_id, const Scope &scope, catalog::References *references);

}   // namespace lakesoul
