# Stock clients at work, many at once, beside callers of lakesoul.commit: none fails, no row is lost or doubled. The same
# clients without the triggers show that the count can see losses. LAKESOUL_SOAK=1 runs more of them, for longer.
use strict;
use warnings;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $python = '/usr/bin/python3';    # the distribution's, which has the distribution's psycopg2
plan skip_all => 'python3 with psycopg2 is needed' if system("$python -c 'import psycopg2' 2>/dev/null") != 0;

my $soak = $ENV{LAKESOUL_SOAK} ? 1 : 0;
my ($writers, $requests) = $soak ? (32, 200) : (16, 30);
my $seed = $ENV{LAKESOUL_SEED} // time;
note "LAKESOUL_SEED=$seed";

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->append_conf('postgresql.conf', <<'CONF');
max_connections = 60
synchronous_commit = off
deadlock_timeout = 100ms
log_statement = none
CONF
$node->start;
$node->safe_psql('postgres', 'CREATE EXTENSION lakesoul_meta; SELECT count(*) FROM lakesoul.setup();');

# Runs the clients and returns the counts.
sub simulate
{
	my @options = @_;
	$seed++;    # makes the commit ids, and an id is known for good, also after its row is gone
	local $ENV{PGHOST} = $node->host;
	local $ENV{PGPORT} = $node->port;
	my ($output, $errors) = run_command([ $python, '-B', 'test/clients/simulate.py', 'postgres', $writers, $requests, $seed, @options ]);
	note $output;
	diag $errors if $errors ne '';
	return $output =~ /(\w+)=(\d+)/g;
}

my %with = simulate();
is($with{requests}, $writers * $requests, "$writers writers: each request is acknowledged");
is($with{$_}, 0, "$_: none") for qw(failed lost duplicated refused_but_there crashed unmarked gaps times_fall planned_again ignored);
cmp_ok($with{compacted}, '>', 0, 'compactions were among them');
cmp_ok($with{repeated}, '>', 0, 'and rows that were sent again because an answer was lost');

# The same without the extension's triggers.
$node->safe_psql('postgres', 'SELECT count(*) FROM lakesoul.teardown()');
my %without = simulate('stock');
is($without{crashed}, 0, 'the same clients without the triggers');
cmp_ok($without{failed} + $without{lost}, '>', 0,
	"of $without{rows} rows $without{lost} are lost there, and $without{failed} requests fail");
note "the primary key made clients plan again $without{planned_again} times, and $without{ignored} failures were taken for success";

# And with them again: setup() undoes teardown().
$node->safe_psql('postgres', 'SELECT count(*) FROM lakesoul.setup()');
my %again = simulate('stock');
is($again{$_}, 0, "stock clients alone, with the triggers again, $_: none") for qw(failed lost duplicated crashed);

$node->stop;
done_testing();
