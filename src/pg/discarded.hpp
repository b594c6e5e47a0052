// Listing and forgetting of files that are no longer needed.
#pragma once

#include "pg/catalog_table.hpp"
#include "pg/pg.hpp"

namespace lakesoul {

// Which discarded files are asked for.
struct DiscardedRequest {
    int64 before;       // discarded up to then, epoch ms
    bool has_table;     // only those of one table:
    View id;            // by its id, or else
    View name, space;   // by its name, also if it was dropped
};

// Adds a row (path, table, partition, discarded_at, reason, table_id, namespace) for each file that is discarded and
// that nothing references. Reads with the snapshot of the statement that is running. 42P01 if there is no such table.
void list_discarded(const DiscardedRequest &request, ReturnSetInfo *results);

// Forgets these paths, of those that the caller sees; returns how many were known.
uint64 forget_discarded(Span<const View> paths);

}   // namespace lakesoul
