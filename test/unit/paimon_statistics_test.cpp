// Statistics of partitions and views with their changes.
#include <gtest/gtest.h>

#include "paimon_check.hpp"

namespace lakesoul::paimon {
namespace {

std::string folded(const std::string &stored, const std::string &deltas)
{
    test::TestArena arena;
    View out;
    Status status = fold_statistics(stored, deltas, arena.get(), &out);
    return test::answer(status, out);
}

// A partition by its numbers.
std::string partition(const char *dt, const std::string &numbers, const char *more = R"(, "done": false)")
{
    return R"({"spec": {"dt": ")" + std::string(dt) + R"("}, )" + numbers + more + "}";
}

std::string counts(const char *rows, const char *bytes, const char *files, const char *time, const char *buckets = "2")
{
    return std::string(R"("recordCount": )") + rows + R"(, "fileSizeInBytes": )" + bytes + R"(, "fileCount": )" +
           files + R"(, "lastFileCreationTime": )" + time + R"(, "totalBuckets": )" + buckets;
}

std::string as_json(const std::string &text)
{
    return test::json::parse(text).dump();
}

TEST(PaimonStatistics, NewOnesAndSums)   // cases 28, 32 and 33
{
    std::string d1 = partition("d1", counts("10", "100", "2", "50"), R"(, "done": true, "options": {"a": "b"})");
    EXPECT_EQ(folded("[]", "[" + partition("d1", counts("10", "100", "2", "50"), "") + "]"),
              as_json("[" + partition("d1", counts("10", "100", "2", "50")) + "]"));
    EXPECT_EQ(folded("[" + d1 + "]", "[" + partition("d1", counts("-4", "-40", "-1", "20", "8"), "") + "," +
                                         partition("d2", counts("3", "30", "1", "70"), "") + "]"),
              as_json("[" +
                      partition("d1", counts("6", "60", "1", "50", "8"), R"(, "done": true, "options": {"a": "b"})") +
                      "," + partition("d2", counts("3", "30", "1", "70")) + "]"));
    EXPECT_EQ(folded("[" + d1 + "]", "[" + partition("d1", counts("-10", "-100", "-2", "60"), "") + "]"), "[]");
    EXPECT_EQ(folded("[" + d1 + "]", "null"), as_json("[" + d1 + "]"));
    EXPECT_EQ(folded("[" + d1 + "]", "[]"), as_json("[" + d1 + "]"));
}

TEST(PaimonStatistics, UnknownIsNotZero)
{
    std::string unknown = partition("d1", counts("-1", "-1", "-1", "-1", "-1"));
    EXPECT_EQ(folded("[" + unknown + "]", "[]"), as_json("[" + unknown + "]"));
    EXPECT_EQ(folded("[" + unknown + "]", "[" + partition("d1", counts("5", "0", "1", "9"), "") + "]"),
              as_json("[" + partition("d1", counts("5", "0", "1", "9")) + "]"));
    // Each field for itself.
    EXPECT_EQ(folded("[" + partition("d1", counts("7", "-1", "1", "-1")) + "]",
                     "[" + partition("d1", counts("-7", "30", "0", "9"), "") + "]"),
              as_json("[" + partition("d1", counts("0", "30", "1", "9")) + "]"));
    // A row that says nothing and one that says "none" are not the same.
    EXPECT_EQ(folded("[" + partition("d0", counts("0", "0", "0", "5")) + "," + unknown + "]", "[]"),
              as_json("[" + unknown + "]"));
}

TEST(PaimonStatistics, OneSpecTwiceIsSummed)
{
    EXPECT_EQ(
        folded("[]", R"([{"spec": {"a": "1", "b": "2"}, "recordCount": 1, "fileCount": "1", "lastFileCreationTime": 9},
                               {"spec": {"b": "2", "a": "1"}, "recordCount": 2, "fileSizeInBytes": 5, "totalBuckets": 4}])"),
        as_json(R"([{"spec": {"a": "1", "b": "2"}, "recordCount": 3, "fileSizeInBytes": 5, "fileCount": 1,
                           "lastFileCreationTime": 9, "totalBuckets": 4, "done": false}])"));
    // A report that does not say how many buckets there are changes nothing of it.
    EXPECT_EQ(folded("[" + partition("d1", counts("1", "1", "1", "1", "8")) + "]",
                     R"([{"spec": {"dt": "d1"}, "recordCount": 1}])"),
              as_json("[" + partition("d1", counts("2", "1", "1", "1", "8")) + "]"));
}

TEST(PaimonStatistics, ExactAndInRange)
{
    const char *kMost = "9223372036854775807";
    EXPECT_EQ(folded("[" + partition("d1", counts("9223372036854775806", "0", "0", "0")) + "]",
                     "[" + partition("d1", counts("1", "0", "0", "0"), "") + "]"),
              as_json("[" + partition("d1", counts(kMost, "0", "0", "0")) + "]"));
    EXPECT_EQ(folded("[" + partition("d1", counts(kMost, "0", "0", "0")) + "]",
                     "[" + partition("d1", counts("1", "0", "0", "0"), "") + "]"),
              "400 22023");
    Counts sum;
    bool gone;
    EXPECT_EQ(test::fault(fold_counts({1, INT64_MAX, 1, 1}, {1, 1, 1, 1}, &sum, &gone)), "400 22023");
    EXPECT_TRUE(fold_counts({6, 60, 1, 50}, {-6, -60, -1, 20}, &sum, &gone).ok());
    EXPECT_TRUE(gone);
    EXPECT_EQ(sum.last_file_creation_time, 50);
    test::TestArena arena;
    Span<const PartitionStatistics> deltas;
    ASSERT_TRUE(read_statistics("[" + partition("d1", counts("-4", "-40", "-1", "20"), "") + "," +
                                    partition("d2", counts("3", "30", "1", "70"), "") + "]",
                                arena.get(), &deltas)
                    .ok());
    ASSERT_EQ(deltas.size, 2u);
    EXPECT_EQ(deltas[0].spec[0].key, "dt");
    EXPECT_EQ(deltas[0].total_buckets, 2);
    ASSERT_TRUE(fold_totals({10, 100, 2, 50}, deltas, &sum).ok());
    EXPECT_EQ(sum.record_count, 9);
    EXPECT_EQ(sum.file_size_in_bytes, 90);
    EXPECT_EQ(sum.file_count, 2);
    EXPECT_EQ(sum.last_file_creation_time, 70);
    ASSERT_TRUE(read_statistics("null", arena.get(), &deltas).ok());
    EXPECT_TRUE(deltas.empty());
    EXPECT_EQ(test::fault(read_statistics("{}", arena.get(), &deltas)), "400 22023");
}

TEST(PaimonStatistics, Registration)
{
    Counts result;
    ASSERT_TRUE(register_counts({10, -1, 3, 50}, {5, 7, -1, 20}, false, &result).ok());
    EXPECT_EQ(result.record_count, 15);
    EXPECT_EQ(result.file_size_in_bytes, 7);
    EXPECT_EQ(result.file_count, 3);
    EXPECT_EQ(result.last_file_creation_time, 50);
    ASSERT_TRUE(register_counts({10, -1, 3, 50}, {5, 7, -1, 20}, true, &result).ok());
    EXPECT_EQ(result.record_count, 5);
    EXPECT_EQ(result.file_count, 3);
    EXPECT_EQ(result.last_file_creation_time, 20);
    ASSERT_TRUE(register_counts({1, 2, 3, 4}, {-1, -1, -1, -1}, true, &result).ok());
    EXPECT_EQ(result.record_count + result.file_size_in_bytes + result.file_count + result.last_file_creation_time, 10);
    EXPECT_EQ(test::fault(register_counts({INT64_MAX, 0, 0, 0}, {1, 0, 0, 0}, false, &result)), "400 22023");
}

TEST(PaimonStatistics, Shape)
{
    for (const char *list :
         {"{}", "1", "[1]", "[null]", "[{}]", R"([{"spec": []}])", R"([{"spec": {"a": null}}])",
          R"([{"spec": {"a": {}}}])", R"([{"spec": {}, "recordCount": 1.5}])", R"([{"spec": {}, "recordCount": "x"}])",
          R"([{"spec": {}, "fileCount": true}])", R"([{"spec": {}, "totalBuckets": 2147483648}])",
          R"([{"spec": {}, "fileSizeInBytes": 9223372036854775808}])"}) {
        EXPECT_EQ(folded("[]", list), "400 22023") << list;
        EXPECT_EQ(folded(list, "[]"), "400 22023") << list;
    }
    EXPECT_EQ(folded("null", "[]"), "400 22023");
    EXPECT_EQ(folded(R"([{"spec": {}}, {"spec": {}}])", "[]"), "400 22023");
    EXPECT_EQ(folded(R"([{"spec": {}, "done": 1}])", "[]"), "400 22023");
}

const char *kView = R"({"fields": [{"name": "n", "type": "bigint"}], "query": "q", "comment": "old",
    "dialects": {"flink": "f", "spark": "s"}, "unknown": 1})";

std::string viewed(const std::string &changes)
{
    test::TestArena arena;
    View out;
    Status status = apply_view_changes(kView, changes, arena.get(), &out);
    return test::answer(status, out);
}

TEST(PaimonView, Changes)   // case 40
{
    const std::string kFields = R"("fields":[{"id":0,"name":"n","type":"BIGINT"}],)";
    EXPECT_EQ(viewed("[]"),
              R"({"comment":"old","dialects":{"flink":"f","spark":"s"},)" + kFields + R"("options":{},"query":"q"})");
    EXPECT_EQ(viewed(R"([{"action": "addDialect", "dialect": "trino", "query": "t"},
                         {"action": "updateDialect", "dialect": "trino", "query": "u"},
                         {"action": "dropDialect", "dialect": "flink"}, {"type": "setOption", "key": "a", "value": 1},
                         {"action": "setOption", "key": "b", "value": "2"}, {"action": "removeOption", "key": "a"},
                         {"action": "removeOption", "key": "zz"}, {"action": "updateComment", "comment": null}])"),
              R"({"dialects":{"spark":"s","trino":"u"},)" + kFields + R"("options":{"b":"2"},"query":"q"})");
    EXPECT_EQ(viewed(R"([{"action": "addDialect", "dialect": "spark", "query": "t"}])"), "409 42710 DIALECT spark");
    EXPECT_EQ(viewed(R"([{"action": "updateDialect", "dialect": "none", "query": "t"}])"), "404 42704 DIALECT none");
    EXPECT_EQ(viewed(R"([{"action": "dropDialect", "dialect": "none"}])"), "404 42704 DIALECT none");
    // In order: what was dropped can be added, what was added is there.
    EXPECT_EQ(
        viewed(R"([{"action": "dropDialect", "dialect": "spark"}, {"action": "dropDialect", "dialect": "spark"}])"),
        "404 42704 DIALECT spark");
    EXPECT_EQ(viewed(R"([{"action": "dropDialect", "dialect": "spark"},
                         {"action": "addDialect", "dialect": "spark", "query": "new"}])")
                  .find(R"("spark":"new")"),
              41u);
    EXPECT_EQ(viewed(R"([{"action": "addDialect", "dialect": "x", "query": "1"},
                         {"action": "addDialect", "dialect": "x", "query": "2"}])"),
              "409 42710 DIALECT x");
    for (const char *changes :
         {"{}", "[1]", "[{}]", R"([{"action": "addColumn"}])", R"([{"action": "addDialect", "dialect": "x"}])",
          R"([{"action": "addDialect", "query": "x"}])", R"([{"action": "addDialect", "dialect": "", "query": "x"}])",
          R"([{"action": "dropDialect", "dialect": 1}])", R"([{"action": "setOption", "key": "a"}])",
          R"([{"action": "setOption", "key": "a", "value": {}}])", R"([{"action": "updateComment", "comment": []}])"})
        EXPECT_EQ(viewed(changes), "400 22023") << changes;
}

TEST(PaimonView, SchemasAndQueries)
{
    test::TestArena arena;
    View out;
    ASSERT_TRUE(query_of_view(kView, "spark", arena.get(), &out).ok());
    EXPECT_EQ(out, "s");
    ASSERT_TRUE(query_of_view(kView, "trino", arena.get(), &out).ok());
    EXPECT_EQ(out, "q");
    auto made = [&](const std::string &view) { return test::answer(build_view(view, arena.get(), &out), out); };
    EXPECT_EQ(made(R"({"fields": [], "query": ""})"), R"({"dialects":{},"fields":[],"options":{},"query":""})");
    EXPECT_EQ(made(R"({"fields": [], "query": "", "options": {"owner": "a", "createdAt": 1, "x": "y"}})"),
              R"({"dialects":{},"fields":[],"options":{"x":"y"},"query":""})");
    EXPECT_EQ(viewed(R"([{"action": "setOption", "key": "owner", "value": "a"}])"), "400 22023");
    EXPECT_EQ(made(R"({"query": ""})"), "400 22023");
    EXPECT_EQ(made(R"({"fields": []})"), "400 22023");
    EXPECT_EQ(made(R"({"fields": [], "query": 1})"), "400 22023");
    EXPECT_EQ(made(R"({"fields": [], "query": "", "dialects": {"a": {}}})"), "400 22023");
    EXPECT_EQ(made(R"({"fields": [{"name": "a", "type": "INT"}, {"name": "a", "type": "INT"}], "query": ""})"),
              "400 22023");
    EXPECT_EQ(made(R"({"fields": [{"id": 1, "name": "a", "type": "INT"}, {"id": 1, "name": "b", "type": "INT"}],
                       "query": ""})"),
              "500 55000");
}

}   // namespace
}   // namespace lakesoul::paimon
