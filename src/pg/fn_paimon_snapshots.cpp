// The functions that read snapshots through the Paimon API. All of them see the snapshot of the statement that calls
// them.
#include "core/paimon/limits.hpp"
#include "core/paimon/names.hpp"

#include "pg/argument.hpp"
#include "pg/error.hpp"
#include "pg/paimon_call.hpp"
#include "pg/paimon_page.hpp"
#include "pg/paimon_snapshot.hpp"
#include "pg/paimon_tag.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/spi.hpp"
#include "pg/text.hpp"

#include <charconv>

namespace lakesoul::paimon {
namespace {

// {"snapshot": Snapshot}
Datum of_snapshot(Datum snapshot)
{
    json::Out out = {};
    json::begin_object(&out);
    json::field_jsonb(&out, "snapshot", snapshot);
    json::end_object(&out);
    return json::datum(&out);
}

Datum load(FunctionCallInfo fcinfo, Subject *subject)
{
    MemoryContext caller = CurrentMemoryContext;
    Ident ident = ident_argument(fcinfo, 0, Resource::table, subject);
    int level = spi::begin();
    lakesoul::Table table = find_table(ident, true);
    SnapshotRow row;
    if (!find_latest(table.id, true, &row))
        raise_unless_ok(missing(Resource::snapshot, "LATEST"));
    Datum snapshot = snapshot_json(row);
    if (row.is_lakesoul && !row.totals.files.known && !sees_chain(table.id)) {
        row.totals = measure_table(table.id);
        snapshot = snapshot_json(row);
    }
    json::Out out = {};
    json::begin_object(&out);
    json::key(&out, "snapshot");
    put_table_snapshot(&out, snapshot, row.totals);
    json::end_object(&out);
    return finish(level, json::datum(&out), caller);
}

Datum load_version(FunctionCallInfo fcinfo, Subject *subject)
{
    MemoryContext caller = CurrentMemoryContext;
    Ident ident = ident_argument(fcinfo, 0, Resource::table, subject);
    View text = text_argument(fcinfo, 1, "version", true);
    Version version = read_version(text);
    int level = spi::begin();
    lakesoul::Table table = find_table(ident, true);
    SnapshotRow row;
    TagRow tag;
    bool is_tag = version.kind == Version::Kind::tag, found = false;
    switch (version.kind) {
    case Version::Kind::earliest: found = find_earliest(table.id, true, &row); break;
    case Version::Kind::latest: found = find_latest(table.id, true, &row); break;
    case Version::Kind::id: found = find_snapshot(table.id, version.id, true, &row); break;
    case Version::Kind::tag: found = find_seen_tag(table.id, version.tag, &tag); break;
    }
    if (!found)
        raise_unless_ok(missing(Resource::snapshot, text));
    return finish(level, of_snapshot(is_tag ? tag.snapshot : snapshot_json(row)), caller);
}

Datum at(FunctionCallInfo fcinfo, Subject *subject)
{
    MemoryContext caller = CurrentMemoryContext;
    Ident ident = ident_argument(fcinfo, 0, Resource::table, subject);
    View json = json_argument(fcinfo, 1, "selector");
    Selector selector;
    raise_unless_ok(read_selector(json, &selector));
    int level = spi::begin();
    SnapshotRow row;
    if (!find_selected(find_table(ident, true).id, selector, true, &row))
        raise_unless_ok(missing(Resource::snapshot, View(psprintf(INT64_FORMAT, selector.value))));
    return finish(level, of_snapshot(snapshot_json(row)), caller);
}

Datum list(FunctionCallInfo fcinfo, Subject *subject)
{
    MemoryContext caller = CurrentMemoryContext;
    Ident ident = ident_argument(fcinfo, 0, Resource::table, subject);
    Page page = page_argument(fcinfo, 1);
    const Query &query = page.query;
    int64 below = 0;
    const char *end = query.token.data() + query.token.size();
    if (query.has_token) {
        std::from_chars_result read = std::from_chars(query.token.data(), end, below);
        if (read.ec != std::errc() || read.ptr != end)
            raise_unless_ok(invalid("pageToken %s is not the id of a snapshot", Quoted(query.token).text));
    }
    int level = spi::begin();
    uint64 rows = page_of_snapshots(find_table(ident, true).id, query.has_token ? &below : nullptr, limit_of(page));
    uint64 shown = rows_of_page(&page, rows);
    int64 last = 0;
    json::Out out = {};
    json::begin_object(&out);
    json::key(&out, "snapshots");
    json::begin_array(&out);
    for (uint64 i = 0; i < shown; ++i) {
        SnapshotRow row = snapshot_row(i);
        json::element_jsonb(&out, snapshot_json(row));
        last = row.id;
    }
    json::end_array(&out);
    json::field(&out, "nextPageToken", page.more ? View(psprintf(INT64_FORMAT, last)) : View());
    json::end_object(&out);
    return finish(level, json::datum(&out), caller);
}

}   // namespace
}   // namespace lakesoul::paimon

using namespace lakesoul;

LAKESOUL_FUNCTION(lakesoul_paimon_load_snapshot)
{
    return paimon::answer(fcinfo, paimon::load);
}

LAKESOUL_FUNCTION(lakesoul_paimon_load_version_snapshot)
{
    return paimon::answer(fcinfo, paimon::load_version);
}

LAKESOUL_FUNCTION(lakesoul_paimon_snapshot_at)
{
    return paimon::answer(fcinfo, paimon::at);
}

LAKESOUL_FUNCTION(lakesoul_paimon_list_snapshots)
{
    return paimon::answer(fcinfo, paimon::list);
}
