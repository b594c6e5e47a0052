-- Trigger functions. Names, C symbols and what the argument means are kept for ever: a dump of an older version makes
-- its triggers again over the newest library. lakesoul.setup() attaches them; it is the only place that does.

CREATE FUNCTION lakesoul.partition_info_after_insert() RETURNS trigger
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_partition_info_after_insert';

COMMENT ON FUNCTION lakesoul.partition_info_after_insert() IS
'Row trigger AFTER INSERT on public.partition_info: sends compaction notices on channel lakesoul_compaction_notify.
Argument: the layout number of the base tables. Attached by lakesoul.setup().';

