// The texts of a table_info row: properties and partitions.
#include "core/carbon/carbon.hpp"
#include "core/carbon/json_text.hpp"
#include "core/carbon/words.hpp"
#include "core/catalog/partition_desc.hpp"

namespace lakesoul::carbon {
namespace {

const Column *top_column(const Plan &plan, const std::string &name)
{
    for (const Column &column : plan.columns)
        if (column.ordinal >= 0 && column.name == name)
            return &column;
    return nullptr;
}

class Object {
public:
    void add(View key, View value)
    {
        out_ += out_.empty() ? "{" : ",";
        append_json(&out_, key);
        out_ += ":";
        append_json(&out_, value);
    }
    std::string end() { return out_ + "}"; }

private:
    std::string out_;
};

}   // namespace

Status key_columns(const Plan &plan, Span<const View> given, Arena *arena, Span<const View> *keys) noexcept
{
    return guarded([&] {
        std::vector<std::string> names;
        for (View key : given) {
            require_text(key, "primary_keys");
            std::string name = lower(key);
            const Column *column = top_column(plan, name);
            if (column == nullptr)
                refuse(with_detail(
                    fail(Code::no_column, "column \"%s\" of primary_keys does not exist", shown(name).c_str()),
                    "The table has no column of this name."));
            if (column->kind == Kind::array || column->kind == Kind::structure)
                refuse(with_hint(
                    with_detail(fail(Code::unsupported, "column \"%s\" cannot be a primary key", shown(name).c_str()),
                                "It is of type %s.", shown(column->type).c_str()),
                    "Use columns that are neither arrays nor structs."));
            names.push_back(name);
        }
        *keys = keep_all(arena, names);
    });
}

Status partitions_text(const Plan &plan, Span<const View> keys, Arena *arena, View *partitions) noexcept
{
    return guarded([&] {
        catalog::TableShape shape;
        std::vector<View> ranges;
        if (plan.partitioning.type == PartitionType::native_hive)
            for (std::int32_t place : plan.partitioning.columns)
                ranges.push_back(plan.columns[static_cast<std::size_t>(place)].name);
        for (View name : ranges)
            if (name.find_first_of(",;=/") != View::npos)
                refuse(
                    with_hint(with_detail(fail(Code::bad_name, "\"%s\" cannot be the name of a partition column",
                                               shown(name).c_str()),
                                          "Commas, semicolons, equals signs and slashes separate the names and values "
                                          "of partitions."),
                              "Use a name without them."));
        shape.range_columns = {ranges.data(), ranges.size()};
        shape.primary_keys = keys;
        Status status = catalog::format_partitions(shape, arena, partitions);
        if (!status.ok())
            refuse(status);
    });
}

Status stored_properties(const Plan &plan, View json, std::int64_t at_ms, std::int32_t hash_buckets, Arena *arena,
                         View *properties) noexcept
{
    return guarded([&] {
        Object object;
        for (const Property &property : plan.properties)
            object.add(property.key, property.value);
        std::vector<View> parts;
        for (View rest = json; !rest.empty(); rest.remove_prefix(parts.back().size()))
            parts.push_back(rest.substr(0, part_length(rest, kPartSize)));
        object.add("carbonSchemaPartsNo", std::to_string(parts.size()));
        for (std::size_t i = 0; i < parts.size(); ++i)
            object.add("carbonSchema" + std::to_string(i), parts[i]);
        object.add("provider", "carbondata");
        object.add("hashBucketNum", std::to_string(hash_buckets));
        object.add("last_schema_change_time", std::to_string(at_ms));
        *properties = keep(arena, object.end());
    });
}

}   // namespace lakesoul::carbon
