// Columns of table_schema in Spark's dialect and in that of Arrow's Rust.
#include "core/paimon/arrow.hpp"
#include "core/paimon/error.hpp"
#include "core/paimon/failure.hpp"

namespace lakesoul::paimon {
namespace {

DataType spark_type(const Json &json, const std::string &column);

DataType nullable_if(DataType type, bool nullable)
{
    type.nullable = nullable;
    return type;
}

// "decimal(10,2)", "char(3)", "varchar(20)": the same words as ours.
DataType spark_text(const std::string &text, const std::string &column)
{
    constexpr struct {
        View word;
        Root root;
        std::int32_t a;
    } kWords[] = {{"boolean", Root::boolean, 0},
                  {"byte", Root::tinyint, 0},
                  {"short", Root::smallint, 0},
                  {"integer", Root::integer, 0},
                  {"long", Root::bigint, 0},
                  {"float", Root::real, 0},
                  {"double", Root::double_precision, 0},
                  {"string", Root::varchar, kMaxLength},
                  {"binary", Root::varbinary, kMaxLength},
                  {"date", Root::date, 0},
                  {"timestamp", Root::timestamp_ltz, 6},
                  {"timestamp_ntz", Root::timestamp, 6}};
    for (const auto &known : kWords)
        if (known.word == text)
            return plain(known.root, known.a);
    View word = View(text).substr(0, text.find('('));
    if (word == "decimal" || word == "char" || word == "varchar")
        return read_type_text(text, column + ": ");
    no_counterpart(text, column);
}

DataType spark_nested(const Json &json, const std::string &column)
{
    std::string word = need_string(expect(json, Json::Kind::object, column), "type", column);
    if (word == "struct") {
        DataType type = plain(Root::row);
        for (const Json &item : expect(need(json, "fields", column), Json::Kind::array, column).items)
            type.fields.push_back(read_spark_field(item));
        return type;
    }
    if (word == "array") {
        DataType type = plain(Root::array);
        type.parts.push_back(nullable_if(spark_type(need(json, "elementType", column), column),
                                         bool_or(json, "containsNull", true, column)));
        return type;
    }
    if (word != "map")
        no_counterpart(word, column);
    DataType type = plain(Root::map);
    type.parts.push_back(nullable_if(spark_type(need(json, "keyType", column), column), false));
    type.parts.push_back(nullable_if(spark_type(need(json, "valueType", column), column),
                                     bool_or(json, "valueContainsNull", true, column)));
    return type;
}

DataType spark_type(const Json &json, const std::string &column)
{
    return json.is(Json::Kind::string) ? spark_text(json.text, column) : spark_nested(json, column);
}

DataType rust_type(const Json &json, const std::string &column);

DataType rust_word(const std::string &word, const std::string &column)
{
    if (word == "Boolean")
        return plain(Root::boolean);
    if (word == "Float16" || word == "Float32")
        return plain(Root::real);
    if (word == "Float64")
        return plain(Root::double_precision);
    if (word == "Utf8" || word == "LargeUtf8" || word == "Utf8View")
        return plain(Root::varchar, kMaxLength);
    if (word == "Binary" || word == "LargeBinary" || word == "BinaryView")
        return plain(Root::varbinary, kMaxLength);
    if (word == "Date32" || word == "Date64")
        return plain(Root::date);
    for (std::int64_t bits : {8, 16, 32, 64})
        for (bool has_sign : {true, false})
            if (word == (has_sign ? "Int" : "UInt") + std::to_string(bits))
                return lakesoul_integer(bits, has_sign, column);
    no_counterpart(word, column);
}

const Json &element(const Json &array, std::size_t i, const std::string &column)
{
    if (expect(array, Json::Kind::array, column).items.size() <= i)
        raise(invalid("%s has a type of too few parts", column.c_str()));
    return array.items[i];
}

DataType rust_map(const Json &entries, const std::string &column)
{
    Field pair = read_rust_field(entries);
    if (pair.type.fields.size() != 2)
        raise(invalid("%s has a map whose entries are no pairs", column.c_str()));
    DataType type = plain(Root::map);
    for (const Field &part : pair.type.fields)
        type.parts.push_back(part.type);
    return type;
}

// {"List": field}, {"Timestamp": ["Microsecond", null]}, ...
DataType rust_object(const std::string &word, const Json &value, const std::string &column)
{
    if (word == "Time32" || word == "Time64")
        return plain(Root::time, precision_of_unit(expect(value, Json::Kind::string, column).text, column));
    if (word == "Timestamp")
        return plain(element(value, 1, column).is(Json::Kind::null) ? Root::timestamp : Root::timestamp_ltz,
                     precision_of_unit(element(value, 0, column).text, column));
    if (word == "Decimal128" || word == "Decimal256")
        return lakesoul_decimal(to_int64(element(value, 0, column), column),
                                to_int64(element(value, 1, column), column), column);
    if (word == "FixedSizeBinary") {
        std::int64_t width = to_int64(value, column);
        if (width >= 1 && width <= kMaxLength)
            return plain(Root::binary, static_cast<std::int32_t>(width));
    }
    if (word == "List" || word == "LargeList" || word == "ListView" || word == "LargeListView")
        return lakesoul_list(read_rust_field(value), 0);
    if (word == "FixedSizeList")
        return lakesoul_list(read_rust_field(element(value, 0, column)), to_int64(element(value, 1, column), column));
    if (word == "Map")
        return rust_map(element(value, 0, column), column);
    if (word == "Dictionary")   // of indexes and values
        return rust_type(element(value, 1, column), column);
    if (word == "RunEndEncoded")   // of fields: run ends and values
        return read_rust_field(element(value, 1, column)).type;
    if (word != "Struct")
        no_counterpart(word, column);
    DataType type = plain(Root::row);
    for (const Json &item : expect(value, Json::Kind::array, column).items)
        type.fields.push_back(read_rust_field(item));
    return type;
}

DataType rust_type(const Json &json, const std::string &column)
{
    if (json.is(Json::Kind::string))
        return rust_word(json.text, column);
    expect(json, Json::Kind::object, column);
    if (json.keys.size() != 1)
        raise(invalid("%s has no data type", column.c_str()));
    return rust_object(json.keys[0], json.items[0], column);
}

Field named_field(const Json &json, std::string *column)
{
    Field field;
    field.name = need_string(expect(json, Json::Kind::object, "a column"), "name", "a column");
    *column = std::string("column ") + Quoted(field.name).text;
    return field;
}

}   // namespace

Field read_spark_field(const Json &json)
{
    std::string column;
    Field field = named_field(json, &column);
    // Spark keeps CHAR and VARCHAR as strings with a note of what they were.
    std::optional<std::string> text = find_metadata(json, "__CHAR_VARCHAR_TYPE_STRING");
    const Json &type = need(json, "type", column);
    field.type = text && type.is(Json::Kind::string) ? spark_text(*text, column) : spark_type(type, column);
    field.type.nullable = bool_or(json, "nullable", true, column);
    field.description = find_metadata(json, "comment");
    return field;
}

Field read_rust_field(const Json &json)
{
    std::string column;
    Field field = named_field(json, &column);
    field.type = rust_type(need(json, "data_type", column), column);
    field.type.nullable = bool_or(json, "nullable", true, column);
    field.description = find_metadata(json, kCommentKey);
    return field;
}

}   // namespace lakesoul::paimon
