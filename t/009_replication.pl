# Logical replication of the base tables: what triggers made of a row is what is streamed, and old rows are whole. A
# subscriber with the extension stays row for row the same and can take over; one with LakeSoul's own tables needs our columns.
# Shows scenario 45.
use strict;
use warnings;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my @base = map { "public.$_" } qw(namespace table_info table_name_id table_path_id data_commit_info partition_info
  global_config discard_compressed_file_info);
my @side = map { "lakesoul.$_" } qw(retired_commits purged_commits dropped_partitions due_compactions held_deletes);

my $publisher = PostgreSQL::Test::Cluster->new('publisher');
$publisher->init(allows_streaming => 'logical');
$publisher->append_conf('postgresql.conf', "timezone = 'UTC'\nautovacuum = off\nlog_statement = none");
$publisher->start;
my $subscriber = PostgreSQL::Test::Cluster->new('subscriber');
$subscriber->init(allows_streaming => 'logical');
$subscriber->append_conf('postgresql.conf', "timezone = 'UTC'\nautovacuum = off\nwal_retrieve_retry_interval = 100ms");
$subscriber->start;

sub id
{
	my ($n) = @_;
	return sprintf '00000000-0000-4000-8000-%012d', $n;
}

# What a stock client sends for one commit: it registers, publishes as this version with this snapshot, and marks.
sub stock_commit
{
	my ($n, $op, $version, @ids) = @_;
	my $snapshot = join ',', map { id($_) } @ids;
	return <<"SQL";
INSERT INTO data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, committed, "timestamp", domain)
VALUES ('stock', '-5', '@{[id($n)]}', ARRAY[('s-$n', 'add', $n, 'a,b')::data_file_op], '$op', false, 1, 'public');
BEGIN;
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain)
VALUES ('stock', '-5', $version, '$op', '{$snapshot}', '', 'public');
UPDATE data_commit_info SET committed = true WHERE table_id = 'stock' AND commit_id = '@{[id($n)]}';
COMMIT;
SQL
}

sub function_commit
{
	my ($table, $file, $option) = @_;
	return "SELECT status, version FROM lakesoul.commit_files('$table', ARRAY[('-5', '$file', 'add', 1, '')]::lakesoul.file_change[]"
	  . ($option // '') . ");\n";
}

sub contents
{
	my ($node, $db, @tables) = @_;
	return join '', map {
		"== $_\n" . $node->safe_psql($db, "SELECT t::text FROM $_ AS t ORDER BY t::text COLLATE \"C\"") . "\n"
	} @tables;
}

sub wait_for
{
	my ($name) = @_;
	$publisher->wait_for_catchup($name);
	return;
}

sub make_catalog
{
	my ($db) = @_;
	$publisher->safe_psql('postgres', "CREATE DATABASE $db");
	$publisher->safe_psql($db, 'CREATE EXTENSION lakesoul_meta; SELECT count(*) FROM lakesoul.setup();');
	$publisher->safe_psql($db, "SELECT lakesoul.create_table(t, '/' || t, '', table_id => t) FROM unnest(ARRAY['stock', 'made']) AS t;\n"
		  . join '', map { function_commit('made', "m-$_") } 1 .. 3);
	return;
}

# Everything that happens to a catalog.
sub live
{
	my ($db, $first) = @_;
	my ($a, $b, $c, $k) = ($first .. $first + 3);
	my $sql = stock_commit($a, 'AppendCommit', 0, $a)
	  . stock_commit($b, 'MergeCommit', 0, $b)                          # planned from no head: rebased
	  . stock_commit($c, 'AppendCommit', 1, $a, $c)
	  . stock_commit($k, 'CompactionCommit', 3, $k)
	  . "DELETE FROM data_commit_info WHERE commit_id IN ('@{[id($a)]}', '@{[id($k)]}');\n"    # retired, held back
	  . join('', map { function_commit('made', "$first-$_") } 1 .. 12)
	  . function_commit('made', "$first-c", ", commit_op => 'CompactionCommit', read_versions => '{\"-5\": 5}'")
	  . "SELECT lakesoul.create_table('gone', '/gone', '', table_id => 'gone');\n" . function_commit('gone', "$first-g")
	  . "SELECT lakesoul.drop_table('gone');\n"
	  . "UPDATE table_info SET properties = '{\"a\": \"$first\"}' WHERE table_id = 'made';\n"
	  . "INSERT INTO discard_compressed_file_info (file_path, table_path, partition_desc, t_date) VALUES ('d-$first', '/made', '-5', now());\n"
	  . "INSERT INTO global_config VALUES ('k-$first', 'v');\n"
	  . "SELECT lakesoul.create_namespace('n-$first');\n";
	$publisher->safe_psql($db, $sql);
	return;
}

# ---- what is streamed ----------------------------------------------------------------------------------------------

make_catalog('streamed');
SKIP:
{
	skip 'test_decoding is not installed', 4
	  unless -f $publisher->config_data('--pkglibdir') . '/test_decoding.so';
	$publisher->safe_psql('streamed', "SELECT pg_create_logical_replication_slot('looking', 'test_decoding')");
	$publisher->safe_psql('streamed', stock_commit(1, 'AppendCommit', 0, 1) . stock_commit(2, 'AppendCommit', 0, 2)
		  . stock_commit(3, 'CompactionCommit', 2, 3) . "DELETE FROM data_commit_info WHERE commit_id = '@{[id(2)]}'");
	my $changes = $publisher->safe_psql('streamed', "SELECT data FROM pg_logical_slot_get_changes('looking', NULL, NULL)");
	my $stored = $publisher->safe_psql('streamed', 'SELECT "timestamp" FROM partition_info WHERE (table_id, version) = (\'stock\', 1)');
	like($changes, qr/^table public.partition_info: INSERT: .*version\[integer\]:1 commit_op\[text\]:'AppendCommit' "?timestamp"?\[bigint\]:$stored snapshot\[uuid\[\]\]:'\{@{[id(1)]},@{[id(2)]}\}'/m,
		'a rebased row is streamed with the version, the time and the snapshot it was stored with');
	unlike($changes, qr/INSERT: .*version\[integer\]:0 .*@{[id(2)]}/, 'and not as it was planned');
	my $old = qr/old-key: table_id\[text\]:'stock' partition_desc\[text\]:'-5' commit_id\[uuid\]:'@{[id(2)]}' file_ops\[(?:public\.)?data_file_op\[\]\]:'\{"\(s-2,add,2,\\"a,b\\"\)"\}' commit_op\[text\]:'AppendCommit' committed\[boolean\]:false/;
	like($changes, qr/^table public.data_commit_info: UPDATE: $old.* new-tuple: .*committed\[boolean\]:true/m, 'an UPDATE of a commit carries its whole old row');
	like($changes, qr/^table public.data_commit_info: DELETE: table_id\[text\]:'stock' .*file_ops\[(?:public\.)?data_file_op\[\]\]:'\{"\(s-2,add,2,\\"a,b\\"\)"\}'.*published_version\[integer\]:1/m,
		'so does a DELETE');
	$publisher->safe_psql('streamed', "SELECT pg_drop_replication_slot('looking')");
}
is($publisher->safe_psql('streamed', <<'SQL'), '', 'every table that is to be published says which row it means');
SELECT c.oid::regclass FROM pg_class c WHERE c.relnamespace IN ('public'::regnamespace, 'lakesoul'::regnamespace) AND c.relkind = 'r'
  AND NOT (c.relreplident = 'f' OR EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary))
SQL

# ---- a subscriber that can take over -------------------------------------------------------------------------------

make_catalog('lake');
live('lake', 10);
$publisher->safe_psql('lake', <<'SQL');
INSERT INTO lakesoul.dropped_partitions VALUES ('made', 'old', 7, 1600000000000);
INSERT INTO lakesoul.purged_commits VALUES ('made', 'old', gen_random_uuid());
UPDATE table_name_id SET created_at = NULL;
CREATE PUBLICATION lake FOR TABLES IN SCHEMA lakesoul, TABLE public.namespace, public.table_info, public.table_name_id,
    public.table_path_id, public.data_commit_info, public.partition_info, public.global_config, public.discard_compressed_file_info;
SQL
my $source = $publisher->connstr . ' dbname=lake';
$subscriber->safe_psql('postgres', 'CREATE DATABASE lake');
$subscriber->safe_psql('lake', "CREATE EXTENSION lakesoul_meta; SELECT count(*) FROM lakesoul.setup(); DELETE FROM public.namespace;");
$subscriber->safe_psql('lake', "CREATE SUBSCRIPTION lake CONNECTION '$source' PUBLICATION lake");
$subscriber->wait_for_subscription_sync($publisher, 'lake', 'lake');
is(contents($subscriber, 'lake', @base, @side), contents($publisher, 'lake', @base, @side), 'the first copy is row for row the same');

live('lake', 20);
$publisher->safe_psql('lake', stock_commit(30, 'UpdateCommit', 7, 30) . "DELETE FROM data_commit_info WHERE commit_id = '@{[id(30)]}'");
wait_for('lake');
my $expected = contents($publisher, 'lake', @base, @side);
is(contents($subscriber, 'lake', @base, @side), $expected, 'what is streamed is row for row the same');
for my $table (@side, 'public.discard_compressed_file_info')
{
	like($expected, qr/^== \Q$table\E\n\S/m, "$table has rows that were streamed");
}
is( $subscriber->safe_psql('lake', "SELECT count(*) FROM pg_trigger WHERE tgname LIKE 'lakesoul%' AND tgenabled = 'O'"),
	$publisher->safe_psql('lake', "SELECT count(*) FROM pg_trigger WHERE tgname LIKE 'lakesoul%' AND tgenabled = 'O'"),
	'although all triggers are there and switched on');

$publisher->safe_psql('lake', 'SELECT pg_current_wal_lsn()');
$subscriber->safe_psql('lake', 'DROP SUBSCRIPTION lake');
is( $subscriber->safe_psql('lake', function_commit('made', 'after') . function_commit('made', 'm-1', ', commit_id => (SELECT commit_id'
			  . " FROM data_commit_info WHERE (table_id, published_version) = ('made', 0))")
		  . "SELECT status, version FROM lakesoul.commit_status('@{[id(10)]}');\n"),
	"committed|28\nalready_committed|0\nretired|0", 'the subscriber goes on where the publisher was');
$subscriber->safe_psql('lake', stock_commit(40, 'AppendCommit', 1, 40));
is( $subscriber->safe_psql('lake', "SELECT snapshot[cardinality(snapshot)] FROM partition_info WHERE table_id = 'stock' ORDER BY version DESC LIMIT 1"),
	id(40), 'stock clients too');

# ---- a subscriber with LakeSoul's own tables -----------------------------------------------------------------------

my $columns = <<'SQL';
ALTER TABLE public.data_commit_info ADD COLUMN published_version integer, ADD COLUMN registered_head bigint;
ALTER TABLE public.partition_info ADD COLUMN last_compaction integer;
ALTER TABLE public.table_name_id ADD COLUMN created_at bigint;
ALTER TABLE public.table_path_id ADD COLUMN created_at bigint;
ALTER TABLE public.discard_compressed_file_info ADD COLUMN discarded_at bigint, ADD COLUMN reason text;
SQL
like(slurp_file('docs/operations.md'), qr/\Q$columns\E/, 'docs/operations.md has these statements');

$publisher->safe_psql('lake', 'CREATE PUBLICATION stock FOR TABLE ' . join ', ', @base);
$subscriber->safe_psql('postgres', 'CREATE DATABASE stock');
$subscriber->safe_psql('stock', "\\i test/fixtures/layout_4_0_0.sql\nDELETE FROM namespace;");
my $from = -s $subscriber->logfile;
$subscriber->safe_psql('stock', "CREATE SUBSCRIPTION stock CONNECTION '$source' PUBLICATION stock");
$subscriber->wait_for_log(qr/logical replication target relation "public.\w+" is missing replicated column/, $from);
ok(1, 'without our columns nothing is replicated, and the log says which are missing');
$subscriber->safe_psql('stock', $columns);
$subscriber->wait_for_subscription_sync($publisher, 'stock', 'stock');
live('lake', 50);
wait_for('stock');
is(contents($subscriber, 'stock', @base), contents($publisher, 'lake', @base), 'with them every row is the same');
$subscriber->safe_psql('stock', 'DROP SUBSCRIPTION stock');

# A list of columns saves the subscriber ours, but for data_commit_info, whose old rows have to be whole.
my $short = 'SELECT table_id, partition_desc, version, snapshot FROM partition_info ORDER BY 1, 2, 3';
$publisher->safe_psql('lake', 'CREATE PUBLICATION short FOR TABLE public.partition_info'
	  . ' (table_id, partition_desc, version, commit_op, "timestamp", snapshot, expression, domain)');
$subscriber->safe_psql('postgres', 'CREATE DATABASE short');
$subscriber->safe_psql('short', "\\i test/fixtures/layout_4_0_0.sql");
$subscriber->safe_psql('short', "CREATE SUBSCRIPTION short CONNECTION '$source' PUBLICATION short");
$subscriber->wait_for_subscription_sync($publisher, 'short', 'short');
$publisher->safe_psql('lake', function_commit('made', 'short') . "DELETE FROM partition_info WHERE (table_id, version) = ('made', 0)");
wait_for('short');
is($subscriber->safe_psql('short', $short), $publisher->safe_psql('lake', $short), 'partition_info by a list of columns');
$subscriber->safe_psql('short', 'DROP SUBSCRIPTION short');
$publisher->safe_psql('lake', 'CREATE PUBLICATION wrong FOR TABLE public.data_commit_info (table_id, partition_desc, commit_id)');
my (undef, undef, $errors) = $publisher->psql('lake', stock_commit(60, 'AppendCommit', 9, 60));
like($errors, qr/cannot update table "data_commit_info"\nDETAIL:  Column list used by the publication does not cover the replica identity/,
	'data_commit_info by a list of columns stops every commit');
$publisher->safe_psql('lake', 'DROP PUBLICATION wrong');

# ---- adopting a database that is being replicated ------------------------------------------------------------------

for my $node ($publisher, $subscriber)
{
	$node->safe_psql('postgres', 'CREATE DATABASE running');
	$node->safe_psql('running', "\\i test/fixtures/layout_3_0_0.sql\nALTER TABLE table_info ADD table_schema_arrow_ipc bytea,"
		  . " ADD table_schema_arrow_ipc_json_hash text;");
}
$publisher->safe_psql('running', "\\i test/fixtures/layout_populated.sql\nCREATE PUBLICATION running FOR TABLE " . join ', ', @base);
$source =~ s/dbname=lake/dbname=running/;
$subscriber->safe_psql('running', "DELETE FROM namespace; CREATE SUBSCRIPTION running CONNECTION '$source' PUBLICATION running");
$subscriber->wait_for_subscription_sync($publisher, 'running', 'running');
# The subscriber first; then the publisher, where commits go on.
$subscriber->safe_psql('running', $columns);
$publisher->safe_psql('running', 'CREATE EXTENSION lakesoul_meta; SELECT count(*) FROM lakesoul.setup(); '
	  . function_commit('orders', 'x') =~ s/'-5'/'region=eu'/r);
wait_for('running');
is($subscriber->safe_psql('running', 'SELECT published_version FROM data_commit_info ORDER BY commit_id LIMIT 1'), '0', 'what setup() fills in is streamed');
is(contents($subscriber, 'running', @base), contents($publisher, 'running', @base), 'setup() under a running subscription');
$subscriber->safe_psql('running', 'DROP SUBSCRIPTION running');

$_->stop for ($subscriber, $publisher);
done_testing();
