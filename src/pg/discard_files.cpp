// discard_files: checks, the partition's lock, the references, the rows.
#include "pg/discard_files.hpp"

#include "pg/catalog_commit.hpp"
#include "pg/clock.hpp"
#include "pg/error.hpp"
#include "pg/lock.hpp"
#include "pg/memory.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/references.hpp"
#include "pg/text.hpp"

namespace lakesoul {
namespace {

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
    List<catalog::Candidate> asked = {};
    for (View path : paths)
        asked.add({path, 0, false, false});
    Span<catalog::Candidate> candidates = {asked.data, asked.size};
    catalog::unite(&candidates);
    catalog::References references;
    catalog::open_references(&references, candidates);
    if (!candidates.empty())
        mark_references(table.id, {{}, true, false}, &references);
    List<View> free = {};
    for (const catalog::Candidate &candidate : candidates)
        if (!candidate.referenced)
            free.add(candidate.path);
    if (free.size < candidates.size)
        ereport(NOTICE, (errmsg("%zu of %zu files are in use and are not discarded", candidates.size - free.size,
                                candidates.size)));
    return record_discarded(table, desc, {free.data, free.size}, now_ms(), "requested", false);
}

}   // namespace lakesoul
