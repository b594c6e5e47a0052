-- Partitions through the Paimon API, and the statistics of what LakeSoul's functions and stock clients write.
SELECT count(*) > 0 FROM lakesoul.setup();
\getenv abs_srcdir PG_ABS_SRCDIR
\set commit_helpers :abs_srcdir '/test/fixtures/commit_helpers.sql'
\set paimon_helpers :abs_srcdir '/test/fixtures/paimon_snapshot_helpers.sql'
\set ECHO none
\i :commit_helpers
\i :paimon_helpers
\set ECHO all
\set SHOW_CONTEXT never
\pset tuples_only
\pset format unaligned
SELECT lakesoul.paimon_create_database('{"name": "sales", "options": {"location": "s3://lake/sales"}}');
SELECT lakesoul.paimon_create_table(jsonb_build_object('identifier', pg_temp.ident('orders'), 'schema',
    '{"fields": [{"id": 0, "name": "id", "type": "BIGINT"}, {"id": 1, "name": "dt", "type": "STRING"}], "partitionKeys": ["dt"], "primaryKeys": [], "options": {}}'::jsonb));

-- Registration: nothing is known of the numbers. One that is there already, all or nothing.
SELECT pg_temp.paimon('create_partitions', 'orders', '{"partitionSpecs": [{"dt": "a"}, {"dt": "b"}, {"dt": "b"}]}');
SELECT pg_temp.partitions('orders');
SELECT pg_temp.paimon('create_partitions', 'orders', '{"partitionSpecs": [{"dt": "c"}, {"dt": "b"}], "ignoreIfExists": false}');
SELECT pg_temp.paimon('create_partitions', 'orders', '{"partitionSpecs": [{"dt": "c"}, {"dt": "c"}], "ignoreIfExists": false}');
SELECT pg_temp.paimon('create_partitions', 'orders', '{"partitionSpecs": [{"dt": "c"}, {"dt": "b"}]}');
SELECT pg_temp.paimon('create_partitions', 'orders', '{"partitionSpecs": [{"nosuch": "c"}]}');
-- With statistics: added, replaced, unknown ones left; none if one partition is not there.
SELECT pg_temp.paimon('create_partitions', 'orders', '{"partitionSpecs": [], "partitionStatistics": [{"spec": {"dt": "a"}, "recordCount": 5, "fileSizeInBytes": 50, "fileCount": -1, "lastFileCreationTime": 9, "totalBuckets": 3}]}');
SELECT pg_temp.paimon('create_partitions', 'orders', '{"partitionSpecs": [], "partitionStatistics": [{"spec": {"dt": "a"}, "recordCount": 1, "fileSizeInBytes": -1, "fileCount": 2, "lastFileCreationTime": 8}]}');
SELECT pg_temp.partitions('orders', '{"partitionNamePattern": "dt=a"}');
SELECT pg_temp.paimon('create_partitions', 'orders', '{"partitionSpecs": [], "replaceStatistics": true, "partitionStatistics": [{"spec": {"dt": "a"}, "recordCount": 7, "fileSizeInBytes": 70, "fileCount": 7, "lastFileCreationTime": 7}]}');
SELECT pg_temp.paimon('create_partitions', 'orders', '{"partitionSpecs": [], "replaceStatistics": true, "partitionStatistics": [{"spec": {"dt": "a"}, "recordCount": 1}, {"spec": {"dt": "z"}, "recordCount": 1}]}');
SELECT lakesoul.paimon_list_partitions_by_names(pg_temp.ident('orders'), '{"specs": [{"dt": "a"}, {"dt": "nosuch"}]}') #- '{partitions,0,createdAt}' #- '{partitions,0,updatedAt}' #- '{partitions,0,createdBy}' #- '{partitions,0,updatedBy}';
SELECT pg_temp.paimon('list_partitions_by_names', 'orders', jsonb_build_object('specs', (SELECT jsonb_agg('{"dt": "a"}'::jsonb) FROM generate_series(1, 1001)))::text);
-- Done.
SELECT pg_temp.paimon('mark_done', 'orders', '{"specs": [{"dt": "a"}, {"dt": "new"}]}');
SELECT pg_temp.partitions('orders');
SELECT pg_temp.paimon('mark_done', 'nosuch', '{"specs": []}');
-- Pages: descending, in byte order.
SELECT pg_temp.paimon('create_partitions', 'orders', '{"partitionSpecs": [{"dt": "2025-01-01"}, {"dt": "2025-01-02"}, {"dt": "B"}, {"dt": "__DEFAULT_PARTITION__"}, {"dt": ""}]}');
SELECT j -> 'nextPageToken', jsonb_path_query_array(j, '$.partitions[*].spec.dt') FROM lakesoul.paimon_list_partitions(pg_temp.ident('orders'), '{"maxResults": 4}') AS j;
SELECT j -> 'nextPageToken', jsonb_path_query_array(j, '$.partitions[*].spec.dt') FROM lakesoul.paimon_list_partitions(pg_temp.ident('orders'), '{"maxResults": 4, "pageToken": "dt=a"}') AS j;
SELECT j -> 'nextPageToken', jsonb_path_query_array(j, '$.partitions[*].spec.dt') FROM lakesoul.paimon_list_partitions(pg_temp.ident('orders'), '{"partitionNamePattern": "dt=2025%"}') AS j;
SELECT j -> 'nextPageToken', jsonb_path_query_array(j, '$.partitions[*].spec.dt') FROM lakesoul.paimon_list_partitions(pg_temp.ident('orders'), '{"partitionNamePattern": "dt=2025"}') AS j;
SELECT pg_temp.paimon('list_partitions', 'orders', '{"partitionNamePattern": "%x"}');
SELECT p.partition_desc, p.name FROM lakesoul.paimon_partitions AS p WHERE p.name IN ('dt=__DEFAULT_PARTITION__', 'dt=') ORDER BY 1;
-- Nothing is written in a read-only transaction.
BEGIN READ ONLY;
SELECT pg_temp.paimon('mark_done', 'orders', '{"specs": [{"dt": "b"}]}');
SELECT pg_temp.paimon('mark_done', 'orders', '{"specs": [{"dt": "newer"}]}');
SELECT pg_temp.paimon('drop_partitions', 'orders', '{"partitionSpecs": [{"dt": "b"}]}');
SELECT pg_temp.paimon('create_tag', 'orders', '{"tagName": "t"}');
ROLLBACK;
-- A null is called otherwise by now: pages go on in the order that there was.
SELECT pg_temp.paimon('alter_table', 'orders', '{"changes": [{"action": "setOption", "key": "partition.default-name", "value": "zzz"}]}');
SELECT j -> 'nextPageToken', jsonb_path_query_array(j, '$.partitions[*].spec.dt') FROM lakesoul.paimon_list_partitions(pg_temp.ident('orders'), '{"maxResults": 5}') AS j;
SELECT j -> 'nextPageToken', jsonb_path_query_array(j, '$.partitions[*].spec.dt') FROM lakesoul.paimon_list_partitions(pg_temp.ident('orders'), '{"maxResults": 5, "pageToken": "dt=__DEFAULT_PARTITION__"}') AS j;
SELECT pg_temp.paimon('alter_table', 'orders', '{"changes": [{"action": "removeOption", "key": "partition.default-name"}]}');
-- Dropped, all or nothing.
SELECT pg_temp.paimon('drop_partitions', 'orders', '{"partitionSpecs": [{"dt": "a"}, {"dt": "nosuch"}], "ignoreIfNotExists": false}');
SELECT pg_temp.paimon('drop_partitions', 'orders', '{"partitionSpecs": [{"dt": "a"}, {"dt": "nosuch"}]}');
SELECT pg_temp.paimon('drop_partitions', 'orders', '{"partitionSpecs": [{"dt": "2025-01-01"}, {"dt": "2025-01-02"}, {"dt": "B"}, {"dt": "__DEFAULT_PARTITION__"}, {"dt": ""}, {"dt": "new"}, {"dt": "b"}, {"dt": "c"}]}') IS NOT NULL;
SELECT pg_temp.partitions('orders');
SELECT pg_temp.paimon('load_snapshot', 'orders');

-- LakeSoul's functions: statistics are what the files amount to.
SELECT set_config('test.table_id', lakesoul.table_id('orders', 'sales'), false) IS NOT NULL;
SET test.partition = 'dt=a';
SELECT pg_temp.commit('Append', 'a+f1+f22');
SELECT pg_temp.commit('Append', 'b+f333-f1');
SELECT pg_temp.commit('Append', 'c+f1');
SELECT pg_temp.partitions('orders');
SELECT pg_temp.commit('Compaction', 'd+f4444', 2);
SELECT pg_temp.partitions('orders');
SELECT pg_temp.commit('Append', 'e+f55555');
SELECT pg_temp.commit('Update', 'f+f6', 3);
SELECT pg_temp.partitions('orders');
SELECT pg_temp.head_snapshot('orders');
SELECT pg_temp.wrong_statistics('orders');
-- A partition of LakeSoul is dropped by an empty version: it can be gone back to.
SELECT pg_temp.paimon('mark_done', 'orders', '{"specs": [{"dt": "a"}]}');
SELECT pg_temp.paimon('drop_partitions', 'orders', '{"partitionSpecs": [{"dt": "a"}, {"dt": "a"}]}');
SELECT pg_temp.head();
SELECT pg_temp.partitions('orders');
SELECT pg_temp.head_snapshot('orders');
SELECT pg_temp.paimon('drop_partitions', 'orders', '{"partitionSpecs": [{"dt": "a"}]}');
SELECT pg_temp.paimon('rollback', 'orders', '{"instant": {"snapshotId": 6}}');
SELECT pg_temp.head();
SELECT pg_temp.partitions('orders');
SELECT pg_temp.wrong_statistics('orders');

-- Stock clients: one snapshot for a transaction. What row n and its commits are, in plain SQL.
CREATE FUNCTION pg_temp.stock(op text, commit text, version int, snapshot text, partition text) RETURNS void LANGUAGE sql AS $$
    INSERT INTO public.data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, "timestamp")
    SELECT current_setting('test.table_id'), partition, pg_temp.id((regexp_match(commit, '^[^+-]+'))[1]),
        ARRAY(SELECT (f ->> 'path', f ->> 'file_op', (f ->> 'size')::bigint, '')::public.data_file_op FROM jsonb_array_elements(pg_temp.file_ops(commit)) AS f), op || 'Commit', 1
     WHERE commit <> '';
    INSERT INTO public.partition_info (table_id, partition_desc, version, commit_op, snapshot, expression)
    VALUES (current_setting('test.table_id'), partition, version, op || 'Commit', pg_temp.ids(snapshot), '');
$$;
SELECT pg_temp.stock('Append', 'k+h1', 0, 'k', 'dt=s');
SELECT pg_temp.head_snapshot('orders');
BEGIN;
SELECT pg_temp.stock('Append', 'l+h22', 1, 'k l', 'dt=s');
SELECT pg_temp.stock('Append', 'm+i1', 0, 'm', 'dt=t');
SAVEPOINT s;
SELECT pg_temp.stock('Update', 'n+i333', 1, 'n', 'dt=t');
SELECT pg_temp.head_snapshot('orders');
ROLLBACK TO s;
SELECT pg_temp.head_snapshot('orders');
SELECT pg_temp.stock('Append', 'o+i4', 1, 'm o', 'dt=t');
COMMIT;
SELECT pg_temp.head_snapshot('orders');
SELECT pg_temp.partitions('orders');
SELECT pg_temp.stock('Compaction', 'p+h3', 2, 'p', 'dt=s');
SELECT pg_temp.stock('Append', 'q+h4-h3', 3, 'p q', 'dt=s');
SELECT pg_temp.stock('Delete', '', 2, '', 'dt=t');
SELECT pg_temp.head_snapshot('orders');
SELECT pg_temp.partitions('orders');
SELECT pg_temp.wrong_statistics('orders');
-- A tag holds what was there when it was made: what the transaction inserts after it is another snapshot.
BEGIN;
SELECT pg_temp.stock('Append', 'v+j4', 4, 'p q v', 'dt=s');
SELECT pg_temp.paimon('create_tag', 'orders', '{"tagName": "open"}');
SELECT pg_temp.stock('Append', 'w+j5', 5, 'p q v w', 'dt=s');
SELECT p.partition_desc, p.version FROM lakesoul._paimon_pinned(current_setting('test.table_id')) AS p WHERE p.partition_desc = 'dt=s';
SELECT t.snapshot_id, t.file_count, pg_temp.head_snapshot('orders') FROM lakesoul.paimon_tags AS t WHERE t.name = 'open';
ROLLBACK;
-- What a transaction undoes leaves no snapshot.
BEGIN;
SELECT pg_temp.stock('Append', 'r+j1', 4, 'p q r', 'dt=s');
ROLLBACK;
SELECT pg_temp.head_snapshot('orders');
-- Versions that plain SQL deletes.
BEGIN;
DELETE FROM public.partition_info WHERE table_id = current_setting('test.table_id') AND partition_desc = 'dt=s' AND version < 3;
SELECT pg_temp.head_snapshot('orders');
DELETE FROM public.partition_info WHERE table_id = current_setting('test.table_id') AND partition_desc IN ('dt=s', 'dt=t');
SELECT pg_temp.head_snapshot('orders');
COMMIT;
SELECT pg_temp.partitions('orders');
SELECT pg_temp.wrong_statistics('orders');
SELECT pg_temp.stock('Append', 't+j2', 0, 't', 'dt=s');
SELECT pg_temp.partitions('orders');
-- What a snapshot had is not what has its number now: it cannot be gone back to, and a tag of it holds nothing of today.
SELECT pg_temp.paimon('rollback', 'orders', '{"instant": {"snapshotId": 7}}');
SELECT pg_temp.paimon('create_tag', 'orders', '{"tagName": "gone", "snapshotId": 7}');
SELECT p.partition_desc, p.version FROM lakesoul._paimon_pinned(current_setting('test.table_id')) AS p;
SELECT pg_temp.paimon('delete_tag', 'orders', 'gone');
SELECT pg_temp.head('dt=s');
-- The newest version alone: what the one before it held is counted, and the number goes to another one.
BEGIN;
SELECT pg_temp.stock('Append', 'u+j3', 1, 't u', 'dt=s');
SELECT pg_temp.partitions('orders', '{"partitionNamePattern": "dt=s"}');
DELETE FROM public.partition_info WHERE table_id = current_setting('test.table_id') AND partition_desc = 'dt=s' AND version = 1;
SELECT pg_temp.partitions('orders', '{"partitionNamePattern": "dt=s"}');
SELECT pg_temp.wrong_statistics('orders');
SELECT pg_temp.stock('Delete', '', 1, '', 'dt=s');
DELETE FROM public.partition_info WHERE table_id = current_setting('test.table_id') AND partition_desc = 'dt=s' AND version = 1;
SELECT pg_temp.partitions('orders', '{"partitionNamePattern": "dt=s"}');
SELECT pg_temp.wrong_statistics('orders');
ROLLBACK;
-- A restore is no commit.
INSERT INTO public.partition_info (table_id, partition_desc, version, commit_op, "timestamp", snapshot) VALUES (current_setting('test.table_id'), 'dt=u', 0, 'AppendCommit', 12345, '{}');
SELECT pg_temp.head_snapshot('orders');

-- Another table pays nothing and has no rows here.
SELECT lakesoul.create_table('plain', 's3://lake/plain', '{}', namespace => 'sales', table_id => 'table_plain');
SELECT status FROM lakesoul.commit_files('plain', ARRAY[('-5', 'p1', 'add', 10, ''), ('-5', 'p2', 'add', 20, '')]::lakesoul.file_change[], namespace => 'sales');
SELECT (SELECT count(*) FROM lakesoul.paimon_snapshots AS s WHERE s.table_id = 'table_plain'), pg_temp.head_snapshot('plain');
SELECT pg_temp.partitions('plain');
SELECT lakesoul.paimon_list_partitions_by_names(pg_temp.ident('plain'), '{"specs": [{}]}') #- '{partitions,0,lastFileCreationTime}';
SELECT pg_temp.paimon('list_partitions_by_names', 'plain', '{"specs": [{"dt": "a"}]}');

-- Histories of random commits, rollbacks and drops: the sums are always those of the files.
SELECT lakesoul.paimon_create_table(jsonb_build_object('identifier', pg_temp.ident('random'), 'schema',
    '{"fields": [{"id": 0, "name": "id", "type": "BIGINT"}, {"id": 1, "name": "dt", "type": "STRING"}], "partitionKeys": ["dt"], "primaryKeys": [], "options": {}}'::jsonb));
DO $$
DECLARE
    t text := lakesoul.table_id('random', 'sales');
    p text;
    v int;
    n int := 0;
    head bigint;
    base text;
    wrong text;
    what int;
    file text;
BEGIN
    PERFORM set_config('test.table_id', t, false), setseed(0.25);
    FOR step IN 1 .. 200 LOOP
        p := 'dt=' || chr(97 + floor(random() * 3)::int);
        what := floor(random() * 10);
        n := n + 1;
        SELECT i.version INTO v FROM public.partition_info AS i WHERE i.table_id = t AND i.partition_desc = p ORDER BY i.version DESC LIMIT 1;
        head := (SELECT max(id) FROM lakesoul.paimon_snapshots AS s WHERE s.table_id = t AND s.retired = 0);
        base := (SELECT s.uuid FROM lakesoul.paimon_snapshots AS s WHERE s.table_id = t AND s.retired = 0 AND s.id = head);
        IF what < 3 THEN
            PERFORM lakesoul.commit(pg_temp.request('Append', 'r' || n || repeat('+x', n % 2) || '+f' || n, NULL, NULL, p));
        ELSIF what = 3 AND v IS NOT NULL THEN
            SELECT f.path INTO file FROM lakesoul.files('random', 'sales') AS f WHERE f.partition_desc = p LIMIT 1;
            IF file IS NOT NULL THEN
                PERFORM lakesoul.commit(pg_temp.request('Append', 'r' || n || '-' || file || '+g' || n, NULL, NULL, p));
            END IF;
        ELSIF what = 4 AND v IS NOT NULL THEN
            PERFORM lakesoul.commit(pg_temp.request('Compaction', 'r' || n || '+c' || n, v, NULL, p));
        ELSIF what = 5 AND v IS NOT NULL THEN
            PERFORM lakesoul.commit(pg_temp.request('Delete', 'r' || n, v, NULL, p));
        ELSIF what = 6 THEN
            PERFORM pg_temp.try_commit('random', COALESCE(head, 0) + 1, 'api' || n, COALESCE(base, ''), NULL, '{}', pg_temp.request('Append', 'r' || n || '+a' || n, NULL, NULL, p));
        ELSIF what = 7 AND head IS NOT NULL THEN
            PERFORM lakesoul.paimon_rollback(pg_temp.ident('random'), jsonb_build_object('instant', jsonb_build_object('snapshotId', 1 + floor(random() * head)::int)));
        ELSIF what = 8 AND step % 5 = 0 THEN
            PERFORM lakesoul.paimon_drop_partitions(pg_temp.ident('random'), jsonb_build_object('partitionSpecs', jsonb_build_array(jsonb_build_object('dt', right(p, 1)))));
        ELSIF what = 9 AND v IS NOT NULL THEN
            PERFORM lakesoul.rollback_partition('random', p, floor(random() * (v + 1))::int, 'sales');
        END IF;
        IF EXISTS (SELECT FROM lakesoul.paimon_snapshots AS s WHERE s.table_id = t AND s.retired = 0) THEN
            SELECT string_agg(w, '; ') INTO wrong FROM pg_temp.wrong_statistics('random') AS w;
            ASSERT wrong IS NULL, format('step %s, %s of %s: %s', step, what, p, wrong);
        END IF;
    END LOOP;
    RAISE NOTICE 'of snapshots retired: %', (SELECT count(*) FILTER (WHERE retired > 0) > 10 AND count(DISTINCT retired) > 5 FROM lakesoul.paimon_snapshots AS s WHERE s.table_id = t);
END $$;
-- Every snapshot that is left holds what it says.
SELECT count(*) FROM (SELECT s.id, s.file_count, (SELECT sum((SELECT count(*) FROM lakesoul._active_files(i.table_id, i.partition_desc, i.snapshot)))
    FROM (SELECT DISTINCT ON (b.partition_desc) b.* FROM lakesoul.paimon_snapshot_partitions AS b WHERE b.table_id = s.table_id AND b.snapshot_id <= s.id AND b.version IS NOT NULL
           ORDER BY b.partition_desc, b.snapshot_id DESC) AS b JOIN public.partition_info AS i ON i.table_id = b.table_id AND i.partition_desc = b.partition_desc AND i.version = b.version) AS files
    FROM lakesoul.paimon_snapshots AS s WHERE s.table_id = current_setting('test.table_id') AND s.retired = 0) AS x WHERE x.file_count IS DISTINCT FROM x.files;
SELECT lakesoul.paimon_drop_database('sales', true);
SELECT lakesoul.forget_discarded(ARRAY(SELECT path FROM lakesoul.dropped_paths)) > 0;
