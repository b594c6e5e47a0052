// Statements that read snapshots, and their JSON. Decides nothing.
#include "pg/paimon_snapshot.hpp"

#include "pg/spi.hpp"
#include "pg/text.hpp"

namespace lakesoul::paimon {
namespace {

// A question has two statements: about the rows of a chain, where an index answers it, and about history.
#define LAKESOUL_OF_CHAIN                                                                                              \
    "SELECT " LAKESOUL_SNAPSHOT_COLUMNS " FROM lakesoul.paimon_snapshots AS s"                                         \
    " WHERE s.table_id OPERATOR(pg_catalog.=) $1 AND s.retired OPERATOR(pg_catalog.=) 0"
#define LAKESOUL_OF_HISTORY "SELECT " LAKESOUL_SNAPSHOT_COLUMNS " FROM lakesoul._paimon_snapshots($1) AS s WHERE true"

#define LAKESOUL_QUESTION(rest, count, types)                                                                          \
    {LAKESOUL_OF_CHAIN rest, count, types},                                                                            \
    {                                                                                                                  \
        LAKESOUL_OF_HISTORY rest, count, types                                                                         \
    }
#define LAKESOUL_TABLE                                                                                                 \
    {                                                                                                                  \
        TEXTOID                                                                                                        \
    }
#define LAKESOUL_TABLE_AND_NUMBERS                                                                                     \
    {                                                                                                                  \
        TEXTOID, INT8OID, INT8OID                                                                                      \
    }

spi::Statement latest[] = {LAKESOUL_QUESTION(" ORDER BY s.id DESC LIMIT 1", 1, LAKESOUL_TABLE)};
spi::Statement earliest[] = {LAKESOUL_QUESTION(" ORDER BY s.id LIMIT 1", 1, LAKESOUL_TABLE)};
spi::Statement by_id[] = {LAKESOUL_QUESTION(" AND s.id OPERATOR(pg_catalog.=) $2", 2, LAKESOUL_TABLE_AND_NUMBERS)};
spi::Statement by_time[] = {LAKESOUL_QUESTION(
    " AND s.time_millis OPERATOR(pg_catalog.<=) $2 ORDER BY s.id DESC LIMIT 1", 2, LAKESOUL_TABLE_AND_NUMBERS)};
// A snapshot without a watermark has that of the one before, so it is never the first.
spi::Statement by_watermark[] = {LAKESOUL_QUESTION(" AND s.watermark OPERATOR(pg_catalog.>=) $2 ORDER BY s.id LIMIT 1",
                                                   2, LAKESOUL_TABLE_AND_NUMBERS)};
spi::Statement page[] = {LAKESOUL_QUESTION(
    " AND ($2 IS NULL OR s.id OPERATOR(pg_catalog.<) $2) ORDER BY s.id DESC LIMIT $3", 3, LAKESOUL_TABLE_AND_NUMBERS)};

spi::Statement chain_statement = {
    "SELECT FROM lakesoul.paimon_chains AS c WHERE c.table_id OPERATOR(pg_catalog.=) $1", 1, {TEXTOID}};

// No files, no rows; otherwise nobody counted them.
spi::Statement measure_statement = {
    "SELECT CASE WHEN m.files OPERATOR(pg_catalog.=) 0 THEN 0::bigint END, m.bytes, m.files, m.last_creation FROM"
    " (SELECT COALESCE(pg_catalog.sum(f.size), 0)::bigint AS bytes, pg_catalog.count(f.path) AS files,"
    " COALESCE(pg_catalog.max(h.\"timestamp\"), 0) AS last_creation"
    " FROM lakesoul._heads($1, NULL::pg_catalog.jsonb, NULL::bigint) AS h"
    " LEFT JOIN LATERAL lakesoul._active_files(h.table_id, h.partition_desc, h.snapshot) AS f ON true) AS m",
    1,
    {TEXTOID}};

// Readers see what their statement sees; who holds the chain's lock, what is committed by now.
uint64 ask(spi::Statement *question, View table_id, Datum *values, bool as_seen, const char *nulls = nullptr)
{
    if (!as_seen)
        return spi::read_newest_as_owner(&question[0], values);
    return spi::read(&question[sees_chain(table_id) ? 0 : 1], values, nulls);
}

bool take(uint64 rows, SnapshotRow *out)
{
    if (rows == 0)
        return false;
    *out = snapshot_row(0);
    return true;
}

constexpr int kSnapshotColumns = 14;

View text_of(Datum value, bool null)
{
    return null ? View() : view_of_text(value);
}

Number number_of(Datum value, bool null)
{
    return {!null, null ? 0 : DatumGetInt64(value)};
}

Number number_column(uint64 row, int number)
{
    bool null;
    Datum value = SPI_getbinval(SPI_tuptable->vals[row], SPI_tuptable->tupdesc, number, &null);
    return number_of(value, null);
}

// -1 is how the API writes a number that was never measured.
int64 shown(Number number)
{
    return number.known ? number.value : -1;
}

void field_or_null(json::Out *out, const char *name, Number number)
{
    if (number.known)
        json::field(out, name, number.value);
    else
        json::field_null(out, name);
}

// Keys of an object that is already there, into the object that is being built.
void put_keys(json::Out *out, Datum jsonb)
{
    JsonbIterator *iterator = JsonbIteratorInit(&DatumGetJsonbP(jsonb)->root);
    JsonbValue value;
    for (JsonbIteratorToken token; (token = JsonbIteratorNext(&iterator, &value, true)) != WJB_DONE;)
        if (token == WJB_KEY || token == WJB_VALUE)
            out->root = pushJsonbValue(&out->state, token, &value);
}

}   // namespace

Totals totals_columns(uint64 row, int first)
{
    return {number_column(row, first), number_column(row, first + 1), number_column(row, first + 2),
            number_column(row, first + 3)};
}

void totals_datums(const Totals &totals, Datum *values, char *nulls)
{
    const Number numbers[] = {totals.records, totals.bytes, totals.files, totals.last_creation};
    for (int i = 0; i < kTotals; ++i) {
        values[i] = Int64GetDatum(numbers[i].value);
        nulls[i] = numbers[i].known ? ' ' : 'n';
    }
}

SnapshotRow snapshot_of(const Datum *values, const bool *nulls)
{
    SnapshotRow out = {};
    out.id = DatumGetInt64(values[0]);
    out.uuid = text_of(values[1], nulls[1]);
    out.schema_id = DatumGetInt64(values[2]);
    out.user = text_of(values[3], nulls[3]);
    out.identifier = DatumGetInt64(values[4]);
    out.kind = text_of(values[5], nulls[5]);
    out.time_millis = DatumGetInt64(values[6]);
    out.watermark = number_of(values[7], nulls[7]);
    out.is_lakesoul = DatumGetBool(values[8]);
    // Whoever wrote the row by hand may have written anything.
    out.has_body = !nulls[9] && JB_ROOT_IS_OBJECT(DatumGetJsonbP(values[9]));
    out.body = values[9];
    out.totals = {number_of(values[10], nulls[10]), number_of(values[11], nulls[11]), number_of(values[12], nulls[12]),
                  number_of(values[13], nulls[13])};
    return out;
}

SnapshotRow snapshot_row(uint64 row)
{
    Datum values[kSnapshotColumns];
    bool nulls[kSnapshotColumns];
    for (int i = 0; i < kSnapshotColumns; ++i)
        values[i] = SPI_getbinval(SPI_tuptable->vals[row], SPI_tuptable->tupdesc, i + 1, &nulls[i]);
    return snapshot_of(values, nulls);
}

bool find_latest(View table_id, bool as_seen, SnapshotRow *out)
{
    Datum values[] = {text_datum(table_id)};
    return take(ask(latest, table_id, values, as_seen), out);
}

bool find_earliest(View table_id, bool as_seen, SnapshotRow *out)
{
    Datum values[] = {text_datum(table_id)};
    return take(ask(earliest, table_id, values, as_seen), out);
}

bool find_snapshot(View table_id, int64 id, bool as_seen, SnapshotRow *out)
{
    Datum values[] = {text_datum(table_id), Int64GetDatum(id)};
    return take(ask(by_id, table_id, values, as_seen), out);
}

bool find_selected(View table_id, const Selector &selector, bool as_seen, SnapshotRow *out)
{
    Datum values[] = {text_datum(table_id), Int64GetDatum(selector.value)};
    return take(ask(selector.by_watermark ? by_watermark : by_time, table_id, values, as_seen), out);
}

uint64 page_of_snapshots(View table_id, const int64 *below, int64 most)
{
    Datum values[] = {text_datum(table_id), Int64GetDatum(below == nullptr ? 0 : *below), Int64GetDatum(most)};
    return ask(page, table_id, values, true, below == nullptr ? " n " : nullptr);
}

bool sees_chain(View table_id)
{
    Datum values[] = {text_datum(table_id)};
    return spi::read(&chain_statement, values) > 0;
}

Totals measure_table(View table_id)
{
    Datum values[] = {text_datum(table_id)};
    (void)spi::read(&measure_statement, values);
    return totals_columns(0, 1);
}

Datum snapshot_json(const SnapshotRow &row)
{
    if (!row.is_lakesoul && row.has_body)
        return row.body;
    json::Out out = {};
    json::begin_object(&out);
    if (row.has_body)
        put_keys(&out, row.body);
    json::field(&out, "version", static_cast<int64>(3));
    json::field(&out, "uuid", row.uuid);
    json::field(&out, "id", row.id);
    json::field(&out, "schemaId", row.schema_id);
    const char *uuid = c_string(row.uuid);
    json::field(&out, "baseManifestList", View(psprintf("lakesoul-%s-base", uuid)));
    json::field(&out, "deltaManifestList", View(psprintf("lakesoul-%s-delta", uuid)));
    json::field(&out, "commitUser", row.user);
    json::field(&out, "commitIdentifier", row.identifier);
    json::field(&out, "commitKind", row.kind);
    json::field(&out, "timeMillis", row.time_millis);
    field_or_null(&out, "totalRecordCount", row.totals.records);
    json::field_null(&out, "deltaRecordCount");
    if (row.watermark.known)
        json::field(&out, "watermark", row.watermark.value);
    json::end_object(&out);
    return json::datum(&out);
}

void put_table_snapshot(json::Out *out, Datum snapshot, const Totals &totals)
{
    json::begin_object(out);
    json::field_jsonb(out, "snapshot", snapshot);
    json::field(out, "recordCount", shown(totals.records));
    json::field(out, "fileSizeInBytes", shown(totals.bytes));
    json::field(out, "fileCount", shown(totals.files));
    json::field(out, "lastFileCreationTime", shown(totals.last_creation));
    json::end_object(out);
}

}   // namespace lakesoul::paimon
