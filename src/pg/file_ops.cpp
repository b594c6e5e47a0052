// Building and reading of data_file_op[]. The order of the type's fields is checked by setup().
#include "pg/file_ops.hpp"

#include "pg/composite.hpp"
#include "pg/memory.hpp"
#include "pg/spi.hpp"
#include "pg/text.hpp"

namespace lakesoul {
namespace {

enum Field { kPath, kOp, kSize, kExistCols, kFields };
constexpr Oid kTypes[kFields] = {TEXTOID, TEXTOID, INT8OID, TEXTOID};

View view_or_empty(Datum value, bool null)
{
    return null ? View("") : view_of_text(value);
}

}   // namespace

Datum file_ops_datum(Span<const wire::DataFileOp> files)
{
    Oid type = get_element_type(spi::file_op_array_type());
    if (files.empty())
        return PointerGetDatum(construct_empty_array(type));
    TupleDesc desc = lookup_rowtype_tupdesc(type, -1);
    int places[kFields];
    find_fields(desc, {kTypes, kFields}, places);
    Datum *values = static_cast<Datum *>(palloc0_array(Datum, desc->natts));
    bool *nulls = palloc_array(bool, desc->natts);
    memset(nulls, true, desc->natts);
    for (int place : places)
        nulls[place] = false;
    Datum names[] = {CStringGetTextDatum("add"), CStringGetTextDatum("del")};
    Datum *elements = huge_array<Datum>(files.size);
    for (std::size_t i = 0; i < files.size; ++i) {
        if (i % 1024 == 0)
            CHECK_FOR_INTERRUPTS();
        values[places[kPath]] = text_datum(files[i].path);
        values[places[kOp]] = names[static_cast<int>(files[i].file_op)];
        values[places[kSize]] = Int64GetDatum(files[i].size);
        values[places[kExistCols]] = text_datum(files[i].file_exist_cols);
        elements[i] = HeapTupleGetDatum(heap_form_tuple(desc, values, nulls));
        pfree(DatumGetPointer(values[places[kPath]]));
        pfree(DatumGetPointer(values[places[kExistCols]]));
    }
    ReleaseTupleDesc(desc);
    return PointerGetDatum(construct_array(elements, static_cast<int>(files.size), type, -1, false, TYPALIGN_DOUBLE));
}

Span<wire::DataFileOp> file_ops_of_datum(Datum datum)
{
    CompositeRows rows = composite_rows(datum, {kTypes, kFields});
    wire::DataFileOp *files = huge_array<wire::DataFileOp>(rows.count);
    std::size_t used = 0;
    for (std::size_t i = 0; i < rows.count; ++i) {
        if (rows.is_null[i])
            continue;
        const Datum *values = rows.row(i);
        const bool *nulls = rows.row_nulls(i);
        wire::DataFileOp *file = &files[used++];
        *file = {view_or_empty(values[kPath], nulls[kPath]), FileOp::add,
                 nulls[kSize] ? 0 : DatumGetInt64(values[kSize]), view_or_empty(values[kExistCols], nulls[kExistCols])};
        if (view_or_empty(values[kOp], nulls[kOp]) == "del")
            file->file_op = FileOp::del;
    }
    return {files, used};
}

Span<View> paths_of_datum(Datum datum)
{
    ArrayType *array = DatumGetArrayTypeP(datum);
    TupleDesc desc = lookup_rowtype_tupdesc(ARR_ELEMTYPE(array), -1);
    int place;
    find_fields(desc, {&kTypes[kPath], 1}, &place, More::ignored);
    Datum *elements;
    bool *is_null;
    int count;
    deconstruct_array(array, ARR_ELEMTYPE(array), -1, false, TYPALIGN_DOUBLE, &elements, &is_null, &count);
    View *paths = huge_array<View>(static_cast<std::size_t>(count));
    std::size_t used = 0;
    for (int i = 0; i < count; ++i) {
        if (is_null[i])
            continue;
        HeapTupleData tuple = {};
        tuple.t_data = DatumGetHeapTupleHeader(elements[i]);
        tuple.t_len = HeapTupleHeaderGetDatumLength(tuple.t_data);
        bool null;
        Datum path = heap_getattr(&tuple, place + 1, desc, &null);
        paths[used++] = view_or_empty(path, null);
    }
    ReleaseTupleDesc(desc);
    return {paths, used};
}

bool same_files(Span<const wire::DataFileOp> a, Span<const wire::DataFileOp> b)
{
    if (a.size != b.size)
        return false;
    for (std::size_t i = 0; i < a.size; ++i)
        if (a[i].path != b[i].path || a[i].file_op != b[i].file_op || a[i].size != b[i].size ||
            a[i].file_exist_cols != b[i].file_exist_cols)
            return false;
    return true;
}

}   // namespace lakesoul
