// Which files of a snapshot are active: spec/lakesoul.md 5.3. A del hides the adds of its path before it, in the
// order of the snapshot; a later add is visible again; an add that stands twice stays twice.
#pragma once

#include "core/base/arena.hpp"
#include "core/base/status.hpp"
#include "core/base/types.hpp"

namespace lakesoul::catalog {

struct FoldOp {
    View path;
    FileOp op = FileOp::add;
    bool active = false;   // out: an add that no later del hides
};
// All file ops of a snapshot's commits in order.
Status fold(Span<FoldOp> ops) noexcept;

// Finds the first del of ops whose path is neither active in folded nor added by ops; null view: there is none.
Status find_dangling_delete(Span<const FoldOp> folded, Span<const FoldOp> ops, View *path) noexcept;

// For operations that stream past, where not all of them fit into memory: only the dels are kept. position counts the
// operations of a group, which is a snapshot.
struct Deletion {
    std::int32_t group;
    View path;
    std::int64_t position;
};
// Sorts them for is_hidden: of one path the last del comes first.
void sort(Span<Deletion> deletions) noexcept;
// Whether a del of the path comes after this position: what fold finds out.
bool is_hidden(Span<const Deletion> sorted, std::int32_t group, View path, std::int64_t position) noexcept;

// The active paths of folded operations, sorted, with their bytes in the arena.
Status active_paths(Span<const FoldOp> folded, Arena *arena, Span<const View> *sorted) noexcept;
bool contains(Span<const View> sorted, View path) noexcept;

}   // namespace lakesoul::catalog
