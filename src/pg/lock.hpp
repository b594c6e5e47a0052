// The catalog's locks: heavyweight, of the transaction, LOCKTAG_USERLOCK, so no SQL function can take them and
// pg_locks shows them as userlock. Order: a table's lock, then its partitions' in ascending order of key.
// The caller must have seen the table's row before, under his own row-level security.
#pragma once

#include "core/base/types.hpp"

namespace lakesoul::lock {

// For a commit of these partitions: the table shared and each partition, or the table alone, exclusive, when they
// are more than 64, or this transaction would then hold more than 64 partition locks.
void partitions(View table_id, Span<const View> descs);

// For what must not outlive the table, but changes no version.
void table_shared(View table_id);

// The table's, unless this transaction holds that of the partition: for triggers, which cannot know what follows.
void table_unless_held(View table_id, View desc);

// The same for a trigger on rows that are locked already, which one who has the lock may be waiting for: gives up
// before that would be a deadlock, or at once. False: not locked.
bool table_in_time(View table_id, View desc, bool at_once);

// Between one who makes a table and one who takes its id for an orphan. One of a few hundred locks that all ids
// share, so that a restore of many tables does not need a lock for each.
void creation(View table_id, bool exclusive);

// Between one who puts a table into a namespace and one who drops it. Taken before any table's lock.
void name_space(View name, bool exclusive);

// Between those who make tables of a name (shared) and one who makes a view of it. One of a few hundred that all names
// share. Taken after a namespace's and a table's lock.
void name(View space, View name, bool exclusive);
// Whether two names share one.
bool is_one_name_lock(View space, View name, View other);

// For whoever adds to a table's chain of Paimon snapshots, after the table's lock and those of partitions.
void chain(View table_id);

// For what touches a whole table.
void table(View table_id);

}   // namespace lakesoul::lock
