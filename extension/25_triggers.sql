-- Trigger functions. Names, C symbols and what the argument means are kept for ever: a dump of an older version makes
-- its triggers again over the newest library. lakesoul.setup() attaches them; it is the only place that does.

CREATE FUNCTION lakesoul.partition_info_after_insert() RETURNS trigger
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_partition_info_after_insert';

COMMENT ON FUNCTION lakesoul.partition_info_after_insert() IS
'Row trigger AFTER INSERT on public.partition_info: marks the commits that a
stock client''s version published, and sends compaction notices on channel
lakesoul_compaction_notify. Argument: the layout number of the base tables.
Attached by lakesoul.setup().';

CREATE FUNCTION lakesoul.partition_info_before_insert() RETURNS trigger
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_partition_info_before_insert';

COMMENT ON FUNCTION lakesoul.partition_info_before_insert() IS
'Row trigger BEFORE INSERT on public.partition_info: combines the version a
stock client planned with what was committed meanwhile, stamps it after its
predecessor, or suppresses a replay. A row with a timestamp of its own (a
restore) is left as it is. Argument: the layout number of the base tables.
Errors: 23505 plan again, 22023, 54000, 42501.';

CREATE FUNCTION lakesoul.data_commit_info_before_insert() RETURNS trigger
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_data_commit_info_before_insert';

COMMENT ON FUNCTION lakesoul.data_commit_info_before_insert() IS
'Row trigger BEFORE INSERT on public.data_commit_info: notes in
registered_head which version was head, and takes the domain of the table. A
row that was published, or comes by COPY (a restore), is left as it is.
Argument: the layout number of the base tables.
Errors: 42501.';

CREATE FUNCTION lakesoul.namespace_before_insert() RETURNS trigger
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_namespace_before_insert';

COMMENT ON FUNCTION lakesoul.namespace_before_insert() IS
'Row trigger BEFORE INSERT on public.namespace: the row default that setup()
makes gives way to one that comes by COPY or under lakesoul.restoring, and a
second copy that is inserted is skipped, so that a dump can be restored over
a database that was set up. Argument: the layout number of the base tables.';

CREATE FUNCTION lakesoul.data_commit_info_before_delete() RETURNS trigger
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_data_commit_info_before_delete';

COMMENT ON FUNCTION lakesoul.data_commit_info_before_delete() IS
'Row trigger BEFORE DELETE on public.data_commit_info: keeps a row that the
newest version of its partition lists, and notes it in
lakesoul.held_deletes; it goes when no newest version lists it any more.
Rows of a table without table_info, or of a partition without versions, go
at once. Argument: the layout number of the base tables.';

CREATE FUNCTION lakesoul.data_commit_info_after_delete() RETURNS trigger
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_data_commit_info_after_delete';

COMMENT ON FUNCTION lakesoul.data_commit_info_after_delete() IS
'Statement trigger AFTER DELETE on public.data_commit_info, with the old
rows: notes the published commits among them in lakesoul.retired_commits,
unless their table has no table_info. Argument: the layout number of the
base tables.';

CREATE FUNCTION lakesoul.partition_info_after_delete() RETURNS trigger
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_partition_info_after_delete';

COMMENT ON FUNCTION lakesoul.partition_info_after_delete() IS
'Statement trigger AFTER DELETE on public.partition_info, with the old rows:
deletes commits of lakesoul.held_deletes that no newest version lists any
more. Argument: the layout number of the base tables.';

CREATE FUNCTION lakesoul.discard_compressed_file_info_before_insert() RETURNS trigger
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_discard_compressed_file_info_before_insert';

COMMENT ON FUNCTION lakesoul.discard_compressed_file_info_before_insert() IS
'Row trigger BEFORE INSERT on public.discard_compressed_file_info: skips a
file that is active in the newest version of its partition, and one that is
there already; fills discarded_at and reason. A row with a discarded_at of
its own or by COPY (a restore) is left as it is. Argument: the layout number
of the base tables.';

CREATE FUNCTION lakesoul.table_info_before_insert() RETURNS trigger
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_table_info_before_insert';

COMMENT ON FUNCTION lakesoul.table_info_before_insert() IS
'Row trigger BEFORE INSERT on public.table_info: refuses a table whose name
or path belongs to another table by now. Argument: the layout number of the
base tables.
Errors: 23505.';

CREATE FUNCTION lakesoul.table_info_before_update() RETURNS trigger
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_table_info_before_update';

COMMENT ON FUNCTION lakesoul.table_info_before_update() IS
'Row trigger BEFORE UPDATE on public.table_info: an UPDATE that changes
nothing writes no new row. Argument: the layout number of the base tables.';

CREATE FUNCTION lakesoul.table_name_id_before_insert() RETURNS trigger
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_table_name_id_before_insert';

COMMENT ON FUNCTION lakesoul.table_name_id_before_insert() IS
'Row trigger BEFORE INSERT on public.table_name_id: fills created_at, takes
the domain of the table, and replaces a name that a crashed creation of a
table left behind. A row that comes by COPY (a restore) is left as it is.
Argument: the layout number of the base tables.
Errors: 42501.';

CREATE FUNCTION lakesoul.table_path_id_before_insert() RETURNS trigger
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_table_path_id_before_insert';

COMMENT ON FUNCTION lakesoul.table_path_id_before_insert() IS
'Row trigger BEFORE INSERT on public.table_path_id: the same for paths.
Argument: the layout number of the base tables.
Errors: 42501.';
