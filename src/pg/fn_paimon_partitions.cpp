// The functions that list partitions through the Paimon API. Where a table has no chain its partitions are those whose
// newest version holds files; their files are counted for the page that is asked for only.
#include "core/paimon/limits.hpp"
#include "core/paimon/request.hpp"

#include "pg/error.hpp"
#include "pg/memory.hpp"
#include "pg/paimon_call.hpp"
#include "pg/paimon_page.hpp"
#include "pg/paimon_statistics.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/spi.hpp"
#include "pg/text.hpp"

namespace lakesoul::paimon {
namespace {

spi::Statement heads_statement = {"SELECT h.partition_desc, COALESCE(h.\"timestamp\", 0), h.snapshot"
                                  " FROM lakesoul._heads($1, NULL::pg_catalog.jsonb, NULL::bigint) AS h"
                                  " WHERE pg_catalog.cardinality(h.snapshot) OPERATOR(pg_catalog.>) 0",
                                  1,
                                  {TEXTOID}};

// The newest version of a partition.
struct HeadRow {
    View name, desc;
    int64 timestamp;
    Uuids snapshot;
};

int by_name_descending(const void *a, const void *b)
{
    return static_cast<const HeadRow *>(b)->name.compare(static_cast<const HeadRow *>(a)->name);
}

Span<HeadRow> heads_of(const lakesoul::Table &table, View null_name)
{
    Datum values[] = {text_datum(table.id)};
    uint64 rows = spi::read(&heads_statement, values);
    Span<HeadRow> heads = {huge_array<HeadRow>(rows), rows};
    for (uint64 row = 0; row < rows; ++row) {
        View desc = spi::text_column(row, 1);
        heads[row] = {name_of(table, desc, null_name), desc, spi::bigint_column(row, 2, 0), spi::uuids_column(row, 3)};
    }
    return heads;
}

// False if no file of it is active.
bool measure(const lakesoul::Table &table, const HeadRow &head, PartitionRow *row)
{
    *row = {head.desc, measure_files(table.id, head.desc, head.snapshot, true), -1, false, -1, -1, {}, {}};
    row->counts.last_file_creation_time = head.timestamp;
    return row->counts.file_count > 0;
}

void field_if_known(json::Out *out, const char *name, int64 time, View user, const char *user_name)
{
    if (time >= 0)
        json::field(out, name, time);
    if (user.data() != nullptr)
        json::field(out, user_name, user);
}

// A Partition. One whose description does not fit the table has no spec that could be told, and is left out.
void put_partition(json::Out *out, const lakesoul::Table &table, View null_name, const PartitionRow &row)
{
    Arena arena = server_arena();
    Span<const Pair> spec;
    if (!spec_of_desc(table.shape.range_columns, row.desc, null_name, &arena, &spec).ok())
        return;
    json::begin_object(out);
    json::key(out, "spec");
    json::begin_object(out);
    for (const Pair &pair : spec)
        json::field(out, c_string(pair.key), pair.value.data() == nullptr ? View("") : pair.value);
    json::end_object(out);
    json::field(out, "recordCount", row.counts.record_count);
    json::field(out, "fileSizeInBytes", row.counts.file_size_in_bytes);
    json::field(out, "fileCount", row.counts.file_count);
    json::field(out, "lastFileCreationTime", row.counts.last_file_creation_time);
    json::field(out, "totalBuckets", static_cast<int64>(row.total_buckets));
    json::field(out, "done", row.done);
    field_if_known(out, "createdAt", row.created_at, row.created_by, "createdBy");
    field_if_known(out, "updatedAt", row.updated_at, row.updated_by, "updatedBy");
    json::end_object(out);
}

// Puts a page of a table without a chain, and returns its last name; a null view if nothing follows.
View put_heads(json::Out *out, const lakesoul::Table &table, View null_name, Page *page)
{
    Span<HeadRow> heads = heads_of(table, null_name);
    qsort(heads.data, heads.size, sizeof(HeadRow), by_name_descending);
    std::size_t found = 0;
    for (const HeadRow &head : heads) {
        bool below = !page->query.has_token || head.name < page->query.token;
        if (below && matches(page->query.partition, head.name))
            heads[found++] = head;
    }
    std::size_t shown = rows_of_page(page, found);
    for (std::size_t i = 0; i < shown; ++i) {
        CHECK_FOR_INTERRUPTS();
        PartitionRow row;
        if (measure(table, heads[i], &row))
            put_partition(out, table, null_name, row);
    }
    return page->more ? heads[shown - 1].name : View();
}

View put_rows(json::Out *out, const lakesoul::Table &table, View null_name, Page *page)
{
    View token = page->query.has_token ? page->query.token : View();
    if (page->query.has_token && token.data() == nullptr)
        token = "";
    uint64 rows = page_of_partitions(table.id, page->query.partition, token, limit_of(*page));
    uint64 shown = rows_of_page(page, rows);
    View last;
    for (uint64 i = 0; i < shown; ++i) {
        PartitionRow row = partition_row(i);
        put_partition(out, table, null_name, row);
        last = spi::text_column(i, 12);   // as they are ordered, whatever a null is called by now
    }
    return page->more ? last : View();
}

Datum list(FunctionCallInfo fcinfo, Subject *subject)
{
    MemoryContext caller = CurrentMemoryContext;
    Ident ident = ident_argument(fcinfo, 0, Resource::table, subject);
    Page page = page_argument(fcinfo, 1);
    int level = spi::begin();
    lakesoul::Table table = find_table(ident, true);
    View null_name = seen_default_name(table.id);
    json::Out out = {};
    json::begin_object(&out);
    json::key(&out, "partitions");
    json::begin_array(&out);
    View next =
        sees_chain(table.id) ? put_rows(&out, table, null_name, &page) : put_heads(&out, table, null_name, &page);
    json::end_array(&out);
    json::field(&out, "nextPageToken", next);
    json::end_object(&out);
    return finish(level, json::datum(&out), caller);
}

bool find_by_desc(const lakesoul::Table &table, Span<HeadRow> heads, View desc, PartitionRow *row)
{
    for (const HeadRow &head : heads)
        if (head.desc == desc)
            return measure(table, head, row);
    return false;
}

Datum list_by_names(FunctionCallInfo fcinfo, Subject *subject)
{
    MemoryContext caller = CurrentMemoryContext;
    Ident ident = ident_argument(fcinfo, 0, Resource::table, subject);
    View json = json_argument(fcinfo, 1, "req");
    Arena arena = server_arena(memory_budget(json.size()));
    PartitionRequest request;
    raise_unless_ok(read_partitions(PartitionCall::list_by_names, json, &arena, &request));
    int level = spi::begin();
    lakesoul::Table table = find_table(ident, true);
    View null_name = seen_default_name(table.id);
    bool chain = sees_chain(table.id);
    Span<HeadRow> heads = chain ? Span<HeadRow>() : heads_of(table, null_name);
    json::Out out = {};
    json::begin_object(&out);
    json::key(&out, "partitions");
    json::begin_array(&out);
    Arena room = server_arena();
    for (Span<const Pair> spec : request.specs) {
        CHECK_FOR_INTERRUPTS();
        View desc;
        PartitionRow row;
        raise_unless_ok(desc_of_spec(table.shape.range_columns, spec, null_name, &room, &desc));
        if (chain ? find_seen_partition(table.id, desc, &row) : find_by_desc(table, heads, desc, &row))
            put_partition(&out, table, null_name, row);
    }
    json::end_array(&out);
    json::end_object(&out);
    return finish(level, json::datum(&out), caller);
}

}   // namespace
}   // namespace lakesoul::paimon

using namespace lakesoul;

LAKESOUL_FUNCTION(lakesoul_paimon_list_partitions)
{
    return paimon::answer(fcinfo, paimon::list);
}

LAKESOUL_FUNCTION(lakesoul_paimon_list_partitions_by_names)
{
    return paimon::answer(fcinfo, paimon::list_by_names);
}
