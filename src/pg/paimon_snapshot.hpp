// Snapshots of a table as the Paimon API has them, for reading: those of its chain, or, where it has none, what the
// stored versions of its partitions amount to. Inside an SPI session, as the caller.
#pragma once

#include "core/paimon/snapshot.hpp"
#include "core/paimon/statistics.hpp"
#include "pg/jsonb_out.hpp"
#include "pg/pg.hpp"

namespace lakesoul::paimon {

// A number that may not be known.
struct Number {
    bool known;
    int64 value;
};

// What a table amounts to: rows, bytes, files, the time of its newest file.
struct Totals {
    Number records, bytes, files, last_creation;
};
constexpr int kTotals = 4;
// The four columns from number first on, and back.
Totals totals_columns(uint64 row, int first);
void totals_datums(const Totals &totals, Datum *values, char *nulls);

struct SnapshotRow {
    int64 id;
    View uuid;   // null view: none
    int64 schema_id;
    View user;
    int64 identifier;
    View kind;
    int64 time_millis;
    Number watermark;
    bool is_lakesoul;   // made by LakeSoul commits
    bool has_body;
    Datum body;   // jsonb: the whole, or what a LakeSoul snapshot took over
    Totals totals;
};

#define LAKESOUL_SNAPSHOT_COLUMNS                                                                                      \
    "s.id, s.uuid, s.schema_id, s.commit_user, s.commit_identifier, s.commit_kind, s.time_millis, s.watermark,"        \
    " s.is_lakesoul, s.body, s.record_count, s.file_size, s.file_count, s.last_file_creation"

// The columns above, from number 1 on; as datums.
SnapshotRow snapshot_row(uint64 row);
SnapshotRow snapshot_of(const Datum *values, const bool *nulls);

// Each false if there is none. as_seen: with the snapshot of the statement that is running; otherwise of the chain,
// whose lock is held.
bool find_latest(View table_id, bool as_seen, SnapshotRow *out);
bool find_earliest(View table_id, bool as_seen, SnapshotRow *out);
bool find_snapshot(View table_id, int64 id, bool as_seen, SnapshotRow *out);
// The last one up to a time, the first one with a watermark from this on.
bool find_selected(View table_id, const Selector &selector, bool as_seen, SnapshotRow *out);
// Up to so many, descending, with ids below (null: from the newest on). Their number; rows are in SPI_tuptable.
uint64 page_of_snapshots(View table_id, const int64 *below, int64 most);

// Whether the table has a chain, as the caller sees it.
bool sees_chain(View table_id);
// The totals of the newest snapshot where there is no chain: of the active files.
Totals measure_table(View table_id);

// As a Snapshot; as a TableSnapshot.
Datum snapshot_json(const SnapshotRow &row);
void put_table_snapshot(json::Out *out, Datum snapshot, const Totals &totals);

}   // namespace lakesoul::paimon
