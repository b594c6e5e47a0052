// lakesoul.commit_files: a commit from rows, for a person or a script.
#include "core/catalog/request_files.hpp"

#include "pg/argument.hpp"
#include "pg/composite.hpp"
#include "pg/error.hpp"
#include "pg/memory.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/publish.hpp"
#include "pg/spi.hpp"
#include "pg/text.hpp"

extern "C" {
#include "utils/fmgroids.h"
}

using namespace lakesoul;

namespace {

enum Field { kDesc, kPath, kFileOp, kSize, kExistCols, kFields };
constexpr Oid kTypes[kFields] = {TEXTOID, TEXTOID, TEXTOID, INT8OID, TEXTOID};

View field(const Datum *values, const bool *nulls, Field number)
{
    return nulls[number] ? View("") : view_of_text(values[number]);
}

Span<const catalog::FileChange> changes_of(Datum datum)
{
    CompositeRows rows = composite_rows(datum, {kTypes, kFields});
    catalog::FileChange *changes = huge_array<catalog::FileChange>(rows.count);
    for (std::size_t i = 0; i < rows.count; ++i) {
        if (rows.is_null[i])
            ereport(ERROR, (errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED), errmsg("files must not contain NULL")));
        const Datum *values = rows.row(i);
        const bool *nulls = rows.row_nulls(i);
        changes[i] = {field(values, nulls, kDesc), field(values, nulls, kPath), field(values, nulls, kFileOp),
                      nulls[kSize] ? 0 : DatumGetInt64(values[kSize]), field(values, nulls, kExistCols)};
    }
    return {changes, rows.count};
}

[[noreturn]] void bad_read_versions()
{
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                    errmsg("read_versions must be an object of partition descriptions and versions"),
                    errdetail("A version is an integer from -1 (read, was absent) to 2147483647."),
                    errhint("Write it as {\"dt=2026-08-01\": 3}.")));
    pg_unreachable();
}

int32 version_of(const JsonbValue &value)
{
    if (value.type != jbvNumeric)
        bad_read_versions();
    Datum number = NumericGetDatum(value.val.numeric);
    Datum whole = DirectFunctionCall2(numeric_trunc, number, Int32GetDatum(0));
    bool fits =
        DatumGetBool(DirectFunctionCall2(numeric_eq, number, whole)) &&
        DatumGetBool(DirectFunctionCall2(numeric_ge, number, DirectFunctionCall1(int4_numeric, Int32GetDatum(-1)))) &&
        DatumGetBool(
            DirectFunctionCall2(numeric_le, number, DirectFunctionCall1(int4_numeric, Int32GetDatum(PG_INT32_MAX))));
    if (!fits)
        bad_read_versions();
    return DatumGetInt32(DirectFunctionCall1(numeric_int4, number));
}

Span<const catalog::ReadVersion> read_versions_of(Jsonb *jsonb)
{
    if (!JB_ROOT_IS_OBJECT(jsonb))
        bad_read_versions();
    catalog::ReadVersion *reads = palloc_array(catalog::ReadVersion, JB_ROOT_COUNT(jsonb) + 1);
    std::size_t count = 0;
    JsonbIterator *iterator = JsonbIteratorInit(&jsonb->root);
    JsonbValue value;
    for (JsonbIteratorToken token = JsonbIteratorNext(&iterator, &value, true); token != WJB_DONE;
         token = JsonbIteratorNext(&iterator, &value, true)) {
        if (token == WJB_KEY)
            reads[count].partition_desc =
                view_of_text(PointerGetDatum(cstring_to_text_with_len(value.val.string.val, value.val.string.len)));
        else if (token == WJB_VALUE)
            reads[count++].version = version_of(value);
    }
    return {reads, count};
}

// Arguments from number on: commit_op, read_versions, commit_id.
void commit_changes(FunctionCallInfo fcinfo, int files, int number, const Table &table)
{
    CommitOp op = table.shape.primary_keys.empty() ? CommitOp::append : CommitOp::merge;
    (void)op_argument(fcinfo, number, &op);
    Span<const catalog::FileChange> changes;
    if (!PG_ARGISNULL(files))
        changes = changes_of(PG_GETARG_DATUM(files));
    Span<const catalog::ReadVersion> reads;
    if (!PG_ARGISNULL(number + 1))
        reads = read_versions_of(PG_GETARG_JSONB_P(number + 1));
    Uuid id =
        uuid_of_datum(PG_ARGISNULL(number + 2) ? OidFunctionCall0(F_GEN_RANDOM_UUID) : PG_GETARG_DATUM(number + 2));
    Arena arena = server_arena();
    catalog::CommitRequest request;
    raise_unless_ok(catalog::request_of_files(table.id, op, changes, reads, id, &arena, &request));
    raise_unless_ok(catalog::fit_to_table(&request, table.shape, &arena));
    for (View desc : request.ignored_reads)
        ereport(NOTICE,
                (errmsg("read version of partition \"%s\" is ignored, no file is given for it", c_string(desc))));
    publish(table, &request, results_of(fcinfo));
}

}   // namespace

LAKESOUL_FUNCTION(lakesoul_commit_files)
{
    InitMaterializedSRF(fcinfo, 0);
    require_setup();
    View name = text_argument(fcinfo, 0, "table_name", true), space = text_argument(fcinfo, 2, "namespace", true);
    int level = spi::begin();
    commit_changes(fcinfo, 1, 3, table_by_name(name, space));
    spi::end(level);
    PG_RETURN_NULL();
}

LAKESOUL_FUNCTION(lakesoul_commit_files_by_id)
{
    InitMaterializedSRF(fcinfo, 0);
    require_setup();
    View id = text_argument(fcinfo, 0, "table_id", true);
    int level = spi::begin();
    commit_changes(fcinfo, 1, 2, table_by_id(id));
    spi::end(level);
    PG_RETURN_NULL();
}
