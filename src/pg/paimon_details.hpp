// Many tables at once, as the Paimon API has them. Inside an SPI session.
#pragma once

#include "pg/jsonb_out.hpp"

namespace lakesoul::paimon {

// An array of GetTableResponses for the rows found last: name, id, path, partitions and table_schema of a database's
// tables. A table whose schema cannot be read is left out, with a WARNING: one must not hide all others.
void put_details(json::Out *out, View database, uint64 rows);

}   // namespace lakesoul::paimon
