# Loads of many rows cost the same for the last row as for the first: a restore by COPY with its timestamps, and plain INSERTs
# as a stock client sends them, over many partitions and into one long history. What is compared is how much a row reads (rows
# and index entries fetched, buffers touched), never time. LAKESOUL_SOAK=1 loads a million rows.
use strict;
use warnings;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Time::HiRes qw(time);

my $rows = $ENV{LAKESOUL_SOAK} ? 1_000_000 : 200_000;
my $parts = 10;
my $step = $rows / $parts;

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->append_conf('postgresql.conf', <<'CONF');
autovacuum = off
log_statement = none
fsync = off
shared_buffers = 256MB
max_wal_size = 4GB
CONF
$node->start;
my $folder = PostgreSQL::Test::Utils::tempdir();
chmod 0755, $folder;

sub new_database
{
	my ($db) = @_;
	$node->safe_psql('postgres', "CREATE DATABASE $db");
	$node->safe_psql($db, <<'SQL');
CREATE EXTENSION lakesoul_meta;
SELECT count(*) FROM lakesoul.setup();
-- What this database has read by now: buffers, index entries, and rows of the tables.
CREATE VIEW public.work AS SELECT sum(heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit) AS buffers,
    sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) AS rows
FROM pg_statio_user_tables JOIN pg_stat_user_tables USING (relid);
SQL
	return;
}

# Runs statements, each in a transaction of its own, and gives for each what a row of it reads: buffers and rows.
sub work_per_row
{
	my ($db, $count, @statements) = @_;
	my $look = "SELECT pg_stat_force_next_flush();\nSELECT 'work', buffers, rows FROM work;\n";
	my $started = time;
	my @work = $node->safe_psql($db, $look . join '', map { "$_;\n$look" } @statements) =~ /^work\|(\d+)\|(\d+)$/mg;
	note sprintf '%s: %.1f us a row', $db, (time - $started) * 1e6 / ($count * @statements);
	my @per_row;
	for (my $i = 2; $i < @work; $i += 2)
	{
		push @per_row, [ ($work[$i] - $work[ $i - 2 ]) / $count, ($work[ $i + 1 ] - $work[ $i - 1 ]) / $count ];
	}
	return @per_row;
}

# The last part against the second, since the first may find nothing before it. Trees grow a level now and then, that is all.
sub check_constant
{
	my ($name, @work) = @_;
	note join ' ', "$name: buffers a row", map { sprintf '%.1f', $_->[0] } @work;
	note join ' ', "$name: rows read a row", map { sprintf '%.2f', $_->[1] } @work;
	cmp_ok($work[1][0], '>', 0.5, "$name: something is counted");
	cmp_ok($work[-1][0], '<', 1.5 * $work[1][0] + 2, "$name: the last rows touch no more buffers than the first");
	cmp_ok($work[-1][1], '<', 1.1 * $work[1][1] + 0.5, "$name: and read no more rows");
	return;
}

# ---- a restore -----------------------------------------------------------------------------------------------------

# Rows of partition_info as a dump has them, not in the order of their versions.
new_database('copied');
my @copies;
for my $i (0 .. $parts - 1)
{
	my $file = "$folder/part-$i";
	open my $out, '>', $file or die "$file: $!";
	for my $n ($i * $step .. ($i + 1) * $step - 1)
	{
		my $k = ($n * 7919) % $rows;
		printf $out "t%d\tdt=%d\t%d\tAppendCommit\t%d\t{%s}\t\tpublic\n", $k % 100, $k % 1000, $k / 1000, 1700000000000 + $k,
		  sprintf '00000000-0000-4000-8000-%012d', $k;
	}
	close $out or die "$file: $!";
	push @copies, "COPY partition_info (table_id, partition_desc, version, commit_op, \"timestamp\", snapshot, expression, domain) FROM '$file'";
}
check_constant("COPY of $rows rows", work_per_row('copied', $step, @copies));
is($node->safe_psql('copied', 'SELECT count(*), min("timestamp"), max("timestamp") FROM partition_info'),
	"$rows|1700000000000|" . (1700000000000 + $rows - 1), 'every row is there, with its time');

# ---- stock clients -------------------------------------------------------------------------------------------------

# Ten versions in each partition; in one statement a partition gets one version.
my $many = $rows / 40;
my $insert_many = <<"SQL";
INSERT INTO data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, committed, "timestamp", domain)
SELECT 'table_' || n % 50, 'dt=' || n, md5(%1\$d || '-' || n)::uuid, ARRAY[('f', 'add', 1, '')::data_file_op], 'AppendCommit', false, 1, 'public'
FROM generate_series(1, $many) AS n;
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain)
SELECT 'table_' || n %% 50, 'dt=' || n, %1\$d, 'AppendCommit', ARRAY(SELECT md5(v || '-' || n)::uuid FROM generate_series(0, %1\$d) AS v), '', 'public'
FROM generate_series(1, $many) AS n
SQL
$insert_many =~ s/n % 50/n %% 50/;
new_database('many');
check_constant(10 * $many . " INSERTs into $many partitions", work_per_row('many', $many, map { sprintf $insert_many, $_ } 0 .. 9));
is( $node->safe_psql('many', 'SELECT count(*), count(*) FILTER (WHERE cardinality(snapshot) = version + 1) FROM partition_info'),
	10 * $many . '|' . 10 * $many, 'every row is there, as planned');
is($node->safe_psql('many', 'SELECT count(*) FROM data_commit_info WHERE committed AND published_version IS NOT NULL'),
	10 * $many, 'every commit is marked');

# One partition, ever longer, by Appends and Deletes in turn so that the snapshots stay short.
my $insert_long = <<"SQL";
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain)
SELECT 'long', '-5', n, CASE n %% 2 WHEN 0 THEN 'AppendCommit' ELSE 'DeleteCommit' END,
    CASE n %% 2 WHEN 0 THEN ARRAY[md5(n::text)::uuid] ELSE '{}' END, '', 'public'
FROM generate_series(%d, %d) AS n
SQL
new_database('long');
check_constant("$rows INSERTs into one partition", work_per_row('long', $step, map { sprintf $insert_long, $_ * $step, ($_ + 1) * $step - 1 } 0 .. $parts - 1));
is($node->safe_psql('long', 'SELECT count(*), max(version) FROM partition_info'), $rows . '|' . ($rows - 1), 'every version is there');
is( $node->safe_psql('long', 'SELECT count(*) FROM (SELECT "timestamp" - lag("timestamp") OVER (ORDER BY version) AS step FROM partition_info) AS s WHERE step <= 0'),
	'0', 'and no time repeats');

# Updates that replace what they have read, for which it is asked which version was head when they were registered: in a
# history of a few versions and in that long one. (A first round fills the caches of the session.)
my $updates = <<'SQL';
DO $$
BEGIN
    FOR n IN 1 .. 200 LOOP
        INSERT INTO data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, committed, "timestamp", domain)
        VALUES ('long', '%1$s', md5('%2$s' || n)::uuid, ARRAY[('f', 'add', 1, '')::data_file_op], 'UpdateCommit', false, 1, 'public');
        INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain)
        SELECT 'long', '%1$s', coalesce(max(version), -1) + 1, 'UpdateCommit', ARRAY[md5('%2$s' || n)::uuid], '', 'public'
        FROM partition_info WHERE table_id = 'long' AND partition_desc = '%1$s';
    END LOOP;
END
$$
SQL
my (undef, $in_short, $in_long) = work_per_row('long', 200, map { sprintf $updates, @$_ } ([ 'dt=1', 'a' ], [ 'dt=2', 'b' ], [ '-5', 'c' ]));
note sprintf 'updates: %.1f buffers and %.2f rows in a short history, %.1f and %.2f in a long one', @$in_short, @$in_long;
cmp_ok($in_short->[1], '>', 1, 'updates: something is counted');
cmp_ok($in_long->[0], '<', 1.5 * $in_short->[0] + 5, 'updates: a long history takes no more buffers');
cmp_ok($in_long->[1], '<', 1.1 * $in_short->[1] + 0.5, 'and no more rows');
is($node->safe_psql('long', 'SELECT partition_desc, max(version) FROM partition_info GROUP BY 1 ORDER BY 1'),
	'-5|' . ($rows + 199) . "\ndt=1|199\ndt=2|199", 'all of them were stored');

# The long history in a single statement.
new_database('once');
my $whole = $rows / 4;
my ($once) = work_per_row('once', $whole, sprintf $insert_long, 0, $whole - 1);
note sprintf 'in one statement: %.1f buffers a row, %.2f rows', @$once;
new_database('tenth');
my ($tenth) = work_per_row('tenth', $whole / 10, sprintf $insert_long, 0, $whole / 10 - 1);
cmp_ok($once->[0], '<', 1.5 * $tenth->[0] + 2, "a statement of $whole rows touches no more buffers a row than one of a tenth of them");
cmp_ok($once->[1], '<', 1.1 * $tenth->[1] + 0.5, 'and reads no more rows');

$node->stop;
done_testing();
