-- Namespaces and tables that are there already: lists, changes, drops, rollback.

CREATE FUNCTION lakesoul.alter_namespace(namespace pg_catalog.text, properties pg_catalog.json) RETURNS void
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_alter_namespace';

COMMENT ON FUNCTION lakesoul.alter_namespace(pg_catalog.text, pg_catalog.json) IS
'Replaces the properties of a namespace, a JSON object; a stored key domain
stays.
Errors: 3F000 no such namespace, 22023 properties that are no object, 42501
not allowed.';

CREATE FUNCTION lakesoul.drop_namespace(namespace pg_catalog.text, cascade boolean DEFAULT false)
    RETURNS SETOF pg_catalog.text
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_drop_namespace';

COMMENT ON FUNCTION lakesoul.drop_namespace(pg_catalog.text, boolean) IS
'Drops a namespace.
cascade: its tables too, as lakesoul.drop_table.
Result: the paths to remove from storage now, none without cascade. What
other tables need is kept, with one NOTICE, at the cost of one
lakesoul.drop_table.
Errors: 3F000 no such namespace; 2BP01 it has tables and cascade is false;
0A000 for default.';

CREATE FUNCTION lakesoul.list_namespaces(domain pg_catalog.text DEFAULT NULL)
    RETURNS TABLE (
        namespace pg_catalog.text,
        properties pg_catalog.json,
        comment pg_catalog.text,
        domain pg_catalog.text,
        tables bigint
    )
    LANGUAGE sql STABLE PARALLEL SAFE SUPPORT lakesoul._needs_setup
AS $$
    SELECT n.namespace, n.properties::pg_catalog.json, n.comment, n.domain,
           (SELECT pg_catalog.count(*) FROM public.table_info AS t
             WHERE t.table_namespace OPERATOR(pg_catalog.=) n.namespace)
      FROM public.namespace AS n
     WHERE $1 IS NULL OR n.domain OPERATOR(pg_catalog.=) $1
     ORDER BY n.namespace
$$;

COMMENT ON FUNCTION lakesoul.list_namespaces(pg_catalog.text) IS
'The namespaces the caller sees, by name.
domain: only those of one domain, NULL for all.
tables: how many tables of it the caller sees; it costs nothing if it is not
selected.
Errors: 55000 before lakesoul.setup().';

CREATE FUNCTION lakesoul.rename_table(
    table_name pg_catalog.text,
    new_name pg_catalog.text,
    namespace pg_catalog.text DEFAULT 'default',
    new_namespace pg_catalog.text DEFAULT NULL
) RETURNS void
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_rename_table';

COMMENT ON FUNCTION lakesoul.rename_table(pg_catalog.text, pg_catalog.text, pg_catalog.text, pg_catalog.text) IS
'Gives a table the name new_name, and moves it to another namespace of the
same domain. Id, path and files stay. Waits for commits of the table that
are under way.
new_namespace: NULL for the same.
Errors: 42P01 no such table, 42P07 the name is taken, 3F000 no such
namespace, 22023 an empty name or a namespace of another domain, 54000 name
too long for an index.';

CREATE FUNCTION lakesoul.rename_table_by_id(
    table_id pg_catalog.text,
    new_name pg_catalog.text,
    new_namespace pg_catalog.text DEFAULT NULL
) RETURNS void
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_rename_table_by_id';

COMMENT ON FUNCTION lakesoul.rename_table_by_id(pg_catalog.text, pg_catalog.text, pg_catalog.text) IS
'As lakesoul.rename_table, for a table given by its id.';

CREATE FUNCTION lakesoul.move_table_path(
    table_name pg_catalog.text,
    new_path pg_catalog.text,
    namespace pg_catalog.text DEFAULT 'default'
) RETURNS void
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_move_table_path';

COMMENT ON FUNCTION lakesoul.move_table_path(pg_catalog.text, pg_catalog.text, pg_catalog.text) IS
'Gives a table the path new_path, where writers put files from then on. Files
that are committed stay where they are, since each is known by its full
path. An empty path is allowed for a table with a name. Waits for commits of
the table that are under way.
Errors: 42P01 no such table, 42P07 the path is taken, 54000 path too long
for an index.';

CREATE FUNCTION lakesoul.move_table_path_by_id(table_id pg_catalog.text, new_path pg_catalog.text) RETURNS void
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_move_table_path_by_id';

COMMENT ON FUNCTION lakesoul.move_table_path_by_id(pg_catalog.text, pg_catalog.text) IS
'As lakesoul.move_table_path, for a table given by its id.';

CREATE FUNCTION lakesoul.set_table_properties(
    table_name pg_catalog.text,
    properties pg_catalog.json,
    namespace pg_catalog.text DEFAULT 'default',
    replace boolean DEFAULT false
) RETURNS pg_catalog.json
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_set_table_properties';

COMMENT ON FUNCTION lakesoul.set_table_properties(pg_catalog.text, pg_catalog.json, pg_catalog.text, boolean) IS
'Merges a JSON object into the properties of a table, key by key; replace: it
takes their place. A stored key domain stays as it is.
Result: the properties as stored.
Errors: 42P01 no such table, 22023 properties that are no object.';

CREATE FUNCTION lakesoul.set_table_properties_by_id(
    table_id pg_catalog.text,
    properties pg_catalog.json,
    replace boolean DEFAULT false
) RETURNS pg_catalog.json
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_set_table_properties_by_id';

COMMENT ON FUNCTION lakesoul.set_table_properties_by_id(pg_catalog.text, pg_catalog.json, boolean) IS
'As lakesoul.set_table_properties, for a table given by its id.';

CREATE FUNCTION lakesoul.remove_table_properties(
    table_name pg_catalog.text,
    keys pg_catalog.text[],
    namespace pg_catalog.text DEFAULT 'default'
) RETURNS pg_catalog.json
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_remove_table_properties';

COMMENT ON FUNCTION lakesoul.remove_table_properties(pg_catalog.text, pg_catalog.text[], pg_catalog.text) IS
'Removes keys from the properties of a table; a key that is not there is no
error, and domain stays.
Result: the properties as stored.
Errors: 42P01 no such table.';

CREATE FUNCTION lakesoul.remove_table_properties_by_id(
    table_id pg_catalog.text,
    keys pg_catalog.text[]
) RETURNS pg_catalog.json
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_remove_table_properties_by_id';

COMMENT ON FUNCTION lakesoul.remove_table_properties_by_id(pg_catalog.text, pg_catalog.text[]) IS
'As lakesoul.remove_table_properties, for a table given by its id.';

CREATE FUNCTION lakesoul.set_table_schema(
    table_name pg_catalog.text,
    table_schema pg_catalog.text,
    namespace pg_catalog.text DEFAULT 'default',
    arrow_ipc pg_catalog.bytea DEFAULT NULL
) RETURNS void
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_set_table_schema';

COMMENT ON FUNCTION lakesoul.set_table_schema(pg_catalog.text, pg_catalog.text, pg_catalog.text, pg_catalog.bytea) IS
'Stores another schema of a table, and the time in property
last_schema_change_time.
table_schema: Arrow or Spark JSON, stored as it is.
arrow_ipc: the same schema in Arrow''s IPC format, stored with the hash of
the text; NULL clears both.
Errors: 42P01 no such table, 42703 a range or key column that a readable
schema does not have, 22023 an empty schema.';

CREATE FUNCTION lakesoul.set_table_schema_by_id(
    table_id pg_catalog.text,
    table_schema pg_catalog.text,
    arrow_ipc pg_catalog.bytea DEFAULT NULL
) RETURNS void
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_set_table_schema_by_id';

COMMENT ON FUNCTION lakesoul.set_table_schema_by_id(pg_catalog.text, pg_catalog.text, pg_catalog.bytea) IS
'As lakesoul.set_table_schema, for a table given by its id.';

CREATE FUNCTION lakesoul.rollback_partition(
    table_name pg_catalog.text,
    partition pg_catalog.text,
    to_version integer,
    namespace pg_catalog.text DEFAULT 'default'
) RETURNS SETOF lakesoul.commit_result
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_rollback_partition';

COMMENT ON FUNCTION lakesoul.rollback_partition(pg_catalog.text, pg_catalog.text, integer, pg_catalog.text) IS
'Makes a new version of a partition with the snapshot of an old one,
to_version, whatever was committed since: an UpdateCommit, or a DeleteCommit
if that snapshot is empty. Files that become active again are no longer
discarded.
Result: one row; already_committed if the newest version has that snapshot.
Errors: 42P01 no such table, 42704 no such version, 55000 commits of the old
version were removed (detail: which), 54000 after the last version number.';

CREATE FUNCTION lakesoul.rollback_partition_by_id(
    table_id pg_catalog.text,
    partition pg_catalog.text,
    to_version integer
) RETURNS SETOF lakesoul.commit_result
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_rollback_partition_by_id';

COMMENT ON FUNCTION lakesoul.rollback_partition_by_id(pg_catalog.text, pg_catalog.text, integer) IS
'As lakesoul.rollback_partition, for a table given by its id.';

CREATE FUNCTION lakesoul.rollback_partition(
    table_name pg_catalog.text,
    partition pg_catalog.text,
    to_timestamp timestamp with time zone,
    namespace pg_catalog.text DEFAULT 'default'
) RETURNS SETOF lakesoul.commit_result
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_rollback_partition_to_time';

COMMENT ON FUNCTION lakesoul.rollback_partition(
    pg_catalog.text, pg_catalog.text, timestamp with time zone, pg_catalog.text) IS
'As the form with to_version, for the newest version stamped up to
to_timestamp.
Errors: 42704 too if there was none.';

CREATE FUNCTION lakesoul.rollback_partition_by_id(
    table_id pg_catalog.text,
    partition pg_catalog.text,
    to_timestamp timestamp with time zone
) RETURNS SETOF lakesoul.commit_result
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_rollback_partition_to_time_by_id';

COMMENT ON FUNCTION lakesoul.rollback_partition_by_id(pg_catalog.text, pg_catalog.text, timestamp with time zone) IS
'As lakesoul.rollback_partition, for a table given by its id.';

CREATE FUNCTION lakesoul.rollback_table(
    table_name pg_catalog.text,
    to_timestamp timestamp with time zone,
    namespace pg_catalog.text DEFAULT 'default'
) RETURNS SETOF lakesoul.commit_result
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_rollback_table';

COMMENT ON FUNCTION lakesoul.rollback_table(pg_catalog.text, timestamp with time zone, pg_catalog.text) IS
'Rolls all partitions of a table back to what they held at to_timestamp, or
none. A partition that did not exist then becomes empty. Waits for commits
of the table that are under way.
Result: a row a partition.
Errors as lakesoul.rollback_partition; 42704 if what a partition held then
is not known any more, because its older versions were removed.';

CREATE FUNCTION lakesoul.rollback_table_by_id(
    table_id pg_catalog.text,
    to_timestamp timestamp with time zone
) RETURNS SETOF lakesoul.commit_result
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_rollback_table_by_id';

COMMENT ON FUNCTION lakesoul.rollback_table_by_id(pg_catalog.text, timestamp with time zone) IS
'As lakesoul.rollback_table, for a table given by its id.';
