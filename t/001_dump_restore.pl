# A catalog survives pg_dump: custom format in parallel, plain text, and data alone over a database that is set up
# already. Every row of base and side tables comes back as it was, the restore tells nobody, and commits go on.
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
	# Registered and never published.
	$sql .= <<'SQL';
SELECT lakesoul.register(lakesoul.encode('JniWrapper', '{"data_commit_info": [{"table_id": "table_plain",
    "partition_desc": "-5", "commit_op": "AppendCommit", "commit_id": "00000000-0000-4000-8000-ffffffffffff",
    "file_ops": [{"path": "s3://lake/plain/never.parquet", "size": 1}]}]}'));
INSERT INTO lakesoul.retired_commits VALUES ('table_plain', '-5', '00000000-0000-4000-8000-eeeeeeeeeeee', 3);
INSERT INTO lakesoul.dropped_partitions VALUES ('table_orders', 'dt=2020-01-01', 7, 1600000000000);
INSERT INTO public.global_config VALUES ('a.key', 'a value');
-- Stamped long ago and far ahead: a restore must not touch either.
UPDATE public.partition_info SET "timestamp" = version + 1 WHERE partition_desc = 'dt=2026-08-02';
UPDATE public.partition_info SET "timestamp" = 4000000000000 + version WHERE partition_desc = 'dt=2026-08-05';
SQL
	$node->safe_psql($db, $sql);
	return;
}

my @tables = (
	(map { "public.$_" } qw(namespace table_info table_name_id table_path_id data_commit_info partition_info
		  global_config discard_compressed_file_info)),
	(map { "lakesoul.$_" } qw(retired_commits dropped_partitions due_compactions
		  paimon_databases paimon_tables paimon_schemas paimon_views)));

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
	my ($db, $expected, $name) = @_;
	is(contents($db), $expected, "$name: every row of every table is as it was");
	is( $node->safe_psql($db, <<'SQL'), '', "$name: lakesoul.setup() finds nothing to do");
SELECT object, action FROM lakesoul.setup() WHERE action NOT IN ('unchanged', 'absent');
SQL
	# Commits go on: next version, a later time, replays known. A head stamped ahead of the clock is warned of.
	my ($hot, $replay) = ($id + 1, $id);
	is( $node->safe_psql($db, <<"SQL"), "committed|25\nt", "$name: the next commit is the next version");
SELECT status, version FROM lakesoul.commit_files('plain', ARRAY[('-5', 'next-$hot', 'add', 1, '')]::lakesoul.file_change[]);
SELECT bool_and("timestamp" > before) FROM (SELECT "timestamp", lag("timestamp") OVER (ORDER BY version) AS before
    FROM public.partition_info WHERE table_id = 'table_plain') AS p WHERE before IS NOT NULL;
SQL
	is( $node->safe_psql($db, <<'SQL'), "already_committed|24", "$name: a replay of an old commit is known");
SELECT c.status, c.version FROM public.data_commit_info AS d, lakesoul.commit_files('plain',
    ARRAY(SELECT ('-5', f.path, f.file_op, f.size, f.file_exist_cols)::lakesoul.file_change FROM unnest(d.file_ops) AS f),
    commit_id => d.commit_id) AS c
WHERE d.table_id = 'table_plain' AND d.published_version = 24;
SQL
	is( $node->safe_psql($db, <<'SQL'), "already_committed|3", "$name: a replay of a retired commit is known");
SELECT status, version FROM lakesoul.commit_files('plain', ARRAY[('-5', 'gone', 'add', 1, '')]::lakesoul.file_change[],
    commit_id => '00000000-0000-4000-8000-eeeeeeeeeeee');
SQL
	is( $node->safe_psql($db, <<'SQL'), "committed|8", "$name: a dropped partition goes on counting");
SELECT status, version FROM lakesoul.commit_files('orders',
    ARRAY[('dt=2020-01-01', 'anew', 'add', 1, '')]::lakesoul.file_change[]);
SQL
	is( $node->safe_psql($db, <<'SQL'), "committed|1|4000000000001", "$name: a head ahead of the clock stays ahead");
SET client_min_messages = error;
SELECT status, version, "timestamp" FROM lakesoul.commit_files('orders',
    ARRAY[('dt=2026-08-05', 'ahead', 'add', 1, '')]::lakesoul.file_change[]);
SQL
	# Tables of the Paimon API go on from their schemas, and views keep their names.
	is( $node->safe_psql($db, <<'SQL'), "{}\n2|2\na 0, c 2, d 3\n42P07", "$name: the Paimon API goes on");
SELECT lakesoul.paimon_alter_table('{"database": "sales", "object": "api"}', '{"changes": [{"action": "addColumn", "fieldNames": ["d"], "dataType": "INT"}]}');
SELECT t -> 'schemaId', t #>> '{schema,options,bucket}' FROM lakesoul.paimon_get_table('{"database": "sales", "object": "api"}') AS t;
SELECT string_agg(concat(f ->> 'name', ' ', f ->> 'id'), ', ' ORDER BY n) FROM jsonb_array_elements(
    lakesoul.paimon_get_table('{"database": "sales", "object": "api"}') #> '{schema,fields}') WITH ORDINALITY AS t (f, n);
DO $$ BEGIN PERFORM lakesoul.create_table('seen', '/seen', '', 'sales'); EXCEPTION WHEN duplicate_table THEN PERFORM set_config('test.state', SQLSTATE, false); END $$;
SELECT current_setting('test.state');
SQL
	return;
}

# ---- the tests -----------------------------------------------------------------------------------------------------

$node->safe_psql('postgres', 'CREATE DATABASE origin');
$node->safe_psql('origin', 'CREATE EXTENSION lakesoul_meta; SELECT count(*) FROM lakesoul.setup();');
make_catalog('origin');
my $origin = contents('origin');
for my $table (@tables)
{
	like($origin, qr/^== \Q$table\E\n\S/m, "$table has rows to carry");
}
is( $node->safe_psql('origin', 'SELECT table_id, partition_desc, version FROM lakesoul.due_compactions ORDER BY 1, 2'),
	"table_orders|dt=2026-08-02|10\ntable_plain|-5|20", 'two partitions are due for compaction');

my $folder = PostgreSQL::Test::Utils::tempdir();

# 1. Custom format, restored by two workers into an empty database.
command_ok([ 'pg_dump', '-Fc', '-f', "$folder/custom", $node->connstr('origin') ], 'pg_dump -Fc');
$node->safe_psql('postgres', 'CREATE DATABASE custom');
my $listener = start_listener('custom');
command_ok([ 'pg_restore', '-e', '-j', '2', '-d', $node->connstr('custom'), "$folder/custom" ], 'pg_restore -j 2');
unlike(ask($listener), qr/notification/, 'custom: nobody was notified');
stop_listener($listener);
check_restored('custom', $origin, 'custom');

# 2. Plain text through psql.
command_ok([ 'pg_dump', '-f', "$folder/plain", $node->connstr('origin') ], 'pg_dump');
$node->safe_psql('postgres', 'CREATE DATABASE plain');
$listener = start_listener('plain');
command_ok([ 'psql', '-Xq', '-v', 'ON_ERROR_STOP=1', '-o', "$folder/log", '-d', $node->connstr('plain'), '-f', "$folder/plain" ],
	'psql < dump');
unlike(ask($listener), qr/notification/, 'plain: nobody was notified');
stop_listener($listener);
check_restored('plain', $origin, 'plain');

# 3. INSERT statements instead of COPY, with the columns named.
command_ok([ 'pg_dump', '--column-inserts', '-f', "$folder/inserts", $node->connstr('origin') ], 'pg_dump --column-inserts');
$node->safe_psql('postgres', 'CREATE DATABASE inserts');
command_ok([ 'psql', '-Xq', '-v', 'ON_ERROR_STOP=1', '-o', "$folder/log", '-d', $node->connstr('inserts'), '-f', "$folder/inserts" ],
	'psql < INSERT statements');
check_restored('inserts', $origin, 'inserts');

# 4. Data alone, over a database where setup() has made tables, triggers and the namespace default already. Triggers
# are attached now, so this shows that they leave rows alone that somebody gives with their timestamp.
command_ok([ 'pg_dump', '--data-only', '-f', "$folder/data", $node->connstr('origin') ], 'pg_dump --data-only');
$node->safe_psql('postgres', 'CREATE DATABASE data');
$node->safe_psql('data', 'CREATE EXTENSION lakesoul_meta; SELECT count(*) FROM lakesoul.setup();');
# Only a trigger on namespace can skip the second copy of the row default; without it the row must go first.
$node->safe_psql('data', <<'SQL');
DELETE FROM public.namespace WHERE namespace = 'default' AND NOT EXISTS (SELECT FROM pg_trigger
    WHERE tgrelid = 'public.namespace'::regclass AND tgname LIKE 'lakesoul%');
SQL
$listener = start_listener('data');
command_ok([ 'psql', '-Xq', '-v', 'ON_ERROR_STOP=1', '-o', "$folder/log", '-d', $node->connstr('data'), '-f', "$folder/data" ],
	'psql < data');
unlike(ask($listener), qr/notification/, 'data: nobody was notified');
stop_listener($listener);
check_restored('data', $origin, 'data');

# 5. The extension goes and comes back: base tables stay, with every row.
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
