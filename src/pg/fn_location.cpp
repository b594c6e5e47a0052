// Where paths lie.
#include "core/catalog/locations.hpp"
#include "pg/error.hpp"
#include "pg/file_ops.hpp"
#include "pg/memory.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/text.hpp"

using namespace lakesoul;

LAKESOUL_FUNCTION(lakesoul_location)
{
    Arena arena = server_arena();
    View location;
    raise_unless_ok(catalog::location_of(view_of_text(PG_GETARG_DATUM(0)), &arena, &location));
    PG_RETURN_DATUM(text_datum(location));
}

// An index calls it for each row that is written, by stock clients too, after the type was altered too.
LAKESOUL_FUNCTION(lakesoul_folder)
{
    Arena arena = server_arena();
    catalog::AroundFiles around = {};
    for (View path : paths_of_datum(PG_GETARG_DATUM(0)))
        raise_unless_ok(catalog::add_file(&around, path, &arena));
    if (around.folder.empty())
        PG_RETURN_NULL();
    PG_RETURN_DATUM(text_datum(around.folder));
}
