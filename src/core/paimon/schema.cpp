// The public functions over schemas, and the run of a list of changes.
#include "core/paimon/schema.hpp"

#include <algorithm>

#include "core/paimon/change.hpp"
#include "core/paimon/error.hpp"
#include "core/paimon/failure.hpp"

namespace lakesoul::paimon {
namespace {

View print_into(const Table &table, Arena *arena)
{
    std::string text;
    print(table, &text);
    return keep(text, arena);
}

void apply(const Change &change, Work *work)
{
    switch (change.action) {
    case Action::set_option: return set_option(change, work);
    case Action::remove_option: return remove_option(change, work);
    case Action::update_comment: work->next.comment = change.text; return;
    case Action::add_column: return add_column(change, work);
    case Action::rename_column: return rename_column(change, work);
    case Action::drop_column: return drop_column(change, work);
    case Action::update_type: return update_type(change, work);
    case Action::update_nullability: return update_nullability(change, work);
    case Action::update_column_comment: return update_column_comment(change, work);
    case Action::update_position: return update_position(change, work);
    case Action::update_default: return update_default(change, work);
    case Action::drop_primary_key: break;
    }
    if (work->has_snapshots)
        raise(unsupported("the primary key cannot be dropped once the table has snapshots"));
    work->next.primary_keys.clear();
}

Table next_schema(const Table &old, const std::vector<Change> &changes, bool has_snapshots, std::int64_t floor)
{
    Work work{old, old, has_snapshots, count_fields(old.fields)};
    work.next.highest_field_id = std::max(old.highest_field_id, floor);
    for (const Change &change : changes)
        apply(change, &work);
    work.next.id = old.id + 1;
    normalise(&work.next, Shape::of_changes);
    validate(work.next);
    return std::move(work.next);
}

}   // namespace

Status build_schema(View schema, std::int64_t time_millis, Arena *arena, View *table_schema) noexcept
{
    return guarded([&] {
        Table table = read_client_schema(parse_json(schema, "the schema"));
        if (table.options.is_true("auto-create"))
            raise(invalid("option \"auto-create\" is not for tables of this catalog"));
        normalise(&table, Shape::of_request);
        (void)highest_id(table.fields);   // for a field id that is there twice
        validate(table);
        table.time_millis = time_millis;
        *table_schema = print_into(table, arena);
    });
}

Status apply_changes(View table_schema, View changes, bool has_snapshots, std::int64_t time_millis, Arena *arena,
                     View *next) noexcept
{
    return apply_changes_above(table_schema, changes, has_snapshots, time_millis, -1, arena, next);
}

Status apply_changes_above(View table_schema, View changes, bool has_snapshots, std::int64_t time_millis,
                           std::int64_t floor, Arena *arena, View *next) noexcept
{
    return guarded([&] {
        Table old = read_table_schema(parse_json(table_schema, "the table schema"));
        std::vector<Change> list = read_changes(parse_json(changes, "the list of changes"));
        Table table = next_schema(old, list, has_snapshots, floor);
        table.time_millis = time_millis;
        *next = print_into(table, arena);
    });
}

Status read_schema(View table_schema, Arena *arena, TableSchema *out) noexcept
{
    return guarded([&] {
        Table table = read_table_schema(parse_json(table_schema, "the table schema"));
        std::vector<std::string> names;
        for (const Field &field : table.fields)
            names.push_back(field.name);
        *out = TableSchema();
        out->id = table.id;
        out->highest_field_id = table.highest_field_id;
        out->time_millis = table.time_millis;
        out->columns = keep(names, arena);
        out->partition_keys = keep(table.partition_keys, arena);
        out->primary_keys = keep(table.primary_keys, arena);
        out->options = keep(table.options.pairs, arena);
        out->has_comment = table.comment.has_value();
        if (table.comment)
            out->comment = keep(*table.comment, arena);
    });
}

Status schema_of_response(View table_schema, Arena *arena, View *schema) noexcept
{
    return guarded([&] {
        std::string text;
        print_response(read_table_schema(parse_json(table_schema, "the table schema")), &text);
        *schema = keep(text, arena);
    });
}

bool find_option(const TableSchema &schema, View key, View *value) noexcept
{
    for (const Pair &option : schema.options) {
        if (option.key != key)
            continue;
        *value = option.value;
        return true;
    }
    return false;
}

}   // namespace lakesoul::paimon
