// The row a trigger fires for: reading its columns, and putting others in their place.
#pragma once

#include "core/base/types.hpp"
#include "pg/pg.hpp"

extern "C" {
#include "commands/trigger.h"
#include "utils/rel.h"
}

namespace lakesoul::row {

// Raises 39P01 unless the function was called as this kind of row trigger, on this table of schema public.
TriggerData *trigger_data(FunctionCallInfo fcinfo, bool before, const char *table);

// Whether triggers are to do nothing: lakesoul.restoring, while the current user owns the table or is superuser.
bool restoring(TriggerData *data);

// Columns of the new row by name; 55000 for one that the table lacks. NULL: a null or empty view, the given value.
Datum column(TriggerData *data, const char *name, bool *null);
View text(TriggerData *data, const char *name);
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
View domain_of_table(TriggerData *data, View table_id);

}   // namespace lakesoul::row
