// Schema changes, as they arrive. A change is {"action": ..., ...}; "type" instead of "action" is read as well, and
// both only if they agree. Every rule of every change is in apply_changes (schema.hpp); this is the list of them.
//
// Changes run in order, each on what the former ones left; an error leaves nothing changed. But whether a column is a
// key, what an option was and the switches alter-column-null-to-not-null.disabled, disable-explicit-type-casting and
// add-column-before-partition are read from the schema as it was before the request. After the last one the keys and
// options follow renamed columns, the rules of build_schema are checked again, and the id goes up by one, always.
#pragma once

#include <cstdint>

namespace lakesoul::paimon {

// Paths (fieldNames) lead from a top-level column through ROWs; "element" steps into an ARRAY, "value" into a MAP.
// 404 COLUMN names the path up to what is missing, below a scalar or MULTISET as well, except that nothing can be added
// there: 400. Also 400: an empty path, another filler ("key" too), and a path that ends on one where a column is meant.
enum class Action : std::uint8_t {
    set_option,   // key, value: 501 "type", "path"; with snapshots immutable keys, bucket from or to -1, ...; 400 null
    remove_option,    // key: as above; with snapshots "bucket" too; a missing key is no change
    update_comment,   // comment: null or missing removes it
    add_column,       // fieldNames, dataType, comment?, move?: 400 NOT NULL; 409 COLUMN; 404 COLUMN move's reference
    rename_column,    // fieldNames, newName: 501 partition column; 404, 409 COLUMN; 400 blank
    drop_column,      // fieldNames: 501 key column; 404 COLUMN; 400 the last one of the table or of its ROW
    update_type,      // fieldNames, newDataType, keepNullability: 501 key column, BLOB, nullable -> NOT NULL; 404; 500
                      // cast
    update_nullability,      // fieldNames, newNullability: 501 primary key to nullable, to NOT NULL while disabled; 404
    update_column_comment,   // fieldNames, newComment: null or missing removes it; 404
    update_position,         // move: 400 unknown names; 501 onto itself; fieldNames, if sent, must agree
    update_default,          // fieldNames, newDefaultValue: 500 unless it is a value of the type; null removes it
    drop_primary_key,        // 501 with snapshots
};

}   // namespace lakesoul::paimon
