// The module's magic block, its start and its version. Nothing else lives here.
#include "pg/guc.hpp"
#include "pg/pg.hpp"

namespace {

// Where all copies of the library in one process meet. There are two when the file was replaced while a session had it
// loaded: settings and cached plans would be there twice.
void refuse_second_copy(const void *loaded)
{
    if (loaded != nullptr)
        ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
                        errmsg("library lakesoul_meta was replaced while this session uses it"),
                        errdetail("The session has loaded version %s; the file is version %s.",
                                  static_cast<const char *>(loaded), LAKESOUL_VERSION),
                        errhint("Connect again. If the library is in shared_preload_libraries, restart the server.")));
}

}   // namespace

extern "C" {
#if PG_VERSION_NUM >= 180000
PG_MODULE_MAGIC_EXT(.name = "lakesoul_meta", .version = LAKESOUL_VERSION);
#else
PG_MODULE_MAGIC;
#endif

PGDLLEXPORT void _PG_init(void);
void _PG_init(void)
{
    void **loaded = find_rendezvous_variable("lakesoul_meta");
    refuse_second_copy(*loaded);
    lakesoul::guc::init();
    *loaded = const_cast<char *>(LAKESOUL_VERSION);
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
