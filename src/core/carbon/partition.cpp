// PARTITIONED BY with partition_type, num_partitions, range_info and list_info.
#include "core/carbon/partition.hpp"

#include <algorithm>
#include <unordered_set>

#include "core/carbon/words.hpp"

namespace lakesoul::carbon {
namespace {

constexpr const char *kTypesHint =
    "Use HASH with num_partitions, RANGE with range_info, LIST with list_info, or leave partition_type out for "
    "partitions as Hive's.";
constexpr const char *kValuesHint =
    "Write numbers in digits, dates as yyyy-MM-dd and timestamps as yyyy-MM-dd HH:mm:ss.";

[[noreturn]] void bad_definition(const std::string &detail)
{
    refuse(with_hint(with_detail(fail(Code::bad_table, "Error: Invalid partition definition"), "%s", detail.c_str()),
                     kTypesHint));
}

const std::string &required(const Properties &properties, const char *key, const char *type)
{
    const std::string *value = properties.find(key);
    if (value == nullptr)
        bad_definition(std::string("Property \"") + key + "\" is missing, which " + type + " needs.");
    return *value;
}

std::int32_t hash_count(const Properties &properties)
{
    const std::string &value = required(properties, "num_partitions", "HASH");
    std::int32_t count = 0;
    if (!read_whole(value, &count) || count < 1)
        bad_definition("Property \"num_partitions\" is \"" + shown(value) + "\", not a whole number of at least 1.");
    return count;
}

void require_count(std::size_t count)
{
    if (count > kMaxPartitions)
        refuse(with_hint(with_detail(fail(Code::limit, "too many partitions"), "There are %zu, the limit is %zu.",
                                     count, kMaxPartitions),
                         "Use fewer partitions."));
}

[[noreturn]] void unsupported_column(const Declared &column, const char *type)
{
    std::string name = spark_name(column.type);
    refuse(with_hint(with_detail(fail(Code::unsupported, "UnSupported partition type: Some(%s)", shown(name).c_str()),
                                 "Property \"partition_type\" is \"%s\", and column \"%s\" is of type %s.", type,
                                 shown(column.name).c_str(), simple_name(column.type.type)),
                     "Use a string, date, timestamp or number for RANGE and LIST; for HASH a boolean too."));
}

void check_values(const Declared &column, const std::vector<std::string> &values, const char *key)
{
    for (const std::string &value : values)
        if (!is_value(column.type, value))
            refuse(with_hint(with_detail(fail(Code::bad_literal, "Invalid Partition Values for partition column: %s",
                                              shown(column.name).c_str()),
                                         "Property \"%s\" has \"%s\", which is not of type %s.", key,
                                         shown(value).c_str(), simple_name(column.type.type)),
                             kValuesHint));
}

std::vector<std::string> make_ranges(const Type &type, const std::string &text)
{
    std::vector<std::string> ranges = split(text);
    const char *hint = "Give at least two values, each greater than the one before it.";
    require_count(ranges.size() + 1);
    if (ranges.size() < 2)
        refuse_property(fail(Code::bad_value, "Range info must define a valid range.Please check again!"), "range_info",
                        text, hint);
    for (std::size_t i = 1; i < ranges.size(); ++i)
        if (!comes_before(type, ranges[i - 1], ranges[i]))
            refuse(with_hint(
                with_detail(fail(Code::bad_value, "Range info must be in ascending order, please check again!"),
                            "Property \"range_info\" has \"%s\" after \"%s\".", shown(ranges[i]).c_str(),
                            shown(ranges[i - 1]).c_str()),
                hint));
    return ranges;
}

// Groups of a list, as far as it follows its grammar; false if it does not to its end.
bool read_groups(View text, std::vector<std::vector<std::string>> *groups)
{
    while (true) {
        text = trim(text);
        if (text.substr(0, 1) == "(") {
            std::size_t end = text.find(')');
            if (end == View::npos || text.substr(1, end - 1).find('(') != View::npos)
                return false;
            groups->push_back(trim(text.substr(1, end - 1)).empty() ? std::vector<std::string>()
                                                                    : split(text.substr(1, end - 1)));
            text = trim(text.substr(end + 1));
            if (!text.empty() && text.front() != ',')
                return false;
        } else {
            View value = text.substr(0, text.find(','));
            if (value.find_first_of("()") != View::npos)
                return false;
            groups->push_back({std::string(trim(value))});
            text.remove_prefix(value.size());
        }
        if (text.empty())
            return true;
        text.remove_prefix(1);
        if (text.empty())   // a comma at the end
            return true;
    }
}

// The values of a list, its brackets taken off. Where they do not match or have nothing in them, which is said later,
// they end a value, and what is blank because of them is none.
std::vector<std::string> list_values(std::string text)
{
    std::vector<std::vector<std::string>> groups;
    bool good = read_groups(text, &groups) &&
                std::none_of(groups.begin(), groups.end(), [](const auto &group) { return group.empty(); });
    auto is_bracket = [](char c) { return c == '(' || c == ')'; };
    if (good) {
        text.erase(std::remove_if(text.begin(), text.end(), is_bracket), text.end());
        return split(text);
    }
    std::replace_if(text.begin(), text.end(), is_bracket, ',');
    std::vector<std::string> values = split(text);
    values.erase(std::remove(values.begin(), values.end(), ""), values.end());
    return values;
}

constexpr const char *kListHint = "Write values with commas between them, and several of one partition in brackets: "
                                  "China, (USA, UK), Korea.";

bool is_empty_group(const std::vector<std::string> &group)
{
    return group.empty() || (group.size() == 1 && group[0].empty());
}

std::vector<std::vector<std::string>> make_lists(const std::string &text)
{
    std::vector<std::vector<std::string>> lists;
    if (!read_groups(text, &lists))
        refuse_property(fail(Code::bad_value, "brackets in LIST_INFO do not match"), "list_info", text, kListHint);
    require_count(lists.size() + 1);
    if (std::any_of(lists.begin(), lists.end(), is_empty_group))
        refuse_property(fail(Code::bad_value, "LIST_INFO must define at least one value%s",
                             lists.size() == 1 ? "" : " in each partition"),
                        "list_info", text, kListHint);
    std::unordered_set<std::string> values;
    for (const std::vector<std::string> &group : lists)
        for (const std::string &value : group)
            if (!values.insert(value).second)
                refuse(with_hint(with_detail(fail(Code::bad_value, "Duplicate elements defined in LIST_INFO!"),
                                             "Property \"list_info\" has \"%s\" twice.", shown(value).c_str()),
                                 "Give each value once."));
    return lists;
}

}   // namespace

PartitionType check_partition_definition(const Source &source, const Properties &properties)
{
    if (!source.partitioned)
        return PartitionType::none;
    const std::string *type = properties.find("partition_type");
    if (type == nullptr || *type == "native_hive")
        return PartitionType::native_hive;
    if (*type != "hash" && *type != "range" && *type != "list")
        bad_definition("Property \"partition_type\" is \"" + shown(*type) + "\".");
    if (source.partitions.size() != 1)
        bad_definition("Property \"partition_type\" is \"" + *type + "\", which takes one column; there are " +
                       std::to_string(source.partitions.size()) + ".");
    const Declared &column = source.partitions[0];
    if (*type == "hash") {
        require_count(static_cast<std::size_t>(hash_count(properties)));
        if (column.type.complex())
            unsupported_column(column, "hash");
        return PartitionType::hash;
    }
    bool range = *type == "range";
    const char *key = range ? "range_info" : "list_info";
    const std::string &values = required(properties, key, range ? "RANGE" : "LIST");
    if (!has_partition_values(column.type.type))
        unsupported_column(column, type->c_str());
    check_values(column, range ? split(values) : list_values(values), key);
    return range ? PartitionType::range : PartitionType::list;
}

PartitionDraft make_partitions(const Source &source, const Properties &properties, PartitionType type)
{
    PartitionDraft draft;
    draft.type = type;
    switch (type) {
    case PartitionType::none: break;
    case PartitionType::hash: draft.count = hash_count(properties); break;
    case PartitionType::range:
        draft.ranges = make_ranges(source.partitions[0].type, *properties.find("range_info"));
        draft.count = static_cast<std::int32_t>(draft.ranges.size()) + 1;
        break;
    case PartitionType::list:
        draft.lists = make_lists(*properties.find("list_info"));
        draft.count = static_cast<std::int32_t>(draft.lists.size()) + 1;
        break;
    case PartitionType::native_hive:
        // A list that is there goes along as it is; without a meaning it need not be a good one.
        if (const std::string *list = properties.find("list_info"))
            if (!read_groups(*list, &draft.lists))
                draft.lists.clear();
        require_count(draft.lists.size());
        break;
    }
    return draft;
}

}   // namespace lakesoul::carbon
