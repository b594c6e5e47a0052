// The rows of test/fixtures: good messages both ways and into structs, bad messages and their codes.
#include <gtest/gtest.h>

#include <set>

#include "fixtures.hpp"
#include "wire_bytes.hpp"

namespace lakesoul::test {
namespace {

using nlohmann::json;

const std::vector<Fixture> &good()
{
    static const std::vector<Fixture> rows = read_fixtures("messages.jsonl");
    return rows;
}

const std::vector<Fixture> &bad()
{
    static const std::vector<Fixture> rows = read_fixtures("bad_messages.jsonl");
    return rows;
}

const Fixture &row(const std::vector<Fixture> &rows, const std::string &name)
{
    for (const Fixture &fixture : rows) {
        if (fixture.name == name)
            return fixture;
    }
    throw std::out_of_range("no fixture " + name);
}

// The SQLSTATE of a code, for the codes that decoding can give.
std::string sqlstate(Code code)
{
    switch (code) {
    case Code::ok: return "00000";
    case Code::malformed: return "22P03";
    case Code::limit: return "54000";
    case Code::bad_text: return "22021";
    case Code::bad_value: return "22023";
    default: return "?";
    }
}

bool expects(const Fixture &fixture, Code code)
{
    const json &states = fixture.row["sqlstate"];
    if (states.is_string())
        return states == sqlstate(code);
    return std::find(states.begin(), states.end(), sqlstate(code)) != states.end();
}

const std::set<std::string> kOnlyCommitRefuses = {"no_commit_id", "negative_size", "empty_path",
                                                  "same_path_added_twice", "bad_desc"};

TEST(WireFixtures, AreThere)
{
    EXPECT_EQ(good().size(), 24u);
    EXPECT_EQ(bad().size(), 14u);
}

TEST(WireFixtures, GoodMessagesToJson)
{
    for (const Fixture &fixture : good()) {
        Answer answer = to_json(fixture.message, fixture.bytes);
        ASSERT_TRUE(answer.status.ok()) << fixture.name << ": " << answer.status.message;
        EXPECT_EQ(json::parse(answer.text), fixture.row["json"]) << fixture.name;
    }
}

TEST(WireFixtures, GoodMessagesFromJson)
{
    for (const Fixture &fixture : good()) {
        Answer answer = from_json(fixture.message, fixture.row["json"].dump());
        ASSERT_TRUE(answer.status.ok()) << fixture.name << ": " << answer.status.message;
        EXPECT_EQ(answer.text, fixture.bytes) << fixture.name;
    }
}

TEST(WireFixtures, GoodMessagesIntoStructs)
{
    int decoded = 0;
    for (const Fixture &fixture : good()) {
        if (!has_struct(fixture.message))
            continue;
        TestArena arena(wire::memory_budget(fixture.bytes.size()));
        Status status = decode_status(fixture.message, fixture.bytes, arena.get());
        EXPECT_TRUE(status.ok()) << fixture.name << ": " << status.message;
        ++decoded;
    }
    EXPECT_GE(decoded, 16);
}

TEST(WireFixtures, BadMessages)
{
    for (const Fixture &fixture : bad()) {
        TestArena arena(wire::memory_budget(fixture.bytes.size()));
        Status status = decode_status(fixture.message, fixture.bytes, arena.get());
        if (kOnlyCommitRefuses.count(fixture.name) != 0)
            EXPECT_TRUE(status.ok()) << fixture.name << ": " << status.message;
        else
            EXPECT_TRUE(expects(fixture, status.code)) << fixture.name << ": " << sqlstate(status.code);
    }
}

TEST(WireFixtures, BadMessagesToJson)
{
    for (const Fixture &fixture : bad()) {
        TestArena arena(wire::memory_budget(fixture.bytes.size()));
        View text;
        Status status = wire::to_json(fixture.message, fixture.bytes, arena.get(), &text);
        if (kOnlyCommitRefuses.count(fixture.name) != 0)
            EXPECT_TRUE(status.ok()) << fixture.name << ": " << status.message;
        else
            EXPECT_TRUE(expects(fixture, status.code)) << fixture.name << ": " << sqlstate(status.code);
    }
}

TEST(WireFixtures, AmplificationStaysWithinTheBudget)
{
    const Fixture &fixture = row(bad(), "amplification");
    std::size_t budget = wire::memory_budget(fixture.bytes.size());
    TestArena arena(budget);
    Status status = decode_status(fixture.message, fixture.bytes, arena.get());
    EXPECT_EQ(status.code, Code::limit);
    EXPECT_STREQ(status.message, "message needs more memory than its budget of 6465536 bytes");
    EXPECT_LE(arena.bytes_taken(), budget);
    EXPECT_GT(arena.bytes_taken(), budget / 2);
}

TEST(WireStructs, DataCommitInfo)
{
    TestArena arena;
    wire::DataCommitInfo commit;
    ASSERT_TRUE(wire::decode(row(good(), "append_one_file").bytes, arena.get(), &commit).ok());
    EXPECT_EQ(commit.table_id, "table_0f5a3a1e-7c1d-4a9b-9d0c-0d3f6f4b2a11");
    EXPECT_EQ(commit.partition_desc, "dt=2026-08-01");
    EXPECT_EQ(commit.commit_op, CommitOp::append);
    EXPECT_EQ(commit.domain, "public");
    EXPECT_FALSE(commit.committed);
    EXPECT_EQ(commit.timestamp, 1756280000000);
    ASSERT_EQ(commit.file_ops.size, 1u);
    EXPECT_EQ(commit.file_ops[0].file_op, FileOp::add);
    EXPECT_EQ(commit.file_ops[0].size, 1037);
    EXPECT_EQ(commit.file_ops[0].file_exist_cols, "order_id,amount");
}

TEST(WireStructs, CommitIdIsBigEndianHighHalfFirst)
{
    std::string uuid = varint_field(1, 0x0102030405060708u) + varint_field(2, 0xF1F2F3F4F5F6F7F8u);
    TestArena arena;
    wire::DataCommitInfo commit;
    ASSERT_TRUE(wire::decode(length_field(3, uuid), arena.get(), &commit).ok());
    const Uuid expected = {{1, 2, 3, 4, 5, 6, 7, 8, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8}};
    EXPECT_EQ(commit.commit_id, expected);
}

TEST(WireStructs, HundredFiles)
{
    TestArena arena;
    wire::DataCommitInfo commit;
    const Fixture &fixture = row(good(), "hundred_files");
    ASSERT_TRUE(wire::decode(fixture.bytes, arena.get(), &commit).ok());
    ASSERT_EQ(commit.file_ops.size, 100u);
    for (std::size_t i = 0; i < 100; ++i)
        EXPECT_EQ(commit.file_ops[i].path, fixture.row["json"]["file_ops"][i]["path"].get<std::string>());
}

TEST(WireStructs, PartitionInfo)
{
    std::string bytes = length_field(1, "t") + length_field(2, "d=1") + varint_field(3, 7) + varint_field(4, 2) +
                        varint_field(5, 99) + length_field(7, varint_field(2, 1)) + length_field(7, "") +
                        length_field(8, "x") + length_field(9, "public");
    TestArena arena;
    wire::PartitionInfo partition;
    ASSERT_TRUE(wire::decode(bytes, arena.get(), &partition).ok());
    EXPECT_EQ(partition.table_id, "t");
    EXPECT_EQ(partition.partition_desc, "d=1");
    EXPECT_EQ(partition.version, 7);
    EXPECT_EQ(partition.commit_op, CommitOp::merge);
    EXPECT_EQ(partition.timestamp, 99);
    ASSERT_EQ(partition.snapshot.size, 2u);
    EXPECT_EQ(partition.snapshot[0].bytes[15], 1);
    EXPECT_TRUE(partition.snapshot[1].is_nil());
    EXPECT_EQ(partition.expression, "x");
    EXPECT_EQ(partition.domain, "public");
}

TEST(WireStructs, MetaInfo)
{
    TestArena arena;
    wire::MetaInfo meta;
    ASSERT_TRUE(wire::decode(row(good(), "meta_info_update_with_read_version_0").bytes, arena.get(), &meta).ok());
    ASSERT_EQ(meta.list_partition.size, 1u);
    EXPECT_EQ(meta.list_partition[0].commit_op, CommitOp::update);
    EXPECT_TRUE(meta.has_table_info);
    EXPECT_EQ(meta.table_info.table_name, "orders");
    wire::MetaInfo none;
    ASSERT_TRUE(wire::decode("", arena.get(), &none).ok());
    EXPECT_FALSE(none.has_table_info);
    wire::MetaInfo empty_table;
    ASSERT_TRUE(wire::decode(length_field(2, ""), arena.get(), &empty_table).ok());
    EXPECT_TRUE(empty_table.has_table_info);
}

TEST(WireStructs, TableInfoKeepsBinarySchema)
{
    const Fixture &fixture = row(good(), "table_info_with_arrow_ipc");
    TestArena arena;
    wire::TableInfo table;
    ASSERT_TRUE(wire::decode(fixture.bytes, arena.get(), &table).ok());
    EXPECT_EQ(table.table_path, "s3://lake/warehouse/default/orders");
    EXPECT_FALSE(table.table_schema_arrow_ipc.empty());
    ASSERT_TRUE(wire::decode(length_field(10, std::string("\xff\x00\xfe", 3)), arena.get(), &table).ok());
    EXPECT_EQ(table.table_schema_arrow_ipc, View("\xff\x00\xfe", 3));
}

TEST(WireStructs, JniWrapperHasEveryList)
{
    std::string bytes = length_field(1, length_field(1, "n")) + length_field(2, length_field(3, "t")) +
                        length_field(3, length_field(1, "p")) + length_field(4, length_field(2, "id")) +
                        length_field(5, varint_field(3, 4)) + length_field(6, varint_field(7, 1)) +
                        length_field(7, length_field(5, "2026-01-01"));
    TestArena arena;
    wire::JniWrapper wrapper;
    ASSERT_TRUE(wire::decode(bytes, arena.get(), &wrapper).ok());
    ASSERT_EQ(wrapper.namespaces.size, 1u);
    EXPECT_EQ(wrapper.namespaces[0].name, "n");
    ASSERT_EQ(wrapper.table_info.size, 1u);
    EXPECT_EQ(wrapper.table_info[0].table_name, "t");
    ASSERT_EQ(wrapper.table_path_id.size, 1u);
    EXPECT_EQ(wrapper.table_path_id[0].table_path, "p");
    ASSERT_EQ(wrapper.table_name_id.size, 1u);
    EXPECT_EQ(wrapper.table_name_id[0].table_id, "id");
    ASSERT_EQ(wrapper.partition_info.size, 1u);
    EXPECT_EQ(wrapper.partition_info[0].version, 4);
    ASSERT_EQ(wrapper.data_commit_info.size, 1u);
    EXPECT_TRUE(wrapper.data_commit_info[0].committed);
    ASSERT_EQ(wrapper.discard_compressed_file_info.size, 1u);
    EXPECT_EQ(wrapper.discard_compressed_file_info[0].t_date, "2026-01-01");
}

TEST(WireStructs, ZeroLengthMessagesAreAllDefaults)
{
    TestArena arena;
    wire::JniWrapper wrapper;
    ASSERT_TRUE(wire::decode(View(), arena.get(), &wrapper).ok());
    EXPECT_TRUE(wrapper.data_commit_info.empty());
    wire::DataCommitInfo commit;
    ASSERT_TRUE(wire::decode(View(), arena.get(), &commit).ok());
    EXPECT_TRUE(commit.commit_id.is_nil());
    EXPECT_TRUE(commit.table_id.empty());
    EXPECT_EQ(to_json("DataCommitInfo", "").text, "{}");
}

TEST(WireStructs, NothingIsWrittenOnFailure)
{
    TestArena arena;
    wire::PartitionInfo partition;
    partition.version = 42;
    EXPECT_FALSE(wire::decode(varint_field(3, 1) + "\xff", arena.get(), &partition).ok());
    EXPECT_EQ(partition.version, 42);
}

TEST(WireStructs, LastScalarWins)
{
    TestArena arena;
    wire::PartitionInfo partition;
    std::string bytes = length_field(1, "a") + length_field(1, "b") + length_field(2, "x") + length_field(2, "");
    ASSERT_TRUE(wire::decode(bytes, arena.get(), &partition).ok());
    EXPECT_EQ(partition.table_id, "b");
    EXPECT_EQ(partition.partition_desc, "");
}

}   // namespace
}   // namespace lakesoul::test
