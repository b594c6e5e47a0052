// Writes the stored form of a jsonb: header, an entry for each child, then their bytes one after the other. Numbers and
// containers begin at multiples of four; every 32nd entry holds where its child ends, the others how long it is.
#include "pg/jsonb_pack.hpp"

extern "C" {
#include "utils/fmgrprotos.h"
}

namespace lakesoul::json {
namespace {

struct Packer {
    StringInfoData buffer;
    int entries;   // where they are in the buffer
    int data;      // where the children begin
    uint32 next;   // the entry that is written next
};

void pad(Packer *packer)
{
    static const char kZeros[4] = {};
    int size = static_cast<int>(INTALIGN(packer->buffer.len)) - packer->buffer.len;
    appendBinaryStringInfo(&packer->buffer, kZeros, size);
}

Packer begin(uint32 header, uint32 children)
{
    Packer packer = {};
    initStringInfo(&packer.buffer);
    enlargeStringInfo(&packer.buffer, static_cast<int>(VARHDRSZ + sizeof(uint32) + sizeof(JEntry) * children));
    packer.entries = static_cast<int>(VARHDRSZ + sizeof(uint32));
    packer.data = packer.entries + static_cast<int>(sizeof(JEntry) * children);
    memcpy(packer.buffer.data + VARHDRSZ, &header, sizeof header);
    packer.buffer.len = packer.data;
    return packer;
}

// Ends the child that began at first.
void end_child(Packer *packer, JEntry type, int first)
{
    uint32 end = static_cast<uint32>(packer->buffer.len - packer->data);
    if (end > JENTRY_OFFLENMASK)
        ereport(ERROR, (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED), errmsg("the answer is too large"),
                        errdetail("It has more than %u bytes.", JENTRY_OFFLENMASK), errhint("Ask for pages.")));
    JEntry entry = type;
    if (packer->next % JB_OFFSET_STRIDE == 0)
        entry |= end | JENTRY_HAS_OFF;
    else
        entry |= static_cast<uint32>(packer->buffer.len - first);
    memcpy(packer->buffer.data + packer->entries + sizeof(JEntry) * packer->next, &entry, sizeof entry);
    ++packer->next;
}

void put_string(Packer *packer, View text)
{
    int first = packer->buffer.len;
    char *copy = pnstrdup(text.data(), text.size());
    const char *server = pg_any_to_server(copy, static_cast<int>(text.size()), PG_UTF8);
    appendBinaryStringInfo(&packer->buffer, server, static_cast<int>(strlen(server)));
    pfree(copy);
    end_child(packer, JENTRY_ISSTRING, first);
}

void put(Packer *packer, const Value &value)
{
    int first = packer->buffer.len;
    switch (value.kind) {
    case Value::Kind::null: return end_child(packer, JENTRY_ISNULL, first);
    case Value::Kind::text: return put_string(packer, value.text);
    case Value::Kind::truth: return end_child(packer, value.truth ? JENTRY_ISBOOL_TRUE : JENTRY_ISBOOL_FALSE, first);
    case Value::Kind::number: {
        Numeric number = int64_to_numeric(value.number);
        pad(packer);
        appendBinaryStringInfo(&packer->buffer, reinterpret_cast<char *>(number), static_cast<int>(VARSIZE(number)));
        return end_child(packer, JENTRY_ISNUMERIC, first);
    }
    case Value::Kind::jsonb: {
        Jsonb *jsonb = DatumGetJsonbP(value.jsonb);
        pad(packer);
        appendBinaryStringInfo(&packer->buffer, VARDATA(jsonb), static_cast<int>(VARSIZE(jsonb) - VARHDRSZ));
        return end_child(packer, JENTRY_ISCONTAINER, first);
    }
    }
}

Datum finish(Packer *packer)
{
    SET_VARSIZE(packer->buffer.data, packer->buffer.len);
    return PointerGetDatum(packer->buffer.data);
}

}   // namespace

Datum pack_object(Span<const View> keys, const Value *values)
{
    Packer packer = begin(static_cast<uint32>(keys.size) | JB_FOBJECT, static_cast<uint32>(keys.size * 2));
    for (View key : keys)
        put_string(&packer, key);
    for (std::size_t i = 0; i < keys.size; ++i)
        put(&packer, values[i]);
    return finish(&packer);
}

Datum pack_array(Span<const Value> values)
{
    Packer packer = begin(static_cast<uint32>(values.size) | JB_FARRAY, static_cast<uint32>(values.size));
    for (const Value &value : values)
        put(&packer, value);
    return finish(&packer);
}

}   // namespace lakesoul::json
