// Details of tables: the caller's rows of table_info beside the side rows of just these tables, read in one statement.
#include "pg/paimon_details.hpp"

#include "pg/error.hpp"
#include "pg/jsonb_pack.hpp"
#include "pg/paimon_answer.hpp"
#include "pg/paimon_derive.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/spi.hpp"
#include "pg/text.hpp"

extern "C" {
#include "utils/datum.h"
}

namespace lakesoul::paimon {
namespace {

constexpr std::size_t kAboutTable = 400;   // bytes of an answer, beside its schema

// Tables that have rows, in any order: a join with the list of ids would have the wide side hashed. That a table_schema
// is still the one that was written is seen by a hash: whole texts would have to be carried about.
spi::Statement state_statement = {
    "SELECT p.table_id, p.is_external, p.schema_id, s.schema, pg_catalog.hashtextextended(s.lakesoul_schema COLLATE"
    " pg_catalog.\"C\", 0), p.owner, p.created_at, p.created_by, p.updated_at, p.updated_by"
    " FROM lakesoul.paimon_tables AS p JOIN lakesoul.paimon_schemas AS s"
    " ON s.table_id OPERATOR(pg_catalog.=) p.table_id AND s.schema_id OPERATOR(pg_catalog.=) p.schema_id"
    " WHERE p.table_id OPERATOR(pg_catalog.=) ANY ($1)",
    1,
    {TEXTARRAYOID}};

// Which table of the list has an id.
struct Place {
    View id;
    uint64 number;
};

int compare_places(const void *a, const void *b)
{
    return static_cast<const Place *>(a)->id.compare(static_cast<const Place *>(b)->id);
}

// The tables found, as far as their rows of table_info say. hashes: of their table_schema.
PaimonTable *take_tables(View database, uint64 count, int64 *hashes)
{
    PaimonTable *tables = static_cast<PaimonTable *>(palloc0_array(PaimonTable, count + 1));
    for (uint64 i = 0; i < count; ++i) {
        tables[i].table.space = database;
        tables[i].table.name = spi::text_column(i, 1);
        tables[i].table.id = spi::text_column(i, 2);
        tables[i].table.path = spi::text_column(i, 3);
        tables[i].table.partitions = spi::text_column(i, 4);
        hashes[i] = spi::bigint_column(i, 5, 0);
    }
    return tables;
}

// Reads the side rows. stored: the schema, 0 where somebody else changed the table since, or there is none.
void take_states(PaimonTable *tables, const int64 *hashes, Datum *stored, uint64 count)
{
    View *ids = palloc_array(View, count + 1);
    Place *places = palloc_array(Place, count + 1);
    for (uint64 i = 0; i < count; ++i) {
        ids[i] = tables[i].table.id;
        places[i] = {ids[i], i};
    }
    qsort(places, count, sizeof *places, compare_places);
    Datum values[] = {text_array_datum({ids, count})};
    constexpr uint64 kMany = 500;
    uint64 rows = count < kMany ? spi::read_as_owner(&state_statement, values)
                                : spi::read_many_as_owner(&state_statement, values);
    for (uint64 row = 0; row < rows; ++row) {
        Place wanted = {spi::text_column(row, 1), 0};
        uint64 i = static_cast<Place *>(bsearch(&wanted, places, count, sizeof *places, compare_places))->number;
        bool null;
        Datum schema = spi::jsonb_column(row, 4, &null);
        stored[i] = null || spi::bigint_column(row, 5, 0) != hashes[i] ? 0 : schema;
        tables[i].is_external = spi::bool_column(row, 2);
        tables[i].schema_id = spi::bigint_column(row, 3, 0);
        tables[i].adopted = true;
        tables[i].audit = audit_columns(row, 6);
    }
}

// A table that the API has no rows of, or older ones.
Status derive_table(PaimonTable *table, const Origin &origin)
{
    if (table->adopted)
        return try_read_table(table->table, true, table);
    table->lakesoul_schema = origin.lakesoul_schema;
    return derive(table, origin);
}

// Origins of the tables that have no rows; the others have none.
Origin *find_origins_of(const PaimonTable *tables, uint64 count)
{
    View *ids = palloc_array(View, count + 1);
    std::size_t derived = 0;
    for (uint64 i = 0; i < count; ++i)
        if (!tables[i].adopted)
            ids[derived++] = tables[i].table.id;
    Origin *origins = static_cast<Origin *>(palloc0_array(Origin, count + 1));
    if (derived == 0)
        return origins;
    find_origins({ids, derived}, true);
    for (uint64 i = 0, row = 0; i < count; ++i)
        if (!tables[i].adopted)
            origins[i] = origin_column(row++);
    return origins;
}

// The answer for such a table; 0, with a WARNING, if its schema cannot be read. What it takes meanwhile is work's.
Datum derived_answer(PaimonTable *table, const Origin &origin, MemoryContext work)
{
    MemoryContext result = MemoryContextSwitchTo(work);
    Arena arena = server_arena();
    Status status = catalog::parse_partitions(table->table.partitions, &arena, &table->table.shape);
    if (status.ok())
        status = derive_table(table, origin);
    Datum answer = status.ok() ? answer_of(*table) : 0;
    if (!status.ok())
        ereport(WARNING, (errmsg("table \"%s\" of database \"%s\" is left out", c_string(table->table.name),
                                 c_string(table->table.space)),
                          errdetail("%s", c_string(View(status.message)))));
    MemoryContextSwitchTo(result);
    if (answer != 0)
        answer = datumCopy(answer, false, -1);
    MemoryContextReset(work);
    return answer;
}

}   // namespace

Datum details_of(View database, uint64 count)
{
    int64 *hashes = palloc_array(int64, count + 1);
    PaimonTable *tables = take_tables(database, count, hashes);
    Datum *stored = static_cast<Datum *>(palloc0_array(Datum, count + 1));
    take_states(tables, hashes, stored, count);
    Origin *origins = find_origins_of(tables, count);
    Datum *derived = static_cast<Datum *>(palloc0_array(Datum, count + 1));
    MemoryContext work = AllocSetContextCreate(CurrentMemoryContext, "lakesoul table", ALLOCSET_DEFAULT_SIZES);
    std::size_t shown = 0, size = 0;
    for (uint64 i = 0; i < count; ++i) {
        CHECK_FOR_INTERRUPTS();
        derived[i] = stored[i] != 0 ? 0 : derived_answer(&tables[i], origins[i], work);
        Datum known = stored[i] != 0 ? stored[i] : derived[i];
        shown += known != 0 ? 1 : 0;
        size += kAboutTable + (known != 0 ? VARSIZE_ANY(DatumGetPointer(known)) : 0);
    }
    json::Packer details = json::begin_packed_array(shown, size);
    for (uint64 i = 0; i < count; ++i) {
        Datum answer = stored[i] != 0 ? answer_of(tables[i], stored[i]) : derived[i];
        if (answer == 0)
            continue;
        json::add(&details, json::of_jsonb(answer));
        pfree(DatumGetPointer(answer));
    }
    return json::packed(&details);
}

}   // namespace lakesoul::paimon
