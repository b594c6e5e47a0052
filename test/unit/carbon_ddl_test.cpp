// Reading of column lists and whole statements, and the limits on hostile ones.
#include <gtest/gtest.h>

#include "carbon_plan.hpp"

namespace {

using namespace lakesoul;
using namespace lakesoul::test;

struct Read {
    explicit Read(const std::string &sql) { status = carbon::plan_statement(sql, arena.get(), &statement); }
    TestArena arena;
    carbon::Statement statement;
    Status status;
};

std::string read(const std::string &sql)
{
    Read read(sql);
    return read.status.ok() ? shape(read.statement.plan) : std::string("error ") + read.status.message;
}

Status failure(const std::string &columns, const Properties &properties = {}, const std::string &partitioned = "")
{
    return Planned(columns, properties, partitioned).status;
}

std::string repeated(const std::string &text, std::size_t count)
{
    std::string all;
    for (std::size_t i = 0; i < count; ++i)
        all += text;
    return all;
}

TEST(CarbonDdl, NamesTypesAndComments)
{
    Planned planned("`a``b` INT COMMENT 'it''s', \"c \"\"d\" Decimal(5), e decimal COMMENT \"x\\ty\", -- the end\n"
                    "f /* why */ varchar(3), select array < struct< `x y` : int COMMENT 'lost', z:long > >");
    ASSERT_TRUE(planned.status.ok()) << planned.status.message << planned.status.detail;
    EXPECT_EQ(shape(planned.plan), "f S[II]@3, select C[D,II]@4(1), select.val K[D,II]@-1(2), select.val.x y "
                                   "K[D,II]@-1, select.val.z K[D,II]@-1, a`b M[]@0, c \"d M[]@1(5,0), e M[]@2(10,0)");
    EXPECT_EQ(planned.plan.columns[5].comment, "it's");
    EXPECT_EQ(planned.plan.columns[7].comment, "x\ty");
    EXPECT_EQ(planned.plan.columns[6].comment.data(), nullptr);
    EXPECT_EQ(planned.plan.columns[4].comment.data(), nullptr);
    EXPECT_EQ(planned.plan.columns[4].own_name, "z");
    EXPECT_EQ(planned.plan.columns[4].parent, 2);
}

TEST(CarbonDdl, EscapesInStrings)
{
    Planned planned(R"(a int COMMENT '\u59d3\101\n\'\"\\\%\Z\q\ud83d\ude00')");
    ASSERT_TRUE(planned.status.ok()) << planned.status.message;
    EXPECT_EQ(planned.plan.columns[0].comment, "\xE5\xA7\x93"
                                               "A\n'\"\\\\%\x1Aq\xF0\x9F\x98\x80");
    EXPECT_EQ(failure(R"(a int COMMENT '\0')").code, Code::bad_text);
    EXPECT_EQ(failure(R"(a int COMMENT '\ud83d')").code, Code::bad_text);
}

TEST(CarbonDdl, NamesOfAllScriptsBecomeLowerCase)
{
    Planned planned(
        "\xC3\x84pfel int, \xCE\xA3\xCE\x91 int, `\xC4\xB0x` int, \xE5\xA7\x93\xE5\x90\x8D int, \xD0\x96 int, "
        "\xF0\x90\x90\x80 int",
        {{"NO_INVERTED_INDEX", "\xC3\x84PFEL"}});
    ASSERT_TRUE(planned.status.ok()) << planned.status.message;
    EXPECT_EQ(shape(planned.plan), "\xC3\xA4pfel M[]@0, \xCF\x83\xCE\xB1 M[]@1, i\xCC\x87x M[]@2, "
                                   "\xE5\xA7\x93\xE5\x90\x8D M[]@3, \xD0\xB6 M[]@4, \xF0\x90\x90\xA8 M[]@5");
}

TEST(CarbonDdl, SyntaxErrorsSayWhereAndWhat)
{
    struct {
        const char *columns, *message, *detail;
    } kFaults[] = {
        {"a", "syntax error at the end of columns", "Expected a type."},
        {"a int,", "syntax error at the end of columns", "Expected a column's name."},
        {"a int b", "syntax error in columns at or near \"b\"", "Expected \",\" or the end of the list at byte 7."},
        {", a int", "syntax error in columns at or near \",\"", "Expected a column's name at byte 1."},
        {"`` int", "a name in columns is empty", "The quotes end at byte 2."},
        {"a array int", "syntax error in columns at or near \"int\"",
         "Expected \"<\" after array, map or struct at byte 9."},
        {"a array<int", "syntax error at the end of columns", "Expected \">\" at the end of the type."},
        {"a struct<x int>", "syntax error in columns at or near \"int\"",
         "Expected \":\" after a field's name at byte 12."},
        {"a struct<>", "syntax error in columns at or near \">\"", "Expected a field's name at byte 10."},
        {"a int COMMENT x", "syntax error in columns at or near \"x\"", "Expected a comment in quotes at byte 15."},
        {"a int COMMENT 'x", "unterminated quotes in columns", "They begin at byte 15 with '."},
        {"a int /* , b string", "unterminated comment in columns", "It begins at byte 7."},
        {"`a int", "unterminated quotes in columns", "They begin at byte 1 with `."},
        {"a varchar", "syntax error at the end of columns", "Expected \"(\" and a length after char or varchar."},
        {"a decimal(x)", "syntax error in columns at or near \"x\"", "Expected a precision at byte 11."},
        {"a int NOT NULL", "syntax error in columns at or near \"NOT\"",
         "Expected \",\" or the end of the list at byte 7."},
    };
    for (const auto &fault : kFaults) {
        Status status = failure(fault.columns);
        EXPECT_EQ(status.code, Code::syntax) << fault.columns;
        EXPECT_STREQ(status.message, fault.message) << fault.columns;
        EXPECT_STREQ(status.detail, fault.detail) << fault.columns;
    }
    EXPECT_STREQ(failure("a int", {}, "p").message, "syntax error at the end of partitioned_by");
}

TEST(CarbonDdl, TypesOutOfRange)
{
    EXPECT_EQ(failure("a decimal(39)").code, Code::bad_value);
    EXPECT_EQ(failure("a decimal(0)").code, Code::bad_value);
    EXPECT_EQ(failure("a decimal(5,6)").code, Code::bad_value);
    EXPECT_EQ(failure("a decimal(5,-1)").code, Code::syntax);
    EXPECT_EQ(failure("a char(0)").code, Code::bad_value);
    EXPECT_TRUE(failure("a decimal(38,38)").ok());
    Status unknown = failure("a foo");
    EXPECT_EQ(unknown.code, Code::unsupported);
    EXPECT_STREQ(unknown.message, "DataType foo is not supported.");
    EXPECT_NE(unknown.hint, nullptr);
}

TEST(CarbonDdl, TextMustBeText)
{
    EXPECT_EQ(failure(std::string("a int\0", 6)).code, Code::bad_text);
    EXPECT_EQ(failure("a\xFF int").code, Code::bad_text);
    EXPECT_EQ(failure("a int", {}, "p\xC3 int").code, Code::bad_text);
    Planned planned("a int", {}, "", false, "c\xFF");
    EXPECT_EQ(planned.status.code, Code::bad_text);
}

// ---- JSON --------------------------------------------------------------------------------------------------------

TEST(CarbonJson, ColumnsAreTheSameAsInDdl)
{
    Planned json(R"([{"name": "My id", "type": "struct<A:int>", "comment": ""}, {"type": "FLOAT", "name": "f"}])", {},
                 "", true);
    ASSERT_TRUE(json.status.ok()) << json.status.message;
    EXPECT_EQ(shape(json.plan), outcome("`My id` struct<a:int>, f double"));
    EXPECT_EQ(json.plan.columns[0].comment.data(), nullptr);
}

TEST(CarbonJson, ColumnsOfAnotherShape)
{
    for (const char *columns : {"{}", "1", "x", "[1]", "[[]]", R"([{"name": "a"}])", R"([{"type": "int"}])",
                                R"([{"name": 1, "type": "int"}])", R"([{"name": "", "type": "int"}])",
                                R"([{"name": "a", "type": "int", "nullable": true}])",
                                R"([{"name": "a", "type": {"name": "int"}}])", "[[[[[[[[[[[[1]]]]]]]]]]]]"}) {
        Planned planned(columns, {}, "", true);
        EXPECT_EQ(planned.status.code, Code::bad_json) << columns;
        EXPECT_NE(planned.status.hint, nullptr) << columns;
    }
    EXPECT_EQ(Planned(R"([{"name": "a", "type": "int x"}])", {}, "", true).status.code, Code::syntax);
    EXPECT_EQ(Planned("[]", {}, "", true).status.code, Code::bad_table);
}

Status with_properties(View properties)
{
    TestArena arena;
    carbon::Plan plan;
    carbon::Request request;
    request.columns = "a int, b string";
    request.properties = properties;
    return carbon::make_plan(request, arena.get(), &plan);
}

TEST(CarbonJson, PropertiesAreScalars)
{
    TestArena arena;
    carbon::Plan plan;
    carbon::Request request;
    request.columns = "a int, b string";
    request.properties =
        R"({"table_blocksize": 512, "x": 1.50, "auto_load_merge": true, "y": "Z", "big": 18446744073709551616})";
    ASSERT_TRUE(carbon::make_plan(request, arena.get(), &plan).ok());
    EXPECT_EQ(property(plan, "table_blocksize"), "512");
    EXPECT_EQ(property(plan, "x"), "1.50");
    EXPECT_EQ(property(plan, "auto_load_merge"), "true");
    EXPECT_EQ(property(plan, "y"), "z");
    EXPECT_EQ(property(plan, "big"), "18446744073709551616");
    for (const char *properties : {"[]", "1", "\"x\"", "null", "{", R"({"x": {}})", R"({"x": []})", ""})
        EXPECT_EQ(with_properties(properties).code, Code::bad_json) << properties;
    Status null = with_properties(R"({"x": null, "Y": null})");
    EXPECT_STREQ(null.message, "Values must be specified for key(s): [x,Y]");
    EXPECT_EQ(null.code, Code::bad_value);
}

TEST(CarbonJson, WhereAPropertyComesFrom)
{
    Planned planned("a int, b string",
                    {{"SORT_COLUMNS", "a, b"}, {"TABLE_BLOCKSIZE", "5 MB"}, {"foo", "x"}, {"bar", "X"}});
    std::string all;
    for (const carbon::Property &property : planned.plan.properties)
        all +=
            text(property.key) + "=" + text(property.value) + " " + text(carbon::origin_name(property.origin)) + "; ";
    EXPECT_EQ(all, "bar=x normalised; foo=x user; table_blocksize=5 normalised; sort_columns=a,b normalised; "
                   "comment= derived; ");
    EXPECT_EQ(Planned("a int").plan.properties[0].origin, carbon::Origin::derived);
    EXPECT_EQ(Planned("a int", {{"sort_columns", "a"}}).plan.properties[0].origin, carbon::Origin::user);
}

std::string notes(const Planned &planned)
{
    std::string all;
    for (const carbon::Note &note : planned.plan.notes)
        all += std::string(note.warning ? "W " : "N ") + note.text.message + " | " + note.text.detail + "\n";
    return all;
}

TEST(CarbonNotes, MisspeltAndDeprecatedProperties)
{
    Planned planned(
        "a int, b string",
        {{"SORT_COLUMN", "b"}, {"dictionary_exclude", "a"}, {"comment", "x"}, {"foo", "1"}, {"tableblocksize", "1"}});
    EXPECT_EQ(notes(planned),
              "W properties look misspelt | \"sort_column\" may be \"sort_columns\", \"tableblocksize\" may be "
              "\"table_blocksize\".\n"
              "N property \"dictionary_exclude\" is deprecated | Strings and timestamps have no global dictionary "
              "unless dictionary_include names them.\n"
              "W property \"comment\" is replaced by the table's comment | CarbonData keeps the COMMENT of the "
              "statement under this key.\n");
    EXPECT_STREQ(planned.plan.notes[0].text.hint, "Correct them, or leave them: they are stored without a meaning.");
}

// One warning of a size that can be read, however many there are.
TEST(CarbonNotes, AFloodOfMisspeltPropertiesIsOneWarning)
{
    Properties many;
    for (char a = 'a'; a <= 'z'; ++a)
        for (char b = 'a'; b <= 'z'; ++b)
            many.emplace_back(std::string("sort_scop") + a + b, "");
    many.erase(many.begin());
    Planned planned("a int", many);
    ASSERT_TRUE(planned.status.ok()) << planned.status.message;
    ASSERT_EQ(planned.plan.notes.size, 1u);
    const Status &text = planned.plan.notes[0].text;
    EXPECT_LT(std::string(text.detail).size(), 300u);
    EXPECT_NE(std::string(text.detail).find(" and 671 more."), std::string::npos) << text.detail;
}

TEST(CarbonNotes, PropertiesWithoutTheirOthers)
{
    EXPECT_EQ(notes(Planned("a string", {{"BUCKETNUMBER", "4"}})),
              "W property \"bucketnumber\" has no effect | It takes \"bucketcolumns\" as well.\n");
    EXPECT_EQ(notes(Planned("a string", {{"BUCKETCOLUMNS", "a"}})),
              "W property \"bucketcolumns\" has no effect | It takes \"bucketnumber\" as well.\n");
    EXPECT_EQ(notes(Planned("a string", {{"BUCKETNUMBER", "4"}, {"BUCKETCOLUMNS", "a"}})), "");
    EXPECT_EQ(notes(Planned("a string", {{"PARTITION_TYPE", "HASH"}, {"NUM_PARTITIONS", "x"}})),
              "W property \"partition_type\" has no effect | It takes PARTITIONED BY as well.\n"
              "W property \"num_partitions\" has no effect | It takes PARTITIONED BY as well.\n");
    EXPECT_EQ(notes(Planned("a string", {{"RANGE_INFO", "x"}, {"LIST_INFO", "y"}}, "p int")),
              "W property \"range_info\" has no effect | It takes \"partition_type\" RANGE as well.\n"
              "W property \"list_info\" has no effect | It takes \"partition_type\" LIST as well.\n");
    EXPECT_EQ(notes(Planned("a string", {{"PARTITION_TYPE", "RANGE"}, {"RANGE_INFO", "1,2"}, {"NUM_PARTITIONS", "3"}},
                            "p int")),
              "W property \"num_partitions\" has no effect | It takes \"partition_type\" HASH as well.\n");
    EXPECT_EQ(notes(Planned("a string", {{"PARTITION_TYPE", "HASH"}, {"NUM_PARTITIONS", "3"}}, "p int")), "");
}

// ---- limits ------------------------------------------------------------------------------------------------------

TEST(CarbonLimits, NestedTypes)
{
    EXPECT_TRUE(failure("a " + repeated("array<", 64) + "int" + repeated(">", 64)).ok());
    Status status = failure("a " + repeated("array<", 65) + "int" + repeated(">", 65));
    EXPECT_EQ(status.code, Code::limit);
    EXPECT_STREQ(status.detail, "The limit is 64.");
    EXPECT_EQ(failure("a " + repeated("struct<x:map<int,", 100000)).code, Code::limit);
}

TEST(CarbonLimits, ColumnsAndNames)
{
    std::string columns = "c0 int";
    for (std::size_t i = 1; i < carbon::kMaxColumns; ++i)
        columns += ",c" + std::to_string(i) + " int";
    EXPECT_TRUE(failure(columns).ok());
    EXPECT_EQ(failure(columns + ", more int").code, Code::limit);
    // The dummy measure is not the user's column.
    std::string strings = "c0 string";
    for (std::size_t i = 1; i < carbon::kMaxColumns; ++i)
        strings += ",c" + std::to_string(i) + " string";
    Planned widest(strings);
    ASSERT_TRUE(widest.status.ok()) << widest.status.message << widest.status.detail;
    EXPECT_EQ(widest.plan.columns.size, carbon::kMaxColumns + 1);
    EXPECT_EQ(failure(strings + ", more string").code, Code::limit);
    std::string stored = table_info(widest);
    carbon::Plan read;
    EXPECT_TRUE(carbon::read_table_info(stored, widest.arena.get(), &read).ok());
    EXPECT_TRUE(failure("`" + std::string(carbon::kMaxName, 'x') + "` int").ok());
    EXPECT_EQ(failure("`" + std::string(carbon::kMaxName + 1, 'x') + "` int").code, Code::limit);
    // Children repeat their parents' names.
    std::string fields;
    for (int i = 0; i < 9000; ++i)
        fields += (i > 0 ? ",f" : "f") + std::to_string(i) + ":int";
    std::string name(carbon::kMaxName, 'y');
    EXPECT_TRUE(failure("x struct<" + fields + ">").ok());
    EXPECT_EQ(failure(name + " struct<" + name + ":struct<" + fields + ">>").code, Code::limit);
}

TEST(CarbonLimits, Texts)
{
    EXPECT_EQ(failure("a int" + std::string(carbon::kMaxText, ' ')).code, Code::limit);
    EXPECT_EQ(failure("a int", {{"x", std::string(carbon::kMaxText, 'x')}}).code, Code::limit);
    Properties many;
    for (std::size_t i = 0; i <= carbon::kMaxProperties; ++i)
        many.emplace_back("p" + std::to_string(i), "");
    EXPECT_EQ(failure("a int", many).code, Code::limit);
    many.pop_back();
    EXPECT_TRUE(failure("a int", many).ok());
}

// What is said of a long value is not lost with its end, and no character is cut.
TEST(CarbonLimits, LongValuesInMessages)
{
    std::string names, accents;
    for (int i = 0; i < 1000; ++i) {
        names += "a,";
        accents += "\xC3\xA9";
    }
    Status twice = failure("a int", {{"SORT_COLUMNS", names}});
    EXPECT_NE(std::string(twice.message).find("... or it contains illegal argumnet."), std::string::npos)
        << twice.message;
    EXPECT_EQ(std::string(twice.detail).substr(std::string(twice.detail).size() - 6), ",...\".") << twice.detail;
    Status size = failure("a int", {{"COMPACTION_LEVEL_THRESHOLD", accents}});
    EXPECT_NE(std::string(size.message)
                  .find("\xC3\xA9..., only int values separated by comma and between 0 and 100 are "
                        "supported."),
              std::string::npos)
        << size.message;
    Status missing = failure("a int", {{"NO_INVERTED_INDEX", std::string(900, 'x')}});
    EXPECT_NE(std::string(missing.message).find("x... does not exist in table."), std::string::npos) << missing.message;
}

TEST(CarbonLimits, Partitions)
{
    auto hash = [](std::size_t count) {
        return failure("a int", {{"partition_type", "hash"}, {"num_partitions", std::to_string(count)}}, "p int");
    };
    EXPECT_TRUE(hash(carbon::kMaxPartitions).ok());
    EXPECT_EQ(hash(carbon::kMaxPartitions + 1).code, Code::limit);
    EXPECT_EQ(hash(2147483647).code, Code::limit);
    std::string values = "0";
    for (std::size_t i = 1; i < carbon::kMaxPartitions; ++i)
        values += "," + std::to_string(i);
    EXPECT_EQ(failure("a int", {{"partition_type", "range"}, {"range_info", values}}, "p int").code, Code::limit);
    EXPECT_EQ(failure("a int", {{"partition_type", "list"}, {"list_info", values}}, "p int").code, Code::limit);
    values.resize(values.rfind(','));
    EXPECT_TRUE(failure("a int", {{"partition_type", "range"}, {"range_info", values}}, "p int").ok());
}

// Every allocation can fail; nothing else happens then.
TEST(CarbonLimits, MemoryThatRunsOut)
{
    std::string properties =
        R"x({"partition_type": "LIST", "list_info": "1,(2,3)", "bucketnumber": 2, "bucketcolumns": "b"})x";
    carbon::Request request;
    request.columns = "a int COMMENT 'x', b string, s struct<x:int>";
    request.partitioned_by = "p int";
    request.properties = properties;
    int failures = 0;
    for (int chunks = 0; chunks < 1000; ++chunks) {
        TestArena arena;
        arena.use_smallest_chunks();
        arena.fail_after(chunks);
        carbon::Plan plan;
        View json;
        Status status = carbon::make_plan(request, arena.get(), &plan);
        if (status.ok())
            status = carbon::table_info(plan, identity(), arena.get(), &json);
        if (status.ok())
            break;
        ++failures;
        ASSERT_EQ(status.code, Code::out_of_memory) << chunks;
    }
    EXPECT_GT(failures, 20);
    EXPECT_LT(failures, 1000);
}

// ---- partition values --------------------------------------------------------------------------------------------

std::string range(const std::string &type, const std::string &values)
{
    Planned planned("a int", {{"PARTITION_TYPE", "RANGE"}, {"RANGE_INFO", values}}, "p " + type);
    return planned.status.ok() ? join(planned.plan.partitioning.ranges, "|") : planned.status.message;
}

TEST(CarbonPartitionValues, AreOfTheColumnsType)
{
    const std::string bad = "Invalid Partition Values for partition column: p";
    EXPECT_EQ(range("smallint", "-32768,32767"), "-32768|32767");
    EXPECT_EQ(range("smallint", "1,32768"), bad);
    EXPECT_EQ(range("int", "1, +2"), "1|+2");
    EXPECT_EQ(range("int", "1,2147483648"), bad);
    EXPECT_EQ(range("int", "1,+-2"), bad);
    EXPECT_EQ(range("bigint", "1,9223372036854775807"), "1|9223372036854775807");
    EXPECT_EQ(range("double", "-1.5e3, 2"), "-1.5e3|2");
    EXPECT_EQ(range("float", "1,nan"), bad);
    EXPECT_EQ(range("double", "1,inf"), bad);
    EXPECT_EQ(range("double", "1,1e999"), bad);
    EXPECT_EQ(range("decimal(5,2)", "-999.99,0,.5,1.5,1.51,999"), "-999.99|0|.5|1.5|1.51|999");
    EXPECT_EQ(range("decimal(5,2)", "-1.5,-1.49"), "-1.5|-1.49");
    EXPECT_EQ(range("decimal(5,2)", "-0,0"), "Range info must be in ascending order, please check again!");
    EXPECT_EQ(range("decimal(5,2)", "1.50,1.5"), "Range info must be in ascending order, please check again!");
    EXPECT_EQ(range("decimal(5,2)", "9,10"), "9|10");
    for (const char *value : {"1000", "1.234", "1.", "", "-", "+1", "1e2", "0x1"})
        EXPECT_EQ(range("decimal(5,2)", std::string("0,") + value + ",7"), bad) << value;
    EXPECT_EQ(range("date", "2016-02-29,2016-03-01"), "2016-02-29|2016-03-01");
    for (const char *value : {"2015-02-29", "2016-00-01", "2016-13-01", "2016-01-00", "2016-01-32", "0000-01-01",
                              "2016-1-1", "16-01-01", "2016-01-01 00:00:00", "2016/01/01"})
        EXPECT_EQ(range("date", std::string(value) + ",9999-12-31"), bad) << value;
    EXPECT_EQ(range("timestamp", "2016-02-29 23:59:59,2016-03-01 00:00:00"), "2016-02-29 23:59:59|2016-03-01 00:00:00");
    for (const char *value : {"2016-01-01", "2016-01-01 24:00:00", "2016-01-01 00:60:00", "2016-01-01 00:00:60",
                              "2016-01-01T00:00:00", "2016-01-01 00:00:00.5"})
        EXPECT_EQ(range("timestamp", std::string(value) + ",2017-01-01 00:00:00"), bad) << value;
    EXPECT_EQ(range("string", "Z,a,z,\xC3\xA9"), "Z|a|z|\xC3\xA9");
    EXPECT_EQ(range("string", "\xC3\xA9,z"), "Range info must be in ascending order, please check again!");
    EXPECT_EQ(range("boolean", "false,true"), "UnSupported partition type: Some(BooleanType)");
    EXPECT_EQ(range("tinyint", "1,2"), "UnSupported partition type: Some(ByteType)");
}

TEST(CarbonPartitionValues, NameTheColumnAsTheUserDid)
{
    EXPECT_EQ(outcome("a int", {{"PARTITION_TYPE", "RANGE"}, {"RANGE_INFO", "x,y"}}, "Pp int"),
              "error Invalid Partition Values for partition column: Pp");
}

TEST(CarbonPartitionValues, ListsAreGrouped)
{
    auto list = [](const std::string &values) {
        std::string text = partitioning("a int", {{"PARTITION_TYPE", "LIST"}, {"LIST_INFO", values}}, "p string");
        std::size_t from = text.find(" list=");
        return from == std::string::npos ? text : text.substr(from + 6, text.find(" num=") - from - 6);
    };
    EXPECT_EQ(list("a"), "[[a]]");
    EXPECT_EQ(list("(a)"), "[[a]]");
    EXPECT_EQ(list("( a , b )"), "[[a, b]]");
    EXPECT_EQ(list("(a,b),c,"), "[[a, b], [c]]");
    EXPECT_EQ(list("A, a"), "[[A], [a]]");
    for (const char *values : {"(a", "a)", "((a))", "(a)b", "a(b)", "(a,(b,c))", ")"})
        EXPECT_EQ(list(values), "error brackets in LIST_INFO do not match") << values;
    for (const char *values : {"", " ", "()"})
        EXPECT_EQ(list(values), "error LIST_INFO must define at least one value") << values;
    EXPECT_EQ(list("a,,b"), "error LIST_INFO must define at least one value in each partition");
    EXPECT_EQ(list("a,(b, a)"), "error Duplicate elements defined in LIST_INFO!");
}

// Properties of other kinds of partitions are stored and not looked at.
TEST(CarbonPartitionValues, OfOtherKindsAreLeftAlone)
{
    EXPECT_EQ(partitioning(
                  "a int",
                  {{"PARTITION_TYPE", "HASH"}, {"NUM_PARTITIONS", "2"}, {"RANGE_INFO", "5,3"}, {"LIST_INFO", "1,1,("}},
                  "p int"),
              "HASH cols=ArrayBuffer(p) range=null list=null num=2 max=1 ids=[0, 1]");
    EXPECT_EQ(partitioning("a int", {{"RANGE_INFO", "5,3"}, {"LIST_INFO", "(1,1"}}, "p int"),
              "NATIVE_HIVE cols=ArrayBuffer(p) range=null list=[] num=0 max=0 ids=[]");
}

TEST(CarbonPartitionValues, AsShowPartitionsPrintsThem)
{
    auto rows = [](const Properties &properties) {
        Planned planned("a int", properties, "P string");
        Span<const carbon::PartitionRow> made;
        std::string all;
        EXPECT_TRUE(carbon::partition_rows(planned.plan, planned.arena.get(), &made).ok());
        for (const carbon::PartitionRow &row : made)
            all += std::to_string(row.id) + ": " + text(row.description) + "\n";
        return all;
    };
    EXPECT_EQ(rows({{"PARTITION_TYPE", "RANGE"}, {"RANGE_INFO", "b, d, f"}}),
              "0: 0, p = DEFAULT\n1: 1, p < b\n2: 2, b <= p < d\n3: 3, d <= p < f\n");
    EXPECT_EQ(rows({{"PARTITION_TYPE", "LIST"}, {"LIST_INFO", "x, (y, z)"}}),
              "0: 0, p = DEFAULT\n1: 1, p = x\n2: 2, p = y, z\n");
    EXPECT_EQ(rows({{"PARTITION_TYPE", "HASH"}, {"NUM_PARTITIONS", "2"}}),
              "0: p = HASH_NUMBER(2)\n1: p = HASH_NUMBER(2)\n");
    EXPECT_EQ(rows({}), "");
}

// ---- statements --------------------------------------------------------------------------------------------------

TEST(CarbonStatement, AllClauses)
{
    Read made("CREATE TABLE IF NOT EXISTS Sales.`Orders` (id INT, name STRING COMMENT 'who')\n"
              "COMMENT 'all of them' PARTITIONED BY (dt DATE)\n"
              "STORED BY 'org.apache.carbondata.format' LOCATION 's3://lake/o'\n"
              "TBLPROPERTIES ('SORT_COLUMNS'='name', table_blocksize = 512, columnproperties.id.k 'v', x=-1.5);");
    ASSERT_TRUE(made.status.ok()) << made.status.message << " " << made.status.detail;
    EXPECT_EQ(shape(made.statement.plan), "name S[II]@1, dt Dm[D,DD,II]@2, id M[]@0");
    EXPECT_EQ(made.statement.plan.space, "sales");
    EXPECT_EQ(made.statement.plan.name, "orders");
    EXPECT_EQ(made.statement.location, "s3://lake/o");
    EXPECT_TRUE(made.statement.if_not_exists);
    EXPECT_EQ(property(made.statement.plan, "comment"), "all of them");
    EXPECT_EQ(property(made.statement.plan, "table_blocksize"), "512");
    EXPECT_EQ(property(made.statement.plan, "columnproperties.id.k"), "v");
    EXPECT_EQ(property(made.statement.plan, "x"), "-1.5");
    Read least("create table t(a int)stored by \"CarbonData\"");
    ASSERT_TRUE(least.status.ok()) << least.status.message;
    EXPECT_EQ(least.statement.plan.space, "default");
    EXPECT_EQ(least.statement.location.data(), nullptr);
    EXPECT_FALSE(least.statement.if_not_exists);
}

TEST(CarbonStatement, RefusedClausesInTheirOrder)
{
    const std::string temporary = "error CREATE TEMPORARY TABLE is not supported yet";
    const std::string skewed = "error Operation not allowed: CREATE TABLE ... SKEWED BY";
    const std::string clustered = "error Operation not allowed: CREATE TABLE ... CLUSTERED BY";
    const std::string external = "error Operation not allowed: CREATE EXTERNAL TABLE";
    const std::string by = " STORED BY 'carbondata'";
    EXPECT_EQ(
        read("CREATE TEMPORARY EXTERNAL TABLE t (a int) SKEWED BY (a) ON (1, ')') CLUSTERED BY (a) INTO 2 BUCKETS" +
             by),
        temporary);
    EXPECT_EQ(
        read("CREATE EXTERNAL TABLE t (a int) CLUSTERED BY (a) SORTED BY (a DESC) INTO 2 BUCKETS SKEWED BY (a) ON "
             "((1),(2)) STORED AS DIRECTORIES" +
             by),
        skewed);
    EXPECT_EQ(read("CREATE TABLE t (a int)" + by + " SKEWED BY (a) ON (1) STORED AS DIRECTORIES"), skewed);
    EXPECT_EQ(read("CREATE EXTERNAL TABLE t (a int) CLUSTERED BY (a) INTO 2 BUCKETS" + by), clustered);
    EXPECT_EQ(read("CREATE EXTERNAL TABLE t (a int)" + by + " LOCATION '/x'"), external);
    EXPECT_EQ(read("CREATE EXTERNAL TABLE t (a int)"), external);
    EXPECT_EQ(read("CREATE TEMPORARY TABLE t (a int, a int)" + by + " TBLPROPERTIES ('x')"), temporary);
    EXPECT_EQ(read("CREATE TABLE t (a int, a int)" + by + " TBLPROPERTIES ('x', 'y'='1', z)"),
              "error Values must be specified for key(s): [x,z]");
    EXPECT_EQ(read("CREATE TABLE t (a int, a int)" + by + " TBLPROPERTIES ('x'='1', 'x'='2')"),
              "error Found duplicate keys 'x'.");
    EXPECT_EQ(read("CREATE TABLE tab (a int, a int)" + by),
              "error Operation not allowed: Duplicated column names found in table definition of `tab`: [\"a\"]");
    for (const char *refused : {"CREATE TEMPORARY TABLE t (a int)", "CREATE EXTERNAL TABLE t (a int)"}) {
        Read made(refused + by);
        EXPECT_EQ(made.status.code, Code::unsupported);
        EXPECT_STRNE(made.status.detail, "");
        EXPECT_NE(made.status.hint, nullptr);
    }
}

TEST(CarbonStatement, AsSelect)
{
    const std::string by = " STORED BY 'carbondata' ";
    EXPECT_EQ(read("CREATE TABLE t" + by + "AS SELECT * FROM x WHERE y = ';"),
              "error CREATE TABLE AS SELECT cannot be planned");
    EXPECT_EQ(read("CREATE TABLE t PARTITIONED BY (p int)" + by + "AS SELECT 1"),
              "error A Create Table As Select (CTAS) statement is not allowed to create a partitioned table using "
              "Carbondata file formats.");
    Read columns("CREATE TABLE t (a int)" + by + "SELECT 1");
    EXPECT_STREQ(columns.status.message, "Schema may not be specified in a Create Table As Select (CTAS) statement");
    EXPECT_EQ(columns.status.code, Code::bad_table);
}

TEST(CarbonStatement, PartitionColumnsAlone)
{
    const std::string by = " STORED BY 'carbondata' ";
    Read hive("CREATE TABLE t PARTITIONED BY (p int)" + by);
    ASSERT_TRUE(hive.status.ok());
    EXPECT_EQ(hive.statement.plan.late.code, Code::bad_table);
    EXPECT_STREQ(hive.statement.plan.late.message, "Cannot use all columns for partition columns");
    EXPECT_EQ(
        read("CREATE TABLE t PARTITIONED BY (p int)" + by + "TBLPROPERTIES (partition_type=hash, num_partitions=2)"),
        "p M[]@0");
}

TEST(CarbonStatement, WhatIsNoSuchStatement)
{
    for (const char *sql : {"", "SELECT 1", "CREATE VIEW v", "CREATE OR REPLACE TABLE t (a int)", "CREATE TABLE",
                            "CREATE TABLE t (", "CREATE TABLE t ()", "CREATE TABLE t (a int) STORED AS parquet",
                            "CREATE TABLE t (a int)", "CREATE TABLE t (a int) STORED BY 'carbondata' nonsense",
                            "CREATE TABLE t (a int) STORED BY 'carbondata'; DROP TABLE t",
                            "CREATE TABLE t (a int) COMMENT 'x' COMMENT 'y' STORED BY 'carbondata'",
                            "CREATE TABLE t (a int) SKEWED BY (a ON (1) STORED BY 'carbondata'",
                            "CREATE TABLE t (a int) STORED BY 'carbondata' TBLPROPERTIES (x=)",
                            "CREATE TABLE a.b.c (a int) STORED BY 'carbondata'"})
        EXPECT_EQ(Read(sql).status.code, Code::syntax) << sql;
    EXPECT_EQ(Read("CREATE TABLE t (a int) STORED BY 'orc'").status.code, Code::bad_value);
    Read serde("CREATE TABLE t (a int) STORED BY 'carbondata' WITH SERDEPROPERTIES ('a'='b')");
    EXPECT_EQ(serde.status.code, Code::unsupported);
    EXPECT_STREQ(serde.status.message, "WITH SERDEPROPERTIES is not supported");
    EXPECT_EQ(Read("CREATE TABLE t STORED BY 'carbondata' WITH x AS (SELECT 1) SELECT * FROM x").status.code,
              Code::unsupported);
    for (const char *location : {"''", "'  '", "\"\""}) {
        Read empty("CREATE TABLE t (a int) STORED BY 'carbondata' LOCATION " + std::string(location));
        EXPECT_EQ(empty.status.code, Code::bad_value) << location;
        EXPECT_STREQ(empty.status.message, "the path of the table is empty");
    }
    Read blank("CREATE TABLE `my t` (a int) STORED BY 'carbondata'");
    EXPECT_EQ(blank.status.code, Code::bad_name);
    EXPECT_STREQ(blank.status.message, "Table creation failed. Table name cannot contain blank space");
    EXPECT_EQ(Read("CREATE TABLE t (a int) STORED BY 'carbondata' --" + std::string(carbon::kMaxText, 'x')).status.code,
              Code::limit);
}

// A table's folder has its name, and must lie in the namespace's. Spark's rule, with the letters of all scripts.
TEST(CarbonNames, TablesHaveWordsForNames)
{
    TestArena arena;
    View name;
    for (const char *bad : {"d/../e", "..", ".", "a.b", "a/b", "/a", "a\\b", "a'b", "a\"b", "a`b", "a\nb", "a\x01",
                            "a;b", "a-b", "$", "a%2fb"}) {
        Status status = carbon::table_name(bad, "Table", arena.get(), &name);
        EXPECT_EQ(status.code, Code::bad_name) << bad;
        EXPECT_NE(std::string(status.message).find("is not a valid name for tables"), std::string::npos) << bad;
        EXPECT_NE(status.hint, nullptr);
    }
    EXPECT_STREQ(carbon::table_name("A b", "Table", arena.get(), &name).message,
                 "Table creation failed. Table name cannot contain blank space");
    EXPECT_EQ(carbon::table_name("", "Table", arena.get(), &name).code, Code::bad_name);
    EXPECT_EQ(carbon::table_name(std::string(2048, 'x'), "Table", arena.get(), &name).code, Code::limit);
    EXPECT_TRUE(carbon::table_name("\xE8\xA1\xA8_1\xC3\x84", "Table", arena.get(), &name).ok());
    EXPECT_EQ(name, "\xE8\xA1\xA8_1\xC3\xA4");
    // A namespace is there already.
    EXPECT_TRUE(carbon::table_name("prod-eu.x", "Database", arena.get(), &name).ok());
    EXPECT_EQ(Read("CREATE TABLE `d/../e` (a int) STORED BY 'carbondata'").status.code, Code::bad_name);
}

}   // namespace
