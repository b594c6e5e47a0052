// Checked protobuf-c structs -> the plain structs of messages.hpp. Text stays where protobuf-c put it, in the
// same arena; only arrays are new. Nothing is checked here: unpack() has done it.
#include "core/wire/guard.hpp"
#include "core/wire/unpack.hpp"
#include "core/wire/uuid.hpp"
#include "core/wire/wire.hpp"

namespace lakesoul::wire {
namespace {

// Each convert() answers false when the arena refused memory.
bool convert(const Proto__Entity__Uuid &in, Arena *, Uuid *out) noexcept
{
    *out = uuid_from_halves(in.high, in.low);
    return true;
}

bool convert(const Proto__Entity__Namespace &in, Arena *, Namespace *out) noexcept
{
    out->name = view_of(in.namespace_);
    out->properties = view_of(in.properties);
    out->comment = view_of(in.comment);
    out->domain = view_of(in.domain);
    return true;
}

bool convert(const Proto__Entity__TableInfo &in, Arena *, TableInfo *out) noexcept
{
    out->table_id = view_of(in.table_id);
    out->table_namespace = view_of(in.table_namespace);
    out->table_name = view_of(in.table_name);
    out->table_path = view_of(in.table_path);
    out->table_schema = view_of(in.table_schema);
    out->properties = view_of(in.properties);
    out->partitions = view_of(in.partitions);
    out->domain = view_of(in.domain);
    out->table_schema_arrow_ipc = view_of(in.table_schema_arrow_ipc);
    out->table_schema_arrow_ipc_json_hash = view_of(in.table_schema_arrow_ipc_json_hash);
    return true;
}

bool convert(const Proto__Entity__TableNameId &in, Arena *, TableNameId *out) noexcept
{
    out->table_name = view_of(in.table_name);
    out->table_id = view_of(in.tableid);
    out->table_namespace = view_of(in.table_namespace);
    out->domain = view_of(in.domain);
    return true;
}

bool convert(const Proto__Entity__TablePathId &in, Arena *, TablePathId *out) noexcept
{
    out->table_path = view_of(in.table_path);
    out->table_id = view_of(in.table_id);
    out->table_namespace = view_of(in.table_namespace);
    out->domain = view_of(in.domain);
    return true;
}

bool convert(const Proto__Entity__DataFileOp &in, Arena *, DataFileOp *out) noexcept
{
    out->path = view_of(in.path);
    out->file_op = static_cast<FileOp>(in.file_op);
    out->size = in.size;
    out->file_exist_cols = view_of(in.file_exist_cols);
    return true;
}

bool convert(const Proto__Entity__DiscardCompressedFileInfo &in, Arena *, DiscardCompressedFileInfo *out) noexcept
{
    out->file_path = view_of(in.file_path);
    out->table_path = view_of(in.table_path);
    out->partition_desc = view_of(in.partition_desc);
    out->timestamp = in.timestamp;
    out->t_date = view_of(in.t_date);
    return true;
}

bool convert(const Proto__Entity__PartitionInfo &in, Arena *arena, PartitionInfo *out) noexcept;
bool convert(const Proto__Entity__DataCommitInfo &in, Arena *arena, DataCommitInfo *out) noexcept;

template <typename In, typename Out>
bool convert_all(In *const *in, std::size_t count, Arena *arena, Span<const Out> *out) noexcept
{
    if (count == 0)
        return true;
    Out *items = arena->array<Out>(count);
    if (items == nullptr)
        return false;
    for (std::size_t i = 0; i < count; ++i) {
        if (!convert(*in[i], arena, &items[i]))
            return false;
    }
    *out = {items, count};
    return true;
}

bool convert(const Proto__Entity__PartitionInfo &in, Arena *arena, PartitionInfo *out) noexcept
{
    out->table_id = view_of(in.table_id);
    out->partition_desc = view_of(in.partition_desc);
    out->version = in.version;
    out->commit_op = static_cast<CommitOp>(in.commit_op);
    out->timestamp = in.timestamp;
    out->expression = view_of(in.expression);
    out->domain = view_of(in.domain);
    return convert_all(in.snapshot, in.n_snapshot, arena, &out->snapshot);
}

bool convert(const Proto__Entity__DataCommitInfo &in, Arena *arena, DataCommitInfo *out) noexcept
{
    out->table_id = view_of(in.table_id);
    out->partition_desc = view_of(in.partition_desc);
    if (in.commit_id != nullptr)
        out->commit_id = uuid_from_halves(in.commit_id->high, in.commit_id->low);
    out->commit_op = static_cast<CommitOp>(in.commit_op);
    out->timestamp = in.timestamp;
    out->committed = in.committed != 0;
    out->domain = view_of(in.domain);
    return convert_all(in.file_ops, in.n_file_ops, arena, &out->file_ops);
}

bool convert(const Proto__Entity__MetaInfo &in, Arena *arena, MetaInfo *out) noexcept
{
    out->has_table_info = in.table_info != nullptr;
    if (in.table_info != nullptr)
        convert(*in.table_info, arena, &out->table_info);
    return convert_all(in.list_partition, in.n_list_partition, arena, &out->list_partition) &&
           convert_all(in.read_partition_info, in.n_read_partition_info, arena, &out->read_partition_info);
}

bool convert(const Proto__Entity__JniWrapper &in, Arena *arena, JniWrapper *out) noexcept
{
    return convert_all(in.namespace_, in.n_namespace_, arena, &out->namespaces) &&
           convert_all(in.table_info, in.n_table_info, arena, &out->table_info) &&
           convert_all(in.table_path_id, in.n_table_path_id, arena, &out->table_path_id) &&
           convert_all(in.table_name_id, in.n_table_name_id, arena, &out->table_name_id) &&
           convert_all(in.partition_info, in.n_partition_info, arena, &out->partition_info) &&
           convert_all(in.data_commit_info, in.n_data_commit_info, arena, &out->data_commit_info) &&
           convert_all(in.discard_compressed_file_info, in.n_discard_compressed_file_info, arena,
                       &out->discard_compressed_file_info);
}

// In is the protobuf-c struct of the type. *out is written only on success.
template <typename In, typename Out> Status decode_as(const Type &type, View bytes, Arena *arena, Out *out) noexcept
{
    return guarded([&] {
        const Message *message = nullptr;
        Status status = unpack(type, bytes, arena, &message);
        if (!status.ok())
            return status;
        Out result;
        if (!convert(*reinterpret_cast<const In *>(message), arena, &result))
            return arena->refusal();
        *out = result;
        return status;
    });
}

}   // namespace

Status decode(View bytes, Arena *arena, TableInfo *out) noexcept
{
    return decode_as<Proto__Entity__TableInfo>(proto__entity__table_info__descriptor, bytes, arena, out);
}

Status decode(View bytes, Arena *arena, PartitionInfo *out) noexcept
{
    return decode_as<Proto__Entity__PartitionInfo>(proto__entity__partition_info__descriptor, bytes, arena, out);
}

Status decode(View bytes, Arena *arena, DataCommitInfo *out) noexcept
{
    return decode_as<Proto__Entity__DataCommitInfo>(proto__entity__data_commit_info__descriptor, bytes, arena, out);
}

Status decode(View bytes, Arena *arena, MetaInfo *out) noexcept
{
    return decode_as<Proto__Entity__MetaInfo>(proto__entity__meta_info__descriptor, bytes, arena, out);
}

Status decode(View bytes, Arena *arena, JniWrapper *out) noexcept
{
    return decode_as<Proto__Entity__JniWrapper>(proto__entity__jni_wrapper__descriptor, bytes, arena, out);
}

}   // namespace lakesoul::wire
