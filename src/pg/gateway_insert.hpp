// Execution of the DAO gateway's inserts.
#pragma once

#include "pg/gateway_codes.hpp"

namespace lakesoul::gateway {

// Inserts what a payload holds, as the code says. Returns the number of rows that were inserted or, for a list, were
// sent; 0 for a list of which nothing was inserted because it has to be planned again.
int32 insert(const Entry &entry, const wire::JniWrapper &payload);

}   // namespace lakesoul::gateway
