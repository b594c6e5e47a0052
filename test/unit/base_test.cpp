// Status, Arena and the plain values of core/base.
#include <gtest/gtest.h>

#include <new>
#include <stdexcept>

#include "core/base/types.hpp"
#include "test_arena.hpp"

namespace lakesoul::test {
namespace {

std::string repeat(const std::string &text, std::size_t times)
{
    std::string out;
    while (times-- > 0)
        out += text;
    return out;
}

TEST(BaseStatus, KeepsShortTexts)
{
    Status status = with_detail(fail(Code::bad_value, "%s is %d", "x", 7), "A \"%s\".", "detail");
    EXPECT_FALSE(status.ok());
    EXPECT_EQ(status.code, Code::bad_value);
    EXPECT_STREQ(status.message, "x is 7");
    EXPECT_STREQ(status.detail, "A \"detail\".");
    EXPECT_TRUE(Status{}.ok());
    EXPECT_STREQ(Status{}.message, "");
}

TEST(BaseStatus, KeepsAHint)
{
    Status status = with_hint(with_detail(fail(Code::bad_value, "x"), "y"), "Do z.");
    EXPECT_STREQ(status.message, "x");
    EXPECT_STREQ(status.detail, "y");
    EXPECT_STREQ(status.hint, "Do z.");
    EXPECT_EQ(fail(Code::bad_value, "x").hint, nullptr);
}

TEST(BaseStatus, CutsLongTextsAtTheEnd)
{
    std::string text = repeat("x", 1000);
    Status status = with_detail(fail(Code::limit, "%s", text.c_str()), "%s", text.c_str());
    EXPECT_EQ(std::string(status.message), text.substr(0, sizeof status.message - 1));
    EXPECT_EQ(std::string(status.detail), text.substr(0, sizeof status.detail - 1));
}

// For characters of 1 to 4 bytes and every place at which the buffer can end: the longest whole prefix.
TEST(BaseStatus, NeverCutsACharacter)
{
    for (const std::string character : {"x", "\xC3\xA9", "\xE4\xB8\xAD", "\xF0\x9F\x8C\x8A"}) {
        for (std::size_t shift = 0; shift < 8; ++shift) {
            std::string text = repeat("-", shift) + repeat(character, 600);
            Status status = with_detail(fail(Code::limit, "%s", text.c_str()), "%s", text.c_str());
            for (View cut : {View(status.message), View(status.detail)}) {
                std::size_t room = cut.data() == status.message ? sizeof status.message - 1 : sizeof status.detail - 1;
                std::size_t whole = (room - shift) / character.size() * character.size() + shift;
                EXPECT_EQ(cut, View(text).substr(0, whole)) << character << " after " << shift;
            }
        }
    }
}

TEST(BaseStatus, TextsThatFitExactlyStay)
{
    for (const std::string last : {"x", "\xC3\xA9", "\xE4\xB8\xAD", "\xF0\x9F\x8C\x8A"}) {
        std::string text = repeat("-", sizeof Status{}.message - 1 - last.size()) + last;
        EXPECT_EQ(fail(Code::limit, "%s", text.c_str()).message, text);
    }
}

TEST(BaseStatus, BytesThatAreNotUtf8DoNoHarm)
{
    std::string text = repeat("\x80", 1000);
    EXPECT_EQ(std::string(fail(Code::bad_text, "%s", text.c_str()).message).size(), sizeof Status{}.message - 1);
}

TEST(BaseStatus, CaughtNamesTheFailure)
{
    try {
        throw std::bad_alloc();
    } catch (...) {
        EXPECT_EQ(caught().code, Code::out_of_memory);
    }
    try {
        throw std::runtime_error("x");
    } catch (...) {
        EXPECT_EQ(caught().code, Code::internal);
    }
}

TEST(BaseArena, GivesAlignedZeroedMemory)
{
    TestArena arena;
    for (std::size_t size : {0, 1, 7, 8, 9, 5000, 100000}) {
        char *place = arena.get()->array<char>(size);
        ASSERT_NE(place, nullptr);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(place) % 8, 0u);
        for (std::size_t i = 0; i < size; ++i)
            ASSERT_EQ(place[i], 0);
    }
    View *views = arena.get()->array<View>(3);
    EXPECT_TRUE(views[0].empty() && views[2].data() == nullptr);
    EXPECT_EQ(arena.get()->why, Code::ok);
}

TEST(BaseArena, DoesNotGiveMemoryTwice)
{
    TestArena arena;
    std::vector<std::int64_t *> places;
    for (std::int64_t i = 0; i < 10000; ++i) {
        places.push_back(arena.get()->array<std::int64_t>(1 + i % 5));
        *places.back() = i;
    }
    for (std::int64_t i = 0; i < 10000; ++i)
        ASSERT_EQ(*places[static_cast<std::size_t>(i)], i);
}

TEST(BaseArena, BudgetIsNeverExceededAndCanBeUsedUp)
{
    for (std::size_t budget : {0, 7, 8, 100, 8192, 8200, 50000}) {
        TestArena arena(budget);
        std::size_t given = 0;
        while (arena.get()->take(8) != nullptr)
            given += 8;
        EXPECT_LE(arena.bytes_taken(), budget);
        EXPECT_EQ(given, budget / 8 * 8);
        EXPECT_EQ(arena.get()->why, Code::limit);
        EXPECT_EQ(arena.get()->refusal().code, Code::limit);
    }
}

TEST(BaseArena, RefusesWhatCannotBe)
{
    TestArena arena;
    EXPECT_EQ(arena.get()->take(SIZE_MAX), nullptr);
    EXPECT_EQ(arena.get()->array<Uuid>(SIZE_MAX / 4), nullptr);
    EXPECT_EQ(arena.get()->array<Uuid>(SIZE_MAX), nullptr);
    EXPECT_EQ(arena.get()->why, Code::limit);
    EXPECT_EQ(arena.bytes_taken(), 0u);
    EXPECT_NE(arena.get()->array<Uuid>(1), nullptr);   // a refusal does not end it
}

TEST(BaseArena, SaysWhenThereIsNoMemory)
{
    TestArena arena;
    arena.fail_after(1);
    EXPECT_NE(arena.get()->take(8), nullptr);
    EXPECT_EQ(arena.get()->take(1 << 20), nullptr);
    EXPECT_EQ(arena.get()->why, Code::out_of_memory);
    EXPECT_EQ(arena.get()->refusal().code, Code::out_of_memory);
    EXPECT_EQ(arena.get()->take(SIZE_MAX), nullptr);   // the first reason is kept
    EXPECT_EQ(arena.get()->why, Code::out_of_memory);
}

TEST(BaseArena, ChunksGrowToAMegabyte)
{
    TestArena arena;
    for (int i = 0; i < 4 * 1024 * 1024; i += 1024)
        ASSERT_NE(arena.get()->take(1024), nullptr);
    EXPECT_EQ(arena.get()->next_chunk, 1024u * 1024);
}

TEST(BaseTypes, TextOfAUuid)
{
    Uuid uuid = {};
    EXPECT_STREQ(uuid_text(uuid).text, "00000000-0000-0000-0000-000000000000");
    EXPECT_TRUE(uuid.is_nil());
    for (std::size_t i = 0; i < sizeof uuid.bytes; ++i)
        uuid.bytes[i] = static_cast<std::uint8_t>(0x11 * i);
    EXPECT_STREQ(uuid_text(uuid).text, "00112233-4455-6677-8899-aabbccddeeff");
    EXPECT_FALSE(uuid.is_nil());
}

TEST(BaseTypes, UuidsAreOrderedAsBytes)
{
    Uuid low = {{0, 255}}, high = {{1}}, last = {{255}};
    EXPECT_TRUE(low < high && high < last && !(last < low) && !(low < low));
    EXPECT_TRUE(low == low && low != high);
}

TEST(BaseTypes, NamesOfTheContract)
{
    const char *ops[] = {"CompactionCommit", "AppendCommit", "MergeCommit", "UpdateCommit", "DeleteCommit"};
    for (int i = 0; i < 5; ++i) {
        CommitOp op = CommitOp::append;
        EXPECT_STREQ(commit_op_name(static_cast<CommitOp>(i)), ops[i]);
        EXPECT_TRUE(commit_op_from_name(ops[i], &op));
        EXPECT_EQ(op, static_cast<CommitOp>(i));
    }
    FileOp file = FileOp::add;
    EXPECT_TRUE(file_op_from_name("del", &file) && file == FileOp::del);
    EXPECT_TRUE(file_op_from_name("add", &file) && file == FileOp::add);
    EXPECT_STREQ(file_op_name(FileOp::add), "add");
    EXPECT_STREQ(file_op_name(FileOp::del), "del");
}

TEST(BaseTypes, OtherNamesAreNone)
{
    CommitOp op = CommitOp::merge;
    FileOp file = FileOp::del;
    for (const char *name : {"", "appendcommit", "AppendCommit ", "Append", "1"})
        EXPECT_FALSE(commit_op_from_name(name, &op)) << name;
    for (const char *name : {"", "ADD", "delete", "0"})
        EXPECT_FALSE(file_op_from_name(name, &file)) << name;
    EXPECT_FALSE(commit_op_from_name(View("AppendCommit\0", 13), &op));
    EXPECT_TRUE(op == CommitOp::merge && file == FileOp::del);
}

}   // namespace
}   // namespace lakesoul::test
