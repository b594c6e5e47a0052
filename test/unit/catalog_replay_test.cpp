// What is decided before the rule table: replays, reused ids, empty deltas; and how versions are numbered.
#include <gtest/gtest.h>

#include "catalog_partition.hpp"

namespace lakesoul::test {
namespace {

TEST(CatalogReplay, WholeDeltaPublishedIsDoneWithItsVersion)
{
    History p;
    p.put(0, A, "a").put(1, A, "a b c").put(2, C, "k").put(3, U, "u");
    EXPECT_EQ(p.ask(A, "b c"), "published by 1");
    EXPECT_EQ(p.ask(C, "k", read(1)), "published by 2");
    EXPECT_EQ(p.ask(A, "a b"), "published by 1");   // published apart: the later version
    p.retire("a");
    EXPECT_EQ(p.ask(A, "a"), "published by 0");
    EXPECT_EQ(p.ask_files(A, "a", "add elsewhere"), "published by 0");   // no content is left to compare
}

TEST(CatalogReplay, RegisteredCommitIsPublished)
{
    History p;
    p.put(0, A, "a").row("b", "add b");
    EXPECT_EQ(p.ask(A, "b"), "1 committed 1: a b");
}

TEST(CatalogReplay, MixedDeltaIsRefused)
{
    History p;
    p.put(0, A, "a");
    for (CommitOp op : {A, M, C, U, D})
        EXPECT_EQ(p.ask(op, "a b"), "1 of 2 commit ids are published already");
}

TEST(CatalogReplay, ReusedIdIsLookedAtFirst)
{
    History p;
    p.put(0, A, "a");
    std::string text = std::string("commit id ") + uuid_text(id("a")).text + " is used again with other files";
    EXPECT_EQ(p.ask_files(A, "a", "add elsewhere"), text);
    EXPECT_EQ(p.ask(TestRequest{U, {{id("b"), {}}, {id("a"), {}}}, {}}), text);   // though the delta is mixed
    p.row("r", "add r");
    EXPECT_EQ(p.answer({A, {{id("r"), {}}}, {}}).status.code, Code::id_reused);   // only registered
}

TEST(CatalogReplay, EmptyDeltaIsForUpdateAndDeleteOnly)
{
    History p;
    p.put(0, A, "a");
    EXPECT_EQ(p.ask(A, ""), "AppendCommit without a commit");
    EXPECT_EQ(p.ask(M, ""), "MergeCommit without a commit");
    EXPECT_EQ(p.ask(C, "", read(0)), "CompactionCommit without a commit");
    EXPECT_EQ(p.answer({C, {}, {}}).status.code, Code::bad_value);
    EXPECT_EQ(p.ask(U, "", read(0)), "6 committed 1: ");
    EXPECT_EQ(p.ask(D, "", read(0)), "7 committed 1: ");
}

TEST(CatalogNumbering, GoesOnAfterADrop)
{
    History p;
    p.last_dropped = 6;
    EXPECT_EQ(p.ask(A, "a"), "1 committed 7: a");
    EXPECT_EQ(p.ask(U, "u", read(-1)), "6 committed 7: u");   // for matching, cv is -1
    EXPECT_EQ(p.ask(C, "k"), "3 committed 7: k");
    p.put(7, A, "a");
    EXPECT_EQ(p.ask(A, "b"), "1 committed 8: a b");
    EXPECT_EQ(p.ask(U, "u", read(-1)), "10 conflict");   // 0 to 6 are not stored
}

TEST(CatalogNumbering, LastVersionIsTheLast)
{
    History p;
    const std::string refusal = "version 2147483647 is the last one a partition can have";
    p.put(2147483646, A, "a");
    EXPECT_EQ(p.ask(A, "b"), "1 committed 2147483647: a b");
    EXPECT_EQ(p.ask(U, "u", read(2147483646, "a")), "6 committed 2147483647: u");
    p.put(2147483647, A, "a b");
    EXPECT_EQ(p.ask(A, "c"), refusal);
    EXPECT_EQ(p.answer({A, {{id("c"), {}}}, {}}).status.code, Code::limit);
    for (CommitOp op : {C, U, D})
        for (int version : {-1, 0, 2147483646, 2147483647})
            EXPECT_EQ(p.ask(op, "c", read(version)), refusal);
    EXPECT_EQ(p.ask(A, "b"), "published by 2147483647");   // a replay needs no number
}

TEST(CatalogNumbering, EndsAfterADropOfTheLastVersion)
{
    History p;
    p.last_dropped = 2147483647;
    EXPECT_EQ(p.answer({A, {{id("a"), {}}}, {}}).status.code, Code::limit);
}

}   // namespace
}   // namespace lakesoul::test
