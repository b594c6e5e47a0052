// The Java client's commit over the native library, statement by statement: eighteen round trips for one partition if
// nobody is in the way, and up to seven attempts. On the tables with the triggers, and on LakeSoul's own with its
// trigger.
#include "stock.hpp"

#include "commit_client.hpp"
#include "figures.hpp"

#include <ctime>
#include <fstream>
#include <numeric>

namespace bench {
namespace {

constexpr const char *kWith = "lakesoul_bench_triggers", *kWithout = "lakesoul_bench_stock";
constexpr int kBlock = 24, kPerPartition = 8, kAttempts = 7;
constexpr int kCommits = 20;   // of each of several writers

constexpr const char *kInsertCommit = "insert into data_commit_info (table_id, partition_desc, commit_id, file_ops, "
                                      "commit_op, timestamp, committed, domain)"
                                      " values ($1, $2, $3, $4::_data_file_op, $5, $6, $7, $8)";
constexpr const char *kInsertVersion =
    "insert into partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain)"
    " values ($1, $2, $3, $4, $5, $6, $7)";
constexpr const char *kMark = "update data_commit_info set committed = 'true' where commit_id = $1";

class StockClient : public Connection {
public:
    StockClient(const char *database, bool synchronous) : Connection(database, synchronous)
    {
        prepare("table_info",
                "select table_id, table_name, table_path, table_schema, properties, partitions, table_namespace, domain"
                " from table_info where table_id = $1");
        prepare("namespace", "select namespace, properties, comment, domain from namespace where namespace = $1");
        prepare("properties", "update table_info set properties = $2::json where table_id = $1");
        prepare("head", "select version, snapshot from partition_info where table_id = $1 and partition_desc = $2"
                        " order by version desc limit 1");
        prepare("mark", kMark);
        record_type = static_cast<Oid>(std::stoul(value("select 'data_file_op'::regtype::oid")));
    }

    // False: the client gives up, as it does after its last attempt.
    bool commit(const Commit &commit)
    {
        enroll(commit);
        std::string properties = ask("table_info", {kTable}, 4);   // has the table got a short name
        properties = ask("table_info", {kTable}, 4);
        PQclear(must_run("properties", {kTable, properties}));
        for (int attempt = 0; attempt < kAttempts; ++attempt)
            if (publish(commit))
                return true;
        return false;
    }

    // What this client and its backend have used. The client's part is that of the thread that asks.
    double processor_seconds() const
    {
        timespec client = {};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &client);
        double backend = 0;   // nanoseconds
        std::ifstream("/proc/" + std::to_string(PQbackendPID(connection)) + "/schedstat") >> backend;
        return static_cast<double>(client.tv_sec) + (static_cast<double>(client.tv_nsec) + backend) / 1e9;
    }

private:
    // Phase 1, one transaction.
    void enroll(const Commit &commit)
    {
        std::string domain = find_domain();
        must("BEGIN");
        prepare("", kInsertCommit);
        PQclear(must_run("", {kTable, commit.desc, commit.id, file_ops(record_type, commit), "AppendCommit",
                              big_endian(now_ms(), 8), std::string(1, '\0'), domain}));
        must("COMMIT");
    }
    // Phase 2, one attempt: what the head is, and the version after it.
    bool publish(const Commit &commit)
    {
        std::uint32_t version = 0;
        std::vector<std::string> snapshot = read_head(commit.desc, &version);
        snapshot.push_back(commit.id);
        std::string domain = find_domain();
        must("BEGIN");
        prepare("", kMark);   // in the place of the client's own, which it closes later without waiting for an answer
        prepare("", kInsertVersion);
        bool worked = try_run("", {kTable, commit.desc, big_endian(version, 4), "AppendCommit", array(kUuid, snapshot),
                                   "", domain}) &&
                      try_run("mark", {commit.id});
        must(worked ? "COMMIT" : "ROLLBACK");
        return worked;
    }
    std::string find_domain()
    {
        std::string space = ask("table_info", {kTable}, 6);
        return ask("namespace", {space}, 3);
    }
    std::vector<std::string> read_head(const std::string &desc, std::uint32_t *next_version)
    {
        PGresult *result = must_run("head", {kTable, desc}, 1);
        std::vector<std::string> snapshot;
        if (PQntuples(result) > 0) {
            *next_version = number(PQgetvalue(result, 0, 0)) + 1;
            const char *bytes = PQgetvalue(result, 0, 1);
            std::uint32_t count = number(bytes) == 0 ? 0 : number(bytes + 12);
            for (bytes += 20; count > 0; --count, bytes += 20)   // a length and sixteen bytes each
                snapshot.emplace_back(bytes + 4, 16);
        }
        PQclear(result);
        return snapshot;
    }
    std::string ask(const char *statement, const std::vector<std::string> &parameters, int column)
    {
        PGresult *result = must_run(statement, parameters);
        if (PQntuples(result) != 1)
            give_up(std::string(statement) + ": no row");
        std::string text = PQgetvalue(result, 0, column);
        PQclear(result);
        return text;
    }
    PGresult *must_run(const char *statement, const std::vector<std::string> &parameters, int format = 0)
    {
        PGresult *result = run(statement, parameters, format);
        if (PQresultStatus(result) != PGRES_COMMAND_OK && PQresultStatus(result) != PGRES_TUPLES_OK)
            give_up(PQresultErrorMessage(result));
        return result;
    }
    bool try_run(const char *statement, const std::vector<std::string> &parameters)
    {
        PGresult *result = run(statement, parameters);
        bool worked = PQresultStatus(result) == PGRES_COMMAND_OK;
        PQclear(result);
        return worked;
    }
    static std::uint32_t number(const char *bytes)
    {
        std::uint32_t value = 0;
        for (int i = 0; i < 4; ++i)
            value = value << 8 | static_cast<unsigned char>(bytes[i]);
        return value;
    }

    Oid record_type = 0;
};

// ---- one writer ------------------------------------------------------------------------------------------------

struct Cost {
    double us, processor_us;   // a commit
};

Cost cost_of_a_commit(StockClient *client)
{
    std::vector<Commit> commits;
    std::string desc;
    for (int i = 0; i < kBlock; ++i)
        commits.push_back(new_commit(i % kPerPartition == 0 ? desc = new_desc() : desc, 1));
    double processor = client->processor_seconds();
    Clock::time_point start = Clock::now();
    for (const Commit &commit : commits)
        if (!client->commit(commit))
            give_up("a stock client that is alone gave up");
    return {seconds_since(start) * 1e6 / kBlock, (client->processor_seconds() - processor) * 1e6 / kBlock};
}

void one_writer(bool synchronous, int rounds, double target)
{
    StockClient with(kWith, synchronous), without(kWithout, synchronous);
    std::vector<double> us[2], processor_us[2];   // ours, floor
    for (int round = -1; round < rounds; ++round) {
        for (int turn = 0; turn < 2; ++turn) {   // who goes first changes from round to round
            bool is_ours = (turn + round) % 2 == 0;
            Cost cost = cost_of_a_commit(is_ours ? &with : &without);
            if (round < 0)
                continue;
            us[is_ours ? 0 : 1].push_back(cost.us);
            processor_us[is_ours ? 0 : 1].push_back(cost.processor_us);
        }
    }
    print_row("us", std::string("stock client, triggers (floor: stock tables)") + (synchronous ? "" : ", no wait"),
              median(us[0]), median(us[1]), median_ratio(us[0], us[1]), target, true);
    print_row("us", "  processor time of client and server", median(processor_us[0]), median(processor_us[1]),
              median_ratio(processor_us[0], processor_us[1]), 0);
}

// ---- several ---------------------------------------------------------------------------------------------------

struct Outcome {
    double per_second = 0, per_processor_second = 0;   // acknowledged, and in the newest version
    int failed = 0, lost = 0;
};

// Each of the writers makes so many commits.
Outcome many_writers(const char *database, int writers, int commits)
{
    std::vector<std::vector<Commit>> work(static_cast<std::size_t>(writers)), done(work.size());
    std::vector<double> processor(work.size());
    std::string desc = new_desc();
    for (std::vector<Commit> &mine : work)
        for (int i = 0; i < commits; ++i)
            mine.push_back(new_commit(desc, 1));
    double seconds = at_once<StockClient>(
        writers, [&] { return std::make_unique<StockClient>(database, true); },
        [](StockClient *client) { (void)client->commit(new_commit(new_desc(), 1)); },
        [&](std::size_t i, StockClient *client) {
            double before = client->processor_seconds();
            for (const Commit &commit : work[i])
                if (client->commit(commit))
                    done[i].push_back(commit);
            processor[i] = client->processor_seconds() - before;
        });
    StockClient look(database, true);
    std::string head = look.value("SELECT snapshot FROM partition_info WHERE partition_desc = '" + desc +
                                  "' ORDER BY version DESC LIMIT 1");
    Outcome outcome;
    int present = 0;
    for (std::size_t i = 0; i < work.size(); ++i) {
        outcome.failed += static_cast<int>(work[i].size() - done[i].size());
        for (const Commit &commit : done[i]) {
            std::size_t place = head.find(uuid_text(commit.id));
            bool once = place != std::string::npos && head.find(uuid_text(commit.id), place + 1) == std::string::npos;
            present += once;
            outcome.lost += !once;
        }
    }
    outcome.per_second = present / seconds;
    outcome.per_processor_second = present / std::accumulate(processor.begin(), processor.end(), 0.0);
    return outcome;
}

void several_writers(int writers, int rounds, double target, Outcome *ours_bad, Outcome *stock_bad)
{
    std::vector<double> rates[2], processor_rates[2];   // ours, floor
    for (int round = 0; round < rounds; ++round) {
        for (int turn = 0; turn < 2; ++turn) {
            bool is_ours = (turn + round) % 2 == 0;
            Outcome outcome = many_writers(is_ours ? kWith : kWithout, writers, kCommits);
            rates[is_ours ? 0 : 1].push_back(outcome.per_second);
            processor_rates[is_ours ? 0 : 1].push_back(outcome.per_processor_second);
            Outcome *bad = is_ours ? ours_bad : stock_bad;
            bad->failed += outcome.failed;
            bad->lost += outcome.lost;
        }
    }
    print_row("/s", std::to_string(writers) + " stock clients, one partition (floor: stock tables)", median(rates[0]),
              median(rates[1]), median_ratio(rates[0], rates[1]), target);
    print_row("/s", "  a second of processor time", median(processor_rates[0]), median(processor_rates[1]),
              median_ratio(processor_rates[0], processor_rates[1]), 0);
}

}   // namespace

void stock_clients(int rounds)
{
    one_writer(true, rounds * 2, 1.1);
    one_writer(false, rounds * 2, 0);
    Outcome ours, stock;
    several_writers(8, rounds, 1.8, &ours, &stock);
    several_writers(16, rounds, 2, &ours, &stock);
    int bad = ours.failed + ours.lost;
    std::printf("of %d commits of several stock clients: failed, lost\t%d, %d\t%d, %d\t-\t0\t%s\n",
                rounds * kCommits * (8 + 16), ours.failed, ours.lost, stock.failed, stock.lost,
                bad == 0 ? "yes" : "NO");
    if (bad != 0)
        give_up("commits of stock clients failed or were lost");
}

}   // namespace bench
