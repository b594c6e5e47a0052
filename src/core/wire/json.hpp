// The JSON form of a message: proto3's mapping with the contract's own field names, compact, fields in order.
#pragma once

#include "core/base/arena.hpp"
#include "core/wire/contract.hpp"

namespace lakesoul::wire {

// Prints a checked message into the arena. Code::limit or out_of_memory.
Status print_json(const Message &message, Arena *arena, View *json) noexcept;

// Builds a message in the arena from its JSON form. May throw bad_alloc. Code::bad_json, bad_value, bad_text,
// limit or out_of_memory.
Status parse_json(const Type &type, View json, Arena *arena, Message **out);

}   // namespace lakesoul::wire
