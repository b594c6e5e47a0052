// A TableSchema as LakeSoul's table_info has it; set_current_schema (paimon_table.hpp) writes it there.
#pragma once

#include "core/base/arena.hpp"
#include "core/paimon/schema.hpp"
#include "pg/paimon_table.hpp"

namespace lakesoul::paimon {

constexpr int32 kDefaultBuckets = 4;

// 501 for an option that is one of LakeSoul's own properties.
void check_options(const TableSchema &schema);
// Options and comment as table_info.properties; the path is none of them.
View properties_of(const TableSchema &schema);
// table_info.partitions.
View partitions_of(const TableSchema &schema, Arena *arena);
// table_info.table_schema; previous: the text that is replaced, and known: the TableSchema it is; or empty ones.
View lakesoul_text(View table_schema, View previous, View known);
// The option "bucket" where it is a number of buckets; otherwise a null view.
View buckets_option(const TableSchema &schema);

}   // namespace lakesoul::paimon
