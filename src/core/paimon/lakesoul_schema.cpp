// LakeSoul's table_schema <-> TableSchema: keeping what the other side does not know.
#include "core/paimon/lakesoul_schema.hpp"

#include <algorithm>
#include <unordered_set>

#include "core/paimon/arrow.hpp"
#include "core/paimon/error.hpp"
#include "core/paimon/failure.hpp"
#include "core/paimon/limits.hpp"
#include "core/paimon/table.hpp"

namespace lakesoul::paimon {
namespace {

Field merged(Field found, const Field *known);

// Two types of one shape that look the same in Arrow.
bool looks_same(const DataType &found, const DataType &known)
{
    bool text = known.root == Root::character || known.root == Root::varchar;
    bool bytes = known.root == Root::binary || known.root == Root::varbinary || known.root == Root::blob;
    if (text || bytes)
        return text ? found.root == Root::varchar && found.a == kMaxLength
                    : found.root == Root::varbinary && found.a == kMaxLength;
    return found.root == known.root && !is_nested(known.root) && arrow_type(found, "") == arrow_type(known, "");
}

DataType merged_type(DataType found, const DataType &known)
{
    if (!is_nested(found.root) || found.root != known.root) {
        if (!looks_same(found, known))
            return found;
        DataType kept = known;
        kept.nullable = found.nullable;
        return kept;
    }
    for (std::size_t i = 0; i < found.parts.size(); ++i)
        found.parts[i] = merged_type(std::move(found.parts[i]), known.parts[i]);
    if (found.root == Root::map)
        found.parts[0].nullable = known.parts[0].nullable;   // Arrow's keys are never null
    for (Field &field : found.fields)
        field = merged(std::move(field), find_field(known.fields, field.name));
    return found;
}

// A field that is known keeps what Arrow does not say; ids of new ones come later.
Field merged(Field found, const Field *known)
{
    if (known == nullptr)
        return found;
    found.id = known->id;
    if (!found.description)
        found.description = known->description;
    found.type = merged_type(std::move(found.type), known->type);
    if (known->default_value && is_default_of(found.type, *known->default_value))
        found.default_value = known->default_value;
    return found;
}

void number_new(DataType *type, std::int64_t *counter)
{
    for (DataType &part : type->parts)
        number_new(&part, counter);
    for (Field &field : type->fields) {
        number_new(&field.type, counter);
        if (field.id < 0)
            field.id = ++*counter;
    }
}

void number_new(std::vector<Field> *fields, std::int64_t *counter)
{
    for (Field &field : *fields) {
        if (field.id < 0)
            field.id = ++*counter;
        number_new(&field.type, counter);
    }
}

std::vector<std::string> copies(Span<const View> views)
{
    return std::vector<std::string>(views.begin(), views.end());
}

// What the API's structures cannot hold is the catalog's fault. The same name twice is told from the ids.
void check_names(const std::vector<Field> &fields)
{
    for (const Field &field : fields)
        if (is_blank(field.name) || field.name.size() > kMaxNameBytes)
            raise(
                bad_state("column name %s is blank or longer than %zu bytes", Quoted(field.name).text, kMaxNameBytes));
}

void check_names(const DataType &type)
{
    check_names(type.fields);
    std::unordered_set<View> seen;
    for (const Field &field : type.fields)
        if (!seen.insert(field.name).second)
            raise(bad_state("column %s is twice in one ROW", Quoted(field.name).text));
    for (const DataType &part : type.parts)
        check_names(part);
    for (const Field &field : type.fields)
        check_names(field.type);
}

// Key lists as LakeSoul has them, in the order of the previous schema where it has the same columns.
void take_keys(const LakeSoulTable &source, const Table *known, Table *table)
{
    table->partition_keys = copies(source.range_columns);
    if (!source.hash_columns.empty()) {
        table->primary_keys = table->partition_keys;
        for (View column : source.hash_columns)
            table->primary_keys.emplace_back(column);
    }
    if (known == nullptr)
        return;
    auto same = [](std::vector<std::string> a, std::vector<std::string> b) {
        std::sort(a.begin(), a.end());
        std::sort(b.begin(), b.end());
        return a == b;
    };
    std::vector<std::string> hash;
    for (const std::string &column : known->primary_keys)
        if (!contains(known->partition_keys, column))
            hash.push_back(column);
    if (same(hash, copies(source.hash_columns)))
        table->primary_keys = known->primary_keys;
}

void take_options(const LakeSoulTable &source, const Table *known, Table *table)
{
    if (known != nullptr) {
        table->options = known->options;
        table->comment = known->comment;
    }
    for (const Pair &option : source.options)
        table->options.set(option.key, option.value);
    if (source.has_comment)
        table->comment = std::string(source.comment);
}

Table derive(const LakeSoulTable &source, const Table *known)
{
    Table table;
    table.fields = read_lakesoul_columns(source.table_schema);
    if (count_fields(table.fields) > kMaxFields)
        raise(bad_state("the table's schema has more than %zu fields", kMaxFields));
    check_names(table.fields);
    for (const Field &field : table.fields)
        check_names(field.type);
    for (const Field &field : table.fields)
        if (depth_of(field.type) > kMaxTypeDepth)
            raise(bad_state("column %s is nested deeper than %zu levels", Quoted(field.name).text, kMaxTypeDepth));
    std::int64_t counter = known == nullptr ? -1 : known->highest_field_id;
    for (Field &field : table.fields)
        if (known != nullptr)
            field = merged(std::move(field), find_field(known->fields, field.name));
    number_new(&table.fields, &counter);
    table.highest_field_id = counter;
    highest_id(table.fields);   // a known name twice would be an id twice
    take_keys(source, known, &table);
    take_options(source, known, &table);
    for (Field &field : table.fields)
        if (contains(table.primary_keys, field.name))
            field.type.nullable = table.options.is_true("primary-key.nullable");
    return table;
}

// The text that is replaced, if it is a schema at all; otherwise nothing of it is kept.
Json read_previous(View text)
{
    if (text.empty())
        return {};
    try {
        Json json = parse_json(text, "the table's schema");
        return json.is(Json::Kind::object) ? json : Json();
    } catch (const Failure &) {
        return {};
    }
}

void add_names(const DataType &type, OldNames *names);

void add_names(const std::vector<Field> &fields, OldNames *names)
{
    for (const Field &field : fields) {
        names->emplace(field.id, field.name);
        add_names(field.type, names);
    }
}

void add_names(const DataType &type, OldNames *names)
{
    for (const DataType &part : type.parts)
        add_names(part, names);
    add_names(type.fields, names);
}

}   // namespace

Status schema_from_lakesoul(const LakeSoulTable &source, View previous, std::int64_t schema_id,
                            std::int64_t time_millis, Arena *arena, View *table_schema, View *response) noexcept
{
    return guarded([&] {
        Table known;
        if (!previous.empty())
            known = read_table_schema(parse_json(previous, "the table schema"));
        Table table = derive(source, previous.empty() ? nullptr : &known);
        table.id = schema_id;
        table.time_millis = time_millis;
        std::string text;
        print(table, &text);
        *table_schema = keep(text, arena);
        if (response == nullptr)
            return;
        text.clear();
        print_response(std::move(table), &text);
        *response = keep(text, arena);
    });
}

Status lakesoul_schema(View table_schema, View previous, View known, Arena *arena, View *text) noexcept
{
    return guarded([&] {
        Table table = read_table_schema(parse_json(table_schema, "the table schema"));
        Json before = read_previous(previous);
        Table old;
        OldNames names;
        if (!known.empty()) {
            old = read_table_schema(parse_json(known, "the table schema before"));
            add_names(old.fields, &names);
        }
        std::string out = "{\"fields\":[";
        for (std::size_t i = 0; i < table.fields.size(); ++i) {
            if (i > 0)
                out.push_back(',');
            const OldNames *known_names = known.empty() ? nullptr : &names;
            const Json *was = json_of_field(before.find("fields"), table.fields[i], known_names);
            // A key column is NOT NULL here because it is one; that is no reason to refuse nulls to LakeSoul's writers.
            if (was != nullptr && contains(table.primary_keys, table.fields[i].name))
                table.fields[i].type.nullable = bool_or(*was, "nullable", true, "a column");
            print_arrow_field(table.fields[i], was, known_names, &out);
        }
        out.push_back(']');
        std::string metadata = arrow_metadata(before);
        if (!metadata.empty())
            out.append(",\"metadata\":[").append(metadata).push_back(']');
        *text = keep(out + "}", arena);
    });
}

Status hash_columns(const TableSchema &schema, Arena *arena, Span<const View> *columns) noexcept
{
    return guarded([&] {
        View *names = arena->array<View>(schema.primary_keys.size);
        if (names == nullptr)
            raise(arena->refusal());
        std::size_t count = 0;
        for (View name : schema.primary_keys)
            if (std::find(schema.partition_keys.begin(), schema.partition_keys.end(), name) ==
                schema.partition_keys.end())
                names[count++] = name;
        *columns = {names, count};
    });
}

}   // namespace lakesoul::paimon
