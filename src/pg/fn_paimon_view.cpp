// SQL functions of the Paimon API for views: create, get, alter, rename, drop, list.
#include "core/paimon/limits.hpp"
#include "core/paimon/request.hpp"
#include "core/paimon/view.hpp"

#include "pg/argument.hpp"
#include "pg/error.hpp"
#include "pg/lock.hpp"
#include "pg/paimon_answer.hpp"
#include "pg/paimon_call.hpp"
#include "pg/paimon_database.hpp"
#include "pg/paimon_page.hpp"
#include "pg/paimon_view.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/spi.hpp"
#include "pg/text.hpp"

using namespace lakesoul;

namespace {

using paimon::Subject;

// $5: the database.
spi::Statement names_statement = {
    "SELECT v.name::pg_catalog.text FROM lakesoul.paimon_views AS v WHERE v.namespace OPERATOR(pg_catalog.=) $5"
    " AND " LAKESOUL_PAGE("v.name") " ORDER BY v.name COLLATE pg_catalog.\"C\" LIMIT $4",
    5,
    {LAKESOUL_PAGE_TYPES, TEXTOID}};

spi::Statement details_statement = {
    "SELECT v.id, v.name::pg_catalog.text, v.schema, v.owner, v.created_at, v.created_by, v.updated_at, v.updated_by"
    " FROM lakesoul.paimon_views AS v WHERE v.namespace OPERATOR(pg_catalog.=) $5"
    " AND " LAKESOUL_PAGE("v.name") " ORDER BY v.name COLLATE pg_catalog.\"C\" LIMIT $4",
    5,
    {LAKESOUL_PAGE_TYPES, TEXTOID}};

// The databases that may hold some: $1, $2 as LAKESOUL_PATTERN.
spi::Statement spaces_statement = {
    "SELECT pg_catalog.array_agg(n.namespace) FROM public.namespace AS n WHERE " LAKESOUL_PATTERN("n.namespace", "$1",
                                                                                                  "$2"),
    2,
    {INT4OID, TEXTOID}};

// $5: databases.
spi::Statement global_statement = {
    "SELECT q.space, q.name, q.key FROM (SELECT v.namespace::pg_catalog.text AS space, v.name::pg_catalog.text AS name,"
    " pg_catalog.concat(v.namespace, '.', v.name) AS key FROM lakesoul.paimon_views AS v"
    " WHERE v.namespace OPERATOR(pg_catalog.=) ANY ($5)) AS q WHERE"
    " ($1 IS NULL OR q.key COLLATE pg_catalog.\"C\" OPERATOR(pg_catalog.>) $1)"
    " AND " LAKESOUL_PATTERN("q.name", "$2", "$3") " ORDER BY q.key COLLATE pg_catalog.\"C\" LIMIT $4",
    5,
    {LAKESOUL_PAGE_TYPES, TEXTARRAYOID}};

Datum create(FunctionCallInfo fcinfo, Subject *subject)
{
    MemoryContext caller = CurrentMemoryContext;
    View json = paimon::json_argument(fcinfo, 0, "req");
    Arena arena = server_arena(paimon::memory_budget(json.size()));
    paimon::CreateObject request;
    View view_schema;
    raise_unless_ok(paimon::read_create(json, &arena, &request));
    *subject = {request.ident.database, Resource::view, request.ident.table};
    raise_unless_ok(paimon::require_plain(request.ident));
    raise_unless_ok(paimon::build_view(request.schema, &arena, &view_schema));
    int level = spi::begin();
    paimon::create_view(request.ident, view_schema);
    return paimon::finish(level, paimon::no_answer(), caller);
}

Datum get(FunctionCallInfo fcinfo, Subject *subject)
{
    MemoryContext caller = CurrentMemoryContext;
    paimon::Ident ident = paimon::plain_ident_argument(fcinfo, 0, Resource::view, subject);
    int level = spi::begin();
    json::Out out = {};
    paimon::put_view(&out, paimon::seen_view(ident));
    return paimon::finish(level, json::datum(&out), caller);
}

Datum alter(FunctionCallInfo fcinfo, Subject *subject)
{
    MemoryContext caller = CurrentMemoryContext;
    paimon::Ident ident = paimon::plain_ident_argument(fcinfo, 0, Resource::view, subject);
    View json = paimon::json_argument(fcinfo, 1, "req");
    Arena arena = server_arena(paimon::memory_budget(json.size()));
    View changes;
    raise_unless_ok(paimon::read_alter(json, &arena, &changes));
    int level = spi::begin();
    paimon::alter_view(ident, changes);
    return paimon::finish(level, paimon::no_answer(), caller);
}

Datum rename(FunctionCallInfo fcinfo, Subject *subject)
{
    MemoryContext caller = CurrentMemoryContext;
    View json = paimon::json_argument(fcinfo, 0, "req");
    Arena arena = server_arena(paimon::memory_budget(json.size()));
    paimon::Rename request;
    raise_unless_ok(paimon::read_rename(json, &arena, &request));
    *subject = {request.source.database, Resource::view, request.source.table};
    raise_unless_ok(paimon::require_plain(request.source));
    raise_unless_ok(paimon::require_plain(request.destination));
    *subject = {request.destination.database, Resource::view, request.destination.table};
    int level = spi::begin();
    paimon::rename_view(request.source, request.destination);
    return paimon::finish(level, paimon::no_answer(), caller);
}

Datum drop(FunctionCallInfo fcinfo, Subject *subject)
{
    MemoryContext caller = CurrentMemoryContext;
    paimon::Ident ident = paimon::plain_ident_argument(fcinfo, 0, Resource::view, subject);
    int level = spi::begin();
    paimon::drop_view(ident);
    return paimon::finish(level, paimon::no_answer(), caller);
}

// Rows of a database's views, and the list that is begun with them.
uint64 begin_list(FunctionCallInfo fcinfo, Subject *subject, spi::Statement *statement, const char *key, int *level,
                  paimon::Page *page, json::Out *out)
{
    View database = text_argument(fcinfo, 0, "database", true);
    *subject = {database, Resource::none, View()};
    *page = paimon::page_argument(fcinfo, 1);
    *level = spi::begin();
    paimon::require_seen_database(database);
    Datum values[5];
    char nulls[] = "     ";
    paimon::page_values(*page, page->query.name, values, nulls);
    values[4] = text_datum(database);
    uint64 rows = paimon::rows_of_page(page, spi::read_as_owner(statement, values, nulls));
    json::begin_object(out);
    json::key(out, key);
    json::begin_array(out);
    return rows;
}

Datum list(FunctionCallInfo fcinfo, Subject *subject)
{
    MemoryContext caller = CurrentMemoryContext;
    paimon::Page page;
    json::Out out = {};
    int level;
    uint64 rows = begin_list(fcinfo, subject, &names_statement, "views", &level, &page, &out);
    for (uint64 row = 0; row < rows; ++row)
        json::element(&out, spi::text_column(row, 1));
    json::end_array(&out);
    return paimon::finish(level, paimon::finish_list(&out, page.more ? spi::text_column(rows - 1, 1) : View()), caller);
}

Datum list_details(FunctionCallInfo fcinfo, Subject *subject)
{
    MemoryContext caller = CurrentMemoryContext;
    paimon::Page page;
    json::Out out = {};
    int level;
    uint64 rows = begin_list(fcinfo, subject, &details_statement, "viewDetails", &level, &page, &out);
    for (uint64 row = 0; row < rows; ++row) {
        bool null;
        paimon::PaimonView view = {spi::text_column(row, 1), spi::text_column(row, 2), spi::jsonb_column(row, 3, &null),
                                   paimon::audit_columns(row, 4)};
        paimon::put_view(&out, view);
    }
    json::end_array(&out);
    return paimon::finish(level, paimon::finish_list(&out, page.more ? spi::text_column(rows - 1, 2) : View()), caller);
}

Datum list_globally(FunctionCallInfo fcinfo, Subject *subject)
{
    MemoryContext caller = CurrentMemoryContext;
    paimon::Page page = paimon::page_argument(fcinfo, 0);
    Datum values[5], databases[2];
    char nulls[] = "     ";
    paimon::page_values(page, page.query.name, values, nulls);
    paimon::pattern_values(page.query.database, databases);
    int level = spi::begin();
    (void)spi::read(&spaces_statement, databases);
    bool none;
    values[4] = SPI_getbinval(SPI_tuptable->vals[0], SPI_tuptable->tupdesc, 1, &none);
    nulls[4] = none ? 'n' : ' ';
    uint64 rows = paimon::rows_of_page(&page, spi::read_as_owner(&global_statement, values, nulls));
    json::Out out = {};
    json::begin_object(&out);
    json::key(&out, "views");
    paimon::put_identifiers(&out, rows);
    return paimon::finish(level, paimon::finish_list(&out, page.more ? spi::text_column(rows - 1, 3) : View()), caller);
}

}   // namespace

LAKESOUL_FUNCTION(lakesoul_paimon_create_view)
{
    return paimon::answer(fcinfo, create);
}

LAKESOUL_FUNCTION(lakesoul_paimon_get_view)
{
    return paimon::answer(fcinfo, get);
}

LAKESOUL_FUNCTION(lakesoul_paimon_alter_view)
{
    return paimon::answer(fcinfo, alter);
}

LAKESOUL_FUNCTION(lakesoul_paimon_rename_view)
{
    return paimon::answer(fcinfo, rename);
}

LAKESOUL_FUNCTION(lakesoul_paimon_drop_view)
{
    return paimon::answer(fcinfo, drop);
}

LAKESOUL_FUNCTION(lakesoul_paimon_list_views)
{
    return paimon::answer(fcinfo, list);
}

LAKESOUL_FUNCTION(lakesoul_paimon_list_view_details)
{
    return paimon::answer(fcinfo, list_details);
}

LAKESOUL_FUNCTION(lakesoul_paimon_list_views_globally)
{
    return paimon::answer(fcinfo, list_globally);
}
