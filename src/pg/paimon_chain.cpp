// Statements over lakesoul.paimon_chains, paimon_snapshots and paimon_snapshot_partitions.
// State g: the head that was found last, by its table's hash. Where snapshots from that id on are left, the newest of
// them is the head, whatever happened since; where not, it is looked for among all.
#include "pg/paimon_chain.hpp"

#include "pg/clock.hpp"
#include "pg/lock.hpp"
#include "pg/memory.hpp"
#include "pg/paimon_call.hpp"
#include "pg/side_rows.hpp"
#include "pg/spi.hpp"
#include "pg/text.hpp"

extern "C" {
#include "utils/acl.h"
}

namespace lakesoul::paimon {
namespace {

struct {
    uint64 table;
    int64 head;
} g;

// Columns of the tables, in order.
namespace tables {
enum { kSchemaId = 2 };
}
namespace snapshots {
enum { kTable, kRetired, kId, kUuid, kSchema, kUser, kIdentifier, kKind, kTime, kWatermark, kLakeSoul, kBody, kTotals };
}

spi::Statement uuid_statement = {"SELECT " LAKESOUL_SNAPSHOT_COLUMNS ", s.retired FROM lakesoul.paimon_snapshots AS s"
                                 " WHERE s.table_id OPERATOR(pg_catalog.=) $1 AND s.uuid OPERATOR(pg_catalog.=) $2"
                                 " AND NOT s.is_lakesoul ORDER BY s.retired LIMIT 1",
                                 2,
                                 {TEXTOID, TEXTOID}};

spi::Statement update_statement = {
    "UPDATE lakesoul.paimon_snapshots AS s SET commit_kind = $3, record_count = $4, file_size = $5, file_count = $6,"
    " last_file_creation = $7 WHERE s.table_id OPERATOR(pg_catalog.=) $1 AND s.retired OPERATOR(pg_catalog.=) 0"
    " AND s.id OPERATOR(pg_catalog.=) $2",
    7,
    {TEXTOID, INT8OID, TEXTOID, INT8OID, INT8OID, INT8OID, INT8OID}};

spi::Statement versions_statement = {
    "INSERT INTO lakesoul.paimon_snapshot_partitions AS s (table_id, partition_desc, snapshot_id, version, before)"
    " SELECT $1, q.partition_desc, $2, q.version, COALESCE((SELECT pg_catalog.to_jsonb(p) OPERATOR(pg_catalog.-)"
    " ARRAY['table_id', 'partition_desc'] FROM lakesoul.paimon_partitions AS p WHERE p.table_id OPERATOR(pg_catalog.=) "
    "$1"
    " AND p.partition_desc OPERATOR(pg_catalog.=) q.partition_desc), '{}')"
    " FROM ROWS FROM (pg_catalog.unnest($3), pg_catalog.unnest($4)) AS q(partition_desc, version)"
    " ON CONFLICT (table_id, partition_desc, snapshot_id) DO UPDATE SET version = excluded.version, is_gone = false",
    4,
    {TEXTOID, INT8OID, TEXTARRAYOID, INT4ARRAYOID}};

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
    {TEXTOID, INT8OID}};

spi::Statement gone_statement = {
    "UPDATE lakesoul.paimon_snapshot_partitions AS s SET is_gone = true WHERE s.table_id OPERATOR(pg_catalog.=) $1"
    " AND s.partition_desc OPERATOR(pg_catalog.=) $2 AND s.version OPERATOR(pg_catalog.=) ANY ($3) AND NOT s.is_gone",
    3,
    {TEXTOID, TEXTOID, INT4ARRAYOID}};

// What tells whether snapshots came or went, and the tags.
spi::Statement newest_statement = {
    "SELECT pg_catalog.concat_ws(' ', (SELECT pg_catalog.concat_ws(' ', pg_catalog.max(s.retired), pg_catalog.count(*))"
    " FROM lakesoul.paimon_snapshots AS s WHERE s.table_id OPERATOR(pg_catalog.=) $1), (SELECT "
    "pg_catalog.string_agg(pg_catalog.concat_ws(' ', t.snapshot_id, t.name), ' ' ORDER BY t.name)"
    " FROM lakesoul.paimon_tags AS t WHERE t.table_id OPERATOR(pg_catalog.=) $1))",
    1,
    {TEXTOID}};

spi::Statement retire_statement = {
    "UPDATE lakesoul.paimon_snapshots AS s SET retired = 1 OPERATOR(pg_catalog.+) (SELECT m.retired"
    " FROM lakesoul.paimon_snapshots AS m WHERE m.table_id OPERATOR(pg_catalog.=) $1 ORDER BY m.retired DESC LIMIT 1),"
    " retired_at = $3 WHERE s.table_id OPERATOR(pg_catalog.=) $1 AND s.retired OPERATOR(pg_catalog.=) 0"
    " AND s.id OPERATOR(pg_catalog.>) $2",
    3,
    {TEXTOID, INT8OID, INT8OID}};

}   // namespace

bool has_chain(View table_id, int64 *schema_id)
{
    Datum key[] = {text_datum(table_id)};
    side::Row row;
    if (!side::find_last("paimon_chains", key, 1, &row))
        return false;
    if (schema_id != nullptr)
        *schema_id = side::find_last("paimon_tables", key, 1, &row) ? DatumGetInt64(row.values[tables::kSchemaId]) : 0;
    return true;
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
    Datum key[] = {text_datum(table_id), Int64GetDatum(0)};
    side::Row row;
    uint64 hash = DatumGetUInt64(hash_any_extended(reinterpret_cast<const unsigned char *>(table_id.data()),
                                                   static_cast<int>(table_id.size()), 0));
    if ((hash != g.table || !side::find_last("paimon_snapshots", key, 2, &row, &g.head)) &&
        !side::find_last("paimon_snapshots", key, 2, &row))
        return false;
    *out = snapshot_of(&row.values[snapshots::kId], &row.nulls[snapshots::kId]);
    g = {hash, out->id};
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
    side::Row row = side::new_row();
    side::set(&row, snapshots::kTable, text_datum(table_id));
    side::set(&row, snapshots::kRetired, Int64GetDatum(0));
    side::set(&row, snapshots::kId, Int64GetDatum(snapshot.id));
    if (snapshot.uuid.data() != nullptr)
        side::set(&row, snapshots::kUuid, text_datum(snapshot.uuid));
    side::set(&row, snapshots::kSchema, Int64GetDatum(snapshot.schema_id));
    side::set(&row, snapshots::kUser, text_datum(snapshot.user));
    side::set(&row, snapshots::kIdentifier, Int64GetDatum(snapshot.identifier));
    side::set(&row, snapshots::kKind, text_datum(snapshot.kind));
    side::set(&row, snapshots::kTime, Int64GetDatum(snapshot.time_millis));
    if (snapshot.watermark.known)
        side::set(&row, snapshots::kWatermark, Int64GetDatum(snapshot.watermark.value));
    side::set(&row, snapshots::kLakeSoul, BoolGetDatum(snapshot.is_lakesoul));
    if (snapshot.has_body)
        side::set(&row, snapshots::kBody, snapshot.body);
    char nulls[kTotals];
    totals_datums(snapshot.totals, &row.values[snapshots::kTotals], nulls);
    for (int i = 0; i < kTotals; ++i)
        row.nulls[snapshots::kTotals + i] = nulls[i] == 'n';
    side::insert("paimon_snapshots", row);
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
