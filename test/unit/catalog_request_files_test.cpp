// Commit requests made from rows of files.
#include <gtest/gtest.h>

#include "catalog_partition.hpp"
#include "core/catalog/request_files.hpp"

namespace lakesoul::test {
namespace {

using catalog::FileChange;
using catalog::ReadVersion;

class Rows {
public:
    Status make(CommitOp op, std::vector<FileChange> changes, std::vector<ReadVersion> reads = {})
    {
        changes_ = std::move(changes);
        reads_ = std::move(reads);
        return catalog::request_of_files("t", op, {changes_.data(), changes_.size()}, {reads_.data(), reads_.size()},
                                         id("c"), arena.get(), &request);
    }
    TestArena arena;
    catalog::CommitRequest request;

private:
    std::vector<FileChange> changes_;
    std::vector<ReadVersion> reads_;
};

TEST(CatalogRequestFiles, OneCommitForEveryPartition)
{
    Rows rows;
    ASSERT_TRUE(
        rows.make(A, {{"dt=2", "f1", "add", 5, "a,b"}, {"dt=1", "f2", "add", 6, ""}, {"dt=2", "f3", "del", 0, ""}})
            .ok());
    ASSERT_EQ(rows.request.partitions.size, 2u);
    EXPECT_EQ(rows.request.table_id, "t");
    const catalog::PartitionRequest &first = rows.request.partitions[0], &second = rows.request.partitions[1];
    EXPECT_EQ(first.desc, "dt=2");
    EXPECT_EQ(second.desc, "dt=1");
    ASSERT_TRUE(first.delta.size == 1 && second.delta.size == 1);
    EXPECT_TRUE(first.delta[0].id == id("c") && second.delta[0].id == id("c"));
    ASSERT_EQ(first.delta[0].files.size, 2u);
    EXPECT_EQ(first.delta[0].files[0].path, "f1");
    EXPECT_EQ(first.delta[0].files[0].size, 5);
    EXPECT_EQ(first.delta[0].files[0].file_exist_cols, "a,b");
    EXPECT_EQ(first.delta[0].files[1].file_op, FileOp::del);
}

TEST(CatalogRequestFiles, DeleteTakesItsPartitionsFromTheReadVersions)
{
    Rows rows;
    ASSERT_TRUE(rows.make(D, {}, {{"dt=1", 3}, {"dt=2", -1}}).ok());
    ASSERT_EQ(rows.request.partitions.size, 2u);
    EXPECT_EQ(rows.request.partitions[1].desc, "dt=2");
    EXPECT_EQ(rows.request.partitions[1].delta.size, 1u);
    EXPECT_EQ(rows.request.reads[0].version, 3);
    EXPECT_EQ(rows.request.reads[1].version, -1);
}

TEST(CatalogRequestFiles, OtherOpsTakeReadVersionsAsTheyAre)
{
    Rows rows;
    ASSERT_TRUE(rows.make(U, {{"dt=1", "f", "add", 1, ""}}, {{"dt=1", 3}, {"dt=2", 4}}).ok());
    EXPECT_EQ(rows.request.partitions.size, 1u);
    EXPECT_EQ(rows.request.reads.size, 2u);
}

TEST(CatalogRequestFiles, RefusesWhatCannotBe)
{
    Rows rows;
    EXPECT_STREQ(rows.make(A, {}).message, "files must not be empty");
    EXPECT_STREQ(rows.make(A, {{"dt=1", "f", "ADD", 1, ""}}).message,
                 "file_op \"ADD\" of file \"f\" is neither add nor del");
    EXPECT_STREQ(rows.make(D, {{"dt=1", "f", "add", 1, ""}}, {{"dt=1", 0}}).message, "a DeleteCommit has no files");
    EXPECT_EQ(rows.make(D, {}).code, Code::bad_value);
    EXPECT_STREQ(rows.make(A, {{"dt=1", "f", "add", -1, ""}}).message, "size of file \"f\" is negative: -1");
    EXPECT_STREQ(rows.make(A, {{"dt=1", "", "add", 1, ""}}).message, "path of a file is empty");
    EXPECT_STREQ(rows.make(A, {{"dt=1", "f", "add", 1, ""}, {"dt=1", "f", "add", 1, ""}}).message,
                 "file \"f\" is added twice in one commit");
    EXPECT_STREQ(rows.make(A, {{"dt=1", "f", "add", 1, ""}}, {{"dt=1", -2}}).message,
                 "read version -2 of partition \"dt=1\" is negative");
}

TEST(CatalogRequestFiles, OutOfMemory)
{
    int refused = 0;
    for (int chunks = 0; chunks < 20; ++chunks) {
        Rows rows;
        rows.arena.use_smallest_chunks();
        rows.arena.fail_after(chunks);
        Status status = rows.make(A, {{"dt=1", "f", "add", 1, ""}}, {{"dt=1", 0}});
        EXPECT_TRUE(status.ok() || status.code == Code::out_of_memory);
        refused += !status.ok();
    }
    EXPECT_TRUE(refused > 3 && refused < 20) << refused;
}

}   // namespace
}   // namespace lakesoul::test
