// Arrays of public.data_file_op <-> core's file operations.
#pragma once

#include "core/wire/messages.hpp"
#include "pg/pg.hpp"

namespace lakesoul {

// A data_file_op[] in the current memory context.
Datum file_ops_datum(Span<const wire::DataFileOp> files);

// The elements of a data_file_op[]; NULL fields read as '' and 0. Views lie in the detoasted datum.
Span<wire::DataFileOp> file_ops_of_datum(Datum array);

// The paths of its elements, also of a type that has more fields by now; NULL ones read as ''.
Span<View> paths_of_datum(Datum array);

// Whether both hold the same operations in the same order.
bool same_files(Span<const wire::DataFileOp> a, Span<const wire::DataFileOp> b);

}   // namespace lakesoul
