// Arrays of a composite type, taken apart.
#pragma once

#include "core/base/types.hpp"
#include "pg/pg.hpp"

namespace lakesoul {

// Whether a composite type may have more fields behind those that are read.
enum class More { refused, ignored };

// Where a composite type's fields are among its attributes; dropped ones are passed over. 55000 unless the fields are
// of exactly these types: an owner may alter his type. places: an array of as many.
void find_fields(TupleDesc desc, Span<const Oid> types, int *places, More more = More::refused);

struct CompositeRows {
    std::size_t count;
    int fields;
    bool *is_null;   // for each element: it is NULL as a whole, its fields are not set then
    Datum *values;   // count times fields
    bool *nulls;
    const Datum *row(std::size_t i) const { return values + i * fields; }
    const bool *row_nulls(std::size_t i) const { return nulls + i * fields; }
};

// Values lie in the detoasted array. types: those of the fields; 55000 if the composite type has others by now.
CompositeRows composite_rows(Datum array, Span<const Oid> types);

}   // namespace lakesoul
