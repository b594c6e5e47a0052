// The parts of core/wire by themselves: text, base64, UUIDs, paths, the guard, and the shape of the contract.
#include <gtest/gtest.h>

#include <set>
#include <stdexcept>

#include "core/wire/base64.hpp"
#include "core/wire/contract.hpp"
#include "core/wire/guard.hpp"
#include "core/wire/path.hpp"
#include "core/wire/text.hpp"
#include "core/wire/uuid.hpp"

namespace lakesoul::wire {
namespace {

TextFault fault_of(const std::string &text)
{
    std::size_t offset = 0;
    return check_text(text, &offset);
}

std::string utf8(std::uint32_t c)
{
    auto tail = [c](int shift) { return static_cast<char>(0x80 | (c >> shift & 0x3F)); };
    if (c < 0x80)
        return {static_cast<char>(c)};
    if (c < 0x800)
        return {static_cast<char>(0xC0 | c >> 6), tail(0)};
    if (c < 0x10000)
        return {static_cast<char>(0xE0 | c >> 12), tail(6), tail(0)};
    return {static_cast<char>(0xF0 | c >> 18), tail(12), tail(6), tail(0)};
}

TEST(WireText, EveryCodePoint)
{
    for (std::uint32_t c = 0; c < 0x120000; ++c) {
        bool surrogate = c >= 0xD800 && c <= 0xDFFF;
        TextFault expected = c == 0 ? TextFault::nul : TextFault::none;
        if (surrogate || c > 0x10FFFF)
            expected = TextFault::not_utf8;
        ASSERT_EQ(fault_of(utf8(c)), expected) << c;
        ASSERT_EQ(fault_of("some" + utf8(c) + "and after it"), expected) << c;
    }
}

TEST(WireText, InvalidForms)
{
    for (const char *text : {"\x80",         "\xbf",          "\xc0\x80",         "\xc1\xbf",
                             "\xc2",         "\xc2x",         "\xe0\x9f\xbf",     "\xe0\xa0",
                             "\xe1\x80x",    "\xe1x\x80",     "\xed\xa0\x80",     "\xf0\x8f\xbf\xbf",
                             "\xf0\x90\x80", "\xf0\x90\x80x", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80",
                             "\xfe",         "\xff",          "\xc3\xa9\xa9",     "\xf8\x88\x80\x80\x80"})
        EXPECT_EQ(fault_of(text), TextFault::not_utf8) << text;
    EXPECT_EQ(fault_of(""), TextFault::none);
}

TEST(WireText, TheOffsetIsThatOfTheFirstFault)
{
    for (std::size_t before = 0; before < 20; ++before) {
        std::size_t offset = 99;
        std::string text(before, 'a');
        EXPECT_EQ(check_text(text + '\0' + "\xff", &offset), TextFault::nul);
        EXPECT_EQ(offset, before);
        EXPECT_EQ(check_text(text + "\xff" + '\0', &offset), TextFault::not_utf8);
        EXPECT_EQ(offset, before);
    }
}

TEST(WireText, NamesAreCutBetweenCharacters)
{
    EXPECT_EQ(shortened("short"), "short");
    EXPECT_EQ(shortened(std::string(79, 'x') + "\xc3\xa9"), std::string(79, 'x'));
    EXPECT_EQ(shortened(std::string(78, 'x') + "\xc3\xa9" + "y"), std::string(78, 'x') + "\xc3\xa9");
    EXPECT_EQ(shortened(std::string(500, '\x80')), "");
}

std::string encode(const std::string &bytes)
{
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        char group[4];
        base64_group(reinterpret_cast<const unsigned char *>(bytes.data()) + i, bytes.size() - i, group);
        text.append(group, 4);
    }
    return text;
}

bool decode(const std::string &text, std::string *bytes)
{
    std::string room(text.size(), '\0');
    std::size_t size = 0;
    bool good = base64_decode(text, reinterpret_cast<unsigned char *>(&room[0]), &size);
    *bytes = room.substr(0, size);
    return good;
}

TEST(WireBase64, KnownAnswers)
{
    const char *const pairs[][2] = {{"", ""},
                                    {"f", "Zg=="},
                                    {"fo", "Zm8="},
                                    {"foo", "Zm9v"},
                                    {"foob", "Zm9vYg=="},
                                    {"fooba", "Zm9vYmE="},
                                    {"foobar", "Zm9vYmFy"}};
    for (const auto &pair : pairs) {
        std::string bytes;
        EXPECT_EQ(encode(pair[0]), pair[1]);
        EXPECT_TRUE(decode(pair[1], &bytes)) << pair[1];
        EXPECT_EQ(bytes, pair[0]);
    }
}

TEST(WireBase64, Refused)
{
    for (const char *text :
         {"Z", "Zg=", "Z===", "====", "Zm9v=", "Zg==Zg==", "Zm 9v", "Zm9v\n", "Zm9*", "Zh==", "Zm9"}) {
        std::string bytes;
        EXPECT_FALSE(decode(text, &bytes)) << text;
    }
}

TEST(WireUuid, TextForms)
{
    std::uint64_t high = 0;
    std::uint64_t low = 0;
    ASSERT_TRUE(halves_from_text("01234567-89AB-cdef-fedc-ba9876543210", &high, &low));
    EXPECT_EQ(high, 0x0123456789abcdefu);
    EXPECT_EQ(low, 0xfedcba9876543210u);
    for (const char *text :
         {"", "{}", "{", "01234567-89ab-cdef-fedc-ba987654321", "01234567-89ab-cdef-fedc-ba98765432100",
          "01234567-89ab-cdef-fedc-ba987654321g", "{0123456789abcdeffedcba9876543210",
          "0123456789abcdeffedcba9876543210}", "-0123456789abcdeffedcba9876543210", "0123456789abcdeffedcba9876543210-",
          "01-234567-89ab-cdef-fedc-ba9876543210", "01234567--89ab-cdef-fedc-ba9876543210",
          " 0123456789abcdeffedcba9876543210", "0123456789abcdeffedcba987654321 "})
        EXPECT_FALSE(halves_from_text(text, &high, &low)) << text;
}

TEST(WirePath, IsBuiltFromItsSteps)
{
    Step first{nullptr, "data_commit_info", 3};
    Step second{&first, "file_ops", 0};
    Step last{&second, "path", kNoIndex};
    EXPECT_STREQ(Path(&last).text, "data_commit_info[3].file_ops[0].path");
    EXPECT_STREQ(Path().text, "");
    Path path(&last);
    std::string name(300, 'x');
    path.add(name.c_str(), kNoIndex);
    path.add(name.c_str(), 1);
    EXPECT_LT(std::string(path.text).size(), sizeof path.text);
}

TEST(WireGuard, TurnsExceptionsIntoStatus)
{
    EXPECT_EQ(guarded([]() -> Status { throw std::bad_alloc(); }).code, Code::out_of_memory);
    EXPECT_STREQ(guarded([]() -> Status { throw std::bad_alloc(); }).message, "out of memory");
    EXPECT_EQ(guarded([]() -> Status { throw std::runtime_error("x"); }).code, Code::internal);
    EXPECT_EQ(guarded([]() -> Status { throw 1; }).code, Code::internal);
    EXPECT_STREQ(guarded([]() -> Status { throw 1; }).message, "unexpected failure");
    EXPECT_EQ(guarded([] { return fail(Code::limit, "x"); }).code, Code::limit);
    EXPECT_TRUE(guarded([] { return Status(); }).ok());
}

// How deep a message nests; a message that contains itself never ends, so depth is bounded by the caller.
int depth_of(const Type &type, int bound)
{
    if (bound == 0)
        return 1000;
    int deepest = 0;
    for (unsigned i = 0; i < type.n_fields; ++i) {
        if (type.fields[i].type == PROTOBUF_C_TYPE_MESSAGE)
            deepest = std::max(deepest, depth_of(message_type(type.fields[i]), bound - 1));
    }
    return deepest + 1;
}

const char *const kMessages[] = {"Uuid",        "Namespace",      "TableInfo",
                                 "TableNameId", "TablePathId",    "PartitionInfo",
                                 "DataFileOp",  "DataCommitInfo", "DiscardCompressedFileInfo",
                                 "MetaInfo",    "JniWrapper"};

// Unpacking, checking and printing recurse without a depth check, because of this.
TEST(WireContract, NestingIsBounded)
{
    for (const char *name : kMessages)
        EXPECT_LE(depth_of(*find_type(name), 20), 4) << name;
    EXPECT_EQ(depth_of(*find_type("JniWrapper"), 20), 3);
}

TEST(WireContract, OnlyKindsThatAreHandled)
{
    const std::set<ProtobufCType> known = {PROTOBUF_C_TYPE_BYTES,  PROTOBUF_C_TYPE_INT32, PROTOBUF_C_TYPE_INT64,
                                           PROTOBUF_C_TYPE_UINT64, PROTOBUF_C_TYPE_BOOL,  PROTOBUF_C_TYPE_ENUM,
                                           PROTOBUF_C_TYPE_MESSAGE};
    for (const char *name : kMessages) {
        const Type &type = *find_type(name);
        EXPECT_LE(type.n_fields, 32u) << name;
        for (unsigned i = 0; i < type.n_fields; ++i) {
            const Field &field = type.fields[i];
            EXPECT_EQ(known.count(field.type), 1u) << name << "." << field.name;
            EXPECT_TRUE(!is_repeated(field) || field.type == PROTOBUF_C_TYPE_MESSAGE) << name << "." << field.name;
            EXPECT_TRUE(is_repeated(field) || field.label == PROTOBUF_C_LABEL_NONE) << name << "." << field.name;
            EXPECT_EQ(field.flags, 0u) << name << "." << field.name;
        }
    }
}

TEST(WireContract, OneFieldHoldsBytes)
{
    int bytes = 0;
    for (const char *name : kMessages) {
        const Type &type = *find_type(name);
        for (unsigned i = 0; i < type.n_fields; ++i)
            bytes += kind_of(type, type.fields[i]) == Kind::bytes;
    }
    EXPECT_EQ(bytes, 1);
    const Type &table = *find_type("TableInfo");
    EXPECT_EQ(kind_of(table, *find_field(table, "table_schema_arrow_ipc")), Kind::bytes);
}

}   // namespace
}   // namespace lakesoul::wire
