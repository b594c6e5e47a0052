// The little the catalog must know of a table's schema and properties, both JSON texts that clients own.
// Neither is ever rewritten here.
#pragma once

#include "core/base/arena.hpp"
#include "core/base/types.hpp"
#include "core/catalog/partition_desc.hpp"

namespace lakesoul::catalog {

// Names of the top-level columns, from Arrow-Java's JSON or Spark's ({"fields": [{"name": ...}, ...]}).
// *readable is false for any other text, which is not an error: some clients write dialects of their own.
Status column_names(View table_schema, Arena *arena, Span<const View> *names, bool *readable) noexcept;

// no_column unless the schema, where it is readable, has every range and key column; bad_value if a column is
// both a range column and a key.
Status check_columns(const TableShape &shape, View table_schema, Arena *arena) noexcept;

// bad_json unless text is a JSON object; what: how to call it in the message.
Status check_json_object(View text, const char *what) noexcept;

}   // namespace lakesoul::catalog
