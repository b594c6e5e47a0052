# Access control by domain with roles that really log in: who sees and does what, by plain statements of stock clients and
# by every function there is; over upstream's scripts and without them, with a plain owner of the base tables and with a
# superuser. What a member of another domain is told of a table is what he is told of one that does not exist.
# scenario 44, replay g:
use strict;
use warnings;
use IPC::Run;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use lib 't';
use Domains;

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->append_conf('postgresql.conf', "password_encryption = 'scram-sha-256'\nautovacuum = off");
my $superuser = getpwuid $>;
unlink $node->data_dir . '/pg_hba.conf';
$node->append_conf('pg_hba.conf', "local all $superuser trust\nlocal all all scram-sha-256\nhost all $superuser all trust\nhost all all all scram-sha-256");
$node->start;
$node->safe_psql('postgres', 'CREATE ROLE lake_owner');
$Domains::node = $node;

my @secured = qw(namespace table_info table_name_id table_path_id data_commit_info partition_info);
my @side = qw(retired_commits purged_commits dropped_partitions due_compactions held_deletes paimon_tables paimon_schemas
  paimon_chains paimon_snapshots paimon_snapshot_partitions paimon_partitions paimon_tags);

# ---- the matrix ---------------------------------------------------------------------------------------------------

# d1, d2: domains; admin1, user1, user2 are in d1, admin2 in d2.
sub check_matrix
{
	my ($db, %who) = @_;
	my ($d1, $d2) = @who{qw(d1 d2)};
	my ($l1, $l2) = map { literal($_) } $d1, $d2;

	matrix($db, $who{admin1}, 'an administrator makes namespaces in his domain and in no other',
		["INSERT INTO namespace (namespace, properties, comment, domain) VALUES ('s1', '{}', '', $l1)", 1],
		["INSERT INTO namespace (namespace, properties, comment, domain) VALUES ('x', '{}', '', $l2)", hidden('namespace')],
		["INSERT INTO namespace (namespace, properties, comment, domain) VALUES ('x', '{}', '', 'public')", hidden('namespace')],
		["INSERT INTO namespace (namespace, properties, comment) VALUES ('x', '{}', '')", hidden('namespace')],
		["SELECT lakesoul.create_namespace('f1', domain => $l1)", ''],
		["SELECT lakesoul.create_namespace('x', domain => $l2)", hidden('namespace')],
		["SELECT lakesoul.create_namespace('x', domain => 'public')", hidden('namespace')],
		["SELECT lakesoul.create_namespace('x')", hidden('namespace')],
		["SELECT lakesoul.create_namespace('s1', domain => $l1)", '42P06 namespace "s1" already exists'],
		["SELECT lakesoul.paimon_create_database(jsonb_build_object('name', 'p1', 'options', jsonb_build_object('domain', $l1)))", '{}'],
		["SELECT lakesoul.paimon_create_database(jsonb_build_object('name', 'x', 'options', jsonb_build_object('domain', $l2)))", qr/^42501 new row violates .*"code": 403/],
		["SELECT lakesoul.paimon_create_database('{\"name\": \"x\"}')", qr/^42501 new row violates .*"code": 403/],
		["SELECT lakesoul.paimon_get_database('p1') ->> 'owner' = current_user", 't'],
		["SELECT lakesoul.paimon_drop_database('p1')", '{}'],
		["SELECT lakesoul.paimon_alter_database('s1', '{\"updates\": {\"k\": \"v\"}}') -> 'updated' ->> 0", 'k'],
		["UPDATE namespace SET properties = '{\"a\":1}' WHERE namespace = 's1'", 1],
		["UPDATE namespace SET properties = '{}' WHERE namespace = 'default'", 0],
		["UPDATE namespace SET domain = $l2 WHERE namespace = 's1'", hidden('namespace')],
		["INSERT INTO namespace (namespace, domain) VALUES ('gone', $l1)", 1],
		["DELETE FROM namespace WHERE namespace = 'gone'", 1],
		["DELETE FROM namespace WHERE namespace = 'default'", 0],
		["SELECT namespace FROM namespace ORDER BY namespace", 'default f1 s1'],
		["INSERT INTO global_config VALUES ('a', 'b')", denied('global_config')],
		["UPDATE global_config SET value = 'false'", denied('global_config')],
		["SELECT value FROM global_config WHERE key = 'nosuch'", ''],
		['TRUNCATE partition_info', denied('partition_info')],
		["SELECT lakesoul.enable_rbac()", '42501 permission denied for function enable_rbac'],
		["SELECT lakesoul.add_domain('x')", '42501 permission denied for function add_domain'],
		["SELECT lakesoul.add_domain_user('x', 'x')", '42501 permission denied for function add_domain_user'],
		["SELECT lakesoul.setup()", '42501 permission denied for function setup']);

	matrix($db, $who{user1}, 'a user makes no namespaces, but tables',
		["INSERT INTO namespace (namespace, properties, comment, domain) VALUES ('x', '{}', '', $l1)", denied('namespace')],
		["UPDATE namespace SET properties = '{}' WHERE namespace = 's1'", denied('namespace')],
		["DELETE FROM namespace WHERE namespace = 's1'", denied('namespace')],
		["SELECT lakesoul.create_namespace('x', domain => $l1)", denied('namespace')],
		["SELECT lakesoul.create_namespace('x')", denied('namespace')],
		["SELECT namespace FROM namespace ORDER BY namespace", 'default f1 s1'],
		["INSERT INTO global_config VALUES ('a', 'b')", denied('global_config')],
		['TRUNCATE data_commit_info', denied('data_commit_info')],
		[insert_name('stock', 'table_stock', 's1', $d1), 1],
		[insert_path('/s1/stock', 'table_stock', 's1', $d1), 1],
		[insert_info('table_stock', 's1', 'stock', '/s1/stock', $d1), 1],
		["SELECT creator = current_user FROM table_info WHERE table_id = 'table_stock'", 't'],
		[insert_commit('table_stock', 1, $d1), 1],
		[insert_version('table_stock', 0, 1, $d1), 1],
		["UPDATE data_commit_info SET committed = 'true' WHERE table_id = 'table_stock'", 1],
		# A row for the table takes the table's domain; one for no table at all is refused as ever.
		[insert_version('table_stock', 1, 2, $d2), 1],
		[insert_version('table_nosuch', 0, 1, $d2), hidden('partition_info')],
		[insert_commit('table_nosuch', 1, $d2), hidden('data_commit_info')],
		["SELECT version, domain = $l1 FROM partition_info WHERE table_id = 'table_stock' ORDER BY version", '0,t 1,t'],
		["UPDATE table_info SET properties = '{\"a\":\"b\"}' WHERE table_id = 'table_stock'", 1],
		[insert_discard('/file-table_stock-1', '/s1/stock'), 0],
		[insert_discard('/file-old', '/s1/stock'), 1],
		["SELECT file_path FROM discard_compressed_file_info", '/file-old'],
		[insert_discard('/file-older', '/no/table'), hidden('discard_compressed_file_info')],
		["SELECT lakesoul.create_table('made', '/s1/made', '{\"fields\": [{\"name\": \"dt\", \"nullable\": true, \"type\": {\"name\": \"utf8\"}, \"children\": []}]}', 's1', '{dt}', table_id => 'table_made')", 'table_made'],
		["SELECT creator = current_user FROM table_info WHERE table_id = 'table_made'", 't'],
		["SELECT lakesoul.paimon_get_table('{\"database\": \"s1\", \"object\": \"made\"}') ->> 'owner' = current_user", 't'],
		["SELECT lakesoul.paimon_alter_table('{\"database\": \"s1\", \"object\": \"made\"}', '{\"changes\": []}')", '{}'],
		["SELECT lakesoul.paimon_create_view('{\"identifier\": {\"database\": \"s1\", \"object\": \"made_view\"}, \"schema\": {\"fields\": [], \"query\": \"SELECT 1\"}}')", '{}'],
		["SELECT lakesoul.paimon_create_database('{\"name\": \"x\"}')", qr/^42501 permission denied for table namespace \| .*"code": 403/],
		["SELECT lakesoul.create_table('open', '/open', '{}', table_id => 'table_open')", 'table_open']);

	# Everything a commit does, by a plain user, with a listener that is one too.
	my ($ok, $out, $err) = psql_as($db, $who{user2}, slurp_file('test/fixtures/commit_helpers.sql') =~ s/^/SET check_function_bodies = off;\n/r . <<'SQL');
LISTEN lakesoul_compaction_notify;
SET lakesoul.compaction_threshold = 1;
SET test.table_id = 'table_made';
SET test.partition = 'dt=1';
SELECT pg_temp.commit('Append', 'a+f1');
SELECT pg_temp.commit('Append', 'b+f2');
SELECT pg_temp.register(pg_temp.request('Append', 'c+f3'));
SELECT pg_temp.publish(pg_temp.meta_info('Append', 'c'));
SELECT pg_temp.attempt($$SELECT partition_desc || ' ' || status FROM lakesoul.commit_data_commit_info(lakesoul.encode('DataCommitInfo', pg_temp.data_commit_info('Append', 'd+f4', 'dt=1')))$$);
SELECT status, version FROM lakesoul.commit_files('made', ARRAY[('dt=1', 'f5', 'add', 1, '')]::lakesoul.file_change[], 's1', commit_id => pg_temp.id('e'));
SELECT pg_temp.commit('Update', 'u+f6', 4);
SELECT pg_temp.commit('Compaction', 'k+g', 3);
SELECT version FROM lakesoul.due_compactions WHERE table_id = 'table_made';
SELECT path FROM lakesoul.files('made', 's1');
SELECT file_path, table_path, reason FROM discard_compressed_file_info WHERE file_path = 'g';
DELETE FROM data_commit_info WHERE table_id = 'table_made' AND commit_id IN (pg_temp.id('a'), pg_temp.id('u'));
SELECT count(*) FROM lakesoul.retired_commits WHERE table_id = 'table_made';
SELECT count(*) FROM lakesoul.held_deletes WHERE table_id = 'table_made';
SELECT status FROM lakesoul.commit_status(pg_temp.id('a'));
SELECT DISTINCT domain IN (SELECT domain FROM table_info WHERE table_id = 'table_made') FROM partition_info WHERE table_id = 'table_made';
SQL
	my @notices = $out =~ /^Asynchronous notification "lakesoul_compaction_notify" with payload "(.*)" received/mg;
	$out =~ s/^Asynchronous.*\n//mg;
	$out =~ s/^(CREATE FUNCTION|SET|LISTEN)\n//mg;
	is($err, '', "$db: a user's commits raise nothing");
	is($out, <<'OUT', "$db: a user commits in full");
dt=1 committed version 0 [a]
dt=1 committed version 1 [a b]
known 1
dt=1 committed version 2 [a b c]
dt=1 committed
committed|4
dt=1 committed version 5 [u]
dt=1 skipped version 5 [u]
5
f6
g|/s1/made|skipped commit
DELETE 1
1
1
retired
t
OUT
	cmp_ok(scalar @notices, '>=', 4, "$db: and is told of compactions that are due");
	$node->safe_psql($db, "INSERT INTO lakesoul.dropped_partitions VALUES ('table_made', 'dt=9', 1, 1);
		INSERT INTO lakesoul.purged_commits VALUES ('table_made', 'dt=9', gen_random_uuid())");
	my $made = q['{"database": "s1", "object": "made"}'];
	matrix($db, $who{admin2}, 'a table of another domain is not tagged', ["SELECT lakesoul.paimon_create_tag($made, '{\"tagName\": \"t\"}')", qr/^42P01 /]);
	matrix($db, $who{user1}, 'a user tags a table of his domain', ["SELECT lakesoul.paimon_create_tag($made, '{\"tagName\": \"t\"}')", '{}'],
		["SELECT lakesoul.paimon_get_tag($made, 't') ->> 'tagName'", 't'], ["SELECT count(*) > 0 FROM lakesoul._paimon_pinned('table_made')", 't']);
	for my $side (@side)
	{
		my $count = "SELECT count(*) FROM lakesoul.$side WHERE table_id IN ('table_made', 'table_stock')";
		is(join(' ', map { $_ > 0 ? 'some' : 'none' } map { answers($db, $_, [$count]) } @who{qw(user1 admin1 admin2)}),
			'some some none', "$db: $side shows rows to the domain alone");
	}
	for my $side (qw(paimon_databases paimon_views))
	{
		is(join(' ', map { answers($db, $_, ["SELECT count(*) FROM lakesoul.$side WHERE namespace = 's1'"]) } @who{qw(user1 admin1 admin2)}), '1 1 0', "$db: $side as well");
	}
	check_views($db, %who);

	# The other domain.
	matrix($db, $who{admin2}, 'what belongs to another domain is not there',
		["SELECT namespace FROM namespace ORDER BY namespace", 'default'],
		(map { ["SELECT count(*) FROM $_ WHERE domain <> 'public'", 0] } @secured),
		["SELECT count(*) FROM discard_compressed_file_info", 0],
		(map { ["UPDATE $_ SET domain = domain WHERE domain = $l1", 0] } @secured),
		["UPDATE discard_compressed_file_info SET partition_desc = 'x'", 0],
		["DELETE FROM discard_compressed_file_info", 0],
		(map { ["DELETE FROM $_ WHERE domain = $l1", 0] } @secured),
		# Nothing is planted there, whatever the row says of its time and domain.
		[insert_version('table_made', 6, 1, $d2), hidden('partition_info')],
		[insert_version('table_made', 6, 1, $d2, ', timestamp', ', 5'), hidden('partition_info')],
		[insert_version('table_made', 6, 1, 'public'), hidden('partition_info')],
		[insert_commit('table_made', 1, $d2), hidden('data_commit_info')],
		[insert_commit('table_made', 1, $d2, ', registered_head', ', 0'), hidden('data_commit_info')],
		[insert_commit('table_made', 1, $d2, ', committed', ', true'), hidden('data_commit_info')],
		[insert_name('x', 'table_made', 'default', $d2), hidden('table_name_id')],
		[insert_path('/x', 'table_made', 'default', $d2), hidden('table_path_id')],
		[insert_name('x', 'table_x', 's1', $d2), hidden('table_name_id')],
		[insert_path('/x', 'table_x', 's1', $d2), hidden('table_path_id')],
		[insert_info('table_x', 's1', 'x', '/x', $d2), hidden('table_info')],
		# A live file, a discarded one and one that nobody knows; with a time or without: no difference.
		[insert_discard('f6', '/s1/made'), hidden('discard_compressed_file_info')],
		[insert_discard('g', '/s1/made'), hidden('discard_compressed_file_info')],
		[insert_discard('x', '/s1/made'), hidden('discard_compressed_file_info')],
		[insert_discard('x', '/s1/made', ', discarded_at', ', 1'), hidden('discard_compressed_file_info')],
		[insert_discard('x', '/no/table'), hidden('discard_compressed_file_info')],
		[insert_discard('g', '/no/table'), hidden('discard_compressed_file_info')],
		# That a path or an id is taken cannot be kept from him; by whom, he is not told.
		[insert_path('/s1/made', 'table_x', 'default', $d2), '23505 duplicate key value violates unique constraint "table_path_id_pkey"'],
		[insert_info('table_made', 'default', 'x', '/x', $d2), '23505 duplicate key value violates unique constraint "table_info_pkey"'],
		["SELECT lakesoul.create_table('x', '/s1/made', '{}')", '42P07 path "/s1/made" belongs to another table already'],
		["SELECT lakesoul.create_table('x', '/x', '{}', table_id => 'table_made')", '42710 table id "table_made" is used already'],
		["SELECT lakesoul.create_namespace('s1', domain => $l2)", '42P06 namespace "s1" already exists'],
		["INSERT INTO namespace (namespace, domain) VALUES ('s1', $l2)", '23505 duplicate key value violates unique constraint "namespace_pkey"'],
		["SELECT lakesoul.drop_table('made', 's1', true)", ''],
		# His own table, and rows of it moved over to the other.
		["SELECT lakesoul.create_namespace('s2', domain => $l2)", ''],
		["SELECT lakesoul.create_table('made', '/s2/made', '{}', 's2', '{dt}', table_id => 'table_mine')", 'table_mine'],
		["SELECT status FROM lakesoul.commit_files('made', ARRAY[('dt=7', 'm', 'add', 1, '')]::lakesoul.file_change[], 's2')", 'committed'],
		(map { ["UPDATE $_ SET table_id = 'table_made' WHERE table_id = 'table_mine'", hidden($_) =~ s/policy for/policy "visible_table_policy" for/r] }
			qw(partition_info data_commit_info table_name_id table_path_id)),
		["UPDATE partition_info SET timestamp = timestamp + 1 WHERE table_id = 'table_mine'", 1],
		["UPDATE partition_info SET domain = $l1 WHERE table_id = 'table_mine'", hidden('partition_info')],
		[insert_discard('m-old', '/s2/made'), 1],
		["UPDATE discard_compressed_file_info SET table_path = '/s1/made' WHERE file_path = 'm-old'", hidden('discard_compressed_file_info')],
		["SELECT file_path FROM discard_compressed_file_info", 'm-old'],
		["SELECT lakesoul.drop_table('made', 's2')", '/s2/made m m-old'],
		# What is public is everybody's.
		["SELECT status FROM lakesoul.commit_files('open', ARRAY[('-5', 'o', 'add', 1, '')]::lakesoul.file_change[])", 'committed']);
	is($node->safe_psql($db, "SELECT count(*) FROM discard_compressed_file_info WHERE table_path = '/s2/made'"), 0, "$db: drop_table takes the discard rows along");
	check_functions($db, %who);

	# None of that disturbed the domain. It drops its tables, by stock statements in Java's order and by the function.
	matrix($db, $who{user1}, 'tables are dropped',
		["SELECT status, version FROM lakesoul.commit_files('made', ARRAY[('dt=1', 'f7', 'add', 1, '')]::lakesoul.file_change[], 's1')", 'committed,6'],
		["SELECT count(*) FROM table_name_id WHERE table_namespace = 's1'", 2],
		["DELETE FROM discard_compressed_file_info WHERE table_path = '/s1/stock'", 1],
		["DELETE FROM table_path_id WHERE table_path = '/s1/stock'", 1],
		["DELETE FROM table_name_id WHERE table_name = 'stock' AND table_namespace = 's1'", 1],
		["DELETE FROM table_info WHERE table_id = 'table_stock' AND table_path = '/s1/stock'", 1],
		["DELETE FROM partition_info WHERE table_id = 'table_stock'", 2],
		["DELETE FROM data_commit_info WHERE table_id = 'table_stock'", 1],
		["SELECT lakesoul.drop_table('made', 's1')", qr{^/s1/made}],
		["SELECT count(*) FROM table_name_id WHERE table_namespace = 's1'", 0],
		["SELECT lakesoul.drop_table('open')", qr{^/open}]);
	is($node->safe_psql($db, "SELECT count(*) FROM discard_compressed_file_info"), 0, "$db: no discard row stays");
	matrix($db, $who{admin1}, 'and the namespaces', ["DELETE FROM namespace WHERE namespace IN ('s1', 'f1')", 2]);
	matrix($db, $who{admin2}, 'of both domains', ["DELETE FROM namespace WHERE domain <> 'public'", 1]);
	return;
}

# No view of the extension shows anything of another domain.
sub check_views
{
	my ($db, %who) = @_;
	my @views = split /\n/, $node->safe_psql($db, "SELECT c.relname FROM pg_class AS c WHERE c.relnamespace = 'lakesoul'::regnamespace AND c.relkind IN ('v', 'm') ORDER BY 1");
	matrix($db, $who{admin2}, 'views show nothing of another domain', map { ["SELECT count(*) FROM lakesoul.$_ AS v WHERE v::text ~ '(/s1/|made|stock)'", 0] } @views)
	  if @views;
	return;
}

# ---- databases ------------------------------------------------------------------------------------------------------

sub run_file
{
	my ($db, $file, $role, @variables) = @_;
	my ($out, $err) = ('', '');
	my @command = ('psql', '-Xq', '-o', '/dev/null', (map { ('-v', $_) } @variables), '-d', $node->connstr($db));
	push @command, '-c', "SET ROLE $role" if $role;
	IPC::Run::run([ @command, '-f', "test/fixtures/$file" ], '>', \$out, '2>', \$err);
	return join "\n", grep { !/NOTICE:/ } split /\n/, $err;
}

sub make_database
{
	my ($db, $owner) = @_;
	$node->safe_psql('postgres', "CREATE DATABASE $db" . ($owner ? " OWNER $owner" : ''));
	return;
}

sub set_up
{
	my ($db, $owner) = @_;
	$node->safe_psql($db, 'CREATE EXTENSION lakesoul_meta');
	$node->safe_psql($db, "GRANT EXECUTE ON FUNCTION lakesoul.setup(boolean) TO $owner; SET ROLE $owner") if $owner;
	$node->safe_psql($db, ($owner ? "SET ROLE $owner; " : '') . 'SELECT count(*) FROM lakesoul.setup()');
	return;
}

# What enable_rbac() did that was not done before.
sub enable
{
	my ($db) = @_;
	return $node->safe_psql($db, "SELECT concat(object, ': ', action) FROM lakesoul.enable_rbac() WHERE action <> 'unchanged'");
}

# All that access control consists of, casbin's table apart.
sub state_of
{
	my ($db) = @_;
	return $node->safe_psql($db, <<'SQL');
SELECT c.relname, c.relrowsecurity, c.relforcerowsecurity FROM pg_class AS c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> 'casbin_rule' ORDER BY 1;
SELECT tablename, policyname, permissive, roles, cmd, qual IS NULL, with_check IS NULL FROM pg_policies WHERE schemaname = 'public' AND tablename <> 'casbin_rule' ORDER BY 1, 2;
SELECT c.relname, a.grantee::regrole, string_agg(a.privilege_type, ' ' ORDER BY a.privilege_type) FROM pg_class AS c, aclexplode(c.relacl) AS a
 WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> 'casbin_rule' AND a.grantee::regrole::text ~ '^base_' GROUP BY 1, 2 ORDER BY 1, 2::text;
SELECT c.relname, pg_get_expr(d.adbin, d.adrelid) FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid LEFT JOIN pg_attrdef AS d ON d.adrelid = c.oid AND d.adnum = a.attnum
 WHERE c.relnamespace = 'public'::regnamespace AND a.attname = 'creator' ORDER BY 1;
SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' AND indexname LIKE '%domain_index' ORDER BY 1;
SQL
}

my $completed = join "\n", (map { "policy visible_table_policy on public.$_: created" } qw(partition_info data_commit_info table_name_id table_path_id)),
  'row-level security of public.discard_compressed_file_info: enabled', 'policy visible_path_policy on public.discard_compressed_file_info: created';
my $casbin = 'row-level security of public.casbin_rule: enabled';

# Members as upstream's scripts make them, and as our functions do.
my %theirs = (d1 => 'up1', d2 => 'up2', admin1 => 'up1_adm', user1 => 'up1_u1', user2 => 'up1_u2', admin2 => 'up2_adm');
my %ours = (d1 => 'domain1', d2 => 'domain2', admin1 => 'admin1', user1 => 'user1', user2 => 'user2', admin2 => 'admin2');
my %quoted = (d1 => 'we"ird 1', d2 => "o'ther", admin1 => 'Ad"min', user1 => "us'er", user2 => 'User 2', admin2 => "two's");

sub add_members
{
	my ($db, %who) = @_;
	$node->safe_psql($db, 'SELECT lakesoul.add_domain(' . literal($_) . ')') for @who{qw(d1 d2)};
	for (['admin1', 'd1', 'true'], ['user1', 'd1', 'false'], ['user2', 'd1', 'false'], ['admin2', 'd2', 'true'])
	{
		my ($user, $domain, $is_admin) = ($who{ $_->[0] }, $who{ $_->[1] }, $_->[2]);
		$password{$user} = $node->safe_psql($db,
			'SELECT password FROM lakesoul.add_domain_user(' . literal($user) . ', ' . literal($domain) . ", $is_admin) WHERE password IS NOT NULL");
		like($password{$user}, qr/^[0-9a-f]{64}$/, "$user has a password");
	}
	return;
}

# 1. Upstream's scripts first, base tables of a plain owner.
make_database('upstream_plain', 'lake_owner');
is(run_file('upstream_plain', 'layout_4_0_0.sql', 'lake_owner'), '', 'base tables of a plain owner');
is(run_file('upstream_plain', 'rbac_upstream.sql'), '', "upstream's access control");
for ('1', '2')
{
	my @names = ("domain=up$_", "admin=up${_}_adm", "user1=up${_}_u1", "user2=up${_}_u2", 'password=pw');
	is(run_file('upstream_plain', 'rbac_upstream_roles.sql', undef, @names), '', "upstream's domain $_");
}
$password{$_} = 'pw' for qw(up1_adm up1_u1 up1_u2 up2_adm);
set_up('upstream_plain', 'lake_owner');
# Discard rows lie open with upstream's scripts alone, but nobody writes into a table that he does not see.
matrix('upstream_plain', 'up1_adm', "with upstream's access control alone",
	["SELECT lakesoul.create_namespace('s1', domain => 'up1')", ''],
	["SELECT lakesoul.create_table('made', '/s1/made', '{}', 's1', table_id => 'table_made')", 'table_made'],
	["SELECT status FROM lakesoul.commit_files('made', ARRAY[('-5', 'live', 'add', 1, '')]::lakesoul.file_change[], 's1')", 'committed'],
	[insert_discard('old', '/s1/made'), 1]);
matrix('upstream_plain', 'up2_adm', 'the other domain, before enable_rbac()',
	[insert_discard('live', '/s1/made'), hidden('discard_compressed_file_info')],
	[insert_discard('old', '/s1/made'), hidden('discard_compressed_file_info')],
	[insert_discard('x', '/no/table'), 1],
	[insert_discard('x', '/no/table'), 0],
	['SELECT count(*) FROM discard_compressed_file_info', 2]);
is(enable('upstream_plain'), "$completed\n$casbin", "enable_rbac() completes upstream's access control");
is(enable('upstream_plain'), '', 'and finds nothing to do the next time');
matrix('upstream_plain', 'up2_adm', 'the other domain, after it', ['SELECT count(*) FROM discard_compressed_file_info', 0]);
matrix('upstream_plain', 'up1_adm', 'a table is dropped', ["SELECT lakesoul.drop_table('made', 's1')", qr/made/], ["DELETE FROM namespace WHERE namespace = 's1'", 1]);
$node->safe_psql('upstream_plain', 'DELETE FROM discard_compressed_file_info');
check_matrix('upstream_plain', %theirs);

# 2. Ours alone, base tables of a superuser.
make_database('ours_super');
set_up('ours_super');
like(enable('ours_super'), qr/^policy domain_only_policy on public.table_info: created$/m, 'enable_rbac() after setup()');
is(enable('ours_super'), '', 'and again');
add_members('ours_super', %ours);
check_matrix('ours_super', %ours);

# 3. Upstream's first, base tables of a superuser; names that need quotes.
make_database('upstream_super');
is(run_file('upstream_super', 'layout_4_0_0.sql'), '', 'base tables of a superuser');
is(run_file('upstream_super', 'rbac_upstream.sql'), '', "upstream's access control");
set_up('upstream_super');
is(enable('upstream_super'), "$completed\n$casbin", "enable_rbac() completes upstream's access control");
add_members('upstream_super', %quoted);
check_matrix('upstream_super', %quoted);

# 4. Ours over a plain owner's, then upstream's script after all.
make_database('ours_plain', 'lake_owner');
set_up('ours_plain', 'lake_owner');
like(enable('ours_plain'), qr/^policy domain_only_policy on public.table_info: created$/m, 'enable_rbac() over tables of a plain owner');
my $before = state_of('ours_plain');
my $errors = run_file('ours_plain', 'rbac_upstream.sql');
is(join("\n", $errors =~ /ERROR: +(.*)/g), join("\n", map { "column \"creator\" of relation \"$_\" already exists" } 'table_info', 'namespace'),
	"upstream's script afterwards fails where it always does when run again");
is(state_of('ours_plain'), $before, 'and changes nothing');
is(enable('ours_plain'), $casbin, "enable_rbac() after it secures what it made");
check_matrix('ours_plain', %ours);

is(state_of($_), $before, "access control in $_ is the same") for qw(upstream_plain upstream_super ours_super);

# 5. A dump carries it: policies are the tables'. Roles are the cluster's.
matrix('ours_super', 'admin1', 'something to carry',
	["SELECT lakesoul.create_namespace('s1', domain => 'domain1')", ''],
	["SELECT lakesoul.create_table('made', '/s1/made', '{}', 's1', table_id => 'table_made')", 'table_made'],
	[insert_discard('old', '/s1/made'), 1]);
my $dump = PostgreSQL::Test::Utils::tempdir() . '/dump';
command_ok([ 'pg_dump', '-f', $dump, $node->connstr('ours_super') ], 'pg_dump');
make_database('restored');
command_ok([ 'psql', '-Xq', '-v', 'ON_ERROR_STOP=1', '-o', '/dev/null', '-d', $node->connstr('restored'), '-f', $dump ], 'psql < dump');
is(state_of('restored'), $before, 'a restored database has the same access control');
is(enable('restored'), '', 'enable_rbac() finds nothing to do in it');
for my $db (qw(ours_super restored))
{
	matrix($db, 'user1', 'the domain sees its rows', ['SELECT file_path FROM discard_compressed_file_info', 'old'], ["SELECT lakesoul.table_id('made', 's1')", 'table_made']);
	matrix($db, 'admin2', 'the other domain does not', ['SELECT file_path FROM discard_compressed_file_info', ''],
		["SELECT lakesoul.table_id('made', 's1')", '42P01 table "made" does not exist in namespace "s1"']);
}

# 6. It stays when the extension goes.
$node->safe_psql('restored', 'SELECT count(*) FROM lakesoul.teardown(); DROP EXTENSION lakesoul_meta;');
is(state_of('restored'), $before, 'DROP EXTENSION leaves it in place');
matrix('restored', 'admin2', 'the other domain, without the extension', ['SELECT file_path FROM discard_compressed_file_info', '']);
matrix('restored', 'user1', 'the domain, without the extension', ['SELECT file_path FROM discard_compressed_file_info', 'old']);

# 7. A user is made once; he cannot log in with anything else, nor another in his place.
is($node->safe_psql('ours_super', "SELECT count(*) FROM lakesoul.add_domain_user('user1', 'domain1') WHERE password IS NOT NULL"), 0, 'the password of an existing user stays');
ok((psql_as('ours_super', 'user1', 'SELECT 1'))[0], 'and is still good');
{
	local $password{user1} = 'wrong';
	ok(!(psql_as('ours_super', 'user1', 'SELECT 1'))[0], 'another one is not');
}
# He who becomes an administrator is one at once; a member of two domains sees both.
matrix('ours_super', 'user2', 'a user', ["SELECT lakesoul.create_namespace('x', domain => 'domain1')", denied('namespace')]);
$node->safe_psql('ours_super', "SELECT lakesoul.add_domain_user('user2', 'domain1', true); SELECT lakesoul.add_domain_user('user2', 'domain2')");
matrix('ours_super', 'user2', 'an administrator of one domain and user of another',
	["SELECT lakesoul.create_namespace('x', domain => 'domain1')", ''],
	["SELECT lakesoul.create_namespace('y', domain => 'domain2')", hidden('namespace')]);
matrix('ours_super', 'admin2', 'the administrator of the other', ["SELECT lakesoul.create_namespace('y', domain => 'domain2')", '']);
matrix('ours_super', 'user2', 'both', ["SELECT namespace FROM namespace ORDER BY 1", 'default s1 x y']);

# 8. Roles are the cluster's: two databases do not make the same ones at once, and nobody is kept from logging in meanwhile.
{
	my ($in, $out) = ("BEGIN;\nSELECT count(*) FROM lakesoul.add_domain('both');\n", '');
	my $first = IPC::Run::start([ 'psql', '-XAtq', '-d', $node->connstr('ours_super') ], '<', \$in, '>', \$out,
		IPC::Run::timeout($PostgreSQL::Test::Utils::timeout_default));
	IPC::Run::pump($first) until $out =~ /5\n/;
	my ($code, undef, $err) = $node->psql('ours_plain', "SET lock_timeout = '100ms'; SELECT lakesoul.add_domain('both')");
	like($err, qr/canceling statement due to lock timeout/, 'the second waits for the first');
	ok((psql_as('ours_plain', 'user1', 'SELECT 1'))[0], 'a user logs in');
	$in .= "COMMIT;\n\\q\n";
	IPC::Run::finish($first);
	is($node->safe_psql('ours_plain', "SELECT DISTINCT action FROM lakesoul.add_domain('both')"), 'unchanged', 'and finds everything made');
}

$node->stop;
done_testing();
