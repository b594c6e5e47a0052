// Statements and checks of create_table.
#include "pg/create_table.hpp"

#include "core/catalog/locations.hpp"
#include "core/catalog/table_schema.hpp"
#include "pg/catalog_namespace.hpp"
#include "pg/catalog_table.hpp"
#include "pg/clock.hpp"
#include "pg/drop_table.hpp"
#include "pg/error.hpp"
#include "pg/guc.hpp"
#include "pg/paimon_names.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/spi.hpp"
#include "pg/stock_lookup.hpp"
#include "pg/text.hpp"

#include <initializer_list>

extern "C" {
#include "utils/fmgroids.h"
}

namespace lakesoul {
namespace {

spi::Statement name_statement = {"INSERT INTO public.table_name_id (table_name, table_id, table_namespace, domain,"
                                 " created_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
                                 5,
                                 {TEXTOID, TEXTOID, TEXTOID, TEXTOID, INT8OID}};

spi::Statement path_statement = {"INSERT INTO public.table_path_id (table_path, table_id, table_namespace, domain,"
                                 " created_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
                                 5,
                                 {TEXTOID, TEXTOID, TEXTOID, TEXTOID, INT8OID}};

spi::Statement names_statement = {"SELECT FROM public.table_name_id AS n WHERE n.table_name OPERATOR(pg_catalog.=) $1"
                                  " AND n.table_namespace OPERATOR(pg_catalog.=) $2",
                                  2,
                                  {TEXTOID, TEXTOID}};

// $2 is of the other statement only.
spi::Statement paths_statement = {"SELECT FROM public.table_path_id AS p WHERE p.table_path OPERATOR(pg_catalog.=) $1"
                                  " AND $2 IS NOT NULL",
                                  2,
                                  {TEXTOID, TEXTOID}};

// $7: hashBucketNum to write, $8: the one to write unless it is there.
spi::Statement info_statement = {
    "INSERT INTO public.table_info (table_id, table_namespace, table_name, table_path, table_schema, properties,"
    " partitions, domain, table_schema_arrow_ipc, table_schema_arrow_ipc_json_hash) SELECT $1, $2, $3, $4, $5,"
    " CASE WHEN COALESCE($7, $8) IS NULL THEN $6::pg_catalog.json"
    " WHEN $7 IS NULL AND ($6::pg_catalog.jsonb) OPERATOR(pg_catalog.?) 'hashBucketNum' THEN $6::pg_catalog.json"
    " ELSE (($6::pg_catalog.jsonb) OPERATOR(pg_catalog.||) pg_catalog.jsonb_build_object('hashBucketNum',"
    " COALESCE($7, $8)::pg_catalog.text))::pg_catalog.json END, $9, $10, $11, $12 ON CONFLICT DO NOTHING",
    12,
    {TEXTOID, TEXTOID, TEXTOID, TEXTOID, TEXTOID, TEXTOID, INT4OID, INT4OID, TEXTOID, TEXTOID, BYTEAOID, TEXTOID}};

View default_path(View space_name, View name, const Namespace &space)
{
    const char *warehouse = guc::warehouse();
    View root = space.location.empty() ? View(warehouse) : space.location;
    if (root.empty() || name.empty())
        ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("table path is missing"),
                        errhint("Give a path, or set the namespace's property location or lakesoul.warehouse.")));
    raise_unless_ok(catalog::check_folder_name(space_name));
    raise_unless_ok(catalog::check_folder_name(name));
    while (!root.empty() && root.back() == '/')
        root.remove_suffix(1);
    char *path = static_cast<char *>(palloc(root.size() + space_name.size() + name.size() + 3));
    char *end = path;
    for (View part : {root, space_name, name}) {
        memcpy(end, part.data(), part.size());
        end += part.size();
        *end++ = '/';
    }
    --end;
    return View(path, end - path);
}

constexpr std::size_t kMaxTableId = 255;   // bytes; leaves room for descriptions in an index key

void check_length(const char *what, std::size_t size, std::size_t limit)
{
    if (size > limit)
        ereport(ERROR, (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED), errmsg("%s is too long", what),
                        errdetail("It has %zu bytes, the limit is %zu.", size, limit)));
}

// False if the key is taken. In a transaction that keeps one snapshot, one that was given up since is still seen beside
// the new one: which of the two a statement would mean, nobody could say.
bool insert_mapping(spi::Statement *statement, spi::Statement *seen, View key, View id, View space, View domain)
{
    if (key.empty())
        return true;
    Datum values[] = {text_datum(key), text_datum(id), text_datum(space), text_datum(domain), Int64GetDatum(now_ms())};
    if (spi::run(statement, values) == 0)
        return false;
    Datum keys[] = {values[0], values[2]};
    if (IsolationUsesXactSnapshot() && spi::run(seen, keys) > 1)
        raise_not_newest(psprintf("The table that had \"%s\" was dropped or renamed since.", c_string(key)));
    return true;
}

// False if a table has the name; 42P07 if a view has it.
bool insert_name(View name, View id, View space, View domain)
{
    if (!name.empty())
        refuse_view_name(name, space, ERRCODE_DUPLICATE_TABLE);
    return insert_mapping(&name_statement, &names_statement, name, id, space, domain);
}

}   // namespace

void check_name_length(View name, View space)
{
    check_length("table name with its namespace", name.size() + space.size(), catalog::kMaxPathKey);
}

void check_path_length(View path)
{
    check_length("table path", path.size(), catalog::kMaxPathKey);
}

void raise_name_taken(View name, View space)
{
    ereport(ERROR, (errcode(ERRCODE_DUPLICATE_TABLE),
                    errmsg("table \"%s\" already exists in namespace \"%s\"", c_string(name), c_string(space))));
    pg_unreachable();
}

void claim_name(View name, View id, View space, View domain)
{
    if (!insert_name(name, id, space, domain))
        raise_name_taken(name, space);
}

void claim_path(View path, View id, View space, View domain)
{
    if (!insert_mapping(&path_statement, &paths_statement, path, id, space, domain))
        ereport(ERROR, (errcode(ERRCODE_DUPLICATE_TABLE),
                        errmsg("path \"%s\" belongs to another table already", c_string(path))));
}

View path_of_new_table(View space, View name)
{
    return default_path(space, name, find_namespace(space));
}

namespace {

void check(const NewTable &table, View path)
{
    if (table.name.empty() && path.empty())
        ereport(ERROR,
                (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("a table must have a name or a path, or both")));
    check_name_length(table.name, table.space);
    check_path_length(path);
    check_length("table id", table.id.size(), kMaxTableId);
    Arena arena = server_arena();
    catalog::TableShape shape;
    View normal;
    raise_unless_ok(catalog::parse_partitions(table.partitions, &arena, &shape));
    raise_unless_ok(catalog::format_partitions(shape, &arena, &normal));
    raise_unless_ok(catalog::check_columns(shape, table.schema, &arena));
    raise_unless_ok(catalog::check_json_object(table.properties, "properties"));
}

View new_id()
{
    Datum id = OidFunctionCall0(F_GEN_RANDOM_UUID);
    return View(psprintf("table_%s", uuid_text(uuid_of_datum(id)).text));
}

[[noreturn]] void raise_id_taken(View id)
{
    ereport(ERROR, (errcode(ERRCODE_DUPLICATE_OBJECT), errmsg("table id \"%s\" is used already", c_string(id))));
    pg_unreachable();
}

// The id of a table that the caller cannot see: its name would be refused by row-level security, in other words.
bool is_hidden(View id)
{
    Table table;
    return stock::table_exists(id) && !find_table_by_id(id, &table);
}

}   // namespace

View create_table(const NewTable &table)
{
    Namespace space = find_namespace(table.space);
    View path = table.path.data() == nullptr ? default_path(table.space, table.name, space) : table.path;
    check(table, path);
    View id = table.id.empty() ? new_id() : table.id;
    if (!table.id.empty() && is_hidden(id))
        raise_id_taken(id);
    if (!insert_name(table.name, id, table.space, space.domain)) {
        if (table.if_not_exists)
            return View();
        raise_name_taken(table.name, table.space);
    }
    claim_path(path, id, table.space, space.domain);
    Datum values[] = {text_datum(id),
                      text_datum(table.space),
                      text_datum(table.name),
                      text_datum(path),
                      text_datum(table.schema),
                      text_datum(table.properties),
                      Int32GetDatum(table.hash_buckets),
                      Int32GetDatum(table.default_buckets),
                      text_datum(table.partitions),
                      text_datum(space.domain),
                      bytea_datum(table.arrow_ipc),
                      text_datum(table.arrow_hash)};
    char nulls[] = "            ";
    nulls[6] = table.set_buckets && table.hash_buckets != 0 ? ' ' : 'n';
    nulls[7] = table.set_buckets ? ' ' : 'n';
    nulls[10] = nulls[11] = table.arrow_ipc.empty() ? 'n' : ' ';
    if (spi::run(&info_statement, values, nulls) == 0)
        raise_id_taken(id);
    if (!table.id.empty())
        forget_paimon(id);   // of a table that had the id and was dropped by plain SQL
    return id;
}

}   // namespace lakesoul
