// Texts of conflicts.
#include "pg/conflict.hpp"

#include "pg/text.hpp"

namespace lakesoul {
namespace {

constexpr const char *kHint = "Read the partition again and retry with what it holds now.";

const char *head_text(const PartitionState &state)
{
    if (state.head.version < 0)
        return "the partition has no version";
    return psprintf("the head is version %d (%s)", state.head.version, commit_op_name(state.head.op));
}

}   // namespace

void raise_conflict(const Table &table, CommitOp op, const PartitionState &state, View dangling)
{
    const char *desc = c_string(state.request->desc), *id = c_string(table.id);
    if (dangling.data() != nullptr)
        ereport(ERROR, (errcode(ERRCODE_T_R_SERIALIZATION_FAILURE),
                        errmsg("%s deletes a file that is not active in partition \"%s\"", commit_op_name(op), desc),
                        errdetail("Table \"%s\", partition \"%s\": file \"%s\" is not active; %s.", id, desc,
                                  c_string(dangling), head_text(state)),
                        errhint("%s", kHint)));
    const catalog::Step *other = state.verdict.other;
    if (other == nullptr)
        ereport(ERROR,
                (errcode(ERRCODE_T_R_SERIALIZATION_FAILURE),
                 errmsg("%s conflicts with the history of partition \"%s\"", commit_op_name(op), desc),
                 errdetail("Table \"%s\", partition \"%s\": version %d, which the request read, is not stored as "
                           "it was read, or a later one is missing; %s.",
                           id, desc, state.request->read_version, head_text(state)),
                 errhint("%s", kHint)));
    ereport(ERROR, (errcode(ERRCODE_T_R_SERIALIZATION_FAILURE),
                    errmsg("%s conflicts with version %d (%s) of partition \"%s\"", commit_op_name(op), other->version,
                           commit_op_name(other->op), desc),
                    errdetail("Table \"%s\", partition \"%s\": the request read version %d, %s; version %d (%s) is the "
                              "first that cannot be combined with it.",
                              id, desc, state.request->read_version, head_text(state), other->version,
                              commit_op_name(other->op)),
                    errhint("%s", kHint)));
    pg_unreachable();
}

void raise_must_read(const PartitionState &state)
{
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                    errmsg("a CompactionCommit must say which version of partition \"%s\" it read",
                           c_string(state.request->desc)),
                    errdetail("The partition exists: %s.", head_text(state)),
                    errhint("Send a read entry for the partition with the version that was compacted.")));
    pg_unreachable();
}

}   // namespace lakesoul
