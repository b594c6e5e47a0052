// Rows of lakesoul.paimon_tags. Inside an SPI session.
#pragma once

#include "pg/paimon_snapshot.hpp"
#include "pg/pg.hpp"

namespace lakesoul::paimon {

struct TagRow {
    View name;
    int64 snapshot_id;
    Datum snapshot;   // jsonb: a Snapshot
    Totals totals;
    int64 created_at;
    Number retained_millis;
};

// For writers, under the chain's lock. False if there is none.
bool find_tag(View table_id, View name, TagRow *out);
// Any tag that holds a snapshot of this id.
bool find_tag_of(View table_id, int64 snapshot_id, TagRow *out);
void insert_tag(View table_id, const TagRow &tag);
bool delete_tag(View table_id, View name);
// Tags of later snapshots.
void delete_tags_after(View table_id, int64 snapshot_id);

// For reading.
bool find_seen_tag(View table_id, View name, TagRow *out);

// The copy of a tag as the row of a snapshot.
SnapshotRow snapshot_of_tag(const TagRow &tag);

}   // namespace lakesoul::paimon
