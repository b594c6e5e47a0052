-- A database with the extension, but without a catalog: what needs one says how to get it, the rest works.
\set SHOW_CONTEXT never
\pset tuples_only
\pset format unaligned
CREATE DATABASE regress_before_setup;
\c regress_before_setup
CREATE EXTENSION lakesoul_meta;
SELECT lakesoul.partitions('t');
SELECT lakesoul.commit('');

-- A call of a function with something for each argument; its SQLSTATE and hint, or that it worked.
CREATE FUNCTION pg_temp.call(f regprocedure) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    state text;
    hint text;
BEGIN
    EXECUTE (SELECT format('SELECT * FROM lakesoul.%I(%s)', p.proname, COALESCE(string_agg(format('%L::%s', CASE
               WHEN t.typcategory = 'A' OR a.type = 'anyarray'::regtype THEN '{}' WHEN t.typname IN ('json', 'jsonb') THEN '{}' WHEN t.typname = 'bool' THEN 'false'
               WHEN t.typname = 'uuid' THEN '00000000-0000-4000-8000-000000000001' WHEN t.typname = 'bytea' THEN '' WHEN t.typname = 'timestamptz' THEN 'now'
               WHEN t.typname = 'interval' THEN '1 day' WHEN t.typcategory = 'N' THEN '1' ELSE 'x' END, CASE WHEN a.type = 'anyarray'::regtype THEN 'int[]' ELSE a.type::regtype::text END), ', ' ORDER BY a.n) FILTER (WHERE a.type IS NOT NULL), ''))
               FROM pg_proc AS p LEFT JOIN unnest(p.proargtypes) WITH ORDINALITY AS a (type, n) ON true LEFT JOIN pg_type AS t ON t.oid = a.type
              WHERE p.oid = f GROUP BY p.proname);
    RETURN 'works';
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, hint = PG_EXCEPTION_HINT;
    RETURN concat_ws(' ', state, NULLIF(hint, ''));
END
$$;
-- All functions but setup's own, the triggers' and the planner's.
CREATE TEMP TABLE calls AS
SELECT p.oid::regprocedure AS f, p.proname, pg_temp.call(p.oid) AS answer FROM pg_proc AS p
 WHERE p.pronamespace = 'lakesoul'::regnamespace AND p.prorettype NOT IN ('trigger'::regtype, 'internal'::regtype) AND p.proname !~ '^_?(setup|teardown|rbac)|^_(status|check)_';
SELECT count(*) > 10 FROM calls WHERE answer = '55000 Run SELECT * FROM lakesoul.setup();';
-- Those that do not ask for setup().
SELECT proname, answer FROM calls WHERE answer <> '55000 Run SELECT * FROM lakesoul.setup();' AND proname !~ '^(paimon|carbon)_' ORDER BY f::text COLLATE "C";
-- So does every call of the Paimon API that is about the catalog.
SELECT count(*) > 20, bool_and(answer = '55000 Run SELECT * FROM lakesoul.setup();') FROM calls WHERE proname ~ '^paimon_(create|get|alter|drop|rename|list)_';
-- Views ask as well.
SELECT c.relname FROM pg_class AS c WHERE c.relnamespace = 'lakesoul'::regnamespace AND c.relkind = 'v' AND NOT EXISTS (
    SELECT FROM pg_rewrite AS r JOIN pg_depend AS d ON d.objid = r.oid AND d.refclassid = 'pg_proc'::regclass WHERE r.ev_class = c.oid);
-- Side tables are there, and empty.
SELECT count(*) FROM lakesoul.retired_commits;
SELECT count(*) FROM lakesoul.dropped_partitions;
SELECT count(*) FROM lakesoul.due_compactions;

-- What needs no catalog.
SELECT lakesoul.decode('DataCommitInfo', lakesoul.encode('DataCommitInfo', '{"table_id": "t", "commit_op": "DeleteCommit"}'));
SELECT lakesoul.paimon_parse_type('"dec"'), lakesoul.paimon_can_evolve('"INT"', '"BIGINT"', false);
SELECT lakesoul.partition_values('dt,region;id', 'dt=1,region=__L@KE$OUL_NULL__');

-- Base tables of a layout that is not ours yet do not do either: here a stock catalog that nobody has adopted.
CREATE TABLE partition_info (table_id text, partition_desc text, version int, commit_op text, timestamp bigint, snapshot uuid[], expression text, domain text,
    PRIMARY KEY (table_id, partition_desc, version));
CREATE TABLE table_info (table_id text PRIMARY KEY, table_namespace text, table_name text, table_path text, table_schema text, properties json, partitions text, domain text);
SELECT lakesoul.partitions('t');
SELECT lakesoul.commit('');
DROP TABLE partition_info, table_info;
-- After it, everything is there; in the same session too.
PREPARE heads AS SELECT count(*) FROM lakesoul.partitions('t');
EXECUTE heads;
SELECT count(*) > 0 FROM lakesoul.setup();
EXECUTE heads;
SELECT lakesoul.create_table('t', '/t', '{}', table_id => 'table_before_setup');
EXECUTE heads;
SELECT status, version FROM lakesoul.commit_files('t', ARRAY[('-5', 'f', 'add', 1, '')]::lakesoul.file_change[]);
EXECUTE heads;
SELECT path FROM lakesoul.files('t');

\c contrib_regression
DROP DATABASE regress_before_setup;
