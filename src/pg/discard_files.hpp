// Recording files as discarded on request.
#pragma once

#include "pg/catalog_table.hpp"
#include "pg/pg.hpp"

namespace lakesoul {

// Records files of a partition as discarded, unless they are active in the newest version of a partition of the table
// or belong to a commit that may still be published. Returns how many rows were written; a path that was recorded
// before keeps its time.
uint64 discard_files(const Table &table, Span<const View> paths, View partition);

}   // namespace lakesoul
