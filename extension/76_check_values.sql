-- Part of lakesoul.check_catalog(): values that LakeSoul's clients cannot read. A NULL where they expect a value, or an
-- operation that they do not know, ends the client.

CREATE FUNCTION lakesoul._check_values()
    RETURNS TABLE (severity pg_catalog.text, object pg_catalog.text, problem pg_catalog.text, repair pg_catalog.text)
    LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path TO pg_catalog, pg_temp
AS $$
BEGIN
    RETURN QUERY
    SELECT 'error', format('namespace %s', n.namespace), v.problem,
        format('UPDATE public.namespace SET %I = %L WHERE namespace = %L;', v.name, v.repaired, n.namespace)
    FROM public.namespace n
    CROSS JOIN LATERAL (VALUES
        ('properties', CASE WHEN n.properties IS NULL THEN 'column properties is NULL, which clients cannot read'
            WHEN json_typeof(n.properties::json) <> 'object' THEN 'its properties are no object, which clients cannot read' END,
            '{}'),
        ('domain', CASE WHEN n.domain IS NULL THEN 'column domain is NULL, which clients cannot read' END,
            coalesce((SELECT min(t.domain) FROM public.table_info t WHERE t.table_namespace = n.namespace), 'public')))
        AS v(name, problem, repaired)
    WHERE v.problem IS NOT NULL;

    RETURN QUERY
    SELECT 'error', format('table %s', t.table_id), format('column %s is NULL, which clients cannot read', v.name),
        format('UPDATE public.table_info SET %I = %L WHERE table_id = %L;', v.name, v.repaired, t.table_id)
    FROM public.table_info t
    LEFT JOIN LATERAL (
        SELECT n.table_name, n.table_namespace FROM public.table_name_id n WHERE n.table_id = t.table_id
        ORDER BY n.table_namespace = t.table_namespace DESC NULLS LAST LIMIT 1) AS m ON true
    LEFT JOIN public.namespace s ON s.namespace = t.table_namespace
    CROSS JOIN LATERAL (VALUES
        ('table_namespace', t.table_namespace IS NULL, coalesce(m.table_namespace, 'default')),
        ('table_name', t.table_name IS NULL, coalesce(m.table_name, '')),
        ('table_path', t.table_path IS NULL,
            coalesce((SELECT min(p.table_path) FROM public.table_path_id p WHERE p.table_id = t.table_id), '')),
        ('table_schema', t.table_schema IS NULL, '{}'), ('properties', t.properties IS NULL, '{}'),
        ('partitions', t.partitions IS NULL, ';'), ('domain', t.domain IS NULL, coalesce(s.domain, 'public')))
        AS v(name, is_null, repaired)
    WHERE v.is_null;

    RETURN QUERY
    SELECT 'error', format('table %s', t.table_id), 'its properties are no object, which clients cannot read',
        format('UPDATE public.table_info SET properties = ''{}'' WHERE table_id = %L;', t.table_id)
    FROM public.table_info t WHERE json_typeof(t.properties::json) <> 'object';

    RETURN QUERY
    SELECT 'error', format('table %s', t.table_id), format('partitions %L has no ";", which clients cannot read', t.partitions),
        format('UPDATE public.table_info SET partitions = partitions || '';'' WHERE table_id = %L;', t.table_id)
    FROM public.table_info t WHERE strpos(t.partitions, ';') = 0;

    RETURN QUERY
    SELECT 'error', format('partition %s of table %s', i.partition_desc, i.table_id),
        format('it does not fit partitions %L of its table: nothing can be committed to it', t.partitions), NULL::text
    FROM public.table_info t
    JOIN (SELECT DISTINCT p.table_id, p.partition_desc FROM public.partition_info p) AS i ON i.table_id = t.table_id
    WHERE strpos(t.partitions, ';') > 0 AND lakesoul.partition_values(t.partitions, i.partition_desc) IS NULL
    ORDER BY i.table_id, i.partition_desc;
END
$$;

COMMENT ON FUNCTION lakesoul._check_values() IS
'Part of lakesoul.check_catalog(): values of namespaces and tables that make
LakeSoul''s clients fail.';

CREATE FUNCTION lakesoul._check_commit_values()
    RETURNS TABLE (severity pg_catalog.text, object pg_catalog.text, problem pg_catalog.text, repair pg_catalog.text)
    LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path TO pg_catalog, pg_temp
AS $$
DECLARE
    ops CONSTANT text[] := '{CompactionCommit,AppendCommit,MergeCommit,UpdateCommit,DeleteCommit}';
BEGIN
    RETURN QUERY
    SELECT 'error', format('version %s of partition %s of table %s', i.version, i.partition_desc, i.table_id), v.problem,
        format('UPDATE public.partition_info SET %I = %s WHERE table_id = %L AND partition_desc = %L AND version = %s;',
            v.name, v.repaired, i.table_id, i.partition_desc, i.version)
    FROM public.partition_info i
    LEFT JOIN public.table_info t ON t.table_id = i.table_id
    CROSS JOIN LATERAL (VALUES
        ('snapshot', CASE WHEN i.snapshot IS NULL THEN 'column snapshot is NULL, which clients cannot read' END,
            CASE WHEN i.snapshot IS NULL THEN quote_literal(CASE WHEN i.commit_op = ANY ('{AppendCommit,MergeCommit}')
                THEN coalesce((SELECT b.snapshot FROM public.partition_info b WHERE b.table_id = i.table_id
                    AND b.partition_desc = i.partition_desc AND b.version = i.version - 1), '{}') ELSE '{}'::uuid[] END
                || ARRAY(SELECT c.commit_id FROM public.data_commit_info c WHERE i.commit_op <> 'DeleteCommit'
                    AND c.table_id = i.table_id AND c.partition_desc = i.partition_desc
                    AND c.published_version = i.version ORDER BY c."timestamp", c.commit_id)) END),
        ('snapshot', CASE WHEN CASE WHEN array_ndims(i.snapshot) > 1 THEN true ELSE array_position(i.snapshot, NULL) IS NOT NULL END
            THEN 'its snapshot is no list of commits, which clients cannot read' END,
            'ARRAY(SELECT s.id FROM unnest(snapshot) WITH ORDINALITY AS s(id, n) WHERE s.id IS NOT NULL ORDER BY s.n)'),
        ('commit_op', CASE WHEN i.commit_op IS NULL THEN 'column commit_op is NULL, which clients cannot read'
            WHEN i.commit_op <> ALL (ops) THEN format('commit_op %L is no operation, which clients cannot read', i.commit_op)
            END, '''UpdateCommit'''),
        ('timestamp', CASE WHEN i."timestamp" IS NULL THEN 'column timestamp is NULL, which clients cannot read' END, '0'),
        ('domain', CASE WHEN i.domain IS NULL THEN 'column domain is NULL, which clients cannot read' END,
            quote_literal(coalesce(t.domain, 'public')))) AS v(name, problem, repaired)
    WHERE v.problem IS NOT NULL;

    RETURN QUERY
    SELECT 'error', format('commit %s in partition %s of table %s', c.commit_id, c.partition_desc, c.table_id), v.problem,
        format('UPDATE public.data_commit_info SET %I = %s WHERE table_id = %L AND partition_desc = %L AND commit_id = %L;',
            v.name, v.repaired, c.table_id, c.partition_desc, c.commit_id)
    FROM public.data_commit_info c
    LEFT JOIN public.table_info t ON t.table_id = c.table_id
    CROSS JOIN LATERAL (VALUES
        ('file_ops', CASE WHEN c.file_ops IS NULL THEN 'column file_ops is NULL, which clients cannot read: its files are lost'
            END, '''{}'''),
        ('file_ops', CASE WHEN EXISTS (
                SELECT FROM unnest(c.file_ops) o
                WHERE (o.path <> '' AND o.file_op = ANY ('{add,del}') AND o.size IS NOT NULL AND o.file_exist_cols IS NOT NULL)
                    IS NOT TRUE)
            THEN 'some of its file_ops are not whole, which clients cannot read' END,
            'ARRAY(SELECT ROW(o.path, CASE o.file_op WHEN ''del'' THEN ''del'' ELSE ''add'' END, coalesce(o.size, 0), coalesce(o.file_exist_cols, ''''))::public.data_file_op FROM unnest(file_ops) WITH ORDINALITY AS o(path, file_op, size, file_exist_cols, n) WHERE o.path <> '''' ORDER BY o.n)'),
        ('commit_op', CASE WHEN c.commit_op IS NULL THEN 'column commit_op is NULL, which clients cannot read'
            WHEN c.commit_op <> ALL (ops) THEN format('commit_op %L is no operation, which clients cannot read', c.commit_op)
            END, '''UpdateCommit'''),
        ('committed', CASE WHEN c.committed IS NULL THEN 'column committed is NULL, which clients cannot read' END,
            'published_version IS NOT NULL'),
        ('timestamp', CASE WHEN c."timestamp" IS NULL THEN 'column timestamp is NULL, which clients cannot read' END, '0'),
        ('domain', CASE WHEN c.domain IS NULL THEN 'column domain is NULL, which clients cannot read' END,
            quote_literal(coalesce(t.domain, 'public')))) AS v(name, problem, repaired)
    WHERE v.problem IS NOT NULL;
END
$$;

COMMENT ON FUNCTION lakesoul._check_commit_values() IS
'Part of lakesoul.check_catalog(): values of versions and commits that make
LakeSoul''s clients fail.';

CREATE FUNCTION lakesoul._check_other_values()
    RETURNS TABLE (severity pg_catalog.text, object pg_catalog.text, problem pg_catalog.text, repair pg_catalog.text)
    LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path TO pg_catalog, pg_temp
AS $$
BEGIN
    RETURN QUERY
    SELECT 'error', format('name %s in namespace %s', n.table_name, n.table_namespace),
        'column table_id is NULL, which clients cannot read',
        format('DELETE FROM public.table_name_id WHERE table_name = %L AND table_namespace = %L;', n.table_name, n.table_namespace)
    FROM public.table_name_id n
    -- Else _check_names() says whose it is.
    WHERE n.table_id IS NULL AND NOT EXISTS (
        SELECT FROM public.table_info t WHERE t.table_name = n.table_name AND t.table_namespace = n.table_namespace);

    RETURN QUERY
    SELECT 'error', format('path %s', p.table_path), 'column table_id is NULL, which clients cannot read',
        format('DELETE FROM public.table_path_id WHERE table_path = %L;', p.table_path)
    FROM public.table_path_id p
    WHERE p.table_id IS NULL AND NOT EXISTS (SELECT FROM public.table_info t WHERE t.table_path = p.table_path);

    RETURN QUERY
    SELECT 'error', format('file %s', d.file_path), format('column %s is NULL, which clients cannot read', v.name),
        format('UPDATE public.discard_compressed_file_info SET %I = %s WHERE file_path = %L;', v.name, v.repaired, d.file_path)
    FROM public.discard_compressed_file_info d
    CROSS JOIN LATERAL (VALUES
        ('table_path', d.table_path IS NULL, ''''''), ('partition_desc', d.partition_desc IS NULL, ''''''),
        ('timestamp', d."timestamp" IS NULL, coalesce(d.discarded_at, lakesoul._epoch_ms(now()))::text),
        ('t_date', d.t_date IS NULL, 'current_date')) AS v(name, is_null, repaired)
    WHERE v.is_null;
END
$$;

COMMENT ON FUNCTION lakesoul._check_other_values() IS
'Part of lakesoul.check_catalog(): values of names, paths and discarded
files that make LakeSoul''s clients fail.';
