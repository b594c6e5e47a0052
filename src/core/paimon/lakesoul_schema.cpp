// LakeSoul's table_schema <-> TableSchema: keeping what the other side does not know.
#include "core/paimon/lakesoul_schema.hpp"

#include <algorithm>

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
    for (const Field &field : table.fields)
        if (depth_of(field.type) > kMaxTypeDepth)
            raise(bad_state("column %s is nested deeper than %zu levels", Quoted(field.name).text, kMaxTypeDepth));
    std::int64_t counter = known == nullptr ? -1 : known->highest_field_id;
    for (Field &field : table.fields)
        if (known != nullptr)
            field = merged(std::move(field), find_field(known->fields, field.name));
    number_new(&table.fields, &counter);
    table.highest_field_id = counter;
    highest_id(table.fields);   // a name twice would be an id twice
    take_keys(source, known, &table);
    take_options(source, known, &table);
    for (Field &field : table.fields)
        if (contains(table.primary_keys, field.name))
            field.type.nullable = table.options.is_true("primary-key.nullable");
    return table;
}

const Json *column_named(const Json &schema, View name)
{
    const Json *fields = schema.find("fields");
    if (fields == nullptr || !fields->is(Json::Kind::array))
        return nullptr;
    for (const Json &item : fields->items) {
        const Json *found = item.find("name");
        if (found != nullptr && found->text == name && item.find("data_type") == nullptr)
            return &item;
    }
    return nullptr;
}

// The text that is replaced, if it is Arrow-Java's; otherwise nothing of it is kept.
Json read_previous(View text)
{
    if (text.empty())
        return {};
    try {
        Json json = parse_json(text, "the table's schema");
        bool arrow = json.is(Json::Kind::object) && json.find("type") == nullptr;
        return arrow ? json : Json();
    } catch (const Failure &) {
        return {};
    }
}

}   // namespace

Status schema_from_lakesoul(const LakeSoulTable &source, View previous, std::int64_t schema_id,
                            std::int64_t time_millis, Arena *arena, View *table_schema) noexcept
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
    });
}

Status lakesoul_schema(View table_schema, View previous, Arena *arena, View *text) noexcept
{
    return guarded([&] {
        Table table = read_table_schema(parse_json(table_schema, "the table schema"));
        Json before = read_previous(previous);
        std::string out = "{\"fields\":[";
        for (std::size_t i = 0; i < table.fields.size(); ++i) {
            if (i > 0)
                out.push_back(',');
            const Json *was = column_named(before, table.fields[i].name);
            // A key column is NOT NULL here because it is one; that is no reason to refuse nulls to LakeSoul's writers.
            if (was != nullptr && contains(table.primary_keys, table.fields[i].name))
                table.fields[i].type.nullable = bool_or(*was, "nullable", true, "a column");
            print_arrow_field(table.fields[i], was, &out);
        }
        out.push_back(']');
        if (const Json *metadata = before.find("metadata")) {
            out.append(",\"metadata\":");
            print(*metadata, &out);
        }
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
