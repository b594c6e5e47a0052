// Times, medians, the rows of the table, and clients that work at once. For the parts of commit_bench only.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace bench {

using Clock = std::chrono::steady_clock;

inline double seconds_since(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

inline double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

// The median of the ratios of values that were measured next to each other.
inline double median_ratio(const std::vector<double> &a, const std::vector<double> &b)
{
    std::vector<double> ratios;
    for (std::size_t i = 0; i < a.size(); ++i)
        ratios.push_back(a[i] / b[i]);
    return median(ratios);
}

// A row of the table. target 0: none; at_most: the ratio must not be above it, otherwise not below.
inline void print_row(const char *unit, const std::string &what, double ours, double floor, double ratio, double target,
                      bool at_most = false)
{
    bool met = at_most ? ratio <= target : ratio >= target;
    std::printf("%s\t%.0f %s\t%.0f %s\t%.2f\t", what.c_str(), ours, unit, floor, unit, ratio);
    if (target > 0)
        std::printf("%s %.2f\t%s\n", at_most ? "<=" : ">=", target, met ? "yes" : "NO");
    else
        std::printf("-\t-\n");
    std::fflush(stdout);
}

// Makes so many clients, each in a thread of its own, lets each warm up, runs work(i, client) in all of them at once
// and returns the seconds it took.
template <typename Client, typename Make, typename WarmUp, typename Work>
double at_once(int clients, const Make &make, const WarmUp &warm_up, const Work &work)
{
    std::atomic<int> ready{0};
    std::atomic<bool> go{false};
    std::vector<std::thread> threads;
    for (int i = 0; i < clients; ++i)
        threads.emplace_back([&, i] {
            std::unique_ptr<Client> client = make();
            warm_up(client.get());   // the first one plans
            ++ready;
            while (!go)
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            work(static_cast<std::size_t>(i), client.get());
        });
    while (ready < clients)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    Clock::time_point start = Clock::now();
    go = true;
    for (std::thread &thread : threads)
        thread.join();
    return seconds_since(start);
}

}   // namespace bench
