// Payloads as rows: single ones, and the lists of codes 300 to 302, each all or nothing.
#include "pg/gateway_insert.hpp"

#include "pg/catalog_commit.hpp"
#include "pg/error.hpp"
#include "pg/file_ops.hpp"
#include "pg/text.hpp"

extern "C" {
#include "utils/date.h"
#include "utils/datetime.h"
#include "utils/resowner.h"
}

namespace lakesoul::gateway {
namespace {

// As clients do, in every table; what is marked already needs no new row.
spi::Statement mark_statement = {"UPDATE public.data_commit_info AS c SET committed = true"
                                 " WHERE c.commit_id OPERATOR(pg_catalog.=) ANY ($1) AND c.committed IS NOT TRUE",
                                 1,
                                 {UUIDARRAYOID}};

uint64 insert_row(spi::Statement *statement, const wire::Namespace &row)
{
    Datum values[] = {text_datum(row.name), text_datum(row.properties), text_datum(row.comment),
                      text_datum(row.domain)};
    return spi::run(statement, values);
}

uint64 insert_row(spi::Statement *statement, const wire::TablePathId &row)
{
    Datum values[] = {text_datum(row.table_path), text_datum(row.table_id), text_datum(row.table_namespace),
                      text_datum(row.domain)};
    return spi::run(statement, values);
}

uint64 insert_row(spi::Statement *statement, const wire::TableNameId &row)
{
    Datum values[] = {text_datum(row.table_name), text_datum(row.table_id), text_datum(row.table_namespace),
                      text_datum(row.domain)};
    return spi::run(statement, values);
}

uint64 insert_row(spi::Statement *statement, const wire::TableInfo &row)
{
    Datum values[] = {text_datum(row.table_id),
                      text_datum(row.table_name),
                      text_datum(row.table_path),
                      text_datum(row.table_schema),
                      text_datum(row.properties),
                      text_datum(row.partitions),
                      text_datum(row.table_namespace),
                      text_datum(row.domain),
                      bytea_datum(row.table_schema_arrow_ipc),
                      text_datum(row.table_schema_arrow_ipc_json_hash)};
    char nulls[] = "          ";
    nulls[8] = row.table_schema_arrow_ipc.empty() ? 'n' : ' ';
    nulls[9] = row.table_schema_arrow_ipc_json_hash.empty() ? 'n' : ' ';
    return spi::run(statement, values, nulls);
}

uint64 insert_row(spi::Statement *statement, const wire::PartitionInfo &row)
{
    Datum values[] = {text_datum(row.table_id),       text_datum(row.partition_desc),
                      Int32GetDatum(row.version),     text_datum(commit_op_name(row.commit_op)),
                      uuid_array_datum(row.snapshot), text_datum(row.expression),
                      text_datum(row.domain)};
    return spi::run(statement, values);
}

uint64 insert_row(spi::Statement *statement, const wire::DataCommitInfo &row)
{
    Datum values[] = {text_datum(row.table_id),
                      text_datum(row.partition_desc),
                      uuid_datum(row.commit_id),
                      file_ops_datum(row.file_ops),
                      text_datum(commit_op_name(row.commit_op)),
                      Int64GetDatum(row.timestamp),
                      BoolGetDatum(row.committed),
                      text_datum(row.domain)};
    return spi::run(statement, values);
}

Datum date_datum(View text)
{
    Date date;
    switch (parse_date(text, &date)) {
    case DateFault::none: break;
    case DateFault::syntax:
        ereport(ERROR, (errcode(ERRCODE_INVALID_DATETIME_FORMAT), errmsg("t_date \"%s\" is not a date", c_string(text)),
                        errhint("Write year, month and day, as in 2026-08-01.")));
    case DateFault::range:
        ereport(ERROR, (errcode(ERRCODE_DATETIME_FIELD_OVERFLOW),
                        errmsg("t_date \"%s\" is not a day of the calendar", c_string(text))));
    }
    return DateADTGetDatum(date2j(date.year, date.month, date.day) - POSTGRES_EPOCH_JDATE);
}

uint64 insert_row(spi::Statement *statement, const wire::DiscardCompressedFileInfo &row)
{
    Datum values[] = {text_datum(row.file_path), text_datum(row.table_path), text_datum(row.partition_desc),
                      Int64GetDatum(row.timestamp), date_datum(row.t_date)};
    return spi::run(statement, values);
}

uint64 insert_one(const Entry &entry, const wire::JniWrapper &payload)
{
    switch (entry.field) {
    case Field::name_space: return insert_row(entry.statement, payload.namespaces[0]);
    case Field::table_info: return insert_row(entry.statement, payload.table_info[0]);
    case Field::table_path_id: return insert_row(entry.statement, payload.table_path_id[0]);
    case Field::table_name_id: return insert_row(entry.statement, payload.table_name_id[0]);
    case Field::partition_info: return insert_row(entry.statement, payload.partition_info[0]);
    case Field::data_commit_info: return insert_row(entry.statement, payload.data_commit_info[0]);
    case Field::discard_compressed_file_info: break;
    }
    return insert_row(entry.statement, payload.discard_compressed_file_info[0]);
}

// ---- lists ---------------------------------------------------------------------------------------------------------

// Calls body(row) for each row, in memory of its own.
template <typename Row, typename Body> void for_each(Span<const Row> rows, Body body)
{
    MemoryContext one = AllocSetContextCreate(CurrentMemoryContext, "lakesoul row", ALLOCSET_DEFAULT_SIZES);
    for (const Row &row : rows) {
        CHECK_FOR_INTERRUPTS();
        MemoryContext before = MemoryContextSwitchTo(one);
        body(row);
        MemoryContextSwitchTo(before);
        MemoryContextReset(one);
    }
    MemoryContextDelete(one);
}

// Runs body in a subtransaction. A unique violation undoes it and gives false; any other error goes on.
template <typename Body> bool unless_taken(Body body)
{
    MemoryContext memory = CurrentMemoryContext;
    ResourceOwner owner = CurrentResourceOwner;
    volatile bool done = true;
    BeginInternalSubTransaction(nullptr);
    MemoryContextSwitchTo(memory);
    PG_TRY();
    {
        body();
        ReleaseCurrentSubTransaction();
    }
    PG_CATCH();
    {
        MemoryContextSwitchTo(memory);
        ErrorData *error = CopyErrorData();
        FlushErrorState();
        RollbackAndReleaseCurrentSubTransaction();
        CurrentResourceOwner = owner;
        if (error->sqlerrcode != ERRCODE_UNIQUE_VIOLATION)
            ReThrowError(error);
        ereport(DEBUG1, (errmsg_internal("nothing of the list was inserted: %s", error->message)));
        done = false;
    }
    PG_END_TRY();
    MemoryContextSwitchTo(memory);
    CurrentResourceOwner = owner;
    return done;
}

void insert_versions(spi::Statement *statement, const PartitionRows &list)
{
    for_each(list.rows, [statement](const wire::PartitionInfo &row) { (void)insert_row(statement, row); });
    if (list.published.empty())
        return;
    Datum values[] = {uuid_array_datum(list.published)};
    (void)spi::run(&mark_statement, values);
}

// A commit that could not be inserted is there with the same files, or retired.
void check_known(const wire::DataCommitInfo &sent)
{
    Table table = {};
    table.id = sent.table_id;   // all that is asked for
    CommitRow row = {sent.partition_desc, sent.commit_id, sent.file_ops, sent.commit_op, sent.timestamp, -1, 0};
    if (check_same_commits(table, {&row, 1}) == 0)
        ereport(ERROR, (errcode(ERRCODE_UNIQUE_VIOLATION),
                        errmsg("commit id %s is taken by a row that is not visible", uuid_text(sent.commit_id).text)));
}

void insert_commits(spi::Statement *statement, Span<const wire::DataCommitInfo> rows)
{
    for_each(rows, [statement](const wire::DataCommitInfo &row) {
        if (insert_row(statement, row) == 0)
            check_known(row);
    });
}

std::size_t insert_list(const Entry &entry, const wire::JniWrapper &payload)
{
    spi::Statement *statement = entry.statement;
    if (entry.field == Field::partition_info) {
        PartitionRows list = split_container(payload.partition_info);
        return unless_taken([&] { insert_versions(statement, list); }) ? list.rows.size : 0;
    }
    if (entry.field == Field::data_commit_info) {
        Span<const wire::DataCommitInfo> rows = payload.data_commit_info;
        return unless_taken([&] { insert_commits(statement, rows); }) ? rows.size : 0;
    }
    // A file that is there already is what the list asks for.
    for_each(payload.discard_compressed_file_info,
             [statement](const wire::DiscardCompressedFileInfo &row) { (void)insert_row(statement, row); });
    return payload.discard_compressed_file_info.size;
}

}   // namespace

int32 insert(const Entry &entry, const wire::JniWrapper &payload)
{
    raise_unless_ok(check_payload(entry.code, payload, entry.field, entry.one));
    return static_cast<int32>(entry.one ? insert_one(entry, payload) : insert_list(entry, payload));
}

}   // namespace lakesoul::gateway
