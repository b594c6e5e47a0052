// The steps of a commit, in order. Rules live in core/catalog, statements in catalog_*.cpp, messages of a
// conflict in conflict.cpp, writing in write_version.cpp.
#include "pg/publish.hpp"

#include "pg/catalog_commit.hpp"
#include "pg/catalog_partition.hpp"
#include "pg/clock.hpp"
#include "pg/conflict.hpp"
#include "pg/error.hpp"
#include "pg/lock.hpp"
#include "pg/memory.hpp"
#include "pg/paimon_mint.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/text.hpp"
#include "pg/write_version.hpp"

namespace lakesoul {
namespace {

Span<PartitionState> new_states(const catalog::CommitRequest &request)
{
    std::size_t count = request.partitions.size;
    PartitionState *states = static_cast<PartitionState *>(palloc0_array(PartitionState, count + 1));
    for (std::size_t i = 0; i < count; ++i) {
        Span<const catalog::NewCommit> delta = request.partitions[i].delta;
        Uuid *ids = palloc_array(Uuid, delta.size + 1);
        states[i] = {};
        states[i].request = &request.partitions[i];
        states[i].files = palloc0_array(Span<const wire::DataFileOp>, delta.size + 1);
        states[i].id_states = palloc0_array(catalog::IdState, delta.size + 1);
        states[i].registered = palloc0_array(bool, delta.size + 1);
        for (std::size_t j = 0; j < delta.size; ++j) {
            ids[j] = delta[j].id;
            states[i].files[j] = delta[j].files;
            states[i].id_states[j] = {};
        }
        states[i].ids = {ids, delta.size};
    }
    return {states, count};
}

void lock_partitions(const Table &table, const catalog::CommitRequest &request)
{
    View *descs = palloc_array(View, request.partitions.size + 1);
    for (std::size_t i = 0; i < request.partitions.size; ++i)
        descs[i] = request.partitions[i].desc;
    lock::partitions(table.id, {descs, request.partitions.size});
}

// A commit sent by its id alone must have been registered; a Delete has no files, registered ones neither.
void check_registered(CommitOp op, const PartitionState &state)
{
    for (std::size_t i = 0; i < state.ids.size; ++i) {
        bool known = state.request->delta[i].has_files || state.registered[i] || state.id_states[i].published_by >= 0;
        if (op == CommitOp::del && !state.files[i].empty())
            ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("a DeleteCommit has no files"),
                            errdetail("Commit %s of partition \"%s\" was registered with files.",
                                      uuid_text(state.ids[i]).text, c_string(state.request->desc))));
        if (!known && op != CommitOp::del)
            ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                            errmsg("commit id %s was never registered in partition \"%s\"",
                                   uuid_text(state.ids[i]).text, c_string(state.request->desc))));
    }
}

Span<catalog::FoldOp> file_ops_of_delta(const PartitionState &state)
{
    std::size_t count = 0;
    for (std::size_t i = 0; i < state.ids.size; ++i)
        count += state.files[i].size;
    catalog::FoldOp *ops = huge_array<catalog::FoldOp>(count);
    std::size_t next = 0;
    for (std::size_t i = 0; i < state.ids.size; ++i)
        for (const wire::DataFileOp &file : state.files[i])
            ops[next++] = {file.path, file.file_op, false};
    return {ops, count};
}

bool deletes_files(const PartitionState &state)
{
    for (std::size_t i = 0; i < state.ids.size; ++i)
        for (const wire::DataFileOp &file : state.files[i])
            if (file.file_op == FileOp::del)
                return true;
    return false;
}

// The first path the delta deletes that is not active; a null view if there is none.
View dangling_delete(const Table &table, const PartitionState &state)
{
    Span<catalog::FoldOp> folded = read_snapshot(table.id, state.request->desc, state.head.snapshot, false).folded;
    Span<catalog::FoldOp> ops = file_ops_of_delta(state);
    View path;
    raise_unless_ok(catalog::find_dangling_delete({folded.data, folded.size}, {ops.data, ops.size}, &path));
    return path;
}

void decide(const Table &table, CommitOp op, PartitionState *state, Arena *arena)
{
    raise_unless_ok(catalog::decide_replay(op, state->ids, {state->id_states, state->ids.size}, &state->replay));
    if (state->replay.already_committed)
        return;
    check_registered(op, *state);
    catalog::Case one = {};
    View dangling;
    one.op = op;
    one.head = state->head;
    one.delta.ids = state->ids;
    one.has_read = state->request->has_read;
    if (op == CommitOp::append || op == CommitOp::merge) {
        one.delta.deletes_files = deletes_files(*state);
        if (one.delta.deletes_files)
            dangling = dangling_delete(table, *state);
        one.delta.deletes_active = dangling.data() == nullptr;
    } else if (catalog::needs_window(op, one.has_read)) {
        read_window(table.id, state->request->desc, state->request->read_version, PG_INT32_MAX, false, &state->window,
                    &state->facts);
        const Uuids *own = state->request->has_read_snapshot ? &state->request->read_snapshot : nullptr;
        one.facts = {state->facts.data, state->facts.size};
        one.window = &state->window;
        one.point = catalog::read_point(state->window, state->head.version, own, op != CommitOp::compaction, one.facts);
    }
    raise_unless_ok(catalog::decide(one, arena, &state->verdict));
    if (state->verdict.outcome == catalog::Outcome::must_read)
        raise_must_read(*state);
    if (state->verdict.outcome == catalog::Outcome::conflict)
        raise_conflict(table, op, *state, dangling);
}

}   // namespace

Published publish_versions(const Table &table, catalog::CommitRequest *request, ReturnSetInfo *results)
{
    Span<PartitionState> states = new_states(*request);
    Span<const PartitionState> decided = {states.data, states.size};
    Arena arena = server_arena();
    lock_partitions(table, *request);
    read_states(table, states);
    check_heads_are_newest(table, decided);
    for (PartitionState &state : states) {
        CHECK_FOR_INTERRUPTS();
        decide(table, request->op, &state, &arena);
    }
    int64 clock = now_ms();
    Published published = {decided, request_timestamp(decided, clock), false};
    write_versions(table, request->op, decided, published.stamp, clock, results);
    for (const PartitionState &state : decided)
        if (!state.replay.already_committed && state.verdict.outcome == catalog::Outcome::committed)
            published.written = true;
    return published;
}

bool publish(const Table &table, catalog::CommitRequest *request, ReturnSetInfo *results)
{
    Published published = publish_versions(table, request, results);
    if (published.written)
        paimon::after_commit(table, request->op, published.states, published.stamp);
    return published.written;
}

}   // namespace lakesoul
