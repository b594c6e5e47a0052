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
};

// Takes the table's lock, decides and raises 23505 (plan again), 22023 or 54000 for a row that cannot be stored.
// Must be called inside an SPI session.
Decision before_insert(Oid partition_info, const Row &row);

// The BEFORE trigger tells the AFTER trigger of the same row that it was a stock client's: its timestamp, by which
// that could be told, is replaced by then. was_decided forgets the row.
void decided(View table_id, View desc, int32 version);
bool was_decided(View table_id, View desc, int32 version);

// The head's timestamp in epoch ms, 0 if there is none, read as the table's owner.
int64 head_timestamp(View table_id, View desc);

// Marks the commits that a stored version published first.
void after_insert(Oid partition_info, const Row &row);

}   // namespace lakesoul::stock
