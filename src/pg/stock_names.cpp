// Statements over the mapping tables, as their owner. The lock of a table's id stands between who adopts its name and
// who at last inserts its table_info row; it is taken only while that row is not there.
#include "pg/stock_names.hpp"

#include "pg/clock.hpp"
#include "pg/guc.hpp"
#include "pg/lock.hpp"
#include "pg/spi.hpp"
#include "pg/stock_lookup.hpp"
#include "pg/text.hpp"

namespace lakesoul::stock {
namespace {

constexpr int64 kOrphanAgeMs = 60 * 1000;   // a creation that takes longer has crashed, or fails

// $1: name or path, $2: namespace of a name, $3: the table id that is expected there.
spi::Statement find_name = {
    "SELECT n.table_id, n.created_at FROM public.table_name_id AS n WHERE n.table_name OPERATOR(pg_catalog.=) $1"
    " AND n.table_namespace OPERATOR(pg_catalog.=) $2",
    2,
    {TEXTOID, TEXTOID}};

spi::Statement find_path = {
    "SELECT p.table_id, p.created_at FROM public.table_path_id AS p WHERE p.table_path OPERATOR(pg_catalog.=) $1",
    2,
    {TEXTOID, TEXTOID}};

spi::Statement remove_name = {"DELETE FROM public.table_name_id AS n WHERE n.table_name OPERATOR(pg_catalog.=) $1"
                              " AND n.table_namespace OPERATOR(pg_catalog.=) $2"
                              " AND n.table_id OPERATOR(pg_catalog.=) $3",
                              3,
                              {TEXTOID, TEXTOID, TEXTOID}};

spi::Statement remove_path = {"DELETE FROM public.table_path_id AS p WHERE p.table_path OPERATOR(pg_catalog.=) $1"
                              " AND p.table_id OPERATOR(pg_catalog.=) $3",
                              3,
                              {TEXTOID, TEXTOID, TEXTOID}};

struct MappingTable {
    const char *name, *key, *columns;
    spi::Statement *find, *remove;
};

constexpr MappingTable kTables[] = {
    {"table_name_id", "table_name_id_pkey", "table_name, table_namespace", &find_name, &remove_name},
    {"table_path_id", "table_path_id_pkey", "table_path", &find_path, &remove_path},
};

const MappingTable *table_of(Mapping mapping)
{
    return &kTables[static_cast<int>(mapping)];
}

// The table id that a name or path belongs to; a null view: to none.
View find(const MappingTable *table, View key, View space, int64 *created_at)
{
    Datum values[] = {text_datum(key), text_datum(space)};
    spi::User caller = spi::become_relation_owner(public_relation(table->name));
    uint64 rows = spi::read_newest(table->find, values);
    spi::become_again(caller);
    *created_at = rows == 0 ? 0 : spi::bigint_column(0, 2, 0);
    return rows == 0 ? View() : spi::text_column(0, 1);
}

}   // namespace

void adopt_orphan(Mapping mapping, View key, View space)
{
    const MappingTable *table = table_of(mapping);
    int64 created_at;
    View id = find(table, key, space, &created_at);
    if (id.data() == nullptr || created_at > now_ms() - kOrphanAgeMs || table_exists(id))
        return;
    lock::creation(id, true);
    if (table_exists(id))
        return;
    Datum values[] = {text_datum(key), text_datum(space), text_datum(id)};
    spi::User caller = spi::become_relation_owner(public_relation(table->name));
    (void)spi::run(table->remove, values);
    spi::become_again(caller);
}

void check_owner(Mapping mapping, View key, View space, View table_id)
{
    const MappingTable *table = table_of(mapping);
    int64 created_at;
    View id = key.empty() ? View() : find(table, key, space, &created_at);
    if (id.data() == nullptr || id == table_id)
        return;
    ereport(ERROR, (errcode(ERRCODE_UNIQUE_VIOLATION),
                    errmsg("duplicate key value violates unique constraint \"%s\"",
                           primary_key_name(public_relation(table->name), table->key)),
                    errdetail("Key (%s)=(%s%s%s) already exists.", table->columns, c_string(key),
                              mapping == Mapping::name ? ", " : "", mapping == Mapping::name ? c_string(space) : "")));
}

bool is_table_name(View name, View space)
{
    int64 created_at;
    if (guc::adopt_orphans())
        adopt_orphan(Mapping::name, name, space);
    return find(table_of(Mapping::name), name, space, &created_at).data() != nullptr;
}

void keep_id(View table_id)
{
    if (!table_exists(table_id))
        lock::creation(table_id, false);
}

}   // namespace lakesoul::stock
