// A commit request of one table: what was sent, checked and sorted by partition. Values are checked here
// (Code::bad_value, Code::limit); whether the table exists and what is stored is src/pg's business.
// Several commits of a partition form its delta in the order sent.
#pragma once

#include "core/base/arena.hpp"
#include "core/base/types.hpp"
#include "core/catalog/partition_desc.hpp"
#include "core/wire/messages.hpp"

namespace lakesoul::catalog {

// A new commit: with its files, or by its id alone when it was registered before.
struct NewCommit {
    Uuid id{};
    bool has_files = true;   // false: the files are in the registered row
    Span<const wire::DataFileOp> files;
    std::int64_t timestamp = 0;   // the client's, epoch milliseconds; 0: not sent
};

struct PartitionRequest {
    View desc;   // as stored
    Span<const NewCommit> delta;
    bool has_read = false;
    std::int32_t read_version = -1;   // -1: read, was absent
    bool has_read_snapshot = false;
    Uuids read_snapshot;
    View expression;
};

struct CommitRequest {
    View table_id;
    CommitOp op = CommitOp::append;
    Span<PartitionRequest> partitions;
    Span<const wire::PartitionInfo> reads;   // fit_to_table gives them to their partitions
    Span<const View> ignored_reads;          // and leaves these, of partitions without a commit, in the stored form
};

// Step one, without the table: what a wrapper, a single commit or a MetaInfo asks for. Descriptions are still
// as sent. Refused: an empty request, two tables, two operations, a missing commit id, one sent twice for a
// partition, a negative size, an empty or over-long path, a path added twice in one commit, a Delete with files.
Status request_of_commits(Span<const wire::DataCommitInfo> commits, Span<const wire::PartitionInfo> reads, Arena *arena,
                          CommitRequest *out) noexcept;
// As above for a wrapper; every other field must be empty, and read entries only where wanted.
Status request_of_wrapper(const wire::JniWrapper &wrapper, bool reads_allowed, Arena *arena,
                          CommitRequest *out) noexcept;
// op: null for the operation of the partitions, which must agree then. Without partitions the request is empty
// and only says which table.
Status request_of_meta(const wire::MetaInfo &meta, const CommitOp *op, Arena *arena, CommitRequest *out) noexcept;

// Step two, with the table: descriptions become the stored form, and each read entry goes to its partition (one of
// a partition without a commit is ignored, two of one partition are refused). A partition that was sent in both
// of Flink's spellings is one: its commits are merged in order; a MetaInfo may list it only once.
Status fit_to_table(CommitRequest *request, const TableShape &shape, Arena *arena) noexcept;

}   // namespace lakesoul::catalog
