-- The native library's interface: each call is a number, and what it says about parameters and results is a table in
-- docs/gateway.md. The messages are those of proto/entity.proto.

CREATE FUNCTION lakesoul.execute_query(code integer, params pg_catalog.text) RETURNS pg_catalog.bytea
    LANGUAGE C STABLE PARALLEL RESTRICTED
    AS 'MODULE_PATHNAME', 'lakesoul_execute_query';

COMMENT ON FUNCTION lakesoul.execute_query(integer, pg_catalog.text) IS
'Rows of the base tables as the bytes of a JniWrapper; empty if there are
none. Times are epoch milliseconds. docs/gateway.md has the table of codes.
code: 0 to 11 for one row, 100 to 116 for a list.
params: the code''s parameters joined by __DELIM__, empty for none; a list of
partitions is joined by _DELIM_, commit ids are 32 hexadecimal digits each.
Errors: 22023 a code of another function or of none, a wrong number of
parameters, one that is no number, UUID or list of ids; 21000 two rows for
one; 54000 over 1 GB; XX001 a stored operation that is none; 55000 before
lakesoul.setup().';

CREATE FUNCTION lakesoul.execute_query_scalar(code integer, params pg_catalog.text) RETURNS pg_catalog.text
    LANGUAGE C STABLE PARALLEL RESTRICTED
    AS 'MODULE_PATHNAME', 'lakesoul_execute_query_scalar';

COMMENT ON FUNCTION lakesoul.execute_query_scalar(integer, pg_catalog.text) IS
'One number about the versions of a partition or a table as text, NULL if
there is no such version.
code: 400 newest time of a partition, 401 of a table, 402 newest version
before a time, 403 its time.
params: table_id, then partition_desc, then the time in epoch milliseconds,
joined by __DELIM__.
Errors: 22023 as lakesoul.execute_query, 55000 before lakesoul.setup().';

CREATE FUNCTION lakesoul.execute_insert(code integer, payload pg_catalog.bytea) RETURNS integer
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_execute_insert';

COMMENT ON FUNCTION lakesoul.execute_insert(integer, pg_catalog.bytea) IS
'Inserts rows into the base tables, where the triggers treat them as a stock
client''s. docs/gateway.md has the table of codes.
code: 200 to 206 for one row, 300 to 302 for a list.
payload: a JniWrapper with the one field that the code names.
Result: the rows inserted, 0 where a trigger skipped the row; for a list its
length, or 0 and nothing inserted where it has to be planned again (300: a
version is taken and cannot be combined; 301: a commit id is there with
other files).
Errors: 23505 for one row that is there; 22P03, 22021, 54000 as
lakesoul.decode; 22023 another field or number of elements, no commit id;
22P02 properties that are not JSON; 22007, 22008 a t_date that is no date;
55000 before lakesoul.setup().';

CREATE FUNCTION lakesoul.execute_update(code integer, params pg_catalog.text) RETURNS integer
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_execute_update';

COMMENT ON FUNCTION lakesoul.execute_update(integer, pg_catalog.text) IS
'Changes or deletes rows of the base tables.
code: 500 to 518; docs/gateway.md has the table.
params: as for lakesoul.execute_query.
Result: the rows changed or deleted; a row that a trigger keeps back is not
counted.
Errors: 22023 as lakesoul.execute_query, or code 504 without a change; 22P02
properties that are not JSON; 55000 before lakesoul.setup().';
