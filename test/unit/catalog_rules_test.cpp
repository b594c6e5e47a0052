// The rule table of the function path, line by line. Each example is the history that made its line necessary.
#include <gtest/gtest.h>

#include <fstream>

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

// A test that EveryRowOfTheTableFires runs too.
#define EXAMPLE(name)                                                                                                  \
    void name(History &p);                                                                                             \
    const bool registered_##name = (examples().push_back({name}), true);                                               \
    TEST(CatalogRules, name)                                                                                           \
    {                                                                                                                  \
        EXPECT_TRUE(registered_##name);                                                                                \
        History p;                                                                                                     \
        name(p);                                                                                                       \
    }                                                                                                                  \
    void name(History &p)

// ---- lines 1 and 2 ---------------------------------------------------------------------------------------------

EXAMPLE(Line1_TwoAppendsPlannedFromOneHeadBothStay)
{
    EXPECT_EQ(p.ask(A, "a"), "1 committed 0: a");
    p.put(0, A, "a").put(1, A, "a b");
    EXPECT_EQ(p.ask(A, "c"), "1 committed 2: a b c");
    EXPECT_EQ(p.ask(M, "c d", read(0, "a")), "1 committed 2: a b c d");
    EXPECT_EQ(p.ask(A, "c", read(7)), "1 committed 2: a b c");   // what was read does not matter
}

EXAMPLE(Line1_AppendAfterDeleteStartsAnew)
{
    p.put(0, A, "a").put(1, D, "");
    EXPECT_EQ(p.ask(M, "b"), "1 committed 2: b");
}

EXAMPLE(Line2_SparkDeleteOfActiveFileCommits)
{
    p.put(0, A, "a").put(1, A, "a b");
    EXPECT_EQ(p.ask_files(A, "d", "del a, add rest"), "2 committed 2: a b d");
    EXPECT_EQ(p.ask_files(M, "d", "add new, del new"), "2 committed 2: a b d");
}

EXAMPLE(Line2_SparkDeleteOfFileAlreadyRewrittenConflicts)
{
    p.put(0, A, "a").put(1, C, "k");   // the rewritten rows of file a would come back beside the compacted ones
    EXPECT_EQ(p.ask_files(A, "d", "del a, add rest"), "2 conflict");
}

EXAMPLE(Line2_TwoSparkDeletesOfOneFileConflict)
{
    p.row("d", "del a, add rest").put(0, A, "a").put(1, A, "a d");
    EXPECT_EQ(p.ask_files(A, "e", "del a, add other"), "2 conflict");
    EXPECT_EQ(p.ask_files(A, "e", "del rest"), "2 committed 2: a d e");
}

// ---- lines 3 to 5: nothing read ----------------------------------------------------------------------------------

EXAMPLE(Line3_LoadIntoAbsentPartitionAsCompaction)
{
    EXPECT_EQ(p.ask(C, "k"), "3 committed 0: k");
}

EXAMPLE(Line3_CompactionMustSayWhatItRead)
{
    p.put(0, A, "a");   // or it would drop whatever was committed meanwhile
    EXPECT_EQ(p.ask(C, "k"), "3 error 22023");
}

EXAMPLE(Line4_OverwriteReplacesWhateverIsThere)
{
    EXPECT_EQ(p.ask(U, "u"), "4 committed 0: u");
    p.put(0, A, "a").put(1, C, "k");
    EXPECT_EQ(p.ask(U, "u v"), "4 committed 2: u v");
    EXPECT_EQ(p.ask(U, ""), "4 committed 2: ");
}

EXAMPLE(Line5_DeleteOfPartitionThatWasNotReadIsSkipped)
{
    EXPECT_EQ(p.ask(D, "d"), "5 skipped");
    p.put(0, A, "a");   // a partition that the reader saw no file of: what is there came later
    EXPECT_EQ(p.ask(D, "d"), "5 skipped");
}

// ---- lines 6 to 8: the head was read ---------------------------------------------------------------------------

EXAMPLE(Line6_ReadOfTheHeadReplacesIt)
{
    EXPECT_EQ(p.ask(C, "k", read(-1)), "6 committed 0: k");
    EXPECT_EQ(p.ask(U, "u", read(-1)), "6 committed 0: u");
    p.put(0, A, "a").put(1, A, "a b");
    EXPECT_EQ(p.ask(C, "k", read(1, "a b")), "6 committed 2: k");
    EXPECT_EQ(p.ask(U, "u v", read(1)), "6 committed 2: u v");
    EXPECT_EQ(p.ask(U, "", read(1)), "6 committed 2: ");
}

EXAMPLE(Line6_UpdateReadPointMovesOverACompaction)
{
    p.put(0, A, "a").put(1, C, "k");   // stock clients commit this too
    EXPECT_EQ(p.ask(U, "u", read(0, "a")), "6 committed 2: u");
    p.put(2, C, "l");
    EXPECT_EQ(p.ask(U, "u", read(0, "a")), "6 committed 3: u");
}

EXAMPLE(Line7_DeleteOfTheHeadThatWasRead)
{
    EXPECT_EQ(p.ask(D, "d", read(-1)), "7 skipped");
    p.put(0, A, "a");
    EXPECT_EQ(p.ask(D, "d", read(0, "a")), "7 committed 1: ");
    EXPECT_EQ(p.ask(D, "", read(0)), "7 committed 1: ");
    p.put(1, C, "k");   // the same rows as before
    EXPECT_EQ(p.ask(D, "d", read(0, "a")), "7 committed 2: ");
}

EXAMPLE(Line8_SecondDeleteOfWhatWasDeletedIsDone)
{
    p.put(0, A, "a").put(1, D, "");
    EXPECT_EQ(p.ask(D, "d", read(0, "a")), "8 already_committed");
    EXPECT_EQ(p.ask(D, "", read(0)), "8 already_committed");
    EXPECT_EQ(p.ask(D, "d", read(-1)), "15 conflict with 1");
    EXPECT_EQ(p.ask(U, "u", read(0, "a")), "15 conflict with 1");
}

EXAMPLE(Line8_NotADeleteThatLeftFilesBehind)
{
    p.put(0, A, "a").put(1, A, "a b").put(2, D, "b");
    EXPECT_EQ(p.ask(D, "d", read(1, "a b")), "15 conflict with 2");
}

// ---- lines 9 and 10: unknown read points -------------------------------------------------------------------------

EXAMPLE(Line9_CompactionOfARemadePartitionIsSkipped)
{
    p.put(0, A, "x");   // dropped and made again since; version 0 was another one
    EXPECT_EQ(p.ask(C, "k", read(0, "a")), "9 skipped");
    EXPECT_EQ(p.ask(C, "k", read(3, "a")), "9 skipped");
    EXPECT_EQ(p.ask(C, "k", read(-1, "a")), "9 skipped");
}

EXAMPLE(Line9_CompactionWhoseReadVersionWasCleanedIsSkipped)
{
    p.put(0, A, "a").put(1, C, "k").put(2, A, "k b").remove_version(0);
    EXPECT_EQ(p.ask(C, "l", read(0, "a")), "9 skipped");
    EXPECT_EQ(p.ask(C, "l", read(-1)), "9 skipped");
}

EXAMPLE(Line10_UpdateOfARemadePartitionConflicts)
{
    EXPECT_EQ(p.ask(U, "u", read(0, "a")), "10 conflict");
    p.put(0, A, "x");
    EXPECT_EQ(p.ask(U, "u", read(0, "a")), "10 conflict");
    EXPECT_EQ(p.ask(D, "d", read(0, "a")), "10 conflict");
    EXPECT_EQ(p.ask(D, "", read(1)), "10 conflict");
}

EXAMPLE(Line10_GapAfterTheReadVersionConflicts)
{
    p.put(0, A, "a").put(1, A, "a b").put(2, A, "a b c").remove_version(1);
    EXPECT_EQ(p.ask(U, "u", read(0, "a")), "10 conflict");
}

// ---- lines 11 and 12: compactions --------------------------------------------------------------------------------

EXAMPLE(Line11_CompactionKeepsAppendCommittedWhileItRan)
{
    p.put(0, A, "a").put(1, A, "a b").put(2, M, "a b c").put(3, A, "a b c d");
    EXPECT_EQ(p.ask(C, "k", read(1, "a b")), "11 committed 4: k c d");
    EXPECT_EQ(p.ask(C, "k", read(-1)), "11 committed 4: k a b c d");
}

EXAMPLE(Line12_CompactionAfterUpdateOrDeleteIsSkipped)
{
    p.put(0, A, "a").put(1, U, "u");   // it would bring back the rows from before the update
    EXPECT_EQ(p.ask(C, "k", read(0, "a")), "12 skipped");
    p.put(2, D, "");
    EXPECT_EQ(p.ask(C, "k", read(1, "u")), "12 skipped");
}

EXAMPLE(Line12_CompactionAfterSparkDeleteIsSkipped)
{
    p.row("d", "del a, add rest").put(0, A, "a").put(1, A, "a d");   // its `del` would name a file that k replaced
    EXPECT_EQ(p.ask(C, "k", read(0, "a")), "12 skipped");
}

EXAMPLE(Line12_CompactionAfterAppendWhoseRowIsGoneIsSkipped)
{
    p.put(0, A, "a").put(1, A, "a b").retire("b");   // nobody can say whether it held a `del`
    EXPECT_EQ(p.ask(C, "k", read(0, "a")), "12 skipped");
}

EXAMPLE(Line12_SecondCompactionIsSkipped)
{
    p.put(0, A, "a").put(1, C, "k");
    EXPECT_EQ(p.ask(C, "l", read(0, "a")), "12 skipped");
}

EXAMPLE(Line12_CompactionSkippedAfterStockRollbackCopiedACompaction)
{
    p.put(0, A, "a").put(1, C, "k").put(2, A, "k b").put(3, C, "k");   // row 1 again, op and all: b is rolled back
    EXPECT_EQ(p.ask(C, "l", read(2, "k b")), "12 skipped");
    EXPECT_EQ(p.ask(U, "u", read(2, "k b")), "15 conflict with 3");
}

EXAMPLE(Line12_CompactionSkippedAfterStockRollbackCopiedAnAppend)
{
    p.put(0, A, "a").put(1, A, "a b").put(2, U, "a").put(3, A, "a b");   // extends, but b was published before
    EXPECT_EQ(p.ask(C, "k", read(2, "a")), "12 skipped");
}

// ---- lines 13 to 15: updates and deletes ---------------------------------------------------------------------------

EXAMPLE(Line13_UpdateKeepsAppendCommittedAfterItsRead)
{
    p.put(0, A, "a").put(1, A, "a b");
    EXPECT_EQ(p.ask(U, "u", read(0, "a")), "13 committed 2: u b");
    EXPECT_EQ(p.ask(U, "", read(0, "a")), "13 committed 2: b");
    EXPECT_EQ(p.ask(U, "u", read(-1)), "13 committed 2: u a b");
}

EXAMPLE(Line13_UpdateMovesOverCompactionAndKeepsLaterAppend)
{
    p.put(0, A, "a").put(1, C, "k").put(2, A, "k b");
    EXPECT_EQ(p.ask(U, "u", read(0, "a")), "13 committed 3: u b");
}

EXAMPLE(Line14_DeleteKeepsWhatWasAppendedAfterItsRead)
{
    p.put(0, A, "a").put(1, A, "a b");
    EXPECT_EQ(p.ask(D, "d", read(0, "a")), "14 committed 2: b");
    EXPECT_EQ(p.ask(D, "d", read(-1)), "14 committed 2: a b");
}

EXAMPLE(Line14_DeleteMovesOverCompactionAndKeepsLaterAppend)
{
    p.put(0, A, "a").put(1, C, "k").put(2, A, "k b");
    EXPECT_EQ(p.ask(D, "d", read(0, "a")), "14 committed 3: b");
}

EXAMPLE(Line15_SecondUpdateOfOneReadConflicts)
{
    p.put(0, A, "a").put(1, U, "u");
    EXPECT_EQ(p.ask(U, "v", read(0, "a")), "15 conflict with 1");
    EXPECT_EQ(p.ask(D, "d", read(0, "a")), "15 conflict with 1");
}

EXAMPLE(Line15_ReadPointDoesNotMoveOverCompactionAfterAppend)
{
    p.put(0, A, "a").put(1, A, "a b").put(2, C, "k");   // k holds b, which the update did not read
    EXPECT_EQ(p.ask(U, "u", read(0, "a")), "15 conflict with 2");
    EXPECT_EQ(p.ask(D, "d", read(0, "a")), "15 conflict with 2");
}

EXAMPLE(Line15_ReadPointDoesNotMoveOverCompactionWithLaterCommits)
{
    p.put(0, A, "a").put(1, A, "a b").put(2, C, "k b");
    EXPECT_EQ(p.ask(U, "u", read(1, "a b")), "15 conflict with 2");
}

EXAMPLE(Line15_ConflictNamesTheFirstVersionThatCannotBeCombined)
{
    p.put(0, A, "a").put(1, C, "k").put(2, A, "k b").put(3, U, "u").put(4, D, "");
    EXPECT_EQ(p.ask(D, "d", read(0, "a")), "15 conflict with 3");
}

TEST(CatalogRules, OutOfMemoryWhileASnapshotIsBuilt)
{
    TestArena arena;
    arena.fail_after(0);
    std::vector<Uuid> delta = ids("a");
    catalog::Case one;
    one.delta.ids = view(delta);
    catalog::Verdict verdict;
    EXPECT_EQ(catalog::decide(one, arena.get(), &verdict).code, Code::out_of_memory);
}

TEST(CatalogRules, OnlyCompactionUpdateAndDeleteLookBack)
{
    for (CommitOp op : {A, M, C, U, D}) {
        EXPECT_EQ(catalog::needs_window(op, true), op != A && op != M);
        EXPECT_FALSE(catalog::needs_window(op, false));
    }
}

// ---- the table itself ----------------------------------------------------------------------------------------------

std::string printed_rules()
{
    TestArena arena;
    View text;
    EXPECT_TRUE(catalog::print_rules(arena.get(), &text).ok());
    return std::string(text);
}

TEST(CatalogRules, EveryRowOfTheTableFires)
{
    Fired fired;
    for (const Example &example : examples()) {
        History p(&fired);
        example.run(p);
    }
    Fired rows;
    std::istringstream table(printed_rules());
    std::string line;
    std::getline(table, line);
    std::getline(table, line);
    for (std::size_t count = 1; std::getline(table, line); ++count) {
        std::vector<std::string> cells;
        for (std::size_t at = 2; at < line.size(); at = line.find(" |", at) + 3)
            cells.push_back(line.substr(at, line.find(" |", at) - at));
        ASSERT_EQ(cells.size(), 8u) << line;
        rows.insert(cells[0] + " " + cells[6]);
        EXPECT_EQ(rows.size(), count) << "two rows with this line and outcome: " << line;
    }
    EXPECT_EQ(rows.size(), 18u);
    EXPECT_EQ(fired, rows);
}

TEST(CatalogRules, RollbackIsANewVersionWhateverCameSince)
{
    std::vector<Uuid> old = ids("a b"), now = ids("k");
    catalog::Head head = {};
    head.version = 7;
    head.snapshot = view(now);
    catalog::Verdict verdict;
    ASSERT_TRUE(catalog::decide_rollback(head, view(old), &verdict).ok());
    EXPECT_EQ(verdict.outcome, catalog::Outcome::committed);
    EXPECT_EQ(verdict.version, 8);
    EXPECT_EQ(names(verdict.snapshot), "a b");
    ASSERT_TRUE(catalog::decide_rollback(head, view(now), &verdict).ok());
    EXPECT_EQ(verdict.outcome, catalog::Outcome::already_committed);
    EXPECT_EQ(verdict.version, 7);
    head.last_dropped_version = 9;
    ASSERT_TRUE(catalog::decide_rollback(head, Uuids(), &verdict).ok());
    EXPECT_EQ(verdict.version, 10);
    head.version = catalog::kMaxVersion;
    EXPECT_EQ(catalog::decide_rollback(head, view(old), &verdict).code, Code::limit);
    EXPECT_TRUE(catalog::decide_rollback(head, view(now), &verdict).ok());
}

TEST(CatalogRules, DocumentHasTheTable)
{
    std::ifstream file(LAKESOUL_SOURCE_DIR "/docs/commit-semantics.md");
    std::stringstream text;
    text << file.rdbuf();
    const std::string begin = "<!-- rules -->\n", end = "<!-- /rules -->", page = text.str();
    std::size_t from = page.find(begin), to = page.find(end);
    ASSERT_TRUE(from != std::string::npos && to != std::string::npos) << "docs/commit-semantics.md lacks its markers";
    EXPECT_EQ(page.substr(from + begin.size(), to - from - begin.size()), printed_rules());
}

}   // namespace
}   // namespace lakesoul::test
