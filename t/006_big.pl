# Big requests: 100,000 files in one partition and in a thousand; requests over the limits; small requests that would
# take much memory. Counts must be right, and the backend's peak memory bounded. LAKESOUL_SOAK=1 makes them bigger.
use strict;
use warnings;
use JSON::PP;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Time::HiRes qw(time);

my $files = $ENV{LAKESOUL_SOAK} ? 300_000 : 100_000;
my $partitions = 1000;
my $measurable = -r '/proc/self/status';

# ---- messages ------------------------------------------------------------------------------------------------------

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

# A length-delimited field.
sub field
{
	my ($number, $bytes) = @_;
	return chr($number << 3 | 2) . varint(length $bytes) . $bytes;
}

sub file_op
{
	my ($desc, $number) = @_;
	my $path = sprintf 's3://lake/warehouse/default/big/%s/part-%08d-1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed_0000.parquet', $desc, $number;
	return field(4, field(1, $path) . "\x18" . varint(1000 + $number) . field(4, 'id,dt,amount'));
}

# A JniWrapper with one AppendCommit a partition.
sub wrapper
{
	my ($table_id, $commit, $partition_count, $files_each) = @_;
	my $bytes = '';
	for my $partition (1 .. $partition_count)
	{
		my $desc = sprintf 'dt=%04d', $partition;
		my $id = field(3, "\x08" . varint($commit) . "\x10" . varint($partition));
		my $ops = join '', map { file_op($desc, $_) } 1 .. $files_each;
		$bytes .= field(6, field(1, $table_id) . field(2, $desc) . $id . $ops . "\x28\x01");
	}
	return $bytes;
}

my $folder = PostgreSQL::Test::Utils::tempdir();

# Puts bytes where the server can read them, and gives the SQL that does.
sub stored
{
	my ($name, $bytes) = @_;
	open my $file, '>:raw', "$folder/$name" or die "$folder/$name: $!";
	print $file $bytes;
	close $file or die "$folder/$name: $!";
	return "pg_read_binary_file('$folder/$name')";
}

# ---- measuring -----------------------------------------------------------------------------------------------------

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->append_conf('postgresql.conf', "log_statement = none\nlog_min_error_statement = panic\nautovacuum = off\nshared_buffers = 32MB");
$node->start;
$node->safe_psql('postgres', <<'SQL');
CREATE EXTENSION lakesoul_meta;
SELECT count(*) FROM lakesoul.setup();
SELECT lakesoul.create_table(name, '/' || name, '', range_partitions => ARRAY['dt'], table_id => name)
FROM unnest(ARRAY['one', 'many', 'rows', 'wide', 'deep', 'other', 'parted', 'whole']) AS name;
SQL

# Runs a statement in a session of its own. Gives what it returned, its SQLSTATE and message, seconds, and the backend's
# peak memory in megabytes, shared buffers included.
sub measured
{
	my ($sql, $settings) = @_;
	my $script = ($settings // '') . "\\set VERBOSITY verbose\n$sql;\n\\echo state :SQLSTATE\n";
	$script .= "SELECT 'peak ' || (regexp_match(pg_read_file('/proc/self/status'), 'VmHWM:\\s+(\\d+)'))[1]::bigint / 1024;\n"
	  if $measurable;
	my $started = time;
	my ($status, $output, $errors) = $node->psql('postgres', $script, on_error_stop => 0);
	my %result = (errors => $errors, seconds => time - $started, peak => 0);
	($result{state}) = $output =~ s/^state (\S+)$//m ? $1 : 'none';
	$result{peak} = $1 if $output =~ s/^peak (\d+)$//m;
	$output =~ s/\n+\z//;
	$result{output} = $output;
	return \%result;
}

sub check
{
	my ($name, $megabytes, $sql, $expected, $settings) = @_;
	my $result = measured($sql, $settings);
	is($result->{output}, $expected, "$name: the right result") or diag $result->{errors};
	note sprintf '%s: %.1f s, peak %d MB', $name, $result->{seconds}, $result->{peak};
	cmp_ok($result->{peak}, '<', $megabytes, "$name: peak memory below $megabytes MB");
	return;
}

sub check_refused
{
	my ($name, $megabytes, $sql, $message, $settings) = @_;
	my $result = measured($sql, $settings);
	is($result->{state}, '54000', "$name: refused with 54000");
	like($result->{errors}, $message, "$name: and told why");
	note sprintf '%s: %.1f s, peak %d MB', $name, $result->{seconds}, $result->{peak};
	cmp_ok($result->{peak}, '<', $megabytes, "$name: peak memory below $megabytes MB");
	return;
}

# ---- big and good --------------------------------------------------------------------------------------------------

my $one = wrapper('one', 1, 1, $files);
my $many = wrapper('many', 2, $partitions, $files / $partitions);
note sprintf 'messages of %.1f and %.1f MB', length($one) / 1e6, length($many) / 1e6;
my ($read_one, $read_many) = (stored('one', $one), stored('many', $many));
# Several times what was measured, and far below what a copy too many in a loop would take.
my $limit = $ENV{LAKESOUL_SOAK} ? 1500 : 500;
my $outcome = 'SELECT status, count(*), min(version), max(version) FROM lakesoul.commit(%s) GROUP BY 1';

check('one partition', $limit, sprintf($outcome, $read_one), 'committed|1|0|0');
check('the same again', $limit, sprintf($outcome, $read_one), 'already_committed|1|0|0');
check("$partitions partitions", $limit, sprintf($outcome, $read_many), "committed|$partitions|0|0");
check('the same again', $limit, sprintf($outcome, $read_many), "already_committed|$partitions|0|0");
check('rows instead of bytes', $limit, <<"SQL", 'committed|1|0|0');
SELECT status, count(*), min(version), max(version) FROM lakesoul.commit_files('rows',
    ARRAY(SELECT ('dt=1', '/rows/file-' || n, 'add', n, 'id,dt')::lakesoul.file_change FROM generate_series(1, $files) AS n))
GROUP BY 1
SQL
for my $table (qw(one many rows))
{
	my $sum = $table eq 'rows' ? $files * ($files + 1) / 2
	  : $table eq 'one' ? $files * 1000 + $files * ($files + 1) / 2
	  : $files * 1000 + $partitions * ($files / $partitions) * ($files / $partitions + 1) / 2;
	check("files of $table", $limit, "SELECT count(*), count(DISTINCT path), sum(size) FROM lakesoul.files('$table')",
		"$files|$files|$sum");
}
check('partitions of many', $limit, "SELECT count(*), sum(files) FROM lakesoul.partitions('many')", "$partitions|$files");
check('decode', 2 * $limit, "SELECT jsonb_array_length(lakesoul.decode('JniWrapper', $read_one)->'data_commit_info'->0->'file_ops')",
	$files);

# A second commit of as many files, one by one deleted and replaced: each delete must be found active.
check('every file replaced', $limit, <<"SQL", 'committed|1');
SELECT status, version FROM lakesoul.commit_files('rows',
    ARRAY(SELECT ('dt=1', '/rows/file-' || n, 'del', n, '')::lakesoul.file_change FROM generate_series(1, $files) AS n)
    || ARRAY(SELECT ('dt=1', '/rows/new-' || n, 'add', n, '')::lakesoul.file_change FROM generate_series(1, 10) AS n),
    commit_op => 'AppendCommit')
SQL
check('what is left', $limit, "SELECT count(*), min(path) FROM lakesoul.files('rows')", '10|/rows/new-1');

# As many partitions, or commits of one partition, with one file each.
my $few = $files / 5;
check("$few partitions", $limit, sprintf($outcome, stored('partitions', wrapper('wide', 3, $few, 1))), "committed|$few|0|0");
my $deep = join '', map { field(6, field(1, 'deep') . field(2, 'dt=1') . field(3, "\x08\x04\x10" . varint($_))
	  . file_op('dt=1', $_) . "\x28\x01") } 1 .. $few;
check("$few commits of one partition", $limit, sprintf($outcome, stored('deep', $deep)), "committed|1|0|0");
check("files of these", $limit, "SELECT count(*), count(DISTINCT commit_id) FROM lakesoul.files('deep')", "$few|$few");

# Reading many files takes no more memory than reading few: in one partition and in many, the deleted ones left out, also
# where one commit holds a large part of them. All of them at once would take three times this limit.
$node->safe_psql('postgres', <<'SQL');
SET session_replication_role = replica;
INSERT INTO public.data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, committed, timestamp, domain, published_version)
SELECT name, 'dt=' || CASE name WHEN 'parted' THEN c ELSE 1 END, md5('read' || c)::uuid,
       (SELECT array_agg((format('s3://lake/warehouse/default/%s/part-%s-%s_0001.parquet', name, c, f), CASE WHEN name = 'whole' AND c = 5000 THEN 'del' ELSE 'add' END, f, 'id,dt,amount')::public.data_file_op)
          FROM generate_series(1, 100) AS f), 'AppendCommit', true, c, 'public', 0
  FROM unnest(ARRAY['parted', 'whole']) AS name, generate_series(1, 5000) AS c
UNION ALL
SELECT 'whole', 'dt=1', md5('large')::uuid, (SELECT array_agg((format('s3://lake/warehouse/default/whole/large-%s_0001.parquet', f), 'add', 1, 'id,dt,amount')::public.data_file_op)
          FROM generate_series(1, 100000) AS f), 'AppendCommit', true, 5001, 'public', 0;
INSERT INTO public.partition_info (table_id, partition_desc, version, commit_op, timestamp, snapshot, domain)
SELECT table_id, partition_desc, 0, 'AppendCommit', 1, array_agg(commit_id ORDER BY timestamp), 'public'
  FROM public.data_commit_info WHERE table_id IN ('parted', 'whole') GROUP BY table_id, partition_desc;
VACUUM ANALYZE public.data_commit_info;
VACUUM ANALYZE public.partition_info;
SQL
my %streamed = (parted => 500_000, whole => 499_900 + 100_000);
for my $table (sort keys %streamed)
{
	check("streamed files of $table", 150, "SELECT count(path), count(path) FILTER (WHERE bucket_id = 1) FROM lakesoul.files('$table')",
		"$streamed{$table}|$streamed{$table}");
	check("counted files of $table", 150, "SELECT sum(files) FROM lakesoul.partitions('$table')", $streamed{$table});
}

# The gateway's answers: one row is in memory besides the bytes that are returned.
my $hex = '0000000000000001' . sprintf('%016x', 1);
check('a big commit through the gateway', $limit, <<"SQL", $files);
SELECT jsonb_array_length(lakesoul.decode('JniWrapper', lakesoul.execute_query(110, 'one__DELIM__dt=0001__DELIM__$hex'))->'data_commit_info'->0->'file_ops')
SQL
check('heads through the gateway', $limit, "SELECT jsonb_array_length(lakesoul.decode('JniWrapper', lakesoul.execute_query(104, 'wide'))->'partition_info')", $few);
my $ids = join '', map { field(7, "\x08\x04\x10" . varint($_)) } 1 .. $few;
check('a long snapshot through the gateway', $limit, "SELECT position(" . stored('ids', $ids) . " IN lakesoul.execute_query(7, 'deep__DELIM__dt=1')) > 0", 't');
check('as many commits through the gateway', $limit, <<"SQL", $few);
SELECT jsonb_array_length(lakesoul.decode('JniWrapper', lakesoul.execute_query(110, 'deep__DELIM__dt=1__DELIM__'
    || (SELECT string_agg(replace(id::text, '-', ''), '') FROM public.partition_info, unnest(snapshot) AS id WHERE table_id = 'deep')))->'data_commit_info')
SQL

# ---- over the limits -----------------------------------------------------------------------------------------------

# Of a refused message nothing is kept, so the peak is that of the bytes, read twice at most, and the server's own.
my $size = length $one;
check_refused('over max_message_size', 200, sprintf($outcome, $read_one), qr/has $size bytes.*allows 1048576/,
	"SET lakesoul.max_message_size = '1MB';\n");
my $over_default = stored('over', field(6, 'x' x (65 * 1024 * 1024)));
check_refused('over the default of 64 MB', 300, sprintf($outcome, $over_default), qr/allows 67108864/);

# An answer that no value can hold: 1.2 GB of it are there, in texts that take little room when stored.
$node->safe_psql('postgres', "SET default_toast_compression = lz4;
INSERT INTO public.namespace (namespace, properties, comment) SELECT 'big' || n, '{}', repeat('x', 200000000) FROM generate_series(1, 6) AS n");
check_refused('an answer of 1.2 GB', 3000, 'SELECT length(lakesoul.execute_query(100, $$$$))', qr/result of code 100 \(ListNamespaces\) is larger than 1 GB/);
check('one of 200 MB', 1500, "SELECT length(lakesoul.execute_query(0, 'big1'))", 200_000_028);
$node->safe_psql('postgres', "DELETE FROM public.namespace WHERE namespace LIKE 'big%'");

# ---- small and hostile ---------------------------------------------------------------------------------------------

# Empty messages of two bytes each, that take a struct each when decoded.
my ($amplification) = grep { $_->{name} eq 'amplification' }
  map { decode_json($_) } split /\n/, slurp_file('test/fixtures/bad_messages.jsonl');
my $unit = pack 'H*', $amplification->{hex_unit};
my $repeat = $amplification->{repeat};
my %hostile = (
	'empty commits' => [ 'JniWrapper', $unit x $repeat ],
	'empty files' => [ 'JniWrapper', field(6, field(1, 'other') . "\x22\x00" x $repeat) ],
	'empty read entries' => [ 'JniWrapper', "\x2a\x00" x $repeat ],
	'empty ids' => [ 'JniWrapper', field(5, "\x3a\x00" x $repeat) ],
	'empty ids of many partitions' => [ 'JniWrapper', field(5, "\x3a\x00" x 100) x ($repeat / 100) ]);
for my $name (sort keys %hostile)
{
	my ($message, $bytes) = @{ $hostile{$name} };
	my $read = stored('hostile', $bytes);
	for my $function ('commit', 'register')
	{
		my $result = measured("SELECT count(*) FROM (SELECT lakesoul.$function($read)) AS c");
		like($result->{state}, qr/^(54000|22023)$/, "$name: $function refuses it");
		note sprintf '%s: %s, %d bytes: %.1f s, peak %d MB', $name, $function, length $bytes, $result->{seconds}, $result->{peak};
		cmp_ok($result->{peak}, '<', 150, "$name: $function: peak memory below 150 MB");
	}
	my $result = measured("SELECT pg_column_size(lakesoul.decode('$message', $read)) > 0");
	like($result->{state}, qr/^(00000|54000|22023)$/, "$name: decode works or refuses it");
	note sprintf '%s: decode %s: %.1f s, peak %d MB', $name, $result->{state}, $result->{seconds}, $result->{peak};
	cmp_ok($result->{peak}, '<', 150, "$name: decode: peak memory below 150 MB");
}

# The same at 16 MB: the budget, 16 times the message, is what bounds it.
my $large = stored('large', $unit x (8 * 1024 * 1024));
check_refused('16 MB of empty commits', 500, sprintf($outcome, $large), qr/memory/);

is($node->safe_psql('postgres', "SELECT count(*) FROM public.data_commit_info WHERE table_id = 'other'"), '0',
	'nothing of a refused message is kept');
$node->stop;
done_testing();
