// Requests from JSON.
#include "core/paimon/request.hpp"

#include <algorithm>
#include <unordered_set>

#include "core/paimon/data_type.hpp"
#include "core/paimon/error.hpp"
#include "core/paimon/failure.hpp"
#include "core/paimon/limits.hpp"
#include "core/paimon/request_json.hpp"

namespace lakesoul::paimon {
namespace {

constexpr const char *kRequest = "the request";

Json parse_request(View json)
{
    Json tree = parse_json(json, "the request");
    expect(tree, Json::Kind::object, kRequest);
    return tree;
}

View keep_json(const Json &value, Arena *arena)
{
    std::string text;
    print(value, &text);
    return keep(text, arena);
}

Span<const Pair> map_or_empty(const Json &json, View key, Arena *arena)
{
    const Json *object = json.find(key);
    return object == nullptr ? Span<const Pair>() : keep(string_map(*object, place(key, kRequest)), arena);
}

std::string need_name(const Json &json, View key)
{
    std::string name = need_string(json, key, kRequest);
    if (is_blank(name))
        raise(invalid("%s is blank", place(key, kRequest).c_str()));
    return name;
}

void check_count(std::size_t options)
{
    if (options > kMaxOptions)
        raise(over_limit("%s has more than %zu options", kRequest, kMaxOptions));
}

Base base_of(const Json &json, Arena *arena)
{
    Base base;
    base.given = json.has("baseSnapshotUuid");
    base.has_uuid = json.find("baseSnapshotUuid") != nullptr;
    if (base.has_uuid)
        base.uuid = keep(need_string(json, "baseSnapshotUuid", kRequest), arena);
    return base;
}

Span<const Span<const Pair>> specs_of(const Json &json, View key, std::size_t most, Arena *arena)
{
    const Json &list = expect(need(json, key, kRequest), Json::Kind::array, place(key, kRequest));
    if (list.items.size() > most)
        raise(invalid("%s has more than %zu specs", place(key, kRequest).c_str(), most));
    Span<const Pair> *specs = arena->array<Span<const Pair>>(list.items.size());
    if (specs == nullptr)
        raise(arena->refusal());
    for (std::size_t i = 0; i < list.items.size(); ++i)
        specs[i] = keep(spec_of(list.items[i], "a partition's spec"), arena);
    return {specs, list.items.size()};
}

}   // namespace

Status read_create_database(View json, Arena *arena, CreateDatabase *out) noexcept
{
    return guarded([&] {
        Json tree = parse_request(json);
        out->name = keep(need_name(tree, "name"), arena);
        out->options = map_or_empty(tree, "options", arena);
        check_count(out->options.size);
    });
}

Status read_alter_database(View json, Arena *arena, AlterDatabase *out) noexcept
{
    return guarded([&] {
        Json tree = parse_request(json);
        std::vector<std::string> removals;
        if (const Json *list = tree.find("removals"))
            removals = strings(*list, place("removals", kRequest));
        std::unordered_set<View> seen;
        std::vector<std::string> once;
        for (const std::string &key : removals)
            if (seen.insert(key).second)
                once.push_back(key);
        out->removals = keep(once, arena);
        out->updates = map_or_empty(tree, "updates", arena);
        check_count(removals.size() + out->updates.size);
        std::sort(removals.begin(), removals.end());
        for (const Pair &update : out->updates)
            if (std::binary_search(removals.begin(), removals.end(), update.key))
                raise(invalid("option %s is both removed and updated", Quoted(update.key).text));
    });
}

Status read_create(View json, Arena *arena, CreateObject *out) noexcept
{
    return guarded([&] {
        Json tree = parse_request(json);
        out->ident = ident_of(need(tree, "identifier", kRequest), place("identifier", kRequest), arena);
        out->schema =
            keep_json(expect(need(tree, "schema", kRequest), Json::Kind::object, place("schema", kRequest)), arena);
    });
}

Status read_alter(View json, Arena *arena, View *changes) noexcept
{
    return guarded([&] {
        Json tree = parse_request(json);
        *changes =
            keep_json(expect(need(tree, "changes", kRequest), Json::Kind::array, place("changes", kRequest)), arena);
    });
}

Status read_rename(View json, Arena *arena, Rename *out) noexcept
{
    return guarded([&] {
        Json tree = parse_request(json);
        out->source = ident_of(need(tree, "source", kRequest), place("source", kRequest), arena);
        out->destination = ident_of(need(tree, "destination", kRequest), place("destination", kRequest), arena);
    });
}

Status read_commit(View json, Arena *arena, Commit *out) noexcept
{
    return guarded([&] {
        Json tree = parse_request(json);
        *out = Commit();
        out->table_id = keep(need_string(tree, "tableId", kRequest), arena);
        out->base = base_of(tree, arena);
        Json snapshot = need(tree, "snapshot", kRequest);
        out->snapshot = snapshot_of(&snapshot, arena);
        if (const Json *statistics = tree.find("statistics"))
            out->statistics = statistics_of(*statistics, arena);
        out->has_lakesoul_commit = tree.find("lakesoulCommit") != nullptr;
        if (out->has_lakesoul_commit)
            out->lakesoul_commit = keep(need_string(tree, "lakesoulCommit", kRequest), arena);
    });
}

Status read_rollback(View json, Arena *arena, Rollback *out) noexcept
{
    return guarded([&] {
        Json tree = parse_request(json);
        out->instant = instant_of(need(tree, "instant", kRequest), arena);
        out->has_from = tree.find("fromSnapshot") != nullptr;
        out->from = int64_or(tree, "fromSnapshot", 0, kRequest);
    });
}

Status read_rollback_schema(View json, std::int64_t *schema_id) noexcept
{
    return guarded([&] { *schema_id = need_int64(parse_request(json), "schemaId", kRequest); });
}

Status read_create_tag(View json, Arena *arena, CreateTag *out) noexcept
{
    return guarded([&] {
        Json tree = parse_request(json);
        *out = CreateTag();
        out->name = keep(need_string(tree, "tagName", kRequest), arena);
        Status named = check_tag_name(out->name);
        if (!named.ok())
            raise(named);
        out->has_snapshot = tree.find("snapshotId") != nullptr;
        out->snapshot_id = int64_or(tree, "snapshotId", 0, kRequest);
        std::string duration;
        out->has_retained = find_text(tree, "timeRetained", kRequest, &duration);
        if (out->has_retained) {
            Status read = read_duration(duration, &out->retained_millis);
            if (!read.ok())
                raise(read);
        }
        out->ignore_if_exists = bool_or(tree, "ignoreIfExists", false, kRequest);
    });
}

Status read_partitions(PartitionCall call, View json, Arena *arena, PartitionRequest *out) noexcept
{
    return guarded([&] {
        constexpr std::size_t kMostByNames = 1000;
        bool registration = call == PartitionCall::create || call == PartitionCall::drop;
        Json tree = parse_request(json);
        *out = PartitionRequest();
        out->specs = specs_of(tree, registration ? "partitionSpecs" : "specs",
                              call == PartitionCall::list_by_names ? kMostByNames : SIZE_MAX, arena);
        out->ignore_if_exists = bool_or(tree, "ignoreIfExists", true, kRequest);
        out->ignore_if_not_exists = bool_or(tree, "ignoreIfNotExists", true, kRequest);
        const Json *statistics = tree.find("partitionStatistics");
        out->has_statistics = statistics != nullptr;
        if (statistics != nullptr)
            out->statistics = statistics_of(*statistics, arena);
        out->replace_statistics = bool_or(tree, "replaceStatistics", false, kRequest);
    });
}

}   // namespace lakesoul::paimon
