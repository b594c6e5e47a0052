// Dates and times as default values: what the engines' readers of them take, so that no default is stored that they
// cannot read.
#include <charconv>

#include "core/paimon/data_type.hpp"
#include "core/paimon/default_text.hpp"

namespace lakesoul::paimon {
namespace {

bool is_whole(View text)
{
    return all_digits(!text.empty() && text[0] == '-' ? text.substr(1) : text);
}

// Digits between blanks, from least to most.
bool take_part(View text, int least, int most, int *value)
{
    text = trimmed(text);
    if (!all_digits(text))
        return false;
    std::from_chars_result result = std::from_chars(text.data(), text.data() + text.size(), *value);
    return result.ec == std::errc() && *value >= least && *value <= most;
}

// What comes before the sign, which is cut off with it; everything if there is none.
View cut(View *text, char sign, bool *found)
{
    std::size_t at = text->find(sign);
    *found = at != View::npos;
    View head = text->substr(0, at);
    *text = *found ? text->substr(at + 1) : View();
    return head;
}

int days_of(int year, int month)
{
    constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return kDays[month - 1] + (month == 2 && leap ? 1 : 0);
}

// [:mm[:ss[.fraction]]] between blanks; rest is what follows the hour.
bool is_rest_of_time(View rest)
{
    int value;
    bool more;
    if (!take_part(cut(&rest, ':', &more), 0, 59, &value))
        return false;
    if (!more)
        return true;
    bool fraction;
    if (!take_part(cut(&rest, '.', &fraction), 0, 59, &value))
        return false;
    return !fraction || all_digits(trimmed(rest));
}

bool is_zone(View zone)
{
    int value;
    bool more;
    return take_part(cut(&zone, ':', &more), 0, 23, &value) && (!more || take_part(zone, 0, 59, &value));
}

// Reads least to most digits at *at.
bool take_digits(View text, std::size_t *at, std::size_t least, std::size_t most, int *value)
{
    std::size_t first = *at;
    *value = 0;
    for (; *at < text.size() && *at - first < most && text[*at] >= '0' && text[*at] <= '9'; ++*at)
        *value = *value * 10 + (text[*at] - '0');
    return *at - first >= least;
}

bool take_char(View text, std::size_t *at, char c)
{
    if (*at >= text.size() || text[*at] != c)
        return false;
    ++*at;
    return true;
}

bool take_day(View text, std::size_t *at)
{
    int year, month, day;
    return take_digits(text, at, 4, 4, &year) && take_char(text, at, '-') && take_digits(text, at, 1, 2, &month) &&
           take_char(text, at, '-') && take_digits(text, at, 1, 2, &day) && year >= 1 && month >= 1 && month <= 12 &&
           day >= 1 && day <= 31;
}

// HH:mm[:ss[.fraction]]
bool take_clock(View text, std::size_t *at, bool seconds_needed)
{
    int hour, minute, second, fraction;
    if (!take_digits(text, at, 1, 2, &hour) || !take_char(text, at, ':') || !take_digits(text, at, 1, 2, &minute) ||
        hour > 23 || minute > 59)
        return false;
    if (!take_char(text, at, ':'))
        return !seconds_needed;
    if (!take_digits(text, at, 1, 2, &second) || second > 59)
        return false;
    return !take_char(text, at, '.') || take_digits(text, at, 0, 9, &fraction);
}

}   // namespace

bool is_date(View text)
{
    if (is_whole(text))
        return is_integer(text, INT32_MIN, INT32_MAX);
    std::size_t blank = text.find(' ');
    if (blank != View::npos && blank > 0)
        text = text.substr(0, blank);
    int year, month = 1, day = 1;
    bool more;
    if (!take_part(cut(&text, '-', &more), 0, 9999, &year))
        return false;
    if (more && !take_part(cut(&text, '-', &more), 1, 12, &month))
        return false;
    return !more || take_part(text, 1, days_of(year, month), &day);
}

bool is_time(View text)
{
    if (is_whole(text))
        return is_integer(text, INT32_MIN, INT32_MAX);
    std::size_t sign = text.find('-');
    if (sign == View::npos)
        sign = text.find('+');
    if (sign != View::npos && !is_zone(text.substr(sign + 1)))
        return false;
    View rest = text.substr(0, sign);
    int hour;
    bool more;
    return take_part(cut(&rest, ':', &more), 0, 23, &hour) && (!more || is_rest_of_time(rest));
}

bool is_timestamp(View text, bool epoch_allowed)
{
    if (is_whole(text))
        return epoch_allowed && is_integer(text, INT64_MIN, INT64_MAX);
    std::size_t at = 0;
    if (!take_day(text, &at))
        return false;
    if (at == text.size())
        return true;
    bool blank = take_char(text, &at, ' ');
    return (blank || take_char(text, &at, 'T')) && take_clock(text, &at, blank) && at == text.size();
}

}   // namespace lakesoul::paimon
