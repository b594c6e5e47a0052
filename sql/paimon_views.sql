-- Views of the Paimon API, and that they share their names with tables.
SELECT count(*) > 0 FROM lakesoul.setup();
\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/test/fixtures/paimon_helpers.sql'
\set ECHO none
SET check_function_bodies = off;
\i :helpers
CREATE FUNCTION pg_temp.made(name text, schema jsonb DEFAULT '{"fields": [], "query": "SELECT 1"}', database text DEFAULT current_setting('test.database')) RETURNS text LANGUAGE sql AS $$
    SELECT pg_temp.api(format('create_view(%L)', jsonb_build_object('identifier', pg_temp.named(name, database), 'schema', schema)))
$$;
CREATE FUNCTION pg_temp.got(name text) RETURNS text LANGUAGE sql AS $$ SELECT pg_temp.api(format('get_view(%L)', pg_temp.named(name))) $$;
CREATE FUNCTION pg_temp.dropped(name text) RETURNS text LANGUAGE sql AS $$ SELECT pg_temp.api(format('drop_view(%L)', pg_temp.named(name))) $$;
CREATE FUNCTION pg_temp.altered(name text, changes jsonb) RETURNS text LANGUAGE sql AS $$
    SELECT pg_temp.api(format('alter_view(%L, %L)', pg_temp.named(name), jsonb_build_object('changes', changes)))
$$;
CREATE FUNCTION pg_temp.renamed(name text, new_name text, database text DEFAULT current_setting('test.database')) RETURNS text LANGUAGE sql AS $$
    SELECT pg_temp.api(format('rename_view(%L)', jsonb_build_object('source', pg_temp.named(name), 'destination', pg_temp.named(new_name, database))))
$$;
CREATE FUNCTION pg_temp.table_made(name text) RETURNS text LANGUAGE sql AS $$
    SELECT pg_temp.api(format('create_table(%L)', jsonb_build_object('identifier', pg_temp.named(name),
        'schema', '{"fields": [{"name": "a", "type": "INT"}], "partitionKeys": [], "primaryKeys": [], "options": {}}'::jsonb)))
$$;
\set ECHO all
\set SHOW_CONTEXT never
\pset tuples_only
\pset format unaligned
SET test.database = 'pav';
SET lakesoul.warehouse = '/warehouse';
CREATE ROLE regress_paimon_owner;
CREATE ROLE regress_paimon_reader;
SELECT lakesoul.paimon_create_database('{"name": "pav"}');
SELECT lakesoul.paimon_create_database('{"name": "pav_2"}');

-- Made.
SELECT pg_temp.made('v', '{"fields": [{"id": 0, "name": "n", "type": "bigint"}], "query": "SELECT count(*) n FROM orders", "dialects": {"flink": "SELECT 1", "spark": "SELECT count(1) AS n FROM orders"}, "comment": "c", "options": {"k": 1}}');
SELECT pg_temp.got('v');
SELECT lakesoul.paimon_get_view(pg_temp.named('v')) ->> 'id' ~ '^view_[0-9a-f-]{36}$';
SELECT pg_temp.made('least'), pg_temp.got('least');
-- Refused.
SELECT pg_temp.made('v');
SELECT pg_temp.made('x', database => 'nosuch');
SELECT pg_temp.made('x$branch_b');
SELECT pg_temp.made('');
SELECT pg_temp.made('x', '{"fields": []}');
SELECT pg_temp.made('x', '{"fields": [{"name": "n", "type": "FOO"}], "query": ""}');
SELECT pg_temp.api($$create_view('{"identifier": {"database": "pav", "object": "x"}}')$$);
SELECT pg_temp.api($$create_view(NULL)$$);
SELECT left(pg_temp.made(repeat('x', 2680)), 100);
SELECT pg_temp.got('nosuch');
SELECT pg_temp.api($$get_view('{"database": "nosuch", "object": "v"}')$$);
SELECT pg_temp.api($$get_view('{"database": "pav", "object": "v$branch_b"}')$$);
SELECT pg_temp.api($$get_view(NULL)$$);

-- case 40: changed, in order, all or nothing.
SELECT pg_temp.altered('v', '[{"action": "addDialect", "dialect": "trino", "query": "SELECT 2"}]');
SELECT pg_temp.altered('v', '[{"action": "addDialect", "dialect": "trino", "query": "SELECT 3"}]');
SELECT pg_temp.altered('v', '[{"action": "updateDialect", "dialect": "none", "query": "SELECT 3"}]');
SELECT pg_temp.altered('v', '[{"action": "setOption", "key": "x", "value": "y"}, {"action": "dropDialect", "dialect": "none"}]');
SELECT pg_temp.altered('v', '[{"action": "updateDialect", "dialect": "trino", "query": "SELECT 4"}, {"action": "dropDialect", "dialect": "flink"}, {"action": "removeOption", "key": "nosuch"},
    {"action": "setOption", "key": "k", "value": 2}, {"action": "updateComment", "comment": null}]');
SELECT lakesoul.paimon_get_view(pg_temp.named('v')) -> 'schema';
SELECT pg_temp.altered('v', '[{"action": "fooBar"}]');
SELECT pg_temp.altered('nosuch', '[]');
SELECT pg_temp.api($$alter_view('{"database": "pav", "object": "v"}', '{}')$$);
SELECT pg_temp.api($$alter_view('{"database": "pav", "object": "v"}', NULL)$$);
SELECT pg_temp.api($$alter_view('{"database": "nosuch", "object": "v"}', '{"changes": []}')$$);

-- Renamed: what it is known by stays.
SELECT lakesoul.paimon_get_view(pg_temp.named('v')) - 'name' - 'updatedAt' AS before \gset
SELECT pg_temp.renamed('v', 'w');
SELECT lakesoul.paimon_get_view(pg_temp.named('w')) - 'name' - 'updatedAt' = :'before';
SELECT pg_temp.got('v');
SELECT pg_temp.renamed('v', 'x');
SELECT pg_temp.renamed('w', 'least');
SELECT pg_temp.renamed('w', 'w');
SELECT pg_temp.renamed('w', 'w', 'nosuch');
SELECT pg_temp.renamed('w', 'w$branch_b');
SELECT pg_temp.renamed('w$branch_b', 'x');
SELECT left(pg_temp.renamed('w', repeat('x', 2680)), 100);
SELECT pg_temp.renamed('w', 'v', 'pav_2');
SELECT pg_temp.api($$rename_view('{"source": {"database": "pav_2", "object": "v"}, "destination": {"database": "pav", "object": "v"}}')$$);
SELECT lakesoul.create_namespace('pav_3', domain => 'another');
SELECT pg_temp.renamed('v', 'v', 'pav_3');

-- One name is a view's or a table's, whoever makes them.
SELECT pg_temp.table_made('t');
SELECT pg_temp.made('t');
SELECT pg_temp.table_made('v');
SELECT pg_temp.renamed('v', 't');
SELECT pg_temp.api($$rename_table('{"source": {"database": "pav", "object": "t"}, "destination": {"database": "pav", "object": "v"}}')$$);
SELECT lakesoul.create_table('v', '/v', '{}', 'pav');
\echo :LAST_ERROR_SQLSTATE
SELECT lakesoul.rename_table('t', 'v', 'pav');
\echo :LAST_ERROR_SQLSTATE
INSERT INTO table_name_id (table_name, table_id, table_namespace) VALUES ('v', 'table_of_stock', 'pav');
\echo :LAST_ERROR_SQLSTATE
INSERT INTO table_name_id (table_name, table_id, table_namespace) VALUES ('v', 'table_of_stock', 'pav') ON CONFLICT DO NOTHING;
INSERT INTO table_name_id (table_name, table_id, table_namespace) VALUES ('v', 'table_of_stock', 'pav_2') RETURNING table_namespace;
SELECT pg_temp.renamed('v', 'v', 'pav_2');
DELETE FROM table_name_id WHERE table_id = 'table_of_stock';
-- A name that a crashed creation left behind is free after a minute.
INSERT INTO table_name_id (table_name, table_id, table_namespace, created_at) VALUES ('left', 'table_left', 'pav', 1), ('fresh', 'table_fresh', 'pav', NULL);
SELECT pg_temp.made('left'), pg_temp.made('fresh');
SELECT table_name FROM table_name_id WHERE table_id IN ('table_left', 'table_fresh');
DELETE FROM table_name_id WHERE table_id = 'table_fresh';
SELECT pg_temp.dropped('left');
-- A view that is gone leaves its name to a table.
SELECT pg_temp.dropped('least'), pg_temp.table_made('least'), pg_temp.made('least');

-- Listed.
SELECT pg_temp.made(n) FROM unnest(ARRAY['view1', 'view2', 'View', 'abd', 'view_name']) AS n;
SELECT pg_temp.made('view1', database => 'pav_2');
SELECT pg_temp.api($$list_views('pav')$$);
SELECT pg_temp.api($$list_views('pav', '{"maxResults": 2}')$$);
SELECT pg_temp.api($$list_views('pav', '{"maxResults": 2, "pageToken": "abd"}')$$);
SELECT pg_temp.api($$list_views('pav', '{"viewNamePattern": "view%"}')$$);
SELECT pg_temp.api($$list_views('pav', '{"viewNamePattern": "view_"}')$$);
SELECT pg_temp.api($$list_views('pav', '{"viewNamePattern": "v%w"}')$$);
SELECT pg_temp.api($$list_views('nosuch')$$);
SELECT pg_temp.api($$list_views(NULL)$$);
SELECT pg_temp.api($$list_view_details('pav', '{"viewNamePattern": "view_%"}')$$);
SELECT jsonb_agg(lakesoul.paimon_get_view(pg_temp.named(n #>> '{}')) ORDER BY o) = lakesoul.paimon_list_view_details('pav', '{"maxResults": 3}') -> 'viewDetails', lakesoul.paimon_list_view_details('pav', '{"maxResults": 3}') -> 'nextPageToken'
  FROM jsonb_array_elements(lakesoul.paimon_list_views('pav', '{"maxResults": 3}') -> 'views') WITH ORDINALITY AS t (n, o);
SELECT pg_temp.api($$list_view_details('nosuch')$$);
SELECT pg_temp.api($$list_views_globally('{"databaseNamePattern": "pav%", "maxResults": 3}')$$);
SELECT pg_temp.api($$list_views_globally('{"databaseNamePattern": "pav%", "viewNamePattern": "view%", "pageToken": "pav.view1"}')$$);
SELECT pg_temp.api($$list_views_globally('{"databaseNamePattern": "nosuch"}')$$);
SELECT pg_temp.api($$list_views_globally('{"viewNamePattern": "view1"}')$$);

-- Whose rights: who may make and drop a table in the namespace may do so with views. It leaves nothing in LakeSoul's tables.
SELECT pg_temp.dropped('abd'), count(*) FROM table_name_id WHERE table_name LIKE 'rights%';
GRANT SELECT ON namespace, table_info, table_name_id, table_path_id TO regress_paimon_owner, regress_paimon_reader;
GRANT INSERT, DELETE ON table_name_id TO regress_paimon_owner;
SET ROLE regress_paimon_owner;
SELECT pg_temp.made('owned');
SELECT lakesoul.paimon_get_view(pg_temp.named('owned')) ->> 'owner';
SELECT pg_temp.altered('view1', '[{"action": "setOption", "key": "a", "value": "b"}]');
SET ROLE regress_paimon_reader;
SELECT lakesoul.paimon_get_view(pg_temp.named('view1')) ->> 'updatedBy';
SELECT pg_temp.made('x');
SELECT pg_temp.altered('owned', '[]');
SELECT pg_temp.renamed('owned', 'x');
SELECT pg_temp.dropped('owned');
UPDATE lakesoul.paimon_views SET owner = 'me';
-- Under row-level security: the right to make a table is the policies' as well. What is in a namespace that is not seen is not there.
RESET ROLE;
ALTER TABLE table_name_id ENABLE ROW LEVEL SECURITY;
CREATE POLICY mine ON table_name_id USING (table_namespace = 'pav_2');
ALTER TABLE namespace ENABLE ROW LEVEL SECURITY;
CREATE POLICY mine ON namespace USING (namespace LIKE 'pav%' AND namespace <> 'pav_3');
SELECT pg_temp.made('hidden', database => 'pav_3');
SET ROLE regress_paimon_owner;
SELECT pg_temp.made('x');
SELECT pg_temp.dropped('owned');
SELECT pg_temp.altered('owned', '[]');
SELECT pg_temp.renamed('owned', 'owned', 'pav_2');
SELECT pg_temp.made('x', database => 'pav_2');
SELECT pg_temp.made('x', database => 'pav_3');
SELECT pg_temp.api($$get_view('{"database": "pav_3", "object": "hidden"}')$$);
SELECT pg_temp.api($$get_view('{"database": "pav_3", "object": "nosuch"}')$$);
SELECT pg_temp.api($$drop_view('{"database": "pav_3", "object": "hidden"}')$$);
SELECT pg_temp.api($$list_views('pav_3')$$);
SELECT pg_temp.api($$list_views_globally('{"viewNamePattern": "hidden"}')$$);
SELECT name FROM lakesoul.paimon_views WHERE namespace = 'pav_3';
SELECT name FROM lakesoul.paimon_views WHERE name = 'owned';
RESET ROLE;
ALTER TABLE table_name_id DISABLE ROW LEVEL SECURITY;
DROP POLICY mine ON table_name_id;
ALTER TABLE namespace DISABLE ROW LEVEL SECURITY;
DROP POLICY mine ON namespace;

-- Dropped.
SELECT pg_temp.dropped('owned'), pg_temp.got('owned');
SELECT pg_temp.dropped('owned');
SELECT pg_temp.dropped('v$branch_b');
SELECT pg_temp.api($$drop_view(NULL)$$);
SELECT count(lakesoul.paimon_drop_database(namespace, true)) FROM namespace WHERE namespace LIKE 'pav%';
SELECT count(*) FROM lakesoul.paimon_views;
DROP OWNED BY regress_paimon_owner, regress_paimon_reader;
DROP ROLE regress_paimon_owner, regress_paimon_reader;
