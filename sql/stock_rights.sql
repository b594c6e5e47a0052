-- Whose rights the triggers' side work has, and who may insert what.
\set VERBOSITY terse
SET client_min_messages = warning;
CREATE DATABASE regress_rights;
CREATE ROLE regress_mal;
CREATE ROLE regress_insert_only;
CREATE ROLE regress_stranger;
\c regress_rights
SET client_min_messages = warning;
\set VERBOSITY terse
CREATE EXTENSION lakesoul_meta;
SELECT count(*) > 0 FROM lakesoul.setup();
SELECT lakesoul.create_table('t', '/rights/t', '{}', table_id => 't');

-- 1. A role that may only insert commits in full.
GRANT INSERT ON partition_info, data_commit_info TO regress_insert_only;
SET ROLE regress_insert_only;
INSERT INTO data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, "timestamp")
VALUES ('t', '-5', '00000000-0000-0000-0000-000000000001', '{}', 'AppendCommit', 1);
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot)
VALUES ('t', '-5', 0, 'AppendCommit', '{00000000-0000-0000-0000-000000000001}');
RESET ROLE;
SELECT committed, published_version, registered_head FROM data_commit_info;

-- 2. A stranger under row-level security plants nothing, with times of its own neither.
ALTER TABLE table_info ENABLE ROW LEVEL SECURITY;
ALTER TABLE partition_info ENABLE ROW LEVEL SECURITY;
ALTER TABLE data_commit_info ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON table_info USING (domain = current_user);
CREATE POLICY all_rows ON partition_info USING (true);
CREATE POLICY all_rows ON data_commit_info USING (true);
GRANT SELECT, INSERT ON table_info, partition_info, data_commit_info TO regress_stranger;
SET ROLE regress_stranger;
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot) VALUES ('t', '-5', 1, 'AppendCommit', '{}');
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, "timestamp") VALUES ('t', '-5', 2147483647, 'AppendCommit', '{}', 5);
INSERT INTO data_commit_info (table_id, partition_desc, commit_id, commit_op, registered_head)
VALUES ('t', '-5', '00000000-0000-0000-0000-000000000002', 'AppendCommit', 0);
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, "timestamp") VALUES ('nobody', '-5', 0, 'DeleteCommit', '{}', 5);
RESET ROLE;
SELECT table_id, version FROM partition_info ORDER BY table_id COLLATE "C";
ALTER TABLE table_info DISABLE ROW LEVEL SECURITY;
ALTER TABLE partition_info DISABLE ROW LEVEL SECURITY;
ALTER TABLE data_commit_info DISABLE ROW LEVEL SECURITY;

-- 3. The owner of one base table does not get the rights of the owner of the others.
ALTER TABLE data_commit_info OWNER TO regress_mal;
GRANT INSERT, SELECT ON partition_info, table_info TO regress_mal;
GRANT CREATE ON SCHEMA public TO regress_mal;
SET ROLE regress_mal;
CREATE FUNCTION as_whom() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF current_user <> 'regress_mal' THEN
        EXECUTE 'ALTER ROLE regress_mal SUPERUSER';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER aaa BEFORE UPDATE ON data_commit_info FOR EACH ROW EXECUTE FUNCTION as_whom();
INSERT INTO data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, "timestamp")
VALUES ('t', '-5', '00000000-0000-0000-0000-000000000003', '{}', 'AppendCommit', 1);
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot)
VALUES ('t', '-5', 1, 'AppendCommit', '{00000000-0000-0000-0000-000000000001,00000000-0000-0000-0000-000000000003}');
RESET ROLE;
SELECT rolsuper FROM pg_roles WHERE rolname = 'regress_mal';
SELECT commit_id, published_version FROM data_commit_info ORDER BY 1;

-- 4. Rows of a dump from before the extension: committed, without our columns. They are published as before.
ALTER TABLE data_commit_info OWNER TO CURRENT_USER;
DROP TRIGGER aaa ON data_commit_info;
INSERT INTO data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, committed, "timestamp")
VALUES ('t', 'old', '00000000-0000-0000-0000-00000000000a', '{}', 'AppendCommit', true, 1),
       ('t', 'old', '00000000-0000-0000-0000-00000000000b', '{}', 'UpdateCommit', true, 1);
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, "timestamp")
VALUES ('t', 'old', 0, 'AppendCommit', '{00000000-0000-0000-0000-00000000000a}', 100),
       ('t', 'old', 1, 'UpdateCommit', '{00000000-0000-0000-0000-00000000000b}', 101);
SELECT status, version FROM lakesoul.commit_status('00000000-0000-0000-0000-00000000000a');
-- A replay that was planned anew does not bring back what the update replaced.
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot)
VALUES ('t', 'old', 2, 'AppendCommit', '{00000000-0000-0000-0000-00000000000b,00000000-0000-0000-0000-00000000000a}');
SELECT version, commit_op FROM partition_info WHERE partition_desc = 'old' ORDER BY version;

-- 5. A server where nobody may execute a function unless it is granted: stock clients, who call none, commit.
SELECT count(*) > 0 FROM lakesoul.teardown();
DROP EXTENSION lakesoul_meta;
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
CREATE EXTENSION lakesoul_meta;
SELECT count(*) > 0 FROM lakesoul.setup();
GRANT SELECT, INSERT ON table_info, partition_info, data_commit_info TO regress_insert_only;
SET ROLE regress_insert_only;
INSERT INTO data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, "timestamp")
VALUES ('t', 'new', '00000000-0000-0000-0000-00000000000c', ARRAY[('/t/a', 'add', 1, '')]::data_file_op[], 'AppendCommit', 1);
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot)
VALUES ('t', 'new', 0, 'AppendCommit', '{00000000-0000-0000-0000-00000000000c}');
RESET ROLE;
SELECT published_version FROM data_commit_info WHERE partition_desc = 'new';
ALTER DEFAULT PRIVILEGES GRANT EXECUTE ON FUNCTIONS TO PUBLIC;
\c contrib_regression
DROP DATABASE regress_rights;
DROP ROLE regress_mal, regress_insert_only, regress_stranger;
