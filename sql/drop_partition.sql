-- Partitions that are dropped or truncated: what goes, what stays, what they count on from.
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
CREATE FUNCTION pg_temp.drop(call text) RETURNS SETOF text LANGUAGE sql AS $$
    SELECT pg_temp.attempt('SELECT lakesoul.' || call)
$$;
SELECT lakesoul.create_namespace('dropping');
SELECT lakesoul.create_table('t', '/dropping/t', '{}', 'dropping', range_partitions => '{p}', properties => '{"lakesoul.compaction_threshold": 1}', table_id => 'dropping_t');
SET test.table_id = 'dropping_t';

-- 1. A dropped partition: every path of every version, but not what another partition needs; what was registered stays.
SET test.partition = 'p=2';
SELECT pg_temp.commit('Append', 'shared+both');
SET test.partition = 'p=1';
SELECT pg_temp.commit('Append', 'a+f1+both');
SELECT pg_temp.commit('Append', 'b+f2-f1');
SELECT pg_temp.commit('Compaction', 'k+g', read => 1);
SELECT pg_temp.commit('Append', 'm+f8');
SELECT pg_temp.register(pg_temp.request('Append', 'later+f9'));
SELECT count(*) FROM lakesoul.due_compactions WHERE table_id = 'dropping_t';
SELECT pg_temp.drop($$drop_partition('t', 'p=1', 'dropping')$$);
SELECT pg_temp.head('p=1'), pg_temp.head('p=2');
SELECT count(*) FROM lakesoul.due_compactions WHERE table_id = 'dropping_t';
SELECT pg_temp.names(array_agg(commit_id ORDER BY commit_id)) FROM data_commit_info WHERE table_id = 'dropping_t';
SELECT path, "table", partition, reason FROM lakesoul.discarded(now() + interval '1 day', 't', 'dropping') ORDER BY path COLLATE "C";
-- Its ids are known for good, its versions and times go on.
SELECT pg_temp.commit('Append', 'a+f1+both');
SELECT version FROM lakesoul.dropped_partitions WHERE table_id = 'dropping_t';
SELECT pg_temp.commit('Append', 'c+f3');
SELECT bool_and(i."timestamp" > d."timestamp") FROM partition_info AS i JOIN lakesoul.dropped_partitions AS d USING (table_id, partition_desc) WHERE table_id = 'dropping_t';
-- What was registered before can be published.
SELECT pg_temp.publish(pg_temp.meta_info('Append', 'later'));
SELECT pg_temp.head('p=1');
-- A path that is committed again is not discarded any more.
SELECT pg_temp.commit('Append', 'again+f2');
SELECT path FROM lakesoul.discarded(now() + interval '1 day', 't', 'dropping') ORDER BY path COLLATE "C";
SELECT lakesoul.forget_discarded('{f1,g}') >= 2;

-- 2. A truncated table: all of it, and the table stays.
SELECT pg_temp.drop($$truncate_table('t', 'dropping')$$);
SELECT count(*) FROM partition_info WHERE table_id = 'dropping_t';
SELECT partition_desc, version FROM lakesoul.dropped_partitions WHERE table_id = 'dropping_t' ORDER BY 1;
SELECT pg_temp.drop($$truncate_table('t', 'dropping')$$);
SELECT pg_temp.commit('Append', 'd+h1');
SELECT pg_temp.drop($$truncate_table_by_id('dropping_t')$$);
SELECT lakesoul.create_table('u', '/dropping/u', '{}', 'dropping', table_id => 'dropping_u');
SET test.table_id = 'dropping_u';
SET test.partition = '-5';
SELECT pg_temp.commit('Append', 'e+u1');
SELECT pg_temp.drop($$drop_partition_by_id('dropping_u', '')$$);

-- 3. What cannot be.
SELECT pg_temp.everything() AS before \gset
SELECT pg_temp.drop($$drop_partition('t', 'p=none', 'dropping')$$);
SELECT pg_temp.drop($$drop_partition('t', 'p=1', 'dropping')$$);
SELECT pg_temp.drop($$drop_partition('t', 'q=1', 'dropping')$$);
SELECT pg_temp.drop($$drop_partition('t', NULL, 'dropping')$$);
SELECT pg_temp.drop($$drop_partition('none', 'p=1', 'dropping')$$);
SELECT pg_temp.drop($$drop_partition_by_id('none', 'p=1')$$);
SELECT pg_temp.drop($$truncate_table('none', 'dropping')$$);
SELECT pg_temp.drop($$truncate_table_by_id(NULL)$$);
SELECT pg_temp.everything() = :'before';

-- 4. A partition at the last version, or at the last time there is, is shut; made again, it begins anew.
SET test.table_id = 'dropping_t';
SET test.partition = 'p=last';
SELECT pg_temp.commit('Append', 'la+l1');
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, "timestamp") VALUES ('dropping_t', 'p=last', 2147483647, 'AppendCommit', pg_temp.ids('la'), '', (extract(epoch FROM now()) * 1000)::bigint + 1000);
SELECT pg_temp.commit('Append', 'lb+l2');
SELECT pg_temp.attempt($$SELECT lakesoul.rollback_partition('t', 'p=last', 2147483647, 'dropping')::text$$) LIKE '%already_committed%';
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot) VALUES ('dropping_t', 'p=last', 1, 'AppendCommit', pg_temp.ids('la lb'));
SELECT pg_temp.drop($$drop_partition('t', 'p=last', 'dropping')$$);
SELECT version, "timestamp" > 1000 FROM lakesoul.dropped_partitions WHERE partition_desc = 'p=last';
SELECT pg_temp.commit('Append', 'lc+l3'), pg_temp.commit('Append', 'ld+l4', 0);
SELECT version, pg_temp.names(snapshot), i."timestamp" > (SELECT d."timestamp" FROM lakesoul.dropped_partitions AS d WHERE d.partition_desc = i.partition_desc) FROM partition_info AS i WHERE partition_desc = 'p=last' ORDER BY 1;
SELECT version, requires_rebuild FROM lakesoul.changes('t', -1, 1, 'p=last', 'dropping') ORDER BY 1;
-- It had been dropped before: it goes on from there.
SELECT pg_temp.drop($$drop_partition('t', 'p=last', 'dropping')$$);
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, "timestamp") VALUES ('dropping_t', 'p=last', 2147483647, 'DeleteCommit', '{}', '', 9223372036854775807);
SELECT pg_temp.commit('Append', 'le+l5');
SELECT pg_temp.drop($$truncate_table('t', 'dropping')$$);
SELECT version, "timestamp" < 9223372036854775807 FROM lakesoul.dropped_partitions WHERE partition_desc = 'p=last';
SELECT pg_temp.commit('Append', 'lf+l6');
-- Only the time is the last one.
SET test.partition = 'p=late';
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, "timestamp") VALUES ('dropping_t', 'p=late', 3, 'DeleteCommit', '{}', '', 9223372036854775807);
SELECT pg_temp.commit('Append', 'lg+l7');
SELECT pg_temp.drop($$drop_partition('t', 'p=late', 'dropping')$$);
SELECT version, "timestamp" FROM lakesoul.dropped_partitions WHERE partition_desc = 'p=late';
SELECT pg_temp.commit('Append', 'lh+l8');
SELECT abs("timestamp" - extract(epoch FROM now()) * 1000) < 60000 FROM partition_info WHERE partition_desc = 'p=late';
SELECT count(*) FROM lakesoul.drop_namespace('dropping', cascade => true);
