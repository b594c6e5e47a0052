// Details of tables: the caller's rows of table_info beside the side rows of just these tables, read in one statement.
#include "pg/paimon_details.hpp"

#include "core/paimon/limits.hpp"
#include "core/paimon/schema.hpp"

#include "pg/error.hpp"
#include "pg/jsonb.hpp"
#include "pg/paimon_answer.hpp"
#include "pg/paimon_derive.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/spi.hpp"
#include "pg/text.hpp"

namespace lakesoul::paimon {
namespace {

// In the order of the ids; a schema where it is that of the table_schema given, so that no other is read.
spi::Statement state_statement = {
    "SELECT p.is_external, p.schema_id, p.owner, p.created_at, p.created_by, p.updated_at, p.updated_by, s.schema"
    " FROM ROWS FROM (pg_catalog.unnest($1), pg_catalog.unnest($2)) WITH ORDINALITY AS q(id, lakesoul_schema, ord)"
    " LEFT JOIN lakesoul.paimon_tables AS p ON p.table_id OPERATOR(pg_catalog.=) q.id"
    " LEFT JOIN lakesoul.paimon_schemas AS s ON s.table_id OPERATOR(pg_catalog.=) q.id"
    " AND s.schema_id OPERATOR(pg_catalog.=) p.schema_id"
    " AND s.lakesoul_schema OPERATOR(pg_catalog.=) q.lakesoul_schema ORDER BY q.ord",
    2,
    {TEXTARRAYOID, TEXTARRAYOID},
    nullptr,
    0};

struct Row {
    View name, id, path, partitions, lakesoul_schema;
};

Row *take_rows(uint64 count)
{
    Row *rows = static_cast<Row *>(palloc(sizeof(Row) * (count + 1)));
    for (uint64 i = 0; i < count; ++i)
        rows[i] = {spi::text_column(i, 1), spi::text_column(i, 2), spi::text_column(i, 3), spi::text_column(i, 4),
                   spi::text_column(i, 5)};
    return rows;
}

// Reads the side rows; they are in SPI_tuptable.
void find_states(const Row *rows, uint64 count)
{
    View *ids = palloc_array(View, count + 1), *schemas = palloc_array(View, count + 1);
    for (uint64 i = 0; i < count; ++i) {
        ids[i] = rows[i].id;
        schemas[i] = rows[i].lakesoul_schema.data() == nullptr ? View("") : rows[i].lakesoul_schema;
    }
    Datum values[] = {text_array_datum({ids, count}), text_array_datum({schemas, count})};
    (void)spi::read_as_owner(&state_statement, values);
}

// A table that the API has no rows of, or older ones.
void put_derived(json::Out *out, const Row &row, View database)
{
    PaimonTable table;
    lakesoul::Table found;
    if (!find_seen_table_by_id(row.id, &found))
        return;
    Status status = try_read_table(found, true, &table);
    if (status.ok())
        put_table(out, table, schema_datum(table));
    else
        ereport(WARNING, (errmsg("table \"%s\" of database \"%s\" is left out", c_string(row.name), c_string(database)),
                          errdetail("%s", c_string(View(status.message)))));
}

}   // namespace

void put_details(json::Out *out, View database, uint64 count)
{
    Row *rows = take_rows(count);
    find_states(rows, count);
    SPITupleTable *states = SPI_tuptable;
    json::begin_array(out);
    for (uint64 i = 0; i < count; ++i) {
        CHECK_FOR_INTERRUPTS();
        SPI_tuptable = states;
        bool older;
        Datum schema = spi::jsonb_column(i, 8, &older);
        if (older) {
            put_derived(out, rows[i], database);
            continue;
        }
        PaimonTable table = {};
        table.table.id = rows[i].id;
        table.table.name = rows[i].name;
        table.table.space = database;
        table.table.path = rows[i].path;
        table.is_external = spi::bool_column(i, 1);
        table.schema_id = spi::bigint_column(i, 2, 0);
        table.audit = audit_columns(i, 3);
        put_table(out, table, schema);
    }
    json::end_array(out);
}

}   // namespace lakesoul::paimon
