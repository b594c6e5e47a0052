// Snapshots, instants and the words that select one. Numbers are int64 and exact: 9223372036854775807 (the identifier
// of batch jobs) and -9223372036854775808 (no watermark) are ordinary values.
#pragma once

#include "core/base/arena.hpp"
#include "core/base/types.hpp"

namespace lakesoul::paimon {

enum class CommitKind : std::uint8_t { append, compact, overwrite, analyze };
const char *commit_kind_name(CommitKind kind) noexcept;   // "APPEND"

// What the server decides by; everything else is in text.
struct Snapshot {
    std::int64_t id = 0;
    std::int64_t schema_id = 0;
    bool has_uuid = false;
    View uuid;   // any text: it is compared, not read
    View commit_user;
    std::int64_t commit_identifier = 0;
    CommitKind kind = CommitKind::append;
    std::int64_t time_millis = 0;
    bool has_watermark = false;
    std::int64_t watermark = 0;
    std::int64_t total_record_count = 0;
    std::int64_t delta_record_count = 0;
    View text;   // the object as it was sent, every key; integers sent as strings are numbers, nulls are left out
};

// Reads and checks a Snapshot. 400: not an object; id, schemaId, baseManifestList, deltaManifestList, commitUser,
// commitIdentifier, commitKind or timeMillis missing or null; id below 1; a key of the wrong type; an unknown
// commitKind or operation. Unknown keys are kept, and the nulls of totalRecordCount and deltaRecordCount.
Status read_snapshot(View json, Arena *arena, Snapshot *out) noexcept;

// Two snapshots say the same: equal as JSON values, whatever the order of keys. For the replay of a commit.
Status same_snapshot(View a, View b, bool *same) noexcept;

// What a commit's snapshot is to the head. Order of checks: base uuid, then id.
struct Head {
    bool exists = false;
    std::int64_t id = 0;
    bool has_uuid = false;
    View uuid;
};
struct Base {
    bool given = false;      // the request has baseSnapshotUuid: without it only ids are compared
    bool has_uuid = false;   // false for null
    View uuid;
};
enum class CommitVerdict : std::uint8_t {
    next,   // commit it
    lost,   // another commit came first: success false
};
// 400 if the id leaves a gap. An exact replay (same uuid, same text, live) is the caller's to find before this.
Status judge_commit(const Head &head, const Base &base, std::int64_t id, CommitVerdict *verdict) noexcept;

// Where a rollback goes: {"type": "snapshot", "snapshotId": 1} or {"type": "tag", "tagName": "x"}; without type when
// exactly one of the two keys is there. 400 otherwise.
struct Instant {
    bool is_tag = false;
    std::int64_t snapshot_id = 0;
    View tag;
};
Status read_instant(View json, Arena *arena, Instant *out) noexcept;

// fromSnapshot of a rollback against the head: 409 SNAPSHOT if the head is another one.
Status check_rollback_from(std::int64_t head_id, bool has_from, std::int64_t from) noexcept;

// The version of getVersionSnapshot: "EARLIEST", "LATEST" (upper case), digits: an id, anything else: a tag.
struct Version {
    enum class Kind : std::uint8_t { earliest, latest, id, tag } kind = Kind::latest;
    std::int64_t id = 0;   // digits beyond int64 are no id of any snapshot: 0
    View tag;
};
Version read_version(View text) noexcept;

// {"timestampMillis": n} (the last snapshot at or before it) or {"watermark": n} (the first at or after it). 400 unless
// it is exactly one.
struct Selector {
    bool by_watermark = false;
    std::int64_t value = 0;
};
Status read_selector(View json, Selector *out) noexcept;

// A new tag's name: 400 for a blank one, digits only, EARLIEST or LATEST, which getVersionSnapshot could never find.
Status check_tag_name(View name) noexcept;

// "1d", "12 h", "30min", "10s", "5ms" (and the long words), or ISO ("PT24H", "P1D") -> milliseconds. 400 otherwise.
Status read_duration(View text, std::int64_t *millis) noexcept;
// Milliseconds as tagTimeRetained is printed: "PT24H", "PT36H30M", "PT0.5S".
Status print_duration(std::int64_t millis, Arena *arena, View *out) noexcept;

}   // namespace lakesoul::paimon
