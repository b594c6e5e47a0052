-- check_catalog(): each kind of damage is seeded, named, repaired by the SQL it gives, and gone.
\set SHOW_CONTEXT never
CREATE DATABASE regress_check_catalog;
\c regress_check_catalog
CREATE EXTENSION lakesoul_meta;
SELECT * FROM lakesoul.check_catalog();
SELECT count(*) > 0 FROM lakesoul.setup();
\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/test/fixtures/commit_helpers.sql'
\set ECHO none
\i :helpers
\set ECHO all
\pset tuples_only
\pset format unaligned
SELECT lakesoul.create_namespace('check', domain => 'public');
SELECT lakesoul.create_table('t', '/check/t', '{}', 'check', range_partitions => '{p}', table_id => 'check_t');
SELECT lakesoul.create_table('u', '/check/u', '{}', 'check', table_id => 'check_u');
SET test.table_id = 'check_t';
SET test.partition = 'p=1';
SELECT pg_temp.commit('Append', 'a+f1');
SELECT pg_temp.commit('Append', 'b+f2');
SELECT pg_temp.commit('Compaction', 'k+g', read => 1);
SELECT pg_temp.commit('Append', 'c+f3');
-- A sound catalog, also after everything that leaves traces.
SELECT pg_temp.commit('Delete', 'd', read => 3);
SELECT count(*) FROM lakesoul.rollback_partition('t', 'p=1', 3, 'check');
SELECT pg_temp.register(pg_temp.request('Append', 'e+f4'));
SELECT * FROM lakesoul.check_catalog();

-- Names what is found, runs the repairs in order, and says what is left.
CREATE FUNCTION pg_temp.mend() RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
    found record;
BEGIN
    FOR found IN SELECT * FROM lakesoul.check_catalog() LOOP
        RETURN NEXT concat_ws(' | ', found.severity, found.object, regexp_replace(found.problem, 'stamped \d{13}, not', 'stamped TIME, not'));
        RETURN NEXT '  ' || coalesce(regexp_replace(found.repair, '"timestamp" = \d{13}', '"timestamp" = TIME'), 'for a person to decide');
        EXECUTE coalesce(found.repair, '');
    END LOOP;
    RETURN NEXT (SELECT format('%s left', count(*)) FROM lakesoul.check_catalog());
END
$$;

-- 1. Names and paths.
DELETE FROM table_name_id WHERE table_id = 'check_t';
SELECT pg_temp.mend();
DELETE FROM table_path_id WHERE table_id = 'check_t';
SELECT pg_temp.mend();
UPDATE table_name_id SET table_id = 'check_u' WHERE table_name = 't';
SELECT pg_temp.mend();
SELECT lakesoul.rename_table_by_id('check_t', 't');
INSERT INTO table_name_id (table_name, table_id, table_namespace) VALUES ('alias', 'check_t', 'check');
INSERT INTO table_path_id (table_path, table_id, table_namespace) VALUES ('/check/alias', 'check_t', 'check');
SELECT pg_temp.mend();
-- Two tables of one path: which one is right is for a person to decide.
UPDATE table_path_id SET table_id = 'check_u' WHERE table_path = '/check/t';
SELECT pg_temp.mend();
UPDATE table_path_id SET table_id = 'check_t' WHERE table_path = '/check/t';

-- A name and a path that belong to nobody are the table's again; a path's namespace is its table's.
SET session_replication_role = replica;
UPDATE table_name_id SET table_id = 'check_gone' WHERE table_name = 't';
UPDATE table_path_id SET table_id = NULL, table_namespace = NULL WHERE table_path = '/check/t';
INSERT INTO table_name_id (table_name, table_namespace) VALUES ('nobody', 'check');
INSERT INTO table_path_id (table_path) VALUES ('/check/nobody');
RESET session_replication_role;
SELECT pg_temp.mend();
-- What is gone is found where it still stands.
UPDATE table_info SET table_namespace = NULL WHERE table_id = 'check_t';
SELECT pg_temp.mend();
UPDATE table_info SET table_name = NULL, table_path = NULL, domain = NULL WHERE table_id = 'check_t';
SELECT pg_temp.mend();
SELECT table_namespace, table_name, table_path, domain FROM table_info WHERE table_id = 'check_t';

-- 2. Namespaces and domains.
-- No namespace can be made with an empty name.
BEGIN;
UPDATE table_info SET table_namespace = '' WHERE table_id = 'check_u';
UPDATE table_name_id SET table_namespace = '' WHERE table_id = 'check_u';
UPDATE table_path_id SET table_namespace = '' WHERE table_id = 'check_u';
SELECT pg_temp.mend();
ROLLBACK;
DELETE FROM namespace WHERE namespace = 'check';
SELECT pg_temp.mend();
UPDATE namespace SET domain = 'lake-public' WHERE namespace = 'check';
SELECT pg_temp.mend();
SELECT pg_temp.mend();

UPDATE namespace SET domain = NULL, properties = NULL WHERE namespace = 'check';
SELECT pg_temp.mend();
UPDATE namespace SET domain = 'lake-public' WHERE namespace = 'check';
SELECT count(*) FROM pg_temp.mend();
SELECT pg_temp.mend();
UPDATE table_info SET domain = NULL WHERE table_id = 'check_u';
UPDATE data_commit_info SET domain = NULL WHERE commit_id = pg_temp.id('a');
SELECT pg_temp.mend();

-- 3. Values that clients cannot read.
UPDATE table_info SET properties = NULL, partitions = 'p' WHERE table_id = 'check_t';
UPDATE partition_info SET snapshot = NULL, "timestamp" = NULL WHERE table_id = 'check_t' AND version = 0;
UPDATE partition_info SET commit_op = 'FooCommit' WHERE table_id = 'check_t' AND version = 1;
SELECT pg_temp.mend();
SELECT version, commit_op FROM partition_info WHERE table_id = 'check_t' AND version < 2 ORDER BY version;

UPDATE partition_info SET snapshot = NULL WHERE table_id = 'check_t' AND version = 3;
SELECT pg_temp.mend();
UPDATE partition_info SET snapshot = ARRAY[snapshot] WHERE table_id = 'check_t' AND version = 2;
UPDATE partition_info SET snapshot = snapshot || ARRAY[NULL::uuid] WHERE table_id = 'check_t' AND version = 5;
SELECT pg_temp.mend();
SELECT pg_temp.versions();
UPDATE data_commit_info SET commit_op = 'FooCommit', committed = NULL, "timestamp" = NULL, file_ops = file_ops || ARRAY[NULL, ('x', 'move', 1, ''), ('y', 'add', NULL, NULL)]::data_file_op[]
 WHERE table_id = 'check_t' AND commit_id = pg_temp.id('a');
UPDATE data_commit_info SET file_ops = NULL WHERE table_id = 'check_t' AND commit_id = pg_temp.id('b');
SELECT pg_temp.mend();
SELECT file_ops, commit_op, committed, "timestamp" = 0 FROM data_commit_info WHERE table_id = 'check_t' AND commit_id IN (pg_temp.id('a'), pg_temp.id('b')) ORDER BY commit_id;
UPDATE table_info SET properties = '[]', partitions = ';' WHERE table_id = 'check_t';
UPDATE namespace SET properties = '5' WHERE namespace = 'check';
SELECT pg_temp.mend();
UPDATE table_info SET partitions = 'p;' WHERE table_id = 'check_t';
SET session_replication_role = replica;
INSERT INTO discard_compressed_file_info (file_path, "timestamp", discarded_at) VALUES ('bare', NULL, 7);
RESET session_replication_role;
SELECT pg_temp.mend();
DELETE FROM discard_compressed_file_info;

-- 4. Heads and commits.
SET lakesoul.protect_commits = off;
DELETE FROM data_commit_info WHERE table_id = 'check_t' AND commit_id = pg_temp.id('c');
RESET lakesoul.protect_commits;
SELECT pg_temp.mend();
SELECT pg_temp.head();
UPDATE data_commit_info SET committed = false, published_version = NULL WHERE table_id = 'check_t' AND commit_id IN (pg_temp.id('a'), pg_temp.id('k'));
SELECT pg_temp.mend();
SELECT pg_temp.names(array_agg(commit_id ORDER BY commit_id)), array_agg(published_version ORDER BY commit_id) FROM data_commit_info WHERE table_id = 'check_t' AND committed;
UPDATE data_commit_info SET committed = true, published_version = 2 WHERE table_id = 'check_t' AND commit_id = pg_temp.id('e');
SELECT pg_temp.mend();
UPDATE data_commit_info SET published_version = 1 WHERE table_id = 'check_t' AND commit_id = pg_temp.id('a');
UPDATE data_commit_info SET published_version = 99 WHERE table_id = 'check_t' AND commit_id = pg_temp.id('k');
SELECT pg_temp.mend();
SELECT pg_temp.names(array_agg(commit_id ORDER BY commit_id)), array_agg(published_version ORDER BY commit_id) FROM data_commit_info WHERE table_id = 'check_t' AND committed;
-- The newest version is gone, then all of a partition: what it published is not there, whatever the commits say.
SET test.partition = 'p=2';
SELECT pg_temp.commit('Append', 'l+f5');
SELECT pg_temp.commit('Append', 'm+f6');
DELETE FROM partition_info WHERE table_id = 'check_t' AND partition_desc = 'p=2' AND version = 1;
SELECT pg_temp.mend();
DELETE FROM partition_info WHERE table_id = 'check_t' AND partition_desc = 'p=2';
SELECT pg_temp.mend();
SELECT pg_temp.commit('Append', 'l+f5');
SELECT count(*) FROM lakesoul.drop_partition('t', 'p=2', 'check');
SELECT lakesoul.forget_discarded('{f5,f6}');
SET test.partition = 'p=1';
UPDATE partition_info SET last_compaction = 7 WHERE table_id = 'check_t' AND version = 5;
SELECT pg_temp.mend();

-- 5. Times.
UPDATE partition_info SET "timestamp" = 1000 WHERE table_id = 'check_t' AND version IN (2, 3);
UPDATE partition_info SET "timestamp" = 1001 WHERE table_id = 'check_t' AND version IN (1, 4);
SELECT pg_temp.mend();
SELECT pg_temp.mend();
UPDATE partition_info SET "timestamp" = 4102444800000 WHERE table_id = 'check_t' AND version = 5;
SELECT pg_temp.mend();

-- Ahead of the clock, wherever it is: nothing is moved behind it, and the last time there is stops nobody.
UPDATE partition_info SET "timestamp" = 4102444800000 WHERE table_id = 'check_t' AND version IN (0, 2);
SELECT pg_temp.mend();
UPDATE partition_info SET "timestamp" = 9223372036854775807 - 5 + version WHERE table_id = 'check_t' AND version >= 3;
SELECT pg_temp.mend();
SELECT version, lag("timestamp") OVER (ORDER BY version) < "timestamp" AND "timestamp" <= lakesoul._epoch_ms(now()) FROM partition_info WHERE table_id = 'check_t' ORDER BY version;

-- 6. Discarded files that are live.
SET lakesoul.protect_live_files = off;
INSERT INTO discard_compressed_file_info (file_path, table_path, partition_desc, t_date) VALUES ('g', '/check/t', 'p=1', '2026-01-01'), ('old', '/check/t', 'p=1', '2026-01-01');
RESET lakesoul.protect_live_files;
SELECT pg_temp.mend();
SELECT file_path FROM discard_compressed_file_info;
-- Under the path of another table, or of none.
SELECT status FROM lakesoul.commit_files('u', ARRAY[('-5', 'other', 'add', 1, ''), ('-5', 'third', 'add', 1, '')]::lakesoul.file_change[], 'check');
SET lakesoul.protect_live_files = off;
INSERT INTO discard_compressed_file_info (file_path, table_path, partition_desc, t_date) VALUES ('other', '/check/t', '-5', '2026-01-01'), ('third', '/nowhere', '-5', '2026-01-01');
RESET lakesoul.protect_live_files;
SELECT pg_temp.mend();

-- 7. What the Paimon API keeps.
SELECT lakesoul.paimon_create_tag('{"database": "check", "object": "u"}', '{"tagName": "kept"}');
SELECT * FROM lakesoul.check_catalog();
DELETE FROM lakesoul.paimon_snapshots WHERE table_id = 'check_u';
SELECT pg_temp.mend();
SELECT status FROM lakesoul.commit_files('u', ARRAY[('-5', 'fourth', 'add', 1, '')]::lakesoul.file_change[], 'check');
SELECT lakesoul.paimon_create_tag('{"database": "check", "object": "u"}', '{"tagName": "again"}');
DELETE FROM lakesoul.paimon_chains WHERE table_id = 'check_u';
SELECT pg_temp.mend();
INSERT INTO lakesoul.paimon_schemas VALUES ('check_u', 0, '[]', 0, 0, '{}');
SELECT pg_temp.mend();

-- 8. What is left over.
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, "timestamp", snapshot, expression) VALUES ('check_gone', '-5', 0, 'AppendCommit', 1, '{}', '');
INSERT INTO data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, "timestamp") VALUES ('check_gone', '-5', gen_random_uuid(), '{}', 'AppendCommit', 1), ('check_t', 'p=1', pg_temp.id('old'), '{}', 'AppendCommit', 1), ('check_t', 'p=1', pg_temp.id('new'), '{}', 'AppendCommit', extract(epoch FROM now())), ('check_t', 'p=1', pg_temp.id('zero'), '{}', 'AppendCommit', 0), ('check_t', 'p=1', pg_temp.id('least'), '{}', 'AppendCommit', -9223372036854775808);
UPDATE data_commit_info SET registered_head = 0 WHERE table_id = 'check_t' AND commit_id = pg_temp.id('old');
SELECT severity, object, problem, repair FROM lakesoul.check_catalog();
\c postgres
DROP DATABASE regress_check_catalog;
