# What tests of access control by domain share: asking a database as somebody who logs in, what stock clients send, and a
# call of every function about a table that is seen, hidden or missing.
package Domains;
use strict;
use warnings;
use Exporter 'import';
use IPC::Run;
use PostgreSQL::Test::Utils;
use Test::More;

our @EXPORT = qw(literal psql_as answers matrix hidden denied insert_name insert_path insert_info insert_commit insert_version insert_discard
  check_functions %password);

our $node;        # the server, set by the test
our %password;    # of the roles

sub literal
{
	my ($text) = @_;
	$text =~ s/'/''/g;
	return "'$text'";
}

# ---- asking as somebody ------------------------------------------------------------------------------------------

my $try = <<'SQL';
\set QUIET on
SET check_function_bodies = off;
CREATE FUNCTION pg_temp.try(statement text) RETURNS text LANGUAGE plpgsql AS $f$
DECLARE
    n bigint;
    r record;
    answer text := '';
    state text;
    message text;
    detail text;
    hint text;
BEGIN
    IF statement !~ '^SELECT' THEN
        EXECUTE statement;
        GET DIAGNOSTICS n = ROW_COUNT;
        RETURN n;
    END IF;
    FOR r IN EXECUTE statement LOOP
        answer := concat_ws(' ', nullif(answer, ''), nullif(btrim(r::text, '()"'), ''));   -- what is void is empty
    END LOOP;
    RETURN answer;
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
    RETURN concat_ws(' | ', state || ' ' || message, nullif(detail, ''), nullif(hint, ''));
END
$f$;
SQL

sub psql_as
{
	my ($db, $user, $sql) = @_;
	local $ENV{PGPASSWORD} = $password{$user} // '';
	local $ENV{PGUSER} = $user;
	my ($out, $err) = ('', '');
	my $ok = IPC::Run::run([ 'psql', '-XAt', '-v', 'ON_ERROR_STOP=1', '-d', $node->connstr($db), '-f', '-' ], '<', \$sql, '>', \$out, '2>', \$err);
	return ($ok, $out, $err);
}

# What each statement answers: its rows, the number of rows it changed, or its error. before: run first in the session.
# rollback: nothing of it stays.
sub answers
{
	my ($db, $user, $statements, %option) = @_;
	my ($begin, $end) = $option{rollback} ? ("BEGIN;\n", "ROLLBACK;\n") : ('', '');
	my $sql = $try . ($option{before} // '') . join '', map { "${begin}SELECT pg_temp.try(\$try\$$_\$try\$);\n\\echo --\n$end" } @$statements;
	my ($ok, $out, $err) = psql_as($db, $user, $sql);
	die "$user in $db: $err" if !$ok;
	return $out =~ /(.*?)\n--\n/gs;
}

# Rows of [statement, answer], asked of one user in order. An answer may be a pattern.
sub matrix
{
	my ($db, $user, $name, @rows) = @_;
	my @found = answers($db, $user, [ map { $_->[0] } @rows ]);
	my $wrong = 0;
	for my $i (0 .. $#rows)
	{
		my ($statement, $expected) = @{ $rows[$i] };
		my $same = defined $found[$i] && (ref $expected ? $found[$i] =~ $expected : $found[$i] eq $expected);
		next if $same;
		$wrong++;
		diag "$db: $user: $statement\n  answers:  " . ($found[$i] // 'nothing') . "\n  expected: $expected";
	}
	is($wrong, 0, "$db: $name (" . scalar(@rows) . ' statements)');
	return;
}

sub hidden
{
	my ($table) = @_;
	return "42501 new row violates row-level security policy for table \"$table\"";
}

sub denied
{
	my ($table) = @_;
	return "42501 permission denied for table $table";
}

# ---- what stock clients send ----------------------------------------------------------------------------------------

sub insert_name { my ($name, $id, $space, $domain) = map { literal($_) } @_; return "INSERT INTO table_name_id (table_name, table_id, table_namespace, domain) VALUES ($name, $id, $space, $domain)" }
sub insert_path { my ($path, $id, $space, $domain) = map { literal($_) } @_; return "INSERT INTO table_path_id (table_path, table_id, table_namespace, domain) VALUES ($path, $id, $space, $domain)" }

sub insert_info
{
	my ($id, $space, $name, $path, $domain) = map { literal($_) } @_;
	return "INSERT INTO table_info (table_id, table_namespace, table_name, table_path, table_schema, properties, partitions, domain) VALUES ($id, $space, $name, $path, '{}', '{}', 'dt;', $domain)";
}

my $uuid = '00000000-0000-4000-8000-00000000000';

sub insert_commit
{
	my ($id, $n, $domain, $more, $values) = @_;
	return "INSERT INTO data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, timestamp, domain" . ($more // '') . ") VALUES (" . literal($id)
	  . ", 'dt=1', '$uuid$n', ARRAY[('/file-$id-$n', 'add', 1, '')]::data_file_op[], 'AppendCommit', 1, " . literal($domain) . ($values // '') . ')';
}

sub insert_version
{
	my ($id, $version, $n, $domain, $more, $values) = @_;
	return "INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain" . ($more // '') . ") VALUES (" . literal($id)
	  . ", 'dt=1', $version, 'AppendCommit', '{" . join(',', map { "$uuid$_" } 1 .. $n) . "}', '', " . literal($domain) . ($values // '') . ')';
}

sub insert_discard
{
	my ($file, $path, $more, $values) = @_;
	return 'INSERT INTO discard_compressed_file_info (file_path, table_path, partition_desc, timestamp, t_date' . ($more // '') . ") VALUES ("
	  . literal($file) . ', ' . literal($path) . ", 'dt=1', 1, '1970-01-01'" . ($values // '') . ')';
}

# ---- every function -----------------------------------------------------------------------------------------------

# How to call what does not say by its arguments' names which table it is about. <name>, <id>, <path>, <space> stand for
# a table and its namespace, <ident> for its identifier, <view> for that of a view. Empty: it tells of no table.
my %call = (
	'commit(bytea)' => q{SELECT status FROM lakesoul.commit(pg_temp.request('Append', 'x+f'))},
	'register(bytea)' => q{SELECT lakesoul.register(pg_temp.request('Append', 'x+f'))},
	'publish(bytea,text,boolean)' => q{SELECT status FROM lakesoul.publish(pg_temp.meta_info('Append', 'b'))},
	'commit_data_commit_info(bytea,bytea[])' => q{SELECT status FROM lakesoul.commit_data_commit_info(lakesoul.encode('DataCommitInfo', pg_temp.data_commit_info('Append', 'x+f', 'dt=1')))},
	'commit_status(uuid,text)' => q{SELECT status FROM lakesoul.commit_status(pg_temp.id('a'), <id>)},
	'create_table(text,text,text,text,text[],text[],integer,json,text)' => q{SELECT length(lakesoul.create_table('x', '/x', '{}', <space>))},
	'create_table(bytea)' => q{SELECT length(lakesoul.create_table(lakesoul.encode('TableInfo', jsonb_build_object('table_name', 'x', 'table_path', '/x', 'table_namespace', <space>))))},
	'_active_files(text,text,uuid[])' => q{SELECT path FROM lakesoul._active_files(<id>, 'dt=1', pg_temp.ids('b u'))},
	# The whole catalog is asked for, and what of it belongs to the table.
	'list_namespaces(text)' => q{SELECT n::text FROM lakesoul.list_namespaces() AS n WHERE namespace = <space>},
	'_tables()' => q{SELECT t::text FROM lakesoul.tables AS t WHERE table_id = <id>},
	'_table_partitions()' => q{SELECT t::text FROM lakesoul.table_partitions AS t WHERE table_id = <id>},
	'_commits()' => q{SELECT t::text FROM lakesoul.commits AS t WHERE table_id = <id>},
	'_discarded_files()' => q{SELECT t::text FROM lakesoul.discarded_files AS t WHERE table_id = <id>},
	'_compaction_queue()' => q{SELECT t::text FROM lakesoul.compaction_queue AS t WHERE table_id = <id>},
	'execute_query(integer,text)' => q{SELECT lakesoul.execute_query(104, <id>)},
	'execute_query_scalar(integer,text)' => q{SELECT lakesoul.execute_query_scalar(401, <id>)},
	'execute_update(integer,text)' => q{SELECT lakesoul.execute_update(503, <id> || '__DELIM__{"a": 1}')},
	# It is an INSERT as a stock client's, which the matrix has.
	'execute_insert(integer,bytea)' => '',
	# They go by paths and by age, over what the caller sees; the tests of cleaning have both as members of domains.
	'forget_discarded(text[])' => '', 'purge_orphans(interval)' => '',
	# What is wrong in it is looked for as the caller, and the tables here are sound.
	'check_catalog()' => '', 'status()' => '', '_library_version()' => '',
	'carbon_create_table(text,text,jsonb,text,text,text,text,boolean,text[],integer)' => q{SELECT length(lakesoul.carbon_create_table('x', 'a int', table_path => '/x', namespace => <space>))},
	'carbon_create_table(text,jsonb,jsonb,text,text,text,text,boolean,text[],integer)' => q{SELECT length(lakesoul.carbon_create_table('x', '[{"name": "a", "type": "int"}]'::jsonb, table_path => '/x', namespace => <space>))},
	'carbon_table_info(text,text,jsonb,jsonb,text,text,text,text,bigint)' => '', 'carbon_table_info(text,text,text,jsonb,text,text,text,text,bigint)' => '',
	'carbon_create_table(text)' => q{SELECT length(lakesoul.carbon_create_table('CREATE TABLE ' || <space> || '.x (a int) STORED BY ''carbondata'''))},
	(map { $_ => '' } 'carbon_plan_columns(jsonb,jsonb,text)', 'carbon_plan_columns(text,jsonb,text)', 'carbon_plan_partitions(jsonb,jsonb,text)',
		'carbon_plan_partitions(text,jsonb,text)', 'carbon_plan_properties(jsonb,jsonb,text,text)', 'carbon_plan_properties(text,jsonb,text,text)',
		'carbon_plan_statement(text)', 'carbon_schema_join(json)', 'carbon_schema_parts(text,integer)'),
	# Parts of files() and partitions(), which are asked as a whole.
	(map { $_ => '' } '_begin_of_desc(text,jsonb)', '_bucket_of_path(text)', '_count_bytes(text,text,uuid[])', '_count_files(text,text,uuid[])',
		'_files(text,text,jsonb,timestamp with time zone,integer,anyarray)', '_files_by_id(text,jsonb,timestamp with time zone,integer,anyarray)',
		'_snapshot_files(text,text,uuid[],anyarray)'),
	# That a namespace exists is told by the key; the matrix has it.
	'create_namespace(text,json,text,text)' => '',
	'paimon_create_database(jsonb)' => '',
	'paimon_get_database(text)' => q{SELECT lakesoul.paimon_get_database(<space>)},
	'paimon_alter_database(text,jsonb)' => q{SELECT lakesoul.paimon_alter_database(<space>, '{}')},
	'paimon_drop_database(text,boolean)' => q{SELECT lakesoul.paimon_drop_database(<space>)},
	'paimon_list_databases(jsonb)' => q{SELECT lakesoul.paimon_list_databases(jsonb_build_object('databaseNamePattern', <space>::text))},
	'paimon_create_table(jsonb)' => q{SELECT lakesoul.paimon_create_table(jsonb_build_object('identifier', <ident>,
		'schema', '{"fields": [{"name": "a", "type": "INT"}], "partitionKeys": [], "primaryKeys": [], "options": {"path": "/paimon"}}'::jsonb))},
	'paimon_alter_table(jsonb,jsonb)' => q{SELECT lakesoul.paimon_alter_table(<ident>, '{"changes": []}')},
	'paimon_rename_table(jsonb)' => q{SELECT lakesoul.paimon_rename_table(jsonb_build_object('source', <ident>, 'destination', <ident> || '{"object": "x"}'))},
	'paimon_list_tables_globally(jsonb)' => q{SELECT lakesoul.paimon_list_tables_globally(jsonb_build_object('databaseNamePattern', <space>::text))},
	'paimon_create_view(jsonb)' => q{SELECT lakesoul.paimon_create_view(jsonb_build_object('identifier', <view>, 'schema', '{"fields": [], "query": "SELECT 1"}'::jsonb))},
	'paimon_get_view(jsonb)' => q{SELECT lakesoul.paimon_get_view(<view>)},
	'paimon_alter_view(jsonb,jsonb)' => q{SELECT lakesoul.paimon_alter_view(<view>, '{"changes": []}')},
	'paimon_rename_view(jsonb)' => q{SELECT lakesoul.paimon_rename_view(jsonb_build_object('source', <view>, 'destination', <view> || '{"object": "x"}'))},
	'paimon_drop_view(jsonb)' => q{SELECT lakesoul.paimon_drop_view(<view>)},
	'paimon_commit(jsonb,jsonb)' => q{SELECT lakesoul.paimon_commit(<ident>, jsonb_build_object('tableId', <id>, 'snapshot', '{"id": 9, "uuid": "x", "schemaId": 0, "baseManifestList": "",
		"deltaManifestList": "", "commitUser": "x", "commitIdentifier": 1, "commitKind": "APPEND", "timeMillis": 1}'::jsonb))},
	'paimon_snapshot_at(jsonb,jsonb)' => q{SELECT lakesoul.paimon_snapshot_at(<ident>, '{"timestampMillis": 9000000000000}')},
	'paimon_rollback(jsonb,jsonb)' => q{SELECT lakesoul.paimon_rollback(<ident>, '{"instant": {"snapshotId": 1}}')},
	'paimon_rollback_schema(jsonb,jsonb)' => q{SELECT lakesoul.paimon_rollback_schema(<ident>, '{"schemaId": 0}')},
	'paimon_create_tag(jsonb,jsonb)' => q{SELECT lakesoul.paimon_create_tag(<ident>, '{"tagName": "x"}')},
	'paimon_list_partitions_by_names(jsonb,jsonb)' => q{SELECT lakesoul.paimon_list_partitions_by_names(<ident>, '{"specs": [{"dt": "1"}]}')},
	'paimon_create_partitions(jsonb,jsonb)' => q{SELECT lakesoul.paimon_create_partitions(<ident>, '{"partitionSpecs": [{"dt": "1"}]}')},
	'paimon_drop_partitions(jsonb,jsonb)' => q{SELECT lakesoul.paimon_drop_partitions(<ident>, '{"partitionSpecs": [{"dt": "1"}]}')},
	'paimon_mark_done(jsonb,jsonb)' => q{SELECT lakesoul.paimon_mark_done(<ident>, '{"specs": [{"dt": "1"}]}')},
	'paimon_list_views_globally(jsonb)' => q{SELECT lakesoul.paimon_list_views_globally(jsonb_build_object('databaseNamePattern', <space>::text))},
	(map { $_ => '' } 'paimon_parse_type(jsonb)', 'paimon_can_evolve(jsonb,jsonb,boolean)', 'paimon_build_schema(jsonb)', 'paimon_apply_changes(jsonb,jsonb,boolean)',
		'paimon_fold_statistics(jsonb,jsonb)', 'paimon_apply_view_changes(jsonb,jsonb)'),
	map { $_ => '' } '_registered_by(bigint,bigint)', '_location(text)', '_folder(anyarray)', 'decode(text,bytea)', 'encode(text,jsonb)', 'partition_values(text,text)', '_matches(text,text,jsonb)', '_exact_desc(text,jsonb)',
	'_epoch_ms(timestamp with time zone)');

# The same with other arguments.
my @more = (
	q{SELECT status FROM lakesoul.commit_status(pg_temp.id('b'))},
	q{SELECT status FROM lakesoul.commit(pg_temp.request('Append', 'x+f', NULL, NULL, 'nosuch=1'))},
	q{SELECT status FROM lakesoul.commit(pg_temp.request('Append', 'b+f2'))},
	q{SELECT status FROM lakesoul.commit(pg_temp.request('Update', 'x+f', 99))},
	q{SELECT path FROM lakesoul.files(<name>, <space>, version => 99)},
	q{SELECT lakesoul.execute_query(0, <space>)},
	q{SELECT lakesoul.execute_query(1, <path>)},
	q{SELECT lakesoul.execute_query(2, <id>)},
	q{SELECT lakesoul.execute_query(4, <name> || '__DELIM__' || <space>)},
	q{SELECT lakesoul.execute_query(5, <path>)},
	q{SELECT lakesoul.execute_query(7, <id> || '__DELIM__dt=1')},
	q{SELECT lakesoul.execute_query(10, <id>)},
	q{SELECT lakesoul.execute_query(101, <space>)},
	q{SELECT lakesoul.execute_query(106, <id> || '__DELIM__dt=1')},
	q{SELECT lakesoul.execute_query_scalar(400, <id> || '__DELIM__dt=1')},
	q{SELECT lakesoul.execute_update(510, <id>)},
	q{SELECT lakesoul.drop_table(<name>, <space>, true)},
	q{SELECT lakesoul.drop_table_by_id(<id>, true)});

my %by_name = (
	table_name => '<name>', namespace => '<space>', table_id => '<id>', table_path => '<path>', database => '<space>', partition => q{'dt=1'}, partition_desc => q{'dt=1'},
	ident => q{jsonb_build_object('database', <space>::text, 'object', <name>::text)},
	files => q{ARRAY[('dt=1', 'x', 'add', 1, '')]::lakesoul.file_change[]}, filter => q{'{"nosuch": 1}'});

sub value_of_type
{
	my ($type) = @_;
	return q{'{}'} if $type =~ /\[\]$|^jsonb?$/;
	return 'false' if $type eq 'boolean';
	return 'now()' if $type =~ /^timestamp/;
	return q{'1 day'} if $type eq 'interval';
	return q{'00000000-0000-4000-8000-0000000000ff'} if $type eq 'uuid';
	return q{''::bytea} if $type eq 'bytea';
	return 9000000000000 if $type eq 'bigint';    # a time, in general
	return $type =~ /^(integer|smallint|numeric)/ ? 1 : q{'x'};
}

# A call of a function by the names of its arguments, with all that are needed and those of %by_name; with_filter: also
# with a filter that does not fit. Nothing if no argument names a table or a namespace.
sub call_by_names
{
	my ($name, $names, $types, $defaults, $with_filter) = @_;
	my @names = split /,/, $names;
	my @types = split /,/, $types;
	return undef if !grep { /^(table_name|namespace|table_id|table_path|ident|database)$/ } @names;
	my @arguments;
	for my $i (0 .. $#names)
	{
		my $value = $names[$i] eq 'filter' && !$with_filter ? undef : $by_name{ $names[$i] };
		next if !defined $value && $i >= @names - $defaults;
		push @arguments, "$names[$i] => " . ($value // value_of_type($types[$i]));
	}
	return "SELECT f::text FROM lakesoul.$name(" . join(', ', @arguments) . ') AS f';
}

# One call for each function that a member of a domain can make.
sub calls
{
	my ($db) = @_;
	my (@calls, @unknown);
	my $functions = $node->safe_psql($db, <<'SQL');
SELECT regexp_replace(p.oid::regprocedure::text, '^lakesoul\.', ''), p.proname, array_to_string(p.proargnames[:p.pronargs], ','),
       array_to_string(ARRAY(SELECT format_type(a.t, NULL) FROM unnest(p.proargtypes) WITH ORDINALITY AS a (t, o) ORDER BY a.o), ','), p.pronargdefaults
  FROM pg_proc AS p
 WHERE p.pronamespace = 'lakesoul'::regnamespace AND p.prorettype NOT IN ('trigger'::regtype, 'internal'::regtype)
   AND p.proname !~ '^_(setup|teardown|rbac|status|check)_' AND EXISTS (SELECT FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) AS a WHERE a.grantee = 0)
 ORDER BY 1
SQL
	for my $line (split /\n/, $functions)
	{
		my ($signature, $name, $names, $types, $defaults) = split /\|/, $line, -1;
		my @found = exists $call{$signature} ? grep { $_ ne '' } $call{$signature} : call_by_names($name, $names, $types, $defaults, 0);
		push @unknown, $signature if @found && !defined $found[0];
		push @calls, map { [ $signature, $_ ] } grep { defined } @found;
		push @calls, [ "$signature with a filter", call_by_names($name, $names, $types, $defaults, 1) ] if ",$names," =~ /,filter,/ && !exists $call{$signature};
	}
	is(join("\n", @unknown), '', "$db: each function has a call here that says which table it is about");
	return (@calls, map { [ $_, $_ ] } @more);
}

# Calls all functions about one table and puts its names back into the answers.
sub ask_about
{
	my ($db, $user, $calls, $name, $id, $path, $space) = @_;
	my %literal = (name => literal($name), id => literal($id), path => literal($path), space => literal($space));
	$literal{ident} = "jsonb_build_object('database', $literal{space}::text, 'object', $literal{name}::text)";
	$literal{view} = "jsonb_build_object('database', $literal{space}::text, 'object', $literal{name} || '_view')";
	my $before = slurp_file('test/fixtures/commit_helpers.sql') . "SET test.table_id = '$id';\nSET test.partition = 'dt=1';\n";
	my @answers = answers($db, $user, [ map { $_->[1] =~ s/<(\w+)>/$literal{$1}/gr } @$calls ], before => $before, rollback => 1);
	# Texts in JSON have their quotes escaped.
	s/\Q$id\E/<id>/g, s/\Q$path\E/<path>/g, s/"\Q$name\E(|_view)(\\?")/"<name>$1$2/g, s/"\Q$space\E(\\?")/"<space>$1/g for @answers;
	return @answers;
}

sub check_functions
{
	my ($db, %who) = @_;
	my @calls = calls($db);
	my @hidden = ask_about($db, $who{admin2}, \@calls, 'made', 'table_made', '/s1/made', 's1');
	my @missing = ask_about($db, $who{admin2}, \@calls, 'nosuch', 'table_nosuch', '/s1/nosuch', 'nospace');
	my @seen = ask_about($db, $who{user1}, \@calls, 'made', 'table_made', '/s1/made', 's1');
	my (@told, @blind);
	for my $i (0 .. $#calls)
	{
		push @told, "$calls[$i][0]: $hidden[$i] instead of $missing[$i]" if $hidden[$i] ne $missing[$i];
		push @blind, "$calls[$i][0]: $calls[$i][1]: $missing[$i]" if $seen[$i] eq $missing[$i];
	}
	is(join("\n", @told), '', "$db: $#calls calls: a hidden table answers what a missing one does, word for word");
	is(join("\n", @blind), '', "$db: and one that is seen answers something else");
	return;
}

1;
