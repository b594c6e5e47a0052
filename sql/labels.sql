-- What the extension consists of, and how it is labelled: a change here is a change of the contract.
\pset tuples_only
\pset format unaligned

-- Functions: arguments, result, language, volatility, parallel safety, strict or not, security, settings.
SELECT p.proname || '(' || pg_get_function_arguments(p.oid) || ') ' || pg_get_function_result(p.oid),
       '    ' || concat_ws(' ', l.lanname, CASE p.provolatile WHEN 'i' THEN 'immutable' WHEN 's' THEN 'stable' ELSE 'volatile' END,
                           CASE p.proparallel WHEN 's' THEN 'safe' WHEN 'r' THEN 'restricted' ELSE 'unsafe' END, CASE WHEN p.proisstrict THEN 'strict' END,
                           CASE WHEN p.prosecdef THEN 'definer' END, CASE WHEN p.prosupport <> 0 THEN 'support' END, p.proconfig)
  FROM pg_proc AS p JOIN pg_language AS l ON l.oid = p.prolang WHERE p.pronamespace = 'lakesoul'::regnamespace AND p.proname !~ '^_(setup|teardown|rbac|status|check)_'
 ORDER BY p.proname COLLATE "C", pg_get_function_identity_arguments(p.oid) COLLATE "C" \g (fieldsep='\n')

-- None runs with its owner's rights, and none in PL/pgSQL trusts the caller's search_path; setup's own parts included.
SELECT p.proname FROM pg_proc AS p JOIN pg_language AS l ON l.oid = p.prolang WHERE p.pronamespace = 'lakesoul'::regnamespace
   AND (p.prosecdef OR (l.lanname = 'plpgsql' AND p.proconfig[1] IS DISTINCT FROM 'search_path=pg_catalog, pg_temp')) ORDER BY p.proname COLLATE "C";

-- Who may call them: everybody, but for these.
SELECT p.proname FROM pg_proc AS p WHERE p.pronamespace = 'lakesoul'::regnamespace AND NOT EXISTS (
    SELECT FROM aclexplode(COALESCE(p.proacl, acldefault('f', p.proowner))) AS a WHERE a.grantee = 0 AND a.privilege_type = 'EXECUTE') ORDER BY p.proname COLLATE "C";
SELECT a.privilege_type, a.is_grantable FROM pg_namespace AS n, aclexplode(n.nspacl) AS a WHERE n.nspname = 'lakesoul' AND a.grantee = 0;

-- Types, tables, views: columns, and who may do what with the tables.
SELECT c.relkind, c.relname, string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || CASE WHEN a.attnotnull THEN ' not null' ELSE '' END, ', ' ORDER BY a.attnum)
  FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 WHERE c.relnamespace = 'lakesoul'::regnamespace AND c.relkind IN ('c', 'r', 'v')
 GROUP BY c.relkind, c.relname ORDER BY c.relkind::text COLLATE "C", c.relname COLLATE "C";
SELECT c.relname, c.relrowsecurity, c.relforcerowsecurity, string_agg(a.privilege_type, ' ' ORDER BY a.privilege_type)
  FROM pg_class AS c LEFT JOIN LATERAL (SELECT a.privilege_type FROM aclexplode(c.relacl) AS a WHERE a.grantee = 0) AS a ON true
 WHERE c.relnamespace = 'lakesoul'::regnamespace AND c.relkind IN ('r', 'v') GROUP BY c.oid, c.relname ORDER BY c.relname COLLATE "C";
SELECT tablename, policyname, permissive, roles, cmd, qual, with_check FROM pg_policies WHERE schemaname = 'lakesoul' ORDER BY tablename COLLATE "C";
SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = 'lakesoul' ORDER BY indexname COLLATE "C";

-- Every member says what it is; columns and constraints too.
SELECT o FROM (SELECT pg_describe_object(d.classid, d.objid, 0) AS o FROM pg_depend AS d
 WHERE d.refclassid = 'pg_extension'::regclass AND d.refobjid = (SELECT oid FROM pg_extension WHERE extname = 'lakesoul_meta') AND d.deptype = 'e'
   AND COALESCE(obj_description(d.objid, d.classid::regclass::name), '') = '' AND NOT (d.classid = 'pg_type'::regclass AND EXISTS (
       SELECT FROM pg_type AS t WHERE t.oid = d.objid AND (t.typcategory = 'A' OR EXISTS (SELECT FROM pg_class AS c WHERE c.oid = t.typrelid AND c.relkind <> 'c'))))) AS uncommented ORDER BY o COLLATE "C";
SELECT o FROM (SELECT c.relname || '.' || a.attname AS o FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0
 WHERE c.relnamespace = 'lakesoul'::regnamespace AND c.relkind IN ('c', 'r', 'v') AND COALESCE(col_description(c.oid, a.attnum), '') = '') AS uncommented ORDER BY o COLLATE "C";
SELECT o FROM (SELECT c.conname AS o FROM pg_constraint AS c WHERE c.connamespace = 'lakesoul'::regnamespace AND c.contype <> 'n'
    AND COALESCE(obj_description(c.oid, 'pg_constraint'), '') = '') AS uncommented ORDER BY o COLLATE "C";
SELECT count(*) FROM pg_depend WHERE refclassid = 'pg_extension'::regclass AND deptype = 'e' AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'lakesoul_meta')
   AND (pg_identify_object(classid, objid, 0)).schema IS DISTINCT FROM 'lakesoul' AND (classid, objid) <> ('pg_namespace'::regclass, 'lakesoul'::regnamespace::oid);
SELECT extrelocatable, extnamespace::regnamespace FROM pg_extension WHERE extname = 'lakesoul_meta';
SELECT superuser, trusted, relocatable, schema, requires FROM pg_available_extension_versions AS v JOIN pg_extension AS e ON e.extname = v.name AND e.extversion = v.version
 WHERE v.name = 'lakesoul_meta';

-- Settings: who may change them, the default, the range.
SELECT lakesoul.decode('Uuid', '');
SELECT name, context, vartype, boot_val, unit, min_val, max_val, enumvals FROM pg_settings WHERE name LIKE 'lakesoul.%' ORDER BY name COLLATE "C";
SELECT name, short_desc FROM pg_settings WHERE name LIKE 'lakesoul.%' ORDER BY name COLLATE "C";
SELECT name, line AS too_wide FROM pg_settings, string_to_table(concat_ws(E'\n', short_desc, extra_desc), E'\n') AS line WHERE name LIKE 'lakesoul.%' AND length(line) > 76;
SET lakesoul.nosuch = 1;
SHOW lakesoul.nosuch;
ALTER DATABASE contrib_regression SET lakesoul.nosuch = 1;
\set VERBOSITY sqlstate
SET lakesoul.compaction_threshold = 0;
SET lakesoul.max_message_size = '-1';
\set VERBOSITY default
-- A value that was set before the library was loaded counts; a wrong one is passed over.
\c
SET lakesoul.notify = off;
SET lakesoul.compaction_threshold = many;
SELECT lakesoul.decode('Uuid', '');
SHOW lakesoul.notify;
SHOW lakesoul.compaction_threshold;
