#!/usr/bin/python3
"""Plays LakeSoul's stock clients against a catalog, many at once, and counts what became of their rows.

    simulate.py DATABASE WRITERS REQUESTS SEED [stock]     the server is the one that PGHOST and PGPORT name

The clients do what the released ones do: Java and native code (phase 1, heads, plan, transaction, up to seven attempts
that plan again), Flink (the same, but a failure is taken for success), Rust (one attempt whose result is not looked at,
and commits are never marked). Now and then an answer is lost and the same is sent again. Some callers of lakesoul.commit
are among them, unless only stock ones are asked for. Every request adds rows of its own to one or more partitions;
compactors rewrite what they read. At the end a row must be there once. Prints one line of name=number pairs."""
import json
import random
import sys
import threading
import time
import uuid
from collections import Counter

import psycopg2

TABLE = "table_simulated"
APPEND, MERGE, COMPACTION, UPDATE = "AppendCommit", "MergeCommit", "CompactionCommit", "UpdateCommit"
LOST_ANSWERS = 0.05   # how often an answer is lost, so that the driver sends the same again
PAUSE = 0.003   # seconds at most between a client's statements: what it thinks, or a network takes


class Failure(Exception):
    """A client gives up and says so."""


class World:
    """What all clients know together: the rows that each commit's files hold in each partition."""

    def __init__(self):
        self.lock = threading.Lock()
        self.rows = {}            # (partition, commit id) -> list of row numbers
        self.believed = []        # (partition, row number) that a client takes for stored
        self.refused = []         # those that a client was told are not
        self.counts = Counter()
        self.failures = Counter()

    def store(self, partition, commit, rows):
        with self.lock:
            self.rows[partition, commit] = rows

    def count(self, name, by=1):
        with self.lock:
            self.counts[name] += by


# ---- statements ------------------------------------------------------------------------------------------------

def register(cursor, op, commits):
    """Phase 1: one transaction of inserts. commits: (partition, commit id)."""
    for partition, commit in commits:
        cursor.execute(
            "insert into data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, timestamp, committed, "
            "domain) values (%s, %s, %s::uuid, ARRAY[(%s, 'add', 1, '')]::data_file_op[], %s, %s, false, 'public')",
            (TABLE, partition, commit, "%s/%s" % (partition, commit), op, int(time.time() * 1000)))
    cursor.connection.commit()


def read_head(cursor, partition):
    """-> (version, operation, snapshot)"""
    cursor.execute(
        "select version, commit_op, snapshot::text[] from partition_info where table_id = %s and partition_desc = %s "
        "and version = (select max(version) from partition_info where table_id = %s and partition_desc = %s)",
        (TABLE, partition, TABLE, partition))
    row = cursor.fetchone()
    cursor.connection.commit()
    return row if row else (-1, COMPACTION, [])


def read_operations(cursor, partition, above, upto):
    cursor.execute("select distinct commit_op from partition_info where table_id = %s and partition_desc = %s "
                   "and version > %s and version <= %s", (TABLE, partition, above, upto))
    ops = {row[0] for row in cursor.fetchall()}
    cursor.connection.commit()
    return ops


def transaction_insert(cursor, planned, op, marked):
    """Phase 2's transaction. An error of any insert is no exception: nothing stays, and the client is told 0."""
    try:
        for partition, (version, snapshot) in planned.items():
            cursor.execute(
                "insert into partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain) "
                "values (%s, %s, %s, %s, %s::uuid[], '', 'public')", (TABLE, partition, version, op, snapshot))
        for commit in marked:
            cursor.execute("update data_commit_info set committed = 'true' where commit_id = %s::uuid", (commit,))
    except psycopg2.Error as error:
        cursor.connection.rollback()
        return error.pgcode
    cursor.connection.commit()
    return None


# ---- clients ---------------------------------------------------------------------------------------------------

class Client:
    def __init__(self, world, database, rng):
        self.world, self.rng = world, rng
        self.connection = psycopg2.connect(dbname=database)
        self.cursor = self.connection.cursor()

    def pause(self):
        time.sleep(self.rng.random() * PAUSE)

    def loses_answer(self):
        lost = self.rng.random() < LOST_ANSWERS
        self.world.count("repeated", lost)
        return lost

    def add(self, op, commits):
        """Stores commits that add rows; returns when the client takes them for stored, or raises Failure."""
        raise NotImplementedError


class Java(Client):
    """Spark, through the Java and native code."""

    def plan(self, op, commits, planned):
        """planned: what the last attempt planned, None at the first"""
        result = {}
        for partition, commit in commits:
            version, head_op, snapshot = read_head(self.cursor, partition)
            if planned and planned[partition][0] == version + 1:
                result[partition] = planned[partition]
                continue
            if planned and head_op not in (COMPACTION, UPDATE, op):
                raise Failure("exists conflicting manipulation currently")
            result[partition] = (version + 1, snapshot + [commit])
        return result

    def add(self, op, commits):
        register(self.cursor, op, commits)
        self.pause()
        planned = None
        for _ in range(7):
            planned = self.plan(op, commits, planned)
            self.pause()
            ids = {commit for _, commit in commits}
            state = transaction_insert(self.cursor, planned, op, ids)
            if state is None and self.loses_answer():
                self.pause()
                state = transaction_insert(self.cursor, planned, op, ids)
            if state is None:
                return
            self.world.count("planned_again")
        raise Failure("commit failed, reach limit")

    def compact(self, partition, commit):
        read_version, _, read_snapshot = read_head(self.cursor, partition)
        if len(read_snapshot) < 2:
            return
        with self.world.lock:
            rows = [row for i in read_snapshot for row in self.world.rows.get((partition, i), [])]
        self.pause()
        self.world.store(partition, commit, rows)
        register(self.cursor, COMPACTION, [(partition, commit)])
        for _ in range(7):
            version, _, snapshot = read_head(self.cursor, partition)
            between = read_operations(self.cursor, partition, read_version, version)
            if between & {UPDATE, COMPACTION}:
                return   # left out
            later = [i for i in snapshot if i not in read_snapshot] if version != read_version else []
            self.pause()
            if transaction_insert(self.cursor, {partition: (version + 1, [commit] + later)}, COMPACTION, [commit]) is None:
                return
            self.world.count("planned_again")


class Flink(Java):
    """The sink's committer does not look at the result: after the last attempt the checkpoint succeeds."""

    def add(self, op, commits):
        try:
            super().add(op, commits)
        except Failure as failure:
            if "reach limit" not in str(failure):
                raise
            self.world.count("ignored")


class Rust(Client):
    """One attempt; the number of inserted rows is not looked at, nothing is marked."""

    def add(self, op, commits):
        register(self.cursor, op, commits)
        planned = {}
        for partition, commit in commits:
            version, _, snapshot = read_head(self.cursor, partition)
            planned[partition] = (version + 1, snapshot + [commit])
        self.pause()
        if transaction_insert(self.cursor, planned, op, []) is not None:
            self.world.count("ignored")


class Function(Client):
    """A caller of lakesoul.commit."""

    def call(self, op, commits, reads=()):
        message = {"data_commit_info": [
            {"table_id": TABLE, "partition_desc": partition, "commit_id": commit, "commit_op": op,
             "file_ops": [{"path": "%s/%s" % (partition, commit), "file_op": "add", "size": 1}]}
            for partition, commit in commits], "partition_info": list(reads)}
        try:
            self.cursor.execute("SELECT count(*) FROM lakesoul.commit(lakesoul.encode('JniWrapper', %s))",
                                (json.dumps(message),))
            self.connection.commit()
        except psycopg2.Error as error:
            self.connection.rollback()
            raise Failure("lakesoul.commit: %s" % error.pgcode) from error

    def add(self, op, commits):
        self.call(op, commits)
        if self.loses_answer():
            self.pause()
            self.call(op, commits)

    def compact(self, partition, commit):
        version, _, snapshot = read_head(self.cursor, partition)
        if len(snapshot) < 2:
            return
        with self.world.lock:
            rows = [row for i in snapshot for row in self.world.rows.get((partition, i), [])]
        self.world.store(partition, commit, rows)
        self.pause()
        self.call(COMPACTION, [(partition, commit)],
                  [{"table_id": TABLE, "partition_desc": partition, "version": version, "snapshot": snapshot}])


# ---- the run ---------------------------------------------------------------------------------------------------

PARTITIONS = ["p=hot", "p=a", "p=b", "p=c"]


def write(world, client, number, requests, rng):
    """One writer: on the hot partition alone, or across several, half of them in the opposite order."""
    for request in range(requests):
        op = MERGE if rng.random() < 0.4 else APPEND
        if number % 4 == 0 or rng.random() < 0.3:
            chosen = ["p=hot"]
        else:
            chosen = PARTITIONS[::-1] if number % 2 else PARTITIONS
            chosen = [p for p in chosen if rng.random() < 0.7] or ["p=a"]
        commit = str(uuid.UUID(int=rng.getrandbits(128), version=4))   # the same in each partition, as streams do
        rows = [(partition, number * 1000000 + request) for partition in chosen]
        for partition, row in rows:
            world.store(partition, commit, [row])
        try:
            client.add(op, [(partition, commit) for partition in chosen])
            with world.lock:
                world.believed.extend(rows)
                world.counts["requests"] += 1
        except Failure as failure:
            with world.lock:
                world.refused.extend(rows)
                world.counts["failed"] += 1
                world.failures[str(failure)] += 1
        client.pause()


def compact(world, client, stop, rng):
    while not stop.is_set():
        commit = str(uuid.UUID(int=rng.getrandbits(128), version=4))
        try:
            client.compact(rng.choice(PARTITIONS), commit)
        except Failure as failure:
            world.count("compactions_failed")
            with world.lock:
                world.failures[str(failure)] += 1
        stop.wait(0.05)


def guarded(world, function, *arguments):
    try:
        function(world, *arguments)
    except BaseException as error:   # a thread's end is a finding, not a silence
        with world.lock:
            world.counts["crashed"] += 1
            world.failures[repr(error)] += 1


def run(database, writers, requests, seed, functions):
    world, threads, stop = World(), [], threading.Event()
    kinds = [Java, Flink, Rust, Function if functions else Java]
    for number in range(writers):
        rng = random.Random("%s-%s" % (seed, number))
        client = kinds[(number // 2) % len(kinds)](world, database, rng)
        threads.append(threading.Thread(target=guarded, args=(world, write, client, number, requests, rng)))
    compactors = [threading.Thread(target=guarded, args=(world, compact, kind(world, database, random.Random(seed)), stop,
                                                         random.Random("%s-%s" % (seed, kind.__name__))))
                  for kind in ([Java, Function] if functions else [Java])]
    for thread in threads + compactors:
        thread.start()
    for thread in threads:
        thread.join()
    stop.set()
    for thread in compactors:
        thread.join()
    return world


def check(world, database):
    """Counts rows by what the newest snapshots hold."""
    connection = psycopg2.connect(dbname=database)
    cursor = connection.cursor()
    there = Counter()
    for partition in PARTITIONS:
        for commit in read_head(cursor, partition)[2]:
            there.update((partition, row) for row in world.rows.get((partition, commit), []))
    counts = world.counts
    counts["rows"] = len(world.believed)
    counts["lost"] = sum(there[row] == 0 for row in world.believed)
    counts["duplicated"] = sum(times > 1 for times in there.values())
    counts["refused_but_there"] = sum(there[row] > 0 for row in world.refused)
    for name, query in (
            ("versions", "select count(*) from partition_info where table_id = %s"),
            ("compacted", "select count(*) from partition_info where table_id = %s and commit_op = 'CompactionCommit'"),
            ("gaps", "select count(*) from (select version, row_number() over (partition by partition_desc order by version) - 1 "
                     "as place from partition_info where table_id = %s) as v where version <> place"),
            ("times_fall", "select count(*) from (select timestamp, lag(timestamp) over (partition by partition_desc order by "
                           "version) as before from partition_info where table_id = %s) as v where timestamp <= before"),
            ("unmarked", "select count(*) from data_commit_info as c where table_id = %s and not committed and exists (select "
                         "from partition_info as p where p.table_id = c.table_id and p.partition_desc = c.partition_desc "
                         "and c.commit_id = any (p.snapshot))")):
        cursor.execute(query, (TABLE,))
        counts[name] = cursor.fetchone()[0]
    connection.close()


def main(arguments):
    database, writers, requests, seed = arguments[0], int(arguments[1]), int(arguments[2]), arguments[3]
    connection = psycopg2.connect(dbname=database)
    cursor = connection.cursor()
    for relation in ("partition_info", "data_commit_info", "table_info"):
        cursor.execute("delete from %s where table_id = %%s" % relation, (TABLE,))
    cursor.execute("insert into table_info (table_id, table_namespace, table_name, table_path, table_schema, properties, "
                   "partitions, domain) values (%s, 'default', 'simulated', '/simulated', '', '{}', 'p;', 'public')", (TABLE,))
    connection.commit()
    connection.close()
    started = time.time()
    world = run(database, writers, requests, seed, "stock" not in arguments[4:])
    world.counts["milliseconds"] = int((time.time() - started) * 1000)
    check(world, database)
    for what, times in sorted(world.failures.items()):
        print("# %d times: %s" % (times, what))
    names = ("requests failed lost duplicated refused_but_there crashed unmarked gaps times_fall planned_again ignored repeated rows "
             "versions compacted compactions_failed milliseconds").split()
    print(" ".join("%s=%d" % (name, world.counts[name]) for name in names))


if __name__ == "__main__":
    main(sys.argv[1:])
