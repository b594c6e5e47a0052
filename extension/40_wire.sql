-- Messages of the wire contract as JSON and back.

CREATE FUNCTION lakesoul.decode(message pg_catalog.text, payload pg_catalog.bytea) RETURNS pg_catalog.jsonb
    LANGUAGE C STABLE STRICT PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'lakesoul_decode';

COMMENT ON FUNCTION lakesoul.decode(pg_catalog.text, pg_catalog.bytea) IS
'A protobuf message of LakeSoul''s contract as JSON. Checks wire, text and
enumerations, not values.
message: its name, such as DataCommitInfo or JniWrapper.
payload: its bytes.
Result: field names are the proto''s; 64-bit integers are strings, bytes
base64, enumerations their names; defaults are left out: without commit_op
it is a CompactionCommit, without file_op an add.
Errors: 22P03 not such a message, or a field outside the contract; 54000
over lakesoul.max_message_size or its memory budget; 22021 NUL, or bytes
that are not UTF-8; 22023 unknown enumeration value or message name.';

CREATE FUNCTION lakesoul.encode(message pg_catalog.text, body pg_catalog.jsonb) RETURNS pg_catalog.bytea
    LANGUAGE C STABLE STRICT PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'lakesoul_encode';

COMMENT ON FUNCTION lakesoul.encode(pg_catalog.text, pg_catalog.jsonb) IS
'The protobuf bytes of a message, fields in order, defaults left out.
message: its name, such as DataCommitInfo or JniWrapper.
body: the message as JSON, as lakesoul.decode gives it. Integers may be
numbers or strings, enumerations names or numbers, a Uuid an object or text.
A missing commit_op means CompactionCommit, a missing file_op add.
Errors: 22023 unknown message name or field, a value of the wrong type or
out of range; 54000 over lakesoul.max_message_size.';
