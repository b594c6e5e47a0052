// Statements over table_info. Decides nothing.
#include "pg/catalog_table.hpp"

#include "pg/error.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/spi.hpp"
#include "pg/sql_parts.hpp"
#include "pg/text.hpp"

namespace lakesoul {
namespace {

// A property is read only where its name stands in the text: JSON that holds a NUL cannot be taken apart.
#define LAKESOUL_TABLE_COLUMNS                                                                                         \
    "SELECT t.table_id, t.table_name, t.table_namespace, t.table_path, t.domain, t.partitions, " LAKESOUL_THRESHOLD    \
    " FROM public.table_info AS t"

spi::Statement by_id = {LAKESOUL_TABLE_COLUMNS " WHERE t.table_id OPERATOR(pg_catalog.=) $1", 1, {TEXTOID}};

spi::Statement by_name = {LAKESOUL_TABLE_COLUMNS
                          " WHERE t.table_name OPERATOR(pg_catalog.=) $1"
                          " AND t.table_namespace OPERATOR(pg_catalog.=) $2"
                          " AND t.table_id OPERATOR(pg_catalog.=) (SELECT n.table_id FROM public.table_name_id AS n"
                          " WHERE n.table_name OPERATOR(pg_catalog.=) $1"
                          " AND n.table_namespace OPERATOR(pg_catalog.=) $2)",
                          2,
                          {TEXTOID, TEXTOID}};

spi::Statement set_schema = {
    "UPDATE public.table_info AS t SET table_schema = $2,"
    " properties = (((COALESCE($3, t.properties::pg_catalog.text)::pg_catalog.jsonb) OPERATOR(pg_catalog.||) "
    "pg_catalog.jsonb_build_object("
    "'last_schema_change_time', $6::pg_catalog.text)) OPERATOR(pg_catalog.||) " LAKESOUL_DOMAIN_KEY
    ")::pg_catalog.json,"
    " table_schema_arrow_ipc = $4, table_schema_arrow_ipc_json_hash = $5"
    " WHERE t.table_id OPERATOR(pg_catalog.=) $1",
    6,
    {TEXTOID, TEXTOID, TEXTOID, BYTEAOID, TEXTOID, INT8OID}};

spi::Statement shape_statement = {"SELECT pg_catalog.concat(t.partitions, '|', t.domain) FROM public.table_info AS t"
                                  " WHERE t.table_id OPERATOR(pg_catalog.=) $1",
                                  1,
                                  {TEXTOID}};

// Also how many versions and commits there are, and by which transactions.
spi::Statement whole_statement = {
    "SELECT pg_catalog.concat(t.partitions, '|', t.domain, '|',"
    " (SELECT pg_catalog.concat(pg_catalog.count(*), ',', pg_catalog.sum(i.xmin::pg_catalog.text::bigint))"
    " FROM public.partition_info AS i WHERE i.table_id OPERATOR(pg_catalog.=) $1), '|',"
    " (SELECT pg_catalog.concat(pg_catalog.count(*), ',', pg_catalog.sum(c.xmin::pg_catalog.text::bigint))"
    " FROM public.data_commit_info AS c WHERE c.table_id OPERATOR(pg_catalog.=) $1))"
    " FROM public.table_info AS t WHERE t.table_id OPERATOR(pg_catalog.=) $1",
    1,
    {TEXTOID}};

bool take_row(uint64 rows, Table *out)
{
    if (rows == 0)
        return false;
    *out = {spi::text_column(0, 1),
            spi::text_column(0, 2),
            spi::text_column(0, 3),
            spi::text_column(0, 4),
            spi::text_column(0, 5),
            spi::text_column(0, 6),
            threshold_of(spi::text_column(0, 7)),
            {}};
    Arena arena = server_arena();
    raise_unless_ok(catalog::parse_partitions(out->partitions, &arena, &out->shape));
    return true;
}

}   // namespace

int32 threshold_of(View text)
{
    int32 value = 0;
    for (char c : text) {
        if (c < '0' || c > '9' || value > (PG_INT32_MAX - 9) / 10)
            return 0;
        value = value * 10 + (c - '0');
    }
    return value;
}

void require_setup()
{
    Oid space = get_namespace_oid("public", true);
    Oid partition_info = OidIsValid(space) ? get_relname_relid("partition_info", space) : InvalidOid;
    if (OidIsValid(partition_info) && get_attnum(partition_info, "last_compaction") != InvalidAttrNumber)
        return;
    ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
                    errmsg("this database has no LakeSoul catalog that was set up"),
                    errhint("Run SELECT * FROM lakesoul.setup();")));
}

void raise_no_table(View table_id)
{
    ereport(ERROR,
            (errcode(ERRCODE_UNDEFINED_TABLE), errmsg("table with id \"%s\" does not exist", c_string(table_id))));
    pg_unreachable();
}

void raise_no_table(View table_name, View space)
{
    ereport(ERROR, (errcode(ERRCODE_UNDEFINED_TABLE),
                    errmsg("table \"%s\" does not exist in namespace \"%s\"", c_string(table_name), c_string(space))));
    pg_unreachable();
}

bool find_table_by_id(View table_id, Table *out)
{
    Datum values[] = {text_datum(table_id)};
    return take_row(spi::run(&by_id, values), out);
}

bool find_table_by_name(View table_name, View space, Table *out)
{
    Datum values[] = {text_datum(table_name), text_datum(space)};
    return take_row(spi::run(&by_name, values), out);
}

Table table_by_id(View table_id)
{
    Table table;
    if (!find_table_by_id(table_id, &table))
        raise_no_table(table_id);
    return table;
}

Table table_by_name(View table_name, View space)
{
    Table table;
    if (!find_table_by_name(table_name, space, &table))
        raise_no_table(table_name, space);
    return table;
}

bool find_seen_table_by_id(View table_id, Table *out)
{
    Datum values[] = {text_datum(table_id)};
    return take_row(spi::read(&by_id, values), out);
}

bool find_seen_table_by_name(View table_name, View space, Table *out)
{
    Datum values[] = {text_datum(table_name), text_datum(space)};
    return take_row(spi::read(&by_name, values), out);
}

Table seen_table_by_id(View table_id)
{
    Table table;
    if (!find_seen_table_by_id(table_id, &table))
        raise_no_table(table_id);
    return table;
}

Table seen_table_by_name(View table_name, View space)
{
    Table table;
    if (!find_seen_table_by_name(table_name, space, &table))
        raise_no_table(table_name, space);
    return table;
}

View shown_name(const Table &table)
{
    return !table.name.empty() ? table.name : !table.path.empty() ? table.path : table.id;
}

[[noreturn]] void raise_not_newest(const char *detail)
{
    ereport(ERROR, (errcode(ERRCODE_T_R_SERIALIZATION_FAILURE),
                    errmsg("could not serialize access due to a concurrent commit"), errdetail("%s", detail),
                    errhint("Retry the transaction.")));
    pg_unreachable();
}

void check_table_is_newest(const Table &table, bool whole)
{
    if (!IsolationUsesXactSnapshot())
        return;
    spi::Statement *statement = whole ? &whole_statement : &shape_statement;
    Datum values[] = {text_datum(table.id)};
    View seen = spi::run(statement, values) == 0 ? View() : spi::text_column(0, 1);
    View newest = spi::run_at(statement, values, GetLatestSnapshot()) == 0 ? View() : spi::text_column(0, 1);
    if (newest.data() == nullptr)
        raise_not_newest(psprintf("Table \"%s\" was dropped since.", c_string(table.id)));
    if (seen != newest)
        raise_not_newest(psprintf("Table \"%s\" is not what this transaction sees any more.", c_string(table.id)));
}

void update_schema(const Table &table, View schema, View properties, View arrow_ipc, View arrow_hash, int64 now_ms)
{
    bool has_pair = !arrow_ipc.empty();
    Datum values[] = {text_datum(table.id),   text_datum(schema),     text_datum(properties),
                      bytea_datum(arrow_ipc), text_datum(arrow_hash), Int64GetDatum(now_ms)};
    spi::set_until_end("lakesoul.suppress_noop_updates", "off");   // no row counts as one that is not to be changed
    char nulls[] = {' ', ' ', properties.empty() ? 'n' : ' ', has_pair ? ' ' : 'n', has_pair ? ' ' : 'n', ' '};
    if (spi::run(&set_schema, values, nulls) != 1)
        ereport(ERROR, (errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
                        errmsg("schema of table \"%s\" could not be changed", c_string(table.id)),
                        errdetail("The row is not visible to this role for an update.")));
}

}   // namespace lakesoul
