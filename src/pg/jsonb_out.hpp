// Building a jsonb piece by piece, in the current memory context. Keys are ASCII, texts are UTF-8.
#pragma once

#include "core/base/types.hpp"
#include "pg/pg.hpp"

namespace lakesoul::json {

struct Out {
    JsonbParseState *state;
    JsonbValue *root;
};

void begin_object(Out *out);
void end_object(Out *out);
void begin_array(Out *out);
void end_array(Out *out);

// The key of what comes next.
void key(Out *out, const char *name);

// A key with its value. A null view is a null.
void field(Out *out, const char *name, View text);
void field(Out *out, const char *name, int64 number);
void field(Out *out, const char *name, bool truth);
void field_null(Out *out, const char *name);
void field_jsonb(Out *out, const char *name, Datum jsonb);
// An element of an array.
void element(Out *out, View text);
void element_jsonb(Out *out, Datum jsonb);

// What was built.
Datum datum(Out *out);

}   // namespace lakesoul::json
