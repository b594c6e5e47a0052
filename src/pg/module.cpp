// The module's magic block and its start. Nothing else lives here.
#include "pg/guc.hpp"
#include "pg/pg.hpp"

extern "C" {
#if PG_VERSION_NUM >= 180000
PG_MODULE_MAGIC_EXT(.name = "lakesoul_meta", .version = LAKESOUL_VERSION);
#else
PG_MODULE_MAGIC;
#endif

PGDLLEXPORT void _PG_init(void);
void _PG_init(void)
{
    lakesoul::guc::init();
}
}
