// Partitions through the Paimon API, for whoever changes them: registration, dropping, marking done. Statements are
// paimon_statistics.cpp's.
#include "core/paimon/limits.hpp"
#include "core/paimon/request.hpp"

#include "pg/error.hpp"
#include "pg/lock.hpp"
#include "pg/memory.hpp"
#include "pg/paimon_call.hpp"
#include "pg/paimon_chain.hpp"
#include "pg/paimon_mint.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/rollback.hpp"
#include "pg/spi.hpp"
#include "pg/stock_lookup.hpp"
#include "pg/text.hpp"

namespace lakesoul::paimon {
namespace {

// What a call works with.
struct Call {
    MemoryContext caller;
    int level;
    PartitionRequest request;
    lakesoul::Table table;
    View null_name;
    Span<const View> descs;   // of the request's specs
    Arena arena;
};

View desc_of(Call *call, Span<const Pair> spec)
{
    View desc;
    raise_unless_ok(desc_of_spec(call->table.shape.range_columns, spec, call->null_name, &call->arena, &desc));
    return desc;
}

Call *begin(FunctionCallInfo fcinfo, Subject *subject, PartitionCall kind)
{
    Call *call = new (palloc0(sizeof(Call))) Call();
    call->caller = CurrentMemoryContext;
    Ident ident = plain_ident_argument(fcinfo, 0, Resource::table, subject);
    View json = json_argument(fcinfo, 1, "req");
    Arena arena = server_arena(memory_budget(json.size()));
    raise_unless_ok(read_partitions(kind, json, &arena, &call->request));
    call->level = spi::begin();
    call->arena = server_arena();
    call->table = table_to_change(ident, false);
    call->null_name = default_name(call->table.id);
    View *descs = huge_array<View>(call->request.specs.size);
    for (std::size_t i = 0; i < call->request.specs.size; ++i)
        descs[i] = desc_of(call, call->request.specs[i]);
    call->descs = {descs, call->request.specs.size};
    return call;
}

Datum spec_json(Call *call, Span<const Pair> spec)
{
    json::Out out = {};
    json::begin_object(&out);
    for (const Pair &pair : spec)
        json::field(&out, c_string(pair.key), pair.value);
    json::end_object(&out);
    return json::datum(&out);
}

// The specs of a request in two lists, by whether their flag is set.
Datum two_lists(Call *call, const char *set, const char *unset, const bool *flags)
{
    json::Out out = {};
    json::begin_object(&out);
    for (bool wanted : {true, false}) {
        json::key(&out, wanted ? set : unset);
        json::begin_array(&out);
        for (std::size_t i = 0; i < call->descs.size; ++i)
            if (flags[i] == wanted)
                json::element_jsonb(&out, spec_json(call, call->request.specs[i]));
        json::end_array(&out);
    }
    json::end_object(&out);
    return json::datum(&out);
}

View name_of(Call *call, View desc)
{
    return paimon::name_of(call->table, desc, call->null_name);
}

void register_new(Call *call, View desc, bool done)
{
    write_partition(call->table, {desc, {}, -1, done, -1, -1, {}, {}}, call->null_name);
}

// All of a report or nothing of it: nothing, if it names a partition that is not there.
void take_report(Call *call)
{
    Span<const PartitionStatistics> reports = call->request.statistics;
    PartitionRow *rows = palloc_array(PartitionRow, reports.size + 1);
    for (std::size_t i = 0; i < reports.size; ++i)
        if (!find_partition(call->table.id, desc_of(call, reports[i].spec), &rows[i]))
            return;
    for (std::size_t i = 0; i < reports.size; ++i) {
        Counts counts;
        raise_unless_ok(register_counts(rows[i].counts, reports[i].counts, call->request.replace_statistics, &counts));
        rows[i].counts = counts;
        write_partition(call->table, rows[i], call->null_name);
    }
}

Datum create(FunctionCallInfo fcinfo, Subject *subject)
{
    Call *call = begin(fcinfo, subject, PartitionCall::create);
    lock::chain(call->table.id);
    bool *created = static_cast<bool *>(palloc0_array(bool, call->descs.size + 1));
    for (std::size_t i = 0; i < call->descs.size; ++i) {
        PartitionRow row;
        created[i] = !find_partition(call->table.id, call->descs[i], &row);
        if (!created[i] && !call->request.ignore_if_exists)
            raise_unless_ok(taken(Resource::partition, name_of(call, call->descs[i])));
        if (created[i])
            register_new(call, call->descs[i], false);
    }
    if (call->request.has_statistics)
        take_report(call);
    return finish(call->level, two_lists(call, "created", "existed", created), call->caller);
}

// Gives the partitions that hold data of LakeSoul an empty version: what they held stays in their history.
void empty_partitions(const Call &call)
{
    View *descs = huge_array<View>(call.descs.size);
    int32 *versions = huge_array<int32>(call.descs.size);
    std::size_t count = 0;
    for (View desc : call.descs) {
        Uuids snapshot;
        bool twice = false;
        for (std::size_t i = 0; i < count; ++i)
            twice = twice || descs[i] == desc;
        if (twice || !stock::head_snapshot(call.table.id, desc, &snapshot) || snapshot.empty())
            continue;
        versions[count] = -1;
        descs[count++] = desc;
    }
    if (count == 0)
        return;
    int64 stamp;
    Span<const PartitionState> states = put_back(call.table, {descs, count}, versions, &stamp);
    after_commit(call.table, CommitOp::del, states, stamp);
}

Datum drop(FunctionCallInfo fcinfo, Subject *subject)
{
    Call *call = begin(fcinfo, subject, PartitionCall::drop);
    lock::partitions(call->table.id, call->descs);
    lock::chain(call->table.id);
    bool *dropped = static_cast<bool *>(palloc0_array(bool, call->descs.size + 1));
    for (std::size_t i = 0; i < call->descs.size; ++i) {
        PartitionRow row;
        dropped[i] = find_partition(call->table.id, call->descs[i], &row);
        if (!dropped[i] && !call->request.ignore_if_not_exists)
            raise_unless_ok(missing(Resource::partition, name_of(call, call->descs[i])));
    }
    empty_partitions(*call);
    for (std::size_t i = 0; i < call->descs.size; ++i)
        if (dropped[i])
            delete_partition(call->table.id, call->descs[i]);
    return finish(call->level, two_lists(call, "dropped", "missing", dropped), call->caller);
}

Datum mark_done(FunctionCallInfo fcinfo, Subject *subject)
{
    Call *call = begin(fcinfo, subject, PartitionCall::mark_done);
    lock::chain(call->table.id);
    for (View desc : call->descs) {
        PartitionRow row;
        if (find_partition(call->table.id, desc, &row))
            set_done(call->table.id, desc);
        else
            register_new(call, desc, true);
    }
    return finish(call->level, no_answer(), call->caller);
}

}   // namespace
}   // namespace lakesoul::paimon

using namespace lakesoul;

LAKESOUL_FUNCTION(lakesoul_paimon_create_partitions)
{
    return paimon::answer(fcinfo, paimon::create);
}

LAKESOUL_FUNCTION(lakesoul_paimon_drop_partitions)
{
    return paimon::answer(fcinfo, paimon::drop);
}

LAKESOUL_FUNCTION(lakesoul_paimon_mark_done)
{
    return paimon::answer(fcinfo, paimon::mark_done);
}
