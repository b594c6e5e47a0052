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

Status extend(Chain *chain, Uuids snapshot, Arena *arena, std::size_t *known) noexcept
{
    *known = chain->any && begins_with(snapshot, chain->previous) ? chain->previous.size : 0;
    Uuid *place = const_cast<Uuid *>(chain->previous.data);
    if (chain->capacity < snapshot.size) {
        chain->capacity = snapshot.size * 2;   // used again for the next one, and at most doubles
        Uuid *larger = arena->array<Uuid>(chain->capacity);
        if (larger == nullptr)
            return arena->refusal();
        if (*known > 0)
            std::memcpy(larger, place, *known * sizeof(Uuid));
        place = larger;
    }
    if (snapshot.size > *known)
        std::memcpy(place + *known, snapshot.data + *known, (snapshot.size - *known) * sizeof(Uuid));
    chain->previous = {place, snapshot.size};
    chain->any = true;
    return {};
}

Status add_snapshot(IdSet *set, Uuids snapshot) noexcept
{
    std::size_t known;
    Status status = extend(&set->chain, snapshot, set->arena, &known);
    if (!status.ok())
        return status;
    std::size_t fresh = snapshot.size - known;
    if (set->capacity < set->ids.size + fresh) {
        std::size_t capacity = std::max(2 * set->capacity, set->ids.size + fresh);
        Uuid *larger = set->arena->array<Uuid>(capacity);
        if (larger == nullptr)
            return set->arena->refusal();
        std::copy(set->ids.begin(), set->ids.end(), larger);
        set->ids.data = larger;
        set->capacity = capacity;
    }
    std::copy(snapshot.begin() + known, snapshot.end(), set->ids.end());
    set->ids.size += fresh;
    return {};
}

void seal(IdSet *set) noexcept
{
    sort(set->ids);
    set->ids.size = static_cast<std::size_t>(std::unique(set->ids.begin(), set->ids.end()) - set->ids.begin());
}

}   // namespace lakesoul::catalog
