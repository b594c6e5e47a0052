// The plain structs of messages.hpp -> bytes, as elements of a JniWrapper. Texts stay where they are; only arrays and
// the result are new, all of it in the caller's arena. Nothing is checked: what is encoded comes from our own tables.
#include "core/wire/contract.hpp"
#include "core/wire/wire.hpp"

namespace lakesoul::wire {
namespace {

constexpr std::size_t kLargest = 1024 * 1024 * 1024;   // of one element; what the server can hold in a value

ProtobufCBinaryData data_of(View text) noexcept
{
    return {text.size(), reinterpret_cast<std::uint8_t *>(const_cast<char *>(text.data()))};
}

std::uint64_t half_of(const std::uint8_t *bytes) noexcept
{
    std::uint64_t half = 0;
    for (int i = 0; i < 8; ++i)
        half = half << 8 | bytes[i];
    return half;
}

// Each build() fills an initialised struct and answers false when the arena refused memory.
bool build(const Uuid &in, Arena *, Proto__Entity__Uuid *out) noexcept
{
    out->high = half_of(in.bytes);
    out->low = half_of(in.bytes + 8);
    return true;
}

bool build(const DataFileOp &in, Arena *, Proto__Entity__DataFileOp *out) noexcept
{
    out->path = data_of(in.path);
    out->file_op = static_cast<Proto__Entity__FileOp>(in.file_op);
    out->size = in.size;
    out->file_exist_cols = data_of(in.file_exist_cols);
    return true;
}

bool build(const Namespace &in, Arena *, Proto__Entity__Namespace *out) noexcept
{
    out->namespace_ = data_of(in.name);
    out->properties = data_of(in.properties);
    out->comment = data_of(in.comment);
    out->domain = data_of(in.domain);
    return true;
}

bool build(const TableInfo &in, Arena *, Proto__Entity__TableInfo *out) noexcept
{
    out->table_id = data_of(in.table_id);
    out->table_namespace = data_of(in.table_namespace);
    out->table_name = data_of(in.table_name);
    out->table_path = data_of(in.table_path);
    out->table_schema = data_of(in.table_schema);
    out->properties = data_of(in.properties);
    out->partitions = data_of(in.partitions);
    out->domain = data_of(in.domain);
    out->table_schema_arrow_ipc = data_of(in.table_schema_arrow_ipc);
    out->table_schema_arrow_ipc_json_hash = data_of(in.table_schema_arrow_ipc_json_hash);
    return true;
}

bool build(const TableNameId &in, Arena *, Proto__Entity__TableNameId *out) noexcept
{
    out->table_name = data_of(in.table_name);
    out->tableid = data_of(in.table_id);
    out->table_namespace = data_of(in.table_namespace);
    out->domain = data_of(in.domain);
    return true;
}

bool build(const TablePathId &in, Arena *, Proto__Entity__TablePathId *out) noexcept
{
    out->table_path = data_of(in.table_path);
    out->table_id = data_of(in.table_id);
    out->table_namespace = data_of(in.table_namespace);
    out->domain = data_of(in.domain);
    return true;
}

bool build(const DiscardCompressedFileInfo &in, Arena *, Proto__Entity__DiscardCompressedFileInfo *out) noexcept
{
    out->file_path = data_of(in.file_path);
    out->table_path = data_of(in.table_path);
    out->partition_desc = data_of(in.partition_desc);
    out->timestamp = in.timestamp;
    out->t_date = data_of(in.t_date);
    return true;
}

// A repeated field: structs side by side, and the array of pointers to them that protobuf-c wants.
template <typename In, typename Out>
bool build_all(Span<const In> in, const Type &type, Arena *arena, Out ***out, std::size_t *count) noexcept
{
    if (in.empty())
        return true;
    Out *items = arena->array<Out>(in.size);
    Out **places = arena->array<Out *>(in.size);
    if (items == nullptr || places == nullptr)
        return false;
    for (std::size_t i = 0; i < in.size; ++i) {
        type.message_init(&items[i].base);
        places[i] = &items[i];
        if (!build(in[i], arena, places[i]))
            return false;
    }
    *out = places;
    *count = in.size;
    return true;
}

bool build(const PartitionInfo &in, Arena *arena, Proto__Entity__PartitionInfo *out) noexcept
{
    out->table_id = data_of(in.table_id);
    out->partition_desc = data_of(in.partition_desc);
    out->version = in.version;
    out->commit_op = static_cast<Proto__Entity__CommitOp>(in.commit_op);
    out->timestamp = in.timestamp;
    out->expression = data_of(in.expression);
    out->domain = data_of(in.domain);
    return build_all(in.snapshot, proto__entity__uuid__descriptor, arena, &out->snapshot, &out->n_snapshot);
}

// A stored commit always has an id, so a nil one is written too.
bool build(const DataCommitInfo &in, Arena *arena, Proto__Entity__DataCommitInfo *out) noexcept
{
    Proto__Entity__Uuid *id = arena->array<Proto__Entity__Uuid>(1);
    if (id == nullptr)
        return false;
    proto__entity__uuid__init(id);
    build(in.commit_id, arena, id);
    out->commit_id = id;
    out->table_id = data_of(in.table_id);
    out->partition_desc = data_of(in.partition_desc);
    out->commit_op = static_cast<Proto__Entity__CommitOp>(in.commit_op);
    out->timestamp = in.timestamp;
    out->committed = in.committed;
    out->domain = data_of(in.domain);
    return build_all(in.file_ops, proto__entity__data_file_op__descriptor, arena, &out->file_ops, &out->n_file_ops);
}

// The number of the JniWrapper's field that holds messages of a type.
std::uint32_t wrapper_field(const Type &type) noexcept
{
    const Type &wrapper = proto__entity__jni_wrapper__descriptor;
    for (unsigned i = 0; i < wrapper.n_fields; ++i)
        if (&message_type(wrapper.fields[i]) == &type)
            return wrapper.fields[i].id;
    return 0;
}

std::size_t put_varint(std::uint64_t value, std::uint8_t *out) noexcept
{
    std::size_t size = 0;
    for (; value > 127; value >>= 7)
        out[size++] = static_cast<std::uint8_t>(value | 128);
    out[size++] = static_cast<std::uint8_t>(value);
    return size;
}

Status pack_element(const Message &message, Arena *arena, View *bytes) noexcept
{
    constexpr std::uint32_t kLengthDelimited = 2;
    constexpr std::size_t kLongestHead = 20;
    std::size_t size = protobuf_c_message_get_packed_size(&message);
    if (size > kLargest)
        return fail(Code::limit, "message %s of %zu bytes is larger than 1 GB", message.descriptor->short_name, size);
    std::uint8_t *place = static_cast<std::uint8_t *>(arena->take(size + kLongestHead));
    if (place == nullptr)
        return arena->refusal();
    std::size_t head = put_varint(wrapper_field(*message.descriptor) << 3 | kLengthDelimited, place);
    head += put_varint(size, place + head);
    protobuf_c_message_pack(&message, place + head);
    *bytes = View(reinterpret_cast<const char *>(place), head + size);
    return Status();
}

// Out is the protobuf-c struct of the type.
template <typename Out, typename In>
Status encode_as(const In &in, const Type &type, Arena *arena, View *bytes) noexcept
{
    Out out;
    type.message_init(&out.base);
    if (!build(in, arena, &out))
        return arena->refusal();
    return pack_element(out.base, arena, bytes);
}

}   // namespace

Status encode_element(const Namespace &in, Arena *arena, View *bytes) noexcept
{
    return encode_as<Proto__Entity__Namespace>(in, proto__entity__namespace__descriptor, arena, bytes);
}

Status encode_element(const TableInfo &in, Arena *arena, View *bytes) noexcept
{
    return encode_as<Proto__Entity__TableInfo>(in, proto__entity__table_info__descriptor, arena, bytes);
}

Status encode_element(const TablePathId &in, Arena *arena, View *bytes) noexcept
{
    return encode_as<Proto__Entity__TablePathId>(in, proto__entity__table_path_id__descriptor, arena, bytes);
}

Status encode_element(const TableNameId &in, Arena *arena, View *bytes) noexcept
{
    return encode_as<Proto__Entity__TableNameId>(in, proto__entity__table_name_id__descriptor, arena, bytes);
}

Status encode_element(const PartitionInfo &in, Arena *arena, View *bytes) noexcept
{
    return encode_as<Proto__Entity__PartitionInfo>(in, proto__entity__partition_info__descriptor, arena, bytes);
}

Status encode_element(const DataCommitInfo &in, Arena *arena, View *bytes) noexcept
{
    return encode_as<Proto__Entity__DataCommitInfo>(in, proto__entity__data_commit_info__descriptor, arena, bytes);
}

Status encode_element(const DiscardCompressedFileInfo &in, Arena *arena, View *bytes) noexcept
{
    return encode_as<Proto__Entity__DiscardCompressedFileInfo>(
        in, proto__entity__discard_compressed_file_info__descriptor, arena, bytes);
}

}   // namespace lakesoul::wire
