// Conversions between datums and core's views, with encoding checks.
#include "pg/text.hpp"

namespace lakesoul {
namespace {

Datum text_of_bytes(const char *data, std::size_t size)
{
    return PointerGetDatum(cstring_to_text_with_len(data == nullptr ? "" : data, static_cast<int>(size)));
}

ArrayType *array_without_nulls(Datum datum, const char *argument)
{
    ArrayType *array = DatumGetArrayTypeP(datum);
    if (array_contains_nulls(array))
        ereport(ERROR, (errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED), errmsg("%s must not contain NULL", argument)));
    return array;
}

}   // namespace

Datum text_datum(View utf8)
{
    char *converted =
        pg_any_to_server(utf8.data() == nullptr ? "" : utf8.data(), static_cast<int>(utf8.size()), PG_UTF8);
    if (converted == utf8.data())
        return text_of_bytes(utf8.data(), utf8.size());
    return PointerGetDatum(cstring_to_text(utf8.empty() ? "" : converted));
}

const char *c_string(View utf8)
{
    return text_to_cstring(DatumGetTextPP(text_datum(utf8)));
}

View view_of_text(Datum datum)
{
    text *value = DatumGetTextPP(datum);
    int size = VARSIZE_ANY_EXHDR(value);
    char *converted = pg_server_to_any(VARDATA_ANY(value), size, PG_UTF8);
    if (converted == VARDATA_ANY(value))
        return View(VARDATA_ANY(value), size);
    return View(converted, strlen(converted));
}

View view_of_bytea(Datum datum)
{
    bytea *value = DatumGetByteaPP(datum);
    return View(VARDATA_ANY(value), VARSIZE_ANY_EXHDR(value));
}

Datum bytea_datum(View bytes)
{
    return text_of_bytes(bytes.data(), bytes.size());   // bytea and text have the same layout
}

Datum uuid_datum(const Uuid &id)
{
    static_assert(sizeof(Uuid) == UUID_LEN);
    void *place = palloc(UUID_LEN);
    memcpy(place, id.bytes, UUID_LEN);
    return PointerGetDatum(place);
}

Uuid uuid_of_datum(Datum datum)
{
    Uuid id;
    memcpy(id.bytes, DatumGetUUIDP(datum)->data, UUID_LEN);
    return id;
}

Datum uuid_array_datum(Uuids ids)
{
    if (ids.empty())
        return PointerGetDatum(construct_empty_array(UUIDOID));
    Size size = add_size(ARR_OVERHEAD_NONULLS(1), mul_size(ids.size, UUID_LEN));
    if (!AllocSizeIsValid(size))
        ereport(ERROR, (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
                        errmsg("a snapshot of %zu commits is too large", ids.size), errhint("Compact the partition.")));
    ArrayType *array = static_cast<ArrayType *>(palloc0(size));
    SET_VARSIZE(array, size);
    array->ndim = 1;
    array->dataoffset = 0;
    array->elemtype = UUIDOID;
    ARR_DIMS(array)[0] = static_cast<int>(ids.size);
    ARR_LBOUND(array)[0] = 1;
    memcpy(ARR_DATA_PTR(array), ids.data, ids.size * UUID_LEN);
    return PointerGetDatum(array);
}

Uuids uuids_of_datum(Datum datum)
{
    ArrayType *array = DatumGetArrayTypeP(datum);
    int count = ArrayGetNItems(ARR_NDIM(array), ARR_DIMS(array));
    if (!array_contains_nulls(array))
        return {reinterpret_cast<const Uuid *>(ARR_DATA_PTR(array)), static_cast<std::size_t>(count)};
    Datum *elements;
    bool *nulls;
    deconstruct_array(array, UUIDOID, UUID_LEN, false, TYPALIGN_CHAR, &elements, &nulls, &count);
    Uuid *ids = palloc_array(Uuid, count + 1);
    std::size_t used = 0;
    for (int i = 0; i < count; ++i)
        if (!nulls[i])
            ids[used++] = uuid_of_datum(elements[i]);
    return {ids, used};
}

Span<const View> views_of_text_array(Datum datum, const char *argument)
{
    ArrayType *array = array_without_nulls(datum, argument);
    Datum *elements;
    int count;
    deconstruct_array(array, TEXTOID, -1, false, TYPALIGN_INT, &elements, nullptr, &count);
    View *views = static_cast<View *>(palloc_array(View, count > 0 ? count : 1));
    for (int i = 0; i < count; ++i)
        views[i] = view_of_text(elements[i]);
    return {views, static_cast<std::size_t>(count)};
}

Datum text_array_datum(Span<const View> texts)
{
    Datum *elements = palloc_array(Datum, texts.size + 1);
    for (std::size_t i = 0; i < texts.size; ++i)
        elements[i] = text_datum(texts[i]);
    return PointerGetDatum(construct_array(elements, static_cast<int>(texts.size), TEXTOID, -1, false, TYPALIGN_INT));
}

Datum int_array_datum(Span<const int32> values)
{
    Datum *elements = palloc_array(Datum, values.size + 1);
    for (std::size_t i = 0; i < values.size; ++i)
        elements[i] = Int32GetDatum(values[i]);
    return PointerGetDatum(
        construct_array(elements, static_cast<int>(values.size), INT4OID, sizeof(int32), true, TYPALIGN_INT));
}

const char *uuid_c_string(const Uuid &id)
{
    return DatumGetCString(DirectFunctionCall1(uuid_out, uuid_datum(id)));
}

}   // namespace lakesoul
