// SQL functions of the Paimon API for single tables: create, get, alter, rename, drop.
#include "core/paimon/error.hpp"
#include "core/paimon/lakesoul_schema.hpp"
#include "core/paimon/limits.hpp"
#include "core/paimon/request.hpp"

#include "pg/alter_table.hpp"
#include "pg/argument.hpp"
#include "pg/catalog_namespace.hpp"
#include "pg/clock.hpp"
#include "pg/create_table.hpp"
#include "pg/drop_table.hpp"
#include "pg/error.hpp"
#include "pg/jsonb.hpp"
#include "pg/lock.hpp"
#include "pg/paimon_answer.hpp"
#include "pg/paimon_call.hpp"
#include "pg/paimon_chain.hpp"
#include "pg/paimon_names.hpp"
#include "pg/paimon_schema.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/spi.hpp"

using namespace lakesoul;

namespace {

using paimon::PaimonTable;
using paimon::Subject;

// The option "path", which makes the table an external one; a null view if it is not set.
View path_option(const paimon::TableSchema &schema)
{
    View path;
    if (!paimon::find_option(schema, "path", &path))
        return View();
    if (path.empty())
        raise_unless_ok(paimon::invalid("option \"path\" is empty"));
    return path;
}

// table_schema: the TableSchema that its schema is.
void make_table(const paimon::Ident &ident, View table_schema, Arena *arena)
{
    paimon::TableSchema schema;
    raise_unless_ok(paimon::read_schema(table_schema, arena, &schema));
    paimon::check_options(schema);
    Span<const View> keys;
    raise_unless_ok(paimon::hash_columns(schema, arena, &keys));
    View buckets = paimon::buckets_option(schema);
    NewTable table = {};
    table.name = ident.table;
    table.space = ident.database;
    table.path = path_option(schema);
    table.schema = paimon::lakesoul_text(table_schema, View(), View());
    table.properties = paimon::properties_of(schema);
    table.partitions = paimon::partitions_of(schema, arena);
    table.set_buckets = true;
    table.hash_buckets = keys.empty() || buckets.empty() ? 0 : pg_strtoint32(pnstrdup(buckets.data(), buckets.size()));
    table.default_buckets = keys.empty() ? -1 : paimon::kDefaultBuckets;

    PaimonTable made = {};
    made.table.id = create_table(table);
    made.is_external = table.path.data() != nullptr;
    made.field_id_floor = static_cast<int32>(schema.highest_field_id);
    made.schema = table_schema;
    made.lakesoul_schema = table.schema;
    View user = paimon::current_user();
    made.audit = {user, schema.time_millis, user, schema.time_millis, user};
    (void)paimon::store_table(made);
    paimon::open_chain(made.table.id);
}

Datum create(FunctionCallInfo fcinfo, Subject *subject)
{
    MemoryContext caller = CurrentMemoryContext;
    View json = paimon::json_argument(fcinfo, 0, "req");
    Arena arena = server_arena(paimon::memory_budget(json.size()) * 2);
    paimon::CreateObject request;
    raise_unless_ok(paimon::read_create(json, &arena, &request));
    *subject = {request.ident.database, Resource::table, request.ident.table};
    raise_unless_ok(paimon::require_plain(request.ident));
    int level = spi::begin();
    (void)find_namespace(request.ident.database);
    paimon::require_free_name(request.ident.database, request.ident.table, Resource::table);
    View table_schema;
    raise_unless_ok(paimon::build_schema(request.schema, now_ms(), &arena, &table_schema));
    make_table(request.ident, table_schema, &arena);
    return paimon::finish(level, paimon::no_answer(), caller);
}

Datum get(FunctionCallInfo fcinfo, Subject *subject)
{
    MemoryContext caller = CurrentMemoryContext;
    paimon::Ident ident = paimon::ident_argument(fcinfo, 0, Resource::table, subject);
    int level = spi::begin();
    return paimon::finish(level, paimon::answer_of(paimon::read_table(paimon::find_table(ident, true), true)), caller);
}

Datum get_by_id(FunctionCallInfo fcinfo, Subject *subject)
{
    MemoryContext caller = CurrentMemoryContext;
    View id = text_argument(fcinfo, 0, "table_id", true);
    *subject = {View(), Resource::table, id};
    int level = spi::begin();
    Table table;
    if (!find_seen_table_by_id(id, &table))
        raise_unless_ok(paimon::missing(Resource::table, id));
    return paimon::finish(level, paimon::answer_of(paimon::read_table(table, true)), caller);
}

Datum alter(FunctionCallInfo fcinfo, Subject *subject)
{
    MemoryContext caller = CurrentMemoryContext;
    paimon::Ident ident = paimon::plain_ident_argument(fcinfo, 0, Resource::table, subject);
    View json = paimon::json_argument(fcinfo, 1, "req");
    Arena arena = server_arena(paimon::memory_budget(json.size()));
    View changes, next;
    raise_unless_ok(paimon::read_alter(json, &arena, &changes));
    int level = spi::begin();
    PaimonTable table = paimon::adopt(paimon::lock_table(ident, false), true);
    Arena room = server_arena(paimon::memory_budget(table.schema.size() + changes.size()));
    raise_unless_ok(paimon::apply_changes_above(table.schema, changes, paimon::has_snapshots(table.table), now_ms(),
                                                table.field_id_floor, &room, &next));
    paimon::TableSchema schema;
    raise_unless_ok(paimon::read_schema(next, &room, &schema));
    paimon::check_options(schema);
    paimon::set_current_schema(table, next);
    return paimon::finish(level, paimon::no_answer(), caller);
}

Datum rename(FunctionCallInfo fcinfo, Subject *subject)
{
    MemoryContext caller = CurrentMemoryContext;
    View json = paimon::json_argument(fcinfo, 0, "req");
    Arena arena = server_arena(paimon::memory_budget(json.size()));
    paimon::Rename request;
    raise_unless_ok(paimon::read_rename(json, &arena, &request));
    const paimon::Ident &to = request.destination;
    *subject = {request.source.database, Resource::table, request.source.table};
    raise_unless_ok(paimon::require_plain(request.source));
    raise_unless_ok(paimon::require_plain(to));
    int level = spi::begin();
    lock::name_space(to.database, false);
    Table table = paimon::lock_table(request.source, true);
    *subject = {to.database, Resource::table, to.table};
    (void)find_namespace(to.database);
    paimon::require_free_name(to.database, to.table, Resource::table);
    rename_table(table, to.table, to.database);
    paimon::touch(table.id);
    return paimon::finish(level, paimon::no_answer(), caller);
}

Datum drop(FunctionCallInfo fcinfo, Subject *subject)
{
    MemoryContext caller = CurrentMemoryContext;
    paimon::Ident ident = paimon::plain_ident_argument(fcinfo, 0, Resource::table, subject);
    int level = spi::begin();
    Paths paths = {};   // which the API does not give
    if (!drop_table(paimon::lock_table(ident, true), &paths))
        raise_unless_ok(paimon::missing(Resource::table, ident.table));
    return paimon::finish(level, paimon::no_answer(), caller);
}

}   // namespace

LAKESOUL_FUNCTION(lakesoul_paimon_create_table)
{
    return paimon::answer(fcinfo, create);
}

LAKESOUL_FUNCTION(lakesoul_paimon_get_table)
{
    return paimon::answer(fcinfo, get);
}

LAKESOUL_FUNCTION(lakesoul_paimon_get_table_by_id)
{
    return paimon::answer(fcinfo, get_by_id);
}

LAKESOUL_FUNCTION(lakesoul_paimon_alter_table)
{
    return paimon::answer(fcinfo, alter);
}

LAKESOUL_FUNCTION(lakesoul_paimon_rename_table)
{
    return paimon::answer(fcinfo, rename);
}

LAKESOUL_FUNCTION(lakesoul_paimon_drop_table)
{
    return paimon::answer(fcinfo, drop);
}
