// The DAO gateway's rules: parameters in one text, payloads, dates.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/catalog/gateway.hpp"
#include "test_arena.hpp"

namespace lakesoul::test {
namespace {

using namespace gateway;

constexpr DaoCode kNone = {100, Call::query, "ListNothing", {}};
constexpr DaoCode kOne = {1, Call::query, "SelectOne", {{"path", Kind::text}}};
constexpr DaoCode kFour = {107,
                           Call::query,
                           "ListRange",
                           {{"id", Kind::text}, {"desc", Kind::text}, {"from", Kind::int32}, {"to", Kind::int64}}};
constexpr DaoCode kUuid = {9, Call::query, "SelectCommit", {{"id", Kind::text}, {"commit_id", Kind::uuid}}};
constexpr DaoCode kUuids = {110, Call::query, "ListCommits", {{"commit_ids", Kind::uuids}}};
constexpr DaoCode kTexts = {105, Call::query, "ListParts", {{"id", Kind::text}, {"descs", Kind::texts}}};
constexpr DaoCode kChange = {
    504, Call::update, "Change", {{"id", Kind::text}, {"a", Kind::change}, {"b", Kind::change}}};

// Parsed parameters, with the memory that they live in.
struct Parsed {
    explicit Parsed(const DaoCode &code, const std::string &text) : joined(text)
    {
        status = parse_parameters(code, joined, arena.get(), values);
    }
    std::string all_texts() const
    {
        std::string text;
        for (View part : values[1].texts)
            text.append("[").append(part).append("]");
        return text;
    }

    std::string joined;
    TestArena arena;
    Value values[kMostParameters];
    Status status;
};

std::string refusal(const DaoCode &code, const std::string &joined)
{
    Parsed parsed(code, joined);
    EXPECT_EQ(parsed.status.code, Code::bad_value) << joined;
    return std::string(parsed.status.message) + " / " + parsed.status.detail;
}

TEST(GatewayParameters, AreCounted)
{
    EXPECT_EQ(parameter_count(kNone), 0u);
    EXPECT_EQ(parameter_count(kOne), 1u);
    EXPECT_EQ(parameter_count(kFour), 4u);
}

TEST(GatewayParameters, NoneIsTheEmptyText)
{
    EXPECT_TRUE(Parsed(kNone, "").status.ok());
    EXPECT_EQ(refusal(kNone, "x"),
              "code 100 (ListNothing) takes 0 parameters, not 1 / The text of a code without parameters is empty.");
    EXPECT_EQ(refusal(kNone, "__DELIM__"),
              "code 100 (ListNothing) takes 0 parameters, not 2 / The text of a code without parameters is empty.");
}

TEST(GatewayParameters, OneMayBeEmpty)
{
    Parsed parsed(kOne, "");
    EXPECT_TRUE(parsed.status.ok());
    EXPECT_EQ(parsed.values[0].text, "");
}

TEST(GatewayParameters, FourOfEachKind)
{
    Parsed parsed(kFour, "t__DELIM__dt=1,a=__DELIM__-3__DELIM__+1700000000000");
    ASSERT_TRUE(parsed.status.ok()) << parsed.status.message;
    EXPECT_EQ(parsed.values[0].text, "t");
    EXPECT_EQ(parsed.values[1].text, "dt=1,a=");
    EXPECT_EQ(parsed.values[2].number, -3);
    EXPECT_EQ(parsed.values[3].number, 1700000000000);
}

TEST(GatewayParameters, AWrongNumberIsSaid)
{
    EXPECT_EQ(refusal(kFour, "a__DELIM__b"),
              "code 107 (ListRange) takes 4 parameters, not 2 / It takes id, desc, from, to, joined by __DELIM__.");
    EXPECT_EQ(refusal(kOne, "a__DELIM__"),
              "code 1 (SelectOne) takes 1 parameter, not 2 / It takes path, joined by __DELIM__.");
    EXPECT_EQ(refusal(kUuids, "__DELIM____DELIM__"),
              "code 110 (ListCommits) takes 1 parameter, not 3 / It takes commit_ids, joined by __DELIM__.");
}

// As str::split of the native library: the first delimiter from the left.
TEST(GatewayParameters, UnderscoresBesideTheDelimiter)
{
    Parsed parsed(kTexts, "a___DELIM___b");
    ASSERT_TRUE(parsed.status.ok());
    EXPECT_EQ(parsed.values[0].text, "a_");
    EXPECT_EQ(parsed.all_texts(), "[_b]");
    EXPECT_TRUE(Parsed(kOne, "_DELIM_ __DELIM_ _DELIM__ __delim__").status.ok());
}

TEST(GatewayParameters, NumbersAreWhole)
{
    for (const char *bad :
         {"", " ", "1 ", " 1", "x", "1.0", "1e3", "+", "-", "+-1", "--1", "0x1", "2147483648", "-2147483649"})
        EXPECT_EQ(refusal(kFour, std::string("a__DELIM__b__DELIM__") + bad + "__DELIM__1"),
                  std::string("parameter from of code 107 (ListRange) is not an integer of 32 bits / It is \"") + bad +
                      "\".");
    for (const char *bad : {"", "9223372036854775808", "-9223372036854775809", "1700000000000L"})
        EXPECT_EQ(refusal(kFour, std::string("a__DELIM__b__DELIM__1__DELIM__") + bad),
                  std::string("parameter to of code 107 (ListRange) is not an integer of 64 bits / It is \"") + bad +
                      "\".");
    Parsed ends(kFour, "a__DELIM__b__DELIM__-2147483648__DELIM__9223372036854775807");
    EXPECT_EQ(ends.values[2].number, INT32_MIN);
    EXPECT_EQ(ends.values[3].number, INT64_MAX);
}

TEST(GatewayParameters, LongValuesAreCutInMessages)
{
    EXPECT_LT(refusal(kFour, "a__DELIM__b__DELIM__" + std::string(5000, 'x') + "__DELIM__1").size(), 300u);
}

TEST(GatewayParameters, Uuids)
{
    for (const char *text : {"00112233-4455-6677-8899-aabbccddeeff", "00112233445566778899AABBCCDDEEFF",
                             "{00112233-4455-6677-8899-aabbccddeeff}"}) {
        Parsed parsed(kUuid, std::string("t__DELIM__") + text);
        ASSERT_TRUE(parsed.status.ok()) << text;
        EXPECT_STREQ(uuid_text(parsed.values[1].uuid).text, "00112233-4455-6677-8899-aabbccddeeff");
    }
    EXPECT_EQ(refusal(kUuid, "t__DELIM__0011"),
              "parameter commit_id of code 9 (SelectCommit) is not a UUID / It is \"0011\".");
}

TEST(GatewayParameters, ListsOfIds)
{
    EXPECT_EQ(Parsed(kUuids, "").values[0].uuids.size, 0u);
    Parsed two(kUuids, "00112233445566778899aabbccddeeff000000000000000000000000000000FF");
    ASSERT_TRUE(two.status.ok());
    ASSERT_EQ(two.values[0].uuids.size, 2u);
    EXPECT_STREQ(uuid_text(two.values[0].uuids[0]).text, "00112233-4455-6677-8899-aabbccddeeff");
    EXPECT_STREQ(uuid_text(two.values[0].uuids[1]).text, "00000000-0000-0000-0000-0000000000ff");
    EXPECT_EQ(refusal(kUuids, std::string(33, '0')),
              "parameter commit_ids of code 110 (ListCommits) is not a list of commit ids / An id has 32 hexadecimal "
              "digits, and 33 bytes are not a multiple of that.");
    for (const char *bad : {"0011223344556677-8899aabbccddeef", "{0112233445566778899aabbccddeef}",
                            "+0112233445566778899aabbccddeeff", "g0112233445566778899aabbccddeeff"})
        EXPECT_EQ(refusal(kUuids, std::string(32, '0') + bad),
                  std::string("parameter commit_ids of code 110 (ListCommits) is not a list of commit ids of 32 "
                              "hexadecimal digits each / It is \"") +
                      bad + "\".");
}

TEST(GatewayParameters, ListsOfTexts)
{
    EXPECT_EQ(Parsed(kTexts, "t__DELIM__").all_texts(), "[]");
    EXPECT_EQ(Parsed(kTexts, "t__DELIM__dt=1").all_texts(), "[dt=1]");
    EXPECT_EQ(Parsed(kTexts, "t__DELIM__dt=1_DELIM_dt=2_DELIM_").all_texts(), "[dt=1][dt=2][]");
    EXPECT_EQ(Parsed(kTexts, "t__DELIM__dt='\"\\_DELIM_dt=\xe9\x94\x80").all_texts(), "[dt='\"\\][dt=\xe9\x94\x80]");
    // An element that ends in _ before one that begins with _ makes a parameter's delimiter.
    EXPECT_EQ(Parsed(kTexts, "t__DELIM__a__DELIM__b").status.code, Code::bad_value);
}

TEST(GatewayParameters, AChangeMustChangeSomething)
{
    EXPECT_TRUE(Parsed(kChange, "t__DELIM__x__DELIM__").status.ok());
    EXPECT_TRUE(Parsed(kChange, "t__DELIM____DELIM__y").status.ok());
    EXPECT_EQ(refusal(kChange, "t__DELIM____DELIM__"),
              "code 504 (Change) changes nothing / It takes id, a, b, of which one after the first must not be empty.");
}

TEST(GatewayParameters, RefusedMemoryIsSaid)
{
    for (const DaoCode *code : {&kUuids, &kTexts}) {
        TestArena arena;
        arena.fail_after(0);
        Value values[kMostParameters];
        View text = code == &kUuids ? "00112233445566778899aabbccddeeff" : "t__DELIM__a_DELIM_b";
        EXPECT_EQ(parse_parameters(*code, text, arena.get(), values).code, Code::out_of_memory);
    }
}

TEST(GatewayCodes, OfAnotherFunctionOrNone)
{
    Status wrong = wrong_function(kChange, Call::query);
    EXPECT_EQ(wrong.code, Code::bad_value);
    EXPECT_STREQ(wrong.message, "code 504 (Change) is not one of lakesoul.execute_query");
    EXPECT_STREQ(wrong.detail, "It belongs to lakesoul.execute_update.");
    const std::pair<Call, const char *> details[] = {
        {Call::query, "lakesoul.execute_query takes 0 to 11 and 100 to 116."},
        {Call::insert, "lakesoul.execute_insert takes 200 to 206 and 300 to 302."},
        {Call::update, "lakesoul.execute_update takes 500 to 518."},
        {Call::scalar, "lakesoul.execute_query_scalar takes 400 to 403."}};
    for (auto [call, detail] : details) {
        EXPECT_EQ(unknown_code(-1, call).code, Code::bad_value);
        EXPECT_STREQ(unknown_code(-1, call).message, "unknown code -1");
        EXPECT_STREQ(unknown_code(-1, call).detail, detail);
    }
}

// ---- payloads ------------------------------------------------------------------------------------------------------

TEST(GatewayPayload, HoldsOneFieldAlone)
{
    DaoCode code = {200, Call::insert, "InsertNamespace", {}};
    wire::Namespace space;
    wire::TableInfo table;
    wire::JniWrapper payload;
    EXPECT_STREQ(check_payload(code, payload, Field::name_space, true).message,
                 "payload of code 200 (InsertNamespace) must hold one namespace, not 0");
    EXPECT_TRUE(check_payload(code, payload, Field::name_space, false).ok());
    payload.namespaces = {&space, 1};
    EXPECT_TRUE(check_payload(code, payload, Field::name_space, true).ok());
    EXPECT_STREQ(
        check_payload(code, payload, Field::discard_compressed_file_info, false).message,
        "payload of code 200 (InsertNamespace) must hold discard_compressed_file_info alone, but has namespace");
    payload.table_info = {&table, 1};
    Status both = check_payload(code, payload, Field::name_space, false);
    EXPECT_EQ(both.code, Code::bad_value);
    EXPECT_STREQ(both.message, "payload of code 200 (InsertNamespace) must hold namespace alone, but has table_info");
    wire::Namespace two[2];
    payload = {};
    payload.namespaces = {two, 2};
    EXPECT_STREQ(check_payload(code, payload, Field::name_space, true).message,
                 "payload of code 200 (InsertNamespace) must hold one namespace, not 2");
    EXPECT_TRUE(check_payload(code, payload, Field::name_space, false).ok());
}

// A field whose elements are of any type: what is checked is where they are.
TEST(GatewayPayload, EachFieldIsLookedAt)
{
    DaoCode code = {300, Call::insert, "Insert", {}};
    wire::Namespace a;
    wire::TableInfo b;
    wire::TablePathId c;
    wire::TableNameId d;
    wire::PartitionInfo e;
    wire::DataCommitInfo f;
    f.commit_id.bytes[0] = 1;
    wire::DiscardCompressedFileInfo g;
    wire::JniWrapper payloads[7];
    payloads[0].namespaces = {&a, 1};
    payloads[1].table_info = {&b, 1};
    payloads[2].table_path_id = {&c, 1};
    payloads[3].table_name_id = {&d, 1};
    payloads[4].partition_info = {&e, 1};
    payloads[5].data_commit_info = {&f, 1};
    payloads[6].discard_compressed_file_info = {&g, 1};
    for (int given = 0; given < 7; ++given)
        for (int field = 0; field < 7; ++field)
            EXPECT_EQ(check_payload(code, payloads[given], static_cast<Field>(field), true).ok(), given == field)
                << given << " " << field;
}

TEST(GatewayPayload, CommitsHaveIds)
{
    DaoCode code = {301, Call::insert, "Insert", {}};
    wire::DataCommitInfo commits[2];
    commits[0].commit_id.bytes[15] = 1;
    wire::JniWrapper payload;
    payload.data_commit_info = {commits, 2};
    Status status = check_payload(code, payload, Field::data_commit_info, false);
    EXPECT_EQ(status.code, Code::bad_value);
    EXPECT_STREQ(status.message, "commit id of data_commit_info[1] is missing");
    payload.data_commit_info.size = 1;
    EXPECT_TRUE(check_payload(code, payload, Field::data_commit_info, false).ok());
}

TEST(GatewayPayload, TheContainerHasNoTableId)
{
    EXPECT_TRUE(split_container({}).rows.empty());
    Uuid ids[3] = {};
    wire::PartitionInfo list[3];
    list[0].table_id = list[1].table_id = "t";
    list[1].snapshot = {ids, 2};
    list[2].snapshot = {ids, 3};
    PartitionRows with = split_container({list, 3});
    EXPECT_EQ(with.rows.size, 2u);
    EXPECT_EQ(with.published.size, 3u);
    PartitionRows without = split_container({list, 2});
    EXPECT_EQ(without.rows.size, 2u);
    EXPECT_EQ(without.published.size, 0u);
    PartitionRows alone = split_container({list + 2, 1});
    EXPECT_EQ(alone.rows.size, 0u);
    EXPECT_EQ(alone.published.size, 3u);
}

// ---- dates ---------------------------------------------------------------------------------------------------------

std::string date(View text)
{
    Date date;
    switch (parse_date(text, &date)) {
    case DateFault::none: break;
    case DateFault::syntax: return "syntax";
    case DateFault::range: return "range";
    }
    return std::to_string(date.year) + " " + std::to_string(date.month) + " " + std::to_string(date.day);
}

TEST(GatewayDate, IsYearMonthDay)
{
    EXPECT_EQ(date("2026-08-01"), "2026 8 1");
    EXPECT_EQ(date("2026-8-1"), "2026 8 1");
    EXPECT_EQ(date("1-1-1"), "1 1 1");
    EXPECT_EQ(date("9999-12-31"), "9999 12 31");
    for (const char *text : {"", "-", "2026", "2026-08", "2026-08-", "2026-08-01 ", " 2026-08-01", "2026-08-01T00:00",
                             "2026/08/01", "26-Aug-01", "12026-08-01", "2026-008-01", "2026-08-001", "-2026-08-01",
                             "+2026-08-01", "today", "2026-08--1", "20260801"})
        EXPECT_EQ(date(text), "syntax") << text;
}

TEST(GatewayDate, IsInTheCalendar)
{
    EXPECT_EQ(date("2024-02-29"), "2024 2 29");
    EXPECT_EQ(date("2000-02-29"), "2000 2 29");
    for (const char *text :
         {"2023-02-29", "1900-02-29", "2024-02-30", "2024-04-31", "2024-06-31", "2024-09-31", "2024-11-31",
          "2024-01-32", "2024-13-01", "2024-00-01", "2024-01-00", "0-01-01", "0000-01-01"})
        EXPECT_EQ(date(text), "range") << text;
    for (const char *text : {"2024-01-31", "2024-03-31", "2024-05-31", "2024-07-31", "2024-08-31", "2024-10-31",
                             "2024-12-31", "2024-04-30", "2024-06-30", "2024-09-30", "2024-11-30"})
        EXPECT_NE(date(text), "range") << text;
}

}   // namespace
}   // namespace lakesoul::test
