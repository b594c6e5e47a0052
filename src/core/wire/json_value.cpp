// Checks and conversions of one JSON scalar at a time. Nothing about nesting.
#include "core/wire/json_value.hpp"

#include <charconv>
#include <cstring>

#include "core/wire/base64.hpp"
#include "core/wire/text.hpp"
#include "core/wire/uuid.hpp"

namespace lakesoul::wire {
namespace {

Kind kind_of(const Target &target) noexcept
{
    return wire::kind_of(*target.message->descriptor, *target.field);
}

const char *expected(const Target &target) noexcept
{
    if (is_repeated(*target.field))
        return "an array";
    switch (kind_of(target)) {
    case Kind::text: return "a string";
    case Kind::bytes: return "a base64 string";
    case Kind::int32: return "an int32";
    case Kind::int64: return "an int64";
    case Kind::uint64: return "a uint64";
    case Kind::boolean: return "a boolean";
    case Kind::enumeration: return "a name or number";
    case Kind::message: break;
    }
    return "an object";
}

Status bad_value(const Target &target, View value) noexcept
{
    View shown = shortened(value);
    return fail(Code::bad_value, "field %s: \"%.*s\" is not %s", target.place->path().text,
                static_cast<int>(shown.size()), shown.data(), expected(target));
}

template <typename Number> Status set_whole(const Target &target, View digits) noexcept
{
    Number value = 0;
    const char *end = digits.data() + digits.size();
    std::from_chars_result result = std::from_chars(digits.data(), end, value);
    if (result.ec != std::errc() || result.ptr != end)
        return bad_value(target, digits);
    ref<Number>(*target.message, *target.field) = value;
    return Status();
}

Status set_enum(const Target &target, const ProtobufCEnumValue *found, View given) noexcept
{
    const EnumType &type = enum_type(*target.field);
    if (found == nullptr) {
        View shown = shortened(given);
        return with_known_values(fail(Code::bad_value, "field %s has the unknown value \"%.*s\"",
                                      target.place->path().text, static_cast<int>(shown.size()), shown.data()),
                                 type);
    }
    ref<int>(*target.message, *target.field) = found->value;
    return Status();
}

Status set_enum_number(const Target &target, View digits) noexcept
{
    int number = 0;
    const char *end = digits.data() + digits.size();
    std::from_chars_result result = std::from_chars(digits.data(), end, number);
    bool whole = result.ec == std::errc() && result.ptr == end;
    return set_enum(target, whole ? find_value(enum_type(*target.field), number) : nullptr, digits);
}

Status set_text(const Target &target, View value, Arena *arena) noexcept
{
    std::size_t offset = 0;
    TextFault fault = check_text(value, &offset);
    if (fault != TextFault::none) {
        const char *what = fault == TextFault::nul ? "contains a NUL byte" : "is not valid UTF-8";
        return with_detail(fail(Code::bad_text, "field %s %s", target.place->path().text, what),
                           "The offending byte is at offset %zu.", offset);
    }
    if (value.empty())
        return Status();
    void *copy = arena->take(value.size());
    if (copy == nullptr)
        return arena->refusal();
    std::memcpy(copy, value.data(), value.size());
    ref<ProtobufCBinaryData>(*target.message, *target.field) = {value.size(), static_cast<std::uint8_t *>(copy)};
    return Status();
}

Status set_bytes(const Target &target, View value, Arena *arena) noexcept
{
    void *place = arena->take(value.size());
    if (place == nullptr)
        return arena->refusal();
    std::uint8_t *bytes = static_cast<std::uint8_t *>(place);
    std::size_t size = 0;
    if (!base64_decode(value, bytes, &size))
        return bad_value(target, value);
    ref<ProtobufCBinaryData>(*target.message, *target.field) = {size, size == 0 ? nullptr : bytes};
    return Status();
}

}   // namespace

Status wrong_kind(const Target &target, const char *given) noexcept
{
    return fail(Code::bad_value, "field %s must be %s, not %s", target.place->path().text, expected(target), given);
}

Status set_from_string(const Target &target, View value, Arena *arena) noexcept
{
    switch (kind_of(target)) {
    case Kind::text: return set_text(target, value, arena);
    case Kind::bytes: return set_bytes(target, value, arena);
    case Kind::int32: return set_whole<std::int32_t>(target, value);
    case Kind::int64: return set_whole<std::int64_t>(target, value);
    case Kind::uint64: return set_whole<std::uint64_t>(target, value);
    case Kind::enumeration: return set_enum(target, find_value(enum_type(*target.field), value), value);
    case Kind::boolean:
    case Kind::message: break;
    }
    return wrong_kind(target, "a string");
}

Status set_from_number(const Target &target, View number) noexcept
{
    switch (kind_of(target)) {
    case Kind::int32: return set_whole<std::int32_t>(target, number);
    case Kind::int64: return set_whole<std::int64_t>(target, number);
    case Kind::uint64: return set_whole<std::uint64_t>(target, number);
    case Kind::enumeration: return set_enum_number(target, number);
    case Kind::text:
    case Kind::bytes:
    case Kind::boolean:
    case Kind::message: break;
    }
    return wrong_kind(target, "a number");
}

Status set_from_boolean(const Target &target, bool value) noexcept
{
    if (kind_of(target) != Kind::boolean)
        return wrong_kind(target, "a boolean");
    ref<protobuf_c_boolean>(*target.message, *target.field) = value ? 1 : 0;
    return Status();
}

Status set_uuid(Message *uuid, View value, const Place &place) noexcept
{
    std::uint64_t high = 0;
    std::uint64_t low = 0;
    if (!halves_from_text(value, &high, &low)) {
        View shown = shortened(value);
        return fail(Code::bad_value, "field %s: \"%.*s\" is not a UUID", place.path().text,
                    static_cast<int>(shown.size()), shown.data());
    }
    Proto__Entity__Uuid *halves = reinterpret_cast<Proto__Entity__Uuid *>(uuid);
    halves->high = high;
    halves->low = low;
    return Status();
}

}   // namespace lakesoul::wire
