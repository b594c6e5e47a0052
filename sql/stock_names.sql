-- Plain INSERTs and UPDATEs of table_info, table_name_id and table_path_id, as stock clients make them.
\set SHOW_CONTEXT never
SELECT count(*) > 0 FROM lakesoul.setup();
\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/test/fixtures/commit_helpers.sql'
\set ECHO none
\i :helpers
-- The three steps of the Java client; the Rust client sends the path first.
CREATE FUNCTION pg_temp.name(id text, name text) RETURNS SETOF text LANGUAGE sql AS $$
    SELECT pg_temp.attempt(format('INSERT INTO public.table_name_id (table_name, table_id, table_namespace, domain) VALUES (%L, %L, ''names'', ''public'') RETURNING ''name of '' || table_id', name, id))
$$;
CREATE FUNCTION pg_temp.path(id text, path text) RETURNS SETOF text LANGUAGE sql AS $$
    SELECT pg_temp.attempt(format('INSERT INTO public.table_path_id (table_path, table_id, table_namespace, domain) VALUES (%L, %L, ''names'', ''public'') RETURNING ''path of '' || table_id', path, id))
$$;
CREATE FUNCTION pg_temp.info(id text, name text, path text) RETURNS SETOF text LANGUAGE sql AS $$
    SELECT pg_temp.attempt(format('INSERT INTO public.table_info (table_id, table_name, table_path, table_schema, properties, partitions, table_namespace, domain)
        VALUES (%L, %L, %L, ''{}'', ''{}'', '';'', ''names'', ''public'') RETURNING ''table '' || table_id', id, name, path))
$$;
CREATE FUNCTION pg_temp.made(id text, name text, path text) RETURNS SETOF text LANGUAGE sql AS $$
    SELECT pg_temp.name(id, name);
    SELECT pg_temp.path(id, path);
    SELECT pg_temp.info(id, name, path);
$$;
CREATE FUNCTION pg_temp.age(seconds int) RETURNS void LANGUAGE sql AS $$
    UPDATE public.table_name_id SET created_at = created_at - seconds * 1000 WHERE table_namespace = 'names';
    UPDATE public.table_path_id SET created_at = created_at - seconds * 1000 WHERE table_namespace = 'names';
$$;
CREATE FUNCTION pg_temp.mappings() RETURNS SETOF text LANGUAGE sql AS $$
    SELECT format('%s -> %s', table_name, table_id) FROM public.table_name_id WHERE table_namespace = 'names'
    UNION ALL SELECT format('%s -> %s', table_path, table_id) FROM public.table_path_id WHERE table_namespace = 'names' ORDER BY 1
$$;
\set ECHO all
\pset tuples_only
\pset format unaligned
SELECT lakesoul.create_namespace('names');
SELECT pg_temp.name('n1', 'first'), pg_temp.path('n1', '/names/first'), pg_temp.info('n1', 'first', '/names/first');
SELECT table_name, abs(created_at - extract(epoch FROM clock_timestamp()) * 1000) < 10000 FROM table_name_id WHERE table_namespace = 'names';
SELECT table_path, abs(created_at - extract(epoch FROM clock_timestamp()) * 1000) < 10000 FROM table_path_id WHERE table_namespace = 'names';

-- scenario 41:
-- #764: a client crashed between the steps. For a minute its names are its own; then another takes them over.
SELECT pg_temp.name('crashed', 'orders'), pg_temp.path('crashed', '/names/orders');
SELECT pg_temp.name('n2', 'orders');
SELECT pg_temp.path('n2', '/names/orders');
SELECT pg_temp.age(61);
SELECT pg_temp.name('n2', 'orders'), pg_temp.path('n2', '/names/orders');
SELECT pg_temp.mappings();
-- It was only slow: now it fails, instead of believing.
SELECT pg_temp.info('crashed', 'orders', '/names/orders');
SELECT pg_temp.info('crashed', '', '/names/orders');
SELECT pg_temp.info('n2', 'orders', '/names/orders');
-- The name of a table that is there is never taken, however old.
SELECT pg_temp.age(1000000);
SELECT pg_temp.name('n3', 'orders'), pg_temp.path('n3', '/names/orders');
-- A row of an adopted catalog has no time: that is old.
SELECT pg_temp.name('ancient', 'lines'), pg_temp.path('ancient', '/names/lines');
UPDATE table_name_id SET created_at = NULL WHERE table_id = 'ancient';
SELECT pg_temp.name('n4', 'lines'), pg_temp.path('n4', '/names/lines');
-- The same name in another namespace is another name.
SELECT count(*) FROM table_name_id WHERE table_name = 'lines' AND table_namespace = 'names';
SELECT pg_temp.attempt($$INSERT INTO table_name_id (table_name, table_id, table_namespace) VALUES ('lines', 'n5', 'default') RETURNING table_id$$);
DELETE FROM table_name_id WHERE table_id = 'n5';
-- The function takes orphans over as well.
SELECT pg_temp.name('crashed', 'items'), pg_temp.path('crashed', '/names/items');
SELECT pg_temp.attempt($$SELECT lakesoul.create_table('items', '/names/items', '{}', 'names', table_id => 'n6')$$);
SELECT pg_temp.age(61);
SELECT pg_temp.attempt($$SELECT lakesoul.create_table('items', '/names/items', '{}', 'names', table_id => 'n6')$$);
-- Off.
SELECT pg_temp.name('crashed', 'parts'), pg_temp.age(61);
SET lakesoul.adopt_orphans = off;
SELECT pg_temp.name('n7', 'parts');
SELECT pg_temp.info('n7', 'parts', '');
RESET lakesoul.adopt_orphans;
SET lakesoul.restoring = on;
SELECT pg_temp.name('n8', 'parts');
INSERT INTO table_name_id (table_name, table_id, table_namespace) VALUES ('restored', 'n8', 'names');
SELECT created_at FROM table_name_id WHERE table_name = 'restored';
RESET lakesoul.restoring;
-- A time that is given stays.
INSERT INTO table_name_id (table_name, table_id, table_namespace, created_at) VALUES ('given', 'n9', 'names', 42);
SELECT created_at FROM table_name_id WHERE table_name = 'given';
SELECT pg_temp.mappings();

-- Spark writes properties back that it did not change: no new row.
SELECT ctid AS before FROM table_info WHERE table_id = 'n1' \gset
UPDATE table_info SET properties = '{}' WHERE table_id = 'n1';
SELECT ctid = :'before' FROM table_info WHERE table_id = 'n1';
UPDATE table_info SET properties = '{"a": "1"}' WHERE table_id = 'n1';
SELECT ctid = :'before', properties FROM table_info WHERE table_id = 'n1';
SET lakesoul.suppress_noop_updates = off;
SELECT ctid AS before FROM table_info WHERE table_id = 'n1' \gset
UPDATE table_info SET properties = '{"a": "1"}' WHERE table_id = 'n1';
SELECT ctid = :'before' FROM table_info WHERE table_id = 'n1';
RESET lakesoul.suppress_noop_updates;

-- Row-level security: a table that a role cannot see gets no names from it; the domain is the table's.
CREATE ROLE regress_lake_names;
UPDATE table_info SET domain = 'regress_lake_else' WHERE table_id = 'n1';
GRANT SELECT, INSERT, DELETE ON table_info, table_name_id, table_path_id TO regress_lake_names;
ALTER TABLE table_info ENABLE ROW LEVEL SECURITY;
CREATE POLICY regress_domain ON table_info USING (domain = 'public');
SET ROLE regress_lake_names;
SELECT pg_temp.name('n1', 'alias');
SELECT pg_temp.path('n1', '/names/alias');
SELECT pg_temp.name('n2', 'alias');
-- Nor is a hidden table an orphan.
SELECT pg_temp.name('n10', 'first');
-- An orphan is taken over although the role may not delete it itself.
RESET ROLE;
REVOKE DELETE ON table_name_id FROM regress_lake_names;
SET ROLE regress_lake_names;
SELECT pg_temp.name('n10', 'parts');
RESET ROLE;
SELECT pg_temp.name('n1', 'alias 2');
SELECT table_name, domain FROM table_name_id WHERE table_id IN ('n1', 'n2', 'n10') ORDER BY table_name;
DROP POLICY regress_domain ON table_info;
ALTER TABLE table_info DISABLE ROW LEVEL SECURITY;
DROP OWNED BY regress_lake_names;
DROP ROLE regress_lake_names;
DELETE FROM table_info WHERE table_namespace = 'names';
DELETE FROM table_name_id WHERE table_namespace = 'names';
DELETE FROM table_path_id WHERE table_namespace = 'names';
DELETE FROM namespace WHERE namespace = 'names';
