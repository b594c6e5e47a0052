// Turns file changes into the messages that a client would have sent.
#include "core/catalog/request_files.hpp"

#include <unordered_map>
#include <vector>

namespace lakesoul::catalog {
namespace {

Status file_of(const FileChange &change, wire::DataFileOp *out)
{
    *out = {change.path, FileOp::add, change.size, change.file_exist_cols};
    if (!file_op_from_name(change.file_op, &out->file_op))
        return fail(Code::bad_value, "file_op \"%.*s\" of file \"%.*s\" is neither add nor del",
                    static_cast<int>(change.file_op.size()), change.file_op.data(),
                    static_cast<int>(change.path.size()), change.path.data());
    return {};
}

struct Groups {
    std::vector<View> order;
    std::unordered_map<View, std::vector<wire::DataFileOp>> files;

    std::vector<wire::DataFileOp> &at(View desc)
    {
        auto [place, fresh] = files.try_emplace(desc);
        if (fresh)
            order.push_back(desc);
        return place->second;
    }
};

Status group(CommitOp op, Span<const FileChange> changes, Span<const ReadVersion> reads, Groups *groups)
{
    if (op != CommitOp::del && changes.empty())
        return fail(Code::bad_value, "files must not be empty");
    if (op == CommitOp::del && !changes.empty())
        return fail(Code::bad_value, "a DeleteCommit has no files");
    if (op == CommitOp::del && reads.empty())
        return fail(Code::bad_value, "a DeleteCommit needs the read versions of its partitions");
    for (const FileChange &change : changes) {
        wire::DataFileOp file;
        Status status = file_of(change, &file);
        if (!status.ok())
            return status;
        groups->at(change.partition_desc).push_back(file);
    }
    if (op == CommitOp::del)
        for (const ReadVersion &read : reads)
            (void)groups->at(read.partition_desc);
    return {};
}

// Copies of what the groups hold, in the arena.
Status commits_of(const Groups &groups, View table_id, CommitOp op, const Uuid &id, Arena *arena,
                  Span<const wire::DataCommitInfo> *out)
{
    wire::DataCommitInfo *commits = arena->array<wire::DataCommitInfo>(groups.order.size());
    if (commits == nullptr)
        return arena->refusal();
    *out = {commits, groups.order.size()};
    for (View desc : groups.order) {
        const std::vector<wire::DataFileOp> &files = groups.files.at(desc);
        wire::DataFileOp *copy = arena->array<wire::DataFileOp>(files.size());
        if (copy == nullptr)
            return arena->refusal();
        for (std::size_t i = 0; i < files.size(); ++i)
            copy[i] = files[i];
        commits->table_id = table_id;
        commits->partition_desc = desc;
        commits->commit_id = id;
        commits->commit_op = op;
        commits->file_ops = {copy, files.size()};
        ++commits;
    }
    return {};
}

}   // namespace

Status request_of_files(View table_id, CommitOp op, Span<const FileChange> changes, Span<const ReadVersion> reads,
                        const Uuid &id, Arena *arena, CommitRequest *out) noexcept
try {
    Groups groups;
    Status status = group(op, changes, reads, &groups);
    Span<const wire::DataCommitInfo> commits;
    if (status.ok())
        status = commits_of(groups, table_id, op, id, arena, &commits);
    wire::PartitionInfo *entries = arena->array<wire::PartitionInfo>(reads.size);
    if (!status.ok() || entries == nullptr)
        return status.ok() ? arena->refusal() : status;
    for (std::size_t i = 0; i < reads.size; ++i) {
        entries[i].partition_desc = reads[i].partition_desc;
        entries[i].version = reads[i].version;
    }
    return request_of_commits(commits, {entries, reads.size}, arena, out);
} catch (...) {
    return caught();
}

}   // namespace lakesoul::catalog
