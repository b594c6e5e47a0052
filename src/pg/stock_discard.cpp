// Look-ups for discard rows, as the owners of the base tables. Takes no lock: what is active is judged at this moment;
// a version that brings a file back removes its discard row itself.
#include "pg/stock_discard.hpp"

#include "core/catalog/fold.hpp"
#include "core/catalog/locations.hpp"
#include "pg/catalog_commit.hpp"
#include "pg/error.hpp"
#include "pg/memory.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/spi.hpp"
#include "pg/stock_lookup.hpp"
#include "pg/text.hpp"

extern "C" {
#include "utils/rls.h"
}

namespace lakesoul::stock {
namespace {

spi::Statement known_statement = {"SELECT FROM public.discard_compressed_file_info AS d"
                                  " WHERE d.file_path OPERATOR(pg_catalog.=) $1",
                                  1,
                                  {TEXTOID}};

spi::Statement table_statement = {"SELECT p.table_id FROM public.table_path_id AS p"
                                  " WHERE p.table_path OPERATOR(pg_catalog.=) $1",
                                  1,
                                  {TEXTOID}};

// The same as the caller: a plan under row-level security is made again for each other role.
spi::Statement seen_statement = {"SELECT FROM public.table_path_id AS p"
                                 " WHERE p.table_path OPERATOR(pg_catalog.=) $1",
                                 1,
                                 {TEXTOID}};

View table_at(View table_path)
{
    Datum values[] = {text_datum(table_path)};
    spi::User caller = spi::become_relation_owner(public_relation("table_path_id"));
    View table_id = spi::run(&table_statement, values) == 0 ? View() : spi::text_column(0, 1);
    spi::become_again(caller);
    return table_id;
}

using Paths = Span<const View>;

// Where the active files of a partition lie, sorted.
Paths *read_active(MemoryContext statement, View table_path, View desc)
{
    Paths *paths = static_cast<Paths *>(MemoryContextAllocZero(statement, sizeof(Paths)));
    View table_id = table_at(table_path);
    Uuids snapshot;
    if (table_id.data() == nullptr || !table_exists(table_id) || !head_snapshot(table_id, desc, &snapshot))
        return paths;
    spi::User caller = spi::become_relation_owner(public_relation("data_commit_info"));
    SnapshotFiles files = read_snapshot(table_id, desc, snapshot, false);
    spi::become_again(caller);
    MemoryContext before = MemoryContextSwitchTo(statement);
    Arena arena = server_arena();
    Paths active;
    raise_unless_ok(catalog::active_paths({files.folded.data, files.folded.size}, &arena, &active));
    View *locations = huge_array<View>(active.size);
    for (std::size_t i = 0; i < active.size; ++i)
        raise_unless_ok(catalog::location_of(active[i], &arena, &locations[i]));
    catalog::sort_locations({locations, active.size});
    *paths = {locations, active.size};
    MemoryContextSwitchTo(before);
    return paths;
}

}   // namespace

Sight sight_of(View table_path)
{
    if (check_enable_rls(public_relation("table_path_id"), InvalidOid, true) != RLS_ENABLED)
        return Sight::seen;
    Datum values[] = {text_datum(table_path)};
    if (spi::run(&seen_statement, values) > 0)
        return Sight::seen;
    return table_at(table_path).data() == nullptr ? Sight::nothing : Sight::hidden;
}

bool is_discarded(View path)
{
    Datum values[] = {text_datum(path)};
    spi::User caller = spi::become_relation_owner(public_relation("discard_compressed_file_info"));
    bool found = spi::run(&known_statement, values) > 0;
    spi::become_again(caller);
    return found;
}

bool is_active(FmgrInfo *function, View table_path, View desc, View path)
{
    void **paths = once_a_statement(function, table_path, desc);
    if (*paths == nullptr)
        *paths = read_active(function->fn_mcxt, table_path, desc);
    Arena arena = server_arena();
    View location;
    raise_unless_ok(catalog::location_of(path, &arena, &location));
    return catalog::contains(*static_cast<Paths *>(*paths), location);
}

}   // namespace lakesoul::stock
