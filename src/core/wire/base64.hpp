// Base64 of RFC 4648, as the JSON form of a bytes field.
#pragma once

#include <cstddef>

#include "core/base/types.hpp"

namespace lakesoul::wire {

// Three bytes or fewer (1 to 3) -> four characters of the standard alphabet, padded.
void base64_group(const unsigned char *bytes, std::size_t count, char out[4]) noexcept;

// Decodes text of either alphabet, padded or not, into out, which has room for text.size() bytes. False if it
// is not base64.
bool base64_decode(View text, unsigned char *out, std::size_t *size) noexcept;

}   // namespace lakesoul::wire
