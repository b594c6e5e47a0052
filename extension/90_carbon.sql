-- CarbonData's CREATE TABLE: planning, the schema's JSON and its parts, and tables stored in the catalog.

CREATE TYPE lakesoul.carbon_column AS (
    pos integer,
    column_name pg_catalog.text,
    parent_column pg_catalog.text,
    data_type pg_catalog.text,
    role pg_catalog.text,
    is_sort_column boolean,
    sort_pos integer,
    encodings pg_catalog.text[],
    inverted_index boolean,
    writes_inverted_index boolean,
    schema_ordinal integer,
    num_children integer,
    "precision" integer,
    scale integer,
    is_partition boolean,
    comment pg_catalog.text
);

COMMENT ON TYPE lakesoul.carbon_column IS 'One entry of a CarbonData table''s listOfColumns.';
COMMENT ON COLUMN lakesoul.carbon_column.pos IS
'Place in the list, from 0: sort columns, other dimensions, complex columns
each followed by its children, measures.';
COMMENT ON COLUMN lakesoul.carbon_column.column_name IS
'Name in lower case. A child has its parent''s name before its own: s.field,
a.val for the element of an array.';
COMMENT ON COLUMN lakesoul.carbon_column.parent_column IS
'The complex column it is part of, NULL for a top-level column.';
COMMENT ON COLUMN lakesoul.carbon_column.data_type IS
'CarbonData''s type: STRING, DATE, TIMESTAMP, BOOLEAN, SHORT, INT, LONG,
DOUBLE, DECIMAL, ARRAY or STRUCT.';
COMMENT ON COLUMN lakesoul.carbon_column.role IS
'sort, dimension, complex, child, measure, or dummy for the invisible measure
of a table that has no other.';
COMMENT ON COLUMN lakesoul.carbon_column.is_sort_column IS 'Part of the sort key.';
COMMENT ON COLUMN lakesoul.carbon_column.sort_pos IS 'Place in the sort key, from 0; NULL outside it.';
COMMENT ON COLUMN lakesoul.carbon_column.encodings IS 'DICTIONARY, DIRECT_DICTIONARY, INVERTED_INDEX, in this order.';
COMMENT ON COLUMN lakesoul.carbon_column.inverted_index IS 'The encodings have INVERTED_INDEX.';
COMMENT ON COLUMN lakesoul.carbon_column.writes_inverted_index IS
'A CarbonData writer really builds the index: only for sort columns.';
COMMENT ON COLUMN lakesoul.carbon_column.schema_ordinal IS
'Place in the statement, from 0, partition columns last; -1 for children and
the dummy.';
COMMENT ON COLUMN lakesoul.carbon_column.num_children IS 'Direct children.';
COMMENT ON COLUMN lakesoul.carbon_column."precision" IS 'Of a DECIMAL, otherwise 0.';
COMMENT ON COLUMN lakesoul.carbon_column.scale IS 'Of a DECIMAL, otherwise 0.';
COMMENT ON COLUMN lakesoul.carbon_column.is_partition IS 'A column of PARTITIONED BY.';
COMMENT ON COLUMN lakesoul.carbon_column.comment IS 'The column''s comment, NULL if it has none.';

CREATE FUNCTION lakesoul.carbon_plan_columns(
    columns pg_catalog.text,
    properties pg_catalog.jsonb DEFAULT '{}',
    partitioned_by pg_catalog.text DEFAULT NULL
) RETURNS SETOF lakesoul.carbon_column
    LANGUAGE C IMMUTABLE PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'lakesoul_carbon_plan_columns';

COMMENT ON FUNCTION lakesoul.carbon_plan_columns(pg_catalog.text, pg_catalog.jsonb, pg_catalog.text) IS
'The columns CarbonData 1.3 would make of a CREATE TABLE, in the order of its
listOfColumns. Nothing is written.
columns: the column list without its outer brackets, such as id int, name
string COMMENT ''x'', s struct<a:int>; names in backticks or double quotes may
hold any character.
properties: TBLPROPERTIES as an object of scalars.
partitioned_by: the list of PARTITIONED BY.
A WARNING tells properties that look misspelt, and those that need another
that is missing, such as bucketnumber without bucketcolumns.
Errors, with the property in DETAIL and what is accepted in HINT: 42601 not
such a list; 0A000 a type or clause that is not supported; 42701 a column
twice; 42703 no such column; 42939 a reserved name; 42P16 no column, or
partitions that contradict each other; 22P02 a partition value of another
type; 22023 a value out of its range, or a property that carbon_create_table
writes itself; 54000 over a limit.';

CREATE FUNCTION lakesoul.carbon_plan_columns(
    columns pg_catalog.jsonb,
    properties pg_catalog.jsonb DEFAULT '{}',
    partitioned_by pg_catalog.text DEFAULT NULL
) RETURNS SETOF lakesoul.carbon_column
    LANGUAGE C IMMUTABLE PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'lakesoul_carbon_plan_columns_jsonb';

COMMENT ON FUNCTION lakesoul.carbon_plan_columns(pg_catalog.jsonb, pg_catalog.jsonb, pg_catalog.text) IS
'The same for programs: columns is an array of {"name": ..., "type": ...,
"comment": ...}; comment may be left out. A type is written as in the other
form.
Errors: those of the other form, 22023 for an array of another shape.';

CREATE FUNCTION lakesoul.carbon_plan_properties(
    columns pg_catalog.text,
    properties pg_catalog.jsonb DEFAULT '{}',
    partitioned_by pg_catalog.text DEFAULT NULL,
    comment pg_catalog.text DEFAULT ''
) RETURNS TABLE (key pg_catalog.text, value pg_catalog.text, origin pg_catalog.text)
    LANGUAGE C IMMUTABLE PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'lakesoul_carbon_plan_properties';

COMMENT ON FUNCTION lakesoul.carbon_plan_properties(
    pg_catalog.text, pg_catalog.jsonb, pg_catalog.text, pg_catalog.text) IS
'The table properties a CarbonData table would be stored with.
origin: user for a value as it was given, normalised for one that was put
into lower case or lost its unit or blanks, derived for what the planner
adds: comment, the table''s COMMENT, and sort_columns, the final sort key.
Arguments and errors as of lakesoul.carbon_plan_columns.';

CREATE FUNCTION lakesoul.carbon_plan_properties(
    columns pg_catalog.jsonb,
    properties pg_catalog.jsonb DEFAULT '{}',
    partitioned_by pg_catalog.text DEFAULT NULL,
    comment pg_catalog.text DEFAULT ''
) RETURNS TABLE (key pg_catalog.text, value pg_catalog.text, origin pg_catalog.text)
    LANGUAGE C IMMUTABLE PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'lakesoul_carbon_plan_properties_jsonb';

COMMENT ON FUNCTION lakesoul.carbon_plan_properties(
    pg_catalog.jsonb, pg_catalog.jsonb, pg_catalog.text, pg_catalog.text) IS
'The same, with columns as of the jsonb form of lakesoul.carbon_plan_columns.';

CREATE FUNCTION lakesoul.carbon_plan_partitions(
    columns pg_catalog.text,
    properties pg_catalog.jsonb DEFAULT '{}',
    partitioned_by pg_catalog.text DEFAULT NULL
) RETURNS TABLE (partition_id integer, kind pg_catalog.text, description pg_catalog.text)
    LANGUAGE C IMMUTABLE PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'lakesoul_carbon_plan_partitions';

COMMENT ON FUNCTION lakesoul.carbon_plan_partitions(pg_catalog.text, pg_catalog.jsonb, pg_catalog.text) IS
'The partitions of a CarbonData table: a row for each partition id, with the
kind HASH, RANGE or LIST and the text SHOW PARTITIONS prints. Id 0 of RANGE
and LIST is the default partition. No rows without partitions or with
partitions as Hive''s, which come with the data. Arguments and errors as of
lakesoul.carbon_plan_columns.';

CREATE FUNCTION lakesoul.carbon_plan_partitions(
    columns pg_catalog.jsonb,
    properties pg_catalog.jsonb DEFAULT '{}',
    partitioned_by pg_catalog.text DEFAULT NULL
) RETURNS TABLE (partition_id integer, kind pg_catalog.text, description pg_catalog.text)
    LANGUAGE C IMMUTABLE PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'lakesoul_carbon_plan_partitions_jsonb';

COMMENT ON FUNCTION lakesoul.carbon_plan_partitions(pg_catalog.jsonb, pg_catalog.jsonb, pg_catalog.text) IS
'The same, with columns as of the jsonb form of lakesoul.carbon_plan_columns.';

CREATE FUNCTION lakesoul.carbon_plan_statement(statement pg_catalog.text) RETURNS SETOF lakesoul.carbon_column
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'lakesoul_carbon_plan_statement';

COMMENT ON FUNCTION lakesoul.carbon_plan_statement(pg_catalog.text) IS
'The rows of lakesoul.carbon_plan_columns for a whole statement: CREATE TABLE
[IF NOT EXISTS] [database.]table (columns) [COMMENT ''...''] [PARTITIONED BY
(columns)] STORED BY ''carbondata'' [LOCATION ''...''] [TBLPROPERTIES (...)].
Whether the table exists is not looked at.
Errors: those of that function; 0A000 TEMPORARY, SKEWED BY, CLUSTERED BY,
EXTERNAL, AS SELECT, WITH SERDEPROPERTIES; 42602 a table name of other
characters than letters, digits and underscores; 22023 an empty LOCATION.';

CREATE FUNCTION lakesoul.carbon_table_info(
    namespace pg_catalog.text,
    table_name pg_catalog.text,
    columns pg_catalog.text,
    properties pg_catalog.jsonb,
    partitioned_by pg_catalog.text,
    table_path pg_catalog.text,
    comment pg_catalog.text DEFAULT '',
    table_id pg_catalog.text DEFAULT NULL,
    at_ms bigint DEFAULT NULL
) RETURNS pg_catalog.json
    LANGUAGE C VOLATILE PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'lakesoul_carbon_table_info';

COMMENT ON FUNCTION lakesoul.carbon_table_info(
    pg_catalog.text, pg_catalog.text, pg_catalog.text, pg_catalog.jsonb, pg_catalog.text, pg_catalog.text,
    pg_catalog.text, pg_catalog.text, bigint) IS
'The TableInfo of a CarbonData table as CarbonData 1.3 writes it, character
for character.
table_id: a UUID, NULL for a random one; ids of columns are derived from it
and their names, so the same arguments give the same text.
at_ms: the time in epoch milliseconds, NULL for now. Nothing is written.
Errors as of lakesoul.carbon_plan_columns, 42602 for a table name of other
characters than letters, digits and underscores, 22023 for an empty path.';

CREATE FUNCTION lakesoul.carbon_table_info(
    namespace pg_catalog.text,
    table_name pg_catalog.text,
    columns pg_catalog.jsonb,
    properties pg_catalog.jsonb,
    partitioned_by pg_catalog.text,
    table_path pg_catalog.text,
    comment pg_catalog.text DEFAULT '',
    table_id pg_catalog.text DEFAULT NULL,
    at_ms bigint DEFAULT NULL
) RETURNS pg_catalog.json
    LANGUAGE C VOLATILE PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'lakesoul_carbon_table_info_jsonb';

COMMENT ON FUNCTION lakesoul.carbon_table_info(
    pg_catalog.text, pg_catalog.text, pg_catalog.jsonb, pg_catalog.jsonb, pg_catalog.text, pg_catalog.text,
    pg_catalog.text, pg_catalog.text, bigint) IS
'The same, with columns as of the jsonb form of lakesoul.carbon_plan_columns.';

CREATE FUNCTION lakesoul.carbon_schema_parts(schema pg_catalog.text, part_size integer DEFAULT 4000)
    RETURNS TABLE (key pg_catalog.text, value pg_catalog.text)
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'lakesoul_carbon_schema_parts';

COMMENT ON FUNCTION lakesoul.carbon_schema_parts(pg_catalog.text, integer) IS
'A text split as CarbonData splits a schema for a metastore:
carbonSchemaPartsNo, then carbonSchema0, carbonSchema1, ... of part_size
UTF-16 units each. A character that takes two units is never cut: its part
is one unit shorter, or two units long where part_size is 1.
Errors: 22023 part_size below 1.';

CREATE FUNCTION lakesoul.carbon_schema_join(properties pg_catalog.json) RETURNS pg_catalog.json
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'lakesoul_carbon_schema_join';

COMMENT ON FUNCTION lakesoul.carbon_schema_join(pg_catalog.json) IS
'The schema whose parts are among a table''s properties, put together in the
order of their numbers; NULL if there is no carbonSchemaPartsNo or it is 0,
as of the empty text. Other properties and further parts do not matter.
Errors: 22023 what is no object, a number that is none, a part that is
missing or no text, or parts that do not make a JSON object; 54000 a schema
over 64 MB.';

CREATE FUNCTION lakesoul.carbon_create_table(
    table_name pg_catalog.text,
    columns pg_catalog.text,
    properties pg_catalog.jsonb DEFAULT '{}',
    partitioned_by pg_catalog.text DEFAULT NULL,
    table_path pg_catalog.text DEFAULT NULL,
    namespace pg_catalog.text DEFAULT 'default',
    comment pg_catalog.text DEFAULT '',
    if_not_exists boolean DEFAULT false,
    primary_keys pg_catalog.text[] DEFAULT '{}',
    hash_bucket_num integer DEFAULT -1
) RETURNS pg_catalog.text
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_carbon_create_table';

COMMENT ON FUNCTION lakesoul.carbon_create_table(
    pg_catalog.text, pg_catalog.text, pg_catalog.jsonb, pg_catalog.text, pg_catalog.text, pg_catalog.text,
    pg_catalog.text, boolean, pg_catalog.text[], integer) IS
'Plans a CarbonData table, stores it as a LakeSoul table, to which LakeSoul''s
clients can commit, and returns its id. Names become lower case. The table''s
properties hold the plan''s and the parts of its TableInfo; its schema is
Arrow''s JSON.
partitioned_by: partitions as Hive''s become range partitions; those of HASH,
RANGE and LIST, and buckets, are within CarbonData''s files.
table_path: NULL as of lakesoul.create_table.
if_not_exists: a NOTICE, and the id of the table that is there.
primary_keys, hash_bucket_num: LakeSoul''s own; -1 stands for 4 with keys.
Errors: those of lakesoul.carbon_plan_columns and lakesoul.create_table;
42602 other characters than letters, digits and underscores in the table''s
name, or one of ,;=/ in a partition column''s; 22023 an empty path.';

CREATE FUNCTION lakesoul.carbon_create_table(
    table_name pg_catalog.text,
    columns pg_catalog.jsonb,
    properties pg_catalog.jsonb DEFAULT '{}',
    partitioned_by pg_catalog.text DEFAULT NULL,
    table_path pg_catalog.text DEFAULT NULL,
    namespace pg_catalog.text DEFAULT 'default',
    comment pg_catalog.text DEFAULT '',
    if_not_exists boolean DEFAULT false,
    primary_keys pg_catalog.text[] DEFAULT '{}',
    hash_bucket_num integer DEFAULT -1
) RETURNS pg_catalog.text
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_carbon_create_table_jsonb';

COMMENT ON FUNCTION lakesoul.carbon_create_table(
    pg_catalog.text, pg_catalog.jsonb, pg_catalog.jsonb, pg_catalog.text, pg_catalog.text, pg_catalog.text,
    pg_catalog.text, boolean, pg_catalog.text[], integer) IS
'The same, with columns as of the jsonb form of lakesoul.carbon_plan_columns.';

CREATE FUNCTION lakesoul.carbon_create_table(statement pg_catalog.text) RETURNS pg_catalog.text
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_carbon_create_table_from_statement';

COMMENT ON FUNCTION lakesoul.carbon_create_table(pg_catalog.text) IS
'The same from a whole statement, as of lakesoul.carbon_plan_statement: the
database is the namespace, LOCATION the path.';

CREATE FUNCTION lakesoul.carbon_table_columns(
    table_name pg_catalog.text,
    namespace pg_catalog.text DEFAULT 'default'
) RETURNS SETOF lakesoul.carbon_column
    LANGUAGE C STABLE PARALLEL RESTRICTED
    AS 'MODULE_PATHNAME', 'lakesoul_carbon_table_columns';

COMMENT ON FUNCTION lakesoul.carbon_table_columns(pg_catalog.text, pg_catalog.text) IS
'The columns of a stored CarbonData table, read back from the parts of its
TableInfo.
Errors: 42P01 no such table, 42809 a table that is not CarbonData''s, 22023
parts that cannot be read, 55000 before lakesoul.setup().';

CREATE FUNCTION lakesoul.carbon_verify_table(
    table_name pg_catalog.text,
    namespace pg_catalog.text DEFAULT 'default'
) RETURNS TABLE (item pg_catalog.text, stored pg_catalog.text, planned pg_catalog.text)
    LANGUAGE C STABLE PARALLEL RESTRICTED
    AS 'MODULE_PATHNAME', 'lakesoul_carbon_verify_table';

COMMENT ON FUNCTION lakesoul.carbon_verify_table(pg_catalog.text, pg_catalog.text) IS
'What differs between the TableInfo of a stored CarbonData table and the one
that its schema, properties and partitions would give today: item is the
place in the TableInfo, NULL what is absent on that side. No rows: the table
is consistent. Parts that cannot be read are a difference too.
Errors: 42P01 no such table, 42809 a table that is not CarbonData''s, 55000
before lakesoul.setup().';
