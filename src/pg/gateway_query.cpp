// Rows as elements of a JniWrapper. One row is in memory besides the result. NULL, which no client writes, reads as the
// default of its field.
#include "pg/gateway_query.hpp"

#include "core/wire/wire.hpp"

#include "pg/error.hpp"
#include "pg/file_ops.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/text.hpp"

extern "C" {
#include "lib/stringinfo.h"
}

namespace lakesoul::gateway {
namespace {

using spi::bigint_column;
using spi::text_column;

// An operation has no default that would be harmless.
CommitOp op_column(uint64 row, int number, View table_id, View desc)
{
    View name = text_column(row, number);
    CommitOp op;
    if (!commit_op_from_name(name, &op))
        ereport(ERROR, (errcode(ERRCODE_DATA_CORRUPTED),
                        errmsg("a stored commit_op is not one of the contract: \"%s\"", c_string(name)),
                        table_id.data() == nullptr ? 0
                                                   : errdetail("It is in a row of table id \"%s\", partition \"%s\".",
                                                               c_string(table_id), c_string(desc))));
    return op;
}

wire::Namespace namespace_of(uint64 row)
{
    return {text_column(row, 1), text_column(row, 2), text_column(row, 3), text_column(row, 4)};
}

wire::TableInfo table_of(uint64 row)
{
    wire::TableInfo table;
    table.table_id = text_column(row, 1);
    table.table_name = text_column(row, 2);
    table.table_path = text_column(row, 3);
    table.table_schema = text_column(row, 4);
    table.properties = text_column(row, 5);
    table.partitions = text_column(row, 6);
    table.table_namespace = text_column(row, 7);
    table.domain = text_column(row, 8);
    table.table_schema_arrow_ipc = spi::bytea_column(row, 9);
    table.table_schema_arrow_ipc_json_hash = text_column(row, 10);
    return table;
}

wire::PartitionInfo version_of(uint64 row)
{
    wire::PartitionInfo version;
    version.table_id = text_column(row, 1);
    version.partition_desc = text_column(row, 2);
    version.version = spi::int_column(row, 3, 0);
    version.commit_op = op_column(row, 4, version.table_id, version.partition_desc);
    version.timestamp = bigint_column(row, 5, 0);
    version.snapshot = spi::uuids_column(row, 6);
    version.expression = text_column(row, 7);
    version.domain = text_column(row, 8);
    return version;
}

wire::DataCommitInfo commit_of(uint64 row)
{
    wire::DataCommitInfo commit;
    commit.table_id = text_column(row, 1);
    commit.partition_desc = text_column(row, 2);
    commit.commit_id = spi::uuid_column(row, 3);
    bool null;
    Datum file_ops = spi::file_ops_column(row, 4, &null);
    if (!null) {
        Span<wire::DataFileOp> files = file_ops_of_datum(file_ops);
        commit.file_ops = {files.data, files.size};
    }
    commit.commit_op = op_column(row, 5, commit.table_id, commit.partition_desc);
    commit.timestamp = bigint_column(row, 6, 0);
    commit.committed = spi::bool_column(row, 7);
    commit.domain = text_column(row, 8);
    return commit;
}

wire::DiscardCompressedFileInfo discard_of(uint64 row)
{
    return {text_column(row, 1), text_column(row, 2), text_column(row, 3), bigint_column(row, 4, 0),
            text_column(row, 5)};
}

Status encode_row(Field field, uint64 row, Arena *arena, View *bytes)
{
    switch (field) {
    case Field::name_space: return wire::encode_element(namespace_of(row), arena, bytes);
    case Field::table_info: return wire::encode_element(table_of(row), arena, bytes);
    case Field::table_path_id:
        return wire::encode_element(
            wire::TablePathId{text_column(row, 1), text_column(row, 2), text_column(row, 3), text_column(row, 4)},
            arena, bytes);
    case Field::table_name_id:
        return wire::encode_element(
            wire::TableNameId{text_column(row, 1), text_column(row, 2), text_column(row, 3), text_column(row, 4)},
            arena, bytes);
    case Field::partition_info: return wire::encode_element(version_of(row), arena, bytes);
    case Field::data_commit_info: return wire::encode_element(commit_of(row), arena, bytes);
    case Field::discard_compressed_file_info: break;
    }
    return wire::encode_element(discard_of(row), arena, bytes);
}

// Adds bytes to what becomes a bytea, whose header has its place before them.
void append(const Entry &entry, StringInfo out, View bytes)
{
    if (bytes.size() >= MaxAllocSize - static_cast<std::size_t>(out->len))
        ereport(ERROR, (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
                        errmsg("result of code %d (%s) is larger than 1 GB", entry.code.number, entry.code.name),
                        errhint("Ask for fewer partitions, versions or commits at a time.")));
    appendBinaryStringInfo(out, bytes.data(), static_cast<int>(bytes.size()));
}

// The rows of the current batch, the memory of one freed before the next.
void append_rows(const Entry &entry, MemoryContext one, StringInfo out)
{
    for (uint64 row = 0; row < SPI_processed; ++row) {
        CHECK_FOR_INTERRUPTS();
        MemoryContext before = MemoryContextSwitchTo(one);
        Arena arena = server_arena();
        View bytes;
        raise_unless_ok(encode_row(entry.field, row, &arena, &bytes));
        append(entry, out, bytes);
        MemoryContextSwitchTo(before);
        MemoryContextReset(one);
    }
}

}   // namespace

Datum query(const Entry &entry, Datum *values, MemoryContext caller)
{
    constexpr long kBatch = 50;
    StringInfoData out;
    MemoryContext procedure = MemoryContextSwitchTo(caller);
    initStringInfo(&out);
    MemoryContextSwitchTo(procedure);
    appendStringInfoSpaces(&out, VARHDRSZ);
    MemoryContext one = AllocSetContextCreate(CurrentMemoryContext, "lakesoul row", ALLOCSET_DEFAULT_SIZES);
    Portal portal = spi::open(entry.statement, values, nullptr, true);
    uint64 rows = 0;
    for (SPI_cursor_fetch(portal, true, kBatch); SPI_processed > 0; SPI_cursor_fetch(portal, true, kBatch)) {
        rows += SPI_processed;
        if (entry.one && rows > 1)
            ereport(ERROR, (errcode(ERRCODE_CARDINALITY_VIOLATION),
                            errmsg("code %d (%s) found more than one row", entry.code.number, entry.code.name)));
        append_rows(entry, one, &out);
        SPI_freetuptable(SPI_tuptable);
    }
    SPI_cursor_close(portal);
    SET_VARSIZE(out.data, out.len);
    return PointerGetDatum(out.data);
}

}   // namespace lakesoul::gateway
