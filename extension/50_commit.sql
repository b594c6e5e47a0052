-- Commits: one call takes what an engine sends and publishes it. The rules are in docs/commit-semantics.md.

CREATE FUNCTION lakesoul.commit(payload pg_catalog.bytea) RETURNS SETOF lakesoul.commit_result
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_commit';

COMMENT ON FUNCTION lakesoul.commit(pg_catalog.bytea) IS
'Registers and publishes commits of one table and one operation in one call.
All or nothing, within the caller''s transaction; sending it again is safe.
payload: a JniWrapper. data_commit_info: the commits, published in the order
sent. partition_info: what was read: partition_desc, version (-1: there was
none) and snapshot if known; ignored for a partition without a commit.
Returns a row for each partition.
Errors: 40001 lost against a concurrent commit, read again and retry; 23505
a commit id used again with other files; 22023 a value out of its domain;
22P03, 22021, 54000 as lakesoul.decode; 42P01 no such table.';

CREATE FUNCTION lakesoul.register(payload pg_catalog.bytea) RETURNS integer
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_register';

COMMENT ON FUNCTION lakesoul.register(pg_catalog.bytea) IS
'Phase one of a commit in two: stores commits without publishing them.
payload: a JniWrapper whose data_commit_info are the commits, of one table
and one operation. Sending it again is safe.
Result: how many of them are known now.
Errors as lakesoul.commit.';

CREATE FUNCTION lakesoul.publish(
    meta_info pg_catalog.bytea,
    commit_op pg_catalog.text DEFAULT NULL,
    change_schema boolean DEFAULT false
) RETURNS SETOF lakesoul.commit_result
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_publish';

COMMENT ON FUNCTION lakesoul.publish(pg_catalog.bytea, pg_catalog.text, boolean) IS
'Phase two: publishes registered commits.
meta_info: a MetaInfo; list_partition has the new commit ids of each
partition in snapshot, read_partition_info what was read.
commit_op: NULL for that of the partitions, which must agree then.
change_schema: also stores table_schema, properties and the Arrow pair of
its table_info, in the same transaction; without it they are not written
back.
Result and errors as lakesoul.commit; 22023 for an id that was never
registered.';

CREATE FUNCTION lakesoul.commit_data_commit_info(
    data_commit_info pg_catalog.bytea,
    read_partition_info pg_catalog.bytea[] DEFAULT '{}'
) RETURNS SETOF lakesoul.commit_result
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_commit_data_commit_info';

COMMENT ON FUNCTION lakesoul.commit_data_commit_info(pg_catalog.bytea, pg_catalog.bytea[]) IS
'Registers and publishes one commit, as Flink''s committer does.
data_commit_info: a DataCommitInfo; read_partition_info: PartitionInfo
messages of what was read.
Result and errors as lakesoul.commit.';

CREATE FUNCTION lakesoul.commit_files(
    table_name pg_catalog.text,
    files lakesoul.file_change[],
    namespace pg_catalog.text DEFAULT 'default',
    commit_op pg_catalog.text DEFAULT NULL,
    read_versions pg_catalog.jsonb DEFAULT NULL,
    commit_id pg_catalog.uuid DEFAULT NULL
) RETURNS SETOF lakesoul.commit_result
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_commit_files';

COMMENT ON FUNCTION lakesoul.commit_files(
    pg_catalog.text, lakesoul.file_change[], pg_catalog.text, pg_catalog.text, pg_catalog.jsonb, pg_catalog.uuid) IS
'Commits file changes given as rows.
files: partition_desc, path, file_op (add or del), size in bytes,
file_exist_cols (the file''s columns, joined by commas).
commit_op: NULL for MergeCommit if the table has primary keys, else
AppendCommit.
read_versions: an object of partitions and versions that were read,
{"dt=2026-08-01": 3}; -1 for read and absent. An UpdateCommit without one
replaces whatever is there. For DeleteCommit its keys are the partitions,
and files must be empty.
commit_id: one id for all partitions, NULL makes one.
Result and errors as lakesoul.commit.';

CREATE FUNCTION lakesoul.commit_files_by_id(
    table_id pg_catalog.text,
    files lakesoul.file_change[],
    commit_op pg_catalog.text DEFAULT NULL,
    read_versions pg_catalog.jsonb DEFAULT NULL,
    commit_id pg_catalog.uuid DEFAULT NULL
) RETURNS SETOF lakesoul.commit_result
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_commit_files_by_id';

COMMENT ON FUNCTION lakesoul.commit_files_by_id(
    pg_catalog.text, lakesoul.file_change[], pg_catalog.text, pg_catalog.jsonb, pg_catalog.uuid) IS
'As lakesoul.commit_files, for a table given by its id.';

CREATE FUNCTION lakesoul.commit_status(commit_id pg_catalog.uuid, table_id pg_catalog.text DEFAULT NULL)
    RETURNS TABLE (table_id pg_catalog.text, partition_desc pg_catalog.text, status pg_catalog.text, version integer)
    LANGUAGE sql STABLE PARALLEL SAFE SUPPORT lakesoul._needs_setup
AS $$
    SELECT c.table_id, c.partition_desc,
           CASE WHEN p.version IS NULL THEN 'registered' ELSE 'published' END, p.version
      FROM public.data_commit_info AS c
           CROSS JOIN LATERAL (
               SELECT COALESCE(c.published_version, CASE WHEN c.registered_head IS NULL THEN (
                   SELECT pg_catalog.min(v.version) FROM public.partition_info AS v
                    WHERE v.table_id OPERATOR(pg_catalog.=) c.table_id
                      AND v.partition_desc OPERATOR(pg_catalog.=) c.partition_desc
                      AND v.snapshot OPERATOR(pg_catalog.@>) ARRAY[c.commit_id]) END)) AS p (version)
     WHERE c.commit_id OPERATOR(pg_catalog.=) $1 AND ($2 IS NULL OR c.table_id OPERATOR(pg_catalog.=) $2)
    UNION ALL
    SELECT r.table_id, r.partition_desc, 'retired', r.version
      FROM lakesoul.retired_commits AS r
     WHERE r.commit_id OPERATOR(pg_catalog.=) $1 AND ($2 IS NULL OR r.table_id OPERATOR(pg_catalog.=) $2)
$$;

COMMENT ON FUNCTION lakesoul.commit_status(pg_catalog.uuid, pg_catalog.text) IS
'What became of a commit id, for a client that lost its connection.
table_id: NULL for all tables.
Returns a row for each partition it is known in; none: unknown, send it
again.
status: published (version: the one that first published it), registered
(phase one only), retired (published, its row is gone since).';
