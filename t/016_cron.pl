# Cleaning by pg_cron, with the two statements of docs/operations.md: what has expired goes, what was never published
# goes, and what may be deleted is handed out; a table with a bad property stops no other. Skipped where pg_cron is not
# installed.
use strict;
use warnings;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my ($library, $errors) = run_command([ 'pg_config', '--pkglibdir' ]);
my ($shared) = run_command([ 'pg_config', '--sharedir' ]);
plan skip_all => 'pg_cron is not installed'
  unless -f "$library/pg_cron.so" && -f "$shared/extension/pg_cron.control";

my $operations = slurp_file('docs/operations.md');
my @schedules = $operations =~ /^(SELECT cron\.schedule\(.*?\$\);)$/gms;
is(scalar @schedules, 2, 'the document has two schedules');

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->append_conf('postgresql.conf', <<'CONF');
shared_preload_libraries = 'pg_cron'
cron.database_name = 'postgres'
cron.use_background_workers = on
cron.timezone = 'GMT'
CONF
$node->start;
$node->safe_psql('postgres', <<'SQL');
CREATE EXTENSION pg_cron;
CREATE EXTENSION lakesoul_meta;
SELECT count(*) FROM lakesoul.setup();
SELECT lakesoul.create_table('t', '/t', '', range_partitions => ARRAY['dt'], table_id => 't',
    properties => '{"partition.ttl": "30", "compaction.ttl": "7"}');
SELECT lakesoul.create_table('bad', '/bad', '', table_id => 'a_bad', properties => '{"partition.ttl": "soon"}'),
    lakesoul.create_table('worse', '/worse', '', table_id => 'z_bad', properties => '{"compaction.ttl": []}');
SELECT lakesoul.create_table('kept', '/kept', '', table_id => 'kept');
SELECT lakesoul.commit_files('t', ARRAY[('dt=1', '/t/old', 'add', 1, ''), ('dt=2', '/t/new', 'add', 1, '')]::lakesoul.file_change[]);
SELECT lakesoul.commit_files('kept', ARRAY[('-5', '/kept/old', 'add', 1, '')]::lakesoul.file_change[]);
UPDATE partition_info SET "timestamp" = "timestamp" - 40 * 86400000::bigint WHERE partition_desc <> 'dt=2';
INSERT INTO data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, "timestamp", registered_head)
VALUES ('t', 'dt=2', gen_random_uuid(), ARRAY[('/t/never', 'add', 1, '')]::data_file_op[], 'AppendCommit',
    (extract(epoch FROM now() - interval '40 days'))::bigint, 1);
SQL

# The same commands, every minute, which is the shortest time of this version.
for my $schedule (@schedules)
{
	$schedule =~ s/'[\d *]+'/'* * * * *'/;
	$node->safe_psql('postgres', $schedule);
}
ok( $node->poll_query_until('postgres',
		"SELECT count(DISTINCT jobid) = 2 FROM cron.job_run_details WHERE status IN ('succeeded', 'failed')"),
	'both have run');
is($node->safe_psql('postgres', "SELECT count(*), max(return_message) FROM cron.job_run_details WHERE status = 'failed'"),
	'0|', 'none has failed');
ok(slurp_file($node->logfile) =~ /WARNING:  table a_bad was not cleaned: property "partition.ttl" is "soon"/,
	'a table that cannot be cleaned is in the log');
is($node->safe_psql('postgres', 'SELECT path, reason FROM lakesoul.discarded() ORDER BY path'),
	"/t/never|orphan commit\n/t/old|expired", 'what nothing needs any more is handed out');
is($node->safe_psql('postgres', 'SELECT path FROM lakesoul.files(\'t\') UNION ALL SELECT path FROM lakesoul.files(\'kept\') ORDER BY path'),
	"/kept/old\n/t/new", 'what is needed is there');

$node->stop;
done_testing();
