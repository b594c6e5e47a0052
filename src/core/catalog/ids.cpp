// Lists of commit ids.
#include "core/catalog/ids.hpp"

#include <algorithm>
#include <unordered_set>

namespace lakesoul::catalog {
namespace {

struct HashUuid {
    std::size_t operator()(const Uuid &id) const
    {
        std::size_t halves[2];
        std::memcpy(halves, id.bytes, sizeof halves);
        return halves[0] ^ (halves[1] * 0x9E3779B97F4A7C15U);
    }
};

}   // namespace

Status combine(Uuids first, Uuids whole, Uuids without, Arena *arena, Uuids *out) noexcept
try {
    std::unordered_set<Uuid, HashUuid> gone(without.begin(), without.end());
    Uuid *place = arena->array<Uuid>(first.size + whole.size);
    if (place == nullptr)
        return arena->refusal();
    Uuid *end = std::copy(first.begin(), first.end(), place);
    end = std::copy_if(whole.begin(), whole.end(), end, [&](const Uuid &id) { return gone.count(id) == 0; });
    *out = {place, static_cast<std::size_t>(end - place)};
    return {};
} catch (...) {
    return caught();
}

Status distinct(Uuids ids, Arena *arena, Uuids *out) noexcept
try {
    *out = ids;
    if (ids.size < 2)
        return {};
    std::unordered_set<Uuid, HashUuid> seen(ids.begin(), ids.end());
    if (seen.size() == ids.size)
        return {};
    Uuid *place = arena->array<Uuid>(seen.size());
    if (place == nullptr)
        return arena->refusal();
    *out = {place, seen.size()};
    for (const Uuid &id : ids)
        if (seen.erase(id) == 1)
            *place++ = id;
    return {};
} catch (...) {
    return caught();
}

void sort(Span<Uuid> ids) noexcept
{
    std::sort(ids.begin(), ids.end());
}

bool contains(Uuids sorted, const Uuid &id) noexcept
{
    return std::binary_search(sorted.begin(), sorted.end(), id);
}

bool equal(Uuids a, Uuids b) noexcept
{
    return a.size == b.size && begins_with(a, b);
}

bool begins_with(Uuids whole, Uuids front) noexcept
{
    return whole.size >= front.size &&
           (front.empty() || std::memcmp(whole.data, front.data, front.size * sizeof(Uuid)) == 0);
}

}   // namespace lakesoul::catalog
