-- Messages of the wire contract: what clients send decodes to its JSON, that JSON encodes to the same bytes, and what
-- is no message is refused, by decode and by the functions that commit it.
SELECT count(*) > 0 FROM lakesoul.setup();
\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/test/fixtures/commit_helpers.sql'
\set messages :abs_srcdir '/test/fixtures/messages.jsonl'
\set bad_messages :abs_srcdir '/test/fixtures/bad_messages.jsonl'
\set ECHO none
\i :helpers
\set ECHO all
\pset tuples_only
\pset format unaligned
CREATE FUNCTION pg_temp.outcome(statement text) RETURNS text LANGUAGE sql AS $$
    SELECT string_agg(line, E'\n' ORDER BY n) FROM pg_temp.attempt(statement) WITH ORDINALITY AS t (line, n)
$$;

-- One line of a file is one JSON object, whatever characters it has.
CREATE TEMP TABLE good (n serial, line jsonb);
CREATE TEMP TABLE bad (n serial, line jsonb);
COPY good (line) FROM :'messages' (FORMAT csv, DELIMITER E'\x01', QUOTE E'\x02');
COPY bad (line) FROM :'bad_messages' (FORMAT csv, DELIMITER E'\x01', QUOTE E'\x02');

-- 1. Messages of clients: name, message, bytes; does it decode to the JSON, and that encode to the bytes?
CREATE TEMP TABLE tried AS
SELECT n, line->>'name' AS name, line->>'message' AS message, decode(line->>'hex', 'hex') AS bytes, line->'json' AS json,
       pg_temp.outcome(format('SELECT lakesoul.decode(%L, %L)::text', line->>'message', '\x' || (line->>'hex'))) AS decoded,
       pg_temp.outcome(format('SELECT lakesoul.encode(%L, %L)::text', line->>'message', line->'json')) AS encoded
  FROM good;
SELECT concat_ws(' ', name, message, length(bytes), 'decodes', decoded = json::text, 'encodes', encoded = bytes::text)
  FROM tried ORDER BY n;
SELECT name, 'expected', json, 'got', decoded FROM tried WHERE decoded IS DISTINCT FROM json::text ORDER BY n;
SELECT name, 'expected', bytes, 'got', encoded FROM tried WHERE encoded IS DISTINCT FROM bytes::text ORDER BY n;
SELECT count(*), count(*) FILTER (WHERE decoded = json::text AND encoded = bytes::text) FROM tried;

-- 2. What is no message: name, expected, and what decode says.
SELECT line->>'name' AS name, line->>'message' AS message, line->'sqlstate' AS expected,
       COALESCE(decode(line->>'hex', 'hex'), decode(repeat(line->>'hex_unit', (line->>'repeat')::int), 'hex')) AS bytes, n
  INTO TEMP refused FROM bad;
SELECT name, expected, pg_temp.outcome(format('SELECT length(lakesoul.decode(%L, %L)::text)::text', message, bytes)) FROM refused ORDER BY n;

-- 3. The same, committed to a table with the id that they name.
SELECT lakesoul.create_namespace('wire');
SELECT lakesoul.create_table('orders', 's3://lake/warehouse/default/orders', '{}', 'wire',
                             table_id => 'table_0f5a3a1e-7c1d-4a9b-9d0c-0d3f6f4b2a11');
SELECT pg_temp.everything() AS before \gset
CREATE FUNCTION pg_temp.wrap(bytes bytea) RETURNS bytea LANGUAGE sql AS $$
    SELECT '\x32'::bytea || CASE WHEN length(bytes) < 128 THEN set_byte('\x00', 0, length(bytes))
        ELSE set_byte(set_byte('\x0000', 0, length(bytes) % 128 + 128), 1, length(bytes) / 128) END || bytes
$$;
SELECT name, expected, f, pg_temp.outcome(format(statement, payload)) FROM refused CROSS JOIN LATERAL (VALUES
    (1, 'register', 'SELECT lakesoul.register(%L)::text', CASE message WHEN 'JniWrapper' THEN bytes ELSE pg_temp.wrap(bytes) END),
    (2, 'commit', 'SELECT lakesoul.commit(%L)::text', CASE message WHEN 'JniWrapper' THEN bytes ELSE pg_temp.wrap(bytes) END),
    (3, 'commit_data_commit_info', 'SELECT lakesoul.commit_data_commit_info(%L)::text', CASE message WHEN 'DataCommitInfo' THEN bytes END))
    AS v (o, f, statement, payload)
 WHERE payload IS NOT NULL ORDER BY n, o;
SELECT count(DISTINCT n) FROM refused;
SELECT lakesoul.create_table('orders_by_dt', '/wire/orders_by_dt', '{}', 'wire', range_partitions => '{dt}', table_id => 'table_wire_dt');
SELECT pg_temp.outcome(format('SELECT lakesoul.commit_data_commit_info(%L)::text', bytes || lakesoul.encode('DataCommitInfo', '{"table_id": "table_wire_dt"}')))
  FROM refused WHERE name = 'bad_desc';
SELECT lakesoul.drop_table_by_id('table_wire_dt');
SELECT pg_temp.everything() = :'before';

-- 4. Arguments.
\pset null NULL
SELECT lakesoul.decode(NULL, ''), lakesoul.decode('Uuid', NULL), lakesoul.encode(NULL, '{}'), lakesoul.encode('Uuid', NULL);
SELECT m, lakesoul.decode(m, ''), lakesoul.encode(m, '{}') FROM unnest(ARRAY['Uuid', 'Namespace', 'TableInfo', 'TableNameId',
    'TablePathId', 'PartitionInfo', 'DataFileOp', 'DataCommitInfo', 'DiscardCompressedFileInfo', 'MetaInfo', 'JniWrapper']) AS m;
\pset null ''
SELECT pg_temp.attempt($$SELECT lakesoul.decode('Nosuch', '')::text$$);
SELECT pg_temp.attempt($$SELECT lakesoul.encode('Nosuch', '{}')::text$$);
SELECT (SELECT line FROM pg_temp.attempt(format('SELECT lakesoul.decode(%L, '''')::text', m)) AS line LIMIT 1)
  FROM unnest(ARRAY['', 'uuid', 'proto.entity.Uuid', 'Uuid ', repeat('x', 300)]) AS m;

-- 5. Limits.
SET lakesoul.max_message_size = '1kB';
SELECT length(lakesoul.encode('TableInfo', jsonb_build_object('table_id', repeat('x', 900))));
SELECT pg_temp.outcome($$SELECT lakesoul.decode('TableInfo', convert_to(repeat('x', 1025), 'UTF8'))::text$$);
SELECT pg_temp.outcome($$SELECT lakesoul.encode('TableInfo', jsonb_build_object('table_id', repeat('x', 1025)))::text$$);
RESET lakesoul.max_message_size;
SELECT pg_temp.outcome($$SELECT lakesoul.decode('PartitionInfo', decode(repeat('3a00', 100000), 'hex'))->'snapshot'->>99999$$);
SELECT pg_temp.outcome($$SELECT lakesoul.decode('MetaInfo', decode(repeat('0a00', 100000), 'hex'))::text$$);
SELECT left(pg_temp.attempt($$SELECT set_config('lakesoul.max_message_size', '0', false)$$), 5);
SELECT left(pg_temp.attempt($$SELECT set_config('lakesoul.max_message_size', '513MB', false)$$), 5);

-- 6. Encoding: everything that may be written in more than one way.
SELECT lakesoul.decode('PartitionInfo', lakesoul.encode('PartitionInfo', '{"version": "7", "timestamp": 1700000000000, "commit_op": 3,
    "snapshot": ["00112233-4455-6677-8899-aabbccddeeff", "{00112233445566778899AABBCCDDEEFF}", {"low": 1}, {"high": "18446744073709551615"}, {}]}'));
SELECT lakesoul.decode('Uuid', lakesoul.encode('Uuid', '"ffffffff-ffff-ffff-8000-000000000000"'));
SELECT lakesoul.encode('DataCommitInfo', '{"commit_op": "CompactionCommit", "committed": false, "timestamp": 0, "domain": "", "file_ops": [], "commit_id": null}');
SELECT lakesoul.encode('DataCommitInfo', '{"domain": "d", "table_id": "t"}') = lakesoul.encode('DataCommitInfo', '{"table_id": "t", "domain": "d"}');
SELECT lakesoul.decode('TableInfo', lakesoul.encode('TableInfo', '{"table_schema_arrow_ipc": "AAH/"}'));
-- The last value of a field that comes twice counts, as protobuf says; repeated fields are joined.
SELECT lakesoul.decode('DataCommitInfo', lakesoul.encode('DataCommitInfo', '{"domain": "a", "file_ops": [{"path": "f1"}]}') ||
                                         lakesoul.encode('DataCommitInfo', '{"domain": "b", "file_ops": [{"path": "f2"}]}'));

-- 7. Encoding: what cannot be.
SELECT message || ' ' || left(body, 80), pg_temp.outcome(format('SELECT lakesoul.encode(%L, %L)::text', message, body)) FROM (VALUES
    (1, 'DataCommitInfo', '[]'), (2, 'DataCommitInfo', '"x"'), (3, 'DataCommitInfo', '1'), (4, 'DataCommitInfo', 'null'), (5, 'DataCommitInfo', 'true'),
    (6, 'DataCommitInfo', '{"nosuch": 1}'), (7, 'JniWrapper', '{"data_commit_info": [{}, {"nosuch": 1}]}'), (8, 'DataCommitInfo', '{"tableId": "x"}'),
    (9, 'TableNameId', '{"table_id": "x"}'), (10, 'DataCommitInfo', '{"table_id": 1}'), (11, 'DataCommitInfo', '{"table_id": true}'),
    (12, 'DataCommitInfo', '{"table_id": ["x"]}'), (13, 'DataCommitInfo', '{"table_id": {"x": 1}}'), (14, 'DataCommitInfo', '{"file_ops": {}}'),
    (15, 'DataCommitInfo', '{"file_ops": ["x"]}'), (16, 'DataCommitInfo', '{"file_ops": [null]}'), (17, 'DataCommitInfo', '{"file_ops": [[]]}'),
    (18, 'DataCommitInfo', '{"file_ops": "x"}'), (19, 'DataCommitInfo', '{"commit_op": "Append"}'), (20, 'DataCommitInfo', '{"commit_op": 5}'),
    (21, 'DataCommitInfo', '{"commit_op": -1}'), (22, 'DataCommitInfo', '{"commit_op": 1.5}'), (23, 'DataCommitInfo', '{"commit_op": true}'),
    (24, 'DataCommitInfo', '{"commit_op": "1"}'), (25, 'DataCommitInfo', '{"committed": 1}'), (26, 'DataCommitInfo', '{"committed": "true"}'),
    (27, 'DataCommitInfo', '{"timestamp": "x"}'), (28, 'DataCommitInfo', '{"timestamp": ""}'), (29, 'DataCommitInfo', '{"timestamp": 1.5}'),
    (30, 'DataCommitInfo', '{"timestamp": "1.0"}'), (31, 'DataCommitInfo', '{"timestamp": " 1"}'), (32, 'DataCommitInfo', '{"timestamp": "+1"}'),
    (33, 'DataCommitInfo', '{"timestamp": "0x1"}'), (34, 'DataCommitInfo', '{"commit_id": "x"}'), (35, 'DataCommitInfo', '{"commit_id": 1}'),
    (36, 'DataCommitInfo', '{"commit_id": "00112233-4455-6677-8899-aabbccddee"}'), (37, 'DataCommitInfo', '{"commit_id": ["00112233-4455-6677-8899-aabbccddeeff"]}'),
    (38, 'DataCommitInfo', '{"commit_id": {"high": -1}}'), (39, 'TableInfo', '{"table_schema_arrow_ipc": "A"}'), (40, 'TableInfo', '{"table_schema_arrow_ipc": "????"}'),
    (41, 'TableInfo', '{"table_schema_arrow_ipc": 1}'), (42, 'Uuid', '"x"'), (43, 'Uuid', '{"high": "18446744073709551616"}')) AS v (n, message, body)
 ORDER BY n;
-- Numbers at and beyond the ends of their ranges.
SELECT field || ' ' || value, pg_temp.outcome(format('SELECT lakesoul.decode(%L, lakesoul.encode(%L, %L))::text', message, message,
                                                     format('{"%s": %s}', field, value))) FROM (VALUES
    (1, 'PartitionInfo', 'version', '2147483647'), (2, 'PartitionInfo', 'version', '2147483648'), (3, 'PartitionInfo', 'version', '-2147483648'),
    (4, 'PartitionInfo', 'version', '-2147483649'), (5, 'PartitionInfo', 'version', '1e3'), (6, 'PartitionInfo', 'version', '1.0'),
    (7, 'DataFileOp', 'size', '9223372036854775807'), (8, 'DataFileOp', 'size', '9223372036854775808'), (9, 'DataFileOp', 'size', '-9223372036854775808'),
    (10, 'DataFileOp', 'size', '"-9223372036854775809"'), (12, 'DataFileOp', 'size', '0.1'),
    (13, 'Uuid', 'high', '18446744073709551615'), (14, 'Uuid', 'high', '18446744073709551616'), (15, 'Uuid', 'low', '-1'), (16, 'Uuid', 'low', '-0'))
    AS v (n, message, field, value) ORDER BY n;
-- Deep JSON: as deep as jsonb allows, and nothing of it is built.
SELECT pg_temp.outcome(format('SELECT lakesoul.encode(''DataCommitInfo'', %L)::text', repeat('{"file_ops":[', 1000) || repeat(']}', 1000)));
SELECT pg_temp.outcome(format('SELECT lakesoul.encode(''DataCommitInfo'', %L)::text', repeat('[', 3000) || repeat(']', 3000)));
SELECT pg_temp.outcome(format('SELECT lakesoul.encode(''DataCommitInfo'', %L)::text', '{"x":' || repeat('[', 3000) || repeat(']', 3000) || '}'));
-- Decoding: wire faults in nested messages.
SELECT bytes, pg_temp.outcome(format('SELECT lakesoul.decode(%L, %L)::text', message, bytes)) FROM (VALUES
    (1, 'JniWrapper', '\x3203220108'::bytea), (2, 'JniWrapper', '\x3202220a'), (3, 'JniWrapper', '\x32021aff'), (4, 'DataCommitInfo', '\x1a0608010802'),
    (5, 'DataCommitInfo', '\x1a021801'), (6, 'DataCommitInfo', '\x2801'), (7, 'DataCommitInfo', '\x2d00000000'), (8, 'DataCommitInfo', '\x3901'),
    (9, 'DataCommitInfo', '\xf80101'), (10, 'DataCommitInfo', '\x3807'), (11, 'PartitionInfo', '\x18ffffffffffffffffff01'), (12, 'PartitionInfo', '\x18ffffffff0f'),
    (13, 'PartitionInfo', '\x18ffffffff7f'), (14, 'PartitionInfo', '\x3001')) AS v (n, message, bytes) ORDER BY n;
