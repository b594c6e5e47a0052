// The bucket number in a file's name, with the clients' regular expression as the oracle.
#if defined(__GNUC__) && !defined(__clang__)
// gcc 12 suspects <regex> itself when sanitizers are on.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <gtest/gtest.h>

#include <random>
#include <regex>

#include "core/catalog/partition_desc.hpp"

namespace lakesoul::test {
namespace {

// What the clients do: the pattern, on the name without its folders. -1 for a number that is no int.
std::int32_t oracle(const std::string &path)
{
    static const std::regex pattern(R"(.*_(\d+)(?:\..*)?$)");
    std::string name = path.substr(path.rfind('/') + 1);
    std::smatch found;
    if (!std::regex_match(name, found, pattern))
        return -1;
    std::string digits = found[1];
    digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
    return digits.size() > 10 || std::stoll(digits) > 2147483647 ? -1 : static_cast<std::int32_t>(std::stoll(digits));
}

TEST(CatalogBucket, Names)
{
    struct {
        const char *path;
        std::int32_t bucket;
    } cases[] = {{"part-0001_0003.parquet", 3},
                 {"part-00000-a1b2_00012.c000.parquet", 12},
                 {"s3://bucket/t/dt=1/part-1_7.parquet", 7},
                 {"a_0", 0},
                 {"_5", 5},
                 {"a_5.", 5},
                 {"a__5", 5},
                 {"a_1_2", 2},
                 {"a_1.b_x", 1},
                 {"a_1.b_2", 2},
                 {"a_1x", -1},
                 {"a_1 .parquet", -1},
                 {"a_.parquet", -1},
                 {"a5.parquet", -1},
                 {"a_-5.parquet", -1},
                 {"", -1},
                 {"_", -1},
                 {"a_2147483647.parquet", 2147483647},
                 {"a_2147483648.parquet", -1},
                 {"a_99999999999999999999999999.parquet", -1},
                 {"a_1.b_99999999999", -1},
                 {"a_00000000000000000000003", 3}};
    for (const auto &one : cases) {
        EXPECT_EQ(catalog::bucket_of_path(one.path), one.bucket) << one.path;
        EXPECT_EQ(oracle(one.path), one.bucket) << one.path;
    }
}

TEST(CatalogBucket, FoldersDoNotCount)
{
    EXPECT_EQ(catalog::bucket_of_path("/w/table_1.d/part.parquet"), -1);
    EXPECT_EQ(catalog::bucket_of_path("/w/table_1/part_2.parquet"), 2);
    EXPECT_EQ(catalog::bucket_of_path("/w/table_1/"), -1);
}

TEST(CatalogBucket, AgreesWithTheRegularExpression)
{
    std::mt19937 random(11);
    int buckets = 0;
    for (int round = 0; round < 20000; ++round) {
        std::string path(random() % 14, ' ');
        for (char &c : path)
            c = "_____.0123456789ab/-"[random() % 20];
        ASSERT_EQ(catalog::bucket_of_path(path), oracle(path)) << path;
        buckets += oracle(path) >= 0;
    }
    EXPECT_GT(buckets, 1000);
}

}   // namespace
}   // namespace lakesoul::test
