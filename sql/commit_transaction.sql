-- Commits are part of the caller's transaction: they come and go with it, and it sees them.
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
SELECT lakesoul.create_namespace('transactions');
SELECT lakesoul.create_table('t', '/transactions/t', '{}', 'transactions', range_partitions => '{p}', table_id => 'table_transactions');
SET test.table_id = 'table_transactions';
SELECT pg_temp.everything() AS before \gset

-- Rolled back, nothing is left.
BEGIN;
SELECT pg_temp.line(r) FROM lakesoul.commit(pg_temp.request('Append', 'a+f1', NULL, NULL, 'p=1')) AS r;
SELECT lakesoul.register(pg_temp.request('Append', 'b+f1', NULL, NULL, 'p=1'));
SELECT lakesoul.create_table('u', '/transactions/u', '{}', 'transactions', table_id => 'table_transactions_u');
SELECT pg_temp.everything() = :'before';
ROLLBACK;
SELECT pg_temp.everything() = :'before';

-- An error ends it as any error does.
BEGIN;
SELECT pg_temp.line(r) FROM lakesoul.commit(pg_temp.request('Append', 'a+f1', NULL, NULL, 'p=1')) AS r;
SELECT pg_temp.line(r) FROM lakesoul.commit(pg_temp.request('Compaction', 'k+f1', NULL, NULL, 'p=1')) AS r;
SELECT 1;
COMMIT;
SELECT pg_temp.everything() = :'before';

-- Two commits in one transaction; the second builds on the first, a read sees both.
BEGIN;
SELECT pg_temp.line(r) FROM lakesoul.commit(pg_temp.request('Append', 'a+f1', NULL, NULL, 'p=two')) AS r;
SELECT pg_temp.line(r) FROM lakesoul.commit(pg_temp.request('Append', 'b+f2', NULL, NULL, 'p=two')) AS r;
SELECT path FROM lakesoul.files('t', 'transactions');
SELECT partition_desc, version, commits, files, bytes FROM lakesoul.partitions('t', 'transactions');
SELECT pg_temp.line(r) FROM lakesoul.commit(pg_temp.request('Compaction', 'k+g1', 1, NULL, 'p=two')) AS r;
COMMIT;
SELECT pg_temp.versions('p=two');

-- A table made, filled, read, dropped and made again in one transaction.
BEGIN;
SELECT lakesoul.create_table('u', '/transactions/u', '{}', 'transactions', table_id => 'table_transactions_u');
SELECT status FROM lakesoul.commit_files('u', ARRAY[('-5', 'f', 'add', 1, '')]::lakesoul.file_change[], 'transactions');
SELECT path FROM lakesoul.files('u', 'transactions');
SELECT lakesoul.drop_table('u', 'transactions');
SELECT lakesoul.create_table('u', '/transactions/u', '{}', 'transactions', table_id => 'table_transactions_u');
SELECT count(*) FROM lakesoul.files('u', 'transactions');
COMMIT;

-- Savepoints.
BEGIN;
SELECT pg_temp.line(r) FROM lakesoul.commit(pg_temp.request('Append', 'a+f1', NULL, NULL, 'p=savepoint')) AS r;
SAVEPOINT one;
SELECT pg_temp.line(r) FROM lakesoul.commit(pg_temp.request('Append', 'b+f2', NULL, NULL, 'p=savepoint')) AS r;
ROLLBACK TO one;
SELECT pg_temp.line(r) FROM lakesoul.commit(pg_temp.request('Append', 'b+f2', NULL, NULL, 'p=savepoint')) AS r;
SAVEPOINT two;
SELECT pg_temp.line(r) FROM lakesoul.commit(pg_temp.request('Update', 'x+f9', 0, 'b', 'p=savepoint')) AS r;
ROLLBACK TO two;
SELECT pg_temp.line(r) FROM lakesoul.commit(pg_temp.request('Append', 'c+f3', NULL, NULL, 'p=savepoint')) AS r;
RELEASE two;
COMMIT;
SELECT pg_temp.versions('p=savepoint');

-- An exception block catches a conflict; what was committed before it stays.
DO $$
DECLARE
    detail text;
BEGIN
    PERFORM lakesoul.commit(pg_temp.request('Append', 'a+f1', NULL, NULL, 'p=block'));
    PERFORM lakesoul.commit(pg_temp.request('Update', 'u+f2', 0, NULL, 'p=block'));
    BEGIN
        PERFORM lakesoul.commit(pg_temp.request('Append', 'b+f3', NULL, NULL, 'p=block'));
        PERFORM lakesoul.commit(pg_temp.request('Update', 'v+f4', 0, NULL, 'p=block'));
    EXCEPTION WHEN serialization_failure THEN
        GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL;
        RAISE NOTICE 'retrying: %', detail;
        PERFORM lakesoul.commit(pg_temp.request('Update', 'v+f4', 1, NULL, 'p=block'));
    END;
END
$$;
SELECT pg_temp.versions('p=block');

-- Two hundred subtransactions with a commit each; more partitions than a transaction locks one by one.
DO $$
BEGIN
    FOR n IN 1..200 LOOP
        BEGIN
            PERFORM lakesoul.commit(pg_temp.request('Append', 'a+f1', NULL, NULL, 'p=sub' || n));
            IF n % 2 = 0 THEN
                RAISE division_by_zero;
            END IF;
        EXCEPTION WHEN division_by_zero THEN
            NULL;
        END;
    END LOOP;
END
$$;
SELECT count(*) FROM partition_info WHERE table_id = 'table_transactions' AND partition_desc LIKE 'p=sub%';

-- A caller that looks at one row only still commits all partitions; so does one that looks at none.
SELECT pg_temp.line(r) FROM lakesoul.commit(pg_temp.request('Append', 'l+f1', NULL, NULL, 'p=l1') || pg_temp.request('Append', 'l+f2', NULL, NULL, 'p=l2') ||
                                            pg_temp.request('Append', 'l+f3', NULL, NULL, 'p=l3')) AS r LIMIT 1;
SELECT lakesoul.commit(pg_temp.request('Append', 'l+f1', NULL, NULL, 'p=l4') || pg_temp.request('Append', 'l+f2', NULL, NULL, 'p=l5')) IS NULL LIMIT 1;
SELECT EXISTS (SELECT FROM lakesoul.commit(pg_temp.request('Append', 'l+f1', NULL, NULL, 'p=l6') || pg_temp.request('Append', 'l+f2', NULL, NULL, 'p=l7')));
BEGIN;
DECLARE c CURSOR FOR SELECT pg_temp.line(r) FROM lakesoul.commit(pg_temp.request('Append', 'l+f1', NULL, NULL, 'p=l8') ||
                                                                 pg_temp.request('Append', 'l+f2', NULL, NULL, 'p=l9')) AS r;
FETCH 1 FROM c;
COMMIT;
SELECT partition_desc FROM partition_info WHERE table_id = 'table_transactions' AND partition_desc LIKE 'p=l_' ORDER BY partition_desc COLLATE "C";
-- In other places of a statement.
SELECT n, (SELECT r.status FROM lakesoul.commit(pg_temp.request('Append', 's' || n || '+f', NULL, NULL, 'p=place')) AS r) FROM generate_series(1, 3) AS n;
WITH c AS MATERIALIZED (SELECT r.* FROM lakesoul.commit(pg_temp.request('Append', 'w+f', NULL, NULL, 'p=place')) AS r) SELECT pg_temp.line(c) FROM c;
CREATE TEMP TABLE kept AS SELECT * FROM lakesoul.commit(pg_temp.request('Append', 't+f', NULL, NULL, 'p=place'));
SELECT status, version FROM kept;
SELECT pg_temp.names(snapshot) FROM lakesoul.commit(pg_temp.request('Append', 'v+f', NULL, NULL, 'p=place'));

-- Isolation levels: alone, all of them do.
BEGIN ISOLATION LEVEL REPEATABLE READ;
SELECT pg_temp.line(r) FROM lakesoul.commit(pg_temp.request('Append', 'a+f1', NULL, NULL, 'p=levels')) AS r;
SELECT pg_temp.line(r) FROM lakesoul.commit(pg_temp.request('Append', 'b+f2', NULL, NULL, 'p=levels')) AS r;
COMMIT;
BEGIN ISOLATION LEVEL SERIALIZABLE;
SELECT pg_temp.line(r) FROM lakesoul.commit(pg_temp.request('Update', 'u+f3', 1, NULL, 'p=levels')) AS r;
COMMIT;
-- A read-only transaction cannot commit.
BEGIN READ ONLY;
SELECT pg_temp.line(r) FROM lakesoul.commit(pg_temp.request('Append', 'c+f1', NULL, NULL, 'p=levels')) AS r;
ROLLBACK;

-- PREPARE TRANSACTION: another session sees nothing until COMMIT PREPARED, and waits if it wants the same partition.
-- The server does not prepare a transaction that has sent a notice, so notices are off.
SELECT pg_temp.request('Append', 'a+f1', NULL, NULL, 'p=prepared') AS first, pg_temp.request('Append', 'b+f2', NULL, NULL, 'p=prepared') AS second,
       pg_temp.request('Append', 'c+f3', NULL, NULL, 'p=prepared') AS third \gset
SET lakesoul.compaction_threshold = 1;
SELECT status, version FROM lakesoul.commit(:'first');
BEGIN;
SELECT status, version FROM lakesoul.commit(:'second');
PREPARE TRANSACTION 'regress_lakesoul_1';
SET lakesoul.notify = off;
BEGIN;
SELECT status, version FROM lakesoul.commit(:'second');
PREPARE TRANSACTION 'regress_lakesoul_1';
\c
\pset tuples_only on
\pset format unaligned
SELECT version FROM lakesoul.partitions('t', 'transactions', '{"p": "prepared"}');
SET lock_timeout = '50ms';
SELECT status, version FROM lakesoul.commit(:'third');
RESET lock_timeout;
COMMIT PREPARED 'regress_lakesoul_1';
SELECT version FROM lakesoul.partitions('t', 'transactions', '{"p": "prepared"}');
SELECT partition_desc, version FROM lakesoul.due_compactions WHERE table_id = 'table_transactions';
BEGIN;
SELECT status, version FROM lakesoul.commit(:'third');
PREPARE TRANSACTION 'regress_lakesoul_2';
ROLLBACK PREPARED 'regress_lakesoul_2';
SELECT version, commits FROM lakesoul.partitions('t', 'transactions', '{"p": "prepared"}');
SELECT status, version FROM lakesoul.commit(:'third');
