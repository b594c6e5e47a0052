// Plain INSERTs into discard_compressed_file_info: rows for files that are still active, or known already.
#pragma once

#include "core/base/types.hpp"
#include "pg/pg.hpp"

namespace lakesoul::stock {

// What the caller sees of a table's path: its row, nothing because row-level security hides it, or nothing because it
// is no table's. Without row-level security everything counts as seen. Inside an SPI session.
enum class Sight { seen, hidden, nothing };
Sight sight_of(View table_path);

// Whether there is a discard row for a path. Inside an SPI session.
bool is_discarded(View path);

// Whether an active file of the head of a partition of the table at this path lies at a path, however the two are
// spelled. Active files are read once a statement. Inside an SPI session.
bool is_active(FmgrInfo *function, View table_path, View desc, View path);

}   // namespace lakesoul::stock
