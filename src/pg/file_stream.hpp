// The active files of snapshots, one after another. However many files, commits or partitions there are, only a batch
// of commits and the paths that were deleted are in memory. Between two files no statement is open and no lock or pin
// is held, so a reader may stop at any time.
#pragma once

#include "core/base/types.hpp"
#include "pg/catalog_table.hpp"
#include "pg/pg.hpp"

namespace lakesoul {

struct FileStream;

// Lives in the current memory context, with all it needs. As seen by the statement that is running.
FileStream *open_files();
// The newest version of each partition that matches a filter (NULL: all) up to a time (nullptr: of now).
void stream_heads(FileStream *stream, View table_id, Datum filter, bool filter_is_null, const int64 *as_of);
// One snapshot.
void stream_snapshot(FileStream *stream, View table_id, View desc, Uuids snapshot);

// Active files of one commit, some or all of them, never none. Lies in the stream until the next call.
struct FileChunk {
    Datum desc, files;   // files: a data_file_op[] of adds, without NULLs
    Uuid commit_id;
    int64 timestamp;   // of the commit, epoch ms
};
// False: there is none any more. Connects to SPI itself where it must read.
bool next_chunk(FileStream *stream, FileChunk *chunk);

}   // namespace lakesoul
