// Memory for results that cross the wall. The caller says where chunks come from and how many bytes may be
// taken in all; a refusal is a null pointer and a reason, never an exception or an ereport. Nothing is freed
// one by one: the owner of the chunks (a memory context, a test's list) drops them all at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>

#include "core/base/status.hpp"

namespace lakesoul {

struct Arena {
    // Gives a chunk of at least size bytes, aligned for any type, or nullptr. Must not raise.
    void *(*get_chunk)(void *owner, std::size_t size) noexcept = nullptr;
    void *owner = nullptr;
    std::size_t budget = SIZE_MAX;   // bytes that may still be taken from get_chunk
    std::size_t taken = 0;           // bytes taken from it so far
    Code why = Code::ok;             // limit or out_of_memory once something was refused
    char *next = nullptr;            // free space in the newest chunk
    std::size_t left = 0;
    std::size_t next_chunk = 8 * 1024;   // size of the next chunk; doubles up to 1 MB

    // Memory for size bytes, aligned to 8; nullptr when refused, with the reason in why.
    void *take(std::size_t size) noexcept;
    // Zero-initialised array of n values of T; nullptr when refused. n = 0 gives a valid pointer.
    template <typename T> T *array(std::size_t n) noexcept
    {
        static_assert(std::is_trivially_destructible_v<T>);
        static_assert(alignof(T) <= 8);
        if (n > SIZE_MAX / sizeof(T) - 1)
            return static_cast<T *>(refuse(Code::limit));
        void *place = take(n * sizeof(T));
        if (place == nullptr)
            return nullptr;
        T *first = static_cast<T *>(place);
        for (std::size_t i = 0; i < n; ++i)
            new (first + i) T{};
        return first;
    }
    // What went wrong, as a Status: over the budget (Code::limit) or out of memory.
    Status refusal() const noexcept;

private:
    void *refuse(Code reason) noexcept;
};
static_assert(std::is_trivially_destructible_v<Arena>);

}   // namespace lakesoul
