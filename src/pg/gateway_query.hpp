// Execution of the DAO gateway's queries.
#pragma once

#include "pg/gateway_codes.hpp"

namespace lakesoul::gateway {

// The rows of a code as a JniWrapper, a bytea in the caller's memory, with the snapshot of the statement that is
// running. 21000: two rows for a code that gives one; 54000: over 1 GB.
Datum query(const Entry &entry, Datum *values, MemoryContext caller);

}   // namespace lakesoul::gateway
