// Statements over namespace.
#include "pg/catalog_namespace.hpp"

#include "core/catalog/partition_desc.hpp"
#include "core/catalog/table_schema.hpp"

#include "pg/catalog_table.hpp"
#include "pg/drop_table.hpp"
#include "pg/error.hpp"
#include "pg/lock.hpp"
#include "pg/paimon_space.hpp"
#include "pg/spi.hpp"
#include "pg/sql_parts.hpp"
#include "pg/text.hpp"

namespace lakesoul {
namespace {

spi::Statement find_statement = {
    "SELECT t.domain, CASE WHEN pg_catalog.strpos(t.properties::pg_catalog.text, 'location')"
    " OPERATOR(pg_catalog.>) 0 THEN (t.properties::pg_catalog.json) OPERATOR(pg_catalog.->>) 'location' END"
    " FROM public.namespace AS t"
    " WHERE t.namespace OPERATOR(pg_catalog.=) $1",
    1,
    {TEXTOID}};

spi::Statement insert_statement = {"INSERT INTO public.namespace (namespace, properties, comment, domain)"
                                   " VALUES ($1, $2::pg_catalog.json, $3, $4) ON CONFLICT DO NOTHING",
                                   4,
                                   {TEXTOID, TEXTOID, TEXTOID, TEXTOID}};

spi::Statement alter_statement = {"UPDATE public.namespace AS t SET properties = (($2::pg_catalog.jsonb)"
                                  " OPERATOR(pg_catalog.||) " LAKESOUL_DOMAIN_KEY ")::pg_catalog.json"
                                  " WHERE t.namespace OPERATOR(pg_catalog.=) $1",
                                  2,
                                  {TEXTOID, TEXTOID}};

spi::Statement delete_statement = {
    "DELETE FROM public.namespace AS t WHERE t.namespace OPERATOR(pg_catalog.=) $1", 1, {TEXTOID}};

// In the order of their ids, in which all who lock several tables lock them.
spi::Statement tables_statement = {"SELECT t.table_id, t.table_name, t.table_path FROM public.table_info AS t"
                                   " WHERE t.table_namespace OPERATOR(pg_catalog.=) $1 ORDER BY t.table_id",
                                   1,
                                   {TEXTOID}};

[[noreturn]] void raise_no_namespace(View space)
{
    ereport(ERROR, (errcode(ERRCODE_UNDEFINED_SCHEMA), errmsg("namespace \"%s\" does not exist", c_string(space))));
    pg_unreachable();
}

void check_namespace(View space, View properties)
{
    if (space.empty())
        ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("namespace must not be empty")));
    if (space.size() > catalog::kMaxPathKey)
        ereport(ERROR, (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED), errmsg("namespace is too long"),
                        errdetail("It has %zu bytes, the limit is %zu.", space.size(), catalog::kMaxPathKey)));
    raise_unless_ok(catalog::check_json_object(properties, "properties"));
}

// A row that was seen, but that row-level security or a trigger kept.
[[noreturn]] void raise_not_allowed(View space, const char *what)
{
    ereport(ERROR,
            (errcode(ERRCODE_INSUFFICIENT_PRIVILEGE), errmsg("namespace \"%s\" could not be %s", c_string(space), what),
             errdetail("The row is not visible to this role for that.")));
    pg_unreachable();
}

// Views go with their namespace; without cascade there must be none.
void check_views(View space, bool cascade)
{
    View one;
    uint64 count = paimon::count_views(space, &one);
    if (count == 0)
        return;
    if (cascade)
        ereport(NOTICE, (errmsg_plural("drop cascades to %llu view", "drop cascades to %llu views", count,
                                       static_cast<unsigned long long>(count))));
    else
        ereport(ERROR, (errcode(ERRCODE_DEPENDENT_OBJECTS_STILL_EXIST),
                        errmsg("namespace \"%s\" is not empty", c_string(space)),
                        errdetail_plural("It holds %llu view: \"%s\".", "It holds %llu views, among them \"%s\".",
                                         count, static_cast<unsigned long long>(count), c_string(one)),
                        errhint("Drop its views first, or give cascade => true.")));
}

// Drops what the namespace holds, or refuses.
void drop_tables(View space, bool cascade, Paths *paths)
{
    Datum values[] = {text_datum(space)};
    uint64 count = spi::run(&tables_statement, values);
    if (count == 0)
        return;
    View name = spi::text_column(0, 2).empty() ? spi::text_column(0, 3) : spi::text_column(0, 2);
    if (!cascade)
        ereport(ERROR, (errcode(ERRCODE_DEPENDENT_OBJECTS_STILL_EXIST),
                        errmsg("namespace \"%s\" is not empty", c_string(space)),
                        errdetail_plural("It holds %llu table: \"%s\".", "It holds %llu tables, among them \"%s\".",
                                         count, static_cast<unsigned long long>(count), c_string(name)),
                        errhint("Drop its tables first, or give cascade => true.")));
    View *ids = palloc_array(View, count);
    for (uint64 row = 0; row < count; ++row)
        ids[row] = spi::text_column(row, 1);
    unsigned long long dropped = 0;
    for (uint64 i = 0; i < count; ++i) {
        CHECK_FOR_INTERRUPTS();
        lock::table(ids[i]);
        Table table;   // which may have moved to another namespace while it was waited for
        if (find_table_by_id(ids[i], &table) && table.space == space && drop_table(table, paths))
            ++dropped;
    }
    if (dropped > 0)
        ereport(NOTICE,
                (errmsg_plural("drop cascades to %llu table", "drop cascades to %llu tables", dropped, dropped)));
}

}   // namespace

Namespace find_namespace(View space)
{
    Datum values[] = {text_datum(space)};
    lock::name_space(space, false);
    if (IsolationUsesXactSnapshot() && spi::run(&find_statement, values) != 0 &&
        spi::run_at(&find_statement, values, GetLatestSnapshot()) == 0)
        raise_not_newest(psprintf("Namespace \"%s\" was dropped since.", c_string(space)));
    if (spi::run(&find_statement, values) == 0)
        raise_no_namespace(space);
    return {spi::text_column(0, 1), spi::text_column(0, 2)};
}

void create_namespace(View space, View properties, View comment, View domain)
{
    check_namespace(space, properties);
    Datum values[] = {text_datum(space), text_datum(properties), text_datum(comment), text_datum(domain)};
    if (spi::run(&insert_statement, values) == 0)
        ereport(ERROR, (errcode(ERRCODE_DUPLICATE_SCHEMA), errmsg("namespace \"%s\" already exists", c_string(space))));
    // One that was dropped since is still seen beside the new one, with a location of its own.
    if (IsolationUsesXactSnapshot() && spi::run(&find_statement, values) > 1)
        raise_not_newest(psprintf("Namespace \"%s\" was dropped since.", c_string(space)));
    paimon::forget_space(space);
}

void alter_namespace(View space, View properties)
{
    check_namespace(space, properties);
    (void)find_namespace(space);
    Datum values[] = {text_datum(space), text_datum(properties)};
    if (spi::run(&alter_statement, values) != 1)
        raise_not_allowed(space, "changed");
}

void drop_namespace(View space, bool cascade, ReturnSetInfo *results)
{
    if (space == "default")
        ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED), errmsg("namespace \"default\" cannot be dropped"),
                        errdetail("LakeSoul's clients expect it.")));
    lock::name_space(space, true);
    (void)find_namespace(space);
    Paths paths = {};
    drop_tables(space, cascade, &paths);
    check_views(space, cascade);
    Datum values[] = {text_datum(space)};
    if (spi::run(&delete_statement, values) != 1)
        raise_not_allowed(space, "dropped");
    paimon::forget_space(space);
    hand_out({paths.data, paths.size}, results);
}

}   // namespace lakesoul
