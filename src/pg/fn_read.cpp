// SQL functions that return files: _files, _files_by_id, _snapshot_files. A row is a commit, or a part of one that has
// many files. A row a call, so that a query reads no further than it needs to, and nothing is stored on the way.
// STABLE: all statements see the snapshot of that query.
#include "core/catalog/partition_desc.hpp"

#include "pg/argument.hpp"
#include "pg/catalog_table.hpp"
#include "pg/clock.hpp"
#include "pg/file_stream.hpp"
#include "pg/filter.hpp"
#include "pg/spi.hpp"
#include "pg/text.hpp"

using namespace lakesoul;

namespace {

spi::Statement descs_statement = {
    "SELECT h.partition_desc FROM lakesoul._heads($1, $2, NULL::bigint) AS h LIMIT 2", 2, {TEXTOID, JSONBOID}};

spi::Statement version_statement = {"SELECT i.partition_desc, i.snapshot FROM public.partition_info AS i"
                                    " WHERE i.table_id OPERATOR(pg_catalog.=) $1"
                                    " AND i.partition_desc OPERATOR(pg_catalog.=) $2"
                                    " AND i.version OPERATOR(pg_catalog.=) $3",
                                    3,
                                    {TEXTOID, TEXTOID, INT4OID}};

// Begins a call: what the rows are made of, and a stream that lives until the last of them.
FileStream *begin_rows(FunctionCallInfo fcinfo)
{
    FuncCallContext *call = SRF_FIRSTCALL_INIT();
    MemoryContext before = MemoryContextSwitchTo(call->multi_call_memory_ctx);
    TupleDesc desc;
    if (get_call_result_type(fcinfo, nullptr, &desc) != TYPEFUNC_COMPOSITE)
        ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED), errmsg("this function returns rows")));
    call->tuple_desc = BlessTupleDesc(desc);
    FileStream *stream = open_files();
    call->user_fctx = stream;
    MemoryContextSwitchTo(before);
    return stream;
}

Datum next_row(FunctionCallInfo fcinfo)
{
    FuncCallContext *call = SRF_PERCALL_SETUP();
    FileChunk chunk;
    if (!next_chunk(static_cast<FileStream *>(call->user_fctx), &chunk))
        SRF_RETURN_DONE(call);
    Datum values[] = {chunk.desc, PointerGetDatum(&chunk.commit_id), Int64GetDatum(chunk.timestamp), chunk.files};
    bool nulls[lengthof(values)] = {};
    SRF_RETURN_NEXT(call, HeapTupleGetDatum(heap_form_tuple(call->tuple_desc, values, nulls)));
}

void stream_version(FileStream *stream, const Table &table, Datum filter, char filter_null, int32 version)
{
    Datum values[] = {text_datum(table.id), filter};
    char nulls[] = {' ', filter_null};
    uint64 partitions = spi::read(&descs_statement, values, nulls);
    if (partitions == 0)
        return;
    View desc = spi::text_column(0, 1);
    if (partitions > 1)
        ereport(ERROR,
                (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("version needs a filter that leaves one partition"),
                 errdetail("Partitions \"%s\" and \"%s\" match, and versions count in each partition.", c_string(desc),
                           c_string(spi::text_column(1, 1)))));
    Datum keys[] = {values[0], text_datum(desc), Int32GetDatum(version)};
    if (spi::read(&version_statement, keys) == 0)
        ereport(ERROR, (errcode(ERRCODE_UNDEFINED_OBJECT),
                        errmsg("version %d of partition \"%s\" does not exist", version, c_string(desc))));
    stream_snapshot(stream, table.id, desc, spi::uuids_column(0, 2));
}

// Arguments from number on: filter, as_of, version.
void stream_table(FunctionCallInfo fcinfo, int number, FileStream *stream, const Table &table)
{
    bool has_as_of = !PG_ARGISNULL(number + 1), has_version = !PG_ARGISNULL(number + 2);
    if (has_as_of && has_version)
        ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("as_of and version exclude each other")));
    char filter_null = PG_ARGISNULL(number) ? 'n' : ' ';
    Datum filter = PG_GETARG_DATUM(number);
    (void)filter_of_jsonb(table.shape, filter_null == 'n' ? nullptr : DatumGetJsonbP(filter));
    if (has_version) {
        stream_version(stream, table, filter, filter_null, PG_GETARG_INT32(number + 2));
        return;
    }
    int64 as_of = has_as_of ? epoch_ms(PG_GETARG_TIMESTAMPTZ(number + 1)) : 0;
    stream_heads(stream, table.id, filter, filter_null == 'n', has_as_of ? &as_of : nullptr);
}

}   // namespace

LAKESOUL_FUNCTION(lakesoul_files)
{
    if (SRF_IS_FIRSTCALL()) {
        require_setup();
        View name = text_argument(fcinfo, 0, "table_name", true), space = text_argument(fcinfo, 1, "namespace", true);
        FileStream *stream = begin_rows(fcinfo);
        int level = spi::begin();
        stream_table(fcinfo, 2, stream, seen_table_by_name(name, space));
        spi::end(level);
    }
    return next_row(fcinfo);
}

LAKESOUL_FUNCTION(lakesoul_files_by_id)
{
    if (SRF_IS_FIRSTCALL()) {
        require_setup();
        View id = text_argument(fcinfo, 0, "table_id", true);
        FileStream *stream = begin_rows(fcinfo);
        int level = spi::begin();
        stream_table(fcinfo, 1, stream, seen_table_by_id(id));
        spi::end(level);
    }
    return next_row(fcinfo);
}

LAKESOUL_FUNCTION(lakesoul_bucket_of_path)
{
    text *path = PG_GETARG_TEXT_PP(0);   // in any encoding of a server: the bytes looked for are no part of others
    PG_RETURN_INT32(catalog::bucket_of_path(View(VARDATA_ANY(path), VARSIZE_ANY_EXHDR(path))));
}

LAKESOUL_FUNCTION(lakesoul_snapshot_files)
{
    if (SRF_IS_FIRSTCALL()) {
        require_setup();
        FileStream *stream = begin_rows(fcinfo);
        if (!PG_ARGISNULL(0) && !PG_ARGISNULL(1) && !PG_ARGISNULL(2))
            stream_snapshot(stream, view_of_text(PG_GETARG_DATUM(0)), view_of_text(PG_GETARG_DATUM(1)),
                            uuids_of_datum(PG_GETARG_DATUM(2)));
    }
    return next_row(fcinfo);
}
