// Folders that overlap.
#include <gtest/gtest.h>

#include "core/catalog/locations.hpp"
#include "test_arena.hpp"

namespace lakesoul::test {
namespace {

std::string location(const std::string &path)
{
    TestArena arena;
    View out;
    EXPECT_TRUE(catalog::location_of(path, arena.get(), &out).ok());
    return std::string(out);
}

bool overlaps(const std::vector<std::string> &tables, const std::string &path)
{
    TestArena arena;
    std::vector<View> locations;
    for (const std::string &table : tables) {
        View out;
        EXPECT_TRUE(catalog::location_of(table, arena.get(), &out).ok());
        locations.push_back(out);
    }
    catalog::sort_locations({locations.data(), locations.size()});
    return catalog::overlaps({locations.data(), locations.size()}, location(path));
}

TEST(CatalogLocations, OneFormForOnePlace)
{
    for (const char *path :
         {"/lake/t", "/lake/t/", "file:/lake/t", "file:///lake/t/", "//lake//t", "s3://lake/t", "s3a://lake/t//"})
        EXPECT_EQ(location(path), "/lake/t/") << path;
    EXPECT_EQ(location("lake"), "/lake/");
    EXPECT_EQ(location(""), "/");
    EXPECT_EQ(location("/"), "/");
    EXPECT_EQ(location("/a:b/c"), "/a:b/c/");
    EXPECT_EQ(location("a b:/c"), "/a b:/c/");
    EXPECT_EQ(location("x:y"), "/x:y/");
    EXPECT_EQ(location(":/y"), "/:/y/");
}

TEST(CatalogLocations, SameAboveAndBelow)
{
    EXPECT_TRUE(overlaps({"s3://lake/t"}, "s3://lake/t"));
    EXPECT_TRUE(overlaps({"s3a://lake/t/"}, "s3://lake/t"));
    EXPECT_TRUE(overlaps({"s3://lake/t/inner"}, "s3://lake/t"));
    EXPECT_TRUE(overlaps({"s3://lake"}, "s3://lake/t"));
    EXPECT_TRUE(overlaps({"/"}, "s3://lake/t"));
    EXPECT_TRUE(overlaps({"/lake/a", "/lake/t/x/y", "/lake/z"}, "/lake/t"));
    EXPECT_TRUE(overlaps({"/a", "/lake", "/lake/a/b", "/z"}, "/lake/t/u/v"));
}

TEST(CatalogLocations, NeighboursDoNotOverlap)
{
    EXPECT_FALSE(overlaps({}, "/lake/t"));
    EXPECT_FALSE(overlaps({"/lake/t2", "/lake/s", "/lake/t-old"}, "/lake/t"));
    EXPECT_FALSE(overlaps({"/lake/t/inner"}, "/lake/t/inn"));
    EXPECT_FALSE(overlaps({"/lake/t/inner"}, "/lake/t/inner2"));
}

TEST(CatalogLocations, SaysWhenMemoryRunsOut)
{
    TestArena arena;
    arena.fail_after(0);
    View out;
    EXPECT_EQ(catalog::location_of("/lake", arena.get(), &out).code, Code::out_of_memory);
}

}   // namespace
}   // namespace lakesoul::test
