// Lists that are sorted once and asked often: ids of a snapshot, active paths.
#include <gtest/gtest.h>

#include "catalog_partition.hpp"
#include "core/catalog/fold.hpp"
#include "core/catalog/ids.hpp"

namespace lakesoul::test {
namespace {

TEST(CatalogLookup, IdsAreFoundInWhateverOrderTheyStood)
{
    std::vector<Uuid> list = ids("c a e b");
    catalog::sort({list.data(), list.size()});
    for (const char *there : {"a", "b", "c", "e"})
        EXPECT_TRUE(catalog::contains(view(list), id(there))) << there;
    for (const char *missing : {"d", "f", "A"})
        EXPECT_FALSE(catalog::contains(view(list), id(missing))) << missing;
    EXPECT_FALSE(catalog::contains({}, id("a")));
}

TEST(CatalogLookup, AnIdThatStandsTwiceIsFound)
{
    std::vector<Uuid> list = ids("b a b");
    catalog::sort({list.data(), list.size()});
    EXPECT_TRUE(catalog::contains(view(list), id("b")));
}

TEST(CatalogLookup, ActivePathsOutliveTheOperations)
{
    TestArena arena;
    Span<const View> paths;
    {
        std::string hidden = "hidden", kept = "kept", added = "added";
        std::vector<catalog::FoldOp> ops = {
            {kept, FileOp::add}, {hidden, FileOp::add}, {hidden, FileOp::del}, {added, FileOp::add}};
        ASSERT_TRUE(catalog::fold({ops.data(), ops.size()}).ok());
        ASSERT_TRUE(catalog::active_paths({ops.data(), ops.size()}, arena.get(), &paths).ok());
        hidden = kept = added = "";
    }
    ASSERT_EQ(paths.size, 2U);
    EXPECT_TRUE(catalog::contains(paths, "kept"));
    EXPECT_TRUE(catalog::contains(paths, "added"));
    EXPECT_FALSE(catalog::contains(paths, "hidden"));
    EXPECT_FALSE(catalog::contains(paths, "kep"));
    EXPECT_FALSE(catalog::contains(paths, ""));
}

TEST(CatalogLookup, NoActivePath)
{
    TestArena arena;
    Span<const View> paths;
    ASSERT_TRUE(catalog::active_paths({}, arena.get(), &paths).ok());
    EXPECT_FALSE(catalog::contains(paths, "x"));
}

TEST(CatalogLookup, RefusedMemoryIsAStatus)
{
    TestArena arena(8);
    Span<const View> paths;
    std::vector<catalog::FoldOp> ops = {{"a long path that does not fit", FileOp::add, true}};
    Status status = catalog::active_paths({ops.data(), ops.size()}, arena.get(), &paths);
    EXPECT_EQ(status.code, Code::limit);
}

}   // namespace
}   // namespace lakesoul::test
