-- The side tables: who reads which rows, who writes, and that dumps carry them.
\set SHOW_CONTEXT never
CREATE ROLE regress_lake_north;
CREATE ROLE regress_lake_south;
CREATE ROLE regress_lake_blind;
CREATE DATABASE regress_side_tables;
\c regress_side_tables
CREATE EXTENSION lakesoul_meta;

SELECT c.oid::regclass AS side_table, x.condition, c.relrowsecurity
FROM pg_extension e
CROSS JOIN LATERAL unnest(e.extconfig, e.extcondition) AS x(oid, condition)
JOIN pg_class c ON c.oid = x.oid
WHERE e.extname = 'lakesoul_meta'
ORDER BY c.oid::regclass::text;
-- Every ordinary table of the schema is carried by dumps, guarded, and readable without being writable.
SELECT c.oid::regclass
FROM pg_class c
WHERE c.relnamespace = 'lakesoul'::regnamespace AND c.relkind = 'r'
  AND NOT (c.relrowsecurity AND has_table_privilege('regress_lake_blind', c.oid, 'SELECT')
      AND NOT has_table_privilege('regress_lake_blind', c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER')
      AND c.oid = ANY ((SELECT extconfig FROM pg_extension WHERE extname = 'lakesoul_meta')::oid[]));

SELECT count(*) FROM lakesoul.setup();
INSERT INTO table_info (table_id, table_name, table_path, table_schema, properties, partitions, domain)
VALUES ('n', 'north', 's3://n', '', '{}', ';', 'regress_lake_north'),
    ('s', 'south', 's3://s', '', '{}', ';', 'regress_lake_south');
INSERT INTO lakesoul.retired_commits
SELECT t, '-5', gen_random_uuid(), 0 FROM unnest('{n,s,gone}'::text[]) t;
INSERT INTO lakesoul.purged_commits SELECT t, '-5', gen_random_uuid() FROM unnest('{n,s,gone}'::text[]) t;
INSERT INTO lakesoul.dropped_partitions SELECT t, '-5', 0, 0 FROM unnest('{n,s,gone}'::text[]) t;
INSERT INTO lakesoul.due_compactions SELECT t, '-5', 0, 0 FROM unnest('{n,s,gone}'::text[]) t;
GRANT SELECT ON table_info TO regress_lake_north, regress_lake_south;
ALTER TABLE table_info ENABLE ROW LEVEL SECURITY;
CREATE POLICY domain_only ON table_info USING (domain = current_user);

-- The extension's owner sees all; others the rows of tables they see.
SELECT (SELECT string_agg(table_id, ' ' ORDER BY table_id) FROM lakesoul.retired_commits) AS retired,
    (SELECT string_agg(table_id, ' ' ORDER BY table_id) FROM lakesoul.purged_commits) AS purged,
    (SELECT string_agg(table_id, ' ' ORDER BY table_id) FROM lakesoul.dropped_partitions) AS dropped,
    (SELECT string_agg(table_id, ' ' ORDER BY table_id) FROM lakesoul.due_compactions) AS due;
SET ROLE regress_lake_north;
SELECT (SELECT string_agg(table_id, ' ' ORDER BY table_id) FROM lakesoul.retired_commits) AS retired,
    (SELECT string_agg(table_id, ' ' ORDER BY table_id) FROM lakesoul.purged_commits) AS purged,
    (SELECT string_agg(table_id, ' ' ORDER BY table_id) FROM lakesoul.dropped_partitions) AS dropped,
    (SELECT string_agg(table_id, ' ' ORDER BY table_id) FROM lakesoul.due_compactions) AS due;
SET ROLE regress_lake_south;
SELECT (SELECT string_agg(table_id, ' ' ORDER BY table_id) FROM lakesoul.retired_commits) AS retired,
    (SELECT string_agg(table_id, ' ' ORDER BY table_id) FROM lakesoul.purged_commits) AS purged,
    (SELECT string_agg(table_id, ' ' ORDER BY table_id) FROM lakesoul.dropped_partitions) AS dropped,
    (SELECT string_agg(table_id, ' ' ORDER BY table_id) FROM lakesoul.due_compactions) AS due;
SELECT lakesoul.sees_table('s'), lakesoul.sees_table('n'), lakesoul.sees_table('gone'), lakesoul.sees_table(NULL);

-- A relation that bears the name of a base table elsewhere changes nothing.
CREATE TEMP TABLE table_info (table_id text);
INSERT INTO pg_temp.table_info VALUES ('n'), ('gone');
SELECT string_agg(table_id, ' ' ORDER BY table_id) FROM lakesoul.retired_commits;
DROP TABLE pg_temp.table_info;

-- A search by key uses the key; the policy is a filter behind it.
SET enable_seqscan = off;
EXPLAIN (COSTS OFF) SELECT FROM lakesoul.retired_commits WHERE table_id = 's' AND partition_desc = '-5';
EXPLAIN (COSTS OFF)
SELECT FROM lakesoul.retired_commits WHERE commit_id = '00000000-0000-4000-8000-000000000001';
RESET enable_seqscan;

-- Nobody forges a row.
INSERT INTO lakesoul.retired_commits VALUES ('s', '-5', gen_random_uuid(), 0);
INSERT INTO lakesoul.purged_commits VALUES ('s', '-5', gen_random_uuid());
INSERT INTO lakesoul.dropped_partitions VALUES ('s', 'x=1', 0, 0);
INSERT INTO lakesoul.due_compactions VALUES ('s', 'x=1', 0, 0);
UPDATE lakesoul.dropped_partitions SET version = 9;
DELETE FROM lakesoul.retired_commits;
TRUNCATE lakesoul.due_compactions;
\echo :LAST_ERROR_SQLSTATE

-- Without SELECT on table_info the question itself is refused.
SET ROLE regress_lake_blind;
SELECT * FROM lakesoul.retired_commits;
\echo :LAST_ERROR_SQLSTATE
RESET ROLE;

\c contrib_regression
DROP DATABASE regress_side_tables;
DROP ROLE regress_lake_north, regress_lake_south, regress_lake_blind;
