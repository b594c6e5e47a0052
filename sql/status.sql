-- status(): what is said of a database before setup(), after it, and when something is not as it should be.
\set SHOW_CONTEXT never
CREATE DATABASE regress_status;
\c regress_status
\pset format unaligned
\pset tuples_only
CREATE EXTENSION lakesoul_meta;
CREATE FUNCTION pg_temp.said(wanted text DEFAULT '%') RETURNS SETOF text LANGUAGE sql AS $$
    SELECT concat_ws(' | ', item, regexp_replace(regexp_replace(value, '\d+\.\d+\.\d+', 'VERSION'), 'pid \d+ \(.*\) for .*', 'pid PID'), CASE WHEN ok THEN 'ok' ELSE 'not ok' END,
                     regexp_replace(advice, '\(\d+\)', '(PID)'))
      FROM lakesoul.status() WHERE item LIKE wanted AND item NOT IN ('oldest transaction', 'inactive replication slot', 'oldest prepared transaction')
$$;
-- 1. Before setup().
SELECT pg_temp.said() WHERE true;
-- 2. After it, all is well.
SELECT count(*) > 0 FROM lakesoul.setup();
SELECT pg_temp.said();
-- 3. Protections that are off are said, other settings only shown.
SET lakesoul.rebase = off;
SET lakesoul.restoring = on;
SET lakesoul.notify = off;
SELECT pg_temp.said('setting lakesoul.re%');
SELECT pg_temp.said('setting lakesoul.n%');
RESET lakesoul.rebase;
RESET lakesoul.restoring;
RESET lakesoul.notify;
-- 4. Triggers that are missing, disabled or of another layout; the stock trigger made again.
DROP TRIGGER lakesoul_before_insert ON partition_info;
ALTER TABLE data_commit_info DISABLE TRIGGER lakesoul_before_delete;
DROP TRIGGER lakesoul_before_update ON table_info;
CREATE TRIGGER lakesoul_before_update BEFORE UPDATE ON table_info FOR EACH ROW EXECUTE FUNCTION lakesoul.table_info_before_update('0');
CREATE FUNCTION partition_insert() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
CREATE TRIGGER partition_table_change AFTER INSERT ON partition_info FOR EACH ROW EXECUTE FUNCTION partition_insert();
DROP INDEX table_info_path_index;
ALTER TABLE partition_info DROP COLUMN last_compaction;
SELECT pg_temp.said() AS line WHERE true;
-- setup() mends all of it.
SELECT count(*) > 0 FROM lakesoul.setup();
SELECT pg_temp.said() EXCEPT SELECT s FROM (SELECT pg_temp.said()) AS t (s) WHERE s LIKE '% | ok%';
DROP FUNCTION partition_insert();
-- 5. What holds back cleaning, of this database.
SELECT item, ok FROM lakesoul.status() WHERE item LIKE 'oldest%' ORDER BY item;
\c postgres
DROP DATABASE regress_status;
