-- Partitions that are dropped, one or all of a table. What they held is recorded as discarded, so that no path is
-- forgotten if the caller does not live to delete it.

CREATE FUNCTION lakesoul.drop_partition(
    table_name pg_catalog.text,
    partition pg_catalog.text,
    namespace pg_catalog.text DEFAULT 'default'
) RETURNS SETOF pg_catalog.text
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_drop_partition';

COMMENT ON FUNCTION lakesoul.drop_partition(pg_catalog.text, pg_catalog.text, pg_catalog.text) IS
'Drops a partition with all its versions and published commits; registered
ones stay. Made again, it goes on counting, or begins anew after the
greatest version or time. To empty a partition and keep its history, commit
a DeleteCommit.
Result: the paths that nothing references any more, to remove from storage;
lakesoul.discarded gives them too, until lakesoul.forget_discarded is told.
What another table references is kept for lakesoul.discarded, with a NOTICE.
Errors: 42P01 no such table; 42704 no such partition; 22023 a description
that does not fit the table; 55000 a tag or column pinned holds a version.';

CREATE FUNCTION lakesoul.drop_partition_by_id(table_id pg_catalog.text, partition pg_catalog.text)
    RETURNS SETOF pg_catalog.text
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_drop_partition_by_id';

COMMENT ON FUNCTION lakesoul.drop_partition_by_id(pg_catalog.text, pg_catalog.text) IS
'As lakesoul.drop_partition, for a table given by its id.';

CREATE FUNCTION lakesoul.truncate_table(table_name pg_catalog.text, namespace pg_catalog.text DEFAULT 'default')
    RETURNS SETOF pg_catalog.text
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_truncate_table';

COMMENT ON FUNCTION lakesoul.truncate_table(pg_catalog.text, pg_catalog.text) IS
'Drops all partitions of a table, as lakesoul.drop_partition; the table
stays. Waits for commits of the table that are under way.
Result as there.
Errors: 42P01 no such table, 55000 a tag or column pinned holds a version.';

CREATE FUNCTION lakesoul.truncate_table_by_id(table_id pg_catalog.text) RETURNS SETOF pg_catalog.text
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_truncate_table_by_id';

COMMENT ON FUNCTION lakesoul.truncate_table_by_id(pg_catalog.text) IS
'As lakesoul.truncate_table, for a table given by its id.';
