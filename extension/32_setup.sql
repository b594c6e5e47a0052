-- lakesoul.setup(): makes or adopts LakeSoul's base tables in schema public. Each step below does one kind of thing
-- and returns a row for each object. DDL runs as the caller; rows of adopted tables are written as their owner, since
-- triggers and rules that he made may hang on them.

CREATE FUNCTION lakesoul._setup_write_rows(relation pg_catalog.text, command pg_catalog.text) RETURNS bigint
    LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_setup_write_rows';

COMMENT ON FUNCTION lakesoul._setup_write_rows(pg_catalog.text, pg_catalog.text) IS
'Part of lakesoul.setup(): runs one INSERT or UPDATE on a base table as the
table''s owner if the caller is a superuser, else as the caller.
Returns the number of rows.';

CREATE FUNCTION lakesoul._setup_type(owner pg_catalog.text)
    RETURNS TABLE (object pg_catalog.text, action pg_catalog.text)
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SET search_path TO pg_catalog, pg_temp
AS $$
BEGIN
    object := 'type public.data_file_op';
    action := 'unchanged';
    IF to_regtype('public.data_file_op') IS NULL THEN
        CREATE TYPE public.data_file_op AS (path text, file_op text, size bigint, file_exist_cols text);
        IF owner <> current_user THEN
            EXECUTE format('ALTER TYPE public.data_file_op OWNER TO %I', owner);
        END IF;
        action := 'created';
    END IF;
    RETURN NEXT;
END
$$;

COMMENT ON FUNCTION lakesoul._setup_type(pg_catalog.text) IS
'Part of lakesoul.setup(): makes the type of data_commit_info.file_ops for
this owner, if it is missing.';

CREATE FUNCTION lakesoul._setup_create_table(relation pg_catalog.text, owner pg_catalog.text) RETURNS void
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SET search_path TO pg_catalog, pg_temp
AS $$
DECLARE
    keys CONSTANT text[] := (
        SELECT t.keys FROM lakesoul._setup_tables() t WHERE t.relation = _setup_create_table.relation);
    columns CONSTANT text := (
        SELECT string_agg(format('%I %s%s', l.name, l.types[1], ' DEFAULT ' || l.initial), ', ' ORDER BY l.place)
        FROM lakesoul._setup_columns() l WHERE l.relation = _setup_create_table.relation);
BEGIN
    EXECUTE format('CREATE TABLE public.%I (%s, PRIMARY KEY (%s))', relation, columns, array_to_string(keys, ', '));
    IF owner <> current_user THEN
        EXECUTE format('ALTER TABLE public.%I OWNER TO %I', relation, owner);
    END IF;
END
$$;

COMMENT ON FUNCTION lakesoul._setup_create_table(pg_catalog.text, pg_catalog.text) IS
'Part of lakesoul.setup(): makes one base table, with the appended columns,
for this owner.';

CREATE FUNCTION lakesoul._setup_append_columns(relation pg_catalog.text)
    RETURNS TABLE (object pg_catalog.text, action pg_catalog.text)
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SET search_path TO pg_catalog, pg_temp
AS $$
DECLARE
    missing text[];
    additions text;
BEGIN
    SELECT array_agg(l.name ORDER BY l.place),
        string_agg(format('ADD COLUMN %I %s', l.name, l.types[1]), ', ' ORDER BY l.place)
    INTO missing, additions
    FROM lakesoul._setup_columns() l
    WHERE l.relation = _setup_append_columns.relation
      AND l.appended
      AND NOT EXISTS (
          SELECT FROM pg_catalog.pg_attribute a
          WHERE a.attrelid = lakesoul._setup_relation(l.relation) AND a.attname = l.name AND NOT a.attisdropped);

    IF missing IS NOT NULL THEN
        EXECUTE format('ALTER TABLE public.%I %s', relation, additions);
        RETURN QUERY
        SELECT format('column public.%I.%I', relation, m.name), 'column added' FROM unnest(missing) AS m(name);
    END IF;
END
$$;

COMMENT ON FUNCTION lakesoul._setup_append_columns(pg_catalog.text) IS
'Part of lakesoul.setup(): adds to one base table the columns it lacks. A row
for each; none if it lacks none.';

CREATE FUNCTION lakesoul._setup_make_tables(owner pg_catalog.text)
    RETURNS TABLE (object pg_catalog.text, action pg_catalog.text)
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SET search_path TO pg_catalog, pg_temp
AS $$
DECLARE
    relation text;
    -- Tables that carry our triggers were adopted before.
    known CONSTANT boolean := EXISTS (
        SELECT FROM pg_catalog.pg_trigger g
        JOIN pg_catalog.pg_proc p ON p.oid = g.tgfoid
        WHERE g.tgrelid = lakesoul._setup_relation('partition_info') AND p.pronamespace = 'lakesoul'::regnamespace);
BEGIN
    FOR relation IN SELECT t.relation FROM lakesoul._setup_tables() t ORDER BY t.place LOOP
        object := format('table public.%I', relation);
        action := CASE WHEN known THEN 'unchanged' ELSE 'adopted' END;
        IF lakesoul._setup_relation(relation) IS NULL THEN
            PERFORM lakesoul._setup_create_table(relation, owner);
            action := 'created';
        END IF;
        RETURN NEXT;
        RETURN QUERY SELECT c.object, c.action FROM lakesoul._setup_append_columns(relation) c;
    END LOOP;
END
$$;

COMMENT ON FUNCTION lakesoul._setup_make_tables(pg_catalog.text) IS
'Part of lakesoul.setup(): makes the base tables that are missing and adds
columns to the others.';

CREATE FUNCTION lakesoul._setup_replica_identity()
    RETURNS TABLE (object pg_catalog.text, action pg_catalog.text)
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SET search_path TO pg_catalog, pg_temp
AS $$
BEGIN
    object := 'replica identity of public.data_commit_info';
    action := 'unchanged';
    IF EXISTS (SELECT FROM pg_catalog.pg_class c
               WHERE c.oid = lakesoul._setup_relation('data_commit_info') AND c.relreplident <> 'f') THEN
        ALTER TABLE public.data_commit_info REPLICA IDENTITY FULL;
        action := 'set to full';
    END IF;
    RETURN NEXT;
END
$$;

COMMENT ON FUNCTION lakesoul._setup_replica_identity() IS
'Part of lakesoul.setup(): lets subscribers of data_commit_info see whole old
rows, as LakeSoul 4.0.0 does.';

CREATE FUNCTION lakesoul._setup_make_indexes(filter_index boolean)
    RETURNS TABLE (object pg_catalog.text, action pg_catalog.text)
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SET search_path TO pg_catalog, pg_temp
AS $$
DECLARE
    x record;
BEGIN
    FOR x IN
        SELECT d.*, i.indisvalid AS valid
        FROM lakesoul._setup_indexes() d
        LEFT JOIN pg_catalog.pg_index i ON i.indexrelid = lakesoul._setup_relation(d.name)
        ORDER BY d.place
    LOOP
        object := format('index public.%I', x.name);
        action := 'unchanged';
        IF x.valid IS NULL AND x.is_filter AND NOT filter_index THEN
            action := 'left out';
        ELSIF x.valid IS NULL THEN
            EXECUTE format('CREATE INDEX %I ON public.%I USING %s', x.name, x.relation, x.definition);
            action := 'index created';
        ELSIF NOT x.valid THEN
            -- What CREATE INDEX CONCURRENTLY leaves behind when it fails.
            EXECUTE format('REINDEX INDEX public.%I', x.name);
            action := 'index rebuilt';
        END IF;
        RETURN NEXT;
    END LOOP;
END
$$;

COMMENT ON FUNCTION lakesoul._setup_make_indexes(boolean) IS
'Part of lakesoul.setup(): makes the indexes that are missing and rebuilds
invalid ones; with false the text-search index is not made, and stays where
it is.';

CREATE FUNCTION lakesoul._setup_seed()
    RETURNS TABLE (object pg_catalog.text, action pg_catalog.text)
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SET search_path TO pg_catalog, pg_temp
AS $$
BEGIN
    object := 'row default of public.namespace';
    action := 'unchanged';
    -- No look before: it would be planned as the caller, and what hangs on the table may belong to somebody else.
    IF lakesoul._setup_write_rows('namespace',
        $cmd$INSERT INTO public.namespace (namespace, properties, comment)
             VALUES ('default', '{}', '') ON CONFLICT DO NOTHING$cmd$) > 0
    THEN
        action := 'seeded';
    END IF;
    RETURN NEXT;
END
$$;

COMMENT ON FUNCTION lakesoul._setup_seed() IS 'Part of lakesoul.setup(): makes the namespace default.';

CREATE FUNCTION lakesoul._setup_drop_stock_trigger()
    RETURNS TABLE (object pg_catalog.text, action pg_catalog.text)
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SET search_path TO pg_catalog, pg_temp
AS $$
BEGIN
    object := 'trigger partition_table_change on public.partition_info';
    action := 'absent';
    IF EXISTS (SELECT FROM pg_catalog.pg_trigger g
               WHERE g.tgrelid = lakesoul._setup_relation('partition_info')
                 AND g.tgname = 'partition_table_change') THEN
        DROP TRIGGER partition_table_change ON public.partition_info;
        action := 'dropped';
    END IF;
    RETURN NEXT;
END
$$;

COMMENT ON FUNCTION lakesoul._setup_drop_stock_trigger() IS
'Part of lakesoul.setup(): drops the trigger of upstream''s script, whose
function stays.';

CREATE FUNCTION lakesoul._setup_attach_triggers()
    RETURNS TABLE (object pg_catalog.text, action pg_catalog.text)
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SET search_path TO pg_catalog, pg_temp
AS $$
DECLARE
    x record;
BEGIN
    FOR x IN
        SELECT d.*, pg_get_triggerdef(g.oid) AS found, g.tgenabled IN ('O', 'A') AS fires
        FROM lakesoul._setup_triggers() d
        LEFT JOIN pg_catalog.pg_trigger g
            ON g.tgrelid = lakesoul._setup_relation(d.relation) AND g.tgname = d.name
        ORDER BY d.place
    LOOP
        object := format('trigger %I on public.%I', x.name, x.relation);
        action := 'unchanged';
        IF x.found IS NULL THEN
            EXECUTE x.definition;
            action := 'created';
        ELSIF x.found <> x.definition OR NOT x.fires THEN
            EXECUTE format('DROP TRIGGER %I ON public.%I', x.name, x.relation);
            EXECUTE x.definition;
            action := 'trigger replaced';
        END IF;
        RETURN NEXT;
    END LOOP;
END
$$;

COMMENT ON FUNCTION lakesoul._setup_attach_triggers() IS
'Part of lakesoul.setup(): makes our triggers, and makes those anew that are
disabled or of another layout.';

CREATE FUNCTION lakesoul._setup_fill_published()
    RETURNS TABLE (object pg_catalog.text, action pg_catalog.text)
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SET search_path TO pg_catalog, pg_temp
AS $$
DECLARE
    security CONSTANT text := current_setting('row_security');
    filled bigint := 0;
BEGIN
    -- Rows that forced row-level security hides from the owner himself are an error, not left out.
    PERFORM set_config('row_security', 'off', true);
    filled := lakesoul._setup_write_rows('data_commit_info', $cmd$
        WITH first AS MATERIALIZED (
            SELECT p.table_id, p.partition_desc, s.commit_id, min(p.version) AS version
            FROM (
                SELECT h.table_id, h.partition_desc, h.version, h.snapshot,
                    lag(h.snapshot) OVER (PARTITION BY h.table_id, h.partition_desc ORDER BY h.version) AS before
                FROM public.partition_info h
                WHERE (h.table_id, h.partition_desc) IN (
                    SELECT c.table_id, c.partition_desc FROM public.data_commit_info c
                    WHERE c.published_version IS NULL)
            ) AS p
            -- Most snapshots only extend the one before; then its ids are known to be older.
            CROSS JOIN LATERAL unnest(CASE
                WHEN p.snapshot[:cardinality(p.before)] = p.before
                THEN p.snapshot[cardinality(p.before) + 1:] ELSE p.snapshot END) AS s(commit_id)
            GROUP BY p.table_id, p.partition_desc, s.commit_id
        )
        UPDATE public.data_commit_info AS c
        SET published_version = f.version
        FROM first f
        WHERE c.published_version IS NULL
          AND c.table_id = f.table_id AND c.partition_desc = f.partition_desc AND c.commit_id = f.commit_id$cmd$);
    PERFORM set_config('row_security', security, true);
    object := 'values of public.data_commit_info.published_version';
    action := CASE WHEN filled = 0 THEN 'unchanged' ELSE format('filled %s rows', filled) END;
    RETURN NEXT;
END
$$;

COMMENT ON FUNCTION lakesoul._setup_fill_published() IS
'Part of lakesoul.setup(): gives each commit that a stored version lists the
smallest such version, where it has none.';

CREATE FUNCTION lakesoul.setup(filter_index boolean DEFAULT true)
    RETURNS TABLE (object pg_catalog.text, action pg_catalog.text)
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SET search_path TO pg_catalog, pg_temp
AS $$
DECLARE
    owner text;
BEGIN
    PERFORM lakesoul._setup_begin();
    PERFORM lakesoul._setup_require_known_shape();
    owner := lakesoul._setup_owner();

    RETURN QUERY SELECT s.* FROM lakesoul._setup_type(owner) s;
    RETURN QUERY SELECT s.* FROM lakesoul._setup_make_tables(owner) s;
    RETURN QUERY SELECT s.* FROM lakesoul._setup_replica_identity() s;
    RETURN QUERY SELECT s.* FROM lakesoul._setup_make_indexes(coalesce(filter_index, true)) s;
    RETURN QUERY SELECT s.* FROM lakesoul._setup_seed() s;
    RETURN QUERY SELECT s.* FROM lakesoul._setup_drop_stock_trigger() s;
    RETURN QUERY SELECT s.* FROM lakesoul._setup_attach_triggers() s;
    -- After the trigger, which marks what is published from now on.
    RETURN QUERY SELECT s.* FROM lakesoul._setup_fill_published() s;
END
$$;

COMMENT ON FUNCTION lakesoul.setup(boolean) IS
'Makes LakeSoul''s base tables in schema public, or adopts those of LakeSoul
3.0.0 or 4.0.0 with their rows; appends our columns and attaches our
triggers. Can be repeated: it does what is missing. Call it as the owner of
the base tables or as a superuser; what it makes gets the owner of
table_info, if that exists.
filter_index: false leaves out the text-search index on partition_desc.
Returns a row for each object: object, and action, which says what was done.
Errors: 55000 a table is of an unknown shape, with every difference in the
DETAIL and nothing changed; 42501 the caller does not own the tables, may
not create in schema public, or forced row-level security hides rows from
the owner; 25000 in a transaction that keeps one snapshot.';

REVOKE EXECUTE ON FUNCTION lakesoul.setup(boolean) FROM PUBLIC;

