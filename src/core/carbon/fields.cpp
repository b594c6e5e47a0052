// Checks on columns that come before their division.
#include "core/carbon/fields.hpp"

#include <unordered_set>

#include "core/carbon/words.hpp"

namespace lakesoul::carbon {
namespace {

constexpr const char *kReserved[] = {"tupleid", "positionid", "positionreference"};

std::string quoted(const std::vector<std::string> &names)
{
    return names.empty() ? "[]" : "[\"" + join(names, "\",\"") + "\"]";
}

void add(Fields *fields, const Declared &column, bool partition)
{
    Field field;
    field.name = lower(column.name);
    field.type = column.type;
    widen_floats(&field.type);
    field.comment = column.comment;
    field.partition = partition;
    fields->places.emplace(field.name, fields->all.size());
    fields->all.push_back(std::move(field));
}

// What may stand between "columnproperties." and a key's last part.
std::unordered_set<std::string> property_columns(const Fields &fields)
{
    std::unordered_set<std::string> names;
    for (const Field &field : fields.all) {
        if (field.type.type != SparkType::structure)
            names.insert(field.name);
        else
            for (const std::string &child : field.type.names)
                names.insert(field.name + "." + lower(child));
    }
    return names;
}

bool names_a_column(const std::string &key, const std::unordered_set<std::string> &names)
{
    const std::string prefix = "columnproperties.";
    if (key.rfind(prefix, 0) != 0)
        return false;
    for (std::size_t dot = key.find('.', prefix.size()); dot != std::string::npos; dot = key.find('.', dot + 1))
        if (names.count(key.substr(prefix.size(), dot - prefix.size())) != 0)
            return true;
    return false;
}

}   // namespace

void check_repeated_names(const Source &source)
{
    std::unordered_set<std::string> seen, reported;
    std::vector<std::string> repeated;
    for (const Declared &column : source.columns)
        if (!seen.insert(column.name).second && reported.insert(column.name).second)
            repeated.push_back(column.name);
    if (repeated.empty())
        return;
    std::string names = quoted(repeated);
    refuse(with_hint(
        with_detail(fail(Code::column_taken,
                         "Operation not allowed: Duplicated column names found in table definition of `%s`: %s",
                         shown(source.table).c_str(), shown(names).c_str()),
                    "Column \"%s\" is there twice.", shown(repeated[0]).c_str()),
        "Give each column a name of its own; upper and lower case are the same."));
}

Fields merge_columns(const Source &source)
{
    Fields fields;
    for (const Declared &column : source.columns)
        add(&fields, column, false);
    std::vector<std::string> both;
    for (const Declared &column : source.partitions)
        if (fields.find(lower(column.name)) != nullptr)
            both.push_back(lower(column.name));
    if (!both.empty()) {
        std::string names = quoted(both);
        refuse(with_hint(
            with_detail(fail(Code::column_taken, "Partition columns should not be specified in the schema: %s",
                             shown(names).c_str()),
                        "Column \"%s\" is in the column list and in PARTITIONED BY.", shown(both[0]).c_str()),
            "Leave partition columns out of the column list."));
    }
    for (const Declared &column : source.partitions)
        add(&fields, column, true);
    return fields;
}

void check_types(const Fields &fields)
{
    for (const Field &field : fields.all) {
        if (supported(field.type))
            continue;
        std::string name = spark_name(field.type);
        refuse(with_hint(with_detail(fail(Code::unsupported, "Unsupported data type: %s", shown(name).c_str()),
                                     "Column \"%s\" is of this type.", shown(field.name).c_str()),
                         "CarbonData has no tinyint, binary or map, inside other types neither."));
    }
}

void check_clauses(const Source &source, const Properties &properties)
{
    if (source.as_select && source.partitioned)
        refuse(with_hint(
            with_detail(fail(Code::unsupported, "A Create Table As Select (CTAS) statement is not allowed to create a "
                                                "partitioned table using Carbondata file formats."),
                        "The statement has AS SELECT and PARTITIONED BY."),
            "Leave AS SELECT out."));
    if (source.as_select && !source.columns.empty())
        refuse(with_hint(with_detail(fail(Code::bad_table,
                                          "Schema may not be specified in a Create Table As Select (CTAS) statement"),
                                     "The statement has AS SELECT and a column list."),
                         "Leave AS SELECT out."));
    const std::string *streaming = properties.find("streaming");
    if (streaming != nullptr && *streaming == "true" && source.partitioned)
        refuse(with_hint(
            with_detail(fail(Code::unsupported, "Operation not allowed: Streaming is not allowed on partitioned table"),
                        "Property \"streaming\" is \"true\" and the table has PARTITIONED BY."),
            "Set streaming to false, or leave PARTITIONED BY out."));
}

void check_column_properties(const Fields &fields, const Properties &properties)
{
    std::unordered_set<std::string> names = property_columns(fields);
    for (const Properties::Entry &entry : properties.entries()) {
        bool about_columns = entry.key.rfind("columnproperties", 0) == 0;
        if (!fields.all.empty() && (!about_columns || names_a_column(entry.key, names)))
            continue;
        Status status = fail(fields.all.empty() ? Code::bad_table : Code::bad_value, "Invalid table properties %s",
                             shown(entry.key).c_str());
        if (fields.all.empty())
            refuse(with_hint(
                with_detail(status, "Property \"%s\" is given for a table without columns.", shown(entry.key).c_str()),
                "Give at least one column."));
        refuse(with_hint(with_detail(status, "Property \"%s\" names no column of the table.", shown(entry.key).c_str()),
                         "Write columnproperties.<column>.<key>; a field of a struct is <column>.<field>."));
    }
    if (fields.all.empty())
        refuse(with_hint(
            with_detail(fail(Code::bad_table, "table should have at least one column"), "The column list is empty."),
            "Give at least one column."));
}

std::int32_t bucket_number(const Properties &properties)
{
    const std::string *value = properties.find("bucketnumber");
    if (value == nullptr || !properties.has("bucketcolumns"))
        return 0;
    std::int32_t number = 0;
    const char *hint = "Use a whole number from 1.";
    if (!read_whole(*value, &number))
        refuse_property(fail(Code::bad_value, "For input string: \"%s\"", shown(*value).c_str()), "bucketnumber",
                        *value, hint);
    if (number < 1)
        refuse_property(fail(Code::bad_value, "INVALID NUMBER OF BUCKETS SPECIFIED"), "bucketnumber", *value, hint);
    return number;
}

void check_reserved_names(const Fields &fields)
{
    for (const Field &field : fields.all)
        for (const char *reserved : kReserved)
            if (field.name == reserved)
                refuse(with_hint(with_detail(fail(Code::reserved_name,
                                                  "Carbon Implicit column %s is not allowed in column name while "
                                                  "creating table",
                                                  reserved),
                                             "Column \"%s\" has a name that CarbonData uses itself.", reserved),
                                 "Use another name than tupleId, positionId and positionReference."));
}

}   // namespace lakesoul::carbon
