// Requests of schema changes as wholes, and changes of options.
#include <gtest/gtest.h>

#include "paimon_check.hpp"
#include "paimon_tables.hpp"

namespace lakesoul::paimon {
namespace {

using test::after;
using test::kOrders;
using test::kTwo;
using test::kTwoFields;
using test::schema;

std::string set(const std::string &key, const std::string &value)
{
    return R"({"action": "setOption", "key": ")" + key + R"(", "value": ")" + value + "\"}";
}

std::string unset(const std::string &key)
{
    return R"({"action": "removeOption", "key": ")" + key + "\"}";
}

// The options after changes, or the fault.
std::string options(const std::string &table, const std::string &changes, bool has_snapshots = false)
{
    std::string result = test::changed(table, "[" + changes + "]", has_snapshots);
    return result[0] == '{' ? test::json::parse(result)["options"].dump() : result;
}

TEST(PaimonAlter, EveryRequestMakesAVersion)
{
    EXPECT_EQ(after(kTwo, "[]"), "1: f0#0 INT, f1#1 BIGINT, highest 1");
    EXPECT_EQ(after(kOrders, "[" + set("bucket", "2") + "]", true).substr(0, 2), "1:");
}

TEST(PaimonAlter, AllOrNothingAndParsedFirst)   // case 27
{
    EXPECT_EQ(after(kTwo, "[" + set("a", "1") + R"(, {"action": "dropColumn", "fieldNames": ["zz"]}])"),
              "404 42703 COLUMN zz");
    // A change that cannot be read is found before one that cannot be applied.
    EXPECT_EQ(after(kTwo, R"([{"action": "dropColumn", "fieldNames": ["zz"]}, {"action": "fooBar"}])"), "400 22023");
}

TEST(PaimonAlter, Discriminators)
{
    const char *kRest = R"("fieldNames": ["f2"], "dataType": "INT"}])";
    const std::string kAdded = "1: f0#0 INT, f1#1 BIGINT, f2#2 INT, highest 2";
    EXPECT_EQ(after(kTwo, std::string(R"([{"action": "addColumn", )") + kRest), kAdded);
    EXPECT_EQ(after(kTwo, std::string(R"([{"type": "addColumn", )") + kRest), kAdded);
    EXPECT_EQ(after(kTwo, std::string(R"([{"action": "addColumn", "type": "addColumn", )") + kRest), kAdded);
    EXPECT_EQ(after(kTwo, std::string(R"([{"action": null, "type": "addColumn", )") + kRest), kAdded);
    EXPECT_EQ(after(kTwo, std::string(R"([{"action": "addColumn", "type": "dropColumn", )") + kRest), "400 22023");
    EXPECT_EQ(after(kTwo, std::string("[{") + kRest), "400 22023");
    EXPECT_EQ(after(kTwo, R"([{"action": 5}])"), "400 22023");
    EXPECT_EQ(after(kTwo, R"([{"action": "AddColumn", "fieldNames": ["x"], "dataType": "INT"}])"), "400 22023");
}

TEST(PaimonAlter, Shape)
{
    for (const char *changes :
         {"null",
          "{}",
          "\"x\"",
          "[null]",
          "[1]",
          "[[]]",
          R"([{"action": "setOption", "key": "a"}])",
          R"([{"action": "setOption", "value": "a"}])",
          R"([{"action": "setOption", "key": "a", "value": null}])",
          R"([{"action": "setOption", "key": "a", "value": []}])",
          R"([{"action": "setOption", "key": 1, "value": "a"}])",
          R"([{"action": "removeOption"}])",
          R"([{"action": "updateComment", "comment": {}}])",
          R"([{"action": "addColumn", "dataType": "INT"}])",
          R"([{"action": "addColumn", "fieldNames": ["x"]}])",
          R"([{"action": "addColumn", "fieldNames": ["x"], "dataType": "INT", "move": []}])",
          R"([{"action": "addColumn", "fieldNames": ["x"], "dataType": "INT", "move": {}}])",
          R"([{"action": "addColumn", "fieldNames": ["x"], "dataType": "INT", "move": {"type": 1}}])",
          R"([{"action": "renameColumn", "fieldNames": ["f0"]}])",
          R"([{"action": "renameColumn", "fieldNames": ["f0"], "newName": 1}])",
          R"([{"action": "dropColumn"}])",
          R"([{"action": "updateColumnType", "fieldNames": ["f0"]}])",
          R"([{"action": "updateColumnType", "fieldNames": ["f0"], "newDataType": "INT", "keepNullability": 1}])",
          R"([{"action": "updateColumnNullability", "fieldNames": ["f0"]}])",
          R"([{"action": "updateColumnNullability", "fieldNames": ["f0"], "newNullability": "yes"}])",
          R"([{"action": "updateColumnNullability", "newNullability": true}])",
          R"([{"action": "updateColumnComment", "newComment": "x"}])"})
        EXPECT_EQ(after(kTwo, changes), "400 22023") << changes;
    EXPECT_EQ(options(kTwo, R"({"action": "setOption", "key": "a", "value": 4}, {"action": "setOption", "key": "b",
                                "value": true, "unknown": {}})"),
              R"({"a":"4","b":"true"})");
    std::string many = "[" + set("a", "1");
    for (int i = 0; i < 5000; ++i)
        many += "," + set("a", "1");
    EXPECT_EQ(after(kTwo, many + "]"), "400 54000");
}

TEST(PaimonAlter, TableSchemasThatAreNone)
{
    test::TestArena arena;
    View next;
    auto fault = [&](const std::string &table) {
        return test::fault(apply_changes(table, "[]", false, 0, arena.get(), &next));
    };
    const std::string kRest = R"("partitionKeys": [], "primaryKeys": [], "options": {})";
    const std::string kField = R"("fields": [{"id": 3, "name": "a", "type": "INT"}], )";
    EXPECT_EQ(fault(kTwo), "400 22023");
    EXPECT_EQ(fault("[]"), "400 22023");
    EXPECT_EQ(fault(R"({"id": 0, "highestFieldId": 2, )" + kField + kRest + "}"), "400 22023");
    EXPECT_EQ(fault(R"({"id": -1, "highestFieldId": 3, )" + kField + kRest + "}"), "400 22023");
    EXPECT_EQ(fault(R"({"id": 9223372036854775807, "highestFieldId": 3, )" + kField + kRest + "}"), "400 22023");
    EXPECT_EQ(fault(R"({"id": 0, "highestFieldId": 9223372036854775807, )" + kField + kRest + "}"), "400 22023");
    EXPECT_EQ(fault(R"({"id": 0, "highestFieldId": 3, "fields": [{"name": "a", "type": "INT"}], )" + kRest + "}"),
              "400 22023");
    EXPECT_EQ(fault(R"({"id": "4", "highestFieldId": "3", )" + kField + kRest + "}"), "0 unexpected");
    EXPECT_EQ(test::json::parse(next)["id"], 5);
}

TEST(PaimonAlter, IdsNeverComeBack)
{
    test::TestArena arena;
    View table;
    View next;
    ASSERT_TRUE(build_schema(kTwo, 0, arena.get(), &table).ok());
    const char *kAdd = R"([{"action": "addColumn", "fieldNames": ["x"], "dataType": "INT"}])";
    ASSERT_TRUE(apply_changes_above(table, kAdd, false, 5, 40, arena.get(), &next).ok());
    EXPECT_EQ(test::brief(std::string(next)), "1: f0#0 INT, f1#1 BIGINT, x#41 INT, highest 41");
    EXPECT_EQ(test::json::parse(next)["timeMillis"], 5);
    EXPECT_EQ(test::fault(apply_changes_above(table, kAdd, false, 0, 2147483647, arena.get(), &next)), "400 54000");
}

TEST(PaimonOptions, WithSnapshots)   // case 26
{
    auto fault = [](const std::string &change) { return options(kOrders, change, true); };
    for (const char *key : {"aggregation.remove-record-on-delete",
                            "blob-descriptor-field",
                            "blob-field",
                            "blob-view-field",
                            "bucket-function.type",
                            "bucket-key",
                            "data-evolution.enabled",
                            "data-file.path-directory",
                            "dynamic-bucket.initial-buckets",
                            "force-lookup",
                            "index-file-in-data-file-dir",
                            "merge-engine",
                            "partial-update.remove-record-on-delete",
                            "partial-update.remove-record-on-sequence-group",
                            "partition",
                            "pk-clustering-override",
                            "primary-key",
                            "primary-key.nullable",
                            "row-tracking.enabled",
                            "rowkind.field",
                            "sequence.snapshot-ordering",
                            "type"}) {
        EXPECT_EQ(fault(set(key, "x")), "501 0A000") << key;
        EXPECT_EQ(fault(unset(key)), "501 0A000") << key;
    }
    EXPECT_EQ(fault(set("bucket", "4")), R"({"bucket":"4"})");
    EXPECT_EQ(fault(set("bucket", "2")), R"({"bucket":"2"})");
    EXPECT_EQ(fault(set("bucket", "-1")), "501 0A000");
    EXPECT_EQ(fault(set("bucket", "abc")), "400 22023");
    EXPECT_EQ(fault(unset("bucket")), "501 0A000");
    EXPECT_EQ(options(kTwo, set("bucket", "4"), true), "501 0A000");
    EXPECT_EQ(fault(set("any.thing", "1")), R"({"any.thing":"1","bucket":"2"})");
    EXPECT_EQ(fault(unset("any.thing")), R"({"bucket":"2"})");
}

TEST(PaimonOptions, SwitchesOfTablesWithSnapshots)
{
    auto one = [](const std::string &stored, const std::string &change) {
        return options(schema(kTwoFields, stored, R"(["f0"])"), change, true);
    };
    EXPECT_EQ(one("{}", set("deletion-vectors.enabled", "true")), "501 0A000");
    EXPECT_EQ(one("{}", set("deletion-vectors.enabled", "false")), R"({"deletion-vectors.enabled":"false"})");
    EXPECT_EQ(one(R"({"deletion-vectors.modifiable": "true"})", set("deletion-vectors.enabled", "true")),
              R"({"deletion-vectors.enabled":"true","deletion-vectors.modifiable":"true"})");
    EXPECT_EQ(one(R"({"deletion-vectors.enabled": "true"})", unset("deletion-vectors.enabled")), "501 0A000");
    EXPECT_EQ(one("{}", unset("deletion-vectors.enabled")), "{}");
    for (const std::string key : {"ignore-delete", "ignore-update-before"}) {
        EXPECT_EQ(one(R"({")" + key + R"(": "true"})", set(key, "false")), "501 0A000");
        EXPECT_EQ(one("{}", set(key, "true")), R"({")" + key + R"(":"true"})");
    }
    EXPECT_EQ(one(R"({"pk-clustering-override": "true"})", set("clustering.columns", "f0")), "501 0A000");
    EXPECT_EQ(one(R"({"pk-clustering-override": "true"})", unset("clustering.columns")), "501 0A000");
    EXPECT_EQ(one("{}", set("clustering.columns", "f0")), R"({"clustering.columns":"f0"})");
}

TEST(PaimonOptions, TypeAndPathNeverChange)
{
    EXPECT_EQ(options(kTwo, set("type", "format-table")), "501 0A000");
    EXPECT_EQ(options(kTwo, set("type", "TABLE"), true), "{}");
    EXPECT_EQ(options(kTwo, unset("type")), "501 0A000");
    std::string typed = schema(kTwoFields, R"({"type": "Object-Table"})");
    EXPECT_EQ(options(typed, set("type", "object-table"), true), R"({"type":"Object-Table"})");
    EXPECT_EQ(options(typed, set("type", "table")), "501 0A000");
    EXPECT_EQ(options(kTwo, set("path", "s3://x")), "501 0A000");
    EXPECT_EQ(options(kTwo, set("PATH", "s3://x")), "501 0A000");
    EXPECT_EQ(options(kTwo, unset("path")), "501 0A000");
    std::string placed = schema(kTwoFields, R"({"path": "s3://x"})");
    EXPECT_EQ(options(placed, set("path", "s3://x")), R"({"path":"s3://x"})");
}

TEST(PaimonOptions, KeysAsOptions)
{
    test::json table = test::json::parse(test::changed(kTwo, "[" + set("primary-key", " f1 ") + "]"));
    EXPECT_EQ(table["primaryKeys"], test::json({"f1"}));
    EXPECT_EQ(table["fields"][1]["type"], "BIGINT NOT NULL");
    EXPECT_EQ(table["options"], test::json::object());
    EXPECT_EQ(options(kOrders, set("primary-key", "order_id, dt"), true), R"({"bucket":"2"})");
    EXPECT_EQ(options(kOrders, set("partition", "dt"), true), R"({"bucket":"2"})");
    EXPECT_EQ(options(kOrders, set("primary-key", "order_id"), true), "501 0A000");
    EXPECT_EQ(options(kOrders, set("primary-key", "order_id")), "500 55000");   // there is a list already
    EXPECT_EQ(options(kTwo, set("primary-key", "zz")), "500 55000");
    EXPECT_EQ(options(kTwo, set("changelog-producer", "input")), "501 0A000");
}

TEST(PaimonOptions, LaterChangesOfARequestCount)
{
    std::string stored = schema(kTwoFields, R"({"a": "1"})");
    EXPECT_EQ(options(stored, set("a", "2") + "," + set("a", "1")), R"({"a":"1"})");
    EXPECT_EQ(options(stored, unset("a") + "," + set("a", "1")), R"({"a":"1"})");
    EXPECT_EQ(options(stored, set("a", "2") + "," + unset("a")), "{}");
}

TEST(PaimonOptions, FollowRenamedColumns)   // case 18
{
    std::string table = schema(
        R"([{"id": 0, "name": "f0", "type": "INT"}, {"id": 1, "name": "f1", "type": "INT"},
            {"id": 2, "name": "f2", "type": {"type": "MAP", "key": "INT", "value":
                {"type": "ROW", "fields": [{"id": 3, "name": "f1", "type": "INT"}]}}}])",
        R"({"bucket": "2", "bucket-key": "f0", "sequence.field": " f1 ,f2", "fields.f2.ignore-retract": "true",
            "fields.f2.distinct": "true", "fields.f2.list-agg-delimiter": ";", "fields.f0.aggregate-function": "sum",
            "fields.f2.map.storage-layout": "x", "fields.f2.map.shared-shredding.max-columns": "3",
            "fields.f1,f2.sequence-group": "f2,zz", "fields.f2.nested-key": "f1,f2",
            "fields.default-aggregate-function": "z"})",
        R"(["f0"])");
    std::string changes = R"([{"action": "renameColumn", "fieldNames": ["f0"], "newName": "a"},
        {"action": "renameColumn", "fieldNames": ["f1"], "newName": "b"},
        {"action": "renameColumn", "fieldNames": ["f2"], "newName": "c"}])";
    EXPECT_EQ(
        test::json::parse(test::changed(table, changes))["options"].dump(),
        R"({"bucket":"2","bucket-key":"a","fields.a.aggregate-function":"sum","fields.b,c.sequence-group":"c,zz",)"
        R"("fields.c.distinct":"true","fields.c.ignore-retract":"true","fields.c.list-agg-delimiter":";",)"
        R"("fields.c.map.shared-shredding.max-columns":"3","fields.c.map.storage-layout":"x",)"
        R"("fields.c.nested-key":"b,c","fields.default-aggregate-function":"z",)"
        R"("sequence.field":"b,c"})");
    // An option of a column whose name is not known to be in it would be left without its column.
    EXPECT_EQ(after(schema(kTwoFields, R"({"fields.f0.other": "y"})"),
                    R"([{"action": "renameColumn", "fieldNames": ["f0"], "newName": "a"}])"),
              "400 22023");
    std::string large = schema(kTwoFields, R"({"fields.f1.sequence-group": ")" + std::string(1 << 20, 'x') + "\"}");
    std::string back_and_forth;
    for (int i = 0; i < 100; ++i)
        back_and_forth += std::string(i == 0 ? "[" : ",") + R"({"action": "renameColumn", "fieldNames": [")" +
                          (i % 2 == 0 ? "f0" : "x") + R"("], "newName": ")" + (i % 2 == 0 ? "x" : "f0") + "\"}";
    EXPECT_EQ(after(large, back_and_forth + "]"), "400 54000");
    // Sub-fields are not what options name.
    EXPECT_EQ(
        test::json::parse(test::changed(
            table,
            R"([{"action": "renameColumn", "fieldNames": ["f2", "value", "f1"], "newName": "x"}])"))["options"]
                                                                                                    ["sequence.field"],
        " f1 ,f2");
}

}   // namespace
}   // namespace lakesoul::paimon
