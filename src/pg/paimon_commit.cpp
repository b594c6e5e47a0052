// The function paimon_commit: a snapshot that an engine made, with the LakeSoul commits that it carries.
// Order of locks: the table's, its partitions', the row of paimon_tables, the chain's.
#include "core/paimon/limits.hpp"
#include "core/paimon/request.hpp"
#include "core/wire/base64.hpp"
#include "core/wire/wire.hpp"

#include <algorithm>

#include "pg/error.hpp"
#include "pg/guc.hpp"
#include "pg/jsonb.hpp"
#include "pg/lock.hpp"
#include "pg/memory.hpp"
#include "pg/paimon_call.hpp"
#include "pg/paimon_chain.hpp"
#include "pg/paimon_mint.hpp"
#include "pg/paimon_table.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/publish.hpp"
#include "pg/spi.hpp"
#include "pg/text.hpp"

extern "C" {
#include "utils/resowner.h"
}

namespace lakesoul::paimon {
namespace {

// What a call works with.
struct Call {
    Commit request;
    lakesoul::Table table;
    Span<Change> changes;
};

// base64, in lines or not: encode() breaks it.
View decoded(View text)
{
    char *packed = static_cast<char *>(palloc_extended(text.size() + 1, MCXT_ALLOC_HUGE));
    std::size_t size = 0;
    for (char c : text)
        if (c != '\n' && c != '\r')
            packed[size++] = c;
    unsigned char *bytes = static_cast<unsigned char *>(palloc_extended(size + 1, MCXT_ALLOC_HUGE));
    if (!wire::base64_decode(View(packed, size), bytes, &size))
        raise_unless_ok(invalid("lakesoulCommit is not base64"));
    return View(reinterpret_cast<char *>(bytes), size);
}

// The LakeSoul commits of a request, fitted to its table.
void read_lakesoul_commit(const Call &call, catalog::CommitRequest *out)
{
    View bytes = decoded(call.request.lakesoul_commit);
    check_message_size(bytes.size());
    Arena arena = server_arena(wire::memory_budget(bytes.size()));
    wire::JniWrapper wrapper;
    raise_unless_ok(wire::decode(bytes, &arena, &wrapper));
    Arena fitted = server_arena();
    raise_unless_ok(catalog::request_of_wrapper(wrapper, true, &fitted, out));
    if (out->table_id != call.table.id)
        raise_unless_ok(invalid("lakesoulCommit is about table %s", Quoted(out->table_id).text));
    if (call.request.snapshot.kind == CommitKind::analyze)
        raise_unless_ok(invalid("a snapshot of kind ANALYZE commits no files"));
    raise_unless_ok(catalog::fit_to_table(out, call.table.shape, &fitted));
}

void lock_partitions(const Call &call, const catalog::CommitRequest &request)
{
    View *descs = palloc_array(View, request.partitions.size + 1);
    for (std::size_t i = 0; i < request.partitions.size; ++i)
        descs[i] = request.partitions[i].desc;
    lock::partitions(call.table.id, {descs, request.partitions.size});
}

// Statistics by partition; what LakeSoul commits do is added after them, so there is room for more.
void read_changes(Call *call, std::size_t more)
{
    Span<const PartitionStatistics> reports = call->request.statistics;
    Change *changes = static_cast<Change *>(palloc0_array(Change, reports.size + more + 1));
    Arena arena = server_arena();
    View null_name = reports.empty() ? View() : default_name(call->table.id);
    for (std::size_t i = 0; i < reports.size; ++i) {
        const PartitionStatistics &report = reports[i];
        Change change = {{}, kUntouched, report.counts, true, report.has_total_buckets, report.total_buckets};
        raise_unless_ok(desc_of_spec(call->table.shape.range_columns, report.spec, null_name, &arena, &change.desc));
        changes[i] = change;
    }
    call->changes = {changes, reports.size};
}

// Files and bytes are those of the LakeSoul commit, rows and buckets those that the request reports beside it.
bool merge_change(Call *call, const Change &measured)
{
    for (Change &change : call->changes) {
        if (change.desc != measured.desc)
            continue;
        int64 rows = change.delta.record_count;
        int64 time = Max(change.delta.last_file_creation_time, measured.delta.last_file_creation_time);
        change.version = measured.version;
        change.delta = {rows, measured.delta.file_size_in_bytes, measured.delta.file_count, time};
        return true;
    }
    return false;
}

// A LakeSoul commit that was published before publishes nothing: what a new snapshot says it adds must be there.
void check_still_there(const PartitionState &state)
{
    if (!state.replay.already_committed)
        return;
    for (const Uuid &id : state.ids)
        if (std::find(state.head.snapshot.begin(), state.head.snapshot.end(), id) == state.head.snapshot.end())
            raise_unless_ok(invalid("commit %s was published before, and partition %s does not have it any more",
                                    uuid_text(id).text, Quoted(state.request->desc).text));
}

// What a LakeSoul commit did to a partition. Files that were published before were counted then.
void count_files(Call *call, CommitOp op, const Published &published, const PartitionState &state)
{
    check_still_there(state);
    if (state.replay.already_committed || state.verdict.outcome == catalog::Outcome::already_committed) {
        (void)merge_change(call, {state.request->desc, kUntouched, {0, 0, 0, 0}, true, false, 0});
        return;
    }
    Change measured = change_of(call->table, op, state, published.stamp);
    if (!merge_change(call, measured))
        call->changes.data[call->changes.size++] = measured;
}

// Publishes, and says whether it could: a commit that cannot be combined with what came meanwhile, or was skipped for
// it, has lost a race. In a transaction that keeps one snapshot nothing can be read again, and 40001 is raised.
bool try_publish(Call *call, catalog::CommitRequest *request)
{
    MemoryContext memory = CurrentMemoryContext;
    ResourceOwner owner = CurrentResourceOwner;
    volatile bool won = true;
    Published published = {};
    BeginInternalSubTransaction(nullptr);
    MemoryContextSwitchTo(memory);
    PG_TRY();
    {
        published = publish_versions(call->table, request, nullptr);
        for (const PartitionState &state : published.states) {
            if (!state.replay.already_committed && state.verdict.outcome == catalog::Outcome::skipped)
                won = false;
            else
                count_files(call, request->op, published, state);
        }
        if (won)
            ReleaseCurrentSubTransaction();
        else
            RollbackAndReleaseCurrentSubTransaction();
    }
    PG_CATCH();
    {
        MemoryContextSwitchTo(memory);
        ErrorData *error = CopyErrorData();
        FlushErrorState();
        RollbackAndReleaseCurrentSubTransaction();
        MemoryContextSwitchTo(memory);
        CurrentResourceOwner = owner;
        if (error->sqlerrcode != ERRCODE_T_R_SERIALIZATION_FAILURE || IsolationUsesXactSnapshot())
            ReThrowError(error);
        won = false;
    }
    PG_END_TRY();
    MemoryContextSwitchTo(memory);
    CurrentResourceOwner = owner;
    return won;
}

bool is_replay(const Call &call, const SnapshotRow &stored)
{
    bool same = false;
    raise_unless_ok(same_snapshot(view_of_jsonb(snapshot_json(stored)), call.request.snapshot.text, &same));
    return same;
}

void append(const Call &call, const SnapshotRow *head)
{
    const Snapshot &sent = call.request.snapshot;
    SnapshotRow row = {};
    row.id = sent.id;
    row.uuid = sent.has_uuid ? sent.uuid : View();
    row.schema_id = sent.schema_id;
    row.user = sent.commit_user;
    row.identifier = sent.commit_identifier;
    row.kind = commit_kind_name(sent.kind);
    row.time_millis = sent.time_millis;
    row.watermark = {sent.has_watermark, sent.watermark};
    row.has_body = true;
    row.body = jsonb_datum(sent.text);
    Totals before = {{true, 0}, {true, 0}, {true, 0}, {true, 0}};
    row.totals = apply_changes(call.table, row.id, {call.changes.data, call.changes.size}, false,
                               head == nullptr ? before : head->totals);
    insert_snapshot(call.table.id, row);
}

// Whether the snapshot is there when the call ends. Under the locks.
bool decide(Call *call, catalog::CommitRequest *lakesoul)
{
    const Commit &request = call->request;
    SnapshotRow row;
    Known known = request.snapshot.has_uuid ? find_uuid(call->table.id, request.snapshot.uuid, &row) : Known::no;
    if (known == Known::live && is_replay(*call, row))
        return true;
    SnapshotRow *head = find_head(call->table.id, &row) ? &row : nullptr;
    Head judged;
    judged.exists = head != nullptr;
    judged.id = head == nullptr ? 0 : head->id;
    judged.has_uuid = head != nullptr && head->uuid.data() != nullptr;
    judged.uuid = judged.has_uuid ? head->uuid : View();
    CommitVerdict verdict;
    raise_unless_ok(judge_commit(judged, request.base, request.snapshot.id, &verdict));
    if (verdict == CommitVerdict::lost || known != Known::no)   // a uuid is never used again
        return false;
    if (find_schema(call->table.id, request.snapshot.schema_id).data() == nullptr)
        raise_unless_ok(invalid("schema %lld does not exist", static_cast<long long>(request.snapshot.schema_id)));
    read_changes(call, lakesoul == nullptr ? 0 : lakesoul->partitions.size);
    if (lakesoul != nullptr && !try_publish(call, lakesoul))
        return false;
    append(*call, head);
    return true;
}

Datum commit(FunctionCallInfo fcinfo, Subject *subject)
{
    MemoryContext caller = CurrentMemoryContext;
    Ident ident = plain_ident_argument(fcinfo, 0, Resource::table, subject);
    View json = json_argument(fcinfo, 1, "req");
    Arena arena = server_arena(memory_budget(json.size()));
    Call call = {};
    raise_unless_ok(read_commit(json, &arena, &call.request));
    int level = spi::begin();
    call.table = table_to_change(ident, false);
    catalog::CommitRequest *lakesoul = nullptr;
    if (is_external(call.table.id))
        raise_unless_ok(
            about(unsupported("table %s is external, its snapshots are not committed here", Quoted(ident.table).text),
                  Resource::table, ident.table));
    if (call.request.table_id != call.table.id)
        raise_unless_ok(missing(Resource::table, ident.table));
    if (call.request.has_lakesoul_commit) {
        lakesoul = static_cast<catalog::CommitRequest *>(palloc0(sizeof(catalog::CommitRequest)));
        *lakesoul = {};
        read_lakesoul_commit(call, lakesoul);
        lock_partitions(call, *lakesoul);
    }
    (void)adopt(call.table, false);
    lock::chain(call.table.id);
    bool success = decide(&call, lakesoul);
    json::Out out = {};
    json::begin_object(&out);
    json::field(&out, "success", success);
    json::end_object(&out);
    return finish(level, json::datum(&out), caller);
}

}   // namespace
}   // namespace lakesoul::paimon

using namespace lakesoul;

LAKESOUL_FUNCTION(lakesoul_paimon_commit)
{
    return paimon::answer(fcinfo, paimon::commit);
}
