// Triggers on public.discard_compressed_file_info.
#include "pg/clock.hpp"
#include "pg/guc.hpp"
#include "pg/spi.hpp"
#include "pg/stock_discard.hpp"
#include "pg/text.hpp"
#include "pg/trigger_row.hpp"

using namespace lakesoul;

namespace {

HeapTuple with_cause(TriggerData *data)
{
    row::Change changes[2] = {{"discarded_at", Int64GetDatum(now_ms())}};
    std::size_t count = 1;
    bool null;
    (void)row::column(data, "reason", TEXTOID, &null);
    if (null)
        changes[count++] = {"reason", text_datum("client")};
    return row::changed(data, {changes, count});
}

}   // namespace

// Skips files that are active or known as discarded, and notes when and by whom the others were discarded. What is
// active in a table is not for those who do not see it.
LAKESOUL_FUNCTION(lakesoul_discard_compressed_file_info_before_insert)
{
    TriggerData *data = row::trigger_data(fcinfo, row::kBeforeInsert, "discard_compressed_file_info");
    bool is_new;
    (void)row::column(data, "discarded_at", INT8OID, &is_new);
    is_new = is_new && !row::is_copied();
    if (row::restoring(data))
        return PointerGetDatum(data->tg_trigtuple);
    View path = row::text(data, "file_path"), table_path = row::text(data, "table_path");
    int level = spi::begin();
    stock::Sight sight = stock::sight_of(table_path);
    if (sight == stock::Sight::hidden)
        row::refuse(data);
    bool may_look = is_new && (sight == stock::Sight::seen || !row::is_secured(data->tg_relation));
    bool skip = may_look && (stock::is_discarded(path) ||
                             (guc::protect_live_files() &&
                              stock::is_active(fcinfo->flinfo, table_path, row::text(data, "partition_desc"), path)));
    spi::end(level);
    if (!is_new)   // it comes from a dump, or from the functions
        return PointerGetDatum(data->tg_trigtuple);
    return PointerGetDatum(skip ? nullptr : with_cause(data));
}
