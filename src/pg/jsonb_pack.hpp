// Joining many values into a jsonb without taking them apart: what is a jsonb already is copied as it is stored, where
// pushJsonbValue() would visit each value in it several times. For lists of thousands. The stored form is that of
// utils/jsonb.h, which does not change between server versions: pg_upgrade keeps it.
#pragma once

#include "core/base/types.hpp"
#include "pg/pg.hpp"

namespace lakesoul::json {

struct Value {
    enum class Kind : unsigned char { null, text, number, truth, jsonb } kind = Kind::null;
    View text;
    int64 number = 0;
    bool truth = false;
    Datum jsonb = 0;
};
inline Value of_text(View text)   // null for a null view
{
    return {text.data() == nullptr ? Value::Kind::null : Value::Kind::text, text};
}
inline Value of_number(int64 number)
{
    return {Value::Kind::number, View(), number};
}
inline Value of_truth(bool truth)
{
    return {Value::Kind::truth, View(), 0, truth};
}
inline Value of_jsonb(Datum jsonb)   // an object or an array
{
    return {Value::Kind::jsonb, View(), 0, false, jsonb};
}

// An object. Keys are ASCII, in the order of jsonb: shorter ones first, then by bytes.
Datum pack_object(Span<const View> keys, const Value *values);

// An array of so many elements, added one by one. size: about how many bytes they have.
struct Packer {
    StringInfoData buffer;
    int entries;   // where they are in the buffer
    int data;      // where the children begin
    uint32 next;   // the entry that is written next
};
Packer begin_packed_array(std::size_t elements, std::size_t size);
void add(Packer *array, const Value &value);
Datum packed(Packer *packer);

}   // namespace lakesoul::json
