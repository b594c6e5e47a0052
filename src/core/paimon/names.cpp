// Identifiers, patterns, queries and partition names.
#include "core/paimon/names.hpp"

#include <algorithm>
#include <unordered_map>

#include "core/catalog/partition_desc.hpp"
#include "core/paimon/data_type.hpp"
#include "core/paimon/default_text.hpp"
#include "core/paimon/error.hpp"
#include "core/paimon/failure.hpp"
#include "core/paimon/request_json.hpp"

namespace lakesoul::paimon {
namespace {

constexpr View kBranch = "branch_";

// A name under its key, or under the key of older documents.
std::string either(const Json &json, View key, View older, const std::string &where)
{
    const Json *value = json.find(key);
    const Json *other = json.find(older);
    if (value != nullptr && other != nullptr && !equal(*value, *other))
        raise(
            invalid("%s has two names, as key %s and as key %s", where.c_str(), Quoted(key).text, Quoted(older).text));
    std::string name = need_string(json, value == nullptr && other != nullptr ? older : key, where);
    if (is_blank(name))
        raise(invalid("%s is blank", place(key, where).c_str()));
    return name;
}

void split_object(Ident *ident)
{
    std::size_t first = ident->object.find('$');
    ident->table = ident->object.substr(0, first);
    bool empty = ident->table.empty();
    if (first != View::npos) {
        View rest = ident->object.substr(first + 1);
        std::size_t second = rest.find('$');
        View middle = rest.substr(0, second);
        ident->has_branch = middle.substr(0, kBranch.size()) == kBranch;
        ident->has_system = !ident->has_branch || second != View::npos;
        if (ident->has_branch)
            ident->branch = middle.substr(kBranch.size());
        if (ident->has_system)
            ident->system = ident->has_branch ? rest.substr(second + 1) : rest;
        empty = empty || (ident->has_branch && ident->branch.empty()) || (ident->has_system && ident->system.empty());
    }
    if (empty || ident->system.find('$') != View::npos)
        raise(invalid("object name %s is not table, table$branch_x, table$x or table$branch_x$y",
                      Quoted(ident->object).text));
}

Pattern pattern_of(View text, Arena *arena)
{
    Pattern pattern;
    if (text.empty())
        return pattern;
    pattern.kind = Pattern::Kind::exact;
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '%') {
            if (i + 1 != text.size())
                raise(invalid("pattern %s has something after '%%'", Quoted(text).text));
            pattern.kind = Pattern::Kind::prefix;
            break;
        }
        if (text[i] == '\\' && i + 1 < text.size())
            ++i;
        plain.push_back(text[i]);
    }
    pattern.text = keep(plain, arena);
    return pattern;
}

Pattern find_pattern(const Json &json, View key, const std::string &where, Arena *arena)
{
    if (json.find(key) == nullptr)
        return {};
    return pattern_of(need_string(json, key, where), arena);
}

std::int32_t page_size(const Json &json, const std::string &where)
{
    const Json *given = json.find("maxResults");
    bool negative = given != nullptr && given->text.substr(0, 1) == "-";
    if (given != nullptr && all_digits(View(given->text).substr(negative ? 1 : 0)) && given->text.size() > 18)
        return kPageSize;   // an integer that is none of ours
    std::int64_t wanted = int64_or(json, "maxResults", 0, where);
    return wanted <= 0 || wanted > kPageSize ? kPageSize : static_cast<std::int32_t>(wanted);
}

// The pairs in the order of the keys.
std::vector<Pair> ordered(Span<const View> keys, Span<const Pair> spec)
{
    std::unordered_map<View, View> values;
    for (const Pair &pair : spec)
        values.emplace(pair.key, pair.value);
    std::vector<Pair> pairs;
    for (View key : keys) {
        auto found = values.find(key);
        if (found == values.end())
            raise(invalid("the partition's spec has no value of %s", Quoted(key).text));
        pairs.push_back({key, found->second});
    }
    if (values.size() != keys.size)
        for (const Pair &pair : spec)
            if (std::find(keys.begin(), keys.end(), pair.key) == keys.end())
                raise(invalid("%s of the partition's spec is no partition key", Quoted(pair.key).text));
    return pairs;
}

std::string as_stored(const Pair &pair, View null_name)
{
    if (pair.value == null_name)
        return std::string(catalog::kNullValue);
    if (pair.value.empty())
        return std::string(catalog::kEmptyValue);
    bool marker = pair.value == catalog::kNullValue || pair.value == catalog::kEmptyValue;
    if (marker || pair.value.find_first_of(",=") != View::npos)
        raise(invalid("the value %s of partition key %s cannot be stored", Quoted(pair.value).text,
                      Quoted(pair.key).text));
    return std::string(pair.value);
}

}   // namespace

Ident ident_of(const Json &json, const std::string &where, Arena *arena)
{
    expect(json, Json::Kind::object, where);
    Ident ident;
    ident.database = keep(either(json, "database", "databaseName", where), arena);
    ident.object = keep(either(json, "object", "tableName", where), arena);
    split_object(&ident);
    return ident;
}

Status read_ident(View json, Arena *arena, Ident *out) noexcept
{
    return guarded([&] { *out = ident_of(parse_json(json, "the identifier"), "the identifier", arena); });
}

Status require_plain(const Ident &ident) noexcept
{
    if (!ident.has_branch && !ident.has_system)
        return {};
    return invalid("object name %s is of a branch or system table", Quoted(ident.object).text);
}

Status read_pattern(View pattern, Arena *arena, Pattern *out) noexcept
{
    return guarded([&] { *out = pattern_of(pattern, arena); });
}

bool matches(const Pattern &pattern, View name) noexcept
{
    switch (pattern.kind) {
    case Pattern::Kind::all: return true;
    case Pattern::Kind::exact: return name == pattern.text;
    case Pattern::Kind::prefix: break;
    }
    return name.substr(0, pattern.text.size()) == pattern.text;
}

Status read_query(View json, Arena *arena, Query *out) noexcept
{
    return guarded([&] {
        const std::string where = "the query";
        Json tree = parse_json(json, "the query");
        expect(tree, Json::Kind::object, where);
        Query query;
        query.max_results = page_size(tree, where);
        query.has_token = tree.find("pageToken") != nullptr;
        if (query.has_token)
            query.token = keep(need_string(tree, "pageToken", where), arena);
        if (tree.find("tableNamePattern") != nullptr && tree.find("viewNamePattern") != nullptr)
            raise(invalid("%s has both tableNamePattern and viewNamePattern", where.c_str()));
        bool views = tree.find("viewNamePattern") != nullptr;
        query.name = find_pattern(tree, views ? "viewNamePattern" : "tableNamePattern", where, arena);
        query.database = find_pattern(tree, "databaseNamePattern", where, arena);
        query.partition = find_pattern(tree, "partitionNamePattern", where, arena);
        query.tag = find_pattern(tree, "tagNamePrefix", where, arena);
        if (query.tag.kind == Pattern::Kind::exact)
            query.tag.kind = Pattern::Kind::prefix;
        query.has_table_type = tree.find("tableType") != nullptr;
        if (query.has_table_type)
            query.table_type = keep(need_string(tree, "tableType", where), arena);
        *out = query;
    });
}

bool matches_type(const Query &query, View type) noexcept
{
    if (!query.has_table_type)
        return true;
    return type.data() == nullptr ? query.table_type == "table" : query.table_type == type;
}

Status global_key(View database, View object, Arena *arena, View *key) noexcept
{
    return guarded([&] { *key = keep(std::string(database) + "." + std::string(object), arena); });
}

Status order_spec(Span<const View> keys, Span<const Pair> spec, Arena *arena, Span<const Pair> *out) noexcept
{
    return guarded([&] {
        std::vector<Pair> pairs = ordered(keys, spec);
        Pair *kept = arena->array<Pair>(pairs.size());
        if (kept == nullptr)
            raise(arena->refusal());
        std::copy(pairs.begin(), pairs.end(), kept);
        *out = {kept, pairs.size()};
    });
}

Status partition_name(Span<const View> keys, Span<const Pair> spec, Arena *arena, View *name) noexcept
{
    return guarded([&] {
        std::string text;
        for (const Pair &pair : ordered(keys, spec))
            text += (text.empty() ? "" : "/") + std::string(pair.key) + "=" + std::string(pair.value);
        *name = keep(text, arena);
    });
}

Status desc_of_spec(Span<const View> keys, Span<const Pair> spec, View null_name, Arena *arena, View *desc) noexcept
{
    return guarded([&] {
        std::string text;
        for (const Pair &pair : ordered(keys, spec))
            text += (text.empty() ? "" : ",") + std::string(pair.key) + "=" + as_stored(pair, null_name);
        *desc = keep(text.empty() ? catalog::kUnpartitioned : View(text), arena);
    });
}

Status spec_of_desc(Span<const View> keys, View desc, View null_name, Arena *arena, Span<const Pair> *spec) noexcept
{
    return guarded([&] {
        Pair *pairs = arena->array<Pair>(keys.size);
        View *values = arena->array<View>(keys.size);
        if (pairs == nullptr || values == nullptr)
            raise(arena->refusal());
        catalog::TableShape shape;
        shape.range_columns = keys;
        bool fits = keys.empty() ? desc == catalog::kUnpartitioned : catalog::split_desc(shape, desc, values);
        if (!fits)
            raise(bad_state("partition %s does not fit the partition keys", Quoted(desc).text));
        for (std::size_t i = 0; i < keys.size; ++i) {
            pairs[i].key = keys[i];
            pairs[i].value = values[i] == catalog::kNullValue    ? null_name
                             : values[i] == catalog::kEmptyValue ? View()
                                                                 : values[i];
        }
        *spec = {pairs, keys.size};
    });
}

Status print_pairs(Span<const Pair> pairs, Arena *arena, View *json) noexcept
{
    return guarded([&] {
        std::vector<std::pair<std::string, std::string>> copies;
        for (const Pair &pair : pairs)
            copies.emplace_back(pair.key, pair.value);
        std::string text;
        print(copies, &text);
        *json = keep(text, arena);
    });
}

}   // namespace lakesoul::paimon
