-- Races of two writers, in one session in the order of events: a version that was planned from an older head is the plain INSERT
-- of that plan. Each begins at version 4 with snapshot [a]. The numbers are those of docs/scenarios.md. (The waiting that belongs
-- to such races is in specs/stock-pairs.spec and specs/stock-functions.spec.)
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
-- A partition at version 4 with snapshot [a], of files f1 and f2, which becomes the current one.
CREATE FUNCTION pg_temp.at_4(partition text) RETURNS text LANGUAGE sql AS $$
    SELECT set_config('test.partition', partition, false);
    SELECT pg_temp.commit('Update', name || '+old_' || name) FROM unnest('{w,x,y,z}'::text[]) AS name;
    SELECT pg_temp.commit('Update', 'a+f1+f2');
    SELECT partition || ' ' || pg_temp.head(partition);
$$;
CREATE FUNCTION pg_temp.discarded() RETURNS text LANGUAGE sql AS $$
    SELECT 'discarded [' || COALESCE(string_agg(file_path, ' ' ORDER BY file_path COLLATE "C"), '') || ']' FROM public.discard_compressed_file_info
     WHERE table_path = '/scenarios/races' AND partition_desc = current_setting('test.partition')
$$;
-- What a client records after its compaction, whatever became of that.
CREATE FUNCTION pg_temp.discard(paths text) RETURNS text LANGUAGE sql AS $$
    INSERT INTO public.discard_compressed_file_info (file_path, table_path, partition_desc, timestamp, t_date)
    SELECT path, '/scenarios/races', current_setting('test.partition'), 1700000000000, '1970-01-20' FROM string_to_table(paths, ' ') AS path;
    SELECT pg_temp.discarded();
$$;
\set ECHO all
\pset tuples_only
\pset format unaligned
SELECT lakesoul.create_table('races', '/scenarios/races', '{}', range_partitions => '{dt}', table_id => 'table_races');
SET test.table_id = 'table_races';

-- scenario 13: two appends, rebase off: the primary key refuses the second, which is planned again.
SELECT pg_temp.at_4('dt=13');
SELECT pg_temp.phase_1('Append', 'b+f3'), pg_temp.phase_1('Append', 'c+f4');
SET lakesoul.rebase = off;
SELECT pg_temp.phase_2('Append', 5, 'a b', marks => 'b');
SELECT pg_temp.phase_2('Append', 5, 'a c', marks => 'c');
SELECT pg_temp.phase_2('Append', 6, 'a b c', marks => 'c');
RESET lakesoul.rebase;

-- scenario 14: the same with rebase: no error, and the same rows.
-- replay f: so a client that takes a failed insert for success (Flink, Rust) loses nothing.
SELECT pg_temp.at_4('dt=14');
SELECT pg_temp.phase_1('Append', 'b+f3'), pg_temp.phase_1('Append', 'c+f4');
SELECT pg_temp.phase_2('Append', 5, 'a b', marks => 'b');
SELECT pg_temp.phase_2('Append', 5, 'a c', marks => 'c');
SELECT a.version, a.commit_op = b.commit_op AND a.snapshot = b.snapshot AS same FROM partition_info AS a, partition_info AS b
 WHERE a.table_id = 'table_races' AND b.table_id = 'table_races' AND a.partition_desc = 'dt=13' AND b.partition_desc = 'dt=14' AND a.version = b.version ORDER BY 1;

-- scenario 15: an append, then a merge. Rebase off: refused, and the Java client gives up, since the head is an append.
-- replay d: with rebase both stay, whatever the head's operation is, at a second attempt too.
SELECT pg_temp.at_4('dt=15');
SELECT pg_temp.phase_1('Append', 'b+f3'), pg_temp.phase_1('Merge', 'c+f4');
SELECT pg_temp.phase_2('Append', 5, 'a b', marks => 'b');
SET lakesoul.rebase = off;
SELECT pg_temp.phase_2('Merge', 5, 'a c', marks => 'c');
RESET lakesoul.rebase;
SELECT pg_temp.commits();
SELECT pg_temp.phase_2('Merge', 5, 'a c', marks => 'c');
SELECT pg_temp.phase_1('Append', 'd+f5'), pg_temp.phase_1('Append', 'e+f6');
SELECT pg_temp.phase_2('Append', 5, 'a d', marks => 'd');
SELECT pg_temp.commit('Delete', 'q', read => 7), pg_temp.phase_2('Append', 6, 'a b e', marks => 'e');
SELECT pg_temp.commit('Merge', 'f+f7'), pg_temp.commit('Append', 'g+f8');

-- scenario 16: a compaction that read version 4 commits after an append. Planned before it, without rebase: refused, planned again.
SELECT pg_temp.at_4('dt=16 off');
SELECT pg_temp.phase_1('Compaction', 'k+g1');
SELECT pg_temp.java('Append', 'b+f3', 5, 'a b');
SET lakesoul.rebase = off;
SELECT pg_temp.phase_2('Compaction', 5, 'k', marks => 'k');
SELECT pg_temp.phase_2('Compaction', 6, 'k b', marks => 'k');
RESET lakesoul.rebase;
-- With rebase: the same row at once; if the client plans after the append, its row is that one already.
SELECT pg_temp.at_4('dt=16 before');
SELECT pg_temp.phase_1('Compaction', 'k+g1');
SELECT pg_temp.java('Append', 'b+f3', 5, 'a b');
SELECT pg_temp.phase_2('Compaction', 5, 'k', marks => 'k');
SELECT pg_temp.at_4('dt=16 after');
SELECT pg_temp.phase_1('Compaction', 'k+g1');
SELECT pg_temp.java('Append', 'b+f3', 5, 'a b');
SELECT pg_temp.phase_2('Compaction', 6, 'k b', marks => 'k');
SELECT pg_temp.at_4('dt=16 function');
SELECT pg_temp.commit('Append', 'b+f3'), pg_temp.commit('Compaction', 'k+g1', read => 4);
SELECT pg_temp.head();

-- scenario 17: a compaction that read version 4, after an update, which lists f1 again: left out, and the client takes it for done
-- and records its inputs as discarded. f1 is live and refused; f2 is not.
SELECT pg_temp.at_4('dt=17');
SELECT pg_temp.phase_1('Compaction', 'k+g1');
SELECT pg_temp.java('Update', 'u+f1+f3', 5, 'u');
SELECT pg_temp.phase_2('Compaction', 5, 'k', marks => 'k');
SELECT pg_temp.discard('f1 f2');
SELECT pg_temp.discard('f3');
SELECT status, version FROM lakesoul.commit_status(pg_temp.id('k'), 'table_races') WHERE partition_desc = 'dt=17';
-- replay e: of a function's skipped compaction nothing is kept, and the files that only it names are recorded as discarded.
SELECT pg_temp.commit('Compaction', 'l+g2+f1', read => 4);
SELECT pg_temp.discarded(), count(*) FROM data_commit_info WHERE table_id = 'table_races' AND partition_desc = 'dt=17' AND commit_id = pg_temp.id('l');

-- scenario 18: a compaction that read version 4, after another compaction: left out. The files of the other are live.
SELECT pg_temp.at_4('dt=18');
SELECT pg_temp.phase_1('Compaction', 'k+g1');
SELECT pg_temp.java('Compaction', 'j+g2', 5, 'j');
SELECT pg_temp.phase_2('Compaction', 5, 'k', marks => 'k');
SELECT pg_temp.discard('g2');
SELECT pg_temp.discard('f1 f2');
SELECT pg_temp.commit('Compaction', 'l+g3', read => 4);

-- scenario 19: an update that read version 4, after a compaction of what it read.
SELECT pg_temp.at_4('dt=19');
SELECT pg_temp.phase_1('Update', 'u+h1');
SELECT pg_temp.java('Compaction', 'k+g1', 5, 'k');
SELECT pg_temp.phase_2('Update', 5, 'u', marks => 'u');
SELECT pg_temp.at_4('dt=19 planned after');
SELECT pg_temp.phase_1('Update', 'u+h1');
SELECT pg_temp.java('Compaction', 'k+g1', 5, 'k');
SELECT pg_temp.phase_2('Update', 6, 'u', marks => 'u');
SELECT pg_temp.at_4('dt=19 function');
SELECT pg_temp.commit('Compaction', 'k+g1', read => 4), pg_temp.commit('Update', 'u+h1', read => 4);

-- scenario 20: an update that read version 4, after a compaction of two ids: refused. Also if the second id is an append's that the
-- compaction kept.
SELECT pg_temp.at_4('dt=20');
SELECT pg_temp.phase_1('Update', 'u+h1');
SELECT pg_temp.java('Compaction', 'k+g1 b+g2', 5, 'k b');
SELECT pg_temp.phase_2('Update', 5, 'u', marks => 'u');
SELECT pg_temp.phase_2('Update', 6, 'u', marks => 'u');
SELECT pg_temp.commit('Update', 'v+h2', read => 4);
SELECT pg_temp.at_4('dt=20 kept');
SELECT pg_temp.phase_1('Update', 'u+h1');
SELECT pg_temp.java('Append', 'b+f3', 5, 'a b'), pg_temp.commit('Compaction', 'k+g1', read => 4);
SELECT pg_temp.phase_2('Update', 5, 'u', marks => 'u');
SELECT pg_temp.commit('Update', 'v+h2', read => 4);
SELECT pg_temp.head();

-- scenario 21: an update that read version 4, after another update: refused.
SELECT pg_temp.at_4('dt=21');
SELECT pg_temp.phase_1('Update', 'u+h1');
SELECT pg_temp.java('Update', 'v+h2', 5, 'v');
SELECT pg_temp.phase_2('Update', 5, 'u', marks => 'u');
SELECT pg_temp.phase_2('Update', 6, 'u', marks => 'u');
SELECT pg_temp.commit('Update', 'w2+h3', read => 4);
-- replay b: so it is with version 0, which LakeSoul's client takes for "nothing read".
SET test.partition = 'dt=21 from 0';
SELECT pg_temp.java('Append', 'a+f1', 0, 'a');
SELECT pg_temp.phase_1('Update', 'u+h1');
SELECT pg_temp.java('Update', 'v+h2', 1, 'v');
SELECT pg_temp.phase_2('Update', 2, 'u', marks => 'u');
SELECT pg_temp.commit('Update', 'w2+h3', read => 0);
SELECT pg_temp.head();
-- What plain SQL cannot show: a stock client that read version 0 and registered after the other update. That update is lost.
SELECT pg_temp.phase_1('Update', 'late+h4');
SELECT pg_temp.phase_2('Update', 2, 'late', marks => 'late');

-- scenario 22: an update that read version 4, after an append.
-- replay a: what was appended after the read stays, planned before or after it.
SELECT pg_temp.at_4('dt=22 before');
SELECT pg_temp.phase_1('Update', 'u+h1');
SELECT pg_temp.java('Append', 'b+f3', 5, 'a b');
SELECT pg_temp.phase_2('Update', 5, 'u', marks => 'u');
SELECT pg_temp.at_4('dt=22 after');
SELECT pg_temp.phase_1('Update', 'u+h1');
SELECT pg_temp.java('Append', 'b+f3', 5, 'a b');
SELECT pg_temp.phase_2('Update', 6, 'u', marks => 'u');
SELECT pg_temp.at_4('dt=22 function');
SELECT pg_temp.java('Append', 'b+f3', 5, 'a b'), pg_temp.commit('Update', 'u+h1', read => 4);
SELECT pg_temp.head();
-- Unless it read before the append and registered after it, which plain SQL cannot show: b is lost, as without the extension.
SELECT pg_temp.at_4('dt=22 late');
SELECT pg_temp.java('Append', 'b+f3', 5, 'a b');
SELECT pg_temp.java('Update', 'u+h1', 6, 'u');

-- scenario 23: a compaction that read version 4, after a Delete. Rebase off: the delete is undone. With it: left out.
SELECT pg_temp.at_4('dt=23 off');
SELECT pg_temp.phase_1('Compaction', 'k+g1');
SELECT pg_temp.phase_2('Delete', 5, '');
SET lakesoul.rebase = off;
SELECT pg_temp.phase_2('Compaction', 6, 'k', marks => 'k');
RESET lakesoul.rebase;
SELECT pg_temp.at_4('dt=23');
SELECT pg_temp.phase_1('Compaction', 'k+g1');
SELECT pg_temp.phase_2('Delete', 5, '');
SELECT pg_temp.phase_2('Compaction', 6, 'k', marks => 'k');
SELECT pg_temp.phase_2('Compaction', 5, 'k', marks => 'k');
SELECT pg_temp.commit('Compaction', 'l+g2', read => 4);
SELECT pg_temp.head();

-- scenario 24: a Delete that read version 4, raced by an append: refused, off or on, as often as an append comes in between. Planned
-- from the head it is accepted: a row without commits does not say what its writer read.
SELECT pg_temp.at_4('dt=24');
SELECT pg_temp.java('Append', 'b+f3', 5, 'a b');
SET lakesoul.rebase = off;
SELECT pg_temp.phase_2('Delete', 5, '');
RESET lakesoul.rebase;
SELECT pg_temp.phase_2('Delete', 5, '');
SELECT pg_temp.java('Append', 'c+f4', 6, 'a b c');
SELECT pg_temp.phase_2('Delete', 6, '');
SELECT pg_temp.phase_2('Delete', 7, '');
-- replay c: a function knows what was read, and leaves what was appended since.
SELECT pg_temp.at_4('dt=24 function');
SELECT pg_temp.commit('Append', 'b+f3'), pg_temp.commit('Delete', 'd', read => 4);
SELECT pg_temp.head();

-- scenario 27: the answer to a commit is lost, and the same transaction is sent again. With rebase: success, no new row.
SELECT pg_temp.at_4('dt=27');
SELECT pg_temp.java('Append', 'b+f3', 5, 'a b');
SELECT pg_temp.phase_2('Append', 5, 'a b', marks => 'b');
SELECT count(*) FROM partition_info WHERE table_id = 'table_races' AND partition_desc = 'dt=27';
SELECT pg_temp.phase_2('Append', 6, 'a b b', marks => 'b');
-- Without it: 23505, and planned again the id is there twice.
SELECT pg_temp.at_4('dt=27 off');
SET lakesoul.rebase = off;
SELECT pg_temp.java('Append', 'b+f3', 5, 'a b');
SELECT pg_temp.phase_2('Append', 5, 'a b', marks => 'b');
SELECT pg_temp.phase_2('Append', 6, 'a b b', marks => 'b');
RESET lakesoul.rebase;

-- scenario 28: a client that read a replica that is behind planned version 3 while the head is 9.
SELECT pg_temp.at_4('dt=28');
SELECT pg_temp.java('Append', name || '+f_' || name, 0, name) FROM unnest('{e,f,g,h,i}'::text[]) AS name;
SELECT pg_temp.java('Append', 'late+f9', 3, 'y late');
-- Also if the version it read was cleaned meanwhile: ids that the head has are not put there twice.
SELECT pg_temp.at_4('dt=28 cleaned');
SELECT pg_temp.java('Append', name || '+f_' || name, 0, name) FROM unnest('{e,f,g,h,i}'::text[]) AS name;
DELETE FROM partition_info WHERE table_id = 'table_races' AND partition_desc = 'dt=28 cleaned' AND version <= 7;
SELECT pg_temp.java('Append', 'late+f9', 8, 'a e f g late');

-- scenario 29: the Rust client appends: it marks nothing, so it is done for it.
SET test.partition = 'dt=29';
SELECT pg_temp.stock('Append', 'a+f1', 0, 'a');
SELECT version, commit_op, pg_temp.names(snapshot), expression = '', domain FROM partition_info WHERE table_id = 'table_races' AND partition_desc = 'dt=29';
SELECT pg_temp.commits();
-- Its compaction of one partition: the list of rows is sent without its last element, which is the only one. No row comes, and
-- the id is marked all the same. It is not published for that, and a later attempt finds it as it was registered.
SELECT pg_temp.phase_1('Compaction', 'k+g1');
UPDATE data_commit_info SET committed = 'true' WHERE commit_id = pg_temp.id('k') AND table_id = 'table_races' AND partition_desc = 'dt=29';
SELECT pg_temp.head();
SELECT pg_temp.commits();
SELECT status, version FROM lakesoul.commit_status(pg_temp.id('k'), 'table_races') WHERE partition_desc = 'dt=29';
SELECT pg_temp.publish(pg_temp.meta_info('Compaction', 'k', 0));

-- scenario 30: a property is set by plain SQL, then a stock commit writes back the copy it had: the property is lost, as without the
-- extension, since taking a property away looks the same. A function writes properties only when it is told to.
UPDATE table_info SET properties = '{"hashBucketNum": "4", "partition.ttl": "7"}' WHERE table_id = 'table_races';
SELECT pg_temp.publish(lakesoul.encode('MetaInfo', '{"list_partition": [{"table_id": "table_races", "partition_desc": "dt=30", "commit_op": "UpdateCommit"}],
    "table_info": {"table_id": "table_races", "properties": "{\"hashBucketNum\": \"4\"}"}}'));
SELECT properties FROM table_info WHERE table_id = 'table_races';
UPDATE table_info SET properties = '{"hashBucketNum": "4"}' WHERE table_id = 'table_races';
SELECT properties FROM table_info WHERE table_id = 'table_races';
-- Writing back what is there makes no new row version.
SELECT ctid AS before, xmin AS writer FROM table_info WHERE table_id = 'table_races' \gset
UPDATE table_info SET properties = '{"hashBucketNum": "4"}' WHERE table_id = 'table_races';
SELECT ctid = :'before', xmin = :'writer' FROM table_info WHERE table_id = 'table_races';

SELECT count(*) > 0 FROM lakesoul.drop_table_by_id('table_races');
DELETE FROM discard_compressed_file_info WHERE table_path = '/scenarios/races';
