// Which versions are not kept: by number, by age, by LakeSoul's TTL properties.
#include <gtest/gtest.h>

#include "catalog_partition.hpp"
#include "core/catalog/expiry.hpp"

namespace lakesoul::test {
namespace {

constexpr std::int64_t kDay = 86400000, kNow = 1800000000000, kMidnight = kNow - kNow % kDay;

struct Made {
    CommitOp op;
    double days_ago;
};

std::vector<catalog::KeptVersion> versions_of(const std::vector<Made> &made)
{
    std::vector<catalog::KeptVersion> versions;
    for (const Made &one : made)
        versions.push_back({static_cast<std::int32_t>(versions.size()), one.op,
                            kNow - static_cast<std::int64_t>(one.days_ago * static_cast<double>(kDay)), false});
    return versions;
}

// The versions that stay, or "none" if the partition goes.
std::string kept(const catalog::Keeping &keeping, const std::vector<Made> &made, const std::vector<int> &pinned = {})
{
    std::vector<catalog::KeptVersion> versions = versions_of(made);
    for (int version : pinned)
        versions[static_cast<std::size_t>(version)].pinned = true;
    bool whole = catalog::mark_expired(keeping, {versions.data(), versions.size()});
    std::string text;
    for (const catalog::KeptVersion &version : versions)
        if (!version.goes)
            text += std::string(text.empty() ? "" : " ") + std::to_string(version.version);
    EXPECT_EQ(whole, text.empty());
    return whole ? "none" : text;
}

catalog::Keeping newest(int versions)
{
    catalog::Keeping keeping;
    keeping.versions = versions;
    return keeping;
}

catalog::Keeping since(double days_ago, int versions = 0)
{
    catalog::Keeping keeping = newest(versions);
    keeping.has_since = true;
    keeping.since = kNow - static_cast<std::int64_t>(days_ago * static_cast<double>(kDay));
    return keeping;
}

// TTLs in days, -1: not set.
catalog::Keeping ttl(int partition, int compaction, bool once)
{
    catalog::Keeping keeping;
    keeping.has_partition_cut = partition >= 0;
    keeping.has_compaction_cut = compaction >= 0;
    keeping.partition_cut = kMidnight - partition * kDay;
    keeping.compaction_cut = kMidnight - compaction * kDay;
    keeping.once = once;
    return keeping;
}

TEST(CatalogExpiry, NewestVersions)
{
    std::vector<Made> four = {{A, 4}, {A, 3}, {C, 2}, {A, 1}};
    EXPECT_EQ(kept(newest(1), four), "3");
    EXPECT_EQ(kept(newest(3), four), "1 2 3");
    EXPECT_EQ(kept(newest(4), four), "0 1 2 3");
    EXPECT_EQ(kept(newest(INT32_MAX), four), "0 1 2 3");
    EXPECT_EQ(kept(newest(1), {{D, 900}}), "0");
    EXPECT_FALSE(catalog::mark_expired(newest(1), {}));
}

// A pinned version stays, and where the partition has expired as a whole the newest one too.
TEST(CatalogExpiry, Pinned)
{
    std::vector<Made> four = {{A, 4}, {A, 3}, {C, 2}, {A, 1}};
    EXPECT_EQ(kept(newest(1), four, {1}), "1 3");
    EXPECT_EQ(kept(newest(1), four, {3}), "3");
    EXPECT_EQ(kept(since(1.5), four, {0}), "0 2 3");
    EXPECT_EQ(kept(ttl(0, -1, false), {{A, 4}, {A, 3}}), "none");
    EXPECT_EQ(kept(ttl(0, -1, false), {{A, 4}, {A, 3}}, {1}), "1");
    EXPECT_EQ(kept(ttl(0, -1, false), {{A, 5}, {A, 4}, {A, 3}}, {0}), "0 2");
}

TEST(CatalogExpiry, WhatWasInForce)
{
    std::vector<Made> four = {{A, 4}, {A, 3}, {C, 2}, {A, 1}};
    EXPECT_EQ(kept(since(2.5), four), "1 2 3");
    EXPECT_EQ(kept(since(3), four), "1 2 3");
    EXPECT_EQ(kept(since(3.1), four), "0 1 2 3");
    EXPECT_EQ(kept(since(0), four), "3");
    EXPECT_EQ(kept(since(9), four), "0 1 2 3");
    EXPECT_EQ(kept(since(0.5), {{A, 900}}), "0");
    // A version must not go while an answer to some time in the window is it: times of adopted rows may not increase.
    EXPECT_EQ(kept(since(2.5), {{A, 3}, {A, 4}, {A, 1}}), "1 2");
    EXPECT_EQ(kept(since(2.5), {{A, 4}, {A, 1}, {A, 3}, {A, 2}}), "2 3");
}

TEST(CatalogExpiry, BothMustLetGo)
{
    std::vector<Made> four = {{A, 4}, {A, 3}, {C, 2}, {A, 1}};
    EXPECT_EQ(kept(since(2.5, 1), four), "1 2 3");
    EXPECT_EQ(kept(since(0.5, 3), four), "1 2 3");
    EXPECT_EQ(kept(since(9, 1), four), "0 1 2 3");
}

TEST(CatalogExpiry, NothingSetKeepsAll)
{
    EXPECT_EQ(kept({}, {{A, 900}, {C, 800}}), "0 1");
    EXPECT_EQ(kept(ttl(-1, -1, true), {{A, 900}, {C, 800}}), "0 1");
}

// The scenarios that LakeSoul's own tests assert, a partition each.
struct Scenario {
    const char *name;
    int partition_ttl, compaction_ttl;
    std::vector<Made> made;
    const char *once, *not_once;
};

TEST(CatalogExpiry, ScenariosOfLakeSoul)
{
    const Scenario scenarios[] = {
        {"only compaction.ttl", -1, 1, {{A, 6}, {C, 5}, {M, 3}, {C, 0}}, "3", "1 2 3"},
        {"only partition.ttl, expired", 2, -1, {{A, 6}, {C, 5}, {M, 3}}, "none", "none"},
        {"only partition.ttl, in use", 2, -1, {{A, 6}, {C, 5}, {M, 0}}, "0 1 2", "0 1 2"},
        {"both, expired", 2, 1, {{A, 6}, {C, 5}, {M, 4}}, "none", "none"},
        {"both, compacted now", 2, 1, {{A, 6}, {C, 5}, {M, 4}, {C, 0}}, "3", "1 2 3"},
        {"both, nothing expired", 2, 1, {{A, 0}, {C, 0}, {M, 0}, {C, 0}}, "0 1 2 3", "0 1 2 3"},
        {"both, no compaction, expired", 2, 1, {{A, 6}, {M, 5}}, "none", "none"},
        {"both, updated now", 2, 1, {{A, 6}, {M, 5}, {U, 0}}, "2", "0 1 2"},
        {"both, made by the update", 2, 1, {{U, 0}}, "0", "0"},
    };
    for (const Scenario &scenario : scenarios) {
        EXPECT_EQ(kept(ttl(scenario.partition_ttl, scenario.compaction_ttl, true), scenario.made), scenario.once)
            << scenario.name;
        EXPECT_EQ(kept(ttl(scenario.partition_ttl, scenario.compaction_ttl, false), scenario.made), scenario.not_once)
            << scenario.name;
    }
}

TEST(CatalogExpiry, CasesOfLakeSoul)
{
    // 1: no old compaction, and nothing since the partition's TTL.
    EXPECT_EQ(kept(ttl(2, 1, false), {{A, 5}, {A, 4}}), "none");
    EXPECT_EQ(kept(ttl(2, 1, false), {{A, 5}, {A, 0}}), "0 1");
    // 2: everything before the last old compaction.
    EXPECT_EQ(kept(ttl(-1, 1, false), {{A, 9}, {U, 8}, {A, 7}, {C, 6}, {A, 5}, {C, 0.1}}), "3 4 5");
    EXPECT_EQ(kept(ttl(-1, 1, false), {{A, 9}, {A, 8}}), "0 1");
    EXPECT_EQ(kept(ttl(-1, 7, false), {{A, 9}, {C, 6}}), "0 1");
    // 4.1, 4.2.
    EXPECT_EQ(kept(ttl(2, 1, false), {{A, 9}, {C, 8}, {A, 7}}), "none");
    EXPECT_EQ(kept(ttl(8, 1, false), {{A, 9}, {C, 8}, {A, 7}}), "1 2");
    // Once: what is older than compaction.ttl goes if a compaction or update is not.
    EXPECT_EQ(kept(ttl(-1, 5, true), {{A, 9}, {A, 4}, {C, 1}, {A, 0}}), "1 2 3");
    EXPECT_EQ(kept(ttl(-1, 5, true), {{A, 9}, {C, 8}, {A, 0}}), "0 1 2");
    // The day ends at midnight: a version of that midnight is not older than it.
    EXPECT_EQ(kept(ttl(1, -1, false), {{A, static_cast<double>(kNow - kMidnight) / kDay + 1}}), "0");
    EXPECT_EQ(kept(ttl(0, -1, false), {{A, 2}}), "none");
}

TEST(CatalogExpiry, NothingNewerThanWhatStaysGoes)
{
    EXPECT_EQ(kept(ttl(-1, 1, false), {{A, 9}, {A, 2}, {A, 9}, {C, 4}, {A, 0}}), "1 2 3 4");
    EXPECT_EQ(kept(ttl(2, -1, false), {{A, 0}, {A, 9}}), "0 1");
    EXPECT_EQ(kept(ttl(-1, 1, true), {{C, 0}, {A, 9}, {A, 8}}), "0 1 2");
}

std::string read(const std::string &properties)
{
    catalog::Ttl ttl;
    Status status = catalog::read_ttl(properties, &ttl);
    if (!status.ok()) {
        EXPECT_EQ(status.code, Code::bad_value);
        return status.message;
    }
    return (ttl.has_partition ? std::to_string(ttl.partition_days) : "-") + " " +
           (ttl.has_compaction ? std::to_string(ttl.compaction_days) : "-") + (ttl.once ? " once" : "");
}

TEST(CatalogExpiry, Properties)
{
    EXPECT_EQ(read("{}"), "- -");
    EXPECT_EQ(read(R"({"partition.ttl": "2", "compaction.ttl": 1})"), "2 1");
    EXPECT_EQ(read(R"({"partition.ttl": 0, "compaction.ttl": "-1", "only_save_once_compaction": "true"})"), "0 - once");
    EXPECT_EQ(read(R"({"partition.ttl": -1, "compaction.ttl": null, "only_save_once_compaction": true})"), "- - once");
    EXPECT_EQ(read(R"({"only_save_once_compaction": "false"})"), "- -");
    EXPECT_EQ(read(R"({"only_save_once_compaction": false, "x": "\u0000"})"), "- -");
    EXPECT_EQ(read(R"({"compaction.ttl": "99999999999999999999"})"), "- 366000");
    EXPECT_EQ(read("not json"), "- -");
    EXPECT_EQ(read("[1]"), "- -");
    EXPECT_EQ(read(R"({"partition.ttl": "two"})"),
              R"(property "partition.ttl" is "two", which is not a number of days)");
    EXPECT_EQ(read(R"({"partition.ttl": 1.5})"), R"(property "partition.ttl" is 1.5, which is not a number of days)");
    EXPECT_EQ(read(R"({"compaction.ttl": ""})"), R"(property "compaction.ttl" is "", which is not a number of days)");
    EXPECT_EQ(read(R"({"compaction.ttl": -2})"), R"(property "compaction.ttl" is -2, which is not a number of days)");
    EXPECT_EQ(read(R"({"compaction.ttl": [1]})"), R"(property "compaction.ttl" is [1], which is not a number of days)");
    EXPECT_EQ(read(R"({"only_save_once_compaction": "yes"})"),
              R"(property "only_save_once_compaction" is "yes", which is not true or false)");
}

}   // namespace
}   // namespace lakesoul::test
