// Names and paths of tables that clients make by plain INSERTs: rows that a crashed creation left behind.
#pragma once

#include "core/base/types.hpp"
#include "pg/pg.hpp"

namespace lakesoul::stock {

enum class Mapping { name, path };   // table_name_id, table_path_id

// Deletes the row of this name or path if it points to no table and is old. space: of a name. Inside an SPI session.
void adopt_orphan(Mapping mapping, View key, View space);

// Raises 23505, as the mapping's own key would, if the name or path belongs to another table id by now.
void check_owner(Mapping mapping, View key, View space, View table_id);

// Keeps a table id from being adopted away until the transaction ends. Inside an SPI session.
void keep_id(View table_id);

// Whether a table has the name, or is being made under it; one left behind by a crashed creation does not count.
bool is_table_name(View name, View space);

}   // namespace lakesoul::stock
