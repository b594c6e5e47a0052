// Rows of lakesoul.paimon_tables and paimon_schemas, and what stands for them where there are none.
#include "pg/paimon_table.hpp"

#include "core/paimon/error.hpp"
#include "core/paimon/limits.hpp"

#include "pg/clock.hpp"
#include "pg/error.hpp"
#include "pg/jsonb.hpp"
#include "pg/paimon_answer.hpp"
#include "pg/paimon_call.hpp"
#include "pg/paimon_derive.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/spi.hpp"
#include "pg/text.hpp"

namespace lakesoul::paimon {
namespace {

spi::Statement external_statement = {
    "SELECT FROM lakesoul.paimon_tables AS t WHERE t.table_id OPERATOR(pg_catalog.=) $1 AND t.is_external",
    1,
    {TEXTOID}};

spi::Statement schema_text_statement = {
    "SELECT t.table_schema FROM public.table_info AS t WHERE t.table_id OPERATOR(pg_catalog.=) $1", 1, {TEXTOID}};

spi::Statement state_statement = {
    "SELECT p.is_external, p.schema_id, p.field_id_floor, p.owner, p.created_at, p.created_by, p.updated_at,"
    " p.updated_by, s.schema::pg_catalog.text, s.highest_field_id, s.time_millis, s.lakesoul_schema"
    " FROM lakesoul.paimon_tables AS p JOIN lakesoul.paimon_schemas AS s ON s.table_id OPERATOR(pg_catalog.=) "
    "p.table_id"
    " AND s.schema_id OPERATOR(pg_catalog.=) p.schema_id WHERE p.table_id OPERATOR(pg_catalog.=) $1",
    1,
    {TEXTOID}};

spi::Statement version_statement = {
    "SELECT s.schema::pg_catalog.text, s.highest_field_id, s.time_millis FROM lakesoul.paimon_schemas AS s"
    " WHERE s.table_id OPERATOR(pg_catalog.=) $1 AND s.schema_id OPERATOR(pg_catalog.=) $2",
    2,
    {TEXTOID, INT8OID}};

spi::Statement insert_table_statement = {
    "INSERT INTO lakesoul.paimon_tables (table_id, is_external, schema_id, field_id_floor, owner, created_at,"
    " created_by, updated_at, updated_by) VALUES ($1, $2, 0, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING",
    8,
    {TEXTOID, BOOLOID, INT4OID, TEXTOID, INT8OID, TEXTOID, INT8OID, TEXTOID}};

// A version that is stored already stays, but for what it was written to table_info as.
spi::Statement insert_schema_statement = {
    "INSERT INTO lakesoul.paimon_schemas AS s (table_id, schema_id, schema, highest_field_id, time_millis,"
    " lakesoul_schema) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (table_id, schema_id)"
    " DO UPDATE SET lakesoul_schema = EXCLUDED.lakesoul_schema",
    6,
    {TEXTOID, INT8OID, JSONBOID, INT4OID, INT8OID, TEXTOID}};

spi::Statement current_statement = {
    "UPDATE lakesoul.paimon_tables AS p SET schema_id = $2, field_id_floor = GREATEST(p.field_id_floor, $3)"
    " WHERE p.table_id OPERATOR(pg_catalog.=) $1",
    3,
    {TEXTOID, INT8OID, INT4OID}};

spi::Statement touch_statement = {"UPDATE lakesoul.paimon_tables AS p SET updated_at = $2, updated_by = $3"
                                  " WHERE p.table_id OPERATOR(pg_catalog.=) $1",
                                  3,
                                  {TEXTOID, INT8OID, TEXTOID}};

spi::Statement lock_statement = {
    "SELECT FROM lakesoul.paimon_tables AS p WHERE p.table_id OPERATOR(pg_catalog.=) $1 FOR UPDATE", 1, {TEXTOID}};

spi::Statement lock_base_statement = {
    "SELECT FROM public.table_info AS t WHERE t.table_id OPERATOR(pg_catalog.=) $1 FOR NO KEY UPDATE", 1, {TEXTOID}};

spi::Statement snapshot_statement = {
    "SELECT FROM lakesoul.paimon_snapshots AS s WHERE s.table_id OPERATOR(pg_catalog.=) $1"
    " AND s.retired OPERATOR(pg_catalog.=) 0 LIMIT 1",
    1,
    {TEXTOID}};

spi::Statement data_statement = {
    "SELECT EXISTS (SELECT FROM public.partition_info AS i WHERE i.table_id OPERATOR(pg_catalog.=) $1)", 1, {TEXTOID}};

// The pieces of a stored version as a TableSchema.
View table_schema_of(View schema, int64 id, int32 highest_field_id, int64 time_millis)
{
    StringInfoData text;
    initStringInfo(&text);
    appendStringInfo(
        &text, "{\"version\": 3, \"id\": " INT64_FORMAT ", \"highestFieldId\": %d, \"timeMillis\": " INT64_FORMAT ", ",
        id, highest_field_id, time_millis);
    appendBinaryStringInfo(&text, schema.data() + 1, static_cast<int>(schema.size() - 1));
    return View(text.data, static_cast<std::size_t>(text.len));
}

// Reads the side rows; false if there are none.
bool take_state(const lakesoul::Table &table, bool as_seen, PaimonTable *out, View *written)
{
    Datum values[] = {text_datum(table.id)};
    uint64 rows = as_seen ? spi::read_as_owner(&state_statement, values) : spi::run_as_owner(&state_statement, values);
    if (rows == 0)
        return false;
    out->is_external = spi::bool_column(0, 1);
    out->schema_id = spi::bigint_column(0, 2, 0);
    out->field_id_floor = spi::int_column(0, 3, -1);
    out->audit = audit_columns(0, 4);
    // After a rollback of schemas the ids of those that are gone do not come back.
    int32 highest = Max(spi::int_column(0, 10, -1), out->field_id_floor);
    out->schema = table_schema_of(spi::text_column(0, 9), out->schema_id, highest, spi::bigint_column(0, 11, 0));
    *written = spi::text_column(0, 12);
    return true;
}

TableSchema parsed(View table_schema)
{
    Arena arena = server_arena(memory_budget(table_schema.size()));
    TableSchema schema;
    raise_unless_ok(read_schema(table_schema, &arena, &schema));
    return schema;
}

Datum or_null(View text, char *null)
{
    *null = text.data() == nullptr ? 'n' : ' ';
    return text.data() == nullptr ? 0 : text_datum(text);
}

Datum or_null(int64 time, char *null)
{
    *null = time == kUnknownTime ? 'n' : ' ';
    return Int64GetDatum(time);
}

// False if somebody else has made the row meanwhile.
bool insert_table(const PaimonTable &table)
{
    char nulls[9] = "        ";
    Datum values[] = {text_datum(table.table.id),
                      BoolGetDatum(table.is_external),
                      Int32GetDatum(table.field_id_floor),
                      or_null(table.audit.owner, &nulls[3]),
                      or_null(table.audit.created_at, &nulls[4]),
                      or_null(table.audit.created_by, &nulls[5]),
                      or_null(table.audit.updated_at, &nulls[6]),
                      or_null(table.audit.updated_by, &nulls[7])};
    return spi::run_as_owner(&insert_table_statement, values, nulls) == 1;
}

}   // namespace

Status try_read_table(lakesoul::Table table, bool as_seen, PaimonTable *out)
{
    *out = {};
    out->table = table;
    Datum values[] = {text_datum(table.id)};
    uint64 rows = as_seen ? spi::read(&schema_text_statement, values) : spi::run(&schema_text_statement, values);
    if (rows == 0)
        return missing(Resource::table, table.name);
    out->lakesoul_schema = spi::text_column(0, 1);
    View written;
    out->adopted = take_state(table, as_seen, out, &written);
    out->stored = out->adopted && written == out->lakesoul_schema;
    if (out->stored)
        return Status();
    if (out->adopted)
        return derive_next(out);
    find_origins({&table.id, 1}, as_seen);
    return derive(out, origin_column(0));
}

PaimonTable read_table(const lakesoul::Table &table, bool as_seen)
{
    PaimonTable out;
    raise_unless_ok(try_read_table(table, as_seen, &out));
    return out;
}

void store_schema(View table_id, View table_schema, View lakesoul_schema)
{
    TableSchema schema = parsed(table_schema);
    Arena arena = server_arena(memory_budget(table_schema.size()));
    View body;
    raise_unless_ok(schema_of_response(table_schema, &arena, &body));
    Datum values[] = {text_datum(table_id),
                      Int64GetDatum(schema.id),
                      jsonb_datum(body),
                      Int32GetDatum(static_cast<int32>(schema.highest_field_id)),
                      Int64GetDatum(schema.time_millis),
                      text_datum(lakesoul_schema)};
    (void)spi::run_as_owner(&insert_schema_statement, values);
    Datum current[] = {values[0], values[1], values[3]};
    (void)spi::run_as_owner(&current_statement, current);
}

bool store_table(const PaimonTable &table)
{
    if (!insert_table(table))
        return false;
    store_schema(table.table.id, table.schema, table.lakesoul_schema);
    return true;
}

PaimonTable adopt(const lakesoul::Table &table, bool update)
{
    PaimonTable state = read_table(table, false);
    if (!state.adopted) {
        state.schema_id = 0;
        (void)store_table(state);
    }
    Datum values[] = {text_datum(table.id)};
    (void)spi::run_as_owner(&lock_statement, values);
    if (update && spi::run(&lock_base_statement, values) == 0)
        ereport(ERROR, (errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
                        errmsg("table \"%s\" could not be changed", c_string(table.name)),
                        errdetail("The row is not visible to this role for an update.")));
    // What was waited for may have changed either.
    lakesoul::Table now;
    if (!find_table_by_id(table.id, &now))
        raise_unless_ok(missing(Resource::table, table.name));
    state = read_table(now, false);
    if (!state.stored) {
        store_schema(table.id, state.schema, state.lakesoul_schema);
        state.field_id_floor = Max(state.field_id_floor, static_cast<int32>(parsed(state.schema).highest_field_id));
        state.stored = state.adopted = true;
    }
    return state;
}

bool is_external(View table_id)
{
    Datum values[] = {text_datum(table_id)};
    return spi::run_as_owner(&external_statement, values) > 0;
}

bool has_data(const lakesoul::Table &table)
{
    Datum values[] = {text_datum(table.id)};
    return spi::run(&data_statement, values) == 1 && spi::bool_column(0, 1);
}

bool has_snapshots(const lakesoul::Table &table)
{
    Datum values[] = {text_datum(table.id)};
    return has_data(table) || spi::run_as_owner(&snapshot_statement, values) > 0;
}

View find_schema(View table_id, int64 schema_id)
{
    Datum values[] = {text_datum(table_id), Int64GetDatum(schema_id)};
    if (spi::run_as_owner(&version_statement, values) == 0)
        return View();
    return table_schema_of(spi::text_column(0, 1), schema_id, spi::int_column(0, 2, -1), spi::bigint_column(0, 3, 0));
}

void touch(View table_id)
{
    Datum values[] = {text_datum(table_id), Int64GetDatum(now_ms()), text_datum(current_user())};
    (void)spi::run_as_owner(&touch_statement, values);
}

}   // namespace lakesoul::paimon
