-- Reading: heads of partitions, active files, history; filters and time travel.
SELECT count(*) > 0 FROM lakesoul.setup();
\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/test/fixtures/commit_helpers.sql'
\set ECHO none
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
SELECT pg_temp.plan_has(q, 'Function Scan on lakesoul.(partitions|_heads)') AS called, pg_temp.plan_has(q, '_active_files') AS reads_files, pg_temp.plan_has(q, 'partition_values') AS splits FROM (VALUES
    (1, $$SELECT partition_desc, version FROM lakesoul.partitions('t', 'reading')$$), (2, $$SELECT count(*) FROM lakesoul.partitions('t', 'reading')$$),
    (3, $$SELECT "values" FROM lakesoul.partitions('t', 'reading')$$), (4, $$SELECT files FROM lakesoul.partitions('t', 'reading')$$),
    (5, $$SELECT version FROM lakesoul.partitions_by_id('table_reading', '{"dt": 1}', now())$$), (6, $$SELECT * FROM lakesoul.partitions('t', 'reading')$$)) AS v (n, q) ORDER BY n;
SELECT pg_temp.plan_has(q, 'Function Scan on lakesoul.history') AS called, pg_temp.plan_has(q, '_active_files') AS reads_files FROM (VALUES
    (1, $$SELECT version FROM lakesoul.history('t', 'dt=1,region=eu', 'reading')$$), (2, $$SELECT files FROM lakesoul.history('t', namespace => 'reading')$$)) AS v (n, q) ORDER BY n;
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
