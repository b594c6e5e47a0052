// What the reference was observed to do (test/fixtures/paimon_schema.jsonl), each case a test of its name. Where docs/
// paimon.md says that ours is another result, that one is expected, and the reference's must not be ours by chance.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "core/paimon/error.hpp"
#include "core/paimon/schema.hpp"
#include "core/paimon/type.hpp"
#include "test_arena.hpp"

namespace lakesoul::paimon {
namespace {

using nlohmann::json;

struct Vector {
    json row;
    std::string id() const { return row["id"]; }
};

std::vector<Vector> vectors()
{
    std::ifstream in(std::string(LAKESOUL_SOURCE_DIR) + "/test/fixtures/paimon_schema.jsonl");
    std::vector<Vector> all;
    for (std::string line; std::getline(in, line);)
        all.push_back({json::parse(line)});
    return all;
}

// The reference's result of a case, changed where ours differs; docs/paimon.md says why.
json expected(const Vector &vector)
{
    static const std::set<std::string> kRefused = {"TY39", "U12b", "Q2", "Q3", "Q4", "Q5", "Q14"};
    static const std::map<std::string, json> kAccepted = {
        {"TY46", json::parse(R"({"type": {"type": "ROW", "fields": [{"id": 0, "name": "a", "type": "INT"}]}})")},
        {"C15", json::parse(R"({"schemaId": 0, "highestFieldId": 0, "schema": {"fields": [
            {"id": 0, "name": "a", "type": "INT"}], "partitionKeys": [], "primaryKeys": [], "options": {}}})")},
        {"A18", json::parse(R"({"schemaId": 1, "highestFieldId": 2, "schema": {"fields": [
            {"id": 0, "name": "f0", "type": "INT"}, {"id": 1, "name": "f1", "type": "BIGINT"},
            {"id": 2, "name": "f2", "type": "STRING"}], "partitionKeys": [], "primaryKeys": [], "options": {}}})")},
        {"R12", json::parse(R"({"schemaId": 1, "highestFieldId": 1, "schema": {"fields": [
            {"id": 0, "name": "b", "type": "INT NOT NULL"}, {"id": 1, "name": "f1", "type": "INT"}],
            "partitionKeys": [], "primaryKeys": ["b"], "options": {"bucket": "1"}}})")},
        {"R14", json::parse(R"({"schemaId": 1, "highestFieldId": 1, "schema": {"fields": [
            {"id": 0, "name": "a", "type": "INT"}, {"id": 1, "name": "c", "type": "BIGINT"}],
            "partitionKeys": [], "primaryKeys": [], "options": {}}})")},
        {"Q13", json::parse(R"({"schemaId": 1, "highestFieldId": 5, "schema": {"fields": [
            {"id": 0, "name": "k", "type": "INT"}, {"id": 1, "name": "v", "type": {"type": "ROW", "fields": [
                {"id": 2, "name": "f1", "type": "STRING"}, {"id": 3, "name": "f2", "type": {"type": "ROW", "fields": [
                    {"id": 4, "name": "f1", "type": "INT"}, {"id": 5, "name": "f2", "type": "BIGINT"}]}}]}}],
            "partitionKeys": [], "primaryKeys": [], "options": {}}})")},
    };
    if (kRefused.count(vector.id()) != 0)
        return {{"error", {{"code", 400}}}};
    auto ours = kAccepted.find(vector.id());
    return ours == kAccepted.end() ? vector.row["expect"] : ours->second;
}

json failure(const Status &status)
{
    json fault = {{"code", status.response}, {"message", status.message}};
    if (resource_type(status.resource) != nullptr) {
        fault["resourceType"] = resource_type(status.resource);
        fault["resourceName"] = status.detail;
    }
    return {{"error", fault}};
}

json result_of(const json &row)
{
    test::TestArena arena;
    View out;
    Status status;
    if (row.contains("type")) {
        status = parse_type(row["type"].dump(), arena.get(), &out);
        return status.ok() ? json{{"type", json::parse(out)}} : failure(status);
    }
    status = build_schema(row["schema"].dump(), 0, arena.get(), &out);
    if (status.ok() && row.contains("changes"))
        status = apply_changes(out, row["changes"].dump(), row["hasSnapshots"], 0, arena.get(), &out);
    if (!status.ok())
        return failure(status);
    json table = json::parse(out);
    json result = {{"schemaId", table["id"]}, {"highestFieldId", table["highestFieldId"]}};
    for (const char *key : {"id", "highestFieldId", "version", "timeMillis"})
        table.erase(key);
    result["schema"] = table;
    return result;
}

class PaimonVector : public testing::Test {
public:
    explicit PaimonVector(const Vector &vector) : vector_(vector) {}

    void TestBody() override
    {
        json wanted = expected(vector_);
        json result = result_of(vector_.row);
        if (wanted.contains("error") && result.contains("error")) {
            EXPECT_NE(result["error"]["message"], "");
            result["error"].erase("message");
            wanted["error"].erase("kind");
        }
        EXPECT_EQ(result, wanted) << vector_.row["note"];
    }

private:
    Vector vector_;
};

// Each case is a test under its own name.
const bool kRegistered = [] {
    for (const Vector &vector : vectors())
        testing::RegisterTest("PaimonVector", vector.id().c_str(), nullptr, nullptr, __FILE__, __LINE__,
                              [vector]() -> testing::Test * { return new PaimonVector(vector); });
    return true;
}();

TEST(PaimonVectors, AllAreThere)
{
    EXPECT_TRUE(kRegistered);
    EXPECT_EQ(vectors().size(), 132u);
}

}   // namespace
}   // namespace lakesoul::paimon
