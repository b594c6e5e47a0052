// Triggers on public.namespace: the row "default", which setup() makes and a dump brings again.
#include "pg/spi.hpp"
#include "pg/text.hpp"
#include "pg/trigger_row.hpp"

using namespace lakesoul;

namespace {

spi::Statement find_statement = {
    "SELECT FROM public.namespace AS n WHERE n.namespace OPERATOR(pg_catalog.=) 'default'", 0, {}};

// Only as setup() and upstream's script make it: a row that somebody changed is not ours to replace.
spi::Statement remove_seed_statement = {
    "DELETE FROM public.namespace AS n WHERE n.namespace OPERATOR(pg_catalog.=) 'default'"
    " AND n.properties::pg_catalog.text OPERATOR(pg_catalog.=) '{}'"
    " AND COALESCE(n.comment, '') OPERATOR(pg_catalog.=) '' AND n.domain OPERATOR(pg_catalog.=) 'public'",
    0,
    {}};

uint64 run_as_owner_of(TriggerData *data, spi::Statement *statement)
{
    int level = spi::begin();
    spi::User caller = spi::become_relation_owner(RelationGetRelid(data->tg_relation));
    uint64 rows = spi::run(statement, nullptr);
    spi::become_again(caller);
    spi::end(level);
    return rows;
}

}   // namespace

// A restore over a database that was set up meets the seed row. A row that comes by COPY or under lakesoul.restoring
// takes its place, whatever it holds; a second copy of it that is inserted is skipped.
LAKESOUL_FUNCTION(lakesoul_namespace_before_insert)
{
    TriggerData *data = row::trigger_data(fcinfo, row::kBeforeInsert, "namespace");
    if (row::text(data, "namespace") != "default")
        return PointerGetDatum(data->tg_trigtuple);
    if (row::restoring(data) || (row::is_copied() && row::may_restore(data))) {
        (void)run_as_owner_of(data, &remove_seed_statement);
        return PointerGetDatum(data->tg_trigtuple);
    }
    if (row::printed(data, "properties") != "{}" || row::text(data, "comment") != "")
        return PointerGetDatum(data->tg_trigtuple);
    return PointerGetDatum(run_as_owner_of(data, &find_statement) > 0 ? nullptr : data->tg_trigtuple);
}
