// Default values of nested types: [a, b] or ARRAY(a, b); {k -> v} or MAP(k, v); {a, b} or STRUCT(a, b).
#include "core/paimon/data_type.hpp"

namespace lakesoul::paimon {
namespace {

// What is between open and close, or between word( and ). False if the text is neither.
bool content_of(View text, char open, char close, View word, View *content)
{
    if (text.size() >= 2 && text.front() == open && text.back() == close) {
        *content = trimmed(text.substr(1, text.size() - 2));
        return true;
    }
    if (text.size() < word.size() + 2 || !same_word(text.substr(0, word.size()), word))
        return false;
    View rest = trimmed(text.substr(word.size()));
    if (rest.size() < 2 || rest.front() != '(' || rest.back() != ')')
        return false;
    *content = trimmed(rest.substr(1, rest.size() - 2));
    return true;
}

// Splits at commas that are in no bracket and no quotes.
std::vector<View> split(View text)
{
    std::vector<View> parts;
    std::size_t first = 0;
    std::size_t depth = 0;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        char c = text[i];
        if (c == '\\')
            ++i;
        else if (c == '"')
            quoted = !quoted;
        else if (!quoted && View("([{").find(c) != View::npos)
            ++depth;
        else if (!quoted && View(")]}").find(c) != View::npos && depth > 0)
            --depth;
        else if (!quoted && c == ',' && depth == 0) {
            parts.push_back(trimmed(text.substr(first, i - first)));
            first = i + 1;
        }
    }
    if (!text.empty())
        parts.push_back(trimmed(text.substr(first)));
    return parts;
}

// Whether texts become values of the type at all, even if there is no text.
bool takes_text(const DataType &type)
{
    switch (type.root) {
    case Root::variant:
    case Root::blob:
    case Root::geometry:
    case Root::geography:
    case Root::multiset:
    case Root::vector: return false;
    default: break;
    }
    for (const DataType &part : type.parts)
        if (!takes_text(part))
            return false;
    for (const Field &field : type.fields)
        if (!takes_text(field.type))
            return false;
    return true;
}

bool is_part(const DataType &type, View text)
{
    return text == "null" || is_value_of(type, text);
}

bool is_array(const DataType &type, View text)
{
    View content;
    if (!content_of(text, '[', ']', "array", &content))
        return false;
    for (View part : split(content))
        if (!is_part(type.parts[0], part))
            return false;
    return true;
}

bool is_map(const DataType &type, View text)
{
    View content;
    if (!content_of(text, '{', '}', "map", &content))
        return false;
    std::vector<View> parts = split(content);
    if (text.front() != '{') {
        for (std::size_t i = 0; i < parts.size(); ++i)
            if (!is_part(type.parts[i % 2], parts[i]))
                return false;
        return parts.size() % 2 == 0;
    }
    for (View part : parts) {
        std::size_t arrow = part.find("->");
        View key = trimmed(part.substr(0, arrow));
        if (arrow == View::npos || key.empty() || !is_part(type.parts[0], key) ||
            !is_part(type.parts[1], trimmed(part.substr(arrow + 2))))
            return false;
    }
    return true;
}

bool is_row(const DataType &type, View text)
{
    View content;
    if (!content_of(text, '{', '}', "struct", &content))
        return false;
    std::vector<View> parts = split(content);
    if (parts.empty())
        return true;
    if (parts.size() != type.fields.size())
        return false;
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (!is_part(type.fields[i].type, parts[i]))
            return false;
    return true;
}

}   // namespace

bool is_nested_value(const DataType &type, View text)
{
    if (!takes_text(type))
        return false;
    if (type.root == Root::array)
        return is_array(type, text);
    return type.root == Root::map ? is_map(type, text) : is_row(type, text);
}

}   // namespace lakesoul::paimon
