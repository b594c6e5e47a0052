// A table as the Paimon API has it: its rows in lakesoul.paimon_tables and paimon_schemas, or, where it has none yet,
// what its table_info row says. Inside an SPI session. Side rows are read and written as the extension's owner, after
// the caller's own rights have shown him the table or let him change it.
#pragma once

#include "core/paimon/schema.hpp"
#include "pg/catalog_table.hpp"
#include "pg/pg.hpp"

namespace lakesoul::paimon {

constexpr int64 kUnknownTime = -1;

// Who made and changed something, and when: null views and kUnknownTime for what is not known.
struct Audit {
    View owner;
    int64 created_at;   // epoch ms
    View created_by;
    int64 updated_at;
    View updated_by;
};

struct PaimonTable {
    lakesoul::Table table;   // its row in table_info
    bool adopted;            // whether it has rows of its own
    bool is_external;
    int64 schema_id;        // the current version
    bool stored;            // false: somebody else changed table_schema since; the version is not in paimon_schemas yet
    int32 field_id_floor;   // the largest field id that the table ever had
    View schema;            // the current TableSchema, JSON; its highestFieldId is not below the floor
    View response;          // the Schema of a GetTableResponse, where it was made with schema; else a null view
    View lakesoul_schema;   // table_info.table_schema as it is
    Audit audit;
};

// For reading. as_seen: with the snapshot of the statement that is running. 500 if its schema cannot be read.
PaimonTable read_table(const lakesoul::Table &table, bool as_seen);
Status try_read_table(lakesoul::Table table, bool as_seen, PaimonTable *out);   // table may be that of *out

// For whoever changes the table through the API; call it under the table's lock (lock_table). Makes the table's rows if
// it has none, stores a version for a table_schema that somebody else wrote, and holds the table's row in paimon_tables
// until the transaction ends, so that two such calls do not overlap.
// update: whether table_info's row will be changed, which is then locked as well, after the other: 42501 if the caller
// may not.
PaimonTable adopt(const lakesoul::Table &table, bool update);

// Whether the API says that the table's folder is somebody else's: its path was given when it was made.
bool is_external(View table_id);
// Whether LakeSoul has data of the table: a version of a partition.
bool has_data(const lakesoul::Table &table);
// Whether the API says that it has snapshots, which makes options immutable.
bool has_snapshots(const lakesoul::Table &table);

// A stored version as a TableSchema; a null view if there is none.
View find_schema(View table_id, int64 schema_id);

// Makes a TableSchema the current one, for the API and for LakeSoul: table_schema, partitions and properties of its
// table_info row, as the caller, then the side rows. The table was adopted with update. A version of that id that is
// stored already stays (a rollback of schemas, which deletes later ones itself), otherwise it is added.
void set_current_schema(const PaimonTable &table, View table_schema);

// Rows of a table that has none yet; false if somebody else was faster. store_schema: a version, which becomes the
// current one.
bool store_table(const PaimonTable &table);
void store_schema(View table_id, View table_schema, View lakesoul_schema);

// Notes who changed the table, and when.
void touch(View table_id);

}   // namespace lakesoul::paimon
