// Arrays in the server's memory that may be larger than palloc's limit.
#pragma once

#include "pg/pg.hpp"

namespace lakesoul {

// Room for count values, never none; not initialised.
template <typename T> T *huge_array(std::size_t count)
{
    return static_cast<T *>(palloc_extended(mul_size(count + 1, sizeof(T)), MCXT_ALLOC_HUGE));
}

// An array that grows, in the memory context that was current when the first value came. Zero it before.
template <typename T> struct List {
    T *data;
    std::size_t size, capacity;
    void add(const T &value)
    {
        if (size == capacity) {
            capacity = capacity == 0 ? 16 : capacity * 2;
            std::size_t bytes = mul_size(capacity, sizeof(T));
            data = static_cast<T *>(data == nullptr ? palloc_extended(bytes, MCXT_ALLOC_HUGE)
                                                    : repalloc_huge(data, bytes));
        }
        data[size++] = value;
    }
};

}   // namespace lakesoul
