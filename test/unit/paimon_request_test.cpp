// Snapshots, selectors, durations, names, patterns and requests.
#include <gtest/gtest.h>

#include "core/paimon/request.hpp"
#include "paimon_check.hpp"

namespace lakesoul::paimon {
namespace {

const std::string kRequired = R"("schemaId": 0, "baseManifestList": "b", "deltaManifestList": "d", "commitUser": "u",
    "commitIdentifier": 9223372036854775807, "commitKind": "COMPACT", "timeMillis": 1741701564261)";

std::string snapshot(const std::string &more)
{
    return R"({"id": 6, )" + kRequired + more + "}";
}

class PaimonRequest : public testing::Test {
protected:
    std::string fault(const std::string &json)
    {
        Snapshot read;
        return test::fault(read_snapshot(json, arena_.get(), &read));
    }
    test::TestArena arena_;
};

TEST_F(PaimonRequest, ASnapshotIsReadAndKeptExactly)
{
    Snapshot read;
    std::string text = R"({"version": 3, "uuid": "5f0c", "id": "6", "watermark": -9223372036854775808,
        "logOffsets": {"0": "12"}, "totalRecordCount": null, "statistics": null, "properties": {"a": "b"},
        "operation": "WRITE", "future": {"big": 123456789012345678901234567890.5}, )" +
                       kRequired + "}";
    ASSERT_TRUE(read_snapshot(text, arena_.get(), &read).ok());
    EXPECT_EQ(read.id, 6);
    EXPECT_EQ(read.uuid, "5f0c");
    EXPECT_EQ(read.commit_identifier, INT64_MAX);
    EXPECT_EQ(read.watermark, INT64_MIN);
    EXPECT_TRUE(read.has_watermark);
    EXPECT_EQ(std::string(commit_kind_name(read.kind)), "COMPACT");
    EXPECT_EQ(read.total_record_count, 0);
    EXPECT_EQ(read.time_millis, 1741701564261);
    EXPECT_EQ(read.text, R"({"version":3,"uuid":"5f0c","id":6,"watermark":-9223372036854775808,"logOffsets":{"0":12},)"
                         R"("totalRecordCount":null,"properties":{"a":"b"},"operation":"WRITE",)"
                         R"("future":{"big":123456789012345678901234567890.5},"schemaId":0,"baseManifestList":"b",)"
                         R"("deltaManifestList":"d","commitUser":"u","commitIdentifier":9223372036854775807,)"
                         R"("commitKind":"COMPACT","timeMillis":1741701564261})");
    bool same = false;
    ASSERT_TRUE(same_snapshot(R"({"a": 1, "b": [1, {"c": null}]})", R"({"b": [1, {"c": null}], "a": 1})", &same).ok());
    EXPECT_TRUE(same);
    ASSERT_TRUE(same_snapshot(R"({"a": 1})", R"({"a": 2})", &same).ok());
    EXPECT_FALSE(same);
    ASSERT_TRUE(same_snapshot(R"({"a": 1, "b": 1})", R"({"a": 1})", &same).ok());
    EXPECT_FALSE(same);
}

TEST_F(PaimonRequest, WhatIsNoSnapshot)
{
    EXPECT_EQ(fault(snapshot("")), "0 unexpected");   // it is one
    for (const char *key : {"id", "schemaId", "baseManifestList", "deltaManifestList", "commitUser", "commitIdentifier",
                            "commitKind", "timeMillis"}) {
        test::json without = test::json::parse(snapshot(""));
        without[key] = nullptr;
        EXPECT_EQ(fault(without.dump()), "400 22023") << key;
        without.erase(key);
        EXPECT_EQ(fault(without.dump()), "400 22023") << key;
        without[key] = test::json::object();
        EXPECT_EQ(fault(without.dump()), "400 22023") << key;
    }
    for (const char *text : {"{}", "[]", "null", "5"})
        EXPECT_EQ(fault(text), "400 22023") << text;
    for (const char *more : {R"(, "version": 2147483648)", R"(, "uuid": 5)", R"(, "watermark": 1.5)",
                             R"(, "watermark": 9223372036854775808)", R"(, "operation": "NONE")",
                             R"(, "logOffsets": [])", R"(, "logOffsets": {"0": "x"})", R"(, "properties": {"a": []})",
                             R"(, "statistics": 1)", R"(, "nextRowId": "x")"})
        EXPECT_EQ(fault(snapshot(more)), "400 22023") << more;
    EXPECT_EQ(fault(R"({"id": 0, )" + kRequired + "}"), "400 22023");
}

CommitVerdict verdict(const Head &head, const Base &base, std::int64_t id, std::string *fault)
{
    CommitVerdict result = CommitVerdict::next;
    *fault = test::fault(judge_commit(head, base, id, &result));
    return result;
}

TEST_F(PaimonRequest, JudgesCommits)
{
    Head none;
    Head first{true, 1, true, "A"};
    Head old{true, 1, false, ""};
    Base absent;
    Base null{true, false, ""};
    Base a{true, true, "A"};
    Base wrong{true, true, "wrong"};
    std::string fault;
    auto is = [&](const Head &head, const Base &base, std::int64_t id) {
        CommitVerdict result = verdict(head, base, id, &fault);
        return fault != "0 unexpected" ? fault : std::string(result == CommitVerdict::next ? "next" : "lost");
    };
    EXPECT_EQ(is(none, null, 1), "next");
    EXPECT_EQ(is(none, absent, 1), "next");
    EXPECT_EQ(is(none, a, 1), "lost");
    EXPECT_EQ(is(none, null, 2), "400 22023");
    EXPECT_EQ(is(first, a, 2), "next");
    EXPECT_EQ(is(first, absent, 2), "next");
    EXPECT_EQ(is(first, null, 2), "lost");
    EXPECT_EQ(is(first, wrong, 2), "lost");
    EXPECT_EQ(is(first, wrong, 3), "lost");
    EXPECT_EQ(is(first, a, 1), "lost");
    EXPECT_EQ(is(first, a, 3), "400 22023");
    EXPECT_EQ(is(first, a, INT64_MAX), "400 22023");
    EXPECT_EQ(is(old, null, 2), "next");
    EXPECT_EQ(is(old, a, 2), "lost");
}

TEST_F(PaimonRequest, InstantsVersionsSelectors)   // the words of cases 34 and 35
{
    Instant instant;
    auto read = [&](const char *json) {
        Status status = read_instant(json, arena_.get(), &instant);
        return !status.ok()     ? test::fault(status)
               : instant.is_tag ? "tag " + std::string(instant.tag)
                                : "snapshot " + std::to_string(instant.snapshot_id);
    };
    EXPECT_EQ(read(R"({"type": "snapshot", "snapshotId": 4})"), "snapshot 4");
    EXPECT_EQ(read(R"({"snapshotId": "4"})"), "snapshot 4");
    EXPECT_EQ(read(R"({"type": "tag", "tagName": "x"})"), "tag x");
    EXPECT_EQ(read(R"({"tagName": "20250122"})"), "tag 20250122");
    EXPECT_EQ(read(R"({"type": "tag", "tagName": "x", "snapshotId": 1})"), "tag x");
    for (const char *json :
         {"{}", R"({"tagName": "x", "snapshotId": 1})", R"({"type": "snapshot", "tagName": "x"})",
          R"({"type": "branch", "tagName": "x"})", R"({"type": 1, "tagName": "x"})", "4", R"({"snapshotId": 1.5})"})
        EXPECT_EQ(read(json), "400 22023") << json;
    EXPECT_EQ(read_version("EARLIEST").kind, Version::Kind::earliest);
    EXPECT_EQ(read_version("LATEST").kind, Version::Kind::latest);
    EXPECT_EQ(read_version("latest").tag, "latest");
    EXPECT_EQ(read_version("3").id, 3);
    EXPECT_EQ(read_version("0").id, 0);
    EXPECT_EQ(read_version("99999999999999999999").kind, Version::Kind::id);
    EXPECT_EQ(read_version("99999999999999999999").id, 0);
    EXPECT_EQ(read_version("").kind, Version::Kind::tag);
    EXPECT_EQ(read_version("-1").kind, Version::Kind::tag);
    Selector selector;
    ASSERT_TRUE(read_selector(R"({"timestampMillis": 5})", &selector).ok());
    EXPECT_FALSE(selector.by_watermark);
    ASSERT_TRUE(read_selector(R"({"watermark": -9223372036854775808, "timestampMillis": null})", &selector).ok());
    EXPECT_EQ(selector.value, INT64_MIN);
    EXPECT_EQ(test::fault(read_selector("{}", &selector)), "400 22023");
    EXPECT_EQ(test::fault(read_selector(R"({"timestampMillis": 5, "watermark": 5})", &selector)), "400 22023");
    EXPECT_TRUE(check_rollback_from(4, false, 0).ok());
    EXPECT_TRUE(check_rollback_from(4, true, 4).ok());
    EXPECT_EQ(test::fault_with_message(check_rollback_from(4, true, 3)),
              "409 42710 SNAPSHOT 4: the latest snapshot is 4, not 3");
    EXPECT_TRUE(check_tag_name("my_tag").ok());
    for (const char *name : {"", " ", "42", "EARLIEST", "LATEST"})
        EXPECT_EQ(test::fault(check_tag_name(name)), "400 22023") << name;
}

TEST_F(PaimonRequest, Durations)
{
    const std::pair<const char *, const char *> kGood[] = {{"1d", "PT24H"},
                                                           {"12 h", "PT12H"},
                                                           {"30m", "PT30M"},
                                                           {"90min", "PT1H30M"},
                                                           {" 10 Seconds ", "PT10S"},
                                                           {"5", "PT0.005S"},
                                                           {"1500ms", "PT1.5S"},
                                                           {"2 days", "PT48H"},
                                                           {"0s", "PT0S"},
                                                           {"1500 micros", "PT0.001S"},
                                                           {"PT24H", "PT24H"},
                                                           {"P1DT1H", "PT25H"},
                                                           {"PT1M0.5S", "PT1M0.5S"},
                                                           {"P2D", "PT48H"}};
    for (const auto &good : kGood) {
        std::int64_t millis = 0;
        View text;
        ASSERT_TRUE(read_duration(good.first, &millis).ok()) << good.first;
        ASSERT_TRUE(print_duration(millis, arena_.get(), &text).ok());
        EXPECT_EQ(text, good.second) << good.first;
    }
    std::int64_t millis;
    for (const char *bad :
         {"", " ", "d", "1x", "-1d", "1.5d", "99999999999999999999", "9223372036854775807d", "P", "PT", "P1H", "PT1D",
          "PT1H1D", "PT1M1H", "PTS", "P1DT", "PT1.5H", "PT1", "PT9223372036854775807S"})
        EXPECT_EQ(test::fault(read_duration(bad, &millis)), "400 22023") << bad;
}

TEST_F(PaimonRequest, Identifiers)
{
    Ident ident;
    auto read = [&](const char *json) {
        Status status = read_ident(json, arena_.get(), &ident);
        if (!status.ok())
            return test::fault(status);
        return std::string(ident.table) + (ident.has_branch ? " branch " + std::string(ident.branch) : "") +
               (ident.has_system ? " system " + std::string(ident.system) : "") +
               (require_plain(ident).ok() ? "" : " not plain");
    };
    EXPECT_EQ(read(R"({"database": "d", "object": "t"})"), "t");
    EXPECT_EQ(read(R"({"databaseName": "d", "tableName": "t"})"), "t");
    EXPECT_EQ(read(R"({"database": "d", "databaseName": "d", "object": "t", "tableName": null})"), "t");
    EXPECT_EQ(read(R"({"database": "d", "object": "t$branch_b"})"), "t branch b not plain");
    EXPECT_EQ(read(R"({"database": "d", "object": "t$files"})"), "t system files not plain");
    EXPECT_EQ(read(R"({"database": "d", "object": "t$branch_b$files"})"), "t branch b system files not plain");
    for (const char *json :
         {"{}", "[]", R"({"database": "d"})", R"({"object": "t"})", R"({"database": "", "object": "t"})",
          R"({"database": "d", "object": " "})", R"({"database": 1, "object": "t"})",
          R"({"database": "d", "databaseName": "e", "object": "t"})", R"({"database": "d", "object": "$x"})",
          R"({"database": "d", "object": "t$"})", R"({"database": "d", "object": "t$branch_"})",
          R"({"database": "d", "object": "t$a$b"})", R"({"database": "d", "object": "t$branch_a$b$c"})",
          R"({"database": "d", "object": "t$branch_a$"})"})
        EXPECT_EQ(read(json), "400 22023") << json;
}

TEST_F(PaimonRequest, Patterns)   // case 38
{
    const std::vector<View> kNames = {"abd", "def", "opr", "table1", "table2", "table3", "table_name"};
    auto found = [&](View pattern) {
        Pattern compiled;
        Status status = read_pattern(pattern, arena_.get(), &compiled);
        if (!status.ok())
            return test::fault(status);
        std::string names;
        for (View name : kNames)
            if (matches(compiled, name))
                names += std::string(names.empty() ? "" : " ") + std::string(name);
        return names;
    };
    EXPECT_EQ(found("table%"), "table1 table2 table3 table_name");
    EXPECT_EQ(found("table_"), "");
    EXPECT_EQ(found("table_%"), "table_name");
    EXPECT_EQ(found("table1"), "table1");
    EXPECT_EQ(found(""), "abd def opr table1 table2 table3 table_name");
    EXPECT_EQ(found("%"), "abd def opr table1 table2 table3 table_name");
    EXPECT_EQ(found("\\d\\ef"), "def");
    EXPECT_EQ(found("table\\%"), "");
    for (View bad : {"%table", "ta%le", "%%"})
        EXPECT_EQ(found(bad), "400 22023") << bad;
}

TEST_F(PaimonRequest, Queries)
{
    Query query;
    auto fault = [&](const char *json) { return test::fault(read_query(json, arena_.get(), &query)); };
    for (const char *json : {"{}", R"({"maxResults": null})", R"({"maxResults": 0})", R"({"maxResults": -5})",
                             R"({"maxResults": 1000})", R"({"maxResults": "9999999999"})",
                             R"({"maxResults": 99999999999999999999})", R"({"maxResults": "-99999999999999999999"})"}) {
        EXPECT_EQ(fault(json), "0 unexpected") << json;
        EXPECT_EQ(query.max_results, 100) << json;
    }
    ASSERT_EQ(fault(R"({"maxResults": "2", "pageToken": "def", "viewNamePattern": "v%", "databaseNamePattern": "d",
                        "partitionNamePattern": "dt=2025%", "tagNamePrefix": "t", "tableType": "table"})"),
              "0 unexpected");
    EXPECT_EQ(query.max_results, 2);
    EXPECT_EQ(query.token, "def");
    EXPECT_TRUE(matches(query.name, "view"));
    EXPECT_FALSE(matches(query.database, "db"));
    EXPECT_TRUE(matches(query.partition, "dt=2025-01-01/hh=1"));
    EXPECT_TRUE(matches(query.tag, "tag"));
    EXPECT_TRUE(matches_type(query, View()));
    EXPECT_TRUE(matches_type(query, "table"));
    EXPECT_FALSE(matches_type(query, "format-table"));
    for (const char *json : {"[]", R"({"maxResults": "x"})", R"({"maxResults": 1.5})", R"({"pageToken": 1})",
                             R"({"tableNamePattern": "%a"})", R"({"tableNamePattern": "a", "viewNamePattern": "a"})"})
        EXPECT_EQ(fault(json), "400 22023") << json;
}

TEST_F(PaimonRequest, PartitionNames)
{
    const View kKeys[] = {"dt", "region"};
    Span<const View> keys{kKeys, 2};
    const Pair kSpec[] = {{"region", "eu"}, {"dt", "2025-01-01"}};
    View text;
    ASSERT_TRUE(partition_name(keys, {kSpec, 2}, arena_.get(), &text).ok());
    EXPECT_EQ(text, "dt=2025-01-01/region=eu");
    EXPECT_EQ(test::fault(partition_name(keys, {kSpec, 1}, arena_.get(), &text)), "400 22023");
    EXPECT_EQ(test::fault(partition_name({kKeys, 1}, {kSpec, 2}, arena_.get(), &text)), "400 22023");
    auto stored = [&](View dt, View region) {
        const Pair spec[] = {{"region", region}, {"dt", dt}};
        Status status = desc_of_spec(keys, {spec, 2}, kDefaultPartition, arena_.get(), &text);
        return status.ok() ? std::string(text) : test::fault(status);
    };
    EXPECT_EQ(stored("2025-01-01", "eu"), "dt=2025-01-01,region=eu");
    EXPECT_EQ(stored("__DEFAULT_PARTITION__", ""), "dt=__L@KE$OUL_NULL__,region=__L@KE$OUL_EMPTY_STRING__");
    for (View bad : {"a,b", "a=b", "__L@KE$OUL_NULL__"})
        EXPECT_EQ(stored(bad, "eu"), "400 22023") << bad;
    ASSERT_TRUE(desc_of_spec({}, {}, kDefaultPartition, arena_.get(), &text).ok());
    EXPECT_EQ(text, "-5");
    Span<const Pair> spec;
    ASSERT_TRUE(spec_of_desc(keys, "dt=__L@KE$OUL_NULL__,region=__L@KE$OUL_EMPTY_STRING__", kDefaultPartition,
                             arena_.get(), &spec)
                    .ok());
    ASSERT_TRUE(print_pairs(spec, arena_.get(), &text).ok());
    EXPECT_EQ(text, R"({"dt":"__DEFAULT_PARTITION__","region":""})");
    ASSERT_TRUE(spec_of_desc({}, "-5", kDefaultPartition, arena_.get(), &spec).ok());
    EXPECT_TRUE(spec.empty());
    EXPECT_EQ(test::fault(spec_of_desc(keys, "dt=1", kDefaultPartition, arena_.get(), &spec)), "500 55000");
    EXPECT_EQ(test::fault(spec_of_desc({}, "dt=1", kDefaultPartition, arena_.get(), &spec)), "500 55000");
    ASSERT_TRUE(global_key("db", "t", arena_.get(), &text).ok());
    EXPECT_EQ(text, "db.t");
}

TEST_F(PaimonRequest, CommitRequests)
{
    Commit commit;
    auto fault = [&](const std::string &json) { return test::fault(read_commit(json, arena_.get(), &commit)); };
    std::string body = R"({"tableId": "t", "snapshot": )" + snapshot("");
    ASSERT_EQ(fault(body + R"(, "baseSnapshotUuid": null, "statistics": [{"spec": {"dt": "d"}, "recordCount": 3}],
                               "lakesoulCommit": "QUJD"})"),
              "0 unexpected");
    EXPECT_TRUE(commit.base.given);
    EXPECT_FALSE(commit.base.has_uuid);
    EXPECT_EQ(commit.statistics[0].counts.record_count, 3);
    EXPECT_EQ(commit.lakesoul_commit, "QUJD");
    ASSERT_EQ(fault(body + R"(, "baseSnapshotUuid": "A"})"), "0 unexpected");
    EXPECT_EQ(commit.base.uuid, "A");
    EXPECT_FALSE(commit.has_lakesoul_commit);
    EXPECT_TRUE(commit.statistics.empty());
    ASSERT_EQ(fault(body + "}"), "0 unexpected");
    EXPECT_FALSE(commit.base.given);
    EXPECT_EQ(fault(R"({"snapshot": )" + snapshot("") + "}"), "400 22023");
    EXPECT_EQ(fault(R"({"tableId": "t"})"), "400 22023");
    EXPECT_EQ(fault(R"({"tableId": "t", "snapshot": {}})"), "400 22023");
    EXPECT_EQ(fault(body + R"(, "baseSnapshotUuid": 1})"), "400 22023");
    EXPECT_EQ(fault(body + R"(, "statistics": {}})"), "400 22023");
    EXPECT_EQ(fault(body + R"(, "lakesoulCommit": {}})"), "400 22023");
}

TEST_F(PaimonRequest, OtherRequests)
{
    Rollback rollback;
    ASSERT_TRUE(read_rollback(R"({"instant": {"snapshotId": 4}, "fromSnapshot": 6})", arena_.get(), &rollback).ok());
    EXPECT_EQ(rollback.from, 6);
    EXPECT_EQ(test::fault(read_rollback("{}", arena_.get(), &rollback)), "400 22023");
    std::int64_t schema_id;
    ASSERT_TRUE(read_rollback_schema(R"({"schemaId": "3"})", &schema_id).ok());
    EXPECT_EQ(schema_id, 3);
    EXPECT_EQ(test::fault(read_rollback_schema("{}", &schema_id)), "400 22023");
    CreateTag tag;
    ASSERT_TRUE(
        read_create_tag(R"({"tagName": "t", "snapshotId": null, "timeRetained": "1d"})", arena_.get(), &tag).ok());
    EXPECT_FALSE(tag.has_snapshot);
    EXPECT_EQ(tag.retained_millis, 86400000);
    EXPECT_EQ(test::fault(read_create_tag(R"({"tagName": "7"})", arena_.get(), &tag)), "400 22023");
    EXPECT_EQ(test::fault(read_create_tag(R"({"tagName": "t", "timeRetained": "soon"})", arena_.get(), &tag)),
              "400 22023");
    CreateDatabase database;
    ASSERT_TRUE(read_create_database(R"({"name": "d", "options": {"a": 1}})", arena_.get(), &database).ok());
    EXPECT_EQ(database.options[0].value, "1");
    EXPECT_EQ(test::fault(read_create_database(R"({"name": " "})", arena_.get(), &database)), "400 22023");
    AlterDatabase alter;
    ASSERT_TRUE(read_alter_database(R"({"removals": ["a"], "updates": {"b": "1"}})", arena_.get(), &alter).ok());
    EXPECT_EQ(alter.removals[0], "a");
    ASSERT_TRUE(read_alter_database(R"({"removals": ["b", "a", "b"]})", arena_.get(), &alter).ok());
    ASSERT_EQ(alter.removals.size, 2u);
    EXPECT_EQ(alter.removals[0], "b");
    std::string many;
    for (int i = 0; i <= 10000; ++i)
        many += (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\"";
    EXPECT_EQ(test::fault(read_alter_database("{\"removals\": [" + many + "]}", arena_.get(), &alter)), "400 54000");
    EXPECT_EQ(test::fault(read_alter_database(R"({"removals": ["a"], "updates": {"a": "1"}})", arena_.get(), &alter)),
              "400 22023");
    CreateObject create;
    ASSERT_TRUE(
        read_create(R"({"identifier": {"database": "d", "object": "t"}, "schema": {"x": 1.50}})", arena_.get(), &create)
            .ok());
    EXPECT_EQ(create.schema, R"({"x":1.50})");
    EXPECT_EQ(test::fault(read_create(R"({"identifier": {"database": "d", "object": "t"}})", arena_.get(), &create)),
              "400 22023");
    View changes;
    ASSERT_TRUE(read_alter(R"({"changes": [{"action": "x"}]})", arena_.get(), &changes).ok());
    EXPECT_EQ(changes, R"([{"action":"x"}])");
    EXPECT_EQ(test::fault(read_alter(R"({"changes": {}})", arena_.get(), &changes)), "400 22023");
    Rename rename;
    ASSERT_TRUE(
        read_rename(R"({"source": {"database": "a", "object": "b"}, "destination": {"database": "c", "object": "d"}})",
                    arena_.get(), &rename)
            .ok());
    EXPECT_EQ(rename.destination.table, "d");
    EXPECT_EQ(test::fault(read_rename("{}", arena_.get(), &rename)), "400 22023");
}

TEST_F(PaimonRequest, PartitionRequests)
{
    PartitionRequest request;
    auto fault = [&](PartitionCall call, const std::string &json) {
        return test::fault(read_partitions(call, json, arena_.get(), &request));
    };
    ASSERT_EQ(fault(PartitionCall::create, R"({"partitionSpecs": [{"dt": 1}], "ignoreIfExists": false,
        "partitionStatistics": [{"spec": {"dt": "1"}, "recordCount": -1}], "replaceStatistics": "true"})"),
              "0 unexpected");
    EXPECT_EQ(request.specs[0][0].value, "1");
    EXPECT_FALSE(request.ignore_if_exists);
    EXPECT_TRUE(request.replace_statistics);
    EXPECT_EQ(request.statistics[0].counts.record_count, -1);
    ASSERT_EQ(fault(PartitionCall::drop, R"({"partitionSpecs": []})"), "0 unexpected");
    EXPECT_TRUE(request.ignore_if_not_exists);
    EXPECT_EQ(fault(PartitionCall::drop, R"({"specs": []})"), "400 22023");
    EXPECT_EQ(fault(PartitionCall::mark_done, R"({"specs": [null]})"), "400 22023");
    EXPECT_EQ(fault(PartitionCall::mark_done, R"({"specs": [{"dt": null}]})"), "400 22023");
    std::string many = "{}";
    for (int i = 1; i < 1000; ++i)
        many += ",{}";
    EXPECT_EQ(fault(PartitionCall::list_by_names, R"({"specs": [)" + many + "]}"), "0 unexpected");
    EXPECT_EQ(fault(PartitionCall::list_by_names, R"({"specs": [{},)" + many + "]}"), "400 22023");
}

}   // namespace
}   // namespace lakesoul::paimon
