// Databases of the Paimon API: namespaces, and their rows in lakesoul.paimon_databases. Inside an SPI session.
#pragma once

#include "core/paimon/schema.hpp"
#include "pg/paimon_table.hpp"
#include "pg/pg.hpp"

namespace lakesoul::paimon {

struct Database {
    View name, comment;
    Span<const Pair> properties;
    bool adopted;   // has a row of its own
    View id;        // its name unless the API made it
    Audit audit;
};

// With the snapshot of the statement that is running. False if the caller sees none.
bool find_seen_database(View name, Database *out);
// 404 DATABASE.
void require_seen_database(View name);

void create_database(View name, Span<const Pair> options);

struct AlteredKeys {
    Span<const View> removed, missing;
};
// Removes and sets options. 404 DATABASE, 501 for the key "domain".
AlteredKeys alter_database(View name, Span<const View> removals, Span<const Pair> updates);

// A GetDatabaseResponse.
Datum answer_of(const Database &database);

}   // namespace lakesoul::paimon
