// What the row triggers on base tables have in common.
#include "pg/trigger_row.hpp"

#include "pg/guc.hpp"
#include "pg/spi.hpp"
#include "pg/sql_parts.hpp"
#include "pg/text.hpp"

extern "C" {
#include "tcop/pquery.h"
#include "utils/acl.h"
#include "utils/rls.h"
}

namespace lakesoul::row {
namespace {

#define LAKESOUL_OF_TABLE " FROM public.table_info AS t WHERE t.table_id OPERATOR(pg_catalog.=) $1"

// One as the caller and one as the table's owner: a plan under row-level security is made again for each other role.
spi::Statement seen_statement = {"SELECT" LAKESOUL_OF_TABLE, 1, {TEXTOID}};
spi::Statement domain_statement = {"SELECT t.domain, " LAKESOUL_THRESHOLD LAKESOUL_OF_TABLE, 1, {TEXTOID}};

#define LAKESOUL_NAMESPACE "SELECT FROM public.namespace AS n WHERE n.namespace OPERATOR(pg_catalog.=) $1"

spi::Statement seen_namespace_statement = {LAKESOUL_NAMESPACE, 1, {TEXTOID}};
spi::Statement namespace_statement = {LAKESOUL_NAMESPACE, 1, {TEXTOID}};

int number_of(TriggerData *data, const char *name)
{
    int number = SPI_fnumber(data->tg_relation->rd_att, name);
    if (number <= 0)
        ereport(ERROR,
                (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
                 errmsg("column \"%s\" of public.%s is missing", name, RelationGetRelationName(data->tg_relation)),
                 errhint("Run SELECT * FROM lakesoul.setup();")));
    return number;
}

bool is_in_public(Relation relation, const char *table)
{
    return RelationGetRelid(relation) == get_relname_relid(table, get_namespace_oid("public", true));
}

}   // namespace

TriggerData *trigger_data(FunctionCallInfo fcinfo, TriggerEvent event, const char *table)
{
    constexpr TriggerEvent kMask = TRIGGER_EVENT_OPMASK | TRIGGER_EVENT_ROW | TRIGGER_EVENT_TIMINGMASK;
    TriggerData *data = reinterpret_cast<TriggerData *>(fcinfo->context);
    if (!CALLED_AS_TRIGGER(fcinfo) || (data->tg_event & kMask) != event || !is_in_public(data->tg_relation, table))
        ereport(ERROR, (errcode(ERRCODE_E_R_I_E_TRIGGER_PROTOCOL_VIOLATED),
                        errmsg("this trigger function must be called %s %s FOR EACH %s on public.%s",
                               TRIGGER_FIRED_BEFORE(event) ? "BEFORE" : "AFTER",
                               TRIGGER_FIRED_BY_INSERT(event)   ? "INSERT"
                               : TRIGGER_FIRED_BY_DELETE(event) ? "DELETE"
                                                                : "UPDATE",
                               TRIGGER_FIRED_FOR_ROW(event) ? "ROW" : "STATEMENT", table)));
    return data;
}

// COPY TO writes rows, too, where its query calls a function that does: that is no dump.
bool is_copied()
{
    if (ActivePortal == nullptr || ActivePortal->commandTag != CMDTAG_COPY || ActivePortal->stmts == NIL)
        return false;
    const Node *statement = linitial_node(PlannedStmt, ActivePortal->stmts)->utilityStmt;
    return statement != nullptr && IsA(statement, CopyStmt) && reinterpret_cast<const CopyStmt *>(statement)->is_from;
}

bool may_restore(TriggerData *data)
{
    return superuser() || has_privs_of_role(GetUserId(), data->tg_relation->rd_rel->relowner);
}

bool restoring(TriggerData *data)
{
    if (!guc::restoring())
        return false;
    if (may_restore(data))
        return true;
    ereport(WARNING, (errmsg("lakesoul.restoring is ignored"),
                      errdetail("Only a superuser or the owner of table \"%s\" may switch its triggers off.",
                                RelationGetRelationName(data->tg_relation))));
    return false;
}

int number_of(TriggerData *data, const char *name, Oid type)
{
    int number = number_of(data, name);
    Oid found = SPI_gettypeid(data->tg_relation->rd_att, number);
    if (found != type)
        ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
                        errmsg("column \"%s\" of public.%s has type %s instead of %s", name,
                               RelationGetRelationName(data->tg_relation), format_type_be(found), format_type_be(type)),
                        errhint("Run SELECT * FROM lakesoul.setup(); it lists every difference.")));
    return number;
}

Datum column(TriggerData *data, const char *name, Oid type, bool *null)
{
    return SPI_getbinval(data->tg_trigtuple, data->tg_relation->rd_att, number_of(data, name, type), null);
}

View text(TriggerData *data, const char *name)
{
    bool null;
    Datum value = column(data, name, TEXTOID, &null);
    return null ? View("") : view_of_text(value);
}

View printed(TriggerData *data, const char *name)
{
    const char *text = SPI_getvalue(data->tg_trigtuple, data->tg_relation->rd_att, number_of(data, name));
    return text == nullptr ? View("") : View(text);
}

int32 integer(TriggerData *data, const char *name, int32 if_null)
{
    bool null;
    Datum value = column(data, name, INT4OID, &null);
    return null ? if_null : DatumGetInt32(value);
}

Uuids uuids(TriggerData *data, const char *name)
{
    bool null;
    Datum value = column(data, name, UUIDARRAYOID, &null);
    return null ? Uuids() : uuids_of_datum(value);
}

HeapTuple changed(TriggerData *data, Span<const Change> changes)
{
    int *numbers = palloc_array(int, changes.size + 1);
    Datum *values = palloc_array(Datum, changes.size + 1);
    bool *nulls = static_cast<bool *>(palloc0_array(bool, changes.size + 1));
    for (std::size_t i = 0; i < changes.size; ++i) {
        numbers[i] = number_of(data, changes[i].column);
        values[i] = changes[i].value;
    }
    return heap_modify_tuple_by_cols(data->tg_trigtuple, data->tg_relation->rd_att, static_cast<int>(changes.size),
                                     numbers, values, nulls);
}

void refuse_hidden_table(TriggerData *data)
{
    Oid table_info = get_relname_relid("table_info", get_namespace_oid("public", false));
    if (check_enable_rls(table_info, InvalidOid, true) != RLS_ENABLED)
        return;
    int level = spi::begin();
    (void)domain_of_table(data, text(data, "table_id"));
    spi::end(level);
}

View domain_of_table(TriggerData *data, View table_id, View *threshold)
{
    Oid table_info = get_relname_relid("table_info", get_namespace_oid("public", false));
    Datum values[] = {text_datum(table_id)};
    bool hidden =
        check_enable_rls(table_info, InvalidOid, true) == RLS_ENABLED && spi::run(&seen_statement, values) == 0;
    spi::User caller = spi::become_relation_owner(table_info);
    View domain;
    bool exists = spi::run(&domain_statement, values) > 0;
    if (exists)
        domain = spi::text_column(0, 1);
    if (exists && threshold != nullptr)
        *threshold = spi::text_column(0, 2);
    spi::become_again(caller);
    if (exists && hidden)
        refuse(data);
    return domain;
}

void refuse_hidden_namespace(TriggerData *data)
{
    Oid table = get_relname_relid("namespace", get_namespace_oid("public", false));
    Datum values[] = {text_datum(text(data, "table_namespace"))};
    if (check_enable_rls(table, InvalidOid, true) != RLS_ENABLED || spi::run(&seen_namespace_statement, values) > 0)
        return;
    spi::User caller = spi::become_relation_owner(table);
    bool exists = spi::run(&namespace_statement, values) > 0;
    spi::become_again(caller);
    if (exists)
        refuse(data);
}

void refuse(TriggerData *data)
{
    ereport(ERROR, (errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
                    errmsg("new row violates row-level security policy for table \"%s\"",
                           RelationGetRelationName(data->tg_relation))));
    pg_unreachable();
}

bool is_secured(Relation relation)
{
    return check_enable_rls(RelationGetRelid(relation), InvalidOid, true) == RLS_ENABLED;
}

}   // namespace lakesoul::row
