-- What SQL functions over base tables need before their bodies can even be read.

CREATE FUNCTION lakesoul._needs_setup(internal) RETURNS internal
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'lakesoul_needs_setup';

COMMENT ON FUNCTION lakesoul._needs_setup(internal) IS
'Planner support function of SQL functions over base tables: before
lakesoul.setup() it raises 55000 with the hint to run it, where the server
would only say that a relation is missing.';
