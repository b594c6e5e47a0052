// Folding of file operations into active files.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "catalog_partition.hpp"

namespace lakesoul::test {
namespace {

std::vector<catalog::FoldOp> ops_of(const TestFiles &list)
{
    std::vector<catalog::FoldOp> out;
    for (const TestFile &file : list)
        out.push_back({file.path, file.op});
    return out;
}

// The active files of "add f1, del f2" in order, joined by blanks.
std::string active(const TestFiles &list)
{
    std::vector<catalog::FoldOp> ops = ops_of(list);
    EXPECT_TRUE(catalog::fold({ops.data(), ops.size()}).ok());
    std::string text;
    for (const catalog::FoldOp &op : ops)
        if (op.active)
            text.append(text.empty() ? "" : " ").append(op.path);
    return text;
}

std::string active(const std::string &list)
{
    return active(files(list));
}

TEST(CatalogFold, DeleteHidesEarlierAdds)
{
    EXPECT_EQ(active("add f1, add f2, del f1, add f3, add f1"), "f2 f3 f1");
    EXPECT_EQ(active("del x, add y"), "y");
    EXPECT_EQ(active("add x, del x"), "");
    EXPECT_EQ(active("add x, add x, del x"), "");
}

TEST(CatalogFold, LaterAddIsVisibleAgain)
{
    EXPECT_EQ(active("del x, add x"), "x");
    EXPECT_EQ(active("add x, del x, add x, del x, add x"), "x");
}

TEST(CatalogFold, AddThatStandsTwiceStaysTwice)
{
    EXPECT_EQ(active("add x, add y, add x"), "x y x");
    EXPECT_EQ(active("add x, del x, add x, add x"), "x x");
}

TEST(CatalogFold, SingleOps)
{
    EXPECT_EQ(active(""), "");
    EXPECT_EQ(active("add x"), "x");
    EXPECT_EQ(active("del x"), "");
}

TEST(CatalogFold, DeletesAreNeverActiveAndOldMarksAreCleared)
{
    catalog::FoldOp ops[] = {{"x", FileOp::add, true}, {"x", FileOp::del, true}, {"y", FileOp::add, false}};
    EXPECT_TRUE(catalog::fold({ops, 3}).ok());
    EXPECT_TRUE(!ops[0].active && !ops[1].active && ops[2].active);
}

TEST(CatalogFold, PathsAreComparedAsBytes)
{
    EXPECT_EQ(active({{FileOp::add, "a b"}, {FileOp::del, "a B"}, {FileOp::del, "a b/"}}), "a b");
    EXPECT_EQ(active({{FileOp::add, std::string("a\0b", 3)}, {FileOp::del, "a"}}), std::string("a\0b", 3));
}

// An add is active exactly when no del of its path follows.
TEST(CatalogFold, AgreesWithItsDefinition)
{
    std::mt19937 random(7);
    for (int round = 0; round < 2000; ++round) {
        TestFiles list(random() % 12);
        for (TestFile &file : list)
            file = {random() % 3 == 0 ? FileOp::del : FileOp::add,
                    std::string(1, static_cast<char>('a' + random() % 4))};
        std::string wanted;
        for (std::size_t i = 0; i < list.size(); ++i) {
            bool hidden = list[i].op == FileOp::del;
            for (std::size_t j = i + 1; j < list.size(); ++j)
                hidden |= list[j] == TestFile{FileOp::del, list[i].path};
            if (!hidden)
                wanted.append(wanted.empty() ? "" : " ").append(list[i].path);
        }
        ASSERT_EQ(active(list), wanted);
    }
}

// What is found from the dels alone is what fold finds, whatever else is in the list of dels.
TEST(CatalogFold, DeletionsHideWhatFoldHides)
{
    std::mt19937 random(11);
    for (int round = 0; round < 2000; ++round) {
        std::vector<catalog::FoldOp> groups[2];
        std::vector<catalog::Deletion> deletions;
        std::string paths = "abcd";
        for (int group = 0; group < 2; ++group) {
            std::size_t size = random() % 12;
            for (std::size_t i = 0; i < size; ++i) {
                View path = View(paths).substr(random() % 4, 1);
                groups[group].push_back({path, random() % 3 == 0 ? FileOp::del : FileOp::add});
                if (groups[group].back().op == FileOp::del)
                    deletions.push_back({group, path, static_cast<std::int64_t>(i)});
            }
            ASSERT_TRUE(catalog::fold({groups[group].data(), size}).ok());
        }
        std::shuffle(deletions.begin(), deletions.end(), random);
        catalog::sort(Span<catalog::Deletion>{deletions.data(), deletions.size()});
        for (int group = 0; group < 2; ++group)
            for (std::size_t i = 0; i < groups[group].size(); ++i) {
                const catalog::FoldOp &op = groups[group][i];
                bool hidden = catalog::is_hidden({deletions.data(), deletions.size()}, group, op.path,
                                                 static_cast<std::int64_t>(i));
                ASSERT_TRUE(op.op == FileOp::del || hidden == !op.active);
            }
    }
    EXPECT_FALSE(catalog::is_hidden({}, 0, "a", 0));
}

std::string dangling(const std::string &there, const std::string &sent)
{
    TestFiles there_files = files(there), sent_files = files(sent);
    std::vector<catalog::FoldOp> folded = ops_of(there_files), ops = ops_of(sent_files);
    View path;
    EXPECT_TRUE(catalog::fold({folded.data(), folded.size()}).ok());
    EXPECT_TRUE(catalog::find_dangling_delete({folded.data(), folded.size()}, {ops.data(), ops.size()}, &path).ok());
    return path.data() == nullptr ? "none" : std::string(path);
}

TEST(CatalogFold, DanglingDelete)
{
    EXPECT_EQ(dangling("add a, add b", "del a, del b"), "none");
    EXPECT_EQ(dangling("add a, del a", "del a"), "a");
    EXPECT_EQ(dangling("add a, del a, add a", "del a"), "none");
    EXPECT_EQ(dangling("", ""), "none");
    EXPECT_EQ(dangling("add a", "add x, add y"), "none");
}

TEST(CatalogFold, FirstDanglingDeleteIsNamed)
{
    EXPECT_EQ(dangling("add a", "del a, del x, del y"), "x");
}

TEST(CatalogFold, DeleteOfWhatTheDeltaAddsIsNotDangling)
{
    EXPECT_EQ(dangling("", "add x, del x"), "none");
    EXPECT_EQ(dangling("", "del x, add x"), "none");   // in any order
}

}   // namespace
}   // namespace lakesoul::test
