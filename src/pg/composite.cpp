// Taking arrays of a composite type apart.
#include "pg/composite.hpp"
#include "pg/memory.hpp"

namespace lakesoul {
void find_fields(TupleDesc desc, Span<const Oid> types, int *places, More more)
{
    std::size_t found = 0;
    bool same = true;
    for (int i = 0; same && i < desc->natts; ++i) {
        if (TupleDescAttr(desc, i)->attisdropped)
            continue;
        if (more == More::ignored && found == types.size)
            break;
        same = found < types.size && TupleDescAttr(desc, i)->atttypid == types[found];
        if (same)
            places[found++] = i;
    }
    if (!same || found != types.size)
        ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
                        errmsg("type %s has other fields than it was made with", format_type_be(desc->tdtypeid)),
                        errhint("Run SELECT * FROM lakesoul.setup(); it lists every difference.")));
}

CompositeRows composite_rows(Datum datum, Span<const Oid> types)
{
    ArrayType *array = DatumGetArrayTypeP(datum);
    TupleDesc desc = lookup_rowtype_tupdesc(ARR_ELEMTYPE(array), -1);
    int fields = static_cast<int>(types.size);
    int *places = palloc_array(int, fields);
    find_fields(desc, types, places);
    Datum *attributes = palloc_array(Datum, desc->natts);
    bool *attribute_nulls = palloc_array(bool, desc->natts);
    Datum *elements;
    CompositeRows rows = {0, fields, nullptr, nullptr, nullptr};
    int count;
    deconstruct_array(array, ARR_ELEMTYPE(array), -1, false, TYPALIGN_DOUBLE, &elements, &rows.is_null, &count);
    rows.count = static_cast<std::size_t>(count);
    rows.values = huge_array<Datum>(mul_size(rows.count, fields));
    rows.nulls = huge_array<bool>(mul_size(rows.count, fields));
    for (std::size_t i = 0; i < rows.count; ++i) {
        if (rows.is_null[i])
            continue;
        HeapTupleHeader header = DatumGetHeapTupleHeader(elements[i]);
        HeapTupleData tuple = {};
        tuple.t_len = HeapTupleHeaderGetDatumLength(header);
        tuple.t_data = header;
        heap_deform_tuple(&tuple, desc, attributes, attribute_nulls);
        for (int field = 0; field < fields; ++field) {
            rows.values[i * fields + field] = attributes[places[field]];
            rows.nulls[i * fields + field] = attribute_nulls[places[field]];
        }
    }
    ReleaseTupleDesc(desc);
    return rows;
}

}   // namespace lakesoul
