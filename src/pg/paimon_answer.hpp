// Structures of the Paimon API as jsonb.
#pragma once

#include "pg/jsonb_out.hpp"
#include "pg/paimon_table.hpp"

namespace lakesoul::paimon {

// Five result columns from the given one on: owner, created_at, created_by, updated_at, updated_by.
Audit audit_columns(uint64 row, int first);
// The keys owner, createdAt, createdBy, updatedAt, updatedBy.
void put_audit(json::Out *out, const Audit &audit);

// A GetTableResponse; schema: the Schema in it, a jsonb.
Datum answer_of(const PaimonTable &table, Datum schema);
Datum answer_of(const PaimonTable &table);

// An array of Identifiers: database and object are the first two columns of the rows found last.
void put_identifiers(json::Out *out, uint64 rows);
// The end of a list that was begun as an object: its nextPageToken, null for a null view.
Datum finish_list(json::Out *out, View next_token);

}   // namespace lakesoul::paimon
