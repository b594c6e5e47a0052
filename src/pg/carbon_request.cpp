// Arguments -> request, plan -> rows.
#include "pg/carbon_request.hpp"

#include "pg/argument.hpp"
#include "pg/error.hpp"
#include "pg/jsonb.hpp"
#include "pg/text.hpp"

namespace lakesoul {
namespace {

void put_row(const carbon::Plan &plan, std::size_t place, int sort_place, ReturnSetInfo *results)
{
    const carbon::Column &column = plan.columns[place];
    bool inverted = column.has("INVERTED_INDEX"), sort = column.role == carbon::Role::sort;
    View parent = column.parent < 0 ? View() : plan.columns[static_cast<std::size_t>(column.parent)].name;
    Datum values[] = {Int32GetDatum(static_cast<int32>(place)),
                      text_datum(column.name),
                      text_datum(parent),
                      text_datum(column.type),
                      text_datum(carbon::role_name(column.role)),
                      BoolGetDatum(sort),
                      Int32GetDatum(sort_place),
                      text_array_datum(column.encodings),
                      BoolGetDatum(inverted),
                      BoolGetDatum(inverted && sort),
                      Int32GetDatum(column.ordinal),
                      Int32GetDatum(column.children),
                      Int32GetDatum(column.precision),
                      Int32GetDatum(column.scale),
                      BoolGetDatum(column.partition),
                      text_datum(column.comment)};
    bool nulls[lengthof(values)] = {};
    nulls[2] = column.parent < 0;
    nulls[6] = !sort;
    nulls[15] = column.comment.data() == nullptr;
    tuplestore_putvalues(results->setResult, results->setDesc, values, nulls);
}

View optional(FunctionCallInfo fcinfo, int place, const char *name)
{
    return place < 0 ? View() : text_argument(fcinfo, place, name, false);
}

}   // namespace

carbon::Request carbon_request(FunctionCallInfo fcinfo, const CarbonArguments &places, bool columns_are_json)
{
    carbon::Request request;
    require_argument(fcinfo, places.columns, "columns");
    Datum columns = PG_GETARG_DATUM(places.columns);
    request.columns = columns_are_json ? view_of_jsonb(columns) : view_of_text(columns);
    request.columns_are_json = columns_are_json;
    request.partitioned_by = optional(fcinfo, places.partitioned_by, "partitioned_by");
    request.comment = optional(fcinfo, places.comment, "comment");
    if (!PG_ARGISNULL(places.properties))
        request.properties = view_of_jsonb(PG_GETARG_DATUM(places.properties));
    if (places.space >= 0)
        request.space = text_argument(fcinfo, places.space, "namespace", true);
    if (places.name >= 0)
        request.name = text_argument(fcinfo, places.name, "table_name", true);
    return request;
}

void accept_plan(const Status &status, const carbon::Plan &plan, bool late)
{
    raise_unless_ok(status);
    for (const carbon::Note &note : plan.notes)
        ereport(note.warning ? WARNING : NOTICE,
                (errmsg("%s", c_string(note.text.message)),
                 note.text.detail[0] == '\0' ? 0 : errdetail("%s", c_string(note.text.detail)),
                 note.text.hint == nullptr ? 0 : errhint("%s", note.text.hint)));
    if (late)
        raise_unless_ok(plan.late);
}

void put_carbon_columns(const carbon::Plan &plan, ReturnSetInfo *results)
{
    int sorted = 0;
    for (std::size_t i = 0; i < plan.columns.size; ++i) {
        CHECK_FOR_INTERRUPTS();
        put_row(plan, i, sorted, results);
        sorted += plan.columns[i].role == carbon::Role::sort ? 1 : 0;
    }
}

}   // namespace lakesoul
