// Which paths stored versions and registered commits reference.
#include <gtest/gtest.h>

#include <random>

#include "catalog_partition.hpp"
#include "core/catalog/references.hpp"

namespace lakesoul::test {
namespace {

// A partition's rows, fed as src/pg/references.cpp feeds them.
struct StoredCommit {
    std::string name, ops;
    int published_by = -1;
};
struct StoredVersion {
    std::string snapshot;
    bool goes = false;
};
struct Stored {
    std::vector<StoredCommit> commits;
    std::vector<StoredVersion> versions;   // their numbers are their places
};

class Asked {
public:
    explicit Asked(std::vector<std::string> wanted) : paths_(std::move(wanted))
    {
        for (std::size_t i = 0; i < paths_.size(); ++i)
            candidates_.push_back({paths_[i], i, false, false});
        Span<catalog::Candidate> span = {candidates_.data(), candidates_.size()};
        catalog::unite(&span);
        candidates_.resize(span.size);
        catalog::open_references(&references_, span);
    }

    Status feed(const Stored &partition, TestArena *arena)
    {
        catalog::begin_partition(&references_, arena->get());
        for (const StoredCommit &commit : partition.commits) {
            TestFiles list = files(commit.ops);
            std::vector<wire::DataFileOp> ops;
            for (const TestFile &file : list) {
                wire::DataFileOp op;
                op.path = file.path;
                op.file_op = file.op;
                ops.push_back(op);
            }
            std::size_t number = static_cast<std::size_t>(commit.published_by);   // huge: none
            bool fresh = number < partition.versions.size() && partition.versions[number].goes;
            Status status = catalog::add_commit(&references_, id(commit.name), commit.published_by >= 0, fresh,
                                                {ops.data(), ops.size()});
            if (!status.ok())
                return status;
        }
        if (!catalog::wants_versions(references_))
            return {};
        Status status = catalog::begin_versions(&references_);
        for (std::size_t i = 0; status.ok() && i < partition.versions.size(); ++i) {
            std::vector<Uuid> snapshot = ids(partition.versions[i].snapshot);   // dies here
            status = catalog::add_version(&references_, !partition.versions[i].goes, view(snapshot));
        }
        if (status.ok())
            catalog::end_partition(&references_);
        return status;
    }

    std::string referenced() const
    {
        return those([](const catalog::Candidate &c) { return c.referenced; });
    }
    std::string was_active() const
    {
        return those([](const catalog::Candidate &c) { return c.was_active; });
    }
    std::size_t left() const { return references_.left; }
    const std::vector<catalog::Candidate> &candidates() const { return candidates_; }

private:
    template <typename Is> std::string those(Is is) const
    {
        std::string text;
        for (const catalog::Candidate &candidate : candidates_)
            if (is(candidate))
                text.append(text.empty() ? "" : " ").append(candidate.path);
        return text;
    }

    std::vector<std::string> paths_;
    std::vector<catalog::Candidate> candidates_;
    catalog::References references_;
};

// "referenced | was active" of f1 to f5.
std::string answer(const Stored &partition)
{
    Asked asked({"f1", "f2", "f3", "f4", "f5"});
    TestArena arena;
    EXPECT_TRUE(asked.feed(partition, &arena).ok());
    return asked.referenced() + " | " + asked.was_active();
}

TEST(CatalogReferences, ActiveFilesOfVersionsThatStay)
{
    EXPECT_EQ(answer({{{"a", "add f1", 0}, {"b", "add f2, add f3", 1}}, {{"a"}, {"a b"}}}), "f1 f2 f3 | ");
    EXPECT_EQ(answer({{{"a", "add f1", 0}, {"k", "add f2", 1}}, {{"a", true}, {"k"}}}), "f2 | f1");
    EXPECT_EQ(answer({{{"a", "add f1", 0}}, {{"a"}, {""}}}), "f1 | ");
}

TEST(CatalogReferences, DeletedFilesAreThoseOfVersionsBefore)
{
    EXPECT_EQ(answer({{{"a", "add f1, add f2", 0}, {"b", "del f1", 1}}, {{"a", true}, {"a b"}}}), "f2 | f1 f2");
    EXPECT_EQ(answer({{{"a", "add f1, add f2", 0}, {"b", "del f1", 1}}, {{"a"}, {"a b"}}}), "f1 f2 | ");
    EXPECT_EQ(
        answer({{{"a", "add f1", 0}, {"b", "del f1", 1}, {"c", "add f1", 2}}, {{"a", true}, {"a b", true}, {"a b c"}}}),
        "f1 | f1");
}

TEST(CatalogReferences, AnIdCountsWhereItStandsFirst)
{
    EXPECT_EQ(answer({{{"a", "add f1", 0}, {"b", "del f1", 1}}, {{"a b a"}}}), " | ");
    EXPECT_EQ(answer({{{"a", "add f1", 0}, {"b", "del f1", 1}}, {{"a b"}, {"a b a"}}}), " | ");
    EXPECT_EQ(answer({{{"a", "add f1", 0}, {"b", "del f1", 1}}, {{"b a"}}}), "f1 | ");
}

TEST(CatalogReferences, WhatNoVersionHadComesWithTheVersionThatPublishedIt)
{
    Stored once = {{{"a", "add f1, del f1", 0}, {"b", "add f2", 1}}, {{"a", true}, {"a b"}}};
    EXPECT_EQ(answer(once), "f2 | f1");
    once.commits[0].published_by = 1;
    EXPECT_EQ(answer(once), "f2 | ");
}

TEST(CatalogReferences, RegisteredCommitsMayYetBePublished)
{
    EXPECT_EQ(answer({{{"a", "add f1, del f2"}}, {}}), "f1 | ");
    EXPECT_EQ(answer({{{"a", "add f1, del f1"}}, {{""}}}), "f1 | ");
    // One that a version lists was published, whatever its row says.
    EXPECT_EQ(answer({{{"a", "add f1"}, {"k", "add f2", 1}}, {{"a", true}, {"k"}}}), "f2 | f1");
}

TEST(CatalogReferences, SeveralPartitionsAreAsked)
{
    Asked asked({"f1", "f2", "f3", "f1"});
    EXPECT_EQ(asked.left(), 3U);
    TestArena first, second, third;
    EXPECT_TRUE(asked.feed({{{"a", "add f1", 0}}, {{"a", true}}}, &first).ok());
    EXPECT_TRUE(asked.feed({{{"z", "add x", 0}}, {{"z"}}}, &second).ok());
    EXPECT_TRUE(asked.feed({{{"a", "add f1, add f2", 0}}, {{"a"}}}, &third).ok());
    EXPECT_EQ(asked.referenced(), "f1 f2");
    EXPECT_EQ(asked.was_active(), "f1");
    EXPECT_EQ(asked.left(), 1U);
}

TEST(CatalogReferences, UnitingKeepsTheFirstOwner)
{
    std::vector<catalog::Candidate> list = {{"b", 2, false, false}, {"a", 1, false, false}, {"b", 1, false, true}};
    Span<catalog::Candidate> span = {list.data(), list.size()};
    catalog::unite(&span);
    ASSERT_EQ(span.size, 2U);
    EXPECT_EQ(span[0].path, "a");
    EXPECT_EQ(span[1].owner, 1U);
    EXPECT_TRUE(span[1].was_active);
}

// The same question answered version by version, with catalog::fold.
std::set<std::string> folded(const Stored &partition, bool goes)
{
    std::set<std::string> out;
    for (const StoredVersion &version : partition.versions) {
        if (version.goes != goes)
            continue;
        TestFiles list;
        std::set<std::string> seen;
        std::istringstream in(version.snapshot);
        for (std::string name; in >> name;)
            for (const StoredCommit &commit : partition.commits)
                if (commit.name == name && seen.insert(name).second)
                    for (const TestFile &file : files(commit.ops))
                        list.push_back(file);
        std::vector<catalog::FoldOp> ops;
        for (const TestFile &file : list)
            ops.push_back({file.path, file.op});
        EXPECT_TRUE(catalog::fold({ops.data(), ops.size()}).ok());
        for (const catalog::FoldOp &op : ops)
            if (op.active)
                out.insert(std::string(op.path));
    }
    return out;
}

Stored random_partition(std::mt19937 *random)
{
    auto pick = [&](int n) { return static_cast<int>((*random)() % static_cast<unsigned>(n)); };
    Stored partition;
    int commits = 1 + pick(6), versions = 1 + pick(6), going = pick(versions + 1);
    for (int i = 0; i < commits; ++i) {
        std::string ops;
        for (int j = pick(4); j-- > 0;)
            ops +=
                (ops.empty() ? "" : ", ") + std::string(pick(3) == 0 ? "del f" : "add f") + std::to_string(1 + pick(5));
        partition.commits.push_back({std::string(1, static_cast<char>('a' + i)), ops, 0});
    }
    std::string snapshot;
    for (int v = 0; v < versions; ++v) {
        if (pick(4) == 0)
            snapshot = "";
        for (int j = pick(3); j-- > 0;)
            snapshot += " " + partition.commits[static_cast<std::size_t>(pick(commits))].name;
        partition.versions.push_back({snapshot, v < going});
    }
    return partition;
}

TEST(CatalogReferences, SameAsFoldingEachVersion)
{
    std::mt19937 random(20260801);
    for (int round = 0; round < 20000; ++round) {
        Stored partition = random_partition(&random);
        // Their publication is another matter: here only versions count.
        bool marks_all = !partition.versions[0].goes;
        Asked asked({"f1", "f2", "f3", "f4", "f5"});
        TestArena arena;
        arena.use_smallest_chunks();
        ASSERT_TRUE(asked.feed(partition, &arena).ok());
        std::set<std::string> stay = folded(partition, false), go = folded(partition, true);
        for (const catalog::Candidate &candidate : asked.candidates()) {
            ASSERT_EQ(candidate.referenced, stay.count(std::string(candidate.path)) > 0) << "round " << round;
            if (marks_all) {
                ASSERT_EQ(candidate.was_active, go.count(std::string(candidate.path)) > 0) << "round " << round;
            }
        }
    }
}

TEST(CatalogReferences, SaysWhenMemoryRunsOut)
{
    Stored partition = {{{"a", "add f1", 0}, {"b", "add f2", 1}}, {{"a"}, {"a b"}, {"a b a b"}}};
    int failed = 0;
    for (int chunks = 0; chunks < 12; ++chunks) {
        Asked asked({"f1", "f2"});
        TestArena arena;
        arena.use_smallest_chunks();
        arena.fail_after(chunks);
        Status status = asked.feed(partition, &arena);
        failed += !status.ok();
        if (!status.ok()) {
            EXPECT_EQ(status.code, Code::out_of_memory);
        }
    }
    EXPECT_GT(failed, 3);
    EXPECT_LT(failed, 12);
}

TEST(CatalogIds, SetOfWhatSnapshotsList)
{
    TestArena arena;
    arena.use_smallest_chunks();
    catalog::IdSet set;
    set.arena = arena.get();
    for (const char *snapshot : {"", "a", "a b", "a b c", "k", "k d a", "k d a", ""}) {
        std::vector<Uuid> copy = ids(snapshot);
        ASSERT_TRUE(catalog::add_snapshot(&set, view(copy)).ok());
    }
    catalog::seal(&set);
    EXPECT_EQ(names({set.ids.data, set.ids.size}), "a b c d k");
}

}   // namespace
}   // namespace lakesoul::test
