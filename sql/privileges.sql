-- Who can do what: a superuser, a plain owner of the base tables, users under row-level security, a stranger; and that
-- nobody's objects stand in for ours.
\set SHOW_CONTEXT never
\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/test/fixtures/commit_helpers.sql'
\pset tuples_only
\pset format unaligned
CREATE ROLE regress_lake_owner;
CREATE ROLE regress_lake_d1;
CREATE ROLE regress_lake_d2;
CREATE ROLE regress_lake_d1_user IN ROLE regress_lake_d1;
CREATE ROLE regress_lake_d2_user IN ROLE regress_lake_d2;
CREATE ROLE regress_lake_reader;
CREATE ROLE regress_lake_stranger;
CREATE DATABASE regress_privileges OWNER regress_lake_owner;
\c regress_privileges
CREATE EXTENSION lakesoul_meta;
SET check_function_bodies = off;
\set ECHO none
\i :helpers
\set ECHO all
RESET check_function_bodies;

-- 1. setup() is given by the administrator; who runs it owns the base tables.
SET ROLE regress_lake_owner;
SELECT lakesoul.setup();
SELECT lakesoul.teardown();
RESET ROLE;
GRANT EXECUTE ON FUNCTION lakesoul.setup(boolean), lakesoul.teardown() TO regress_lake_owner;
SET ROLE regress_lake_owner;
SELECT count(*) > 0 FROM lakesoul.setup();
SELECT count(*) FILTER (WHERE action NOT IN ('unchanged', 'absent')) FROM lakesoul.setup();
SELECT relname, relowner::regrole FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY relname COLLATE "C";

-- 2. The plain owner commits in full: the queue of an extension that is not his is kept for him.
SET lakesoul.compaction_threshold = 1;
SELECT lakesoul.create_namespace('plain');
SELECT lakesoul.create_table('t', '/plain/t', '{}', 'plain', table_id => 'table_plain');
SET test.table_id = 'table_plain';
SET test.partition = '-5';
SELECT pg_temp.commit('Append', 'a+f1');
SELECT pg_temp.commit('Append', 'b+f2');
SELECT partition_desc, version FROM lakesoul.due_compactions;
SELECT pg_temp.commit('Compaction', 'k+g', read => 1);
SELECT count(*) FROM lakesoul.due_compactions;
SELECT pg_temp.commit('Append', 'c+f3');
-- As a client that speaks through the gateway, too.
SELECT lakesoul.execute_insert(301, lakesoul.encode('JniWrapper', jsonb_build_object('data_commit_info', jsonb_build_array(pg_temp.data_commit_info('Append', 'w+f8', '-5')))));
SELECT lakesoul.execute_insert(300, lakesoul.encode('JniWrapper', jsonb_build_object('partition_info', jsonb_build_array(jsonb_build_object(
    'table_id', 'table_plain', 'partition_desc', '-5', 'version', 0, 'commit_op', 'AppendCommit', 'snapshot', to_jsonb(pg_temp.ids('w')))))));
SELECT pg_temp.head();
-- But he writes nothing there himself.
INSERT INTO lakesoul.due_compactions VALUES ('table_plain', '-5', 1, 1);
UPDATE lakesoul.due_compactions SET version = 0;
DELETE FROM lakesoul.retired_commits;
TRUNCATE lakesoul.dropped_partitions;
ALTER TABLE lakesoul.due_compactions DISABLE ROW LEVEL SECURITY;

-- 3. Row-level security by domain, as upstream's scripts make it.
GRANT USAGE ON SCHEMA public TO regress_lake_d1, regress_lake_d2, regress_lake_reader;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO regress_lake_d1, regress_lake_d2;
GRANT SELECT ON ALL TABLES IN SCHEMA public TO regress_lake_reader;
DO $$
DECLARE
    relation text;
BEGIN
    FOREACH relation IN ARRAY ARRAY['namespace', 'table_info', 'table_name_id', 'table_path_id', 'data_commit_info', 'partition_info'] LOOP
        EXECUTE format('ALTER TABLE public.%I ENABLE ROW LEVEL SECURITY', relation);
        EXECUTE format('CREATE POLICY domain_only_policy ON public.%I USING (domain IN (''public'', ''lake-public'') OR domain = current_user
            OR EXISTS (SELECT FROM pg_roles AS r WHERE r.rolname = domain AND pg_has_role(current_user, r.oid, ''member'')))', relation);
    END LOOP;
END
$$;
SELECT lakesoul.create_namespace('s1', domain => 'regress_lake_d1');
SELECT lakesoul.create_namespace('s2', domain => 'regress_lake_d2');
RESET ROLE;
SET ROLE regress_lake_d1_user;
SELECT lakesoul.create_table('secret', '/s1/secret', '{}', 's1', range_partitions => '{dt}', table_id => 'table_secret');
SET test.table_id = 'table_secret';
SET test.partition = 'dt=1';
SELECT pg_temp.commit('Append', 'a+f1');
SELECT pg_temp.commit('Append', 'b+f2');
SELECT pg_temp.register(pg_temp.request('Append', 'c+f3'));
SELECT pg_temp.publish(pg_temp.meta_info('Append', 'c'));
SELECT pg_temp.head();
SELECT relation, domain FROM (SELECT 'table_info' AS relation, domain FROM table_info UNION SELECT 'table_name_id', domain FROM table_name_id
    UNION SELECT 'table_path_id', domain FROM table_path_id UNION SELECT 'data_commit_info', domain FROM data_commit_info UNION SELECT 'partition_info', domain FROM partition_info) AS d
 WHERE domain <> 'public' ORDER BY relation COLLATE "C";
SELECT table_id, partition_desc, version FROM lakesoul.due_compactions ORDER BY table_id COLLATE "C";
RESET ROLE;
INSERT INTO lakesoul.retired_commits VALUES ('table_secret', 'dt=1', pg_temp.id('r'), 0);
INSERT INTO lakesoul.dropped_partitions VALUES ('table_secret', 'dt=9', 1, 1);

-- 4. The other domain: what it cannot see is not there, whatever it is asked with.
SET ROLE regress_lake_d2_user;
SET test.partition = 'dt=1';
CREATE FUNCTION pg_temp.asked(name text, id text) RETURNS SETOF text LANGUAGE sql AS $$
    SELECT f || ' ' || replace(replace(line, id, '<id>'), name, '<name>') FROM set_config('test.table_id', id, false), LATERAL (VALUES
        (1, 'table_id', format('SELECT lakesoul.table_id(%L, ''s1'')', name)),
        (2, 'partitions', format('SELECT partition_desc FROM lakesoul.partitions(%L, ''s1'')', name)),
        (3, 'partitions_by_id', format('SELECT partition_desc FROM lakesoul.partitions_by_id(%L)', id)),
        (4, 'files', format('SELECT path FROM lakesoul.files(%L, ''s1'')', name)),
        (5, 'files_by_id', format('SELECT path FROM lakesoul.files_by_id(%L)', id)),
        (6, 'history', format('SELECT commit_op FROM lakesoul.history(%L, namespace => ''s1'')', name)),
        (7, 'history_by_id', format('SELECT commit_op FROM lakesoul.history_by_id(%L)', id)),
        (8, 'drop_table', format('SELECT lakesoul.drop_table(%L, ''s1'')', name)),
        (9, 'drop_table_by_id', format('SELECT lakesoul.drop_table_by_id(%L)', id)),
        (10, 'commit_files', format('SELECT r.status FROM lakesoul.commit_files(%L, ARRAY[(''dt=1'', ''x'', ''add'', 1, '''')]::lakesoul.file_change[], ''s1'') AS r', name)),
        (11, 'commit_files_by_id', format('SELECT r.status FROM lakesoul.commit_files_by_id(%L, ARRAY[(''dt=1'', ''x'', ''add'', 1, '''')]::lakesoul.file_change[]) AS r', id)),
        (12, 'commit', format('SELECT r.status FROM lakesoul.commit(%L) AS r', pg_temp.request('Append', 'x+f'))),
        (13, 'register', format('SELECT lakesoul.register(%L)::text', pg_temp.request('Append', 'x+f'))),
        (14, 'publish', format('SELECT r.status FROM lakesoul.publish(%L) AS r', pg_temp.meta_info('Append', 'a'))),
        (15, 'commit_data_commit_info', format('SELECT r.status FROM lakesoul.commit_data_commit_info(lakesoul.encode(''DataCommitInfo'', %L)) AS r', pg_temp.data_commit_info('Append', 'x+f', 'dt=1'))),
        (16, 'commit that does not fit', format('SELECT r.status FROM lakesoul.commit(%L) AS r', pg_temp.request('Append', 'x+f', NULL, NULL, 'nosuch=1'))),
        (17, 'partitions with a filter', format('SELECT partition_desc FROM lakesoul.partitions(%L, ''s1'', ''{"nosuch": 1}'')', name)),
        (18, 'files with a filter', format('SELECT path FROM lakesoul.files_by_id(%L, ''{"nosuch": 1}'')', id)),
        (19, 'commit_status', format('SELECT status FROM lakesoul.commit_status(pg_temp.id(''a''), %L)', id)),
        (20, 'commit_status of a retired one', format('SELECT status FROM lakesoul.commit_status(pg_temp.id(''r''), %L)', id)),
        (21, 'sees_table', format('SELECT lakesoul.sees_table(%L)::text', id)),
        (22, '_active_files', format('SELECT path FROM lakesoul._active_files(%L, ''dt=1'', pg_temp.ids(''a b''))', id)),
        (23, '_heads', format('SELECT partition_desc FROM lakesoul._heads(%L, NULL, NULL)', id)),
        (24, '_visible_table', format('SELECT lakesoul._visible_table(%L)', id)),
        (25, 'execute_query 2', format('SELECT lakesoul.execute_query(2, %L)::text', id)),
        (26, 'execute_query 3', format('SELECT lakesoul.execute_query(3, %L)::text', name || '__DELIM__s1')),
        (27, 'execute_query 104', format('SELECT lakesoul.execute_query(104, %L)::text', id)),
        (28, 'execute_query 116', format('SELECT lakesoul.execute_query(116, %L)::text', id || '__DELIM__-nosuch')),
        (29, 'execute_query 110', format('SELECT lakesoul.execute_query(110, %L)::text', id || '__DELIM__dt=1__DELIM__' || replace(pg_temp.id('a')::text, '-', ''))),
        (30, 'execute_query_scalar 401', format('SELECT COALESCE(lakesoul.execute_query_scalar(401, %L), ''none'')', id)),
        (31, 'execute_update 503', format('SELECT lakesoul.execute_update(503, %L)::text', id || '__DELIM__{}')),
        (32, 'execute_update 510', format('SELECT lakesoul.execute_update(510, %L)::text', id)),
        (33, 'execute_update 515', format('SELECT lakesoul.execute_update(515, %L)::text', id))) AS c (n, f, statement), LATERAL pg_temp.attempt(statement) WITH ORDINALITY AS t (line, o)
     ORDER BY n, o
$$;
CREATE TEMP TABLE secret AS SELECT row_number() OVER () AS n, line FROM pg_temp.asked('secret', 'table_secret') AS line;
CREATE TEMP TABLE nosuch AS SELECT row_number() OVER () AS n, line FROM pg_temp.asked('nosuch', 'table_nosuch') AS line;
SELECT line FROM secret ORDER BY n;
SELECT * FROM secret FULL JOIN nosuch USING (n, line) WHERE secret IS NULL OR nosuch IS NULL;
SELECT count(*) FROM lakesoul.due_compactions WHERE table_id = 'table_secret';
SELECT count(*) FROM lakesoul.retired_commits;
SELECT count(*) FROM lakesoul.dropped_partitions;
SELECT lakesoul.drop_table('secret', 's1', if_exists => true);
SELECT lakesoul.drop_table_by_id('table_secret', true);
-- What a client inserts into it is refused, not counted as a conflict.
SET test.table_id = 'table_secret';
SELECT code, pg_temp.attempt(format('SELECT lakesoul.execute_insert(%s, lakesoul.encode(''JniWrapper'', %L))::text', code, body)) FROM (VALUES
    (204, jsonb_build_object('partition_info', jsonb_build_array(jsonb_build_object('table_id', 'table_secret', 'partition_desc', 'dt=1', 'version', 9, 'commit_op', 'UpdateCommit', 'snapshot', to_jsonb(pg_temp.ids('x')))))),
    (205, jsonb_build_object('data_commit_info', jsonb_build_array(pg_temp.data_commit_info('Append', 'x+f', 'dt=1')))),
    (300, jsonb_build_object('partition_info', jsonb_build_array(jsonb_build_object('table_id', 'table_secret', 'partition_desc', 'dt=1', 'version', 9, 'commit_op', 'UpdateCommit', 'snapshot', to_jsonb(pg_temp.ids('x')))))),
    (301, jsonb_build_object('data_commit_info', jsonb_build_array(pg_temp.data_commit_info('Append', 'x+f', 'dt=1')))),
    (301, jsonb_build_object('data_commit_info', jsonb_build_array(pg_temp.data_commit_info('Append', 'a+f1', 'dt=1')))),
    (203, '{"table_info": [{"table_id": "table_x", "properties": "{}", "domain": "regress_lake_d1"}]}'),
    (200, '{"namespace": [{"namespace": "x", "properties": "{}", "domain": "regress_lake_d1"}]}')) AS v (code, body);
-- Flagging reaches no further.
RESET ROLE;
UPDATE data_commit_info SET committed = false WHERE commit_id = pg_temp.id('a');
SET ROLE regress_lake_d2_user;
SELECT lakesoul.execute_insert(300, lakesoul.encode('JniWrapper', jsonb_build_object('partition_info', jsonb_build_array(jsonb_build_object('snapshot', to_jsonb(pg_temp.ids('a')))))));
RESET ROLE;
SELECT table_id, committed FROM data_commit_info WHERE commit_id = pg_temp.id('a') ORDER BY table_id COLLATE "C";
UPDATE data_commit_info SET committed = true WHERE commit_id = pg_temp.id('a');
SET ROLE regress_lake_d2_user;
-- A namespace that is invisible is missing, too.
SELECT pg_temp.attempt($$SELECT lakesoul.create_table('x', '/x', '{}', 's1')$$);
SELECT pg_temp.attempt($$SELECT lakesoul.create_table('x', '/x', '{}', 's_nosuch')$$);
-- Names are not shared between namespaces, but paths and ids are unique: that one is taken is all that is told.
SELECT pg_temp.attempt($$SELECT lakesoul.create_table('secret', '/s2/secret', '{}', 's2', range_partitions => '{dt}', table_id => 'table_secret_2')$$);
SELECT pg_temp.attempt($$SELECT lakesoul.create_table('x', '/s1/secret', '{}', 's2')$$);
SELECT pg_temp.attempt($$SELECT lakesoul.create_table('x', '/x', '{}', 's2', table_id => 'table_secret')$$);
SELECT pg_temp.attempt($$SELECT lakesoul.create_namespace('s1')::text$$);
SELECT pg_temp.attempt($$SELECT lakesoul.create_namespace('s3', domain => 'regress_lake_d1')::text$$);
-- Its own tables and those of the public domain are for it.
SET test.table_id = 'table_secret_2';
SELECT pg_temp.commit('Append', 'a+f1 b+f2');
SELECT pg_temp.commit('Delete', 'd', read => 0);
SELECT partition_desc, version FROM lakesoul.due_compactions WHERE table_id = 'table_secret_2';
SET test.table_id = 'table_plain';
SET test.partition = '-5';
SELECT pg_temp.commit('Append', 'd+f4');
SELECT pg_temp.attempt($$SELECT lakesoul.drop_table('secret', 's2')$$);
-- A table of the other domain with a partition of the same name is not disturbed by all that.
RESET ROLE;
SET ROLE regress_lake_d1_user;
SET test.table_id = 'table_secret';
SET test.partition = 'dt=1';
SELECT pg_temp.head();
SELECT pg_temp.commit('Compaction', 'k+g', read => 2);
SELECT count(*) FROM lakesoul.due_compactions WHERE table_id = 'table_secret';

-- 5. Who may only read, reads; who may nothing, is told so by the server.
RESET ROLE;
SET ROLE regress_lake_reader;
SET test.table_id = 'table_plain';
SET test.partition = '-5';
SELECT path FROM lakesoul.files('t', 'plain');
SELECT pg_temp.attempt('SELECT partition_desc FROM lakesoul.partitions(''t'', ''plain'')');
SELECT lakesoul.decode('JniWrapper', lakesoul.execute_query(3, 't__DELIM__plain'));
SELECT pg_temp.attempt($$SELECT lakesoul.execute_update(503, 'table_plain__DELIM__{}')::text$$);
SELECT pg_temp.attempt($$SELECT lakesoul.execute_insert(300, lakesoul.encode('JniWrapper', '{"partition_info": [{"table_id": "table_plain", "partition_desc": "-5"}]}'))::text$$);
SELECT pg_temp.commit('Append', 'x+f');
SELECT pg_temp.register(pg_temp.request('Append', 'x+f'));
SELECT pg_temp.publish(pg_temp.meta_info('Update', ''));
SELECT pg_temp.attempt($$SELECT lakesoul.drop_table('t', 'plain')$$);
SELECT pg_temp.attempt($$SELECT lakesoul.create_table('x', '/x', '{}', 'plain')$$);
SELECT pg_temp.attempt($$SELECT lakesoul.create_namespace('x')::text$$);
RESET ROLE;
SET ROLE regress_lake_stranger;
SELECT pg_temp.attempt($$SELECT path FROM lakesoul.files('t', 'plain')$$);
SELECT pg_temp.attempt($$SELECT partition_desc FROM lakesoul.partitions('t', 'plain')$$);
SELECT pg_temp.commit('Append', 'x+f');
SELECT pg_temp.attempt('SELECT count(*)::text FROM lakesoul.due_compactions');
SELECT pg_temp.attempt($$SELECT lakesoul.execute_query(3, 't__DELIM__plain')::text$$);
SELECT pg_temp.attempt($$SELECT lakesoul.execute_query_scalar(401, 'table_plain')$$);
SELECT pg_temp.attempt($$SELECT lakesoul.execute_insert(302, lakesoul.encode('JniWrapper', '{"discard_compressed_file_info": [{"t_date": "2026-08-01"}]}'))::text$$);
SELECT lakesoul.decode('Uuid', '');
-- setup's parts lend nobody any rights.
SELECT pg_temp.attempt($$SELECT lakesoul._setup_write_rows('namespace', 'INSERT INTO public.namespace (namespace) VALUES (''stranger'')')::text$$);
RESET ROLE;
SET ROLE regress_lake_d2_user;
SELECT pg_temp.attempt($$SELECT lakesoul._setup_write_rows('partition_info', 'UPDATE public.partition_info SET version = 77 WHERE table_id = ''table_secret''')::text$$);
RESET ROLE;
SELECT count(*) > 3 FROM partition_info WHERE table_id IN ('table_secret', 'table_plain');

-- 6. A user who is not allowed to see the versions of a table that he sees: he is refused, not misled.
SET ROLE regress_lake_owner;
SELECT lakesoul.create_table('half', '/s1/half', '{}', 's2', table_id => 'table_half');
SET test.table_id = 'table_half';
SELECT pg_temp.commit('Append', 'a+f1');
UPDATE partition_info SET domain = 'regress_lake_d1' WHERE table_id = 'table_half';
RESET ROLE;
SET ROLE regress_lake_d2_user;
SELECT pg_temp.commit('Append', 'b+f2');
SELECT pg_temp.commit('Update', 'a+f1');
-- A commit that is there and hidden from him is not his to count as done.
RESET ROLE;
UPDATE data_commit_info SET domain = 'regress_lake_d1' WHERE table_id = 'table_half';
SET ROLE regress_lake_d2_user;
SELECT lakesoul.execute_insert(301, lakesoul.encode('JniWrapper', jsonb_build_object('data_commit_info', jsonb_build_array(pg_temp.data_commit_info('Append', 'a+f1', '-5')))));
RESET ROLE;

-- 7. The superuser sees and does everything; what he writes has the table's domain.
SET test.table_id = 'table_secret';
SET test.partition = 'dt=1';
SELECT pg_temp.commit('Append', 'z+f9');
SELECT DISTINCT domain FROM partition_info WHERE table_id = 'table_secret';

-- 8. Objects that are named like ours, in the caller's temporary schema and ahead of everything on his path, change
-- nothing. Each of them complains when it is used.
SET test.table_id = 'table_hostile';
SET test.partition = 'dt=h';
SELECT pg_temp.request('Append', 'a+f1 b+f2') AS append, pg_temp.request('Append', 'c-f1+f3') AS deleting, pg_temp.request('Compaction', 'k+g', 1, 'a b c') AS compaction,
       pg_temp.request('Update', 'u+f4', 0) AS conflict, pg_temp.request('Compaction', 'k2+g2', 0) AS skipped, pg_temp.request('Append', 'e+f5') AS registered,
       pg_temp.meta_info('Append', 'e') AS published, pg_temp.id('a') AS a, pg_temp.ids('s') AS s,
       lakesoul.encode('JniWrapper', '{"namespace": [{"namespace": "gw", "properties": "{}", "domain": "regress_lake_d1"}]}') AS gw200,
       lakesoul.encode('JniWrapper', '{"table_path_id": [{"table_path": "/gw", "table_id": "table_gw", "table_namespace": "gw", "domain": "regress_lake_d1"}]}') AS gw201,
       lakesoul.encode('JniWrapper', '{"table_name_id": [{"table_name": "gw", "table_namespace": "gw", "tableId": "table_gw", "domain": "regress_lake_d1"}]}') AS gw202,
       lakesoul.encode('JniWrapper', '{"table_info": [{"table_id": "table_gw", "table_name": "gw", "table_namespace": "gw", "table_path": "/gw", "properties": "{}", "partitions": "dt;", "domain": "regress_lake_d1"}]}') AS gw203,
       lakesoul.encode('JniWrapper', jsonb_build_object('partition_info', jsonb_build_array(jsonb_build_object('table_id', 'table_gw', 'partition_desc', 'dt=h', 'commit_op', 'AppendCommit', 'snapshot', to_jsonb(pg_temp.ids('a')), 'domain', 'regress_lake_d1')))) AS gw204,
       lakesoul.encode('JniWrapper', jsonb_build_object('data_commit_info', jsonb_build_array(pg_temp.data_commit_info('Append', 'a+f1', 'dt=h') || '{"table_id": "table_gw", "domain": "regress_lake_d1"}'))) AS gw205,
       lakesoul.encode('JniWrapper', '{"discard_compressed_file_info": [{"file_path": "gw", "table_path": "/gw", "t_date": "2026-08-01"}]}') AS gw206,
       lakesoul.encode('JniWrapper', jsonb_build_object('partition_info', jsonb_build_array(jsonb_build_object('table_id', 'table_gw', 'partition_desc', 'dt=h', 'commit_op', 'AppendCommit', 'snapshot', to_jsonb(pg_temp.ids('b')),
           'domain', 'regress_lake_d1'), jsonb_build_object('snapshot', to_jsonb(pg_temp.ids('b')))))) AS gw300,
       lakesoul.encode('JniWrapper', jsonb_build_object('data_commit_info', jsonb_build_array(pg_temp.data_commit_info('Append', 'b+f2', 'dt=h') || '{"table_id": "table_gw", "domain": "regress_lake_d1"}'))) AS gw301 \gset
CREATE SCHEMA hostile;
GRANT USAGE ON SCHEMA hostile TO PUBLIC;
DO $$
DECLARE
    f record;
    n int := 0;
BEGIN
    -- Every function and operator that our statements use, and more, with the argument types of the server's own.
    FOR f IN SELECT DISTINCT ON (p.proname, p.proargtypes) p.proname, oidvectortypes(p.proargtypes) AS arguments, p.prorettype::regtype AS result, p.proretset FROM pg_proc AS p
              WHERE p.pronamespace = 'pg_catalog'::regnamespace AND p.prokind = 'f' AND p.proallargtypes IS NULL AND p.provariadic = 0 AND 'internal'::regtype <> ALL (p.proargtypes::oid[])
                AND 'cstring'::regtype <> ALL (p.proargtypes::oid[]) AND p.prorettype NOT IN ('internal'::regtype, 'cstring'::regtype, 'trigger'::regtype, 'event_trigger'::regtype)
                AND p.proname IN ('unnest', 'cardinality', 'floor', 'date_part', 'starts_with', 'rtrim', 'now', 'array_length', 'gen_random_uuid', 'lower', 'length', 'generate_series', 'nextval',
                                  'current_setting', 'set_config', 'pg_notify', 'hashtext', 'json_typeof', 'jsonb_typeof', 'textcat', 'texteq', 'uuid_eq', 'int4eq', 'array_append', 'array_cat', 'to_tsvector', 'websearch_to_tsquery', 'to_char', 'ts_match_vq') LOOP
        BEGIN
            EXECUTE format('CREATE FUNCTION hostile.%I(%s) RETURNS %s %s LANGUAGE plpgsql AS ''BEGIN RAISE EXCEPTION ''''hostile %s''''; END''',
                           f.proname, f.arguments, CASE WHEN f.proretset THEN 'SETOF' ELSE '' END, f.result, f.proname);
            n := n + 1;
        EXCEPTION WHEN invalid_function_definition OR undefined_object THEN
            NULL;
        END;
    END LOOP;
    FOR f IN SELECT o.oprname, o.oprleft::regtype AS l, o.oprright::regtype AS r, o.oprresult::regtype AS result, o.oid FROM pg_operator AS o
              WHERE o.oprnamespace = 'pg_catalog'::regnamespace AND o.oprkind = 'b' AND o.oprname IN ('=', '<>', '<', '<=', '>', '>=', '@>', '||', '->>', '->', '?', '*', '+', '-', '@@') LOOP
        BEGIN
            EXECUTE format('CREATE FUNCTION hostile.operator_%s(%s, %s) RETURNS %s LANGUAGE plpgsql AS ''BEGIN RAISE EXCEPTION ''''hostile operator %s''''; END''', f.oid, f.l, f.r, f.result, f.oprname);
            EXECUTE format('CREATE OPERATOR hostile.%s (FUNCTION = hostile.operator_%s, LEFTARG = %s, RIGHTARG = %s)', f.oprname, f.oid, f.l, f.r);
            n := n + 1;
        EXCEPTION WHEN invalid_function_definition OR undefined_object OR datatype_mismatch THEN
            NULL;
        END;
    END LOOP;
    IF n < 200 THEN
        RAISE 'only % objects', n;
    END IF;
END
$$;
CREATE FUNCTION hostile.complain() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'hostile table %', TG_RELID::regclass; END $$;
CREATE AGGREGATE hostile.min(integer) (SFUNC = int4smaller, STYPE = integer, INITCOND = '-1000');
CREATE AGGREGATE hostile.min(bigint) (SFUNC = int8smaller, STYPE = bigint, INITCOND = '-1000');
CREATE AGGREGATE hostile.max(integer) (SFUNC = int4larger, STYPE = integer, INITCOND = '4711');
CREATE AGGREGATE hostile.max(bigint) (SFUNC = int8larger, STYPE = bigint, INITCOND = '4711');
CREATE TEXT SEARCH CONFIGURATION hostile.english (COPY = pg_catalog.simple);
CREATE AGGREGATE hostile.sum(bigint) (SFUNC = int8larger, STYPE = bigint, INITCOND = '4711');
CREATE TYPE hostile.data_file_op AS (size text, path int);
CREATE TYPE hostile.commit_result AS (a int);
CREATE TABLE hostile.namespace (namespace text);
CREATE TABLE hostile.table_info (table_id text, properties text, partitions text);
CREATE TABLE hostile.table_name_id (table_id text, table_name text);
CREATE TABLE hostile.table_path_id (table_id text);
CREATE TABLE hostile.data_commit_info (table_id text, commit_id text);
CREATE TABLE hostile.partition_info (table_id text, partition_desc text, version int);
CREATE TABLE hostile.discard_compressed_file_info (file_path text);
DO $$
DECLARE
    relation regclass;
BEGIN
    FOR relation IN SELECT oid FROM pg_class WHERE relnamespace = 'hostile'::regnamespace AND relkind = 'r' LOOP
        EXECUTE format('CREATE TRIGGER complain BEFORE INSERT OR UPDATE OR DELETE ON %s FOR EACH STATEMENT EXECUTE FUNCTION hostile.complain()', relation);
    END LOOP;
END
$$;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA hostile TO PUBLIC;
GRANT ALL ON ALL TABLES IN SCHEMA hostile TO PUBLIC;
SET ROLE regress_lake_d1_user;
CREATE TEMP TABLE namespace (namespace text);
CREATE TEMP TABLE table_info (table_id text, properties text, partitions text);
CREATE TEMP TABLE table_name_id (table_id text, table_name text);
CREATE TEMP TABLE table_path_id (table_id text);
CREATE TEMP TABLE data_commit_info (table_id text, commit_id text);
CREATE TEMP TABLE partition_info (table_id text, partition_desc text, version int);
CREATE TEMP TABLE discard_compressed_file_info (file_path text);
CREATE TEMP TABLE due_compactions (table_id text);
CREATE TEMP TABLE retired_commits (table_id text);
CREATE TEMP TABLE pg_class (oid oid);
CREATE TEMP TABLE pg_type (oid oid);
CREATE TEMP TABLE pg_proc (oid oid);
CREATE FUNCTION pg_temp.text(integer) RETURNS text LANGUAGE sql AS $$ SELECT 'hostile' $$;
CREATE DOMAIN pg_temp.text AS integer;
CREATE DOMAIN pg_temp.uuid AS integer;
SET lakesoul.compaction_threshold = 1;
SET search_path = pg_temp, hostile, public, pg_catalog;
SELECT 1 = 1;
SELECT lakesoul.create_table('hostile', '/s1/hostile', '{"fields": [{"name": "dt"}]}', 's1', '{dt}', table_id => 'table_hostile');
SELECT partition_desc, status, version, snapshot FROM lakesoul.commit(:'append');
SELECT partition_desc, status, version, snapshot FROM lakesoul.commit(:'deleting');
SELECT partition_desc, status, version, snapshot FROM lakesoul.commit(:'append');
SELECT partition_desc, status, version, snapshot FROM lakesoul.commit(:'compaction');
SELECT partition_desc, status, version, snapshot FROM lakesoul.commit(:'conflict');
SELECT partition_desc, status, version FROM lakesoul.commit(:'skipped');
SELECT lakesoul.register(:'registered');
SELECT partition_desc, status, version FROM lakesoul.publish(:'published');
SELECT partition_desc, status, version FROM lakesoul.publish(lakesoul.encode('MetaInfo', '{"table_info": {"table_id": "table_hostile", "table_schema": "{}", "properties": "{}"},
    "list_partition": [{"partition_desc": "dt=h", "commit_op": "UpdateCommit"}]}'), change_schema => true);
SELECT partition_desc, status, version FROM lakesoul.commit_files('hostile', ARRAY[ROW('dt=i', 'f', 'add', 1, '')]::lakesoul.file_change[], 's1', 'UpdateCommit', '{"dt=i": -1}');
SELECT * FROM lakesoul.commit_status(:'a') ORDER BY table_id COLLATE pg_catalog."C";
SELECT partition_desc, "values", version, commits, files, bytes FROM lakesoul.partitions('hostile', 's1');
SELECT partition_desc, version FROM lakesoul.partitions('hostile', 's1', '{"dt": "h"}', '9999-12-31');
SELECT partition_desc, version FROM lakesoul.partitions_by_id('table_hostile', '{}');
SELECT partition_desc, path, size FROM lakesoul.files('hostile', 's1', '{"dt": "h"}', version => 1);
SELECT partition_desc, path FROM lakesoul.files_by_id('table_hostile', as_of => '9999-12-31');
SELECT partition_desc, version, commits_removed, files, bytes FROM lakesoul.history('hostile', 'dt=h', 's1');
INSERT INTO public.data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, timestamp, domain)
SELECT 'table_hostile', 'dt=s', pg_catalog.unnest(:'s'::pg_catalog._uuid), '{}', 'AppendCommit', 1, 'regress_lake_d1';
INSERT INTO public.partition_info (table_id, partition_desc, version, commit_op, snapshot, domain) VALUES ('table_hostile', 'dt=s', 1, 'AppendCommit', :'s', 'regress_lake_d1');
SELECT table_id, partition_desc, version FROM lakesoul.due_compactions ORDER BY table_id COLLATE pg_catalog."C", partition_desc COLLATE pg_catalog."C";
SELECT lakesoul.sees_table('table_hostile'), lakesoul.table_id('hostile', 's1');
SELECT lakesoul.discard_files('hostile', '{x,f}', 'dt=h', 's1');
SELECT partition_desc, versions_removed, commits_removed, paths FROM lakesoul.expire('hostile', 's1', keep_versions => 1) ORDER BY partition_desc COLLATE pg_catalog."C";
SELECT path, "table", partition, reason FROM lakesoul.discarded('infinity', 'hostile', 's1') ORDER BY path COLLATE pg_catalog."C";
SELECT p.rows FROM lakesoul.purge_orphans('100 years') AS p;
SELECT lakesoul.drop_table('hostile', 's1');
SELECT lakesoul.drop_table_by_id('table_hostile', true);
SELECT path, "table", partition, reason FROM lakesoul.discarded_by_id('table_hostile', 'infinity') ORDER BY path COLLATE pg_catalog."C";
SELECT lakesoul.forget_discarded('{/s1/hostile}');
-- The gateway, code by code.
SELECT lakesoul.execute_insert(200, :'gw200'), lakesoul.execute_insert(201, :'gw201'), lakesoul.execute_insert(202, :'gw202'), lakesoul.execute_insert(203, :'gw203'), lakesoul.execute_insert(205, :'gw205'),
       lakesoul.execute_insert(204, :'gw204'), lakesoul.execute_insert(206, :'gw206'), lakesoul.execute_insert(301, :'gw301'), lakesoul.execute_insert(301, :'gw301'), lakesoul.execute_insert(300, :'gw300'), lakesoul.execute_insert(302, :'gw206');
SELECT v.code, lakesoul.execute_query(v.code, v.params) OPERATOR(pg_catalog.<>) ''::pg_catalog.bytea FROM (VALUES (0, 'gw'), (1, '/gw'), (2, 'table_gw'), (3, 'gw__DELIM__gw'), (4, 'gw__DELIM__gw'), (5, '/gw'), (6, 'table_gw__DELIM__/gw'),
    (7, 'table_gw__DELIM__dt=h'), (8, 'table_gw__DELIM__dt=h__DELIM__0'), (9, 'table_gw__DELIM__dt=h__DELIM__00000000-0000-4000-8000-000000000061'), (10, 'table_gw'), (11, 'gw'), (100, ''), (101, 'gw'), (102, ''), (103, 'gw'),
    (104, 'table_gw'), (105, 'table_gw__DELIM__dt=h_DELIM_dt=i'), (106, 'table_gw__DELIM__dt=h'), (107, 'table_gw__DELIM__dt=h__DELIM__0__DELIM__9'), (108, 'table_gw__DELIM__dt=h__DELIM__0__DELIM__9999999999999'),
    (109, 'table_gw__DELIM__dt=h__DELIM__0__DELIM__9'), (110, 'table_gw__DELIM__dt=h__DELIM__00000000000040008000000000000061'), (111, ''), (112, '9'), (113, '/gw__DELIM____DELIM__9'), (114, 'regress_lake_d1'),
    (115, 'regress_lake_d1'), (116, 'table_gw__DELIM__"dt=h"')) AS v (code, params);
SELECT lakesoul.decode('JniWrapper', lakesoul.execute_query(110, 'table_gw__DELIM__dt=h__DELIM__00000000000040008000000000000061'));
SELECT v.code, lakesoul.execute_query_scalar(v.code, v.params) IS NOT NULL FROM (VALUES (400, 'table_gw__DELIM__dt=h'), (401, 'table_gw'), (402, 'table_gw__DELIM__dt=h__DELIM__9999999999999'),
    (403, 'table_gw__DELIM__dt=h__DELIM__9999999999999')) AS v (code, params);
SELECT v.code, lakesoul.execute_update(v.code, v.params) FROM (VALUES (501, 'gw__DELIM__{"a": 1}'), (503, 'table_gw__DELIM__{"a": 1}'), (504, 'table_gw__DELIM__x__DELIM____DELIM__{}'), (517, '/gw__DELIM____DELIM__-1'), (516, 'nosuch'),
    (518, '/gw'), (512, 'table_gw__DELIM__dt=h__DELIM__00000000-0000-4000-8000-000000000061'), (513, 'table_gw__DELIM__dt=h__DELIM__00000000000040008000000000000061'), (511, 'table_gw__DELIM__dt=h__DELIM__1'),
    (509, 'table_gw__DELIM__dt=h'), (510, 'table_gw'), (514, 'table_gw__DELIM__dt=h'), (515, 'table_gw'), (505, '/gw'), (506, 'table_gw'), (507, 'gw__DELIM__gw'), (508, 'table_gw'), (502, 'table_gw__DELIM__/gw'), (500, 'gw')) AS v (code, params);
RESET search_path;
-- Nothing went into the decoys.
SELECT (SELECT pg_catalog.count(*) FROM pg_temp.table_info) OPERATOR(pg_catalog.+) (SELECT pg_catalog.count(*) FROM pg_temp.partition_info)
       OPERATOR(pg_catalog.+) (SELECT pg_catalog.count(*) FROM hostile.data_commit_info) OPERATOR(pg_catalog.+) (SELECT pg_catalog.count(*) FROM hostile.partition_info);
RESET ROLE;

\c contrib_regression
DROP DATABASE regress_privileges;
DROP ROLE regress_lake_owner, regress_lake_d1, regress_lake_d2, regress_lake_d1_user, regress_lake_d2_user, regress_lake_reader, regress_lake_stranger;
