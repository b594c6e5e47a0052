-- Namespaces and tables that are there: changed, renamed, moved, dropped with what they hold.
SELECT count(*) > 0 FROM lakesoul.setup();
\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/test/fixtures/commit_helpers.sql'
\set ECHO none
\i :helpers
\set ECHO all
\set SHOW_CONTEXT never
\pset tuples_only
\pset format unaligned
CREATE FUNCTION pg_temp.try(call text) RETURNS SETOF text LANGUAGE sql AS $$ SELECT pg_temp.attempt('SELECT (lakesoul.' || call || ')::text') $$;
CREATE FUNCTION pg_temp.rows_of(id text) RETURNS SETOF text LANGUAGE sql AS $$
    SELECT concat_ws(' | ', 'info', table_namespace, table_name, table_path, properties, domain) FROM table_info WHERE table_id = id
    UNION ALL SELECT concat_ws(' | ', 'name', table_namespace, table_name, domain) FROM table_name_id WHERE table_id = id
    UNION ALL SELECT concat_ws(' | ', 'path', table_namespace, table_path, domain) FROM table_path_id WHERE table_id = id
$$;

-- 1. Properties of a namespace are replaced; a stored domain key stays.
SELECT lakesoul.create_namespace('alter_a', '{"location": "/alter", "owner": "x"}', 'first', 'lake-public');
SELECT lakesoul.alter_namespace('alter_a', '{"b": 1,  "c": [true, null]}');
SELECT properties FROM namespace WHERE namespace = 'alter_a';
UPDATE namespace SET properties = '{"domain": "lake-public", "x": 1}' WHERE namespace = 'alter_a';
SELECT lakesoul.alter_namespace('alter_a', '{"domain": "other", "y": 2}');
SELECT properties, comment, domain FROM namespace WHERE namespace = 'alter_a';
SELECT pg_temp.everything() AS before \gset
SELECT pg_temp.try($$alter_namespace('alter_a', '[]')$$);
SELECT pg_temp.try($$alter_namespace('alter_a', NULL)$$);
SELECT pg_temp.try($$alter_namespace(NULL, '{}')$$);
SELECT pg_temp.try($$alter_namespace('alter_none', '{}')$$);
SELECT pg_temp.everything() = :'before';

-- 2. Lists, by domain too.
SELECT lakesoul.create_namespace('alter_b');
SELECT lakesoul.create_table('t1', '/alter/t1', '{}', 'alter_b', table_id => 'alter_t1');
SELECT namespace, domain, comment, tables FROM lakesoul.list_namespaces() WHERE namespace LIKE 'alter%';
SELECT namespace FROM lakesoul.list_namespaces('lake-public') WHERE namespace LIKE 'alter%';
SELECT count(*) FROM lakesoul.list_namespaces('no such domain');

-- 3. A rename keeps id and path, and moves the mapping.
SELECT lakesoul.rename_table('t1', 't2', 'alter_b');
SELECT pg_temp.rows_of('alter_t1');
SELECT lakesoul.table_id('t2', 'alter_b');
SELECT pg_temp.try($$table_id('t1', 'alter_b')$$);
-- To where it is already: nothing.
SELECT lakesoul.rename_table('t2', 't2', 'alter_b');
-- The old name is free, the new one is taken.
SELECT lakesoul.create_table('t1', '/alter/t1-again', '{}', 'alter_b', table_id => 'alter_again');
SELECT pg_temp.everything() AS before \gset
SELECT pg_temp.try($$rename_table('t1', 't2', 'alter_b')$$);
SELECT pg_temp.try($$rename_table('t1', '', 'alter_b')$$);
SELECT pg_temp.try($$rename_table('t1', NULL, 'alter_b')$$);
SELECT pg_temp.try($$rename_table('none', 'x', 'alter_b')$$);
SELECT pg_temp.try($$rename_table('t1', 'x')$$);
SELECT pg_temp.try($$rename_table_by_id('alter_none', 'x')$$);
SELECT pg_temp.try($$rename_table('t1', 'x', 'alter_b', 'alter_none')$$);
SELECT pg_temp.try($$rename_table('t1', 'x', 'alter_b', new_namespace => 'alter_a')$$);
SELECT pg_temp.try($$rename_table('t1', pg_temp.noise(2680), 'alter_b')$$);
SELECT pg_temp.everything() = :'before';
-- To another namespace of its domain, with any characters in the name.
SELECT lakesoul.create_namespace('alter %_"c"');
SELECT lakesoul.rename_table('t2', 't_%"2'' \', 'alter_b', 'alter %_"c"');
SELECT pg_temp.rows_of('alter_t1');
SELECT lakesoul.table_id('t_%"2'' \', 'alter %_"c"');
SELECT lakesoul.rename_table_by_id('alter_t1', U&'\6E56\4ED3 \+01F30A' || repeat('x', 2000), 'alter_b');
SELECT length(table_name) FROM table_name_id WHERE table_id = 'alter_t1';
SELECT lakesoul.rename_table_by_id('alter_t1', 't2');
-- A table with a path only gets a name, and the mapping row it never had.
SELECT lakesoul.create_table('', '/alter/nameless', '{}', 'alter_b', table_id => 'alter_nameless');
SELECT lakesoul.rename_table_by_id('alter_nameless', 'named');
SELECT pg_temp.rows_of('alter_nameless');

-- 4. Another path: the mapping moves, discard rows follow, committed files stay where they are.
SELECT partition_desc, status, version FROM lakesoul.commit_files('t2', ARRAY[('-5', '/alter/t1/f1', 'add', 1, '')]::lakesoul.file_change[], 'alter_b');
INSERT INTO discard_compressed_file_info (file_path, table_path, partition_desc, t_date) VALUES ('/alter/t1/old', '/alter/t1', '-5', '2026-01-01');
SELECT lakesoul.move_table_path('t2', '/alter/moved', 'alter_b');
SELECT pg_temp.rows_of('alter_t1');
SELECT path FROM lakesoul.files('t2', 'alter_b');
SELECT file_path, table_path FROM discard_compressed_file_info WHERE file_path LIKE '/alter/%';
SELECT lakesoul.move_table_path('t2', '/alter/moved', 'alter_b');
SELECT pg_temp.everything() AS before \gset
SELECT pg_temp.try($$move_table_path('t2', '/alter/nameless', 'alter_b')$$);
SELECT pg_temp.try($$move_table_path('t2', NULL, 'alter_b')$$);
SELECT pg_temp.try($$move_table_path('t2', pg_temp.noise(2681), 'alter_b')$$);
SELECT pg_temp.try($$move_table_path('none', '/x', 'alter_b')$$);
SELECT lakesoul.create_table('', '/alter/only', '{}', 'alter_b', table_id => 'alter_only');
SELECT pg_temp.try($$move_table_path_by_id('alter_only', '')$$);
SELECT * FROM lakesoul.drop_table_by_id('alter_only');
SELECT pg_temp.everything() = :'before';
-- A table with a name can do without a path, and get one again.
SELECT lakesoul.move_table_path_by_id('alter_nameless', '');
SELECT pg_temp.rows_of('alter_nameless');
SELECT lakesoul.move_table_path_by_id('alter_nameless', '/alter/nameless');
SELECT pg_temp.rows_of('alter_nameless');

-- 5. Properties: merged key by key, or replaced; the stored domain stays; keys are removed.
SELECT lakesoul.set_table_properties('t2', '{"partition.ttl": 7, "a": {"deep": 1}}', 'alter_b');
SELECT lakesoul.set_table_properties('t2', '{"a": null}', 'alter_b');
SELECT lakesoul.set_table_properties_by_id('alter_t1', '{"b": "x"}', replace => true);
UPDATE table_info SET properties = '{"domain": "public", "b": 1}' WHERE table_id = 'alter_t1';
SELECT lakesoul.set_table_properties('t2', '{"domain": "stolen", "c": 1}', 'alter_b', replace => true);
SELECT lakesoul.remove_table_properties('t2', '{c,domain,none}', 'alter_b');
SELECT lakesoul.set_table_properties('t2', '{"c": 1, "d": 2}', 'alter_b');
SELECT lakesoul.remove_table_properties_by_id('alter_t1', '{d}');
SELECT lakesoul.remove_table_properties_by_id('alter_t1', '{}');
SELECT properties FROM table_info WHERE table_id = 'alter_t1';
SELECT pg_temp.everything() AS before \gset
SELECT pg_temp.try($$set_table_properties('t2', '"x"', 'alter_b')$$);
SELECT pg_temp.try($$set_table_properties('t2', NULL, 'alter_b')$$);
SELECT pg_temp.try($$remove_table_properties('t2', NULL, 'alter_b')$$);
SELECT pg_temp.try($$remove_table_properties('t2', '{x,NULL}', 'alter_b')$$);
SELECT pg_temp.try($$set_table_properties('none', '{}', 'alter_b')$$);
SELECT pg_temp.everything() = :'before';
-- From then on they count.
SELECT lakesoul.set_table_properties('t2', '{"lakesoul.compaction_threshold": 1}', 'alter_b');
SELECT partition_desc, status, version FROM lakesoul.commit_files('t2', ARRAY[('-5', '/alter/moved/f2', 'add', 1, '')]::lakesoul.file_change[], 'alter_b');
SELECT version FROM lakesoul.due_compactions WHERE table_id = 'alter_t1';

-- 6. A schema is stored byte for byte; the Arrow pair is stored with the hash of the text, or cleared.
SELECT lakesoul.create_table('s', '/alter/s', '{"fields":[{"name":"id"},{"name":"dt"}]}', 'alter_b', range_partitions => '{dt}', primary_keys => '{id}', table_id => 'alter_s');
SELECT lakesoul.set_table_schema('s', '{"fields":[{"name":"id"}, {"name":"dt"},  {"name":"new"}]}', 'alter_b', '\x00ff');
SELECT table_schema, table_schema_arrow_ipc, table_schema_arrow_ipc_json_hash = md5(table_schema),
       (properties ->> 'last_schema_change_time')::bigint BETWEEN extract(epoch FROM now()) * 1000 - 60000 AND extract(epoch FROM clock_timestamp()) * 1000,
       properties ->> 'hashBucketNum'
  FROM table_info WHERE table_id = 'alter_s';
SELECT lakesoul.set_table_schema_by_id('alter_s', 'a dialect of its own');
SELECT table_schema, table_schema_arrow_ipc, table_schema_arrow_ipc_json_hash FROM table_info WHERE table_id = 'alter_s';
SELECT pg_temp.everything() AS before \gset
SELECT pg_temp.try($$set_table_schema('s', '{"fields":[{"name":"id"}]}', 'alter_b')$$);
SELECT pg_temp.try($$set_table_schema('s', '', 'alter_b')$$);
SELECT pg_temp.try($$set_table_schema('s', NULL, 'alter_b')$$);
SELECT pg_temp.try($$set_table_schema('none', '{}', 'alter_b')$$);
SELECT pg_temp.everything() = :'before';

-- 7. A namespace is dropped when it is empty, or with what it holds: the paths to remove come back.
SELECT pg_temp.everything() AS before \gset
SELECT pg_temp.try($$drop_namespace('alter_b')$$);
SELECT pg_temp.try($$drop_namespace('default')$$);
SELECT pg_temp.try($$drop_namespace('default', cascade => true)$$);
SELECT pg_temp.try($$drop_namespace('alter_none')$$);
SELECT pg_temp.try($$drop_namespace(NULL)$$);
SELECT pg_temp.everything() = :'before';
SELECT * FROM lakesoul.drop_namespace('alter_b', cascade => true) AS path ORDER BY path COLLATE "C";
SELECT * FROM lakesoul.drop_namespace('alter_a');
SELECT * FROM lakesoul.drop_namespace('alter %_"c"', true);
SELECT count(*) FROM table_info WHERE table_id LIKE 'alter%';
SELECT count(*) FROM namespace WHERE namespace LIKE 'alter%';
