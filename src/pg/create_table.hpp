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
};

// Returns the table's id. 3F000, 42P07, 42703, 22023, 54000.
View create_table(const NewTable &table);

}   // namespace lakesoul
