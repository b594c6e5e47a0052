// Kept plans, sessions and the switch to the extension's owner. No statement text lives here.
#include "pg/spi.hpp"

#include "pg/text.hpp"

#include <initializer_list>

extern "C" {
#include "access/table.h"
#include "catalog/pg_class.h"
#include "storage/bufmgr.h"
#include "utils/rel.h"
}

namespace lakesoul::spi {
namespace {

void prepare(Statement *statement)
{
    Oid types[lengthof(statement->types)];
    bool has_file_ops = false;
    for (int i = 0; i < statement->argument_count; ++i) {
        types[i] = statement->types[i];
        if (types[i] == kFileOps) {
            types[i] = file_op_array_type();
            has_file_ops = true;
        }
    }
    if (statement->plan != nullptr && (!has_file_ops || statement->file_ops == file_op_array_type()))
        return;
    // One generic plan: the parameters are keys, whose values do not change how they are best looked up.
    SPIPlanPtr plan = SPI_prepare_cursor(statement->sql, statement->argument_count, types, CURSOR_OPT_GENERIC_PLAN);
    if (plan == nullptr || SPI_keepplan(plan) != 0)
        ereport(ERROR, (errcode(ERRCODE_INTERNAL_ERROR), errmsg("could not prepare an internal statement"),
                        errdetail("%s", SPI_result_code_string(SPI_result))));
    SPIPlanPtr old = statement->plan;
    statement->file_ops = has_file_ops ? file_op_array_type() : InvalidOid;
    statement->plan = plan;
    if (old != nullptr)
        SPI_freeplan(old);
}

// SPI leaves the caller in the procedure's memory; who works in memory that is given back soon must stay there.
uint64 checked(MemoryContext caller, int result)
{
    MemoryContextSwitchTo(caller);
    if (result < 0)
        ereport(ERROR, (errcode(ERRCODE_INTERNAL_ERROR), errmsg("an internal statement failed"),
                        errdetail("%s", SPI_result_code_string(result))));
    return SPI_processed;
}

// The schema was made by the install script, so its owner is the extension's.
Oid extension_owner()
{
    HeapTuple tuple = SearchSysCache1(NAMESPACEOID, ObjectIdGetDatum(get_namespace_oid("lakesoul", false)));
    if (!HeapTupleIsValid(tuple))
        ereport(ERROR, (errcode(ERRCODE_UNDEFINED_SCHEMA), errmsg("schema \"lakesoul\" does not exist")));
    Oid owner = reinterpret_cast<Form_pg_namespace>(GETSTRUCT(tuple))->nspowner;
    ReleaseSysCache(tuple);
    return owner;
}

Oid relation_owner(Oid relation)
{
    HeapTuple tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(relation));
    if (!HeapTupleIsValid(tuple))
        ereport(ERROR, (errcode(ERRCODE_UNDEFINED_TABLE), errmsg("relation with OID %u does not exist", relation)));
    Oid owner = reinterpret_cast<Form_pg_class>(GETSTRUCT(tuple))->relowner;
    ReleaseSysCache(tuple);
    return owner;
}

// Switches the user and says who it was.
User become(Oid user, int restrictions)
{
    User before;
    GetUserIdAndSecContext(&before.id, &before.context);
    SetUserIdAndSecContext(user, before.context | SECURITY_LOCAL_USERID_CHANGE | restrictions);
    return before;
}

}   // namespace

int begin_plain()
{
    if (SPI_connect() != SPI_OK_CONNECT)
        ereport(ERROR, (errcode(ERRCODE_INTERNAL_ERROR), errmsg("could not connect to SPI")));
    return NewGUCNestLevel();
}

int begin()
{
    int level = begin_plain();
    // A plan made while a table is small is kept when it has grown.
    set_until_end("enable_seqscan", "off");
    set_until_end("enable_bitmapscan", "off");   // or a head is found by sorting a whole history
    set_until_end("jit", "off");
    return level;
}

void set_until_end(const char *name, const char *value)
{
    (void)set_config_option(name, value, PGC_USERSET, PGC_S_SESSION, GUC_ACTION_SAVE, true, 0, false);
}

void end_plain(int level)
{
    AtEOXact_GUC(false, level);
    SPI_finish();
}

void end(int level)
{
    AtEOXact_GUC(true, level);
    SPI_finish();
}

Datum end_with_text(int level, View text, MemoryContext caller)
{
    MemoryContext procedure = MemoryContextSwitchTo(caller);
    Datum result = text_datum(text);
    MemoryContextSwitchTo(procedure);
    end(level);
    return result;
}

uint64 run(Statement *statement, Datum *values, const char *nulls)
{
    MemoryContext caller = CurrentMemoryContext;
    prepare(statement);
    return checked(caller, SPI_execute_plan(statement->plan, values, nulls, false, 0));
}

uint64 read(Statement *statement, Datum *values, const char *nulls)
{
    MemoryContext caller = CurrentMemoryContext;
    prepare(statement);
    return checked(caller, SPI_execute_plan(statement->plan, values, nulls, true, 0));
}

uint64 run_at(Statement *statement, Datum *values, Snapshot snapshot)
{
    MemoryContext caller = CurrentMemoryContext;
    prepare(statement);
    return checked(caller,
                   SPI_execute_snapshot(statement->plan, values, nullptr, snapshot, InvalidSnapshot, true, false, 0));
}

uint64 read_newest(Statement *statement, Datum *values)
{
    CommandCounterIncrement();   // or what this transaction wrote last is not seen
    return run_at(statement, values, GetLatestSnapshot());
}

uint64 run_as_owner(Statement *statement, Datum *values, const char *nulls)
{
    User caller = become(extension_owner(), SECURITY_RESTRICTED_OPERATION);
    uint64 rows = run(statement, values, nulls);
    become_again(caller);
    return rows;
}

uint64 read_as_owner(Statement *statement, Datum *values, const char *nulls)
{
    User caller = become(extension_owner(), SECURITY_RESTRICTED_OPERATION);
    uint64 rows = read(statement, values, nulls);
    become_again(caller);
    return rows;
}

uint64 read_many_as_owner(Statement *statement, Datum *values)
{
    int level = NewGUCNestLevel();
    set_until_end("enable_seqscan", "on");
    set_until_end("work_mem", "64MB");
    User caller = become(extension_owner(), SECURITY_RESTRICTED_OPERATION);
    MemoryContext memory = CurrentMemoryContext;
    uint64 rows = checked(memory, SPI_execute_with_args(statement->sql, statement->argument_count, statement->types,
                                                        values, nullptr, true, 0));
    become_again(caller);
    AtEOXact_GUC(true, level);
    return rows;
}

uint64 read_newest_as_owner(Statement *statement, Datum *values)
{
    User caller = become(extension_owner(), SECURITY_RESTRICTED_OPERATION);
    uint64 rows = read_newest(statement, values);
    become_again(caller);
    return rows;
}

uint64 run_as_relation_owner(Oid relation, const char *command)
{
    MemoryContext memory = CurrentMemoryContext;
    if (!superuser())
        return checked(memory, SPI_execute(command, false, 0));
    User caller = become(relation_owner(relation), SECURITY_RESTRICTED_OPERATION);
    uint64 rows = checked(memory, SPI_execute(command, false, 0));
    become_again(caller);
    return rows;
}

User become_relation_owner(Oid relation)
{
    return become(relation_owner(relation), SECURITY_NOFORCE_RLS);
}

User become_common_owner()
{
    Oid owner = InvalidOid;
    Oid schema = get_namespace_oid("public", false);
    for (const char *name : {"partition_info", "data_commit_info", "table_info"}) {
        Oid relation = get_relname_relid(name, schema);
        Oid found = OidIsValid(relation) ? relation_owner(relation) : InvalidOid;
        if (!OidIsValid(found) || (OidIsValid(owner) && found != owner)) {
            User same;
            GetUserIdAndSecContext(&same.id, &same.context);
            return same;
        }
        owner = found;
    }
    return become(owner, SECURITY_NOFORCE_RLS);
}

void become_again(const User &user)
{
    SetUserIdAndSecContext(user.id, user.context);
}

Portal open(Statement *statement, Datum *values, const char *nulls, bool as_seen)
{
    MemoryContext caller = CurrentMemoryContext;
    prepare(statement);
    Portal portal = SPI_cursor_open(nullptr, statement->plan, values, nulls, as_seen);
    MemoryContextSwitchTo(caller);
    return portal;
}

Datum typed_column(uint64 row, int number, Oid type, bool *null)
{
    Oid found = SPI_gettypeid(SPI_tuptable->tupdesc, number);
    if (found != type && !(type == TEXTOID && found == VARCHAROID))
        ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
                        errmsg("column \"%s\" of a base table has type %s instead of %s",
                               SPI_fname(SPI_tuptable->tupdesc, number), format_type_be(found), format_type_be(type)),
                        errhint("Run SELECT * FROM lakesoul.setup(); it lists every difference.")));
    return SPI_getbinval(SPI_tuptable->vals[row], SPI_tuptable->tupdesc, number, null);
}

int32 int_column(uint64 row, int number, int32 if_null)
{
    bool null;
    Datum value = typed_column(row, number, INT4OID, &null);
    return null ? if_null : DatumGetInt32(value);
}

int64 bigint_column(uint64 row, int number, int64 if_null)
{
    bool null;
    Datum value = typed_column(row, number, INT8OID, &null);
    return null ? if_null : DatumGetInt64(value);
}

bool bool_column(uint64 row, int number)
{
    bool null;
    Datum value = typed_column(row, number, BOOLOID, &null);
    return !null && DatumGetBool(value);
}

View text_column(uint64 row, int number)
{
    bool null;
    Datum value = typed_column(row, number, TEXTOID, &null);
    return null ? View() : view_of_text(value);
}

Datum jsonb_column(uint64 row, int number, bool *null)
{
    return typed_column(row, number, JSONBOID, null);
}

View bytea_column(uint64 row, int number)
{
    bool null;
    Datum value = typed_column(row, number, BYTEAOID, &null);
    return null ? View() : view_of_bytea(value);
}

Uuid uuid_column(uint64 row, int number)
{
    bool null;
    Datum value = typed_column(row, number, UUIDOID, &null);
    return null ? Uuid{} : uuid_of_datum(value);
}

Uuids uuids_column(uint64 row, int number)
{
    bool null;
    Datum value = typed_column(row, number, UUIDARRAYOID, &null);
    return null ? Uuids() : uuids_of_datum(value);
}

Datum file_ops_column(uint64 row, int number, bool *null)
{
    return typed_column(row, number, file_op_array_type(), null);
}

bool has_no_pages(const char *space, const char *table)
{
    Oid schema = get_namespace_oid(space, true);
    Oid id = OidIsValid(schema) ? get_relname_relid(table, schema) : InvalidOid;
    if (!OidIsValid(id) || get_rel_relkind(id) != RELKIND_RELATION)
        return false;
    Relation relation = table_open(id, AccessShareLock);
    BlockNumber blocks = RelationGetNumberOfBlocks(relation);
    table_close(relation, AccessShareLock);
    return blocks == 0;
}

Oid file_op_array_type()
{
    Oid space = get_namespace_oid("public", true);
    Oid type = GetSysCacheOid2(TYPENAMENSP, Anum_pg_type_oid, CStringGetDatum("data_file_op"), ObjectIdGetDatum(space));
    Oid array = OidIsValid(type) ? get_array_type(type) : InvalidOid;
    if (!OidIsValid(array))
        ereport(ERROR,
                (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE), errmsg("type public.data_file_op does not exist"),
                 errhint("Run SELECT * FROM lakesoul.setup();")));
    return array;
}

}   // namespace lakesoul::spi
