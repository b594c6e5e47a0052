// Columns <-> Arrow-Java's JSON, which is what LakeSoul's clients read. Comments are kept as Spark keeps them.
#include "core/carbon/arrow.hpp"

#include <algorithm>
#include <unordered_set>

#include "core/carbon/json_text.hpp"
#include "core/carbon/words.hpp"

namespace lakesoul::carbon {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr const char *kComment = "spark_comment";

ordered_json arrow_type(const Column &column)
{
    switch (column.kind) {
    case Kind::string: return {{"name", "utf8"}};
    case Kind::date: return {{"name", "date"}, {"unit", "DAY"}};
    case Kind::timestamp: return {{"name", "timestamp"}, {"unit", "MICROSECOND"}, {"timezone", "UTC"}};
    case Kind::boolean: return {{"name", "bool"}};
    case Kind::int16: return {{"name", "int"}, {"bitWidth", 16}, {"isSigned", true}};
    case Kind::int32: return {{"name", "int"}, {"bitWidth", 32}, {"isSigned", true}};
    case Kind::int64: return {{"name", "int"}, {"bitWidth", 64}, {"isSigned", true}};
    case Kind::float64: return {{"name", "floatingpoint"}, {"precision", "DOUBLE"}};
    case Kind::decimal:
        return {{"name", "decimal"}, {"precision", column.precision}, {"scale", column.scale}, {"bitWidth", 128}};
    case Kind::array: return {{"name", "list"}};
    case Kind::structure: return {{"name", "struct"}};
    case Kind::other: break;
    }
    refuse(fail(Code::internal, "type %s has no Arrow type", shown(column.type).c_str()));
}

class Writer {
public:
    Writer(const Plan &plan, Span<const View> keys) : plan_(plan), keys_(keys.begin(), keys.end()) {}

    std::string write()
    {
        std::vector<std::size_t> tops;
        for (std::size_t i = 0; i < plan_.columns.size; ++i)
            if (plan_.columns[i].ordinal >= 0)
                tops.push_back(i);
        std::sort(tops.begin(), tops.end(),
                  [this](std::size_t a, std::size_t b) { return plan_.columns[a].ordinal < plan_.columns[b].ordinal; });
        ordered_json fields = ordered_json::array();
        for (std::size_t place : tops)
            fields.push_back(field(&place));
        return ordered_json({{"fields", fields}}).dump();
    }

private:
    // *place goes on to the column behind the field's children.
    ordered_json field(std::size_t *place)
    {
        const Column &column = plan_.columns[(*place)++];
        bool element = column.parent >= 0 && plan_.columns[static_cast<std::size_t>(column.parent)].kind == Kind::array;
        ordered_json made = {
            {"name", element ? "element" : std::string(column.own_name)},
            {"nullable", column.ordinal < 0 || keys_.count(column.name) == 0},
            {"type", arrow_type(column)},
            {"children", ordered_json::array()},
        };
        for (std::int32_t i = 0; i < column.children; ++i)
            made["children"].push_back(field(place));
        if (column.comment.data() != nullptr)
            made["metadata"] = ordered_json::array({{{"key", kComment}, {"value", std::string(column.comment)}}});
        return made;
    }

    const Plan &plan_;
    std::unordered_set<View> keys_;
};

[[noreturn]] void bad_schema(const char *detail)
{
    refuse(with_detail(fail(Code::bad_json, "table_schema is not Arrow's JSON of a schema"), "%s", detail));
}

const json &member(const json &object, const char *key)
{
    static const json kNone;
    auto found = object.is_object() ? object.find(key) : object.end();
    return found == object.end() ? kNone : *found;
}

std::string text(const json &value)
{
    return value.is_string() ? value.get<std::string>() : "";
}

int number(const json &value)
{
    return value.is_number_integer() ? value.get<int>() : 0;
}

SparkType read_kind(const json &type)
{
    std::string name = text(member(type, "name"));
    int bits = number(member(type, "bitWidth"));
    if (name == "utf8" || name == "largeutf8")
        return SparkType::string;
    if (name == "date")
        return SparkType::date;
    if (name == "timestamp")
        return SparkType::timestamp;
    if (name == "bool")
        return SparkType::boolean;
    if (name == "int" && member(type, "isSigned") == true)
        return bits == 8    ? SparkType::int8
               : bits == 16 ? SparkType::int16
               : bits == 32 ? SparkType::int32
                            : SparkType::int64;
    if (name == "floatingpoint")
        return text(member(type, "precision")) == "DOUBLE" ? SparkType::float64 : SparkType::float32;
    if (name == "decimal")
        return SparkType::decimal;
    if (name == "binary" || name == "largebinary")
        return SparkType::binary;
    if (name == "list" || name == "largelist")
        return SparkType::array;
    if (name == "map")
        return SparkType::map;
    if (name == "struct")
        return SparkType::structure;
    refuse(with_detail(
        fail(Code::unsupported, "type \"%s\" of table_schema is not one of CarbonData's", shown(name).c_str()),
        "Its columns cannot be planned."));
}

Type read_field_type(const json &field)
{
    const json &type = member(field, "type"), &children = member(field, "children");
    Type made;
    made.type = read_kind(type);
    if (made.type == SparkType::decimal) {
        made.precision = number(member(type, "precision"));
        made.scale = number(member(type, "scale"));
        if (made.precision < 1 || made.precision > 38 || made.scale < 0 || made.scale > made.precision)
            bad_schema("A decimal has a precision of 1 to 38 and a scale that is not above it.");
    }
    if (!made.complex())
        return made;
    if (!children.is_array() || (made.type == SparkType::array && children.size() != 1))
        bad_schema("A list has one child, a struct has children.");
    for (const json &child : children) {
        made.names.push_back(text(member(child, "name")));
        made.children.push_back(read_field_type(child));
    }
    return made;
}

std::string read_comment(const json &field)
{
    for (const json &pair : member(field, "metadata"))
        if (text(member(pair, "key")) == kComment)
            return text(member(pair, "value"));
    return "";
}

}   // namespace

std::vector<Declared> read_arrow(View table_schema)
{
    json schema = parse_json(table_schema, "table_schema");
    const json &fields = member(schema, "fields");
    if (!fields.is_array())
        bad_schema("It has no fields.");
    std::vector<Declared> columns;
    for (const json &field : fields) {
        Declared column;
        column.name = text(member(field, "name"));
        if (column.name.empty())
            bad_schema("A field has no name.");
        column.type = read_field_type(field);
        column.comment = read_comment(field);
        columns.push_back(std::move(column));
    }
    return columns;
}

Status arrow_schema(const Plan &plan, Span<const View> keys, Arena *arena, View *schema) noexcept
{
    return guarded([&] { *schema = keep(arena, Writer(plan, keys).write()); });
}

}   // namespace lakesoul::carbon
