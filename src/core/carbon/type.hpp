// Data types of columns, as Spark reads them and as CarbonData names them. Not for src/pg.
#pragma once

#include <string>
#include <vector>

#include "core/carbon/carbon.hpp"

namespace lakesoul::carbon {

enum class SparkType : std::uint8_t {
    string,   // char and varchar too
    date,
    timestamp,
    boolean,
    int8,
    int16,
    int32,
    int64,
    float32,
    float64,
    decimal,
    binary,
    array,
    map,
    structure,
};

struct Type {
    SparkType type = SparkType::string;
    std::int32_t precision = 0;
    std::int32_t scale = 0;
    std::vector<std::string> names;   // of a struct's fields
    std::vector<Type> children;       // an array's element, a map's key and value, a struct's fields
    bool complex() const { return type == SparkType::array || type == SparkType::structure; }
};

// "IntegerType", "ArrayType(StringType,true)", ...: as errors show it.
std::string spark_name(const Type &type);
// "int", "decimal", "array", ...: as lists of columns show it; a float is a double by then.
const char *simple_name(SparkType type);
// False for a type CarbonData does not have, or one that has such a type inside.
bool supported(const Type &type);
// A float becomes a double, inside other types too.
void widen_floats(Type *type);

struct CarbonType {
    Kind kind;
    const char *name;   // "STRING", ...
    int id, precedence, size;
};
// Of a supported type.
Kind kind_of(SparkType type);
const CarbonType &carbon_type(Kind kind);
// Kind::other for a name that is not one of a plan's types.
Kind kind_of_name(View name);

}   // namespace lakesoul::carbon
