-- Namespaces and tables.

CREATE FUNCTION lakesoul.create_namespace(
    namespace pg_catalog.text,
    properties pg_catalog.json DEFAULT '{}',
    comment pg_catalog.text DEFAULT '',
    domain pg_catalog.text DEFAULT 'public'
) RETURNS void
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_create_namespace';

COMMENT ON FUNCTION lakesoul.create_namespace(pg_catalog.text, pg_catalog.json, pg_catalog.text, pg_catalog.text) IS
'Makes a namespace.
properties: a JSON object; location is the folder of tables made without a
path.
comment: a text for people.
domain: who sees it, where RBAC is on.
Errors: 42P06 exists already, 22023 empty name or properties that are no
object, 54000 name too long.';

CREATE FUNCTION lakesoul.create_table(
    table_name pg_catalog.text,
    table_path pg_catalog.text,
    table_schema pg_catalog.text,
    namespace pg_catalog.text DEFAULT 'default',
    range_partitions pg_catalog.text[] DEFAULT '{}',
    primary_keys pg_catalog.text[] DEFAULT '{}',
    hash_bucket_num integer DEFAULT NULL,
    properties pg_catalog.json DEFAULT '{}',
    table_id pg_catalog.text DEFAULT NULL
) RETURNS pg_catalog.text
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_create_table';

COMMENT ON FUNCTION lakesoul.create_table(
    pg_catalog.text, pg_catalog.text, pg_catalog.text, pg_catalog.text, pg_catalog.text[], pg_catalog.text[], integer,
    pg_catalog.json, pg_catalog.text) IS
'Makes a table and returns its id.
table_name, table_path: one of them may be empty. A NULL path is made:
<property location of the namespace, or
lakesoul.warehouse>/<namespace>/<table_name>.
table_schema: Arrow or Spark JSON, stored as it is.
range_partitions, primary_keys: names of columns, in their order.
hash_bucket_num: NULL for 4 with primary keys and -1 without; stored as
property hashBucketNum.
properties: a JSON object.
table_id: NULL makes table_<uuid>.
Errors: 42P07 name or path taken; 42710 id taken; 3F000 no such namespace;
42703 a range or key column that a readable schema does not have; 42602 a
name of which no path can be made (. or .., slashes, control characters);
22023 another value out of its domain; 54000 name or path too long for an
index.';

CREATE FUNCTION lakesoul.create_table(table_info pg_catalog.bytea) RETURNS pg_catalog.text
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_create_table_from_message';

COMMENT ON FUNCTION lakesoul.create_table(pg_catalog.bytea) IS
'Makes a table from a message and returns its id.
table_info: a TableInfo. Empty fields: table_id is made, table_namespace is
default, properties {}, partitions ;. The domain is that of the namespace.
Errors as the other form, and those of lakesoul.decode.';

CREATE FUNCTION lakesoul.drop_table(
    table_name pg_catalog.text,
    namespace pg_catalog.text DEFAULT 'default',
    if_exists boolean DEFAULT false
) RETURNS SETOF pg_catalog.text
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_drop_table';

COMMENT ON FUNCTION lakesoul.drop_table(pg_catalog.text, pg_catalog.text, boolean) IS
'Drops a table with all its partitions, versions and commits.
if_exists: a NOTICE instead of an error.
Result: the paths to remove from storage now: the table''s folder, and its
files that lie elsewhere; of an external table of the Paimon API only what
was discarded before. What another table needs is kept for
lakesoul.discarded, with a NOTICE. That gives these paths, too, until
lakesoul.forget_discarded is told that they are deleted.
Errors: 42P01 no such table.';

CREATE FUNCTION lakesoul.drop_table_by_id(table_id pg_catalog.text, if_exists boolean DEFAULT false)
    RETURNS SETOF pg_catalog.text
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_drop_table_by_id';

COMMENT ON FUNCTION lakesoul.drop_table_by_id(pg_catalog.text, boolean) IS
'As lakesoul.drop_table, for a table given by its id.';

CREATE FUNCTION lakesoul.table_id(table_name pg_catalog.text, namespace pg_catalog.text DEFAULT 'default')
    RETURNS pg_catalog.text
    LANGUAGE C STABLE PARALLEL RESTRICTED
    AS 'MODULE_PATHNAME', 'lakesoul_table_id';

COMMENT ON FUNCTION lakesoul.table_id(pg_catalog.text, pg_catalog.text) IS
'The id of a table the caller sees.
Errors: 42P01 no such table, 55000 before lakesoul.setup().';
