// Rows of table namespace, run as the caller, and what a namespace holds.
#pragma once

#include "core/base/types.hpp"
#include "pg/pg.hpp"

namespace lakesoul {

struct Namespace {
    View domain, location;   // location: the property of that name, empty if it has none
};

// For who puts a table into it: locks it against being dropped until the transaction ends. 3F000 if there is none.
Namespace find_namespace(View space);

// 42P06 if it exists.
void create_namespace(View space, View properties, View comment, View domain);

// Replaces the properties, but keeps the stored domain key. 3F000.
void alter_namespace(View space, View properties);

// Deletes the row of an empty namespace; with cascade its tables first, adding a result row for each path to remove
// from storage. 3F000; 2BP01 if it has tables and cascade is false; 0A000 for "default", which clients rely on.
void drop_namespace(View space, bool cascade, ReturnSetInfo *results);

}   // namespace lakesoul
