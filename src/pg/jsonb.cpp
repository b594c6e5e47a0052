// Conversions of jsonb, with the database's encoding.
#include "pg/jsonb.hpp"

namespace lakesoul {

View view_of_jsonb(Datum datum)
{
    Jsonb *value = DatumGetJsonbP(datum);
    char *text = JsonbToCString(nullptr, &value->root, VARSIZE(value));
    char *utf8 = pg_server_to_any(text, static_cast<int>(strlen(text)), PG_UTF8);
    return View(utf8, strlen(utf8));
}

Datum jsonb_datum(View json)
{
    char *text = pnstrdup(json.data(), json.size());
    return DirectFunctionCall1(jsonb_in,
                               CStringGetDatum(pg_any_to_server(text, static_cast<int>(json.size()), PG_UTF8)));
}

}   // namespace lakesoul
