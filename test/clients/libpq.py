"""libpq through ctypes, which sends what LakeSoul's clients send: statements that are prepared and then executed with
binary parameters (the native client), or parameters as text whose types the server is left to find (JDBC with
stringtype=unspecified). Results come as text. Knows nothing of LakeSoul but its one composite type."""
import ctypes
import struct
import uuid

_pq = ctypes.CDLL("libpq.so.5")
for _name, _result, _arguments in (
        ("PQconnectdb", "p", "s"), ("PQstatus", "i", "p"), ("PQfinish", None, "p"), ("PQerrorMessage", "s", "p"),
        ("PQexec", "p", "ps"), ("PQprepare", "p", "pssip"), ("PQexecPrepared", "p", "psipppi"),
        ("PQexecParams", "p", "psippppi"), ("PQresultStatus", "i", "p"), ("PQresultErrorField", "s", "pi"),
        ("PQntuples", "i", "p"), ("PQnfields", "i", "p"), ("PQgetisnull", "i", "pii"), ("PQgetvalue", "s", "pii"),
        ("PQcmdTuples", "s", "p"), ("PQclear", None, "p"), ("PQtransactionStatus", "i", "p")):
    _kinds = {"p": ctypes.c_void_p, "s": ctypes.c_char_p, "i": ctypes.c_int}
    getattr(_pq, _name).restype = _kinds[_result] if _result else None
    getattr(_pq, _name).argtypes = [_kinds[kind] for kind in _arguments]

_OK = (1, 2)   # PGRES_COMMAND_OK, PGRES_TUPLES_OK
_IDLE = 0
_TEXT, _INT8, _UUID = 25, 20, 2950


class ServerError(Exception):
    """What the server answered instead of a result."""

    def __init__(self, sqlstate, message, detail=""):
        super().__init__("%s: %s" % (sqlstate, message))
        self.sqlstate, self.message, self.detail = sqlstate, message, detail


class Statement:
    """SQL with the types of its parameters: text int4 int8 bool uuid uuid[] file_op[]."""

    def __init__(self, sql, types=""):
        self.sql, self.types = sql.encode(), types.split()


def _array(element_type, elements):
    if not elements:
        return struct.pack("!iii", 0, 0, element_type)
    return struct.pack("!iiiii", 1, 0, element_type, len(elements), 1) + b"".join(
        struct.pack("!i", len(element)) + element for element in elements)


def _file_op(op):
    fields = ((_TEXT, op[0].encode()), (_TEXT, op[1].encode()), (_INT8, struct.pack("!q", op[2])), (_TEXT, op[3].encode()))
    return struct.pack("!i", 4) + b"".join(struct.pack("!Ii", kind, len(value)) + value for kind, value in fields)


def _as_text(kind, value):
    if kind == "bool":
        return b"true" if value else b"false"
    if kind == "uuid[]":
        return ("{%s}" % ",".join(value)).encode()
    if kind == "file_op[]":   # the JDBC client's literal, which escapes nothing
        return ("{%s}" % ",".join('"(%s,%s,%d,\\"%s\\")"' % op for op in value)).encode()
    return str(value).encode()


class Connection:
    """One session. Autocommit, as every single statement of the clients is; begin() and commit() are statements."""

    def __init__(self, database):
        self.pq = _pq.PQconnectdb(("dbname=%s application_name=stock_client" % database).encode())
        if _pq.PQstatus(self.pq) != 0:
            raise ServerError("08006", _pq.PQerrorMessage(self.pq).decode())
        self.prepared = {}
        self.file_op = int(self.simple("select 'data_file_op'::regtype::oid::int")[0][0])

    def close(self):
        _pq.PQfinish(self.pq)
        self.pq = None

    def _take(self, result):
        try:
            if _pq.PQresultStatus(result) not in _OK:
                field = [(_pq.PQresultErrorField(result, ord(code)) or b"").decode() for code in "CMD"]
                raise ServerError(*field) if field[0] else ServerError("08006", _pq.PQerrorMessage(self.pq).decode())
            columns = range(_pq.PQnfields(result))
            rows = [tuple(None if _pq.PQgetisnull(result, row, column) else _pq.PQgetvalue(result, row, column).decode()
                          for column in columns) for row in range(_pq.PQntuples(result))]
            self.affected = int(_pq.PQcmdTuples(result) or 0)
            return rows
        finally:
            _pq.PQclear(result)

    def simple(self, sql):
        return self._take(_pq.PQexec(self.pq, sql.encode()))

    def begin(self):
        self.simple("BEGIN")

    def commit(self):
        self.simple("COMMIT")

    def rollback(self):
        if _pq.PQtransactionStatus(self.pq) != _IDLE:
            self.simple("ROLLBACK")

    def _binary(self, kind, value):
        if kind == "int4":
            return struct.pack("!i", value)
        if kind == "int8":
            return struct.pack("!q", value)
        if kind == "bool":
            return b"\1" if value else b"\0"
        if kind == "uuid":
            return uuid.UUID(value).bytes
        if kind == "uuid[]":
            return _array(_UUID, [uuid.UUID(one).bytes for one in value])
        if kind == "file_op[]":
            return _array(self.file_op, [_file_op(op) for op in value])
        return value.encode()

    @staticmethod
    def _pack(values, binary):
        count = len(values)
        return (count, (ctypes.c_char_p * count)(*values), (ctypes.c_int * count)(*map(len, values)),
                (ctypes.c_int * count)(*([int(binary)] * count)))

    def prepare(self, statement, name):
        self._take(_pq.PQprepare(self.pq, name, statement.sql, 0, None))

    def execute(self, statement, *values, name=b""):
        """A statement prepared under this name, with binary parameters."""
        packed = [self._binary(kind, value) for kind, value in zip(statement.types, values, strict=True)]
        count, pointers, lengths, formats = self._pack(packed, True)
        return self._take(_pq.PQexecPrepared(self.pq, name, count, pointers, lengths, formats, 0))

    def native(self, statement, *values):
        """Prepared once a connection, as the native client's pool does."""
        name = self.prepared.get(statement)
        if name is None:
            name = b"s%d" % len(self.prepared)
            self.prepare(statement, name)
            self.prepared[statement] = name
        return self.execute(statement, *values, name=name)

    def jdbc(self, statement, *values):
        packed = [_as_text(kind, value) for kind, value in zip(statement.types, values, strict=True)]
        count, pointers, lengths, formats = self._pack(packed, False)
        return self._take(_pq.PQexecParams(self.pq, statement.sql, count, None, pointers, lengths, formats, 0))
