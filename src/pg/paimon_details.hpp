// Many tables at once, as the Paimon API has them. Inside an SPI session.
#pragma once

#include "core/base/types.hpp"
#include "pg/pg.hpp"

namespace lakesoul::paimon {

// An array of GetTableResponses for the rows found last: name, id, path, partitions and hash of the table_schema of a
// database's tables. A table whose schema cannot be read is left out, with a WARNING: one must not hide all others.
Datum details_of(View database, uint64 rows);

}   // namespace lakesoul::paimon
