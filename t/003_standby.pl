# A streaming standby: everything that reads works there, also in transactions that may not write; everything that
# writes is refused with 25006; once promoted, commits go on where the primary was.
use strict;
use warnings;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $primary = PostgreSQL::Test::Cluster->new('primary');
$primary->init(allows_streaming => 1);
$primary->append_conf('postgresql.conf', 'autovacuum = off');
$primary->start;
$primary->safe_psql('postgres', <<'SQL');
CREATE EXTENSION lakesoul_meta;
SELECT count(*) FROM lakesoul.setup();
SELECT lakesoul.create_table('orders', '/orders', '', range_partitions => ARRAY['dt'], table_id => 'orders');
SQL

# The next commit of a partition; the id is made by the server unless one is given.
sub commit_sql
{
	my ($partition, $path, $option) = @_;
	return "SELECT status, version FROM lakesoul.commit_files('orders', "
	  . "ARRAY[('$partition', '$path', 'add', 1, '')]::lakesoul.file_change[]" . ($option // '') . ');';
}

my $known = ", commit_id => '00000000-0000-4000-8000-000000000001'";
$primary->backup('base');
my $standby = PostgreSQL::Test::Cluster->new('standby');
$standby->init_from_backup($primary, 'base', has_streaming => 1);
$standby->start;

# After the backup, so that it comes through the stream.
$primary->safe_psql('postgres', commit_sql('dt=1', 'one', $known));
$primary->safe_psql('postgres', commit_sql("dt=$_", "more-$_")) for 1 .. 3;
$primary->safe_psql('postgres', commit_sql('dt=1', "file-$_")) for 1 .. 12;
# Something to see for every view, and something that is wrong.
$primary->safe_psql('postgres', "SET lakesoul.protect_live_files = off; INSERT INTO public.discard_compressed_file_info "
	  . "(file_path, table_path, partition_desc) VALUES ('one', '/orders', 'dt=1')");
$primary->safe_psql('postgres', "SELECT lakesoul.discard_files('orders', '{/orders/a,/orders/b}', 'dt=1')");
$primary->wait_for_catchup($standby, 'replay', $primary->lsn('insert'));

# ---- reading -------------------------------------------------------------------------------------------------------

my %reads = (
	partitions => "SELECT * FROM lakesoul.partitions('orders') ORDER BY partition_desc",
	'partitions with a filter' => "SELECT * FROM lakesoul.partitions('orders', filter => '{\"dt\": \"1\"}')",
	files => "SELECT * FROM lakesoul.files('orders') ORDER BY path",
	'files of a version' => "SELECT * FROM lakesoul.files('orders', filter => '{\"dt\": \"1\"}', version => 3)",
	'a snapshot of the Paimon API' => "SELECT lakesoul.paimon_load_snapshot('{\"database\": \"default\", \"object\": \"orders\"}')",
	'partitions of the Paimon API' => "SELECT lakesoul.paimon_list_partitions('{\"database\": \"default\", \"object\": \"orders\"}')",
	'files as of now' => "SELECT * FROM lakesoul.files('orders', as_of => now()) ORDER BY path",
	history => "SELECT * FROM lakesoul.history('orders')",
	'history of a partition' => "SELECT * FROM lakesoul.history('orders', 'dt=1')",
	'partitions as of now' => "SELECT * FROM lakesoul.partitions('orders', as_of => now()) ORDER BY partition_desc",
	changes => "SELECT * FROM lakesoul.changes('orders', -1, 9) ORDER BY partition_desc, version, path",
	'changes of a partition' => "SELECT * FROM lakesoul.changes('orders', 3, 9, 'dt=1')",
	changes_between => "SELECT * FROM lakesoul.changes_between('orders', 'epoch', now()) ORDER BY partition_desc, version, path",
	'changes by id' => "SELECT count(*) FROM lakesoul.changes_by_id('orders', 0, 9), "
	  . "lakesoul.changes_between_by_id('orders', 'epoch', now()), lakesoul.files_by_id('orders'), "
	  . "lakesoul.history_by_id('orders', 'dt=1'), lakesoul.partitions_by_id('orders')",
	'view tables' => 'SELECT * FROM lakesoul.tables',
	'view table_partitions' => 'SELECT * FROM lakesoul.table_partitions ORDER BY partition_desc',
	'view commits' => 'SELECT * FROM lakesoul.commits ORDER BY partition_desc, version',
	'view discarded_files' => 'SELECT * FROM lakesoul.discarded_files ORDER BY path',
	'view compaction_queue' => 'SELECT * FROM lakesoul.compaction_queue',
	list_namespaces => 'SELECT * FROM lakesoul.list_namespaces()',
	status => "SELECT * FROM lakesoul.status() WHERE item NOT LIKE 'oldest transaction%'",
	check_catalog => 'SELECT * FROM lakesoul.check_catalog()',
	partition_values => "SELECT lakesoul.partition_values('dt;', 'dt=1')",
	commit_status => "SELECT * FROM lakesoul.commit_status('00000000-0000-4000-8000-000000000001')",
	table_id => "SELECT lakesoul.table_id('orders')",
	discarded => "SELECT * FROM lakesoul.discarded('infinity') ORDER BY path",
	'what would expire' => "SELECT * FROM lakesoul.expire('orders', keep_versions => 1, dry_run => true) ORDER BY 1",
	'due compactions' => 'SELECT * FROM lakesoul.due_compactions',
	'execute_query' => "SELECT lakesoul.execute_query(104, 'orders')",
	'execute_query of commits' => "SELECT lakesoul.execute_query(110, 'orders__DELIM__dt=1__DELIM__00000000000040008000000000000001')",
	'execute_query_scalar' => "SELECT lakesoul.execute_query_scalar(401, 'orders')",
	decode => "SELECT lakesoul.decode('Uuid', lakesoul.encode('Uuid', '\"00000000-0000-4000-8000-000000000001\"'))");
for my $name (sort keys %reads)
{
	my $expected = $primary->safe_psql('postgres', $reads{$name});
	isnt($expected, '', "$name: there is something to read");
	is($standby->safe_psql('postgres', $reads{$name}), $expected, "$name: the standby reads the same");
	is( $primary->safe_psql('postgres', "SET default_transaction_read_only = on;\n$reads{$name}"),
		$expected, "$name: so does a read-only transaction");
}
is($standby->safe_psql('postgres', <<"SQL"), "14\n14", 'a transaction of several reads on the standby');
BEGIN ISOLATION LEVEL REPEATABLE READ;
SELECT count(*) FROM lakesoul.files('orders', filter => '{"dt": "1"}');
SELECT commits FROM lakesoul.partitions('orders', filter => '{"dt": "1"}');
COMMIT;
SQL

# ---- writing -------------------------------------------------------------------------------------------------------

my $message = "lakesoul.encode('JniWrapper', '{\"data_commit_info\": [{\"table_id\": \"orders\", \"partition_desc\": \"dt=1\","
  . " \"commit_op\": \"AppendCommit\", \"commit_id\": \"00000000-0000-4000-8000-000000000009\","
  . " \"file_ops\": [{\"path\": \"x\", \"size\": 1}]}]}')";
my %writes = (
	commit_files => commit_sql('dt=1', 'x'),
	commit => "SELECT * FROM lakesoul.commit($message);",
	register => "SELECT lakesoul.register($message);",
	execute_insert => "SELECT lakesoul.execute_insert(301, $message);",
	execute_update => "SELECT lakesoul.execute_update(503, 'orders__DELIM__{}');",
	create_table => "SELECT lakesoul.create_table('t', '/t', '');",
	expire => "SELECT lakesoul.expire('orders', keep_versions => 1);",
	discard_files => "SELECT lakesoul.discard_files('orders', '{/orders/c}', 'dt=1');",
	forget_discarded => "SELECT lakesoul.forget_discarded('{/orders/a}');",
	create_namespace => "SELECT lakesoul.create_namespace('n');",
	drop_table => "SELECT lakesoul.drop_table('orders');");
for my $name (sort keys %writes)
{
	my ($status, $output, $errors) = $standby->psql('postgres', "\\set VERBOSITY sqlstate\n$writes{$name}");
	like($errors, qr/ERROR: +25006/, "$name is refused on the standby (25006)");
	($status, $output, $errors) = $primary->psql('postgres',
		"\\set VERBOSITY sqlstate\nSET default_transaction_read_only = on;\n$writes{$name}");
	like($errors, qr/ERROR: +25006/, "$name is refused in a read-only transaction (25006)");
}

# ---- promotion -----------------------------------------------------------------------------------------------------

$primary->stop('immediate');
$standby->promote;
is($standby->safe_psql('postgres', commit_sql('dt=1', 'after')), 'committed|14', 'promoted: the next version');
is($standby->safe_psql('postgres', commit_sql('dt=1', 'one', $known)), 'already_committed|0', 'promoted: a replay is known');
# A stock client that read the old primary: what it planned there is combined with what came since.
$standby->safe_psql('postgres', <<'SQL');
INSERT INTO data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, committed, "timestamp", domain)
VALUES ('orders', 'dt=1', '00000000-0000-4000-8000-00000000000a', '{"(stock,add,1,)"}', 'AppendCommit', false, 1, 'public');
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain)
VALUES ('orders', 'dt=1', 14, 'AppendCommit', '{00000000-0000-4000-8000-00000000000a}', '', 'public');
SQL
is( $standby->safe_psql('postgres', "SELECT version, cardinality(snapshot) FROM partition_info WHERE partition_desc = 'dt=1'"
		  . ' ORDER BY version DESC LIMIT 1'), '15|16', 'promoted: stock clients go on');
is( $standby->safe_psql('postgres',
		"SELECT count(*) FROM (SELECT \"timestamp\" - lag(\"timestamp\") OVER (ORDER BY version) AS step"
		  . " FROM public.partition_info WHERE partition_desc = 'dt=1') AS s WHERE step <= 0"),
	'0', 'promoted: times go on increasing');

$standby->stop;
done_testing();
