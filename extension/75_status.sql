-- lakesoul.status(): how this database is set up, and what an operator should know. Reads the server's catalogs and
-- settings only; what is in the tables is lakesoul.check_catalog()'s business.

CREATE FUNCTION lakesoul._library_version() RETURNS pg_catalog.text
    LANGUAGE C STABLE STRICT PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'lakesoul_library_version';

COMMENT ON FUNCTION lakesoul._library_version() IS
'Part of lakesoul.status(): the version that the loaded library was built as.';

CREATE FUNCTION lakesoul._status_versions()
    RETURNS TABLE (item pg_catalog.text, value pg_catalog.text, ok boolean, advice pg_catalog.text)
    LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path TO pg_catalog, pg_temp
AS $$
DECLARE
    installed CONSTANT text := (SELECT e.extversion FROM pg_catalog.pg_extension e WHERE e.extname = 'lakesoul_meta');
    available CONSTANT text := (
        SELECT e.default_version FROM pg_catalog.pg_available_extensions e WHERE e.name = 'lakesoul_meta');
    loaded CONSTANT text := lakesoul._library_version();
BEGIN
    RETURN QUERY VALUES
        ('extension version', installed, installed = available,
            CASE WHEN installed <> available
            THEN format('Version %s is installed on this server: ALTER EXTENSION lakesoul_meta UPDATE;', available) END),
        ('library version', loaded, loaded = installed,
            CASE WHEN loaded <> installed
            THEN 'The library that this session loaded is of another version: reconnect, or ALTER EXTENSION lakesoul_meta UPDATE;' END);
END
$$;

COMMENT ON FUNCTION lakesoul._status_versions() IS 'Part of lakesoul.status(): extension and library.';

CREATE FUNCTION lakesoul._status_layout()
    RETURNS TABLE (item pg_catalog.text, value pg_catalog.text, ok boolean, advice pg_catalog.text)
    LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path TO pg_catalog, pg_temp
AS $$
DECLARE
    setup CONSTANT text := 'SELECT * FROM lakesoul.setup();';
    missing text;
BEGIN
    SELECT CASE WHEN bool_and(m.yes) THEN 'all missing'
        ELSE 'missing: ' || string_agg(t.relation, ', ' ORDER BY t.place) FILTER (WHERE m.yes) END INTO missing
    FROM lakesoul._setup_tables() t
    CROSS JOIN LATERAL (SELECT lakesoul._setup_relation(t.relation) IS NULL) AS m(yes);
    RETURN QUERY VALUES ('base tables', coalesce(missing, 'present'), missing IS NULL,
        CASE WHEN missing IS NOT NULL THEN setup END);

    SELECT CASE WHEN bool_and(m.yes) THEN 'all missing' ELSE 'missing: '
        || string_agg(format('%s.%s', l.relation, l.name), ', ' ORDER BY l.relation, l.place) FILTER (WHERE m.yes) END
    INTO missing
    FROM lakesoul._setup_columns() l
    CROSS JOIN LATERAL (SELECT NOT EXISTS (
        SELECT FROM pg_catalog.pg_attribute a
        WHERE a.attrelid = lakesoul._setup_relation(l.relation) AND a.attname = l.name
          AND NOT a.attisdropped)) AS m(yes)
    WHERE l.appended;
    RETURN QUERY VALUES ('appended columns', coalesce(missing, 'present'), missing IS NULL,
        CASE WHEN missing IS NOT NULL THEN setup END);

    SELECT CASE WHEN bool_and(i.indexrelid IS NULL) THEN 'all missing' ELSE 'missing or invalid: '
        || string_agg(x.name, ', ' ORDER BY x.place) FILTER (WHERE i.indisvalid IS NOT TRUE) END INTO missing
    FROM lakesoul._setup_indexes() x
    LEFT JOIN pg_catalog.pg_index i ON i.indexrelid = lakesoul._setup_relation(x.name)
    WHERE NOT x.is_filter;
    RETURN QUERY VALUES ('indexes', coalesce(missing, 'present'), missing IS NULL,
        CASE WHEN missing IS NOT NULL THEN setup END);
END
$$;

COMMENT ON FUNCTION lakesoul._status_layout() IS 'Part of lakesoul.status(): base tables, their columns and indexes.';

CREATE FUNCTION lakesoul._status_triggers()
    RETURNS TABLE (item pg_catalog.text, value pg_catalog.text, ok boolean, advice pg_catalog.text)
    LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path TO pg_catalog, pg_temp
AS $$
DECLARE
    setup CONSTANT text := 'SELECT * FROM lakesoul.setup();';
    broken text;
    stock boolean;
BEGIN
    SELECT CASE WHEN bool_and(g.oid IS NULL) THEN 'all missing'
        ELSE string_agg(format('%s on %s %s', d.name, d.relation, f.fault), ', ' ORDER BY d.place)
            FILTER (WHERE f.fault IS NOT NULL) END INTO broken
    FROM lakesoul._setup_triggers() d
    LEFT JOIN pg_catalog.pg_trigger g ON g.tgrelid = lakesoul._setup_relation(d.relation) AND g.tgname = d.name
    CROSS JOIN LATERAL (SELECT CASE
        WHEN g.oid IS NULL THEN 'is missing'
        WHEN g.tgenabled NOT IN ('O', 'A') THEN 'is disabled'
        WHEN pg_get_triggerdef(g.oid) <> d.definition THEN 'is of another layout' END) AS f(fault);
    RETURN QUERY VALUES ('triggers', coalesce(broken, 'attached'), broken IS NULL,
        CASE WHEN broken IS NOT NULL THEN 'Stock clients are not protected: ' || setup END);

    stock := EXISTS (SELECT FROM pg_catalog.pg_trigger g
                     WHERE g.tgrelid = lakesoul._setup_relation('partition_info')
                       AND g.tgname = 'partition_table_change' AND g.tgenabled IN ('O', 'A'));
    RETURN QUERY VALUES ('stock trigger partition_table_change', CASE WHEN stock THEN 'attached' ELSE 'absent' END,
        NOT stock, CASE WHEN stock THEN
            'Upstream''s script made it again; commits whose notice is over 7999 bytes fail: ' || setup END);
END
$$;

COMMENT ON FUNCTION lakesoul._status_triggers() IS
'Part of lakesoul.status(): our triggers, and the one of upstream''s script.';

CREATE FUNCTION lakesoul._status_settings()
    RETURNS TABLE (item pg_catalog.text, value pg_catalog.text, ok boolean, advice pg_catalog.text)
    LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path TO pg_catalog, pg_temp
AS $$
BEGIN
    -- Loading the library, which _library_version() has done by now, defines them.
    RETURN QUERY
    SELECT 'setting ' || s.name, s.setting || coalesce(s.unit, ''), guarded.off IS NOT TRUE,
        CASE WHEN guarded.off THEN format('%s It is not at its default: RESET %s; or, if that does not help, see ALTER ROLE, ALTER DATABASE and postgresql.conf.',
            s.short_desc, s.name) END
    FROM pg_catalog.pg_settings s
    CROSS JOIN LATERAL (SELECT s.vartype = 'bool' AND s.setting <> s.boot_val) AS guarded(off)
    WHERE s.name LIKE 'lakesoul.%'
    ORDER BY s.name;
END
$$;

COMMENT ON FUNCTION lakesoul._status_settings() IS
'Part of lakesoul.status(): the settings of this session. Not ok: a
protection that is switched off.';

CREATE FUNCTION lakesoul._status_cleaning()
    RETURNS TABLE (item pg_catalog.text, value pg_catalog.text, ok boolean, advice pg_catalog.text)
    LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path TO pg_catalog, pg_temp
AS $$
DECLARE
    patience CONSTANT interval := '10 minutes';
    held record;
BEGIN
    SELECT a.pid, a.state, a.usename, clock_timestamp() - a.xact_start AS age INTO held
    FROM pg_catalog.pg_stat_activity a
    WHERE a.datname = current_database() AND a.pid <> pg_backend_pid() AND a.backend_type = 'client backend'
      AND a.xact_start IS NOT NULL AND (a.backend_xmin IS NOT NULL OR a.backend_xid IS NOT NULL)
    ORDER BY a.xact_start LIMIT 1;
    RETURN QUERY VALUES ('oldest transaction', CASE WHEN held.pid IS NULL THEN 'none' ELSE
            format('pid %s (%s, %s) for %s', held.pid, held.usename, held.state, date_trunc('second', held.age)) END,
        held.age IS NULL OR held.age < patience,
        CASE WHEN held.age >= patience THEN format('Dead rows of every commit since are kept, and commits get slower:'
            ' end it, or SELECT pg_terminate_backend(%s);', held.pid) END);

    SELECT p.gid, clock_timestamp() - p.prepared AS age INTO held
    FROM pg_catalog.pg_prepared_xacts p WHERE p.database = current_database() ORDER BY p.prepared LIMIT 1;
    RETURN QUERY VALUES ('oldest prepared transaction', CASE WHEN held.gid IS NULL THEN 'none' ELSE
            format('%s for %s', held.gid, date_trunc('second', held.age)) END,
        held.age IS NULL OR held.age < patience,
        CASE WHEN held.age >= patience THEN
            format('It keeps its locks and dead rows: COMMIT PREPARED %1$L; or ROLLBACK PREPARED %1$L;', held.gid) END);

    SELECT s.slot_name, s.active, age(coalesce(s.xmin, s.catalog_xmin)) AS age INTO held
    FROM pg_catalog.pg_replication_slots s WHERE NOT s.active
    ORDER BY age(coalesce(s.xmin, s.catalog_xmin)) DESC NULLS LAST LIMIT 1;
    RETURN QUERY VALUES ('inactive replication slot', coalesce(held.slot_name::text, 'none'), held.slot_name IS NULL,
        CASE WHEN held.slot_name IS NOT NULL THEN format('It keeps WAL and dead rows for nobody: start its consumer, or'
            ' SELECT pg_drop_replication_slot(%L);', held.slot_name) END);
END
$$;

COMMENT ON FUNCTION lakesoul._status_cleaning() IS
'Part of lakesoul.status(): what holds back the cleaning of dead rows. Not
ok: a transaction older than ten minutes, a replication slot without a
consumer.';

CREATE FUNCTION lakesoul.status()
    RETURNS TABLE (item pg_catalog.text, value pg_catalog.text, ok boolean, advice pg_catalog.text)
    LANGUAGE plpgsql STABLE PARALLEL RESTRICTED SET search_path TO pg_catalog, pg_temp
AS $$
BEGIN
    RETURN QUERY SELECT s.* FROM lakesoul._status_versions() s;
    RETURN QUERY SELECT s.* FROM lakesoul._status_layout() s;
    RETURN QUERY SELECT s.* FROM lakesoul._status_triggers() s;
    RETURN QUERY SELECT s.* FROM lakesoul._status_settings() s;
    RETURN QUERY SELECT s.* FROM lakesoul._status_cleaning() s;
END
$$;

COMMENT ON FUNCTION lakesoul.status() IS
'How this database is set up: versions, base tables, triggers, settings of
this session, and what holds back cleaning. Works before lakesoul.setup()
and on a standby.
ok: false where something should be done, which advice says.
What other roles run is seen by members of pg_read_all_stats only.';
