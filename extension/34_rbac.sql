-- lakesoul.enable_rbac(): what upstream's RBAC script does to a database, as a function that can be repeated and completes
-- what is half there. Superuser only. A policy lives on a base table, so its text names nothing of schema lakesoul: DROP
-- EXTENSION would take it along, and rows would lie open. Nothing here takes anything back.

CREATE FUNCTION lakesoul._rbac_roles()
    RETURNS TABLE (place integer, name pg_catalog.text, options pg_catalog.text, read_only pg_catalog.text[])
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
    VALUES
        (1, 'base_super_admin_role', ' BYPASSRLS CREATEROLE', ARRAY[]::pg_catalog.text[]),
        (2, 'base_admin_role', '', ARRAY['global_config']),
        (3, 'base_user_role', '', ARRAY['global_config', 'namespace', 'casbin_rule']);
$$;

COMMENT ON FUNCTION lakesoul._rbac_roles() IS
'Part of lakesoul.enable_rbac(): upstream''s three group roles, and the tables
that each may only read.';

CREATE FUNCTION lakesoul._rbac_policies()
    RETURNS TABLE (relation pg_catalog.text, place integer, name pg_catalog.text, command pg_catalog.text,
        permissive boolean, definition pg_catalog.text)
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
    WITH mine (roles) AS (
        -- Hashed once a query, however many rows are looked at.
        VALUES ('(SELECT r.rolname FROM pg_catalog.pg_roles r WHERE pg_has_role(current_user, r.oid, ''member''))')
    ), sees (domain, admin, visible_table, visible_path) AS (
        SELECT pg_catalog.format('(domain IN (''public'', ''lake-public'') OR domain = current_user OR domain IN %s)', mine.roles),
            pg_catalog.format('(concat(domain, ''_admins'') IN %s)', mine.roles),
            '(EXISTS (SELECT FROM public.table_info t WHERE t.table_id = %I.table_id))',
            -- A table without a path has its id there.
            '(EXISTS (SELECT FROM public.table_path_id p WHERE p.table_path = discard_compressed_file_info.table_path)'
            ' OR EXISTS (SELECT FROM public.table_info t WHERE t.table_id = discard_compressed_file_info.table_path))'
        FROM mine
    )
    SELECT 'namespace', v.place, v.name, v.command, true, v.definition
    FROM sees, LATERAL (VALUES
        (1, 'read_policy', 'SELECT', pg_catalog.concat('USING ', sees.domain)),
        (2, 'insert_policy', 'INSERT', pg_catalog.concat('WITH CHECK ', sees.admin)),
        (3, 'update_policy', 'UPDATE', pg_catalog.concat('USING ', sees.admin)),
        (4, 'delete_policy', 'DELETE', pg_catalog.concat('USING ', sees.admin))
    ) AS v(place, name, command, definition)
    UNION ALL
    SELECT v.relation, 1, 'domain_only_policy', 'ALL', true, pg_catalog.concat('USING ', sees.domain)
    FROM sees, LATERAL (VALUES
        ('partition_info'), ('data_commit_info'), ('table_info'), ('table_name_id'), ('table_path_id')) AS v(relation)
    UNION ALL
    -- The triggers refuse a new row for a table that its writer does not see. This is the other way to get one there.
    SELECT v.relation, 2, 'visible_table_policy', 'UPDATE', false,
        pg_catalog.format('USING (true) WITH CHECK %s', pg_catalog.format(sees.visible_table, v.relation))
    FROM sees, LATERAL (VALUES
        ('partition_info'), ('data_commit_info'), ('table_name_id'), ('table_path_id')) AS v(relation)
    UNION ALL
    -- Has no domain of its own. Rows of a path that is no table's are nobody's but the owner's.
    SELECT 'discard_compressed_file_info', 1, 'visible_path_policy', 'ALL', true,
        pg_catalog.concat('USING ', sees.visible_path)
    FROM sees;
$$;

COMMENT ON FUNCTION lakesoul._rbac_policies() IS
'Part of lakesoul.enable_rbac(): the policies of the base tables. Those of
upstream have upstream''s names and conditions; visible_table_policy and
visible_path_policy are ours.';

-- ---- who and what is asked ------------------------------------------------------------------------------------------

CREATE FUNCTION lakesoul._rbac_begin(changes_tables boolean) RETURNS void
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SET search_path TO pg_catalog, pg_temp
AS $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM pg_catalog.pg_attribute a
        WHERE a.attrelid = lakesoul._setup_relation('partition_info') AND a.attname = 'last_compaction'
          AND NOT a.attisdropped)
    THEN
        RAISE EXCEPTION USING
            ERRCODE = 'object_not_in_prerequisite_state',
            MESSAGE = 'this database has no LakeSoul catalog that was set up',
            HINT = 'Run SELECT * FROM lakesoul.setup();';
    END IF;
    IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles r WHERE r.rolname = current_user AND r.rolsuper) THEN
        RAISE EXCEPTION USING
            ERRCODE = 'insufficient_privilege',
            MESSAGE = 'must be superuser to change domains and their roles';
    END IF;
    IF changes_tables THEN
        PERFORM lakesoul._setup_begin();
    END IF;
    -- Roles are the whole cluster's: whoever makes some in another database waits.
    LOCK TABLE pg_catalog.pg_authid IN SHARE ROW EXCLUSIVE MODE;
END
$$;

COMMENT ON FUNCTION lakesoul._rbac_begin(boolean) IS
'Part of lakesoul.enable_rbac(), add_domain() and add_domain_user(): checks
the caller, and waits for others that make roles, and for those that change
base tables if it will do so itself.
Errors: 55000 before lakesoul.setup(), 42501 unless superuser; those of
setup().';

CREATE FUNCTION lakesoul._rbac_require_group(name pg_catalog.text, parent pg_catalog.text) RETURNS void
    LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path TO pg_catalog, pg_temp
AS $$
DECLARE
    reason text;
BEGIN
    SELECT CASE
        WHEN r.rolcanlogin THEN 'It may log in.'
        WHEN r.rolsuper OR r.rolreplication OR r.rolcreatedb OR r.rolbypassrls OR r.rolcreaterole
            THEN 'It has rights that its members could take on.'
        WHEN p.roles IS NOT NULL THEN format('It is a member of %s.', p.roles)
        END
    INTO reason
    FROM pg_catalog.pg_roles r
    CROSS JOIN LATERAL (
        SELECT string_agg(format('"%s"', g.rolname), ', ' ORDER BY g.rolname COLLATE "C")
        FROM pg_catalog.pg_auth_members m
        JOIN pg_catalog.pg_roles g ON g.oid = m.roleid
        WHERE m.member = r.oid AND g.rolname IS DISTINCT FROM parent
    ) AS p(roles)
    WHERE r.rolname = name;

    IF reason IS NOT NULL THEN
        RAISE EXCEPTION USING
            ERRCODE = 'duplicate_object',
            MESSAGE = format('role "%s" exists already and is not a plain group', name),
            DETAIL = reason,
            HINT = 'Choose another name for the domain, or rename the role.';
    END IF;
END
$$;

COMMENT ON FUNCTION lakesoul._rbac_require_group(pg_catalog.text, pg_catalog.text) IS
'Part of lakesoul.enable_rbac() and add_domain(): 42710 if a role of this
name exists and is more than a group, so that nobody is made a member of a
superuser, a person or another domain.
parent: what it may be a member of.';

-- ---- one step each --------------------------------------------------------------------------------------------------

CREATE FUNCTION lakesoul._rbac_make_group(name pg_catalog.text, options pg_catalog.text, parent pg_catalog.text)
    RETURNS TABLE (object pg_catalog.text, action pg_catalog.text)
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SET search_path TO pg_catalog, pg_temp
AS $$
BEGIN
    object := format('role %I', name);
    action := 'unchanged';
    IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles r WHERE r.rolname = name) THEN
        EXECUTE format('CREATE ROLE %I%s', name, options);
        action := 'created';
    ELSIF options = '' THEN
        PERFORM lakesoul._rbac_require_group(name, parent);
    END IF;
    RETURN NEXT;
    IF parent IS NOT NULL THEN
        RETURN QUERY SELECT g.* FROM lakesoul._rbac_make_member(parent, name) g;
    END IF;
END
$$;

COMMENT ON FUNCTION lakesoul._rbac_make_group(pg_catalog.text, pg_catalog.text, pg_catalog.text) IS
'Part of lakesoul.enable_rbac() and add_domain(): makes a group role that is
missing, a member of another if one is named.';

CREATE FUNCTION lakesoul._rbac_make_member(role_name pg_catalog.text, member_name pg_catalog.text)
    RETURNS TABLE (object pg_catalog.text, action pg_catalog.text)
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SET search_path TO pg_catalog, pg_temp
AS $$
BEGIN
    object := format('membership of %I in %I', member_name, role_name);
    action := 'unchanged';
    IF NOT lakesoul._rbac_is_member(role_name, member_name) THEN
        EXECUTE format('GRANT %I TO %I', role_name, member_name);
        action := 'granted';
    END IF;
    IF NOT pg_has_role(member_name, role_name, 'USAGE') THEN
        RAISE WARNING USING
            MESSAGE = format('role "%s" does not inherit the rights of "%s"', member_name, role_name),
            HINT = 'It was made with NOINHERIT. ' || CASE WHEN current_setting('server_version_num')::int >= 160000
                THEN format('Run GRANT %I TO %I WITH INHERIT TRUE;', role_name, member_name)
                ELSE format('Run ALTER ROLE %I INHERIT;', member_name) END;
    END IF;
    RETURN NEXT;
END
$$;

COMMENT ON FUNCTION lakesoul._rbac_make_member(pg_catalog.text, pg_catalog.text) IS
'Part of lakesoul.enable_rbac(), add_domain() and add_domain_user(): makes
one role a member of another.';

CREATE FUNCTION lakesoul._rbac_is_member(role_name pg_catalog.text, member_name pg_catalog.text) RETURNS boolean
    LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path TO pg_catalog, pg_temp
AS $$
BEGIN
    -- Not pg_has_role(), for which a superuser is a member of everything.
    RETURN EXISTS (
        SELECT FROM pg_catalog.pg_auth_members m
        JOIN pg_catalog.pg_roles r ON r.oid = m.roleid
        JOIN pg_catalog.pg_roles u ON u.oid = m.member
        WHERE r.rolname = role_name AND u.rolname = member_name);
END
$$;

COMMENT ON FUNCTION lakesoul._rbac_is_member(pg_catalog.text, pg_catalog.text) IS
'Part of lakesoul.add_domain() and add_domain_user(): whether one role was
granted to the other.';

CREATE FUNCTION lakesoul._rbac_add_creator(relation pg_catalog.text)
    RETURNS TABLE (object pg_catalog.text, action pg_catalog.text)
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SET search_path TO pg_catalog, pg_temp
AS $$
BEGIN
    object := format('column public.%I.creator', relation);
    action := 'unchanged';
    IF NOT EXISTS (
        SELECT FROM pg_catalog.pg_attribute a
        WHERE a.attrelid = lakesoul._setup_relation(relation) AND a.attname = 'creator' AND NOT a.attisdropped)
    THEN
        EXECUTE format('ALTER TABLE public.%I ADD COLUMN creator text DEFAULT current_user', relation);
        action := 'column added';
    END IF;
    RETURN NEXT;
END
$$;

COMMENT ON FUNCTION lakesoul._rbac_add_creator(pg_catalog.text) IS
'Part of lakesoul.enable_rbac(): upstream''s column for who inserted a row.
Rows that are there get the caller''s name.';

CREATE FUNCTION lakesoul._rbac_make_index(relation pg_catalog.text)
    RETURNS TABLE (object pg_catalog.text, action pg_catalog.text)
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SET search_path TO pg_catalog, pg_temp
AS $$
DECLARE
    name CONSTANT text := relation || '_domain_index';
    valid CONSTANT boolean := (
        SELECT i.indisvalid FROM pg_catalog.pg_index i
        WHERE i.indexrelid = lakesoul._setup_relation(name) AND i.indrelid = lakesoul._setup_relation(relation));
BEGIN
    object := format('index public.%I', name);
    action := 'unchanged';
    IF valid IS NULL THEN
        EXECUTE format('CREATE INDEX %I ON public.%I (domain)', name, relation);
        action := 'index created';
    ELSIF NOT valid THEN
        -- What CREATE INDEX CONCURRENTLY leaves behind when it fails.
        EXECUTE format('REINDEX INDEX public.%I', name);
        action := 'index rebuilt';
    END IF;
    RETURN NEXT;
END
$$;

COMMENT ON FUNCTION lakesoul._rbac_make_index(pg_catalog.text) IS
'Part of lakesoul.enable_rbac(): makes upstream''s index over domain, and
rebuilds it if it is invalid.';

CREATE FUNCTION lakesoul._rbac_set_privileges(relation pg_catalog.text)
    RETURNS TABLE (object pg_catalog.text, action pg_catalog.text)
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SET search_path TO pg_catalog, pg_temp
AS $$
DECLARE
    x record;
BEGIN
    FOR x IN
        SELECT r.name,
            string_agg(p.privilege, ', ' ORDER BY p.place) FILTER (WHERE p.wanted AND NOT p.held) AS missing,
            string_agg(p.privilege, ', ' ORDER BY p.place)
                FILTER (WHERE p.held AND NOT p.wanted AND r.read_only <> '{}') AS surplus
        FROM lakesoul._rbac_roles() r
        CROSS JOIN LATERAL (
            SELECT v.place, v.privilege, v.place = 1 OR v.place <= 4 AND relation <> ALL (r.read_only),
                EXISTS (
                    SELECT FROM pg_catalog.pg_class c
                    CROSS JOIN LATERAL aclexplode(c.relacl) a
                    JOIN pg_catalog.pg_roles g ON g.oid = a.grantee
                    WHERE c.oid = lakesoul._setup_relation(relation)
                      AND g.rolname = r.name AND a.privilege_type = v.privilege)
            -- The last two get past row-level security.
            FROM (VALUES (1, 'SELECT'), (2, 'INSERT'), (3, 'UPDATE'), (4, 'DELETE'), (5, 'TRUNCATE'), (6, 'TRIGGER'))
                AS v(place, privilege)
        ) AS p(place, privilege, wanted, held)
        GROUP BY r.place, r.name
        ORDER BY r.place
    LOOP
        object := format('privileges of %I on public.%I', x.name, relation);
        action := coalesce(nullif(concat_ws('; ', 'granted ' || x.missing, 'revoked ' || x.surplus), ''), 'unchanged');
        IF x.missing IS NOT NULL THEN
            EXECUTE format('GRANT %s ON public.%I TO %I', x.missing, relation, x.name);
        END IF;
        IF x.surplus IS NOT NULL THEN
            EXECUTE format('REVOKE %s ON public.%I FROM %I', x.surplus, relation, x.name);
        END IF;
        RETURN NEXT;
    END LOOP;
END
$$;

COMMENT ON FUNCTION lakesoul._rbac_set_privileges(pg_catalog.text) IS
'Part of lakesoul.enable_rbac(): gives the base roles their rights on one
table, and takes from members of a domain those that they must not have.';

CREATE FUNCTION lakesoul._rbac_secure(relation pg_catalog.text)
    RETURNS TABLE (object pg_catalog.text, action pg_catalog.text)
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SET search_path TO pg_catalog, pg_temp
AS $$
DECLARE
    x record;
BEGIN
    object := format('row-level security of public.%I', relation);
    action := 'unchanged';
    IF NOT (SELECT c.relrowsecurity FROM pg_catalog.pg_class c WHERE c.oid = lakesoul._setup_relation(relation)) THEN
        EXECUTE format('ALTER TABLE public.%I ENABLE ROW LEVEL SECURITY', relation);
        action := 'enabled';
    END IF;
    RETURN NEXT;

    FOR x IN
        SELECT d.*, p.policyname IS NOT NULL AS present,
            p.cmd = d.command AND (p.permissive = 'PERMISSIVE') = d.permissive AND p.roles = '{public}' AS alike
        FROM lakesoul._rbac_policies() d
        LEFT JOIN pg_catalog.pg_policies p
            ON p.schemaname = 'public' AND p.tablename = d.relation AND p.policyname = d.name
        WHERE d.relation = _rbac_secure.relation
        ORDER BY d.place
    LOOP
        object := format('policy %I on public.%I', x.name, relation);
        action := 'unchanged';
        IF NOT x.present THEN
            EXECUTE format('CREATE POLICY %I ON public.%I AS %s FOR %s %s', x.name, relation,
                CASE WHEN x.permissive THEN 'PERMISSIVE' ELSE 'RESTRICTIVE' END, x.command, x.definition);
            action := 'created';
        ELSIF NOT x.alike THEN
            action := 'left as it is';
            RAISE WARNING USING
                MESSAGE = format('policy "%s" on public.%I is of another kind than LakeSoul 4.0.0 has', x.name, relation),
                HINT = 'If nobody meant it so, drop the policy and call lakesoul.enable_rbac() again.';
        END IF;
        RETURN NEXT;
    END LOOP;
END
$$;

COMMENT ON FUNCTION lakesoul._rbac_secure(pg_catalog.text) IS
'Part of lakesoul.enable_rbac(): switches row-level security of one table on
and makes the policies that it lacks. A policy that is there is not changed.';

-- ---- what is called -------------------------------------------------------------------------------------------------

CREATE FUNCTION lakesoul.enable_rbac()
    RETURNS TABLE (object pg_catalog.text, action pg_catalog.text)
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SET search_path TO pg_catalog, pg_temp
AS $$
DECLARE
    x record;
BEGIN
    PERFORM lakesoul._rbac_begin(true);
    RETURN QUERY
    SELECT s.* FROM lakesoul._rbac_roles() r CROSS JOIN LATERAL lakesoul._rbac_make_group(r.name, r.options, NULL) s
    ORDER BY r.place;

    FOR x IN
        SELECT t.relation, t.place,
            EXISTS (SELECT FROM lakesoul._setup_columns() l WHERE l.relation = t.relation AND l.name = 'domain') AS domain,
            EXISTS (SELECT FROM lakesoul._rbac_policies() p WHERE p.relation = t.relation) AS secured
        FROM lakesoul._setup_tables() t
        UNION ALL
        -- Upstream's policies hang on it, and nobody switched them on. No client reads the table any more.
        SELECT c.relname, 99, false, true FROM pg_catalog.pg_class c
        WHERE c.oid = lakesoul._setup_relation('casbin_rule') AND c.relkind = 'r'
        ORDER BY place
    LOOP
        IF x.relation IN ('namespace', 'table_info') THEN
            RETURN QUERY SELECT s.* FROM lakesoul._rbac_add_creator(x.relation) s;
        END IF;
        IF x.domain THEN
            RETURN QUERY SELECT s.* FROM lakesoul._rbac_make_index(x.relation) s;
        END IF;
        RETURN QUERY SELECT s.* FROM lakesoul._rbac_set_privileges(x.relation) s;
        IF x.secured THEN
            RETURN QUERY SELECT s.* FROM lakesoul._rbac_secure(x.relation) s;
        END IF;
    END LOOP;
END
$$;

COMMENT ON FUNCTION lakesoul.enable_rbac() IS
'Switches LakeSoul''s access control by domain on. Superusers only. Can be
repeated, also over upstream''s scripts: it does what is missing and changes
no policy that is there. Upstream''s casbin tables and settings are not made.
Makes roles base_super_admin_role, base_admin_role and base_user_role,
column creator, indexes over domain, grants on the base tables, and
row-level security with its policies, discard_compressed_file_info included.
Returns a row for each object: object, and action.
Errors: 55000 before lakesoul.setup(); 42710 a base role is more than a
group; 42501; 25000 in a transaction that keeps one snapshot.';

REVOKE EXECUTE ON FUNCTION lakesoul.enable_rbac() FROM PUBLIC;
