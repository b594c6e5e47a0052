// Triggers on public.partition_info. Entry points of a few lines; the work is in stock_insert.cpp,
// stock_delete.cpp and notice.cpp.
#include "pg/catalog_table.hpp"
#include "pg/clock.hpp"
#include "pg/guc.hpp"
#include "pg/notice.hpp"
#include "pg/paimon_mint.hpp"
#include "pg/spi.hpp"
#include "pg/stock_delete.hpp"
#include "pg/stock_insert.hpp"
#include "pg/text.hpp"
#include "pg/trigger_row.hpp"

#include <cmath>

using namespace lakesoul;

namespace {

// What the column's default gives in this transaction: date_part('epoch', now()) * 1000, rounded.
int64 default_timestamp()
{
    double seconds = (GetCurrentTransactionStartTimestamp() -
                      (static_cast<double>(UNIX_EPOCH_JDATE - POSTGRES_EPOCH_JDATE) * USECS_PER_DAY)) /
                     1000000.0;
    return static_cast<int64>(rint(seconds * 1000));
}

// No stock INSERT names the column: another value came from a dump or a repair, and a NULL that is copied as well.
bool timestamp_was_given(TriggerData *data)
{
    bool null;
    Datum value = row::column(data, "timestamp", INT8OID, &null);
    return null ? row::is_copied() : DatumGetInt64(value) != default_timestamp();
}

// The primary key refuses these with the server's own message.
bool has_null_key(TriggerData *data)
{
    bool no_table, no_desc, no_version;
    (void)row::column(data, "table_id", TEXTOID, &no_table);
    (void)row::column(data, "partition_desc", TEXTOID, &no_desc);
    (void)row::column(data, "version", INT4OID, &no_version);
    return no_table || no_desc || no_version;
}

stock::Row stock_row(TriggerData *data)
{
    stock::Row row = {row::text(data, "table_id"), row::text(data, "partition_desc"), row::integer(data, "version", -1),
                      CommitOp::append, row::uuids(data, "snapshot")};
    View op = row::text(data, "commit_op");
    if (!commit_op_from_name(op, &row.op))
        ereport(ERROR,
                (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("\"%s\" is not a commit operation", c_string(op))));
    return row;
}

HeapTuple as_decided(TriggerData *data, const stock::Decision &decision, View domain)
{
    row::Change changes[6] = {{"version", Int32GetDatum(decision.version)},
                              {"snapshot", uuid_array_datum(decision.snapshot)},
                              {"last_compaction", Int32GetDatum(decision.last_compaction)}};
    std::size_t count = 3;
    if (guc::monotone_timestamps())
        changes[count++] = {"timestamp", Int64GetDatum(decision.timestamp)};
    if (domain.data() != nullptr)
        changes[count++] = {"domain", text_datum(domain)};
    return row::changed(data, {changes, count});
}

}   // namespace

LAKESOUL_FUNCTION(lakesoul_partition_info_before_insert)
{
    TriggerData *data = row::trigger_data(fcinfo, row::kBeforeInsert, "partition_info");
    if (notice::is_own(row::text(data, "table_id")) || row::restoring(data) || has_null_key(data))
        return PointerGetDatum(data->tg_trigtuple);
    if (timestamp_was_given(data)) {
        row::refuse_hidden_table(data);
        return PointerGetDatum(data->tg_trigtuple);
    }
    MemoryContext caller = CurrentMemoryContext;
    int level = spi::begin();
    stock::Row row = stock_row(data);
    View threshold;
    View domain = row::domain_of_table(data, row.table_id, &threshold);
    stock::Decision decision = stock::before_insert(RelationGetRelid(data->tg_relation), row);
    MemoryContext procedure = MemoryContextSwitchTo(caller);
    HeapTuple result = nullptr;
    if (!decision.suppress) {
        result = as_decided(data, decision, domain);
        stock::decided(row, decision, threshold_of(threshold));
    }
    MemoryContextSwitchTo(procedure);
    spi::end(level);
    return PointerGetDatum(result);
}

LAKESOUL_FUNCTION(lakesoul_partition_info_after_insert)
{
    TriggerData *data = row::trigger_data(fcinfo, row::kAfterInsert, "partition_info");
    notice::Version version = {row::text(data, "table_id"),
                               row::text(data, "partition_desc"),
                               row::integer(data, "version", -1),
                               row::text(data, "commit_op") == commit_op_name(CommitOp::compaction),
                               row::integer(data, "last_compaction", PG_INT32_MIN),
                               PG_INT32_MIN};
    if (!notice::is_own(version.table_id)) {
        // A restore or a repair: history is not rewritten and nobody is told.
        stock::Kept kept;
        if (!stock::was_decided(version.table_id, version.desc, version.version, &kept))
            return PointerGetDatum(nullptr);
        version.threshold = kept.threshold;
        int level = spi::begin();
        bool null;
        Datum timestamp = row::column(data, "timestamp", INT8OID, &null);
        stock::after_insert(RelationGetRelid(data->tg_relation), stock_row(data), kept,
                            null ? 0 : DatumGetInt64(timestamp));
        spi::end(level);
    }
    stock::release(version.table_id, version.desc);
    notice::after_insert(version);
    return PointerGetDatum(nullptr);
}

// Commits whose deletion was held back go when the versions that listed them are gone.
LAKESOUL_FUNCTION(lakesoul_partition_info_after_delete)
{
    TriggerData *data = row::trigger_data(fcinfo, row::kAfterDeleteStatement, "partition_info");
    if (data->tg_oldtable != nullptr && !row::restoring(data)) {
        stock::release_all(data);
        paimon::after_delete(data);
    }
    return PointerGetDatum(nullptr);
}
