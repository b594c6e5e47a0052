-- Files that may be deleted: which are handed out, which are withheld, who sees and forgets them; and what is recorded
-- on request.
\set SHOW_CONTEXT never
\getenv abs_srcdir PG_ABS_SRCDIR
\set domain_policies :abs_srcdir '/test/fixtures/domain_policies.sql'
\set helpers :abs_srcdir '/test/fixtures/commit_helpers.sql'
\pset tuples_only
\pset format unaligned
CREATE ROLE regress_lake_owner;
CREATE ROLE regress_lake_d1;
CREATE ROLE regress_lake_d2;
CREATE ROLE regress_lake_stranger;
CREATE DATABASE regress_discarded OWNER regress_lake_owner;
\c regress_discarded
SELECT lakesoul.discarded();
CREATE EXTENSION lakesoul_meta;
SELECT lakesoul.discarded();
SELECT lakesoul.forget_discarded('{}');
SELECT lakesoul.purge_orphans('1 day');
GRANT EXECUTE ON FUNCTION lakesoul.setup(boolean) TO regress_lake_owner;
SET check_function_bodies = off;
\set ECHO none
\i :helpers
\set ECHO all
RESET check_function_bodies;
CREATE FUNCTION pg_temp.given(before timestamptz DEFAULT 'infinity', name text DEFAULT NULL, space text DEFAULT 'd') RETURNS text LANGUAGE sql AS $$
    SELECT COALESCE(string_agg(path, ' ' ORDER BY path COLLATE "C"), 'nothing') FROM lakesoul.discarded(before, name, space)
$$;
GRANT ALL ON ALL FUNCTIONS IN SCHEMA pg_temp TO PUBLIC;

-- 1. The owner of the base tables, who is no superuser.
SET ROLE regress_lake_owner;
SELECT count(*) > 0 FROM lakesoul.setup();
SELECT pg_temp.given();
SELECT lakesoul.create_namespace('d'), lakesoul.create_table('t', '/d/t', '{}', 'd', range_partitions => '{p}', table_id => 't');
SET test.table_id = 't';
SET test.partition = 'p=1';
SELECT pg_temp.commit('Append', 'a+/d/t/1'), pg_temp.commit('Append', 'b+/d/t/2'), pg_temp.commit('Compaction', 'k+/d/t/3', 1);
-- On request: what is in use is left out, what was recorded keeps its time.
SELECT lakesoul.discard_files('t', '{/d/t/1,/d/t/3,/d/t/4,/d/t/4}', 'p=1', 'd');
SELECT lakesoul.discard_files_by_id('t', '{/d/t/3,/d/t/4,/d/t/5}', 'p=2');
SELECT lakesoul.discard_files('t', '{}', 'p=1', 'd');
SELECT file_path, table_path, partition_desc, reason, discarded_at = "timestamp" FROM discard_compressed_file_info ORDER BY 1;
SELECT pg_temp.register(pg_temp.request('Append', 'r+/d/t/6'));
SELECT lakesoul.discard_files('t', '{/d/t/6,/d/t/7}', 'p=1', 'd');
-- However they are spelled: of a file in use, of one that a registered commit brings, and of one that nothing needs.
SELECT lakesoul.discard_files('t', '{s3://d/t/3,/d//t/6,/d/t/5}', 'p=1', 'd'), lakesoul.discard_files('t', '{file:///d/t/1,/d/t/5/}', 'p=1', 'd');
DELETE FROM discard_compressed_file_info WHERE file_path = ANY ('{file:///d/t/1,/d/t/5/}');
SELECT pg_temp.attempt($$SELECT lakesoul.discard_files('t', '{x}', 'q=1', 'd')::text$$);
SELECT pg_temp.attempt($$SELECT lakesoul.discard_files('t', '{x,""}', 'p=1', 'd')::text$$);
SELECT pg_temp.attempt($$SELECT lakesoul.discard_files('t', '{x,NULL}', 'p=1', 'd')::text$$);
SELECT pg_temp.attempt($$SELECT lakesoul.discard_files('t', NULL, 'p=1', 'd')::text$$);
SELECT pg_temp.attempt($$SELECT lakesoul.discard_files('t', '{x}', NULL, 'd')::text$$);
SELECT pg_temp.attempt($$SELECT lakesoul.discard_files('t', ARRAY[repeat('x', 2681)], 'p=1', 'd')::text$$);
SELECT pg_temp.attempt($$SELECT lakesoul.discard_files('nosuch', '{x}', 'p=1', 'd')::text$$);
SELECT pg_temp.attempt($$SELECT lakesoul.discard_files_by_id('nosuch', '{x}', 'p=1')::text$$);
-- An older version needs the first one still.
SELECT path, "table", partition, discarded_at > 0, reason, table_id, namespace FROM lakesoul.discarded('infinity') ORDER BY path COLLATE "C";
SELECT pg_temp.given('-infinity'), pg_temp.given(now() - interval '1 hour'), pg_temp.given(NULL);
SELECT paths FROM lakesoul.expire('t', 'd', keep_versions => 1);
SELECT pg_temp.given();
-- The default leaves out what this transaction discards.
BEGIN;
SELECT pg_sleep(0.002);
SELECT lakesoul.discard_files('t', '{/d/t/8}', 'p=1', 'd');
SELECT count(*) FROM lakesoul.discarded() WHERE path = '/d/t/8';
COMMIT;
SELECT count(*) FROM lakesoul.discarded() WHERE path = '/d/t/8';
-- Rows from before the extension have the time of the file only, or none at all.
ALTER TABLE discard_compressed_file_info DISABLE TRIGGER ALL;
INSERT INTO discard_compressed_file_info (file_path, table_path, partition_desc, "timestamp") VALUES ('/d/t/3', '/d/t', 'p=1', 1), ('/d/t/old', '/d/t', 'p=1', 1700000000000), ('/d/t/none', '/d/t', NULL, NULL);
ALTER TABLE discard_compressed_file_info ENABLE TRIGGER ALL;
SELECT * FROM lakesoul.discarded('2024-01-01') ORDER BY path COLLATE "C";

-- 2. By table.
SELECT lakesoul.create_table('u', '/d/u', '{}', 'd', table_id => 'u'), lakesoul.discard_files_by_id('u', '{/d/u/1}', '-5');
SELECT pg_temp.given(name => 'u'), (SELECT count(*) FROM lakesoul.discarded_by_id('u', 'infinity')), (SELECT count(*) FROM lakesoul.discarded_by_id('t')) > 3;
SELECT pg_temp.attempt($$SELECT lakesoul.discarded(table_name => 'u')::text$$);
SELECT pg_temp.attempt($$SELECT lakesoul.discarded(now(), 'u', NULL)::text$$);
SELECT pg_temp.attempt($$SELECT lakesoul.discarded_by_id('nosuch')::text$$);
SELECT pg_temp.attempt($$SELECT lakesoul.discarded_by_id(NULL)::text$$);
-- A stock client that changes the path in table_info alone does not make its table's rows look like nobody's.
UPDATE table_info SET table_path = '/d/moved' WHERE table_id = 't';
SELECT "table", count(*) FROM lakesoul.discarded('infinity') WHERE path LIKE '/d/t/%' GROUP BY 1;
SELECT count(*) FROM lakesoul.discarded_by_id('t', 'infinity') WHERE path = '/d/t/3';
-- Nor if nothing tells whose they are: what some table's commits reference is withheld.
DELETE FROM table_path_id WHERE table_id = 't';
SELECT "table", table_id, path = '/d/t/3', count(*) FROM lakesoul.discarded('infinity') WHERE path LIKE '/d/t/%' GROUP BY 1, 2, 3;
UPDATE table_info SET table_path = '/d/t' WHERE table_id = 't';
INSERT INTO table_path_id (table_path, table_id, table_namespace) VALUES ('/d/t', 't', 'd');

-- Rows of a table without a path follow it as well, to a path and back.
SELECT lakesoul.create_table('np', '', '{}', 'd', table_id => 'np'), lakesoul.discard_files('np', '{/d/np/1}', '-5', 'd');
SELECT table_path FROM discard_compressed_file_info WHERE file_path = '/d/np/1';
SELECT lakesoul.move_table_path('np', '/d/np', 'd'), pg_temp.given(name => 'np');
SELECT table_path FROM discard_compressed_file_info WHERE file_path = '/d/np/1';
SELECT lakesoul.move_table_path('np', '', 'd'), pg_temp.given(name => 'np');
SELECT table_path FROM discard_compressed_file_info WHERE file_path = '/d/np/1';
SELECT lakesoul.drop_table('np', 'd');

-- 3. Forgetting.
SELECT lakesoul.forget_discarded(ARRAY(SELECT path FROM lakesoul.discarded('infinity')) || '/d/nosuch'::text);
SELECT pg_temp.given();
SELECT pg_temp.attempt($$SELECT lakesoul.forget_discarded(NULL)::text$$);
SELECT pg_temp.attempt($$SELECT lakesoul.forget_discarded('{x,NULL}')::text$$);
SELECT lakesoul.forget_discarded('{}');

-- 4. Dropped tables: their folders, and files that lie elsewhere.
SET test.table_id = 'u';
SET test.partition = '-5';
SELECT pg_temp.commit('Append', 'a+/d/u/2+/e/1+/d/t/3+/e/2');
SELECT lakesoul.create_table('shares', '/d/shares', '{}', 'd', table_id => 'shares');
SET test.table_id = 'shares';
SELECT pg_temp.commit('Append', 'a+/e/2');
SELECT lakesoul.drop_table('u', 'd');
SELECT path, is_folder, namespace, table_id, table_name, dropped_at > 0, reason FROM lakesoul.dropped_paths ORDER BY path COLLATE "C";
SELECT path, "table", partition, reason, table_id, namespace FROM lakesoul.discarded('infinity') ORDER BY path COLLATE "C";
SELECT pg_temp.given(name => 'u'), pg_temp.given('-infinity', 'u'), (SELECT count(*) FROM lakesoul.discarded_by_id('u', 'infinity'));
-- A table in the folder, under any name of the store, above it or below it.
SELECT lakesoul.create_table('u', 'file:///d/u/', '{}', 'd', table_id => 'u2'), pg_temp.given();
SELECT lakesoul.drop_table('u', 'd'), pg_temp.given();
SELECT lakesoul.create_table('v', '/d', '{}', 'd', table_id => 'v'), pg_temp.given();
SELECT lakesoul.drop_table('v', 'd'), pg_temp.given();
SELECT lakesoul.forget_discarded('{/d,file:///d/u/}');
SELECT lakesoul.create_table('v', '/d/u/x/y', '{}', 'd', table_id => 'v'), pg_temp.given();
DELETE FROM table_info WHERE table_id = 'v';
SELECT pg_temp.given();
DELETE FROM table_path_id WHERE table_id = 'v';
DELETE FROM table_name_id WHERE table_id = 'v';
SELECT lakesoul.create_table('v', '/d/u2', '{}', 'd', table_id => 'v'), pg_temp.given();
-- Dropped again, it is the later table's.
SELECT lakesoul.create_table('w', '/d/u', '{}', 'd', table_id => 'w');
SELECT lakesoul.drop_table('w', 'd');
SELECT path, table_id FROM lakesoul.dropped_paths WHERE path = '/d/u';
SELECT lakesoul.forget_discarded('{/e/1}'), pg_temp.given();
-- What another table referenced is handed out when that is gone.
SELECT lakesoul.drop_table('shares', 'd'), pg_temp.given();
-- A folder in which another table's files are: of one that was moved, and of one that writes there.
SELECT lakesoul.create_table('moves', 's3://d/old', '{}', 'd', table_id => 'moves');
SET test.table_id = 'moves';
SELECT pg_temp.commit('Append', 'a+s3://d/old/1');
SELECT lakesoul.move_table_path('moves', 's3://d/other', 'd'), lakesoul.create_table('u', 's3a://d/old/', '{}', 'd', table_id => 'u3');
SELECT lakesoul.drop_table('u', 'd'), pg_temp.given(name => 'u');
SELECT pg_temp.commit('Update', 'b+s3://d/other/1', 0), pg_temp.given(name => 'u');
SELECT paths FROM lakesoul.expire('moves', 'd', keep_versions => 1);
SELECT pg_temp.given(name => 'u'), pg_temp.given(name => 'moves');
SELECT lakesoul.drop_table('moves', 'd'), lakesoul.forget_discarded('{s3a://d/old/,s3://d/old/1,s3://d/other}');

-- 5. Row-level security by domain: what belongs to a table or namespace that is invisible is not there, and what is
-- referenced by rows that are invisible is withheld.
\set ECHO none
\i :domain_policies
\set ECHO all
ALTER TABLE discard_compressed_file_info ENABLE ROW LEVEL SECURITY;
CREATE POLICY visible_path_policy ON discard_compressed_file_info USING (EXISTS (SELECT FROM table_path_id AS p WHERE p.table_path = discard_compressed_file_info.table_path)
    OR EXISTS (SELECT FROM table_info AS t WHERE t.table_id = discard_compressed_file_info.table_path));
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO regress_lake_d1, regress_lake_d2;
SELECT lakesoul.forget_discarded(ARRAY(SELECT path FROM lakesoul.dropped_paths)) > 0;
SELECT lakesoul.create_namespace('s1', domain => 'regress_lake_d1'), lakesoul.create_namespace('s2', domain => 'regress_lake_d2');
RESET ROLE;
SET ROLE regress_lake_d1;
SELECT lakesoul.create_table('mine', '/s1/mine', '{}', 's1', table_id => 'mine'), lakesoul.create_table('gone', '/s1/gone', '{}', 's1', table_id => 'gone');
SET test.table_id = 'mine';
SET test.partition = '-5';
SELECT pg_temp.commit('Append', 'a+/s1/mine/1+/s1/mine/3'), pg_temp.commit('Update', 'b+/s1/mine/2', 0), lakesoul.discard_files('mine', '{/s1/mine/9}', '-5', 's1');
SELECT paths FROM lakesoul.expire('mine', 's1', keep_versions => 1);
SELECT lakesoul.drop_table('gone', 's1'), pg_temp.given();
-- Rows go along where a table's path changes, and leave none behind when it is dropped.
SELECT lakesoul.move_table_path('mine', '/s1/new', 's1'), pg_temp.given(name => 'mine', space => 's1');
SELECT lakesoul.move_table_path('mine', '', 's1'), pg_temp.given(name => 'mine', space => 's1');
SELECT lakesoul.move_table_path('mine', '/s1/mine', 's1'), pg_temp.given(name => 'mine', space => 's1');
SELECT lakesoul.create_table('np', '', '{}', 's1', table_id => 'np'), lakesoul.discard_files('np', '{/s1/np/1}', '-5', 's1'), lakesoul.discard_files('np', '{/s1/np/1}', '-5', 's1');
SELECT lakesoul.drop_table('np', 's1'), lakesoul.forget_discarded('{/s1/np/1}');
RESET ROLE;
SELECT table_path FROM discard_compressed_file_info WHERE file_path LIKE '/s1/%' GROUP BY 1;
SET ROLE regress_lake_d2;
SELECT pg_temp.given(), (SELECT count(*) FROM lakesoul.dropped_paths), lakesoul.forget_discarded('{/s1/gone}');
SELECT pg_temp.attempt($$SELECT lakesoul.discarded(table_name => 'mine', namespace => 's1')::text$$);
SELECT pg_temp.attempt($$SELECT lakesoul.discarded(table_name => 'gone', namespace => 's1')::text$$);
SELECT pg_temp.attempt($$SELECT lakesoul.expire('mine', 's1', keep_versions => 1)::text$$);
SELECT pg_temp.attempt($$SELECT lakesoul.discard_files('mine', '{x}', '-5', 's1')::text$$);
SELECT pg_temp.attempt($$SELECT lakesoul.expire_by_id('mine', keep_versions => 1)::text$$);
SELECT pg_temp.attempt($$SELECT lakesoul.discard_files_by_id('mine', '{x}', '-5')::text$$);
SELECT pg_temp.attempt($$SELECT lakesoul.discarded_by_id('mine')::text$$);
SELECT pg_temp.attempt($$SELECT lakesoul.discarded_by_id('gone')::text$$);
-- His table names a file whose only other reference he cannot see.
SELECT lakesoul.create_table('other', '/s2/other', '{}', 's2', table_id => 'other');
SET test.table_id = 'other';
SELECT pg_temp.commit('Append', 'a+/s2/1'), pg_temp.commit('Update', 'b+/s2/2', 0);
RESET ROLE;
UPDATE partition_info SET domain = 'regress_lake_d1' WHERE table_id = 'other' AND version = 0;
SET ROLE regress_lake_d2;
SELECT lakesoul.discard_files('other', '{/s2/1}', '-5', 's2'), pg_temp.given();
-- He cannot delete what he does not see: he is refused, and nothing is half done.
SELECT pg_temp.attempt($$SELECT lakesoul.expire('other', 's2', keep_versions => 1)::text$$);
SELECT count(*) FROM data_commit_info WHERE table_id = 'other';
RESET ROLE;
UPDATE partition_info SET domain = 'regress_lake_d2' WHERE table_id = 'other';
UPDATE data_commit_info SET domain = 'regress_lake_d1' WHERE table_id = 'other' AND published_version = 0;
SET ROLE regress_lake_d2;
SELECT pg_temp.attempt($$SELECT lakesoul.expire('other', 's2', keep_versions => 1)::text$$);
RESET ROLE;
UPDATE data_commit_info SET domain = 'regress_lake_d2' WHERE table_id = 'other';
SET ROLE regress_lake_d2;
SELECT * FROM lakesoul.expire('other', 's2', keep_versions => 1);
SELECT pg_temp.given();
-- A namespace that is gone: its folders are its domain's, the owner's of the base tables, and the superuser's.
RESET ROLE;
SET ROLE regress_lake_d1;
SELECT pg_temp.given();
DELETE FROM namespace WHERE namespace = 's1';
SELECT path FROM lakesoul.dropped_paths;
RESET ROLE;
SET ROLE regress_lake_owner;
SELECT path FROM lakesoul.dropped_paths;
SELECT pg_temp.given(name => 'gone', space => 's1');
RESET ROLE;
SELECT path FROM lakesoul.dropped_paths;
-- Nobody writes there himself, and a stranger asks in vain.
SET ROLE regress_lake_owner;
DELETE FROM lakesoul.dropped_paths;
SELECT lakesoul.forget_discarded('{/s1/gone}');
RESET ROLE;
SET ROLE regress_lake_stranger;
SELECT pg_temp.attempt($$SELECT lakesoul.discarded()::text$$);
SELECT pg_temp.attempt($$SELECT lakesoul.forget_discarded('{x}')::text$$);
SELECT pg_temp.attempt($$SELECT lakesoul.expire('t', 'd')::text$$);
SELECT pg_temp.attempt($$SELECT lakesoul.purge_orphans('1 day')::text$$);
RESET ROLE;
\c contrib_regression
DROP DATABASE regress_discarded;
DROP ROLE regress_lake_owner, regress_lake_d1, regress_lake_d2, regress_lake_stranger;
