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
    {TEXTOID, TEXTOID}};

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
             errdetail("Its properties have no parts of a schema (carbonSchemaPartsNo).")));
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

// What is to be made, besides the plan.
struct Wanted {
    View path;   // null: the namespace's or the warehouse's
    Span<const View> keys;
    int32 buckets;   // -1: the default
    bool if_not_exists;
};

int32 buckets_argument(FunctionCallInfo fcinfo)
{
    int32 buckets = PG_ARGISNULL(kBuckets) ? -1 : PG_GETARG_INT32(kBuckets);
    if (buckets == 0 || buckets < -1)
        ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("hash_bucket_num %d is out of range", buckets),
                        errdetail("It must be at least 1, or -1 for the default.")));
    return buckets;
}

NewTable new_table(const carbon::Plan &plan, const Wanted &wanted, Arena *arena)
{
    carbon::Identity identity;
    Span<const View> keys;
    View json;
    NewTable table = {};
    raise_unless_ok(carbon::key_columns(plan, wanted.keys, arena, &keys));
    raise_unless_ok(carbon::partitions_text(plan, keys, arena, &table.partitions));
    raise_unless_ok(carbon::arrow_schema(plan, keys, arena, &table.schema));
    table.path = wanted.path.data() == nullptr ? path_of_new_table(plan.space, plan.name) : wanted.path;
    identity.table_id = uuid_of_datum(OidFunctionCall0(F_GEN_RANDOM_UUID));
    identity.at_ms = now_ms();
    identity.path = table.path;
    int32 buckets = wanted.buckets == -1 && !keys.empty() ? 4 : wanted.buckets;
    raise_unless_ok(carbon::table_info(plan, identity, arena, &json));
    raise_unless_ok(carbon::stored_properties(plan, json, identity.at_ms, buckets, arena, &table.properties));
    table.id = View(psprintf("table_%s", uuid_text(identity.table_id).text));
    table.name = plan.name;
    table.space = plan.space;
    table.if_not_exists = wanted.if_not_exists;
    return table;
}

// The id of the table that is made or, where that is no error, was there.
View make_table(const carbon::Plan &plan, const Wanted &wanted, Arena *arena)
{
    Table there;
    if (find_table_by_name(plan.name, plan.space, &there))
        return existing(there, wanted.if_not_exists);
    raise_unless_ok(plan.late);
    View id = create_table(new_table(plan, wanted, arena));
    if (id.data() != nullptr)
        return id;
    // Made by another transaction meanwhile, or not visible.
    if (!find_table_by_name(plan.name, plan.space, &there))
        raise_name_taken(plan.name, plan.space);
    return existing(there, true);
}

Datum create(FunctionCallInfo fcinfo, bool json)
{
    require_setup();
    MemoryContext caller = CurrentMemoryContext;
    int level = spi::begin();
    Arena arena = server_arena();
    carbon::Plan plan;
    Wanted wanted = {};
    wanted.path = text_argument(fcinfo, kPath, "table_path", false);
    if (wanted.path.data() != nullptr)
        raise_unless_ok(carbon::check_path(wanted.path));
    wanted.if_not_exists = !PG_ARGISNULL(kIfNotExists) && PG_GETARG_BOOL(kIfNotExists);
    wanted.buckets = buckets_argument(fcinfo);
    if (!PG_ARGISNULL(kKeys))
        wanted.keys = views_of_text_array(PG_GETARG_DATUM(kKeys), "primary_keys");
    accept_plan(carbon::make_plan(carbon_request(fcinfo, kCreateArguments, json), &arena, &plan), plan, false);
    return spi::end_with_text(level, make_table(plan, wanted, &arena), caller);
}

}   // namespace

LAKESOUL_FUNCTION(lakesoul_carbon_create_table_from_statement)
{
    require_setup();
    MemoryContext caller = CurrentMemoryContext;
    int level = spi::begin();
    Arena arena = server_arena();
    carbon::Statement statement;
    Status status = carbon::plan_statement(text_argument(fcinfo, 0, "statement", true), &arena, &statement);
    accept_plan(status, statement.plan, false);
    Wanted wanted = {statement.location, {}, -1, statement.if_not_exists};
    return spi::end_with_text(level, make_table(statement.plan, wanted, &arena), caller);
}

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
    put_carbon_columns(plan, results_of(fcinfo));
    spi::end(level);
    PG_RETURN_NULL();
}

LAKESOUL_FUNCTION(lakesoul_carbon_verify_table)
{
    InitMaterializedSRF(fcinfo, 0);
    ReturnSetInfo *results = results_of(fcinfo);
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
