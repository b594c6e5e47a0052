// Statements of drop_table, in an order that leaves nothing behind.
#include "pg/drop_table.hpp"

#include "pg/lock.hpp"
#include "pg/spi.hpp"
#include "pg/text.hpp"

namespace lakesoul {
namespace {

// $2: the table's path. A file below it goes with the folder.
spi::Statement paths_statement = {
    "SELECT $2 WHERE $2 OPERATOR(pg_catalog.<>) ''"
    " UNION SELECT p.path FROM (SELECT f.path FROM public.data_commit_info AS c, pg_catalog.unnest(c.file_ops) AS f"
    " WHERE c.table_id OPERATOR(pg_catalog.=) $1"
    " UNION ALL SELECT d.file_path FROM public.discard_compressed_file_info AS d"
    " WHERE d.table_path OPERATOR(pg_catalog.=) $2 AND $2 OPERATOR(pg_catalog.<>) '') AS p(path)"
    " WHERE $2 OPERATOR(pg_catalog.=) '' OR NOT pg_catalog.starts_with(p.path, pg_catalog.rtrim($2, '/')"
    " OPERATOR(pg_catalog.||) '/') ORDER BY 1",
    2,
    {TEXTOID, TEXTOID},
    nullptr,
    0};

#define LAKESOUL_DELETE(table)                                                                                         \
    {                                                                                                                  \
        "DELETE FROM " table " AS d WHERE d.table_id OPERATOR(pg_catalog.=) $1", 1, {TEXTOID}, nullptr, 0              \
    }

spi::Statement info_statement = LAKESOUL_DELETE("public.table_info");

spi::Statement base_statements[] = {
    LAKESOUL_DELETE("public.table_name_id"),
    LAKESOUL_DELETE("public.table_path_id"),
    LAKESOUL_DELETE("public.partition_info"),
    LAKESOUL_DELETE("public.data_commit_info"),
};

spi::Statement discard_statement = {"DELETE FROM public.discard_compressed_file_info AS d"
                                    " WHERE d.table_path OPERATOR(pg_catalog.=) $1 AND $1 OPERATOR(pg_catalog.<>) ''",
                                    1,
                                    {TEXTOID},
                                    nullptr,
                                    0};

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
};

void put_paths(const Table &table, ReturnSetInfo *results)
{
    if (results == nullptr)
        return;
    Datum values[] = {text_datum(table.id), text_datum(table.path)};
    uint64 rows = spi::run(&paths_statement, values);
    for (uint64 row = 0; row < rows; ++row) {
        Datum path = text_datum(spi::text_column(row, 1));
        bool null = false;
        tuplestore_putvalues(results->setResult, results->setDesc, &path, &null);
    }
}

void delete_rows(const Table &table)
{
    Datum id[] = {text_datum(table.id)}, path[] = {text_datum(table.path)};
    if (spi::run(&info_statement, id) != 1)
        ereport(ERROR, (errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
                        errmsg("table \"%s\" could not be dropped", c_string(table.name)),
                        errdetail("The row is not visible to this role for deletion.")));
    // Under row-level security these are seen through the path's row, which goes next.
    (void)spi::run(&discard_statement, path);
    for (spi::Statement &statement : base_statements)
        (void)spi::run(&statement, id);
    for (spi::Statement &statement : side_statements)
        (void)spi::run_as_owner(&statement, id);
    forget_paimon(table.id);
}

}   // namespace

void forget_paimon(View table_id)
{
    Datum id[] = {text_datum(table_id)};
    for (spi::Statement &statement : paimon_statements)
        (void)spi::run_as_owner(&statement, id);
}

bool drop_table(const Table &seen, ReturnSetInfo *results)
{
    lock::table(seen.id);
    Table table;
    if (!find_table_by_id(seen.id, &table))
        return false;
    check_table_is_newest(table, true);
    put_paths(table, results);
    delete_rows(table);
    return true;
}

}   // namespace lakesoul
