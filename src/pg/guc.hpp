// The extension's settings. Read nowhere else than through these getters.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lakesoul::guc {

void init();   // from _PG_init

enum class Notify { off, each, crossing };
Notify notify();                       // lakesoul.notify
std::int32_t compaction_threshold();   // lakesoul.compaction_threshold, versions
std::size_t max_message_size();        // lakesoul.max_message_size, bytes
bool adopt_orphans();                  // lakesoul.adopt_orphans
bool mark_committed();                 // lakesoul.mark_committed
bool monotone_timestamps();            // lakesoul.monotone_timestamps
bool protect_commits();                // lakesoul.protect_commits
bool protect_live_files();             // lakesoul.protect_live_files
bool rebase();                         // lakesoul.rebase
bool restoring();                      // lakesoul.restoring, as set; who may is the trigger's business
bool suppress_noop_updates();          // lakesoul.suppress_noop_updates
const char *warehouse();               // lakesoul.warehouse, '' when not set

}   // namespace lakesoul::guc
