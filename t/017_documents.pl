# The pages that are made from the extension itself: docs/reference.md says what its comments say, and every statement of
# docs/tour.md gives what the page shows. scripts/reference and scripts/tour --write bring them up to date. And the pages
# that name what there is, or show statements, name and show all of it as it is.
use strict;
use warnings;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('documents');
$node->init;
$node->append_conf('postgresql.conf', "autovacuum = off\ntimezone = 'UTC'\nlc_messages = 'C'");
$node->start;
local %ENV = $node->_get_env;
$ENV{PGUSER} //= getpwuid($>);

# ---- the reference -------------------------------------------------------------------------------------------------

# What scripts/reference.sql prints and says.
sub reference
{
	my ($database) = @_;
	my ($output, $errors) = ('', '');
	IPC::Run::run([ 'psql', '-XAtq', '-d', $database, '-f', 'scripts/reference.sql' ], '>', \$output, '2>', \$errors);
	return ($output, $errors);
}

$node->safe_psql('postgres', 'CREATE DATABASE reference');
$node->safe_psql('reference', 'CREATE EXTENSION lakesoul_meta');
my ($output, $errors) = reference('reference');
is($errors, '', 'the reference is made without errors');
like($output, qr/^### `files`$/m, 'there is something in it');
unlike($output, qr/^### `_/m, 'but nothing internal');
ok($output eq slurp_file('docs/reference.md'), 'docs/reference.md is up to date; if not: scripts/reference');

# What nobody has thought of a topic or a comment for is not left out silently.
$node->safe_psql('reference', "CREATE FUNCTION lakesoul.surprise() RETURNS int LANGUAGE sql AS 'SELECT 1'");
($output, $errors) = reference('reference');
like($errors, qr/no topic for lakesoul\.surprise\(\)/, 'a function without a topic');
$node->safe_psql('reference', "DROP FUNCTION lakesoul.surprise();"
	  . "CREATE FUNCTION lakesoul.files_of_surprise() RETURNS int LANGUAGE sql AS 'SELECT 1'");
($output, $errors) = reference('reference');
like($errors, qr/no comment on lakesoul\.files_of_surprise\(\)/, 'a function without a comment');

# ---- the calls of the Paimon API -----------------------------------------------------------------------------------

$node->safe_psql('reference', 'DROP FUNCTION lakesoul.files_of_surprise()');
my @listed = slurp_file('docs/paimon-catalog.md') =~ /^\|.*\| `(paimon_\w+\(.*\))` \|$/mg;
my @calls = split /\n/, $node->safe_psql('reference', "SELECT format('%s(%s)', proname, array_to_string(proargnames, ', '))"
	  . " FROM pg_proc WHERE pronamespace = 'lakesoul'::regnamespace AND proname ~ '^paimon_'");
is(join("\n", sort @listed), join("\n", sort @calls), 'docs/paimon-catalog.md names each function and its arguments, with the request that it serves');

# ---- the tour ------------------------------------------------------------------------------------------------------

# What scripts/tour.py says about a page, and whether it agrees.
sub tour
{
	my ($page) = @_;
	my $output = '';
	my $agrees = IPC::Run::run([ 'python3', 'scripts/tour.py', $page ], '>&', \$output);
	return ($agrees, $output);
}

my ($agrees, $difference);
my @pages = grep { slurp_file($_) =~ /^<!-- run by scripts\/tour -->$/m } glob 'docs/*.md';
is("@pages", 'docs/carbon.md docs/engines.md docs/gateway.md docs/paimon-snapshots.md docs/tour.md', 'pages with statements and their output');
for my $page (@pages)
{
	($agrees, $difference) = tour($page);
	ok($agrees, "$page says what psql prints; if not: scripts/tour --write") or diag($difference);
}
my $page = slurp_file('docs/tour.md');
$page =~ s/committed \|       2\n/committed |       3\n/ or die;
my $wrong = "${PostgreSQL::Test::Utils::tmp_check}/wrong_tour.md";
append_to_file($wrong, $page);
($agrees, $difference) = tour($wrong);
ok(!$agrees, 'a page that says something else is found');
like($difference, qr/^-.* 3\n\+.* 2$/m, 'and where');

$node->stop;
done_testing();
