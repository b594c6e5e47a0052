// Statements over the rows of partitions. The folding is core's.
#include "pg/paimon_statistics.hpp"

#include "core/catalog/partition_desc.hpp"

#include "pg/catalog_commit.hpp"
#include "pg/clock.hpp"
#include "pg/error.hpp"
#include "pg/memory.hpp"
#include "pg/paimon_call.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/side_rows.hpp"
#include "pg/spi.hpp"
#include "pg/text.hpp"

namespace lakesoul::paimon {
namespace {

// Columns of the tables, in order.
namespace partitions {
enum {
    kTable,
    kDesc,
    kName,
    kRecords,
    kSize,
    kFiles,
    kLastCreation,
    kBuckets,
    kDone,
    kCreatedAt,
    kCreatedBy,
    kUpdatedAt,
    kUpdatedBy
};
}
namespace notes {
enum { kTable, kDesc, kSnapshot, kVersion, kGone, kBefore };
}
constexpr const char *kPartitions = "paimon_partitions";
constexpr const char *kNotes = "paimon_snapshot_partitions";

#define LAKESOUL_THIS_PARTITION(p)                                                                                     \
    "FROM lakesoul.paimon_partitions AS " #p " WHERE " #p ".table_id OPERATOR(pg_catalog.=) $1 AND " #p                \
    ".partition_desc OPERATOR(pg_catalog.=) $2"

#define LAKESOUL_PARTITION_COLUMNS(p)                                                                                  \
#p ".partition_desc, " #p ".record_count, " #p ".file_size, " #p ".file_count, " #p ".last_file_creation, " #p     \
       ".total_buckets, " #p ".done, " #p ".created_at, " #p ".updated_at, " #p ".created_by, " #p ".updated_by"

// The first of several changes by one snapshot says what was before it.
spi::Statement note_again_statement = {
    "UPDATE lakesoul.paimon_snapshot_partitions AS s SET version = COALESCE($4, s.version),"
    " is_gone = s.is_gone AND $4 IS NULL WHERE s.table_id OPERATOR(pg_catalog.=) $1"
    " AND s.partition_desc OPERATOR(pg_catalog.=) $2 AND s.snapshot_id OPERATOR(pg_catalog.=) $3",
    4,
    {TEXTOID, TEXTOID, INT8OID, INT4OID}};

spi::Statement find_statement = {
    "SELECT " LAKESOUL_PARTITION_COLUMNS(p) " " LAKESOUL_THIS_PARTITION(p), 2, {TEXTOID, TEXTOID}};

// The first change after a snapshot says what a partition was at it.
#define LAKESOUL_BEFORE_LATER                                                                                          \
    "(SELECT DISTINCT ON (s.partition_desc) s.partition_desc, s.before FROM lakesoul.paimon_snapshot_partitions AS s"  \
    " WHERE s.table_id OPERATOR(pg_catalog.=) $1 AND s.snapshot_id OPERATOR(pg_catalog.>) $2"                          \
    " ORDER BY s.partition_desc, s.snapshot_id)"

spi::Statement unknown_statement = {
    "SELECT l.partition_desc FROM " LAKESOUL_BEFORE_LATER " AS l WHERE l.before IS NULL", 2, {TEXTOID, INT8OID}};

// The array: a join with l may read all of it for each partition.
spi::Statement restore_statement = {
    "WITH l AS MATERIALIZED " LAKESOUL_BEFORE_LATER ", g AS (DELETE FROM lakesoul.paimon_partitions AS p"
    " WHERE p.table_id OPERATOR(pg_catalog.=) $1 AND p.partition_desc OPERATOR(pg_catalog.=)"
    " ANY (ARRAY(SELECT l.partition_desc FROM l WHERE l.before OPERATOR(pg_catalog.=) '{}')))"
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
    {TEXTOID, INT8OID}};

spi::Statement forget_statement = {"DELETE FROM lakesoul.paimon_snapshot_partitions AS s"
                                   " WHERE s.table_id OPERATOR(pg_catalog.=) $1"
                                   " AND s.snapshot_id OPERATOR(pg_catalog.>) $2",
                                   2,
                                   {TEXTOID, INT8OID}};

// $2: the exact name or the prefix; $3: whether it is exact; $4: names below.
spi::Statement page_statement = {
    "SELECT " LAKESOUL_PARTITION_COLUMNS(
        p) ", p.name FROM lakesoul.paimon_partitions AS p"
           " WHERE p.table_id OPERATOR(pg_catalog.=) $1 AND CASE WHEN $3 THEN p.name OPERATOR(pg_catalog.=) $2"
           " ELSE pg_catalog.starts_with(p.name, $2) END"
           " AND ($4 IS NULL OR p.name OPERATOR(pg_catalog.<) ($4 COLLATE pg_catalog.\"C\")) ORDER BY p.name DESC "
           "LIMIT $5",
    5,
    {TEXTOID, TEXTOID, BOOLOID, TEXTOID, INT8OID}};

// Looked into only where its name stands in the text, as in LAKESOUL_THRESHOLD.
spi::Statement default_name_statement = {
    "SELECT CASE WHEN pg_catalog.strpos(t.properties::pg_catalog.text, 'partition.default-name') "
    "OPERATOR(pg_catalog.>) 0"
    " THEN (t.properties::pg_catalog.json) OPERATOR(pg_catalog.->>) 'partition.default-name' END"
    " FROM public.table_info AS t WHERE t.table_id OPERATOR(pg_catalog.=) $1",
    1,
    {TEXTOID}};

bool find_row(View table_id, View desc, side::Row *row)
{
    Datum key[] = {text_datum(table_id), text_datum(desc)};
    return side::find_last(kPartitions, key, 2, row);
}

int64 known_number(const side::Row &row, int column)
{
    return row.nulls[column] ? -1 : DatumGetInt64(row.values[column]);
}

View known_text(const side::Row &row, int column)
{
    return row.nulls[column] ? View() : view_of_text(row.values[column]);
}

PartitionRow partition_of(const side::Row &row)
{
    PartitionRow out = {};
    out.desc = known_text(row, partitions::kDesc);
    out.counts = {known_number(row, partitions::kRecords), known_number(row, partitions::kSize),
                  known_number(row, partitions::kFiles), known_number(row, partitions::kLastCreation)};
    out.total_buckets = row.nulls[partitions::kBuckets] ? -1 : DatumGetInt32(row.values[partitions::kBuckets]);
    out.done = DatumGetBool(row.values[partitions::kDone]);
    out.created_at = known_number(row, partitions::kCreatedAt);
    out.updated_at = known_number(row, partitions::kUpdatedAt);
    out.created_by = known_text(row, partitions::kCreatedBy);
    out.updated_by = known_text(row, partitions::kUpdatedBy);
    return out;
}

void set_known(side::Row *row, int column, int64 value)
{
    row->values[column] = Int64GetDatum(value);
    row->nulls[column] = value < 0;
}

void set_changed(side::Row *row)
{
    side::set(row, partitions::kUpdatedAt, Int64GetDatum(now_ms()));
    side::set(row, partitions::kUpdatedBy, text_datum(current_user()));
}

// What may change in a stored row: all but its names, done, and who made it.
void set_statistics(side::Row *row, const PartitionRow &partition)
{
    set_known(row, partitions::kRecords, partition.counts.record_count);
    set_known(row, partitions::kSize, partition.counts.file_size_in_bytes);
    set_known(row, partitions::kFiles, partition.counts.file_count);
    set_known(row, partitions::kLastCreation, partition.counts.last_file_creation_time);
    row->values[partitions::kBuckets] = Int32GetDatum(partition.total_buckets);
    row->nulls[partitions::kBuckets] = partition.total_buckets == -1;
    set_changed(row);
}

void insert_partition(const lakesoul::Table &table, const PartitionRow &partition, View null_name)
{
    side::Row row = side::new_row();
    side::set(&row, partitions::kTable, text_datum(table.id));
    side::set(&row, partitions::kDesc, text_datum(partition.desc));
    side::set(&row, partitions::kName, text_datum(name_of(table, partition.desc, null_name)));
    side::set(&row, partitions::kDone, BoolGetDatum(partition.done));
    set_statistics(&row, partition);
    side::set(&row, partitions::kCreatedAt, row.values[partitions::kUpdatedAt]);
    side::set(&row, partitions::kCreatedBy, row.values[partitions::kUpdatedBy]);
    side::insert(kPartitions, row);
}

// As pg_catalog.to_jsonb has a row, without its key and its nulls.
Datum before_json(const side::Row &row)
{
    json::Out out = {};
    json::begin_object(&out);
    const struct {
        const char *name;
        int column;
    } numbers[] = {{"record_count", partitions::kRecords}, {"file_size", partitions::kSize},
                   {"file_count", partitions::kFiles},     {"last_file_creation", partitions::kLastCreation},
                   {"created_at", partitions::kCreatedAt}, {"updated_at", partitions::kUpdatedAt}},
      texts[] = {
          {"name", partitions::kName}, {"created_by", partitions::kCreatedBy}, {"updated_by", partitions::kUpdatedBy}};
    for (const auto &number : numbers)
        if (!row.nulls[number.column])
            json::field(&out, number.name, DatumGetInt64(row.values[number.column]));
    for (const auto &text : texts)
        if (!row.nulls[text.column])
            json::field(&out, text.name, view_of_text(row.values[text.column]));
    if (!row.nulls[partitions::kBuckets])
        json::field(&out, "total_buckets", static_cast<int64>(DatumGetInt32(row.values[partitions::kBuckets])));
    json::field(&out, "done", DatumGetBool(row.values[partitions::kDone]));
    json::end_object(&out);
    return json::datum(&out);
}

Datum empty_json()
{
    json::Out out = {};
    json::begin_object(&out);
    json::end_object(&out);
    return json::datum(&out);
}

// Notes what a snapshot does to a partition, and the partition's row as it was (null: there was none).
void note(View table_id, int64 snapshot_id, const Change &change, bool again, const side::Row *before)
{
    bool untouched = change.version == kUntouched;
    Datum key[] = {text_datum(table_id), text_datum(change.desc), Int64GetDatum(snapshot_id),
                   Int32GetDatum(change.version)};
    if (again && spi::run_as_owner(&note_again_statement, key, untouched ? "   n" : nullptr) > 0)
        return;
    side::Row row = side::new_row();
    side::set(&row, notes::kTable, key[0]);
    side::set(&row, notes::kDesc, key[1]);
    side::set(&row, notes::kSnapshot, key[2]);
    if (!untouched)
        side::set(&row, notes::kVersion, key[3]);
    side::set(&row, notes::kGone, BoolGetDatum(false));
    side::set(&row, notes::kBefore, before == nullptr ? empty_json() : before_json(*before));
    side::insert(kNotes, row);
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
    side::Row stored_row;
    bool known = find_row(table.id, change.desc, &stored_row);
    note(table.id, snapshot_id, change, again, known ? &stored_row : nullptr);
    PartitionRow row = known ? partition_of(stored_row) : PartitionRow{change.desc, {}, -1, false, -1, -1, {}, {}};
    Counts stored = row.counts;
    bool gone = false;
    if (change.version == kDeleted)
        change = deletion(asked, stored);
    row.counts = counts_after(stored, change, &gone);
    if (change.has_buckets)
        row.total_buckets = change.buckets;
    gone = gone || change.version == kDeleted;
    if (gone && known) {
        side::remove(kPartitions, stored_row);
    } else if (known) {
        set_statistics(&stored_row, row);
        side::update(kPartitions, stored_row);
    } else if (!gone) {
        insert_partition(table, row, View());
    }
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
    side::Row row;
    bool found = find_row(table_id, desc, &row);
    if (found)
        *out = partition_of(row);
    return found;
}

bool find_seen_partition(View table_id, View desc, PartitionRow *out)
{
    Datum values[] = {text_datum(table_id), text_datum(desc)};
    if (spi::read(&find_statement, values) == 0)
        return false;
    *out = partition_row(0);
    return true;
}

void write_partition(const lakesoul::Table &table, const PartitionRow &partition, View null_name)
{
    side::Row row;
    if (!find_row(table.id, partition.desc, &row)) {
        insert_partition(table, partition, null_name);
        return;
    }
    set_statistics(&row, partition);
    side::update(kPartitions, row);
}

void delete_partition(View table_id, View desc)
{
    side::Row row;
    if (find_row(table_id, desc, &row))
        side::remove(kPartitions, row);
}

void set_done(View table_id, View desc)
{
    side::Row row;
    if (!find_row(table_id, desc, &row))
        return;
    side::set(&row, partitions::kDone, BoolGetDatum(true));
    set_changed(&row);
    side::update(kPartitions, row);
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
