// What setup() needs from C++: writing rows of base tables without lending a superuser's rights to their owner.
#include "pg/spi.hpp"
#include "pg/text.hpp"

using namespace lakesoul;

LAKESOUL_FUNCTION(lakesoul_setup_write_rows)
{
    View name = view_of_text(PG_GETARG_DATUM(0)), command = view_of_text(PG_GETARG_DATUM(1));
    Oid relation = get_relname_relid(c_string(name), get_namespace_oid("public", false));
    if (!OidIsValid(relation))
        ereport(ERROR,
                (errcode(ERRCODE_UNDEFINED_TABLE), errmsg("table \"public.%s\" does not exist", c_string(name))));
    int level = spi::begin_plain();
    uint64 rows = spi::run_as_relation_owner(relation, c_string(command));
    spi::end_plain(level);
    PG_RETURN_INT64(static_cast<int64>(rows));
}
