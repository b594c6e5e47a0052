"""What all simulated clients know together, and the count of what became of their rows. Every request adds rows; a
compaction and an update rewrite the rows they read, a delete removes those before it. At the end each row that a client
takes for stored is there once."""
import threading
from collections import Counter

from dao import uuids
from libpq import Connection

TABLE = "table_simulated"
COUNTED = ("p=hot", "p=a", "p=b", "p=c")   # rows of these are all expected
CLEANED = ("p=hot", "p=a", "p=b")
UPDATED, DELETED, DROPPED = "p=c", "p=deleted", "p=dropped"
PARTITIONS = COUNTED + (DELETED, DROPPED)

_CHECKS = {
    "versions": "select count(*) from partition_info where table_id = '%s'",
    "compacted": "select count(*) from partition_info where table_id = '%s' and commit_op = 'CompactionCommit'",
    "gaps": "select count(*) from (select version - lag(version) over (partition by partition_desc order by version) as step "
            "from partition_info where table_id = '%s' and partition_desc <> 'p=dropped') as v where step <> 1",
    "times_fall": "select count(*) from (select timestamp - lag(timestamp) over (partition by partition_desc order by version) as "
                  "step from partition_info where table_id = '%s') as v where step <= 0",
    "unmarked": "select count(*) from data_commit_info as c where table_id = '%s' and not committed and exists (select from "
                "partition_info as p where p.table_id = c.table_id and p.partition_desc = c.partition_desc "
                "and c.commit_id = any (p.snapshot))",
    # Commits of a head whose rows, and with them the names of files, are gone.
    "unreadable": "select count(*) from (select distinct on (partition_desc) table_id, partition_desc, snapshot from partition_info "
                  "where table_id = '%s' and partition_desc <> 'p=dropped' order by partition_desc, version desc) as h, "
                  "unnest(snapshot) as u(id) where not exists (select from data_commit_info as c where c.table_id = h.table_id "
                  "and c.partition_desc = h.partition_desc and c.commit_id = u.id)",
}


class World:
    def __init__(self):
        self.lock = threading.Lock()
        self.rows = {}        # (partition, commit id) -> row numbers in its files
        self.home = {}        # (partition, row number) -> the commit that added it
        self.believed = []    # (partition, row number) that a client takes for stored
        self.refused = []     # those that a client was told are not
        self.updates = []     # (version read, version that was head at registration) of stock updates
        self.counts, self.failures = Counter(), Counter()

    def store(self, partition, commit, rows, new=()):
        with self.lock:
            self.rows[partition, commit] = list(rows) + list(new)
            for row in new:
                self.home[partition, row] = commit

    def rows_of(self, partition, snapshot):
        with self.lock:
            return [row for one in snapshot for row in self.rows.get((partition, one), [])]

    def count(self, name, by=1):
        with self.lock:
            self.counts[name] += by

    def note(self, name, why):
        with self.lock:
            self.counts[name] += 1
            self.failures["%s: %s" % (name, why)] += 1

    # ---- the count ---------------------------------------------------------------------------------------------

    def _published(self, connection, triggers):
        """(partition, commit) -> the version that published it. Without the triggers from the history, which is complete
        where it matters: neither cleaner works on the partitions that are updated and deleted."""
        sql = "select partition_desc, commit_id, published_version from data_commit_info where table_id = '%s' union all " \
              "select partition_desc, commit_id, version from lakesoul.retired_commits where table_id = '%s'" if triggers else \
              "select partition_desc, u.id, min(version) from partition_info, unnest(snapshot) as u(id) where table_id = '%s' group by 1, 2"
        return {(row[0], row[1]): int(row[2]) for row in connection.simple(sql.replace("%s", TABLE)) if row[2] is not None}

    def _excused(self, partition, row, published, deleted_at):
        """Rows that a Delete removed, and those that a stock Update took away in the time between its reading and its
        registration, which plain SQL does not show (docs/commit-semantics.md, what cannot be told from plain SQL)."""
        version = published.get((partition, self.home[partition, row]))
        if partition == DROPPED:
            return True
        if version is None:
            return False
        if partition == DELETED:
            return version < deleted_at
        return partition == UPDATED and any(read < version <= registered for read, registered in self.updates)

    def check(self, database, triggers):
        connection = Connection(database)
        published, there = self._published(connection, triggers), Counter()
        sql = "select partition_desc, snapshot from partition_info as p where table_id = '%s' and version = (select max(version) from " \
              "partition_info as q where q.table_id = p.table_id and q.partition_desc = p.partition_desc)" % TABLE
        for partition, snapshot in connection.simple(sql):
            there.update((partition, row) for row in self.rows_of(partition, uuids(snapshot)))
        deleted = connection.simple("select coalesce(max(version), -1) from partition_info where table_id = '%s' and partition_desc = '%s' "
                                    "and commit_op = 'DeleteCommit'" % (TABLE, DELETED))
        deleted_at = int(deleted[0][0])
        counts = self.counts
        counts["rows"] = len(self.believed)
        for partition, row in self.believed:
            if there[partition, row]:
                version = published.get((partition, self.home[partition, row]), deleted_at)
                counts["resurrected"] += partition == DELETED and version < deleted_at
            elif self._excused(partition, row, published, deleted_at):
                counts["excused"] += 1
            else:
                counts["lost"] += 1
        counts["duplicated"] = sum(times > 1 for times in there.values())
        counts["refused_but_there"] = sum(there[row] > 0 for row in self.refused)
        for name, query in _CHECKS.items():
            counts[name] = int(connection.simple(query % TABLE)[0][0])
        connection.close()
