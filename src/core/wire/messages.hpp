// The messages of proto/entity.proto as plain structs, checked: every string is UTF-8 without NUL, every
// enumeration is known. Values are not checked here (core/catalog does). Views point into the arena that the
// decoder was given. Field names are the contract's.
#pragma once

#include "core/base/types.hpp"

namespace lakesoul::wire {

struct Namespace {
    View name, properties, comment, domain;
};

struct TableInfo {
    View table_id, table_namespace, table_name, table_path, table_schema, properties, partitions, domain;
    View table_schema_arrow_ipc;   // bytes, not text
    View table_schema_arrow_ipc_json_hash;
};

struct TableNameId {
    View table_name, table_id, table_namespace, domain;
};

struct TablePathId {
    View table_path, table_id, table_namespace, domain;
};

struct PartitionInfo {
    View table_id, partition_desc;
    std::int32_t version = 0;
    CommitOp commit_op = CommitOp::compaction;
    std::int64_t timestamp = 0;   // epoch milliseconds
    Uuids snapshot;
    View expression, domain;
};

struct DataFileOp {
    View path;
    FileOp file_op = FileOp::add;
    std::int64_t size = 0;   // bytes
    View file_exist_cols;
};

struct DataCommitInfo {
    View table_id, partition_desc;
    Uuid commit_id{};   // nil when it was not sent
    Span<const DataFileOp> file_ops;
    CommitOp commit_op = CommitOp::compaction;
    std::int64_t timestamp = 0;   // epoch milliseconds
    bool committed = false;
    View domain;
};

struct DiscardCompressedFileInfo {
    View file_path, table_path, partition_desc;
    std::int64_t timestamp = 0;   // epoch milliseconds
    View t_date;
};

struct MetaInfo {
    Span<const PartitionInfo> list_partition;
    bool has_table_info = false;
    TableInfo table_info;
    Span<const PartitionInfo> read_partition_info;
};

struct JniWrapper {
    Span<const Namespace> namespaces;
    Span<const TableInfo> table_info;
    Span<const TablePathId> table_path_id;
    Span<const TableNameId> table_name_id;
    Span<const PartitionInfo> partition_info;
    Span<const DataCommitInfo> data_commit_info;
    Span<const DiscardCompressedFileInfo> discard_compressed_file_info;
};

}   // namespace lakesoul::wire
