// Which snapshot a LakeSoul commit makes.
// State g: the snapshots that stock clients' rows made in this transaction, so that the next row joins in.
#include "pg/paimon_mint.hpp"

#include "pg/catalog_commit.hpp"
#include "pg/clock.hpp"
#include "pg/lock.hpp"
#include "pg/memory.hpp"
#include "pg/paimon_chain.hpp"
#include "pg/spi.hpp"
#include "pg/stock_lookup.hpp"
#include "pg/text.hpp"

extern "C" {
#include "executor/executor.h"
#include "utils/fmgrprotos.h"
#include "utils/hsearch.h"
}

namespace lakesoul::paimon {
namespace {

struct Minted {
    uint64 table;   // the key
    Uuid uuid;
};

struct {
    LocalTransactionId transaction;
    HTAB *minted;   // lives in TopTransactionContext
} g;

Minted *minted_by_stock(View table_id, bool *found)
{
    if (g.minted == nullptr || g.transaction != LAKESOUL_LOCAL_XID()) {
        HASHCTL control = {};
        control.keysize = sizeof(uint64);
        control.entrysize = sizeof(Minted);
        control.hcxt = TopTransactionContext;
        g.minted = hash_create("lakesoul snapshots", 8, &control, HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
        g.transaction = LAKESOUL_LOCAL_XID();
    }
    uint64 key = DatumGetUInt64(hash_any_extended(reinterpret_cast<const unsigned char *>(table_id.data()),
                                                  static_cast<int>(table_id.size()), 0));
    return static_cast<Minted *>(hash_search(g.minted, &key, HASH_ENTER, found));
}

bool deletes_files(Span<const wire::DataFileOp> files)
{
    for (const wire::DataFileOp &file : files)
        if (file.file_op == FileOp::del)
            return true;
    return false;
}

void add_files(Span<const wire::DataFileOp> files, Counts *counts)
{
    for (const wire::DataFileOp &file : files) {
        ++counts->file_count;
        if (__builtin_add_overflow(counts->file_size_in_bytes, file.size, &counts->file_size_in_bytes))
            counts->file_size_in_bytes = PG_INT64_MAX;
    }
}

Counts minus(const Counts &after, const Counts &before)
{
    return {-1, after.file_size_in_bytes - before.file_size_in_bytes, after.file_count - before.file_count, -1};
}

// What a version did that only adds to the one before; false if files must be compared.
bool only_adds(CommitOp op, const PartitionState &state, Counts *delta)
{
    if (op != CommitOp::append && op != CommitOp::merge)
        return false;
    for (std::size_t i = 0; i < state.ids.size; ++i) {
        if (deletes_files(state.files[i]))
            return false;
        add_files(state.files[i], delta);
    }
    return true;
}

Change stock_change(const StockVersion &row)
{
    Change change = {row.desc, row.version, {-1, 0, 0, 0}, false, false, 0};
    bool adds = (row.op == CommitOp::append || row.op == CommitOp::merge) &&
                row.snapshot.size == row.before.size + row.added.size;
    spi::User caller = spi::become_common_owner();
    if (adds) {
        SnapshotFiles added = read_snapshot(row.table_id, row.desc, row.added, false);
        for (std::size_t i = 0; i < added.commit_count && adds; ++i) {
            Span<const wire::DataFileOp> files = {added.files[i].data, added.files[i].size};
            adds = !deletes_files(files);
            add_files(files, &change.delta);
        }
    }
    if (!adds)
        change.delta = minus(measure_files(row.table_id, row.desc, row.snapshot),
                             measure_files(row.table_id, row.desc, row.before));
    spi::become_again(caller);
    change.delta.last_file_creation_time = row.timestamp;
    return change;
}

// The keys that a snapshot takes over from the one before.
void inherit(const SnapshotRow &head, SnapshotRow *next)
{
    if (!head.has_body)
        return;
    json::Out out = {};
    json::begin_object(&out);
    Jsonb *body = DatumGetJsonbP(head.body);
    for (const char *name : {"nextRowId", "statistics"}) {
        bool keeps = name[0] == 'n' || head.schema_id == next->schema_id;
        JsonbValue buffer;
        JsonbValue *value = getKeyJsonValueFromContainer(&body->root, name, static_cast<int>(strlen(name)), &buffer);
        if (value == nullptr || !keeps)
            continue;
        json::key(&out, name);
        out.root = pushJsonbValue(&out.state, WJB_VALUE, value);
        next->has_body = true;
    }
    json::end_object(&out);
    next->body = json::datum(&out);
}

Uuid new_uuid()
{
    return uuid_of_datum(DirectFunctionCall1(gen_random_uuid, 0));
}

void mint(const lakesoul::Table &table, int64 schema_id, const Kind &kind, int64 time, Span<const Change> changes)
{
    lock::chain(table.id);
    SnapshotRow head;
    bool exists = find_head(table.id, &head);
    SnapshotRow next = following(exists ? &head : nullptr, schema_id, kind, time);
    next.totals = apply_changes(table, next.id, changes, false, next.totals);
    insert_snapshot(table.id, next);
}

// Joins the snapshot that this transaction's stock rows have made, while it is the newest.
void mint_for_stock(const lakesoul::Table &table, int64 schema_id, CommitOp op, int64 time, const Change &change)
{
    lock::chain(table.id);
    SnapshotRow head;
    bool exists = find_head(table.id, &head), known = false;
    Minted *minted = minted_by_stock(table.id, &known);
    Kind kind = {};
    if (known && exists && head.uuid == View(uuid_text(minted->uuid).text)) {
        kind = {head.kind == "APPEND", head.kind == "COMPACT", head.kind == "OVERWRITE"};
        kind.add(op);
        head.kind = kind.name();
        head.totals = apply_changes(table, head.id, {&change, 1}, true, head.totals);
        update_head(table.id, head);
        return;
    }
    kind.add(op);
    SnapshotRow next = following(exists ? &head : nullptr, schema_id, kind, time);
    next.totals = apply_changes(table, next.id, {&change, 1}, false, next.totals);
    insert_snapshot(table.id, next);
    minted->uuid = uuid_of_datum(DirectFunctionCall1(uuid_in, CStringGetDatum(c_string(next.uuid))));
}

bool find_table_of_stock(View table_id, lakesoul::Table *table)
{
    spi::User caller = spi::become_relation_owner(stock::public_relation("table_info"));
    bool found = find_table_by_id(table_id, table);
    spi::become_again(caller);
    return found;
}

// Versions of a partition that a statement deleted.
struct Gone {
    View table_id, desc;
    List<int32> versions;
};

// The newest versions of a partition went, an older one is its head again.
void note_old_head(const lakesoul::Table &table, int64 schema_id, View desc, int32 version, Uuids snapshot)
{
    PartitionRow row = {};
    bool known = find_partition(table.id, desc, &row);
    Counts before = known ? row.counts : Counts{-1, 0, 0, 0};
    spi::User caller = spi::become_common_owner();
    Change change = {desc, version, minus(measure_files(table.id, desc, snapshot), before), false, false, 0};
    spi::become_again(caller);
    change.delta.last_file_creation_time = 0;
    mint_for_stock(table, schema_id, CommitOp::update, now_ms(), change);
}

void note_gone(const Gone &gone)
{
    Uuids snapshot;
    lakesoul::Table table;
    PartitionRow row;
    int64 schema_id;
    int32 head = -1, newest = -1;
    if (!has_chain(gone.table_id, &schema_id) || !find_table_of_stock(gone.table_id, &table))
        return;
    lock::chain(gone.table_id);
    note_gone_versions(gone.table_id, gone.desc, {gone.versions.data, gone.versions.size});
    for (std::size_t i = 0; i < gone.versions.size; ++i)
        newest = Max(newest, gone.versions.data[i]);
    if (!stock::head_snapshot(gone.table_id, gone.desc, &snapshot, &head)) {
        if (find_partition(gone.table_id, gone.desc, &row))
            mint_for_stock(table, schema_id, CommitOp::del, now_ms(), {gone.desc, kDeleted, {}, false, false, 0});
    } else if (newest > head) {
        note_old_head(table, schema_id, gone.desc, head, snapshot);
    }
}

View kept(View text)
{
    char *copy = static_cast<char *>(palloc(text.size() + 1));
    memcpy(copy, text.data(), text.size());
    return View(copy, text.size());
}

}   // namespace

SnapshotRow following(const SnapshotRow *head, int64 schema_id, const Kind &kind, int64 time_millis)
{
    SnapshotRow next = {};
    UuidText uuid = uuid_text(new_uuid());
    next.uuid = View(pstrdup(uuid.text));
    next.id = next.identifier = head == nullptr ? 1 : head->id + 1;
    next.schema_id = schema_id;
    next.user = kLakeSoulUser;
    next.kind = kind.name();
    next.time_millis = time_millis;
    next.is_lakesoul = true;
    next.totals = {{true, 0}, {true, 0}, {true, 0}, {true, 0}};
    if (head == nullptr)
        return next;
    next.totals = head->totals;
    next.watermark = head->watermark;
    inherit(*head, &next);
    return next;
}

Change change_of(const lakesoul::Table &table, CommitOp op, const PartitionState &state, int64 stamp)
{
    View desc = state.request->desc;
    Change change = {desc, state.verdict.version, {-1, 0, 0, 0}, false, false, 0};
    if (!only_adds(op, state, &change.delta))
        change.delta = minus(measure_files(table.id, desc, state.verdict.snapshot),
                             measure_files(table.id, desc, state.head.snapshot));
    change.delta.last_file_creation_time = stamp;
    return change;
}

void after_commit(const lakesoul::Table &table, CommitOp op, Span<const PartitionState> states, int64 stamp)
{
    int64 schema_id;
    if (!has_chain(table.id, &schema_id))
        return;
    Change *changes = palloc_array(Change, states.size + 1);
    std::size_t count = 0;
    for (const PartitionState &state : states)
        if (!state.replay.already_committed && state.verdict.outcome == catalog::Outcome::committed)
            changes[count++] = change_of(table, op, state, stamp);
    Kind kind = {};
    kind.add(op);
    if (count > 0)
        mint(table, schema_id, kind, stamp, {changes, count});
}

void after_stock_insert(const StockVersion &row, int64 schema_id)
{
    lakesoul::Table table;
    if (find_table_of_stock(row.table_id, &table))
        mint_for_stock(table, schema_id, row.op, row.timestamp, stock_change(row));
}

void end_stock_snapshot(View table_id)
{
    bool known = false;
    minted_by_stock(table_id, &known)->uuid = {};
}

void after_delete(TriggerData *data)
{
    if (spi::has_no_pages("lakesoul", "paimon_chains") || tuplestore_tuple_count(data->tg_oldtable) == 0)
        return;
    int level = spi::begin();
    TupleTableSlot *slot = MakeSingleTupleTableSlot(RelationGetDescr(data->tg_relation), &TTSOpsMinimalTuple);
    // A place of our own: other passes of the statement have theirs.
    tuplestore_select_read_pointer(data->tg_oldtable,
                                   tuplestore_alloc_read_pointer(data->tg_oldtable, EXEC_FLAG_REWIND));
    tuplestore_rescan(data->tg_oldtable);
    int numbers[] = {row::number_of(data, "table_id", TEXTOID), row::number_of(data, "partition_desc", TEXTOID),
                     row::number_of(data, "version", INT4OID)};
    FmgrInfo seen = {};
    seen.fn_mcxt = CurrentMemoryContext;
    bool null;
    List<Gone *> all = {};
    while (tuplestore_gettupleslot(data->tg_oldtable, true, false, slot)) {
        CHECK_FOR_INTERRUPTS();
        View table_id = view_of_text(slot_getattr(slot, numbers[0], &null));
        View desc = view_of_text(slot_getattr(slot, numbers[1], &null));
        void **found = stock::once_a_statement(&seen, table_id, desc);
        if (*found == nullptr) {
            *found = palloc(sizeof(Gone));
            *static_cast<Gone *>(*found) = {kept(table_id), kept(desc), {}};
            all.add(static_cast<Gone *>(*found));
        }
        static_cast<Gone *>(*found)->versions.add(DatumGetInt32(slot_getattr(slot, numbers[2], &null)));
    }
    ExecDropSingleTupleTableSlot(slot);
    for (std::size_t i = 0; i < all.size; ++i) {
        CHECK_FOR_INTERRUPTS();
        note_gone(*all.data[i]);
    }
    spi::end(level);
}

}   // namespace lakesoul::paimon
