-- The Paimon API's snapshots, tags and partitions over LakeSoul's tables. Errors and queries are as in 87_paimon_calls.sql.
-- A call that changes something starts the chain of the table's snapshots where it has none (88_paimon_snapshots.sql).

-- Snapshots.

CREATE FUNCTION lakesoul.paimon_commit(ident pg_catalog.jsonb, req pg_catalog.jsonb) RETURNS pg_catalog.jsonb
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_paimon_commit';

COMMENT ON FUNCTION lakesoul.paimon_commit(pg_catalog.jsonb, pg_catalog.jsonb) IS
'Commits a snapshot by a CommitTableRequest {tableId, baseSnapshotUuid,
snapshot, statistics} and returns {success}: false if another commit came
first, and nothing is changed; true for the same snapshot sent again.
lakesoulCommit: base64 of a JniWrapper whose LakeSoul commits are published
with it, or not at all; files and bytes of their partitions are counted from
them, rows taken from statistics.
Errors: 42P01 (404) no such table, or tableId is another one, 0A000 (501) an
external table, 22023 (400), those of lakesoul.commit but for conflicts,
42501 (403).';

CREATE FUNCTION lakesoul.paimon_load_snapshot(ident pg_catalog.jsonb) RETURNS pg_catalog.jsonb
    LANGUAGE C STABLE PARALLEL RESTRICTED
    AS 'MODULE_PATHNAME', 'lakesoul_paimon_load_snapshot';

COMMENT ON FUNCTION lakesoul.paimon_load_snapshot(pg_catalog.jsonb) IS
'The newest snapshot of a table with its totals: {snapshot: TableSnapshot}; a
number that is not known is -1.
Errors: 42704 (404) there is none, 42P01 (404) no such table.';

CREATE FUNCTION lakesoul.paimon_load_version_snapshot(ident pg_catalog.jsonb, version pg_catalog.text)
    RETURNS pg_catalog.jsonb
    LANGUAGE C STABLE PARALLEL RESTRICTED
    AS 'MODULE_PATHNAME', 'lakesoul_paimon_load_version_snapshot';

COMMENT ON FUNCTION lakesoul.paimon_load_version_snapshot(pg_catalog.jsonb, pg_catalog.text) IS
'A snapshot: {snapshot: Snapshot}.
version: EARLIEST, LATEST, digits for an id, anything else for a tag.
Errors: 42704 (404) there is none, 42P01 (404) no such table.';

CREATE FUNCTION lakesoul.paimon_list_snapshots(ident pg_catalog.jsonb, query pg_catalog.jsonb DEFAULT NULL)
    RETURNS pg_catalog.jsonb
    LANGUAGE C STABLE PARALLEL RESTRICTED
    AS 'MODULE_PATHNAME', 'lakesoul_paimon_list_snapshots';

COMMENT ON FUNCTION lakesoul.paimon_list_snapshots(pg_catalog.jsonb, pg_catalog.jsonb) IS
'A page of a table''s snapshots, the newest first: {snapshots, nextPageToken}.
Errors: 42P01 (404) no such table, 22023 (400).';

CREATE FUNCTION lakesoul.paimon_snapshot_at(ident pg_catalog.jsonb, selector pg_catalog.jsonb) RETURNS pg_catalog.jsonb
    LANGUAGE C STABLE PARALLEL RESTRICTED
    AS 'MODULE_PATHNAME', 'lakesoul_paimon_snapshot_at';

COMMENT ON FUNCTION lakesoul.paimon_snapshot_at(pg_catalog.jsonb, pg_catalog.jsonb) IS
'The snapshot to read for {timestampMillis}, the last one up to it, or
{watermark}, the first one from it on: {snapshot: Snapshot}.
Errors: 42704 (404) there is none, 42P01 (404) no such table, 22023 (400).';

CREATE FUNCTION lakesoul.paimon_rollback(ident pg_catalog.jsonb, req pg_catalog.jsonb) RETURNS pg_catalog.jsonb
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_paimon_rollback';

COMMENT ON FUNCTION lakesoul.paimon_rollback(pg_catalog.jsonb, pg_catalog.jsonb) IS
'Goes back to a snapshot or tag by a RollbackTableRequest {instant,
fromSnapshot} and returns {}. Later snapshots and their tags are gone,
totals and partition statistics are those of then, and each partition gets a
new version with what it held then. The schema stays.
Errors: 42704 (404) no such snapshot or tag, 42710 (409) fromSnapshot is not
the newest, 55000 (500) what a partition held then was removed, 42P01 (404)
no such table, 22023 (400), 42501 (403), 40001 in a transaction that keeps
one snapshot and does not see all snapshots and tags.';

CREATE FUNCTION lakesoul.paimon_rollback_schema(ident pg_catalog.jsonb, req pg_catalog.jsonb) RETURNS pg_catalog.jsonb
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_paimon_rollback_schema';

COMMENT ON FUNCTION lakesoul.paimon_rollback_schema(pg_catalog.jsonb, pg_catalog.jsonb) IS
'Makes an earlier version {schemaId} of a table''s schema the current one,
deletes those after it, and returns {}.
Errors: 42704 (404) no such version, 55000 (500) a snapshot or tag has a
later one, 42P01 (404) no such table, 22023 (400), 42501 (403), 40001 as for
lakesoul.paimon_rollback.';

-- Tags.

CREATE FUNCTION lakesoul.paimon_create_tag(ident pg_catalog.jsonb, req pg_catalog.jsonb) RETURNS pg_catalog.jsonb
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_paimon_create_tag';

COMMENT ON FUNCTION lakesoul.paimon_create_tag(pg_catalog.jsonb, pg_catalog.jsonb) IS
'Names a snapshot by a CreateTagRequest {tagName, snapshotId, timeRetained,
ignoreIfExists} and returns {}; without snapshotId the newest one. The files
of a tagged snapshot do not expire.
Errors: 42710 (409) there is one of the name, 42704 (404) no such snapshot,
22023 (400) also for a name of digits, EARLIEST and LATEST, 42P01 (404) no
such table, 42501 (403).';

CREATE FUNCTION lakesoul.paimon_get_tag(ident pg_catalog.jsonb, tag_name pg_catalog.text) RETURNS pg_catalog.jsonb
    LANGUAGE C STABLE PARALLEL RESTRICTED
    AS 'MODULE_PATHNAME', 'lakesoul_paimon_get_tag';

COMMENT ON FUNCTION lakesoul.paimon_get_tag(pg_catalog.jsonb, pg_catalog.text) IS
'A tag: {tagName, snapshot, tagCreateTime, tagTimeRetained}, the last two
null unless it has a time to be kept.
Errors: 42704 (404) no such tag, 42P01 (404) no such table.';

CREATE FUNCTION lakesoul.paimon_list_tags(ident pg_catalog.jsonb, query pg_catalog.jsonb DEFAULT NULL)
    RETURNS pg_catalog.jsonb
    LANGUAGE C STABLE PARALLEL RESTRICTED
    AS 'MODULE_PATHNAME', 'lakesoul_paimon_list_tags';

COMMENT ON FUNCTION lakesoul.paimon_list_tags(pg_catalog.jsonb, pg_catalog.jsonb) IS
'A page of a table''s tags by name: {tags, nextPageToken}. Pattern:
tagNamePrefix.
Errors: 42P01 (404) no such table, 22023 (400).';

CREATE FUNCTION lakesoul.paimon_delete_tag(ident pg_catalog.jsonb, tag_name pg_catalog.text) RETURNS pg_catalog.jsonb
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_paimon_delete_tag';

COMMENT ON FUNCTION lakesoul.paimon_delete_tag(pg_catalog.jsonb, pg_catalog.text) IS
'Deletes a tag and returns {}.
Errors: 42704 (404) no such tag, 42P01 (404) no such table, 42501 (403).';

-- Partitions.

CREATE FUNCTION lakesoul.paimon_list_partitions(ident pg_catalog.jsonb, query pg_catalog.jsonb DEFAULT NULL)
    RETURNS pg_catalog.jsonb
    LANGUAGE C STABLE PARALLEL RESTRICTED
    AS 'MODULE_PATHNAME', 'lakesoul_paimon_list_partitions';

COMMENT ON FUNCTION lakesoul.paimon_list_partitions(pg_catalog.jsonb, pg_catalog.jsonb) IS
'A page of a table''s partitions, descending by name (k1=v1/k2=v2):
{partitions, nextPageToken}; a number that was never measured is -1.
Pattern: partitionNamePattern.
Errors: 42P01 (404) no such table, 22023 (400).';

CREATE FUNCTION lakesoul.paimon_list_partitions_by_names(ident pg_catalog.jsonb, req pg_catalog.jsonb)
    RETURNS pg_catalog.jsonb
    LANGUAGE C STABLE PARALLEL RESTRICTED
    AS 'MODULE_PATHNAME', 'lakesoul_paimon_list_partitions_by_names';

COMMENT ON FUNCTION lakesoul.paimon_list_partitions_by_names(pg_catalog.jsonb, pg_catalog.jsonb) IS
'The partitions of up to 1000 {specs} that are there: {partitions}.
Errors: 42P01 (404) no such table, 22023 (400).';

CREATE FUNCTION lakesoul.paimon_create_partitions(ident pg_catalog.jsonb, req pg_catalog.jsonb) RETURNS pg_catalog.jsonb
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_paimon_create_partitions';

COMMENT ON FUNCTION lakesoul.paimon_create_partitions(pg_catalog.jsonb, pg_catalog.jsonb) IS
'Registers partitions by {partitionSpecs, ignoreIfExists,
partitionStatistics, replaceStatistics} and returns {created, existed}.
Statistics replace what is known or are added to it, all of them, or none if
one is of a partition that is not there.
Errors: 42710 (409) one is there and ignoreIfExists is false, 42P01 (404) no
such table, 22023 (400), 42501 (403).';

CREATE FUNCTION lakesoul.paimon_drop_partitions(ident pg_catalog.jsonb, req pg_catalog.jsonb) RETURNS pg_catalog.jsonb
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_paimon_drop_partitions';

COMMENT ON FUNCTION lakesoul.paimon_drop_partitions(pg_catalog.jsonb, pg_catalog.jsonb) IS
'Drops partitions by {partitionSpecs, ignoreIfNotExists} and returns
{dropped, missing}. One that holds data of LakeSoul gets an empty version,
so that its history, tags and a rollback stay.
Errors: 42704 (404) one is missing and ignoreIfNotExists is false, 42P01
(404) no such table, 22023 (400), 42501 (403).';

CREATE FUNCTION lakesoul.paimon_mark_done(ident pg_catalog.jsonb, req pg_catalog.jsonb) RETURNS pg_catalog.jsonb
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_paimon_mark_done';

COMMENT ON FUNCTION lakesoul.paimon_mark_done(pg_catalog.jsonb, pg_catalog.jsonb) IS
'Marks partitions {specs} as done, makes those that are missing, and returns
{}.
Errors: 42P01 (404) no such table, 22023 (400), 42501 (403).';
