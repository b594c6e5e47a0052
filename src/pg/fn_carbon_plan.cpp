// SQL functions that plan a CarbonData table and write nothing: carbon_plan_*, carbon_table_info, carbon_schema_*.
#include "core/carbon/carbon.hpp"

#include "pg/argument.hpp"
#include "pg/carbon_request.hpp"
#include "pg/clock.hpp"
#include "pg/error.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/text.hpp"

extern "C" {
#include "utils/fmgroids.h"
}

using namespace lakesoul;

namespace {

constexpr CarbonArguments kPlanArguments = {0, 1, 2, -1, -1, -1};
constexpr CarbonArguments kPropertiesArguments = {0, 1, 2, 3, -1, -1};

ReturnSetInfo *new_results(FunctionCallInfo fcinfo)
{
    InitMaterializedSRF(fcinfo, 0);
    return reinterpret_cast<ReturnSetInfo *>(fcinfo->resultinfo);
}

void make(FunctionCallInfo fcinfo, const CarbonArguments &arguments, bool json, Arena *arena, carbon::Plan *plan)
{
    accept_plan(carbon::make_plan(carbon_request(fcinfo, arguments, json), arena, plan), *plan, true);
}

Datum plan_columns(FunctionCallInfo fcinfo, bool json)
{
    ReturnSetInfo *results = new_results(fcinfo);
    Arena arena = server_arena();
    carbon::Plan plan;
    make(fcinfo, kPlanArguments, json, &arena, &plan);
    put_carbon_columns(plan, results);
    PG_RETURN_NULL();
}

Datum plan_properties(FunctionCallInfo fcinfo, bool json)
{
    ReturnSetInfo *results = new_results(fcinfo);
    Arena arena = server_arena();
    carbon::Plan plan;
    make(fcinfo, kPropertiesArguments, json, &arena, &plan);
    for (const carbon::Property &property : plan.properties) {
        Datum values[] = {text_datum(property.key), text_datum(property.value),
                          text_datum(carbon::origin_name(property.origin))};
        bool nulls[lengthof(values)] = {};
        tuplestore_putvalues(results->setResult, results->setDesc, values, nulls);
    }
    PG_RETURN_NULL();
}

Datum plan_partitions(FunctionCallInfo fcinfo, bool json)
{
    ReturnSetInfo *results = new_results(fcinfo);
    Arena arena = server_arena();
    carbon::Plan plan;
    Span<const carbon::PartitionRow> rows;
    make(fcinfo, kPlanArguments, json, &arena, &plan);
    raise_unless_ok(carbon::partition_rows(plan, &arena, &rows));
    for (const carbon::PartitionRow &row : rows) {
        CHECK_FOR_INTERRUPTS();
        Datum values[] = {Int32GetDatum(row.id), text_datum(carbon::partition_type_name(plan.partitioning.type)),
                          text_datum(row.description)};
        bool nulls[lengthof(values)] = {};
        tuplestore_putvalues(results->setResult, results->setDesc, values, nulls);
    }
    PG_RETURN_NULL();
}

Datum make_table_info(FunctionCallInfo fcinfo, bool json)
{
    enum { kNamespace, kName, kColumns, kProperties, kPartitionedBy, kPath, kComment, kId, kAt };
    constexpr CarbonArguments kArguments = {kColumns, kProperties, kPartitionedBy, kComment, kNamespace, kName};
    Arena arena = server_arena();
    carbon::Plan plan;
    carbon::Identity identity;
    View text;
    identity.path = text_argument(fcinfo, kPath, "table_path", true);
    make(fcinfo, kArguments, json, &arena, &plan);
    const char *id = PG_ARGISNULL(kId) ? nullptr : c_string(text_argument(fcinfo, kId, "table_id", true));
    identity.table_id = uuid_of_datum(id == nullptr ? OidFunctionCall0(F_GEN_RANDOM_UUID)
                                                    : DirectFunctionCall1(uuid_in, CStringGetDatum(id)));
    identity.at_ms = PG_ARGISNULL(kAt) ? now_ms() : PG_GETARG_INT64(kAt);
    raise_unless_ok(carbon::table_info(plan, identity, &arena, &text));
    PG_RETURN_DATUM(text_datum(text));
}

void put_part(const char *key, Datum value, ReturnSetInfo *results)
{
    Datum values[] = {CStringGetTextDatum(key), value};
    bool nulls[lengthof(values)] = {};
    tuplestore_putvalues(results->setResult, results->setDesc, values, nulls);
    pfree(DatumGetPointer(values[0]));
    pfree(DatumGetPointer(values[1]));
}

}   // namespace

LAKESOUL_FUNCTION(lakesoul_carbon_plan_columns)
{
    return plan_columns(fcinfo, false);
}

LAKESOUL_FUNCTION(lakesoul_carbon_plan_columns_jsonb)
{
    return plan_columns(fcinfo, true);
}

LAKESOUL_FUNCTION(lakesoul_carbon_plan_properties)
{
    return plan_properties(fcinfo, false);
}

LAKESOUL_FUNCTION(lakesoul_carbon_plan_properties_jsonb)
{
    return plan_properties(fcinfo, true);
}

LAKESOUL_FUNCTION(lakesoul_carbon_plan_partitions)
{
    return plan_partitions(fcinfo, false);
}

LAKESOUL_FUNCTION(lakesoul_carbon_plan_partitions_jsonb)
{
    return plan_partitions(fcinfo, true);
}

LAKESOUL_FUNCTION(lakesoul_carbon_plan_statement)
{
    ReturnSetInfo *results = new_results(fcinfo);
    Arena arena = server_arena();
    carbon::Statement statement;
    Status status = carbon::plan_statement(view_of_text(PG_GETARG_DATUM(0)), &arena, &statement);
    accept_plan(status, statement.plan, true);
    put_carbon_columns(statement.plan, results);
    PG_RETURN_NULL();
}

LAKESOUL_FUNCTION(lakesoul_carbon_table_info)
{
    return make_table_info(fcinfo, false);
}

LAKESOUL_FUNCTION(lakesoul_carbon_table_info_jsonb)
{
    return make_table_info(fcinfo, true);
}

LAKESOUL_FUNCTION(lakesoul_carbon_schema_parts)
{
    ReturnSetInfo *results = new_results(fcinfo);
    View schema = view_of_text(PG_GETARG_DATUM(0));
    int32 size = PG_GETARG_INT32(1);
    if (size < 1)
        ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("part_size %d is out of range", size),
                        errhint("Use a number from 1; CarbonData's is 4000.")));
    int count = 0;
    for (View rest = schema; !rest.empty(); ++count) {
        CHECK_FOR_INTERRUPTS();
        rest.remove_prefix(carbon::part_length(rest, static_cast<std::size_t>(size)));
    }
    put_part("carbonSchemaPartsNo", CStringGetTextDatum(psprintf("%d", count)), results);
    for (int i = 0; i < count; ++i) {
        CHECK_FOR_INTERRUPTS();
        std::size_t length = carbon::part_length(schema, static_cast<std::size_t>(size));
        char *key = psprintf("carbonSchema%d", i);
        put_part(key, text_datum(schema.substr(0, length)), results);
        pfree(key);
        schema.remove_prefix(length);
    }
    PG_RETURN_NULL();
}

LAKESOUL_FUNCTION(lakesoul_carbon_schema_join)
{
    Arena arena = server_arena();
    View json;
    raise_unless_ok(carbon::join_parts(view_of_text(PG_GETARG_DATUM(0)), &arena, &json));
    if (json.data() == nullptr)
        PG_RETURN_NULL();
    PG_RETURN_DATUM(text_datum(json));
}
