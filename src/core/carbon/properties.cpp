// Ranges of table properties.
#include "core/carbon/properties.hpp"

#include <algorithm>

#include "core/carbon/words.hpp"

namespace lakesoul::carbon {
namespace {

// All that CarbonData 1.3 reads, and what is set for it.
constexpr const char *kKnown[] = {
    "sort_columns",
    "dictionary_include",
    "dictionary_exclude",
    "no_inverted_index",
    "sort_scope",
    "table_blocksize",
    "auto_load_merge",
    "streaming",
    "major_compaction_size",
    "bucketnumber",
    "bucketcolumns",
    "compaction_level_threshold",
    "partition_type",
    "num_partitions",
    "compaction_preserve_segments",
    "range_info",
    "list_info",
    "allowed_compaction_days",
    "column_groups",
    "comment",
};

// What the catalog writes itself besides the parts of the schema, in the lower case that a user's would have.
constexpr const char *kOwn[] = {"provider", "hashbucketnum", "last_schema_change_time"};

constexpr std::size_t kShownNames = 4;   // of a warning that names properties

// A property that is read only with something else.
struct Dependent {
    const char *key;
    PartitionType type;   // none: with another property
    const char *needed;
};

constexpr Dependent kDependents[] = {
    {"bucketnumber", PartitionType::none, "bucketcolumns"},
    {"bucketcolumns", PartitionType::none, "bucketnumber"},
    {"num_partitions", PartitionType::hash, "HASH"},
    {"range_info", PartitionType::range, "RANGE"},
    {"list_info", PartitionType::list, "LIST"},
};

// A part of the schema as it is stored, or their number.
bool is_part(View key)
{
    constexpr View kPart = "carbonschema";
    if (key.substr(0, kPart.size()) != kPart)
        return false;
    View rest = key.substr(kPart.size());
    return rest == "partsno" || (!rest.empty() && rest.find_first_not_of("0123456789") == View::npos);
}

// "512 MB" without its unit, as CarbonData takes it off.
std::string without_unit(const std::string &value)
{
    View text = trim(value);
    for (View unit : {View("mb"), View("m")})
        if (text.size() >= unit.size() && text.substr(text.size() - unit.size()) == unit)
            return std::string(trim(text.substr(0, text.size() - unit.size())));
    return value;
}

Status range_failure(const char *key, const std::string &value, const char *accepted)
{
    return fail(Code::bad_value, "Invalid %s value found: %s, only %s supported.", key, shown(value).c_str(), accepted);
}

void check_whole(Properties *properties, const char *key)
{
    const std::string *given = properties->find(key);
    if (given == nullptr)
        return;
    std::string value(trim(*given));
    std::int32_t number = 0;
    if (!read_whole(value, &number) || number < 0 || number > 100)
        refuse_property(range_failure(key, value, "int value between 0 and 100 is"), key, *given,
                        "Use a whole number from 0 to 100.");
    properties->set(key, value);
}

bool is_threshold(const std::string &value)
{
    std::vector<std::string> numbers = split(value);
    return !numbers.empty() && std::all_of(numbers.begin(), numbers.end(), [](const std::string &text) {
        std::int32_t number = 0;
        return read_whole(text, &number) && number > 0 && number < 100;
    });
}

}   // namespace

Properties::Properties(const std::vector<Given> &given)
{
    if (given.size() > kMaxProperties)
        refuse(with_detail(fail(Code::limit, "too many properties"), "There are %zu, the limit is %zu.", given.size(),
                           kMaxProperties));
    std::vector<std::string> without_value;
    for (const Given &property : given)
        if (!property.has_value)
            without_value.push_back(property.key);
    if (!without_value.empty()) {
        std::string keys = join(without_value, ",");
        refuse(with_hint(
            with_detail(fail(Code::bad_value, "Values must be specified for key(s): [%s]", shown(keys).c_str()),
                        "Property \"%s\" has no value.", shown(without_value[0]).c_str()),
            "Give each property a value; an empty string is one."));
    }
    for (const Given &property : given) {
        Entry entry = {lower(property.key), property.value, property.value};
        if (entry.key != "range_info" && entry.key != "list_info")
            entry.value = lower(property.value);
        if (!places_.emplace(entry.key, entries_.size()).second)
            refuse(with_hint(with_detail(fail(Code::bad_value, "Found duplicate keys '%s'.", shown(entry.key).c_str()),
                                         "Property \"%s\" is given twice; upper and lower case are the same.",
                                         shown(entry.key).c_str()),
                             "Give each property once."));
        entries_.push_back(entry);
    }
}

const std::string *Properties::find(const char *key) const
{
    auto place = places_.find(key);
    return place == places_.end() ? nullptr : &entries_[place->second].value;
}

void Properties::set(const char *key, const std::string &value)
{
    entries_[places_.at(key)].value = value;
}

bool is_known_property(const std::string &key)
{
    return key.rfind("columnproperties", 0) == 0 ||
           std::any_of(std::begin(kKnown), std::end(kKnown), [&](View known) { return known == key; });
}

void check_own_properties(const Properties &properties)
{
    for (const Properties::Entry &entry : properties.entries())
        if (is_part(entry.key) || std::find(std::begin(kOwn), std::end(kOwn), View(entry.key)) != std::end(kOwn))
            refuse_property(fail(Code::bad_value, "property \"%s\" is the catalog's own", shown(entry.key).c_str()),
                            entry.key.c_str(), entry.given, "Leave it out; the catalog writes it itself.");
}

void refuse_property(const Status &status, const char *key, const std::string &value, const char *hint)
{
    refuse(with_hint(with_detail(status, "Property \"%s\" is \"%s\".", key, shown(value).c_str()), hint));
}

void check_streaming(const Properties &properties)
{
    const std::string *value = properties.find("streaming");
    if (value != nullptr && *value != "true" && *value != "false")
        refuse_property(fail(Code::bad_value, "Table property 'streaming' should be either 'true' or 'false'"),
                        "streaming", *value, "Use true or false.");
}

void check_block_size(Properties *properties)
{
    const char *key = "table_blocksize";
    const std::string *given = properties->find(key);
    if (given == nullptr)
        return;
    std::string value = without_unit(*given);
    std::int32_t number = 0;
    if (!read_whole(value, &number) || number < 1 || number > 2048)
        refuse_property(range_failure(key, value, "int value from 1 MB to 2048 MB is"), key, *given,
                        "Use a whole number of megabytes from 1 to 2048, with or without M or MB.");
    properties->set(key, value);
}

void check_compaction(Properties *properties)
{
    const char *key = "major_compaction_size";
    if (const std::string *given = properties->find(key)) {
        std::string value = without_unit(*given);
        std::int32_t number = 0;
        if (!read_whole(value, &number) || number < 1)
            refuse_property(range_failure(key, value, "int value greater than 0 is"), key, *given,
                            "Use a whole number of megabytes from 1, with or without M or MB.");
        properties->set(key, value);
    }
    key = "auto_load_merge";
    if (const std::string *given = properties->find(key)) {
        std::string value(trim(*given));
        if (value != "true" && value != "false")
            refuse_property(range_failure(key, value, "true|false is"), key, *given, "Use true or false.");
        properties->set(key, value);
    }
    key = "compaction_level_threshold";
    if (const std::string *given = properties->find(key)) {
        std::string value = *given;
        value.erase(std::remove(value.begin(), value.end(), ' '), value.end());
        if (!is_threshold(value))
            refuse_property(range_failure(key, value, "int values separated by comma and between 0 and 100 are"), key,
                            *given, "Use whole numbers from 1 to 99 with commas between them, such as 4,3.");
        properties->set(key, value);
    }
    check_whole(properties, "compaction_preserve_segments");
    check_whole(properties, "allowed_compaction_days");
}

Status sort_scope_status(const Properties &properties)
{
    const std::string *value = properties.find("sort_scope");
    if (value == nullptr || *value == "no_sort" || *value == "batch_sort" || *value == "local_sort" ||
        *value == "global_sort")
        return Status();
    Status status = fail(Code::bad_value,
                         "Passing invalid SORT_SCOPE '%s', valid SORT_SCOPE are 'NO_SORT', 'BATCH_SORT', "
                         "'LOCAL_SORT' and 'GLOBAL_SORT' ",
                         shown(*value).c_str());
    return with_hint(with_detail(status, "Property \"sort_scope\" is \"%s\".", shown(*value).c_str()),
                     "Use NO_SORT, BATCH_SORT, LOCAL_SORT or GLOBAL_SORT.");
}

namespace {

// The property that a name which no one reads was meant for, or nullptr.
const char *meant(const std::string &key)
{
    if (key.size() < 6 || is_known_property(key))
        return nullptr;
    auto known = std::find_if(std::begin(kKnown), std::end(kKnown),
                              [&](const char *candidate) { return distance(key, candidate) <= 2; });
    return known == std::end(kKnown) ? nullptr : *known;
}

void add_misspelt(const Properties &properties, std::vector<Note> *notes)
{
    std::string names;
    std::size_t count = 0;
    for (const Properties::Entry &entry : properties.entries()) {
        const char *known = meant(entry.key);
        if (known != nullptr && ++count <= kShownNames)
            names += std::string(count > 1 ? ", " : "") + "\"" + entry.key + "\" may be \"" + known + "\"";
    }
    if (count > kShownNames)
        names += " and " + std::to_string(count - kShownNames) + " more";
    if (count > 0)
        notes->push_back({true, with_hint(with_detail(fail(Code::ok, "properties look misspelt"), "%s.", names.c_str()),
                                          "Correct them, or leave them: they are stored without a meaning.")});
}

void add_without_effect(const Properties &properties, PartitionType type, std::vector<Note> *notes)
{
    auto add = [notes](const char *key, const char *before, const char *needed, const char *after) {
        notes->push_back({true, with_detail(fail(Code::ok, "property \"%s\" has no effect", key),
                                            "It takes %s%s%s as well.", before, needed, after)});
    };
    if (properties.has("partition_type") && type == PartitionType::none)
        add("partition_type", "", "PARTITIONED BY", "");
    for (const Dependent &dependent : kDependents) {
        bool partitions = dependent.type != PartitionType::none;
        if (!properties.has(dependent.key) || (partitions ? type == dependent.type : properties.has(dependent.needed)))
            continue;
        if (!partitions)
            add(dependent.key, "\"", dependent.needed, "\"");
        else if (type == PartitionType::none)
            add(dependent.key, "", "PARTITIONED BY", "");
        else
            add(dependent.key, "\"partition_type\" ", dependent.needed, "");
    }
}

}   // namespace

std::vector<Note> property_notes(const Properties &properties, PartitionType type)
{
    std::vector<Note> notes;
    add_misspelt(properties, &notes);
    add_without_effect(properties, type, &notes);
    if (properties.has("dictionary_exclude"))
        notes.push_back({false, with_detail(fail(Code::ok, "property \"dictionary_exclude\" is deprecated"),
                                            "Strings and timestamps have no global dictionary unless "
                                            "dictionary_include names them.")});
    if (properties.has("comment"))
        notes.push_back({true, with_detail(fail(Code::ok, "property \"comment\" is replaced by the table's comment"),
                                           "CarbonData keeps the COMMENT of the statement under this key.")});
    return notes;
}

}   // namespace lakesoul::carbon
