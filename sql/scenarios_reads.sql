-- Reading as stock clients do it, on tables that have the triggers, and the same by functions. The numbers are those of
-- docs/scenarios.md.
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
-- A version with a given time, as it would be in a catalog that was adopted.
CREATE FUNCTION pg_temp.plant(version int, op text, stamp bigint, names text) RETURNS void LANGUAGE sql AS $$
    INSERT INTO public.partition_info (table_id, partition_desc, version, commit_op, timestamp, snapshot, expression, domain)
    VALUES (current_setting('test.table_id'), current_setting('test.partition'), version, op || 'Commit', stamp, pg_temp.ids(names), '', 'public');
$$;
-- The newest version stamped before t (-1: none), and its stamp (0: none), as the native client asks for them; a t of 0 means ever.
CREATE FUNCTION pg_temp.version_up_to(t bigint) RETURNS int LANGUAGE sql AS $$
    SELECT COALESCE(max(version), -1) FROM public.partition_info WHERE table_id = current_setting('test.table_id')
       AND partition_desc = current_setting('test.partition') AND timestamp < CASE t WHEN 0 THEN 9223372036854775807 ELSE t END
$$;
CREATE FUNCTION pg_temp.stamp_up_to(t bigint) RETURNS bigint LANGUAGE sql AS $$
    SELECT COALESCE(max(timestamp), 0) FROM public.partition_info WHERE table_id = current_setting('test.table_id')
       AND partition_desc = current_setting('test.partition') AND timestamp < t
$$;
-- Spark's and Flink's incremental read of the window [since, until): the names of the commits.
CREATE FUNCTION pg_temp.incremental(since bigint, until bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    pre bigint := pg_temp.stamp_up_to(since);
    v record;
    first boolean := true;
    baseline uuid[] := '{}';
    compacted uuid[] := '{}';
    added uuid[] := '{}';
BEGIN
    IF pre = 0 THEN
        RETURN (SELECT pg_temp.names(snapshot) FROM public.partition_info WHERE table_id = current_setting('test.table_id')
                   AND partition_desc = current_setting('test.partition') AND version = pg_temp.version_up_to(until));
    END IF;
    FOR v IN SELECT * FROM public.partition_info WHERE table_id = current_setting('test.table_id')
                AND partition_desc = current_setting('test.partition') AND timestamp >= pre AND timestamp < until ORDER BY version LOOP
        IF v.timestamp = pre THEN
            baseline := baseline || v.snapshot;
        ELSIF v.commit_op = 'UpdateCommit' AND NOT first THEN
            RETURN '[]';
        ELSIF v.commit_op = 'CompactionCommit' THEN
            compacted := compacted || v.snapshot[1];
            added := added || v.snapshot[2:];
        ELSE
            added := added || v.snapshot;
        END IF;
        first := false;
    END LOOP;
    RETURN pg_temp.names(ARRAY(SELECT i FROM unnest(added) WITH ORDINALITY AS a (i, o) WHERE i <> ALL (baseline || compacted) GROUP BY i ORDER BY min(o)));
END
$$;
-- Partitions that the text search of the clients finds.
CREATE FUNCTION pg_temp.searched(query text) RETURNS text LANGUAGE sql AS $$
    SELECT COALESCE(string_agg(DISTINCT partition_desc COLLATE "C", ' | '), 'none') FROM public.partition_info WHERE table_id = current_setting('test.table_id')
       AND to_tsvector('english', partition_desc) @@ websearch_to_tsquery('english', query)
$$;
CREATE FUNCTION pg_temp.filtered(filter jsonb) RETURNS text LANGUAGE sql AS $$
    SELECT COALESCE(string_agg(partition_desc, ' | ' ORDER BY partition_desc COLLATE "C"), 'none') FROM lakesoul.partitions('reads', filter => filter)
$$;
\set ECHO all
\pset tuples_only
\pset format unaligned
SET timezone = 'UTC';
SELECT lakesoul.create_table('reads', '/scenarios/reads', '{}', range_partitions => '{a,b}', table_id => 'table_reads');
SET test.table_id = 'table_reads';

-- scenario 32: a hundred commits as fast as they go, in one transaction: a hundred times that increase, and wherever the time is
-- split into two windows, each commit is in one of them.
SET test.partition = 'a=32,b=1';
BEGIN;
SELECT count(*) FROM generate_series(0, 99) AS n, lakesoul.commit(pg_temp.request('Append', 'c' || n || '+f' || n)) AS r;
COMMIT;
SELECT count(DISTINCT timestamp), bool_and(timestamp > before) FROM (
    SELECT timestamp, lag(timestamp) OVER (ORDER BY version) AS before FROM partition_info WHERE table_id = 'table_reads' AND partition_desc = 'a=32,b=1') AS v;
CREATE FUNCTION pg_temp.split(at bigint) RETURNS text[] LANGUAGE sql AS $$
    SELECT string_to_array(concat_ws(' ', btrim(pg_temp.incremental(0, at), '[]'), btrim(pg_temp.incremental(at, 9000000000000), '[]')), ' ')
$$;
SELECT count(*) AS splits, count(*) FILTER (WHERE cardinality(s) = 100 AND (SELECT count(DISTINCT c) FROM unnest(s) AS c) = 100) AS complete
  FROM partition_info AS p, LATERAL pg_temp.split(p.timestamp) AS s WHERE p.table_id = 'table_reads' AND p.partition_desc = 'a=32,b=1' AND p.version > 0;
-- So it is with windows of versions.
SELECT count(*), count(DISTINCT c), min(cardinality(commits_added)), max(cardinality(commits_added))
  FROM lakesoul.history('reads', 'a=32,b=1') AS h, unnest(h.commits_added) AS c;
-- Two versions of one time, as they are without the extension: the reader saw the first and goes on after its time. b is never read.
SET test.partition = 'a=32,b=2';
SELECT pg_temp.plant(0, 'Append', 100, 'a');
SELECT pg_temp.incremental(0, 101);
SELECT pg_temp.plant(1, 'Append', 100, 'a b'), pg_temp.plant(2, 'Append', 200, 'a b c');
SELECT pg_temp.incremental(101, 300);

-- scenario 33: the version up to a time.
-- replay j: the clients take what is stamped before it, functions what is stamped at it too.
SET test.partition = 'a=33,b=1';
SELECT pg_temp.plant(0, 'Append', 100, 'a'), pg_temp.plant(1, 'Append', 200, 'a b'), pg_temp.plant(2, 'Append', 300, 'a b c');
SELECT t, pg_temp.version_up_to(t), pg_temp.stamp_up_to(t),
       (SELECT version FROM lakesoul.partitions('reads', filter => '{"a": 33, "b": 1}', as_of => 'epoch'::timestamptz + t * interval '1 ms')) AS as_of
  FROM unnest('{99,100,101,299,300,301,0}'::bigint[]) AS t;

-- scenario 34: an incremental read over a compaction; over an update it is empty, without a word.
SET test.partition = 'a=34,b=1';
SELECT pg_temp.plant(0, 'Append', 100, 'a'), pg_temp.plant(1, 'Append', 200, 'a b'), pg_temp.plant(2, 'Compaction', 300, 'k b'), pg_temp.plant(3, 'Append', 350, 'k b c');
SELECT pg_temp.stamp_up_to(150), pg_temp.incremental(150, 400);
SELECT pg_temp.plant(4, 'Update', 360, 'u');
SELECT pg_temp.incremental(150, 400);
SELECT version, commit_op, pg_temp.names(commits_added), commits_removed FROM lakesoul.history('reads', 'a=34,b=1');

-- scenario 36: search by some of the columns.
-- replay i: text search finds others too, and misses values with blanks, slashes or stop words; filters are exact.
SELECT pg_temp.commit(op => 'Append', commits => 'a+f') FROM unnest(ARRAY['a=1,b=1', 'a=2,b=1', 'a=10,b=1', 'a=__L@KE$OUL_NULL__,b=1', 'a=x y,b=http://h.com/p', 'a=the,b=1', 'a=US,b=7']) AS p,
    LATERAL (SELECT set_config('test.partition', p, false)) AS s (x) WHERE x IS NOT NULL;
SELECT pg_temp.searched('a=1 & b=1');
SELECT pg_temp.searched('a=10 & b=1');
SELECT pg_temp.searched('a=__L@KE$OUL_NULL__ & b=1');
SELECT pg_temp.searched('a=us & b=7');
SELECT pg_temp.searched('a=x y & b=http://h.com/p');
SET client_min_messages = warning;
SELECT pg_temp.searched('a=the');
RESET client_min_messages;
SELECT f, pg_temp.filtered(f) FROM unnest(ARRAY['{"a": 1}', '{"a": "1", "b": "1"}', '{"a": 10}', '{"a": null}', '{"a": "us"}', '{"a": "x y"}',
    '{"a": "x y", "b": "http://h.com/p"}', '{"b": "http://h.com/p"}', '{"a": "the"}']::jsonb[]) AS f;
-- Each exact match of an ordinary value is among those that are searched.
SELECT count(*), bool_and(pg_temp.searched(replace(partition_desc, ',', ' & ')) ~ ('(^| \| )' || replace(partition_desc, '$', '\$') || '($| \| )'))
  FROM lakesoul.partitions('reads') WHERE partition_desc !~ 'http|the|a=3[234]';

-- replay pg_ducklake-222: a table and its first rows in one transaction. Before these there is nothing, whichever time one takes.
BEGIN;
SELECT lakesoul.create_table('travel', '/scenarios/travel', '{}', table_id => 'table_travel');
SELECT pg_sleep(0.003) IS NOT NULL;
SELECT status, version FROM lakesoul.commit_files('travel', ARRAY[('-5', 'f1', 'add', 1, '')]::lakesoul.file_change[]);
SELECT status, version FROM lakesoul.commit_files('travel', ARRAY[('-5', 'f2', 'add', 1, '')]::lakesoul.file_change[]);
COMMIT;
SELECT to_timestamp(n.created_at / 1000.0) AS created, to_timestamp(p.timestamp / 1000.0) AS first FROM table_name_id AS n, partition_info AS p
 WHERE n.table_id = 'table_travel' AND p.table_id = 'table_travel' AND p.version = 0 \gset
SELECT what, (SELECT count(*) FROM lakesoul.files('travel', as_of => t)) FROM (VALUES (1, 'created', :'created'::timestamptz), (2, 'created + 1 us', :'created'::timestamptz + interval '1 us'),
    (3, 'first - 1 us', :'first'::timestamptz - interval '1 us'), (4, 'first', :'first')) AS v (n, what, t) ORDER BY n;
-- Two versions of one time, from an adopted catalog: the highest counts.
SET test.table_id = 'table_travel';
SET test.partition = '-5';
DELETE FROM partition_info WHERE table_id = 'table_travel';
SELECT pg_temp.plant(0, 'Append', 100, 'a'), pg_temp.plant(1, 'Append', 100, 'a b'), pg_temp.plant(2, 'Append', 99, 'a b c');
SELECT version FROM lakesoul.partitions('travel', as_of => 'epoch'::timestamptz + interval '100 ms');
DELETE FROM partition_info WHERE table_id = 'table_travel' AND version = 2;
SELECT version FROM lakesoul.partitions('travel', as_of => 'epoch'::timestamptz + interval '100 ms');

SELECT count(*) > 0 FROM unnest('{table_reads,table_travel}'::text[]) AS t, lakesoul.drop_table_by_id(t);
