-- Changes: what was added to partitions in windows of versions or times. Read-only, on a standby too, one snapshot.

CREATE FUNCTION lakesoul.changes(
    table_name pg_catalog.text,
    from_version integer,
    to_version integer,
    partition pg_catalog.text DEFAULT NULL,
    namespace pg_catalog.text DEFAULT 'default'
) RETURNS TABLE (
    partition_desc pg_catalog.text,
    version integer,
    commit_op pg_catalog.text,
    "timestamp" bigint,
    commit_id pg_catalog.uuid,
    file_op pg_catalog.text,
    path pg_catalog.text,
    size bigint,
    file_exist_cols pg_catalog.text,
    requires_rebuild boolean
)
    LANGUAGE C STABLE PARALLEL RESTRICTED
    AS 'MODULE_PATHNAME', 'lakesoul_changes';

COMMENT ON FUNCTION lakesoul.changes(pg_catalog.text, integer, integer, pg_catalog.text, pg_catalog.text) IS
'The files that the versions after from_version, up to to_version, added to a
partition, oldest first. However a range is split, every commit is returned
once. Compactions hold nothing new and are passed over.
partition: NULL for each of the table''s.
from_version: the last version that was read, -1 for none.
requires_rebuild: true in all rows of a partition if a version took
something away (an update, a delete, a rollback, a del file operation; it is
a row of its own, without a file) or its predecessor is not stored any more:
read the partition again as of to_version.
timestamp: epoch milliseconds; size: bytes.
A partition that was dropped has no versions: see lakesoul.partitions.
Errors: 42P01 no such table; 22023 from_version below -1 or above
to_version, or a description that does not fit the table.';

CREATE FUNCTION lakesoul.changes_by_id(
    table_id pg_catalog.text,
    from_version integer,
    to_version integer,
    partition pg_catalog.text DEFAULT NULL
) RETURNS TABLE (
    partition_desc pg_catalog.text,
    version integer,
    commit_op pg_catalog.text,
    "timestamp" bigint,
    commit_id pg_catalog.uuid,
    file_op pg_catalog.text,
    path pg_catalog.text,
    size bigint,
    file_exist_cols pg_catalog.text,
    requires_rebuild boolean
)
    LANGUAGE C STABLE PARALLEL RESTRICTED
    AS 'MODULE_PATHNAME', 'lakesoul_changes_by_id';

COMMENT ON FUNCTION lakesoul.changes_by_id(pg_catalog.text, integer, integer, pg_catalog.text) IS
'As lakesoul.changes, for a table given by its id.';

CREATE FUNCTION lakesoul.changes_between(
    table_name pg_catalog.text,
    from_time timestamp with time zone,
    to_time timestamp with time zone,
    partition pg_catalog.text DEFAULT NULL,
    namespace pg_catalog.text DEFAULT 'default'
) RETURNS TABLE (
    partition_desc pg_catalog.text,
    version integer,
    commit_op pg_catalog.text,
    "timestamp" bigint,
    commit_id pg_catalog.uuid,
    file_op pg_catalog.text,
    path pg_catalog.text,
    size bigint,
    file_exist_cols pg_catalog.text,
    requires_rebuild boolean,
    to_version integer
)
    LANGUAGE C STABLE PARALLEL RESTRICTED
    AS 'MODULE_PATHNAME', 'lakesoul_changes_between';

COMMENT ON FUNCTION lakesoul.changes_between(
    pg_catalog.text, timestamp with time zone, timestamp with time zone, pg_catalog.text, pg_catalog.text) IS
'As lakesoul.changes, for the versions stamped later than from_time and up to
to_time, which are looked up for each partition.
to_version: the version to go on from, with lakesoul.changes. Going on by
time instead can miss a commit that was stamped before to_time and became
visible after this call.
Errors: 42P01 no such table, 22023 from_time later than to_time.';

CREATE FUNCTION lakesoul.changes_between_by_id(
    table_id pg_catalog.text,
    from_time timestamp with time zone,
    to_time timestamp with time zone,
    partition pg_catalog.text DEFAULT NULL
) RETURNS TABLE (
    partition_desc pg_catalog.text,
    version integer,
    commit_op pg_catalog.text,
    "timestamp" bigint,
    commit_id pg_catalog.uuid,
    file_op pg_catalog.text,
    path pg_catalog.text,
    size bigint,
    file_exist_cols pg_catalog.text,
    requires_rebuild boolean,
    to_version integer
)
    LANGUAGE C STABLE PARALLEL RESTRICTED
    AS 'MODULE_PATHNAME', 'lakesoul_changes_between_by_id';

COMMENT ON FUNCTION lakesoul.changes_between_by_id(
    pg_catalog.text, timestamp with time zone, timestamp with time zone, pg_catalog.text) IS
'As lakesoul.changes_between, for a table given by its id.';
