-- Old versions that are not kept, the commits and files that go with them, and those that do not.
\set SHOW_CONTEXT never
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
CREATE FUNCTION pg_temp.discards() RETURNS text LANGUAGE sql AS $$
    SELECT COALESCE(string_agg(format('%s (%s)', path, reason), ' ' ORDER BY path COLLATE "C"), 'nothing')
      FROM lakesoul.discarded_by_id(current_setting('test.table_id'), 'infinity')
$$;
-- Moves a partition's versions to so many days ago, the oldest first.
CREATE FUNCTION pg_temp.age(days float[], partition text DEFAULT current_setting('test.partition')) RETURNS void LANGUAGE sql AS $$
    UPDATE public.partition_info AS i SET "timestamp" = (extract(epoch FROM now()) * 1000)::bigint - (d * 86400000)::bigint
      FROM (SELECT n, d FROM unnest(days) WITH ORDINALITY AS u (d, n)) AS a,
           (SELECT version, row_number() OVER (ORDER BY version) AS n FROM public.partition_info
             WHERE table_id = current_setting('test.table_id') AND partition_desc = partition) AS v
     WHERE i.table_id = current_setting('test.table_id') AND i.partition_desc = partition AND i.version = v.version AND v.n = a.n
$$;
SELECT lakesoul.create_namespace('exp');
SELECT lakesoul.create_table('t', '/exp/t', '{}', 'exp', range_partitions => '{p}', table_id => 'table_exp');
SET test.table_id = 'table_exp';

-- 1. By number. What is said beforehand is what is done.
SET test.partition = 'p=1';
SELECT pg_temp.commit('Append', 'a+f1'), pg_temp.commit('Append', 'b+f2'), pg_temp.commit('Compaction', 'k+g', 1), pg_temp.commit('Append', 'c+f3');
SELECT * FROM lakesoul.expire('t', 'exp', keep_versions => 4);
SELECT * FROM lakesoul.expire('t', 'exp', keep_versions => 3);
SELECT pg_temp.versions();
SELECT pg_temp.discards();
SELECT * FROM lakesoul.expire('t', 'exp', keep_versions => 2, dry_run => true);
SELECT pg_temp.versions();
SELECT * FROM lakesoul.expire_by_id('table_exp', keep_versions => 2);
SELECT pg_temp.versions();
SELECT pg_temp.discards();
SELECT t_date = CURRENT_DATE, "timestamp" = discarded_at, table_path, partition_desc FROM discard_compressed_file_info WHERE file_path = 'f1';
-- Commits that are gone are known for good; the head is as it was.
SELECT pg_temp.names(ARRAY[commit_id]), version FROM lakesoul.retired_commits WHERE table_id = 'table_exp' ORDER BY 1;
SELECT pg_temp.commit('Append', 'a+f1');
SELECT pg_temp.head();
SELECT * FROM lakesoul.expire('t', 'exp', keep_versions => 1);
SELECT pg_temp.head();
SELECT * FROM lakesoul.expire('t', 'exp', keep_versions => 1);

-- 2. By age: what was in force at any time since then answers as before.
SET test.partition = 'p=2';
SELECT pg_temp.commit('Append', 'a+h1'), pg_temp.commit('Compaction', 'k+h2', 0), pg_temp.commit('Append', 'b+h3'), pg_temp.commit('Compaction', 'l+h4', 2);
SELECT pg_temp.age('{9,7,5,3}');
CREATE TEMP TABLE before AS SELECT d, f.path FROM generate_series(0, 6) AS d, lakesoul.files('t', 'exp', '{"p": "2"}', as_of => now() - d * interval '1 day') AS f;
SELECT count(*), count(DISTINCT path) FROM before;
SELECT * FROM lakesoul.expire('t', 'exp', keep_for => '100 years', keep_versions => 1);
SELECT * FROM lakesoul.expire('t', 'exp', keep_for => '0', keep_versions => 9);
SELECT * FROM lakesoul.expire('t', 'exp', keep_for => '6 days');
SELECT count(*) FROM (SELECT d, f.path FROM generate_series(0, 6) AS d, lakesoul.files('t', 'exp', '{"p": "2"}', as_of => now() - d * interval '1 day') AS f
    INTERSECT ALL SELECT * FROM before) AS same;
SELECT * FROM lakesoul.expire('t', 'exp', keep_for => '0');
SELECT pg_temp.versions();
SELECT pg_temp.discards();

-- 3. What is referenced stays: a stock rollback lists commits from before the compaction again.
SET test.partition = 'p=3';
SELECT pg_temp.commit('Append', 'a+i1'), pg_temp.commit('Append', 'b+i2'), pg_temp.commit('Compaction', 'k+i3', 1);
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain)
VALUES ('table_exp', 'p=3', 3, 'AppendCommit', pg_temp.ids('a'), '', 'public');
SELECT * FROM lakesoul.expire('t', 'exp', keep_versions => 1);
SELECT pg_temp.head();
-- A file that a DELETE of rows hid goes when no version shows it, its commit when no version lists it.
SET test.partition = 'p=4';
SELECT pg_temp.commit('Append', 'a+j1+j2'), pg_temp.commit('Append', 'b-j1'), pg_temp.commit('Append', 'c+j1'), pg_temp.commit('Append', 'd-j1-j2+j3');
SELECT * FROM lakesoul.expire('t', 'exp', keep_versions => 3);
SELECT * FROM lakesoul.expire('t', 'exp', keep_versions => 1);
SELECT pg_temp.head();
-- One that was never shown goes with the version that published it, and once.
SELECT pg_temp.commit('Append', 'e+j4-j4+j5'), pg_temp.commit('Append', 'f+j6');
SELECT * FROM lakesoul.expire('t', 'exp', keep_versions => 1);
SELECT lakesoul.forget_discarded('{j1,j2,j4}');
SELECT pg_temp.commit('Update', 'u+j7', 5);
SELECT * FROM lakesoul.expire('t', 'exp', keep_versions => 1);
-- A file that a compaction lists again, that another partition has, or that a registered commit brings.
SET test.partition = 'p=5';
SELECT pg_temp.commit('Append', 'a+k1+k2+k3+k4+k5'), pg_temp.commit('Compaction', 'k+k1+kk', 0);
SELECT pg_temp.register(pg_temp.request('Append', 'r+k3'));
SET test.partition = 'p=6';
SELECT pg_temp.commit('Append', 'a+k2');
SELECT pg_temp.register(pg_temp.request('Append', 'r+k4'));
SELECT * FROM lakesoul.expire('t', 'exp', keep_versions => 1);
-- Nothing is forgotten for that: they go when the last that needs them is gone.
SELECT pg_temp.publish(pg_temp.meta_info('Append', 'r'), 'Append'), pg_temp.commit('Update', 'u+x6', 1);
SELECT * FROM lakesoul.expire('t', 'exp', keep_versions => 1);
SELECT pg_temp.register(pg_temp.request('Append', 's+k3', partition => 'p=6'));

-- 4. A file that was recorded before, while a version needed it, counts from when none does.
SET test.partition = 'p=7';
SELECT pg_temp.commit('Append', 'a+l1'), pg_temp.commit('Compaction', 'k+l2', 0);
INSERT INTO discard_compressed_file_info (file_path, table_path, partition_desc, "timestamp", t_date) VALUES ('l1', '/exp/t', 'p=7', 1, '1970-01-20');
UPDATE discard_compressed_file_info SET discarded_at = 5 WHERE file_path = 'l1';
SELECT count(*) FROM lakesoul.discarded('infinity', 't', 'exp') WHERE path = 'l1';
SELECT * FROM lakesoul.expire('t', 'exp', keep_versions => 1);
SELECT discarded_at > 5, "timestamp" > 5, reason FROM discard_compressed_file_info WHERE file_path = 'l1';

-- 5. Deletions of commits that were held back and that no head lists any more are done.
SET test.partition = 'p=8';
SELECT pg_temp.commit('Append', 'a+m1'), pg_temp.commit('Compaction', 'k+m2', 0);
INSERT INTO lakesoul.held_deletes VALUES ('table_exp', 'p=8', pg_temp.id('a'));
SELECT count(*) FROM lakesoul.expire('t', 'exp', keep_versions => 9);
SELECT count(*) FROM lakesoul.held_deletes WHERE table_id = 'table_exp';
SELECT count(*) FROM data_commit_info WHERE table_id = 'table_exp' AND partition_desc = 'p=8';
-- Settings of the caller do not stand in the way of what must be known.
SELECT pg_temp.commit('Append', 'b+m3'), pg_temp.commit('Update', 'u+m4', 2);
SET lakesoul.restoring = on;
SELECT * FROM lakesoul.expire('t', 'exp', keep_versions => 1);
SHOW lakesoul.restoring;
RESET lakesoul.restoring;
SELECT status, version FROM lakesoul.commit_status(pg_temp.id('b'), 'table_exp') WHERE partition_desc = 'p=8';

-- 6. TTLs: a partition without changes goes as a whole, and counts on when it is made again.
SET lakesoul.compaction_threshold = 1;
SELECT lakesoul.create_table('ttl', '/exp/ttl', '{}', 'exp', range_partitions => '{p}', table_id => 'table_ttl');
SET test.table_id = 'table_ttl';
SET test.partition = 'p=old';
SELECT pg_temp.commit('Append', 'a+f1'), pg_temp.commit('Append', 'b+f2');
SELECT pg_temp.register(pg_temp.request('Append', 'r+r1'));
SET test.partition = 'p=new';
SELECT pg_temp.commit('Append', 'a+f3');
SELECT pg_temp.age('{9,8}', 'p=old');
RESET lakesoul.compaction_threshold;
SELECT partition_desc FROM lakesoul.due_compactions WHERE table_id = 'table_ttl' ORDER BY 1;
SELECT * FROM lakesoul.expire('ttl', 'exp');
UPDATE table_info SET properties = '{"partition.ttl": "-1", "only_save_once_compaction": "true"}' WHERE table_id = 'table_ttl';
SELECT * FROM lakesoul.expire('ttl', 'exp');
UPDATE table_info SET properties = '{"partition.ttl": "7", "compaction.ttl": 1, "x": "\u0000"}' WHERE table_id = 'table_ttl';
SELECT * FROM lakesoul.expire('ttl', 'exp', dry_run => true);
SELECT * FROM lakesoul.expire('ttl', 'exp');
SELECT * FROM lakesoul.expire('ttl', 'exp');
SELECT partition_desc, version, "timestamp" < extract(epoch FROM now()) * 1000 - 7 * 86400000::bigint FROM lakesoul.dropped_partitions WHERE table_id = 'table_ttl';
SELECT partition_desc FROM lakesoul.due_compactions WHERE table_id = 'table_ttl' ORDER BY 1;
SELECT pg_temp.head('p=old'), pg_temp.discards();
SELECT pg_temp.publish(pg_temp.meta_info('Append', 'r', partition => 'p=old'), 'Append');
SELECT pg_temp.age('{9}', 'p=old');
SELECT * FROM lakesoul.expire('ttl', 'exp');
SELECT version FROM lakesoul.dropped_partitions WHERE table_id = 'table_ttl';
SELECT pg_temp.discards();
-- The day is cut at midnight in the session's time zone.
SET timezone = 'Asia/Kathmandu';
SELECT pg_temp.commit('Append', 'z+z1');
UPDATE partition_info SET "timestamp" = extract(epoch FROM date_trunc('day', now()) - interval '7 days') * 1000 WHERE table_id = 'table_ttl';
SELECT count(*) FROM lakesoul.expire('ttl', 'exp', dry_run => true);
UPDATE partition_info SET "timestamp" = "timestamp" - 1 WHERE table_id = 'table_ttl' AND version = 0;
SELECT count(*) FROM lakesoul.expire('ttl', 'exp', dry_run => true);
UPDATE partition_info SET "timestamp" = "timestamp" - 1 WHERE table_id = 'table_ttl' AND version = 1;
SELECT count(*) FROM lakesoul.expire('ttl', 'exp', dry_run => true);
RESET timezone;

-- 7. The scenarios that LakeSoul's own cleaning asserts: rows of partition_info, rows of data_commit_info, files.
CREATE FUNCTION pg_temp.scenario(properties text, partitions text[]) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    part text;
    version text[];
    n int;
    made int := 0;
    days float[];
BEGIN
    PERFORM set_config('test.table_id', 'table_scenario', true);
    PERFORM lakesoul.create_table('scenario', '/exp/scenario', '{}', 'exp', range_partitions => '{p}', properties => properties::json, table_id => 'table_scenario');
    FOREACH part IN ARRAY partitions LOOP
        PERFORM set_config('test.partition', 'p=' || made, true);
        n := -1;
        days := '{}';
        FOR version IN SELECT m FROM regexp_matches(part, '(\w)(\d+)(-?)', 'g') AS m LOOP
            PERFORM pg_temp.commit(CASE version[1] WHEN 'A' THEN 'Append' WHEN 'M' THEN 'Merge' WHEN 'C' THEN 'Compaction' ELSE 'Update' END,
                chr(ascii('a') + n + 1) || CASE version[3] WHEN '' THEN format('+f%s_%s', made, n + 1) ELSE '' END, n);
            n := n + 1;
            days := days || version[2]::float;
        END LOOP;
        PERFORM pg_temp.age(days);
        made := made + 1;
    END LOOP;
    CREATE TEMP TABLE files ON COMMIT DROP AS SELECT DISTINCT f.path FROM data_commit_info AS c, unnest(c.file_ops) AS f WHERE table_id = 'table_scenario';
    PERFORM lakesoul.expire('scenario', 'exp');
    RETURN format('%s/%s/%s', (SELECT count(*) FROM partition_info WHERE table_id = 'table_scenario'), (SELECT count(*) FROM data_commit_info WHERE table_id = 'table_scenario'),
        (SELECT count(*) FROM (SELECT path FROM files EXCEPT SELECT path FROM lakesoul.discarded('infinity', 'scenario', 'exp')) AS f));
END
$$;
CREATE FUNCTION pg_temp.both(ttls text, partitions text[]) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    once text;
    not_once text;
BEGIN
    once := pg_temp.scenario(format('{%s, "only_save_once_compaction": "true"}', ttls), partitions);
    PERFORM lakesoul.drop_table('scenario', 'exp'), lakesoul.forget_discarded('{/exp/scenario}');
    DROP TABLE pg_temp.files;
    not_once := pg_temp.scenario(format('{%s, "only_save_once_compaction": "false"}', ttls), partitions);
    PERFORM lakesoul.drop_table('scenario', 'exp'), lakesoul.forget_discarded('{/exp/scenario}');
    DELETE FROM discard_compressed_file_info WHERE file_path LIKE '%\_%';
    DROP TABLE pg_temp.files;
    RETURN format('once %s, not once %s', once, not_once);
END
$$;
-- 2/2/2, 6/6/4. LakeSoul counts 4 files: its compaction deletes the one it replaces at once. Here its version is kept, so is its file.
SELECT pg_temp.both('"compaction.ttl": 1', '{A6 C5 M3 C0,A6 C5 M3 C0}');
-- 0/0/0, 0/0/0
SELECT pg_temp.both('"partition.ttl": 2', '{A6 C5 M3,A6 C5 M3}');
-- 6/6/6, 6/6/6
SELECT pg_temp.both('"partition.ttl": 2', '{A6 C5 M0,A6 C5 M0}');
-- 0/0/0, 0/0/0
SELECT pg_temp.both('"partition.ttl": "2", "compaction.ttl": "1"', '{A6 C5 M4,A6 C5 M4}');
-- 2/2/2, 6/6/4, as above
SELECT pg_temp.both('"partition.ttl": "2", "compaction.ttl": "1"', '{A6 C5 M4 C0,A6 C5 M4 C0}');
-- 8/8/-, 8/8/-
SELECT pg_temp.both('"partition.ttl": "2", "compaction.ttl": "1"', '{A0 C0 M0 C0,A0 C0 M0 C0}');
-- 0/0/-, 0/0/-
SELECT pg_temp.both('"partition.ttl": "2", "compaction.ttl": "1"', '{A6 M5,A6 M5}');
-- 2/2/1, 4/4/3: an update moves the row of one partition to a new one.
SELECT pg_temp.both('"partition.ttl": "2", "compaction.ttl": "1"', '{A6 M5,A6 M5 U0-,U0}');

-- 8. Tables without a path or a name.
SELECT lakesoul.create_table('pathless', '', '{}', 'exp', table_id => 'table_pathless');
SELECT lakesoul.create_table('pathless2', '', '{}', 'exp', table_id => 'table_pathless2');
SET test.table_id = 'table_pathless';
SET test.partition = '-5';
SELECT pg_temp.commit('Append', 'a+/a/1+/a/2'), pg_temp.commit('Update', 'b+/a/3', 0);
SET test.table_id = 'table_pathless2';
SELECT pg_temp.commit('Append', 'a+/a/2');
SELECT * FROM lakesoul.expire_by_id('table_pathless', 1);
SELECT path, "table", partition, reason, table_id, namespace FROM lakesoul.discarded('infinity', 'pathless', 'exp') ORDER BY 1;
SELECT path FROM lakesoul.discarded('infinity', 'pathless2', 'exp');
SELECT lakesoul.drop_table('pathless', 'exp');
SELECT path, "table", table_id FROM lakesoul.discarded('infinity') WHERE path LIKE '/a/%' ORDER BY 1;
SELECT lakesoul.forget_discarded('{/a/1,/a/2,/a/3}');

-- 9. What cannot be.
SELECT pg_temp.attempt($$SELECT lakesoul.expire('t')::text$$);
SELECT pg_temp.attempt($$SELECT lakesoul.expire('nosuch', 'exp')::text$$);
SELECT pg_temp.attempt($$SELECT lakesoul.expire_by_id('t')::text$$);
SELECT pg_temp.attempt($$SELECT lakesoul.expire(NULL)::text$$);
SELECT pg_temp.attempt($$SELECT lakesoul.expire('t', NULL)::text$$);
SELECT pg_temp.attempt($$SELECT lakesoul.expire_by_id(NULL)::text$$);
SELECT pg_temp.attempt($$SELECT lakesoul.expire('t', 'exp', keep_versions => 0)::text$$);
SELECT pg_temp.attempt($$SELECT lakesoul.expire('t', 'exp', keep_versions => -1, keep_for => '1 day')::text$$);
SELECT pg_temp.attempt($$SELECT lakesoul.expire('t', 'exp', keep_for => '-1 second')::text$$);
SELECT pg_temp.attempt($$SELECT lakesoul.expire('t', 'exp', keep_versions => 2147483647, dry_run => NULL)::text$$);
UPDATE table_info SET properties = '{"partition.ttl": "soon"}' WHERE table_id = 'table_ttl';
SELECT pg_temp.attempt($$SELECT lakesoul.expire('ttl', 'exp')::text$$);
UPDATE table_info SET properties = '{"only_save_once_compaction": 1}' WHERE table_id = 'table_ttl';
SELECT pg_temp.attempt($$SELECT lakesoul.expire('ttl', 'exp', dry_run => true)::text$$);
SELECT pg_temp.attempt($$SELECT lakesoul.expire('ttl', 'exp', keep_versions => 9)::text$$);
-- A dry run writes nothing, so it works where nothing may be written.
SET test.table_id = 'table_exp';
SET test.partition = 'p=8';
SELECT pg_temp.commit('Append', 'z+m5');
BEGIN READ ONLY;
SELECT * FROM lakesoul.expire_by_id('table_exp', 1, dry_run => true);
SELECT pg_temp.attempt($$SELECT lakesoul.expire_by_id('table_exp', 1)::text$$);
ROLLBACK;

SELECT count(*) FROM unnest('{t,ttl,pathless2}'::text[]) AS t, lakesoul.drop_table(t, 'exp');
SELECT lakesoul.forget_discarded(ARRAY(SELECT path FROM lakesoul.dropped_paths)) > 0;
DELETE FROM discard_compressed_file_info;
DELETE FROM namespace WHERE namespace = 'exp';
