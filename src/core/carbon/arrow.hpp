// Arrow-Java's JSON of a schema, read back into a statement's columns. Not for src/pg.
#pragma once

#include <vector>

#include "core/carbon/source.hpp"

namespace lakesoul::carbon {

// Throws Refusal for a text in another dialect, or a type that no statement has.
std::vector<Declared> read_arrow(View table_schema);

}   // namespace lakesoul::carbon
