// Validation of UTF-8: eight bytes at a time while they are ASCII, otherwise one character at a time.
#include "core/wire/text.hpp"

#include <cstdint>
#include <cstring>

namespace lakesoul::wire {
namespace {

constexpr std::size_t kShownName = 80;

// True if all eight bytes are 0x01 to 0x7F.
bool is_plain(const unsigned char *at) noexcept
{
    std::uint64_t word;
    std::memcpy(&word, at, sizeof word);
    return (((word - 0x0101010101010101u) | word) & 0x8080808080808080u) == 0;
}

bool continues(unsigned char byte) noexcept
{
    return (byte & 0xC0) == 0x80;
}

// The length of the multi-byte character at the beginning of [at, end), or 0 if it is not one.
std::size_t character_length(const unsigned char *at, const unsigned char *end) noexcept
{
    std::size_t left = static_cast<std::size_t>(end - at);
    unsigned char first = at[0];
    if (first < 0xC2 || left < 2)
        return 0;
    unsigned char second = at[1];
    if (first < 0xE0)
        return continues(second) ? 2 : 0;
    if (left < 3 || !continues(second) || !continues(at[2]))
        return 0;
    if (first < 0xF0) {
        bool overlong = first == 0xE0 && second < 0xA0;
        bool surrogate = first == 0xED && second >= 0xA0;
        return overlong || surrogate ? 0 : 3;
    }
    if (left < 4 || first > 0xF4 || !continues(at[3]))
        return 0;
    bool overlong = first == 0xF0 && second < 0x90;
    bool too_high = first == 0xF4 && second >= 0x90;
    return overlong || too_high ? 0 : 4;
}

}   // namespace

TextFault check_text(View text, std::size_t *offset) noexcept
{
    const unsigned char *begin = reinterpret_cast<const unsigned char *>(text.data());
    const unsigned char *end = begin + text.size();
    const unsigned char *at = begin;
    while (at < end) {
        if (end - at >= 8 && is_plain(at)) {
            at += 8;
            continue;
        }
        std::size_t length = *at < 0x80 ? *at != 0 : character_length(at, end);
        if (length == 0) {
            *offset = static_cast<std::size_t>(at - begin);
            return *at == 0 ? TextFault::nul : TextFault::not_utf8;
        }
        at += length;
    }
    return TextFault::none;
}

View shortened(View name) noexcept
{
    if (name.size() <= kShownName)
        return name;
    std::size_t end = kShownName;
    while (end > 0 && continues(static_cast<unsigned char>(name[end])))
        --end;
    return name.substr(0, end);
}

}   // namespace lakesoul::wire
