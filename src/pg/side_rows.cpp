// Direct access to rows. Knows no table.
#include "pg/side_rows.hpp"

extern "C" {
#include "access/genam.h"
#include "access/heapam.h"
#include "access/table.h"
#include "access/tableam.h"
#include "executor/executor.h"
#include "utils/fmgroids.h"
#include "utils/rel.h"
}

namespace lakesoul::side {
namespace {

Relation open_table(const char *table, LOCKMODE mode)
{
    Relation relation = table_open(get_relname_relid(table, get_namespace_oid("lakesoul", false)), mode);
    if (RelationGetDescr(relation)->natts > kMaxColumns)
        ereport(ERROR, (errcode(ERRCODE_INTERNAL_ERROR), errmsg("table \"%s\" has too many columns", table)));
    return relation;
}

void set_key(ScanKey key, Relation index, int column, Datum value)
{
    ScanKeyEntryInitialize(key, 0, index->rd_index->indkey.values[column], BTEqualStrategyNumber, InvalidOid,
                           index->rd_indcollation[column], index->rd_opcintype[column] == TEXTOID ? F_TEXTEQ : F_INT8EQ,
                           value);
}

void set_lower_bound(ScanKey key, Relation index, int column, int64 from)
{
    ScanKeyEntryInitialize(key, 0, index->rd_index->indkey.values[column], BTGreaterEqualStrategyNumber, InvalidOid,
                           InvalidOid, F_INT8GE, Int64GetDatum(from));
}

// What the executor needs to keep a table's indexes and constraints.
struct Writer {
    Relation relation;
    EState *state;
    ResultRelInfo *result;
    TupleTableSlot *slot;
};

void check_may_write(const char *command)
{
    PreventCommandIfReadOnly(command);
    PreventCommandIfParallelMode(command);
}

Writer begin_writing(const char *table, const Row &row)
{
    Writer writer = {};
    writer.relation = open_table(table, RowExclusiveLock);
    writer.state = CreateExecutorState();
    writer.result = makeNode(ResultRelInfo);
    InitResultRelInfo(writer.result, writer.relation, 0, nullptr, 0);
    ExecOpenIndices(writer.result, false);
    writer.slot = MakeSingleTupleTableSlot(RelationGetDescr(writer.relation), table_slot_callbacks(writer.relation));
    int columns = RelationGetDescr(writer.relation)->natts;
    ExecClearTuple(writer.slot);
    for (int i = 0; i < columns; ++i) {
        writer.slot->tts_isnull[i] = row.nulls[i];
        writer.slot->tts_values[i] = writer.slot->tts_isnull[i] ? 0 : row.values[i];
    }
    ExecStoreVirtualTuple(writer.slot);
    return writer;
}

void end_writing(const Writer &writer)
{
    ExecCloseIndices(writer.result);
    ExecDropSingleTupleTableSlot(writer.slot);
    FreeExecutorState(writer.state);
    table_close(writer.relation, NoLock);
    CommandCounterIncrement();   // what follows sees it
}

}   // namespace

Row new_row()
{
    Row row = {};
    for (bool &null : row.nulls)
        null = true;
    return row;
}

void set(Row *row, int column, Datum value)
{
    row->values[column] = value;
    row->nulls[column] = false;
}

bool find_last(const char *table, const Datum *key, int key_columns, Row *out, const int64 *from)
{
    CommandCounterIncrement();   // or what this transaction wrote last is not seen
    Relation relation = open_table(table, AccessShareLock);
    Relation index = index_open(LAKESOUL_PRIMARY_KEY(relation), AccessShareLock);
    ScanKeyData keys[INDEX_MAX_KEYS];
    for (int i = 0; i < key_columns; ++i)
        set_key(&keys[i], index, i, key[i]);
    if (from != nullptr)
        set_lower_bound(&keys[key_columns], index, key_columns, *from);
    Snapshot snapshot = RegisterSnapshot(GetLatestSnapshot());
    SysScanDesc scan = systable_beginscan_ordered(relation, index, snapshot, key_columns + (from != nullptr), keys);
    HeapTuple tuple = systable_getnext_ordered(scan, BackwardScanDirection);
    bool found = HeapTupleIsValid(tuple);
    if (found) {
        *out = new_row();
        HeapTuple copy = heap_copytuple(tuple);
        out->place = copy->t_self;
        heap_deform_tuple(copy, RelationGetDescr(relation), out->values, out->nulls);
    }
    systable_endscan_ordered(scan);
    UnregisterSnapshot(snapshot);
    index_close(index, AccessShareLock);
    table_close(relation, AccessShareLock);
    return found;
}

void insert(const char *table, const Row &row)
{
    check_may_write("INSERT");
    Writer writer = begin_writing(table, row);
    ExecSimpleRelationInsert(writer.result, writer.state, writer.slot);
    end_writing(writer);
}

void update(const char *table, const Row &row)
{
    check_may_write("UPDATE");
    Writer writer = begin_writing(table, row);
    TupleTableSlot *old = MakeSingleTupleTableSlot(RelationGetDescr(writer.relation), &TTSOpsVirtual);
    old->tts_tid = row.place;
    ExecSimpleRelationUpdate(writer.result, writer.state, nullptr, old, writer.slot);
    ExecDropSingleTupleTableSlot(old);
    end_writing(writer);
}

void remove(const char *table, const Row &row)
{
    check_may_write("DELETE");
    Relation relation = open_table(table, RowExclusiveLock);
    ItemPointerData place = row.place;
    simple_heap_delete(relation, &place);
    table_close(relation, NoLock);
    CommandCounterIncrement();
}

}   // namespace lakesoul::side
