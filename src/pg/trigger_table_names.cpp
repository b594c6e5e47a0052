// Triggers on public.table_name_id and public.table_path_id. Entry points of a few lines; the work is in
// stock_names.cpp.
#include "pg/clock.hpp"
#include "pg/guc.hpp"
#include "pg/paimon_names.hpp"
#include "pg/spi.hpp"
#include "pg/stock_names.hpp"
#include "pg/text.hpp"
#include "pg/trigger_row.hpp"

using namespace lakesoul;

namespace {

HeapTuple with_time_and_domain(TriggerData *data, View domain)
{
    row::Change changes[2];
    std::size_t count = 0;
    bool is_new;
    (void)row::column(data, "created_at", INT8OID, &is_new);
    if (is_new)
        changes[count++] = {"created_at", Int64GetDatum(now_ms())};
    if (domain.data() != nullptr)
        changes[count++] = {"domain", text_datum(domain)};
    return count == 0 ? data->tg_trigtuple : row::changed(data, {changes, count});
}

Datum before_insert(TriggerData *data, stock::Mapping mapping, const char *key)
{
    if (row::restoring(data))
        return PointerGetDatum(data->tg_trigtuple);
    MemoryContext caller = CurrentMemoryContext;
    int level = spi::begin();
    View domain = row::domain_of_table(data, row::text(data, "table_id"));
    row::refuse_hidden_namespace(data);
    if (row::is_copied()) {
        spi::end(level);
        return PointerGetDatum(data->tg_trigtuple);
    }
    if (mapping == stock::Mapping::name)
        refuse_view_name(row::text(data, key), row::text(data, "table_namespace"), ERRCODE_UNIQUE_VIOLATION);
    if (guc::adopt_orphans())
        stock::adopt_orphan(mapping, row::text(data, key), row::text(data, "table_namespace"));
    MemoryContext procedure = MemoryContextSwitchTo(caller);
    HeapTuple result = with_time_and_domain(data, domain);
    MemoryContextSwitchTo(procedure);
    spi::end(level);
    return PointerGetDatum(result);
}

}   // namespace

LAKESOUL_FUNCTION(lakesoul_table_name_id_before_insert)
{
    TriggerData *data = row::trigger_data(fcinfo, row::kBeforeInsert, "table_name_id");
    return before_insert(data, stock::Mapping::name, "table_name");
}

LAKESOUL_FUNCTION(lakesoul_table_path_id_before_insert)
{
    TriggerData *data = row::trigger_data(fcinfo, row::kBeforeInsert, "table_path_id");
    return before_insert(data, stock::Mapping::path, "table_path");
}
