-- Plain INSERTs into discard_compressed_file_info, as Spark makes them after a level compaction.
\set SHOW_CONTEXT never
SELECT count(*) > 0 FROM lakesoul.setup();
\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/test/fixtures/commit_helpers.sql'
\set ECHO none
\set empty :abs_srcdir '/test/fixtures/empty_catalog.sql'
\i :empty
\i :helpers
\set ECHO all
\pset tuples_only
\pset format unaligned
-- The statement of the native client. t_date is a day in January 1970: milliseconds taken for microseconds.
PREPARE discard AS INSERT INTO discard_compressed_file_info (file_path, table_path, partition_desc, timestamp, t_date) VALUES ($1, $2, $3, $4, $5);
CREATE FUNCTION pg_temp.discarded() RETURNS SETOF text LANGUAGE sql AS $$
    SELECT format('%s %s by %s%s', file_path, partition_desc, COALESCE(reason, 'nobody'), CASE WHEN abs(discarded_at - extract(epoch FROM clock_timestamp()) * 1000) < 60000 THEN ' now' ELSE ' at ' || discarded_at END)
      FROM discard_compressed_file_info WHERE table_path = '/discards/t' ORDER BY file_path COLLATE "C"
$$;
SELECT lakesoul.create_namespace('discards');
SELECT lakesoul.create_table('t', '/discards/t', '{}', 'discards', range_partitions => '{p}', table_id => 'table_discards');
SET test.table_id = 'table_discards';

-- A compaction that committed: its inputs are not active any more.
SET test.partition = 'p=1';
SELECT pg_temp.commit('Append', 'a+f1'), pg_temp.commit('Append', 'b+f2'), pg_temp.commit('Compaction', 'k+g', 1);
BEGIN;
EXECUTE discard('f1', '/discards/t', 'p=1', 1700000000000, '1970-01-20');
EXECUTE discard('f2', '/discards/t', 'p=1', 1700000000001, '1970-01-20');
SELECT pg_temp.discarded();
COMMIT;
-- Once more, and together with a new one: no error, and the batch is stored.
INSERT INTO discard_compressed_file_info (file_path, table_path, partition_desc, timestamp, t_date)
VALUES ('f2', '/discards/t', 'p=1', 5, '1970-01-20'), ('f0', '/discards/t', 'p=1', 6, '1970-01-20'), ('f0', '/discards/t', 'p=1', 7, '1970-01-20');
SELECT file_path, timestamp, t_date FROM discard_compressed_file_info WHERE table_path = '/discards/t' ORDER BY 1;

-- D5: the compaction was skipped, and the client records its inputs all the same. They are live.
SET test.partition = 'p=2';
SELECT pg_temp.commit('Append', 'a+h1'), pg_temp.commit('Append', 'b+h2'), pg_temp.commit('Update', 'u+h3', 1);
SELECT pg_temp.commit('Append', 'c+h4'), pg_temp.commit('Compaction', 'k+hk', 1);
EXECUTE discard('h3', '/discards/t', 'p=2', 1700000000000, '1970-01-20');
EXECUTE discard('h4', '/discards/t', 'p=2', 1700000000000, '1970-01-20');
EXECUTE discard('h1', '/discards/t', 'p=2', 1700000000000, '1970-01-20');
SELECT file_path, reason FROM discard_compressed_file_info WHERE partition_desc = 'p=2' AND table_path = '/discards/t' ORDER BY 1;
-- A file that a del hides is not active; one that was added again is.
SET test.partition = 'p=3';
SELECT pg_temp.commit('Append', 'a+i1+i2'), pg_temp.commit('Append', 'b-i1-i2'), pg_temp.commit('Append', 'c+i2');
EXECUTE discard('i1', '/discards/t', 'p=3', 1, '1970-01-20');
EXECUTE discard('i2', '/discards/t', 'p=3', 1, '1970-01-20');
-- A rollback makes a discarded file active again: it is not discarded once more.
SET test.partition = 'p=1';
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain)
VALUES ('table_discards', 'p=1', 3, 'AppendCommit', pg_temp.ids('a b'), '', 'public');
DELETE FROM discard_compressed_file_info WHERE table_path = '/discards/t' AND partition_desc = 'p=1';
EXECUTE discard('f1', '/discards/t', 'p=1', 1700000000000, '1970-01-20');
EXECUTE discard('g', '/discards/t', 'p=1', 1700000000000, '1970-01-20');
-- However the path is spelled: the first file is not active any more, the second one is.
SET test.partition = 'p=4';
SELECT pg_temp.commit('Append', 'a+s3://b/discards/1+s3a://b/discards/2'), pg_temp.commit('Append', 'b-s3://b/discards/1');
INSERT INTO discard_compressed_file_info (file_path, table_path, partition_desc, timestamp, t_date)
SELECT path, '/discards/t', 'p=4', 1, '1970-01-20' FROM unnest('{s3a://b/discards/1,s3://b/discards/2,s3a://b//discards/2,s3a://b/discards/2/}'::text[]) AS path;
-- Another partition, another table, no table: nothing is active there.
EXECUTE discard('f2', '/discards/t', 'p=9', 1700000000000, '1970-01-20');
EXECUTE discard('f9', '/discards/elsewhere', 'p=1', 1700000000000, '1970-01-20');
SELECT file_path, table_path, partition_desc, reason FROM discard_compressed_file_info WHERE table_path LIKE '/discards/%' ORDER BY 1, 2;

-- A restored row keeps its time and cause, also of a file that is active now.
INSERT INTO discard_compressed_file_info (file_path, table_path, partition_desc, timestamp, discarded_at, reason)
VALUES ('f1', '/discards/t', 'p=1', 1, 2, NULL), ('h3', '/discards/t', 'p=2', 1, 2, 'skipped commit');
SELECT file_path, discarded_at, reason FROM discard_compressed_file_info WHERE discarded_at = 2 ORDER BY 1;
-- Off.
SET lakesoul.protect_live_files = off;
EXECUTE discard('h4', '/discards/t', 'p=2', 1700000000000, '1970-01-20');
EXECUTE discard('h4', '/discards/t', 'p=2', 1700000000000, '1970-01-20');
RESET lakesoul.protect_live_files;
SET lakesoul.restoring = on;
EXECUTE discard('i2', '/discards/t', 'p=3', 1, '1970-01-20');
RESET lakesoul.restoring;
SELECT pg_temp.discarded();

-- Consumers delete freely.
DELETE FROM discard_compressed_file_info WHERE file_path = ANY ('{f1,f2}');
SELECT count(*) FROM lakesoul.drop_table_by_id('table_discards', true);
DELETE FROM discard_compressed_file_info WHERE table_path LIKE '/discards/%';
DELETE FROM namespace WHERE namespace = 'discards';
