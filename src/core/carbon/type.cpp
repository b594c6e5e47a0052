// Tables of types.
#include "core/carbon/type.hpp"

#include <algorithm>

namespace lakesoul::carbon {
namespace {

struct Names {
    const char *spark, *simple;
    Kind kind;
};

// By SparkType.
constexpr Names kNames[] = {
    {"StringType", "string", Kind::string},
    {"DateType", "date", Kind::date},
    {"TimestampType", "timestamp", Kind::timestamp},
    {"BooleanType", "boolean", Kind::boolean},
    {"ByteType", "tinyint", Kind::other},
    {"ShortType", "smallint", Kind::int16},
    {"IntegerType", "int", Kind::int32},
    {"LongType", "bigint", Kind::int64},
    {"FloatType", "float", Kind::float64},
    {"DoubleType", "double", Kind::float64},
    {"DecimalType", "decimal", Kind::decimal},
    {"BinaryType", "binary", Kind::other},
    {"ArrayType", "array", Kind::array},
    {"MapType", "map", Kind::other},
    {"StructType", "struct", Kind::structure},
};

// By Kind.
constexpr CarbonType kTypes[] = {
    {Kind::string, "STRING", 0, 0, -1},       {Kind::date, "DATE", 1, 1, -1},
    {Kind::timestamp, "TIMESTAMP", 2, 2, -1}, {Kind::boolean, "BOOLEAN", 3, 1, 1},
    {Kind::int16, "SHORT", 4, 2, 2},          {Kind::int32, "INT", 5, 3, 4},
    {Kind::int64, "LONG", 7, 5, 8},           {Kind::float64, "DOUBLE", 8, 6, 8},
    {Kind::decimal, "DECIMAL", 10, 8, -1},    {Kind::array, "ARRAY", 11, 9, -1},
    {Kind::structure, "STRUCT", 12, 10, -1},
};

const Names &names(SparkType type)
{
    return kNames[static_cast<std::size_t>(type)];
}

}   // namespace

std::string spark_name(const Type &type)
{
    std::string name = names(type.type).spark;
    if (type.type == SparkType::decimal)
        return name + "(" + std::to_string(type.precision) + "," + std::to_string(type.scale) + ")";
    if (type.children.empty())
        return name;
    std::string inner;
    for (std::size_t i = 0; i < type.children.size(); ++i) {
        inner += i > 0 ? "," : "";
        inner += type.type == SparkType::structure
                     ? "StructField(" + type.names[i] + "," + spark_name(type.children[i]) + ",true)"
                     : spark_name(type.children[i]);
    }
    return name + "(" + inner + (type.type == SparkType::structure ? ")" : ",true)");
}

const char *simple_name(SparkType type)
{
    return names(type).simple;
}

bool supported(const Type &type)
{
    return names(type.type).kind != Kind::other && std::all_of(type.children.begin(), type.children.end(), supported);
}

void widen_floats(Type *type)
{
    if (type->type == SparkType::float32)
        type->type = SparkType::float64;
    for (Type &child : type->children)
        widen_floats(&child);
}

Kind kind_of(SparkType type)
{
    return names(type).kind;
}

const CarbonType &carbon_type(Kind kind)
{
    return kTypes[static_cast<std::size_t>(kind)];
}

Kind kind_of_name(View name)
{
    for (const CarbonType &type : kTypes)
        if (name == type.name)
            return type.kind;
    return Kind::other;
}

}   // namespace lakesoul::carbon
