// What the SQL functions of CarbonData share: their arguments as a request, and a plan as rows and notices.
#pragma once

#include "core/carbon/carbon.hpp"
#include "pg/pg.hpp"

namespace lakesoul {

// Places of arguments; -1: the function has none.
struct CarbonArguments {
    int columns, properties, partitioned_by, comment, space, name;
};
// 22004 for one that is needed and NULL.
carbon::Request carbon_request(FunctionCallInfo fcinfo, const CarbonArguments &places, bool columns_are_json);

// Raises the plan's failure; otherwise says what there is to say about it. late: the checks that come last too.
void accept_plan(const Status &status, const carbon::Plan &plan, bool late);

// Columns as rows of lakesoul.carbon_column.
void put_carbon_columns(const carbon::Plan &plan, ReturnSetInfo *results);

}   // namespace lakesoul
