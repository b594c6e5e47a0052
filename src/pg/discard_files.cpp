// discard_files: checks, the partition's lock, the references, the rows.
#include "pg/discard_files.hpp"

#include "pg/catalog_commit.hpp"
#include "pg/clock.hpp"
#include "pg/error.hpp"
#include "pg/lock.hpp"
#include "pg/memory.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/references.hpp"
#include "pg/spi.hpp"
#include "pg/stock_lookup.hpp"
#include "pg/text.hpp"

namespace lakesoul {
namespace {

// $2: paths. Which files a table's commits add at the place of each, but spelled otherwise. OFFSET 0: or the paths are
// hashed once for each commit.
spi::Statement spellings_statement = {
    "SELECT DISTINCT q.ord::pg_catalog.int4, o.path FROM pg_catalog.unnest($2) WITH ORDINALITY AS q(path, ord),"
    " (SELECT f.path FROM public.data_commit_info AS c, pg_catalog.unnest(c.file_ops) AS f"
    " WHERE c.table_id OPERATOR(pg_catalog.=) $1 AND COALESCE(f.file_op, '') OPERATOR(pg_catalog.<>) 'del'"
    " OFFSET 0) AS o"
    " WHERE lakesoul._location(o.path) OPERATOR(pg_catalog.=) lakesoul._location(q.path)"
    " AND o.path OPERATOR(pg_catalog.<>) q.path",
    2,
    {TEXTOID, TEXTARRAYOID}};

void check_paths(Span<const View> paths)
{
    for (View path : paths) {
        if (path.empty())
            ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("path of a file is empty")));
        if (path.size() > catalog::kMaxPathKey)
            ereport(ERROR, (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED), errmsg("path of a file is too long"),
                            errdetail("It has %zu bytes, the limit is %zu.", path.size(), catalog::kMaxPathKey)));
    }
}

// Another spelling of a path.
struct Spelling {
    std::size_t asked;
    View path;
};

List<Spelling> spellings_of(const Table &table, Span<const View> paths)
{
    Datum values[] = {text_datum(table.id), text_array_datum(paths)};
    spi::User caller = spi::become_relation_owner(stock::public_relation("data_commit_info"));
    int level = NewGUCNestLevel();
    spi::set_until_end("enable_nestloop", "off");   // one pass over the table's files, not one a path
    uint64 rows = spi::run(&spellings_statement, values);
    AtEOXact_GUC(true, level);
    spi::become_again(caller);
    List<Spelling> spellings = {};
    for (uint64 row = 0; row < rows; ++row)
        spellings.add({static_cast<std::size_t>(spi::int_column(row, 1, 1) - 1), spi::text_column(row, 2)});
    return spellings;
}

// Those of the paths, each once, that the table does not reference under any spelling. *count: how many there are.
List<View> free_paths(const Table &table, Span<const View> paths, std::size_t *count)
{
    List<catalog::Candidate> asked = {};
    for (View path : paths)
        asked.add({path, 0, false, false});
    Span<catalog::Candidate> once = {asked.data, asked.size};
    catalog::unite(&once);
    *count = once.size;
    List<View> different = {}, free = {};
    for (const catalog::Candidate &candidate : once)
        different.add(candidate.path);
    if (*count == 0)
        return free;
    List<Spelling> spellings = spellings_of(table, {different.data, different.size});
    List<catalog::Candidate> all = {};
    for (std::size_t i = 0; i < different.size; ++i)
        all.add({different.data[i], i, false, false});
    for (std::size_t i = 0; i < spellings.size; ++i)
        all.add({spellings.data[i].path, spellings.data[i].asked, false, false});
    Span<catalog::Candidate> candidates = {all.data, all.size};
    catalog::unite(&candidates);
    catalog::References references;
    catalog::open_references(&references, candidates);
    mark_references(table.id, {{}, true, false}, &references);
    bool *used = static_cast<bool *>(palloc0(*count * sizeof(bool)));
    for (std::size_t i = 0; i < different.size; ++i)
        used[i] = catalog::find(candidates, different.data[i])->referenced;
    for (std::size_t i = 0; i < spellings.size; ++i)
        used[spellings.data[i].asked] |= catalog::find(candidates, spellings.data[i].path)->referenced;
    for (std::size_t i = 0; i < different.size; ++i)
        if (!used[i])
            free.add(different.data[i]);
    return free;
}

}   // namespace

uint64 discard_files(const Table &seen, Span<const View> paths, View partition)
{
    check_paths(paths);
    Arena arena = server_arena();
    View desc;
    raise_unless_ok(catalog::normalise_desc(seen.shape, seen.id, partition, &arena, &desc));
    const View descs[] = {desc};
    lock::partitions(seen.id, {descs, 1});
    Table table = table_by_id(seen.id);
    check_table_is_newest(table, true);
    std::size_t count;
    List<View> free = free_paths(table, paths, &count);
    if (free.size < count)
        ereport(NOTICE, (errmsg("%zu of %zu files are in use and are not discarded", count - free.size, count)));
    return record_discarded(table, desc, {free.data, free.size}, now_ms(), "requested", false);
}

}   // namespace lakesoul
