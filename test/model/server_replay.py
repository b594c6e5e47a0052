#!/usr/bin/python3
"""Replays calls of the model's random histories on a server and compares everything that can be seen afterwards.

    server_replay.py [SEED [CALLS]]       the server is the one that PGHOST and PGPORT name

A call is a request to the functions, or a row that a stock client inserts. Each gets a table of its own, whose rows are
put there by plain SQL as the model's state before it says. Requests that no message of the contract can carry are left
out (they are counted)."""
import hashlib
import json
import os
import sys
import time
import zlib
from collections import Counter

import psycopg2

sys.dont_write_bytecode = True   # no __pycache__ beside the sources
import commit_rules as model  # noqa: E402

DATABASE = "lakesoul_model"
DESC = "-5"
BASE = int(time.time() * 1000) - 10 * 86400 * 1000   # the model's time 0, in epoch milliseconds
BATCH = 50                                           # requests a transaction: each keeps a few locks
SQLSTATE = {"conflict": "40001"}   # the other outcomes of the model are results or states already

HELPERS = """
CREATE FUNCTION put(state jsonb) RETURNS void LANGUAGE sql AS $$
    INSERT INTO public.table_info (table_id, table_name, table_path, table_schema, properties, partitions)
    VALUES (state->>'table', state->>'table', '/model/' || (state->>'table'), '{}', '{}', ';');
    INSERT INTO public.partition_info (table_id, partition_desc, version, commit_op, "timestamp", snapshot, expression)
    SELECT state->>'table', '-5', (v->>'version')::int, v->>'op', (v->>'timestamp')::bigint,
           ARRAY(SELECT i::uuid FROM jsonb_array_elements_text(v->'snapshot') WITH ORDINALITY AS s(i, n) ORDER BY n), ''
      FROM jsonb_array_elements(state->'versions') AS v;
    INSERT INTO public.data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, committed,
                                         "timestamp", published_version, registered_head)
    SELECT state->>'table', '-5', (c->>'id')::uuid,
           ARRAY(SELECT ROW(f->>0, f->>1, (f->>2)::bigint, '')::public.data_file_op
                   FROM jsonb_array_elements(c->'files') WITH ORDINALITY AS s(f, n) ORDER BY n),
           'AppendCommit', c->>'published' IS NOT NULL, 1, (c->>'published')::int, (c->>'head')::bigint
      FROM jsonb_array_elements(state->'commits') AS c;
    INSERT INTO lakesoul.retired_commits (table_id, partition_desc, commit_id, version)
    SELECT state->>'table', '-5', (r->>0)::uuid, (r->>1)::int FROM jsonb_array_elements(state->'retired') AS r;
    INSERT INTO lakesoul.held_deletes (table_id, partition_desc, commit_id)
    SELECT state->>'table', '-5', h::uuid FROM jsonb_array_elements_text(state->'held') AS h;
    INSERT INTO lakesoul.dropped_partitions (table_id, partition_desc, version, "timestamp")
    SELECT state->>'table', '-5', (state->>'last')::int, (state->>'clock')::bigint WHERE (state->>'last')::int >= 0;
$$;
CREATE FUNCTION get(which text) RETURNS jsonb LANGUAGE sql AS $$
    SELECT jsonb_build_object(
        'versions', (SELECT jsonb_agg(jsonb_build_object('version', version, 'op', commit_op, 'timestamp', "timestamp",
                        'snapshot', snapshot, 'last_compaction', last_compaction) ORDER BY version)
                       FROM public.partition_info WHERE table_id = which),
        'commits', (SELECT jsonb_object_agg(commit_id, jsonb_build_object('published', published_version,
                        'head', registered_head, 'committed', committed,
                        'files', (SELECT jsonb_agg(jsonb_build_array(f.path, f.file_op, f.size) ORDER BY n)
                                    FROM unnest(file_ops) WITH ORDINALITY AS f(path, file_op, size, cols, n))))
                      FROM public.data_commit_info WHERE table_id = which),
        'retired', (SELECT jsonb_object_agg(commit_id, version) FROM lakesoul.retired_commits WHERE table_id = which),
        'held', (SELECT jsonb_agg(commit_id) FROM lakesoul.held_deletes WHERE table_id = which),
        'last', (SELECT version FROM lakesoul.dropped_partitions WHERE table_id = which))
$$;
"""


# ---- the model's values as the server's ------------------------------------------------------------------------

def uuid(name):
    text = hashlib.md5(name.encode()).hexdigest()
    return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))


def uuids(names):
    return [uuid(name) for name in names]


def stamp(time_of_model):
    return BASE + time_of_model if time_of_model else 0


def files(ops):
    """[path, op, size]; the size stands for the rows"""
    return [[op[1], op[0], zlib.crc32(repr(op[2]).encode()) if op[0] == "add" else 0] for op in ops]


def state_json(table, state):
    return {"table": table, "last": state.last, "clock": stamp(state.clock),
            "versions": [{"version": v.version, "op": v.op, "timestamp": stamp(v.timestamp), "snapshot": uuids(v.snapshot)}
                         for v in state.versions],
            "commits": [{"id": uuid(c.id), "published": c.published_version, "head": stamp(c.registered_head),
                         "files": files(c.ops)} for c in state.commits],
            "held": sorted(uuids(state.held)),
            "retired": [[uuid(i), v] for i, v in sorted(state.retired)]}


# ---- the request as a message ----------------------------------------------------------------------------------

class CannotSend(Exception):
    """No message of the contract says this."""


def read_entries(state, request, table):
    if request.read is None:
        return []
    version, snapshot = request.read
    entry = {"table_id": table, "partition_desc": DESC, "version": version}
    if snapshot:
        entry["snapshot"] = uuids(snapshot)
    elif snapshot is not None and version >= 0:
        # An empty snapshot is none on the wire.
        if model.function_path(state, request) != model.function_path(state, request._replace(read=(version, None))):
            raise CannotSend("a read entry with an empty snapshot")
    return [entry]


def is_registered(state, delta):
    rows = [model.commit_row(state, i) for i, _ in delta]
    return all(row is not None and row.ops == ops for row, (_, ops) in zip(rows, delta))


def call_of(state, request, table, prefer_publish):
    """-> (function, message, body)"""
    op, delta, _ = request
    reads = read_entries(state, request, table)
    if len({i for i, _ in delta}) < len(delta):
        raise CannotSend("an id twice in a delta")
    for _, ops in delta:
        adds = [op_[1] for op_ in ops if op_[0] == "add"]
        if len(set(adds)) < len(adds):
            raise CannotSend("a path added twice in one commit")
    by_id = is_registered(state, delta)
    if op == model.DELETE and any(ops for _, ops in delta):
        raise CannotSend("a Delete with files")
    if not delta or (by_id and (prefer_publish or op == model.DELETE)):
        listed = {"table_id": table, "partition_desc": DESC, "commit_op": op, "snapshot": uuids(i for i, _ in delta)}
        return "publish", "MetaInfo", {"list_partition": [listed], "read_partition_info": reads}
    commits = [{"table_id": table, "partition_desc": DESC, "commit_op": op, "commit_id": uuid(i),
                "file_ops": [dict(zip(("path", "file_op", "size"), f)) for f in files(ops)]} for i, ops in delta]
    return "commit", "JniWrapper", {"data_commit_info": commits, "partition_info": reads}


def send(cursor, function, message, body):
    """-> (outcome or SQLSTATE, result row or message)"""
    cursor.execute("SAVEPOINT request")
    try:
        cursor.execute('SELECT status, version, "timestamp", snapshot::text[], table_id, partition_desc '
                       "FROM lakesoul.%s(lakesoul.encode(%%s, %%s))" % function, (message, json.dumps(body)))
        rows = cursor.fetchall()
        assert len(rows) == 1, rows
        return rows[0][0], rows[0]
    except psycopg2.Error as error:
        cursor.execute("ROLLBACK TO SAVEPOINT request")
        return error.pgcode, str(error)


def insert(cursor, row, table):
    """a stock client's INSERT -> (outcome or SQLSTATE, message)"""
    cursor.execute("SAVEPOINT request")
    try:
        cursor.execute("INSERT INTO public.partition_info (table_id, partition_desc, version, commit_op, snapshot, "
                       "expression, domain) VALUES (%s, %s, %s, %s, %s::uuid[], '', 'public')",
                       (table, DESC, row.version, row.op, uuids(row.snapshot)))
        return ("accepted" if cursor.rowcount == 1 else "suppressed"), None
    except psycopg2.Error as error:
        cursor.execute("ROLLBACK TO SAVEPOINT request")
        return error.pgcode, str(error)


# ---- what must be there afterwards -----------------------------------------------------------------------------

def last_compaction(state, upto):
    """the newest compaction up to a version: its first id was first published by it"""
    found = [v.version for v in state.versions if v.version <= upto and v.op == model.COMPACTION and v.snapshot
             and model.published_version(state, v.snapshot[0]) == v.version]
    return found[-1] if found else -1


def expected_result(before, request, outcome, line, after):
    """-> (version, snapshot) of the result row"""
    if outcome == "committed":
        return model.head(after).version, model.head(after).snapshot
    version = model.head(before).version
    if outcome == "already_committed" and line == "F0":
        version = max(model.published_version(before, i) for i, _ in request.delta)
    row = model.stored(before, version)
    return version if version >= 0 else None, row.snapshot if row else None


def expected_commits(before, request, outcome, line, after):
    """id -> (published_version, registered_head, files)"""
    commits = {c.id: (c.published_version, stamp(c.registered_head), files(c.ops)) for c in after.commits}
    for i, _ in request.delta if isinstance(request, model.Request) else ():
        registered = model.commit_row(before, i)
        if outcome == "skipped":
            commits.pop(i, None)     # a skipped commit keeps no row; the model does not look at registered ones
        elif line == "F8" and registered:
            commits[i] = (commits[i][0], stamp(registered.registered_head), commits[i][2])
    return {uuid(i): row for i, row in commits.items()}


def differences(before, request, outcome, line, after, got_outcome, result, there):
    wanted = SQLSTATE.get(outcome, outcome)
    if got_outcome != wanted:
        yield "outcome: %s, not %s: %s" % (got_outcome, wanted, result)
        return
    newest = max(v.timestamp for v in before.versions) if before.versions else 0
    versions = there["versions"] or []
    if [(v["version"], v["op"], v["snapshot"]) for v in versions] != \
            [(v.version, v.op, uuids(v.snapshot)) for v in after.versions]:
        yield "versions: %s" % versions
    for old, row in zip(before.versions, versions):
        if row["timestamp"] != stamp(old.timestamp) or row["last_compaction"] is not None:
            yield "version %d was touched: %s" % (old.version, row)
    if outcome in ("committed", "already_committed", "skipped"):
        version, snapshot = expected_result(before, request, outcome, line, after)
        if result[1] != version or result[3] != (None if snapshot is None else uuids(snapshot)):
            yield "result: %s, not %s %s" % (result, version, snapshot)
        stamps = [v["timestamp"] for v in versions if v["version"] == version]
        if result[2] != (stamps[0] if stamps else None):
            yield "result's timestamp: %s, not %s" % (result[2], stamps)
    if outcome in ("committed", "accepted") and versions:
        if versions[-1]["timestamp"] <= max(stamp(newest), stamp(before.clock) if before.last >= 0 else 0):
            yield "timestamp does not increase: %s" % versions
        if versions[-1]["last_compaction"] != last_compaction(after, versions[-1]["version"]):
            yield "last_compaction: %s, not %s" % (versions[-1]["last_compaction"],
                                                   last_compaction(after, versions[-1]["version"]))
    commits = {i: (c["published"], c["head"], c["files"] or []) for i, c in (there["commits"] or {}).items()}
    wanted_commits = expected_commits(before, request, outcome, line, after)
    for i in sorted(set(commits) | set(wanted_commits)):
        if commits.get(i) != wanted_commits.get(i):
            yield "commit %s: %s, not %s" % (i, commits.get(i), wanted_commits.get(i))
    for i, row in (there["commits"] or {}).items():
        if row["committed"] != (row["published"] is not None):
            yield "commit %s: committed is %s" % (i, row["committed"])
    if set(there["held"] or []) != set(uuids(after.held)):
        yield "held: %s, not %s" % (there["held"], uuids(after.held))
    if (there["retired"] or {}) != {uuid(i): v for i, v in after.retired}:
        yield "retired: %s, not %s" % (there["retired"], retired)
    if (there["last"] if there["last"] is not None else -1) != after.last:
        yield "last dropped version: %s, not %s" % (there["last"], after.last)


# ---- the run ---------------------------------------------------------------------------------------------------

class Done(Exception):
    pass


class Replay:
    def __init__(self, connection, requests):
        self.connection, self.cursor, self.wanted = connection, connection.cursor(), requests
        self.fired, self.left_out, self.functions, self.failures = Counter(), Counter(), Counter(), 0

    def take(self, history, step, before, arg, outcome, line, after):
        """called by the model in place of printing"""
        done = sum(self.fired.values())
        if done == self.wanted:
            raise Done
        table = "model_%d" % done
        row = isinstance(arg, model.Row)
        try:
            function, message, body = ("INSERT", None, None) if row else call_of(before, arg, table, done % 2 == 1)
        except CannotSend as why:
            self.left_out[str(why)] += 1
            return
        self.fired[line] += 1
        self.functions[function] += 1
        self.cursor.execute("SELECT put(%s)", (json.dumps(state_json(table, before)),))
        got, result = insert(self.cursor, arg, table) if row else send(self.cursor, function, message, body)
        self.cursor.execute("SELECT get(%s)", (table,))
        there = self.cursor.fetchone()[0]
        wrong = list(differences(before, arg, outcome, line, after, got, result, there))
        if wrong:
            self.report(history, step, before, arg, outcome, line, after, wrong)
        if done % BATCH == BATCH - 1:
            self.connection.commit()

    def report(self, history, step, before, arg, outcome, line, after, wrong):
        self.failures += 1
        if self.failures <= 10:
            model.print_call_of_model(history, step, before, arg, outcome, line, after)
            print("".join("    %s\n" % text for text in wrong), flush=True)


def connect():
    control = psycopg2.connect(dbname="postgres")
    control.autocommit = True
    cursor = control.cursor()
    cursor.execute("DROP DATABASE IF EXISTS %s" % DATABASE)
    cursor.execute("CREATE DATABASE %s" % DATABASE)
    control.close()
    connection = psycopg2.connect(dbname=DATABASE)
    cursor = connection.cursor()
    cursor.execute("CREATE EXTENSION lakesoul_meta")
    cursor.execute("SELECT * FROM lakesoul.setup()")
    cursor.execute(HELPERS)
    connection.commit()
    return connection


def main(arguments):
    seed = int(arguments[0]) if arguments else 1
    default = 20000 if os.environ.get("LAKESOUL_SOAK") else 3000
    replay = Replay(connect(), int(arguments[1]) if len(arguments) > 1 else default)
    model.print_call_of_model, model.print_call = model.print_call, replay.take
    started = time.time()
    try:
        model.random_histories(seed, 10 ** 9)
    except Done:
        pass
    replay.connection.commit()
    print("%d calls (%s) in %.0f s, %d differ; left out: %s" % (
        sum(replay.fired.values()), ", ".join("%d %s" % (n, f) for f, n in sorted(replay.functions.items())),
        time.time() - started, replay.failures, dict(replay.left_out)))
    print(" ".join("%s:%d" % (line, replay.fired[line]) for line in model.LINES))
    missing = [line for line in model.LINES if not replay.fired[line]]
    if missing:
        print("lines that never fired:", missing)
    return 1 if replay.failures or missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
