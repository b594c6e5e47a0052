// Folders that overlap.
#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

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

TEST(CatalogLocations, NamesThatLeadOutOfAFolder)
{
    for (const char *name : {".", "..", "a/b", "/", "d/../e", "a\nb", "\x01", "a\x7F"}) {
        Status status = catalog::check_folder_name(name);
        EXPECT_EQ(status.code, Code::bad_name) << name;
        EXPECT_NE(status.hint, nullptr);
    }
    for (const char *name : {"a", "...", "a.b", "my t", "\xE8\xA1\xA8", "a'b", "a\\b"})
        EXPECT_TRUE(catalog::check_folder_name(name).ok()) << name;
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

TEST(CatalogLocations, AtAPlaceOrInsideIt)
{
    std::vector<View> tables = {"/lake/a/", "/lake/t/x/", "/lake/u/"};
    auto holds_one = [&](View location) { return catalog::holds_one({tables.data(), tables.size()}, location); };
    EXPECT_TRUE(holds_one("/lake/t/"));
    EXPECT_TRUE(holds_one("/lake/t/x/"));
    EXPECT_TRUE(holds_one("/"));
    EXPECT_FALSE(holds_one("/lake/t/x/y/"));
    EXPECT_FALSE(holds_one("/lake/v/"));
    EXPECT_FALSE(catalog::holds_one({}, "/"));
}

TEST(CatalogLocations, NeighboursDoNotOverlap)
{
    EXPECT_FALSE(overlaps({}, "/lake/t"));
    EXPECT_FALSE(overlaps({"/lake/t2", "/lake/s", "/lake/t-old"}, "/lake/t"));
    EXPECT_FALSE(overlaps({"/lake/t/inner"}, "/lake/t/inn"));
    EXPECT_FALSE(overlaps({"/lake/t/inner"}, "/lake/t/inner2"));
}

TEST(CatalogLocations, FoldersWithSomethingInThem)
{
    std::vector<catalog::Folder> folders = {
        {"/lake/t/", 0, false}, {"/lake/t/u/", 1, false}, {"/lake/t/", 2, false}, {"/lake/s/", 3, false}};
    catalog::sort_folders({folders.data(), folders.size()});
    auto filled = [&](View location) {
        std::string owners;
        for (catalog::Folder &folder : folders)
            folder.filled = false;
        catalog::fill({folders.data(), folders.size()}, location);
        for (std::size_t owner = 0; owner < folders.size(); ++owner)
            for (const catalog::Folder &folder : folders)
                if (folder.owner == owner && folder.filled)
                    owners += std::to_string(owner);
        return owners;
    };
    EXPECT_EQ(filled("/lake/t/part.parquet/"), "02");
    EXPECT_EQ(filled("/lake/t/u/dt=1/part.parquet/"), "012");
    EXPECT_EQ(filled("/lake/t/"), "02");
    EXPECT_EQ(filled("/lake/t2/part.parquet/"), "");
    EXPECT_EQ(filled("/lake/"), "");
    EXPECT_EQ(filled("/"), "");
}

std::string around(const std::vector<std::string> &paths)
{
    TestArena arena;
    catalog::AroundFiles files;
    for (const std::string &path : paths)
        EXPECT_TRUE(catalog::add_file(&files, path, arena.get()).ok());
    return std::string(files.folder);
}

TEST(CatalogLocations, FolderAroundTheFilesOfACommit)
{
    EXPECT_EQ(around({}), "");
    EXPECT_EQ(around({"s3://lake/t/dt=1/a.parquet"}), "/lake/t/dt=1/");
    EXPECT_EQ(around({"s3://lake/t/dt=1/a", "s3a://lake//t/dt=1/b", "s3a://lake//t/dt=1/c"}), "/lake/t/dt=1/");
    EXPECT_EQ(around({"s3://lake/t/dt=1/a", "s3://lake/t/dt=1/x/b"}), "/lake/t/dt=1/");
    EXPECT_EQ(around({"s3://lake/t/dt=1/a", "s3://lake/t/dt=10/a"}), "/lake/t/");
    EXPECT_EQ(around({"/lake/t/a", "/lake/t/a/"}), "/lake/t/");
    EXPECT_EQ(around({"/lake/t/", "/lake/t/a"}), "/lake/");
    EXPECT_EQ(around({"/lake/t/a", "/lake/t/"}), "/lake/");
    EXPECT_EQ(around({"/lake/t/a", "/other/t/a"}), "/");
    EXPECT_EQ(around({""}), "/");
    EXPECT_EQ(around({"a"}), "/");
    EXPECT_EQ(around({"/lake/a", "a", "/lake/a"}), "/");
    std::string deep = "/" + std::string(300, 'a') + "/" + std::string(300, 'b') + "/" + std::string(3000, 'c');
    EXPECT_EQ(around({deep}), deep.substr(0, 302));
    EXPECT_EQ(around({"/" + std::string(600, 'a') + "/b"}), "/");
}

// Whatever the paths, the folder around a commit's files is one of those around each of them.
TEST(CatalogLocations, FoldersInWhichACommitCanHaveAFile)
{
    std::mt19937 random(7);
    const std::vector<std::string> pieces = {"a",  "b",  "/", "//",  "s3://", "s3a://",
                                             ":/", "a/", "",  "ab/", ".",     std::string(200, 'x') + "/"};
    for (int round = 0; round < 2000; ++round) {
        std::vector<std::string> paths;
        for (unsigned n = 1 + random() % 4; n > 0; --n) {
            std::string path;
            for (unsigned m = random() % 8; m > 0; --m)
                path += pieces[random() % pieces.size()];
            paths.push_back(path);
        }
        std::string folder = around(paths);
        TestArena arena;
        std::vector<View> locations;
        for (const std::string &path : paths) {
            View one;
            ASSERT_TRUE(catalog::location_of(path, arena.get(), &one).ok());
            locations.push_back(one);
            Span<View> above;
            ASSERT_TRUE(catalog::folders_around({&one, 1}, arena.get(), &above).ok());
            EXPECT_TRUE(std::binary_search(above.begin(), above.end(), View(folder))) << path << " in " << folder;
        }
        Span<View> above;
        ASSERT_TRUE(catalog::folders_around({locations.data(), locations.size()}, arena.get(), &above).ok());
        std::set<View> wanted = {"/"};
        for (View one : locations)
            for (std::size_t i = 0; i + 1 < one.size() && i < catalog::kMaxFolder; ++i)
                if (one[i] == '/')
                    wanted.insert(one.substr(0, i + 1));
        EXPECT_EQ(std::vector<View>(above.begin(), above.end()), std::vector<View>(wanted.begin(), wanted.end()));
    }
}

TEST(CatalogLocations, NameThatAllFilesInFoldersContain)
{
    auto common = [](std::vector<View> locations) {
        std::vector<catalog::Folder> folders;
        for (View location : locations)
            folders.push_back({location, 0, false});
        catalog::sort_folders({folders.data(), folders.size()});
        return std::string(catalog::common_name({folders.data(), folders.size()}));
    };
    EXPECT_EQ(common({"/lake/db/t/"}), "t");
    EXPECT_EQ(common({"/lake/db/t/", "/lake/db/t/"}), "t");
    EXPECT_EQ(common({"/lake/db/t/", "/lake/db/u/", "/lake/db/a/b/"}), "db");
    EXPECT_EQ(common({"/lake/db/t/", "/lake/db/t/u/"}), "t");
    EXPECT_EQ(common({"/lake/db/t/", "/lake/db/t2/"}), "db");
    EXPECT_EQ(common({"/lake/db/", "/pond/db/"}), "");
    EXPECT_EQ(common({"/lake/", "/lakes/"}), "");
    EXPECT_EQ(common({"/"}), "");
    EXPECT_EQ(common({"/", "/lake/"}), "");
    EXPECT_EQ(common({}), "");
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
