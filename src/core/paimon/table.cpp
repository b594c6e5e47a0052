// Table schemas from and to JSON; options.
#include "core/paimon/table.hpp"

#include <algorithm>
#include <charconv>

#include "core/paimon/error.hpp"
#include "core/paimon/failure.hpp"
#include "core/paimon/limits.hpp"

namespace lakesoul::paimon {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

template <typename List> auto find_place(List &pairs, View key)
{
    return std::lower_bound(pairs.begin(), pairs.end(), key,
                            [](const Pairs::value_type &pair, View wanted) { return pair.first < wanted; });
}

std::vector<std::string> read_keys(const Json &json, View key, const std::string &where)
{
    std::vector<std::string> names = strings(need(json, key, where), place(key, where));
    if (names.size() > kMaxKeys)
        raise(over_limit("%s has more than %zu columns", place(key, where).c_str(), kMaxKeys));
    return names;
}

void read_common(const Json &json, const std::string &where, Table *table)
{
    expect(json, Json::Kind::object, where);
    table->fields = read_fields(need(json, "fields", where), where, Twice::allowed);
    if (count_fields(table->fields) > kMaxFields)
        raise(over_limit("%s has more than %zu fields", where.c_str(), kMaxFields));
    table->partition_keys = read_keys(json, "partitionKeys", where);
    table->primary_keys = read_keys(json, "primaryKeys", where);
    table->options.take(string_map(need(json, "options", where), place("options", where)));
    std::string comment;
    if (find_text(json, "comment", where, &comment))
        table->comment = comment;
}

void print_list(const char *key, const std::vector<std::string> &list, std::string *out)
{
    out->append(key);
    for (std::size_t i = 0; i < list.size(); ++i) {
        out->push_back(i == 0 ? '[' : ',');
        print_string(list[i], out);
    }
    out->append(list.empty() ? "[]" : "]");
}

// The keys that a Schema and a TableSchema share, after the fields.
void print_rest(const Table &table, std::string *out)
{
    print_list(",\"partitionKeys\":", table.partition_keys, out);
    print_list(",\"primaryKeys\":", table.primary_keys, out);
    out->append(",\"options\":");
    print(table.options.pairs, out);
    if (table.comment) {
        out->append(",\"comment\":");
        print_string(*table.comment, out);
    }
}

}   // namespace

void Options::take(std::vector<std::pair<std::string, std::string>> unordered)
{
    pairs = std::move(unordered);
    std::sort(pairs.begin(), pairs.end());
    check_size();
}

void Options::check_size() const
{
    if (pairs.size() > kMaxOptions)
        raise(over_limit("there are more than %zu options", kMaxOptions));
}

const std::string *Options::find(View key) const
{
    auto at = find_place(pairs, key);
    return at != pairs.end() && at->first == key ? &at->second : nullptr;
}

void Options::set(View key, View value)
{
    auto at = find_place(pairs, key);
    if (at != pairs.end() && at->first == key)
        at->second = value;
    else
        pairs.emplace(at, key, value);
    check_size();
}

void Options::remove(View key)
{
    auto at = find_place(pairs, key);
    if (at != pairs.end() && at->first == key)
        pairs.erase(at);
}

bool Options::is_true(View key, bool missing) const
{
    const std::string *value = find(key);
    return value == nullptr ? missing : same_word(*value, "true");
}

std::int32_t Options::integer(View key, std::int32_t missing) const
{
    const std::string *value = find(key);
    if (value == nullptr)
        return missing;
    View digits = *value;
    if (!digits.empty() && digits[0] == '+')
        digits.remove_prefix(1);
    std::int32_t number = 0;
    std::from_chars_result result = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (result.ec != std::errc() || result.ptr != digits.data() + digits.size())
        raise(invalid("option %s must be an integer, not %s", Quoted(key).text, Quoted(*value).text));
    return number;
}

std::vector<View> parts_of(View text)
{
    std::vector<View> parts;
    for (std::size_t first = 0; first <= text.size();) {
        std::size_t comma = std::min(text.find(',', first), text.size());
        parts.push_back(text.substr(first, comma - first));
        if (parts.size() > kMaxKeys)
            raise(over_limit("a list of columns has more than %zu", kMaxKeys));
        first = comma + 1;
    }
    while (parts.size() > 1 && parts.back().empty())
        parts.pop_back();
    return parts;
}

std::vector<std::string> split_list(View text)
{
    std::vector<std::string> names;
    for (View part : parts_of(text))
        if (!is_blank(part))
            names.emplace_back(trimmed(part));
    return names;
}

bool contains(const std::vector<std::string> &list, View name)
{
    return std::find(list.begin(), list.end(), name) != list.end();
}

const Field *find_field(const std::vector<Field> &fields, View name)
{
    for (const Field &field : fields)
        if (field.name == name)
            return &field;
    return nullptr;
}

Table read_client_schema(const Json &json)
{
    Table table;
    read_common(json, "the schema", &table);
    bool given = check_ids(table.fields, "the schema");
    std::int64_t counter = -1;
    for (Field &field : table.fields)
        if (!given)
            number_column(&field, &counter);
    table.highest_field_id = largest_id(table.fields);   // whether one is there twice is looked at later
    return table;
}

Table read_table_schema(const Json &json)
{
    const std::string where = "the table schema";
    Table table;
    read_common(json, where, &table);
    table.id = need_int64(json, "id", where);
    table.highest_field_id = need_int64(json, "highestFieldId", where);
    table.time_millis = int64_or(json, "timeMillis", 0, where);
    if (!table.fields.empty() && !check_ids(table.fields, where))
        raise(invalid("%s has fields without ids", where.c_str()));
    if (table.id < 0 || table.id == INT64_MAX)
        raise(invalid("%s has the id %lld", where.c_str(), static_cast<long long>(table.id)));
    std::int64_t highest = highest_id(table.fields);
    if (table.highest_field_id < highest || table.highest_field_id > INT32_MAX)
        raise(invalid("%s must be between %lld and %d, not %lld", place("highestFieldId", where).c_str(),
                      static_cast<long long>(highest), INT32_MAX, static_cast<long long>(table.highest_field_id)));
    return table;
}

void print(const Table &table, std::string *out)
{
    out->append("{\"version\":3,\"id\":" + std::to_string(table.id) + ",\"fields\":");
    print(table.fields, out);
    out->append(",\"highestFieldId\":" + std::to_string(table.highest_field_id));
    print_rest(table, out);
    out->append(",\"timeMillis\":" + std::to_string(table.time_millis) + "}");
}

void print_response(Table table, std::string *out)
{
    table.options.remove("path");
    out->append("{\"fields\":");
    print(table.fields, out);
    print_rest(table, out);
    out->push_back('}');
}

}   // namespace lakesoul::paimon
