// Parts of requests that several readers share, from a tree. Not for src/pg. Functions raise Failure.
#pragma once

#include "core/paimon/json.hpp"
#include "core/paimon/names.hpp"
#include "core/paimon/snapshot.hpp"
#include "core/paimon/statistics.hpp"

namespace lakesoul::paimon {

// Integers that came as strings become numbers in the tree.
Snapshot snapshot_of(Json *json, Arena *arena);
Instant instant_of(const Json &json, Arena *arena);
Ident ident_of(const Json &json, const std::string &where, Arena *arena);
Span<const PartitionStatistics> statistics_of(const Json &json, Arena *arena);
// One spec, in the order of its keys in the text.
std::vector<std::pair<std::string, std::string>> spec_of(const Json &json, const std::string &where);

}   // namespace lakesoul::paimon
