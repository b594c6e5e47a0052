// Statements and checks of ALTER for tables.
#include "pg/alter_table.hpp"

#include "core/catalog/table_schema.hpp"

#include "pg/catalog_commit.hpp"
#include "pg/catalog_namespace.hpp"
#include "pg/clock.hpp"
#include "pg/create_table.hpp"
#include "pg/error.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/spi.hpp"
#include "pg/sql_parts.hpp"
#include "pg/text.hpp"

extern "C" {
#include "utils/fmgrprotos.h"
}

namespace lakesoul {
namespace {

spi::Statement rename_statement = {"UPDATE public.table_info AS t SET table_name = $2, table_namespace = $3"
                                   " WHERE t.table_id OPERATOR(pg_catalog.=) $1",
                                   3,
                                   {TEXTOID, TEXTOID, TEXTOID}};

spi::Statement old_name_statement = {"DELETE FROM public.table_name_id AS n WHERE n.table_id OPERATOR(pg_catalog.=) $1"
                                     " AND n.table_name OPERATOR(pg_catalog.=) $2"
                                     " AND n.table_namespace OPERATOR(pg_catalog.=) $3",
                                     3,
                                     {TEXTOID, TEXTOID, TEXTOID}};

spi::Statement path_space_statement = {"UPDATE public.table_path_id AS p SET table_namespace = $2"
                                       " WHERE p.table_id OPERATOR(pg_catalog.=) $1",
                                       2,
                                       {TEXTOID, TEXTOID}};

spi::Statement move_statement = {"UPDATE public.table_info AS t SET table_path = $2"
                                 " WHERE t.table_id OPERATOR(pg_catalog.=) $1",
                                 2,
                                 {TEXTOID, TEXTOID}};

spi::Statement old_path_statement = {"DELETE FROM public.table_path_id AS p WHERE p.table_id OPERATOR(pg_catalog.=) $1"
                                     " AND p.table_path OPERATOR(pg_catalog.=) $2",
                                     2,
                                     {TEXTOID, TEXTOID}};

// Discard rows find their table by its path, or by its id if it has none.
spi::Statement discard_path_statement = {"UPDATE public.discard_compressed_file_info AS d SET table_path = $2"
                                         " WHERE d.table_path OPERATOR(pg_catalog.=) $1",
                                         2,
                                         {TEXTOID, TEXTOID}};

#define LAKESOUL_SET_PROPERTIES(changed)                                                                               \
    "UPDATE public.table_info AS t SET properties = ((" changed ") OPERATOR(pg_catalog.||) " LAKESOUL_DOMAIN_KEY       \
    ")::pg_catalog.json WHERE t.table_id OPERATOR(pg_catalog.=) $1 RETURNING t.properties::pg_catalog.text"

spi::Statement merge_statement = {LAKESOUL_SET_PROPERTIES("COALESCE(t.properties::pg_catalog.jsonb, '{}')"
                                                          " OPERATOR(pg_catalog.||) $2::pg_catalog.jsonb"),
                                  2,
                                  {TEXTOID, TEXTOID}};

spi::Statement replace_statement = {LAKESOUL_SET_PROPERTIES("$2::pg_catalog.jsonb"), 2, {TEXTOID, TEXTOID}};

spi::Statement remove_statement = {LAKESOUL_SET_PROPERTIES("COALESCE(t.properties::pg_catalog.jsonb, '{}')"
                                                           " OPERATOR(pg_catalog.-) $2"),
                                   2,
                                   {TEXTOID, TEXTARRAYOID}};

[[noreturn]] void raise_not_allowed(const Table &table)
{
    ereport(ERROR, (errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
                    errmsg("table \"%s\" could not be changed", c_string(table.name.empty() ? table.id : table.name)),
                    errdetail("The row is not visible to this role for an update.")));
    pg_unreachable();
}

// Runs a statement that must change the table's row.
void change(spi::Statement *statement, Datum *values, const Table &table)
{
    spi::set_until_end("lakesoul.suppress_noop_updates", "off");   // no row counts as one that is not to be changed
    if (spi::run(statement, values) != 1)
        raise_not_allowed(table);
}

void check_domain(const Table &table, const Namespace &space, View new_space)
{
    if (space.domain != table.domain)
        ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                        errmsg("namespace \"%s\" belongs to another domain than the table", c_string(new_space)),
                        errdetail("The namespace's domain is \"%s\", the table's is \"%s\".", c_string(space.domain),
                                  c_string(table.domain))));
}

}   // namespace

void rename_table(const Table &table, View new_name, View new_space)
{
    if (new_name.empty())
        ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("new_name must not be empty")));
    if (new_name == table.name && new_space == table.space)
        return;
    // The lock of a namespace to move to was taken before the table's; the table keeps the one it is in from going.
    if (new_space != table.space)
        check_domain(table, find_namespace(new_space), new_space);
    check_name_length(new_name, new_space);
    claim_name(new_name, table.id, new_space, table.domain);
    Datum old[] = {text_datum(table.id), text_datum(table.name), text_datum(table.space)};
    (void)spi::run(&old_name_statement, old);
    Datum values[] = {old[0], text_datum(new_name), text_datum(new_space)};
    change(&rename_statement, values, table);
    Datum path[] = {old[0], values[2]};
    (void)spi::run(&path_space_statement, path);
}

void move_table_path(const Table &table, View new_path)
{
    if (new_path == table.path)
        return;
    if (new_path.empty() && table.name.empty())
        ereport(ERROR,
                (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("a table must have a name or a path, or both")));
    check_path_length(new_path);
    claim_path(new_path, table.id, table.space, table.domain);
    Datum old[] = {text_datum(table.id), text_datum(table.path)};
    Datum values[] = {old[0], text_datum(new_path)};
    change(&move_statement, values, table);
    Table moved = table;
    moved.path = new_path;
    Datum discards[] = {text_datum(discard_key(table)), text_datum(discard_key(moved))};
    // Under row-level security they are seen through the row of the old path, which goes next.
    (void)spi::run(&discard_path_statement, discards);
    (void)spi::run(&old_path_statement, old);
}

View set_table_properties(const Table &table, View properties, bool replace)
{
    raise_unless_ok(catalog::check_json_object(properties, "properties"));
    Datum values[] = {text_datum(table.id), text_datum(properties)};
    change(replace ? &replace_statement : &merge_statement, values, table);
    return spi::text_column(0, 1);
}

View remove_table_properties(const Table &table, Span<const View> keys)
{
    Datum values[] = {text_datum(table.id), text_array_datum(keys)};
    change(&remove_statement, values, table);
    return spi::text_column(0, 1);
}

void set_table_schema(const Table &table, View schema, View arrow_ipc)
{
    if (schema.empty())
        ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("table_schema must not be empty")));
    Arena arena = server_arena();
    raise_unless_ok(catalog::check_columns(table.shape, schema, &arena));
    View hash = arrow_ipc.empty() ? View() : view_of_text(DirectFunctionCall1(md5_text, text_datum(schema)));
    update_schema(table, schema, View(), arrow_ipc, hash, now_ms());
}

}   // namespace lakesoul
