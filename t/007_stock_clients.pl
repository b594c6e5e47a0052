# Stock clients at work, many at once, beside callers of lakesoul.commit, cleaners and those who drop: none fails, no row
# is lost or doubled. The same clients on LakeSoul's own tables show that the count can see losses. LAKESOUL_SOAK=1 runs
# more of them, for longer.
use strict;
use warnings;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $python = '/usr/bin/python3';
plan skip_all => 'python3 with ctypes and libpq is needed'
  if system("$python -c 'import ctypes; ctypes.CDLL(\"libpq.so.5\")' 2>/dev/null") != 0;

my $soak = $ENV{LAKESOUL_SOAK} ? 1 : 0;
my $seed = $ENV{LAKESOUL_SEED} // time;
note "LAKESOUL_SEED=$seed";

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->append_conf('postgresql.conf', <<'CONF');
max_connections = 80
synchronous_commit = off
deadlock_timeout = 1s
log_statement = none
CONF
$node->start;
$node->safe_psql('postgres', "CREATE DATABASE $_") for qw(lake stock);
$node->safe_psql('lake', 'CREATE EXTENSION lakesoul_meta; SELECT count(*) FROM lakesoul.setup();');
$node->safe_psql('stock', slurp_file('test/fixtures/layout_4_0_0.sql'));

# Runs the clients and returns the counts.
sub simulate
{
	my ($database, $writers, $requests, @options) = @_;
	$seed++;    # makes the commit ids, and an id is known for good, also after its row is gone
	local $ENV{PGHOST} = $node->host;
	local $ENV{PGPORT} = $node->port;
	my ($output, $errors) =
	  run_command([ $python, '-B', 'test/clients/simulate.py', $database, $writers, $requests, $seed, @options ]);
	note $output;
	diag $errors if $errors ne '';
	return $output =~ /(\w+)=(\d+)/g;
}

my @bad = qw(failed lost duplicated refused_but_there crashed unmarked gaps times_fall unreadable resurrected upkeep_failed
  planned_again ignored);
for my $run ($soak ? ([ 16, 400 ], [ 32, 400 ]) : ([ 16, 20 ], [ 32, 12 ]))
{
	my ($writers, $requests) = @$run;
	my %with = simulate('lake', $writers, $requests);
	is($with{requests}, $writers * $requests, "$writers writers: each request is acknowledged");
	is($with{$_}, 0, "$writers writers, $_: none") for @bad;
	cmp_ok($with{$_}, '>', 0, "$writers writers, $_: some") for qw(compacted cleaned partitions_dropped tables_dropped);
}

my %without = simulate('stock', 16, $soak ? 100 : 20, 'stock');
is($without{crashed}, 0, 'the same clients without the triggers');
cmp_ok($without{failed} + $without{lost}, '>', 0,
	"of $without{rows} rows $without{lost} are lost there, and $without{failed} requests fail");
note "the primary key made clients plan again $without{planned_again} times, $without{ignored} failures were taken for success, "
  . "$without{unreadable} live commits were cleaned away and $without{resurrected} rows came back";

# setup() undoes teardown().
$node->safe_psql('lake', 'SELECT count(*) FROM lakesoul.teardown()');
$node->safe_psql('lake', 'SELECT count(*) FROM lakesoul.setup()');
my %again = simulate('lake', 16, 10, 'stock');
is($again{$_}, 0, "stock clients alone, with the triggers again, $_: none") for @bad;

$node->stop;
done_testing();
