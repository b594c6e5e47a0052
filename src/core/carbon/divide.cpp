// Division of columns into dimensions and measures, and the lists that decide it.
#include <algorithm>
#include <unordered_set>

#include "core/carbon/fields.hpp"
#include "core/carbon/words.hpp"

namespace lakesoul::carbon {
namespace {

using Names = std::vector<std::string>;

constexpr const char *kSortTypes = "Use columns of type string, date, timestamp, smallint, int, bigint or boolean.";
constexpr const char *kExcludeTypes = "Use columns of type string, timestamp, int or bigint.";
constexpr const char *kColumnsHint = "Use names of top-level columns of the table, with commas between them.";

// One pair of enclosing quotes is taken off.
std::string without_quotes(const std::string &value)
{
    bool quoted = value.size() >= 2 && (value.front() == '\'' || value.front() == '"') && value.front() == value.back();
    return std::string(trim(quoted ? View(value).substr(1, value.size() - 2) : View(value)));
}

// A column that a list names and the table lacks.
[[noreturn]] void refuse_missing(const char *message, const char *key, const std::string &name)
{
    refuse(with_hint(
        with_detail(fail(Code::no_column, "%s%s does not exist in table. Please check create table statement.", message,
                         shown(name).c_str()),
                    "Property \"%s\" names \"%s\".", key, shown(name).c_str()),
        kColumnsHint));
}

// 16. stored: what planning made of it, in which quotes are a name's.
Names sort_columns(const std::string &value, Fields *fields, bool stored)
{
    std::string list = stored ? value : without_quotes(value);
    if (list.empty())
        return {};
    Names names = split(list), repeated;
    std::unordered_set<std::string> seen;
    for (const std::string &name : names)
        if (!seen.insert(name).second)
            repeated.push_back(name);
    if (!repeated.empty() || (names.size() > 1 && seen.count("") != 0)) {
        std::string all = join(repeated, ",");
        refuse_property(fail(Code::bad_value,
                             "SORT_COLUMNS Either having duplicate columns : %s or it contains illegal argumnet.",
                             shown(all).c_str()),
                        "sort_columns", value, "Name each column once, and none that is blank.");
    }
    for (const std::string &name : names) {
        const Field *field = fields->find(name);
        if (field == nullptr)
            refuse_missing("sort_columns: ", "sort_columns", name);
        SparkType type = field->type.type;
        if (field->type.complex() || type == SparkType::float64 || type == SparkType::decimal)
            refuse(
                with_hint(with_detail(fail(Code::unsupported, "sort_columns is unsupported for %s datatype column: %s",
                                           simple_name(type), shown(name).c_str()),
                                      "Property \"sort_columns\" names \"%s\".", shown(name).c_str()),
                          kSortTypes));
    }
    return names;
}

Names listed(const Properties &properties, const char *key)
{
    const std::string *value = properties.find(key);
    return value == nullptr ? Names() : split(*value);
}

// 17
Names excluded(const Properties &properties, Fields *fields)
{
    Names names = listed(properties, "dictionary_exclude");
    for (const std::string &name : names) {
        const Field *field = fields->find(name);
        if (field == nullptr)
            refuse_missing("DICTIONARY_EXCLUDE column: ", "dictionary_exclude", name);
        SparkType type = field->type.type;
        bool allowed = type == SparkType::string || type == SparkType::timestamp || type == SparkType::int32 ||
                       type == SparkType::int64;
        if (!allowed)
            refuse(with_hint(
                with_detail(fail(Code::unsupported, "DICTIONARY_EXCLUDE is unsupported for %s column: %s",
                                 field->type.complex() ? "complex datatype"
                                                       : (std::string(simple_name(type)) + " data type").c_str(),
                                 shown(name).c_str()),
                            "Property \"dictionary_exclude\" names \"%s\".", shown(name).c_str()),
                kExcludeTypes));
    }
    return names;
}

// 18, 21
Names existing(const char *message, const char *key, const Properties &properties, Fields *fields)
{
    Names names = listed(properties, key);
    for (const std::string &name : names)
        if (fields->find(name) == nullptr)
            refuse_missing(message, key, name);
    return names;
}

// 19
void check_both(const Names &exclude, const Names &include)
{
    std::unordered_set<std::string> included(include.begin(), include.end());
    for (const std::string &name : exclude)
        if (included.count(name) != 0)
            refuse(with_hint(with_detail(fail(Code::bad_value,
                                              "DICTIONARY_EXCLUDE can not contain the same column: %s with "
                                              "DICTIONARY_INCLUDE. Please check create table statement.",
                                              shown(name).c_str()),
                                         "Properties \"dictionary_exclude\" and \"dictionary_include\" name \"%s\".",
                                         shown(name).c_str()),
                             "Name a column in one of the two at most."));
}

// 20: column groups came to nothing in CarbonData; which error it is depends on their columns.
void check_groups(const Properties &properties, Fields *fields)
{
    const std::string *value = properties.find("column_groups");
    if (value == nullptr)
        return;
    const char *hint = "Leave column_groups out.";
    View rest = *value;
    for (std::size_t open = rest.find('('); open != View::npos; open = rest.find('(')) {
        std::size_t close = rest.find(')', open);
        for (const std::string &name : split(rest.substr(open + 1, close == View::npos ? close : close - open - 1))) {
            const Field *field = fields->find(name);
            if (field == nullptr || close == View::npos || (field->dimension && field->dictionary))
                continue;
            refuse_property(fail(Code::unsupported, "Column group is not supported for %s:%s",
                                 field->dimension ? "no dictionary columns" : "measures", shown(name).c_str()),
                            "column_groups", *value, hint);
        }
        rest = close == View::npos ? View() : rest.substr(close + 1);
    }
    refuse_property(fail(Code::unsupported, "column_groups is deprecated"), "column_groups", *value, hint);
}

void choose(Field *field, bool exclude, bool include, bool sort)
{
    SparkType type = field->type.type;
    bool always = type == SparkType::date || field->type.complex();
    field->dimension =
        exclude || include || sort || always || type == SparkType::timestamp || type == SparkType::string;
    field->dictionary = !exclude && (include || always);
}

// All dimensions but complex ones, in the order of the statement.
std::vector<std::size_t> default_key(const Fields &fields)
{
    std::vector<std::size_t> key;
    for (std::size_t i = 0; i < fields.all.size(); ++i)
        if (fields.all[i].dimension && !fields.all[i].type.complex())
            key.push_back(i);
    return key;
}

void divide_by(Fields *fields, const Names &exclude, const Names &include, const Names &sort)
{
    std::unordered_set<std::string> in_exclude(exclude.begin(), exclude.end()),
        in_include(include.begin(), include.end()), in_sort(sort.begin(), sort.end());
    for (Field &field : fields->all)
        choose(&field, in_exclude.count(field.name) != 0, in_include.count(field.name) != 0,
               in_sort.count(field.name) != 0);
}

}   // namespace

std::string sort_key_text(const Fields &fields)
{
    Names names;
    for (std::size_t place : fields.sort_key)
        names.push_back(fields.all[place].name);
    return join(names, ",");
}

void divide(Fields *fields, const Properties &properties, bool stored)
{
    const std::string *sort = properties.find("sort_columns");
    Names include, exclude, sorted;
    if (stored && sort != nullptr) {
        // What planning made of no sort_columns may name what no statement can: a double, a name with a comma.
        divide_by(fields, listed(properties, "dictionary_exclude"), listed(properties, "dictionary_include"), {});
        fields->sort_key = default_key(*fields);
        if (sort_key_text(*fields) == *sort)
            sort = nullptr;
    }
    bool by_default = sort == nullptr;
    if (!by_default)
        sorted = sort_columns(*sort, fields, stored);
    exclude = excluded(properties, fields);
    include = existing("DICTIONARY_INCLUDE column: ", "dictionary_include", properties, fields);
    check_both(exclude, include);
    divide_by(fields, exclude, include, sorted);
    check_groups(properties, fields);
    for (const std::string &name : existing("NO_INVERTED_INDEX column: ", "no_inverted_index", properties, fields))
        fields->find(name)->inverted_index = false;
    fields->sort_key.clear();
    if (by_default)
        fields->sort_key = default_key(*fields);
    else
        for (const std::string &name : sorted)
            fields->sort_key.push_back(fields->places.at(name));
    for (std::size_t place : fields->sort_key)
        fields->all[place].in_sort_key = true;
}

}   // namespace lakesoul::carbon
