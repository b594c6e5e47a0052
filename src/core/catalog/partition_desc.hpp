// Partition descriptions ("dt=2026-08-01,region=eu", "-5") and table_info.partitions ("dt,region;id").
// Values are never rewritten: each engine's text for a value is the value (spec/lakesoul.md 2.1 to 2.3).
// Must not touch the server; views point into the arguments unless said otherwise.
#pragma once

#include "core/base/arena.hpp"
#include "core/base/types.hpp"

namespace lakesoul::catalog {

constexpr View kUnpartitioned = "-5";
constexpr View kNullValue = "__L@KE$OUL_NULL__";
constexpr View kEmptyValue = "__L@KE$OUL_EMPTY_STRING__";
// A btree key holds at most 2704 bytes; what is left for table id and description together, in bytes.
constexpr std::size_t kMaxPartitionKey = 2640;
// The same for a path, or for a name and its namespace together.
constexpr std::size_t kMaxPathKey = 2680;

// The columns of table_info.partitions. A text without ';' has range columns only.
struct TableShape {
    Span<const View> range_columns;
    Span<const View> primary_keys;
};
Status parse_partitions(View partitions, Arena *arena, TableShape *out) noexcept;
// Builds table_info.partitions. bad_value for an empty name, one that holds one of ",;=/", or one named twice.
Status format_partitions(const TableShape &shape, Arena *arena, View *out) noexcept;

// Checks that a description fits the range columns and gives the form that is stored: a '/' before
// "<next range column>=" becomes ',' (Flink's separator), an empty one of an unpartitioned table becomes "-5".
// bad_value if it does not fit, limit if it is longer than an index key may be. *out may point into the arena.
Status normalise_desc(const TableShape &shape, View table_id, View desc, Arena *arena, View *out) noexcept;

// The text of each range column in a stored description, markers as they are. False if it does not fit.
bool split_desc(const TableShape &shape, View desc, View *values) noexcept;

// A value as people write it; null and the empty string are stored as their markers.
struct Value {
    View text;
    bool null = false;
};

// One equality a column, at most; all must hold. An empty filter matches everything.
struct Condition {
    View column;
    Value value;
};
struct Filter {
    TableShape shape;
    Span<const View> wanted;   // for each range column the stored text, or a null view: any
    bool exact = false;        // every range column has a condition
};
// no_column for a column that is not a range column, bad_value for one named twice.
Status compile_filter(const TableShape &shape, Span<const Condition> conditions, Arena *arena, Filter *out) noexcept;
// For a stored description, whose columns are parted by ','. One of other columns matches the empty filter only.
bool matches(const Filter &filter, View desc) noexcept;
// What every description that matches a filter begins with, from the conditions on the first columns, its last ','
// included; empty if there is none on the first column. Not for an exact filter.
Status begin_of_desc(const Filter &filter, Arena *arena, View *out) noexcept;
// The one description an exact filter matches.
Status exact_desc(const Filter &filter, Arena *arena, View *out) noexcept;

// The bucket number in a data file's name ("part-0001_0003.parquet" is 3), -1 if it has none.
std::int32_t bucket_of_path(View path) noexcept;

}   // namespace lakesoul::catalog
