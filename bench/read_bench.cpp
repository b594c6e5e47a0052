// Times reads against what a client would send without the extension, in a database that bench/reads.sql has filled.
// Prints a line for each figure, its cells parted by tabs, as commit_bench does. Variants take turns, so that noise of
// the machine hits all of them.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "libpq-fe.h"

namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void give_up(const std::string &why)
{
    std::fprintf(stderr, "read_bench: %s\n", why.c_str());
    std::exit(1);
}

class Server {
public:
    Server() : connection(PQconnectdb("application_name=read_bench dbname=lakesoul_bench_reads"))
    {
        if (PQstatus(connection) != CONNECTION_OK)
            give_up(PQerrorMessage(connection));
    }
    ~Server() { PQfinish(connection); }
    Server(const Server &) = delete;
    Server &operator=(const Server &) = delete;

    // Reads all rows, one at a time and in the binary format, and returns their number.
    long rows(const std::string &sql)
    {
        if (PQsendQueryParams(connection, sql.c_str(), 0, nullptr, nullptr, nullptr, nullptr, 1) != 1 ||
            PQsetSingleRowMode(connection) != 1)
            give_up(PQerrorMessage(connection));
        long count = 0;
        while (PGresult *result = PQgetResult(connection)) {
            ExecStatusType status = PQresultStatus(result);
            if (status == PGRES_SINGLE_TUPLE)
                ++count;
            else if (status != PGRES_TUPLES_OK)
                give_up(sql + ": " + PQresultErrorMessage(result));
            PQclear(result);
        }
        return count;
    }
    int pid() const { return PQbackendPID(connection); }
    // Time on a processor of this thread and of the server process, in milliseconds: what other work on the machine
    // does not lengthen.
    double processor_ms() const
    {
        timespec client;
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &client);
        double backend_ns = 0;
        std::ifstream("/proc/" + std::to_string(pid()) + "/schedstat") >> backend_ns;
        return static_cast<double>(client.tv_sec) * 1e3 + (static_cast<double>(client.tv_nsec) + backend_ns) / 1e6;
    }

private:
    PGconn *connection;
};

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

struct Query {
    std::string sql;
    long rows;   // that it must return
};

// Milliseconds a call.
struct Cost {
    double elapsed, processor;
};

Cost cost(Server *server, const Query &query, int calls)
{
    double processor = server->processor_ms();
    Clock::time_point start = Clock::now();
    for (int i = 0; i < calls; ++i) {
        long rows = server->rows(query.sql);
        if (rows != query.rows)
            give_up(query.sql + ": " + std::to_string(rows) + " rows");
    }
    double elapsed = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    return {elapsed / calls, (server->processor_ms() - processor) / calls};
}

void print_row(const char *what, const std::vector<double> &ours, const std::vector<double> &floor, double target)
{
    std::vector<double> ratios;
    for (std::size_t i = 0; i < ours.size(); ++i)
        ratios.push_back(ours[i] / floor[i]);
    double ratio = median(ratios);
    std::printf("%s\t%.4g ms\t%.4g ms\t%.3f\t", what, median(ours), median(floor), ratio);
    if (target > 0)
        std::printf("<= %.2f\t%s\n", target, ratio <= target ? "yes" : "NO");
    else
        std::printf("-\t-\n");
    std::fflush(stdout);
}

// Ours against the floor, by the clock, for that is what a reader waits; target 0: none. processor: also the time on a
// processor, which other work on the machine does not lengthen.
void compare(const char *what, const Query &ours, const Query &floor, int rounds, int calls, double target,
             bool processor = true)
{
    Server server;
    std::vector<double> our_times[2], floor_times[2];
    for (int round = -1; round < rounds; ++round) {
        Cost costs[2];
        for (int turn = 0; turn < 2; ++turn) {   // who goes first changes from round to round
            bool our_turn = (turn + round) % 2 == 0;
            costs[our_turn ? 0 : 1] = cost(&server, our_turn ? ours : floor, calls);
        }
        if (round < 0)
            continue;   // caches are filled
        our_times[0].push_back(costs[0].elapsed);
        floor_times[0].push_back(costs[1].elapsed);
        our_times[1].push_back(costs[0].processor);
        floor_times[1].push_back(costs[1].processor);
    }
    print_row(what, our_times[0], floor_times[0], target);
    if (processor)
        print_row("  processor time of client and server", our_times[1], floor_times[1], 0);
}

// ---- memory ----------------------------------------------------------------------------------------------------

// Memory of a process of its own, in megabytes; 0 where the system does not say.
double anonymous_memory(int pid)
{
    std::ifstream status("/proc/" + std::to_string(pid) + "/status");
    for (std::string line; std::getline(status, line);)
        if (line.rfind("RssAnon:", 0) == 0)
            return std::atof(line.c_str() + 8) / 1024;
    return 0;
}

double peak_memory(const Query &query)
{
    Server server;
    std::atomic<bool> done{false};
    double peak = 0;
    std::thread watcher([&] {
        while (!done) {
            peak = std::max(peak, anonymous_memory(server.pid()));
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    });
    (void)cost(&server, query, 1);
    done = true;
    watcher.join();
    return peak;
}

void compare_memory(const char *what, const Query &ours, const Query &floor)
{
    double our_peak = peak_memory(ours), floor_peak = peak_memory(floor);
    std::printf("%s\t%.1f MB\t%.1f MB\t%.2f\t-\t-\n", what, our_peak, floor_peak, our_peak / floor_peak);
    std::fflush(stdout);
}

// ---- queries -----------------------------------------------------------------------------------------------------

std::string id_of(const std::string &table)
{
    return "(SELECT t.table_id FROM public.table_info AS t WHERE t.table_name = '" + table + "')";
}

std::string changes(const std::string &table, int to)
{
    return "SELECT * FROM lakesoul.changes('" + table + "', " + std::to_string(to - 10) + ", " + std::to_string(to) +
           ")";
}

// Stock clients' statement for the newest versions, with the columns they read; then with no more than we read.
std::string distinct_on(const std::string &columns)
{
    return "SELECT DISTINCT ON (table_id, partition_desc) " + columns +
           " FROM public.partition_info WHERE table_id = " + id_of("heads") +
           " ORDER BY table_id DESC, partition_desc DESC, version DESC";
}

void heads()
{
    Query ours = {"SELECT partition_desc, version FROM lakesoul.partitions('heads')", 1000};
    compare(
        "heads of 1,000 partitions of 1,000 versions (floor: stock)", ours,
        {distinct_on("table_id, partition_desc, version, commit_op, timestamp, snapshot, expression, domain"), 1000}, 9,
        1, 0.02);
    compare("  against the two columns alone", ours, {distinct_on("partition_desc, version"), 1000}, 9, 1, 0, false);
    std::string filter = ", filter => '{\"dt\": \"500\"}')";
    compare("one partition of 100,000 (floor: of 1,000)", {"SELECT * FROM lakesoul.partitions('wide'" + filter, 1},
            {"SELECT * FROM lakesoul.partitions('narrow'" + filter, 1}, 25, 20, 1.2);
    compare("  its files", {"SELECT * FROM lakesoul.files('wide'" + filter, 1},
            {"SELECT * FROM lakesoul.files('narrow'" + filter, 1}, 25, 20, 1.2);
}

void files(const char *what, const std::string &table, double target)
{
    std::string bare = " FROM public.data_commit_info WHERE table_id = " + id_of(table),
                ours = " FROM lakesoul.files('" + table + "')";
    Query all = {"SELECT (unnest(file_ops)).*" + bare, 1000000};
    compare(what, {"SELECT path, size, file_exist_cols" + ours, 1000000}, all, 9, 1, target);
    compare("  with partition, bucket, commit and time", {"SELECT *" + ours, 1000000}, all, 5, 1, 0, false);
    compare("  their number and size only", {"SELECT count(path), sum(size)" + ours, 1},
            {"SELECT count(path), sum(size) FROM (SELECT (unnest(file_ops)).*" + bare + ") AS f", 1}, 9, 1, 0, false);
    compare_memory("  the server process's own memory", {"SELECT *" + ours, 1000000}, all);
}

void windows()
{
    compare("changes of 10 versions at the end of 10,000 (floor: of 100)", {changes("long", 9999), 9},
            {changes("short", 99), 9}, 25, 10, 1.2);
    compare("  of 1,000 that were not compacted", {changes("long_append", 999), 10}, {changes("short_append", 99), 10},
            25, 10, 0, false);
}

}   // namespace

int main()
{
    heads();
    files("1,000,000 files of 10,000 partitions (floor: unnest)", "parted", 1.3);
    files("1,000,000 files of one partition, 10,000 commits", "whole", 1.3);
    windows();
    return 0;
}
