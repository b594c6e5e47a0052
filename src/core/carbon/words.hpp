// Small things CarbonData does to text, as Java does them, and how a check fails inside this folder: it throws a
// Refusal, which the public functions turn into its Status. Not for src/pg.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/arena.hpp"
#include "core/base/types.hpp"

namespace lakesoul::carbon {

struct Refusal {
    Status status;
};
[[noreturn]] void refuse(const Status &status);

// A name or a value as it stands in a message: a long one is cut, with dots after it.
std::string shown(View text);

// bad_text unless it is UTF-8 without NUL; what: how to call it.
void require_text(View text, const char *what);
void require_size(std::size_t size, std::size_t limit, const char *what);

// Without characters up to the blank at both ends.
View trim(View text);
// Lower case, of all scripts that have one.
std::string lower(View utf8);
// Of an ASCII letter or digit, an underscore, or a character of another script.
bool is_word(char byte);
bool same_letters(View a, View b);   // equal but for the case of ASCII letters
// Pieces between commas, trimmed. Empty ones at the end are dropped, but an empty text is one empty piece.
std::vector<std::string> split(View text);
std::string join(const std::vector<std::string> &pieces, const char *separator);
// A whole number in decimal digits with an optional sign; false if it is none or too large for Number.
template <typename Number> bool read_whole(View text, Number *number);
// Insertions, deletions, replacements and swaps of neighbours that turn one into the other; 3 stands for more than 2.
int distance(View a, View b);

// Copies into the arena; throws Refusal.
View keep(Arena *arena, View text);
template <typename T> T *keep_array(Arena *arena, std::size_t size)
{
    T *place = arena->array<T>(size);
    if (place == nullptr)
        refuse(arena->refusal());
    return place;
}
Span<const View> keep_all(Arena *arena, const std::vector<std::string> &texts);

// Runs a body that may throw, as the whole of a public function.
template <typename Body> Status guarded(Body &&body) noexcept
{
    try {
        body();
        return Status();
    } catch (const Refusal &refusal) {
        return refusal.status;
    } catch (...) {
        return caught();
    }
}

}   // namespace lakesoul::carbon
