-- Prints docs/reference.md from the comments of the extension's objects, in a database that has the extension.
-- psql -XAtq -f. Fails if a function belongs to no topic or has no comment.
\set ON_ERROR_STOP on
SET client_min_messages TO warning;
SET search_path TO pg_catalog, pg_temp;
LOAD 'lakesoul_meta';

-- Topics in the order of the page; the first pattern that a function's name matches decides.
CREATE TEMP TABLE topics AS SELECT * FROM ROWS FROM (unnest(
    ARRAY['Installing and operating', 'Namespaces and tables', 'Committing', 'Reading', 'Files that are no longer needed', 'The wire',
          'The DLF / Paimon metadata API', 'CarbonData''s create-table planner', 'Access control'],
    ARRAY['^(setup|teardown|status|check_catalog)$',
          '^(create|alter|drop|truncate|list|rename|move|set|remove)_(namespace|table|partition)',
          '^(commit|register|publish|rollback)(_|$)',
          '^(partitions|partition_values|files|changes|history|table_id)(_|$)',
          '^(discard|discarded|forget_discarded|expire|purge)(_|$)',
          '^(decode|encode|execute)(_|$)',
          '^paimon_', '^carbon_', '^(enable_rbac|add_domain|sees)(_|$)'])) WITH ORDINALITY AS t (title, pattern, place);

-- Text of a comment as Markdown: one line, nothing of it markup.
CREATE FUNCTION pg_temp.prose(comment text) RETURNS text LANGUAGE sql AS $$
    SELECT regexp_replace(regexp_replace(comment, '\s*\n\s*', ' ', 'g'), '([*<|]|__)', '\\\1', 'g')
$$;
-- A comment of several paragraphs: the first as it is, the others as a list, the errors apart. A line begins a paragraph where
-- its first word would have fitted on the line before, or where it looks like one after a full stop.
CREATE FUNCTION pg_temp.paragraphs(comment text) RETURNS text LANGUAGE sql AS $$
    SELECT replace(string_agg(CASE WHEN before IS NULL THEN '' WHEN length(before || ' ' || split_part(line, ' ', 1)) > 76
                                    AND NOT (before ~ '\.$' AND line ~ '^([a-z_, ]+: |Results? |Returns |Errors|Costs )') THEN ' '
                                   WHEN line ~ '^Errors' THEN E'\n\n' ELSE E'\n* ' END || pg_temp.prose(line), '' ORDER BY n), E' Errors: ', E'\n\nErrors: ')
      FROM (SELECT line, n, lag(line) OVER (ORDER BY n) AS before FROM string_to_table(comment, E'\n') WITH ORDINALITY AS l (line, n)) AS lines
$$;
-- Types by the names people write.
CREATE FUNCTION pg_temp.types(text text) RETURNS text LANGUAGE sql AS $$
    SELECT replace(regexp_replace(text, '(DEFAULT (NULL|''[^'']*''))::[a-z ]+(\[\])?', '\1', 'g'), 'timestamp with time zone', 'timestamptz')
$$;

CREATE TEMP TABLE functions AS
SELECT t.place, p.proname AS name, p.oid::regprocedure::text AS signature, pg_temp.paragraphs(obj_description(p.oid, 'pg_proc')) AS comment,
       format(E'lakesoul.%s(%s)\n    returns %s', p.proname, pg_temp.types(pg_get_function_arguments(p.oid)), pg_temp.types(pg_get_function_result(p.oid))) AS declaration
  FROM pg_proc AS p
       LEFT JOIN LATERAL (SELECT t.place FROM topics AS t WHERE p.proname ~ t.pattern ORDER BY t.place LIMIT 1) AS t ON true
 WHERE p.pronamespace = 'lakesoul'::regnamespace AND p.proname !~ '^_' AND p.prorettype <> 'trigger'::regtype;
DO $$
DECLARE
    found text;
BEGIN
    SELECT string_agg(signature, ', ') INTO found FROM functions WHERE place IS NULL;
    IF found IS NOT NULL THEN
        RAISE EXCEPTION 'no topic for %', found USING HINT = 'Add a pattern to the topics in scripts/reference.sql.';
    END IF;
    SELECT string_agg(signature, ', ') INTO found FROM functions WHERE COALESCE(comment, '') = '';
    IF found IS NOT NULL THEN
        RAISE EXCEPTION 'no comment on %', found;
    END IF;
END
$$;

CREATE TEMP TABLE relations AS
SELECT c.oid, c.relkind, c.relname AS name, format(E'### `lakesoul.%s`\n\n%s\n\n| column | type | |\n|---|---|---|\n%s\n', c.relname,
           pg_temp.prose(COALESCE(obj_description(c.oid, 'pg_class'), obj_description(c.reltype, 'pg_type'))),
           (SELECT string_agg(format('| `%s` | %s | %s |', a.attname, pg_temp.types(format_type(a.atttypid, a.atttypmod)), pg_temp.prose(col_description(c.oid, a.attnum))), E'\n' ORDER BY a.attnum)
              FROM pg_attribute AS a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped)) AS entry
  FROM pg_class AS c WHERE c.relnamespace = 'lakesoul'::regnamespace AND c.relkind IN ('r', 'v', 'c') AND c.relname !~ '^_';

SELECT '# Reference' || E'\n\n' ||
'All that is in schema `lakesoul`, made by `scripts/reference` from the comments that `\df+` and `\d+` show in psql. Arguments are' || E'\n' ||
'given by name or in this order. Times are epoch milliseconds in columns and `timestamptz` in arguments, sizes are bytes. What the' || E'\n' ||
'five-character codes of errors mean for a client is in the [README](../README.md#for-engine-authors).' || E'\n';
SELECT string_agg(format('* [%s](#%s)', title, anchor), E'\n' ORDER BY place) || E'\n'
  FROM (SELECT place, title, regexp_replace(replace(lower(title), ' ', '-'), '[^a-z0-9-]', '', 'g') AS anchor FROM topics WHERE EXISTS (SELECT FROM functions AS f WHERE f.place = topics.place)
        UNION ALL VALUES (100, 'Views', 'views'), (101, 'Types', 'types'), (102, 'Side tables', 'side-tables'), (103, 'Settings', 'settings')) AS t;
SELECT entry FROM (
    SELECT place, '' AS name, '' AS signature, format(E'## %s\n', title) AS entry FROM topics WHERE EXISTS (SELECT FROM functions AS f WHERE f.place = topics.place)
    UNION ALL SELECT place, name, signature, CASE WHEN lag(name) OVER w = name THEN '' ELSE format(E'### `%s`\n\n', name) END || format(E'```\n%s\n```\n%s\n', declaration, comment)
      FROM functions WINDOW w AS (ORDER BY place, name COLLATE "C", signature COLLATE "C")) AS e
 ORDER BY place, name COLLATE "C", signature COLLATE "C";
SELECT E'## Views\n';
SELECT entry FROM relations WHERE relkind = 'v' ORDER BY name COLLATE "C";
SELECT E'## Types\n';
SELECT entry FROM relations WHERE relkind = 'c' ORDER BY name COLLATE "C";
SELECT E'## Side tables\n\nRows are written by the extension, and seen by whoever sees their table.\n';
SELECT entry FROM relations WHERE relkind = 'r' ORDER BY name COLLATE "C";
SELECT E'## Settings\n\nWho may set them, and what each means in full: [settings.md](settings.md).\n\n| setting | default | |\n|---|---|---|';
SELECT format('| `%s` | `%s` | %s |', name, COALESCE(NULLIF(boot_val, ''), '''''') || COALESCE(' ' || unit, ''), pg_temp.prose(short_desc)) FROM pg_settings WHERE name LIKE 'lakesoul.%' ORDER BY name COLLATE "C";
