# Adopting databases that LakeSoul runs on, and giving them back: each layout, owned by a superuser or by a plain role, set
# up by either; then LakeSoul's own scripts run again, the triggers come off, the extension goes and comes back. No row is
# touched at any step. And what is of another shape is refused with what differs, and nothing is changed.
# Shows scenario 46.
use strict;
use warnings;
use IPC::Run;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->append_conf('postgresql.conf', "timezone = 'UTC'\nautovacuum = off\nlog_statement = none");
$node->start;
$node->safe_psql('postgres', 'CREATE ROLE lake_owner');

my $table = 'table_00000000-0000-4000-8000-000000000001';
my %indexes = map { $_ => 1 } qw(table_info_name_index table_info_path_index table_name_id_id_index table_path_id_id_index
  partition_info_timestamp data_commit_info_commit_id partition_info_desc_gin_tsvector_index);

sub fixture
{
	my ($name) = @_;
	return "\\i test/fixtures/$name.sql\n";
}

# A commit id of this test, and a row that a stock client plans with it.
sub id
{
	my ($n) = @_;
	return sprintf '00000000-0000-4000-8000-%012d', $n;
}

# What the Java client sends: it registers, then publishes and marks in one transaction.
sub stock_commit
{
	my ($desc, $n, $version, @before) = @_;
	my $snapshot = join ',', map { id($_) } @before, $n;
	return <<"SQL";
INSERT INTO data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, committed, "timestamp", domain)
VALUES ('$table', '$desc', '@{[id($n)]}', ARRAY[('new-$n', 'add', 1, '')::data_file_op], 'MergeCommit', false, 1, 'public');
BEGIN;
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain)
VALUES ('$table', '$desc', $version, 'MergeCommit', '{$snapshot}', '', 'public');
UPDATE data_commit_info SET committed = true WHERE table_id = '$table' AND commit_id = '@{[id($n)]}';
COMMIT;
SQL
}

# The columns of each table in schema public, as they are before the adoption.
sub columns
{
	my ($db) = @_;
	return map { [ split /\|/ ] } split /\n/, $node->safe_psql($db, <<'SQL');
SELECT c.relname, string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum)
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' GROUP BY 1 ORDER BY 1
SQL
}

# Every row of these columns.
sub rows
{
	my ($db, @columns) = @_;
	return $node->safe_psql($db, join '', map {
		"SELECT '== $_->[0]'; SELECT ROW($_->[1])::text FROM public.$_->[0] ORDER BY ROW($_->[1])::text COLLATE \"C\";\n"
	} @columns);
}

# What is not rows and must stay: files (a rewritten table gets another), owners, policies, indexes, the stock function.
sub surroundings
{
	my ($db) = @_;
	return $node->safe_psql($db, <<'SQL');
SELECT relname, relkind, relfilenode, relowner::regrole, relrowsecurity, relacl FROM pg_class
WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'S') ORDER BY 1;
SELECT tablename, policyname, cmd, qual, with_check FROM pg_policies WHERE schemaname = 'public' ORDER BY 1, 2;
SELECT proname, proowner::regrole, md5(prosrc) FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY 1;
SQL
}

sub stock_trigger
{
	my ($db) = @_;
	return $node->safe_psql($db, <<'SQL');
SELECT count(*) FROM pg_trigger WHERE tgrelid = 'public.partition_info'::regclass AND tgname = 'partition_table_change'
SQL
}

# Runs statements in one session that listens to itself; gives back how many notices came.
sub notices
{
	my ($db, $sql) = @_;
	my $output = $node->safe_psql($db, "LISTEN lakesoul_compaction_notify;\n$sql\nSELECT 1;");
	return scalar(() = $output =~ /^Asynchronous notification "lakesoul_compaction_notify"/mg);
}

# ---- layouts -------------------------------------------------------------------------------------------------------

my @arrow = map { "column public.table_info.$_" } qw(table_schema_arrow_ipc table_schema_arrow_ipc_json_hash);
my @ours = map { "column public.$_" } qw(data_commit_info.published_version data_commit_info.registered_head
  discard_compressed_file_info.discarded_at discard_compressed_file_info.reason partition_info.last_compaction
  table_name_id.created_at table_path_id.created_at);
push @ours, 'index public.data_commit_info_folder_index';
my $replica = 'replica identity of public.data_commit_info';

my @layouts = (
	{ name => '3.0.0', file => 'layout_3_0_0', changed => [ @ours, @arrow, $replica ] },
	{ name => '4.0.0', file => 'layout_4_0_0', changed => \@ours },
	{ name => 'RBAC', file => 'layout_rbac', changed => \@ours },
	{
		name => 'docker', file => 'layout_docker', low => 1,
		changed => [ @ours, @arrow, $replica, map { "index public.$_" } keys %indexes ]
	});

# Owner of the tables, and who calls setup() and teardown().
my @people = ([ 'postgres', 'postgres' ], [ 'lake_owner', 'postgres' ], [ 'lake_owner', 'lake_owner' ]);

my $databases = 0;

sub stock_database
{
	my ($layout, $owner) = @_;
	my $db = 'lake_' . ++$databases;
	$node->safe_psql('postgres', "CREATE DATABASE $db OWNER $owner ENCODING 'UTF8' TEMPLATE template0");
	$node->safe_psql($db, "SET ROLE $owner;\n" . fixture($layout->{file}) . fixture('layout_populated') . <<'SQL');
-- The runner of upstream's migrations keeps its books beside the tables.
CREATE TABLE lakesoul_schema_migrations (version bigint PRIMARY KEY, description text NOT NULL, checksum char(64) NOT NULL,
    installed_at timestamptz NOT NULL DEFAULT now(), installed_by text NOT NULL DEFAULT current_user);
INSERT INTO lakesoul_schema_migrations VALUES (4000000, 'core 4 0 0', repeat('a', 64), '2026-01-01', 'migrator');
-- As releases before 3.0.0 left them.
UPDATE namespace SET comment = NULL WHERE namespace = 'default';
UPDATE partition_info SET expression = NULL WHERE version = 0;
INSERT INTO namespace (namespace, properties, comment, domain) VALUES ('d1', '{}', '', 'd1');
SQL
	$node->safe_psql($db, 'CREATE EXTENSION lakesoul_meta; GRANT USAGE, CREATE ON SCHEMA public TO lake_owner;'
		  . ' GRANT EXECUTE ON FUNCTION lakesoul.setup(boolean), lakesoul.teardown() TO lake_owner');
	return $db;
}

# ---- one database, all the way there and back ----------------------------------------------------------------------

sub adopt
{
	my ($layout, $owner, $caller) = @_;
	my $name = "$layout->{name} of $owner by $caller";
	my $db = stock_database($layout, $owner);
	my @columns = columns($db);
	my ($rows, $around) = (rows($db, @columns), surroundings($db));
	my $function = $node->safe_psql($db, "SELECT pg_get_functiondef('public.partition_insert'::regproc)");

	my %actions = map { split /\|/, $_, 2 } split /\n/,
	  $node->safe_psql($db, "SET ROLE $caller; SELECT object, action FROM lakesoul.setup()");
	my @changed = grep { $actions{$_} !~ /^(unchanged|adopted)$/ } keys %actions;
	is_deeply(
		[ sort grep { !/^(trigger|values) / } @changed ],
		[ sort @{ $layout->{changed} } ],
		"$name: what is missing is made, and nothing else");
	is($actions{'trigger partition_table_change on public.partition_info'}, 'dropped', "$name: the stock trigger goes");
	is($actions{'values of public.data_commit_info.published_version'}, 'filled 6 rows', "$name: what is published is known");
	is(rows($db, @columns), $rows, "$name: every row is as it was");
	is(surroundings($db), $around, "$name: no table is rewritten, and everything around them is as it was");
	is( $node->safe_psql($db, "SET ROLE $caller; SELECT object FROM lakesoul.setup() WHERE action NOT IN ('unchanged', 'absent')"),
		'', "$name: setup() again has nothing to do");

	check_commits($name, $db, $owner);
	check_rerun($name, $db, $owner, $caller, \@columns);
	check_way_back($name, $layout, $db, $owner, $caller, \@columns, $function);
	return;
}

# An old stock client, a function and a stock client with an old head, one after the other; and a replay of an adopted commit.
sub check_commits
{
	my ($name, $db, $owner) = @_;
	$node->safe_psql($db, "SET ROLE $owner;\n" . stock_commit('region=eu', 21, 5, 1, 2) . <<'SQL' . stock_commit('region=eu', 23, 5, 1, 2));
SELECT lakesoul.commit_files('orders', ARRAY[('region=eu', 'by function', 'add', 1, '')]::lakesoul.file_change[],
    commit_id => '00000000-0000-4000-8000-000000000022');
SQL
	is( $node->safe_psql($db, <<'SQL'), '7|{1,2,21,22,23}|t|t', "$name: commits of all kinds land, in order");
SELECT p.version, (SELECT array_agg(right(s::text, 3)::int) FROM unnest(p.snapshot) AS s),
    (SELECT bool_and(c.committed AND c.published_version = p.version - 7 + right(c.commit_id::text, 3)::int - 16)
     FROM data_commit_info c WHERE right(c.commit_id::text, 3)::int > 20),
    p."timestamp" > (SELECT max(o."timestamp") FROM partition_info o WHERE o.version < 7 AND o.partition_desc = 'region=eu')
FROM partition_info p WHERE p.partition_desc = 'region=eu' ORDER BY p.version DESC LIMIT 1
SQL
	is( $node->safe_psql($db, <<'SQL'), "already_committed|2\npublished|3", "$name: adopted commits are known, unmarked ones too");
SELECT status, version FROM lakesoul.commit_files('orders',
    ARRAY[('region=eu', 's3://lake/default/orders/part-3_0000.parquet', 'add', 1000, 'region,id')]::lakesoul.file_change[],
    commit_id => '00000000-0000-4000-8000-000000000003');
SELECT status, version FROM lakesoul.commit_status('00000000-0000-4000-8000-000000000004');
SQL
	return;
}

# Upstream's script again, as its documents tell for each upgrade.
sub check_rerun
{
	my ($name, $db, $owner, $caller, $columns) = @_;
	my $rows = rows($db, @$columns);
	$node->command_ok([ 'psql', '-Xq', '-v', 'ON_ERROR_STOP=1', '-d', $node->connstr($db), '-c', "SET ROLE $owner", '-f', 'test/fixtures/meta_init_rerun.sql' ],
		"$name: upstream's script runs again");
	is(rows($db, @$columns), $rows, "$name: it leaves every row");
	is(stock_trigger($db), '1', "$name: it brings its trigger back");
	# Versions 2 to 9 are silent; at 10 both triggers say the same, which is one notice; at 11 the stock trigger alone.
	my $sql = join '', map { stock_commit('region=us', 30 + $_, $_, 12, map { 30 + $_ } 2 .. $_ - 1) } 2 .. 9;
	is(notices($db, $sql), 0, "$name: no notice before it is time");
	is(notices($db, stock_commit('region=us', 40, 10, 12, 32 .. 39)), 1, "$name: one notice, although both triggers send it");
	is(notices($db, stock_commit('region=us', 41, 10, 12, 32 .. 39)), 1, "$name: the stock trigger goes on");
	is($node->safe_psql($db, 'SELECT version, cardinality(snapshot) FROM partition_info WHERE partition_desc = \'region=us\''
			  . ' ORDER BY version DESC LIMIT 1'), '11|11', "$name: commits stay right beside it");
	is( $node->safe_psql($db, "SET ROLE $caller; SELECT object, action FROM lakesoul.setup() WHERE action NOT IN ('unchanged', 'absent')"),
		'trigger partition_table_change on public.partition_info|dropped', "$name: setup() mends it, and that is all there is to mend");
	is(notices($db, stock_commit('region=us', 42, 12, 12, 32 .. 41)), 0, "$name: no notice between two multiples again");
	return;
}

sub check_way_back
{
	my ($name, $layout, $db, $owner, $caller, $columns, $function) = @_;
	# The function of this layout again, which upstream's script has replaced.
	$node->safe_psql($db, "SET ROLE $owner;\n$function");
	my $rows = rows($db, @$columns);
	$node->safe_psql($db, "SET ROLE $caller; SELECT count(*) FROM lakesoul.teardown()");
	$node->safe_psql($db, 'DROP EXTENSION lakesoul_meta');
	is(rows($db, @$columns), $rows, "$name: teardown() and DROP EXTENSION leave every row");
	is( $node->safe_psql($db, "SELECT count(*) FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid WHERE c.relnamespace = 'public'::regnamespace"),
		'1', "$name: the stock trigger is the only one");
	is(notices($db, stock_commit('region=us', 43, 13, 12, 32 .. 42) . stock_commit('region=us', 44, 14, 12, 32 .. 43)), 2,
		"$name: stock notices, one a commit");
	my ($status, $output, $errors) = $node->psql($db, "\\set VERBOSITY verbose\n" . stock_commit('region=us', 45, 14, 12, 32 .. 43));
	like($errors, qr/ERROR: +23505: duplicate key value violates unique constraint "partition_info_pkey"/,
		"$name: stock conflicts: the primary key decides");
	is(notices($db, stock_commit('region=ap', 51, 0) . stock_commit('region=ap', 52, 1, 51) . stock_commit('region=ap', 53, 2, 51, 52)
			  . stock_commit('region=ap', 54, 3, 51 .. 53)), $layout->{low} ? 2 : 0, "$name: at the threshold of its own function");

	$node->safe_psql($db, 'CREATE EXTENSION lakesoul_meta; GRANT EXECUTE ON FUNCTION lakesoul.setup(boolean) TO lake_owner');
	is( $node->safe_psql($db, "SET ROLE $caller; SELECT object, action FROM lakesoul.setup() WHERE object !~ '^trigger lakesoul'"
			  . " AND action NOT IN ('unchanged', 'adopted')"), <<'TEXT' =~ s/\n\z//r, "$name: and back: commits made meanwhile are filled in");
index public.data_commit_info_folder_index|index created
trigger partition_table_change on public.partition_info|dropped
values of public.data_commit_info.published_version|filled 6 rows
TEXT
	$rows = rows($db, @$columns);
	$node->safe_psql($db, 'SET client_min_messages = error; DROP EXTENSION lakesoul_meta CASCADE');
	is(rows($db, @$columns), $rows, "$name: DROP EXTENSION CASCADE leaves every row");
	is(stock_trigger($db), '0', "$name: and no trigger at all");
	return;
}

for my $layout (@layouts)
{
	adopt($layout, @$_) for @people;
}

# ---- while clients are at work -------------------------------------------------------------------------------------

# One is in the middle of its transaction, three have registered and not published yet.
my $busy = stock_database($layouts[0], 'lake_owner');
my $registered = sub {
	my ($n, $op) = @_;
	return "INSERT INTO data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, committed, \"timestamp\", domain)"
	  . " VALUES ('$table', 'region=us', '@{[id($n)]}', ARRAY[('new-$n', 'add', 1, '')::data_file_op], '$op', false, 1, 'public');\n";
};
my $planned = sub {
	my ($op, $version, @ids) = @_;
	return 'INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain)'
	  . " VALUES ('$table', 'region=us', $version, '$op', '{" . join(',', map { id($_) } @ids) . "}', '', 'public');\n";
};
$node->safe_psql($busy, $registered->(21, 'AppendCommit') . $registered->(22, 'AppendCommit') . $registered->(23, 'CompactionCommit')
	  . $registered->(24, 'UpdateCommit'));
my ($in, $out, $err) = ("BEGIN;\n" . $planned->('AppendCommit', 2, 12, 21) . "\\echo open\n", '', '');
my $client = IPC::Run::start([ 'psql', '-XAtq', '-v', 'ON_ERROR_STOP=1', '-d', $node->connstr($busy) ], '<', \$in, '>', \$out, '2>', \$err,
	IPC::Run::timeout($PostgreSQL::Test::Utils::timeout_default));
IPC::Run::pump($client) until $out =~ /open/;
my (undef, undef, $impatient) = $node->psql($busy, "SET lock_timeout = '100ms'; SELECT * FROM lakesoul.setup()");
like($impatient, qr/canceling statement due to lock timeout/, 'setup() can be told not to wait for a client');
my ($adopted, $trouble) = ('', '');
my $adopter = IPC::Run::start([ 'psql', '-XAtq', '-d', $node->connstr($busy), '-c', 'SELECT * FROM lakesoul.setup()' ], '>', \$adopted,
	'2>', \$trouble, IPC::Run::timeout($PostgreSQL::Test::Utils::timeout_default));
$node->poll_query_until($busy, "SELECT count(*) > 0 FROM pg_locks WHERE NOT granted AND locktype = 'relation'") or die 'setup() does not wait';
$in .= "UPDATE data_commit_info SET committed = true WHERE commit_id = '@{[id(21)]}';\nCOMMIT;\n\\q\n";
IPC::Run::finish($client);
IPC::Run::finish($adopter);
like($adopted, qr/published_version\|filled 7 rows/, 'setup() waits for the client and knows its commit') or diag "$err$trouble";
my (undef, undef, $update) = $node->psql($busy, "\\set VERBOSITY verbose\n" . $planned->('UpdateCommit', 3, 24));
like($update, qr/ERROR: +23505: .*"partition_info_pkey"/, 'an Update that was registered before is refused: nobody knows what it had read');
$node->safe_psql($busy, $planned->('CompactionCommit', 3, 23) . $planned->('AppendCommit', 2, 12, 22));
is($node->safe_psql($busy, "SELECT version, commit_op, right(snapshot::text, 5) FROM partition_info WHERE partition_desc = 'region=us' ORDER BY version DESC LIMIT 1"),
	'3|AppendCommit|0022}', 'a Compaction is skipped, and an Append lands behind what came meanwhile');
is($node->safe_psql($busy, 'SELECT right(commit_id::text, 2) FROM data_commit_info WHERE published_version IS NULL ORDER BY 1'), "05\n23\n24",
	'those two stay unpublished');

# ---- the library is gone -------------------------------------------------------------------------------------------

my $db = stock_database($layouts[1], 'lake_owner');
$node->safe_psql($db, 'SELECT count(*) FROM lakesoul.setup();'
	  . ' UPDATE pg_proc SET probin = \'$libdir/uninstalled\' WHERE pronamespace = \'lakesoul\'::regnamespace AND probin IS NOT NULL');
my ($status, $output, $errors) = $node->psql($db, stock_commit('region=us', 21, 2, 12));
like($errors, qr/could not access file "(\$libdir\/)?uninstalled"/, 'without the library nobody commits');
$node->safe_psql($db, 'SELECT count(*) FROM lakesoul.teardown(); DROP EXTENSION lakesoul_meta');
is(stock_trigger($db), '1', 'teardown() and DROP EXTENSION do not need the library');
$node->safe_psql($db, stock_commit('region=us', 21, 2, 12));

# ---- another shape -------------------------------------------------------------------------------------------------

# What is wrong, and the line that says so.
my @faults = (
	[ 'ALTER TABLE partition_info ALTER version TYPE bigint', 'column public.partition_info.version has type bigint, expected integer' ],
	[ 'ALTER TABLE partition_info ALTER snapshot TYPE text[]', 'column public.partition_info.snapshot has type text[], expected uuid[]' ],
	[ 'ALTER TABLE table_info ALTER table_path TYPE varchar(100)', 'column public.table_info.table_path has type character varying(100), expected text' ],
	[ 'ALTER TABLE table_info DROP partitions', 'column public.table_info.partitions is missing, expected type text' ],
	[ 'ALTER TABLE discard_compressed_file_info DROP t_date', 'column public.discard_compressed_file_info.t_date is missing, expected type date' ],
	[ 'ALTER TABLE namespace RENAME domain TO realm', 'column public.namespace.domain is missing, expected type text' ],
	[ 'ALTER TABLE partition_info ALTER "timestamp" DROP DEFAULT', qr/^column public.partition_info."?timestamp"? has no default, expected \(date_part/ ],
	[ 'ALTER TABLE partition_info ALTER "timestamp" SET DEFAULT 7', qr/^column public.partition_info."?timestamp"? has default 7, expected \(date_part/ ],
	[ 'ALTER TABLE data_commit_info ADD published_version int NOT NULL DEFAULT 0', "column public.data_commit_info.published_version has default 0, expected none\ncolumn public.data_commit_info.published_version is NOT NULL, expected nullable" ],
	[ 'ALTER TABLE data_commit_info DROP domain, ADD domain text GENERATED ALWAYS AS (table_id) STORED', 'column public.data_commit_info.domain is generated' ],
	[ 'ALTER TABLE table_path_id ADD shard int NOT NULL DEFAULT 1; ALTER TABLE table_path_id ALTER shard DROP DEFAULT', 'column public.table_path_id.shard is unknown, NOT NULL and without a default' ],
	[ 'ALTER TABLE partition_info DROP CONSTRAINT partition_info_pkey', 'primary key of public.partition_info is missing, expected (table_id, partition_desc, version)' ],
	[ 'ALTER TABLE partition_info DROP CONSTRAINT partition_info_pkey, ADD PRIMARY KEY (table_id, version, partition_desc)', 'primary key of public.partition_info is (table_id, version, partition_desc), expected (table_id, partition_desc, version)' ],
	[ 'ALTER TABLE table_info DROP CONSTRAINT table_info_pkey, ADD UNIQUE (table_id)', 'primary key of public.table_info is missing, expected (table_id)' ],
	[ 'ALTER TABLE namespace DROP CONSTRAINT namespace_pkey, ADD PRIMARY KEY (namespace) DEFERRABLE', 'primary key of public.namespace is (namespace) DEFERRABLE, expected (namespace)' ],
	[ 'ALTER TABLE global_config RENAME TO other; CREATE VIEW global_config AS TABLE other', 'public.global_config is a view, expected a plain table' ],
	[ 'ALTER TABLE global_config RENAME TO other; CREATE MATERIALIZED VIEW global_config AS TABLE other', 'public.global_config is a materialized view, expected a plain table' ],
	[ 'ALTER TABLE partition_info RENAME TO part_0; CREATE TABLE partition_info (LIKE part_0 INCLUDING DEFAULTS) PARTITION BY HASH (table_id)', qr/^public.partition_info is a partitioned table, expected a plain table\npublic.partition_info_timestamp is not an index/ ],
	[ 'CREATE TABLE more () INHERITS (data_commit_info)', 'public.data_commit_info is part of an inheritance tree, expected a plain table' ],
	[ 'ALTER TABLE table_name_id SET UNLOGGED', 'public.table_name_id is an unlogged table, expected a plain table' ],
	[ 'DROP TABLE data_commit_info; DROP TYPE data_file_op; CREATE TYPE data_file_op AS (file_op text, path text, size bigint, file_exist_cols text)', 'type public.data_file_op is (file_op text, path text, size bigint, file_exist_cols text), expected (path text, file_op text, size bigint, file_exist_cols text)' ],
	[ 'DROP TABLE data_commit_info; DROP TYPE data_file_op; CREATE DOMAIN data_file_op AS text', 'type public.data_file_op is not a composite type of its own, expected (path text, file_op text, size bigint, file_exist_cols text)' ],
	[ 'DROP INDEX table_info_path_index; CREATE INDEX table_info_path_index ON namespace (domain)', 'public.table_info_path_index is not an index of public.table_info' ],
);
if ($node->safe_psql('postgres', "SELECT count(*) > 0 FROM pg_collation WHERE collprovider = 'i'") eq 't')
{
	push @faults, [ "CREATE COLLATION blunt (provider = icu, locale = 'und-u-ks-level2', deterministic = false); ALTER TABLE partition_info ALTER partition_desc TYPE text COLLATE blunt",
		'column public.partition_info.partition_desc has collation blunt, expected a deterministic one' ];
}

# What setup() might have left behind.
sub shape
{
	my ($db) = @_;
	return $node->safe_psql($db, <<'SQL');
SELECT c.relname, a.attname, a.attnum FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
WHERE c.relnamespace = 'public'::regnamespace ORDER BY 1, 3;
SELECT tgname, tgrelid::regclass FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1;
SQL
}

$db = stock_database($layouts[0], 'lake_owner');
for my $fault (@faults)
{
	my ($sql, $line) = @$fault;
	my (undef, $told, $errors) = $node->psql($db, "BEGIN;\nSET LOCAL client_min_messages = error;\n$sql;\nSELECT 'broken';\n"
		  . "\\set VERBOSITY verbose\nSELECT * FROM lakesoul.setup();\nROLLBACK;", on_error_stop => 0);
	like($told, qr/^broken$/m, "can be broken: $sql") or diag $errors;
	like($errors, qr/ERROR: +55000: +base tables in schema public are of an unknown shape/, "refused: $sql");
	my ($detail) = $errors =~ /^DETAIL:  (.*?)\nHINT:/ms;
	if (ref $line) { like($detail, $line, 'with the difference') }
	else { is($detail, $line, 'with the difference and no other') }
}
# Not in a transaction that is rolled back: nothing is changed, whatever was found last.
$node->safe_psql($db, 'DROP TABLE global_config; ALTER TABLE discard_compressed_file_info DROP t_date');
my $shape = shape($db);
my $calls = $node->psql($db, 'SELECT * FROM lakesoul.setup()');
isnt($calls, 0, 'refused');
is(shape($db), $shape, 'and nothing was changed, the missing table not made');

# A row that the owner hides from himself must not be passed over in silence.
$node->safe_psql($db, "ALTER TABLE discard_compressed_file_info ADD t_date date; ALTER TABLE partition_info ENABLE ROW LEVEL SECURITY,"
	  . " FORCE ROW LEVEL SECURITY; CREATE POLICY none ON partition_info USING (false)");
for my $caller ('postgres', 'lake_owner')
{
	(undef, undef, $errors) = $node->psql($db, "SET ROLE $caller; SELECT * FROM lakesoul.setup()");
	like($errors, qr/query would be affected by row-level security policy for table "partition_info"/,
		"$caller: forced row-level security does not hide history from setup()");
}
is(stock_trigger($db), '1', 'and nothing was changed');
$node->safe_psql($db, 'DROP POLICY none ON partition_info; ALTER TABLE partition_info DISABLE ROW LEVEL SECURITY,'
	  . ' NO FORCE ROW LEVEL SECURITY');

# Columns in another order, and more of them, are no difference: every client names its columns.
$node->safe_psql($db, 'ALTER TABLE table_info DROP domain, ADD note text,'
	  . " ADD domain text DEFAULT 'public'; SELECT count(*) FROM lakesoul.setup()");
is($node->safe_psql($db, "SELECT count(*) FROM lakesoul.setup() WHERE action NOT IN ('unchanged', 'absent')"), '0',
	'another order of columns and further columns are adopted');

# ---- upstream's migrations, before or after ------------------------------------------------------------------------

my $migration = <<'SQL';
ALTER TABLE table_info ADD COLUMN IF NOT EXISTS table_schema_arrow_ipc bytea;
ALTER TABLE table_info ADD COLUMN IF NOT EXISTS table_schema_arrow_ipc_json_hash text;
ALTER TABLE data_commit_info REPLICA IDENTITY FULL;
ALTER TABLE data_commit_info ADD COLUMN IF NOT EXISTS pinned boolean NOT NULL DEFAULT false;
ALTER TABLE partition_info ADD COLUMN IF NOT EXISTS pinned boolean NOT NULL DEFAULT false;
SQL
for my $order ('before', 'after')
{
	$db = stock_database($layouts[0], 'lake_owner');
	my @steps = ("SET ROLE lake_owner;\n$migration", 'SELECT count(*) FROM lakesoul.setup()');
	$node->safe_psql($db, $_) for $order eq 'before' ? @steps : reverse @steps;
	is($node->safe_psql($db, "SELECT count(*) FROM lakesoul.setup() WHERE action NOT IN ('unchanged', 'absent')"), '0',
		"migrations $order setup(): nothing is left to do");
	check_commits("migrations $order setup()", $db, 'lake_owner');
}

$node->stop;
done_testing();
