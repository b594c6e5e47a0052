-- One client after the other: what the stock clients do, statement by statement, and what the functions do with the same.
-- The numbers are those of docs/scenarios.md, which says where and why the outcome differs from LakeSoul without the extension.
\set SHOW_CONTEXT never
SELECT count(*) > 0 FROM lakesoul.setup();
\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/test/fixtures/commit_helpers.sql'
\set stock_helpers :abs_srcdir '/test/fixtures/stock_helpers.sql'
\set ECHO none
\set empty :abs_srcdir '/test/fixtures/empty_catalog.sql'
\i :empty
\i :helpers
\i :stock_helpers
\set ECHO all
\pset tuples_only
\pset format unaligned
SELECT lakesoul.create_table('n1', 'file:/w/t1', '{}', range_partitions => '{dt}', primary_keys => '{id}', table_id => 't1');
SET test.table_id = 't1';

-- scenario 1: the first append.
SET test.partition = 'dt=1';
SELECT floor(extract(epoch FROM clock_timestamp()) * 1000) AS before \gset
SELECT pg_temp.java('Append', 'a+f1', 0, 'a');
SELECT pg_temp.commits();
SELECT table_id, partition_desc, version, commit_op, pg_temp.names(snapshot), expression = '' AS no_expression, domain,
       timestamp BETWEEN :before AND extract(epoch FROM clock_timestamp()) * 1000 AS now FROM partition_info WHERE table_id = 't1';
SELECT partition_desc, pg_temp.names(ARRAY[commit_id]), file_ops, commit_op, committed, timestamp, domain FROM data_commit_info WHERE table_id = 't1';

-- scenario 2: a chain of appends; active files in the order of the commits.
SELECT pg_temp.java('Append', 'b+f2', 1, 'a b');
SELECT pg_temp.java('Merge', 'c+f3', 2, 'a b c');
SELECT pg_temp.versions();

-- scenario 3: the first phase alone. Head and marks stay, and the commit is known as registered.
SELECT pg_temp.phase_1('Append', 'x+fx');
SELECT pg_temp.head();
SELECT pg_temp.commits();
SELECT partition_desc, status, version FROM lakesoul.commit_status(pg_temp.id('x'), 't1');
-- A client that marks nothing (Rust): its commit is marked for it, or at least known as published, which is what counts.
SELECT pg_temp.stock('Append', 'a+f1', 0, 'a', 'dt=3');
SET lakesoul.mark_committed = off;
SELECT pg_temp.stock('Append', 'b+f2', 1, 'a b', 'dt=3');
RESET lakesoul.mark_committed;
SELECT pg_temp.commits('dt=3');

-- scenario 4: a compaction, nobody else there.
SELECT pg_temp.java('Compaction', 'k+g1', 3, 'k');

-- scenario 5: an update that lists the compacted commit and a new one. As a stock client's row it is stored as planned. A function
-- takes new commits only: which files of k survive is for the update's own commit to say.
SELECT pg_temp.java('Update', 'u+h1', 4, 'k u');
SELECT pg_temp.commit('Update', 'k+g1 u2+h2', read => 4);
SET test.partition = 'dt=5';
SELECT pg_temp.commit('Append', 'k+g1'), pg_temp.commit('Update', 'u+h1', read => 0);

-- scenario 6: a Delete of what was read. The partition is still listed (this is the statement of the clients), without files.
SET test.partition = 'dt=1';
SELECT pg_temp.phase_2('Delete', 5, '');
PREPARE list_partitions AS SELECT m.table_id, t.partition_desc, m.version, m.commit_op, m.snapshot, m.timestamp, m.expression, m.domain FROM (
    SELECT table_id, partition_desc, max(version) FROM partition_info WHERE table_id = $1 GROUP BY table_id, partition_desc) AS t
    LEFT JOIN partition_info AS m ON t.table_id = m.table_id AND t.partition_desc = m.partition_desc AND t.max = m.version;
CREATE TEMP TABLE listed AS EXECUTE list_partitions('t1');
SELECT partition_desc, version, commit_op, snapshot FROM listed WHERE partition_desc = 'dt=1';
SELECT partition_desc, version, files FROM lakesoul.partitions('n1', filter => '{"dt": 1}');
SELECT count(*) FROM lakesoul.files('n1', filter => '{"dt": 1}');
-- One that read nothing is passed over, and that is a success. (A stock client sends nothing at all.)
SET test.partition = 'dt=6';
SELECT pg_temp.commit('Append', 'a+f1'), pg_temp.commit('Delete', 'd');
SELECT pg_temp.head();

-- scenario 7: an append after the delete.
SET test.partition = 'dt=1';
SELECT pg_temp.java('Append', 'd+f4', 6, 'd');

-- scenario 8: a rollback to version 2 is a copy of its row, operation and all, as the next version.
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain)
SELECT table_id, partition_desc, 7, commit_op, snapshot, expression, domain FROM partition_info
 WHERE table_id = 't1' AND partition_desc = 'dt=1' AND version = 2;
SELECT pg_temp.head();
-- To a version that is not there: no row, no error.
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain)
SELECT table_id, partition_desc, 8, commit_op, snapshot, expression, domain FROM partition_info
 WHERE table_id = 't1' AND partition_desc = 'dt=1' AND version = 99;
SELECT pg_temp.versions();

-- scenario 9: two partitions in one commit, of which one is taken: both or none. Without rebase the primary key refuses the second.
SELECT pg_temp.java('Append', 'a+f1', 0, 'a', p) FROM unnest('{dt=9,dt=9b}'::text[]) AS p;
SELECT pg_temp.java('Append', 'x+f2', 1, 'a x', 'dt=9b');
SELECT pg_temp.phase_1('Append', 'b+f3', p) FROM unnest('{dt=9,dt=9b}'::text[]) AS p;
PREPARE insert_version AS INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain)
    VALUES ('t1', $1, $2, 'AppendCommit', $3::uuid[], '', 'public');
SET lakesoul.rebase = off;
BEGIN;
EXECUTE insert_version('dt=9', 1, pg_temp.ids('a b'));
EXECUTE insert_version('dt=9b', 1, pg_temp.ids('a b'));
ROLLBACK;
RESET lakesoul.rebase;
SELECT p, pg_temp.head(p), pg_temp.commits(p) FROM unnest('{dt=9,dt=9b}'::text[]) AS p;
-- With it, the second is combined.
BEGIN;
EXECUTE insert_version('dt=9', 1, pg_temp.ids('a b'));
EXECUTE insert_version('dt=9b', 1, pg_temp.ids('a b'));
UPDATE data_commit_info SET committed = 'true' WHERE commit_id = pg_temp.id('b') AND table_id = 't1';
COMMIT;
SELECT p, pg_temp.head(p), pg_temp.commits(p) FROM unnest('{dt=9,dt=9b}'::text[]) AS p;
-- What cannot be combined refuses both: dt=9b was updated since version 2. As stock statements, and in a function.
SELECT pg_temp.java('Update', 'w+f4', 3, 'w', 'dt=9b');
SELECT pg_temp.phase_1('Update', 'u+h', p) FROM unnest('{dt=9,dt=9b}'::text[]) AS p;
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain)
VALUES ('t1', 'dt=9', 2, 'UpdateCommit', pg_temp.ids('u'), '', 'public'), ('t1', 'dt=9b', 3, 'UpdateCommit', pg_temp.ids('u'), '', 'public');
SELECT pg_temp.send(pg_temp.request('Update', 'v+h', 1, NULL, 'dt=9') || pg_temp.request('Update', 'v+h', 2, NULL, 'dt=9b'));
SELECT p, pg_temp.head(p), count(c) FROM unnest('{dt=9,dt=9b}'::text[]) AS p
  LEFT JOIN data_commit_info AS c ON c.table_id = 't1' AND c.partition_desc = p AND c.commit_id = pg_temp.id('v') GROUP BY p ORDER BY p;

-- scenario 10: a table without partitions.
SELECT lakesoul.create_table('n2', 'file:/w/t2', '{}', primary_keys => '{id}', table_id => 't2');
SELECT partitions, lakesoul.partition_values(partitions, '-5') FROM table_info WHERE table_id = 't2';
SET test.table_id = 't2';
SET test.partition = '-5';
SELECT pg_temp.java('Append', 'a+f1', 0, 'a');
SELECT pg_temp.commit('Append', 'b+f2');
SELECT partition_desc, "values", version, files FROM lakesoul.partitions('n2');
-- A compactor that was told of "-5" compacts without a condition: the notice has it (t/004_notify.pl), the queue too.
SET lakesoul.compaction_threshold = 1;
SELECT pg_temp.java('Append', 'c+f3', 2, 'a b c');
RESET lakesoul.compaction_threshold;
SELECT partition_desc, version FROM lakesoul.due_compactions WHERE table_id = 't2';
SET test.table_id = 't1';

-- scenario 11: one id in two partitions, as Spark's streams do it. Only one of them is published, and both are marked: the mark
-- names no partition. Therefore nothing here reads it; published is what published_version says.
SELECT pg_temp.phase_1('Append', 's+f' || n, 'dt=11' || n) FROM generate_series(1, 2) AS n;
SELECT pg_temp.phase_2('Append', 0, 's', 'dt=111', 's');
SELECT p, pg_temp.commits(p) FROM unnest('{dt=111,dt=112}'::text[]) AS p;
SELECT partition_desc, status, version FROM lakesoul.commit_status(pg_temp.id('s'), 't1') ORDER BY partition_desc;
SELECT pg_temp.phase_2('Append', 0, 's', 'dt=112', 's');
SELECT partition_desc, status, version FROM lakesoul.commit_status(pg_temp.id('s'), 't1') ORDER BY partition_desc;

-- scenario 12: Flink replays a commit: the function it would call, twice.
SET test.partition = 'dt=12';
CREATE FUNCTION pg_temp.flink(spec text) RETURNS SETOF text LANGUAGE sql AS $$
    SELECT pg_temp.attempt(format('SELECT pg_temp.line(r) FROM lakesoul.commit_data_commit_info(%L) AS r',
        lakesoul.encode('DataCommitInfo', pg_temp.data_commit_info('Append', spec, current_setting('test.partition')))))
$$;
SELECT pg_temp.flink('x+f1');
SELECT pg_temp.flink('x+f1');
SELECT pg_temp.versions();
SELECT pg_temp.commits();
-- As stock statements: the client finds its commit marked and does nothing; after a crash between the phases it finds it
-- unmarked and goes on with the second, and if that had been done, it is not done twice.
SELECT committed FROM data_commit_info WHERE table_id = 't1' AND partition_desc = 'dt=12' AND commit_id = pg_temp.id('x');
SELECT pg_temp.phase_1('Append', 'y+f2');
SELECT committed FROM data_commit_info WHERE table_id = 't1' AND partition_desc = 'dt=12' AND commit_id = pg_temp.id('y');
SELECT pg_temp.phase_2('Append', 1, 'x y', 'dt=12', 'y');
SELECT pg_temp.phase_2('Append', 1, 'x y', 'dt=12', 'y');
SELECT pg_temp.phase_2('Append', 2, 'x y y', 'dt=12', 'y');
SELECT pg_temp.flink('y+f2');
-- Registered by the stock statement, published by the function.
SELECT pg_temp.phase_1('Append', 'z+f3');
SELECT pg_temp.flink('z+f3');
SELECT pg_temp.versions();
SELECT pg_temp.commits();

SELECT count(*) > 0 FROM unnest('{t1,t2}'::text[]) AS t, lakesoul.drop_table_by_id(t);
