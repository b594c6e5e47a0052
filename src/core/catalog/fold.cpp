// Folding of file operations.
#include "core/catalog/fold.hpp"

#include <algorithm>
#include <tuple>
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

void sort(Span<Deletion> deletions) noexcept
{
    std::sort(deletions.begin(), deletions.end(), [](const Deletion &a, const Deletion &b) {
        return std::tie(a.group, a.path, b.position) < std::tie(b.group, b.path, a.position);
    });
}

bool is_hidden(Span<const Deletion> sorted, std::int32_t group, View path, std::int64_t position) noexcept
{
    const Deletion *last =
        std::lower_bound(sorted.begin(), sorted.end(), path, [group](const Deletion &a, View wanted) {
            return std::tie(a.group, a.path) < std::tie(group, wanted);
        });
    return last != sorted.end() && last->group == group && last->path == path && last->position > position;
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

Status active_paths(Span<const FoldOp> folded, Arena *arena, Span<const View> *sorted) noexcept
try {
    std::size_t count = 0, bytes = 0;
    for (const FoldOp &op : folded) {
        count += op.active;
        bytes += op.active ? op.path.size() : 0;
    }
    View *paths = arena->array<View>(count);
    char *text = arena->array<char>(bytes);
    if (paths == nullptr || text == nullptr)
        return arena->refusal();
    std::size_t next = 0;
    for (const FoldOp &op : folded) {
        if (!op.active)
            continue;
        paths[next++] = View(text, op.path.size());
        text = std::copy(op.path.begin(), op.path.end(), text);
    }
    std::sort(paths, paths + count);
    *sorted = {paths, count};
    return {};
} catch (...) {
    return caught();
}

bool contains(Span<const View> sorted, View path) noexcept
{
    return std::binary_search(sorted.begin(), sorted.end(), path);
}

}   // namespace lakesoul::catalog
