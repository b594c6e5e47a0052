-- When a partition is due for compaction: the queue behind the notices. (Payloads are tested where they can be received.)
SELECT count(*) > 0 FROM lakesoul.setup();
\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/test/fixtures/commit_helpers.sql'
\set ECHO none
\set empty :abs_srcdir '/test/fixtures/empty_catalog.sql'
\i :empty
\i :helpers
\set ECHO all
\pset tuples_only
\pset format unaligned
SELECT lakesoul.create_namespace('notices');
SELECT lakesoul.create_table('t', '/notices/t', '{}', 'notices', range_partitions => '{p}', table_id => 'table_notices');
SET test.table_id = 'table_notices';
CREATE TEMP SEQUENCE names;
-- Appends versions to a partition; says when the queue changed, and the last version.
CREATE FUNCTION pg_temp.append(partition text, versions int) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
    due text;
    before text := (SELECT d.version FROM lakesoul.due_compactions AS d WHERE d.table_id = current_setting('test.table_id') AND d.partition_desc = partition);
    committed int;
BEGIN
    FOR n IN 1..versions LOOP
        SELECT r.version INTO committed FROM lakesoul.commit(pg_temp.request('Append', 'n' || nextval('pg_temp.names') || '+f', NULL, NULL, partition)) AS r;
        due := (SELECT d.version FROM lakesoul.due_compactions AS d WHERE d.table_id = current_setting('test.table_id') AND d.partition_desc = partition);
        IF due IS DISTINCT FROM before THEN
            RETURN NEXT format('version %s: due since %s', committed, due);
        END IF;
        before := due;
    END LOOP;
    RETURN NEXT format('version %s', committed);
END
$$;
CREATE FUNCTION pg_temp.due() RETURNS SETOF text LANGUAGE sql AS $$
    SELECT format('%s %s', partition_desc, version) FROM lakesoul.due_compactions WHERE table_id = current_setting('test.table_id')
     ORDER BY partition_desc COLLATE "C"
$$;
CREATE FUNCTION pg_temp.last(partition text) RETURNS text LANGUAGE sql AS $$
    SELECT string_agg(COALESCE(last_compaction::text, 'NULL'), ' ' ORDER BY version) FROM partition_info
     WHERE table_id = current_setting('test.table_id') AND partition_desc = partition
$$;

-- Ten versions after the first, and at each further ten.
SELECT pg_temp.append('p=1', 35);
SELECT noticed_at BETWEEN extract(epoch FROM now()) * 1000 - 60000 AND extract(epoch FROM clock_timestamp()) * 1000 + 1
  FROM lakesoul.due_compactions WHERE table_id = 'table_notices';
-- A compaction clears it, and counting begins anew at its version, also when commits came in between.
SELECT pg_temp.send(pg_temp.request('Compaction', 'k+g', 33, NULL, 'p=1')) LIKE 'p=1 committed version 35 %';
SELECT pg_temp.due();
SELECT pg_temp.append('p=1', 10);
SELECT pg_temp.due();
SELECT pg_temp.last('p=1');
-- A skipped compaction clears nothing; a compaction that is sent again does not either.
SELECT status, version FROM lakesoul.commit(pg_temp.request('Compaction', 'k2+g', 33, NULL, 'p=1'));
SELECT status, version FROM lakesoul.commit(pg_temp.request('Compaction', 'k+g', 33, NULL, 'p=1'));
SELECT pg_temp.due();
-- Other operations count as versions.
SELECT pg_temp.append('p=2', 9);
SELECT status, version FROM lakesoul.commit(pg_temp.request('Update', 'u+f', 8, NULL, 'p=2'));
SELECT pg_temp.due();
SELECT status, version FROM lakesoul.commit(pg_temp.request('Delete', 'd', 9, NULL, 'p=2'));
SELECT pg_temp.due();
SELECT status, version FROM lakesoul.commit(pg_temp.request('Compaction', 'k+g', 10, NULL, 'p=2'));
SELECT pg_temp.due();
-- A compaction as the very first version.
SELECT status, version FROM lakesoul.commit(pg_temp.request('Compaction', 'k+g', NULL, NULL, 'p=3'));
SELECT pg_temp.append('p=3', 10);

-- Thresholds: the setting, which counts when the commit is made, and the table's own property.
SET lakesoul.compaction_threshold = 4;
SELECT pg_temp.append('p=4', 10);
SET lakesoul.compaction_threshold = 1;
SELECT pg_temp.append('p=5', 4);
RESET lakesoul.compaction_threshold;
SELECT lakesoul.create_table('own', '/notices/own', '{}', 'notices', properties => '{"lakesoul.compaction_threshold": "3"}', table_id => 'table_notices_own');
SET test.table_id = 'table_notices_own';
SELECT pg_temp.append('-5', 8);
SET lakesoul.compaction_threshold = 2;
SELECT pg_temp.append('-5', 4);
RESET lakesoul.compaction_threshold;
-- As a number; what is no such number is passed over.
SELECT lakesoul.create_table('n' || n, '/notices/n' || n, '{}', 'notices', properties => p, table_id => 'table_notices_' || n)
  FROM (VALUES (1, '{"lakesoul.compaction_threshold": 3}'::json), (2, '{"lakesoul.compaction_threshold": "-3"}'), (3, '{"lakesoul.compaction_threshold": "0"}'),
               (4, '{"lakesoul.compaction_threshold": "x"}'), (5, '{"lakesoul.compaction_threshold": "99999999999"}'), (6, '{"lakesoul.compaction_threshold": null}')) AS v (n, p);
SELECT n, set_config('test.table_id', 'table_notices_' || n, false) IS NULL, pg_temp.append('-5', 11) FROM generate_series(1, 6) AS n;
SET test.table_id = 'table_notices';

-- lakesoul.notify: off sends nothing, each sends at every commit to a due partition; the queue is the same.
SET lakesoul.notify = off;
SELECT pg_temp.append('p=off', 21);
SET lakesoul.notify = each;
SELECT pg_temp.append('p=each', 21);
SET lakesoul.notify = crossing;
SELECT pg_temp.append('p=crossing', 21);
SET lakesoul.notify = sometimes;
RESET lakesoul.notify;

-- scenario 37, replay h:
-- A notice that is longer than the server can send is no error, and in the queue like any other.
SELECT lakesoul.create_table('', '/notices/' || left(repeat('long ', 600), 2600), '{}', 'notices', range_partitions => '{p}', table_id => 'table_notices_long');
UPDATE table_info SET table_path = '/notices/' || repeat('x', 9000 - 9) WHERE table_id = 'table_notices_long' RETURNING length(table_path);
SET test.table_id = 'table_notices_long';
SET lakesoul.compaction_threshold = 1;
SELECT pg_temp.append('p=1', 2);
SET lakesoul.notify = each;
SELECT pg_temp.append('p=1', 2);
RESET lakesoul.notify;
RESET lakesoul.compaction_threshold;
SELECT pg_temp.due();

-- A partition adopted with its history: the last compaction is looked up once, and copied from then on.
SET test.table_id = 'table_notices';
INSERT INTO data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, committed, timestamp, domain)
SELECT 'table_notices', 'p=adopted', pg_temp.id('a' || n), '{}', 'AppendCommit', true, 1, 'public' FROM generate_series(0, 20) AS n;
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, timestamp, snapshot, domain)
SELECT 'table_notices', 'p=adopted', n, CASE n WHEN 5 THEN 'CompactionCommit' ELSE 'AppendCommit' END, 1000 + n,
       CASE WHEN n < 5 THEN ARRAY(SELECT pg_temp.id('a' || m) FROM generate_series(0, n) AS m)
            ELSE ARRAY(SELECT pg_temp.id('a' || m) FROM generate_series(5, n) AS m) END, 'public'
  FROM generate_series(0, 13) AS n;
UPDATE data_commit_info SET published_version = NULL, registered_head = NULL WHERE table_id = 'table_notices' AND partition_desc = 'p=adopted';
SELECT pg_temp.last('p=adopted');
SELECT pg_temp.append('p=adopted', 2);
SELECT pg_temp.last('p=adopted');
SELECT pg_temp.due();

-- What else empties the queue: dropping the table.
SELECT lakesoul.drop_table('t', 'notices') LIMIT 1;
SELECT pg_temp.due();

-- Rows with an explicit timestamp come from a dump or a repair: nobody is told.
SELECT lakesoul.create_table('t', '/notices/t', '{}', 'notices', range_partitions => '{p}', table_id => 'table_notices');
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, timestamp, snapshot, domain)
SELECT 'table_notices', 'p=1', n, 'AppendCommit', n, '{}', 'public' FROM generate_series(0, 25) AS n;
SELECT pg_temp.due();
SELECT pg_temp.append('p=1', 5);
-- Those of stock clients count like any other.
INSERT INTO data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, timestamp, domain)
SELECT 'table_notices', 'p=stock', pg_temp.id('s' || n), '{}', 'AppendCommit', 1, 'public' FROM generate_series(0, 12) AS n;
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, domain)
SELECT 'table_notices', 'p=stock', n, 'AppendCommit', ARRAY(SELECT pg_temp.id('s' || m) FROM generate_series(0, n) AS m), 'public' FROM generate_series(0, 12) AS n;
SELECT pg_temp.due();
SELECT pg_notification_queue_usage() < 0.01;
SELECT lakesoul.drop_table('t', 'notices') LIMIT 1;
