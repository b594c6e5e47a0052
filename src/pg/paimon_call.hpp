// What the functions of the Paimon API have in common: their errors, arguments, audit and results.
#pragma once

#include "core/paimon/error.hpp"
#include "core/paimon/names.hpp"
#include "pg/catalog_table.hpp"
#include "pg/pg.hpp"

namespace lakesoul::paimon {

// What a call is about, for errors that do not say it themselves. The call fills it in as soon as it knows.
struct Subject {
    View database;
    Resource kind = Resource::none;   // of name
    View name;                        // bare
};

// Runs the body of an API function. Whatever it raises has an ErrorResponse as its detail, made of the SQLSTATE and the
// subject where the error has none: 403 for 42501, 404 and 409 for missing and taken names, 400 for bad values, 500 for
// wrong states, 501 for what is not supported. Lost races (40001, ...), cancellation and bugs are no answers of the API
// and stay as they are.
using Body = Datum (*)(FunctionCallInfo fcinfo, Subject *subject);
Datum answer(FunctionCallInfo fcinfo, Body body);

// A jsonb argument as JSON text; 22004 for NULL.
View json_argument(FunctionCallInfo fcinfo, int number, const char *name);
// An identifier; the subject is its table or view.
Ident ident_argument(FunctionCallInfo fcinfo, int number, Resource kind, Subject *subject);
// The same for what changes something, or is no table: 400 for a branch's or system table's name.
Ident plain_ident_argument(FunctionCallInfo fcinfo, int number, Resource kind, Subject *subject);

// The table of an identifier, as the caller sees it: 404 TABLE, the same for an invisible one, 404 BRANCH for another
// branch than main, 501 for a system table. as_seen: with the snapshot of the statement that is running, for functions
// that only read.
lakesoul::Table find_table(const Ident &ident, bool as_seen);
// For what changes the table: the same under its lock, exclusive or shared. 404 if it was dropped, renamed or made anew
// while the lock was waited for; 40001 if the transaction's snapshot is too old.
lakesoul::Table lock_table(const Ident &ident, bool exclusive);

// The current user.
View current_user();

// Ends the SPI procedure; the jsonb is copied into the caller's memory.
Datum finish(int level, Datum jsonb, MemoryContext caller);
// The answer of a call without one: {}.
Datum no_answer();

}   // namespace lakesoul::paimon
