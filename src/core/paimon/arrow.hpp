// Columns as LakeSoul's clients describe them <-> fields of ours. Not for src/pg: it owns memory. Raises Failure.
#pragma once

#include <unordered_map>

#include "core/paimon/data_type.hpp"

namespace lakesoul::paimon {

// What a comment is called in a column's metadata.
constexpr View kCommentKey = "spark_comment";

// The columns of a table_schema in one of its dialects; 500 for anything else. Fields have no ids.
std::vector<Field> read_lakesoul_columns(View table_schema);
// One field of Arrow-Java's, of Spark's and of Arrow's Rust.
Field read_arrow_field(const Json &json);
Field read_spark_field(const Json &json);
Field read_rust_field(const Json &json);

// What fields were called in a text that is replaced, by their ids; not known: as they are called now.
using OldNames = std::unordered_map<std::int64_t, View>;
// Arrow-Java's JSON of a column. before: what stood there, in any dialect, or nullptr; kept where it says the same.
void print_arrow_field(const Field &field, const Json *before, const OldNames *names, std::string *out);
// Metadata of a column or schema, in any dialect, as Arrow-Java's list without its brackets; comments left out.
std::string arrow_metadata(const Json &before);
// The element of a list whose name is that of the field; nullptr if there is none.
const Json *json_of_field(const Json *list, const Field &field, const OldNames *names);
// The type alone, without what is in it.
std::string arrow_type(const DataType &type, const std::string &column);

// Metadata as Arrow-Java has it ([{"key", "value"}]) or as Arrow's Rust has it ({"key": "value"}).
std::optional<std::string> find_metadata(const Json &field, View key);

// The precision of a unit of time (SECOND 0 to NANOSECOND 9), whatever its case; 500 for another word.
std::int32_t precision_of_unit(View unit, const std::string &column);
DataType lakesoul_decimal(std::int64_t precision, std::int64_t scale, const std::string &column);
// An integer's type by its width; unsigned ones get the next larger.
DataType lakesoul_integer(std::int64_t bits, bool has_sign, const std::string &column);
DataType plain(Root root, std::int32_t a = 0);
// An ARRAY, or a VECTOR where length is above 0 and the element fits.
DataType lakesoul_list(const Field &element, std::int64_t length);
[[noreturn]] void no_counterpart(View type, const std::string &column);

}   // namespace lakesoul::paimon
