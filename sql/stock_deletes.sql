-- Plain DELETEs of stock clients: commits that the newest version lists are held back, published ones stay known.
\set SHOW_CONTEXT never
SELECT count(*) > 0 FROM lakesoul.setup();
\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/test/fixtures/commit_helpers.sql'
\set ECHO none
\set empty :abs_srcdir '/test/fixtures/empty_catalog.sql'
\i :empty
\i :helpers
CREATE FUNCTION pg_temp.insert_version(op text, n int, snapshot text) RETURNS SETOF text LANGUAGE sql AS $$
    INSERT INTO public.partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain)
    VALUES (current_setting('test.table_id'), current_setting('test.partition'), n, op || 'Commit', pg_temp.ids(snapshot), '', 'public');
    SELECT pg_temp.head();
$$;
-- A statement of a cleaner: the ids of one partition.
CREATE FUNCTION pg_temp.delete_commits(names text) RETURNS text LANGUAGE sql AS $$
    WITH gone AS (DELETE FROM public.data_commit_info WHERE table_id = current_setting('test.table_id')
                     AND partition_desc = current_setting('test.partition') AND commit_id = ANY (pg_temp.ids(names)) RETURNING commit_id)
    SELECT 'deleted ' || pg_temp.names(array_agg(commit_id ORDER BY commit_id)) FROM gone
$$;
CREATE FUNCTION pg_temp.delete_versions(below int) RETURNS SETOF text LANGUAGE sql AS $$
    DELETE FROM public.partition_info WHERE table_id = current_setting('test.table_id') AND partition_desc = current_setting('test.partition') AND version < below;
    SELECT pg_temp.versions();
$$;
-- What is there of a partition's commits: rows, held deletions, retired ids with their versions.
CREATE FUNCTION pg_temp.commits() RETURNS text LANGUAGE sql AS $$
    SELECT format('rows %s held %s retired [%s]',
        pg_temp.names((SELECT array_agg(commit_id ORDER BY commit_id) FROM public.data_commit_info WHERE table_id = current_setting('test.table_id') AND partition_desc = current_setting('test.partition'))),
        pg_temp.names((SELECT array_agg(commit_id ORDER BY commit_id) FROM lakesoul.held_deletes WHERE table_id = current_setting('test.table_id') AND partition_desc = current_setting('test.partition'))),
        (SELECT string_agg(btrim(pg_temp.names(ARRAY[commit_id]), '[]') || ':' || version, ' ' ORDER BY commit_id) FROM lakesoul.retired_commits
          WHERE table_id = current_setting('test.table_id') AND partition_desc = current_setting('test.partition')))
$$;
\set ECHO all
\pset tuples_only
\pset format unaligned
SELECT lakesoul.create_namespace('deletes');
SELECT lakesoul.create_table('t', '/deletes/t', '{}', 'deletes', range_partitions => '{p}', table_id => 'table_deletes');
SET test.table_id = 'table_deletes';

-- Rollback after a compaction, then Flink's NewCleanJob: it deletes the commits of the versions before the compaction, which the head lists again.
SET test.partition = 'p=rollback';
SELECT pg_temp.commit('Append', 'a+f1'), pg_temp.commit('Append', 'b+f2'), pg_temp.commit('Compaction', 'k+g', 1);
SELECT pg_temp.insert_version('Append', 3, 'a b');
SELECT pg_temp.delete_commits('a'), pg_temp.delete_versions(1);
SELECT pg_temp.delete_commits('a b'), pg_temp.delete_versions(2);
SELECT pg_temp.commits();
SELECT pg_temp.head();
-- Nothing new: the head is compacted by a stock client, and what was held goes.
INSERT INTO data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, timestamp, committed, domain)
VALUES ('table_deletes', 'p=rollback', pg_temp.id('m'), '{"(h,add,1,\"id,v\")"}', 'CompactionCommit', 1700000000000, false, 'public');
SELECT pg_temp.insert_version('Compaction', 4, 'm');
SELECT pg_temp.commits();
-- All ids stay known.
SELECT pg_temp.commit('Append', 'a+f1'), pg_temp.commit('Append', 'b+f2');
SELECT pg_temp.commits();

-- The same with a version of the functions: what it still lists stays held.
SET test.partition = 'p=function';
SELECT pg_temp.commit('Append', 'a+f1'), pg_temp.commit('Append', 'b+f2');
SELECT pg_temp.delete_commits('a b');
SELECT pg_temp.commit('Append', 'c+f3');
SELECT pg_temp.commits();
SELECT pg_temp.commit('Update', 'u+g', 1);
SELECT pg_temp.commits();
SELECT pg_temp.commit('Append', 'd+f4'), pg_temp.delete_commits('d'), pg_temp.commit('Delete', 'x', 4);
SELECT pg_temp.commits();
-- A caller's lakesoul.restoring does not reach the work that the table's owner does.
SET test.partition = 'p=function 2';
SELECT pg_temp.commit('Append', 'a+f1'), pg_temp.delete_commits('a');
SET lakesoul.restoring = on;
SELECT pg_temp.commit('Update', 'b+f2', 0);
RESET lakesoul.restoring;
SELECT pg_temp.commits();

-- Spark's CleanExpiredData: commits and versions before the newest compaction. A replay of a cleaned commit is known.
SET test.partition = 'p=expired';
SELECT pg_temp.commit('Append', 'a+f1'), pg_temp.commit('Append', 'b+f2'), pg_temp.commit('Compaction', 'k+g', 1), pg_temp.commit('Append', 'c+f3');
SELECT pg_temp.delete_commits('a b'), pg_temp.delete_versions(2);
SELECT pg_temp.commits();
SELECT pg_temp.commit('Append', 'a+f1');
SELECT pg_temp.head();

-- What was registered and never published is not retired: neither a cleaner's delete nor a skipped compaction's.
SET test.partition = 'p=registered';
SELECT pg_temp.commit('Append', 'a+f1'), pg_temp.register(pg_temp.request('Append', 'r+f2')), pg_temp.register(pg_temp.request('Compaction', 'k+g'));
SELECT pg_temp.commit('Update', 'b+f3', 0);
SELECT pg_temp.publish(pg_temp.meta_info('Compaction', 'k', 0));
SELECT pg_temp.delete_commits('r');
SELECT pg_temp.commits();

-- Rows that came in without the column are looked up in history.
SET test.partition = 'p=imported';
SELECT pg_temp.commit('Append', 'a+f1'), pg_temp.commit('Append', 'b+f2'), pg_temp.commit('Compaction', 'k+g', 1), pg_temp.register(pg_temp.request('Append', 'r+f3'));
UPDATE data_commit_info SET published_version = NULL, registered_head = NULL WHERE table_id = 'table_deletes' AND partition_desc = 'p=imported';
SELECT pg_temp.delete_commits('a b k r');
SELECT pg_temp.commits();

-- Off: the row goes at once; it is retired, and forgotten as held.
SET test.partition = 'p=off';
SELECT pg_temp.commit('Append', 'a+f1'), pg_temp.commit('Append', 'b+f2'), pg_temp.delete_commits('b');
SELECT pg_temp.commits();
SET lakesoul.protect_commits = off;
SELECT pg_temp.delete_commits('a b');
RESET lakesoul.protect_commits;
SELECT pg_temp.commits();
-- A restore, and a replica's apply: nothing is done but the delete itself.
SELECT pg_temp.commit('Append', 'c+f3'), pg_temp.commit('Append', 'd+f4');
SET lakesoul.restoring = on;
SELECT pg_temp.delete_commits('c');
RESET lakesoul.restoring;
SET session_replication_role = replica;
SELECT pg_temp.delete_commits('d');
RESET session_replication_role;
SELECT pg_temp.commits();

-- Spark's and Flink's drop of a partition: versions, then the commits of their snapshots. What was held goes with the last version.
SET test.partition = 'p=dropped';
SELECT pg_temp.commit('Append', 'a+f1'), pg_temp.commit('Append', 'b+f2'), pg_temp.delete_commits('a');
DELETE FROM partition_info WHERE table_id = 'table_deletes' AND partition_desc = 'p=dropped';
SELECT pg_temp.commits();
SELECT pg_temp.delete_commits('a b');
SELECT pg_temp.commits();
-- A head that is deleted by plain SQL uncovers the one below, which lists less.
SET test.partition = 'p=uncovered';
SELECT pg_temp.commit('Append', 'a+f1'), pg_temp.commit('Append', 'b+f2'), pg_temp.delete_commits('a b');
DELETE FROM partition_info WHERE table_id = 'table_deletes' AND partition_desc = 'p=uncovered' AND version = 1;
SELECT pg_temp.commits();

-- One statement over many partitions: each head is looked at for itself.
DO $$
BEGIN
    FOR i IN 1..600 LOOP
        PERFORM lakesoul.commit_files('t', ARRAY[('p=m' || i, 'f' || i, 'add', 1, '')]::lakesoul.file_change[], 'deletes');
    END LOOP;
END
$$;
DELETE FROM partition_info WHERE table_id = 'table_deletes' AND partition_desc ~ '^p=m\d*[05]$';
DELETE FROM data_commit_info WHERE table_id = 'table_deletes' AND partition_desc LIKE 'p=m%';
SELECT (SELECT count(*) FROM data_commit_info WHERE table_id = 'table_deletes' AND partition_desc LIKE 'p=m%') AS rows,
    (SELECT count(*) FROM lakesoul.held_deletes WHERE table_id = 'table_deletes' AND partition_desc LIKE 'p=m%') AS held,
    (SELECT count(*) FROM lakesoul.retired_commits WHERE table_id = 'table_deletes' AND partition_desc LIKE 'p=m%') AS retired;
-- Spark's truncate.
DELETE FROM partition_info WHERE table_id = 'table_deletes';
DELETE FROM data_commit_info WHERE table_id = 'table_deletes';
SELECT (SELECT count(*) FROM data_commit_info WHERE table_id = 'table_deletes') AS rows,
    (SELECT count(*) FROM lakesoul.held_deletes WHERE table_id = 'table_deletes') AS held,
    (SELECT count(*) FROM lakesoul.retired_commits WHERE table_id = 'table_deletes') AS retired;

-- scenario 42:
-- Drops of tables, in the order of each client: no row stays. One commit is published, one registered, one held.
CREATE FUNCTION pg_temp.make(id text) RETURNS void LANGUAGE sql AS $$
    SELECT lakesoul.create_table(id, '/deletes/' || id, '{}', 'deletes', range_partitions => '{p}', table_id => id);
    SELECT set_config('test.table_id', id, false), set_config('test.partition', 'p=1', false);
    SELECT pg_temp.commit('Append', 'a+f1'), pg_temp.commit('Append', 'b+f2'), pg_temp.register(pg_temp.request('Append', 'r+f3')), pg_temp.delete_commits('a');
    INSERT INTO public.discard_compressed_file_info (file_path, table_path, partition_desc) VALUES (id || '/old', '/deletes/' || id, 'p=1');
$$;
CREATE FUNCTION pg_temp.left(id text) RETURNS text LANGUAGE sql AS $$
    SELECT concat_ws(' ', (SELECT count(*) FROM table_info WHERE table_id = id), (SELECT count(*) FROM table_name_id WHERE table_id = id),
        (SELECT count(*) FROM table_path_id WHERE table_id = id), (SELECT count(*) FROM partition_info WHERE table_id = id),
        (SELECT count(*) FROM data_commit_info WHERE table_id = id), (SELECT count(*) FROM discard_compressed_file_info WHERE table_path = '/deletes/' || id),
        'held', (SELECT count(*) FROM lakesoul.held_deletes WHERE table_id = id), 'retired', (SELECT count(*) FROM lakesoul.retired_commits WHERE table_id = id))
$$;
SELECT pg_temp.make('table_flink');
SELECT pg_temp.left('table_flink');
DELETE FROM discard_compressed_file_info WHERE table_path = '/deletes/table_flink';
DELETE FROM table_path_id WHERE table_path = '/deletes/table_flink';
DELETE FROM table_name_id WHERE table_name = 'table_flink' AND table_namespace = 'deletes';
DELETE FROM table_info WHERE table_id = 'table_flink' AND table_path = '/deletes/table_flink';
DELETE FROM data_commit_info WHERE table_id = 'table_flink';
DELETE FROM partition_info WHERE table_id = 'table_flink';
SELECT pg_temp.left('table_flink');
SELECT pg_temp.make('table_spark');
DELETE FROM discard_compressed_file_info WHERE table_path = '/deletes/table_spark';
DELETE FROM table_path_id WHERE table_path = '/deletes/table_spark';
DELETE FROM table_name_id WHERE table_name = 'table_spark' AND table_namespace = 'deletes';
DELETE FROM table_info WHERE table_id = 'table_spark' AND table_path = '/deletes/table_spark';
DELETE FROM partition_info WHERE table_id = 'table_spark';
DELETE FROM table_path_id WHERE table_id = 'table_spark';
DELETE FROM data_commit_info WHERE table_id = 'table_spark';
SELECT pg_temp.left('table_spark');
-- Rust and Python, which leave the discard rows, and delete commits while the table is still there.
SELECT pg_temp.make('table_rust');
DELETE FROM table_name_id WHERE table_id = 'table_rust';
DELETE FROM table_path_id WHERE table_id = 'table_rust';
DELETE FROM partition_info WHERE table_id = 'table_rust';
DELETE FROM data_commit_info WHERE table_id = 'table_rust';
DELETE FROM table_info WHERE table_id = 'table_rust';
SELECT pg_temp.left('table_rust');
-- The function.
SELECT pg_temp.make('table_function');
SELECT count(*) FROM lakesoul.drop_table_by_id('table_function', true);
SELECT pg_temp.left('table_function');
SELECT count(*) FROM lakesoul.drop_table_by_id('table_deletes', true);
DELETE FROM discard_compressed_file_info WHERE table_path LIKE '/deletes/%';
DELETE FROM lakesoul.retired_commits WHERE table_id = 'table_rust';
DELETE FROM namespace WHERE namespace = 'deletes';
