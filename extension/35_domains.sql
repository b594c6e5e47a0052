-- lakesoul.add_domain(), add_domain_user(): what upstream's scripts for domains and their members do, repeatably and with
-- quoted names. Superuser only. Roles are the whole cluster's. Nothing here takes anything back; the parts that make roles
-- and memberships are in 34_rbac.sql.

CREATE FUNCTION lakesoul._rbac_require_name(what pg_catalog.text, name pg_catalog.text, max_bytes integer) RETURNS void
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path TO pg_catalog, pg_temp
AS $$
BEGIN
    IF name IS NULL THEN
        RAISE EXCEPTION USING ERRCODE = 'null_value_not_allowed', MESSAGE = format('%s must not be null', what);
    ELSIF name = '' THEN
        RAISE EXCEPTION USING ERRCODE = 'invalid_parameter_value', MESSAGE = format('%s must not be empty', what);
    ELSIF octet_length(name) > max_bytes THEN
        RAISE EXCEPTION USING
            ERRCODE = 'name_too_long',
            MESSAGE = format('%s is too long', what),
            DETAIL = format('It has %s bytes, the limit is %s.', octet_length(name), max_bytes);
    ELSIF name IN ('public', 'lake-public', 'none') OR starts_with(name, 'pg_')
        OR EXISTS (SELECT FROM lakesoul._rbac_roles() r WHERE r.name = _rbac_require_name.name)
    THEN
        RAISE EXCEPTION USING
            ERRCODE = 'reserved_name',
            MESSAGE = format('%s "%s" is reserved', what, name),
            DETAIL = 'public, lake-public, none, names that begin with pg_ and LakeSoul''s base roles have a meaning '
                || 'of their own.';
    ELSIF name ~ '_(admins|users)$' THEN
        -- Who is a member of public_admins, himself included, rules domain public.
        RAISE EXCEPTION USING
            ERRCODE = 'reserved_name',
            MESSAGE = format('%s "%s" is reserved', what, name),
            DETAIL = 'Names that end in _admins or _users are those of a domain''s groups.';
    END IF;
END
$$;

COMMENT ON FUNCTION lakesoul._rbac_require_name(pg_catalog.text, pg_catalog.text, integer) IS
'Part of lakesoul.add_domain() and add_domain_user(): checks a name.
Errors: 22004, 22023, 42622, 42939.';

CREATE FUNCTION lakesoul.add_domain(name pg_catalog.text)
    RETURNS TABLE (object pg_catalog.text, action pg_catalog.text)
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SET search_path TO pg_catalog, pg_temp
AS $$
BEGIN
    PERFORM lakesoul._rbac_begin(false);
    PERFORM lakesoul._rbac_require_name('domain', name, 63 - octet_length('_admins'));
    IF EXISTS (
        SELECT FROM lakesoul._rbac_roles() b
        WHERE NOT EXISTS (SELECT FROM pg_catalog.pg_roles r WHERE r.rolname = b.name))
    THEN
        RAISE EXCEPTION USING
            ERRCODE = 'object_not_in_prerequisite_state',
            MESSAGE = 'the base roles of LakeSoul''s access control do not exist',
            HINT = 'Run SELECT * FROM lakesoul.enable_rbac();';
    END IF;
    RETURN QUERY SELECT s.* FROM lakesoul._rbac_make_group(name, '', NULL) s;
    RETURN QUERY SELECT s.* FROM lakesoul._rbac_make_group(name || '_admins', '', 'base_admin_role') s;
    RETURN QUERY SELECT s.* FROM lakesoul._rbac_make_group(name || '_users', '', 'base_user_role') s;
END
$$;

COMMENT ON FUNCTION lakesoul.add_domain(pg_catalog.text) IS
'Makes a domain: the group roles <name>, <name>_admins, which gets
base_admin_role, and <name>_users, which gets base_user_role. Can be
repeated.
Returns a row for each object: object, and action. Superusers only.
Errors: 42939 public, lake-public and other reserved names; 42622 longer
than 56 bytes; 42710 a role of that name is more than a group; 55000 before
lakesoul.setup() and lakesoul.enable_rbac(); 42501.';

CREATE FUNCTION lakesoul._rbac_secret(user_name pg_catalog.text, password pg_catalog.text) RETURNS pg_catalog.text
    LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED
    AS 'MODULE_PATHNAME', 'lakesoul_rbac_secret';

COMMENT ON FUNCTION lakesoul._rbac_secret(pg_catalog.text, pg_catalog.text) IS
'Part of lakesoul.add_domain_user(): a password as the server stores it, by
password_encryption. So the password itself is in no statement that
pg_stat_statements or a log could keep.';

CREATE FUNCTION lakesoul._rbac_make_user(user_name pg_catalog.text)
    RETURNS TABLE (object pg_catalog.text, action pg_catalog.text, password pg_catalog.text)
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SET search_path TO pg_catalog, pg_temp
AS $$
DECLARE
    can_login CONSTANT boolean := (SELECT r.rolcanlogin FROM pg_catalog.pg_roles r WHERE r.rolname = user_name);
BEGIN
    object := format('role %I', user_name);
    action := 'unchanged';
    IF can_login IS NULL THEN
        password := replace(concat(gen_random_uuid(), gen_random_uuid()), '-', '');
        EXECUTE format('CREATE ROLE %I LOGIN PASSWORD %L', user_name, lakesoul._rbac_secret(user_name, password));
        action := 'created';
    ELSIF NOT can_login THEN
        RAISE EXCEPTION USING
            ERRCODE = 'object_not_in_prerequisite_state',
            MESSAGE = format('role "%s" exists already and may not log in', user_name),
            DETAIL = 'Whoever is a member of it would become a member of the domain.',
            HINT = 'Choose another name, or give it LOGIN if it is a person''s.';
    END IF;
    RETURN NEXT;
END
$$;

COMMENT ON FUNCTION lakesoul._rbac_make_user(pg_catalog.text) IS
'Part of lakesoul.add_domain_user(): makes a role that logs in with a random
password, if it is missing.';

CREATE FUNCTION lakesoul.add_domain_user(
    user_name pg_catalog.text,
    domain pg_catalog.text,
    is_admin boolean DEFAULT false
)
    RETURNS TABLE (object pg_catalog.text, action pg_catalog.text, password pg_catalog.text)
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SET search_path TO pg_catalog, pg_temp
AS $$
DECLARE
    admins CONSTANT text := domain || '_admins';
    users CONSTANT text := domain || '_users';
BEGIN
    PERFORM lakesoul._rbac_begin(false);
    PERFORM lakesoul._rbac_require_name('user name', user_name, 63);
    PERFORM lakesoul._rbac_require_name('domain', domain, 63 - octet_length('_admins'));
    -- The groups must be what add_domain() makes: a role that is only named so gives nobody the domain's rights.
    IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles r WHERE r.rolname = domain)
        OR NOT lakesoul._rbac_is_member('base_admin_role', admins)
        OR NOT lakesoul._rbac_is_member('base_user_role', users)
    THEN
        RAISE EXCEPTION USING
            ERRCODE = 'undefined_object',
            MESSAGE = format('domain "%s" does not exist', domain),
            HINT = format('Run SELECT * FROM lakesoul.add_domain(%L);', domain);
    END IF;

    RETURN QUERY SELECT s.* FROM lakesoul._rbac_make_user(user_name) s;
    RETURN QUERY SELECT s.*, NULL::text FROM lakesoul._rbac_make_member(domain, user_name) s;
    RETURN QUERY
    SELECT s.*, NULL::text FROM lakesoul._rbac_make_member(CASE WHEN is_admin THEN admins ELSE users END, user_name) s;
    IF is_admin IS NOT TRUE AND lakesoul._rbac_is_member(admins, user_name) THEN
        RAISE NOTICE USING
            MESSAGE = format('role "%s" is an administrator of domain "%s" and stays one', user_name, domain),
            HINT = format('To end that, run REVOKE %I FROM %I;', admins, user_name);
    END IF;
END
$$;

COMMENT ON FUNCTION lakesoul.add_domain_user(pg_catalog.text, pg_catalog.text, boolean) IS
'Makes a role that can log in, if there is none of the name, and makes it a
member of a domain. Superusers only. Can be repeated; takes nothing away: an
administrator who is added as a user stays one, with a NOTICE.
is_admin: among the domain''s administrators, not its users.
Returns a row for each object: object, action, and password, which is
random, shown this once, and NULL for a role that was there.
Errors: 42704 no such domain; 55000 a role of that name that may not log in,
or before lakesoul.setup(); 42939 reserved names; 42622 name too long;
42501.';

REVOKE EXECUTE ON FUNCTION lakesoul.add_domain(pg_catalog.text) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION lakesoul.add_domain_user(pg_catalog.text, pg_catalog.text, boolean) FROM PUBLIC;
