// SQL functions of CarbonData tables that are stored: carbon_create_table, carbon_table_columns, carbon_verify_table.
#include "core/carbon/carbon.hpp"

#include "pg/argument.hpp"
#include "pg/carbon_request.hpp"
#include "pg/catalog_table.hpp"
#include "pg/clock.hpp"
#include "pg/create_table.hpp"
#include "pg/error.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/spi.hpp"
#include "pg/text.hpp"

extern "C" {
#include "utils/fmgroids.h"
}

using namespace lakesoul;

namespace {

enum { kName, kColumns, kProperties, kPartitionedBy, kPath, kNamespace, kComment, kIfNotExists, kKeys, kBuckets };
constexpr CarbonArguments kCreateArguments = {kColumns, kProperties, kPartitionedBy, kComment, kNamespace, kName};

spi::Statement row_statement = {
    "SELECT t.table_id, t.table_namespace, t.table_name, t.table_path, t.table_schema,"
    " t.properties::pg_catalog.text, t.partitions FROM public.table_info AS t"
    " WHERE t.table_name OPERATOR(pg_catalog.=) $1"
    " AND t.table_namespace OPERATOR(pg_catalog.=) $2"
    " AND t.table_id OPERATOR(pg_catalog.=) (SELECT n.table_id FROM public.table_name_id AS n"
    " WHERE n.table_name OPERATOR(pg_catalog.=) $1"
    " AND n.table_namespace OPERATOR(pg_catalog.=) $2)",
    2,
    {TEXTOID, TEXTOID},
    nullptr,
    0};

bool read_row(View name, View space, carbon::Stored *row)
{
    Datum values[] = {text_datum(name), text_datum(space)};
    if (spi::read(&row_statement, values) == 0)
        return false;
    *row = {spi::text_column(0, 1), spi::text_column(0, 2), spi::text_column(0, 3), spi::text_column(0, 4),
            spi::text_column(0, 5), spi::text_column(0, 6), spi::text_column(0, 7)};
    return true;
}

// A table by its name as it is given, or else in lower case, in which carbon_create_table stores it.
carbon::Stored stored_table(FunctionCallInfo fcinfo, Arena *arena)
{
    View name = text_argument(fcinfo, 0, "table_name", true), space = text_argument(fcinfo, 1, "namespace", true);
    View lower_name, lower_space;
    carbon::Stored row = {};
    if (read_row(name, space, &row))
        return row;
    bool good = carbon::table_name(name, "Table", arena, &lower_name).ok() &&
                carbon::table_name(space, "Database", arena, &lower_space).ok();
    if (!good || !read_row(lower_name, lower_space, &row))
        raise_no_table(name, space);
    return row;
}

[[noreturn]] void raise_not_carbon(View name)
{
    ereport(ERROR,
            (errcode(ERRCODE_WRONG_OBJECT_TYPE), errmsg("table \"%s\" is not a CarbonData table", c_string(name)),
             errdetail("It has no property \"carbonSchemaPartsNo\".")));
    pg_unreachable();
}

View existing(const Table &table, bool if_not_exists)
{
    if (!if_not_exists)
        raise_name_taken(table.name, table.space);
    ereport(NOTICE,
            (errcode(ERRCODE_DUPLICATE_TABLE), errmsg("table \"%s\" already exists in namespace \"%s\", skipping",
                                                      c_string(table.name), c_string(table.space))));
    return table.id;
}

int32 buckets_argument(FunctionCallInfo fcinfo, bool has_keys)
{
    int32 buckets = PG_ARGISNULL(kBuckets) ? -1 : PG_GETARG_INT32(kBuckets);
    if (buckets == 0 || buckets < -1)
        ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("hash_bucket_num %d is out of range", buckets),
                        errdetail("It must be at least 1, or -1 for the default.")));
    return buckets == -1 && has_keys ? 4 : buckets;
}

NewTable new_table(FunctionCallInfo fcinfo, const carbon::Plan &plan, Arena *arena)
{
    carbon::Identity identity;
    Span<const View> keys, given;
    View json;
    NewTable table = {};
    if (!PG_ARGISNULL(kKeys))
        given = views_of_text_array(PG_GETARG_DATUM(kKeys), "primary_keys");
    raise_unless_ok(carbon::key_columns(plan, given, arena, &keys));
    raise_unless_ok(carbon::partitions_text(plan, keys, arena, &table.partitions));
    raise_unless_ok(carbon::arrow_schema(plan, keys, arena, &table.schema));
    table.path = PG_ARGISNULL(kPath) ? path_of_new_table(plan.space, plan.name)
                                     : text_argument(fcinfo, kPath, "table_path", true);
    identity.table_id = uuid_of_datum(OidFunctionCall0(F_GEN_RANDOM_UUID));
    identity.at_ms = now_ms();
    identity.path = table.path;
    raise_unless_ok(carbon::table_info(plan, identity, arena, &json));
    raise_unless_ok(carbon::stored_properties(plan, json, identity.at_ms, buckets_argument(fcinfo, !keys.empty()),
                                              arena, &table.properties));
    table.id = View(psprintf("table_%s", uuid_text(identity.table_id).text));
    table.name = plan.name;
    table.space = plan.space;
    return table;
}

Datum create(FunctionCallInfo fcinfo, bool json)
{
    require_setup();
    MemoryContext caller = CurrentMemoryContext;
    int level = spi::begin();
    bool if_not_exists = !PG_ARGISNULL(kIfNotExists) && PG_GETARG_BOOL(kIfNotExists);
    Arena arena = server_arena();
    carbon::Plan plan;
    Table there;
    accept_plan(carbon::make_plan(carbon_request(fcinfo, kCreateArguments, json), &arena, &plan), plan, false);
    if (find_table_by_name(plan.name, plan.space, &there))
        return spi::end_with_text(level, existing(there, if_not_exists), caller);
    raise_unless_ok(plan.late);
    NewTable table = new_table(fcinfo, plan, &arena);
    table.if_not_exists = if_not_exists;
    View id = create_table(table);
    if (id.data() == nullptr) {   // made by another transaction meanwhile, or not visible
        if (!find_table_by_name(plan.name, plan.space, &there))
            raise_name_taken(plan.name, plan.space);
        id = existing(there, true);
    }
    return spi::end_with_text(level, id, caller);
}

}   // namespace

LAKESOUL_FUNCTION(lakesoul_carbon_create_table)
{
    return create(fcinfo, false);
}

LAKESOUL_FUNCTION(lakesoul_carbon_create_table_jsonb)
{
    return create(fcinfo, true);
}

LAKESOUL_FUNCTION(lakesoul_carbon_table_columns)
{
    InitMaterializedSRF(fcinfo, 0);
    require_setup();
    int level = spi::begin();
    Arena arena = server_arena();
    carbon::Stored row = stored_table(fcinfo, &arena);
    carbon::Plan plan;
    View json;
    raise_unless_ok(carbon::join_parts(row.properties, &arena, &json));
    if (json.data() == nullptr)
        raise_not_carbon(row.name);
    raise_unless_ok(carbon::read_table_info(json, &arena, &plan));
    put_carbon_columns(plan, reinterpret_cast<ReturnSetInfo *>(fcinfo->resultinfo));
    spi::end(level);
    PG_RETURN_NULL();
}

LAKESOUL_FUNCTION(lakesoul_carbon_verify_table)
{
    InitMaterializedSRF(fcinfo, 0);
    ReturnSetInfo *results = reinterpret_cast<ReturnSetInfo *>(fcinfo->resultinfo);
    require_setup();
    int level = spi::begin();
    Arena arena = server_arena();
    carbon::Stored row = stored_table(fcinfo, &arena);
    bool is_carbon = false;
    Span<const carbon::Difference> differences;
    raise_unless_ok(carbon::verify(row, &arena, &is_carbon, &differences));
    if (!is_carbon)
        raise_not_carbon(row.name);
    for (const carbon::Difference &difference : differences) {
        Datum values[] = {text_datum(difference.item), text_datum(difference.stored), text_datum(difference.planned)};
        bool nulls[] = {false, difference.stored.data() == nullptr, difference.planned.data() == nullptr};
        tuplestore_putvalues(results->setResult, results->setDesc, values, nulls);
    }
    spi::end(level);
    PG_RETURN_NULL();
}
