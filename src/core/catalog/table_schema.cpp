// Reading of table_schema and properties.
#include "core/catalog/table_schema.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace lakesoul::catalog {
namespace {

using nlohmann::json;

bool read_names(const json &schema, std::vector<std::string> *names)
{
    if (!schema.is_object())
        return false;
    auto fields = schema.find("fields");
    if (fields == schema.end() || !fields->is_array())
        return false;
    for (const json &field : *fields) {
        auto name = field.is_object() ? field.find("name") : field.end();
        if (!field.is_object() || name == field.end() || !name->is_string())
            return false;
        names->push_back(name->get<std::string>());
    }
    return true;
}

bool has(Span<const View> names, View name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

}   // namespace

Status column_names(View table_schema, Arena *arena, Span<const View> *names, bool *readable) noexcept
try {
    std::vector<std::string> found;
    json schema = json::parse(table_schema.begin(), table_schema.end(), nullptr, false);
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
{
    Span<const View> names;
    bool readable;
    Status status = column_names(table_schema, arena, &names, &readable);
    if (!status.ok())
        return status;
    for (View column : shape.range_columns)
        if (has(shape.primary_keys, column))
            return fail(Code::bad_value, "column \"%.*s\" is both a range column and a primary key",
                        static_cast<int>(column.size()), column.data());
    for (const Span<const View> &list : {shape.range_columns, shape.primary_keys})
        for (View column : list)
            if (readable && !has(names, column))
                return fail(Code::no_column, "column \"%.*s\" is not in the table's schema",
                            static_cast<int>(column.size()), column.data());
    return {};
}

Status check_json_object(View text, const char *what) noexcept
try {
    json value = json::parse(text.begin(), text.end(), nullptr, false);
    if (!value.is_object())
        return fail(Code::bad_json, "%s must be a JSON object", what);
    return {};
} catch (...) {
    return caught();
}

}   // namespace lakesoul::catalog
