-- Rows that come by COPY come from a dump, perhaps one of before the extension was there: they are stored as they are.
-- INSERT beside it, for what a stock client gets.
\set VERBOSITY terse
\pset null -
CREATE DATABASE regress_copied;
\c regress_copied
\set VERBOSITY terse
CREATE EXTENSION lakesoul_meta;
SELECT count(*) > 0 AS done FROM lakesoul.setup();

-- 1. A data-only dump of a stock database, in pg_dump's order. Version 2 replaced [1, 2]; commit 2 is Rust's, never marked;
-- 4 was registered and never published.
COPY data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, committed, "timestamp", domain) FROM stdin;
t	-5	00000000-0000-4000-8000-000000000001	{"(a,add,1,)"}	AppendCommit	t	1	public
t	-5	00000000-0000-4000-8000-000000000002	{"(b,add,1,)"}	AppendCommit	f	2	public
t	-5	00000000-0000-4000-8000-000000000003	{"(c,add,1,)"}	CompactionCommit	f	3	public
t	-5	00000000-0000-4000-8000-000000000004	{"(d,add,1,)"}	AppendCommit	f	4	elsewhere
\.
COPY discard_compressed_file_info (file_path, table_path, partition_desc, "timestamp", t_date) FROM stdin;
c	/copied/t	-5	3	2024-01-01
\.
COPY namespace (namespace, properties, comment, domain) FROM stdin;
default	{"location": "s3://lake"}	\N	public
other	{}		public
\.
COPY partition_info (table_id, partition_desc, version, commit_op, "timestamp", snapshot, expression, domain) FROM stdin;
t	-5	2	CompactionCommit	3	{00000000-0000-4000-8000-000000000003}		public
t	-5	0	AppendCommit	\N	{00000000-0000-4000-8000-000000000001}	\N	public
t	-5	1	AppendCommit	2	{00000000-0000-4000-8000-000000000001,00000000-0000-4000-8000-000000000002}		elsewhere
\.
COPY table_info (table_id, table_namespace, table_name, table_path, table_schema, properties, partitions, domain) FROM stdin;
t	default	t	/copied/t	{}	{}	;	public
twin	default	t	/copied/t	{}	{}	;	public
\.
COPY table_name_id (table_name, table_id, table_namespace, domain) FROM stdin;
t	t	default	elsewhere
orphan	gone	default	public
\.
COPY table_path_id (table_path, table_id, table_namespace, domain) FROM stdin;
/copied/t	t	default	elsewhere
\.
SELECT right(commit_id::text, 1) AS commit, committed, published_version, registered_head, domain FROM data_commit_info ORDER BY 1;
SELECT version, "timestamp", cardinality(snapshot) AS commits, expression, domain, last_compaction FROM partition_info ORDER BY version;
SELECT * FROM discard_compressed_file_info;
SELECT * FROM namespace ORDER BY namespace COLLATE "C";
SELECT table_name, table_id, domain, created_at FROM table_name_id ORDER BY table_name COLLATE "C";
SELECT table_path, table_id, domain, created_at FROM table_path_id;
SELECT count(*) FROM lakesoul.due_compactions;

-- 2. What was published is known, also before setup() fills it in; what was not is published when it is sent again.
SELECT right(s.id, 1) AS commit, c.status, c.version
FROM unnest(ARRAY['00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000004']) AS s(id),
    lakesoul.commit_status(s.id::uuid) AS c;
SELECT status, version FROM lakesoul.commit_files('t', ARRAY[('-5', 'b', 'add', 1, '')]::lakesoul.file_change[],
    commit_id => '00000000-0000-4000-8000-000000000002');
SELECT status, version FROM lakesoul.commit_files('t', ARRAY[('-5', 'd', 'add', 1, '')]::lakesoul.file_change[],
    commit_id => '00000000-0000-4000-8000-000000000004');
SELECT path FROM lakesoul.files('t');
SELECT object, action FROM lakesoul.setup() WHERE action NOT IN ('unchanged', 'absent');

-- 3. The same again fails by the primary keys and changes nothing. (Commit 4 was sent again: its row is the same one.)
COPY data_commit_info (table_id, partition_desc, commit_id) FROM stdin;
t	-5	00000000-0000-4000-8000-000000000004
\.
COPY discard_compressed_file_info (file_path, table_path, partition_desc) FROM stdin;
c	/copied/t	-5
\.
COPY namespace (namespace, properties, comment, domain) FROM stdin;
default	{}		public
\.
COPY partition_info (table_id, partition_desc, version, commit_op, "timestamp", snapshot) FROM stdin;
t	-5	2	CompactionCommit	3	{00000000-0000-4000-8000-000000000003}
\.
COPY table_name_id (table_name, table_id, table_namespace) FROM stdin;
orphan	gone	default
\.
SELECT count(*) FROM data_commit_info;
SELECT properties FROM namespace WHERE namespace = 'default';

-- 4. A stock client inserts: an orphan is taken over, a discarded path skipped, a head noted; and without their time copied
-- rows are planned ones too.
INSERT INTO table_name_id (table_name, table_id) VALUES ('orphan', 'new');
SELECT table_id, created_at > 0 AS stamped FROM table_name_id WHERE table_name = 'orphan';
INSERT INTO discard_compressed_file_info (file_path, table_path, partition_desc) VALUES ('c', '/copied/t', '-5');
INSERT INTO data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, committed, "timestamp")
VALUES ('t', '-5', '00000000-0000-4000-8000-000000000005', '{"(e,add,1,)"}', 'AppendCommit', false, 5);
SELECT registered_head = (SELECT max("timestamp") FROM partition_info) AS noted
FROM data_commit_info WHERE commit_id = '00000000-0000-4000-8000-000000000005';
COPY partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain) FROM stdin;
t	-5	2	AppendCommit	{00000000-0000-4000-8000-000000000005}		public
\.
SELECT version, cardinality(snapshot) AS commits FROM partition_info ORDER BY version DESC LIMIT 1;

-- 5. The row default: a second copy of it is skipped; where rows come from a dump in the form of INSERT, lakesoul.restoring
-- lets them through. Only somebody who may restore replaces it, and only as long as it is as it was made.
INSERT INTO namespace (namespace, properties, comment) VALUES ('default', '{}', '');
INSERT INTO namespace (namespace, properties, comment) VALUES ('default', '{"a": "b"}', '');
DELETE FROM namespace WHERE namespace = 'default';
INSERT INTO namespace (namespace, properties, comment) VALUES ('default', '{}', '');
SET lakesoul.restoring = on;
INSERT INTO namespace (namespace, properties, comment) VALUES ('default', '{"a": "b"}', 'restored');
INSERT INTO namespace (namespace, properties, comment) VALUES ('default', '{"a": "c"}', 'restored again');
RESET lakesoul.restoring;
SELECT * FROM namespace WHERE namespace = 'default';
UPDATE namespace SET properties = '{}', comment = '' WHERE namespace = 'default';
CREATE ROLE regress_lake_copier;
GRANT SELECT, INSERT, DELETE ON namespace, table_name_id TO regress_lake_copier;
GRANT SELECT ON table_info TO regress_lake_copier;
SET ROLE regress_lake_copier;
COPY namespace (namespace, properties, comment) FROM stdin;
default	{"a": "d"}	not mine to replace
\.
RESET ROLE;
SELECT * FROM namespace WHERE namespace = 'default';

-- A COPY that reads calls what writes as any other statement does.
INSERT INTO table_path_id (table_path, table_id) VALUES ('/copy/out', 'out');
INSERT INTO table_info (table_id, table_path, partitions) VALUES ('out', '/copy/out', ';');
COPY (SELECT status, version FROM lakesoul.commit_files_by_id('out', ARRAY[('-5', '/copy/out/1', 'add', 1, '')]::lakesoul.file_change[])) TO stdout;
COPY (SELECT lakesoul.execute_insert(302, lakesoul.encode('JniWrapper', '{"discard_compressed_file_info": [{"file_path": "/copy/out/1", "table_path": "/copy/out", "partition_desc": "-5", "t_date": "2026-08-01"}]}'))) TO stdout;
COPY (SELECT lakesoul.execute_insert(205, lakesoul.encode('JniWrapper', '{"data_commit_info": [{"table_id": "out", "partition_desc": "-5", "commit_id": "00000000-0000-0000-0000-00000000000c", "commit_op": "UpdateCommit", "file_ops": [{"path": "/copy/out/2"}]}]}'))) TO stdout;
SELECT count(*) FROM discard_compressed_file_info WHERE table_path = '/copy/out';
SELECT registered_head > 0 FROM data_commit_info WHERE table_id = 'out' AND commit_op = 'UpdateCommit';

-- 6. Nor does COPY reach a table that row-level security hides.
ALTER TABLE table_info ENABLE ROW LEVEL SECURITY;
CREATE POLICY regress_domain ON table_info USING (table_id <> 't');
SET ROLE regress_lake_copier;
COPY table_name_id (table_name, table_id) FROM stdin;
planted	t
\.
COPY table_name_id (table_name, table_id) FROM stdin;
seen	twin
\.
RESET ROLE;
SELECT table_name FROM table_name_id WHERE table_name IN ('planted', 'seen');

\c contrib_regression
DROP DATABASE regress_copied;
DROP ROLE regress_lake_copier;
