// Cursors over kept plans.
#include "pg/cursor.hpp"

namespace lakesoul {
namespace {

constexpr long kBatch = 20;   // rows: each may be large

spi::User become(const Cursor &cursor)
{
    if (OidIsValid(cursor.relation))
        return spi::become_relation_owner(cursor.relation);
    spi::User same;
    GetUserIdAndSecContext(&same.id, &same.context);
    return same;
}

}   // namespace

Cursor open_cursor(spi::Statement *statement, Datum *values, bool as_seen, Oid relation)
{
    Cursor cursor = {nullptr, relation, nullptr, 0, 0};
    spi::User caller = become(cursor);
    cursor.portal = spi::open(statement, values, nullptr, as_seen);
    spi::become_again(caller);
    return cursor;
}

bool fetch(Cursor *cursor)
{
    if (cursor->portal == nullptr)
        return false;
    if (++cursor->row < cursor->count) {
        look_at(*cursor);
        return true;
    }
    CHECK_FOR_INTERRUPTS();
    if (cursor->batch != nullptr)
        SPI_freetuptable(cursor->batch);
    spi::User caller = become(*cursor);
    SPI_cursor_fetch(cursor->portal, true, kBatch);
    spi::become_again(caller);
    cursor->batch = SPI_tuptable;
    cursor->row = 0;
    cursor->count = SPI_processed;
    if (cursor->count == 0)
        close_cursor(cursor);
    return cursor->count > 0;
}

void look_at(const Cursor &cursor)
{
    SPI_tuptable = cursor.batch;
}

void close_cursor(Cursor *cursor)
{
    if (cursor->batch != nullptr)
        SPI_freetuptable(cursor->batch);
    if (cursor->portal != nullptr)
        SPI_cursor_close(cursor->portal);
    *cursor = {nullptr, cursor->relation, nullptr, 0, 0};
}

}   // namespace lakesoul
