// Message bytes -> checked protobuf-c structs, in the caller's arena. The rest of this folder gets its
// messages only from here, so whatever it sees has been checked.
#pragma once

#include "core/base/arena.hpp"
#include "core/wire/contract.hpp"

namespace lakesoul::wire {

// Unpacks and checks a message. Code::malformed, limit, out_of_memory, bad_text or bad_value.
Status unpack(const Type &type, View bytes, Arena *arena, const Message **out) noexcept;

}   // namespace lakesoul::wire
