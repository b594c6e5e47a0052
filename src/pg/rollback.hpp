// Rollback: a new version with the snapshot of an old one, whatever was committed since. The function path's paragraph
// in docs/commit-semantics.md.
#pragma once

#include "pg/catalog_partition.hpp"
#include "pg/catalog_table.hpp"
#include "pg/pg.hpp"

namespace lakesoul {

// Each adds a lakesoul.commit_result row for a partition: committed, or already_committed where the head has the old
// snapshot. 42704 if the version is not stored, or there was none at that time; 55000 if a commit of the old snapshot
// has no row any more; 54000 after the last version number.
void rollback_partition(const Table &table, View desc, int32 to_version, ReturnSetInfo *results);
// to_timestamp: epoch ms; the greatest version with a timestamp up to it.
void rollback_partition_to_time(const Table &table, View desc, int64 to_timestamp, ReturnSetInfo *results);
// All partitions, or none; one that did not exist at that time becomes empty by a DeleteCommit.
void rollback_table(const Table &table, int64 to_timestamp, ReturnSetInfo *results);

// Gives partitions the snapshots of these versions again (-1: none, they become empty), under their locks, as part of
// something else: no result rows, no snapshot of the Paimon API. stamp: the time of what was written.
Span<const PartitionState> put_back(const Table &table, Span<const View> descs, const int32 *versions, int64 *stamp);

}   // namespace lakesoul
