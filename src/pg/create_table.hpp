// Making a table: checks, then rows in table_name_id, table_path_id and table_info, all or nothing.
#pragma once

#include "core/catalog/partition_desc.hpp"
#include "pg/pg.hpp"

namespace lakesoul {

struct NewTable {
    View id;     // null or empty: table_<uuid> is made
    View name;   // '' for a table that has only a path
    View path;   // null: <location of the namespace, or lakesoul.warehouse>/<namespace>/<name>
    View space, schema;
    View properties;   // JSON object
    View partitions;   // table_info.partitions
    View arrow_ipc, arrow_hash;
    bool set_buckets;   // write hashBucketNum: hash_buckets, or (0) the default unless properties have it
    int32 hash_buckets;
    int32 default_buckets;
    bool if_not_exists;   // a name that is taken is no error
};

// Returns the table's id, or a null view if its name is taken and that is no error. 3F000, 42P07, 42602, 42703, 22023,
// 54000.
View create_table(const NewTable &table);
// The path of a table that is made without one. 3F000, 22023, 42602 for names that are no folders.
View path_of_new_table(View space, View name);
[[noreturn]] void raise_name_taken(View name, View space);

// The limits of an index key: 54000.
void check_name_length(View name, View space);
void check_path_length(View path);
// The rows that make a name or a path a table's; nothing for an empty one. 42P07 if another table has it.
void claim_name(View name, View id, View space, View domain);
void claim_path(View path, View id, View space, View domain);

}   // namespace lakesoul
