// Folding of file operations.
#include "core/catalog/fold.hpp"

#include <unordered_set>

namespace lakesoul::catalog {

Status fold(Span<FoldOp> ops) noexcept
try {
    std::unordered_set<View> deleted;
    for (std::size_t i = ops.size; i-- > 0;) {
        if (ops[i].op == FileOp::del)
            deleted.insert(ops[i].path);
        ops[i].active = ops[i].op == FileOp::add && (deleted.empty() || deleted.count(ops[i].path) == 0);
    }
    return {};
} catch (...) {
    return caught();
}

Status find_dangling_delete(Span<const FoldOp> folded, Span<const FoldOp> ops, View *path) noexcept
try {
    std::unordered_set<View> there;
    for (const FoldOp &op : folded)
        if (op.active)
            there.insert(op.path);
    for (const FoldOp &op : ops)
        if (op.op == FileOp::add)
            there.insert(op.path);
    *path = {};
    for (const FoldOp &op : ops)
        if (op.op == FileOp::del && path->data() == nullptr && there.count(op.path) == 0)
            *path = op.path;
    return {};
} catch (...) {
    return caught();
}

}   // namespace lakesoul::catalog
