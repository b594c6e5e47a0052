"""The statements of LakeSoul's DAO layer, by their code in the native library, and its three transactions. Native: any
error of an insert rolls back and counts 0. JDBC: only the text of a duplicate key does, everything else is raised."""
import time
from collections import namedtuple

from libpq import Connection, ServerError, Statement

Commit = namedtuple("Commit", "table_id partition_desc commit_id file_ops commit_op")
Partition = namedtuple("Partition", "table_id partition_desc version commit_op snapshot expression")
TableInfo = namedtuple("TableInfo", "table_id table_name table_path table_schema properties partitions namespace domain")
NO_HEAD = -1

_INFO = ("select table_id, table_name, table_path, table_schema, properties, partitions, table_namespace, domain "
         "from table_info where ")
_VERSION = "select table_id, partition_desc, version, commit_op, snapshot, expression from partition_info where "
_OF_PARTITION = "table_id = $1 and partition_desc = $2 "
_INSERT_COMMIT = ("insert into data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, timestamp, committed, "
                  "domain) values ($1, $2, $3, $4, $5, $6, $7, $8)", "text text uuid file_op[] text int8 bool text")
_INSERT_VERSION = ("insert into partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain) "
                   "values ($1, $2, $3, $4, $5, $6, $7)", "text text int4 text uuid[] text text")

STATEMENTS = {code: Statement(*parts) for code, parts in {
    0: ("select namespace, properties, domain from namespace where namespace = $1", "text"),
    2: (_INFO + "table_id = $1", "text"),
    4: (_INFO + "table_name = $1 and table_namespace = $2", "text text"),
    7: (_VERSION + _OF_PARTITION + "order by version desc limit 1", "text text"),
    8: (_VERSION + _OF_PARTITION + "and version = $3", "text text int4"),
    9: ("select committed from data_commit_info where " + _OF_PARTITION + "and commit_id = $3", "text text uuid"),
    104: ("select distinct on (table_id, partition_desc) table_id, partition_desc, version, commit_op, snapshot, expression "
          "from partition_info where table_id = $1 order by table_id, partition_desc desc, version desc", "text"),
    106: (_VERSION + _OF_PARTITION, "text text"),
    109: ("select distinct commit_op from partition_info where " + _OF_PARTITION + "and version between $3 and $4",
          "text text int4 int4"),
    110: ("select commit_id from data_commit_info where " + _OF_PARTITION + "and commit_id = any ($3)", "text text uuid[]"),
    201: ("insert into table_path_id (table_path, table_id, table_namespace, domain) values ($1, $2, $3, $4)", "text text text text"),
    202: ("insert into table_name_id (table_name, table_id, table_namespace, domain) values ($1, $2, $3, $4)", "text text text text"),
    203: ("insert into table_info (table_id, table_name, table_path, table_schema, properties, partitions, table_namespace, domain) "
          "values ($1, $2, $3, $4, $5::json, $6, $7, $8)", "text text text text text text text text"),
    204: _INSERT_VERSION,
    205: _INSERT_COMMIT,
    206: ("insert into discard_compressed_file_info (file_path, table_path, partition_desc, timestamp, t_date) "
          "values ($1, $2, $3, $4, $5::text::date)", "text text text int8 text"),
    300: ("update data_commit_info set committed = 'true' where commit_id = $1", "uuid"),
    502: ("delete from table_info where table_id = $1 and table_path = $2", "text text"),
    503: ("update table_info set properties = $2::json where table_id = $1", "text text"),
    505: ("delete from table_path_id where table_path = $1", "text"),
    506: ("delete from table_path_id where table_id = $1", "text"),
    507: ("delete from table_name_id where table_name = $1 and table_namespace = $2", "text text"),
    508: ("delete from table_name_id where table_id = $1", "text"),
    509: ("delete from partition_info where table_id = $1 and partition_desc = $2", "text text"),
    510: ("delete from partition_info where table_id = $1", "text"),
    511: ("delete from partition_info where table_id = $1 and partition_desc = $2 and timestamp <= $3", "text text int8"),
    513: ("delete from data_commit_info where " + _OF_PARTITION + "and commit_id = any ($3)", "text text uuid[]"),
    515: ("delete from data_commit_info where table_id = $1", "text"),
    518: ("delete from discard_compressed_file_info where table_path = $1", "text"),
}.items()}
STATEMENTS["delete table_info"] = Statement("delete from table_info where table_id = $1", "text")   # Rust


def uuids(text):
    return [one for one in text.strip("{}").split(",") if one]


def version_row(row):
    return Partition(row[0], row[1], int(row[2]), row[3], uuids(row[4]), row[5])


class Dao:
    def __init__(self, database, jdbc=False):
        self.connection = Connection(database)
        self.is_jdbc = jdbc
        self.run = self.connection.jdbc if jdbc else self.connection.native

    def code(self, code, *values):
        return self.run(STATEMENTS[code], *values)

    def table_info(self, table_id):
        rows = self.code(2, table_id)
        return TableInfo(*rows[0]) if rows else None

    def domain_of(self, table_id):
        """Read anew for each partition of a commit."""
        info = self.table_info(table_id)
        rows = self.code(0, info.namespace) if info else []
        return rows[0][2] if rows else "public"

    def head(self, table_id, desc):
        rows = self.code(7, table_id, desc)
        return version_row(rows[0]) if rows else Partition(table_id, desc, NO_HEAD, "CompactionCommit", [], "")

    def operations(self, table_id, desc, first, last):
        return {row[0] for row in self.code(109, table_id, desc, first, last)} if first <= last else set()

    def snapshots(self, table_id, desc, first, last):
        return [one.snapshot for one in map(version_row, self.code(106, table_id, desc)) if first <= one.version <= last]

    # ---- transactions ------------------------------------------------------------------------------------------

    def _transaction(self, steps):
        """steps: (statement code, list of values). False: an insert failed in the way that means a conflict."""
        connection = self.connection
        connection.begin()
        try:
            if self.is_jdbc:
                for code, values in steps:
                    connection.jdbc(STATEMENTS[code], *values)
            else:
                prepared = None   # anew in each transaction
                for code, values in steps:
                    if code != prepared:
                        connection.prepare(STATEMENTS[code], b"")
                        prepared = code
                    connection.execute(STATEMENTS[code], *values)
        except ServerError as error:
            connection.rollback()
            if self.is_jdbc and "duplicate key value violates unique constraint" not in error.message:
                raise
            self.last_error = error
            return False
        connection.commit()
        return True

    def insert_commits(self, commits):
        """Code 301."""
        return self._transaction([(205, self._commit_values(commit)) for commit in commits])

    def _commit_values(self, commit, committed=False):
        return (commit.table_id, commit.partition_desc, commit.commit_id, commit.file_ops, commit.commit_op,
                int(time.time() * 1000), committed, self.domain_of(commit.table_id))

    def insert_commit(self, commit):
        """Code 205."""
        self.code(205, *self._commit_values(commit))

    def insert_versions(self, rows, marked):
        """Code 300: rows with their domains, and the ids to be marked as committed."""
        return self._transaction([(204, row + (domain,)) for row, domain in rows] + [(300, (one,)) for one in marked])
