-- Fills a fresh database for read_bench: histories as commits leave them, written in bulk.
\set ON_ERROR_STOP on
CREATE EXTENSION lakesoul_meta;
SELECT count(*) FROM lakesoul.setup(filter_index => false);
-- Ids as they are made where none is given: their length counts in each entry of an index.
CREATE FUNCTION pg_temp.id_of(name text) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT 'table_' || md5(name)::uuid $$;
SELECT lakesoul.create_table(name, 's3://lake/' || name, '{}', range_partitions => '{dt}', table_id => pg_temp.id_of(name))
  FROM unnest('{heads,wide,narrow,parted,whole,long,short,long_append,short_append}'::text[]) AS name;
SET session_replication_role = replica;

CREATE FUNCTION pg_temp.id(number bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$ SELECT md5('id ' || number)::uuid $$;
CREATE FUNCTION pg_temp.file_ops(name text, number bigint, files int) RETURNS public.data_file_op[] LANGUAGE sql AS $$
    SELECT array_agg((format('s3://lake/%s/part-%s_%s.parquet', name, md5(number || ' ' || f), lpad((f % 16)::text, 4, '0')), 'add', 1000000 + f,
                      'order_id,amount,customer_id')::public.data_file_op) FROM generate_series(1, files) AS f
$$;

-- Heads: versions without commits, which nothing here reads.
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, timestamp, snapshot, domain, last_compaction)
SELECT pg_temp.id_of(name), 'dt=' || p, v, 'AppendCommit', v, ARRAY[pg_temp.id(p)], 'public', -1
  FROM (VALUES ('heads', 1000, 1000), ('wide', 100000, 1), ('narrow', 1000, 1)) AS t (name, partitions, versions),
       generate_series(1, partitions) AS p, generate_series(0, versions - 1) AS v;
INSERT INTO data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, committed, timestamp, domain, published_version, registered_head)
SELECT pg_temp.id_of(name), 'dt=' || p, pg_temp.id(p), pg_temp.file_ops(name, p, 1), 'AppendCommit', true, 0, 'public', 0, 0
  FROM (VALUES ('wide', 100000), ('narrow', 1000)) AS t (name, partitions), generate_series(1, partitions) AS p;

-- A million files: commits of 100 files, in a partition each, and all in one.
INSERT INTO data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, committed, timestamp, domain, published_version, registered_head)
SELECT pg_temp.id_of(name), 'dt=' || CASE name WHEN 'parted' THEN c ELSE 1 END, pg_temp.id(c), pg_temp.file_ops(name, c, 100), 'AppendCommit', true, c, 'public', 0, 0
  FROM unnest('{parted,whole}'::text[]) AS name, generate_series(1, 10000) AS c;
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, timestamp, snapshot, domain, last_compaction)
SELECT table_id, partition_desc, 0, 'AppendCommit', 1, array_agg(commit_id ORDER BY timestamp), 'public', -1
  FROM data_commit_info WHERE table_id IN (pg_temp.id_of('parted'), pg_temp.id_of('whole')) GROUP BY table_id, partition_desc;

-- Histories of one partition: every tenth version a compaction, and without any.
INSERT INTO data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, committed, timestamp, domain, published_version, registered_head)
SELECT pg_temp.id_of(name), 'dt=1', pg_temp.id(v), pg_temp.file_ops(name, v, 1), CASE WHEN compacted AND v % 10 = 9 THEN 'CompactionCommit' ELSE 'AppendCommit' END, true, v + 1, 'public', v, v
  FROM (VALUES ('long', 10000, true), ('short', 100, true), ('long_append', 1000, false), ('short_append', 100, false)) AS t (name, versions, compacted),
       generate_series(0, versions - 1) AS v;
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, timestamp, snapshot, domain, last_compaction)
SELECT c.table_id, 'dt=1', v, c.commit_op, v + 1, ids, 'public', -1
  FROM (VALUES ('long'), ('short'), ('long_append'), ('short_append')) AS t (name) JOIN data_commit_info AS c ON c.table_id = pg_temp.id_of(name)
       CROSS JOIN LATERAL (SELECT c.published_version AS v) AS n
       CROSS JOIN LATERAL (SELECT CASE WHEN name NOT LIKE '%append' AND v % 10 = 9 THEN v WHEN name LIKE '%append' THEN 0 ELSE greatest(v / 10 * 10 - 1, 0) END AS first) AS f
       CROSS JOIN LATERAL (SELECT array_agg(pg_temp.id(i) ORDER BY i) AS ids FROM generate_series(f.first, v) AS i) AS s;
RESET session_replication_role;
VACUUM ANALYZE data_commit_info;
VACUUM ANALYZE partition_info;
VACUUM ANALYZE table_info;
