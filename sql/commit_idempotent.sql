-- Sending a commit again. A client that lost its connection does not know whether its commit was stored; the same ids
-- may be sent again at any time, and nothing may happen twice.
SELECT count(*) > 0 FROM lakesoul.setup();
\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/test/fixtures/commit_helpers.sql'
\set ECHO none
\i :helpers
\set ECHO all
\pset tuples_only
\pset format unaligned
SELECT lakesoul.create_namespace('idempotent');
SELECT lakesoul.create_table('t', '/idempotent/t', '{}', 'idempotent', range_partitions => '{p}', table_id => 'table_idempotent');
SET test.table_id = 'table_idempotent';
CREATE FUNCTION pg_temp.status(name text) RETURNS SETOF text LANGUAGE sql AS $$
    SELECT concat_ws(' ', s.partition_desc, s.status, s.version)
      FROM lakesoul.commit_status(pg_temp.id(name), current_setting('test.table_id')) AS s
     ORDER BY s.partition_desc COLLATE "C"
$$;

-- replay uc-1685, after more commits, compaction, a Delete:
-- At once, and after more commits: the answer names the version that published it, and nothing is written.
SET test.partition = 'p=again';
SELECT pg_temp.commit('Append', 'a+f1 b+f2');
SELECT pg_temp.everything() AS before \gset
SELECT pg_temp.commit('Append', 'a+f1 b+f2');
SELECT pg_temp.commit('Append', 'b+f2 a+f1');
SELECT pg_temp.commit('Append', 'b+f2');
SELECT pg_temp.everything() = :'before';
SELECT pg_temp.commit('Append', 'c+f3');
SELECT pg_temp.commit('Append', 'a+f1 b+f2');
SELECT pg_temp.commit('Append', 'c+f3 b+f2');

-- After compaction, after an overwrite, after a Delete, when no head lists it any more.
SELECT pg_temp.commit('Compaction', 'k+g1', read => 1);
SELECT pg_temp.everything() AS before \gset
SELECT pg_temp.commit('Append', 'a+f1 b+f2');
SELECT pg_temp.commit('Append', 'c+f3');
SELECT pg_temp.commit('Compaction', 'k+g1', read => 1);
SELECT pg_temp.commit('Compaction', 'k+g1');
SELECT pg_temp.everything() = :'before';
SELECT pg_temp.commit('Update', 'u+f4', read => 2);
SELECT pg_temp.commit('Compaction', 'k+g1', read => 1);
SELECT pg_temp.commit('Update', 'u+f4', read => 2);
SELECT pg_temp.commit('Delete', 'd', read => 3);
SELECT pg_temp.everything() AS before \gset
SELECT pg_temp.commit('Update', 'u+f4', read => 2);
SELECT pg_temp.commit('Append', 'c+f3');
SELECT pg_temp.commit('Delete', 'd', read => 3);
SELECT pg_temp.commit('Delete', 'd');
SELECT pg_temp.everything() = :'before';
-- When the versions are gone as well, their stamps and snapshots cannot be told any more.
DELETE FROM partition_info WHERE table_id = 'table_idempotent' AND partition_desc = 'p=again' AND version < 2;
SELECT status, version, timestamp, snapshot FROM lakesoul.commit(pg_temp.request('Append', 'a+f1'));

-- replay uc-1685, with other files:
-- The same id with other content: other path, operation, size, columns, order, number of files.
SET test.partition = 'p=content';
SELECT pg_temp.commit('Append', 'a+f1+f2-f3+f3');
SELECT pg_temp.everything() AS before \gset
SELECT pg_temp.commit('Append', 'a+f1+f2-f3+f4');
SELECT pg_temp.commit('Append', 'a+f1+f2+f3');
SELECT pg_temp.commit('Append', 'a-f3+f1+f2+f3');
SELECT pg_temp.commit('Append', 'a');
SELECT pg_temp.commit('Append', 'b+f9 a+f1');
SELECT pg_temp.register(pg_temp.request('Append', 'b+f9 a+f1'));
SELECT pg_temp.attempt(format('SELECT pg_temp.line(r) FROM lakesoul.commit_files(''t'', ARRAY[%s]::lakesoul.file_change[],
    ''idempotent'', ''AppendCommit'', NULL, pg_temp.id(''a'')) AS r', files))
  FROM (VALUES (1, $$('p=content','f1','add',2,'id,v'),('p=content','f2','add',2,'id,v'),('p=content','f3','del',2,'id,v'),('p=content','f3','add',2,'id,v')$$),
               (2, $$('p=content','f1','add',3,'id,v'),('p=content','f2','add',2,'id,v'),('p=content','f3','del',2,'id,v'),('p=content','f3','add',2,'id,v')$$),
               (3, $$('p=content','f1','add',2,'id'),('p=content','f2','add',2,'id,v'),('p=content','f3','del',2,'id,v'),('p=content','f3','add',2,'id,v')$$)) AS v (n, files)
 ORDER BY n;
SELECT pg_temp.everything() = :'before';
-- Also if it was only registered.
SELECT pg_temp.register(pg_temp.request('Append', 'r+f5'));
SELECT pg_temp.commit('Append', 'r+f6');
SELECT pg_temp.register(pg_temp.request('Append', 'r+f6'));

-- Another operation with the same files is the same commit: what was published stays what it was.
SELECT pg_temp.commit('Update', 'a+f1+f2-f3+f3', read => 0);

-- One id may stand for many partitions, in each on its own.
SET test.partition = 'p=other';
SELECT pg_temp.commit('Append', 'a+f9');
SELECT pg_temp.status('a');

-- A request over several partitions of which some are stored: those are found, the others are written. (It can happen
-- only to a client that split or joined its requests.)
SELECT pg_temp.send(pg_temp.request('Append', 'm+f1', NULL, NULL, 'p=m1'));
SELECT pg_temp.send(pg_temp.request('Append', 'm+f1', NULL, NULL, 'p=m1') ||
                    pg_temp.request('Append', 'm+f2', NULL, NULL, 'p=m2'));
SELECT pg_temp.status('m');

-- Some ids of one partition published and some not: no answer would be right, for any operation.
SET test.partition = 'p=partly';
SELECT pg_temp.commit('Append', 'a+f1');
SELECT pg_temp.everything() AS before \gset
SELECT pg_temp.commit('Append', 'a+f1 b+f2');
SELECT pg_temp.commit('Merge', 'b+f2 a+f1');
SELECT pg_temp.commit('Update', 'a+f1 b+f2', read => 0);
SELECT pg_temp.commit('Update', 'a+f1 b+f2');
SELECT pg_temp.commit('Compaction', 'b+f2 a+f1', read => 0);
SELECT pg_temp.commit('Compaction', 'b+f2 a+f1');
SELECT pg_temp.everything() = :'before';
SELECT pg_temp.commit('Delete', 'd', read => 0);
SELECT pg_temp.commit('Delete', 'd e', read => 0);
SELECT pg_temp.commit('Delete', 'e d', read => 1);

-- Registered only, then published: by its id, by sending all of it, or twice at once.
SET test.partition = 'p=phases';
SELECT pg_temp.register(pg_temp.request('Append', 'a+f1 b+f2'));
SELECT pg_temp.status('a');
SELECT pg_temp.head();
SELECT pg_temp.everything() AS before \gset
SELECT pg_temp.register(pg_temp.request('Append', 'a+f1 b+f2'));
SELECT pg_temp.register(pg_temp.request('Append', 'b+f2'));
SELECT pg_temp.everything() = :'before';
SELECT pg_temp.publish(pg_temp.meta_info('Append', 'a'));
SELECT pg_temp.status('a');
SELECT pg_temp.commit('Append', 'b+f2');
SELECT pg_temp.publish(pg_temp.meta_info('Append', 'a'));
SELECT pg_temp.publish(pg_temp.meta_info('Append', 'b'));
SELECT pg_temp.publish(pg_temp.meta_info('Append', 'a b'));
-- Registering what is published already changes nothing.
SELECT pg_temp.register(pg_temp.request('Append', 'a+f1 b+f2'));
SELECT pg_temp.head();
SELECT name, committed, published_version FROM (
    SELECT pg_temp.names(ARRAY[commit_id]) AS name, committed, published_version FROM data_commit_info
     WHERE table_id = 'table_idempotent' AND partition_desc = 'p=phases') AS c ORDER BY name COLLATE "C";

-- Publishing what was never registered here. A Delete has no files and needs no first phase.
SELECT pg_temp.publish(pg_temp.meta_info('Append', 'x'));
SELECT pg_temp.publish(pg_temp.meta_info('Update', 'x', 1));
SELECT pg_temp.publish(pg_temp.meta_info('Compaction', 'x', 1));
SELECT pg_temp.publish(pg_temp.meta_info('Append', 'm'));
SELECT pg_temp.publish(pg_temp.meta_info('Delete', 'd', 1));
SELECT pg_temp.status('d');
SELECT pg_temp.publish(pg_temp.meta_info('Delete', 'd', 1));

-- An empty delta: Update overwrites with nothing, Delete is known again by line 8 alone, others make no sense.
SET test.partition = 'p=empty';
SELECT pg_temp.commit('Append', 'a+f1');
SELECT pg_temp.publish(pg_temp.meta_info('Append', ''));
SELECT pg_temp.publish(pg_temp.meta_info('Merge', ''));
SELECT pg_temp.publish(pg_temp.meta_info('Compaction', '', 0));
SELECT pg_temp.publish(pg_temp.meta_info('Update', '', 0));
SELECT pg_temp.publish(pg_temp.meta_info('Update', '', 0));
SELECT pg_temp.commit('Append', 'b+f2');
SELECT pg_temp.publish(pg_temp.meta_info('Delete', '', 2));
SELECT pg_temp.publish(pg_temp.meta_info('Delete', '', 2));
SELECT pg_temp.publish(pg_temp.meta_info('Delete', '', 3));
SELECT pg_temp.publish(pg_temp.meta_info('Delete', ''));
SELECT pg_temp.versions();
-- Once something else follows, a Delete without an id is not known any more.
SELECT pg_temp.commit('Append', 'c+f3');
SELECT pg_temp.publish(pg_temp.meta_info('Delete', '', 2));

-- A Delete planned again with another id keeps that id, as one of the version that deleted.
SET test.partition = 'p=delete';
SELECT pg_temp.commit('Append', 'a+f1');
SELECT pg_temp.commit('Delete', 'd1', read => 0);
SELECT pg_temp.commit('Delete', 'd2', read => 0);
SELECT pg_temp.status('d1');
SELECT pg_temp.status('d2');
SELECT pg_temp.commit('Append', 'b+f2');
SELECT pg_temp.commit('Delete', 'd2', read => 0);
SELECT pg_temp.commit('Delete', 'd3', read => 0);
-- A skipped one keeps nothing.
SELECT pg_temp.commit('Delete', 'd4');
SELECT pg_temp.status('d4');

-- A skipped compaction is not known either: sent again it is decided again.
SET test.partition = 'p=skipped';
SELECT pg_temp.commit('Append', 'a+f1');
SELECT pg_temp.commit('Update', 'u+f2');
SELECT pg_temp.register(pg_temp.request('Compaction', 'k+g1'));
SELECT pg_temp.status('k');
SELECT pg_temp.commit('Compaction', 'k+g1', read => 0);
SELECT pg_temp.status('k');
SELECT pg_temp.commit('Compaction', 'k+g1', read => 1);

-- replay uc-1685, after it was cleaned:
-- An id whose commit row is gone is still known; there is no content left to compare.
SET test.partition = 'p=retired';
SELECT pg_temp.commit('Append', 'a+f1');
SELECT pg_temp.commit('Compaction', 'k+g1', read => 0);
INSERT INTO lakesoul.retired_commits VALUES ('table_idempotent', 'p=retired', pg_temp.id('a'), 0);
SET session_replication_role = replica;
DELETE FROM data_commit_info WHERE table_id = 'table_idempotent' AND partition_desc = 'p=retired' AND commit_id = pg_temp.id('a');
RESET session_replication_role;
SELECT s.status, s.version FROM lakesoul.commit_status(pg_temp.id('a')) AS s WHERE s.partition_desc = 'p=retired';
SELECT pg_temp.everything() AS before \gset
SELECT pg_temp.commit('Append', 'a+f1');
SELECT pg_temp.commit('Append', 'a+f1+f2');
SELECT pg_temp.publish(pg_temp.meta_info('Append', 'a'));
SELECT pg_temp.register(pg_temp.request('Append', 'a+f1'));
SELECT pg_temp.commit('Append', 'a+f1 b+f2');
SELECT pg_temp.everything() = :'before';
SELECT pg_temp.head();

-- Rows that came in without our columns: a stored version that lists the id tells that it is published.
SET test.partition = 'p=adopted';
INSERT INTO data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, committed, timestamp, domain)
SELECT 'table_idempotent', 'p=adopted', pg_temp.id(n), ARRAY[(f, 'add', 2, 'id,v')]::data_file_op[], 'AppendCommit', false, 1, 'public'
  FROM (VALUES ('a', 'f1'), ('b', 'f2'), ('c', 'f3')) AS v (n, f);
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, timestamp, snapshot, domain)
VALUES ('table_idempotent', 'p=adopted', 0, 'AppendCommit', 1, pg_temp.ids('a'), 'public'),
       ('table_idempotent', 'p=adopted', 1, 'AppendCommit', 2, pg_temp.ids('a b'), 'public');
UPDATE data_commit_info SET published_version = NULL, registered_head = NULL
 WHERE table_id = 'table_idempotent' AND partition_desc = 'p=adopted';
SELECT s.status, s.version FROM lakesoul.commit_status(pg_temp.id('b')) AS s WHERE s.partition_desc = 'p=adopted';
SELECT pg_temp.commit('Append', 'a+f1');
SELECT pg_temp.commit('Append', 'b+f2');
SELECT pg_temp.commit('Append', 'b+f2 c+f3');
SELECT pg_temp.commit('Append', 'c+f3');
SELECT pg_temp.head();

-- What a client asks after a lost connection: published, registered, retired, or no row at all.
SELECT pg_temp.register(pg_temp.request('Append', 's+f1', NULL, NULL, 'p=status 1'));
SELECT pg_temp.send(pg_temp.request('Append', 's+f2', NULL, NULL, 'p=status 2'));
INSERT INTO lakesoul.retired_commits VALUES ('table_idempotent', 'p=status 3', pg_temp.id('s'), 7);
SELECT * FROM lakesoul.commit_status(pg_temp.id('s')) ORDER BY partition_desc COLLATE "C";
SELECT * FROM lakesoul.commit_status(pg_temp.id('s'), 'table_idempotent') ORDER BY partition_desc COLLATE "C";
SELECT * FROM lakesoul.commit_status(pg_temp.id('s'), 'nosuch');
SELECT * FROM lakesoul.commit_status(pg_temp.id('none'));
SELECT * FROM lakesoul.commit_status(NULL);
