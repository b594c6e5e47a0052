// The two forms of a UUID that the contract knows besides sixteen bytes: two unsigned halves, and text.
#pragma once

#include <cstdint>

#include "core/base/types.hpp"

namespace lakesoul::wire {

// The halves in network order, high first.
Uuid uuid_from_halves(std::uint64_t high, std::uint64_t low) noexcept;

// Reads what PostgreSQL's uuid accepts: 32 hexadecimal digits of any case, a hyphen allowed after each group of
// four, all of it perhaps in braces. False if it is anything else.
bool halves_from_text(View text, std::uint64_t *high, std::uint64_t *low) noexcept;

}   // namespace lakesoul::wire
