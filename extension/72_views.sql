-- Views for people and dashboards. Each is over a set-returning SQL function, so that it runs as the caller, under his
-- row-level security, and is inlined: a condition on a view reaches the indexes of the base tables.

CREATE FUNCTION lakesoul._tables()
    RETURNS TABLE (
        namespace pg_catalog.text,
        table_name pg_catalog.text,
        table_id pg_catalog.text,
        table_path pg_catalog.text,
        range_columns pg_catalog.text[],
        primary_keys pg_catalog.text[],
        domain pg_catalog.text,
        properties pg_catalog.json,
        table_schema pg_catalog.text
    )
    LANGUAGE sql STABLE PARALLEL SAFE SUPPORT lakesoul._needs_setup
AS $$
    SELECT t.table_namespace, t.table_name, t.table_id, t.table_path,
           pg_catalog.string_to_array(pg_catalog.split_part(t.partitions, ';', 1), ','),
           pg_catalog.string_to_array(pg_catalog.split_part(t.partitions, ';', 2), ','),
           t.domain, t.properties::pg_catalog.json, t.table_schema
      FROM public.table_info AS t
$$;

COMMENT ON FUNCTION lakesoul._tables() IS 'The rows of view lakesoul.tables.';

CREATE VIEW lakesoul.tables AS SELECT * FROM lakesoul._tables();

COMMENT ON VIEW lakesoul.tables IS
'The tables the caller sees.
range_columns and primary_keys: taken from table_info.partitions, in its
order, empty for none.';

COMMENT ON COLUMN lakesoul.tables.namespace IS 'Namespace of the table.';
COMMENT ON COLUMN lakesoul.tables.table_name IS 'Name of the table; '''' if it has none.';
COMMENT ON COLUMN lakesoul.tables.table_id IS 'The table.';
COMMENT ON COLUMN lakesoul.tables.table_path IS 'Path of the table; '''' if it has none.';
COMMENT ON COLUMN lakesoul.tables.range_columns IS 'Range columns in their order.';
COMMENT ON COLUMN lakesoul.tables.primary_keys IS 'Primary keys in their order.';
COMMENT ON COLUMN lakesoul.tables.domain IS 'Domain of the table: who may see it where access control is set up.';
COMMENT ON COLUMN lakesoul.tables.properties IS 'Properties of the table.';
COMMENT ON COLUMN lakesoul.tables.table_schema IS 'Schema of the table, byte for byte as its creator sent it.';

CREATE FUNCTION lakesoul._table_partitions()
    RETURNS TABLE (
        namespace pg_catalog.text,
        table_name pg_catalog.text,
        table_id pg_catalog.text,
        partition_desc pg_catalog.text,
        version integer,
        commit_op pg_catalog.text,
        "timestamp" bigint,
        commits integer,
        files bigint,
        bytes bigint
    )
    LANGUAGE sql STABLE PARALLEL RESTRICTED SUPPORT lakesoul._needs_setup
AS $$
    SELECT t.table_namespace, t.table_name, t.table_id, h.partition_desc, h.version, h.commit_op, h."timestamp",
           pg_catalog.cardinality(h.snapshot),
           lakesoul._count_files(h.table_id, h.partition_desc, h.snapshot),
           lakesoul._count_bytes(h.table_id, h.partition_desc, h.snapshot)
      FROM public.table_info AS t
           CROSS JOIN LATERAL lakesoul._heads(t.table_id, NULL::pg_catalog.jsonb, NULL::bigint) AS h
$$;

COMMENT ON FUNCTION lakesoul._table_partitions() IS 'The rows of view lakesoul.table_partitions.';

CREATE VIEW lakesoul.table_partitions AS SELECT * FROM lakesoul._table_partitions();

COMMENT ON VIEW lakesoul.table_partitions IS
'The newest version of each partition of each table the caller sees.
timestamp: epoch milliseconds; commits: ids in its snapshot; files and
bytes: of its active files, which cost nothing if they are not selected.';

COMMENT ON COLUMN lakesoul.table_partitions.namespace IS 'Namespace of the table.';
COMMENT ON COLUMN lakesoul.table_partitions.table_name IS 'Name of the table; '''' if it has none.';
COMMENT ON COLUMN lakesoul.table_partitions.table_id IS 'The table.';
COMMENT ON COLUMN lakesoul.table_partitions.partition_desc IS 'The partition, as stored.';
COMMENT ON COLUMN lakesoul.table_partitions.version IS 'The newest version.';
COMMENT ON COLUMN lakesoul.table_partitions.commit_op IS
'Operation of that version, DeleteCommit for a partition without files.';
COMMENT ON COLUMN lakesoul.table_partitions."timestamp" IS 'Time of that version in epoch milliseconds.';
COMMENT ON COLUMN lakesoul.table_partitions.commits IS 'Commit ids in its snapshot.';
COMMENT ON COLUMN lakesoul.table_partitions.files IS 'Active files.';
COMMENT ON COLUMN lakesoul.table_partitions.bytes IS 'Bytes of the active files.';

CREATE FUNCTION lakesoul._commits()
    RETURNS TABLE (
        namespace pg_catalog.text,
        table_name pg_catalog.text,
        table_id pg_catalog.text,
        partition_desc pg_catalog.text,
        commit_id pg_catalog.uuid,
        commit_op pg_catalog.text,
        "timestamp" bigint,
        version integer,
        files integer,
        bytes bigint
    )
    LANGUAGE sql STABLE PARALLEL SAFE SUPPORT lakesoul._needs_setup
AS $$
    SELECT t.table_namespace, t.table_name, c.table_id, c.partition_desc, c.commit_id, c.commit_op, c."timestamp",
           c.published_version, pg_catalog.cardinality(c.file_ops),
           (SELECT COALESCE(pg_catalog.sum(f.size) FILTER (WHERE f.file_op OPERATOR(pg_catalog.=) 'add'), 0)::bigint
              FROM pg_catalog.unnest(c.file_ops) AS f)
      FROM public.data_commit_info AS c
           LEFT JOIN public.table_info AS t ON t.table_id OPERATOR(pg_catalog.=) c.table_id
$$;

COMMENT ON FUNCTION lakesoul._commits() IS 'The rows of view lakesoul.commits.';

CREATE VIEW lakesoul.commits AS SELECT * FROM lakesoul._commits();

COMMENT ON VIEW lakesoul.commits IS
'The commits that are stored.
timestamp: epoch milliseconds, as the client sent it; version: the one that
first published the commit, NULL for one that is registered only (or came
from a dump without that column: lakesoul.commit_status knows); files: its
file operations; bytes: of the files it adds.';

COMMENT ON COLUMN lakesoul.commits.namespace IS 'Namespace of the table, NULL if the table is gone.';
COMMENT ON COLUMN lakesoul.commits.table_name IS 'Name of the table, NULL if the table is gone.';
COMMENT ON COLUMN lakesoul.commits.table_id IS 'The table.';
COMMENT ON COLUMN lakesoul.commits.partition_desc IS 'The partition, as stored.';
COMMENT ON COLUMN lakesoul.commits.commit_id IS 'The commit.';
COMMENT ON COLUMN lakesoul.commits.commit_op IS 'Operation of the commit.';
COMMENT ON COLUMN lakesoul.commits."timestamp" IS 'Time of the commit in epoch milliseconds, as its client sent it.';
COMMENT ON COLUMN lakesoul.commits.version IS 'The version that first published the commit, NULL if none did.';
COMMENT ON COLUMN lakesoul.commits.files IS 'File operations of the commit.';
COMMENT ON COLUMN lakesoul.commits.bytes IS 'Bytes of the files it adds.';

CREATE FUNCTION lakesoul._discarded_files()
    RETURNS TABLE (
        namespace pg_catalog.text,
        table_name pg_catalog.text,
        table_id pg_catalog.text,
        partition_desc pg_catalog.text,
        path pg_catalog.text,
        discarded_at bigint,
        reason pg_catalog.text
    )
    LANGUAGE sql STABLE PARALLEL SAFE SUPPORT lakesoul._needs_setup
AS $$
    SELECT t.table_namespace, t.table_name, t.table_id, d.partition_desc, d.file_path,
           COALESCE(d.discarded_at, d."timestamp"), d.reason
      FROM public.discard_compressed_file_info AS d
           LEFT JOIN public.table_info AS t ON t.table_path OPERATOR(pg_catalog.=) d.table_path
                 AND t.table_path OPERATOR(pg_catalog.<>) ''
$$;

COMMENT ON FUNCTION lakesoul._discarded_files() IS 'The rows of view lakesoul.discarded_files.';

CREATE VIEW lakesoul.discarded_files AS SELECT * FROM lakesoul._discarded_files();

COMMENT ON VIEW lakesoul.discarded_files IS
'The files recorded as no longer needed, those too that an older version
still holds: what may be deleted is told by lakesoul.discarded().
discarded_at: epoch milliseconds, the file''s own time where a client did not
say more.';

COMMENT ON COLUMN lakesoul.discarded_files.namespace IS 'Namespace of the table, NULL if the table is gone.';
COMMENT ON COLUMN lakesoul.discarded_files.table_name IS 'Name of the table, NULL if the table is gone.';
COMMENT ON COLUMN lakesoul.discarded_files.table_id IS 'The table, NULL if it is gone.';
COMMENT ON COLUMN lakesoul.discarded_files.partition_desc IS 'The partition that the file was in.';
COMMENT ON COLUMN lakesoul.discarded_files.path IS 'Full path of the file.';
COMMENT ON COLUMN lakesoul.discarded_files.discarded_at IS 'When it was discarded, in epoch milliseconds.';
COMMENT ON COLUMN lakesoul.discarded_files.reason IS 'Why it was discarded, NULL where a client did not say.';

CREATE FUNCTION lakesoul._compaction_queue()
    RETURNS TABLE (
        namespace pg_catalog.text,
        table_name pg_catalog.text,
        table_id pg_catalog.text,
        table_path pg_catalog.text,
        partition_desc pg_catalog.text,
        version integer,
        noticed_at bigint
    )
    LANGUAGE sql STABLE PARALLEL SAFE SUPPORT lakesoul._needs_setup
AS $$
    SELECT t.table_namespace, t.table_name, t.table_id, t.table_path, q.partition_desc, q.version, q.noticed_at
      FROM lakesoul.due_compactions AS q
           JOIN public.table_info AS t ON t.table_id OPERATOR(pg_catalog.=) q.table_id
$$;

COMMENT ON FUNCTION lakesoul._compaction_queue() IS 'The rows of view lakesoul.compaction_queue.';

CREATE VIEW lakesoul.compaction_queue AS SELECT * FROM lakesoul._compaction_queue();

COMMENT ON VIEW lakesoul.compaction_queue IS
'Partitions that are due for compaction and were not compacted since, for a
listener that was away.
version: the one whose commit made the notice due; noticed_at: when, in
epoch milliseconds.';

COMMENT ON COLUMN lakesoul.compaction_queue.namespace IS 'Namespace of the table.';
COMMENT ON COLUMN lakesoul.compaction_queue.table_name IS 'Name of the table; '''' if it has none.';
COMMENT ON COLUMN lakesoul.compaction_queue.table_id IS 'The table.';
COMMENT ON COLUMN lakesoul.compaction_queue.table_path IS 'Path of the table.';
COMMENT ON COLUMN lakesoul.compaction_queue.partition_desc IS 'The partition that is due.';
COMMENT ON COLUMN lakesoul.compaction_queue.version IS 'The version whose commit made it due.';
COMMENT ON COLUMN lakesoul.compaction_queue.noticed_at IS 'When, in epoch milliseconds.';

GRANT SELECT ON lakesoul.tables, lakesoul.table_partitions, lakesoul.commits, lakesoul.discarded_files,
    lakesoul.compaction_queue TO PUBLIC;
