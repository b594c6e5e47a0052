# A catalog survives pg_dump, in every form in which people dump and restore: whole, in parallel, by section, schema and
# data apart, over a database that is set up already. Every row of base and side tables comes back as it was, whatever the
# order of the heap, the restore tells nobody, and commits go on. A second restore changes nothing.
use strict;
use warnings;
use IPC::Run;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->append_conf('postgresql.conf', "timezone = 'UTC'\nautovacuum = off");
$node->start;
$node->safe_psql('postgres', 'CREATE ROLE lake_owner LOGIN; CREATE ROLE dumper LOGIN BYPASSRLS IN ROLE pg_read_all_data');

# ---- a catalog with something in every table ---------------------------------------------------------------------

my $id = 0;

# An SQL literal of a commit id that is the same in each run.
sub commit_id
{
	return sprintf "'00000000-0000-4000-8000-%012x'", ++$id;
}

# Statements that commit files to partitions; op and read version are optional.
sub commit_sql
{
	my ($table, $partitions, %option) = @_;
	my $n = $id + 1;
	my @files = map { "('$_', 's3://lake/$table/file-$n-$_.parquet', 'add', $n, 'a,b')" } @$partitions;
	my $read = defined $option{read}
	  ? ', read_versions => \'{' . join(',', map { "\"$_\": $option{read}" } @$partitions) . '}\''
	  : '';
	my $op = $option{op} ? ", commit_op => '$option{op}'" : '';
	my $array = $option{delete} ? 'NULL' : 'ARRAY[' . join(', ', @files) . ']::lakesoul.file_change[]';
	return "SELECT lakesoul.commit_files('$table', $array$op$read, commit_id => " . commit_id() . ");\n";
}

sub make_catalog
{
	my ($db) = @_;
	my $sql = <<'SQL';
SELECT lakesoul.create_namespace('shop', '{"location": "s3://lake/shop"}', 'a comment', 'public');
SELECT lakesoul.create_table('orders', 's3://lake/orders', '', range_partitions => ARRAY['dt'],
    primary_keys => ARRAY['id'], table_id => 'table_orders');
SELECT lakesoul.create_table('plain', 's3://lake/plain', '', table_id => 'table_plain');
SELECT lakesoul.create_table('held', 's3://lake/held', '', table_id => 'table_held');
SELECT lakesoul.create_table('items "quoted" \ back', NULL, '', namespace => 'shop', table_id => 'table_items');
SELECT lakesoul.paimon_create_database('{"name": "sales", "options": {"location": "s3://lake", "k": "v"}}');
SELECT lakesoul.paimon_create_table('{"identifier": {"database": "sales", "object": "api"}, "schema": {"fields": [{"id": 0, "name": "a", "type": "INT"},
    {"id": 1, "name": "b", "type": "CHAR(3)"}], "partitionKeys": [], "primaryKeys": ["a"], "options": {"bucket": "2"}, "comment": "c"}}');
SELECT lakesoul.paimon_alter_table('{"database": "sales", "object": "api"}', '{"changes": [{"action": "dropColumn", "fieldNames": ["b"]},
    {"action": "addColumn", "fieldNames": ["c"], "dataType": "INT"}]}');
SELECT lakesoul.paimon_create_view('{"identifier": {"database": "sales", "object": "seen"}, "schema": {"fields": [], "query": "SELECT 1"}}');
SQL
	$sql .= commit_sql('orders', ["dt=2026-08-$_"]) for ('01' .. '05');
	$sql .= commit_sql('orders', [ 'dt=2026-08-01', 'dt=2026-08-02' ]) for (1 .. 12);
	$sql .= commit_sql('orders', ['dt=2026-08-01'], op => 'CompactionCommit', read => 12);
	$sql .= commit_sql('orders', ['dt=2026-08-03'], op => 'UpdateCommit', read => 0);
	$sql .= commit_sql('orders', ['dt=2026-08-04'], op => 'DeleteCommit', read => 0, delete => 1);
	# A compaction that is too late is skipped, and its file is known as discarded.
	$sql .= commit_sql('orders', ['dt=2026-08-03'], op => 'CompactionCommit', read => 0);
	$sql .= commit_sql('plain', ['-5']) for (1 .. 25);
	$sql .= commit_sql('held', ['-5']) for (1 .. 2);
	# Snapshots of the Paimon API: of what was committed up to here, and one that was rolled back.
	$sql .= <<'SQL';
SELECT lakesoul.create_table('tagged', 's3://lake/tagged', '', table_id => 'table_tagged');
SELECT lakesoul.commit_files('tagged', ARRAY[('-5', 'tagged-' || n, 'add', n, '')]::lakesoul.file_change[]) FROM generate_series(1, 3) AS n;
SELECT lakesoul.paimon_create_tag('{"database": "default", "object": "tagged"}', '{"tagName": "kept", "snapshotId": 2, "timeRetained": "1d"}');
SELECT lakesoul.paimon_rollback('{"database": "default", "object": "tagged"}', '{"instant": {"snapshotId": 2}}');
SELECT lakesoul.paimon_mark_done('{"database": "default", "object": "tagged"}', '{"specs": [{}]}');
SQL
	# Registered and never published.
	$sql .= <<'SQL';
SELECT lakesoul.register(lakesoul.encode('JniWrapper', '{"data_commit_info": [{"table_id": "table_plain",
    "partition_desc": "-5", "commit_op": "AppendCommit", "commit_id": "00000000-0000-4000-8000-ffffffffffff",
    "file_ops": [{"path": "s3://lake/plain/never.parquet", "size": 1}]}]}'));
INSERT INTO lakesoul.retired_commits VALUES ('table_plain', '-5', '00000000-0000-4000-8000-eeeeeeeeeeee', 3);
INSERT INTO lakesoul.purged_commits VALUES ('table_plain', '-5', '00000000-0000-4000-8000-dddddddddddd');
-- Deleted although the newest version lists it: held back.
DELETE FROM public.data_commit_info WHERE (table_id, published_version) = ('table_held', 0);
INSERT INTO lakesoul.dropped_partitions VALUES ('table_orders', 'dt=2020-01-01', 7, 1600000000000);
INSERT INTO lakesoul.dropped_paths VALUES ('s3://lake/gone', true, 'shop', 'table_gone', 'gone', 1600000000000, 'dropped table');
INSERT INTO public.global_config VALUES ('a.key', 'a value');
-- Stamped long ago and far ahead: a restore must not touch either.
UPDATE public.partition_info SET "timestamp" = version + 1 WHERE partition_desc = 'dt=2026-08-02';
UPDATE public.partition_info SET "timestamp" = 4000000000000 + version WHERE partition_desc = 'dt=2026-08-05';
-- Rows that were adopted: without our columns, one published and never marked, one without a time.
UPDATE public.table_name_id SET created_at = NULL;
UPDATE public.table_path_id SET created_at = NULL, domain = 'elsewhere';
UPDATE public.discard_compressed_file_info SET discarded_at = NULL, reason = NULL;
UPDATE public.data_commit_info SET registered_head = NULL, committed = false WHERE table_id = 'table_plain';
UPDATE public.partition_info SET last_compaction = NULL, expression = NULL WHERE table_id = 'table_plain';
UPDATE public.partition_info SET "timestamp" = NULL WHERE table_id = 'table_plain' AND version = 0;
-- A name that was never finished, and a row default that somebody changed.
INSERT INTO public.table_name_id (table_name, table_id, table_namespace) VALUES ('unfinished', 'gone', 'default');
UPDATE public.table_name_id SET created_at = NULL;
UPDATE public.namespace SET properties = '{"location": "s3://lake"}', comment = NULL WHERE namespace = 'default';
-- Access control of the base tables.
CREATE POLICY domain_only_policy ON public.partition_info USING (domain = 'public' OR domain = current_user);
ALTER TABLE public.partition_info ENABLE ROW LEVEL SECURITY;
-- The heap's order is not that of the versions: every other row moves to the end, the newest first.
UPDATE public.partition_info SET domain = domain WHERE version % 2 = 0;
CREATE INDEX shuffled ON public.partition_info (md5(version::text || partition_desc));
CLUSTER public.partition_info USING shuffled;
DROP INDEX public.shuffled;
UPDATE public.data_commit_info SET domain = domain WHERE published_version % 3 = 1;
SQL
	$node->safe_psql($db, $sql);
	return;
}

my @tables = (
	(map { "public.$_" } qw(namespace table_info table_name_id table_path_id data_commit_info partition_info
		  global_config discard_compressed_file_info)),
	(map { "lakesoul.$_" } qw(retired_commits purged_commits dropped_partitions due_compactions held_deletes dropped_paths
		  paimon_databases paimon_tables paimon_schemas paimon_views
		  paimon_chains paimon_snapshots paimon_snapshot_partitions paimon_partitions paimon_tags)));

# All rows of all tables, as text.
sub contents
{
	my ($db) = @_;
	return join '', map {
		"== $_\n" . $node->safe_psql($db, "SELECT t::text FROM $_ AS t ORDER BY t::text COLLATE \"C\"") . "\n"
	} @tables;
}

# ---- a listener, for what a restore must not send ------------------------------------------------------------------

sub start_listener
{
	my ($db) = @_;
	my $listener = { in => '', out => '' };
	$listener->{psql} = IPC::Run::start(
		[ 'psql', '-XAtq', '-d', $node->connstr($db) ],
		'<', \$listener->{in}, '>', \$listener->{out}, '2>', \$listener->{err},
		IPC::Run::timeout($PostgreSQL::Test::Utils::timeout_default));
	$listener->{in} .= "LISTEN lakesoul_compaction_notify;\n";
	ask($listener);
	return $listener;
}

# What psql printed up to here, notices included.
sub ask
{
	my ($listener) = @_;
	my $mark = 'mark-' . ++$listener->{asked};
	$listener->{in} .= "SELECT '$mark';\n\\echo end-$mark\n";
	IPC::Run::pump($listener->{psql}) until $listener->{out} =~ /end-$mark\n/;
	return $listener->{out};
}

sub stop_listener
{
	my ($listener) = @_;
	$listener->{in} .= "\\q\n";
	IPC::Run::finish($listener->{psql});
	return;
}

# ---- one restored database -----------------------------------------------------------------------------------------

sub check_restored
{
	my ($db) = @_;
	is( $node->safe_psql($db, <<'SQL'), '', "$db: lakesoul.setup() finds nothing to do");
SELECT object, action FROM lakesoul.setup() WHERE action NOT IN ('unchanged', 'absent');
SQL
	# Commits go on: next version, a later time, replays known. A head stamped ahead of the clock is warned of.
	my ($hot, $replay) = ($id + 1, $id);
	is( $node->safe_psql($db, <<"SQL"), "committed|25\nt", "$db: the next commit is the next version");
SELECT status, version FROM lakesoul.commit_files('plain', ARRAY[('-5', 'next-$hot', 'add', 1, '')]::lakesoul.file_change[]);
SELECT bool_and("timestamp" > before) FROM (SELECT "timestamp", lag("timestamp") OVER (ORDER BY version) AS before
    FROM public.partition_info WHERE table_id = 'table_plain') AS p WHERE before IS NOT NULL;
SQL
	is( $node->safe_psql($db, <<'SQL'), "already_committed|24", "$db: a replay of an old commit is known");
SELECT c.status, c.version FROM public.data_commit_info AS d, lakesoul.commit_files('plain',
    ARRAY(SELECT ('-5', f.path, f.file_op, f.size, f.file_exist_cols)::lakesoul.file_change FROM unnest(d.file_ops) AS f),
    commit_id => d.commit_id) AS c
WHERE d.table_id = 'table_plain' AND d.published_version = 24;
SQL
	is( $node->safe_psql($db, <<'SQL'), "already_committed|3", "$db: a replay of a retired commit is known");
SELECT status, version FROM lakesoul.commit_files('plain', ARRAY[('-5', 'gone', 'add', 1, '')]::lakesoul.file_change[],
    commit_id => '00000000-0000-4000-8000-eeeeeeeeeeee');
SQL
	is( $node->safe_psql($db, <<'SQL'), "committed|2\n0|0|2", "$db: deletes that were held back are done when they can be");
SELECT status, version FROM lakesoul.commit_files('held', ARRAY[('-5', 'compacted', 'add', 1, '')]::lakesoul.file_change[],
    commit_op => 'CompactionCommit', read_versions => '{"-5": 1}');
SELECT (SELECT count(*) FROM lakesoul.held_deletes), (SELECT count(*) FROM public.data_commit_info
    WHERE table_id = 'table_held' AND published_version = 0), (SELECT count(*) FROM lakesoul.retired_commits);
SQL
	is( $node->safe_psql($db, <<'SQL'), "committed|26\ntable_orders", "$db: a compaction takes the partition from the queue");
SELECT status, version FROM lakesoul.commit_files('plain', ARRAY[('-5', 'compacted', 'add', 1, '')]::lakesoul.file_change[],
    commit_op => 'CompactionCommit', read_versions => '{"-5": 25}');
SELECT string_agg(table_id, ' ') FROM lakesoul.due_compactions;
SQL
	# A stock client that planned from an old head.
	is( $node->safe_psql($db, <<'SQL'), '27|2|t|27', "$db: a stock client's row is combined");
INSERT INTO public.data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, committed, "timestamp", domain)
VALUES ('table_plain', '-5', '00000000-0000-4000-8000-dddddddddddd', '{"(stock,add,1,)"}', 'AppendCommit', false, 1, 'public');
INSERT INTO public.partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain)
VALUES ('table_plain', '-5', 26, 'AppendCommit', '{00000000-0000-4000-8000-dddddddddddd}', '', 'public');
SELECT p.version, cardinality(p.snapshot), c.committed, c.published_version FROM public.partition_info AS p,
    public.data_commit_info AS c WHERE p.table_id = 'table_plain' AND c.commit_id = '00000000-0000-4000-8000-dddddddddddd'
ORDER BY p.version DESC LIMIT 1;
SQL
	is( $node->safe_psql($db, <<'SQL'), "committed|8", "$db: a dropped partition goes on counting");
SELECT status, version FROM lakesoul.commit_files('orders',
    ARRAY[('dt=2020-01-01', 'anew', 'add', 1, '')]::lakesoul.file_change[]);
SQL
	is( $node->safe_psql($db, <<'SQL'), "committed|1|4000000000001", "$db: a head ahead of the clock stays ahead");
SET client_min_messages = error;
SELECT status, version, "timestamp" FROM lakesoul.commit_files('orders',
    ARRAY[('dt=2026-08-05', 'ahead', 'add', 1, '')]::lakesoul.file_change[]);
SQL
	# Its snapshots too; what is tagged stays.
	is( $node->safe_psql($db, <<'SQL'), "committed\n3|3|13|t\n3\n2|3", "$db: a table's snapshots go on");
SELECT status FROM lakesoul.commit_files('tagged', ARRAY[('-5', 'tagged-4', 'add', 10, '')]::lakesoul.file_change[]);
SELECT s #> '{snapshot,id}', s -> 'fileCount', s -> 'fileSizeInBytes', (p ->> 'done')::boolean
  FROM lakesoul.paimon_load_snapshot('{"database": "default", "object": "tagged"}') AS t, LATERAL (SELECT t -> 'snapshot') AS s (s),
       jsonb_array_elements(lakesoul.paimon_list_partitions('{"database": "default", "object": "tagged"}') -> 'partitions') AS p;
SELECT versions_removed FROM lakesoul.expire('tagged', keep_versions => 1);
SELECT string_agg(j ->> 'id', '|' ORDER BY j ->> 'id') FROM jsonb_array_elements(lakesoul.paimon_list_snapshots('{"database": "default", "object": "tagged"}') -> 'snapshots') AS j;
SQL
	# Tables of the Paimon API go on from their schemas, and views keep their names.
	is( $node->safe_psql($db, <<'SQL'), "{}\n2|2\na 0, c 2, d 3\n42P07", "$db: the Paimon API goes on");
SELECT lakesoul.paimon_alter_table('{"database": "sales", "object": "api"}', '{"changes": [{"action": "addColumn", "fieldNames": ["d"], "dataType": "INT"}]}');
SELECT t -> 'schemaId', t #>> '{schema,options,bucket}' FROM lakesoul.paimon_get_table('{"database": "sales", "object": "api"}') AS t;
SELECT string_agg(concat(f ->> 'name', ' ', f ->> 'id'), ', ' ORDER BY n) FROM jsonb_array_elements(
    lakesoul.paimon_get_table('{"database": "sales", "object": "api"}') #> '{schema,fields}') WITH ORDINALITY AS t (f, n);
DO $$ BEGIN PERFORM lakesoul.create_table('seen', '/seen', '', 'sales'); EXCEPTION WHEN duplicate_table THEN PERFORM set_config('test.state', SQLSTATE, false); END $$;
SELECT current_setting('test.state');
SQL
	return;
}

# ---- the catalog and its dumps -------------------------------------------------------------------------------------

my $folder = PostgreSQL::Test::Utils::tempdir();

sub dump_database
{
	my ($db, $name, @options) = @_;
	command_ok([ 'pg_dump', @options, '-f', "$folder/$name", $node->connstr($db) ], "pg_dump @options");
	return;
}

# A database with nothing in it, or one where setup() has made tables, triggers and the namespace default already.
sub empty_database
{
	my ($db) = @_;
	$node->safe_psql('postgres', "CREATE DATABASE $db");
	return $db;
}

sub ready_database
{
	my ($db) = @_;
	empty_database($db);
	$node->safe_psql($db, 'CREATE EXTENSION lakesoul_meta; SELECT count(*) FROM lakesoul.setup();');
	return $db;
}

# Restores dumps into a database, one after the other, and checks what came out.
sub restore
{
	my ($db, @steps) = @_;
	my $listener = start_listener($db);
	command_ok($_, "$db: " . join(' ', map { s/^\Q$folder\E\///r } @$_)) for @steps;
	unlike(ask($listener), qr/notification/, "$db: nobody was notified");
	stop_listener($listener);
	return;
}

sub psql_file
{
	my ($db, $name) = @_;
	return [ 'psql', '-Xq', '-v', 'ON_ERROR_STOP=1', '-o', "$folder/log", '-d', $node->connstr($db), '-f', "$folder/$name" ];
}

sub pg_restore
{
	my ($db, $name, @options) = @_;
	return [ 'pg_restore', '-e', @options, '-d', $node->connstr($db), "$folder/$name" ];
}

ready_database('origin');
make_catalog('origin');
my $origin = contents('origin');
for my $table (@tables)
{
	like($origin, qr/^== \Q$table\E\n\S/m, "$table has rows to carry");
}
is( $node->safe_psql('origin', 'SELECT table_id, partition_desc, version FROM lakesoul.due_compactions ORDER BY 1, 2'),
	"table_orders|dt=2026-08-02|10\ntable_plain|-5|20", 'two partitions are due for compaction');
cmp_ok($node->safe_psql('origin', <<'SQL'), '>', 5, 'the heap is out of order');
SELECT count(*) FROM (SELECT version - lag(version) OVER (PARTITION BY table_id, partition_desc ORDER BY ctid) AS step
    FROM public.partition_info) AS s WHERE step < 0
SQL

dump_database('origin', 'custom', '-Fc');
dump_database('origin', 'folder', '-Fd', '-j', '2');
dump_database('origin', 'plain');
dump_database('origin', 'inserts', '--column-inserts');
dump_database('origin', 'schema', '--schema-only');
dump_database('origin', 'data', '--data-only');
dump_database('origin', 'data_custom', '--data-only', '-Fc');
dump_database('origin', 'data_disabled', '--data-only', '--disable-triggers');
dump_database('origin', 'data_inserts', '--data-only', '--inserts');
dump_database('origin', $_, "--section=$_") for ('pre-data', 'data', 'post-data');

# ---- into an empty database ----------------------------------------------------------------------------------------

restore(empty_database('custom'), pg_restore('custom', 'custom', '-j', '4'));
restore(empty_database('folder'), pg_restore('folder', 'folder', '-j', '2'));
restore(empty_database('plain'), psql_file('plain', 'plain'));
restore(empty_database('inserts'), psql_file('inserts', 'inserts'));
restore(empty_database('sections'), map { psql_file('sections', $_) } ('pre-data', 'data', 'post-data'));
restore(empty_database('custom_sections'), map { pg_restore('custom_sections', 'custom', "--section=$_") } ('pre-data', 'data', 'post-data'));
# Here the triggers are there before the rows.
restore(empty_database('parts'), psql_file('parts', 'schema'), psql_file('parts', 'data'));

# ---- over a database that is set up already ------------------------------------------------------------------------

restore(ready_database('over'), psql_file('over', 'data'));
restore(ready_database('over_parallel'), pg_restore('over_parallel', 'data_custom', '-j', '4'));
# Without triggers nobody makes room for the row default.
ready_database('over_disabled');
$node->safe_psql('over_disabled', "DELETE FROM public.namespace WHERE namespace = 'default'");
restore('over_disabled', psql_file('over_disabled', 'data_disabled'));
# INSERTs look like a stock client's.
ready_database('over_inserts');
{
	local $ENV{PGOPTIONS} = '-c lakesoul.restoring=on';
	restore('over_inserts', psql_file('over_inserts', 'data_inserts'));
}
# Whatever was there goes.
ready_database('over_clean');
$node->safe_psql('over_clean', <<'SQL');
SELECT lakesoul.create_table('old', '/old', '', table_id => 'old');
SELECT lakesoul.commit_files('old', ARRAY[('-5', 'old', 'add', 1, '')]::lakesoul.file_change[]);
SQL
restore('over_clean', pg_restore('over_clean', 'custom', '--clean', '--if-exists'));
# A whole dump by mistake: what exists already is an error each time, the rows come all the same.
ready_database('over_whole');
command_fails([ 'pg_restore', '-d', $node->connstr('over_whole'), "$folder/custom" ], 'over_whole: pg_restore reports errors');

my @restored = qw(custom folder plain inserts sections custom_sections parts over over_parallel over_disabled over_inserts
  over_clean over_whole);
is(contents($_), $origin, "$_: every row of every table is as it was") for @restored;

# ---- twice ---------------------------------------------------------------------------------------------------------

for my $db ('custom', 'over')
{
	command_fails([ 'pg_restore', '-d', $node->connstr($db), "$folder/custom" ], "$db: a second restore fails");
	is(contents($db), $origin, "$db: and changes nothing");
	# Without ON_ERROR_STOP psql goes on after each error.
	my ($output, $errors) = run_command([ 'psql', '-Xq', '-o', "$folder/log", '-d', $node->connstr($db), '-f', "$folder/data" ]);
	my @refused = $errors =~ /duplicate key value violates unique constraint "(\w+)"/g;
	is(scalar(@refused), scalar(@tables), "$db: data alone is refused by each table's key");
	is(contents($db), $origin, "$db: and changes nothing");
}

# ---- commits go on -------------------------------------------------------------------------------------------------

check_restored($_) for @restored;

# ---- who dumps -----------------------------------------------------------------------------------------------------

$node->safe_psql('origin', <<'SQL');
DO $$
DECLARE
    t text;
BEGIN
    FOR t IN SELECT format('%s', oid::regclass) FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' LOOP
        EXECUTE format('ALTER TABLE %s OWNER TO lake_owner', t);
    END LOOP;
END
$$;
SQL
command_fails_like([ 'pg_dump', '-U', 'lake_owner', '-f', "$folder/owner", $node->connstr('origin') ],
	qr/query would be affected by row-level security policy for table "\w+"/,
	'a dump by the plain owner of the base tables fails instead of leaving rows of side tables out');
dump_database('origin', 'owned');
command_ok([ 'pg_dump', '-U', 'dumper', '-f', "$folder/dumper", $node->connstr('origin') ], 'a role with BYPASSRLS that may read all dumps it');
is(slurp_file("$folder/dumper") =~ s/^\\(?:un)?restrict .*$//mgr, slurp_file("$folder/owned") =~ s/^\\(?:un)?restrict .*$//mgr,
	'byte for byte as a superuser does');
is(contents('origin'), $origin, 'no dump changed anything');

# ---- a dump of before the extension was there ----------------------------------------------------------------------

# More tables than there are locks. Their commits are Rust's: published, and never marked.
empty_database('stock');
$node->safe_psql('stock', "\\i test/fixtures/layout_4_0_0.sql\n\\i test/fixtures/layout_populated.sql\n" . <<'SQL');
INSERT INTO table_info (table_id, table_name, table_path, table_schema, properties, partitions)
SELECT 'many-' || n, 'many-' || n, '/many/' || n, '{}', '{}', ';' FROM generate_series(1, 5000) AS n;
INSERT INTO table_name_id (table_name, table_id) SELECT table_name, table_id FROM table_info WHERE table_id LIKE 'many%';
INSERT INTO table_path_id (table_path, table_id) SELECT table_path, table_id FROM table_info WHERE table_id LIKE 'many%';
INSERT INTO data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, "timestamp")
SELECT table_id, '-5', md5(table_id)::uuid, ARRAY[('file', 'add', 1, '')::data_file_op], 'AppendCommit', 1
FROM table_info WHERE table_id LIKE 'many%';
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, expression)
SELECT table_id, '-5', 0, 'AppendCommit', ARRAY[md5(table_id)::uuid], '' FROM table_info WHERE table_id LIKE 'many%';
SQL
my @stock_columns = map { [ split /\|/ ] } split /\n/, $node->safe_psql('stock', <<'SQL');
SELECT table_name, string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position) FROM information_schema.columns
WHERE table_schema = 'public' GROUP BY 1 ORDER BY 1
SQL

sub stock_contents
{
	my ($db) = @_;
	return join '', map {
		$node->safe_psql($db, "SELECT ROW($_->[1])::text FROM public.$_->[0] ORDER BY ROW($_->[1])::text COLLATE \"C\"")
	} @stock_columns;
}

my $stock = stock_contents('stock');
dump_database('stock', 'stock_data', '--data-only');
dump_database('stock', 'stock', '-Fc');
restore(ready_database('stock_over'), psql_file('stock_over', 'stock_data'));
restore(empty_database('stock_whole'), pg_restore('stock_whole', 'stock', '-j', '4'));
$node->safe_psql('stock_whole', 'CREATE EXTENSION lakesoul_meta');
for my $db ('stock_over', 'stock_whole')
{
	is(stock_contents($db), $stock, "$db: every row is as it was");
	is($node->safe_psql($db, "SELECT object, action FROM lakesoul.setup() WHERE object LIKE 'values%'"),
		'values of public.data_commit_info.published_version|filled 5006 rows', "$db: setup() finds what is published");
	is(stock_contents($db), $stock, "$db: every row is still as it was");
	is( $node->safe_psql($db, <<'SQL'), 'already_committed|0', "$db: Rust's commits are known");
SELECT status, version FROM lakesoul.commit_files('many-7', ARRAY[('-5', 'file', 'add', 1, '')]::lakesoul.file_change[],
    commit_id => md5('many-7')::uuid);
SQL
}

# ---- the extension goes and comes back -----------------------------------------------------------------------------

$node->safe_psql('origin', 'SELECT count(*) FROM lakesoul.teardown(); DROP EXTENSION lakesoul_meta;');
$node->safe_psql('origin', 'CREATE EXTENSION lakesoul_meta; SELECT count(*) FROM lakesoul.setup();');
my @base = grep { !/^== lakesoul/ } split /^(?=== )/m, contents('origin');
is(join('', @base), join('', grep { !/^== lakesoul/ } split /^(?=== )/m, $origin), 'DROP EXTENSION leaves every row');
# A table that the Paimon API made is LakeSoul's like any other.
is( $node->safe_psql('origin', <<'SQL'), "committed|0\n0|a,c|c", 'a table of the Paimon API outlives the extension');
SELECT status, version FROM lakesoul.commit_files('api', ARRAY[('-5', 'file', 'add', 1, '')]::lakesoul.file_change[], 'sales');
SELECT t -> 'schemaId', (SELECT string_agg(f ->> 'name', ',') FROM jsonb_array_elements(t #> '{schema,fields}') AS f), t #>> '{schema,comment}'
  FROM lakesoul.paimon_get_table('{"database": "sales", "object": "api"}') AS t;
SQL

$node->stop;
done_testing();
