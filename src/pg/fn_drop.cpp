// SQL functions that take partitions away: drop_partition, truncate_table and their forms by id.
#include "core/catalog/partition_desc.hpp"

#include "pg/argument.hpp"
#include "pg/error.hpp"
#include "pg/lock.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/removal.hpp"
#include "pg/spi.hpp"
#include "pg/table_argument.hpp"
#include "pg/text.hpp"

using namespace lakesoul;

namespace {

Datum drop_partition(FunctionCallInfo fcinfo, int space)
{
    InitMaterializedSRF(fcinfo, MAT_SRF_USE_EXPECTED_DESC);
    require_setup();
    View partition = text_argument(fcinfo, 1, "partition", true), desc;
    int level = spi::begin();
    Table table = table_argument(fcinfo, space);
    Arena arena = server_arena();
    raise_unless_ok(catalog::normalise_desc(table.shape, table.id, partition, &arena, &desc));
    lock::partitions(table.id, {&desc, 1});
    table = table_argument_again(fcinfo, space, table, true);
    Span<const View> descs = {&desc, 1};
    if (remove_partitions(table, &descs, "dropped partition", results_of(fcinfo)) == 0)
        ereport(ERROR, (errcode(ERRCODE_UNDEFINED_OBJECT), errmsg("partition \"%s\" does not exist", c_string(desc))));
    spi::end(level);
    PG_RETURN_NULL();
}

Datum truncate_table(FunctionCallInfo fcinfo, int space)
{
    InitMaterializedSRF(fcinfo, MAT_SRF_USE_EXPECTED_DESC);
    require_setup();
    int level = spi::begin();
    Table table = table_argument(fcinfo, space);
    lock::table(table.id);
    (void)remove_partitions(table_argument_again(fcinfo, space, table, true), nullptr, "truncated table",
                            results_of(fcinfo));
    spi::end(level);
    PG_RETURN_NULL();
}

}   // namespace

LAKESOUL_FUNCTION(lakesoul_drop_partition)
{
    return drop_partition(fcinfo, 2);
}

LAKESOUL_FUNCTION(lakesoul_drop_partition_by_id)
{
    return drop_partition(fcinfo, -1);
}

LAKESOUL_FUNCTION(lakesoul_truncate_table)
{
    return truncate_table(fcinfo, 1);
}

LAKESOUL_FUNCTION(lakesoul_truncate_table_by_id)
{
    return truncate_table(fcinfo, -1);
}
