// Statistics of partitions. In a commit they are deltas (negative: removed), as an observation a negative number means
// "never measured", written -1, field by field; 0 is exactly none. Unknown is not zero.
//
// Fold: counts are added; an unknown stored count is replaced by the delta; lastFileCreationTime is the later one;
// totalBuckets is the report's. A new partition is as reported, done false. done, audit keys and options stay. A row
// whose three counts are all known and none above 0 goes away. The same spec twice in a report is summed.
// Undoing a fold (a rollback) is the server's, which keeps the deltas of each snapshot.
#pragma once

#include "core/base/arena.hpp"
#include "core/base/types.hpp"
#include "core/paimon/schema.hpp"

namespace lakesoul::paimon {

struct Counts {
    std::int64_t record_count = -1;
    std::int64_t file_size_in_bytes = -1;
    std::int64_t file_count = -1;
    std::int64_t last_file_creation_time = -1;
};

// An element of a commit's or a registration's statistics.
struct PartitionStatistics {
    Span<const Pair> spec;   // sorted by key: the partition keys say the order
    Counts counts;
    bool has_total_buckets = false;   // without it a stored number stays
    std::int32_t total_buckets = 0;
};

// Reads PartitionStatistics[]; null is an empty list. Missing numbers are 0, integers may be
// strings. The same spec twice becomes one. Errors: 400 for anything else and for sums beyond int64.
Status read_statistics(View json, Arena *arena, Span<const PartitionStatistics> *out) noexcept;

// stored + delta by the rules above; *gone when the row is to be deleted. 400 for sums beyond int64.
Status fold_counts(const Counts &stored, const Counts &delta, Counts *sum, bool *gone) noexcept;

// The totals of a table: previous + the deltas, which may fall; the time is the latest ever. 400 beyond int64.
Status fold_totals(const Counts &previous, Span<const PartitionStatistics> deltas, Counts *totals) noexcept;

// A registration's report on a stored row (createPartitions): replace overwrites the four numbers, otherwise counts are
// added and the later time counts; an unknown number leaves the stored one. 400 beyond int64.
Status register_counts(const Counts &stored, const Counts &reported, bool replace, Counts *result) noexcept;

// Partition[] and PartitionStatistics[] -> Partition[]: rows in the order stored, new ones after them in the order
// reported. Keys of stored rows that are not named above are kept as they are. Errors: 400.
Status fold_statistics(View stored, View deltas, Arena *arena, View *out) noexcept;

}   // namespace lakesoul::paimon
