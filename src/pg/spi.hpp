// SQL from C++: kept plans, the session around them, and whose rights they run with. The only file that switches
// the user. Statements are text with parameters only; every name, type and operator in them is qualified.
#pragma once

#include "core/base/types.hpp"
#include "pg/pg.hpp"

namespace lakesoul::spi {

// Placeholder for public.data_file_op[] in Statement::types, whose OID differs from database to database.
constexpr Oid kFileOps = InvalidOid;

// A statement whose plan is kept for the life of the backend. Objects of this type are static.
struct Statement {
    const char *sql;
    int argument_count;
    Oid types[16];
    // Left out where a statement is written.
    SPIPlanPtr plan;   // null until first used
    Oid file_ops;      // what kFileOps stood for when the plan was made
};

// Connects, and plans for tables that will grow: without sequential scans, without JIT.
// Returns what end() needs. An error needs no end(): abort undoes all of it.
int begin();
// The same without the planner's settings, for commands over whole tables.
int begin_plain();
// Ends it and takes back every setting that what ran in between has changed, on purpose or not.
void end_plain(int level);
void end(int level);
// A setting for the time until end().
void set_until_end(const char *name, const char *value);
// The same, and a text datum in the caller's memory, which outlives the procedure's.
Datum end_with_text(int level, View text, MemoryContext caller);

// Runs a statement as the caller. nulls: null, or a character an argument, 'n' for NULL. Raises unless it worked.
// Returns the number of rows; they are in SPI_tuptable. Sees this command's own earlier writes.
uint64 run(Statement *statement, Datum *values, const char *nulls = nullptr);
// The same for reading, with the snapshot of the statement that is running: for STABLE functions.
uint64 read(Statement *statement, Datum *values, const char *nulls = nullptr);
// The same under a given snapshot, for reading only.
uint64 run_at(Statement *statement, Datum *values, Snapshot snapshot);
// The same with what is committed by now, whatever snapshot the transaction keeps, and its own writes: for reading
// only.
uint64 read_newest(Statement *statement, Datum *values);
// The same as the extension's owner: only for statements that touch nothing but schema lakesoul.
uint64 run_as_owner(Statement *statement, Datum *values, const char *nulls = nullptr);
// The same with the snapshot of the statement that is running.
uint64 read_as_owner(Statement *statement, Datum *values, const char *nulls = nullptr);
// The same, planned for these very values each time, and as the server would by itself: for many rows at once.
uint64 read_many_as_owner(Statement *statement, Datum *values);
// The same with what is committed by now.
uint64 read_newest_as_owner(Statement *statement, Datum *values);
// A command in text. If the caller is a superuser it runs as the owner of a relation, who may have hung his own
// triggers on it, and can then neither change roles nor leave anything behind; otherwise as the caller.
uint64 run_as_relation_owner(Oid relation, const char *command);
// Who runs what follows, to be given back to become_again. An error needs no way back.
struct User {
    Oid id;
    int context;
};
// Side work on a base table runs as that table's owner, past row-level security, as foreign keys do.
User become_relation_owner(Oid relation);
// The same for statements over several base tables: only where one role owns partition_info, data_commit_info and
// table_info. Otherwise no one's rights fit all of them, and what follows runs as the caller.
User become_common_owner();
void become_again(const User &user);
// Opens a cursor to fetch from in pieces; the caller closes it. as_seen: as read(), otherwise as run().
Portal open(Statement *statement, Datum *values, const char *nulls, bool as_seen);

// Columns of a result row. Each checks the column's type, since an owner may alter his base tables: 55000.
int32 int_column(uint64 row, int number, int32 if_null);
int64 bigint_column(uint64 row, int number, int64 if_null);
bool bool_column(uint64 row, int number);     // false for NULL
View text_column(uint64 row, int number);     // a null view for NULL
View bytea_column(uint64 row, int number);    // a null view for NULL
Uuid uuid_column(uint64 row, int number);     // nil for NULL
Uuids uuids_column(uint64 row, int number);   // empty for NULL
Datum jsonb_column(uint64 row, int number, bool *null);
// A data_file_op[], to be taken apart by file_ops_of_datum.
Datum file_ops_column(uint64 row, int number, bool *null);

// Whether a table has no page at all, which is seen without a statement. False if it is not there or no plain table.
bool has_no_pages(const char *space, const char *table);

// The type public.data_file_op[]; 55000 if there is none.
Oid file_op_array_type();

}   // namespace lakesoul::spi
