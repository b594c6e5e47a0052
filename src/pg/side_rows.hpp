// Rows of lakesoul's own tables, by primary key and without a statement: for what every commit to a table with a chain
// of Paimon snapshots reads and writes, where most of a statement's time would go into starting it. Like statements run
// as the extension's owner, past privileges and row-level security. Results live in the caller's memory.
#pragma once

#include "core/base/types.hpp"
#include "pg/pg.hpp"

namespace lakesoul::side {

constexpr int kMaxColumns = 24;

// Columns in the table's order; a column added later that a row does not set is NULL.
struct Row {
    ItemPointerData place;   // where it was found
    Datum values[kMaxColumns];
    bool nulls[kMaxColumns];
};

// A row that is yet to be filled: all columns NULL.
Row new_row();
void set(Row *row, int column, Datum value);

// The row with these first columns of the primary key (text or bigint); of several the last one. False if there is
// none. Sees what is committed by now, whatever snapshot the transaction keeps, and the transaction's own writes. from:
// only rows whose next column of the key, a bigint, is at least this: an index is read backwards by whole pages.
bool find_last(const char *table, const Datum *key, int key_columns, Row *out, const int64 *from = nullptr);

// 23505 if the key is taken. Of updates and removals the caller holds the lock that all who write such rows take.
void insert(const char *table, const Row &row);
void update(const char *table, const Row &row);
void remove(const char *table, const Row &row);

}   // namespace lakesoul::side
