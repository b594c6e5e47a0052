// The commit itself: locks, reads, decides with core/catalog, writes, reports. The function path of
// docs/commit-semantics.md; every entry point ends here.
#pragma once

#include "core/catalog/request.hpp"
#include "pg/catalog_partition.hpp"
#include "pg/catalog_table.hpp"
#include "pg/pg.hpp"

namespace lakesoul {

// Publishes a request that was fitted to its table and adds a lakesoul.commit_result row for each partition.
// Raises 40001 for the whole request when a partition cannot be combined with what was committed meanwhile.
// Returns whether a version was written.
bool publish(const Table &table, catalog::CommitRequest *request, ReturnSetInfo *results);

// What publishing came to, partition by partition.
struct Published {
    Span<const PartitionState> states;
    int64 stamp;    // the request's time, epoch ms
    bool written;   // whether a version was written
};
// The same without a snapshot of the Paimon API. results may be null.
Published publish_versions(const Table &table, catalog::CommitRequest *request, ReturnSetInfo *results);

}   // namespace lakesoul
