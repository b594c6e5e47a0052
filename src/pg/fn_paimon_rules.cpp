// SQL functions over the rules of the Paimon API that touch no table. No SPI, no settings: they are immutable.
#include "core/paimon/limits.hpp"
#include "core/paimon/schema.hpp"
#include "core/paimon/statistics.hpp"
#include "core/paimon/type.hpp"
#include "core/paimon/view.hpp"

#include "pg/error.hpp"
#include "pg/jsonb.hpp"
#include "pg/pb_alloc.hpp"

using namespace lakesoul;

LAKESOUL_FUNCTION(lakesoul_paimon_parse_type)
{
    View given = view_of_jsonb(PG_GETARG_DATUM(0)), type;
    Arena arena = server_arena(paimon::memory_budget(given.size()));
    raise_unless_ok(paimon::parse_type(given, &arena, &type));
    PG_RETURN_DATUM(jsonb_datum(type));
}

LAKESOUL_FUNCTION(lakesoul_paimon_can_evolve)
{
    bool yes = false;
    raise_unless_ok(paimon::can_evolve(view_of_jsonb(PG_GETARG_DATUM(0)), view_of_jsonb(PG_GETARG_DATUM(1)),
                                       PG_GETARG_BOOL(2), &yes));
    PG_RETURN_BOOL(yes);
}

LAKESOUL_FUNCTION(lakesoul_paimon_build_schema)
{
    View given = view_of_jsonb(PG_GETARG_DATUM(0)), table_schema;
    Arena arena = server_arena(paimon::memory_budget(given.size()));
    raise_unless_ok(paimon::build_schema(given, 0, &arena, &table_schema));
    PG_RETURN_DATUM(jsonb_datum(table_schema));
}

LAKESOUL_FUNCTION(lakesoul_paimon_apply_changes)
{
    View given = view_of_jsonb(PG_GETARG_DATUM(0)), changes = view_of_jsonb(PG_GETARG_DATUM(1)), next;
    Arena arena = server_arena(paimon::memory_budget(given.size() + changes.size()));
    paimon::TableSchema before;
    raise_unless_ok(paimon::read_schema(given, &arena, &before));
    raise_unless_ok(paimon::apply_changes(given, changes, PG_GETARG_BOOL(2), before.time_millis, &arena, &next));
    PG_RETURN_DATUM(jsonb_datum(next));
}

LAKESOUL_FUNCTION(lakesoul_paimon_fold_statistics)
{
    View stored = view_of_jsonb(PG_GETARG_DATUM(0)), deltas = view_of_jsonb(PG_GETARG_DATUM(1)), folded;
    Arena arena = server_arena(paimon::memory_budget(stored.size() + deltas.size()));
    raise_unless_ok(paimon::fold_statistics(stored, deltas, &arena, &folded));
    PG_RETURN_DATUM(jsonb_datum(folded));
}

LAKESOUL_FUNCTION(lakesoul_paimon_apply_view_changes)
{
    View given = view_of_jsonb(PG_GETARG_DATUM(0)), changes = view_of_jsonb(PG_GETARG_DATUM(1)), next;
    Arena arena = server_arena(paimon::memory_budget(given.size() + changes.size()));
    raise_unless_ok(paimon::apply_view_changes(given, changes, &arena, &next));
    PG_RETURN_DATUM(jsonb_datum(next));
}
