-- What writers and drops left behind: commits that were never published, rows of tables that are gone.
\set SHOW_CONTEXT never
\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/test/fixtures/commit_helpers.sql'
\pset tuples_only
\pset format unaligned
CREATE ROLE regress_lake_owner;
CREATE ROLE regress_lake_d1;
CREATE DATABASE regress_purge OWNER regress_lake_owner;
\c regress_purge
CREATE EXTENSION lakesoul_meta;
SELECT count(*) > 0 FROM lakesoul.setup();
SET check_function_bodies = off;
\set ECHO none
\i :helpers
\set ECHO all
RESET check_function_bodies;
CREATE FUNCTION pg_temp.ago(t interval) RETURNS bigint LANGUAGE sql AS $$ SELECT (extract(epoch FROM now() - t) * 1000)::bigint $$;
-- A row that a stock client registered so long ago, while this version was head.
CREATE FUNCTION pg_temp.registered(id text, commit text, files text, "timestamp" bigint, head bigint) RETURNS void LANGUAGE sql AS $$
    INSERT INTO data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, committed, "timestamp", registered_head)
    SELECT id, 'p=1', pg_temp.id(commit), ARRAY(SELECT ROW(o->>'path', o->>'file_op', 1, '')::data_file_op FROM jsonb_array_elements(pg_temp.file_ops(files)) AS o), 'AppendCommit', false, $4, head
$$;
CREATE FUNCTION pg_temp.purge(older_than interval) RETURNS SETOF text LANGUAGE sql AS $$
    SELECT concat_ws(' ', table_id, '|', kind, '|', "rows", paths) FROM lakesoul.purge_orphans(older_than)
$$;
CREATE FUNCTION pg_temp.given() RETURNS SETOF text LANGUAGE sql AS $$
    SELECT concat_ws(' ', path, '|', "table", partition, reason) FROM lakesoul.discarded('infinity') ORDER BY path COLLATE "C"
$$;
SELECT lakesoul.create_table('t', '/d/t', '{}', range_partitions => '{p}', table_id => 't');
SET test.table_id = 't';
SET test.partition = 'p=1';

-- 1. Old enough by all that is known of them: their own time, and the version that was head.
SELECT pg_temp.commit('Append', 'v+/d/t/1+/d/t/2');
SELECT pg_temp.registered('t', 'ms', '+/d/t/ms1+/d/t/ms2', pg_temp.ago('2 days'), 0),
       pg_temp.registered('t', 'sec', '+/d/t/sec', pg_temp.ago('2 days') / 1000, pg_temp.ago('3 days')),
       pg_temp.registered('t', 'edge', '+/d/t/edge', pg_temp.ago('1 day'), 0),
       pg_temp.registered('t', 'newsec', '+/d/t/newsec', pg_temp.ago('1 hour') / 1000, 0),
       pg_temp.registered('t', 'head', '+/d/t/head', pg_temp.ago('2 days'), pg_temp.ago('1 hour')),
       pg_temp.registered('t', 'notime', '+/d/t/notime', NULL, pg_temp.ago('3 days')),
       pg_temp.registered('t', 'zero', '+/d/t/zero', 0, 0);
SELECT pg_sleep(0.002) IS NOT NULL;   -- a day ago is old only in a later millisecond
SELECT pg_temp.purge('1 day');
SELECT pg_temp.given();
SELECT pg_temp.names(array_agg(commit_id ORDER BY commit_id)) FROM data_commit_info WHERE published_version IS NULL;
SELECT pg_temp.purge('1 day');
-- Nothing is retired: such an id was never published.
SELECT count(*) FROM lakesoul.retired_commits;

-- 2. Files that are in use otherwise are not given away; what a version lists was published, whatever its row says.
SELECT pg_temp.registered('t', 'live', '+/d/t/1+/d/t/head+/d/t/free-/d/t/2', 1700000000000, 0);
INSERT INTO data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, committed, "timestamp")
VALUES ('t', 'p=2', pg_temp.id('import'), '{"(/d/t/import,add,1,)"}', 'AppendCommit', true, 1700000000000),
       ('t', 'p=2', pg_temp.id('left'), '{"(/d/t/left,add,1,)"}', 'AppendCommit', true, 1700000000000);
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, "timestamp") VALUES ('t', 'p=2', 0, 'AppendCommit', pg_temp.ids('import'), 1700000000000);
SELECT count(*) FROM data_commit_info WHERE partition_desc = 'p=2' AND published_version IS NULL;
SELECT pg_temp.purge('1 day');
SELECT path FROM lakesoul.files('t', filter => '{"p": "2"}');

-- 3. A compaction of a stock client that was suppressed.
SELECT pg_temp.commit('Update', 'u+/d/t/3', 0);
SELECT pg_temp.registered('t', 'k', '+/d/t/k', 1700000000000, (SELECT "timestamp" FROM partition_info WHERE partition_desc = 'p=1' AND version = 0));
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain) VALUES ('t', 'p=1', 1, 'CompactionCommit', pg_temp.ids('k'), '', 'public');
UPDATE data_commit_info SET registered_head = 0 WHERE commit_id = pg_temp.id('k');
SELECT pg_temp.purge('1 day');

-- 4. Tables that are gone. A creation that is going on is left alone; so is a table whose rows are new.
INSERT INTO table_name_id (table_name, table_id, table_namespace) VALUES ('slow', 'slow', 'default');
INSERT INTO table_path_id (table_path, table_id, table_namespace) VALUES ('/d/slow', 'slow', 'default');
INSERT INTO table_name_id (table_name, table_id, table_namespace, created_at) VALUES ('crashed', 'crashed', 'default', NULL);
INSERT INTO table_path_id (table_path, table_id, table_namespace, created_at) VALUES ('/d/crashed', 'crashed', 'default', pg_temp.ago('2 days'));
UPDATE table_name_id SET created_at = NULL WHERE table_id = 'crashed';
SELECT pg_temp.registered('fresh', 'a', '+/d/fresh/a', pg_temp.ago('1 hour'), 0);
-- A time that is none stops nobody.
SELECT pg_temp.registered('ancient', 'a', '+/d/ancient/a', -9223372036854775808, 0);
-- One that was dropped while a writer committed, one of which only the path row is there, one whose rows outlived all others.
SELECT pg_temp.registered('raced', 'a', '+/d/raced/a+/d/t/3-/d/raced/b', pg_temp.ago('2 days'), 0), pg_temp.registered('placed', 'a', '+/d/placed/a+/e/a', pg_temp.ago('2 days'), 0);
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, "timestamp") VALUES ('raced', 'p=1', 0, 'AppendCommit', pg_temp.ids('a'), pg_temp.ago('2 days'));
INSERT INTO table_path_id (table_path, table_id, table_namespace, created_at) VALUES ('/d/placed', 'placed', 'default', pg_temp.ago('2 days'));
INSERT INTO table_name_id (table_name, table_id, table_namespace, created_at) VALUES ('placed', 'placed', 'default', pg_temp.ago('2 days'));
INSERT INTO lakesoul.retired_commits VALUES ('raced', 'p=1', pg_temp.id('x'), 0), ('traces', 'p=1', pg_temp.id('x'), 0);
INSERT INTO lakesoul.purged_commits VALUES ('known', 'p=1', pg_temp.id('x'));
INSERT INTO lakesoul.dropped_partitions VALUES ('traces', 'p=1', 0, 0);
INSERT INTO lakesoul.held_deletes VALUES ('traces', 'p=1', pg_temp.id('x'));
INSERT INTO lakesoul.due_compactions VALUES ('traces', 'p=1', 0, 0), ('t', 'p=1', 0, 0);
SELECT pg_temp.purge('1 day');
SELECT pg_temp.given();
SELECT path, is_folder, namespace, table_id, table_name, reason FROM lakesoul.dropped_paths ORDER BY path COLLATE "C";
SELECT pg_temp.purge('1 day');
SELECT table_id FROM table_name_id UNION SELECT table_id FROM table_path_id UNION SELECT table_id FROM data_commit_info UNION SELECT table_id FROM partition_info
 UNION SELECT table_id FROM lakesoul.retired_commits UNION SELECT table_id FROM lakesoul.due_compactions ORDER BY 1;
SELECT pg_temp.purge('0');
SELECT table_id FROM table_name_id UNION SELECT table_id FROM table_path_id ORDER BY 1;

-- 5. What cannot be.
SELECT pg_temp.attempt($$SELECT lakesoul.purge_orphans(NULL)::text$$);
SELECT pg_temp.attempt($$SELECT lakesoul.purge_orphans('-1 second')::text$$);
SELECT pg_temp.attempt($$SELECT lakesoul.purge_orphans('1000 years')::text$$);

-- 6. Only what the caller sees: the rest waits for who sees it.
ALTER TABLE table_info ENABLE ROW LEVEL SECURITY;
ALTER TABLE data_commit_info ENABLE ROW LEVEL SECURITY;
ALTER TABLE partition_info ENABLE ROW LEVEL SECURITY;
CREATE POLICY domain_only_policy ON table_info USING (domain = 'public' OR domain = current_user);
CREATE POLICY domain_only_policy ON data_commit_info USING (domain = 'public' OR domain = current_user);
CREATE POLICY domain_only_policy ON partition_info USING (domain = 'public' OR domain = current_user);
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO regress_lake_d1;
SELECT lakesoul.create_namespace('other', domain => 'other'), lakesoul.create_table('theirs', '/o/theirs', '{}', 'other', range_partitions => '{p}', table_id => 'theirs');
SELECT pg_temp.registered(t, 'a', '+/d/a', 1700000000000, 0) FROM unnest('{t,theirs,nobodys,mixed}'::text[]) AS t;
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, "timestamp", domain) VALUES ('mixed', 'p=1', 0, 'AppendCommit', '{}', 5, 'other');
INSERT INTO lakesoul.retired_commits VALUES ('mixed', 'p=1', pg_temp.id('x'), 0), ('nobodys', 'p=1', pg_temp.id('x'), 0);
GRANT ALL ON ALL FUNCTIONS IN SCHEMA pg_temp TO PUBLIC;
SET ROLE regress_lake_d1;
SELECT pg_temp.purge('1 day');
RESET ROLE;
SELECT table_id, domain FROM data_commit_info WHERE published_version IS NULL AND "timestamp" = 1700000000000 UNION SELECT table_id, domain FROM partition_info WHERE table_id = 'mixed' ORDER BY 1;
SELECT table_id FROM lakesoul.retired_commits ORDER BY 1;
SELECT pg_temp.purge('1 day');
SELECT count(*) FROM lakesoul.retired_commits;

-- 7. A writer whose registered commit was taken away meanwhile is told to plan again: its files would be in no version. So
-- is one whose row a client deleted. Registered again it is a commit as any other.
SELECT lakesoul.create_table('late', '/d/late', '{}', range_partitions => '{p}', table_id => 'late');
SET test.table_id = 'late';
SELECT pg_temp.commit('Append', 'a+/d/late/a');
SELECT pg_temp.registered('late', commit, '+/d/late/' || commit, pg_temp.ago('1 hour'), 0) FROM unnest('{b,c,d}'::text[]) AS commit;
DELETE FROM data_commit_info WHERE table_id = 'late' AND commit_id = pg_temp.id('c');
SELECT pg_temp.purge('0');
SELECT pg_temp.names(array_agg(commit_id ORDER BY commit_id)) FROM lakesoul.purged_commits WHERE table_id = 'late';
CREATE FUNCTION pg_temp.publish(n int, op text, names text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain) VALUES ('late', 'p=1', n, op, pg_temp.ids(names), '', 'public');
    RETURN 'stored';
EXCEPTION WHEN unique_violation THEN
    RETURN SQLERRM;
END
$$;
SELECT v, op, snapshot, pg_temp.publish(v, op, snapshot)
  FROM (VALUES (1, 'AppendCommit', 'a b'), (0, 'AppendCommit', 'b'), (1, 'MergeCommit', 'a c'), (1, 'AppendCommit', 'a d'), (1, 'AppendCommit', 'a b n')) AS c (v, op, snapshot);
SELECT pg_temp.head();
-- Also where nothing else is decided.
SET default_transaction_isolation = 'repeatable read';
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain) VALUES ('late', 'p=1', 1, 'AppendCommit', pg_temp.ids('a b'), '', 'public');
RESET default_transaction_isolation;
SET lakesoul.rebase = off;
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain) VALUES ('late', 'p=1', 1, 'AppendCommit', pg_temp.ids('a b'), '', 'public');
RESET lakesoul.rebase;
-- Also by the statement that deletes it, unless it comes first and lists it.
SELECT pg_temp.registered('late', commit, '+/d/late/' || commit, pg_temp.ago('1 hour'), 0) FROM unnest('{e,f}'::text[]) AS commit;
WITH g AS (DELETE FROM data_commit_info WHERE table_id = 'late' AND commit_id = pg_temp.id('e') RETURNING commit_id)
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain) SELECT 'late', 'p=1', 1, 'AppendCommit', pg_temp.ids('a') || g.commit_id, '', 'public' FROM g;
SET lakesoul.protect_commits = off;
WITH g AS (DELETE FROM data_commit_info WHERE table_id = 'late' AND commit_id = pg_temp.id('e') RETURNING commit_id)
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain) SELECT 'late', 'p=1', 1, 'AppendCommit', pg_temp.ids('a') || g.commit_id, '', 'public' FROM g;
RESET lakesoul.protect_commits;
BEGIN;
WITH g AS (DELETE FROM data_commit_info WHERE table_id = 'late' AND commit_id = pg_temp.id('e') RETURNING commit_id)
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain) VALUES ('late', 'p=1', 1, 'AppendCommit', pg_temp.ids('a e'), '', 'public');
SELECT pg_temp.head();
ROLLBACK;
-- One whose deletion was rolled back is published.
BEGIN;
SAVEPOINT one;
DELETE FROM data_commit_info WHERE table_id = 'late' AND commit_id = pg_temp.id('f');
ROLLBACK TO one;
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain) VALUES ('late', 'p=1', 1, 'AppendCommit', pg_temp.ids('a f'), '', 'public');
SELECT pg_temp.head();
ROLLBACK;
-- Another one may go in the statement.
BEGIN;
WITH g AS (DELETE FROM data_commit_info WHERE table_id = 'late' AND commit_id = pg_temp.id('e') RETURNING commit_id)
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain) SELECT 'late', 'p=1', 1, 'AppendCommit', pg_temp.ids('a f'), '', 'public' FROM g;
SELECT pg_temp.head();
ROLLBACK;
-- One that nobody has heard of is stored, as it always was; so is one that came again.
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain) VALUES ('late', 'p=1', 1, 'AppendCommit', pg_temp.ids('a n'), '', 'public');
SELECT pg_temp.registered('late', 'b', '+/d/late/b', pg_temp.ago('0'), 0);
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain) VALUES ('late', 'p=1', 2, 'AppendCommit', pg_temp.ids('a n b'), '', 'public');
SELECT pg_temp.commit('Append', 'c+/d/late/c2');
SELECT pg_temp.head();
SELECT count(*) FROM lakesoul.drop_table('late');
-- The same after the table was dropped and made again under its id, also for a commit that went with the table.
SELECT lakesoul.create_table('late', '/d/late', '{}', range_partitions => '{p}', table_id => 'late');
SELECT pg_temp.registered('late', commit, '+/d/late/' || commit, pg_temp.ago('0'), 0) FROM unnest('{d,g}'::text[]) AS commit;
SELECT count(*) FROM lakesoul.drop_table('late');
SELECT lakesoul.create_table('late', '/d/late', '{}', range_partitions => '{p}', table_id => 'late');
SELECT pg_temp.purge('0');
SELECT pg_temp.publish(0, 'AppendCommit', 'd'), pg_temp.publish(0, 'AppendCommit', 'g'), pg_temp.publish(0, 'AppendCommit', 'm');
SELECT count(*) FROM lakesoul.drop_table('late');
SELECT pg_temp.names(array_agg(commit_id ORDER BY commit_id)) FROM lakesoul.purged_commits WHERE table_id = 'late';
-- The ids of a table that is gone are forgotten by age, by the owner of the base tables.
INSERT INTO lakesoul.purged_commits SELECT 'late', 'p=old', pg_temp.id('x'), pg_temp.ago('2 days');
SET ROLE regress_lake_d1;
SELECT pg_temp.purge('1 day');
RESET ROLE;
SELECT partition_desc, count(*) FROM lakesoul.purged_commits WHERE table_id = 'late' GROUP BY 1 ORDER BY 1;
SELECT pg_temp.purge('1 day');
SELECT partition_desc, count(*) FROM lakesoul.purged_commits WHERE table_id = 'late' GROUP BY 1 ORDER BY 1;
SELECT pg_sleep(0.01) IS NOT NULL;
SELECT pg_temp.purge('0');
SELECT count(*) FROM lakesoul.purged_commits WHERE table_id = 'late';

-- 8. Without any table a restore may be about to bring them.
SELECT pg_temp.registered('gone', 'a', '+/d/gone/a', 1700000000000, 0);
SELECT count(*) FROM unnest('{t,theirs}'::text[]) AS t, lakesoul.drop_table_by_id(t);
SELECT pg_temp.purge('1 day');
SELECT lakesoul.create_table('again', '/again', '{}', table_id => 'again');
SELECT pg_temp.purge('1 day');
\c contrib_regression
DROP DATABASE regress_purge;
DROP ROLE regress_lake_owner, regress_lake_d1;
