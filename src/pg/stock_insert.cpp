// Reads what the rules of a stock INSERT need and applies their decision. Look-ups run as the owner of the base
// table, since the caller's row-level security may hide rows that count.
// State g: rows between their BEFORE and their AFTER trigger, for one transaction.
#include "pg/stock_insert.hpp"

#include "core/catalog/ids.hpp"
#include "core/catalog/stock_rules.hpp"
#include "pg/catalog_commit.hpp"
#include "pg/catalog_partition.hpp"
#include "pg/clock.hpp"
#include "pg/error.hpp"
#include "pg/guc.hpp"
#include "pg/lock.hpp"
#include "pg/memory.hpp"
#include "pg/paimon_chain.hpp"
#include "pg/paimon_mint.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/spi.hpp"
#include "pg/sql_parts.hpp"
#include "pg/stock_delete.hpp"
#include "pg/stock_lookup.hpp"
#include "pg/text.hpp"

#include <algorithm>

extern "C" {
#include "utils/hsearch.h"
#include "utils/rel.h"
}

namespace lakesoul::stock {
namespace {

struct {
    LocalTransactionId transaction;
    HTAB *rows;   // of entries; lives in TopTransactionContext, as what they point to
} g;

struct Entry {
    uint64 key;
    Kept kept;
};

uint64 key_of(View table_id, View desc, int32 version)
{
    // Subtransactions are told apart: what was decided in one that is rolled back says nothing of a later row.
    uint64 key = static_cast<uint64>(GetCurrentSubTransactionId()) << 32 | static_cast<uint32>(version);
    for (View part : {table_id, desc})
        key = DatumGetUInt64(hash_any_extended(reinterpret_cast<const unsigned char *>(part.data()),
                                               static_cast<int>(part.size()), key));
    return key;
}

HTAB *rows_of_transaction()
{
    if (g.rows == nullptr || g.transaction != LAKESOUL_LOCAL_XID()) {
        HASHCTL control = {};
        control.keysize = sizeof(uint64);
        control.entrysize = sizeof(Entry);
        control.hcxt = TopTransactionContext;
        g.rows = hash_create("lakesoul rows", 32, &control, HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
        g.transaction = LAKESOUL_LOCAL_XID();
    }
    return g.rows;
}

// The row with the greatest version, to be renumbered behind; $3: the greatest version that counts.
spi::Statement head_statement = {
    "SELECT i.version, i.commit_op, i.\"timestamp\", i.snapshot, i.last_compaction FROM public.partition_info AS i"
    " WHERE i.table_id OPERATOR(pg_catalog.=) $1 AND i.partition_desc OPERATOR(pg_catalog.=) $2"
    " AND i.version OPERATOR(pg_catalog.<=) $3 ORDER BY i.version DESC LIMIT 1",
    3,
    {TEXTOID, TEXTOID, INT4OID}};

// What is known of ids outside the head: as facts, and the version that was head when each was registered
// (-1: none was, NULL: not known). $4: whether that is wanted. It is looked for from the newest version back, where it
// is soon found; in no order the search could read the whole history.
spi::Statement fresh_statement = {
    "SELECT q.id, s.commit_id IS NOT NULL, COALESCE(s.published_by, r.version),"
    " CASE WHEN s.registered_head OPERATOR(pg_catalog.=) 0 THEN -1 ELSE v.version END"
    " FROM pg_catalog.unnest($3) WITH ORDINALITY AS q(id, ord) LEFT JOIN LATERAL"
    " (SELECT c.commit_id, c.registered_head, " LAKESOUL_PUBLISHED_BY " AS published_by"
    " FROM public.data_commit_info AS c WHERE c.table_id OPERATOR(pg_catalog.=) $1"
    " AND c.partition_desc OPERATOR(pg_catalog.=) $2 AND c.commit_id OPERATOR(pg_catalog.=) q.id LIMIT 1) AS s ON true"
    " LEFT JOIN LATERAL (SELECT i.version FROM lakesoul.retired_commits AS i WHERE i.table_id OPERATOR(pg_catalog.=) $1"
    " AND i.partition_desc OPERATOR(pg_catalog.=) $2 AND i.commit_id OPERATOR(pg_catalog.=) q.id LIMIT 1) AS r ON true"
    " LEFT JOIN LATERAL (SELECT i.version FROM public.partition_info AS i"
    " WHERE $4 AND s.registered_head OPERATOR(pg_catalog.>) 0 AND i.table_id OPERATOR(pg_catalog.=) $1"
    " AND i.partition_desc OPERATOR(pg_catalog.=) $2 AND i.\"timestamp\" OPERATOR(pg_catalog.=) s.registered_head"
    " ORDER BY i.version DESC LIMIT 1) AS v ON true ORDER BY q.ord",
    4,
    {TEXTOID, TEXTOID, UUIDARRAYOID, BOOLOID}};

// The same for a version that adds, with what is known of its last commit, which is nearly always the only fresh one:
// as facts, and whether it may delete files.
spi::Statement adds_statement = {
    "SELECT h.version, h.commit_op, h.\"timestamp\", h.snapshot, h.last_compaction,"
    " COALESCE(s.published_by, r.version), s.changes FROM (SELECT) AS one LEFT JOIN"
    " (SELECT i.version, i.commit_op, i.\"timestamp\", i.snapshot, i.last_compaction FROM public.partition_info AS i"
    " WHERE i.table_id OPERATOR(pg_catalog.=) $1 AND i.partition_desc OPERATOR(pg_catalog.=) $2"
    " ORDER BY i.version DESC LIMIT 1) AS h ON true LEFT JOIN"
    " (SELECT " LAKESOUL_PUBLISHED_BY " AS published_by, EXISTS (SELECT FROM pg_catalog.unnest(c.file_ops) AS f"
    " WHERE (f.file_op OPERATOR(pg_catalog.=) 'add') IS NOT TRUE) AS changes"
    " FROM public.data_commit_info AS c WHERE c.table_id OPERATOR(pg_catalog.=) $1"
    " AND c.partition_desc OPERATOR(pg_catalog.=) $2 AND c.commit_id OPERATOR(pg_catalog.=) $3 LIMIT 1) AS s ON true"
    " LEFT JOIN (SELECT i.version FROM lakesoul.retired_commits AS i WHERE i.table_id OPERATOR(pg_catalog.=) $1"
    " AND i.partition_desc OPERATOR(pg_catalog.=) $2 AND i.commit_id OPERATOR(pg_catalog.=) $3 LIMIT 1) AS r ON true",
    3,
    {TEXTOID, TEXTOID, UUIDOID}};

spi::Statement timestamp_statement = {
    "SELECT i.\"timestamp\" FROM public.partition_info AS i WHERE i.table_id OPERATOR(pg_catalog.=) $1"
    " AND i.partition_desc OPERATOR(pg_catalog.=) $2 ORDER BY i.version DESC LIMIT 1",
    2,
    {TEXTOID, TEXTOID}};

// Whether row n has this op and snapshot; whether n or a later version published one of the ids; whether a version
// below n has this op and snapshot, none of which can be older than the newest of its commits.
spi::Statement known_statement = {
    "SELECT EXISTS (SELECT FROM public.partition_info AS i WHERE i.table_id OPERATOR(pg_catalog.=) $1"
    " AND i.partition_desc OPERATOR(pg_catalog.=) $2 AND i.version OPERATOR(pg_catalog.=) $3"
    " AND i.commit_op OPERATOR(pg_catalog.=) $4 AND i.snapshot OPERATOR(pg_catalog.=) $5),"
    " EXISTS (SELECT FROM public.partition_info AS i WHERE i.table_id OPERATOR(pg_catalog.=) $1"
    " AND i.partition_desc OPERATOR(pg_catalog.=) $2 AND i.version OPERATOR(pg_catalog.<) $3"
    " AND i.version OPERATOR(pg_catalog.>=) $6"
    " AND i.commit_op OPERATOR(pg_catalog.=) $4 AND i.snapshot OPERATOR(pg_catalog.=) $5)",
    6,
    {TEXTOID, TEXTOID, INT4OID, TEXTOID, UUIDARRAYOID, INT4OID}};

// The newest published version of ids: of rows and of retired entries.
spi::Statement newest_statement = {
    "SELECT pg_catalog.max(COALESCE(s.published_by, r.version)) FROM pg_catalog.unnest($3) AS q(id) LEFT JOIN LATERAL"
    " (SELECT " LAKESOUL_PUBLISHED_BY " AS published_by"
    " FROM public.data_commit_info AS c WHERE c.table_id OPERATOR(pg_catalog.=) $1"
    " AND c.partition_desc OPERATOR(pg_catalog.=) $2 AND c.commit_id OPERATOR(pg_catalog.=) q.id LIMIT 1) AS s ON true"
    " LEFT JOIN LATERAL (SELECT i.version FROM lakesoul.retired_commits AS i WHERE i.table_id OPERATOR(pg_catalog.=) $1"
    " AND i.partition_desc OPERATOR(pg_catalog.=) $2 AND i.commit_id OPERATOR(pg_catalog.=) q.id LIMIT 1) AS r ON true",
    3,
    {TEXTOID, TEXTOID, UUIDARRAYOID}};

// A commit whose row was deleted before a version published it, and that was not registered again. $4: whether the
// statement that is running deletes it, which is not noted yet.
spi::Statement purged_statement = {
    "SELECT WHERE ($4 OR EXISTS (SELECT FROM lakesoul.purged_commits AS p WHERE p.table_id OPERATOR(pg_catalog.=) $1"
    " AND p.partition_desc OPERATOR(pg_catalog.=) $2 AND p.commit_id OPERATOR(pg_catalog.=) $3))"
    " AND NOT EXISTS (SELECT FROM public.data_commit_info AS c WHERE c.table_id OPERATOR(pg_catalog.=) $1"
    " AND c.partition_desc OPERATOR(pg_catalog.=) $2 AND c.commit_id OPERATOR(pg_catalog.=) $3)",
    4,
    {TEXTOID, TEXTOID, UUIDOID, BOOLOID}};

// One commit, by its whole key: a list of ids could be a filter behind a scan of the partition, in a plan kept while
// it grows.
spi::Statement mark_statement = {
    "UPDATE public.data_commit_info AS c SET committed = $5 OR c.committed, published_version = $4"
    " WHERE c.table_id OPERATOR(pg_catalog.=) $1 AND c.partition_desc OPERATOR(pg_catalog.=) $2"
    " AND c.commit_id OPERATOR(pg_catalog.=) $3 AND c.published_version IS NULL",
    5,
    {TEXTOID, TEXTOID, UUIDOID, INT4OID, BOOLOID}};

struct Head {
    catalog::Head head;
    int64 timestamp;         // 0: no head
    int32 last_compaction;   // PG_INT32_MIN: not known, -1: none
};

// The head in the first columns of a result.
Head found_head()
{
    Head result = {{}, 0, -1};
    result.head.version = spi::int_column(0, 1, -1);
    if (result.head.version < 0)
        return result;
    (void)commit_op_from_name(spi::text_column(0, 2), &result.head.op);
    result.timestamp = spi::bigint_column(0, 3, 0);
    result.head.snapshot = spi::uuids_column(0, 4);
    result.last_compaction = spi::int_column(0, 5, PG_INT32_MIN);
    return result;
}

Head read_head(const Row &row, int32 newest)
{
    Datum values[] = {text_datum(row.table_id), text_datum(row.desc), Int32GetDatum(newest)};
    return spi::run(&head_statement, values) == 0 ? Head{{}, 0, -1} : found_head();
}

// What is known of the last commit that a row lists.
struct Last {
    bool is_known;   // whether this was looked up
    bool is_fresh;
    bool changes;   // it may do something else than to add files
};

Head read_head_and_last(const Row &row, Last *last)
{
    Datum values[] = {text_datum(row.table_id), text_datum(row.desc), uuid_datum(row.snapshot[row.snapshot.size - 1])};
    (void)spi::run(&adds_statement, values);
    *last = {true, spi::int_column(0, 6, -1) < 0, spi::bool_column(0, 7)};
    return found_head();
}

// What was found about ids of the row that the head does not have.
struct Fresh {
    Uuids ids;           // those that are not published
    bool read_known;     // for each it is known which version was head when it was registered; not for appends
    int32 oldest_read;   // the oldest of these versions, -1: there was none
};

Fresh read_fresh(const Row &row, Uuids candidates)
{
    bool replaces = row.op != CommitOp::append && row.op != CommitOp::merge;
    Datum values[] = {text_datum(row.table_id), text_datum(row.desc), uuid_array_datum(candidates),
                      BoolGetDatum(replaces)};
    uint64 rows = candidates.empty() ? 0 : spi::run(&fresh_statement, values);
    Uuid *ids = huge_array<Uuid>(rows);
    Fresh fresh = {{ids, 0}, true, PG_INT32_MAX};
    for (uint64 i = 0; i < rows; ++i) {
        if (spi::int_column(i, 3, -1) >= 0)
            continue;
        ids[fresh.ids.size++] = spi::uuid_column(i, 1);
        int32 read = spi::int_column(i, 4, PG_INT32_MIN);
        fresh.read_known = fresh.read_known && read != PG_INT32_MIN;
        fresh.oldest_read = Min(fresh.oldest_read, read);
    }
    return fresh;
}

void read_known(const Row &row, catalog::StockCase *one)
{
    Datum ids[] = {text_datum(row.table_id), text_datum(row.desc), uuid_array_datum(row.snapshot)};
    (void)spi::run(&newest_statement, ids);
    int32 newest = spi::int_column(0, 1, -1);
    bool is_head = one->head.version >= 0 && one->head.op == row.op && catalog::equal(one->head.snapshot, row.snapshot);
    Datum values[] = {
        ids[0], ids[1], Int32GetDatum(row.version), text_datum(commit_op_name(row.op)), ids[2], Int32GetDatum(newest)};
    (void)spi::run(&known_statement, values);
    one->repeats = is_head || newest >= row.version || spi::bool_column(0, 1);
    one->stored_before = spi::bool_column(0, 2);
}

bool deletes_only_active(const Row &row, const catalog::StockCase &one)
{
    SnapshotFiles added = read_snapshot(row.table_id, row.desc, one.fresh, false);
    bool deletes = false;
    for (const catalog::FoldOp &op : added.folded)
        deletes = deletes || op.op == FileOp::del;
    if (!deletes)
        return true;
    View path;
    SnapshotFiles head = read_snapshot(row.table_id, row.desc, one.head.snapshot, false);
    raise_unless_ok(catalog::find_dangling_delete({head.folded.data, head.folded.size},
                                                  {added.folded.data, added.folded.size}, &path));
    return path.data() == nullptr;
}

// The read point is the older of version n-1 and what the fresh commits' writers can have read.
void read_point(const Row &row, const Fresh &fresh, catalog::StockCase *one, catalog::Window *window)
{
    int32 read = row.version - 1;
    if (row.op != CommitOp::del) {
        if (!fresh.read_known)
            return;
        read = Min(read, fresh.oldest_read);
    }
    Span<catalog::IdFacts> facts;
    lakesoul::read_window(row.table_id, row.desc, read, PG_INT32_MAX, false, window, &facts);
    one->facts = {facts.data, facts.size};
    one->window = window;
    one->point = catalog::read_point(*window, one->head.version, nullptr, row.op == CommitOp::update, one->facts);
}

bool is_addition(const Row &row)
{
    return (row.op == CommitOp::append || row.op == CommitOp::merge) && !row.snapshot.empty();
}

catalog::StockVerdict decide(const Row &row, const catalog::Head &head, const Last &last, Arena *arena,
                             Uuids *fresh_ids)
{
    catalog::StockCase one = {};
    one.version = row.version;
    one.op = row.op;
    one.snapshot = row.snapshot;
    one.head = head;
    Uuids candidates;
    raise_unless_ok(catalog::combine({}, row.snapshot, head.snapshot, arena, &candidates));
    bool only_last =
        last.is_known && last.is_fresh && candidates.size == 1 && candidates[0] == row.snapshot[row.snapshot.size - 1];
    Fresh fresh = only_last ? Fresh{candidates, false, 0} : read_fresh(row, candidates);
    one.fresh = *fresh_ids = fresh.ids;
    catalog::Window *window = palloc_object(catalog::Window);
    *window = {};
    if (!row.snapshot.empty() && fresh.ids.empty())
        read_known(row, &one);
    else if (is_addition(row))
        one.deletes_active = (only_last && !last.changes) || deletes_only_active(row, one);
    else if (row.version >= 0 && catalog::stock_needs_window(row.op, row.version, !fresh.ids.empty(), head.version))
        read_point(row, fresh, &one, window);
    catalog::StockVerdict verdict;
    raise_unless_ok(catalog::decide_stock(one, arena, &verdict));
    return verdict;
}

// The primary key's own message: what a stock client takes for "plan again".
[[noreturn]] void raise_plan_again(Oid partition_info, const Row &row)
{
    const char *key = primary_key_name(partition_info, "partition_info_pkey");
    ereport(ERROR,
            (errcode(ERRCODE_UNIQUE_VIOLATION), errmsg("duplicate key value violates unique constraint \"%s\"", key),
             errdetail("Key (table_id, partition_desc, version)=(%s, %s, %d) already exists.", c_string(row.table_id),
                       c_string(row.desc), row.version)));
    pg_unreachable();
}

bool begins_with_one_of(Uuids snapshot, Uuids ids)
{
    for (const Uuid &id : ids)
        if (!snapshot.empty() && snapshot[0] == id)
            return true;
    return false;
}

bool is_purged(const Row &row, const Uuid &id)
{
    Datum values[] = {text_datum(row.table_id), text_datum(row.desc), uuid_datum(id),
                      BoolGetDatum(is_going(row.table_id, row.desc, id))};
    return spi::run(&purged_statement, values) > 0;
}

int64 stamp_after(int64 before)
{
    int64 clock = now_ms();
    return clock > before || before == PG_INT64_MAX ? clock : before + 1;
}

}   // namespace

Decision before_insert(Oid partition_info, const Row &row)
{
    Decision decision = {false, row.version, row.snapshot, 0, -1, false, {}};
    Arena arena = server_arena();
    lock::table(row.table_id);
    spi::User caller = spi::become_common_owner();
    bool decides = guc::rebase() && !IsolationUsesXactSnapshot();
    Last last = {};
    Head head = decides && is_addition(row) ? read_head_and_last(row, &last) : read_head(row, PG_INT32_MAX);
    if (decides) {
        catalog::StockVerdict verdict = decide(row, head.head, last, &arena, &decision.fresh);
        if (verdict.outcome == catalog::StockOutcome::refuse)
            raise_plan_again(partition_info, row);
        decision.suppress = verdict.outcome == catalog::StockOutcome::suppress;
        decision.version = verdict.version;
        decision.snapshot = verdict.snapshot;
        decision.knows_fresh = true;
    }
    decision.timestamp = stamp_after(head.timestamp);
    decision.last_compaction = head.last_compaction;
    if (decision.last_compaction == PG_INT32_MIN)
        decision.last_compaction = find_last_compaction(row.table_id, row.desc, head.head.version);
    if (row.op == CommitOp::compaction && begins_with_one_of(decision.snapshot, decision.fresh))
        decision.last_compaction = decision.version;
    spi::become_again(caller);
    return decision;
}

int64 head_timestamp(View table_id, View desc)
{
    Oid partition_info = get_relname_relid("partition_info", get_namespace_oid("public", false));
    spi::User caller = spi::become_relation_owner(partition_info);
    Datum values[] = {text_datum(table_id), text_datum(desc)};
    int64 timestamp = spi::run(&timestamp_statement, values) == 0 ? 0 : spi::bigint_column(0, 1, 0);
    spi::become_again(caller);
    return timestamp;
}

void decided(const Row &row, const Decision &decision, int32 threshold)
{
    uint64 key = key_of(row.table_id, row.desc, decision.version);
    HTAB *rows = rows_of_transaction();
    Uuid *fresh = static_cast<Uuid *>(
        MemoryContextAllocExtended(TopTransactionContext, (decision.fresh.size + 1) * sizeof(Uuid), MCXT_ALLOC_HUGE));
    std::copy(decision.fresh.begin(), decision.fresh.end(), fresh);
    Entry *entry = static_cast<Entry *>(hash_search(rows, &key, HASH_ENTER, nullptr));
    entry->kept = {threshold, decision.knows_fresh, {fresh, decision.fresh.size}};
}

bool was_decided(View table_id, View desc, int32 version, Kept *kept)
{
    if (g.rows == nullptr || g.transaction != LAKESOUL_LOCAL_XID())
        return false;
    uint64 key = key_of(table_id, desc, version);
    bool found;
    Entry *entry = static_cast<Entry *>(hash_search(g.rows, &key, HASH_REMOVE, &found));
    if (found)
        *kept = entry->kept;   // an entry stays as it is until another is made
    return found;
}

void after_insert(Oid partition_info, const Row &row, const Kept &kept, int64 timestamp)
{
    spi::User caller = spi::become_common_owner();
    Uuids added = kept.fresh;
    if (!kept.knows_fresh) {
        Head before = read_head(row, Max(row.version, 0) - 1);
        Arena arena = server_arena();
        raise_unless_ok(catalog::combine({}, row.snapshot, before.head.snapshot, &arena, &added));
    }
    Datum values[] = {text_datum(row.table_id), text_datum(row.desc), 0, Int32GetDatum(row.version),
                      BoolGetDatum(guc::mark_committed())};
    for (const Uuid &id : added) {
        CHECK_FOR_INTERRUPTS();
        values[2] = uuid_datum(id);
        // In this order, so that a deletion that this waited for is seen: otherwise the writer would be told of
        // success, with its files in no version.
        if (spi::run(&mark_statement, values) == 0 && is_purged(row, id))
            raise_plan_again(partition_info, row);
    }
    spi::become_again(caller);
    int64 schema_id;
    if (paimon::has_chain(row.table_id, &schema_id)) {
        caller = spi::become_common_owner();
        Uuids before = read_head(row, Max(row.version, 0) - 1).head.snapshot;
        spi::become_again(caller);
        paimon::after_stock_insert(
            {row.table_id, row.desc, row.version, row.op, before, row.snapshot, added, timestamp}, schema_id);
    }
    pfree(const_cast<Uuid *>(kept.fresh.data));
}

}   // namespace lakesoul::stock
