-- lakesoul.commit_files: a commit from rows, for a person or a script.
SELECT count(*) > 0 FROM lakesoul.setup();
\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/test/fixtures/commit_helpers.sql'
\set ECHO none
\i :helpers
\set ECHO all
SELECT lakesoul.create_namespace('files');
SELECT lakesoul.create_table('log', '/files/log', '{}', 'files', range_partitions => '{dt,region}', table_id => 'table_files_log');
SELECT lakesoul.create_table('keyed', '/files/keyed', '{}', 'files', primary_keys => '{id}', table_id => 'table_files_keyed');
SELECT lakesoul.create_table('plain', '/files/plain', '{}', table_id => 'table_files_plain');

-- The shortest form: the default namespace, no operation, no id. The table has no primary keys, so it appends.
SELECT table_id, partition_desc, status, version, timestamp > 0 AS stamped, cardinality(snapshot) AS commits
FROM lakesoul.commit_files('plain', ARRAY[('-5', '/files/plain/a_0000.parquet', 'add', 10, 'id,v')]::lakesoul.file_change[]);
SELECT commit_op FROM partition_info WHERE table_id = 'table_files_plain';
-- One with primary keys merges.
SELECT partition_desc, status, version, pg_temp.names(snapshot) AS snapshot
FROM lakesoul.commit_files('keyed', ARRAY[('', 'k1', 'add', 1, '')]::lakesoul.file_change[], 'files', commit_id => pg_temp.id('k1'));
SELECT commit_op FROM partition_info WHERE table_id = 'table_files_keyed';

-- Files of many partitions, in any order: one id for all of them, one row each, in the order of their first file.
SELECT table_id, partition_desc, status, version, pg_temp.names(snapshot) AS snapshot
FROM lakesoul.commit_files('log', ARRAY[
    ('dt=1,region=us', 'f1', 'add', 1, 'id'),
    ('dt=1,region=eu', 'f2', 'add', 2, 'id'),
    ('dt=1,region=us', 'f3', 'add', 3, NULL),
    ('dt=0,region=eu', 'f4', 'add', NULL, NULL)]::lakesoul.file_change[], 'files', commit_id => pg_temp.id('a'));
SELECT partition_desc, commit_op, file_ops FROM data_commit_info WHERE table_id = 'table_files_log' AND commit_id = pg_temp.id('a')
ORDER BY partition_desc COLLATE "C";
SELECT count(DISTINCT timestamp) FROM partition_info WHERE table_id = 'table_files_log';

-- NULL for the id makes one; two calls make two.
SELECT count(DISTINCT snapshot) FROM (
    SELECT snapshot FROM lakesoul.commit_files('log', ARRAY[('dt=2,region=eu', 'g1', 'add', 1, '')]::lakesoul.file_change[], 'files', commit_id => NULL)
    UNION ALL SELECT snapshot FROM lakesoul.commit_files('log', ARRAY[('dt=3,region=eu', 'g2', 'add', 1, '')]::lakesoul.file_change[], 'files')) AS s;

-- By id; and in Flink's spelling.
SELECT partition_desc, status, version, pg_temp.names(snapshot) AS snapshot
FROM lakesoul.commit_files_by_id('table_files_log', ARRAY[('dt=1/region=us', 'f5', 'add', 1, '')]::lakesoul.file_change[], commit_id => pg_temp.id('b'));

-- Deleting a file; replacing all with read versions.
SELECT partition_desc, status, version, pg_temp.names(snapshot) AS snapshot
FROM lakesoul.commit_files('log', ARRAY[('dt=1,region=us', 'f1', 'del', 1, ''), ('dt=1,region=us', 'f6', 'add', 1, '')]::lakesoul.file_change[],
                           'files', 'AppendCommit', commit_id => pg_temp.id('c'));
SELECT path, size, file_exist_cols FROM lakesoul.files('log', 'files', '{"dt": 1, "region": "us"}');
SELECT partition_desc, status, version, pg_temp.names(snapshot) AS snapshot
FROM lakesoul.commit_files('log', ARRAY[('dt=1,region=us', 'h1', 'add', 1, ''), ('dt=9,region=us', 'h2', 'add', 1, '')]::lakesoul.file_change[],
                           'files', 'UpdateCommit', '{"dt=1,region=us": 2, "dt=9/region=us": -1, "dt=7,region=eu": 5}', pg_temp.id('d'));
-- Read versions of partitions without a file are ignored, but must fit.
\set VERBOSITY sqlstate
SELECT * FROM lakesoul.commit_files('log', ARRAY[('dt=1,region=us', 'h3', 'add', 1, '')]::lakesoul.file_change[], 'files', 'UpdateCommit', '{"dt=1": 0}');
\set VERBOSITY default

-- A Delete names its partitions as keys of read_versions.
SELECT partition_desc, status, version, pg_temp.names(snapshot) AS snapshot
FROM lakesoul.commit_files('log', '{}', 'files', 'DeleteCommit', '{"dt=1,region=us": 3, "dt=1,region=eu": 0, "dt=8,region=eu": -1}', pg_temp.id('e'));
SELECT partition_desc, status, version
FROM lakesoul.commit_files_by_id('table_files_log', NULL, 'DeleteCommit', '{"dt=0,region=eu": 0}', pg_temp.id('e'));
SELECT partition_desc, version, commit_op, pg_temp.names(snapshot) AS snapshot FROM partition_info
WHERE table_id = 'table_files_log' AND partition_desc LIKE 'dt=1,%' ORDER BY partition_desc COLLATE "C", version;

-- Sent again: nothing happens twice.
SELECT partition_desc, status, version
FROM lakesoul.commit_files('log', ARRAY[('dt=1,region=us', 'f5', 'add', 1, '')]::lakesoul.file_change[], 'files', commit_id => pg_temp.id('b'));

-- What is refused.
SELECT pg_temp.everything() AS before \gset
\pset tuples_only
\pset format unaligned
CREATE FUNCTION pg_temp.commit_files(arguments text) RETURNS SETOF text LANGUAGE sql AS $$
    SELECT pg_temp.attempt('SELECT pg_temp.line(r) FROM lakesoul.commit_files(' || arguments || ') AS r')
$$;
SELECT pg_temp.commit_files($$'nosuch', ARRAY[('-5', 'f', 'add', 1, '')]::lakesoul.file_change[]$$);
SELECT pg_temp.commit_files($$'log', ARRAY[('-5', 'f', 'add', 1, '')]::lakesoul.file_change[]$$);
SELECT pg_temp.commit_files($$'log', ARRAY[('-5', 'f', 'add', 1, '')]::lakesoul.file_change[], 'files'$$);
SELECT pg_temp.commit_files($$NULL, ARRAY[('-5', 'f', 'add', 1, '')]::lakesoul.file_change[]$$);
SELECT pg_temp.commit_files($$'plain', ARRAY[('-5', 'f', 'add', 1, '')]::lakesoul.file_change[], NULL$$);
SELECT pg_temp.attempt($$SELECT lakesoul.commit_files_by_id(NULL, '{}')::text$$);
SELECT pg_temp.attempt($$SELECT lakesoul.commit_files_by_id('nosuch', '{}')::text$$);
SELECT pg_temp.commit_files($$'plain', NULL$$);
SELECT pg_temp.commit_files($$'plain', '{}'$$);
SELECT pg_temp.commit_files($$'plain', '{NULL}'$$);
SELECT pg_temp.commit_files($$'plain', ARRAY[('-5', 'f', 'ADD', 1, '')]::lakesoul.file_change[]$$);
SELECT pg_temp.commit_files($$'plain', ARRAY[('-5', 'f', '', 1, '')]::lakesoul.file_change[]$$);
SELECT pg_temp.commit_files($$'plain', ARRAY[('-5', 'f', NULL, 1, '')]::lakesoul.file_change[]$$);
SELECT pg_temp.commit_files($$'plain', ARRAY[('-5', NULL, 'add', 1, '')]::lakesoul.file_change[]$$);
SELECT pg_temp.commit_files($$'plain', ARRAY[('-5', 'f', 'add', -1, '')]::lakesoul.file_change[]$$);
SELECT pg_temp.commit_files($$'plain', ARRAY[('-5', 'f', 'add', 1, ''), ('-5', 'f', 'add', 1, '')]::lakesoul.file_change[]$$);
SELECT pg_temp.commit_files($$'plain', ARRAY[('-5', 'f', 'add', 1, '')]::lakesoul.file_change[], commit_op => 'Append'$$);
SELECT pg_temp.commit_files($$'plain', ARRAY[('-5', 'f', 'add', 1, '')]::lakesoul.file_change[], commit_op => ''$$);
SELECT pg_temp.commit_files($$'plain', ARRAY[('-5', 'f', 'add', 1, '')]::lakesoul.file_change[], commit_op => 'CompactionCommit'$$);
SELECT pg_temp.commit_files($$'plain', ARRAY[('-5', 'f', 'add', 1, '')]::lakesoul.file_change[], commit_op => 'DeleteCommit', read_versions => '{"-5": 0}'$$);
SELECT pg_temp.commit_files($$'plain', '{}', commit_op => 'DeleteCommit'$$);
SELECT pg_temp.commit_files($$'plain', '{}', commit_op => 'DeleteCommit', read_versions => '{}'$$);
SELECT pg_temp.commit_files($$'plain', ARRAY[('-5', 'f', 'add', 1, '')]::lakesoul.file_change[], commit_id => '00000000-0000-0000-0000-000000000000'$$);
SELECT pg_temp.commit_files($$'plain', ARRAY[('-5', 'f', 'add', 1, '')]::lakesoul.file_change[], read_versions => '[]'$$);
SELECT v, (SELECT line FROM pg_temp.commit_files(format(
           $$'plain', ARRAY[('-5', 'f', 'add', 1, '')]::lakesoul.file_change[], commit_op => 'UpdateCommit', read_versions => %L$$, v)) AS line LIMIT 1)
  FROM unnest('{"1","\"x\"","null","{\"-5\": null}","{\"-5\": \"0\"}","{\"-5\": 0.5}","{\"-5\": -2}","{\"-5\": 2147483648}","{\"-5\": 1e10}","{\"-5\": [0]}","{\"-5\": {}}","{\"-5\": true}"}'::text[]) AS v;
SELECT pg_temp.commit_files($$'log', '{}', 'files', 'DeleteCommit', '{"dt=1,region=us": 4, "dt=1/region=us": 4}'$$);
SELECT pg_temp.everything() = :'before';
-- Numbers that are whole may be written as one likes.
SELECT pg_temp.commit_files($$'plain', ARRAY[('-5', 'f', 'add', 1, '')]::lakesoul.file_change[], commit_op => 'UpdateCommit', read_versions => '{"-5": 0.0e1}', commit_id => pg_temp.id('u')$$);
