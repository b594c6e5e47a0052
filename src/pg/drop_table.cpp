// Statements of drop_table, in an order that leaves nothing behind.
#include "pg/drop_table.hpp"

#include "pg/catalog_commit.hpp"
#include "pg/clock.hpp"
#include "pg/lock.hpp"
#include "pg/memory.hpp"
#include "pg/paimon_table.hpp"
#include "pg/spi.hpp"
#include "pg/text.hpp"

namespace lakesoul {
namespace {

// $2: the table's path, $3: what stands in the table_path of its discard rows. A file below it goes with the folder.
// $4: whether the folder and what lies in it are somebody else's; only what was discarded before goes then.
spi::Statement paths_statement = {
    "SELECT $2 WHERE $2 OPERATOR(pg_catalog.<>) '' AND NOT $4"
    " UNION SELECT p.path FROM (SELECT f.path FROM public.data_commit_info AS c, pg_catalog.unnest(c.file_ops) AS f"
    " WHERE c.table_id OPERATOR(pg_catalog.=) $1 AND NOT $4"
    " UNION ALL SELECT d.file_path FROM public.discard_compressed_file_info AS d"
    " WHERE d.table_path OPERATOR(pg_catalog.=) $3) AS p(path) WHERE p.path OPERATOR(pg_catalog.<>) ''"
    " AND ($4 OR $2 OPERATOR(pg_catalog.=) '' OR NOT pg_catalog.starts_with(p.path, pg_catalog.rtrim($2, '/')"
    " OPERATOR(pg_catalog.||) '/')) ORDER BY 1",
    4,
    {TEXTOID, TEXTOID, TEXTOID, BOOLOID}};

#define LAKESOUL_DELETE(table)                                                                                         \
    {                                                                                                                  \
        "DELETE FROM " table " AS d WHERE d.table_id OPERATOR(pg_catalog.=) $1", 1,                                    \
        {                                                                                                              \
            TEXTOID                                                                                                    \
        }                                                                                                              \
    }

spi::Statement info_statement = LAKESOUL_DELETE("public.table_info");

spi::Statement base_statements[] = {
    LAKESOUL_DELETE("public.table_name_id"),
    LAKESOUL_DELETE("public.table_path_id"),
    LAKESOUL_DELETE("public.partition_info"),
    LAKESOUL_DELETE("public.data_commit_info"),
};

spi::Statement discard_statement = {"DELETE FROM public.discard_compressed_file_info AS d"
                                    " WHERE d.table_path OPERATOR(pg_catalog.=) $1",
                                    1,
                                    {TEXTOID}};

// A folder that a later table of the namespace was made in and dropped with, too, is the later one's; a file of the
// same name leaves it a folder. One of another namespace leaves the row to those who may see it. $8: the longest key; a
// namespace that does not fit is not kept.
spi::Statement dropped_statement = {
    "INSERT INTO lakesoul.dropped_paths AS d (path, is_folder, namespace, table_id, table_name, dropped_at, reason,"
    " domain)"
    " SELECT q.path, q.path OPERATOR(pg_catalog.=) $2, CASE WHEN pg_catalog.octet_length(q.path)"
    " OPERATOR(pg_catalog.+) pg_catalog.octet_length($3) OPERATOR(pg_catalog.>) $8 THEN '' ELSE $3 END,"
    " $4, $5, $6, $7, $9"
    " FROM pg_catalog.unnest($1) AS q(path) ON CONFLICT (path, namespace) DO UPDATE"
    " SET is_folder = d.is_folder OR excluded.is_folder, table_id = excluded.table_id, table_name = "
    "excluded.table_name,"
    " dropped_at = excluded.dropped_at, reason = excluded.reason, domain = excluded.domain",
    9,
    {TEXTARRAYOID, TEXTOID, TEXTOID, TEXTOID, TEXTOID, INT8OID, TEXTOID, INT4OID, TEXTOID}};

// Not lakesoul.purged_commits: a client that is slow may publish to a table that was made again under the id.
spi::Statement side_statements[] = {
    LAKESOUL_DELETE("lakesoul.retired_commits"),
    LAKESOUL_DELETE("lakesoul.dropped_partitions"),
    LAKESOUL_DELETE("lakesoul.due_compactions"),
    LAKESOUL_DELETE("lakesoul.held_deletes"),
};

// What the Paimon API says of the table.
spi::Statement paimon_statements[] = {
    LAKESOUL_DELETE("lakesoul.paimon_tables"),
    LAKESOUL_DELETE("lakesoul.paimon_schemas"),
    LAKESOUL_DELETE("lakesoul.paimon_chains"),
    LAKESOUL_DELETE("lakesoul.paimon_snapshots"),
    LAKESOUL_DELETE("lakesoul.paimon_snapshot_partitions"),
    LAKESOUL_DELETE("lakesoul.paimon_partitions"),
    LAKESOUL_DELETE("lakesoul.paimon_tags"),
};

void delete_info(const Table &table)
{
    Datum id[] = {text_datum(table.id)};
    delete_discard_rows(table);
    if (spi::run(&info_statement, id) != 1)
        ereport(ERROR, (errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
                        errmsg("table \"%s\" could not be dropped", c_string(table.name)),
                        errdetail("The row is not visible to this role for deletion.")));
}

}   // namespace

Span<const View> paths_of_table(const Table &table)
{
    Datum values[] = {text_datum(table.id), text_datum(table.path), text_datum(discard_key(table)),
                      BoolGetDatum(paimon::is_external(table.id))};
    uint64 rows = spi::run(&paths_statement, values);
    View *paths = huge_array<View>(rows);
    for (uint64 row = 0; row < rows; ++row)
        paths[row] = spi::text_column(row, 1);
    return {paths, rows};
}

void add_asked(const Table &table, Span<const View> paths, Paths *asked)
{
    for (View path : paths)
        asked->add({path, "", path == table.path, false});
}

void delete_discard_rows(const Table &table)
{
    Datum key[] = {text_datum(discard_key(table))};
    (void)spi::run(&discard_statement, key);
}

uint64 delete_rows_of_table(View table_id)
{
    Datum id[] = {text_datum(table_id)};
    uint64 rows = 0;
    for (spi::Statement &statement : base_statements)
        rows += spi::run(&statement, id);
    return rows;
}

uint64 delete_side_rows(View table_id)
{
    Datum id[] = {text_datum(table_id)};
    uint64 rows = 0;
    for (spi::Statement &statement : side_statements)
        rows += spi::run_as_owner(&statement, id);
    return rows + forget_paimon(table_id);
}

uint64 forget_paimon(View table_id)
{
    Datum id[] = {text_datum(table_id)};
    uint64 rows = 0;
    for (spi::Statement &statement : paimon_statements)
        rows += spi::run_as_owner(&statement, id);
    return rows;
}

void keep_dropped_paths(const Table &table, Span<const View> all, const char *reason)
{
    Span<const View> paths = keepable_paths(all);
    if (paths.empty())
        return;
    Datum values[] = {text_array_datum(paths), text_datum(table.path),
                      text_datum(table.space), text_datum(table.id),
                      text_datum(table.name),  Int64GetDatum(now_ms()),
                      text_datum(reason),      Int32GetDatum(static_cast<int32>(catalog::kMaxPathKey)),
                      text_datum(table.domain)};
    (void)spi::run_as_owner(&dropped_statement, values);
}

bool drop_table(const Table &seen, Paths *dropped)
{
    lock::table(seen.id);
    Table table;
    if (!find_table_by_id(seen.id, &table))
        return false;
    check_table_is_newest(table, true);
    Span<const View> paths = paths_of_table(table);
    delete_info(table);
    (void)delete_rows_of_table(table.id);
    (void)delete_side_rows(table.id);
    keep_dropped_paths(table, paths, "dropped table");
    add_asked(table, paths, dropped);
    return true;
}

}   // namespace lakesoul
