// Reading of table_schema and properties.
#include "core/catalog/table_schema.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <unordered_set>
#include <vector>

namespace lakesoul::catalog {
namespace {

using nlohmann::json;

// Keeps {"fields": [{"name": ...}, ...]} of a text and nothing else, however large the rest is.
bool is_wanted(int depth, json::parse_event_t event, const json &parsed)
{
    switch (event) {
    case json::parse_event_t::key: return depth == 1 ? parsed == "fields" : depth == 3 && parsed == "name";
    case json::parse_event_t::object_start: return depth == 0 || depth == 2;
    case json::parse_event_t::array_start: return depth == 1 || depth == 2;
    default: return true;
    }
}

bool read_names(const json &schema, std::vector<std::string> *names)
{
    if (!schema.is_object())
        return false;
    auto fields = schema.find("fields");
    if (fields == schema.end() || !fields->is_array())
        return false;
    for (const json &field : *fields) {
        if (!field.is_object())
            return false;
        auto name = field.find("name");
        if (name == field.end() || !name->is_string())
            return false;
        names->push_back(name->get<std::string>());
    }
    return true;
}

}   // namespace

Status column_names(View table_schema, Arena *arena, Span<const View> *names, bool *readable) noexcept
try {
    std::vector<std::string> found;
    json schema = json::parse(table_schema.begin(), table_schema.end(), is_wanted, false);
    *readable = !schema.is_discarded() && read_names(schema, &found);
    *names = {};
    if (!*readable)
        return {};
    View *views = arena->array<View>(found.size());
    if (views == nullptr)
        return arena->refusal();
    for (std::size_t i = 0; i < found.size(); ++i) {
        char *text = arena->array<char>(found[i].size());
        if (text == nullptr)
            return arena->refusal();
        std::copy(found[i].begin(), found[i].end(), text);
        views[i] = View(text, found[i].size());
    }
    *names = {views, found.size()};
    return {};
} catch (...) {
    return caught();
}

Status check_columns(const TableShape &shape, View table_schema, Arena *arena) noexcept
try {
    Span<const View> names;
    bool readable;
    Status status = column_names(table_schema, arena, &names, &readable);
    if (!status.ok())
        return status;
    std::unordered_set<View> keys(shape.primary_keys.begin(), shape.primary_keys.end());
    std::unordered_set<View> columns(names.begin(), names.end());
    for (View column : shape.range_columns)
        if (keys.count(column) != 0)
            return fail(Code::bad_value, "column \"%.*s\" is both a range column and a primary key",
                        static_cast<int>(column.size()), column.data());
    for (const Span<const View> &list : {shape.range_columns, shape.primary_keys})
        for (View column : list)
            if (readable && columns.count(column) == 0)
                return fail(Code::no_column, "column \"%.*s\" is not in the table's schema",
                            static_cast<int>(column.size()), column.data());
    return {};
} catch (...) {
    return caught();
}

Status check_json_object(View text, const char *what) noexcept
try {
    std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == View::npos || text[first] != '{' || !json::accept(text.begin(), text.end()))
        return fail(Code::bad_json, "%s must be a JSON object", what);
    return {};
} catch (...) {
    return caught();
}

}   // namespace lakesoul::catalog
