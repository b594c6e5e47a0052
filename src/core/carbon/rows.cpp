// What SHOW PARTITIONS prints.
#include "core/carbon/carbon.hpp"
#include "core/carbon/words.hpp"

namespace lakesoul::carbon {
namespace {

std::string listed(Span<const View> values)
{
    std::string text;
    for (std::size_t i = 0; i < values.size; ++i) {
        text += i > 0 ? ", " : "";
        text += values[i];
    }
    return text;
}

std::string description(const Partitioning &info, const std::string &column, std::int32_t id)
{
    if (info.type == PartitionType::hash)
        return column + " = HASH_NUMBER(" + std::to_string(info.count) + ")";
    std::string start = std::to_string(id) + ", ";
    if (id == 0)
        return start + column + " = DEFAULT";
    std::size_t place = static_cast<std::size_t>(id) - 1;
    if (info.type == PartitionType::list)
        return start + column + " = " + listed(info.lists[place]);
    std::string from = id > 1 ? std::string(info.ranges[place - 1]) + " <= " : "";
    return start + from + column + " < " + std::string(info.ranges[place]);
}

}   // namespace

Status partition_rows(const Plan &plan, Arena *arena, Span<const PartitionRow> *rows) noexcept
{
    return guarded([&] {
        const Partitioning &info = plan.partitioning;
        *rows = {};
        if (info.count == 0 || info.columns.empty())
            return;
        std::string column(plan.columns[static_cast<std::size_t>(info.columns[0])].name);
        std::size_t size = static_cast<std::size_t>(info.count);
        PartitionRow *made = keep_array<PartitionRow>(arena, size);
        for (std::size_t i = 0; i < size; ++i) {
            std::int32_t id = static_cast<std::int32_t>(i);
            // The text of HASH is the same for all.
            View text = info.type == PartitionType::hash && i > 0 ? made[0].description
                                                                  : keep(arena, description(info, column, id));
            made[i] = {id, text};
        }
        *rows = {made, size};
    });
}

}   // namespace lakesoul::carbon
