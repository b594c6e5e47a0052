-- Files that are no longer needed. A file is never handed out for deletion while a kept version of any partition of any
-- table references it, or a registered commit that may still be published; and no path is ever forgotten.

CREATE FUNCTION lakesoul._registered_by("timestamp" bigint, registered_head bigint) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
    SELECT CASE WHEN $1 OPERATOR(pg_catalog.>) 0 THEN GREATEST(
        $1 OPERATOR(pg_catalog.*) CASE WHEN $1 OPERATOR(pg_catalog.<) 100000000000 THEN 1000 ELSE 1 END, $2) END
$$;

COMMENT ON FUNCTION lakesoul._registered_by(bigint, bigint) IS
'When a commit had been registered, in epoch milliseconds, from the columns
of its row: the later of its own time, which some clients write in seconds,
and its head''s. NULL for one without a time of its own, which may be new for
all that is known.';

CREATE FUNCTION lakesoul._location(path pg_catalog.text) RETURNS pg_catalog.text
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'lakesoul_location';

COMMENT ON FUNCTION lakesoul._location(pg_catalog.text) IS
'Where a path lies, however it is spelled: without its scheme (s3a and s3 are
one store), each run of slashes as one, and with one at its end.';

-- data_commit_info is indexed by it, as text of collation C: an index that it is in has to be rebuilt where it changes.
CREATE FUNCTION lakesoul._folder(file_ops pg_catalog.anyarray) RETURNS pg_catalog.text
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100
    AS 'MODULE_PATHNAME', 'lakesoul_folder';

COMMENT ON FUNCTION lakesoul._folder(pg_catalog.anyarray) IS
'The innermost folder around the files of a commit, as lakesoul._location
gives it, of at most 512 bytes; NULL without files. file_ops:
public.data_file_op[].';

-- An index calls it as whoever inserts a commit, also where functions are nobody's to call by default.
GRANT EXECUTE ON FUNCTION lakesoul._folder(pg_catalog.anyarray) TO PUBLIC;

CREATE FUNCTION lakesoul.discard_files(
    table_name pg_catalog.text,
    paths pg_catalog.text[],
    partition pg_catalog.text,
    namespace pg_catalog.text DEFAULT 'default'
) RETURNS integer
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_discard_files';

COMMENT ON FUNCTION lakesoul.discard_files(pg_catalog.text, pg_catalog.text[], pg_catalog.text, pg_catalog.text) IS
'Records files of a partition as discarded. Those that are active in the
newest version of a partition of the table, or that a registered commit
brings, by any spelling of their place, are left out with a NOTICE.
Result: how many were recorded; one that is recorded already keeps its time
and does not count.
Errors: 42P01 no such table, 22023 an empty path or a partition that does
not fit the table, 54000 a path too long for an index.';

CREATE FUNCTION lakesoul.discard_files_by_id(
    table_id pg_catalog.text,
    paths pg_catalog.text[],
    partition pg_catalog.text
) RETURNS integer
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_discard_files_by_id';

COMMENT ON FUNCTION lakesoul.discard_files_by_id(pg_catalog.text, pg_catalog.text[], pg_catalog.text) IS
'As lakesoul.discard_files, for a table given by its id.';

CREATE TYPE lakesoul.discarded_file AS (
    path pg_catalog.text,
    "table" pg_catalog.text,
    partition pg_catalog.text,
    discarded_at bigint,
    reason pg_catalog.text,
    table_id pg_catalog.text,
    namespace pg_catalog.text
);

COMMENT ON TYPE lakesoul.discarded_file IS 'A file or folder that may be deleted from storage.';
COMMENT ON COLUMN lakesoul.discarded_file.path IS 'The path.';
COMMENT ON COLUMN lakesoul.discarded_file."table" IS
'The table''s name, its path or id if it has no name; of a table that is not
known any more, what was recorded of it.';
COMMENT ON COLUMN lakesoul.discarded_file.partition IS 'The partition; NULL for a folder or file of a dropped table.';
COMMENT ON COLUMN lakesoul.discarded_file.discarded_at IS
'When it was recorded, in epoch milliseconds. For rows from before the
extension: the time of the file.';
COMMENT ON COLUMN lakesoul.discarded_file.reason IS
'expired, dropped table, orphan commit, requested, ...; client: a stock
client recorded it; NULL: from before the extension.';
COMMENT ON COLUMN lakesoul.discarded_file.table_id IS 'The table''s id; NULL if it is not known any more.';
COMMENT ON COLUMN lakesoul.discarded_file.namespace IS 'The table''s namespace; NULL if it is not known any more.';

CREATE FUNCTION lakesoul.discarded(
    before timestamp with time zone DEFAULT pg_catalog.now(),
    table_name pg_catalog.text DEFAULT NULL,
    namespace pg_catalog.text DEFAULT 'default'
) RETURNS SETOF lakesoul.discarded_file
    LANGUAGE C STABLE PARALLEL RESTRICTED
    AS 'MODULE_PATHNAME', 'lakesoul_discarded';

COMMENT ON FUNCTION lakesoul.discarded(timestamp with time zone, pg_catalog.text, pg_catalog.text) IS
'Files and folders that may be deleted from storage, each once: recorded as
discarded up to a time, and needed by no kept version and no registered
commit of any table, whoever may see it. Then call
lakesoul.forget_discarded.
before: NULL for whenever. Give readers time: now() - interval ''1 hour''.
table_name: only those of one table, which may have been dropped; NULL for
all.
Withheld: a folder with a table in, above or below it, or with a file of any
commit in it; a file with a table at its path or below it; whatever lies
where a table was dropped later than before; a file that is added under
another spelling of its place (s3a for s3, two slashes); in a transaction
that keeps one snapshot, what came into use since.
Costs a pass over the commits of the tables concerned, and over those of any
table that can have a file there. Reads only, also on a standby.
Errors: 42P01 no such table.';

CREATE FUNCTION lakesoul.discarded_by_id(
    table_id pg_catalog.text,
    before timestamp with time zone DEFAULT pg_catalog.now()
) RETURNS SETOF lakesoul.discarded_file
    LANGUAGE C STABLE PARALLEL RESTRICTED
    AS 'MODULE_PATHNAME', 'lakesoul_discarded_by_id';

COMMENT ON FUNCTION lakesoul.discarded_by_id(pg_catalog.text, timestamp with time zone) IS
'As lakesoul.discarded, for a table given by its id.';

CREATE FUNCTION lakesoul.forget_discarded(paths pg_catalog.text[]) RETURNS integer
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_forget_discarded';

COMMENT ON FUNCTION lakesoul.forget_discarded(pg_catalog.text[]) IS
'Forgets paths that lakesoul.discarded gave and that are deleted from storage
by now.
Result: how many were known.
Errors: 22004 NULL, also among the paths.';

CREATE FUNCTION lakesoul.expire(
    table_name pg_catalog.text,
    namespace pg_catalog.text DEFAULT 'default',
    keep_versions integer DEFAULT NULL,
    keep_for interval DEFAULT NULL,
    dry_run boolean DEFAULT false
) RETURNS TABLE (
    partition_desc pg_catalog.text,
    versions_removed integer,
    commits_removed integer,
    paths pg_catalog.text[]
)
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_expire';

COMMENT ON FUNCTION lakesoul.expire(pg_catalog.text, pg_catalog.text, integer, interval, boolean) IS
'Removes old versions, the commits that no version lists then, and records
the files that nothing references then (see lakesoul.discarded).
keep_versions: the newest n of each partition stay.
keep_for: what was in force at any time since then stays, so that as_of
within it still answers.
Both: a version goes if neither keeps it. Neither: by the table''s properties
partition.ttl and compaction.ttl (days, cut at midnight in the session''s
time zone) and only_save_once_compaction; a partition unchanged since
partition.ttl goes as a whole; a NOTICE if the table has none.
Always stay: the newest version, one whose column pinned is true, one that a
tag of the Paimon API holds.
dry_run: says what would go, changes nothing and waits for nobody.
Result: a row for each partition that loses something; paths: what was
recorded and may be deleted when its readers have gone. What another table
needs is left out with a NOTICE; lakesoul.discarded gives it later.
Locks the table until the transaction ends. A commit whose row another
session has locked goes with a later version or expiry.
Errors: 42P01 no such table; 22023 a value out of its domain, a property
that is no number of days too; 40001 in a transaction that keeps one
snapshot, if the table was changed since.';

CREATE FUNCTION lakesoul.expire_by_id(
    table_id pg_catalog.text,
    keep_versions integer DEFAULT NULL,
    keep_for interval DEFAULT NULL,
    dry_run boolean DEFAULT false
) RETURNS TABLE (
    partition_desc pg_catalog.text,
    versions_removed integer,
    commits_removed integer,
    paths pg_catalog.text[]
)
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_expire_by_id';

COMMENT ON FUNCTION lakesoul.expire_by_id(pg_catalog.text, integer, interval, boolean) IS
'As lakesoul.expire, for a table given by its id.';

CREATE FUNCTION lakesoul.purge_orphans(older_than interval) RETURNS TABLE (
    table_id pg_catalog.text,
    kind pg_catalog.text,
    "rows" bigint,
    paths pg_catalog.text[]
)
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_purge_orphans';

COMMENT ON FUNCTION lakesoul.purge_orphans(interval) IS
'Removes what writers and drops left behind longer ago than this, of all
tables the caller sees, and records its files for lakesoul.discarded. Not
while a dump is being restored.
older_than: longer than any writer needs between registering and publishing,
such as a day. A commit counts from its timestamp, or from that of the
version that was newest when it was registered, if later; one without a time
of its own stays, and so does one whose row another session has locked.
Result: a row for each table and kind: "unpublished commits", registered and
never published, whose files no version of the table references; "dropped
table", rows of a table without table_info. paths: what was recorded, as
lakesoul.expire.
Errors: 22004 NULL; 22023 a negative interval.';
