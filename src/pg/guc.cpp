// Definition of the settings, sorted by name; docs/settings.md has the same rows.
// State g: values the server writes, for the life of the backend.
#include "pg/guc.hpp"

#include "pg/pg.hpp"

namespace lakesoul::guc {
namespace {

struct {
    bool adopt_orphans;
    int compaction_threshold;
    int max_message_size_kb;
    int notify;
    bool mark_committed;
    bool monotone_timestamps;
    bool protect_commits;
    bool protect_live_files;
    bool rebase;
    bool restoring;
    bool suppress_noop_updates;
    char *warehouse;
} g;

const struct config_enum_entry kNotify[] = {
    {"off", static_cast<int>(Notify::off), false},
    {"each", static_cast<int>(Notify::each), false},
    {"crossing", static_cast<int>(Notify::crossing), false},
    {nullptr, 0, false},
};

}   // namespace

void init()
{
    DefineCustomBoolVariable("lakesoul.adopt_orphans",
                             "Replaces names and paths that a crashed creation of a table left behind.", nullptr,
                             &g.adopt_orphans, true, PGC_USERSET, 0, nullptr, nullptr, nullptr);
    DefineCustomIntVariable("lakesoul.compaction_threshold",
                            "Versions since the last compaction after which a partition is due.",
                            "A table property of the same name overrides it.", &g.compaction_threshold, 10, 1, INT_MAX,
                            PGC_USERSET, 0, nullptr, nullptr, nullptr);
    DefineCustomBoolVariable("lakesoul.mark_committed", "Marks the commits of a plainly inserted version as committed.",
                             nullptr, &g.mark_committed, true, PGC_USERSET, 0, nullptr, nullptr, nullptr);
    DefineCustomIntVariable("lakesoul.max_message_size", "Largest protobuf message that is decoded or encoded.",
                            "Decoding may take 16 times a message's size, at most 1 GB.", &g.max_message_size_kb,
                            64 * 1024, 1, 512 * 1024, PGC_USERSET, GUC_UNIT_KB, nullptr, nullptr, nullptr);
    DefineCustomBoolVariable("lakesoul.monotone_timestamps",
                             "Stamps plainly inserted versions so that timestamps rise with the version.", nullptr,
                             &g.monotone_timestamps, true, PGC_USERSET, 0, nullptr, nullptr, nullptr);
    DefineCustomEnumVariable("lakesoul.notify", "When a compaction notice is sent.",
                             "crossing: when a partition becomes due, and at multiples of the threshold.\n"
                             "each: at every commit to a due partition.\noff: never, only the queue is kept.",
                             &g.notify, static_cast<int>(Notify::crossing), kNotify, PGC_USERSET, 0, nullptr, nullptr,
                             nullptr);
    DefineCustomBoolVariable("lakesoul.protect_commits",
                             "Holds plain deletes of commits back while a newest version lists them.", nullptr,
                             &g.protect_commits, true, PGC_USERSET, 0, nullptr, nullptr, nullptr);
    DefineCustomBoolVariable("lakesoul.protect_live_files",
                             "Skips plainly inserted discard rows of files that are active.", nullptr,
                             &g.protect_live_files, true, PGC_USERSET, 0, nullptr, nullptr, nullptr);
    DefineCustomBoolVariable("lakesoul.rebase", "Combines plainly inserted versions with what was committed meanwhile.",
                             nullptr, &g.rebase, true, PGC_USERSET, 0, nullptr, nullptr, nullptr);
    DefineCustomBoolVariable("lakesoul.restoring", "Switches the work of every trigger off, for a restore.",
                             "Heeded while the current user owns the trigger's table or is superuser.", &g.restoring,
                             false, PGC_USERSET, 0, nullptr, nullptr, nullptr);
    DefineCustomBoolVariable("lakesoul.suppress_noop_updates",
                             "Writes no new row for an update of table_info that changes nothing.", nullptr,
                             &g.suppress_noop_updates, true, PGC_USERSET, 0, nullptr, nullptr, nullptr);
    DefineCustomStringVariable("lakesoul.warehouse", "Folder of tables that are created without a path.",
                               "The property location of their namespace goes before it.", &g.warehouse, "",
                               PGC_USERSET, 0, nullptr, nullptr, nullptr);
    MarkGUCPrefixReserved("lakesoul");
}

Notify notify()
{
    return static_cast<Notify>(g.notify);
}

std::int32_t compaction_threshold()
{
    return g.compaction_threshold;
}

std::size_t max_message_size()
{
    return static_cast<std::size_t>(g.max_message_size_kb) * 1024;
}

bool adopt_orphans()
{
    return g.adopt_orphans;
}

bool mark_committed()
{
    return g.mark_committed;
}

bool monotone_timestamps()
{
    return g.monotone_timestamps;
}

bool protect_commits()
{
    return g.protect_commits;
}

bool protect_live_files()
{
    return g.protect_live_files;
}

bool rebase()
{
    return g.rebase;
}

bool restoring()
{
    return g.restoring;
}

bool suppress_noop_updates()
{
    return g.suppress_noop_updates;
}

const char *warehouse()
{
    return g.warehouse == nullptr ? "" : g.warehouse;
}

}   // namespace lakesoul::guc
