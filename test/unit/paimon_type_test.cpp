// Data types: every form, its canonical spelling, its bounds; the cast matrix; hostile input.
#include <gtest/gtest.h>

#include "paimon_check.hpp"

namespace lakesoul::paimon {
namespace {

using test::parsed;

std::string quoted(const std::string &text)
{
    return nlohmann::json(text).dump();
}

std::string spelled(const std::string &text)
{
    return parsed(quoted(text));
}

TEST(PaimonType, AsTheSpecificationHasThem)   // cases 1 to 4
{
    EXPECT_EQ(parsed("\"numeric(38,38) not null\""), "\"DECIMAL(38, 38) NOT NULL\"");
    EXPECT_EQ(parsed("\"dec\""), "\"DECIMAL(10, 0)\"");
    EXPECT_EQ(parsed("\"VARCHAR(2147483647)\""), "\"STRING\"");
    EXPECT_EQ(parsed("\"TIMESTAMP_LTZ(3)\""), "\"TIMESTAMP(3) WITH LOCAL TIME ZONE\"");
    for (const char *type :
         {"\"DECIMAL(39,0)\"", "\"DECIMAL(5,6)\"", "\"CHAR(0)\"", "\"TIME(10)\"", "\"VARCHAR(33333333333)\"",
          "\"ARRAY<INT>\"", "\"REAL\"", "\"INT INT\"", "\"\"", R"({"type":"array","element":"INT"})", "5"})
        EXPECT_EQ(parsed(type).substr(0, 4), "400 ") << type;
    EXPECT_EQ(parsed("\"INT NOT NULL ARRAY NOT NULL\""), R"({"element":"INT NOT NULL","type":"ARRAY NOT NULL"})");
    EXPECT_EQ(parsed(R"({"type":"ROW","fields":[{"name":"a","type":"INT"},{"name":"b","type":
                        {"type":"ROW","fields":[{"name":"c","type":"INT"}]}}]})"),
              R"({"fields":[{"id":0,"name":"a","type":"INT"},{"id":1,"name":"b","type":)"
              R"({"fields":[{"id":2,"name":"c","type":"INT"}],"type":"ROW"}}],"type":"ROW"})");
    EXPECT_EQ(parsed(R"({"type":"ROW","fields":[{"id":0,"name":"a","type":"INT"},{"name":"b","type":"INT"}]})"),
              "400 22023");
}

TEST(PaimonType, SpellingsHaveOneCanonicalForm)
{
    const std::pair<const char *, const char *> kSpellings[] = {
        {"boolean", "BOOLEAN"},
        {" TinyInt ", "TINYINT"},
        {"SMALLINT", "SMALLINT"},
        {"INT", "INT"},
        {"INTEGER", "INT"},
        {"BIGINT", "BIGINT"},
        {"FLOAT", "FLOAT"},
        {"DOUBLE", "DOUBLE"},
        {"double\tprecision", "DOUBLE"},
        {"DATE", "DATE"},
        {"VARIANT", "VARIANT"},
        {"BLOB", "BLOB"},
        {"dec", "DECIMAL(10, 0)"},
        {"DECIMAL(5)", "DECIMAL(5, 0)"},
        {"numeric(38,38) not null", "DECIMAL(38, 38) NOT NULL"},
        {"DECIMAL ( 4 , 2 ) NULL", "DECIMAL(4, 2)"},
        {"CHAR", "CHAR(1)"},
        {"CHAR(007)", "CHAR(7)"},
        {"CHAR(2147483647)", "CHAR(2147483647)"},
        {"VARCHAR", "VARCHAR(1)"},
        {"VARCHAR(20)", "VARCHAR(20)"},
        {"VARCHAR(2147483647)", "STRING"},
        {"string not null", "STRING NOT NULL"},
        {"BINARY", "BINARY(1)"},
        {"BINARY(3)", "BINARY(3)"},
        {"VARBINARY(3)", "VARBINARY(3)"},
        {"VARBINARY(2147483647)", "BYTES"},
        {"BYTES", "BYTES"},
        {"TIME", "TIME(0)"},
        {"TIME(9)", "TIME(9)"},
        {"TIME(3) WITHOUT TIME ZONE", "TIME(3)"},
        {"TIMESTAMP", "TIMESTAMP(6)"},
        {"TIMESTAMP(0)", "TIMESTAMP(0)"},
        {"TIMESTAMP WITHOUT TIME ZONE", "TIMESTAMP(6)"},
        {"TIMESTAMP(3) WITH LOCAL TIME ZONE", "TIMESTAMP(3) WITH LOCAL TIME ZONE"},
        {"TIMESTAMP_LTZ", "TIMESTAMP(6) WITH LOCAL TIME ZONE"},
        {"TIMESTAMP_LTZ(3)", "TIMESTAMP(3) WITH LOCAL TIME ZONE"},
        {"GEOMETRY", "GEOMETRY(OGC:CRS84)"},
        {"geometry('EPSG 1') NOT NULL", "GEOMETRY('EPSG 1') NOT NULL"},
        {"GEOMETRY('4326')", "GEOMETRY('4326')"},
        {"GEOGRAPHY(OGC:CRS84, Karney)", "GEOGRAPHY(OGC:CRS84, karney)"},
        {"GEOGRAPHY", "GEOGRAPHY(OGC:CRS84, spherical)"},
    };
    for (const auto &spelling : kSpellings) {
        EXPECT_EQ(spelled(spelling.first), quoted(spelling.second)) << spelling.first;
        EXPECT_EQ(spelled(spelling.second), quoted(spelling.second)) << spelling.second;
    }
}

TEST(PaimonType, ObjectsAndSuffixes)
{
    EXPECT_EQ(spelled("INT NOT NULL ARRAY NOT NULL"), R"({"element":"INT NOT NULL","type":"ARRAY NOT NULL"})");
    EXPECT_EQ(spelled("INT MULTISET"), R"({"element":"INT","type":"MULTISET"})");
    EXPECT_EQ(spelled("VECTOR<FLOAT NOT NULL, 3> NOT NULL"),
              R"({"element":"FLOAT NOT NULL","length":3,"type":"VECTOR NOT NULL"})");
    EXPECT_EQ(spelled("VECTOR<INT, 3> ARRAY"),
              R"({"element":{"element":"INT","length":3,"type":"VECTOR"},"type":"ARRAY"})");
    EXPECT_EQ(parsed(R"({"type": "ARRAY<INT> NOT NULL", "element": "integer"})"),
              R"({"element":"INT","type":"ARRAY NOT NULL"})");
    EXPECT_EQ(parsed(R"({"type": "MAP", "key": "STRING", "value": {"type": "MULTISET", "element": "INT"}})"),
              R"({"key":"STRING","type":"MAP","value":{"element":"INT","type":"MULTISET"}})");
    EXPECT_EQ(parsed(R"({"type": "VECTOR", "element": "DOUBLE", "length": "4"})"),
              R"({"element":"DOUBLE","length":4,"type":"VECTOR"})");
    EXPECT_EQ(parsed(R"({"type": "ROW", "fields": []})"), R"({"fields":[],"type":"ROW"})");
    EXPECT_EQ(parsed(R"({"type": "ROW", "fields": [{"name": "a", "type": "INT", "description": null, "id": null}]})"),
              R"({"fields":[{"id":0,"name":"a","type":"INT"}],"type":"ROW"})");
    EXPECT_EQ(parsed(R"({"type": "ROW", "fields": [{"id": 7, "name": "a", "type": "INT", "description": "",
                         "defaultValue": "1"}, {"id": "9", "name": "A", "type": "INT"}]})"),
              R"({"fields":[{"defaultValue":"1","description":"","id":7,"name":"a","type":"INT"},)"
              R"({"id":9,"name":"A","type":"INT"}],"type":"ROW"})");
}

TEST(PaimonType, FieldsAreNumberedInDocumentOrder)
{
    EXPECT_EQ(parsed(R"({"type": "ROW", "fields": [{"name": "a", "type": "INT"}, {"name": "b", "type":
                         {"type": "ROW", "fields": [{"name": "c", "type": "INT"}]}}, {"name": "d", "type": "INT"}]})"),
              R"({"fields":[{"id":0,"name":"a","type":"INT"},{"id":1,"name":"b","type":)"
              R"({"fields":[{"id":2,"name":"c","type":"INT"}],"type":"ROW"}},{"id":3,"name":"d","type":"INT"}],)"
              R"("type":"ROW"})");
    const char *kFirst = R"({"id": 0, "name": "a", "type": "INT"})";
    const char *kWithout = R"({"name": "b", "type": "INT"})";
    auto row = [](const std::string &one, const std::string &two) {
        return parsed(R"({"type": "ROW", "fields": [)" + one + ", " + two + "]}");
    };
    EXPECT_EQ(row(kFirst, kWithout), "400 22023");
    EXPECT_EQ(row(kWithout, kFirst), "400 22023");
    EXPECT_EQ(row(kFirst, R"({"id": 0, "name": "b", "type": "INT"})"), "400 22023");
    EXPECT_EQ(row(kWithout, R"({"name": "m", "type": {"type": "MAP", "key": "INT", "value":
                               {"type": "ROW", "fields": [{"id": 1, "name": "x", "type": "INT"}]}}})"),
              "400 22023");
}

TEST(PaimonType, TextThatNamesNoType)
{
    for (const char *text : {"",
                             " ",
                             "DECIMAL(39,0)",
                             "DECIMAL(0)",
                             "DECIMAL(5,6)",
                             "DECIMAL(5,)",
                             "DECIMAL()",
                             "CHAR(0)",
                             "CHAR(-1)",
                             "CHAR(1",
                             "CHAR 1)",
                             "TIME(10)",
                             "TIMESTAMP(10)",
                             "VARCHAR(33333333333)",
                             "VARCHAR(2147483648)",
                             "VARCHAR(test)",
                             "STRING(3)",
                             "BYTES(3)",
                             "INT(4)",
                             "ARRAY<INT>",
                             "MAP<INT, INT>",
                             "ROW<a INT>",
                             "REAL",
                             "INTERVAL",
                             "RAW",
                             "INT INT",
                             "INT NOT",
                             "INT NULL NOT NULL",
                             "INT NOT NULL NULL",
                             "`INT`",
                             "'INT'",
                             "INT'",
                             "INT ARRAY ARRAY",
                             "INT ARRAY MULTISET",
                             "NOT NULL",
                             "TIMESTAMP(3) WITH",
                             "TIMESTAMP(3) WITH TIME ZONE",
                             "TIMESTAMP WITH LOCAL",
                             "TIME WITH LOCAL TIME ZONE",
                             "DATE WITHOUT TIME ZONE",
                             "DOUBLE DOUBLE",
                             "VECTOR",
                             "VECTOR<STRING, 3>",
                             "VECTOR<INT, 0>",
                             "VECTOR<INT>",
                             "VECTOR<INT ARRAY, 2>",
                             "VECTOR<VECTOR<INT, 2>, 2>",
                             "GEOMETRY()",
                             "GEOMETRY('')",
                             "GEOMETRY(4326)",
                             "GEOMETRY('x",
                             "GEOGRAPHY(a, b)",
                             "INT,",
                             "1",
                             "\xc3\xa4",
                             "INT\xc2\xa0"})
        EXPECT_EQ(spelled(text), "400 42601") << text;
}

TEST(PaimonType, ValuesThatAreNoType)
{
    for (const char *json :
         {"5",
          "null",
          "true",
          "[]",
          "{}",
          R"({"type": 5})",
          R"({"type": "ARRAY"})",
          R"({"type": "ARRAY", "element": 1})",
          R"({"type": "MAP", "key": "INT"})",
          R"({"type": "MAP", "value": "INT"})",
          R"({"type": "ROW"})",
          R"({"type": "ROW", "fields": {}})",
          R"({"type": "ROW", "fields": [1]})",
          R"({"type": "ROW", "fields": [{"type": "INT"}]})",
          R"({"type": "ROW", "fields": [{"name": "a"}]})",
          R"({"type": "ROW", "fields": [{"name": 1, "type": "INT"}]})",
          R"({"type": "ROW", "fields": [{"name": " ", "type": "INT"}]})",
          R"({"type": "ROW", "fields": [{"id": -1, "name": "a", "type": "INT"}]})",
          R"({"type": "ROW", "fields": [{"id": 2147483648, "name": "a", "type": "INT"}]})",
          R"({"type": "ROW", "fields": [{"id": 1.5, "name": "a", "type": "INT"}]})",
          R"({"type": "ROW", "fields": [{"name": "a", "type": "INT"}, {"name": "a", "type": "INT"}]})",
          R"({"type": "VECTOR", "element": "INT"})",
          R"({"type": "VECTOR", "element": "INT", "length": 0})",
          R"({"type": "VECTOR", "element": "STRING", "length": 2})"})
        EXPECT_EQ(parsed(json), "400 22023") << json;
    for (const char *json : {R"({"type": "array", "element": "INT"})", R"({"type": "FOO"})", R"({"type": "INT"})",
                             R"({"type": "ROW", "fields": [{"name": "a", "type": "FOO"}]})"})
        EXPECT_EQ(parsed(json), "400 42601") << json;
}

TEST(PaimonType, HostileInput)
{
    EXPECT_EQ(parsed("{"), "400 22023");
    EXPECT_EQ(parsed("\"INT\" x"), "400 22023");
    EXPECT_EQ(parsed("\"\xff\""), "400 22023");
    EXPECT_EQ(parsed(std::string("\"INT\"\0", 6)), "400 22021");
    EXPECT_EQ(parsed("\"IN\\u0000T\""), "400 22021");
    EXPECT_EQ(parsed(R"({"type": "ARRAY", "element": "INT", "element": "INT"})"), "400 22023");
    EXPECT_EQ(parsed(R"({"type": "VECTOR", "element": "INT", "length": 1e999})"), "400 22023");
    auto nested = [](int depth) {
        std::string text;
        for (int i = 0; i < depth; ++i)
            text += R"({"type": "ARRAY", "element": )";
        return text + "\"INT\"" + std::string(static_cast<std::size_t>(depth), '}');
    };
    EXPECT_NE(parsed(nested(64))[0], '4');
    EXPECT_EQ(parsed(nested(65)), "400 54000");
    EXPECT_EQ(parsed(nested(100000)), "400 54000");
    std::string vectors;
    for (int i = 0; i < 100000; ++i)
        vectors += "VECTOR<";
    EXPECT_EQ(spelled(vectors), "400 42601");
    EXPECT_EQ(parsed(R"({"type": "ROW", "fields": [{"name": ")" + std::string(5000, 'a') + R"(", "type": "INT"}]})"),
              "400 54000");
    std::string many = "[0";
    for (int i = 0; i < 1000 * 1000; ++i)
        many += ",0";
    EXPECT_EQ(parsed(many + "]"), "400 54000");
}

TEST(PaimonType, NoMemory)
{
    test::TestArena arena;
    View out;
    arena.fail_after(0);
    EXPECT_EQ(parse_type("\"INT\"", arena.get(), &out).code, Code::out_of_memory);
    test::TestArena small(8);
    EXPECT_EQ(parse_type("\"TIMESTAMP_LTZ\"", small.get(), &out).code, Code::limit);
}

// "I" implicit, "E" explicit, "-" never.
char cast(const std::string &from, const std::string &to)
{
    bool implicit_cast = false;
    bool explicit_cast = false;
    Status one = can_evolve(quoted(from), quoted(to), false, &implicit_cast);
    Status two = can_evolve(quoted(from), quoted(to), true, &explicit_cast);
    EXPECT_TRUE(one.ok() && two.ok()) << from << " " << to;
    EXPECT_TRUE(explicit_cast || !implicit_cast);
    return implicit_cast ? 'I' : explicit_cast ? 'E' : '-';
}

TEST(PaimonType, EveryCastOfTheMatrix)
{
    const char *kTypes[] = {
        "BOOLEAN",      "TINYINT", "SMALLINT", "INT",        "BIGINT",       "DECIMAL(9, 2)",
        "FLOAT",        "DOUBLE",  "CHAR(3)",  "VARCHAR(3)", "STRING",       "BINARY(3)",
        "VARBINARY(3)", "BYTES",   "DATE",     "TIME(3)",    "TIMESTAMP(3)", "TIMESTAMP(3) WITH LOCAL TIME ZONE"};
    // Identity is a change of nothing and always allowed: the diagonal. DECIMAL(9, 2) to itself is one as well.
    const char *kMatrix[] = {"IEEEEEEEEEE-------", "EIIIIIIIEEE-------", "EEIIIIIIEEE-------", "EEEIIIIIEEE-----EE",
                             "EEEEIIIIEEE-----EE", "-EEEEIIIEEE-------", "-EEEEIIIEEE-------", "-EEEEIEIEEE-------",
                             "EEEEEEEEIIIEEEEEEE", "EEEEEEEEEIIEEEEEEE", "EEEEEEEEEIIEEEEEEE", "--------EEEIII----",
                             "--------EEEEII----", "--------EEEEII----", "----------E---I-EE", "----------E----IEE",
                             "---EE-----E---IIII", "---EE-----E---EEII"};
    for (std::size_t from = 0; from < 18; ++from)
        for (std::size_t to = 0; to < 18; ++to)
            EXPECT_EQ(cast(kTypes[from], kTypes[to]), kMatrix[from][to]) << kTypes[from] << " " << kTypes[to];
}

TEST(PaimonType, CastsOutsideTheMatrix)
{
    for (const char *text : {"CHAR(3)", "VARCHAR(3)", "STRING", "STRING NOT NULL"}) {
        EXPECT_EQ(cast("INT ARRAY", text), 'E') << text;
        EXPECT_EQ(cast("INT MULTISET", text), '-') << text;
        EXPECT_EQ(cast("VARIANT", text), '-') << text;
        EXPECT_EQ(cast("BLOB", text), '-') << text;
        EXPECT_EQ(cast("GEOMETRY", text), '-') << text;
    }
    for (const char *type : {"INT ARRAY", "INT MULTISET", "VARIANT", "BLOB", "VECTOR<INT, 2>", "GEOMETRY"}) {
        EXPECT_EQ(cast("INT", type), '-') << type;
        EXPECT_EQ(cast("STRING", type), '-') << type;
        EXPECT_EQ(cast(type, type), 'I') << type;
    }
    EXPECT_EQ(cast("INT ARRAY", "BIGINT ARRAY"), '-');
    EXPECT_EQ(cast("INT ARRAY", "INT NOT NULL ARRAY"), '-');
    EXPECT_EQ(cast("VECTOR<INT, 2>", "VECTOR<INT, 3>"), '-');
}

TEST(PaimonType, CastsThatLookAtParametersAndNullability)
{
    EXPECT_EQ(cast("DECIMAL(10, 2)", "DECIMAL(4, 1)"), 'I');
    EXPECT_EQ(cast("VARCHAR(10)", "VARCHAR(5)"), 'I');
    EXPECT_EQ(cast("TIMESTAMP(9)", "TIMESTAMP(3)"), 'I');
    EXPECT_EQ(cast("INT", "VARCHAR(2)"), 'E');
    EXPECT_EQ(cast("INT", "STRING NOT NULL"), 'E');
    EXPECT_EQ(cast("INT NOT NULL", "BIGINT"), 'I');
    EXPECT_EQ(cast("INT", "BIGINT NOT NULL"), 'E');
    EXPECT_EQ(cast("INT NOT NULL", "BIGINT NOT NULL"), 'I');
    EXPECT_EQ(cast("INT", "INT NOT NULL"), 'E');
    for (const char *from : {"DATE", "TIME(0)", "TIMESTAMP(3)", "TIMESTAMP_LTZ(3)"}) {
        EXPECT_EQ(cast(from, "STRING"), 'E') << from;
        EXPECT_EQ(cast(std::string(from) + " NOT NULL", "STRING NOT NULL"), '-') << from;
        EXPECT_EQ(cast(from, "VARCHAR(10)"), '-') << from;
        EXPECT_EQ(cast(from, "CHAR(10)"), '-') << from;
    }
    bool yes;
    EXPECT_EQ(test::fault(can_evolve("\"FOO\"", "\"INT\"", true, &yes)), "400 42601");
    EXPECT_EQ(test::fault(can_evolve("\"INT\"", "{}", true, &yes)), "400 22023");
}

TEST(PaimonType, RowsAreTheSameWhateverTheirIds)
{
    auto row = [](const char *id, const char *more) {
        return std::string(R"({"type": "ROW", "fields": [{"id": )") + id + R"(, "name": "a", "type": "INT")" + more +
               "}]}";
    };
    bool yes = false;
    EXPECT_TRUE(can_evolve(row("1", ""), row("5", ""), false, &yes).ok());
    EXPECT_TRUE(yes);
    EXPECT_TRUE(can_evolve(row("1", ""), row("5", R"(, "description": "d")"), true, &yes).ok());
    EXPECT_FALSE(yes);
    EXPECT_TRUE(can_evolve(row("1", ""), "\"STRING\"", true, &yes).ok());
    EXPECT_TRUE(yes);
}

}   // namespace
}   // namespace lakesoul::paimon
