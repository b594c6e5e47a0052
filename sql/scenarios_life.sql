-- Discarded files, cleaning, schemas, rows of old releases: the statements of stock clients on tables that have the triggers. The
-- numbers are those of docs/scenarios.md.
\set SHOW_CONTEXT never
SELECT count(*) > 0 FROM lakesoul.setup();
\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/test/fixtures/commit_helpers.sql'
\set stock_helpers :abs_srcdir '/test/fixtures/stock_helpers.sql'
\set ECHO none
\set empty :abs_srcdir '/test/fixtures/empty_catalog.sql'
\i :empty
\i :helpers
\i :stock_helpers
\set ECHO all
\pset tuples_only
\pset format unaligned
\pset null NULL
SELECT lakesoul.create_table('life', '/scenarios/life', '{}', range_partitions => '{dt}', table_id => 'table_life');
SET test.table_id = 'table_life';

-- scenario 38: files to discard. One that is active is passed over, and so is one that is there already: neither fails a batch.
SET test.partition = 'dt=38';
SELECT pg_temp.java('Append', 'a+old1+old2', 0, 'a');
SELECT pg_temp.java('Update', 'u+live', 1, 'u');
PREPARE discard AS INSERT INTO discard_compressed_file_info (file_path, table_path, partition_desc, timestamp, t_date) VALUES ($1, '/scenarios/life', 'dt=38', $2, '1970-01-20');
BEGIN;
EXECUTE discard('old1', 100);
EXECUTE discard('live', 100);
COMMIT;
BEGIN;
EXECUTE discard('old1', 150);
EXECUTE discard('old2', 200);
COMMIT;
SELECT file_path, timestamp FROM discard_compressed_file_info WHERE table_path = '/scenarios/life' ORDER BY file_path;
-- The statements that list and delete by time, as they are: one is exclusive, the other inclusive, and they still are.
SELECT t, (SELECT string_agg(file_path, ' ' ORDER BY file_path) FROM discard_compressed_file_info WHERE table_path = '/scenarios/life' AND partition_desc = 'dt=38' AND timestamp < t) AS listed
  FROM unnest('{100,101,200,201}'::bigint[]) AS t;
DELETE FROM discard_compressed_file_info WHERE table_path = '/scenarios/life' AND partition_desc = 'dt=38' AND timestamp <= 200 RETURNING file_path;

-- scenario 43: the statement that changes a schema clears both Arrow columns; one that changes only the path leaves them.
UPDATE table_info SET table_schema_arrow_ipc = '\x00', table_schema_arrow_ipc_json_hash = 'hash' WHERE table_id = 'table_life';
PREPARE update_schema AS UPDATE table_info SET table_schema = $2, table_schema_arrow_ipc = NULL, table_schema_arrow_ipc_json_hash = NULL WHERE table_id = $1;
PREPARE update_path AS UPDATE table_info SET table_path = $2 WHERE table_id = $1;
EXECUTE update_path('table_life', '/scenarios/life 2');
EXECUTE update_path('table_life', '/scenarios/life');
SELECT table_schema, table_schema_arrow_ipc, table_schema_arrow_ipc_json_hash FROM table_info WHERE table_id = 'table_life';
EXECUTE update_schema('table_life', '{"fields": []}');
SELECT table_schema, table_schema_arrow_ipc, table_schema_arrow_ipc_json_hash FROM table_info WHERE table_id = 'table_life';
-- A function that is told to change the schema clears them as well.
UPDATE table_info SET table_schema_arrow_ipc = '\x00', table_schema_arrow_ipc_json_hash = 'hash' WHERE table_id = 'table_life';
SELECT r.status FROM lakesoul.publish(lakesoul.encode('MetaInfo', '{"list_partition": [{"table_id": "table_life", "partition_desc": "dt=43", "commit_op": "UpdateCommit"}],
    "table_info": {"table_id": "table_life", "table_schema": "{\"fields\": [{\"name\": \"dt\"}]}", "properties": "{}"}}'), change_schema => true) AS r;
SELECT table_schema, table_schema_arrow_ipc, table_schema_arrow_ipc_json_hash FROM table_info WHERE table_id = 'table_life';

-- scenario 48: versions of old releases have no expression. They are read, and commits go on, by functions and by stock clients.
SET test.partition = 'dt=48';
SELECT pg_temp.phase_1('Append', 'a+f1 b+f2');
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, timestamp, snapshot, expression, domain)
VALUES ('table_life', 'dt=48', 0, 'AppendCommit', 100, pg_temp.ids('a'), NULL, 'public'), ('table_life', 'dt=48', 1, 'AppendCommit', 200, pg_temp.ids('a b'), NULL, 'public');
SELECT version, commits, files FROM lakesoul.partitions('life', filter => '{"dt": 48}');
SELECT path FROM lakesoul.files('life', filter => '{"dt": 48}');
SELECT version, files FROM lakesoul.history('life', 'dt=48');
SELECT pg_temp.commit('Append', 'c+f3'), pg_temp.commit('Compaction', 'k+g', read => 1);
SELECT pg_temp.java('Append', 'd+f4', 4, 'k c d');
SELECT pg_temp.stock('Append', 'e+f5', 4, 'k c e');
SELECT version, commit_op, pg_temp.names(snapshot), expression FROM partition_info WHERE table_id = 'table_life' AND partition_desc = 'dt=48' ORDER BY version;

-- scenario 49: what no client can mean, an operation that there is not or a version below 0, is refused. (A row that is given with
-- its timestamp, by a restore or a repair, is not judged.)
SET test.partition = 'dt=49';
SELECT pg_temp.java('Foo', 'a+f1', 0, 'a');
SELECT pg_temp.phase_2('Append', -1, 'a');
SELECT pg_temp.attempt(format('SELECT pg_temp.line(r) FROM lakesoul.commit_files(''life'', ARRAY[(''dt=49'', ''f1'', ''add'', 1, '''')]::lakesoul.file_change[], commit_op => %L) AS r', 'FooCommit'));
SELECT pg_temp.head();
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, timestamp, snapshot) VALUES ('table_life', 'dt=49', -1, 'FooCommit', 1, '{}');
SELECT pg_temp.head();

-- replay ducklake-527: a table is made, written, compacted and renamed, and everything older than now is cleaned: the statements of
-- Spark's CleanExpiredData with the newest compaction as its bound. Table and live files stay.
SELECT lakesoul.create_table('made', '/scenarios/made', '{}', table_id => 'table_made');
SET test.table_id = 'table_made';
SET test.partition = '-5';
SELECT pg_temp.java('Append', 'a+f1', 0, 'a'), pg_temp.java('Append', 'b+f2', 1, 'a b');
SELECT pg_temp.java('Compaction', 'k+g', 2, 'k');
BEGIN;
UPDATE table_name_id SET table_name = 'renamed' WHERE table_name = 'made' AND table_namespace = 'default';
UPDATE table_info SET table_name = 'renamed' WHERE table_id = 'table_made';
COMMIT;
SELECT pg_temp.java('Append', 'c+f3', 3, 'k c');
CREATE FUNCTION pg_temp.clean(bound bigint) RETURNS void LANGUAGE sql AS $$
    DELETE FROM public.data_commit_info AS c USING public.partition_info AS p WHERE c.table_id = current_setting('test.table_id') AND p.table_id = c.table_id
        AND p.partition_desc = c.partition_desc AND p.timestamp < bound AND c.commit_id = ANY (p.snapshot);
    DELETE FROM public.partition_info WHERE table_id = current_setting('test.table_id') AND timestamp < bound;
$$;
SELECT pg_temp.clean(timestamp) FROM partition_info WHERE table_id = 'table_made' AND version = 2;
SELECT pg_temp.versions();
SELECT pg_temp.head();
SELECT pg_temp.attempt($$SELECT path FROM lakesoul.files('made')$$);
SELECT path FROM lakesoul.files('renamed');
-- Worse: after a rollback to what the compaction replaced. The bound is the compaction's time, and the head needs older commits.
SELECT pg_temp.java('Append', 'd+f4', 4, 'k c d');
SELECT pg_temp.java('Compaction', 'l+g2', 5, 'l');
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain)
SELECT table_id, partition_desc, 6, commit_op, snapshot, expression, domain FROM partition_info WHERE table_id = 'table_made' AND version = 4;
SELECT pg_temp.clean(timestamp) FROM partition_info WHERE table_id = 'table_made' AND version = 5;
SELECT pg_temp.head();
-- replay uc-1685: the same commit sent once more after it was cleaned.
SELECT pg_temp.commit('Append', 'a+f1'), pg_temp.commit('Append', 'b+f2');
SELECT pg_temp.versions();

SELECT count(*) > 0 FROM unnest('{table_life,table_made}'::text[]) AS t, lakesoul.drop_table_by_id(t);
