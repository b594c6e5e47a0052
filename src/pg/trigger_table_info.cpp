// Triggers on public.table_info.
#include "pg/guc.hpp"
#include "pg/spi.hpp"
#include "pg/stock_names.hpp"
#include "pg/trigger_row.hpp"

extern "C" {
#include "utils/fmgrprotos.h"
}

using namespace lakesoul;

// A creator so slow that another has adopted its name or path fails. Nobody makes tables in a namespace hidden from
// him.
LAKESOUL_FUNCTION(lakesoul_table_info_before_insert)
{
    TriggerData *data = row::trigger_data(fcinfo, row::kBeforeInsert, "table_info");
    if (row::restoring(data))
        return PointerGetDatum(data->tg_trigtuple);
    int level = spi::begin();
    row::refuse_hidden_namespace(data);
    // A dump's rows belong together, and their ids may be more than there are locks.
    if (guc::adopt_orphans() && !row::is_copied()) {
        View table_id = row::text(data, "table_id"), space = row::text(data, "table_namespace");
        stock::keep_id(table_id);
        stock::check_owner(stock::Mapping::name, row::text(data, "table_name"), space, table_id);
        stock::check_owner(stock::Mapping::path, row::text(data, "table_path"), space, table_id);
    }
    spi::end(level);
    return PointerGetDatum(data->tg_trigtuple);
}

// Clients write properties back that they did not change: no new row for those.
LAKESOUL_FUNCTION(lakesoul_table_info_before_update)
{
    TriggerData *data = row::trigger_data(fcinfo, row::kBeforeUpdate, "table_info");
    if (!guc::suppress_noop_updates() || row::restoring(data))
        return PointerGetDatum(data->tg_newtuple);
    return suppress_redundant_updates_trigger(fcinfo);
}
