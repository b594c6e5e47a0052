// Forty numbered cases of planning, from CarbonData's own tests and documentation. Which check comes first of two.
#include <gtest/gtest.h>

#include "carbon_plan.hpp"

namespace {

using namespace lakesoul;
using namespace lakesoul::test;

constexpr const char *kSales =
    "productNumber int, productName string, storeCity string, storeProvince string, productCategory string, "
    "productBatch string, saleQuantity int, revenue int";

std::string missing(const std::string &what, const std::string &name)
{
    return "error " + what + " column: " + name + " does not exist in table. Please check create table statement.";
}

TEST(CarbonCase, C01DefaultsOfAllTypes)
{
    Planned planned("id int, name string, city string, age int, d date, ts timestamp, amt decimal(12,2), dbl double, "
                    "f float, bl boolean, sm smallint, bg bigint");
    EXPECT_EQ(shape(planned.plan), "name S[II]@1, city S[II]@2, d S[D,DD,II]@4, ts S[II]@5, id M[]@0, age M[]@3, "
                                   "amt M[]@6(12,2), dbl M[]@7, f M[]@8, bl M[]@9, sm M[]@10, bg M[]@11");
    EXPECT_EQ(planned.plan.columns[8].type, "DOUBLE");
    EXPECT_EQ(property(planned.plan, "sort_columns"), "name,city,d,ts");
}

TEST(CarbonCase, C02SalesTable)
{
    Planned planned(kSales, {{"SORT_COLUMNS", "productName,storeCity"}, {"SORT_SCOPE", "NO_SORT"}});
    EXPECT_EQ(shape(planned.plan),
              "productname S[II]@1, storecity S[II]@2, storeprovince Dm[II]@3, productcategory Dm[II]@4, "
              "productbatch Dm[II]@5, productnumber M[]@0, salequantity M[]@6, revenue M[]@7");
    EXPECT_EQ(property(planned.plan, "sort_scope"), "no_sort");
    EXPECT_EQ(part_units(table_info(planned)), (std::vector<std::size_t>{4000, 7}));
}

TEST(CarbonCase, C03SortKeyInItsOwnOrder)
{
    Planned planned("empno int, empname string, doj timestamp, wg int, sal int", {{"SORT_COLUMNS", "wg, empname"}});
    EXPECT_EQ(shape(planned.plan), "wg S[II]@3, empname S[II]@1, doj Dm[II]@2, empno M[]@0, sal M[]@4");
    EXPECT_EQ(property(planned.plan, "sort_columns"), "wg,empname");
}

TEST(CarbonCase, C04EmptySortKey)
{
    Planned planned("a int, b string, d date, t timestamp, x array<string>", {{"SORT_COLUMNS", ""}});
    EXPECT_EQ(shape(planned.plan),
              "b Dm[II]@1, d Dm[D,DD,II]@2, t Dm[II]@3, x C[D,II]@4(1), x.val K[D,II]@-1, a M[]@0");
    EXPECT_EQ(property(planned.plan, "sort_columns"), "");
}

TEST(CarbonCase, C05TrailingComma)
{
    EXPECT_EQ(outcome("a int, b string, c string", {{"SORT_COLUMNS", "c,"}}), "c S[II]@2, b Dm[II]@1, a M[]@0");
}

TEST(CarbonCase, C06BlankInTheMiddle)
{
    EXPECT_EQ(outcome("a int, b string, c string", {{"SORT_COLUMNS", "b,,c"}}),
              "error SORT_COLUMNS Either having duplicate columns :  or it contains illegal argumnet.");
}

TEST(CarbonCase, C07SortColumnTwice)
{
    EXPECT_EQ(outcome("empno int, empname string", {{"SORT_COLUMNS", "empno,empname,EMPNO"}}),
              "error SORT_COLUMNS Either having duplicate columns : empno or it contains illegal argumnet.");
}

TEST(CarbonCase, C08UnknownSortColumn)
{
    EXPECT_EQ(outcome("a int, b string", {{"SORT_COLUMNS", "zz"}}),
              "error sort_columns: zz does not exist in table. Please check create table statement.");
}

TEST(CarbonCase, C09TypesThatDoNotSort)
{
    for (const auto &[type, name] : Properties{{"float", "double"},
                                               {"double", "double"},
                                               {"decimal(9,2)", "decimal"},
                                               {"array<int>", "array"},
                                               {"struct<x:int>", "struct"}})
        EXPECT_EQ(outcome("a " + type + ", b string", {{"SORT_COLUMNS", "a"}}),
                  "error sort_columns is unsupported for " + name + " datatype column: a");
}

TEST(CarbonCase, C10TypesThatSort)
{
    EXPECT_EQ(outcome("a boolean, b date, c timestamp, d smallint, e bigint, f int", {{"SORT_COLUMNS", "f,e,d,c,b,a"}}),
              "f S[II]@5, e S[II]@4, d S[II]@3, c S[II]@2, b S[D,DD,II]@1, a S[II]@0, default_dummy_measure X[]@-1");
}

TEST(CarbonCase, C11DictionaryForAllTypes)
{
    EXPECT_EQ(outcome("a int, b string, c timestamp, d date, e double, f decimal(10,2), g boolean, h smallint, "
                      "i array<int>",
                      {{"DICTIONARY_INCLUDE", "a,b,c,d,e,f,g,h,i"}}),
              "a S[D,II]@0, b S[D,II]@1, c S[D,DD,II]@2, d S[D,DD,II]@3, e S[D,II]@4, f S[D,II]@5(10,2), "
              "g S[D,II]@6, h S[D,II]@7, i C[D,II]@8(1), i.val K[D,II]@-1, default_dummy_measure X[]@-1");
}

TEST(CarbonCase, C12DictionaryAndSortKey)
{
    EXPECT_EQ(
        outcome("a int, b string, c timestamp, d string", {{"DICTIONARY_INCLUDE", "a,b,c"}, {"SORT_COLUMNS", "c,a"}}),
        "c S[D,DD,II]@2, a S[D,II]@0, b Dm[D,II]@1, d Dm[II]@3, default_dummy_measure X[]@-1");
}

TEST(CarbonCase, C13DictionaryDoesNotMakeADoubleSort)
{
    EXPECT_EQ(outcome("a double, b string", {{"DICTIONARY_INCLUDE", "a"}, {"SORT_COLUMNS", "a"}}),
              "error sort_columns is unsupported for double datatype column: a");
}

TEST(CarbonCase, C14ExcludedNumbersBecomeDimensions)
{
    EXPECT_EQ(outcome("a int, b string, c timestamp, d bigint, e int", {{"DICTIONARY_EXCLUDE", "a,b,c,d"}}),
              "a S[II]@0, b S[II]@1, c S[II]@2, d S[II]@3, e M[]@4");
}

TEST(CarbonCase, C15TypesThatCannotBeExcluded)
{
    for (const auto &[type, name] : Properties{{"date", "date"},
                                               {"smallint", "smallint"},
                                               {"double", "double"},
                                               {"decimal(5,1)", "decimal"},
                                               {"boolean", "boolean"}})
        EXPECT_EQ(outcome("a " + type, {{"DICTIONARY_EXCLUDE", "a"}}),
                  "error DICTIONARY_EXCLUDE is unsupported for " + name + " data type column: a");
    EXPECT_EQ(outcome("a array<string>", {{"DICTIONARY_EXCLUDE", "a"}}),
              "error DICTIONARY_EXCLUDE is unsupported for complex datatype column: a");
}

TEST(CarbonCase, C16UnknownDictionaryColumns)
{
    const char *columns = "id int, date timestamp, country string";
    EXPECT_EQ(outcome(columns, {{"DICTIONARY_EXCLUDE", "country,CCC"}}), missing("DICTIONARY_EXCLUDE", "ccc"));
    EXPECT_EQ(outcome(columns, {{"DICTIONARY_INCLUDE", "AAA,country"}}), missing("DICTIONARY_INCLUDE", "aaa"));
}

TEST(CarbonCase, C17InBothDictionaryLists)
{
    EXPECT_EQ(outcome("a int, country string", {{"DICTIONARY_INCLUDE", "country"}, {"DICTIONARY_EXCLUDE", "country "}}),
              "error DICTIONARY_EXCLUDE can not contain the same column: country with DICTIONARY_INCLUDE. Please check "
              "create table statement.");
}

TEST(CarbonCase, C18ThreeListsAtOnce)
{
    EXPECT_EQ(outcome("y string, x int, t timestamp",
                      {{"DICTIONARY_EXCLUDE", "x"}, {"SORT_COLUMNS", "t"}, {"NO_INVERTED_INDEX", "x"}}),
              "t S[II]@2, y Dm[II]@0, x Dm[]@1, default_dummy_measure X[]@-1");
}

TEST(CarbonCase, C19NestedColumnsLast)
{
    EXPECT_EQ(outcome("x array<string>, a int, s struct<p:int,q:array<double>,r:struct<u:string,v:timestamp>>, "
                      "b string, m array<struct<aa:int,bb:string>>"),
              "b S[II]@3, x C[D,II]@0(1), x.val K[D,II]@-1, s C[D,II]@2(3), s.p K[D,II]@-1, s.q K[D,II]@-1(1), "
              "s.q.val K[D,II]@-1, s.r K[D,II]@-1(2), s.r.u K[D,II]@-1, s.r.v K[D,DD,II]@-1, m C[D,II]@4(1), "
              "m.val K[D,II]@-1(2), m.val.aa K[D,II]@-1, m.val.bb K[D,II]@-1, a M[]@1");
}

TEST(CarbonCase, C20ComplexTypesTable)
{
    EXPECT_EQ(
        outcome("deviceInformationId string, channelsId string, ROMSize string, purchasedate string, "
                "mobile struct<imei:string,imsi:string>, MAC array<string>, "
                "locationinfo array<struct<ActiveAreaId:int,ActiveCountry:string>>, "
                "proddate struct<productionDate:string,activeDeactivedate:array<string>>, gamePointId int, "
                "contractNumber int",
                {{"DICTIONARY_EXCLUDE", "ROMSize"}, {"DICTIONARY_INCLUDE", "channelsId"}}),
        "deviceinformationid S[II]@0, channelsid S[D,II]@1, romsize S[II]@2, purchasedate S[II]@3, mobile "
        "C[D,II]@4(2), "
        "mobile.imei K[D,II]@-1, mobile.imsi K[D,II]@-1, mac C[D,II]@5(1), mac.val K[D,II]@-1, "
        "locationinfo C[D,II]@6(1), locationinfo.val K[D,II]@-1(2), locationinfo.val.activeareaid K[D,II]@-1, "
        "locationinfo.val.activecountry K[D,II]@-1, proddate C[D,II]@7(2), proddate.productiondate K[D,II]@-1, "
        "proddate.activedeactivedate K[D,II]@-1(1), proddate.activedeactivedate.val K[D,II]@-1, gamepointid M[]@8, "
        "contractnumber M[]@9");
}

TEST(CarbonCase, C21ChildrenOfTypeDateHaveTheirParentsName)
{
    EXPECT_EQ(outcome("s array<date>, d string"),
              "d S[II]@1, s C[D,II]@0(1), s.val K[D,DD,II]@-1, default_dummy_measure X[]@-1");
    EXPECT_EQ(outcome("s struct<d:date>, d string"),
              "d S[II]@1, s C[D,II]@0(1), s.d K[D,DD,II]@-1, default_dummy_measure X[]@-1");
}

TEST(CarbonCase, C22DecimalElements)
{
    Planned planned("s array<decimal(20,4)>, k int");
    EXPECT_EQ(shape(planned.plan), "s C[D,II]@0(1), s.val K[D,II]@-1(20,4), k M[]@1");
    EXPECT_EQ(property(planned.plan, "sort_columns"), "");
}

TEST(CarbonCase, C23NoInvertedIndex)
{
    const char *columns = "a int, b string, c string";
    EXPECT_EQ(outcome(columns, {{"NO_INVERTED_INDEX", "b"}}), "b S[]@1, c S[II]@2, a M[]@0");
    EXPECT_EQ(outcome(columns, {{"NO_INVERTED_INDEX", "a"}}), "b S[II]@1, c S[II]@2, a M[]@0");
    EXPECT_EQ(outcome(columns, {{"NO_INVERTED_INDEX", "q"}}), missing("NO_INVERTED_INDEX", "q"));
}

TEST(CarbonCase, C24NoInvertedIndexOfAStruct)
{
    EXPECT_EQ(outcome("a struct<x:int,y:string>, b string", {{"NO_INVERTED_INDEX", "a"}}),
              "b S[II]@1, a C[D]@0(2), a.x K[D,II]@-1, a.y K[D,II]@-1, default_dummy_measure X[]@-1");
}

TEST(CarbonCase, C25EverythingAtOnce)
{
    EXPECT_EQ(outcome("z bigint, y string, x int, w date, v double, u array<int>, t timestamp, s smallint, "
                      "r struct<q:string>",
                      {{"SORT_COLUMNS", "x,w"}, {"DICTIONARY_INCLUDE", "z"}, {"NO_INVERTED_INDEX", "w,y"}}),
              "x S[II]@2, w S[D,DD]@3, z Dm[D,II]@0, y Dm[]@1, t Dm[II]@6, u C[D,II]@5(1), u.val K[D,II]@-1, "
              "r C[D,II]@8(1), r.q K[D,II]@-1, v M[]@4, s M[]@7");
}

TEST(CarbonCase, C26OnlyMeasures)
{
    Planned planned("a int, b double");
    EXPECT_EQ(shape(planned.plan), "a M[]@0, b M[]@1");
    EXPECT_EQ(property(planned.plan, "sort_columns"), "");
}

TEST(CarbonCase, C27ColumnsTwice)
{
    EXPECT_EQ(outcome("a int, a string"),
              "error Operation not allowed: Duplicated column names found in table definition of `t`: [\"a\"]");
    EXPECT_EQ(outcome("BB int, bb char(10)"), "error Duplicate dimensions found with name: bb");
    EXPECT_EQ(outcome("a string, A string"), "error Duplicate dimensions found with name: a");
    EXPECT_EQ(outcome("a string, A string, b int"), "error Duplicate dimensions found with name: a");
    EXPECT_EQ(outcome("a int", {}, "p string, P string"), "error Duplicate dimensions found with name: p");
}

TEST(CarbonCase, C28ReservedNames)
{
    for (const auto &[name, lower] :
         Properties{{"tupleId", "tupleid"}, {"POSITIONID", "positionid"}, {"positionReference", "positionreference"}})
        EXPECT_EQ(outcome("item int, " + name + " string"),
                  "error Carbon Implicit column " + lower + " is not allowed in column name while creating table");
    EXPECT_EQ(outcome("item int, segId string"), "segid S[II]@1, item M[]@0");
    EXPECT_EQ(outcome("item int, s struct<tupleId:int>"), "s C[D,II]@1(1), s.tupleid K[D,II]@-1, item M[]@0");
}

TEST(CarbonCase, C29NamesWithBlanks)
{
    EXPECT_EQ(outcome("`my id` int, `full name` string"), "full name S[II]@1, my id M[]@0");
}

TEST(CarbonCase, C30TypesThatAreNotSupported)
{
    for (const auto &[type, name] :
         Properties{{"tinyint", "ByteType"},
                    {"byte", "ByteType"},
                    {"binary", "BinaryType"},
                    {"map<string,int>", "MapType(StringType,IntegerType,true)"},
                    {"array<map<string,int>>", "ArrayType(MapType(StringType,IntegerType,true),true)"},
                    {"struct<x:tinyint>", "StructType(StructField(x,ByteType,true))"}})
        EXPECT_EQ(outcome("a " + type), "error Unsupported data type: " + name);
    EXPECT_EQ(outcome("a char(10), b varchar(20), c int"), "a S[II]@0, b S[II]@1, c M[]@2");
}

TEST(CarbonCase, C31Streaming)
{
    EXPECT_EQ(outcome("a int", {{"streaming", "true"}}, "p int"),
              "error Operation not allowed: Streaming is not allowed on partitioned table");
    EXPECT_EQ(outcome("a int", {{"streaming", "yes"}}),
              "error Table property 'streaming' should be either 'true' or 'false'");
    EXPECT_EQ(stored("Streaming", "TRUE", "streaming"), "true");
}

TEST(CarbonCase, C32HashPartitions)
{
    Planned planned("empname string, deptno int", {{"PARTITION_TYPE", "HASH"}, {"NUM_PARTITIONS", "3"}}, "empno int");
    EXPECT_EQ(shape(planned.plan), "empname S[II]@0, deptno M[]@1, empno M[]@2");
    EXPECT_EQ(partitioning(planned.plan),
              "HASH cols=ArrayBuffer(empno) range=null list=null num=3 max=2 ids=[0, 1, 2]");
    EXPECT_TRUE(planned.plan.columns[2].partition);
    EXPECT_FALSE(planned.plan.columns[0].partition);
}

TEST(CarbonCase, C33BadPartitionDefinitions)
{
    const std::string bad = "error Error: Invalid partition definition";
    for (const char *count : {"2.1", "abc", "0", "-1", "", "2147483648"})
        EXPECT_EQ(outcome("a int", {{"PARTITION_TYPE", "HASH"}, {"NUM_PARTITIONS", count}}, "p int"), bad) << count;
    EXPECT_EQ(outcome("a int", {{"PARTITION_TYPE", "HASH"}}, "p int"), bad);
    EXPECT_EQ(outcome("a int", {{"PARTITION_TYPE", "HASH"}, {"NUM_PARTITIONS", "2"}}, "p int, q int"), bad);
    EXPECT_EQ(outcome("a int", {{"PARTITION_TYPE", "RANGE_INTERVAL"}}, "p int"), bad);
    EXPECT_EQ(outcome("a int", {{"PARTITION_TYPE", "foo"}}, "p int"), bad);
    EXPECT_EQ(outcome("a int", {{"PARTITION_TYPE", "RANGE"}}, "p int"), bad);
    EXPECT_EQ(outcome("a int", {{"PARTITION_TYPE", "LIST"}}, "p int"), bad);
    EXPECT_EQ(partitioning("a int", {{"PARTITION_TYPE", "Hash"}, {"NUM_PARTITIONS", "+3"}}, "p int"),
              "HASH cols=ArrayBuffer(p) range=null list=null num=3 max=2 ids=[0, 1, 2]");
    // Without PARTITIONED BY nothing of it is looked at.
    EXPECT_EQ(outcome("a int", {{"PARTITION_TYPE", "foo"}, {"NUM_PARTITIONS", "x"}}), "a M[]@0");
}

TEST(CarbonCase, C34HashPartitionsAndBuckets)
{
    Properties hash = {{"PARTITION_TYPE", "HASH"}, {"NUM_PARTITIONS", "3"}};
    Properties good = hash, zero = hash, minus = hash, measure = hash, unknown = hash;
    good.insert(good.end(), {{"BUCKETNUMBER", "2"}, {"BUCKETCOLUMNS", "name"}});
    Planned planned("id int, name string", good, "p int");
    EXPECT_EQ(shape(planned.plan), "name S[II]@1, id M[]@0, p M[]@2");
    EXPECT_EQ(planned.plan.bucketing.number, 2);
    EXPECT_EQ(names(planned.plan, planned.plan.bucketing.columns), "name");
    EXPECT_EQ(part_units(table_info(planned)), (std::vector<std::size_t>{2826}));
    zero.insert(zero.end(), {{"BUCKETNUMBER", "0"}, {"BUCKETCOLUMNS", "name"}});
    minus.insert(minus.end(), {{"BUCKETNUMBER", "-1"}, {"BUCKETCOLUMNS", "name"}});
    measure.insert(measure.end(), {{"BUCKETNUMBER", "2"}, {"BUCKETCOLUMNS", "id"}});
    unknown.insert(unknown.end(), {{"BUCKETNUMBER", "2"}, {"BUCKETCOLUMNS", "zz"}});
    EXPECT_EQ(outcome("id int, name string", zero, "p int"), "error INVALID NUMBER OF BUCKETS SPECIFIED");
    EXPECT_EQ(outcome("id int, name string", minus, "p int"), "error INVALID NUMBER OF BUCKETS SPECIFIED");
    EXPECT_EQ(outcome("id int, name string", measure, "p int"),
              "error Bucket field must be dimension column and should not be measure or complex column: id");
    EXPECT_EQ(outcome("id int, name string", unknown, "p int"), "error Bucket field is not present in table columns");
}

TEST(CarbonCase, C35RangePartitions)
{
    Planned planned("empno int, empname string",
                    {{"PARTITION_TYPE", "RANGE"},
                     {"RANGE_INFO", "2017-06-11 00:00:02, 2017-06-13 23:59:59"},
                     {"DICTIONARY_INCLUDE", "doj"}},
                    "doj timestamp");
    EXPECT_EQ(shape(planned.plan), "empname S[II]@1, doj S[D,DD,II]@2, empno M[]@0");
    EXPECT_EQ(partitioning(planned.plan),
              "RANGE cols=ArrayBuffer(doj) range=[2017-06-11 00:00:02, 2017-06-13 23:59:59] "
              "list=null num=3 max=2 ids=[0, 1, 2]");
    auto range = [](const char *values) {
        return outcome("a int", {{"PARTITION_TYPE", "RANGE"}, {"RANGE_INFO", values}}, "p int");
    };
    EXPECT_EQ(range("5"), "error Range info must define a valid range.Please check again!");
    EXPECT_EQ(range("5,3"), "error Range info must be in ascending order, please check again!");
    EXPECT_EQ(range("5,5"), "error Range info must be in ascending order, please check again!");
    EXPECT_EQ(range("abc,def"), "error Invalid Partition Values for partition column: p");
    EXPECT_EQ(range("(1,5)"), "error Invalid Partition Values for partition column: p");
}

TEST(CarbonCase, C36ListPartitions)
{
    auto list = [](const char *type, const char *values) {
        return partitioning("empno int", {{"PARTITION_TYPE", "LIST"}, {"LIST_INFO", values}},
                            std::string("wg ") + type);
    };
    EXPECT_EQ(outcome("empno int", {{"PARTITION_TYPE", "LIST"}, {"LIST_INFO", "0, 1, (2, 3)"}}, "wg string"),
              "wg S[II]@1, empno M[]@0");
    EXPECT_EQ(list("string", "0, 1, (2, 3)"),
              "LIST cols=ArrayBuffer(wg) range=null list=[[0], [1], [2, 3]] num=4 max=3 ids=[0, 1, 2, 3]");
    EXPECT_EQ(list("string", "0, 1, (2, 3, 1)"), "error Duplicate elements defined in LIST_INFO!");
    EXPECT_EQ(list("string", "China, (USA, uk), Korea"),
              "LIST cols=ArrayBuffer(wg) range=null list=[[China], [USA, uk], [Korea]] num=4 max=3 ids=[0, 1, 2, 3]");
    EXPECT_EQ(list("int", "1,2,(abc,efg)"), "error Invalid Partition Values for partition column: wg");
    EXPECT_EQ(list("int", "0,(1),2"),
              "LIST cols=ArrayBuffer(wg) range=null list=[[0], [1], [2]] num=4 max=3 ids=[0, 1, 2, 3]");
}

TEST(CarbonCase, C37HivePartitions)
{
    const char *partitions = "city string, yr int, dt date";
    Planned planned("empno int, x string", {}, partitions);
    EXPECT_EQ(shape(planned.plan), "x S[II]@1, city S[II]@2, dt S[D,DD,II]@4, empno M[]@0, yr M[]@3");
    EXPECT_EQ(partitioning(planned.plan),
              "NATIVE_HIVE cols=ArrayBuffer(city, yr, dt) range=null list=[] num=0 max=0 ids=[]");
    EXPECT_EQ(outcome("empno int, x string", {{"DICTIONARY_INCLUDE", "city"}}, partitions),
              "error operation failed for default.t: Dictionary include cannot be applied on partition columns");
    EXPECT_EQ(outcome("empno int, x string", {{"DICTIONARY_INCLUDE", "dt"}}, partitions),
              "x S[II]@1, city S[II]@2, dt S[D,DD,II]@4, empno M[]@0, yr M[]@3");
    EXPECT_EQ(outcome("a int, P int", {}, "p int"),
              "error Partition columns should not be specified in the schema: [\"p\"]");
}

TEST(CarbonCase, C38BlockSize)
{
    auto bad = [](const std::string &value) {
        return "error Invalid table_blocksize value found: " + value +
               ", only int value from 1 MB to 2048 MB is supported.";
    };
    for (const char *value : {"512", "512M", "512 MB", " 512 mb", "512m"})
        EXPECT_EQ(stored("TABLE_BLOCKSIZE", value, "table_blocksize"), "512") << value;
    EXPECT_EQ(stored("TABLE_BLOCKSIZE", "2048 MB", "table_blocksize"), "2048");
    EXPECT_EQ(stored("TABLE_BLOCKSIZE", "1", "table_blocksize"), "1");
    EXPECT_EQ(stored("TABLE_BLOCKSIZE", "4096 MB"), bad("4096"));
    EXPECT_EQ(stored("TABLE_BLOCKSIZE", "10Y4 MB"), bad("10y4"));
    for (const char *value : {"0", "1.5", "1gb", "", " 512", "2049", "-1"})
        EXPECT_EQ(stored("TABLE_BLOCKSIZE", value), bad(value));
}

TEST(CarbonCase, C39Compaction)
{
    Planned planned("a int, b string", {{"MAJOR_COMPACTION_SIZE", "10240"},
                                        {"AUTO_LOAD_MERGE", "true"},
                                        {"COMPACTION_LEVEL_THRESHOLD", "5, 6"},
                                        {"COMPACTION_PRESERVE_SEGMENTS", "10"},
                                        {"ALLOWED_COMPACTION_DAYS", "5"}});
    EXPECT_EQ(property(planned.plan, "major_compaction_size"), "10240");
    EXPECT_EQ(property(planned.plan, "auto_load_merge"), "true");
    EXPECT_EQ(property(planned.plan, "compaction_level_threshold"), "5,6");
    EXPECT_EQ(property(planned.plan, "compaction_preserve_segments"), "10");
    EXPECT_EQ(property(planned.plan, "allowed_compaction_days"), "5");
    auto refused = [](const char *key, const char *value) {
        return stored(key, value)
                   .rfind("error Invalid " + std::string(key) + " value found: " + value + ", only ", 0) == 0;
    };
    for (const char *value : {"abc", "-1", "0"})
        EXPECT_TRUE(refused("major_compaction_size", value)) << value;
    EXPECT_TRUE(refused("auto_load_merge", "123"));
    for (const char *value : {"x,6", "0,6", "100", "", ",", "5,,6"})
        EXPECT_TRUE(refused("compaction_level_threshold", value)) << value;
    for (const char *value : {"101", "-1", "x", ""})
        EXPECT_TRUE(refused("compaction_preserve_segments", value)) << value;
    for (const char *value : {"abc", "101", "-1"})
        EXPECT_TRUE(refused("allowed_compaction_days", value)) << value;
    EXPECT_EQ(stored("major_compaction_size", "1 MB"), "1");
    EXPECT_EQ(stored("compaction_level_threshold", "99"), "99");
    EXPECT_EQ(stored("compaction_level_threshold", "1, 5, 99,"), "1,5,99,");
    EXPECT_EQ(stored("compaction_preserve_segments", " 0"), "0");
    EXPECT_EQ(stored("compaction_preserve_segments", "100"), "100");
    EXPECT_EQ(stored("allowed_compaction_days", "0"), "0");
}

TEST(CarbonCase, C40OtherProperties)
{
    for (const char *value : {"abc", "", " local_sort"})
        EXPECT_EQ(stored("SORT_SCOPE", value), "error Passing invalid SORT_SCOPE '" + std::string(value) +
                                                   "', valid SORT_SCOPE are 'NO_SORT', 'BATCH_SORT', 'LOCAL_SORT' and "
                                                   "'GLOBAL_SORT' ");
    EXPECT_EQ(stored("SORT_SCOPE", "Global_Sort", "sort_scope"), "global_sort");
    EXPECT_EQ(stored("foo", "BAR"), "bar");
    EXPECT_EQ(stored("SORT_COLUMN", "b", "sort_column"), "b");
    EXPECT_EQ(outcome("g string", {{"columnproperties.g.key", "Value"}}), "g S[II]@0, default_dummy_measure X[]@-1");
    EXPECT_EQ(outcome("g string", {{"columnproperties.invalid.key", "v"}}),
              "error Invalid table properties columnproperties.invalid.key");
    EXPECT_EQ(outcome("a int, b string, c string", {{"COLUMN_GROUPS", "(b,c)"}, {"DICTIONARY_INCLUDE", "b,c"}}),
              "error column_groups is deprecated");
    EXPECT_EQ(outcome("a int, b string, c string", {{"COLUMN_GROUPS", "(b,c)"}}),
              "error Column group is not supported for no dictionary columns:b");
}

// A value that is none goes before brackets that do not match; brackets alone never make a value a bad one.
TEST(CarbonLists, BracketsAreNotPartsOfValues)
{
    auto list = [](const char *type, const char *values) {
        return Planned("a int", {{"PARTITION_TYPE", "LIST"}, {"LIST_INFO", values}}, std::string("p ") + type).status;
    };
    for (const char *values : {"(1 (2))", "1,(2", "1)", "1(2)", "(1)(2)", "()", "1,()", "(),1", "( ),1", "1,(2)3", ")(",
                               "1 (", "(1,(2),3)", "((1,2))"}) {
        EXPECT_EQ(list("int", values).code, Code::bad_value) << values;
        EXPECT_EQ(list("string", values).code, Code::bad_value) << values;
    }
    for (const char *values : {"1,(x", "(x", "x)", "1,,2", "", "1,(2,x)"})
        EXPECT_EQ(list("int", values).code, Code::bad_literal) << values;
    EXPECT_STREQ(list("int", "1,(2 (x))").detail, "Property \"list_info\" has \"x\", which is not of type int.");
}

TEST(CarbonColumnProperties, NameTopLevelColumnsAndFieldsOfStructs)
{
    const char *columns = "s struct<x:int,y:struct<z:int>>, r array<struct<q:int>>, k string, `a.b` int";
    for (const char *key : {"columnproperties.s.x.p", "columnproperties.s.y.p", "columnproperties.r.p",
                            "columnproperties.k.p", "COLUMNPROPERTIES.K.P", "columnproperties.a.b.p"})
        EXPECT_EQ(outcome(columns, {{key, "v"}}).rfind("error", 0), std::string::npos) << key;
    for (const char *key : {"columnproperties.s.p", "columnproperties.q.p", "columnproperties.k", "columnproperties",
                            "columnpropertiesx"})
        EXPECT_EQ(outcome(columns, {{key, "v"}}), "error Invalid table properties " + std::string(key));
}

TEST(CarbonNames, FlattenedNamesAndTheDummyCollide)
{
    EXPECT_EQ(outcome("`a.b` int, a struct<b:int>"), "error Duplicate dimensions found with name: a.b");
    EXPECT_EQ(outcome("`a.val` int, a array<int>"), "error Duplicate dimensions found with name: a.val");
    EXPECT_EQ(outcome("default_dummy_measure string"),
              "error Duplicate dimensions found with name: default_dummy_measure");
    EXPECT_EQ(outcome("default_dummy_measure string, a int"), "default_dummy_measure S[II]@0, a M[]@1");
}

// ---- which of two comes first ------------------------------------------------------------------------------------

struct Pair {
    const char *name, *columns, *partitioned;
    Properties properties;
    const char *message;   // the beginning of the one that is reported
};

void PrintTo(const Pair &pair, std::ostream *out)
{
    *out << pair.name;
}

class CarbonPrecedence : public testing::TestWithParam<Pair> {};

TEST_P(CarbonPrecedence, First)
{
    const Pair &pair = GetParam();
    EXPECT_EQ(outcome(pair.columns, pair.properties, pair.partitioned).rfind("error " + std::string(pair.message), 0),
              0u)
        << outcome(pair.columns, pair.properties, pair.partitioned);
}

const Pair kPairs[] = {
    {"PropertyBeforeColumnTwice", "a int, a int", "", {{"x", "1"}, {"X", "2"}}, "Found duplicate keys"},
    {"ColumnTwiceBeforePartitions",
     "a int, a int",
     "p int",
     {{"PARTITION_TYPE", "x"}},
     "Operation not allowed: Duplicated column names"},
    {"PartitionsBeforePartitionInSchema", "p int", "p int", {{"PARTITION_TYPE", "x"}}, "Error: Invalid partition"},
    {"PartitionInSchemaBeforeStreaming", "p int", "p int", {{"streaming", "x"}}, "Partition columns should not"},
    {"PartitionsBeforeStreaming",
     "a int",
     "p int",
     {{"PARTITION_TYPE", "HASH"}, {"streaming", "x"}},
     "Error: Invalid partition"},
    {"StreamingBeforeType", "a tinyint", "", {{"streaming", "x"}}, "Table property 'streaming'"},
    {"TypeBeforeStreamingPartitions", "a tinyint", "p int", {{"streaming", "true"}}, "Unsupported data type"},
    {"StreamingPartitionsBeforeColumnProperties",
     "a int",
     "p int",
     {{"streaming", "true"}, {"columnproperties.q.k", "v"}},
     "Operation not allowed: Streaming is not allowed"},
    {"ColumnPropertiesBeforeBuckets",
     "a int",
     "",
     {{"columnproperties.q.k", "v"}, {"BUCKETNUMBER", "0"}, {"BUCKETCOLUMNS", "a"}},
     "Invalid table properties"},
    {"BucketNumberBeforeReserved",
     "tupleId int",
     "",
     {{"BUCKETNUMBER", "0"}, {"BUCKETCOLUMNS", "a"}},
     "INVALID NUMBER OF BUCKETS"},
    {"ColumnPropertiesBeforeReserved", "tupleId int", "", {{"columnproperties.q.k", "v"}}, "Invalid table properties"},
    {"ReservedBeforeSort", "tupleId int", "", {{"SORT_COLUMNS", "q"}}, "Carbon Implicit column"},
    {"SortBeforeExclude", "a int", "", {{"SORT_COLUMNS", "q"}, {"DICTIONARY_EXCLUDE", "q"}}, "sort_columns: q"},
    {"ExcludeBeforeInclude",
     "a int",
     "",
     {{"DICTIONARY_EXCLUDE", "y"}, {"DICTIONARY_INCLUDE", "z"}},
     "DICTIONARY_EXCLUDE column: y"},
    {"IncludeBeforeBoth",
     "a int",
     "",
     {{"DICTIONARY_EXCLUDE", "a"}, {"DICTIONARY_INCLUDE", "a,z"}},
     "DICTIONARY_INCLUDE column: z"},
    {"BothBeforeGroups",
     "a int",
     "",
     {{"DICTIONARY_EXCLUDE", "a"}, {"DICTIONARY_INCLUDE", "a"}, {"COLUMN_GROUPS", "x"}},
     "DICTIONARY_EXCLUDE can not contain"},
    {"GroupsBeforeNoInvertedIndex",
     "a int",
     "",
     {{"COLUMN_GROUPS", "x"}, {"NO_INVERTED_INDEX", "z"}},
     "column_groups is deprecated"},
    {"IncludeBeforeNoInvertedIndex",
     "a int",
     "",
     {{"DICTIONARY_INCLUDE", "z"}, {"NO_INVERTED_INDEX", "z"}},
     "DICTIONARY_INCLUDE column: z"},
    {"NoInvertedIndexBeforeRange",
     "a int",
     "p int",
     {{"NO_INVERTED_INDEX", "z"}, {"PARTITION_TYPE", "RANGE"}, {"RANGE_INFO", "5,3"}},
     "NO_INVERTED_INDEX column: z"},
    {"RangeBeforeBlockSize",
     "a int",
     "p int",
     {{"PARTITION_TYPE", "RANGE"}, {"RANGE_INFO", "5,3"}, {"TABLE_BLOCKSIZE", "0"}},
     "Range info must be in ascending"},
    {"NoInvertedIndexBeforeBlockSize",
     "a int",
     "",
     {{"NO_INVERTED_INDEX", "z"}, {"TABLE_BLOCKSIZE", "0"}},
     "NO_INVERTED_INDEX column: z"},
    {"BlockSizeBeforeCompaction",
     "a int",
     "",
     {{"TABLE_BLOCKSIZE", "0"}, {"MAJOR_COMPACTION_SIZE", "x"}},
     "Invalid table_blocksize"},
    {"MajorBeforeAuto",
     "a int",
     "",
     {{"MAJOR_COMPACTION_SIZE", "x"}, {"AUTO_LOAD_MERGE", "x"}},
     "Invalid major_compaction_size"},
    {"AutoBeforeThreshold",
     "a int",
     "",
     {{"AUTO_LOAD_MERGE", "x"}, {"COMPACTION_LEVEL_THRESHOLD", "x"}},
     "Invalid auto_load_merge"},
    {"ThresholdBeforePreserve",
     "a int",
     "",
     {{"COMPACTION_LEVEL_THRESHOLD", "x"}, {"COMPACTION_PRESERVE_SEGMENTS", "x"}},
     "Invalid compaction_level_threshold"},
    {"PreserveBeforeDays",
     "a int",
     "",
     {{"COMPACTION_PRESERVE_SEGMENTS", "x"}, {"ALLOWED_COMPACTION_DAYS", "x"}},
     "Invalid compaction_preserve_segments"},
    {"CompactionBeforeFlattenedTwice",
     "a int, A int",
     "",
     {{"MAJOR_COMPACTION_SIZE", "x"}},
     "Invalid major_compaction_size"},
    {"FlattenedTwiceBeforeBucketColumns",
     "a int, A int",
     "",
     {{"BUCKETNUMBER", "2"}, {"BUCKETCOLUMNS", "z"}},
     "Duplicate dimensions"},
    {"BucketColumnsBeforeSortScope",
     "a int",
     "",
     {{"BUCKETNUMBER", "2"}, {"BUCKETCOLUMNS", "z"}, {"SORT_SCOPE", "x"}},
     "Bucket field is not present"},
    {"SortScopeBeforeHiveDictionary",
     "a int",
     "p int",
     {{"SORT_SCOPE", "x"}, {"DICTIONARY_INCLUDE", "p"}},
     "Passing invalid SORT_SCOPE"},
    {"SortTwiceBeforeUnknown", "a int", "", {{"SORT_COLUMNS", "a,q,a"}}, "SORT_COLUMNS Either having duplicate"},
    {"ExcludeInItsOrder", "a date", "", {{"DICTIONARY_EXCLUDE", "a,q"}}, "DICTIONARY_EXCLUDE is unsupported for date"},
};

INSTANTIATE_TEST_SUITE_P(Carbon, CarbonPrecedence, testing::ValuesIn(kPairs),
                         [](const auto &tested) { return std::string(tested.param.name); });

// Checks 28 and 29 are apart: they come after whether the table exists.
TEST(CarbonPrecedence, LateChecksWait)
{
    TestArena arena;
    carbon::Plan plan;
    carbon::Request request;
    request.columns = "a int, b string";
    request.properties = R"({"SORT_SCOPE": "x"})";
    ASSERT_TRUE(carbon::make_plan(request, arena.get(), &plan).ok());
    EXPECT_EQ(plan.late.code, Code::bad_value);
    EXPECT_EQ(plan.columns.size, 2u);
}

}   // namespace
