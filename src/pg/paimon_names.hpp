// Tables and views of a namespace share their names. Inside an SPI session.
#pragma once

#include "core/base/types.hpp"
#include "core/paimon/error.hpp"
#include "pg/pg.hpp"

namespace lakesoul {

// For whoever gives a table this name: keeps views from taking it until the transaction ends; an error with the given
// SQLSTATE if there is one.
void refuse_view_name(View name, View space, int sqlstate);

namespace paimon {

// For who is about to give it to a table or a view: 409 with the kind of what has the name. The caller sees the
// namespace. Holds a lock until the transaction ends, against views (kind: table) or both (kind: view).
void require_free_name(View space, View name, Resource kind);

// For whoever writes a view: the caller's rights must do for making and dropping a table in the namespace, which is
// tried on table_name_id, and leaves nothing. view: its name, whose lock is all that the trial takes. 42501.
void require_table_rights(View space, View view, View domain);

}   // namespace paimon
}   // namespace lakesoul
