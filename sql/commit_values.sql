-- Commits that are refused: bytes, text and values out of their domain, through every function that takes them; and
-- nothing is left of them.
SELECT count(*) > 0 FROM lakesoul.setup();
\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/test/fixtures/commit_helpers.sql'
\set ECHO none
\set empty :abs_srcdir '/test/fixtures/empty_catalog.sql'
\i :empty
\i :helpers
\set ECHO all
\pset tuples_only
\pset format unaligned
\pset fieldsep '\n'
SELECT lakesoul.create_namespace('values');
SELECT lakesoul.create_table('none', '/values/none', '{}', 'values', table_id => 'table_values_none');
SELECT lakesoul.create_table('one', '/values/one', '{}', 'values', range_partitions => '{dt}', table_id => 'table_values_one');
SELECT lakesoul.create_table('two', '/values/two', '{}', 'values', range_partitions => '{dt,region}', table_id => 'table_values_two');
SET test.table_id = 'table_values_none';
SET test.partition = '-5';
SELECT pg_temp.commit('Append', 'a+f1');
SELECT pg_temp.everything() AS before \gset

-- A field of a message in bytes: its number and what it holds.
CREATE FUNCTION pg_temp.field(number int, content bytea) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
    SELECT set_byte('\x00', 0, number * 8 + 2) || CASE WHEN length(content) < 128 THEN set_byte('\x00', 0, length(content))
        ELSE set_byte(set_byte('\x0000', 0, length(content) % 128 + 128), 1, length(content) / 128) END || content
$$;
-- A DataCommitInfo that is in order but for what the second argument changes.
CREATE FUNCTION pg_temp.message(change jsonb DEFAULT '{}') RETURNS bytea LANGUAGE sql AS $$
    SELECT lakesoul.encode('DataCommitInfo', jsonb_build_object('table_id', 'table_values_none', 'partition_desc', '-5',
        'commit_id', pg_temp.id('x'), 'file_ops', '[{"path": "/values/none/x", "size": 5}]'::jsonb,
        'commit_op', 'AppendCommit') || change)
$$;
CREATE FUNCTION pg_temp.outcome(statement text) RETURNS text LANGUAGE sql AS $$
    SELECT string_agg(line, E'\n' ORDER BY n) FROM pg_temp.attempt(statement) WITH ORDINALITY AS t (line, n)
$$;
-- What the functions say to a DataCommitInfo: one answer if they agree. Whatever is stored is undone.
CREATE FUNCTION pg_temp.answers(message bytea) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
    before text := pg_temp.everything();
BEGIN
    RETURN QUERY
    SELECT string_agg(f.name, ', ' ORDER BY f.n) || E':\n' || f.answer FROM (
        SELECT v.n, v.name, pg_temp.outcome(format(v.statement, v.payload)) AS answer FROM (VALUES
            (1, 'register', 'SELECT ''known '' || lakesoul.register(%L)', pg_temp.field(6, message)),
            (2, 'commit', 'SELECT pg_temp.line(r) FROM lakesoul.commit(%L) AS r', pg_temp.field(6, message)),
            (3, 'commit_data_commit_info', 'SELECT pg_temp.line(r) FROM lakesoul.commit_data_commit_info(%L) AS r', message)
            ) AS v (n, name, statement, payload)) AS f
     GROUP BY f.answer ORDER BY min(f.n);
    IF pg_temp.everything() <> before THEN
        RETURN NEXT 'something changed';
    END IF;
END
$$;

-- 1. Bytes that are no message.
SELECT '-- ' || what, pg_temp.answers(message) FROM (VALUES
    (0, 'cut in the middle of a field', substr(pg_temp.message(), 1, 30)),
    (1, 'the last byte missing', substr(pg_temp.message(), 1, length(pg_temp.message()) - 1)),
    (2, 'a length beyond the end', '\x0a7f'::bytea),
    (3, 'field 1 as a varint', '\x0801'),
    (4, 'a group', '\x0b0c'),
    (5, 'a varint of eleven bytes', '\xffffffffffffffffffffff'),
    (6, 'field number 0', '\x0001'),
    (7, 'a field outside the contract', pg_temp.message() || pg_temp.field(9, 'more')),
    (8, 'the same in a file operation', pg_temp.message() || pg_temp.field(4, '\x0a0161' || pg_temp.field(5, 'more'))),
    (9, 'noise', decode(repeat('f3', 100), 'hex'))) AS v (n, what, message)
 ORDER BY n;
SELECT pg_temp.outcome($$SELECT lakesoul.commit('\x0a')::text$$);
SELECT pg_temp.outcome($$SELECT lakesoul.publish('\x0a')::text$$);
SELECT pg_temp.outcome($$SELECT lakesoul.commit_data_commit_info(pg_temp.message(), ARRAY['\x0a']::bytea[])::text$$);

-- 2. Messages without what a commit needs.
SELECT pg_temp.answers('');
SELECT pg_temp.outcome($$SELECT lakesoul.commit('')::text$$);
SELECT pg_temp.outcome($$SELECT lakesoul.register('')::text$$);
SELECT pg_temp.outcome($$SELECT lakesoul.publish('')::text$$);
SELECT pg_temp.outcome($$SELECT lakesoul.commit(NULL)::text$$) IS NULL, pg_temp.outcome($$SELECT lakesoul.register(NULL)::text$$) IS NULL;
SELECT pg_temp.outcome($$SELECT lakesoul.publish(NULL)::text$$);
SELECT pg_temp.outcome($$SELECT lakesoul.commit_data_commit_info(NULL)::text$$);
SELECT pg_temp.outcome($$SELECT lakesoul.commit_data_commit_info(pg_temp.message(), ARRAY[NULL]::bytea[])::text$$);

-- 3. Over the limits of a message.
SET lakesoul.max_message_size = '1kB';
SELECT pg_temp.answers(pg_temp.message() || pg_temp.field(8, convert_to(repeat('x', 1000), 'UTF8')));
SELECT pg_temp.outcome($$SELECT lakesoul.publish(convert_to(repeat('x', 1025), 'UTF8'))::text$$);
RESET lakesoul.max_message_size;

-- replay duckdb-postgres-228:
-- 4. Text.
SELECT '-- ' || what, pg_temp.answers(message) FROM (VALUES
    (1, 'NUL in table_id', pg_temp.message() || pg_temp.field(1, '\x610062')),
    (2, 'NUL in partition_desc', pg_temp.message() || pg_temp.field(2, '\x610062')),
    (3, 'NUL in path', pg_temp.message() || pg_temp.field(4, pg_temp.field(1, '\x610062'))),
    (4, 'NUL in file_exist_cols', pg_temp.message() || pg_temp.field(4, pg_temp.field(1, 'a') || pg_temp.field(4, '\x00'))),
    (5, 'NUL in domain', pg_temp.message() || pg_temp.field(8, '\x610062')),
    (6, 'not UTF-8', pg_temp.message() || pg_temp.field(2, '\xfffefd')),
    (7, 'overlong', pg_temp.message() || pg_temp.field(4, pg_temp.field(1, '\x66c0af'))),
    (8, 'a surrogate', pg_temp.message() || pg_temp.field(4, pg_temp.field(1, '\xeda080')))) AS v (n, what, message)
 ORDER BY n;

-- replay k:
-- 5. Values.
SELECT '-- ' || what, pg_temp.answers(message) FROM (VALUES
    (1, 'unknown commit_op', pg_temp.message() || '\x2863'),
    (2, 'negative commit_op', pg_temp.message() || '\x28ffffffffffffffffff01'),
    (3, 'unknown file_op', pg_temp.message() || pg_temp.field(4, '\x0a01611009')),
    (4, 'no commit id', pg_temp.message('{"commit_id": null}')),
    (5, 'a commit id of zeros', pg_temp.message('{"commit_id": {"high": 0, "low": 0}}')),
    (6, 'no table id', pg_temp.message('{"table_id": ""}')),
    (7, 'unknown table', pg_temp.message('{"table_id": "nosuch"}')),
    (8, 'negative size', pg_temp.message('{"file_ops": [{"path": "x", "size": "-1"}]}')),
    (9, 'size of int64', pg_temp.message('{"file_ops": [{"path": "x", "size": "-9223372036854775808"}]}')),
    (10, 'empty path', pg_temp.message('{"file_ops": [{"size": 1}]}')),
    (11, 'a path added twice', pg_temp.message('{"file_ops": [{"path": "x"}, {"path": "y"}, {"path": "x"}]}')),
    (12, 'a DeleteCommit with files', pg_temp.message('{"commit_op": "DeleteCommit"}')),
    (13, 'path over the limit of an index', pg_temp.message(jsonb_build_object('file_ops', jsonb_build_array(
         jsonb_build_object('path', pg_temp.noise(2681)))))),
    (14, 'del of such a path', pg_temp.message(jsonb_build_object('file_ops', jsonb_build_array(
         jsonb_build_object('file_op', 'del', 'path', pg_temp.noise(2681))))))) AS v (n, what, message)
 ORDER BY n;

-- 6. Partition descriptions that do not fit the table. Unpartitioned:
SELECT '-- ' || value, pg_temp.answers(pg_temp.message(jsonb_build_object('partition_desc', value)))
  FROM (VALUES (1, '-6'), (2, 'dt=1'), (3, '-5,dt=1'), (4, '-5 ')) AS v (n, value) ORDER BY n;
-- By dt:
SELECT '-- ' || value, pg_temp.answers(pg_temp.message(jsonb_build_object('table_id', 'table_values_one', 'partition_desc', value)))
  FROM (VALUES (1, '-5'), (2, ''), (3, 'da'), (4, 'region=1'), (5, 'dt'), (6, 'dt='), (7, 'dt=1,'), (8, 'dt=a=b'), (9, 'dt=a,b'),
               (10, 'dt=1,region=eu'), (11, 'DT=1'), (12, ' dt=1'), (13, 'dt==1')) AS v (n, value) ORDER BY n;
-- By dt and region:
SELECT '-- ' || value, pg_temp.answers(pg_temp.message(jsonb_build_object('table_id', 'table_values_two', 'partition_desc', value)))
  FROM (VALUES (1, '-5'), (2, 'dt=1'), (3, 'region=eu,dt=1'), (4, 'dt=1,region='), (5, 'dt=,region=eu'), (6, 'dt=1;region=eu'),
               (7, 'dt=1,region=eu,x=1'), (8, 'dt=1, region=eu'), (9, 'dt=1/dt=2/region=eu'), (10, 'dt=1,region=eu/region=us'))
       AS v (n, value) ORDER BY n;
-- replay l:
-- Over the limit of an index: table id and description have 2640 bytes at most.
SELECT pg_temp.answers(pg_temp.message(jsonb_build_object('table_id', 'table_values_one', 'partition_desc', 'dt=' || pg_temp.noise(2622))));

-- 7. A request is one table, one operation, and says once what it read.
CREATE FUNCTION pg_temp.wrapper(body jsonb) RETURNS bytea LANGUAGE sql AS $$ SELECT lakesoul.encode('JniWrapper', body) $$;
SELECT '-- ' || what, pg_temp.outcome(format('SELECT ''known '' || lakesoul.register(%L)', payload)),
       pg_temp.outcome(format('SELECT pg_temp.line(r) FROM lakesoul.commit(%L) AS r', payload)) FROM (VALUES
    (1, 'two tables', pg_temp.field(6, pg_temp.message()) || pg_temp.field(6, pg_temp.message('{"table_id": "table_values_one"}'))),
    (2, 'two operations', pg_temp.field(6, pg_temp.message()) || pg_temp.field(6, pg_temp.message('{"commit_op": "MergeCommit"}'))),
    (3, 'a commit twice', pg_temp.field(6, pg_temp.message()) || pg_temp.field(6, pg_temp.message())),
    (4, 'a commit twice in two spellings', pg_temp.field(6, pg_temp.message('{"table_id": "table_values_two", "partition_desc": "dt=1,region=eu"}'))
        || pg_temp.field(6, pg_temp.message('{"table_id": "table_values_two", "partition_desc": "dt=1/region=eu"}')))) AS v (n, what, payload)
 ORDER BY n;
SELECT '-- ' || what, pg_temp.outcome(format('SELECT pg_temp.line(r) FROM lakesoul.commit(%L) AS r',
                                             pg_temp.field(6, pg_temp.message()) || pg_temp.wrapper(body))) FROM (VALUES
    (1, 'a read entry twice', '{"partition_info": [{"partition_desc": "-5"}, {"partition_desc": "-5", "version": 1}]}'::jsonb),
    (2, 'the same in two spellings', '{"partition_info": [{"partition_desc": "-5"}, {"partition_desc": ""}]}'),
    (3, 'read version below -1', '{"partition_info": [{"partition_desc": "-5", "version": -2}]}'),
    (4, 'the least read version', '{"partition_info": [{"partition_desc": "-5", "version": -2147483648}]}'),
    (5, 'read entry of another table', '{"partition_info": [{"table_id": "table_values_one", "partition_desc": "-5"}]}'),
    (6, 'read entry of another partition that does not fit', '{"partition_info": [{"partition_desc": "dt=1"}]}'),
    (7, 'namespace', '{"namespace": [{}]}'),
    (8, 'table_info', '{"table_info": [{"table_id": "table_values_none"}]}'),
    (9, 'table_path_id', '{"table_path_id": [{}]}'),
    (10, 'table_name_id', '{"table_name_id": [{}]}'),
    (11, 'discard_compressed_file_info', '{"discard_compressed_file_info": [{}]}')) AS v (n, what, body)
 ORDER BY n;
SELECT pg_temp.outcome(format('SELECT lakesoul.register(%L)::text', pg_temp.field(6, pg_temp.message()) ||
                                                             pg_temp.wrapper('{"partition_info": [{"partition_desc": "-5"}]}')));
SELECT pg_temp.outcome($$SELECT lakesoul.commit_data_commit_info(pg_temp.message(),
    ARRAY[lakesoul.encode('PartitionInfo', '{"partition_desc": "-5"}'), lakesoul.encode('PartitionInfo', '{"partition_desc": "-5"}')])::text$$);
SELECT pg_temp.commit('Compaction', 'k+g1');

-- 8. publish.
SELECT '-- ' || what, pg_temp.outcome(format('SELECT pg_temp.line(r) FROM lakesoul.publish(lakesoul.encode(''MetaInfo'', %L), %L, %L) AS r',
                                             body, op, change)) FROM (VALUES
    (1, 'no table', '{"list_partition": [{"partition_desc": "-5"}]}', NULL, false),
    (2, 'two tables', '{"list_partition": [{"table_id": "a", "partition_desc": "-5"}, {"table_id": "b"}]}', NULL, false),
    (3, 'two tables', '{"table_info": {"table_id": "a"}, "list_partition": [{"table_id": "b", "partition_desc": "-5"}]}', NULL, false),
    (4, 'two operations', '{"list_partition": [{"table_id": "table_values_none", "partition_desc": "-5", "commit_op": 1}, {"partition_desc": "x", "commit_op": 2}]}', NULL, false),
    (5, 'a partition twice', '{"list_partition": [{"table_id": "table_values_none", "partition_desc": "-5", "commit_op": 3}, {"partition_desc": "-5", "commit_op": 3}]}', NULL, false),
    (6, 'the same in two spellings', '{"list_partition": [{"table_id": "table_values_two", "partition_desc": "dt=1/region=eu", "snapshot": ["00000000-0000-4000-8000-000000000001"]}, {"partition_desc": "dt=1,region=eu", "snapshot": ["00000000-0000-4000-8000-000000000002"]}]}', 'UpdateCommit', false),
    (7, 'the same without commits', '{"list_partition": [{"table_id": "table_values_two", "partition_desc": "dt=1/region=eu"}, {"partition_desc": "dt=1,region=eu"}]}', 'UpdateCommit', false),
    (8, 'a commit id of zeros', '{"list_partition": [{"table_id": "table_values_none", "partition_desc": "-5", "snapshot": [{}]}]}', 'UpdateCommit', false),
    (9, 'a commit twice', '{"list_partition": [{"table_id": "table_values_none", "partition_desc": "-5", "snapshot": ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000001"]}]}', 'UpdateCommit', false),
    (10, 'unknown table', '{"list_partition": [{"table_id": "nosuch", "partition_desc": "-5"}]}', 'UpdateCommit', false),
    (11, 'unknown operation', '{"list_partition": [{"table_id": "table_values_none", "partition_desc": "-5"}]}', 'Update', false),
    (12, 'a partition that does not fit', '{"list_partition": [{"table_id": "table_values_none", "partition_desc": "dt=1"}]}', 'UpdateCommit', false),
    (13, 'a read entry twice', '{"list_partition": [{"table_id": "table_values_none", "partition_desc": "-5"}], "read_partition_info": [{"partition_desc": "-5"}, {"partition_desc": "-5"}]}', 'UpdateCommit', false),
    (14, 'no schema to change to', '{"list_partition": [{"table_id": "table_values_none", "partition_desc": "-5"}]}', 'UpdateCommit', true),
    (15, 'an empty one', '{"table_info": {"table_id": "table_values_none"}, "list_partition": [{"partition_desc": "-5"}]}', 'UpdateCommit', true),
    (16, 'properties that are no JSON', '{"table_info": {"table_id": "table_values_none", "table_schema": "{}", "properties": "x"}, "list_partition": [{"partition_desc": "-5"}]}', 'UpdateCommit', true),
    (17, 'properties that are no object', '{"table_info": {"table_id": "table_values_none", "table_schema": "{}", "properties": "[]"}, "list_partition": [{"partition_desc": "-5"}]}', 'UpdateCommit', true))
       AS v (n, what, body, op, change)
 ORDER BY n;

SELECT pg_temp.everything() = :'before';

\pset fieldsep ' '
-- replay concourse-6354:
-- 9. The last version a partition can have.
SET test.table_id = 'table_values_one';
SET test.partition = 'dt=last';
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, timestamp, snapshot, domain)
VALUES ('table_values_one', 'dt=last', 2147483646, 'UpdateCommit', 1, '{}', 'public');
SELECT pg_temp.commit('Append', 'a+f1');
SELECT pg_temp.commit('Append', 'b+f2');
SELECT pg_temp.commit('Compaction', 'b+f2', read => 2147483647);
SELECT pg_temp.commit('Delete', 'b', read => 2147483647);
SELECT pg_temp.commit('Append', 'a+f1');
SELECT pg_temp.head();
SELECT count(*) FROM data_commit_info WHERE table_id = 'table_values_one' AND commit_id = pg_temp.id('b');

-- 10. What fits. Flink's separator is stored as a comma in both tables; any other / belongs to a value.
SET test.table_id = 'table_values_two';
SELECT pg_temp.send(pg_temp.request('Append', 'a+f1', NULL, NULL, 'dt=2026-08-01/region=eu'));
SELECT pg_temp.send(pg_temp.request('Append', 'b+f2', NULL, NULL, 'dt=2026-08-01,region=eu'));
SELECT pg_temp.send(pg_temp.request('Append', 'c+f3', NULL, NULL, 'dt=2026-08-01/region=eu') ||
                    pg_temp.request('Append', 'd+f4', NULL, NULL, 'dt=2026-08-01,region=eu'));
SELECT pg_temp.send(pg_temp.request('Compaction', 'k+g1', 1, NULL, 'dt=2026-08-01/region=eu'));
SELECT pg_temp.head('dt=2026-08-01,region=eu');
SELECT pg_temp.register(pg_temp.request('Append', 'e+f5', NULL, NULL, 'dt=2026-08-01/region=eu'));
SELECT pg_temp.publish(pg_temp.meta_info('Append', 'e', NULL, 'dt=2026-08-01/region=eu'));
SELECT pg_temp.send(pg_temp.request('Append', 'f+f6', NULL, NULL, 'dt=1/2/3,region=/eu/'));
SELECT pg_temp.send(pg_temp.request('Append', 'g+f7', NULL, NULL, 'dt=a/region/region=b/c'));
SELECT pg_temp.send(pg_temp.request('Append', 'h+f8', NULL, NULL, 'dt= -5;%_''"\,region={}'));
SELECT pg_temp.send(pg_temp.request('Append', 'i+f9', NULL, NULL, 'dt=__L@KE$OUL_NULL__,region=__L@KE$OUL_EMPTY_STRING__'));
SELECT partition_desc, pg_temp.names(array_agg(commit_id ORDER BY commit_id)) FROM data_commit_info
 WHERE table_id = 'table_values_two' GROUP BY partition_desc ORDER BY partition_desc COLLATE "C";
SELECT partition_desc, max(version) FROM partition_info WHERE table_id = 'table_values_two'
 GROUP BY partition_desc ORDER BY partition_desc COLLATE "C";
-- An empty description is that of the only partition.
SET test.table_id = 'table_values_none';
SET test.partition = '-5';
SELECT pg_temp.send(pg_temp.request('Append', 'b+f2', NULL, NULL, ''));
-- The longest description, in every table that has it as a key; the longest path, also as that of a discarded file.
SET lakesoul.compaction_threshold = 1;
SELECT status, version FROM lakesoul.commit_files('one', ARRAY[('dt=' || pg_temp.noise(2621), 'f', 'add', 0, NULL)]::lakesoul.file_change[],
                                                  'values', NULL, NULL, pg_temp.id('long'));
SELECT status, version FROM lakesoul.commit_files('one', ARRAY[('dt=' || pg_temp.noise(2621), 'g', 'add', 9223372036854775807, NULL)]::lakesoul.file_change[],
                                                  'values', NULL, NULL, pg_temp.id('long 2'));
SELECT length(partition_desc), version FROM lakesoul.due_compactions WHERE table_id = 'table_values_one';
SELECT status, version FROM lakesoul.commit_files('one', ARRAY[('dt=' || pg_temp.noise(2621), pg_temp.noise(2680), 'add', 0, NULL)]::lakesoul.file_change[],
                                                  'values', 'CompactionCommit', jsonb_build_object('dt=' || pg_temp.noise(2621), 7), pg_temp.id('long 3'));
SELECT length(file_path), length(partition_desc) FROM discard_compressed_file_info WHERE table_path = '/values/one';
SELECT status, version FROM lakesoul.commit_files('one', ARRAY[('dt=' || pg_temp.noise(2621), pg_temp.noise(2680), 'add', 0, NULL)]::lakesoul.file_change[],
                                                  'values', 'CompactionCommit', jsonb_build_object('dt=' || pg_temp.noise(2621), 1), pg_temp.id('long 3'));
RESET lakesoul.compaction_threshold;
-- A file added, deleted and added again is no path added twice in one commit, if the commits are two.
SELECT pg_temp.commit('Append', 'c+f3 d-f3 e+f3');
SELECT pg_temp.head();

-- 10. A Delete has no files, registered ones neither.
SELECT lakesoul.create_table('deleted', '/values/deleted', '{}', table_id => 'table_values_deleted');
SELECT lakesoul.register(lakesoul.encode('JniWrapper', '{"data_commit_info": [{"table_id": "table_values_deleted", "partition_desc": "-5",
    "commit_id": "00000000-0000-0000-0000-0000000000d1", "commit_op": "AppendCommit", "file_ops": [{"path": "f"}]}]}'));
SELECT * FROM lakesoul.publish(lakesoul.encode('MetaInfo', '{"list_partition": [{"table_id": "table_values_deleted", "partition_desc": "-5",
    "commit_op": "DeleteCommit", "snapshot": ["00000000-0000-0000-0000-0000000000d1"]}],
    "read_partition_info": [{"table_id": "table_values_deleted", "partition_desc": "-5", "version": -1}]}'));
