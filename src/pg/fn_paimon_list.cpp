// SQL functions of the Paimon API that list tables: names, details, and across databases.
#include "pg/argument.hpp"
#include "pg/error.hpp"
#include "pg/jsonb_pack.hpp"
#include "pg/paimon_answer.hpp"
#include "pg/paimon_call.hpp"
#include "pg/paimon_database.hpp"
#include "pg/paimon_details.hpp"
#include "pg/paimon_page.hpp"
#include "pg/spi.hpp"
#include "pg/text.hpp"

using namespace lakesoul;

namespace {

using paimon::Subject;

// $5: the database, $6: the type, "table" is that of a table that says none.
#define LAKESOUL_TYPE                                                                                                  \
    "($6 IS NULL OR COALESCE(CASE WHEN pg_catalog.strpos(t.properties::pg_catalog.text, '\"type\"')"                   \
    " OPERATOR(pg_catalog.>) 0 THEN (t.properties::pg_catalog.json) OPERATOR(pg_catalog.->>) 'type' END, 'table')"     \
    " OPERATOR(pg_catalog.=) $6)"

#define LAKESOUL_TABLES(columns)                                                                                       \
    "SELECT " columns " FROM public.table_info AS t WHERE t.table_namespace OPERATOR(pg_catalog.=) $5"                 \
    " AND t.table_name OPERATOR(pg_catalog.<>) '' AND " LAKESOUL_PAGE(                                                 \
        "t.table_name") " AND " LAKESOUL_TYPE " ORDER BY t.table_name COLLATE pg_catalog.\"C\" LIMIT $4"

spi::Statement names_statement = {LAKESOUL_TABLES("t.table_name"), 6, {LAKESOUL_PAGE_TYPES, TEXTOID, TEXTOID}};
#define LAKESOUL_HASH(table) "pg_catalog.hashtextextended(" table ".table_schema COLLATE pg_catalog.\"C\", 0)"

// All of them.
spi::Statement details_statement = {
    LAKESOUL_TABLES("t.table_name, t.table_id, t.table_path, t.partitions, " LAKESOUL_HASH("t")),
    6,
    {LAKESOUL_PAGE_TYPES, TEXTOID, TEXTOID}};

// A page is found before its rows are read whole, or every table's would be.
spi::Statement page_details_statement = {
    "SELECT d.table_name, d.table_id, d.table_path, d.partitions, " LAKESOUL_HASH("d") " FROM (" LAKESOUL_TABLES(
        "t.table_id, t.table_name") ") AS q JOIN public.table_info AS d ON d.table_id OPERATOR(pg_catalog.=) q.table_id"
                                    " ORDER BY q.table_name COLLATE pg_catalog.\"C\"",
    6,
    {LAKESOUL_PAGE_TYPES, TEXTOID, TEXTOID}};

// $5, $7: the pattern of databases.
spi::Statement global_statement = {
    "SELECT q.space, q.name, q.key FROM (SELECT t.table_namespace AS space, t.table_name AS name,"
    " pg_catalog.concat(t.table_namespace, '.', t.table_name) AS key FROM public.table_info AS t"
    " WHERE t.table_name OPERATOR(pg_catalog.<>) '' AND " LAKESOUL_PATTERN(
        "t.table_namespace", "$7",
        "$5") " AND " LAKESOUL_PATTERN("t.table_name", "$2", "$3") " AND " LAKESOUL_TYPE ") AS q"
                                                                   " WHERE ($1 IS NULL OR q.key COLLATE "
                                                                   "pg_catalog.\"C\" OPERATOR(pg_catalog.>) $1)"
                                                                   " ORDER BY q.key COLLATE pg_catalog.\"C\" LIMIT $4",
    7,
    {LAKESOUL_PAGE_TYPES, TEXTOID, TEXTOID, INT4OID}};

struct List {
    View database;
    paimon::Page page;
    int level;
    uint64 rows;
};

// Finds the page's tables of a database.
List find(FunctionCallInfo fcinfo, Subject *subject, spi::Statement *statement)
{
    List list;
    list.database = text_argument(fcinfo, 0, "database", true);
    *subject = {list.database, Resource::none, View()};
    list.page = paimon::page_argument(fcinfo, 1);
    list.level = spi::begin();
    paimon::require_seen_database(list.database);
    Datum values[6];
    char nulls[] = "      ";
    paimon::page_values(list.page, list.page.query.name, values, nulls);
    values[4] = text_datum(list.database);
    values[5] = text_datum(list.page.query.table_type);
    nulls[5] = list.page.query.has_table_type ? ' ' : 'n';
    list.rows = paimon::rows_of_page(&list.page, spi::read(statement, values, nulls));
    return list;
}

Datum list(FunctionCallInfo fcinfo, Subject *subject)
{
    MemoryContext caller = CurrentMemoryContext;
    List list = find(fcinfo, subject, &names_statement);
    json::Out out = {};
    json::begin_object(&out);
    json::key(&out, "tables");
    json::begin_array(&out);
    for (uint64 row = 0; row < list.rows; ++row)
        json::element(&out, spi::text_column(row, 1));
    json::end_array(&out);
    View token = list.page.more ? spi::text_column(list.rows - 1, 1) : View();
    return paimon::finish(list.level, paimon::finish_list(&out, token), caller);
}

Datum list_details(FunctionCallInfo fcinfo, Subject *subject)
{
    MemoryContext caller = CurrentMemoryContext;
    List list = find(fcinfo, subject, PG_ARGISNULL(1) ? &details_statement : &page_details_statement);
    View token = list.page.more ? spi::text_column(list.rows - 1, 1) : View();
    static const View kKeys[] = {"tableDetails", "nextPageToken"};
    const json::Value values[] = {json::of_jsonb(paimon::details_of(list.database, list.rows)), json::of_text(token)};
    MemoryContext procedure = MemoryContextSwitchTo(caller);   // a long answer is not copied once more
    Datum answer = json::pack_object({kKeys, lengthof(kKeys)}, values);
    MemoryContextSwitchTo(procedure);
    spi::end(list.level);
    return answer;
}

Datum list_globally(FunctionCallInfo fcinfo, Subject *subject)
{
    MemoryContext caller = CurrentMemoryContext;
    paimon::Page page = paimon::page_argument(fcinfo, 0);
    Datum values[7], databases[2];
    char nulls[] = "       ";
    paimon::page_values(page, page.query.name, values, nulls);
    paimon::pattern_values(page.query.database, databases);
    values[4] = databases[1];
    values[5] = text_datum(page.query.table_type);
    nulls[5] = page.query.has_table_type ? ' ' : 'n';
    values[6] = databases[0];
    int level = spi::begin();
    uint64 rows = paimon::rows_of_page(&page, spi::read(&global_statement, values, nulls));
    json::Out out = {};
    json::begin_object(&out);
    json::key(&out, "tables");
    paimon::put_identifiers(&out, rows);
    return paimon::finish(level, paimon::finish_list(&out, page.more ? spi::text_column(rows - 1, 3) : View()), caller);
}

}   // namespace

LAKESOUL_FUNCTION(lakesoul_paimon_list_tables)
{
    return paimon::answer(fcinfo, list);
}

LAKESOUL_FUNCTION(lakesoul_paimon_list_table_details)
{
    return paimon::answer(fcinfo, list_details);
}

LAKESOUL_FUNCTION(lakesoul_paimon_list_tables_globally)
{
    return paimon::answer(fcinfo, list_globally);
}
