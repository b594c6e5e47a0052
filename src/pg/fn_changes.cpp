// SQL functions that return what windows of versions added: changes, changes_between and their forms by id. STABLE:
// all statements see the snapshot of the query that calls them. What a version did is core's.
#include "core/catalog/partition_desc.hpp"

#include "pg/argument.hpp"
#include "pg/catalog_commit.hpp"
#include "pg/catalog_partition.hpp"
#include "pg/clock.hpp"
#include "pg/error.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/spi.hpp"
#include "pg/table_argument.hpp"
#include "pg/text.hpp"

using namespace lakesoul;

namespace {

// Versions from + 1 to to, of a partition.
struct Range {
    int32 from, to;
};

// What the rows of a partition have in common.
struct Output {
    ReturnSetInfo *results;
    Datum desc;
    bool rebuild;
    int32 to;
};

// file null: a row that says no more than which version makes a rebuild necessary.
void put(const Output &out, const catalog::Step &step, const Uuid *id, const wire::DataFileOp *file)
{
    bool none = file == nullptr;
    Datum zero = static_cast<Datum>(0);
    Datum values[] = {out.desc,
                      Int32GetDatum(step.version),
                      text_datum(commit_op_name(step.op)),
                      Int64GetDatum(step.timestamp),
                      none ? zero : uuid_datum(*id),
                      none ? zero : text_datum(file_op_name(file->file_op)),
                      none ? zero : text_datum(file->path),
                      none ? zero : Int64GetDatum(file->size),
                      none ? zero : text_datum(file->file_exist_cols),
                      BoolGetDatum(out.rebuild),
                      Int32GetDatum(out.to)};
    bool nulls[] = {false, false, false, false, none, none, none, none, none, false, false};
    tuplestore_putvalues(out.results->setResult, out.results->setDesc, values, nulls);
}

void put_files(const Output &out, View table_id, View desc, const catalog::Step &step)
{
    SnapshotFiles read = read_snapshot(table_id, desc, step.fresh, true);
    for (std::size_t i = 0; i < read.commit_count; ++i)
        for (const wire::DataFileOp &file : read.files[i])
            put(out, step, &read.ids[i], &file);
    SPI_freetuptable(SPI_tuptable);
}

// The window of one partition, each version's files in memory that the next one uses again.
void put_partition(const Table &table, View desc, Range range, ReturnSetInfo *results)
{
    if (range.from >= range.to)
        return;
    catalog::Window window;
    Span<catalog::IdFacts> facts;
    read_window(table.id, desc, range.from, range.to, true, &window, &facts);
    catalog::sort_facts(facts);
    catalog::Facts known = {facts.data, facts.size};
    Output out = {results, text_datum(desc), false, range.to};
    for (const catalog::Step &step : window.steps)
        out.rebuild = out.rebuild || catalog::change_of(step, known) == catalog::Change::rebuild;
    MemoryContext one = AllocSetContextCreate(CurrentMemoryContext, "lakesoul version", ALLOCSET_DEFAULT_SIZES);
    MemoryContext before = MemoryContextSwitchTo(one);
    for (const catalog::Step &step : window.steps) {
        CHECK_FOR_INTERRUPTS();
        catalog::Change change = catalog::change_of(step, known);
        if (change == catalog::Change::rebuild)
            put(out, step, nullptr, nullptr);
        else if (change == catalog::Change::adds)
            put_files(out, table.id, desc, step);
        MemoryContextReset(one);
    }
    MemoryContextSwitchTo(before);
    MemoryContextDelete(one);
}

// The partition asked for, or all of them.
Span<const View> partitions_argument(FunctionCallInfo fcinfo, int number, const Table &table)
{
    View desc = text_argument(fcinfo, number, "partition", false);
    if (desc.data() == nullptr)
        return partitions_of(table.id, true);
    Arena arena = server_arena();
    View *stored = palloc_array(View, 1);
    raise_unless_ok(catalog::normalise_desc(table.shape, table.id, desc, &arena, stored));
    return {stored, 1};
}

Range version_arguments(FunctionCallInfo fcinfo)
{
    require_argument(fcinfo, 1, "from_version");
    require_argument(fcinfo, 2, "to_version");
    Range range = {PG_GETARG_INT32(1), PG_GETARG_INT32(2)};
    if (range.from < -1)
        ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("from_version %d is out of range", range.from),
                        errhint("Use -1 for a window from the first version on.")));
    if (range.from > range.to)
        ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                        errmsg("from_version %d is greater than to_version %d", range.from, range.to)));
    return range;
}

// Versions stamped later than from and not later than to. Where the version of time from is not stored any more, the
// range begins before the first one that is, which makes that one a rebuild.
Range range_of_times(View table_id, View desc, int64 from, int64 to)
{
    Range range = {version_at(table_id, desc, from, true), version_at(table_id, desc, to, true)};
    if (range.from < 0 && from > PG_INT64_MIN && !history_is_whole(table_id, desc, true))
        range.from = Max(first_version(table_id, desc, true) - 1, -1);
    return range;
}

Datum changes(FunctionCallInfo fcinfo, int space, int partition)
{
    InitMaterializedSRF(fcinfo, 0);
    require_setup();
    Range range = version_arguments(fcinfo);
    int level = spi::begin();
    Table table = seen_table_argument(fcinfo, space);
    for (View desc : partitions_argument(fcinfo, partition, table))
        put_partition(table, desc, range, results_of(fcinfo));
    spi::end(level);
    PG_RETURN_NULL();
}

Datum changes_between(FunctionCallInfo fcinfo, int space, int partition)
{
    InitMaterializedSRF(fcinfo, 0);
    require_setup();
    require_argument(fcinfo, 1, "from_time");
    require_argument(fcinfo, 2, "to_time");
    int64 from = epoch_ms(PG_GETARG_TIMESTAMPTZ(1)), to = epoch_ms(PG_GETARG_TIMESTAMPTZ(2));
    if (from > to)
        ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("from_time is later than to_time")));
    int level = spi::begin();
    Table table = seen_table_argument(fcinfo, space);
    for (View desc : partitions_argument(fcinfo, partition, table))
        put_partition(table, desc, range_of_times(table.id, desc, from, to), results_of(fcinfo));
    spi::end(level);
    PG_RETURN_NULL();
}

}   // namespace

LAKESOUL_FUNCTION(lakesoul_changes)
{
    return changes(fcinfo, 4, 3);
}

LAKESOUL_FUNCTION(lakesoul_changes_by_id)
{
    return changes(fcinfo, -1, 3);
}

LAKESOUL_FUNCTION(lakesoul_changes_between)
{
    return changes_between(fcinfo, 4, 3);
}

LAKESOUL_FUNCTION(lakesoul_changes_between_by_id)
{
    return changes_between(fcinfo, -1, 3);
}
