// Writes the stored form of a jsonb: header, an entry for each child, then their bytes one after the other. Numbers and
// containers begin at multiples of four; every 32nd entry holds where its child ends, the others how long it is.
#include "pg/jsonb_pack.hpp"

#include "pg/text.hpp"

extern "C" {
#include "utils/fmgrprotos.h"
}

namespace lakesoul::json {
namespace {

[[noreturn]] void raise_too_large()
{
    ereport(ERROR, (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED), errmsg("the answer is too large"),
                    errdetail("It has more than %u bytes.", JENTRY_OFFLENMASK), errhint("Ask for pages.")));
    pg_unreachable();
}

void pad(Packer *packer)
{
    static const char kZeros[4] = {};
    int size = static_cast<int>(INTALIGN(packer->buffer.len)) - packer->buffer.len;
    appendBinaryStringInfo(&packer->buffer, kZeros, size);
}

// size: about how many bytes the children have.
Packer begin(uint32 header, std::size_t children, std::size_t size)
{
    std::size_t whole = VARHDRSZ + sizeof(uint32) + sizeof(JEntry) * children + size;
    if (whole > MaxAllocSize / 2)
        raise_too_large();
    Packer packer = {};
    initStringInfo(&packer.buffer);
    enlargeStringInfo(&packer.buffer, static_cast<int>(whole));
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
    if (GetDatabaseEncoding() == PG_UTF8) {
        appendBinaryStringInfo(&packer->buffer, text.data(), static_cast<int>(text.size()));
    } else {
        const char *server = c_string(text);
        appendBinaryStringInfo(&packer->buffer, server, static_cast<int>(strlen(server)));
    }
    end_child(packer, JENTRY_ISSTRING, first);
}

// What a value takes, at most.
std::size_t size_of(const Value &value)
{
    constexpr std::size_t kNumber = 32;
    return value.kind == Value::Kind::jsonb ? VARSIZE_ANY(DatumGetPointer(value.jsonb)) + 4
                                            : value.text.size() + kNumber;
}

}   // namespace

void add(Packer *packer, const Value &value)
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

Datum packed(Packer *packer)
{
    SET_VARSIZE(packer->buffer.data, packer->buffer.len);
    return PointerGetDatum(packer->buffer.data);
}

Datum pack_object(Span<const View> keys, const Value *values)
{
    std::size_t size = 0;
    for (std::size_t i = 0; i < keys.size; ++i)
        size += keys[i].size() + size_of(values[i]);
    Packer packer = begin(static_cast<uint32>(keys.size) | JB_FOBJECT, keys.size * 2, size);
    for (View key : keys)
        put_string(&packer, key);
    for (std::size_t i = 0; i < keys.size; ++i)
        add(&packer, values[i]);
    return packed(&packer);
}

Packer begin_packed_array(std::size_t elements, std::size_t size)
{
    return begin(static_cast<uint32>(elements) | JB_FARRAY, elements, size);
}

}   // namespace lakesoul::json
