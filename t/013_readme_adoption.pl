# The section "You already run LakeSoul" of the README, run as it stands there on databases of both layouts: each block of
# shell commands in its order, with a stock client at work before and after each step.
use strict;
use warnings;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my ($section) = slurp_file('README.md') =~ /^## You already run LakeSoul\n(.*?)^## /ms;
my @blocks = $section =~ /^```sh\n(.*?)^```$/msg;
is(scalar(@blocks), 5, 'the section has its five blocks of commands') or BAIL_OUT('README.md was changed');
my ($copy, $look, $canary, $production, $back) = @blocks;

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->append_conf('postgresql.conf', "timezone = 'UTC'\nautovacuum = off");
$node->start;
$node->safe_psql('postgres', 'CREATE ROLE lake_owner LOGIN');
$ENV{PGHOST} = $node->host;
$ENV{PGPORT} = $node->port;

# Runs a block as a person would paste it, and gives what it printed. Any error fails.
sub run_block
{
	my ($name, $block) = @_;
	local $ENV{PGOPTIONS} = '';
	my ($output, $errors) = ('', '');
	my $ran = IPC::Run::run([ 'bash', '-c', "set -euo pipefail\n$block" ], '>', \$output, '2>', \$errors);
	ok($ran, "$name: every command works") or diag $errors;
	unlike($errors, qr/ERROR/, "$name: no statement fails");
	return $output;
}

# The Java client, from the newest head, as the tables' owner.
my $id = 20;

sub stock_commit
{
	my ($db) = @_;
	$id++;
	my $table = "'table_00000000-0000-4000-8000-000000000001', 'region=us'";
	$node->safe_psql($db, <<"SQL");
SET ROLE lake_owner;
INSERT INTO data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, committed, "timestamp", domain)
VALUES ($table, '00000000-0000-4000-8000-0000000000$id', ARRAY[('f-$id', 'add', 1, '')::data_file_op], 'AppendCommit', false, 1, 'public');
BEGIN;
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain)
SELECT $table, version + 1, 'AppendCommit', snapshot || '00000000-0000-4000-8000-0000000000$id'::uuid, '', 'public'
FROM partition_info WHERE (table_id, partition_desc) = ($table) ORDER BY version DESC LIMIT 1;
UPDATE data_commit_info SET committed = true WHERE commit_id = '00000000-0000-4000-8000-0000000000$id';
COMMIT;
SQL
	return $node->safe_psql($db, "SELECT version FROM partition_info WHERE partition_desc = 'region=us' ORDER BY version DESC LIMIT 1");
}

my @tables = qw(namespace table_info table_name_id table_path_id data_commit_info partition_info global_config discard_compressed_file_info);
my %columns;

# Every row, of the columns that are there before the adoption.
sub rows
{
	my ($db) = @_;
	$columns{$_} //= $node->safe_psql($db, "SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute"
		  . " WHERE attrelid = '$_'::regclass AND attnum > 0 AND NOT attisdropped") for @tables;
	return join '', map { $node->safe_psql($db, "SELECT ROW($columns{$_})::text FROM $_ ORDER BY ROW($columns{$_})::text COLLATE \"C\"") } @tables;
}

for my $layout ('3_0_0', '4_0_0')
{
	%columns = ();
	$node->safe_psql('postgres', 'CREATE DATABASE lakesoul OWNER lake_owner');
	$node->safe_psql('lakesoul', "SET ROLE lake_owner;\n\\i test/fixtures/layout_$layout.sql\n\\i test/fixtures/layout_populated.sql");
	is(stock_commit('lakesoul'), '2', "$layout: a stock client at work");
	my $rows = rows('lakesoul');

	my $output = run_block("$layout, the copy", $copy);
	like($output, qr/^ table public\.partition_info +\| adopted$/m, "$layout: setup() says what it adopted");
	like($output, qr/^ column public\.partition_info\.last_compaction +\| column added$/m, "$layout: what it added");
	like($output, qr/^ trigger partition_table_change on public\.partition_info +\| dropped$/m, "$layout: what it dropped");
	like($output, qr/\| filled 7 rows$/m, "$layout: and how many commits were published");
	is(rows('lake_copy'), $rows, "$layout: the copy has every row as it was");

	$output = run_block("$layout, looking", $look);
	is(scalar(() = $output =~ /^ +1 \| +8 \| +8$/mg), 2, "$layout: both have the same counts");
	like($output, qr/^ orders .*region=us/m, "$layout: heads are seen");
	like($output, qr/^ table_00000000-0000-4000-8000-000000000001 \| +1$/m, "$layout: and what was never published");

	$output = run_block("$layout, the canary", $canary);
	like($output, qr/^ committed \| +0$/m, "$layout: it is committed");
	like($output, qr/^ s3:\/\/lake\/canary\/part-a_0000\.parquet \| 1740$/m, "$layout: read");
	like($output, qr/^ s3:\/\/lake\/canary$/m, "$layout: and dropped");
	is(rows('lake_copy'), $rows, "$layout: and leaves nothing behind");

	is(stock_commit('lake_copy'), '3', "$layout: the stock client on the copy");
	is(rows('lakesoul'), $rows, "$layout: up to here nothing was done to the original");
	is($node->safe_psql('lakesoul', "SELECT count(*) FROM pg_extension WHERE extname = 'lakesoul_meta'"), '0', "$layout: nothing at all");

	run_block("$layout, production", $production);
	is($node->safe_psql('postgres', "SELECT count(*) FROM pg_database WHERE datname = 'lake_copy'"), '0', "$layout: the copy is gone");
	is(rows('lakesoul'), $rows, "$layout: every row as it was");
	is(stock_commit('lakesoul'), '3', "$layout: the stock client goes on");
	is($node->safe_psql('lakesoul', "SELECT status, version FROM lakesoul.commit_status('00000000-0000-4000-8000-0000000000$id')"),
		'published|3', "$layout: and its commits are known");

	$rows = rows('lakesoul');
	run_block("$layout, the way back", $back);
	is(rows('lakesoul'), $rows, "$layout: every row as it was");
	is( $node->safe_psql('lakesoul', "SELECT tgname FROM pg_trigger WHERE tgrelid = 'partition_info'::regclass"),
		'partition_table_change', "$layout: its own trigger is there again");
	is(stock_commit('lakesoul'), '4', "$layout: the stock client goes on");
	$node->safe_psql('postgres', 'DROP DATABASE lakesoul');
}

$node->stop;
done_testing();
