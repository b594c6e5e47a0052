// What a TableSchema means for LakeSoul: table_schema, partitions and properties of a table's table_info row.
#include "pg/paimon_schema.hpp"

#include "core/paimon/error.hpp"
#include "core/paimon/lakesoul_schema.hpp"
#include "core/paimon/limits.hpp"
#include "core/paimon/names.hpp"

#include "pg/clock.hpp"
#include "pg/error.hpp"
#include "pg/paimon_derive.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/spi.hpp"
#include "pg/text.hpp"

namespace lakesoul::paimon {
namespace {

#define LAKESOUL_PROPERTIES "COALESCE(t.properties::pg_catalog.jsonb, '{}'::pg_catalog.jsonb)"

// $4: keys to remove, $5: options to set, those that say so already stay as they are, $6: keys of LakeSoul's own.
spi::Statement update_statement = {
    "UPDATE public.table_info AS t SET table_schema = $2, partitions = $3,"
    " table_schema_arrow_ipc = (CASE WHEN $7 THEN NULL ELSE t.table_schema_arrow_ipc END),"
    " table_schema_arrow_ipc_json_hash = (CASE WHEN $7 THEN NULL ELSE t.table_schema_arrow_ipc_json_hash END),"
    " properties = (((" LAKESOUL_PROPERTIES
    " OPERATOR(pg_catalog.-) $4) OPERATOR(pg_catalog.||) COALESCE((SELECT pg_catalog.jsonb_object_agg(e.key, e.value)"
    " FROM pg_catalog.jsonb_each_text($5::pg_catalog.jsonb) AS e WHERE COALESCE((" LAKESOUL_PROPERTIES
    " OPERATOR(pg_catalog.->>) e.key) OPERATOR(pg_catalog.<>) e.value, true)), '{}'::pg_catalog.jsonb))"
    " OPERATOR(pg_catalog.||) $6::pg_catalog.jsonb)::pg_catalog.json WHERE t.table_id OPERATOR(pg_catalog.=) $1",
    7,
    {TEXTOID, TEXTOID, TEXTOID, TEXTARRAYOID, TEXTOID, TEXTOID, BOOLOID}};

spi::Statement buckets_statement = {"SELECT " LAKESOUL_PROPERTIES
                                    " OPERATOR(pg_catalog.->>) 'hashBucketNum' FROM public.table_info AS t"
                                    " WHERE t.table_id OPERATOR(pg_catalog.=) $1",
                                    1,
                                    {TEXTOID}};

// Options that are gone.
Span<const View> removed_keys(const TableSchema &before, const TableSchema &next)
{
    View *keys = palloc_array(View, before.options.size + 1);
    std::size_t count = 0;
    View value;
    for (const Pair &option : before.options)
        if (!find_option(next, option.key, &value))
            keys[count++] = option.key;
    if (before.has_comment && !next.has_comment)
        keys[count++] = "comment";
    return {keys, count};
}

// What LakeSoul writes itself when a table's schema or buckets change. "" for buckets: they stay.
View own_properties(bool schema_changed, View buckets)
{
    StringInfoData json;
    initStringInfo(&json);
    appendStringInfoChar(&json, '{');
    if (schema_changed)
        appendStringInfo(&json, "\"last_schema_change_time\": \"" INT64_FORMAT "\"", now_ms());
    if (!buckets.empty())
        appendStringInfo(&json, "%s\"hashBucketNum\": \"%.*s\"", schema_changed ? ", " : "",
                         static_cast<int>(buckets.size()), buckets.data());
    appendStringInfoChar(&json, '}');
    return View(json.data, static_cast<std::size_t>(json.len));
}

// The number of buckets of a table without data, whose keys or whose option may have changed.
View buckets_of(const lakesoul::Table &table, const TableSchema &next, bool has_keys)
{
    Datum values[] = {text_datum(table.id)};
    View before = spi::run(&buckets_statement, values) == 0 ? View() : spi::text_column(0, 1);
    bool was_number = !before.empty() && before[0] >= '1' && before[0] <= '9';
    if (!has_keys)
        return before.data() == nullptr || !was_number ? View() : View("-1");
    View wanted = buckets_option(next);
    if (!wanted.empty())
        return wanted;
    return was_number ? View() : View(psprintf("%d", kDefaultBuckets));
}

}   // namespace

View lakesoul_text(View table_schema, View previous, View known)
{
    Arena arena = server_arena(memory_budget(table_schema.size() + previous.size()));
    View text;
    raise_unless_ok(lakesoul_schema(table_schema, previous, known, &arena, &text));
    return text;
}

View buckets_option(const TableSchema &schema)
{
    View value;
    if (!find_option(schema, "bucket", &value) || value.empty())
        return View();
    if (value[0] == '+')
        value.remove_prefix(1);
    return value.empty() || value[0] == '-' || value == "0" ? View() : value;
}

void check_options(const TableSchema &schema)
{
    for (const Pair &option : schema.options)
        if (is_reserved_property(option.key) && option.key != "path" && option.key != "comment")
            raise_unless_ok(unsupported("option %s is a property of LakeSoul's own", Quoted(option.key).text));
}

View properties_of(const TableSchema &schema)
{
    Pair *pairs = palloc_array(Pair, schema.options.size + 1);
    std::size_t count = 0;
    std::size_t size = 0;
    for (const Pair &option : schema.options) {
        if (option.key == "path")
            continue;
        pairs[count++] = option;
        size += option.key.size() + option.value.size();
    }
    if (schema.has_comment) {   // later than an option of that name, so that it counts
        pairs[count++] = {"comment", schema.comment};
        size += schema.comment.size();
    }
    Arena arena = server_arena(memory_budget(size));
    View json;
    raise_unless_ok(print_pairs({pairs, count}, &arena, &json));
    return json;
}

View partitions_of(const TableSchema &schema, Arena *arena)
{
    catalog::TableShape shape;
    shape.range_columns = schema.partition_keys;
    raise_unless_ok(hash_columns(schema, arena, &shape.primary_keys));
    View partitions;
    raise_unless_ok(catalog::format_partitions(shape, arena, &partitions));
    return partitions;
}

void set_current_schema(const PaimonTable &table, View table_schema)
{
    Arena arena = server_arena(memory_budget(table_schema.size() + table.schema.size()));
    TableSchema before, next;
    raise_unless_ok(read_schema(table.schema, &arena, &before));
    raise_unless_ok(read_schema(table_schema, &arena, &next));
    View text = lakesoul_text(table_schema, table.lakesoul_schema, table.schema);
    // Where LakeSoul sees no difference its own text stays, and its Arrow pair.
    bool changed = text != lakesoul_text(table.schema, table.lakesoul_schema, table.schema);
    if (!changed)
        text = table.lakesoul_schema;
    View partitions = partitions_of(next, &arena);
    bool empty = !has_data(table.table);
    if (partitions != partitions_of(before, &arena) && !empty)
        raise_unless_ok(unsupported("key columns cannot change while LakeSoul has files of the table"));
    if (partitions == partitions_of(before, &arena))
        partitions = table.table.partitions;
    Span<const View> keys;
    raise_unless_ok(hash_columns(next, &arena, &keys));
    View buckets = empty ? buckets_of(table.table, next, !keys.empty()) : View();
    Datum values[] = {text_datum(table.table.id),
                      text_datum(text),
                      text_datum(partitions),
                      text_array_datum(removed_keys(before, next)),
                      text_datum(properties_of(next)),
                      text_datum(own_properties(changed, buckets)),
                      BoolGetDatum(changed)};
    spi::set_until_end("lakesoul.suppress_noop_updates", "off");   // no row counts as one that is not to be changed
    if (spi::run(&update_statement, values) != 1)
        ereport(ERROR, (errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
                        errmsg("table \"%s\" could not be changed", c_string(table.table.name)),
                        errdetail("The row is not visible to this role for an update.")));
    store_schema(table.table.id, table_schema, text);
    touch(table.table.id);
}

}   // namespace lakesoul::paimon
