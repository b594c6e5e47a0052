-- CarbonData's planner from SQL: what a CREATE TABLE would become, and its errors with SQLSTATE, DETAIL and HINT.
\set SHOW_CONTEXT never
\pset null NULL

-- 1. Columns, from the text of a column list and from jsonb.
SELECT pos, column_name, parent_column, data_type, role, is_sort_column, sort_pos, encodings
  FROM lakesoul.carbon_plan_columns('id int, Name string COMMENT ''who'', amt decimal(12,2), tags array<struct<k:string,v:date>>',
                                    '{"NO_INVERTED_INDEX": "name"}', 'dt date, grp int');
SELECT pos, column_name, inverted_index, writes_inverted_index, schema_ordinal, num_children, "precision", scale, is_partition, comment
  FROM lakesoul.carbon_plan_columns('id int, Name string COMMENT ''who'', amt decimal(12,2), tags array<struct<k:string,v:date>>',
                                    '{"NO_INVERTED_INDEX": "name"}', 'dt date, grp int');
SELECT column_name, comment, role FROM lakesoul.carbon_plan_columns(
    '[{"name": "my id", "type": "int", "comment": "it''s \"x\""}, {"name": "f", "type": "float"}, {"name": "s", "type": "char(3)"}]'::jsonb);
SELECT column_name, role FROM lakesoul.carbon_plan_columns(columns => '"my id" int, `full name` string', properties => NULL, partitioned_by => '');

-- 2. Properties and where they come from; the table's comment is one of them.
SELECT * FROM lakesoul.carbon_plan_properties('a int, b string', '{"SORT_COLUMNS": "b, a", "TABLE_BLOCKSIZE": "512 MB", "foo": "x", "auto_load_merge": true}',
                                              comment => 'all of it');
SELECT * FROM lakesoul.carbon_plan_properties('[{"name": "a", "type": "string"}]'::jsonb);
-- Names that look misspelt, what is deprecated, what is lost.
SELECT key, value FROM lakesoul.carbon_plan_properties('a int, b string', '{"SORT_COLUMN": "b", "dictionary_exclude": "b", "comment": "gone"}');
-- However many there are, one warning; and properties that are not read alone.
SELECT count(*) FROM lakesoul.carbon_plan_properties('a int', (SELECT jsonb_object_agg('sort_scope' || g, '') FROM generate_series(10, 99) AS g));
SELECT count(*) FROM lakesoul.carbon_plan_properties('a string', '{"BUCKETNUMBER": 4, "PARTITION_TYPE": "RANGE", "LIST_INFO": "x"}');
SELECT count(*) FROM lakesoul.carbon_plan_properties('a string', '{"BUCKETCOLUMNS": "a", "LIST_INFO": "x"}', 'p int');

-- 3. Partitions.
SELECT * FROM lakesoul.carbon_plan_partitions('a int', '{"PARTITION_TYPE": "HASH", "NUM_PARTITIONS": 3}', 'p int');
SELECT * FROM lakesoul.carbon_plan_partitions('a int', '{"PARTITION_TYPE": "RANGE", "RANGE_INFO": "2014-01-01, 2015-01-01"}', 'd date');
SELECT * FROM lakesoul.carbon_plan_partitions('[{"name": "a", "type": "int"}]'::jsonb, '{"PARTITION_TYPE": "LIST", "LIST_INFO": "China, (USA, UK), Korea"}', 'country string');
SELECT * FROM lakesoul.carbon_plan_partitions('a int', '{}', 'd date');
SELECT * FROM lakesoul.carbon_plan_partitions('a int');

-- 4. A whole statement.
SELECT column_name, role, is_partition FROM lakesoul.carbon_plan_statement($$
    CREATE TABLE IF NOT EXISTS sales.productSalesTable (
        productNumber INT, productName STRING, storeCity STRING, revenue INT)   -- as in CarbonData's documentation
    COMMENT 'sales' PARTITIONED BY (day DATE)
    STORED BY 'carbondata'
    TBLPROPERTIES ('SORT_COLUMNS'='productName,storeCity', 'SORT_SCOPE'='NO_SORT');
$$);

-- 5. The TableInfo: with an id and a time given it is always the same.
\pset format unaligned
SELECT i::text FROM lakesoul.carbon_table_info('Default', 'T', 'a string', '{}', NULL, '/warehouse/t', table_id => '00000000-0000-4000-8000-000000000001', at_ms => 1700000000000) AS i;
\pset format aligned
SELECT char_length(i::text) FROM lakesoul.carbon_table_info('default', 't', 'a int, b string', '{}', NULL, '/warehouse/t', at_ms => 1700000000000) AS i;
SELECT i #>> '{factTable,listOfColumns,0,columnProperties,comment}' AS comment, i #>> '{factTable,tableProperties,comment}' AS table_comment
  FROM lakesoul.carbon_table_info('default', 't', '[{"name": "a", "type": "int", "comment": "it''s <\"a\">"}]'::jsonb, NULL, NULL, '/warehouse/t', comment => U&'\8868') AS i;
SELECT count(DISTINCT i #>> '{factTable,tableId}') FROM generate_series(1, 3) AS g, LATERAL lakesoul.carbon_table_info('default', 't', 'a int', '{}', NULL, '/t' || g) AS i;

-- 6. Its parts, and what they make together.
CREATE TEMP TABLE info AS SELECT i::text AS info FROM lakesoul.carbon_table_info('default', 't',
    'productNumber int, productName string, storeCity string, storeProvince string, productCategory string, productBatch string, saleQuantity int, revenue int',
    '{"SORT_COLUMNS": "productName,storeCity", "SORT_SCOPE": "NO_SORT"}', NULL, '/warehouse/t') AS i;
SELECT key, char_length(value) FROM info, lakesoul.carbon_schema_parts(info) ;
SELECT lakesoul.carbon_schema_join(json_object_agg(key, value))::text = info AS same FROM info, lakesoul.carbon_schema_parts(info, 100) GROUP BY info;
SELECT key, value FROM lakesoul.carbon_schema_parts(U&'ab\+01F600c', 3);
SELECT key, value FROM lakesoul.carbon_schema_parts(U&'\+01F600a', 1);
SELECT * FROM lakesoul.carbon_schema_parts('');
SELECT lakesoul.carbon_schema_join(json_object_agg(key, value)) FROM lakesoul.carbon_schema_parts('');
SELECT count(*) FROM lakesoul.carbon_schema_parts(NULL);
SELECT lakesoul.carbon_schema_join('{"hashBucketNum": "4"}'), lakesoul.carbon_schema_join(NULL);
SELECT lakesoul.carbon_schema_join('{"carbonSchemaPartsNo": "2", "carbonSchema1": "\"\u00e9\"}", "carbonSchema0": "{\"a\":"}');

-- 7. Errors.
CREATE FUNCTION pg_temp.attempt(statement text) RETURNS TABLE (state text, message text, detail text, hint text) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE statement;
    state := 'none';
    RETURN NEXT;
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
    RETURN NEXT;
END
$$;
\pset format unaligned
\pset tuples_only
\pset fieldsep '\n    '
-- Every check of the planner, in its order.
SELECT c.n || ' ' || a.state, a.message, a.detail, a.hint FROM (VALUES
    (5, 'a int', '{"x": null}', NULL), (5, 'a int', '{"provider": "orc"}', NULL), (5, 'a int', '{"hashBucketNum": 4}', NULL),
    (5, 'a int', '{"carbonSchemaPartsNo": 1}', NULL), (5, 'a int', '{"carbonSchema0": "{}"}', NULL), (5, 'a int', '{"X": 1, "x": 2}', NULL), (6, 'a int, a string', '{}', NULL),
    (7, 'a int', '{"PARTITION_TYPE": "foo"}', 'p int'), (7, 'a int', '{"PARTITION_TYPE": "HASH", "NUM_PARTITIONS": "2.1"}', 'p int'),
    (7, 'a int', '{"PARTITION_TYPE": "RANGE"}', 'p int'), (7, 'a int', '{"PARTITION_TYPE": "LIST", "LIST_INFO": "1"}', 'p int, q int'),
    (7, 'a int', '{"PARTITION_TYPE": "RANGE", "RANGE_INFO": "2014-13-45,2016-01-01"}', 'P date'),
    (7, 'a int', '{"PARTITION_TYPE": "RANGE", "RANGE_INFO": "false,true"}', 'p boolean'),
    (7, 'a int', '{"PARTITION_TYPE": "HASH", "NUM_PARTITIONS": 2}', 'p array<int>'), (8, 'a int, P int', '{}', 'p int'),
    (9, 'a int', '{"streaming": "yes"}', NULL), (10, 'a array<map<string,int>>', '{}', NULL), (12, 'a int', '{"streaming": true}', 'p int'),
    (13, 'g string', '{"columnproperties.invalid.key": "v"}', NULL), (13, '', '{"x": "y"}', NULL), (13, ' ', '{}', NULL),
    (14, 'a string', '{"BUCKETNUMBER": "abc", "BUCKETCOLUMNS": "a"}', NULL), (14, 'a string', '{"BUCKETNUMBER": 0, "BUCKETCOLUMNS": "a"}', NULL),
    (15, 'tupleId int', '{}', NULL), (16, 'a int, b int', '{"SORT_COLUMNS": "a,b,A"}', NULL), (16, 'a int', '{"SORT_COLUMNS": "zz"}', NULL),
    (16, 'a float', '{"SORT_COLUMNS": "a"}', NULL), (17, 'a int', '{"DICTIONARY_EXCLUDE": "z"}', NULL), (17, 'a date', '{"DICTIONARY_EXCLUDE": "a"}', NULL),
    (17, 'a array<int>', '{"DICTIONARY_EXCLUDE": "a"}', NULL), (18, 'a int', '{"DICTIONARY_INCLUDE": "z"}', NULL),
    (19, 'a int', '{"DICTIONARY_INCLUDE": "a", "DICTIONARY_EXCLUDE": "a"}', NULL), (20, 'a int, b string', '{"COLUMN_GROUPS": "(b)"}', NULL),
    (20, 'a int', '{"COLUMN_GROUPS": ""}', NULL), (21, 'a int', '{"NO_INVERTED_INDEX": "q"}', NULL),
    (22, 'a int', '{"PARTITION_TYPE": "RANGE", "RANGE_INFO": "5"}', 'p int'), (22, 'a int', '{"PARTITION_TYPE": "RANGE", "RANGE_INFO": "5,3"}', 'p int'),
    (22, 'a int', '{"PARTITION_TYPE": "LIST", "LIST_INFO": "1,(2,1)"}', 'p int'), (22, 'a int', '{"PARTITION_TYPE": "LIST", "LIST_INFO": "0,(1,2"}', 'p int'),
    (22, 'a int', '{"PARTITION_TYPE": "LIST", "LIST_INFO": "1,(2 (3))"}', 'p int'), (22, 'a int', '{"PARTITION_TYPE": "LIST", "LIST_INFO": "(),1"}', 'p int'),
    (22, 'a int', '{"PARTITION_TYPE": "LIST", "LIST_INFO": ""}', 'p string'), (23, 'a int', '{"TABLE_BLOCKSIZE": "4096 MB"}', NULL),
    (24, 'a int', '{"MAJOR_COMPACTION_SIZE": 0}', NULL), (24, 'a int', '{"AUTO_LOAD_MERGE": 1}', NULL), (24, 'a int', '{"COMPACTION_LEVEL_THRESHOLD": "0,6"}', NULL),
    (24, 'a int', '{"COMPACTION_PRESERVE_SEGMENTS": 101}', NULL), (24, 'a int', '{"ALLOWED_COMPACTION_DAYS": "x"}', NULL),
    (25, 'a string, A string', '{}', NULL), (25, 's struct<x:int,X:int>', '{}', NULL), (26, 'a int, b string', '{"BUCKETNUMBER": 2, "BUCKETCOLUMNS": "a"}', NULL),
    (26, 'a int', '{"BUCKETNUMBER": 2, "BUCKETCOLUMNS": "z"}', NULL), (28, 'a int', '{"SORT_SCOPE": "abc"}', NULL),
    (29, 'a int', '{"DICTIONARY_INCLUDE": "city"}', 'city string'), (29, 'a int', '{}', 's struct<x:int>'), (30, '', '{}', 'city string'),
    (31, 'a', '{}', NULL), (32, 'a foo', '{}', NULL), (33, 'a decimal(39)', '{}', NULL), (34, 'a int', '{"x": {}}', NULL), (35, 'a int', '{}', 'p int,')
 ) AS c (n, columns, properties, partitioned_by),
 LATERAL pg_temp.attempt(format('SELECT * FROM lakesoul.carbon_plan_columns(%L, %L, %L)', columns, properties, partitioned_by)) AS a
 ORDER BY c.n, columns COLLATE "C", properties COLLATE "C";
-- The clauses of a statement that CarbonData refuses, in their order.
SELECT c.n || ' ' || a.state, a.message, a.detail, a.hint FROM (VALUES
    (1, 'CREATE TEMPORARY EXTERNAL TABLE t (a int) SKEWED BY (a) ON (1) CLUSTERED BY (a) INTO 2 BUCKETS STORED BY ''carbondata'''),
    (2, 'CREATE EXTERNAL TABLE t (a int) SKEWED BY (a) ON (1) CLUSTERED BY (a) INTO 2 BUCKETS STORED BY ''carbondata'''),
    (3, 'CREATE EXTERNAL TABLE t (a int) CLUSTERED BY (a) INTO 2 BUCKETS STORED BY ''carbondata'''),
    (4, 'CREATE EXTERNAL TABLE t (a int) STORED BY ''carbondata'''), (5, 'CREATE TABLE t (a int) STORED BY ''carbondata'' TBLPROPERTIES (''x'')'),
    (6, 'CREATE TABLE tab (a int, a int) STORED BY ''carbondata'''), (11, 'CREATE TABLE t PARTITIONED BY (p int) STORED BY ''carbondata'' AS SELECT 1'),
    (11, 'CREATE TABLE t (a int) STORED BY ''carbondata'' AS SELECT 1'), (12, 'CREATE TABLE t STORED BY ''carbondata'' AS SELECT 1'),
    (36, 'CREATE TABLE `my table` (a int) STORED BY ''carbondata'''), (37, 'CREATE TABLE t (a int)'), (37, 'CREATE TABLE t (a int) STORED BY ''carbondata'' WITH SERDEPROPERTIES (''a''=''b'')'), (38, 'CREATE TABLE t (a int) STORED BY ''orc'''),
    (39, 'DROP TABLE t')
 ) AS c (n, statement), LATERAL pg_temp.attempt(format('SELECT * FROM lakesoul.carbon_plan_statement(%L)', statement)) AS a ORDER BY c.n, statement COLLATE "C";
-- Limits, NULL, and arguments of another shape.
SELECT c.n || ' ' || a.state, a.message, a.detail, a.hint FROM (VALUES
    (1, $$carbon_plan_columns('a ' || repeat('array<', 65) || 'int' || repeat('>', 65))$$), (2, $$carbon_plan_columns('a int' || repeat(' ', 1048576))$$),
    (3, $$carbon_plan_columns('c int' || (SELECT string_agg(', c' || g || ' int', '') FROM generate_series(1, 10000) AS g))$$),
    (4, $$carbon_plan_columns('a int', '{"partition_type": "hash", "num_partitions": 2147483647}', 'p int')$$), (5, $$carbon_plan_columns(NULL)$$),
    (6, $$carbon_plan_columns('{}'::jsonb)$$), (7, $$carbon_plan_columns('[{"name": "a"}]'::jsonb)$$), (8, $$carbon_plan_columns('a int', '[]')$$),
    (9, $$carbon_table_info(NULL, 't', 'a int', '{}', NULL, '/t')$$), (10, $$carbon_table_info('default', 'my t', 'a int', '{}', NULL, '/t')$$),
    (11, $$carbon_table_info('default', 't', 'a int', '{}', NULL, NULL)$$), (12, $$carbon_table_info('default', 't', 'a int', '{}', NULL, '/t', table_id => 'x')$$),
    (13, $$carbon_schema_parts('x', 0)$$), (14, $$carbon_schema_join('{"carbonSchemaPartsNo": "2", "carbonSchema0": "{}"}')$$),
    (15, $$carbon_schema_join('{"carbonSchemaPartsNo": "x"}')$$), (16, $$carbon_schema_join('{"carbonSchemaPartsNo": "1", "carbonSchema0": "{"}')$$),
    (17, $$carbon_schema_join('{"carbonSchemaPartsNo": "1", "carbonSchema0": "{}", "carbonSchema0": null}')$$),
    (18, $$carbon_schema_join('{"carbonSchemaPartsNo": true, "carbonSchema0": "{}"}')$$), (19, $$carbon_schema_join('[]')$$),
    (20, $$carbon_table_info('default', 't', 'a int', '{}', NULL, '')$$),
    (21, $$carbon_plan_statement('CREATE TABLE t (a int) STORED BY ''carbondata'' LOCATION ''''')$$),
    (22, $$carbon_plan_statement('CREATE TABLE `d/../e` (a int) STORED BY ''carbondata''')$$)
 ) AS c (n, call), LATERAL pg_temp.attempt('SELECT * FROM lakesoul.' || call) AS a ORDER BY c.n;

-- 8. Planning depends on its arguments alone.
\pset fieldsep '|'
SELECT proname, provolatile, proparallel FROM pg_proc WHERE pronamespace = 'lakesoul'::regnamespace AND proname ~ '^carbon_(plan|schema)'
   AND (provolatile, proparallel) <> ('i', 's');
