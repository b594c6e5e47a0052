-- Trigger functions. Names, C symbols and what the argument means are kept for ever: a dump of an older version makes
-- its triggers again over the newest library. lakesoul.setup() attaches them; it is the only place that does.

CREATE FUNCTION lakesoul.partition_info_after_insert() RETURNS trigger
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_partition_info_after_insert';

COMMENT ON FUNCTION lakesoul.partition_info_after_insert() IS
'Row trigger AFTER INSERT on public.partition_info: marks the commits that a stock client''s version published, and sends
compaction notices on channel lakesoul_compaction_notify. Argument: the layout number of the base tables. Attached by
lakesoul.setup().';

CREATE FUNCTION lakesoul.partition_info_before_insert() RETURNS trigger
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_partition_info_before_insert';

COMMENT ON FUNCTION lakesoul.partition_info_before_insert() IS
'Row trigger BEFORE INSERT on public.partition_info: combines the version a stock client planned with what was committed
meanwhile, stamps it after its predecessor, or suppresses a replay. A row with a timestamp of its own (a restore) is left
as it is. Argument: the layout number of the base tables. Errors: 23505 plan again, 22023, 54000, 42501.';

CREATE FUNCTION lakesoul.data_commit_info_before_insert() RETURNS trigger
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_data_commit_info_before_insert';

COMMENT ON FUNCTION lakesoul.data_commit_info_before_insert() IS
'Row trigger BEFORE INSERT on public.data_commit_info: notes in registered_head which version was head, and takes the
domain of the table. Argument: the layout number of the base tables. Errors: 42501.';

CREATE FUNCTION lakesoul.namespace_before_insert() RETURNS trigger
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_namespace_before_insert';

COMMENT ON FUNCTION lakesoul.namespace_before_insert() IS
'Row trigger BEFORE INSERT on public.namespace: skips a second copy of the seed row default, so that a dump can be
restored over a database that was set up. Argument: the layout number of the base tables.';
