// Plain INSERTs of stock clients into partition_info: section 2 of docs/commit-semantics.md.
#pragma once

#include "core/base/types.hpp"
#include "pg/pg.hpp"

namespace lakesoul::stock {

// A row as a stock client sent it.
struct Row {
    View table_id, desc;
    int32 version;
    CommitOp op;
    Uuids snapshot;
};

// What becomes of it.
struct Decision {
    bool suppress;
    int32 version;
    Uuids snapshot;
    int64 timestamp;   // epoch ms
    int32 last_compaction;
    bool knows_fresh;   // fresh are the commits that were not published before
    Uuids fresh;
};

// Takes the table's lock, decides and raises 23505 (plan again), 22023 or 54000 for a row that cannot be stored.
// Must be called inside an SPI session.
Decision before_insert(Oid partition_info, const Row &row);

// The BEFORE trigger tells the AFTER trigger of the same row that it was a stock client's: its timestamp, by which
// that could be told, is replaced by then. was_decided forgets the row.
// It takes along what need not be looked up again.
struct Kept {
    int32 threshold;   // the table's own for notices, 0: it has none
    bool knows_fresh;
    Uuids fresh;
};
void decided(const Row &row, const Decision &decision, int32 threshold);
bool was_decided(View table_id, View desc, int32 version, Kept *kept);

// The head's timestamp in epoch ms, 0 if there is none, read as the table's owner.
int64 head_timestamp(View table_id, View desc);

// Marks the commits that a stored version published first, and makes a snapshot of the Paimon API where the table has a
// chain of them. timestamp: the row's. 23505 if one was deleted since it was registered.
void after_insert(Oid partition_info, const Row &row, const Kept &kept, int64 timestamp);

}   // namespace lakesoul::stock
