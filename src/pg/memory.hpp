// Arrays in the current memory context that may be larger than palloc's limit.
#pragma once

#include "pg/pg.hpp"

namespace lakesoul {

// Room for count values, never none; not initialised.
template <typename T> T *huge_array(std::size_t count)
{
    return static_cast<T *>(palloc_extended(mul_size(count + 1, sizeof(T)), MCXT_ALLOC_HUGE));
}

}   // namespace lakesoul
