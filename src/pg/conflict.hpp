// What a client is told when a request cannot be combined with what was committed meanwhile.
#pragma once

#include "pg/catalog_partition.hpp"

namespace lakesoul {

// 40001 with table, partition, both versions, and version and op of the first commit in the way.
// dangling: the deleted path that is not active, where that was the reason.
[[noreturn]] void raise_conflict(const Table &table, CommitOp op, const PartitionState &state, View dangling);

// 22023: a compaction of an existing partition must say what it read.
[[noreturn]] void raise_must_read(const PartitionState &state);

}   // namespace lakesoul
