// The contract's descriptors, as the rest of this folder sees them: which messages exist, what kind of value a
// field holds, and where it lies in an unpacked message. What protobuf-c does not say (which BYTES fields are
// text) is said here and nowhere else. No checks, no decoding.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/base/status.hpp"
#include "core/base/types.hpp"
#include "entity.pb-c.h"

namespace lakesoul::wire {

using Message = ProtobufCMessage;
using Type = ProtobufCMessageDescriptor;
using Field = ProtobufCFieldDescriptor;
using EnumType = ProtobufCEnumDescriptor;

enum class Kind : unsigned char { text, bytes, int32, int64, uint64, boolean, enumeration, message };

// What a field holds. Strings and bytes are both BYTES to protobuf-c (string_as_bytes in entity.proto).
inline Kind kind_of(const Type &type, const Field &field) noexcept
{
    switch (field.type) {
    case PROTOBUF_C_TYPE_BYTES:
        return field.id == 10 && &type == &proto__entity__table_info__descriptor ? Kind::bytes : Kind::text;
    case PROTOBUF_C_TYPE_INT32: return Kind::int32;
    case PROTOBUF_C_TYPE_INT64: return Kind::int64;
    case PROTOBUF_C_TYPE_UINT64: return Kind::uint64;
    case PROTOBUF_C_TYPE_BOOL: return Kind::boolean;
    case PROTOBUF_C_TYPE_ENUM: return Kind::enumeration;
    default: return Kind::message;
    }
}

inline bool is_repeated(const Field &field) noexcept
{
    return field.label == PROTOBUF_C_LABEL_REPEATED;
}

inline const Type &message_type(const Field &field) noexcept
{
    return *static_cast<const Type *>(field.descriptor);
}

inline const EnumType &enum_type(const Field &field) noexcept
{
    return *static_cast<const EnumType *>(field.descriptor);
}

// The field's place in a message; T must be what protoc-c generates for the field's kind.
template <typename T> const T &get(const Message &message, const Field &field) noexcept
{
    return *reinterpret_cast<const T *>(reinterpret_cast<const char *>(&message) + field.offset);
}
template <typename T> T &ref(Message &message, const Field &field) noexcept
{
    return *reinterpret_cast<T *>(reinterpret_cast<char *>(&message) + field.offset);
}
inline std::size_t count_of(const Message &message, const Field &field) noexcept
{
    return *reinterpret_cast<const std::size_t *>(reinterpret_cast<const char *>(&message) + field.quantifier_offset);
}
inline std::size_t &count_ref(Message &message, const Field &field) noexcept
{
    return *reinterpret_cast<std::size_t *>(reinterpret_cast<char *>(&message) + field.quantifier_offset);
}

// The bytes of a text or bytes field. protobuf-c leaves data null when the length is zero.
inline View view_of(const ProtobufCBinaryData &value) noexcept
{
    return value.len == 0 ? View() : View(reinterpret_cast<const char *>(value.data), value.len);
}

// Finds a message of the contract by its name there; null if there is none.
const Type *find_type(View name) noexcept;
// Finds a field by its name in the contract; null if there is none.
const Field *find_field(const Type &type, View name) noexcept;
// Finds a value of an enumeration; null if there is none.
const ProtobufCEnumValue *find_value(const EnumType &type, int number) noexcept;
const ProtobufCEnumValue *find_value(const EnumType &type, View name) noexcept;

// The failure for a name that find_type does not know.
Status unknown_type(View name) noexcept;
// Adds the known names of an enumeration as the detail of a failure.
Status with_known_values(Status status, const EnumType &type) noexcept;

}   // namespace lakesoul::wire
