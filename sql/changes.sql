-- Changes: what windows of versions or times added to partitions.
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
CREATE FUNCTION pg_temp.window(from_version int, to_version int) RETURNS SETOF text LANGUAGE sql AS $$
    SELECT pg_temp.attempt(format('SELECT concat_ws('' '', partition_desc, version, commit_op, convert_from(decode(regexp_replace(right(commit_id::text, 12), ''^(00)+'', ''''), ''hex''), ''UTF8''), file_op, path, size, file_exist_cols, CASE WHEN requires_rebuild THEN ''REBUILD'' END) FROM lakesoul.changes_by_id(%L, %L::int, %L::int, %L)',
        current_setting('test.table_id'), from_version, to_version, current_setting('test.partition')))
$$;
SELECT lakesoul.create_namespace('changes');
SELECT lakesoul.create_table('t', '/changes/t', '{}', 'changes', range_partitions => '{p}', table_id => 'changes_t');
SET test.table_id = 'changes_t';
SET test.partition = 'p=1';

-- 1. Appends and merges add; the window is (from, to].
SELECT pg_temp.commit('Append', 'a+f1');
SELECT pg_temp.commit('Append', 'b+f2+f3 c+f4');
SELECT pg_temp.commit('Merge', 'd+f5');
SELECT pg_temp.window(-1, 2);
SELECT pg_temp.window(0, 1);
SELECT pg_temp.window(1, 1);
SELECT pg_temp.window(2, 99);
SELECT pg_temp.window(7, 9);
-- 2. A compaction is passed over, also one that keeps what was appended meanwhile.
SELECT pg_temp.commit('Append', 'e+f6');
SELECT pg_temp.commit('Compaction', 'k+g1', read => 2);
SELECT pg_temp.head();
SELECT pg_temp.commit('Append', 'f+f7');
SELECT pg_temp.commit('Compaction', 'l+g2', read => 5);
SELECT pg_temp.window(2, 6);
-- A compaction of several commits is not recognised as one, nor is one whose id is old.
SELECT pg_temp.commit('Compaction', 'm+g3 n+g4', read => 6);
SELECT pg_temp.window(6, 7);
-- 3. What takes something away makes a rebuild: of all rows of the partition's window.
SELECT pg_temp.commit('Append', 'o+f8');
SELECT pg_temp.commit('Append', 'p-f8+f9');
SELECT pg_temp.commit('Append', 'q+f10');
SELECT pg_temp.window(7, 10);
SELECT pg_temp.window(7, 8);
SELECT pg_temp.window(9, 10);
SELECT pg_temp.commit('Update', 'r+f11', read => 10);
SELECT pg_temp.window(10, 11);
SELECT pg_temp.commit('Delete', 's', read => 11);
SELECT pg_temp.window(11, 12);
SELECT count(*) FROM lakesoul.rollback_partition('t', 'p=1', 2, 'changes');
SELECT pg_temp.window(12, 13);
-- A rollback to a compaction is not a compaction.
SELECT pg_temp.commit('Compaction', 't+g5', read => 13);
SELECT pg_temp.commit('Append', 'v+f13');
SELECT count(*) FROM lakesoul.rollback_partition('t', 'p=1', 14, 'changes');
SELECT pg_temp.window(13, 16);
-- A version one of whose commits has no row any more is not known to add.
SELECT pg_temp.commit('Append', 'u+f12');
SET lakesoul.protect_commits = off;
DELETE FROM data_commit_info WHERE table_id = 'changes_t' AND commit_id = pg_temp.id('u');
RESET lakesoul.protect_commits;
SELECT pg_temp.window(16, 17);

-- 4. However a range is split, every commit is returned once.
SET test.partition = 'p=2';
DO $$
BEGIN
    FOR i IN 0 .. 19 LOOP
        PERFORM pg_temp.commit(CASE WHEN i % 3 = 0 THEN 'Append' ELSE 'Merge' END, format('w%s+h%s', i, i));
        IF i % 7 = 6 THEN
            PERFORM pg_temp.commit('Compaction', format('y%s+j%s', i, i), read => i + i / 7);
        END IF;
    END LOOP;
END
$$;
SELECT max(version), count(*) FILTER (WHERE commit_op = 'CompactionCommit') FROM partition_info WHERE table_id = 'changes_t' AND partition_desc = 'p=2';
SELECT string_agg(path, ' ' ORDER BY ord) FROM lakesoul.changes('t', -1, 21, 'p=2', 'changes') WITH ORDINALITY AS c (d, v, o, t, i, f, path, s, x, r, ord);
SELECT step, count(*), count(DISTINCT path), bool_or(requires_rebuild)
  FROM generate_series(1, 22) AS step, generate_series(-1, 21, step) AS start, lakesoul.changes('t', start, start + step, 'p=2', 'changes')
 GROUP BY step HAVING (count(*), count(DISTINCT path), bool_or(requires_rebuild)) <> (20, 20, false);

-- 5. All partitions at once, one of them by any spelling; an unpartitioned table.
SELECT partition_desc, count(*), bool_or(requires_rebuild) FROM lakesoul.changes('t', 0, 2, namespace => 'changes') GROUP BY 1 ORDER BY 1;
SELECT lakesoul.create_table('u', '/changes/u', '{}', 'changes', table_id => 'changes_u');
SELECT status FROM lakesoul.commit_files('u', ARRAY[('-5', '/changes/u/f', 'add', 1, 'id')]::lakesoul.file_change[], 'changes');
SELECT partition_desc, version, path, requires_rebuild FROM lakesoul.changes('u', -1, 0, '-5', 'changes');
SELECT partition_desc, version, path FROM lakesoul.changes('u', -1, 0, '', 'changes');
SELECT count(*) FROM lakesoul.changes('t', -1, 0, 'p=none', 'changes');

-- 6. Windows of times: (from, to], with the version to go on from.
UPDATE partition_info SET "timestamp" = 1000 * version + 1000 WHERE table_id = 'changes_t' AND partition_desc = 'p=2';
SELECT version, path, to_version FROM lakesoul.changes_between('t', to_timestamp(1), to_timestamp(3), 'p=2', 'changes');
SELECT version, path, to_version FROM lakesoul.changes_between_by_id('changes_t', to_timestamp(0.999), to_timestamp(2.5), 'p=2');
SELECT count(*), max(to_version) FROM lakesoul.changes_between('t', '-infinity', 'infinity', 'p=2', 'changes');
SELECT count(*) FROM lakesoul.changes_between('t', '-infinity', to_timestamp(0.5), 'p=2', 'changes');
SELECT count(*) FROM lakesoul.changes_between('t', to_timestamp(3), to_timestamp(3), 'p=2', 'changes');

-- 7. Versions that are not stored any more: a window that begins before them is a rebuild.
DELETE FROM partition_info WHERE table_id = 'changes_t' AND partition_desc = 'p=2' AND version < 4;
SELECT version, path, requires_rebuild FROM lakesoul.changes('t', 2, 5, 'p=2', 'changes');
SELECT version, path, requires_rebuild FROM lakesoul.changes('t', 3, 4, 'p=2', 'changes');
SELECT version, path, requires_rebuild FROM lakesoul.changes('t', 4, 5, 'p=2', 'changes');
SELECT version, path, requires_rebuild FROM lakesoul.changes_between('t', to_timestamp(2), to_timestamp(6), 'p=2', 'changes');
SELECT version, path, requires_rebuild FROM lakesoul.changes('t', -1, 5, 'p=2', 'changes');

-- 8. What cannot be.
SELECT pg_temp.attempt('SELECT ''none'' FROM lakesoul.' || call) FROM unnest(ARRAY[
    $$changes('t', 2, 1, 'p=1', 'changes')$$, $$changes('t', -2, 1, 'p=1', 'changes')$$, $$changes('t', NULL, 1, 'p=1', 'changes')$$,
    $$changes('t', 1, NULL, 'p=1', 'changes')$$, $$changes(NULL, 0, 1)$$, $$changes('none', 0, 1)$$, $$changes_by_id('none', 0, 1)$$,
    $$changes('t', 0, 1, 'q=1', 'changes')$$, $$changes_between('t', now(), now() - interval '1 second', 'p=1', 'changes')$$,
    $$changes_between('t', NULL, now(), 'p=1', 'changes')$$, $$changes_between('t', now(), NULL, 'p=1', 'changes')$$,
    $$changes_between('none', now(), now())$$]) AS call;
-- In a read-only transaction, and under one snapshot.
BEGIN READ ONLY ISOLATION LEVEL REPEATABLE READ;
SELECT count(*) FROM lakesoul.changes('t', -1, 99, namespace => 'changes');
COMMIT;
SELECT count(*) FROM lakesoul.drop_namespace('changes', cascade => true);
