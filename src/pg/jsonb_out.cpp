// Pushes values of a jsonb.
#include "pg/jsonb_out.hpp"

extern "C" {
#include "utils/fmgrprotos.h"
}

namespace lakesoul::json {
namespace {

JsonbValue string_value(const char *text, int size)
{
    JsonbValue value;
    value.type = jbvString;
    value.val.string.val = const_cast<char *>(text);
    value.val.string.len = size;
    return value;
}

JsonbValue text_value(View text)
{
    JsonbValue value;
    if (text.data() == nullptr) {
        value.type = jbvNull;
        return value;
    }
    char *copy = pnstrdup(text.data(), text.size());
    const char *server = pg_any_to_server(copy, static_cast<int>(text.size()), PG_UTF8);
    return string_value(server, static_cast<int>(strlen(server)));
}

JsonbValue jsonb_value(Datum jsonb)
{
    Jsonb *source = DatumGetJsonbP(jsonb);
    JsonbValue value;
    value.type = jbvBinary;
    value.val.binary.data = &source->root;
    value.val.binary.len = static_cast<int>(VARSIZE(source) - VARHDRSZ);
    return value;
}

void push(Out *out, JsonbIteratorToken token, JsonbValue *value)
{
    out->root = pushJsonbValue(&out->state, token, value);
}

}   // namespace

void begin_object(Out *out)
{
    push(out, WJB_BEGIN_OBJECT, nullptr);
}

void end_object(Out *out)
{
    push(out, WJB_END_OBJECT, nullptr);
}

void begin_array(Out *out)
{
    push(out, WJB_BEGIN_ARRAY, nullptr);
}

void end_array(Out *out)
{
    push(out, WJB_END_ARRAY, nullptr);
}

void key(Out *out, const char *name)
{
    JsonbValue value = string_value(name, static_cast<int>(strlen(name)));
    push(out, WJB_KEY, &value);
}

void field(Out *out, const char *name, View text)
{
    key(out, name);
    JsonbValue value = text_value(text);
    push(out, WJB_VALUE, &value);
}

void field(Out *out, const char *name, int64 number)
{
    key(out, name);
    JsonbValue value;
    value.type = jbvNumeric;
    value.val.numeric = int64_to_numeric(number);
    push(out, WJB_VALUE, &value);
}

void field(Out *out, const char *name, bool truth)
{
    key(out, name);
    JsonbValue value;
    value.type = jbvBool;
    value.val.boolean = truth;
    push(out, WJB_VALUE, &value);
}

void field_null(Out *out, const char *name)
{
    field(out, name, View());
}

void field_jsonb(Out *out, const char *name, Datum jsonb)
{
    key(out, name);
    JsonbValue value = jsonb_value(jsonb);
    push(out, WJB_VALUE, &value);
}

void element_jsonb(Out *out, Datum jsonb)
{
    JsonbValue value = jsonb_value(jsonb);
    push(out, WJB_ELEM, &value);
}

void element(Out *out, View text)
{
    JsonbValue value = text_value(text);
    push(out, WJB_ELEM, &value);
}

Datum datum(Out *out)
{
    return JsonbPGetDatum(JsonbValueToJsonb(out->root));
}

}   // namespace lakesoul::json
