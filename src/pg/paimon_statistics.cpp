// Statements over the rows of partitions. The folding is core's.
#include "pg/paimon_statistics.hpp"

#include "core/catalog/partition_desc.hpp"

#include "pg/catalog_commit.hpp"
#include "pg/clock.hpp"
#include "pg/error.hpp"
#include "pg/memory.hpp"
#include "pg/paimon_call.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/spi.hpp"
#include "pg/text.hpp"

namespace lakesoul::paimon {
namespace {

#define LAKESOUL_THIS_PARTITION(p)                                                                                     \
    "FROM lakesoul.paimon_partitions AS " #p " WHERE " #p ".table_id OPERATOR(pg_catalog.=) $1 AND " #p                \
    ".partition_desc OPERATOR(pg_catalog.=) $2"

#define LAKESOUL_PARTITION_COLUMNS(p)                                                                                  \
#p ".partition_desc, " #p ".record_count, " #p ".file_size, " #p ".file_count, " #p ".last_file_creation, " #p     \
       ".total_buckets, " #p ".done, " #p ".created_at, " #p ".updated_at, " #p ".created_by, " #p ".updated_by"

// The row as it was, noted with the snapshot.
#define LAKESOUL_NOTE(on_conflict)                                                                                     \
    "WITH o AS (SELECT p.* " LAKESOUL_THIS_PARTITION(                                                                  \
        p) "), n AS (INSERT INTO lakesoul.paimon_snapshot_partitions AS s"                                             \
           " (table_id, partition_desc, snapshot_id, version, before) VALUES ($1, $2, $3, $4, COALESCE((SELECT"        \
           " pg_catalog.to_jsonb(o) OPERATOR(pg_catalog.-) ARRAY['table_id', 'partition_desc'] FROM o), '{}'))"        \
           "" on_conflict ") SELECT " LAKESOUL_PARTITION_COLUMNS(o) " FROM o"

spi::Statement note_statement = {LAKESOUL_NOTE(""), 4, {TEXTOID, TEXTOID, INT8OID, INT4OID}, nullptr, 0};

// The first of several changes by one snapshot says what was before it.
spi::Statement note_again_statement = {LAKESOUL_NOTE(" ON CONFLICT (table_id, partition_desc, snapshot_id) DO UPDATE"
                                                     " SET version = COALESCE(excluded.version, s.version),"
                                                     " is_gone = s.is_gone AND excluded.version IS NULL"),
                                       4,
                                       {TEXTOID, TEXTOID, INT8OID, INT4OID},
                                       nullptr,
                                       0};

spi::Statement find_statement = {
    "SELECT " LAKESOUL_PARTITION_COLUMNS(p) " " LAKESOUL_THIS_PARTITION(p), 2, {TEXTOID, TEXTOID}, nullptr, 0};

spi::Statement write_statement = {
    "INSERT INTO lakesoul.paimon_partitions AS p (table_id, partition_desc, name, record_count, file_size, file_count,"
    " last_file_creation, total_buckets, done, created_at, created_by, updated_at, updated_by)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $10, $11) ON CONFLICT (table_id, partition_desc) DO UPDATE"
    " SET record_count = excluded.record_count, file_size = excluded.file_size, file_count = excluded.file_count,"
    " last_file_creation = excluded.last_file_creation, total_buckets = excluded.total_buckets,"
    " updated_at = excluded.updated_at, updated_by = excluded.updated_by",
    11,
    {TEXTOID, TEXTOID, TEXTOID, INT8OID, INT8OID, INT8OID, INT8OID, INT4OID, BOOLOID, INT8OID, TEXTOID},
    nullptr,
    0};

spi::Statement update_statement = {
    "UPDATE lakesoul.paimon_partitions AS p SET record_count = $3, file_size = $4, file_count = $5,"
    " last_file_creation = $6, total_buckets = $7, updated_at = $8, updated_by = $9"
    " WHERE p.table_id OPERATOR(pg_catalog.=) $1 AND p.partition_desc OPERATOR(pg_catalog.=) $2",
    9,
    {TEXTOID, TEXTOID, INT8OID, INT8OID, INT8OID, INT8OID, INT4OID, INT8OID, TEXTOID},
    nullptr,
    0};

spi::Statement delete_statement = {"DELETE " LAKESOUL_THIS_PARTITION(p), 2, {TEXTOID, TEXTOID}, nullptr, 0};

spi::Statement done_statement = {"UPDATE lakesoul.paimon_partitions AS p SET done = true, updated_at = $3,"
                                 " updated_by = $4 WHERE p.table_id OPERATOR(pg_catalog.=) $1"
                                 " AND p.partition_desc OPERATOR(pg_catalog.=) $2",
                                 4,
                                 {TEXTOID, TEXTOID, INT8OID, TEXTOID},
                                 nullptr,
                                 0};

// The first change after a snapshot says what a partition was at it.
#define LAKESOUL_BEFORE_LATER                                                                                          \
    "(SELECT DISTINCT ON (s.partition_desc) s.partition_desc, s.before FROM lakesoul.paimon_snapshot_partitions AS s"  \
    " WHERE s.table_id OPERATOR(pg_catalog.=) $1 AND s.snapshot_id OPERATOR(pg_catalog.>) $2"                          \
    " ORDER BY s.partition_desc, s.snapshot_id)"

spi::Statement unknown_statement = {"SELECT l.partition_desc FROM " LAKESOUL_BEFORE_LATER
                                    " AS l WHERE l.before IS NULL",
                                    2,
                                    {TEXTOID, INT8OID},
                                    nullptr,
                                    0};

spi::Statement restore_statement = {
    "WITH l AS MATERIALIZED " LAKESOUL_BEFORE_LATER ", g AS (DELETE FROM lakesoul.paimon_partitions AS p USING l"
    " WHERE p.table_id OPERATOR(pg_catalog.=) $1 AND p.partition_desc OPERATOR(pg_catalog.=) l.partition_desc"
    " AND l.before OPERATOR(pg_catalog.=) '{}')"
    " INSERT INTO lakesoul.paimon_partitions AS p (table_id, partition_desc, name, record_count, file_size, file_count,"
    " last_file_creation, total_buckets, done, created_at, created_by, updated_at, updated_by)"
    " SELECT $1, l.partition_desc, b.name, b.record_count, b.file_size, b.file_count, b.last_file_creation,"
    " b.total_buckets, b.done, b.created_at, b.created_by, b.updated_at, b.updated_by FROM l CROSS JOIN LATERAL"
    " pg_catalog.jsonb_populate_record(NULL::lakesoul.paimon_partitions, l.before) AS b"
    " WHERE l.before OPERATOR(pg_catalog.<>) '{}' ON CONFLICT (table_id, partition_desc) DO UPDATE"
    " SET record_count = excluded.record_count, file_size = excluded.file_size, file_count = excluded.file_count,"
    " last_file_creation = excluded.last_file_creation, total_buckets = excluded.total_buckets,"
    " updated_at = excluded.updated_at, updated_by = excluded.updated_by",
    2,
    {TEXTOID, INT8OID},
    nullptr,
    0};

spi::Statement forget_statement = {"DELETE FROM lakesoul.paimon_snapshot_partitions AS s"
                                   " WHERE s.table_id OPERATOR(pg_catalog.=) $1"
                                   " AND s.snapshot_id OPERATOR(pg_catalog.>) $2",
                                   2,
                                   {TEXTOID, INT8OID},
                                   nullptr,
                                   0};

// $2: the exact name or the prefix; $3: whether it is exact; $4: names below.
spi::Statement page_statement = {
    "SELECT " LAKESOUL_PARTITION_COLUMNS(
        p) ", p.name FROM lakesoul.paimon_partitions AS p"
           " WHERE p.table_id OPERATOR(pg_catalog.=) $1 AND CASE WHEN $3 THEN p.name OPERATOR(pg_catalog.=) $2"
           " ELSE pg_catalog.starts_with(p.name, $2) END"
           " AND ($4 IS NULL OR p.name OPERATOR(pg_catalog.<) ($4 COLLATE pg_catalog.\"C\")) ORDER BY p.name DESC "
           "LIMIT $5",
    5,
    {TEXTOID, TEXTOID, BOOLOID, TEXTOID, INT8OID},
    nullptr,
    0};

// Looked into only where its name stands in the text, as in LAKESOUL_THRESHOLD.
spi::Statement default_name_statement = {
    "SELECT CASE WHEN pg_catalog.strpos(t.properties::pg_catalog.text, 'partition.default-name') "
    "OPERATOR(pg_catalog.>) 0"
    " THEN (t.properties::pg_catalog.json) OPERATOR(pg_catalog.->>) 'partition.default-name' END"
    " FROM public.table_info AS t WHERE t.table_id OPERATOR(pg_catalog.=) $1",
    1,
    {TEXTOID},
    nullptr,
    0};

Datum known_datum(int64 value, char *null)
{
    *null = value < 0 ? 'n' : ' ';
    return Int64GetDatum(value);
}

int64 saturated(int64 a, int64 b)
{
    int64 sum;
    return __builtin_add_overflow(a, b, &sum) ? PG_INT64_MAX : sum;
}

// A LakeSoul commit does not fail for a sum; one of the API does.
Number plus(Number number, int64 delta, bool is_lakesoul)
{
    int64 sum;
    if (!number.known)
        return number;
    if (!__builtin_add_overflow(number.value, delta, &sum))
        return {true, sum};
    if (!is_lakesoul)
        raise_unless_ok(invalid("statistics leave the range of int64: %lld + %lld",
                                static_cast<long long>(number.value), static_cast<long long>(delta)));
    return {false, 0};
}

Counts counts_after(const Counts &stored, const Change &change, bool *gone)
{
    Counts after;
    Status status = fold_counts(stored, change.delta, &after, gone);
    if (!status.ok()) {
        if (change.version == kUntouched)
            raise_unless_ok(status);
        after = {-1, -1, -1, stored.last_file_creation_time};
    }
    if (change.knows_rows)
        return after;
    after.record_count = after.file_count == 0 ? 0 : -1;
    *gone = after.file_count == 0 && after.file_size_in_bytes == 0;
    return after;
}

Totals totals_after(const Totals &before, const Counts &stored, const Counts &after, const Change &change)
{
    Totals totals = before;
    bool is_lakesoul = change.version != kUntouched;
    totals.bytes = plus(before.bytes, change.delta.file_size_in_bytes, is_lakesoul);
    totals.files = plus(before.files, change.delta.file_count, is_lakesoul);
    totals.last_creation = {true, Max(before.last_creation.value, change.delta.last_file_creation_time)};
    if (change.knows_rows)
        totals.records = plus(before.records, change.delta.record_count, is_lakesoul);
    else if (after.file_count == 0 && stored.record_count >= 0)
        totals.records = plus(before.records, -stored.record_count, is_lakesoul);
    else
        totals.records = {false, 0};
    return totals;
}

void update_partition(View table_id, const PartitionRow &row)
{
    char nulls[] = "         ";
    Datum values[] = {text_datum(table_id),
                      text_datum(row.desc),
                      known_datum(row.counts.record_count, &nulls[2]),
                      known_datum(row.counts.file_size_in_bytes, &nulls[3]),
                      known_datum(row.counts.file_count, &nulls[4]),
                      known_datum(row.counts.last_file_creation_time, &nulls[5]),
                      Int32GetDatum(row.total_buckets),
                      Int64GetDatum(now_ms()),
                      text_datum(current_user())};
    nulls[6] = row.total_buckets == -1 ? 'n' : ' ';
    (void)spi::run_as_owner(&update_statement, values, nulls);
}

// What deleting all versions of a partition takes away.
Change deletion(const Change &change, const Counts &stored)
{
    Change all = change;
    all.knows_rows = stored.record_count >= 0;
    all.delta = {-Max(stored.record_count, 0), -Max(stored.file_size_in_bytes, 0), -Max(stored.file_count, 0), 0};
    return all;
}

Totals apply_change(const lakesoul::Table &table, int64 snapshot_id, const Change &asked, bool again,
                    const Totals &before)
{
    Change change = asked;
    Datum values[] = {text_datum(table.id), text_datum(change.desc), Int64GetDatum(snapshot_id),
                      Int32GetDatum(change.version)};
    bool known = spi::run_as_owner(again ? &note_again_statement : &note_statement, values,
                                   change.version == kUntouched ? "   n" : nullptr) > 0;
    PartitionRow row = known ? partition_row(0) : PartitionRow{change.desc, {}, -1, false, -1, -1, {}, {}};
    Counts stored = row.counts;
    bool gone = false;
    row.desc = change.desc;
    if (change.version == kDeleted)
        change = deletion(asked, stored);
    row.counts = counts_after(stored, change, &gone);
    if (change.has_buckets)
        row.total_buckets = change.buckets;
    gone = gone || change.version == kDeleted;
    if (gone && known)
        delete_partition(table.id, change.desc);
    else if (known)
        update_partition(table.id, row);
    else if (!gone)
        write_partition(table, row, View());
    return totals_after(before, stored, row.counts, change);
}

}   // namespace

View default_name(View table_id)
{
    Datum values[] = {text_datum(table_id)};
    spi::User caller = spi::become_relation_owner(get_relname_relid("table_info", get_namespace_oid("public", false)));
    bool found = spi::run(&default_name_statement, values) > 0;
    spi::become_again(caller);
    View name = found ? spi::text_column(0, 1) : View();
    return name.data() == nullptr ? kDefaultPartition : name;
}

View seen_default_name(View table_id)
{
    Datum values[] = {text_datum(table_id)};
    View name = spi::read(&default_name_statement, values) > 0 ? spi::text_column(0, 1) : View();
    return name.data() == nullptr ? kDefaultPartition : name;
}

View name_of(const lakesoul::Table &table, View desc, View null_name)
{
    Arena arena = server_arena();
    bool has_null = desc.find(catalog::kNullValue) != View::npos;
    if (has_null && null_name.data() == nullptr)
        null_name = default_name(table.id);
    Span<const Pair> spec;
    View name;
    Status status = spec_of_desc(table.shape.range_columns, desc, null_name, &arena, &spec);
    if (status.ok())
        status = partition_name(table.shape.range_columns, spec, &arena, &name);
    return status.ok() ? name : desc;   // a stock client may have written one that does not fit
}

Counts measure_files(View table_id, View desc, Uuids snapshot, bool as_seen)
{
    SnapshotFiles read = read_snapshot(table_id, desc, snapshot, as_seen);
    Counts counts = {-1, 0, 0, 0};
    std::size_t next = 0;
    for (std::size_t i = 0; i < read.commit_count; ++i) {
        for (const wire::DataFileOp &file : read.files[i]) {
            if (!read.folded[next++].active)
                continue;
            ++counts.file_count;
            counts.file_size_in_bytes = saturated(counts.file_size_in_bytes, file.size);
        }
    }
    return counts;
}

Totals apply_changes(const lakesoul::Table &table, int64 snapshot_id, Span<const Change> changes, bool again,
                     const Totals &before)
{
    Totals totals = before;
    for (const Change &change : changes) {
        CHECK_FOR_INTERRUPTS();
        totals = apply_change(table, snapshot_id, change, again, totals);
    }
    if (!totals.records.known && totals.files.known && totals.files.value == 0)
        totals.records = {true, 0};
    return totals;
}

PartitionRow partition_row(uint64 row)
{
    PartitionRow out = {};
    out.desc = spi::text_column(row, 1);
    out.counts = {spi::bigint_column(row, 2, -1), spi::bigint_column(row, 3, -1), spi::bigint_column(row, 4, -1),
                  spi::bigint_column(row, 5, -1)};
    out.total_buckets = spi::int_column(row, 6, -1);
    out.done = spi::bool_column(row, 7);
    out.created_at = spi::bigint_column(row, 8, -1);
    out.updated_at = spi::bigint_column(row, 9, -1);
    out.created_by = spi::text_column(row, 10);
    out.updated_by = spi::text_column(row, 11);
    return out;
}

bool find_partition(View table_id, View desc, PartitionRow *out)
{
    Datum values[] = {text_datum(table_id), text_datum(desc)};
    if (spi::run_as_owner(&find_statement, values) == 0)
        return false;
    *out = partition_row(0);
    return true;
}

bool find_seen_partition(View table_id, View desc, PartitionRow *out)
{
    Datum values[] = {text_datum(table_id), text_datum(desc)};
    if (spi::read(&find_statement, values) == 0)
        return false;
    *out = partition_row(0);
    return true;
}

void write_partition(const lakesoul::Table &table, const PartitionRow &row, View null_name)
{
    char nulls[] = "           ";
    Datum values[] = {text_datum(table.id),
                      text_datum(row.desc),
                      text_datum(name_of(table, row.desc, null_name)),
                      known_datum(row.counts.record_count, &nulls[3]),
                      known_datum(row.counts.file_size_in_bytes, &nulls[4]),
                      known_datum(row.counts.file_count, &nulls[5]),
                      known_datum(row.counts.last_file_creation_time, &nulls[6]),
                      Int32GetDatum(row.total_buckets),
                      BoolGetDatum(row.done),
                      Int64GetDatum(now_ms()),
                      text_datum(current_user())};
    nulls[7] = row.total_buckets == -1 ? 'n' : ' ';
    (void)spi::run_as_owner(&write_statement, values, nulls);
}

void delete_partition(View table_id, View desc)
{
    Datum values[] = {text_datum(table_id), text_datum(desc)};
    (void)spi::run_as_owner(&delete_statement, values);
}

void set_done(View table_id, View desc)
{
    Datum values[] = {text_datum(table_id), text_datum(desc), Int64GetDatum(now_ms()), text_datum(current_user())};
    (void)spi::run_as_owner(&done_statement, values);
}

Span<const View> restore_partitions(View table_id, int64 snapshot_id)
{
    Datum values[] = {text_datum(table_id), Int64GetDatum(snapshot_id)};
    uint64 rows = spi::run_as_owner(&unknown_statement, values);
    View *unknown = huge_array<View>(rows);
    for (uint64 row = 0; row < rows; ++row)
        unknown[row] = spi::text_column(row, 1);
    (void)spi::run_as_owner(&restore_statement, values);
    (void)spi::run_as_owner(&forget_statement, values);
    return {unknown, rows};
}

uint64 page_of_partitions(View table_id, const Pattern &pattern, View below, int64 most)
{
    bool exact = pattern.kind == Pattern::Kind::exact;
    Datum values[] = {text_datum(table_id), text_datum(pattern.text), BoolGetDatum(exact), text_datum(below),
                      Int64GetDatum(most)};
    return spi::read(&page_statement, values, below.data() == nullptr ? "   n " : nullptr);
}

}   // namespace lakesoul::paimon
