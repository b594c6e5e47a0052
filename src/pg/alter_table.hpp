// Changes of a table's names, place, properties and schema: rows of table_info and the two mapping tables, run as the
// caller. The caller of these holds the table's lock and has seen the table under it.
#pragma once

#include "pg/catalog_table.hpp"
#include "pg/pg.hpp"

namespace lakesoul {

// Moves the table to another name and namespace; id and path stay. 42P07 if the name is taken, 3F000 without such a
// namespace, 22023 if the namespace belongs to another domain.
void rename_table(const Table &table, View new_name, View new_space);

// Files that are committed already stay where they are: they are named by their full paths. 42P07 if the path is taken.
void move_table_path(const Table &table, View new_path);

// The properties are a JSON object. The stored domain stays, whatever is sent. Both return the properties as stored.
View set_table_properties(const Table &table, View properties, bool replace);
View remove_table_properties(const Table &table, Span<const View> keys);

// A null arrow_ipc: both Arrow columns become NULL; otherwise its hash is that of the schema's text.
void set_table_schema(const Table &table, View schema, View arrow_ipc);

}   // namespace lakesoul
