// SQL functions that only transform messages: decode, encode. No SPI.
#include "core/wire/wire.hpp"

#include "pg/error.hpp"
#include "pg/jsonb.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/text.hpp"

using namespace lakesoul;

LAKESOUL_FUNCTION(lakesoul_decode)
{
    View message = view_of_text(PG_GETARG_DATUM(0)), bytes = view_of_bytea(PG_GETARG_DATUM(1)), json;
    check_message_size(bytes.size());
    Arena arena = server_arena(wire::memory_budget(bytes.size()));
    raise_unless_ok(wire::to_json(message, bytes, &arena, &json));
    PG_RETURN_DATUM(jsonb_datum(json));
}

LAKESOUL_FUNCTION(lakesoul_encode)
{
    View message = view_of_text(PG_GETARG_DATUM(0)), bytes;
    Jsonb *body = PG_GETARG_JSONB_P(1);
    check_message_size(VARSIZE(body));
    Arena arena = server_arena(MaxAllocSize);
    raise_unless_ok(wire::from_json(message, view_of_jsonb(JsonbPGetDatum(body)), &arena, &bytes));
    check_message_size(bytes.size());
    PG_RETURN_DATUM(bytea_datum(bytes));
}
