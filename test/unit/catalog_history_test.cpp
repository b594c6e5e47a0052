// Windows of stored versions, what each version did, and read points.
#include <gtest/gtest.h>

#include "catalog_partition.hpp"

namespace lakesoul::test {
namespace {

using catalog::Did;

// A window that owns what it was fed, and facts of ids.
class Fed {
public:
    explicit Fed(std::int32_t read_version) { catalog::open_window(&window, read_version, arena.get()); }

    Fed &add(std::int32_t version, CommitOp op, const std::string &snapshot)
    {
        std::vector<Uuid> copy = ids(snapshot);   // dies here: the window must keep what it needs
        EXPECT_TRUE(catalog::add_version(&window, version, op, view(copy)).ok());
        return *this;
    }
    Fed &fact(const std::string &commit, std::int32_t published_by, bool has_row = true, bool deletes = false)
    {
        facts.push_back({id(commit), has_row, deletes, published_by});
        catalog::sort_facts({facts.data(), facts.size()});
        return *this;
    }
    catalog::Facts known() const { return {facts.data(), facts.size()}; }
    Did did(std::size_t place) { return catalog::did(window.steps[place], known()); }
    std::string wanted()
    {
        Uuids out;
        EXPECT_TRUE(catalog::wanted_ids(window, &out).ok());
        return names(out);
    }
    // "rv: rs" or "unknown"
    std::string point(std::int32_t head, bool moves = false, const char *own = nullptr)
    {
        std::vector<Uuid> sent = ids(own == nullptr ? "" : own);
        Uuids sent_view = view(sent);
        catalog::ReadPoint out =
            catalog::read_point(window, head, own == nullptr ? nullptr : &sent_view, moves, known());
        step = out.step;
        return out.known ? std::to_string(out.version) + ": " + names(out.snapshot) : "unknown";
    }

    TestArena arena;
    catalog::Window window;
    std::vector<catalog::IdFacts> facts;
    std::size_t step = 0;
};

// What version 1 with this op and snapshot did after a predecessor.
Did did_after(const std::string &predecessor, CommitOp op, const std::string &snapshot, std::int32_t published_by,
              bool has_row = true, bool deletes = false)
{
    Fed fed(0);
    fed.add(0, A, predecessor).add(1, op, snapshot);
    for (const char *commit : {"x", "y"})
        fed.fact(commit, published_by, has_row, deletes);
    return fed.did(0);
}

TEST(CatalogDid, AddsIsAnExtensionByNewCommits)
{
    EXPECT_EQ(did_after("a", A, "a x", 1), Did::adds);
    EXPECT_EQ(did_after("a b", M, "a b x y", 1), Did::adds);
    EXPECT_EQ(did_after("", A, "x", 1), Did::adds);
    EXPECT_EQ(did_after("a", A, "a x x", 1), Did::adds);   // odd, but all new
}

TEST(CatalogDid, EverythingElseOfAnAppendChanges)
{
    EXPECT_EQ(did_after("a", A, "a", 1), Did::changes);                 // nothing new
    EXPECT_EQ(did_after("a", A, "", 1), Did::changes);                  // less
    EXPECT_EQ(did_after("a b", A, "b x", 1), Did::changes);             // not an extension
    EXPECT_EQ(did_after("a b", A, "b a x", 1), Did::changes);           // not in order
    EXPECT_EQ(did_after("a", A, "a x", 0), Did::changes);               // published before: a rollback
    EXPECT_EQ(did_after("a", A, "a x", -1), Did::changes);              // never published
    EXPECT_EQ(did_after("a", A, "a x", 1, false), Did::changes);        // its row is gone
    EXPECT_EQ(did_after("a", A, "a x", 1, true, true), Did::changes);   // Spark's DELETE
    EXPECT_EQ(did_after("a", A, "a x unknown", 1), Did::changes);       // one of several
}

TEST(CatalogDid, CompactsIsOneNewCommitOverSomething)
{
    EXPECT_EQ(did_after("a b", C, "x", 1), Did::compacts);
    EXPECT_EQ(did_after("a b", C, "x", 1, false), Did::compacts);   // also when its row is gone
    EXPECT_EQ(did_after("a b", C, "x", 1, true, true), Did::compacts);
    EXPECT_EQ(did_after("", C, "x", 1), Did::changes);        // a load
    EXPECT_EQ(did_after("a b", C, "x b", 1), Did::changes);   // with a later commit
    EXPECT_EQ(did_after("a b", C, "x", 0), Did::changes);     // copied by a stock rollback
    EXPECT_EQ(did_after("a b", C, "unknown", 1), Did::changes);
    EXPECT_EQ(did_after("a b", C, "", 1), Did::changes);
}

TEST(CatalogDid, OtherOpsChange)
{
    for (CommitOp op : {U, D}) {
        EXPECT_EQ(did_after("a", op, "a x", 1), Did::changes);
        EXPECT_EQ(did_after("a", op, "x", 1), Did::changes);
        EXPECT_EQ(did_after("a", op, "", 1), Did::changes);
    }
    EXPECT_EQ(did_after("a", C, "a x", 1), Did::changes);
}

TEST(CatalogDid, FirstVersionHasNoPredecessor)
{
    Fed fed(-1);
    fed.add(0, A, "x").fact("x", 0);
    EXPECT_EQ(fed.did(0), Did::adds);
    Fed load(-1);
    load.add(0, C, "x").fact("x", 0);
    EXPECT_EQ(load.did(0), Did::changes);
}

TEST(CatalogWindow, WantsTheIdsThatAreNewToTheirPredecessor)
{
    Fed fed(0);
    EXPECT_EQ(fed.wanted(), "");
    fed.add(0, A, "a").add(1, A, "a b").add(2, M, "a b c d").add(3, C, "k").add(4, U, "u").add(5, D, "");
    EXPECT_EQ(fed.wanted(), "b c d k");   // what an Update or Delete lists cannot matter
}

TEST(CatalogWindow, KeepsTheReadSnapshotAndSteps)
{
    Fed fed(2);
    fed.add(2, A, "a b").add(3, A, "a b c").add(4, D, "");
    EXPECT_EQ(names(fed.window.read_snapshot), "a b");
    ASSERT_EQ(fed.window.steps.size, 2u);
    EXPECT_EQ(fed.window.steps[0].version, 3);
    EXPECT_EQ(fed.window.steps[1].op, D);
    EXPECT_EQ(names(fed.window.steps[0].fresh), "c");
}

TEST(CatalogWindow, GrowsWithTheHistory)
{
    Fed fed(0);
    std::string snapshot;
    for (int i = 0; i < 200; ++i) {
        std::string commit = "c" + std::to_string(i);
        snapshot += " " + commit;
        fed.add(i, A, snapshot).fact(commit, i);
    }
    EXPECT_EQ(fed.window.steps.size, 199u);
    EXPECT_EQ(fed.point(199), "0: c0");
    for (std::size_t i = 0; i < 199; ++i)
        ASSERT_EQ(fed.did(i), Did::adds);
}

TEST(CatalogWindow, RunsOutOfMemorySoftly)
{
    int failures = 0;
    for (int chunks = 0; chunks < 20; ++chunks) {
        TestArena arena;
        arena.use_smallest_chunks();
        arena.fail_after(chunks);
        catalog::Window window;
        catalog::open_window(&window, 0, arena.get());
        Status status;
        for (int i = 0; i < 3 && status.ok(); ++i) {
            std::vector<Uuid> snapshot = ids(i == 0 ? "a" : i == 1 ? "a b" : "k");
            status = catalog::add_version(&window, i, i == 2 ? C : A, view(snapshot));
        }
        Uuids wanted;
        if (status.ok())
            status = catalog::wanted_ids(window, &wanted);
        failures += !status.ok();
        EXPECT_TRUE(status.ok() || status.code == Code::out_of_memory);
    }
    EXPECT_TRUE(failures > 3 && failures < 20) << failures;
}

TEST(CatalogReadPoint, KnownIfEveryVersionIsStored)
{
    Fed fed(1);
    fed.add(1, A, "a").add(2, A, "a b").add(3, A, "a b c");
    EXPECT_EQ(fed.point(3), "1: a");
    EXPECT_EQ(fed.point(3, false, "a"), "1: a");
    EXPECT_EQ(fed.point(3, false, "a b"), "unknown");
    EXPECT_EQ(fed.point(3, false, ""), "unknown");
    EXPECT_EQ(fed.point(4), "unknown");   // the head was not fed
}

TEST(CatalogReadPoint, OwnSnapshotIsComparedInOrder)
{
    Fed fed(0);
    fed.add(0, A, "a b");
    EXPECT_EQ(fed.point(0, false, "a b"), "0: a b");
    EXPECT_EQ(fed.point(0, false, "b a"), "unknown");
    EXPECT_EQ(fed.point(0, false, "a b b"), "unknown");
}

TEST(CatalogReadPoint, UnknownOverAGap)
{
    Fed fed(0);
    fed.add(0, A, "a").add(2, A, "a b");
    EXPECT_EQ(fed.point(2), "unknown");
    Fed first(0);
    first.add(1, A, "a");
    EXPECT_EQ(first.point(1), "unknown");
}

TEST(CatalogReadPoint, UnknownIfAVersionComesTwice)
{
    Fed fed(0);
    fed.add(0, A, "a").add(1, A, "a b").add(1, A, "a b");
    EXPECT_EQ(fed.point(1), "unknown");
    Fed read_twice(0);
    read_twice.add(0, A, "a").add(0, A, "a");
    EXPECT_EQ(read_twice.point(0), "unknown");
}

TEST(CatalogReadPoint, UnknownAheadOfTheHead)
{
    Fed fed(5);
    EXPECT_EQ(fed.point(3), "unknown");
    EXPECT_EQ(fed.point(-1), "unknown");
}

TEST(CatalogReadPoint, ReadAsAbsent)
{
    EXPECT_EQ(Fed(-1).point(-1), "-1: ");
    EXPECT_EQ(Fed(-1).point(-1, true, ""), "-1: ");
    EXPECT_EQ(Fed(-1).point(-1, true, "a"), "unknown");
    EXPECT_EQ(Fed(-1).add(0, A, "a").point(0), "-1: ");
    EXPECT_EQ(Fed(-1).add(1, A, "a").point(1), "unknown");   // version 0 was cleaned, or numbering went on
    EXPECT_EQ(Fed(-1).add(0, A, "a").add(1, A, "a b").point(1, false, "a"), "unknown");
}

TEST(CatalogReadPoint, LastVersion)
{
    constexpr std::int32_t last = catalog::kMaxVersion;
    EXPECT_EQ(Fed(last).add(last, A, "a").point(last), std::to_string(last) + ": a");
    EXPECT_EQ(Fed(last - 1).add(last - 1, A, "a").add(last, A, "a b").point(last), std::to_string(last - 1) + ": a");
    EXPECT_EQ(Fed(last).point(0), "unknown");
}

TEST(CatalogReadPoint, MovesOverCompactionsThatFollowAtOnce)
{
    Fed fed(0);
    fed.add(0, A, "a").add(1, C, "k").add(2, C, "l").add(3, A, "l b").add(4, C, "m");
    fed.fact("k", 1).fact("l", 2).fact("b", 3).fact("m", 4);
    EXPECT_EQ(fed.point(4, true), "2: l");
    EXPECT_EQ(fed.step, 2u);
    EXPECT_EQ(fed.point(4, false), "0: a");
    EXPECT_EQ(fed.step, 0u);
}

TEST(CatalogReadPoint, DoesNotMoveOverWhatOnlyLooksLikeACompaction)
{
    Fed copied(0);
    copied.add(0, A, "a").add(1, C, "k").fact("k", 0);
    EXPECT_EQ(copied.point(1, true), "0: a");
    Fed load(-1);
    load.add(0, C, "k").fact("k", 0);
    EXPECT_EQ(load.point(0, true), "-1: ");
}

using catalog::Change;

// What a reader of changes makes of version 4 after version 3, in a window that begins at read.
Change change_after(const std::string &predecessor, CommitOp op, const std::string &snapshot, std::int32_t published_by,
                    std::int32_t read = 3, bool stored = true, bool has_row = true, bool deletes = false)
{
    Fed fed(read);
    if (stored)
        fed.add(3, A, predecessor);
    fed.add(4, op, snapshot);
    for (const char *commit : {"x", "y"})
        fed.fact(commit, published_by, has_row, deletes);
    for (const char *commit : {"a", "b", "c"})
        fed.fact(commit, 0);
    return catalog::change_of(fed.window.steps[fed.window.steps.size - 1], fed.known());
}

TEST(CatalogChange, AppendsAndMergesAdd)
{
    EXPECT_EQ(change_after("a", A, "a x y", 4), Change::adds);
    EXPECT_EQ(change_after("", M, "x", 4), Change::adds);
    EXPECT_EQ(change_after("a", A, "a x", 4, 3, true, true, true), Change::rebuild) << "it deletes files";
    EXPECT_EQ(change_after("a", A, "a x", 4, 3, true, false), Change::rebuild) << "its row is gone";
    EXPECT_EQ(change_after("a", A, "a x", 2), Change::rebuild) << "rolled forward";
    EXPECT_EQ(change_after("a b", A, "a", 4), Change::rebuild);
}

TEST(CatalogChange, CompactionsArePassedOver)
{
    EXPECT_EQ(change_after("a b", C, "x", 4), Change::passes_over);
    EXPECT_EQ(change_after("a b c", C, "x b c", 4), Change::passes_over);
    EXPECT_EQ(change_after("a b c", C, "x a c", 4), Change::passes_over);
    EXPECT_EQ(change_after("a b c", C, "x c b", 4), Change::rebuild) << "not in order";
    EXPECT_EQ(change_after("a", C, "x a a", 4), Change::rebuild) << "twice";
    EXPECT_EQ(change_after("a", C, "x y", 4), Change::rebuild) << "brings another one";
    EXPECT_EQ(change_after("a b", C, "x b", 2), Change::rebuild) << "a copy of an old version";
    EXPECT_EQ(change_after("", C, "x", 4), Change::rebuild) << "there was nothing to compact";
    EXPECT_EQ(change_after("a", C, "", 4), Change::rebuild);
}

TEST(CatalogChange, UpdatesDeletesAndRollbacksAreRebuilds)
{
    EXPECT_EQ(change_after("a", U, "x", 4), Change::rebuild);
    EXPECT_EQ(change_after("a", U, "a x", 4), Change::rebuild);
    EXPECT_EQ(change_after("a", D, "", 4), Change::rebuild);
}

TEST(CatalogChange, VersionAfterAGapIsARebuild)
{
    EXPECT_EQ(change_after("", A, "x", 4, 3, false), Change::rebuild) << "the read version is not stored";
    EXPECT_EQ(change_after("a", A, "a x", 4, 2), Change::adds) << "3 was, whatever became of 2";
    EXPECT_EQ(change_after("", A, "x", 4, -1, false), Change::adds) << "nothing was read, it holds what it adds";
    EXPECT_EQ(change_after("", A, "a x", 4, -1, false), Change::rebuild) << "nothing was read, it holds older ones";
    Fed fed(-1);
    fed.add(0, A, "a").add(2, A, "a x").fact("a", 0).fact("x", 2);
    EXPECT_EQ(catalog::change_of(fed.window.steps[0], fed.known()), Change::adds);
    EXPECT_EQ(catalog::change_of(fed.window.steps[1], fed.known()), Change::rebuild);
}

TEST(CatalogFacts, AreFoundByBisection)
{
    std::vector<catalog::IdFacts> facts;
    for (int i = 99; i >= 0; --i)
        facts.push_back({id("c" + std::to_string(i)), true, false, i});
    catalog::sort_facts({facts.data(), facts.size()});
    for (int i = 1; i < 100; ++i) {
        Fed fed(i - 1);
        fed.facts = facts;
        fed.add(i - 1, A, "").add(i, A, "c" + std::to_string(i));
        EXPECT_EQ(fed.did(0), Did::adds) << i;
    }
}

}   // namespace
}   // namespace lakesoul::test
