// CarbonData 1.3.1's planner as observed: each block of test/fixtures/carbon_plans.txt is a case of its own. Where
// CarbonData is at fault, kCorrected has what is right instead.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "carbon_plan.hpp"

namespace {

using namespace lakesoul;
using namespace lakesoul::test;
using nlohmann::ordered_json;

struct Vector {
    std::string id, columns, partitioned;
    Properties properties;
    std::vector<std::string> lines;   // as observed, the JSON of J1 and J2 left out
    std::string json;
};

void PrintTo(const Vector &vector, std::ostream *out)
{
    *out << vector.id;
}

void read_head(const std::string &line, Vector *vector)
{
    std::smatch parts;
    static const std::regex kHead(R"(### (.*?) \| (.*?) ?\|(?: PARTITIONED BY (.*?) \|)? ?(.*))");
    if (!std::regex_match(line, parts, kHead))
        throw std::runtime_error("not a block's head: " + line);
    vector->id = parts[1];
    vector->columns = parts[2];
    vector->partitioned = parts[3];
    std::string rest = parts[4];
    static const std::regex kProperty(R"(([A-Za-z_.]+)='(.*?)'(?=, [A-Za-z_.]+='|$))");
    for (std::sregex_iterator p(rest.begin(), rest.end(), kProperty), end; p != end; ++p)
        vector->properties.emplace_back((*p)[1], (*p)[2]);
}

std::vector<Vector> read_vectors()
{
    std::ifstream in(LAKESOUL_SOURCE_DIR "/test/fixtures/carbon_plans.txt");
    std::vector<Vector> vectors;
    for (std::string line; std::getline(in, line);) {
        if (line.rfind("### ", 0) == 0) {
            vectors.emplace_back();
            read_head(line, &vectors.back());
        } else if (line.rfind("{", 0) == 0) {
            vectors.back().json = line;
        } else {
            vectors.back().lines.push_back(line);
        }
    }
    return vectors;
}

// What is right, for blocks in which CarbonData is not.
const std::map<std::string, std::vector<std::string>> kCorrected = {
    // Every child has its parent's name before its own, dates and booleans too.
    {"B9c struct date boolean",
     {"   0 k                            STRING     ord= 1 SORT  kids=0 enc=[INVERTED_INDEX] p=0,s=0",
      "   1 s                            STRUCT     ord= 0 DIM   kids=7 enc=[DICTIONARY, INVERTED_INDEX] p=0,s=0",
      "   2 s.d                          DATE       ord=-1 DIM   kids=0 enc=[DICTIONARY, DIRECT_DICTIONARY, "
      "INVERTED_INDEX] p=0,s=0",
      "   3 s.b                          BOOLEAN    ord=-1 DIM   kids=0 enc=[DICTIONARY, INVERTED_INDEX] p=0,s=0",
      "   4 s.t                          TIMESTAMP  ord=-1 DIM   kids=0 enc=[DICTIONARY, DIRECT_DICTIONARY, "
      "INVERTED_INDEX] p=0,s=0",
      "   5 s.f                          DOUBLE     ord=-1 DIM   kids=0 enc=[DICTIONARY, INVERTED_INDEX] p=0,s=0",
      "   6 s.dec                        DECIMAL    ord=-1 DIM   kids=0 enc=[DICTIONARY, INVERTED_INDEX] p=5,s=1",
      "   7 s.sm                         SHORT      ord=-1 DIM   kids=0 enc=[DICTIONARY, INVERTED_INDEX] p=0,s=0",
      "   8 s.bg                         LONG       ord=-1 DIM   kids=0 enc=[DICTIONARY, INVERTED_INDEX] p=0,s=0",
      "   9 default_dummy_measure        DOUBLE     ord=-1 DUMMY kids=0 enc=[] p=0,s=0",
      "  tblprops: {comment=, sort_columns=k}"}},
    {"B9d struct date dup",
     {"   0 d                            STRING     ord= 1 SORT  kids=0 enc=[INVERTED_INDEX] p=0,s=0",
      "   1 s                            STRUCT     ord= 0 DIM   kids=1 enc=[DICTIONARY, INVERTED_INDEX] p=0,s=0",
      "   2 s.d                          DATE       ord=-1 DIM   kids=0 enc=[DICTIONARY, DIRECT_DICTIONARY, "
      "INVERTED_INDEX] p=0,s=0",
      "   3 default_dummy_measure        DOUBLE     ord=-1 DUMMY kids=0 enc=[] p=0,s=0",
      "  tblprops: {comment=, sort_columns=d}"}},
    {"B9f array boolean x2",
     {"   0 s                            ARRAY      ord= 0 DIM   kids=1 enc=[DICTIONARY, INVERTED_INDEX] p=0,s=0",
      "   1 s.val                        BOOLEAN    ord=-1 DIM   kids=0 enc=[DICTIONARY, INVERTED_INDEX] p=0,s=0",
      "   2 d                            ARRAY      ord= 1 DIM   kids=1 enc=[DICTIONARY, INVERTED_INDEX] p=0,s=0",
      "   3 d.val                        BOOLEAN    ord=-1 DIM   kids=0 enc=[DICTIONARY, INVERTED_INDEX] p=0,s=0",
      "   4 default_dummy_measure        DOUBLE     ord=-1 DUMMY kids=0 enc=[] p=0,s=0",
      "  tblprops: {comment=, sort_columns=}"}},
    // A table of nothing but the dummy cannot be created.
    {"B12 no cols", {"  ERROR: table should have at least one column"}},
    // A complex column has no hash.
    {"C1h hash array", {"  ERROR: UnSupported partition type: Some(ArrayType(IntegerType,true))"}},
    // The thirteenth month is none.
    {"C2p range date lenient", {"  ERROR: Invalid Partition Values for partition column: p"}},
    // A group that is not closed swallows the rest of the list.
    {"C3f list unclosed", {"  ERROR: brackets in LIST_INFO do not match"}},
    {"C3i list empty", {"  ERROR: LIST_INFO must define at least one value"}},
    // No such type of partitions: silently Hive's otherwise.
    {"C4g unknown type one col", {"  ERROR: Error: Invalid partition definition"}},
    // The message says it itself.
    {"D2c major 0",
     {"  ERROR: Invalid major_compaction_size value found: 0, only int value greater than 0 is supported."}},
    // One of the two would win, depending on a hash.
    {"T10 hash case dup propkey", {"  ERROR: Found duplicate keys 'sort_columns'."}},
};

// What stands for the raw comments of D12 and J1.
const std::map<std::string, std::string> kJsonColumns = {
    {"D12 comment", R"([{"name": "a", "type": "int", "comment": "\"it's\""},
                        {"name": "b", "type": "string", "comment": "x=y"}])"},
    {"J1", "[{\"name\": \"id\", \"type\": \"bigint\"},"
           " {\"name\": \"name\", \"type\": \"string\","
           "  \"comment\": \"\xE5\xA7\x93\xE5\x90\x8D's \\\"x\\\" <y> & z=1\\\\\"},"
           " {\"name\": \"city\", \"type\": \"string\"}, {\"name\": \"tags\", \"type\": \"array<string>\"},"
           " {\"name\": \"pos\", \"type\": \"struct<lat:double,lng:decimal(9,6)>\"}]"},
};
const std::map<std::string, std::string> kTableComments = {
    {"D12 comment", "Table's <c> & \"q\""},
    {"J1", "\xE8\xAE\xA2\xE5\x8D\x95's \xE8\xA1\xA8 <t>=&\"q\""},
};

std::string found(const std::map<std::string, std::string> &map, const std::string &key)
{
    auto place = map.find(key);
    return place == map.end() ? "" : place->second;
}

std::vector<std::string> expected_lines(const Vector &vector)
{
    auto corrected = kCorrected.find(vector.id);
    std::vector<std::string> lines = corrected == kCorrected.end() ? vector.lines : corrected->second;
    static const std::regex kError("  ERROR [A-Za-z]*: (ProcessMetaDataException: |ParseException: |"
                                   "InvalidConfigurationException: )?");
    for (std::string &line : lines)
        line = std::regex_replace(line, kError, "  ERROR: ", std::regex_constants::format_first_only);
    return lines;
}

std::string column_line(std::size_t place, const carbon::Column &column)
{
    constexpr const char *kRoles[] = {"SORT", "DIM", "DIM", "DIM", "MSR", "DUMMY"};
    char line[512];
    std::snprintf(line, sizeof line, "%4zu %-28s %-10s ord=%2d %-5s kids=%d enc=[%s] p=%d,s=%d", place,
                  text(column.name).c_str(), text(column.type).c_str(), column.ordinal,
                  kRoles[static_cast<int>(column.role)], column.children, join(column.encodings).c_str(),
                  column.precision, column.scale);
    std::string comment = column.comment.data() == nullptr ? "" : " props={comment=" + text(column.comment) + "}";
    return line + comment;
}

std::string property_line(const carbon::Plan &plan)
{
    std::map<std::string, std::string> sorted;
    for (const carbon::Property &property : plan.properties)
        sorted[text(property.key)] = text(property.value);
    EXPECT_EQ(sorted.size(), plan.properties.size);
    std::string line;
    for (const auto &[key, value] : sorted)
        line += (line.empty() ? "" : ", ") + key + "=" + value;
    return "  tblprops: {" + line + "}";
}

std::vector<std::string> lines_of(Planned &planned)
{
    if (!planned.status.ok())
        return {std::string("  ERROR: ") + planned.status.message};
    const carbon::Plan &plan = planned.plan;
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < plan.columns.size; ++i)
        lines.push_back(column_line(i, plan.columns[i]));
    lines.push_back(property_line(plan));
    if (plan.partitioning.type != carbon::PartitionType::none)
        lines.push_back("  partition: " + partitioning(plan));
    if (plan.bucketing.number != 0)
        lines.push_back("  bucket: " + std::to_string(plan.bucketing.number) + " ArrayBuffer(" +
                        names(plan, plan.bucketing.columns) + ")");
    return lines;
}

std::string part_line(View json)
{
    std::string line;
    std::vector<std::size_t> lengths = part_units(json);
    for (std::size_t length : lengths)
        line += (line.empty() ? "" : ", ") + std::to_string(length);
    return "  parts=" + std::to_string(lengths.size()) + " lens=Vector(" + line + ")";
}

// Ids by their order of appearance, one time, properties sorted.
ordered_json comparable(std::string json)
{
    static const std::regex kUuid("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    static const std::regex kTime("1[0-9]{12}");
    std::map<std::string, std::string> ids;
    std::string replaced;
    std::size_t done = 0;
    for (std::sregex_iterator id(json.begin(), json.end(), kUuid), end; id != end; ++id) {
        std::string &name = ids[id->str()];
        if (name.empty())
            name = "id " + std::to_string(ids.size());
        replaced += json.substr(done, static_cast<std::size_t>(id->position()) - done) + name;
        done = static_cast<std::size_t>(id->position() + id->length());
    }
    replaced += json.substr(done);
    ordered_json parsed = ordered_json::parse(std::regex_replace(replaced, kTime, "0"));
    ordered_json &properties = parsed["factTable"]["tableProperties"];
    properties = ordered_json::parse(nlohmann::json(properties).dump());
    return parsed;
}

class CarbonVector : public testing::TestWithParam<Vector> {};

TEST_P(CarbonVector, IsPlanned)
{
    const Vector &vector = GetParam();
    std::string columns = found(kJsonColumns, vector.id);
    Planned planned(columns.empty() ? vector.columns : columns, vector.properties, vector.partitioned, !columns.empty(),
                    found(kTableComments, vector.id));
    std::vector<std::string> lines = lines_of(planned);
    if (!vector.json.empty() && planned.status.ok()) {
        std::string json = table_info(planned);
        lines.push_back(part_line(json));
        EXPECT_EQ(comparable(json).dump(1), comparable(vector.json).dump(1));
        EXPECT_EQ(units(json), units(vector.json));
    }
    EXPECT_EQ(lines, expected_lines(vector));
}

std::string case_name(const testing::TestParamInfo<Vector> &info)
{
    return std::regex_replace(info.param.id, std::regex("[^A-Za-z0-9]+"), "_");
}

INSTANTIATE_TEST_SUITE_P(Carbon, CarbonVector, testing::ValuesIn(read_vectors()), case_name);

TEST(CarbonVectors, AreAllThere)
{
    std::set<std::string> ids;
    for (const Vector &vector : read_vectors())
        ids.insert(vector.id);
    EXPECT_EQ(ids.size(), 139u);
    for (const auto &[id, lines] : kCorrected)
        EXPECT_EQ(ids.count(id), 1u) << id;
}

// A line of kCorrected that says what was observed anyway would hide that CarbonData is right there.
TEST(CarbonVectors, CorrectionsDiffer)
{
    for (const Vector &vector : read_vectors()) {
        auto corrected = kCorrected.find(vector.id);
        if (corrected != kCorrected.end()) {
            EXPECT_NE(vector.lines, corrected->second) << vector.id;
        }
    }
}

// The code of every error among the vectors, by the beginning of its message.
Code code_of(const std::string &message)
{
    static const std::vector<std::pair<const char *, Code>> kCodes = {
        {"SORT_COLUMNS Either having duplicate", Code::bad_value},
        {"sort_columns is unsupported", Code::unsupported},
        {"DICTIONARY_EXCLUDE is unsupported", Code::unsupported},
        {"DICTIONARY_EXCLUDE column: ", Code::no_column},
        {"DICTIONARY_INCLUDE column: ", Code::no_column},
        {"NO_INVERTED_INDEX column: ", Code::no_column},
        {"DICTIONARY_EXCLUDE can not contain", Code::bad_value},
        {"Duplicate dimensions found", Code::column_taken},
        {"Operation not allowed: Duplicated column names", Code::column_taken},
        {"Invalid table properties x", Code::bad_table},
        {"Invalid table properties", Code::bad_value},
        {"table should have at least one column", Code::bad_table},
        {"Error: Invalid partition definition", Code::bad_table},
        {"UnSupported partition type", Code::unsupported},
        {"Unsupported data type", Code::unsupported},
        {"Range info must", Code::bad_value},
        {"Invalid Partition Values", Code::bad_literal},
        {"Duplicate elements defined", Code::bad_value},
        {"brackets in LIST_INFO", Code::bad_value},
        {"LIST_INFO must define", Code::bad_value},
        {"operation failed for default.t: Dictionary include cannot", Code::unsupported},
        {"Operation not allowed: Streaming is not allowed", Code::unsupported},
        {"Table property 'streaming'", Code::bad_value},
        {"Invalid table_blocksize", Code::bad_value},
        {"Invalid major_compaction_size", Code::bad_value},
        {"Invalid auto_load_merge", Code::bad_value},
        {"Invalid compaction_", Code::bad_value},
        {"Passing invalid SORT_SCOPE", Code::bad_value},
        {"Column group is not supported", Code::unsupported},
        {"INVALID NUMBER OF BUCKETS", Code::bad_value},
        {"For input string: ", Code::bad_value},
        {"Bucket field must be dimension", Code::unsupported},
        {"Bucket field is not present", Code::no_column},
        {"Carbon Implicit column", Code::reserved_name},
        {"Found duplicate keys", Code::bad_value},
    };
    for (const auto &[beginning, code] : kCodes)
        if (message.rfind(beginning, 0) == 0)
            return code;
    return Code::ok;
}

std::string lowered(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; });
    return text;
}

TEST(CarbonVectors, ErrorsHaveTheirCodeADetailAndAHint)
{
    int errors = 0;
    for (const Vector &vector : read_vectors()) {
        if (kJsonColumns.count(vector.id) != 0)
            continue;
        Planned planned(vector.columns, vector.properties, vector.partitioned);
        if (planned.status.ok())
            continue;
        ++errors;
        EXPECT_EQ(planned.status.code, code_of(planned.status.message)) << vector.id << ": " << planned.status.message;
        EXPECT_STRNE(planned.status.detail, "") << vector.id;
        EXPECT_NE(planned.status.hint, nullptr) << vector.id;
        // The columns alone are at fault.
        bool columns = planned.status.code == Code::column_taken || planned.status.code == Code::reserved_name ||
                       std::string(planned.status.message).rfind("Unsupported data type", 0) == 0 ||
                       vector.properties.empty();
        bool named = false;
        for (const auto &[key, value] : vector.properties)
            named = named || std::string(planned.status.detail).find("\"" + lowered(key) + "\"") != std::string::npos;
        EXPECT_TRUE(named || columns) << vector.id << ": " << planned.status.detail;
    }
    EXPECT_EQ(errors, 82);
}

}   // namespace
