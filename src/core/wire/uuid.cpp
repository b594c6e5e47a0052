// Conversions of UUIDs. No knowledge of messages.
#include "core/wire/uuid.hpp"

namespace lakesoul::wire {
namespace {

constexpr std::size_t kDigits = 32;

// The value of a hexadecimal digit, or -1.
int hex_digit(char c) noexcept
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

void put_big_endian(std::uint64_t value, std::uint8_t *out) noexcept
{
    for (int i = 7; i >= 0; --i) {
        out[i] = static_cast<std::uint8_t>(value);
        value >>= 8;
    }
}

}   // namespace

Uuid uuid_from_halves(std::uint64_t high, std::uint64_t low) noexcept
{
    Uuid uuid;
    put_big_endian(high, uuid.bytes);
    put_big_endian(low, uuid.bytes + 8);
    return uuid;
}

bool halves_from_text(View text, std::uint64_t *high, std::uint64_t *low) noexcept
{
    if (text.size() >= 2 && text.front() == '{' && text.back() == '}')
        text = text.substr(1, text.size() - 2);
    std::uint64_t halves[2] = {0, 0};
    std::size_t digits = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        bool after_group = digits > 0 && digits < kDigits && digits % 4 == 0 && text[i - 1] != '-';
        if (text[i] == '-' && after_group)
            continue;
        int digit = hex_digit(text[i]);
        if (digit < 0 || digits == kDigits)
            return false;
        std::uint64_t &half = halves[digits / 16];
        half = half << 4 | static_cast<std::uint64_t>(digit);
        ++digits;
    }
    if (digits != kDigits)
        return false;
    *high = halves[0];
    *low = halves[1];
    return true;
}

}   // namespace lakesoul::wire
