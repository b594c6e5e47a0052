// SQL functions of the Paimon API for databases: create, get, alter, drop, list.
#include "core/paimon/limits.hpp"
#include "core/paimon/request.hpp"

#include "pg/argument.hpp"
#include "pg/catalog_namespace.hpp"
#include "pg/error.hpp"
#include "pg/jsonb_out.hpp"
#include "pg/paimon_answer.hpp"
#include "pg/paimon_call.hpp"
#include "pg/paimon_database.hpp"
#include "pg/paimon_page.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/spi.hpp"
#include "pg/text.hpp"

using namespace lakesoul;

namespace {

using paimon::Subject;

spi::Statement list_statement = {"SELECT n.namespace FROM public.namespace AS n WHERE " LAKESOUL_PAGE(
                                     "n.namespace") " ORDER BY n.namespace COLLATE pg_catalog.\"C\" LIMIT $4",
                                 4,
                                 {LAKESOUL_PAGE_TYPES}};

View name_argument(FunctionCallInfo fcinfo, Subject *subject)
{
    View name = text_argument(fcinfo, 0, "name", true);
    *subject = {name, Resource::none, View()};
    return name;
}

Datum create(FunctionCallInfo fcinfo, Subject *subject)
{
    MemoryContext caller = CurrentMemoryContext;
    View json = paimon::json_argument(fcinfo, 0, "req");
    Arena arena = server_arena(paimon::memory_budget(json.size()));
    paimon::CreateDatabase request;
    raise_unless_ok(paimon::read_create_database(json, &arena, &request));
    *subject = {request.name, Resource::none, View()};
    int level = spi::begin();
    paimon::create_database(request.name, request.options);
    return paimon::finish(level, paimon::no_answer(), caller);
}

Datum get(FunctionCallInfo fcinfo, Subject *subject)
{
    MemoryContext caller = CurrentMemoryContext;
    View name = name_argument(fcinfo, subject);
    int level = spi::begin();
    paimon::Database database;
    if (!paimon::find_seen_database(name, &database))
        raise_unless_ok(paimon::missing(Resource::database, name));
    return paimon::finish(level, paimon::answer_of(database), caller);
}

void put_keys(json::Out *out, const char *name, Span<const View> keys)
{
    json::key(out, name);
    json::begin_array(out);
    for (View key : keys)
        json::element(out, key);
    json::end_array(out);
}

Datum alter(FunctionCallInfo fcinfo, Subject *subject)
{
    MemoryContext caller = CurrentMemoryContext;
    View name = name_argument(fcinfo, subject);
    View json = paimon::json_argument(fcinfo, 1, "req");
    Arena arena = server_arena(paimon::memory_budget(json.size()));
    paimon::AlterDatabase request;
    raise_unless_ok(paimon::read_alter_database(json, &arena, &request));
    int level = spi::begin();
    paimon::AlteredKeys altered = paimon::alter_database(name, request.removals, request.updates);
    View *updated = palloc_array(View, request.updates.size + 1);
    for (std::size_t i = 0; i < request.updates.size; ++i)
        updated[i] = request.updates[i].key;
    json::Out out = {};
    json::begin_object(&out);
    put_keys(&out, "removed", altered.removed);
    put_keys(&out, "updated", {updated, request.updates.size});
    put_keys(&out, "missing", altered.missing);
    json::end_object(&out);
    return paimon::finish(level, json::datum(&out), caller);
}

Datum drop(FunctionCallInfo fcinfo, Subject *subject)
{
    MemoryContext caller = CurrentMemoryContext;
    View name = name_argument(fcinfo, subject);
    int level = spi::begin();
    drop_namespace(name, flag_argument(fcinfo, 1), nullptr);
    return paimon::finish(level, paimon::no_answer(), caller);
}

Datum list(FunctionCallInfo fcinfo, Subject *subject)
{
    MemoryContext caller = CurrentMemoryContext;
    paimon::Page page = paimon::page_argument(fcinfo, 0);
    Datum values[4];
    char nulls[] = "    ";
    paimon::page_values(page, page.query.database, values, nulls);
    int level = spi::begin();
    uint64 rows = paimon::rows_of_page(&page, spi::read(&list_statement, values, nulls));
    json::Out out = {};
    json::begin_object(&out);
    json::key(&out, "databases");
    json::begin_array(&out);
    for (uint64 row = 0; row < rows; ++row)
        json::element(&out, spi::text_column(row, 1));
    json::end_array(&out);
    return paimon::finish(level, paimon::finish_list(&out, page.more ? spi::text_column(rows - 1, 1) : View()), caller);
}

}   // namespace

LAKESOUL_FUNCTION(lakesoul_paimon_create_database)
{
    return paimon::answer(fcinfo, create);
}

LAKESOUL_FUNCTION(lakesoul_paimon_get_database)
{
    return paimon::answer(fcinfo, get);
}

LAKESOUL_FUNCTION(lakesoul_paimon_alter_database)
{
    return paimon::answer(fcinfo, alter);
}

LAKESOUL_FUNCTION(lakesoul_paimon_drop_database)
{
    return paimon::answer(fcinfo, drop);
}

LAKESOUL_FUNCTION(lakesoul_paimon_list_databases)
{
    return paimon::answer(fcinfo, list);
}
