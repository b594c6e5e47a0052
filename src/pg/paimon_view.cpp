// Statements over lakesoul.paimon_views, as the extension's owner, after the caller's rights on the namespace were
// seen.
#include "pg/paimon_view.hpp"

#include "core/paimon/error.hpp"
#include "core/paimon/limits.hpp"
#include "core/paimon/view.hpp"

#include "pg/catalog_namespace.hpp"
#include "pg/catalog_table.hpp"
#include "pg/clock.hpp"
#include "pg/create_table.hpp"
#include "pg/error.hpp"
#include "pg/jsonb.hpp"
#include "pg/paimon_answer.hpp"
#include "pg/paimon_call.hpp"
#include "pg/paimon_names.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/spi.hpp"
#include "pg/text.hpp"

extern "C" {
#include "utils/fmgroids.h"
}

namespace lakesoul::paimon {
namespace {

#define LAKESOUL_THIS_VIEW " WHERE v.namespace OPERATOR(pg_catalog.=) $1 AND v.name OPERATOR(pg_catalog.=) $2"

spi::Statement space_statement = {
    "SELECT FROM public.namespace AS n WHERE n.namespace OPERATOR(pg_catalog.=) $1", 1, {TEXTOID}};

spi::Statement find_statement = {
    "SELECT v.id, v.name::pg_catalog.text, v.schema, v.owner, v.created_at, v.created_by, v.updated_at, v.updated_by"
    " FROM lakesoul.paimon_views AS v" LAKESOUL_THIS_VIEW,
    2,
    {TEXTOID, TEXTOID}};

spi::Statement lock_statement = {
    "SELECT v.id, v.schema FROM lakesoul.paimon_views AS v" LAKESOUL_THIS_VIEW " FOR UPDATE", 2, {TEXTOID, TEXTOID}};

spi::Statement insert_statement = {
    "INSERT INTO lakesoul.paimon_views (id, namespace, name, schema, owner, created_at, created_by, updated_at,"
    " updated_by) VALUES ($1, $2, $3, $4, $5, $6, $5, $6, $5) ON CONFLICT DO NOTHING",
    6,
    {TEXTOID, TEXTOID, TEXTOID, JSONBOID, TEXTOID, INT8OID}};

spi::Statement alter_statement = {"UPDATE lakesoul.paimon_views AS v SET schema = $2, updated_at = $3, updated_by = $4"
                                  " WHERE v.id OPERATOR(pg_catalog.=) $1",
                                  4,
                                  {TEXTOID, JSONBOID, INT8OID, TEXTOID}};

spi::Statement rename_statement = {
    "UPDATE lakesoul.paimon_views AS v SET namespace = $2, name = $3, updated_at = $4, updated_by = $5"
    " WHERE v.id OPERATOR(pg_catalog.=) $1",
    5,
    {TEXTOID, TEXTOID, TEXTOID, INT8OID, TEXTOID}};

spi::Statement drop_statement = {
    "DELETE FROM lakesoul.paimon_views AS v WHERE v.id OPERATOR(pg_catalog.=) $1", 1, {TEXTOID}};

struct LockedView {
    View id;
    Datum schema;
    Namespace space;
};

// The view, for who may change it: nobody else does until the transaction ends, and its database stays.
LockedView lock_view(const Ident &ident)
{
    Datum values[] = {text_datum(ident.database), text_datum(ident.table)};
    if (spi::run(&space_statement, values) == 0)   // as a view that is not there
        raise_unless_ok(missing(Resource::view, ident.table));
    LockedView view;
    view.space = find_namespace(ident.database);
    if (spi::run_as_owner(&lock_statement, values) == 0)
        raise_unless_ok(missing(Resource::view, ident.table));
    bool null;
    view.id = spi::text_column(0, 1);
    view.schema = spi::jsonb_column(0, 2, &null);
    require_table_rights(ident.database, ident.table, view.space.domain);
    return view;
}

}   // namespace

PaimonView seen_view(const Ident &ident)
{
    Datum values[] = {text_datum(ident.database), text_datum(ident.table)};
    if (spi::read(&space_statement, values) == 0 || spi::read_as_owner(&find_statement, values) == 0)
        raise_unless_ok(missing(Resource::view, ident.table));
    bool null;
    return {spi::text_column(0, 1), spi::text_column(0, 2), spi::jsonb_column(0, 3, &null), audit_columns(0, 4)};
}

void create_view(const Ident &ident, View view_schema)
{
    Namespace space = find_namespace(ident.database);
    check_name_length(ident.table, ident.database);
    require_free_name(ident.database, ident.table, Resource::view);
    require_table_rights(ident.database, ident.table, space.domain);
    Datum id = OidFunctionCall0(F_GEN_RANDOM_UUID);
    Datum values[] = {text_datum(View(psprintf("view_%s", uuid_c_string(uuid_of_datum(id))))),
                      text_datum(ident.database),
                      text_datum(ident.table),
                      jsonb_datum(view_schema),
                      text_datum(current_user()),
                      Int64GetDatum(now_ms())};
    if (spi::run_as_owner(&insert_statement, values) == 0)
        raise_unless_ok(taken(Resource::view, ident.table));
}

void alter_view(const Ident &ident, View changes)
{
    LockedView view = lock_view(ident);
    View before = view_of_jsonb(view.schema), next;
    Arena arena = server_arena(memory_budget(before.size() + changes.size()));
    raise_unless_ok(apply_view_changes(before, changes, &arena, &next));
    Datum values[] = {text_datum(view.id), jsonb_datum(next), Int64GetDatum(now_ms()), text_datum(current_user())};
    (void)spi::run_as_owner(&alter_statement, values);
}

void rename_view(const Ident &source, const Ident &destination)
{
    LockedView view = lock_view(source);
    Namespace space = find_namespace(destination.database);
    if (space.domain != view.space.domain)
        raise_unless_ok(
            about(invalid("database %s belongs to another domain than the view", Quoted(destination.database).text),
                  Resource::database, destination.database));
    check_name_length(destination.table, destination.database);
    require_free_name(destination.database, destination.table, Resource::view);
    require_table_rights(destination.database, destination.table, space.domain);
    Datum values[] = {text_datum(view.id), text_datum(destination.database), text_datum(destination.table),
                      Int64GetDatum(now_ms()), text_datum(current_user())};
    (void)spi::run_as_owner(&rename_statement, values);
}

void drop_view(const Ident &ident)
{
    Datum values[] = {text_datum(lock_view(ident).id)};
    (void)spi::run_as_owner(&drop_statement, values);
}

void put_view(json::Out *out, const PaimonView &view)
{
    json::begin_object(out);
    json::field(out, "id", view.id);
    json::field(out, "name", view.name);
    json::field_jsonb(out, "schema", view.schema);
    put_audit(out, view.audit);
    json::end_object(out);
}

}   // namespace lakesoul::paimon
