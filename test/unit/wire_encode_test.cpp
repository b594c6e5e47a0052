// Plain structs -> bytes: what the decoder read is written as it came, for every message that a wrapper holds.
#include <gtest/gtest.h>

#include <map>

#include "fixtures.hpp"
#include "wire_bytes.hpp"

namespace lakesoul::test {
namespace {

// The elements of a wrapper, encoded one by one; empty after a failure.
Status encode_all(const wire::JniWrapper &wrapper, Arena *arena, std::string *out)
{
    Status status;
    auto add = [&](const auto &elements) {
        for (const auto &element : elements) {
            View bytes;
            if (status.ok())
                status = wire::encode_element(element, arena, &bytes);
            if (status.ok())
                out->append(bytes);
        }
    };
    add(wrapper.namespaces);
    add(wrapper.table_info);
    add(wrapper.table_path_id);
    add(wrapper.table_name_id);
    add(wrapper.partition_info);
    add(wrapper.data_commit_info);
    add(wrapper.discard_compressed_file_info);
    return status;
}

// What comes out of a wrapper's bytes; refusals from the n-th chunk on, if n is not negative.
Answer through_structs(const std::string &bytes, int refuse_after = -1)
{
    TestArena in, out;
    wire::JniWrapper wrapper;
    Answer answer;
    answer.status = wire::decode(bytes, in.get(), &wrapper);
    if (!answer.status.ok())
        return answer;
    out.use_smallest_chunks();
    out.fail_after(refuse_after);
    answer.status = encode_all(wrapper, out.get(), &answer.text);
    return answer;
}

// The fixture's bytes as a wrapper, empty for a message that a wrapper does not hold.
std::string wrapped(const Fixture &fixture)
{
    static const std::map<std::string, unsigned> kFields = {{"Namespace", 1},
                                                            {"TableInfo", 2},
                                                            {"TablePathId", 3},
                                                            {"TableNameId", 4},
                                                            {"PartitionInfo", 5},
                                                            {"DataCommitInfo", 6},
                                                            {"DiscardCompressedFileInfo", 7}};
    if (fixture.message == "JniWrapper")
        return fixture.bytes;
    auto field = kFields.find(fixture.message);
    return field == kFields.end() ? "" : length_field(field->second, fixture.bytes);
}

TEST(WireEncode, FixturesComeBackAsTheyWere)
{
    std::map<std::string, int> tried;
    for (const Fixture &fixture : read_fixtures("messages.jsonl")) {
        std::string bytes = wrapped(fixture);
        if (bytes.empty())
            continue;
        ++tried[fixture.message];
        Answer answer = through_structs(bytes);
        ASSERT_TRUE(answer.status.ok()) << fixture.name << ": " << answer.status.message;
        EXPECT_EQ(answer.text, bytes) << fixture.name;
    }
    EXPECT_GE(tried.size(), 6u);
}

// Every field of every message, none with its default, so that none can be forgotten or exchanged.
TEST(WireEncode, EveryField)
{
    std::string uuid = varint_field(1, 0x0123456789abcdefu) + varint_field(2, 0xfedcba9876543210u);
    auto texts = [](unsigned first, unsigned last) {
        std::string bytes;
        for (unsigned number = first; number <= last; ++number)
            bytes += length_field(number, "value " + std::to_string(number));
        return bytes;
    };
    std::string file = length_field(1, "p") + varint_field(2, 1) + varint_field(3, 7) + length_field(4, "c");
    for (const std::string &bytes :
         {length_field(1, texts(1, 4)), length_field(2, texts(1, 5) + texts(7, 11)), length_field(3, texts(1, 4)),
          length_field(4, texts(1, 4)),
          length_field(5, texts(1, 2) + varint_field(3, 300) + varint_field(4, 3) + varint_field(5, 1u << 31) +
                              length_field(7, uuid) + length_field(7, "") + texts(8, 9)),
          length_field(6, texts(1, 2) + length_field(3, uuid) + length_field(4, file) + length_field(4, "") +
                              varint_field(5, 4) + varint_field(6, 5) + varint_field(7, 1) + texts(8, 8)),
          length_field(7, texts(1, 3) + varint_field(4, 9) + texts(5, 5))}) {
        Answer answer = through_structs(bytes);
        EXPECT_TRUE(answer.status.ok()) << answer.status.message;
        EXPECT_EQ(answer.text, bytes);
    }
}

TEST(WireEncode, DefaultsAreLeftOut)
{
    for (unsigned number : {1u, 2u, 3u, 4u, 5u, 7u})
        EXPECT_EQ(through_structs(length_field(number, "")).text, length_field(number, ""));
    EXPECT_EQ(through_structs(length_field(7, "") + length_field(7, "")).text,
              length_field(7, "") + length_field(7, ""));
}

TEST(WireEncode, ACommitAlwaysHasAnId)
{
    EXPECT_EQ(through_structs(length_field(6, "")).text, length_field(6, length_field(3, "")));
}

TEST(WireEncode, NegativeNumbers)
{
    std::string minus_one = length_field(5, varint_field(3, ~0ull) + varint_field(5, ~0ull));
    EXPECT_EQ(through_structs(minus_one).text, minus_one);
}

TEST(WireEncode, LengthsOfEverySize)
{
    for (std::size_t size : {127u, 128u, 16383u, 16384u, 2097152u}) {
        std::string bytes = length_field(3, length_field(1, std::string(size, 'x')));
        EXPECT_EQ(through_structs(bytes).text, bytes) << size;
    }
}

TEST(WireEncode, RefusedMemoryIsSaid)
{
    std::string uuid = varint_field(1, 1);
    std::string bytes = length_field(5, length_field(7, uuid) + length_field(7, uuid)) +
                        length_field(6, length_field(3, uuid) + length_field(4, length_field(1, "p")));
    ASSERT_EQ(through_structs(bytes).text, bytes);
    int refused = 0;
    for (int n = 0; n < 20; ++n) {
        Answer answer = through_structs(bytes, n);
        if (answer.status.ok())
            break;
        ++refused;
        EXPECT_EQ(answer.status.code, Code::out_of_memory) << n;
    }
    EXPECT_EQ(refused, 7);   // snapshot, its pointers, bytes; id, files, their pointers, bytes
}

}   // namespace
}   // namespace lakesoul::test
