// Views: ViewSchema {fields, query, dialects, comment?, options}. query is the text for every engine without a dialect
// of its own. A ViewChange is {"action": ...} ("type" is read as well): setOption {key, value}, removeOption {key},
// updateComment {comment}, addDialect {dialect, query}, updateDialect {dialect, query}, dropDialect {dialect}.
#pragma once

#include "core/base/arena.hpp"
#include "core/base/types.hpp"

namespace lakesoul::paimon {

// Checks a ViewSchema and prints it canonically: types as parse_type prints them, ids numbered where none are given,
// dialects and options empty when missing. Options that are audit keys (owner, createdAt, ...) are left out: clients
// show the catalog's own as options and send them back. Errors: 400, as for a table's fields; a missing query.
Status build_view(View view_schema, Arena *arena, View *out) noexcept;

// Changes in order, each on what the former ones left; all or nothing. Errors: 409 DIALECT for one that is there, 404
// DIALECT for one that is not, 400 for an unknown action, a missing key, or an option that is an audit key. Removing an
// option that is not set and a comment that is not there changes nothing.
Status apply_view_changes(View view_schema, View changes, Arena *arena, View *out) noexcept;

// The query for an engine: its dialect, or the view's own. 400 for a text that is no ViewSchema.
Status query_of_view(View view_schema, View dialect, Arena *arena, View *query) noexcept;

}   // namespace lakesoul::paimon
