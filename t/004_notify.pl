# Compaction notices as a listener gets them: when, and byte for byte what.
use strict;
use warnings;
use IPC::Run;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->append_conf('postgresql.conf', 'log_statement = none');
$node->start;
$node->safe_psql('postgres', 'CREATE EXTENSION lakesoul_meta; SELECT count(*) FROM lakesoul.setup();');

# ---- a listener ----------------------------------------------------------------------------------------------------

my ($to_psql, $from_psql, $psql_errors) = ('', '', '');
my $psql = IPC::Run::start(
	[ 'psql', '-XAtq', '-d', $node->connstr('postgres') ],
	'<', \$to_psql, '>', \$from_psql, '2>', \$psql_errors,
	IPC::Run::timeout($PostgreSQL::Test::Utils::timeout_default));
my $asked = 0;

# The payloads that came since the last call. What was committed before the question is delivered before its answer.
sub notices
{
	my $mark = 'mark-' . ++$asked;
	$to_psql .= "SELECT 1;\n\\echo $mark\n";
	IPC::Run::pump($psql) until $from_psql =~ /^$mark$/m;
	my @payloads = $from_psql =~
	  /^Asynchronous notification "lakesoul_compaction_notify" with payload "(.*)" received from server process/mg;
	$from_psql = '';
	return @payloads;
}

$to_psql .= "LISTEN lakesoul_compaction_notify;\n";
is_deeply([ notices() ], [], 'nothing to hear yet');

# ---- committing ----------------------------------------------------------------------------------------------------

my $file = 0;

sub quote
{
	my ($text) = @_;
	$text =~ s/'/''/g;
	return "'$text'";
}

sub commit_sql
{
	my ($table, $partition, $option) = @_;
	my $path = 'file-' . ++$file;
	return "SELECT status, version FROM lakesoul.commit_files('$table', ARRAY[(" . quote($partition)
	  . ", '$path', 'add', 1, '')]::lakesoul.file_change[]" . ($option // '') . ");\n";
}

# Commits, each in a transaction of its own, and the version of the last one.
sub commit_times
{
	my ($count, $table, $partition, $settings) = @_;
	my $sql = join '', $settings // '', map { commit_sql($table, $partition) } 1 .. $count;
	my ($version) = $node->safe_psql('postgres', $sql) =~ /committed\|(\d+)\z/;
	return $version;
}

sub queue
{
	return $node->safe_psql('postgres',
		'SELECT table_id, partition_desc, version FROM lakesoul.due_compactions ORDER BY 1, 2');
}

# ---- crossing, the default -----------------------------------------------------------------------------------------

$node->safe_psql('postgres', <<'SQL');
SELECT lakesoul.create_table('plain', 's3://lake/plain', '', table_id => 'plain');
SELECT lakesoul.create_namespace('shop');
SELECT lakesoul.create_table('orders', 's3://lake/orders', '', namespace => 'shop', range_partitions => ARRAY['dt'],
    table_id => 'orders');
SQL
my $plain = '{"table_path":"s3://lake/plain","table_partition_desc":"-5","table_namespace":"default"}';
is(commit_times(10, 'plain', '-5'), 9, 'versions 0 to 9');
is_deeply([ notices() ], [], 'make no notice');
is(commit_times(1, 'plain', '-5'), 10, 'version 10');
is_deeply([ notices() ], [$plain], 'makes one, byte for byte');
is(queue(), 'plain|-5|10', 'and is queued');
commit_times(9, 'plain', '-5');
is_deeply([ notices() ], [], 'versions 11 to 19 make none');
commit_times(1, 'plain', '-5');
is_deeply([ notices() ], [$plain], 'version 20 makes the second');
is(queue(), 'plain|-5|20', 'the queue has one row a partition');
commit_times(5, 'plain', '-5');
$node->safe_psql('postgres',
	commit_sql('plain', '-5', ", commit_op => 'CompactionCommit', read_versions => '{\"-5\": 25}'"));
is_deeply([ notices() ], [], 'a compaction, version 26, makes none');
is(queue(), '', 'and empties the queue');
is(commit_times(9, 'plain', '-5'), 35, 'versions 27 to 35');
is_deeply([ notices() ], [], 'make none: they are counted from the compaction');
commit_times(1, 'plain', '-5');
is_deeply([ notices() ], [$plain], 'version 36 makes one');

# A transaction tells at its end, or not at all.
my $ten = join '', map { commit_sql('plain', '-5') } 1 .. 10;
$node->safe_psql('postgres', "BEGIN;\n${ten}ROLLBACK;");
is_deeply([ notices() ], [], 'a transaction that rolls back makes none');
is(queue(), 'plain|-5|36', 'nor does it stay in the queue');
$node->safe_psql('postgres', "BEGIN;\n${ten}COMMIT;");
is_deeply([ notices() ], [$plain], 'the same, committed, makes one');

# One request of several partitions.
my @days = map { "dt=2026-08-0$_" } 1 .. 3;
my $days = join ', ', map { "('$_', 'file-$_', 'add', 1, '')" } @days;
$node->safe_psql('postgres', "SELECT lakesoul.commit_files('orders', ARRAY[$days]::lakesoul.file_change[], namespace => 'shop');"
	  x 11);
is_deeply(
	[ sort(notices()) ],
	[ map { "{\"table_path\":\"s3://lake/orders\",\"table_partition_desc\":\"$_\",\"table_namespace\":\"shop\"}" } @days ],
	'a request of three partitions makes three, with the namespace');

# ---- scenario 37: LakeSoul's own trigger ---------------------------------------------------------------------------

# It tells at every commit to a partition that is due: this is notify = each. Crossing, the default, tells once in ten.
$node->safe_psql('postgres', "SELECT lakesoul.create_table('$_', 'file:/w/$_', '', range_partitions => ARRAY['dt'], table_id => '$_')")
  for qw(t1 t2);
for my $case ([ 't1', 'each', 1 ], [ 't2', 'crossing', 0 ])
{
	my ($table, $mode, $each) = @$case;
	my $settings = "SET lakesoul.notify = '$mode';\n";
	my $notice = "{\"table_path\":\"file:/w/$table\",\"table_partition_desc\":\"dt=1\",\"table_namespace\":\"default\"}";
	is(commit_times(10, $table, 'dt=1', $settings), 9, "$mode: versions 0 to 9");
	is_deeply([ notices() ], [], 'make no notice');
	is(commit_times(1, $table, 'dt=1', $settings), 10, 'version 10');
	is_deeply([ notices() ], [$notice], 'makes one, byte for byte');
	commit_times(1, $table, 'dt=1', $settings);
	is_deeply([ notices() ], [ ($notice) x $each ], 'version 11 makes ' . ($each ? 'another' : 'none'));
	$node->safe_psql('postgres', $settings
		  . commit_sql($table, 'dt=1', ", commit_op => 'CompactionCommit', read_versions => '{\"dt=1\": 11}'"));
	is_deeply([ notices() ], [], 'the compaction, version 12, makes none');
	is(commit_times(9, $table, 'dt=1', $settings), 21, 'versions 13 to 21');
	is_deeply([ notices() ], [], 'make none');
	commit_times(1, $table, 'dt=1', $settings);
	is_deeply([ notices() ], [$notice], 'version 22 makes one');
}

# ---- escaping ------------------------------------------------------------------------------------------------------

# replay h: quotes, backslashes, control characters; letters beyond ASCII and slashes stay as they are.
my ($path, $partition) = ("s3://lake/\"quoted\"/back\\slash/tab\there/\x{c3}\x{a4}", "p=a\"b\\c'd");
$node->safe_psql('postgres', "SELECT lakesoul.create_table('odd', " . quote($path)
	  . ", '', range_partitions => ARRAY['p'], table_id => 'odd')");
commit_times(11, 'odd', $partition);
my @odd = notices();
is_deeply(
	\@odd,
	["{\"table_path\":\"s3://lake/\\\"quoted\\\"/back\\\\slash/tab\\there/\x{c3}\x{a4}\","
		  . "\"table_partition_desc\":\"p=a\\\"b\\\\c'd\",\"table_namespace\":\"default\"}"],
	'quotes, backslashes and control characters are escaped by the rules of JSON');
is( $node->safe_psql('postgres', 'SELECT j->>\'table_path\' = ' . quote($path) . ' AND j->>\'table_partition_desc\' = '
		  . quote($partition) . ' FROM (SELECT ' . quote($odd[0]) . '::json) AS o (j)'),
	't', 'and read back as they were');

# ---- settings ------------------------------------------------------------------------------------------------------

$node->safe_psql('postgres', <<'SQL');
SELECT lakesoul.create_table(name, 's3://lake/' || name, '', table_id => name)
FROM unnest(ARRAY['each', 'off', 'five']) AS name;
SELECT lakesoul.create_table('three', 's3://lake/three', '', table_id => 'three',
    properties => '{"lakesoul.compaction_threshold": "3"}');
SQL

sub payload
{
	my ($table) = @_;
	return "{\"table_path\":\"s3://lake/$table\",\"table_partition_desc\":\"-5\",\"table_namespace\":\"default\"}";
}

commit_times(13, 'each', '-5', "SET lakesoul.notify = 'each';\n");
is_deeply([ notices() ], [ (payload('each')) x 3 ], 'each: versions 10, 11 and 12 make one each');
commit_times(11, 'off', '-5', "SET lakesoul.notify = 'off';\n");
is_deeply([ notices() ], [], 'off: none');
like(queue(), qr/^off\|-5\|10$/m, 'but the queue is kept');
commit_times(11, 'five', '-5', "SET lakesoul.compaction_threshold = 5;\n");
is_deeply([ notices() ], [ (payload('five')) x 2 ], 'a threshold of 5: versions 5 and 10');
commit_times(8, 'three', '-5', "SET lakesoul.compaction_threshold = 100;\n");
is_deeply([ notices() ], [ (payload('three')) x 2 ], 'a threshold of 3 in the table\'s properties: versions 3 and 6');

# ---- too long for NOTIFY -------------------------------------------------------------------------------------------

# replay h: 2000 control characters are 12000 bytes of JSON; the server takes less than 8000.
$node->safe_psql('postgres', "SELECT lakesoul.create_table('long', repeat(chr(1), 2000), '', table_id => 'long')");
is(commit_times(11, 'long', '-5'), 10, 'a payload of 8000 bytes or more does not fail the commit');
is_deeply([ notices() ], [], 'is not sent');
like(queue(), qr/^long\|-5\|10$/m, 'but queued');

# The longest that fits, and one byte more.
my $rest = length '{"table_path":"","table_partition_desc":"-5","table_namespace":"default"}';
for my $size (7999, 8000)
{
	my $controls = int(($size - $rest) / 6);
	my $letters = $size - $rest - 6 * $controls;
	$node->safe_psql('postgres', "SELECT lakesoul.create_table('size$size', repeat(chr(1), $controls) || repeat('a', $letters),"
		  . " '', table_id => 'size$size')");
	commit_times(11, "size$size", '-5');
	my @sizes = map { length } notices();
	is_deeply(\@sizes, $size < 8000 ? [$size] : [], "a payload of $size bytes is " . ($size < 8000 ? 'sent' : 'not sent'));
}

# ---- clients that write rows themselves ----------------------------------------------------------------------------

$node->safe_psql('postgres', "SELECT lakesoul.create_table('stock', 's3://lake/stock', '', table_id => 'stock')");
commit_times(10, 'stock', '-5');
my $insert = <<'SQL';
INSERT INTO data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, timestamp, committed, domain)
VALUES ('stock', '-5', '00000000-0000-4000-8000-00000000000%1$d', '{"(f%1$d,add,1,)"}', 'AppendCommit', 1, false, 'public');
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain%2$s)
SELECT table_id, partition_desc, version + 1, 'AppendCommit', snapshot || '00000000-0000-4000-8000-00000000000%1$d'::uuid, '', 'public'%3$s
FROM partition_info WHERE table_id = 'stock' ORDER BY version DESC LIMIT 1;
SQL
$node->safe_psql('postgres', sprintf $insert, 1, '', '');
is_deeply([ notices() ], [ payload('stock') ], 'a row that a client inserts makes a notice too');
$node->safe_psql('postgres', "DELETE FROM partition_info WHERE table_id = 'stock' AND version = 10");
$node->safe_psql('postgres', sprintf $insert, 2, ', timestamp', ', timestamp + 1');
is_deeply([ notices() ], [], 'a row that is given with its timestamp, as a restore does, makes none');

$to_psql .= "\\q\n";
IPC::Run::finish($psql);
is($psql_errors, '', 'the listener had no errors');
$node->stop;
done_testing();
