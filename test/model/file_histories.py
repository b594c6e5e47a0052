#!/usr/bin/python3
"""Random histories of a table's files: whatever commits, stock clients, expiries, purges and drops do, no file is handed
out for deletion while something references it, and no path is forgotten.

    file_histories.py [SEED [HISTORIES]]       the server is the one that PGHOST and PGPORT name

First one table at a time, then several sessions at once on one table. After each step the server is asked, by functions that the code under test does not use, which files are active in any
stored version and which a registered commit brings. Every path that was ever added must be one of these, or be handed
out by discarded(), or have been deleted by then; none may be two of them. A neighbour, a table that names some of the
files and may lie in the table's folder, keeps them and the folder from being handed out, also by drops."""
import multiprocessing
import os
import random
import sys
import time
import uuid
from collections import Counter

import psycopg2

DATABASE = "lakesoul_files"
PARTITIONS = ("p=1", "p=2")
STEPS = 30   # in the life of a table
CROWD = "crowd"   # the table of several sessions
A, M, C, U, D = "AppendCommit", "MergeCommit", "CompactionCommit", "UpdateCommit", "DeleteCommit"

HELPERS = """
CREATE FUNCTION active(which text) RETURNS SETOF text LANGUAGE sql STABLE AS $$
    SELECT DISTINCT f.path FROM public.partition_info AS i,
           LATERAL lakesoul._active_files(i.table_id, i.partition_desc, i.snapshot) AS f WHERE i.table_id = which
$$;
CREATE FUNCTION registered(which text) RETURNS SETOF text LANGUAGE sql STABLE AS $$
    SELECT DISTINCT f.path FROM public.data_commit_info AS c, unnest(c.file_ops) AS f
     WHERE c.table_id = which AND f.file_op = 'add' AND c.published_version IS NULL
       AND NOT EXISTS (SELECT FROM public.partition_info AS i WHERE i.table_id = c.table_id
                          AND i.partition_desc = c.partition_desc AND c.commit_id = ANY (i.snapshot))
$$;
CREATE FUNCTION state(which text) RETURNS TABLE (kind text, paths text[]) LANGUAGE sql STABLE AS $$
    SELECT 'active', ARRAY(SELECT active(which))
    UNION ALL SELECT 'registered', ARRAY(SELECT registered(which))
    UNION ALL SELECT 'named', ARRAY(SELECT f.path FROM public.data_commit_info AS c, unnest(c.file_ops) AS f
                                      WHERE c.table_id = which AND f.file_op = 'add')
    UNION ALL SELECT 'discarded', ARRAY(SELECT path FROM lakesoul.discarded('infinity'))
    UNION ALL SELECT 'recorded', ARRAY(SELECT file_path FROM public.discard_compressed_file_info
                                        UNION ALL SELECT path FROM lakesoul.dropped_paths)
$$;
CREATE FUNCTION ops(files text[]) RETURNS public.data_file_op[] LANGUAGE sql IMMUTABLE AS $$
    SELECT COALESCE(array_agg(ROW(substr(f, 2), CASE left(f, 1) WHEN '+' THEN 'add' ELSE 'del' END, 1, '')::public.data_file_op
                              ORDER BY n), '{}') FROM unnest(files) WITH ORDINALITY AS u(f, n)
$$;
"""


class Wrong(Exception):
    pass


class History:
    """One table, from its creation to its drop; or what one of several sessions does to one."""

    def __init__(self, cursor, number, seed, counts, table=None):
        self.cursor, self.random, self.counts = cursor, random.Random(seed * 1000003 + number), counts
        self.alone, self.table, self.session = table is None, table or "t%d" % number, number
        self.place = "/lake/%s" % self.table if table or self.random.random() < 0.9 else ""
        self.files, self.log = 0, []
        self.ever, self.was_active, self.deleted, self.pending = set(), set(), set(), []
        self.neighbour, self.neighbour_place = None, ""
        if self.alone:
            self.create()

    # ---- small helpers -------------------------------------------------------------------------------------------

    def all(self, statement, *values):
        self.cursor.execute(statement, values)
        return self.cursor.fetchall()

    def attempt(self, statement, *values):
        """rows, or None where the server refused"""
        try:
            self.cursor.execute(statement, values)
            return self.cursor.fetchall() if self.cursor.description else []
        except psycopg2.Error as error:
            # What another session expired meanwhile is no version any more, and its commits are gone.
            if error.pgcode not in ("40001", "23505", "22023") + (() if self.alone else ("42704", "55000")):
                raise Wrong("%s %s: %s" % (statement, values, error))
            self.counts["refused " + error.pgcode] += 1
            return None

    def create(self):
        self.all("SELECT lakesoul.create_table(%s, %s, '{}', range_partitions => '{p}', table_id => %s)",
                 self.table, self.place, self.table)

    def new(self, count=1):
        out = []
        for _ in range(count):
            self.files += 1
            where = self.place if self.place and self.random.random() < 0.9 else "/elsewhere/" + self.table
            out.append("%s/f%d%s" % (where, self.files, "" if self.alone else "-%d" % self.session))
        return out

    def partition(self):
        return self.random.choice(PARTITIONS)

    def versions(self, desc):
        return self.all("SELECT version, commit_op, snapshot::text[] FROM public.partition_info WHERE table_id = %s "
                        "AND partition_desc = %s ORDER BY version", self.table, desc)

    def active_of_head(self, desc):
        return [path for (path,) in self.all("SELECT path FROM lakesoul.files_by_id(%s) WHERE partition_desc = %s",
                                             self.table, desc)]

    def read(self, desc):
        """a version to have read: the newest, or an older one"""
        versions = self.versions(desc)
        if not versions:
            return -1
        return versions[-1][0] if self.random.random() < 0.6 else self.random.choice(versions)[0]

    def send(self, op, desc, changes, read=None):
        rows = self.attempt(
            "SELECT status FROM lakesoul.commit_files_by_id(%s, ARRAY(SELECT ROW(%s, substr(f, 2), CASE left(f, 1) "
            "WHEN '+' THEN 'add' ELSE 'del' END, 1, '')::lakesoul.file_change FROM unnest(%s::text[]) WITH ORDINALITY "
            "AS u(f, n) ORDER BY n), %s, %s::jsonb)", self.table, desc, changes, op,
            None if read is None else '{"%s": %d}' % (desc, read))
        if rows is not None:
            self.ever.update(change[1:] for change in changes if change[0] == "+")
            self.counts["%s %s" % (op, rows[0][0] if rows else "nothing")] += 1

    # ---- what can happen -----------------------------------------------------------------------------------------

    def appends(self):
        self.send(self.random.choice((A, M)), self.partition(), ["+" + f for f in self.new(self.random.randint(1, 3))])

    def deletes_files(self):
        desc = self.partition()
        active = self.active_of_head(desc)
        if active:
            gone = self.random.sample(active, self.random.randint(1, len(active)))
            self.send(A, desc, ["-" + f for f in gone] + ["+" + f for f in self.new(self.random.randint(0, 1))])

    def adds_and_deletes_at_once(self):
        path, = self.new()
        self.send(A, self.partition(), ["+" + path, "-" + path] + ["+" + f for f in self.new(self.random.randint(0, 1))])

    def compacts(self):
        desc = self.partition()
        kept = self.active_of_head(desc)
        kept = self.random.sample(kept, self.random.randint(0, len(kept))) if self.random.random() < 0.4 else []
        self.send(C, desc, ["+" + f for f in self.new() + kept], self.read(desc))

    def updates(self):
        desc = self.partition()
        self.send(U, desc, ["+" + f for f in self.new(self.random.randint(0, 2))] or ["+" + self.new()[0]],
                  self.read(desc) if self.random.random() < 0.8 else None)

    def deletes(self):
        desc = self.partition()
        self.send(D, desc, [], self.read(desc))

    def registers(self):
        """phase one of a stock client"""
        desc, commit, files = self.partition(), str(uuid.UUID(int=self.random.getrandbits(128))), self.new(2)
        op = self.random.choice((A, C, U))
        planned = [s for _, _, s in self.versions(desc)[-1:]]
        self.all("INSERT INTO public.data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, committed, "
                 "\"timestamp\") VALUES (%s, %s, %s, ops(%s), %s, false, 1000 * extract(epoch FROM clock_timestamp())) "
                 "RETURNING 1", self.table, desc, commit, ["+" + f for f in files], op)
        head = self.versions(desc)
        self.pending.append((desc, op, commit, (head[-1][0] if head else -1) + 1, planned[0] if planned else []))
        self.ever.update(files)

    def publishes(self):
        """phase two, perhaps long after"""
        if not self.pending:
            return
        desc, op, commit, version, before = self.pending.pop(self.random.randrange(len(self.pending)))
        if not self.all("SELECT FROM public.data_commit_info WHERE table_id = %s AND commit_id = %s", self.table, commit):
            return    # purged meanwhile: what no live writer is purged
        self.attempt("INSERT INTO public.partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, "
                     "domain) VALUES (%s, %s, %s, %s, %s::uuid[], '', 'public')", self.table, desc, version, op,
                     (before if op == A else []) + [commit])
        self.counts["stock " + op] += 1

    def rolls_back(self):
        """as a stock client does"""
        desc = self.partition()
        versions = self.versions(desc)
        if len(versions) > 1:
            _, op, snapshot = self.random.choice(versions[:-1])
            self.attempt("INSERT INTO public.partition_info (table_id, partition_desc, version, commit_op, snapshot, "
                         "expression, domain) VALUES (%s, %s, %s, %s, %s::uuid[], '', 'public')", self.table, desc,
                         versions[-1][0] + 1, op, snapshot)

    def rolls_back_by_function(self):
        desc = self.partition()
        versions = self.versions(desc)
        if versions:
            self.attempt("SELECT status FROM lakesoul.rollback_partition_by_id(%s, %s, %s)", self.table, desc,
                         self.random.choice(versions)[0])

    def records_as_spark(self):
        """what a compaction consumed, or believes that it did"""
        known = sorted(self.ever - self.deleted)
        for path in self.random.sample(known, min(len(known), 3)):
            self.all("INSERT INTO public.discard_compressed_file_info (file_path, table_path, partition_desc, \"timestamp\", "
                     "t_date) VALUES (%s, %s, %s, 1, '1970-01-20') RETURNING 1", path, self.place or self.table,
                     self.partition())

    def records_by_function(self):
        known = sorted(self.ever - self.deleted)
        self.attempt("SELECT lakesoul.discard_files(%s, %s, %s)", self.table,
                     self.random.sample(known, min(len(known), 3)), self.partition())

    def grows_old(self):
        """a partition that nobody has touched for days"""
        desc = self.partition()
        self.all("UPDATE public.partition_info SET \"timestamp\" = \"timestamp\" - %s * 86400000::bigint WHERE table_id = %s "
                 "AND partition_desc = %s RETURNING 1", self.random.choice((1, 3)), self.table, desc)

    def lies_idle(self):
        self.grows_old()
        self.expires("")

    def expires(self, how=None):
        how = how if how is not None else self.random.choice((
            "keep_versions => 1", "keep_versions => 2", "keep_for => '0'", "keep_for => '2 days'",
            "keep_versions => 2, keep_for => '1 day'", "", ""))
        if not how:
            self.all("UPDATE public.table_info SET properties = %s WHERE table_id = %s RETURNING 1", self.random.choice((
                '{"partition.ttl": 2, "compaction.ttl": 1}', '{"compaction.ttl": "1", "only_save_once_compaction": "true"}',
                '{"partition.ttl": 0}', '{"compaction.ttl": 0}')), self.table)
        call = "lakesoul.expire(%s" + (", " + how if how else "")
        planned = self.all("SELECT * FROM " + call + ", dry_run => true) ORDER BY 1", self.table)
        done = self.all("SELECT * FROM " + call + ") ORDER BY 1", self.table)
        if planned != done and self.alone:
            raise Wrong("dry run: %s, then: %s" % (planned, done))
        self.counts["versions expired"] += sum(row[1] for row in done)
        self.counts["commits expired"] += sum(row[2] for row in done)
        self.counts["files expired"] += sum(len(row[3]) for row in done)
        self.counts["partitions expired"] += sum(not self.versions(row[0]) for row in done)

    def drops_a_partition(self):
        desc = self.partition()
        if self.versions(desc):
            self.look_at_returned(self.attempt("SELECT lakesoul.drop_partition_by_id(%s, %s)", self.table, desc))

    def truncates(self):
        self.look_at_returned(self.all("SELECT lakesoul.truncate_table_by_id(%s)", self.table))

    def gets_a_neighbour(self):
        if self.neighbour is None:
            self.neighbour = self.table + "-neighbour"
            self.neighbour_place = self.random.choice(("/lake/" + self.neighbour, "", (self.place or "/lake") + "/within"))
            self.all("SELECT lakesoul.create_table(%s, %s, '{}', table_id => %s)", self.neighbour, self.neighbour_place,
                     self.neighbour)
        known = [path for desc in PARTITIONS for path in self.active_of_head(desc)]
        shared = self.random.sample(known, self.random.randint(0, min(len(known), 3)))
        if shared:
            self.all("SELECT status FROM lakesoul.commit_files_by_id(%s, ARRAY(SELECT ROW('-5', f, 'add', 1, '')"
                     "::lakesoul.file_change FROM unnest(%s::text[]) AS f), %s, %s::jsonb)", self.neighbour, shared,
                     self.random.choice((A, U)), None)
            self.counts["files shared"] += len(shared)

    def loses_its_neighbour(self):
        if self.neighbour is not None:
            if self.random.random() < 0.5:
                self.all("SELECT paths FROM lakesoul.expire_by_id(%s, keep_versions => 1)", self.neighbour)
            else:
                self.look_at_returned(self.all("SELECT lakesoul.drop_table_by_id(%s)", self.neighbour), True)
                self.neighbour = None

    def purges(self):
        self.counts["commits purged"] += sum(row[0] for row in self.all(
            "SELECT rows FROM lakesoul.purge_orphans(%s) WHERE kind = 'unpublished commits'",
            self.random.choice(("0", "0", "1 hour"))))

    def cleans(self):
        """deletes from storage what it was given"""
        given = [path for (path,) in self.all("SELECT path FROM lakesoul.discarded('infinity', %s)", self.table)]
        given = self.random.sample(sorted(given), self.random.randint(0, len(given)))
        if given:
            forgotten, = self.all("SELECT lakesoul.forget_discarded(%s)", given)[0]
            if forgotten < len(given) and self.alone:
                raise Wrong("forgot %d of %s" % (forgotten, given))
            self.counts["files deleted"] += len(given)
            self.deleted.update(given)

    def is_dropped(self, crash):
        if crash:    # a stock client that dies in the middle of it
            for relation in ("table_name_id", "table_path_id", "table_info")[self.random.randrange(3):]:
                self.all("DELETE FROM public.%s WHERE table_id = %%s RETURNING 1" % relation, self.table)
            self.all("SELECT pg_sleep(0.02)")    # versions that came fast are stamped a little ahead of the clock
            self.all("SELECT * FROM lakesoul.purge_orphans('0')")
        else:
            self.look_at_returned(self.all("SELECT lakesoul.drop_table(%s)", self.table))
        left, = self.all("SELECT (SELECT count(*) FROM public.partition_info WHERE table_id = %s) + (SELECT count(*) FROM "
                         "public.data_commit_info WHERE table_id = %s) + (SELECT count(*) FROM lakesoul.retired_commits "
                         "WHERE table_id = %s)", self.table, self.table, self.table)[0]
        if left:
            raise Wrong("%d rows are left" % left)

    # ---- what must hold ------------------------------------------------------------------------------------------

    def covered(self, paths, recorded):
        """those of the paths that are recorded, or lie in a folder that is"""
        return {p for p in paths if p in recorded or (self.place and self.place in recorded
                                                      and p.startswith(self.place + "/"))}

    def state(self):
        return {kind: set(paths) for kind, paths in self.all("SELECT * FROM state(%s)", self.table)}

    def kept_by_neighbour(self):
        """files that the neighbour needs, and whether the table's folder must stay for its sake"""
        if self.neighbour is None:
            return set(), False
        files = {path for (path,) in self.all("SELECT active(%s)", self.neighbour)}
        return files, bool(self.place) and any(p.startswith(self.place + "/") for p in files | {self.neighbour_place})

    def look_at_returned(self, rows, of_neighbour=False):
        """what a drop gives to delete is what discarded() gives"""
        if rows is None or not self.alone:
            return
        returned, given = {path for (path,) in rows}, self.state()["discarded"]
        if returned - given:
            raise Wrong("returned, but withheld: %s" % sorted(returned - given))
        self.counts["paths returned"] += len(returned)
        if not of_neighbour:
            needed, stays = self.kept_by_neighbour()
            if returned & needed or stays and self.place in returned:
                raise Wrong("returned, but another table's: %s" % sorted(returned))

    def check(self):
        state = self.state()
        active, registered, discarded = state["active"], state["registered"], state["discarded"]
        needed, stays = self.kept_by_neighbour()
        if discarded & needed or stays and self.place in discarded or self.deleted & needed:
            raise Wrong("handed out, but another table's: %s" % sorted((discarded | self.deleted) & (needed | {self.place})))
        if discarded & (active | registered):
            raise Wrong("handed out, but in use: %s" % sorted(discarded & (active | registered)))
        if self.deleted & active:
            raise Wrong("deleted, but active again: %s" % sorted(self.deleted & active))
        self.was_active |= active
        nowhere = self.ever - active - registered - self.deleted - self.covered(self.ever, discarded)
        # What a commit adds and deletes at once waits for the version that published it.
        nowhere -= state["named"] - self.was_active
        nowhere -= needed
        if stays:
            nowhere -= self.covered(nowhere, state["recorded"])
        if nowhere:
            recorded = self.covered(nowhere, state["recorded"])
            raise Wrong("withheld without a reason: %s, forgotten: %s" % (sorted(recorded), sorted(nowhere - recorded)))

    def acts(self):
        actions = [(self.appends, 8), (self.deletes_files, 4), (self.adds_and_deletes_at_once, 1), (self.compacts, 5),
                   (self.updates, 3), (self.deletes, 1), (self.registers, 3), (self.publishes, 4), (self.rolls_back, 2),
                   (self.rolls_back_by_function, 2),
                   (self.records_as_spark, 2), (self.records_by_function, 1), (self.grows_old, 2 * self.alone),
                   (self.lies_idle, 1 * self.alone), (self.expires, 5), (self.purges, 1),
                   (self.drops_a_partition, 1), (self.truncates, 0.3), (self.cleans, 3),
                   (self.gets_a_neighbour, 1.5 * self.alone), (self.loses_its_neighbour, 0.7 * self.alone)]
        action, = self.random.choices(*zip(*actions))
        self.log.append(action.__name__)
        action()

    def run(self, steps):
        for _ in range(steps):
            self.acts()
            self.check()
        self.log.append("is_dropped")
        self.is_dropped(crash=self.random.random() < 0.3)
        self.check()
        while self.neighbour is not None:
            self.loses_its_neighbour()
            self.check()
        self.all("SELECT lakesoul.forget_discarded(ARRAY(SELECT path FROM lakesoul.discarded('infinity')))")


def connect():
    control = psycopg2.connect(dbname="postgres")
    control.autocommit = True
    cursor = control.cursor()
    cursor.execute("DROP DATABASE IF EXISTS %s" % DATABASE)
    cursor.execute("CREATE DATABASE %s" % DATABASE)
    control.close()
    connection = psycopg2.connect(dbname=DATABASE)
    connection.autocommit = True
    cursor = connection.cursor()
    cursor.execute("SET client_min_messages = error; CREATE EXTENSION lakesoul_meta; SELECT * FROM lakesoul.setup()")
    cursor.execute(HELPERS)
    cursor.execute("SELECT lakesoul.create_table('stays', '/stays', '{}', table_id => 'stays')")
    return connection


# ---- several sessions at once ------------------------------------------------------------------------------------

def works(seed, number, until, results):
    connection = psycopg2.connect(dbname=DATABASE)
    connection.autocommit = True
    history = History(connection.cursor(), number, seed, Counter(), CROWD)
    try:
        while time.time() < until:
            try:
                history.acts()
                history.counts["steps"] += 1
            except psycopg2.Error as error:
                if error.pgcode not in ("40001", "40P01", "23505"):
                    raise Wrong("%s: %s" % (history.log[-1], error))
                history.counts["refused " + error.pgcode] += 1
        results.put((history.ever, history.deleted, history.counts, None))
    except Wrong as error:
        results.put((history.ever, history.deleted, history.counts, str(error)))


def crowd(cursor, seed, seconds):
    """-> failures"""
    watcher = History(cursor, 0, seed, Counter(), CROWD)
    watcher.create()
    results, until, looks, failures = multiprocessing.Queue(), time.time() + seconds, 0, []
    workers = [multiprocessing.Process(target=works, args=(seed, n, until, results)) for n in range(1, 4)]
    for worker in workers:
        worker.start()
    while time.time() < until:
        state = watcher.state()    # one statement, one snapshot
        used = state["discarded"] & (state["active"] | state["registered"])
        watcher.was_active |= state["active"]
        looks += 1
        if used:
            failures.append("handed out, but in use: %s" % sorted(used))
    counts = Counter()
    for _ in workers:
        ever, deleted, more, error = results.get()
        watcher.ever |= ever
        watcher.deleted |= deleted
        counts += more
        failures += [error] if error else []
    for worker in workers:
        worker.join()
    # What a commit brought that was refused is its writer's own.
    try:
        watcher.check()
    except Wrong as error:
        failures.append(str(error))
    watcher.all("SELECT lakesoul.drop_table(%s)", CROWD)
    print("a crowd of %d for %d s, %d steps, %d looks, %d differ" % (
        len(workers), seconds, counts["steps"], looks, len(failures)))
    print(", ".join("%s: %d" % item for item in sorted(counts.items())))
    for failure in failures[:5]:
        print("    " + failure, flush=True)
    return len(failures)


def main(arguments):
    seed = int(arguments[0]) if arguments else 1
    histories = int(arguments[1]) if len(arguments) > 1 else 10000 if os.environ.get("LAKESOUL_SOAK") else 100
    connection, counts, failures, steps, started = connect(), Counter(), 0, 0, time.time()
    cursor = connection.cursor()
    for number in range(histories):
        history = History(cursor, number, seed, counts)
        try:
            history.run(STEPS)
        except (Wrong, psycopg2.Error) as error:
            failures += 1
            if failures <= 5:
                print("history %d of seed %d: %s\n    %s" % (number, seed, " ".join(history.log), error), flush=True)
        steps += len(history.log)
        if number % 200 == 199:
            cursor.execute("VACUUM")
    print("%d histories, %d steps in %.0f s, %d differ" % (histories, steps, time.time() - started, failures))
    print(", ".join("%s: %d" % item for item in sorted(counts.items())))
    failures += crowd(cursor, seed, 60 if os.environ.get("LAKESOUL_SOAK") else 5)
    missing = [what for what in ("versions expired", "commits expired", "files expired", "partitions expired",
                                 "commits purged", "files deleted", C + " skipped") if not counts[what]]
    if missing:
        print("never happened:", missing)
    return 1 if failures or missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
