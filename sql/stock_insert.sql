-- Plain INSERTs of stock clients: what the triggers on partition_info and data_commit_info make of the rows that such
-- clients plan. Numbers are the lines of section 2 in docs/commit-semantics.md, after > those of section 1.
\set SHOW_CONTEXT never
SELECT count(*) > 0 FROM lakesoul.setup();
\getenv abs_srcdir PG_ABS_SRCDIR
\set domain_policies :abs_srcdir '/test/fixtures/domain_policies.sql'
\set helpers :abs_srcdir '/test/fixtures/commit_helpers.sql'
\set stock_helpers :abs_srcdir '/test/fixtures/stock_helpers.sql'
\set ECHO none
\i :helpers
\i :stock_helpers
\set ECHO all
\pset tuples_only
\pset format unaligned
SELECT lakesoul.create_namespace('stock');
SELECT lakesoul.create_table('t', '/stock/t', '{}', 'stock', range_partitions => '{p}', table_id => 'table_stock');
SET test.table_id = 'table_stock';

-- The statements themselves, as the native client prepares them: nothing but "no error" is looked at.
PREPARE register_commit AS INSERT INTO data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, timestamp, committed, domain)
    VALUES ($1, $2, $3::uuid, $4::data_file_op[], $5, $6, $7, $8);
PREPARE insert_version AS INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain)
    VALUES ($1, $2, $3, $4, $5::uuid[], $6, $7);
PREPARE mark_commit AS UPDATE data_commit_info SET committed = 'true' WHERE commit_id = $1::uuid;
EXECUTE register_commit('table_stock', 'p=prepared', pg_temp.id('a'), '{"(f1,add,1,\"id,v\")"}', 'AppendCommit', 1700000000000, false, 'public');
BEGIN;
EXECUTE insert_version('table_stock', 'p=prepared', 0, 'AppendCommit', ARRAY[pg_temp.id('a')], '', 'public');
EXECUTE mark_commit(pg_temp.id('a'));
COMMIT;
SELECT pg_temp.head('p=prepared');
SELECT pg_temp.commits('p=prepared');

-- 1. A replay: the same row after a lost answer, a row that was combined, a row planned anew.
SET test.partition = 'p=1';
SELECT pg_temp.stock('Append', 'a+f1', 0, 'a');
SELECT pg_temp.stock('Append', 'b+f2', 1, 'a b');
SELECT pg_temp.phase_2('Append', 1, 'a b');
SELECT pg_temp.stock('Append', 'c+f3', 1, 'a c');
SELECT pg_temp.phase_2('Append', 1, 'a c');
SELECT pg_temp.phase_2('Append', 3, 'a b c c');
SELECT pg_temp.stock('Compaction', 'k+g', 3, 'k');
SELECT pg_temp.phase_2('Append', 1, 'a c');
SELECT pg_temp.phase_2('Compaction', 3, 'k');
SELECT pg_temp.versions();
SELECT pg_temp.commits();
-- 1. Also when what it names was cleaned.
DELETE FROM data_commit_info WHERE table_id = 'table_stock' AND partition_desc = 'p=1' AND commit_id IN (pg_temp.id('a'), pg_temp.id('b'));
INSERT INTO lakesoul.retired_commits (table_id, partition_desc, commit_id, version) VALUES ('table_stock', 'p=1', pg_temp.id('a'), 0), ('table_stock', 'p=1', pg_temp.id('b'), 1) ON CONFLICT DO NOTHING;
SELECT pg_temp.phase_2('Append', 1, 'a b');
-- 1. A stock rollback is the row of an old version, op and all, as the next version; planned behind the head it is planned again.
SELECT pg_temp.stock('Append', 'd+f4', 4, 'k d');
SELECT pg_temp.phase_2('Compaction', 4, 'k');
SELECT pg_temp.phase_2('Compaction', 5, 'k');
SELECT pg_temp.phase_2('Append', 6, 'c a b');

-- 2. Append and Merge planned from the head; Spark's DELETE of an active file.
SET test.partition = 'p=2';
SELECT pg_temp.stock('Append', 'a+f1', 0, 'a');
SELECT pg_temp.stock('Merge', 'b+f2 c+f3', 1, 'a b c');
SELECT pg_temp.stock('Append', 'd-f1+f1rest', 2, 'a b c d');
-- 2. Spark's DELETE, planned after the file was replaced: the client reads again.
SELECT pg_temp.stock('Append', 'e-f1+other', 3, 'a b c d e');
SELECT pg_temp.commits();

-- 3. Two appenders that planned from one head: both stay.
SET test.partition = 'p=3';
SELECT pg_temp.stock('Append', 'a+f1', 0, 'a');
SELECT pg_temp.phase_1('Append', 'b+f2'), pg_temp.phase_1('Merge', 'c+f3'), pg_temp.phase_1('Append', 'd+f4');
SELECT pg_temp.phase_2('Append', 1, 'a b');
SELECT pg_temp.phase_2('Merge', 1, 'a c');
-- 3. An appender that planned before a compaction, an update, a delete: what they replaced does not come back.
SELECT pg_temp.stock('Compaction', 'k+g', 3, 'k');
SELECT pg_temp.phase_2('Append', 3, 'a b c d');
SELECT pg_temp.phase_1('Append', 'e+f5'), pg_temp.phase_1('Append', 'f+f6');
SELECT pg_temp.stock('Update', 'u+h', 5, 'u');
SELECT pg_temp.phase_2('Append', 5, 'k d e');
SELECT pg_temp.phase_2('Delete', 7, '');
SELECT pg_temp.phase_2('Append', 6, 'k d f');
-- 3. Rust's first version is 1; a greater number is kept.
SELECT pg_temp.stock('Append', 'a+f1', 1, 'a', 'p=3 rust');
SELECT pg_temp.stock('Append', 'b+f2', 2, 'a b', 'p=3 rust');
SELECT pg_temp.stock('Append', 'c+f3', 9, 'a b c', 'p=3 rust');
-- 3. Spark's DELETE of a file that a compaction replaced would double its rows.
SELECT pg_temp.stock('Append', 'a+f1', 0, 'a', 'p=3 spark');
SELECT pg_temp.phase_1('Append', 'd-f1+rest', 'p=3 spark');
SELECT pg_temp.stock('Compaction', 'k+g', 1, 'k', 'p=3 spark');
SELECT pg_temp.phase_2('Append', 1, 'a d', 'p=3 spark');
-- 3. An id that is there already is not put there twice.
SELECT pg_temp.stock('Append', 'e+f5', 1, 'k e', 'p=3 spark');
SELECT pg_temp.stock('Append', 'f+f6', 2, 'k e f', 'p=3 spark');
SELECT pg_temp.stock('Append', 'g+f7', 3, 'k k e f e g', 'p=3 spark');

-- 4>6. Compaction and Update planned from the head, and an Update whose files a compaction rewrote.
SET test.partition = 'p=4>6';
SELECT pg_temp.stock('Append', 'a+f1', 0, 'a');
SELECT pg_temp.stock('Compaction', 'k+g', 1, 'k');
SELECT pg_temp.phase_1('Update', 'u+h'), pg_temp.phase_1('Update', 'v+i');
SELECT pg_temp.stock('Compaction', 'l+g2', 2, 'l');
SELECT pg_temp.phase_2('Update', 2, 'u');
SELECT pg_temp.stock('Update', 'u+h', 0, 'u', 'p=4>6 first');
SELECT pg_temp.stock('Update', 'u+h', 1, 'u', 'p=4>6 rust');

-- 4>9. A compaction of a partition that was dropped and made again is left out; its commit row stays unpublished.
SET test.partition = 'p=4>9';
SELECT pg_temp.stock('Append', 'a+f1', 0, 'a');
SELECT pg_temp.phase_1('Compaction', 'k+g'), pg_temp.phase_1('Update', 'u+h');
DELETE FROM partition_info WHERE table_id = 'table_stock' AND partition_desc = 'p=4>9';
DO $$BEGIN PERFORM pg_sleep(0.002); END$$;   -- within one millisecond the new version could have the old one's time
SELECT pg_temp.stock('Append', 'x+y', 0, 'x');
SELECT pg_temp.phase_2('Compaction', 1, 'k');
-- 4>10. An update is planned again instead.
SELECT pg_temp.phase_2('Update', 1, 'u');
SELECT pg_temp.commits();

-- 4>11. What was appended while a compaction ran stays behind it.
SET test.partition = 'p=4>11';
SELECT pg_temp.stock('Append', 'a+f1', 0, 'a');
SELECT pg_temp.phase_1('Compaction', 'k+g');
SELECT pg_temp.stock('Append', 'b+f2', 1, 'a b');
SELECT pg_temp.stock('Merge', 'c+f3', 2, 'a b c');
SELECT pg_temp.phase_2('Compaction', 2, 'k b');
-- 4>12. A compaction over an update, another compaction, a delete, a Spark DELETE, a rollback is left out.
SELECT pg_temp.phase_1('Compaction', 'l+g2');
SELECT pg_temp.stock('Update', 'u+h', 4, 'u');
SELECT pg_temp.phase_2('Compaction', 5, 'l');
SELECT pg_temp.phase_1('Compaction', 'm+g3');
SELECT pg_temp.phase_2('Delete', 5, '');
SELECT pg_temp.phase_2('Compaction', 5, 'm');
SELECT pg_temp.stock('Append', 'd+f4', 6, 'd');
SELECT pg_temp.phase_1('Compaction', 'n+g4'), pg_temp.phase_1('Compaction', 'o+g5');
SELECT pg_temp.stock('Append', 'e-f4+rest', 7, 'd e');
SELECT pg_temp.phase_2('Compaction', 7, 'n');
SELECT pg_temp.phase_2('Append', 8, 'd');
SELECT pg_temp.phase_2('Compaction', 8, 'o');
SELECT pg_temp.commits();

-- 4>13. What was appended after an update's read stays: stock clients would drop it.
SET test.partition = 'p=4>13';
SELECT pg_temp.stock('Append', 'a+f1', 0, 'a');
SELECT pg_temp.phase_1('Update', 'u+h'), pg_temp.phase_1('Update', 'v+i');
SELECT pg_temp.stock('Append', 'b+f2', 1, 'a b');
SELECT pg_temp.phase_2('Update', 2, 'u');
-- 4>15. A second update of one read, of version 0 too, is planned again.
SELECT pg_temp.phase_2('Update', 1, 'v');
SELECT pg_temp.phase_2('Update', 3, 'v');

-- 5. A Delete planned from the head.
SET test.partition = 'p=5';
SELECT pg_temp.stock('Append', 'a+f1', 0, 'a');
SELECT pg_temp.phase_2('Delete', 1, '');
SELECT pg_temp.phase_2('Delete', 0, '', 'p=5 absent');
-- 6. A Delete goes over a compaction, and over nothing else.
SET test.partition = 'p=6';
SELECT pg_temp.stock('Append', 'a+f1', 0, 'a');
SELECT pg_temp.stock('Compaction', 'k+g', 1, 'k');
SELECT pg_temp.phase_2('Delete', 1, '');
SELECT pg_temp.stock('Append', 'b+f2', 3, 'b');
SELECT pg_temp.phase_2('Delete', 3, '');
-- 7. A Delete planned before the partition was dropped.
SELECT pg_temp.phase_2('Delete', 6, '');
-- 8. An overwrite with nothing.
SELECT pg_temp.phase_2('Update', 4, '');
SELECT pg_temp.phase_2('Update', 4, '');
SELECT pg_temp.phase_2('Append', 6, '');

-- Before the table: negative and last version numbers, unknown operations.
SET test.partition = 'p=0';
SELECT pg_temp.stock('Append', 'a+f1', -1, 'a');
SELECT pg_temp.phase_2('Append', 2147483647, 'a');
SELECT pg_temp.phase_2('Append', 2147483646, 'a');
SELECT pg_temp.stock('Append', 'b+f2', 2147483646, 'a b');
SELECT pg_temp.phase_2('append', 0, 'b');
SELECT pg_temp.phase_2('', 0, 'b');
SELECT pg_temp.phase_2(NULL, 0, 'b');

-- Several partitions in one statement, and two versions of one partition in one statement.
SET test.partition = 'p=m1';
SELECT pg_temp.phase_1('Append', 'a+f1 b+f2', 'p=m' || n) FROM generate_series(1, 3) AS n;
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain)
VALUES ('table_stock', 'p=m3', 0, 'AppendCommit', pg_temp.ids('a'), '', 'public'), ('table_stock', 'p=m1', 0, 'AppendCommit', pg_temp.ids('a'), '', 'public'),
       ('table_stock', 'p=m2', 0, 'AppendCommit', pg_temp.ids('a'), '', 'public'), ('table_stock', 'p=m1', 0, 'AppendCommit', pg_temp.ids('b'), '', 'public');
SELECT pg_temp.head('p=m' || n) FROM generate_series(1, 3) AS n;
SELECT pg_temp.commits();
SELECT timestamp - lag(timestamp) OVER (ORDER BY version) > 0 FROM partition_info WHERE table_id = 'table_stock' AND partition_desc = 'p=m1' ORDER BY version;
-- One that is refused undoes the whole statement.
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain)
VALUES ('table_stock', 'p=m2', 1, 'AppendCommit', pg_temp.ids('a b'), '', 'public'), ('table_stock', 'p=m3', 7, 'DeleteCommit', '{}', '', 'public');
SELECT pg_temp.head('p=m2');

-- Functions and plain INSERTs on one partition.
SET test.partition = 'p=mixed';
SELECT pg_temp.commit('Append', 'a+f1');
SELECT pg_temp.stock('Append', 'b+f2', 1, 'a b');
SELECT pg_temp.phase_1('Append', 'c+f3'), pg_temp.phase_1('Compaction', 'k+g');
SELECT pg_temp.commit('Merge', 'd+f4');
SELECT pg_temp.phase_2('Append', 2, 'a b c');
SELECT pg_temp.commit('Update', 'u+h', 2, 'a b d');
SELECT pg_temp.phase_2('Compaction', 5, 'k');
SELECT pg_temp.commit('Append', 'b+f2');
SELECT pg_temp.publish(pg_temp.meta_info('Append', 'c'));
SELECT pg_temp.commit('Compaction', 'l+g2', 3);
SELECT pg_temp.stock('Update', 'v+i', 5, 'v');
SELECT pg_temp.commit('Delete', 'x', 4);
SELECT pg_temp.phase_2('Append', 2, 'a b c');
SELECT pg_temp.commits();

-- scenario 32:
-- Timestamps: the clock, not the transaction's start; strictly increasing, 100 versions in one transaction; after a head
-- that is stamped ahead of the clock.
SET test.partition = 'p=time';
BEGIN;
SELECT now() IS NOT NULL, pg_sleep(0.01);
SELECT pg_temp.stock('Append', 'a+f1', 0, 'a');
SELECT timestamp > extract(epoch FROM now()) * 1000 + 5 FROM partition_info WHERE table_id = 'table_stock' AND partition_desc = 'p=time';
SELECT count(*) FROM generate_series(1, 99) AS n, LATERAL pg_temp.stock('Append', 'm' || n || '+f', 0, 'm' || n);
COMMIT;
SELECT count(*), count(DISTINCT timestamp), bool_and(timestamp > before OR before IS NULL), max(cardinality(snapshot)) FROM (
    SELECT timestamp, snapshot, lag(timestamp) OVER (ORDER BY version) AS before FROM partition_info WHERE table_id = 'table_stock' AND partition_desc = 'p=time') AS v;
SET test.partition = 'p=ahead';
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, timestamp, snapshot) VALUES ('table_stock', 'p=ahead', 0, 'UpdateCommit', 4000000000000, '{}');
SELECT pg_temp.stock('Append', 'a+f1', 1, 'a');
SELECT version, timestamp FROM partition_info WHERE table_id = 'table_stock' AND partition_desc = 'p=ahead' ORDER BY version;

-- A row with a timestamp of its own comes from a dump or a repair: it is stored as it is, whatever else is there, and
-- nothing is marked, queued or looked up. NULL counts as not given.
SET test.partition = 'p=given';
SET lakesoul.compaction_threshold = 1;
SELECT pg_temp.phase_1('Append', 'a+f1 b+f2 c+f3');
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, timestamp, snapshot, expression, domain)
VALUES ('table_stock', 'p=given', 7, 'AppendCommit', 7, pg_temp.ids('a b'), 'x', 'd'), ('table_stock', 'p=given', 3, 'AppendCommit', 9, pg_temp.ids('b'), '', 'd'),
       ('table_stock', 'p=given', -4, 'UnknownCommit', 8, pg_temp.ids('a a'), NULL, NULL), ('table_stock', 'p=given', 2147483647, 'MergeCommit', 8, NULL, NULL, NULL);
SELECT version, commit_op, timestamp, pg_temp.names(snapshot), expression, domain, last_compaction FROM partition_info
 WHERE table_id = 'table_stock' AND partition_desc = 'p=given' ORDER BY version;
SELECT pg_temp.commits();
SELECT count(*) FROM lakesoul.due_compactions WHERE partition_desc = 'p=given';
DELETE FROM partition_info WHERE table_id = 'table_stock' AND partition_desc = 'p=given' AND version NOT IN (3, 7);
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, timestamp, snapshot, expression, domain)
VALUES ('table_stock', 'p=given', 4, 'AppendCommit', NULL, pg_temp.ids('b c'), '', 'd');
SELECT version, timestamp > 1700000000000, pg_temp.names(snapshot), domain FROM partition_info WHERE table_id = 'table_stock' AND partition_desc = 'p=given' ORDER BY version;
SELECT pg_temp.commits();
SELECT version FROM lakesoul.due_compactions WHERE partition_desc = 'p=given';
RESET lakesoul.compaction_threshold;

-- scenario 50:
-- A large restore looks nothing up. A commit row without the extension's columns costs the same, however many there are;
-- so does a client's version, whatever lies behind the head.
CREATE FUNCTION pg_temp.probes(command text) RETURNS TABLE (scans bigint, rows bigint) LANGUAGE plpgsql AS $$
DECLARE
    before record;
BEGIN
    SELECT sum(seq_scan + COALESCE(idx_scan, 0)) AS scans, sum(seq_tup_read + COALESCE(idx_tup_fetch, 0)) AS rows INTO before FROM pg_stat_xact_user_tables;
    EXECUTE command;
    RETURN QUERY SELECT (sum(seq_scan + COALESCE(idx_scan, 0)) - before.scans)::bigint, (sum(seq_tup_read + COALESCE(idx_tup_fetch, 0)) - before.rows)::bigint
      FROM pg_stat_xact_user_tables;
END
$$;
SELECT * FROM pg_temp.probes($$ INSERT INTO partition_info (table_id, partition_desc, version, commit_op, timestamp, snapshot, expression)
    SELECT 'table_stock', 'p=bulk', n, 'AppendCommit', 1700000000000 + n, ARRAY[pg_temp.id('b' || n)], '' FROM generate_series(0, 19999) AS n $$);
CREATE FUNCTION pg_temp.commit_rows(first int, last int) RETURNS void LANGUAGE sql AS $$
    INSERT INTO data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, timestamp, committed, domain)
    SELECT 'table_stock', 'p=bulk', pg_temp.id('b' || n), '{}', 'AppendCommit', 1700000000000 + n, true, 'public' FROM generate_series(first, last) AS n
$$;
CREATE FUNCTION pg_temp.versions(first int, last int) RETURNS void LANGUAGE sql AS $$
    INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, expression)
    SELECT 'table_stock', 'p=bulk', 0, 'AppendCommit', ARRAY[pg_temp.id('v' || n)], '' FROM generate_series(first, last) AS n
$$;
SELECT scans <= 3 * 100, rows <= 3 * 100 FROM pg_temp.probes('SELECT pg_temp.commit_rows(1, 100)');
SELECT scans <= 3 * 10000, rows <= 3 * 10000 FROM pg_temp.probes('SELECT pg_temp.commit_rows(101, 10100)');
SELECT count(*) FROM generate_series(1, 400) AS n, LATERAL pg_temp.phase_1('Append', 'v' || n || '+f', 'p=bulk');
ANALYZE partition_info, data_commit_info;
-- The first after a restore looks for the last compaction, once.
SELECT scans <= 12, rows > 20000 FROM pg_temp.probes('SELECT pg_temp.versions(1, 1)');
SELECT scans <= 12 * 200, rows <= 12 * 200 FROM pg_temp.probes('SELECT pg_temp.versions(2, 201)');
SELECT scans <= 12 * 199, rows <= 12 * 199 FROM pg_temp.probes('SELECT pg_temp.versions(202, 400)');
SELECT version, cardinality(snapshot) FROM partition_info WHERE table_id = 'table_stock' AND partition_desc = 'p=bulk' ORDER BY version DESC LIMIT 1;

-- lakesoul.rebase off: the primary key decides, as without the extension; stamps and marks stay.
SET test.partition = 'p=off';
SET lakesoul.rebase = off;
SELECT pg_temp.stock('Append', 'a+f1', 0, 'a');
SELECT pg_temp.stock('Append', 'b+f2', 0, 'b');
SELECT pg_temp.phase_2('Append', 0, 'b');
SELECT pg_temp.phase_2('Update', 5, 'b');
SELECT pg_temp.commits();
SELECT bool_and(timestamp > before OR before IS NULL) FROM (
    SELECT timestamp, lag(timestamp) OVER (ORDER BY version) AS before FROM partition_info WHERE table_id = 'table_stock' AND partition_desc = 'p=off') AS v;
RESET lakesoul.rebase;
-- lakesoul.mark_committed off: published_version is kept all the same.
SET lakesoul.mark_committed = off;
SELECT pg_temp.stock('Append', 'c+f3', 6, 'b c');
SELECT pg_temp.commits();
RESET lakesoul.mark_committed;
-- lakesoul.monotone_timestamps off: the transaction's start, as without the extension.
SET lakesoul.monotone_timestamps = off;
BEGIN;
SELECT pg_temp.stock('Append', 'd+f4', 7, 'b c d'), pg_sleep(0.002);
SELECT pg_temp.stock('Append', 'e+f5', 7, 'b c e');
SELECT version, timestamp = round(extract(epoch FROM now()) * 1000) FROM partition_info WHERE table_id = 'table_stock' AND partition_desc = 'p=off' AND version > 6 ORDER BY version;
COMMIT;
RESET lakesoul.monotone_timestamps;

-- lakesoul.restoring by a superuser, and session_replication_role: the triggers do nothing.
SET test.partition = 'p=restore';
SET lakesoul.restoring = on;
SELECT pg_temp.stock('Append', 'a+f1', 3, 'a');
SELECT pg_temp.phase_2('Append', 3, 'b');
SELECT commit_id IS NOT NULL, published_version, registered_head, committed FROM data_commit_info WHERE table_id = 'table_stock' AND partition_desc = 'p=restore';
RESET lakesoul.restoring;
SET session_replication_role = replica;
SELECT pg_temp.stock('Append', 'b+f2', 4, 'b');
SELECT commit_id = pg_temp.id('b'), published_version, registered_head, committed FROM data_commit_info WHERE table_id = 'table_stock' AND partition_desc = 'p=restore' ORDER BY commit_id;
RESET session_replication_role;

-- The domain is the table's, in both tables; a table id without a table keeps what the client says.
SELECT lakesoul.create_namespace('stock2', domain => 'regress_stock_domain');
SELECT lakesoul.create_table('t', '/stock2/t', '{}', 'stock2', table_id => 'table_stock2');
SET test.table_id = 'table_stock2';
SET test.partition = '-5';
SELECT pg_temp.stock('Append', 'a+f1', 0, 'a');
SELECT c.domain, p.domain FROM data_commit_info AS c, partition_info AS p WHERE c.table_id = 'table_stock2' AND p.table_id = 'table_stock2';
SET test.table_id = 'table_nowhere';
SELECT pg_temp.stock('Append', 'a+f1', 0, 'a');
SELECT c.domain, p.domain FROM data_commit_info AS c, partition_info AS p WHERE c.table_id = 'table_nowhere' AND p.table_id = 'table_nowhere';
DELETE FROM data_commit_info WHERE table_id = 'table_nowhere';
DELETE FROM partition_info WHERE table_id = 'table_nowhere';

-- The seed row of namespace, inserted once more by a restore, is skipped; any other copy is not.
INSERT INTO namespace (namespace, properties, comment) VALUES ('default', '{}', '');
INSERT INTO namespace (namespace, properties, comment) VALUES ('default', '{}', 'mine');
INSERT INTO namespace (namespace, properties, comment) VALUES ('stock', '{}', '');

-- Rights: base tables of a plain role, row-level security by domain as upstream's scripts make it.
CREATE ROLE regress_stock_owner;
CREATE ROLE regress_stock_d1;
CREATE ROLE regress_stock_d2;
SELECT current_database() AS here \gset
CREATE DATABASE regress_stock OWNER regress_stock_owner;
\c regress_stock
CREATE EXTENSION lakesoul_meta;
GRANT EXECUTE ON FUNCTION lakesoul.setup(boolean) TO regress_stock_owner;
SET ROLE regress_stock_owner;
SELECT count(*) > 0 FROM lakesoul.setup();
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO regress_stock_d1, regress_stock_d2;
\set ECHO none
\i :domain_policies
\set ECHO all
SELECT lakesoul.create_namespace('s1', domain => 'regress_stock_d1');
SELECT lakesoul.create_table('t1', '/s1/t1', '{}', 's1', table_id => 'table_d1');
SET ROLE regress_stock_d1;
INSERT INTO data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, timestamp, committed, domain)
VALUES ('table_d1', '-5', '00000000-0000-4000-8000-00000000000a', '{"(f1,add,1,)"}', 'AppendCommit', 1, false, 'public');
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain)
VALUES ('table_d1', '-5', 0, 'AppendCommit', '{00000000-0000-4000-8000-00000000000a}', '', 'public');
SELECT p.version, p.domain, c.domain, c.published_version, c.committed FROM partition_info AS p, data_commit_info AS c;
-- Another domain's user cannot plant rows under that table, whatever domain he writes; refused in PostgreSQL's words.
SET ROLE regress_stock_d2;
\set VERBOSITY sqlstate
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain)
VALUES ('table_d1', '-5', 1, 'AppendCommit', '{}', '', 'public');
\set VERBOSITY default
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain)
VALUES ('table_d1', '-5', 1, 'UpdateCommit', '{}', '', 'regress_stock_d2');
INSERT INTO data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, timestamp, committed, domain)
VALUES ('table_d1', '-5', '00000000-0000-4000-8000-00000000000b', '{}', 'AppendCommit', 1, false, 'public');
-- The policy itself says the same of a row in another's domain.
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain)
VALUES ('table_free', '-5', 0, 'UpdateCommit', '{}', '', 'regress_stock_d1');
-- An id without a table stays allowed.
INSERT INTO data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, timestamp, committed, domain)
VALUES ('table_free', '-5', '00000000-0000-4000-8000-00000000000b', '{}', 'AppendCommit', 1, false, 'regress_stock_d2');
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain)
VALUES ('table_free', '-5', 0, 'AppendCommit', '{00000000-0000-4000-8000-00000000000b}', '', 'regress_stock_d2');
SELECT p.version, p.domain, c.domain, c.published_version, c.committed FROM partition_info AS p, data_commit_info AS c;
-- The planted head is not there, so the owner of the table goes on.
SET ROLE regress_stock_d1;
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain)
VALUES ('table_d1', '-5', 1, 'DeleteCommit', '{}', '', 'public');
-- lakesoul.restoring: not for those who only may write, but for the owner of the tables.
SET lakesoul.restoring = on;
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain)
VALUES ('table_d1', '-5', 2, 'UpdateCommit', '{}', '', 'public');
INSERT INTO data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, timestamp, committed, domain)
VALUES ('table_d1', '-5', '00000000-0000-4000-8000-00000000000c', '{}', 'AppendCommit', 1, false, 'public');
SELECT registered_head > 0, domain FROM data_commit_info WHERE commit_id = '00000000-0000-4000-8000-00000000000c';
SET ROLE regress_stock_owner;
INSERT INTO data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, timestamp, committed, domain)
VALUES ('table_d1', '-5', '00000000-0000-4000-8000-00000000000d', '{}', 'AppendCommit', 1, false, 'public');
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain)
VALUES ('table_d1', '-5', 7, 'AppendCommit', '{00000000-0000-4000-8000-00000000000d}', '', 'regress_stock_d1');
SELECT registered_head, domain, published_version, committed FROM data_commit_info WHERE commit_id = '00000000-0000-4000-8000-00000000000d';
SELECT version, domain FROM partition_info WHERE table_id = 'table_d1' ORDER BY version;
RESET ROLE;
\c :here
DROP DATABASE regress_stock;
DROP ROLE regress_stock_owner, regress_stock_d1, regress_stock_d2;
