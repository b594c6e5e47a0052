#!/usr/bin/python3
"""Random paths: discarded() gives what Python's rules give, by the index over the folder around each commit's files as
without it, however odd the paths are.

    folders.py [SEED [CATALOGS]]       the server is the one that PGHOST and PGPORT name"""
import os
import random
import sys

import psycopg2

from file_histories import location

DATABASE = "lakesoul_folders"
INDEX = "data_commit_info_folder_index"
ROOTS = ("", "/", "//", "s3://", "s3a://", "s3:/", "a:/", "a:", "file:///", "hdfs://h:9", "://", "1+-.:/", "/a//")
NAMES = ("a", "b", "A", "a b", "a.b", "0", "-", "~", "!", ".", "s3:", "file:", "z" * 200, "y" * 511, "y" * 512, "w" * 510,
         "w" * 600, "\u00e9", "e\u0301", "\U0001f600")
ASKED = "SELECT path FROM lakesoul.discarded('infinity')"


def some_path(chance):
    names = [chance.choice(NAMES[:3] if chance.random() < 0.7 else NAMES) for _ in range(chance.choice((0, 1, 2, 2, 3, 4, 6)))]
    return chance.choice(ROOTS) + chance.choice(("/", "/", "//")).join(names) + chance.choice(("", "", "/", "//"))


def some_commit(chance):
    """files and what is done with each"""
    folder = some_path(chance)
    files = [folder + "/" + chance.choice("xyz") if chance.random() < 0.6 else some_path(chance)
             for _ in range(chance.choice((0, 1, 1, 2, 3, 40)))]
    return [(path if chance.random() < 0.97 else None, chance.choice(("add", "add", "add", "ADD", None, "del"))) for path in files]


def some_question(chance, commits):
    """a path, often a file's or around it, and whether it was a folder"""
    path = some_path(chance)
    files = [path for commit in commits for path, _ in commit if path]
    if files and chance.random() < 0.6:
        parts = location(chance.choice(files)).split("/")
        path = chance.choice(("", "s3:/")) + "/".join(parts[:chance.randrange(1, len(parts) + 1)])
    return path, chance.random() < 0.6


def free(asked, commits):
    """those of the asked that nothing needs"""
    folders = {location(path) for path, is_folder in asked.items() if is_folder}
    files = [location(path) for commit in commits for path, op in commit if path is not None and op != "del"]
    return {path for path in asked if not any(
        file.startswith(location(path)) if location(path) in folders else file == location(path) for file in files)}


def check(cursor, chance):
    """what differs in one catalog, which is thrown away"""
    cursor.execute("BEGIN; SET LOCAL session_replication_role = replica; SET LOCAL seq_page_cost = 1e6; SET LOCAL random_page_cost = 0")
    commits = [some_commit(chance) for _ in range(chance.choice((1, 3, 10, 30)))]
    for commit in commits:
        cursor.execute("INSERT INTO public.data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, committed, timestamp)"
                       " SELECT %s, '-5', gen_random_uuid(), array_agg((u.path, u.op, 1, '')::public.data_file_op), 'AppendCommit', false, 1"
                       " FROM unnest(%s::text[], %s::text[]) AS u(path, op)",
                       ("t%d" % chance.randrange(4), [path for path, _ in commit], [op for _, op in commit]))
    asked = dict(some_question(chance, commits) for _ in range(chance.choice((1, 5, 40))))
    asked = {path: is_folder for path, is_folder in asked.items() if path and len(path.encode()) < 2600}
    for item in asked.items():
        cursor.execute("INSERT INTO lakesoul.dropped_paths (path, is_folder, namespace, table_id, table_name, dropped_at, reason)"
                       " VALUES (%s, %s, '', 'gone', '', 1, '')", item)
    cursor.execute(ASKED)
    by_index = {row[0] for row in cursor.fetchall()}
    cursor.execute("SELECT pg_stat_get_xact_numscans('public.%s'::regclass)" % INDEX)
    scans = cursor.fetchone()[0]
    cursor.execute("DROP INDEX public.%s; %s" % (INDEX, ASKED))
    by_pass = {row[0] for row in cursor.fetchall()}
    cursor.execute("ROLLBACK")
    return scans, by_index ^ by_pass, by_pass ^ free(asked, commits)


def main(arguments):
    seed = int(arguments[0]) if arguments else 1
    catalogs = int(arguments[1]) if len(arguments) > 1 else 10000 if os.environ.get("LAKESOUL_SOAK") else 500
    server = psycopg2.connect(dbname="postgres")
    server.autocommit = True
    server.cursor().execute("DROP DATABASE IF EXISTS " + DATABASE)
    server.cursor().execute("CREATE DATABASE %s ENCODING 'UTF8' TEMPLATE template0" % DATABASE)
    connection = psycopg2.connect(dbname=DATABASE)
    connection.autocommit = True
    connection.set_client_encoding("UTF8")
    cursor, scans, failures = connection.cursor(), 0, 0
    cursor.execute("CREATE EXTENSION lakesoul_meta; SELECT lakesoul.setup()")
    for number in range(catalogs):
        scanned, index_differs, rules_differ = check(cursor, random.Random(seed * 1000003 + number))
        scans += scanned
        if index_differs or rules_differ:
            failures += 1
            print("catalog %d of seed %d: index %s, rules %s" % (number, seed, index_differs, rules_differ), flush=True)
    print("%d catalogs, %d scans of the index, %d differ" % (catalogs, scans, failures))
    return 1 if failures or not scans else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
