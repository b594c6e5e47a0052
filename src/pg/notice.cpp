// Decides whether a version makes a notice due, queues it and sends it.
// State g: the function path's mark, for the time of its INSERTs only.
#include "pg/notice.hpp"

#include "pg/catalog_partition.hpp"
#include "pg/clock.hpp"
#include "pg/guc.hpp"
#include "pg/spi.hpp"
#include "pg/sql_parts.hpp"
#include "pg/text.hpp"

extern "C" {
#include "utils/json.h"
}

namespace lakesoul::notice {
namespace {

constexpr const char *kChannel = "lakesoul_compaction_notify";
constexpr int kMaxPayload = 7999;   // bytes; a longer one is refused by NOTIFY and would fail the commit

struct {
    const Table *own;
} g;

spi::Statement queue_statement = {
    "INSERT INTO lakesoul.due_compactions AS d (table_id, partition_desc, version, noticed_at) VALUES ($1, $2, $3, $4)"
    " ON CONFLICT (table_id, partition_desc) DO UPDATE SET version = excluded.version, noticed_at = "
    "excluded.noticed_at",
    4,
    {TEXTOID, TEXTOID, INT4OID, INT8OID}};

spi::Statement unqueue_statement = {"DELETE FROM lakesoul.due_compactions AS d"
                                    " WHERE d.table_id OPERATOR(pg_catalog.=) $1"
                                    " AND d.partition_desc OPERATOR(pg_catalog.=) $2",
                                    2,
                                    {TEXTOID, TEXTOID}};

spi::Statement path_statement = {"SELECT t.table_path, t.table_namespace, " LAKESOUL_THRESHOLD
                                 " FROM public.table_info AS t WHERE t.table_id OPERATOR(pg_catalog.=) $1",
                                 1,
                                 {TEXTOID}};

void append_json(StringInfo payload, const char *key, View value)
{
    appendStringInfo(payload, "%c\"%s\":", payload->len == 0 ? '{' : ',', key);
    escape_json(payload, c_string(value));
}

void send(View path, View desc, View space)
{
    StringInfoData payload;
    initStringInfo(&payload);
    append_json(&payload, "table_path", path);
    append_json(&payload, "table_partition_desc", desc);
    append_json(&payload, "table_namespace", space);
    appendStringInfoChar(&payload, '}');
    if (payload.len <= kMaxPayload)
        Async_Notify(kChannel, payload.data);
}

void queue(const Version &version)
{
    Datum values[] = {text_datum(version.table_id), text_datum(version.desc), Int32GetDatum(version.version),
                      Int64GetDatum(now_ms())};
    (void)spi::run_as_owner(&queue_statement, values);
}

void unqueue(const Version &version)
{
    Datum values[] = {text_datum(version.table_id), text_datum(version.desc)};
    (void)spi::run_as_owner(&unqueue_statement, values);
}

// Versions since the last compaction, or since the first version.
int64 distance(int32 version, int32 last_compaction)
{
    return last_compaction < 0 ? version : static_cast<int64>(version) - last_compaction;
}

Table table_of(View table_id)
{
    Table table = {};
    Datum values[] = {text_datum(table_id)};
    // The client may have no right to read table_info.
    spi::User caller = spi::become_relation_owner(get_relname_relid("table_info", get_namespace_oid("public", false)));
    bool found = spi::run(&path_statement, values) > 0;
    spi::become_again(caller);
    if (!found)
        return table;
    table.path = spi::text_column(0, 1);
    table.space = spi::text_column(0, 2);
    table.compaction_threshold = threshold_of(spi::text_column(0, 3));
    return table;
}

// What a version that is not a compaction makes due.
struct Due {
    bool queued, sent;
    bool any() const { return queued || sent; }
};

Due decide(const Table &table, const Version &version, int32 last_compaction)
{
    int64 threshold = table.compaction_threshold > 0 ? table.compaction_threshold : guc::compaction_threshold();
    int64 now = distance(version.version, last_compaction);
    bool crosses = now > 0 && now / threshold > (now - 1) / threshold;
    switch (guc::notify()) {
    case guc::Notify::off: return {crosses, false};
    case guc::Notify::each: return {crosses, now >= threshold};
    case guc::Notify::crossing: break;
    }
    return {crosses, crosses};
}

}   // namespace

const Table *own_inserts(const Table *table)
{
    const Table *before = g.own;
    g.own = table;
    return before;
}

bool is_own(View table_id)
{
    return g.own != nullptr && g.own->id == table_id;
}

void after_insert(const Version &version)
{
    bool own = is_own(version.table_id);
    Table known = own ? *g.own : Table{};
    if (!own)
        known.compaction_threshold = version.threshold;
    if (known.compaction_threshold != PG_INT32_MIN && version.last_compaction != PG_INT32_MIN &&
        !version.is_compaction && !decide(known, version, version.last_compaction).any())
        return;
    int level = spi::begin();
    int32 last = version.last_compaction;
    if (last == PG_INT32_MIN)
        last = find_last_compaction(version.table_id, version.desc, version.version);
    if (version.is_compaction) {
        if (last == version.version)
            unqueue(version);
    } else {
        Table table = own ? *g.own : table_of(version.table_id);
        Due due = decide(table, version, last);
        if (due.queued)
            queue(version);
        if (due.sent)
            send(table.path, version.desc, table.space);
    }
    spi::end(level);
}

}   // namespace lakesoul::notice
