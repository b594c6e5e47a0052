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
        CASE WHEN n.table_id IS NULL THEN format('its name %s has no row in table_name_id', t.table_name)
        ELSE format('its name %s belongs to table %s in table_name_id', t.table_name, n.table_id) END,
        CASE WHEN n.table_id IS NULL THEN format(
            'INSERT INTO public.table_name_id (table_name, table_id, table_namespace, domain) VALUES (%L, %L, %L, %L);',
            t.table_name, t.table_id, t.table_namespace, t.domain)
        ELSE format('SELECT lakesoul.rename_table_by_id(%L, %L);', t.table_id, t.table_name || '_' || t.table_id) END
    FROM public.table_info t
    LEFT JOIN public.table_name_id n ON n.table_name = t.table_name AND n.table_namespace = t.table_namespace
    WHERE t.table_name <> '' AND n.table_id IS DISTINCT FROM t.table_id;

    RETURN QUERY
    SELECT 'error', format('table %s', t.table_id),
        CASE WHEN p.table_id IS NULL THEN format('its path %s has no row in table_path_id', t.table_path)
        ELSE format('its path %s belongs to table %s in table_path_id', t.table_path, p.table_id) END,
        CASE WHEN p.table_id IS NULL THEN format(
            'INSERT INTO public.table_path_id (table_path, table_id, table_namespace, domain) VALUES (%L, %L, %L, %L);',
            t.table_path, t.table_id, t.table_namespace, t.domain) END
    FROM public.table_info t
    LEFT JOIN public.table_path_id p ON p.table_path = t.table_path
    WHERE t.table_path <> '' AND p.table_id IS DISTINCT FROM t.table_id;

    RETURN QUERY
    SELECT 'warning', format('name %s in namespace %s', n.table_name, n.table_namespace),
        format('it belongs to table %s, which is called %s in namespace %s', n.table_id, t.table_name, t.table_namespace),
        format('DELETE FROM public.table_name_id WHERE table_name = %L AND table_namespace = %L AND table_id = %L;',
            n.table_name, n.table_namespace, n.table_id)
    FROM public.table_name_id n
    JOIN public.table_info t ON t.table_id = n.table_id
    WHERE (t.table_name, t.table_namespace) IS DISTINCT FROM (n.table_name, n.table_namespace);

    RETURN QUERY
    SELECT 'warning', format('path %s', p.table_path),
        format('it belongs to table %s, whose path is %s', p.table_id, t.table_path),
        format('DELETE FROM public.table_path_id WHERE table_path = %L AND table_id = %L;', p.table_path, p.table_id)
    FROM public.table_path_id p
    JOIN public.table_info t ON t.table_id = p.table_id
    WHERE t.table_path IS DISTINCT FROM p.table_path;
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
        format('SELECT lakesoul.create_namespace(%L, domain => %L);', t.table_namespace, min(t.domain))
    FROM public.table_info t
    WHERE NOT EXISTS (SELECT FROM public.namespace n WHERE n.namespace = t.table_namespace)
    GROUP BY t.table_namespace;

    RETURN QUERY
    SELECT 'warning', format('table %s', t.table_id),
        format('its domain is %s, that of its namespace %s is %s', t.domain, t.table_namespace, n.domain),
        format('UPDATE public.table_info SET domain = %L WHERE table_id = %L;', n.domain, t.table_id)
    FROM public.table_info t
    JOIN public.namespace n ON n.namespace = t.table_namespace
    WHERE t.domain IS DISTINCT FROM n.domain;

    RETURN QUERY
    SELECT 'warning', format('table %s', t.table_id),
        format('%s rows in %s are of domain %s, the table is of domain %s', r.rows, r.relation, r.domain, t.domain),
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
    WHERE r.domain IS DISTINCT FROM t.domain;
END
$$;

COMMENT ON FUNCTION lakesoul._check_domains() IS
'Part of lakesoul.check_catalog(): namespaces that are missing, and domains
that do not agree.';

CREATE FUNCTION lakesoul._check_values()
    RETURNS TABLE (severity pg_catalog.text, object pg_catalog.text, problem pg_catalog.text, repair pg_catalog.text)
    LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path TO pg_catalog, pg_temp
AS $$
BEGIN
    RETURN QUERY
    SELECT 'error', format('table %s', t.table_id), format('column %s is NULL, which clients cannot read', v.name),
        format('UPDATE public.table_info SET %I = %L WHERE table_id = %L;', v.name, v.repaired, t.table_id)
    FROM public.table_info t
    CROSS JOIN LATERAL (VALUES
        ('table_namespace', t.table_namespace IS NULL, 'default'), ('table_name', t.table_name IS NULL, ''),
        ('table_path', t.table_path IS NULL, ''), ('table_schema', t.table_schema IS NULL, '{}'),
        ('properties', t.properties IS NULL, '{}'), ('partitions', t.partitions IS NULL, ';'),
        ('domain', t.domain IS NULL, 'public')) AS v(name, is_null, repaired)
    WHERE v.is_null;

    RETURN QUERY
    SELECT 'error', format('table %s', t.table_id), format('partitions %L has no ";", which clients cannot read', t.partitions),
        format('UPDATE public.table_info SET partitions = partitions || '';'' WHERE table_id = %L;', t.table_id)
    FROM public.table_info t WHERE strpos(t.partitions, ';') = 0;

    RETURN QUERY
    SELECT 'error', format('version %s of partition %s of table %s', i.version, i.partition_desc, i.table_id),
        format('column %s is NULL, which clients cannot read', v.name),
        format('UPDATE public.partition_info SET %I = %s WHERE table_id = %L AND partition_desc = %L AND version = %s;',
            v.name, v.repaired, i.table_id, i.partition_desc, i.version)
    FROM public.partition_info i
    CROSS JOIN LATERAL (VALUES
        ('snapshot', i.snapshot IS NULL, '''{}'''), ('commit_op', i.commit_op IS NULL, '''UpdateCommit'''),
        ('timestamp', i."timestamp" IS NULL, '0'), ('domain', i.domain IS NULL, '''public''')) AS v(name, is_null, repaired)
    WHERE v.is_null;

    RETURN QUERY
    SELECT 'error', format('version %s of partition %s of table %s', i.version, i.partition_desc, i.table_id),
        format('commit_op %L is no operation, which clients cannot read', i.commit_op),
        format('UPDATE public.partition_info SET commit_op = ''UpdateCommit'' WHERE table_id = %L AND partition_desc = %L AND version = %s;',
            i.table_id, i.partition_desc, i.version)
    FROM public.partition_info i
    WHERE i.commit_op NOT IN ('CompactionCommit', 'AppendCommit', 'MergeCommit', 'UpdateCommit', 'DeleteCommit');
END
$$;

COMMENT ON FUNCTION lakesoul._check_values() IS
'Part of lakesoul.check_catalog(): values that make LakeSoul''s clients fail.';

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
    WHERE NOT EXISTS (SELECT FROM public.data_commit_info c
                      WHERE c.table_id = h.table_id AND c.partition_desc = h.partition_desc AND c.commit_id = s.id);

    RETURN QUERY
    SELECT 'warning', format('partition %s of table %s', h.partition_desc, h.table_id),
        format('its newest version is stamped %s, which is ahead of the clock', h."timestamp"),
        format('UPDATE public.partition_info SET "timestamp" = %s WHERE table_id = %L AND partition_desc = %L AND version = %s;',
            (SELECT greatest(coalesce(max(i."timestamp"), 0) + 1, lakesoul._epoch_ms(now())) FROM public.partition_info i
              WHERE i.table_id = h.table_id AND i.partition_desc = h.partition_desc AND i.version < h.version),
            h.table_id, h.partition_desc, h.version)
    FROM public.table_info t
    CROSS JOIN LATERAL lakesoul._heads(t.table_id, NULL, NULL) AS h
    WHERE h."timestamp" > lakesoul._epoch_ms(clock_timestamp()) + 60000;

    RETURN QUERY
    SELECT 'warning', format('version %s of partition %s of table %s', v.version, v.partition_desc, v.table_id),
        format('it is stamped %s, not later than all before it: reads by time miss one of them', v."timestamp"),
        format('UPDATE public.partition_info SET "timestamp" = %s WHERE table_id = %L AND partition_desc = %L AND version = %s;',
            v.ordered, v.table_id, v.partition_desc, v.version)
    FROM (SELECT n.*, max(n."timestamp" - n.number) OVER (
              PARTITION BY n.table_id, n.partition_desc ORDER BY n.version) + n.number AS ordered
          FROM (SELECT i.table_id, i.partition_desc, i.version, i."timestamp", row_number() OVER (
                    PARTITION BY i.table_id, i.partition_desc ORDER BY i.version) AS number
                FROM public.partition_info i WHERE i."timestamp" IS NOT NULL) AS n) AS v
    WHERE v."timestamp" <> v.ordered
    ORDER BY v.table_id, v.partition_desc, v.version;
END
$$;

COMMENT ON FUNCTION lakesoul._check_heads() IS
'Part of lakesoul.check_catalog(): newest versions that list commits without
a row, and times out of order.';

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

    RETURN QUERY
    SELECT 'error', format('commit %s in partition %s of table %s', c.commit_id, c.partition_desc, c.table_id),
        format('it counts as published by version %s, which does not list it: publishing it again would do nothing', c.published_version),
        format('UPDATE public.data_commit_info SET committed = false, published_version = NULL WHERE table_id = %L AND partition_desc = %L AND commit_id = %L;',
            c.table_id, c.partition_desc, c.commit_id)
    FROM public.data_commit_info c
    JOIN public.partition_info i ON i.table_id = c.table_id AND i.partition_desc = c.partition_desc
        AND i.version = c.published_version
    WHERE NOT i.snapshot @> ARRAY[c.commit_id] AND i.commit_op <> 'DeleteCommit'
      AND NOT EXISTS (SELECT FROM public.partition_info o WHERE o.table_id = c.table_id
                      AND o.partition_desc = c.partition_desc AND o.snapshot @> ARRAY[c.commit_id]);

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
    WHERE EXISTS (SELECT FROM public.discard_compressed_file_info o WHERE o.table_path = t.table_path);
END
$$;

COMMENT ON FUNCTION lakesoul._check_discards() IS
'Part of lakesoul.check_catalog(): discarded files that a newest version
needs. Only tables that have discarded files are read.';

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
    WHERE NOT EXISTS (SELECT FROM public.table_info t WHERE t.table_id = r.table_id)
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
    RETURN QUERY SELECT c.* FROM lakesoul._check_names() c;
    RETURN QUERY SELECT c.* FROM lakesoul._check_domains() c;
    RETURN QUERY SELECT c.* FROM lakesoul._check_heads() c;
    RETURN QUERY SELECT c.* FROM lakesoul._check_commits() c;
    RETURN QUERY SELECT c.* FROM lakesoul._check_discards() c;
    RETURN QUERY SELECT c.* FROM lakesoul._check_orphans() c;
END
$$;

COMMENT ON FUNCTION lakesoul.check_catalog() IS
'What is wrong in the catalog, as far as the caller sees it; no row if it is
sound. Changes nothing. Reads every version and every commit, so not in the
hour of most commits.
severity: error, data cannot be read or may be lost; warning, something does
not agree; note, something is left over.
repair: SQL that mends it, NULL where only a person can decide.
Errors: 55000 before lakesoul.setup().';
