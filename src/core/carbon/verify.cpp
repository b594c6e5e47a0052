// A stored table against the plan that its own row gives today.
#include <map>
#include <unordered_set>

#include "core/carbon/arrow.hpp"
#include "core/carbon/carbon.hpp"
#include "core/carbon/json_text.hpp"
#include "core/carbon/properties.hpp"
#include "core/carbon/words.hpp"
#include "core/catalog/partition_desc.hpp"
#include "core/wire/uuid.hpp"

namespace lakesoul::carbon {
namespace {

using nlohmann::json;

// Members that only one side has are differences if they are one of these; others belong to other versions.
constexpr View kCompared[] = {"columnProperties", "bucketingInfo", "partitionInfo", "rangeInfo", "listInfo"};
// Random or a history of its own.
constexpr View kSkipped[] = {"columnUniqueId", "columnReferenceId", "schemaEvalution", "dataMapSchemaList",
                             "parentRelationIdentifiers"};

template <std::size_t N> bool is_one_of(View name, const View (&names)[N])
{
    return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

class Differences {
public:
    explicit Differences(Arena *arena) : arena_(arena) {}

    void add(const std::string &item, View stored, View planned)
    {
        list_.push_back({keep(arena_, item), stored.data() == nullptr ? View() : keep(arena_, stored),
                         planned.data() == nullptr ? View() : keep(arena_, planned)});
    }

    // Either may be nullptr: absent.
    void add(const std::string &item, const json *stored, const json *planned)
    {
        std::string left = stored == nullptr ? "" : shown_value(*stored);
        std::string right = planned == nullptr ? "" : shown_value(*planned);
        add(item, stored == nullptr ? View() : View(left), planned == nullptr ? View() : View(right));
    }

    void compare(const std::string &item, const json &stored, const json &planned)
    {
        if (planned.is_object() && stored.is_object())
            return compare_members(item, stored, planned);
        if (is_columns(planned) && is_columns(stored))
            return compare_columns(item, stored, planned);
        if (stored != planned)
            add(item, &stored, &planned);
    }

    Span<const Difference> end()
    {
        Difference *kept = keep_array<Difference>(arena_, list_.size());
        std::copy(list_.begin(), list_.end(), kept);
        return {kept, list_.size()};
    }

private:
    static std::string shown_value(const json &value)
    {
        if (value.is_object() && value.contains("columnName") && value["columnName"].is_string())
            return value["columnName"].get<std::string>();
        return value.is_string() ? value.get<std::string>() : value.dump();
    }

    static bool is_columns(const json &value)
    {
        return value.is_array() && !value.empty() && std::all_of(value.begin(), value.end(), [](const json &element) {
                   return element.is_object() && element.contains("columnName") && element["columnName"].is_string();
               });
    }

    // A type's name is all that counts, which other versions write without an object around it.
    static json type_of(const json &type) { return type.is_object() && type.contains("name") ? type["name"] : type; }

    void compare_members(const std::string &item, const json &stored, const json &planned)
    {
        std::string prefix = item.empty() ? "" : item + ".";
        for (const auto &[key, value] : planned.items()) {
            if (is_one_of(key, kSkipped))
                continue;
            auto found = stored.find(key);
            bool none = key == "precision" || key == "scale";
            if (found == stored.end())
                add(prefix + key, nullptr, &value);
            else if (key == "dataType")
                compare(prefix + key, type_of(*found), type_of(value));
            else if (!none || *found != -1 || value != 0)
                compare(prefix + key, *found, value);
        }
        bool properties = item == "factTable.tableProperties";
        for (const auto &[key, value] : stored.items())
            if (!planned.contains(key) && (properties || is_one_of(key, kCompared)) && !value.is_null())
                add(prefix + key, &value, nullptr);
    }

    void compare_columns(const std::string &item, const json &stored, const json &planned)
    {
        std::map<std::string, const json *> there;
        std::string stored_order, planned_order;
        for (const json &column : stored) {
            there[column["columnName"]] = &column;
            stored_order += (stored_order.empty() ? "" : ", ") + column["columnName"].get<std::string>();
        }
        bool same = stored.size() == planned.size();
        for (const json &column : planned) {
            std::string name = column["columnName"];
            planned_order += (planned_order.empty() ? "" : ", ") + name;
            auto found = there.find(name);
            same = same && found != there.end();
            if (found == there.end())
                add(item + "." + name, nullptr, &column);
            else
                compare_members(item + "." + name, *found->second, column);
            there.erase(name);
        }
        for (const auto &[name, column] : there)
            add(item + "." + name, column, nullptr);
        if (same && stored_order != planned_order)
            add(item, View(stored_order), View(planned_order));
    }

    Arena *arena_;
    std::vector<Difference> list_;
};

std::string text(const json &parent, const char *key)
{
    auto found = parent.is_object() ? parent.find(key) : parent.end();
    return found != parent.end() && found->is_string() ? found->get<std::string>() : "";
}

class Verifier {
public:
    Verifier(const Stored &stored, Arena *arena) : stored_(stored), arena_(arena), differences_(arena) {}

    // text: the joined parts.
    Span<const Difference> run(View joined)
    {
        step("carbonSchema", true, [&] { info_ = parse_json(joined, "the schema"); });
        step("table_info.properties", true, [&] { properties_ = parse_json(stored_.properties, "properties"); });
        step("table_info.table_schema", true, [&] { source_.columns = read_arrow(stored_.schema); });
        step("table_info.partitions", true, [&] { partitions(); });
        step("plan", false, [&] { plan(); });
        return differences_.end();
    }

    static Span<const Difference> unreadable(const Status &status, Arena *arena)
    {
        Differences differences(arena);
        differences.add("carbonSchema", status.message, View());
        return differences.end();
    }

private:
    // Its failure is a difference, and the end.
    template <typename Body> void step(const char *item, bool stored, Body body)
    {
        if (failed_)
            return;
        try {
            body();
        } catch (const Refusal &refusal) {
            if (refusal.status.code == Code::out_of_memory)
                throw;
            differences_.add(item, stored ? View(refusal.status.message) : View(),
                             stored ? View() : View(refusal.status.message));
            failed_ = true;
        }
    }

    const json *member(const char *key)
    {
        const json &table = info_.contains("factTable") ? info_["factTable"] : info_;
        auto found = table.is_object() ? table.find(key) : table.end();
        return found == table.end() ? nullptr : &*found;
    }

    // The last columns of the schema are those of PARTITIONED BY. Only Hive's are in table_info.partitions.
    void partitions()
    {
        catalog::TableShape shape;
        Status status = catalog::parse_partitions(stored_.partitions, arena_, &shape);
        if (!status.ok())
            refuse(status);
        std::vector<std::string> names;
        const json *info = member("partitionInfo");
        source_.partitioned = info != nullptr && info->is_object();
        bool hive = source_.partitioned && text(*info, "partitionType") == "NATIVE_HIVE";
        if (source_.partitioned && !hive && info->contains("columnSchemaList"))
            for (const json &column : (*info)["columnSchemaList"])
                names.push_back(text(column, "columnName"));
        for (View name : shape.range_columns)
            names.emplace_back(name);
        if (!hive && !shape.range_columns.empty())
            refuse(fail(Code::bad_value, "there are range columns, and the TableInfo has no partitions as Hive's"));
        move_to_end(names);
    }

    void move_to_end(const std::vector<std::string> &names)
    {
        for (const std::string &name : names) {
            auto column = std::find_if(source_.columns.begin(), source_.columns.end(),
                                       [&](const Declared &declared) { return declared.name == name; });
            if (column == source_.columns.end())
                refuse(fail(Code::no_column, "partition column \"%s\" is not in the schema", shown(name).c_str()));
            source_.partitions.push_back(std::move(*column));
            source_.columns.erase(column);
        }
    }

    // Of the row's properties those that CarbonData knows, or had when the table was made.
    void add_properties()
    {
        const json *stored = member("tableProperties");
        for (const auto &[key, value] : properties_.items()) {
            bool had = stored != nullptr && stored->is_object() && stored->contains(key);
            if (!had && !is_known_property(key))
                continue;
            if (key == "comment" && value.is_string())
                source_.comment = value.get<std::string>();
            else
                source_.properties.push_back({key, value.is_string() ? value.get<std::string>() : value.dump(), true});
        }
    }

    Identity identity(View id)
    {
        Identity made = {};
        std::uint64_t high = 0, low = 0;
        if (wire::halves_from_text(id, &high, &low))
            made.table_id = wire::uuid_from_halves(high, low);
        if (!read_whole(text(properties_, "last_schema_change_time"), &made.at_ms))
            made.at_ms = 0;
        made.path = stored_.path;
        return made;
    }

    void plan()
    {
        add_properties();
        source_.stored = true;
        source_.space = lower(stored_.space);
        source_.table = lower(stored_.name);
        Plan planned;
        View written, partitions;
        build(source_, arena_, &planned);
        if (!planned.late.ok())
            refuse(planned.late);
        View id = stored_.id.substr(0, 6) == "table_" ? stored_.id.substr(6) : stored_.id;
        Status status = table_info(planned, identity(id), arena_, &written);
        if (!status.ok())
            refuse(status);
        json today = parse_json(written, "the plan");
        today["factTable"]["tableId"] = std::string(id);
        differences_.compare("", info_, today);
    }

    const Stored &stored_;
    Arena *arena_;
    Differences differences_;
    json info_, properties_;
    Source source_;
    bool failed_ = false;
};

}   // namespace

Status verify(const Stored &stored, Arena *arena, bool *is_carbon, Span<const Difference> *differences) noexcept
{
    return guarded([&] {
        View joined;
        Status status = join_parts(stored.properties, arena, &joined);
        if (status.code == Code::out_of_memory)
            refuse(status);
        *is_carbon = !status.ok() || joined.data() != nullptr;
        *differences = {};
        if (!status.ok())
            *differences = Verifier::unreadable(status, arena);
        else if (*is_carbon)
            *differences = Verifier(stored, arena).run(joined);
    });
}

}   // namespace lakesoul::carbon
