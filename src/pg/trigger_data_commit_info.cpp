// Triggers on public.data_commit_info.
#include "pg/notice.hpp"
#include "pg/spi.hpp"
#include "pg/stock_insert.hpp"
#include "pg/text.hpp"
#include "pg/trigger_row.hpp"

using namespace lakesoul;

// Notes which version was head when a stock client registered a commit: what it had read is not newer.
LAKESOUL_FUNCTION(lakesoul_data_commit_info_before_insert)
{
    TriggerData *data = row::trigger_data(fcinfo, true, "data_commit_info");
    bool null_head, null_published;
    (void)row::column(data, "registered_head", &null_head);
    (void)row::column(data, "published_version", &null_published);
    if (!null_head || !null_published || row::restoring(data))
        return PointerGetDatum(data->tg_trigtuple);
    MemoryContext caller = CurrentMemoryContext;
    int level = spi::begin();
    View table_id = row::text(data, "table_id");
    View domain = row::domain_of_table(data, table_id);
    int64 head = stock::head_timestamp(table_id, row::text(data, "partition_desc"));
    MemoryContext procedure = MemoryContextSwitchTo(caller);
    row::Change changes[2] = {{"registered_head", Int64GetDatum(head)}};
    std::size_t count = 1;
    if (domain.data() != nullptr)
        changes[count++] = {"domain", text_datum(domain)};
    HeapTuple result = row::changed(data, {changes, count});
    MemoryContextSwitchTo(procedure);
    spi::end(level);
    return PointerGetDatum(result);
}
