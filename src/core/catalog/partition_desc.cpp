// Parsing and printing of partition descriptions. No tables, no clock.
#include "core/catalog/partition_desc.hpp"

#include <algorithm>
#include <climits>
#include <string>
#include <unordered_set>
#include <vector>

namespace lakesoul::catalog {
namespace {

Status copy_out(const std::string &text, Arena *arena, View *out)
{
    char *place = arena->array<char>(text.size());
    if (place == nullptr)
        return arena->refusal();
    std::memcpy(place, text.data(), text.size());
    *out = View(place, text.size());
    return {};
}

Status split_names(View list, Arena *arena, Span<const View> *out)
{
    std::vector<View> names;
    while (!list.empty()) {
        std::size_t comma = list.find(',');
        names.push_back(list.substr(0, comma));
        list = comma == View::npos ? View() : list.substr(comma + 1);
    }
    View *copy = arena->array<View>(names.size());
    if (copy == nullptr)
        return arena->refusal();
    for (std::size_t i = 0; i < names.size(); ++i)
        copy[i] = names[i];
    *out = {copy, names.size()};
    return {};
}

Status check_names(Span<const View> names, const char *what)
{
    std::unordered_set<View> seen;
    for (std::size_t i = 0; i < names.size; ++i) {
        if (names[i].empty())
            return fail(Code::bad_value, "a %s has an empty name", what);
        if (names[i].find_first_of(",;=/") != View::npos)
            return with_detail(fail(Code::bad_value, "name of %s \"%.*s\" is not possible", what,
                                    static_cast<int>(names[i].size()), names[i].data()),
                               "A name may not hold any of the characters , ; = and /.");
        if (!seen.insert(names[i]).second)
            return fail(Code::bad_value, "%s \"%.*s\" is named twice", what, static_cast<int>(names[i].size()),
                        names[i].data());
    }
    return {};
}

// Takes "<column>=" off the front of *rest.
bool take_column(View *rest, View column)
{
    if (rest->substr(0, column.size()) != column || rest->size() == column.size() || (*rest)[column.size()] != '=')
        return false;
    rest->remove_prefix(column.size() + 1);
    return true;
}

// The length of the value at the front of rest: up to a ',', or a '/' that begins the next column.
std::size_t value_length(View rest, View next_column)
{
    for (std::size_t i = 0; i < rest.size(); ++i) {
        if (rest[i] == ',')
            return i;
        if (rest[i] == '/' && !next_column.empty()) {
            View after = rest.substr(i + 1);
            if (take_column(&after, next_column))
                return i;
        }
    }
    return rest.size();
}

Status does_not_fit(const TableShape &shape, View desc)
{
    Status status = fail(Code::bad_value, "partition description \"%.*s\" does not fit the table",
                         static_cast<int>(desc.size()), desc.data());
    if (shape.range_columns.empty())
        return with_detail(status, "The table is not partitioned, its only partition is \"-5\".");
    std::string form;
    for (View column : shape.range_columns)
        form.append(form.empty() ? "" : ",").append(column).append("=<value>");
    return with_detail(status, "It must have the form \"%s\"; a value is not empty and holds neither , nor =.",
                       form.c_str());
}

View stored_text(const Value &value)
{
    return value.null ? kNullValue : value.text.empty() ? kEmptyValue : value.text;
}

Status join(const TableShape &shape, const View *values, Arena *arena, View *out)
{
    if (shape.range_columns.empty()) {
        *out = kUnpartitioned;
        return {};
    }
    std::string text;
    for (std::size_t i = 0; i < shape.range_columns.size; ++i) {
        if (i > 0)
            text.push_back(',');
        text.append(shape.range_columns[i]).append("=").append(values[i]);
    }
    return copy_out(text, arena, out);
}

}   // namespace

Status parse_partitions(View partitions, Arena *arena, TableShape *out) noexcept
try {
    std::size_t semicolon = partitions.find(';');
    Status status = split_names(partitions.substr(0, semicolon), arena, &out->range_columns);
    if (status.ok())
        status =
            split_names(semicolon == View::npos ? View() : partitions.substr(semicolon + 1), arena, &out->primary_keys);
    return status;
} catch (...) {
    return caught();
}

Status format_partitions(const TableShape &shape, Arena *arena, View *out) noexcept
try {
    Status status = check_names(shape.range_columns, "range column");
    if (status.ok())
        status = check_names(shape.primary_keys, "primary key column");
    if (!status.ok())
        return status;
    std::string text;
    for (View column : shape.range_columns)
        text.append(text.empty() ? "" : ",").append(column);
    text.push_back(';');
    for (std::size_t i = 0; i < shape.primary_keys.size; ++i)
        text.append(i == 0 ? "" : ",").append(shape.primary_keys[i]);
    return copy_out(text, arena, out);
} catch (...) {
    return caught();
}

bool split_desc(const TableShape &shape, View desc, View *values) noexcept
{
    std::size_t count = shape.range_columns.size;
    if (count == 0)
        return desc == kUnpartitioned;
    for (std::size_t i = 0; i < count; ++i) {
        if (!take_column(&desc, shape.range_columns[i]))
            return false;
        View next = i + 1 < count ? shape.range_columns[i + 1] : View();
        std::size_t length = value_length(desc, next);
        values[i] = desc.substr(0, length);
        if (values[i].empty() || values[i].find('=') != View::npos)
            return false;
        desc.remove_prefix(length);
        if (desc.empty() != (i + 1 == count))
            return false;
        if (!desc.empty())
            desc.remove_prefix(1);
    }
    return true;
}

Status normalise_desc(const TableShape &shape, View table_id, View desc, Arena *arena, View *out) noexcept
try {
    if (shape.range_columns.empty() && desc.empty())
        desc = kUnpartitioned;
    if (table_id.size() + desc.size() > kMaxPartitionKey)
        return with_detail(fail(Code::limit, "partition description is too long"),
                           "Table id and description have %zu bytes together, the limit is %zu.",
                           table_id.size() + desc.size(), kMaxPartitionKey);
    std::vector<View> values(shape.range_columns.size);
    if (!split_desc(shape, desc, values.data()))
        return does_not_fit(shape, desc);
    Status status = join(shape, values.data(), arena, out);
    if (status.ok() && *out == desc)
        *out = desc;
    return status;
} catch (...) {
    return caught();
}

Status compile_filter(const TableShape &shape, Span<const Condition> conditions, Arena *arena, Filter *out) noexcept
{
    View *wanted = arena->array<View>(shape.range_columns.size);
    if (wanted == nullptr)
        return arena->refusal();
    for (const Condition &condition : conditions) {
        std::size_t i = 0;
        while (i < shape.range_columns.size && shape.range_columns[i] != condition.column)
            ++i;
        if (i == shape.range_columns.size)
            return fail(Code::no_column, "column \"%.*s\" is not a range column of the table",
                        static_cast<int>(condition.column.size()), condition.column.data());
        if (wanted[i].data() != nullptr)
            return fail(Code::bad_value, "column \"%.*s\" has two conditions",
                        static_cast<int>(condition.column.size()), condition.column.data());
        wanted[i] = stored_text(condition.value);
    }
    *out = {shape, {wanted, shape.range_columns.size}, conditions.size == shape.range_columns.size};
    return {};
}

bool matches(const Filter &filter, View desc) noexcept
{
    std::size_t count = filter.shape.range_columns.size;
    bool any = true;
    for (std::size_t i = 0; i < count && any; ++i)
        any = filter.wanted[i].data() == nullptr;
    for (std::size_t i = 0; i < count && !any; ++i) {
        if (!take_column(&desc, filter.shape.range_columns[i]))
            return false;
        std::size_t length = std::min(desc.find(','), desc.size());
        if (filter.wanted[i].data() != nullptr && desc.substr(0, length) != filter.wanted[i])
            return false;
        if ((length == desc.size()) != (i + 1 == count))
            return false;
        desc.remove_prefix(i + 1 == count ? length : length + 1);
    }
    return true;
}

Status begin_of_desc(const Filter &filter, Arena *arena, View *out) noexcept
try {
    std::string text;
    for (std::size_t i = 0; i < filter.shape.range_columns.size && filter.wanted[i].data() != nullptr; ++i)
        text.append(filter.shape.range_columns[i]).append("=").append(filter.wanted[i]).append(",");
    return copy_out(text, arena, out);
} catch (...) {
    return caught();
}

Status exact_desc(const Filter &filter, Arena *arena, View *out) noexcept
try {
    return join(filter.shape, filter.wanted.data, arena, out);
} catch (...) {
    return caught();
}

std::int32_t bucket_of_path(View path) noexcept
{
    // The clients' pattern, for the name without its folders, is .*_(\d+)(?:\..*)?$ : digits after the last '_' that
    // has them and is followed by nothing else up to the end or a dot.
    for (std::size_t i = path.size(); i-- > 0 && path[i] != '/';) {
        if (path[i] != '_')
            continue;
        std::int64_t number = 0;
        std::size_t end = i + 1;
        for (; end < path.size() && path[end] >= '0' && path[end] <= '9'; ++end)
            number = std::min<std::int64_t>(number * 10 + (path[end] - '0'), std::int64_t{INT32_MAX} + 1);
        if (end > i + 1 && (end == path.size() || path[end] == '.'))
            return number > INT32_MAX ? -1 : static_cast<std::int32_t>(number);
    }
    return -1;
}

}   // namespace lakesoul::catalog
