// What a schema must be to be stored. Everything is checked again after every change.
#include <unordered_set>

#include "core/paimon/error.hpp"
#include "core/paimon/failure.hpp"
#include "core/paimon/limits.hpp"
#include "core/paimon/table.hpp"

namespace lakesoul::paimon {
namespace {

[[noreturn]] void refuse(Shape shape, const std::string &what)
{
    raise(shape == Shape::of_request ? invalid("%s", what.c_str()) : bad_state("%s", what.c_str()));
}

// Moves a list that was given as an option to where it belongs.
void fold_option(const char *key, const char *what, Shape shape, Options *options, std::vector<std::string> *list)
{
    const std::string *value = options->find(key);
    if (value == nullptr)
        return;
    if (!list->empty())
        refuse(shape, std::string("the ") + what + " is given both as a list and as option \"" + key + "\"");
    *list = split_list(*value, true);
    options->remove(key);
}

void check_list(const std::vector<std::string> &list, const std::unordered_set<View> &columns, const char *what,
                Shape shape)
{
    std::unordered_set<View> seen;
    for (const std::string &name : list) {
        if (!seen.insert(name).second)
            refuse(shape, std::string("column ") + Quoted(name).text + " is in the " + what + " twice");
        if (columns.count(name) == 0)
            refuse(shape, std::string("column ") + Quoted(name).text + " of the " + what + " does not exist");
    }
}

bool cannot_be_key(Root root)
{
    return is_nested(root) || root == Root::variant || root == Root::geometry || root == Root::geography;
}

void check_key_types(const Table &table, const std::vector<std::string> &keys, const char *what)
{
    for (const std::string &name : keys) {
        const Field *field = find_field(table.fields, name);
        if (cannot_be_key(field->type.root))
            raise(unsupported("column %s of the %s has the type %s", Quoted(name).text, what,
                              Quoted(text_of(field->type)).text));
    }
}

std::vector<std::string> key_within_partition(const Table &table)
{
    std::vector<std::string> rest;
    for (const std::string &name : table.primary_keys)
        if (!contains(table.partition_keys, name))
            rest.push_back(name);
    return rest;
}

// The columns of option bucket-key, or else the primary key's.
std::vector<std::string> bucket_columns(const Table &table)
{
    const std::string *value = table.options.find("bucket-key");
    if (value == nullptr || is_blank(*value))
        return key_within_partition(table);
    std::vector<std::string> columns = split_list(*value, false);
    for (const std::string &name : columns) {
        const char *fault = find_field(table.fields, name) == nullptr ? "does not exist"
                            : contains(table.partition_keys, name)    ? "is a partition key"
                            : table.primary_keys.empty()              ? nullptr
                            : contains(table.primary_keys, name)      ? nullptr
                                                                      : "is not in the primary key";
        if (fault != nullptr)
            raise(bad_state("column %s of option \"bucket-key\" %s", Quoted(name).text, fault));
    }
    return columns;
}

void check_buckets(const Table &table, const std::vector<std::string> &columns)
{
    constexpr std::int32_t kDynamic = -1;
    constexpr std::int32_t kPostponed = -2;
    std::int32_t bucket = table.options.integer("bucket", kDynamic);
    if (bucket == kDynamic) {
        if (table.options.has("bucket-key"))
            raise(invalid("option \"bucket-key\" needs a number of buckets, but option \"bucket\" is -1"));
        return;
    }
    if (bucket < 1 && !(bucket == kPostponed && !table.primary_keys.empty()))
        raise(bad_state("option \"bucket\" must be at least 1, not %d", bucket));
    if (columns.empty())
        raise(bad_state("a table with buckets and without a primary key needs option \"bucket-key\""));
    for (const std::string &name : columns) {
        Root root = find_field(table.fields, name)->type.root;
        if (is_nested(root) && root != Root::vector)
            raise(bad_state("column %s of option \"bucket-key\" has a nested type", Quoted(name).text));
    }
}

bool keys_leave_out_partition(const Table &table)
{
    if (table.primary_keys.empty())
        return false;
    for (const std::string &name : table.partition_keys)
        if (!contains(table.primary_keys, name))
            return true;
    return false;
}

void check_sequence(const Table &table)
{
    const std::string *value = table.options.find("sequence.field");
    if (value == nullptr || is_blank(*value))
        return;
    std::unordered_set<std::string> seen;
    for (const std::string &name : split_list(*value, false)) {
        if (find_field(table.fields, name) == nullptr)
            raise(invalid("column %s of option \"sequence.field\" does not exist", Quoted(name).text));
        if (!seen.insert(name).second)
            raise(invalid("column %s is in option \"sequence.field\" twice", Quoted(name).text));
        if (table.options.has("fields." + name + ".aggregate-function"))
            raise(invalid("column %s of option \"sequence.field\" has an aggregate function", Quoted(name).text));
    }
    const std::string *engine = table.options.find("merge-engine");
    if (engine != nullptr && same_word(*engine, "first-row"))
        raise(invalid("option \"sequence.field\" cannot be used with merge engine first-row"));
    if (keys_leave_out_partition(table))
        raise(invalid("option \"sequence.field\" needs a primary key that has all partition keys"));
}

void check_changelog(const Table &table)
{
    const std::string *value = table.options.find("changelog-producer");
    if (value == nullptr)
        return;
    bool known = false;
    for (View producer : {"none", "input", "full-compaction", "lookup"})
        known = known || same_word(*value, producer);
    if (!known)
        raise(invalid("option \"changelog-producer\" has the unknown value %s", Quoted(*value).text));
    if (table.primary_keys.empty() && !same_word(*value, "none"))
        raise(unsupported("option \"changelog-producer\" needs a primary key"));
}

void check_retention(const char *what, std::int32_t least, std::int32_t most)
{
    if (least < 1)
        raise(invalid("option \"%s.num-retained.min\" must be at least 1, not %d", what, least));
    if (least > most)
        raise(invalid("option \"%s.num-retained.min\" is %d, more than the maximum of %d", what, least, most));
}

void check_options(const Table &table)
{
    const Options &options = table.options;
    if (options.is_true("primary-key.nullable") && table.primary_keys.empty())
        raise(invalid("option \"primary-key.nullable\" needs a primary key"));
    check_sequence(table);
    check_changelog(table);
    std::int32_t least = options.integer("snapshot.num-retained.min", 10);
    std::int32_t most = options.integer("snapshot.num-retained.max", INT32_MAX);
    check_retention("snapshot", least, most);
    check_retention("changelog", options.integer("changelog.num-retained.min", least),
                    options.integer("changelog.num-retained.max", most));
    const std::string *rowkind = options.find("rowkind.field");
    if (rowkind != nullptr && find_field(table.fields, *rowkind) == nullptr)
        raise(invalid("column %s of option \"rowkind.field\" does not exist", Quoted(*rowkind).text));
}

void check_column(const Field &field)
{
    for (View reserved : {"_SEQUENCE_NUMBER", "_VALUE_KIND", "_LEVEL", "_ROW_ID", "rowkind"})
        if (field.name == reserved)
            raise(bad_state("column name %s is reserved", Quoted(field.name).text));
    if (field.name.compare(0, 5, "_KEY_") == 0)
        raise(bad_state("column name %s begins with \"_KEY_\", which is reserved", Quoted(field.name).text));
}

void check_depth(const Field &field)
{
    if (depth_of(field.type) > kMaxTypeDepth)
        raise(over_limit("column %s would be nested deeper than %zu levels", Quoted(field.name).text, kMaxTypeDepth));
}

void check_defaults(const std::vector<Field> &fields, const std::string &path)
{
    for (const Field &field : fields) {
        std::string name = path + field.name;
        if (field.default_value)
            check_default(field.type, *field.default_value, name);
        check_defaults(field.type.fields, name + ".");
    }
}

}   // namespace

void normalise(Table *table, Shape shape)
{
    fold_option("partition", "partition", shape, &table->options, &table->partition_keys);
    fold_option("primary-key", "primary key", shape, &table->options, &table->primary_keys);
    std::unordered_set<View> columns;
    for (const Field &field : table->fields)
        if (!columns.insert(field.name).second)
            refuse(shape, std::string("column ") + Quoted(field.name).text + " is there twice");
    check_list(table->partition_keys, columns, "partition keys", shape);
    check_list(table->primary_keys, columns, "primary key", shape);
    bool nullable = table->options.is_true("primary-key.nullable");
    std::unordered_set<View> keys(table->primary_keys.begin(), table->primary_keys.end());
    for (Field &field : table->fields)
        if (keys.count(field.name) != 0)
            field.type.nullable = nullable;
}

void validate(const Table &table)
{
    if (!table.primary_keys.empty() && key_within_partition(table).empty())
        raise(bad_state("the primary key has no column that is not a partition key"));
    std::vector<std::string> buckets = bucket_columns(table);
    check_key_types(table, table.primary_keys, "primary key");
    check_key_types(table, table.partition_keys, "partition keys");
    check_buckets(table, buckets);
    check_options(table);
    for (const Field &field : table.fields)
        check_column(field);
    for (const Field &field : table.fields)
        check_depth(field);
    check_defaults(table.fields, "");
    highest_id(table.fields);
}

}   // namespace lakesoul::paimon
