-- lakesoul.teardown(): lets the base tables go, so that DROP EXTENSION needs no CASCADE and stock clients get the
-- notices of upstream's own trigger again. Tables, rows, other indexes and appended columns stay.

CREATE FUNCTION lakesoul._teardown_triggers()
    RETURNS TABLE (object pg_catalog.text, action pg_catalog.text)
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SET search_path TO pg_catalog, pg_temp
AS $$
DECLARE
    x record;
BEGIN
    -- Whatever calls a function of ours, of other layouts too; and what this layout would have, for the report.
    FOR x IN
        SELECT coalesce(f.relation, d.relation) AS relation, coalesce(f.name, d.name) AS name,
            f.name IS NOT NULL AS present
        FROM lakesoul._setup_triggers() d
        FULL JOIN (
            SELECT t.relation, g.tgname::text
            FROM lakesoul._setup_tables() t
            JOIN pg_catalog.pg_trigger g ON g.tgrelid = lakesoul._setup_relation(t.relation)
            JOIN pg_catalog.pg_proc p ON p.oid = g.tgfoid AND p.pronamespace = 'lakesoul'::regnamespace
        ) AS f(relation, name) ON f.relation = d.relation AND f.name = d.name
        ORDER BY d.place, f.relation, f.name
    LOOP
        object := format('trigger %I on public.%I', x.name, x.relation);
        action := 'absent';
        IF x.present THEN
            EXECUTE format('DROP TRIGGER %I ON public.%I', x.name, x.relation);
            action := 'dropped';
        END IF;
        RETURN NEXT;
    END LOOP;
END
$$;

COMMENT ON FUNCTION lakesoul._teardown_triggers() IS
'Part of lakesoul.teardown(): drops every trigger on a base table that calls
a function of this extension.';

CREATE FUNCTION lakesoul._teardown_indexes()
    RETURNS TABLE (object pg_catalog.text, action pg_catalog.text)
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SET search_path TO pg_catalog, pg_temp
AS $$
DECLARE
    x record;
BEGIN
    -- Also what a REINDEX CONCURRENTLY that failed left; and what this layout would have, for the report.
    FOR x IN
        SELECT coalesce(f.name, d.name) AS name, f.name IS NOT NULL AS present
        FROM (SELECT s.place, s.name FROM lakesoul._setup_indexes() s WHERE s.is_ours) AS d
        FULL JOIN (
            SELECT DISTINCT c.relname::text
            FROM lakesoul._setup_tables() t
            JOIN pg_catalog.pg_index i ON i.indrelid = lakesoul._setup_relation(t.relation)
            JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid
            JOIN pg_catalog.pg_depend e ON e.classid = 'pg_class'::regclass AND e.objid = c.oid
                AND e.refclassid = 'pg_proc'::regclass
            JOIN pg_catalog.pg_proc p ON p.oid = e.refobjid AND p.pronamespace = 'lakesoul'::regnamespace
        ) AS f(name) ON f.name = d.name
        ORDER BY d.place, f.name
    LOOP
        object := format('index public.%I', x.name);
        action := 'absent';
        IF x.present THEN
            EXECUTE format('DROP INDEX public.%I', x.name);
            action := 'dropped';
        END IF;
        RETURN NEXT;
    END LOOP;
END
$$;

COMMENT ON FUNCTION lakesoul._teardown_indexes() IS
'Part of lakesoul.teardown(): drops every index on a base table that calls a
function of this extension.';

CREATE FUNCTION lakesoul._teardown_stock_function()
    RETURNS TABLE (object pg_catalog.text, action pg_catalog.text)
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SET search_path TO pg_catalog, pg_temp
AS $$
DECLARE
    owner CONSTANT text := lakesoul._setup_owner();
BEGIN
    object := 'function public.partition_insert()';
    action := 'unchanged';
    IF to_regprocedure('public.partition_insert()') IS NULL THEN
        CREATE FUNCTION public.partition_insert() RETURNS trigger
            LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SET search_path TO pg_catalog, pg_temp
        AS $body$
        DECLARE
            last_compaction integer;
            path text;
            namespace text;
        BEGIN
            -- NULL counts as a compaction: no notice.
            IF NEW.commit_op <> 'CompactionCommit' THEN
                SELECT max(p.version) INTO last_compaction
                FROM public.partition_info p
                WHERE p.table_id = NEW.table_id AND p.partition_desc = NEW.partition_desc
                  AND p.version <> NEW.version AND p.commit_op = 'CompactionCommit';
                IF NEW.version - coalesce(last_compaction, 0) >= 10 THEN
                    SELECT t.table_path, t.table_namespace INTO path, namespace
                    FROM public.table_info t WHERE t.table_id = NEW.table_id;
                    PERFORM pg_notify('lakesoul_compaction_notify', concat(
                        '{"table_path":"', path, '","table_partition_desc":"', NEW.partition_desc,
                        '","table_namespace":"', namespace, '"}'));
                END IF;
            END IF;
            RETURN NULL;
        END
        $body$;
        IF owner <> current_user THEN
            EXECUTE format('ALTER FUNCTION public.partition_insert() OWNER TO %I', owner);
        END IF;
        action := 'created';
    END IF;
    RETURN NEXT;
END
$$;

COMMENT ON FUNCTION lakesoul._teardown_stock_function() IS
'Part of lakesoul.teardown(): makes the function behind upstream''s trigger,
if it is missing.';

CREATE FUNCTION lakesoul._teardown_stock_trigger()
    RETURNS TABLE (object pg_catalog.text, action pg_catalog.text)
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SET search_path TO pg_catalog, pg_temp
AS $$
BEGIN
    object := 'trigger partition_table_change on public.partition_info';
    action := 'unchanged';
    IF NOT EXISTS (SELECT FROM pg_catalog.pg_trigger g
                   WHERE g.tgrelid = lakesoul._setup_relation('partition_info')
                     AND g.tgname = 'partition_table_change') THEN
        CREATE TRIGGER partition_table_change AFTER INSERT ON public.partition_info
            FOR EACH ROW EXECUTE FUNCTION public.partition_insert();
        action := 'created';
    END IF;
    RETURN NEXT;
END
$$;

COMMENT ON FUNCTION lakesoul._teardown_stock_trigger() IS
'Part of lakesoul.teardown(): makes upstream''s trigger, if it is missing.';

CREATE FUNCTION lakesoul.teardown()
    RETURNS TABLE (object pg_catalog.text, action pg_catalog.text)
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SET search_path TO pg_catalog, pg_temp
AS $$
BEGIN
    PERFORM lakesoul._setup_begin();
    RETURN QUERY SELECT s.* FROM lakesoul._teardown_triggers() s;
    RETURN QUERY SELECT s.* FROM lakesoul._teardown_indexes() s;
    IF lakesoul._setup_relation('partition_info') IS NOT NULL THEN
        RETURN QUERY SELECT s.* FROM lakesoul._teardown_stock_function() s;
        RETURN QUERY SELECT s.* FROM lakesoul._teardown_stock_trigger() s;
    END IF;
END
$$;

COMMENT ON FUNCTION lakesoul.teardown() IS
'Drops our triggers and indexes over our functions from the base tables and
makes upstream''s compaction trigger again, with its function if that is
missing; afterwards DROP EXTENSION needs no CASCADE. Base tables, their
rows, other indexes and appended columns stay. Can be repeated, and undone
by lakesoul.setup(). Call it as the owner of the base tables or as a
superuser.
Returns a row for each object: object, and action.
Errors: 42501 otherwise; 25000 in a transaction that keeps one snapshot.';

REVOKE EXECUTE ON FUNCTION lakesoul.teardown() FROM PUBLIC;

