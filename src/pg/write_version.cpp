// Writes commit rows, versions and discard rows. Decides nothing but timestamps.
#include "pg/write_version.hpp"

#include "pg/catalog_commit.hpp"
#include "pg/memory.hpp"
#include "pg/notice.hpp"
#include "pg/text.hpp"

namespace lakesoul {
namespace {

// A result row before it is put into the tuplestore.
struct Result {
    const char *status;
    int32 version;   // -1: NULL
    int64 timestamp;
    bool stored;   // timestamp and snapshot are known
    Uuids snapshot;
};

int64 timestamp_of(const PartitionState &state, int64 stamp, int64 clock)
{
    int64 before = newest_timestamp(state);
    if (before < stamp)
        return stamp;
    if (before == PG_INT64_MAX)
        ereport(ERROR, (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
                        errmsg("newest version of partition \"%s\" has the last timestamp there is",
                               c_string(state.request->desc)),
                        errhint("%s", catalog::kBeginAnew)));
    ereport(WARNING, (errmsg("partition \"%s\" is stamped ahead of the clock", c_string(state.request->desc)),
                      errdetail("Its newest version has timestamp %lld, the clock says %lld.",
                                static_cast<long long>(before), static_cast<long long>(clock))));
    return before + 1;
}

// Stores one commit of a delta as published by a version.
void keep_commit(const Table &table, CommitOp op, const PartitionState &state, std::size_t i, int32 version,
                 int64 stamp)
{
    const catalog::NewCommit &sent = state.request->delta[i];
    CommitRow row = {
        state.request->desc, state.ids[i], state.files[i], op, sent.timestamp > 0 ? sent.timestamp : stamp, version,
        state.head_timestamp};
    if (!state.registered[i]) {
        if (insert_commit(table, row))
            return;
        check_same_commits(table, {&row, 1});   // another session registered it since it was looked for
    }
    if (!publish_commit(table, row.desc, row.id, version))
        ereport(ERROR, (errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
                        errmsg("commit %s could not be published", uuid_text(row.id).text),
                        errdetail("Its row is not visible to this role for an update, or a trigger suppressed it.")));
}

// Stores the commits of a delta, each in memory that the next one uses again.
void keep_commits(const Table &table, CommitOp op, const PartitionState &state, int32 version, int64 stamp)
{
    MemoryContext one = AllocSetContextCreate(CurrentMemoryContext, "lakesoul commit", ALLOCSET_DEFAULT_SIZES);
    MemoryContext before = MemoryContextSwitchTo(one);
    for (std::size_t i = 0; i < state.ids.size; ++i) {
        CHECK_FOR_INTERRUPTS();
        keep_commit(table, op, state, i, version, stamp);
        MemoryContextReset(one);
    }
    MemoryContextSwitchTo(before);
    MemoryContextDelete(one);
}

Span<const View> added_paths(const PartitionState &state)
{
    std::size_t count = 0;
    for (std::size_t i = 0; i < state.ids.size; ++i)
        count += state.files[i].size;
    View *paths = huge_array<View>(count);
    std::size_t used = 0;
    for (std::size_t i = 0; i < state.ids.size; ++i)
        for (const wire::DataFileOp &file : state.files[i])
            if (file.file_op == FileOp::add)
                paths[used++] = file.path;
    return {paths, used};
}

int32 last_compaction_of(const Table &table, CommitOp op, const PartitionState &state)
{
    if (op == CommitOp::compaction)
        return state.verdict.version;
    if (state.last_compaction != PG_INT32_MIN)
        return state.last_compaction;
    return find_last_compaction(table.id, state.request->desc, state.head.version);
}

Result write_committed(const Table &table, CommitOp op, const PartitionState &state, int64 stamp, int64 clock)
{
    const catalog::Verdict &verdict = state.verdict;
    int64 timestamp = timestamp_of(state, stamp, clock);
    keep_commits(table, op, state, verdict.version, timestamp);
    int32 last_compaction = last_compaction_of(table, op, state);
    insert_version(table, state.request->desc, verdict.version, op, timestamp, verdict.snapshot,
                   state.request->expression, last_compaction);
    undiscard(added_paths(state));
    return {"committed", verdict.version, timestamp, true, verdict.snapshot};
}

// A delta that was published before, or (line 8) a Delete of what was deleted just now.
Result write_already(const Table &table, CommitOp op, const PartitionState &state, int64 stamp)
{
    Result result = {"already_committed", state.replay.version, 0, false, {}};
    if (!state.replay.already_committed) {
        keep_commits(table, op, state, state.head.version, stamp);
        result.version = state.head.version;
    }
    result.stored = stored_version(table.id, state.request->desc, result.version, &result.timestamp, &result.snapshot);
    return result;
}

// Files that skipped partitions brought, with their partitions.
struct Paths {
    std::size_t count;
    View *paths, *descs;
};

Paths new_paths(Span<const PartitionState> states)
{
    std::size_t count = 0;
    for (const PartitionState &state : states)
        for (std::size_t i = 0; i < state.ids.size; ++i)
            count += state.files[i].size;
    return {0, huge_array<View>(count), huge_array<View>(count)};
}

void collect(Paths *paths, const PartitionState &state, Span<const wire::DataFileOp> files)
{
    for (const wire::DataFileOp &file : files) {
        if (file.file_op != FileOp::add)
            continue;
        paths->paths[paths->count] = file.path;
        paths->descs[paths->count++] = state.request->desc;
    }
}

// Nothing of a skipped partition stays; its paths are collected.
Result tidy_skipped(const Table &table, const PartitionState &state, Paths *paths)
{
    bool any_registered = false;
    for (std::size_t i = 0; i < state.ids.size; ++i) {
        any_registered = any_registered || state.registered[i];
        collect(paths, state, state.files[i]);
    }
    if (any_registered)
        delete_commits(table, state.request->desc, state.ids);
    return {"skipped", state.head.version, state.head_timestamp, state.head.version >= 0, state.head.snapshot};
}

void put_result(const Table &table, const PartitionState &state, const Result &result, ReturnSetInfo *results)
{
    if (results == nullptr)
        return;
    bool has_version = result.version >= 0;
    Datum values[] = {
        text_datum(table.id),          text_datum(state.request->desc), text_datum(result.status),
        Int32GetDatum(result.version), Int64GetDatum(result.timestamp), uuid_array_datum(result.snapshot)};
    bool nulls[] = {false, false, false, !has_version, !result.stored, !result.stored};
    tuplestore_putvalues(results->setResult, results->setDesc, values, nulls);
}

}   // namespace

int64 newest_timestamp(const PartitionState &state)
{
    return state.head_timestamp > state.dropped_timestamp ? state.head_timestamp : state.dropped_timestamp;
}

int64 request_timestamp(Span<const PartitionState> states, int64 clock)
{
    int64 stamp = clock;
    for (const PartitionState &state : states) {
        int64 before = newest_timestamp(state);
        if (before >= stamp && before <= clock + kMaxAheadMs)
            stamp = before + 1;
    }
    return stamp;
}

void write_versions(const Table &table, CommitOp op, Span<const PartitionState> states, int64 stamp, int64 clock,
                    ReturnSetInfo *results)
{
    Result *written = palloc_array(Result, states.size + 1);
    const Table *mark = notice::own_inserts(&table);
    PG_TRY();
    {
        for (std::size_t i = 0; i < states.size; ++i)
            written[i] =
                states[i].replay.already_committed || states[i].verdict.outcome == catalog::Outcome::already_committed
                    ? write_already(table, op, states[i], stamp)
                : states[i].verdict.outcome == catalog::Outcome::committed
                    ? write_committed(table, op, states[i], stamp, clock)
                    : Result{};
    }
    PG_FINALLY();
    {
        (void)notice::own_inserts(mark);
    }
    PG_END_TRY();
    Paths skipped = new_paths(states);
    for (std::size_t i = 0; i < states.size; ++i) {
        if (written[i].status == nullptr)
            written[i] = tidy_skipped(table, states[i], &skipped);
        put_result(table, states[i], written[i], results);
    }
    // Only now is it known which files the other partitions of this request name.
    discard_unreferenced(table, {skipped.paths, skipped.count}, {skipped.descs, skipped.count}, clock,
                         "skipped commit");
}

}   // namespace lakesoul
