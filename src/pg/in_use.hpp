// Which paths must not be deleted from storage: the one place that asks all tables.
#pragma once

#include "core/base/types.hpp"
#include "pg/memory.hpp"
#include "pg/pg.hpp"

namespace lakesoul {

// A path that somebody would delete.
struct Asked {
    View path;
    View table_id;    // the table whose references to it are known, none; empty: ask every table
    bool is_folder;   // in, and out where it was the folder of a dropped table
    bool in_use;      // out
};
using Paths = List<Asked>;

// Commits of a table, which need what they bring no more.
struct Leaving {
    View table_id;
    List<View> descs;   // of each
    List<Uuid> ids;
};

// Marks files that a table references or that a commit adds under another spelling of their place, or that are folders
// in which a table lies; and folders in which, above which or below which a table lies, or in which a commit of any
// table has a file. Rows that the caller may not see count. before: so is what lies where something of a table was
// dropped later than that, epoch ms. leaving: null for none; not for folders. Reads with the snapshot of the statement
// that is running: the files of all commits once if there are files, and once for folders.
void mark_in_use(Span<Asked> asked, int64 before, const Leaving *leaving = nullptr);

// Marks them as by now, whatever snapshot the transaction keeps; a NOTICE says of those in use that they stay. They
// must be recorded as discarded or dropped by now, so that none is forgotten; or nothing is done, and leaving are the
// commits that would be deleted.
void withhold(Span<Asked> asked, const Leaving *leaving = nullptr);

// Withholds them, and adds a result row for each of the others, in this order. results null: nobody asks, and nothing
// is read.
void hand_out(Span<Asked> asked, ReturnSetInfo *results);

}   // namespace lakesoul
