// What stored versions did, and the read point of a request: section 0 and the paragraph "read point" of
// docs/commit-semantics.md. The caller feeds stored rows in ascending order; no tables are read here.
#pragma once

#include "core/base/arena.hpp"
#include "core/base/types.hpp"

namespace lakesoul::catalog {

enum class Did : std::uint8_t { adds, compacts, changes };

// What is known of one commit id in one partition.
struct IdFacts {
    Uuid id{};
    bool has_row = false;             // its data_commit_info row is still there
    bool deletes_files = false;       // the row holds a del file op
    std::int32_t published_by = -1;   // the version that first published it, -1: none
};

// A stored version after the read point, reduced to what did() needs.
struct Step {
    std::int32_t version = 0;
    CommitOp op = CommitOp::compaction;
    bool extends = false;             // its snapshot begins with its predecessor's and is longer
    bool predecessor_empty = false;   // its predecessor has an empty snapshot, or there is none
    bool follows = false;             // its predecessor's number is one less, or it is the first of all
    bool keeps_rest = false;          // the ids after the first are in order ids of its predecessor
    Uuids fresh;                      // extends: the ids it has more; any other compaction: its first id
    Uuids single;                     // the whole snapshot where it has one id
    std::int64_t timestamp = 0;       // for the caller
};

// The stored versions from a request's read version up to the head, in order.
struct Window {
    Arena *arena = nullptr;
    std::int32_t read_version = -1;
    bool complete = true;             // no version was missing so far
    std::int64_t next = 0;            // the version that must come next; one more than the last one there can be
    Uuids read_snapshot;              // rs, stored
    Span<Step> steps;                 // versions after the read version
    std::size_t capacity = 0;         // room in steps.data
    std::int32_t last_version = -1;   // of the last row fed
    Uuids previous;                   // snapshot of the last row fed
    std::size_t previous_capacity = 0;
};

// read_version -1 means "read, was absent": rows are then fed from version 0 on.
void open_window(Window *window, std::int32_t read_version, Arena *arena) noexcept;
// Feeds the next stored row; snapshot is copied as needed.
Status add_version(Window *window, std::int32_t version, CommitOp op, Uuids snapshot) noexcept;
// The ids whose facts did() will ask for.
Status wanted_ids(const Window &window, Uuids *out) noexcept;

// Facts sorted by id; looked up by bisection. An id that is not there has no row and was never published.
using Facts = Span<const IdFacts>;
void sort_facts(Span<IdFacts> facts) noexcept;

Did did(const Step &step, Facts facts) noexcept;

// What a reader of changes makes of a version: its files are new to him, it holds nothing new, or he must read the
// partition again. A version whose predecessor is not stored is a rebuild, except to one who has read nothing.
enum class Change : std::uint8_t { adds, passes_over, rebuild };
Change change_of(const Step &step, Facts facts) noexcept;

struct ReadPoint {
    bool known = false;
    std::int32_t version = -1;   // rv
    Uuids snapshot;              // rs
    std::size_t step = 0;        // window.steps from here on are "between"
};
// own: the snapshot the read entry carried, null when it carried none. moves: for Update and Delete.
ReadPoint read_point(const Window &window, std::int32_t head_version, const Uuids *own, bool moves,
                     Facts facts) noexcept;

}   // namespace lakesoul::catalog
