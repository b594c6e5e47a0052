-- Namespaces and tables: making, naming, dropping.
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
CREATE FUNCTION pg_temp.create_namespace(arguments text) RETURNS SETOF text LANGUAGE sql AS $$
    SELECT pg_temp.attempt('SELECT ''made'' || lakesoul.create_namespace(' || arguments || ')::text')
$$;
CREATE FUNCTION pg_temp.create_table(arguments text) RETURNS SETOF text LANGUAGE sql AS $$
    SELECT pg_temp.attempt('SELECT lakesoul.create_table(' || arguments || ')')
$$;

-- 1. Namespaces.
SELECT pg_temp.create_namespace($$'tables'$$);
SELECT pg_temp.create_namespace($$namespace => 'tables_all', properties => '{"location": "/warehouse/all/", "n": 1,  "n": 2}', comment => 'all of it', domain => 'lake-public'$$);
SELECT pg_temp.create_namespace($$'tables_null', NULL, NULL, NULL$$);
SELECT namespace, properties, comment, domain FROM namespace WHERE namespace LIKE 'tables%' ORDER BY namespace COLLATE "C";
SELECT pg_temp.everything() AS before \gset
SELECT pg_temp.create_namespace($$'tables'$$);
SELECT pg_temp.create_namespace($$'default'$$);
SELECT pg_temp.create_namespace($$''$$);
SELECT pg_temp.create_namespace($$NULL$$);
SELECT pg_temp.create_namespace($$'tables_x', '[]'$$);
SELECT pg_temp.create_namespace($$'tables_x', '"x"'$$);
SELECT pg_temp.create_namespace($$'tables_x', 'null'$$);
SELECT pg_temp.create_namespace($$pg_temp.noise(2681)$$);
SELECT pg_temp.everything() = :'before';
SELECT pg_temp.create_namespace($$pg_temp.noise(2680)$$);
-- Any other name will do.
SELECT pg_temp.create_namespace(quote_literal(n))
  FROM unnest(ARRAY['tables "quoted" ''x''', 'tables_%', 'tables.a.b', 'tables\', ' tables ', U&'tables \6E56\4ED3 \+01F30A']) AS n;
SELECT count(*) FROM namespace WHERE namespace LIKE '%tables%';

-- 2. Tables: all defaults, then everything given.
SELECT pg_temp.create_table($$'t1', '/tables/t1', '{"fields": []}', 'tables', table_id => 'table_tables_1'$$);
SELECT pg_temp.create_table($$'t2', '/tables/t2', '{"fields": [{"name": "id"}, {"name": "v"}, {"name": "dt"}, {"name": "region"}]}', 'tables', '{dt,region}', '{id}',
    hash_bucket_num => 16, properties => '{"use_cdc": "true", "b": [1,  2]}', table_id => 'table_tables_2'$$);
SELECT pg_temp.create_table($$'t3', '/tables/t3', 'no JSON', 'tables', primary_keys => '{a,b}', table_id => 'table_tables_3'$$);
SELECT pg_temp.create_table($$'t4', '/tables/t4', '', 'tables_all', range_partitions => '{p}', table_id => 'table_tables_4'$$);
SELECT pg_temp.create_table($$'t5', '/tables/t5', '{}', 'tables', '{}', '{id}', NULL, '{"hashBucketNum": "7"}', 'table_tables_5'$$);
SELECT pg_temp.create_table($$'t6', '/tables/t6', '{}', 'tables', '{}', '{id}', 8, '{"hashBucketNum": "7", "x": 1}', 'table_tables_6'$$);
SELECT pg_temp.create_table($$'t7', '/tables/t7', '{}', 'tables', NULL, NULL, -1, NULL, 'table_tables_7'$$);
SELECT table_id, table_namespace, table_name, table_path, table_schema, partitions, domain, table_schema_arrow_ipc IS NULL, table_schema_arrow_ipc_json_hash IS NULL
  FROM table_info WHERE table_id LIKE 'table\_tables\__' ORDER BY table_id COLLATE "C";
SELECT table_id, properties::jsonb FROM table_info WHERE table_id LIKE 'table\_tables\__' ORDER BY table_id COLLATE "C";
SELECT n.table_name, n.table_id, n.table_namespace, n.domain, n.created_at > 0, p.table_path, p.table_namespace, p.domain, p.created_at > 0
  FROM table_name_id AS n JOIN table_path_id AS p USING (table_id) WHERE table_id LIKE 'table\_tables\__' ORDER BY table_id COLLATE "C";
SELECT lakesoul.create_table('t8', '/tables/t8', '{}', 'tables') ~ '^table_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
SELECT lakesoul.table_id('t8', 'tables') = table_id FROM table_info WHERE table_path = '/tables/t8';
-- The schema is stored byte for byte.
SELECT lakesoul.create_table('t9', '/tables/t9', E' {"fields" :\n[ {"name":"a"},{"name":"a"} ]}\t', 'tables', table_id => 'table_tables_9');
SELECT table_schema = E' {"fields" :\n[ {"name":"a"},{"name":"a"} ]}\t' FROM table_info WHERE table_id = 'table_tables_9';

-- 3. Where a table without a path goes: the namespace's location, or lakesoul.warehouse.
SELECT pg_temp.create_table($$'p1', NULL, '{}', 'tables_all', table_id => 'table_tables_p1'$$);
SELECT pg_temp.create_table($$'p2', NULL, '{}', 'tables', table_id => 'table_tables_p2'$$);
SET lakesoul.warehouse = 's3://lake/warehouse//';
SELECT pg_temp.create_table($$'p2', NULL, '{}', 'tables', table_id => 'table_tables_p2'$$);
SELECT pg_temp.create_table($$'p3', NULL, '{}', 'tables_all', table_id => 'table_tables_p3'$$);
SELECT pg_temp.create_table($$'', NULL, '{}', 'tables', table_id => 'table_tables_p4'$$);
-- Names of which no folder in that of the namespace can be made.
SELECT pg_temp.create_table($$'d/../e', NULL, '{}', 'tables'$$);
SELECT pg_temp.create_table($$'..', NULL, '{}', 'tables'$$);
SELECT pg_temp.create_table($$E'a\nb', NULL, '{}', 'tables'$$);
RESET lakesoul.warehouse;
SELECT table_id, table_path FROM table_path_id WHERE table_id LIKE 'table\_tables\_p_' ORDER BY table_id COLLATE "C";

-- 4. Without a name, or without a path. Only what there is gets a row.
SELECT pg_temp.create_table($$'', '/tables/nameless', '{}', 'tables', table_id => 'table_tables_nameless'$$);
SELECT pg_temp.create_table($$NULL, '/tables/nameless 2', '{}', 'tables', table_id => 'table_tables_nameless_2'$$);
SELECT pg_temp.create_table($$'pathless', '', '{}', 'tables', table_id => 'table_tables_pathless'$$);
SELECT i.table_id, i.table_name, i.table_path, n.table_name, p.table_path
  FROM table_info AS i LEFT JOIN table_name_id AS n USING (table_id) LEFT JOIN table_path_id AS p USING (table_id)
 WHERE i.table_id LIKE '%less%' AND i.table_namespace = 'tables' ORDER BY i.table_id COLLATE "C";

-- 5. Refused.
SELECT pg_temp.everything() AS before \gset
SELECT pg_temp.create_table($$'', '', '{}', 'tables'$$);
SELECT pg_temp.create_table($$'', NULL, '{}', 'tables'$$);
SELECT pg_temp.create_table($$'x', '/tables/x', NULL, 'tables'$$);
SELECT pg_temp.create_table($$'x', '/tables/x', '{}', NULL$$);
SELECT pg_temp.create_table($$'x', '/tables/x', '{}', 'tables_nosuch'$$);
SELECT pg_temp.create_table($$'x', '/tables/x', '{}', ''$$);
SELECT pg_temp.create_table($$'t1', '/tables/x', '{}', 'tables'$$);
SELECT pg_temp.create_table($$'x', '/tables/t1', '{}', 'tables'$$);
SELECT pg_temp.create_table($$'x', '/tables/t1', '{}', 'tables_all'$$);
SELECT pg_temp.create_table($$'x', '/tables/x', '{}', 'tables', table_id => 'table_tables_1'$$);
SELECT pg_temp.create_table($$'x', '/tables/x', '{"fields": [{"name": "id"}]}', 'tables', range_partitions => '{dt}'$$);
SELECT pg_temp.create_table($$'x', '/tables/x', '{"fields": [{"name": "id"}]}', 'tables', primary_keys => '{id,ID}'$$);
SELECT pg_temp.create_table($$'x', '/tables/x', '{"type": "struct", "fields": [{"name": "id"}]}', 'tables', range_partitions => '{dt}'$$);
SELECT pg_temp.create_table($$'x', '/tables/x', '{}', 'tables', range_partitions => '{dt,dt}'$$);
SELECT pg_temp.create_table($$'x', '/tables/x', '{}', 'tables', range_partitions => '{dt}', primary_keys => '{dt}'$$);
SELECT pg_temp.create_table($$'x', '/tables/x', '{}', 'tables', range_partitions => '{""}'$$);
SELECT pg_temp.create_table($$'x', '/tables/x', '{}', 'tables', range_partitions => '{NULL}'$$);
SELECT pg_temp.create_table($$'x', '/tables/x', '{}', 'tables', primary_keys => '{NULL}'$$);
SELECT c, (SELECT line FROM pg_temp.create_table(format('''x'', ''/tables/x'', ''{}'', ''tables'', range_partitions => %L', ARRAY[c])) AS line LIMIT 1),
       (SELECT line FROM pg_temp.create_table(format('''x'', ''/tables/x'', ''{}'', ''tables'', primary_keys => %L', ARRAY[c])) AS line LIMIT 1)
  FROM unnest('{"a,b","a;b","a=b","a/b"}'::text[]) AS c;
SELECT pg_temp.create_table($$'x', '/tables/x', '{}', 'tables', hash_bucket_num => 0$$);
SELECT pg_temp.create_table($$'x', '/tables/x', '{}', 'tables', hash_bucket_num => -2$$);
SELECT pg_temp.create_table($$'x', '/tables/x', '{}', 'tables', primary_keys => '{id}', hash_bucket_num => -1$$);
SELECT pg_temp.create_table($$'x', '/tables/x', '{}', 'tables', properties => '[]'$$);
SELECT pg_temp.create_table($$'x', '/tables/x', '{}', 'tables', properties => 'null'$$);
SELECT pg_temp.create_table($$'x', '/tables/x', '{}', 'tables', properties => '1'$$);
SELECT pg_temp.create_table($$pg_temp.noise(2675), '/tables/x', '{}', 'tables'$$);
SELECT pg_temp.create_table($$'x', '/' || pg_temp.noise(2680), '{}', 'tables'$$);
SELECT pg_temp.create_table($$'x', '/tables/x', '{}', 'tables', table_id => pg_temp.noise(2681)$$);
SELECT pg_temp.everything() = :'before';

-- 6. Names of every kind, and as long as can be.
SELECT pg_temp.create_table(format('%L, %L, %L, %L, table_id => %L', n, '/tables/' || n, '{}', 'tables', 'id of ' || n))
  FROM unnest(ARRAY['"quoted" ''x''', 'per%cent', 'under_score', 'back\slash', ' ', 'a.b', 'SELECT', '{}']) AS n;
SELECT lakesoul.create_table(n, '/tables/' || n, '{}', 'tables', table_id => 'id of ' || n) = 'id of ' || n FROM (SELECT U&'\6E56\4ED3 \+01F30A') AS u (n);
SELECT lakesoul.table_id(n, 'tables') = 'id of ' || n FROM (SELECT U&'\6E56\4ED3 \+01F30A') AS u (n);
SELECT n, lakesoul.table_id(n, 'tables') = 'id of ' || n FROM unnest(ARRAY['"quoted" ''x''', 'per%cent', 'under_score', 'back\slash', ' ']) AS n;
SELECT pg_temp.attempt(format('SELECT lakesoul.table_id(%L, ''tables'')', n)) FROM unnest(ARRAY['per_cent', 'underscore', 'T1', 't1 ']) AS n;
SELECT length(lakesoul.create_table(pg_temp.noise(2674), '/' || pg_temp.noise(2679), '{}', 'tables', table_id => pg_temp.noise(255)));
SELECT status FROM lakesoul.commit_files(pg_temp.noise(2674), ARRAY[('-5', 'f', 'add', 1, '')]::lakesoul.file_change[], 'tables');
SELECT length(path) FROM lakesoul.drop_table(pg_temp.noise(2674), 'tables') AS path ORDER BY 1;

-- 7. From a client's message.
SELECT lakesoul.create_table(lakesoul.encode('TableInfo', '{"table_id": "table_tables_m1", "table_namespace": "tables", "table_name": "m1", "table_path": "/tables/m1",
    "table_schema": "{\"fields\":[{\"name\":\"a\"},{\"name\":\"b\"}]}", "properties": "{\"hashBucketNum\":\"3\"}", "partitions": "a;b", "domain": "ignored",
    "table_schema_arrow_ipc": "AAEC", "table_schema_arrow_ipc_json_hash": "hash"}'));
SELECT lakesoul.create_table(lakesoul.encode('TableInfo', '{"table_path": "/tables/m2"}')) LIKE 'table\_%';
SELECT table_namespace, table_name, table_path, table_schema, properties, partitions, domain, table_schema_arrow_ipc, table_schema_arrow_ipc_json_hash
  FROM table_info WHERE table_path LIKE '/tables/m_' ORDER BY table_path COLLATE "C";
SELECT pg_temp.everything() AS before \gset
SELECT b::jsonb - 'table_schema', pg_temp.attempt(format('SELECT lakesoul.create_table(lakesoul.encode(''TableInfo'', %L))', b)) FROM (VALUES
    (1, '{}'),
    (2, '{"table_name": "m3", "table_namespace": "tables_nosuch"}'),
    (3, '{"table_name": "m1", "table_namespace": "tables"}'),
    (4, '{"table_path": "/tables/m1", "table_namespace": "tables"}'),
    (5, '{"table_name": "m3", "table_id": "table_tables_m1"}'),
    (6, '{"table_name": "m3", "properties": "[]"}'),
    (7, '{"table_name": "m3", "properties": "x"}'),
    (8, '{"table_name": "m3", "partitions": "a,a;"}'),
    (9, '{"table_name": "m3", "partitions": "a;a"}'),
    (10, '{"table_name": "m3", "partitions": "a,,b;"}'),
    (11, '{"table_name": "m3", "partitions": "c;", "table_schema": "{\"fields\":[{\"name\":\"a\"}]}"}'),
    (12, '{"table_name": "m3", "partitions": "a=b;"}')) AS v (n, b) ORDER BY n;
SELECT pg_temp.attempt($$SELECT lakesoul.create_table('\x0a'::bytea)$$);
SELECT lakesoul.create_table(NULL::bytea) IS NULL;
SELECT pg_temp.everything() = :'before';

-- 8. Dropping: the result is what to remove from storage, which is the table's folder and the files that lie elsewhere.
SELECT lakesoul.create_table('d', '/tables/d', '{}', 'tables', range_partitions => '{p}', table_id => 'table_tables_d');
SELECT status FROM lakesoul.commit_files('d', ARRAY[('p=1', '/tables/d/f1', 'add', 1, ''), ('p=1', '/tables/d2/f2', 'add', 1, ''), ('p=2', '/elsewhere/f3', 'add', 1, ''),
    ('p=2', '/tables/d', 'add', 1, '')]::lakesoul.file_change[], 'tables', commit_id => pg_temp.id('a'));
SELECT status FROM lakesoul.commit_files('d', ARRAY[('p=1', '/elsewhere/f4', 'add', 1, ''), ('p=1', '/tables/d2/f2', 'del', 1, '')]::lakesoul.file_change[], 'tables', commit_id => pg_temp.id('b'));
SELECT status FROM lakesoul.commit_files('d', ARRAY[('p=1', '/elsewhere/f5', 'add', 1, '')]::lakesoul.file_change[], 'tables', 'CompactionCommit', '{"p=1": 7}', pg_temp.id('k'));
INSERT INTO discard_compressed_file_info (file_path, table_path, partition_desc, timestamp, t_date) VALUES
    ('/tables/d/old', '/tables/d', 'p=1', 1, '2026-08-01'), ('/elsewhere/old', '/tables/d', 'p=1', 1, '2026-08-01'), ('/tables/other', '/tables/d3', 'p=1', 1, '2026-08-01');
INSERT INTO lakesoul.retired_commits VALUES ('table_tables_d', 'p=1', pg_temp.id('r'), 0), ('table_tables_other', 'p=1', pg_temp.id('r'), 0);
INSERT INTO lakesoul.dropped_partitions VALUES ('table_tables_d', 'p=9', 4, 5), ('table_tables_other', 'p=9', 4, 5);
INSERT INTO lakesoul.due_compactions VALUES ('table_tables_d', 'p=1', 10, 5), ('table_tables_other', 'p=1', 10, 5);
CREATE FUNCTION pg_temp.left_of(id text, path text) RETURNS text LANGUAGE sql AS $$
    SELECT concat_ws(' ', (SELECT count(*) FROM table_info WHERE table_id = id), (SELECT count(*) FROM table_name_id WHERE table_id = id),
        (SELECT count(*) FROM table_path_id WHERE table_id = id), (SELECT count(*) FROM data_commit_info WHERE table_id = id),
        (SELECT count(*) FROM partition_info WHERE table_id = id), (SELECT count(*) FROM discard_compressed_file_info WHERE table_path = path),
        (SELECT count(*) FROM lakesoul.retired_commits WHERE table_id = id), (SELECT count(*) FROM lakesoul.dropped_partitions WHERE table_id = id),
        (SELECT count(*) FROM lakesoul.due_compactions WHERE table_id = id))
$$;
SELECT pg_temp.left_of('table_tables_d', '/tables/d');
BEGIN;
SELECT path FROM lakesoul.drop_table_by_id('table_tables_d') AS path ORDER BY path COLLATE "C";
ROLLBACK;
SELECT pg_temp.left_of('table_tables_d', '/tables/d');
SELECT path FROM lakesoul.drop_table('d', 'tables') AS path ORDER BY path COLLATE "C";
SELECT pg_temp.left_of('table_tables_d', '/tables/d'), pg_temp.left_of('table_tables_other', '/tables/d3');
DELETE FROM lakesoul.retired_commits WHERE table_id = 'table_tables_other';
DELETE FROM lakesoul.dropped_partitions WHERE table_id = 'table_tables_other';
DELETE FROM lakesoul.due_compactions WHERE table_id = 'table_tables_other';
-- A table without a path gives all its files; one without a name is dropped by its id.
SELECT status FROM lakesoul.commit_files('pathless', ARRAY[('-5', '/x/1', 'add', 1, ''), ('-5', '/x/2', 'add', 1, '')]::lakesoul.file_change[], 'tables');
SELECT path FROM lakesoul.drop_table('pathless', 'tables') AS path ORDER BY path COLLATE "C";
SELECT path FROM lakesoul.drop_table_by_id('table_tables_nameless') AS path;
SELECT pg_temp.left_of('table_tables_nameless', '/tables/nameless'), pg_temp.left_of('table_tables_pathless', '');
-- A path that ends in a slash.
SELECT lakesoul.create_table('slash', '/tables/slash/', '{}', 'tables', table_id => 'table_tables_slash');
SELECT status FROM lakesoul.commit_files('slash', ARRAY[('-5', '/tables/slash/f', 'add', 1, ''), ('-5', '/tables/slashed/f', 'add', 1, '')]::lakesoul.file_change[], 'tables');
SELECT path FROM lakesoul.drop_table('slash', 'tables') AS path ORDER BY path COLLATE "C";
-- Name, path and id are free again.
SELECT lakesoul.create_table('d', '/tables/d', '{}', 'tables', table_id => 'table_tables_d');
SELECT count(*) FROM lakesoul.partitions('d', 'tables');
SELECT lakesoul.drop_table('d', 'tables');
-- What is not there.
SELECT pg_temp.attempt($$SELECT lakesoul.drop_table('d', 'tables')$$);
SELECT pg_temp.attempt($$SELECT lakesoul.drop_table('t1')$$);
SELECT pg_temp.attempt($$SELECT lakesoul.drop_table('t1', 'tables_nosuch')$$);
SELECT pg_temp.attempt($$SELECT lakesoul.drop_table_by_id('d')$$);
SELECT pg_temp.attempt($$SELECT lakesoul.drop_table(NULL)$$);
SELECT pg_temp.attempt($$SELECT lakesoul.drop_table_by_id(NULL)$$);
SELECT lakesoul.drop_table('d', 'tables', if_exists => true);
SELECT lakesoul.drop_table('d', if_exists => true);
SELECT lakesoul.drop_table_by_id('table_tables_d', true);
SELECT lakesoul.drop_table('t1', 'tables', if_exists => true);
SELECT pg_temp.attempt($$SELECT lakesoul.drop_table('d', 'tables', NULL)$$);

-- 9. Ids of tables.
SELECT pg_temp.attempt($$SELECT lakesoul.table_id('t2', 'tables')$$);
SELECT pg_temp.attempt($$SELECT lakesoul.table_id('t2')$$);
SELECT pg_temp.attempt($$SELECT lakesoul.table_id(NULL)$$);
SELECT pg_temp.attempt($$SELECT lakesoul.table_id('t2', NULL)$$);
-- A name row whose table has no table_info is no table.
INSERT INTO table_name_id (table_name, table_id, table_namespace, domain) VALUES ('orphan', 'table_tables_orphan', 'tables', 'public');
SELECT pg_temp.attempt($$SELECT lakesoul.table_id('orphan', 'tables')$$);
DELETE FROM table_name_id WHERE table_id = 'table_tables_orphan';

-- 10. A change of schema along with a commit: stored byte for byte, the domain kept, the Arrow pair replaced or cleared.
UPDATE table_info SET properties = '{"hashBucketNum": "3", "domain": "public", "old": "1"}' WHERE table_id = 'table_tables_m1';
SELECT pg_temp.attempt($$SELECT r.status FROM lakesoul.publish(lakesoul.encode('MetaInfo', '{"list_partition": [{"partition_desc": "a=1", "commit_op": "UpdateCommit"}],
    "table_info": {"table_id": "table_tables_m1", "table_schema": "stale", "properties": "{}"}}')) AS r$$);
SELECT table_schema, properties, table_schema_arrow_ipc, table_schema_arrow_ipc_json_hash FROM table_info WHERE table_id = 'table_tables_m1';
SELECT pg_temp.attempt($$SELECT r.status FROM lakesoul.publish(lakesoul.encode('MetaInfo', '{"list_partition": [{"partition_desc": "a=1", "commit_op": "UpdateCommit"}],
    "table_info": {"table_id": "table_tables_m1", "table_schema": " {\"fields\": [{\"name\": \"a\"}, {\"name\": \"b\"}, {\"name\": \"c\"}]}", "properties": "{\"domain\": \"x\", \"new\": \"1\"}"}}'),
    change_schema => true) AS r$$);
SELECT table_schema, properties::jsonb - 'last_schema_change_time', (properties->>'last_schema_change_time')::bigint > 0, table_schema_arrow_ipc, table_schema_arrow_ipc_json_hash
  FROM table_info WHERE table_id = 'table_tables_m1';
SELECT pg_temp.attempt($$SELECT r.status FROM lakesoul.publish(lakesoul.encode('MetaInfo', '{"list_partition": [{"partition_desc": "a=1", "commit_op": "UpdateCommit"}],
    "table_info": {"table_id": "table_tables_m1", "table_schema": "{}", "properties": "{\"new\": \"2\"}", "table_schema_arrow_ipc": "AQI=", "table_schema_arrow_ipc_json_hash": "h2"}}'), change_schema => true) AS r$$);
SELECT table_schema, properties::jsonb - 'last_schema_change_time', table_schema_arrow_ipc, table_schema_arrow_ipc_json_hash FROM table_info WHERE table_id = 'table_tables_m1';
