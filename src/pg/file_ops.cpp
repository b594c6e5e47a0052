// Building and reading of data_file_op[]. The order of the type's fields is checked by setup().
#include "pg/file_ops.hpp"

#include "pg/spi.hpp"
#include "pg/text.hpp"

namespace lakesoul {
namespace {

enum Field { kPath, kOp, kSize, kExistCols, kFields };

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
    Datum names[] = {CStringGetTextDatum("add"), CStringGetTextDatum("del")};
    Datum *elements = static_cast<Datum *>(palloc_extended(mul_size(files.size, sizeof(Datum)), MCXT_ALLOC_HUGE));
    for (std::size_t i = 0; i < files.size; ++i) {
        if (i % 1024 == 0)
            CHECK_FOR_INTERRUPTS();
        Datum values[kFields] = {text_datum(files[i].path), names[static_cast<int>(files[i].file_op)],
                                 Int64GetDatum(files[i].size), text_datum(files[i].file_exist_cols)};
        bool nulls[kFields] = {};
        elements[i] = HeapTupleGetDatum(heap_form_tuple(desc, values, nulls));
        pfree(DatumGetPointer(values[kPath]));
        pfree(DatumGetPointer(values[kExistCols]));
    }
    ReleaseTupleDesc(desc);
    return PointerGetDatum(construct_array(elements, static_cast<int>(files.size), type, -1, false, TYPALIGN_DOUBLE));
}

Span<wire::DataFileOp> file_ops_of_datum(Datum datum)
{
    ArrayType *array = DatumGetArrayTypeP(datum);
    TupleDesc desc = lookup_rowtype_tupdesc(ARR_ELEMTYPE(array), -1);
    Datum *elements;
    bool *element_nulls;
    int count;
    deconstruct_array(array, ARR_ELEMTYPE(array), -1, false, TYPALIGN_DOUBLE, &elements, &element_nulls, &count);
    wire::DataFileOp *files = static_cast<wire::DataFileOp *>(
        palloc_extended(mul_size(count + 1, sizeof(wire::DataFileOp)), MCXT_ALLOC_HUGE));
    std::size_t used = 0;
    for (int i = 0; i < count; ++i) {
        if (element_nulls[i])
            continue;
        HeapTupleHeader header = DatumGetHeapTupleHeader(elements[i]);
        HeapTupleData tuple = {};
        tuple.t_len = HeapTupleHeaderGetDatumLength(header);
        tuple.t_data = header;
        Datum values[kFields];
        bool nulls[kFields];
        heap_deform_tuple(&tuple, desc, values, nulls);
        wire::DataFileOp *file = &files[used++];
        *file = {view_or_empty(values[kPath], nulls[kPath]), FileOp::add,
                 nulls[kSize] ? 0 : DatumGetInt64(values[kSize]), view_or_empty(values[kExistCols], nulls[kExistCols])};
        if (view_or_empty(values[kOp], nulls[kOp]) == "del")
            file->file_op = FileOp::del;
    }
    ReleaseTupleDesc(desc);
    return {files, used};
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
