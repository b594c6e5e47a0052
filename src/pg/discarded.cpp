// What may be deleted from storage: rows of discard_compressed_file_info, table by table, and lakesoul.dropped_paths,
// less what is referenced. Rows are the caller's to see; whether they are referenced is asked past his row-level
// security. A row whose table cannot be told from its path is looked for in the commits of all tables.
#include "pg/discarded.hpp"

#include "core/catalog/locations.hpp"
#include "pg/catalog_commit.hpp"
#include "pg/cursor.hpp"
#include "pg/error.hpp"
#include "pg/memory.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/references.hpp"
#include "pg/spi.hpp"
#include "pg/stock_lookup.hpp"
#include "pg/text.hpp"

namespace lakesoul {
namespace {

#define LAKESOUL_DISCARDED                                                                                             \
    "SELECT d.table_path, d.file_path, d.partition_desc, COALESCE(d.discarded_at, d.\"timestamp\", 0), d.reason"       \
    " FROM public.discard_compressed_file_info AS d"                                                                   \
    " WHERE COALESCE(d.discarded_at, d.\"timestamp\", 0) OPERATOR(pg_catalog.<=) $1"

spi::Statement all_statement = {LAKESOUL_DISCARDED " ORDER BY d.table_path, d.file_path", 1, {INT8OID}, nullptr, 0};

spi::Statement some_statement = {LAKESOUL_DISCARDED " AND d.table_path OPERATOR(pg_catalog.=) ANY ($2)"
                                                    " ORDER BY d.table_path, d.file_path",
                                 2,
                                 {INT8OID, TEXTARRAYOID},
                                 nullptr,
                                 0};

// $1: what stands in table_path, the id of a table that has no path.
spi::Statement by_path_statement = {
    "SELECT t.table_id FROM public.table_info AS t WHERE t.table_path OPERATOR(pg_catalog.=) $1"
    " AND $1 OPERATOR(pg_catalog.<>) '' UNION SELECT t.table_id FROM public.table_info AS t"
    " WHERE t.table_id OPERATOR(pg_catalog.=) $1 AND t.table_path OPERATOR(pg_catalog.=) ''",
    1,
    {TEXTOID},
    nullptr,
    0};

// A path that table_info does not know any more, after a stock client changed it there alone.
spi::Statement by_old_path_statement = {"SELECT p.table_id FROM public.table_path_id AS p"
                                        " WHERE p.table_path OPERATOR(pg_catalog.=) $1",
                                        1,
                                        {TEXTOID},
                                        nullptr,
                                        0};

spi::Statement exists_statement = {"SELECT t.table_id FROM public.table_info AS t"
                                   " WHERE t.table_id OPERATOR(pg_catalog.=) $1",
                                   1,
                                   {TEXTOID},
                                   nullptr,
                                   0};

spi::Statement old_paths_statement = {"SELECT p.table_path FROM public.table_path_id AS p"
                                      " WHERE p.table_id OPERATOR(pg_catalog.=) $1",
                                      1,
                                      {TEXTOID},
                                      nullptr,
                                      0};

// OFFSET 0: or the paths are hashed once for each commit.
spi::Statement naming_statement = {
    "SELECT DISTINCT o.table_id FROM pg_catalog.unnest($1) AS q(path), (SELECT c.table_id, f.path"
    " FROM public.data_commit_info AS c, pg_catalog.unnest(c.file_ops) AS f OFFSET 0) AS o"
    " WHERE o.path OPERATOR(pg_catalog.=) q.path",
    1,
    {TEXTARRAYOID},
    nullptr,
    0};

spi::Statement folders_statement = {
    "SELECT t.table_path FROM public.table_info AS t WHERE t.table_path OPERATOR(pg_catalog.<>) ''", 0, {}, nullptr, 0};

spi::Statement made_folders_statement = {
    "SELECT p.table_path FROM public.table_path_id AS p WHERE p.table_path OPERATOR(pg_catalog.<>) ''",
    0,
    {},
    nullptr,
    0};

// Where files lie that are not to be deleted with a folder.
spi::Statement files_statement = {"SELECT f.path FROM public.data_commit_info AS c, pg_catalog.unnest(c.file_ops) AS f"
                                  " WHERE f.file_op OPERATOR(pg_catalog.=) 'add'",
                                  0,
                                  {},
                                  nullptr,
                                  0};

// $1: up to then, $2: a table's id, $3 and $4: name and namespace, each NULL for any.
spi::Statement dropped_statement = {
    "SELECT d.path, d.is_folder, d.namespace, d.table_id, d.table_name, d.dropped_at, d.reason"
    " FROM lakesoul.dropped_paths AS d WHERE ($2 IS NULL OR d.table_id OPERATOR(pg_catalog.=) $2)"
    " AND ($3 IS NULL OR (d.table_name OPERATOR(pg_catalog.=) $3 AND d.namespace OPERATOR(pg_catalog.=) $4))"
    " ORDER BY d.path",
    4,
    {INT8OID, TEXTOID, TEXTOID, TEXTOID},
    nullptr,
    0};

spi::Statement forget_statement = {"DELETE FROM public.discard_compressed_file_info AS d"
                                   " WHERE d.file_path OPERATOR(pg_catalog.=) ANY ($1)",
                                   1,
                                   {TEXTARRAYOID},
                                   nullptr,
                                   0};

// As the caller: what he does not see he does not forget.
spi::Statement dropped_keys_statement = {"SELECT d.path FROM lakesoul.dropped_paths AS d"
                                         " WHERE d.path OPERATOR(pg_catalog.=) ANY ($1)",
                                         1,
                                         {TEXTARRAYOID},
                                         nullptr,
                                         0};

spi::Statement forget_dropped_statement = {"DELETE FROM lakesoul.dropped_paths AS d"
                                           " WHERE d.path OPERATOR(pg_catalog.=) ANY ($1)",
                                           1,
                                           {TEXTARRAYOID},
                                           nullptr,
                                           0};

// A row of the result before it is known whether anything references its path.
struct Row {
    View path, table, partition, reason, table_id, space;   // null views: NULL
    int64 at;
    bool is_folder;
};
using Rows = List<Row>;

View kept(View text)
{
    if (text.data() == nullptr)
        return text;
    char *copy = static_cast<char *>(palloc(text.size() + 1));
    memcpy(copy, text.data(), text.size());
    return View(copy, text.size());
}

void put(const Row &row, ReturnSetInfo *results)
{
    const View texts[] = {row.path, row.table, row.partition, View(), row.reason, row.table_id, row.space};
    Datum values[lengthof(texts)];
    bool nulls[lengthof(texts)];
    for (std::size_t i = 0; i < lengthof(texts); ++i) {
        nulls[i] = texts[i].data() == nullptr;
        values[i] = text_datum(texts[i]);
    }
    values[3] = Int64GetDatum(row.at);
    nulls[3] = false;
    tuplestore_putvalues(results->setResult, results->setDesc, values, nulls);
}

// Adds the texts of a statement's first column, which is read as the owner of a base table.
void add_texts(spi::Statement *statement, Datum *values, const char *relation, List<View> *texts)
{
    spi::User caller = spi::become_relation_owner(stock::public_relation(relation));
    uint64 rows = spi::read(statement, values);
    spi::become_again(caller);
    for (uint64 row = 0; row < rows; ++row)
        texts->add(kept(spi::text_column(row, 1)));
    SPI_freetuptable(SPI_tuptable);
}

bool exists(View table_id)
{
    List<View> ids = {};
    Datum values[] = {text_datum(table_id)};
    add_texts(&exists_statement, values, "table_info", &ids);
    return ids.size > 0;
}

Span<catalog::Candidate> candidates_of(const Rows &rows)
{
    List<catalog::Candidate> list = {};
    for (std::size_t i = 0; i < rows.size; ++i)
        if (!rows.data[i].is_folder)
            list.add({rows.data[i].path, i, false, false});
    Span<catalog::Candidate> candidates = {list.data, list.size};
    catalog::unite(&candidates);
    return candidates;
}

void mark(View table_id, catalog::References *references)
{
    mark_references(table_id, {{}, false, true}, references);
}

// The rows of one table_path. Those whose table is not known, or not told by the path alone, are left for later.
void put_group(View table_path, const Rows &rows, Rows *later, MemoryContext lasting, ReturnSetInfo *results)
{
    List<View> ids = {};
    Datum values[] = {text_datum(table_path)};
    add_texts(&by_path_statement, values, "table_info", &ids);
    add_texts(&by_old_path_statement, values, "table_path_id", &ids);
    Span<catalog::Candidate> candidates = candidates_of(rows);
    catalog::References references;
    catalog::open_references(&references, candidates);
    Table table = {};
    bool known = false;
    for (std::size_t i = 0; i < ids.size; ++i) {
        if (!exists(ids.data[i]))
            continue;
        if (!find_seen_table_by_id(ids.data[i], &table))
            return;   // not his to see
        known = true;
        mark(ids.data[i], &references);
    }
    MemoryContext before = MemoryContextSwitchTo(known ? CurrentMemoryContext : lasting);
    for (const catalog::Candidate &candidate : candidates) {
        Row row = rows.data[candidate.owner];
        if (!known) {
            later->add(
                {kept(row.path), kept(table_path), kept(row.partition), kept(row.reason), {}, {}, row.at, false});
            continue;
        }
        row.table = shown_name(table);
        row.table_id = table.id;
        row.space = table.space;
        if (!candidate.referenced)
            put(row, results);
    }
    MemoryContextSwitchTo(before);
}

// Rows of discard_compressed_file_info; those of tables that are not known are added to later.
void put_discarded(Cursor cursor, Rows *later, ReturnSetInfo *results)
{
    MemoryContext lasting = CurrentMemoryContext;
    MemoryContext group = AllocSetContextCreate(lasting, "lakesoul discarded files", ALLOCSET_DEFAULT_SIZES);
    MemoryContextSwitchTo(group);
    Rows rows = {};
    View table_path;
    bool more = true;
    while (more) {
        more = fetch(&cursor);
        View next = more ? spi::text_column(cursor.row, 1) : View();
        if (table_path.data() != nullptr && (!more || next != table_path)) {
            put_group(table_path, rows, later, lasting, results);
            MemoryContextReset(group);
            rows = {};
            table_path = View();
            look_at(cursor);
        }
        if (!more)
            break;
        if (table_path.data() == nullptr)
            table_path = next.data() == nullptr ? View("") : kept(spi::text_column(cursor.row, 1));
        rows.add({kept(spi::text_column(cursor.row, 2)), View(), kept(spi::text_column(cursor.row, 3)),
                  kept(spi::text_column(cursor.row, 5)), View(), View(), spi::bigint_column(cursor.row, 4, 0), false});
    }
    MemoryContextSwitchTo(lasting);
    MemoryContextDelete(group);
}

// Folders and files of dropped tables; whether there are any of this table at all.
bool add_dropped(const DiscardedRequest &request, Rows *later)
{
    Datum values[] = {Int64GetDatum(request.before), text_datum(request.id), text_datum(request.name),
                      text_datum(request.space)};
    bool by_id = request.id.data() != nullptr, by_name = request.name.data() != nullptr;
    const char nulls[] = {' ', by_id ? ' ' : 'n', by_name ? ' ' : 'n', by_name ? ' ' : 'n', '\0'};
    uint64 count = spi::read(&dropped_statement, values, nulls);
    for (uint64 row = 0; row < count; ++row) {
        View name = spi::text_column(row, 5), reason = spi::text_column(row, 7);
        int64 at = spi::bigint_column(row, 6, 0);
        if (at <= request.before)
            later->add({kept(spi::text_column(row, 1)), kept(name), View(), kept(reason),
                        kept(spi::text_column(row, 4)), kept(spi::text_column(row, 3)), at, spi::bool_column(row, 2)});
    }
    return count > 0;
}

Span<const View> locations_in_use(Arena *arena)
{
    List<View> paths = {};
    add_texts(&folders_statement, nullptr, "table_info", &paths);
    add_texts(&made_folders_statement, nullptr, "table_path_id", &paths);
    for (std::size_t i = 0; i < paths.size; ++i)
        raise_unless_ok(catalog::location_of(paths.data[i], arena, &paths.data[i]));
    catalog::sort_locations({paths.data, paths.size});
    return {paths.data, paths.size};
}

// Files of dropped tables that no table's commits reference.
void put_files(const Rows &rows, ReturnSetInfo *results)
{
    Span<catalog::Candidate> candidates = candidates_of(rows);
    if (candidates.empty())
        return;
    catalog::References references;
    catalog::open_references(&references, candidates);
    List<View> paths = {}, ids = {};
    for (const catalog::Candidate &candidate : candidates)
        paths.add(candidate.path);
    Datum values[] = {text_array_datum({paths.data, paths.size})};
    spi::set_until_end("enable_nestloop", "off");   // one pass over all files, not one a path
    add_texts(&naming_statement, values, "data_commit_info", &ids);
    spi::set_until_end("enable_nestloop", "on");
    for (std::size_t i = 0; i < ids.size; ++i)
        mark(ids.data[i], &references);
    for (const catalog::Candidate &candidate : candidates)
        if (!candidate.referenced)
            put(rows.data[candidate.owner], results);
}

// Marks folders in which a commit has a file: a table whose path was changed leaves its files where they are, and a
// writer may put them anywhere.
void mark_filled(Span<catalog::Folder> folders)
{
    MemoryContext one = AllocSetContextCreate(CurrentMemoryContext, "lakesoul file", ALLOCSET_DEFAULT_SIZES);
    Cursor files = open_cursor(&files_statement, nullptr, true, stock::public_relation("data_commit_info"));
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

// Folders of dropped tables in which, above which and below which no table lies, and in which no file does.
void put_folders(const Rows &rows, ReturnSetInfo *results)
{
    Arena arena = server_arena();
    Span<const View> used = locations_in_use(&arena);
    List<catalog::Folder> folders = {};
    for (std::size_t i = 0; i < rows.size; ++i) {
        View location;
        raise_unless_ok(catalog::location_of(rows.data[i].path, &arena, &location));
        if (rows.data[i].is_folder && !catalog::overlaps(used, location))
            folders.add({location, i, false});
    }
    if (folders.size == 0)
        return;
    catalog::sort_folders({folders.data, folders.size});
    mark_filled({folders.data, folders.size});
    for (std::size_t i = 0; i < folders.size; ++i)
        if (!folders.data[i].filled)
            put(rows.data[folders.data[i].owner], results);
}

// What stands in table_path of a table's rows: now, and before its path was changed.
Datum keys_of(const Table &table)
{
    List<View> keys = {};
    keys.add(discard_key(table));
    Datum values[] = {text_datum(table.id)};
    add_texts(&old_paths_statement, values, "table_path_id", &keys);
    return text_array_datum({keys.data, keys.size});
}

}   // namespace

void list_discarded(const DiscardedRequest &request, ReturnSetInfo *results)
{
    Table table;
    Rows later = {};
    bool found = request.has_table &&
                 (request.id.data() != nullptr ? find_seen_table_by_id(request.id, &table)
                                               : find_seen_table_by_name(request.name, request.space, &table));
    Datum values[] = {Int64GetDatum(request.before), found ? keys_of(table) : 0};
    if (found || !request.has_table)
        put_discarded(open_cursor(found ? &some_statement : &all_statement, values, true, InvalidOid), &later, results);
    if (!add_dropped(request, &later) && request.has_table && !found) {
        if (request.id.data() != nullptr)
            raise_no_table(request.id);
        raise_no_table(request.name, request.space);
    }
    put_files(later, results);
    put_folders(later, results);
}

uint64 forget_discarded(Span<const View> paths)
{
    Datum values[] = {text_array_datum(paths)};
    uint64 count = spi::run(&forget_statement, values);
    uint64 rows = spi::run(&dropped_keys_statement, values);
    List<View> seen = {};
    for (uint64 row = 0; row < rows; ++row)
        seen.add(spi::text_column(row, 1));
    if (rows > 0) {
        values[0] = text_array_datum({seen.data, seen.size});
        count += spi::run_as_owner(&forget_dropped_statement, values);
    }
    return count;
}

}   // namespace lakesoul
