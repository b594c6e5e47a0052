// What a schema must be to be stored. Everything is checked again after every change.
#include <algorithm>
#include <initializer_list>
#include <unordered_map>
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
    *list = split_list(*value);
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
    std::vector<std::string> columns;
    for (View part : parts_of(*value)) {
        const std::string name(part);
        columns.push_back(name);
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

bool is_word(const Options &options, View key, View word)
{
    const std::string *value = options.find(key);
    return value != nullptr && same_word(*value, word);
}

// "fields.<columns>.<what>": the columns are the table's. None of a ROW's fields can be meant.
void check_columns_of_options(const Table &table)
{
    constexpr View kFields = "fields.";
    constexpr View kEveryColumn = "default-aggregate-function";
    std::unordered_map<View, Root> roots = {{kEveryColumn, Root::integer}};
    for (const Field &field : table.fields)
        roots[field.name] = field.type.root;
    for (const auto &option : table.options.pairs) {
        View key = option.first;
        if (key.substr(0, kFields.size()) != kFields)
            continue;
        View rest = key.substr(kFields.size());
        std::vector<View> columns = parts_of(rest.substr(0, rest.find('.')));
        for (View column : columns)
            if (roots.count(column) == 0)
                raise(invalid("column %s of option %s does not exist", Quoted(column).text, Quoted(key).text));
        bool deeper = columns.size() == 1 && std::count(rest.begin(), rest.end(), '.') > 1;
        if (deeper && roots[columns[0]] == Root::row)
            raise(invalid("option %s is about a field of a ROW", Quoted(key).text));
    }
}

void check_sequence(const Table &table)
{
    const std::string *value = table.options.find("sequence.field");
    if (value == nullptr)
        return;
    std::unordered_set<std::string> seen;
    for (View part : parts_of(*value)) {
        const std::string name(trimmed(part));
        if (find_field(table.fields, name) == nullptr)
            raise(invalid("column %s of option \"sequence.field\" does not exist", Quoted(name).text));
        if (!seen.insert(name).second)
            raise(invalid("column %s is in option \"sequence.field\" twice", Quoted(name).text));
        if (table.options.has("fields." + name + ".aggregate-function"))
            raise(invalid("column %s of option \"sequence.field\" has an aggregate function", Quoted(name).text));
    }
    if (is_word(table.options, "merge-engine", "first-row"))
        raise(invalid("option \"sequence.field\" cannot be used with merge engine first-row"));
    if (keys_leave_out_partition(table))
        raise(invalid("option \"sequence.field\" needs a primary key that has all partition keys"));
}

// An option that is one of some words, in any case.
void check_words(const Options &options, const char *key, std::initializer_list<View> words)
{
    const std::string *value = options.find(key);
    bool known = value == nullptr;
    for (View word : words)
        known = known || same_word(*value, word);
    if (!known)
        raise(invalid("option \"%s\" has the unknown value %s", key, Quoted(*value).text));
}

// Values that the engines' readers of the table would stumble over.
void check_values(const Options &options)
{
    for (const char *key :
         {"primary-key.nullable", "deletion-vectors.enabled", "sequence.snapshot-ordering", "streaming-read-overwrite",
          "row-tracking.enabled", "data-evolution.enabled", "pk-clustering-override"})
        check_words(options, key, {"true", "false"});
    check_words(options, "merge-engine", {"deduplicate", "partial-update", "aggregation", "first-row"});
    check_words(options, "changelog-producer", {"none", "input", "full-compaction", "lookup"});
}

void check_changelog(const Table &table)
{
    const Options &options = table.options;
    bool none = !options.has("changelog-producer") || is_word(options, "changelog-producer", "none");
    bool first_row = is_word(options, "merge-engine", "first-row");
    bool compaction = is_word(options, "changelog-producer", "full-compaction");
    if (table.primary_keys.empty() && !none)
        raise(unsupported("option \"changelog-producer\" needs a primary key"));
    if (first_row && !none && !is_word(options, "changelog-producer", "lookup"))
        raise(invalid("merge engine first-row needs changelog producer none or lookup"));
    if (!options.is_true("deletion-vectors.enabled"))
        return;
    if (compaction)
        raise(invalid("option \"deletion-vectors.enabled\" cannot be used with changelog producer full-compaction"));
    if (first_row && !options.is_true("pk-clustering-override"))
        raise(invalid("option \"deletion-vectors.enabled\" cannot be used with merge engine first-row"));
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
    check_columns_of_options(table);
    check_sequence(table);
    check_changelog(table);
    std::int32_t least = options.integer("snapshot.num-retained.min", 10);
    std::int32_t most = options.integer("snapshot.num-retained.max", INT32_MAX);
    check_retention("snapshot", least, most);
    check_retention("changelog", options.integer("changelog.num-retained.min", least),
                    options.integer("changelog.num-retained.max", most));
}

void check_rowkind(const Table &table)
{
    const std::string *rowkind = table.options.find("rowkind.field");
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
    if (table.options.is_true("primary-key.nullable") && table.primary_keys.empty())
        raise(invalid("option \"primary-key.nullable\" needs a primary key"));
    check_buckets(table, buckets);
    check_values(table.options);
    check_options(table);
    for (const Field &field : table.fields)
        check_column(field);
    check_rowkind(table);
    for (const Field &field : table.fields)
        check_depth(field);
    check_defaults(table.fields, "");
    highest_id(table.fields);
}

}   // namespace lakesoul::paimon
