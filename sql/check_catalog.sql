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

-- 2. Namespaces and domains.
DELETE FROM namespace WHERE namespace = 'check';
SELECT pg_temp.mend();
UPDATE namespace SET domain = 'lake-public' WHERE namespace = 'check';
SELECT pg_temp.mend();
SELECT pg_temp.mend();

-- 3. Values that clients cannot read.
UPDATE table_info SET properties = NULL, partitions = 'p' WHERE table_id = 'check_t';
UPDATE partition_info SET snapshot = NULL, "timestamp" = NULL WHERE table_id = 'check_t' AND version = 0;
UPDATE partition_info SET commit_op = 'FooCommit' WHERE table_id = 'check_t' AND version = 1;
SELECT pg_temp.mend();
SELECT version, commit_op FROM partition_info WHERE table_id = 'check_t' AND version < 2 ORDER BY version;

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
UPDATE partition_info SET last_compaction = 7 WHERE table_id = 'check_t' AND version = 5;
SELECT pg_temp.mend();

-- 5. Times.
UPDATE partition_info SET "timestamp" = 1000 WHERE table_id = 'check_t' AND version IN (2, 3);
UPDATE partition_info SET "timestamp" = 1001 WHERE table_id = 'check_t' AND version IN (1, 4);
SELECT pg_temp.mend();
SELECT pg_temp.mend();
UPDATE partition_info SET "timestamp" = 4102444800000 WHERE table_id = 'check_t' AND version = 5;
SELECT pg_temp.mend();

-- 6. Discarded files that are live.
SET lakesoul.protect_live_files = off;
INSERT INTO discard_compressed_file_info (file_path, table_path, partition_desc, t_date) VALUES ('g', '/check/t', 'p=1', '2026-01-01'), ('old', '/check/t', 'p=1', '2026-01-01');
RESET lakesoul.protect_live_files;
SELECT pg_temp.mend();
SELECT file_path FROM discard_compressed_file_info;

-- 7. What is left over.
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, "timestamp", snapshot, expression) VALUES ('check_gone', '-5', 0, 'AppendCommit', 1, '{}', '');
INSERT INTO data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, "timestamp") VALUES ('check_gone', '-5', gen_random_uuid(), '{}', 'AppendCommit', 1), ('check_t', 'p=1', pg_temp.id('old'), '{}', 'AppendCommit', 1), ('check_t', 'p=1', pg_temp.id('new'), '{}', 'AppendCommit', extract(epoch FROM now())), ('check_t', 'p=1', pg_temp.id('zero'), '{}', 'AppendCommit', 0), ('check_t', 'p=1', pg_temp.id('least'), '{}', 'AppendCommit', -9223372036854775808);
UPDATE data_commit_info SET registered_head = 0 WHERE table_id = 'check_t' AND commit_id = pg_temp.id('old');
SELECT severity, object, problem, repair FROM lakesoul.check_catalog();
\c postgres
DROP DATABASE regress_check_catalog;
