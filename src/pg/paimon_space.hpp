// What the Paimon API keeps of a namespace, for who makes and drops namespaces. Inside an SPI session.
#pragma once

#include "core/base/types.hpp"
#include "pg/pg.hpp"

namespace lakesoul::paimon {

// How many views a namespace has, and the name of one.
uint64 count_views(View space, View *one);

// Deletes its views and its row in paimon_databases: also what a namespace of that name left behind that was dropped by
// plain SQL.
void forget_space(View space);

}   // namespace lakesoul::paimon
