// How long tags are kept: texts like "12h" or "PT12H" <-> milliseconds.
#include <charconv>

#include "core/paimon/data_type.hpp"
#include "core/paimon/error.hpp"
#include "core/paimon/failure.hpp"
#include "core/paimon/snapshot.hpp"

namespace lakesoul::paimon {
namespace {

constexpr std::int64_t kSecond = 1000;
constexpr std::int64_t kMinute = 60 * kSecond;
constexpr std::int64_t kHour = 60 * kMinute;
constexpr std::int64_t kDay = 24 * kHour;

struct Unit {
    View label;
    std::int64_t millis;   // 0: a part of a millisecond, of which there are
    std::int64_t parts;
};

// table of data
constexpr Unit kUnits[] = {
    {"", 1, 1},
    {"d", kDay, 1},
    {"day", kDay, 1},
    {"days", kDay, 1},
    {"h", kHour, 1},
    {"hour", kHour, 1},
    {"hours", kHour, 1},
    {"m", kMinute, 1},
    {"min", kMinute, 1},
    {"minute", kMinute, 1},
    {"minutes", kMinute, 1},
    {"s", kSecond, 1},
    {"sec", kSecond, 1},
    {"secs", kSecond, 1},
    {"second", kSecond, 1},
    {"seconds", kSecond, 1},
    {"ms", 1, 1},
    {"milli", 1, 1},
    {"millis", 1, 1},
    {"millisecond", 1, 1},
    {"milliseconds", 1, 1},
    {"micro", 0, 1000},
    {"micros", 0, 1000},
    {"microsecond", 0, 1000},
    {"microseconds", 0, 1000},
    {"ns", 0, 1000000},
    {"nano", 0, 1000000},
    {"nanos", 0, 1000000},
    {"nanosecond", 0, 1000000},
    {"nanoseconds", 0, 1000000},
};

[[noreturn]] void refuse(View text)
{
    raise(invalid("%s is no duration", Quoted(text).text));
}

// Digits at the beginning of *rest.
std::int64_t take_number(View text, View *rest)
{
    std::int64_t value = 0;
    if (rest->empty() || rest->front() < '0' || rest->front() > '9')
        refuse(text);
    std::from_chars_result result = std::from_chars(rest->data(), rest->data() + rest->size(), value);
    if (result.ec != std::errc())
        refuse(text);
    rest->remove_prefix(static_cast<std::size_t>(result.ptr - rest->data()));
    return value;
}

std::int64_t times(View text, std::int64_t value, std::int64_t unit)
{
    std::int64_t millis;
    if (__builtin_mul_overflow(value, unit, &millis))
        refuse(text);
    return millis;
}

// P[nD][T[nH][nM][n[.fff]S]]
std::int64_t read_iso(View text)
{
    constexpr struct {
        char letter;
        bool time;
        std::int64_t millis;
    } kParts[] = {{'D', false, kDay}, {'H', true, kHour}, {'M', true, kMinute}, {'S', true, kSecond}};
    View rest = text.substr(1);
    std::int64_t total = 0;
    bool time = false;
    std::size_t next = 0;
    if (rest.empty() || rest == "T")
        refuse(text);
    while (!rest.empty()) {
        if (!time && rest.front() == 'T' && rest.size() > 1) {
            time = true;
            rest.remove_prefix(1);
        }
        std::int64_t value = take_number(text, &rest);
        std::int64_t fraction = 0;
        if (rest.size() > 1 && rest.front() == '.') {
            rest.remove_prefix(1);
            std::int64_t unit = 100;
            for (; !rest.empty() && rest.front() >= '0' && rest.front() <= '9'; rest.remove_prefix(1), unit /= 10)
                fraction += (rest.front() - '0') * unit;
            if (rest != "S")
                refuse(text);
        }
        while (next < 4 && (rest.empty() || kParts[next].letter != rest.front() || kParts[next].time != time))
            ++next;
        if (next == 4)
            refuse(text);
        if (__builtin_add_overflow(total, times(text, value, kParts[next++].millis), &total))
            refuse(text);
        if (__builtin_add_overflow(total, fraction, &total))
            refuse(text);
        rest.remove_prefix(1);
    }
    return total;
}

std::int64_t read_words(View text)
{
    View rest = text;
    std::int64_t value = take_number(text, &rest);
    rest = trimmed(rest);
    for (const Unit &unit : kUnits)
        if (same_word(rest, unit.label))
            return unit.millis == 0 ? value / unit.parts : times(text, value, unit.millis);
    refuse(text);
}

}   // namespace

Status read_duration(View text, std::int64_t *millis) noexcept
{
    return guarded([&] {
        View bare = trimmed(text);
        if (bare.empty())
            refuse(text);
        *millis = bare.front() == 'P' ? read_iso(bare) : read_words(bare);
    });
}

Status print_duration(std::int64_t millis, Arena *arena, View *out) noexcept
{
    return guarded([&] {
        std::string text = "PT";
        if (millis / kHour != 0)
            text += std::to_string(millis / kHour) + "H";
        if (millis % kHour / kMinute != 0)
            text += std::to_string(millis % kHour / kMinute) + "M";
        std::int64_t rest = millis % kMinute;
        if (rest != 0 || millis == 0) {
            text += std::to_string(rest / kSecond);
            if (rest % kSecond != 0) {
                std::string fraction = std::to_string(1000 + rest % kSecond).substr(1);
                text += "." + fraction.substr(0, fraction.find_last_not_of('0') + 1);
            }
            text += "S";
        }
        *out = keep(text, arena);
    });
}

}   // namespace lakesoul::paimon
