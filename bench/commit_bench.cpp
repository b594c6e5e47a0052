// Times lakesoul.commit against the floor: one prepared statement that inserts the same two rows into bare copies of
// the tables. Prints a line for each figure, its cells parted by tabs; bench/run prepares the databases and makes the
// table of it. Variants take turns in short blocks, so that noise of the machine hits all of them.
#include "commit_client.hpp"
#include "figures.hpp"
#include "stock.hpp"

#include <unordered_map>

namespace {

using namespace bench;
constexpr const char *kIndexed = "lakesoul_bench";          // databases, with the text-search index
constexpr const char *kPlain = "lakesoul_bench_no_index";   // and without
constexpr const char *kChained = "lakesoul_bench_chain";    // without, and its table has a chain of Paimon snapshots
constexpr int kBlock = 24, kPerPartition = 8;

// ---- one client against the floor ------------------------------------------------------------------------------

double commits_per_second(Server *server, int files)
{
    std::vector<Commit> commits;
    std::string desc;
    for (int i = 0; i < kBlock; ++i)
        commits.push_back(new_commit(i % kPerPartition == 0 ? desc = new_desc() : desc, files));
    Clock::time_point start = Clock::now();
    for (const Commit &commit : commits)
        server->must_commit(commit);
    return kBlock / seconds_since(start);
}

// The floor's parameters for so many commits, eight to a partition.
std::vector<std::vector<std::string>> floor_commits(const Server &server, int count, int files)
{
    std::vector<std::vector<std::string>> commits;
    std::vector<std::string> snapshot;
    std::string desc;
    for (int i = 0; i < count; ++i) {
        if (i % kPerPartition == 0) {
            snapshot.clear();
            desc = new_desc();
        }
        Commit commit = new_commit(desc, files);
        snapshot.push_back(commit.id);
        commits.push_back(server.floor_parameters(commit, i % kPerPartition, snapshot));
    }
    return commits;
}

double floor_per_second(Server *server, int files)
{
    std::vector<std::vector<std::string>> commits = floor_commits(*server, kBlock, files);
    Clock::time_point start = Clock::now();
    for (const std::vector<std::string> &commit : commits)
        server->insert(commit);
    return kBlock / seconds_since(start);
}

void against_floor(bool synchronous, int rounds)
{
    struct Lane {
        const char *database;
        int files;
        double target;
        std::vector<double> ours, floor;
    };
    Lane lanes[] = {
        {kIndexed, 1, 0.8, {}, {}}, {kPlain, 1, 0.8, {}, {}}, {kIndexed, 100, 0, {}, {}}, {kPlain, 100, 0, {}, {}}};
    Server indexed(kIndexed, synchronous), plain(kPlain, synchronous);
    for (int round = -1; round < rounds; ++round) {
        for (Lane &lane : lanes) {
            Server *server = lane.database == kIndexed ? &indexed : &plain;
            double rates[2];
            for (int turn = 0; turn < 2; ++turn) {   // who goes first changes from round to round
                bool ours = (turn + round) % 2 == 0;
                rates[ours ? 0 : 1] =
                    ours ? commits_per_second(server, lane.files) : floor_per_second(server, lane.files);
            }
            if (round < 0)
                continue;   // plans are made, caches are filled
            lane.ours.push_back(rates[0]);
            lane.floor.push_back(rates[1]);
        }
    }
    for (const Lane &lane : lanes)
        print_row("/s",
                  std::to_string(lane.files) + (lane.files == 1 ? " file" : " files") +
                      (lane.database == kIndexed ? "" : ", no text-search index") +
                      (synchronous ? "" : ", no wait for the disk"),
                  median(lane.ours), median(lane.floor), median_ratio(lane.ours, lane.floor),
                  synchronous ? lane.target : 0);
}

// ---- a table with a chain of snapshots ----------------------------------------------------------------------------

void with_chain(bool synchronous, int rounds)
{
    std::vector<double> chained_us, plain_us;
    Server chained(kChained, synchronous), plain(kPlain, synchronous);
    for (int round = -1; round < rounds; ++round) {
        double us[2];
        for (int turn = 0; turn < 2; ++turn) {
            bool ours = (turn + round) % 2 == 0;
            us[ours ? 0 : 1] = 1e6 / commits_per_second(ours ? &chained : &plain, 1);
        }
        if (round < 0)
            continue;
        chained_us.push_back(us[0]);
        plain_us.push_back(us[1]);
    }
    print_row("us", std::string("table with Paimon snapshots (floor: without)") + (synchronous ? "" : ", no wait"),
              median(chained_us), median(plain_us), median_ratio(chained_us, plain_us), 1.2, true);
}

// ---- several clients -------------------------------------------------------------------------------------------

struct Tally {
    int acknowledged = 0, failed = 0, lost = 0;
};

// Acknowledged commits that are not in the newest version of their partition exactly once.
int count_lost(Server *server, const std::vector<Commit> &commits)
{
    std::unordered_map<std::string, std::string> heads;
    int lost = 0;
    for (const Commit &commit : commits) {
        std::string &head = heads[commit.desc];
        if (head.empty())
            head = server->value("SELECT snapshot FROM public.partition_info WHERE partition_desc = '" + commit.desc +
                                 "' ORDER BY version DESC LIMIT 1");
        std::string id = uuid_text(commit.id);
        std::size_t place = head.find(id);
        lost += place == std::string::npos || head.find(id, place + 1) != std::string::npos;
    }
    return lost;
}

// Runs work(i, server) in so many clients at once and returns the seconds it took.
template <typename Work> double in_parallel(int clients, const Work &work)
{
    return at_once<Server>(
        clients, [] { return std::make_unique<Server>(kIndexed); },
        [](Server *server) { server->must_commit(new_commit(new_desc(), 1)); }, work);
}

double many_clients(int clients, int commits, bool one_partition, Tally *tally)
{
    std::vector<std::vector<Commit>> work(static_cast<std::size_t>(clients)), done(work.size());
    std::string shared = new_desc();
    for (std::vector<Commit> &mine : work) {
        std::string desc = one_partition ? shared : new_desc();
        for (int i = 0; i < commits / clients; ++i)
            mine.push_back(new_commit(desc, 1));
    }
    std::atomic<int> failed{0};
    double seconds = in_parallel(clients, [&](std::size_t i, Server *server) {
        for (const Commit &commit : work[i]) {
            if (server->commit(commit))
                done[i].push_back(commit);
            else
                ++failed;
        }
    });
    Server server(kIndexed);
    for (const std::vector<Commit> &mine : done) {
        tally->acknowledged += static_cast<int>(mine.size());
        tally->lost += count_lost(&server, mine);
    }
    tally->failed += failed;
    return commits / seconds;
}

// What the floor reaches if its inserts wait for each other as well.
double floor_in_turn(int clients, int commits)
{
    Server server(kIndexed);
    std::vector<std::vector<std::vector<std::string>>> work;
    for (int i = 0; i < clients; ++i)
        work.push_back(floor_commits(server, commits / clients, 1));
    return commits / in_parallel(clients, [&](std::size_t i, Server *mine) {
               for (const std::vector<std::string> &commit : work[i])
                   mine->insert(commit, true);
           });
}

void several_clients(int rounds)
{
    constexpr int kCounts[] = {1, 4, 16}, kCommits = 160;
    Tally tally;
    std::vector<double> rates[2][3], floor[3];
    for (int round = 0; round < rounds; ++round)
        for (int i = 0; i < 3; ++i) {
            for (int separate = 0; separate < 2; ++separate)
                rates[separate][i].push_back(many_clients(kCounts[i], kCommits, separate == 0, &tally));
            floor[i].push_back(floor_in_turn(kCounts[i], kCommits));
        }
    for (int separate = 0; separate < 2; ++separate)
        for (int i = 1; i < 3; ++i)
            print_row("/s",
                      std::to_string(kCounts[i]) + " clients, " +
                          (separate == 1 ? "a partition each" : "one partition") + " (floor: 1 client)",
                      median(rates[separate][i]), median(rates[separate][0]),
                      median_ratio(rates[separate][i], rates[separate][0]), separate == 0 && i == 2 ? 1.0 : 0);
    print_row("/s", "floor behind one lock: 16 clients (floor: 1 client)", median(floor[2]), median(floor[0]),
              median_ratio(floor[2], floor[0]), 0);
    int bad = tally.failed + tally.lost;
    std::printf("of %d commits of these clients: failed, lost\t%d, %d\t-\t-\t0\t%s\n",
                tally.acknowledged + tally.failed, tally.failed, tally.lost, bad == 0 ? "yes" : "NO");
    if (bad != 0)
        give_up("commits failed or were lost");
}

// ---- long histories --------------------------------------------------------------------------------------------

// Grows a partition to so many versions, every tenth a compaction unless none is wanted.
void grow(Server *server, const std::string &desc, int from, int to, bool compacting)
{
    for (int version = from; version < to; ++version)
        server->must_commit(compacting && version % 10 == 9 ? new_commit(desc, 1, version - 1) : new_commit(desc, 1));
}

void long_histories(int rounds)
{
    struct Lane {
        const char *name;
        int versions;   // before the measured ones
        bool compacting;
        std::string desc;
        std::vector<double> us, server_us;
    };
    Lane lanes[] = {{"10 versions", 10, true, new_desc(), {}, {}},
                    {"1,000 versions", 1000, true, new_desc(), {}, {}},
                    {"10,000 versions", 10000, true, new_desc(), {}, {}},
                    {"1,000 versions, not compacted", 1000, false, new_desc(), {}, {}}};
    Server server(kIndexed), quick(kIndexed, false);
    for (Lane &lane : lanes)
        grow(&quick, lane.desc, 0, lane.versions, lane.compacting);
    for (int round = 0; round < rounds; ++round)
        for (Lane &lane : lanes) {
            if (lane.versions == 10) {   // a few rounds would double it, so each has a partition of its own
                lane.desc = new_desc();
                grow(&quick, lane.desc, 0, 10, true);
            }
            std::vector<Commit> commits;
            for (int i = 0; i < 9; ++i)
                commits.push_back(new_commit(lane.desc, 1));
            double server_us = 0;
            Clock::time_point start = Clock::now();
            for (const Commit &commit : commits)
                server.must_commit(commit, &server_us);
            lane.us.push_back(seconds_since(start) * 1e6 / 9);
            lane.server_us.push_back(server_us / 9);
            int version = lane.versions + round * 10 + 9;
            if (lane.versions != 10)
                grow(&quick, lane.desc, version, version + 1, lane.compacting);
        }
    for (const Lane &lane : lanes) {
        double target = lane.versions == 10000 ? 1.2 : 0;
        if (lane.versions == 10)
            continue;
        print_row("us", std::string("commit at ") + lane.name + " (floor: at 10)", median(lane.us), median(lanes[0].us),
                  median_ratio(lane.us, lanes[0].us), target, true);
        print_row("us", "  by the server's clock, before the flush", median(lane.server_us), median(lanes[0].server_us),
                  median_ratio(lane.server_us, lanes[0].server_us), target, true);
    }
}

}   // namespace

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; ++i) {
        std::string part = argv[i];
        if (part == "floor")
            against_floor(true, 40);
        else if (part == "nowait")
            against_floor(false, 25);
        else if (part == "chain") {
            with_chain(true, 60);
            with_chain(false, 60);
        } else if (part == "clients")
            several_clients(9);
        else if (part == "stock")
            stock_clients(9);
        else if (part == "history")
            long_histories(30);
        else
            give_up("no part named " + part);
    }
    return 0;
}
