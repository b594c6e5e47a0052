// Prints a message as JSON by its descriptors, in two runs of the same code: the first measures, the second
// writes into arena memory of exactly that size. So nothing grows, nothing is copied, and the arena's budget
// bounds the text. No field is named here.
#include <charconv>
#include <cstring>

#include "core/wire/base64.hpp"
#include "core/wire/json.hpp"

namespace lakesoul::wire {
namespace {

// Measures while out is null, writes otherwise.
struct Sink {
    char *out = nullptr;
    std::size_t size = 0;

    void put(View text) noexcept
    {
        if (out != nullptr && !text.empty())
            std::memcpy(out + size, text.data(), text.size());
        size += text.size();
    }
    void put(char c) noexcept
    {
        if (out != nullptr)
            out[size] = c;
        ++size;
    }
};

template <typename Number> void put_number(Number value, Sink *sink) noexcept
{
    char digits[24];
    std::to_chars_result end = std::to_chars(digits, digits + sizeof digits, value);
    sink->put(View(digits, static_cast<std::size_t>(end.ptr - digits)));
}

template <typename Number> void put_quoted_number(Number value, Sink *sink) noexcept
{
    sink->put('"');
    put_number(value, sink);
    sink->put('"');
}

bool needs_escape(char c) noexcept
{
    return static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\';
}

void put_escaped(char c, Sink *sink) noexcept
{
    constexpr char kHex[] = "0123456789abcdef";
    sink->put('\\');
    switch (c) {
    case '"':
    case '\\': sink->put(c); break;
    case '\b': sink->put('b'); break;
    case '\f': sink->put('f'); break;
    case '\n': sink->put('n'); break;
    case '\r': sink->put('r'); break;
    case '\t': sink->put('t'); break;
    default:
        sink->put("u00");
        sink->put(kHex[static_cast<unsigned char>(c) >> 4]);
        sink->put(kHex[c & 15]);
    }
}

void put_text(View text, Sink *sink) noexcept
{
    sink->put('"');
    std::size_t done = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (!needs_escape(text[i]))
            continue;
        sink->put(text.substr(done, i - done));
        put_escaped(text[i], sink);
        done = i + 1;
    }
    sink->put(text.substr(done));
    sink->put('"');
}

void put_base64(View bytes, Sink *sink) noexcept
{
    sink->put('"');
    const unsigned char *data = reinterpret_cast<const unsigned char *>(bytes.data());
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        char group[4];
        base64_group(data + i, bytes.size() - i, group);
        sink->put(View(group, sizeof group));
    }
    sink->put('"');
}

// True for a field that proto3's JSON leaves out.
bool is_default(const Message &message, const Field &field, Kind kind) noexcept
{
    if (is_repeated(field))
        return count_of(message, field) == 0;
    switch (kind) {
    case Kind::text:
    case Kind::bytes: return get<ProtobufCBinaryData>(message, field).len == 0;
    case Kind::int32: return get<std::int32_t>(message, field) == 0;
    case Kind::int64: return get<std::int64_t>(message, field) == 0;
    case Kind::uint64: return get<std::uint64_t>(message, field) == 0;
    case Kind::boolean: return get<protobuf_c_boolean>(message, field) == 0;
    case Kind::enumeration: return get<int>(message, field) == 0;
    case Kind::message: break;
    }
    return get<const Message *>(message, field) == nullptr;
}

void put_message(const Message &message, Sink *sink) noexcept;

void put_messages(const Message &message, const Field &field, Sink *sink) noexcept
{
    if (!is_repeated(field))
        return put_message(*get<const Message *>(message, field), sink);
    const Message *const *items = get<const Message *const *>(message, field);
    std::size_t count = count_of(message, field);
    for (std::size_t i = 0; i < count; ++i) {
        sink->put(i == 0 ? '[' : ',');
        put_message(*items[i], sink);
    }
    sink->put(']');
}

void put_value(const Message &message, const Field &field, Kind kind, Sink *sink) noexcept
{
    switch (kind) {
    case Kind::text: return put_text(view_of(get<ProtobufCBinaryData>(message, field)), sink);
    case Kind::bytes: return put_base64(view_of(get<ProtobufCBinaryData>(message, field)), sink);
    case Kind::int32: return put_number(get<std::int32_t>(message, field), sink);
    case Kind::int64: return put_quoted_number(get<std::int64_t>(message, field), sink);
    case Kind::uint64: return put_quoted_number(get<std::uint64_t>(message, field), sink);
    case Kind::boolean: return sink->put("true");
    case Kind::enumeration: return put_text(find_value(enum_type(field), get<int>(message, field))->name, sink);
    case Kind::message: return put_messages(message, field, sink);
    }
}

void put_message(const Message &message, Sink *sink) noexcept
{
    const Type &type = *message.descriptor;
    bool first = true;
    sink->put('{');
    for (unsigned i = 0; i < type.n_fields; ++i) {
        const Field &field = type.fields[i];
        Kind kind = kind_of(type, field);
        if (is_default(message, field, kind))
            continue;
        sink->put(first ? "\"" : ",\"");
        first = false;
        sink->put(View(field.name));
        sink->put("\":");
        put_value(message, field, kind, sink);
    }
    sink->put('}');
}

}   // namespace

Status print_json(const Message &message, Arena *arena, View *json) noexcept
{
    Sink measure;
    put_message(message, &measure);
    Sink writer;
    writer.out = static_cast<char *>(arena->take(measure.size));
    if (writer.out == nullptr)
        return arena->refusal();
    put_message(message, &writer);
    *json = View(writer.out, writer.size);
    return Status();
}

}   // namespace lakesoul::wire
