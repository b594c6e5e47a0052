// Requests of the API's tables, snapshots, tags, partitions, views and databases, read and checked. Unknown keys are
// ignored, null is a missing key, option values that are numbers or booleans become texts. All failures are 400.
#pragma once

#include "core/base/arena.hpp"
#include "core/base/types.hpp"
#include "core/paimon/names.hpp"
#include "core/paimon/schema.hpp"
#include "core/paimon/snapshot.hpp"
#include "core/paimon/statistics.hpp"

namespace lakesoul::paimon {

// {"name", "options"}
struct CreateDatabase {
    View name;
    Span<const Pair> options;
};
Status read_create_database(View json, Arena *arena, CreateDatabase *out) noexcept;

// {"removals": [], "updates": {}}; a key in both is refused.
struct AlterDatabase {
    Span<const View> removals;
    Span<const Pair> updates;
};
Status read_alter_database(View json, Arena *arena, AlterDatabase *out) noexcept;

// {"identifier", "schema"}: the schema is left to build_schema, a view's to build_view.
struct CreateObject {
    Ident ident;
    View schema;   // JSON text
};
Status read_create(View json, Arena *arena, CreateObject *out) noexcept;

// {"changes": []} -> the array's JSON text, for apply_changes or apply_view_changes.
Status read_alter(View json, Arena *arena, View *changes) noexcept;

// {"source", "destination"}
struct Rename {
    Ident source;
    Ident destination;
};
Status read_rename(View json, Arena *arena, Rename *out) noexcept;

// {"tableId", "baseSnapshotUuid", "snapshot", "statistics", "lakesoulCommit"}
struct Commit {
    View table_id;
    Base base;
    Snapshot snapshot;
    Span<const PartitionStatistics> statistics;
    bool has_lakesoul_commit = false;
    View lakesoul_commit;   // base64, not decoded
};
Status read_commit(View json, Arena *arena, Commit *out) noexcept;

// {"instant", "fromSnapshot"?}
struct Rollback {
    Instant instant;
    bool has_from = false;
    std::int64_t from = 0;
};
Status read_rollback(View json, Arena *arena, Rollback *out) noexcept;
// {"schemaId"}
Status read_rollback_schema(View json, std::int64_t *schema_id) noexcept;

// {"tagName", "snapshotId"?, "timeRetained"?, "ignoreIfExists"?}
struct CreateTag {
    View name;
    bool has_snapshot = false;
    std::int64_t snapshot_id = 0;
    bool has_retained = false;
    std::int64_t retained_millis = 0;
    bool ignore_if_exists = false;
};
Status read_create_tag(View json, Arena *arena, CreateTag *out) noexcept;

// Specs of {"partitionSpecs"} (create, drop) or {"specs"} (mark done, list by names: at most 1000 there).
// {"ignoreIfExists" true, "ignoreIfNotExists" true, "partitionStatistics"?, "replaceStatistics" false}
struct PartitionRequest {
    Span<const Span<const Pair>> specs;
    bool ignore_if_exists = true;
    bool ignore_if_not_exists = true;
    bool has_statistics = false;
    Span<const PartitionStatistics> statistics;
    bool replace_statistics = false;
};
enum class PartitionCall : std::uint8_t { create, drop, mark_done, list_by_names };
Status read_partitions(PartitionCall call, View json, Arena *arena, PartitionRequest *out) noexcept;

}   // namespace lakesoul::paimon
