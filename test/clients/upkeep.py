"""What LakeSoul's clients do besides commits: create, drop, truncate, roll back, delete logically, and clean. Statement by
statement in their order, none in a transaction unless the client uses one. Spark's and Flink's cleaners send text."""
import time
from collections import Counter

from committers import COMPACTION, DELETE, UPDATE
from dao import NO_HEAD, Partition, Statement, uuids, version_row
from libpq import ServerError

DAY = 24 * 3600 * 1000

# ---- tables ----------------------------------------------------------------------------------------------------


def create_java(dao, info):
    """DBManager.createTable: name, path, table; what a failed step left is taken back."""
    try:
        dao.code(202, info.table_name, info.table_id, info.namespace, info.domain)
        dao.code(201, info.table_path, info.table_id, info.namespace, info.domain)
    except ServerError:
        dao.code(508, info.table_id)
        raise
    try:
        dao.code(203, *info)
    except ServerError:
        dao.code(508, info.table_id)
        dao.code(506, info.table_id)
        raise


def create_rust(dao, info):
    """Path, name, table; nothing is taken back."""
    dao.code(201, info.table_path, info.table_id, info.namespace, info.domain)
    dao.code(202, info.table_name, info.table_id, info.namespace, info.domain)
    dao.code(203, *info)


def _delete_table_info(dao, info):
    dao.code(518, info.table_path)
    dao.code(505, info.table_path)
    dao.code(507, info.table_name, info.namespace)
    dao.code(502, info.table_id, info.table_path)
    dao.code(507, info.table_name, info.namespace)


def drop_spark(dao, info):
    _delete_table_info(dao, info)
    dao.code(510, info.table_id)
    dao.code(506, info.table_id)
    dao.code(515, info.table_id)


def drop_flink(dao, info):
    _delete_table_info(dao, info)
    dao.code(515, info.table_id)
    dao.code(510, info.table_id)


def drop_rust(dao, info):
    """Discarded files stay."""
    for code in (508, 506, 510, 515, "delete table_info"):
        dao.code(code, info.table_id)


def truncate_spark(dao, table_id):
    dao.code(510, table_id)
    dao.code(515, table_id)


def drop_partition(dao, table_id, desc):
    """Spark and Flink: the versions, then the commits of their snapshots."""
    commits = [one for row in map(version_row, dao.code(106, table_id, desc)) for one in row.snapshot]
    dao.code(509, table_id, desc)
    if commits:
        dao.code(513, table_id, desc, list(dict.fromkeys(commits)))


# ---- versions --------------------------------------------------------------------------------------------------

def rollback(dao, table_id, desc, version):
    """rollbackPartitionByVersion: a copy of the old row behind the head, by one statement."""
    rows = dao.code(8, table_id, desc, version)
    if rows:
        old, head = version_row(rows[0]), dao.head(table_id, desc)
        dao.code(204, *old._replace(version=head.version + 1), dao.domain_of(table_id))


def logic_delete(dao, table_id, desc=None):
    """Of a table by one transaction, of a partition by one statement: an empty Delete behind each head."""
    heads = [version_row(row) for row in dao.code(104, table_id)] if desc is None else [dao.head(table_id, desc)]
    rows = [Partition(table_id, one.partition_desc, one.version + 1, DELETE, [], "") for one in heads if one.version != NO_HEAD]
    domain = dao.domain_of(table_id)
    if desc is not None:
        for row in rows:
            dao.code(204, *row, domain)
    elif not dao.insert_versions([(row, domain) for row in rows], []):
        raise RuntimeError("Transactional insert partition info failed")


# ---- Spark's CleanExpiredData ----------------------------------------------------------------------------------

_PARTITIONS = Statement("select table_id, partition_desc from partition_info where table_id = $1 group by table_id, partition_desc", "text")
_TTL = Statement("select (properties::json)->>'partition.ttl', (properties::json)->>'compaction.ttl', "
                 "(properties::json)->>'only_save_once_compaction' from table_info where table_id = $1", "text")
_LATEST = Statement("select timestamp from partition_info where table_id = $1 and partition_desc = $2 order by version desc limit 1", "text text")
_COMPACTED = ("from partition_info where table_id = $1 and partition_desc = $2 and commit_op in ('CompactionCommit', 'UpdateCommit') "
              "and timestamp ")
_COMPACTED_BEFORE = Statement("select timestamp " + _COMPACTED + "< $3 order by version desc limit 1", "text text int8")
_COMPACTED_AFTER = Statement("select count(*) " + _COMPACTED + "> $3", "text text int8")
_EXPIRED_COMMITS = Statement("select distinct unnest(snapshot) as commit_id from partition_info where table_id = $1 "
                             "and partition_desc = $2 and timestamp < $3", "text text int8")
_EXPIRED_FILES = Statement("select (op).path from (select unnest(file_ops) as op from data_commit_info where table_id = $1 "
                           "and partition_desc = $2 and commit_id = any ($3)) as o", "text text uuid[]")
_DISCARDED_FILES = Statement("select file_path from discard_compressed_file_info where table_path = $1 and partition_desc = $2 "
                             "and timestamp < $3", "text text int8")
_DELETE_DISCARDED = Statement("delete from discard_compressed_file_info where table_path = $1 and partition_desc = $2 "
                              "and timestamp <= $3", "text text int8")
_DELETE_EXPIRED = Statement("delete from partition_info where table_id = $1 and partition_desc = $2 and timestamp < $3", "text text int8")
# Found by the id alone, and by partition.
_DELETE_COMMITS = Statement("delete from data_commit_info where table_id = $1 and partition_desc = $2 and commit_id = any ($3)",
                            "text text uuid[]")


def midnight(days_ago, now):
    """The start of a day, UTC."""
    return (now // DAY - days_ago) * DAY


class Spark:
    """CleanExpiredData over one table. storage: a set of paths, from which files are deleted."""

    def __init__(self, dao, table_id, storage=None):
        self.dao, self.table_id, self.storage = dao, table_id, storage if storage is not None else set()
        self.counts = Counter()

    def ask(self, statement, *values):
        return self.dao.connection.jdbc(statement, self.table_id, *values)

    def run(self, now=None):
        now = now or int(time.time() * 1000)
        found = self.ask(_TTL)
        if not found:
            return
        partition_ttl, compaction_ttl = (None if days is None else midnight(int(days), now) for days in found[0][:2])
        for _, desc in self.ask(_PARTITIONS):
            latest = self.ask(_LATEST, desc)
            if not latest:
                continue
            expired = partition_ttl is not None and partition_ttl > int(latest[0][0])
            if found[0][2] == "true":
                if expired:
                    self.clean(desc, partition_ttl)
                if compaction_ttl is not None and int(self.ask(_COMPACTED_AFTER, desc, compaction_ttl)[0][0]):
                    self.clean(desc, compaction_ttl)
                continue
            rows = [] if compaction_ttl is None else self.ask(_COMPACTED_BEFORE, desc, compaction_ttl)
            if expired:
                self.clean(desc, partition_ttl)
            elif rows:
                self.clean(desc, int(rows[0][0]))

    def clean(self, desc, deadline):
        """Files and commits of versions before the deadline, then those versions."""
        commits = [row[0] for row in self.ask(_EXPIRED_COMMITS, desc, deadline)]
        if commits:
            self.storage.difference_update(row[0] for row in self.ask(_EXPIRED_FILES, desc, commits))
        info = self.dao.table_info(self.table_id)
        if info:
            discarded = self.dao.connection.jdbc(_DISCARDED_FILES, info.table_path, desc, deadline)
            self.storage.difference_update(row[0] for row in discarded)
            self.dao.connection.jdbc(_DELETE_DISCARDED, info.table_path, desc, deadline)
        for first in range(0, len(commits), 100):
            self.ask(_DELETE_COMMITS, desc, commits[first:first + 100])
            self.counts["commits"] += self.dao.connection.affected
        self.ask(_DELETE_EXPIRED, desc, deadline)
        self.counts["versions"] += self.dao.connection.affected


# ---- Flink's NewCleanJob ---------------------------------------------------------------------------------------

_HISTORY = Statement("select version, commit_op, timestamp, snapshot from partition_info where table_id = $1 and partition_desc = $2 "
                     "order by version", "text text")
_FILES_OF = Statement("SELECT (op).path FROM (SELECT unnest(file_ops) AS op FROM data_commit_info WHERE commit_id = ANY ($1)) AS o", "uuid[]")
_DELETE_VERSION = Statement("DELETE FROM partition_info where table_id = $1 and partition_desc = $2 and version = $3", "text text text")
_DELETE_ONE = Statement("DELETE FROM data_commit_info WHERE table_id = $1 and partition_desc = $2 and commit_id = $3", "text text uuid")
_DELETE_FILES = Statement("DELETE FROM discard_compressed_file_info WHERE file_path = ANY ($1)", "text")


class NewCleanJob:
    """Over one partition. The job follows the tables by change data capture; here it reads them, and then does the same:
    what is older than the newest compaction of one commit goes, by timestamp."""

    def __init__(self, dao, table_id, desc, expired_time=0):
        self.run_jdbc, self.table_id, self.desc, self.expired_time = dao.connection.jdbc, table_id, desc, expired_time

    def run(self, now=None):
        now = now or int(time.time() * 1000)
        rows = [(int(version), op, int(stamp), uuids(snapshot))
                for version, op, stamp, snapshot in self.run_jdbc(_HISTORY, self.table_id, self.desc)]
        points = [(stamp, snapshot, op) for _, op, stamp, snapshot in rows if op in (COMPACTION, UPDATE) and len(snapshot) == 1]
        if not points:
            return
        stamp, snapshot, op = max(points)
        paths = [row[0] for row in self.run_jdbc(_FILES_OF, snapshot)]
        old_style = op == UPDATE or any("compact_" in path for path in paths)
        for version, _, older, commits in rows:
            if older < stamp and now - older > self.expired_time:
                if old_style and commits:
                    self.run_jdbc(_FILES_OF, commits)
                for commit in commits:
                    self.run_jdbc(_DELETE_ONE, self.table_id, self.desc, commit)
                self.run_jdbc(_DELETE_VERSION, self.table_id, self.desc, str(version))

    def forget_discarded(self, paths):
        for first in range(0, len(paths), 50):
            self.run_jdbc(_DELETE_FILES, "{%s}" % ",".join(paths[first:first + 50]))
