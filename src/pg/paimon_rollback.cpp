// The functions paimon_rollback and paimon_rollback_schema.
#include "core/paimon/limits.hpp"
#include "core/paimon/request.hpp"

#include "pg/catalog_partition.hpp"
#include "pg/error.hpp"
#include "pg/lock.hpp"
#include "pg/memory.hpp"
#include "pg/paimon_call.hpp"
#include "pg/paimon_chain.hpp"
#include "pg/paimon_table.hpp"
#include "pg/paimon_tag.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/rollback.hpp"
#include "pg/spi.hpp"
#include "pg/text.hpp"

namespace lakesoul::paimon {
namespace {

// The smallest version of the schema after $2 that a snapshot or tag has.
spi::Statement schema_used_statement = {
    "SELECT pg_catalog.min(u.schema_id) FROM (SELECT s.schema_id FROM lakesoul.paimon_snapshots AS s"
    " WHERE s.table_id OPERATOR(pg_catalog.=) $1 AND s.retired OPERATOR(pg_catalog.=) 0 UNION ALL"
    " SELECT (t.snapshot OPERATOR(pg_catalog.->>) 'schemaId')::bigint FROM lakesoul.paimon_tags AS t"
    " WHERE t.table_id OPERATOR(pg_catalog.=) $1) AS u WHERE u.schema_id OPERATOR(pg_catalog.>) $2",
    2,
    {TEXTOID, INT8OID}};

spi::Statement delete_schemas_statement = {
    "DELETE FROM lakesoul.paimon_schemas AS s WHERE s.table_id OPERATOR(pg_catalog.=) $1"
    " AND s.schema_id OPERATOR(pg_catalog.>) $2",
    2,
    {TEXTOID, INT8OID}};

spi::Statement sum_statement = {
    "SELECT CASE WHEN pg_catalog.bool_and(p.record_count IS NOT NULL) THEN pg_catalog.sum(p.record_count)::bigint"
    " WHEN pg_catalog.count(*) OPERATOR(pg_catalog.=) 0 THEN 0::bigint END,"
    " COALESCE(pg_catalog.sum(p.file_size), 0)::bigint, COALESCE(pg_catalog.sum(p.file_count), 0)::bigint,"
    " COALESCE(pg_catalog.max(p.last_file_creation), 0)"
    " FROM lakesoul.paimon_partitions AS p WHERE p.table_id OPERATOR(pg_catalog.=) $1",
    1,
    {TEXTOID}};

View id_text(int64 id)
{
    return View(psprintf(INT64_FORMAT, id));
}

// The snapshot that an instant names. 404 SNAPSHOT or TAG; live: whether it is in the chain.
SnapshotRow target_of(View table_id, const Instant &instant, bool *live)
{
    SnapshotRow row = {};
    TagRow tag;
    int64 id = instant.snapshot_id;
    if (instant.is_tag) {
        if (!find_tag(table_id, instant.tag, &tag))
            raise_unless_ok(missing(Resource::tag, instant.tag));
        id = tag.snapshot_id;
    }
    *live = find_snapshot(table_id, id, false, &row);
    if (*live)
        return row;
    if (!instant.is_tag && !find_tag_of(table_id, id, &tag))
        raise_unless_ok(missing(Resource::snapshot, id_text(id)));
    return snapshot_of_tag(tag);
}

// What a snapshot held must be there still.
void check_stored(const lakesoul::Table &table, const VersionsAt &at, int64 snapshot_id)
{
    int64 timestamp;
    Uuids snapshot;
    for (std::size_t i = 0; i < at.descs.size; ++i)
        if (at.gone[i] ||
            (at.versions[i] >= 0 && !stored_version(table.id, at.descs[i], at.versions[i], &timestamp, &snapshot)))
            raise_unless_ok(about(
                bad_state("version %d of partition %s was removed since", at.versions[i], Quoted(at.descs[i]).text),
                Resource::snapshot, id_text(snapshot_id)));
}

// Puts back a partition whose statistics were not kept: what its files amount to.
void measure_again(const lakesoul::Table &table, View desc, Span<const PartitionState> states, int64 time)
{
    for (const PartitionState &state : states) {
        if (state.request->desc != desc)
            continue;
        Counts counts = measure_files(table.id, desc, state.verdict.snapshot);
        counts.last_file_creation_time = time;
        if (counts.file_count == 0)
            delete_partition(table.id, desc);
        else
            write_partition(table, {desc, counts, -1, false, -1, -1, {}, {}}, View());
    }
}

// The partitions' versions from now on belong to the snapshot that is head again.
void note_versions(View table_id, int64 snapshot_id, Span<const PartitionState> states)
{
    View *descs = huge_array<View>(states.size);
    int32 *versions = huge_array<int32>(states.size);
    std::size_t count = 0;
    for (const PartitionState &state : states) {
        if (state.verdict.outcome != catalog::Outcome::committed)
            continue;
        descs[count] = state.request->desc;
        versions[count++] = state.verdict.version;
    }
    set_versions(table_id, snapshot_id, {descs, count}, {versions, count});
}

void go_back(const lakesoul::Table &table, const SnapshotRow &target, bool live)
{
    VersionsAt at = versions_at(table.id, target.id);
    check_stored(table, at, target.id);
    int64 stamp;
    Span<const PartitionState> states = put_back(table, at.descs, at.versions, &stamp);
    Span<const View> unknown = restore_partitions(table.id, target.id);
    for (View desc : unknown)
        measure_again(table, desc, states, target.time_millis);
    retire_after(table.id, target.id);
    delete_tags_after(table.id, target.id);
    note_versions(table.id, target.id, states);
    if (!live)
        insert_snapshot(table.id, target);
    if (target.totals.files.known)
        return;
    SnapshotRow measured = target;
    Datum values[] = {text_datum(table.id)};
    (void)spi::run_as_owner(&sum_statement, values);
    measured.totals = totals_columns(0, 1);
    update_head(table.id, measured);
}

Datum rollback(FunctionCallInfo fcinfo, Subject *subject)
{
    MemoryContext caller = CurrentMemoryContext;
    Ident ident = plain_ident_argument(fcinfo, 0, Resource::table, subject);
    View json = json_argument(fcinfo, 1, "req");
    Arena arena = server_arena(memory_budget(json.size()));
    Rollback request;
    raise_unless_ok(read_rollback(json, &arena, &request));
    int level = spi::begin();
    lakesoul::Table table = table_to_change(ident, true);
    check_table_is_newest(table, true);
    lock::chain(table.id);
    check_chain_is_newest(table.id);
    bool live;
    SnapshotRow head, target = target_of(table.id, request.instant, &live);
    bool has_head = find_head(table.id, &head);
    raise_unless_ok(check_rollback_from(has_head ? head.id : 0, request.has_from, request.from));
    if (!has_head || head.id != target.id)
        go_back(table, target, live);
    return finish(level, no_answer(), caller);
}

[[noreturn]] void raise_no_schema(int64 id)
{
    Status status = missing(Resource::unknown, id_text(id));
    snprintf(status.message, sizeof status.message, "schema " INT64_FORMAT " does not exist", id);
    raise_unless_ok(status);
    pg_unreachable();
}

Datum rollback_schema(FunctionCallInfo fcinfo, Subject *subject)
{
    MemoryContext caller = CurrentMemoryContext;
    Ident ident = plain_ident_argument(fcinfo, 0, Resource::table, subject);
    int64 id;
    raise_unless_ok(read_rollback_schema(json_argument(fcinfo, 1, "req"), &id));
    int level = spi::begin();
    lakesoul::Table table = table_to_change(ident, true);
    PaimonTable paimon = adopt(table, true);
    lock::chain(table.id);
    check_chain_is_newest(table.id);
    View schema = find_schema(table.id, id);
    if (schema.data() == nullptr)
        raise_no_schema(id);
    Datum values[] = {text_datum(table.id), Int64GetDatum(id)};
    (void)spi::run_as_owner(&schema_used_statement, values);
    int64 used = spi::bigint_column(0, 1, -1);
    if (used >= 0)
        raise_unless_ok(bad_state("schema %lld is that of a snapshot or tag", static_cast<long long>(used)));
    if (id != paimon.schema_id) {
        (void)spi::run_as_owner(&delete_schemas_statement, values);
        set_current_schema(paimon, schema);
        touch(table.id);
    }
    return finish(level, no_answer(), caller);
}

}   // namespace
}   // namespace lakesoul::paimon

using namespace lakesoul;

LAKESOUL_FUNCTION(lakesoul_paimon_rollback)
{
    return paimon::answer(fcinfo, paimon::rollback);
}

LAKESOUL_FUNCTION(lakesoul_paimon_rollback_schema)
{
    return paimon::answer(fcinfo, paimon::rollback_schema);
}
