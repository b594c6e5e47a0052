-- Side tables: what the extension remembers beside LakeSoul's base tables. Everybody may read the rows of tables he
-- can see; nobody is granted to write: the library does, as the extension's owner. A dump carries the rows, so never
-- drop or rename a column here: an older dump would not load. A key over partition_desc shares the limit of the base
-- tables' keys: 2704 bytes for an index row.

CREATE FUNCTION lakesoul.sees_table(table_id pg_catalog.text) RETURNS boolean
    LANGUAGE sql STABLE PARALLEL SAFE SUPPORT lakesoul._needs_setup
AS $$
    SELECT EXISTS (SELECT FROM public.table_info AS t WHERE t.table_id OPERATOR(pg_catalog.=) sees_table.table_id);
$$;

COMMENT ON FUNCTION lakesoul.sees_table(pg_catalog.text) IS
'Whether the caller sees the row of this table id in table_info; false for
NULL and for a table without such a row. The condition of the side tables''
row-level security.
Errors: 55000 before lakesoul.setup(), 42501 without SELECT on table_info.';

CREATE FUNCTION lakesoul.sees_namespace(namespace pg_catalog.text) RETURNS boolean
    LANGUAGE sql STABLE PARALLEL SAFE SUPPORT lakesoul._needs_setup
AS $$
    SELECT EXISTS (SELECT FROM public.namespace AS n
                    WHERE n.namespace OPERATOR(pg_catalog.=) sees_namespace.namespace)
        OR EXISTS (SELECT FROM pg_catalog.pg_class AS c
                    WHERE c.oid OPERATOR(pg_catalog.=) 'public.namespace'::pg_catalog.regclass
                      AND pg_catalog.pg_has_role(c.relowner, 'USAGE'));
$$;

COMMENT ON FUNCTION lakesoul.sees_namespace(pg_catalog.text) IS
'Whether the caller sees the row of this namespace; true for the owner of the
base tables also when there is no such row any more. The condition of the
row-level security of side tables whose rows belong to no table.
Errors: 55000 before lakesoul.setup(), 42501 without SELECT on namespace.';

CREATE FUNCTION lakesoul.sees_domain(domain pg_catalog.text, namespace pg_catalog.text) RETURNS boolean
    LANGUAGE sql STABLE PARALLEL SAFE SUPPORT lakesoul._needs_setup
AS $$
    SELECT COALESCE((SELECT pg_catalog.pg_has_role(r.oid, 'MEMBER') FROM pg_catalog.pg_roles AS r
                      WHERE r.rolname::pg_catalog.text OPERATOR(pg_catalog.=) sees_domain.domain
                        AND sees_domain.domain OPERATOR(pg_catalog.<>) 'lake-public')
                    OR lakesoul.sees_namespace(NULL), lakesoul.sees_namespace(sees_domain.namespace));
$$;

COMMENT ON FUNCTION lakesoul.sees_domain(pg_catalog.text, pg_catalog.text) IS
'Whether the caller is a member of a domain that is a role, or the owner of
the base tables; where no role has the domain''s name, and for lake-public,
as lakesoul.sees_namespace of the namespace. The condition of the row-level
security of what dropped tables left, whose namespace may be gone, or
another domain''s by now.
Errors: 55000 before lakesoul.setup(), 42501 without SELECT on namespace.';

-- Ids of published commits whose rows are gone, so that an id is known for good.
CREATE TABLE lakesoul.retired_commits (
    table_id pg_catalog.text NOT NULL,
    partition_desc pg_catalog.text NOT NULL,
    commit_id pg_catalog.uuid NOT NULL,
    version integer NOT NULL,
    CONSTRAINT retired_commits_pkey PRIMARY KEY (table_id, partition_desc, commit_id)
);
CREATE INDEX retired_commits_commit_id_index ON lakesoul.retired_commits USING btree (commit_id);

COMMENT ON TABLE lakesoul.retired_commits IS
'Commits that were published and whose rows in data_commit_info were deleted
since. Written by the library only; a table''s rows go when the table is
dropped or its orphans are purged.';
COMMENT ON COLUMN lakesoul.retired_commits.table_id IS 'The table.';
COMMENT ON COLUMN lakesoul.retired_commits.partition_desc IS 'The partition.';
COMMENT ON COLUMN lakesoul.retired_commits.commit_id IS 'The commit.';
COMMENT ON COLUMN lakesoul.retired_commits.version IS 'The version that first published the commit.';
COMMENT ON CONSTRAINT retired_commits_pkey ON lakesoul.retired_commits IS
'A commit is retired once in a partition. Index rows are limited to 2704
bytes.';
COMMENT ON INDEX lakesoul.retired_commits_commit_id_index IS 'Finds a commit whose table is not known.';

-- Ids of commits that were deleted before a version published them, so that a client that was about to is not told that
-- its files are in the table.
CREATE TABLE lakesoul.purged_commits (
    table_id pg_catalog.text NOT NULL,
    partition_desc pg_catalog.text NOT NULL,
    commit_id pg_catalog.uuid NOT NULL,
    purged_at bigint NOT NULL DEFAULT 0,
    CONSTRAINT purged_commits_pkey PRIMARY KEY (table_id, partition_desc, commit_id)
);

COMMENT ON TABLE lakesoul.purged_commits IS
'Commits whose rows in data_commit_info were deleted before any version
published them. A plain INSERT of a version that adds one is refused with
23505, unless it was registered again, also after the table was dropped and
made again under the same id. Written by the library only; of a table that
is gone they go by age, when the owner of the base tables or a superuser
calls lakesoul.purge_orphans.';
COMMENT ON COLUMN lakesoul.purged_commits.table_id IS 'The table.';
COMMENT ON COLUMN lakesoul.purged_commits.partition_desc IS 'The partition.';
COMMENT ON COLUMN lakesoul.purged_commits.commit_id IS 'The commit.';
COMMENT ON COLUMN lakesoul.purged_commits.purged_at IS
'When the row was deleted, in epoch milliseconds.';
COMMENT ON CONSTRAINT purged_commits_pkey ON lakesoul.purged_commits IS
'A commit is noted once in a partition. Index rows are limited to 2704 bytes.';

-- Where a partition dropped by a function left off, so that its versions and times go on from there.
CREATE TABLE lakesoul.dropped_partitions (
    table_id pg_catalog.text NOT NULL,
    partition_desc pg_catalog.text NOT NULL,
    version integer NOT NULL,
    "timestamp" bigint NOT NULL,
    CONSTRAINT dropped_partitions_pkey PRIMARY KEY (table_id, partition_desc)
);

COMMENT ON TABLE lakesoul.dropped_partitions IS
'The last version of each partition that was dropped or truncated. A
partition made again goes on counting from it; after the last version or
time there is it begins anew. Written by the library only.';
COMMENT ON COLUMN lakesoul.dropped_partitions.table_id IS 'The table.';
COMMENT ON COLUMN lakesoul.dropped_partitions.partition_desc IS 'The partition.';
COMMENT ON COLUMN lakesoul.dropped_partitions.version IS
'The greatest version the partition had; -1 if that was 2147483647.';
COMMENT ON COLUMN lakesoul.dropped_partitions."timestamp" IS
'The time of that version in epoch milliseconds; 0 if that was the greatest
there is.';
COMMENT ON CONSTRAINT dropped_partitions_pkey ON lakesoul.dropped_partitions IS
'One row for a partition. Index rows are limited to 2704 bytes.';

-- The queue behind the compaction notices, for a listener that was away.
CREATE TABLE lakesoul.due_compactions (
    table_id pg_catalog.text NOT NULL,
    partition_desc pg_catalog.text NOT NULL,
    version integer NOT NULL,
    noticed_at bigint NOT NULL,
    CONSTRAINT due_compactions_pkey PRIMARY KEY (table_id, partition_desc)
);

COMMENT ON TABLE lakesoul.due_compactions IS
'Partitions for which a compaction notice became due and that have not been
compacted since. Written by the library only.';
COMMENT ON COLUMN lakesoul.due_compactions.table_id IS 'The table.';
COMMENT ON COLUMN lakesoul.due_compactions.partition_desc IS 'The partition.';
COMMENT ON COLUMN lakesoul.due_compactions.version IS 'The version whose commit made the notice due.';
COMMENT ON COLUMN lakesoul.due_compactions.noticed_at IS 'When the notice became due, in epoch milliseconds.';
COMMENT ON CONSTRAINT due_compactions_pkey ON lakesoul.due_compactions IS
'One row for a partition. Index rows are limited to 2704 bytes.';

-- Deletions of commits that a newest version still lists, to be done when none does any more.
CREATE TABLE lakesoul.held_deletes (
    table_id pg_catalog.text NOT NULL,
    partition_desc pg_catalog.text NOT NULL,
    commit_id pg_catalog.uuid NOT NULL,
    CONSTRAINT held_deletes_pkey PRIMARY KEY (table_id, partition_desc, commit_id)
);

COMMENT ON TABLE lakesoul.held_deletes IS
'Commits whose rows in data_commit_info were to be deleted by plain SQL while
the newest version of their partition lists them. The rows go, and these
with them, with the version after which none does. Written by the library
only.';
COMMENT ON COLUMN lakesoul.held_deletes.table_id IS 'The table.';
COMMENT ON COLUMN lakesoul.held_deletes.partition_desc IS 'The partition.';
COMMENT ON COLUMN lakesoul.held_deletes.commit_id IS 'The commit.';
COMMENT ON CONSTRAINT held_deletes_pkey ON lakesoul.held_deletes IS
'A deletion is noted once. Index rows are limited to 2704 bytes.';

-- Paths that a drop gave back: the table is gone, and a folder must not stand in discard_compressed_file_info, whose
-- readers delete what they find there, whatever lies in the folder by then.
CREATE TABLE lakesoul.dropped_paths (
    path pg_catalog.text NOT NULL,
    is_folder boolean NOT NULL,
    namespace pg_catalog.text NOT NULL,
    table_id pg_catalog.text NOT NULL,
    table_name pg_catalog.text NOT NULL,
    dropped_at bigint NOT NULL,
    reason pg_catalog.text NOT NULL,
    domain pg_catalog.text NOT NULL DEFAULT '',
    CONSTRAINT dropped_paths_pkey PRIMARY KEY (path, namespace)
);

COMMENT ON TABLE lakesoul.dropped_paths IS
'Folders and files of dropped tables, until lakesoul.forget_discarded is told
that they are deleted. lakesoul.discarded says which of them may be deleted.
Written by the library only.';
COMMENT ON COLUMN lakesoul.dropped_paths.path IS 'The path.';
COMMENT ON COLUMN lakesoul.dropped_paths.is_folder IS
'Whether it is the folder of the table, with all that lies in it.';
COMMENT ON COLUMN lakesoul.dropped_paths.namespace IS
'The namespace of the table; empty if it is not known, or too long for a key
beside the path.';
COMMENT ON COLUMN lakesoul.dropped_paths.table_id IS 'The table.';
COMMENT ON COLUMN lakesoul.dropped_paths.table_name IS 'Its name; empty if it had none.';
COMMENT ON COLUMN lakesoul.dropped_paths.dropped_at IS 'When it was dropped, in epoch milliseconds.';
COMMENT ON COLUMN lakesoul.dropped_paths.reason IS 'Why nobody needs it.';
COMMENT ON COLUMN lakesoul.dropped_paths.domain IS
'The domain of the table, whose members see the row; empty if not known.';
COMMENT ON CONSTRAINT dropped_paths_pkey ON lakesoul.dropped_paths IS
'A path is kept once for those who see a namespace, also where a later table
of another one was made there and dropped. Index rows are limited to 2704
bytes.';

SELECT pg_catalog.pg_extension_config_dump('lakesoul.retired_commits', '');
SELECT pg_catalog.pg_extension_config_dump('lakesoul.purged_commits', '');
SELECT pg_catalog.pg_extension_config_dump('lakesoul.dropped_partitions', '');
SELECT pg_catalog.pg_extension_config_dump('lakesoul.due_compactions', '');
SELECT pg_catalog.pg_extension_config_dump('lakesoul.held_deletes', '');
SELECT pg_catalog.pg_extension_config_dump('lakesoul.dropped_paths', '');

-- Policies an administrator adds to these tables would not be dumped, so the rule is made here.
GRANT SELECT ON lakesoul.retired_commits, lakesoul.purged_commits, lakesoul.dropped_partitions, lakesoul.due_compactions,
    lakesoul.held_deletes, lakesoul.dropped_paths TO PUBLIC;
ALTER TABLE lakesoul.retired_commits ENABLE ROW LEVEL SECURITY;
ALTER TABLE lakesoul.purged_commits ENABLE ROW LEVEL SECURITY;
ALTER TABLE lakesoul.dropped_partitions ENABLE ROW LEVEL SECURITY;
ALTER TABLE lakesoul.due_compactions ENABLE ROW LEVEL SECURITY;
ALTER TABLE lakesoul.held_deletes ENABLE ROW LEVEL SECURITY;
ALTER TABLE lakesoul.dropped_paths ENABLE ROW LEVEL SECURITY;
CREATE POLICY sees_table ON lakesoul.retired_commits FOR SELECT USING (lakesoul.sees_table(table_id));
CREATE POLICY sees_table ON lakesoul.purged_commits FOR SELECT USING (lakesoul.sees_table(table_id));
CREATE POLICY sees_table ON lakesoul.dropped_partitions FOR SELECT USING (lakesoul.sees_table(table_id));
CREATE POLICY sees_table ON lakesoul.due_compactions FOR SELECT USING (lakesoul.sees_table(table_id));
CREATE POLICY sees_table ON lakesoul.held_deletes FOR SELECT USING (lakesoul.sees_table(table_id));
CREATE POLICY sees_domain ON lakesoul.dropped_paths FOR SELECT USING (lakesoul.sees_domain(domain, namespace));

COMMENT ON POLICY sees_table ON lakesoul.retired_commits IS 'Rows of tables that the caller sees in table_info.';
COMMENT ON POLICY sees_table ON lakesoul.purged_commits IS 'Rows of tables that the caller sees in table_info.';
COMMENT ON POLICY sees_table ON lakesoul.dropped_partitions IS 'Rows of tables that the caller sees in table_info.';
COMMENT ON POLICY sees_table ON lakesoul.due_compactions IS 'Rows of tables that the caller sees in table_info.';
COMMENT ON POLICY sees_table ON lakesoul.held_deletes IS 'Rows of tables that the caller sees in table_info.';
COMMENT ON POLICY sees_domain ON lakesoul.dropped_paths IS
'Rows of a domain that is a role, for its members, also when the namespace
is gone or another''s by now; other rows for who sees the namespace. All
rows for the owner of the base tables.';
