// Plain INSERTs into discard_compressed_file_info: rows for files that are still active, or known already.
#pragma once

#include "core/base/types.hpp"
#include "pg/pg.hpp"

namespace lakesoul::stock {

// Whether there is a discard row for a path. Inside an SPI session.
bool is_discarded(View path);

// Whether a path is an active file of the head of a partition of the table at this path. Active files are read once
// a statement. Inside an SPI session.
bool is_active(FmgrInfo *function, View table_path, View desc, View path);

}   // namespace lakesoul::stock
