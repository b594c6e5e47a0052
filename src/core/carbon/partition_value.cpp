// Values of partition columns: what is one, and their order. Dates and times are real ones, in CarbonData's default
// formats: lenient parsing would put 2014-13-45 somewhere and drop what comes after a date.
#include <charconv>
#include <cmath>

#include "core/carbon/partition.hpp"
#include "core/carbon/words.hpp"

namespace lakesoul::carbon {
namespace {

// The number of digits at the beginning.
std::size_t digit_count(View text)
{
    std::size_t count = 0;
    while (count < text.size() && text[count] >= '0' && text[count] <= '9')
        ++count;
    return count;
}

bool matches(View text, View pattern)
{
    if (text.size() != pattern.size())
        return false;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (pattern[i] == '9' ? text[i] < '0' || text[i] > '9' : text[i] != pattern[i])
            return false;
    return true;
}

int two(View text, std::size_t at)
{
    return (text[at] - '0') * 10 + text[at + 1] - '0';
}

bool is_date(View text)
{
    constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (!matches(text, "9999-99-99"))
        return false;
    int year = two(text, 0) * 100 + two(text, 2), month = two(text, 5), day = two(text, 8);
    if (year < 1 || month < 1 || month > 12 || day < 1)
        return false;
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return day <= kDays[month - 1] + (month == 2 && leap);
}

bool is_timestamp(View text)
{
    return text.size() == 19 && is_date(text.substr(0, 10)) && matches(text.substr(10), " 99:99:99") &&
           two(text, 11) < 24 && two(text, 14) < 60 && two(text, 17) < 60;
}

bool read_double(View text, double *value)
{
    if (!text.empty() && text.front() == '+')
        text.remove_prefix(1);
    if (!text.empty() && text.front() == '+')
        return false;
    std::from_chars_result result = std::from_chars(text.data(), text.data() + text.size(), *value);
    return !text.empty() && result.ec == std::errc() && result.ptr == text.data() + text.size() &&
           std::isfinite(*value);
}

// A decimal in pieces: its sign, digits without leading zeros, and a fraction filled up to the scale.
struct Decimal {
    bool minus = false;
    std::string whole, fraction;
};

bool read_decimal(View text, const Type &type, Decimal *out)
{
    out->minus = !text.empty() && text.front() == '-';
    if (out->minus)
        text.remove_prefix(1);
    std::size_t whole = digit_count(text);
    out->whole = text.substr(0, whole);
    text.remove_prefix(whole);
    if (!text.empty() && text.front() == '.') {
        text.remove_prefix(1);
        out->fraction = text;
        if (digit_count(text) != text.size() || text.empty())
            return false;
    } else if (!text.empty() || whole == 0) {
        return false;
    }
    if (whole > static_cast<std::size_t>(type.precision - type.scale) ||
        out->fraction.size() > static_cast<std::size_t>(type.scale))
        return false;
    out->whole.erase(0, out->whole.find_first_not_of('0'));
    out->fraction.resize(static_cast<std::size_t>(type.scale), '0');
    if (out->whole.empty() && out->fraction.find_first_not_of('0') == std::string::npos)
        out->minus = false;
    return true;
}

bool decimal_before(const Decimal &a, const Decimal &b)
{
    if (a.minus != b.minus)
        return a.minus;
    const Decimal &small = a.minus ? b : a, &large = a.minus ? a : b;
    if (small.whole.size() != large.whole.size())
        return small.whole.size() < large.whole.size();
    return small.whole + small.fraction < large.whole + large.fraction;
}

template <typename Number> bool whole_before(const std::string &a, const std::string &b)
{
    Number x = 0, y = 0;
    return read_whole(a, &x) && read_whole(b, &y) && x < y;
}

}   // namespace

bool has_partition_values(SparkType type)
{
    switch (type) {
    case SparkType::string:
    case SparkType::date:
    case SparkType::timestamp:
    case SparkType::int16:
    case SparkType::int32:
    case SparkType::int64:
    case SparkType::float32:
    case SparkType::float64:
    case SparkType::decimal: return true;
    case SparkType::boolean:
    case SparkType::int8:
    case SparkType::binary:
    case SparkType::array:
    case SparkType::map:
    case SparkType::structure: break;
    }
    return false;
}

bool is_value(const Type &type, const std::string &text)
{
    std::int16_t small;
    std::int32_t whole;
    std::int64_t large;
    double real;
    Decimal decimal;
    switch (type.type) {
    case SparkType::string: return true;
    case SparkType::date: return is_date(text);
    case SparkType::timestamp: return is_timestamp(text);
    case SparkType::int16: return read_whole(text, &small);
    case SparkType::int32: return read_whole(text, &whole);
    case SparkType::int64: return read_whole(text, &large);
    case SparkType::float32:
    case SparkType::float64: return read_double(text, &real);
    case SparkType::decimal: return read_decimal(text, type, &decimal);
    default: return false;
    }
}

bool comes_before(const Type &type, const std::string &a, const std::string &b)
{
    double x = 0, y = 0;
    Decimal first, second;
    switch (type.type) {
    case SparkType::int16:
    case SparkType::int32:
    case SparkType::int64: return whole_before<std::int64_t>(a, b);
    case SparkType::float32:
    case SparkType::float64: return read_double(a, &x) && read_double(b, &y) && x < y;
    case SparkType::decimal:
        return read_decimal(a, type, &first) && read_decimal(b, type, &second) && decimal_before(first, second);
    default: return a < b;   // std::string compares bytes without a sign; dates and times are of one width
    }
}

}   // namespace lakesoul::carbon
