// Triggers on public.data_commit_info.
#include "pg/guc.hpp"
#include "pg/notice.hpp"
#include "pg/spi.hpp"
#include "pg/stock_delete.hpp"
#include "pg/stock_insert.hpp"
#include "pg/text.hpp"
#include "pg/trigger_row.hpp"

using namespace lakesoul;

namespace {

bool is_committed(TriggerData *data)
{
    bool null;
    Datum value = row::column(data, "committed", BOOLOID, &null);
    return !null && DatumGetBool(value);
}

}   // namespace

// Notes which version was head when a stock client registered a commit: what it had read is not newer.
LAKESOUL_FUNCTION(lakesoul_data_commit_info_before_insert)
{
    TriggerData *data = row::trigger_data(fcinfo, row::kBeforeInsert, "data_commit_info");
    bool null_head, null_published;
    (void)row::column(data, "registered_head", INT8OID, &null_head);
    (void)row::column(data, "published_version", INT4OID, &null_published);
    if (notice::is_own(row::text(data, "table_id")) || row::restoring(data))
        return PointerGetDatum(data->tg_trigtuple);
    // A stock client registers what is not committed. Anything else comes from a dump, perhaps one without our columns:
    // there Rust's commits look unpublished, and only without a registered head is history asked.
    if (!null_head || !null_published || is_committed(data) || row::is_copied()) {
        row::refuse_hidden_table(data);
        return PointerGetDatum(data->tg_trigtuple);
    }
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

// Holds back the deletion of a commit that the newest version lists.
LAKESOUL_FUNCTION(lakesoul_data_commit_info_before_delete)
{
    TriggerData *data = row::trigger_data(fcinfo, row::kBeforeDelete, "data_commit_info");
    if (row::restoring(data))
        return PointerGetDatum(data->tg_trigtuple);
    bool null;
    View table_id = row::text(data, "table_id"), desc = row::text(data, "partition_desc");
    Uuid id = uuid_of_datum(row::column(data, "commit_id", UUIDOID, &null));
    bool never_published, imported;
    (void)row::column(data, "published_version", INT4OID, &never_published);
    (void)row::column(data, "registered_head", INT8OID, &imported);
    bool is_published = !never_published || imported;
    stock::Fate fate =
        guc::protect_commits() ? stock::fate(fcinfo->flinfo, table_id, desc, id, is_published) : stock::Fate::goes;
    if (fate == stock::Fate::held)
        stock::hold(table_id, desc, id);
    if (fate == stock::Fate::goes && !is_published)
        stock::note_going(table_id, desc, id);
    return PointerGetDatum(fate == stock::Fate::goes ? data->tg_trigtuple : nullptr);
}

// Published commits stay known when their rows are gone.
LAKESOUL_FUNCTION(lakesoul_data_commit_info_after_delete)
{
    TriggerData *data = row::trigger_data(fcinfo, row::kAfterDeleteStatement, "data_commit_info");
    if (data->tg_oldtable != nullptr && !row::restoring(data))
        stock::retire(data);
    return PointerGetDatum(nullptr);
}
