# A storm of writers, and kill -9 of clients, backends and the whole server in the middle of it. Whatever was acknowledged is
# there exactly once, whatever was not is there wholly or not at all, and a client that sends its last request again is
# told the truth. LAKESOUL_SOAK=1 makes more and longer rounds.
#
# fsync stays off: a killed process loses nothing that it gave to the operating system, so this cannot show what a power
# failure does. That is PostgreSQL's own affair, as all of a commit is in one transaction.
use strict;
use warnings;
use IPC::Run;
use List::Util qw(shuffle);
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Time::HiRes qw(sleep);

my $soak = $ENV{LAKESOUL_SOAK} ? 1 : 0;
my $rounds = $soak ? 40 : 5;
my $writers = 4;
my $seed = $ENV{LAKESOUL_SEED} // time;
srand $seed;
note "LAKESOUL_SEED=$seed";

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->append_conf('postgresql.conf', <<'CONF');
restart_after_crash = on
max_prepared_transactions = 5
synchronous_commit = on
deadlock_timeout = 100ms
checkpoint_timeout = 30s
log_statement = none
CONF
$node->start;

# ---- what the writers do ------------------------------------------------------------------------------------------

my @cold = map { "p=cold$_" } 0 .. 3;

# The first digits of an id say in how many partitions it must be.
sub commit_id
{
	my ($writer, $number, $partitions) = @_;
	return sprintf '%08x-%04x-4000-8000-%012x', $partitions, $writer, $number;
}

sub commit_sql
{
	my ($id, $partitions, $option) = @_;
	my $files = join ', ', map { "('$_', '$id-$_', 'add', 1, '')" } @$partitions;
	return "SELECT 'ack', '$id', partition_desc, status, version FROM lakesoul.commit_files('t', "
	  . "ARRAY[$files]::lakesoul.file_change[], ${option}commit_id => '$id');\n";
}

# An operation that says what it read; psql reads the version first.
sub read_and_commit_sql
{
	my ($id, $op, $partition) = @_;
	return "SELECT coalesce(max(version), -1) AS v FROM public.partition_info "
	  . "WHERE table_id = 't' AND partition_desc = '$partition' \\gset\n"
	  . commit_sql($id, [$partition], "commit_op => '$op', read_versions => jsonb_build_object('$partition', :v), ");
}

# One request, always the same for a writer and a number once it was made.
sub request
{
	my ($writer, $number) = @_;
	my ($dice, $one) = (rand 100, commit_id($writer, $number, 1));
	return commit_sql($one, ['p=hot'], '') if $dice < 50;
	return read_and_commit_sql($one, 'CompactionCommit', 'p=hot') if $dice < 65;
	return read_and_commit_sql($one, 'CompactionCommit', $cold[ rand @cold ]) if $dice < 75;
	return read_and_commit_sql($one, 'UpdateCommit', $cold[ rand @cold ]) if $dice < 83;
	my %some;
	$some{ $cold[ rand @cold ] } = 1 for 1 .. 3;
	my @some = shuffle keys %some;
	push @some, 'p=hot' if $dice > 95;
	return commit_sql(commit_id($writer, $number, scalar @some), \@some, '');
}

# ---- writers -------------------------------------------------------------------------------------------------------

my $folder = PostgreSQL::Test::Utils::tempdir();
my (@requests, @next, @running, %acknowledged, %failed, $answers);
@next = (0) x $writers;

# Each writer goes on with the first request that it got no answer to.
sub start_writers
{
	my ($count) = @_;
	for my $writer (0 .. $writers - 1)
	{
		my $script = '';
		for my $number ($next[$writer] .. $next[$writer] + $count - 1)
		{
			$requests[$writer][$number] //= request($writer, $number);
			$script .= $requests[$writer][$number] . "\\echo done $number :SQLSTATE\n";
		}
		# Files, so that psql needs nobody to feed it.
		my $file = "$folder/writer$writer";
		append_to_file("$file.sql", $script);
		my $psql = IPC::Run::start(
			[ 'psql', '-XAtq', '-F', ' ', '-d', $node->connstr('postgres') . " application_name=writer$writer" ],
			'<', "$file.sql", '>', "$file.out", '2>', "$file.err");
		push @running, { psql => $psql, file => $file, writer => $writer };
	}
	return;
}

# Waits until the writers gave up, and takes down what they were told. psql prints a row when its statement is complete,
# so a row is an acknowledgement, whether "done" follows or not.
sub finish_writers
{
	my $answers = 0;
	for my $run (splice @running)
	{
		eval { IPC::Run::finish($run->{psql}) };
		my $output = slurp_file("$run->{file}.out");
		unlink glob "$run->{file}.*";
		$output =~ s/[^\n]*\z//;    # a client that was killed may have printed half a line
		my @rows;
		for my $line (split /\n/, $output)
		{
			if ($line =~ /^ack (\S+) (\S+) (\S+) (\d*)$/)
			{
				push @rows, [ $1, $2, $3, $4 ];
			}
			elsif ($line =~ /^done (\d+) (\S+)$/)
			{
				my ($number, $state) = ($1, $2);
				$next[ $run->{writer} ] = $number + 1;
				$answers++;
				my ($id) = $requests[ $run->{writer} ][$number] =~ /'ack', '(\S+)'/;
				$failed{$id} = $state if $state ne '00000';
			}
		}
		$acknowledged{ $_->[0] }{ $_->[1] } = [ @$_[ 2, 3 ] ] for @rows;
	}
	return $answers;
}

# ---- accidents -----------------------------------------------------------------------------------------------------

sub children_of
{
	my ($parent) = @_;
	my @children;
	for my $line (split /\n/, `ps -A -o pid= -o ppid=`)
	{
		my ($pid, $ppid) = $line =~ /(\d+)\s+(\d+)/ or next;
		push @children, $pid if $ppid == $parent;
	}
	return @children;
}

sub postmaster_pid
{
	my ($pid) = slurp_file($node->data_dir . '/postmaster.pid') =~ /^(\d+)/;
	return $pid;
}

# Waits until processes that were killed, or noticed that their postmaster is gone, are no more.
sub wait_until_gone
{
	my (@pids) = @_;
	for (1 .. 10 * $PostgreSQL::Test::Utils::timeout_default)
	{
		return unless grep { kill 0, $_ } @pids;
		sleep 0.1;
	}
	BAIL_OUT("processes of a killed server stay: @pids");
}

# Kills the postmaster, and its children or leaves these to notice it; starts the server again.
sub crash
{
	my (%option) = @_;
	my $postmaster = postmaster_pid();
	my @children = children_of($postmaster);
	$node->kill9;
	kill 'KILL', @children if $option{children};
	$answers = finish_writers();
	wait_until_gone($postmaster, @children);
	$node->start;
	return;
}

# Kills the backend of a writer; the postmaster ends all others and recovers.
sub crash_one_backend
{
	my $pid = $node->safe_psql('postgres',
		"SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'writer%' ORDER BY random() LIMIT 1");
	kill 'KILL', $pid if $pid;
	$answers = finish_writers();
	$node->poll_query_until('postgres', 'SELECT true') or BAIL_OUT('the server does not recover');
	return;
}

# Kills the clients, with what they were told and had not printed yet; the server goes on.
sub crash_clients
{
	$_->{psql}->signal('KILL') for @running;
	$answers = finish_writers();
	$node->poll_query_until('postgres',
		"SELECT count(*) = 0 FROM pg_stat_activity WHERE application_name LIKE 'writer%'")
	  or BAIL_OUT('backends of killed clients stay');
	return;
}

my %accident = (
	'the clients' => \&crash_clients,
	'one backend' => \&crash_one_backend,
	'the postmaster' => sub { crash() },
	'every process' => sub { crash(children => 1) });

# ---- what must be true ---------------------------------------------------------------------------------------------

$node->safe_psql('postgres', <<'SQL');
CREATE EXTENSION lakesoul_meta;
SELECT count(*) FROM lakesoul.setup();
SELECT lakesoul.create_table('t', '/t', '', range_partitions => ARRAY['p'], table_id => 't');
CREATE VIEW versions AS
    SELECT partition_desc, version, "timestamp", snapshot, lag(snapshot, 1, '{}') OVER w AS before,
        lag("timestamp", 1, 0::bigint) OVER w AS time_before, row_number() OVER w - 1 AS place
    FROM public.partition_info WHERE table_id = 't' WINDOW w AS (PARTITION BY partition_desc ORDER BY version);
CREATE VIEW additions AS
    SELECT v.partition_desc, v.version, a.id FROM versions AS v,
        LATERAL (SELECT unnest(v.snapshot) EXCEPT ALL SELECT unnest(v.before)) AS a (id);
CREATE TABLE told (id uuid, partition_desc text, status text, version int);
CREATE TABLE refused (id uuid, state text);
SQL

my @rules = (
	'versions have no gaps' => 'SELECT partition_desc, version FROM versions WHERE version <> place',
	'times strictly increase' => 'SELECT partition_desc, version FROM versions WHERE "timestamp" <= time_before',
	'a commit is added once' => 'SELECT partition_desc, id FROM additions GROUP BY 1, 2 HAVING count(*) > 1',
	'each id of a snapshot has its commit, published by the version that added it' => <<'SQL',
SELECT a.* FROM additions AS a LEFT JOIN public.data_commit_info AS c
    ON c.table_id = 't' AND c.partition_desc = a.partition_desc AND c.commit_id = a.id
WHERE c.published_version IS DISTINCT FROM a.version OR NOT c.committed
SQL
	'each commit is in the version that published it' => <<'SQL',
SELECT c.partition_desc, c.commit_id FROM public.data_commit_info AS c LEFT JOIN additions AS a
    ON c.partition_desc = a.partition_desc AND c.commit_id = a.id AND c.published_version = a.version
WHERE a.id IS NULL
SQL
	'requests of several partitions are there wholly' => <<'SQL',
SELECT commit_id, count(*) FROM public.data_commit_info
GROUP BY 1 HAVING count(*) <> ('x' || left(commit_id::text, 8))::bit(32)::int
SQL
	'what was acknowledged is there' => <<'SQL',
SELECT t.* FROM told AS t LEFT JOIN additions AS a USING (id, partition_desc, version)
WHERE t.status IN ('committed', 'already_committed') AND a.id IS NULL
SQL
	'what was skipped is not' => <<'SQL',
SELECT t.* FROM told AS t JOIN public.data_commit_info AS c ON c.commit_id = t.id WHERE t.status = 'skipped'
SQL
	'what was refused is not' => <<'SQL',
SELECT r.* FROM refused AS r JOIN public.data_commit_info AS c ON c.commit_id = r.id
SQL
	'lakesoul.history tells the same' => <<'SQL',
(SELECT h.partition_desc, h.version, n.id FROM lakesoul.history('t', 'p=cold1') AS h, unnest(h.commits_added) AS n (id)
 EXCEPT SELECT * FROM additions)
UNION ALL
(SELECT * FROM additions WHERE partition_desc = 'p=cold1'
 EXCEPT SELECT h.partition_desc, h.version, n.id FROM lakesoul.history('t', 'p=cold1') AS h, unnest(h.commits_added) AS n (id))
SQL
);

sub check_catalog
{
	my ($name) = @_;
	my @told = map { my $id = $_; map { "$id\t$_\t$acknowledged{$id}{$_}[0]\t"
			  . ($acknowledged{$id}{$_}[1] eq '' ? '\N' : $acknowledged{$id}{$_}[1]) } keys %{ $acknowledged{$id} } }
	  keys %acknowledged;
	my @refused = map { "$_\t$failed{$_}" } keys %failed;
	$node->safe_psql('postgres', join "\n", 'TRUNCATE told, refused;', 'COPY told FROM STDIN;', @told, '\.',
		'COPY refused FROM STDIN;', @refused, '\.', '');
	my @broken;
	for (my $i = 0; $i < @rules; $i += 2)
	{
		my $found = $node->safe_psql('postgres', $rules[ $i + 1 ]);
		push @broken, "$rules[$i]: $found" if $found ne '';
	}
	is(join("\n", @broken), '', $name);
	return;
}

# ---- the rounds ----------------------------------------------------------------------------------------------------

my @kinds = ('the clients', 'one backend', 'the postmaster', 'every process');
for my $round (1 .. $rounds)
{
	my $kind = $kinds[ ($round - 1) % @kinds ];
	start_writers($soak ? 8000 : 4000);
	sleep(($soak ? 1 : 0.4) + rand 1.2);
	$accident{$kind}->();
	cmp_ok($answers, '>', 0, "round $round: $answers requests were answered before kill -9 of $kind");
	check_catalog("round $round: nothing lost, nothing doubled, nothing half after kill -9 of $kind");
}

# All that was left unanswered is sent again, and now answered.
start_writers(20);
cmp_ok(finish_writers(), '==', 20 * $writers, 'every writer goes on where it was interrupted');
check_catalog('and nothing is doubled by sending it again');

my %states = map { $_ => 1 } values %failed;
delete @states{qw(40001)};
is(join(' ', sort keys %states), '', 'nothing was refused but for conflicts (40001)');
note $node->safe_psql('postgres', "SELECT partition_desc, max(version) AS newest FROM versions GROUP BY 1 ORDER BY 1");
note scalar(keys %acknowledged) . ' commits acknowledged, ' . scalar(keys %failed) . ' conflicts; '
  . scalar(grep { $_->[0] eq 'already_committed' } map { values %$_ } values %acknowledged)
  . ' answers that were lost and given again';

# ---- a prepared transaction ----------------------------------------------------------------------------------------

# Its locks and its commit outlive the server.
my $commit = "SELECT status FROM lakesoul.commit_files('t', ARRAY[('p=hot', 'prepared', 'add', 1, '')]::lakesoul.file_change[],"
  . " commit_id => '00000001-ffff-4000-8000-000000000000')";
$node->safe_psql('postgres', "BEGIN; SET LOCAL lakesoul.notify = 'off'; $commit; PREPARE TRANSACTION 'one';");
crash();
my ($status, $output, $errors) = $node->psql('postgres',
	"\\set VERBOSITY sqlstate\nSET lock_timeout = '100ms';\n$commit;");
like($errors, qr/ERROR: +55P03/, 'a prepared commit keeps its partition locked over a crash');
$node->safe_psql('postgres', "COMMIT PREPARED 'one'");
is($node->safe_psql('postgres', $commit), 'already_committed', 'COMMIT PREPARED after the crash publishes it');
check_catalog('and the catalog is whole');

$node->stop;
done_testing();
