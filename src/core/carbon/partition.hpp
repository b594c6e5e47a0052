// Partition information while a plan is made. Not for src/pg.
#pragma once

#include <string>
#include <vector>

#include "core/carbon/properties.hpp"
#include "core/carbon/source.hpp"

namespace lakesoul::carbon {

struct PartitionDraft {
    PartitionType type = PartitionType::none;
    std::vector<std::string> ranges;
    std::vector<std::vector<std::string>> lists;
    std::int32_t count = 0;
};

// 7: the definition, and that each value is one of the column's type.
PartitionType check_partition_definition(const Source &source, const Properties &properties);
// 22: ranges in order, lists without repetition.
PartitionDraft make_partitions(const Source &source, const Properties &properties, PartitionType type);

// Whether values of a type can be listed at all; boolean and complex ones cannot.
bool has_partition_values(SparkType type);
// Whether a text is a value of the type.
bool is_value(const Type &type, const std::string &text);
// Whether a comes before b; both are values of the type.
bool comes_before(const Type &type, const std::string &a, const std::string &b);

}   // namespace lakesoul::carbon
