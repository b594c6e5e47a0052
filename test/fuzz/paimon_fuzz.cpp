// JSON from outside -> the rules of the Paimon API. The first byte picks a rule, the rest is the text. What is accepted
// is canonical: it is accepted again, unchanged. What is refused has one of the API's codes and a message.
#include <string>

#include "core/paimon/lakesoul_schema.hpp"
#include "core/paimon/limits.hpp"
#include "core/paimon/request.hpp"
#include "core/paimon/schema.hpp"
#include "core/paimon/type.hpp"
#include "core/paimon/view.hpp"
#include "fuzz_common.hpp"

namespace {

using namespace lakesoul;
using lakesoul::test::TestArena;

// A table with a key, a partition, a ROW and collections: whatever a change may be about.
constexpr View kTable = R"({"version": 3, "id": 0, "highestFieldId": 9, "fields": [
    {"id": 0, "name": "k", "type": "INT NOT NULL"}, {"id": 1, "name": "p", "type": "STRING"},
    {"id": 2, "name": "r", "type": {"type": "ROW", "fields": [{"id": 3, "name": "a", "type": "INT"},
        {"id": 4, "name": "b", "type": {"type": "ROW", "fields": [{"id": 5, "name": "c", "type": "DATE"}]}}]}},
    {"id": 6, "name": "v", "type": {"type": "ARRAY", "element": {"type": "MAP", "key": "INT", "value":
        {"type": "ROW", "fields": [{"id": 7, "name": "a", "type": "INT"}]}}}},
    {"id": 8, "name": "d", "type": "STRING", "defaultValue": "1"}, {"id": 9, "name": "s", "type": "BIGINT"}],
    "partitionKeys": ["p"], "primaryKeys": ["k"], "options": {"bucket": "2", "bucket-key": "k",
    "alter-column-null-to-not-null.disabled": "false", "fields.s,d.sequence-group": "k"}, "timeMillis": 0})";
constexpr View kView = R"({"fields": [{"id": 0, "name": "n", "type": "INT"}], "query": "q", "dialects": {"a": "b"}})";
constexpr View kPartitions = R"([{"spec": {"a": "1"}, "recordCount": 1, "fileSizeInBytes": -1, "fileCount": 2}])";

bool refused(const Status &status)
{
    if (status.ok())
        return false;
    bool known = status.response == 400 || status.response == 404 || status.response == 409 || status.response == 500 ||
                 status.response == 501;
    fuzz::require(known && status.message[0] != '\0', "refused without a code or message");
    fuzz::require(status.code != Code::internal, "an internal failure");
    return true;
}

void check_type(View text)
{
    TestArena arena(paimon::memory_budget(text.size()));
    View once, twice;
    if (refused(paimon::parse_type(text, arena.get(), &once)))
        return;
    fuzz::require(paimon::parse_type(once, arena.get(), &twice).ok() && once == twice, "a canonical type changed");
    bool yes = false;
    fuzz::require(paimon::can_evolve(once, once, true, &yes).ok() && yes, "a type cannot be itself");
}

// Whatever is stored can be altered, and can be given to LakeSoul unless a type has no place there.
void check_table(View table)
{
    TestArena arena;
    View next, again, text;
    Status status = paimon::apply_changes(table, "[]", true, 0, arena.get(), &next);
    fuzz::require(status.ok(), status.message);
    status = paimon::apply_changes(next, "[]", true, 0, arena.get(), &again);
    fuzz::require(status.ok(), status.message);
    if (refused(paimon::lakesoul_schema(table, "", "", arena.get(), &text)))
        return;
    paimon::LakeSoulTable source;
    source.table_schema = text;
    status = paimon::schema_from_lakesoul(source, table, 0, 0, arena.get(), &next);
    fuzz::require(status.ok(), status.message);
    fuzz::require(paimon::lakesoul_schema(next, text, table, arena.get(), &again).ok(), "not printable twice");
}

void check_schema(View text)
{
    TestArena arena(paimon::memory_budget(text.size()));
    View table;
    if (!refused(paimon::build_schema(text, 0, arena.get(), &table)))
        check_table(table);
}

void check_changes(View text)
{
    TestArena arena(paimon::memory_budget(kTable.size() + text.size()));
    View table;
    for (bool has_snapshots : {false, true})
        if (!refused(paimon::apply_changes(kTable, text, has_snapshots, 0, arena.get(), &table)))
            check_table(table);
}

void check_view(View text)
{
    TestArena arena;
    View once, twice;
    refused(paimon::build_view(text, arena.get(), &once));
    if (!refused(paimon::apply_view_changes(kView, text, arena.get(), &once)))
        fuzz::require(paimon::build_view(once, arena.get(), &twice).ok() && once == twice, "a view changed");
}

void check_statistics(View text)
{
    TestArena arena;
    View once, twice;
    refused(paimon::fold_statistics(text, "[]", arena.get(), &once));
    if (!refused(paimon::fold_statistics(kPartitions, text, arena.get(), &once)))
        fuzz::require(paimon::fold_statistics(once, "[]", arena.get(), &twice).ok(), "what was folded cannot be read");
}

void check_lakesoul(View text)
{
    TestArena arena;
    View table, back, response;
    paimon::LakeSoulTable source;
    source.table_schema = text;
    if (refused(paimon::schema_from_lakesoul(source, "", 0, 0, arena.get(), &table, &response)))
        return;
    fuzz::require(paimon::schema_of_response(table, arena.get(), &back).ok() && back == response, "another response");
    paimon::TableSchema read;
    fuzz::require(paimon::read_schema(table, arena.get(), &read).ok(), "what was derived cannot be read");
    fuzz::require(paimon::lakesoul_schema(table, text, table, arena.get(), &back).ok(),
                  "what was derived cannot be written");
}

void check_requests(View text)
{
    TestArena arena;
    paimon::Snapshot snapshot;
    paimon::Commit commit;
    paimon::Query query;
    paimon::Ident ident;
    paimon::Rollback rollback;
    paimon::PartitionRequest partitions;
    paimon::Pattern pattern;
    std::int64_t millis;
    View printed;
    bool same = false;
    if (!refused(paimon::read_snapshot(text, arena.get(), &snapshot)))
        fuzz::require(paimon::same_snapshot(snapshot.text, snapshot.text, &same).ok() && same, "a snapshot changed");
    refused(paimon::read_commit(text, arena.get(), &commit));
    refused(paimon::read_query(text, arena.get(), &query));
    refused(paimon::read_ident(text, arena.get(), &ident));
    refused(paimon::read_rollback(text, arena.get(), &rollback));
    refused(paimon::read_partitions(paimon::PartitionCall::create, text, arena.get(), &partitions));
    refused(paimon::read_pattern(text, arena.get(), &pattern));
    if (!refused(paimon::read_duration(text, &millis)))
        fuzz::require(paimon::print_duration(millis, arena.get(), &printed).ok(), "a duration cannot be printed");
}

}   // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    // New rules go to the end, or the corpus changes its meaning.
    constexpr void (*kRules[])(View) = {check_type,       check_schema,   check_changes, check_view,
                                        check_statistics, check_lakesoul, check_requests};
    if (size == 0)
        return 0;
    View text(reinterpret_cast<const char *>(data) + 1, size - 1);
    kRules[data[0] % (sizeof kRules / sizeof kRules[0])](text);
    return 0;
}
