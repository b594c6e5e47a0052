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

}   // namespace lakesoul::catalog
