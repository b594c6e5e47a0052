// Triggers on public.partition_info. Entry points of a few lines; the work is elsewhere.
#include "pg/clock.hpp"
#include "pg/notice.hpp"
#include "pg/text.hpp"

#include <cmath>

using namespace lakesoul;

namespace {

Datum column(TriggerData *data, const char *name, bool *null)
{
    int number = SPI_fnumber(data->tg_relation->rd_att, name);
    if (number <= 0)
        ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
                        errmsg("column \"%s\" of public.partition_info is missing", name),
                        errhint("Run SELECT * FROM lakesoul.setup();")));
    return SPI_getbinval(data->tg_trigtuple, data->tg_relation->rd_att, number, null);
}

View text_column(TriggerData *data, const char *name)
{
    bool null;
    Datum value = column(data, name, &null);
    return null ? View("") : view_of_text(value);
}

// What the column's default gives in this transaction: date_part('epoch', now()) * 1000, rounded.
int64 default_timestamp()
{
    double seconds = (GetCurrentTransactionStartTimestamp() -
                      (static_cast<double>(UNIX_EPOCH_JDATE - POSTGRES_EPOCH_JDATE) * USECS_PER_DAY)) /
                     1000000.0;
    return static_cast<int64>(rint(seconds * 1000));
}

// Anybody may attach the function to a table of his own; what it writes is for partition_info alone.
void check_called_right(FunctionCallInfo fcinfo)
{
    TriggerData *data = reinterpret_cast<TriggerData *>(fcinfo->context);
    if (!CALLED_AS_TRIGGER(fcinfo) || !TRIGGER_FIRED_AFTER(data->tg_event) || !TRIGGER_FIRED_FOR_ROW(data->tg_event) ||
        !TRIGGER_FIRED_BY_INSERT(data->tg_event) ||
        RelationGetRelid(data->tg_relation) != get_relname_relid("partition_info", get_namespace_oid("public", true)))
        ereport(ERROR, (errcode(ERRCODE_E_R_I_E_TRIGGER_PROTOCOL_VIOLATED),
                        errmsg("partition_info_after_insert must be called AFTER INSERT FOR EACH ROW"
                               " on public.partition_info")));
}

}   // namespace

LAKESOUL_FUNCTION(lakesoul_partition_info_after_insert)
{
    check_called_right(fcinfo);
    TriggerData *data = reinterpret_cast<TriggerData *>(fcinfo->context);
    bool null_version, null_compaction, null_timestamp;
    notice::Version version = {text_column(data, "table_id"),
                               text_column(data, "partition_desc"),
                               DatumGetInt32(column(data, "version", &null_version)),
                               text_column(data, "commit_op") == commit_op_name(CommitOp::compaction),
                               DatumGetInt32(column(data, "last_compaction", &null_compaction)),
                               DatumGetInt64(column(data, "timestamp", &null_timestamp)) != default_timestamp()};
    if (null_compaction)
        version.last_compaction = PG_INT32_MIN;
    notice::after_insert(version);
    return PointerGetDatum(nullptr);
}
