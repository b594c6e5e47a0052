// Arenas for core over the server's memory: never raises, a refusal is seen by core as a null pointer.
#pragma once

#include "core/base/arena.hpp"

namespace lakesoul {

// An arena whose chunks are in the current memory context and live as long as it.
// budget: bytes that may be taken in all.
Arena server_arena(std::size_t budget = SIZE_MAX);

// Checks lakesoul.max_message_size: 54000 with the limit in the detail.
void check_message_size(std::size_t size);

}   // namespace lakesoul
