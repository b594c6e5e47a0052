// What may be deleted from storage: rows of discard_compressed_file_info, table by table, and lakesoul.dropped_paths,
// less what is in use. Rows are the caller's to see; whether they are in use is asked past his row-level security: of
// their own table first, which is cheap and keeps most of them back, and of all tables then, many at a time.
#include "pg/discarded.hpp"

#include "pg/catalog_commit.hpp"
#include "pg/cursor.hpp"
#include "pg/in_use.hpp"
#include "pg/memory.hpp"
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

spi::Statement all_statement = {LAKESOUL_DISCARDED " ORDER BY d.table_path, d.file_path", 1, {INT8OID}};

spi::Statement some_statement = {LAKESOUL_DISCARDED " AND d.table_path OPERATOR(pg_catalog.=) ANY ($2)"
                                                    " ORDER BY d.table_path, d.file_path",
                                 2,
                                 {INT8OID, TEXTARRAYOID}};

// $1: what stands in table_path, the id of a table that has no path.
spi::Statement by_path_statement = {
    "SELECT t.table_id FROM public.table_info AS t WHERE t.table_path OPERATOR(pg_catalog.=) $1"
    " AND $1 OPERATOR(pg_catalog.<>) '' UNION SELECT t.table_id FROM public.table_info AS t"
    " WHERE t.table_id OPERATOR(pg_catalog.=) $1 AND t.table_path OPERATOR(pg_catalog.=) ''",
    1,
    {TEXTOID}};

// A path that table_info does not know any more, after a stock client changed it there alone.
spi::Statement by_old_path_statement = {"SELECT p.table_id FROM public.table_path_id AS p"
                                        " WHERE p.table_path OPERATOR(pg_catalog.=) $1",
                                        1,
                                        {TEXTOID}};

spi::Statement exists_statement = {"SELECT t.table_id FROM public.table_info AS t"
                                   " WHERE t.table_id OPERATOR(pg_catalog.=) $1",
                                   1,
                                   {TEXTOID}};

spi::Statement old_paths_statement = {"SELECT p.table_path FROM public.table_path_id AS p"
                                      " WHERE p.table_id OPERATOR(pg_catalog.=) $1",
                                      1,
                                      {TEXTOID}};

// $1: a table's id, $2 and $3: name and namespace, each NULL for any. $4: what stands in table_path of the discard rows
// that are listed, NULL for any: a path among them is not listed twice. Of a path that was dropped in several
// namespaces the last drop.
spi::Statement dropped_statement = {
    "SELECT DISTINCT ON (d.path) d.path, d.is_folder, d.namespace, d.table_id, d.table_name, d.dropped_at, d.reason"
    " FROM lakesoul.dropped_paths AS d WHERE ($1 IS NULL OR d.table_id OPERATOR(pg_catalog.=) $1)"
    " AND ($2 IS NULL OR (d.table_name OPERATOR(pg_catalog.=) $2 AND d.namespace OPERATOR(pg_catalog.=) $3))"
    " AND NOT EXISTS (SELECT FROM public.discard_compressed_file_info AS f"
    " WHERE f.file_path OPERATOR(pg_catalog.=) d.path"
    " AND ($4 IS NULL OR f.table_path OPERATOR(pg_catalog.=) ANY ($4))) ORDER BY d.path, d.dropped_at DESC, "
    "d.namespace",
    4,
    {TEXTOID, TEXTOID, TEXTOID, TEXTARRAYOID}};

spi::Statement forget_statement = {"DELETE FROM public.discard_compressed_file_info AS d"
                                   " WHERE d.file_path OPERATOR(pg_catalog.=) ANY ($1)",
                                   1,
                                   {TEXTARRAYOID}};

// As the caller: what he does not see he does not forget.
spi::Statement dropped_keys_statement = {"SELECT d.path, d.namespace FROM lakesoul.dropped_paths AS d"
                                         " WHERE d.path OPERATOR(pg_catalog.=) ANY ($1)",
                                         1,
                                         {TEXTARRAYOID}};

spi::Statement forget_dropped_statement = {
    "DELETE FROM lakesoul.dropped_paths AS d USING ROWS FROM (pg_catalog.unnest($1), pg_catalog.unnest($2))"
    " AS q(path, namespace) WHERE d.path OPERATOR(pg_catalog.=) q.path"
    " AND d.namespace OPERATOR(pg_catalog.=) q.namespace",
    2,
    {TEXTARRAYOID, TEXTARRAYOID}};

// A row of the result before it is known whether its path is in use.
struct Row {
    View path, table, partition, reason, table_id, space;   // null views: NULL
    int64 at;
    bool is_folder;
    bool own_is_asked;   // whether the table itself references it
};
using Rows = List<Row>;

constexpr std::size_t kMostPending = 100 * 1000;   // rows, each a few hundred bytes

// Rows that all tables are still to be asked about.
struct Pending {
    Rows rows;
    MemoryContext memory;
    int64 before;
    ReturnSetInfo *results;
};

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

// What came into use since the transaction's snapshot, which the tables themselves were asked with, too.
void mark_in_use_since(Span<Asked> asked)
{
    List<Asked> left = {};
    for (const Asked &one : asked)
        left.add({one.path, "", one.is_folder, false});
    PushActiveSnapshot(GetLatestSnapshot());
    mark_in_use({left.data, left.size}, PG_INT64_MAX);
    PopActiveSnapshot();
    for (std::size_t i = 0; i < left.size; ++i)
        asked[i].in_use = asked[i].in_use || left.data[i].in_use;
}

// Puts those that are not in use, and begins anew.
void flush(Pending *pending)
{
    MemoryContext before = MemoryContextSwitchTo(pending->memory);
    List<Asked> asked = {};
    for (std::size_t i = 0; i < pending->rows.size; ++i) {
        const Row &row = pending->rows.data[i];
        asked.add({row.path, row.own_is_asked ? row.table_id : View(""), row.is_folder, false});
    }
    mark_in_use({asked.data, asked.size}, pending->before);
    if (IsolationUsesXactSnapshot())
        mark_in_use_since({asked.data, asked.size});
    for (std::size_t i = 0; i < asked.size; ++i)
        if (!asked.data[i].in_use)
            put(pending->rows.data[i], pending->results);
    MemoryContextSwitchTo(before);
    MemoryContextReset(pending->memory);
    pending->rows = {};
}

void add(const Row &row, Pending *pending)
{
    MemoryContext before = MemoryContextSwitchTo(pending->memory);
    pending->rows.add({kept(row.path), kept(row.table), kept(row.partition), kept(row.reason), kept(row.table_id),
                       kept(row.space), row.at, row.is_folder, row.own_is_asked});
    MemoryContextSwitchTo(before);
    if (pending->rows.size == kMostPending)
        flush(pending);
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
        list.add({rows.data[i].path, i, false, false});
    Span<catalog::Candidate> candidates = {list.data, list.size};
    catalog::unite(&candidates);
    return candidates;
}

// The rows of one table_path.
void add_group(View table_path, const Rows &rows, Pending *pending)
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
        mark_references(ids.data[i], {{}, false, true}, &references);
    }
    View name = known ? shown_name(table) : table_path;
    for (const catalog::Candidate &candidate : candidates) {
        Row row = rows.data[candidate.owner];
        row.table = name;
        row.table_id = table.id;
        row.space = table.space;
        row.own_is_asked = known;
        if (!candidate.referenced)
            add(row, pending);
    }
}

// Rows of discard_compressed_file_info.
void add_discarded(Cursor cursor, Pending *pending)
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
            add_group(table_path, rows, pending);
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
                  kept(spi::text_column(cursor.row, 5)), View(), View(), spi::bigint_column(cursor.row, 4, 0), false,
                  false});
    }
    MemoryContextSwitchTo(lasting);
    MemoryContextDelete(group);
}

// Folders and files of dropped tables, but for what the discard rows with these keys list; whether there are any of
// this table at all.
bool add_dropped(const DiscardedRequest &request, Datum keys, Pending *pending)
{
    Datum values[] = {text_datum(request.id), text_datum(request.name), text_datum(request.space), keys};
    bool by_id = request.id.data() != nullptr, by_name = request.name.data() != nullptr;
    const char nulls[] = {by_id ? ' ' : 'n', by_name ? ' ' : 'n', by_name ? ' ' : 'n', request.has_table ? ' ' : 'n',
                          '\0'};
    uint64 count = spi::read(&dropped_statement, values, nulls);
    SPITupleTable *ours = SPI_tuptable;
    for (uint64 row = 0; row < count; ++row) {
        SPI_tuptable = ours;
        int64 at = spi::bigint_column(row, 6, 0);
        if (at <= request.before)
            add({spi::text_column(row, 1), spi::text_column(row, 5), View(), spi::text_column(row, 7),
                 spi::text_column(row, 4), spi::text_column(row, 3), at, spi::bool_column(row, 2), false},
                pending);
    }
    return count > 0;
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
    Pending pending = {};
    pending.memory = AllocSetContextCreate(CurrentMemoryContext, "lakesoul pending paths", ALLOCSET_DEFAULT_SIZES);
    pending.before = request.before;
    pending.results = results;
    bool found = request.has_table &&
                 (request.id.data() != nullptr ? find_seen_table_by_id(request.id, &table)
                                               : find_seen_table_by_name(request.name, request.space, &table));
    Datum values[] = {Int64GetDatum(request.before), found ? keys_of(table) : text_array_datum({})};
    if (found || !request.has_table)
        add_discarded(open_cursor(found ? &some_statement : &all_statement, values, true, InvalidOid), &pending);
    if (!add_dropped(request, values[1], &pending) && request.has_table && !found) {
        if (request.id.data() != nullptr)
            raise_no_table(request.id);
        raise_no_table(request.name, request.space);
    }
    flush(&pending);
}

uint64 forget_discarded(Span<const View> paths)
{
    Datum values[] = {text_array_datum(paths), 0};
    uint64 count = spi::run(&forget_statement, values);
    uint64 rows = spi::run(&dropped_keys_statement, values);
    List<View> seen = {}, spaces = {};
    for (uint64 row = 0; row < rows; ++row) {
        seen.add(spi::text_column(row, 1));
        spaces.add(spi::text_column(row, 2));
    }
    if (rows > 0) {
        values[0] = text_array_datum({seen.data, seen.size});
        values[1] = text_array_datum({spaces.data, spaces.size});
        count += spi::run_as_owner(&forget_dropped_statement, values);
    }
    return count;
}

}   // namespace lakesoul
