-- CarbonData tables stored as LakeSoul tables: made, committed to, read, verified, dropped; and who may do it.
\set SHOW_CONTEXT never
\getenv abs_srcdir PG_ABS_SRCDIR
\set domain_policies :abs_srcdir '/test/fixtures/domain_policies.sql'
\pset null NULL
SELECT count(*) > 0 AS set_up FROM lakesoul.setup();
SELECT lakesoul.create_namespace('carbon', '{"location": "s3://lake"}');

-- 1. One is made.
SELECT lakesoul.carbon_create_table('Orders', 'id bigint COMMENT ''the key'', Name string, tags array<string>, amount decimal(12,2)',
    '{"SORT_COLUMNS": "name,id", "TABLE_BLOCKSIZE": "512 MB"}', 'dt date, region string', namespace => 'carbon', comment => 'all orders') ~ '^table_[0-9a-f-]{36}$' AS id;
SELECT table_name, table_namespace, table_path, partitions, domain FROM table_info WHERE table_namespace = 'carbon';
SELECT table_schema FROM table_info WHERE table_namespace = 'carbon';
SELECT key, CASE WHEN key ~ '^carbonSchema[0-9]' THEN char_length(value) || ' characters' WHEN key = 'last_schema_change_time' THEN '<time>' ELSE value END AS value
  FROM table_info, json_each_text(properties) WHERE table_namespace = 'carbon';
SELECT i.table_id = 'table_' || (j #>> '{factTable,tableId}') AS same_id, j ->> 'tablePath' AS path, j ->> 'tableUniqueName' AS name,
       j ->> 'lastUpdatedTime' = i.properties ->> 'last_schema_change_time' AS same_time
  FROM table_info AS i, lakesoul.carbon_schema_join(i.properties) AS j WHERE i.table_namespace = 'carbon';

-- 2. LakeSoul's clients commit to it, and read.
SELECT partition_desc, status, version FROM lakesoul.commit_files('orders', ARRAY[
    ('dt=2026-08-01,region=eu', 's3://lake/carbon/orders/a_0000.parquet', 'add', 10, 'id,name,tags,amount,dt,region'),
    ('dt=2026-08-01,region=us', 's3://lake/carbon/orders/b_0000.parquet', 'add', 20, 'id,name,tags,amount,dt,region')]::lakesoul.file_change[], namespace => 'carbon');
SELECT path, size FROM lakesoul.files('orders', 'carbon', filter => '{"region": "us"}');
SELECT r.status FROM lakesoul.commit_files('orders', ARRAY[('dt=1', 'x', 'add', 1, '')]::lakesoul.file_change[], namespace => 'carbon') AS r;

-- 3. Its columns come from the stored text; they are those that were planned.
-- The DLF/Paimon functions see it, with its types and partition columns.
SELECT t ->> 'name' AS name, t #>> '{schema,partitionKeys}' AS partition_keys, string_agg(concat_ws(' ', f ->> 'name', f ->> 'type'), ', ' ORDER BY n) AS fields
  FROM lakesoul.paimon_get_table('{"database": "carbon", "object": "orders"}') AS t, jsonb_array_elements(t #> '{schema,fields}') WITH ORDINALITY AS u (f, n) GROUP BY 1, 2;
SELECT pos, column_name, data_type, role, sort_pos, encodings, schema_ordinal, is_partition, comment FROM lakesoul.carbon_table_columns('orders', 'carbon');
SELECT count(*) FROM (SELECT * FROM lakesoul.carbon_table_columns('ORDERS', 'Carbon') EXCEPT SELECT * FROM lakesoul.carbon_plan_columns(
    'id bigint COMMENT ''the key'', Name string, tags array<string>, amount decimal(12,2)', '{"SORT_COLUMNS": "name,id", "TABLE_BLOCKSIZE": "512 MB"}', 'dt date, region string')) AS d;
SELECT * FROM lakesoul.carbon_verify_table('orders', 'carbon');

-- 4. What was changed behind its back is found.
BEGIN;
UPDATE table_info SET properties = (properties::jsonb || '{"sort_columns": "id", "partition.ttl": "3"}')::json WHERE table_namespace = 'carbon';
SELECT * FROM lakesoul.carbon_verify_table('orders', 'carbon');
ROLLBACK;
BEGIN;
UPDATE table_info SET table_schema = replace(table_schema, '"scale":2', '"scale":3'), partitions = 'dt;' WHERE table_namespace = 'carbon';
SELECT * FROM lakesoul.carbon_verify_table('orders', 'carbon');
ROLLBACK;
BEGIN;
UPDATE table_info SET properties = (properties::jsonb - 'carbonSchema0')::json WHERE table_namespace = 'carbon';
SELECT * FROM lakesoul.carbon_verify_table('orders', 'carbon');
SELECT * FROM lakesoul.carbon_table_columns('orders', 'carbon');
ROLLBACK;

-- 5. Once more: an error, or with if_not_exists a notice and the same id. Checks 1 to 26 come first, 28 and 29 do not.
SELECT lakesoul.carbon_create_table('orders', 'a int', namespace => 'carbon');
SELECT lakesoul.carbon_create_table('orders', 'a int', '{"SORT_SCOPE": "x"}', namespace => 'carbon');
SELECT lakesoul.carbon_create_table('ORDERS', 'a int', namespace => 'CARBON', if_not_exists => true) = lakesoul.table_id('orders', 'carbon') AS same;
SELECT lakesoul.carbon_create_table('orders', 'a int', '{"SORT_SCOPE": "x"}', namespace => 'carbon', if_not_exists => true) = lakesoul.table_id('orders', 'carbon') AS same;
SELECT lakesoul.carbon_create_table('orders', 'a int', '{"TABLE_BLOCKSIZE": "x"}', namespace => 'carbon', if_not_exists => true);
SELECT lakesoul.carbon_create_table('fresh', 'a int', '{"SORT_SCOPE": "x"}', namespace => 'carbon', if_not_exists => true);
SELECT lakesoul.carbon_create_table('fresh', 'a int', '{"DICTIONARY_INCLUDE": "p"}', 'p int', namespace => 'carbon', if_not_exists => true);

-- 6. Dropped, it is gone.
SELECT * FROM lakesoul.drop_table('orders', 'carbon');
SELECT * FROM lakesoul.carbon_table_columns('orders', 'carbon');
SELECT * FROM lakesoul.carbon_verify_table('orders', 'carbon');
SELECT count(*) FROM table_info WHERE table_namespace = 'carbon';

-- 7. Other kinds: partitions that are not directories, buckets, keys of LakeSoul's own, complex columns, jsonb.
SELECT lakesoul.carbon_create_table('hashed', 'id int, name string', '{"PARTITION_TYPE": "HASH", "NUM_PARTITIONS": 3, "BUCKETNUMBER": 2, "BUCKETCOLUMNS": "name"}',
    'p int', namespace => 'carbon') IS NOT NULL AS made;
SELECT lakesoul.carbon_create_table('keyed', '[{"name": "Id", "type": "int"}, {"name": "v", "type": "struct<a:int,b:array<date>>", "comment": "nested"}]'::jsonb,
    partitioned_by => 'dt string', namespace => 'carbon', primary_keys => '{ID}') IS NOT NULL AS made;
SELECT lakesoul.carbon_create_table('bucketed', 'id int', table_path => '/elsewhere', namespace => 'carbon', primary_keys => '{id}', hash_bucket_num => 8) IS NOT NULL AS made;
SELECT lakesoul.carbon_create_table($$CREATE TABLE IF NOT EXISTS Carbon.Stated (a INT, b STRING) COMMENT 'as it is' PARTITIONED BY (dt DATE)
    STORED BY 'carbondata' LOCATION '/stated' TBLPROPERTIES ('SORT_SCOPE'='NO_SORT')$$) IS NOT NULL AS made;
SELECT lakesoul.carbon_create_table('CREATE TABLE IF NOT EXISTS carbon.stated (x INT) STORED BY ''carbondata''') = lakesoul.table_id('stated', 'carbon') AS same;
SELECT lakesoul.carbon_create_table('CREATE TABLE carbon.stated (x INT) STORED BY ''carbondata''');
SELECT lakesoul.carbon_create_table('CREATE EXTERNAL TABLE carbon.other (x INT) STORED BY ''carbondata''');
SELECT column_name, role FROM lakesoul.carbon_table_columns('stated', 'carbon');
SELECT table_name, table_path, partitions, properties ->> 'hashBucketNum' AS buckets FROM table_info WHERE table_namespace = 'carbon' ORDER BY table_name COLLATE "C";
SELECT j #>> '{factTable,partitionInfo,partitionType}' AS type, j #>> '{factTable,partitionInfo,partitionIds}' AS ids, j #>> '{factTable,bucketingInfo,numberOfBuckets}' AS buckets
  FROM table_info, lakesoul.carbon_schema_join(properties) AS j WHERE table_name = 'hashed' AND table_namespace = 'carbon';
SELECT table_schema FROM table_info WHERE table_name = 'keyed' AND table_namespace = 'carbon';
SELECT table_name, d.* FROM table_info, lakesoul.carbon_verify_table(table_name, 'carbon') AS d WHERE table_namespace = 'carbon';
SELECT partition_desc, status, version FROM lakesoul.commit_files('keyed', ARRAY[('dt=x', 'k_0001.parquet', 'add', 1, 'id,v,dt')]::lakesoul.file_change[], namespace => 'carbon');
SELECT partition_desc, status, version FROM lakesoul.commit_files('hashed', ARRAY[('-5', 'h', 'add', 1, 'id,name,p')]::lakesoul.file_change[], namespace => 'carbon');
SELECT count(*) FROM table_info AS i, LATERAL lakesoul.drop_table(i.table_name, i.table_namespace) WHERE i.table_namespace = 'carbon';

-- 8. Errors.
SELECT lakesoul.create_namespace('carbon/..', '{"location": "s3://lake"}');
CREATE FUNCTION pg_temp.attempt(statement text) RETURNS TABLE (state text, message text, detail text, hint text) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE statement;
    state := 'none';
    RETURN NEXT;
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
    RETURN NEXT;
END
$$;
\pset format unaligned
\pset tuples_only
\pset fieldsep '\n    '
SELECT c.n || ' ' || a.state, a.message, a.detail, a.hint FROM (VALUES
    (1, $$lakesoul.carbon_create_table('my t', 'a int', namespace => 'carbon')$$),
    (2, $$lakesoul.carbon_create_table('t', 'a int', '{}', '`p,q` string', namespace => 'carbon')$$),
    (3, $$lakesoul.carbon_create_table('t', 'a int', namespace => 'carbon', primary_keys => '{zz}')$$),
    (4, $$lakesoul.carbon_create_table('t', 'a int, s array<int>', namespace => 'carbon', primary_keys => '{s}')$$),
    (5, $$lakesoul.carbon_create_table('t', 'a int, b int', '{}', 'p int', namespace => 'carbon', primary_keys => '{p}')$$),
    (6, $$lakesoul.carbon_create_table('t', 'a int', namespace => 'carbon', hash_bucket_num => 0)$$),
    (7, $$lakesoul.carbon_create_table('t', 'a int', '{"provider": "orc"}', namespace => 'carbon')$$),
    (8, $$lakesoul.carbon_create_table('t', 'a int', namespace => 'nosuch')$$),
    (9, $$lakesoul.carbon_create_table('t', 'a int')$$),
    (10, $$lakesoul.carbon_create_table(NULL, 'a int')$$),
    (11, $$lakesoul.carbon_create_table('t', 'a int', '{"SORT_COLUMNS": "zz"}', namespace => 'carbon')$$),
    (12, $$lakesoul.carbon_create_table(repeat('t', 1025), 'a int', namespace => 'carbon')$$),
    -- A table has a path.
    (13, $$lakesoul.carbon_create_table('t', 'a int', table_path => '', namespace => 'carbon')$$),
    (14, $$lakesoul.carbon_create_table('t', 'a int', table_path => ' ', namespace => 'carbon', if_not_exists => true)$$),
    (15, $$lakesoul.carbon_create_table('CREATE TABLE carbon.t (a int) STORED BY ''carbondata'' LOCATION ''''')$$),
    -- Its folder is in the namespace's.
    (16, $$lakesoul.carbon_create_table('d/../e', 'a int', namespace => 'carbon')$$),
    (17, $$lakesoul.carbon_create_table('CREATE TABLE carbon.`../t` (a int) STORED BY ''carbondata''')$$),
    (18, $$lakesoul.carbon_create_table(E'a\nb', 'a int', table_path => '/x', namespace => 'carbon')$$),
    (19, $$lakesoul.carbon_create_table('t', 'a int', namespace => 'carbon/..')$$),
    -- What the catalog writes itself, as when it is planned.
    (20, $$lakesoul.carbon_create_table('t', 'a int', '{"hashBucketNum": 8}', namespace => 'carbon')$$),
    (21, $$lakesoul.carbon_create_table('t', 'a int', '{"carbonSchemaPartsNo": 1}', namespace => 'carbon')$$)
 ) AS c (n, call), LATERAL pg_temp.attempt('SELECT ' || call) AS a ORDER BY c.n;
\pset format aligned
\pset tuples_only off
SELECT lakesoul.create_table('plain', '/plain', '{}', 'carbon') IS NOT NULL AS made;
SELECT * FROM lakesoul.carbon_table_columns('plain', 'carbon');
SELECT * FROM lakesoul.carbon_verify_table('plain', 'carbon');
SELECT lakesoul.drop_table('plain', 'carbon');
-- No parts of a schema are none of CarbonData's.
SELECT lakesoul.create_table('partless', '/partless', '{}', 'carbon', properties => '{"carbonSchemaPartsNo": "0"}') IS NOT NULL AS made;
SELECT * FROM lakesoul.carbon_table_columns('partless', 'carbon');
SELECT * FROM lakesoul.carbon_verify_table('partless', 'carbon');
SELECT lakesoul.drop_table('partless', 'carbon');
SELECT count(*) FROM table_name_id WHERE table_namespace LIKE 'carbon%';
SELECT lakesoul.drop_namespace('carbon/..');

-- 9. It joins the caller's transaction.
BEGIN;
SELECT lakesoul.carbon_create_table('t', 'a int', namespace => 'carbon') IS NOT NULL AS made;
SELECT count(*) FROM lakesoul.carbon_table_columns('t', 'carbon');
ROLLBACK;
SELECT count(*) FROM lakesoul.carbon_table_columns('t', 'carbon');

-- 10. Three roles: a superuser (so far), a plain owner of the base tables, and users under row-level security.
CREATE ROLE regress_carbon_owner;
CREATE ROLE regress_carbon_d1;
CREATE ROLE regress_carbon_d2;
CREATE DATABASE regress_carbon OWNER regress_carbon_owner;
\c regress_carbon
CREATE EXTENSION lakesoul_meta;
GRANT EXECUTE ON FUNCTION lakesoul.setup(boolean) TO regress_carbon_owner;
SET ROLE regress_carbon_owner;
SELECT count(*) > 0 FROM lakesoul.setup();
SELECT lakesoul.carbon_create_table('owned', 'a int, b string', table_path => '/owned') IS NOT NULL AS made;
SELECT column_name, role FROM lakesoul.carbon_table_columns('owned');
SELECT count(*) FROM lakesoul.carbon_verify_table('owned');
GRANT USAGE ON SCHEMA public TO regress_carbon_d1, regress_carbon_d2;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO regress_carbon_d1, regress_carbon_d2;
\set ECHO none
\i :domain_policies
\set ECHO all
SELECT lakesoul.create_namespace('s1', domain => 'regress_carbon_d1');
RESET ROLE;
SET ROLE regress_carbon_d1;
SELECT lakesoul.carbon_create_table('secret', 'a int, b string', table_path => '/secret', namespace => 's1') IS NOT NULL AS made;
SELECT column_name, role FROM lakesoul.carbon_table_columns('secret', 's1');
SELECT count(*) FROM lakesoul.carbon_verify_table('secret', 's1');
SELECT status FROM lakesoul.commit_files('secret', ARRAY[('-5', 'f', 'add', 1, 'a,b')]::lakesoul.file_change[], namespace => 's1');
SELECT domain FROM table_info WHERE table_name = 'secret' AND table_namespace = 's1';
RESET ROLE;
-- The other domain gets the answer it would get for a table that is not there.
SET ROLE regress_carbon_d2;
SELECT * FROM lakesoul.carbon_table_columns('secret', 's1');
SELECT * FROM lakesoul.carbon_table_columns('nosuch', 's1');
SELECT * FROM lakesoul.carbon_verify_table('secret', 's1');
SELECT lakesoul.carbon_create_table('secret', 'a int', table_path => '/other', namespace => 's1');
SELECT lakesoul.carbon_create_table('open', 'a int', table_path => '/open') IS NOT NULL AS made;
SELECT lakesoul.carbon_create_table('other', 'a int', table_path => '/secret');
SELECT count(*) FROM lakesoul.carbon_plan_columns('a int');
RESET ROLE;
-- Nothing that stands ahead on the path is called instead.
CREATE SCHEMA evil;
CREATE FUNCTION evil.textne(text, text) RETURNS boolean LANGUAGE sql AS 'SELECT 1 / 0 = 1';
CREATE OPERATOR evil.= (LEFTARG = text, RIGHTARG = text, FUNCTION = evil.textne);
CREATE TABLE evil.table_info (table_id text);
CREATE TABLE evil.table_name_id (table_id text);
GRANT USAGE ON SCHEMA evil TO PUBLIC;
SET search_path TO evil, pg_catalog, public;
SELECT column_name FROM lakesoul.carbon_table_columns('owned');
SELECT count(*) FROM lakesoul.carbon_verify_table('owned');
SELECT lakesoul.carbon_create_table('path', 'a int', table_path => '/path') IS NOT NULL AS made;
RESET search_path;
-- A function that a user may not run at all.
SET ROLE regress_carbon_d2;
SELECT lakesoul.carbon_create_table('x', 'a int', table_path => '/x', namespace => 's1');
RESET ROLE;
\c contrib_regression
DROP DATABASE regress_carbon;
DROP ROLE regress_carbon_owner, regress_carbon_d1, regress_carbon_d2;
