// SQL functions of namespaces and tables: create, alter and drop namespaces, create and drop tables.
#include "core/catalog/table_schema.hpp"
#include "core/wire/wire.hpp"

#include "pg/argument.hpp"
#include "pg/catalog_namespace.hpp"
#include "pg/catalog_table.hpp"
#include "pg/create_table.hpp"
#include "pg/drop_table.hpp"
#include "pg/error.hpp"
#include "pg/lock.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/spi.hpp"
#include "pg/text.hpp"

using namespace lakesoul;

namespace {

View or_default(View value, View if_null)
{
    return value.data() == nullptr ? if_null : value;
}

catalog::TableShape shape_argument(FunctionCallInfo fcinfo, int ranges, int keys)
{
    catalog::TableShape shape = {};
    if (!PG_ARGISNULL(ranges))
        shape.range_columns = views_of_text_array(PG_GETARG_DATUM(ranges), "range_partitions");
    if (!PG_ARGISNULL(keys))
        shape.primary_keys = views_of_text_array(PG_GETARG_DATUM(keys), "primary_keys");
    return shape;
}

int32 buckets_argument(FunctionCallInfo fcinfo, int number, bool has_keys)
{
    if (PG_ARGISNULL(number))
        return 0;
    int32 buckets = PG_GETARG_INT32(number);
    if (buckets > 0 || (buckets == -1 && !has_keys))
        return buckets;
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("hash_bucket_num %d is out of range", buckets),
                    errdetail("It must be at least 1, or -1 for a table without primary keys.")));
}

// A table that is renamed while its lock is waited for is not the one that was meant any more.
bool lock_table_by_name(View name, View space, Table *table)
{
    if (!find_table_by_name(name, space, table))
        return false;
    View id = table->id;
    lock::table(id);
    return find_table_by_name(name, space, table) && table->id == id;
}

}   // namespace

LAKESOUL_FUNCTION(lakesoul_create_namespace)
{
    require_setup();
    View space = text_argument(fcinfo, 0, "namespace", true);
    View properties = or_default(text_argument(fcinfo, 1, "properties", false), "{}");
    View comment = or_default(text_argument(fcinfo, 2, "comment", false), "");
    View domain = or_default(text_argument(fcinfo, 3, "domain", false), "public");
    int level = spi::begin();
    create_namespace(space, properties, comment, domain);
    spi::end(level);
    PG_RETURN_VOID();
}

LAKESOUL_FUNCTION(lakesoul_alter_namespace)
{
    require_setup();
    View space = text_argument(fcinfo, 0, "namespace", true), properties = text_argument(fcinfo, 1, "properties", true);
    int level = spi::begin();
    alter_namespace(space, properties);
    spi::end(level);
    PG_RETURN_VOID();
}

LAKESOUL_FUNCTION(lakesoul_drop_namespace)
{
    InitMaterializedSRF(fcinfo, MAT_SRF_USE_EXPECTED_DESC);
    require_setup();
    View space = text_argument(fcinfo, 0, "namespace", true);
    int level = spi::begin();
    drop_namespace(space, flag_argument(fcinfo, 1), results_of(fcinfo));
    spi::end(level);
    PG_RETURN_NULL();
}

LAKESOUL_FUNCTION(lakesoul_create_table)
{
    enum { kName, kPath, kSchema, kNamespace, kRanges, kKeys, kBuckets, kProperties, kId };
    require_setup();
    MemoryContext caller = CurrentMemoryContext;
    int level = spi::begin();
    catalog::TableShape shape = shape_argument(fcinfo, kRanges, kKeys);
    bool has_keys = !shape.primary_keys.empty();
    NewTable table = {};
    Arena arena = server_arena();
    raise_unless_ok(catalog::format_partitions(shape, &arena, &table.partitions));
    table.name = or_default(text_argument(fcinfo, kName, "table_name", false), "");
    table.path = text_argument(fcinfo, kPath, "table_path", false);
    table.schema = text_argument(fcinfo, kSchema, "table_schema", true);
    table.space = text_argument(fcinfo, kNamespace, "namespace", true);
    table.properties = or_default(text_argument(fcinfo, kProperties, "properties", false), "{}");
    table.id = text_argument(fcinfo, kId, "table_id", false);
    table.set_buckets = true;
    table.hash_buckets = buckets_argument(fcinfo, kBuckets, has_keys);
    table.default_buckets = has_keys ? 4 : -1;
    return spi::end_with_text(level, create_table(table), caller);
}

LAKESOUL_FUNCTION(lakesoul_create_table_from_message)
{
    require_setup();
    require_argument(fcinfo, 0, "table_info");
    MemoryContext caller = CurrentMemoryContext;
    int level = spi::begin();
    View bytes = view_of_bytea(PG_GETARG_DATUM(0));
    check_message_size(bytes.size());
    Arena arena = server_arena(wire::memory_budget(bytes.size()));
    wire::TableInfo info;
    raise_unless_ok(wire::decode(bytes, &arena, &info));
    NewTable table = {};
    table.id = info.table_id;
    table.name = info.table_name;
    table.path = View(info.table_path.empty() ? "" : info.table_path);
    table.space = info.table_namespace.empty() ? "default" : info.table_namespace;
    table.schema = info.table_schema;
    table.properties = info.properties.empty() ? "{}" : info.properties;
    table.partitions = info.partitions.empty() ? ";" : info.partitions;
    table.arrow_ipc = info.table_schema_arrow_ipc;
    table.arrow_hash = info.table_schema_arrow_ipc_json_hash;
    return spi::end_with_text(level, create_table(table), caller);
}

LAKESOUL_FUNCTION(lakesoul_drop_table)
{
    InitMaterializedSRF(fcinfo, MAT_SRF_USE_EXPECTED_DESC);
    require_setup();
    View name = text_argument(fcinfo, 0, "table_name", true), space = text_argument(fcinfo, 1, "namespace", true);
    bool if_exists = flag_argument(fcinfo, 2);
    int level = spi::begin();
    Table table;
    Paths paths = {};
    bool dropped = lock_table_by_name(name, space, &table) && drop_table(table, &paths);
    if (!dropped && if_exists)
        ereport(NOTICE,
                (errmsg("table \"%s\" does not exist in namespace \"%s\", skipping", c_string(name), c_string(space))));
    else if (!dropped)
        raise_no_table(name, space);
    hand_out({paths.data, paths.size}, results_of(fcinfo));
    spi::end(level);
    PG_RETURN_NULL();
}

LAKESOUL_FUNCTION(lakesoul_drop_table_by_id)
{
    InitMaterializedSRF(fcinfo, MAT_SRF_USE_EXPECTED_DESC);
    require_setup();
    View id = text_argument(fcinfo, 0, "table_id", true);
    bool if_exists = flag_argument(fcinfo, 1);
    int level = spi::begin();
    Table table;
    Paths paths = {};
    bool dropped = find_table_by_id(id, &table) && drop_table(table, &paths);
    if (!dropped && if_exists)
        ereport(NOTICE, (errmsg("table with id \"%s\" does not exist, skipping", c_string(id))));
    else if (!dropped)
        raise_no_table(id);
    hand_out({paths.data, paths.size}, results_of(fcinfo));
    spi::end(level);
    PG_RETURN_NULL();
}
