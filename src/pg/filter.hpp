// Partition filters as jsonb objects.
#pragma once

#include "core/catalog/partition_desc.hpp"
#include "pg/pg.hpp"

namespace lakesoul {

// {"dt": "2026-08-01", "region": null} compiled for a table; null: no filter. Numbers and booleans by their text.
// 22023 for anything that is not an object of scalars, 42703 for a column that is not a range column.
// Lives in the current memory context.
catalog::Filter filter_of_jsonb(const catalog::TableShape &shape, Jsonb *filter);

}   // namespace lakesoul
