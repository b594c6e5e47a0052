// The two halves of purge_orphans, each a table at a time in the order of ids. Rows are found and deleted as the
// caller; whether a table is there, a commit is listed by a version or a file referenced is asked past his row-level
// security.
#include "pg/purge.hpp"

#include "pg/catalog_commit.hpp"
#include "pg/clock.hpp"
#include "pg/drop_table.hpp"
#include "pg/error.hpp"
#include "pg/file_ops.hpp"
#include "pg/lock.hpp"
#include "pg/memory.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/removal.hpp"
#include "pg/spi.hpp"
#include "pg/stock_lookup.hpp"
#include "pg/text.hpp"

extern "C" {
#include "utils/acl.h"
}

namespace lakesoul {
namespace {

#define LAKESOUL_OLD_AND_UNPUBLISHED(before)                                                                           \
    "c.published_version IS NULL AND lakesoul._registered_by(c.\"timestamp\", c.registered_head)"                      \
    " OPERATOR(pg_catalog.<) " before

spi::Statement tables_statement = {"SELECT DISTINCT c.table_id FROM public.data_commit_info AS c"
                                   " WHERE " LAKESOUL_OLD_AND_UNPUBLISHED("$1") " ORDER BY 1",
                                   1,
                                   {INT8OID}};

spi::Statement partitions_statement = {
    "SELECT DISTINCT c.partition_desc FROM public.data_commit_info AS c WHERE " LAKESOUL_OLD_AND_UNPUBLISHED(
        "$1") " AND c.table_id OPERATOR(pg_catalog.=) $2",
    2,
    {INT8OID, TEXTOID}};

// One that another session has locked is not old: it may be about to be published.
spi::Statement commits_statement = {
    "SELECT c.commit_id, c.file_ops FROM public.data_commit_info AS c WHERE " LAKESOUL_OLD_AND_UNPUBLISHED(
        "$1") " AND c.table_id OPERATOR(pg_catalog.=) $2 AND c.partition_desc OPERATOR(pg_catalog.=) $3"
              " FOR UPDATE SKIP LOCKED",
    3,
    {INT8OID, TEXTOID, TEXTOID}};

// Table ids in a relation, one descent of the key for each, however many rows they have.
#define LAKESOUL_IDS_OF(relation, name)                                                                                \
    name " (id) AS ((SELECT r.table_id FROM " relation " AS r ORDER BY r.table_id LIMIT 1)"                            \
         " UNION ALL SELECT (SELECT r.table_id FROM " relation " AS r"                                                 \
         " WHERE r.table_id OPERATOR(pg_catalog.>) " name ".id ORDER BY r.table_id LIMIT 1)"                           \
         " FROM " name " WHERE " name ".id IS NOT NULL)"

spi::Statement gone_statement = {
    "WITH RECURSIVE " LAKESOUL_IDS_OF("public.data_commit_info", "a") ", " LAKESOUL_IDS_OF(
        "public.partition_info",
        "b") ", " LAKESOUL_IDS_OF("lakesoul.retired_commits",
                                  "d") ", all_ids (id) AS ("
                                       "SELECT a.id FROM a UNION SELECT b.id FROM b UNION SELECT d.id FROM d"
                                       " UNION SELECT n.table_id FROM public.table_name_id AS n UNION SELECT "
                                       "p.table_id FROM public.table_path_id AS p"
                                       " UNION SELECT g.table_id FROM lakesoul.dropped_partitions AS g"
                                       " UNION SELECT h.table_id FROM lakesoul.held_deletes AS h"
                                       " UNION SELECT q.table_id FROM lakesoul.due_compactions AS q)"
                                       " SELECT i.id FROM all_ids AS i WHERE i.id IS NOT NULL AND NOT EXISTS (SELECT "
                                       "FROM public.table_info AS t"
                                       " WHERE t.table_id OPERATOR(pg_catalog.=) i.id) ORDER BY 1",
    0,
    {}};

spi::Statement purged_tables_statement = {"SELECT DISTINCT u.table_id FROM lakesoul.purged_commits AS u"
                                          " WHERE u.purged_at OPERATOR(pg_catalog.<) $1",
                                          1,
                                          {INT8OID}};

spi::Statement forget_purged_statement = {"DELETE FROM lakesoul.purged_commits AS u"
                                          " WHERE u.table_id OPERATOR(pg_catalog.=) $1"
                                          " AND u.purged_at OPERATOR(pg_catalog.<) $2",
                                          2,
                                          {TEXTOID, INT8OID}};

spi::Statement any_table_statement = {"SELECT FROM public.table_info AS t LIMIT 1", 0, {}};

// What is known of a gone table: its name, namespace and path.
spi::Statement name_statement = {
    "SELECT n.table_name, n.table_namespace, n.created_at, n.domain FROM public.table_name_id AS n"
    " WHERE n.table_id OPERATOR(pg_catalog.=) $1 LIMIT 1",
    1,
    {TEXTOID}};

spi::Statement path_statement = {
    "SELECT p.table_path, p.table_namespace, p.created_at, p.domain FROM public.table_path_id AS p"
    " WHERE p.table_id OPERATOR(pg_catalog.=) $1 LIMIT 1",
    1,
    {TEXTOID}};

// When a gone table's rows were last added to; no row: there are none.
spi::Statement versions_time_statement = {
    "SELECT pg_catalog.max(COALESCE(i.\"timestamp\", 0)) FROM public.partition_info AS i"
    " WHERE i.table_id OPERATOR(pg_catalog.=) $1 HAVING pg_catalog.count(*) OPERATOR(pg_catalog.>) 0",
    1,
    {TEXTOID}};

spi::Statement commits_time_statement = {
    "SELECT pg_catalog.max(COALESCE(GREATEST(lakesoul._registered_by(c.\"timestamp\", c.registered_head),"
    " c.registered_head), 0)) FROM public.data_commit_info AS c WHERE c.table_id OPERATOR(pg_catalog.=) $1"
    " HAVING pg_catalog.count(*) OPERATOR(pg_catalog.>) 0",
    1,
    {TEXTOID}};

// asked: the paths; those that are in use are left out.
void put(View table_id, const char *kind, uint64 rows, Paths asked, ReturnSetInfo *results)
{
    withhold({asked.data, asked.size});
    List<View> paths = {};
    for (const Asked &one : Span<const Asked>{asked.data, asked.size})
        if (!one.in_use)
            paths.add(one.path);
    Datum values[] = {text_datum(table_id), text_datum(kind), Int64GetDatum(static_cast<int64>(rows)),
                      text_array_datum({paths.data, paths.size})};
    bool nulls[lengthof(values)] = {};
    tuplestore_putvalues(results->setResult, results->setDesc, values, nulls);
}

Span<const View> texts_of(uint64 rows)
{
    View *texts = huge_array<View>(rows);
    for (uint64 row = 0; row < rows; ++row)
        texts[row] = spi::text_column(row, 1);
    return {texts, rows};
}

// ---- commits that were never published ----------------------------------------------------------------------------

// Ids that a version lists although their rows do not say that they were published.
catalog::IdSet listed_ids(View table_id, View desc, Arena *arena)
{
    catalog::IdSet set;
    set.arena = arena;
    MemoryContext one = AllocSetContextCreate(CurrentMemoryContext, "lakesoul version", ALLOCSET_DEFAULT_SIZES);
    Cursor versions = versions_of(table_id, desc, false);
    while (fetch(&versions)) {
        MemoryContext caller = MemoryContextSwitchTo(one);
        raise_unless_ok(catalog::add_snapshot(&set, spi::uuids_column(versions.row, 3)));
        MemoryContextSwitchTo(caller);
        MemoryContextReset(one);
    }
    catalog::seal(&set);
    return set;
}

// Deletes a partition's commits and adds the files they brought to the candidates. Returns how many commits.
uint64 purge_partition(const Table &table, View desc, std::size_t number, int64 before,
                       List<catalog::Candidate> *candidates)
{
    Arena arena = server_arena();
    catalog::IdSet listed = listed_ids(table.id, desc, &arena);
    Datum values[] = {Int64GetDatum(before), text_datum(table.id), text_datum(desc)};
    uint64 rows = spi::run(&commits_statement, values);
    List<Uuid> ids = {};
    for (uint64 row = 0; row < rows; ++row) {
        Uuid id = spi::uuid_column(row, 1);
        if (catalog::contains({listed.ids.data, listed.ids.size}, id))
            continue;
        ids.add(id);
        bool null;
        Datum files = spi::file_ops_column(row, 2, &null);
        Span<wire::DataFileOp> ops = null ? Span<wire::DataFileOp>() : file_ops_of_datum(files);
        for (const wire::DataFileOp &op : ops)
            if (op.file_op == FileOp::add && !op.path.empty())
                candidates->add({op.path, number, false, true});
    }
    remove_commits(table, desc, {ids.data, ids.size});
    return ids.size;
}

// By partition, and in it by path.
int compare_owners(const void *a, const void *b)
{
    const catalog::Candidate *left = static_cast<const catalog::Candidate *>(a);
    const catalog::Candidate *right = static_cast<const catalog::Candidate *>(b);
    if (left->owner != right->owner)
        return left->owner < right->owner ? -1 : 1;
    return left->path.compare(right->path);
}

void purge_table(const Table &table, int64 before, ReturnSetInfo *results)
{
    Datum values[] = {Int64GetDatum(before), text_datum(table.id)};
    Span<const View> descs = texts_of(spi::run(&partitions_statement, values));
    lock::partitions(table.id, descs);
    (void)table_by_id(table.id);   // a drop that was waited for took it away
    check_table_is_newest(table, true);
    List<catalog::Candidate> found = {};
    uint64 rows = 0;
    for (std::size_t i = 0; i < descs.size; ++i)
        rows += purge_partition(table, descs[i], i, before, &found);
    Span<catalog::Candidate> candidates = {found.data, found.size};
    catalog::unite(&candidates);
    catalog::References references;
    catalog::open_references(&references, candidates);
    if (!candidates.empty())
        mark_references(table.id, {{}, false, false}, &references);
    if (!candidates.empty())
        qsort(candidates.data, candidates.size, sizeof(catalog::Candidate), compare_owners);
    List<View> all = {};
    std::size_t next = 0;
    for (std::size_t i = 0; i < descs.size; ++i) {
        std::size_t first = all.size;
        for (; next < candidates.size && candidates[next].owner == i; ++next)
            if (!candidates[next].referenced)
                all.add(candidates[next].path);
        (void)record_discarded(table, descs[i], {all.data + first, all.size - first}, now_ms(), "orphan commit", true);
    }
    Paths asked = {};
    add_files(table.id, {all.data, all.size}, &asked);
    if (rows > 0)
        put(table.id, "unpublished commits", rows, asked, results);
}

// ---- rows of tables that are gone -----------------------------------------------------------------------------------

// The newest time of a gone table's rows in a relation, whoever may see them; -1 if it has none.
int64 newest(spi::Statement *statement, int column, View table_id, const char *relation)
{
    Datum values[] = {text_datum(table_id)};
    spi::User caller = spi::become_relation_owner(stock::public_relation(relation));
    uint64 rows = spi::run(statement, values);
    spi::become_again(caller);
    return rows == 0 ? -1 : spi::bigint_column(0, column, 0);
}

// What is known of it, as the caller sees it.
Table gone_table(View table_id)
{
    Table table = {};
    table.id = table_id;
    table.name = table.space = table.path = table.domain = "";
    Datum values[] = {text_datum(table_id)};
    if (spi::run(&path_statement, values) > 0) {
        table.path = spi::text_column(0, 1);
        table.space = spi::text_column(0, 2);
        table.domain = spi::text_column(0, 4);
    }
    if (spi::run(&name_statement, values) > 0) {
        table.name = spi::text_column(0, 1);
        table.space = spi::text_column(0, 2);
        table.domain = spi::text_column(0, 4);
    }
    return table;
}

void purge_gone(View table_id, int64 before, ReturnSetInfo *results)
{
    lock::creation(table_id, true);
    lock::table(table_id);
    if (stock::table_exists(table_id))
        return;
    int64 versions = newest(&versions_time_statement, 1, table_id, "partition_info");
    int64 commits = newest(&commits_time_statement, 1, table_id, "data_commit_info");
    int64 named = newest(&name_statement, 3, table_id, "table_name_id");
    int64 placed = newest(&path_statement, 3, table_id, "table_path_id");
    if (versions >= before || commits >= before || named >= before || placed >= before)
        return;
    Table table = gone_table(table_id);
    // Nothing lies in the folder of a table that was never written to, unless it is somebody else's.
    bool was_written = versions >= 0 || commits >= 0;
    Span<const View> paths = was_written ? paths_of_table(table) : Span<const View>();
    if (was_written)
        delete_discard_rows(table);
    uint64 rows = delete_rows_of_table(table_id);
    if (newest(&versions_time_statement, 1, table_id, "partition_info") < 0 &&
        newest(&commits_time_statement, 1, table_id, "data_commit_info") < 0)
        rows += delete_side_rows(table_id);
    keep_dropped_paths(table, paths, "rows of a dropped table");
    Paths asked = {};
    add_asked(table, paths, &asked);
    if (rows > 0)
        put(table_id, "dropped table", rows, asked, results);
}

bool is_owner()
{
    spi::User caller = spi::become_relation_owner(stock::public_relation("table_info"));
    Oid owner = GetUserId();
    spi::become_again(caller);
    return has_privs_of_role(GetUserId(), owner);
}

// Deleted commits of tables that are gone, which nobody but the owner of the base tables answers for.
void forget_purged(int64 before)
{
    if (spi::has_no_pages("lakesoul", "purged_commits") || !is_owner())
        return;
    Datum values[] = {Int64GetDatum(before)};
    for (View table_id : texts_of(spi::run_as_owner(&purged_tables_statement, values))) {
        Datum keys[] = {text_datum(table_id), values[0]};
        if (!stock::table_exists(table_id))
            (void)spi::run_as_owner(&forget_purged_statement, keys);
    }
}

bool has_any_table()
{
    spi::User caller = spi::become_relation_owner(stock::public_relation("table_info"));
    bool found = spi::run(&any_table_statement, nullptr) > 0;
    spi::become_again(caller);
    return found;
}

}   // namespace

void purge_orphans(int64 before, ReturnSetInfo *results)
{
    Datum values[] = {Int64GetDatum(before)};
    spi::set_until_end("enable_seqscan", "on");   // of all commits, not one by one
    Span<const View> tables = texts_of(spi::run(&tables_statement, values));
    spi::set_until_end("enable_seqscan", "off");
    for (View table_id : tables) {
        Table table;
        if (find_table_by_id(table_id, &table))
            purge_table(table, before, results);
    }
    Span<const View> gone = texts_of(spi::run(&gone_statement, nullptr));
    if (!gone.empty() && !has_any_table()) {
        ereport(NOTICE, (errmsg("rows without a table are left, since there is no table at all"),
                         errdetail("A restore may be about to bring the tables.")));
        return;
    }
    for (View table_id : gone)
        if (!stock::table_exists(table_id))
            purge_gone(table_id, before, results);
    if (has_any_table())
        forget_purged(before);
}

}   // namespace lakesoul
