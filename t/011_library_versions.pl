# SQL and library of different versions: what is missing or was replaced is refused in words, with a SQLSTATE, and nobody crashes.
use strict;
use warnings;
use File::Copy;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->start;
$node->safe_psql('postgres', <<'SQL');
CREATE EXTENSION lakesoul_meta;
SELECT count(*) FROM lakesoul.setup();
SELECT lakesoul.create_table('t', '/lake/t', '', table_id => 't');
SQL
my $library = $node->config_data('--pkglibdir') . '/lakesoul_meta.so';

# A session's output and its errors.
sub session
{
	my ($sql) = @_;
	my ($status, $output, $errors) = $node->psql('postgres', $sql, on_error_stop => 0, extra_params => [ '-v', 'VERBOSITY=verbose' ]);
	return ($output, $errors);
}

# ---- replay lakekeeper-1861 ------------------------------------------------------------------------------------------

# An install or update script that is newer than the library: it names a function that the library does not have. Such scripts
# are one transaction.
my ($output, $errors) = session(<<'SQL');
BEGIN;
CREATE TABLE lakesoul.newer (a int);
CREATE FUNCTION lakesoul.newer() RETURNS int LANGUAGE C AS 'lakesoul_meta', 'lakesoul_of_a_newer_version';
COMMIT;
SELECT count(*) FROM pg_class WHERE relname = 'newer';
SQL
like($errors, qr/ERROR:  42883: could not find function "lakesoul_of_a_newer_version" in file/, 'newer SQL, older library: refused, with what is missing');
is($output, '0', 'and nothing of the script stays');

# Triggers that an older version attached, with another layout number, go on working with a newer library; setup() renews them.
$node->safe_psql('postgres', <<'SQL');
DROP TRIGGER lakesoul_before_insert ON partition_info;
CREATE TRIGGER lakesoul_before_insert BEFORE INSERT ON partition_info
    FOR EACH ROW EXECUTE FUNCTION lakesoul.partition_info_before_insert('0');
SQL
($output, $errors) = session(<<'SQL');
INSERT INTO partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain)
VALUES ('t', '-5', 0, 'UpdateCommit', '{}', '', 'public');
SELECT version, commit_op FROM lakesoul.partitions('t');
SELECT object, action FROM lakesoul.setup() WHERE action NOT IN ('unchanged', 'absent');
SQL
is($errors, '', 'older SQL, newer library: works');
like($output, qr/\A0\|UpdateCommit\n.*lakesoul_before_insert.*\|trigger replaced\z/, 'and setup() brings the trigger up to date');

# The file is replaced while a session has it loaded. Another inode is another library to the server.
my $folder = PostgreSQL::Test::Utils::tempdir();
copy($library, "$folder/lakesoul_meta.so") or die "$folder: $!";
my $other = <<"SQL";
CREATE FUNCTION pg_temp.other(text, text) RETURNS jsonb LANGUAGE C AS '$folder/lakesoul_meta.so', 'lakesoul_partition_values';
SQL
my $refusal = qr/ERROR:  55000: library lakesoul_meta was replaced while this session uses it
DETAIL:  The session has loaded version \S+; the file is version \S+\.
HINT:  Connect again\./;
($output, $errors) = session(<<"SQL");
SELECT lakesoul.partition_values('a;', 'a=1');
SET lakesoul.compaction_threshold = 77;
${other}SHOW lakesoul.compaction_threshold;
SELECT lakesoul.partition_values('a;', 'a=2');
SELECT status FROM lakesoul.commit_files('t', ARRAY[('-5', 'f1', 'add', 1, '')]::lakesoul.file_change[]);
SQL
like($errors, $refusal, 'a second copy of the library is refused: the session says why');
is($output, "{\"a\": \"1\"}\n77\n{\"a\": \"2\"}\ncommitted", 'and goes on with the one it has');
($output, $errors) = session("$other;\nSELECT pg_temp.other('a;', 'a=1');\nSELECT lakesoul.partition_values('a;', 'a=2');\n");
is($output, '{"a": "1"}', 'the copy alone is as good as the other');
like($errors, $refusal, 'and the other is refused beside it');
is($node->safe_psql('postgres', "SELECT count(*) FROM lakesoul.files('t')"), '1', 'the server has not restarted, and a new session works');
unlike(slurp_file($node->logfile), qr/terminated by signal|PANIC/, 'nobody crashed');

$node->stop;
done_testing();
