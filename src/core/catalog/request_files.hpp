// A commit request from a list of file changes: what lakesoul.commit_files takes.
#pragma once

#include "core/catalog/request.hpp"

namespace lakesoul::catalog {

struct FileChange {
    View partition_desc, path, file_op;
    std::int64_t size = 0;   // bytes
    View file_exist_cols;
};
struct ReadVersion {
    View partition_desc;
    std::int32_t version = -1;   // -1: read, was absent
};

// One commit with this id for every partition that has changes; for a Delete, for every read version.
// Checks as request_of_commits, and the names of file_op.
Status request_of_files(View table_id, CommitOp op, Span<const FileChange> changes, Span<const ReadVersion> reads,
                        const Uuid &id, Arena *arena, CommitRequest *out) noexcept;

}   // namespace lakesoul::catalog
