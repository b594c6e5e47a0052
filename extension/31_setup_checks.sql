-- What lakesoul.setup() asks before it changes anything. A check lists every difference it finds, so that an operator
-- mends them in one go. Kept out of here: any statement that writes.

CREATE FUNCTION lakesoul._setup_require_owner() RETURNS void
    LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path TO pg_catalog, pg_temp
AS $$
DECLARE
    foreign_tables text;
BEGIN
    SELECT string_agg(format('public.%I', t.relation), ', ' ORDER BY t.place) INTO foreign_tables
    FROM lakesoul._setup_tables() t
    JOIN pg_catalog.pg_class c ON c.oid = lakesoul._setup_relation(t.relation)
    WHERE NOT pg_has_role(c.relowner, 'USAGE');

    IF foreign_tables IS NOT NULL THEN
        RAISE EXCEPTION USING
            ERRCODE = 'insufficient_privilege',
            MESSAGE = 'must be owner of the base tables in schema public',
            DETAIL = format('Role %I does not own %s.', current_user, foreign_tables),
            HINT = 'Call it as their owner or as a superuser.';
    END IF;
END
$$;

COMMENT ON FUNCTION lakesoul._setup_require_owner() IS
'Part of lakesoul.setup(): 42501 if the caller does not own every base table
that exists.';

CREATE FUNCTION lakesoul._setup_kind_differences() RETURNS SETOF pg_catalog.text
    LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path TO pg_catalog, pg_temp
AS $$
BEGIN
    RETURN QUERY
    SELECT format('public.%I is %s, expected a plain table', t.relation, k.kind)
    FROM lakesoul._setup_tables() t
    JOIN pg_catalog.pg_class c ON c.oid = lakesoul._setup_relation(t.relation)
    CROSS JOIN LATERAL (SELECT CASE
        WHEN c.relkind = 'v' THEN 'a view'
        WHEN c.relkind = 'm' THEN 'a materialized view'
        WHEN c.relkind = 'f' THEN 'a foreign table'
        WHEN c.relkind = 'p' THEN 'a partitioned table'
        WHEN c.relkind <> 'r' THEN 'another kind of relation'
        WHEN c.relpersistence = 'u' THEN 'an unlogged table'
        WHEN EXISTS (SELECT FROM pg_catalog.pg_inherits i WHERE c.oid IN (i.inhrelid, i.inhparent))
            THEN 'part of an inheritance tree'
        END) AS k(kind)
    WHERE k.kind IS NOT NULL
    ORDER BY t.place;
END
$$;

COMMENT ON FUNCTION lakesoul._setup_kind_differences() IS
'Part of lakesoul.setup(): a line for each name of a base table that belongs
to something else than a plain table.';

CREATE FUNCTION lakesoul._setup_type_differences() RETURNS SETOF pg_catalog.text
    LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path TO pg_catalog, pg_temp
AS $$
DECLARE
    expected CONSTANT text := '(path text, file_op text, size bigint, file_exist_cols text)';
BEGIN
    RETURN QUERY
    SELECT format('type public.data_file_op is %s, expected %s', f.found, expected)
    FROM pg_catalog.pg_type y
    LEFT JOIN pg_catalog.pg_class c ON c.oid = y.typrelid
    CROSS JOIN LATERAL (SELECT CASE
        WHEN c.relkind = 'c' THEN (
            SELECT format('(%s)', string_agg(
                format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod)), ', ' ORDER BY a.attnum))
            FROM pg_catalog.pg_attribute a
            WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped)
        ELSE 'not a composite type of its own'
        END) AS f(found)
    WHERE y.typname = 'data_file_op'
      AND y.typnamespace = 'public'::regnamespace
      AND f.found <> expected;
END
$$;

COMMENT ON FUNCTION lakesoul._setup_type_differences() IS
'Part of lakesoul.setup(): a line if public.data_file_op exists and is not
what clients read and write.';

CREATE FUNCTION lakesoul._setup_column_differences() RETURNS SETOF pg_catalog.text
    LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path TO pg_catalog, pg_temp
AS $$
BEGIN
    RETURN QUERY
    SELECT format('column public.%I.%I %s', t.relation, l.name, d.what)
    FROM lakesoul._setup_tables() t
    JOIN lakesoul._setup_columns() l ON l.relation = t.relation
    JOIN pg_catalog.pg_class c ON c.oid = lakesoul._setup_relation(t.relation) AND c.relkind = 'r'
    LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attname = l.name AND NOT a.attisdropped
    LEFT JOIN pg_catalog.pg_attrdef e ON e.adrelid = c.oid AND e.adnum = a.attnum
    LEFT JOIN pg_catalog.pg_collation o ON o.oid = a.attcollation
    CROSS JOIN LATERAL (
        SELECT format_type(a.atttypid, a.atttypmod), pg_get_expr(e.adbin, e.adrelid),
            array_to_string(l.types, ' or '),
            a.attgenerated <> '' OR a.attidentity <> ''
    ) AS f(type, initial, types, generated)
    CROSS JOIN LATERAL (VALUES
        (1, a.attname IS NULL AND NOT l.appended, format('is missing, expected type %s', f.types)),
        (2, f.type <> ALL (l.types), format('has type %s, expected %s', f.type, f.types)),
        (3, f.generated, 'is generated'),
        (4, NOT f.generated AND l.initial IS NOT NULL AND f.initial IS NULL,
            format('has no default, expected %s', l.initial)),
        -- Later on, a row with another time than this default gives counts as written by hand.
        (5, t.relation = 'partition_info' AND l.name = 'timestamp' AND f.initial <> l.initial,
            format('has default %s, expected %s', f.initial, l.initial)),
        (6, NOT f.generated AND l.appended AND f.initial IS NOT NULL,
            format('has default %s, expected none', f.initial)),
        (7, l.appended AND a.attnotnull, 'is NOT NULL, expected nullable'),
        -- Under such a collation other bytes can be the same key.
        (8, NOT o.collisdeterministic, format('has collation %s, expected a deterministic one', o.collname))
    ) AS d(place, differs, what)
    WHERE d.differs
    ORDER BY t.place, l.place, d.place;
END
$$;

COMMENT ON FUNCTION lakesoul._setup_column_differences() IS
'Part of lakesoul.setup(): a line for each thing about a known column that is
not as expected.';

CREATE FUNCTION lakesoul._setup_unknown_columns() RETURNS SETOF pg_catalog.text
    LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path TO pg_catalog, pg_temp
AS $$
BEGIN
    RETURN QUERY
    SELECT format('column public.%I.%I is unknown, NOT NULL and without a default', t.relation, a.attname)
    FROM lakesoul._setup_tables() t
    JOIN pg_catalog.pg_class c ON c.oid = lakesoul._setup_relation(t.relation) AND c.relkind = 'r'
    JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE a.attnotnull AND NOT a.atthasdef AND a.attidentity = ''
      AND NOT EXISTS (SELECT FROM lakesoul._setup_columns() l WHERE l.relation = t.relation AND l.name = a.attname)
    ORDER BY t.place, a.attnum;
END
$$;

COMMENT ON FUNCTION lakesoul._setup_unknown_columns() IS
'Part of lakesoul.setup(): a line for each column of another tool without
which no row can be inserted.';

CREATE FUNCTION lakesoul._setup_key_differences() RETURNS SETOF pg_catalog.text
    LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path TO pg_catalog, pg_temp
AS $$
BEGIN
    RETURN QUERY
    SELECT format('primary key of public.%I is %s, expected %s', t.relation,
        CASE WHEN k.found IS NULL THEN 'missing' ELSE format('(%s)', k.found) END
        || CASE WHEN k.is_deferrable THEN ' DEFERRABLE' ELSE '' END,
        format('(%s)', k.expected))
    FROM lakesoul._setup_tables() t
    JOIN pg_catalog.pg_class c ON c.oid = lakesoul._setup_relation(t.relation) AND c.relkind = 'r'
    LEFT JOIN pg_catalog.pg_constraint p ON p.conrelid = c.oid AND p.contype = 'p'
    CROSS JOIN LATERAL (
        SELECT array_to_string(t.keys, ', '), p.condeferrable,
            (SELECT string_agg(a.attname, ', ' ORDER BY u.place)
             FROM unnest(p.conkey) WITH ORDINALITY AS u(attnum, place)
             JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum = u.attnum)
    ) AS k(expected, is_deferrable, found)
    WHERE k.found IS DISTINCT FROM k.expected OR k.is_deferrable
    ORDER BY t.place;
END
$$;

COMMENT ON FUNCTION lakesoul._setup_key_differences() IS
'Part of lakesoul.setup(): a line for each base table whose primary key is
missing, another one or deferrable.';

CREATE FUNCTION lakesoul._setup_index_differences() RETURNS SETOF pg_catalog.text
    LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path TO pg_catalog, pg_temp
AS $$
BEGIN
    RETURN QUERY
    SELECT format('public.%I is not an index of public.%I', x.name, x.relation)
    FROM lakesoul._setup_indexes() x
    WHERE lakesoul._setup_relation(x.name) IS NOT NULL
      AND NOT EXISTS (
          SELECT FROM pg_catalog.pg_index i
          WHERE i.indexrelid = lakesoul._setup_relation(x.name)
            AND i.indrelid = lakesoul._setup_relation(x.relation))
    ORDER BY x.place;
END
$$;

COMMENT ON FUNCTION lakesoul._setup_index_differences() IS
'Part of lakesoul.setup(): a line for each index name that something else
bears.';

CREATE FUNCTION lakesoul._setup_require_known_shape() RETURNS void
    LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path TO pg_catalog, pg_temp
AS $$
DECLARE
    differences text[];
BEGIN
    SELECT array_agg(d.line ORDER BY d.part, d.place) INTO differences
    FROM (
        SELECT 1, f.* FROM lakesoul._setup_kind_differences() WITH ORDINALITY AS f(line, place)
        UNION ALL
        SELECT 2, f.* FROM lakesoul._setup_type_differences() WITH ORDINALITY AS f(line, place)
        UNION ALL
        SELECT 3, f.* FROM lakesoul._setup_column_differences() WITH ORDINALITY AS f(line, place)
        UNION ALL
        SELECT 4, f.* FROM lakesoul._setup_unknown_columns() WITH ORDINALITY AS f(line, place)
        UNION ALL
        SELECT 5, f.* FROM lakesoul._setup_key_differences() WITH ORDINALITY AS f(line, place)
        UNION ALL
        SELECT 6, f.* FROM lakesoul._setup_index_differences() WITH ORDINALITY AS f(line, place)
    ) AS d(part, line, place);

    IF differences IS NOT NULL THEN
        RAISE EXCEPTION USING
            ERRCODE = 'object_not_in_prerequisite_state',
            MESSAGE = 'base tables in schema public are of an unknown shape',
            DETAIL = array_to_string(differences, E'\n'),
            HINT = 'Nothing was changed. Bring the tables to the layout of LakeSoul 3.0.0 or 4.0.0, or move them out '
                || 'of schema public if they are not LakeSoul''s, and call lakesoul.setup() again.';
    END IF;
END
$$;

COMMENT ON FUNCTION lakesoul._setup_require_known_shape() IS
'Part of lakesoul.setup(): 55000 with every difference in the detail unless
all that exists can be adopted.';

CREATE FUNCTION lakesoul._setup_begin() RETURNS void
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SET search_path TO pg_catalog, pg_temp
AS $$
BEGIN
    IF current_setting('transaction_isolation') IN ('repeatable read', 'serializable') THEN
        RAISE EXCEPTION USING
            ERRCODE = 'invalid_transaction_state',
            MESSAGE = 'changing the base tables needs isolation level READ COMMITTED',
            DETAIL = format('A snapshot kept under %s may miss the latest commits.',
                upper(current_setting('transaction_isolation'))),
            HINT = 'Begin the transaction with BEGIN ISOLATION LEVEL READ COMMITTED.';
    END IF;

    -- The number under which upstream's migration runner works; two calls of setup() queue up here as well.
    PERFORM pg_advisory_xact_lock(5498709836673204300);
    PERFORM lakesoul._setup_require_owner();
END
$$;

COMMENT ON FUNCTION lakesoul._setup_begin() IS
'Part of lakesoul.setup() and lakesoul.teardown(): waits for others that
change base tables, then checks the caller.
Errors: 25000 in a transaction that keeps one snapshot, 42501 if the caller
does not own every base table.';

