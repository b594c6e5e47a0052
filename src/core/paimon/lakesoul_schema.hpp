// The schema of a table as LakeSoul's clients keep it (table_info.table_schema) <-> a TableSchema of the Paimon API, so
// that every LakeSoul table has one, and every alter is seen by LakeSoul's readers at once.
//
// Three dialects are read: Arrow-Java ({"fields": [{"name", "nullable", "type": {"name": "int", ...}, "children"}]}),
// Spark's StructType ({"type": "struct", "fields": [...]}), and Arrow's Rust ("data_type" instead of "type").
// Arrow-Java is written, compact, "fields" first, as clients tell the dialects apart by that.
#pragma once

#include "core/base/arena.hpp"
#include "core/base/types.hpp"
#include "core/paimon/schema.hpp"

namespace lakesoul::paimon {

// What LakeSoul knows of a table.
struct LakeSoulTable {
    View table_schema;                // table_info.table_schema
    Span<const View> range_columns;   // of table_info.partitions
    Span<const View> hash_columns;    // LakeSoul's primary key: without the partition columns
    Span<const Pair> options;         // the table's options; empty for a table that the API never saw
    bool has_comment = false;
    View comment;
};

// A TableSchema with the given id. Columns get ids from 0 as addColumn gives them; the primary key is range columns
// followed by hash columns where there are hash columns. With a previous TableSchema (empty: none) a column, or a field
// of a ROW, of the same name keeps its id, and its type, description and default value where Arrow cannot tell the
// difference (CHAR(10) and STRING); new ones get ids above highestFieldId, which never falls; the key order,
// the options and the comment of the previous one are kept.
// Errors: 500 (55000) for text that is no schema of a known dialect, or a type that has no counterpart, naming the
// column. Nothing else is validated: the table is there, whatever it looks like.
// response: what schema_of_response makes of it, unless nullptr.
Status schema_from_lakesoul(const LakeSoulTable &table, View previous, std::int64_t schema_id, std::int64_t time_millis,
                            Arena *arena, View *table_schema, View *response = nullptr) noexcept;

// A TableSchema -> table_info.table_schema in Arrow-Java's JSON. previous: the text that is replaced, or empty; what it
// says of a column that Paimon's schema does not (metadata, another spelling of an unchanged type, a dictionary) is
// kept. known: the TableSchema that previous is, so that a column is found by its id under the name it had; empty: by
// its name.
// Errors: 501 for a type without a counterpart in Arrow (MULTISET, VARIANT, GEOMETRY, GEOGRAPHY), naming the column.
Status lakesoul_schema(View table_schema, View previous, View known, Arena *arena, View *text) noexcept;

// LakeSoul's primary key: the primary keys without the partition keys.
Status hash_columns(const TableSchema &schema, Arena *arena, Span<const View> *columns) noexcept;

}   // namespace lakesoul::paimon
