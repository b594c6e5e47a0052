-- The views, and that a condition on each reaches an index.
SELECT count(*) > 0 FROM lakesoul.setup();
\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/test/fixtures/commit_helpers.sql'
\set ECHO none
\set empty :abs_srcdir '/test/fixtures/empty_catalog.sql'
\i :empty
\i :helpers
\set ECHO all
\set SHOW_CONTEXT never
SELECT lakesoul.create_namespace('views');
SELECT lakesoul.create_table('t', '/views/t', '{}', 'views', range_partitions => '{dt,region}', primary_keys => '{id}', properties => '{"lakesoul.compaction_threshold": 1}', table_id => 'views_t');
SELECT lakesoul.create_table('', '/views/u', '{}', 'views', table_id => 'views_u');
SELECT lakesoul.create_table('empty', '', '', 'views', table_id => 'views_empty');
SET test.table_id = 'views_t';
SET test.partition = 'dt=1,region=eu';
SELECT pg_temp.commit('Merge', 'va+f1+f2');
SELECT pg_temp.commit('Merge', 'vb-f2+f3');
SELECT pg_temp.register(pg_temp.request('Merge', 'vc+f4'));
SET test.partition = 'dt=2,region=us';
SELECT pg_temp.commit('Merge', 'vd+f5');
INSERT INTO discard_compressed_file_info (file_path, table_path, partition_desc, "timestamp", t_date) VALUES ('/views/t/old', '/views/t', 'dt=1,region=eu', 1000, '2026-01-01'), ('/views/gone/old', '/views/gone', 'x', 2000, '2026-01-01');
SELECT namespace, table_name, table_id, table_path, range_columns, primary_keys, domain, properties, table_schema FROM lakesoul.tables WHERE namespace = 'views' ORDER BY table_id COLLATE "C";
SELECT namespace, table_name, table_id, partition_desc, version, commit_op, commits, files, bytes FROM lakesoul.table_partitions WHERE namespace = 'views' ORDER BY 3, 4;
SELECT namespace, table_name, table_id, partition_desc, commit_id, commit_op, version, files, bytes FROM lakesoul.commits WHERE table_id = 'views_t' ORDER BY 5;
SELECT namespace, table_name, table_id, partition_desc, path, discarded_at > 0 AS discarded, reason FROM lakesoul.discarded_files WHERE path LIKE '/views%' ORDER BY path COLLATE "C";
SELECT namespace, table_name, table_id, table_path, partition_desc, version, noticed_at > 0 AS noticed FROM lakesoul.compaction_queue WHERE namespace = 'views';

-- With a lot of rows beside them, conditions find theirs by index.
SET client_min_messages = error;
INSERT INTO table_info (table_id, table_namespace, table_name, table_path, table_schema, properties, partitions) SELECT 'views_many_' || n, 'views_many', 'n' || n, '/views/many/' || n, '{}', '{}', ';' FROM generate_series(1, 2000) AS n;
INSERT INTO data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, "timestamp") SELECT 'views_many_' || n, '-5', gen_random_uuid(), '{}', 'AppendCommit', 1 FROM generate_series(1, 2000) AS n;
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, "timestamp", snapshot, expression) SELECT 'views_many_' || n, '-5', v, 'AppendCommit', 1, '{}', '' FROM generate_series(1, 2000) AS n, generate_series(0, 4) AS v;
INSERT INTO discard_compressed_file_info (file_path, table_path, partition_desc, "timestamp", t_date) SELECT '/views/many/f' || n, '/views/many/' || n, '-5', 1, '2026-01-01' FROM generate_series(1, 2000) AS n;
RESET client_min_messages;
ANALYZE table_info, data_commit_info, partition_info, discard_compressed_file_info;
-- Each table that a plan reads, and whether by an index; a function that was not inlined.
CREATE FUNCTION pg_temp.scans(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    line text;
    found text[] = '{}';
BEGIN
    FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP
        found = found || CASE
            WHEN line ~ 'CTE Scan|WorkTable Scan|Function Scan on unnest' THEN NULL
            WHEN line ~ 'Function Scan on _' THEN 'function: ' || line
            WHEN line ~ 'Seq Scan on' THEN regexp_replace(line, '.*Scan on (\w+).*', '\1 whole')
            WHEN line ~ 'Scan.* on \w+ ' THEN regexp_replace(line, '.*Scan.* on (\w+).*', '\1 by index') END;
    END LOOP;
    RETURN (SELECT string_agg(DISTINCT f, ', ' ORDER BY f) FROM unnest(found) AS f);
END
$$;
SELECT pg_temp.scans($$SELECT * FROM lakesoul.tables WHERE domain = 'public'$$);
SELECT pg_temp.scans($$SELECT * FROM lakesoul.tables WHERE table_id = 'views_t'$$);
SELECT pg_temp.scans($$SELECT * FROM lakesoul.tables WHERE namespace = 'views' AND table_name = 't'$$);
SELECT pg_temp.scans($$SELECT * FROM lakesoul.tables WHERE table_path = '/views/t'$$);
SELECT pg_temp.scans($$SELECT version FROM lakesoul.table_partitions WHERE table_id = 'views_t'$$);
SELECT pg_temp.scans($$SELECT version FROM lakesoul.table_partitions WHERE namespace = 'views' AND table_name = 't'$$);
SELECT pg_temp.scans($$SELECT * FROM lakesoul.commits WHERE table_id = 'views_t' AND partition_desc = '-5'$$);
SELECT pg_temp.scans($$SELECT * FROM lakesoul.commits WHERE commit_id = '00000000-0000-4000-8000-000000000000'$$);
SELECT pg_temp.scans($$SELECT * FROM lakesoul.discarded_files WHERE path = '/views/t/old'$$);
SELECT pg_temp.scans($$SELECT * FROM lakesoul.compaction_queue WHERE table_id = 'views_t' AND partition_desc = 'dt=1,region=eu'$$);
-- Nobody writes through them.
INSERT INTO lakesoul.tables (table_id) VALUES ('x');
DELETE FROM lakesoul.compaction_queue;
DELETE FROM partition_info WHERE table_id LIKE 'views%';
DELETE FROM data_commit_info WHERE table_id LIKE 'views_many%';
DELETE FROM table_info WHERE table_id LIKE 'views_many%';
DELETE FROM discard_compressed_file_info WHERE file_path LIKE '/views/%';
SELECT count(*) FROM lakesoul.drop_namespace('views', cascade => true);
