// Drives protobuf-c's unpack with an allocator over the caller's arena. Freeing does nothing: the arena's owner
// drops all chunks at once, so protobuf_c_message_free_unpacked is never called by us. protobuf-c recurses once
// a level of nesting; the contract is not recursive, which bounds the depth (a unit test checks it).
#include "core/wire/unpack.hpp"

#include "core/wire/check.hpp"

namespace lakesoul::wire {
namespace {

// Tells a refusal of this call from one that the arena remembers.
struct Source {
    Arena *arena;
    bool refused;
};

void *take(void *data, std::size_t size) noexcept
{
    Source *source = static_cast<Source *>(data);
    void *place = source->arena->take(size);
    if (place == nullptr)
        source->refused = true;
    return place;
}

void keep(void *, void *) noexcept
{
}

}   // namespace

Status unpack(const Type &type, View bytes, Arena *arena, const Message **out) noexcept
{
    Source source{arena, false};
    ProtobufCAllocator allocator{take, keep, &source};
    const std::uint8_t *data = reinterpret_cast<const std::uint8_t *>(bytes.data());
    const Message *message = protobuf_c_message_unpack(&type, &allocator, bytes.size(), data);
    if (message == nullptr) {
        if (source.refused)
            return arena->refusal();
        return fail(Code::malformed, "bytes are not a valid %s message", type.short_name);
    }
    *out = message;
    return check(*message);
}

}   // namespace lakesoul::wire
