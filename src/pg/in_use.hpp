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

// Adds files that are not referenced by this table.
void add_files(View table_id, Span<const View> files, Paths *asked);

// Commits of a table that count as deleted, though they are not yet.
struct Gone {
    View table_id = "";
    Uuids ids = {};
};

// Marks files that a table references or that a commit adds under another spelling of their place, or that are folders
// in which a table lies; and folders in which, above which or below which a table lies, or in which a commit of any
// table has a file. Rows that the caller may not see count. before: so is what lies where something of a table was
// dropped later than that, epoch ms. Reads with the snapshot of the statement that is running, and only commits that
// can have a file there; all of them where the index over their folders is missing.
void mark_in_use(Span<Asked> asked, int64 before, const Gone &gone = {});

// Marks them as by now, whatever snapshot the transaction keeps; a NOTICE says of those in use that they stay. They
// must be recorded as discarded or dropped by now, so that none is forgotten.
void withhold(Span<Asked> asked, const Gone &gone = {});

// Withholds them, and adds a result row for each of the others, in this order. results null: nobody asks, and nothing
// is read.
void hand_out(Span<Asked> asked, ReturnSetInfo *results);

}   // namespace lakesoul
