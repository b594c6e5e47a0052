-- Tables of the Paimon API: made, read, renamed, dropped, listed; what LakeSoul sees of them, and the API of LakeSoul's.
SELECT count(*) > 0 FROM lakesoul.setup();
\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/test/fixtures/paimon_helpers.sql'
\set ECHO none
SET check_function_bodies = off;
\i :helpers
-- Makes a table of a schema, which may lack keys.
CREATE FUNCTION pg_temp.made(name text, schema jsonb, database text DEFAULT current_setting('test.database')) RETURNS text LANGUAGE sql AS $$
    SELECT pg_temp.api(format('create_table(%L)', jsonb_build_object('identifier', pg_temp.named(name, database),
        'schema', '{"partitionKeys": [], "primaryKeys": [], "options": {}}' || schema)))
$$;
CREATE FUNCTION pg_temp.got(name text) RETURNS text LANGUAGE sql AS $$ SELECT pg_temp.api(format('get_table(%L)', pg_temp.named(name))) $$;
CREATE FUNCTION pg_temp.dropped(name text) RETURNS text LANGUAGE sql AS $$ SELECT pg_temp.api(format('drop_table(%L)', pg_temp.named(name))) $$;
CREATE FUNCTION pg_temp.renamed(name text, new_name text, database text DEFAULT current_setting('test.database')) RETURNS text LANGUAGE sql AS $$
    SELECT pg_temp.api(format('rename_table(%L)', jsonb_build_object('source', pg_temp.named(name), 'destination', pg_temp.named(new_name, database))))
$$;
-- What LakeSoul has of it.
CREATE FUNCTION pg_temp.stored(name text) RETURNS text LANGUAGE sql AS $$
    SELECT concat_ws(' ', t.table_path, t.partitions, t.properties::jsonb - 'last_schema_change_time', t.domain, n.table_id = t.table_id, p.table_id = t.table_id)
      FROM public.table_info AS t JOIN public.table_name_id AS n USING (table_name, table_namespace) LEFT JOIN public.table_path_id AS p USING (table_path)
     WHERE t.table_name = stored.name AND t.table_namespace = current_setting('test.database')
$$;
\set ECHO all
\set SHOW_CONTEXT never
\pset tuples_only
\pset format unaligned
SET test.database = 'pai';
SET lakesoul.warehouse = '/warehouse';
CREATE ROLE regress_paimon_owner;
CREATE ROLE regress_paimon_reader;
SELECT lakesoul.paimon_create_database('{"name": "pai"}');
SELECT lakesoul.paimon_create_database('{"name": "pai_2", "options": {"location": "/second"}}');

-- case 5: keys become NOT NULL. The table is one of LakeSoul's.
\set b0 '{"fields": [{"id": 0, "name": "order_id", "type": "BIGINT"}, {"id": 1, "name": "dt", "type": "STRING"}, {"id": 2, "name": "amount", "type": "DECIMAL(10, 2)"}, {"id": 3, "name": "note", "type": "STRING"}], "partitionKeys": ["dt"], "primaryKeys": ["order_id", "dt"], "options": {"bucket": "2"}, "comment": "orders"}'
SELECT pg_temp.made('b0', :'b0');
SELECT pg_temp.got('b0');
SELECT pg_temp.stored('b0');
SELECT jsonb_pretty(table_schema::jsonb -> 'fields' -> 0), table_schema_arrow_ipc IS NULL FROM table_info WHERE table_name = 'b0';
SELECT is_external, schema_id, field_id_floor, owner = current_user, created_at = updated_at, created_by = updated_by FROM lakesoul.paimon_tables WHERE table_id = lakesoul.table_id('b0', 'pai');
SELECT schema_id, highest_field_id, lakesoul_schema = table_schema FROM lakesoul.paimon_schemas JOIN table_info USING (table_id) WHERE table_id = lakesoul.table_id('b0', 'pai');
SELECT lakesoul.paimon_get_table_by_id(lakesoul.table_id('b0', 'pai')) = lakesoul.paimon_get_table('{"database": "pai", "object": "b0"}');
SELECT lakesoul.paimon_get_table('{"databaseName": "pai", "tableName": "b0"}') = lakesoul.paimon_get_table('{"database": "pai", "object": "b0$branch_main"}');
-- LakeSoul's functions work on it.
SELECT status, version FROM lakesoul.commit_files('b0', ARRAY[('dt=1', '/f_0001.parquet', 'add', 1, '')]::lakesoul.file_change[], 'pai');
SELECT partition_desc, files FROM lakesoul.partitions('b0', 'pai');

-- case 6: keys in options.
SELECT pg_temp.made('c6', '{"fields": [{"id": 0, "name": "a", "type": "INT"}, {"id": 1, "name": "b", "type": "INT"}], "options": {"primary-key": "a, b", "bucket": "1"}}');
SELECT lakesoul.paimon_get_table(pg_temp.named('c6')) -> 'schema', pg_temp.stored('c6');
-- case 7
SELECT pg_temp.made('c7', '{"fields": [{"id": 0, "name": "a", "type": "INT"}], "partitionKeys": ["a"], "primaryKeys": ["a"]}');
SELECT pg_temp.made('c7', '{"fields": [{"id": 0, "name": "a", "type": "INT"}, {"id": 0, "name": "b", "type": "INT"}]}');
SELECT pg_temp.made('c7', '{"fields": [{"id": 0, "name": "_KEY_a", "type": "INT"}]}');
SELECT pg_temp.made('c7', '{"fields": [{"id": 0, "name": "rowkind", "type": "INT"}]}');
SELECT pg_temp.made('c7', '{"fields": [{"id": 0, "name": "a", "type": {"type": "MAP", "key": "INT", "value": "INT"}}], "primaryKeys": ["a"], "options": {"bucket": "1"}}');
SELECT pg_temp.got('c7');
-- case 8
SELECT pg_temp.made('b3', '{"fields": [{"id": 0, "name": "k", "type": "INT"}, {"id": 1, "name": "v", "type": {"type": "ARRAY", "element": {"type": "MAP", "key": "INT", "value": {"type": "ROW", "fields": [{"id": 2, "name": "f1", "type": "INT"}, {"id": 3, "name": "f2", "type": "BIGINT"}]}}}},
    {"id": 4, "name": "w", "type": {"type": "ARRAY", "element": "INT NOT NULL"}}, {"id": 5, "name": "m", "type": {"type": "MAP", "key": "INT", "value": "STRING"}}]}');
SELECT pg_temp.fields(lakesoul.paimon_get_table(pg_temp.named('b3')) -> 'schema' -> 'fields'), highest_field_id FROM lakesoul.paimon_schemas WHERE table_id = lakesoul.table_id('b3', 'pai');

-- Buckets, options and comment as properties; a path makes a table external, and is no option.
SELECT pg_temp.made('plain', '{"fields": [{"name": "a", "type": "INT"}], "options": {"x": 1, "y": true}}'), pg_temp.stored('plain');
SELECT pg_temp.made('keyed', '{"fields": [{"name": "a", "type": "INT"}], "primaryKeys": ["a"]}'), pg_temp.stored('keyed');
SELECT pg_temp.made('outside', '{"fields": [{"name": "a", "type": "INT"}], "options": {"path": "/outside", "k": "v"}, "comment": "there"}'), pg_temp.stored('outside');
SELECT pg_temp.got('outside');
SELECT pg_temp.made('moved', '{"fields": [{"name": "a", "type": "INT"}]}', 'pai_2');
SELECT lakesoul.paimon_get_table('{"database": "pai_2", "object": "moved"}') ->> 'path';

-- Refused; nothing stays.
SELECT count(*) AS tables FROM table_info \gset
SELECT pg_temp.made('b0', :'b0');
SELECT pg_temp.made('x', :'b0', 'nosuch');
SELECT pg_temp.made('x$branch_y', :'b0');
SELECT pg_temp.made('x$snapshots', :'b0');
SELECT pg_temp.made(' ', :'b0');
SELECT pg_temp.made('x', '{"fields": [{"name": "a", "type": "INT"}], "options": {"path": "/outside"}}');
SELECT pg_temp.made('x', '{"fields": [{"name": "a", "type": "INT"}], "options": {"path": ""}}');
SELECT pg_temp.made('x', '{"fields": [{"name": "a", "type": "INT"}], "options": {"auto-create": "true"}}');
SELECT pg_temp.made('x', '{"fields": [{"name": "a", "type": "INT"}], "options": {"hashBucketNum": "8"}}');
SELECT pg_temp.made('x', '{"fields": [{"name": "a", "type": "INT"}], "options": {"domain": "x"}}');
SELECT pg_temp.made('x', '{"fields": [{"name": "a", "type": {"type": "MULTISET", "element": "INT"}}]}');
SELECT pg_temp.made('x', '{"fields": [{"name": "a;b", "type": "INT"}], "primaryKeys": ["a;b"]}');
SELECT pg_temp.made('x', '{"fields": [{"name": "a", "type": "REAL"}]}');
SELECT pg_temp.made('x', '{"fields": [{"id": 0, "name": "a", "type": "INT"}, {"name": "b", "type": "INT"}]}');
SELECT left(pg_temp.made(repeat('x', 2680), '{"fields": [{"name": "a", "type": "INT"}]}'), 100);
SELECT pg_temp.api($$create_table('{"identifier": {"database": "pai"}, "schema": {}}')$$);
SELECT pg_temp.api($$create_table('{"identifier": {"database": "pai", "object": "x"}}')$$);
SELECT pg_temp.api($$create_table('"x"')$$);
SELECT pg_temp.api($$create_table(NULL)$$);
RESET lakesoul.warehouse;
SELECT pg_temp.made('x', '{"fields": [{"name": "a", "type": "INT"}]}');
SET lakesoul.warehouse = '/warehouse';
SELECT count(*) = :tables FROM table_info;
-- Gets that find nothing.
SELECT pg_temp.got('nosuch');
SELECT pg_temp.api($$get_table('{"database": "nosuch", "object": "b0"}')$$);
SELECT pg_temp.api($$get_table('{"database": "pai", "object": "b0$branch_x"}')$$);
SELECT pg_temp.api($$get_table('{"database": "pai", "object": "b0$snapshots"}')$$);
SELECT pg_temp.api($$get_table('{"database": "pai", "object": "a$b$c$d"}')$$);
SELECT pg_temp.api($$get_table('{"database": "pai"}')$$);
SELECT pg_temp.api($$get_table(NULL)$$);
SELECT pg_temp.api($$get_table_by_id('nosuch')$$);
SELECT pg_temp.api($$get_table_by_id(NULL)$$);

-- Tables that LakeSoul's clients made, in each of their dialects, are there like others.
SELECT lakesoul.create_table('arrow', '/arrow', '{"fields": [{"name": "id", "nullable": false, "type": {"name": "int", "bitWidth": 64, "isSigned": true}, "children": []}, {"name": "dt", "nullable": true, "type": {"name": "utf8"}, "children": []}]}',
    'pai', '{dt}', '{id}', 8, '{"comment": "of LakeSoul", "n": 1, "o": {"a": [1]}, "domain": "public", "z": null, "use_cdc": "true"}', table_id => 'table_arrow');
SELECT pg_temp.got('arrow');
SELECT lakesoul.create_table('spark', '/spark', '{"type": "struct", "fields": [{"name": "id", "type": "integer", "nullable": true, "metadata": {}}, {"name": "d", "type": "decimal(10,2)", "nullable": true, "metadata": {}}]}', 'pai', table_id => 'table_spark');
SELECT pg_temp.got('spark');
SELECT lakesoul.create_table('', '/nameless', '{"fields": []}', 'pai', table_id => 'table_nameless');
SELECT pg_temp.api($$get_table_by_id('table_nameless')$$);
SELECT pg_temp.api($$get_table('{"database": "pai", "object": ""}')$$);
SELECT lakesoul.create_table('odd', '/odd', 'no JSON', 'pai', table_id => 'table_odd');
SELECT pg_temp.got('odd');
UPDATE table_info SET properties = '{"a": "\u0000"}' WHERE table_id = 'table_spark';
SELECT lakesoul.paimon_get_table(pg_temp.named('spark')) #> '{schema,options}';
UPDATE table_info SET properties = '{}' WHERE table_id = 'table_spark';
-- Reading makes no rows.
SELECT count(*) FROM lakesoul.paimon_tables WHERE table_id IN ('table_arrow', 'table_spark', 'table_odd');

-- case 39: renamed.
SELECT lakesoul.paimon_get_table(pg_temp.named('b0')) - 'name' - 'updatedAt' AS before \gset
SELECT pg_temp.renamed('b0', 'plain');
SELECT pg_temp.renamed('a', 'b');
SELECT pg_temp.renamed('b0', 'b0');
SELECT pg_temp.renamed('b0', 'b1');
SELECT pg_temp.got('b0');
SELECT lakesoul.paimon_get_table(pg_temp.named('b1')) - 'name' - 'updatedAt' = :'before';
SELECT pg_temp.stored('b1');
SELECT partition_desc, files FROM lakesoul.partitions('b1', 'pai');
-- To another database, and back.
SELECT pg_temp.renamed('b1', 'moved', 'pai_2');
SELECT pg_temp.renamed('b1', 'b1', 'nosuch');
SELECT pg_temp.renamed('b1', 'b0', 'pai_2');
SELECT lakesoul.paimon_get_table('{"database": "pai_2", "object": "b0"}') - 'name' - 'updatedAt' - 'database' = :'before'::jsonb - 'database';
SELECT pg_temp.api($$rename_table('{"source": {"database": "pai_2", "object": "b0"}, "destination": {"database": "pai", "object": "b0"}}')$$);
-- Refused.
SELECT pg_temp.renamed('b0', 'b$branch_x');
SELECT pg_temp.renamed('b0$branch_main', 'x');
SELECT pg_temp.renamed('b0', ' ');
SELECT left(pg_temp.renamed('b0', repeat('x', 2680)), 100);
SELECT pg_temp.api($$rename_table('{"source": {"database": "pai", "object": "b0"}}')$$);
SELECT lakesoul.create_namespace('pai_3', domain => 'another');
SELECT pg_temp.renamed('b0', 'b0', 'pai_3');
SELECT pg_temp.stored('b0') IS NOT NULL;

-- case 38: lists.
SELECT lakesoul.paimon_create_database('{"name": "pai_38"}');
SELECT pg_temp.made(n, '{"fields": [{"name": "a", "type": "INT"}]}', 'pai_38') FROM unnest(ARRAY['table1', 'table2', 'table3', 'abd', 'def', 'opr', 'table_name']) AS n;
SELECT pg_temp.api($$list_tables('pai_38', '{"maxResults": 2}')$$);
SELECT pg_temp.api($$list_tables('pai_38', '{"maxResults": 2, "pageToken": "def"}')$$);
SELECT pg_temp.api($$list_tables('pai_38', '{"maxResults": 5, "pageToken": "def"}')$$);
SELECT pg_temp.api($$list_tables('pai_38', '{"pageToken": "table_name"}')$$);
SELECT pg_temp.api($$list_tables('pai_38', '{"tableNamePattern": "table%"}')$$);
SELECT pg_temp.api($$list_tables('pai_38', '{"tableNamePattern": "table_"}')$$);
SELECT pg_temp.api($$list_tables('pai_38', '{"tableNamePattern": "table_%"}')$$);
SELECT pg_temp.api($$list_tables('pai_38', '{"tableNamePattern": "def"}')$$);
SELECT pg_temp.api($$list_tables('pai_38', '{"tableNamePattern": "", "maxResults": "1"}')$$);
SELECT pg_temp.api($$list_tables('pai_38', '{"tableNamePattern": "%table"}')$$);
SELECT pg_temp.api($$list_tables('pai_38', '{"tableNamePattern": "ta%le"}')$$);
SELECT pg_temp.api($$list_tables('pai_38', '{"maxResults": "x"}')$$);
SELECT pg_temp.api($$list_tables('pai_38', '{"maxResults": 1.5}')$$);
SELECT pg_temp.api($$list_tables('nosuch', '{}')$$);
SELECT pg_temp.api($$list_tables(NULL, '{}')$$);
-- Details are what each table answers alone; LakeSoul's own tables among them, and what cannot be read left out.
SELECT jsonb_agg(lakesoul.paimon_get_table(pg_temp.named(n #>> '{}', 'pai_38')) ORDER BY o) = lakesoul.paimon_list_table_details('pai_38', '{"tableNamePattern": "table%", "maxResults": 3}') -> 'tableDetails'
  FROM jsonb_array_elements(lakesoul.paimon_list_tables('pai_38', '{"tableNamePattern": "table%", "maxResults": 3}') -> 'tables') WITH ORDINALITY AS t (n, o);
SELECT lakesoul.paimon_list_table_details('pai_38', '{"maxResults": 3}') -> 'nextPageToken';
SELECT jsonb_agg(lakesoul.paimon_get_table(pg_temp.named(n #>> '{}')) ORDER BY o) = lakesoul.paimon_list_table_details('pai', '{}') -> 'tableDetails'
  FROM jsonb_array_elements(lakesoul.paimon_list_tables('pai') -> 'tables') WITH ORDINALITY AS t (n, o) WHERE n <> '"odd"';
SELECT lakesoul.paimon_list_table_details('pai', '{"tableNamePattern": "nosuch"}');
SELECT pg_temp.api($$list_table_details('nosuch', '{}')$$);
-- What was joined is a jsonb like any other.
SELECT lakesoul.paimon_list_table_details('pai_38')::text::jsonb = lakesoul.paimon_list_table_details('pai_38'),
       lakesoul.paimon_list_table_details('pai_38') @> '{"tableDetails": [{"name": "opr", "isExternal": false, "schemaId": 0}]}',
       jsonb_object_agg(d ->> 'name', d -> 'schema' #>> '{fields,0,id}') FROM jsonb_array_elements(lakesoul.paimon_list_table_details('pai_38') -> 'tableDetails') AS d;
-- By type.
SELECT pg_temp.made('formatted', '{"fields": [{"name": "a", "type": "INT"}], "options": {"type": "format-table"}}', 'pai_38');
SELECT pg_temp.api($$list_tables('pai_38', '{"tableType": "format-table"}')$$);
SELECT pg_temp.api($$list_tables('pai_38', '{"tableType": "table", "maxResults": 3}')$$);
SELECT pg_temp.api($$list_tables('pai_38', '{"tableType": "x"}')$$);
-- Everywhere.
SELECT pg_temp.api($$list_tables_globally('{"databaseNamePattern": "pai%", "tableNamePattern": "m%"}')$$);
SELECT pg_temp.api($$list_tables_globally('{"databaseNamePattern": "pai_%", "maxResults": 3}')$$);
SELECT pg_temp.api($$list_tables_globally('{"databaseNamePattern": "pai_%", "maxResults": 3, "pageToken": "pai_38.abd"}')$$);
SELECT pg_temp.api($$list_tables_globally('{"tableNamePattern": "opr", "tableType": "table"}')$$);
SELECT pg_temp.api($$list_tables_globally('{"databaseNamePattern": "%x"}')$$);

-- A page has 100 rows, whoever asks for more; nobody who asks for no page waits for another.
SELECT count(lakesoul.create_table('m' || lpad(n::text, 3, '0'), '/m/' || n, '{"fields": []}', 'pai_38')) FROM generate_series(1, 150) AS n;
SELECT jsonb_array_length(a -> 'tableDetails'), a -> 'nextPageToken' FROM (VALUES ('{"maxResults": 1000}'::jsonb), ('{"pageToken": "m050", "tableNamePattern": "m%"}'), (NULL)) AS v (q), lakesoul.paimon_list_table_details('pai_38', q) AS a;
-- As many databases as tables, past the 32nd of anything.
SELECT (d ->> 'name') = 'm' || lpad(n::text, 3, '0') FROM jsonb_array_elements(lakesoul.paimon_list_table_details('pai_38', NULL) -> 'tableDetails') WITH ORDINALITY AS t (d, o), generate_series(33, 133, 50) AS n WHERE d ->> 'name' = 'm' || lpad(n::text, 3, '0');

-- Dropped: nothing stays, and a new one of the name is another table.
SELECT lakesoul.table_id('b0', 'pai') AS id \gset
SELECT pg_temp.dropped('b0');
SELECT count(*) FROM lakesoul.paimon_tables WHERE table_id = :'id';
SELECT count(*) FROM lakesoul.paimon_schemas WHERE table_id = :'id';
SELECT count(*) FROM partition_info WHERE table_id = :'id';
SELECT pg_temp.dropped('b0');
SELECT pg_temp.dropped('b0$branch_main');
SELECT pg_temp.dropped('arrow');
-- case 30: a new table of the name has another id.
SELECT pg_temp.made('b0', :'b0');
SELECT lakesoul.table_id('b0', 'pai') <> :'id';
SELECT pg_temp.api(format('get_table_by_id(%L)', :'id'));
-- Files of a table of ours are kept as dropped; those of an external one are somebody else's.
SELECT pg_temp.dropped('outside'), count(*) FROM lakesoul.dropped_paths WHERE path = '/outside';
SELECT path, is_folder, reason FROM lakesoul.dropped_paths WHERE path = '/arrow';
-- LakeSoul's own function, and a table that a stock client drops.
SELECT * FROM lakesoul.drop_table('b0', 'pai');
SELECT count(*) FROM lakesoul.paimon_tables AS p WHERE NOT EXISTS (SELECT FROM table_info AS t WHERE t.table_id = p.table_id);
SELECT lakesoul.table_id('plain', 'pai') AS id \gset
DELETE FROM table_name_id WHERE table_id = :'id';
DELETE FROM table_path_id WHERE table_id = :'id';
DELETE FROM table_info WHERE table_id = :'id';
SELECT pg_temp.got('plain');
-- Whoever makes a table of its id again makes another one.
SELECT lakesoul.create_table('plain', '/plain', '{"fields": []}', 'pai', table_id => :'id') = :'id';
SELECT lakesoul.paimon_get_table(pg_temp.named('plain')) -> 'owner', count(*) FROM lakesoul.paimon_tables WHERE table_id = :'id';

-- Whose rights: those of the base tables.
GRANT SELECT, INSERT, UPDATE, DELETE ON table_info, table_name_id, table_path_id, partition_info, data_commit_info, discard_compressed_file_info TO regress_paimon_owner;
GRANT SELECT ON namespace TO regress_paimon_owner, regress_paimon_reader;
GRANT SELECT ON table_info, table_name_id, table_path_id, partition_info TO regress_paimon_reader;
SET ROLE regress_paimon_owner;
SELECT pg_temp.made('owned', '{"fields": [{"name": "a", "type": "INT"}]}');
SELECT lakesoul.paimon_get_table(pg_temp.named('owned')) ->> 'owner';
SELECT pg_temp.api($$alter_table(pg_temp.named('owned'), '{"changes": [{"action": "setOption", "key": "a", "value": "b"}]}')$$);
SET ROLE regress_paimon_reader;
SELECT lakesoul.paimon_get_table(pg_temp.named('owned')) -> 'schema' -> 'options';
SELECT pg_temp.made('x', '{"fields": [{"name": "a", "type": "INT"}]}');
SELECT pg_temp.api($$alter_table(pg_temp.named('owned'), '{"changes": []}')$$);
SELECT pg_temp.api($$alter_table(pg_temp.named('spark'), '{"changes": []}')$$);
SELECT pg_temp.renamed('owned', 'x');
SELECT pg_temp.dropped('owned');
UPDATE lakesoul.paimon_tables SET owner = 'me';
INSERT INTO lakesoul.paimon_schemas VALUES ('x', 0, '{}', 0, 0, '');
SET ROLE regress_paimon_owner;
SELECT pg_temp.renamed('owned', 'owned_2');
RESET ROLE;
SELECT schema_id, owner, updated_by FROM lakesoul.paimon_tables WHERE table_id IN (lakesoul.table_id('owned_2', 'pai'), 'table_spark');

-- Under row-level security, what is not seen is not there, whatever is asked.
ALTER TABLE table_info ENABLE ROW LEVEL SECURITY;
CREATE POLICY mine ON table_info USING (table_name LIKE 'own%');
SET ROLE regress_paimon_owner;
SELECT pg_temp.got('spark');
SELECT pg_temp.api($$get_table_by_id('table_spark')$$);
SELECT pg_temp.api($$alter_table(pg_temp.named('spark'), '{"changes": []}')$$);
SELECT pg_temp.renamed('spark', 'own');
SELECT pg_temp.dropped('spark');
SELECT pg_temp.made('spark', '{"fields": [{"name": "a", "type": "INT"}]}');
SELECT pg_temp.api($$list_tables('pai')$$);
SELECT pg_temp.api($$list_tables_globally()$$);
SELECT jsonb_array_length(lakesoul.paimon_list_table_details('pai') -> 'tableDetails');
SELECT count(*) FROM lakesoul.paimon_tables;
SELECT pg_temp.dropped('owned_2');
RESET ROLE;
ALTER TABLE table_info DISABLE ROW LEVEL SECURITY;
DROP POLICY mine ON table_info;

SELECT count(lakesoul.paimon_drop_database(namespace, true)) FROM namespace WHERE namespace LIKE 'pai%';
SELECT count(*) FROM lakesoul.paimon_tables AS p LEFT JOIN lakesoul.paimon_schemas USING (table_id);
DROP OWNED BY regress_paimon_owner, regress_paimon_reader;
DROP ROLE regress_paimon_owner, regress_paimon_reader;
