-- The DAO gateway's queries, code by code: what a client's native library would have returned, as JSON and byte for byte.
\set SHOW_CONTEXT never
SELECT count(*) > 0 FROM lakesoul.setup();
\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/test/fixtures/commit_helpers.sql'
\set ECHO none
\i :helpers
\set ECHO all
\pset tuples_only
\pset format unaligned
\pset null NULL

-- A catalog whose every value is known: rows with times of their own are stored as they are.
CREATE TEMP TABLE before AS SELECT namespace FROM namespace;
INSERT INTO namespace (namespace, properties, comment, domain) VALUES ('gw', '{"k": "v", "a":[1,  2]}', 'a comment', 'gw_domain'), ('gw_nulls', NULL, NULL, NULL);
INSERT INTO table_info (table_id, table_namespace, table_name, table_path, table_schema, table_schema_arrow_ipc, table_schema_arrow_ipc_json_hash, properties, partitions, domain) VALUES
    ('gw_1', 'gw', 't1', '/gw/t1', '{"fields": []}', '\x00ff', '0cc175b9c0f1b6a831c399e269772661', '{"hashBucketNum":"4"}', 'dt;id', 'gw_domain'),
    ('gw_2', 'gw', 't2', '/gw/t2', '{}', NULL, NULL, '{}', ';', 'gw_domain'),
    ('gw_nulls', 'gw_nulls', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO table_name_id (table_name, table_id, table_namespace, domain) VALUES ('t1', 'gw_1', 'gw', 'gw_domain'), ('t2', 'gw_2', 'gw', 'gw_domain');
INSERT INTO table_path_id (table_path, table_id, table_namespace, domain) VALUES ('/gw/t1', 'gw_1', 'gw', 'gw_domain'), ('/gw/t2', 'gw_2', 'gw', 'gw_domain');
INSERT INTO data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, committed, timestamp, domain) VALUES
    ('gw_1', 'dt=1', pg_temp.id('a'), ARRAY[('f1', 'add', 10, 'id,dt'), ('f0', 'del', 0, '')]::data_file_op[], 'AppendCommit', true, 1000, 'gw_domain'),
    ('gw_1', 'dt=1', pg_temp.id('b'), ARRAY[('f2', 'add', 9223372036854775807, 'id')]::data_file_op[], 'MergeCommit', false, 2000, 'gw_domain'),
    ('gw_1', 'dt=1', pg_temp.id('c'), '{}', 'DeleteCommit', false, 3000, 'gw_domain'),
    ('gw_1', 'dt=1', pg_temp.id('null'), NULL, 'UpdateCommit', NULL, NULL, NULL),
    ('gw_1', 'dt=1', pg_temp.id('nullop'), ARRAY[NULL, (NULL, NULL, NULL, NULL)]::data_file_op[], 'UpdateCommit', false, 1, 'd'),
    ('gw_1', 'dt=1', pg_temp.id('bad'), '{}', 'NosuchCommit', false, 1, 'd'),
    ('gw_1', 'dt=1', '00000000-0000-0000-0000-000000000000', '{}', 'CompactionCommit', false, 0, '');
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, "timestamp", snapshot, expression, domain) VALUES
    ('gw_1', 'dt=1', 0, 'AppendCommit', 1000, pg_temp.ids('a'), '', 'gw_domain'),
    ('gw_1', 'dt=1', 1, 'MergeCommit', 2000, pg_temp.ids('a b'), 'x > 1', 'gw_domain'),
    ('gw_1', 'dt=1', 2, 'AppendCommit', 2001, pg_temp.ids('a b c'), NULL, 'gw_domain'),
    ('gw_1', 'dt=1', 3, 'DeleteCommit', 3000, '{}', '', 'gw_domain'),
    ('gw_1', 'dt=10', 0, 'AppendCommit', 500, pg_temp.ids('a'), '', 'gw_domain'),
    ('gw_1', 'dt=2', 7, 'CompactionCommit', 9000, pg_temp.ids('k'), '', 'gw_domain'),
    ('gw_1', E'dt=\'"\\ _DELIM,__delim__', 0, 'UpdateCommit', 1, pg_temp.ids('q'), '', 'gw_domain'),
    ('gw_1', E'dt=\u00e9t\u00e9 \u6771\u4eac', 0, 'UpdateCommit', 2, pg_temp.ids('u'), '', 'gw_domain'),
    ('gw_no_info', '-5', 0, 'AppendCommit', 4, NULL, NULL, NULL),
    ('gw_bad', '-5', 0, NULL, 5, '{}', '', 'd'),
    ('gw_bad', 'dt=1', 0, 'appendcommit', 5, '{}', '', 'd');
INSERT INTO discard_compressed_file_info (file_path, table_path, partition_desc, "timestamp", t_date, discarded_at) VALUES
    ('/gw/t1/x', '/gw/t1', 'dt=1', 1000, '2026-08-01', 1), ('/gw/t1/y', '/gw/t1', 'dt=1', 2000, '0999-02-03', 1),
    ('/gw/t2/z', '/gw/t2', '-5', 3000, NULL, 1);

-- The answer as JSON, or the error's lines.
CREATE FUNCTION pg_temp.ask(code int, VARIADIC params text[]) RETURNS SETOF text LANGUAGE sql AS $$
    SELECT pg_temp.attempt(format('SELECT lakesoul.decode(''JniWrapper'', lakesoul.execute_query(%s, %L))::text', code, array_to_string(params, '__DELIM__')))
$$;
-- The elements of the answer, one a line.
CREATE FUNCTION pg_temp.list(code int, VARIADIC params text[]) RETURNS SETOF text LANGUAGE sql AS $$
    SELECT key || ' ' || element FROM jsonb_each(lakesoul.decode('JniWrapper', lakesoul.execute_query(code, array_to_string(params, '__DELIM__')))) AS e (key, list),
                                      jsonb_array_elements(list) WITH ORDINALITY AS l (element, n) ORDER BY n
$$;
CREATE FUNCTION pg_temp.hex(ids uuid[]) RETURNS text LANGUAGE sql AS $$ SELECT string_agg(replace(u::text, '-', ''), '' ORDER BY n) FROM unnest(ids) WITH ORDINALITY AS t (u, n) $$;

-- 1. One row, and none.
SELECT pg_temp.ask(0, 'gw');
SELECT pg_temp.ask(0, 'nosuch'), lakesoul.execute_query(0, 'nosuch');
SELECT pg_temp.ask(1, '/gw/t1');
SELECT pg_temp.ask(1, '');
SELECT pg_temp.ask(2, 'gw_1');
SELECT pg_temp.ask(2, 'nosuch');
SELECT pg_temp.ask(3, 't1', 'gw');
SELECT pg_temp.ask(3, 't1', 'default');
SELECT pg_temp.ask(4, 't2', 'gw');
SELECT pg_temp.ask(4, 't2', 'default');
SELECT pg_temp.ask(5, '/gw/t2');
SELECT pg_temp.ask(6, 'gw_2', '/gw/t2');
SELECT pg_temp.ask(6, 'gw_2', '/gw/t1');
SELECT pg_temp.ask(7, 'gw_1', 'dt=1');
SELECT pg_temp.ask(7, 'gw_1', 'dt=3');
SELECT pg_temp.ask(8, 'gw_1', 'dt=1', '1');
SELECT pg_temp.ask(8, 'gw_1', 'dt=1', '4');
SELECT pg_temp.ask(9, 'gw_1', 'dt=1', pg_temp.id('a')::text);
SELECT pg_temp.ask(9, 'gw_1', 'dt=2', pg_temp.id('a')::text);
SELECT pg_temp.ask(10, 'gw_1');
SELECT pg_temp.ask(10, 'nosuch');
SELECT pg_temp.ask(11, '/gw/t1/x');
SELECT pg_temp.ask(11, 'nosuch');

-- 2. Lists. Those without an order of their own are sorted here.
SELECT line FROM pg_temp.list(100, '') AS line WHERE line ~ '"(default|gw)"' ORDER BY line COLLATE "C";
SELECT line FROM pg_temp.list(101, 'gw') AS line ORDER BY line COLLATE "C";
SELECT line FROM pg_temp.list(102, '') AS line WHERE line ~ '/gw/' ORDER BY line COLLATE "C";
SELECT line FROM pg_temp.list(103, 'gw') AS line ORDER BY line COLLATE "C";
SELECT pg_temp.list(104, 'gw_1');
SELECT pg_temp.list(104, 'nosuch');
SELECT pg_temp.list(105, 'gw_1', 'dt=2_DELIM_dt=10_DELIM_nosuch_DELIM__DELIM_dt=2');
SELECT pg_temp.list(105, 'gw_1', E'dt=\'"\\ _DELIM,__delim___DELIM_dt=\u00e9t\u00e9 \u6771\u4eac');
SELECT pg_temp.list(105, 'gw_1', '');
SELECT pg_temp.list(106, 'gw_1', 'dt=1');
SELECT pg_temp.list(107, 'gw_1', 'dt=1', '1', '2');
SELECT pg_temp.list(107, 'gw_1', 'dt=1', '2', '1');
SELECT pg_temp.list(107, 'gw_1', 'dt=1', '-2147483648', '2147483647');
SELECT pg_temp.list(108, 'gw_1', 'dt=1', '1000', '2001');
SELECT pg_temp.list(108, 'gw_1', 'dt=1', '1001', '2002');
SELECT pg_temp.list(109, 'gw_1', 'dt=1', '0', '2');
SELECT pg_temp.list(109, 'gw_1', 'dt=1', '3', '3');
SELECT pg_temp.list(109, 'gw_1', 'dt=1', '4', '9');
SELECT pg_temp.list(110, 'gw_1', 'dt=1', pg_temp.hex(pg_temp.ids('c a nosuch b a')));
SELECT pg_temp.list(110, 'gw_1', 'dt=1', upper(pg_temp.hex(pg_temp.ids('b'))));
SELECT pg_temp.list(110, 'gw_1', 'dt=1', '');
SELECT line FROM pg_temp.list(111, '') AS line WHERE line ~ '/gw/' ORDER BY line COLLATE "C";
SELECT line FROM pg_temp.list(112, '2000') AS line WHERE line ~ '/gw/' ORDER BY line COLLATE "C";
SELECT line FROM pg_temp.list(113, '/gw/t1', 'dt=1', '2000') AS line ORDER BY line COLLATE "C";
SELECT line FROM pg_temp.list(113, '/gw/t1', 'dt=1', '2001') AS line ORDER BY line COLLATE "C";
SELECT pg_temp.list(113, '/gw/t1', 'dt=2', '2001');
SELECT pg_temp.list(114, 'gw_domain');
SELECT pg_temp.list(114, 'nosuch');
SELECT line FROM pg_temp.list(115, 'gw_domain') AS line ORDER BY line COLLATE "C";
-- The text search is upstream's, on heads only, with or without its index.
SELECT pg_temp.list(116, 'gw_1', 'dt=1');
SELECT pg_temp.list(116, 'gw_1', 'dt=10 or "dt=2"');
SELECT pg_temp.list(116, 'gw_1', 'nosuch');
SELECT pg_temp.list(116, 'gw_1', E'\u6771\u4eac');
SELECT pg_temp.list(116, 'gw_1', 'a & ! ''b ((');
SELECT count(*) FROM (SELECT DISTINCT ON (partition_desc) partition_desc FROM partition_info WHERE table_id = 'gw_1' AND to_tsvector('english', partition_desc) @@ websearch_to_tsquery('english', '-dt=2')) AS p;
SELECT count(*) FROM pg_temp.list(116, 'gw_1', '-dt=2');

-- 3. One value.
SELECT lakesoul.execute_query_scalar(400, 'gw_1__DELIM__dt=1'), lakesoul.execute_query_scalar(400, 'gw_1__DELIM__nosuch');
SELECT lakesoul.execute_query_scalar(401, 'gw_1'), lakesoul.execute_query_scalar(401, 'nosuch');
SELECT t, lakesoul.execute_query_scalar(402, 'gw_1__DELIM__dt=1__DELIM__' || t), lakesoul.execute_query_scalar(403, 'gw_1__DELIM__dt=1__DELIM__' || t)
  FROM unnest(ARRAY[0, 1000, 1001, 2000, 2001, 2002, 3001, 9223372036854775807]) AS t ORDER BY t;

-- 4. Byte for byte: each message, with everything in it and with nothing.
SELECT lakesoul.execute_query(code, params) = lakesoul.encode('JniWrapper', body) AS same, code FROM (VALUES
    (0, 'gw', '{"namespace": [{"namespace": "gw", "properties": "{\"k\": \"v\", \"a\":[1,  2]}", "comment": "a comment", "domain": "gw_domain"}]}'::jsonb),
    (1, '/gw/t1', '{"table_path_id": [{"table_path": "/gw/t1", "table_id": "gw_1", "table_namespace": "gw", "domain": "gw_domain"}]}'),
    (2, 'gw_1', '{"table_info": [{"table_id": "gw_1", "table_namespace": "gw", "table_name": "t1", "table_path": "/gw/t1", "table_schema": "{\"fields\": []}",
        "properties": "{\"hashBucketNum\":\"4\"}", "partitions": "dt;id", "domain": "gw_domain", "table_schema_arrow_ipc": "AP8=",
        "table_schema_arrow_ipc_json_hash": "0cc175b9c0f1b6a831c399e269772661"}]}'),
    (3, 't1__DELIM__gw', '{"table_name_id": [{"table_name": "t1", "tableId": "gw_1", "table_namespace": "gw", "domain": "gw_domain"}]}'),
    (8, 'gw_1__DELIM__dt=1__DELIM__1', jsonb_build_object('partition_info', jsonb_build_array(jsonb_build_object('table_id', 'gw_1', 'partition_desc', 'dt=1', 'version', 1,
        'commit_op', 'MergeCommit', 'timestamp', 2000, 'snapshot', to_jsonb(pg_temp.ids('a b')), 'expression', 'x > 1', 'domain', 'gw_domain')))),
    (109, 'gw_1__DELIM__dt=1__DELIM__0__DELIM__3', '{"partition_info": [{"commit_op": "AppendCommit"}, {"commit_op": "MergeCommit"}, {"commit_op": "DeleteCommit"}]}'),
    (9, 'gw_1__DELIM__dt=1__DELIM__' || pg_temp.id('a'), jsonb_build_object('data_commit_info', jsonb_build_array(jsonb_build_object('table_id', 'gw_1', 'partition_desc', 'dt=1',
        'commit_id', pg_temp.id('a'), 'file_ops', '[{"path": "f1", "size": 10, "file_exist_cols": "id,dt"}, {"path": "f0", "file_op": "del"}]'::jsonb,
        'commit_op', 'AppendCommit', 'timestamp', 1000, 'committed', true, 'domain', 'gw_domain')))),
    (9, 'gw_1__DELIM__dt=1__DELIM__00000000-0000-0000-0000-000000000000', '{"data_commit_info": [{"table_id": "gw_1", "partition_desc": "dt=1", "commit_id": {}, "domain": "gw_domain"}]}'),
    (11, '/gw/t1/x', '{"discard_compressed_file_info": [{"file_path": "/gw/t1/x", "table_path": "/gw/t1", "partition_desc": "dt=1", "timestamp": 1000, "t_date": "2026-08-01"}]}'),
    (2, 'nosuch', '{}')) AS v (code, params, body);
-- As everything of a table, through a client's eyes: the sum of the elements is the whole.
SELECT string_agg(lakesoul.execute_query(8, 'gw_1__DELIM__dt=1__DELIM__' || v), '' ORDER BY v) = lakesoul.execute_query(106, 'gw_1__DELIM__dt=1') FROM generate_series(0, 3) AS v;

-- 5. NULL, which the native library cannot read, is the default of its field; an operation has none.
SELECT pg_temp.ask(0, 'gw_nulls');
SELECT pg_temp.ask(2, 'gw_nulls');
SELECT pg_temp.ask(7, 'gw_no_info', '-5');
SELECT pg_temp.ask(9, 'gw_1', 'dt=1', pg_temp.id('null')::text);
SELECT pg_temp.ask(9, 'gw_1', 'dt=1', pg_temp.id('nullop')::text);
SELECT pg_temp.ask(11, '/gw/t2/z');
SELECT pg_temp.ask(9, 'gw_1', 'dt=1', pg_temp.id('bad')::text);
SELECT pg_temp.ask(7, 'gw_bad', '-5');
SELECT pg_temp.ask(7, 'gw_bad', 'dt=1');
SELECT pg_temp.ask(109, 'gw_bad', '-5', '0', '0');

-- 6. Two rows where there can be one: paths and names are not unique in table_info.
BEGIN;
ALTER TABLE table_info DISABLE TRIGGER USER;
INSERT INTO table_info (table_id, table_namespace, table_name, table_path, table_schema, properties, partitions, domain) VALUES ('gw_3', 'gw', 't2', '/gw/t2', '{}', '{}', ';', 'gw_domain');
SELECT pg_temp.ask(5, '/gw/t2');
SELECT pg_temp.ask(4, 't2', 'gw');
SELECT pg_temp.ask(6, 'gw_3', '/gw/t2');
ROLLBACK;

-- 7. What no query is. Every number from -2 to 600 belongs to one function or to none.
SELECT CASE WHEN line ~ '^22023: unknown code' THEN 'unknown' WHEN line ~ ' is not one of ' THEN 'another function''s' ELSE 'taken' END AS what, f,
       range_agg(int4range(code, code, '[]')) FROM generate_series(-2, 600) AS code,
    LATERAL (VALUES ('query', format('SELECT lakesoul.execute_query(%s, repeat(''__DELIM__'', 9))::text', code)), ('scalar', format('SELECT lakesoul.execute_query_scalar(%s, repeat(''__DELIM__'', 9))::text', code)),
                    ('insert', format('SELECT lakesoul.execute_insert(%s, ''\x3a003200'')::text', code)), ('update', format('SELECT lakesoul.execute_update(%s, repeat(''__DELIM__'', 9))::text', code))) AS v (f, statement),
    LATERAL (SELECT pg_temp.attempt(statement) AS line LIMIT 1) AS a
 GROUP BY what, f ORDER BY f, what;
-- All names, and how many parameters each takes.
SELECT line, detail FROM generate_series(0, 518) AS code, LATERAL (SELECT min(l) FILTER (WHERE l ~ '^22023'), min(l) FILTER (WHERE l ~ '^  detail') FROM pg_temp.attempt(
    format('SELECT lakesoul.%s(%s, repeat(''__DELIM__'', 9))::text', CASE WHEN code < 200 THEN 'execute_query' WHEN code BETWEEN 400 AND 499 THEN 'execute_query_scalar' ELSE 'execute_update' END, code)) AS l) AS a (line, detail)
 WHERE line !~ 'unknown code|is not one of' ORDER BY code;
SELECT pg_temp.ask(12, '');
SELECT pg_temp.ask(503, 'gw_1', '{}');
SELECT pg_temp.attempt('SELECT lakesoul.execute_query_scalar(7, ''a__DELIM__b'')');
SELECT pg_temp.attempt('SELECT lakesoul.execute_query_scalar(404, '''')');
SELECT pg_temp.ask(8, 'gw_1', 'dt=1');
SELECT pg_temp.ask(8, 'gw_1', 'dt=1', '1', '2');
SELECT pg_temp.ask(8, 'gw_1', 'dt=1', 'one');
SELECT pg_temp.ask(8, 'gw_1', 'dt=1', '2147483648');
SELECT pg_temp.ask(9, 'gw_1', 'dt=1', 'nosuch');
SELECT pg_temp.ask(110, 'gw_1', 'dt=1', '00');
SELECT pg_temp.ask(110, 'gw_1', 'dt=1', repeat('x', 32));
SELECT pg_temp.ask(112, '');
SELECT pg_temp.ask(100, 'x');
SELECT pg_temp.ask(105, 'gw_1', 'a__DELIM__b');
SELECT pg_temp.attempt('SELECT lakesoul.execute_query_scalar(402, ''a__DELIM__b__DELIM__1.5'')');
SELECT pg_temp.attempt('SELECT lakesoul.execute_query(NULL, '''')::text');
SELECT pg_temp.attempt('SELECT lakesoul.execute_query(0, NULL)::text');
SELECT pg_temp.attempt('SELECT lakesoul.execute_query_scalar(NULL, '''')');
SELECT pg_temp.attempt('SELECT lakesoul.execute_query_scalar(400, NULL)');

-- 8. Read-only transactions, one snapshot for the query around it, and a session of another look.
BEGIN READ ONLY;
SELECT length(lakesoul.execute_query(106, 'gw_1__DELIM__dt=1')) > 0, lakesoul.execute_query_scalar(401, 'gw_1');
COMMIT;
SET DateStyle = 'SQL, DMY';
SET extra_float_digits = 0;
SET search_path = pg_catalog;
SELECT pg_temp.ask(11, '/gw/t1/x');
RESET search_path;
RESET DateStyle;
RESET extra_float_digits;
-- A setting of the planner's is the session's again afterwards.
SHOW enable_seqscan;

-- 9. Heads are found without reading histories, whatever the table's size.
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, "timestamp", snapshot, domain)
SELECT 'gw_long', 'dt=' || p, v, 'AppendCommit', v + 1, '{}', 'gw_domain' FROM generate_series(1, 5) AS p, generate_series(0, 1999) AS v;
ANALYZE partition_info;
CREATE FUNCTION pg_temp.blocks(statement text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    plan json;
BEGIN
    EXECUTE statement;
    EXECUTE 'EXPLAIN (ANALYZE, BUFFERS, FORMAT json, TIMING off) ' || statement INTO plan;
    RETURN (plan->0->'Plan'->>'Shared Hit Blocks')::bigint + (plan->0->'Plan'->>'Shared Read Blocks')::bigint;
END
$$;
SELECT code, pg_temp.blocks(format('SELECT lakesoul.execute_query(%s, %L)', code, params)) < 80 AS few FROM (VALUES (7, 'gw_long__DELIM__dt=3'), (8, 'gw_long__DELIM__dt=3__DELIM__999'),
    (104, 'gw_long'), (105, 'gw_long__DELIM__dt=1_DELIM_dt=5'), (107, 'gw_long__DELIM__dt=3__DELIM__1000__DELIM__1010'), (116, 'gw_long__DELIM__"dt=4"')) AS v (code, params);
SELECT pg_temp.blocks('SELECT lakesoul.execute_query_scalar(402, ''gw_long__DELIM__dt=3__DELIM__1990'')') < 80 AS few;
SELECT jsonb_array_length(lakesoul.decode('JniWrapper', lakesoul.execute_query(106, 'gw_long__DELIM__dt=3'))->'partition_info');
SELECT pg_temp.list(116, 'gw_long', '"dt=4"');

-- Gone again.
\set ECHO none
SET lakesoul.protect_commits = off;
DELETE FROM partition_info WHERE table_id LIKE 'gw_%';
DELETE FROM data_commit_info WHERE table_id LIKE 'gw_%';
DELETE FROM discard_compressed_file_info WHERE file_path LIKE '/gw/%';
DELETE FROM table_name_id WHERE table_id LIKE 'gw_%';
DELETE FROM table_path_id WHERE table_id LIKE 'gw_%';
DELETE FROM table_info WHERE table_id LIKE 'gw_%';
DELETE FROM namespace WHERE namespace NOT IN (SELECT namespace FROM before);
\set ECHO all
SELECT count(*) FROM lakesoul.retired_commits WHERE table_id LIKE 'gw_%';
