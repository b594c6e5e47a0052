// Schemas as clients send them: what is made of them, and every rule that refuses one.
#include <gtest/gtest.h>

#include "paimon_check.hpp"
#include "paimon_tables.hpp"

namespace lakesoul::paimon {
namespace {

using test::after;
using test::brief;
using test::built;
using test::schema;

const std::string kAB = R"([{"id": 0, "name": "a", "type": "INT"}, {"id": 1, "name": "b", "type": "STRING"}])";

// The fault of a schema of columns a INT, b STRING.
std::string with(const std::string &options, const std::string &primary_keys = "[]",
                 const std::string &partition_keys = "[]")
{
    return brief(built(schema(kAB, options, primary_keys, partition_keys)));
}

TEST(PaimonSchema, KeysBecomeNotNull)
{
    EXPECT_EQ(built(test::kOrders),
              R"({"comment":"orders","fields":[{"id":0,"name":"order_id","type":"BIGINT NOT NULL"},)"
              R"j({"id":1,"name":"dt","type":"STRING NOT NULL"},{"id":2,"name":"amount","type":"DECIMAL(10, 2)"},)j"
              R"({"id":3,"name":"note","type":"STRING"}],"highestFieldId":3,"id":0,"options":{"bucket":"2"},)"
              R"("partitionKeys":["dt"],"primaryKeys":["order_id","dt"],"timeMillis":0,"version":3})");
    EXPECT_EQ(with(R"({"primary-key.nullable": "TRUE"})", R"(["a"])"), "0: a#0 INT, b#1 STRING, highest 1");
    EXPECT_EQ(brief(built(schema(R"([{"id": 0, "name": "a", "type": "INT NOT NULL"}])",
                                 R"({"primary-key.nullable": true})", R"(["a"])"))),
              "0: a#0 INT, highest 0");
}

TEST(PaimonSchema, KeysInOptionsMoveIntoTheLists)
{
    test::json table = test::json::parse(
        built(schema(kAB, R"({"primary-key": " a , b,", "partition": "b", "bucket": 1, "x": true, "n": null})")));
    EXPECT_EQ(table["primaryKeys"], test::json({"a", "b"}));
    EXPECT_EQ(table["partitionKeys"], test::json({"b"}));
    EXPECT_EQ(table["options"], (test::json{{"bucket", "1"}, {"x", "true"}}));
    EXPECT_EQ(with(R"({"primary-key": "a"})", R"(["a"])"), "400 22023");
    EXPECT_EQ(with(R"({"partition": "a"})", "[]", R"(["a"])"), "400 22023");
}

TEST(PaimonSchema, IdsAreAllOrNone)
{
    EXPECT_EQ(brief(built(test::kCollections)),
              "0: k#0 INT, v#1 ARRAY<MAP<INT, ROW<f1#2 INT, f2#3 BIGINT>>>, w#4 ARRAY<INT NOT NULL>, "
              "m#5 MAP NOT NULL<STRING NOT NULL, INT>, s#6 MULTISET<INT>, highest 6");
    EXPECT_EQ(brief(built(schema("[]"))), "0: , highest -1");
    // Without ids a column comes before what is in it, and in it children come before parents.
    EXPECT_EQ(brief(built(schema(R"([{"name": "r", "type": {"type": "ROW", "fields": [{"name": "x", "type": "INT"},
                  {"name": "y", "type": {"type": "ROW", "fields": [{"name": "z", "type": "INT"}]}}]}},
                  {"name": "s", "type": "INT"}])"))),
              "0: r#0 ROW<x#1 INT, y#3 ROW<z#2 INT>>, s#4 INT, highest 4");
    EXPECT_EQ(brief(built(schema(R"([{"id": 5, "name": "a", "type": "INT"}, {"id": 2, "name": "b", "type": "INT"}])"))),
              "0: a#5 INT, b#2 INT, highest 5");
    EXPECT_EQ(built(schema(R"([{"id": 0, "name": "a", "type": "INT"}, {"name": "b", "type": "INT"}])")), "400 22023");
    EXPECT_EQ(
        built(schema(R"([{"id": 0, "name": "a", "type": {"type": "ROW", "fields": [{"name": "b", "type": "INT"}]}}])")),
        "400 22023");
    EXPECT_EQ(built(schema(R"([{"id": 0, "name": "a", "type": "INT"}, {"id": 0, "name": "b", "type": "INT"}])")),
              "500 55000");
    EXPECT_EQ(
        built(schema(
            R"([{"id": 0, "name": "a", "type": {"type": "ROW", "fields": [{"id": 0, "name": "b", "type": "INT"}]}}])")),
        "500 55000");
}

TEST(PaimonSchema, Shape)
{
    for (const char *text : {"null", "[]", "{}", R"({"fields": [], "partitionKeys": [], "primaryKeys": []})",
                             R"({"fields": [], "partitionKeys": [], "options": {}})",
                             R"({"fields": [], "primaryKeys": [], "options": {}})",
                             R"({"partitionKeys": [], "primaryKeys": [], "options": {}})",
                             R"({"fields": null, "partitionKeys": [], "primaryKeys": [], "options": {}})",
                             R"({"fields": {}, "partitionKeys": [], "primaryKeys": [], "options": {}})",
                             R"({"fields": [], "partitionKeys": "a", "primaryKeys": [], "options": {}})",
                             R"({"fields": [], "partitionKeys": [1], "primaryKeys": [], "options": {}})",
                             R"({"fields": [], "partitionKeys": [], "primaryKeys": [], "options": []})",
                             R"({"fields": [], "partitionKeys": [], "primaryKeys": [], "options": {"a": {}}})",
                             R"({"fields": [], "partitionKeys": [], "primaryKeys": [], "options": {}, "comment": []})",
                             R"({"fields": [null], "partitionKeys": [], "primaryKeys": [], "options": {}})"})
        EXPECT_EQ(built(text), "400 22023") << text;
    EXPECT_EQ(built(schema(R"([{"id": 0, "name": "a", "type": "FOO"}])")), "400 42601");
    EXPECT_EQ(built(schema(R"([{"id": 0, "name": "", "type": "INT"}])")), "400 22023");
    EXPECT_EQ(built(schema(R"([{"id": 0, "name": "a", "type": "INT"}, {"id": 1, "name": "a", "type": "INT"}])")),
              "400 22023");
    // Names differ by case.
    EXPECT_EQ(brief(built(schema(R"([{"id": 0, "name": "a", "type": "INT"}, {"id": 1, "name": "A", "type": "INT"}])"))),
              "0: a#0 INT, A#1 INT, highest 1");
}

TEST(PaimonSchema, KeyColumns)
{
    EXPECT_EQ(with("{}", R"(["z"])"), "400 22023");
    EXPECT_EQ(with("{}", R"(["a", "a"])"), "400 22023");
    EXPECT_EQ(with("{}", "[]", R"(["z"])"), "400 22023");
    EXPECT_EQ(with("{}", "[]", R"(["a", "a"])"), "400 22023");
    EXPECT_EQ(with("{}", R"(["a"])", R"(["a"])"), "500 55000");
    EXPECT_EQ(with("{}", R"(["a", "b"])", R"(["b", "a"])"), "500 55000");
    EXPECT_EQ(with("{}", R"(["a", "b"])", R"(["b"])"), "0: a#0 INT NOT NULL, b#1 STRING NOT NULL, highest 1");
    // A key need not have the partition keys.
    EXPECT_EQ(with("{}", R"(["a"])", R"(["b"])"), "0: a#0 INT NOT NULL, b#1 STRING, highest 1");
    for (const char *type :
         {R"({"type": "ARRAY", "element": "INT"})", R"({"type": "MAP", "key": "INT", "value": "INT"})",
          R"({"type": "MULTISET", "element": "INT"})", R"({"type": "ROW", "fields": []})", "\"VARIANT\"",
          "\"GEOMETRY\"", "\"VECTOR<INT, 2>\""}) {
        std::string fields = std::string(R"([{"id": 0, "name": "a", "type": )") + type + "}]";
        EXPECT_EQ(built(schema(fields, "{}", R"(["a"])")), "501 0A000") << type;
        EXPECT_EQ(built(schema(fields, "{}", "[]", R"(["a"])")), "501 0A000") << type;
    }
}

TEST(PaimonSchema, ReservedNames)
{
    for (const char *name : {"_SEQUENCE_NUMBER", "_VALUE_KIND", "_LEVEL", "_ROW_ID", "rowkind", "_KEY_", "_KEY_a"})
        EXPECT_EQ(built(schema(R"([{"id": 0, "name": ")" + std::string(name) + R"(", "type": "INT"}])")), "500 55000")
            << name;
    for (const char *name : {"_sequence_number", "ROWKIND", "_KEY", "KEY_a"})
        EXPECT_EQ(built(schema(R"([{"id": 0, "name": ")" + std::string(name) + R"(", "type": "INT"}])"))[0], '{')
            << name;
}

TEST(PaimonSchema, Buckets)
{
    const std::string kOk = "0: a#0 INT NOT NULL, b#1 STRING, highest 1";
    EXPECT_EQ(with(R"({"bucket": "2"})", R"(["a"])"), kOk);
    EXPECT_EQ(with(R"({"bucket": "-2"})", R"(["a"])"), kOk);
    EXPECT_EQ(with(R"({"bucket": "2", "bucket-key": "a"})", R"(["a"])"), kOk);
    EXPECT_EQ(with(R"({"bucket": "2", "bucket-key": "a,b"})"), "0: a#0 INT, b#1 STRING, highest 1");
    EXPECT_EQ(with(R"({"bucket-key": "a"})"), "400 22023");
    EXPECT_EQ(with(R"({"bucket": "-1", "bucket-key": "a"})"), "400 22023");
    EXPECT_EQ(with(R"({"bucket": "two"})", R"(["a"])"), "400 22023");
    EXPECT_EQ(with(R"({"bucket": "0"})", R"(["a"])"), "500 55000");
    EXPECT_EQ(with(R"({"bucket": "-3"})", R"(["a"])"), "500 55000");
    EXPECT_EQ(with(R"({"bucket": "-2"})"), "500 55000");
    EXPECT_EQ(with(R"({"bucket": "2"})"), "500 55000");
    EXPECT_EQ(with(R"({"bucket": "2", "bucket-key": "z"})"), "500 55000");
    EXPECT_EQ(with(R"({"bucket": "2", "bucket-key": "b"})", R"(["a"])"), "500 55000");
    EXPECT_EQ(with(R"({"bucket": "2", "bucket-key": "b"})", "[]", R"(["b"])"), "500 55000");
    EXPECT_EQ(built(schema(R"([{"id": 0, "name": "a", "type": {"type": "ARRAY", "element": "INT"}}])",
                           R"({"bucket": "2", "bucket-key": "a"})")),
              "500 55000");
}

TEST(PaimonSchema, OtherOptions)
{
    const std::string kKeyed = "0: a#0 INT NOT NULL, b#1 STRING, highest 1";
    EXPECT_EQ(with(R"({"sequence.field": "b"})", R"(["a"])"), kKeyed);
    EXPECT_EQ(with(R"({"sequence.field": "z"})", R"(["a"])"), "400 22023");
    EXPECT_EQ(with(R"({"sequence.field": "b,b"})", R"(["a"])"), "400 22023");
    EXPECT_EQ(with(R"({"sequence.field": "b", "fields.b.aggregate-function": "sum"})", R"(["a"])"), "400 22023");
    EXPECT_EQ(with(R"({"sequence.field": "b", "merge-engine": "first-row"})", R"(["a"])"), "400 22023");
    EXPECT_EQ(with(R"({"sequence.field": "b"})", R"(["a"])", R"(["b"])"), "400 22023");
    EXPECT_EQ(with(R"({"changelog-producer": "input"})", R"(["a"])"), kKeyed);
    EXPECT_EQ(with(R"({"changelog-producer": "none"})"), "0: a#0 INT, b#1 STRING, highest 1");
    EXPECT_EQ(with(R"({"changelog-producer": "input"})"), "501 0A000");
    EXPECT_EQ(with(R"({"changelog-producer": "output"})", R"(["a"])"), "400 22023");
    EXPECT_EQ(with(R"({"primary-key.nullable": "true"})"), "400 22023");
    EXPECT_EQ(with(R"({"rowkind.field": "z"})"), "400 22023");
    EXPECT_EQ(with(R"({"rowkind.field": "b"})"), "0: a#0 INT, b#1 STRING, highest 1");
    EXPECT_EQ(with(R"({"auto-create": "true"})"), "400 22023");
    for (const std::string what : {"snapshot", "changelog"}) {
        EXPECT_EQ(with(R"({")" + what + R"(.num-retained.min": "0"})"), "400 22023");
        EXPECT_EQ(with(R"({")" + what + R"(.num-retained.max": "9"})"), "400 22023")
            << "less than the minimum's default";
        EXPECT_EQ(with(R"({")" + what + R"(.num-retained.min": "3", ")" + what + R"(.num-retained.max": "3"})"),
                  "0: a#0 INT, b#1 STRING, highest 1");
        EXPECT_EQ(with(R"({")" + what + R"(.num-retained.min": "x"})"), "400 22023");
    }
}

std::string with_default(const std::string &type, const std::string &value)
{
    std::string made = built(schema(R"([{"id": 0, "name": "a", "type": )" + type + R"(, "defaultValue": )" +
                                    test::json(value).dump() + "}]"));
    return made[0] == '{' ? "ok" : made;
}

TEST(PaimonSchema, DefaultValuesMustBeOfTheirType)
{
    const std::pair<const char *, std::vector<const char *>> kGood[] = {
        {"\"BOOLEAN\"", {"t", "TRUE", "y", "no", "0", "'true'"}},
        {"\"TINYINT\"", {"-128", "+127", "1.9", "'5'"}},
        {"\"SMALLINT\"", {"32767"}},
        {"\"INT\"", {"2147483647", "-2147483648", "7", ".5"}},
        {"\"BIGINT\"", {"9223372036854775807", "-9223372036854775808"}},
        {"\"DECIMAL(4, 2)\"", {"99.99", "-0.001", "1e1", "0e9", ".5", "5."}},
        {"\"FLOAT\"", {"1", "-1.5e10", " 2 ", "NaN", "-Infinity", "1f"}},
        {"\"DOUBLE\"", {"1d", ".5"}},
        {"\"CHAR(2)\"", {"", "longer than two"}},
        {"\"STRING\"", {"anything"}},
        {"\"BYTES\"", {"abc"}},
        {"\"DATE\"",
         {"2024-02-29", "2024-1-1", "19000", "-1", "2024-01", " 2024", "2024-02-29 10:20:30", "2024-01-01 x"}},
        {"\"TIME(3)\"",
         {"10:20:30", "10:20", "23:59:59.999", "1000", "-1", "10", " 10 : 20 ", "10:20:30.1234567890", "10:20:30+08:00",
          "10:20-8"}},
        {"\"TIMESTAMP(3)\"",
         {"2024-02-29 10:20:30.5", "2024-02-29T10:20:30", "2024-02-29", "1700000000000", "-1", "2024-02-31",
          "2024-1-2 3:4:5", "2024-02-29T10:20", "2024-02-29 10:20:30."}},
        {"\"TIMESTAMP_LTZ(3)\"", {"2024-02-29 10:20:30"}},
        {R"({"type": "ARRAY", "element": "INT"})", {"[]", "[1, 2, null]", "ARRAY(1,2)", " array( ) "}},
        {R"({"type": "MAP", "key": "INT", "value": "STRING"})", {"{}", "{1 -> a, 2 -> null}", "MAP(1, a, 2, b)"}},
        {R"({"type": "ROW", "fields": [{"id": 1, "name": "x", "type": "INT"}, {"id": 2, "name": "y", "type":
             {"type": "ARRAY", "element": "INT"}}]})",
         {"{}", "{1, [2, 3]}", "STRUCT(1, [])", "{null, null}"}},
    };
    for (const auto &type : kGood)
        for (const char *value : type.second)
            EXPECT_EQ(with_default(type.first, value), "ok") << type.first << " " << value;
    const std::pair<const char *, std::vector<const char *>> kBad[] = {
        {"\"BOOLEAN\"", {"", "maybe", "2"}},
        {"\"TINYINT\"", {"128", "", "-", "+", "1.x", "x", "1e1", "--1", "+-1"}},
        {"\"INT\"", {"2147483648", "'abc'", "'"}},
        {"\"STRING\"", {"'"}},
        {"\"BIGINT\"", {"9223372036854775808"}},
        {"\"DECIMAL(4, 2)\"", {"100", "1e2", "x", "", ".", "1e", "1ee1", "+"}},
        {"\"FLOAT\"", {"", "x", "infinity", "1ff"}},
        {"\"DATE\"",
         {"2023-02-29", "2024-13-01", "2024-00-01", "2024-01-00", "x", "", "2024-", "2024-01-01x", "99999999999",
          "-99999999999", "2024-01-01T10:20:30", "10000-01-01", "-"}},
        {"\"TIME(3)\"", {"24:00:00", "10:60", "10:20:60", "10:20:30.", "x", "10:20+", "10:20+24", "10:"}},
        {"\"TIMESTAMP(3)\"",
         {"x", "2024-01-01 25:00:00", "2024-01-01x", "2024-01-01 10:", "2024-01-01 10:20", "2024-01-01 10",
          "2024-01-01 ", " 2024-01-01", "0000-01-01", "024-01-01", "2024-01-32", "2024-01-01 10:20:30.1234567890",
          "2024-01-01 10:20:30Z", "2024-01-01T10:20:"}},
        {"\"TIMESTAMP_LTZ(3)\"", {"1700000000000"}},
        {"\"VARIANT\"", {"1"}},
        {"\"BLOB\"", {"1"}},
        {"\"INT MULTISET\"", {"[]"}},
        {"\"VECTOR<INT, 2>\"", {"[]"}},
        {R"({"type": "ARRAY", "element": "INT"})", {"", "1", "[x]", "[1", "ARRAY 1"}},
        {R"({"type": "ARRAY", "element": "VARIANT"})", {"[]"}},
        {R"({"type": "MAP", "key": "INT", "value": "STRING"})", {"{1}", "{x -> a}", "{ -> a}", "MAP(1)", "NULL"}},
        {R"({"type": "ROW", "fields": [{"id": 1, "name": "x", "type": "INT"}]})", {"{1, 2}", "{x}", "1"}},
    };
    for (const auto &type : kBad)
        for (const char *value : type.second)
            EXPECT_EQ(with_default(type.first, value), "500 55000") << type.first << " " << value;
}

TEST(PaimonSchema, OptionsNameColumns)
{
    EXPECT_EQ(with(R"({"fields.a.aggregate-function": "sum", "fields.a,b.sequence-group": "b",
                       "fields.default-aggregate-function": "max"})"),
              "0: a#0 INT, b#1 STRING, highest 1");
    EXPECT_EQ(with(R"({"fields.z.aggregate-function": "sum"})"), "400 22023");
    EXPECT_EQ(with(R"({"fields.a,z.sequence-group": "b"})"), "400 22023");
    const std::string row = R"([{"id": 0, "name": "r", "type": {"type": "ROW", "fields": [
        {"id": 1, "name": "x", "type": "INT"}]}}])";
    EXPECT_EQ(brief(built(schema(row, R"({"fields.r.x.aggregate-function": "sum"})"))), "400 22023");
    EXPECT_EQ(with(R"({"sequence.field": " a , b "})"), "0: a#0 INT, b#1 STRING, highest 1");
    EXPECT_EQ(with(R"({"sequence.field": "a,,b"})"), "400 22023");
    EXPECT_EQ(with(R"({"sequence.field": ""})"), "400 22023");
    EXPECT_EQ(with(R"({"sequence.field": "a,"})"), "0: a#0 INT, b#1 STRING, highest 1");
    EXPECT_EQ(with(R"({"bucket": "1", "bucket-key": "a,"})"), "0: a#0 INT, b#1 STRING, highest 1");
    EXPECT_EQ(with(R"({"bucket": "1", "bucket-key": " a"})"), "500 55000");
    // Dropping such a column leaves the option without it.
    EXPECT_EQ(after(schema(kAB, R"({"fields.b.ignore-retract": "true"})"),
                    R"([{"action": "dropColumn", "fieldNames": ["b"]}])"),
              "400 22023");
}

TEST(PaimonSchema, OptionsAreWhatTheirReadersTake)
{
    for (const char *option : {"primary-key.nullable", "deletion-vectors.enabled", "row-tracking.enabled"})
        EXPECT_EQ(with(std::string("{\"") + option + "\": \"yes\"}", R"(["a"])"), "400 22023") << option;
    EXPECT_EQ(with(R"({"merge-engine": "First-Row"})"), "0: a#0 INT, b#1 STRING, highest 1");
    EXPECT_EQ(with(R"({"merge-engine": "last-row"})"), "400 22023");
    auto keyed = [](const std::string &options) { return with(options, R"(["a"])").substr(0, 3); };
    EXPECT_EQ(keyed(R"({"merge-engine": "first-row", "changelog-producer": "input"})"), "400");
    EXPECT_EQ(keyed(R"({"merge-engine": "first-row", "changelog-producer": "lookup"})"), "0: ");
    EXPECT_EQ(keyed(R"({"deletion-vectors.enabled": "true", "changelog-producer": "full-compaction"})"), "400");
    EXPECT_EQ(keyed(R"({"deletion-vectors.enabled": "true", "changelog-producer": "lookup"})"), "0: ");
    EXPECT_EQ(keyed(R"({"deletion-vectors.enabled": "true", "merge-engine": "first-row"})"), "400");
    EXPECT_EQ(after(schema(kAB, R"({"bucket": "1", "primary-key.nullable": "true"})", R"(["a"])"),
                    R"([{"action": "dropPrimaryKey"}])"),
              "400 22023");
}

TEST(PaimonSchema, FaultsOfShapeComeBeforeFieldIds)
{
    EXPECT_EQ(built(schema(R"([{"id": 0, "name": "a", "type": "INT"}, {"id": 0, "name": "a", "type": "INT"}])")),
              "400 22023");
    EXPECT_EQ(built(schema(R"([{"id": 0, "name": "a", "type": "INT"}, {"id": 0, "name": "b", "type": "INT"}])", "{}",
                           R"(["z"])")),
              "400 22023");
    EXPECT_EQ(built(schema(R"([{"id": 0, "name": "a", "type": "INT"}, {"id": 0, "name": "b", "type": "INT"}])")),
              "500 55000");
}

TEST(PaimonSchema, IdsOfTheEnginesOwnColumnsDoNotCount)
{
    const std::string table = schema(R"([{"id": 3, "name": "a", "type": "INT"},
                                         {"id": 2147483647, "name": "b", "type": "INT"}])");
    EXPECT_EQ(brief(built(table)), "0: a#3 INT, b#2147483647 INT, highest 3");
    EXPECT_EQ(after(table, R"([{"action": "addColumn", "fieldNames": ["c"], "dataType": "INT"}])"),
              "1: a#3 INT, b#2147483647 INT, c#4 INT, highest 4");
}

TEST(PaimonSchema, WhatTheServerReads)
{
    test::TestArena arena;
    View text;
    ASSERT_TRUE(build_schema(test::kOrders, 1741266704867, arena.get(), &text).ok());
    TableSchema read;
    ASSERT_TRUE(read_schema(text, arena.get(), &read).ok());
    EXPECT_EQ(read.time_millis, 1741266704867);
    EXPECT_EQ(read.highest_field_id, 3);
    ASSERT_EQ(read.columns.size, 4u);
    EXPECT_EQ(read.columns[3], "note");
    ASSERT_EQ(read.primary_keys.size, 2u);
    EXPECT_EQ(read.primary_keys[1], "dt");
    EXPECT_EQ(read.partition_keys[0], "dt");
    EXPECT_EQ(read.comment, "orders");
    View value;
    EXPECT_TRUE(find_option(read, "bucket", &value));
    EXPECT_EQ(value, "2");
    EXPECT_FALSE(find_option(read, "path", &value));
    EXPECT_EQ(test::fault(read_schema(test::kOrders, arena.get(), &read)), "400 22023");
}

TEST(PaimonSchema, TheResponseHasNoPath)
{
    test::TestArena arena;
    View text;
    ASSERT_TRUE(build_schema(schema(kAB, R"({"path": "s3://b/t", "x": "1"})"), 0, arena.get(), &text).ok());
    ASSERT_TRUE(schema_of_response(text, arena.get(), &text).ok());
    EXPECT_EQ(test::json::parse(text).dump(),
              R"({"fields":[{"id":0,"name":"a","type":"INT"},{"id":1,"name":"b","type":"STRING"}],)"
              R"("options":{"x":"1"},"partitionKeys":[],"primaryKeys":[]})");
}

TEST(PaimonSchema, Limits)
{
    std::string fields;
    for (int i = 0; i <= 10000; ++i)
        fields += (i == 0 ? "[" : ",") + std::string(R"({"name": "c)") + std::to_string(i) + R"(", "type": "INT"})";
    EXPECT_EQ(built(schema(fields + "]")), "400 54000");
    std::string keys = "[\"a\"";
    std::string list = "a";
    for (int i = 0; i < 1000; ++i) {
        keys += ",\"a\"";
        list += ",a";
    }
    EXPECT_EQ(with("{}", keys + "]"), "400 54000");
    EXPECT_EQ(with(R"({"primary-key": ")" + list + "\"}"), "400 54000");
    EXPECT_EQ(with_default("\"STRING\"", std::string(65537, 'x')), "400 54000");
    std::string options = "{\"a\": \"\"";
    for (int i = 0; i < 10000; ++i)
        options += ",\"" + std::to_string(i) + "\": \"\"";
    EXPECT_EQ(with(options + "}"), "400 54000");
    EXPECT_EQ(built("\"" + std::string(64 * 1024 * 1024, 'x') + "\""), "400 54000");
}

}   // namespace
}   // namespace lakesoul::paimon
