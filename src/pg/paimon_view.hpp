// Views of the Paimon API: rows of lakesoul.paimon_views. Inside an SPI session. Who sees a namespace sees its views;
// who may make and drop a table in it may make, change and drop them.
#pragma once

#include "core/paimon/names.hpp"
#include "pg/jsonb_out.hpp"
#include "pg/paimon_table.hpp"
#include "pg/pg.hpp"

namespace lakesoul::paimon {

// A view in the words of its row. schema: jsonb.
struct PaimonView {
    View id, name;
    Datum schema;
    Audit audit;
};

// With the snapshot of the statement that is running. 404 VIEW, the same without the database.
PaimonView seen_view(const Ident &ident);

// 404 DATABASE, 409 VIEW or TABLE, 403. view_schema: canonical.
void create_view(const Ident &ident, View view_schema);
// 404 VIEW, 403; changes: as apply_view_changes has them.
void alter_view(const Ident &ident, View changes);
// Also to another database of the same domain. 404 VIEW and DATABASE, 409, 400, 403.
void rename_view(const Ident &source, const Ident &destination);
void drop_view(const Ident &ident);

// A GetViewResponse.
void put_view(json::Out *out, const PaimonView &view);

}   // namespace lakesoul::paimon
