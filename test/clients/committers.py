"""How LakeSoul's clients commit: the rules that Java (Spark, Flink) and Rust (Python) apply to the heads they read, first
and after a conflict. A client that gives up raises Refused (its rules see a conflict) or Exhausted (seven attempts)."""
import json
import random
import time
from collections import namedtuple

from dao import NO_HEAD, Dao, Partition, ServerError

APPEND, MERGE, COMPACTION, UPDATE, DELETE = (
    "AppendCommit", "MergeCommit", "CompactionCommit", "UpdateCommit", "DeleteCommit")
ADDS = (APPEND, MERGE)
ATTEMPTS = 7

# parts: (partition, [commit ids]); reads: partition -> Partition as it was read
Request = namedtuple("Request", "table_id op parts reads")


class GivenUp(Exception):
    """A client fails and says so."""


class Refused(GivenUp):
    pass


class Exhausted(GivenUp):
    pass


class Java:
    """DBManager over the native library, or over JDBC."""

    def __init__(self, database, jdbc=False, rng=None, pause=0.0, lost_answers=0.0, count=lambda name: None, note=lambda name, why: None):
        self.dao = Dao(database, jdbc)
        self.rng = rng or random.Random(0)
        self.pause_for, self.lost_answers, self.count, self.note = pause, lost_answers, count, note

    def pause(self):
        if self.pause_for:
            time.sleep(self.rng.random() * self.pause_for)

    # ---- phase 1 -----------------------------------------------------------------------------------------------

    def register(self, commits):
        if not self.dao.insert_commits(commits):
            raise Refused("failCommitDataFile")

    # ---- phase 2 -----------------------------------------------------------------------------------------------

    def update_properties(self, table_id):
        """Before each commit the client's copy is written back."""
        info = self.dao.table_info(table_id)
        self.dao.code(503, table_id, info.properties)

    def heads(self, request):
        return {desc: self.dao.head(request.table_id, desc) for desc, _ in request.parts}

    def publish(self, request):
        """commitData. True, or False after the last attempt."""
        self.dao.table_info(request.table_id)   # updateTableShortName
        self.update_properties(request.table_id)
        planned = None
        for attempt in range(ATTEMPTS if request.op != DELETE else 1):
            heads = self.heads(request)
            domains = {desc: self.dao.domain_of(request.table_id) for desc, _ in request.parts}
            rows = [self.plan(request, desc, delta, heads[desc], planned and planned.get(desc)) for desc, delta in request.parts]
            planned = {row.partition_desc: row for row in rows if row}
            self.pause()
            # After a conflict a compaction also marks the ids of partitions that it leaves out.
            marked = [one for desc, delta in request.parts for one in delta if desc in planned or attempt > 0]
            if self.transaction(planned, domains, marked):
                return True
            if request.op not in (UPDATE, DELETE):
                self.note("planned_again", "%s, %s" % (request.op, self.dao.last_error))
        return False

    def transaction(self, planned, domains, marked):
        if not planned:
            return True
        rows = [(row, domains[row.partition_desc]) for row in planned.values()]
        done = self.dao.insert_versions(rows, marked)
        if done and self.rng.random() < self.lost_answers:   # the driver sends the same again
            self.count("repeated")
            self.pause()
            done = self.dao.insert_versions(rows, marked)
        return done

    def plan(self, request, desc, delta, head, planned):
        """The row for a partition, None if it is left out. planned: what the last attempt planned for it."""
        def row(snapshot):
            return Partition(request.table_id, desc, head.version + 1, request.op, snapshot, "")
        if request.op in ADDS:
            if planned:
                if planned.version == head.version + 1:
                    return planned
                if head.commit_op not in (COMPACTION, UPDATE, request.op):
                    raise Refused("exists conflicting manipulation currently")
            return row(head.snapshot + delta)
        read = request.reads.get(desc)
        if request.op == DELETE:
            return row([]) if read else None
        read_version, read_snapshot = (read.version, read.snapshot) if read else (0, [])
        if read_version == head.version:
            return row(delta)
        between = self.dao.operations(request.table_id, desc, read_version + 1, head.version)
        later = delta + [one for one in head.snapshot if one not in read_snapshot]
        if request.op == COMPACTION:
            return None if between & {UPDATE, COMPACTION} else row(later)
        is_retry = planned is not None
        if is_retry or read_version > 0:
            if UPDATE in between or (len(between) > 1 and COMPACTION in between):
                raise Refused("current operation conflicts with other data writing tasks")
        if between == {COMPACTION}:
            if any(len(one) > 1 for one in self.dao.snapshots(request.table_id, desc, read_version + 1, head.version)):
                raise Refused("current operation conflicts with other data writing tasks")
            return row(delta)
        return row(later if is_retry else delta)

    def commit(self, request, commits):
        """Spark's doMetaCommit."""
        self.register(commits)
        self.pause()
        if not self.publish(request):
            raise Exhausted("commit failed, reach limit")


class Flink(Java):
    """commitDataCommitInfo, a commit a partition: the result of the second phase is not looked at."""

    def commit(self, request, commits):
        for commit in commits:
            self.commit_data_commit_info(request, commit)

    def commit_data_commit_info(self, request, commit):
        rows = self.dao.code(9, commit.table_id, commit.partition_desc, commit.commit_id)
        if rows and rows[0][0] == "t":
            return   # an earlier try committed it
        if not rows:
            self.dao.insert_commit(commit)
        self.pause()
        if not self.publish(request._replace(parts=[(commit.partition_desc, [commit.commit_id])])):
            self.note("ignored", "%s, %s" % (request.op, self.dao.last_error))


class Rust(Java):
    """MetaDataClient::commit_data: one attempt whose count is not looked at, a trailing container of ids to be marked.
    At HEAD only Append and Merge send that container, and the last partition of others is taken for it."""

    def __init__(self, *arguments, fixed=True, **options):
        super().__init__(*arguments, **options)
        self.fixed = fixed

    def publish(self, request):
        rows = [self.plan(request, desc, delta, self.dao.head(request.table_id, desc), None) for desc, delta in request.parts]
        rows = [row for row in rows if row]
        container = []   # empty: nothing is marked
        if request.op not in ADDS and not self.fixed and rows:
            container = rows.pop().snapshot
        self.pause()
        planned = {row.partition_desc: row for row in rows}
        if not self.transaction(planned, {desc: "public" for desc in planned}, container):
            self.note("ignored", "%s, %s" % (request.op, self.dao.last_error))
        return True

    def transaction(self, planned, domains, marked):
        if planned:
            return super().transaction(planned, domains, marked)
        # An empty list still marks.
        return self.dao.insert_versions([], marked)

    def plan(self, request, desc, delta, head, planned):
        def row(version, snapshot):
            return Partition(request.table_id, desc, version, request.op, snapshot, "")
        if request.op in ADDS:
            return row(head.version + 1, head.snapshot + delta)
        version = max(head.version, 0)   # no head: version 0 is taken for one
        read = request.reads.get(desc)
        if request.op == DELETE:
            return row(version + 1, []) if read else None
        unmoved = (read.version if read else 0) == version or head.version == NO_HEAD
        return row(version + 1, delta if unmoved else head.snapshot)


class Function(Java):
    """A caller of lakesoul.commit, beside the stock clients."""

    def commit(self, request, commits):
        body = {"data_commit_info": [
            {"table_id": c.table_id, "partition_desc": c.partition_desc, "commit_id": c.commit_id, "commit_op": c.commit_op,
             "file_ops": [dict(zip(("path", "file_op", "size", "file_exist_cols"), op)) for op in c.file_ops]} for c in commits],
            "partition_info": [{"table_id": r.table_id, "partition_desc": r.partition_desc, "version": r.version, "snapshot": r.snapshot}
                               for r in request.reads.values()]}
        sql = "SELECT count(*) FROM lakesoul.commit(lakesoul.encode('JniWrapper', %s))" % quote(json.dumps(body))
        try:
            self.dao.connection.simple(sql)
            if self.rng.random() < self.lost_answers:
                self.count("repeated")
                self.dao.connection.simple(sql)
        except ServerError as error:
            raise (Refused if error.sqlstate == "40001" else GivenUp)("lakesoul.commit: " + str(error)) from error


def quote(text):
    return "'" + text.replace("'", "''") + "'"
