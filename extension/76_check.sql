-- lakesoul.check_catalog(): what is wrong in the tables, each with SQL that repairs it. Every part below looks for one
-- kind of damage, as the caller. severity: error, where data cannot be read or may be lost; warning, where something
-- does not agree; note, where something is left over.

CREATE FUNCTION lakesoul._check_names()
    RETURNS TABLE (severity pg_catalog.text, object pg_catalog.text, problem pg_catalog.text, repair pg_catalog.text)
    LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path TO pg_catalog, pg_temp
AS $$
BEGIN
    RETURN QUERY
    SELECT 'error', format('table %s', t.table_id),
        CASE WHEN n.table_name IS NULL THEN format('its name %s has no row in table_name_id', t.table_name)
        ELSE format('its name %s belongs to table %s in table_name_id', t.table_name, coalesce(n.table_id, 'NULL')) END,
        CASE WHEN n.table_name IS NULL THEN format(
            'INSERT INTO public.table_name_id (table_name, table_id, table_namespace, domain) VALUES (%L, %L, %L, %L);',
            t.table_name, t.table_id, t.table_namespace, t.domain)
        WHEN o.table_id IS NULL THEN format(
            'UPDATE public.table_name_id SET table_id = %L WHERE table_name = %L AND table_namespace = %L;',
            t.table_id, t.table_name, t.table_namespace)
        ELSE format('SELECT lakesoul.rename_table_by_id(%L, %L);', t.table_id, t.table_name || '_' || t.table_id) END
    FROM public.table_info t
    LEFT JOIN public.table_name_id n ON n.table_name = t.table_name AND n.table_namespace = t.table_namespace
    LEFT JOIN public.table_info o ON o.table_id = n.table_id
    WHERE t.table_name <> '' AND t.table_namespace IS NOT NULL AND n.table_id IS DISTINCT FROM t.table_id;

    RETURN QUERY
    SELECT 'error', format('table %s', t.table_id),
        CASE WHEN p.table_path IS NULL THEN format('its path %s has no row in table_path_id', t.table_path)
        ELSE format('its path %s belongs to table %s in table_path_id', t.table_path, coalesce(p.table_id, 'NULL')) END,
        CASE WHEN p.table_path IS NULL THEN format(
            'INSERT INTO public.table_path_id (table_path, table_id, table_namespace, domain) VALUES (%L, %L, %L, %L);',
            t.table_path, t.table_id, t.table_namespace, t.domain)
        WHEN o.table_id IS NULL THEN format('UPDATE public.table_path_id SET table_id = %L WHERE table_path = %L;',
            t.table_id, t.table_path) END
    FROM public.table_info t
    LEFT JOIN public.table_path_id p ON p.table_path = t.table_path
    LEFT JOIN public.table_info o ON o.table_id = p.table_id
    WHERE t.table_path <> '' AND p.table_id IS DISTINCT FROM t.table_id;

    RETURN QUERY
    SELECT 'warning', format('name %s in namespace %s', n.table_name, n.table_namespace),
        format('it belongs to table %s, which is called %s in namespace %s', n.table_id, t.table_name, t.table_namespace),
        format('DELETE FROM public.table_name_id WHERE table_name = %L AND table_namespace = %L AND table_id = %L;',
            n.table_name, n.table_namespace, n.table_id)
    FROM public.table_name_id n
    JOIN public.table_info t ON t.table_id = n.table_id
    WHERE (t.table_name, t.table_namespace) IS DISTINCT FROM (n.table_name, n.table_namespace)
      AND t.table_name IS NOT NULL AND t.table_namespace IS NOT NULL;

    RETURN QUERY
    SELECT 'warning', format('path %s', p.table_path),
        format('it belongs to table %s, whose path is %s', p.table_id, t.table_path),
        format('DELETE FROM public.table_path_id WHERE table_path = %L AND table_id = %L;', p.table_path, p.table_id)
    FROM public.table_path_id p
    JOIN public.table_info t ON t.table_id = p.table_id
    WHERE t.table_path <> p.table_path;

    RETURN QUERY
    SELECT 'warning', format('path %s', p.table_path),
        format('its namespace is %s, that of table %s is %s', coalesce(p.table_namespace, 'NULL'), p.table_id, t.table_namespace),
        format('UPDATE public.table_path_id SET table_namespace = %L WHERE table_path = %L;', t.table_namespace, p.table_path)
    FROM public.table_path_id p
    JOIN public.table_info t ON t.table_id = p.table_id AND t.table_path = p.table_path
    WHERE p.table_namespace IS DISTINCT FROM t.table_namespace AND t.table_namespace IS NOT NULL;
END
$$;

COMMENT ON FUNCTION lakesoul._check_names() IS
'Part of lakesoul.check_catalog(): names and paths that table_info and the
mapping tables do not agree on.';

CREATE FUNCTION lakesoul._check_domains()
    RETURNS TABLE (severity pg_catalog.text, object pg_catalog.text, problem pg_catalog.text, repair pg_catalog.text)
    LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path TO pg_catalog, pg_temp
AS $$
BEGIN
    RETURN QUERY
    SELECT 'error', format('namespace %s', t.table_namespace), format('it does not exist, but has %s tables', count(*)),
        CASE WHEN t.table_namespace <> ''
        THEN format('SELECT lakesoul.create_namespace(%L, domain => %L);', t.table_namespace, min(t.domain)) END
    FROM public.table_info t
    WHERE t.table_namespace IS NOT NULL
      AND NOT EXISTS (SELECT FROM public.namespace n WHERE n.namespace = t.table_namespace)
    GROUP BY t.table_namespace;

    RETURN QUERY
    SELECT 'warning', format('table %s', t.table_id),
        format('its domain is %s, that of its namespace %s is %s', t.domain, t.table_namespace, n.domain),
        format('UPDATE public.table_info SET domain = %L WHERE table_id = %L;', n.domain, t.table_id)
    FROM public.table_info t
    JOIN public.namespace n ON n.namespace = t.table_namespace
    -- One that is NULL is told by _check_values().
    WHERE t.domain <> n.domain;

    RETURN QUERY
    SELECT 'warning', format('table %s', t.table_id),
        format('%s rows in %s are of domain %s, the table is of domain %s', r.rows, r.relation,
            coalesce(r.domain, 'NULL'), t.domain),
        format('UPDATE public.%I SET domain = %L WHERE table_id = %L AND domain IS DISTINCT FROM %2$L;',
            r.relation, t.domain, t.table_id)
    FROM (
        SELECT 'table_name_id' AS relation, n.table_id, n.domain, count(*) AS rows
        FROM public.table_name_id n GROUP BY n.table_id, n.domain
        UNION ALL
        SELECT 'table_path_id', p.table_id, p.domain, count(*) FROM public.table_path_id p GROUP BY p.table_id, p.domain
        UNION ALL
        SELECT 'partition_info', i.table_id, i.domain, count(*) FROM public.partition_info i GROUP BY i.table_id, i.domain
        UNION ALL
        SELECT 'data_commit_info', c.table_id, c.domain, count(*)
        FROM public.data_commit_info c GROUP BY c.table_id, c.domain
    ) AS r
    JOIN public.table_info t ON t.table_id = r.table_id
    WHERE r.domain IS DISTINCT FROM t.domain AND t.domain IS NOT NULL;
END
$$;

COMMENT ON FUNCTION lakesoul._check_domains() IS
'Part of lakesoul.check_catalog(): namespaces that are missing, and domains
that do not agree.';

CREATE FUNCTION lakesoul._check_heads()
    RETURNS TABLE (severity pg_catalog.text, object pg_catalog.text, problem pg_catalog.text, repair pg_catalog.text)
    LANGUAGE plpgsql STABLE PARALLEL RESTRICTED SET search_path TO pg_catalog, pg_temp
AS $$
BEGIN
    RETURN QUERY
    SELECT 'error', format('partition %s of table %s', h.partition_desc, h.table_id),
        format('its newest version %s lists commit %s, which has no row: its files are lost to readers', h.version, s.id),
        format('UPDATE public.partition_info SET snapshot = array_remove(snapshot, %L::uuid) WHERE table_id = %L AND partition_desc = %L AND version = %s;',
            s.id, h.table_id, h.partition_desc, h.version)
    FROM public.table_info t
    CROSS JOIN LATERAL lakesoul._heads(t.table_id, NULL, NULL) AS h
    CROSS JOIN LATERAL unnest(h.snapshot) AS s(id)
    WHERE s.id IS NOT NULL AND array_ndims(h.snapshot) = 1
      AND NOT EXISTS (SELECT FROM public.data_commit_info c
                      WHERE c.table_id = h.table_id AND c.partition_desc = h.partition_desc AND c.commit_id = s.id);

    -- Times ahead of the clock do not count: what comes after one would be moved behind it for ever. The newest become those
    -- of now, since what they replaced was in force until they came.
    RETURN QUERY
    SELECT 'warning', format('version %s of partition %s of table %s', v.version, v.partition_desc, v.table_id),
        CASE WHEN v.counts THEN format('it is stamped %s, not later than all before it: reads by time miss one of them', v."timestamp")
        ELSE format('it is stamped %s, which is ahead of the clock', v."timestamp") END,
        format('UPDATE public.partition_info SET "timestamp" = %s WHERE table_id = %L AND partition_desc = %L AND version = %s;',
            CASE WHEN v.followed OR v.counts THEN coalesce(v.ordered, v.number)
            ELSE greatest(v.ordered, lakesoul._epoch_ms(now()) - v.total + v.number) END,
            v.table_id, v.partition_desc, v.version)
    FROM (SELECT n.*, count(*) OVER whole AS total, bool_or(n.counts) OVER rest AS followed,
              max(n."timestamp"::numeric - n.number) FILTER (WHERE n.counts) OVER so_far + n.number AS ordered
          FROM (SELECT i.table_id, i.partition_desc, i.version, i."timestamp",
                    i."timestamp" <= lakesoul._epoch_ms(clock_timestamp()) + 60000 AS counts, row_number() OVER (
                        PARTITION BY i.table_id, i.partition_desc ORDER BY i.version) AS number
                FROM public.partition_info i WHERE i."timestamp" IS NOT NULL) AS n
          WINDOW whole AS (PARTITION BY n.table_id, n.partition_desc), so_far AS (whole ORDER BY n.version),
              rest AS (so_far ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING)) AS v
    WHERE NOT v.counts OR v."timestamp" <> v.ordered
    ORDER BY v.table_id, v.partition_desc, v.version;
END
$$;

COMMENT ON FUNCTION lakesoul._check_heads() IS
'Part of lakesoul.check_catalog(): newest versions that list commits without
a row, and times out of order or ahead of the clock.';

CREATE FUNCTION lakesoul._check_commits()
    RETURNS TABLE (severity pg_catalog.text, object pg_catalog.text, problem pg_catalog.text, repair pg_catalog.text)
    LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path TO pg_catalog, pg_temp
AS $$
BEGIN
    RETURN QUERY
    SELECT 'warning', format('partition %s of table %s', c.partition_desc, c.table_id),
        format('%s of its commits are listed by a version and not marked published', count(*)),
        format('UPDATE public.data_commit_info c SET committed = true, published_version = (SELECT min(i.version) FROM public.partition_info i WHERE i.table_id = c.table_id AND i.partition_desc = c.partition_desc AND i.snapshot @> ARRAY[c.commit_id]) WHERE c.table_id = %L AND c.partition_desc = %L AND c.published_version IS NULL AND EXISTS (SELECT FROM public.partition_info i WHERE i.table_id = c.table_id AND i.partition_desc = c.partition_desc AND i.snapshot @> ARRAY[c.commit_id]);',
            c.table_id, c.partition_desc)
    FROM public.data_commit_info c
    JOIN (SELECT DISTINCT i.table_id, i.partition_desc, s.id FROM public.partition_info i
          CROSS JOIN LATERAL unnest(i.snapshot) AS s(id)
          WHERE EXISTS (SELECT FROM public.data_commit_info o WHERE o.table_id = i.table_id
                        AND o.partition_desc = i.partition_desc AND o.published_version IS NULL)) AS l
        ON l.table_id = c.table_id AND l.partition_desc = c.partition_desc AND l.id = c.commit_id
    WHERE c.published_version IS NULL
    GROUP BY c.table_id, c.partition_desc;

    -- A version that expired is below the newest; the delete of a partition lists nothing. A commit that is held goes by
    -- itself, and its files were handed out.
    RETURN QUERY
    SELECT 'error', format('commit %s in partition %s of table %s', c.commit_id, c.partition_desc, c.table_id),
        CASE WHEN i.version IS NOT NULL AND l.version IS NOT NULL
        THEN format('it counts as published by version %s, and version %s lists it first', c.published_version, l.version)
        WHEN i.version IS NOT NULL
        THEN format('it counts as published by version %s, which does not list it: publishing it again would do nothing', c.published_version)
        ELSE format('it counts as published by version %s, which is not there: publishing it again would do nothing', c.published_version) END,
        CASE WHEN l.version IS NOT NULL THEN format(
            'UPDATE public.data_commit_info SET published_version = %s WHERE table_id = %L AND partition_desc = %L AND commit_id = %L;',
            l.version, c.table_id, c.partition_desc, c.commit_id)
        ELSE format('UPDATE public.data_commit_info SET committed = false, published_version = NULL WHERE table_id = %L AND partition_desc = %L AND commit_id = %L;',
            c.table_id, c.partition_desc, c.commit_id) END
    FROM public.table_info t
    JOIN public.data_commit_info c ON c.table_id = t.table_id AND c.published_version IS NOT NULL
    LEFT JOIN public.partition_info i ON i.table_id = c.table_id AND i.partition_desc = c.partition_desc
        AND i.version = c.published_version
    LEFT JOIN public.partition_info b ON b.table_id = c.table_id AND b.partition_desc = c.partition_desc
        AND b.version = i.version - 1
    CROSS JOIN LATERAL (
        SELECT min(o.version) AS version FROM public.partition_info o
        WHERE o.table_id = c.table_id AND o.partition_desc = c.partition_desc AND o.snapshot @> ARRAY[c.commit_id]
          AND (i.version IS NULL OR b.snapshot @> ARRAY[c.commit_id] OR NOT i.snapshot @> ARRAY[c.commit_id])) AS l
    WHERE CASE WHEN i.version IS NULL THEN c.published_version < 0 OR NOT EXISTS (
              SELECT FROM public.partition_info n WHERE n.table_id = c.table_id AND n.partition_desc = c.partition_desc
                AND n.version > c.published_version)
              AND (l.version IS NOT NULL OR NOT EXISTS (
                  SELECT FROM lakesoul.held_deletes d WHERE d.table_id = c.table_id
                    AND d.partition_desc = c.partition_desc AND d.commit_id = c.commit_id))
          ELSE b.snapshot @> ARRAY[c.commit_id] OR NOT i.snapshot @> ARRAY[c.commit_id] AND i.commit_op <> 'DeleteCommit' END;

    RETURN QUERY
    SELECT 'warning', format('version %s of partition %s of table %s', i.version, i.partition_desc, i.table_id),
        format('last_compaction %s is later than the version', i.last_compaction),
        format('UPDATE public.partition_info SET last_compaction = NULL WHERE table_id = %L AND partition_desc = %L AND version = %s;',
            i.table_id, i.partition_desc, i.version)
    FROM public.partition_info i WHERE i.last_compaction > i.version;
END
$$;

COMMENT ON FUNCTION lakesoul._check_commits() IS
'Part of lakesoul.check_catalog(): what commits and versions say of each
other.';

CREATE FUNCTION lakesoul._check_discards()
    RETURNS TABLE (severity pg_catalog.text, object pg_catalog.text, problem pg_catalog.text, repair pg_catalog.text)
    LANGUAGE plpgsql STABLE PARALLEL RESTRICTED SET search_path TO pg_catalog, pg_temp
AS $$
BEGIN
    RETURN QUERY
    SELECT 'error', format('file %s', d.file_path),
        format('it is recorded as discarded, and partition %s of table %s needs it', f.partition_desc, t.table_id),
        format('DELETE FROM public.discard_compressed_file_info WHERE file_path = %L;', d.file_path)
    FROM public.table_info t
    CROSS JOIN LATERAL lakesoul.files_by_id(t.table_id) AS f
    JOIN public.discard_compressed_file_info d ON d.file_path = f.path
    WHERE EXISTS (SELECT FROM public.discard_compressed_file_info);
END
$$;

COMMENT ON FUNCTION lakesoul._check_discards() IS
'Part of lakesoul.check_catalog(): discarded files that a newest version of
any table needs. Without discarded files nothing is read.';

CREATE FUNCTION lakesoul._check_snapshots()
    RETURNS TABLE (severity pg_catalog.text, object pg_catalog.text, problem pg_catalog.text, repair pg_catalog.text)
    LANGUAGE plpgsql STABLE PARALLEL RESTRICTED SET search_path TO pg_catalog, pg_temp
AS $$
BEGIN
    RETURN QUERY
    SELECT 'error', format('table %s', x.table_id),
        'its snapshots of the Paimon API are not whole: commits and rollbacks of it can fail',
        (SELECT string_agg(format('DELETE FROM lakesoul.%I WHERE table_id = %L;', r.name, x.table_id), ' ')
           FROM unnest(ARRAY['paimon_chains', 'paimon_snapshots', 'paimon_snapshot_partitions', 'paimon_partitions']) AS r(name))
    FROM (
        SELECT s.table_id, false AS chain, s.id AS newest, NULL::bigint AS used
        FROM lakesoul.paimon_snapshots s WHERE s.retired = 0
        UNION ALL
        SELECT c.table_id, true, NULL, NULL FROM lakesoul.paimon_chains c
        UNION ALL
        SELECT p.table_id, false, NULL, p.snapshot_id FROM lakesoul.paimon_snapshot_partitions p
        UNION ALL
        SELECT q.table_id, false, NULL, NULL FROM lakesoul.paimon_partitions q
    ) AS x
    WHERE EXISTS (SELECT FROM public.table_info t WHERE t.table_id = x.table_id)
    GROUP BY x.table_id
    HAVING NOT bool_or(x.chain) OR max(x.used) > coalesce(max(x.newest), 0)
    ORDER BY x.table_id;

    RETURN QUERY
    SELECT 'error', format('schema %s of table %s', s.schema_id, s.table_id), 'the Paimon API cannot read it',
        format('DELETE FROM lakesoul.paimon_schemas WHERE table_id = %L AND schema_id = %s;', s.table_id, s.schema_id)
    FROM lakesoul.paimon_schemas s
    WHERE jsonb_typeof(s.schema -> 'fields') IS DISTINCT FROM 'array'
    ORDER BY s.table_id, s.schema_id;
END
$$;

COMMENT ON FUNCTION lakesoul._check_snapshots() IS
'Part of lakesoul.check_catalog(): what the Paimon API keeps of a table''s
snapshots and schemas. The repairs are for superusers; without it the API
works its answers out from LakeSoul''s tables.';

CREATE FUNCTION lakesoul._check_orphans()
    RETURNS TABLE (severity pg_catalog.text, object pg_catalog.text, problem pg_catalog.text, repair pg_catalog.text)
    LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path TO pg_catalog, pg_temp
AS $$
BEGIN
    RETURN QUERY
    SELECT 'note', format('table %s', r.table_id),
        format('it does not exist, but has %s rows in %s', r.rows, r.relation),
        'SELECT * FROM lakesoul.purge_orphans(''1 day'');'
    FROM (
        SELECT 1 AS place, 'table_name_id' AS relation, n.table_id, count(*) AS rows
        FROM public.table_name_id n GROUP BY n.table_id
        UNION ALL
        SELECT 2, 'table_path_id', p.table_id, count(*) FROM public.table_path_id p GROUP BY p.table_id
        UNION ALL
        SELECT 3, 'partition_info', i.table_id, count(*) FROM public.partition_info i GROUP BY i.table_id
        UNION ALL
        SELECT 4, 'data_commit_info', c.table_id, count(*) FROM public.data_commit_info c GROUP BY c.table_id
    ) AS r
    WHERE r.table_id IS NOT NULL AND NOT EXISTS (SELECT FROM public.table_info t WHERE t.table_id = r.table_id)
    ORDER BY r.table_id, r.place;

    RETURN QUERY
    SELECT 'note', format('partition %s of table %s', c.partition_desc, c.table_id),
        format('%s commits were registered over a day ago and never published', count(*)),
        'SELECT * FROM lakesoul.purge_orphans(''1 day'');'
    FROM public.data_commit_info c
    JOIN public.table_info t ON t.table_id = c.table_id
    WHERE c.published_version IS NULL
      AND lakesoul._registered_by(c."timestamp", c.registered_head) < lakesoul._epoch_ms(now() - interval '1 day')
      AND NOT EXISTS (SELECT FROM public.partition_info i WHERE i.table_id = c.table_id
                      AND i.partition_desc = c.partition_desc AND i.snapshot @> ARRAY[c.commit_id])
    GROUP BY c.table_id, c.partition_desc;
END
$$;

COMMENT ON FUNCTION lakesoul._check_orphans() IS
'Part of lakesoul.check_catalog(): rows of tables that do not exist, and
commits that nobody published.';

CREATE FUNCTION lakesoul.check_catalog()
    RETURNS TABLE (severity pg_catalog.text, object pg_catalog.text, problem pg_catalog.text, repair pg_catalog.text)
    LANGUAGE plpgsql STABLE PARALLEL RESTRICTED SUPPORT lakesoul._needs_setup
    -- A query over all heads is estimated high enough to be compiled, which takes a second where the rest takes none.
    SET search_path TO pg_catalog, pg_temp SET jit TO off
AS $$
BEGIN
    RETURN QUERY SELECT c.* FROM lakesoul._check_values() c;
    RETURN QUERY SELECT c.* FROM lakesoul._check_commit_values() c;
    RETURN QUERY SELECT c.* FROM lakesoul._check_other_values() c;
    RETURN QUERY SELECT c.* FROM lakesoul._check_names() c;
    RETURN QUERY SELECT c.* FROM lakesoul._check_domains() c;
    RETURN QUERY SELECT c.* FROM lakesoul._check_heads() c;
    RETURN QUERY SELECT c.* FROM lakesoul._check_commits() c;
    RETURN QUERY SELECT c.* FROM lakesoul._check_discards() c;
    RETURN QUERY SELECT c.* FROM lakesoul._check_snapshots() c;
    RETURN QUERY SELECT c.* FROM lakesoul._check_orphans() c;
END
$$;

COMMENT ON FUNCTION lakesoul.check_catalog() IS
'What is wrong in the catalog, as far as the caller sees it; no row if it is
sound. Changes nothing. Reads every version and every commit with all of its
files, but no storage: not in the hour of most commits.
severity: error, data cannot be read or may be lost; warning, something does
not agree; note, something is left over.
repair: SQL that makes the tables agree again, without what is lost; NULL
where only a person can decide.
Errors: 55000 before lakesoul.setup().';
