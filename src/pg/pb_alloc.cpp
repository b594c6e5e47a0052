// The source of memory for what core decodes and builds.
#include "pg/pb_alloc.hpp"

#include "pg/guc.hpp"
#include "pg/pg.hpp"

namespace lakesoul {
namespace {

void *get_chunk(void *owner, std::size_t size) noexcept
{
    if (size > MaxAllocHugeSize)
        return nullptr;
    return MemoryContextAllocExtended(static_cast<MemoryContext>(owner), size, MCXT_ALLOC_HUGE | MCXT_ALLOC_NO_OOM);
}

}   // namespace

Arena server_arena(std::size_t budget)
{
    Arena arena;
    arena.get_chunk = get_chunk;
    arena.owner = CurrentMemoryContext;
    arena.budget = budget;
    return arena;
}

void check_message_size(std::size_t size)
{
    if (size > guc::max_message_size())
        ereport(ERROR, (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED), errmsg("message is too large"),
                        errdetail("The message has %zu bytes, lakesoul.max_message_size allows %zu.", size,
                                  guc::max_message_size()),
                        errhint("Send several smaller requests, or raise lakesoul.max_message_size.")));
}

}   // namespace lakesoul
