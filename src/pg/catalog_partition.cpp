// Statements over partition_info, and over the ids of a request. Decides nothing.
#include "pg/catalog_partition.hpp"

#include "pg/error.hpp"
#include "pg/file_ops.hpp"
#include "pg/memory.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/spi.hpp"
#include "pg/sql_parts.hpp"
#include "pg/text.hpp"

namespace lakesoul {
namespace {

// Every look-up below is a LATERAL with a LIMIT: a probe of an index for each row, whatever the planner believes the
// size of a table to be. A join could become a hash of a whole table's commits, in a plan kept while it grows.

#define LAKESOUL_HEAD_OF_P                                                                                             \
    "(SELECT i.version, i.commit_op, i.\"timestamp\", i.snapshot, i.last_compaction, i.xmin"                           \
    " FROM public.partition_info AS i WHERE i.table_id OPERATOR(pg_catalog.=) $1"                                      \
    " AND i.partition_desc OPERATOR(pg_catalog.=) p.partition_desc ORDER BY i.version DESC LIMIT 1)"

#define LAKESOUL_IDS_Q                                                                                                 \
    "ROWS FROM (pg_catalog.unnest($3), pg_catalog.unnest($4)) WITH ORDINALITY AS q(partition_desc, id, ord)"

enum Kind { kHead, kCommit, kRetired };

spi::Statement states_statement = {
    "SELECT 0, p.ord::pg_catalog.int4, h.version, h.commit_op, h.\"timestamp\", h.snapshot, h.last_compaction,"
    " g.version, g.\"timestamp\", NULL::public.data_file_op[], t.table_id,"
    " t.partitions, t.domain"
    " FROM pg_catalog.unnest($2) WITH ORDINALITY AS p(partition_desc, ord)"
    " LEFT JOIN public.table_info AS t ON t.table_id OPERATOR(pg_catalog.=) $1"
    " LEFT JOIN LATERAL " LAKESOUL_HEAD_OF_P " AS h ON true"
    " LEFT JOIN LATERAL (SELECT i.version, i.\"timestamp\" FROM lakesoul.dropped_partitions AS i"
    " WHERE i.table_id OPERATOR(pg_catalog.=) $1 AND i.partition_desc OPERATOR(pg_catalog.=) p.partition_desc"
    " LIMIT 1) AS g ON true"
    " UNION ALL SELECT 1, q.ord::pg_catalog.int4, s.published_by, NULL, NULL, NULL, NULL, NULL, NULL,"
    " s.file_ops, NULL, NULL, NULL FROM " LAKESOUL_IDS_Q " CROSS JOIN LATERAL"
    " (SELECT " LAKESOUL_PUBLISHED_BY " AS published_by, c.file_ops FROM public.data_commit_info AS c"
    " WHERE c.table_id OPERATOR(pg_catalog.=) $1 AND c.partition_desc OPERATOR(pg_catalog.=) q.partition_desc"
    " AND c.commit_id OPERATOR(pg_catalog.=) q.id LIMIT 1) AS s"
    " UNION ALL SELECT 2, q.ord::pg_catalog.int4, s.version, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,"
    " NULL"
    " FROM " LAKESOUL_IDS_Q " CROSS JOIN LATERAL (SELECT r.version FROM lakesoul.retired_commits AS r"
    " WHERE r.table_id OPERATOR(pg_catalog.=) $1 AND r.partition_desc OPERATOR(pg_catalog.=) q.partition_desc"
    " AND r.commit_id OPERATOR(pg_catalog.=) q.id LIMIT 1) AS s",
    4,
    {TEXTOID, TEXTARRAYOID, TEXTARRAYOID, UUIDARRAYOID}};

// The same for one partition and one id that has no row yet, which is what nearly every request is: no arrays, half
// the time. No row: something else, to be read by the statement above.
spi::Statement state_statement = {
    "SELECT h.version, h.commit_op, h.\"timestamp\", h.snapshot, h.last_compaction, g.version, g.\"timestamp\","
    " (SELECT r.version FROM lakesoul.retired_commits AS r WHERE r.table_id OPERATOR(pg_catalog.=) $1"
    " AND r.partition_desc OPERATOR(pg_catalog.=) $2 AND r.commit_id OPERATOR(pg_catalog.=) $3)"
    " FROM public.table_info AS t LEFT JOIN LATERAL"
    " (SELECT i.version, i.commit_op, i.\"timestamp\", i.snapshot, i.last_compaction FROM public.partition_info AS i"
    " WHERE i.table_id OPERATOR(pg_catalog.=) $1 AND i.partition_desc OPERATOR(pg_catalog.=) $2"
    " ORDER BY i.version DESC LIMIT 1) AS h ON true LEFT JOIN LATERAL"
    " (SELECT i.version, i.\"timestamp\" FROM lakesoul.dropped_partitions AS i"
    " WHERE i.table_id OPERATOR(pg_catalog.=) $1 AND i.partition_desc OPERATOR(pg_catalog.=) $2 LIMIT 1) AS g ON true"
    " WHERE t.table_id OPERATOR(pg_catalog.=) $1 AND t.partitions OPERATOR(pg_catalog.=) $4"
    " AND t.domain OPERATOR(pg_catalog.=) $5 AND NOT EXISTS (SELECT FROM public.data_commit_info AS c"
    " WHERE c.table_id OPERATOR(pg_catalog.=) $1 AND c.partition_desc OPERATOR(pg_catalog.=) $2"
    " AND c.commit_id OPERATOR(pg_catalog.=) $3 OFFSET 0)",
    5,
    {TEXTOID, TEXTOID, UUIDOID, TEXTOID, TEXTOID}};

spi::Statement heads_statement = {
    "SELECT h.version, h.xmin::pg_catalog.text FROM pg_catalog.unnest($2) WITH ORDINALITY AS p(partition_desc, ord)"
    " LEFT JOIN LATERAL " LAKESOUL_HEAD_OF_P " AS h ON true ORDER BY p.ord",
    2,
    {TEXTOID, TEXTARRAYOID}};

spi::Statement window_statement = {
    "SELECT i.version, i.commit_op, i.snapshot, i.\"timestamp\" FROM public.partition_info AS i"
    " WHERE i.table_id OPERATOR(pg_catalog.=) $1 AND i.partition_desc OPERATOR(pg_catalog.=) $2"
    " AND i.version OPERATOR(pg_catalog.>=) $3 AND i.version OPERATOR(pg_catalog.<=) $4 ORDER BY i.version",
    4,
    {TEXTOID, TEXTOID, INT4OID, INT4OID}};

spi::Statement descs_statement = {
    "SELECT h.partition_desc FROM lakesoul._heads($1, NULL::pg_catalog.jsonb, NULL::bigint) AS h", 1, {TEXTOID}};

spi::Statement version_at_statement = {
    "SELECT i.version FROM public.partition_info AS i WHERE i.table_id OPERATOR(pg_catalog.=) $1"
    " AND i.partition_desc OPERATOR(pg_catalog.=) $2 AND i.\"timestamp\" OPERATOR(pg_catalog.<=) $3"
    " ORDER BY i.version DESC LIMIT 1",
    3,
    {TEXTOID, TEXTOID, INT8OID}};

spi::Statement first_statement = {
    "SELECT i.version, (SELECT d.version FROM lakesoul.dropped_partitions AS d"
    " WHERE d.table_id OPERATOR(pg_catalog.=) $1 AND d.partition_desc OPERATOR(pg_catalog.=) $2)"
    " FROM public.partition_info AS i WHERE i.table_id OPERATOR(pg_catalog.=) $1"
    " AND i.partition_desc OPERATOR(pg_catalog.=) $2 ORDER BY i.version LIMIT 1",
    2,
    {TEXTOID, TEXTOID}};

spi::Statement facts_statement = {
    "SELECT q.id, s.commit_id IS NOT NULL, COALESCE(s.deletes, false), COALESCE(s.published_by, r.version)"
    " FROM pg_catalog.unnest($3) AS q(id) LEFT JOIN LATERAL"
    " (SELECT c.commit_id, " LAKESOUL_PUBLISHED_BY " AS published_by,"
    " EXISTS (SELECT FROM pg_catalog.unnest(c.file_ops) AS f WHERE f.file_op OPERATOR(pg_catalog.=) 'del') AS deletes"
    " FROM public.data_commit_info AS c WHERE c.table_id OPERATOR(pg_catalog.=) $1"
    " AND c.partition_desc OPERATOR(pg_catalog.=) $2 AND c.commit_id OPERATOR(pg_catalog.=) q.id LIMIT 1) AS s ON true"
    " LEFT JOIN LATERAL (SELECT i.version FROM lakesoul.retired_commits AS i WHERE i.table_id OPERATOR(pg_catalog.=) $1"
    " AND i.partition_desc OPERATOR(pg_catalog.=) $2 AND i.commit_id OPERATOR(pg_catalog.=) q.id LIMIT 1) AS r ON true",
    3,
    {TEXTOID, TEXTOID, UUIDARRAYOID}};

spi::Statement last_compaction_statement = {
    "SELECT COALESCE(i.last_compaction, i.version) FROM public.partition_info AS i"
    " WHERE i.table_id OPERATOR(pg_catalog.=) $1 AND i.partition_desc OPERATOR(pg_catalog.=) $2"
    " AND i.version OPERATOR(pg_catalog.<=) $3"
    " AND (i.last_compaction IS NOT NULL OR (i.commit_op OPERATOR(pg_catalog.=) 'CompactionCommit'"
    " AND i.version OPERATOR(pg_catalog.=) COALESCE((SELECT " LAKESOUL_PUBLISHED_BY
    " FROM public.data_commit_info AS c WHERE c.table_id OPERATOR(pg_catalog.=) $1"
    " AND c.partition_desc OPERATOR(pg_catalog.=) $2 AND c.commit_id OPERATOR(pg_catalog.=) i.snapshot[1]),"
    " (SELECT r.version FROM lakesoul.retired_commits AS r WHERE r.table_id OPERATOR(pg_catalog.=) $1"
    " AND r.partition_desc OPERATOR(pg_catalog.=) $2 AND r.commit_id OPERATOR(pg_catalog.=) i.snapshot[1]))))"
    " ORDER BY i.version DESC LIMIT 1",
    3,
    {TEXTOID, TEXTOID, INT4OID}};

spi::Statement insert_statement = {
    "INSERT INTO public.partition_info (table_id, partition_desc, version, commit_op, \"timestamp\", snapshot,"
    " expression, domain, last_compaction) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING",
    9,
    {TEXTOID, TEXTOID, INT4OID, TEXTOID, INT8OID, UUIDARRAYOID, TEXTOID, TEXTOID, INT4OID}};

spi::Statement stored_statement = {"SELECT i.\"timestamp\", i.snapshot FROM public.partition_info AS i"
                                   " WHERE i.table_id OPERATOR(pg_catalog.=) $1"
                                   " AND i.partition_desc OPERATOR(pg_catalog.=) $2"
                                   " AND i.version OPERATOR(pg_catalog.=) $3",
                                   3,
                                   {TEXTOID, TEXTOID, INT4OID}};

CommitOp op_of_column(uint64 row, int number)
{
    View name = spi::text_column(row, number);
    CommitOp op = CommitOp::update;   // a stored name that is none of ours changes what was there, for all we know
    (void)commit_op_from_name(name, &op);
    return op;
}

Datum descs_datum(Span<const PartitionState> states)
{
    View *descs = palloc_array(View, states.size + 1);
    for (std::size_t i = 0; i < states.size; ++i)
        descs[i] = states[i].request->desc;
    return text_array_datum({descs, states.size});
}

// Every id of the request, in order, with where it belongs.
struct AllIds {
    std::size_t count;
    View *descs;
    Uuid *ids;
    struct Place {
        PartitionState *state;
        std::size_t in_delta;
    } * places;
};

AllIds all_ids(Span<PartitionState> states)
{
    AllIds all = {};
    for (const PartitionState &state : states)
        all.count += state.ids.size;
    all.descs = huge_array<View>(all.count);
    all.ids = huge_array<Uuid>(all.count);
    all.places = huge_array<AllIds::Place>(all.count);
    std::size_t next = 0;
    for (PartitionState &state : states) {
        for (std::size_t i = 0; i < state.ids.size; ++i) {
            all.descs[next] = state.request->desc;
            all.ids[next] = state.ids[i];
            all.places[next++] = {&state, i};
        }
    }
    return all;
}

// The columns of a head begin at number first.
void take_head(uint64 row, int first, PartitionState *state)
{
    state->head.version = spi::int_column(row, first, -1);
    state->head.op = state->head.version < 0 ? CommitOp::compaction : op_of_column(row, first + 1);
    state->head_timestamp = spi::bigint_column(row, first + 2, 0);
    state->head.snapshot = spi::uuids_column(row, first + 3);
    state->last_compaction = spi::int_column(row, first + 4, state->head.version < 0 ? -1 : PG_INT32_MIN);
    state->head.last_dropped_version = spi::int_column(row, first + 5, -1);
    state->dropped_timestamp = spi::bigint_column(row, first + 6, 0);
}

bool read_simple_state(const Table &table, PartitionState *state)
{
    Datum values[] = {text_datum(table.id), text_datum(state->request->desc), uuid_datum(state->ids[0]),
                      text_datum(table.partitions), text_datum(table.domain)};
    if (spi::run(&state_statement, values) == 0)
        return false;
    take_head(0, 1, state);
    state->id_states[0].published_by = spi::int_column(0, 8, -1);
    return true;
}

// An id may have both a row and a retired entry; the rows come in any order.
void take_published(catalog::IdState *state, uint64 row)
{
    state->published_by = Max(state->published_by, spi::int_column(row, 3, -1));
}

void take_commit(uint64 row, PartitionState *state, std::size_t i)
{
    const catalog::NewCommit &sent = state->request->delta[i];
    bool null;
    Datum files = spi::file_ops_column(row, 10, &null);
    Span<wire::DataFileOp> stored = null ? Span<wire::DataFileOp>() : file_ops_of_datum(files);
    state->registered[i] = true;
    state->id_states[i].same_content = !sent.has_files || same_files(sent.files, {stored.data, stored.size});
    take_published(&state->id_states[i], row);
    if (!sent.has_files)
        state->files[i] = {stored.data, stored.size};
}

uint64 look(spi::Statement *statement, Datum *values, bool as_seen)
{
    return as_seen ? spi::read(statement, values) : spi::run(statement, values);
}

Span<catalog::IdFacts> read_facts(View table_id, View desc, Uuids ids, bool as_seen)
{
    Datum values[] = {text_datum(table_id), text_datum(desc), uuid_array_datum(ids)};
    uint64 rows = ids.empty() ? 0 : look(&facts_statement, values, as_seen);
    Span<catalog::IdFacts> facts = {huge_array<catalog::IdFacts>(rows), rows};
    for (uint64 row = 0; row < rows; ++row) {
        facts[row] = {spi::uuid_column(row, 1), spi::bool_column(row, 2), spi::bool_column(row, 3),
                      spi::int_column(row, 4, -1)};
    }
    catalog::sort_facts(facts);
    return facts;
}

bool same_text(const char *a, const char *b)
{
    return a == nullptr || b == nullptr ? a == b : strcmp(a, b) == 0;
}

// The table was looked at before the lock was there.
void check_table_unchanged(const Table &table, uint64 row)
{
    bool dropped = spi::text_column(row, 11).data() == nullptr;
    if (dropped)
        (void)table_by_id(table.id);   // raises, unless it was made again
    if (dropped || spi::text_column(row, 12) != table.partitions || spi::text_column(row, 13) != table.domain)
        ereport(ERROR, (errcode(ERRCODE_T_R_SERIALIZATION_FAILURE),
                        errmsg("table with id \"%s\" was changed by a concurrent session", c_string(table.id)),
                        errdetail("Its partition columns or its domain are others than when this request began."),
                        errhint("Retry the request.")));
}

}   // namespace

void read_states(const Table &table, Span<PartitionState> states)
{
    if (states.size == 1 && states[0].ids.size == 1 && read_simple_state(table, &states[0]))
        return;
    AllIds all = all_ids(states);
    Datum values[] = {text_datum(table.id), descs_datum({states.data, states.size}),
                      text_array_datum({all.descs, all.count}), uuid_array_datum({all.ids, all.count})};
    uint64 rows = spi::run(&states_statement, values);
    for (uint64 row = 0; row < rows; ++row) {
        int kind = spi::int_column(row, 1, -1), ordinal = spi::int_column(row, 2, 0);
        if (kind == kHead) {
            check_table_unchanged(table, row);
            take_head(row, 3, &states[ordinal - 1]);
            continue;
        }
        const AllIds::Place &place = all.places[ordinal - 1];
        if (kind == kCommit)
            take_commit(row, place.state, place.in_delta);
        else
            take_published(&place.state->id_states[place.in_delta], row);
    }
}

void check_heads_are_newest(const Table &table, Span<const PartitionState> states)
{
    if (!IsolationUsesXactSnapshot())
        return;
    check_table_is_newest(table, false);
    Datum values[] = {text_datum(table.id), descs_datum(states)};
    (void)spi::run(&heads_statement, values);
    SPITupleTable *ours = SPI_tuptable;
    (void)spi::run_at(&heads_statement, values, GetLatestSnapshot());
    for (std::size_t i = 0; i < states.size; ++i) {
        const char *seen = SPI_getvalue(ours->vals[i], ours->tupdesc, 1);
        const char *seen_xmin = SPI_getvalue(ours->vals[i], ours->tupdesc, 2);
        const char *newest = SPI_getvalue(SPI_tuptable->vals[i], SPI_tuptable->tupdesc, 1);
        const char *newest_xmin = SPI_getvalue(SPI_tuptable->vals[i], SPI_tuptable->tupdesc, 2);
        if (!same_text(seen, newest) || !same_text(seen_xmin, newest_xmin))
            raise_not_newest(
                psprintf("Partition \"%s\" of table \"%s\" is at version %s, this transaction sees version %s.",
                         c_string(states[i].request->desc), c_string(table.id), newest == nullptr ? "none" : newest,
                         seen == nullptr ? "none" : seen));
    }
}

void read_window(View table_id, View desc, int32 read_version, int32 last, bool as_seen, catalog::Window *window,
                 Span<catalog::IdFacts> *facts)
{
    Arena *arena = static_cast<Arena *>(palloc(sizeof(Arena)));
    *arena = server_arena();
    catalog::open_window(window, read_version, arena);
    Datum values[] = {text_datum(table_id), text_datum(desc), Int32GetDatum(read_version < 0 ? 0 : read_version),
                      Int32GetDatum(last)};
    Portal portal = spi::open(&window_statement, values, nullptr, as_seen);
    for (SPI_cursor_fetch(portal, true, 50); SPI_processed > 0; SPI_cursor_fetch(portal, true, 50)) {
        CHECK_FOR_INTERRUPTS();
        for (uint64 row = 0; row < SPI_processed; ++row) {
            std::size_t before = window->steps.size;
            raise_unless_ok(catalog::add_version(window, spi::int_column(row, 1, -1), op_of_column(row, 2),
                                                 spi::uuids_column(row, 3)));
            if (window->steps.size > before)
                window->steps[before].timestamp = spi::bigint_column(row, 4, 0);
        }
        SPI_freetuptable(SPI_tuptable);
    }
    SPI_cursor_close(portal);
    Uuids wanted;
    raise_unless_ok(catalog::wanted_ids(*window, &wanted));
    *facts = read_facts(table_id, desc, wanted, as_seen);
}

int32 find_last_compaction(View table_id, View desc, int32 version)
{
    Datum values[] = {text_datum(table_id), text_datum(desc), Int32GetDatum(version)};
    return spi::run(&last_compaction_statement, values) == 0 ? -1 : spi::int_column(0, 1, -1);
}

void insert_version(const Table &table, View desc, int32 version, CommitOp op, int64 timestamp, Uuids snapshot,
                    View expression, int32 last_compaction)
{
    Datum values[] = {text_datum(table.id),           text_datum(desc),         Int32GetDatum(version),
                      text_datum(commit_op_name(op)), Int64GetDatum(timestamp), uuid_array_datum(snapshot),
                      text_datum(expression),         text_datum(table.domain), Int32GetDatum(last_compaction)};
    if (spi::run(&insert_statement, values) == 1)
        return;
    ereport(ERROR,
            (errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
             errmsg("version %d of partition \"%s\" could not be written", version, c_string(desc)),
             errdetail("A version of this partition is not visible to you, or another trigger suppressed the row.")));
}

bool stored_version(View table_id, View desc, int32 version, int64 *timestamp, Uuids *snapshot)
{
    Datum values[] = {text_datum(table_id), text_datum(desc), Int32GetDatum(version)};
    if (spi::run(&stored_statement, values) == 0)
        return false;
    *timestamp = spi::bigint_column(0, 1, 0);
    *snapshot = spi::uuids_column(0, 2);
    return true;
}

Span<const View> partitions_of(View table_id, bool as_seen)
{
    Datum values[] = {text_datum(table_id)};
    uint64 count = look(&descs_statement, values, as_seen);
    View *descs = huge_array<View>(count);
    for (uint64 row = 0; row < count; ++row)
        descs[row] = spi::text_column(row, 1);
    return {descs, count};
}

int32 version_at(View table_id, View desc, int64 timestamp, bool as_seen)
{
    Datum values[] = {text_datum(table_id), text_datum(desc), Int64GetDatum(timestamp)};
    return look(&version_at_statement, values, as_seen) == 0 ? -1 : spi::int_column(0, 1, -1);
}

int32 first_version(View table_id, View desc, bool as_seen)
{
    Datum values[] = {text_datum(table_id), text_datum(desc)};
    return look(&first_statement, values, as_seen) == 0 ? -1 : spi::int_column(0, 1, -1);
}

bool history_is_whole(View table_id, View desc, bool as_seen)
{
    int32 first = first_version(table_id, desc, as_seen);
    return first == 0 || (first > 0 && first - 1 == spi::int_column(0, 2, -1));
}

}   // namespace lakesoul
