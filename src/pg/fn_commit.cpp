// SQL functions that take a client's messages: commit, register, publish, commit_data_commit_info.
// Decode, check, look up the table; publish.cpp does the rest. All memory is the SPI procedure's.
#include "core/catalog/request.hpp"
#include "core/catalog/table_schema.hpp"
#include "core/wire/wire.hpp"

#include "pg/argument.hpp"
#include "pg/catalog_commit.hpp"
#include "pg/clock.hpp"
#include "pg/error.hpp"
#include "pg/lock.hpp"
#include "pg/memory.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/publish.hpp"
#include "pg/spi.hpp"
#include "pg/text.hpp"

using namespace lakesoul;

namespace {

template <typename Message> void decode_argument(Datum payload, Message *out)
{
    View bytes = view_of_bytea(payload);
    check_message_size(bytes.size());
    Arena arena = server_arena(wire::memory_budget(bytes.size()));
    raise_unless_ok(wire::decode(bytes, &arena, out));
}

Table fit(catalog::CommitRequest *request, Arena *arena)
{
    Table table = table_by_id(request->table_id);
    raise_unless_ok(catalog::fit_to_table(request, table.shape, arena));
    return table;
}

// A JniWrapper as a request fitted to its table.
Table wrapper_argument(Datum payload, bool reads_allowed, catalog::CommitRequest *request)
{
    wire::JniWrapper wrapper;
    decode_argument(payload, &wrapper);
    Arena arena = server_arena();
    raise_unless_ok(catalog::request_of_wrapper(wrapper, reads_allowed, &arena, request));
    return fit(request, &arena);
}

// The rows of a registration, in the order sent.
Span<CommitRow> rows_of(const catalog::CommitRequest &request)
{
    std::size_t count = 0, next = 0;
    for (const catalog::PartitionRequest &partition : request.partitions)
        count += partition.delta.size;
    CommitRow *rows = huge_array<CommitRow>(count);
    int64 clock = now_ms();
    for (const catalog::PartitionRequest &partition : request.partitions)
        for (const catalog::NewCommit &commit : partition.delta)
            rows[next++] = {partition.desc,
                            commit.id,
                            commit.files,
                            request.op,
                            commit.timestamp > 0 ? commit.timestamp : clock,
                            -1,
                            0};
    return {rows, count};
}

int compare_rows(const void *a, const void *b)
{
    const CommitRow *left = static_cast<const CommitRow *>(a), *right = static_cast<const CommitRow *>(b);
    int order = left->desc.compare(right->desc);
    return order != 0 ? order : memcmp(left->id.bytes, right->id.bytes, sizeof left->id.bytes);
}

// In the order of their keys, so that two sessions that register the same commits wait for each other one way.
int register_rows(const Table &table, Span<CommitRow> rows)
{
    qsort(rows.data, rows.size, sizeof(CommitRow), compare_rows);
    for (const CommitRow &row : rows) {
        CHECK_FOR_INTERRUPTS();
        (void)register_commit(table, row);
    }
    return check_same_commits(table, {rows.data, rows.size});
}

void change_schema(const Table &table, const wire::MetaInfo &meta)
{
    if (!meta.has_table_info || meta.table_info.table_schema.empty())
        ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                        errmsg("change_schema needs a table_info with a table_schema")));
    if (!meta.table_info.properties.empty())
        raise_unless_ok(catalog::check_json_object(meta.table_info.properties, "properties"));
    update_schema(table, meta.table_info.table_schema, meta.table_info.properties,
                  meta.table_info.table_schema_arrow_ipc, meta.table_info.table_schema_arrow_ipc_json_hash, now_ms());
}

}   // namespace

LAKESOUL_FUNCTION(lakesoul_commit)
{
    InitMaterializedSRF(fcinfo, 0);
    require_setup();
    require_argument(fcinfo, 0, "payload");
    int level = spi::begin();
    catalog::CommitRequest request;
    Table table = wrapper_argument(PG_GETARG_DATUM(0), true, &request);
    publish(table, &request, results_of(fcinfo));
    spi::end(level);
    PG_RETURN_NULL();
}

LAKESOUL_FUNCTION(lakesoul_register)
{
    require_setup();
    require_argument(fcinfo, 0, "payload");
    int level = spi::begin();
    catalog::CommitRequest request;
    Table table = wrapper_argument(PG_GETARG_DATUM(0), false, &request);
    lock::table_shared(table.id);
    (void)table_by_id(table.id);   // a drop that was waited for took it away
    check_table_is_newest(table, false);
    int known = register_rows(table, rows_of(request));
    spi::end(level);
    PG_RETURN_INT32(known);
}

LAKESOUL_FUNCTION(lakesoul_publish)
{
    InitMaterializedSRF(fcinfo, 0);
    require_setup();
    require_argument(fcinfo, 0, "meta_info");
    CommitOp op;
    bool has_op = op_argument(fcinfo, 1, &op);
    int level = spi::begin();
    wire::MetaInfo meta;
    decode_argument(PG_GETARG_DATUM(0), &meta);
    Arena arena = server_arena();
    catalog::CommitRequest request;
    raise_unless_ok(catalog::request_of_meta(meta, has_op ? &op : nullptr, &arena, &request));
    Table table = fit(&request, &arena);
    bool written = publish(table, &request, results_of(fcinfo));
    // Not for a replay: the schema may have moved on since.
    if (flag_argument(fcinfo, 2) && (written || request.partitions.empty()))
        change_schema(table, meta);
    spi::end(level);
    PG_RETURN_NULL();
}

LAKESOUL_FUNCTION(lakesoul_commit_data_commit_info)
{
    InitMaterializedSRF(fcinfo, 0);
    require_setup();
    require_argument(fcinfo, 0, "data_commit_info");
    int level = spi::begin();
    wire::DataCommitInfo commit;
    decode_argument(PG_GETARG_DATUM(0), &commit);
    Datum *payloads = nullptr;
    bool *payload_nulls = nullptr;
    int count = 0;
    if (!PG_ARGISNULL(1))
        deconstruct_array(PG_GETARG_ARRAYTYPE_P(1), BYTEAOID, -1, false, TYPALIGN_INT, &payloads, &payload_nulls,
                          &count);
    wire::PartitionInfo *reads = palloc_array(wire::PartitionInfo, count + 1);
    for (int i = 0; i < count; ++i) {
        if (payload_nulls[i])
            ereport(ERROR,
                    (errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED), errmsg("read_partition_info must not contain NULL")));
        reads[i] = {};
        decode_argument(payloads[i], &reads[i]);
    }
    Arena arena = server_arena();
    catalog::CommitRequest request;
    raise_unless_ok(
        catalog::request_of_commits({&commit, 1}, {reads, static_cast<std::size_t>(count)}, &arena, &request));
    Table table = fit(&request, &arena);
    publish(table, &request, results_of(fcinfo));
    spi::end(level);
    PG_RETURN_NULL();
}
