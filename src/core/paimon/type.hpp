// Data types: a JSON string for a primitive ("DECIMAL(10, 2) NOT NULL"), an object for ARRAY, MULTISET, MAP, ROW and
// VECTOR ({"type": "ARRAY NOT NULL", "element": "INT"}). Nullable unless it says NOT NULL.
//
// Rules: names and aliases are read without regard to case and blanks and printed in one canonical form, parameters
// always printed; VARCHAR(2147483647) prints STRING, VARBINARY(2147483647) BYTES. An object's type only has to begin
// with the upper-case word. Fields of ROWs have ids either all or none; without any they are numbered in document
// order, parent before child. JSON null is an absent key.
#pragma once

#include "core/base/arena.hpp"
#include "core/base/types.hpp"

namespace lakesoul::paimon {

// A type in any of its forms -> its canonical JSON (a quoted string or an object). 400: text that names no type
// (bad_type, 42601); a value that is neither string nor object, an unknown object, a missing or wrong key, a blank or
// doubled field name, a mixture of fields with and without ids, an id twice (bad_value); over a limit (limit).
Status parse_type(View json, Arena *arena, View *out) noexcept;

// Whether a column of type from may become one of type to: the cast matrix, and identity. explicit_casts: whether
// casts that need to be asked for are allowed; without them a nullable type becomes no NOT NULL one either.
// Errors: those of parse_type for either.
Status can_evolve(View from, View to, bool explicit_casts, bool *yes) noexcept;

}   // namespace lakesoul::paimon
