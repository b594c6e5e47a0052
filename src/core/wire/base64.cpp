// Base64 both ways. No knowledge of messages.
#include "core/wire/base64.hpp"

#include <cstdint>

namespace lakesoul::wire {
namespace {

constexpr char kAlphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// The six bits of a character of the standard or the URL alphabet, or -1.
int six_bits(char c) noexcept
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    if (c == '+' || c == '-')
        return 62;
    return c == '/' || c == '_' ? 63 : -1;
}

View without_padding(View text) noexcept
{
    if (text.size() % 4 != 0)
        return text;
    for (int i = 0; i < 2 && !text.empty() && text.back() == '='; ++i)
        text.remove_suffix(1);
    return text;
}

}   // namespace

void base64_group(const unsigned char *bytes, std::size_t count, char out[4]) noexcept
{
    unsigned bits = static_cast<unsigned>(bytes[0]) << 16;
    bits |= count > 1 ? static_cast<unsigned>(bytes[1]) << 8 : 0;
    bits |= count > 2 ? bytes[2] : 0u;
    out[0] = kAlphabet[bits >> 18];
    out[1] = kAlphabet[bits >> 12 & 63];
    out[2] = count > 1 ? kAlphabet[bits >> 6 & 63] : '=';
    out[3] = count > 2 ? kAlphabet[bits & 63] : '=';
}

bool base64_decode(View text, unsigned char *out, std::size_t *size) noexcept
{
    text = without_padding(text);
    if (text.size() % 4 == 1)
        return false;
    std::uint32_t bits = 0;
    unsigned held = 0;
    std::size_t written = 0;
    for (char c : text) {
        int value = six_bits(c);
        if (value < 0)
            return false;
        bits = (bits << 6 | static_cast<std::uint32_t>(value)) & 0xFFFFFF;
        held += 6;
        if (held >= 8) {
            held -= 8;
            out[written++] = static_cast<unsigned char>(bits >> held);
        }
    }
    *size = written;
    return (bits & ((1u << held) - 1)) == 0;
}

}   // namespace lakesoul::wire
