// Values of the server <-> views of core. The only place that makes text from foreign bytes: core speaks UTF-8,
// the database may not. Everything that is made lives in the current memory context.
#pragma once

#include "core/base/types.hpp"
#include "pg/pg.hpp"

namespace lakesoul {

// A text datum in the database's encoding; 22021 or 22P05 if a character has no place in it.
Datum text_datum(View utf8);
// NULL-terminated, in the database's encoding, for messages.
const char *c_string(View utf8);
// The UTF-8 view of a text datum (detoasted).
View view_of_text(Datum text);
// The bytes of a bytea datum (detoasted).
View view_of_bytea(Datum bytea);
Datum bytea_datum(View bytes);

Datum uuid_datum(const Uuid &id);
Uuid uuid_of_datum(Datum datum);
Datum uuid_array_datum(Uuids ids);
// The ids lie in the (detoasted) datum; a NULL among them, which no client writes, names no commit and is left out.
Uuids uuids_of_datum(Datum array);
// Texts of an array; 22004 if it holds a NULL, naming the argument.
Span<const View> views_of_text_array(Datum array, const char *argument);
Datum text_array_datum(Span<const View> texts);
Datum int_array_datum(Span<const int32> values);

const char *uuid_c_string(const Uuid &id);

}   // namespace lakesoul
