// Statements over lakesoul.held_deletes, retired_commits and purged_commits, and the passes over deleted rows. Side
// tables are written as the extension's owner, base tables as their owner. Heads are read as they are now, whatever
// snapshot the caller keeps, under the table's lock.
// State g: registered commits that a statement is deleting, for one transaction.
#include "pg/stock_delete.hpp"

#include "core/catalog/ids.hpp"
#include "pg/clock.hpp"
#include "pg/error.hpp"
#include "pg/lock.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/spi.hpp"
#include "pg/stock_lookup.hpp"
#include "pg/text.hpp"

extern "C" {
#include "executor/executor.h"
#include "storage/bufmgr.h"
#include "utils/hsearch.h"
}

namespace lakesoul::stock {
namespace {

struct {
    LocalTransactionId transaction;
    HTAB *going;   // of keys; lives in TopTransactionContext
} g;

uint64 key_of(View table_id, View desc, const Uuid &id)
{
    uint64 key = 0;
    for (View part : {table_id, desc, View(reinterpret_cast<const char *>(&id), sizeof id)})
        key = DatumGetUInt64(hash_any_extended(reinterpret_cast<const unsigned char *>(part.data()),
                                               static_cast<int>(part.size()), key));
    return key;
}

bool nothing_is_going()
{
    return g.going == nullptr || g.transaction != LAKESOUL_LOCAL_XID();
}

// Its row is in lakesoul.purged_commits.
void has_gone(View table_id, View desc, const Uuid &id)
{
    if (nothing_is_going())
        return;
    uint64 key = key_of(table_id, desc, id);
    (void)hash_search(g.going, &key, HASH_REMOVE, nullptr);
}

spi::Statement hold_statement = {"INSERT INTO lakesoul.held_deletes (table_id, partition_desc, commit_id)"
                                 " VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
                                 3,
                                 {TEXTOID, TEXTOID, UUIDOID}};

spi::Statement held_statement = {"SELECT h.commit_id FROM lakesoul.held_deletes AS h"
                                 " WHERE h.table_id OPERATOR(pg_catalog.=) $1"
                                 " AND h.partition_desc OPERATOR(pg_catalog.=) $2",
                                 2,
                                 {TEXTOID, TEXTOID}};

// One commit, by its whole key, and not a list of them, which could become a scan of the partition.
// A row that another session has locked is being deleted there: waiting for it, with the table's lock held, for which
// that session waits in turn, would be a deadlock. It goes there, or at the next version.
spi::Statement delete_statement = {
    "DELETE FROM public.data_commit_info AS c WHERE c.ctid OPERATOR(pg_catalog.=) ANY (ARRAY(SELECT i.ctid"
    " FROM public.data_commit_info AS i WHERE i.table_id OPERATOR(pg_catalog.=) $1"
    " AND i.partition_desc OPERATOR(pg_catalog.=) $2 AND i.commit_id OPERATOR(pg_catalog.=) $3 FOR UPDATE SKIP "
    "LOCKED))",
    3,
    {TEXTOID, TEXTOID, UUIDOID}};

spi::Statement exists_statement = {"SELECT FROM public.data_commit_info AS c"
                                   " WHERE c.table_id OPERATOR(pg_catalog.=) $1"
                                   " AND c.partition_desc OPERATOR(pg_catalog.=) $2"
                                   " AND c.commit_id OPERATOR(pg_catalog.=) $3",
                                   3,
                                   {TEXTOID, TEXTOID, UUIDOID}};

#define LAKESOUL_GONE                                                                                                  \
    "ROWS FROM (pg_catalog.unnest($1), pg_catalog.unnest($2), pg_catalog.unnest($3), pg_catalog.unnest($4))"           \
    " AS q(table_id, partition_desc, id, version)"

// Of many partitions: the arrays are parallel.
spi::Statement retire_statement = {"INSERT INTO lakesoul.retired_commits (table_id, partition_desc, commit_id, version)"
                                   " SELECT q.table_id, q.partition_desc, q.id, q.version FROM " LAKESOUL_GONE
                                   " WHERE q.version OPERATOR(pg_catalog.>=) 0 ON CONFLICT DO NOTHING",
                                   4,
                                   {TEXTARRAYOID, TEXTARRAYOID, UUIDARRAYOID, INT4ARRAYOID}};

constexpr int32 kUnpublished = -1, kUnknown = -2;

spi::Statement purge_statement = {"INSERT INTO lakesoul.purged_commits (table_id, partition_desc, commit_id, purged_at)"
                                  " SELECT q.table_id, q.partition_desc, q.id, $5 FROM " LAKESOUL_GONE
                                  " WHERE q.version OPERATOR(pg_catalog.=) (-1)"
                                  " ON CONFLICT (table_id, partition_desc, commit_id) DO UPDATE"
                                  " SET purged_at = excluded.purged_at",
                                  5,
                                  {TEXTARRAYOID, TEXTARRAYOID, UUIDARRAYOID, INT4ARRAYOID, INT8OID}};

spi::Statement unhold_statement = {"DELETE FROM lakesoul.held_deletes AS h"
                                   " WHERE h.table_id OPERATOR(pg_catalog.=) $1"
                                   " AND h.partition_desc OPERATOR(pg_catalog.=) $2"
                                   " AND h.commit_id OPERATOR(pg_catalog.=) $3",
                                   3,
                                   {TEXTOID, TEXTOID, UUIDOID}};

spi::Statement listed_statement = {"SELECT pg_catalog.min(i.version) FROM public.partition_info AS i"
                                   " WHERE i.table_id OPERATOR(pg_catalog.=) $1"
                                   " AND i.partition_desc OPERATOR(pg_catalog.=) $2"
                                   " AND i.snapshot OPERATOR(pg_catalog.@>) ARRAY[$3]",
                                   3,
                                   {TEXTOID, TEXTOID, UUIDOID}};

// Nearly always nothing is held anywhere.
bool nothing_is_held()
{
    return spi::has_no_pages("lakesoul", "held_deletes");
}

// What a statement knows of a partition.
struct Listed {
    Uuids ids;    // of the head, sorted; none while its table is not there
    bool moves;   // others hold the table's lock, so the head may not be the newest
    bool exists;
};

Listed *read_head(FmgrInfo *function, View table_id, View desc)
{
    Listed *head = static_cast<Listed *>(MemoryContextAllocZero(function->fn_mcxt, sizeof(Listed)));
    int level = spi::begin();
    Uuids snapshot;
    if (table_exists(table_id)) {
        // One wait a statement, or several would add up to what is looked at as a deadlock.
        void **has_waited = once_a_statement(function, View(), table_id);
        head->moves = !lock::table_in_time(table_id, desc, *has_waited != nullptr);
        if (head->moves)
            *has_waited = head;
        head->exists = head_snapshot(table_id, desc, &snapshot);
    }
    if (!snapshot.empty()) {
        std::size_t bytes = snapshot.size * sizeof(Uuid);
        Uuid *ids = static_cast<Uuid *>(MemoryContextAllocExtended(function->fn_mcxt, bytes, MCXT_ALLOC_HUGE));
        memcpy(ids, snapshot.data, bytes);
        catalog::sort({ids, snapshot.size});
        head->ids = {ids, snapshot.size};
    }
    spi::end(level);
    return head;
}

// Deleted rows that are written to the side tables together.
struct Batch {
    static constexpr std::size_t kRows = 256;
    MemoryContext memory;
    std::size_t rows;
    View table_ids[kRows], descs[kRows];
    Uuid ids[kRows];
    int32 versions[kRows];   // that published it, or kUnpublished; kUnknown: or it was, but its table is gone
    bool has_unpublished;
    View known_table;   // the table last asked for
    bool known_exists;
};

View kept(View text)
{
    char *copy = static_cast<char *>(palloc(text.size() + 1));
    memcpy(copy, text.data(), text.size());
    return View(copy, text.size());
}

void unhold(const Batch &batch)
{
    for (std::size_t i = 0; i < batch.rows && !nothing_is_held(); ++i) {
        Datum values[] = {text_datum(batch.table_ids[i]), text_datum(batch.descs[i]), uuid_datum(batch.ids[i])};
        (void)spi::run_as_owner(&unhold_statement, values);
    }
}

void flush(Batch *batch)
{
    MemoryContext before = MemoryContextSwitchTo(batch->memory);
    Datum values[] = {text_array_datum({batch->table_ids, batch->rows}), text_array_datum({batch->descs, batch->rows}),
                      uuid_array_datum({batch->ids, batch->rows}), int_array_datum({batch->versions, batch->rows}),
                      Int64GetDatum(now_ms())};
    if (batch->rows > 0) {
        (void)spi::run_as_owner(&retire_statement, values);
        if (batch->has_unpublished)
            (void)spi::run_as_owner(&purge_statement, values);
        for (std::size_t i = 0; i < batch->rows; ++i)
            has_gone(batch->table_ids[i], batch->descs[i], batch->ids[i]);
        unhold(*batch);
    }
    MemoryContextSwitchTo(before);
    MemoryContextReset(batch->memory);
    batch->rows = 0;
    batch->has_unpublished = false;
    batch->known_table = View();
}

bool exists(Batch *batch, View table_id)
{
    if (batch->known_table.data() == nullptr || batch->known_table != table_id) {
        batch->known_table = table_id;
        batch->known_exists = table_exists(table_id);
    }
    return batch->known_exists;
}

// The smallest stored version that lists a commit whose row came in without knowing; or kUnpublished.
int32 listed_by(View table_id, View desc, const Uuid &id)
{
    Datum values[] = {text_datum(table_id), text_datum(desc), uuid_datum(id)};
    spi::User caller = spi::become_relation_owner(public_relation("partition_info"));
    (void)spi::run(&listed_statement, values);
    spi::become_again(caller);
    return spi::int_column(0, 1, kUnpublished);
}

// A pass over the rows that a DELETE took.
struct Gone {
    Tuplestorestate *rows;
    TupleTableSlot *slot;
};

Gone open_gone(TriggerData *data)
{
    Gone gone = {data->tg_oldtable, MakeSingleTupleTableSlot(RelationGetDescr(data->tg_relation), &TTSOpsMinimalTuple)};
    // A place of our own: another trigger of the statement may read too, each selects its place before it does.
    int place = tuplestore_alloc_read_pointer(gone.rows, EXEC_FLAG_REWIND);
    tuplestore_select_read_pointer(gone.rows, place);
    tuplestore_rescan(gone.rows);
    return gone;
}

void add(Batch *batch, const Gone &gone, const int *numbers)
{
    MemoryContext before = MemoryContextSwitchTo(batch->memory);
    bool null, null_published, null_head;
    std::size_t row = batch->rows++;
    View table_id = batch->table_ids[row] = kept(view_of_text(slot_getattr(gone.slot, numbers[0], &null)));
    View desc = batch->descs[row] = kept(view_of_text(slot_getattr(gone.slot, numbers[1], &null)));
    Uuid id = batch->ids[row] = uuid_of_datum(slot_getattr(gone.slot, numbers[2], &null));
    Datum published = slot_getattr(gone.slot, numbers[3], &null_published);
    (void)slot_getattr(gone.slot, numbers[4], &null_head);
    batch->versions[row] = null_published && !null_head ? kUnpublished : kUnknown;
    if (exists(batch, table_id))
        batch->versions[row] = !null_published ? DatumGetInt32(published)
                               : null_head     ? listed_by(table_id, desc, id)
                                               : kUnpublished;
    batch->has_unpublished = batch->has_unpublished || batch->versions[row] == kUnpublished;
    MemoryContextSwitchTo(before);
}

// Deletes these held commits, which retires them, and forgets them also where their rows are gone already.
void delete_held(View table_id, View desc, Uuids ids)
{
    spi::set_until_end("lakesoul.restoring", "off");   // the caller's setting, but the table's owner runs what follows
    spi::set_until_end("lakesoul.protect_commits", "off");   // no head lists them: it need not be read for each
    Datum values[] = {text_datum(table_id), text_datum(desc), 0};
    for (const Uuid &id : ids) {
        CHECK_FOR_INTERRUPTS();
        values[2] = uuid_datum(id);
        spi::User caller = spi::become_relation_owner(public_relation("data_commit_info"));
        bool gone = spi::run(&delete_statement, values) > 0 || spi::run(&exists_statement, values) == 0;
        spi::become_again(caller);
        if (gone)
            (void)spi::run_as_owner(&unhold_statement, values);
    }
}

Uuids held_ids(View table_id, View desc)
{
    Datum values[] = {text_datum(table_id), text_datum(desc)};
    uint64 rows = spi::run_as_owner(&held_statement, values);
    Uuid *ids = palloc_array(Uuid, rows + 1);
    for (uint64 row = 0; row < rows; ++row)
        ids[row] = spi::uuid_column(row, 1);
    return {ids, rows};
}

}   // namespace

Fate fate(FmgrInfo *function, View table_id, View desc, const Uuid &id, bool is_published)
{
    void **place = once_a_statement(function, table_id, desc);
    if (*place == nullptr)
        *place = read_head(function, table_id, desc);
    const Listed &head = *static_cast<Listed *>(*place);
    // A writer may be about to publish a commit that is only registered, or to list a published one again.
    if (head.moves && !is_published)
        return Fate::left;
    return catalog::contains(head.ids, id) || (head.moves && head.exists) ? Fate::held : Fate::goes;
}

void note_going(View table_id, View desc, const Uuid &id)
{
    if (nothing_is_going()) {
        HASHCTL control = {};
        control.keysize = control.entrysize = sizeof(uint64);
        control.hcxt = TopTransactionContext;
        g.going = hash_create("lakesoul commits that go", 32, &control, HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
        g.transaction = LAKESOUL_LOCAL_XID();
    }
    uint64 key = key_of(table_id, desc, id);
    (void)hash_search(g.going, &key, HASH_ENTER, nullptr);
}

bool is_going(View table_id, View desc, const Uuid &id)
{
    if (nothing_is_going())
        return false;
    uint64 key = key_of(table_id, desc, id);
    return hash_search(g.going, &key, HASH_FIND, nullptr) != nullptr;
}

void hold(View table_id, View desc, const Uuid &id)
{
    int level = spi::begin();
    Datum values[] = {text_datum(table_id), text_datum(desc), uuid_datum(id)};
    (void)spi::run_as_owner(&hold_statement, values);
    spi::end(level);
}

void retire(TriggerData *data)
{
    if (tuplestore_tuple_count(data->tg_oldtable) == 0)
        return;
    int level = spi::begin();
    Gone gone = open_gone(data);
    int numbers[] = {row::number_of(data, "table_id", TEXTOID), row::number_of(data, "partition_desc", TEXTOID),
                     row::number_of(data, "commit_id", UUIDOID), row::number_of(data, "published_version", INT4OID),
                     row::number_of(data, "registered_head", INT8OID)};
    Batch *batch = palloc_object(Batch);
    batch->memory = AllocSetContextCreate(CurrentMemoryContext, "lakesoul deleted commits", ALLOCSET_DEFAULT_SIZES);
    batch->rows = 0;
    batch->has_unpublished = false;
    batch->known_table = View();
    while (tuplestore_gettupleslot(gone.rows, true, false, gone.slot)) {
        CHECK_FOR_INTERRUPTS();
        add(batch, gone, numbers);
        if (batch->rows == Batch::kRows)
            flush(batch);
    }
    flush(batch);
    ExecDropSingleTupleTableSlot(gone.slot);
    spi::end(level);
}

void release(View table_id, View desc)
{
    if (nothing_is_held())
        return;
    int level = spi::begin();
    Uuids held = held_ids(table_id, desc);
    if (!held.empty()) {
        lock::table_unless_held(table_id, desc);
        Uuids snapshot, free;
        (void)head_snapshot(table_id, desc, &snapshot);
        Arena arena = server_arena();
        raise_unless_ok(catalog::combine({}, held, snapshot, &arena, &free));
        if (!free.empty())
            delete_held(table_id, desc, free);
    }
    spi::end(level);
}

void release_all(TriggerData *data)
{
    if (tuplestore_tuple_count(data->tg_oldtable) == 0 || nothing_is_held())
        return;
    int level = spi::begin();
    Gone gone = open_gone(data);
    int numbers[] = {row::number_of(data, "table_id", TEXTOID), row::number_of(data, "partition_desc", TEXTOID)};
    FmgrInfo seen = {};
    seen.fn_mcxt = CurrentMemoryContext;
    bool null;
    while (tuplestore_gettupleslot(gone.rows, true, false, gone.slot)) {
        CHECK_FOR_INTERRUPTS();
        View table_id = view_of_text(slot_getattr(gone.slot, numbers[0], &null));
        View desc = view_of_text(slot_getattr(gone.slot, numbers[1], &null));
        void **done = once_a_statement(&seen, table_id, desc);
        if (*done == nullptr)
            release(table_id, desc);
        *done = &seen;
    }
    ExecDropSingleTupleTableSlot(gone.slot);
    spi::end(level);
}

}   // namespace lakesoul::stock
