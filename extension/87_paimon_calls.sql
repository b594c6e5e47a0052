-- The Paimon API (DLF's metadata API) over LakeSoul's tables: databases, tables, views. Structures are the API's own. What
-- a call may do is what the caller may do to the base tables; what he does not see is answered like what is not there. Every
-- error has the API's ErrorResponse as its DETAIL, but for lost races (40001, 40P01, 55P03), which are to be tried again.
-- A query is {"maxResults", "pageToken", patterns}: pages of at most 100 in byte order; NULL is everything at once.

-- Databases: namespaces.

CREATE FUNCTION lakesoul.paimon_create_database(req pg_catalog.jsonb) RETURNS pg_catalog.jsonb
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_paimon_create_database';

COMMENT ON FUNCTION lakesoul.paimon_create_database(pg_catalog.jsonb) IS
'Makes a database of a CreateDatabaseRequest {name, options} and returns {}.
It is a namespace whose properties are the options.
location: the folder of tables made without a path; comment; domain: who
sees it, where RBAC is on, public if it is missing.
Errors: 42P06 (409) exists already, 22023 (400), 54000 (400) name too long,
42501 (403).';

CREATE FUNCTION lakesoul.paimon_get_database(name pg_catalog.text) RETURNS pg_catalog.jsonb
    LANGUAGE C STABLE PARALLEL RESTRICTED
    AS 'MODULE_PATHNAME', 'lakesoul_paimon_get_database';

COMMENT ON FUNCTION lakesoul.paimon_get_database(pg_catalog.text) IS
'The GetDatabaseResponse of a namespace the caller sees. location is that of
its options, or lakesoul.warehouse; what is not known of a namespace that
the API did not make is null.
Errors: 3F000 (404).';

CREATE FUNCTION lakesoul.paimon_alter_database(name pg_catalog.text, req pg_catalog.jsonb) RETURNS pg_catalog.jsonb
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_paimon_alter_database';

COMMENT ON FUNCTION lakesoul.paimon_alter_database(pg_catalog.text, pg_catalog.jsonb) IS
'Removes and sets options by an AlterDatabaseRequest {removals, updates} and
returns {removed, updated, missing}.
Errors: 3F000 (404), 0A000 (501) the option domain, 22023 (400), 42501
(403).';

CREATE FUNCTION lakesoul.paimon_drop_database(name pg_catalog.text, cascade pg_catalog.bool DEFAULT false)
    RETURNS pg_catalog.jsonb
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_paimon_drop_database';

COMMENT ON FUNCTION lakesoul.paimon_drop_database(pg_catalog.text, pg_catalog.bool) IS
'Drops a database and returns {}.
cascade: its tables and views too.
Errors: 3F000 (404), 2BP01 (409) not empty, 0A000 (501) for default, 42501
(403).';

CREATE FUNCTION lakesoul.paimon_list_databases(query pg_catalog.jsonb DEFAULT NULL) RETURNS pg_catalog.jsonb
    LANGUAGE C STABLE PARALLEL RESTRICTED
    AS 'MODULE_PATHNAME', 'lakesoul_paimon_list_databases';

COMMENT ON FUNCTION lakesoul.paimon_list_databases(pg_catalog.jsonb) IS
'A page of the databases the caller sees: {databases, nextPageToken}.
Pattern: databaseNamePattern.
Errors: 22023 (400).';

-- Tables.

CREATE FUNCTION lakesoul.paimon_create_table(req pg_catalog.jsonb) RETURNS pg_catalog.jsonb
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_paimon_create_table';

COMMENT ON FUNCTION lakesoul.paimon_create_table(pg_catalog.jsonb) IS
'Makes a table of a CreateTableRequest {identifier, schema} and returns {}.
Option path makes it an external one; without it the path is <location of
the database, or lakesoul.warehouse>/<database>/<table>. Option bucket is
LakeSoul''s number of buckets of a table with primary keys, 4 without it.
Errors: 3F000 (404) database, 42P07 (409) a table or view has the name, or a
table the path, 0A000 (501) types that Arrow does not have and options that
are LakeSoul''s own, those of lakesoul.paimon_build_schema, 42501 (403).';

CREATE FUNCTION lakesoul.paimon_get_table(ident pg_catalog.jsonb) RETURNS pg_catalog.jsonb
    LANGUAGE C STABLE PARALLEL RESTRICTED
    AS 'MODULE_PATHNAME', 'lakesoul_paimon_get_table';

COMMENT ON FUNCTION lakesoul.paimon_get_table(pg_catalog.jsonb) IS
'The GetTableResponse of a table the caller sees, whoever made it: what
LakeSoul''s clients changed since is there as a newer version of the schema.
Errors: 42P01 (404), 42704 (404) a branch, 0A000 (501) a system table, 55000
(500) its table_schema cannot be read.';

CREATE FUNCTION lakesoul.paimon_get_table_by_id(table_id pg_catalog.text) RETURNS pg_catalog.jsonb
    LANGUAGE C STABLE PARALLEL RESTRICTED
    AS 'MODULE_PATHNAME', 'lakesoul_paimon_get_table_by_id';

COMMENT ON FUNCTION lakesoul.paimon_get_table_by_id(pg_catalog.text) IS
'As lakesoul.paimon_get_table, for a table given by its id.';

CREATE FUNCTION lakesoul.paimon_alter_table(ident pg_catalog.jsonb, req pg_catalog.jsonb) RETURNS pg_catalog.jsonb
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_paimon_alter_table';

COMMENT ON FUNCTION lakesoul.paimon_alter_table(pg_catalog.jsonb, pg_catalog.jsonb) IS
'Applies an AlterTableRequest {changes}, all of it or nothing, and returns
{}. table_info says the same at once: table_schema, partitions, properties;
its Arrow pair becomes NULL where columns change. Changes of one table wait
for each other.
Errors: 42P01 (404), those of lakesoul.paimon_apply_changes, 0A000 (501)
also for key columns of a table that LakeSoul has files of, 42501 (403).';

CREATE FUNCTION lakesoul.paimon_rename_table(req pg_catalog.jsonb) RETURNS pg_catalog.jsonb
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_paimon_rename_table';

COMMENT ON FUNCTION lakesoul.paimon_rename_table(pg_catalog.jsonb) IS
'Gives a table another name and database by a RenameTableRequest {source,
destination} and returns {}. Id, path and files stay.
Errors: 42P01 (404) source, 3F000 (404) database, 42P07 (409) a table or
view has the name, 22023 (400) a database of another domain, 42501 (403).';

CREATE FUNCTION lakesoul.paimon_drop_table(ident pg_catalog.jsonb) RETURNS pg_catalog.jsonb
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_paimon_drop_table';

COMMENT ON FUNCTION lakesoul.paimon_drop_table(pg_catalog.jsonb) IS
'Drops a table with all its partitions, versions and commits and returns {}.
The paths of its files are kept with the discarded ones, but for an external
table.
Errors: 42P01 (404), 42501 (403).';

CREATE FUNCTION lakesoul.paimon_list_tables(database pg_catalog.text, query pg_catalog.jsonb DEFAULT NULL)
    RETURNS pg_catalog.jsonb
    LANGUAGE C STABLE PARALLEL RESTRICTED
    AS 'MODULE_PATHNAME', 'lakesoul_paimon_list_tables';

COMMENT ON FUNCTION lakesoul.paimon_list_tables(pg_catalog.text, pg_catalog.jsonb) IS
'A page of the names of a database''s tables: {tables, nextPageToken}.
Patterns: tableNamePattern, tableType.
Errors: 3F000 (404), 22023 (400).';

CREATE FUNCTION lakesoul.paimon_list_table_details(database pg_catalog.text, query pg_catalog.jsonb DEFAULT NULL)
    RETURNS pg_catalog.jsonb
    LANGUAGE C STABLE PARALLEL RESTRICTED
    AS 'MODULE_PATHNAME', 'lakesoul_paimon_list_table_details';

COMMENT ON FUNCTION lakesoul.paimon_list_table_details(pg_catalog.text, pg_catalog.jsonb) IS
'A page of the GetTableResponses of a database''s tables: {tableDetails,
nextPageToken}. A table whose table_schema cannot be read is left out, with
a WARNING. Patterns and errors as lakesoul.paimon_list_tables.';

CREATE FUNCTION lakesoul.paimon_list_tables_globally(query pg_catalog.jsonb DEFAULT NULL) RETURNS pg_catalog.jsonb
    LANGUAGE C STABLE PARALLEL RESTRICTED
    AS 'MODULE_PATHNAME', 'lakesoul_paimon_list_tables_globally';

COMMENT ON FUNCTION lakesoul.paimon_list_tables_globally(pg_catalog.jsonb) IS
'A page of the identifiers of all tables the caller sees: {tables,
nextPageToken}, in the order of "database.table", which is what a token is.
Patterns: databaseNamePattern, tableNamePattern, tableType.
Errors: 22023 (400).';

-- Views, which LakeSoul has none of. Making and changing them takes the right to make and drop a table in the database.

CREATE FUNCTION lakesoul.paimon_create_view(req pg_catalog.jsonb) RETURNS pg_catalog.jsonb
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_paimon_create_view';

COMMENT ON FUNCTION lakesoul.paimon_create_view(pg_catalog.jsonb) IS
'Makes a view of a CreateViewRequest {identifier, schema} and returns {}.
Errors: 3F000 (404) database, 42P07 (409) a view or table has the name,
22023 (400), 54000 (400) name too long, 42501 (403).';

CREATE FUNCTION lakesoul.paimon_get_view(ident pg_catalog.jsonb) RETURNS pg_catalog.jsonb
    LANGUAGE C STABLE PARALLEL RESTRICTED
    AS 'MODULE_PATHNAME', 'lakesoul_paimon_get_view';

COMMENT ON FUNCTION lakesoul.paimon_get_view(pg_catalog.jsonb) IS
'The GetViewResponse of a view the caller sees.
Errors: 42P01 (404).';

CREATE FUNCTION lakesoul.paimon_alter_view(ident pg_catalog.jsonb, req pg_catalog.jsonb) RETURNS pg_catalog.jsonb
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_paimon_alter_view';

COMMENT ON FUNCTION lakesoul.paimon_alter_view(pg_catalog.jsonb, pg_catalog.jsonb) IS
'Applies an AlterViewRequest {changes}, all of it or nothing, and returns {}.
Errors: 42P01 (404), 42710 (409) and 42704 (404) a dialect, 22023 (400),
42501 (403).';

CREATE FUNCTION lakesoul.paimon_rename_view(req pg_catalog.jsonb) RETURNS pg_catalog.jsonb
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_paimon_rename_view';

COMMENT ON FUNCTION lakesoul.paimon_rename_view(pg_catalog.jsonb) IS
'Gives a view another name and database by a RenameTableRequest {source,
destination} and returns {}.
Errors: 42P01 (404) source, 3F000 (404) database, 42P07 (409) a view or
table has the name, 22023 (400) a database of another domain, 42501 (403).';

CREATE FUNCTION lakesoul.paimon_drop_view(ident pg_catalog.jsonb) RETURNS pg_catalog.jsonb
    LANGUAGE C VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'lakesoul_paimon_drop_view';

COMMENT ON FUNCTION lakesoul.paimon_drop_view(pg_catalog.jsonb) IS
'Drops a view and returns {}.
Errors: 42P01 (404), 42501 (403).';

CREATE FUNCTION lakesoul.paimon_list_views(database pg_catalog.text, query pg_catalog.jsonb DEFAULT NULL)
    RETURNS pg_catalog.jsonb
    LANGUAGE C STABLE PARALLEL RESTRICTED
    AS 'MODULE_PATHNAME', 'lakesoul_paimon_list_views';

COMMENT ON FUNCTION lakesoul.paimon_list_views(pg_catalog.text, pg_catalog.jsonb) IS
'A page of the names of a database''s views: {views, nextPageToken}. Pattern:
viewNamePattern.
Errors: 3F000 (404), 22023 (400).';

CREATE FUNCTION lakesoul.paimon_list_view_details(database pg_catalog.text, query pg_catalog.jsonb DEFAULT NULL)
    RETURNS pg_catalog.jsonb
    LANGUAGE C STABLE PARALLEL RESTRICTED
    AS 'MODULE_PATHNAME', 'lakesoul_paimon_list_view_details';

COMMENT ON FUNCTION lakesoul.paimon_list_view_details(pg_catalog.text, pg_catalog.jsonb) IS
'A page of the GetViewResponses of a database''s views: {viewDetails,
nextPageToken}. Pattern and errors as lakesoul.paimon_list_views.';

CREATE FUNCTION lakesoul.paimon_list_views_globally(query pg_catalog.jsonb DEFAULT NULL) RETURNS pg_catalog.jsonb
    LANGUAGE C STABLE PARALLEL RESTRICTED
    AS 'MODULE_PATHNAME', 'lakesoul_paimon_list_views_globally';

COMMENT ON FUNCTION lakesoul.paimon_list_views_globally(pg_catalog.jsonb) IS
'A page of the identifiers of all views the caller sees: {views,
nextPageToken}, in the order of "database.view", which is what a token is.
Patterns: databaseNamePattern, viewNamePattern.
Errors: 22023 (400).';
