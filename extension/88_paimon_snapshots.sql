-- Side tables of the Paimon API's snapshots: the chain of a table's snapshots, which partition versions each published,
-- what is known of partitions, and tags. A table has rows here once it was tagged, committed to, rolled back or had a
-- partition registered through the API: from then on every LakeSoul commit adds a snapshot. Before, its chain is worked
-- out from partition_info when it is asked for. Who reads and who writes is as in 20_tables.sql. Unknown numbers are NULL.

CREATE TABLE lakesoul.paimon_chains (
    table_id pg_catalog.text NOT NULL,
    started_at bigint NOT NULL,
    CONSTRAINT paimon_chains_pkey PRIMARY KEY (table_id)
);

COMMENT ON TABLE lakesoul.paimon_chains IS
'Tables whose snapshots are kept in lakesoul.paimon_snapshots. Written by the
library only; a table''s rows go when the table is dropped or its orphans are
purged.';
COMMENT ON COLUMN lakesoul.paimon_chains.table_id IS 'The table.';
COMMENT ON COLUMN lakesoul.paimon_chains.started_at IS 'Since when, in epoch milliseconds.';
COMMENT ON CONSTRAINT paimon_chains_pkey ON lakesoul.paimon_chains IS 'One row for a table.';

CREATE TABLE lakesoul.paimon_snapshots (
    table_id pg_catalog.text NOT NULL,
    retired bigint NOT NULL DEFAULT 0,
    id bigint NOT NULL,
    uuid pg_catalog.text COLLATE pg_catalog."C",
    schema_id bigint NOT NULL,
    commit_user pg_catalog.text COLLATE pg_catalog."C" NOT NULL,
    commit_identifier bigint NOT NULL,
    commit_kind pg_catalog.text NOT NULL,
    time_millis bigint NOT NULL,
    watermark bigint,
    is_lakesoul boolean NOT NULL,
    body pg_catalog.jsonb,
    record_count bigint,
    file_size bigint,
    file_count bigint,
    last_file_creation bigint,
    retired_at bigint,
    CONSTRAINT paimon_snapshots_pkey PRIMARY KEY (table_id, retired, id)
);
-- Nobody sends a LakeSoul commit's own snapshot again, or asks what lakesoul committed last.
CREATE INDEX paimon_snapshots_uuid_index ON lakesoul.paimon_snapshots USING btree (table_id, uuid) WHERE NOT is_lakesoul;
CREATE INDEX paimon_snapshots_user_index ON lakesoul.paimon_snapshots USING btree (table_id, commit_user, id DESC)
    WHERE retired OPERATOR(pg_catalog.=) 0 AND NOT is_lakesoul;

COMMENT ON TABLE lakesoul.paimon_snapshots IS
'Snapshots of tables in lakesoul.paimon_chains. An id is used again after a
rollback, a uuid never. Written by the library only.';
COMMENT ON COLUMN lakesoul.paimon_snapshots.table_id IS 'The table.';
COMMENT ON COLUMN lakesoul.paimon_snapshots.retired IS
'0 for a snapshot of the chain; otherwise the number, from 1, of the table''s
rollback that took it away.';
COMMENT ON COLUMN lakesoul.paimon_snapshots.id IS 'Its number in the chain, from 1.';
COMMENT ON COLUMN lakesoul.paimon_snapshots.uuid IS 'What identifies it; NULL if its writer gave none.';
COMMENT ON COLUMN lakesoul.paimon_snapshots.schema_id IS 'The version of the table''s schema.';
COMMENT ON COLUMN lakesoul.paimon_snapshots.commit_user IS 'Who committed it; lakesoul for LakeSoul''s own commits.';
COMMENT ON COLUMN lakesoul.paimon_snapshots.commit_identifier IS
'The committer''s number for it; its id for LakeSoul''s own commits.';
COMMENT ON COLUMN lakesoul.paimon_snapshots.commit_kind IS 'APPEND, COMPACT, OVERWRITE or ANALYZE.';
COMMENT ON COLUMN lakesoul.paimon_snapshots.time_millis IS 'When it was committed, in epoch milliseconds.';
COMMENT ON COLUMN lakesoul.paimon_snapshots.watermark IS 'The watermark, if there is one.';
COMMENT ON COLUMN lakesoul.paimon_snapshots.is_lakesoul IS 'Whether LakeSoul commits made it, without the API.';
COMMENT ON COLUMN lakesoul.paimon_snapshots.body IS
'The Snapshot as it was sent; of one that LakeSoul commits made, the keys it
took over from the one before.';
COMMENT ON COLUMN lakesoul.paimon_snapshots.record_count IS 'Rows of the table then; NULL if that is not known.';
COMMENT ON COLUMN lakesoul.paimon_snapshots.file_size IS 'Bytes of its files then; NULL if that is not known.';
COMMENT ON COLUMN lakesoul.paimon_snapshots.file_count IS 'Number of its files then; NULL if that is not known.';
COMMENT ON COLUMN lakesoul.paimon_snapshots.last_file_creation IS
'When its newest file was made, in epoch milliseconds; NULL if that is not
known.';
COMMENT ON COLUMN lakesoul.paimon_snapshots.retired_at IS 'When a rollback took it away, in epoch milliseconds.';
COMMENT ON CONSTRAINT paimon_snapshots_pkey ON lakesoul.paimon_snapshots IS
'An id stands once in a chain. The newest snapshot is the last row of retired
0.';
COMMENT ON INDEX lakesoul.paimon_snapshots_uuid_index IS 'Finds a commit that is sent again.';
COMMENT ON INDEX lakesoul.paimon_snapshots_user_index IS 'Finds what a committer committed last.';

CREATE TABLE lakesoul.paimon_snapshot_partitions (
    table_id pg_catalog.text NOT NULL,
    partition_desc pg_catalog.text NOT NULL,
    snapshot_id bigint NOT NULL,
    version integer,
    is_gone boolean NOT NULL DEFAULT false,
    before pg_catalog.jsonb,
    CONSTRAINT paimon_snapshot_partitions_pkey PRIMARY KEY (table_id, partition_desc, snapshot_id)
);

COMMENT ON TABLE lakesoul.paimon_snapshot_partitions IS
'What each snapshot of a chain did to a partition. A table''s state at a
snapshot is, for each partition, the row with the greatest snapshot_id up to
it; for its version, those with one. Written by the library only.';
COMMENT ON COLUMN lakesoul.paimon_snapshot_partitions.table_id IS 'The table.';
COMMENT ON COLUMN lakesoul.paimon_snapshot_partitions.partition_desc IS 'The partition.';
COMMENT ON COLUMN lakesoul.paimon_snapshot_partitions.snapshot_id IS 'The snapshot.';
COMMENT ON COLUMN lakesoul.paimon_snapshot_partitions.version IS
'The version in partition_info from then on; -1 if they were deleted, NULL if
only statistics changed.';
COMMENT ON COLUMN lakesoul.paimon_snapshot_partitions.is_gone IS
'Whether that version was deleted since. A later version of the same number
is another one.';
COMMENT ON COLUMN lakesoul.paimon_snapshot_partitions.before IS
'The partition''s row in lakesoul.paimon_partitions before it, {} if there was
none; NULL if that is not known.';
COMMENT ON CONSTRAINT paimon_snapshot_partitions_pkey ON lakesoul.paimon_snapshot_partitions IS
'One row for a partition that a snapshot changed. Index rows are limited to
2704 bytes.';

CREATE TABLE lakesoul.paimon_partitions (
    table_id pg_catalog.text NOT NULL,
    partition_desc pg_catalog.text NOT NULL,
    name pg_catalog.text COLLATE pg_catalog."C" NOT NULL,
    record_count bigint,
    file_size bigint,
    file_count bigint,
    last_file_creation bigint,
    total_buckets integer,
    done boolean NOT NULL,
    created_at bigint,
    created_by pg_catalog.text,
    updated_at bigint,
    updated_by pg_catalog.text,
    CONSTRAINT paimon_partitions_pkey PRIMARY KEY (table_id, partition_desc)
);
CREATE INDEX paimon_partitions_name_index ON lakesoul.paimon_partitions USING btree (table_id, name);

COMMENT ON TABLE lakesoul.paimon_partitions IS
'Partitions of tables in lakesoul.paimon_chains, with their statistics. NULL
is a number that was never measured. Written by the library only.';
COMMENT ON COLUMN lakesoul.paimon_partitions.table_id IS 'The table.';
COMMENT ON COLUMN lakesoul.paimon_partitions.partition_desc IS 'The partition, as LakeSoul writes it.';
COMMENT ON COLUMN lakesoul.paimon_partitions.name IS 'The partition as the API orders it: dt=2026-01-01/region=eu.';
COMMENT ON COLUMN lakesoul.paimon_partitions.record_count IS 'Rows; known only where the API was told.';
COMMENT ON COLUMN lakesoul.paimon_partitions.file_size IS 'Bytes of its files.';
COMMENT ON COLUMN lakesoul.paimon_partitions.file_count IS 'Number of its files.';
COMMENT ON COLUMN lakesoul.paimon_partitions.last_file_creation IS
'When its newest file was made, in epoch milliseconds.';
COMMENT ON COLUMN lakesoul.paimon_partitions.total_buckets IS 'Number of its buckets.';
COMMENT ON COLUMN lakesoul.paimon_partitions.done IS 'Whether it was marked done.';
COMMENT ON COLUMN lakesoul.paimon_partitions.created_at IS 'When it became known, in epoch milliseconds.';
COMMENT ON COLUMN lakesoul.paimon_partitions.created_by IS 'Who that was.';
COMMENT ON COLUMN lakesoul.paimon_partitions.updated_at IS 'When it last changed, in epoch milliseconds.';
COMMENT ON COLUMN lakesoul.paimon_partitions.updated_by IS 'Who that was.';
COMMENT ON CONSTRAINT paimon_partitions_pkey ON lakesoul.paimon_partitions IS
'One row for a partition. Index rows are limited to 2704 bytes.';
COMMENT ON INDEX lakesoul.paimon_partitions_name_index IS 'Pages of a list, in byte order.';

CREATE TABLE lakesoul.paimon_tags (
    table_id pg_catalog.text NOT NULL,
    name pg_catalog.text COLLATE pg_catalog."C" NOT NULL,
    snapshot_id bigint NOT NULL,
    snapshot pg_catalog.jsonb NOT NULL,
    record_count bigint,
    file_size bigint,
    file_count bigint,
    last_file_creation bigint,
    created_at bigint NOT NULL,
    created_by pg_catalog.text NOT NULL,
    retained_millis bigint,
    CONSTRAINT paimon_tags_pkey PRIMARY KEY (table_id, name)
);

COMMENT ON TABLE lakesoul.paimon_tags IS
'Names of snapshots. What a tagged snapshot holds does not expire. Written by
the library only.';
COMMENT ON COLUMN lakesoul.paimon_tags.table_id IS 'The table.';
COMMENT ON COLUMN lakesoul.paimon_tags.name IS 'The name.';
COMMENT ON COLUMN lakesoul.paimon_tags.snapshot_id IS 'The id of the snapshot.';
COMMENT ON COLUMN lakesoul.paimon_tags.snapshot IS 'A copy of the snapshot.';
COMMENT ON COLUMN lakesoul.paimon_tags.record_count IS 'Rows of the table then; NULL if that is not known.';
COMMENT ON COLUMN lakesoul.paimon_tags.file_size IS 'Bytes of its files then; NULL if that is not known.';
COMMENT ON COLUMN lakesoul.paimon_tags.file_count IS 'Number of its files then; NULL if that is not known.';
COMMENT ON COLUMN lakesoul.paimon_tags.last_file_creation IS
'When its newest file was made, in epoch milliseconds; NULL if that is not
known.';
COMMENT ON COLUMN lakesoul.paimon_tags.created_at IS 'When it was made, in epoch milliseconds.';
COMMENT ON COLUMN lakesoul.paimon_tags.created_by IS 'Who made it.';
COMMENT ON COLUMN lakesoul.paimon_tags.retained_millis IS 'How long it is to be kept, in milliseconds; NULL for ever.';
COMMENT ON CONSTRAINT paimon_tags_pkey ON lakesoul.paimon_tags IS
'One tag of a name. Index rows are limited to 2704 bytes.';

SELECT pg_catalog.pg_extension_config_dump('lakesoul.paimon_chains', '');
SELECT pg_catalog.pg_extension_config_dump('lakesoul.paimon_snapshots', '');
SELECT pg_catalog.pg_extension_config_dump('lakesoul.paimon_snapshot_partitions', '');
SELECT pg_catalog.pg_extension_config_dump('lakesoul.paimon_partitions', '');
SELECT pg_catalog.pg_extension_config_dump('lakesoul.paimon_tags', '');

GRANT SELECT ON lakesoul.paimon_chains, lakesoul.paimon_snapshots, lakesoul.paimon_snapshot_partitions,
    lakesoul.paimon_partitions, lakesoul.paimon_tags TO PUBLIC;
ALTER TABLE lakesoul.paimon_chains ENABLE ROW LEVEL SECURITY;
ALTER TABLE lakesoul.paimon_snapshots ENABLE ROW LEVEL SECURITY;
ALTER TABLE lakesoul.paimon_snapshot_partitions ENABLE ROW LEVEL SECURITY;
ALTER TABLE lakesoul.paimon_partitions ENABLE ROW LEVEL SECURITY;
ALTER TABLE lakesoul.paimon_tags ENABLE ROW LEVEL SECURITY;
CREATE POLICY sees_table ON lakesoul.paimon_chains FOR SELECT USING (lakesoul.sees_table(table_id));
CREATE POLICY sees_table ON lakesoul.paimon_snapshots FOR SELECT USING (lakesoul.sees_table(table_id));
CREATE POLICY sees_table ON lakesoul.paimon_snapshot_partitions FOR SELECT USING (lakesoul.sees_table(table_id));
CREATE POLICY sees_table ON lakesoul.paimon_partitions FOR SELECT USING (lakesoul.sees_table(table_id));
CREATE POLICY sees_table ON lakesoul.paimon_tags FOR SELECT USING (lakesoul.sees_table(table_id));

COMMENT ON POLICY sees_table ON lakesoul.paimon_chains IS 'Rows of tables that the caller sees in table_info.';
COMMENT ON POLICY sees_table ON lakesoul.paimon_snapshots IS 'Rows of tables that the caller sees in table_info.';
COMMENT ON POLICY sees_table ON lakesoul.paimon_snapshot_partitions IS
'Rows of tables that the caller sees in table_info.';
COMMENT ON POLICY sees_table ON lakesoul.paimon_partitions IS 'Rows of tables that the caller sees in table_info.';
COMMENT ON POLICY sees_table ON lakesoul.paimon_tags IS 'Rows of tables that the caller sees in table_info.';

-- What stored versions say where there is no chain: the versions of one time are what one request published. A uuid is
-- made of table and time, so that it stays when older versions go and ids move.
CREATE FUNCTION lakesoul._paimon_history(table_id pg_catalog.text)
    RETURNS TABLE (
        id bigint,
        uuid pg_catalog.text,
        schema_id bigint,
        commit_kind pg_catalog.text,
        time_millis bigint
    )
    LANGUAGE sql STABLE PARALLEL SAFE SUPPORT lakesoul._needs_setup
AS $$
    SELECT pg_catalog.row_number() OVER (ORDER BY g.time_millis),
           pg_catalog.md5(pg_catalog.concat($1, ' ', g.time_millis))::pg_catalog.uuid::pg_catalog.text,
           COALESCE((SELECT pg_catalog.max(s.schema_id) FROM lakesoul.paimon_schemas AS s
                      WHERE s.table_id OPERATOR(pg_catalog.=) $1
                        AND s.time_millis OPERATOR(pg_catalog.<=) g.time_millis), 0),
           CASE WHEN g.changes THEN 'OVERWRITE' WHEN g.adds THEN 'APPEND' ELSE 'COMPACT' END,
           g.time_millis
      FROM (SELECT COALESCE(i."timestamp", 0) AS time_millis,
                   pg_catalog.bool_or(i.commit_op OPERATOR(pg_catalog.=) ANY (ARRAY['AppendCommit', 'MergeCommit'])) AS adds,
                   pg_catalog.bool_or(i.commit_op OPERATOR(pg_catalog.<>)
                                      ALL (ARRAY['AppendCommit', 'MergeCommit', 'CompactionCommit'])) AS changes
              FROM public.partition_info AS i WHERE i.table_id OPERATOR(pg_catalog.=) $1 GROUP BY 1) AS g
$$;

COMMENT ON FUNCTION lakesoul._paimon_history(pg_catalog.text) IS
'The snapshots that the stored versions of a table amount to, numbered from
the oldest.';

CREATE FUNCTION lakesoul._paimon_snapshots(table_id pg_catalog.text)
    RETURNS TABLE (
        id bigint,
        uuid pg_catalog.text,
        schema_id bigint,
        commit_user pg_catalog.text,
        commit_identifier bigint,
        commit_kind pg_catalog.text,
        time_millis bigint,
        watermark bigint,
        is_lakesoul boolean,
        body pg_catalog.jsonb,
        record_count bigint,
        file_size bigint,
        file_count bigint,
        last_file_creation bigint
    )
    LANGUAGE sql STABLE PARALLEL SAFE SUPPORT lakesoul._needs_setup
AS $$
    SELECT s.id, s.uuid, s.schema_id, s.commit_user, s.commit_identifier, s.commit_kind, s.time_millis, s.watermark,
           s.is_lakesoul, s.body, s.record_count, s.file_size, s.file_count, s.last_file_creation
      FROM lakesoul.paimon_snapshots AS s
     WHERE s.table_id OPERATOR(pg_catalog.=) $1 AND s.retired OPERATOR(pg_catalog.=) 0
    UNION ALL
    SELECT h.id, h.uuid COLLATE pg_catalog."C", h.schema_id, 'lakesoul' COLLATE pg_catalog."C", h.id, h.commit_kind,
           h.time_millis, NULL::bigint, true,
           NULL::pg_catalog.jsonb, NULL::bigint, NULL::bigint, NULL::bigint, NULL::bigint
      FROM lakesoul._paimon_history($1) AS h
     WHERE NOT EXISTS (SELECT FROM lakesoul.paimon_chains AS c WHERE c.table_id OPERATOR(pg_catalog.=) $1)
$$;

COMMENT ON FUNCTION lakesoul._paimon_snapshots(pg_catalog.text) IS
'The snapshots of a table: those of its chain, or what its stored versions
amount to where it has none.';

CREATE FUNCTION lakesoul._paimon_pinned(table_id pg_catalog.text)
    RETURNS TABLE (partition_desc pg_catalog.text, version integer, tag pg_catalog.text)
    LANGUAGE sql STABLE PARALLEL SAFE SUPPORT lakesoul._needs_setup
AS $$
    SELECT p.partition_desc, p.version, pg_catalog.min(t.name)
      FROM lakesoul.paimon_tags AS t CROSS JOIN LATERAL (
        SELECT DISTINCT ON (s.partition_desc) s.partition_desc, s.version, s.is_gone
          FROM lakesoul.paimon_snapshot_partitions AS s
         WHERE s.table_id OPERATOR(pg_catalog.=) $1
           AND s.snapshot_id OPERATOR(pg_catalog.<=) t.snapshot_id AND s.version IS NOT NULL
         ORDER BY s.partition_desc, s.snapshot_id DESC) AS p
     WHERE t.table_id OPERATOR(pg_catalog.=) $1 AND p.version OPERATOR(pg_catalog.>=) 0 AND NOT p.is_gone
       AND (t.retained_millis IS NULL OR t.created_at::numeric OPERATOR(pg_catalog.+) t.retained_millis
            OPERATOR(pg_catalog.>) lakesoul._epoch_ms(pg_catalog.now()))
     GROUP BY p.partition_desc, p.version
$$;

COMMENT ON FUNCTION lakesoul._paimon_pinned(pg_catalog.text) IS
'The versions of a table''s partitions that tags hold whose time has not
passed, each once, with the first of these tags.';
