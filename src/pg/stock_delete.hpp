// Plain DELETEs of commits: what the newest version lists is held back, what was published stays known for good.
#pragma once

#include "core/base/types.hpp"
#include "pg/trigger_row.hpp"

namespace lakesoul::stock {

// What becomes of a commit whose row a DELETE has locked: it goes; it is held back, for the head of its partition lists
// it while its table is there; or it is left alone. Heads are read once a statement.
enum class Fate { goes, held, left };
Fate fate(FmgrInfo *function, View table_id, View desc, const Uuid &id, bool is_published);

// Notes a registered commit that a statement deletes, until its row is in lakesoul.purged_commits, which is at the end
// of the statement; and whether one is noted.
void note_going(View table_id, View desc, const Uuid &id);
bool is_going(View table_id, View desc, const Uuid &id);

// Notes a commit whose deletion is held back. Its row stays.
void hold(View table_id, View desc, const Uuid &id);

// Keeps the published ones among the rows that a DELETE took as retired, and forgets that they were held.
void retire(TriggerData *data);

// Deletes held commits of a partition that no head lists any more.
void release(View table_id, View desc);

// The same for the partitions of rows that a DELETE took from partition_info.
void release_all(TriggerData *data);

}   // namespace lakesoul::stock
