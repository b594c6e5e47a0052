// The steps of expire. Which versions go is decided in core/catalog/expiry; taking them away is removal.cpp's.
#include "pg/expire.hpp"

#include "core/catalog/expiry.hpp"
#include "pg/clock.hpp"
#include "pg/error.hpp"
#include "pg/lock.hpp"
#include "pg/memory.hpp"
#include "pg/paimon_expire.hpp"
#include "pg/removal.hpp"
#include "pg/spi.hpp"
#include "pg/stock_delete.hpp"
#include "pg/text.hpp"

namespace lakesoul {
namespace {

spi::Statement properties_statement = {"SELECT t.properties::pg_catalog.text FROM public.table_info AS t"
                                       " WHERE t.table_id OPERATOR(pg_catalog.=) $1",
                                       1,
                                       {TEXTOID}};

spi::Statement held_statement = {"SELECT DISTINCT h.partition_desc FROM lakesoul.held_deletes AS h"
                                 " WHERE h.table_id OPERATOR(pg_catalog.=) $1",
                                 1,
                                 {TEXTOID}};

// Midnight at the start of the day so many days ago, in the session's time zone.
int64 cut(int32 days)
{
    Datum now = TimestampTzGetDatum(GetCurrentTransactionStartTimestamp());
    Interval interval = {};
    interval.day = days;
    Datum today = DirectFunctionCall2(timestamptz_trunc, CStringGetTextDatum("day"), now);
    return epoch_ms(
        DatumGetTimestampTz(DirectFunctionCall2(timestamptz_mi_interval, today, IntervalPGetDatum(&interval))));
}

catalog::Keeping keeping_of_properties(const Table &table)
{
    Datum values[] = {text_datum(table.id)};
    View properties = spi::run(&properties_statement, values) == 0 ? View() : spi::text_column(0, 1);
    catalog::Ttl ttl;
    Status status = catalog::read_ttl(properties, &ttl);
    if (!status.ok())
        raise_unless_ok(with_detail(status, "It is a property of table \"%s\".", c_string(shown_name(table))));
    catalog::Keeping keeping;
    keeping.once = ttl.once;
    keeping.has_partition_cut = ttl.has_partition;
    keeping.has_compaction_cut = ttl.has_compaction;
    keeping.partition_cut = ttl.has_partition ? cut(ttl.partition_days) : 0;
    keeping.compaction_cut = ttl.has_compaction ? cut(ttl.compaction_days) : 0;
    if (!ttl.has_partition && !ttl.has_compaction)
        ereport(NOTICE, (errmsg("nothing of table \"%s\" expires", c_string(shown_name(table))),
                         errdetail("It has neither property partition.ttl nor compaction.ttl."),
                         errhint("Set one of them, or give keep_versions or keep_for.")));
    return keeping;
}

catalog::Keeping keeping_of(const Table &table, const ExpireRequest &request)
{
    if (request.keep_versions == 0 && !request.has_keep_for)
        return keeping_of_properties(table);
    catalog::Keeping keeping;
    keeping.versions = request.keep_versions;
    keeping.has_since = request.has_keep_for;
    keeping.since = request.keep_since;
    return keeping;
}

// Deletions of commits that were held back and that no newest version lists any more.
void release_held(const Table &table)
{
    if (spi::has_no_pages("lakesoul", "held_deletes"))
        return;
    Datum values[] = {text_datum(table.id)};
    uint64 rows = spi::run_as_owner(&held_statement, values);
    View *descs = palloc_array(View, rows + 1);
    for (uint64 row = 0; row < rows; ++row)
        descs[row] = spi::text_column(row, 1);
    for (uint64 row = 0; row < rows; ++row)
        stock::release(table.id, descs[row]);
}

// Takes from them the paths that are needed by other tables.
void withhold_paths(const Table &table, Span<Removal> removals, bool dry_run)
{
    Paths asked = paths_of(table, {removals.data, removals.size});
    if (asked.size == 0)
        return;
    Leaving leaving = {table.id, {}, {}};
    for (const Removal &removal : removals)
        for (const Uuid &id : removal.commits) {
            leaving.descs.add(removal.desc);
            leaving.ids.add(id);
        }
    withhold({asked.data, asked.size}, dry_run ? &leaving : nullptr);
    View *left = huge_array<View>(asked.size);
    const Asked *next = asked.data;
    for (Removal &removal : removals) {
        const Asked *end = next + removal.paths.size;
        std::size_t count = 0;
        for (; next < end; ++next)
            if (!next->in_use)
                left[count++] = next->path;
        removal.paths = {left, count};
        left += count;
    }
}

void put_results(Span<const Removal> removals, ReturnSetInfo *results)
{
    for (const Removal &removal : removals) {
        Datum values[] = {text_datum(removal.desc), Int32GetDatum(static_cast<int32>(removal.versions.size)),
                          Int32GetDatum(static_cast<int32>(removal.commits.size)), text_array_datum(removal.paths)};
        bool nulls[lengthof(values)] = {};
        tuplestore_putvalues(results->setResult, results->setDesc, values, nulls);
        pfree(DatumGetPointer(values[3]));
    }
}

}   // namespace

void expire(const Table &seen, const ExpireRequest &request, ReturnSetInfo *results)
{
    Table table = seen;
    if (!request.dry_run) {
        lock::table(seen.id);
        table = table_by_id(seen.id);
        check_table_is_newest(table, true);
        release_held(table);
        paimon::expire_tags(table.id);
    }
    catalog::Keeping keeping = keeping_of(table, request);
    Span<Removal> removals = choose_removals(table, nullptr, &keeping, request.dry_run);
    work_out(table, removals, request.dry_run);
    if (!request.dry_run) {
        carry_out(table, {removals.data, removals.size}, "expired");
        paimon::forget_snapshots(table.id, {removals.data, removals.size});
    }
    withhold_paths(table, removals, request.dry_run);
    put_results({removals.data, removals.size}, results);
}

}   // namespace lakesoul
