// A query's rows, a few at a time, for passes over more of them than fit into memory.
#pragma once

#include "pg/pg.hpp"
#include "pg/spi.hpp"

namespace lakesoul {

struct Cursor {
    Portal portal;
    Oid relation;   // runs as its owner, InvalidOid: as the caller
    SPITupleTable *batch;
    uint64 row, count;
};

// as_seen: with the snapshot of the statement that is running, for STABLE functions. relation: the only base table in
// the statement, to read past the caller's row-level security; InvalidOid otherwise.
Cursor open_cursor(spi::Statement *statement, Datum *values, bool as_seen, Oid relation);
// Goes to the next row, whose columns spi::*_column(cursor->row, ...) give until another statement is run. False after
// the last one; the cursor is closed then.
bool fetch(Cursor *cursor);
// Makes its row the one that spi::*_column reads, after another statement was run.
void look_at(const Cursor &cursor);
// Ends it before its last row.
void close_cursor(Cursor *cursor);

}   // namespace lakesoul
