-- Databases of the Paimon API: namespaces, and what the API says of them.
SELECT count(*) > 0 FROM lakesoul.setup();
\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/test/fixtures/paimon_helpers.sql'
\set ECHO none
SET check_function_bodies = off;
\i :helpers
\set ECHO all
\set SHOW_CONTEXT never
\pset tuples_only
\pset format unaligned
SET test.database = 'db_a';
CREATE ROLE regress_paimon_owner;
CREATE ROLE regress_paimon_reader;

-- Made: a namespace whose properties are the options.
SELECT pg_temp.api($$create_database('{"name": "db_a", "options": {"location": "oss://lake", "comment": "first", "n": 4, "b": true, "z": null}}')$$);
SELECT namespace, properties, comment, domain FROM namespace WHERE namespace = 'db_a';
SELECT pg_temp.api($$get_database('db_a')$$);
SELECT lakesoul.paimon_get_database('db_a') ->> 'id' ~ '^database_[0-9a-f-]{36}$';
SELECT pg_temp.api($$create_database('{"name": "db_b"}')$$);
SELECT pg_temp.api($$get_database('db_b')$$);
SET lakesoul.warehouse = '/warehouse';
SELECT lakesoul.paimon_get_database('db_b') ->> 'location';
RESET lakesoul.warehouse;
-- Refused.
SELECT pg_temp.api($$create_database('{"name": "db_a"}')$$);
SELECT pg_temp.api($$create_database('{}')$$);
SELECT pg_temp.api($$create_database('{"name": " "}')$$);
SELECT pg_temp.api($$create_database('{"name": 1}')$$);
SELECT pg_temp.api($$create_database('{"name": "x", "options": []}')$$);
SELECT pg_temp.api($$create_database('[]')$$);
SELECT pg_temp.api($$create_database(NULL)$$);
SELECT left(pg_temp.api($$create_database(jsonb_build_object('name', repeat('x', 2681)))$$), 120);
SELECT pg_temp.api($$get_database('nosuch')$$);
SELECT pg_temp.api($$get_database(NULL)$$);
-- The message is that of the error.
SELECT lakesoul.paimon_get_database('nosuch');

-- One that LakeSoul's functions made: known by its name, and nobody knows since when.
SELECT lakesoul.create_namespace('db_plain', '{"location": "/plain", "x": {"y": 1}, "comment": ""}', 'of the column');
SELECT pg_temp.api($$get_database('db_plain')$$);
SELECT pg_temp.api($$alter_database('db_plain', '{"updates": {"k": "v"}}')$$);
SELECT pg_temp.api($$get_database('db_plain')$$);
SELECT properties, comment FROM namespace WHERE namespace = 'db_plain';
-- Properties that jsonb does not take are not shown.
UPDATE namespace SET properties = '{"a": "\u0000"}' WHERE namespace = 'db_plain';
SELECT pg_temp.api($$get_database('db_plain')$$);
UPDATE namespace SET properties = '{}', comment = '' WHERE namespace = 'db_plain';

-- Changed.
SELECT pg_temp.api($$alter_database('db_a', '{"removals": ["n", "nosuch", "comment"], "updates": {"b": "2", "new": "x"}}')$$);
SELECT pg_temp.api($$get_database('db_a')$$);
SELECT properties, comment FROM namespace WHERE namespace = 'db_a';
SELECT pg_temp.api($$alter_database('db_a', '{"updates": {"comment": "second", "location": "/elsewhere"}}')$$);
SELECT properties, comment FROM namespace WHERE namespace = 'db_a';
SELECT pg_temp.api($$alter_database('db_a', '{"removals": ["comment", "comment2"]}')$$);
SELECT properties, comment FROM namespace WHERE namespace = 'db_a';
SELECT pg_temp.api($$alter_database('db_a', '{}')$$);
SELECT pg_temp.api($$alter_database('db_a', '{"removals": ["b"], "updates": {"b": "3"}}')$$);
SELECT pg_temp.api($$alter_database('db_a', '{"updates": {"domain": "x"}}')$$);
SELECT pg_temp.api($$alter_database('db_a', '{"removals": ["domain"]}')$$);
SELECT pg_temp.api($$alter_database('nosuch', '{}')$$);
SELECT pg_temp.api($$alter_database('db_a', NULL)$$);

-- Listed by bytes, whatever the database's collation.
SELECT lakesoul.create_namespace(n) FROM unnest(ARRAY['db_B', 'db_ä', 'db__', 'db', 'db%']) AS n;
SELECT pg_temp.api($$list_databases('{"databaseNamePattern": "db%"}')$$);
SELECT pg_temp.api($$list_databases('{"databaseNamePattern": "db%", "maxResults": 3}')$$);
SELECT pg_temp.api($$list_databases('{"databaseNamePattern": "db%", "maxResults": 3, "pageToken": "db_B"}')$$);
SELECT pg_temp.api($$list_databases('{"databaseNamePattern": "db%", "maxResults": "4", "pageToken": "db_Z"}')$$);
SELECT pg_temp.api($$list_databases('{"databaseNamePattern": "db_"}')$$);
SELECT pg_temp.api($$list_databases('{"databaseNamePattern": "db\\%"}')$$);
SELECT pg_temp.api($$list_databases('{"databaseNamePattern": "%b"}')$$);
SELECT pg_temp.api($$list_databases('{"maxResults": "x"}')$$);
SELECT pg_temp.api($$list_databases('[]')$$);
SELECT lakesoul.paimon_list_databases() = lakesoul.paimon_list_databases('{"maxResults": -1}');
-- 100 a page, or everything where nobody asks for pages.
SELECT count(lakesoul.create_namespace('many_' || lpad(n::text, 3, '0'))) FROM generate_series(1, 150) AS n;
SELECT q, jsonb_array_length(a -> 'databases'), a -> 'nextPageToken'
  FROM unnest(ARRAY['{"databaseNamePattern": "many%"}', '{"databaseNamePattern": "many%", "maxResults": 0}', '{"databaseNamePattern": "many%", "maxResults": 1000}',
                    '{"databaseNamePattern": "many%", "pageToken": "many_050"}', '{"databaseNamePattern": "many%", "pageToken": "many_100"}']::jsonb[]) AS q,
       LATERAL lakesoul.paimon_list_databases(q) AS a;
SELECT jsonb_array_length(lakesoul.paimon_list_databases() -> 'databases') > 150, lakesoul.paimon_list_databases() -> 'nextPageToken';
DELETE FROM namespace WHERE namespace LIKE 'many%';

-- Dropped, with what it holds if one says so.
SELECT lakesoul.create_table('t', '/t', '{}', 'db_b', table_id => 'table_db_t');
SELECT pg_temp.api($$create_view('{"identifier": {"database": "db_a", "object": "v"}, "schema": {"fields": [], "query": "SELECT 1"}}')$$);
SELECT pg_temp.api($$drop_database('db_a')$$);
SELECT pg_temp.api($$drop_database('db_b')$$);
SELECT pg_temp.api($$drop_database('default')$$);
SELECT pg_temp.api($$drop_database('nosuch')$$);
SELECT * FROM lakesoul.drop_namespace('db_a');
SELECT pg_temp.api($$drop_database('db_a', true)$$);
SELECT pg_temp.api($$drop_database('db_b', cascade => true)$$);
SELECT pg_temp.api($$drop_database('db_ä')$$);
SELECT pg_temp.api($$get_database('db_a')$$);
SELECT count(*) FROM lakesoul.paimon_databases;
SELECT count(*) FROM lakesoul.paimon_views;
SELECT count(*) FROM table_info WHERE table_namespace = 'db_b';

-- What a plain DELETE leaves behind does not come back with a namespace of the same name.
SELECT pg_temp.api($$create_database('{"name": "db_a"}')$$);
SELECT pg_temp.api($$create_view('{"identifier": {"database": "db_a", "object": "v"}, "schema": {"fields": [], "query": "SELECT 1"}}')$$);
DELETE FROM namespace WHERE namespace = 'db_a';
SELECT pg_temp.api($$get_view('{"database": "db_a", "object": "v"}')$$);
SELECT lakesoul.create_namespace('db_a');
SELECT pg_temp.api($$get_view('{"database": "db_a", "object": "v"}')$$);
SELECT pg_temp.api($$get_database('db_a')$$);

-- Whose rights: those of the base tables. Side tables are written for whoever may change those.
GRANT SELECT, INSERT, UPDATE, DELETE ON namespace TO regress_paimon_owner;
GRANT SELECT ON table_info TO regress_paimon_owner;
GRANT SELECT ON namespace TO regress_paimon_reader;
SET ROLE regress_paimon_owner;
SELECT pg_temp.api($$create_database('{"name": "db_owned"}')$$);
SELECT pg_temp.api($$get_database('db_owned')$$);
SELECT pg_temp.api($$alter_database('db_plain', '{"updates": {"a": "b"}}')$$);
SET ROLE regress_paimon_reader;
SELECT pg_temp.api($$get_database('db_owned')$$);
SELECT pg_temp.api($$create_database('{"name": "db_x"}')$$);
SELECT pg_temp.api($$alter_database('db_owned', '{"updates": {"a": "b"}}')$$);
SELECT pg_temp.api($$drop_database('db_owned')$$);
INSERT INTO lakesoul.paimon_databases VALUES ('x', 'x');
DELETE FROM lakesoul.paimon_databases;
SET ROLE regress_paimon_owner;
SELECT pg_temp.api($$drop_database('db_owned')$$);
RESET ROLE;
SELECT namespace, id, owner, updated_by FROM lakesoul.paimon_databases ORDER BY 1;

-- Under row-level security, what is not seen is not there.
ALTER TABLE namespace ENABLE ROW LEVEL SECURITY;
CREATE POLICY mine ON namespace USING (domain = current_user);
SET ROLE regress_paimon_owner;
SELECT pg_temp.api($$create_database('{"name": "db_mine", "options": {"domain": "regress_paimon_owner", "location": "/mine"}}')$$);
SELECT pg_temp.api($$create_database('{"name": "db_other"}')$$);
SELECT pg_temp.api($$get_database('db_mine')$$);
SELECT pg_temp.api($$get_database('db_plain')$$);
SELECT pg_temp.api($$alter_database('db_plain', '{}')$$);
SELECT pg_temp.api($$drop_database('db_plain')$$);
SELECT pg_temp.api($$list_databases()$$);
SELECT pg_temp.api($$list_tables('db_plain')$$);
SELECT pg_temp.api($$list_views('db_plain')$$);
SELECT namespace, lakesoul.sees_namespace(namespace) FROM lakesoul.paimon_databases;
SELECT lakesoul.sees_namespace('db_plain'), lakesoul.sees_namespace(NULL);
RESET ROLE;
ALTER TABLE namespace DISABLE ROW LEVEL SECURITY;
DROP POLICY mine ON namespace;
SELECT domain FROM namespace WHERE namespace = 'db_mine';

SELECT count(lakesoul.paimon_drop_database(namespace, true)) FROM namespace WHERE namespace LIKE 'db%';
SELECT count(*) FROM lakesoul.paimon_databases;
DROP OWNED BY regress_paimon_owner, regress_paimon_reader;
DROP ROLE regress_paimon_owner, regress_paimon_reader;
