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
'The tables the caller sees. range_columns and primary_keys: taken from table_info.partitions, in its order, empty for none.';

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
           (SELECT pg_catalog.count(*) FROM lakesoul._active_files(h.table_id, h.partition_desc, h.snapshot) AS f),
           (SELECT COALESCE(pg_catalog.sum(f.size), 0)::bigint
              FROM lakesoul._active_files(h.table_id, h.partition_desc, h.snapshot) AS f)
      FROM public.table_info AS t
           CROSS JOIN LATERAL lakesoul._heads(t.table_id, NULL::pg_catalog.jsonb, NULL::bigint) AS h
$$;

COMMENT ON FUNCTION lakesoul._table_partitions() IS 'The rows of view lakesoul.table_partitions.';

CREATE VIEW lakesoul.table_partitions AS SELECT * FROM lakesoul._table_partitions();

COMMENT ON VIEW lakesoul.table_partitions IS
'The newest version of each partition of each table the caller sees. timestamp: epoch milliseconds; commits: ids in its
snapshot; files and bytes: of its active files, which cost nothing if they are not selected.';

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
'The commits that are stored. timestamp: epoch milliseconds, as the client sent it; version: the one that first published the
commit, NULL for one that is registered only (or came from a dump without that column: lakesoul.commit_status knows); files:
its file operations; bytes: of the files it adds.';

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
'The files recorded as no longer needed, those too that an older version still holds: what may be deleted is told by
lakesoul.discarded(). discarded_at: epoch milliseconds, the file''s own time where a client did not say more.';

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
'Partitions that are due for compaction and were not compacted since, for a listener that was away. version: the one whose
commit made the notice due; noticed_at: when, in epoch milliseconds.';

GRANT SELECT ON lakesoul.tables, lakesoul.table_partitions, lakesoul.commits, lakesoul.discarded_files,
    lakesoul.compaction_queue TO PUBLIC;
