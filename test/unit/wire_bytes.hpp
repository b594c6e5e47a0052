// Message bytes made by hand, and calls into core/wire that give everything back in one value.
#pragma once

#include <cstdint>
#include <string>

#include "core/wire/wire.hpp"
#include "test_arena.hpp"

namespace lakesoul::test {

inline std::string varint(std::uint64_t value)
{
    std::string bytes;
    for (; value >= 0x80; value >>= 7)
        bytes.push_back(static_cast<char>((value & 0x7F) | 0x80));
    bytes.push_back(static_cast<char>(value));
    return bytes;
}

inline std::string varint_field(unsigned number, std::uint64_t value)
{
    return varint(number << 3) + varint(value);
}

inline std::string length_field(unsigned number, const std::string &content)
{
    return varint(number << 3 | 2) + varint(content.size()) + content;
}

struct Answer {
    Status status;
    std::string text;
};

inline Answer to_json(const std::string &message, const std::string &bytes)
{
    TestArena arena;
    View json;
    Answer answer;
    answer.status = wire::to_json(message, bytes, arena.get(), &json);
    answer.text = std::string(json);
    return answer;
}

inline Answer from_json(const std::string &message, const std::string &json)
{
    TestArena arena;
    View bytes;
    Answer answer;
    answer.status = wire::from_json(message, json, arena.get(), &bytes);
    answer.text = std::string(bytes);
    return answer;
}

// Decodes into the struct of a message that has one; the status is all that comes back.
inline Status decode_status(const std::string &message, View bytes, Arena *arena)
{
    if (message == "TableInfo") {
        wire::TableInfo out;
        return wire::decode(bytes, arena, &out);
    }
    if (message == "PartitionInfo") {
        wire::PartitionInfo out;
        return wire::decode(bytes, arena, &out);
    }
    if (message == "DataCommitInfo") {
        wire::DataCommitInfo out;
        return wire::decode(bytes, arena, &out);
    }
    if (message == "MetaInfo") {
        wire::MetaInfo out;
        return wire::decode(bytes, arena, &out);
    }
    if (message == "JniWrapper") {
        wire::JniWrapper out;
        return wire::decode(bytes, arena, &out);
    }
    return fail(Code::internal, "no struct for %s", message.c_str());
}

inline bool has_struct(const std::string &message)
{
    return message == "TableInfo" || message == "PartitionInfo" || message == "DataCommitInfo" ||
           message == "MetaInfo" || message == "JniWrapper";
}

}   // namespace lakesoul::test
