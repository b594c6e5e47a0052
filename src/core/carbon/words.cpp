// Text as Java treats it. The letters' table is in lower.cpp.
#include "core/carbon/words.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <string_view>

#include "core/wire/text.hpp"

namespace lakesoul::carbon {
namespace {

char lower_ascii(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool is_blank(char c)
{
    return static_cast<unsigned char>(c) <= ' ';
}

}   // namespace

bool is_word(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') ||
           byte == '_' || static_cast<unsigned char>(byte) >= 0x80;
}

std::string shown(View text)
{
    constexpr std::size_t kShown = 120;   // so that what is said of it has its place in a Status
    if (text.size() <= kShown)
        return std::string(text);
    std::size_t end = kShown;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
        --end;
    return std::string(text.substr(0, end)) + "...";
}

void refuse(const Status &status)
{
    throw Refusal{status};
}

void require_text(View text, const char *what)
{
    std::size_t offset = 0;
    wire::TextFault fault = wire::check_text(text, &offset);
    if (fault != wire::TextFault::none)
        refuse(with_detail(fail(Code::bad_text, "%s %s", what,
                                fault == wire::TextFault::nul ? "must not contain NUL" : "is not valid UTF-8"),
                           "The offending byte is at offset %zu.", offset));
}

void require_size(std::size_t size, std::size_t limit, const char *what)
{
    if (size > limit)
        refuse(with_detail(fail(Code::limit, "%s is too large", what), "It has %zu bytes, the limit is %zu.", size,
                           limit));
}

View trim(View text)
{
    while (!text.empty() && is_blank(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back()))
        text.remove_suffix(1);
    return text;
}

bool same_letters(View a, View b)
{
    return a.size() == b.size() &&
           std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) { return lower_ascii(x) == lower_ascii(y); });
}

std::vector<std::string> split(View text)
{
    std::vector<std::string> pieces;
    bool any = text.find(',') != View::npos;
    std::size_t full = 0;   // pieces up to the last that is not empty, before it is trimmed
    while (true) {
        std::size_t comma = text.find(',');
        View piece = text.substr(0, comma);
        pieces.emplace_back(trim(piece));
        if (!piece.empty())
            full = pieces.size();
        if (comma == View::npos)
            break;
        text.remove_prefix(comma + 1);
    }
    if (any)
        pieces.resize(full);
    return pieces;
}

std::string join(const std::vector<std::string> &pieces, const char *separator)
{
    std::string joined;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        if (i > 0)
            joined += separator;
        joined += pieces[i];
    }
    return joined;
}

template <typename Number> bool read_whole(View text, Number *number)
{
    bool plus = !text.empty() && text.front() == '+';
    if (plus)
        text.remove_prefix(1);
    if (text.empty() || (plus && text.front() == '-'))
        return false;
    std::from_chars_result result = std::from_chars(text.data(), text.data() + text.size(), *number);
    return result.ec == std::errc() && result.ptr == text.data() + text.size();
}
template bool read_whole(View, std::int16_t *);
template bool read_whole(View, std::int32_t *);
template bool read_whole(View, std::int64_t *);

int distance(View a, View b)
{
    constexpr std::size_t kLongest = 40;
    if (a.size() > kLongest || b.size() > kLongest || a.size() > b.size() + 2 || b.size() > a.size() + 2)
        return 3;
    int rows[3][kLongest + 1];
    for (std::size_t j = 0; j <= b.size(); ++j)
        rows[0][j] = static_cast<int>(j);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        int *now = rows[i % 3], *before = rows[(i + 2) % 3], *older = rows[(i + 1) % 3];
        now[0] = static_cast<int>(i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            now[j] = std::min({before[j] + 1, now[j - 1] + 1, before[j - 1] + (a[i - 1] != b[j - 1])});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = std::min(now[j], older[j - 2] + 1);
        }
    }
    return std::min(rows[a.size() % 3][b.size()], 3);
}

View keep(Arena *arena, View text)
{
    char *place = keep_array<char>(arena, text.size());
    std::copy(text.begin(), text.end(), place);
    return View(place, text.size());
}

Span<const View> keep_all(Arena *arena, const std::vector<std::string> &texts)
{
    View *views = keep_array<View>(arena, texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i)
        views[i] = keep(arena, texts[i]);
    return {views, texts.size()};
}

}   // namespace lakesoul::carbon
