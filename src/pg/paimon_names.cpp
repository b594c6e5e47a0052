// Names of views against those of tables, as they are now, whatever snapshot the transaction keeps.
#include "pg/paimon_names.hpp"

#include "pg/clock.hpp"
#include "pg/error.hpp"
#include "pg/lock.hpp"
#include "pg/spi.hpp"
#include "pg/stock_names.hpp"
#include "pg/text.hpp"

extern "C" {
#include "utils/fmgroids.h"
}

namespace lakesoul {
namespace {

spi::Statement view_statement = {"SELECT FROM lakesoul.paimon_views AS v WHERE v.namespace OPERATOR(pg_catalog.=) $1"
                                 " AND v.name OPERATOR(pg_catalog.=) $2",
                                 2,
                                 {TEXTOID, TEXTOID}};

spi::Statement claim_statement = {"INSERT INTO public.table_name_id (table_name, table_id, table_namespace, domain,"
                                  " created_at) VALUES ($1, $1, $2, $3, $4)",
                                  4,
                                  {TEXTOID, TEXTOID, TEXTOID, INT8OID}};

spi::Statement give_back_statement = {
    "DELETE FROM public.table_name_id AS n WHERE n.table_name OPERATOR(pg_catalog.=) $1"
    " AND n.table_namespace OPERATOR(pg_catalog.=) $2",
    2,
    {TEXTOID, TEXTOID}};

bool is_view_name(View space, View name)
{
    if (spi::has_no_pages("lakesoul", "paimon_views"))
        return false;
    Datum values[] = {text_datum(space), text_datum(name)};
    return spi::read_newest_as_owner(&view_statement, values) > 0;
}

}   // namespace

void refuse_view_name(View name, View space, int sqlstate)
{
    lock::name(space, name, false);
    if (is_view_name(space, name))
        ereport(ERROR, (errcode(sqlstate),
                        errmsg("view \"%s\" already exists in namespace \"%s\"", c_string(name), c_string(space))));
}

namespace paimon {

void require_free_name(View space, View name, Resource kind)
{
    lock::name(space, name, kind == Resource::view);
    if (is_view_name(space, name))
        raise_unless_ok(taken(Resource::view, name));
    if (stock::is_table_name(name, space))
        raise_unless_ok(taken(Resource::table, name));
}

void require_table_rights(View space, View view, View domain)
{
    // A name that nobody has, under the lock of the view's name: another name's lock may be somebody else's.
    const char *id = uuid_c_string(uuid_of_datum(OidFunctionCall0(F_GEN_RANDOM_UUID)));
    char name_of_claim[64];
    int number = 0;
    do
        snprintf(name_of_claim, sizeof name_of_claim, "rights_%s_%d", id, number++);
    while (!lock::is_one_name_lock(space, name_of_claim, view));
    Datum name = text_datum(name_of_claim);
    Datum claim[] = {name, text_datum(space), text_datum(domain), Int64GetDatum(now_ms())};
    Datum give_back[] = {name, claim[1]};
    if (spi::run(&claim_statement, claim) == 1 && spi::run(&give_back_statement, give_back) == 1)
        return;
    ereport(ERROR, (errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
                    errmsg("views of namespace \"%s\" could not be changed", c_string(space)),
                    errdetail("This takes the right to make and to drop a table there.")));
}

}   // namespace paimon
}   // namespace lakesoul
