// Properties as options, columns of table_info as audit.
#include "pg/paimon_derive.hpp"

#include "core/paimon/error.hpp"
#include "core/paimon/lakesoul_schema.hpp"
#include "core/paimon/limits.hpp"

#include "pg/clock.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/spi.hpp"
#include "pg/stock_lookup.hpp"
#include "pg/text.hpp"

#include <initializer_list>

namespace lakesoul::paimon {
namespace {

// Column creator is there where access control by domain is on.
#define LAKESOUL_ORIGIN(creator)                                                                                       \
    {                                                                                                                  \
        "SELECT t.table_schema, t.properties::pg_catalog.text, " creator                                               \
        ", COALESCE((SELECT pg_catalog.min(p.created_at) FROM public.table_path_id AS p"                               \
        " WHERE p.table_id OPERATOR(pg_catalog.=) t.table_id),"                                                        \
        " (SELECT pg_catalog.min(n.created_at) FROM public.table_name_id AS n"                                         \
        " WHERE n.table_id OPERATOR(pg_catalog.=) t.table_id))"                                                        \
        " FROM pg_catalog.unnest($1) WITH ORDINALITY AS q(id, ord)"                                                    \
        " LEFT JOIN public.table_info AS t ON t.table_id OPERATOR(pg_catalog.=) q.id ORDER BY q.ord",                  \
            1,                                                                                                         \
        {                                                                                                              \
            TEXTARRAYOID                                                                                               \
        }                                                                                                              \
    }

spi::Statement origin_statement = LAKESOUL_ORIGIN("NULL::pg_catalog.text");
spi::Statement creator_statement = LAKESOUL_ORIGIN("t.creator::pg_catalog.text");

View utf8(const char *text, int size)
{
    const char *result = pg_server_to_any(pnstrdup(text, size), size, PG_UTF8);
    return View(result, strlen(result));
}

// The text of a value; a null view for null.
View text_of_value(const JsonbValue &value)
{
    switch (value.type) {
    case jbvString: return utf8(value.val.string.val, value.val.string.len);
    case jbvBool: return value.val.boolean ? "true" : "false";
    case jbvNumeric: {
        const char *digits = DatumGetCString(DirectFunctionCall1(numeric_out, NumericGetDatum(value.val.numeric)));
        return View(digits);
    }
    case jbvBinary: {
        const char *text = JsonbToCString(nullptr, value.val.binary.data, value.val.binary.len);
        return utf8(text, static_cast<int>(strlen(text)));
    }
    default: return View();
    }
}

// The options among properties, and the comment.
void take_properties(View properties, LakeSoulTable *source)
{
    Span<const Pair> pairs = pairs_of_properties(properties);
    Pair *options = palloc_array(Pair, pairs.size + 1);
    std::size_t count = 0;
    for (const Pair &pair : pairs) {
        if (pair.key == "comment") {
            source->has_comment = true;
            source->comment = pair.value;
        } else if (!is_reserved_property(pair.key)) {
            options[count++] = pair;
        }
    }
    source->options = {options, count};
}

Status derived(const LakeSoulTable &source, int64 time, PaimonTable *out)
{
    Arena arena = server_arena(memory_budget(source.table_schema.size() + out->schema.size()));
    Status status =
        schema_from_lakesoul(source, out->schema, out->schema_id, time, &arena, &out->schema, &out->response);
    if (!status.ok() && status.response != 0)
        status = about(status, Resource::table, out->table.name);
    return status;
}

LakeSoulTable source_of(const PaimonTable &table)
{
    LakeSoulTable source;
    source.table_schema = table.lakesoul_schema;
    source.range_columns = table.table.shape.range_columns;
    source.hash_columns = table.table.shape.primary_keys;
    return source;
}

}   // namespace

Span<const Pair> pairs_of_properties(View properties)
{
    // What holds a NUL cannot be taken apart.
    if (properties.empty() || properties.find("\\u0000") != View::npos)
        return {};
    Jsonb *object = DatumGetJsonbP(DirectFunctionCall1(jsonb_in, CStringGetDatum(c_string(properties))));
    if (!JB_ROOT_IS_OBJECT(object))
        return {};
    Pair *pairs = palloc_array(Pair, JB_ROOT_COUNT(object) + 1);
    std::size_t count = 0;
    JsonbIterator *iterator = JsonbIteratorInit(&object->root);
    JsonbValue key, value;
    for (JsonbIteratorToken token = JsonbIteratorNext(&iterator, &key, true); token != WJB_DONE;
         token = JsonbIteratorNext(&iterator, &key, true)) {
        if (token != WJB_KEY)
            continue;
        View name = utf8(key.val.string.val, key.val.string.len);
        (void)JsonbIteratorNext(&iterator, &value, true);
        View text = text_of_value(value);
        if (text.data() != nullptr)
            pairs[count++] = {name, text};
    }
    return {pairs, count};
}

bool is_reserved_property(View key)
{
    for (View own : {View("domain"), View("last_schema_change_time"), View("hashBucketNum"), View("droppedColumn"),
                     View("hashPartitions"), View("rangePartitions"), View("path"), View("comment")})
        if (key == own)
            return true;
    return false;
}

void find_origins(Span<const View> table_ids, bool as_seen)
{
    bool has_creator = get_attnum(stock::public_relation("table_info"), "creator") != InvalidAttrNumber;
    spi::Statement *statement = has_creator ? &creator_statement : &origin_statement;
    Datum values[] = {text_array_datum(table_ids)};
    (void)(as_seen ? spi::read(statement, values) : spi::run(statement, values));
}

Origin origin_column(uint64 row)
{
    return {spi::text_column(row, 1), spi::text_column(row, 2), spi::text_column(row, 3),
            spi::bigint_column(row, 4, kUnknownTime)};
}

Status derive(PaimonTable *out, const Origin &origin)
{
    LakeSoulTable source = source_of(*out);
    take_properties(origin.properties, &source);
    out->field_id_floor = -1;
    out->audit = {origin.creator, origin.created_at, origin.creator, origin.created_at, origin.creator};
    return derived(source, origin.created_at == kUnknownTime ? 0 : origin.created_at, out);
}

Status derive_next(PaimonTable *out)
{
    ++out->schema_id;
    return derived(source_of(*out), now_ms(), out);
}

}   // namespace lakesoul::paimon
