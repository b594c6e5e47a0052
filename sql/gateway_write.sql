-- The DAO gateway's inserts and updates, code by code: rows, counts and errors, with the triggers at work.
\set SHOW_CONTEXT never
SELECT count(*) > 0 FROM lakesoul.setup();
\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/test/fixtures/commit_helpers.sql'
\set ECHO none
\i :helpers
\set ECHO all
\pset tuples_only
\pset format unaligned
\pset null NULL
SET test.table_id = 'gww_1';
SET test.partition = '-5';
-- Ids of this test's own: clients flag commits by id alone, whichever table has them.
CREATE OR REPLACE FUNCTION pg_temp.id(name text) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
    SELECT ('00000000-0000-4000-9000-' || lpad(encode(convert_to(name, 'UTF8'), 'hex'), 12, '0'))::uuid
$$;
SELECT pg_temp.everything() AS before \gset

-- A call: what it returns, or the error's lines.
CREATE FUNCTION pg_temp.put(code int, body jsonb) RETURNS SETOF text LANGUAGE sql AS $$
    SELECT pg_temp.attempt(format('SELECT lakesoul.execute_insert(%s, lakesoul.encode(''JniWrapper'', %L))::text', code, body))
$$;
CREATE FUNCTION pg_temp.change(code int, VARIADIC params text[]) RETURNS SETOF text LANGUAGE sql AS $$
    SELECT pg_temp.attempt(format('SELECT lakesoul.execute_update(%s, %L)::text', code, array_to_string(params, '__DELIM__')))
$$;
-- Rows of partition_info as a stock client plans them: 'version op a b'; the names after / are the ids to mark.
CREATE FUNCTION pg_temp.plan(version int, op text, snapshot text, partition text DEFAULT '-5') RETURNS jsonb LANGUAGE sql AS $$
    SELECT jsonb_build_object('table_id', 'gww_1', 'partition_desc', partition, 'version', version, 'commit_op', op || 'Commit', 'snapshot', to_jsonb(pg_temp.ids(snapshot)), 'domain', 'public')
$$;
CREATE FUNCTION pg_temp.publish_list(marked text, VARIADIC rows jsonb[]) RETURNS SETOF text LANGUAGE sql AS $$
    SELECT pg_temp.put(300, jsonb_build_object('partition_info', to_jsonb(rows) || CASE WHEN marked IS NULL THEN '[]' ELSE jsonb_build_array(jsonb_build_object('snapshot', to_jsonb(pg_temp.ids(marked)))) END))
$$;
CREATE FUNCTION pg_temp.register_list(VARIADIC commits text[]) RETURNS SETOF text LANGUAGE sql AS $$
    SELECT pg_temp.put(301, jsonb_build_object('data_commit_info', jsonb_agg(pg_temp.data_commit_info('Append', c, current_setting('test.partition')) || '{"timestamp": 7, "domain": "public"}'::jsonb ORDER BY n)))
      FROM unnest(commits) WITH ORDINALITY AS t (c, n)
$$;
CREATE FUNCTION pg_temp.commits() RETURNS SETOF text LANGUAGE sql AS $$
    SELECT format('%s %s %s committed %s published %s', c.partition_desc, pg_temp.names(ARRAY[c.commit_id]), c.commit_op, c.committed, COALESCE(c.published_version::text, 'not')) FROM data_commit_info AS c
     WHERE c.table_id = 'gww_1' ORDER BY c.partition_desc COLLATE "C", c.commit_id
$$;

-- 1. Single rows: inserted, and refused when they are there.
SELECT pg_temp.put(200, '{"namespace": [{"namespace": "gww", "properties": "{\"a\":  1}", "comment": "c", "domain": "public"}]}');
SELECT namespace, properties, comment, domain FROM namespace WHERE namespace = 'gww';
SELECT pg_temp.put(200, '{"namespace": [{"namespace": "gww", "properties": "{}"}]}');
SELECT pg_temp.put(201, '{"table_path_id": [{"table_path": "/gww/1", "table_id": "gww_1", "table_namespace": "gww", "domain": "public"}]}');
SELECT table_path, table_id, table_namespace, domain, created_at IS NOT NULL FROM table_path_id WHERE table_id = 'gww_1';
SELECT pg_temp.put(201, '{"table_path_id": [{"table_path": "/gww/1", "table_id": "gww_x", "table_namespace": "gww", "domain": "public"}]}');
SELECT pg_temp.put(202, '{"table_name_id": [{"table_name": "t1", "tableId": "gww_1", "table_namespace": "gww", "domain": "public"}]}');
SELECT table_name, table_id, table_namespace, domain FROM table_name_id WHERE table_id = 'gww_1';
SELECT pg_temp.put(202, '{"table_name_id": [{"table_name": "t1", "tableId": "gww_x", "table_namespace": "gww", "domain": "public"}]}');
SELECT pg_temp.put(203, '{"table_info": [{"table_id": "gww_1", "table_namespace": "gww", "table_name": "t1", "table_path": "/gww/1", "table_schema": "{}", "properties": "{\"p\":1}", "partitions": ";", "domain": "public"}]}');
SELECT table_id, table_namespace, table_name, table_path, table_schema, properties, partitions, domain, table_schema_arrow_ipc, table_schema_arrow_ipc_json_hash FROM table_info WHERE table_id = 'gww_1';
SELECT pg_temp.put(203, '{"table_info": [{"table_id": "gww_1", "table_name": "t1", "table_namespace": "gww", "properties": "{}"}]}');
SELECT pg_temp.put(203, '{"table_info": [{"table_id": "gww_2", "table_namespace": "gww", "properties": "{}", "partitions": ";", "domain": "public", "table_schema_arrow_ipc": "AP8=", "table_schema_arrow_ipc_json_hash": "h"}]}');
SELECT table_id, table_namespace, table_name, table_path, table_schema, properties, partitions, table_schema_arrow_ipc, table_schema_arrow_ipc_json_hash FROM table_info WHERE table_id = 'gww_2';
SELECT pg_temp.put(205, jsonb_build_object('data_commit_info', jsonb_build_array(pg_temp.data_commit_info('Append', 'a+f1', '-5') || '{"timestamp": 5, "domain": "public"}')));
SELECT pg_temp.put(205, jsonb_build_object('data_commit_info', jsonb_build_array(pg_temp.data_commit_info('Delete', 'b+f8-f9', '-5') || '{"committed": true}')));
SELECT partition_desc, pg_temp.names(ARRAY[commit_id]), file_ops, commit_op, timestamp, committed, domain, registered_head FROM data_commit_info WHERE table_id = 'gww_1' ORDER BY commit_id;
SELECT pg_temp.put(205, jsonb_build_object('data_commit_info', jsonb_build_array(pg_temp.data_commit_info('Append', 'a+f1', '-5'))));
-- A version is what a stock client planned: the trigger stamps it, and combines it with what came between.
SELECT pg_temp.put(204, jsonb_build_object('partition_info', jsonb_build_array(pg_temp.plan(0, 'Append', 'a') || '{"timestamp": 5, "expression": "e"}')));
SELECT pg_temp.register_list('c+f2', 'd+f3');
SELECT pg_temp.put(204, jsonb_build_object('partition_info', jsonb_build_array(pg_temp.plan(1, 'Append', 'a c'))));
SELECT pg_temp.put(204, jsonb_build_object('partition_info', jsonb_build_array(pg_temp.plan(1, 'Append', 'a d'))));
SELECT pg_temp.versions();
SELECT expression, domain, timestamp > 1700000000000 FROM partition_info WHERE table_id = 'gww_1' AND version = 0;
-- Sent again it is suppressed, and planned anew it is refused.
SELECT pg_temp.put(204, jsonb_build_object('partition_info', jsonb_build_array(pg_temp.plan(1, 'Append', 'a d'))));
SELECT pg_temp.put(204, jsonb_build_object('partition_info', jsonb_build_array(pg_temp.plan(0, 'Delete', ''))));
SELECT pg_temp.put(206, '{"discard_compressed_file_info": [{"file_path": "/gww/1/x", "table_path": "/gww/1", "partition_desc": "-5", "timestamp": 9, "t_date": "2026-8-1"}]}');
SELECT file_path, table_path, partition_desc, timestamp, t_date, reason FROM discard_compressed_file_info WHERE table_path = '/gww/1';
SELECT pg_temp.put(206, '{"discard_compressed_file_info": [{"file_path": "/gww/1/x", "table_path": "/gww/1", "partition_desc": "-5", "timestamp": 9, "t_date": "2026-08-01"}]}');
SELECT pg_temp.put(206, '{"discard_compressed_file_info": [{"file_path": "f1", "table_path": "/gww/1", "partition_desc": "-5", "timestamp": 9, "t_date": "2026-08-01"}]}');
SELECT d, pg_temp.put(206, jsonb_build_object('discard_compressed_file_info', jsonb_build_array(jsonb_build_object('file_path', '/gww/1/' || d, 't_date', d))))
  FROM unnest(ARRAY['', 'today', '01.08.2026', '2026-02-29', '2026-13-01', '0000-01-01']) WITH ORDINALITY AS t (d, n) ORDER BY n;

-- 2. What is in a payload.
SELECT pg_temp.put(200, '{}');
SELECT pg_temp.put(200, '{"namespace": [{}, {}]}');
SELECT pg_temp.put(200, '{"table_path_id": [{}]}');
SELECT pg_temp.put(200, '{"namespace": [{}], "table_info": [{}]}');
SELECT pg_temp.put(204, '{"partition_info": [{}, {}]}');
SELECT pg_temp.put(300, '{"data_commit_info": [{"commit_id": {"low": 1}}]}');
SELECT pg_temp.put(301, '{"partition_info": [{}]}');
SELECT pg_temp.put(302, '{"discard_compressed_file_info": [{"t_date": "2026-08-01"}], "namespace": [{}]}');
SELECT pg_temp.put(205, '{"data_commit_info": [{"table_id": "gww_1"}]}');
SELECT pg_temp.put(301, '{"data_commit_info": [{"commit_id": {"low": 1}}, {"commit_id": {}}]}');
SELECT pg_temp.put(200, '{"namespace": [{"namespace": "gww_x", "properties": "{"}]}');
SELECT pg_temp.put(203, '{"table_info": [{"table_id": "gww_x"}]}');
SELECT pg_temp.put(7, '{}');
SELECT pg_temp.put(303, '{}');
SELECT pg_temp.attempt($$SELECT lakesoul.execute_insert(200, '\x0a05')::text$$);
SELECT pg_temp.attempt($$SELECT lakesoul.execute_insert(200, '\x4000')::text$$);
SELECT pg_temp.attempt($$SELECT lakesoul.execute_insert(200, '\x0a030a01ff')::text$$);
SELECT pg_temp.attempt($$SELECT lakesoul.execute_insert(300, '\x2a022009')::text$$);
SELECT pg_temp.attempt($$SELECT lakesoul.execute_insert(NULL, '')::text$$);
SELECT pg_temp.attempt($$SELECT lakesoul.execute_insert(200, NULL)::text$$);
SET lakesoul.max_message_size = '1kB';
SELECT pg_temp.attempt($$SELECT lakesoul.execute_insert(200, convert_to(repeat('x', 1025), 'UTF8'))::text$$);
RESET lakesoul.max_message_size;

-- 3. Lists of commits: idempotent, all or nothing.
SELECT pg_temp.commits();
SELECT pg_temp.register_list('e+f4', 'f+f5-f4');
SELECT pg_temp.register_list('e+f4', 'f+f5-f4');
SELECT pg_temp.register_list('f+f5-f4', 'g+f6');
SELECT pg_temp.register_list('h+f7', 'e+other');
SELECT pg_temp.register_list('h+f7', 'h+f7');
SELECT pg_temp.register_list('i+f7', 'i+f8');
SELECT pg_temp.commits();
SELECT pg_temp.put(301, '{}');
SELECT lakesoul.execute_insert(301, '');
-- Any other error is one: nothing stays of the list.
ALTER TABLE data_commit_info ADD CONSTRAINT gww CHECK (timestamp <> 13);
SELECT pg_temp.put(301, jsonb_build_object('data_commit_info', jsonb_build_array(pg_temp.data_commit_info('Append', 'j+f8', '-5'), pg_temp.data_commit_info('Append', 'k+f9', '-5') || '{"timestamp": 13}'))) LIMIT 1;
ALTER TABLE data_commit_info DROP CONSTRAINT gww;
SELECT count(*) FROM data_commit_info WHERE commit_id = pg_temp.id('j');
-- Another table's id is another commit.
SELECT pg_temp.put(301, jsonb_build_object('data_commit_info', jsonb_build_array(pg_temp.data_commit_info('Append', 'e+other', '-5') || '{"table_id": "gww_2"}', pg_temp.data_commit_info('Append', 'e+other', 'dt=1'))));

-- 4. Lists of versions: the last element without a table id holds what to mark.
SELECT pg_temp.publish_list('e', pg_temp.plan(3, 'Append', 'a c d e'));
SELECT pg_temp.head();
SELECT pg_temp.publish_list(NULL, pg_temp.plan(4, 'Append', 'a c d e g'));
SELECT pg_temp.publish_list(NULL, pg_temp.plan(0, 'Append', 'e', 'dt=1'), pg_temp.plan(4, 'Append', 'a c d e h'));
SELECT pg_temp.versions();
SELECT pg_temp.versions('dt=1');
-- Marking is by id alone, in every table, also by an element that stands alone; the trigger's part is off here.
SET lakesoul.mark_committed = off;
SELECT pg_temp.register_list('l+f10', 'm+f11');
SELECT pg_temp.publish_list('l', pg_temp.plan(6, 'Append', 'a c d e g h l'));
SELECT pg_temp.publish_list('m nosuch', VARIADIC '{}');
SELECT pg_temp.publish_list('e', pg_temp.plan(7, 'Append', 'a c d e g h l m'));
RESET lakesoul.mark_committed;
SELECT pg_temp.commits();
SELECT table_id, committed FROM data_commit_info WHERE commit_id = pg_temp.id('e') ORDER BY table_id COLLATE "C", partition_desc COLLATE "C";
-- What is marked is not written again.
SELECT ctid AS before_ctid FROM data_commit_info WHERE table_id = 'gww_1' AND commit_id = pg_temp.id('l') \gset
SELECT pg_temp.publish_list('l', VARIADIC '{}');
SELECT ctid = :'before_ctid' FROM data_commit_info WHERE table_id = 'gww_1' AND commit_id = pg_temp.id('l');
-- A version that cannot be combined: 0, nothing of the list stays, and the transaction goes on.
SELECT pg_temp.register_list('n+f12', 'o+f13');
BEGIN;
SELECT pg_temp.publish_list('n o', pg_temp.plan(8, 'Append', 'a c d e g h l m n'), pg_temp.plan(3, 'Delete', ''));
SELECT pg_temp.head();
SELECT pg_temp.publish_list('n', pg_temp.plan(8, 'Append', 'a c d e g h l m n'));
COMMIT;
SELECT pg_temp.head();
SELECT pg_temp.commits();
-- A replay counts as done.
SELECT pg_temp.publish_list('n', pg_temp.plan(8, 'Append', 'a c d e g h l m n'));
SELECT pg_temp.head();
-- An error that is no conflict is raised.
SELECT pg_temp.publish_list(NULL, pg_temp.plan(9, 'Append', 'a c d e g h l m n o'), pg_temp.plan(-1, 'Append', 'o'));
SELECT pg_temp.head();
SELECT pg_temp.put(300, '{}');
-- The extension off: the primary key decides.
SET lakesoul.rebase = off;
SELECT pg_temp.publish_list('o', pg_temp.plan(9, 'Append', 'o', 'dt=2'), pg_temp.plan(8, 'Append', 'a c d e g h l m n o'));
SELECT pg_temp.versions('dt=2');
RESET lakesoul.rebase;

-- 5. Lists of discarded files: those that are live or there already are done.
SELECT pg_temp.put(302, '{"discard_compressed_file_info": [{"file_path": "/gww/1/x", "table_path": "/gww/1", "partition_desc": "-5", "t_date": "2026-08-02"},
    {"file_path": "f1", "table_path": "/gww/1", "partition_desc": "-5", "t_date": "2026-08-02"}, {"file_path": "/gww/1/y", "table_path": "/gww/1", "partition_desc": "-5", "timestamp": 11, "t_date": "2026-08-02"}]}');
SELECT file_path, timestamp, t_date FROM discard_compressed_file_info WHERE table_path = '/gww/1' ORDER BY file_path COLLATE "C";
SELECT pg_temp.put(302, '{"discard_compressed_file_info": [{"file_path": "/gww/1/z", "t_date": "2026-08-02"}, {"file_path": "/gww/1/zz", "t_date": "x"}]}');
SELECT pg_temp.put(302, '{}');
SELECT count(*) FROM discard_compressed_file_info WHERE file_path LIKE '/gww/1/z%';
BEGIN;
SET LOCAL lakesoul.restoring = on;
SELECT pg_temp.put(302, '{"discard_compressed_file_info": [{"file_path": "/gww/1/x", "t_date": "2026-08-02"}]}');
SELECT pg_temp.put(206, '{"discard_compressed_file_info": [{"file_path": "/gww/1/x", "t_date": "2026-08-02"}]}');
ROLLBACK;

-- 6. Updates, on what is there and on what is not.
SELECT pg_temp.change(501, 'gww', '{"b": [2,  3]}'), pg_temp.change(501, 'nosuch', '{}');
SELECT properties FROM namespace WHERE namespace = 'gww';
SELECT pg_temp.change(501, 'gww', '{');
SELECT pg_temp.change(503, 'gww_1', '{"q": "__DELIM_"}'), pg_temp.change(503, 'nosuch', '{}');
SELECT properties FROM table_info WHERE table_id = 'gww_1';
SELECT pg_temp.change(503, 'gww_1', '');
SELECT pg_temp.change(504, 'gww_2', 'renamed', '', '');
SELECT table_name, table_path, table_schema, table_schema_arrow_ipc, table_schema_arrow_ipc_json_hash FROM table_info WHERE table_id = 'gww_2';
SELECT pg_temp.change(504, 'gww_2', '', '/gww/2', '');
SELECT pg_temp.change(504, 'gww_2', 'renamed', '', '');
SELECT table_name, table_path, table_schema, table_schema_arrow_ipc, table_schema_arrow_ipc_json_hash FROM table_info WHERE table_id = 'gww_2';
SELECT pg_temp.change(504, 'gww_2', '', '', '{"s": ''1''}'), pg_temp.change(504, 'nosuch', 'x', 'x', 'x');
SELECT table_name, table_path, table_schema, table_schema_arrow_ipc, table_schema_arrow_ipc_json_hash FROM table_info WHERE table_id = 'gww_2';
SELECT pg_temp.change(504, 'gww_2', 'n', 'p', 's');
SELECT table_name, table_path, table_schema FROM table_info WHERE table_id = 'gww_2';
SELECT pg_temp.change(504, 'gww_2', '', '', '');
SELECT pg_temp.change(504, 'gww_2', 'n');
SELECT pg_temp.change(7, 'gww_1', '-5');
SELECT pg_temp.change(519, '');
SELECT pg_temp.attempt('SELECT lakesoul.execute_update(NULL, '''')::text');
SELECT pg_temp.attempt('SELECT lakesoul.execute_update(500, NULL)::text');
-- Each is undone before the next; what is left is shown by name.
CREATE FUNCTION pg_temp.left_over() RETURNS text LANGUAGE sql AS $$
    SELECT format('namespaces %s, infos %s, names %s, paths %s, versions %s, commits %s, discards %s', (SELECT count(*) FROM namespace WHERE namespace = 'gww'), (SELECT count(*) FROM table_info WHERE table_id LIKE 'gww_%'),
                  (SELECT count(*) FROM table_name_id WHERE table_namespace = 'gww'), (SELECT count(*) FROM table_path_id WHERE table_namespace = 'gww'), (SELECT count(*) FROM partition_info WHERE table_id LIKE 'gww_%'),
                  (SELECT count(*) FROM data_commit_info WHERE table_id LIKE 'gww_%'), (SELECT count(*) FROM discard_compressed_file_info WHERE table_path LIKE '/gww/%'))
$$;
CREATE FUNCTION pg_temp.try(code int, VARIADIC params text[]) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
    result text;
BEGIN
    BEGIN
        result := (SELECT string_agg(line, ' ') FROM pg_temp.change(code, VARIADIC params) AS line);
        result := result || ': ' || pg_temp.left_over();
        RAISE EXCEPTION USING ERRCODE = 'GW000';
    EXCEPTION WHEN SQLSTATE 'GW000' THEN
        RETURN NEXT code || ' ' || result;
    END;
END
$$;
SELECT pg_temp.left_over();
SELECT pg_temp.try(500, 'gww');
SELECT pg_temp.try(500, 'nosuch');
SELECT pg_temp.try(502, 'gww_1', '/gww/1');
SELECT pg_temp.try(502, 'gww_1', 'nosuch');
SELECT pg_temp.try(505, '/gww/1');
SELECT pg_temp.try(506, 'gww_1');
SELECT pg_temp.try(507, 't1', 'gww');
SELECT pg_temp.try(507, 't1', 'default');
SELECT pg_temp.try(508, 'gww_1');
SELECT pg_temp.try(509, 'gww_1', 'dt=1');
SELECT pg_temp.try(510, 'gww_1');
SELECT pg_temp.try(511, 'gww_1', '-5', timestamp::text), pg_temp.try(511, 'gww_1', '-5', (timestamp - 1)::text) FROM partition_info WHERE table_id = 'gww_1' AND partition_desc = '-5' AND version = 3;
SELECT pg_temp.try(511, 'gww_1', '-5', '0');
SELECT pg_temp.try(511, 'gww_1', '-5', 'x');
-- A commit that the head lists is held back and not counted.
SELECT pg_temp.try(512, 'gww_1', '-5', pg_temp.id('f')::text);
SELECT pg_temp.try(512, 'gww_1', '-5', pg_temp.id('a')::text);
SELECT pg_temp.try(513, 'gww_1', '-5', replace(pg_temp.id('f')::text || pg_temp.id('a')::text || pg_temp.id('o')::text, '-', ''));
SELECT pg_temp.try(513, 'gww_1', '-5', '');
SELECT pg_temp.try(513, 'gww_1', '-5', 'f');
SELECT pg_temp.try(514, 'gww_2', '-5');
SELECT pg_temp.try(515, 'gww_2');
SELECT pg_temp.try(516, '/gww/1/x');
SELECT pg_temp.try(517, '/gww/1', '-5', '9');
SELECT pg_temp.try(517, '/gww/1', '-5', '8');
SELECT pg_temp.try(517, '/gww/1', 'dt=1', '9');
SELECT pg_temp.try(518, '/gww/1');

-- 7. A retired commit is known and not brought back.
SELECT pg_temp.register_list('r+f20');
SELECT pg_temp.publish_list('r', pg_temp.plan(9, 'Append', 'a c d e g h l m n r'));
SELECT pg_temp.register_list('s+f21');
SELECT pg_temp.publish_list('s', pg_temp.plan(10, 'Update', 's'));
SELECT pg_temp.change(512, 'gww_1', '-5', pg_temp.id('r')::text);
SELECT pg_temp.register_list('r+f20', 't+f22');
SELECT count(*) FROM data_commit_info WHERE table_id = 'gww_1' AND commit_id = pg_temp.id('r');
SELECT pg_temp.register_list('r+other');

-- 8. properties of type jsonb, which a site may have; plans of before are made anew.
BEGIN;
ALTER TABLE namespace ALTER properties TYPE jsonb;
ALTER TABLE table_info ALTER properties TYPE jsonb;
SELECT pg_temp.change(501, 'gww', '{"b":1}'), pg_temp.change(503, 'gww_1', '{"c":1}');
SELECT pg_temp.put(200, '{"namespace": [{"namespace": "gww_j", "properties": "{\"x\":1}"}]}');
SELECT lakesoul.decode('JniWrapper', lakesoul.execute_query(0, 'gww'))->'namespace'->0->'properties', lakesoul.decode('JniWrapper', lakesoul.execute_query(2, 'gww_1'))->'table_info'->0->'properties';
ROLLBACK;

-- 9. Transactions that keep one snapshot: nothing is combined, the key decides.
BEGIN ISOLATION LEVEL REPEATABLE READ;
SELECT pg_temp.publish_list(NULL, pg_temp.plan(5, 'Append', 'a t'));
SELECT pg_temp.register_list('t+f22', 'u+f23');
ROLLBACK;
BEGIN READ ONLY;
SELECT pg_temp.put(200, '{"namespace": [{"namespace": "gww_ro", "properties": "{}"}]}');
SELECT pg_temp.change(500, 'gww');
SELECT pg_temp.publish_list(NULL, pg_temp.plan(11, 'Append', 's t'));
ROLLBACK;
-- Inside a function's exception block, in a savepoint.
BEGIN;
SAVEPOINT s;
SELECT pg_temp.publish_list('t', pg_temp.plan(11, 'Append', 's t'));
ROLLBACK TO s;
SELECT pg_temp.publish_list('t', pg_temp.plan(11, 'Append', 's t'));
COMMIT;
SELECT pg_temp.head();
-- A stable function is not asked to write.
SELECT proname, provolatile, proparallel FROM pg_proc WHERE pronamespace = 'lakesoul'::regnamespace AND proname ~ '^execute_' ORDER BY proname;

-- Gone again, by the gateway alone.
SELECT pg_temp.change(502, 'gww_1', '/gww/1'), pg_temp.change(502, 'gww_2', 'p'), pg_temp.change(506, 'gww_1'), pg_temp.change(508, 'gww_1');
SELECT pg_temp.change(510, 'gww_1'), pg_temp.change(515, 'gww_1'), pg_temp.change(515, 'gww_2'), pg_temp.change(518, '/gww/1'), pg_temp.change(500, 'gww');
SELECT pg_temp.left_over();
DELETE FROM lakesoul.retired_commits WHERE table_id = 'gww_1';
DELETE FROM lakesoul.due_compactions WHERE table_id = 'gww_1';
SELECT pg_temp.everything() = :'before';
