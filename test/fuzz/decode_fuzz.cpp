// Bytes from outside -> JSON and structs. The first byte picks the message, the rest is the message. What is
// accepted must survive the way through JSON and back unchanged, and its struct must be decodable as well.

#include "fuzz_common.hpp"

namespace {

using namespace lakesoul;
using lakesoul::fuzz::kMessages;
using lakesoul::test::TestArena;

template <typename Message> Code decode_code(View bytes)
{
    TestArena arena(wire::memory_budget(bytes.size()));
    Message message;
    return wire::decode(bytes, arena.get(), &message).code;
}

// The struct decoders must judge as to_json does; a limit may strike one and spare the other.
void check_struct(View name, View bytes, Code expected)
{
    Code code = expected;
    if (name == "TableInfo")
        code = decode_code<wire::TableInfo>(bytes);
    else if (name == "PartitionInfo")
        code = decode_code<wire::PartitionInfo>(bytes);
    else if (name == "DataCommitInfo")
        code = decode_code<wire::DataCommitInfo>(bytes);
    else if (name == "MetaInfo")
        code = decode_code<wire::MetaInfo>(bytes);
    else if (name == "JniWrapper")
        code = decode_code<wire::JniWrapper>(bytes);
    fuzz::require(code == expected || code == Code::limit || expected == Code::limit, "struct and JSON disagree");
}

void check_round_trip(View name, View json)
{
    TestArena arena;
    View bytes;
    View again;
    Status status = wire::from_json(name, json, arena.get(), &bytes);
    fuzz::require(status.ok(), status.message);
    status = wire::to_json(name, bytes, arena.get(), &again);
    fuzz::require(status.ok(), status.message);
    fuzz::require(again == json, "JSON changed on its way through bytes");
}

}   // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size == 0)
        return 0;
    View name = kMessages[data[0] % fuzz::kMessageCount];
    View bytes(reinterpret_cast<const char *>(data) + 1, size - 1);
    std::size_t budget = wire::memory_budget(bytes.size());
    TestArena arena(budget);
    View json;
    Status status = wire::to_json(name, bytes, arena.get(), &json);
    fuzz::require(arena.bytes_taken() <= budget, "more memory than the budget");
    fuzz::require_code(status, {Code::malformed, Code::limit, Code::bad_text, Code::bad_value});
    check_struct(name, bytes, status.code);
    if (status.ok())
        check_round_trip(name, json);
    return 0;
}
