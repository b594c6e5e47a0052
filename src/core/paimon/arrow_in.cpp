// Columns of table_schema in Arrow-Java's dialect, and what all dialects share.
#include "core/paimon/arrow.hpp"
#include "core/paimon/error.hpp"
#include "core/paimon/failure.hpp"

namespace lakesoul::paimon {
namespace {

// The texts are the clients', so a fault is the state of the catalog and not of a request.
template <typename Read> auto in_catalog(const std::string &what, Read &&read)
{
    try {
        return read();
    } catch (const Failure &failure) {
        if (failure.status.response == 500 || failure.status.response == 0)
            throw;
        raise(bad_state("%s: %s", what.c_str(), failure.status.message));
    }
}

std::string name_of(const Json &type, const std::string &where)
{
    return need_string(expect(type, Json::Kind::object, where), "name", where);
}

const std::vector<Json> &children_of(const Json &field, std::size_t wanted, const std::string &where)
{
    const Json &children = expect(need(field, "children", where), Json::Kind::array, place("children", where));
    if (wanted != 0 && children.items.size() != wanted)
        raise(invalid("%s must have %zu elements", place("children", where).c_str(), wanted));
    return children.items;
}

DataType read_map(const Json &field, const std::string &where)
{
    const Json &entries = children_of(field, 1, where)[0];
    DataType type = plain(Root::map);
    for (const Json &part : children_of(entries, 2, where))
        type.parts.push_back(read_arrow_field(part).type);
    return type;
}

DataType read_time(const Json &type, const std::string &name, const std::string &column)
{
    std::int32_t precision = precision_of_unit(need_string(type, "unit", column), column);
    if (name == "time")
        return plain(Root::time, precision);
    return plain(type.find("timezone") == nullptr ? Root::timestamp : Root::timestamp_ltz, precision);
}

DataType read_bytes(std::int64_t width, const std::string &column)
{
    if (width < 1 || width > kMaxLength)
        no_counterpart("fixedsizebinary", column);
    return plain(Root::binary, static_cast<std::int32_t>(width));
}

DataType read_struct(const Json &field, const std::string &column)
{
    DataType type = plain(Root::row);
    for (const Json &child : children_of(field, 0, column))
        type.fields.push_back(read_arrow_field(child));
    return type;
}

bool ends_with(View text, View end)
{
    return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

DataType read_arrow_type(const Json &field, const std::string &column)
{
    const Json &type = need(field, "type", column);
    std::string name = name_of(type, column);   // a place in it would cost as much as reading it
    if (name == "bool")
        return plain(Root::boolean);
    if (name == "int")
        return lakesoul_integer(need_int64(type, "bitWidth", column), bool_or(type, "isSigned", true, column), column);
    if (name == "floatingpoint")
        return plain(need_string(type, "precision", column) == "DOUBLE" ? Root::double_precision : Root::real);
    if (name == "decimal")
        return lakesoul_decimal(need_int64(type, "precision", column), int64_or(type, "scale", 0, column), column);
    if (name == "utf8" || name == "largeutf8" || name == "utf8view")
        return plain(Root::varchar, kMaxLength);
    if (name == "binary" || name == "largebinary" || name == "binaryview")
        return plain(Root::varbinary, kMaxLength);
    if (name == "fixedsizebinary")
        return read_bytes(need_int64(type, "byteWidth", column), column);
    if (name == "date")
        return plain(Root::date);
    if (name == "time" || name == "timestamp")
        return read_time(type, name, column);
    if (name == "struct")
        return read_struct(field, column);
    if (name == "map")
        return read_map(field, column);
    if (name == "fixedsizelist")
        return lakesoul_list(read_arrow_field(children_of(field, 1, column)[0]), need_int64(type, "listSize", column));
    if (ends_with(name, "list") || ends_with(name, "listview"))
        return lakesoul_list(read_arrow_field(children_of(field, 1, column)[0]), 0);
    no_counterpart(name, column);
}

}   // namespace

void no_counterpart(View type, const std::string &column)
{
    raise(bad_state("type %s of %s has no counterpart", Quoted(type).text, column.c_str()));
}

DataType plain(Root root, std::int32_t a)
{
    DataType type;
    type.root = root;
    type.a = a;
    return type;
}

std::int32_t precision_of_unit(View unit, const std::string &column)
{
    constexpr struct {
        View word;
        std::int32_t precision;
    } kUnits[] = {{"second", 0}, {"millisecond", 3}, {"microsecond", 6}, {"nanosecond", 9}};
    for (const auto &known : kUnits)
        if (same_word(unit, known.word))
            return known.precision;
    no_counterpart(unit, column);
}

DataType lakesoul_decimal(std::int64_t precision, std::int64_t scale, const std::string &column)
{
    if (precision < 1 || precision > 38 || scale < 0 || scale > precision)
        no_counterpart("decimal", column);
    DataType type = plain(Root::decimal, static_cast<std::int32_t>(precision));
    type.b = static_cast<std::int32_t>(scale);
    return type;
}

DataType lakesoul_integer(std::int64_t bits, bool has_sign, const std::string &column)
{
    constexpr Root kRoots[] = {Root::tinyint, Root::smallint, Root::integer, Root::bigint};
    std::size_t size = bits == 8 ? 0 : bits == 16 ? 1 : bits == 32 ? 2 : bits == 64 ? 3 : 4;
    if (size == 4)
        no_counterpart("int", column);
    if (!has_sign && size == 3)
        return lakesoul_decimal(20, 0, column);
    return plain(kRoots[size + (has_sign ? 0 : 1)]);
}

DataType lakesoul_list(const Field &element, std::int64_t length)
{
    bool vector = length > 0 && length <= kMaxLength && is_vector_element(element.type.root);
    DataType type = plain(vector ? Root::vector : Root::array, vector ? static_cast<std::int32_t>(length) : 0);
    type.parts.push_back(element.type);
    return type;
}

std::optional<std::string> find_metadata(const Json &field, View key)
{
    const Json *metadata = field.find("metadata");
    if (metadata == nullptr)
        return {};
    if (metadata->is(Json::Kind::object)) {
        const Json *value = metadata->find(key);
        return value != nullptr && value->is(Json::Kind::string) ? std::optional<std::string>(value->text)
                                                                 : std::nullopt;
    }
    for (const Json &entry : metadata->items) {
        const Json *name = entry.find("key");
        const Json *value = entry.find("value");
        if (name != nullptr && name->text == key && value != nullptr)
            return value->text;
    }
    return {};
}

Field read_arrow_field(const Json &json)
{
    Field field;
    field.name = need_string(expect(json, Json::Kind::object, "a column"), "name", "a column");
    std::string column = std::string("column ") + Quoted(field.name).text;
    field.type = read_arrow_type(json, column);
    field.type.nullable = bool_or(json, "nullable", true, column);
    field.description = find_metadata(json, kCommentKey);
    return field;
}

std::vector<Field> read_lakesoul_columns(View table_schema)
{
    return in_catalog("the table's schema cannot be read", [&] {
        const std::string where = "the table's schema";
        Json schema = parse_json(table_schema, "the table's schema");
        expect(schema, Json::Kind::object, where);
        const Json *kind = schema.find("type");
        bool spark = kind != nullptr && kind->is(Json::Kind::string) && kind->text == "struct";
        std::vector<Field> fields;
        for (const Json &item :
             expect(need(schema, "fields", where), Json::Kind::array, place("fields", where)).items) {
            bool rust = item.find("data_type") != nullptr;
            fields.push_back(spark ? read_spark_field(item) : rust ? read_rust_field(item) : read_arrow_field(item));
        }
        return fields;
    });
}

}   // namespace lakesoul::paimon
