# Good messages, damaged: bits flipped, bytes cut out, put in, doubled, exchanged with those of another message. Each
# must work or be refused with one of a few SQLSTATEs; the server and the session go on, and nothing is half written.
# LAKESOUL_SOAK=1 makes ten times as many, LAKESOUL_SEED repeats a run.
use strict;
use warnings;
use JSON::PP;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $count = $ENV{LAKESOUL_SOAK} ? 2000 : 200;
my $seed = $ENV{LAKESOUL_SEED} // 20260801;
srand $seed;
note "LAKESOUL_SEED=$seed";

# 00000 it works; wire, text, value, limit; and what a changed name, id or version may meet in the catalog: no such table
# or namespace, no such column, name or path or id taken, commit id taken, conflict.
my %allowed = map { $_ => 1 } qw(00000 22P03 22021 22023 54000 42P01 3F000 42703 42P07 42710 23505 40001);

# ---- messages ------------------------------------------------------------------------------------------------------

# Bytes of a length-delimited field.
sub field
{
	my ($number, $bytes) = @_;
	return chr($number << 3 | 2) . varint(length $bytes) . $bytes;
}

sub varint
{
	my ($value) = @_;
	my $bytes = '';
	while ($value > 127)
	{
		$bytes .= chr($value & 127 | 128);
		$value >>= 7;
	}
	return $bytes . chr $value;
}

my @messages;
for my $line (split /\n/, slurp_file('test/fixtures/messages.jsonl'))
{
	my $fixture = decode_json($line);
	push @messages, { name => $fixture->{name}, message => $fixture->{message}, bytes => pack('H*', $fixture->{hex}) };
}

# Commits that nobody sent before, so that more of them are written: a wrapper with a commit and now and then what was read.
sub fresh_wrapper
{
	my ($table) = map { $_->{bytes} } grep { $_->{name} eq 'table_info_orders' } @messages;
	my ($table_id) = $table =~ /(table_[0-9a-f-]{36})/;
	my $desc = 'dt=2026-09-0' . int(1 + rand 4);
	my $id = field(3, join '', map { chr($_ << 3) . varint(1 + int rand 2**52) } 1, 2);
	my $files = join '', map { field(4, field(1, "s3://lake/$desc/" . int(rand 1e9)) . "\x18" . varint(int rand 1e6)) }
	  1 .. 1 + rand 4;
	my $op = int rand 5;
	my $commit = field(1, $table_id) . field(2, $desc) . $id . ($op == 4 ? '' : $files) . ($op ? "\x28" . chr $op : '');
	my $read = rand() < 0.5 ? field(5, field(1, $table_id) . field(2, $desc) . "\x18" . varint(int rand 6)) : '';
	return $read . field(6, $commit);
}

# A TableInfo with another name, path and id of the same length.
sub fresh_table
{
	my ($bytes) = map { $_->{bytes} } grep { $_->{name} eq 'table_info_orders' } @messages;
	my ($name, $id) = (sprintf('%06d', rand 1e6), sprintf '%08x', rand 2**32);
	$bytes =~ s/orders/$name/g;
	$bytes =~ s/table_[0-9a-f]{8}/table_$id/;
	return $bytes;
}

# What each function takes: commit and register every commit as a JniWrapper.
my %function_of = (
	MetaInfo => ['publish'],
	TableInfo => ['create_table'],
	DataCommitInfo => [ 'commit_data_commit_info', 'commit', 'register' ],
	JniWrapper => [ 'commit', 'register' ]);

# ---- damage --------------------------------------------------------------------------------------------------------

sub random_bytes
{
	my ($length) = @_;
	return join '', map { chr int rand 256 } 1 .. $length;
}

my @damage = (
	sub {    # bits flipped
		my ($bytes) = @_;
		substr($bytes, rand length $bytes, 1) ^= chr(1 << rand 8) for 0 .. rand 3;
		return $bytes;
	},
	sub {    # a byte set to a value at the edge
		my ($bytes) = @_;
		substr($bytes, rand length $bytes, 1) = (map { chr } 0x00, 0x01, 0x7f, 0x80, 0xff)[ rand 5 ];
		return $bytes;
	},
	sub { return substr $_[0], 0, rand length $_[0] },    # the end cut off
	sub {                                                  # something cut out
		my ($bytes) = @_;
		substr($bytes, rand length $bytes, 1 + rand 20) = '';
		return $bytes;
	},
	sub {                                                  # something put in
		my ($bytes) = @_;
		substr($bytes, rand length $bytes, 0) = random_bytes(1 + rand 12);
		return $bytes;
	},
	sub {                                                  # a part doubled, or the whole
		my ($bytes) = @_;
		return $bytes . $bytes if rand() < 0.2;
		my $start = int rand length $bytes;
		my $part = substr $bytes, $start, 1 + rand 40;
		substr($bytes, $start, 0) = $part;
		return $bytes;
	},
	sub {                                                  # the beginning of one and the end of another
		my ($bytes) = @_;
		my $other = $messages[ rand @messages ]{bytes};
		return substr($bytes, 0, rand length $bytes) . substr($other, rand length $other);
	},
	sub {                                                  # a text's characters changed, its length kept
		my ($bytes) = @_;
		my $start = int rand length $bytes;
		my $part = substr $bytes, $start, 1 + rand 4;
		substr($bytes, $start, length $part) = join '', map { chr(33 + rand 94) } 1 .. length $part;
		return $bytes;
	});

sub damaged
{
	my ($bytes) = @_;
	return random_bytes(1 + rand 30) if length $bytes == 0;
	my $result = $damage[ rand @damage ]->($bytes);
	$result = $damage[ rand @damage ]->($result) if rand() < 0.2 && length $result;
	return $result;
}

# ---- statements ----------------------------------------------------------------------------------------------------

my ($script, @cases) = ('');

# psql says after each statement how it ended, and what it gave.
sub add_case
{
	my ($function, $message, $bytes) = @_;
	my $hex = "'\\x" . unpack('H*', $bytes) . "'";
	my $sql =
	  $function eq 'decode'
	  ? "SELECT CASE WHEN lakesoul.decode('$message', lakesoul.encode('$message', d)) = d THEN 'same' ELSE 'other' END"
	  . " AS result FROM (SELECT lakesoul.decode('$message', $hex)) AS m (d)"
	  : $function eq 'register' || $function eq 'create_table'
	  ? "SELECT lakesoul.$function($hex) IS NOT NULL AS result"
	  : "SELECT count(*) >= 0 AS result FROM lakesoul.$function($hex)";
	push @cases, [ $function, $hex ];
	$script .= "\\set result none\n$sql \\gset\n\\echo case :SQLSTATE :result\n";
	return;
}

for my $message (@messages)
{
	add_case('decode', $message->{message}, $message->{bytes});
	add_case('decode', $message->{message}, damaged($message->{bytes})) for 1 .. $count;
	for my $function (@{ $function_of{ $message->{message} } // [] })
	{
		my $wrap = $message->{message} eq 'DataCommitInfo' && $function ne 'commit_data_commit_info';
		for my $i (0 .. $count / 2)
		{
			my $bytes = $i == 0 ? $message->{bytes} : damaged($message->{bytes});
			add_case($function, $message->{message}, $wrap ? field(6, $bytes) : $bytes);
		}
	}
}

for (1 .. 10 * $count)
{
	my $bytes = fresh_wrapper();
	$bytes = damaged($bytes) if rand() < 0.8;
	add_case(rand() < 0.8 ? 'commit' : 'register', 'JniWrapper', $bytes);
}
for (1 .. $count)
{
	my $bytes = fresh_table();
	$bytes = damaged($bytes) if rand() < 0.9;
	add_case('create_table', 'TableInfo', $bytes);
}

# ---- running them --------------------------------------------------------------------------------------------------

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->append_conf('postgresql.conf', "log_statement = none\nlog_min_error_statement = panic");
$node->start;
my ($orders) = map { unpack 'H*', $_->{bytes} } grep { $_->{name} eq 'table_info_orders' } @messages;
$node->safe_psql('postgres', <<"SQL");
CREATE EXTENSION lakesoul_meta;
SELECT count(*) FROM lakesoul.setup();
SELECT lakesoul.create_table('\\x$orders'::bytea);
SQL

# What the MetaInfo messages publish must have been registered.
for my $meta (grep { $_->{message} eq 'MetaInfo' } @messages)
{
	my $hex = unpack 'H*', $meta->{bytes};
	$node->safe_psql('postgres', <<"SQL");
SELECT lakesoul.register(lakesoul.encode('JniWrapper', jsonb_build_object('data_commit_info', jsonb_agg(jsonb_build_object(
    'table_id', p->'table_id', 'partition_desc', p->'partition_desc', 'commit_op', coalesce(p->'commit_op', '0'),
    'commit_id', s, 'file_ops', jsonb_build_array(jsonb_build_object('path', 'file-' || (p->>'partition_desc'))))))))
FROM jsonb_array_elements(lakesoul.decode('MetaInfo', '\\x$hex')->'list_partition') AS p, jsonb_array_elements(p->'snapshot') AS s;
SQL
}

my ($output, $errors) = ('', '');
my $folder = PostgreSQL::Test::Utils::tempdir();
append_to_file("$folder/cases.sql", "SELECT pg_backend_pid() AS pid \\gset\n\\echo pid :pid\n"
	  . $script . "SELECT pg_backend_pid() AS pid \\gset\n\\echo pid :pid\n");
IPC::Run::run([ 'psql', '-XAtq', '-v', 'VERBOSITY=sqlstate', '-d', $node->connstr('postgres'), '-f', "$folder/cases.sql" ],
	'>', \$output, '2>', \$errors);

my @pids = $output =~ /^pid (\d+)$/mg;
is(scalar @pids, 2, 'the session came to the end');
is($pids[0], $pids[-1], 'and was the same one all the time');
unlike(slurp_file($node->logfile), qr/terminated by signal|PANIC|TRAP/, 'nothing crashed');

my @ends = $output =~ /^case (\S+ \S*)$/mg;
is(scalar @ends, scalar @cases, 'each case came to an end');
my (%seen, @wrong, @unfaithful);
for my $i (0 .. $#ends)
{
	my ($state, $result) = split / /, $ends[$i];
	my ($function, $hex) = @{ $cases[$i] };
	$seen{$function}{$state}++;
	push @wrong, "$state $function($hex)" unless $allowed{$state};
	push @unfaithful, $hex if $result eq 'other';
}
is(join("\n", @wrong), '', 'each worked or was refused with one of the expected SQLSTATEs');
is(join("\n", @unfaithful), '', 'what was decoded stays the same through encode and decode');
for my $function (sort keys %seen)
{
	note "$function: " . join ', ', map { "$_ $seen{$function}{$_}" } sort keys %{ $seen{$function} };
	cmp_ok($seen{$function}{'00000'} // 0, '>', 0, "$function: some worked");
	cmp_ok(scalar keys %{ $seen{$function} }, '>', 3, "$function: others did not, in several ways");
}

# ---- what must be true ---------------------------------------------------------------------------------------------

my @rules = (
	'each id of a snapshot has its commit, published not later' => <<'SQL',
SELECT p.table_id, p.partition_desc, p.version, s.id FROM public.partition_info AS p CROSS JOIN unnest(p.snapshot) AS s (id)
LEFT JOIN public.data_commit_info AS c ON (c.table_id, c.partition_desc, c.commit_id) = (p.table_id, p.partition_desc, s.id)
WHERE c.published_version IS NULL OR c.published_version > p.version OR NOT c.committed
SQL
	'each published commit is in the version that published it, or is a delete' => <<'SQL',
SELECT c.table_id, c.partition_desc, c.commit_id FROM public.data_commit_info AS c LEFT JOIN public.partition_info AS p
ON (p.table_id, p.partition_desc, p.version) = (c.table_id, c.partition_desc, c.published_version)
WHERE c.published_version IS NOT NULL AND c.commit_op <> 'DeleteCommit' AND NOT coalesce(c.commit_id = ANY (p.snapshot), false)
SQL
	'versions have no gaps' => <<'SQL',
SELECT table_id, partition_desc FROM public.partition_info GROUP BY 1, 2 HAVING max(version) <> count(*) - 1
SQL
	'rows belong to a table' => <<'SQL',
SELECT table_id FROM public.partition_info UNION SELECT table_id FROM public.data_commit_info
EXCEPT SELECT table_id FROM public.table_info
SQL
	'names and paths agree' => <<'SQL',
SELECT i.table_id, n.table_id, p.table_id FROM public.table_info AS i
FULL JOIN public.table_name_id AS n ON (n.table_name, n.table_namespace) = (i.table_name, i.table_namespace)
FULL JOIN public.table_path_id AS p ON p.table_path = i.table_path
WHERE (i.table_name <> '' AND n.table_id IS DISTINCT FROM i.table_id) OR i.table_id IS NULL
   OR (i.table_path <> '' AND p.table_id IS DISTINCT FROM i.table_id)
SQL
);
while (my ($rule, $sql) = splice @rules, 0, 2)
{
	is($node->safe_psql('postgres', $sql), '', $rule);
}
note $node->safe_psql('postgres', "SELECT 'tables ' || (SELECT count(*) FROM public.table_info) || ', versions '
    || (SELECT count(*) FROM public.partition_info) || ', commits ' || (SELECT count(*) FROM public.data_commit_info)");

$node->stop;
done_testing();
