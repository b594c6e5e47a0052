-- What LakeSoul's base tables in schema public look like, as data: lakesoul.setup() compares, makes and reports from
-- these functions, and nothing else knows. The functions named _setup_* are parts of setup() and teardown(), run as the
-- caller and give no rights that he lacks, so they stay executable for everybody: a granted setup() needs no other
-- grant. Each PL/pgSQL body pins the search path, so its operators and built-in functions are those of pg_catalog.

CREATE FUNCTION lakesoul._setup_tables()
    RETURNS TABLE (place integer, relation pg_catalog.text, keys pg_catalog.text[])
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
    -- partition_info first of those that a stock commit locks, in its order, so that it and setup() do not deadlock.
    VALUES
        (1, 'namespace', ARRAY['namespace']),
        (2, 'partition_info', ARRAY['table_id', 'partition_desc', 'version']),
        (3, 'data_commit_info', ARRAY['table_id', 'partition_desc', 'commit_id']),
        (4, 'table_info', ARRAY['table_id']),
        (5, 'table_name_id', ARRAY['table_name', 'table_namespace']),
        (6, 'table_path_id', ARRAY['table_path']),
        (7, 'global_config', ARRAY['key']),
        (8, 'discard_compressed_file_info', ARRAY['file_path']);
$$;

COMMENT ON FUNCTION lakesoul._setup_tables() IS
'Part of lakesoul.setup(): the base tables in the order in which they are
made and locked, and their primary keys.';

CREATE FUNCTION lakesoul._setup_columns()
    RETURNS TABLE (relation pg_catalog.text, place integer, name pg_catalog.text, types pg_catalog.text[],
        initial pg_catalog.text, appended boolean)
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
    VALUES
        ('namespace', 1, 'namespace', ARRAY['text'], NULL, false),
        ('namespace', 2, 'properties', ARRAY['json', 'jsonb'], NULL, false),
        ('namespace', 3, 'comment', ARRAY['text'], NULL, false),
        ('namespace', 4, 'domain', ARRAY['text'], $d$'public'::text$d$, false),
        ('table_info', 1, 'table_id', ARRAY['text'], NULL, false),
        ('table_info', 2, 'table_namespace', ARRAY['text'], $d$'default'::text$d$, false),
        ('table_info', 3, 'table_name', ARRAY['text'], NULL, false),
        ('table_info', 4, 'table_path', ARRAY['text'], NULL, false),
        ('table_info', 5, 'table_schema', ARRAY['text'], NULL, false),
        ('table_info', 6, 'table_schema_arrow_ipc', ARRAY['bytea'], NULL, true),
        ('table_info', 7, 'table_schema_arrow_ipc_json_hash', ARRAY['text'], NULL, true),
        ('table_info', 8, 'properties', ARRAY['json', 'jsonb'], NULL, false),
        ('table_info', 9, 'partitions', ARRAY['text'], NULL, false),
        ('table_info', 10, 'domain', ARRAY['text'], $d$'public'::text$d$, false),
        ('table_name_id', 1, 'table_name', ARRAY['text'], NULL, false),
        ('table_name_id', 2, 'table_id', ARRAY['text'], NULL, false),
        ('table_name_id', 3, 'table_namespace', ARRAY['text'], $d$'default'::text$d$, false),
        ('table_name_id', 4, 'domain', ARRAY['text'], $d$'public'::text$d$, false),
        ('table_name_id', 5, 'created_at', ARRAY['bigint'], NULL, true),
        ('table_path_id', 1, 'table_path', ARRAY['text'], NULL, false),
        ('table_path_id', 2, 'table_id', ARRAY['text'], NULL, false),
        ('table_path_id', 3, 'table_namespace', ARRAY['text'], $d$'default'::text$d$, false),
        ('table_path_id', 4, 'domain', ARRAY['text'], $d$'public'::text$d$, false),
        ('table_path_id', 5, 'created_at', ARRAY['bigint'], NULL, true),
        ('partition_info', 1, 'table_id', ARRAY['text'], NULL, false),
        ('partition_info', 2, 'partition_desc', ARRAY['text'], NULL, false),
        ('partition_info', 3, 'version', ARRAY['integer'], NULL, false),
        ('partition_info', 4, 'commit_op', ARRAY['text'], NULL, false),
        ('partition_info', 5, 'timestamp', ARRAY['bigint'],
            $d$(date_part('epoch'::text, now()) * (1000)::double precision)$d$, false),
        ('partition_info', 6, 'snapshot', ARRAY['uuid[]'], NULL, false),
        ('partition_info', 7, 'expression', ARRAY['text'], NULL, false),
        ('partition_info', 8, 'domain', ARRAY['text'], $d$'public'::text$d$, false),
        ('partition_info', 9, 'last_compaction', ARRAY['integer'], NULL, true),
        ('data_commit_info', 1, 'table_id', ARRAY['text'], NULL, false),
        ('data_commit_info', 2, 'partition_desc', ARRAY['text'], NULL, false),
        ('data_commit_info', 3, 'commit_id', ARRAY['uuid'], NULL, false),
        ('data_commit_info', 4, 'file_ops', ARRAY['public.data_file_op[]'], NULL, false),
        ('data_commit_info', 5, 'commit_op', ARRAY['text'], NULL, false),
        ('data_commit_info', 6, 'committed', ARRAY['boolean'], 'false', false),
        ('data_commit_info', 7, 'timestamp', ARRAY['bigint'], NULL, false),
        ('data_commit_info', 8, 'domain', ARRAY['text'], $d$'public'::text$d$, false),
        ('data_commit_info', 9, 'published_version', ARRAY['integer'], NULL, true),
        ('data_commit_info', 10, 'registered_head', ARRAY['bigint'], NULL, true),
        ('global_config', 1, 'key', ARRAY['text'], NULL, false),
        ('global_config', 2, 'value', ARRAY['text'], NULL, false),
        ('discard_compressed_file_info', 1, 'file_path', ARRAY['text'], NULL, false),
        ('discard_compressed_file_info', 2, 'table_path', ARRAY['text'], NULL, false),
        ('discard_compressed_file_info', 3, 'partition_desc', ARRAY['text'], NULL, false),
        ('discard_compressed_file_info', 4, 'timestamp', ARRAY['bigint'],
            $d$(date_part('epoch'::text, now()) * (1000)::double precision)$d$, false),
        ('discard_compressed_file_info', 5, 't_date', ARRAY['date'], NULL, false),
        ('discard_compressed_file_info', 6, 'discarded_at', ARRAY['bigint'], NULL, true),
        ('discard_compressed_file_info', 7, 'reason', ARRAY['text'], NULL, true);
$$;

COMMENT ON FUNCTION lakesoul._setup_columns() IS
'Part of lakesoul.setup(): the columns of the base tables.
types: what is accepted, the first is made.
initial: the default as the server prints it.
appended: a table may lack it; it is added at the end, nullable, without
default.';

CREATE FUNCTION lakesoul._setup_indexes()
    RETURNS TABLE (place integer, relation pg_catalog.text, name pg_catalog.text, definition pg_catalog.text,
        is_filter boolean, is_ours boolean)
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
    VALUES
        (1, 'table_info', 'table_info_name_index', 'btree (table_namespace, table_name)', false, false),
        (2, 'table_info', 'table_info_path_index', 'btree (table_path)', false, false),
        (3, 'table_name_id', 'table_name_id_id_index', 'btree (table_id)', false, false),
        (4, 'table_path_id', 'table_path_id_id_index', 'btree (table_id)', false, false),
        (5, 'partition_info', 'partition_info_timestamp', 'btree ("timestamp")', false, false),
        (6, 'data_commit_info', 'data_commit_info_commit_id', 'btree (commit_id)', false, false),
        (7, 'partition_info', 'partition_info_desc_gin_tsvector_index',
            $d$gin (to_tsvector('english', partition_desc))$d$, true, false),
        (8, 'data_commit_info', 'data_commit_info_folder_index',
            'btree (lakesoul._folder(file_ops) COLLATE "C")', false, true);
$$;

COMMENT ON FUNCTION lakesoul._setup_indexes() IS
'Part of lakesoul.setup(): the secondary indexes of the base tables.
is_filter: left out by setup(false).
is_ours: dropped by teardown(), as it calls a function of this extension.';

CREATE FUNCTION lakesoul._setup_triggers()
    RETURNS TABLE (place integer, relation pg_catalog.text, name pg_catalog.text, definition pg_catalog.text)
    LANGUAGE sql STABLE PARALLEL SAFE
AS $$
    -- Must come out as pg_get_triggerdef() prints it. The argument is the number of the layout.
    SELECT v.place, v.relation, v.name,
        pg_catalog.format('CREATE TRIGGER %I %s ON public.%I %s EXECUTE FUNCTION lakesoul.%I(%L)',
            v.name, v.event, v.relation, v.level, v.function, '1')
    FROM (VALUES
        (1, 'namespace', 'lakesoul_before_insert', 'BEFORE INSERT', 'FOR EACH ROW', 'namespace_before_insert'),
        (2, 'data_commit_info', 'lakesoul_before_insert', 'BEFORE INSERT', 'FOR EACH ROW',
            'data_commit_info_before_insert'),
        (3, 'partition_info', 'lakesoul_before_insert', 'BEFORE INSERT', 'FOR EACH ROW',
            'partition_info_before_insert'),
        (4, 'partition_info', 'lakesoul_after_insert', 'AFTER INSERT', 'FOR EACH ROW', 'partition_info_after_insert'),
        (5, 'partition_info', 'lakesoul_after_delete', 'AFTER DELETE',
            'REFERENCING OLD TABLE AS gone FOR EACH STATEMENT', 'partition_info_after_delete'),
        (6, 'data_commit_info', 'lakesoul_before_delete', 'BEFORE DELETE', 'FOR EACH ROW',
            'data_commit_info_before_delete'),
        (7, 'data_commit_info', 'lakesoul_after_delete', 'AFTER DELETE',
            'REFERENCING OLD TABLE AS gone FOR EACH STATEMENT', 'data_commit_info_after_delete'),
        (8, 'table_info', 'lakesoul_before_insert', 'BEFORE INSERT', 'FOR EACH ROW', 'table_info_before_insert'),
        (9, 'table_info', 'lakesoul_before_update', 'BEFORE UPDATE', 'FOR EACH ROW', 'table_info_before_update'),
        (10, 'table_name_id', 'lakesoul_before_insert', 'BEFORE INSERT', 'FOR EACH ROW',
            'table_name_id_before_insert'),
        (11, 'table_path_id', 'lakesoul_before_insert', 'BEFORE INSERT', 'FOR EACH ROW',
            'table_path_id_before_insert'),
        (12, 'discard_compressed_file_info', 'lakesoul_before_insert', 'BEFORE INSERT', 'FOR EACH ROW',
            'discard_compressed_file_info_before_insert')
    ) AS v(place, relation, name, event, level, function);
$$;

COMMENT ON FUNCTION lakesoul._setup_triggers() IS
'Part of lakesoul.setup(): the triggers it attaches to base tables, as the
server prints them.';

CREATE FUNCTION lakesoul._setup_relation(relation pg_catalog.text) RETURNS pg_catalog.regclass
    LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path TO pg_catalog, pg_temp
AS $$
BEGIN
    RETURN to_regclass(format('public.%I', relation));
END
$$;

COMMENT ON FUNCTION lakesoul._setup_relation(pg_catalog.text) IS
'Part of lakesoul.setup(): the relation of this name in schema public, NULL
if there is none.';

CREATE FUNCTION lakesoul._setup_owner() RETURNS pg_catalog.text
    LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path TO pg_catalog, pg_temp
AS $$
BEGIN
    RETURN coalesce(
        (SELECT pg_get_userbyid(c.relowner) FROM pg_catalog.pg_class c
         WHERE c.oid = lakesoul._setup_relation('table_info')),
        current_user);
END
$$;

COMMENT ON FUNCTION lakesoul._setup_owner() IS
'Part of lakesoul.setup(): who is to own what it makes: the owner of
table_info, the caller if there is no such table.';

