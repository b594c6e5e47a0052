// Look-up of the DAO gateway's codes, and their parameters as datums.
#include "pg/gateway_codes.hpp"

#include "pg/error.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/text.hpp"

namespace lakesoul::gateway {
namespace {

Datum datum_of(const Value &value, Kind kind)
{
    switch (kind) {
    case Kind::text:
    case Kind::change: return text_datum(value.text);
    case Kind::int32: return Int32GetDatum(static_cast<int32>(value.number));
    case Kind::int64: return Int64GetDatum(value.number);
    case Kind::uuid: return uuid_datum(value.uuid);
    case Kind::uuids: return uuid_array_datum(value.uuids);
    case Kind::texts: break;
    }
    return text_array_datum(value.texts);
}

}   // namespace

const Entry &entry_of(int number, Call asked)
{
    for (Span<const Entry> entries : {reading_entries(), writing_entries()}) {
        for (const Entry &entry : entries) {
            if (entry.code.number != number)
                continue;
            if (entry.code.call != asked)
                raise_unless_ok(wrong_function(entry.code, asked));
            return entry;
        }
    }
    raise_unless_ok(unknown_code(number, asked));
    pg_unreachable();
}

void statement_values(const Entry &entry, View joined, Datum *values)
{
    Value parsed[kMostParameters];
    Arena arena = server_arena();
    raise_unless_ok(parse_parameters(entry.code, joined, &arena, parsed));
    for (std::size_t i = 0; i < parameter_count(entry.code); ++i)
        values[i] = datum_of(parsed[i], entry.code.parameters[i].kind);
}

}   // namespace lakesoul::gateway
