-- enable_rbac(), add_domain(), add_domain_user(): what they answer, refuse and warn of. What roles may then do is shown by
-- t/008_rbac.pl, with roles that log in.
\set SHOW_CONTEXT never
\pset tuples_only
\pset format unaligned
-- These roles belong to the whole server: not where somebody uses them.
SELECT count(*) > 0 AS in_use FROM pg_roles WHERE rolname IN ('base_super_admin_role', 'base_admin_role', 'base_user_role') \gset
\if :in_use
\echo the base roles of LakeSoul exist on this server, nothing is tested
\quit
\endif
CREATE ROLE regress_rbac_owner;
CREATE ROLE regress_rbac_creator CREATEROLE;
CREATE DATABASE regress_rbac OWNER regress_rbac_owner;
\c regress_rbac
CREATE EXTENSION lakesoul_meta;

-- 1. Not before setup(), not for others, not under an old snapshot.
SELECT * FROM lakesoul.enable_rbac();
SELECT * FROM lakesoul.add_domain('regress_rbac_d');
SELECT * FROM lakesoul.add_domain_user('regress_rbac_u', 'regress_rbac_d');
GRANT EXECUTE ON FUNCTION lakesoul.setup(boolean) TO regress_rbac_owner;
SET ROLE regress_rbac_owner;
SELECT count(*) > 0 FROM lakesoul.setup();
SELECT lakesoul.enable_rbac();
SELECT lakesoul.add_domain('regress_rbac_d');
SELECT lakesoul.add_domain_user('regress_rbac_u', 'regress_rbac_d');
RESET ROLE;
GRANT EXECUTE ON FUNCTION lakesoul.enable_rbac(), lakesoul.add_domain(text), lakesoul.add_domain_user(text, text, boolean)
    TO regress_rbac_creator;
SET ROLE regress_rbac_creator;
SELECT lakesoul.enable_rbac();
SELECT lakesoul.add_domain('regress_rbac_d');
SELECT lakesoul.add_domain_user('regress_rbac_u', 'regress_rbac_d');
RESET ROLE;
BEGIN ISOLATION LEVEL REPEATABLE READ;
SELECT lakesoul.enable_rbac();
ROLLBACK;
SELECT lakesoul.add_domain('regress_rbac_d');
\echo :LAST_ERROR_SQLSTATE
-- A role that is more than a group is not taken for one.
CREATE ROLE base_user_role LOGIN;
SELECT lakesoul.enable_rbac();
\echo :LAST_ERROR_SQLSTATE
DROP ROLE base_user_role;

-- 2. Once, in full; then nothing is left to do. It is part of the caller's transaction.
BEGIN;
SELECT count(*) FROM lakesoul.enable_rbac();
ROLLBACK;
SELECT rolname FROM pg_roles WHERE rolname LIKE 'base\_%';
SELECT * FROM lakesoul.enable_rbac() \g (fieldsep=': ')
SELECT * FROM lakesoul.enable_rbac() WHERE action <> 'unchanged';
SELECT * FROM lakesoul.setup() WHERE action NOT IN ('unchanged', 'absent');
SELECT rolname, rolbypassrls, rolcreaterole, rolinherit, rolcanlogin, rolsuper FROM pg_roles WHERE rolname LIKE 'base\_%' ORDER BY rolname COLLATE "C";
SELECT c.relname, c.relowner::regrole, c.relforcerowsecurity, i.relowner::regrole FROM pg_class AS c LEFT JOIN pg_class AS i ON i.relname = c.relname || '_domain_index'
 WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relrowsecurity ORDER BY c.relname COLLATE "C";
-- Servers print expressions in more than one way.
SELECT tablename, policyname, permissive, roles, cmd, regexp_replace(regexp_replace(concat(qual, ' / ', with_check), '\s+', ' ', 'g'), '\y[tpr]\.', '', 'g')
  FROM pg_policies WHERE schemaname = 'public' ORDER BY tablename COLLATE "C", policyname COLLATE "C";
-- No policy hangs on the extension.
SELECT count(*) FROM pg_depend AS d JOIN pg_policy AS p ON d.classid = 'pg_policy'::regclass AND d.objid = p.oid
 WHERE p.polrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)
   AND pg_identify_object(d.refclassid, d.refobjid, 0)::text ~ 'lakesoul';
SELECT g.grantee::regrole, c.relname, string_agg(g.privilege_type, ' ' ORDER BY g.privilege_type), min(g.grantor::regrole::text)
  FROM pg_class AS c, aclexplode(c.relacl) AS g WHERE c.relnamespace = 'public'::regnamespace AND g.grantee <> c.relowner
 GROUP BY 1, 2 ORDER BY g.grantee::regrole::text COLLATE "C", c.relname COLLATE "C";

-- 3. What is half there is completed, piece by piece, and what somebody changed is told.
DROP POLICY insert_policy ON namespace;
DROP POLICY visible_path_policy ON discard_compressed_file_info;
DROP INDEX table_info_domain_index;
ALTER TABLE namespace DROP COLUMN creator;
ALTER TABLE table_path_id DISABLE ROW LEVEL SECURITY;
REVOKE INSERT, DELETE ON data_commit_info FROM base_user_role;
GRANT ALL ON global_config, namespace TO base_user_role;
UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'namespace_domain_index'::regclass;
SELECT * FROM lakesoul.enable_rbac() WHERE action <> 'unchanged' \g (fieldsep=': ')
DROP POLICY update_policy ON namespace;
CREATE POLICY update_policy ON namespace AS RESTRICTIVE FOR UPDATE USING (false);
SELECT * FROM lakesoul.enable_rbac() WHERE action <> 'unchanged' \g (fieldsep=': ')
DROP POLICY update_policy ON namespace;
SELECT * FROM lakesoul.enable_rbac() WHERE action <> 'unchanged' \g (fieldsep=': ')
-- What upstream's script leaves behind of casbin's, which has policies and lies open.
CREATE TABLE casbin_rule (id int PRIMARY KEY, ptype varchar(100) NOT NULL);
CREATE POLICY read_policy ON casbin_rule FOR SELECT USING (false);
GRANT SELECT, INSERT, UPDATE, DELETE ON casbin_rule TO base_admin_role, base_user_role;
GRANT TRUNCATE, TRIGGER ON data_commit_info TO base_admin_role, base_super_admin_role;
SELECT * FROM lakesoul.enable_rbac() WHERE action <> 'unchanged' \g (fieldsep=': ')
DROP TABLE casbin_rule;

-- 4. Domains.
SELECT * FROM lakesoul.add_domain('regress_rbac_d') \g (fieldsep=': ')
SELECT * FROM lakesoul.add_domain('regress_rbac_d') WHERE action <> 'unchanged';
SELECT * FROM lakesoul.add_domain('regress we"ird; DROP') \g (fieldsep=': ')
SELECT count(*) FROM lakesoul.add_domain('regress_' || repeat('x', 48));
SELECT * FROM lakesoul.add_domain('regress_' || repeat('x', 49));
\echo :LAST_ERROR_SQLSTATE
SELECT * FROM lakesoul.add_domain('regress_' || repeat(E'\303\244', 25));
SELECT * FROM lakesoul.add_domain('public');
\echo :LAST_ERROR_SQLSTATE
SELECT * FROM lakesoul.add_domain('lake-public');
SELECT * FROM lakesoul.add_domain('none');
SELECT * FROM lakesoul.add_domain('pg_monitor');
SELECT * FROM lakesoul.add_domain('base_user_role');
SELECT * FROM lakesoul.add_domain('regress_rbac_d_admins');
SELECT * FROM lakesoul.add_domain('');
\echo :LAST_ERROR_SQLSTATE
SELECT * FROM lakesoul.add_domain(NULL);
\echo :LAST_ERROR_SQLSTATE
-- Roles that are there: a plain group becomes a domain, nothing else does.
CREATE ROLE regress_rbac_plain;
CREATE ROLE regress_rbac_login LOGIN;
CREATE ROLE regress_rbac_super SUPERUSER;
CREATE ROLE regress_rbac_child IN ROLE regress_rbac_d_admins;
CREATE ROLE regress_rbac_half;
CREATE ROLE regress_rbac_half_admins IN ROLE regress_rbac_super;
SELECT * FROM lakesoul.add_domain('regress_rbac_plain') \g (fieldsep=': ')
SELECT * FROM lakesoul.add_domain('regress_rbac_login');
\echo :LAST_ERROR_SQLSTATE
SELECT * FROM lakesoul.add_domain('regress_rbac_super');
SELECT * FROM lakesoul.add_domain('regress_rbac_creator');
SELECT * FROM lakesoul.add_domain('regress_rbac_child');
SELECT * FROM lakesoul.add_domain('regress_rbac_half');
-- Groups that inherit nothing: their members could not do anything.
CREATE ROLE regress_rbac_lazy_admins NOINHERIT;
\set VERBOSITY terse
SELECT * FROM lakesoul.add_domain('regress_rbac_lazy') \g (fieldsep=': ')
\set VERBOSITY default

-- 5. Users. A password is shown once, and nothing else of it can be seen.
SELECT object, action, password ~ '^[0-9a-f]{64}$' AS password FROM lakesoul.add_domain_user('regress_rbac_u', 'regress_rbac_d') \g (fieldsep=': ')
SELECT object, action, password ~ '^[0-9a-f]{64}$' AS password FROM lakesoul.add_domain_user('regress "U"''s', 'regress we"ird; DROP', true) \g (fieldsep=': ')
SELECT rolname, rolcanlogin, rolinherit, rolsuper, rolcreaterole, rolbypassrls, left(rolpassword, 14) FROM pg_authid WHERE rolname IN ('regress_rbac_u', 'regress "U"''s')
 ORDER BY rolname COLLATE "C";
SELECT rolpassword AS stored FROM pg_authid WHERE rolname = 'regress_rbac_u' \gset
SELECT * FROM lakesoul.add_domain_user('regress_rbac_u', 'regress_rbac_d') \g (fieldsep=': ')
SELECT rolpassword = :'stored' FROM pg_authid WHERE rolname = 'regress_rbac_u';
-- An administrator too, and he stays one.
SELECT * FROM lakesoul.add_domain_user('regress_rbac_u', 'regress_rbac_d', true) \g (fieldsep=': ')
SELECT * FROM lakesoul.add_domain_user('regress_rbac_u', 'regress_rbac_d', NULL) \g (fieldsep=': ')
REVOKE regress_rbac_d_admins FROM regress_rbac_u;
SELECT * FROM lakesoul.add_domain_user('regress_rbac_u', 'regress_rbac_d', false) \g (fieldsep=': ')
-- A second domain, and a role that was there before.
SELECT * FROM lakesoul.add_domain_user('regress_rbac_u', 'regress_rbac_plain') \g (fieldsep=': ')
SELECT * FROM lakesoul.add_domain_user('regress_rbac_login', 'regress_rbac_plain') \g (fieldsep=': ')
SELECT r.rolname, m.rolname FROM pg_auth_members AS a JOIN pg_roles AS r ON r.oid = a.roleid JOIN pg_roles AS m ON m.oid = a.member
 WHERE m.rolname LIKE 'regress%' ORDER BY m.rolname COLLATE "C", r.rolname COLLATE "C";
-- Stored as the setting says, made by what the server itself uses.
SET password_encryption = md5;
SET client_min_messages = error;
SELECT 'md5' || md5(u.password || 'regress_rbac_u5') AS expected FROM lakesoul.add_domain_user('regress_rbac_u5', 'regress_rbac_d') AS u WHERE u.password IS NOT NULL \gset
RESET client_min_messages;
RESET password_encryption;
SELECT rolpassword = :'expected' FROM pg_authid WHERE rolname = 'regress_rbac_u5';
-- Refused.
SELECT lakesoul.add_domain_user('regress_rbac_u2', 'regress_rbac_nosuch');
\echo :LAST_ERROR_SQLSTATE
SELECT lakesoul.add_domain_user('regress_rbac_u2', 'we''i"rd');
SELECT lakesoul.add_domain_user('regress_rbac_u2', 'regress_rbac_half');
SELECT lakesoul.add_domain_user('regress_rbac_u2', 'public');
SELECT lakesoul.add_domain_user('regress_rbac_plain', 'regress_rbac_d');
\echo :LAST_ERROR_SQLSTATE
SELECT lakesoul.add_domain_user('public_admins', 'regress_rbac_d');
\echo :LAST_ERROR_SQLSTATE
SELECT lakesoul.add_domain_user('public', 'regress_rbac_d');
SELECT lakesoul.add_domain_user('base_admin_role', 'regress_rbac_d');
SELECT lakesoul.add_domain_user('regress_' || repeat('x', 56), 'regress_rbac_d');
\echo :LAST_ERROR_SQLSTATE
SELECT lakesoul.add_domain_user('', 'regress_rbac_d');
SELECT lakesoul.add_domain_user(NULL, 'regress_rbac_d');
SELECT lakesoul.add_domain_user('regress_rbac_u2', NULL);
SELECT count(*) FROM pg_roles WHERE rolname IN ('regress_rbac_u2', 'public_admins');

-- 6. teardown() and DROP EXTENSION leave all of it in place, without CASCADE.
SELECT count(*) > 0 FROM lakesoul.teardown();
DROP EXTENSION lakesoul_meta;
SELECT count(*) FROM pg_policies WHERE schemaname = 'public';

\c contrib_regression
DROP DATABASE regress_rbac;
SELECT format('DROP ROLE %I', rolname) FROM pg_roles WHERE rolname ~ '^(regress_rbac_|regress_x+|regress we"ird|regress "U")' OR rolname IN ('base_super_admin_role', 'base_admin_role', 'base_user_role')
 ORDER BY rolname COLLATE "C" \gexec
