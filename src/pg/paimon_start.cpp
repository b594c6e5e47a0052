// Starting the chain of a table: its history as snapshots, and its partitions measured. History is read as the caller.
#include "pg/paimon_chain.hpp"

#include "pg/clock.hpp"
#include "pg/memory.hpp"
#include "pg/spi.hpp"
#include "pg/text.hpp"

namespace lakesoul::paimon {
namespace {

spi::Statement start_statement = {
    "INSERT INTO lakesoul.paimon_chains (table_id, started_at) VALUES ($1, $2)", 2, {TEXTOID, INT8OID}};

// In the order in which lakesoul._paimon_history numbers the times.
spi::Statement versions_statement = {
    "SELECT i.partition_desc, i.version, i.commit_op, COALESCE(i.\"timestamp\", 0),"
    " pg_catalog.md5(pg_catalog.concat($1, ' ', COALESCE(i.\"timestamp\", 0)))::pg_catalog.uuid::pg_catalog.text,"
    " COALESCE((SELECT pg_catalog.max(s.schema_id) FROM lakesoul.paimon_schemas AS s"
    " WHERE s.table_id OPERATOR(pg_catalog.=) $1"
    " AND s.time_millis OPERATOR(pg_catalog.<=) COALESCE(i.\"timestamp\", 0)), 0)"
    " FROM public.partition_info AS i WHERE i.table_id OPERATOR(pg_catalog.=) $1"
    " ORDER BY COALESCE(i.\"timestamp\", 0), i.partition_desc, i.version",
    1,
    {TEXTOID}};

spi::Statement publish_statement = {
    "INSERT INTO lakesoul.paimon_snapshot_partitions AS s (table_id, partition_desc, snapshot_id, version)"
    " VALUES ($1, $2, $3, $4)"
    " ON CONFLICT (table_id, partition_desc, snapshot_id) DO UPDATE SET version = excluded.version",
    4,
    {TEXTOID, TEXTOID, INT8OID, INT4OID}};

spi::Statement heads_statement = {"SELECT h.partition_desc, h.snapshot, COALESCE(h.\"timestamp\", 0)"
                                  " FROM lakesoul._heads($1, NULL::pg_catalog.jsonb, NULL::bigint) AS h",
                                  1,
                                  {TEXTOID}};

// A snapshot while its versions are read.
struct Open {
    SnapshotRow row;   // id 0: none
    Kind kind;
};

void close(View table_id, Open *open)
{
    if (open->row.id == 0)
        return;
    open->row.kind = open->kind.name();
    insert_snapshot(table_id, open->row);
}

void begin(Open *open, uint64 row)
{
    View uuid = spi::text_column(row, 5);
    char *copy = pnstrdup(uuid.data(), uuid.size());
    SnapshotRow next = {};
    next.id = next.identifier = open->row.id + 1;
    next.uuid = View(copy, uuid.size());
    next.schema_id = spi::bigint_column(row, 6, 0);
    next.user = kLakeSoulUser;
    next.time_millis = spi::bigint_column(row, 4, 0);
    next.is_lakesoul = true;
    *open = {next, {}};
}

void take_version(View table_id, uint64 row, Open *open)
{
    if (open->row.id == 0 || spi::bigint_column(row, 4, 0) != open->row.time_millis) {
        SPITupleTable *table = SPI_tuptable;
        close(table_id, open);
        SPI_tuptable = table;
        begin(open, row);
    }
    CommitOp op = CommitOp::update;   // an unknown one changes what was there, for all we know
    (void)commit_op_from_name(spi::text_column(row, 3), &op);
    open->kind.add(op);
    Datum values[] = {text_datum(table_id), text_datum(spi::text_column(row, 1)), Int64GetDatum(open->row.id),
                      Int32GetDatum(spi::int_column(row, 2, -1))};
    SPITupleTable *table = SPI_tuptable;
    (void)spi::run_as_owner(&publish_statement, values);
    SPI_tuptable = table;
}

// Returns the newest snapshot; id 0: there is none.
SnapshotRow store_history(View table_id)
{
    Open open = {};
    Datum values[] = {text_datum(table_id)};
    Portal portal = spi::open(&versions_statement, values, nullptr, false);
    for (SPI_cursor_fetch(portal, true, 200); SPI_processed > 0; SPI_cursor_fetch(portal, true, 200)) {
        CHECK_FOR_INTERRUPTS();
        SPITupleTable *table = SPI_tuptable;
        for (uint64 row = 0, rows = SPI_processed; row < rows; ++row)
            take_version(table_id, row, &open);
        SPI_freetuptable(table);
    }
    SPI_cursor_close(portal);
    close(table_id, &open);
    return open.row;
}

// Writes the partitions that hold files, and says what they amount to.
Totals store_partitions(const lakesoul::Table &table)
{
    Datum values[] = {text_datum(table.id)};
    uint64 rows = spi::run(&heads_statement, values);
    SPITupleTable *heads = SPI_tuptable;
    Totals totals = {{true, 0}, {true, 0}, {true, 0}, {true, 0}};
    for (uint64 row = 0; row < rows; ++row) {
        CHECK_FOR_INTERRUPTS();
        SPI_tuptable = heads;
        PartitionRow partition = {spi::text_column(row, 1), {}, -1, false, -1, -1, {}, {}};
        int64 time = spi::bigint_column(row, 3, 0);
        Uuids snapshot = spi::uuids_column(row, 2);
        if (snapshot.empty())
            continue;
        partition.counts = measure_files(table.id, partition.desc, snapshot);
        partition.counts.last_file_creation_time = time;
        if (partition.counts.file_count == 0)
            continue;
        write_partition(table, partition, View());
        totals.records.known = false;
        if (__builtin_add_overflow(totals.bytes.value, partition.counts.file_size_in_bytes, &totals.bytes.value))
            totals.bytes.value = PG_INT64_MAX;
        totals.files.value += partition.counts.file_count;
        totals.last_creation.value = Max(totals.last_creation.value, time);
    }
    return totals;
}

}   // namespace

void open_chain(View table_id)
{
    Datum values[] = {text_datum(table_id), Int64GetDatum(now_ms())};
    (void)spi::run_as_owner(&start_statement, values);
}

void start_chain(const lakesoul::Table &table)
{
    open_chain(table.id);
    SnapshotRow head = store_history(table.id);
    head.totals = store_partitions(table);
    if (head.id > 0)
        update_head(table.id, head);
}

}   // namespace lakesoul::paimon
