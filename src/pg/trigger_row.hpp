// The row (or statement) a trigger fires for: reading its columns, and putting others in their place.
#pragma once

#include "core/base/types.hpp"
#include "pg/pg.hpp"

extern "C" {
#include "commands/trigger.h"
#include "utils/rel.h"
}

namespace lakesoul::row {

constexpr TriggerEvent kBeforeInsert = TRIGGER_EVENT_INSERT | TRIGGER_EVENT_ROW | TRIGGER_EVENT_BEFORE;
constexpr TriggerEvent kAfterInsert = TRIGGER_EVENT_INSERT | TRIGGER_EVENT_ROW;
constexpr TriggerEvent kBeforeUpdate = TRIGGER_EVENT_UPDATE | TRIGGER_EVENT_ROW | TRIGGER_EVENT_BEFORE;
constexpr TriggerEvent kBeforeDelete = TRIGGER_EVENT_DELETE | TRIGGER_EVENT_ROW | TRIGGER_EVENT_BEFORE;
constexpr TriggerEvent kAfterDeleteStatement = TRIGGER_EVENT_DELETE;   // with its rows as tg_oldtable

// Raises 39P01 unless the function was called as this kind of trigger, on this table of schema public.
TriggerData *trigger_data(FunctionCallInfo fcinfo, TriggerEvent event, const char *table);

// Whether triggers are to do nothing: lakesoul.restoring, while the current user owns the table or is superuser.
bool restoring(TriggerData *data);
// Whether the row comes by COPY, which no stock client uses: from a dump, to be stored as it is.
bool is_copied();
// Whether the current user is a superuser or owns the table.
bool may_restore(TriggerData *data);

// The number of a column; 55000 if the table lacks it or its owner gave it another type.
int number_of(TriggerData *data, const char *name, Oid type);

// Columns of the new row (of the old one, in a DELETE) by name; 55000 for one that the table lacks or
// has with another type. NULL: a null or
// empty view, the given value.
Datum column(TriggerData *data, const char *name, Oid type, bool *null);
View text(TriggerData *data, const char *name);
View printed(TriggerData *data, const char *name);   // of any type, as the server prints it
int32 integer(TriggerData *data, const char *name, int32 if_null);
Uuids uuids(TriggerData *data, const char *name);

// The new row with these columns replaced.
struct Change {
    const char *column;
    Datum value;
};
HeapTuple changed(TriggerData *data, Span<const Change> changes);

// The domain of a row's table, or a null view for a table without table_info. Raises PostgreSQL's own 42501 if the
// caller's row-level security hides the table from him: otherwise he could plant rows in it.
// *threshold: the table's own for notices, as text; a null view if it has none.
View domain_of_table(TriggerData *data, View table_id, View *threshold = nullptr);
// Only the refusal, for rows that are stored as they are; costs nothing where the caller has no row-level security.
void refuse_hidden_table(TriggerData *data);
// The same for a row whose table_namespace the caller does not see: its names would be taken from those who do. Inside
// an SPI session.
void refuse_hidden_namespace(TriggerData *data);
// PostgreSQL's own 42501 for a row that row-level security does not let in.
[[noreturn]] void refuse(TriggerData *data);
// Whether row-level security of a table holds for the caller.
bool is_secured(Relation relation);

}   // namespace lakesoul::row
