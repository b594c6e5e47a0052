// Writing of what was decided.
#pragma once

#include "pg/catalog_partition.hpp"

namespace lakesoul {

constexpr int64 kMaxAheadMs = 60 * 1000;   // a head further ahead of the clock does not pull the request along

// The timestamp a new version must be later than: the head's, or that of the last one before drop_partition.
int64 newest_timestamp(const PartitionState &state);

// The one timestamp of a request: the clock, or just after the newest head that is not far ahead of it; epoch ms.
int64 request_timestamp(Span<const PartitionState> states, int64 clock);

// Writes every committed partition, tidies up after skipped ones, and adds a result row for each, in order.
// stamp: the request's timestamp; clock: now, both epoch ms.
// results may be null.
void write_versions(const Table &table, CommitOp op, Span<const PartitionState> states, int64 stamp, int64 clock,
                    ReturnSetInfo *results);

}   // namespace lakesoul
