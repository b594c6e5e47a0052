// Values of a tree, checked; copies into the arena.
#include <charconv>
#include <cstring>

#include "core/paimon/error.hpp"
#include "core/paimon/failure.hpp"
#include "core/paimon/json.hpp"

namespace lakesoul::paimon {
namespace {

bool is_scalar(const Json &value)
{
    return value.is(Json::Kind::string) || value.is(Json::Kind::number) || value.is(Json::Kind::boolean);
}

std::string text_of(const Json &value, const std::string &where)
{
    if (!is_scalar(value))
        raise(invalid("%s must be a string, not %s", where.c_str(), kind_name(value.kind)));
    return value.is(Json::Kind::boolean) ? value.truth ? "true" : "false" : value.text;
}

}   // namespace

std::string place(View key, const std::string &where)
{
    return std::string("key ") + Quoted(key).text + " of " + where;
}

const Json &expect(const Json &value, Json::Kind kind, const std::string &where)
{
    if (!value.is(kind))
        raise(invalid("%s must be %s, not %s", where.c_str(), kind_name(kind), kind_name(value.kind)));
    return value;
}

const Json &need(const Json &object, View key, const std::string &where)
{
    const Json *value = object.find(key);
    if (value == nullptr)
        raise(invalid("%s is missing", place(key, where).c_str()));
    return *value;
}

std::string need_string(const Json &object, View key, const std::string &where)
{
    return expect(need(object, key, where), Json::Kind::string, place(key, where)).text;
}

std::int64_t need_int64(const Json &object, View key, const std::string &where)
{
    return to_int64(need(object, key, where), place(key, where));
}

bool need_bool(const Json &object, View key, const std::string &where)
{
    return to_bool(need(object, key, where), place(key, where));
}

std::int64_t int64_or(const Json &object, View key, std::int64_t missing, const std::string &where)
{
    const Json *value = object.find(key);
    return value == nullptr ? missing : to_int64(*value, place(key, where));
}

std::int32_t int32_or(const Json &object, View key, std::int32_t missing, const std::string &where)
{
    std::int64_t value = int64_or(object, key, missing, where);
    if (value < INT32_MIN || value > INT32_MAX)
        raise(invalid("%s: %lld is out of range", place(key, where).c_str(), static_cast<long long>(value)));
    return static_cast<std::int32_t>(value);
}

bool bool_or(const Json &object, View key, bool missing, const std::string &where)
{
    const Json *value = object.find(key);
    return value == nullptr ? missing : to_bool(*value, place(key, where));
}

bool find_text(const Json &object, View key, const std::string &where, std::string *text)
{
    const Json *value = object.find(key);
    if (value == nullptr)
        return false;
    *text = text_of(*value, place(key, where));
    return true;
}

std::vector<std::string> strings(const Json &array, const std::string &where)
{
    std::vector<std::string> texts;
    for (const Json &item : expect(array, Json::Kind::array, where).items)
        texts.push_back(expect(item, Json::Kind::string, "an element of " + where).text);
    return texts;
}

std::vector<std::pair<std::string, std::string>> string_map(const Json &object, const std::string &where)
{
    std::vector<std::pair<std::string, std::string>> pairs;
    expect(object, Json::Kind::object, where);
    for (std::size_t i = 0; i < object.keys.size(); ++i)
        if (!object.items[i].is(Json::Kind::null))
            pairs.emplace_back(object.keys[i], text_of(object.items[i], place(object.keys[i], where)));
    return pairs;
}

std::int64_t to_int64(const Json &value, const std::string &where)
{
    if (!value.is(Json::Kind::number) && !value.is(Json::Kind::string))
        raise(invalid("%s must be an integer, not %s", where.c_str(), kind_name(value.kind)));
    std::int64_t number = 0;
    const char *end = value.text.data() + value.text.size();
    std::from_chars_result result = std::from_chars(value.text.data(), end, number);
    if (result.ec != std::errc() || result.ptr != end)
        raise(invalid("%s: %s is not an int64", where.c_str(), Quoted(value.text).text));
    return number;
}

bool to_bool(const Json &value, const std::string &where)
{
    if (value.is(Json::Kind::boolean))
        return value.truth;
    if (value.is(Json::Kind::string) && (value.text == "true" || value.text == "false"))
        return value.text == "true";
    raise(invalid("%s must be a boolean, not %s", where.c_str(), kind_name(value.kind)));
}

View keep(View text, Arena *arena)
{
    char *copy = static_cast<char *>(arena->take(text.size()));
    if (copy == nullptr)
        raise(arena->refusal());
    if (!text.empty())
        std::memcpy(copy, text.data(), text.size());
    return View(copy, text.size());
}

Span<const View> keep(const std::vector<std::string> &texts, Arena *arena)
{
    View *views = arena->array<View>(texts.size());
    if (views == nullptr)
        raise(arena->refusal());
    for (std::size_t i = 0; i < texts.size(); ++i)
        views[i] = keep(texts[i], arena);
    return {views, texts.size()};
}

Span<const Pair> keep(const std::vector<std::pair<std::string, std::string>> &pairs, Arena *arena)
{
    Pair *kept = arena->array<Pair>(pairs.size());
    if (kept == nullptr)
        raise(arena->refusal());
    for (std::size_t i = 0; i < pairs.size(); ++i)
        kept[i] = {keep(pairs[i].first, arena), keep(pairs[i].second, arena)};
    return {kept, pairs.size()};
}

}   // namespace lakesoul::paimon
