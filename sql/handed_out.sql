-- What drops and discarded() hand out for deletion while other tables live there or reference the files: nothing of that,
-- and nothing is forgotten.
\set SHOW_CONTEXT never
\getenv abs_srcdir PG_ABS_SRCDIR
\set domain_policies :abs_srcdir '/test/fixtures/domain_policies.sql'
\set helpers :abs_srcdir '/test/fixtures/commit_helpers.sql'
\pset tuples_only
\pset format unaligned
CREATE ROLE regress_lake_d1;
CREATE ROLE regress_lake_d2;
CREATE DATABASE regress_handed_out;
\c regress_handed_out
CREATE EXTENSION lakesoul_meta;
SELECT count(*) > 0 FROM lakesoul.setup();
\set ECHO none
\i :helpers
\set ECHO all
CREATE FUNCTION pg_temp.given(before timestamptz DEFAULT 'infinity') RETURNS text LANGUAGE sql AS $$
    SELECT COALESCE(string_agg(path, ' ' ORDER BY path COLLATE "C"), 'nothing') FROM lakesoul.discarded(before)
$$;
CREATE FUNCTION pg_temp.made(name text, path text, space text DEFAULT 'h', range text[] DEFAULT '{}') RETURNS text LANGUAGE sql AS $$
    SELECT lakesoul.create_table(name, path, '{}', space, range_partitions => range, table_id => name)
$$;
CREATE FUNCTION pg_temp.gets(name text, commits text, read int DEFAULT NULL, partition text DEFAULT '-5') RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('test.table_id', name, false), set_config('test.partition', partition, false);
    RETURN pg_temp.commit(CASE WHEN read IS NULL THEN 'Append' ELSE 'Update' END, commits, read);
END
$$;
CREATE FUNCTION pg_temp.forget() RETURNS integer LANGUAGE sql AS $$
    SELECT lakesoul.forget_discarded(ARRAY(SELECT path FROM lakesoul.discarded('infinity') UNION SELECT path FROM lakesoul.dropped_paths))
$$;
GRANT ALL ON ALL FUNCTIONS IN SCHEMA pg_temp TO PUBLIC;
SELECT lakesoul.create_namespace('h');

-- 1. A dropped table's folder, while another table lies in it, above it, or at it by another name of the store.
SELECT pg_temp.made('a', 's3://h/a'), pg_temp.made('inner', 's3a://h//a/inner/');
SELECT lakesoul.drop_table('a', 'h');
SELECT path, is_folder FROM lakesoul.dropped_paths;
SELECT pg_temp.given();
SELECT lakesoul.drop_table('inner', 'h');
SELECT pg_temp.given(), pg_temp.forget();
SELECT pg_temp.made('a', 's3://h/a'), pg_temp.made('inner', 's3a://h//a/inner/');
SELECT lakesoul.drop_table_by_id('inner');
SELECT lakesoul.drop_table_by_id('a');
SELECT pg_temp.given(), pg_temp.forget();
SELECT pg_temp.made('a', 's3://h/a'), pg_temp.made('twin', 's3a://h/a/');
SELECT lakesoul.drop_table('a', 'h');
SELECT lakesoul.drop_table('twin', 'h');
SELECT pg_temp.forget();
-- A name that begins with the same letters is another folder.
SELECT pg_temp.made('a', '/h/a'), pg_temp.made('a2', '/h/a2');
SELECT pg_temp.gets('a2', 'x+/h/a2/1');
SELECT lakesoul.drop_table('a', 'h');
SELECT lakesoul.drop_table('a2', 'h'), pg_temp.forget();

-- 2. While another table's committed files lie in it: one that was moved away, and one that was cloned from it.
SELECT pg_temp.made('moves', 's3://h/old'), pg_temp.gets('moves', 'm+s3a://h//old/1');
SELECT lakesoul.move_table_path('moves', 's3://h/new', 'h'), pg_temp.made('a', 's3://h/old/');
SELECT lakesoul.drop_table('a', 'h');
SELECT pg_temp.made('source', '/h/source'), pg_temp.gets('source', 's+/h/source/1+/h/source/2+/h/else/1+/h/else/2');
SELECT pg_temp.made('clone', '/h/clone'), pg_temp.gets('clone', 'c+/h/source/1+/h/else/1');
SELECT lakesoul.drop_table('source', 'h');
SELECT pg_temp.given();
SELECT pg_temp.gets('clone', 'd+/h/clone/1', 0), pg_temp.given();
SELECT paths FROM lakesoul.expire('clone', 'h', keep_versions => 1);
SELECT pg_temp.given();
-- Registered and not published yet counts as well.
SELECT pg_temp.forget(), pg_temp.made('source', '/h/source');
SELECT pg_temp.register(pg_temp.request('Append', 'e+/h/source/1'));
SELECT lakesoul.drop_table('source', 'h');
SELECT lakesoul.drop_table('clone', 'h');
SELECT lakesoul.drop_table('moves', 'h');
SELECT pg_temp.given(), pg_temp.forget();
-- A table without a path has files only.
SELECT pg_temp.made('bare', ''), pg_temp.gets('bare', 'b+/h/bare/1+/h/bare/2'), pg_temp.made('other', '/h/other'), pg_temp.gets('other', 'o+/h/bare/2');
SELECT lakesoul.drop_table('bare', 'h');
SELECT pg_temp.given();
SELECT lakesoul.drop_table('other', 'h');
SELECT pg_temp.given(), pg_temp.forget();

-- 3. A namespace whose tables lie in each other: all of them go. Not while a table of another one is in the way.
SELECT lakesoul.create_namespace('n'), pg_temp.made('n1', '/n', 'n'), pg_temp.made('n2', '/n/x', 'n'), pg_temp.made('n3', '/n/x/y', 'n'), pg_temp.made('n4', '/m', 'n');
SELECT pg_temp.gets('n1', 'n+/n/x/1+/m/1'), pg_temp.gets('n4', 'p+/n/1');
SELECT lakesoul.drop_namespace('n', cascade => true);
SELECT pg_temp.given(), pg_temp.forget();
SELECT lakesoul.create_namespace('n'), pg_temp.made('n1', '/n', 'n'), pg_temp.made('n2', '/n/x', 'n'), pg_temp.made('n3', '/n/x/y', 'n'), pg_temp.made('n4', '/m', 'n');
SELECT pg_temp.made('in_the_way', '/n/x/z');
SELECT lakesoul.drop_namespace('n', cascade => true);
SELECT pg_temp.given();
SELECT lakesoul.drop_table('in_the_way', 'h'), pg_temp.given();
SELECT pg_temp.forget(), lakesoul.create_namespace('empty');
SELECT lakesoul.drop_namespace('empty');
-- The Paimon API gives no paths, and says nothing of them; an external table's files are somebody else's.
SELECT lakesoul.create_namespace('p', '{"location": "/p"}'), pg_temp.made('in_the_way', '/p/p/t/x');
SELECT lakesoul.paimon_create_table('{"identifier": {"database": "p", "object": "t"}, "schema": {"fields": [{"id": 0, "name": "a", "type": "INT"}], "partitionKeys": [], "primaryKeys": [], "options": {}}}');
SELECT lakesoul.paimon_create_table('{"identifier": {"database": "p", "object": "ext"}, "schema": {"fields": [{"id": 0, "name": "a", "type": "INT"}], "partitionKeys": [], "primaryKeys": [], "options": {"path": "/ext"}}}');
SELECT lakesoul.paimon_drop_table('{"database": "p", "object": "t"}'), pg_temp.given();
SELECT lakesoul.drop_table('ext', 'p');
SELECT lakesoul.drop_table('in_the_way', 'h'), pg_temp.given(), pg_temp.forget();

-- 4. A file that one table discards and another one references.
SELECT pg_temp.made('t', '/h/t', range => '{p}'), pg_temp.made('u', '/h/u');
SELECT pg_temp.gets('t', 'a+/h/t/1+/h/t/2', partition => 'p=1'), pg_temp.gets('t', 'b+/h/t/3+/h/t/4', partition => 'p=2'), pg_temp.gets('t', 'c+/h/t/5', partition => 'p=3');
SELECT pg_temp.gets('u', 'u+/h/t/1+/h/t/3+/h/t/5');
SELECT lakesoul.drop_partition('t', 'p=1', 'h');
SELECT pg_temp.given();
SELECT lakesoul.truncate_table('t', 'h');
SELECT pg_temp.given();
SELECT lakesoul.discard_files('t', '{/h/t/6,/h/t/7}', 'p=1', 'h'), pg_temp.gets('u', 'v+/h/t/6'), pg_temp.given();
-- Two tables that name each other's files.
SELECT pg_temp.gets('t', 'd+/h/u/1', partition => 'p=4'), lakesoul.discard_files('u', '{/h/u/1,/h/u/2}', '-5', 'h'), pg_temp.given();
-- What expire gives is what it recorded: discarded() alone asks other tables.
SELECT pg_temp.gets('t', 'e+/h/t/8', partition => 'p=5'), pg_temp.gets('t', 'f+/h/t/9', 0, 'p=5'), pg_temp.gets('u', 'w+/h/t/8');
SELECT paths FROM lakesoul.expire('t', 'h', keep_versions => 1);
SELECT pg_temp.given();
SELECT lakesoul.drop_table('u', 'h');
SELECT pg_temp.given();
SELECT lakesoul.drop_table('t', 'h');
SELECT pg_temp.given(), pg_temp.forget();
-- Rows of a table that is not known, too.
SELECT pg_temp.made('u', '/h/u'), pg_temp.gets('u', 'x+/h/gone/1');
INSERT INTO discard_compressed_file_info (file_path, table_path, partition_desc) VALUES ('/h/gone/1', '/h/gone', '-5'), ('/h/gone/2', '/h/gone', '-5');
SELECT pg_temp.given();
SELECT lakesoul.drop_table('u', 'h');
SELECT pg_temp.given(), pg_temp.forget();

-- 5. A folder in which a table is made again, by whatever means, is not handed out any more.
SELECT pg_temp.made('t', '/h/again');
SELECT lakesoul.drop_table('t', 'h'), pg_temp.given();
SELECT lakesoul.create_table('t', '/h/again', '{}', 'h', table_id => 't') IS NOT NULL, pg_temp.given();
SELECT lakesoul.drop_table('t', 'h'), pg_temp.given();
SELECT lakesoul.create_table(lakesoul.encode('TableInfo', '{"table_id": "t", "table_name": "t", "table_namespace": "h", "table_path": "/h/again", "table_schema": "{}"}')), pg_temp.given();
SELECT lakesoul.drop_table('t', 'h'), pg_temp.given();
SELECT lakesoul.paimon_create_table('{"identifier": {"database": "h", "object": "t"}, "schema": {"fields": [{"id": 0, "name": "a", "type": "INT"}], "partitionKeys": [], "primaryKeys": [], "options": {"path": "/h/again"}}}'), pg_temp.given();
SELECT lakesoul.drop_table('t', 'h'), pg_temp.given();
SELECT lakesoul.drop_namespace('p'), lakesoul.create_namespace('p', '{"location": "/"}');
SELECT pg_temp.made('t', '/p/t', 'p');
SELECT lakesoul.drop_table('t', 'p'), pg_temp.given();
SELECT lakesoul.carbon_create_table('t', 'a int', namespace => 'p') IS NOT NULL, pg_temp.given();
SELECT lakesoul.drop_table('t', 'p'), pg_temp.given();
INSERT INTO table_path_id (table_path, table_id, table_namespace) VALUES ('/h/again', 't', 'h');
SELECT pg_temp.given();
INSERT INTO table_info (table_id, table_namespace, table_name, table_path, table_schema, properties, partitions) VALUES ('t', 'h', '', '/h/again', '{}', '{}', ';');
DELETE FROM table_path_id WHERE table_id = 't';
SELECT pg_temp.given();
DELETE FROM table_info WHERE table_id = 't';
SELECT lakesoul.execute_insert(201, lakesoul.encode('JniWrapper', '{"table_path_id": [{"table_path": "/h/again", "table_id": "t", "table_namespace": "h", "domain": "public"}]}')), pg_temp.given();
DELETE FROM table_path_id WHERE table_id = 't';
SELECT pg_temp.given(), pg_temp.forget();

-- 6. Readers of what was dropped last have their time, whatever was dropped there before.
SELECT pg_temp.made('t', '/h/twice');
SELECT lakesoul.drop_table('t', 'h');
UPDATE lakesoul.dropped_paths SET dropped_at = dropped_at - 86400000;
SELECT pg_temp.given(now() - interval '1 hour'), pg_temp.made('inner', '/h/twice/inner');
SELECT lakesoul.drop_table('inner', 'h');
SELECT pg_temp.given(now() - interval '1 hour'), pg_temp.given();
SELECT pg_temp.forget();

-- 7. Two domains: a table of one that is made and dropped where one of the other was dropped before takes nothing away.
\set ECHO none
\i :domain_policies
\set ECHO all
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO regress_lake_d1, regress_lake_d2;
SELECT lakesoul.create_namespace('s1', domain => 'regress_lake_d1'), lakesoul.create_namespace('s2', domain => 'regress_lake_d2');
SET ROLE regress_lake_d1;
SELECT pg_temp.made('mine', '/s/t', 's1');
SELECT lakesoul.drop_table('mine', 's1');
RESET ROLE;
UPDATE lakesoul.dropped_paths SET dropped_at = dropped_at - 86400000;
SET ROLE regress_lake_d2;
SELECT pg_temp.given(), pg_temp.made('his', '/s/t', 's2');
RESET ROLE;
SET ROLE regress_lake_d1;
SELECT path, namespace, table_name FROM lakesoul.dropped_paths;
SELECT pg_temp.given();
RESET ROLE;
SET ROLE regress_lake_d2;
SELECT lakesoul.drop_table('his', 's2');
SELECT path, namespace, table_name FROM lakesoul.dropped_paths;
RESET ROLE;
SET ROLE regress_lake_d1;
SELECT path, namespace, table_name FROM lakesoul.dropped_paths;
SELECT pg_temp.given(now() - interval '1 hour'), pg_temp.given();
RESET ROLE;
SELECT path, namespace FROM lakesoul.discarded('infinity') ORDER BY namespace COLLATE "C";
SET ROLE regress_lake_d2;
SELECT lakesoul.forget_discarded('{/s/t}'), pg_temp.given();
RESET ROLE;
SET ROLE regress_lake_d1;
SELECT pg_temp.given();
-- A folder around another domain's table, without a word of whose it is.
SELECT pg_temp.made('mine', '/s', 's1');
RESET ROLE;
SET ROLE regress_lake_d2;
SELECT pg_temp.made('his', '/s/u', 's2');
RESET ROLE;
SET ROLE regress_lake_d1;
SELECT lakesoul.drop_table('mine', 's1');
SELECT pg_temp.given();
RESET ROLE;
-- A namespace too long for a key beside the path is not kept.
SELECT lakesoul.create_namespace(repeat('n', 2000)), lakesoul.create_table('long', '/' || repeat('p', 1000), '{}', repeat('n', 2000)) IS NOT NULL;
SELECT length(path) FROM lakesoul.drop_table('long', repeat('n', 2000)) AS path;
SELECT length(path), namespace, table_name FROM lakesoul.dropped_paths WHERE table_name = 'long';
-- 8. A file that a table has by another name of its place: not to be deleted, whoever recorded it.
SELECT pg_temp.forget() > 0;
SELECT pg_temp.made('f', 's3://b/f'), pg_temp.gets('f', 'x+s3a://b/shared/x+s3://b/f/1'), pg_temp.made('g', 's3://b/g'), pg_temp.gets('g', 'y+s3://b/shared/x+s3://b//f/1+s3://b/shared/z');
SELECT lakesoul.drop_table('g', 'h');
INSERT INTO discard_compressed_file_info (file_path, table_path, partition_desc, "timestamp", t_date) VALUES ('s3a://b/f/1', 's3://b/f', '-5', 1, current_date);
SELECT pg_temp.given();
SELECT pg_temp.gets('f', 'k+s3://b/f/2', 0);
SELECT count(*) FROM lakesoul.expire('f', 'h', keep_versions => 1);
SELECT pg_temp.given();
SELECT lakesoul.drop_table('f', 'h');
SELECT pg_temp.forget() > 0;

-- 9. A folder stays one, whatever file of its name is dropped later.
SELECT pg_temp.made('o_a', '/o/a'), pg_temp.made('o_b', '/o/b');
SELECT lakesoul.drop_table('o_a', 'h');
SELECT pg_temp.gets('o_b', 'x+/o/a'), pg_temp.made('o_in', '/o/a/in');
SELECT count(*) FROM lakesoul.drop_table('o_b', 'h');
SELECT path, is_folder FROM lakesoul.dropped_paths ORDER BY path COLLATE "C";
SELECT pg_temp.given();
SELECT count(*) FROM lakesoul.drop_table('o_in', 'h');
SELECT pg_temp.forget() > 0;

-- 10. An external table of the Paimon API: what was discarded of it stays known, its folder and its files are not given.
SELECT lakesoul.paimon_create_database('{"name": "ext", "options": {"location": "/ext"}}');
SELECT lakesoul.paimon_create_table(format('{"identifier": {"database": "ext", "object": "%s"}, "schema": {"fields": [{"id": 0, "name": "a", "type": "INT"}], "partitionKeys": [], "primaryKeys": [], "options": {"path": "/%s"}}}', name, name)::jsonb)
  FROM unnest('{outside,outlaw}'::text[]) AS name;
SELECT pg_temp.gets(t.id, 'x+/' || name || '/1'), pg_temp.gets(t.id, 'y+/' || name || '/2', 0)
  FROM unnest('{outside,outlaw}'::text[]) AS name, lakesoul.table_id(name, 'ext') AS t (id);
SELECT paths FROM unnest('{outside,outlaw}'::text[]) AS name, lakesoul.expire(name, 'ext', keep_versions => 1);
SELECT lakesoul.drop_table('outside', 'ext');
DELETE FROM table_info WHERE table_name = 'outlaw';
UPDATE table_name_id SET created_at = NULL WHERE table_name = 'outlaw';
UPDATE table_path_id SET created_at = NULL WHERE table_path = '/outlaw';
SELECT pg_sleep(0.01) IS NOT NULL;
SELECT kind, paths FROM lakesoul.purge_orphans('0');
SELECT pg_temp.given();
SELECT pg_temp.forget() > 0;

-- 11. A path that no index can hold stops neither an expiry nor a drop: it is given once, with a word about it.
SELECT lakesoul.create_table('deep', '/deep', '{}', table_id => 'table_deep');
CREATE FUNCTION pg_temp.deep(commit text, version int, op text) RETURNS void LANGUAGE sql AS $$
    INSERT INTO data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, committed) SELECT 'table_deep', '-5', pg_temp.id(commit),
        ARRAY[ROW('/elsewhere/' || (SELECT string_agg(md5(commit || n::text), '') FROM generate_series(1, 100) AS n), 'add', 1, '')::data_file_op], op, false;
    INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain) VALUES ('table_deep', '-5', version, op, pg_temp.ids(commit), '', 'public')
$$;
SELECT pg_temp.deep('a', 0, 'AppendCommit'), pg_temp.deep('b', 1, 'UpdateCommit');
SELECT versions_removed, length(paths[1]) FROM lakesoul.expire('deep', keep_versions => 1);
SELECT length(path) FROM lakesoul.drop_table('deep') AS path;
SELECT path FROM lakesoul.dropped_paths WHERE table_id = 'table_deep';
SELECT lakesoul.create_table('deep', '/deep', '{}', table_id => 'table_deep');
SELECT pg_temp.deep('c', 0, 'AppendCommit');
INSERT INTO data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, committed, "timestamp")
SELECT 'table_deep', '-5', pg_temp.id('d'), file_ops, commit_op, false, 1 FROM data_commit_info WHERE commit_id = pg_temp.id('c') AND table_id = 'table_deep';
UPDATE data_commit_info SET file_ops = ARRAY[ROW('/elsewhere/d' || repeat((file_ops[1]).path, 2), 'add', 1, '')::data_file_op] WHERE commit_id = pg_temp.id('d');
SELECT kind, length(paths[1]) FROM lakesoul.purge_orphans('0');
SELECT length(path) FROM lakesoul.truncate_table('deep') AS path;
SELECT pg_temp.deep('e', 0, 'AppendCommit');
DELETE FROM table_info WHERE table_id = 'table_deep';
UPDATE table_name_id SET created_at = NULL WHERE table_id = 'table_deep';
UPDATE table_path_id SET created_at = NULL WHERE table_id = 'table_deep';
SELECT pg_sleep(0.01) IS NOT NULL;
SELECT kind, ARRAY(SELECT length(path) FROM unnest(paths) AS path) FROM lakesoul.purge_orphans('0');
\c contrib_regression
DROP DATABASE regress_handed_out;
DROP ROLE regress_lake_d1, regress_lake_d2;
