-- Rollback: a new version with an old snapshot, of one partition or of a whole table.
SELECT count(*) > 0 FROM lakesoul.setup();
\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/test/fixtures/commit_helpers.sql'
\set ECHO none
\set empty :abs_srcdir '/test/fixtures/empty_catalog.sql'
\i :empty
\i :helpers
\set ECHO all
\set SHOW_CONTEXT never
\pset tuples_only
\pset format unaligned
CREATE FUNCTION pg_temp.back(call text) RETURNS SETOF text LANGUAGE sql AS $$
    SELECT pg_temp.attempt('SELECT concat_ws('' '', partition_desc, status, version, pg_temp.names(snapshot)) FROM lakesoul.rollback_' || call)
$$;
CREATE FUNCTION pg_temp.stored() RETURNS SETOF text LANGUAGE sql AS $$
    SELECT concat_ws(' ', partition_desc, version, commit_op, pg_temp.names(snapshot), last_compaction)
      FROM partition_info WHERE table_id = current_setting('test.table_id') ORDER BY partition_desc COLLATE "C", version
$$;
SELECT lakesoul.create_namespace('rollback');
SELECT lakesoul.create_table('t', '/rollback/t', '{}', 'rollback', range_partitions => '{p}', table_id => 'rollback_t');
SET test.table_id = 'rollback_t';
SET test.partition = 'p=1';

-- 1. After appends and a compaction, whatever came since; numbering and times go on.
SELECT pg_temp.commit('Append', 'a+f1');
SELECT pg_temp.commit('Append', 'b+f2');
SELECT pg_temp.commit('Compaction', 'k+g', read => 1);
SELECT pg_temp.back($$partition('t', 'p=1', 1, 'rollback')$$);
SELECT pg_temp.stored();
SELECT count(DISTINCT "timestamp") = count(*) AND bool_and("timestamp" > COALESCE(before, 0))
  FROM (SELECT "timestamp", lag("timestamp") OVER (ORDER BY version) AS before FROM partition_info WHERE table_id = 'rollback_t') AS v;
SELECT path FROM lakesoul.files('t', 'rollback');
-- Again: the newest version has that snapshot.
SELECT pg_temp.back($$partition('t', 'p=1', 1, 'rollback')$$);
-- Forward again, and a commit on top.
SELECT pg_temp.back($$partition_by_id('rollback_t', 'p=1', 2)$$);
SELECT pg_temp.commit('Append', 'c+f3');
SELECT pg_temp.stored();
-- A version that is passed over keeps its commits: one of them sent again is known.
SELECT pg_temp.commit('Append', 'b+f2');

-- 2. To an empty snapshot: a DeleteCommit.
SELECT pg_temp.commit('Delete', 'd', read => 5);
SELECT pg_temp.back($$partition('t', 'p=1', 5, 'rollback')$$);
SELECT pg_temp.back($$partition('t', 'p=1', 6, 'rollback')$$);
SELECT commit_op, snapshot FROM partition_info WHERE table_id = 'rollback_t' AND version = 8;

-- 3. Files that become active again are no longer discarded; others are.
INSERT INTO discard_compressed_file_info (file_path, table_path, partition_desc, t_date) VALUES ('f1', '/rollback/t', 'p=1', '2026-01-01'), ('g', '/rollback/t', 'p=1', '2026-01-01');
SELECT pg_temp.back($$partition('t', 'p=1', 1, 'rollback')$$);
SELECT file_path FROM discard_compressed_file_info WHERE table_path = '/rollback/t';

-- 4. To a time: the newest version up to it.
UPDATE partition_info SET "timestamp" = 1000 * version + 1000 WHERE table_id = 'rollback_t' AND version < 8;
SELECT pg_temp.back($$partition('t', 'p=1', to_timestamp(1.9995), 'rollback')$$);
SELECT pg_temp.back($$partition('t', 'p=1', to_timestamp(2), 'rollback')$$);
SELECT pg_temp.back($$partition('t', 'p=1', to_timestamp(3.999), namespace => 'rollback')$$);
SELECT pg_temp.back($$partition_by_id('rollback_t', 'p=1', 'infinity'::timestamptz)$$);
SELECT pg_temp.back($$partition('t', 'p=1', to_timestamp(0.999), 'rollback')$$);

-- 5. A whole table: all partitions, also those that did not exist then.
SET test.partition = 'p=2';
SELECT pg_temp.commit('Append', 'x+h1');
SELECT pg_temp.commit('Append', 'y+h2');
SET test.partition = 'p=3';
SELECT pg_temp.commit('Append', 'z+h3');
UPDATE partition_info SET "timestamp" = 1000 * version + 3500 WHERE table_id = 'rollback_t' AND partition_desc = 'p=2';
SELECT pg_temp.back($$table('t', to_timestamp(4), 'rollback')$$);
SELECT partition_desc, commit_op, pg_temp.names(snapshot) FROM lakesoul._heads('rollback_t', NULL, NULL) ORDER BY 1;
SELECT pg_temp.back($$table_by_id('rollback_t', to_timestamp(4))$$);
-- Before there was anything, everything becomes empty.
SELECT pg_temp.back($$table('t', to_timestamp(0.5), 'rollback')$$);

-- 6. What cannot be: nothing is changed.
SELECT pg_temp.everything() AS before \gset
SELECT pg_temp.back($$partition('t', 'p=1', 99, 'rollback')$$);
SELECT pg_temp.back($$partition('t', 'p=1', -1, 'rollback')$$);
SELECT pg_temp.back($$partition('t', 'p=9', 0, 'rollback')$$);
SELECT pg_temp.back($$partition('t', 'p=9', now(), 'rollback')$$);
SELECT pg_temp.back($$partition('t', 'q=1', 0, 'rollback')$$);
SELECT pg_temp.back($$partition('t', NULL, 0, 'rollback')$$);
SELECT pg_temp.back($$partition('t', 'p=1', NULL::int, 'rollback')$$);
SELECT pg_temp.back($$partition('t', 'p=1', NULL::timestamptz, 'rollback')$$);
SELECT pg_temp.back($$table('t', NULL, 'rollback')$$);
SELECT pg_temp.back($$table('none', now(), 'rollback')$$);
SELECT pg_temp.back($$partition('none', 'p=1', 0, 'rollback')$$);
SELECT pg_temp.everything() = :'before';
-- Commits of the old version were removed.
SET lakesoul.protect_commits = off;
DELETE FROM data_commit_info WHERE table_id = 'rollback_t' AND commit_id = pg_temp.id('b');
RESET lakesoul.protect_commits;
SELECT pg_temp.everything() AS before \gset
SELECT pg_temp.back($$partition('t', 'p=1', 1, 'rollback')$$);
SELECT pg_temp.back($$table('t', to_timestamp(2), 'rollback')$$);
SELECT pg_temp.everything() = :'before';
-- Older versions were removed: what a partition held then is not known.
DELETE FROM partition_info WHERE table_id = 'rollback_t' AND partition_desc = 'p=1' AND version < 4;
SELECT pg_temp.back($$partition('t', 'p=1', to_timestamp(2), 'rollback')$$);
SELECT pg_temp.back($$table('t', to_timestamp(2), 'rollback')$$);

-- 7. The last version number.
SELECT lakesoul.create_table('last', '/rollback/last', '{}', 'rollback', table_id => 'rollback_last');
SET test.table_id = 'rollback_last';
SET test.partition = '-5';
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, "timestamp", snapshot, expression) VALUES
    ('rollback_last', '-5', 2147483645, 'DeleteCommit', 1000, '{}', ''), ('rollback_last', '-5', 2147483646, 'AppendCommit', 2000, '{}', '');
UPDATE partition_info SET snapshot = pg_temp.ids('q') WHERE table_id = 'rollback_last' AND version = 2147483646;
SELECT pg_temp.back($$partition('last', '-5', 2147483645, 'rollback')$$);
SELECT pg_temp.back($$partition('last', '-5', 2147483646, 'rollback')$$);
SELECT pg_temp.back($$partition('last', '-5', 2147483645, 'rollback')$$);
SELECT * FROM lakesoul.drop_namespace('rollback', cascade => true) AS path ORDER BY path COLLATE "C";
