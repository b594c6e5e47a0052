#!/usr/bin/python3
"""Random histories of a table's files: whatever commits, stock clients, expiries, purges and drops do, no file is handed
out for deletion while something references it, and no path is forgotten.

    file_histories.py [SEED [HISTORIES]]       the server is the one that PGHOST and PGPORT name

First one table at a time, then several sessions at once on one table. After each step the server is asked, by functions that the code under test does not use, which files are active in any
stored version and which a registered commit brings. Every path that was ever added must be one of these, or be handed
out by discarded(), or have been deleted by then; none may be two of them. A neighbour, a table that names some of the
files and may lie in the table's folder, keeps them and the folder from being handed out, also by drops. Paths are spelled
in several ways, some tables are external ones of the Paimon API, some versions pinned, and one file bears the name of the
neighbour's folder."""
import multiprocessing
import os
import random
import re
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


def location(path):
    """where it lies, however it is spelled"""
    return re.sub("/+", "/", "/%s/" % re.sub("^[A-Za-z0-9+.-]+:(?=/)", "", path))


def locations(paths):
    return {location(path) for path in paths}


class History:
    """One table, from its creation to its drop; or what one of several sessions does to one."""

    def __init__(self, cursor, number, seed, counts, table=None):
        self.cursor, self.random, self.counts = cursor, random.Random(seed * 1000003 + number), counts
        self.alone, self.table, self.session = table is None, table or "t%d" % number, number
        self.place = "/lake/%s" % self.table if table or self.random.random() < 0.9 else ""
        if self.alone and self.place and self.random.random() < 0.5:
            self.place = "s3:/" + self.place
        self.is_external = self.alone and self.random.random() < 0.1
        self.files, self.log, self.pinned, self.is_gone = 0, [], set(), False
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
            if error.pgcode not in ("40001", "23505", "22023") + (("42704",) if not self.alone else ()) + (
                    ("55000",) if self.pinned or not self.alone else ()):
                raise Wrong("%s %s: %s" % (statement, values, error))
            self.counts["refused " + error.pgcode] += 1
            return None

    def create(self):
        self.all("SELECT lakesoul.create_table(%s, %s, '{}', range_partitions => '{p}', table_id => %s)",
                 self.table, self.place, self.table)
        if self.is_external:
            self.all("INSERT INTO lakesoul.paimon_tables (table_id, is_external, schema_id, field_id_floor) "
                     "VALUES (%s, true, 0, 0) RETURNING 1", self.table)
            self.counts["external tables"] += 1

    def respelled(self, path):
        bare = location(path)[1:-1]
        return self.random.choice(("/%s", "s3://%s", "s3a://%s", "file:///%s", "s3a://%s/")) % (
            bare if self.random.random() < 0.7 else bare.replace("/", "//", 1))

    def new(self, count=1):
        out = []
        for _ in range(count):
            chance = self.random.random() if self.alone else 1
            if chance < 0.08:    # a file that is there, by another name
                known = [path for desc in PARTITIONS for path in self.active_of_head(desc)]
                if known:
                    out.append(self.respelled(self.random.choice(known)))
                    self.counts["files respelled"] += 1
                    continue
            elif chance < 0.09 and location(self.within()) not in locations(self.deleted):
                out.append(self.within())    # a name that is a folder's
                continue
            self.files += 1
            where = self.place if self.place and self.random.random() < 0.9 else "/elsewhere/" + self.table
            out.append("%s/f%d%s" % (where, self.files, "" if self.alone else "-%d" % self.session))
        return list(dict.fromkeys(out))

    def within(self):
        return (self.place or "/lake") + "/within"

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
            if self.alone and self.random.random() < 0.2:
                path = self.respelled(path)
            self.all("INSERT INTO public.discard_compressed_file_info (file_path, table_path, partition_desc, \"timestamp\", "
                     "t_date) VALUES (%s, %s, %s, 1, '1970-01-20') RETURNING 1", path, self.place or self.table,
                     self.partition())

    def records_by_function(self):
        known = sorted(self.ever - self.deleted)
        paths = [self.respelled(path) if self.alone and self.random.random() < 0.2 else path
                 for path in self.random.sample(known, min(len(known), 3))]
        before = self.state()
        self.attempt("SELECT lakesoul.discard_files(%s, %s, %s)", self.table, paths, self.partition())
        used = locations(path for desc in PARTITIONS for path in self.active_of_head(desc)) | locations(before["registered"])
        if self.alone and locations(self.state()["recorded"] - before["recorded"]) & used:
            raise Wrong("recorded, but in use: %s" % paths)

    def pins(self):
        desc = self.partition()
        versions = self.versions(desc)
        if versions:
            version = self.random.choice(versions)[0]
            self.all("UPDATE public.partition_info SET pinned = true WHERE table_id = %s AND partition_desc = %s "
                     "AND version = %s RETURNING 1", self.table, desc, version)
            self.pinned.add((desc, version))
            self.counts["versions pinned"] += 1

    def unpins(self):
        for desc, version in list(self.pinned):
            self.all("UPDATE public.partition_info SET pinned = false WHERE table_id = %s AND partition_desc = %s "
                     "AND version = %s RETURNING 1", self.table, desc, version)
        self.pinned.clear()

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
        self.look_at_returned([(path,) for row in done for path in row[3]])
        self.counts["versions expired"] += sum(row[1] for row in done)
        self.counts["commits expired"] += sum(row[2] for row in done)
        self.counts["files expired"] += sum(len(row[3]) for row in done)
        self.counts["partitions expired"] += sum(not self.versions(row[0]) for row in done)

    def drops_a_partition(self):
        desc = self.partition()
        if self.versions(desc):
            self.look_at_returned(self.attempt("SELECT lakesoul.drop_partition_by_id(%s, %s)", self.table, desc))

    def truncates(self):
        self.look_at_returned(self.attempt("SELECT lakesoul.truncate_table_by_id(%s)", self.table))

    def gets_a_neighbour(self):
        if self.neighbour is None:
            self.neighbour = self.table + "-neighbour"
            self.neighbour_place = self.random.choice(("/lake/" + self.neighbour, "", self.within(), self.respelled(self.within())))
            self.all("SELECT lakesoul.create_table(%s, %s, '{}', table_id => %s)", self.neighbour, self.neighbour_place,
                     self.neighbour)
        known = [path for desc in PARTITIONS for path in self.active_of_head(desc)]
        shared = [self.respelled(path) if self.random.random() < 0.2 else path
                  for path in self.random.sample(known, self.random.randint(0, min(len(known), 3)))]
        shared = list(dict.fromkeys(shared))
        if shared:
            self.all("SELECT status FROM lakesoul.commit_files_by_id(%s, ARRAY(SELECT ROW('-5', f, 'add', 1, '')"
                     "::lakesoul.file_change FROM unnest(%s::text[]) AS f), %s, %s::jsonb)", self.neighbour, shared,
                     self.random.choice((A, U)), None)
            self.counts["files shared"] += len(shared)

    def loses_its_neighbour(self):
        if self.neighbour is not None:
            chance = self.random.random()
            if chance < 0.5:
                self.look_at_returned(self.all("SELECT unnest(paths) FROM lakesoul.expire_by_id(%s, keep_versions => 1)",
                                               self.neighbour), True)
            elif chance < 0.6:    # by plain SQL
                self.all("DELETE FROM public.table_info WHERE table_id = %s RETURNING 1", self.neighbour)
                self.all("UPDATE public.table_name_id SET created_at = NULL WHERE table_id = %s RETURNING 1", self.neighbour)
                self.all("UPDATE public.table_path_id SET created_at = NULL WHERE table_id = %s RETURNING 1", self.neighbour)
                self.all("SELECT pg_sleep(0.02)")
                self.look_at_returned(self.all("SELECT unnest(paths) FROM lakesoul.purge_orphans('0')"), True)
                self.neighbour = None
                self.counts["neighbours dropped by plain SQL"] += 1
            else:
                self.look_at_returned(self.all("SELECT lakesoul.drop_table_by_id(%s)", self.neighbour), True)
                self.neighbour = None

    def purges(self):
        done = self.all("SELECT rows, paths FROM lakesoul.purge_orphans(%s) WHERE kind = 'unpublished commits'",
                        self.random.choice(("0", "0", "1 hour")))
        self.counts["commits purged"] += sum(row[0] for row in done)
        self.look_at_returned([(path,) for row in done for path in row[1]])

    def cleans(self):
        """deletes from storage what it was given"""
        given = [path for (path,) in self.all("SELECT path FROM lakesoul.discarded('infinity', %s)", self.table)]
        if len(set(given)) < len(given):
            raise Wrong("given twice: %s" % sorted(given))
        given = self.random.sample(sorted(given), self.random.randint(0, len(given)))
        if given:
            forgotten, = self.all("SELECT lakesoul.forget_discarded(%s)", given)[0]
            if forgotten < len(given) and self.alone:
                raise Wrong("forgot %d of %s" % (forgotten, given))
            self.counts["files deleted"] += len(given)
            self.deleted.update(given)

    def is_dropped(self, crash):
        recorded = self.state()["recorded"]
        self.pinned.clear()
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
        self.is_gone = True
        if self.is_external:    # its files are somebody else's, but for those that it had discarded
            self.ever &= recorded | self.deleted
            if self.place and self.place in self.state()["recorded"]:
                raise Wrong("an external table's folder")

    # ---- what must hold ------------------------------------------------------------------------------------------

    def covered(self, paths, recorded):
        """those of the paths that are recorded, or lie in a folder that is"""
        return {p for p in paths if p in recorded or (self.place and self.place in recorded
                                                      and p.startswith(self.place + "/"))}

    def state(self):
        rows = dict(self.all("SELECT * FROM state(%s)", self.table))
        if len(set(rows["discarded"])) < len(rows["discarded"]):
            raise Wrong("given twice: %s" % sorted(rows["discarded"]))
        return {kind: set(paths) for kind, paths in rows.items()}

    def kept_by_neighbour(self):
        """where files lie that the neighbour needs, and whether the table's folder must stay for its sake"""
        if self.neighbour is None:
            return set(), False
        files = locations(path for (path,) in self.all("SELECT active(%s)", self.neighbour))
        inside = files | ({location(self.neighbour_place)} if self.neighbour_place else set())
        return files, bool(self.place) and any(one.startswith(location(self.place)) for one in inside)

    def look_at_returned(self, rows, of_neighbour=False):
        """what a call gives to delete is what discarded() gives"""
        if rows is None or not self.alone:
            return
        returned, given = {path for (path,) in rows}, self.state()["discarded"]
        if returned - given:
            raise Wrong("returned, but withheld: %s" % sorted(returned - given))
        self.counts["paths returned"] += len(returned)
        if not of_neighbour:
            needed, stays = self.kept_by_neighbour()
            if locations(returned) & needed or stays and self.place in returned:
                raise Wrong("returned, but another table's: %s" % sorted(returned))

    def waits_for_others(self):
        """whether a path waits: a commit adds it by another name, or it is a folder's and a table is around it or in it"""
        named = {path for (path,) in self.all(
            "SELECT f.path FROM public.data_commit_info AS c, unnest(c.file_ops) AS f WHERE c.table_id = ANY (%s) "
            "AND f.file_op = 'add'", [self.table, self.table + "-neighbour"])}
        names = Counter(location(path) for path in named)

        def waits(path):
            where = location(path)
            return names[where] > (path in named) or where == location(self.within()) and (
                names[where] > 0 or not self.is_gone or self.neighbour is not None)
        return waits

    def check(self):
        state = self.state()
        active, registered, discarded = state["active"], state["registered"], state["discarded"]
        needed, stays = self.kept_by_neighbour()
        given, gone = locations(discarded), locations(self.deleted)
        if given & needed or stays and location(self.place) in given or gone & needed:
            raise Wrong("handed out, but another table's: %s" % sorted((given | gone) & (needed | {location(self.place)})))
        if given & locations(active | registered):
            raise Wrong("handed out, but in use: %s" % sorted(given & locations(active | registered)))
        if gone & locations(active):
            raise Wrong("deleted, but active again: %s" % sorted(gone & locations(active)))
        for desc, version in self.pinned:
            if version not in [one[0] for one in self.versions(desc)]:
                raise Wrong("pinned, but gone: %s of %s" % (version, desc))
        self.was_active |= active
        nowhere = self.ever - active - registered - self.deleted - self.covered(self.ever, discarded)
        # What a commit adds and deletes at once waits for the version that published it.
        nowhere -= state["named"] - self.was_active
        recorded = self.covered(nowhere, state["recorded"])
        waits = self.waits_for_others() if nowhere else None
        nowhere = {path for path in nowhere if location(path) not in needed and not (path in recorded and waits(path))}
        if stays:
            nowhere -= recorded
        if nowhere:
            recorded &= nowhere
            raise Wrong("withheld without a reason: %s, forgotten: %s" % (sorted(recorded), sorted(nowhere - recorded)))

    def acts(self):
        actions = [(self.appends, 8), (self.deletes_files, 4), (self.adds_and_deletes_at_once, 1), (self.compacts, 5),
                   (self.updates, 3), (self.deletes, 1), (self.registers, 3), (self.publishes, 4), (self.rolls_back, 2),
                   (self.rolls_back_by_function, 2),
                   (self.pins, 1 * self.alone), (self.unpins, 0.7 * self.alone),
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
    cursor.execute("ALTER TABLE public.partition_info ADD COLUMN pinned boolean NOT NULL DEFAULT false")
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
                                 "commits purged", "files deleted", "files respelled", "files shared", "versions pinned",
                                 "external tables", "neighbours dropped by plain SQL", C + " skipped") if not counts[what]]
    if missing:
        print("never happened:", missing)
    return 1 if failures or missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
