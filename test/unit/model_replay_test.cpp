// Replays random histories of the executable model (test/model/commit_rules.py) through the core, in the order in
// which src/pg/publish.cpp and, for rows of stock clients, src/pg/stock_insert.cpp use it. LAKESOUL_SOAK=1 replays
// many more.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>

#include "catalog_partition.hpp"

namespace lakesoul::test {
namespace {

using nlohmann::json;

const char *const kStockOutcomeNames[] = {"accepted", "suppressed", "23505"};
const char *const kOutcomeNames[] = {"committed", "already_committed", "skipped", "conflict", "22023"};

CommitOp op_of(const json &name)
{
    CommitOp op = CommitOp::append;
    EXPECT_TRUE(commit_op_from_name(name.get<std::string>(), &op)) << name;
    return op;
}

std::vector<Uuid> ids_of(const json &list)
{
    std::vector<Uuid> out;
    for (const json &name : list)
        out.push_back(id(name.get<std::string>()));
    return out;
}

TestFiles files_of(const json &ops)
{
    TestFiles out;
    for (const json &op : ops)
        out.push_back({op[0] == "del" ? FileOp::del : FileOp::add, op[1].get<std::string>()});
    return out;
}

// The version that was head when a commit was registered; a model's timestamp identifies it.
std::optional<std::int32_t> registered_at(const json &state, const json &head)
{
    if (head == 0)
        return -1;
    for (const json &version : state["versions"])
        if (version["timestamp"] == head)
            return version["version"].get<std::int32_t>();
    return {};
}

TestPartition partition_of(const json &state)
{
    TestPartition out;
    out.last_dropped = state["last"];
    for (const json &version : state["versions"])
        out.versions.push_back({version["version"], op_of(version["op"]), ids_of(version["snapshot"])});
    for (const json &commit : state["commits"])
        out.rows[id(commit["id"])] = {commit["published_version"].is_null() ? -1
                                                                            : commit["published_version"].get<int>(),
                                      files_of(commit["ops"]), registered_at(state, commit["registered_head"])};
    for (const json &gone : state["retired"])
        out.retired[id(gone[0])] = gone[1];
    return out;
}

TestRequest request_of(const json &request)
{
    TestRequest out = {op_of(request["op"]), {}, {}};
    for (const json &commit : request["delta"])
        out.delta.emplace_back(id(commit[0]), files_of(commit[1]));
    const json &read = request["read"];
    if (!read.is_null()) {
        out.read = TestRead{read[0], {}};
        if (!read[1].is_null())
            out.read->snapshot = ids_of(read[1]);
    }
    return out;
}

std::string outcome_of(const TestAnswer &answer)
{
    switch (answer.status.code) {
    case Code::ok: break;
    case Code::bad_value: return "22023";
    case Code::id_reused: return "23505";
    case Code::limit: return "54000";
    default: return answer.status.message;
    }
    return answer.replay.already_committed ? "already_committed" : kOutcomeNames[static_cast<int>(answer.outcome)];
}

// The newest version that published an id of the request, -1 if none did.
std::int32_t newest_publisher(const TestRequest &request, const TestPartition &partition)
{
    std::int32_t newest = -1;
    for (const auto &sent : request.delta)
        newest = std::max(newest, partition.published_by(sent.first));
    return newest;
}

void compare(const json &call)
{
    TestPartition before = partition_of(call["before"]), after = partition_of(call["after"]);
    TestRequest request = request_of(call["request"]);
    TestAnswer answer = before.answer(request);
    EXPECT_EQ(outcome_of(answer), call["outcome"].get<std::string>());
    EXPECT_EQ("F" + std::to_string(answer.line), call["line"].get<std::string>());
    if (outcome_of(answer) == "already_committed" && answer.line == 0) {
        EXPECT_EQ(answer.replay.version, newest_publisher(request, before));
    }
    if (outcome_of(answer) != "committed") {
        EXPECT_EQ(call["after"]["versions"], call["before"]["versions"]);
        return;
    }
    const TestVersion &head = after.versions.back();
    EXPECT_EQ(answer.version, head.version);
    EXPECT_EQ(answer.snapshot, names(view(head.snapshot)));
    EXPECT_EQ(request.op, head.op);
    for (const auto &sent : request.delta)
        EXPECT_EQ(after.published_by(sent.first), answer.version);
    EXPECT_EQ(after.versions.size(), before.versions.size() + 1);
}

std::string outcome_of(const TestStockAnswer &answer)
{
    switch (answer.status.code) {
    case Code::ok: return kStockOutcomeNames[static_cast<int>(answer.outcome)];
    case Code::bad_value: return "22023";
    case Code::limit: return "54000";
    default: return answer.status.message;
    }
}

// "4>11" as the model writes it: "T4>F11".
std::string line_of(const TestStockAnswer &answer)
{
    std::string line = answer.status.ok() ? answer.line : "0";
    std::size_t inner = line.find('>');
    return "T" + (inner == std::string::npos ? line : line.insert(inner + 1, "F"));
}

void compare_row(const json &call)
{
    TestPartition before = partition_of(call["before"]), after = partition_of(call["after"]);
    const json &row = call["row"];
    TestStockAnswer answer = before.stock_answer(row["version"], op_of(row["op"]), ids_of(row["snapshot"]));
    EXPECT_EQ(outcome_of(answer), call["outcome"].get<std::string>());
    EXPECT_EQ(line_of(answer), call["line"].get<std::string>());
    if (outcome_of(answer) != "accepted") {
        EXPECT_EQ(call["after"], call["before"]);
        return;
    }
    EXPECT_EQ(after.versions.size(), before.versions.size() + 1);
    const TestVersion &head = after.versions.back();
    EXPECT_EQ(answer.version, head.version);
    EXPECT_EQ(answer.snapshot, names(view(head.snapshot)));
    EXPECT_EQ(op_of(row["op"]), head.op);
}

struct Counts {
    std::map<std::string, int> fired;
    int requests = 0, rows = 0;
};

void replay(int seed, int histories, Counts *counts)
{
    std::string command = "PYTHONHASHSEED=0 python3 '" LAKESOUL_SOURCE_DIR "/test/model/commit_rules.py' random " +
                          std::to_string(seed) + " " + std::to_string(histories);
    FILE *model = popen(command.c_str(), "r");
    ASSERT_NE(model, nullptr);
    char *line = nullptr;
    std::size_t capacity = 0;
    while (getline(&line, &capacity, model) > 0) {
        json call = json::parse(line);
        bool is_row = call.contains("row");
        ++(is_row ? counts->rows : counts->requests);
        ++counts->fired[call["line"]];
        SCOPED_TRACE(line);
        if (is_row)
            compare_row(call);
        else
            compare(call);
        if (testing::Test::HasFailure())
            break;
    }
    std::free(line);
    bool failed = testing::Test::HasFailure();
    EXPECT_TRUE(pclose(model) == 0 || failed) << command;
}

// Prints how often a line fired; line 0 stands for what is decided before a table.
void show_line(const std::string &line, bool optional, Counts *counts)
{
    std::cout << line << " " << counts->fired[line] << "  ";
    EXPECT_TRUE(optional || counts->fired[line] > 0 || testing::Test::HasFailure()) << line << " never fired";
}

TEST(CatalogModel, RandomHistories)
{
    const bool soak = std::getenv("LAKESOUL_SOAK") != nullptr;
    const int seeds = soak ? 10 : 3, histories = soak ? 2000 : 600;
    Counts counts;
    for (int seed = 1; seed <= seeds && !HasFailure(); ++seed)
        replay(seed, histories, &counts);
    std::cout << counts.requests << " requests and " << counts.rows << " rows of stock clients replayed\n";
    for (int line = 0; line <= 15; ++line)
        show_line("F" + std::to_string(line), line == 0, &counts);
    for (int line : {0, 1, 2, 3, 5, 6, 7, 8})
        show_line("T" + std::to_string(line), line == 0, &counts);
    for (int line : {6, 9, 10, 11, 12, 13, 15})
        show_line("T4>F" + std::to_string(line), false, &counts);
    std::cout << "\n";
}

}   // namespace
}   // namespace lakesoul::test
