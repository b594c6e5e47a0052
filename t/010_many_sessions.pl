# Many sessions at once: creations of one name or path, writers of one partition under translated messages, tables that are made
# and written by many, readers beside maintenance. LAKESOUL_SOAK=1 makes more of each.
use strict;
use warnings;
use IPC::Run;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $times = $ENV{LAKESOUL_SOAK} ? 10 : 1;

# Messages can be German where the server's catalog is installed: LANGUAGE is heeded in every locale but C, and C.UTF-8 is on
# every system. (The framework takes LANGUAGE out of the environment.)
my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->append_conf('postgresql.conf', <<'CONF');
max_connections = 80
synchronous_commit = off
autovacuum = off
log_statement = none
log_min_error_statement = panic
lc_messages = 'C'
CONF
{
	local $ENV{LANGUAGE} = 'de';
	$node->start;
}
$node->safe_psql('postgres', <<'SQL');
CREATE EXTENSION lakesoul_meta;
SELECT count(*) FROM lakesoul.setup();
CREATE FUNCTION append(name text, path text) RETURNS text LANGUAGE sql AS $$
    SELECT status FROM lakesoul.commit_files(name, ARRAY[('-5', path, 'add', 1, '')]::lakesoul.file_change[], commit_op => 'AppendCommit') $$;
SQL

# ---- sessions that begin at one moment -------------------------------------------------------------------------------

my $folder = PostgreSQL::Test::Utils::tempdir();

# Starts a psql for each script, has all of them wait at one lock, and opens it. Returns what each printed, with the SQLSTATEs of
# errors after it, lines joined by blanks.
sub at_once
{
	my @scripts = @_;
	my ($to_gate, $from_gate) = ('', '');
	my $gate = IPC::Run::start([ 'psql', '-XAtq', '-d', $node->connstr('postgres') ],
		'<', \$to_gate, '>', \$from_gate, IPC::Run::timeout($PostgreSQL::Test::Utils::timeout_default));
	$to_gate .= "SELECT pg_advisory_lock(1), 'closed';\n";
	IPC::Run::pump($gate) until $from_gate =~ /closed/;
	my @running;
	for my $number (0 .. $#scripts)
	{
		my $file = "$folder/session$number";
		open my $script, '>', "$file.sql" or die "$file.sql: $!";
		print $script "DO 'BEGIN PERFORM pg_advisory_lock_shared(1); END';\n$scripts[$number]\n";
		close $script or die "$file.sql: $!";
		push @running, IPC::Run::start([ 'psql', '-XAtq', '-v', 'VERBOSITY=sqlstate', '-d', $node->connstr('postgres') ],
			'<', "$file.sql", '>', "$file.out", '2>', "$file.err");
	}
	my $count = @scripts;
	$node->poll_query_until('postgres', "SELECT count(*) = $count FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")
	  or die 'not every session came to the gate';
	$to_gate .= "\\q\n";
	IPC::Run::finish($gate);
	my @outcomes;
	for my $number (0 .. $#scripts)
	{
		IPC::Run::finish($running[$number]);
		my $outcome = slurp_file("$folder/session$number.out") . slurp_file("$folder/session$number.err");
		$outcome =~ s/^\w+:\s+(\w{5})$/$1/gm;
		$outcome =~ s/\n(?=.)/ /g;
		$outcome =~ s/\n//g;
		push @outcomes, $outcome;
	}
	return @outcomes;
}

# How often each of them comes.
sub counted
{
	my %count;
	$count{$_}++ for @_;
	return \%count;
}

# ---- replay polaris-1076: fifty creations of one name, then of one path ----------------------------------------------

my @outcomes = at_once(map { "SELECT 'made' FROM lakesoul.create_table('one', '/lake/one-$_', '', table_id => 'name-$_');" } 1 .. 50);
is_deeply(counted(@outcomes), { made => 1, '42P07' => 49 }, 'fifty creations of one name: one is made, 49 are told that it is there');
is($node->safe_psql('postgres', <<'SQL'), '1|1|1|1', 'and no row of the others stays, a path row neither');
SELECT (SELECT count(*) FROM public.table_info), (SELECT count(*) FROM public.table_name_id), (SELECT count(*) FROM public.table_path_id),
    (SELECT count(*) FROM public.table_info JOIN public.table_name_id USING (table_id, table_name) JOIN public.table_path_id USING (table_id, table_path));
SQL
@outcomes = at_once(map { "SELECT 'made' FROM lakesoul.create_table('path-$_', '/lake/path', '', table_id => 'path-$_');" } 1 .. 50);
is_deeply(counted(@outcomes), { made => 1, '42P07' => 49 }, 'fifty creations at one path: the same');
is($node->safe_psql('postgres', "SELECT count(*) FROM public.table_name_id WHERE table_name LIKE 'path-%'"), '1', 'and one name is taken');

# ---- replay ducklake-268: eight processes make tables and write into them --------------------------------------------

my $rounds = 10 * $times;
@outcomes = at_once(map { my $i = $_; join '', map { <<"SQL" } 1 .. $rounds } 1 .. 8);
SELECT 'made' FROM lakesoul.create_table('t_${i}_$_', '/lake/t_${i}_$_', '', table_id => 't_${i}_$_');
SELECT append('t_${i}_$_', '/lake/t_${i}_$_/x.parquet');
SQL
is_deeply(counted(@outcomes), { join(' ', ('made committed') x $rounds) => 8 }, "eight processes make $rounds tables each and write into them");
is($node->safe_psql('postgres', <<'SQL'), 8 * $rounds . '|t', 'each file is under its own table, and no table is without');
SELECT count(*), bool_and(f.path = i.table_path || '/x.parquet') FROM public.table_info AS i
  LEFT JOIN LATERAL lakesoul.files_by_id(i.table_id) AS f ON true WHERE i.table_name LIKE 't\_%';
SQL

# ---- replay ducklake-1311: sixteen writers whose messages are in another language ------------------------------------

my $translated = "SET lc_messages = 'C.UTF-8';\n";
my (undef, undef, $german) = $node->psql('postgres', "${translated}SELECT 1 / 0;");
my $is_german = $german =~ /Division durch Null/ ? 1 : 0;
note 'the server has no German messages here, so that they are those of C' if !$is_german;
$node->safe_psql('postgres', "SELECT lakesoul.create_table('hot', '/lake/hot', '', table_id => 'hot')");
my $commits = 20 * $times;
# Every second one is a stock client that planned its version from an absent head.
my $stock = <<'SQL';
INSERT INTO data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, timestamp, committed, domain)
VALUES ('hot', '-5', '%1$s', '{"(f,add,1,)"}', 'AppendCommit', 1, false, 'public');
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain)
VALUES ('hot', '-5', 0, 'AppendCommit', ARRAY['%1$s'::uuid], '', 'public');
SELECT 'inserted';
SQL
@outcomes = at_once(
	map {
		my $writer = $_;
		$translated . join '', map {
			$writer % 2 ? "SELECT append('hot', 'f-$writer-$_');\n" : sprintf $stock, sprintf '00000000-0000-4000-8000-%04d%08d', $writer, $_
		} 1 .. $commits
	} 1 .. 16);
is_deeply(counted(@outcomes), { join(' ', ('committed') x $commits) => 8, join(' ', ('inserted') x $commits) => 8 },
	'sixteen writers of one partition, translated messages: every commit succeeds');
my $all = 16 * $commits;
is($node->safe_psql('postgres', <<'SQL'), "$all|$all|t", 'each is there once, in versions without a gap');
SELECT max(cardinality(snapshot)), (SELECT count(DISTINCT c) FROM public.partition_info AS h, unnest(h.snapshot) AS c WHERE h.table_id = 'hot'),
    max(version) = count(*) - 1 FROM public.partition_info WHERE table_id = 'hot';
SQL

# What fails does so with the same SQLSTATE in both languages; nothing is recognised by its message.
my $failing = <<'SQL';
SELECT lakesoul.create_table('hot', '/lake/other', '');
SELECT append('nosuch', 'f');
SELECT lakesoul.commit_files('hot', ARRAY[('-5', 'u', 'add', 1, '')]::lakesoul.file_change[], commit_op => 'UpdateCommit', read_versions => '{"-5": 99999}');
SELECT lakesoul.commit_files('hot', ARRAY[('-5', '', 'add', 1, '')]::lakesoul.file_change[]);
SELECT lakesoul.commit('\x0a');
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain) VALUES ('hot', '-5', 0, 'DeleteCommit', '{}', '', 'public');
SET lakesoul.rebase = off;
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain) VALUES ('hot', '-5', 0, 'DeleteCommit', '{}', '', 'public');
INSERT INTO table_name_id (table_name, table_id, table_namespace) VALUES ('hot', 'x', 'default');
SQL
my @states = at_once($failing, $translated . $failing);
is($states[0], '42P07 42P01 40001 22023 22P03 23505 23505 23505', 'what fails has its SQLSTATE');
is($states[1], $states[0], 'and the same one with translated messages');
my (undef, undef, $english) = $node->psql('postgres', $failing, on_error_stop => 0);
(undef, undef, $german) = $node->psql('postgres', $translated . $failing, on_error_stop => 0);
SKIP:
{
	skip 'no German messages', 1 if !$is_german;
	isnt($german, $english, 'which are other messages');
}

# ---- replay ducklake-1413, replay delta-6338: readers beside writers, compaction and cleaning ------------------------

$node->safe_psql('postgres', <<'SQL');
SELECT lakesoul.create_table('busy', '/lake/busy', '', table_id => 'busy');
SELECT append('busy', 'first');
CREATE TABLE ended (who text);
CREATE TABLE read (reader text, commit_id uuid, version int, "timestamp" bigint);

-- Commits one row after the other.
CREATE PROCEDURE write_rows(rows int) LANGUAGE plpgsql AS $$
BEGIN
    FOR n IN 1..rows LOOP
        PERFORM lakesoul.commit_files('busy', ARRAY[('-5', 'row-' || n, 'add', 1, '')]::lakesoul.file_change[], commit_op => 'AppendCommit',
            commit_id => ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid);
        COMMIT;
        PERFORM pg_sleep(0.002);
    END LOOP;
    INSERT INTO ended VALUES ('writer');
END $$;

-- Compacts what is there, records the inputs as discarded, and deletes versions and commits that the readers are past.
CREATE PROCEDURE maintain() LANGUAGE plpgsql AS $$
DECLARE
    head record;
    inputs text[];
    bound int;
BEGIN
    WHILE NOT EXISTS (SELECT FROM ended WHERE who = 'writer') LOOP
        SELECT p.version INTO head FROM lakesoul.partitions('busy') AS p;
        SELECT array_agg(f.path) INTO inputs FROM lakesoul.files('busy', version => head.version) AS f;
        PERFORM lakesoul.commit_files('busy', ARRAY[('-5', 'compacted-' || head.version, 'add', 1, '')]::lakesoul.file_change[],
            commit_op => 'CompactionCommit', read_versions => jsonb_build_object('-5', head.version));
        COMMIT;
        INSERT INTO public.discard_compressed_file_info (file_path, table_path, partition_desc, timestamp)
        SELECT path, '/lake/busy', '-5', 1 FROM unnest(inputs) AS path;
        COMMIT;
        bound := LEAST(head.version, (SELECT min(r.newest) FROM (SELECT max(version) AS newest FROM read GROUP BY reader HAVING count(*) > 0) AS r));
        DELETE FROM public.data_commit_info AS c USING public.partition_info AS p WHERE c.table_id = 'busy' AND p.table_id = 'busy'
            AND p.version < bound AND c.commit_id = ANY (p.snapshot);
        DELETE FROM public.partition_info WHERE table_id = 'busy' AND version < bound;
        COMMIT;
        PERFORM count(*) FROM lakesoul.setup();
        COMMIT;
    END LOOP;
    INSERT INTO ended VALUES ('maintenance');
END $$;

-- Lists files again and again. There is always one, and none of the files of the newest version is offered for deletion.
CREATE PROCEDURE list(OUT lists int, OUT fewest int, OUT offered int) LANGUAGE plpgsql AS $$
DECLARE
    listed int;
    live_and_discarded int;
BEGIN
    lists := 0;
    offered := 0;
    WHILE (SELECT count(*) FROM ended) < 2 LOOP
        SELECT count(*), count(d) INTO listed, live_and_discarded FROM lakesoul.files('busy') AS f
          LEFT JOIN public.discard_compressed_file_info AS d ON d.file_path = f.path;
        COMMIT;
        lists := lists + 1;
        fewest := LEAST(fewest, listed);
        offered := offered + live_and_discarded;
    END LOOP;
END $$;

-- Takes what is new, by versions or as the streaming readers of stock clients do by time, until nothing more will come.
CREATE PROCEDURE follow(name text, by_time boolean) LANGUAGE plpgsql AS $$
DECLARE
    last boolean := false;
BEGIN
    INSERT INTO read SELECT name, c, h.version, h."timestamp" FROM lakesoul.history('busy') AS h, unnest(h.commits_added) AS c WHERE h.version = 0;
    COMMIT;
    LOOP
        last := (SELECT count(*) FROM ended) = 2;
        INSERT INTO read SELECT name, c, h.version, h."timestamp" FROM lakesoul.history('busy') AS h, unnest(h.commits_added) AS c
         WHERE CASE WHEN by_time THEN h."timestamp" > (SELECT max("timestamp") FROM read WHERE reader = name)
                    ELSE h.version > (SELECT max(version) FROM read WHERE reader = name) END;
        COMMIT;
        EXIT WHEN last;
    END LOOP;
END $$;
SQL
my $rows = 100 * $times;
# Both readers have begun before anything is cleaned.
$node->safe_psql('postgres', 'INSERT INTO read VALUES (\'versions\', NULL, -1, -1), (\'times\', NULL, -1, -1);');
@outcomes = at_once("CALL write_rows($rows);", 'CALL maintain();', ('CALL list(NULL, NULL, NULL);') x 3,
	"CALL follow('versions', false);", "CALL follow('times', true);");
is_deeply([ @outcomes[ 0, 1, 5, 6 ] ], [ ('') x 4 ], 'writer, maintenance and streaming readers end without an error') or diag explain \@outcomes;
for my $outcome (@outcomes[ 2 .. 4 ])
{
	like($outcome, qr/^\d+\|[1-9]\d*\|0$/, 'a reader finds files each time, and never a live one that may be deleted');
	my ($lists) = $outcome =~ /^(\d+)/;
	cmp_ok($lists, '>', 10, "in $lists lists");
}
for my $reader (qw(versions times))
{
	is($node->safe_psql('postgres', <<"SQL"), "$rows|$rows", "the reader by $reader sees each of $rows commits once");
SELECT count(*), count(DISTINCT commit_id) FROM read WHERE reader = '$reader' AND commit_id::text LIKE '00000000-0000-4000-8000-%';
SQL
}
is($node->safe_psql('postgres', <<'SQL'), 't|t', 'and there were compactions, and commits that were cleaned');
SELECT count(*) FILTER (WHERE c.commit_op = 'CompactionCommit') > 0, (SELECT count(*) > 0 FROM lakesoul.retired_commits WHERE table_id = 'busy')
  FROM public.data_commit_info AS c WHERE c.table_id = 'busy';
SQL
$node->stop;
done_testing();
