// Budgets, exhausted memory, truncated and mutated messages: never a crash, always the right answer.
#include <gtest/gtest.h>

#include <functional>
#include <random>

#include "fixtures.hpp"
#include "wire_bytes.hpp"

namespace lakesoul::test {
namespace {

// Runs a call with 0, 1, 2, ... chunks until it succeeds; every failure on the way must be out_of_memory.
void exhaust(const std::string &name, const std::function<Status(Arena *)> &call)
{
    constexpr int kMost = 100 * 1000;
    for (int chunks = 0; chunks < kMost; ++chunks) {
        TestArena arena;
        arena.use_smallest_chunks();
        arena.fail_after(chunks);
        Status status = call(arena.get());
        if (status.ok()) {
            EXPECT_GT(chunks, 0) << name;
            return;
        }
        ASSERT_EQ(status.code, Code::out_of_memory) << name << " after " << chunks;
        ASSERT_STREQ(status.message, "out of memory");
    }
    FAIL() << name << " never succeeded";
}

TEST(WireMemory, BudgetOfAMessage)
{
    EXPECT_EQ(wire::memory_budget(0), 64u * 1024);
    EXPECT_EQ(wire::memory_budget(1000), 64u * 1024 + 16000);
    EXPECT_EQ(wire::memory_budget(64u * 1024 * 1024), 1024u * 1024 * 1024);
    EXPECT_EQ(wire::memory_budget(SIZE_MAX), 1024u * 1024 * 1024);
}

TEST(WireMemory, DecodeOutOfMemory)
{
    for (const Fixture &fixture : read_fixtures("messages.jsonl")) {
        if (has_struct(fixture.message))
            exhaust(fixture.name, [&](Arena *arena) { return decode_status(fixture.message, fixture.bytes, arena); });
    }
}

TEST(WireMemory, ToJsonOutOfMemory)
{
    for (const Fixture &fixture : read_fixtures("messages.jsonl")) {
        exhaust(fixture.name, [&](Arena *arena) {
            View json;
            return wire::to_json(fixture.message, fixture.bytes, arena, &json);
        });
    }
}

TEST(WireMemory, FromJsonOutOfMemory)
{
    for (const Fixture &fixture : read_fixtures("messages.jsonl")) {
        std::string json = fixture.row["json"].dump();
        exhaust(fixture.name, [&](Arena *arena) {
            View bytes;
            return wire::from_json(fixture.message, json, arena, &bytes);
        });
    }
    exhaust("uuid text", [](Arena *arena) {
        View bytes;
        return wire::from_json("PartitionInfo", "{\"snapshot\":[\"00000000-0000-0000-0000-000000000002\"]}", arena,
                               &bytes);
    });
}

TEST(WireMemory, EveryCallHasALimit)
{
    const std::string bytes = length_field(1, std::string(1000, 'x'));
    const std::string json = "{\"namespace\":\"" + std::string(1000, 'x') + "\"}";
    for (const char *message : {"TableInfo", "PartitionInfo", "DataCommitInfo"}) {
        TestArena arena(900);
        EXPECT_EQ(decode_status(message, bytes, arena.get()).code, Code::limit) << message;
        EXPECT_LE(arena.bytes_taken(), 900u);
    }
    TestArena small(900);
    View out;
    EXPECT_EQ(wire::to_json("Namespace", bytes, small.get(), &out).code, Code::limit);
    TestArena other(900);
    EXPECT_EQ(wire::from_json("Namespace", json, other.get(), &out).code, Code::limit);
    EXPECT_LE(other.bytes_taken(), 900u);
}

// Large messages as clients send them: many small commits, and one partition with a long snapshot.
TEST(WireMemory, OrdinaryMessagesFitTheirBudget)
{
    std::string wrapper = "{\"data_commit_info\":[";
    for (int i = 0; i < 2000; ++i)
        wrapper += std::string(i == 0 ? "" : ",") +
                   "{\"table_id\":\"table_0f5a3a1e\",\"partition_desc\":\"-5\",\"commit_id\":{\"high\":\"1\"},"
                   "\"file_ops\":[{\"path\":\"s3://b/p\"}],\"commit_op\":\"AppendCommit\"}";
    std::string partition = "{\"table_id\":\"t\",\"snapshot\":[";
    for (int i = 0; i < 20000; ++i)
        partition += std::string(i == 0 ? "" : ",") + "\"93ab73d9-9c34-4f58-8b20-a268895ad38d\"";
    const std::string rows[][2] = {{"JniWrapper", wrapper + "]}"}, {"PartitionInfo", partition + "]}"}};
    for (const auto &[message, json] : rows) {
        TestArena into(wire::memory_budget(json.size()));
        View bytes;
        ASSERT_TRUE(wire::from_json(message, json, into.get(), &bytes).ok()) << message;
        TestArena structs(wire::memory_budget(bytes.size()));
        EXPECT_TRUE(decode_status(message, bytes, structs.get()).ok()) << message;
        TestArena text(wire::memory_budget(bytes.size()));
        View printed;
        EXPECT_TRUE(wire::to_json(message, bytes, text.get(), &printed).ok()) << message;
    }
}

TEST(WireMemory, JsonTextCountsAgainstTheBudget)
{
    const std::string bytes = length_field(1, std::string(4000, '\x01'));
    TestArena arena(5000);
    View json;
    EXPECT_EQ(wire::to_json("Namespace", bytes, arena.get(), &json).code, Code::limit);
    EXPECT_LE(arena.bytes_taken(), 5000u);
}

TEST(WireMemory, UnknownFieldsCannotAmplify)
{
    std::string bytes;
    for (int i = 0; i < 200 * 1000; ++i)
        bytes += varint_field(15, 0);
    std::size_t budget = wire::memory_budget(bytes.size());
    TestArena arena(budget);
    Code code = decode_status("JniWrapper", bytes, arena.get()).code;
    EXPECT_TRUE(code == Code::malformed || code == Code::limit);
    EXPECT_LE(arena.bytes_taken(), budget);
}

TEST(WireMemory, ARefusedArenaDoesNotColourLaterCalls)
{
    TestArena arena;
    arena.fail_after(0);
    wire::TableInfo table;
    EXPECT_EQ(wire::decode("", arena.get(), &table).code, Code::out_of_memory);
    arena.fail_after(-1);
    EXPECT_EQ(wire::decode("\xff", arena.get(), &table).code, Code::malformed);
}

TEST(WireTruncation, IsRefusedOrAValidShorterMessage)
{
    for (const Fixture &fixture : read_fixtures("messages.jsonl")) {
        std::size_t step = fixture.bytes.size() > 3000 ? 7 : 1;
        for (std::size_t size = 0; size < fixture.bytes.size(); size += step) {
            std::string cut = fixture.bytes.substr(0, size);
            Answer shorter = to_json(fixture.message, cut);
            if (!shorter.status.ok()) {
                EXPECT_EQ(shorter.status.code, Code::malformed) << fixture.name << " at " << size;
                continue;
            }
            Answer again = from_json(fixture.message, shorter.text);
            EXPECT_EQ(again.text, cut) << fixture.name << " at " << size;
        }
    }
}

// Accepts or refuses changed bytes with one of the codes of decoding; what is accepted must survive a round trip.
void mutate(const Fixture &fixture, std::mt19937 *random)
{
    std::string bytes = fixture.bytes;
    for (unsigned changes = (*random)() % 3 + 1; changes > 0; --changes)
        bytes[(*random)() % bytes.size()] = static_cast<char>((*random)());
    Answer json = to_json(fixture.message, bytes);
    if (json.status.ok()) {
        Answer again = from_json(fixture.message, json.text);
        ASSERT_TRUE(again.status.ok()) << again.status.message;
        ASSERT_EQ(to_json(fixture.message, again.text).text, json.text);
    } else {
        ASSERT_TRUE(json.status.code == Code::malformed || json.status.code == Code::bad_text ||
                    json.status.code == Code::bad_value)
            << json.status.message;
    }
}

TEST(WireMutation, IsRefusedOrRoundTrips)
{
    std::mt19937 random(20260801);
    for (const Fixture &fixture : read_fixtures("messages.jsonl")) {
        for (int i = 0; i < 200 && !fixture.bytes.empty(); ++i)
            mutate(fixture, &random);
    }
}

}   // namespace
}   // namespace lakesoul::test
