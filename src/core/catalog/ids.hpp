// Lists of commit ids.
#pragma once

#include "core/base/arena.hpp"
#include "core/base/types.hpp"

namespace lakesoul::catalog {

// first ++ (whole minus without), each part in its order.
Status combine(Uuids first, Uuids whole, Uuids without, Arena *arena, Uuids *out) noexcept;

// Each id once, where it stands first. *out is the list itself if no id stands twice.
Status distinct(Uuids ids, Arena *arena, Uuids *out) noexcept;

// For many questions to one list: sort it once, then ask.
void sort(Span<Uuid> ids) noexcept;
bool contains(Uuids sorted, const Uuid &id) noexcept;

bool equal(Uuids a, Uuids b) noexcept;
bool begins_with(Uuids whole, Uuids front) noexcept;

// Snapshots one after the other, of which most extend the one before: what was done for that need not be done again.
struct Chain {
    Uuids previous;
    std::size_t capacity = 0;   // room in previous
    bool any = false;           // a snapshot was fed
};
// Feeds the next snapshot; known: how many of its first ids are the whole one before it, 0 if it does not extend that.
Status extend(Chain *chain, Uuids snapshot, Arena *arena, std::size_t *known) noexcept;

// The ids that some snapshots list.
struct IdSet {
    Arena *arena = nullptr;
    Chain chain;
    Span<Uuid> ids;   // sorted once sealed
    std::size_t capacity = 0;
};
Status add_snapshot(IdSet *set, Uuids snapshot) noexcept;
// After the last one.
void seal(IdSet *set) noexcept;

}   // namespace lakesoul::catalog
