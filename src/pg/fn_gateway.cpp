// SQL functions that are the native library's interface: execute_query, execute_insert, execute_update,
// execute_query_scalar. The codes and what they do are in gateway_*.cpp.
#include "core/wire/wire.hpp"

#include "pg/argument.hpp"
#include "pg/catalog_table.hpp"
#include "pg/error.hpp"
#include "pg/gateway_insert.hpp"
#include "pg/gateway_query.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/text.hpp"

using namespace lakesoul;
using gateway::Call;
using gateway::Entry;

namespace {

const Entry &code_argument(FunctionCallInfo fcinfo, Call call)
{
    require_setup();
    require_argument(fcinfo, 0, "code");
    return gateway::entry_of(PG_GETARG_INT32(0), call);
}

}   // namespace

LAKESOUL_FUNCTION(lakesoul_execute_query)
{
    const Entry &entry = code_argument(fcinfo, Call::query);
    View params = text_argument(fcinfo, 1, "params", true);
    MemoryContext caller = CurrentMemoryContext;
    int level = spi::begin();
    Datum values[gateway::kMostParameters];
    gateway::statement_values(entry, params, values);
    Datum result = gateway::query(entry, values, caller);
    spi::end(level);
    PG_RETURN_DATUM(result);
}

LAKESOUL_FUNCTION(lakesoul_execute_query_scalar)
{
    const Entry &entry = code_argument(fcinfo, Call::scalar);
    View params = text_argument(fcinfo, 1, "params", true);
    MemoryContext caller = CurrentMemoryContext;
    int level = spi::begin();
    Datum values[gateway::kMostParameters];
    gateway::statement_values(entry, params, values);
    View result = spi::read(entry.statement, values) == 0 ? View() : spi::text_column(0, 1);
    if (result.data() == nullptr) {
        spi::end(level);
        PG_RETURN_NULL();
    }
    return spi::end_with_text(level, result, caller);
}

LAKESOUL_FUNCTION(lakesoul_execute_insert)
{
    const Entry &entry = code_argument(fcinfo, Call::insert);
    require_argument(fcinfo, 1, "payload");
    int level = spi::begin();
    View bytes = view_of_bytea(PG_GETARG_DATUM(1));
    check_message_size(bytes.size());
    Arena arena = server_arena(wire::memory_budget(bytes.size()));
    wire::JniWrapper payload;
    raise_unless_ok(wire::decode(bytes, &arena, &payload));
    int32 count = gateway::insert(entry, payload);
    spi::end(level);
    PG_RETURN_INT32(count);
}

LAKESOUL_FUNCTION(lakesoul_execute_update)
{
    const Entry &entry = code_argument(fcinfo, Call::update);
    View params = text_argument(fcinfo, 1, "params", true);
    int level = spi::begin();
    Datum values[gateway::kMostParameters];
    gateway::statement_values(entry, params, values);
    uint64 rows = spi::run(entry.statement, values);
    spi::end(level);
    PG_RETURN_INT32(rows > PG_INT32_MAX ? PG_INT32_MAX : static_cast<int32>(rows));
}
