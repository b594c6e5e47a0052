// Entry and exit of the Paimon API's functions.
#include "pg/paimon_call.hpp"

#include "core/paimon/limits.hpp"

#include "pg/argument.hpp"
#include "pg/error.hpp"
#include "pg/jsonb.hpp"
#include "pg/jsonb_out.hpp"
#include "pg/lock.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/spi.hpp"
#include "pg/text.hpp"

extern "C" {
#include "utils/datum.h"
}

namespace lakesoul::paimon {
namespace {

// The API's code for an SQLSTATE; 0 where it is no answer of the API.
int response_code(int sqlstate)
{
    switch (sqlstate) {
    case ERRCODE_INSUFFICIENT_PRIVILEGE: return 403;
    case ERRCODE_UNDEFINED_SCHEMA:
    case ERRCODE_UNDEFINED_TABLE:
    case ERRCODE_UNDEFINED_COLUMN:
    case ERRCODE_UNDEFINED_OBJECT: return 404;
    case ERRCODE_DUPLICATE_SCHEMA:
    case ERRCODE_DUPLICATE_TABLE:
    case ERRCODE_DUPLICATE_OBJECT:
    case ERRCODE_UNIQUE_VIOLATION:
    case ERRCODE_DEPENDENT_OBJECTS_STILL_EXIST: return 409;
    case ERRCODE_PROGRAM_LIMIT_EXCEEDED: return 400;
    case ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE: return 500;
    case ERRCODE_FEATURE_NOT_SUPPORTED: return 501;
    default: return ERRCODE_TO_CATEGORY(sqlstate) == ERRCODE_DATA_EXCEPTION ? 400 : 0;
    }
}

bool is_of_database(int sqlstate, const Subject &subject)
{
    return sqlstate == ERRCODE_UNDEFINED_SCHEMA || sqlstate == ERRCODE_DUPLICATE_SCHEMA ||
           sqlstate == ERRCODE_DEPENDENT_OBJECTS_STILL_EXIST || subject.kind == Resource::none;
}

[[noreturn]] void raise_with_response(const Subject &subject)
{
    ErrorData *error = CopyErrorData();
    int code = response_code(error->sqlerrcode);
    if (code != 0 && (error->detail == nullptr || strncmp(error->detail, "{\"message\": ", 12) != 0)) {
        bool database = is_of_database(error->sqlerrcode, subject);
        View name = database ? subject.database : subject.name;
        Resource kind = name.data() == nullptr ? Resource::none : database ? Resource::database : subject.kind;
        const char *message =
            error->detail == nullptr ? error->message : psprintf("%s: %s", error->message, error->detail);
        error->detail = const_cast<char *>(error_response(message, kind, c_string(name), code));
    }
    FlushErrorState();
    ReThrowError(error);
    pg_unreachable();
}

}   // namespace

Datum answer(FunctionCallInfo fcinfo, Body body)
{
    MemoryContext caller = CurrentMemoryContext;
    Subject *subject = new (palloc(sizeof(Subject))) Subject();
    volatile Datum result = 0;
    PG_TRY();
    {
        require_setup();
        result = body(fcinfo, subject);
    }
    PG_CATCH();
    {
        MemoryContextSwitchTo(caller);
        raise_with_response(*subject);
    }
    PG_END_TRY();
    return result;
}

View json_argument(FunctionCallInfo fcinfo, int number, const char *name)
{
    require_argument(fcinfo, number, name);
    return view_of_jsonb(PG_GETARG_DATUM(number));
}

Ident ident_argument(FunctionCallInfo fcinfo, int number, Resource kind, Subject *subject)
{
    View json = json_argument(fcinfo, number, "ident");
    Arena arena = server_arena(memory_budget(json.size()));
    Ident ident;
    raise_unless_ok(read_ident(json, &arena, &ident));
    *subject = {ident.database, kind, ident.table};
    return ident;
}

Ident plain_ident_argument(FunctionCallInfo fcinfo, int number, Resource kind, Subject *subject)
{
    Ident ident = ident_argument(fcinfo, number, kind, subject);
    raise_unless_ok(require_plain(ident));
    return ident;
}

lakesoul::Table find_table(const Ident &ident, bool as_seen)
{
    lakesoul::Table table;
    bool found = as_seen ? find_seen_table_by_name(ident.table, ident.database, &table)
                         : find_table_by_name(ident.table, ident.database, &table);
    if (!found || ident.table.empty())
        raise_unless_ok(missing(Resource::table, ident.table));
    if (ident.has_branch && ident.branch != "main")
        raise_unless_ok(missing(Resource::branch, ident.branch));
    if (ident.has_system)
        raise_unless_ok(about(unsupported("table %s has no system tables", Quoted(ident.table).text), Resource::table,
                              ident.table));
    return table;
}

lakesoul::Table lock_table(const Ident &ident, bool exclusive)
{
    lakesoul::Table seen = find_table(ident, false);
    if (exclusive)
        lock::table(seen.id);
    else
        lock::table_shared(seen.id);
    lakesoul::Table table = find_table(ident, false);
    check_table_is_newest(table, false);
    if (table.id != seen.id)   // its name belongs to another table by now
        raise_unless_ok(missing(Resource::table, ident.table));
    return table;
}

View current_user()
{
    const char *name = GetUserNameFromId(GetUserId(), false);
    return View(pg_server_to_any(name, static_cast<int>(strlen(name)), PG_UTF8));
}

Datum finish(int level, Datum jsonb, MemoryContext caller)
{
    MemoryContext procedure = MemoryContextSwitchTo(caller);
    Datum result = datumCopy(jsonb, false, -1);
    MemoryContextSwitchTo(procedure);
    spi::end(level);
    return result;
}

Datum no_answer()
{
    json::Out out = {};
    json::begin_object(&out);
    json::end_object(&out);
    return json::datum(&out);
}

}   // namespace lakesoul::paimon
