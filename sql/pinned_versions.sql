-- Versions that LakeSoul's own snapshots hold, by the column that its migration V4000001 adds.
\set SHOW_CONTEXT never
\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/test/fixtures/commit_helpers.sql'
\pset tuples_only
\pset format unaligned
CREATE DATABASE regress_pinned;
\c regress_pinned
CREATE EXTENSION lakesoul_meta;
SELECT count(*) > 0 FROM lakesoul.setup();
\set ECHO none
\i :helpers
\set ECHO all
SELECT lakesoul.create_table('t', '/pin/t', '{}', range_partitions => '{p}', table_id => 't', properties => '{"partition.ttl": "30"}');
SET test.table_id = 't';
SET test.partition = 'p=1';
SELECT pg_temp.commit('Append', 'a+/pin/t/1'), pg_temp.commit('Update', 'b+/pin/t/2', 0), pg_temp.commit('Update', 'c+/pin/t/3', 1), pg_temp.commit('Update', 'd+/pin/t/4', 2);
SELECT partition_desc, versions_removed, paths FROM lakesoul.expire('t', keep_versions => 3);

-- What LakeSoul's script does, after setup().
ALTER TABLE data_commit_info ADD COLUMN pinned boolean NOT NULL DEFAULT false;
ALTER TABLE partition_info ADD COLUMN pinned boolean NOT NULL DEFAULT false;
SELECT * FROM lakesoul.setup() WHERE action <> 'unchanged';
UPDATE partition_info SET pinned = true WHERE version = 1;
UPDATE data_commit_info SET pinned = true WHERE published_version = 1;
SELECT versions_removed, paths FROM lakesoul.expire('t', keep_versions => 1, dry_run => true);
SELECT versions_removed, paths FROM lakesoul.expire('t', keep_versions => 1);
SELECT version, pinned FROM partition_info ORDER BY 1;
SELECT path FROM lakesoul.files('t', version => 1);
SELECT path FROM lakesoul.discarded('infinity') ORDER BY path COLLATE "C";
-- Nor does the partition go as a whole, or by another function.
UPDATE partition_info SET "timestamp" = "timestamp" - 40 * 86400000::bigint;
SELECT * FROM lakesoul.expire('t');
SELECT pg_temp.attempt($$SELECT lakesoul.drop_partition('t', 'p=1')$$);
SELECT pg_temp.attempt($$SELECT lakesoul.truncate_table('t')$$);
SELECT count(*) FROM partition_info;
-- Commits go on, and a version that is let go goes.
SELECT pg_temp.commit('Update', 'e+/pin/t/5', 3);
UPDATE partition_info SET pinned = NOT pinned WHERE pinned;
SELECT versions_removed, paths FROM lakesoul.expire('t', keep_versions => 1);
-- A column of another kind is another tool's; without one all is as before.
ALTER TABLE partition_info DROP COLUMN pinned;
ALTER TABLE partition_info ADD COLUMN pinned text DEFAULT 'true';
SELECT pg_temp.commit('Update', 'f+/pin/t/6', 4);
SELECT versions_removed, paths FROM lakesoul.expire('t', keep_versions => 1);
ALTER TABLE partition_info DROP COLUMN pinned;
SELECT lakesoul.drop_partition('t', 'p=1');
\c contrib_regression
DROP DATABASE regress_pinned;
