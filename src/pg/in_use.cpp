// Passes over the rows of all tables, as the owners of the base tables, for the rules in core/catalog/references and
// core/catalog/locations. Nothing is written here.
#include "pg/in_use.hpp"

#include "core/catalog/fold.hpp"
#include "core/catalog/locations.hpp"
#include "pg/cursor.hpp"
#include "pg/error.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/references.hpp"
#include "pg/spi.hpp"
#include "pg/stock_lookup.hpp"
#include "pg/text.hpp"

namespace lakesoul {
namespace {

// Whether a commit can have a file at one of some places, which an index knows: all folders around these.
#define LAKESOUL_FOLDER "lakesoul._folder(c.file_ops) COLLATE pg_catalog.\"C\""
// $1 and $2: the table and ids of commits that are gone.
#define LAKESOUL_IS_THERE "NOT (c.table_id OPERATOR(pg_catalog.=) $1 AND c.commit_id OPERATOR(pg_catalog.=) ANY ($2))"

// $3 and $4: paths and the table of each that is not asked, empty for none; $5: the folders around the paths. Tables
// that name one of them; and the place of each that is added under another spelling, whatever became of it since.
// OFFSET 0: or the paths are hashed once for each commit. What is no del is read as an add, here and below.
spi::Statement naming_statement = {
    "SELECT DISTINCT o.table_id, CASE WHEN o.path OPERATOR(pg_catalog.<>) q.path THEN q.ord::pg_catalog.int4 END"
    " FROM ROWS FROM (pg_catalog.unnest($3), pg_catalog.unnest($4)) WITH ORDINALITY AS q(path, own, ord),"
    " (SELECT c.table_id, f.path, f.file_op FROM public.data_commit_info AS c, pg_catalog.unnest(c.file_ops) AS f"
    " WHERE " LAKESOUL_FOLDER " OPERATOR(pg_catalog.=) ANY ($5) AND " LAKESOUL_IS_THERE " OFFSET 0) AS o"
    " WHERE lakesoul._location(o.path) OPERATOR(pg_catalog.=) lakesoul._location(q.path)"
    " AND CASE WHEN o.path OPERATOR(pg_catalog.=) q.path"
    " THEN q.own OPERATOR(pg_catalog.=) '' OR o.table_id OPERATOR(pg_catalog.<>) q.own"
    " ELSE COALESCE(o.file_op, '') OPERATOR(pg_catalog.<>) 'del' END",
    5,
    {TEXTOID, UUIDARRAYOID, TEXTARRAYOID, TEXTARRAYOID, TEXTARRAYOID}};

spi::Statement folders_statement = {
    "SELECT t.table_path FROM public.table_info AS t WHERE t.table_path OPERATOR(pg_catalog.<>) ''", 0, {}};

spi::Statement made_folders_statement = {
    "SELECT p.table_path FROM public.table_path_id AS p WHERE p.table_path OPERATOR(pg_catalog.<>) ''", 0, {}};

// Where files lie that are not to be deleted with a folder; $3: a text that such a file's path contains; $4: the
// folders around all that are asked about; from $5 on, before $6: those inside the innermost of them.
spi::Statement files_statement = {"SELECT f.path FROM public.data_commit_info AS c, pg_catalog.unnest(c.file_ops) AS f"
                                  " WHERE COALESCE(f.file_op, '') OPERATOR(pg_catalog.<>) 'del'"
                                  " AND pg_catalog.strpos(f.path, $3) OPERATOR(pg_catalog.>) 0"
                                  " AND (" LAKESOUL_FOLDER " OPERATOR(pg_catalog.=) ANY ($4) OR " LAKESOUL_FOLDER
                                  " OPERATOR(pg_catalog.>=) $5"
                                  " AND " LAKESOUL_FOLDER " OPERATOR(pg_catalog.<) $6) AND " LAKESOUL_IS_THERE,
                                  6,
                                  {TEXTOID, UUIDARRAYOID, TEXTOID, TEXTARRAYOID, TEXTOID, TEXTOID}};

spi::Statement dropped_folders_statement = {"SELECT d.path FROM lakesoul.dropped_paths AS d WHERE d.is_folder", 0, {}};

spi::Statement later_statement = {
    "SELECT d.path FROM lakesoul.dropped_paths AS d WHERE d.dropped_at OPERATOR(pg_catalog.>) $1", 1, {INT8OID}};

void add_locations(uint64 rows, Arena *arena, List<View> *locations)
{
    for (uint64 row = 0; row < rows; ++row) {
        View location;
        raise_unless_ok(catalog::location_of(spi::text_column(row, 1), arena, &location));
        locations->add(location);
    }
    SPI_freetuptable(SPI_tuptable);
}

// Adds the places in a statement's first column, which is read as the owner of a base table.
void add_locations(spi::Statement *statement, const char *relation, Arena *arena, List<View> *locations)
{
    spi::User caller = spi::become_relation_owner(stock::public_relation(relation));
    uint64 rows = spi::read(statement, nullptr);
    spi::become_again(caller);
    add_locations(rows, arena, locations);
}

// Where each of them lies.
Span<const View> locations_of(Span<Asked> asked, Arena *arena)
{
    View *locations = huge_array<View>(asked.size);
    for (std::size_t i = 0; i < asked.size; ++i)
        raise_unless_ok(catalog::location_of(asked[i].path, arena, &locations[i]));
    return {locations, asked.size};
}

bool nothing_was_dropped()
{
    return spi::has_no_pages("lakesoul", "dropped_paths");
}

// What is asked about as a file, but was the folder of a dropped table, whoever sees that.
void mark_dropped_folders(Span<Asked> asked, Span<const View> locations, Arena *arena)
{
    if (nothing_was_dropped())
        return;
    List<View> folders = {};
    add_locations(spi::read_as_owner(&dropped_folders_statement, nullptr), arena, &folders);
    catalog::sort_locations({folders.data, folders.size});
    for (std::size_t i = 0; i < asked.size; ++i)
        asked[i].is_folder = asked[i].is_folder || catalog::contains({folders.data, folders.size}, locations[i]);
}

// Where something was dropped so late that its readers still have time.
void mark_later_drops(Span<Asked> asked, Span<const View> locations, int64 before, Arena *arena)
{
    if (before == PG_INT64_MAX || nothing_was_dropped())
        return;
    Datum values[] = {Int64GetDatum(before)};
    List<View> later = {};
    add_locations(spi::read_as_owner(&later_statement, values), arena, &later);
    catalog::sort_locations({later.data, later.size});
    for (std::size_t i = 0; i < asked.size; ++i)
        asked[i].in_use = asked[i].in_use || catalog::overlaps({later.data, later.size}, locations[i]);
}

// Where tables are. A file of a table lies in one's folder, but is none.
void mark_tables(Span<Asked> asked, Span<const View> locations, Arena *arena)
{
    List<View> list = {};
    add_locations(&folders_statement, "table_info", arena, &list);
    add_locations(&made_folders_statement, "table_path_id", arena, &list);
    Span<View> used = {list.data, list.size};
    catalog::sort_locations(used);
    for (std::size_t i = 0; i < asked.size; ++i)
        asked[i].in_use =
            asked[i].in_use || (asked[i].is_folder ? catalog::overlaps({used.data, used.size}, locations[i])
                                                   : catalog::holds_one({used.data, used.size}, locations[i]));
}

// Many rows are found at once, by all of an index's pages that are needed or all of the table's.
void allow_passes()
{
    spi::set_until_end("enable_seqscan", "on");
    spi::set_until_end("enable_bitmapscan", "on");
}

Datum folders_around(Span<const View> locations)
{
    Arena arena = server_arena();
    Span<View> folders;
    raise_unless_ok(catalog::folders_around(locations, &arena, &folders));
    return text_array_datum({folders.data, folders.size});
}

// Looks for the candidates in the commits of all tables, but in those whose references to them are known. Returns the
// tables that name one; respelled: the places of those that are named otherwise.
Span<const View> naming_tables(Span<const catalog::Candidate> candidates, Span<const Asked> asked,
                               Span<const View> locations, const Gone &gone, List<std::size_t> *respelled)
{
    List<View> paths = {}, own = {}, places = {}, ids = {};
    for (const catalog::Candidate &candidate : candidates) {
        paths.add(candidate.path);
        own.add(asked[candidate.owner].table_id);
        places.add(locations[candidate.owner]);
    }
    Datum values[] = {text_datum(gone.table_id), uuid_array_datum(gone.ids), text_array_datum({paths.data, paths.size}),
                      text_array_datum({own.data, own.size}), folders_around({places.data, places.size})};
    spi::User caller = spi::become_relation_owner(stock::public_relation("data_commit_info"));
    int level = NewGUCNestLevel();
    spi::set_until_end("enable_nestloop", "off");   // one pass over all files, not one a path
    allow_passes();
    spi::set_until_end("work_mem", "64MB");   // or all files are written to disk and read again
    uint64 rows = spi::read(&naming_statement, values);
    AtEOXact_GUC(true, level);
    spi::become_again(caller);
    for (uint64 row = 0; row < rows; ++row) {
        int32 place = spi::int_column(row, 2, 0);
        if (place > 0)
            respelled->add(static_cast<std::size_t>(place - 1));
        else
            ids.add(spi::text_column(row, 1));
    }
    return {ids.data, ids.size};
}

void mark_files(Span<Asked> asked, Span<const View> locations, const Gone &gone)
{
    List<catalog::Candidate> list = {};
    for (std::size_t i = 0; i < asked.size; ++i)
        if (!asked[i].is_folder && !asked[i].in_use)
            list.add({asked[i].path, i, false, false});
    if (list.size == 0)
        return;
    Span<catalog::Candidate> candidates = {list.data, list.size};
    catalog::unite(&candidates);
    catalog::References references;
    catalog::open_references(&references, candidates);
    List<std::size_t> respelled = {};
    for (View table_id :
         naming_tables({candidates.data, candidates.size}, {asked.data, asked.size}, locations, gone, &respelled))
        mark_references(table_id, {{}, false, true}, &references);
    for (std::size_t place : Span<std::size_t>{respelled.data, respelled.size})
        candidates[place].referenced = true;
    for (Asked &one : asked)
        if (!one.is_folder && !one.in_use)
            one.in_use = catalog::find(candidates, one.path)->referenced;
}

// Marks folders in which a commit has a file: a table whose path was changed leaves its files where they are, and a
// writer may put them anywhere. folders: sorted.
void fill(Span<catalog::Folder> folders, const Gone &gone)
{
    MemoryContext one = AllocSetContextCreate(CurrentMemoryContext, "lakesoul file", ALLOCSET_DEFAULT_SIZES);
    View *locations = huge_array<View>(folders.size);
    for (std::size_t i = 0; i < folders.size; ++i)
        locations[i] = folders[i].location;
    View around = catalog::common_folder(locations[0], locations[folders.size - 1]);
    char *behind = pnstrdup(around.data(), around.size());
    behind[around.size() - 1] = '/' + 1;
    Datum values[] = {text_datum(gone.table_id),
                      uuid_array_datum(gone.ids),
                      text_datum(catalog::common_name({folders.data, folders.size})),
                      folders_around({locations, folders.size}),
                      text_datum(around),
                      text_datum(View(behind, around.size()))};
    int level = NewGUCNestLevel();
    allow_passes();
    Cursor files = open_cursor(&files_statement, values, true, stock::public_relation("data_commit_info"));
    AtEOXact_GUC(true, level);
    while (fetch(&files)) {
        MemoryContext before = MemoryContextSwitchTo(one);
        Arena arena = server_arena();
        View location;
        raise_unless_ok(catalog::location_of(spi::text_column(files.row, 1), &arena, &location));
        catalog::fill(folders, location);
        MemoryContextSwitchTo(before);
        MemoryContextReset(one);
    }
    MemoryContextDelete(one);
}

void mark_folders(Span<Asked> asked, Span<const View> locations, const Gone &gone)
{
    List<catalog::Folder> list = {};
    for (std::size_t i = 0; i < asked.size; ++i)
        if (asked[i].is_folder && !asked[i].in_use)
            list.add({locations[i], i, false});
    if (list.size == 0)
        return;
    Span<catalog::Folder> folders = {list.data, list.size};
    catalog::sort_folders(folders);
    fill(folders, gone);
    for (const catalog::Folder &folder : folders)
        asked[folder.owner].in_use = folder.filled;
}

}   // namespace

void add_files(View table_id, Span<const View> files, Paths *asked)
{
    for (View path : files)
        asked->add({path, table_id, false, false});
}

void mark_in_use(Span<Asked> asked, int64 before, const Gone &gone)
{
    Arena arena = server_arena();
    for (Asked &one : asked)
        one.in_use = false;
    if (asked.empty())
        return;
    Span<const View> locations = locations_of(asked, &arena);
    mark_dropped_folders(asked, locations, &arena);
    mark_later_drops(asked, locations, before, &arena);
    mark_tables(asked, locations, &arena);
    mark_files(asked, locations, gone);
    mark_folders(asked, locations, gone);
}

void withhold(Span<Asked> asked, const Gone &gone)
{
    CommandCounterIncrement();   // or what this call has deleted is still there
    PushActiveSnapshot(GetLatestSnapshot());
    mark_in_use(asked, PG_INT64_MAX, gone);
    PopActiveSnapshot();
    unsigned long long kept = 0;
    const Asked *first = nullptr;
    for (const Asked &one : asked)
        if (one.in_use)
            first = kept++ == 0 ? &one : first;
    if (kept == 1)
        ereport(NOTICE, (errmsg("%s \"%s\" is in use and is kept for now", first->is_folder ? "folder" : "file",
                                c_string(first->path)),
                         errhint("Ask lakesoul.discarded later: it gives the path as soon as nothing needs it.")));
    else if (kept > 1)
        ereport(NOTICE,
                (errmsg("%llu paths are in use and are kept for now, among them \"%s\"", kept, c_string(first->path)),
                 errhint("Ask lakesoul.discarded later: it gives each as soon as nothing needs it.")));
}

void hand_out(Span<Asked> asked, ReturnSetInfo *results)
{
    if (results == nullptr || asked.empty())
        return;
    withhold(asked);
    for (const Asked &one : asked) {
        if (one.in_use)
            continue;
        Datum path = text_datum(one.path);
        bool null = false;
        tuplestore_putvalues(results->setResult, results->setDesc, &path, &null);
        pfree(DatumGetPointer(path));
    }
}

}   // namespace lakesoul
