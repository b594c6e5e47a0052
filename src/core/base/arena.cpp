// A bump allocator over chunks of the caller's. Must not throw.
#include "core/base/arena.hpp"

namespace lakesoul {
namespace {

constexpr std::size_t kLargestChunk = 1024 * 1024;
constexpr std::size_t kAlignment = 8;

}   // namespace

void *Arena::refuse(Code reason) noexcept
{
    if (why == Code::ok)
        why = reason;
    return nullptr;
}

void *Arena::take(std::size_t size) noexcept
{
    if (size > SIZE_MAX / 2)
        return refuse(Code::limit);
    std::size_t need = (size + kAlignment - 1) / kAlignment * kAlignment;
    if (need == 0)
        need = kAlignment;
    if (need > left) {
        if (need > budget)
            return refuse(Code::limit);
        std::size_t chunk = next_chunk;
        if (chunk < need)
            chunk = need;
        if (chunk > budget)
            chunk = budget / kAlignment * kAlignment < need ? need : budget / kAlignment * kAlignment;
        void *fresh = get_chunk(owner, chunk);
        if (fresh == nullptr)
            return refuse(Code::out_of_memory);
        budget -= chunk;
        taken += chunk;
        next = static_cast<char *>(fresh);
        left = chunk;
        if (next_chunk < kLargestChunk)
            next_chunk *= 2;
    }
    void *result = next;
    next += need;
    left -= need;
    return result;
}

Status Arena::refusal() const noexcept
{
    if (why == Code::out_of_memory)
        return fail(Code::out_of_memory, "out of memory");
    return fail(Code::limit, "message needs more memory than its budget of %zu bytes", budget + taken);
}

}   // namespace lakesoul
