// Reading of snapshots, and what a commit or rollback needs of them.
#include "core/paimon/snapshot.hpp"

#include <algorithm>
#include <charconv>

#include "core/paimon/data_type.hpp"
#include "core/paimon/error.hpp"
#include "core/paimon/failure.hpp"
#include "core/paimon/request_json.hpp"

namespace lakesoul::paimon {
namespace {

enum class Kind : unsigned char { int32, int64, text, kind, operation, longs, texts };

// What a snapshot's keys are. Whatever is not here is kept as it is.
struct Key {
    View name;
    Kind kind;
    bool needed;
};

// table of data
constexpr Key kKeys[] = {
    {"version", Kind::int32, false},
    {"uuid", Kind::text, false},
    {"id", Kind::int64, true},
    {"schemaId", Kind::int64, true},
    {"baseManifestList", Kind::text, true},
    {"baseManifestListSize", Kind::int64, false},
    {"deltaManifestList", Kind::text, true},
    {"deltaManifestListSize", Kind::int64, false},
    {"changelogManifestList", Kind::text, false},
    {"changelogManifestListSize", Kind::int64, false},
    {"indexManifest", Kind::text, false},
    {"commitUser", Kind::text, true},
    {"writerVersion", Kind::text, false},
    {"commitIdentifier", Kind::int64, true},
    {"commitKind", Kind::kind, true},
    {"timeMillis", Kind::int64, true},
    {"logOffsets", Kind::longs, false},
    {"totalRecordCount", Kind::int64, false},
    {"deltaRecordCount", Kind::int64, false},
    {"changelogRecordCount", Kind::int64, false},
    {"watermark", Kind::int64, false},
    {"statistics", Kind::text, false},
    {"properties", Kind::texts, false},
    {"nextRowId", Kind::int64, false},
    {"operation", Kind::operation, false},
};

constexpr View kKinds[] = {"APPEND", "COMPACT", "OVERWRITE", "ANALYZE"};
constexpr View kOperations[] = {"WRITE",
                                "OVERWRITE",
                                "DELETE",
                                "TRUNCATE",
                                "UPDATE",
                                "MERGE",
                                "CREATE_TABLE_AS_SELECT",
                                "REPLACE_TABLE_AS_SELECT",
                                "CREATE_OR_REPLACE_TABLE_AS_SELECT"};

template <std::size_t N> void check_word(const View (&words)[N], const Json &value, const std::string &where)
{
    expect(value, Json::Kind::string, where);
    if (std::find(std::begin(words), std::end(words), value.text) == std::end(words))
        raise(invalid("%s has the unknown value %s", where.c_str(), Quoted(value.text).text));
}

// An integer that may have come as a string becomes a number.
void make_number(Json *value, const std::string &where)
{
    value->text = std::to_string(to_int64(*value, where));
    value->kind = Json::Kind::number;
}

void check_value(const Key &key, Json *value, const std::string &where)
{
    const std::string at = place(key.name, where);
    switch (key.kind) {
    case Kind::int32:
    case Kind::int64:
        make_number(value, at);
        if (key.kind == Kind::int32 && (to_int64(*value, at) < INT32_MIN || to_int64(*value, at) > INT32_MAX))
            raise(invalid("%s is out of range", at.c_str()));
        return;
    case Kind::text: expect(*value, Json::Kind::string, at); return;
    case Kind::kind: check_word(kKinds, *value, at); return;
    case Kind::operation: check_word(kOperations, *value, at); return;
    case Kind::longs:
        expect(*value, Json::Kind::object, at);
        for (std::size_t i = 0; i < value->items.size(); ++i)
            make_number(&value->items[i], place(value->keys[i], at));
        return;
    case Kind::texts: string_map(*value, at); return;
    }
}

bool keeps_null(View key)
{
    return key == "totalRecordCount" || key == "deltaRecordCount";
}

void drop(std::size_t i, Json *object)
{
    object->keys.erase(object->keys.begin() + static_cast<std::ptrdiff_t>(i));
    object->items.erase(object->items.begin() + static_cast<std::ptrdiff_t>(i));
}

void check_keys(Json *json, const std::string &where)
{
    expect(*json, Json::Kind::object, where);
    for (const Key &key : kKeys) {
        if (key.needed)
            need(*json, key.name, where);
        auto found = std::find(json->keys.begin(), json->keys.end(), key.name);
        if (found == json->keys.end())
            continue;
        std::size_t i = static_cast<std::size_t>(found - json->keys.begin());
        if (!json->items[i].is(Json::Kind::null))
            check_value(key, &json->items[i], where);
        else if (!keeps_null(key.name))
            drop(i, json);
    }
}

}   // namespace

Snapshot snapshot_of(Json *json, Arena *arena)
{
    const std::string where = "the snapshot";
    check_keys(json, where);
    Snapshot snapshot;
    snapshot.id = need_int64(*json, "id", where);
    if (snapshot.id < 1)
        raise(invalid("%s must be at least 1, not %lld", place("id", where).c_str(),
                      static_cast<long long>(snapshot.id)));
    snapshot.schema_id = need_int64(*json, "schemaId", where);
    std::string text;
    snapshot.has_uuid = find_text(*json, "uuid", where, &text);
    if (snapshot.has_uuid)
        snapshot.uuid = keep(text, arena);
    snapshot.commit_user = keep(need_string(*json, "commitUser", where), arena);
    snapshot.commit_identifier = need_int64(*json, "commitIdentifier", where);
    std::string kind = need_string(*json, "commitKind", where);
    snapshot.kind = static_cast<CommitKind>(std::find(std::begin(kKinds), std::end(kKinds), kind) - kKinds);
    snapshot.time_millis = need_int64(*json, "timeMillis", where);
    snapshot.has_watermark = json->find("watermark") != nullptr;
    snapshot.watermark = int64_or(*json, "watermark", 0, where);
    snapshot.total_record_count = int64_or(*json, "totalRecordCount", 0, where);
    snapshot.delta_record_count = int64_or(*json, "deltaRecordCount", 0, where);
    text.clear();
    print(*json, &text);
    snapshot.text = keep(text, arena);
    return snapshot;
}

Instant instant_of(const Json &json, Arena *arena)
{
    const std::string where = "the instant";
    expect(json, Json::Kind::object, where);
    bool has_id = json.find("snapshotId") != nullptr;
    bool has_tag = json.find("tagName") != nullptr;
    std::string type;
    if (json.find("type") != nullptr)
        type = need_string(json, "type", where);
    else if (has_id == has_tag)
        raise(invalid("%s needs a type, or one of snapshotId and tagName", where.c_str()));
    else
        type = has_id ? "snapshot" : "tag";
    Instant instant;
    if (type == "snapshot") {
        instant.snapshot_id = need_int64(json, "snapshotId", where);
        return instant;
    }
    if (type != "tag")
        raise(invalid("%s has the unknown type %s", where.c_str(), Quoted(type).text));
    instant.is_tag = true;
    instant.tag = keep(need_string(json, "tagName", where), arena);
    return instant;
}

const char *commit_kind_name(CommitKind kind) noexcept
{
    return kKinds[static_cast<std::size_t>(kind)].data();
}

Status read_snapshot(View json, Arena *arena, Snapshot *out) noexcept
{
    return guarded([&] {
        Json tree = parse_json(json, "the snapshot");
        *out = snapshot_of(&tree, arena);
    });
}

Status same_snapshot(View a, View b, bool *same) noexcept
{
    return guarded([&] { *same = equal(parse_json(a, "the snapshot"), parse_json(b, "the snapshot")); });
}

Status judge_commit(const Head &head, const Base &base, std::int64_t id, CommitVerdict *verdict) noexcept
{
    bool head_uuid = head.exists && head.has_uuid;
    bool same_base = head_uuid == base.has_uuid && (!head_uuid || head.uuid == base.uuid);
    std::int64_t last = head.exists ? head.id : 0;
    *verdict = CommitVerdict::lost;
    if ((base.given && !same_base) || id <= last)
        return {};
    if (id - 1 > last)
        return invalid("snapshot %lld does not follow the latest snapshot, %lld", static_cast<long long>(id),
                       static_cast<long long>(last));
    *verdict = CommitVerdict::next;
    return {};
}

Status read_instant(View json, Arena *arena, Instant *out) noexcept
{
    return guarded([&] { *out = instant_of(parse_json(json, "the instant"), arena); });
}

Status check_rollback_from(std::int64_t head_id, bool has_from, std::int64_t from) noexcept
{
    if (!has_from || head_id == from)
        return {};
    Status status = taken(Resource::snapshot, std::to_string(head_id));
    std::snprintf(status.message, sizeof status.message, "the latest snapshot is %lld, not %lld",
                  static_cast<long long>(head_id), static_cast<long long>(from));
    return status;
}

Version read_version(View text) noexcept
{
    Version version;
    if (text == "EARLIEST" || text == "LATEST") {
        version.kind = text == "LATEST" ? Version::Kind::latest : Version::Kind::earliest;
        return version;
    }
    bool digits = !text.empty() && text.find_first_not_of("0123456789") == View::npos;
    version.kind = digits ? Version::Kind::id : Version::Kind::tag;
    if (!digits)
        version.tag = text;
    else if (std::from_chars(text.data(), text.data() + text.size(), version.id).ec != std::errc())
        version.id = 0;
    return version;
}

Status read_selector(View json, Selector *out) noexcept
{
    return guarded([&] {
        const std::string where = "the selector";
        Json tree = parse_json(json, "the selector");
        expect(tree, Json::Kind::object, where);
        bool time = tree.find("timestampMillis") != nullptr;
        out->by_watermark = tree.find("watermark") != nullptr;
        if (time == out->by_watermark)
            raise(invalid("%s needs one of timestampMillis and watermark", where.c_str()));
        out->value = need_int64(tree, time ? "timestampMillis" : "watermark", where);
    });
}

Status check_tag_name(View name) noexcept
{
    return guarded([&] {
        if (is_blank(name))
            raise(invalid("a tag's name must not be blank"));
        if (read_version(name).kind != Version::Kind::tag)
            raise(invalid("tag name %s would be taken for a snapshot", Quoted(name).text));
    });
}

}   // namespace lakesoul::paimon
