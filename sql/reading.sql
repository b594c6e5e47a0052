-- Reading: heads of partitions, active files, history; filters and time travel.
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
\pset null NULL
SET timezone = 'UTC';
SELECT lakesoul.create_namespace('reading');
SELECT lakesoul.create_table('t', '/reading/t', '{}', 'reading', range_partitions => '{dt,region}', table_id => 'table_reading');
SELECT lakesoul.create_table('plain', '/reading/plain', '{}', 'reading', table_id => 'table_reading_plain');
SELECT lakesoul.create_table('empty', '/reading/empty', '{}', 'reading', range_partitions => '{dt}', table_id => 'table_reading_empty');
SET test.table_id = 'table_reading';
-- Rows as they are, history and all: what a dump or a stock client put there.
CREATE FUNCTION pg_temp.plant(partition text, version int, op text, stamp bigint, names text, commits text DEFAULT '') RETURNS void LANGUAGE sql AS $$
    INSERT INTO public.data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, committed, timestamp, domain, published_version, registered_head)
    SELECT current_setting('test.table_id'), partition, pg_temp.id((regexp_match(c, '^[^+-]+'))[1]),
           (SELECT array_agg((f->>'path', f->>'file_op', (f->>'size')::bigint, f->>'file_exist_cols')::public.data_file_op ORDER BY o)
              FROM jsonb_array_elements(pg_temp.file_ops(c)) WITH ORDINALITY AS j (f, o)), op || 'Commit', true, stamp, 'public', version, 0
      FROM string_to_table(commits, ' ') AS c WHERE c <> '';
    INSERT INTO public.partition_info (table_id, partition_desc, version, commit_op, timestamp, snapshot, expression, domain, last_compaction)
    SELECT current_setting('test.table_id'), partition, version, op || 'Commit', stamp, pg_temp.ids(names), '', 'public', -1;
$$;
SELECT pg_temp.plant('dt=1,region=eu', 0, 'Append', 100, 'a', 'a+/r/f_0000.parquet+/r/f_0001.parquet');
SELECT pg_temp.plant('dt=1,region=eu', 1, 'Append', 200, 'a b', 'b-/r/f_0000.parquet+/r/g_3.parquet');
SELECT pg_temp.plant('dt=1,region=eu', 2, 'Compaction', 300, 'k', 'k+/r/k_1.parquet');
SELECT pg_temp.plant('dt=1,region=us', 0, 'Append', 150, 'a', 'a+f1');
SELECT pg_temp.plant('dt=10,region=eu', 0, 'Append', 250, 'a', 'a+f1');
SELECT pg_temp.plant('dt=10,region=eu', 1, 'Delete', 350, '');
SELECT pg_temp.plant('dt=true,region=__L@KE$OUL_NULL__', 0, 'Append', 100, 'a', 'a+f1');
SELECT pg_temp.plant('dt=__L@KE$OUL_EMPTY_STRING__,region=eu', 0, 'Append', 100, 'a', 'a+f1');
SELECT pg_temp.plant('dt=a/b,region=/', 0, 'Append', 100, 'a', 'a+f1');

-- 1. Heads, those of deleted partitions included.
SELECT * FROM lakesoul.partitions('t', 'reading') ORDER BY partition_desc COLLATE "C";
SELECT * FROM lakesoul.partitions_by_id('table_reading', '{"dt": 1}') ORDER BY partition_desc COLLATE "C";
SELECT * FROM lakesoul.partitions('empty', 'reading');
SELECT * FROM lakesoul.partitions('plain', 'reading');

-- replay i:
-- 2. Filters.
CREATE FUNCTION pg_temp.filtered(filter jsonb) RETURNS text LANGUAGE sql AS $$
    SELECT COALESCE(string_agg(partition_desc, '  ' ORDER BY partition_desc COLLATE "C"), 'none') FROM lakesoul.partitions('t', 'reading', filter)
$$;
CREATE FUNCTION pg_temp.filtered_files(filter jsonb) RETURNS text LANGUAGE sql AS $$
    SELECT COALESCE(string_agg(DISTINCT partition_desc COLLATE "C", '  '), 'none') FROM lakesoul.files('t', 'reading', filter)
$$;
SELECT f, pg_temp.filtered(f), '| files:', pg_temp.filtered_files(f) FROM unnest(ARRAY[
    NULL, '{}', '{"dt": "1"}', '{"dt": 1}', '{"dt": 1.0}', '{"dt": 10}', '{"dt": "10", "region": "eu"}', '{"region": "eu"}', '{"region": "us", "dt": 1}', '{"region": null}',
    '{"dt": true}', '{"dt": true, "region": null}', '{"dt": ""}', '{"dt": "", "region": "eu"}', '{"dt": "", "region": ""}', '{"dt": null, "region": null}',
    '{"dt": "a/b"}', '{"dt": "a/b", "region": "/"}', '{"region": "__L@KE$OUL_NULL__"}', '{"dt": "1,region=eu"}', '{"dt": "nosuch"}', '{"dt": "1", "region": "nosuch"}',
    '{"dt": "EU"}', '{"region": "e"}', '{"region": "%"}']::jsonb[]) AS f;
CREATE FUNCTION pg_temp.refused(filter text, name text DEFAULT 't') RETURNS SETOF text LANGUAGE sql AS $$
    SELECT pg_temp.attempt(format('SELECT partition_desc FROM lakesoul.partitions(%L, ''reading'', %L)', name, filter))
    UNION ALL SELECT pg_temp.attempt(format('SELECT path FROM lakesoul.files(%L, ''reading'', %L)', name, filter))
$$;
SELECT pg_temp.refused('{"nosuch": 1}');
SELECT pg_temp.refused('{"dt": 1, "DT": 1}');
SELECT pg_temp.refused('[]');
SELECT f, r FROM unnest(ARRAY['"x"', 'null', '1', '{"dt": [1]}', '{"dt": {}}', '{"": 1}']) AS f, pg_temp.refused(f) AS r WHERE r ~ '^\w{5}: ';
SELECT pg_temp.refused('{"dt": 1}', 'plain') AS r;
-- The order of two errors: an unknown table comes first.
SELECT pg_temp.refused('[]', 'nosuch') AS r;
-- Rows whose description does not fit the columns are shown, and match no filter.
SELECT pg_temp.plant('-5', 0, 'Append', 100, 'a', 'a+f1');
SELECT pg_temp.plant('region=eu,dt=1', 0, 'Append', 100, 'a', 'a+f1');
SELECT partition_desc, "values" FROM lakesoul.partitions('t', 'reading') WHERE "values" IS NULL ORDER BY partition_desc COLLATE "C";
SELECT pg_temp.filtered('{"region": "eu"}');
DELETE FROM partition_info WHERE table_id = 'table_reading' AND partition_desc IN ('-5', 'region=eu,dt=1');

-- 3. Files: in the order of the snapshot.
SELECT * FROM lakesoul.files('t', 'reading', '{"dt": 1}') ORDER BY partition_desc COLLATE "C";
SELECT * FROM lakesoul.files('t', 'reading', '{"dt": 1, "region": "eu"}', version => 1);
SELECT * FROM lakesoul.files_by_id('table_reading', '{"dt": 1, "region": "eu"}', version => 0);
SELECT count(*) FROM lakesoul.files('t', 'reading');
SELECT count(*) FROM lakesoul.files('t', 'reading', '{"dt": 10}');
SELECT count(*) FROM lakesoul.files('empty', 'reading');

-- 4. A version belongs to one partition.
CREATE FUNCTION pg_temp.files(arguments text) RETURNS SETOF text LANGUAGE sql AS $$
    SELECT pg_temp.attempt('SELECT concat_ws('' '', partition_desc, path) FROM lakesoul.files(' || arguments || ')')
$$;
SELECT pg_temp.files($$'t', 'reading', version => 0$$);
SELECT pg_temp.files($$'t', 'reading', '{"dt": 1}', version => 0$$);
SELECT pg_temp.files($$'t', 'reading', '{"region": "us"}', version => 0$$);
SELECT pg_temp.files($$'t', 'reading', '{"region": "us"}', version => 1$$);
SELECT pg_temp.files($$'t', 'reading', '{"dt": 1, "region": "eu"}', version => 3$$);
SELECT pg_temp.files($$'t', 'reading', '{"dt": 1, "region": "eu"}', version => -1$$);
SELECT pg_temp.files($$'t', 'reading', '{"dt": 10}', version => 1$$);
SELECT pg_temp.files($$'t', 'reading', '{"dt": 1, "region": "eu"}', now(), 1$$);
SELECT pg_temp.files($$'t', 'reading', as_of => now(), version => 1$$);
SELECT pg_temp.plant('dt=only', 0, 'Append', 100, 'a', 'a+f1') FROM set_config('test.table_id', 'table_reading_empty', false);
SELECT pg_temp.files($$'empty', 'reading', version => 0$$);
SET test.table_id = 'table_reading';

-- 5. Time travel: the newest version stamped at or before the millisecond.
CREATE FUNCTION pg_temp.as_of(at timestamptz) RETURNS text LANGUAGE sql AS $$
    SELECT concat_ws(' ', (SELECT string_agg(right(partition_desc, -3) || ':' || version, ' ' ORDER BY partition_desc COLLATE "C") FROM lakesoul.partitions('t', 'reading', as_of => at)),
                     '| files', (SELECT count(*) FROM lakesoul.files('t', 'reading', as_of => at)))
$$;
SELECT ms, pg_temp.as_of('epoch'::timestamptz + ms * interval '1 ms') FROM unnest('{99,99.999,100,149,150,199.999,200,200.001,249,300,349,350,1000}'::numeric[]) AS ms;
SELECT pg_temp.as_of('1969-12-31 23:59:59+00'), pg_temp.as_of('0044-03-15 BC'), pg_temp.as_of('9999-12-31');
SELECT partition_desc, version FROM lakesoul.partitions('t', 'reading', '{"dt": 1, "region": "eu"}', 'epoch'::timestamptz + interval '299 ms');
SELECT path FROM lakesoul.files('t', 'reading', '{"dt": 1, "region": "eu"}', 'epoch'::timestamptz + interval '299 ms');
-- No millisecond of a day is lost to rounding.
SELECT lakesoul.create_table('time', '/reading/time', '{}', 'reading', table_id => 'table_reading_time');
SET test.table_id = 'table_reading_time';
SELECT count(*) FROM generate_series(0, 999) AS n, pg_temp.plant('-5', n, 'Update', 1785542400000 + n * 86413, '');
SELECT count(*) FILTER (WHERE p.version = n), count(*) FILTER (WHERE before.version = n - 1) FROM generate_series(0, 999) AS n
  LEFT JOIN LATERAL lakesoul.partitions('time', 'reading', as_of => 'epoch'::timestamptz + (1785542400000 + n * 86413) * interval '1 ms') AS p ON true
  LEFT JOIN LATERAL lakesoul.partitions('time', 'reading', as_of => 'epoch'::timestamptz + (1785542399999 + n * 86413) * interval '1 ms') AS before ON true;
SET test.table_id = 'table_reading';

-- 6. History.
SELECT partition_desc, version, commit_op, timestamp, pg_temp.names(commits_added), commits_removed, files, bytes FROM lakesoul.history('t', namespace => 'reading') WHERE partition_desc LIKE 'dt=1%';
SELECT version, pg_temp.names(commits_added), commits_removed FROM lakesoul.history('t', 'dt=1,region=eu', 'reading');
SELECT version FROM lakesoul.history_by_id('table_reading', 'dt=10,region=eu');
SELECT count(*) FROM lakesoul.history('t', 'dt=nosuch', 'reading');
SELECT count(*) FROM lakesoul.history('plain', namespace => 'reading');

-- scenario 35:
-- 7. Active files of a snapshot: a del hides what was added before it, in the order of the snapshot.
SET test.table_id = 'table_reading_plain';
CREATE FUNCTION pg_temp.active(commits text, names text DEFAULT NULL) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    files text;
BEGIN
    DELETE FROM data_commit_info WHERE table_id = 'table_reading_plain';
    DELETE FROM partition_info WHERE table_id = 'table_reading_plain';
    PERFORM pg_temp.plant('-5', 0, 'Append', 100,
        COALESCE(names, (SELECT string_agg((regexp_match(c, '^[^+-]+'))[1], ' ' ORDER BY o) FROM string_to_table(commits, ' ') WITH ORDINALITY AS t (c, o))), commits);
    SELECT string_agg(path, ' ' ORDER BY o) INTO files FROM lakesoul.files('plain', 'reading') WITH ORDINALITY AS f (d, path, size, cols, bucket, id, stamp, o);
    RETURN commits || COALESCE(' as ' || names, '') || ': ' || COALESCE(files, 'none');
END
$$;
SET session_replication_role = replica;
SELECT pg_temp.active('a+f1+f2 b-f1+f3 c+f1');
SELECT pg_temp.active('a-x+y');
SELECT pg_temp.active('a+x-x');
SELECT pg_temp.active('a-x+x');
SELECT pg_temp.active('a+x b+x');
SELECT pg_temp.active('a+x b-x');
SELECT pg_temp.active('a-x b+x');
SELECT pg_temp.active('a+x b-x c+x d-x');
SELECT pg_temp.active('a-x');
SELECT pg_temp.active('a+x b+y c+z', 'c a b');
SELECT pg_temp.active('a+x b-x', 'b a');
-- An id without a row is passed over; one that is listed twice counts where it stands first.
SELECT pg_temp.active('a+x b+y', 'a nosuch b');
SELECT pg_temp.active('a+x', 'nosuch');
SELECT pg_temp.active('a+x b+y', 'a b a');
RESET session_replication_role;

-- 8. The bucket of a file: the digits after the last _ that has them, up to the end or a dot.
SELECT pg_temp.active('a+part_0000.parquet+part_12+part_1_2.c000.parquet+part_x_3.y+part_3x.y+part+a_1b_2.+_7+x_1.y_z+dir_5/part.x+x_+x_99999999999.p+x_2147483647+1_-1_2') IS NOT NULL;
SELECT path, bucket_id FROM lakesoul.files('plain', 'reading');

-- 9. Nothing is needed but the right to read.
BEGIN READ ONLY;
SELECT count(*) FROM lakesoul.partitions('t', 'reading');
SELECT count(*) FROM lakesoul.files('t', 'reading');
SELECT count(*) FROM lakesoul.history('t', namespace => 'reading');
SELECT count(*) FROM lakesoul.commit_status(pg_temp.id('a'), 'table_reading');
SELECT lakesoul.table_id('t', 'reading');
COMMIT;

-- 10. One snapshot: what a statement itself commits, it does not see.
SELECT (SELECT status FROM lakesoul.commit_files('plain', ARRAY[('-5', 'new', 'add', 1, '')]::lakesoul.file_change[], 'reading')), (SELECT count(*) FROM lakesoul.files('plain', 'reading') WHERE path = 'new');
SELECT count(*) FROM lakesoul.files('plain', 'reading') WHERE path = 'new';

-- 11. Plans: partitions() is inlined, columns that nobody selects cost nothing, heads come from the index.
CREATE FUNCTION pg_temp.plan_has(query text, what text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    line text;
BEGIN
    FOR line IN EXECUTE 'EXPLAIN (VERBOSE, COSTS OFF) ' || query LOOP
        IF line ~ what THEN
            RETURN true;
        END IF;
    END LOOP;
    RETURN false;
END
$$;
SELECT pg_temp.plan_has(q, 'Function Scan on lakesoul.(partitions|_heads)') AS called, pg_temp.plan_has(q, '_count_(files|bytes)') AS reads_files, pg_temp.plan_has(q, 'partition_values') AS splits FROM (VALUES
    (1, $$SELECT partition_desc, version FROM lakesoul.partitions('t', 'reading')$$), (2, $$SELECT count(*) FROM lakesoul.partitions('t', 'reading')$$),
    (3, $$SELECT "values" FROM lakesoul.partitions('t', 'reading')$$), (4, $$SELECT files FROM lakesoul.partitions('t', 'reading')$$),
    (5, $$SELECT version FROM lakesoul.partitions_by_id('table_reading', '{"dt": 1}', now())$$), (6, $$SELECT * FROM lakesoul.partitions('t', 'reading')$$)) AS v (n, q) ORDER BY n;
SELECT pg_temp.plan_has(q, 'Function Scan on lakesoul.history') AS called, pg_temp.plan_has(q, '_count_(files|bytes)') AS reads_files FROM (VALUES
    (1, $$SELECT version FROM lakesoul.history('t', 'dt=1,region=eu', 'reading')$$), (2, $$SELECT files FROM lakesoul.history('t', namespace => 'reading')$$)) AS v (n, q) ORDER BY n;
-- A table is looked up once a call: a function in a scan's filter runs for each row (history() of a million versions took 14 s where it takes 1).
CREATE FUNCTION pg_temp.look_ups(query text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    before bigint = COALESCE(pg_stat_get_xact_function_calls('lakesoul._visible_table(text)'::regprocedure), 0);
BEGIN
    EXECUTE query;
    RETURN pg_stat_get_xact_function_calls('lakesoul._visible_table(text)'::regprocedure) - before;
END
$$;
BEGIN;
SET LOCAL track_functions = 'all';
SET LOCAL enable_indexscan = off;
SET LOCAL enable_indexonlyscan = off;
SET LOCAL enable_bitmapscan = off;
SELECT q, pg_temp.plan_has(q, 'Seq Scan on public.' || relation) AS scans, pg_temp.look_ups(q) FROM (VALUES
    (1, 'table_info', $$SELECT version FROM lakesoul.partitions('t', 'reading')$$), (2, 'partition_info', $$SELECT version FROM lakesoul.history('t', namespace => 'reading')$$)) AS v (n, relation, q) ORDER BY n;
ROLLBACK;
SELECT lakesoul.create_table('many', '/reading/many', '{}', 'reading', range_partitions => '{p,q}', table_id => 'table_reading_many');
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, timestamp, snapshot, domain)
SELECT 'table_reading_many', format('p=%s,q=%s', p, p % 7), v, 'UpdateCommit', v, ARRAY[gen_random_uuid()], 'public' FROM generate_series(1, 300) AS p, generate_series(0, 9) AS v;
ANALYZE partition_info;
-- Rows of partition_info that a call reads, for 300 partitions of ten versions.
CREATE FUNCTION pg_temp.rows_read(query text, OUT rows bigint, OUT by_scan bigint, OUT by_index bigint) LANGUAGE plpgsql AS $$
DECLARE
    before record;
BEGIN
    SELECT seq_tup_read, idx_tup_fetch INTO before FROM pg_stat_xact_user_tables WHERE relid = 'public.partition_info'::regclass;
    EXECUTE 'SELECT count(*) FROM ' || query INTO rows;
    SELECT seq_tup_read - before.seq_tup_read, idx_tup_fetch - before.idx_tup_fetch INTO by_scan, by_index
      FROM pg_stat_xact_user_tables WHERE relid = 'public.partition_info'::regclass;
END
$$;
BEGIN;
SELECT count(*) > 0 FROM partition_info;
SELECT * FROM pg_temp.rows_read($$lakesoul.partitions('many', 'reading', '{"p": 17, "q": 3}')$$);
SELECT rows, by_scan, by_index <= 2 FROM pg_temp.rows_read($$lakesoul.files('many', 'reading', '{"p": 17, "q": 3}')$$);
SELECT rows, by_scan, by_index <= 2 FROM pg_temp.rows_read($$lakesoul.files('many', 'reading', '{"p": 17, "q": 3}', version => 4)$$);
SELECT rows, by_scan, by_index <= 2 FROM pg_temp.rows_read($$lakesoul.files('many', 'reading', '{"p": 17, "q": 3}', as_of => now())$$);
SELECT * FROM pg_temp.rows_read($$lakesoul.partitions('many', 'reading', '{"p": 17, "q": 4}')$$);
SELECT rows, by_scan, by_index <= 601 FROM pg_temp.rows_read($$lakesoul.partitions('many', 'reading')$$);
SELECT rows, by_scan, by_index <= 601 FROM pg_temp.rows_read($$lakesoul.partitions('many', 'reading', '{"q": 3}')$$);
SELECT rows, by_scan, by_index <= 601 FROM pg_temp.rows_read($$lakesoul.files('many', 'reading', '{"q": 3}')$$);
COMMIT;

-- 12. What is not there; NULL.
SELECT pg_temp.attempt('SELECT ''rows''::text FROM lakesoul.' || call) FROM unnest(ARRAY['partitions(''nosuch'')', 'partitions_by_id(''nosuch'')', 'files(''nosuch'')', 'files_by_id(''nosuch'')',
    'history(''nosuch'')', 'history_by_id(''nosuch'')', 'partitions(NULL)', 'files(NULL)', 'files_by_id(NULL)', 'history(NULL)', 'partitions(''t'', NULL)', 'files(''t'', NULL)']) AS call;
-- Infinity is later than any version, -infinity earlier.
SELECT (SELECT count(*) > 0 FROM lakesoul.partitions('t', 'reading', as_of => 'infinity')) AS late,
       (SELECT count(*) FROM lakesoul.partitions('t', 'reading', as_of => '-infinity')) AS early;

-- 13. Every awkward value, in both columns: what text search loses or confuses, what patterns and quoting would take for something else.
SELECT lakesoul.create_table('awkward', '/reading/awkward', '{}', 'reading', range_partitions => '{dt,region}', table_id => 'table_reading_awkward');
CREATE TEMP TABLE awkward AS SELECT v FROM unnest(ARRAY[NULL, '', ' ', '  ', 'a b', 'a -b', '-a', '-5', 'http://h.com/p', 'foo.com/x', '/', 'a/b', '&amp;', '<b>', 'the', 'is', 'a', 'run', 'running', 'us', 'US',
    '%', '_', '''', '"q"', '\', 'a\b', '(', '.*', '!', ':', '|', '&', ';', '2026-08-01', '2026-08', '1', '01', '1.0', 'null', 'NULL', chr(252) || 'ber', 'u' || chr(776) || 'ber', chr(26085) || chr(26412), E'a\tb',
    'e' || repeat('x', 200)]) AS v;
CREATE TEMP TABLE pairs AS SELECT a.v AS a, b.v AS b, jsonb_build_object('dt', a.v, 'region', b.v) AS filter,
    format('dt=%s,region=%s', COALESCE(NULLIF(COALESCE(a.v, '__L@KE$OUL_NULL__'), ''), '__L@KE$OUL_EMPTY_STRING__'), COALESCE(NULLIF(COALESCE(b.v, '__L@KE$OUL_NULL__'), ''), '__L@KE$OUL_EMPTY_STRING__')) AS partition FROM awkward AS a, awkward AS b;
SELECT count(*), count(DISTINCT partition) FROM pairs;
SELECT status, version, count(*) FROM lakesoul.commit_files('awkward', (SELECT array_agg((partition, 'old/' || md5(partition), 'add', 1, '')::lakesoul.file_change) FROM pairs), 'reading') GROUP BY 1, 2;
SELECT max(timestamp) AS first_stamp FROM lakesoul.partitions('awkward', 'reading') \gset
SELECT status, version, count(*) FROM lakesoul.commit_files('awkward', (SELECT array_agg((partition, 'new/' || md5(partition), 'add', 1, '')::lakesoul.file_change) FROM pairs), 'reading') GROUP BY 1, 2;
SELECT count(*) FILTER (WHERE p."values" = filter) AS values, count(*) FILTER (WHERE p.version = 1 AND p.files = 2) AS heads FROM pairs JOIN lakesoul.partitions('awkward', 'reading') AS p ON p.partition_desc = partition;
-- All columns given: that partition and no other; as it is, as it was by version, as it was by time.
SELECT count(*) FILTER (WHERE found.heads = ARRAY[partition]) AS heads, count(*) FILTER (WHERE found.files = ARRAY['old/' || md5(partition), 'new/' || md5(partition)]) AS files,
       count(*) FILTER (WHERE found.version = ARRAY['old/' || md5(partition)]) AS by_version, count(*) FILTER (WHERE found.time = ARRAY['old/' || md5(partition)]) AS by_time
  FROM pairs CROSS JOIN LATERAL (SELECT
    ARRAY(SELECT partition_desc FROM lakesoul.partitions('awkward', 'reading', filter)) AS heads,
    ARRAY(SELECT path FROM lakesoul.files('awkward', 'reading', filter)) AS files,
    ARRAY(SELECT path FROM lakesoul.files('awkward', 'reading', filter, version => 0)) AS version,
    ARRAY(SELECT path FROM lakesoul.files('awkward', 'reading', filter, 'epoch'::timestamptz + :first_stamp * interval '1 ms')) AS time) AS found;
-- One column given: all partitions that have it, and no other.
SELECT name, count(*) FILTER (WHERE heads = wanted) AS heads, count(*) FILTER (WHERE by_time = wanted) AS by_time, count(*) FILTER (WHERE files = wanted) AS files FROM awkward, unnest('{dt,region}'::text[]) AS name
 CROSS JOIN LATERAL (SELECT
    ARRAY(SELECT partition FROM pairs WHERE CASE name WHEN 'dt' THEN a ELSE b END IS NOT DISTINCT FROM v ORDER BY partition COLLATE "C") AS wanted,
    ARRAY(SELECT partition_desc FROM lakesoul.partitions('awkward', 'reading', jsonb_build_object(name, v)) ORDER BY partition_desc COLLATE "C") AS heads,
    ARRAY(SELECT partition_desc FROM lakesoul.partitions('awkward', 'reading', jsonb_build_object(name, v), 'epoch'::timestamptz + :first_stamp * interval '1 ms') WHERE version = 0 ORDER BY partition_desc COLLATE "C") AS by_time,
    ARRAY(SELECT DISTINCT partition_desc COLLATE "C" FROM lakesoul.files('awkward', 'reading', jsonb_build_object(name, v)) ORDER BY 1) AS files) AS found
 GROUP BY name ORDER BY name;
-- A table of one column; one without any.
SELECT lakesoul.create_table('single', '/reading/single', '{}', 'reading', range_partitions => '{dt}', table_id => 'table_reading_single');
SELECT count(*) FROM lakesoul.commit_files('single', (SELECT array_agg(('dt=' || COALESCE(NULLIF(COALESCE(v, '__L@KE$OUL_NULL__'), ''), '__L@KE$OUL_EMPTY_STRING__'), md5(COALESCE(v, 'null')), 'add', 1, '')::lakesoul.file_change) FROM awkward WHERE v IS DISTINCT FROM 'null'), 'reading');
SELECT count(*) FILTER (WHERE files = ARRAY[md5(COALESCE(v, 'null'))]) FROM awkward CROSS JOIN LATERAL (SELECT ARRAY(SELECT path FROM lakesoul.files('single', 'reading', jsonb_build_object('dt', v))) AS files) AS f WHERE v IS DISTINCT FROM 'null';
SELECT (SELECT count(*) FROM lakesoul.partitions('plain', 'reading', '{}')) AS heads, (SELECT count(*) = 0 FROM lakesoul.files('plain', 'reading', '{}', as_of => 'epoch')) AS nothing_then,
       (SELECT count(*) FROM lakesoul.files('plain', 'reading', '{}', version => 0)) = (SELECT count(*) FROM lakesoul.files('plain', 'reading', version => 0)) AS by_version;
-- {} means all, rows that do not fit the columns included; what a stock client stored with a comma is found by all of its text.
SET test.table_id = 'table_reading_single';
SELECT pg_temp.plant('dt=x,y', 0, 'Append', 100, 'z', 'z+f1');
SELECT pg_temp.plant('other=1', 0, 'Append', 100, 'z', 'z+f1');
SELECT f, count(*) FILTER (WHERE partition_desc IN ('dt=x,y', 'other=1')) FROM unnest('{"{}","{\"dt\": \"x,y\"}","{\"dt\": \"x\"}"}'::jsonb[]) AS f, lakesoul.partitions('single', 'reading', f) GROUP BY f ORDER BY f;
SELECT count(*) FILTER (WHERE partition_desc = 'other=1') FROM lakesoul.partitions('single', 'reading');

-- 14. What reading costs: pages and descents of indexes, counted. Partitions of 2 and of 200 versions, of many and of few neighbours.
SELECT lakesoul.create_table(name, '/reading/' || name, '{}', 'reading', range_partitions => '{p,q,r}', table_id => 'table_reading_' || name) FROM unnest('{low,high,wide}'::text[]) AS name;
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, timestamp, snapshot, domain)
SELECT 'table_reading_' || name, format('p=%s,q=%s,r=%s', p, q, r), v, 'UpdateCommit', v + 1, ARRAY[md5('an id of no other test')::uuid], 'public'
  FROM (VALUES ('low', 5, 2), ('high', 5, 200), ('wide', 200, 2)) AS t (name, width, versions), generate_series(1, width) AS p, generate_series(1, 2) AS q, generate_series(1, 5) AS r, generate_series(0, versions - 1) AS v;
ANALYZE partition_info, data_commit_info;
-- Pages that a query looks at, by EXPLAIN's count; descents of the primary key of partition_info.
CREATE FUNCTION pg_temp.cost(query text, OUT pages int, OUT descents bigint) LANGUAGE plpgsql AS $$
DECLARE
    plan json;
    before bigint;
BEGIN
    EXECUTE query;   -- plans, caches
    SELECT idx_scan INTO before FROM pg_stat_xact_user_tables WHERE relid = 'public.partition_info'::regclass;
    EXECUTE 'EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ' || query INTO plan;
    pages = (plan->0->'Plan'->>'Shared Hit Blocks')::int + (plan->0->'Plan'->>'Shared Read Blocks')::int;
    SELECT idx_scan - before INTO descents FROM pg_stat_xact_user_tables WHERE relid = 'public.partition_info'::regclass;
END
$$;
BEGIN;
SELECT count(*) > 0 FROM partition_info;
-- Scans that cannot find anything are counted as well, though they descend nowhere: up to three a call.
-- The heads of 50 partitions: a descent each, and one that finds nothing more; no page more for a hundred times the versions but the index's greater height.
SELECT l.descents - 51 BETWEEN 0 AND 3 AS low, h.descents = l.descents AS high, l.pages BETWEEN 50 AND 300 AS low_pages, h.pages - l.pages <= 52 AS same_pages
  FROM pg_temp.cost($$SELECT partition_desc, version FROM lakesoul.partitions('low', 'reading')$$) AS l, pg_temp.cost($$SELECT partition_desc, version FROM lakesoul.partitions('high', 'reading')$$) AS h;
-- As of a time before the head, a second one; as of now not.
SELECT now.descents - 51 BETWEEN 0 AND 3 AS now, old.descents - now.descents AS old FROM pg_temp.cost($$SELECT version FROM lakesoul.partitions('low', 'reading', as_of => now())$$) AS now,
       pg_temp.cost($$SELECT version FROM lakesoul.partitions('low', 'reading', as_of => 'epoch'::timestamptz + interval '1 ms')$$) AS old;
-- All columns: one descent; through files() a few pages more, for the commit.
SELECT q, c.descents - 1 BETWEEN 0 AND 3 AS one, c.pages <= 30 AS few FROM (VALUES
    (1, $$SELECT version FROM lakesoul.partitions('wide', 'reading', '{"p": 100, "q": 1, "r": 3}')$$), (2, $$SELECT path FROM lakesoul.files('wide', 'reading', '{"p": 100, "q": 1, "r": 3}')$$),
    (3, $$SELECT version FROM lakesoul.partitions('high', 'reading', '{"p": 3, "q": 1, "r": 3}')$$)) AS v (n, q), pg_temp.cost(q) AS c ORDER BY n;
-- The first columns: nothing of the other partitions is looked at. 10 and 5 partitions of 2000.
SELECT q, c.descents - heads - 1 BETWEEN 0 AND 3 AS a_partition_each, c.pages <= 100 AS few FROM (VALUES
    (1, 10, $$SELECT version FROM lakesoul.partitions('wide', 'reading', '{"p": 100}')$$), (2, 5, $$SELECT version FROM lakesoul.partitions('wide', 'reading', '{"q": 2, "p": 100}')$$),
    (3, 10, $$SELECT version FROM lakesoul.partitions('wide', 'reading', '{"r": 2, "p": 100}')$$), (4, 5, $$SELECT path FROM lakesoul.files('wide', 'reading', '{"p": 100, "q": 2}')$$),
    (5, 10, $$SELECT version FROM lakesoul.partitions('wide', 'reading', '{"p": 10}')$$), (6, 0, $$SELECT version FROM lakesoul.partitions('wide', 'reading', '{"p": 1000}')$$)) AS v (n, heads, q), pg_temp.cost(q) AS c ORDER BY n;
-- Not the first: a descent for each partition, none for a version.
SELECT c.descents - 2001 BETWEEN 0 AND 3 FROM pg_temp.cost($$SELECT version FROM lakesoul.partitions('wide', 'reading', '{"q": 2}')$$) AS c;
COMMIT;
-- Where descriptions are not ordered by bytes those that begin alike need not stand together: then all are looked at, and the same are found.
BEGIN;
ALTER TABLE partition_info ALTER COLUMN partition_desc TYPE text COLLATE "en-x-icu";
SELECT lakesoul._begin_of_desc('p,q,r;', '{"p": 100}');
SELECT count(*) FROM lakesoul.partitions('wide', 'reading', '{"p": 100, "q": 2}');
SELECT count(*) FILTER (WHERE heads = wanted) FROM awkward CROSS JOIN LATERAL (SELECT
    (SELECT count(*) FROM pairs WHERE a IS NOT DISTINCT FROM v) AS wanted, (SELECT count(*) FROM lakesoul.partitions('awkward', 'reading', jsonb_build_object('dt', v))) AS heads) AS found;
ROLLBACK;

-- 15. Files stream: commit by commit, partition by partition, and no further than the query reads.
SELECT lakesoul.create_table('large', '/reading/large', '{}', 'reading', range_partitions => '{dt}', table_id => 'table_reading_large');
SET test.table_id = 'table_reading_large';
-- 150 partitions of one commit; one of 500 commits, of which each deletes a file of the one before; one of a commit with 3000 files.
INSERT INTO data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, committed, timestamp, domain, published_version, registered_head)
SELECT 'table_reading_large', 'dt=' || d, md5('large' || d)::uuid, ARRAY[('f' || d, 'add', 1, '')::data_file_op], 'AppendCommit', true, 1, 'public', 0, 0 FROM generate_series(1, 150) AS d
UNION ALL
SELECT 'table_reading_large', 'dt=a', md5('many' || c)::uuid, ARRAY[(format('f%s', c), 'add', 1, ''), (format('f%s', c - 1), 'del', 1, ''), (format('g%s', c), 'add', 2, '')]::data_file_op[], 'AppendCommit', true, 1, 'public', 0, 0 FROM generate_series(1, 500) AS c
UNION ALL
SELECT 'table_reading_large', 'dt=b', md5('wide')::uuid, array_agg((format('%s/part_%s.parquet', repeat(md5(f::text), 3), f), 'add', f, '')::data_file_op ORDER BY f), 'AppendCommit', true, 1, 'public', 0, 0 FROM generate_series(1, 3000) AS f;
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, timestamp, snapshot, domain)
SELECT 'table_reading_large', partition_desc, 0, 'AppendCommit', 1, array_agg(commit_id ORDER BY file_ops), 'public' FROM data_commit_info WHERE table_id = 'table_reading_large' GROUP BY partition_desc;
UPDATE partition_info SET snapshot = (SELECT array_agg(md5('many' || c)::uuid ORDER BY c) FROM generate_series(1, 500) AS c) WHERE table_id = 'table_reading_large' AND partition_desc = 'dt=a';
SELECT partition_desc ~ '\d' AS one, count(*), sum(size), count(DISTINCT path) FROM lakesoul.files('large', 'reading') GROUP BY partition_desc ~ '\d', CASE WHEN partition_desc !~ '\d' THEN partition_desc END ORDER BY 2;
SELECT array_agg(path ORDER BY n) = (SELECT array_agg(f ORDER BY c, f) FROM (SELECT c, unnest(CASE WHEN c = 500 THEN ARRAY['f500', 'g500'] ELSE ARRAY['g' || c] END) AS f FROM generate_series(1, 500) AS c) AS w) AS deleted_ones_are_gone,
       array_agg(path ORDER BY n) FILTER (WHERE n > 499)
  FROM lakesoul.files('large', 'reading', '{"dt": "a"}') WITH ORDINALITY AS f (d, path, size, cols, bucket, id, stamp, n);
SELECT bool_and(bucket_id = n AND size = n) AS in_order, count(*) FROM lakesoul.files('large', 'reading', '{"dt": "b"}') WITH ORDINALITY AS f (d, path, size, cols, bucket_id, id, stamp, n);
SELECT files, bytes FROM lakesoul.partitions('large', 'reading') WHERE partition_desc IN ('dt=a', 'dt=b') ORDER BY partition_desc;
SELECT pg_temp.plan_has($$SELECT path FROM lakesoul.files('large', 'reading')$$, 'ProjectSet') AS a_row_a_time, pg_temp.plan_has($$SELECT path FROM lakesoul.files('large', 'reading')$$, 'Function Scan') AS stored_first;
BEGIN;
SELECT count(*) > 0 FROM partition_info;
SELECT rows, by_index <= 65 AS a_page FROM pg_temp.rows_read($$(SELECT path FROM lakesoul.files('large', 'reading') LIMIT 10) AS f$$);
COMMIT;
-- A cursor that is left and taken up again, around a savepoint that is given up.
BEGIN;
DECLARE f CURSOR FOR SELECT row_number() OVER (), path FROM lakesoul.files('large', 'reading', '{"dt": "a"}');
SAVEPOINT s;
FETCH 2 FROM f;
SELECT count(*) FROM lakesoul.files('large', 'reading');
ROLLBACK TO s;
MOVE 200 FROM f;
FETCH 2 FROM f;
MOVE ALL FROM f;
COMMIT;
-- Once for each row of another query.
SELECT count(*), count(DISTINCT path) FROM generate_series(1, 150) AS d CROSS JOIN LATERAL lakesoul.files('large', 'reading', jsonb_build_object('dt', d)) AS f;
-- Begun anew before it has ended.
SELECT count(p), count(DISTINCT p) FROM (SELECT (SELECT path FROM lakesoul.files('large', 'reading', jsonb_build_object('dt', CASE WHEN d % 2 = 0 THEN 'a' ELSE 'b' END)) LIMIT 1 OFFSET d) FROM generate_series(1, 150) AS d) AS s (p);
-- Tests after this one look at the whole catalog.
SELECT count(*) > 0 FROM unnest('{awkward,low,high,wide,large,many}'::text[]) AS name, lakesoul.drop_table_by_id('table_reading_' || name);
