// One partition held in memory, and what a request or a stock client's row does to it: the steps of
// src/pg/publish.cpp and src/pg/stock_insert.cpp without a server.
// Ids have short names ("a"), snapshots are names with blanks between ("a b"), file ops "add f1, del f2".
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "core/catalog/commit_rules.hpp"
#include "core/catalog/fold.hpp"
#include "core/catalog/ids.hpp"
#include "core/catalog/stock_rules.hpp"
#include "test_arena.hpp"

namespace lakesoul::test {

constexpr CommitOp A = CommitOp::append, M = CommitOp::merge, C = CommitOp::compaction, U = CommitOp::update,
                   D = CommitOp::del;

inline Uuid id(const std::string &name)
{
    Uuid uuid = {};
    std::memcpy(uuid.bytes, name.data(), std::min(name.size(), sizeof uuid.bytes));
    return uuid;
}

inline std::vector<Uuid> ids(const std::string &names)
{
    std::istringstream in(names);
    std::vector<Uuid> out;
    for (std::string name; in >> name;)
        out.push_back(id(name));
    return out;
}

inline Uuids view(const std::vector<Uuid> &of)
{
    return {of.data(), of.size()};
}

inline std::string names(Uuids of)
{
    std::string text;
    for (const Uuid &uuid : of) {
        const char *name = reinterpret_cast<const char *>(uuid.bytes);
        text.append(text.empty() ? "" : " ").append(name, strnlen(name, sizeof uuid.bytes));
    }
    return text;
}

struct TestFile {
    FileOp op;
    std::string path;
    bool operator==(const TestFile &other) const { return op == other.op && path == other.path; }
};
using TestFiles = std::vector<TestFile>;

inline TestFiles files(const std::string &text)
{
    TestFiles out;
    std::istringstream in(text);
    for (std::string op, path; in >> op >> path;)
        out.push_back({op == "del" ? FileOp::del : FileOp::add, path.substr(0, path.find(','))});
    return out;
}

struct TestVersion {
    std::int32_t version;
    CommitOp op;
    std::vector<Uuid> snapshot;
};

struct TestRow {
    std::int32_t published_by = -1;
    TestFiles files;
    std::optional<std::int32_t> registered_at = {};   // the head when it was registered, -1: none; nothing: not known
};

struct TestRead {
    std::int32_t version;
    std::optional<std::vector<Uuid>> snapshot;
};

struct TestRequest {
    CommitOp op;
    std::vector<std::pair<Uuid, TestFiles>> delta;
    std::optional<TestRead> read;
};

struct TestAnswer {
    Status status;
    catalog::Replay replay;
    int line = 0;   // 0: decided before the table
    catalog::Outcome outcome = catalog::Outcome::conflict;
    std::int32_t version = -1;
    std::string snapshot;
    std::int32_t other = -1;   // conflict: the version that cannot be combined
};

struct TestStockAnswer {
    Status status;
    std::string line;   // "3", or for line 4 with the line of section 1: "4>11"
    catalog::StockOutcome outcome = catalog::StockOutcome::refuse;
    std::int32_t version = -1;
    std::string snapshot;
};

class TestPartition {
public:
    std::vector<TestVersion> versions;
    std::map<Uuid, TestRow> rows;
    std::map<Uuid, std::int32_t> retired;
    std::int32_t last_dropped = -1;

    TestAnswer answer(const TestRequest &request) const
    {
        TestAnswer out;
        TestArena arena;
        std::vector<Uuid> delta;
        std::vector<catalog::IdState> states;
        for (const auto &[commit, sent] : request.delta) {
            delta.push_back(commit);
            auto row = rows.find(commit);
            states.push_back({row == rows.end() || row->second.files == sent, published_by(commit)});
        }
        out.status = catalog::decide_replay(request.op, view(delta), {states.data(), states.size()}, &out.replay);
        if (!out.status.ok() || out.replay.already_committed)
            return out;
        catalog::Case one;
        one.op = request.op;
        one.head = head();
        one.delta.ids = view(delta);
        one.has_read = request.read.has_value();
        catalog::Window window;
        std::vector<catalog::IdFacts> facts;
        if (request.op == A || request.op == M)
            look_at_deletes(request, &one.delta);
        else if (catalog::needs_window(request.op, one.has_read))
            out.status = look_back(*request.read, &one, &window, &facts, &arena);
        catalog::Verdict verdict;
        if (out.status.ok())
            out.status = catalog::decide(one, arena.get(), &verdict);
        if (!out.status.ok())
            return out;
        out.line = verdict.line;
        out.outcome = verdict.outcome;
        out.version = verdict.version;
        out.snapshot = names(verdict.snapshot);
        out.other = verdict.other == nullptr ? -1 : verdict.other->version;
        return out;
    }

    // A plain INSERT of version n with this snapshot.
    TestStockAnswer stock_answer(std::int32_t n, CommitOp op, const std::vector<Uuid> &snapshot) const
    {
        TestArena arena;
        catalog::StockCase one;
        one.version = n;
        one.op = op;
        one.snapshot = view(snapshot);
        one.head = head();
        one.head.last_dropped_version = -1;   // stock clients count from the head
        std::vector<Uuid> fresh;
        std::copy_if(snapshot.begin(), snapshot.end(), std::back_inserter(fresh),
                     [&](const Uuid &commit) { return published_by(commit) < 0; });
        one.fresh = view(fresh);
        TestStockAnswer out;
        catalog::Case replaced;
        catalog::Window window;
        std::vector<catalog::IdFacts> facts;
        if (fresh.empty() && !snapshot.empty())
            look_at_known(snapshot, &one);
        else if (op == A || op == M)
            one.deletes_active = deletes_active(fresh);
        else if (n >= 0 && catalog::stock_needs_window(op, n, !fresh.empty(), one.head.version)) {
            std::optional<std::int32_t> point = op == D ? n - 1 : stock_read_version(n, fresh);
            replaced.op = op;
            replaced.head = one.head;
            if (point)
                out.status = look_back({*point, {}}, &replaced, &window, &facts, &arena);
            one.point = replaced.point;
            one.window = replaced.window;
            one.facts = replaced.facts;
        }
        catalog::StockVerdict verdict;
        if (out.status.ok())
            out.status = catalog::decide_stock(one, arena.get(), &verdict);
        out.line = std::to_string(verdict.line);
        if (verdict.commit_line > 0)
            out.line += ">" + std::to_string(verdict.commit_line);
        out.outcome = verdict.outcome;
        out.version = verdict.version;
        out.snapshot = names(verdict.snapshot);
        return out;
    }

    catalog::Head head() const
    {
        catalog::Head head;
        head.last_dropped_version = last_dropped;
        if (!versions.empty()) {
            head.version = versions.back().version;
            head.op = versions.back().op;
            head.snapshot = view(versions.back().snapshot);
        }
        return head;
    }

    std::int32_t published_by(const Uuid &commit) const
    {
        auto row = rows.find(commit);
        if (row != rows.end() && row->second.published_by >= 0)
            return row->second.published_by;
        auto gone = retired.find(commit);
        return gone == retired.end() ? -1 : gone->second;
    }

private:
    void look_at_known(const std::vector<Uuid> &snapshot, catalog::StockCase *one) const
    {
        one->repeats = std::any_of(snapshot.begin(), snapshot.end(),
                                   [&](const Uuid &commit) { return published_by(commit) >= one->version; });
        for (const TestVersion &version : versions) {
            bool same = version.op == one->op && version.snapshot == snapshot;
            one->repeats |= same && (version.version == one->version || version.version == one->head.version);
            one->stored_before |= same && version.version < one->version;
        }
    }

    bool deletes_active(const std::vector<Uuid> &fresh) const
    {
        TestRequest request = {A, {}, {}};
        for (const Uuid &commit : fresh)
            if (rows.count(commit) > 0)
                request.delta.push_back({commit, rows.at(commit).files});
        catalog::Delta delta;
        look_at_deletes(request, &delta);
        return !delta.deletes_files || delta.deletes_active;
    }

    // The older of what the row says and what the writers of its fresh commits can have read.
    std::optional<std::int32_t> stock_read_version(std::int32_t n, const std::vector<Uuid> &fresh) const
    {
        std::int32_t read = n - 1;
        for (const Uuid &commit : fresh) {
            auto row = rows.find(commit);
            if (row == rows.end() || !row->second.registered_at)
                return {};
            read = std::min(read, *row->second.registered_at);
        }
        return read;
    }

    void look_at_deletes(const TestRequest &request, catalog::Delta *delta) const
    {
        std::vector<catalog::FoldOp> there, sent;
        std::vector<Uuid> seen;
        if (!versions.empty())
            for (const Uuid &commit : versions.back().snapshot) {
                auto row = rows.find(commit);
                if (row == rows.end() || std::find(seen.begin(), seen.end(), commit) != seen.end())
                    continue;
                seen.push_back(commit);
                for (const TestFile &file : row->second.files)
                    there.push_back({file.path, file.op});
            }
        for (const auto &[commit, ops] : request.delta)
            for (const TestFile &file : ops) {
                sent.push_back({file.path, file.op});
                delta->deletes_files |= file.op == FileOp::del;
            }
        View dangling;
        (void)catalog::fold({there.data(), there.size()});
        (void)catalog::find_dangling_delete({there.data(), there.size()}, {sent.data(), sent.size()}, &dangling);
        delta->deletes_active = dangling.data() == nullptr;
    }

    Status look_back(const TestRead &read, catalog::Case *one, catalog::Window *window,
                     std::vector<catalog::IdFacts> *facts, TestArena *arena) const
    {
        catalog::open_window(window, read.version, arena->get());
        for (const TestVersion &version : versions)
            if (version.version >= std::max(read.version, 0)) {
                Status status = catalog::add_version(window, version.version, version.op, view(version.snapshot));
                if (!status.ok())
                    return status;
            }
        Uuids wanted;
        Status status = catalog::wanted_ids(*window, &wanted);
        if (!status.ok())
            return status;
        for (const Uuid &commit : wanted) {
            auto row = rows.find(commit);
            bool deletes =
                row != rows.end() && std::any_of(row->second.files.begin(), row->second.files.end(),
                                                 [](const TestFile &file) { return file.op == FileOp::del; });
            facts->push_back({commit, row != rows.end(), deletes, published_by(commit)});
        }
        catalog::sort_facts({facts->data(), facts->size()});
        one->facts = {facts->data(), facts->size()};
        one->window = window;
        Uuids own;
        if (read.snapshot)
            own = view(*read.snapshot);
        one->point =
            catalog::read_point(*window, one->head.version, read.snapshot ? &own : nullptr, one->op != C, one->facts);
        return {};
    }
};

constexpr const char *kStockOutcomes[] = {"accept", "suppress", "refuse"};
constexpr const char *kOutcomes[] = {"committed", "already_committed", "skipped", "conflict", "error 22023"};

// What was decided, for comparison with a line of text, and which rows of the table did.
using Fired = std::set<std::string>;

class History : public TestPartition {
public:
    explicit History(Fired *fired = nullptr) : fired_(fired) {}

    // Stores a version. Ids that are new to the partition are published by it, with a file of their own name.
    History &put(int version, CommitOp op, const std::string &snapshot)
    {
        for (const Uuid &commit : ids(snapshot)) {
            TestRow &row = rows.try_emplace(commit, TestRow{-1, {{FileOp::add, names({&commit, 1})}}}).first->second;
            if (published_by(commit) < 0)
                row.published_by = version;
        }
        versions.push_back({version, op, ids(snapshot)});
        return *this;
    }
    // Stores a commit row before it is published.
    History &row(const std::string &commit, const std::string &ops)
    {
        rows[id(commit)].files = files(ops);
        return *this;
    }
    // Stores commits as phase 1 of a stock client does, while this version was the head.
    History &registered(const std::string &commits, int at)
    {
        for (const Uuid &commit : ids(commits))
            rows.try_emplace(commit, TestRow{-1, {{FileOp::add, names({&commit, 1})}}}).first->second.registered_at =
                at;
        return *this;
    }
    // Deletes the row of a published commit, as cleaning does.
    History &retire(const std::string &commit)
    {
        retired[id(commit)] = published_by(id(commit));
        rows.erase(id(commit));
        return *this;
    }
    History &remove_version(int version)
    {
        versions.erase(std::remove_if(versions.begin(), versions.end(),
                                      [&](const TestVersion &stored) { return stored.version == version; }),
                       versions.end());
        return *this;
    }

    std::string ask(CommitOp op, const std::string &delta, std::optional<TestRead> read = {}) const
    {
        TestRequest request = {op, {}, std::move(read)};
        for (const Uuid &commit : ids(delta)) {
            auto stored = rows.find(commit);
            request.delta.push_back(
                {commit, stored == rows.end() ? TestFiles{{FileOp::add, "new"}} : stored->second.files});
        }
        return ask(request);
    }
    std::string ask_files(CommitOp op, const std::string &delta, const std::string &ops) const
    {
        return ask(TestRequest{op, {{id(delta), files(ops)}}, {}});
    }
    std::string ask(const TestRequest &request) const
    {
        TestAnswer out = answer(request);
        if (!out.status.ok())
            return out.status.message;
        if (out.replay.already_committed)
            return "published by " + std::to_string(out.replay.version);
        std::string text = std::to_string(out.line) + " " + kOutcomes[static_cast<int>(out.outcome)];
        if (fired_ != nullptr)
            fired_->insert(text);
        if (out.outcome == catalog::Outcome::committed)
            return text + " " + std::to_string(out.version) + ": " + out.snapshot;
        return out.other < 0 ? text : text + " with " + std::to_string(out.other);
    }

    std::string insert(int n, CommitOp op, const std::string &snapshot) const
    {
        TestStockAnswer out = stock_answer(n, op, ids(snapshot));
        if (!out.status.ok())
            return out.status.message;
        std::string text = out.line + " " + kStockOutcomes[static_cast<int>(out.outcome)];
        if (fired_ != nullptr)
            fired_->insert(text);
        return out.outcome == catalog::StockOutcome::accept
                   ? text + " " + std::to_string(out.version) + ": " + out.snapshot
                   : text;
    }

private:
    Fired *fired_;
};

inline std::optional<TestRead> read(int version)
{
    return TestRead{version, {}};
}
inline std::optional<TestRead> read(int version, const std::string &snapshot)
{
    return TestRead{version, ids(snapshot)};
}

}   // namespace lakesoul::test
