// The public functions that know messages by name, and the memory budget. The decoders are in structs.cpp.
#include "core/wire/wire.hpp"

#include "core/wire/guard.hpp"
#include "core/wire/json.hpp"
#include "core/wire/unpack.hpp"

namespace lakesoul::wire {
namespace {

constexpr std::size_t kBudgetFactor = 16;
constexpr std::size_t kBudgetFloor = 64 * 1024;
constexpr std::size_t kLargestBudget = 1024 * 1024 * 1024;

Status pack(const Message &message, Arena *arena, View *bytes) noexcept
{
    std::size_t size = protobuf_c_message_get_packed_size(&message);
    void *place = arena->take(size);
    if (place == nullptr)
        return arena->refusal();
    protobuf_c_message_pack(&message, static_cast<std::uint8_t *>(place));
    *bytes = View(static_cast<const char *>(place), size);
    return Status();
}

}   // namespace

std::size_t memory_budget(std::size_t message_size) noexcept
{
    if (message_size >= (kLargestBudget - kBudgetFloor) / kBudgetFactor)
        return kLargestBudget;
    return message_size * kBudgetFactor + kBudgetFloor;
}

Status to_json(View message, View bytes, Arena *arena, View *json) noexcept
{
    return guarded([&] {
        const Type *type = find_type(message);
        if (type == nullptr)
            return unknown_type(message);
        const Message *unpacked = nullptr;
        Status status = unpack(*type, bytes, arena, &unpacked);
        return status.ok() ? print_json(*unpacked, arena, json) : status;
    });
}

Status from_json(View message, View json, Arena *arena, View *bytes) noexcept
{
    return guarded([&] {
        const Type *type = find_type(message);
        if (type == nullptr)
            return unknown_type(message);
        Message *built = nullptr;
        Status status = parse_json(*type, json, arena, &built);
        return status.ok() ? pack(*built, arena, bytes) : status;
    });
}

}   // namespace lakesoul::wire
