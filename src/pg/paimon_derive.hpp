// What the Paimon API says of a table from its table_info row alone.
#pragma once

#include "pg/paimon_table.hpp"

namespace lakesoul::paimon {

// Where tables come from: result rows of the tables with these ids, in their order, for take_origin.
void find_origins(Span<const View> table_ids, bool as_seen);
struct Origin {
    View lakesoul_schema, properties, creator;
    int64 created_at;   // kUnknownTime: not known
};
Origin origin_column(uint64 row);

// Fills in what is missing of a table that the API has no rows of. Needs out->table and lakesoul_schema. 500 if the
// table's schema is none that is known.
Status derive(PaimonTable *out, const Origin &origin);
// The same of a table with older rows: out->schema is the newest version stored, and becomes the next one.
Status derive_next(PaimonTable *out);

// Properties, a JSON object, as texts; nulls are left out, and everything of a text that jsonb does not take.
Span<const Pair> pairs_of_properties(View properties);

// Keys of table_info.properties that are LakeSoul's own, and no options of the API.
bool is_reserved_property(View key);

}   // namespace lakesoul::paimon
