// Data types as values: the model that every rule works on. Not for src/pg: it owns memory. Functions raise Failure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/paimon/json.hpp"

namespace lakesoul::paimon {

// In the order of the cast matrix, then the types that it does not have.
enum class Root : std::uint8_t {
    boolean,
    tinyint,
    smallint,
    integer,
    bigint,
    decimal,
    real,   // FLOAT
    double_precision,
    character,
    varchar,   // VARCHAR, and STRING when a is the largest length
    binary,
    varbinary,   // VARBINARY, BYTES
    date,
    time,
    timestamp,
    timestamp_ltz,
    variant,
    blob,
    geometry,
    geography,
    array,
    multiset,
    map,
    row,
    vector,
};

constexpr std::int32_t kMaxLength = 2147483647;

struct Field;

struct DataType {
    Root root = Root::integer;
    bool nullable = true;
    std::int32_t a = 0;            // a length or precision
    std::int32_t b = 0;            // DECIMAL's scale
    std::string crs;               // GEOMETRY, GEOGRAPHY
    std::string algorithm;         // GEOGRAPHY
    std::vector<DataType> parts;   // element; or key, value
    std::vector<Field> fields;     // of a ROW
};

struct Field {
    std::int64_t id = -1;   // -1: none yet
    std::string name;
    DataType type;
    std::optional<std::string> description;
    std::optional<std::string> default_value;
};

// How the fields of a tree came by their ids.
enum class Ids : unsigned char { none, all, mixed };

// Reads a type; where: whose it is, in messages, or empty. Ids are left as they are: -1 where there was none.
DataType read_type(const Json &json, const std::string &where);
// A primitive's text, or VECTOR<...>, or one with the suffix ARRAY or MULTISET. 400 (bad_type), its message after
// prefix.
DataType read_type_text(View text, const std::string &prefix);
// Reads a list of fields. Names are checked: not blank, none twice; twice: what to raise for that.
enum class Twice : unsigned char { invalid, allowed };
std::vector<Field> read_fields(const Json &array, const std::string &where, Twice twice = Twice::invalid);

void print(const DataType &type, std::string *out);
void print(const Field &field, std::string *out);
void print(const std::vector<Field> &fields, std::string *out);
// For messages: "ARRAY<INT NOT NULL>".
std::string text_of(const DataType &type);

// The same type, whatever the top's nullability and the ids of fields.
bool identical(const DataType &a, const DataType &b);

// 400 for a mixture; true if there are ids.
bool check_ids(const std::vector<Field> &fields, const std::string &where);
// From here on ids are those of the engines' own columns, and count as no column's for what the next id is.
constexpr std::int64_t kFirstSystemId = 2147483647 / 2;

// The largest id anywhere below kFirstSystemId; -1 without any.
std::int64_t largest_id(const std::vector<Field> &fields);
// The same; 500 when one is there twice.
std::int64_t highest_id(const std::vector<Field> &fields);
std::size_t count_fields(const std::vector<Field> &fields);
std::size_t count_fields(const DataType &type);
std::size_t depth_of(const DataType &type);   // 0 for a primitive

// A standalone type's ids: if it has none they are counted from 0 in document order, parent before child. 400 for a
// mixture and for one that is there twice.
void number_standalone(DataType *type);
// A new column's: itself first, then below it children before parents. Ids it had are dropped.
void number_column(Field *field, std::int64_t *counter);

// The cast matrix. Nullability is looked at where the rules do.
bool may_become(const DataType &from, const DataType &to, bool explicit_casts);
// Whether a text, in quotes or not, may be the default value of a column; 500 unless it may.
bool is_default_of(const DataType &type, View text);
void check_default(const DataType &type, View text, const std::string &column);
bool is_value_of(const DataType &type, View text);
bool is_nested_value(const DataType &type, View text);   // of an ARRAY, MAP or ROW

bool is_nested(Root root);   // ARRAY, MULTISET, MAP, ROW, VECTOR
bool is_vector_element(Root root);
bool is_blank(View text);
View trimmed(View text);
bool same_word(View text, View lower);   // whatever the case of ASCII letters

}   // namespace lakesoul::paimon
