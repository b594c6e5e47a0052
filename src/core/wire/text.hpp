// What counts as text: strict UTF-8 (no overlong forms, no surrogates, at most U+10FFFF) without NUL.
#pragma once

#include <cstddef>

#include "core/base/types.hpp"

namespace lakesoul::wire {

enum class TextFault : unsigned char { none, nul, not_utf8 };

// Finds the first fault and, if there is one, its offset in bytes.
TextFault check_text(View text, std::size_t *offset) noexcept;

// The beginning of a foreign name, short enough for a message, cut between characters.
View shortened(View name) noexcept;

}   // namespace lakesoul::wire
