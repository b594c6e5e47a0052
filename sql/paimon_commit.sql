-- Commits through the Paimon API: what they need, races that are lost, replays, statistics, and the LakeSoul commits that
-- they carry. Numbered cases are those of the API's list.
SELECT count(*) > 0 FROM lakesoul.setup();
\getenv abs_srcdir PG_ABS_SRCDIR
\set commit_helpers :abs_srcdir '/test/fixtures/commit_helpers.sql'
\set paimon_helpers :abs_srcdir '/test/fixtures/paimon_snapshot_helpers.sql'
\set ECHO none
\set empty :abs_srcdir '/test/fixtures/empty_catalog.sql'
\i :empty
\i :commit_helpers
\i :paimon_helpers
\set ECHO all
\set SHOW_CONTEXT never
\pset tuples_only
\pset format unaligned
SELECT lakesoul.paimon_create_database('{"name": "sales", "options": {"location": "s3://lake/sales"}}');
CREATE FUNCTION pg_temp.make(table_name text, options text DEFAULT '{"bucket": "2"}') RETURNS SETOF text LANGUAGE sql AS $$
    SELECT pg_temp.answer(format('lakesoul.paimon_create_table(%L)', jsonb_build_object('identifier', pg_temp.ident(table_name), 'schema',
        jsonb_build_object('fields', '[{"id": 0, "name": "order_id", "type": "BIGINT"}, {"id": 1, "name": "dt", "type": "STRING"}]'::jsonb,
            'partitionKeys', '["dt"]'::jsonb, 'primaryKeys', '["order_id", "dt"]'::jsonb, 'options', options::jsonb))))
$$;
SELECT pg_temp.make('orders');

-- case 28: an empty table; the first commit.
SELECT pg_temp.paimon('load_snapshot', 'orders');
SELECT pg_temp.try_commit('orders', 1, 'A', '', 'd1+10/100/2@50');
SELECT lakesoul.paimon_load_snapshot(pg_temp.ident('orders'));

-- case 29: another base is a lost race, and nothing changes.
SELECT pg_temp.try_commit('orders', 2, 'B', 'wrong', 'd1+1/1/1@99');
SELECT pg_temp.try_commit('orders', 2, 'B', '', 'd1+1/1/1@99');
SELECT pg_temp.head_snapshot('orders');
SELECT pg_temp.partitions('orders');
SELECT pg_temp.try_commit('orders', 2, 'B', 'A');

-- case 30: a table id of another table. Dropped and made again under its name, the old id is not its own any more.
SELECT pg_temp.paimon('commit', 'orders', (pg_temp.commit_request('orders', 3, 'C', 'B') || '{"tableId": "other"}')::text);
SELECT pg_temp.make('again');
CREATE TEMP TABLE old AS SELECT pg_temp.commit_request('again', 1, 'O', '') AS req;
SELECT pg_temp.try_commit('again', 1, 'O1', '');
SELECT pg_temp.paimon('drop_table', 'again');
SELECT pg_temp.paimon('commit', 'again', req::text) FROM old;
SELECT pg_temp.make('again');
SELECT pg_temp.paimon('commit', 'again', req::text) FROM old;
SELECT pg_temp.paimon('load_snapshot', 'again');

-- case 32: deltas up and down; totals; the list descends.
SELECT pg_temp.try_commit('orders', 3, 'C', 'B', 'd1-4/40/1@20 d2+3/30/1@70');
SELECT lakesoul.paimon_load_snapshot(pg_temp.ident('orders')) -> 'snapshot' -> 'lastFileCreationTime', pg_temp.head_snapshot('orders');
SELECT pg_temp.partitions('orders');

-- case 33: nothing left of d1; d2 stays done.
SELECT pg_temp.paimon('mark_done', 'orders', '{"specs": [{"dt": "d2"}]}');
SELECT pg_temp.try_commit('orders', 4, 'D', 'C', 'd1-6/60/1@80 d2+1/1/1@90');
SELECT pg_temp.partitions('orders');

-- The same commit again is done already, also when others followed; with another content its race is lost.
SELECT pg_temp.try_commit('orders', 4, 'D', 'C', 'd1-6/60/1@80 d2+1/1/1@90');
SELECT pg_temp.try_commit('orders', 2, 'B', 'A');
SELECT pg_temp.try_commit('orders', 4, 'D', 'C', NULL, '{"commitUser": "somebody else"}');
SELECT pg_temp.try_commit('orders', 5, 'A', 'D');
SELECT pg_temp.head_snapshot('orders');

-- Ids: taken, with a gap. Without baseSnapshotUuid only they count.
SELECT pg_temp.try_commit('orders', 4, 'E', 'D');
SELECT pg_temp.try_commit('orders', 6, 'E', 'D');
SELECT pg_temp.paimon('commit', 'orders', (pg_temp.commit_request('orders', 4, 'E', '') - 'baseSnapshotUuid')::text);
SELECT pg_temp.paimon('commit', 'orders', (pg_temp.commit_request('orders', 5, 'E', '') - 'baseSnapshotUuid')::text);
-- A snapshot without a uuid is the base of one with a null base.
SELECT pg_temp.try_commit('orders', 6, NULL, 'E');
SELECT pg_temp.try_commit('orders', 7, 'G', 'E');
SELECT pg_temp.try_commit('orders', 7, 'G', '');

-- What a commit must say.
SELECT pg_temp.paimon('commit', 'orders', '{}');
SELECT pg_temp.paimon('commit', 'orders', (pg_temp.commit_request('orders', 8, 'H', 'G') #- '{snapshot,commitUser}')::text);
SELECT pg_temp.try_commit('orders', 8, 'H', 'G', NULL, '{"commitKind": "MERGE"}');
SELECT pg_temp.try_commit('orders', 8, 'H', 'G', NULL, '{"schemaId": 7}');
SELECT pg_temp.paimon('commit', 'orders', (pg_temp.commit_request('orders', 8, 'H', 'G') || '{"statistics": [{"spec": {"nosuch": "x"}}]}')::text);
SELECT pg_temp.paimon('commit', 'orders', (pg_temp.commit_request('orders', 8, 'H', 'G') || '{"statistics": [{"spec": {"dt": "a,b"}}]}')::text);
SELECT pg_temp.paimon('commit', 'nosuch', pg_temp.commit_request('orders', 8, 'H', 'G')::text);
SELECT pg_temp.answer(format('lakesoul.paimon_commit(%L, %L)', '{"database": "sales", "object": "orders$branch_b"}', pg_temp.commit_request('orders', 8, 'H', 'G')));
SELECT pg_temp.paimon('commit', 'orders', NULL);
SELECT pg_temp.make('outside', '{"path": "s3://lake/outside", "bucket": "2"}');
SELECT pg_temp.try_commit('outside', 1, 'A', '');
SELECT pg_temp.head_snapshot('orders');

-- Numbers and keys come back as they were sent, to the last digit.
SELECT pg_temp.try_commit('orders', 8, 'H', 'G', NULL, '{"commitIdentifier": 9223372036854775807, "watermark": -9223372036854775808,
    "logOffsets": {"0": 9007199254740993}, "properties": {"a": "b"}, "statistics": "stat-1", "nextRowId": "12", "operation": "WRITE",
    "someday": {"x": [1, null]}, "totalRecordCount": null, "indexManifest": null}');
SELECT lakesoul.paimon_load_version_snapshot(pg_temp.ident('orders'), '8');
SELECT pg_temp.try_commit('orders', 9, 'I', 'H', 'big+9223372036854775803/0/1@1');
SELECT pg_temp.try_commit('orders', 10, 'J', 'I', 'small+1/0/0@1');
SELECT pg_temp.head_snapshot('orders');
SELECT pg_temp.try_commit('orders', 10, 'J', 'I', 'big-9223372036854775803/0/1@1');
SELECT pg_temp.head_snapshot('orders');

-- The same partition twice in a report is added up; unknown is not zero.
SELECT pg_temp.try_commit('orders', 11, 'K', 'J', 'd3+1/10/1@5 d3+2/20/1@6');
SELECT pg_temp.paimon('create_partitions', 'orders', '{"partitionSpecs": [{"dt": "d4"}]}');
SELECT pg_temp.partitions('orders', '{"partitionNamePattern": "dt=d%"}');
SELECT pg_temp.try_commit('orders', 12, 'L', 'K', 'd4+0/0/0@0');
SELECT pg_temp.partitions('orders', '{"partitionNamePattern": "dt=d%"}');

-- Nothing in a partition that was not there is no partition.
SELECT pg_temp.try_commit('orders', 13, 'L1', 'L', 'none+0/0/0@5 less-1/10/1@5');
SELECT pg_temp.head_snapshot('orders');
SELECT pg_temp.try_commit('orders', 14, 'L2', 'L1', 'less+1/10/1@5');
SELECT pg_temp.partitions('orders', '{"partitionNamePattern": "dt=%"}');
SELECT pg_temp.paimon('rollback', 'orders', '{"instant": {"snapshotId": 12}}');
SELECT pg_temp.partitions('orders', '{"partitionNamePattern": "dt=%"}');
-- LakeSoul commits in the same call. Files and bytes are counted, rows are told.
SELECT set_config('test.table_id', lakesoul.table_id('orders', 'sales'), false) IS NOT NULL;
SET test.partition = 'dt=d5';
SELECT pg_temp.try_commit('orders', 13, 'M', 'L', 'd5+7/1/99@5', '{}', pg_temp.request('Merge', 'a+f1+f2'));
SELECT pg_temp.head();
SELECT pg_temp.partitions('orders', '{"partitionNamePattern": "dt=d5"}');
SELECT pg_temp.head_snapshot('orders');
-- Sent again: done already, and no second version.
SELECT pg_temp.try_commit('orders', 13, 'M', 'L', 'd5+7/1/99@5', '{}', pg_temp.request('Merge', 'a+f1+f2'));
SELECT pg_temp.versions();
-- A race lost by the snapshot publishes nothing, and one lost by the LakeSoul commit adds no snapshot.
SELECT pg_temp.try_commit('orders', 14, 'N', 'L', NULL, '{}', pg_temp.request('Merge', 'b+f3'));
SELECT pg_temp.try_commit('orders', 14, 'N', 'M', NULL, '{"commitKind": "OVERWRITE"}', pg_temp.request('Update', 'b+f3', 7));
SELECT pg_temp.commit('Update', 'c+f4', 0);
SELECT pg_temp.try_commit('orders', 15, 'N', lakesoul.paimon_load_snapshot(pg_temp.ident('orders')) #>> '{snapshot,snapshot,uuid}', NULL, '{"commitKind": "COMPACT"}',
    pg_temp.request('Compaction', 'd+f5', 0));
SELECT pg_temp.versions();
SELECT pg_temp.head_snapshot('orders');
SELECT count(*) FROM discard_compressed_file_info WHERE file_path = 'f5';
-- What LakeSoul published before is counted once; the rows are news.
SET test.partition = 'dt=before';
SELECT pg_temp.commit('Merge', 'o+f9');
SELECT pg_temp.try_commit('orders', 16, 'M2', lakesoul.paimon_load_snapshot(pg_temp.ident('orders')) #>> '{snapshot,snapshot,uuid}', 'before+5/2/1@5', '{}', pg_temp.request('Merge', 'o+f9'));
SELECT pg_temp.partitions('orders', '{"partitionNamePattern": "dt=before"}');
SELECT pg_temp.head_snapshot('orders');
-- What a rollback took away does not come back under its old id: a snapshot would say that it adds what is not there.
SELECT pg_temp.paimon('rollback', 'orders', '{"instant": {"snapshotId": 14}}');
SELECT pg_temp.try_commit('orders', 15, 'M3', lakesoul.paimon_load_snapshot(pg_temp.ident('orders')) #>> '{snapshot,snapshot,uuid}', 'before+5/2/1@5', '{}', pg_temp.request('Merge', 'o+f9'));
SELECT pg_temp.partitions('orders', '{"partitionNamePattern": "dt=before"}'), 'listed';
SET test.partition = 'dt=d5';
-- Faults of what is carried.
SELECT pg_temp.paimon('commit', 'orders', (pg_temp.commit_request('orders', 15, 'N', 'M') || '{"lakesoulCommit": "%"}')::text);
SELECT pg_temp.paimon('commit', 'orders', (pg_temp.commit_request('orders', 15, 'N', 'M') || '{"lakesoulCommit": "AAAA"}')::text);
SELECT pg_temp.try_commit('orders', 15, 'N', 'M', NULL, '{"commitKind": "ANALYZE"}', pg_temp.request('Merge', 'e+f6'));
SET test.table_id = 'other';
SELECT pg_temp.try_commit('orders', 15, 'N', 'M', NULL, '{}', pg_temp.request('Merge', 'e+f6'));
SELECT set_config('test.table_id', lakesoul.table_id('orders', 'sales'), false) IS NOT NULL;
-- ANALYZE makes a snapshot and no version.
CREATE FUNCTION pg_temp.base(table_name text) RETURNS text LANGUAGE sql AS $$
    SELECT lakesoul.paimon_load_snapshot(pg_temp.ident(table_name)) #>> '{snapshot,snapshot,uuid}'
$$;
SELECT pg_temp.try_commit('orders', 15, 'N', pg_temp.base('orders'), NULL, '{"commitKind": "ANALYZE", "statistics": "stat-2"}');
SELECT pg_temp.versions();
SELECT pg_temp.head_snapshot('orders');

-- LakeSoul's own commits are snapshots too: one for a request, of every kind; what a snapshot hands on goes on.
SELECT pg_temp.try_commit('orders', 16, 'P', 'N', NULL, '{"watermark": 77, "nextRowId": 5, "statistics": "stat-2"}');
SELECT pg_temp.commit('Merge', 'g+f7', NULL);
SELECT pg_temp.head_snapshot('orders');
SELECT lakesoul.paimon_load_version_snapshot(pg_temp.ident('orders'), 'LATEST') #- '{snapshot,timeMillis}' #- '{snapshot,uuid}' #- '{snapshot,baseManifestList}' #- '{snapshot,deltaManifestList}';
SELECT pg_temp.commit('Compaction', 'h+f8', 2);
SELECT pg_temp.head_snapshot('orders');
SELECT pg_temp.commit('Delete', 'i', 3);
SELECT pg_temp.head_snapshot('orders');
SELECT pg_temp.commit('Merge', 'g+f7', NULL);
SELECT pg_temp.head_snapshot('orders');
SELECT status FROM lakesoul.commit_files('orders', ARRAY[('dt=x', 'fx', 'add', 5, ''), ('dt=y', 'fy', 'add', 6, '')]::lakesoul.file_change[], namespace => 'sales');
SELECT pg_temp.head_snapshot('orders');
SELECT status FROM lakesoul.rollback_partition('orders', 'dt=d5', 0, 'sales');
SELECT pg_temp.head_snapshot('orders');
SELECT pg_temp.partitions('orders');
SELECT lakesoul.paimon_list_snapshots(pg_temp.ident('orders'), '{"maxResults": 2}') -> 'nextPageToken';
SELECT j ->> 'id', j ->> 'commitKind', j ->> 'commitUser', j -> 'watermark' FROM jsonb_array_elements(lakesoul.paimon_list_snapshots(pg_temp.ident('orders'), '{"maxResults": 7, "pageToken": "23"}') -> 'snapshots') AS j;

-- Rows that somebody wrote by hand: a snapshot that has no body, or one that is no object, is made of its columns.
BEGIN;
UPDATE lakesoul.paimon_snapshots SET is_lakesoul = false, body = NULL WHERE table_id = current_setting('test.table_id') AND retired = 0;
SELECT jsonb_path_query_first(lakesoul.paimon_load_snapshot(pg_temp.ident('orders')), 'strict $.**.commitUser');
UPDATE lakesoul.paimon_snapshots SET body = '["a", "b", "c", "d"]' WHERE table_id = current_setting('test.table_id') AND retired = 0;
SELECT jsonb_path_query_first(lakesoul.paimon_load_snapshot(pg_temp.ident('orders')), 'strict $.**.commitUser');
SELECT status FROM lakesoul.commit_files('orders', ARRAY[('dt=d5', 'by-hand', 'add', 1, '')]::lakesoul.file_change[], 'sales');
ROLLBACK;

-- Without the right to commit.
CREATE ROLE regress_lake_reader;
GRANT SELECT ON ALL TABLES IN SCHEMA public TO regress_lake_reader;
SET ROLE regress_lake_reader;
SELECT pg_temp.head_snapshot('orders');
SELECT pg_temp.try_commit('orders', 24, 'Z', 'N');
SELECT pg_temp.paimon('create_tag', 'orders', '{"tagName": "t"}');
SELECT pg_temp.paimon('delete_tag', 'orders', 't');
SELECT pg_temp.paimon('rollback', 'orders', '{"instant": {"snapshotId": 1}}');
SELECT pg_temp.paimon('rollback_schema', 'orders', '{"schemaId": 0}');
SELECT pg_temp.paimon('mark_done', 'orders', '{"specs": []}');
SELECT pg_temp.paimon('create_partitions', 'orders', '{"partitionSpecs": []}');
SELECT pg_temp.paimon('drop_partitions', 'orders', '{"partitionSpecs": []}');
RESET ROLE;
DROP OWNED BY regress_lake_reader;
DROP ROLE regress_lake_reader;

-- Nothing stays of a dropped table.
SELECT count(*) FROM lakesoul.drop_table('orders', 'sales');
SELECT (SELECT count(*) FROM lakesoul.paimon_snapshots WHERE table_id = current_setting('test.table_id')), (SELECT count(*) FROM lakesoul.paimon_partitions WHERE table_id = current_setting('test.table_id')),
    (SELECT count(*) FROM lakesoul.paimon_snapshot_partitions WHERE table_id = current_setting('test.table_id')), (SELECT count(*) FROM lakesoul.paimon_chains WHERE table_id = current_setting('test.table_id'));
SELECT lakesoul.paimon_drop_database('sales', true);
SELECT lakesoul.forget_discarded(ARRAY(SELECT path FROM lakesoul.dropped_paths)) > 0;
