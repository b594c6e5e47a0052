#!/usr/bin/python3
"""Plays LakeSoul's stock clients against a catalog, many at once, and counts what became of their rows.

    simulate.py DATABASE WRITERS REQUESTS SEED [stock]     the server is the one that PGHOST and PGPORT name

Writers are Java (native and JDBC), Flink, Rust (fixed and not) and, unless only stock ones are asked for, callers of
lakesoul.commit; one in six writes to one hot partition, the others to several in either order. Compactors, an updater, a
deleter, both cleaners and those who drop partitions and tables work beside them. Prints one line of name=number pairs."""
import random
import sys
import threading
import time
import uuid

import upkeep
from committers import APPEND, COMPACTION, DELETE, MERGE, UPDATE, Exhausted, Flink, Function, GivenUp, Java, Request, Rust
from dao import Commit, Dao, NO_HEAD, TableInfo
from libpq import Connection, ServerError
from world import CLEANED, COUNTED, DELETED, DROPPED, PARTITIONS, TABLE, UPDATED, World

LOST_ANSWERS = 0.05   # how often an answer is lost, so that the driver sends the same again
PAUSE = 0.003         # seconds at most between a client's statements: what it thinks, or a network takes
NAMES = ("requests failed lost duplicated refused_but_there crashed unmarked gaps times_fall unreadable resurrected upkeep_failed "
         "planned_again ignored racing repeated excused conflicts rows versions compacted updated deleted cleaned partitions_dropped "
         "tables_dropped milliseconds").split()


def new_id(rng):
    return str(uuid.UUID(int=rng.getrandbits(128), version=4))


def commit_of(table_id, partition, one, op):
    return Commit(table_id, partition, one, [("%s/%s" % (partition, one), "add", 1, "a,b")], op)


class Simulation:
    def __init__(self, database, seed, functions, triggers):
        self.database, self.seed, self.functions, self.triggers = database, seed, functions, triggers
        self.world, self.stop = World(), threading.Event()

    def rng(self, name):
        return random.Random("%s-%s" % (self.seed, name))

    def client(self, kind, name, **options):
        return kind(self.database, rng=self.rng("client " + name), pause=PAUSE, lost_answers=LOST_ANSWERS, count=self.world.count,
                    note=self.world.note, **options)

    # ---- writers -----------------------------------------------------------------------------------------------

    def write(self, number, client, requests):
        rng, streams = self.rng("writer %d" % number), type(client) is Java
        for request in range(requests):
            op = MERGE if rng.random() < 0.4 else APPEND
            if number % 6 == 0 or rng.random() < 0.3:
                chosen = ["p=hot"]
            else:
                chosen = PARTITIONS[::-1] if number % 2 else PARTITIONS
                chosen = [p for p in chosen if rng.random() < 0.6] or ["p=a"]
            row = number * 1000000 + request
            ids = [new_id(rng) for _ in chosen]
            if streams and DROPPED not in chosen and rng.random() < 0.5:
                ids = ids[:1] * len(chosen)   # as Spark's streams do
            for partition, one in zip(chosen, ids):
                self.world.store(partition, one, [], [row])
            parts = [(partition, [one]) for partition, one in zip(chosen, ids)]
            commits = [commit_of(TABLE, partition, one, op) for partition, one in zip(chosen, ids)]
            rows = [(partition, row) for partition in chosen]
            try:
                client.commit(Request(TABLE, op, parts, {}), commits)
                with self.world.lock:
                    self.world.believed.extend(rows)
                    self.world.counts["requests"] += 1
            except (GivenUp, ServerError) as error:
                self.world.note("failed", error)
                if not isinstance(client, Flink):   # which commits partition by partition
                    with self.world.lock:
                        self.world.refused.extend(rows)
            client.pause()

    # ---- beside them -------------------------------------------------------------------------------------------

    def again(self, work, seconds):
        """Until the writers are done, but once at least."""
        while True:
            try:
                work()
            except (GivenUp, ServerError) as error:
                self.world.note("upkeep_failed", "%s: %s" % (work.__name__, error))
            if self.stop.wait(seconds):
                return

    def rewrite(self, client, op, partition, rng):
        """Reads a head and replaces it by one commit; an update adds a row."""
        read = client.dao.head(TABLE, partition)
        if len(read.snapshot) < (2 if op == COMPACTION else 1):
            return
        one, row = new_id(rng), rng.getrandbits(40)
        self.world.store(partition, one, self.world.rows_of(partition, read.snapshot), [row] if op == UPDATE else [])
        client.pause()
        commit = commit_of(TABLE, partition, one, op)
        request = Request(TABLE, op, [(partition, [one])], {partition: read})
        if op == COMPACTION:
            client.commit(request, [commit])
            return
        client.register([commit])
        # Without the triggers it is the head after the registration, which excuses rather more.
        seen = [(client.dao.head(TABLE, partition).version,)] if not self.triggers else client.dao.connection.simple(
            "select p.version from data_commit_info as c join partition_info as p using (table_id, partition_desc) where c.table_id = "
            "'%s' and c.partition_desc = '%s' and commit_id = '%s' and p.timestamp = c.registered_head" % (TABLE, partition, one))
        try:
            if not client.publish(request):
                raise Exhausted("reach limit")
        except GivenUp:
            self.world.count("conflicts")
            with self.world.lock:
                self.world.refused.append((partition, row))
            return
        with self.world.lock:
            self.world.counts["updated"] += 1
            self.world.believed.append((partition, row))
            self.world.updates.extend((read.version, int(version)) for version, in seen)

    def delete(self, client, rng):
        read = client.dao.head(TABLE, DELETED)
        if read.version == NO_HEAD:
            return
        done = True
        if rng.random() < 0.5:
            try:
                upkeep.logic_delete(client.dao, TABLE, DELETED)
            except ServerError as error:
                if error.sqlstate != "23505":
                    raise
                done = False
        else:
            done = client.publish(Request(TABLE, DELETE, [(DELETED, [])], {DELETED: read}))
        self.world.count("deleted" if done else "conflicts")

    def clean(self, spark, dao, rng):
        partition = rng.choice(CLEANED)
        if rng.random() < 0.5:
            upkeep.NewCleanJob(dao, TABLE, partition).run()
        else:
            rows = dao.connection.simple("select max(timestamp) from partition_info where table_id = '%s' and partition_desc = '%s' and "
                                         "commit_op = 'CompactionCommit' and cardinality(snapshot) = 1" % (TABLE, partition))
            if rows[0][0]:
                spark.clean(partition, int(rows[0][0]))
        self.world.count("cleaned")

    def drop_table(self, dao, rng, orders):
        """Makes a table, and drops or truncates it while another client commits to it."""
        name = "churned_%d" % rng.getrandbits(40)
        info = TableInfo(name, name, "/lake/" + name, "{}", "{}", "p;", "default", "public")
        rng.choice((upkeep.create_java, upkeep.create_rust))(dao, info)
        writer = self.client(rng.choice((Java, Rust)), name)
        writer.note = lambda what, why: self.world.note("racing", why)   # it loses its table
        racer = threading.Thread(target=self.guarded, args=(self.commit_to, writer, name))
        racer.start()
        time.sleep(rng.random() * 0.06)
        if rng.random() < 0.4:
            upkeep.truncate_spark(dao, name)
        orders[0](dao, info)
        orders.append(orders.pop(0))
        racer.join()
        writer.dao.connection.close()
        self.world.count("tables_dropped")

    def commit_to(self, writer, table_id):
        rng = self.rng(table_id)
        for _ in range(6):
            parts = [("p=1", [new_id(rng)]), ("p=2", [new_id(rng)])]
            try:
                writer.commit(Request(table_id, APPEND, parts, {}), [commit_of(table_id, p, ids[0], APPEND) for p, ids in parts])
            except (AttributeError, GivenUp):
                return   # table_info is gone: the client's null pointer

    # ---- the run -----------------------------------------------------------------------------------------------

    def guarded(self, function, *arguments):
        try:
            function(*arguments)
        except BaseException as error:   # a thread's end is a finding, not a silence
            self.world.note("crashed", repr(error))

    def upkeepers(self):
        rng, make = self.rng("upkeep"), self.client
        compactors = [("java", make(Java, "c1")), ("rust", make(Rust, "c2", fixed=False))]
        if self.functions:
            compactors.append(("function", make(Function, "c3")))
        works = []
        for _, client in compactors:
            works.append((lambda client=client: self.rewrite(client, COMPACTION, rng.choice(COUNTED + (DELETED,)), rng), 0.05))
        updater, deleter, dao, jdbc = make(Java, "u"), make(Java, "d"), Dao(self.database), Dao(self.database, True)
        spark = upkeep.Spark(jdbc, TABLE)
        dropper, orders = Dao(self.database), [upkeep.drop_spark, upkeep.drop_flink, upkeep.drop_rust]
        works += [(lambda: self.rewrite(updater, UPDATE, UPDATED, rng), 0.1), (lambda: self.delete(deleter, rng), 0.1),
                  (lambda: self.clean(spark, jdbc, rng), 0.1), (lambda: self.drop_table(dao, rng, orders), 0.05)]

        def drop_partition():
            upkeep.drop_partition(dropper, TABLE, DROPPED)
            self.world.count("partitions_dropped")
        works.append((drop_partition, 0.2))
        for (work, _), name in zip(works, [n + " compacts" for n, _ in compactors] + ["update", "delete", "clean", "drop table", "drop partition"]):
            work.__name__ = name
        return works

    def run(self, writers, requests):
        kinds = [(Java, {}), (Java, {"jdbc": True}), (Flink, {}), (Rust, {}), (Rust, {"fixed": False}),
                 (Function, {}) if self.functions else (Java, {})]
        writing, beside = [], []
        for number in range(writers):
            kind, options = kinds[(number // 2) % len(kinds)]
            client = self.client(kind, str(number), **options)
            writing.append(threading.Thread(target=self.guarded, args=(self.write, number, client, requests)))
        for work, seconds in self.upkeepers():
            beside.append(threading.Thread(target=self.guarded, args=(self.again, work, seconds)))
        for thread in writing + beside:
            thread.start()
        for thread in writing:
            thread.join()
        self.stop.set()
        for thread in beside:
            thread.join()


def main(database, writers, requests, seed, *options):
    connection = Connection(database)
    for relation in ("partition_info", "data_commit_info", "table_info"):
        connection.simple("delete from %s where table_id = '%s'" % (relation, TABLE))
    connection.simple("insert into table_info (table_id, table_namespace, table_name, table_path, table_schema, properties, partitions, "
                      "domain) values ('%s', 'default', 'simulated', '/simulated', '{}', '{}', 'p;', 'public')" % TABLE)
    triggers = connection.simple("select count(*) from pg_trigger where tgfoid = to_regproc('lakesoul.partition_info_before_insert')")
    connection.close()
    started = time.time()
    simulation = Simulation(database, seed, "stock" not in options, triggers[0][0] != "0")
    simulation.run(int(writers), int(requests))
    world = simulation.world
    world.counts["milliseconds"] = int((time.time() - started) * 1000)
    world.check(database, simulation.triggers)
    for what, times in sorted(world.failures.items()):
        print("# %d times: %s" % (times, what))
    print(" ".join("%s=%d" % (name, world.counts[name]) for name in NAMES))


if __name__ == "__main__":
    main(*sys.argv[1:])
