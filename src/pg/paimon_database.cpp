// Statements over namespace for the Paimon API. Options are its properties; location and comment have places of their
// own as well.
#include "pg/paimon_database.hpp"

#include "core/paimon/error.hpp"
#include "core/paimon/limits.hpp"
#include "core/paimon/names.hpp"

#include "pg/catalog_namespace.hpp"
#include "pg/clock.hpp"
#include "pg/error.hpp"
#include "pg/guc.hpp"
#include "pg/paimon_answer.hpp"
#include "pg/paimon_call.hpp"
#include "pg/paimon_derive.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/spi.hpp"
#include "pg/stock_lookup.hpp"
#include "pg/text.hpp"

extern "C" {
#include "utils/fmgroids.h"
}

namespace lakesoul::paimon {
namespace {

// Column creator is there where access control by domain is on.
#define LAKESOUL_SPACE(creator, how)                                                                                   \
    {                                                                                                                  \
        "SELECT n.properties::pg_catalog.text, n.comment, " creator                                                    \
        " FROM public.namespace AS n WHERE n.namespace OPERATOR(pg_catalog.=) $1" how,                                 \
            1,                                                                                                         \
        {                                                                                                              \
            TEXTOID                                                                                                    \
        }                                                                                                              \
    }

spi::Statement space_statement = LAKESOUL_SPACE("NULL::pg_catalog.text", "");
spi::Statement created_space_statement = LAKESOUL_SPACE("n.creator::pg_catalog.text", "");
spi::Statement lock_statement = LAKESOUL_SPACE("NULL::pg_catalog.text", " FOR NO KEY UPDATE");
spi::Statement created_lock_statement = LAKESOUL_SPACE("n.creator::pg_catalog.text", " FOR NO KEY UPDATE");

spi::Statement row_statement = {"SELECT d.id, d.owner, d.created_at, d.created_by, d.updated_at, d.updated_by"
                                " FROM lakesoul.paimon_databases AS d WHERE d.namespace OPERATOR(pg_catalog.=) $1",
                                1,
                                {TEXTOID}};

// $3: null for a namespace that is not the API's; $5: who changes it now.
spi::Statement keep_statement = {
    "INSERT INTO lakesoul.paimon_databases AS d (namespace, id, owner, created_at, created_by, updated_at, updated_by)"
    " VALUES ($1, $2, $3, $4, $3, $5, $6) ON CONFLICT (namespace)"
    " DO UPDATE SET updated_at = EXCLUDED.updated_at, updated_by = EXCLUDED.updated_by",
    6,
    {TEXTOID, TEXTOID, TEXTOID, INT8OID, INT8OID, TEXTOID}};

spi::Statement update_statement = {
    "UPDATE public.namespace AS n SET properties = ((COALESCE(n.properties::pg_catalog.jsonb, '{}'::pg_catalog.jsonb)"
    " OPERATOR(pg_catalog.-) $2) OPERATOR(pg_catalog.||) $3::pg_catalog.jsonb)::pg_catalog.json,"
    " comment = COALESCE($4, n.comment) WHERE n.namespace OPERATOR(pg_catalog.=) $1",
    4,
    {TEXTOID, TEXTARRAYOID, TEXTOID, TEXTOID}};

spi::Statement *with_creator(spi::Statement *without, spi::Statement *with)
{
    bool there = get_attnum(stock::public_relation("namespace"), "creator") != InvalidAttrNumber;
    return there ? with : without;
}

// The value of a key; a null view if it is not there.
View value_of(Span<const Pair> pairs, View key)
{
    for (const Pair &pair : pairs)
        if (pair.key == key)
            return pair.value;
    return View();
}

bool take_space(View name, uint64 rows, Database *out)
{
    if (rows == 0)
        return false;
    *out = {};
    out->name = out->id = name;
    out->properties = pairs_of_properties(spi::text_column(0, 1));
    View comment = spi::text_column(0, 2), own = value_of(out->properties, "comment");
    out->comment = own.data() != nullptr ? own : comment.empty() ? View() : comment;
    View creator = spi::text_column(0, 3);
    out->audit = {creator, kUnknownTime, creator, kUnknownTime, creator};
    return true;
}

void take_row(uint64 rows, Database *out)
{
    out->adopted = rows > 0;
    if (!out->adopted)
        return;
    out->id = spi::text_column(0, 1);
    out->audit = audit_columns(0, 2);
}

// Makes the row in paimon_databases, or notes in it who changed it.
void keep(View name, View id, View owner, int64 created_at)
{
    Datum values[] = {text_datum(name),          text_datum(id),          text_datum(owner),
                      Int64GetDatum(created_at), Int64GetDatum(now_ms()), text_datum(current_user())};
    char nulls[] = "      ";
    nulls[2] = owner.data() == nullptr ? 'n' : ' ';
    nulls[3] = created_at == kUnknownTime ? 'n' : ' ';
    (void)spi::run_as_owner(&keep_statement, values, nulls);
}

View json_of(Span<const Pair> pairs)
{
    std::size_t size = 0;
    for (const Pair &pair : pairs)
        size += pair.key.size() + pair.value.size();
    Arena arena = server_arena(memory_budget(size));
    View json;
    raise_unless_ok(print_pairs(pairs, &arena, &json));
    return json;
}

bool has(Span<const View> keys, View key)
{
    for (View each : keys)
        if (each == key)
            return true;
    return false;
}

AlteredKeys sort_out(const Database &database, Span<const View> removals)
{
    View *removed = palloc_array(View, removals.size + 1), *missing_keys = palloc_array(View, removals.size + 1);
    AlteredKeys keys = {{removed, 0}, {missing_keys, 0}};
    for (View key : removals) {
        bool comment = key == "comment" && database.comment.data() != nullptr;
        if (comment || value_of(database.properties, key).data() != nullptr)
            removed[keys.removed.size++] = key;
        else
            missing_keys[keys.missing.size++] = key;
    }
    return keys;
}

}   // namespace

bool find_seen_database(View name, Database *out)
{
    Datum values[] = {text_datum(name)};
    if (!take_space(name, spi::read(with_creator(&space_statement, &created_space_statement), values), out))
        return false;
    take_row(spi::read_as_owner(&row_statement, values), out);
    return true;
}

void require_seen_database(View name)
{
    Datum values[] = {text_datum(name)};
    if (spi::read(&space_statement, values) == 0)
        raise_unless_ok(missing(Resource::database, name));
}

void create_database(View name, Span<const Pair> options)
{
    View comment = value_of(options, "comment"), domain = value_of(options, "domain");
    create_namespace(name, json_of(options), comment.data() == nullptr ? View("") : comment,
                     domain.data() == nullptr ? View("public") : domain);
    Datum id = OidFunctionCall0(F_GEN_RANDOM_UUID);
    keep(name, View(psprintf("database_%s", uuid_c_string(uuid_of_datum(id)))), current_user(), now_ms());
}

AlteredKeys alter_database(View name, Span<const View> removals, Span<const Pair> updates)
{
    if (has(removals, "domain") || value_of(updates, "domain").data() != nullptr)
        raise_unless_ok(about(unsupported("option \"domain\" of a database cannot change"), Resource::database, name));
    (void)find_namespace(name);
    Datum key[] = {text_datum(name)};
    Database database;
    if (!take_space(name, spi::run(with_creator(&lock_statement, &created_lock_statement), key), &database))
        ereport(ERROR, (errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
                        errmsg("database \"%s\" could not be changed", c_string(name)),
                        errdetail("The row is not visible to this role for an update.")));
    AlteredKeys keys = sort_out(database, removals);
    View comment = has(keys.removed, "comment") ? View("") : value_of(updates, "comment");
    Datum values[] = {key[0], text_array_datum(keys.removed), text_datum(json_of(updates)), text_datum(comment)};
    char nulls[] = "    ";
    nulls[3] = comment.data() == nullptr ? 'n' : ' ';
    if (spi::run(&update_statement, values, nulls) != 1)
        ereport(ERROR,
                (errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
                 errmsg("database \"%s\" could not be changed", c_string(name)), errdetail("A trigger kept its row.")));
    keep(name, name, database.audit.owner, kUnknownTime);
    return keys;
}

Datum answer_of(const Database &database)
{
    View location = value_of(database.properties, "location");
    if (location.data() == nullptr && guc::warehouse()[0] != '\0')
        location = guc::warehouse();
    json::Out out = {};
    json::begin_object(&out);
    json::field(&out, "id", database.id);
    json::field(&out, "name", database.name);
    json::field(&out, "location", location);
    json::key(&out, "options");
    json::begin_object(&out);
    for (const Pair &pair : database.properties)
        if (pair.key != "location" && pair.key != "comment")
            json::field(&out, c_string(pair.key), pair.value);
    if (database.comment.data() != nullptr)
        json::field(&out, "comment", database.comment);
    json::end_object(&out);
    put_audit(&out, database.audit);
    json::end_object(&out);
    return json::datum(&out);
}

}   // namespace lakesoul::paimon
