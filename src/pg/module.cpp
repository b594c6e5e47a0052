// The module's magic block, its start and its version. Nothing else lives here.
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
    // glibc gives free memory above 128 kB back to the kernel at each free; a commit's index scans take and free more
    // than that several times, and pay for page faults each time. Once a larger block was freed, the limit is twice
    // its size.
    pfree(palloc(1024 * 1024));
}
}

// The version the library was built as, whatever the install script says.
LAKESOUL_FUNCTION(lakesoul_library_version)
{
    PG_RETURN_TEXT_P(cstring_to_text(LAKESOUL_VERSION));
}
