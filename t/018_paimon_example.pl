# The example of docs/paimon-snapshots.md, run as it stands there: each statement answers what is written behind it.
use strict;
use warnings;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my ($section) = slurp_file('docs/paimon-snapshots.md') =~ /^## An example\n(.*)/ms;
my ($block) = ($section // '') =~ /^```sql\n(.*?)^```/ms;
my @statements = ($block // '') =~ /^(SELECT .*?;   -- [^\n]*)\n/msg;
cmp_ok(scalar @statements, '>', 10, 'the section has its example') or BAIL_OUT('docs/paimon-snapshots.md was changed');

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->start;
$node->safe_psql('postgres', 'CREATE EXTENSION lakesoul_meta; SELECT count(*) FROM lakesoul.setup();');
for my $statement (@statements)
{
	my ($sql, $answer) = $statement =~ /^(.*;)   -- (.*)$/s;
	is($node->safe_psql('postgres', $sql), $answer, substr($sql, 0, 70));
}

$node->stop;
done_testing();
