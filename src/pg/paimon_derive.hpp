// What the Paimon API says of a table from its table_info row alone.
#pragma once

#include "pg/paimon_table.hpp"

namespace lakesoul::paimon {

// Fills in the schema, and what else is missing, of a table that the API has no rows of, or older ones (out->schema is
// then the newest version stored; the next one is made of it). Needs out->table and lakesoul_schema. 500 if the table's
// schema is none that is known.
Status derive(PaimonTable *out, bool as_seen);

// Properties, a JSON object, as texts; nulls are left out, and everything of a text that jsonb does not take.
Span<const Pair> pairs_of_properties(View properties);

// Keys of table_info.properties that are LakeSoul's own, and no options of the API.
bool is_reserved_property(View key);

}   // namespace lakesoul::paimon
