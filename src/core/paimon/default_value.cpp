// Whether a text is a value of a type: what a default value must be. Quotes around it are not looked at.
#include <charconv>
#include <cmath>

#include "core/paimon/data_type.hpp"
#include "core/paimon/default_text.hpp"
#include "core/paimon/error.hpp"
#include "core/paimon/failure.hpp"
#include "core/paimon/limits.hpp"

namespace lakesoul::paimon {
namespace {

bool is_boolean(View text)
{
    for (View word : {"t", "true", "y", "yes", "1", "f", "false", "n", "no", "0"})
        if (same_word(text, word))
            return true;
    return false;
}

// [sign] digits [. digits] [e exponent]; the parts that a caller wants.
struct Decimal {
    View whole;
    View fraction;
    std::int32_t exponent = 0;
};

bool read_decimal(View text, Decimal *out)
{
    if (!text.empty() && (text[0] == '+' || text[0] == '-'))
        text.remove_prefix(1);
    std::size_t e = text.find_first_of("eE");
    if (e != View::npos) {
        View exponent = text.substr(e + 1);
        if (!exponent.empty() && exponent[0] == '+')
            exponent.remove_prefix(1);
        std::from_chars_result result =
            std::from_chars(exponent.data(), exponent.data() + exponent.size(), out->exponent);
        if (exponent.empty() || result.ec != std::errc() || result.ptr != exponent.data() + exponent.size())
            return false;
        text = text.substr(0, e);
    }
    std::size_t point = text.find('.');
    out->whole = text.substr(0, point);
    out->fraction = point == View::npos ? View() : text.substr(point + 1);
    return (!out->whole.empty() || !out->fraction.empty()) && (out->whole.empty() || all_digits(out->whole)) &&
           (out->fraction.empty() || all_digits(out->fraction));
}

// A number whose integral digits fit the precision; more digits of the fraction are rounded away.
bool is_decimal(View text, std::int32_t precision, std::int32_t scale)
{
    Decimal number;
    if (!read_decimal(text, &number))
        return false;
    std::string digits = std::string(number.whole) + std::string(number.fraction);
    std::size_t first = digits.find_first_not_of('0');
    if (first == std::string::npos)
        return true;
    std::int64_t integral = static_cast<std::int64_t>(number.whole.size()) - static_cast<std::int64_t>(first);
    return integral + number.exponent <= precision - scale;
}

bool is_float(View text)
{
    text = trimmed(text);
    View bare = !text.empty() && (text[0] == '+' || text[0] == '-') ? text.substr(1) : text;
    if (bare == "NaN" || bare == "Infinity")
        return true;
    if (!text.empty() && View("fFdD").find(text.back()) != View::npos)
        text.remove_suffix(1);
    Decimal number;
    return read_decimal(text, &number);
}

}   // namespace

bool all_digits(View text)
{
    for (char c : text)
        if (c < '0' || c > '9')
            return false;
    return !text.empty();
}

bool is_integer(View text, std::int64_t least, std::int64_t most)
{
    bool negative = !text.empty() && text[0] == '-';
    if (negative || (!text.empty() && text[0] == '+'))
        text.remove_prefix(1);
    std::size_t point = text.find('.');
    View whole = text.substr(0, point);
    View fraction = point == View::npos ? View() : text.substr(point + 1);
    if ((whole.empty() && fraction.empty()) || (!whole.empty() && !all_digits(whole)) ||
        (!fraction.empty() && !all_digits(fraction)))
        return false;
    std::string digits = (negative ? "-0" : "0") + std::string(whole);
    std::int64_t value = 0;
    std::from_chars_result result = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return result.ec == std::errc() && value >= least && value <= most;
}

View trimmed(View text)
{
    constexpr View kSpace = " \t\n\v\f\r";
    std::size_t first = text.find_first_not_of(kSpace);
    return first == View::npos ? View() : text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

bool same_word(View text, View lower)
{
    if (text.size() != lower.size())
        return false;
    for (std::size_t i = 0; i < text.size(); ++i)
        if ((text[i] >= 'A' && text[i] <= 'Z' ? text[i] - 'A' + 'a' : text[i]) != lower[i])
            return false;
    return true;
}

bool is_value_of(const DataType &type, View text)
{
    switch (type.root) {
    case Root::boolean: return is_boolean(text);
    case Root::tinyint: return is_integer(text, INT8_MIN, INT8_MAX);
    case Root::smallint: return is_integer(text, INT16_MIN, INT16_MAX);
    case Root::integer: return is_integer(text, INT32_MIN, INT32_MAX);
    case Root::bigint: return is_integer(text, INT64_MIN, INT64_MAX);
    case Root::decimal: return is_decimal(text, type.a, type.b);
    case Root::real:
    case Root::double_precision: return is_float(text);
    case Root::character:
    case Root::varchar:
    case Root::binary:
    case Root::varbinary: return true;
    case Root::date: return is_date(text);
    case Root::time: return is_time(text);
    case Root::timestamp: return is_timestamp(text, true);
    case Root::timestamp_ltz: return is_timestamp(text, false);
    case Root::array:
    case Root::map:
    case Root::row: return is_nested_value(type, trimmed(text));
    default: return false;
    }
}

bool is_default_of(const DataType &type, View text)
{
    if (text == "'")   // quotes around nothing that close each other
        return false;
    bool quoted = text.size() >= 2 && text.front() == '\'' && text.back() == '\'';
    return text.size() <= kMaxDefaultBytes && is_value_of(type, quoted ? text.substr(1, text.size() - 2) : text);
}

void check_default(const DataType &type, View text, const std::string &column)
{
    if (text.size() > kMaxDefaultBytes)
        raise(over_limit("the default value of column %s has more than %zu bytes", Quoted(column).text,
                         kMaxDefaultBytes));
    if (!is_default_of(type, text))
        raise(bad_state("default value %s of column %s is no value of type %s", Quoted(text).text, Quoted(column).text,
                        Quoted(text_of(type)).text));
}

}   // namespace lakesoul::paimon
