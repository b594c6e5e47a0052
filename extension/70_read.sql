-- Reading: heads of partitions, files, history. All of it works in a read-only transaction and on a standby, and sees
-- the snapshot of the query that calls it. SQL functions here have no SET and are not STRICT, so that they are inlined.

CREATE FUNCTION lakesoul._matches(
    partitions pg_catalog.text,
    partition_desc pg_catalog.text,
    filter pg_catalog.jsonb
) RETURNS boolean
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'lakesoul_matches';

COMMENT ON FUNCTION lakesoul._matches(pg_catalog.text, pg_catalog.text, pg_catalog.jsonb) IS
'Whether a partition description matches a filter; partitions:
table_info.partitions.
Errors: 42703, 22023.';

CREATE FUNCTION lakesoul._exact_desc(partitions pg_catalog.text, filter pg_catalog.jsonb) RETURNS pg_catalog.text
    LANGUAGE C IMMUTABLE PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'lakesoul_exact_desc';

COMMENT ON FUNCTION lakesoul._exact_desc(pg_catalog.text, pg_catalog.jsonb) IS
'The one partition description a filter can match, NULL if there may be
several.
Errors: 42703, 22023.';

CREATE FUNCTION lakesoul._begin_of_desc(partitions pg_catalog.text, filter pg_catalog.jsonb) RETURNS pg_catalog.text
    LANGUAGE C STABLE PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'lakesoul_begin_of_desc';

COMMENT ON FUNCTION lakesoul._begin_of_desc(pg_catalog.text, pg_catalog.jsonb) IS
'What all descriptions that match a filter begin with, its last comma
included. NULL without a condition on the first range column, or where
partition_info.partition_desc is not ordered by bytes (collation C).
Errors: 42703, 22023.';

CREATE FUNCTION lakesoul.partition_values(partitions pg_catalog.text, partition_desc pg_catalog.text)
    RETURNS pg_catalog.jsonb
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'lakesoul_partition_values';

COMMENT ON FUNCTION lakesoul.partition_values(pg_catalog.text, pg_catalog.text) IS
'The values in a partition description, partition_desc, as an object of range
columns; partitions: table_info.partitions. The markers of null and of the
empty string are turned into these; NULL if the description does not fit the
columns.';

CREATE FUNCTION lakesoul._visible_table(table_id pg_catalog.text) RETURNS pg_catalog.text
    LANGUAGE C STABLE PARALLEL RESTRICTED
    AS 'MODULE_PATHNAME', 'lakesoul_visible_table';

COMMENT ON FUNCTION lakesoul._visible_table(pg_catalog.text) IS
'The table id itself if the caller sees that table.
Errors: 42P01 no such table, 22004 NULL, 55000 before lakesoul.setup().';

CREATE FUNCTION lakesoul._epoch_ms("time" timestamp with time zone) RETURNS bigint
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'lakesoul_epoch_ms';

COMMENT ON FUNCTION lakesoul._epoch_ms(timestamp with time zone) IS
'A time in epoch milliseconds, cut down; infinity is the greatest and
-infinity the smallest bigint.';

CREATE FUNCTION lakesoul._bucket_of_path(path pg_catalog.text) RETURNS integer
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'lakesoul_bucket_of_path';

COMMENT ON FUNCTION lakesoul._bucket_of_path(pg_catalog.text) IS
'The bucket in a data file''s name, -1 if it has none.';

-- These three give a row for each commit, with its active files as an array; many files are parted among several rows.
-- Callers put them and unnest() into SELECT lists, where rows pass one by one; in FROM the server would store them all
-- first. files_of: NULL of type public.data_file_op[], which is not there yet when this script runs.
CREATE FUNCTION lakesoul._snapshot_files(
    table_id pg_catalog.text,
    partition_desc pg_catalog.text,
    snapshot pg_catalog.uuid[],
    files_of pg_catalog.anyarray
) RETURNS TABLE (
    partition_desc pg_catalog.text,
    commit_id pg_catalog.uuid,
    commit_timestamp bigint,
    files pg_catalog.anyarray
)
    LANGUAGE C STABLE PARALLEL RESTRICTED
    AS 'MODULE_PATHNAME', 'lakesoul_snapshot_files';

COMMENT ON FUNCTION lakesoul._snapshot_files(
    pg_catalog.text, pg_catalog.text, pg_catalog.uuid[], pg_catalog.anyarray) IS
'The active files of a snapshot by commit, in its order.';

CREATE FUNCTION lakesoul._files(
    table_name pg_catalog.text,
    namespace pg_catalog.text,
    filter pg_catalog.jsonb,
    as_of timestamp with time zone,
    version integer,
    files_of pg_catalog.anyarray
) RETURNS TABLE (
    partition_desc pg_catalog.text,
    commit_id pg_catalog.uuid,
    commit_timestamp bigint,
    files pg_catalog.anyarray
)
    LANGUAGE C STABLE PARALLEL RESTRICTED
    AS 'MODULE_PATHNAME', 'lakesoul_files';

COMMENT ON FUNCTION lakesoul._files(
    pg_catalog.text, pg_catalog.text, pg_catalog.jsonb, timestamp with time zone, integer, pg_catalog.anyarray) IS
'The active files of a table by commit: what lakesoul.files returns.';

CREATE FUNCTION lakesoul._files_by_id(
    table_id pg_catalog.text,
    filter pg_catalog.jsonb,
    as_of timestamp with time zone,
    version integer,
    files_of pg_catalog.anyarray
) RETURNS TABLE (
    partition_desc pg_catalog.text,
    commit_id pg_catalog.uuid,
    commit_timestamp bigint,
    files pg_catalog.anyarray
)
    LANGUAGE C STABLE PARALLEL RESTRICTED
    AS 'MODULE_PATHNAME', 'lakesoul_files_by_id';

COMMENT ON FUNCTION lakesoul._files_by_id(
    pg_catalog.text, pg_catalog.jsonb, timestamp with time zone, integer, pg_catalog.anyarray) IS
'The active files of a table by commit: what lakesoul.files_by_id returns.';

CREATE FUNCTION lakesoul._active_files(
    table_id pg_catalog.text,
    partition_desc pg_catalog.text,
    snapshot pg_catalog.uuid[]
) RETURNS TABLE (
    path pg_catalog.text,
    size bigint,
    file_exist_cols pg_catalog.text,
    bucket_id integer,
    commit_id pg_catalog.uuid,
    commit_timestamp bigint
)
    LANGUAGE sql STABLE PARALLEL RESTRICTED SUPPORT lakesoul._needs_setup
AS $$
    SELECT COALESCE((f.file).path, ''), COALESCE((f.file).size, 0), COALESCE((f.file).file_exist_cols, ''),
           lakesoul._bucket_of_path(COALESCE((f.file).path, '')), f.commit_id, f.commit_timestamp
      FROM (SELECT c.commit_id, c.commit_timestamp, pg_catalog.unnest(c.files) AS file
              FROM (SELECT (r.commit).* FROM (
                    SELECT lakesoul._snapshot_files($1, $2, $3, NULL::public.data_file_op[]) OFFSET 0) AS r (commit)
                    OFFSET 0) AS c OFFSET 0) AS f
$$;

COMMENT ON FUNCTION lakesoul._active_files(pg_catalog.text, pg_catalog.text, pg_catalog.uuid[]) IS
'Active files of a snapshot, in its order.';

CREATE FUNCTION lakesoul._count_files(
    table_id pg_catalog.text,
    partition_desc pg_catalog.text,
    snapshot pg_catalog.uuid[]
) RETURNS bigint
    LANGUAGE sql STABLE PARALLEL RESTRICTED SUPPORT lakesoul._needs_setup
AS $$
    SELECT COALESCE(pg_catalog.sum(pg_catalog.cardinality((r.commit).files)), 0)::bigint
      FROM (SELECT lakesoul._snapshot_files($1, $2, $3, NULL::public.data_file_op[]) OFFSET 0) AS r (commit)
$$;

COMMENT ON FUNCTION lakesoul._count_files(pg_catalog.text, pg_catalog.text, pg_catalog.uuid[]) IS
'How many active files a snapshot has.';

CREATE FUNCTION lakesoul._count_bytes(
    table_id pg_catalog.text,
    partition_desc pg_catalog.text,
    snapshot pg_catalog.uuid[]
) RETURNS bigint
    LANGUAGE sql STABLE PARALLEL RESTRICTED SUPPORT lakesoul._needs_setup
AS $$
    SELECT COALESCE(pg_catalog.sum(f.size), 0)::bigint FROM lakesoul._active_files($1, $2, $3) AS f
$$;

COMMENT ON FUNCTION lakesoul._count_bytes(pg_catalog.text, pg_catalog.text, pg_catalog.uuid[]) IS
'How many bytes the active files of a snapshot have.';

-- Heads, by description from the last: one descent of the primary key for each partition, however many versions there
-- are. A filter on the first range columns confines them to descriptions that begin alike, where the index keeps these
-- together: from first, below the same text with the character after its last comma. A bound that confines nothing is
-- left out, since each entry of an index page is compared with it. The table id is looked at once, in t.
CREATE FUNCTION lakesoul._newest_versions(
    table_id pg_catalog.text,
    filter pg_catalog.jsonb,
    before pg_catalog.text
) RETURNS TABLE (
    table_id pg_catalog.text,
    partition_desc pg_catalog.text,
    version integer,
    commit_op pg_catalog.text,
    "timestamp" bigint,
    snapshot pg_catalog.uuid[]
)
    LANGUAGE sql STABLE PARALLEL SAFE SUPPORT lakesoul._needs_setup
AS $$
    WITH RECURSIVE t (table_id, partitions, exact, first, below) AS MATERIALIZED (
        SELECT i.table_id, i.partitions, lakesoul._exact_desc(i.partitions, $2), b.desc_begin,
               COALESCE($3, pg_catalog.left(b.desc_begin, -1) OPERATOR(pg_catalog.||) '-')
          FROM (SELECT $1 OFFSET 0) AS w (table_id)
               CROSS JOIN LATERAL (SELECT i.table_id, i.partitions FROM public.table_info AS i
                 WHERE i.table_id OPERATOR(pg_catalog.=) w.table_id OFFSET 0) AS i
               CROSS JOIN LATERAL (SELECT lakesoul._begin_of_desc(i.partitions, $2) OFFSET 0) AS b (desc_begin)
    ), d (partition_desc, version, commit_op, "timestamp", snapshot) AS (
        (SELECT i.partition_desc, i.version, i.commit_op, i."timestamp", i.snapshot FROM public.partition_info AS i
          WHERE i.table_id OPERATOR(pg_catalog.=) (SELECT t.table_id FROM t WHERE t.exact IS NOT NULL AND $3 IS NULL)
            AND i.partition_desc OPERATOR(pg_catalog.=) (SELECT t.exact FROM t)
          ORDER BY i.version DESC LIMIT 1)
        UNION ALL
        (SELECT i.partition_desc, i.version, i.commit_op, i."timestamp", i.snapshot FROM public.partition_info AS i
          WHERE i.table_id OPERATOR(pg_catalog.=) (SELECT t.table_id FROM t WHERE t.exact IS NULL AND t.below IS NULL)
          ORDER BY i.partition_desc DESC, i.version DESC LIMIT 1)
        UNION ALL
        (SELECT i.partition_desc, i.version, i.commit_op, i."timestamp", i.snapshot FROM public.partition_info AS i
          WHERE i.table_id OPERATOR(pg_catalog.=) (SELECT t.table_id FROM t WHERE t.exact IS NULL)
            AND i.partition_desc OPERATOR(pg_catalog.<) (SELECT t.below FROM t)
            AND i.partition_desc OPERATOR(pg_catalog.>=) (SELECT COALESCE(t.first, '') FROM t)
          ORDER BY i.partition_desc DESC, i.version DESC LIMIT 1)
        UNION ALL
        SELECT n.partition_desc, n.version, n.commit_op, n."timestamp", n.snapshot FROM d CROSS JOIN LATERAL (
            (SELECT i.partition_desc, i.version, i.commit_op, i."timestamp", i.snapshot FROM public.partition_info AS i
              WHERE (SELECT t.exact IS NULL AND t.first IS NULL FROM t)
                AND i.table_id OPERATOR(pg_catalog.=) (SELECT t.table_id FROM t)
                AND i.partition_desc OPERATOR(pg_catalog.<) d.partition_desc
              ORDER BY i.partition_desc DESC, i.version DESC LIMIT 1)
            UNION ALL
            (SELECT i.partition_desc, i.version, i.commit_op, i."timestamp", i.snapshot FROM public.partition_info AS i
              WHERE (SELECT t.exact IS NULL AND t.first IS NOT NULL FROM t)
                AND i.table_id OPERATOR(pg_catalog.=) (SELECT t.table_id FROM t)
                AND i.partition_desc OPERATOR(pg_catalog.<) d.partition_desc
                AND i.partition_desc OPERATOR(pg_catalog.>=) (SELECT t.first FROM t)
              ORDER BY i.partition_desc DESC, i.version DESC LIMIT 1)) AS n
    )
    SELECT (SELECT t.table_id FROM t), d.partition_desc, d.version, d.commit_op, d."timestamp", d.snapshot FROM d
     WHERE $2 IS NULL OR d.partition_desc OPERATOR(pg_catalog.=) (SELECT t.exact FROM t)
        OR lakesoul._matches((SELECT t.partitions FROM t), d.partition_desc, $2)
$$;

COMMENT ON FUNCTION lakesoul._newest_versions(pg_catalog.text, pg_catalog.jsonb, pg_catalog.text) IS
'The newest version of each partition that matches a filter, by description
from the last; before: only descriptions before this one, to go on with.';

-- The planner keeps one half where it knows whether a time is given.
CREATE FUNCTION lakesoul._heads(
    table_id pg_catalog.text,
    filter pg_catalog.jsonb,
    as_of bigint,
    before pg_catalog.text DEFAULT NULL
) RETURNS TABLE (
    table_id pg_catalog.text,
    partition_desc pg_catalog.text,
    version integer,
    commit_op pg_catalog.text,
    "timestamp" bigint,
    snapshot pg_catalog.uuid[]
)
    LANGUAGE sql STABLE PARALLEL SAFE SUPPORT lakesoul._needs_setup
AS $$
    SELECT n.table_id, n.partition_desc, n.version, n.commit_op, n."timestamp", n.snapshot
      FROM lakesoul._newest_versions($1, $2, $4) AS n WHERE $3 IS NULL
    UNION ALL
    SELECT n.table_id, n.partition_desc, h.version, h.commit_op, h."timestamp", h.snapshot
      FROM lakesoul._newest_versions($1, $2, $4) AS n CROSS JOIN LATERAL (
        SELECT n.version, n.commit_op, n."timestamp", n.snapshot WHERE n."timestamp" OPERATOR(pg_catalog.<=) $3
        UNION ALL
        (SELECT i.version, i.commit_op, i."timestamp", i.snapshot FROM public.partition_info AS i
          WHERE (n."timestamp" OPERATOR(pg_catalog.<=) $3) IS NOT TRUE
            AND i.table_id OPERATOR(pg_catalog.=) n.table_id
            AND i.partition_desc OPERATOR(pg_catalog.=) n.partition_desc
            AND i."timestamp" OPERATOR(pg_catalog.<=) $3
          ORDER BY i.version DESC LIMIT 1)) AS h
     WHERE $3 IS NOT NULL
$$;

COMMENT ON FUNCTION lakesoul._heads(pg_catalog.text, pg_catalog.jsonb, bigint, pg_catalog.text) IS
'As lakesoul._newest_versions; with a time in epoch milliseconds, the newest
version of each partition up to it.';

CREATE FUNCTION lakesoul.partitions_by_id(
    table_id pg_catalog.text,
    filter pg_catalog.jsonb DEFAULT NULL,
    as_of timestamp with time zone DEFAULT NULL
) RETURNS TABLE (
    partition_desc pg_catalog.text,
    "values" pg_catalog.jsonb,
    version integer,
    commit_op pg_catalog.text,
    "timestamp" bigint,
    commits integer,
    files bigint,
    bytes bigint
)
    LANGUAGE sql STABLE PARALLEL RESTRICTED SUPPORT lakesoul._needs_setup
AS $$
    SELECT h.partition_desc,
           lakesoul.partition_values((SELECT t.partitions FROM public.table_info AS t
                                       WHERE t.table_id OPERATOR(pg_catalog.=) $1), h.partition_desc),
           h.version, h.commit_op, h."timestamp", pg_catalog.cardinality(h.snapshot),
           lakesoul._count_files(h.table_id, h.partition_desc, h.snapshot),
           lakesoul._count_bytes(h.table_id, h.partition_desc, h.snapshot)
      FROM lakesoul._heads(lakesoul._visible_table($1), $2,
                           lakesoul._epoch_ms($3)) AS h
$$;

COMMENT ON FUNCTION lakesoul.partitions_by_id(pg_catalog.text, pg_catalog.jsonb, timestamp with time zone) IS
'As lakesoul.partitions, for a table given by its id.';

CREATE FUNCTION lakesoul.partitions(
    table_name pg_catalog.text,
    namespace pg_catalog.text DEFAULT 'default',
    filter pg_catalog.jsonb DEFAULT NULL,
    as_of timestamp with time zone DEFAULT NULL
) RETURNS TABLE (
    partition_desc pg_catalog.text,
    "values" pg_catalog.jsonb,
    version integer,
    commit_op pg_catalog.text,
    "timestamp" bigint,
    commits integer,
    files bigint,
    bytes bigint
)
    LANGUAGE sql STABLE PARALLEL RESTRICTED SUPPORT lakesoul._needs_setup
AS $$
    SELECT p.partition_desc, p."values", p.version, p.commit_op, p."timestamp", p.commits, p.files, p.bytes
      FROM lakesoul.partitions_by_id(lakesoul.table_id($1, $2), $3, $4) AS p
$$;

COMMENT ON FUNCTION lakesoul.partitions(
    pg_catalog.text, pg_catalog.text, pg_catalog.jsonb, timestamp with time zone) IS
'The newest version of each partition of a table, those whose last commit was
a DeleteCommit included. Columns that are not selected cost nothing.
filter: an object of range columns and values, {"dt": "2026-08-01",
"region": null}; NULL and {} mean all.
as_of: the newest version up to that time.
timestamp: epoch milliseconds; commits: ids in the snapshot; files, bytes:
of its active files.
Errors: 42P01 no such table; 42703 a filter column that is no range column.';

CREATE FUNCTION lakesoul.files(
    table_name pg_catalog.text,
    namespace pg_catalog.text DEFAULT 'default',
    filter pg_catalog.jsonb DEFAULT NULL,
    as_of timestamp with time zone DEFAULT NULL,
    version integer DEFAULT NULL
) RETURNS TABLE (
    partition_desc pg_catalog.text,
    path pg_catalog.text,
    size bigint,
    file_exist_cols pg_catalog.text,
    bucket_id integer,
    commit_id pg_catalog.uuid,
    commit_timestamp bigint
)
    LANGUAGE sql STABLE PARALLEL RESTRICTED SUPPORT lakesoul._needs_setup
AS $$
    SELECT f.partition_desc, COALESCE((f.file).path, ''), COALESCE((f.file).size, 0),
           COALESCE((f.file).file_exist_cols, ''), lakesoul._bucket_of_path(COALESCE((f.file).path, '')), f.commit_id,
           f.commit_timestamp
      FROM (SELECT c.partition_desc, c.commit_id, c.commit_timestamp, pg_catalog.unnest(c.files) AS file
              FROM (SELECT (r.commit).* FROM (
                    SELECT lakesoul._files($1, $2, $3, $4, $5, NULL::public.data_file_op[]) OFFSET 0) AS r (commit)
                    OFFSET 0) AS c OFFSET 0) AS f
$$;

COMMENT ON FUNCTION lakesoul.files(
    pg_catalog.text, pg_catalog.text, pg_catalog.jsonb, timestamp with time zone, integer) IS
'The active files of a table, in the order of each partition''s snapshot. Rows
pass one by one, as they are read.
filter, as_of: as lakesoul.partitions.
version: of the one partition that the filter leaves.
size: bytes; bucket_id: from the file''s name, -1 if it has none;
commit_timestamp: epoch milliseconds.
Errors: 42P01 no such table; 42704 no such version; 42703 a filter column
that is no range column; 22023 as_of with version, or version with several
partitions.';

CREATE FUNCTION lakesoul.files_by_id(
    table_id pg_catalog.text,
    filter pg_catalog.jsonb DEFAULT NULL,
    as_of timestamp with time zone DEFAULT NULL,
    version integer DEFAULT NULL
) RETURNS TABLE (
    partition_desc pg_catalog.text,
    path pg_catalog.text,
    size bigint,
    file_exist_cols pg_catalog.text,
    bucket_id integer,
    commit_id pg_catalog.uuid,
    commit_timestamp bigint
)
    LANGUAGE sql STABLE PARALLEL RESTRICTED SUPPORT lakesoul._needs_setup
AS $$
    SELECT f.partition_desc, COALESCE((f.file).path, ''), COALESCE((f.file).size, 0),
           COALESCE((f.file).file_exist_cols, ''), lakesoul._bucket_of_path(COALESCE((f.file).path, '')), f.commit_id,
           f.commit_timestamp
      FROM (SELECT c.partition_desc, c.commit_id, c.commit_timestamp, pg_catalog.unnest(c.files) AS file
              FROM (SELECT (r.commit).* FROM (
                    SELECT lakesoul._files_by_id($1, $2, $3, $4, NULL::public.data_file_op[]) OFFSET 0) AS r (commit)
                    OFFSET 0) AS c OFFSET 0) AS f
$$;

COMMENT ON FUNCTION lakesoul.files_by_id(
    pg_catalog.text, pg_catalog.jsonb, timestamp with time zone, integer) IS
'As lakesoul.files, for a table given by its id.';

CREATE FUNCTION lakesoul.history_by_id(table_id pg_catalog.text, partition pg_catalog.text DEFAULT NULL)
    RETURNS TABLE (
        partition_desc pg_catalog.text,
        version integer,
        commit_op pg_catalog.text,
        "timestamp" bigint,
        commits_added pg_catalog.uuid[],
        commits_removed integer,
        files bigint,
        bytes bigint
    )
    LANGUAGE sql STABLE PARALLEL RESTRICTED SUPPORT lakesoul._needs_setup
AS $$
    SELECT v.partition_desc, v.version, v.commit_op, v."timestamp",
           ARRAY(SELECT n.id FROM pg_catalog.unnest(v.snapshot) WITH ORDINALITY AS n (id, ord)
                  WHERE NOT EXISTS (SELECT FROM pg_catalog.unnest(v.before) AS o (id)
                                     WHERE o.id OPERATOR(pg_catalog.=) n.id) ORDER BY n.ord),
           (SELECT pg_catalog.count(*)::integer FROM pg_catalog.unnest(v.before) AS o (id)
             WHERE NOT EXISTS (SELECT FROM pg_catalog.unnest(v.snapshot) AS n (id)
                                WHERE n.id OPERATOR(pg_catalog.=) o.id)),
           lakesoul._count_files(v.table_id, v.partition_desc, v.snapshot),
           lakesoul._count_bytes(v.table_id, v.partition_desc, v.snapshot)
      FROM (SELECT lakesoul._visible_table($1) OFFSET 0) AS t (table_id)
           CROSS JOIN LATERAL (
            SELECT i.table_id, i.partition_desc, i.version, i.commit_op, i."timestamp", i.snapshot,
                   pg_catalog.lag(i.snapshot) OVER (PARTITION BY i.partition_desc ORDER BY i.version) AS before
              FROM public.partition_info AS i
             WHERE i.table_id OPERATOR(pg_catalog.=) t.table_id
               AND ($2 IS NULL OR i.partition_desc OPERATOR(pg_catalog.=) $2)) AS v
     ORDER BY v.partition_desc, v.version
$$;

COMMENT ON FUNCTION lakesoul.history_by_id(pg_catalog.text, pg_catalog.text) IS
'As lakesoul.history, for a table given by its id.';

CREATE FUNCTION lakesoul.history(
    table_name pg_catalog.text,
    partition pg_catalog.text DEFAULT NULL,
    namespace pg_catalog.text DEFAULT 'default'
) RETURNS TABLE (
    partition_desc pg_catalog.text,
    version integer,
    commit_op pg_catalog.text,
    "timestamp" bigint,
    commits_added pg_catalog.uuid[],
    commits_removed integer,
    files bigint,
    bytes bigint
)
    LANGUAGE sql STABLE PARALLEL RESTRICTED SUPPORT lakesoul._needs_setup
AS $$
    SELECT h.partition_desc, h.version, h.commit_op, h."timestamp", h.commits_added, h.commits_removed, h.files, h.bytes
      FROM lakesoul.history_by_id(lakesoul.table_id($1, $3), $2) AS h
$$;

COMMENT ON FUNCTION lakesoul.history(pg_catalog.text, pg_catalog.text, pg_catalog.text) IS
'The stored versions of a table''s partitions, oldest first.
partition: one description, NULL for all.
timestamp: epoch milliseconds; commits_added and commits_removed: against
the version stored before; files and bytes: of the active files of that
version.
Errors: 42P01 no such table.';
