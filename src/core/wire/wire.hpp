// Message bytes <-> checked plain structs, and the canonical JSON form. The only door to entity.pb-c.h.
// Checks come in this order: wire (Code::malformed, Code::limit), text (bad_text), enumerations (bad_value).
// All memory comes from the caller's arena, whose budget bounds what hostile bytes can make us take.
#pragma once

#include "core/base/arena.hpp"
#include "core/base/types.hpp"
#include "core/wire/messages.hpp"

namespace lakesoul::wire {

// The memory budget for decoding a message: 16 times its size plus 64 kB, at most 1 GB.
std::size_t memory_budget(std::size_t message_size) noexcept;

Status decode(View bytes, Arena *arena, TableInfo *out) noexcept;
Status decode(View bytes, Arena *arena, PartitionInfo *out) noexcept;
Status decode(View bytes, Arena *arena, DataCommitInfo *out) noexcept;
Status decode(View bytes, Arena *arena, MetaInfo *out) noexcept;
Status decode(View bytes, Arena *arena, JniWrapper *out) noexcept;

// One message as an element of a JniWrapper: tag, length, canonical bytes. A wrapper's bytes are those of its elements,
// joined in the order of its fields, so it can be made a row at a time. A commit's id is written even if it is nil.
// Code::limit for a message over 1 GB.
Status encode_element(const Namespace &in, Arena *arena, View *bytes) noexcept;
Status encode_element(const TableInfo &in, Arena *arena, View *bytes) noexcept;
Status encode_element(const TablePathId &in, Arena *arena, View *bytes) noexcept;
Status encode_element(const TableNameId &in, Arena *arena, View *bytes) noexcept;
Status encode_element(const PartitionInfo &in, Arena *arena, View *bytes) noexcept;
Status encode_element(const DataCommitInfo &in, Arena *arena, View *bytes) noexcept;
Status encode_element(const DiscardCompressedFileInfo &in, Arena *arena, View *bytes) noexcept;

// Any message of the contract by name -> its proto3 JSON with the proto's own field names: int64 as strings,
// bytes as base64, enumerations as names, defaults left out. *json points into the arena and counts against its
// budget: up to about 14 times the message, far less for ordinary ones.
// An unknown message name is bad_value.
Status to_json(View message, View bytes, Arena *arena, View *json) noexcept;

// The reverse: canonical proto3 bytes (fields in order, defaults left out). Accepts integers as JSON numbers or
// strings, enumerations as names or numbers, a Uuid as its object or its text form, and null for "left out".
// Unknown keys, keys given twice, wrong types, numbers out of range are bad_value; an embedded NUL is bad_text;
// what is not a JSON object is bad_json.
Status from_json(View message, View json, Arena *arena, View *bytes) noexcept;

}   // namespace lakesoul::wire
