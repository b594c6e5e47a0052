-- The schema that everything of this extension lives in, and the composite types of its functions.

CREATE SCHEMA lakesoul;
GRANT USAGE ON SCHEMA lakesoul TO PUBLIC;

COMMENT ON SCHEMA lakesoul IS
'Functions, views, types and side tables of the extension lakesoul_meta. The
catalog''s base tables are in schema public and are made or adopted by
lakesoul.setup().';

CREATE TYPE lakesoul.file_change AS (
    partition_desc pg_catalog.text,
    path pg_catalog.text,
    file_op pg_catalog.text,
    size bigint,
    file_exist_cols pg_catalog.text
);

COMMENT ON TYPE lakesoul.file_change IS 'One file added to or deleted from a partition by a commit.';
COMMENT ON COLUMN lakesoul.file_change.partition_desc IS
'The partition, such as dt=2026-08-01,region=eu; -5 for a table without range
partitions.';
COMMENT ON COLUMN lakesoul.file_change.path IS 'Full path of the file.';
COMMENT ON COLUMN lakesoul.file_change.file_op IS 'add or del.';
COMMENT ON COLUMN lakesoul.file_change.size IS 'Size of the file in bytes, not negative.';
COMMENT ON COLUMN lakesoul.file_change.file_exist_cols IS 'Columns the file has, joined by commas.';

CREATE TYPE lakesoul.commit_result AS (
    table_id pg_catalog.text,
    partition_desc pg_catalog.text,
    status pg_catalog.text,
    version integer,
    "timestamp" bigint,
    snapshot pg_catalog.uuid[]
);

COMMENT ON TYPE lakesoul.commit_result IS 'What a commit did to one partition.';
COMMENT ON COLUMN lakesoul.commit_result.table_id IS 'The table.';
COMMENT ON COLUMN lakesoul.commit_result.partition_desc IS 'The partition, as stored.';
COMMENT ON COLUMN lakesoul.commit_result.status IS
'committed: a version was written.
already_committed: it was written by an earlier call.
skipped: nothing was written, because a concurrent commit made this one
pointless.';
COMMENT ON COLUMN lakesoul.commit_result.version IS
'The version of the commit; the head''s version if skipped, NULL if the
partition has none.';
COMMENT ON COLUMN lakesoul.commit_result."timestamp" IS 'Time of that version in epoch milliseconds.';
COMMENT ON COLUMN lakesoul.commit_result.snapshot IS 'Commit ids that make up that version, in order.';

