// SQL functions that return files: files, files_by_id, _active_files. STABLE: all statements see the snapshot of
// the query that calls them. One partition's files are in memory at a time.
#include "core/catalog/partition_desc.hpp"

#include "pg/argument.hpp"
#include "pg/catalog_commit.hpp"
#include "pg/catalog_table.hpp"
#include "pg/clock.hpp"
#include "pg/filter.hpp"
#include "pg/spi.hpp"
#include "pg/text.hpp"

using namespace lakesoul;

namespace {

// Two statements: in one, a condition on a time that may be NULL would hide from the planner how few rows are read.
spi::Statement heads_statement = {"SELECT h.partition_desc, h.snapshot FROM lakesoul._heads($1, $2, NULL::bigint) AS h",
                                  2,
                                  {TEXTOID, JSONBOID},
                                  nullptr,
                                  0};

spi::Statement heads_at_statement = {"SELECT h.partition_desc, h.snapshot FROM lakesoul._heads($1, $2, $3) AS h",
                                     3,
                                     {TEXTOID, JSONBOID, INT8OID},
                                     nullptr,
                                     0};

spi::Statement descs_statement = {"SELECT h.partition_desc FROM lakesoul._heads($1, $2, NULL::bigint) AS h LIMIT 2",
                                  2,
                                  {TEXTOID, JSONBOID},
                                  nullptr,
                                  0};

spi::Statement version_statement = {"SELECT i.partition_desc, i.snapshot FROM public.partition_info AS i"
                                    " WHERE i.table_id OPERATOR(pg_catalog.=) $1"
                                    " AND i.partition_desc OPERATOR(pg_catalog.=) $2"
                                    " AND i.version OPERATOR(pg_catalog.=) $3",
                                    3,
                                    {TEXTOID, TEXTOID, INT4OID},
                                    nullptr,
                                    0};

// Files of a snapshot as result rows; with_desc: the partition comes first.
void put_files(View table_id, View desc, Uuids snapshot, bool with_desc, ReturnSetInfo *results)
{
    SnapshotFiles read = read_snapshot(table_id, desc, snapshot, true);
    Datum desc_datum = text_datum(desc);
    std::size_t op = 0;
    for (std::size_t i = 0; i < read.commit_count; ++i) {
        CHECK_FOR_INTERRUPTS();
        Datum id = uuid_datum(read.ids[i]);
        for (const wire::DataFileOp &file : read.files[i]) {
            if (!read.folded[op++].active)
                continue;
            Datum values[] = {desc_datum,
                              text_datum(file.path),
                              Int64GetDatum(file.size),
                              text_datum(file.file_exist_cols),
                              Int32GetDatum(catalog::bucket_of_path(file.path)),
                              id,
                              Int64GetDatum(read.timestamps[i])};
            bool nulls[lengthof(values)] = {};
            int first = with_desc ? 0 : 1;
            tuplestore_putvalues(results->setResult, results->setDesc, values + first, nulls + first);
            pfree(DatumGetPointer(values[1]));
            pfree(DatumGetPointer(values[3]));
        }
    }
}

void put_version(const Table &table, Datum filter, char filter_null, int32 version, ReturnSetInfo *results)
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
    put_files(table.id, desc, spi::uuids_column(0, 2), true, results);
}

// A partition at a time, in a memory context of its own.
void put_heads(const Table &table, spi::Statement *heads, Datum *arguments, const char *nulls, ReturnSetInfo *results)
{
    MemoryContext one = AllocSetContextCreate(CurrentMemoryContext, "lakesoul partition", ALLOCSET_DEFAULT_SIZES);
    Portal portal = spi::open(heads, arguments, nulls, true);
    for (SPI_cursor_fetch(portal, true, 10); SPI_processed > 0; SPI_cursor_fetch(portal, true, 10)) {
        SPITupleTable *batch = SPI_tuptable;
        uint64 count = SPI_processed;
        for (uint64 row = 0; row < count; ++row) {
            MemoryContext before = MemoryContextSwitchTo(one);
            SPI_tuptable = batch;
            View desc = spi::text_column(row, 1);
            put_files(table.id, desc, spi::uuids_column(row, 2), true, results);
            SPI_freetuptable(SPI_tuptable);
            MemoryContextSwitchTo(before);
            MemoryContextReset(one);
        }
        SPI_freetuptable(batch);
    }
    SPI_cursor_close(portal);
}

// Arguments from number on: filter, as_of, version.
void put_table(FunctionCallInfo fcinfo, int number, const Table &table)
{
    ReturnSetInfo *results = reinterpret_cast<ReturnSetInfo *>(fcinfo->resultinfo);
    bool has_as_of = !PG_ARGISNULL(number + 1), has_version = !PG_ARGISNULL(number + 2);
    if (has_as_of && has_version)
        ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("as_of and version exclude each other")));
    char filter_null = PG_ARGISNULL(number) ? 'n' : ' ';
    Datum filter = PG_GETARG_DATUM(number);
    (void)filter_of_jsonb(table.shape, filter_null == 'n' ? nullptr : DatumGetJsonbP(filter));
    if (has_version) {
        put_version(table, filter, filter_null, PG_GETARG_INT32(number + 2), results);
        return;
    }
    Datum arguments[] = {text_datum(table.id), filter,
                         Int64GetDatum(has_as_of ? epoch_ms(PG_GETARG_TIMESTAMPTZ(number + 1)) : 0)};
    char nulls[] = {' ', filter_null, ' '};
    put_heads(table, has_as_of ? &heads_at_statement : &heads_statement, arguments, nulls, results);
}

}   // namespace

LAKESOUL_FUNCTION(lakesoul_files)
{
    InitMaterializedSRF(fcinfo, 0);
    require_setup();
    View name = text_argument(fcinfo, 0, "table_name", true), space = text_argument(fcinfo, 1, "namespace", true);
    int level = spi::begin();
    put_table(fcinfo, 2, seen_table_by_name(name, space));
    spi::end(level);
    PG_RETURN_NULL();
}

LAKESOUL_FUNCTION(lakesoul_files_by_id)
{
    InitMaterializedSRF(fcinfo, 0);
    require_setup();
    View id = text_argument(fcinfo, 0, "table_id", true);
    int level = spi::begin();
    put_table(fcinfo, 1, seen_table_by_id(id));
    spi::end(level);
    PG_RETURN_NULL();
}

LAKESOUL_FUNCTION(lakesoul_active_files)
{
    InitMaterializedSRF(fcinfo, 0);
    require_setup();
    int level = spi::begin();
    put_files(view_of_text(PG_GETARG_DATUM(0)), view_of_text(PG_GETARG_DATUM(1)), uuids_of_datum(PG_GETARG_DATUM(2)),
              false, reinterpret_cast<ReturnSetInfo *>(fcinfo->resultinfo));
    spi::end(level);
    PG_RETURN_NULL();
}
