// Compaction notices and their queue: section 3 of docs/commit-semantics.md.
#pragma once

#include "core/base/types.hpp"
#include "pg/catalog_table.hpp"

namespace lakesoul::notice {

// Marks the INSERTs into partition_info of this table that follow as the function path's own; null: none.
// Returns the mark before, which the caller puts back in PG_FINALLY.
const Table *own_inserts(const Table *table);

// Whether an INSERT for this table is the function path's own.
bool is_own(View table_id);

// A stored version of a partition, as the trigger sees it.
struct Version {
    View table_id, desc;
    int32 version;
    bool is_compaction;
    int32 last_compaction;   // PG_INT32_MIN: NULL in the row
    int32 threshold;         // the table's own, 0: it has none; PG_INT32_MIN: not known
};
void after_insert(const Version &version);

}   // namespace lakesoul::notice
