// What is read of table_schema and properties.
#include <gtest/gtest.h>

#include "core/catalog/table_schema.hpp"
#include "test_arena.hpp"

namespace lakesoul::test {
namespace {

// Column names joined by '|', or "unreadable".
std::string columns(View schema)
{
    TestArena arena;
    Span<const View> names;
    bool readable = false;
    EXPECT_TRUE(catalog::column_names(schema, arena.get(), &names, &readable).ok());
    if (!readable) {
        EXPECT_TRUE(names.empty());
        return "unreadable";
    }
    std::string text;
    for (View name : names)
        text.append(name).append("|");
    return text;
}

TEST(CatalogSchema, ArrowJava)
{
    EXPECT_EQ(columns(R"({"fields":[{"name":"id","nullable":false,"type":{"name":"int","bitWidth":32,"isSigned":true},)"
                      R"("children":[]},{"name":"dt","nullable":true,"type":{"name":"utf8"},"children":[]}]})"),
              "id|dt|");
}

TEST(CatalogSchema, Spark)
{
    EXPECT_EQ(columns(R"({"type":"struct","fields":[{"name":"id","type":"integer","nullable":true,"metadata":{}},)"
                      R"({"name":"s","type":{"type":"struct","fields":[{"name":"inner"}]}}]})"),
              "id|s|");
}

TEST(CatalogSchema, NamesAreTakenAsTheyAre)
{
    EXPECT_EQ(columns(R"({"fields":[]})"), "");
    EXPECT_EQ(columns(R"({"fields":[{"name":""},{"name":"a b"},{"name":"\u4e2d\n"}]})"), "|a b|\xE4\xB8\xAD\n|");
}

TEST(CatalogSchema, OtherTextsAreUnreadableButNoError)
{
    for (const char *text : {"", " ", "null", "7", "\"fields\"", "[]", "{}", R"({"fields":{}})", R"({"fields":null})",
                             R"({"fields":[1]})", R"({"fields":[{}]})", R"({"fields":[{"name":7}]})",
                             R"({"fields":[{"name":"a"}])", R"({"fields":[{"name":"a"}]} x)", "{\"fields\":[\xFF]}"})
        EXPECT_EQ(columns(text), "unreadable") << text;
    EXPECT_EQ(columns(View()), "unreadable");
    EXPECT_EQ(columns(std::string(100000, '[')), "unreadable");
    EXPECT_EQ(columns("{\"fields\":" + std::string(100000, '[') + std::string(100000, ']') + "}"), "unreadable");
}

TEST(CatalogSchema, OutOfMemory)
{
    for (int chunks = 0; chunks < 2; ++chunks) {
        TestArena arena;
        arena.use_smallest_chunks();
        arena.fail_after(chunks);
        Span<const View> names;
        bool readable;
        EXPECT_EQ(catalog::column_names(R"({"fields":[{"name":"a"}]})", arena.get(), &names, &readable).code,
                  Code::out_of_memory);
    }
}

Status check(View partitions, View schema)
{
    TestArena arena;
    catalog::TableShape shape;
    EXPECT_TRUE(catalog::parse_partitions(partitions, arena.get(), &shape).ok());
    return catalog::check_columns(shape, schema, arena.get());
}

constexpr View kSchema = R"({"fields":[{"name":"id"},{"name":"dt"},{"name":"Region"}]})";

TEST(CatalogSchema, ColumnsMustBeThere)
{
    EXPECT_TRUE(check(";", kSchema).ok());
    EXPECT_TRUE(check("dt,Region;id", kSchema).ok());
    EXPECT_EQ(check("dt,region;id", kSchema).code, Code::no_column);   // case counts
    EXPECT_STREQ(check("dt,region;id", kSchema).message, "column \"region\" is not in the table's schema");
    EXPECT_EQ(check(";key", kSchema).code, Code::no_column);
}

TEST(CatalogSchema, UnreadableSchemaIsNotChecked)
{
    EXPECT_TRUE(check("dt;key", "").ok());
    EXPECT_TRUE(check("dt;key", "{\"schema\":[]}").ok());
}

TEST(CatalogSchema, RangeColumnMayNotBeAKey)
{
    EXPECT_EQ(check("dt;id,dt", kSchema).code, Code::bad_value);
    EXPECT_EQ(check("dt;dt", "no schema").code, Code::bad_value);
}

TEST(CatalogSchema, JsonObjects)
{
    EXPECT_TRUE(catalog::check_json_object("{}", "properties").ok());
    EXPECT_TRUE(catalog::check_json_object(" {\"a\": {\"b\": [1, null]}} ", "properties").ok());
    for (const char *text : {"", "[]", "null", "\"{}\"", "{", "{}{}", "{'a': 1}", "{\"a\": NaN}"}) {
        Status status = catalog::check_json_object(text, "properties");
        EXPECT_EQ(status.code, Code::bad_json) << text;
        EXPECT_STREQ(status.message, "properties must be a JSON object");
    }
    EXPECT_EQ(catalog::check_json_object(View(), "properties").code, Code::bad_json);
}

}   // namespace
}   // namespace lakesoul::test
