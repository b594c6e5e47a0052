// table_schema of LakeSoul's clients <-> a TableSchema: each dialect, and what survives the way there and back.
#include <gtest/gtest.h>

#include "core/paimon/lakesoul_schema.hpp"
#include "paimon_check.hpp"
#include "paimon_tables.hpp"

namespace lakesoul::paimon {
namespace {

class PaimonLakeSoul : public testing::Test {
protected:
    // A TableSchema of a LakeSoul table, or the fault with its message.
    std::string derived(const std::string &text, const std::string &previous = "")
    {
        LakeSoulTable table;
        table.table_schema = text;
        table.range_columns = {range_, range_count_};
        table.hash_columns = {hash_, hash_count_};
        View out;
        Status status = schema_from_lakesoul(table, previous, 4, 7, arena_.get(), &out);
        return status.ok() ? std::string(out) : test::fault_with_message(status);
    }
    std::string brief(const std::string &text, const std::string &previous = "")
    {
        return test::brief(derived(text, previous));
    }
    std::string lakesoul(const std::string &table_schema, const std::string &previous = "",
                         const std::string &known = "")
    {
        View out;
        Status status = lakesoul_schema(table_schema, previous, known, arena_.get(), &out);
        return status.ok() ? std::string(out) : test::fault_with_message(status);
    }
    std::string stored(const std::string &schema)
    {
        View out;
        Status status = build_schema(schema, 0, arena_.get(), &out);
        return status.ok() ? std::string(out) : test::fault_with_message(status);
    }
    std::string altered(const std::string &table, const std::string &changes)
    {
        View out;
        Status status = apply_changes(table, changes, true, 0, arena_.get(), &out);
        return status.ok() ? std::string(out) : test::fault_with_message(status);
    }

    test::TestArena arena_;
    const View range_[1] = {"dt"};
    const View hash_[1] = {"order_id"};
    std::size_t range_count_ = 0;
    std::size_t hash_count_ = 0;
};

// One column of Arrow-Java's.
std::string column(const std::string &type, const std::string &children = "[]", const std::string &more = "")
{
    return R"({"name":"c","nullable":true,"type":)" + type + R"(,"children":)" + children + more + "}";
}

std::string columns(const std::string &list)
{
    return R"({"fields":[)" + list + "]}";
}

TEST_F(PaimonLakeSoul, ArrowTypes)
{
    const std::pair<const char *, const char *> kTypes[] = {
        {R"({"name":"bool"})", "BOOLEAN"},
        {R"({"name":"int","bitWidth":8,"isSigned":true})", "TINYINT"},
        {R"({"name":"int","bitWidth":16,"isSigned":true})", "SMALLINT"},
        {R"({"name":"int","bitWidth":32,"isSigned":true})", "INT"},
        {R"({"name":"int","bitWidth":64,"isSigned":true})", "BIGINT"},
        {R"({"name":"int","bitWidth":8,"isSigned":false})", "SMALLINT"},
        {R"({"name":"int","bitWidth":32,"isSigned":false})", "BIGINT"},
        {R"({"name":"int","bitWidth":64,"isSigned":false})", "DECIMAL(20, 0)"},
        {R"({"name":"floatingpoint","precision":"HALF"})", "FLOAT"},
        {R"({"name":"floatingpoint","precision":"SINGLE"})", "FLOAT"},
        {R"({"name":"floatingpoint","precision":"DOUBLE"})", "DOUBLE"},
        {R"({"name":"decimal","precision":10,"scale":2,"bitWidth":128})", "DECIMAL(10, 2)"},
        {R"({"name":"utf8"})", "STRING"},
        {R"({"name":"largeutf8"})", "STRING"},
        {R"({"name":"binary"})", "BYTES"},
        {R"({"name":"largebinary"})", "BYTES"},
        {R"({"name":"fixedsizebinary","byteWidth":16})", "BINARY(16)"},
        {R"({"name":"date","unit":"DAY"})", "DATE"},
        {R"({"name":"date","unit":"MILLISECOND"})", "DATE"},
        {R"({"name":"time","unit":"MILLISECOND","bitWidth":32})", "TIME(3)"},
        {R"({"name":"timestamp","unit":"SECOND","timezone":null})", "TIMESTAMP(0)"},
        {R"({"name":"timestamp","unit":"MICROSECOND"})", "TIMESTAMP(6)"},
        {R"({"name":"timestamp","unit":"NANOSECOND","timezone":"UTC"})", "TIMESTAMP(9) WITH LOCAL TIME ZONE"},
    };
    for (const auto &type : kTypes)
        EXPECT_EQ(brief(columns(column(type.first))), "4: c#0 " + std::string(type.second) + ", highest 0")
            << type.first;
    for (const char *type : {R"({"name":"null"})", R"({"name":"union","mode":"Sparse","typeIds":[]})",
                             R"({"name":"interval","unit":"YEAR_MONTH"})", R"({"name":"duration","unit":"SECOND"})",
                             R"({"name":"int","bitWidth":128,"isSigned":true})",
                             R"({"name":"decimal","precision":76,"scale":2,"bitWidth":256})",
                             R"({"name":"timestamp","unit":"WEEK"})", R"({"name":"decimal","precision":10,"scale":-2})",
                             R"({"name":"fixedsizebinary","byteWidth":0})", R"({"name":"list"})", "{}", "1", "null"})
        EXPECT_EQ(derived(columns(column(type))).substr(0, 10), "500 55000:") << type;
    EXPECT_EQ(derived(columns(column(R"({"name":"null"})"))),
              R"(500 55000: type "null" of column "c" has no counterpart)");
}

const std::string kInt = R"({"name":"int","bitWidth":32,"isSigned":true})";

TEST_F(PaimonLakeSoul, ArrowNestedTypes)
{
    std::string element = R"({"name":"element","nullable":false,"type":)" + kInt + R"(,"children":[]})";
    EXPECT_EQ(brief(columns(column(R"({"name":"list"})", "[" + element + "]"))),
              "4: c#0 ARRAY<INT NOT NULL>, highest 0");
    EXPECT_EQ(brief(columns(column(R"({"name":"fixedsizelist","listSize":3})", "[" + element + "]"))),
              "4: c#0 VECTOR<INT NOT NULL>, highest 0");
    std::string value = R"({"name":"value","nullable":true,"type":{"name":"struct"},"children":[)" +
                        column(kInt, "[]", R"(,"metadata":[{"key":"spark_comment","value":"inner"}])") + "]}";
    std::string entries = R"([{"name":"entries","nullable":false,"type":{"name":"struct"},"children":[)" +
                          std::string(R"({"name":"key","nullable":false,"type":{"name":"utf8"},"children":[]},)") +
                          value + "]}]";
    EXPECT_EQ(brief(columns(column(R"({"name":"map","keysSorted":false})", entries))),
              "4: c#0 MAP<STRING NOT NULL, ROW<c#1 INT 'inner'>>, highest 1");
}

TEST_F(PaimonLakeSoul, KeysCommentsAndDefaults)
{
    range_count_ = hash_count_ = 1;
    std::string text = columns(
        R"({"name":"order_id","nullable":false,"type":{"name":"int","bitWidth":64,"isSigned":true},"children":[]},)"
        R"({"name":"dt","nullable":true,"type":{"name":"utf8"},"children":[],"metadata":[{"key":"spark_comment","value":"day"}]})");
    EXPECT_EQ(test::json::parse(derived(text)).dump(),
              R"({"fields":[{"id":0,"name":"order_id","type":"BIGINT NOT NULL"},)"
              R"({"description":"day","id":1,"name":"dt","type":"STRING NOT NULL"}],"highestFieldId":1,"id":4,)"
              R"("options":{},"partitionKeys":["dt"],"primaryKeys":["dt","order_id"],"timeMillis":7,"version":3})");
    hash_count_ = 0;
    EXPECT_EQ(test::json::parse(derived(text))["primaryKeys"], test::json::array());
}

TEST_F(PaimonLakeSoul, SparksDialect)
{
    EXPECT_EQ(
        brief(
            R"j({"type":"struct","fields":[{"name":"a","type":"integer","nullable":false,"metadata":{"comment":"x"}},
        {"name":"b","type":"decimal(10,2)","nullable":true,"metadata":{}},
        {"name":"c","type":{"type":"array","elementType":"string","containsNull":false},"nullable":true,"metadata":{}},
        {"name":"d","type":{"type":"map","keyType":"string","valueType":"long","valueContainsNull":true},"nullable":true},
        {"name":"e","type":{"type":"struct","fields":[{"name":"f","type":"timestamp","nullable":true}]},"nullable":true},
        {"name":"g","type":"string","nullable":true,"metadata":{"__CHAR_VARCHAR_TYPE_STRING":"varchar(20)"}},
        {"name":"h","type":"timestamp_ntz"},{"name":"i","type":"byte"},{"name":"j","type":"binary"}]})j"),
        "4: a#0 INT NOT NULL 'x', b#1 DECIMAL(10, 2), c#2 ARRAY<STRING NOT NULL>, d#3 MAP<STRING NOT NULL, BIGINT>, "
        "e#4 ROW<f#5 TIMESTAMP(6) WITH LOCAL TIME ZONE>, g#6 VARCHAR(20), h#7 TIMESTAMP(6), i#8 TINYINT, j#9 BYTES, "
        "highest 9");
    EXPECT_EQ(derived(R"({"type":"struct","fields":[{"name":"a","type":"calendarinterval"}]})"),
              R"(500 55000: type "calendarinterval" of column "a" has no counterpart)");
    EXPECT_EQ(derived(R"({"type":"struct","fields":[{"name":"a","type":{"type":"udt"}}]})").substr(0, 4), "500 ");
    EXPECT_EQ(derived(R"j({"type":"struct","fields":[{"name":"a","type":"decimal(99,2)"}]})j").substr(0, 4), "500 ");
}

TEST_F(PaimonLakeSoul, RustsDialect)
{
    EXPECT_EQ(
        brief(
            R"({"fields":[{"name":"a","data_type":"Int64","nullable":false,"dict_id":0,"metadata":{"spark_comment":"x"}},
        {"name":"b","data_type":{"Timestamp":["Microsecond","UTC"]},"nullable":true},
        {"name":"c","data_type":{"List":{"name":"item","data_type":"Utf8","nullable":true}},"nullable":true},
        {"name":"d","data_type":{"Decimal128":[10,2]},"nullable":true},
        {"name":"e","data_type":{"Struct":[{"name":"f","data_type":"UInt8","nullable":true}]},"nullable":true},
        {"name":"g","data_type":{"Map":[{"name":"entries","nullable":false,"data_type":{"Struct":[
            {"name":"key","data_type":"Utf8","nullable":false},{"name":"value","data_type":"Date32","nullable":true}]}},false]},"nullable":true},
        {"name":"h","data_type":{"FixedSizeList":[{"name":"item","data_type":"Float32","nullable":true},4]},"nullable":true},
        {"name":"i","data_type":{"Time64":"Nanosecond"}},{"name":"j","data_type":{"FixedSizeBinary":4}},
        {"name":"k","data_type":{"Timestamp":["Second",null]}}],"metadata":{}})"),
        "4: a#0 BIGINT NOT NULL 'x', b#1 TIMESTAMP(6) WITH LOCAL TIME ZONE, c#2 ARRAY<STRING>, d#3 DECIMAL(10, 2), "
        "e#4 ROW<f#5 SMALLINT>, g#6 MAP<STRING NOT NULL, DATE>, h#7 VECTOR<FLOAT>, i#8 TIME(9), j#9 BINARY(4), "
        "k#10 TIMESTAMP(0), highest 10");
    for (const char *type :
         {"\"Null\"", "{}", "1", R"({"Map":[]})", R"({"Union":[]})", R"({"Timestamp":["Microsecond"]})",
          R"({"Decimal128":[99,2]})", R"({"FixedSizeBinary":0})"})
        EXPECT_EQ(derived(R"({"fields":[{"name":"a","data_type":)" + std::string(type) + "}]}").substr(0, 10),
                  "500 55000:")
            << type;
}

TEST_F(PaimonLakeSoul, WhatIsNoSchema)
{
    for (const char *text :
         {"", "x", "[]", "{}", R"({"fields":{}})", R"({"fields":[1]})", R"({"fields":[{"name":"a"}]})",
          R"({"fields":[{"type":{"name":"utf8"}}]})", "{\"fields\":[], \"fields\":[]}"})
        EXPECT_EQ(derived(text).substr(0, 10), "500 55000:") << text;
    std::string deep = column(kInt);
    for (int i = 0; i < 70; ++i)
        deep = column(R"({"name":"list"})", "[" + deep + "]");
    EXPECT_EQ(derived(columns(deep)).substr(0, 10), "500 55000:");
    std::string twice = column(kInt) + "," + column(kInt);
    EXPECT_EQ(test::brief(derived(columns(twice))),
              "4: c#0 INT, c#1 INT, highest 1");   // it is there, whatever it looks like
}

TEST_F(PaimonLakeSoul, APreviousSchemaKeepsWhatArrowDoesNotSay)
{
    std::string table = stored(test::schema(
        R"j([{"id": 3, "name": "a", "type": "CHAR(10)", "description": "d", "defaultValue": "x"}, {"id": 5, "name": "t", "type": "TIMESTAMP(4)"},
             {"id": 7, "name": "r", "type": {"type": "ROW", "fields": [{"id": 9, "name": "x", "type": "VARCHAR(3)"}, {"id": 10, "name": "y", "type": "INT"}]}},
             {"id": 11, "name": "m", "type": {"type": "MAP", "key": "INT", "value": "BINARY(3)"}}, {"id": 12, "name": "gone", "type": "INT"}])j",
        R"({"o": "1"})"));
    std::string text = lakesoul(table);
    // Unchanged: the same schema again.
    test::json same = test::json::parse(derived(text, table));
    test::json before = test::json::parse(table);
    EXPECT_EQ(same["fields"], before["fields"]);
    EXPECT_EQ(same["options"], before["options"]);
    EXPECT_EQ(same["highestFieldId"], 12);
    // A LakeSoul client drops a column, adds one, widens one, adds a field.
    test::json edited = test::json::parse(text);
    edited["fields"].erase(4);
    edited["fields"][1]["type"] = test::json::parse(kInt);
    edited["fields"][2]["children"].push_back(test::json::parse(column(kInt)));
    edited["fields"].push_back(test::json::parse(column(R"({"name":"utf8"})")));
    EXPECT_EQ(
        brief(edited.dump(), table),
        "4: a#3 CHAR(10) 'd' = x, t#5 INT, r#7 ROW<x#9 VARCHAR(3), y#10 INT, c#13 INT>, m#11 MAP<INT, BINARY(3)>, "
        "c#14 STRING, highest 14");
    // A default value that is none of the column's new type goes.
    edited["fields"][0]["type"] = test::json::parse(kInt);
    EXPECT_EQ(brief(edited.dump(), table).substr(0, 15), "4: a#3 INT 'd',");
    // A column that went away and came back is another one.
    EXPECT_EQ(brief(columns(column(kInt)), altered(stored(test::kTwo), R"([{"action": "addColumn", "fieldNames": ["c"],
        "dataType": "INT"}, {"action": "dropColumn", "fieldNames": ["c"]}])")),
              "4: c#3 INT, highest 3");
    EXPECT_EQ(derived(text, "{}").substr(0, 10), "400 22023:");
}

TEST_F(PaimonLakeSoul, ArrowText)
{
    std::string table = stored(test::schema(
        R"j([{"name": "b", "type": "BOOLEAN NOT NULL"}, {"name": "i", "type": "TINYINT"}, {"name": "d", "type": "DECIMAL(10, 2)"}, {"name": "s", "type": "CHAR(3)", "description": "q\"q"},
             {"name": "y", "type": "BINARY(3)"}, {"name": "t", "type": "TIME(3)"}, {"name": "z", "type": "TIMESTAMP(9)"}, {"name": "l", "type": "TIMESTAMP_LTZ(3)"},
             {"name": "a", "type": "INT NOT NULL ARRAY"}, {"name": "m", "type": {"type": "MAP", "key": "INT", "value": "FLOAT"}},
             {"name": "r", "type": {"type": "ROW", "fields": [{"name": "x", "type": "DATE"}]}}, {"name": "v", "type": "VECTOR<DOUBLE, 4>"}, {"name": "o", "type": "BLOB"}])j"));
    auto plain = [](const char *name, const char *type, bool nullable = true) {
        return R"({"name":")" + std::string(name) + R"(","nullable":)" + (nullable ? "true" : "false") + R"(,"type":)" +
               type + R"(,"children":[]})";
    };
    EXPECT_EQ(
        lakesoul(table),
        columns(
            plain("b", R"({"name":"bool"})", false) + "," +
            plain("i", R"({"name":"int","bitWidth":8,"isSigned":true})") + "," +
            plain("d", R"({"name":"decimal","precision":10,"scale":2,"bitWidth":128})") + "," +
            R"({"name":"s","nullable":true,"type":{"name":"utf8"},"children":[],"metadata":[{"key":"spark_comment","value":"q\"q"}]},)" +
            plain("y", R"({"name":"binary"})") + "," +
            plain("t", R"({"name":"time","unit":"MILLISECOND","bitWidth":32})") + "," +
            plain("z", R"({"name":"timestamp","unit":"NANOSECOND","timezone":null})") + "," +
            plain("l", R"({"name":"timestamp","unit":"MILLISECOND","timezone":"UTC"})") + "," +
            R"({"name":"a","nullable":true,"type":{"name":"list"},"children":[)" +
            plain("element", kInt.c_str(), false) + "]}," +
            R"({"name":"m","nullable":true,"type":{"name":"map","keysSorted":false},"children":[)" +
            R"({"name":"entries","nullable":false,"type":{"name":"struct"},"children":[)" +
            plain("key", kInt.c_str(), false) + "," +
            plain("value", R"({"name":"floatingpoint","precision":"SINGLE"})") + "]}]}," +
            R"({"name":"r","nullable":true,"type":{"name":"struct"},"children":[)" +
            plain("x", R"({"name":"date","unit":"DAY"})") + "]}," +
            R"({"name":"v","nullable":true,"type":{"name":"fixedsizelist","listSize":4},"children":[)" +
            plain("element", R"({"name":"floatingpoint","precision":"DOUBLE"})") + "]}," +
            plain("o", R"({"name":"largebinary"})")));
    EXPECT_EQ(lakesoul(stored(test::schema("[]"))), R"({"fields":[]})");
    for (const char *type : {"VARIANT", "INT MULTISET", "GEOMETRY", "GEOGRAPHY"})
        EXPECT_EQ(
            lakesoul(stored(test::schema(R"([{"name": "a", "type": ")" + std::string(type) + R"("}])"))).substr(0, 10),
            "501 0A000:")
            << type;
}

TEST_F(PaimonLakeSoul, WhatAClientWroteStaysWhereNothingChanged)
{
    range_count_ = hash_count_ = 1;
    std::string text =
        R"({"fields":[{"name":"order_id","nullable":true,"type":{"name":"int","bitWidth":64,"isSigned":true},"children":[]},)"
        R"({"name":"dt","nullable":true,"type":{"name":"largeutf8"},"children":[],"metadata":[{"key":"k","value":"v"},{"key":"spark_comment","value":"day"}]},)"
        R"({"name":"l","nullable":true,"type":{"name":"list"},"children":[{"name":"item","nullable":true,"type":{"name":"timestamp","unit":"MICROSECOND","timezone":"Asia/Shanghai"},"children":[]}]},)"
        R"({"name":"u","nullable":true,"type":{"name":"int","bitWidth":8,"isSigned":false},"children":[]},)"
        R"({"name":"f","nullable":true,"type":{"name":"fixedsizebinary","byteWidth":4},"children":[]}],"metadata":[{"key":"x","value":"y"}]})";
    std::string table = derived(text);
    EXPECT_EQ(lakesoul(table, text), text);
    std::string next = altered(table, R"([{"action": "updateColumnComment", "fieldNames": ["dt"], "newComment": "date"},
        {"action": "updateColumnType", "fieldNames": ["u"], "newDataType": "INT"}, {"action": "updateColumnType", "fieldNames": ["f"], "newDataType": "BYTES"},
        {"action": "dropColumn", "fieldNames": ["l"]}])");
    EXPECT_EQ(
        lakesoul(next, text),
        R"({"fields":[{"name":"order_id","nullable":true,"type":{"name":"int","bitWidth":64,"isSigned":true},"children":[]},)"
        R"({"name":"dt","nullable":true,"type":{"name":"largeutf8"},"children":[],"metadata":[{"key":"k","value":"v"},{"key":"spark_comment","value":"date"}]},)"
        R"({"name":"u","nullable":true,"type":{"name":"int","bitWidth":32,"isSigned":true},"children":[]},)"
        R"({"name":"f","nullable":true,"type":{"name":"binary"},"children":[]}],"metadata":[{"key":"x","value":"y"}]})");
    // A text of another dialect, or none, is replaced whole.
    EXPECT_EQ(lakesoul(stored(test::kTwo), R"({"type":"struct","fields":[]})"), lakesoul(stored(test::kTwo)));
    EXPECT_EQ(lakesoul(stored(test::kTwo), "x"), lakesoul(stored(test::kTwo)));
    EXPECT_EQ(lakesoul("{}").substr(0, 10), "400 22023:");
}

TEST_F(PaimonLakeSoul, WhatAClientSaysOfAColumnFollowsItsName)
{
    auto text = [](const std::string &name, const std::string &type, const std::string &metadata) {
        return R"({"name":")" + name + R"(","nullable":true,"type":)" + type + R"(,"children":[])" +
               (metadata.empty() ? "" : R"(,"metadata":[{"key":"k","value":")" + metadata + "\"}]") + "}";
    };
    const std::string large = R"({"name":"largeutf8"})",
                      words = R"({"name":"utf8"},"dictionary":{"id":1,"isOrdered":false})";
    auto row = [&](const std::string &child) {
        return R"(,{"name":"r","nullable":true,"type":{"name":"struct"},"children":[)" + child + "]}";
    };
    std::string before =
        columns(text("a", large, "of a") + "," + text("b", words, "of b") + row(text("x", large, "of x")));
    std::string table = derived(before);
    std::string swapped = altered(table, R"([{"action": "renameColumn", "fieldNames": ["a"], "newName": "t"},
        {"action": "renameColumn", "fieldNames": ["b"], "newName": "a"}, {"action": "renameColumn", "fieldNames": ["t"], "newName": "b"},
        {"action": "renameColumn", "fieldNames": ["r", "x"], "newName": "y"}])");
    EXPECT_EQ(lakesoul(swapped, before, table),
              columns(text("b", large, "of a") + "," + text("a", words, "of b") + row(text("y", large, "of x"))));
    // Another column of the same name has nothing of it.
    std::string other =
        altered(table, R"([{"action": "dropColumn", "fieldNames": ["b"]}, {"action": "dropColumn", "fieldNames": ["r"]},
        {"action": "addColumn", "fieldNames": ["b"], "dataType": "STRING"}])");
    EXPECT_EQ(lakesoul(other, before, table),
              columns(text("a", large, "of a") + "," + text("b", R"({"name":"utf8"})", "")));
}

TEST_F(PaimonLakeSoul, OfOtherDialectsMetadataAndKeysThatTakeNullsStay)
{
    range_count_ = hash_count_ = 1;
    const std::string kNullableKeys =
        R"({"fields":[{"name":"order_id","nullable":true,"type":{"name":"int","bitWidth":64,"isSigned":true},"children":[],"metadata":[{"key":"k","value":"v"}]},)"
        R"({"name":"dt","nullable":true,"type":{"name":"utf8"},"children":[],"metadata":[{"key":"spark_comment","value":"day"}]}])";
    std::string rust =
        R"({"fields":[{"name":"order_id","data_type":"Int64","nullable":true,"dict_id":0,"dict_is_ordered":false,"metadata":{"k":"v"}},)"
        R"({"name":"dt","data_type":"Utf8","nullable":true,"dict_id":0,"dict_is_ordered":false,"metadata":{"spark_comment":"day"}}],"metadata":{)";
    EXPECT_EQ(lakesoul(derived(rust + "}}"), rust + "}}"), kNullableKeys + "}");
    EXPECT_EQ(lakesoul(derived(rust + R"("x":"y"}})"), rust + R"("x":"y"}})"),
              kNullableKeys + R"(,"metadata":[{"key":"x","value":"y"}]})");
    std::string spark =
        R"({"type":"struct","fields":[{"name":"order_id","type":"long","nullable":true,"metadata":{"k":"v","n":1}},)"
        R"({"name":"dt","type":"string","nullable":true,"metadata":{"comment":"day"}}]})";
    EXPECT_EQ(lakesoul(derived(spark), spark), kNullableKeys + "}");
}

TEST_F(PaimonLakeSoul, RustsEncodedColumnsAreWhatTheyEncode)
{
    EXPECT_EQ(brief(R"({"fields":[{"name":"a","data_type":{"Dictionary":["Int32","Utf8"]},"nullable":true},
        {"name":"b","data_type":{"List":{"name":"item","data_type":{"Dictionary":["Int8",{"Decimal128":[10,2]}]},"nullable":false}}},
        {"name":"c","data_type":{"RunEndEncoded":[{"name":"run_ends","data_type":"Int32"},{"name":"values","data_type":"Int64"}]}}]})"),
              "4: a#0 STRING, b#1 ARRAY<DECIMAL(10, 2) NOT NULL>, c#2 BIGINT, highest 2");
}

TEST_F(PaimonLakeSoul, NamesThatAreNone)
{
    const std::string row = R"({"name":"r","nullable":true,"type":{"name":"struct"},"children":[)";
    const std::string x = R"({"name":"x","nullable":true,"type":{"name":"utf8"},"children":[]})";
    const std::string blank = R"({"name":" ","nullable":true,"type":{"name":"utf8"},"children":[]})";
    EXPECT_EQ(derived(columns(blank)).substr(0, 10), "500 55000:");
    EXPECT_EQ(derived(columns(row + x + "," + blank + "]}")).substr(0, 10), "500 55000:");
    EXPECT_EQ(derived(columns(row + x + "," + x + "]}")).substr(0, 10), "500 55000:");
}

TEST_F(PaimonLakeSoul, TheResponseIsThatOfTheTableSchema)
{
    const Pair options[] = {{"path", "/p"}, {"x", "1"}};
    LakeSoulTable table;
    const std::string text = columns(column(kInt));
    table.table_schema = text;
    table.options = {options, 2};
    View made, response, other;
    ASSERT_TRUE(schema_from_lakesoul(table, "", 0, 0, arena_.get(), &made, &response).ok());
    ASSERT_TRUE(schema_of_response(made, arena_.get(), &other).ok());
    EXPECT_EQ(response, other);
    EXPECT_EQ(test::json::parse(response)["options"].dump(), R"({"x":"1"})");
}

TEST_F(PaimonLakeSoul, HashColumns)
{
    TableSchema read;
    Span<const View> names;
    ASSERT_TRUE(read_schema(stored(test::kOrders), arena_.get(), &read).ok());
    ASSERT_TRUE(hash_columns(read, arena_.get(), &names).ok());
    ASSERT_EQ(names.size, 1u);
    EXPECT_EQ(names[0], "order_id");
}

}   // namespace
}   // namespace lakesoul::paimon
