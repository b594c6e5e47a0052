// What is refused on the wire, in which order, and how it is said.
#include <gtest/gtest.h>

#include "wire_bytes.hpp"

namespace lakesoul::test {
namespace {

const std::string kBadText = length_field(2, "\xff");
const std::string kBadEnum = varint_field(5, 99);
const std::string kUnknown = varint_field(15, 1);

Status decode(const std::string &message, const std::string &bytes)
{
    TestArena arena;
    return decode_status(message, bytes, arena.get());
}

TEST(WireCheck, MalformedNamesTheMessage)
{
    Status status = decode("DataCommitInfo", "\x0a\x05");
    EXPECT_EQ(status.code, Code::malformed);
    EXPECT_STREQ(status.message, "bytes are not a valid DataCommitInfo message");
}

TEST(WireCheck, UnknownFieldAtTheTop)
{
    Status status = decode("DataCommitInfo", kUnknown);
    EXPECT_EQ(status.code, Code::malformed);
    EXPECT_STREQ(status.message, "message DataCommitInfo has an unknown field 15");
    EXPECT_STREQ(status.detail, "");
}

TEST(WireCheck, UnknownFieldNested)
{
    std::string commit = length_field(4, "") + length_field(4, varint_field(9, 1));
    Status status = decode("JniWrapper", length_field(6, "") + length_field(6, commit));
    EXPECT_EQ(status.code, Code::malformed);
    EXPECT_STREQ(status.message, "message DataFileOp has an unknown field 9");
    EXPECT_STREQ(status.detail, "The message is in field data_commit_info[1].file_ops[1].");
}

TEST(WireCheck, GapsInTheNumberingAreUnknown)
{
    EXPECT_EQ(decode("PartitionInfo", varint_field(6, 1)).code, Code::malformed);
    EXPECT_EQ(decode("TableInfo", length_field(6, "x")).code, Code::malformed);
}

TEST(WireCheck, BadTextNamesPathAndOffset)
{
    std::string file = length_field(1, std::string("a\0b", 3));
    std::string commit = length_field(4, file);
    Status status =
        decode("JniWrapper", length_field(6, "") + length_field(6, "") + length_field(6, "") + length_field(6, commit));
    EXPECT_EQ(status.code, Code::bad_text);
    EXPECT_STREQ(status.message, "field data_commit_info[3].file_ops[0].path contains a NUL byte");
    EXPECT_STREQ(status.detail, "The offending byte is at offset 1.");
    status = decode("MetaInfo", length_field(2, length_field(4, "s3://\xc0\x80")));
    EXPECT_EQ(status.code, Code::bad_text);
    EXPECT_STREQ(status.message, "field table_info.table_path is not valid UTF-8");
    EXPECT_STREQ(status.detail, "The offending byte is at offset 5.");
}

TEST(WireCheck, UnknownEnumerationNamesPathAndNumber)
{
    Status status = decode("DataCommitInfo", length_field(4, varint_field(2, 9)));
    EXPECT_EQ(status.code, Code::bad_value);
    EXPECT_STREQ(status.message, "field file_ops[0].file_op has the unknown value 9");
    EXPECT_STREQ(status.detail, "Known values of FileOp are add (0), del (1).");
    EXPECT_EQ(decode("DataCommitInfo", varint_field(5, 5)).code, Code::bad_value);
    EXPECT_EQ(decode("DataCommitInfo", varint_field(5, 4)).code, Code::ok);
    EXPECT_STREQ(decode("PartitionInfo", varint_field(4, static_cast<std::uint64_t>(-1))).message,
                 "field commit_op has the unknown value -1");
}

TEST(WireCheck, WireComesBeforeTextBeforeValues)
{
    EXPECT_EQ(decode("DataCommitInfo", kBadEnum + kBadText + kUnknown).code, Code::malformed);
    EXPECT_EQ(decode("DataCommitInfo", kBadText + length_field(4, kUnknown)).code, Code::malformed);
    EXPECT_EQ(decode("DataCommitInfo", kBadEnum + kBadText).code, Code::bad_text);
    EXPECT_EQ(decode("DataCommitInfo", kBadEnum).code, Code::bad_value);
}

TEST(WireCheck, OrderHoldsAcrossTheWholeMessage)
{
    // The first submessage has the lesser fault, the last one the more basic fault.
    std::string early = length_field(6, kBadEnum);
    EXPECT_EQ(decode("JniWrapper", early + length_field(6, kBadText)).code, Code::bad_text);
    EXPECT_EQ(decode("JniWrapper", early + length_field(6, kBadText) + length_field(6, kUnknown)).code,
              Code::malformed);
    EXPECT_EQ(decode("JniWrapper", early + length_field(6, kBadText) + "\x0b").code, Code::malformed);
}

TEST(WireCheck, TheFirstFaultOfAKindIsReported)
{
    Status status = decode("JniWrapper", length_field(6, kBadText) + length_field(6, kBadText));
    EXPECT_STREQ(status.message, "field data_commit_info[0].partition_desc is not valid UTF-8");
    status = decode("JniWrapper", length_field(6, kUnknown) + length_field(6, kUnknown));
    EXPECT_STREQ(status.detail, "The message is in field data_commit_info[0].");
    status = decode("JniWrapper", length_field(6, kBadEnum) + length_field(6, kBadEnum));
    EXPECT_STREQ(status.message, "field data_commit_info[0].commit_op has the unknown value 99");
}

TEST(WireCheck, EveryMessageOfTheContractCanBeDecoded)
{
    for (const char *name : {"Uuid", "Namespace", "TableInfo", "TableNameId", "TablePathId", "PartitionInfo",
                             "DataFileOp", "DataCommitInfo", "DiscardCompressedFileInfo", "MetaInfo", "JniWrapper"}) {
        EXPECT_EQ(to_json(name, "").text, "{}") << name;
        EXPECT_EQ(to_json(name, varint_field(99, 1)).status.code, Code::malformed) << name;
        EXPECT_TRUE(from_json(name, "{}").status.ok()) << name;
    }
}

TEST(WireCheck, UnknownMessageNamesTheKnownOnes)
{
    for (Answer answer : {to_json("Nope", ""), from_json("Nope", "{}")}) {
        EXPECT_EQ(answer.status.code, Code::bad_value);
        EXPECT_STREQ(answer.status.message, "unknown message \"Nope\"");
        EXPECT_STREQ(answer.status.detail,
                     "Known messages are Uuid, Namespace, TableInfo, TableNameId, TablePathId, PartitionInfo, "
                     "DataFileOp, DataCommitInfo, DiscardCompressedFileInfo, MetaInfo, JniWrapper.");
    }
    EXPECT_EQ(to_json("datacommitinfo", "").status.code, Code::bad_value);
    EXPECT_EQ(to_json(std::string("Uuid\0", 5), "").status.code, Code::bad_value);
    EXPECT_EQ(to_json("", "").status.code, Code::bad_value);
    Answer cut = to_json(std::string(79, 'x') + "\xe9\x94\x80\xe5\x94\xae", "");
    EXPECT_EQ(std::string(cut.status.message), "unknown message \"" + std::string(79, 'x') + "\"");
}

}   // namespace
}   // namespace lakesoul::test
