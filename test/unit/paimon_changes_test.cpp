// Schema changes of columns: every rule of every change, on paths and off them.
#include <gtest/gtest.h>

#include "paimon_check.hpp"
#include "paimon_tables.hpp"

namespace lakesoul::paimon {
namespace {

using test::after;
using test::kCollections;
using test::kFour;
using test::kNested;
using test::kOrders;
using test::kTwo;
using test::kTwoFields;
using test::schema;

std::string add(const std::string &path, const std::string &type, const std::string &more = "")
{
    return R"({"action": "addColumn", "fieldNames": )" + path + R"(, "dataType": )" + type + more + "}";
}

std::string rename(const std::string &path, const std::string &name)
{
    return R"({"action": "renameColumn", "fieldNames": )" + path + R"(, "newName": )" + test::json(name).dump() + "}";
}

std::string drop(const std::string &path)
{
    return R"({"action": "dropColumn", "fieldNames": )" + path + "}";
}

std::string retype(const std::string &path, const std::string &type, const char *keep = "false")
{
    return R"({"action": "updateColumnType", "fieldNames": )" + path + R"(, "newDataType": )" + type +
           R"(, "keepNullability": )" + keep + "}";
}

std::string move(const std::string &name, const std::string &type, const std::string &reference = "")
{
    return R"({"fieldName": ")" + name + R"(", "type": ")" + type + "\"" +
           (reference.empty() ? "" : R"(, "referenceFieldName": ")" + reference + "\"") + "}";
}

std::string reposition(const std::string &name, const std::string &type, const std::string &reference = "")
{
    return R"({"action": "updateColumnPosition", "move": )" + move(name, type, reference) + "}";
}

TEST(PaimonAddColumn, PositionsAndNames)   // cases 9 to 11
{
    EXPECT_EQ(after(kTwo, "[" + add(R"(["f2"])", "\"STRING\"", R"(, "comment": null, "move": null)") + "]"),
              "1: f0#0 INT, f1#1 BIGINT, f2#2 STRING, highest 2");
    auto moved = [](const std::string &where) {
        return after(kTwo, "[" + add(R"(["f2"])", "\"STRING\"", ", \"comment\": \"\", \"move\": " + where) + "]");
    };
    EXPECT_EQ(moved(move("f2", "AFTER", "f0")), "1: f0#0 INT, f2#2 STRING '', f1#1 BIGINT, highest 2");
    EXPECT_EQ(moved(move("x", "BEFORE", "f0")), "1: f2#2 STRING '', f0#0 INT, f1#1 BIGINT, highest 2");
    EXPECT_EQ(moved(move("f2", "FIRST")), "1: f2#2 STRING '', f0#0 INT, f1#1 BIGINT, highest 2");
    EXPECT_EQ(moved(move("f2", "LAST")), "1: f0#0 INT, f1#1 BIGINT, f2#2 STRING '', highest 2");
    EXPECT_EQ(moved(move("f2", "AFTER", "zz")), "404 42703 COLUMN zz");
    EXPECT_EQ(moved(move("f2", "AFTER")), "400 22023");
    EXPECT_EQ(after(kTwo, "[" + add(R"(["f2"])", "\"STRING NOT NULL\"") + "]"), "400 22023");
    EXPECT_EQ(after(kTwo, "[" + add(R"(["f1"])", "\"STRING\"") + "]"), "409 42701 COLUMN f1");
    EXPECT_EQ(after(kTwo, "[" + add(R"(["F1"])", "\"STRING\"") + "]"),
              "1: f0#0 INT, f1#1 BIGINT, F1#2 STRING, highest 2");
    EXPECT_EQ(after(kTwo, "[" + add(R"([" "])", "\"STRING\"") + "]"), "400 22023");
    EXPECT_EQ(after(kTwo, "[" + add(R"(["rowkind"])", "\"STRING\"") + "]"), "500 55000");
    EXPECT_EQ(after(kTwo, "[" + add(R"(["x"])", "\"FOO\"") + "]"), "400 42601");
}

TEST(PaimonAddColumn, NumbersItselfThenBelowItChildrenFirst)   // cases 12 and 15
{
    std::string row =
        R"({"type": "ROW", "fields": [{"id": 7, "name": "x", "type": "INT"}, {"id": 8, "name": "y", "type":
        {"type": "ROW", "fields": [{"id": 9, "name": "z", "type": "INT NOT NULL"}]}}]})";
    EXPECT_EQ(after(kTwo, "[" + add(R"(["r"])", row) + "," + add(R"(["s"])", "\"INT\"") + "]"),
              "1: f0#0 INT, f1#1 BIGINT, r#2 ROW<x#3 INT, y#5 ROW<z#4 INT NOT NULL>>, s#6 INT, highest 6");
    EXPECT_EQ(after(kTwo, "[" + add(R"(["f2"])", "\"STRING\"") + "," + drop(R"(["f2"])") + "," +
                              add(R"(["f2"])", "\"INT\"") + "]"),
              "1: f0#0 INT, f1#1 BIGINT, f2#3 INT, highest 3");
}

TEST(PaimonAddColumn, BelowRows)   // cases 13 and 14
{
    auto nested = [](const std::string &path) {
        return after(kNested,
                     "[" + add(path, "\"STRING\"", ", \"comment\": \"\", \"move\": " + move("f3", "AFTER", "f1")) +
                         "]");
    };
    EXPECT_EQ(nested(R"(["v", "f2", "f3"])"),
              "1: k#0 INT, v#1 ROW<f1#2 STRING, f2#3 ROW<f1#4 INT, f3#6 STRING '', f2#5 BIGINT>>, highest 6");
    EXPECT_EQ(nested(R"(["v", "invalid", "f4"])"), "404 42703 COLUMN v.invalid");
    EXPECT_EQ(nested(R"(["v", "f2", "f1"])"), "409 42701 COLUMN v.f2.f1");
    EXPECT_EQ(after(kCollections,
                    "[" +
                        add(R"(["v", "element", "value", "f3"])", "\"STRING\"", ", \"move\": " + move("f3", "FIRST")) +
                        "," + drop(R"(["v", "element", "value", "f2"])") + "," +
                        retype(R"(["v", "element", "value", "f1"])", "\"BIGINT\"") + "]"),
              "1: k#0 INT, v#1 ARRAY<MAP<INT, ROW<f3#7 STRING, f1#2 BIGINT>>>, w#4 ARRAY<INT NOT NULL>, "
              "m#5 MAP NOT NULL<STRING NOT NULL, INT>, s#6 MULTISET<INT>, highest 7");
}

TEST(PaimonAddColumn, BeforeThePartitionColumns)
{
    std::string table = schema(kTwoFields, R"({"add-column-before-partition": "true"})", "[]", R"(["f1"])");
    EXPECT_EQ(after(table, "[" + add(R"(["x"])", "\"INT\"") + "]"), "1: f0#0 INT, x#2 INT, f1#1 BIGINT, highest 2");
    EXPECT_EQ(after(table, "[" + add(R"(["x"])", "\"INT\"", ", \"move\": " + move("x", "LAST")) + "]"),
              "1: f0#0 INT, f1#1 BIGINT, x#2 INT, highest 2");
    // The switch counts as it was before the request.
    std::string off = schema(kTwoFields, "{}", "[]", R"(["f1"])");
    EXPECT_EQ(after(off, R"([{"action": "setOption", "key": "add-column-before-partition", "value": "true"},)" +
                             add(R"(["x"])", "\"INT\"") + "]"),
              "1: f0#0 INT, f1#1 BIGINT, x#2 INT, highest 2");
}

TEST(PaimonPaths, WhatIsNoPathIsRefused)
{
    auto fault = [](const std::string &change) { return after(kCollections, "[" + change + "]"); };
    // Another filler than element and value.
    EXPECT_EQ(fault(add(R"(["v", "foo", "bar", "f3"])", "\"INT\"")), "400 22023");
    EXPECT_EQ(fault(retype(R"(["w", "whatever"])", "\"BIGINT\"")), "400 22023");
    EXPECT_EQ(fault(retype(R"(["m", "key"])", "\"STRING\"")), "400 22023");
    // A path that ends in a collection, where a column is meant.
    for (const std::string path : {R"(["w", "element"])", R"(["m", "value"])", R"(["v", "element", "value"])"}) {
        EXPECT_EQ(fault(add(path, "\"INT\"")), "400 22023");
        EXPECT_EQ(fault(drop(path)), "400 22023");
        EXPECT_EQ(fault(rename(path, "x")), "400 22023");
        EXPECT_EQ(fault(R"({"action": "updateColumnComment", "fieldNames": )" + path + R"(, "newComment": "c"})"),
                  "400 22023");
        EXPECT_EQ(
            fault(R"({"action": "updateColumnDefaultValue", "fieldNames": )" + path + R"(, "newDefaultValue": "1"})"),
            "400 22023");
    }
    // Nothing is below a scalar or a MULTISET.
    EXPECT_EQ(fault(add(R"(["k", "x"])", "\"INT\"")), "400 22023");
    EXPECT_EQ(fault(add(R"(["s", "x"])", "\"INT\"")), "400 22023");
    EXPECT_EQ(fault(add(R"(["m", "value", "x"])", "\"INT\"")), "400 22023");
    EXPECT_EQ(fault(add(R"(["k", "x", "y"])", "\"INT\"")), "404 42703 COLUMN k.x");
    EXPECT_EQ(fault(drop(R"(["k", "x"])")), "404 42703 COLUMN k.x");
    EXPECT_EQ(fault(rename(R"(["s", "element"])", "x")), "404 42703 COLUMN s.element");
    EXPECT_EQ(fault(retype(R"(["w", "element", "x"])", "\"BIGINT\"")), "404 42703 COLUMN w.element.x");
    EXPECT_EQ(fault(drop(R"(["v", "element", "value", "zz"])")), "404 42703 COLUMN v.element.value.zz");
    // No names, too many, wrong ones.
    EXPECT_EQ(fault(drop("[]")), "400 22023");
    EXPECT_EQ(fault(drop("null")), "400 22023");
    EXPECT_EQ(fault(drop("\"k\"")), "400 22023");
    EXPECT_EQ(fault(drop("[1]")), "400 22023");
    std::string deep = "[\"k\"";
    for (int i = 0; i < 128; ++i)
        deep += ",\"x\"";
    EXPECT_EQ(fault(drop(deep + "]")), "400 54000");
}

TEST(PaimonRenameColumn, NamesAndKeys)   // cases 16 and 17
{
    test::json table = test::json::parse(test::changed(kOrders, "[" + rename(R"(["order_id"])", "oid") + "]"));
    EXPECT_EQ(table["primaryKeys"], test::json({"oid", "dt"}));
    EXPECT_EQ(table["fields"][0], (test::json{{"id", 0}, {"name", "oid"}, {"type", "BIGINT NOT NULL"}}));
    EXPECT_EQ(after(kOrders, "[" + rename(R"(["dt"])", "d") + "]"), "501 0A000");
    EXPECT_EQ(after(kTwo, "[" + rename(R"(["f0"])", "f1") + "]"), "409 42701 COLUMN f1");
    EXPECT_EQ(after(kTwo, "[" + rename(R"(["f0"])", "f0") + "]"), "409 42701 COLUMN f0");
    EXPECT_EQ(after(kTwo, "[" + rename(R"(["zz"])", "x") + "]"), "404 42703 COLUMN zz");
    EXPECT_EQ(after(kTwo, "[" + rename(R"(["f0"])", "\t") + "]"), "400 22023");
    EXPECT_EQ(after(kTwo, "[" + rename(R"(["f0"])", "_LEVEL") + "]"), "500 55000");
    EXPECT_EQ(after(kNested, "[" + rename(R"(["v", "f2", "f2"])", "f1") + "]"), "409 42701 COLUMN v.f2.f1");
    EXPECT_EQ(after(kTwo, "[" + rename(R"(["f0"])", "tmp") + "," + rename(R"(["f1"])", "f0") + "," +
                              rename(R"(["tmp"])", "f1") + "]"),
              "1: f1#0 INT, f0#1 BIGINT, highest 1");
    EXPECT_EQ(after(schema(R"([{"id": 0, "name": "b", "type": "BLOB"}])"), "[" + rename(R"(["b"])", "c") + "]"),
              "501 0A000");
}

TEST(PaimonRenameColumn, OneAfterTheOther)
{
    std::string keyed = schema(kTwoFields, R"({"bucket": "1", "bucket-key": "f0"})", R"(["f0"])");
    test::json table =
        test::json::parse(test::changed(keyed, "[" + rename(R"(["f0"])", "a") + "," + rename(R"(["a"])", "b") + "]"));
    EXPECT_EQ(table["primaryKeys"], test::json({"b"}));
    EXPECT_EQ(table["options"]["bucket-key"], "b");
    // The key is dropped by its new name: what is left has no such column.
    EXPECT_EQ(after(keyed, "[" + rename(R"(["f0"])", "a") + "," + drop(R"(["a"])") + "]"), "500 55000");
    EXPECT_EQ(after(kTwo, "[" + rename(R"(["f0"])", "a") + "," + rename(R"(["f1"])", "f0") + "," +
                              rename(R"(["f0"])", "c") + "]"),
              "1: a#0 INT, c#1 BIGINT, highest 1");
}

TEST(PaimonDropColumn, KeysAndLastOnes)   // case 19
{
    EXPECT_EQ(after(kOrders, "[" + drop(R"(["note"])") + "]"),
              "1: order_id#0 BIGINT NOT NULL, dt#1 STRING NOT NULL, amount#2 DECIMAL(10, 2), highest 3");
    EXPECT_EQ(after(kOrders, "[" + drop(R"(["order_id"])") + "]"), "501 0A000");
    EXPECT_EQ(after(kOrders, "[" + drop(R"(["dt"])") + "]"), "501 0A000");
    EXPECT_EQ(after(kTwo, "[" + drop(R"(["f0"])") + "," + drop(R"(["f1"])") + "]"), "400 22023");
    EXPECT_EQ(after(kTwo, "[" + drop(R"(["f100"])") + "]"), "404 42703 COLUMN f100");
    EXPECT_EQ(after(kNested, "[" + drop(R"(["v", "f2", "f1"])") + "," + drop(R"(["v", "f2", "f2"])") + "]"),
              "400 22023");
    EXPECT_EQ(after(schema(kTwoFields, R"({"sequence.field": "f1"})", R"(["f0"])"), "[" + drop(R"(["f1"])") + "]"),
              "400 22023");
}

TEST(PaimonUpdateType, CastsAndSwitches)   // cases 20 to 22
{
    EXPECT_EQ(after(kTwo, "[" + retype(R"(["f1"])", "\"INT\"") + "]"), "1: f0#0 INT, f1#1 INT, highest 1");
    EXPECT_EQ(after(kTwo, "[" + retype(R"(["f1"])", "\"DATE\"") + "]"), "500 42846");
    std::string strict = schema(kTwoFields, R"({"disable-explicit-type-casting": "true"})");
    EXPECT_EQ(after(strict, "[" + retype(R"(["f1"])", "\"INT\"") + "]"), "500 42846");
    EXPECT_EQ(after(strict, "[" + retype(R"(["f0"])", "\"BIGINT\"") + "]"), "1: f0#0 BIGINT, f1#1 BIGINT, highest 1");
    EXPECT_EQ(after(kTwo, R"([{"action": "setOption", "key": "disable-explicit-type-casting", "value": "true"},)" +
                              retype(R"(["f1"])", "\"INT\"") + "]"),
              "1: f0#0 INT, f1#1 INT, highest 1");
    EXPECT_EQ(after(kTwo, "[" + retype(R"(["f0"])", "\"BIGINT NOT NULL\"", "true") + "]"),
              "1: f0#0 BIGINT, f1#1 BIGINT, highest 1");
    EXPECT_EQ(after(kTwo, "[" + retype(R"(["f0"])", "\"BIGINT NOT NULL\"") + "]"), "501 0A000");
    std::string open = schema(kTwoFields, R"({"alter-column-null-to-not-null.disabled": "false"})");
    EXPECT_EQ(after(open, "[" + retype(R"(["f0"])", "\"BIGINT NOT NULL\"") + "]"),
              "1: f0#0 BIGINT NOT NULL, f1#1 BIGINT, highest 1");
    EXPECT_EQ(
        after(kTwo, R"([{"action": "setOption", "key": "alter-column-null-to-not-null.disabled", "value": "false"},)" +
                        retype(R"(["f0"])", "\"BIGINT NOT NULL\"") + "]"),
        "501 0A000");
    EXPECT_EQ(after(kOrders, "[" + retype(R"(["amount"])", "\"DECIMAL(4, 1)\"") + "]"),
              "1: order_id#0 BIGINT NOT NULL, dt#1 STRING NOT NULL, amount#2 DECIMAL(4, 1), note#3 STRING, highest 3");
    EXPECT_EQ(after(kOrders, "[" + retype(R"(["order_id"])", "\"STRING\"", "true") + "]"), "501 0A000");
    EXPECT_EQ(after(kOrders, "[" + retype(R"(["dt"])", "\"DATE\"", "true") + "]"), "501 0A000");
    EXPECT_EQ(after(kTwo, "[" + retype(R"(["zz"])", "\"INT\"") + "]"), "404 42703 COLUMN zz");
    EXPECT_EQ(after(kTwo, "[" + retype(R"(["f0"])", "\"BLOB\"") + "]"), "501 0A000");
    EXPECT_EQ(after(schema(R"([{"id": 0, "name": "d", "type": "DATE NOT NULL"}])"),
                    "[" + retype(R"(["d"])", "\"STRING\"", "true") + "]"),
              "500 42846");
    EXPECT_EQ(after(schema(R"([{"id": 0, "name": "d", "type": "INT NOT NULL"}])"),
                    "[" + retype(R"(["d"])", "\"BIGINT\"") + "]"),
              "1: d#0 BIGINT, highest 0");
}

TEST(PaimonUpdateType, InsideCollections)   // case 23
{
    auto w = [](const std::string &change) {
        std::string result = after(kCollections, "[" + change + "]");
        return result.find("w#4") == std::string::npos ? result : result.substr(result.find("w#4"), 26);
    };
    EXPECT_EQ(w(retype(R"(["w", "element"])", "\"BIGINT\"", "true")), "w#4 ARRAY<BIGINT NOT NULL>");
    EXPECT_EQ(w(retype(R"(["w", "element"])", "\"BIGINT\"")).substr(0, 17), "w#4 ARRAY<BIGINT>");
    EXPECT_EQ(w(retype(R"(["w"])", R"({"type": "ARRAY", "element": "BIGINT"})")), "500 42846");
    EXPECT_EQ(w(retype(R"(["w"])", R"({"type": "ARRAY", "element": "INT NOT NULL"})")), "w#4 ARRAY<INT NOT NULL>, m");
    EXPECT_EQ(w(retype(R"(["w"])", R"({"type": "ARRAY", "element": "INT"})")), "500 42846");
}

TEST(PaimonUpdateType, AnIdenticalRowKeepsItsIds)
{
    std::string row = R"({"type": "ROW", "fields": [{"name": "f1", "type": "STRING"}, {"name": "f2", "type":
        {"type": "ROW", "fields": [{"name": "f1", "type": "INT"}, {"name": "f2", "type": "BIGINT"}]}}]})";
    EXPECT_EQ(after(kNested, "[" + retype(R"(["v"])", row) + "]"),
              "1: k#0 INT, v#1 ROW<f1#2 STRING, f2#3 ROW<f1#4 INT, f2#5 BIGINT>>, highest 5");
}

TEST(PaimonUpdateType, DefaultValuesStayOrRefuse)   // case 24
{
    auto with_default = [](const char *value) {
        return after(
            schema(std::string(R"([{"id": 0, "name": "c", "type": "STRING", "defaultValue": ")") + value + "\"}]"),
            "[" + retype(R"(["c"])", "\"INT\"") + "]");
    };
    EXPECT_EQ(with_default("'abc'"), "500 55000");
    EXPECT_EQ(with_default("'123'"), "1: c#0 INT = '123', highest 0");
}

std::string nullability(const std::string &path, const char *nullable)
{
    return R"({"action": "updateColumnNullability", "fieldNames": )" + path + R"(, "newNullability": )" + nullable +
           "}";
}

TEST(PaimonUpdateNullability, Rules)
{
    std::string open = schema(test::kCollectionFields, R"({"alter-column-null-to-not-null.disabled": "false"})");
    EXPECT_EQ(after(kTwo, "[" + nullability(R"(["f0"])", "false") + "]"), "501 0A000");
    EXPECT_EQ(after(open, "[" + nullability(R"(["k"])", "false") + "]").substr(0, 19), "1: k#0 INT NOT NULL");
    EXPECT_EQ(after(open, "[" + nullability(R"(["v", "element", "value"])", "false") + "]").substr(12, 72),
              "v#1 ARRAY<MAP<INT, ROW NOT NULL<f1#2 INT, f2#3 BIGINT>>>, w#4 ARRAY<INT ");
    EXPECT_EQ(after(kCollections, "[" + nullability(R"(["w", "element"])", "true") + "]").find("w#4 ARRAY<INT>"), 61u);
    EXPECT_EQ(after(kOrders, "[" + nullability(R"(["order_id"])", "true") + "]"), "501 0A000");
    EXPECT_EQ(after(kOrders, "[" + nullability(R"(["order_id"])", "false") + "]").substr(0, 29),
              "1: order_id#0 BIGINT NOT NULL");
    EXPECT_EQ(after(kTwo, "[" + nullability(R"(["zz"])", "true") + "]"), "404 42703 COLUMN zz");
    // A partition column that is no key is not guarded.
    EXPECT_EQ(after(schema(R"([{"id": 0, "name": "a", "type": "INT NOT NULL"}])", "{}", "[]", R"(["a"])"),
                    "[" + nullability(R"(["a"])", "true") + "]"),
              "1: a#0 INT, highest 0");
}

TEST(PaimonUpdateComment, OfColumnsAndOfTheTable)
{
    auto comment = [](const std::string &path, const std::string &text) {
        return R"([{"action": "updateColumnComment", "fieldNames": )" + path + text + "}]";
    };
    EXPECT_EQ(after(kOrders, comment(R"(["dt"])", R"(, "newComment": "day")")).substr(31, 28),
              "dt#1 STRING NOT NULL 'day', ");
    EXPECT_EQ(after(kTwo, comment(R"(["f0"])", R"(, "newComment": "")")), "1: f0#0 INT '', f1#1 BIGINT, highest 1");
    std::string noted = schema(R"([{"id": 0, "name": "a", "type": "INT", "description": "d"}])");
    EXPECT_EQ(after(noted, comment(R"(["a"])", R"(, "newComment": null)")), "1: a#0 INT, highest 0");
    EXPECT_EQ(after(noted, comment(R"(["a"])", "")), "1: a#0 INT, highest 0");
    EXPECT_EQ(after(kTwo, comment(R"(["zz"])", R"(, "newComment": "x")")), "404 42703 COLUMN zz");
    EXPECT_EQ(
        test::json::parse(test::changed(kOrders, R"([{"action": "updateComment", "comment": "new"}])"))["comment"],
        "new");
    EXPECT_FALSE(test::json::parse(test::changed(kOrders, R"([{"action": "updateComment", "comment": null}])"))
                     .contains("comment"));
}

TEST(PaimonUpdatePosition, Moves)   // case 25
{
    auto order = [](const std::string &change) {
        std::string result = test::changed(kFour, "[" + change + "]");
        if (result[0] != '{')
            return result;
        std::string names;
        const test::json table = test::json::parse(result);
        for (const test::json &field : table["fields"])
            names += (names.empty() ? "" : " ") + field["name"].get<std::string>();
        return names;
    };
    EXPECT_EQ(order(reposition("f0", "LAST")), "f1 f2 f3 f0");
    EXPECT_EQ(order(reposition("f2", "FIRST")), "f2 f0 f1 f3");
    EXPECT_EQ(order(reposition("f1", "AFTER", "f2")), "f0 f2 f1 f3");
    EXPECT_EQ(order(reposition("f3", "AFTER", "f1")), "f0 f1 f3 f2");
    EXPECT_EQ(order(reposition("f2", "BEFORE", "f1")), "f0 f2 f1 f3");
    EXPECT_EQ(order(reposition("f0", "BEFORE", "f3")), "f1 f2 f0 f3");
    EXPECT_EQ(order(reposition("f1", "AFTER", "f0")), "f0 f1 f2 f3");
    EXPECT_EQ(order(reposition("f0", "BEFORE", "f1")), "f0 f1 f2 f3");
    EXPECT_EQ(order(reposition("f0", "FIRST")), "501 0A000");
    EXPECT_EQ(order(reposition("f3", "LAST")), "501 0A000");
    EXPECT_EQ(order(reposition("f1", "AFTER", "f1")), "501 0A000");
    EXPECT_EQ(order(reposition("zz", "FIRST")), "400 22023");
    EXPECT_EQ(order(reposition("f1", "AFTER", "zz")), "400 22023");
    EXPECT_EQ(order(reposition("f1", "AFTER")), "400 22023");
    EXPECT_EQ(order(reposition("f1", "MIDDLE")), "400 22023");
    EXPECT_EQ(order(reposition("f1", "first")), "400 22023");
    auto named = [&](const char *names) {
        return order(R"({"action": "updateColumnPosition", "fieldNames": )" + std::string(names) + R"(, "move": )" +
                     move("f2", "FIRST") + "}");
    };
    EXPECT_EQ(named(R"(["f2"])"), "f2 f0 f1 f3");
    EXPECT_EQ(named(R"(["f1"])"), "400 22023");
    EXPECT_EQ(named("null"), "f2 f0 f1 f3");
    EXPECT_EQ(order(R"({"action": "updateColumnPosition"})"), "400 22023");
    EXPECT_EQ(order(R"({"action": "updateColumnPosition", "move": {"type": "FIRST"}})"), "400 22023");
}

TEST(PaimonUpdateDefault, Rules)
{
    auto value = [](const char *text) {
        return after(kTwo,
                     R"([{"action": "updateColumnDefaultValue", "fieldNames": ["f0"])" + std::string(text) + "}]");
    };
    EXPECT_EQ(value(R"(, "newDefaultValue": "7")"), "1: f0#0 INT = 7, f1#1 BIGINT, highest 1");
    EXPECT_EQ(value(R"(, "newDefaultValue": 7)"), "1: f0#0 INT = 7, f1#1 BIGINT, highest 1");
    EXPECT_EQ(value(R"(, "newDefaultValue": "'7'")"), "1: f0#0 INT = '7', f1#1 BIGINT, highest 1");
    EXPECT_EQ(value(R"(, "newDefaultValue": "x")"), "500 55000");
    EXPECT_EQ(value(R"(, "newDefaultValue": null)"), "1: f0#0 INT, f1#1 BIGINT, highest 1");
}

TEST(PaimonDropPrimaryKey, Rules)
{
    const char *kDrop = R"([{"action": "dropPrimaryKey"}])";
    EXPECT_EQ(after(kOrders, kDrop), "500 55000");   // buckets need a key
    EXPECT_EQ(after(kOrders, kDrop, true), "501 0A000");
    test::json table = test::json::parse(test::changed(schema(kTwoFields, "{}", R"(["f0"])"), kDrop));
    EXPECT_EQ(table["primaryKeys"], test::json::array());
    EXPECT_EQ(table["fields"][0]["type"], "INT NOT NULL");
}

}   // namespace
}   // namespace lakesoul::paimon
