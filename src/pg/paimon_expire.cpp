// Statements of expiry over the side tables of snapshots and tags.
#include "pg/paimon_expire.hpp"

#include "pg/lock.hpp"
#include "pg/memory.hpp"
#include "pg/paimon_chain.hpp"
#include "pg/spi.hpp"
#include "pg/text.hpp"

namespace lakesoul::paimon {
namespace {

spi::Statement pinned_statement = {
    "SELECT p.partition_desc, p.version, p.tag FROM lakesoul._paimon_pinned($1) AS p", 1, {TEXTOID}};

// As lakesoul._paimon_pinned has it.
spi::Statement expire_tags_statement = {
    "DELETE FROM lakesoul.paimon_tags AS t WHERE t.table_id OPERATOR(pg_catalog.=) $1 AND (t.created_at)::numeric"
    " OPERATOR(pg_catalog.+) t.retained_millis OPERATOR(pg_catalog.<=) lakesoul._epoch_ms(pg_catalog.now())",
    1,
    {TEXTOID}};

// From the snapshot that published a version up to the next that gave its partition another one.
spi::Statement forget_statement = {
    "DELETE FROM lakesoul.paimon_snapshots AS s USING (SELECT b.snapshot_id AS first,"
    " (SELECT n.snapshot_id FROM lakesoul.paimon_snapshot_partitions AS n WHERE n.table_id OPERATOR(pg_catalog.=) $1"
    " AND n.partition_desc OPERATOR(pg_catalog.=) $2 AND n.snapshot_id OPERATOR(pg_catalog.>) b.snapshot_id"
    " AND n.version IS NOT NULL ORDER BY n.snapshot_id LIMIT 1) AS next FROM lakesoul.paimon_snapshot_partitions AS b"
    " WHERE b.table_id OPERATOR(pg_catalog.=) $1 AND b.partition_desc OPERATOR(pg_catalog.=) $2"
    " AND b.version OPERATOR(pg_catalog.=) ANY ($3)) AS i WHERE s.table_id OPERATOR(pg_catalog.=) $1"
    " AND s.retired OPERATOR(pg_catalog.=) 0 AND s.id OPERATOR(pg_catalog.>=) i.first"
    " AND s.id OPERATOR(pg_catalog.<) i.next",
    3,
    {TEXTOID, TEXTOID, INT4ARRAYOID}};

// What a partition was before the oldest snapshot or tag nobody can ask for, once a later row says what it was at it.
spi::Statement sweep_statement = {
    "WITH o AS MATERIALIZED (SELECT LEAST((SELECT s.id FROM lakesoul.paimon_snapshots AS s"
    " WHERE s.table_id OPERATOR(pg_catalog.=) $1 AND s.retired OPERATOR(pg_catalog.=) 0 ORDER BY s.id LIMIT 1),"
    " (SELECT pg_catalog.min(t.snapshot_id) FROM lakesoul.paimon_tags AS t WHERE t.table_id OPERATOR(pg_catalog.=) $1))"
    " AS oldest) DELETE FROM lakesoul.paimon_snapshot_partitions AS b WHERE b.table_id OPERATOR(pg_catalog.=) $1"
    " AND EXISTS (SELECT FROM lakesoul.paimon_snapshot_partitions AS n WHERE n.table_id OPERATOR(pg_catalog.=) $1"
    " AND n.partition_desc OPERATOR(pg_catalog.=) b.partition_desc"
    " AND n.snapshot_id OPERATOR(pg_catalog.>) b.snapshot_id"
    " AND n.snapshot_id OPERATOR(pg_catalog.<=) (SELECT o.oldest FROM o) AND n.version IS NOT NULL)",
    1,
    {TEXTOID}};

int compare(const Pinned &a, View desc, int32 version)
{
    int order = a.desc.compare(desc);
    return order != 0 ? order : a.version < version ? -1 : a.version > version;
}

int compare_pinned(const void *a, const void *b)
{
    const Pinned *right = static_cast<const Pinned *>(b);
    return compare(*static_cast<const Pinned *>(a), right->desc, right->version);
}

}   // namespace

Span<const Pinned> pinned_versions(View table_id, bool as_seen)
{
    if (spi::has_no_pages("lakesoul", "paimon_tags"))
        return {};
    if (!as_seen && has_chain(table_id))
        lock::chain(table_id);
    Datum values[] = {text_datum(table_id)};
    uint64 rows =
        as_seen ? spi::read_as_owner(&pinned_statement, values) : spi::read_newest_as_owner(&pinned_statement, values);
    Pinned *pinned = huge_array<Pinned>(rows);
    for (uint64 row = 0; row < rows; ++row)
        pinned[row] = {spi::text_column(row, 1), spi::int_column(row, 2, -1), spi::text_column(row, 3)};
    qsort(pinned, rows, sizeof(Pinned), compare_pinned);
    return {pinned, rows};
}

const Pinned *find_pinned(Span<const Pinned> pinned, View desc, int32 version)
{
    std::size_t low = 0, high = pinned.size;
    while (low < high) {
        std::size_t middle = low + (high - low) / 2;
        int order = compare(pinned[middle], desc, version);
        if (order == 0)
            return &pinned[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return nullptr;
}

void raise_pinned(const Pinned &pinned)
{
    ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
                    errmsg("partition \"%s\" is held by tag \"%s\"", c_string(pinned.desc), c_string(pinned.tag)),
                    errdetail("The tag's snapshot has its version %d.", pinned.version),
                    errhint("Delete the tag with lakesoul.paimon_delete_tag, or empty the partition by a "
                            "DeleteCommit, which keeps its versions.")));
    pg_unreachable();
}

void expire_tags(View table_id)
{
    if (spi::has_no_pages("lakesoul", "paimon_tags"))
        return;
    Datum values[] = {text_datum(table_id)};
    (void)spi::run_as_owner(&expire_tags_statement, values);
}

void forget_snapshots(View table_id, Span<const Removal> removals)
{
    if (removals.empty() || !has_chain(table_id))
        return;
    Datum values[] = {text_datum(table_id), 0, 0};
    for (const Removal &removal : removals) {
        CHECK_FOR_INTERRUPTS();
        values[1] = text_datum(removal.desc);
        values[2] = int_array_datum(removal.versions);
        (void)spi::run_as_owner(&forget_statement, values);
    }
    (void)spi::run_as_owner(&sweep_statement, values);
}

}   // namespace lakesoul::paimon
