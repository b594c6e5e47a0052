// Statements over side tables by namespace, as the extension's owner.
#include "pg/paimon_space.hpp"

#include "pg/spi.hpp"
#include "pg/text.hpp"

namespace lakesoul::paimon {
namespace {

spi::Statement count_statement = {
    "SELECT pg_catalog.count(*), pg_catalog.min(v.name::pg_catalog.text) FROM lakesoul.paimon_views AS v"
    " WHERE v.namespace OPERATOR(pg_catalog.=) $1",
    1,
    {TEXTOID}};

spi::Statement forget_statements[] = {
    {"DELETE FROM lakesoul.paimon_views AS v WHERE v.namespace OPERATOR(pg_catalog.=) $1", 1, {TEXTOID}},
    {"DELETE FROM lakesoul.paimon_databases AS d WHERE d.namespace OPERATOR(pg_catalog.=) $1", 1, {TEXTOID}},
};

}   // namespace

uint64 count_views(View space, View *one)
{
    Datum values[] = {text_datum(space)};
    (void)spi::run_as_owner(&count_statement, values);
    *one = spi::text_column(0, 2);
    return static_cast<uint64>(spi::bigint_column(0, 1, 0));
}

void forget_space(View space)
{
    Datum values[] = {text_datum(space)};
    for (spi::Statement &statement : forget_statements)
        (void)spi::run_as_owner(&statement, values);
}

}   // namespace lakesoul::paimon
