// SQL functions that look at one table's partitioning: table_id, and the helpers of the reading functions.
#include "core/catalog/partition_desc.hpp"

#include "pg/argument.hpp"
#include "pg/catalog_table.hpp"
#include "pg/clock.hpp"
#include "pg/error.hpp"
#include "pg/filter.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/spi.hpp"
#include "pg/text.hpp"

using namespace lakesoul;

namespace {

// What _matches keeps between the calls of one query, in fn_mcxt.
struct Compiled {
    MemoryContext memory;   // of all that follows
    text *partitions;
    Jsonb *filter;
    catalog::Filter compiled;
};

template <typename Varlena> bool same_bytes(const Varlena *a, const Varlena *b)
{
    return VARSIZE(a) == VARSIZE(b) && memcmp(a, b, VARSIZE(a)) == 0;
}

Compiled *compiled_filter(FmgrInfo *info, text *partitions, Jsonb *filter)
{
    Compiled *kept = static_cast<Compiled *>(info->fn_extra);
    if (kept != nullptr && same_bytes(kept->partitions, partitions) && same_bytes(kept->filter, filter))
        return kept;
    if (kept != nullptr)
        MemoryContextDelete(kept->memory);
    info->fn_extra = nullptr;
    MemoryContext memory = AllocSetContextCreate(info->fn_mcxt, "lakesoul filter", ALLOCSET_SMALL_SIZES);
    MemoryContext caller = MemoryContextSwitchTo(memory);
    kept = static_cast<Compiled *>(palloc0(sizeof(Compiled)));
    kept->memory = memory;
    kept->partitions = DatumGetTextPCopy(PointerGetDatum(partitions));
    kept->filter = static_cast<Jsonb *>(palloc(VARSIZE(filter)));
    memcpy(kept->filter, filter, VARSIZE(filter));
    Arena arena = server_arena();
    catalog::TableShape shape;
    raise_unless_ok(catalog::parse_partitions(view_of_text(PointerGetDatum(kept->partitions)), &arena, &shape));
    kept->compiled = filter_of_jsonb(shape, kept->filter);
    MemoryContextSwitchTo(caller);
    info->fn_extra = kept;
    return kept;
}

void push_value(JsonbParseState **state, View column, View stored)
{
    JsonbValue key, value;
    const char *name = c_string(column);
    key.type = jbvString;
    key.val.string.val = const_cast<char *>(name);
    key.val.string.len = static_cast<int>(strlen(name));
    (void)pushJsonbValue(state, WJB_KEY, &key);
    value.type = stored == catalog::kNullValue ? jbvNull : jbvString;
    const char *content = stored == catalog::kEmptyValue ? "" : c_string(stored);
    if (value.type == jbvString) {
        value.val.string.val = const_cast<char *>(content);
        value.val.string.len = static_cast<int>(strlen(content));
    }
    (void)pushJsonbValue(state, WJB_VALUE, &value);
}

bool orders_descs_by_bytes()
{
    Oid relation = get_relname_relid("partition_info", get_namespace_oid("public", false));
    HeapTuple tuple = SearchSysCacheAttName(relation, "partition_desc");
    if (!HeapTupleIsValid(tuple))
        return false;
    Oid collation = reinterpret_cast<Form_pg_attribute>(GETSTRUCT(tuple))->attcollation;
    ReleaseSysCache(tuple);
    return OidIsValid(collation) && LAKESOUL_ORDERS_BY_BYTES(collation);
}

}   // namespace

LAKESOUL_FUNCTION(lakesoul_table_id)
{
    require_setup();
    View name = text_argument(fcinfo, 0, "table_name", true), space = text_argument(fcinfo, 1, "namespace", true);
    MemoryContext caller = CurrentMemoryContext;
    int level = spi::begin();
    return spi::end_with_text(level, seen_table_by_name(name, space).id, caller);
}

LAKESOUL_FUNCTION(lakesoul_epoch_ms)
{
    PG_RETURN_INT64(epoch_ms(PG_GETARG_TIMESTAMPTZ(0)));
}

// Planner support function: asked before the body of a SQL function is read.
LAKESOUL_FUNCTION(lakesoul_needs_setup)
{
    if (IsA(PG_GETARG_POINTER(0), SupportRequestSimplify))
        require_setup();
    PG_RETURN_POINTER(nullptr);
}

LAKESOUL_FUNCTION(lakesoul_visible_table)
{
    require_setup();
    View id = text_argument(fcinfo, 0, "table_id", true);
    int level = spi::begin();
    (void)seen_table_by_id(id);
    spi::end(level);
    PG_RETURN_DATUM(PG_GETARG_DATUM(0));
}

// Whether a description matches a filter; the table's partitions say which columns there are.
LAKESOUL_FUNCTION(lakesoul_matches)
{
    text *partitions = PG_GETARG_TEXT_P(0);
    Jsonb *filter = PG_GETARG_JSONB_P(2);
    Compiled *kept = compiled_filter(fcinfo->flinfo, partitions, filter);
    PG_RETURN_BOOL(catalog::matches(kept->compiled, view_of_text(PG_GETARG_DATUM(1))));
}

// The only description a filter can match, NULL if there may be several.
LAKESOUL_FUNCTION(lakesoul_exact_desc)
{
    if (PG_ARGISNULL(0))
        PG_RETURN_NULL();
    Arena arena = server_arena();
    catalog::TableShape shape;
    View desc;
    raise_unless_ok(catalog::parse_partitions(view_of_text(PG_GETARG_DATUM(0)), &arena, &shape));
    catalog::Filter filter = filter_of_jsonb(shape, PG_ARGISNULL(1) ? nullptr : PG_GETARG_JSONB_P(1));
    if (!filter.exact)
        PG_RETURN_NULL();
    raise_unless_ok(catalog::exact_desc(filter, &arena, &desc));
    return text_datum(desc);
}

// What all matching descriptions begin with, if descriptions that begin alike stand side by side in the index: they do
// where the column is ordered by bytes. NULL otherwise, and for a filter that says nothing of the first column.
LAKESOUL_FUNCTION(lakesoul_begin_of_desc)
{
    if (PG_ARGISNULL(0) || PG_ARGISNULL(1) || !orders_descs_by_bytes())
        PG_RETURN_NULL();
    Arena arena = server_arena();
    catalog::TableShape shape;
    View begin;
    raise_unless_ok(catalog::parse_partitions(view_of_text(PG_GETARG_DATUM(0)), &arena, &shape));
    catalog::Filter filter = filter_of_jsonb(shape, PG_GETARG_JSONB_P(1));
    raise_unless_ok(catalog::begin_of_desc(filter, &arena, &begin));
    if (begin.empty())
        PG_RETURN_NULL();
    return text_datum(begin);
}

// The values in a description as an object; {} for the partition of an unpartitioned table.
LAKESOUL_FUNCTION(lakesoul_partition_values)
{
    Arena arena = server_arena();
    catalog::TableShape shape;
    raise_unless_ok(catalog::parse_partitions(view_of_text(PG_GETARG_DATUM(0)), &arena, &shape));
    View *values = palloc_array(View, shape.range_columns.size + 1);
    if (!catalog::split_desc(shape, view_of_text(PG_GETARG_DATUM(1)), values))
        PG_RETURN_NULL();
    JsonbParseState *state = nullptr;
    (void)pushJsonbValue(&state, WJB_BEGIN_OBJECT, nullptr);
    for (std::size_t i = 0; i < shape.range_columns.size; ++i)
        push_value(&state, shape.range_columns[i], values[i]);
    PG_RETURN_POINTER(JsonbValueToJsonb(pushJsonbValue(&state, WJB_END_OBJECT, nullptr)));
}
