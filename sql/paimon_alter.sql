-- Changes of tables through the Paimon API, what LakeSoul's clients see of them, and what the API sees of theirs.
SELECT count(*) > 0 FROM lakesoul.setup();
\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/test/fixtures/paimon_helpers.sql'
\set ECHO none
SET check_function_bodies = off;
\i :helpers
CREATE FUNCTION pg_temp.make(name text, schema jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM lakesoul.paimon_create_table(jsonb_build_object('identifier', pg_temp.named(name),
        'schema', '{"partitionKeys": [], "primaryKeys": [], "options": {}}' || schema));
END
$$;
CREATE FUNCTION pg_temp.alter(name text, changes jsonb) RETURNS text LANGUAGE sql AS $$
    SELECT pg_temp.api(format('alter_table(%L, %L)', pg_temp.named(name), jsonb_build_object('changes', changes)))
$$;
-- A table in one line: version, columns, highest id, keys, options, comment; then the columns in LakeSoul's own order, keys and properties.
CREATE FUNCTION pg_temp.show(name text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    g jsonb := lakesoul.paimon_get_table(pg_temp.named(name));
    s jsonb := g -> 'schema';
    t public.table_info := (SELECT i FROM public.table_info AS i WHERE i.table_id = g ->> 'id');
    highest int := (SELECT v.highest_field_id FROM lakesoul.paimon_schemas AS v WHERE v.table_id = t.table_id AND v.schema_id = (g -> 'schemaId')::bigint);
BEGIN
    RETURN concat_ws(' ', 'S' || (g ->> 'schemaId'), pg_temp.fields(s -> 'fields'), '^' || highest, 'pk' || NULLIF((s -> 'primaryKeys')::text, '[]'),
        'by' || NULLIF((s -> 'partitionKeys')::text, '[]'), NULLIF((s -> 'options')::text, '{}'), s -> 'comment')
        || concat_ws(' ', ' |', (SELECT string_agg(f ->> 'name', ',' ORDER BY o) FROM jsonb_array_elements(t.table_schema::jsonb -> 'fields') WITH ORDINALITY AS e (f, o)),
        t.partitions, t.properties::jsonb - 'last_schema_change_time');
END
$$;
-- A table is made, changed, shown and dropped; or the error's code, resource and SQLSTATE, and whether all is as before.
CREATE FUNCTION pg_temp.try(schema jsonb, changes jsonb, data boolean DEFAULT false) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    before text;
    after text;
    detail jsonb;
    text_of_detail text;
BEGIN
    PERFORM pg_temp.make('a', schema);
    IF data THEN
        PERFORM lakesoul.commit_files('a', ARRAY[('-5', '/f_0000.parquet', 'add', 1, '')]::lakesoul.file_change[], current_setting('test.database'));
    END IF;
    before := (SELECT i::text FROM public.table_info AS i WHERE i.table_name = 'a' AND i.table_namespace = current_setting('test.database'));
    BEGIN
        PERFORM lakesoul.paimon_alter_table(pg_temp.named('a'), jsonb_build_object('changes', changes));
        after := pg_temp.show('a');
    EXCEPTION WHEN OTHERS THEN
        GET STACKED DIAGNOSTICS text_of_detail = PG_EXCEPTION_DETAIL;
        detail := text_of_detail;
        after := concat_ws(' ', detail ->> 'code', SQLSTATE, detail ->> 'resourceType', detail ->> 'resourceName', '|', SQLERRM,
            CASE WHEN detail ->> 'message' <> SQLERRM THEN detail ->> 'message' END);
        IF before <> (SELECT i::text FROM public.table_info AS i WHERE i.table_name = 'a' AND i.table_namespace = current_setting('test.database')) THEN
            after := after || ' BUT CHANGED';
        END IF;
    END;
    PERFORM lakesoul.paimon_drop_table(pg_temp.named('a'));
    RETURN after;
END
$$;
\set ECHO all
\set SHOW_CONTEXT never
\pset tuples_only
\pset format unaligned
SET test.database = 'pal';
SET lakesoul.warehouse = '/warehouse';
SELECT lakesoul.paimon_create_database('{"name": "pal"}');
\set b0 '{"fields": [{"id": 0, "name": "order_id", "type": "BIGINT"}, {"id": 1, "name": "dt", "type": "STRING"}, {"id": 2, "name": "amount", "type": "DECIMAL(10, 2)"}, {"id": 3, "name": "note", "type": "STRING"}], "partitionKeys": ["dt"], "primaryKeys": ["order_id", "dt"], "options": {"bucket": "2"}, "comment": "orders"}'
\set b1 '{"fields": [{"id": 0, "name": "f0", "type": "INT"}, {"id": 1, "name": "f1", "type": "BIGINT"}]}'
\set b2 '{"fields": [{"id": 0, "name": "k", "type": "INT"}, {"id": 1, "name": "v", "type": {"type": "ROW", "fields": [{"id": 2, "name": "f1", "type": "STRING"}, {"id": 3, "name": "f2", "type": {"type": "ROW", "fields": [{"id": 4, "name": "f1", "type": "INT"}, {"id": 5, "name": "f2", "type": "BIGINT"}]}}]}}]}'
\set b3 '{"fields": [{"id": 0, "name": "k", "type": "INT"}, {"id": 1, "name": "v", "type": {"type": "ARRAY", "element": {"type": "MAP", "key": "INT", "value": {"type": "ROW", "fields": [{"id": 2, "name": "f1", "type": "INT"}, {"id": 3, "name": "f2", "type": "BIGINT"}]}}}}, {"id": 4, "name": "w", "type": {"type": "ARRAY", "element": "INT NOT NULL"}}, {"id": 5, "name": "m", "type": {"type": "MAP", "key": "INT", "value": "STRING"}}]}'

-- case 9
SELECT pg_temp.try(:'b1', '[{"action": "addColumn", "fieldNames": ["f2"], "dataType": "STRING", "comment": null, "move": null}]');
-- case 10
SELECT pg_temp.try(:'b1', '[{"action": "addColumn", "fieldNames": ["f2"], "dataType": "STRING", "move": {"fieldName": "f2", "referenceFieldName": "f0", "type": "AFTER"}}]');
SELECT pg_temp.try(:'b1', '[{"action": "addColumn", "fieldNames": ["f2"], "dataType": "STRING", "move": {"fieldName": "f2", "referenceFieldName": "zz", "type": "AFTER"}}]');
-- case 11
SELECT pg_temp.try(:'b1', '[{"action": "addColumn", "fieldNames": ["f2"], "dataType": "STRING NOT NULL"}]');
SELECT pg_temp.try(:'b1', '[{"action": "addColumn", "fieldNames": ["f1"], "dataType": "STRING"}]');
-- case 12
SELECT pg_temp.try(:'b1', '[{"action": "addColumn", "fieldNames": ["r"], "dataType": {"type": "ROW", "fields": [{"name": "x", "type": "INT"}, {"name": "y", "type": {"type": "ROW", "fields": [{"name": "z", "type": "INT NOT NULL"}]}}]}},
    {"action": "addColumn", "fieldNames": ["s"], "dataType": "INT"}]');
-- case 13
SELECT pg_temp.try(:'b2', '[{"action": "addColumn", "fieldNames": ["v", "f2", "f3"], "dataType": "STRING", "comment": "", "move": {"fieldName": "f3", "referenceFieldName": "f1", "type": "AFTER"}}]');
SELECT pg_temp.try(:'b2', '[{"action": "addColumn", "fieldNames": ["v", "invalid", "f4"], "dataType": "STRING"}]');
SELECT pg_temp.try(:'b2', '[{"action": "addColumn", "fieldNames": ["v", "f2", "f1"], "dataType": "STRING"}]');
-- case 14
SELECT pg_temp.try(:'b3', '[{"action": "addColumn", "fieldNames": ["v", "element", "value", "f3"], "dataType": "STRING", "move": {"fieldName": "f3", "type": "FIRST"}}, {"action": "dropColumn", "fieldNames": ["v", "element", "value", "f2"]},
    {"action": "updateColumnType", "fieldNames": ["v", "element", "value", "f1"], "newDataType": "BIGINT"}]');
-- case 15
SELECT pg_temp.try(:'b1', '[{"action": "addColumn", "fieldNames": ["f2"], "dataType": "STRING"}, {"action": "dropColumn", "fieldNames": ["f2"]}, {"action": "addColumn", "fieldNames": ["f2"], "dataType": "INT"}]');
-- case 16: a key that is renamed is renamed in partitions too.
SELECT pg_temp.try(:'b0', '[{"action": "renameColumn", "fieldNames": ["order_id"], "newName": "oid"}]');
SELECT pg_temp.try(:'b0', '[{"action": "renameColumn", "fieldNames": ["dt"], "newName": "d"}]');
SELECT pg_temp.try(:'b1', '[{"action": "renameColumn", "fieldNames": ["f0"], "newName": "f1"}]');
SELECT pg_temp.try(:'b1', '[{"action": "renameColumn", "fieldNames": ["zz"], "newName": "x"}]');
-- case 17
SELECT pg_temp.try(:'b1', '[{"action": "renameColumn", "fieldNames": ["f0"], "newName": "tmp"}, {"action": "renameColumn", "fieldNames": ["f1"], "newName": "f0"}, {"action": "renameColumn", "fieldNames": ["tmp"], "newName": "f1"}]');
-- case 18
SELECT pg_temp.try(:'b1'::jsonb || '{"primaryKeys": ["f0"], "options": {"bucket": 2, "bucket-key": "f0", "sequence.field": "f1"}}',
    '[{"action": "renameColumn", "fieldNames": ["f0"], "newName": "a"}, {"action": "renameColumn", "fieldNames": ["f1"], "newName": "b"}]');
-- case 19
SELECT pg_temp.try(:'b0', '[{"action": "dropColumn", "fieldNames": ["note"]}]');
SELECT pg_temp.try(:'b0', '[{"action": "dropColumn", "fieldNames": ["order_id"]}]');
SELECT pg_temp.try(:'b0', '[{"action": "dropColumn", "fieldNames": ["dt"]}]');
SELECT pg_temp.try(:'b1', '[{"action": "dropColumn", "fieldNames": ["f0"]}, {"action": "dropColumn", "fieldNames": ["f1"]}]');
SELECT pg_temp.try(:'b1', '[{"action": "dropColumn", "fieldNames": ["f100"]}]');
-- case 20
SELECT pg_temp.try(:'b1', '[{"action": "updateColumnType", "fieldNames": ["f1"], "newDataType": "INT", "keepNullability": false}]');
SELECT pg_temp.try(:'b1'::jsonb || '{"options": {"disable-explicit-type-casting": "true"}}', '[{"action": "updateColumnType", "fieldNames": ["f1"], "newDataType": "INT"}]');
SELECT pg_temp.try(:'b1', '[{"action": "updateColumnType", "fieldNames": ["f1"], "newDataType": "DATE"}]');
-- case 21
SELECT pg_temp.try(:'b1', '[{"action": "updateColumnType", "fieldNames": ["f0"], "newDataType": "BIGINT NOT NULL", "keepNullability": true}]');
SELECT pg_temp.try(:'b1', '[{"action": "updateColumnType", "fieldNames": ["f0"], "newDataType": "BIGINT NOT NULL", "keepNullability": false}]');
SELECT pg_temp.try(:'b1'::jsonb || '{"options": {"alter-column-null-to-not-null.disabled": "false"}}', '[{"action": "updateColumnType", "fieldNames": ["f0"], "newDataType": "BIGINT NOT NULL"}]');
SELECT pg_temp.try(:'b1', '[{"action": "setOption", "key": "alter-column-null-to-not-null.disabled", "value": "false"}, {"action": "updateColumnType", "fieldNames": ["f0"], "newDataType": "BIGINT NOT NULL"}]');
-- case 22
SELECT pg_temp.try(:'b0', '[{"action": "updateColumnType", "fieldNames": ["amount"], "newDataType": "DECIMAL(4, 1)"}]');
SELECT pg_temp.try(:'b0', '[{"action": "updateColumnType", "fieldNames": ["order_id"], "newDataType": "STRING"}]');
-- case 23
SELECT pg_temp.try(:'b3', '[{"action": "updateColumnType", "fieldNames": ["w", "element"], "newDataType": "BIGINT", "keepNullability": true}]');
SELECT pg_temp.try(:'b3', '[{"action": "updateColumnType", "fieldNames": ["w"], "newDataType": {"type": "ARRAY", "element": "BIGINT"}}]');
-- case 24
SELECT pg_temp.try('{"fields": [{"id": 0, "name": "c", "type": "STRING", "defaultValue": "''123''"}]}', '[{"action": "updateColumnType", "fieldNames": ["c"], "newDataType": "INT"}]');
SELECT pg_temp.try('{"fields": [{"id": 0, "name": "c", "type": "STRING", "defaultValue": "''abc''"}]}', '[{"action": "updateColumnType", "fieldNames": ["c"], "newDataType": "INT"}]');
-- case 25
SELECT pg_temp.try(:'b1', '[{"action": "updateColumnPosition", "move": {"fieldName": "f0", "type": "LAST"}}]');
SELECT pg_temp.try(:'b1', '[{"action": "updateColumnPosition", "move": {"fieldName": "f1", "referenceFieldName": "f1", "type": "AFTER"}}]');
SELECT pg_temp.try(:'b1', '[{"action": "updateColumnPosition", "move": {"fieldName": "zz", "type": "FIRST"}}]');
-- case 26: data that LakeSoul's clients committed fixes options. LakeSoul's buckets stay those of its files.
\set keyed '{"fields": [{"id": 0, "name": "f0", "type": "INT"}, {"id": 1, "name": "f1", "type": "BIGINT"}], "primaryKeys": ["f0"], "options": {"bucket": "2"}}'
SELECT pg_temp.try(:'keyed', '[{"action": "setOption", "key": "merge-engine", "value": "aggregation"}]', data => true);
SELECT pg_temp.try(:'keyed', '[{"action": "setOption", "key": "merge-engine", "value": "aggregation"}]');
SELECT pg_temp.try(:'keyed', '[{"action": "setOption", "key": "bucket", "value": "4"}]', data => true);
SELECT pg_temp.try(:'keyed', '[{"action": "setOption", "key": "bucket", "value": "4"}]');
SELECT pg_temp.try(:'keyed', '[{"action": "setOption", "key": "bucket", "value": "-1"}]', data => true);
SELECT pg_temp.try(:'keyed', '[{"action": "setOption", "key": "bucket", "value": "2"}]', data => true);
SELECT pg_temp.try(:'keyed', '[{"action": "removeOption", "key": "bucket"}]', data => true);
SELECT pg_temp.try(:'keyed', '[{"action": "setOption", "key": "type", "value": "format-table"}]');
SELECT pg_temp.try(:'keyed', '[{"action": "setOption", "key": "type", "value": "TABLE"}]');
SELECT pg_temp.try(:'keyed', '[{"action": "setOption", "key": "path", "value": "/x"}]');
-- case 27
SELECT pg_temp.try(:'b1', '[{"type": "addColumn", "fieldNames": ["f2"], "dataType": "STRING"}]');
SELECT pg_temp.try(:'b1', '[{"action": "fooBar"}]');
SELECT pg_temp.try(:'b1', '[{"action": "updateColumnPosition", "move": {"fieldName": "f0", "type": "MIDDLE"}}]');
SELECT pg_temp.try(:'b1', '[{"action": "setOption", "key": "a", "value": "b"}, {"action": "dropColumn", "fieldNames": ["zz"]}]');

-- Keys of an empty table come and go, and LakeSoul's with them; with LakeSoul's files they stay.
SELECT pg_temp.try(:'b1', '[{"action": "setOption", "key": "primary-key", "value": "f1"}, {"action": "setOption", "key": "bucket", "value": "3"}]');
SELECT pg_temp.try(:'b1', '[{"action": "setOption", "key": "primary-key", "value": "f1"}]');
SELECT pg_temp.try(:'b1', '[{"action": "setOption", "key": "partition", "value": "f1"}]');
SELECT pg_temp.try(:'keyed'::jsonb || '{"options": {}}', '[{"action": "dropPrimaryKey"}]');
SELECT pg_temp.try(:'keyed', '[{"action": "dropPrimaryKey"}]', data => true);
SELECT pg_temp.try(:'keyed', '[{"action": "renameColumn", "fieldNames": ["f0"], "newName": "a"}]', data => true);
SELECT pg_temp.try(:'keyed', '[{"action": "renameColumn", "fieldNames": ["f1"], "newName": "a"}]', data => true);
-- What is LakeSoul's own, or has no place in it.
SELECT pg_temp.try(:'b1', '[{"action": "setOption", "key": "hashBucketNum", "value": "3"}]');
SELECT pg_temp.try(:'b1', '[{"action": "setOption", "key": "last_schema_change_time", "value": "3"}]');
SELECT pg_temp.try(:'b1', '[{"action": "addColumn", "fieldNames": ["m"], "dataType": {"type": "MULTISET", "element": "INT"}}]');
-- Shapes, and what is not there.
SELECT pg_temp.make('t', :'b1');
SELECT pg_temp.api($$alter_table('{"database": "pal", "object": "t"}', '{}')$$);
SELECT pg_temp.api($$alter_table('{"database": "pal", "object": "t"}', '{"changes": {}}')$$);
SELECT pg_temp.api($$alter_table('{"database": "pal", "object": "t"}', NULL)$$);
SELECT pg_temp.api($$alter_table(NULL, '{"changes": []}')$$);
SELECT pg_temp.api($$alter_table('{"database": "pal", "object": "t$branch_b"}', '{"changes": []}')$$);
SELECT pg_temp.alter('nosuch', '[]');

-- Each alter is a version, even one that changes nothing; every version stays.
SELECT pg_temp.alter('t', '[]'), pg_temp.show('t');
SELECT pg_temp.alter('t', '[{"action": "updateComment", "comment": "c"}, {"action": "setOption", "key": "o", "value": "1"}]'), pg_temp.show('t');
SELECT pg_temp.alter('t', '[{"action": "updateColumnComment", "fieldNames": ["f0"], "newComment": "first"}]'), pg_temp.show('t');
SELECT pg_temp.alter('t', '[{"action": "updateComment"}, {"action": "removeOption", "key": "o"}]'), pg_temp.show('t');
SELECT schema_id, highest_field_id, pg_temp.fields(schema -> 'fields'), schema -> 'options', schema -> 'comment' FROM lakesoul.paimon_schemas WHERE table_id = lakesoul.table_id('t', 'pal') ORDER BY schema_id;
SELECT f -> 'metadata' FROM table_info, jsonb_array_elements(table_schema::jsonb -> 'fields') AS f WHERE table_name = 't' AND table_namespace = 'pal';

-- The Arrow pair goes where columns change, and only there; so does the time of the change.
UPDATE table_info SET table_schema_arrow_ipc = 'x', table_schema_arrow_ipc_json_hash = 'y', properties = properties::jsonb - 'last_schema_change_time' WHERE table_name = 't' AND table_namespace = 'pal';
SELECT pg_temp.alter('t', '[{"action": "setOption", "key": "o", "value": "2"}]');
SELECT table_schema_arrow_ipc, table_schema_arrow_ipc_json_hash, properties::jsonb ? 'last_schema_change_time' FROM table_info WHERE table_name = 't' AND table_namespace = 'pal';
SELECT pg_temp.alter('t', '[{"action": "addColumn", "fieldNames": ["f2"], "dataType": "INT"}]');
SELECT table_schema_arrow_ipc, table_schema_arrow_ipc_json_hash, properties::jsonb ? 'last_schema_change_time' FROM table_info WHERE table_name = 't' AND table_namespace = 'pal';
-- Properties that others set stay as they are, JSON and all.
SELECT lakesoul.set_table_properties('t', '{"own": {"a": [1, 2]}, "number": 7, "o": "theirs"}', 'pal') IS NOT NULL;
SELECT pg_temp.alter('t', '[{"action": "setOption", "key": "p", "value": "3"}]'), pg_temp.show('t');

-- Somebody else changes the table: the API shows another version, with the ids of columns that stayed, and the next change builds on it.
SELECT table_schema AS theirs FROM table_info WHERE table_name = 't' AND table_namespace = 'pal' \gset
SELECT lakesoul.set_table_schema('t', replace(replace(:'theirs', '"f2"', '"g2"'), '{"name":"f1"', '{"name":"new","nullable":true,"type":{"name":"utf8"},"children":[]},{"name":"f1"'), 'pal');
SELECT pg_temp.show('t');
SELECT lakesoul.paimon_list_table_details('pal', '{"tableNamePattern": "t"}') #> '{tableDetails,0}' = lakesoul.paimon_get_table(pg_temp.named('t'));
SELECT max(schema_id) FROM lakesoul.paimon_schemas WHERE table_id = lakesoul.table_id('t', 'pal');
SELECT pg_temp.alter('t', '[{"action": "addColumn", "fieldNames": ["f2"], "dataType": "INT"}]'), pg_temp.show('t');
SELECT schema_id, highest_field_id, pg_temp.fields(schema -> 'fields') FROM lakesoul.paimon_schemas WHERE table_id = lakesoul.table_id('t', 'pal') AND schema_id > 6 ORDER BY schema_id;
-- Stock clients do it by plain SQL.
UPDATE table_info SET table_schema = :'theirs' WHERE table_name = 't' AND table_namespace = 'pal';
SELECT pg_temp.show('t');
UPDATE table_info SET table_schema = 'no JSON' WHERE table_name = 't' AND table_namespace = 'pal';
SELECT pg_temp.alter('t', '[]');
UPDATE table_info SET table_schema = :'theirs' WHERE table_name = 't' AND table_namespace = 'pal';
SELECT pg_temp.alter('t', '[]'), pg_temp.show('t');

-- A table that LakeSoul's clients made is the API's from its first change on; what Arrow says of its columns beyond their types stays.
SELECT lakesoul.create_table('native', '/native', '{"fields": [{"name": "id", "nullable": true, "type": {"name": "int", "bitWidth": 32, "isSigned": true}, "children": [], "metadata": [{"key": "x", "value": "y"}]}, {"name": "v", "nullable": true, "type": {"name": "date", "unit": "DAY"}, "children": []}]}',
    'pal', primary_keys => '{id}', hash_bucket_num => 8, properties => '{"comment": "theirs", "k": 1}', table_id => 'table_native');
SELECT pg_temp.show('native');
SELECT pg_temp.alter('native', '[{"action": "addColumn", "fieldNames": ["w"], "dataType": "CHAR(3)"}, {"action": "setOption", "key": "o", "value": "1"}]'), pg_temp.show('native');
SELECT schema_id, pg_temp.fields(schema -> 'fields'), schema -> 'options' FROM lakesoul.paimon_schemas WHERE table_id = 'table_native' ORDER BY schema_id;
SELECT owner, created_at > 0, created_by, updated_by = current_user FROM lakesoul.paimon_tables WHERE table_id = 'table_native';
SELECT table_schema FROM table_info WHERE table_id = 'table_native';
-- In Spark's dialect the columns become Arrow's where they change.
SELECT lakesoul.create_table('spark', '/spark', '{"type": "struct", "fields": [{"name": "id", "type": "integer", "nullable": true, "metadata": {}}]}', 'pal', table_id => 'table_spark');
SELECT pg_temp.alter('spark', '[{"action": "setOption", "key": "o", "value": "1"}]'), table_schema FROM table_info WHERE table_id = 'table_spark';
SELECT pg_temp.alter('spark', '[{"action": "addColumn", "fieldNames": ["b"], "dataType": "BOOLEAN"}]');
SELECT table_schema, pg_temp.show('spark') FROM table_info WHERE table_id = 'table_spark';
-- So do those of Arrow's Rust, whose metadata becomes Arrow-Java's.
SELECT lakesoul.create_table('rust', '/rust', '{"fields": [{"name": "id", "data_type": "Int32", "nullable": true, "dict_id": 0, "dict_is_ordered": false, "metadata": {"x": "y"}}, {"name": "w", "data_type": {"Dictionary": ["Int32", "Utf8"]}, "nullable": true, "dict_id": 0, "dict_is_ordered": false, "metadata": {}}], "metadata": {}}',
    'pal', primary_keys => '{id}', hash_bucket_num => 2, table_id => 'table_rust');
SELECT pg_temp.show('rust');
SELECT pg_temp.alter('rust', '[{"action": "updateColumnComment", "fieldNames": ["w"], "newComment": "words"}]');
SELECT table_schema FROM table_info WHERE table_id = 'table_rust';
-- What a client says of a column goes where the column goes: two change their names.
SELECT pg_temp.alter('rust', '[{"action": "renameColumn", "fieldNames": ["w"], "newName": "t"}, {"action": "renameColumn", "fieldNames": ["id"], "newName": "w"}, {"action": "renameColumn", "fieldNames": ["t"], "newName": "id"}]');
SELECT table_schema, partitions FROM table_info WHERE table_id = 'table_rust';
-- Names that the API's structures do not have.
SELECT name, lakesoul.create_table(name, '/' || name, format('{"fields": [{"name": "r", "nullable": true, "type": {"name": "struct"}, "children": [{"name": %s, "type": {"name": "utf8"}}, {"name": "b", "type": {"name": "utf8"}}]}]}', child), 'pal', table_id => 'table_' || name) = 'table_' || name
  FROM (VALUES ('blank', '" "'), ('twice', '"b"')) AS v (name, child);
SELECT pg_temp.api(format('get_table(%L)', pg_temp.named('blank'))), pg_temp.api(format('get_table(%L)', pg_temp.named('twice')));
SELECT pg_temp.api(format('alter_database(%L, %L)', 'pal', jsonb_build_object('removals', (SELECT jsonb_agg(n::text) FROM generate_series(1, 10001) AS n))));

SELECT lakesoul.paimon_drop_database('pal', true);
SELECT count(*) FROM lakesoul.paimon_schemas;
