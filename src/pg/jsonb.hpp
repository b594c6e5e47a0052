// jsonb <-> the JSON texts that core reads and prints. Numbers pass as their digits.
#pragma once

#include "core/base/types.hpp"
#include "pg/pg.hpp"

namespace lakesoul {

// The UTF-8 text of a jsonb datum, in the current memory context.
View view_of_jsonb(Datum jsonb);
// A jsonb of JSON in UTF-8; 22P05 if the database's encoding has no place for a character.
Datum jsonb_datum(View json);

}   // namespace lakesoul
