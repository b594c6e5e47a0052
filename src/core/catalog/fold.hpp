// Which files of a snapshot are active: spec/lakesoul.md 5.3. A del hides the adds of its path before it, in the
// order of the snapshot; a later add is visible again; an add that stands twice stays twice.
#pragma once

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

}   // namespace lakesoul::catalog
