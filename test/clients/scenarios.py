#!/usr/bin/python3
"""Stock clients in scenarios that have one outcome, as lines "ok - ..." and "not ok - ...".

    scenarios.py DATABASE with|without [NAME...]     with or without the extension's triggers; the server is PGHOST's

What a client then does is the same in both; where the outcome is not, the check says so. Without, the tables are
LakeSoul's own, so that each loss that the triggers prevent is seen to happen."""
import json
import sys
import threading
import time
import uuid

import upkeep
from committers import APPEND, COMPACTION, DELETE, UPDATE, Exhausted, Flink, GivenUp, Java, Request, Rust
from dao import Commit, Dao, TableInfo, uuids
from libpq import ServerError
from upkeep import DAY

MINUTE = 60 * 1000


class Scenario:
    def __init__(self, database, triggers):
        self.database, self.triggers, self.failed = database, triggers, 0
        self.java = Java(database)
        self.dao, self.simple = self.java.dao, self.java.dao.connection.simple

    def check(self, what, got, expected):
        self.failed += got != expected
        print("%s - %s" % ("ok" if got == expected else "not ok", what) + ("" if got == expected else ": got %r, expected %r" % (got, expected)))

    def table(self, name, **properties):
        info = TableInfo("table_" + name, name, "/lake/" + name, "{}", json.dumps(properties), "p;", "default", "public")
        upkeep.create_java(self.dao, info)
        return info

    def commit(self, client, table, op, parts, reads=None):
        """parts: partition -> paths. Returns partition -> commit id."""
        ids = {partition: str(uuid.uuid4()) for partition in parts}
        commits = [Commit(table.table_id, partition, ids[partition], [(path, "add", 1, "a,b") for path in paths], op)
                   for partition, paths in parts.items()]
        client.commit(Request(table.table_id, op, [(p, [one]) for p, one in ids.items()], reads or {}), commits)
        return ids

    def heads(self, table, *partitions):
        return {partition: self.dao.head(table.table_id, partition) for partition in partitions}

    def versions(self, table, partition):
        rows = self.simple("select version, commit_op, snapshot from partition_info where table_id = '%s' and partition_desc = '%s' "
                           "order by version" % (table.table_id, partition))
        return [(int(version), op, uuids(snapshot)) for version, op, snapshot in rows]

    def readable(self, table, partition):
        head = self.dao.head(table.table_id, partition)
        return len(self.dao.code(110, table.table_id, partition, head.snapshot)) == len(head.snapshot) if head.snapshot else False

    def number(self, sql):
        return int(self.simple(sql)[0][0])

    def set_age(self, table, version, milliseconds):
        self.simple("update partition_info set timestamp = %d where table_id = '%s' and version = %d"
                    % (int(time.time() * 1000) - milliseconds, table.table_id, version))

    def left(self, info):
        """Rows of a table: table_info, names, paths, versions, commits, discarded files."""
        return [self.number("select count(*) from %s = '%s'" % (where, info.table_id if "table_id =" in where + " =" else info.table_path))
                for where in ("table_info where table_id", "table_name_id where table_id", "table_path_id where table_id",
                              "partition_info where table_id", "data_commit_info where table_id")] + [
            self.number("select count(*) from discard_compressed_file_info where table_path = '%s'" % info.table_path)]

    def together(self, *works):
        """Runs them at once; the errors they end with."""
        errors, gate = [], threading.Barrier(len(works))

        def guarded(work):
            gate.wait()
            try:
                work()
            except Exception as error:   # whatever it is, it is reported
                errors.append(error)
        threads = [threading.Thread(target=guarded, args=(work,)) for work in works]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return errors


# ---- commits ---------------------------------------------------------------------------------------------------

def twenty_appenders(s, commits=15):
    table, landed, gave_up = s.table("appenders"), {}, []

    def appender(number):
        client, landed[number] = Java(s.database), []
        for request in range(commits):
            one = str(uuid.uuid4())
            try:
                client.commit(Request(table.table_id, APPEND, [("p=1", [one])], {}),
                              [Commit(table.table_id, "p=1", one, [("/%d/%d" % (number, request), "add", 1, "")], APPEND)])
                landed[number].append(one)
            except GivenUp:
                gave_up.append(one)
        client.dao.connection.close()
    errors = s.together(*[lambda n=n: appender(n) for n in range(20)])
    s.check("20 appenders on one partition: none dies (scenario 25)", [str(e) for e in errors], [])
    versions, acknowledged = s.versions(table, "p=1"), {one for ids in landed.values() for one in ids}
    snapshot = versions[-1][2]
    place = {one: number for number, one in enumerate(snapshot)}
    s.check("versions are contiguous from 0", [v for v, _, _ in versions], list(range(len(acknowledged))))
    s.check("the last snapshot is what was acknowledged, each once", (set(snapshot), len(snapshot)), (acknowledged, len(acknowledged)))
    s.check("each appender's commits are in its order",
            [n for n, ids in landed.items() if [place[one] for one in ids] != sorted(place[one] for one in ids)], [])
    if s.triggers:
        s.check("no appender gives up", len(gave_up), 0)
        return
    s.check("without the triggers appenders give up after seven attempts", len(gave_up) > 0, True)
    s.check("and what they registered stays uncommitted", s.number(
        "select count(*) from data_commit_info where table_id = '%s' and committed" % table.table_id), len(acknowledged))


def opposite_orders(s, commits=40):
    table, repeated = s.table("opposite"), []

    def writer(partitions):
        client = Java(s.database, note=lambda name, why: repeated.append(why))
        for number in range(commits):
            s.commit(client, table, APPEND, {partition: ["/%s/%d" % (partitions[0], number)] for partition in partitions})
        client.dao.connection.close()
    errors = s.together(lambda: writer(["p=1", "p=2"]), lambda: writer(["p=2", "p=1"]))
    heads = s.heads(table, "p=1", "p=2")
    if s.triggers:
        s.check("two writers with partitions in opposite order both commit all (scenario 26)", [str(e) for e in errors], [])
        s.check("nothing is lost", [len(set(head.snapshot)) for head in heads.values()], [2 * commits] * 2)
        s.check("and none has to plan again", repeated, [])
    else:
        s.check("without the triggers they plan again, after conflicts and deadlocks (scenario 26)", bool(repeated or errors), True)


def replay_after_timeout(s):
    table = s.table("replayed")
    a = s.commit(s.java, table, APPEND, {"p=1": ["/a"]})["p=1"]
    b = str(uuid.uuid4())
    s.java.register([Commit(table.table_id, "p=1", b, [("/b", "add", 1, "")], APPEND)])
    row = s.java.plan(Request(table.table_id, APPEND, [("p=1", [b])], {}), "p=1", [b], s.dao.head(table.table_id, "p=1"), None)
    first, again = (s.dao.insert_versions([(row, "public")], [b]) for _ in range(2))
    s.check("the server executed a commit whose answer was lost", first, True)
    if s.triggers:
        s.check("the same sent again is a success and makes no version (scenario 27)",
                (again, s.versions(table, "p=1")), (True, [(0, APPEND, [a]), (1, APPEND, [a, b])]))
        return
    s.check("without the triggers it is a duplicate key (scenario 27)", (again, s.dao.last_error.sqlstate), (False, "23505"))
    s.java.publish(Request(table.table_id, APPEND, [("p=1", [b])], {}))
    s.check("and planned again it lists the commit twice", s.versions(table, "p=1")[-1], (2, APPEND, [a, b, b]))


def rust_swallows_a_partition(s):
    """What the released Rust client does to compactions: a trailing container is taken for one, and is a partition."""
    table = s.table("swallowed")
    for path in ("/a", "/b"):
        s.commit(Rust(s.database), table, APPEND, {"p=1": [path], "p=2": [path]})
    marked = "select count(*) from data_commit_info where table_id = '%s' and committed" % table.table_id
    s.check("commits of the Rust client are marked" if s.triggers else "nothing marks commits of the Rust client",
            s.number(marked), 4 if s.triggers else 0)
    k = s.commit(Rust(s.database, fixed=False), table, COMPACTION, {"p=1": ["/k"], "p=2": ["/k"]}, s.heads(table, "p=1", "p=2"))
    s.check("at HEAD the last partition of a compaction is swallowed", [len(s.versions(table, p)) for p in ("p=1", "p=2")], [3, 2])
    s.check("and its commit is marked", s.simple("select committed from data_commit_info where commit_id = '%s'" % k["p=2"]), [("t",)])
    s.commit(Rust(s.database), table, COMPACTION, {"p=2": ["/l"]}, s.heads(table, "p=2"))
    s.check("the mended client publishes it", [(v, op) for v, op, _ in s.versions(table, "p=2")][-1], (2, COMPACTION))


def rollback_and_logic_delete(s):
    table = s.table("rolled_back")
    a = s.commit(s.java, table, APPEND, {"p=1": ["/a"], "p=2": ["/a"]})
    b = s.commit(s.java, table, APPEND, {"p=1": ["/b"]})
    upkeep.rollback(s.dao, table.table_id, "p=1", 0)
    upkeep.rollback(s.dao, table.table_id, "p=1", 99)
    s.check("a rollback copies the old row behind the head, and of a missing version does nothing",
            s.versions(table, "p=1")[-2:], [(1, APPEND, [a["p=1"], b["p=1"]]), (2, APPEND, [a["p=1"]])])
    upkeep.logic_delete(s.dao, table.table_id, "p=1")
    upkeep.logic_delete(s.dao, table.table_id)
    s.check("a logical delete puts an empty version behind each head",
            [s.versions(table, p)[-1] for p in ("p=1", "p=2")], [(4, DELETE, []), (1, DELETE, [])])
    s.commit(s.java, table, APPEND, {"p=2": ["/c"]})
    s.check("a commit after it starts anew", len(s.dao.head(table.table_id, "p=2").snapshot), 1)


def flink_ignores_a_conflict(s):
    table, notes = s.table("ignored"), []
    s.commit(s.java, table, APPEND, {"p=1": ["/a"]})
    flink = Flink(s.database, note=lambda name, why: notes.append(name))
    # Between what it reads for its plan and its insert another commit comes.
    flink.pause = lambda: s.commit(s.java, table, APPEND, {"p=1": ["/b"]})
    s.commit(flink, table, DELETE, {"p=1": []}, s.heads(table, "p=1"))
    s.check("Flink takes a Delete that an append came before for done",
            (notes, [op for _, op, _ in s.versions(table, "p=1")]), (["ignored"], [APPEND] * 3))


# ---- cleaning --------------------------------------------------------------------------------------------------

NOW = 0
# properties; versions: (operation, age in days); counts with only_save_once_compaction, and without:
# rows of partition_info, rows of data_commit_info, files (None: upstream does not look)
CLEANINGS = [
    ("compaction.ttl", [(APPEND, 6), (COMPACTION, 5), (APPEND, 3), (COMPACTION, NOW)], (2, 2, 2), (6, 6, 4)),
    ("partition.ttl", [(APPEND, 6), (COMPACTION, 5), (APPEND, 3)], (0, 0, 0), (0, 0, 0)),
    ("partition.ttl", [(APPEND, 6), (APPEND, 5), (APPEND, NOW)], (6, 6, 6), (6, 6, 6)),
    ("both", [(APPEND, 6), (COMPACTION, 5), (APPEND, 4)], (0, 0, 0), (0, 0, 0)),
    ("both", [(APPEND, 6), (COMPACTION, 5), (APPEND, 4), (COMPACTION, NOW)], (2, 2, 2), (6, 6, 4)),
    ("both", [(APPEND, NOW), (COMPACTION, NOW), (APPEND, NOW), (COMPACTION, NOW)], (8, 8, None), (8, 8, None)),
    ("both", [(APPEND, 6), (APPEND, 5)], (0, 0, None), (0, 0, None)),
    ("both", [(APPEND, 6), (APPEND, 5), (UPDATE, NOW)], (2, 2, 1), (4, 4, 3)),
]


def properties_of(which, once):
    ttl = {"partition.ttl": "2", "compaction.ttl": "1"}
    return dict({key: ttl[key] for key in ttl if which in (key, "both")}, only_save_once_compaction=once)


def build_history(s, table, versions):
    """Two partitions; a file a commit. Returns the storage."""
    partitions, storage, files = ["p=1", "p=2"], set(), {"p=1": [], "p=2": []}
    for number, (op, days) in enumerate(versions):
        new = {partition: ["%s/%s/part-%d.parquet" % (table.table_path, partition, number)] for partition in partitions}
        if op == UPDATE:   # moves the row of one partition to a new one
            s.commit(s.java, table, op, {"p=1": [], "p=3": new["p=1"]}, s.heads(table, "p=1"))
            storage.update(new["p=1"])
            continue
        if op == COMPACTION:   # a compaction of a single file lists it again
            new = {p: files[p] if len(files[p]) == 1 else new[p] for p in partitions}
            files = new
        else:
            files = {p: files[p] + new[p] for p in partitions}
        s.commit(s.java, table, op, new, s.heads(table, *partitions) if op == COMPACTION else {})
        storage.update(path for paths in new.values() for path in paths)
        if days != NOW:
            s.set_age(table, number, days * DAY)
    return storage


def clean_expired_data(s):
    for number, (which, versions, *expected) in enumerate(CLEANINGS):
        for once, counts in zip(("true", "false"), expected):
            table = s.table("cleaned_%d_%s" % (number, once), **properties_of(which, once))
            storage = build_history(s, table, versions)
            upkeep.Spark(Dao(s.database, jdbc=True), table.table_id, storage).run()
            got = tuple(s.number("select count(*) from %s where table_id = '%s'" % (relation, table.table_id))
                        for relation in ("partition_info", "data_commit_info")) + (len(storage),)
            history = ", ".join("%s %s" % (op.replace("Commit", ""), "%d d" % days if days else "now") for op, days in versions)
            s.check("CleanExpiredData, %s, once = %s: %s (scenario 39)" % (which, once, history),
                    got[:2] + ((None,) if counts[2] is None else got[2:]), counts)


def clean_after_rollback(s):
    table = s.table("cleaned_rollback", **properties_of("compaction.ttl", "false"))
    ids = [s.commit(s.java, table, APPEND, {"p=1": ["/%d" % n]})["p=1"] for n in range(3)]
    s.commit(s.java, table, COMPACTION, {"p=1": ["/k"]}, s.heads(table, "p=1"))
    upkeep.rollback(s.dao, table.table_id, "p=1", 2)
    for version, days in enumerate((6, 5, 5, 4)):
        s.set_age(table, version, days * DAY)
    upkeep.Spark(Dao(s.database, jdbc=True), table.table_id).run()
    s.check("after a rollback over a compaction the versions before it are cleaned", [v for v, _, _ in s.versions(table, "p=1")], [3, 4])
    s.check("the head lists the old commits", s.dao.head(table.table_id, "p=1").snapshot, ids)
    s.check("and stays readable (scenario 39)" if s.triggers else "and is lost without the triggers (scenario 39)",
            s.readable(table, "p=1"), s.triggers)
    s.commit(s.java, table, COMPACTION, {"p=1": ["/l"]}, s.heads(table, "p=1"))
    s.check("what was held goes when a compaction replaces it", s.number(
        "select count(*) from data_commit_info where table_id = '%s' and commit_id = any ('{%s}')" % (table.table_id, ",".join(ids))), 0)


def new_clean_job(s):
    table = s.table("cleaned_by_flink")
    for number in range(2):
        s.commit(s.java, table, APPEND, {"p=1": ["/%d" % number]})
    s.commit(s.java, table, COMPACTION, {"p=1": ["/k"]}, s.heads(table, "p=1"))
    b = s.commit(s.java, table, APPEND, {"p=1": ["/b"]})["p=1"]
    job = upkeep.NewCleanJob(Dao(s.database, jdbc=True), table.table_id, "p=1")
    time.sleep(0.002)
    job.run()
    s.check("NewCleanJob removes what is older than the compaction, and nothing else",
            ([v for v, _, _ in s.versions(table, "p=1")], s.readable(table, "p=1"),
             s.number("select count(*) from data_commit_info where table_id = '%s'" % table.table_id)), ([2, 3], True, 2))
    s.set_age(table, 3, 5 * MINUTE)   # the triggers never stamp a version so
    job.run()
    head = s.dao.head(table.table_id, "p=1")
    s.check("a version newer than the compaction but stamped before it goes", (head.version, b in head.snapshot), (2, False))
    s.check("its commits that the head lists stay (scenario 40)" if s.triggers else "with commits that the head lists (scenario 40)",
            s.readable(table, "p=1"), s.triggers)


# ---- tables ----------------------------------------------------------------------------------------------------

def sqlstate_and_key(function, *arguments):
    try:
        function(*arguments)
    except ServerError as error:
        return error.sqlstate, error.message.split('"')[1]
    return None


def create_tables(s):
    def info(table_id, name, path):
        return TableInfo(table_id, name, path, "{}", "{}", ";", "default", "public")

    def mapped(name, path):
        return [row[0] for row in s.simple("select table_id from table_name_id where table_name = '%s' union all "
                                           "select table_id from table_path_id where table_path = '%s'" % (name, path))]

    def forget(minutes):
        """As if the crash had been earlier."""
        if s.triggers:
            s.simple("update table_name_id set created_at = created_at - %d; update table_path_id set created_at = created_at - %d"
                     % (minutes * MINUTE, minutes * MINUTE))
    upkeep.create_java(s.dao, info("first", "n1", "/lake/n1"))
    s.check("a second table of a name is refused (scenario 41)",
            sqlstate_and_key(upkeep.create_java, s.dao, info("second", "n1", "/lake/n2")), ("23505", "table_name_id_pkey"))
    s.check("a second table of a path too",
            sqlstate_and_key(upkeep.create_java, s.dao, info("second", "n2", "/lake/n1")), ("23505", "table_path_id_pkey"))
    s.check("and its name is taken back", mapped("n2", "/lake/n2"), [])
    s.dao.code(202, "crashed", "crashed", "default", "public")   # and the client dies
    s.check("a name whose client died a moment ago is not taken over",
            sqlstate_and_key(upkeep.create_java, s.dao, info("third", "crashed", "/lake/crashed")), ("23505", "table_name_id_pkey"))
    s.dao.code(201, "/lake/crashed", "crashed too", "default", "public")
    forget(2)
    got = sqlstate_and_key(upkeep.create_rust, s.dao, info("third", "crashed", "/lake/crashed"))
    if s.triggers:
        s.check("later the next creation replaces name and path (scenario 41)", (got, mapped("crashed", "/lake/crashed")), (None, ["third"] * 2))
        s.check("and the client that was only slow is told",
                sqlstate_and_key(s.dao.code, 203, *info("crashed", "crashed", "/lake/else")), ("23505", "table_name_id_pkey"))
    else:
        s.check("without the triggers never (scenario 41)", got, ("23505", "table_path_id_pkey"))


def create_at_once(s, rounds=6, creators=6):
    """Java clients, all with the same name and path, half of the rounds over what a crashed client left."""
    daos, outcomes = [Dao(s.database) for _ in range(creators)], []
    for number in range(rounds):
        name, path = "raced_%d" % number, "/lake/raced_%d" % number
        if number % 2 and s.triggers:
            s.simple("insert into table_name_id (table_name, table_id, created_at) values ('%s', 'dead_%d', 1);"
                     "insert into table_path_id (table_path, table_id, created_at) values ('%s', 'dead_%d', 1)" % (name, number, path, number))
        errors = s.together(*[lambda dao=dao, i=i: upkeep.create_java(dao, TableInfo(
            "raced_%d_%d" % (number, i), name, path, "{}", "{}", ";", "default", "public")) for i, dao in enumerate(daos)])
        owners = s.simple("select (select count(*) from table_info where table_name = '%s'), (select string_agg(table_id, ' ') from table_info "
                          "where table_name = '%s') = (select table_id from table_name_id where table_name = '%s'), "
                          "(select string_agg(table_id, ' ') from table_info where table_name = '%s') = (select table_id from table_path_id "
                          "where table_path = '%s')" % (name, name, name, name, path))
        outcomes.append((len(errors), {getattr(e, "sqlstate", repr(e)) for e in errors}, owners))
    s.check("of %d creators at once one gets name and path, the others are told (scenario 41)" % creators, outcomes,
            [(creators - 1, {"23505"}, [("1", "t", "t")])] * rounds)


def drop_tables(s):
    for drop, discarded in ((upkeep.drop_spark, 0), (upkeep.drop_flink, 0), (upkeep.drop_rust, 1)):
        table = s.table(drop.__name__)
        for number in range(3):
            s.commit(s.java, table, APPEND, {"p=1": ["/%d" % number], "p=2": ["/%d" % number]})
        first = s.dao.head(table.table_id, "p=1").snapshot[0]
        s.dao.code(513, table.table_id, "p=1", [first])   # held, with the triggers
        s.java.register([Commit(table.table_id, "p=1", str(uuid.uuid4()), [("/r", "add", 1, "")], APPEND)])
        s.dao.code(206, "/gone", table.table_path, "p=1", 1, "1970-01-01")
        late = s.java.plan(Request(table.table_id, APPEND, [], {}), "p=1", [str(uuid.uuid4())], s.dao.head(table.table_id, "p=1"), None)
        drop(s.dao, table)
        s.check("%s leaves no rows%s (scenario 42)" % (drop.__name__, " but discarded files" if discarded else ""),
                s.left(table), [0, 0, 0, 0, 0, discarded])
        s.dao.code(518, table.table_path)
        s.check("who had read the table before still publishes, to nowhere", s.dao.insert_versions([(late, "public")], late.snapshot), True)
        s.check("which leaves an orphan", s.left(table), [0, 0, 0, 1, 0, 0])
        drop(s.dao, table)
        s.check("that the same drop, asked for again, removes", s.left(table), [0] * 6)


def drop_partitions(s):
    table = s.table("drop_partition")
    for number in range(2):
        s.commit(s.java, table, APPEND, {"p=1": ["/%d" % number], "p=2": ["/%d" % number]})
    s.java.register([Commit(table.table_id, "p=1", str(uuid.uuid4()), [("/r", "add", 1, "")], APPEND)])
    upkeep.drop_partition(s.dao, table.table_id, "p=1")
    s.check("dropping a partition leaves only what was registered (scenario 42)", s.left(table), [1, 1, 1, 2, 3, 0])
    s.commit(s.java, table, APPEND, {"p=1": ["/new"]})
    s.check("and its versions start again", [v for v, _, _ in s.versions(table, "p=1")], [0])
    upkeep.truncate_spark(s.dao, table.table_id)
    s.check("truncating leaves the table alone (scenario 42)", s.left(table), [1, 1, 1, 0, 0, 0])
    s.commit(s.java, table, APPEND, {"p=2": ["/new"]})
    s.check("and versions start again", [v for v, _, _ in s.versions(table, "p=2")], [0])
    s.simple("insert into namespace (namespace, properties, comment) values ('gone', '{}', '')")
    s.simple("delete from namespace where namespace = 'gone'")
    s.check("a namespace goes as a row", s.number("select count(*) from namespace where namespace = 'gone'"), 0)


SCENARIOS = [twenty_appenders, opposite_orders, replay_after_timeout, rust_swallows_a_partition, rollback_and_logic_delete,
             flink_ignores_a_conflict, clean_expired_data, clean_after_rollback, new_clean_job, create_tables, create_at_once, drop_tables, drop_partitions]


def main(database, mode, *names):
    scenario = Scenario(database, {"with": True, "without": False}[mode])
    for function in SCENARIOS:
        if not names or function.__name__ in names:
            function(scenario)
    sys.exit(scenario.failed > 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
