// A table's schema. What a client sends is a Schema {fields, partitionKeys, primaryKeys, options, comment?}; what is
// stored is a TableSchema: {version 3, id, fields, highestFieldId, partitionKeys, primaryKeys, options, comment?,
// timeMillis}. All texts are JSON; results are canonical (types printed, nulls left out) and lie in the arena.
#pragma once

#include "core/base/arena.hpp"
#include "core/base/types.hpp"

namespace lakesoul::paimon {

struct Pair {
    View key;
    View value;
};

// What the server wants to know of a TableSchema, as views into the arena.
struct TableSchema {
    std::int64_t id = 0;
    std::int64_t highest_field_id = -1;
    std::int64_t time_millis = 0;
    Span<const View> columns;   // top-level names in order
    Span<const View> partition_keys;
    Span<const View> primary_keys;
    Span<const Pair> options;
    bool has_comment = false;
    View comment;
};

// Schema -> TableSchema 0. Options "primary-key" and "partition" move into the key lists; key columns become NOT NULL
// (nullable when primary-key.nullable is true). Field ids: all, or none, which numbers them as addColumn does from 0.
// Errors: 400 shape, types, a mixture of ids, "auto-create" true, sequence.field or bucket-key that names no column;
// 501 key columns of nested types, changelog-producer without a primary key; 500 (55000) duplicate columns, key
// columns that do not exist or repeat, a primary key that is the partition, reserved names, a field id twice, bucket
// rules, retention bounds, a default value that is none of its type.
// time_millis: what timeMillis says; a clock is the caller's.
Status build_schema(View schema, std::int64_t time_millis, Arena *arena, View *table_schema) noexcept;

// A list of changes on a TableSchema -> the next one, id + 1; all or nothing. See changes.hpp for the rules.
Status apply_changes(View table_schema, View changes, bool has_snapshots, std::int64_t time_millis, Arena *arena,
                     View *next) noexcept;

// A list of changes that keeps the counter of field ids above a floor: after a rollback of schemas the ids of the
// schemas that are gone must not come back. floor: the largest highestFieldId that the table ever had.
Status apply_changes_above(View table_schema, View changes, bool has_snapshots, std::int64_t time_millis,
                           std::int64_t floor, Arena *arena, View *next) noexcept;

// Reads a TableSchema. Errors: 400 for one that is not.
Status read_schema(View table_schema, Arena *arena, TableSchema *out) noexcept;

// A TableSchema -> the Schema of a GetTableResponse: version, id, highestFieldId and timeMillis left out, and the
// option "path" as well, which is a key of the response and not of the schema.
Status schema_of_response(View table_schema, Arena *arena, View *schema) noexcept;

// The value of an option; false if it is not set.
bool find_option(const TableSchema &schema, View key, View *value) noexcept;

}   // namespace lakesoul::paimon
