// JSON text from outside -> message bytes. The first byte picks the message, the rest is the text. What is
// accepted must decode, and its JSON form must encode to the same bytes.
#include "fuzz_common.hpp"

namespace {

using namespace lakesoul;
using lakesoul::fuzz::kMessages;
using lakesoul::test::TestArena;

void check_round_trip(View name, View bytes)
{
    TestArena arena;
    View json;
    View again;
    Status status = wire::to_json(name, bytes, arena.get(), &json);
    fuzz::require(status.ok(), status.message);
    status = wire::from_json(name, json, arena.get(), &again);
    fuzz::require(status.ok(), status.message);
    fuzz::require(again == bytes, "bytes changed on their way through JSON");
}

}   // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size == 0)
        return 0;
    View name = kMessages[data[0] % fuzz::kMessageCount];
    View json(reinterpret_cast<const char *>(data) + 1, size - 1);
    std::size_t budget = wire::memory_budget(json.size());
    TestArena arena(budget);
    View bytes;
    Status status = wire::from_json(name, json, arena.get(), &bytes);
    fuzz::require(arena.bytes_taken() <= budget, "more memory than the budget");
    fuzz::require_code(status, {Code::bad_json, Code::limit, Code::bad_text, Code::bad_value});
    if (status.ok())
        check_round_trip(name, bytes);
    return 0;
}
