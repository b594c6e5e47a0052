// SQL functions that change a table by its name or its id: rename_table, move_table_path, set_table_properties,
// remove_table_properties, set_table_schema, rollback_partition, rollback_table.
#include "core/catalog/partition_desc.hpp"

#include "pg/alter_table.hpp"
#include "pg/argument.hpp"
#include "pg/clock.hpp"
#include "pg/lock.hpp"
#include "pg/rollback.hpp"
#include "pg/spi.hpp"
#include "pg/table_argument.hpp"
#include "pg/text.hpp"

using namespace lakesoul;

namespace {

// The table under its lock.
Table locked_table(FunctionCallInfo fcinfo, int space)
{
    Table seen = table_argument(fcinfo, space);
    lock::table_shared(seen.id);
    return table_argument_again(fcinfo, space, seen, false);
}

// The same for a change of its name or path. Either may be a name or path of a table that is dropped with its namespace
// by somebody who waits for this one, too: therefore the namespace's lock comes first.
Table locked_to_move(FunctionCallInfo fcinfo, int space)
{
    Table seen = table_argument(fcinfo, space);
    lock::name_space(seen.space, false);
    lock::table(seen.id);
    return table_argument_again(fcinfo, space, seen, false);
}

Datum rename(FunctionCallInfo fcinfo, int space, int new_space)
{
    require_setup();
    View new_name = text_argument(fcinfo, 1, "new_name", true);
    View target = text_argument(fcinfo, new_space, "new_namespace", false);
    int level = spi::begin();
    if (target.data() != nullptr)
        lock::name_space(target, false);
    Table table = locked_to_move(fcinfo, space);
    rename_table(table, new_name, target.data() == nullptr ? table.space : target);
    spi::end(level);
    PG_RETURN_VOID();
}

Datum move(FunctionCallInfo fcinfo, int space)
{
    require_setup();
    View path = text_argument(fcinfo, 1, "new_path", true);
    int level = spi::begin();
    move_table_path(locked_to_move(fcinfo, space), path);
    spi::end(level);
    PG_RETURN_VOID();
}

Datum set_properties(FunctionCallInfo fcinfo, int space, int replace)
{
    require_setup();
    View properties = text_argument(fcinfo, 1, "properties", true);
    MemoryContext caller = CurrentMemoryContext;
    int level = spi::begin();
    Table table = locked_table(fcinfo, space);
    return spi::end_with_text(level, set_table_properties(table, properties, flag_argument(fcinfo, replace)), caller);
}

Datum remove_properties(FunctionCallInfo fcinfo, int space)
{
    require_setup();
    require_argument(fcinfo, 1, "keys");
    MemoryContext caller = CurrentMemoryContext;
    int level = spi::begin();
    Table table = locked_table(fcinfo, space);
    return spi::end_with_text(level, remove_table_properties(table, views_of_text_array(PG_GETARG_DATUM(1), "keys")),
                              caller);
}

Datum set_schema(FunctionCallInfo fcinfo, int space, int arrow_ipc)
{
    require_setup();
    View schema = text_argument(fcinfo, 1, "table_schema", true);
    View arrow = PG_ARGISNULL(arrow_ipc) ? View() : view_of_bytea(PG_GETARG_DATUM(arrow_ipc));
    int level = spi::begin();
    set_table_schema(locked_table(fcinfo, space), schema, arrow);
    spi::end(level);
    PG_RETURN_VOID();
}

Datum rollback_version(FunctionCallInfo fcinfo, int space)
{
    InitMaterializedSRF(fcinfo, 0);
    require_setup();
    View desc = text_argument(fcinfo, 1, "partition", true);
    require_argument(fcinfo, 2, "to_version");
    int level = spi::begin();
    rollback_partition(table_argument(fcinfo, space), desc, PG_GETARG_INT32(2), results_of(fcinfo));
    spi::end(level);
    PG_RETURN_NULL();
}

Datum rollback_time(FunctionCallInfo fcinfo, int space)
{
    InitMaterializedSRF(fcinfo, 0);
    require_setup();
    View desc = text_argument(fcinfo, 1, "partition", true);
    require_argument(fcinfo, 2, "to_timestamp");
    int level = spi::begin();
    rollback_partition_to_time(table_argument(fcinfo, space), desc, epoch_ms(PG_GETARG_TIMESTAMPTZ(2)),
                               results_of(fcinfo));
    spi::end(level);
    PG_RETURN_NULL();
}

Datum rollback_whole(FunctionCallInfo fcinfo, int space)
{
    InitMaterializedSRF(fcinfo, 0);
    require_setup();
    require_argument(fcinfo, 1, "to_timestamp");
    int level = spi::begin();
    rollback_table(table_argument(fcinfo, space), epoch_ms(PG_GETARG_TIMESTAMPTZ(1)), results_of(fcinfo));
    spi::end(level);
    PG_RETURN_NULL();
}

}   // namespace

LAKESOUL_FUNCTION(lakesoul_rename_table)
{
    return rename(fcinfo, 2, 3);
}

LAKESOUL_FUNCTION(lakesoul_rename_table_by_id)
{
    return rename(fcinfo, -1, 2);
}

LAKESOUL_FUNCTION(lakesoul_move_table_path)
{
    return move(fcinfo, 2);
}

LAKESOUL_FUNCTION(lakesoul_move_table_path_by_id)
{
    return move(fcinfo, -1);
}

LAKESOUL_FUNCTION(lakesoul_set_table_properties)
{
    return set_properties(fcinfo, 2, 3);
}

LAKESOUL_FUNCTION(lakesoul_set_table_properties_by_id)
{
    return set_properties(fcinfo, -1, 2);
}

LAKESOUL_FUNCTION(lakesoul_remove_table_properties)
{
    return remove_properties(fcinfo, 2);
}

LAKESOUL_FUNCTION(lakesoul_remove_table_properties_by_id)
{
    return remove_properties(fcinfo, -1);
}

LAKESOUL_FUNCTION(lakesoul_set_table_schema)
{
    return set_schema(fcinfo, 2, 3);
}

LAKESOUL_FUNCTION(lakesoul_set_table_schema_by_id)
{
    return set_schema(fcinfo, -1, 2);
}

LAKESOUL_FUNCTION(lakesoul_rollback_partition)
{
    return rollback_version(fcinfo, 3);
}

LAKESOUL_FUNCTION(lakesoul_rollback_partition_by_id)
{
    return rollback_version(fcinfo, -1);
}

LAKESOUL_FUNCTION(lakesoul_rollback_partition_to_time)
{
    return rollback_time(fcinfo, 3);
}

LAKESOUL_FUNCTION(lakesoul_rollback_partition_to_time_by_id)
{
    return rollback_time(fcinfo, -1);
}

LAKESOUL_FUNCTION(lakesoul_rollback_table)
{
    return rollback_whole(fcinfo, 2);
}

LAKESOUL_FUNCTION(lakesoul_rollback_table_by_id)
{
    return rollback_whole(fcinfo, -1);
}
