// The rule table of the trigger path, line by line. Each example is the history that made its line necessary:
// versions are put, commits registered while a version was head, then a stock client inserts the row it planned.
#include <gtest/gtest.h>

#include "catalog_partition.hpp"

namespace lakesoul::test {
namespace {

struct Example {
    void (*run)(History &);
};
std::vector<Example> &examples()
{
    static std::vector<Example> all;
    return all;
}

// A test that EveryLineFires runs too.
#define EXAMPLE(name)                                                                                                  \
    void name(History &p);                                                                                             \
    const bool registered_##name = (examples().push_back({name}), true);                                               \
    TEST(CatalogStock, name)                                                                                           \
    {                                                                                                                  \
        EXPECT_TRUE(registered_##name);                                                                                \
        History p;                                                                                                     \
        name(p);                                                                                                       \
    }                                                                                                                  \
    void name(History &p)

constexpr int kMax = catalog::kMaxVersion;

// ---- line 1: nothing is fresh ------------------------------------------------------------------------------------

EXAMPLE(Line1_RowSentAgainAfterALostAnswer)
{
    p.put(0, A, "a").put(1, A, "a b");
    EXPECT_EQ(p.insert(1, A, "a b"), "1 suppress");
    p.put(2, M, "a b c").put(3, C, "k");
    EXPECT_EQ(p.insert(1, A, "a b"), "1 suppress");
    EXPECT_EQ(p.insert(2, M, "a b c"), "1 suppress");
    EXPECT_EQ(p.insert(3, C, "k"), "1 suppress");
}

EXAMPLE(Line1_CombinedRowSentAgain)
{
    p.put(0, A, "a").put(1, A, "a x").put(2, A, "a x b");   // b was planned as version 1 with "a b"
    EXPECT_EQ(p.insert(1, A, "a b"), "1 suppress");
    p.put(3, C, "k b");   // k was planned as version 2 with "k"
    EXPECT_EQ(p.insert(2, C, "k"), "1 suppress");
}

EXAMPLE(Line1_RowSentAgainAfterItsCommitsWereCleaned)
{
    p.put(0, A, "a").put(1, A, "a b").put(2, C, "k").retire("a").retire("b").remove_version(0).remove_version(1);
    EXPECT_EQ(p.insert(1, A, "a b"), "1 suppress");
    EXPECT_EQ(p.insert(0, A, "a"), "1 suppress");
}

EXAMPLE(Line1_AppendPlannedAnewAfterItWasCommittedIsDone)
{
    p.put(0, A, "a").put(1, A, "a b");
    EXPECT_EQ(p.insert(2, A, "a b b"), "1 suppress");   // the retry appends the same id to the head
    EXPECT_EQ(p.insert(2, A, "a b a"), "1 suppress");
    p.put(2, U, "u");
    EXPECT_EQ(p.insert(3, A, "u b"), "1 suppress");
}

EXAMPLE(Line1_HeadWrittenOnceMoreIsDone)
{
    p.put(0, A, "a");
    EXPECT_EQ(p.insert(1, A, "a"), "1 suppress");
    EXPECT_EQ(p.insert(7, A, "a"), "1 suppress");
    EXPECT_EQ(p.insert(1, M, "a"), "1 suppress");   // another op, and the head's snapshot
}

EXAMPLE(Line1_RollbackByAStockClientIsStored)
{
    p.put(0, A, "a").put(1, A, "a b").put(2, U, "u");
    EXPECT_EQ(p.insert(3, A, "a b"), "1 accept 3: a b");
    EXPECT_EQ(p.insert(3, A, "a"), "1 accept 3: a");
    p.put(3, C, "k").put(4, A, "k c");
    EXPECT_EQ(p.insert(5, C, "k"), "1 accept 5: k");   // op and all
}

EXAMPLE(Line1_RollbackPlannedBehindTheHeadIsPlannedAgain)
{
    p.put(0, A, "a").put(1, U, "u").put(2, A, "u c");
    EXPECT_EQ(p.insert(2, A, "a"), "1 refuse");
    EXPECT_EQ(p.insert(4, A, "a"), "1 refuse");
}

EXAMPLE(Line1_RollbackToAVersionThatWasNeverStoredIsRefused)
{
    p.put(0, A, "a").put(1, A, "a b").put(2, U, "u");
    EXPECT_EQ(p.insert(3, U, "a b"), "1 refuse");   // another op than the stored row's
    EXPECT_EQ(p.insert(3, A, "b a"), "1 refuse");
    p.remove_version(0);
    EXPECT_EQ(p.insert(3, A, "a"), "1 refuse");
}

EXAMPLE(Line1_KnownIdsNeverMakeAVersionOfAnAppend)
{
    p.put(0, A, "a").put(1, A, "a b").put(2, A, "a b c");
    EXPECT_EQ(p.insert(3, A, "a c"), "1 refuse");     // planned from a head that never was
    EXPECT_EQ(p.insert(2, A, "a c"), "1 suppress");   // c was first published by version 2
    EXPECT_EQ(p.insert(3, D, "a c"), "1 refuse");
}

// ---- lines 2 and 3: appends and merges ---------------------------------------------------------------------------

EXAMPLE(Line2_AppendPlannedFromTheHead)
{
    p.registered("a b c", -1);
    EXPECT_EQ(p.insert(0, A, "a"), "2 accept 0: a");
    EXPECT_EQ(p.insert(0, M, "a b"), "2 accept 0: a b");
    p.put(0, A, "a");
    EXPECT_EQ(p.insert(1, M, "a b c"), "2 accept 1: a b c");
    p.put(1, D, "");
    EXPECT_EQ(p.insert(2, A, "c"), "2 accept 2: c");
}

EXAMPLE(Line2_CommitsThatWereNeverRegisteredAreFresh)
{
    p.put(0, A, "a");
    EXPECT_EQ(p.insert(1, A, "a b"), "2 accept 1: a b");
}

EXAMPLE(Line2_SparkDeleteOfActiveFile)
{
    p.put(0, A, "a").row("d", "del a, add rest").row("e", "add new, del new");
    EXPECT_EQ(p.insert(1, A, "a d"), "2 accept 1: a d");
    EXPECT_EQ(p.insert(1, A, "a e"), "2 accept 1: a e");
}

EXAMPLE(Line2_SparkDeletePlannedFromTheHeadOfAFileThatIsGone)
{
    p.put(0, A, "a").put(1, C, "k").row("d", "del a, add rest");   // read before k, planned after it
    EXPECT_EQ(p.insert(2, A, "k d"), "2 refuse");
}

EXAMPLE(Line3_TwoAppendsPlannedFromOneHeadBothStay)
{
    p.put(0, A, "a").put(1, A, "a b").registered("c", 0);
    EXPECT_EQ(p.insert(1, A, "a c"), "3 accept 2: a b c");
    EXPECT_EQ(p.insert(1, M, "a c"), "3 accept 2: a b c");
}

EXAMPLE(Line3_AppendPlannedBeforeACompactionDoesNotBringBackWhatItReplaced)
{
    p.put(0, A, "a").put(1, A, "a b").put(2, C, "k").registered("c", 1);
    EXPECT_EQ(p.insert(2, A, "a b c"), "3 accept 3: k c");
}

EXAMPLE(Line3_AppendAfterUpdateOrDeleteOfWhatItSaw)
{
    p.put(0, A, "a").put(1, U, "u").registered("c", 0);
    EXPECT_EQ(p.insert(1, M, "a c"), "3 accept 2: u c");
    p.put(2, D, "");
    EXPECT_EQ(p.insert(1, A, "a c"), "3 accept 3: c");
}

EXAMPLE(Line3_FirstVersionsOfTwoWriters)
{
    p.put(0, A, "a").registered("b", -1);
    EXPECT_EQ(p.insert(0, A, "b"), "3 accept 1: a b");
}

EXAMPLE(Line3_RustBeginsWithVersionOne)
{
    p.registered("a", -1);
    EXPECT_EQ(p.insert(1, A, "a"), "3 accept 1: a");
    p.put(1, A, "a");
    EXPECT_EQ(p.insert(2, A, "a b"), "2 accept 2: a b");
}

EXAMPLE(Line3_NumberAheadOfTheHeadIsKept)
{
    p.put(0, A, "a");
    EXPECT_EQ(p.insert(7, A, "a b"), "3 accept 7: a b");
    EXPECT_EQ(p.insert(kMax - 1, A, "b"), "3 accept 2147483646: a b");
}

EXAMPLE(Line3_SnapshotThatLacksCommitsOfTheHeadIsFilledUp)
{
    p.put(0, A, "a").put(1, A, "a b");   // heads of a stale replica, and the number guessed right
    EXPECT_EQ(p.insert(2, A, "a c"), "3 accept 2: a b c");
    EXPECT_EQ(p.insert(2, A, "c"), "3 accept 2: a b c");
    EXPECT_EQ(p.insert(2, A, "c a b"), "3 accept 2: a b c");
}

EXAMPLE(Line3_CommitsOfALargerDeltaThatArePublishedStayWhereTheyAre)
{
    p.put(0, A, "a").put(1, A, "a b");
    EXPECT_EQ(p.insert(1, A, "a b c"), "3 accept 2: a b c");
    EXPECT_EQ(p.insert(1, A, "a c b"), "3 accept 2: a b c");
}

EXAMPLE(Line3_SparkDeleteOfAFileThatACompactionReplacedIsPlannedAgain)
{
    p.put(0, A, "a").put(1, C, "k").row("d", "del a, add rest");
    EXPECT_EQ(p.insert(1, A, "a d"), "3 refuse");
    p.put(2, A, "k b").row("e", "del b, add other");
    EXPECT_EQ(p.insert(2, A, "k e"), "3 accept 3: k b e");
}

EXAMPLE(Line3_TwoSparkDeletesOfOneFile)
{
    p.row("d", "del a, add rest").put(0, A, "a").put(1, A, "a d").row("e", "del a, add other");
    EXPECT_EQ(p.insert(1, A, "a e"), "3 refuse");
}

EXAMPLE(Lines2And3_IdTwiceInASnapshotIsNotTwoCommits)
{
    p.put(0, A, "a");
    EXPECT_EQ(p.insert(1, A, "a a"), "1 suppress");
    EXPECT_EQ(p.insert(1, A, "a a b"), "3 accept 1: a b");
}

// ---- line 4: compactions and updates, by the lines of the function path -------------------------------------------

EXAMPLE(Line4_6_PlannedFromTheHead)
{
    p.registered("u", -1).put(0, A, "a").put(1, A, "a b").registered("k", 1);
    EXPECT_EQ(p.insert(2, C, "k"), "4>6 accept 2: k");
    EXPECT_EQ(p.insert(2, U, "k"), "4>6 accept 2: k");
    p.versions.clear();
    EXPECT_EQ(p.insert(0, U, "u"), "4>6 accept 0: u");
    EXPECT_EQ(p.insert(0, C, "u"), "4>6 accept 0: u");
}

EXAMPLE(Line4_6_SnapshotStaysAsPlanned)
{
    p.put(0, A, "a").put(1, A, "a b").registered("k", 1);   // read version 0, registered after b, so it added b itself
    EXPECT_EQ(p.insert(2, C, "k b"), "4>6 accept 2: k b");
    EXPECT_EQ(p.insert(2, U, "k b"), "4>6 accept 2: k b");
}

EXAMPLE(Line4_6_RustUpdateBeginsWithVersionOne)
{
    p.registered("u", -1);
    EXPECT_EQ(p.insert(1, U, "u"), "4>6 accept 1: u");
    p.put(0, A, "a").registered("v", 0);
    EXPECT_EQ(p.insert(1, U, "v"), "4>6 accept 1: v");
    EXPECT_EQ(p.insert(1, C, "v"), "4>6 accept 1: v");
}

EXAMPLE(Line4_6_UpdateMovesOverACompactionOfWhatItRead)
{
    p.put(0, A, "a").put(1, C, "k").registered("u", 0);
    EXPECT_EQ(p.insert(1, U, "u"), "4>6 accept 2: u");
    EXPECT_EQ(p.insert(2, U, "u"), "4>6 accept 2: u");
}

EXAMPLE(Line4_NumberAheadOfTheHeadIsKept)
{
    p.put(0, A, "a").registered("u", 0);
    EXPECT_EQ(p.insert(3, U, "u a"), "4>6 accept 3: u");
    p.put(1, A, "a b");
    EXPECT_EQ(p.insert(9, U, "u"), "4>13 accept 9: u b");
}

EXAMPLE(Line4_9_CompactionNobodyKnowsTheReadOfIsLeftOut)
{
    p.put(0, A, "a");
    EXPECT_EQ(p.insert(1, C, "k"), "4>9 suppress");   // no commit row
    p.row("k", "add k");
    EXPECT_EQ(p.insert(1, C, "k"), "4>9 suppress");   // a row without its head: imported, or the head was dropped since
    p.registered("k", 0).put(1, A, "a b").remove_version(0);
    EXPECT_EQ(p.insert(1, C, "k"), "4>9 suppress");   // read version cleaned
}

EXAMPLE(Line4_10_UpdateNobodyKnowsTheReadOfIsPlannedAgain)
{
    p.put(0, A, "a").row("u", "add u").registered("v", 0);
    EXPECT_EQ(p.insert(1, U, "u"), "4>10 refuse");
    EXPECT_EQ(p.insert(1, U, "v u"), "4>10 refuse");   // one of two
    EXPECT_EQ(p.insert(1, U, "w"), "4>10 refuse");
}

EXAMPLE(Line4_11_CompactionKeepsAppendsCommittedWhileItRan)
{
    p.put(0, A, "a").put(1, A, "a b").put(2, M, "a b c").registered("k", 1);
    EXPECT_EQ(p.insert(2, C, "k"), "4>11 accept 3: k c");
    p.put(3, A, "a b c d");
    EXPECT_EQ(p.insert(3, C, "k c"), "4>11 accept 4: k c d");   // planned in between
    EXPECT_EQ(p.insert(4, C, "k"), "4>11 accept 4: k c d");     // planned as if it had read the head
}

EXAMPLE(Line4_11_PartitionMadeWhileACompactionOfNothingRan)
{
    p.registered("k", -1).put(0, A, "a");   // load by compaction
    EXPECT_EQ(p.insert(0, C, "k"), "4>11 accept 1: k a");
}

EXAMPLE(Line4_11_CompactionRegisteredWhenItWasDoneKeepsWhatItListsItself)
{
    p.put(0, A, "a").put(1, A, "a b").registered("k", 1);   // read version 0, registered its commit after b
    p.put(2, A, "a b c");
    EXPECT_EQ(p.insert(2, C, "k b"), "4>11 accept 3: k b c");     // planned before c
    EXPECT_EQ(p.insert(3, C, "k b c"), "4>11 accept 3: k b c");   // planned after it
    EXPECT_EQ(p.insert(3, U, "k b c"), "4>13 accept 3: k b c");   // an update that was planned again
}

EXAMPLE(Line4_12_CompactionAfterAnUpdateOrADeleteIsLeftOut)
{
    p.put(0, A, "a").put(1, U, "u").registered("k", 0);   // it would bring back the rows from before the update
    EXPECT_EQ(p.insert(1, C, "k"), "4>12 suppress");
    EXPECT_EQ(p.insert(2, C, "k"), "4>12 suppress");
    p.versions.pop_back();
    p.put(1, D, "");
    EXPECT_EQ(p.insert(2, C, "k"), "4>12 suppress");   // a stock client does not look for Deletes
}

EXAMPLE(Line4_12_SecondCompactionIsLeftOut)
{
    p.put(0, A, "a").put(1, C, "k").registered("l", 0);
    EXPECT_EQ(p.insert(1, C, "l"), "4>12 suppress");
}

EXAMPLE(Line4_12_CompactionAfterARollbackIsLeftOut)
{
    p.put(0, A, "a").put(1, A, "a b").put(2, A, "a").registered("k", 1);
    EXPECT_EQ(p.insert(3, C, "k"), "4>12 suppress");
}

EXAMPLE(Line4_12_CompactionAfterASparkDeleteIsLeftOut)
{
    p.row("d", "del a, add rest").put(0, A, "a").put(1, A, "a d").registered("k", 0);
    EXPECT_EQ(p.insert(1, C, "k"), "4>12 suppress");
    EXPECT_EQ(p.insert(2, C, "k d"), "4>12 suppress");
}

EXAMPLE(Line4_13_UpdateKeepsAppendsCommittedAfterItsRead)
{
    p.put(0, A, "a").put(1, A, "a b").registered("u", 0);
    EXPECT_EQ(p.insert(1, U, "u"), "4>13 accept 2: u b");
    EXPECT_EQ(p.insert(2, U, "u"), "4>13 accept 2: u b");   // as stock clients plan it: b would be lost
}

EXAMPLE(Line4_13_UpdateMovesOverACompactionAndKeepsALaterAppend)
{
    p.put(0, A, "a").put(1, C, "k").put(2, A, "k b").registered("u", 0);
    EXPECT_EQ(p.insert(3, U, "u"), "4>13 accept 3: u b");
}

EXAMPLE(Line4_13_OldestReadOfSeveralCommitsCounts)
{
    p.put(0, A, "a").put(1, A, "a b").put(2, A, "a b c").registered("u", 2).registered("v", 1).registered("w", 0);
    EXPECT_EQ(p.insert(3, U, "u"), "4>6 accept 3: u");
    EXPECT_EQ(p.insert(3, U, "u v"), "4>13 accept 3: u v c");
    EXPECT_EQ(p.insert(3, U, "u v w"), "4>13 accept 3: u v w b c");
    EXPECT_EQ(p.insert(1, U, "u"), "4>13 accept 3: u b c");   // the row itself says that only version 0 was read
}

EXAMPLE(Line4_15_SecondUpdateOfOneReadIsPlannedAgain)
{
    p.put(0, A, "a").put(1, U, "u").registered("v", 0);
    EXPECT_EQ(p.insert(1, U, "v"), "4>15 refuse");
    EXPECT_EQ(p.insert(2, U, "v"), "4>15 refuse");   // read version 0 counts as read
}

EXAMPLE(Line4_15_UpdateAfterADeleteARollbackOrACompactionOfLaterAppends)
{
    p.put(0, A, "a").put(1, D, "").registered("u", 0);
    EXPECT_EQ(p.insert(2, U, "u"), "4>15 refuse");
    p.versions.pop_back();
    p.put(1, A, "a b").put(2, C, "k");
    EXPECT_EQ(p.insert(3, U, "u"), "4>15 refuse");   // k holds b
    p.put(3, A, "a");
    EXPECT_EQ(p.insert(4, U, "u"), "4>15 refuse");
}

// ---- lines 5 to 8: deletes, and nothing to add -------------------------------------------------------------------

EXAMPLE(Line5_DeletePlannedFromTheHead)
{
    p.put(0, A, "a");
    EXPECT_EQ(p.insert(1, D, ""), "5 accept 1: ");
    p.put(1, D, "");
    EXPECT_EQ(p.insert(2, D, ""), "5 accept 2: ");
}

EXAMPLE(Line5_DeleteOfAnAbsentPartition)
{
    EXPECT_EQ(p.insert(0, D, ""), "5 accept 0: ");
    EXPECT_EQ(p.insert(0, D, "d"), "5 accept 0: d");   // a fresh id
}

EXAMPLE(Line6_DeleteGoesOverACompaction)
{
    p.put(0, A, "a").put(1, C, "k");
    EXPECT_EQ(p.insert(1, D, ""), "6 accept 2: ");
    p.put(2, C, "l");
    EXPECT_EQ(p.insert(1, D, ""), "6 accept 3: ");
    EXPECT_EQ(p.insert(2, D, ""), "6 accept 3: ");
}

EXAMPLE(Line6_DeletePlannedBeforeAnAppendIsPlannedAgain)
{
    p.put(0, A, "a").put(1, A, "a b");   // b was not seen by who deletes
    EXPECT_EQ(p.insert(1, D, ""), "6 refuse");
    EXPECT_EQ(p.insert(0, D, ""), "6 refuse");
    p.put(2, C, "k");
    EXPECT_EQ(p.insert(1, D, ""), "6 refuse");
    EXPECT_EQ(p.insert(2, D, ""), "6 accept 3: ");
}

EXAMPLE(Line6_CompactionThatKeptALaterAppendIsNotGoneOver)
{
    p.put(0, A, "a").put(1, A, "a b").put(2, C, "k b");
    EXPECT_EQ(p.insert(2, D, ""), "6 refuse");
}

EXAMPLE(Line6_RollbackThatCopiedACompactionIsNotGoneOver)
{
    p.put(0, A, "a").put(1, C, "k").put(2, U, "u").put(3, C, "k");
    EXPECT_EQ(p.insert(3, D, ""), "6 refuse");
}

EXAMPLE(Line6_MissingVersionIsNotGoneOver)
{
    p.put(0, A, "a").put(1, C, "k").put(2, C, "l").remove_version(1);
    EXPECT_EQ(p.insert(1, D, ""), "6 refuse");
    EXPECT_EQ(p.insert(0, D, ""), "6 refuse");
}

EXAMPLE(Line6_SecondOfTwoDeletesIsPlannedAgain)
{
    p.put(0, A, "a").put(1, D, "");
    EXPECT_EQ(p.insert(1, D, ""), "6 refuse");
}

EXAMPLE(Line7_DeletePlannedBeforeThePartitionWasDropped)
{
    EXPECT_EQ(p.insert(3, D, ""), "7 refuse");   // read version 2, of a partition that is not there any more
    p.put(0, A, "x");
    EXPECT_EQ(p.insert(3, D, ""), "7 refuse");
    EXPECT_EQ(p.insert(kMax - 1, D, ""), "7 refuse");
}

EXAMPLE(Line8_EmptySnapshotsGoNextOrNotAtAll)
{
    EXPECT_EQ(p.insert(0, U, ""), "8 accept 0: ");
    p.put(0, A, "a");
    for (CommitOp op : {A, M, C, U}) {
        EXPECT_EQ(p.insert(1, op, ""), "8 accept 1: ");
        EXPECT_EQ(p.insert(0, op, ""), "8 refuse");
        EXPECT_EQ(p.insert(2, op, ""), "8 refuse");
    }
}

// ---- before the table ----------------------------------------------------------------------------------------------

TEST(CatalogStock, NegativeVersion)
{
    History p;
    for (CommitOp op : {A, M, C, U, D})
        for (const char *snapshot : {"", "a"})
            for (int version : {-1, -2147483647 - 1}) {
                TestStockAnswer out = p.stock_answer(version, op, ids(snapshot));
                EXPECT_EQ(out.status.code, Code::bad_value);
                EXPECT_STREQ(out.status.message, ("version " + std::to_string(version) + " is negative").c_str());
            }
}

TEST(CatalogStock, LastVersionNumber)
{
    History p;
    p.put(0, A, "a");
    EXPECT_EQ(p.stock_answer(kMax, A, ids("a b")).status.code, Code::limit);
    p.put(kMax - 1, A, "a b");
    EXPECT_EQ(p.insert(0, A, "a c"), "3 accept 2147483647: a b c");   // the head's number counts
    p.versions.pop_back();
    p.put(kMax - 2, A, "a b").registered("c", kMax - 2);
    EXPECT_EQ(p.insert(1, A, "a c"), "3 accept 2147483646: a b c");
    EXPECT_EQ(p.insert(kMax - 1, U, "c"), "4>6 accept 2147483646: c");
    EXPECT_EQ(p.insert(kMax - 1, D, ""), "5 accept 2147483646: ");
}

TEST(CatalogStock, HeadWithTheLastVersionNumber)
{
    History p;
    p.put(kMax, A, "a");
    for (CommitOp op : {A, M, C, U, D})
        for (const char *snapshot : {"", "a", "a b"})
            EXPECT_EQ(p.stock_answer(1, op, ids(snapshot)).status.code, Code::limit);
}

TEST(CatalogStock, OutOfMemoryWhileASnapshotIsBuilt)
{
    TestArena plenty;
    std::vector<Uuid> fresh = ids("b"), there = ids("a");
    catalog::Window window;
    catalog::open_window(&window, -1, plenty.get());
    ASSERT_TRUE(catalog::add_version(&window, 0, A, view(there)).ok());
    const catalog::IdFacts added = {there[0], true, false, 0};
    for (CommitOp op : {A, U, C}) {
        catalog::StockCase one;
        one.op = op;
        one.version = 7;
        one.snapshot = one.fresh = view(fresh);
        one.head.version = 0;
        one.head.snapshot = view(there);
        one.window = &window;
        one.facts = {&added, 1};
        one.point.known = true;
        TestArena arena;
        catalog::StockVerdict verdict;
        EXPECT_TRUE(catalog::decide_stock(one, arena.get(), &verdict).ok());
        EXPECT_EQ(verdict.outcome, catalog::StockOutcome::accept);
        TestArena none;
        none.fail_after(0);
        EXPECT_EQ(catalog::decide_stock(one, none.get(), &verdict).code, Code::out_of_memory);
    }
}

TEST(CatalogStock, OnlyWhatCanGoOverVersionsLooksBack)
{
    for (CommitOp op : {A, M, C, U})
        for (int version : {0, 1, 2, 3}) {
            EXPECT_EQ(catalog::stock_needs_window(op, version, true, 1), op == C || op == U);
            EXPECT_FALSE(catalog::stock_needs_window(op, version, false, 1));
        }
    EXPECT_TRUE(catalog::stock_needs_window(D, 1, false, 1));
    EXPECT_FALSE(catalog::stock_needs_window(D, 2, false, 1));
    EXPECT_FALSE(catalog::stock_needs_window(D, 0, false, -1));
}

TEST(CatalogStock, WithoutAWindowADeleteBehindTheHeadIsRefused)
{
    TestArena arena;
    catalog::StockCase one;
    one.op = D;
    one.head.version = 3;
    catalog::StockVerdict verdict;
    EXPECT_TRUE(catalog::decide_stock(one, arena.get(), &verdict).ok());
    EXPECT_EQ(verdict.line, 6);
    EXPECT_EQ(verdict.outcome, catalog::StockOutcome::refuse);
}

TEST(CatalogStock, EveryLineFires)
{
    Fired fired;
    for (const Example &example : examples()) {
        History p(&fired);
        example.run(p);
    }
    EXPECT_EQ(fired, (Fired{"1 accept",    "1 refuse",      "1 suppress",  "2 accept",     "2 refuse",
                            "3 accept",    "3 refuse",      "4>6 accept",  "4>9 suppress", "4>10 refuse",
                            "4>11 accept", "4>12 suppress", "4>13 accept", "4>15 refuse",  "5 accept",
                            "6 accept",    "6 refuse",      "7 refuse",    "8 accept",     "8 refuse"}));
}

// ---- lists of ids --------------------------------------------------------------------------------------------------

std::string combined(const std::string &first, const std::string &whole, const std::string &without)
{
    TestArena arena;
    std::vector<Uuid> a = ids(first), b = ids(whole), c = ids(without);
    Uuids out;
    EXPECT_TRUE(catalog::combine(view(a), view(b), view(c), arena.get(), &out).ok());
    return names(out);
}

TEST(CatalogIds, CombineKeepsOrderAndTakesOut)
{
    EXPECT_EQ(combined("", "", ""), "");
    EXPECT_EQ(combined("k", "a b c", "a"), "k b c");
    EXPECT_EQ(combined("", "c b a", "b x"), "c a");
    EXPECT_EQ(combined("k", "", "k"), "k");
    EXPECT_EQ(combined("a", "a b", ""), "a a b");       // the first part is not looked at
    EXPECT_EQ(combined("", "a b a c a", "a"), "b c");   // each copy goes
    EXPECT_EQ(combined("", "a b b", "a a"), "b b");
}

TEST(CatalogIds, CombineOfMany)
{
    TestArena arena;
    std::vector<Uuid> whole, without;
    for (int i = 0; i < 10000; ++i) {
        whole.push_back(id("id" + std::to_string(i)));
        if (i % 3 == 0)
            without.push_back(whole.back());
    }
    Uuids out;
    EXPECT_TRUE(catalog::combine({}, view(whole), view(without), arena.get(), &out).ok());
    EXPECT_EQ(out.size, whole.size() - without.size());
    EXPECT_EQ(out[0], whole[1]);
    EXPECT_EQ(out[out.size - 1], whole[9998]);
}

TEST(CatalogIds, CombineWithoutMemory)
{
    TestArena arena(8);
    std::vector<Uuid> a = ids("a b c");
    Uuids out;
    EXPECT_NE(catalog::combine(view(a), {}, {}, arena.get(), &out).code, Code::ok);
}

TEST(CatalogIds, EqualAndBeginsWith)
{
    std::vector<Uuid> none, a = ids("a"), ab = ids("a b"), ba = ids("b a");
    EXPECT_TRUE(catalog::equal(view(none), {}));
    EXPECT_TRUE(catalog::equal(view(ab), view(ids("a b"))));
    EXPECT_FALSE(catalog::equal(view(ab), view(ba)));
    EXPECT_FALSE(catalog::equal(view(ab), view(a)));
    EXPECT_FALSE(catalog::equal(view(a), view(ab)));
    EXPECT_TRUE(catalog::begins_with(view(ab), view(a)));
    EXPECT_TRUE(catalog::begins_with(view(ab), view(ab)));
    EXPECT_TRUE(catalog::begins_with(view(ab), {}));
    EXPECT_TRUE(catalog::begins_with({}, {}));
    EXPECT_FALSE(catalog::begins_with(view(a), view(ab)));
    EXPECT_FALSE(catalog::begins_with(view(ba), view(a)));
    EXPECT_FALSE(catalog::begins_with({}, view(a)));
}

}   // namespace
}   // namespace lakesoul::test
