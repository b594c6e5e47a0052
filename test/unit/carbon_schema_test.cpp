// TableInfo, its parts, the Arrow schema, and a stored table against its plan.
#include <gtest/gtest.h>

#include "carbon_plan.hpp"

namespace {

using namespace lakesoul;
using namespace lakesoul::test;
using nlohmann::json;
using Lengths = std::vector<std::size_t>;

// ---- the text ----------------------------------------------------------------------------------------------------

TEST(CarbonTableInfo, SmallestTable)
{
    Planned planned("a string");
    EXPECT_EQ(
        table_info(planned),
        R"({"databaseName":"default","tableUniqueName":"default_t","factTable":{"tableId":"00000000-0000-4000-8000-000000000001","tableName":"t","listOfColumns":[{"dataType":{"id":0,"precedenceOrder":0,"name":"STRING","sizeInBytes":-1},"columnName":"a","columnUniqueId":"4e03b8da-866d-5ee9-ba2c-d14405361d6b","columnReferenceId":"4e03b8da-866d-5ee9-ba2c-d14405361d6b","isColumnar":true,"encodingList":["INVERTED_INDEX"],"isDimensionColumn":true,"columnGroupId":-1,"scale":0,"precision":0,"schemaOrdinal":0,"numberOfChild":0,"invisible":false,"isSortColumn":true,"aggFunction":"","timeSeriesFunction":""},{"dataType":{"id":8,"precedenceOrder":6,"name":"DOUBLE","sizeInBytes":8},"columnName":"default_dummy_measure","columnUniqueId":"df51a546-dcc0-51f6-8d77-46a2d73a6aac","columnReferenceId":"df51a546-dcc0-51f6-8d77-46a2d73a6aac","isColumnar":true,"encodingList":[],"isDimensionColumn":false,"columnGroupId":-1,"scale":0,"precision":0,"schemaOrdinal":-1,"numberOfChild":0,"invisible":true,"isSortColumn":false,"aggFunction":"","timeSeriesFunction":""}],"schemaEvalution":{"schemaEvolutionEntryList":[{"timeStamp":1700000000000}]},"tableProperties":{"sort_columns":"a","comment":""}},"lastUpdatedTime":1700000000000,"tablePath":"/warehouse/t","dataMapSchemaList":[],"parentRelationIdentifiers":[]})");
    EXPECT_EQ(units(table_info(planned)), 1284u);
}

TEST(CarbonTableInfo, GoldenLengths)
{
    Planned two("a int, b string");
    EXPECT_EQ(part_units(table_info(two)), (Lengths{1261}));
    Planned twelve("id int, name string, city string, age int, d date, ts timestamp, amt decimal(12,2), dbl double, "
                   "f float, bl boolean, sm smallint, bg bigint");
    EXPECT_EQ(part_units(table_info(twelve)), (Lengths{4000, 1666}));
    Planned complex("deviceInformationId string, channelsId string, ROMSize string, purchasedate string, "
                    "mobile struct<imei:string,imsi:string>, MAC array<string>, "
                    "locationinfo array<struct<ActiveAreaId:int,ActiveCountry:string>>, "
                    "proddate struct<productionDate:string,activeDeactivedate:array<string>>, gamePointId int, "
                    "contractNumber int",
                    {{"DICTIONARY_EXCLUDE", "ROMSize"}, {"DICTIONARY_INCLUDE", "channelsId"}});
    EXPECT_EQ(part_units(table_info(complex)), (Lengths{4000, 4000, 1610}));
}

TEST(CarbonTableInfo, Escapes)
{
    std::string comment =
        "\"\\\n\r\t\b\f\x01\x1F'<>&=/\x7F\xC3\xA9\xE2\x80\xA7\xE2\x80\xA8\xE2\x80\xA9\xF0\x9F\x98\x80";
    Planned planned("a int", {}, "", false, comment);
    std::string text = table_info(planned);
    EXPECT_NE(
        text.find("\"comment\":\"\\\"\\\\\\n\\r\\t\\b\\f\\u0001\\u001f\\u0027\\u003c\\u003e\\u0026\\u003d/\x7F\xC3\xA9"
                  "\xE2\x80\xA7\\u2028\\u2029\xF0\x9F\x98\x80\""),
        std::string::npos)
        << text;
    EXPECT_EQ(json::parse(text)["factTable"]["tableProperties"]["comment"], comment);
}

// RFC 4122's example of version 5 in the namespace of names of hosts.
TEST(CarbonTableInfo, ColumnIdsComeFromTheTablesAndTheirNames)
{
    Planned planned("s struct<a:int>, `www.example.com` int");
    carbon::Identity of = identity();
    const std::uint8_t kDns[16] = {0x6b, 0xa7, 0xb8, 0x10, 0x9d, 0xad, 0x11, 0xd1,
                                   0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8};
    std::copy(std::begin(kDns), std::end(kDns), of.table_id.bytes);
    View text;
    ASSERT_TRUE(carbon::table_info(planned.plan, of, planned.arena.get(), &text).ok());
    json columns = json::parse(text)["factTable"]["listOfColumns"];
    EXPECT_EQ(columns[2]["columnUniqueId"], "2ed6657d-e927-568b-95e1-2665a8aea6a2");
    EXPECT_EQ(columns[2]["columnReferenceId"], columns[2]["columnUniqueId"]);
    EXPECT_NE(columns[0]["columnUniqueId"], columns[1]["columnUniqueId"]);
    Planned again("s struct<a:int>, `www.example.com` int");
    EXPECT_EQ(table_info(planned), table_info(again));
}

TEST(CarbonTableInfo, RangesAndLists)
{
    Planned range("a int", {{"PARTITION_TYPE", "RANGE"}, {"RANGE_INFO", "1, 5"}}, "p int");
    json info = json::parse(table_info(range))["factTable"]["partitionInfo"];
    EXPECT_EQ(info["rangeInfo"], json({"1", "5"}));
    EXPECT_EQ(info.count("listInfo"), 0u);
    EXPECT_EQ(info["partitionIds"], json({0, 1, 2}));
    EXPECT_EQ(info["maxPartitionId"], 2);
    Planned list("a int", {{"PARTITION_TYPE", "LIST"}, {"LIST_INFO", "1, (5, 6)"}}, "p int");
    info = json::parse(table_info(list))["factTable"]["partitionInfo"];
    EXPECT_EQ(info["listInfo"], json::parse(R"([["1"], ["5", "6"]])"));
    EXPECT_EQ(info.count("rangeInfo"), 0u);
    EXPECT_EQ(info["partitionType"], "LIST");
    EXPECT_EQ(json::parse(table_info(list))["factTable"].count("bucketingInfo"), 0u);
}

// ---- parts -------------------------------------------------------------------------------------------------------

TEST(CarbonParts, LengthsAtEachBoundary)
{
    const std::vector<std::pair<std::size_t, Lengths>> kLengths = {{0, {}},
                                                                   {1, {1}},
                                                                   {399, {399}},
                                                                   {3999, {3999}},
                                                                   {4000, {4000}},
                                                                   {4001, {4000, 1}},
                                                                   {7999, {4000, 3999}},
                                                                   {8000, {4000, 4000}},
                                                                   {8001, {4000, 4000, 1}},
                                                                   {12000, {4000, 4000, 4000}}};
    for (const auto &[length, lengths] : kLengths) {
        EXPECT_EQ(part_units(std::string(length, 'x')), lengths) << length;
        // Characters of two and three bytes are one unit each.
        std::string wide;
        for (std::size_t i = 0; i < length; ++i)
            wide += i % 2 == 0 ? "\xC3\xA9" : "\xE5\xA7\x93";
        EXPECT_EQ(part_units(wide), lengths) << length;
    }
}

TEST(CarbonParts, ACharacterOfTwoUnitsIsNeverCut)
{
    const std::string smile = "\xF0\x9F\x98\x80";
    for (std::size_t before = 3990; before < 4010; ++before) {
        std::string text = std::string(before, 'x') + smile + "tail";
        std::vector<std::string> pieces = parts(text);
        std::string joined;
        for (const std::string &piece : pieces) {
            joined += piece;
            EXPECT_LE(units(piece), 4000u);
            EXPECT_EQ(static_cast<unsigned char>(piece[0]) & 0xC0u,
                      piece[0] & 0x80 ? 0xC0u : static_cast<unsigned char>(piece[0]) & 0xC0u);
        }
        EXPECT_EQ(joined, text);
        EXPECT_EQ(units(pieces[0]), before == 3999 ? 3999u : std::min<std::size_t>(4000, before + 6)) << before;
    }
    // Never nothing, however small the size is.
    EXPECT_EQ(part_units(smile + "a" + smile, 1), (Lengths{2, 1, 2}));
    EXPECT_EQ(part_units(smile + smile + smile, 3), (Lengths{2, 2, 2}));
    EXPECT_EQ(part_units(smile + smile + smile, 4), (Lengths{4, 2}));
}

std::string object_of(const std::vector<std::string> &pieces)
{
    json object = {{"carbonSchemaPartsNo", std::to_string(pieces.size())}, {"other", {1, 2}}};
    for (std::size_t i = 0; i < pieces.size(); ++i)
        object["carbonSchema" + std::to_string(i)] = pieces[i];
    return object.dump();
}

struct Joined {
    explicit Joined(const std::string &properties) { status = carbon::join_parts(properties, arena.get(), &view); }
    TestArena arena;
    View view;
    Status status;
};

TEST(CarbonParts, JoinGivesBackWhatWasSplit)
{
    const std::string smile = "\xF0\x9F\x98\x80";
    for (std::size_t size : {1u, 2u, 3u, 7u, 4000u})
        for (std::size_t length = 0; length < 30; ++length) {
            std::string text = "{\"" + std::string(length, 'x') + smile + "\": \"" + smile + "\xC3\xA9\"}";
            Joined joined(object_of(parts(text, size)));
            ASSERT_TRUE(joined.status.ok()) << joined.status.message;
            ASSERT_EQ(joined.view, text);
        }
    // Twelve parts: by number, not by name.
    std::string twelve = "{\"a\": [1,2,3,4]}";
    EXPECT_EQ(Joined(object_of(parts(twelve, 1))).view, twelve);
}

TEST(CarbonParts, WhatCannotBeJoined)
{
    EXPECT_EQ(Joined("{}").view.data(), nullptr);
    EXPECT_TRUE(Joined("{}").status.ok());
    EXPECT_EQ(Joined(R"({"carbonSchema0": "{}"})").view.data(), nullptr);
    EXPECT_EQ(Joined("").view.data(), nullptr);
    for (const char *properties :
         {R"({"carbonSchemaPartsNo": "1"})", R"({"carbonSchemaPartsNo": "2", "carbonSchema0": "{}"})",
          R"({"carbonSchemaPartsNo": "2", "carbonSchema1": "{}"})",
          R"({"carbonSchemaPartsNo": "x", "carbonSchema0": "{}"})", R"({"carbonSchemaPartsNo": "-1"})",
          R"({"carbonSchemaPartsNo": ""})", R"({"carbonSchemaPartsNo": "1", "carbonSchema0": "{"})",
          R"({"carbonSchemaPartsNo": "1", "carbonSchema0": "[]"})",
          R"({"carbonSchemaPartsNo": "1", "carbonSchema0": ["{}"]})",
          R"({"carbonSchemaPartsNo": "1", "carbonSchema0": "{}", "carbonSchema0": ["{}"]})",
          R"({"carbonSchemaPartsNo": "2147483647", "carbonSchema0": "{}"})", "{", "x"}) {
        Joined joined(properties);
        EXPECT_EQ(joined.status.code, Code::bad_json) << properties;
        EXPECT_STRNE(joined.status.detail, "") << properties;
    }
    EXPECT_EQ(Joined(R"({"carbonSchemaPartsNo": 1, "carbonSchema0": "{}", "carbonSchema1": "x"})").view, "{}");
    EXPECT_EQ(Joined(R"({"carbonSchemaPartsNo": "1", "carbonSchema0": "{}", "x": {"carbonSchema0": "{1"}})").view,
              "{}");
    EXPECT_STREQ(Joined(R"({"carbonSchemaPartsNo": "2", "carbonSchema0": "{}"})").status.message,
                 "part carbonSchema1 of the schema is missing");
}

// The empty text has no parts, and nothing comes back of it.
TEST(CarbonParts, NoPartsAreNoSchema)
{
    for (const char *properties : {R"({"carbonSchemaPartsNo": "0"})", R"({"carbonSchemaPartsNo": 0})",
                                   R"({"carbonSchemaPartsNo": "0", "carbonSchema0": "{}"})"}) {
        Joined joined(properties);
        EXPECT_TRUE(joined.status.ok()) << joined.status.message;
        EXPECT_EQ(joined.view.data(), nullptr) << properties;
    }
    EXPECT_TRUE(parts("").empty());
}

// Of a repeated member the last counts, whatever it is.
TEST(CarbonParts, MembersThatAreNoTexts)
{
    const std::string count = R"({"carbonSchemaPartsNo": "1", )";
    const struct {
        std::string properties;
        const char *message, *detail;
    } kFaults[] = {
        {count + R"("carbonSchema0": null})", "part carbonSchema0 of the schema is not a text", "It is null."},
        {count + R"("carbonSchema0": "{}", "carbonSchema0": null})", "part carbonSchema0 of the schema is not a text",
         "It is null."},
        {count + R"("carbonSchema0": "{}", "carbonSchema0": true})", "part carbonSchema0 of the schema is not a text",
         "It is a boolean."},
        {count + R"("carbonSchema0": 12})", "part carbonSchema0 of the schema is not a text", "It is a number."},
        {count + R"("carbonSchema0": "{}", "carbonSchema0": 1.5})", "part carbonSchema0 of the schema is not a text",
         "It is a number."},
        {count + R"("carbonSchema0": {"a": "{}"}})", "part carbonSchema0 of the schema is not a text",
         "It is an object."},
        {count + R"("carbonSchema0": "{}", "carbonSchema0": [1]})", "part carbonSchema0 of the schema is not a text",
         "It is an array."},
        {R"({"carbonSchemaPartsNo": "1", "carbonSchema0": "{}", "carbonSchemaPartsNo": null})",
         "carbonSchemaPartsNo is not a number of parts", "It is null."},
        {R"({"carbonSchemaPartsNo": false, "carbonSchema0": "{}"})", "carbonSchemaPartsNo is not a number of parts",
         "It is a boolean."},
        {R"({"carbonSchemaPartsNo": {"a": 1}})", "carbonSchemaPartsNo is not a number of parts", "It is an object."},
        {R"({"carbonSchemaPartsNo": 1.0, "carbonSchema0": "{}"})", "carbonSchemaPartsNo is not a number of parts",
         "It is \"1.0\"."},
        {"[]", "properties are not a JSON object", "It is an array."},
        {"null", "properties are not a JSON object", "It is null."},
        {"\"x\"", "properties are not a JSON object", "It is a text."},
        {"7", "properties are not a JSON object", "It is a number."},
    };
    for (const auto &fault : kFaults) {
        Joined joined(fault.properties);
        EXPECT_EQ(joined.status.code, Code::bad_json) << fault.properties;
        EXPECT_STREQ(joined.status.message, fault.message) << fault.properties;
        EXPECT_STREQ(joined.status.detail, fault.detail) << fault.properties;
    }
    // Members that no one asks for may be anything.
    EXPECT_EQ(Joined(count + R"("carbonSchema0": "{}", "carbonSchema1": null, "x": [{"carbonSchema0": 1}]})").view,
              "{}");
    EXPECT_EQ(Joined(count + R"("carbonSchema0": null, "carbonSchema0": "{}"})").view, "{}");
}

// ---- and back ----------------------------------------------------------------------------------------------------

std::string again(const std::string &columns, const Properties &properties = {}, const std::string &partitioned = "")
{
    Planned planned(columns, properties, partitioned);
    TestArena arena;
    carbon::Plan read;
    std::string text = table_info(planned);
    Status status = carbon::read_table_info(text, arena.get(), &read);
    if (!status.ok())
        return std::string("error ") + status.message;
    EXPECT_EQ(read.columns.size, planned.plan.columns.size);
    for (std::size_t i = 0; i < read.columns.size && i < planned.plan.columns.size; ++i) {
        const carbon::Column &a = planned.plan.columns[i], &b = read.columns[i];
        EXPECT_EQ(a.own_name, b.own_name);
        EXPECT_EQ(a.parent, b.parent);
        EXPECT_EQ(a.comment, b.comment);
        EXPECT_EQ(a.type, b.type);
        EXPECT_EQ(a.partition, b.partition);
    }
    if (planned.plan.partitioning.type != carbon::PartitionType::none) {
        EXPECT_EQ(partitioning(read), partitioning(planned.plan));
    }
    EXPECT_EQ(read.bucketing.number, planned.plan.bucketing.number);
    EXPECT_EQ(names(read, read.bucketing.columns), names(planned.plan, planned.plan.bucketing.columns));
    return shape(read);
}

TEST(CarbonReadTableInfo, IsThePlanThatWasWritten)
{
    const char *columns = "a int COMMENT 'x', b string, s struct<x:array<struct<y:date,z:decimal(9,2)>>,w:boolean>, "
                          "m array<array<int>>, t timestamp, d double";
    EXPECT_EQ(again(columns), outcome(columns));
    EXPECT_EQ(again(columns, {{"SORT_COLUMNS", "a"}}, "p int, q date"),
              outcome(columns, {{"SORT_COLUMNS", "a"}}, "p int, q date"));
    Properties list = {
        {"PARTITION_TYPE", "LIST"}, {"LIST_INFO", "1,(2,3)"}, {"BUCKETNUMBER", "3"}, {"BUCKETCOLUMNS", "b,t"}};
    EXPECT_EQ(again(columns, list, "p int"), outcome(columns, list, "p int"));
    EXPECT_EQ(again("b string"), outcome("b string"));
}

TEST(CarbonReadTableInfo, OtherVersionsOfCarbonData)
{
    Planned planned("a string, d decimal(7,3)");
    json info = json::parse(table_info(planned));
    json &columns = info["factTable"]["listOfColumns"];
    columns[0]["dataType"] = "STRING";
    columns[0]["scale"] = columns[0]["precision"] = -1;
    columns[1]["dataType"] = {{"name", "VARCHAR"}};
    columns[1]["unknown"] = {1};
    info["identifier"] = {{"tablePath", "x"}};
    TestArena arena;
    carbon::Plan plan;
    std::string text = info.dump();
    ASSERT_TRUE(carbon::read_table_info(text, arena.get(), &plan).ok());
    EXPECT_EQ(plan.columns[0].type, "STRING");
    EXPECT_EQ(plan.columns[0].precision, 0);
    EXPECT_EQ(plan.columns[1].type, "VARCHAR");
    EXPECT_EQ(plan.columns[1].kind, carbon::Kind::other);
    EXPECT_EQ(plan.columns[1].precision, 7);
}

TEST(CarbonReadTableInfo, WhatIsNone)
{
    Planned planned("a string, s struct<x:int>", {{"BUCKETNUMBER", "3"}, {"BUCKETCOLUMNS", "a"}}, "p int");
    const json good = json::parse(table_info(planned));
    auto refused = [&good](const char *place, const json &value) {
        json bad = good;
        bad[json::json_pointer(place)] = value;
        std::string text = bad.dump();
        TestArena arena;
        carbon::Plan plan;
        return carbon::read_table_info(text, arena.get(), &plan).code == Code::bad_json;
    };
    for (const char *place :
         {"/factTable", "/databaseName", "/factTable/tableName", "/factTable/listOfColumns",
          "/factTable/listOfColumns/0", "/factTable/listOfColumns/0/columnName", "/factTable/listOfColumns/0/dataType",
          "/factTable/listOfColumns/0/dataType/name", "/factTable/listOfColumns/0/schemaOrdinal",
          "/factTable/listOfColumns/0/numberOfChild", "/factTable/listOfColumns/0/encodingList",
          "/factTable/listOfColumns/0/isSortColumn", "/factTable/tableProperties", "/factTable/tableProperties/comment",
          "/factTable/partitionInfo/partitionType", "/factTable/partitionInfo/columnSchemaList",
          "/factTable/partitionInfo/listInfo", "/factTable/bucketingInfo/numberOfBuckets",
          "/factTable/bucketingInfo/listOfColumns"})
        EXPECT_TRUE(refused(place, 1.5)) << place;
    EXPECT_TRUE(refused("/factTable/listOfColumns/0/schemaOrdinal", 4294967296));
    EXPECT_TRUE(refused("/factTable/partitionInfo/columnSchemaList/0/columnName", "nosuch"));
    EXPECT_TRUE(refused("/factTable/partitionInfo/partitionType", "OTHER"));
    TestArena arena;
    carbon::Plan plan;
    EXPECT_EQ(carbon::read_table_info("", arena.get(), &plan).code, Code::bad_json);
    EXPECT_EQ(carbon::read_table_info("[]", arena.get(), &plan).code, Code::bad_json);
    std::string deep = std::string(100000, '[');
    EXPECT_EQ(carbon::read_table_info(deep, arena.get(), &plan).code, Code::limit);
    std::string large(carbon::kMaxSchema + 1, ' ');
    EXPECT_EQ(carbon::read_table_info(large, arena.get(), &plan).code, Code::limit);
}

// ---- what is stored ----------------------------------------------------------------------------------------------

TEST(CarbonArrow, DeclaredOrderAndAllTypes)
{
    Planned planned(
        "a int COMMENT 'the \"key\"', b string, c date, d timestamp, e boolean, f smallint, g bigint, h double, "
        "i decimal(9,2), j array<struct<X:int,y:array<string>>>",
        {}, "p string");
    std::vector<View> keys = {"a"};
    View schema;
    ASSERT_TRUE(carbon::arrow_schema(planned.plan, {keys.data(), keys.size()}, planned.arena.get(), &schema).ok());
    EXPECT_EQ(
        text(schema),
        R"({"fields":[{"name":"a","nullable":false,"type":{"name":"int","bitWidth":32,"isSigned":true},"children":[],"metadata":[{"key":"spark_comment","value":"the \"key\""}]},{"name":"b","nullable":true,"type":{"name":"utf8"},"children":[]},{"name":"c","nullable":true,"type":{"name":"date","unit":"DAY"},"children":[]},{"name":"d","nullable":true,"type":{"name":"timestamp","unit":"MICROSECOND","timezone":"UTC"},"children":[]},{"name":"e","nullable":true,"type":{"name":"bool"},"children":[]},{"name":"f","nullable":true,"type":{"name":"int","bitWidth":16,"isSigned":true},"children":[]},{"name":"g","nullable":true,"type":{"name":"int","bitWidth":64,"isSigned":true},"children":[]},{"name":"h","nullable":true,"type":{"name":"floatingpoint","precision":"DOUBLE"},"children":[]},{"name":"i","nullable":true,"type":{"name":"decimal","precision":9,"scale":2,"bitWidth":128},"children":[]},{"name":"j","nullable":true,"type":{"name":"list"},"children":[{"name":"element","nullable":true,"type":{"name":"struct"},"children":[{"name":"x","nullable":true,"type":{"name":"int","bitWidth":32,"isSigned":true},"children":[]},{"name":"y","nullable":true,"type":{"name":"list"},"children":[{"name":"element","nullable":true,"type":{"name":"utf8"},"children":[]}]}]}]},{"name":"p","nullable":true,"type":{"name":"utf8"},"children":[]}]})");
}

std::string partitions(Planned &planned, const std::vector<View> &given = {})
{
    View text;
    Span<const View> keys;
    Status status = carbon::key_columns(planned.plan, {given.data(), given.size()}, planned.arena.get(), &keys);
    if (status.ok())
        status = carbon::partitions_text(planned.plan, keys, planned.arena.get(), &text);
    return status.ok() ? std::string(text) : std::string("error ") + status.message;
}

TEST(CarbonStored, OnlyHivesPartitionsAreRangeColumns)
{
    Planned hive("a int, b string, s struct<x:int>", {}, "P string, q date");
    EXPECT_EQ(partitions(hive), "p,q;");
    EXPECT_EQ(partitions(hive, {"A", "b"}), "p,q;a,b");
    EXPECT_EQ(partitions(hive, {"zz"}), "error column \"zz\" of primary_keys does not exist");
    EXPECT_EQ(partitions(hive, {"s"}), "error column \"s\" cannot be a primary key");
    EXPECT_EQ(partitions(hive, {"s.x"}), "error column \"s.x\" of primary_keys does not exist");
    Planned hash("a int", {{"PARTITION_TYPE", "HASH"}, {"NUM_PARTITIONS", "2"}}, "p int");
    EXPECT_EQ(partitions(hash), ";");
    Planned none("a int");
    EXPECT_EQ(partitions(none), ";");
    for (const char *name : {"a,b", "a;b", "a=b", "a/b"}) {
        Planned bad("x int", {}, "`" + std::string(name) + "` string");
        View text;
        EXPECT_EQ(carbon::partitions_text(bad.plan, {}, bad.arena.get(), &text).code, Code::bad_name) << name;
        Planned good("`" + std::string(name) + "` int");
        EXPECT_EQ(partitions(good), ";");
    }
}

struct Row {
    std::string id = std::string("table_") + kTableId, space = "default", name = "t", path = "/warehouse/t", schema,
                properties, partitions;

    Row(const std::string &columns, const Properties &given = {}, const std::string &partitioned = "",
        const std::vector<View> &keys = {})
    {
        Planned planned(columns, given, partitioned);
        EXPECT_TRUE(planned.status.ok()) << planned.status.message;
        View info, view;
        Arena *arena = planned.arena.get();
        EXPECT_TRUE(carbon::table_info(planned.plan, identity(), arena, &info).ok());
        EXPECT_TRUE(carbon::stored_properties(planned.plan, info, kAt, -1, arena, &view).ok());
        properties = view;
        EXPECT_TRUE(carbon::arrow_schema(planned.plan, {keys.data(), keys.size()}, arena, &view).ok());
        schema = view;
        partitions = ::partitions(planned, keys);
    }

    // "item: stored -> planned" lines.
    std::string verify() const
    {
        TestArena arena;
        carbon::Stored stored = {id, space, name, path, schema, properties, partitions};
        Span<const carbon::Difference> differences;
        bool is_carbon = false;
        Status status = carbon::verify(stored, arena.get(), &is_carbon, &differences);
        EXPECT_TRUE(status.ok()) << status.message;
        std::string all = is_carbon ? "" : "none";
        for (const carbon::Difference &difference : differences)
            all += text(difference.item) + ": " + shown(difference.stored) + " -> " + shown(difference.planned) + "\n";
        return all;
    }
    static std::string shown(View view) { return view.data() == nullptr ? "NULL" : text(view); }

    void set(const char *key, const std::string &value)
    {
        json object = json::parse(properties);
        object[key] = value;
        properties = object.dump();
    }
    // Changes the TableInfo in the parts.
    void change(const char *place, const json &value)
    {
        TestArena arena;
        View joined;
        EXPECT_TRUE(carbon::join_parts(properties, arena.get(), &joined).ok());
        json info = json::parse(joined);
        info[json::json_pointer(place)] = value;
        json object = json::parse(properties);
        object["carbonSchemaPartsNo"] = "1";
        object["carbonSchema0"] = info.dump();
        properties = object.dump();
    }
};

TEST(CarbonStored, PropertiesKeepTheirOrder)
{
    Row row("a int", {{"foo", "X"}});
    EXPECT_EQ(row.properties.rfind(
                  R"({"foo":"x","sort_columns":"","comment":"","carbonSchemaPartsNo":"1","carbonSchema0":"{\")", 0),
              0u)
        << row.properties;
    json object = json::parse(row.properties);
    EXPECT_EQ(object["provider"], "carbondata");
    EXPECT_EQ(object["hashBucketNum"], "-1");
    EXPECT_EQ(object["last_schema_change_time"], "1700000000000");
    EXPECT_EQ(object.size(), 8u);
}

// What the catalog writes beside them is refused when it is planned already.
TEST(CarbonStored, PropertiesOfTheCatalogAreNotAUsers)
{
    for (const char *key : {"PROVIDER", "hashBucketNum", "last_schema_change_time", "carbonSchemaPartsNo",
                            "carbonSchema0", "CARBONSCHEMA17", "carbonSchema007"}) {
        Planned own("a int, a int", {{key, "1"}});
        EXPECT_EQ(own.status.code, Code::bad_value) << key;
        EXPECT_NE(std::string(own.status.message).find("is the catalog's own"), std::string::npos) << key;
        EXPECT_STREQ(own.status.hint, "Leave it out; the catalog writes it itself.") << key;
    }
    for (const char *key : {"carbonSchema", "carbonSchemaX", "carbonSchema0x", "carbonschemaparts", "xprovider"})
        EXPECT_TRUE(Planned("a int", {{key, "1"}}).status.ok()) << key;
}

TEST(CarbonStored, ATableHasAPath)
{
    Planned planned("a int");
    View info;
    for (const char *path : {"", " ", "\t\n"}) {
        Status status = carbon::table_info(planned.plan, identity(path), planned.arena.get(), &info);
        EXPECT_EQ(status.code, Code::bad_value) << path;
        EXPECT_STREQ(status.message, "the path of the table is empty");
        EXPECT_NE(status.hint, nullptr);
    }
    EXPECT_EQ(carbon::check_path("").code, Code::bad_value);
    EXPECT_EQ(carbon::check_path("/x\xFF").code, Code::bad_text);
    EXPECT_TRUE(carbon::check_path("/x").ok());
}

TEST(CarbonVerify, WhatWasStoredIsConsistent)
{
    const char *columns = "a int COMMENT 'x', b string, s struct<x:array<struct<y:date,z:decimal(9,2)>>,w:boolean>, "
                          "m array<array<int>>, t timestamp, d double, f float, c char(3)";
    EXPECT_EQ(Row(columns).verify(), "");
    EXPECT_EQ(Row(columns, {{"SORT_COLUMNS", "t, a"}, {"NO_INVERTED_INDEX", "a"}, {"TABLE_BLOCKSIZE", "12 MB"}},
                  "p int, q date", {"a"})
                  .verify(),
              "");
    EXPECT_EQ(Row(columns, {{"SORT_COLUMNS", ""}}).verify(), "");
    EXPECT_EQ(Row(columns,
                  {{"PARTITION_TYPE", "RANGE"}, {"RANGE_INFO", "1,5"}, {"BUCKETNUMBER", "3"}, {"BUCKETCOLUMNS", "b"}},
                  "p int")
                  .verify(),
              "");
    EXPECT_EQ(Row(columns, {{"LIST_INFO", "1,(5,6)"}}, "p int").verify(), "");
    EXPECT_EQ(Row("a int", {{"PARTITION_TYPE", "HASH"}, {"NUM_PARTITIONS", "2"}}).verify(), "");
    // A sort key that no statement could name: doubles by way of their dictionary, a name with a comma.
    EXPECT_EQ(Row("e double, b string", {{"DICTIONARY_INCLUDE", "e"}}).verify(), "");
    EXPECT_EQ(Row("`'a'` string, b string", {{"SORT_COLUMNS", "''a''"}}).verify(), "");
    EXPECT_EQ(Row("`x,y` string, b int, c bigint", {{"DICTIONARY_EXCLUDE", "c"}}).verify(), "");
    // Properties of LakeSoul's that came later, and keys of its own.
    Row later("a int, b string");
    later.set("partition.ttl", "3");
    later.set("hashBucketNum", "4");
    EXPECT_EQ(later.verify(), "");
}

TEST(CarbonVerify, EachPlaceThatDiffers)
{
    const char *columns = "a int COMMENT 'x', b string, c date";
    auto changed = [columns](const char *place, const json &value) {
        Row row(columns, {{"BUCKETNUMBER", "3"}, {"BUCKETCOLUMNS", "b"}}, "p int");
        row.change(place, value);
        return row.verify();
    };
    EXPECT_EQ(changed("/factTable/listOfColumns/0/columnUniqueId", "other"), "");
    EXPECT_EQ(changed("/factTable/listOfColumns/0/dataType", "STRING"), "");
    EXPECT_EQ(changed("/factTable/listOfColumns/0/precision", -1), "");
    EXPECT_EQ(changed("/identifier", {{"x", 1}}), "");
    EXPECT_EQ(changed("/factTable/schemaEvalution/schemaEvolutionEntryList/1", {{"timeStamp", 1}}), "");
    EXPECT_EQ(changed("/factTable/listOfColumns/0/dataType", "INT"),
              "factTable.listOfColumns.b.dataType: INT -> STRING\n");
    EXPECT_EQ(changed("/factTable/listOfColumns/0/isSortColumn", false),
              "factTable.listOfColumns.b.isSortColumn: false -> true\n");
    EXPECT_EQ(changed("/factTable/listOfColumns/0/encodingList", json::array()),
              "factTable.listOfColumns.b.encodingList: [] -> [\"INVERTED_INDEX\"]\n");
    EXPECT_EQ(changed("/factTable/listOfColumns/0/columnProperties", {{"comment", "new"}}),
              "factTable.listOfColumns.b.columnProperties: {\"comment\":\"new\"} -> NULL\n");
    EXPECT_EQ(changed("/factTable/listOfColumns/0/columnName", "z"),
              "factTable.listOfColumns.b: NULL -> b\nfactTable.listOfColumns.z: z -> NULL\n");
    EXPECT_EQ(changed("/factTable/partitionInfo/numPartitions", 7), "factTable.partitionInfo.numPartitions: 7 -> 0\n");
    EXPECT_EQ(changed("/factTable/bucketingInfo", nullptr).rfind("factTable.bucketingInfo: null -> {", 0), 0u);
    EXPECT_EQ(changed("/factTable/tableProperties/sort_columns", "b"),
              "factTable.tableProperties.sort_columns: b -> b,c\n");
    EXPECT_EQ(changed("/factTable/tableProperties/extra", "1"), "factTable.tableProperties.extra: 1 -> NULL\n");
    EXPECT_EQ(changed("/tablePath", "/other"), "tablePath: /other -> /warehouse/t\n");
    EXPECT_EQ(changed("/factTable/tableId", "x"), "factTable.tableId: x -> 00000000-0000-4000-8000-000000000001\n");
    EXPECT_EQ(
        changed("/factTable/partitionInfo", nullptr),
        "table_info.partitions: there are range columns, and the TableInfo has no partitions as Hive's -> NULL\n");
    Row order("b string, c date");
    json first = json::parse(R"({"columnName": "x"})");
    TestArena arena;
    View joined;
    ASSERT_TRUE(carbon::join_parts(order.properties, arena.get(), &joined).ok());
    json info = json::parse(joined);
    std::swap(info["factTable"]["listOfColumns"][0], info["factTable"]["listOfColumns"][1]);
    order.change("", info);
    EXPECT_EQ(order.verify(), "factTable.listOfColumns: c, b, default_dummy_measure -> b, c, default_dummy_measure\n");
}

TEST(CarbonVerify, ChangesOfTheRow)
{
    const char *columns = "a int, b string";
    Row property(columns);
    property.set("sort_columns", "a");
    EXPECT_EQ(property.verify(), "factTable.listOfColumns.a.encodingList: [] -> [\"INVERTED_INDEX\"]\n"
                                 "factTable.listOfColumns.a.isDimensionColumn: false -> true\n"
                                 "factTable.listOfColumns.a.isSortColumn: false -> true\n"
                                 "factTable.listOfColumns.b.isSortColumn: true -> false\n"
                                 "factTable.listOfColumns.default_dummy_measure: NULL -> default_dummy_measure\n"
                                 "factTable.tableProperties.sort_columns: b -> a\n");
    Row bad(columns);
    bad.set("table_blocksize", "0");
    EXPECT_EQ(bad.verify(),
              "plan: NULL -> Invalid table_blocksize value found: 0, only int value from 1 MB to 2048 MB is "
              "supported.\n");
    Row scope(columns);
    scope.set("sort_scope", "x");
    EXPECT_EQ(scope.verify().rfind("plan: NULL -> Passing invalid SORT_SCOPE 'x'", 0), 0u);
    Row schema(columns);
    schema.schema = "{}";
    EXPECT_EQ(schema.verify(), "table_info.table_schema: table_schema is not Arrow's JSON of a schema -> NULL\n");
    schema.schema = R"({"fields":[{"name":"a","type":{"name":"int","bitWidth":8,"isSigned":true},"children":[]}]})";
    EXPECT_EQ(schema.verify(), "plan: NULL -> Unsupported data type: ByteType\n");
    schema.schema =
        R"({"fields":[{"name":"a","type":{"name":"int","bitWidth":64,"isSigned":true},"children":[]},{"name":"c","type":{"name":"utf8"}}]})";
    EXPECT_EQ(schema.verify(),
              "plan: NULL -> sort_columns: b does not exist in table. Please check create table statement.\n");
    schema.set("sort_columns", "c");
    EXPECT_EQ(schema.verify(), "factTable.listOfColumns.c: NULL -> c\n"
                               "factTable.listOfColumns.a.dataType: INT -> LONG\n"
                               "factTable.listOfColumns.b: b -> NULL\n"
                               "factTable.tableProperties.sort_columns: b -> c\n");
    Row parts(columns);
    parts.set("carbonSchemaPartsNo", "2");
    EXPECT_EQ(parts.verify(), "carbonSchema: part carbonSchema1 of the schema is missing -> NULL\n");
    parts.set("carbonSchemaPartsNo", "1");
    parts.set("carbonSchema0", "{}");
    EXPECT_EQ(parts.verify().rfind("databaseName: NULL -> default\n", 0), 0u);
    Row none(columns);
    none.properties = R"({"hashBucketNum": "4"})";
    EXPECT_EQ(none.verify(), "none");
    none.properties = "";
    EXPECT_EQ(none.verify(), "none");
    Row renamed(columns);
    renamed.name = "other";
    EXPECT_EQ(renamed.verify(), "factTable.tableName: t -> other\ntableUniqueName: default_t -> default_other\n");
    Row changed(columns);
    changed.set("last_schema_change_time", "1700000000001");
    EXPECT_EQ(changed.verify(), "lastUpdatedTime: 1700000000000 -> 1700000000001\n");
}

}   // namespace
