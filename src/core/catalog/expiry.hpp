// Which versions of a partition are not kept any longer. Times are epoch milliseconds; the caller knows the clock.
// What kept versions reference is another question: core/catalog/references.
#pragma once

#include "core/base/status.hpp"
#include "core/base/types.hpp"

namespace lakesoul::catalog {

// A stored version as far as keeping it depends on it.
struct KeptVersion {
    std::int32_t version = 0;
    CommitOp op = CommitOp::append;
    std::int64_t timestamp = 0;
    bool pinned = false;   // something holds it
    bool goes = false;     // out
};

// The properties partition.ttl, compaction.ttl (days) and only_save_once_compaction of a table.
struct Ttl {
    bool has_partition = false, has_compaction = false;
    std::int32_t partition_days = 0, compaction_days = 0;
    bool once = false;
};
// Reads them from a table's properties; -1 means not set, as for LakeSoul's own jobs. bad_value names a property whose
// value is not of its kind.
Status read_ttl(View properties, Ttl *ttl) noexcept;

// How long versions are kept: by number or age, or, if neither is given, by LakeSoul's rules for the properties.
struct Keeping {
    std::int32_t versions = 0;   // so many of the newest, 0: not given
    bool has_since = false;
    std::int64_t since = 0;   // what was in force at any time from then on
    bool has_partition_cut = false, has_compaction_cut = false;
    std::int64_t partition_cut = 0, compaction_cut = 0;   // the TTLs' midnights
    bool once = false;
};

// Marks the versions of a partition, given in ascending order, that go. A pinned one stays. The newest one stays,
// unless the partition as a whole has expired and none is pinned: true. The only place that says what is kept.
bool mark_expired(const Keeping &keeping, Span<KeptVersion> versions) noexcept;

}   // namespace lakesoul::catalog
