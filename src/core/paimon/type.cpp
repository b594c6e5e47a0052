// The public functions over data types.
#include "core/paimon/type.hpp"

#include "core/paimon/data_type.hpp"
#include "core/paimon/failure.hpp"

namespace lakesoul::paimon {

Status parse_type(View json, Arena *arena, View *out) noexcept
{
    return guarded([&] {
        DataType type = read_type(parse_json(json, "the data type"), "");
        number_standalone(&type);
        std::string text;
        print(type, &text);
        *out = keep(text, arena);
    });
}

Status can_evolve(View from, View to, bool explicit_casts, bool *yes) noexcept
{
    return guarded([&] {
        DataType source = read_type(parse_json(from, "the type to change"), "the type to change");
        DataType target = read_type(parse_json(to, "the new type"), "the new type");
        *yes = may_become(source, target, explicit_casts);
    });
}

}   // namespace lakesoul::paimon
