// What tags hold against expiry and dropping, and what goes with versions that do go. Inside an SPI session.
#pragma once

#include "core/base/types.hpp"
#include "pg/pg.hpp"
#include "pg/references.hpp"

namespace lakesoul::paimon {

// A version that a tag holds, unless the tag's time has passed.
struct Pinned {
    View desc;
    int32 version;
    View tag;
};
// Of a table, sorted by partition and version; without a statement where no table is tagged. as_seen: with the snapshot
// of the statement that is running, otherwise nobody tags anything until the transaction ends.
Span<const Pinned> pinned_versions(View table_id, bool as_seen);
// The one of them; null: there is none.
const Pinned *find_pinned(Span<const Pinned> pinned, View desc, int32 version);
// 55000 for a partition that is to be dropped and has a version that a tag holds.
[[noreturn]] void raise_pinned(const Pinned &pinned);

// Deletes the tags of a table whose time has passed.
void expire_tags(View table_id);
// Takes the snapshots out of a table's chain whose versions have gone, but for the newest.
void forget_snapshots(View table_id, Span<const Removal> removals);

}   // namespace lakesoul::paimon
