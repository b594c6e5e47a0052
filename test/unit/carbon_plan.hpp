// Plans for tests: made from short arguments, and printed as the observed ones are.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "core/carbon/carbon.hpp"
#include "test_arena.hpp"

namespace lakesoul::test {

using Properties = std::vector<std::pair<std::string, std::string>>;

// A JSON object with keys as they are, repeated ones too.
inline std::string json_object(const Properties &properties)
{
    std::string text = "{";
    for (const auto &[key, value] : properties)
        text += (text.size() > 1 ? "," : "") + nlohmann::json(key).dump() + ":" + nlohmann::json(value).dump();
    return text + "}";
}

// Strings are kept here: a plan points into its arena only, a request into its caller's.
class Planned {
public:
    explicit Planned(const std::string &columns, const Properties &properties = {}, const std::string &partitioned = "",
                     bool json = false, const std::string &comment = "")
    {
        std::string object = json_object(properties);
        carbon::Request request;
        request.columns = columns;
        request.columns_are_json = json;
        request.properties = object;
        request.comment = comment;
        if (!partitioned.empty())
            request.partitioned_by = partitioned;
        status = carbon::make_plan(request, arena.get(), &plan);
        if (status.ok())
            status = plan.late;
    }
    TestArena arena;
    carbon::Plan plan;
    Status status;
};

inline std::string text(View view)
{
    return std::string(view);
}

inline std::string join(Span<const View> views, const char *separator = ", ")
{
    std::string joined;
    for (std::size_t i = 0; i < views.size; ++i)
        joined += (i > 0 ? separator : "") + text(views[i]);
    return joined;
}

inline std::string names(const carbon::Plan &plan, Span<const std::int32_t> columns)
{
    std::string joined;
    for (std::size_t i = 0; i < columns.size; ++i)
        joined += (i > 0 ? ", " : "") + text(plan.columns[static_cast<std::size_t>(columns[i])].name);
    return joined;
}

// "b S[II]@1, s.q K[D,II]@-1(1), amt M[]@6(12,2)": role, encodings, ordinal; children or precision and scale in
// brackets where there are any.
inline std::string shape(const carbon::Plan &plan)
{
    constexpr const char *kRoles[] = {"S", "Dm", "C", "K", "M", "X"};
    std::string all;
    for (const carbon::Column &column : plan.columns) {
        std::string encodings;
        for (View encoding : column.encodings)
            encodings += std::string(encodings.empty() ? "" : ",") + (encoding == "DICTIONARY"          ? "D"
                                                                      : encoding == "DIRECT_DICTIONARY" ? "DD"
                                                                                                        : "II");
        all += (all.empty() ? "" : ", ") + text(column.name) + " " + kRoles[static_cast<int>(column.role)] + "[" +
               encodings + "]@" + std::to_string(column.ordinal);
        if (column.kind == carbon::Kind::decimal)
            all += "(" + std::to_string(column.precision) + "," + std::to_string(column.scale) + ")";
        if (column.children > 0)
            all += "(" + std::to_string(column.children) + ")";
    }
    return all;
}

// The shape of a plan, or its error's message.
inline std::string outcome(const std::string &columns, const Properties &properties = {},
                           const std::string &partitioned = "")
{
    Planned planned(columns, properties, partitioned);
    return planned.status.ok() ? shape(planned.plan) : std::string("error ") + planned.status.message;
}

// A property of the plan; "absent" if it has none.
inline std::string property(const carbon::Plan &plan, View key)
{
    for (const carbon::Property &property : plan.properties)
        if (property.key == key)
            return text(property.value);
    return "absent";
}

// The same for a table of one int and one string, or the error's message.
inline std::string stored(const std::string &key, const std::string &value, const std::string &kept = "")
{
    Planned planned("a int, b string", {{key, value}});
    return planned.status.ok() ? property(planned.plan, kept.empty() ? key : kept)
                               : std::string("error ") + planned.status.message;
}

inline std::string partitioning(const carbon::Plan &plan)
{
    const carbon::Partitioning &info = plan.partitioning;
    std::string lists;
    for (std::size_t i = 0; i < info.lists.size; ++i)
        lists += (i > 0 ? ", [" : "[") + join(info.lists[i]) + "]";
    std::string ids;
    for (int i = 0; i < info.count; ++i)
        ids += (i > 0 ? ", " : "") + std::to_string(i);
    bool ranged = info.type == carbon::PartitionType::range;
    bool listed = info.type == carbon::PartitionType::list || info.type == carbon::PartitionType::native_hive;
    return text(carbon::partition_type_name(info.type)) + " cols=ArrayBuffer(" + names(plan, info.columns) +
           ") range=" + (ranged ? "[" + join(info.ranges) + "]" : "null") +
           " list=" + (listed ? "[" + lists + "]" : "null") + " num=" + std::to_string(info.count) +
           " max=" + std::to_string(info.count > 0 ? info.count - 1 : 0) + " ids=[" + ids + "]";
}

inline std::string partitioning(const std::string &columns, const Properties &properties,
                                const std::string &partitioned)
{
    Planned planned(columns, properties, partitioned);
    return planned.status.ok() ? partitioning(planned.plan) : std::string("error ") + planned.status.message;
}

constexpr const char *kTableId = "00000000-0000-4000-8000-000000000001";
constexpr std::int64_t kAt = 1700000000000;

inline carbon::Identity identity(View path = "/warehouse/t")
{
    carbon::Identity made = {};
    made.table_id.bytes[6] = 0x40;
    made.table_id.bytes[8] = 0x80;
    made.table_id.bytes[15] = 1;
    made.at_ms = kAt;
    made.path = path;
    return made;
}

inline std::string table_info(Planned &planned)
{
    View json;
    Status status = planned.status;
    if (status.ok())
        status = carbon::table_info(planned.plan, identity(), planned.arena.get(), &json);
    return status.ok() ? text(json) : std::string("error ") + status.message;
}

// The parts of a text, and their lengths in UTF-16 units.
inline std::size_t units(View utf8)
{
    std::size_t count = 0;
    for (char c : utf8) {
        unsigned char byte = static_cast<unsigned char>(c);
        count += (byte & 0xC0) != 0x80 ? (byte >= 0xF0 ? 2 : 1) : 0;
    }
    return count;
}

inline std::vector<std::string> parts(View rest, std::size_t size = carbon::kPartSize)
{
    std::vector<std::string> all;
    while (!rest.empty()) {
        std::size_t length = carbon::part_length(rest, size);
        all.emplace_back(rest.substr(0, length));
        rest.remove_prefix(length);
    }
    return all;
}

inline std::vector<std::size_t> part_units(View rest, std::size_t size = carbon::kPartSize)
{
    std::vector<std::size_t> lengths;
    for (const std::string &part : parts(rest, size))
        lengths.push_back(units(part));
    return lengths;
}

}   // namespace lakesoul::test
