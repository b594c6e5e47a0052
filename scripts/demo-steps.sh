#!/usr/bin/env bash
# The steps of scripts/demo: what the extension is for, on the fresh server that PG* names, with messages as LakeSoul's
# clients send them (test/fixtures/messages.jsonl). Fails if anything is not as it says.
set -euo pipefail
export LC_ALL=C.UTF-8

fixtures=$(cd "$(dirname "${BASH_SOURCE[0]}")/../test/fixtures" && pwd -P)/messages.jsonl
database=lakesoul_demo
steps=0
writers=8
commits=25

# step TEXT... : what happens next, in plain words; each argument is a line.
step() {
    steps=$((steps + 1))
    printf '\n== %d. %s\n' "$steps" "$1"
    shift
    [ $# = 0 ] || printf '   %s\n' "$@"
    printf '\n'
}

fail() {
    printf 'demo: %s\n' "$*" >&2
    exit 1
}

# It drops and makes databases on whatever server PG* names.
[ "${LAKESOUL_DEMO:-}" = 1 ] || fail 'run scripts/demo, which starts a server for these steps'

run_psql() {
    psql -X -q -v ON_ERROR_STOP=1 "$@"
}

# show SQL : runs it and prints its result.
show() {
    run_psql -d "$database" -P footer=off -c "$1" | sed '/^$/d'
}

# value SQL : the one value it gives.
value() {
    run_psql -d "$database" -At -c "$1"
}

# message NAME : the bytes of a message of the fixtures, as a literal of type bytea.
message() {
    local hex
    hex=$(sed -n "s/^{\"name\": \"$1\",.* \"hex\": \"\([0-9a-f]*\)\".*/\1/p" "$fixtures")
    [ -n "$hex" ] || fail "no message $1 in $fixtures"
    printf "'\\\\x%s'::bytea" "$hex"
}

# committed NAME FUNCTION : commits a message and shows what became of it.
committed() {
    show "SELECT partition_desc, status, version, cardinality(snapshot) AS commits_in_snapshot
          FROM lakesoul.$2($(message "$1")) ORDER BY version"
}

# must_be WHAT WANTED FOUND
must_be() {
    [ "$2" = "$3" ] || fail "$1: expected $2, found $3"
}

printf 'LakeSoul metadata inside PostgreSQL %s.\n' "$(run_psql -At -c 'SHOW server_version')"
run_psql -c "SET client_min_messages TO warning" -c "DROP DATABASE IF EXISTS $database" -c "CREATE DATABASE $database"

step 'Install the extension and make the catalog' \
    'CREATE EXTENSION touches nothing but its own schema; setup() makes the base tables in schema' \
    'public, or adopts those that LakeSoul made.'
show 'CREATE EXTENSION lakesoul_meta'
show "SELECT count(*) AS objects, action FROM lakesoul.setup() GROUP BY action ORDER BY 1 DESC"

step 'A namespace, and a table from the message a LakeSoul client sends' \
    'The table has one range column, dt, and the primary key order_id.'
value "SELECT lakesoul.create_namespace('sales', comment => 'made by the demo')" >/dev/null
show 'SELECT namespace, comment, domain FROM public.namespace ORDER BY 1'
printf '\n'
show "SELECT lakesoul.create_table($(message table_info_orders)) AS table_id"

step 'What is in a message' \
    'A client sends its commit as protobuf bytes. decode() shows them as JSON.'
value "SELECT replace(jsonb_pretty(lakesoul.decode('DataCommitInfo', $(message append_one_file))),
    's3://lake/warehouse/default/orders/', 's3://.../')"

step 'Commit it: one call, one round trip' \
    'The bytes are decoded, checked and published as version 0 of partition dt=2026-08-01.'
committed append_one_file commit_data_commit_info

step 'A merge commit of four files' \
    'Version 1: its snapshot is the snapshot of version 0 and the new commit.'
committed merge_four_files commit_data_commit_info

step 'One request, two partitions' \
    'Both partitions get their version or neither does.'
committed wrapper_two_partitions commit

step 'A compaction that is late' \
    'It read version 1. Version 2 was committed meanwhile and only added a file, so nothing is lost:' \
    'the compacted file comes first, the commit of version 2 stays behind it.'
committed wrapper_compaction_with_read commit
must_be 'commits in the snapshot after the compaction' 2 \
    "$(value "SELECT commits FROM lakesoul.partitions('orders') WHERE partition_desc = 'dt=2026-08-01'")"

step 'The state of the table' \
    'Partitions with their newest version; the files a reader has to open; how they came about.'
show "SELECT partition_desc, \"values\", version, commit_op, commits, files, bytes FROM lakesoul.partitions('orders')"
printf '\n'
show "SELECT partition_desc, size, bucket_id, '...' || right(path, 49) AS path FROM lakesoul.files('orders')"
printf '\n'
show "SELECT partition_desc, version, commit_op, cardinality(commits_added) AS commits_added, commits_removed, files,
      bytes FROM lakesoul.history('orders')"

step 'The same bytes again' \
    'A client that lost its connection sends its commit once more. Nothing is written twice, even' \
    'though a compaction has replaced the commit since.'
committed append_one_file commit_data_commit_info
must_be 'versions after the replay' 4 \
    "$(value "SELECT count(*) FROM lakesoul.history('orders', 'dt=2026-08-01')")"

step 'A conflict' \
    'An update read version 0 and replaces a file of it. Since then the partition was compacted: the' \
    'update must not win blindly. It fails as a whole, and says with what and what to do.'
conflict=$(value "SELECT lakesoul.encode('JniWrapper', jsonb_build_object(
    'partition_info', jsonb_build_array(jsonb_build_object('table_id', d->'table_id',
        'partition_desc', d->'partition_desc', 'version', 0)),
    'data_commit_info', jsonb_build_array(d)))
    FROM lakesoul.decode('DataCommitInfo', $(message update_adds_and_deletes)) AS d")
answer=$(run_psql -d "$database" -v VERBOSITY=verbose -c "SELECT * FROM lakesoul.commit('$conflict')" 2>&1) &&
    fail 'the update was accepted'
grep -v '^LOCATION' <<<"$answer" | fold -s -w 98
grep -q '^ERROR:  40001' <<<"$answer" || fail 'the conflict is not error 40001'

step 'What became of a commit' \
    'commit_status() answers for a commit id: the first commit above, published with version 0.'
show "SELECT s.partition_desc, s.status, s.version FROM lakesoul.commit_status('$(
    value "SELECT commits_added[1] FROM lakesoul.history('orders', 'dt=2026-08-01') ORDER BY version LIMIT 1")') AS s"

step "$writers writers at once" \
    "Each commits $commits times to partition dt=2026-09-01, as fast as it can, without retries. Every" \
    'commit must be in the newest snapshot exactly once.'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
writer() {
    local i
    for ((i = 1; i <= commits; i++)); do
        printf "SELECT status FROM lakesoul.commit_files('orders', ARRAY[('dt=2026-09-01',
            's3://lake/warehouse/default/orders/dt=2026-09-01/part-%d-%d_0000.parquet', 'add', 1000, 'order_id,dt')
            ::lakesoul.file_change], commit_id => md5('%d/%d')::uuid);\n" "$1" "$i" "$1" "$i"
    done | run_psql -d "$database" -At >"$folder/$1"
}
pids=()
for ((w = 1; w <= writers; w++)); do
    writer "$w" &
    pids+=($!)
done
for pid in "${pids[@]}"; do
    wait "$pid" || fail 'a writer failed'
done
total=$((writers * commits))
must_be 'commits that were acknowledged' "$total" "$(cat "$folder"/* | grep -c '^committed$' || true)"
september="lakesoul.partitions('orders', filter => '{\"dt\": \"2026-09-01\"}')"
present="SELECT count(*) FROM generate_series(1, $writers) AS w, generate_series(1, $commits) AS c
    WHERE md5(w || '/' || c)::uuid IN (SELECT f.commit_id FROM ${september/partitions/files} AS f)"
show "SELECT $total AS sent, ($present) AS present, p.version + 1 AS versions, p.commits, p.files
      FROM $september AS p"
must_be 'commits that are present' "$total" "$(value "$present")"
must_be 'versions, commits and files' "$total $total $total" \
    "$(value "SELECT concat_ws(' ', version + 1, commits, files) FROM $september")"
printf '\nAll %d commits are there, each exactly once.\n' "$total"
