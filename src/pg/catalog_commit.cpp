// Statements over data_commit_info and discard_compressed_file_info. Decides nothing.
#include "pg/catalog_commit.hpp"

#include "pg/error.hpp"
#include "pg/file_ops.hpp"
#include "pg/memory.hpp"
#include "pg/spi.hpp"
#include "pg/text.hpp"

namespace lakesoul {
namespace {

#define LAKESOUL_COMMIT_COLUMNS                                                                                        \
    "INSERT INTO public.data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, committed,"        \
    " \"timestamp\", domain, published_version, registered_head)"

#define LAKESOUL_SAME_COMMIT(c)                                                                                        \
#c ".table_id OPERATOR(pg_catalog.=) $1 AND " #c ".partition_desc OPERATOR(pg_catalog.=) $2 AND " #c               \
       ".commit_id OPERATOR(pg_catalog.=) $3"

spi::Statement insert_statement = {
    LAKESOUL_COMMIT_COLUMNS " VALUES ($1, $2, $3, $4, $5, $9 IS NOT NULL, $6, $7, $9, $8)"
                            " ON CONFLICT DO NOTHING",
    9,
    {TEXTOID, TEXTOID, UUIDOID, spi::kFileOps, TEXTOID, INT8OID, TEXTOID, INT8OID, INT4OID}};

spi::Statement register_statement = {
    LAKESOUL_COMMIT_COLUMNS
    " SELECT $1, $2, $3, $4, $5, false, $6, $7, NULL, COALESCE((SELECT i.\"timestamp\" FROM public.partition_info AS i"
    " WHERE i.table_id OPERATOR(pg_catalog.=) $1 AND i.partition_desc OPERATOR(pg_catalog.=) $2"
    " ORDER BY i.version DESC LIMIT 1), 0)"
    " WHERE NOT EXISTS (SELECT FROM lakesoul.retired_commits AS r WHERE " LAKESOUL_SAME_COMMIT(
        r) ")"
           " ON CONFLICT DO NOTHING",
    7,
    {TEXTOID, TEXTOID, UUIDOID, spi::kFileOps, TEXTOID, INT8OID, TEXTOID}};

spi::Statement known_statement = {"SELECT c.file_ops FROM public.data_commit_info AS c WHERE " LAKESOUL_SAME_COMMIT(
                                      c) " UNION ALL SELECT NULL FROM lakesoul.retired_commits AS r "
                                         "WHERE " LAKESOUL_SAME_COMMIT(r) " AND NOT EXISTS (SELECT FROM "
                                                                          "public.data_commit_info AS c "
                                                                          "WHERE " LAKESOUL_SAME_COMMIT(c) ")",
                                  3,
                                  {TEXTOID, TEXTOID, UUIDOID}};

spi::Statement publish_statement = {
    "UPDATE public.data_commit_info AS c SET committed = true, published_version = $4 WHERE " LAKESOUL_SAME_COMMIT(c),
    4,
    {TEXTOID, TEXTOID, UUIDOID, INT4OID}};

spi::Statement delete_statement = {
    "DELETE FROM public.data_commit_info AS c WHERE c.table_id OPERATOR(pg_catalog.=) $1"
    " AND c.partition_desc OPERATOR(pg_catalog.=) $2 AND c.commit_id OPERATOR(pg_catalog.=) ANY ($3)",
    3,
    {TEXTOID, TEXTOID, UUIDARRAYOID}};

// A LATERAL with a LIMIT, as in catalog_partition.cpp: a probe for each id.
spi::Statement files_statement = {
    "SELECT c.file_ops, c.commit_id, c.\"timestamp\" FROM (SELECT q.id, pg_catalog.min(q.ord) AS ord"
    " FROM pg_catalog.unnest($3) WITH ORDINALITY AS q(id, ord) GROUP BY q.id) AS s CROSS JOIN LATERAL"
    " (SELECT i.file_ops, i.commit_id, i.\"timestamp\" FROM public.data_commit_info AS i"
    " WHERE i.table_id OPERATOR(pg_catalog.=) $1 AND i.partition_desc OPERATOR(pg_catalog.=) $2"
    " AND i.commit_id OPERATOR(pg_catalog.=) s.id LIMIT 1) AS c ORDER BY s.ord",
    3,
    {TEXTOID, TEXTOID, UUIDARRAYOID}};

spi::Statement discard_statement = {
    "INSERT INTO public.discard_compressed_file_info (file_path, table_path, partition_desc, \"timestamp\", t_date,"
    " discarded_at, reason) SELECT q.path, $2, q.partition_desc, $5, CURRENT_DATE, $5, $6"
    " FROM ROWS FROM (pg_catalog.unnest($3), pg_catalog.unnest($4)) AS q(path, partition_desc)"
    " WHERE NOT EXISTS (SELECT FROM public.data_commit_info AS c, pg_catalog.unnest(c.file_ops) AS f"
    " WHERE c.table_id OPERATOR(pg_catalog.=) $1 AND f.path OPERATOR(pg_catalog.=) q.path)"
    " ON CONFLICT DO NOTHING",
    6,
    {TEXTOID, TEXTOID, TEXTARRAYOID, TEXTARRAYOID, INT8OID, TEXTOID}};

spi::Statement rediscard_statement = {"DELETE FROM public.discard_compressed_file_info AS d"
                                      " WHERE d.file_path OPERATOR(pg_catalog.=) ANY ($1)"
                                      " AND d.table_path OPERATOR(pg_catalog.=) $2",
                                      2,
                                      {TEXTARRAYOID, TEXTOID}};

spi::Statement record_statement = {
    "INSERT INTO public.discard_compressed_file_info (file_path, table_path, partition_desc, \"timestamp\", t_date,"
    " discarded_at, reason) SELECT q.path, $2, $3, $4, CURRENT_DATE, $4, $5 FROM pg_catalog.unnest($1) AS q(path)"
    " ON CONFLICT DO NOTHING",
    5,
    {TEXTARRAYOID, TEXTOID, TEXTOID, INT8OID, TEXTOID}};

spi::Statement undiscard_statement = {"DELETE FROM public.discard_compressed_file_info AS d"
                                      " WHERE d.file_path OPERATOR(pg_catalog.=) ANY ($1)",
                                      1,
                                      {TEXTARRAYOID}};

}   // namespace

bool insert_commit(const Table &table, const CommitRow &row)
{
    Datum values[] = {text_datum(table.id),
                      text_datum(row.desc),
                      uuid_datum(row.id),
                      file_ops_datum(row.files),
                      text_datum(commit_op_name(row.op)),
                      Int64GetDatum(row.timestamp),
                      text_datum(table.domain),
                      Int64GetDatum(row.registered_head),
                      Int32GetDatum(row.published_version)};
    char nulls[] = "         ";
    if (row.published_version < 0)
        nulls[8] = 'n';
    bool inserted = spi::run(&insert_statement, values, nulls) == 1;
    pfree(DatumGetPointer(values[3]));
    return inserted;
}

bool register_commit(const Table &table, const CommitRow &row)
{
    Datum values[] = {text_datum(table.id),
                      text_datum(row.desc),
                      uuid_datum(row.id),
                      file_ops_datum(row.files),
                      text_datum(commit_op_name(row.op)),
                      Int64GetDatum(row.timestamp),
                      text_datum(table.domain)};
    bool inserted = spi::run(&register_statement, values) == 1;
    pfree(DatumGetPointer(values[3]));
    return inserted;
}

int check_same_commits(const Table &table, Span<const CommitRow> rows)
{
    int known = 0;
    for (std::size_t i = 0; i < rows.size; ++i) {
        Datum values[] = {text_datum(table.id), text_datum(rows[i].desc), uuid_datum(rows[i].id)};
        if (spi::run(&known_statement, values) == 0)
            continue;
        ++known;
        bool null;
        Datum files = spi::file_ops_column(0, 1, &null);
        if (null)
            continue;
        Span<wire::DataFileOp> stored = file_ops_of_datum(files);
        if (!same_files(rows[i].files, {stored.data, stored.size}))
            ereport(ERROR, (errcode(ERRCODE_UNIQUE_VIOLATION),
                            errmsg("commit id %s is used again with other files", uuid_text(rows[i].id).text)));
    }
    return known;
}

bool publish_commit(const Table &table, View desc, const Uuid &id, int32 version)
{
    Datum values[] = {text_datum(table.id), text_datum(desc), uuid_datum(id), Int32GetDatum(version)};
    return spi::run(&publish_statement, values) == 1;
}

void delete_commits(const Table &table, View desc, Uuids ids)
{
    Datum values[] = {text_datum(table.id), text_datum(desc), uuid_array_datum(ids)};
    (void)spi::run(&delete_statement, values);
}

SnapshotFiles read_snapshot(View table_id, View desc, Uuids snapshot, bool as_seen)
{
    Datum values[] = {text_datum(table_id), text_datum(desc), uuid_array_datum(snapshot)};
    uint64 rows = as_seen ? spi::read(&files_statement, values) : spi::run(&files_statement, values);
    SnapshotFiles result = {rows,
                            palloc_array(Uuid, rows + 1),
                            palloc_array(int64, rows + 1),
                            palloc_array(Span<wire::DataFileOp>, rows + 1),
                            {}};
    std::size_t count = 0;
    for (uint64 row = 0; row < rows; ++row) {
        bool null;
        Datum files = spi::file_ops_column(row, 1, &null);
        result.files[row] = null ? Span<wire::DataFileOp>() : file_ops_of_datum(files);
        result.ids[row] = spi::uuid_column(row, 2);
        result.timestamps[row] = spi::bigint_column(row, 3, 0);
        count += result.files[row].size;
    }
    catalog::FoldOp *ops = huge_array<catalog::FoldOp>(count);
    std::size_t next = 0;
    for (uint64 row = 0; row < rows; ++row)
        for (const wire::DataFileOp &file : result.files[row])
            ops[next++] = {file.path, file.file_op, false};
    result.folded = {ops, count};
    raise_unless_ok(catalog::fold(result.folded));
    return result;
}

void discard_unreferenced(const Table &table, Span<const View> paths, Span<const View> descs, int64 now_ms,
                          const char *reason)
{
    if (paths.empty())
        return;
    Datum values[] = {text_datum(table.id),    text_datum(discard_key(table)), text_array_datum(paths),
                      text_array_datum(descs), Int64GetDatum(now_ms),          text_datum(reason)};
    spi::set_until_end("enable_nestloop", "off");   // one pass over the table's files, not one a path
    (void)spi::run(&discard_statement, values);
}

View discard_key(const Table &table)
{
    return table.path.empty() ? table.id : table.path;
}

Span<const View> keepable_paths(Span<const View> paths)
{
    List<View> keepable = {};
    View longest;
    for (View path : paths) {
        if (path.size() <= catalog::kMaxPathKey)
            keepable.add(path);
        else if (path.size() > longest.size())
            longest = path;
    }
    if (keepable.size == paths.size)
        return paths;
    ereport(WARNING,
            (errmsg_plural("%zu path is too long to be kept for lakesoul.discarded",
                           "%zu paths are too long to be kept for lakesoul.discarded", paths.size - keepable.size,
                           paths.size - keepable.size),
             errdetail("The longest has %zu bytes, the limit is %zu. It begins with \"%s\".", longest.size(),
                       catalog::kMaxPathKey, c_string(longest.substr(0, pg_mbcliplen(longest.data(), 64, 64)))),
             errhint("Delete what this call returns now.")));
    return {keepable.data, keepable.size};
}

uint64 record_discarded(const Table &table, View desc, Span<const View> all, int64 now_ms, const char *reason,
                        bool renew)
{
    Span<const View> paths = keepable_paths(all);
    if (paths.empty())
        return 0;
    Datum values[] = {text_array_datum(paths), text_datum(discard_key(table)), text_datum(desc), Int64GetDatum(now_ms),
                      text_datum(reason)};
    if (renew && !spi::has_no_pages("public", "discard_compressed_file_info"))
        (void)spi::run(&rediscard_statement, values);
    return spi::run(&record_statement, values);
}

void undiscard(Span<const View> paths)
{
    if (paths.empty() || spi::has_no_pages("public", "discard_compressed_file_info"))
        return;
    Datum values[] = {text_array_datum(paths)};
    (void)spi::run(&undiscard_statement, values);
}

}   // namespace lakesoul
