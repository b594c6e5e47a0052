-- Rollbacks and tags of the Paimon API, and time travel. Numbered cases are those of the API's list.
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
SELECT lakesoul.paimon_create_table(jsonb_build_object('identifier', pg_temp.ident('orders'), 'schema',
    '{"fields": [{"id": 0, "name": "id", "type": "BIGINT"}, {"id": 1, "name": "dt", "type": "STRING"}], "partitionKeys": ["dt"], "primaryKeys": [], "options": {}}'::jsonb));

-- case 34: ten commits, a tag after each. Partition p<i> comes with commit i, partition all grows with each.
DO $$ BEGIN FOR i IN 1 .. 10 LOOP
    ASSERT (SELECT count(*) FROM pg_temp.try_commit('orders', i, 'u' || i, CASE WHEN i = 1 THEN '' ELSE 'u' || i - 1 END,
        format('p%s+%s/%s/1@%s all+1/10/1@%s', i, i, 10 * i, i, i)) AS a WHERE a = '{"success": true}') = 1;
    PERFORM lakesoul.paimon_create_tag(pg_temp.ident('orders'), jsonb_build_object('tagName', 'tag-' || i));
END LOOP; END $$;
CREATE TEMP TABLE totals AS SELECT s.id, s.record_count, s.file_size, s.file_count, s.last_file_creation FROM lakesoul.paimon_snapshots AS s WHERE s.table_id = lakesoul.table_id('orders', 'sales');
SELECT pg_temp.head_snapshot('orders');
SELECT lakesoul.paimon_list_tags(pg_temp.ident('orders'));
SELECT pg_temp.paimon('rollback', 'orders', '{"instant": {"type": "snapshot", "snapshotId": 4}}');
SELECT pg_temp.head_snapshot('orders');
SELECT pg_temp.partitions('orders');
SELECT pg_temp.paimon('get_tag', 'orders', 'tag-6');
SELECT pg_temp.paimon('get_tag', 'orders', 'tag-4');
SELECT pg_temp.paimon('load_version_snapshot', 'orders', '5');
SELECT pg_temp.paimon('rollback', 'orders', '{"instant": {"type": "snapshot", "snapshotId": 5}}');
SELECT pg_temp.paimon('rollback', 'orders', '{"instant": {"tagName": "tag-3"}}');
SELECT pg_temp.head_snapshot('orders');
SELECT pg_temp.paimon('rollback', 'orders', '{"instant": {"snapshotId": 2}, "fromSnapshot": 4}');
SELECT pg_temp.paimon('rollback', 'orders', '{"instant": {"snapshotId": 2}, "fromSnapshot": 3}');
SELECT pg_temp.head_snapshot('orders');
SELECT pg_temp.partitions('orders');
SELECT count(*) FROM totals AS t JOIN lakesoul.paimon_snapshots AS s USING (id, record_count, file_size, file_count, last_file_creation) WHERE s.retired = 0 AND s.table_id = lakesoul.table_id('orders', 'sales');
-- The next commit has the id again and another uuid; a uuid that was rolled back does not come again.
SELECT pg_temp.try_commit('orders', 3, 'u3', 'u2', 'p3+1/1/1@1');
SELECT pg_temp.try_commit('orders', 3, 'v3', 'u3', 'p3+1/1/1@1');
SELECT pg_temp.try_commit('orders', 3, 'v3', 'u2', 'p3+1/1/1@1');
SELECT pg_temp.head_snapshot('orders');
SELECT s.id, s.uuid, s.retired FROM lakesoul.paimon_snapshots AS s WHERE s.table_id = lakesoul.table_id('orders', 'sales') ORDER BY s.retired, s.id;
-- To the head: nothing changes.
SELECT pg_temp.paimon('rollback', 'orders', '{"instant": {"snapshotId": 3}, "fromSnapshot": 3}');
SELECT pg_temp.head_snapshot('orders');
-- Faults.
SELECT pg_temp.paimon('rollback', 'orders', '{"instant": {"tagName": "nosuch"}}');
SELECT pg_temp.paimon('rollback', 'orders', '{"instant": {"snapshotId": 99}}');
SELECT pg_temp.paimon('rollback', 'orders', '{"instant": {"snapshotId": 1, "tagName": "tag-1"}}');
SELECT pg_temp.paimon('rollback', 'orders', '{}');
SELECT pg_temp.paimon('rollback', 'nosuch', '{"instant": {"snapshotId": 1}}');

-- case 35: versions.
SELECT pg_temp.paimon('create_tag', 'orders', '{"tagName": "MY_TAG", "snapshotId": 2}');
SELECT v, lakesoul.paimon_load_version_snapshot(pg_temp.ident('orders'), v) #>> '{snapshot,uuid}' FROM unnest('{EARLIEST,LATEST,3,MY_TAG}'::text[]) AS v;
SELECT pg_temp.paimon('load_version_snapshot', 'orders', 'NONE');
SELECT pg_temp.paimon('load_version_snapshot', 'orders', '99999999999999999999');
SELECT pg_temp.paimon('load_version_snapshot', 'nosuch', 'LATEST');

-- case 36: tags.
SELECT pg_temp.paimon('create_tag', 'orders', '{"tagName": "my_tag"}');
SELECT pg_temp.paimon('get_tag', 'orders', 'my_tag');
SELECT pg_temp.paimon('create_tag', 'orders', '{"tagName": "my_tag"}');
SELECT pg_temp.paimon('create_tag', 'orders', '{"tagName": "my_tag", "ignoreIfExists": true}');
SELECT pg_temp.paimon('create_tag', 'orders', '{"tagName": "other", "snapshotId": 99999}');
SELECT pg_temp.paimon('get_tag', 'orders', 'unknown');
SELECT pg_temp.paimon('delete_tag', 'orders', 'my_tag');
SELECT pg_temp.paimon('get_tag', 'orders', 'my_tag');
SELECT pg_temp.paimon('delete_tag', 'orders', 'my_tag');
SELECT pg_temp.paimon('create_tag', 'orders', '{"tagName": "20250122"}');
SELECT pg_temp.paimon('create_tag', 'orders', '{"tagName": " "}');
SELECT pg_temp.paimon('create_tag', 'orders', '{"tagName": "LATEST"}');
SELECT pg_temp.paimon('create_tag', 'orders', '{"tagName": "kept", "timeRetained": "1 fortnight"}');
SELECT pg_temp.paimon('create_tag', 'orders', '{"tagName": "kept", "timeRetained": "1d"}');
SELECT j - 'tagCreateTime', (j ->> 'tagCreateTime')::bigint > 1700000000000 FROM lakesoul.paimon_get_tag(pg_temp.ident('orders'), 'kept') AS j;
SELECT pg_temp.paimon('list_tags', 'orders', '{"maxResults": 2}');
SELECT pg_temp.paimon('list_tags', 'orders', '{"maxResults": 2, "pageToken": "kept"}');
SELECT pg_temp.paimon('list_tags', 'orders', '{"tagNamePrefix": "tag-"}');
SELECT pg_temp.paimon('list_tags', 'orders', '{"tagNamePrefix": "tag-%"}');
SELECT pg_temp.paimon('list_tags', 'orders', '{"tagNamePrefix": "%tag"}');

-- Time travel. Times do not ascend, watermarks are missing here and there.
SELECT pg_temp.try_commit('orders', 4, 'w4', 'v3', NULL, '{"timeMillis": 500, "watermark": 10}'), pg_temp.try_commit('orders', 5, 'w5', 'w4'),
    pg_temp.try_commit('orders', 6, 'w6', 'w5', NULL, '{"watermark": 30}');
SELECT s, a FROM unnest(ARRAY['{"timestampMillis": 1006}', '{"timestampMillis": 1005}', '{"timestampMillis": 999}', '{"timestampMillis": 499}', '{"watermark": -5}',
    '{"watermark": 10}', '{"watermark": 11}', '{"watermark": 31}', '{}', '{"watermark": 1, "timestampMillis": 1}']) WITH ORDINALITY AS t (s, o),
    pg_temp.answer(format('lakesoul.paimon_snapshot_at(pg_temp.ident(''orders''), %L) #>> ''{snapshot,id}''', s)) AS a ORDER BY o;

-- case 37: schemas are rolled back apart.
CREATE FUNCTION pg_temp.schema_id() RETURNS text LANGUAGE sql AS $$ SELECT lakesoul.paimon_get_table(pg_temp.ident('orders')) ->> 'schemaId' $$;
SELECT pg_temp.paimon('alter_table', 'orders', '{"changes": [{"action": "addColumn", "fieldNames": ["v"], "dataType": "STRING"}]}');
SELECT pg_temp.try_commit('orders', 7, 'w7', 'w6', NULL, '{"schemaId": 1}');
SELECT pg_temp.paimon('rollback_schema', 'orders', '{"schemaId": 0}');
SELECT pg_temp.paimon('create_tag', 'orders', '{"tagName": "holds-1"}');
SELECT pg_temp.paimon('rollback', 'orders', '{"instant": {"snapshotId": 6}}');
SELECT pg_temp.schema_id();
SELECT pg_temp.paimon('rollback_schema', 'orders', '{"schemaId": 999}');
SELECT pg_temp.paimon('rollback_schema', 'orders', '{"schemaId": 0}');
SELECT pg_temp.schema_id(), (SELECT table_schema NOT LIKE '%"v"%' FROM public.table_info WHERE table_name = 'orders' AND table_namespace = 'sales');
SELECT s.schema_id FROM lakesoul.paimon_schemas AS s WHERE s.table_id = lakesoul.table_id('orders', 'sales');
SELECT pg_temp.paimon('rollback_schema', 'orders', '{"schemaId": 0}');
SELECT pg_temp.paimon('rollback_schema', 'orders', '{}');

-- A table that LakeSoul alone wrote: described, tagged, rolled back, listed. Ids and uuids stay when its chain starts.
SELECT lakesoul.create_table('plain', 's3://lake/plain', '{"type": "struct", "fields": [{"name": "dt", "type": "string", "nullable": true, "metadata": {}}]}', namespace => 'sales', range_partitions => '{dt}') IS NOT NULL;
SELECT set_config('test.table_id', lakesoul.table_id('plain', 'sales'), false) IS NOT NULL;
SET test.partition = 'dt=a';
SELECT pg_temp.paimon('load_snapshot', 'plain');
SELECT pg_temp.commit('Append', 'a+f1'), pg_temp.commit('Append', 'b+f2'), pg_temp.commit('Compaction', 'c+f1f2', 1);
SET test.partition = 'dt=b';
-- Commits of two partitions that have one timestamp are one snapshot.
SELECT pg_sleep(0.01);
SELECT pg_temp.commit('Append', 'd+g1+g2'), pg_temp.commit('Append', 'e+g3-g1');
CREATE FUNCTION pg_temp.chain() RETURNS jsonb LANGUAGE sql AS $$ SELECT lakesoul.paimon_list_snapshots(pg_temp.ident('plain')) -> 'snapshots' $$;
CREATE TEMP TABLE before AS SELECT pg_temp.chain() AS chain, lakesoul.paimon_load_snapshot(pg_temp.ident('plain')) AS head, lakesoul.paimon_list_partitions(pg_temp.ident('plain')) AS partitions;
SELECT j ->> 'id', j ->> 'commitKind', j ->> 'commitUser', j ->> 'totalRecordCount' FROM before, jsonb_array_elements(chain) AS j;
SELECT pg_temp.head_snapshot('plain');
SELECT pg_temp.partitions('plain');
SELECT count(*) FROM lakesoul.paimon_chains WHERE table_id = current_setting('test.table_id');
SELECT pg_temp.paimon('create_tag', 'plain', '{"tagName": "here", "snapshotId": 4}');
SELECT b.chain = pg_temp.chain(), b.head = lakesoul.paimon_load_snapshot(pg_temp.ident('plain')) FROM before AS b;
SELECT pg_temp.partitions('plain');
SELECT pg_temp.wrong_statistics('plain');
SELECT * FROM lakesoul._paimon_pinned(current_setting('test.table_id')) ORDER BY 1, 2;
-- Back before partition b, and before the compaction. The files are there again, as new versions.
SELECT pg_temp.paimon('rollback', 'plain', '{"instant": {"snapshotId": 2}}');
SELECT pg_temp.head_snapshot('plain');
SELECT pg_temp.partitions('plain');
SELECT partition_desc, path FROM lakesoul.files('plain', 'sales') ORDER BY 1, 2;
SELECT p.partition_desc, p.version, p.commit_op, pg_temp.names(p.snapshot) FROM public.partition_info AS p WHERE p.table_id = current_setting('test.table_id') ORDER BY 1, 2;
SELECT pg_temp.wrong_statistics('plain');
SELECT pg_temp.commit('Append', 'f+g4');
SELECT pg_temp.head_snapshot('plain');
SELECT pg_temp.partitions('plain');
SELECT pg_temp.paimon('create_tag', 'plain', '{"tagName": "now"}');
SELECT * FROM lakesoul._paimon_pinned(current_setting('test.table_id')) ORDER BY 1, 2;
-- Forward in commits, back to the tag: the tag's own versions.
SELECT status FROM lakesoul.rollback_table('plain', '1970-01-02', 'sales');
SELECT pg_temp.head_snapshot('plain');
SELECT pg_temp.paimon('rollback', 'plain', '{"instant": {"tagName": "now"}}');
SELECT pg_temp.head_snapshot('plain');
SELECT pg_temp.partitions('plain');
SELECT pg_temp.wrong_statistics('plain');

-- What was deleted cannot be gone back to.
SELECT pg_temp.commit('Append', 'i+g5');
DELETE FROM public.partition_info WHERE table_id = current_setting('test.table_id') AND partition_desc = 'dt=a';
SELECT pg_temp.head_snapshot('plain');
SELECT pg_temp.partitions('plain');
SELECT pg_temp.paimon('rollback', 'plain', '{"instant": {"tagName": "now"}}');
SELECT pg_temp.wrong_statistics('plain');

-- A tag holds what its snapshot has against expiry and dropping. A snapshot whose versions went goes with them.
SELECT lakesoul.create_table('kept', 's3://lake/kept', '{}', namespace => 'sales', range_partitions => '{dt}') IS NOT NULL;
SELECT set_config('test.table_id', lakesoul.table_id('kept', 'sales'), false) IS NOT NULL;
SET test.partition = 'dt=a';
SELECT pg_temp.commit('Append', 'a+f1'), pg_temp.commit('Append', 'b+f2'), pg_temp.commit('Compaction', 'c+f3', 1), pg_temp.commit('Update', 'd+f4', 2);
SELECT pg_temp.paimon('create_tag', 'kept', '{"tagName": "two", "snapshotId": 2}');
SELECT pg_temp.paimon('create_tag', 'kept', '{"tagName": "soon", "snapshotId": 3, "timeRetained": "1ms"}');
SELECT pg_sleep(0.01);
SELECT * FROM lakesoul.expire('kept', 'sales', keep_versions => 1, dry_run => true);
SELECT * FROM lakesoul.expire('kept', 'sales', keep_versions => 1);
SELECT pg_temp.versions();
SELECT pg_temp.paimon('list_tags', 'kept');
SELECT jsonb_path_query_array(lakesoul.paimon_list_snapshots(pg_temp.ident('kept')), '$.snapshots[*].id');
SELECT b.partition_desc, b.snapshot_id, b.version FROM lakesoul.paimon_snapshot_partitions AS b WHERE b.table_id = current_setting('test.table_id') ORDER BY 2;
SELECT pg_temp.attempt($$SELECT lakesoul.drop_partition('kept', 'dt=a', 'sales')$$);
SELECT pg_temp.attempt($$SELECT lakesoul.truncate_table('kept', 'sales')$$);
SELECT pg_temp.paimon('rollback', 'kept', '{"instant": {"snapshotId": 3}}');
SELECT pg_temp.paimon('rollback', 'kept', '{"instant": {"tagName": "two"}}');
SELECT pg_temp.head(), pg_temp.head_snapshot('kept');
SELECT pg_temp.wrong_statistics('kept');
-- The property partition.ttl: the newest version stays as well, so that an older one does not come up again.
SELECT pg_temp.commit('Append', 'e+f5');
SELECT lakesoul.set_table_properties('kept', '{"partition.ttl": 1}', 'sales') IS NOT NULL;
SET client_min_messages = error;
UPDATE public.partition_info SET "timestamp" = version + 1 WHERE table_id = current_setting('test.table_id');
RESET client_min_messages;
SELECT versions_removed, commits_removed FROM lakesoul.expire('kept', 'sales');
SELECT pg_temp.versions();
SELECT pg_temp.paimon('delete_tag', 'kept', 'two');
SELECT versions_removed, commits_removed FROM lakesoul.expire('kept', 'sales');
SELECT pg_temp.partitions('kept'), 'listed';
SELECT pg_temp.head_snapshot('kept');
-- A snapshot that is gone and that a tag holds can be tagged and gone back to.
SELECT pg_temp.commit('Append', 'g+f6'), pg_temp.commit('Append', 'h+f7');
SELECT s.id FROM lakesoul.paimon_snapshots AS s WHERE s.table_id = current_setting('test.table_id') AND s.retired = 0 ORDER BY 1;
SELECT pg_temp.paimon('create_tag', 'kept', '{"tagName": "one", "snapshotId": 5}');
DELETE FROM lakesoul.paimon_snapshots AS s WHERE s.table_id = current_setting('test.table_id') AND s.id = 5;
SELECT pg_temp.paimon('load_version_snapshot', 'kept', '5'), pg_temp.paimon('create_tag', 'kept', '{"tagName": "uno", "snapshotId": 5}');
SELECT pg_temp.paimon('rollback', 'kept', '{"instant": {"snapshotId": 5}}');
SELECT pg_temp.head_snapshot('kept'), pg_temp.head();
SELECT pg_temp.paimon('list_tags', 'kept');
SELECT lakesoul.drop_partition('plain', 'dt=b', 'sales');
SELECT pg_temp.paimon('delete_tag', 'plain', t) FROM unnest('{now}'::text[]) AS t;
SELECT lakesoul.drop_partition('plain', 'dt=b', 'sales');
SELECT pg_temp.head_snapshot('plain');
SELECT lakesoul.paimon_drop_database('sales', true);
SELECT lakesoul.forget_discarded(ARRAY(SELECT path FROM lakesoul.dropped_paths)) > 0;
