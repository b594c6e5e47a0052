// Checks and grouping of what clients send: wrappers, single commits, MetaInfo.
#include <gtest/gtest.h>

#include <memory>

#include "catalog_partition.hpp"
#include "core/catalog/request.hpp"

namespace lakesoul::test {
namespace {

using catalog::CommitRequest;

// Messages and their parts, built by hand; everything lives as long as this.
class Sent {
public:
    std::string table = "t";
    CommitOp op = CommitOp::append;
    TestArena arena;
    CommitRequest request;
    wire::JniWrapper wrapper;
    wire::MetaInfo meta;

    wire::DataCommitInfo &commit(const std::string &desc, const std::string &name, const std::string &ops = "")
    {
        wire::DataCommitInfo one;
        one.table_id = keep(table);
        one.partition_desc = keep(desc);
        one.commit_id = name.empty() ? Uuid{} : id(name);
        one.commit_op = op;
        one.file_ops = file_ops(ops);
        commits.push_back(one);
        return commits.back();
    }
    wire::PartitionInfo &read(const std::string &desc, std::int32_t version, const std::string &snapshot = "")
    {
        reads.push_back(partition(desc, version, snapshot));
        return reads.back();
    }
    wire::PartitionInfo &list(const std::string &desc, const std::string &snapshot)
    {
        listed.push_back(partition(desc, 0, snapshot));
        return listed.back();
    }

    Status of_commits()
    {
        return catalog::request_of_commits({commits.data(), commits.size()}, {reads.data(), reads.size()}, arena.get(),
                                           &request);
    }
    Status of_wrapper(bool reads_allowed = true)
    {
        wrapper.data_commit_info = {commits.data(), commits.size()};
        wrapper.partition_info = {reads.data(), reads.size()};
        return catalog::request_of_wrapper(wrapper, reads_allowed, arena.get(), &request);
    }
    Status of_meta(const CommitOp *wanted = nullptr)
    {
        meta.list_partition = {listed.data(), listed.size()};
        meta.read_partition_info = {reads.data(), reads.size()};
        return catalog::request_of_meta(meta, wanted, arena.get(), &request);
    }
    Status fit(View partitions)
    {
        catalog::TableShape shape;
        EXPECT_TRUE(catalog::parse_partitions(partitions, arena.get(), &shape).ok());
        return catalog::fit_to_table(&request, shape, arena.get());
    }
    // "dt=1: a b (read 3: x y); dt=2: c"
    std::string text() const
    {
        std::string out;
        for (const catalog::PartitionRequest &one : request.partitions) {
            out.append(out.empty() ? "" : "; ").append(one.desc).append(":");
            for (const catalog::NewCommit &commit : one.delta)
                out.append(" ").append(names({&commit.id, 1}));
            if (one.has_read)
                out.append(" (read ").append(std::to_string(one.read_version)).append(")");
            if (one.has_read_snapshot)
                out.append(" [").append(names(one.read_snapshot)).append("]");
        }
        return out;
    }

    std::vector<wire::DataCommitInfo> commits;
    std::vector<wire::PartitionInfo> reads, listed;

private:
    View keep(const std::string &text)
    {
        texts_.push_back(std::make_unique<std::string>(text));
        return *texts_.back();
    }
    wire::PartitionInfo partition(const std::string &desc, std::int32_t version, const std::string &snapshot)
    {
        wire::PartitionInfo one;
        one.table_id = keep(table);
        one.partition_desc = keep(desc);
        one.version = version;
        one.commit_op = op;
        snapshots_.push_back(std::make_unique<std::vector<Uuid>>(ids(snapshot)));
        one.snapshot = view(*snapshots_.back());
        return one;
    }
    Span<const wire::DataFileOp> file_ops(const std::string &ops)
    {
        auto list = std::make_unique<std::vector<wire::DataFileOp>>();
        for (const TestFile &file : files(ops))
            list->push_back({keep(file.path), file.op, 10, ""});
        files_.push_back(std::move(list));
        return {files_.back()->data(), files_.back()->size()};
    }

    std::vector<std::unique_ptr<std::string>> texts_;
    std::vector<std::unique_ptr<std::vector<Uuid>>> snapshots_;
    std::vector<std::unique_ptr<std::vector<wire::DataFileOp>>> files_;
};

void expect_refused(const Status &status, const std::string &message, Code code = Code::bad_value)
{
    EXPECT_EQ(status.code, code);
    EXPECT_EQ(status.message, message);
}

// ---- commits -----------------------------------------------------------------------------------------------------

TEST(CatalogRequest, CommitsOfAPartitionFormItsDeltaInTheOrderSent)
{
    Sent sent;
    sent.commit("dt=2", "c", "add f").timestamp = 77;
    sent.commit("dt=1", "b");
    sent.commit("dt=2", "a", "add f, del g");   // the path may be added by two commits
    ASSERT_TRUE(sent.of_commits().ok());
    EXPECT_EQ(sent.text(), "dt=2: c a; dt=1: b");
    EXPECT_EQ(sent.request.table_id, "t");
    EXPECT_EQ(sent.request.op, A);
    const catalog::NewCommit &first = sent.request.partitions[0].delta[0];
    EXPECT_TRUE(first.has_files && first.timestamp == 77 && first.files[0].path == "f");
    EXPECT_EQ(sent.request.partitions[0].delta[1].files.size, 2u);
}

TEST(CatalogRequest, OneIdMayStandInSeveralPartitions)
{
    Sent sent;
    sent.commit("dt=1", "a");
    sent.commit("dt=2", "a");
    EXPECT_TRUE(sent.of_commits().ok());
}

TEST(CatalogRequest, RefusesAnEmptyRequest)
{
    Sent sent;
    expect_refused(sent.of_commits(), "request holds no commit");
    expect_refused(sent.of_wrapper(), "request holds no commit");
}

TEST(CatalogRequest, RefusesTwoTablesOrNone)
{
    Sent sent;
    sent.commit("dt=1", "a");
    sent.table = "u";
    sent.commit("dt=1", "b");
    expect_refused(sent.of_commits(), "one request is for one table, not for \"t\" and \"u\"");
    Sent none;
    none.table = "";
    none.commit("dt=1", "a");
    expect_refused(none.of_commits(), "table id is missing");
}

TEST(CatalogRequest, RefusesTwoOperations)
{
    Sent sent;
    sent.commit("dt=1", "a");
    sent.op = CommitOp::merge;
    sent.commit("dt=2", "b");
    expect_refused(sent.of_commits(), "one request is for one operation, not for \"AppendCommit\" and \"MergeCommit\"");
}

TEST(CatalogRequest, RefusesMissingAndRepeatedIds)
{
    Sent sent;
    sent.commit("dt=1", "");
    expect_refused(sent.of_commits(), "commit id is missing");
    Sent twice;
    twice.commit("dt=1", "a");
    twice.commit("dt=2", "b");
    twice.commit("dt=1", "a");
    expect_refused(twice.of_commits(), "a commit id is sent twice for partition \"dt=1\"");
}

TEST(CatalogRequest, RefusesImpossibleFiles)
{
    Sent sent;
    wire::DataFileOp file = {"f", FileOp::add, 0, ""};
    sent.commit("dt=1", "a").file_ops = {&file, 1};
    EXPECT_TRUE(sent.of_commits().ok());
    file.size = -1;
    expect_refused(sent.of_commits(), "size of file \"f\" is negative: -1");
    file = {"", FileOp::del, 0, ""};
    expect_refused(sent.of_commits(), "path of a file is empty");
    std::string longest(catalog::kMaxPathKey, 'x');
    file = {longest, FileOp::add, 0, ""};
    EXPECT_TRUE(sent.of_commits().ok());
    longest += "x";
    file.path = longest;
    expect_refused(sent.of_commits(), "path of a file is too long", Code::limit);
    EXPECT_STREQ(sent.of_commits().detail, "The path has 2681 bytes, the limit is 2680.");
}

TEST(CatalogRequest, RefusesPathAddedTwiceInOneCommit)
{
    Sent sent;
    sent.commit("dt=1", "a", "add f, del f, del f");   // only adds count
    EXPECT_TRUE(sent.of_commits().ok());
    sent.commit("dt=2", "b", "add f, del f, add f");
    expect_refused(sent.of_commits(), "file \"f\" is added twice in one commit");
}

TEST(CatalogRequest, RefusesDeleteWithFiles)
{
    Sent sent;
    sent.op = CommitOp::del;
    sent.commit("dt=1", "a");
    EXPECT_TRUE(sent.of_commits().ok());
    sent.commit("dt=2", "b", "del f");
    expect_refused(sent.of_commits(), "a DeleteCommit has no files");
}

// ---- wrappers ----------------------------------------------------------------------------------------------------

TEST(CatalogRequest, WrapperHoldsCommitsAndReadEntriesOnly)
{
    Sent sent;
    sent.commit("dt=1", "a");
    EXPECT_TRUE(sent.of_wrapper(true).ok());
    EXPECT_TRUE(sent.of_wrapper(false).ok());
    wire::Namespace name_space;
    wire::TableInfo table;
    wire::TablePathId path;
    wire::TableNameId name;
    wire::DiscardCompressedFileInfo discard;
    auto refused = [&](const char *field) {
        expect_refused(sent.of_wrapper(), std::string("field \"") + field + "\" of the request must be empty");
        EXPECT_STREQ(sent.of_wrapper().detail, "The commits are in data_commit_info, what was read in partition_info.");
        sent.wrapper = {};
    };
    sent.wrapper.namespaces = {&name_space, 1};
    refused("namespace");
    sent.wrapper.table_info = {&table, 1};
    refused("table_info");
    sent.wrapper.table_path_id = {&path, 1};
    refused("table_path_id");
    sent.wrapper.table_name_id = {&name, 1};
    refused("table_name_id");
    sent.wrapper.discard_compressed_file_info = {&discard, 1};
    refused("discard_compressed_file_info");
}

TEST(CatalogRequest, WrapperHoldsReadEntriesOnlyWhereWanted)
{
    Sent sent;
    sent.commit("dt=1", "a");
    sent.read("dt=1", 3);
    EXPECT_TRUE(sent.of_wrapper(true).ok());
    expect_refused(sent.of_wrapper(false), "field \"partition_info\" of the request must be empty");
    EXPECT_STREQ(sent.of_wrapper(false).detail, "The commits are in data_commit_info.");
}

// ---- MetaInfo ----------------------------------------------------------------------------------------------------

TEST(CatalogRequest, MetaListsIdsOfRegisteredCommits)
{
    Sent sent;
    sent.list("dt=1", "a b").expression = "e";
    sent.list("dt=2", "");
    sent.read("dt=2", 4, "x");
    ASSERT_TRUE(sent.of_meta().ok());
    ASSERT_TRUE(sent.fit("dt;").ok());
    EXPECT_EQ(sent.text(), "dt=1: a b; dt=2: (read 4) [x]");
    EXPECT_EQ(sent.request.partitions[0].expression, "e");
    EXPECT_FALSE(sent.request.partitions[0].delta[0].has_files);
    EXPECT_EQ(sent.request.op, A);
}

TEST(CatalogRequest, MetaOperation)
{
    Sent sent;
    sent.op = CommitOp::update;
    sent.list("dt=1", "a");
    ASSERT_TRUE(sent.of_meta().ok());
    EXPECT_EQ(sent.request.op, U);
    sent.list("dt=2", "a").commit_op = CommitOp::merge;
    expect_refused(sent.of_meta(), "one request is for one operation, not for \"UpdateCommit\" and \"MergeCommit\"");
    CommitOp given = CommitOp::compaction;
    EXPECT_TRUE(sent.of_meta(&given).ok());
    EXPECT_EQ(sent.request.op, C);
}

TEST(CatalogRequest, MetaTable)
{
    Sent sent;
    sent.list("dt=1", "a");
    EXPECT_TRUE(sent.of_meta().ok());
    sent.meta.table_info.table_id = "other";
    expect_refused(sent.of_meta(), "one request is for one table, not for \"other\" and \"t\"");
    sent.listed[0].table_id = "";
    ASSERT_TRUE(sent.of_meta().ok());
    EXPECT_EQ(sent.request.table_id, "other");
    sent.meta.table_info.table_id = "";
    expect_refused(sent.of_meta(), "table id is missing");
}

TEST(CatalogRequest, MetaWithoutPartitionsOnlySaysWhichTable)
{
    Sent sent;
    expect_refused(sent.of_meta(), "table id is missing");
    sent.meta.table_info.table_id = "t";
    ASSERT_TRUE(sent.of_meta().ok());
    EXPECT_TRUE(sent.request.partitions.empty() && sent.request.table_id == "t");
    EXPECT_TRUE(sent.fit("dt;").ok());
}

TEST(CatalogRequest, MetaRefusesPartitionListedTwice)
{
    Sent sent;
    sent.list("dt=1", "a");
    sent.list("dt=1", "b");
    expect_refused(sent.of_meta(), "partition \"dt=1\" is listed twice");
}

TEST(CatalogRequest, MetaRefusesMissingAndRepeatedIds)
{
    Sent sent;
    sent.list("dt=1", "a b a");
    expect_refused(sent.of_meta(), "a commit id is sent twice for partition \"dt=1\"");
    Uuid nil = {};
    sent.listed[0].snapshot = {&nil, 1};
    expect_refused(sent.of_meta(), "commit id is missing");
}

// ---- with the table ----------------------------------------------------------------------------------------------

TEST(CatalogRequest, DescriptionsBecomeTheStoredForm)
{
    Sent sent;
    sent.commit("dt=1/region=eu", "a");
    sent.commit("dt=x/y,region=eu", "b");
    ASSERT_TRUE(sent.of_commits().ok());
    ASSERT_TRUE(sent.fit("dt,region;").ok());
    EXPECT_EQ(sent.text(), "dt=1,region=eu: a; dt=x/y,region=eu: b");
    Sent unpartitioned;
    unpartitioned.commit("", "a");
    ASSERT_TRUE(unpartitioned.of_commits().ok());
    ASSERT_TRUE(unpartitioned.fit(";id").ok());
    EXPECT_EQ(unpartitioned.text(), "-5: a");
}

TEST(CatalogRequest, DescriptionsMustFitTheTable)
{
    Sent sent;
    sent.commit("dt=1", "a");
    ASSERT_TRUE(sent.of_commits().ok());
    expect_refused(sent.fit(";id"), "partition description \"dt=1\" does not fit the table");
    Sent in_read;
    in_read.commit("dt=1", "a");
    in_read.read("x=1", 0);
    ASSERT_TRUE(in_read.of_commits().ok());
    expect_refused(in_read.fit("dt;"), "partition description \"x=1\" does not fit the table");
}

TEST(CatalogRequest, BothOfFlinksSpellingsAreOnePartition)
{
    Sent sent;
    sent.commit("dt=1/region=eu", "a");
    sent.commit("dt=2,region=eu", "x");
    sent.commit("dt=1,region=eu", "b");
    sent.commit("dt=1/region=eu", "c");   // grouped with a
    sent.read("dt=1/region=eu", 3);
    ASSERT_TRUE(sent.of_commits().ok());
    ASSERT_TRUE(sent.fit("dt,region;").ok());
    EXPECT_EQ(sent.text(), "dt=1,region=eu: a c b (read 3); dt=2,region=eu: x");
}

TEST(CatalogRequest, MergedPartitionsKeepTheirOwnRequests)
{
    Sent sent;
    for (const char *desc : {"dt=1/r=1", "dt=1,r=1", "dt=2/r=1", "dt=3,r=1", "dt=2,r=1"})
        sent.commit(desc, desc);
    ASSERT_TRUE(sent.of_commits().ok());
    ASSERT_TRUE(sent.fit("dt,r;").ok());
    EXPECT_EQ(sent.text(), "dt=1,r=1: dt=1/r=1 dt=1,r=1; dt=2,r=1: dt=2/r=1 dt=2,r=1; dt=3,r=1: dt=3,r=1");
}

TEST(CatalogRequest, RefusesOneIdInBothSpellings)
{
    Sent sent;
    sent.commit("dt=1/region=eu", "a");
    sent.commit("dt=1,region=eu", "a");
    ASSERT_TRUE(sent.of_commits().ok());
    expect_refused(sent.fit("dt,region;"), "a commit id is sent twice for partition \"dt=1,region=eu\"");
}

TEST(CatalogRequest, MetaMayListAPartitionInOneSpellingOnly)
{
    for (const char *first : {"", "a"}) {
        for (const char *second : {"", "b"}) {
            Sent sent;
            sent.op = CommitOp::update;
            sent.list("dt=1/region=eu", first);
            sent.list("dt=1,region=eu", second);
            ASSERT_TRUE(sent.of_meta().ok());
            expect_refused(sent.fit("dt,region;"), "partition \"dt=1,region=eu\" is listed twice");
        }
    }
}

TEST(CatalogRequest, ReadEntriesGoToTheirPartitions)
{
    Sent sent;
    sent.commit("dt=1", "a");
    sent.commit("dt=2", "b");
    sent.commit("dt=3", "c");
    sent.read("dt=2", 5, "x y");
    sent.read("dt=9", 1);   // of a partition without a commit: ignored
    sent.read("dt=1", -1).table_id = "";
    ASSERT_TRUE(sent.of_commits().ok());
    ASSERT_TRUE(sent.fit("dt;").ok());
    EXPECT_EQ(sent.text(), "dt=1: a (read -1); dt=2: b (read 5) [x y]; dt=3: c");
}

TEST(CatalogRequest, RefusesImpossibleReadEntries)
{
    Sent sent;
    sent.commit("dt=1", "a");
    sent.read("dt=1", -2);
    expect_refused(sent.of_commits(), "read version -2 of partition \"dt=1\" is negative");
    sent.reads[0].version = 0;
    sent.reads[0].table_id = "u";
    expect_refused(sent.of_commits(), "read entry of table \"u\" in a request for table \"t\"");
}

TEST(CatalogRequest, RefusesTwoReadEntriesOfOnePartition)
{
    for (const char *second : {"dt=1/r=1", "dt=1,r=1"}) {
        Sent sent;
        sent.commit("dt=1,r=1", "a");
        sent.read("dt=1,r=1", 0);
        sent.read(second, 0);
        ASSERT_TRUE(sent.of_commits().ok());
        expect_refused(sent.fit("dt,r;"), "two read entries for partition \"dt=1,r=1\"");
    }
    Sent elsewhere;   // also where there is no commit
    elsewhere.commit("dt=1", "a");
    elsewhere.read("dt=2", 0);
    elsewhere.read("dt=2", 1);
    ASSERT_TRUE(elsewhere.of_commits().ok());
    expect_refused(elsewhere.fit("dt;"), "two read entries for partition \"dt=2\"");
}

TEST(CatalogRequest, OutOfMemory)
{
    int refused = 0;
    for (int chunks = 0; chunks < 30; ++chunks) {
        Sent sent;
        sent.commit("dt=1/r=1", "a");
        sent.commit("dt=1,r=1", "b");
        sent.arena.use_smallest_chunks();
        sent.arena.fail_after(chunks);
        Status status = sent.of_commits();
        catalog::TableShape shape;
        if (status.ok())
            status = catalog::parse_partitions("dt,r;", sent.arena.get(), &shape);
        if (status.ok())
            status = catalog::fit_to_table(&sent.request, shape, sent.arena.get());
        EXPECT_TRUE(status.ok() || status.code == Code::out_of_memory);
        refused += !status.ok();
    }
    EXPECT_TRUE(refused > 4 && refused < 30) << refused;
}

}   // namespace
}   // namespace lakesoul::test
