-- Timestamps of versions: one for a request, strictly increasing in each partition, whatever the clock does.
SELECT count(*) > 0 FROM lakesoul.setup();
\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/test/fixtures/commit_helpers.sql'
\set ECHO none
\i :helpers
\set ECHO all
\pset tuples_only
\pset format unaligned
SELECT lakesoul.create_namespace('stamps');
SELECT lakesoul.create_table('t', '/stamps/t', '{}', 'stamps', range_partitions => '{p}', table_id => 'table_stamps');
SET test.table_id = 'table_stamps';
CREATE FUNCTION pg_temp.clock() RETURNS bigint LANGUAGE sql AS $$ SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint $$;
CREATE FUNCTION pg_temp.stamp(partition text) RETURNS bigint LANGUAGE sql AS $$
    SELECT timestamp FROM public.partition_info WHERE table_id = 'table_stamps' AND partition_desc = partition ORDER BY version DESC LIMIT 1
$$;
-- A head with a given stamp, as a dump or a repair puts it.
CREATE FUNCTION pg_temp.plant(partition text, stamp bigint) RETURNS void LANGUAGE sql AS $$
    INSERT INTO public.partition_info (table_id, partition_desc, version, commit_op, timestamp, snapshot, domain)
    SELECT 'table_stamps', partition, COALESCE(max(version), -1) + 1, 'UpdateCommit', stamp, '{}', 'public'
      FROM public.partition_info WHERE table_id = 'table_stamps' AND partition_desc = partition
$$;

-- The clock's milliseconds, the same for all partitions of a request, and the result says it.
SELECT pg_temp.clock() AS before \gset
SELECT count(*), count(DISTINCT timestamp), min(timestamp) BETWEEN :before AND pg_temp.clock()
  FROM lakesoul.commit(pg_temp.request('Append', 'a+f1', NULL, NULL, 'p=1') || pg_temp.request('Append', 'a+f1', NULL, NULL, 'p=2') ||
                       pg_temp.request('Append', 'a+f1', NULL, NULL, 'p=3'));
SELECT count(DISTINCT timestamp) FROM partition_info WHERE table_id = 'table_stamps';
SELECT r.timestamp = pg_temp.stamp('p=1') FROM lakesoul.commit(pg_temp.request('Append', 'b+f1', NULL, NULL, 'p=1')) AS r;
SELECT r.timestamp < pg_temp.stamp('p=1') FROM lakesoul.commit(pg_temp.request('Append', 'a+f1', NULL, NULL, 'p=1')) AS r;

-- It is the clock when the locks are held, not the transaction's start.
BEGIN;
SELECT now() IS NOT NULL, pg_sleep(0.01);
SELECT timestamp > extract(epoch FROM now()) * 1000 + 5 FROM lakesoul.commit(pg_temp.request('Append', 'c+f1', NULL, NULL, 'p=1'));
COMMIT;

-- scenario 32:
-- Many commits within a millisecond: each has a stamp of its own, and they follow one another.
BEGIN;
SELECT count(*) FROM generate_series(1, 300) AS n,
    LATERAL lakesoul.commit(pg_temp.request('Append', 'm' || n || '+f', NULL, NULL, 'p=many')) AS r;
COMMIT;
SELECT count(*), count(DISTINCT timestamp), bool_and(timestamp > before OR before IS NULL) FROM (
    SELECT timestamp, lag(timestamp) OVER (ORDER BY version) AS before FROM partition_info
     WHERE table_id = 'table_stamps' AND partition_desc = 'p=many') AS v;

-- A head a little ahead of the clock: one millisecond after it, for all partitions of the request.
SELECT pg_temp.clock() + 30000 AS ahead \gset
SELECT pg_temp.plant('p=ahead', :ahead);
SELECT partition_desc, r.timestamp - :ahead FROM lakesoul.commit(
    pg_temp.request('Append', 'x+f1', NULL, NULL, 'p=1') || pg_temp.request('Append', 'x+f1', NULL, NULL, 'p=ahead') ||
    pg_temp.request('Append', 'x+f1', NULL, NULL, 'p=new')) AS r;
SELECT partition_desc, r.timestamp - :ahead FROM lakesoul.commit(
    pg_temp.request('Append', 'y+f1', NULL, NULL, 'p=ahead') || pg_temp.request('Append', 'y+f1', NULL, NULL, 'p=1')) AS r;

-- More than a minute ahead: a warning, and only that partition goes on from its head.
CREATE FUNCTION pg_temp.warned() RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
    RETURN QUERY SELECT partition_desc || ' ' || CASE WHEN r.timestamp BETWEEN pg_temp.clock() - 10000 AND pg_temp.clock()
                     THEN 'the clock' ELSE 'head + ' || (r.timestamp - 4000000000000) END
        FROM lakesoul.commit(pg_temp.request('Append', 'z+f1', NULL, NULL, 'p=fresh') ||
                             pg_temp.request('Append', 'z+f1', NULL, NULL, 'p=far') ||
                             pg_temp.request('Append', 'z+f1', NULL, NULL, 'p=fresh 2')) AS r;
END
$$;
SELECT pg_temp.plant('p=far', 4000000000000);
\set VERBOSITY terse
SELECT pg_temp.warned();
\set VERBOSITY default
-- A commit's own timestamp, if the client sends one, is kept with the commit; the version's is not the client's.
SELECT pg_temp.clock() AS before \gset
SELECT r.timestamp >= :before FROM lakesoul.commit_data_commit_info(lakesoul.encode('DataCommitInfo',
    pg_temp.data_commit_info('Append', 'own+f1', 'p=own') || '{"timestamp": "1234567890123"}')) AS r;
SELECT timestamp FROM data_commit_info WHERE table_id = 'table_stamps' AND partition_desc = 'p=own';
SELECT r.timestamp AS stamp FROM lakesoul.commit(pg_temp.request('Append', 'none+f1', NULL, NULL, 'p=own')) AS r \gset
SELECT timestamp = :stamp FROM data_commit_info WHERE table_id = 'table_stamps' AND commit_id = pg_temp.id('none');
SELECT lakesoul.register(lakesoul.encode('JniWrapper', jsonb_build_object('data_commit_info', jsonb_build_array(
    pg_temp.data_commit_info('Append', 'reg+f1', 'p=own') || '{"timestamp": "1234567890124"}'))));
SELECT pg_temp.publish(lakesoul.encode('MetaInfo', jsonb_build_object('list_partition', jsonb_build_array(jsonb_build_object(
    'table_id', 'table_stamps', 'partition_desc', 'p=own', 'commit_op', 'AppendCommit', 'timestamp', '5', 'version', 77,
    'snapshot', jsonb_build_array(pg_temp.id('reg')))))));
SELECT timestamp FROM data_commit_info WHERE table_id = 'table_stamps' AND commit_id = pg_temp.id('reg');
SELECT version, timestamp >= :before FROM partition_info WHERE table_id = 'table_stamps' AND partition_desc = 'p=own' ORDER BY version DESC LIMIT 1;
SELECT commit_timestamp >= :before, commit_timestamp FROM lakesoul.files('t', 'stamps', '{"p": "own"}') WHERE commit_id = pg_temp.id('own');

-- What a commit knew when it was registered: the head's stamp, 0 without one.
SELECT pg_temp.names(ARRAY[commit_id]), registered_head = 0, registered_head = (
    SELECT v.timestamp FROM partition_info AS v WHERE v.table_id = c.table_id AND v.partition_desc = c.partition_desc AND v.version = c.published_version - 1)
  FROM data_commit_info AS c WHERE table_id = 'table_stamps' AND partition_desc = 'p=own' ORDER BY published_version;
