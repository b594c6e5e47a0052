// Checks and groups what a client sent. No tables, no clock.
#include "core/catalog/request.hpp"

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace lakesoul::catalog {
namespace {

#define LAKESOUL_TEXT(view) static_cast<int>((view).size()), (view).data()

template <typename T> Status copy_out(const std::vector<T> &from, Arena *arena, Span<T> *out)
{
    T *place = arena->array<T>(from.size());
    if (place == nullptr)
        return arena->refusal();
    for (std::size_t i = 0; i < from.size(); ++i)
        place[i] = from[i];
    *out = {place, from.size()};
    return {};
}

Status check_file(const wire::DataFileOp &file)
{
    if (file.path.empty())
        return fail(Code::bad_value, "path of a file is empty");
    if (file.path.size() > kMaxPathKey)
        return with_detail(fail(Code::limit, "path of a file is too long"), "The path has %zu bytes, the limit is %zu.",
                           file.path.size(), kMaxPathKey);
    if (file.size < 0)
        return fail(Code::bad_value, "size of file \"%.*s\" is negative: %lld", LAKESOUL_TEXT(file.path),
                    static_cast<long long>(file.size));
    return {};
}

Status check_commit(const wire::DataCommitInfo &commit)
{
    if (commit.commit_id.is_nil())
        return fail(Code::bad_value, "commit id is missing");
    if (commit.commit_op == CommitOp::del && !commit.file_ops.empty())
        return fail(Code::bad_value, "a DeleteCommit has no files");
    std::unordered_set<View> added;
    for (const wire::DataFileOp &file : commit.file_ops) {
        Status status = check_file(file);
        if (!status.ok())
            return status;
        if (file.file_op == FileOp::add && !added.insert(file.path).second)
            return fail(Code::bad_value, "file \"%.*s\" is added twice in one commit", LAKESOUL_TEXT(file.path));
    }
    return {};
}

Status take_reads(Span<const wire::PartitionInfo> reads, CommitRequest *request)
{
    request->reads = reads;
    for (const wire::PartitionInfo &read : reads) {
        if (!read.table_id.empty() && read.table_id != request->table_id)
            return fail(Code::bad_value, "read entry of table \"%.*s\" in a request for table \"%.*s\"",
                        LAKESOUL_TEXT(read.table_id), LAKESOUL_TEXT(request->table_id));
        if (read.version < -1)
            return fail(Code::bad_value, "read version %d of partition \"%.*s\" is negative", read.version,
                        LAKESOUL_TEXT(read.partition_desc));
    }
    return {};
}

// Partitions in the order of their first mention.
struct Groups {
    std::vector<View> order;
    std::unordered_map<View, std::vector<NewCommit>> deltas;
    std::unordered_map<View, View> expressions;

    std::vector<NewCommit> &at(View desc)
    {
        auto [place, fresh] = deltas.try_emplace(desc);
        if (fresh)
            order.push_back(desc);
        return place->second;
    }
};

Status check_ids(View desc, const std::vector<NewCommit> &delta)
{
    std::unordered_set<View> seen;
    for (const NewCommit &commit : delta) {
        if (commit.id.is_nil())
            return fail(Code::bad_value, "commit id is missing");
        View bytes(reinterpret_cast<const char *>(commit.id.bytes), sizeof commit.id.bytes);
        if (!seen.insert(bytes).second)
            return fail(Code::bad_value, "a commit id is sent twice for partition \"%.*s\"", LAKESOUL_TEXT(desc));
    }
    return {};
}

Status set_delta(PartitionRequest *partition, const std::vector<NewCommit> &delta, Arena *arena)
{
    Status status = check_ids(partition->desc, delta);
    Span<NewCommit> copy;
    if (status.ok())
        status = copy_out(delta, arena, &copy);
    partition->delta = {copy.data, copy.size};
    return status;
}

Status finish(const Groups &groups, Arena *arena, CommitRequest *out)
{
    std::vector<PartitionRequest> partitions;
    for (View desc : groups.order) {
        PartitionRequest partition;
        partition.desc = desc;
        Status status = set_delta(&partition, groups.deltas.at(desc), arena);
        if (!status.ok())
            return status;
        auto expression = groups.expressions.find(desc);
        if (expression != groups.expressions.end())
            partition.expression = expression->second;
        partitions.push_back(partition);
    }
    return copy_out(partitions, arena, &out->partitions);
}

Status check_same(const char *what, View first, View other)
{
    if (first == other)
        return {};
    return fail(Code::bad_value, "one request is for one %s, not for \"%.*s\" and \"%.*s\"", what, LAKESOUL_TEXT(first),
                LAKESOUL_TEXT(other));
}

Status meta_op(const wire::MetaInfo &meta, const CommitOp *op, CommitOp *out)
{
    if (op != nullptr) {
        *out = *op;
        return {};
    }
    if (!meta.list_partition.empty())
        *out = meta.list_partition[0].commit_op;
    for (const wire::PartitionInfo &partition : meta.list_partition) {
        Status status = check_same("operation", commit_op_name(*out), commit_op_name(partition.commit_op));
        if (!status.ok())
            return status;
    }
    return {};
}

Status meta_table(const wire::MetaInfo &meta, View *out)
{
    *out = meta.table_info.table_id;
    for (const wire::PartitionInfo &partition : meta.list_partition) {
        if (out->empty())
            *out = partition.table_id;
        Status status = partition.table_id.empty() ? Status{} : check_same("table", *out, partition.table_id);
        if (!status.ok())
            return status;
    }
    return out->empty() ? fail(Code::bad_value, "table id is missing") : Status{};
}

using Partitions = std::unordered_map<View, PartitionRequest *>;

Status attach_reads(CommitRequest *request, const TableShape &shape, const Partitions &partitions, Arena *arena)
{
    std::unordered_set<View> seen;
    std::vector<View> ignored;
    for (const wire::PartitionInfo &read : request->reads) {
        View desc;
        Status status = normalise_desc(shape, request->table_id, read.partition_desc, arena, &desc);
        if (!status.ok())
            return status;
        if (!seen.insert(desc).second)
            return fail(Code::bad_value, "two read entries for partition \"%.*s\"", LAKESOUL_TEXT(desc));
        auto place = partitions.find(desc);
        if (place == partitions.end()) {
            ignored.push_back(desc);
            continue;
        }
        place->second->has_read = true;
        place->second->read_version = read.version;
        place->second->has_read_snapshot = !read.snapshot.empty();
        place->second->read_snapshot = read.snapshot;
    }
    Span<View> copy;
    Status status = copy_out(ignored, arena, &copy);
    request->ignored_reads = {copy.data, copy.size};
    return status;
}

}   // namespace

Status request_of_commits(Span<const wire::DataCommitInfo> commits, Span<const wire::PartitionInfo> reads, Arena *arena,
                          CommitRequest *out) noexcept
try {
    *out = {};
    if (commits.empty())
        return fail(Code::bad_value, "request holds no commit");
    out->table_id = commits[0].table_id;
    out->op = commits[0].commit_op;
    Groups groups;
    for (const wire::DataCommitInfo &commit : commits) {
        Status status = check_commit(commit);
        if (status.ok())
            status = check_same("table", out->table_id, commit.table_id);
        if (status.ok())
            status = check_same("operation", commit_op_name(out->op), commit_op_name(commit.commit_op));
        if (!status.ok())
            return status;
        groups.at(commit.partition_desc).push_back({commit.commit_id, true, commit.file_ops, commit.timestamp});
    }
    if (out->table_id.empty())
        return fail(Code::bad_value, "table id is missing");
    Status status = finish(groups, arena, out);
    return status.ok() ? take_reads(reads, out) : status;
} catch (...) {
    return caught();
}

Status request_of_wrapper(const wire::JniWrapper &wrapper, bool reads_allowed, Arena *arena,
                          CommitRequest *out) noexcept
{
    const char *other = !wrapper.namespaces.empty()                         ? "namespace"
                        : !wrapper.table_info.empty()                       ? "table_info"
                        : !wrapper.table_path_id.empty()                    ? "table_path_id"
                        : !wrapper.table_name_id.empty()                    ? "table_name_id"
                        : !wrapper.discard_compressed_file_info.empty()     ? "discard_compressed_file_info"
                        : !reads_allowed && !wrapper.partition_info.empty() ? "partition_info"
                                                                            : nullptr;
    if (other != nullptr)
        return with_detail(fail(Code::bad_value, "field \"%s\" of the request must be empty", other),
                           "The commits are in data_commit_info%s.",
                           reads_allowed ? ", what was read in partition_info" : "");
    return request_of_commits(wrapper.data_commit_info, wrapper.partition_info, arena, out);
}

Status request_of_meta(const wire::MetaInfo &meta, const CommitOp *op, Arena *arena, CommitRequest *out) noexcept
try {
    *out = {};
    Status status = meta_table(meta, &out->table_id);
    if (status.ok())
        status = meta_op(meta, op, &out->op);
    if (!status.ok())
        return status;
    Groups groups;
    for (const wire::PartitionInfo &partition : meta.list_partition) {
        if (groups.deltas.count(partition.partition_desc) != 0)
            return fail(Code::bad_value, "partition \"%.*s\" is listed twice", LAKESOUL_TEXT(partition.partition_desc));
        std::vector<NewCommit> &delta = groups.at(partition.partition_desc);
        for (const Uuid &id : partition.snapshot)
            delta.push_back({id, false, {}, 0});
        groups.expressions[partition.partition_desc] = partition.expression;
    }
    status = finish(groups, arena, out);
    return status.ok() ? take_reads(meta.read_partition_info, out) : status;
} catch (...) {
    return caught();
}

Status fit_to_table(CommitRequest *request, const TableShape &shape, Arena *arena) noexcept
try {
    Partitions seen;
    std::unordered_map<View, std::vector<NewCommit>> merged;   // deltas that were sent in several spellings
    std::size_t kept = 0;
    for (PartitionRequest &partition : request->partitions) {
        Status status = normalise_desc(shape, request->table_id, partition.desc, arena, &partition.desc);
        if (!status.ok())
            return status;
        auto [place, fresh] = seen.try_emplace(partition.desc, &request->partitions[kept]);
        if (fresh) {
            request->partitions[kept++] = partition;
            continue;
        }
        if (partition.delta.empty() || !partition.delta[0].has_files)   // a MetaInfo's
            return fail(Code::bad_value, "partition \"%.*s\" is listed twice", LAKESOUL_TEXT(partition.desc));
        std::vector<NewCommit> &delta = merged[partition.desc];
        if (delta.empty())
            delta.assign(place->second->delta.begin(), place->second->delta.end());
        delta.insert(delta.end(), partition.delta.begin(), partition.delta.end());
    }
    request->partitions.size = kept;
    for (const auto &[desc, delta] : merged) {
        Status status = set_delta(seen.at(desc), delta, arena);
        if (!status.ok())
            return status;
    }
    return attach_reads(request, shape, seen, arena);
} catch (...) {
    return caught();
}

}   // namespace lakesoul::catalog
