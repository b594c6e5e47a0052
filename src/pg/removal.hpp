// Taking versions away from partitions, with the commits and files that nothing needs any more: what expire,
// drop_partition and truncate_table share. Files are recorded in discard_compressed_file_info, so that none is
// forgotten, and only those that no version that stays and no registered commit of the table references.
#pragma once

#include "core/catalog/expiry.hpp"
#include "pg/catalog_table.hpp"
#include "pg/in_use.hpp"
#include "pg/pg.hpp"
#include "pg/references.hpp"

namespace lakesoul {

// Versions that go, by partition: of these partitions, descs null: of all; by what is kept, keeping null: all of them
// go.
Span<Removal> choose_removals(const Table &table, const Span<const View> *descs, const catalog::Keeping *keeping,
                              bool as_seen);

// Works out what goes with these versions: commits and paths of each removal. Changes nothing. Sorts the removals.
// as_seen: with the snapshot of the statement that is running.
void work_out(const Table &table, Span<Removal> removals, bool as_seen);

// Does it: commits, versions, and the files as discarded for this reason. Under the lock of the table (or of these
// partitions) since before work_out. A partition that goes as a whole leaves its last version in
// lakesoul.dropped_partitions, so that it counts on if it is made again.
void carry_out(const Table &table, Span<const Removal> removals, const char *reason);

// The paths of all removals, in their order.
Paths paths_of(const Table &table, Span<const Removal> removals);

// Deletes commit rows of a partition, and waits for none: those that others have locked are held, and go later. 42501
// if one may not be deleted.
void remove_commits(const Table &table, View desc, Uuids ids);

// For drop_partition and truncate_table: takes away these partitions with all their versions (descs null: every
// partition of the table), and adds a result row for each path that nothing references any more, sorted. Registered
// commits that were not published stay. Returns how many partitions there were. The caller has locked and has looked
// at the table since, and check_table_is_newest.
std::size_t remove_partitions(const Table &table, const Span<const View> *descs, const char *reason,
                              ReturnSetInfo *results);

}   // namespace lakesoul
