// Statements over lakesoul.paimon_chains, paimon_snapshots and paimon_snapshot_partitions.
#include "pg/paimon_chain.hpp"

#include "pg/clock.hpp"
#include "pg/lock.hpp"
#include "pg/memory.hpp"
#include "pg/paimon_call.hpp"
#include "pg/spi.hpp"
#include "pg/text.hpp"

extern "C" {
#include "utils/acl.h"
}

namespace lakesoul::paimon {
namespace {

spi::Statement chain_statement = {
    "SELECT COALESCE((SELECT t.schema_id FROM lakesoul.paimon_tables AS t WHERE t.table_id OPERATOR(pg_catalog.=) $1),"
    " 0) FROM lakesoul.paimon_chains AS c WHERE c.table_id OPERATOR(pg_catalog.=) $1",
    1,
    {TEXTOID},
    nullptr,
    0};

spi::Statement head_statement = {"SELECT " LAKESOUL_SNAPSHOT_COLUMNS " FROM lakesoul.paimon_snapshots AS s"
                                 " WHERE s.table_id OPERATOR(pg_catalog.=) $1 AND s.retired OPERATOR(pg_catalog.=) 0"
                                 " ORDER BY s.id DESC LIMIT 1",
                                 1,
                                 {TEXTOID},
                                 nullptr,
                                 0};

spi::Statement uuid_statement = {"SELECT " LAKESOUL_SNAPSHOT_COLUMNS ", s.retired FROM lakesoul.paimon_snapshots AS s"
                                 " WHERE s.table_id OPERATOR(pg_catalog.=) $1 AND s.uuid OPERATOR(pg_catalog.=) $2"
                                 " AND NOT s.is_lakesoul ORDER BY s.retired LIMIT 1",
                                 2,
                                 {TEXTOID, TEXTOID},
                                 nullptr,
                                 0};

spi::Statement insert_statement = {
    "INSERT INTO lakesoul.paimon_snapshots (table_id, id, uuid, schema_id, commit_user, commit_identifier, commit_kind,"
    " time_millis, watermark, is_lakesoul, body, record_count, file_size, file_count, last_file_creation)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
    15,
    {TEXTOID, INT8OID, TEXTOID, INT8OID, TEXTOID, INT8OID, TEXTOID, INT8OID, INT8OID, BOOLOID, JSONBOID, INT8OID,
     INT8OID, INT8OID, INT8OID},
    nullptr,
    0};

spi::Statement update_statement = {
    "UPDATE lakesoul.paimon_snapshots AS s SET commit_kind = $3, record_count = $4, file_size = $5, file_count = $6,"
    " last_file_creation = $7 WHERE s.table_id OPERATOR(pg_catalog.=) $1 AND s.retired OPERATOR(pg_catalog.=) 0"
    " AND s.id OPERATOR(pg_catalog.=) $2",
    7,
    {TEXTOID, INT8OID, TEXTOID, INT8OID, INT8OID, INT8OID, INT8OID},
    nullptr,
    0};

spi::Statement versions_statement = {
    "INSERT INTO lakesoul.paimon_snapshot_partitions AS s (table_id, partition_desc, snapshot_id, version, before)"
    " SELECT $1, q.partition_desc, $2, q.version, COALESCE((SELECT pg_catalog.to_jsonb(p) OPERATOR(pg_catalog.-)"
    " ARRAY['table_id', 'partition_desc'] FROM lakesoul.paimon_partitions AS p WHERE p.table_id OPERATOR(pg_catalog.=) "
    "$1"
    " AND p.partition_desc OPERATOR(pg_catalog.=) q.partition_desc), '{}')"
    " FROM ROWS FROM (pg_catalog.unnest($3), pg_catalog.unnest($4)) AS q(partition_desc, version)"
    " ON CONFLICT (table_id, partition_desc, snapshot_id) DO UPDATE SET version = excluded.version, is_gone = false",
    4,
    {TEXTOID, INT8OID, TEXTARRAYOID, INT4ARRAYOID},
    nullptr,
    0};

spi::Statement versions_at_statement = {
    "SELECT l.partition_desc, COALESCE(v.version, -1), COALESCE(v.is_gone, false)"
    " FROM (SELECT DISTINCT s.partition_desc FROM lakesoul.paimon_snapshot_partitions AS s"
    " WHERE s.table_id OPERATOR(pg_catalog.=) $1 AND s.snapshot_id OPERATOR(pg_catalog.>) $2"
    " AND s.version IS NOT NULL) AS l LEFT JOIN LATERAL"
    " (SELECT b.version, b.is_gone FROM lakesoul.paimon_snapshot_partitions AS b"
    " WHERE b.table_id OPERATOR(pg_catalog.=) $1 AND b.partition_desc OPERATOR(pg_catalog.=) l.partition_desc"
    " AND b.snapshot_id OPERATOR(pg_catalog.<=) $2 AND b.version IS NOT NULL ORDER BY b.snapshot_id DESC LIMIT 1) AS v"
    " ON true",
    2,
    {TEXTOID, INT8OID},
    nullptr,
    0};

spi::Statement gone_statement = {
    "UPDATE lakesoul.paimon_snapshot_partitions AS s SET is_gone = true WHERE s.table_id OPERATOR(pg_catalog.=) $1"
    " AND s.partition_desc OPERATOR(pg_catalog.=) $2 AND s.version OPERATOR(pg_catalog.=) ANY ($3) AND NOT s.is_gone",
    3,
    {TEXTOID, TEXTOID, INT4ARRAYOID},
    nullptr,
    0};

// What a rollback acts on: the head and the tags.
spi::Statement newest_statement = {
    "SELECT pg_catalog.concat_ws(' ', (SELECT pg_catalog.concat_ws(' ', s.id, s.uuid) FROM lakesoul.paimon_snapshots"
    " AS s WHERE s.table_id OPERATOR(pg_catalog.=) $1 AND s.retired OPERATOR(pg_catalog.=) 0 ORDER BY s.id DESC"
    " LIMIT 1), (SELECT pg_catalog.string_agg(pg_catalog.concat_ws(' ', t.snapshot_id, t.name), ' ' ORDER BY t.name)"
    " FROM lakesoul.paimon_tags AS t WHERE t.table_id OPERATOR(pg_catalog.=) $1))",
    1,
    {TEXTOID},
    nullptr,
    0};

spi::Statement retire_statement = {
    "UPDATE lakesoul.paimon_snapshots AS s SET retired = 1 OPERATOR(pg_catalog.+) (SELECT m.retired"
    " FROM lakesoul.paimon_snapshots AS m WHERE m.table_id OPERATOR(pg_catalog.=) $1 ORDER BY m.retired DESC LIMIT 1),"
    " retired_at = $3 WHERE s.table_id OPERATOR(pg_catalog.=) $1 AND s.retired OPERATOR(pg_catalog.=) 0"
    " AND s.id OPERATOR(pg_catalog.>) $2",
    3,
    {TEXTOID, INT8OID, INT8OID},
    nullptr,
    0};

char null_unless(bool given)
{
    return given ? ' ' : 'n';
}

}   // namespace

bool has_chain(View table_id, int64 *schema_id)
{
    if (spi::has_no_pages("lakesoul", "paimon_chains"))
        return false;
    Datum values[] = {text_datum(table_id)};
    uint64 rows = IsolationUsesXactSnapshot() ? spi::read_newest_as_owner(&chain_statement, values)
                                              : spi::run_as_owner(&chain_statement, values);
    if (rows > 0 && schema_id != nullptr)
        *schema_id = spi::bigint_column(0, 1, 0);
    return rows > 0;
}

void Kind::add(CommitOp op)
{
    adds = adds || op == CommitOp::append || op == CommitOp::merge;
    compacts = compacts || op == CommitOp::compaction;
    changes = changes || op == CommitOp::update || op == CommitOp::del;
}

View Kind::name() const
{
    return commit_kind_name(changes ? CommitKind::overwrite : adds ? CommitKind::append : CommitKind::compact);
}

void require_writer()
{
    Oid relation = get_relname_relid("partition_info", get_namespace_oid("public", false));
    AclResult result = pg_class_aclcheck(relation, GetUserId(), ACL_INSERT);
    if (result != ACLCHECK_OK)
        aclcheck_error(result, OBJECT_TABLE, "partition_info");
}

lakesoul::Table table_to_change(const Ident &ident, bool exclusive)
{
    lakesoul::Table seen = find_table(ident, false);
    require_writer();
    if (!exclusive && has_chain(seen.id))
        return lock_table(ident, false);
    lakesoul::Table table = lock_table(ident, true);
    if (!has_chain(table.id)) {
        check_table_is_newest(table, true);
        start_chain(table);
    }
    return table;
}

bool find_head(View table_id, SnapshotRow *out)
{
    Datum values[] = {text_datum(table_id)};
    uint64 rows = IsolationUsesXactSnapshot() ? spi::read_newest_as_owner(&head_statement, values)
                                              : spi::run_as_owner(&head_statement, values);
    if (rows == 0)
        return false;
    *out = snapshot_row(0);
    return true;
}

Known find_uuid(View table_id, View uuid, SnapshotRow *out)
{
    Datum values[] = {text_datum(table_id), text_datum(uuid)};
    if (spi::read_newest_as_owner(&uuid_statement, values) == 0)
        return Known::no;
    *out = snapshot_row(0);
    return spi::bigint_column(0, 15, 0) == 0 ? Known::live : Known::retired;
}

void insert_snapshot(View table_id, const SnapshotRow &snapshot)
{
    char nulls[] = "               ";
    Datum values[15] = {text_datum(table_id),
                        Int64GetDatum(snapshot.id),
                        text_datum(snapshot.uuid),
                        Int64GetDatum(snapshot.schema_id),
                        text_datum(snapshot.user),
                        Int64GetDatum(snapshot.identifier),
                        text_datum(snapshot.kind),
                        Int64GetDatum(snapshot.time_millis),
                        Int64GetDatum(snapshot.watermark.value),
                        BoolGetDatum(snapshot.is_lakesoul),
                        snapshot.body};
    nulls[2] = null_unless(snapshot.uuid.data() != nullptr);
    nulls[8] = null_unless(snapshot.watermark.known);
    nulls[10] = null_unless(snapshot.has_body);
    totals_datums(snapshot.totals, &values[11], &nulls[11]);
    (void)spi::run_as_owner(&insert_statement, values, nulls);
}

void update_head(View table_id, const SnapshotRow &snapshot)
{
    char nulls[] = "       ";
    Datum values[7] = {text_datum(table_id), Int64GetDatum(snapshot.id), text_datum(snapshot.kind)};
    totals_datums(snapshot.totals, &values[3], &nulls[3]);
    (void)spi::run_as_owner(&update_statement, values, nulls);
}

void set_versions(View table_id, int64 snapshot_id, Span<const View> descs, Span<const int32> versions)
{
    if (descs.empty())
        return;
    Datum values[] = {text_datum(table_id), Int64GetDatum(snapshot_id), text_array_datum(descs),
                      int_array_datum(versions)};
    (void)spi::run_as_owner(&versions_statement, values);
}

VersionsAt versions_at(View table_id, int64 snapshot_id)
{
    Datum values[] = {text_datum(table_id), Int64GetDatum(snapshot_id)};
    uint64 rows = spi::run_as_owner(&versions_at_statement, values);
    View *descs = huge_array<View>(rows);
    int32 *versions = huge_array<int32>(rows);
    bool *gone = huge_array<bool>(rows);
    for (uint64 row = 0; row < rows; ++row) {
        descs[row] = spi::text_column(row, 1);
        versions[row] = spi::int_column(row, 2, -1);
        gone[row] = spi::bool_column(row, 3);
    }
    return {{descs, rows}, versions, gone};
}

void note_gone_versions(View table_id, View desc, Span<const int32> versions)
{
    Datum values[] = {text_datum(table_id), text_datum(desc), int_array_datum(versions)};
    (void)spi::run_as_owner(&gone_statement, values);
}

void check_chain_is_newest(View table_id)
{
    if (!IsolationUsesXactSnapshot())
        return;
    Datum values[] = {text_datum(table_id)};
    (void)spi::run_as_owner(&newest_statement, values);
    View seen = spi::text_column(0, 1);
    (void)spi::read_newest_as_owner(&newest_statement, values);
    if (seen != spi::text_column(0, 1))
        raise_not_newest(psprintf("Snapshots or tags of table \"%s\" are not what this transaction sees any more.",
                                  c_string(table_id)));
}

void retire_after(View table_id, int64 snapshot_id)
{
    Datum values[] = {text_datum(table_id), Int64GetDatum(snapshot_id), Int64GetDatum(now_ms())};
    (void)spi::run_as_owner(&retire_statement, values);
}

}   // namespace lakesoul::paimon
