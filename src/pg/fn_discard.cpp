// SQL functions of files that are no longer needed: discard_files, discarded, forget_discarded, expire, purge_orphans.
#include "pg/argument.hpp"
#include "pg/catalog_table.hpp"
#include "pg/clock.hpp"
#include "pg/discard_files.hpp"
#include "pg/discarded.hpp"
#include "pg/error.hpp"
#include "pg/expire.hpp"
#include "pg/purge.hpp"
#include "pg/spi.hpp"
#include "pg/table_argument.hpp"
#include "pg/text.hpp"

using namespace lakesoul;

namespace {

Span<const View> paths_argument(FunctionCallInfo fcinfo, int number)
{
    require_argument(fcinfo, number, "paths");
    return views_of_text_array(PG_GETARG_DATUM(number), "paths");
}

// The start of the transaction less an interval, in epoch ms; 22023 for an interval into the future.
int64 ago(Interval *interval, const char *name)
{
    Interval none = {};
    if (DatumGetBool(DirectFunctionCall2(interval_lt, IntervalPGetDatum(interval), IntervalPGetDatum(&none))))
        ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("%s must not be negative", name)));
    Datum now = TimestampTzGetDatum(GetCurrentTransactionStartTimestamp());
    return epoch_ms(
        DatumGetTimestampTz(DirectFunctionCall2(timestamptz_mi_interval, now, IntervalPGetDatum(interval))));
}

// Arguments from number on: keep_versions, keep_for, dry_run.
ExpireRequest expire_request(FunctionCallInfo fcinfo, int number)
{
    ExpireRequest request = {};
    if (!PG_ARGISNULL(number)) {
        request.keep_versions = PG_GETARG_INT32(number);
        if (request.keep_versions < 1)
            ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                            errmsg("keep_versions %d is out of range", request.keep_versions),
                            errdetail("It must be at least 1: the newest version is always kept.")));
    }
    request.has_keep_for = !PG_ARGISNULL(number + 1);
    if (request.has_keep_for)
        request.keep_since = ago(PG_GETARG_INTERVAL_P(number + 1), "keep_for");
    request.dry_run = flag_argument(fcinfo, number + 2);
    return request;
}

// NULL asks for all, whenever they were discarded.
int64 before_argument(FunctionCallInfo fcinfo, int number)
{
    return PG_ARGISNULL(number) ? PG_INT64_MAX : epoch_ms(PG_GETARG_TIMESTAMPTZ(number));
}

Datum discard_paths(FunctionCallInfo fcinfo, int space)
{
    require_setup();
    View partition = text_argument(fcinfo, 2, "partition", true);
    Span<const View> paths = paths_argument(fcinfo, 1);
    int level = spi::begin();
    uint64 rows = discard_files(table_argument(fcinfo, space), paths, partition);
    spi::end(level);
    PG_RETURN_INT32(static_cast<int32>(rows));
}

Datum expire_versions(FunctionCallInfo fcinfo, int space, int first)
{
    InitMaterializedSRF(fcinfo, 0);
    require_setup();
    ExpireRequest request = expire_request(fcinfo, first);
    int level = spi::begin();
    expire(table_argument(fcinfo, space), request, results_of(fcinfo));
    spi::end(level);
    PG_RETURN_NULL();
}

}   // namespace

LAKESOUL_FUNCTION(lakesoul_discard_files)
{
    return discard_paths(fcinfo, 3);
}

LAKESOUL_FUNCTION(lakesoul_discard_files_by_id)
{
    return discard_paths(fcinfo, -1);
}

LAKESOUL_FUNCTION(lakesoul_discarded)
{
    InitMaterializedSRF(fcinfo, 0);
    require_setup();
    DiscardedRequest request = {};
    request.before = before_argument(fcinfo, 0);
    request.has_table = !PG_ARGISNULL(1);
    request.name = text_argument(fcinfo, 1, "table_name", false);
    if (request.has_table)
        request.space = text_argument(fcinfo, 2, "namespace", true);
    int level = spi::begin();
    list_discarded(request, results_of(fcinfo));
    spi::end(level);
    PG_RETURN_NULL();
}

LAKESOUL_FUNCTION(lakesoul_discarded_by_id)
{
    InitMaterializedSRF(fcinfo, 0);
    require_setup();
    DiscardedRequest request = {};
    request.id = text_argument(fcinfo, 0, "table_id", true);
    request.before = before_argument(fcinfo, 1);
    request.has_table = true;
    int level = spi::begin();
    list_discarded(request, results_of(fcinfo));
    spi::end(level);
    PG_RETURN_NULL();
}

LAKESOUL_FUNCTION(lakesoul_forget_discarded)
{
    require_setup();
    Span<const View> paths = paths_argument(fcinfo, 0);
    int level = spi::begin();
    uint64 rows = forget_discarded(paths);
    spi::end(level);
    PG_RETURN_INT32(static_cast<int32>(rows));
}

LAKESOUL_FUNCTION(lakesoul_expire)
{
    return expire_versions(fcinfo, 1, 2);
}

LAKESOUL_FUNCTION(lakesoul_expire_by_id)
{
    return expire_versions(fcinfo, -1, 1);
}

LAKESOUL_FUNCTION(lakesoul_purge_orphans)
{
    InitMaterializedSRF(fcinfo, 0);
    require_setup();
    require_argument(fcinfo, 0, "older_than");
    int64 before = ago(PG_GETARG_INTERVAL_P(0), "older_than");
    int level = spi::begin();
    purge_orphans(before, results_of(fcinfo));
    spi::end(level);
    PG_RETURN_NULL();
}
