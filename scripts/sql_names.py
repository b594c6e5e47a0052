"""What lint_names.py knows about SQL: a tokenizer, and the rule that no name is looked up on the search path.

Sql(text, strict).found lists (offset, message). strict: the text runs under the caller's path, so each relation,
function, type, collation and operator has a schema. Otherwise the path is pinned to pg_catalog, pg_temp, and it is
relations that need one, since pg_temp may hold any.
"""
import re
from collections import namedtuple

# kind: name string number param op punct; text: in lower case unless quoted.
Token = namedtuple("Token", "kind text start")

SQL_TOKEN = re.compile(r"""
    (?P<space>\s+|--[^\n]*|/\*.*?\*/|^\\[^\n]*)
  | (?P<string>[eE]'(?:[^'\\]|''|\\.)*'|(?:[bBxXnN]|[uU]&)?'(?:[^']|'')*'|\$(?P<tag>[A-Za-z_]\w*|)\$.*?\$(?P=tag)\$)
  | (?P<name>"(?:[^"]|"")*"|[A-Za-z_][\w$]*)
  | (?P<param>\$\d+)
  | (?P<number>\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)
  | (?P<op>(?:(?!--|/\*)[-+*/<>=~!@\#%^&|`?])+)
  | (?P<punct>::|:=|\.\.|.)
""", re.X | re.S | re.M)

# Types that the grammar itself puts into pg_catalog. Not among them: text, json, jsonb, uuid, bytea, bool, int4, date.
TYPES = set("bigint bit boolean char character dec decimal double float int integer interval national nchar numeric real "
            "smallint time timestamp varchar".split())
# What may stand before a parenthesis without being a function looked up by name.
BEFORE_PARENTHESIS = set(
    "all and any array as by cast check coalesce conflict cube distinct else except exists extract filter from greatest group "
    "grouping having in intersect is join lateral least like limit materialized not offset on only operator or over "
    "returning rollup row select sets set some then union update using values when where with".split()) | TYPES
BEFORE_STRING = BEFORE_PARENTHESIS | set("between case collate default escape ilike return similar to zone".split())
ENDS_CLAUSE = set("except fetch for group having intersect limit loop offset order returning select then union values where "
                  "window".split())
NO_ALIAS = ENDS_CLAUSE | set("as cross default do full inner join left natural on ordinality right set tablesample using "
                             "with".split())
HIDDEN = {"in": "=", "between": ">= and <=", "like": "~~", "ilike": "~~*", "similar": "~", "nullif": "=", "natural": "="}
SUBQUERY = {"select", "values", "with"}
STATEMENT = SUBQUERY | {"begin", "declare", "delete", "insert", "update"}


def sql_tokens(text):
    """Tokens without comments; a name with its dots is one token."""
    found = []
    for match in SQL_TOKEN.finditer(text):
        kind, word = match.lastgroup if match.lastgroup != "tag" else "string", match.group(0)
        if kind == "space":
            continue
        if kind == "op" and len(word) > 1 and word[-1] in "+-" and not re.search(r"[~!@#%^&|`?]", word):
            found += [Token(kind, word.rstrip("+-") or word[0], match.start()), Token(kind, word[-1], match.end() - 1)]
            continue
        word = word.lower() if kind == "name" and word[0] != '"' else word
        if len(found) > 1 and found[-1].text == "." and found[-2].kind == "name" and (kind == "name" or word == "*"):
            found[-2:] = [Token("name", f"{found[-2].text}.{word}", found[-2].start)]
        else:
            found.append(Token(kind, word, match.start()))
    return found


class Context:
    """What is going on between two parentheses. state: item, a table is next; alias, it may get an alias; or empty."""
    def __init__(self, kind="", state=""):
        self.kind, self.state, self.clause, self.deletes = kind, state, "from" if state else "", False


class Sql:
    """One SQL text. strict: it runs under the caller's search path."""
    def __init__(self, text, strict):
        self.tokens, self.strict, self.found, self.open, opened = sql_tokens(text), strict, [], {}, []
        for i, token in enumerate(self.tokens):
            if token.kind == "punct" and token.text in "([":
                opened.append(i)
            elif token.kind == "punct" and token.text in ")]" and opened:
                self.open[i] = opened.pop()
        self.close = {start: end for end, start in self.open.items()}
        self.ctes = {i: self.at(i) for i in range(len(self.tokens)) if self.is_cte(i)}
        self.stack, self.skip_to, self.alias_at = [Context()], 0, None
        for i, token in enumerate(self.tokens):
            if i >= self.skip_to:
                self.take(i, token)

    def at(self, i):
        return self.tokens[i].text if 0 <= i < len(self.tokens) else ""

    def is_cte(self, i):
        if self.tokens[i].kind != "name" or "." in self.at(i) or self.at(i - 1) not in ("with", "recursive", ","):
            return False
        i = self.close.get(i + 1, i) + 1
        return self.at(i) == "as" and (self.at(i + 1) == "(" or "materialized" in (self.at(i + 1), self.at(i + 2)))

    def report(self, i, message, strict_only=True):
        if self.strict or not strict_only:
            self.found.append((self.tokens[min(i, len(self.tokens) - 1)].start, message))

    def check_type(self, i):
        if self.at(i) == "setof":
            i += 1
        if "." not in self.at(i) and self.at(i) not in TYPES:
            self.report(i, f"type {self.at(i)} without its schema")

    def check_relation(self, i):
        name = self.at(i)
        if "." not in name and name not in self.ctes.values() and (self.strict or not name.startswith("pg_")):
            self.report(i, f"relation {name} without its schema", strict_only=False)

    def take(self, i, token):
        context = self.stack[-1]
        if token.kind == "punct":
            self.take_punctuation(i, token.text, context)
        elif token.kind == "op":
            if not self.is_harmless(i, token.text, context):
                self.report(i, f"operator {token.text} outside OPERATOR(pg_catalog.{token.text})")
        elif token.kind == "name" and self.at(i - 1) != ".":   # not a field of an expression, (x).field
            if context.state == "item" and token.text not in ("lateral", "only", "rows", "from"):
                self.take_item(i, context)
            else:
                self.take_name(i, token.text, context)
        elif token.kind == "string" and token.text[0] == "$" and not self.strict:
            offset = token.text.index("$", 1) + 1
            inner = token.text[offset:-offset]
            if (sql_tokens(inner) or [token])[0].text in STATEMENT:   # a command or a body inside a body
                self.found += [(token.start + offset + start, message) for start, message in Sql(inner, False).found]

    def take_punctuation(self, i, text, context):
        if text == "(":
            if self.at(i - 1) == "cast":
                inner = Context("cast")
            elif self.at(i - 1) == "extract":
                inner = Context("extract")
            elif context.state == "item":
                inner = Context() if self.at(i + 1) in SUBQUERY else Context("", "item")
                context.state = "alias"
            elif i - 1 == self.alias_at or i - 1 in self.ctes:
                inner = Context("columns")
            else:
                inner = Context()
            self.stack.append(inner)
        elif text == ")" and len(self.stack) > 1:
            self.stack.pop()
        elif text == "::":
            self.check_type(i + 1)
            named = self.at(i + 1).startswith("pg_catalog.reg") and self.tokens[i - 1].kind == "string"
            if named and "." not in self.at(i - 1) and self.at(i + 1)[-9:] not in ("namespace", "g.regrole"):
                self.report(i - 1, f"name {self.at(i - 1)} without its schema")
        elif text == "," and context.clause == "from":
            context.state = "item"
        elif text == ";":
            self.stack = [Context()]

    def is_harmless(self, i, text, context):
        before = self.at(i - 1)
        if text == "*":
            return before in ("select", "distinct", "returning", ",", ".") or (before == "(" and self.at(i + 1) == ")")
        if text == "-":   # the grammar folds it into a number, but a cast binds first
            operand = self.tokens[i - 1].kind != "op" and before not in {"(", ",", "["} | BEFORE_STRING
            return not operand and self.at(i + 1)[:1].isdigit() and self.at(i + 2) != "::"
        if text == "=" and context.clause == "set":
            target = i - 1
            if before == "]":
                target = self.open.get(target, target) - 1
            elif before == ")":
                target = self.open.get(target, target)
            return self.at(target - 1) in ("set", ",")
        return text == "=>"

    def take_item(self, i, context):
        context.state = "alias"
        if context.clause == "from" and self.at(i + 1) == "(":
            self.check_function(i)
        else:
            self.check_relation(i)
            self.alias_at = i   # INSERT INTO t (columns)

    def check_function(self, i):
        if "." not in self.at(i) and self.at(i) not in BEFORE_PARENTHESIS:
            self.report(i, f"function {self.at(i)} without its schema")

    def take_name(self, i, text, context):
        after, before = self.at(i + 1), self.at(i - 1)
        if context.kind == "columns":
            if after not in (",", ")") and before in ("(", ","):
                self.check_type(i + 1)
        elif context.state == "alias" and text not in NO_ALIAS:
            context.state, self.alias_at = "", i
        elif text == "as" and context.state == "alias":
            self.alias_at = i
        elif text == "as" and context.kind == "cast":
            self.check_type(i + 1)
        elif text == "operator" and after == "(":
            self.skip_to = self.close.get(i + 1, i) + 1
            if not any("." in self.at(k) for k in range(i + 2, self.skip_to)):
                self.report(i, "OPERATOR() without a schema")
        elif text in HIDDEN and (text != "nullif" or after == "("):
            self.report(i, f"{text.upper()} looks up operator {HIDDEN[text]} by path")
        elif text == "distinct" and after == "from" and before in ("is", "not"):
            self.skip_to = i + 2
            self.report(i, "IS DISTINCT FROM looks up operator = by path")
        elif text == "case" and after != "when":
            self.report(i, "CASE x WHEN looks up operator = by path")
        elif text == "collate" and "." not in after:
            self.report(i, f"collation {after} without its schema")
        elif self.tokens[i + 1:i + 2] and self.tokens[i + 1].kind == "string" and text not in BEFORE_STRING:
            self.check_type(i)
        elif after == "(" and i not in self.ctes and before != "as":
            self.check_function(i)
        self.take_clause(i, text, context)

    def take_clause(self, i, text, context):
        after, before = self.at(i + 1), self.at(i - 1)
        if text == "using" and context.clause == "from" and after == "(" and self.at(i + 2) not in SUBQUERY:
            self.report(i, "JOIN USING looks up operator = by path")
        elif (text in ("from", "join") and context.kind != "extract") or (text == "using" and context.deletes):
            context.clause, context.state = "from", "item"
        elif (text == "into" and (self.strict or before in ("insert", "merge"))) or (
                text == "update" and before not in ("do", "for", "key", "or", "after", "before")):
            context.clause, context.state = "into", "item"
        elif text == "table" and self.tokens[i + 1:i + 2] and self.tokens[i + 1].kind == "name" and after != "if":
            self.check_relation(i + 1)
        elif text == "set":
            context.clause, context.state = "set", ""
        elif text == "on":
            context.state = ""
        elif text in ENDS_CLAUSE:
            context.clause, context.state = "", ""
        context.deletes = (context.deletes or text == "delete") and text not in ("select", "insert")


# ---- the rules tested ------------------------------------------------------------------------------------------

CLEAN_SQL = """
WITH RECURSIVE t (id, n) AS MATERIALIZED (
    SELECT a.id, -1 FROM public.a AS a WHERE a.id OPERATOR(pg_catalog.=) ANY ($1) AND a.b IS NOT NULL -- a = b
    UNION ALL SELECT (x.y).z, CAST($2 AS integer) FROM t, LATERAL (SELECT t.* FROM lakesoul.f(t.id) AS g (y)) AS x
), u AS (SELECT pg_catalog.count(*) FILTER (WHERE true) FROM ROWS FROM (pg_catalog.unnest($1), pg_catalog.unnest($2))
    WITH ORDINALITY AS q(a, b, ord))
SELECT DISTINCT *, COALESCE(q.a, 0)::bigint, ARRAY(SELECT u.id FROM u), ARRAY['x = y'], ROW(1, 2), EXTRACT(day FROM q.d),
    CASE WHEN EXISTS (SELECT FROM t AS "in") THEN '{}'::pg_catalog.jsonb ELSE NULL::public.data_file_op[] END, s.a[1],
    GREATEST(1, 2), pg_catalog.lag(s.a) OVER (PARTITION BY s.a ORDER BY s.b COLLATE pg_catalog."C"),
    3::double precision, interval '1 day', lakesoul.f(named => 1), q.t AT TIME ZONE 'UTC',
    'a'::pg_catalog.regrole, 'a.b'::pg_catalog.regclass
  FROM (public.a AS s CROSS JOIN t) LEFT JOIN LATERAL pg_catalog.jsonb_to_record($3) AS r (a pg_catalog.text, b integer)
    ON true, public.b FOR UPDATE OF s;
INSERT INTO public.a AS d (id, "in") VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET "in" = excluded."in", id = $1;
UPDATE public.a AS c SET (id, n) = (SELECT 1, 2), s[1] = 3 FROM public.b WHERE c.id OPERATOR(pg_catalog.<>) 1;
DELETE FROM public.a USING public.b AS b, t WHERE true
"""
# What each text must be told, and nothing else.
SQL_PLANTS = {
    "SELECT $1 = $2": "operator =", "SELECT 2 * 3": "operator *", "SELECT -$1": "operator -", "SELECT 1-2": "operator -",
    "SELECT -1::bigint": "operator -", "SELECT $1 ->> 'a'": "operator ->>", "SELECT $1 OPERATOR(=) $2": "OPERATOR()",
    "UPDATE public.a SET b = c = d": "operator =", "UPDATE public.a SET b = 1 WHERE c = d": "operator =",
    "SELECT $1 IN (1, 2)": "IN looks up", "SELECT $1 NOT BETWEEN 1 AND 2": "BETWEEN looks up",
    "SELECT CASE $1 WHEN 1 THEN 2 END": "CASE x WHEN", "SELECT $1 IS NOT DISTINCT FROM $2": "IS DISTINCT FROM",
    "SELECT $1 LIKE 'a'": "LIKE looks up", "SELECT NULLIF($1, 1)": "NULLIF looks up",
    "SELECT FROM public.a NATURAL JOIN public.b": "NATURAL looks up",
    "SELECT FROM public.a AS a JOIN public.b AS b USING (id)": "JOIN USING looks up",
    "SELECT lower($1)": "function lower", "SELECT left($1, 1)": "function left", "SELECT \"f\"($1)": "function \"f\"",
    "SELECT FROM unnest($1) AS u(a)": "function unnest", "SELECT pg_catalog.lag($1) OVER (ORDER BY f($1))": "function f",
    "SELECT $1::text": "type text", "SELECT CAST($1 AS json)": "type json", "SELECT date '2020-01-01'": "type date",
    "SELECT FROM public.f() AS f (a text, b integer)": "type text", "SELECT 'a'::pg_catalog.regclass": "name 'a'",
    "SELECT $1 COLLATE \"C\"": "collation \"C\"",
    "SELECT FROM a": "relation a", "SELECT FROM public.a, b": "relation b", "SELECT FROM public.a JOIN b ON true":
    "relation b", "SELECT FROM (a CROSS JOIN public.b)": "relation a", "INSERT INTO a (b) VALUES (1)": "relation a",
    "UPDATE a SET b = 1": "relation a", "DELETE FROM a": "relation a", "DELETE FROM public.a USING b": "relation b",
    "WITH t AS (SELECT FROM a) SELECT FROM t": "relation a", "SELECT FROM pg_class": "relation pg_class",
}


def test_rules():
    """(name, passed) for each rule."""
    results = [("clean SQL", not Sql(CLEAN_SQL, True).found)]
    for text, expected in SQL_PLANTS.items():
        found = [message for _, message in Sql(text, True).found]
        results.append((text, len(found) == 1 and found[0].startswith(expected)))
    return results
