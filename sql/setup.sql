-- lakesoul.setup() and lakesoul.teardown(): fresh, repeated, adopting, refusing, leaving. Each part in a database of
-- its own, since the base tables are always in schema public.
\set SHOW_CONTEXT never
\getenv abs_srcdir PG_ABS_SRCDIR
\set layout_4 :abs_srcdir '/test/fixtures/layout_4_0_0.sql'
\set layout_3 :abs_srcdir '/test/fixtures/layout_3_0_0.sql'
\set populated :abs_srcdir '/test/fixtures/layout_populated.sql'
CREATE ROLE regress_lake_owner;
CREATE ROLE regress_lake_other;

-- scenario 47: on an empty database.
-- 1. Fresh.
CREATE DATABASE regress_setup_fresh;
\c regress_setup_fresh
CREATE EXTENSION lakesoul_meta;

-- Part of the caller's transaction, and not under a snapshot that may be too old.
BEGIN;
SELECT * FROM lakesoul.setup(filter_index => false) WHERE object LIKE 'index %';
ROLLBACK;
SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace;
BEGIN ISOLATION LEVEL REPEATABLE READ;
SELECT * FROM lakesoul.setup();
ROLLBACK;
\echo :LAST_ERROR_SQLSTATE

SELECT * FROM lakesoul.setup();
SELECT * FROM lakesoul.setup() WHERE action NOT IN ('unchanged', 'absent');
SELECT * FROM lakesoul.setup(NULL) WHERE action NOT IN ('unchanged', 'absent');
SELECT * FROM namespace;

-- What differs from the stock layout: the appended columns and the trigger.
CREATE SCHEMA stock;
SET search_path = stock;
\set ECHO none
\i :layout_4
\set ECHO all
RESET search_path;
CREATE VIEW stock.shape AS
SELECT n.nspname, c.relname || '.' || a.attname AS item,
    format_type(a.atttypid, a.atttypmod) || CASE WHEN a.attnotnull THEN ' not null ' ELSE ' ' END
        || coalesce(pg_get_expr(d.adbin, d.adrelid), '') AS value
FROM pg_class c
JOIN pg_namespace n ON n.oid = c.relnamespace
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
WHERE c.relkind IN ('r', 'c') AND NOT a.attisdropped
UNION ALL
SELECT n.nspname, c.relname || ' replica identity', c.relreplident::text
FROM pg_class c
JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind = 'r'
UNION ALL
SELECT schemaname, indexname, replace(indexdef, schemaname || '.', '') FROM pg_indexes
UNION ALL
SELECT n.nspname, 'trigger ' || g.tgname, replace(pg_get_triggerdef(g.oid), n.nspname || '.', '')
FROM pg_trigger g
JOIN pg_class c ON c.oid = g.tgrelid
JOIN pg_namespace n ON n.oid = c.relnamespace;
SELECT coalesce(o.item, s.item) COLLATE "C" AS item, s.value AS stock, o.value AS ours
FROM (SELECT * FROM stock.shape WHERE nspname = 'public') o
FULL JOIN (SELECT * FROM stock.shape WHERE nspname = 'stock') s
    ON o.item = s.item AND replace(o.value, 'public.', '') = replace(s.value, 'stock.', '')
WHERE o.item IS NULL OR s.item IS NULL
ORDER BY 1, 2, o.value COLLATE "C";
DROP SCHEMA stock CASCADE;

-- No base table, type or trigger is a member of the extension.
SELECT pg_describe_object(classid, objid, objsubid)
FROM pg_depend
WHERE refclassid = 'pg_extension'::regclass AND deptype = 'e'
  AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'lakesoul_meta')
  AND (pg_identify_object(classid, objid, objsubid)).schema IS DISTINCT FROM 'lakesoul'
  AND (classid, objid) <> ('pg_namespace'::regclass, 'lakesoul'::regnamespace::oid);

-- It mends what is gone, disabled, of another layout or came back.
ALTER TABLE partition_info DISABLE TRIGGER lakesoul_after_insert;
SELECT * FROM lakesoul.setup() WHERE action NOT IN ('unchanged', 'absent');
DROP TRIGGER lakesoul_after_insert ON partition_info;
CREATE TRIGGER lakesoul_after_insert AFTER INSERT ON partition_info
    FOR EACH ROW EXECUTE FUNCTION lakesoul.partition_info_after_insert('0');
CREATE FUNCTION partition_insert() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
CREATE TRIGGER partition_table_change AFTER INSERT ON partition_info FOR EACH ROW EXECUTE FUNCTION partition_insert();
DROP INDEX table_info_name_index, partition_info_desc_gin_tsvector_index;
UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'partition_info_timestamp'::regclass;
DROP TABLE global_config;
DELETE FROM namespace;
SELECT * FROM lakesoul.setup(false) WHERE action NOT IN ('unchanged', 'absent');
SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE tgrelid = 'partition_info'::regclass ORDER BY 1;
SELECT indisvalid FROM pg_index WHERE indexrelid = 'partition_info_timestamp'::regclass;

-- scenario 47: on a populated 4.0.0 database.
-- 2. Adopting 4.0.0, with what upstream's later scripts and its RBAC script add, and jsonb properties.
CREATE DATABASE regress_setup_adopt;
\c regress_setup_adopt
CREATE EXTENSION lakesoul_meta;
\set ECHO none
\i :layout_4
\i :populated
\set ECHO all
ALTER TABLE namespace ADD COLUMN creator text DEFAULT current_user;
ALTER TABLE table_info ADD COLUMN creator text DEFAULT current_user;
ALTER TABLE partition_info ADD COLUMN pinned boolean NOT NULL DEFAULT false;
ALTER TABLE data_commit_info ADD COLUMN pinned boolean NOT NULL DEFAULT false;
ALTER TABLE table_info ALTER COLUMN properties TYPE jsonb;
CREATE VIEW rows AS
SELECT 'namespace' AS relation, to_jsonb(t) AS body FROM namespace t
UNION ALL SELECT 'table_info', to_jsonb(t) FROM table_info t
UNION ALL SELECT 'table_name_id', to_jsonb(t) - 'created_at' FROM table_name_id t
UNION ALL SELECT 'table_path_id', to_jsonb(t) - 'created_at' FROM table_path_id t
UNION ALL SELECT 'partition_info', to_jsonb(t) - 'last_compaction' FROM partition_info t
UNION ALL SELECT 'data_commit_info', to_jsonb(t) - '{published_version,registered_head}'::text[]
    FROM data_commit_info t
UNION ALL SELECT 'global_config', to_jsonb(t) FROM global_config t
UNION ALL SELECT 'discard_compressed_file_info', to_jsonb(t) - '{discarded_at,reason}'::text[]
    FROM discard_compressed_file_info t;
CREATE TABLE rows_before AS TABLE rows;
DROP VIEW rows;
SELECT relation, count(*) FROM rows_before GROUP BY 1 ORDER BY 1;

SELECT * FROM lakesoul.setup();
SELECT * FROM lakesoul.setup() WHERE action NOT IN ('unchanged', 'absent');

-- Every row is what it was, apart from the appended columns.
WITH rows AS (
    SELECT 'namespace' AS relation, to_jsonb(t) AS body FROM namespace t
    UNION ALL SELECT 'table_info', to_jsonb(t) FROM table_info t
    UNION ALL SELECT 'table_name_id', to_jsonb(t) - 'created_at' FROM table_name_id t
    UNION ALL SELECT 'table_path_id', to_jsonb(t) - 'created_at' FROM table_path_id t
    UNION ALL SELECT 'partition_info', to_jsonb(t) - 'last_compaction' FROM partition_info t
    UNION ALL SELECT 'data_commit_info', to_jsonb(t) - '{published_version,registered_head}'::text[]
        FROM data_commit_info t
    UNION ALL SELECT 'global_config', to_jsonb(t) FROM global_config t
    UNION ALL SELECT 'discard_compressed_file_info', to_jsonb(t) - '{discarded_at,reason}'::text[]
        FROM discard_compressed_file_info t
)
SELECT (SELECT count(*) FROM (TABLE rows EXCEPT ALL TABLE rows_before) x) AS new,
    (SELECT count(*) FROM (TABLE rows_before EXCEPT ALL TABLE rows) x) AS gone;
SELECT right(commit_id::text, 2) AS commit, partition_desc, commit_op, committed, published_version, registered_head
FROM data_commit_info ORDER BY commit_id;
SELECT count(*) FROM partition_info WHERE last_compaction IS NOT NULL;

-- The smallest version that lists an id, whatever the shape of the history: gaps, ids that go and come back, NULLs,
-- snapshots that are empty or do not begin at 1. Values that are set stay.
CREATE TABLE twisted (version int, snapshot text);
INSERT INTO twisted VALUES (2, '{1,2}'), (3, NULL), (5, '{1,2,3}'), (6, '{}'), (7, '{3,1}'), (8, '{3,1,NULL,4}'),
    (9, '[0:2]={3,1,5}'), (12, '{6,3}');
ALTER TABLE partition_info DISABLE TRIGGER ALL;
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot)
SELECT 'twisted', '-5', version, 'UpdateCommit',
    regexp_replace(snapshot, '\m\d\M(?![:\]])', '00000000-0000-4000-8000-00000000000\&', 'g')::uuid[]
FROM twisted;
ALTER TABLE partition_info ENABLE TRIGGER ALL;
INSERT INTO data_commit_info (table_id, partition_desc, commit_id, published_version)
SELECT 'twisted', '-5', ('00000000-0000-4000-8000-00000000000' || n)::uuid, CASE n WHEN 2 THEN 1 END
FROM generate_series(1, 7) n;
SELECT * FROM lakesoul.setup() WHERE action LIKE 'filled%';
SELECT right(commit_id::text, 1) AS commit, published_version
FROM data_commit_info WHERE table_id = 'twisted' ORDER BY commit_id;

-- scenario 47: and back.
-- 3. Leaving. Our triggers hold the extension until teardown().
DROP EXTENSION lakesoul_meta;
SELECT * FROM lakesoul.teardown();
SELECT * FROM lakesoul.teardown();
SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE tgrelid = 'partition_info'::regclass ORDER BY 1;
DROP EXTENSION lakesoul_meta;
SELECT (SELECT count(*) FROM partition_info) AS versions, (SELECT count(*) FROM data_commit_info) AS commits,
    (SELECT count(*) FROM rows_before) AS rows_before;
-- And back: the columns are still there.
CREATE EXTENSION lakesoul_meta;
SELECT * FROM lakesoul.setup() WHERE action NOT IN ('unchanged', 'absent');
DROP FUNCTION partition_insert();
CREATE INDEX data_commit_info_folder_index_ccnew ON data_commit_info (lakesoul._folder(file_ops));   -- as a failed REINDEX CONCURRENTLY leaves it
SELECT * FROM lakesoul.teardown();
-- CASCADE takes our triggers and nothing else.
SELECT count(*) FROM lakesoul.setup();
SET client_min_messages = warning;
DROP EXTENSION lakesoul_meta CASCADE;
RESET client_min_messages;
SELECT (SELECT count(*) FROM partition_info) AS versions, (SELECT count(*) FROM data_commit_info) AS commits,
    (SELECT count(*) FROM pg_trigger WHERE tgrelid = 'partition_info'::regclass) AS triggers;

-- scenario 47: on a 3.0.0 layout.
-- 4. Adopting 3.0.0, without indexes, as some of upstream's environments have it.
CREATE DATABASE regress_setup_old;
\c regress_setup_old
CREATE EXTENSION lakesoul_meta;
\set ECHO none
\i :layout_3
\i :populated
\set ECHO all
DROP INDEX table_info_name_index, table_info_path_index, table_name_id_id_index, table_path_id_id_index,
    partition_info_timestamp, data_commit_info_commit_id, partition_info_desc_gin_tsvector_index;
DROP TABLE discard_compressed_file_info;
SELECT * FROM lakesoul.setup(filter_index => false) WHERE action NOT IN ('unchanged', 'absent');
SELECT attname FROM pg_attribute WHERE attrelid = 'table_info'::regclass AND attnum > 0 AND NOT attisdropped
ORDER BY attnum;
SELECT relreplident FROM pg_class WHERE oid = 'data_commit_info'::regclass;

-- 5. Refusing what it does not know, with every difference, and nothing changed.
CREATE DATABASE regress_setup_odd;
\c regress_setup_odd
CREATE EXTENSION lakesoul_meta;
\set ECHO none
\i :layout_3
\set ECHO all
ALTER TABLE data_commit_info DROP COLUMN file_ops;
DROP TYPE data_file_op;
CREATE TYPE data_file_op AS (path text, file_op text, size int);
ALTER TABLE namespace RENAME TO somewhere;
CREATE VIEW namespace AS SELECT * FROM somewhere;
DROP TABLE global_config;
CREATE TABLE global_config (key text, value text) PARTITION BY LIST (key);
ALTER TABLE table_info DROP CONSTRAINT table_info_pkey, ADD COLUMN table_schema_arrow_ipc bytea NOT NULL DEFAULT '';
ALTER TABLE table_name_id DROP CONSTRAINT table_name_id_pkey, ADD PRIMARY KEY (table_namespace, table_name),
    ADD COLUMN created_at timestamptz;
ALTER TABLE table_path_id DROP CONSTRAINT table_path_id_pkey, ADD PRIMARY KEY (table_path) DEFERRABLE,
    ALTER COLUMN domain DROP DEFAULT, ADD COLUMN shard int NOT NULL, ADD COLUMN note text;
ALTER TABLE partition_info ALTER COLUMN "timestamp" SET DEFAULT 0, ALTER COLUMN version TYPE bigint,
    DROP COLUMN expression;
ALTER TABLE data_commit_info DROP COLUMN domain,
    ADD COLUMN domain text GENERATED ALWAYS AS ('public') STORED;
DROP INDEX partition_info_timestamp;
CREATE SEQUENCE partition_info_timestamp;
SELECT * FROM lakesoul.setup();
\echo :LAST_ERROR_SQLSTATE
SELECT count(*) FROM pg_attribute
WHERE attrelid IN ('data_commit_info'::regclass, 'partition_info'::regclass, 'discard_compressed_file_info'::regclass)
  AND attname IN ('published_version', 'registered_head', 'last_compaction', 'discarded_at', 'reason');
SELECT tgname FROM pg_trigger WHERE tgrelid = 'partition_info'::regclass;

-- 6. Who may: by default nobody but a superuser.
CREATE DATABASE regress_setup_owner;
\c regress_setup_owner
CREATE EXTENSION lakesoul_meta;
SET ROLE regress_lake_owner;
SELECT * FROM lakesoul.setup();
\echo :LAST_ERROR_SQLSTATE
SELECT * FROM lakesoul.teardown();
\echo :LAST_ERROR_SQLSTATE
RESET ROLE;
GRANT EXECUTE ON FUNCTION lakesoul.setup(boolean), lakesoul.teardown() TO regress_lake_owner, regress_lake_other;
-- With EXECUTE alone he may not create.
SET ROLE regress_lake_owner;
SELECT * FROM lakesoul.setup();
\echo :LAST_ERROR_SQLSTATE
RESET ROLE;
GRANT CREATE ON SCHEMA public TO regress_lake_owner;
SET ROLE regress_lake_owner;
SELECT action, count(*) FROM lakesoul.setup() GROUP BY 1 ORDER BY 1;
SELECT action, count(*) FROM lakesoul.setup() GROUP BY 1 ORDER BY 1;
SELECT * FROM lakesoul.teardown();
SELECT * FROM lakesoul.setup() WHERE action NOT IN ('unchanged', 'absent');
RESET ROLE;
-- Another role may not, even with all rights on the rows.
GRANT ALL ON ALL TABLES IN SCHEMA public TO regress_lake_other;
SET ROLE regress_lake_other;
SELECT * FROM lakesoul.setup();
\echo :LAST_ERROR_SQLSTATE
SELECT * FROM lakesoul.teardown();
\echo :LAST_ERROR_SQLSTATE
RESET ROLE;
-- What a superuser makes belongs to the owner of table_info.
DROP TABLE global_config, data_commit_info;
DROP TYPE data_file_op;
DROP FUNCTION partition_insert() CASCADE;
SELECT * FROM lakesoul.setup() WHERE action NOT IN ('unchanged', 'absent');
SELECT count(*) FROM lakesoul.teardown();
SELECT DISTINCT relowner::regrole FROM pg_class WHERE relnamespace = 'public'::regnamespace;
SELECT typowner::regrole FROM pg_type WHERE oid = 'data_file_op'::regtype;
SELECT proowner::regrole FROM pg_proc WHERE oid = 'partition_insert()'::regprocedure;

-- 7. A superuser's setup() runs the triggers of the tables' owner as that owner. Deferred ones, which would run as the
-- superuser later, make it fail; the owner himself can run setup() then.
ALTER TABLE data_commit_info DROP COLUMN published_version;
SET ROLE regress_lake_owner;
DELETE FROM namespace;
CREATE TABLE seen (name text, who text);
CREATE FUNCTION note_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO public.seen VALUES (TG_NAME, current_user);
    BEGIN
        RESET ROLE;
        INSERT INTO public.seen VALUES (TG_NAME || ' after reset', current_user);
    EXCEPTION WHEN OTHERS THEN
        INSERT INTO public.seen VALUES (TG_NAME || ': ' || SQLERRM, current_user);
    END;
    RETURN NEW;
END
$$;
CREATE FUNCTION note_late() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO public.seen VALUES (TG_NAME, current_user);
    RETURN NULL;
END
$$;
CREATE TRIGGER at_once BEFORE INSERT ON namespace FOR EACH ROW EXECUTE FUNCTION note_user();
CREATE CONSTRAINT TRIGGER deferred AFTER INSERT ON namespace DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION note_late();
CREATE TRIGGER on_fill BEFORE UPDATE ON data_commit_info FOR EACH ROW EXECUTE FUNCTION note_user();
ALTER TABLE partition_info DISABLE TRIGGER USER;
INSERT INTO data_commit_info (table_id, partition_desc, commit_id)
VALUES ('t', '-5', '00000000-0000-4000-8000-000000000001');
INSERT INTO partition_info (table_id, partition_desc, version, snapshot)
VALUES ('t', '-5', 0, '{00000000-0000-4000-8000-000000000001}');
RESET ROLE;
SELECT * FROM lakesoul.setup() WHERE action NOT IN ('unchanged', 'absent', 'adopted');
DROP TRIGGER deferred ON namespace;
SELECT * FROM lakesoul.setup() WHERE action NOT IN ('unchanged', 'absent', 'adopted');
SELECT * FROM seen ORDER BY name COLLATE "C";

-- 8. Nor does anything of the owner's run as the superuser when setup() looks at his rows, and no setting of his stays.
SET ROLE regress_lake_owner;
CREATE FUNCTION planned_by_owner(text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    IF current_user <> 'regress_lake_owner' THEN
        RAISE EXCEPTION 'planned as another role';
    END IF;
    RETURN true;
END
$$;
CREATE INDEX ON namespace (namespace) WHERE planned_by_owner('');
CREATE INDEX ON data_commit_info (commit_id) WHERE planned_by_owner('');
CREATE FUNCTION change_settings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('enable_nestloop', 'off', false);
    RETURN NEW;
END
$$;
CREATE TRIGGER settings BEFORE INSERT ON namespace FOR EACH ROW EXECUTE FUNCTION change_settings();
DELETE FROM namespace;
RESET ROLE;
SELECT object, action FROM lakesoul.setup() WHERE action NOT IN ('unchanged', 'absent', 'adopted');
SHOW enable_nestloop;
\c contrib_regression
DROP DATABASE regress_setup_fresh;
DROP DATABASE regress_setup_adopt;
DROP DATABASE regress_setup_old;
DROP DATABASE regress_setup_odd;
DROP DATABASE regress_setup_owner;
DROP ROLE regress_lake_owner, regress_lake_other;
