-- What a commit does to a partition: the table of docs/commit-semantics.md, line by line, each with the history that
-- made it necessary. A commit is written as its name and its file operations: a+f1-f2 adds f1 and deletes f2.
SELECT count(*) > 0 FROM lakesoul.setup();
\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/test/fixtures/commit_helpers.sql'
\set ECHO none
\i :helpers
\set ECHO all
\pset tuples_only
\pset format unaligned
SELECT lakesoul.create_namespace('rules');
SELECT lakesoul.create_table('t', '/rules/t', '{}', 'rules', range_partitions => '{line}', table_id => 'table_rules');
SET test.table_id = 'table_rules';

-- Line 1. Append and Merge add to whatever is there, read or not: two appenders start from the same head, and neither
-- may lose its files, nor need a second attempt.
SET test.partition = 'line=1';
SELECT pg_temp.commit('Append', 'a+f1', read => -1);
SELECT pg_temp.commit('Append', 'b+f2', read => -1);
SELECT pg_temp.commit('Merge', 'c+f3 d+f4');
SELECT pg_temp.commit('Update', 'u+f5');
SELECT pg_temp.commit('Append', 'e+f6', read => 2, read_snapshot => 'a b c d');
SELECT pg_temp.versions();
SELECT pg_temp.head();

-- Line 2. Spark's DELETE rewrites a file as an AppendCommit with del operations. While it ran, a compaction put the
-- rows of f1 into g: a del of f1 would hide nothing any more, and the deleted rows would be back.
SET test.partition = 'line=2';
SELECT pg_temp.commit('Append', 'a+f1+f2');
SELECT pg_temp.commit('Append', 'b-f1+f3', read => 0);
SELECT pg_temp.head();
SELECT pg_temp.commit('Append', 'c+f4-f4');
SELECT pg_temp.commit('Merge', 'd+f5 e-f5+f6');
SELECT pg_temp.head();
SELECT pg_temp.commit('Compaction', 'k+g', read => 3);
SELECT pg_temp.commit('Append', 'x-f2+f7', read => 3);
SELECT pg_temp.commit('Merge', 'x+f7-f7-f8', read => 3);
SELECT pg_temp.head();
SELECT pg_temp.commit('Append', 'y+f7-g', read => 4);
SELECT pg_temp.head();

-- Line 3. A compaction that does not say what it read would replace commits that its writer has never seen.
SET test.partition = 'line=3';
SELECT pg_temp.commit('Compaction', 'k+g1');
SELECT pg_temp.commit('Append', 'a+f1');
SELECT pg_temp.commit('Compaction', 'l+g2');
SELECT pg_temp.head();

-- Line 4. An overwrite that read nothing means whatever is there.
SET test.partition = 'line=4';
SELECT pg_temp.commit('Update', 'u+f1');
SELECT pg_temp.commit('Append', 'a+f2');
SELECT pg_temp.commit('Update', 'v+f3');
SELECT pg_temp.head();

-- Line 5. A Delete that read nothing is no order to remove what others have written.
SET test.partition = 'line=5';
SELECT pg_temp.commit('Delete', 'd');
SELECT pg_temp.commit('Append', 'a+f1');
SELECT pg_temp.commit('Delete', 'd');
SELECT pg_temp.head();

-- Line 6. Nothing happened since the read: what was read is replaced. A read version of -1 says that there was no
-- partition.
SET test.partition = 'line=6';
SELECT pg_temp.commit('Update', 'u+f1', read => -1);
SELECT pg_temp.commit('Append', 'a+f2');
SELECT pg_temp.commit('Compaction', 'k+g1', read => 1);
SELECT pg_temp.commit('Update', 'v+f3 w+f4', read => 2, read_snapshot => 'k');
SELECT pg_temp.versions();
SELECT pg_temp.head();
SET test.partition = 'line=6 compaction';
SELECT pg_temp.commit('Compaction', 'k+g1', read => -1);

-- Line 7. A Delete of what was read empties the partition; of one that was absent it does nothing.
SET test.partition = 'line=7';
SELECT pg_temp.commit('Delete', 'd0', read => -1);
SELECT pg_temp.commit('Append', 'a+f1');
SELECT pg_temp.commit('Delete', 'd1', read => 0);
SELECT pg_temp.head();
SELECT pg_temp.commit('Append', 'b+f2', read => 1);
SELECT pg_temp.head();

-- Line 8. The answer to a Delete was lost, and its client plans it again with another id: it is done already.
SET test.partition = 'line=8';
SELECT pg_temp.commit('Append', 'a+f1');
SELECT pg_temp.commit('Delete', 'd1', read => 0);
SELECT pg_temp.commit('Delete', 'd2', read => 0);
SELECT pg_temp.versions();
-- A compaction between read and Delete makes no difference.
SET test.partition = 'line=8 compacted';
SELECT pg_temp.commit('Append', 'a+f1 b+f2');
SELECT pg_temp.commit('Compaction', 'k+g', read => 0);
SELECT pg_temp.commit('Delete', 'd1', read => 0);
SELECT pg_temp.commit('Delete', 'd2', read => 0);
SELECT pg_temp.versions();
-- A Delete that left something behind is another matter: d2 did not read c, and is not told that c is gone.
SET test.partition = 'line=8 rest';
SELECT pg_temp.commit('Append', 'a+f1');
SELECT pg_temp.commit('Append', 'c+f2');
SELECT pg_temp.commit('Delete', 'd1', read => 0);
SELECT pg_temp.commit('Delete', 'd2', read => 0);
SELECT pg_temp.head();

-- Line 9. What a compaction read cannot be found: nobody knows which commits its files hold, so it is dropped.
SET test.partition = 'line=9';
SELECT pg_temp.commit('Append', 'a+f1');
SELECT pg_temp.commit('Append', 'b+f2');
SELECT pg_temp.commit('Append', 'c+f3');
SELECT pg_temp.commit('Compaction', 'k+g1', read => 1, read_snapshot => 'a');
SELECT pg_temp.commit('Compaction', 'k+g1', read => 1, read_snapshot => 'b a');
SELECT pg_temp.commit('Compaction', 'k+g1', read => 3);
SELECT pg_temp.commit('Compaction', 'k+g1', read => -1, read_snapshot => 'a');
DELETE FROM partition_info WHERE table_id = 'table_rules' AND partition_desc = 'line=9' AND version = 1;
SELECT pg_temp.commit('Compaction', 'k+g1', read => 0);
SELECT pg_temp.commit('Compaction', 'k+g1', read => 1);
SELECT pg_temp.commit('Compaction', 'k+g1', read => -1);
SELECT pg_temp.head();
SELECT file_path FROM discard_compressed_file_info WHERE table_path = '/rules/t' AND partition_desc = 'line=9';
SELECT pg_temp.commit('Compaction', 'k+g1', read => 2, read_snapshot => 'a b c');
SELECT file_path FROM discard_compressed_file_info WHERE table_path = '/rules/t' AND partition_desc = 'line=9';
SELECT pg_temp.head();

-- Line 10. The same for Update and Delete, whose clients must be told.
SET test.partition = 'line=10';
SELECT pg_temp.commit('Append', 'a+f1');
SELECT pg_temp.commit('Append', 'b+f2');
SELECT pg_temp.commit('Update', 'u+f3', read => 0, read_snapshot => 'b');
SELECT pg_temp.commit('Delete', 'd', read => 2);
SELECT pg_temp.commit('Update', 'u+f3', read => -1, read_snapshot => 'a');
SELECT pg_temp.head();
SET test.partition = 'line=10 absent';
SELECT pg_temp.commit('Update', 'u+f3', read => 0);
SELECT pg_temp.commit('Delete', 'd', read => 0);
SELECT pg_temp.head();

-- Line 11. Appends during a compaction stay, after its files: a merge by primary key takes the last of equal keys.
SET test.partition = 'line=11';
SELECT pg_temp.commit('Append', 'a+f1');
SELECT pg_temp.commit('Append', 'b+f2');
SELECT pg_temp.commit('Append', 'c+f3');
SELECT pg_temp.commit('Merge', 'd+f4 e+f5');
SELECT pg_temp.commit('Compaction', 'k+g1', read => 1, read_snapshot => 'a b');
SELECT pg_temp.head();
SET test.partition = 'line=11 absent';
SELECT pg_temp.commit('Append', 'a+f1');
SELECT pg_temp.commit('Compaction', 'k+g1', read => -1);
SELECT pg_temp.head();

-- replay ducklake-1094-3, replay e:
-- Line 12. Something changed during a compaction: its files hold rows that were overwritten, deleted, or compacted
-- already, and would bring them back.
SET test.partition = 'line=12';
SELECT pg_temp.commit('Append', 'a+f1+f2');
SELECT pg_temp.commit('Append', 'b+f3');
SELECT pg_temp.commit('Compaction', 'k+g1', read => 1);
SELECT pg_temp.commit('Compaction', 'l+g2', read => 1);
SELECT pg_temp.commit('Update', 'u+f5', read => 2);
SELECT pg_temp.commit('Compaction', 'l+g2', read => 2);
SELECT pg_temp.commit('Append', 'c-f5+f6');
SELECT pg_temp.commit('Compaction', 'l+g2', read => 3);
SELECT pg_temp.commit('Delete', 'd', read => 4);
SELECT pg_temp.commit('Compaction', 'l+g2', read => 4);
SELECT pg_temp.versions();
-- The rest of a skipped compaction: its commit row is gone; files that no other commit names are recorded as discarded,
-- but not f6, which it listed again.
SELECT pg_temp.commit('Compaction', 'l+g3+f6', read => 3);
SELECT count(*) FROM data_commit_info WHERE table_id = 'table_rules' AND commit_id = pg_temp.id('l');
SELECT file_path, table_path, partition_desc, reason FROM discard_compressed_file_info
 WHERE table_path = '/rules/t' AND partition_desc = 'line=12' ORDER BY file_path COLLATE "C";

-- replay a:
-- Line 13. An Update that rewrote what it read; what was appended meanwhile stays.
SET test.partition = 'line=13';
SELECT pg_temp.commit('Append', 'a+f1');
SELECT pg_temp.commit('Append', 'b+f2');
SELECT pg_temp.commit('Update', 'u+f3', read => 0);
SELECT pg_temp.head();
SET test.partition = 'line=13 absent';
SELECT pg_temp.commit('Append', 'a+f1');
SELECT pg_temp.commit('Update', 'u+f3', read => -1);
SELECT pg_temp.head();

-- replay c:
-- Line 14. A Delete of what it read; what was appended meanwhile stays.
SET test.partition = 'line=14';
SELECT pg_temp.commit('Append', 'a+f1');
SELECT pg_temp.commit('Append', 'b+f2');
SELECT pg_temp.commit('Append', 'c+f3');
SELECT pg_temp.commit('Delete', 'd', read => 0);
SELECT pg_temp.versions();
SELECT pg_temp.head();

-- Line 15. Two Updates read the same version: the second one would undo the first.
SET test.partition = 'line=15';
SELECT pg_temp.commit('Append', 'a+f1');
SELECT pg_temp.commit('Append', 'b+f2');
SELECT pg_temp.commit('Update', 'u+f3', read => 1);
SELECT pg_temp.commit('Update', 'v+f4', read => 0);
SELECT pg_temp.commit('Delete', 'd', read => 1);
SELECT pg_temp.head();
-- A version that is an Append, but brings back a commit of an older version, does not only add.
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, timestamp, snapshot, domain)
VALUES ('table_rules', 'line=15', 3, 'AppendCommit', 1, pg_temp.ids('u a'), 'public');
SELECT pg_temp.commit('Update', 'v+f4', read => 2);
-- Neither does one whose commit has no row any more: what it did is not known.
SET test.partition = 'line=15 no row';
SELECT pg_temp.commit('Append', 'a+f1');
SELECT pg_temp.commit('Append', 'b+f2');
SET session_replication_role = replica;
DELETE FROM data_commit_info WHERE table_id = 'table_rules' AND partition_desc = 'line=15 no row'
   AND commit_id = pg_temp.id('b');
RESET session_replication_role;
SELECT pg_temp.commit('Update', 'v+f4', read => 0);
SELECT pg_temp.commit('Compaction', 'k+g', read => 0);

-- The read point of Update and Delete moves over compactions that follow it: they change no rows, and a busy table
-- is compacted during every long rewrite.
SET test.partition = 'line=move';
SELECT pg_temp.commit('Append', 'a+f1');
SELECT pg_temp.commit('Compaction', 'k+g1', read => 0);
SELECT pg_temp.commit('Compaction', 'l+g2', read => 1);
SELECT pg_temp.commit('Append', 'b+f2');
SELECT pg_temp.commit('Update', 'u+f3', read => 0, read_snapshot => 'a');
SELECT pg_temp.versions();
SELECT pg_temp.head();
SET test.partition = 'line=move delete';
SELECT pg_temp.commit('Append', 'a+f1');
SELECT pg_temp.commit('Compaction', 'k+g1', read => 0);
SELECT pg_temp.commit('Delete', 'd1', read => 0);
SELECT pg_temp.commit('Append', 'b+f2');
SELECT pg_temp.commit('Compaction', 'l+g2', read => 3);
SELECT pg_temp.commit('Append', 'c+f3');
SELECT pg_temp.commit('Delete', 'd2', read => 3);
SELECT pg_temp.head();
-- Not over one that follows an append, nor over one that kept concurrent commits, whose read rows and new ones it
-- cannot tell apart. A rollback copies the row of a compaction, but compacts nothing.
SET test.partition = 'line=move not';
SELECT pg_temp.commit('Append', 'a+f1');
SELECT pg_temp.commit('Append', 'b+f2');
SELECT pg_temp.commit('Compaction', 'k+g1', read => 1);
SELECT pg_temp.commit('Update', 'u+f3', read => 0);
SET test.partition = 'line=move not 2';
SELECT pg_temp.commit('Append', 'a+f1');
SELECT pg_temp.commit('Append', 'b+f2');
SELECT pg_temp.commit('Compaction', 'k+g1', read => 0);
SELECT pg_temp.head();
SELECT pg_temp.commit('Update', 'u+f3', read => 1);
SET test.partition = 'line=move not 3';
SELECT pg_temp.commit('Append', 'a+f1');
SELECT pg_temp.commit('Compaction', 'k+g1', read => 0);
SELECT pg_temp.commit('Update', 'u+f3', read => 1);
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, timestamp, snapshot, domain)
SELECT table_id, partition_desc, 3, commit_op, timestamp, snapshot, domain FROM partition_info
 WHERE table_id = 'table_rules' AND partition_desc = 'line=move not 3' AND version = 1;
SELECT pg_temp.commit('Update', 'v+f4', read => 2);
SELECT pg_temp.head();
-- Nor from a partition that was absent: its first compaction has nothing to compact.
SET test.partition = 'line=move not 4';
SELECT pg_temp.commit('Compaction', 'k+g1');
SELECT pg_temp.commit('Update', 'u+f3', read => -1);
-- And not for a compaction: two of them hold the same rows.
SET test.partition = 'line=move not 5';
SELECT pg_temp.commit('Append', 'a+f1');
SELECT pg_temp.commit('Compaction', 'k+g1', read => 0);
SELECT pg_temp.commit('Compaction', 'l+g2', read => 0);
SELECT pg_temp.head();

-- One request is all or nothing: a conflict in one partition leaves nothing in another one.
SELECT pg_temp.everything() AS before \gset
SELECT pg_temp.send(pg_temp.request('Update', 'z+f1', NULL, NULL, 'line=fresh') ||
                    pg_temp.request('Update', 'z+f2', -1, NULL, 'line=fresh 2') ||
                    pg_temp.request('Update', 'z+f3', 0, NULL, 'line=15'));
SELECT pg_temp.everything() = :'before';
-- A skipped partition concerns itself alone.
SET test.partition = 'line=two';
SELECT pg_temp.commit('Append', 'a+f1');
SELECT pg_temp.send(pg_temp.request('Compaction', 'z+g1', 0, NULL, 'line=two') ||
                    pg_temp.request('Compaction', 'z+g2', 1, NULL, 'line=12'));
SELECT pg_temp.head();
SELECT partition_desc FROM data_commit_info WHERE table_id = 'table_rules' AND commit_id = pg_temp.id('z');

-- The two phases decide by the same lines as the one call.
SET test.partition = 'line=phases';
SELECT pg_temp.register(pg_temp.request('Append', 'a+f1 b+f2'));
SELECT pg_temp.publish(pg_temp.meta_info('Append', 'a b'));
SELECT pg_temp.register(pg_temp.request('Compaction', 'k+g1'));
SELECT pg_temp.register(pg_temp.request('Append', 'c+f3'));
SELECT pg_temp.publish(pg_temp.meta_info('Append', 'c'));
SELECT pg_temp.publish(pg_temp.meta_info('Compaction', 'k'));
SELECT pg_temp.publish(pg_temp.meta_info('Compaction', 'k', 0));
SELECT pg_temp.head();
SELECT pg_temp.register(pg_temp.request('Update', 'u+f4 v+f5'));
SELECT pg_temp.publish(pg_temp.meta_info('Update', 'u', 2));
SELECT pg_temp.publish(pg_temp.meta_info('Update', 'v', 2));
SELECT pg_temp.publish(pg_temp.meta_info('Delete', 'd', 3));
SELECT pg_temp.publish(pg_temp.meta_info('Delete', '', 3));
SELECT pg_temp.versions();
SELECT name, committed, published_version FROM (
    SELECT pg_temp.names(ARRAY[commit_id]) AS name, committed, published_version FROM data_commit_info
     WHERE table_id = 'table_rules' AND partition_desc = 'line=phases') AS c ORDER BY name COLLATE "C";

-- The same through commit_files.
SELECT pg_temp.attempt(format(
    'SELECT pg_temp.line(r) FROM lakesoul.commit_files(''t'', ARRAY[(''line=files'', %L, ''add'', 1, '''')]::lakesoul.file_change[],
         ''rules'', %L, %L::jsonb, pg_temp.id(%L)) AS r', path, op, read_versions, id))
  FROM (VALUES (1, 'AppendCommit', 'f1', 'a', NULL), (2, 'AppendCommit', 'f2', 'b', NULL),
               (3, 'CompactionCommit', 'g1', 'k', '{"line=files": 0}'), (4, 'UpdateCommit', 'f3', 'u', '{"line=files": 1}'),
               (5, 'UpdateCommit', 'f3', 'u', '{"line=files": 2}')) AS c (n, op, path, id, read_versions)
 ORDER BY n;
SELECT pg_temp.attempt($$SELECT pg_temp.line(r) FROM lakesoul.commit_files('t', '{}', 'rules', 'DeleteCommit',
    '{"line=files": 3}', pg_temp.id('d')) AS r$$);
SELECT pg_temp.head('line=files');
