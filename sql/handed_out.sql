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
-- So does what a client recorded neither as add nor as del, which is read as added.
SELECT pg_temp.made('source', '/h/source'), pg_temp.made('odd', '/h/odd'), pg_temp.gets('odd', 'o+/h/source/odd');
UPDATE data_commit_info SET file_ops = '{"(/h/source/odd,ADD,1,)","(s3:/h/odd//2,,1,)"}' WHERE table_id = 'odd';
SELECT path FROM lakesoul.files('odd', namespace => 'h') ORDER BY 1;
SELECT lakesoul.drop_table('source', 'h');
SELECT lakesoul.discard_files('odd', '{/h/odd/2}', '-5', 'h'), pg_temp.given();
SELECT lakesoul.drop_table('odd', 'h');
SELECT pg_temp.given(), pg_temp.forget();
-- A table without a path has files only.
SELECT pg_temp.made('bare', ''), pg_temp.gets('bare', 'b+/h/bare/1+/h/bare/2'), pg_temp.made('other', '/h/other'), pg_temp.gets('other', 'o+/h/bare/2');
SELECT lakesoul.drop_table('bare', 'h');
SELECT pg_temp.given();
SELECT lakesoul.drop_table('other', 'h');
SELECT pg_temp.given(), pg_temp.forget();
-- A dry run says what would be given, also where the commits that go spell a place in two ways.
SELECT pg_temp.made('twice', '/h/twice'), pg_temp.gets('twice', 'a+/h/twice/1'), pg_temp.gets('twice', 'b+/h//twice/1+/h/twice/2', 0), pg_temp.gets('twice', 'c+/h/twice/3', 1);
SELECT paths FROM lakesoul.expire('twice', 'h', keep_versions => 1, dry_run => true);
SELECT paths FROM lakesoul.expire('twice', 'h', keep_versions => 1);
SELECT lakesoul.drop_table('twice', 'h'), pg_temp.forget();
-- What a client recorded without a path is no file.
SELECT pg_temp.made('bare', ''), pg_temp.gets('bare', 'b+/h/bare/1');
UPDATE data_commit_info SET file_ops = file_ops || '{"(,add,1,)","(\"\",add,1,)"}' WHERE table_id = 'bare';
BEGIN;
SELECT lakesoul.drop_table('bare', 'h');
SELECT pg_temp.given();
ROLLBACK;
SELECT lakesoul.truncate_table('bare', 'h');
SELECT file_path FROM discard_compressed_file_info ORDER BY 1;
INSERT INTO data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, "timestamp") VALUES ('bare', '-5', gen_random_uuid(), '{"(,add,1,)","(/h/bare/2,add,1,)"}', 'AppendCommit', 1);
UPDATE data_commit_info SET registered_head = 1 WHERE table_id = 'bare' AND published_version IS NULL;
SELECT kind, "rows", paths FROM lakesoul.purge_orphans('1 day');
SELECT file_path FROM discard_compressed_file_info ORDER BY 1;
SELECT lakesoul.drop_table('bare', 'h'), pg_temp.forget();

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
-- expire gives nothing that another table needs, and its dry run says the same. What it recorded is given when nobody needs it.
SELECT pg_temp.gets('t', 'e+/h/t/8', partition => 'p=5'), pg_temp.gets('t', 'f+/h/t/9', 0, 'p=5'), pg_temp.gets('u', 'w+/h/t/8');
SELECT paths FROM lakesoul.expire('t', 'h', keep_versions => 1, dry_run => true);
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
SET lakesoul.protect_live_files = off;
INSERT INTO discard_compressed_file_info (file_path, table_path, partition_desc, "timestamp", t_date) VALUES ('s3a://b/f/1', 's3://b/f', '-5', 1, current_date);
RESET lakesoul.protect_live_files;
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
SELECT pg_sleep(0.01) IS NOT NULL;
SELECT kind, length(paths[1]) FROM lakesoul.purge_orphans('0');
SELECT length(path) FROM lakesoul.truncate_table('deep') AS path;
SELECT pg_temp.deep('e', 0, 'AppendCommit');
DELETE FROM table_info WHERE table_id = 'table_deep';
UPDATE table_name_id SET created_at = NULL WHERE table_id = 'table_deep';
UPDATE table_path_id SET created_at = NULL WHERE table_id = 'table_deep';
SELECT pg_sleep(0.01) IS NOT NULL;
SELECT kind, ARRAY(SELECT length(path) FROM unnest(paths) AS path) FROM lakesoul.purge_orphans('0');
-- 12. What is recorded as a file, but is a folder in which a table lies or a dropped one's: nothing gives it.
SELECT lakesoul.create_namespace('i') IS NOT NULL, pg_temp.made('i_out', '/i/out'), pg_temp.gets('i_out', 'x+/i/out/1+/i/live+/i/dead+/i/around'), pg_temp.made('i_live', 's3://i/live');
SELECT pg_temp.made('i_dead', '/i/dead', 'i'), pg_temp.made('i_around', '/i/around/in');
SELECT count(*) FROM lakesoul.drop_table('i_dead', 'i');
SELECT pg_temp.made('i_in', '/i/dead/in');
SELECT lakesoul.discard_files('i_in', '{/i/live,/i/dead,/i/in/1}', '-5', 'h'), pg_temp.given();
SELECT lakesoul.drop_table('i_out', 'h');
SELECT pg_temp.given();
SELECT lakesoul.drop_table('i_around', 'h');
SELECT lakesoul.drop_table('i_in', 'h');
SELECT lakesoul.drop_table('i_live', 'h');
SELECT pg_temp.given(), pg_temp.forget() > 0;

-- 13. A file that was recorded twice, of a table and of a dropped one, is given once.
SELECT pg_temp.made('j_a', '/j/a'), pg_temp.gets('j_a', 'x+/j/a/1+/j/else'), pg_temp.made('j_b', '/j/b'), lakesoul.discard_files('j_b', '{/j/else,/j/b/1}', '-5', 'h');
SELECT count(*) FROM lakesoul.drop_table('j_a', 'h');
SELECT pg_temp.given();
SELECT table_id, path FROM lakesoul.discarded_by_id('j_b', 'infinity') ORDER BY path COLLATE "C";
SELECT table_id, path FROM lakesoul.discarded('infinity', 'j_a', 'h') ORDER BY path COLLATE "C";
SELECT lakesoul.forget_discarded('{/j/else}'), pg_temp.given();
SELECT count(*) FROM lakesoul.drop_table('j_b', 'h');
SELECT pg_temp.forget() > 0;
-- 14. What was withheld when a namespace was dropped belongs to its domain, also when the namespace is gone or another's.
SET ROLE regress_lake_d1;
SELECT lakesoul.create_namespace('k', domain => 'regress_lake_d1'), pg_temp.made('k_a', '/k/a', 'k'), pg_temp.made('k_b', '/k/b', 'k');
RESET ROLE;
SELECT pg_temp.made('k_in', '/k/a/in');
SET ROLE regress_lake_d1;
SELECT lakesoul.drop_namespace('k', cascade => true);
SELECT pg_temp.given(), (SELECT string_agg(path, ' ' ORDER BY path COLLATE "C") FROM lakesoul.discarded('infinity', 'k_b', 'k'));
RESET ROLE;
SELECT count(*) FROM lakesoul.drop_table('k_in', 'h');
SET ROLE regress_lake_d2;
SELECT lakesoul.create_namespace('k', domain => 'regress_lake_d2'), pg_temp.given(), lakesoul.forget_discarded('{/k/a,/k/b}');
RESET ROLE;
SET ROLE regress_lake_d1;
SELECT pg_temp.given(), lakesoul.forget_discarded('{/k/a}'), pg_temp.given();
RESET ROLE;
SELECT path, namespace, domain FROM lakesoul.dropped_paths ORDER BY path COLLATE "C";
-- So does what purge_orphans finds of a table. The domain public is nobody's: the rows of its namespaces are for who sees these.
SET ROLE regress_lake_d2;
SELECT pg_temp.made('k_c', '/k/c', 'k'), pg_temp.gets('k_c', 'x+/k/c/1');
DELETE FROM table_info WHERE table_id = 'k_c';
UPDATE table_name_id SET created_at = NULL WHERE table_id = 'k_c';
UPDATE table_path_id SET created_at = NULL WHERE table_id = 'k_c';
SELECT pg_sleep(0.01) IS NOT NULL;
SELECT kind, paths FROM lakesoul.purge_orphans('0');
DELETE FROM namespace WHERE namespace = 'k';
SELECT pg_temp.given();
RESET ROLE;
SELECT path, namespace, domain FROM lakesoul.dropped_paths ORDER BY path COLLATE "C";
-- The domain lake-public is as public, also where a role bears that name.
BEGIN;
CREATE ROLE "lake-public";
INSERT INTO lakesoul.dropped_paths VALUES ('/k/open', true, 'h', 'k_d', 'k_d', 1, 'dropped table', 'lake-public'), ('/k/gone', true, 'gone', 'k_e', 'k_e', 1, 'dropped table', 'lake-public');
SET ROLE regress_lake_d1;
SELECT pg_temp.given();
ROLLBACK;
SELECT pg_temp.forget() > 0;
-- 15. purge_orphans gives nothing that another table needs: of a commit that nobody published, and of a table that is gone.
SELECT pg_temp.made('l_a', '/l/a'), pg_temp.made('l_b', '/l/b'), pg_temp.made('l_c', '/l/c');
SELECT pg_temp.gets('l_b', 'x+/l/a/1+/l/c/1'), pg_temp.gets('l_c', 'y+/l/c/1+/l/c/2');
INSERT INTO data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, committed, timestamp)
VALUES ('l_a', '-5', gen_random_uuid(), '{"(/l/a/1,add,1,)","(/l/a/2,add,1,)"}', 'AppendCommit', false, 1);
DELETE FROM table_info WHERE table_id = 'l_c';
UPDATE table_name_id SET created_at = NULL WHERE table_id = 'l_c';
UPDATE table_path_id SET created_at = NULL WHERE table_id = 'l_c';
SELECT pg_sleep(0.01) IS NOT NULL;
SELECT kind, paths FROM lakesoul.purge_orphans('0') ORDER BY kind;
SELECT pg_temp.given();
SELECT lakesoul.drop_table('l_b', 'h');
SELECT pg_temp.given(), pg_temp.forget();
SELECT lakesoul.drop_table('l_a', 'h');
SELECT pg_temp.forget();

-- 16. Whoever asks reads the commits that can have a file there, by an index over the folder around each commit's files.
SELECT COALESCE(lakesoul._folder(files::data_file_op[]), 'none') FROM (VALUES ('{"(s3://m/a/dt=1/x,add,1,)"}'), ('{"(s3a://m//a/dt=1/x,add,1,)","(/m/a/dt=2/x,del,1,)"}'), ('{"(x,add,1,)"}'), ('{"(,add,1,)"}'), ('{NULL}'), ('{}')) AS v (files);
SELECT pg_temp.made('m_big', '/m/big', range => '{p}'), pg_temp.made('m_a', '/m/a'), pg_temp.made('m_b', '/m/b'), pg_temp.made('m_c', '/m/c');
INSERT INTO data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, committed, timestamp, published_version)
SELECT 'm_big', 'p=' || n, gen_random_uuid(), ARRAY[(format('/m/big/p=%s/x', n), 'add', 1, '')::data_file_op], 'AppendCommit', true, 1, 0 FROM generate_series(1, 3000) AS n;
ANALYZE data_commit_info;
SELECT pg_temp.gets('m_a', 'a+/m/a/1+/m/a/2'), pg_temp.gets('m_a', 'b+/m/a/3', 0), pg_temp.gets('m_b', 'c+/m/b/1+/m/c/sub/1');
CREATE FUNCTION pg_temp.read(query text, OUT paths text[], OUT passes bigint, OUT by_index bigint) LANGUAGE plpgsql AS $$
DECLARE
    before record;
BEGIN
    SELECT seq_scan, idx_tup_fetch INTO before FROM pg_stat_xact_user_tables WHERE relid = 'public.data_commit_info'::regclass;
    EXECUTE 'SELECT array_agg(p ORDER BY p COLLATE "C") FROM ' || query INTO paths;
    SELECT seq_scan - before.seq_scan, idx_tup_fetch - before.idx_tup_fetch INTO passes, by_index FROM pg_stat_xact_user_tables WHERE relid = 'public.data_commit_info'::regclass;
END
$$;
SELECT q, paths, passes, by_index < 100 AS few FROM unnest(ARRAY['lakesoul.expire(''m_a'', ''h'', keep_versions => 1) AS e, unnest(e.paths) AS p',
    'lakesoul.truncate_table(''m_a'', ''h'') AS p', 'lakesoul.drop_table(''m_c'', ''h'') AS p', 'lakesoul.drop_table(''m_b'', ''h'') AS p', 'lakesoul.drop_table(''m_a'', ''h'') AS p']) AS q, pg_temp.read(q);
-- Without it the same, by a pass over all commits.
SELECT pg_temp.forget() > 0, pg_temp.made('m_a', '/m/a'), pg_temp.made('m_b', '/m/b'), pg_temp.made('m_c', '/m/c');
SELECT pg_temp.gets('m_a', 'd+/m/a/1+/m/a/2'), pg_temp.gets('m_a', 'e+/m/a/3', 0), pg_temp.gets('m_b', 'f+/m/b/1+/m/c/sub/1');
DROP INDEX data_commit_info_folder_index;
SELECT q, paths, passes FROM unnest(ARRAY['lakesoul.expire(''m_a'', ''h'', keep_versions => 1) AS e, unnest(e.paths) AS p',
    'lakesoul.truncate_table(''m_a'', ''h'') AS p', 'lakesoul.drop_table(''m_c'', ''h'') AS p', 'lakesoul.drop_table(''m_b'', ''h'') AS p', 'lakesoul.drop_table(''m_a'', ''h'') AS p']) AS q, pg_temp.read(q);
SELECT object, action FROM lakesoul.setup() WHERE action <> 'unchanged';
\c contrib_regression
DROP DATABASE regress_handed_out;
DROP ROLE regress_lake_d1, regress_lake_d2;
