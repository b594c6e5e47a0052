// Of any two faults in one statement the one whose check comes first is reported. Check 27, whether the table is there,
// is the server's; 1 to 4 and 11 are clauses of whole statements.
#include <gtest/gtest.h>

#include <set>

#include "carbon_plan.hpp"

namespace {

using namespace lakesoul;
using namespace lakesoul::test;

struct Fault {
    const char *check, *columns, *partitioned;
    Properties properties;
    const char *message;   // its beginning
};

const Fault kFaults[] = {
    {"5", "", "", {{"X", "1"}, {"x", "2"}}, "Found duplicate keys 'x'."},
    {"6", ", d int, d int", "", {}, "Operation not allowed: Duplicated column names"},
    {"7", "", "p int", {{"partition_type", "foo"}}, "Error: Invalid partition definition"},
    {"8", ", P int", "p int", {}, "Partition columns should not be specified in the schema: [\"p\"]"},
    {"9", "", "", {{"streaming", "yes"}}, "Table property 'streaming' should be"},
    {"10", ", t tinyint", "", {}, "Unsupported data type: ByteType"},
    {"12", "", "p int", {{"streaming", "true"}}, "Operation not allowed: Streaming is not allowed"},
    {"13", "", "", {{"columnproperties.q.k", "v"}}, "Invalid table properties columnproperties.q.k"},
    {"14", "", "", {{"bucketnumber", "0"}, {"bucketcolumns", "b"}}, "INVALID NUMBER OF BUCKETS SPECIFIED"},
    {"15", ", tupleId int", "", {}, "Carbon Implicit column tupleid"},
    {"16", "", "", {{"sort_columns", "zz"}}, "sort_columns: zz does not exist"},
    {"17", "", "", {{"dictionary_exclude", "zz"}}, "DICTIONARY_EXCLUDE column: zz does not exist"},
    {"18", "", "", {{"dictionary_include", "zz"}}, "DICTIONARY_INCLUDE column: zz does not exist"},
    {"19", "", "", {{"dictionary_exclude", "b"}, {"dictionary_include", "b"}}, "DICTIONARY_EXCLUDE can not contain"},
    {"20", "", "", {{"column_groups", "x"}}, "column_groups is deprecated"},
    {"21", "", "", {{"no_inverted_index", "zz"}}, "NO_INVERTED_INDEX column: zz does not exist"},
    {"22", "", "p int", {{"partition_type", "range"}, {"range_info", "5"}}, "Range info must define a valid range"},
    {"23", "", "", {{"table_blocksize", "0"}}, "Invalid table_blocksize value found: 0"},
    {"24 size", "", "", {{"major_compaction_size", "x"}}, "Invalid major_compaction_size"},
    {"24 merge", "", "", {{"auto_load_merge", "x"}}, "Invalid auto_load_merge"},
    {"24 threshold", "", "", {{"compaction_level_threshold", "x"}}, "Invalid compaction_level_threshold"},
    {"24 preserve", "", "", {{"compaction_preserve_segments", "x"}}, "Invalid compaction_preserve_segments"},
    {"24 days", "", "", {{"allowed_compaction_days", "x"}}, "Invalid allowed_compaction_days"},
    {"25", ", e int, E int", "", {}, "Duplicate dimensions found with name: e"},
    {"26", "", "", {{"bucketnumber", "2"}, {"bucketcolumns", "zz"}}, "Bucket field is not present in table columns"},
    {"28", "", "", {{"sort_scope", "x"}}, "Passing invalid SORT_SCOPE 'x'"},
    {"29", "", "p int", {{"dictionary_include", "p"}}, "operation failed for default.t: Dictionary include cannot"},
};

std::string outcome_of(const Fault &first, const Fault *second = nullptr)
{
    std::string columns = std::string("a int, b string") + first.columns, partitioned = first.partitioned;
    Properties properties = first.properties;
    if (second != nullptr) {
        columns += second->columns;
        partitioned = partitioned.empty() ? second->partitioned : partitioned;
        properties.insert(properties.end(), second->properties.begin(), second->properties.end());
    }
    return outcome(columns, properties, partitioned);
}

bool share_a_property(const Fault &a, const Fault &b)
{
    std::set<std::string> keys;
    for (const auto &[key, value] : a.properties)
        keys.insert(key);
    for (const auto &[key, value] : b.properties)
        if (keys.count(key) != 0)
            return true;
    return false;
}

TEST(CarbonOrder, EachFaultAlone)
{
    for (const Fault &fault : kFaults)
        EXPECT_EQ(outcome_of(fault).rfind(std::string("error ") + fault.message, 0), 0u)
            << fault.check << ": " << outcome_of(fault);
}

TEST(CarbonOrder, OfTwoFaultsTheFirst)
{
    int pairs = 0;
    for (const Fault &first : kFaults)
        for (const Fault *second = &first + 1; second != std::end(kFaults); ++second) {
            if (share_a_property(first, *second))
                continue;
            ++pairs;
            EXPECT_EQ(outcome_of(first, second).rfind(std::string("error ") + first.message, 0), 0u)
                << first.check << " and " << second->check << ": " << outcome_of(first, second);
        }
    EXPECT_GT(pairs, 330);
}

std::string clauses(const std::string &head, const std::string &tail)
{
    TestArena arena;
    carbon::Statement statement;
    Status status = carbon::plan_statement("CREATE " + head + " t (a int, a int) " + tail + " STORED BY 'carbondata'",
                                           arena.get(), &statement);
    return status.message;
}

// 1 to 4, each before all that follow and before a column that is there twice.
TEST(CarbonOrder, RefusedClauses)
{
    const std::string skewed = "SKEWED BY (a) ON (1) ", clustered = "CLUSTERED BY (a) INTO 2 BUCKETS ",
                      bad = "TBLPROPERTIES ('x')";
    EXPECT_EQ(clauses("TEMPORARY EXTERNAL TABLE", clustered + skewed + bad),
              "CREATE TEMPORARY TABLE is not supported yet");
    EXPECT_EQ(clauses("EXTERNAL TABLE", clustered + skewed + bad), "Operation not allowed: CREATE TABLE ... SKEWED BY");
    EXPECT_EQ(clauses("EXTERNAL TABLE", clustered + bad), "Operation not allowed: CREATE TABLE ... CLUSTERED BY");
    EXPECT_EQ(clauses("EXTERNAL TABLE", bad), "Operation not allowed: CREATE EXTERNAL TABLE");
    EXPECT_EQ(clauses("TEMPORARY TABLE `x y`.", ""), "CREATE TEMPORARY TABLE is not supported yet");
    EXPECT_EQ(clauses("TABLE `x y`.", ""), "Database creation failed. Database name cannot contain blank space");
    EXPECT_EQ(clauses("EXTERNAL TABLE", "LOCATION ''"), "Operation not allowed: CREATE EXTERNAL TABLE");
    EXPECT_EQ(clauses("TABLE", bad), "Values must be specified for key(s): [x]");
    EXPECT_EQ(clauses("TABLE", ""),
              "Operation not allowed: Duplicated column names found in table definition of `t`: [\"a\"]");
}

}   // namespace
