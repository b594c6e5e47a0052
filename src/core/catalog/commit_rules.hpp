// What a commit does to one partition: section 1 of docs/commit-semantics.md as one table. The same table is
// printed in that document and tested line by line. The trigger path has a table of its own (section 2) and
// shares what is below it. Everything here is decided from values the caller has read under the locks.
#pragma once

#include "core/base/arena.hpp"
#include "core/base/types.hpp"
#include "core/catalog/history.hpp"

namespace lakesoul::catalog {

constexpr std::int32_t kMaxVersion = 2147483647;
// What to do about a partition that is at it, or at the last timestamp.
constexpr const char *kBeginAnew = "Drop the partition with lakesoul.drop_partition: made again, it begins anew.";

// The row of partition_info with the greatest version; version -1 and an empty snapshot if there is none.
struct Head {
    std::int32_t version = -1;                // cv
    CommitOp op = CommitOp::compaction;       // cop
    Uuids snapshot;                           // cs
    std::int32_t last_dropped_version = -1;   // numbering goes on from here after drop_partition
    std::int32_t greatest_number() const { return version > last_dropped_version ? version : last_dropped_version; }
};

enum class Outcome : std::uint8_t { committed, already_committed, skipped, conflict, must_read };

// The new commits of a request for a partition ("delta"), in the order sent.
struct Delta {
    Uuids ids;
    bool deletes_files = false;   // a commit holds a del file op
    bool deletes_active = true;   // every deleted path is active in cs or added by these commits
};

// Before the table: what is already known of each id.
struct IdState {
    bool same_content = true;         // there is no row, or its files are the request's
    std::int32_t published_by = -1;   // as IdFacts
};
struct Replay {
    bool already_committed = false;
    std::int32_t version = -1;   // the version that published the delta
};
// id_reused, or bad_value for a delta that may not be empty or is published in part.
Status decide_replay(CommitOp op, Uuids ids, Span<const IdState> states, Replay *out) noexcept;

struct Case {
    CommitOp op = CommitOp::append;
    Delta delta;
    Head head;
    bool has_read = false;   // the request has a read entry for the partition
    ReadPoint point;         // only looked at for Compaction, Update and Delete with a read entry
    const Window *window = nullptr;
    Facts facts;
};
struct Verdict {
    int line = 0;   // the line of the table that decided, 1 to 15
    Outcome outcome = Outcome::conflict;
    Uuids snapshot;                // committed: the new version's
    std::int32_t version = -1;     // committed: the new version
    const Step *other = nullptr;   // conflict: the first version that cannot be combined, null: see line 2 and 10
};
// limit when the last version number is taken.
Status decide(const Case &request, Arena *arena, Verdict *out) noexcept;

// A rollback to a stored snapshot, whatever came since: a new version with it, already_committed if the head has it.
// limit as decide. Only outcome, snapshot and version of the verdict are set.
Status decide_rollback(const Head &head, Uuids snapshot, Verdict *out) noexcept;

// Whether a request looks at versions between its read version and the head.
bool needs_window(CommitOp op, bool has_read) noexcept;

// The table as Markdown, a line a rule, as it stands in docs/commit-semantics.md.
Status print_rules(Arena *arena, View *out) noexcept;

}   // namespace lakesoul::catalog
