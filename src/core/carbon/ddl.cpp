// Columns and types as they stand in CREATE TABLE (...), and the same as JSON.
#include <nlohmann/json.hpp>

#include "core/carbon/scanner.hpp"
#include "core/carbon/source.hpp"
#include "core/carbon/words.hpp"

namespace lakesoul::carbon {
namespace {

using nlohmann::json;

constexpr const char *kTypesHint =
    "Use string, char(n), varchar(n), smallint, int, bigint, float, double, decimal(p,s), boolean, date, timestamp, "
    "array<...> or struct<...>.";

struct Word {
    const char *word;
    SparkType type;
};

constexpr Word kPlainTypes[] = {
    {"string", SparkType::string},   {"smallint", SparkType::int16}, {"short", SparkType::int16},
    {"int", SparkType::int32},       {"integer", SparkType::int32},  {"bigint", SparkType::int64},
    {"long", SparkType::int64},      {"float", SparkType::float32},  {"double", SparkType::float64},
    {"boolean", SparkType::boolean}, {"date", SparkType::date},      {"timestamp", SparkType::timestamp},
    {"tinyint", SparkType::int8},    {"byte", SparkType::int8},      {"binary", SparkType::binary},
};

Type read_type(Scanner *scanner, std::size_t depth);

Type read_decimal(Scanner *scanner)
{
    Type type;
    type.type = SparkType::decimal;
    type.precision = 10;
    if (scanner->take('(')) {
        type.precision = scanner->number("a precision");
        if (scanner->take(','))
            type.scale = scanner->number("a scale");
        scanner->expect(')', "\")\" after the precision and scale");
    }
    if (type.precision < 1 || type.precision > 38 || type.scale < 0 || type.scale > type.precision)
        refuse(
            with_hint(with_detail(fail(Code::bad_value, "decimal(%d,%d) is out of range", type.precision, type.scale),
                                  "A decimal has at most 38 digits, its scale is not above its precision."),
                      "Use a precision of 1 to 38 and a scale of 0 to the precision."));
    return type;
}

Type read_struct(Scanner *scanner, std::size_t depth)
{
    Type type;
    type.type = SparkType::structure;
    do {
        scanner->count_column();
        type.names.push_back(scanner->name("a field's name"));
        scanner->expect(':', "\":\" after a field's name");
        type.children.push_back(read_type(scanner, depth));
        if (scanner->take("COMMENT"))
            (void)scanner->string("a comment in quotes");
    } while (scanner->take(','));
    return type;
}

Type read_nested(Scanner *scanner, SparkType kind, std::size_t depth)
{
    if (depth >= kMaxDepth)
        refuse(with_detail(fail(Code::limit, "types are nested too deeply"), "The limit is %zu.", kMaxDepth));
    Type type;
    scanner->expect('<', "\"<\" after array, map or struct");
    if (kind == SparkType::structure) {
        type = read_struct(scanner, depth + 1);
    } else {
        type.type = kind;
        type.children.push_back(read_type(scanner, depth + 1));
        scanner->count_column();
        if (kind == SparkType::map) {
            scanner->expect(',', "\",\" after a map's key");
            type.children.push_back(read_type(scanner, depth + 1));
            scanner->count_column();
        }
    }
    scanner->expect('>', "\">\" at the end of the type");
    return type;
}

Type read_type(Scanner *scanner, std::size_t depth)
{
    if (scanner->take("array"))
        return read_nested(scanner, SparkType::array, depth);
    if (scanner->take("map"))
        return read_nested(scanner, SparkType::map, depth);
    if (scanner->take("struct"))
        return read_nested(scanner, SparkType::structure, depth);
    if (scanner->take("decimal"))
        return read_decimal(scanner);
    Type type;
    if (scanner->take("char") || scanner->take("varchar")) {
        scanner->expect('(', "\"(\" and a length after char or varchar");
        if (scanner->number("a length") < 1)
            refuse(with_hint(
                with_detail(fail(Code::bad_value, "a length must be at least 1"), "It is that of a char or a varchar."),
                kTypesHint));
        scanner->expect(')', "\")\" after the length");
        return type;
    }
    for (const Word &plain : kPlainTypes) {
        if (scanner->take(plain.word)) {
            type.type = plain.type;
            return type;
        }
    }
    View word = scanner->word();
    if (word.empty())
        scanner->fail_here("a type");
    refuse(with_hint(with_detail(fail(Code::unsupported, "DataType %s is not supported.", shown(word).c_str()),
                                 "\"%s\" stands where a column's type is expected.", shown(word).c_str()),
                     kTypesHint));
}

Declared read_column(Scanner *scanner)
{
    Declared column;
    scanner->count_column();
    column.name = scanner->name("a column's name");
    column.type = read_type(scanner, 0);
    if (scanner->take("COMMENT"))
        column.comment = scanner->string("a comment in quotes");
    return column;
}

[[noreturn]] void bad_json_columns(const char *detail)
{
    refuse(with_hint(with_detail(fail(Code::bad_json, "columns must be an array of objects"), "%s", detail),
                     "Write it as [{\"name\": \"id\", \"type\": \"int\", \"comment\": \"the key\"}]."));
}

std::string take_text(const json &column, const char *key, bool required)
{
    auto found = column.find(key);
    if (found == column.end() || found->is_null()) {
        if (required)
            bad_json_columns("A column has a name and a type.");
        return "";
    }
    if (!found->is_string())
        bad_json_columns("Name, type and comment of a column are strings.");
    return found->get<std::string>();
}

Declared read_json_column(const json &given)
{
    if (!given.is_object())
        bad_json_columns("An element is not an object.");
    for (const auto &item : given.items())
        if (item.key() != "name" && item.key() != "type" && item.key() != "comment")
            bad_json_columns("An element has keys besides name, type and comment.");
    Declared column;
    column.name = take_text(given, "name", true);
    column.comment = take_text(given, "comment", false);
    if (column.name.empty())
        bad_json_columns("A name is empty.");
    require_size(column.name.size(), kMaxName, "a name");
    require_text(column.name, "columns");
    require_text(column.comment, "columns");
    std::string type = take_text(given, "type", true);
    Scanner scanner(type, "a column's type");
    column.type = read_type(&scanner, 0);
    if (!scanner.at_end())
        scanner.fail_here("the end of the type");
    return column;
}

std::size_t count_types(const Type &type)
{
    std::size_t count = 1;
    for (const Type &child : type.children)
        count += count_types(child);
    return count;
}

}   // namespace

std::vector<Declared> read_column_list(Scanner *scanner)
{
    std::vector<Declared> columns;
    do
        columns.push_back(read_column(scanner));
    while (scanner->take(','));
    return columns;
}

std::vector<Declared> read_columns(View text, const char *what)
{
    Scanner scanner(text, what);
    if (scanner.at_end())
        return {};
    std::vector<Declared> columns = read_column_list(&scanner);
    if (!scanner.at_end())
        scanner.fail_here("\",\" or the end of the list");
    return columns;
}

std::vector<Declared> read_json_columns(View text)
{
    require_size(text.size(), kMaxText, "columns");
    json given = json::parse(
        text.begin(), text.end(),
        [](int depth, json::parse_event_t, const json &) {
            if (depth > 8)
                bad_json_columns("An element is not an object of strings.");
            return true;
        },
        false);
    if (!given.is_array())
        bad_json_columns("It is not an array.");
    std::vector<Declared> columns;
    std::size_t types = 0;
    for (const json &element : given) {
        columns.push_back(read_json_column(element));
        types += count_types(columns.back().type);
        if (types > kMaxColumns)
            refuse(with_detail(fail(Code::limit, "columns has too many columns"),
                               "With those inside of other columns, the limit is %zu.", kMaxColumns));
    }
    return columns;
}

}   // namespace lakesoul::carbon
