-- Side tables of the Paimon API: what LakeSoul's base tables have no place for. A database is a namespace, a table is a
-- table of LakeSoul; either has rows here once the API wrote it, and does without before. Who reads and who writes is as
-- in 20_tables.sql. Names are in byte order: the API's pages are.

CREATE TABLE lakesoul.paimon_databases (
    namespace pg_catalog.text COLLATE pg_catalog."C" NOT NULL,
    id pg_catalog.text NOT NULL,
    owner pg_catalog.text,
    created_at bigint,
    created_by pg_catalog.text,
    updated_at bigint,
    updated_by pg_catalog.text,
    CONSTRAINT paimon_databases_pkey PRIMARY KEY (namespace)
);

COMMENT ON TABLE lakesoul.paimon_databases IS
'Namespaces that the Paimon API made or changed: what it says of them beside
their properties. Written by the library only; a row goes with its
namespace.';
COMMENT ON COLUMN lakesoul.paimon_databases.namespace IS 'The namespace.';
COMMENT ON COLUMN lakesoul.paimon_databases.id IS
'The id the API answers: the name of a namespace that it did not make.';
COMMENT ON COLUMN lakesoul.paimon_databases.owner IS 'Who made it; NULL if that is not known.';
COMMENT ON COLUMN lakesoul.paimon_databases.created_at IS 'Epoch milliseconds; NULL if that is not known.';
COMMENT ON COLUMN lakesoul.paimon_databases.created_by IS 'Who made it; NULL if that is not known.';
COMMENT ON COLUMN lakesoul.paimon_databases.updated_at IS 'When the API last changed it, in epoch milliseconds.';
COMMENT ON COLUMN lakesoul.paimon_databases.updated_by IS 'Who that was.';
COMMENT ON CONSTRAINT paimon_databases_pkey ON lakesoul.paimon_databases IS 'One row for a namespace.';

CREATE TABLE lakesoul.paimon_tables (
    table_id pg_catalog.text NOT NULL,
    is_external boolean NOT NULL,
    schema_id bigint NOT NULL,
    field_id_floor integer NOT NULL,
    owner pg_catalog.text,
    created_at bigint,
    created_by pg_catalog.text,
    updated_at bigint,
    updated_by pg_catalog.text,
    CONSTRAINT paimon_tables_pkey PRIMARY KEY (table_id)
);

COMMENT ON TABLE lakesoul.paimon_tables IS
'Tables that the Paimon API made or changed. Its row is locked by whoever
changes the table through the API. Written by the library only; a table''s
rows go when the table is dropped or its orphans are purged.';
COMMENT ON COLUMN lakesoul.paimon_tables.table_id IS 'The table.';
COMMENT ON COLUMN lakesoul.paimon_tables.is_external IS 'Whether its path was given when it was made.';
COMMENT ON COLUMN lakesoul.paimon_tables.schema_id IS
'The version of its schema that counts, in lakesoul.paimon_schemas.';
COMMENT ON COLUMN lakesoul.paimon_tables.field_id_floor IS
'The largest id a column of it ever had; it never falls, so that no id is
used again.';
COMMENT ON COLUMN lakesoul.paimon_tables.owner IS 'Who made it; NULL if that is not known.';
COMMENT ON COLUMN lakesoul.paimon_tables.created_at IS 'Epoch milliseconds; NULL if that is not known.';
COMMENT ON COLUMN lakesoul.paimon_tables.created_by IS 'Who made it; NULL if that is not known.';
COMMENT ON COLUMN lakesoul.paimon_tables.updated_at IS 'When the API last changed it, in epoch milliseconds.';
COMMENT ON COLUMN lakesoul.paimon_tables.updated_by IS 'Who that was.';
COMMENT ON CONSTRAINT paimon_tables_pkey ON lakesoul.paimon_tables IS 'One row for a table.';

CREATE TABLE lakesoul.paimon_schemas (
    table_id pg_catalog.text NOT NULL,
    schema_id bigint NOT NULL,
    schema pg_catalog.jsonb NOT NULL,
    highest_field_id integer NOT NULL,
    time_millis bigint NOT NULL,
    lakesoul_schema pg_catalog.text NOT NULL,
    CONSTRAINT paimon_schemas_pkey PRIMARY KEY (table_id, schema_id)
);

COMMENT ON TABLE lakesoul.paimon_schemas IS
'Every version of the schema of each table in lakesoul.paimon_tables. Written
by the library only.';
COMMENT ON COLUMN lakesoul.paimon_schemas.table_id IS 'The table.';
COMMENT ON COLUMN lakesoul.paimon_schemas.schema_id IS 'The version, from 0.';
COMMENT ON COLUMN lakesoul.paimon_schemas.schema IS
'fields, partitionKeys, primaryKeys, options and comment, as the API has
them.';
COMMENT ON COLUMN lakesoul.paimon_schemas.highest_field_id IS 'The largest id given to a column up to this version.';
COMMENT ON COLUMN lakesoul.paimon_schemas.time_millis IS 'When the version was made, in epoch milliseconds.';
COMMENT ON COLUMN lakesoul.paimon_schemas.lakesoul_schema IS
'table_info.table_schema of this version. Where it is another one by now,
somebody else changed the table.';
COMMENT ON CONSTRAINT paimon_schemas_pkey ON lakesoul.paimon_schemas IS 'One row for a version.';

CREATE TABLE lakesoul.paimon_views (
    id pg_catalog.text NOT NULL,
    namespace pg_catalog.text COLLATE pg_catalog."C" NOT NULL,
    name pg_catalog.text COLLATE pg_catalog."C" NOT NULL,
    schema pg_catalog.jsonb NOT NULL,
    owner pg_catalog.text,
    created_at bigint,
    created_by pg_catalog.text,
    updated_at bigint,
    updated_by pg_catalog.text,
    CONSTRAINT paimon_views_pkey PRIMARY KEY (id),
    CONSTRAINT paimon_views_name_key UNIQUE (namespace, name)
);

COMMENT ON TABLE lakesoul.paimon_views IS
'Views of the Paimon API. LakeSoul has none, but its tables do not take their
names. Written by the library only, for who may make and drop a table in the
namespace; a view goes with its namespace.';
COMMENT ON COLUMN lakesoul.paimon_views.id IS 'What it is known by, whatever its name.';
COMMENT ON COLUMN lakesoul.paimon_views.namespace IS 'The namespace.';
COMMENT ON COLUMN lakesoul.paimon_views.name IS 'Its name; no table of the namespace has it.';
COMMENT ON COLUMN lakesoul.paimon_views.schema IS 'Its ViewSchema: fields, query, dialects, comment, options.';
COMMENT ON COLUMN lakesoul.paimon_views.owner IS 'Who made it.';
COMMENT ON COLUMN lakesoul.paimon_views.created_at IS 'Epoch milliseconds.';
COMMENT ON COLUMN lakesoul.paimon_views.created_by IS 'Who made it.';
COMMENT ON COLUMN lakesoul.paimon_views.updated_at IS 'When it was last changed, in epoch milliseconds.';
COMMENT ON COLUMN lakesoul.paimon_views.updated_by IS 'Who that was.';
COMMENT ON CONSTRAINT paimon_views_pkey ON lakesoul.paimon_views IS 'One row for a view.';
COMMENT ON CONSTRAINT paimon_views_name_key ON lakesoul.paimon_views IS
'One view of a name. Index rows are limited to 2704 bytes.';

SELECT pg_catalog.pg_extension_config_dump('lakesoul.paimon_databases', '');
SELECT pg_catalog.pg_extension_config_dump('lakesoul.paimon_tables', '');
SELECT pg_catalog.pg_extension_config_dump('lakesoul.paimon_schemas', '');
SELECT pg_catalog.pg_extension_config_dump('lakesoul.paimon_views', '');

GRANT SELECT ON lakesoul.paimon_databases, lakesoul.paimon_tables, lakesoul.paimon_schemas, lakesoul.paimon_views TO PUBLIC;
ALTER TABLE lakesoul.paimon_databases ENABLE ROW LEVEL SECURITY;
ALTER TABLE lakesoul.paimon_tables ENABLE ROW LEVEL SECURITY;
ALTER TABLE lakesoul.paimon_schemas ENABLE ROW LEVEL SECURITY;
ALTER TABLE lakesoul.paimon_views ENABLE ROW LEVEL SECURITY;
CREATE POLICY sees_namespace ON lakesoul.paimon_databases FOR SELECT USING (lakesoul.sees_namespace(namespace));
CREATE POLICY sees_table ON lakesoul.paimon_tables FOR SELECT USING (lakesoul.sees_table(table_id));
CREATE POLICY sees_table ON lakesoul.paimon_schemas FOR SELECT USING (lakesoul.sees_table(table_id));
CREATE POLICY sees_namespace ON lakesoul.paimon_views FOR SELECT USING (lakesoul.sees_namespace(namespace));

COMMENT ON POLICY sees_namespace ON lakesoul.paimon_databases IS 'Rows of namespaces that the caller sees.';
COMMENT ON POLICY sees_table ON lakesoul.paimon_tables IS 'Rows of tables that the caller sees in table_info.';
COMMENT ON POLICY sees_table ON lakesoul.paimon_schemas IS 'Rows of tables that the caller sees in table_info.';
COMMENT ON POLICY sees_namespace ON lakesoul.paimon_views IS 'Rows of namespaces that the caller sees.';

