# What stock clients do, in scenarios that have one outcome: with the triggers, and on LakeSoul's own tables, where what
# the triggers prevent is seen to happen. The checks are in test/clients/scenarios.py.
use strict;
use warnings;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $python = '/usr/bin/python3';
plan skip_all => 'python3 with ctypes and libpq is needed'
  if system("$python -c 'import ctypes; ctypes.CDLL(\"libpq.so.5\")' 2>/dev/null") != 0;

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->append_conf('postgresql.conf', "max_connections = 80\nsynchronous_commit = off\ndeadlock_timeout = 1s\n");
$node->start;
$node->safe_psql('postgres', "CREATE DATABASE $_") for qw(lake stock);
$node->safe_psql('lake', 'CREATE EXTENSION lakesoul_meta; SELECT count(*) FROM lakesoul.setup();');
$node->safe_psql('stock', slurp_file('test/fixtures/layout_4_0_0.sql'));

for my $run ([ 'lake', 'with' ], [ 'stock', 'without' ])
{
	my ($database, $mode) = @$run;
	local $ENV{PGHOST} = $node->host;
	local $ENV{PGPORT} = $node->port;
	my ($output, $errors) = run_command([ $python, '-B', 'test/clients/scenarios.py', $database, $mode ]);
	is($errors, '', "$mode the triggers, all scenarios ran");
	my $checks = 0;
	while ($output =~ /^(not )?ok - (.*)$/mg)
	{
		ok(!$1, "$mode the triggers: $2");
		$checks++;
	}
	cmp_ok($checks, '>', 60, "$mode the triggers: that many checks");
}

$node->stop;
done_testing();
