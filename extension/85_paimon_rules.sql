-- The rules of the Paimon API (DLF's metadata API) as functions of their arguments: no table is looked at.
-- Errors carry the API's ErrorResponse as their DETAIL, for whoever answers requests.

CREATE FUNCTION lakesoul.paimon_parse_type(data_type pg_catalog.jsonb) RETURNS pg_catalog.jsonb
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'lakesoul_paimon_parse_type';

COMMENT ON FUNCTION lakesoul.paimon_parse_type(pg_catalog.jsonb) IS
'A Paimon data type in its canonical form: a string for a primitive type, an
object for ARRAY, MULTISET, MAP, ROW and VECTOR. Fields of ROWs get ids if
none has one.
Errors: 42601 text that names no type, 22023 anything else that is none,
54000 nested too deep.';

CREATE FUNCTION lakesoul.paimon_can_evolve(from_type pg_catalog.jsonb, to_type pg_catalog.jsonb,
                                           explicit pg_catalog.bool)
    RETURNS pg_catalog.bool
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'lakesoul_paimon_can_evolve';

COMMENT ON FUNCTION lakesoul.paimon_can_evolve(pg_catalog.jsonb, pg_catalog.jsonb, pg_catalog.bool) IS
'Whether a column of type from_type may become one of to_type.
explicit: whether casts that may lose information are allowed, which is what
tables allow unless their option disable-explicit-type-casting is true.
Errors: as paimon_parse_type.';

CREATE FUNCTION lakesoul.paimon_build_schema(schema pg_catalog.jsonb) RETURNS pg_catalog.jsonb
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'lakesoul_paimon_build_schema';

COMMENT ON FUNCTION lakesoul.paimon_build_schema(pg_catalog.jsonb) IS
'The TableSchema with id 0 of a Schema {fields, partitionKeys, primaryKeys,
options, comment}: checked, types canonical, keys folded out of options, key
columns NOT NULL; timeMillis is 0.
Errors: 22023 and 42601 a schema that is none, 0A000 what is not supported,
55000 rules between columns, keys and options, 54000 over a limit.';

CREATE FUNCTION lakesoul.paimon_apply_changes(table_schema pg_catalog.jsonb, changes pg_catalog.jsonb,
                                              has_snapshots pg_catalog.bool)
    RETURNS pg_catalog.jsonb
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'lakesoul_paimon_apply_changes';

COMMENT ON FUNCTION lakesoul.paimon_apply_changes(pg_catalog.jsonb, pg_catalog.jsonb, pg_catalog.bool) IS
'The TableSchema that follows after a list of SchemaChanges, in order, all or
nothing; its id is one higher, always.
has_snapshots: whether the table has data, which fixes some options.
Errors: 22023 and 42601 a change that is none, 42703 and 42701 a column that
is missing or there, 0A000 not supported, 42846 a type that cannot become
the new one, 55000 what is left would break a rule of paimon_build_schema.';

CREATE FUNCTION lakesoul.paimon_fold_statistics(stored pg_catalog.jsonb, deltas pg_catalog.jsonb)
    RETURNS pg_catalog.jsonb
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'lakesoul_paimon_fold_statistics';

COMMENT ON FUNCTION lakesoul.paimon_fold_statistics(pg_catalog.jsonb, pg_catalog.jsonb) IS
'Partitions after the PartitionStatistics of a commit: counts are added, an
unknown (negative) one is replaced, the later creation time and the reported
number of buckets count, done and other keys stay, partitions without
anything left are gone.
Errors: 22023.';

CREATE FUNCTION lakesoul.paimon_apply_view_changes(view_schema pg_catalog.jsonb, changes pg_catalog.jsonb)
    RETURNS pg_catalog.jsonb
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'lakesoul_paimon_apply_view_changes';

COMMENT ON FUNCTION lakesoul.paimon_apply_view_changes(pg_catalog.jsonb, pg_catalog.jsonb) IS
'The ViewSchema after a list of ViewChanges, in order, all or nothing.
Errors: 22023 a change or schema that is none, 42710 a dialect that is
there, 42704 one that is not.';
