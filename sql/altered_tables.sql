-- Base tables belong to somebody, who may alter them after setup(): nothing is read as a type that it is not.
-- Then rows that no client writes, but that are there.
\set VERBOSITY terse
SET client_min_messages = warning;
CREATE DATABASE regress_altered;
\c regress_altered
SET client_min_messages = warning;
\set VERBOSITY terse
CREATE EXTENSION lakesoul_meta;
SELECT count(*) > 0 FROM lakesoul.setup();
SELECT lakesoul.create_table('t', '/altered/t', '{}', table_id => 't');
SELECT status, version FROM lakesoul.commit_files('t', ARRAY[('-5', 'a', 'add', 1, '')]::lakesoul.file_change[]);

-- 1. A field more in the type of the files (a crash once: the reader had room for four).
ALTER TYPE public.data_file_op ADD ATTRIBUTE checksum text;
SELECT path FROM lakesoul.files('t');
SELECT status FROM lakesoul.commit_files('t', ARRAY[('-5', 'b', 'add', 1, '')]::lakesoul.file_change[]);
-- A stock client commits all the same: the index over the files' folders asks for their paths only.
INSERT INTO data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, "timestamp")
VALUES ('s', '-5', '00000000-0000-0000-0000-000000000001', ARRAY[('/altered/s/a', 'add', 1, '', 'f00d')]::data_file_op[], 'AppendCommit', 1);
SELECT lakesoul._folder(file_ops) FROM data_commit_info WHERE table_id = 's';
DELETE FROM data_commit_info WHERE table_id = 's';
ALTER TYPE public.data_file_op DROP ATTRIBUTE checksum;
SELECT path FROM lakesoul.files('t');   -- the dropped field leaves a gap
SELECT status FROM lakesoul.commit_files('t', ARRAY[('-5', 'b', 'add', 1, '')]::lakesoul.file_change[]);
SELECT path FROM lakesoul.files('t');
DROP INDEX data_commit_info_folder_index;
ALTER TABLE data_commit_info ALTER file_ops TYPE text USING NULL;
SELECT path FROM lakesoul.files('t');

-- 2. A column of another type (a pointer was stored as a time once).
ALTER TABLE partition_info ALTER "timestamp" DROP DEFAULT, ALTER "timestamp" TYPE text;
SELECT status FROM lakesoul.commit_files('t', ARRAY[('-5', 'c', 'add', 1, '')]::lakesoul.file_change[]);
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, domain)
VALUES ('t', '-5', 1, 'AppendCommit', '{00000000-0000-0000-0000-000000000001}', 'public');
SELECT object, action FROM lakesoul.setup();

-- 3. Another table under the name.
DROP TABLE partition_info, data_commit_info, table_info, table_name_id, table_path_id CASCADE;
DROP TYPE data_file_op CASCADE;
CREATE TABLE partition_info (last_compaction int);
CREATE TABLE table_info (table_id text, table_name text, table_namespace text, table_path bigint, domain text, partitions text, properties json);
CREATE TABLE table_name_id (table_name text, table_id text, table_namespace text);
INSERT INTO table_info VALUES ('x', 'x', 'default', 140000000000000, 'public', ';', '{}');
INSERT INTO table_name_id VALUES ('x', 'x', 'default');
SELECT lakesoul.table_id('x');
DROP TABLE partition_info, table_info, table_name_id;

-- 4. Rows as no client writes them.
SELECT count(*) > 0 FROM lakesoul.setup();
SELECT lakesoul.create_table('n', '/altered/n', '{}', table_id => 'n');
SELECT status, version FROM lakesoul.commit_files('n', ARRAY[('-5', 'a', 'add', 1, '')]::lakesoul.file_change[],
    commit_id => '00000000-0000-0000-0000-00000000000a');
-- A NULL in a snapshot names no commit.
UPDATE partition_info SET snapshot = snapshot || NULL::uuid;
SELECT path FROM lakesoul.files('n');
SELECT status, version, cardinality(snapshot) FROM lakesoul.commit_files('n', ARRAY[('-5', 'b', 'add', 1, '')]::lakesoul.file_change[]);
-- A NUL in the properties cannot be taken apart as JSON: the table can be used all the same.
UPDATE table_info SET properties = '{"note": "\u0000"}';
SELECT status, version FROM lakesoul.commit_files('n', ARRAY[('-5', 'c', 'add', 1, '')]::lakesoul.file_change[]);
-- The last timestamp there is.
UPDATE partition_info SET "timestamp" = 9223372036854775807 WHERE version = 2;
SELECT status, version FROM lakesoul.commit_files('n', ARRAY[('-5', 'd', 'add', 1, '')]::lakesoul.file_change[]);
UPDATE partition_info SET "timestamp" = 1 WHERE version = 2;

UPDATE table_info SET properties = '{}';
-- 5. A schema change that is sent again does not bring the old schema back.
CREATE FUNCTION pg_temp.change(id text, version int) RETURNS text LANGUAGE sql AS $$
    SELECT string_agg(p.status, ' ') FROM lakesoul.publish(lakesoul.encode('MetaInfo', jsonb_build_object(
        'list_partition', jsonb_build_array(jsonb_build_object('table_id', 'n', 'partition_desc', '-5', 'commit_op', 'AppendCommit',
            'snapshot', jsonb_build_array(id))),
        'table_info', jsonb_build_object('table_id', 'n', 'table_schema', '{"version":' || version || '}'))),
        change_schema => true) AS p
$$;
SELECT lakesoul.register(lakesoul.encode('JniWrapper', jsonb_build_object('data_commit_info', jsonb_agg(jsonb_build_object(
    'table_id', 'n', 'partition_desc', '-5', 'commit_op', 'AppendCommit', 'commit_id', id,
    'file_ops', jsonb_build_array(jsonb_build_object('path', id)))))))
  FROM unnest(ARRAY['00000000-0000-0000-0000-000000000011', '00000000-0000-0000-0000-000000000012']) AS id;
SELECT pg_temp.change('00000000-0000-0000-0000-000000000011', 1);
SELECT pg_temp.change('00000000-0000-0000-0000-000000000012', 2);
SELECT pg_temp.change('00000000-0000-0000-0000-000000000011', 1);
SELECT table_schema FROM table_info;
\c contrib_regression
DROP DATABASE regress_altered;
