// Statements of a rollback. The decision is core's; write_version.cpp writes.
#include "pg/rollback.hpp"

#include "core/catalog/ids.hpp"

#include "pg/catalog_commit.hpp"
#include "pg/catalog_partition.hpp"
#include "pg/clock.hpp"
#include "pg/error.hpp"
#include "pg/lock.hpp"
#include "pg/memory.hpp"
#include "pg/paimon_mint.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/text.hpp"
#include "pg/write_version.hpp"

namespace lakesoul {
namespace {

// Reports the commits of a snapshot that have no row any more.
void check_commits(View table_id, View desc, Uuids snapshot)
{
    SnapshotFiles read = read_snapshot(table_id, desc, snapshot, false);
    Span<Uuid> found = {read.ids, read.commit_count};
    catalog::sort(found);
    StringInfoData missing;
    initStringInfo(&missing);
    std::size_t count = 0;
    for (const Uuid &id : snapshot)
        if (!catalog::contains({found.data, found.size}, id) && ++count <= 20)
            appendStringInfo(&missing, "%s%s", count == 1 ? "" : ", ", uuid_text(id).text);
    if (count > 20)
        appendStringInfo(&missing, " and %zu more", count - 20);
    if (count > 0)
        ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
                        errmsg("partition \"%s\" cannot be rolled back: commits of the old version were removed",
                               c_string(desc)),
                        errdetail("Missing: %s.", missing.data)));
}

// The paths that are active in a snapshot.
Span<const View> files_of(View table_id, View desc, Uuids snapshot)
{
    SnapshotFiles read = read_snapshot(table_id, desc, snapshot, false);
    View *paths = huge_array<View>(read.folded.size);
    std::size_t count = 0;
    for (const catalog::FoldOp &op : read.folded)
        if (op.active)
            paths[count++] = op.path;
    return {paths, count};
}

[[noreturn]] void raise_no_version(View desc, int32 version)
{
    ereport(ERROR, (errcode(ERRCODE_UNDEFINED_OBJECT),
                    errmsg("version %d of partition \"%s\" does not exist", version, c_string(desc))));
    pg_unreachable();
}

[[noreturn]] void raise_no_version_then(View desc, bool expired)
{
    ereport(ERROR,
            (errcode(ERRCODE_UNDEFINED_OBJECT),
             errmsg("partition \"%s\" has no version from that time or before", c_string(desc)),
             expired ? errdetail("Its older versions were removed, so what it held then is not known any more.") : 0));
    pg_unreachable();
}

void read_heads(const Table &table, Span<PartitionState> states)
{
    read_states(table, states);
    check_heads_are_newest(table, {states.data, states.size});
}

// Decides what becomes of one partition that is to have an old snapshot again.
void decide(const Table &table, PartitionState *state, Uuids snapshot)
{
    raise_unless_ok(catalog::decide_rollback(state->head, snapshot, &state->verdict));
    if (state->verdict.outcome == catalog::Outcome::committed)
        check_commits(table.id, state->request->desc, snapshot);
}

// Writes the partitions whose new snapshot is empty (as DeleteCommits), or the others (as UpdateCommits).
void write_some(const Table &table, Span<const PartitionState> states, bool empty, int64 stamp, int64 clock,
                ReturnSetInfo *results)
{
    PartitionState *some = palloc_array(PartitionState, states.size + 1);
    std::size_t count = 0;
    for (const PartitionState &state : states)
        if (state.verdict.snapshot.empty() == empty)
            some[count++] = state;
    write_versions(table, empty ? CommitOp::del : CommitOp::update, {some, count}, stamp, clock, results);
    for (std::size_t i = 0; i < count; ++i)
        if (some[i].verdict.outcome == catalog::Outcome::committed && !empty)
            undiscard(files_of(table.id, some[i].request->desc, some[i].verdict.snapshot));
}

// Returns the time of what was written.
int64 write(const Table &table, Span<const PartitionState> states, ReturnSetInfo *results)
{
    int64 clock = now_ms(), stamp = request_timestamp(states, clock);
    write_some(table, states, false, stamp, clock, results);
    write_some(table, states, true, stamp, clock, results);
    return stamp;
}

void write_with_snapshot(const Table &table, Span<const PartitionState> states, ReturnSetInfo *results)
{
    int64 stamp = write(table, states, results);
    paimon::after_commit(table, CommitOp::update, states, stamp);
}

PartitionState state_of(View desc)
{
    catalog::PartitionRequest *request =
        static_cast<catalog::PartitionRequest *>(palloc0(sizeof(catalog::PartitionRequest)));
    *request = {};
    request->desc = desc;
    PartitionState state = {};
    state.request = request;
    return state;
}

View stored_desc(const Table &table, View desc)
{
    Arena arena = server_arena();
    View stored;
    raise_unless_ok(catalog::normalise_desc(table.shape, table.id, desc, &arena, &stored));
    return stored;
}

void to_stored_version(const Table &table, PartitionState *state, int32 version)
{
    int64 timestamp;
    Uuids snapshot;
    if (!stored_version(table.id, state->request->desc, version, &timestamp, &snapshot))
        raise_no_version(state->request->desc, version);
    decide(table, state, snapshot);
}

}   // namespace

void rollback_partition(const Table &table, View desc, int32 to_version, ReturnSetInfo *results)
{
    PartitionState state = state_of(stored_desc(table, desc));
    lock::partitions(table.id, {&state.request->desc, 1});
    read_heads(table, {&state, 1});
    to_stored_version(table, &state, to_version);
    write_with_snapshot(table, {&state, 1}, results);
}

void rollback_partition_to_time(const Table &table, View desc, int64 to_timestamp, ReturnSetInfo *results)
{
    PartitionState state = state_of(stored_desc(table, desc));
    lock::partitions(table.id, {&state.request->desc, 1});
    read_heads(table, {&state, 1});
    int32 version = version_at(table.id, state.request->desc, to_timestamp, false);
    if (version < 0)
        raise_no_version_then(state.request->desc,
                              state.head.version >= 0 && !history_is_whole(table.id, state.request->desc, false));
    to_stored_version(table, &state, version);
    write_with_snapshot(table, {&state, 1}, results);
}

void rollback_table(const Table &table, int64 to_timestamp, ReturnSetInfo *results)
{
    lock::table(table.id);
    (void)table_by_id(table.id);   // a drop that was waited for took it away
    check_table_is_newest(table, true);
    Span<const View> descs = partitions_of(table.id, false);
    Span<PartitionState> states = {huge_array<PartitionState>(descs.size), descs.size};
    for (std::size_t i = 0; i < descs.size; ++i)
        states[i] = state_of(descs[i]);
    read_heads(table, states);
    for (PartitionState &state : states) {
        CHECK_FOR_INTERRUPTS();
        int32 version = version_at(table.id, state.request->desc, to_timestamp, false);
        if (version >= 0)
            to_stored_version(table, &state, version);
        else if (history_is_whole(table.id, state.request->desc, false))
            decide(table, &state, Uuids());
        else
            raise_no_version_then(state.request->desc, true);
    }
    write_with_snapshot(table, {states.data, states.size}, results);
}

Span<const PartitionState> put_back(const Table &table, Span<const View> descs, const int32 *versions, int64 *stamp)
{
    Span<PartitionState> states = {huge_array<PartitionState>(descs.size), descs.size};
    for (std::size_t i = 0; i < descs.size; ++i)
        states[i] = state_of(descs[i]);
    read_heads(table, states);
    for (std::size_t i = 0; i < descs.size; ++i) {
        CHECK_FOR_INTERRUPTS();
        if (versions[i] >= 0)
            to_stored_version(table, &states[i], versions[i]);
        else
            decide(table, &states[i], Uuids());
    }
    *stamp = write(table, {states.data, states.size}, nullptr);
    return {states.data, states.size};
}

}   // namespace lakesoul
