// Statements over lakesoul.paimon_tags, and the functions of tags.
#include "pg/paimon_tag.hpp"

#include "core/paimon/limits.hpp"
#include "core/paimon/request.hpp"

#include "pg/argument.hpp"
#include "pg/clock.hpp"
#include "pg/error.hpp"
#include "pg/jsonb.hpp"
#include "pg/lock.hpp"
#include "pg/paimon_call.hpp"
#include "pg/paimon_chain.hpp"
#include "pg/paimon_mint.hpp"
#include "pg/paimon_page.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/spi.hpp"
#include "pg/text.hpp"

namespace lakesoul::paimon {
namespace {

#define LAKESOUL_TAGS                                                                                                  \
    "SELECT t.name, t.snapshot_id, t.snapshot, t.record_count, t.file_size, t.file_count, t.last_file_creation,"       \
    " t.created_at, t.retained_millis FROM lakesoul.paimon_tags AS t WHERE t.table_id OPERATOR(pg_catalog.=) $1"

spi::Statement name_statement = {LAKESOUL_TAGS " AND t.name OPERATOR(pg_catalog.=) $2", 2, {TEXTOID, TEXTOID}};

spi::Statement id_statement = {
    LAKESOUL_TAGS " AND t.snapshot_id OPERATOR(pg_catalog.=) $2 ORDER BY t.name LIMIT 1", 2, {TEXTOID, INT8OID}};

spi::Statement insert_statement = {
    "INSERT INTO lakesoul.paimon_tags (table_id, name, snapshot_id, snapshot, record_count, file_size, file_count,"
    " last_file_creation, created_at, created_by, retained_millis) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, "
    "$11)",
    11,
    {TEXTOID, TEXTOID, INT8OID, JSONBOID, INT8OID, INT8OID, INT8OID, INT8OID, INT8OID, TEXTOID, INT8OID}};

spi::Statement delete_statement = {"DELETE FROM lakesoul.paimon_tags AS t WHERE t.table_id OPERATOR(pg_catalog.=) $1"
                                   " AND t.name OPERATOR(pg_catalog.=) $2",
                                   2,
                                   {TEXTOID, TEXTOID}};

spi::Statement delete_after_statement = {
    "DELETE FROM lakesoul.paimon_tags AS t WHERE t.table_id OPERATOR(pg_catalog.=) $1"
    " AND t.snapshot_id OPERATOR(pg_catalog.>) $2",
    2,
    {TEXTOID, INT8OID}};

// $2: a prefix, or with $3 the exact name; $4: names above.
spi::Statement page_statement = {
    "SELECT t.name FROM lakesoul.paimon_tags AS t WHERE t.table_id OPERATOR(pg_catalog.=) $1"
    " AND CASE WHEN $3 THEN t.name OPERATOR(pg_catalog.=) $2 ELSE pg_catalog.starts_with(t.name, $2) END"
    " AND ($4 IS NULL OR t.name OPERATOR(pg_catalog.>) ($4 COLLATE pg_catalog.\"C\")) ORDER BY t.name LIMIT $5",
    5,
    {TEXTOID, TEXTOID, BOOLOID, TEXTOID, INT8OID}};

bool take(uint64 rows, TagRow *out)
{
    if (rows == 0)
        return false;
    bool null;
    out->name = spi::text_column(0, 1);
    out->snapshot_id = spi::bigint_column(0, 2, 0);
    out->snapshot = spi::jsonb_column(0, 3, &null);
    out->totals = totals_columns(0, 4);
    out->created_at = spi::bigint_column(0, 8, 0);
    out->retained_millis = {spi::bigint_column(0, 9, PG_INT64_MIN) != PG_INT64_MIN, spi::bigint_column(0, 9, 0)};
    return true;
}

// The snapshot that a new tag names: the head, or one by its id, which another tag may hold where it has expired.
TagRow snapshot_to_tag(View table_id, const CreateTag &request)
{
    SnapshotRow row;
    TagRow tag = {};
    bool found =
        request.has_snapshot ? find_snapshot(table_id, request.snapshot_id, false, &row) : find_head(table_id, &row);
    if (found)
        tag = {{}, row.id, snapshot_json(row), row.totals, 0, {}};
    else if (!request.has_snapshot || !find_tag_of(table_id, request.snapshot_id, &tag))
        raise_unless_ok(missing(Resource::snapshot, request.has_snapshot
                                                        ? View(psprintf(INT64_FORMAT, request.snapshot_id))
                                                        : View("LATEST")));
    tag.name = request.name;
    tag.created_at = now_ms();
    tag.retained_millis = {request.has_retained, request.retained_millis};
    return tag;
}

Datum create(FunctionCallInfo fcinfo, Subject *subject)
{
    MemoryContext caller = CurrentMemoryContext;
    Ident ident = plain_ident_argument(fcinfo, 0, Resource::table, subject);
    View json = json_argument(fcinfo, 1, "req");
    Arena arena = server_arena(memory_budget(json.size()));
    CreateTag request;
    raise_unless_ok(read_create_tag(json, &arena, &request));
    int level = spi::begin();
    lakesoul::Table table = table_to_change(ident, false);
    lock::chain(table.id);
    TagRow taken_by;
    if (!find_tag(table.id, request.name, &taken_by)) {
        insert_tag(table.id, snapshot_to_tag(table.id, request));
        end_stock_snapshot(table.id);   // or what is tagged would go on changing
    } else if (!request.ignore_if_exists)
        raise_unless_ok(taken(Resource::tag, request.name));
    return finish(level, no_answer(), caller);
}

Datum get(FunctionCallInfo fcinfo, Subject *subject)
{
    MemoryContext caller = CurrentMemoryContext;
    Ident ident = ident_argument(fcinfo, 0, Resource::table, subject);
    View name = text_argument(fcinfo, 1, "tag_name", true);
    int level = spi::begin();
    TagRow tag;
    if (!find_seen_tag(find_table(ident, true).id, name, &tag))
        raise_unless_ok(missing(Resource::tag, name));
    json::Out out = {};
    json::begin_object(&out);
    json::field(&out, "tagName", tag.name);
    json::field_jsonb(&out, "snapshot", tag.snapshot);
    if (tag.retained_millis.known) {
        Arena arena = server_arena();
        View duration;
        raise_unless_ok(print_duration(tag.retained_millis.value, &arena, &duration));
        json::field(&out, "tagCreateTime", tag.created_at);
        json::field(&out, "tagTimeRetained", duration);
    } else {
        json::field_null(&out, "tagCreateTime");
        json::field_null(&out, "tagTimeRetained");
    }
    json::end_object(&out);
    return finish(level, json::datum(&out), caller);
}

Datum list(FunctionCallInfo fcinfo, Subject *subject)
{
    MemoryContext caller = CurrentMemoryContext;
    Ident ident = ident_argument(fcinfo, 0, Resource::table, subject);
    Page page = page_argument(fcinfo, 1);
    const Query &query = page.query;
    int level = spi::begin();
    Datum values[] = {text_datum(find_table(ident, true).id), text_datum(query.tag.text),
                      BoolGetDatum(query.tag.kind == Pattern::Kind::exact), text_datum(query.token),
                      Int64GetDatum(limit_of(page))};
    uint64 rows = spi::read(&page_statement, values, query.has_token ? nullptr : "   n ");
    uint64 shown = rows_of_page(&page, rows);
    json::Out out = {};
    json::begin_object(&out);
    json::key(&out, "tags");
    json::begin_array(&out);
    for (uint64 row = 0; row < shown; ++row)
        json::element(&out, spi::text_column(row, 1));
    json::end_array(&out);
    json::field(&out, "nextPageToken", page.more ? spi::text_column(shown - 1, 1) : View());
    json::end_object(&out);
    return finish(level, json::datum(&out), caller);
}

Datum remove(FunctionCallInfo fcinfo, Subject *subject)
{
    MemoryContext caller = CurrentMemoryContext;
    Ident ident = plain_ident_argument(fcinfo, 0, Resource::table, subject);
    View name = text_argument(fcinfo, 1, "tag_name", true);
    int level = spi::begin();
    lakesoul::Table table = lock_table(ident, false);
    require_writer();
    lock::chain(table.id);
    if (!delete_tag(table.id, name))
        raise_unless_ok(missing(Resource::tag, name));
    return finish(level, no_answer(), caller);
}

}   // namespace

bool find_tag(View table_id, View name, TagRow *out)
{
    Datum values[] = {text_datum(table_id), text_datum(name)};
    return take(spi::read_newest_as_owner(&name_statement, values), out);
}

bool find_tag_of(View table_id, int64 snapshot_id, TagRow *out)
{
    Datum values[] = {text_datum(table_id), Int64GetDatum(snapshot_id)};
    return take(spi::read_newest_as_owner(&id_statement, values), out);
}

bool find_seen_tag(View table_id, View name, TagRow *out)
{
    Datum values[] = {text_datum(table_id), text_datum(name)};
    return take(spi::read(&name_statement, values), out);
}

void insert_tag(View table_id, const TagRow &tag)
{
    char nulls[] = "           ";
    Datum values[11] = {text_datum(table_id), text_datum(tag.name), Int64GetDatum(tag.snapshot_id), tag.snapshot};
    totals_datums(tag.totals, &values[4], &nulls[4]);
    values[8] = Int64GetDatum(tag.created_at);
    values[9] = text_datum(current_user());
    values[10] = Int64GetDatum(tag.retained_millis.value);
    nulls[10] = tag.retained_millis.known ? ' ' : 'n';
    (void)spi::run_as_owner(&insert_statement, values, nulls);
}

bool delete_tag(View table_id, View name)
{
    Datum values[] = {text_datum(table_id), text_datum(name)};
    return spi::run_as_owner(&delete_statement, values) > 0;
}

void delete_tags_after(View table_id, int64 snapshot_id)
{
    Datum values[] = {text_datum(table_id), Int64GetDatum(snapshot_id)};
    (void)spi::run_as_owner(&delete_after_statement, values);
}

SnapshotRow snapshot_of_tag(const TagRow &tag)
{
    View json = view_of_jsonb(tag.snapshot);
    Arena arena = server_arena(memory_budget(json.size()));
    Snapshot snapshot;
    raise_unless_ok(read_snapshot(json, &arena, &snapshot));
    SnapshotRow row = {};
    row.id = tag.snapshot_id;
    row.uuid = snapshot.has_uuid ? snapshot.uuid : View();
    row.schema_id = snapshot.schema_id;
    row.user = snapshot.commit_user;
    row.identifier = snapshot.commit_identifier;
    row.kind = commit_kind_name(snapshot.kind);
    row.time_millis = snapshot.time_millis;
    row.watermark = {snapshot.has_watermark, snapshot.watermark};
    row.has_body = true;
    row.body = tag.snapshot;
    row.totals = tag.totals;
    return row;
}

}   // namespace lakesoul::paimon

using namespace lakesoul;

LAKESOUL_FUNCTION(lakesoul_paimon_create_tag)
{
    return paimon::answer(fcinfo, paimon::create);
}

LAKESOUL_FUNCTION(lakesoul_paimon_get_tag)
{
    return paimon::answer(fcinfo, paimon::get);
}

LAKESOUL_FUNCTION(lakesoul_paimon_list_tags)
{
    return paimon::answer(fcinfo, paimon::list);
}

LAKESOUL_FUNCTION(lakesoul_paimon_delete_tag)
{
    return paimon::answer(fcinfo, paimon::remove);
}
