// The JSON form: what it looks like, what is accepted, what is refused and how it is said.
#include <gtest/gtest.h>

#include "wire_bytes.hpp"

namespace lakesoul::test {
namespace {

// The JSON that comes back after encoding and decoding; the failure's message if encoding fails.
std::string round_trip(const std::string &message, const std::string &json)
{
    Answer bytes = from_json(message, json);
    return bytes.status.ok() ? to_json(message, bytes.text).text : bytes.status.message;
}

Code code_of(const std::string &message, const std::string &json)
{
    return from_json(message, json).status.code;
}

std::string message_of(const std::string &message, const std::string &json)
{
    return from_json(message, json).status.message;
}

TEST(WireJson, TextIsEscaped)
{
    std::string bytes = length_field(1, "a\"b\\c\n\r\t\b\f\x01\x1f\x7f/") + length_field(4, "\xe9\x94\x80");
    EXPECT_EQ(to_json("Namespace", bytes).text,
              "{\"namespace\":\"a\\\"b\\\\c\\n\\r\\t\\b\\f\\u0001\\u001f\x7f/\",\"domain\":\"\xe9\x94\x80\"}");
    EXPECT_EQ(from_json("Namespace", to_json("Namespace", bytes).text).text, bytes);
}

TEST(WireJson, EscapesAreRead)
{
    EXPECT_EQ(from_json("Namespace", "{\"namespace\":\"\\u00e9\\ud83d\\ude00\"}").text,
              length_field(1, "\xc3\xa9\xf0\x9f\x98\x80"));
}

TEST(WireJson, IntegerExtremes)
{
    const std::string least = "{\"size\":\"-9223372036854775808\"}";
    const std::string most = "{\"size\":\"9223372036854775807\"}";
    EXPECT_EQ(round_trip("DataFileOp", least), least);
    EXPECT_EQ(round_trip("DataFileOp", most), most);
    EXPECT_EQ(round_trip("DataFileOp", "{\"size\":-9223372036854775808}"), least);
    EXPECT_EQ(round_trip("DataFileOp", "{\"size\":9223372036854775807}"), most);
    EXPECT_EQ(code_of("DataFileOp", "{\"size\":9223372036854775808}"), Code::bad_value);
    EXPECT_EQ(code_of("DataFileOp", "{\"size\":\"9223372036854775808\"}"), Code::bad_value);
    EXPECT_EQ(code_of("DataFileOp", "{\"size\":\"-9223372036854775809\"}"), Code::bad_value);
    EXPECT_EQ(round_trip("PartitionInfo", "{\"version\":\"-2147483648\"}"), "{\"version\":-2147483648}");
    EXPECT_EQ(round_trip("PartitionInfo", "{\"version\":2147483647}"), "{\"version\":2147483647}");
    EXPECT_EQ(code_of("PartitionInfo", "{\"version\":2147483648}"), Code::bad_value);
    EXPECT_EQ(round_trip("Uuid", "{\"high\":18446744073709551615}"), "{\"high\":\"18446744073709551615\"}");
    EXPECT_EQ(code_of("Uuid", "{\"high\":18446744073709551616}"), Code::bad_value);
    EXPECT_EQ(code_of("Uuid", "{\"high\":-1}"), Code::bad_value);
}

TEST(WireJson, OnlyWholeNumbers)
{
    EXPECT_EQ(message_of("DataCommitInfo", "{\"file_ops\":[{},{\"size\":1.5}]}"),
              "field file_ops[1].size: \"1.5\" is not an int64");
    for (const char *value : {"1.0", "1e3", "\"\"", "\" 1\"", "\"1 \"", "\"+1\"", "\"0x1\"", "\"1.0\"", "true", "{}",
                              "[]", "[1]", "\"one\""})
        EXPECT_EQ(code_of("DataFileOp", std::string("{\"size\":") + value + "}"), Code::bad_value) << value;
}

TEST(WireJson, DefaultsAreLeftOutAndEmptyMessagesAreNot)
{
    EXPECT_EQ(round_trip("DataCommitInfo", "{\"table_id\":\"\",\"timestamp\":0,\"committed\":false,\"commit_op\":0,"
                                           "\"file_ops\":[]}"),
              "{}");
    EXPECT_EQ(round_trip("DataCommitInfo", "{\"commit_id\":{},\"file_ops\":[{},{}],\"committed\":true}"),
              "{\"commit_id\":{},\"file_ops\":[{},{}],\"committed\":true}");
    EXPECT_EQ(round_trip("MetaInfo", "{\"table_info\":{}}"), "{\"table_info\":{}}");
}

TEST(WireJson, NullIsLeftOut)
{
    EXPECT_EQ(round_trip("DataCommitInfo", "{\"table_id\":null,\"commit_id\":null,\"file_ops\":null,"
                                           "\"commit_op\":null,\"timestamp\":null,\"committed\":null}"),
              "{}");
    EXPECT_EQ(message_of("DataCommitInfo", "{\"file_ops\":[null]}"), "field file_ops[0] must be an object, not null");
    EXPECT_EQ(code_of("DataCommitInfo", "null"), Code::bad_json);
}

TEST(WireJson, EnumerationsByNameAndNumber)
{
    EXPECT_EQ(round_trip("DataCommitInfo", "{\"commit_op\":\"UpdateCommit\"}"), "{\"commit_op\":\"UpdateCommit\"}");
    EXPECT_EQ(round_trip("DataCommitInfo", "{\"commit_op\":3}"), "{\"commit_op\":\"UpdateCommit\"}");
    EXPECT_EQ(round_trip("DataFileOp", "{\"file_op\":\"del\"}"), "{\"file_op\":\"del\"}");
    Status status = from_json("DataCommitInfo", "{\"file_ops\":[{\"file_op\":\"remove\"}]}").status;
    EXPECT_EQ(status.code, Code::bad_value);
    EXPECT_STREQ(status.message, "field file_ops[0].file_op has the unknown value \"remove\"");
    EXPECT_STREQ(status.detail, "Known values of FileOp are add (0), del (1).");
    for (const char *value : {"5", "-1", "1.5", "99999999999", "\"Append\"", "\"\"", "\"1\"", "\"AppendCommit\\u0000\"",
                              "true", "{}", "[]"})
        EXPECT_EQ(code_of("DataCommitInfo", std::string("{\"commit_op\":") + value + "}"), Code::bad_value) << value;
}

TEST(WireJson, UuidForms)
{
    const std::string halves = "{\"commit_id\":{\"high\":\"81985529216486895\",\"low\":\"18364758544493064720\"}}";
    for (const char *text : {"01234567-89ab-cdef-fedc-ba9876543210", "0123456789ABCDEFFEDCBA9876543210",
                             "{01234567-89ab-cdef-fedc-ba9876543210}", "0123-4567-89ab-cdef-fedc-ba98-7654-3210"})
        EXPECT_EQ(round_trip("DataCommitInfo", std::string("{\"commit_id\":\"") + text + "\"}"), halves) << text;
    EXPECT_EQ(round_trip("DataCommitInfo", "{\"commit_id\":\"00000000-0000-0000-0000-000000000000\"}"),
              "{\"commit_id\":{}}");
    EXPECT_EQ(round_trip("PartitionInfo", "{\"snapshot\":[{\"low\":1},\"00000000-0000-0000-0000-000000000002\"]}"),
              "{\"snapshot\":[{\"low\":\"1\"},{\"low\":\"2\"}]}");
    EXPECT_EQ(round_trip("Uuid", "\"00000000-0000-0000-0000-000000000003\""), "{\"low\":\"3\"}");
    EXPECT_EQ(message_of("PartitionInfo", "{\"snapshot\":[{},\"x\"]}"), "field snapshot[1]: \"x\" is not a UUID");
    EXPECT_EQ(code_of("PartitionInfo", "{\"snapshot\":\"00000000-0000-0000-0000-000000000002\"}"), Code::bad_value);
    EXPECT_EQ(code_of("MetaInfo", "{\"table_info\":\"00000000-0000-0000-0000-000000000002\"}"), Code::bad_value);
}

TEST(WireJson, BytesAreBase64)
{
    EXPECT_EQ(to_json("TableInfo", length_field(10, std::string("\xff\x00\xfe\x01", 4))).text,
              "{\"table_schema_arrow_ipc\":\"/wD+AQ==\"}");
    for (const char *text : {"/wD+AQ==", "_wD-AQ==", "/wD+AQ"})
        EXPECT_EQ(from_json("TableInfo", std::string("{\"table_schema_arrow_ipc\":\"") + text + "\"}").text,
                  length_field(10, std::string("\xff\x00\xfe\x01", 4)));
    EXPECT_EQ(round_trip("TableInfo", "{\"table_schema_arrow_ipc\":\"\"}"), "{}");
    EXPECT_EQ(message_of("TableInfo", "{\"table_schema_arrow_ipc\":\"a\"}"),
              "field table_schema_arrow_ipc: \"a\" is not a base64 string");
}

TEST(WireJson, UnknownKeys)
{
    EXPECT_EQ(message_of("DataCommitInfo", "{\"file_ops\":[{\"pathh\":1}]}"),
              "unknown field file_ops[0].pathh of message DataFileOp");
    EXPECT_EQ(message_of("DataCommitInfo", "{\"tableId\":\"x\"}"), "unknown field tableId of message DataCommitInfo");
    EXPECT_EQ(code_of("DataCommitInfo", "{\"domain\\u0000\":\"x\"}"), Code::bad_value);
    EXPECT_EQ(code_of("DataCommitInfo", "{\"nope\":{\"deep\":[1,[2,{}]]}}"), Code::bad_value);
    EXPECT_EQ(code_of("TableNameId", "{\"tableId\":\"x\"}"), Code::ok);
    EXPECT_EQ(code_of("TableNameId", "{\"table_id\":\"x\"}"), Code::bad_value);
}

TEST(WireJson, KeysGivenTwice)
{
    EXPECT_EQ(message_of("MetaInfo", "{\"table_info\":{\"domain\":\"a\",\"domain\":\"b\"}}"),
              "field table_info.domain is given twice");
    EXPECT_EQ(code_of("MetaInfo", "{\"list_partition\":[],\"list_partition\":[]}"), Code::bad_value);
}

TEST(WireJson, WrongTypes)
{
    EXPECT_EQ(message_of("DataCommitInfo", "{\"table_id\":1}"), "field table_id must be a string, not a number");
    EXPECT_EQ(message_of("DataCommitInfo", "{\"table_id\":{}}"), "field table_id must be a string, not an object");
    EXPECT_EQ(message_of("DataCommitInfo", "{\"table_id\":[]}"), "field table_id must be a string, not an array");
    EXPECT_EQ(message_of("DataCommitInfo", "{\"committed\":\"true\"}"),
              "field committed must be a boolean, not a string");
    EXPECT_EQ(message_of("DataCommitInfo", "{\"committed\":1}"), "field committed must be a boolean, not a number");
    EXPECT_EQ(message_of("DataCommitInfo", "{\"timestamp\":true}"), "field timestamp must be an int64, not a boolean");
    EXPECT_EQ(message_of("DataCommitInfo", "{\"file_ops\":{}}"), "field file_ops must be an array, not an object");
    EXPECT_EQ(message_of("DataCommitInfo", "{\"file_ops\":\"x\"}"), "field file_ops must be an array, not a string");
    EXPECT_EQ(message_of("DataCommitInfo", "{\"file_ops\":[[]]}"), "field file_ops[0] must be an object, not an array");
    EXPECT_EQ(message_of("DataCommitInfo", "{\"file_ops\":[{},7]}"),
              "field file_ops[1] must be an object, not a number");
    EXPECT_EQ(message_of("DataCommitInfo", "{\"commit_id\":7}"), "field commit_id must be an object, not a number");
    EXPECT_EQ(message_of("DataCommitInfo", "{\"commit_id\":[]}"), "field commit_id must be an object, not an array");
    EXPECT_EQ(message_of("MetaInfo", "{\"table_info\":true}"), "field table_info must be an object, not a boolean");
}

TEST(WireJson, NulInText)
{
    Status status = from_json("JniWrapper", "{\"data_commit_info\":[{\"file_ops\":[{\"path\":\"a\\u0000\"}]}]}").status;
    EXPECT_EQ(status.code, Code::bad_text);
    EXPECT_STREQ(status.message, "field data_commit_info[0].file_ops[0].path contains a NUL byte");
}

TEST(WireJson, NotJsonOrNotAnObject)
{
    for (const char *text : {"",
                             "{",
                             "}",
                             "{}x",
                             "{} {}",
                             "{'a':1}",
                             "{\"domain\":\"x\",}",
                             "nul",
                             "[{}",
                             "{\"a\"}",
                             "{\"domain\":\"\xff\"}",
                             "{\"domain\":\"\\ud800\"}",
                             "{\"nope\":1",
                             "[]",
                             "[{}]",
                             "\"x\"",
                             "1",
                             "1.5",
                             "true",
                             "{\"domain\":\"a\nb\"}",
                             "{\"size\":01}",
                             "// x\n{}"})
        EXPECT_EQ(code_of("Namespace", text), Code::bad_json) << text;
    EXPECT_EQ(code_of("Namespace", std::string("{}\0garbage", 10)), Code::bad_json);
    Status status = from_json("Namespace", "{\"domain\" 1}").status;
    EXPECT_STREQ(status.message, "body of message Namespace is not valid JSON");
    EXPECT_STREQ(status.detail, "Parsing stopped at byte 11.");
    EXPECT_STREQ(from_json("Namespace", "[]").status.message, "body of message Namespace is not a JSON object");
}

TEST(WireJson, DeepTextNeedsNoStack)
{
    const std::size_t depth = 1000 * 1000;
    EXPECT_EQ(code_of("Namespace", std::string(depth, '[')), Code::bad_json);
    EXPECT_EQ(code_of("Namespace", "{\"domain\":" + std::string(depth, '[') + std::string(depth, ']') + "}"),
              Code::bad_value);
}

TEST(WireJson, KeysInAnyOrderGiveCanonicalBytes)
{
    EXPECT_EQ(from_json("DataFileOp", " { \"size\" : 5 , \"path\" : \"p\" } ").text,
              length_field(1, "p") + varint_field(3, 5));
}

}   // namespace
}   // namespace lakesoul::test
