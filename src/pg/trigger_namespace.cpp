// Triggers on public.namespace.
#include "pg/spi.hpp"
#include "pg/text.hpp"
#include "pg/trigger_row.hpp"

using namespace lakesoul;

namespace {

spi::Statement seed_statement = {
    "SELECT FROM public.namespace AS n WHERE n.namespace OPERATOR(pg_catalog.=) 'default'", 0, {}, nullptr, 0};

}   // namespace

// Skips a second copy of the seed row, so that a dump can be restored over a database that was set up.
LAKESOUL_FUNCTION(lakesoul_namespace_before_insert)
{
    TriggerData *data = row::trigger_data(fcinfo, row::kBeforeInsert, "namespace");
    if (row::text(data, "namespace") != "default" || row::printed(data, "properties") != "{}" ||
        row::text(data, "comment") != "" || row::restoring(data))
        return PointerGetDatum(data->tg_trigtuple);
    int level = spi::begin();
    spi::User caller = spi::become_relation_owner(RelationGetRelid(data->tg_relation));
    bool there = spi::run(&seed_statement, nullptr) > 0;
    spi::become_again(caller);
    spi::end(level);
    return PointerGetDatum(there ? nullptr : data->tg_trigtuple);
}
