// Prints tables and audit. Keys that are not known are null.
#include "pg/paimon_answer.hpp"

#include "core/paimon/limits.hpp"

#include "pg/error.hpp"
#include "pg/jsonb.hpp"
#include "pg/jsonb_pack.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/spi.hpp"

namespace lakesoul::paimon {
namespace {

void put_time(json::Out *out, const char *key, int64 time)
{
    if (time == kUnknownTime)
        json::field_null(out, key);
    else
        json::field(out, key, time);
}

json::Value time_value(int64 time)
{
    return time == kUnknownTime ? json::Value() : json::of_number(time);
}

}   // namespace

Audit audit_columns(uint64 row, int first)
{
    Audit audit;
    audit.owner = spi::text_column(row, first);
    audit.created_at = spi::bigint_column(row, first + 1, kUnknownTime);
    audit.created_by = spi::text_column(row, first + 2);
    audit.updated_at = spi::bigint_column(row, first + 3, kUnknownTime);
    audit.updated_by = spi::text_column(row, first + 4);
    return audit;
}

void put_audit(json::Out *out, const Audit &audit)
{
    json::field(out, "owner", audit.owner);
    put_time(out, "createdAt", audit.created_at);
    json::field(out, "createdBy", audit.created_by);
    put_time(out, "updatedAt", audit.updated_at);
    json::field(out, "updatedBy", audit.updated_by);
}

Datum answer_of(const PaimonTable &table, Datum schema)
{
    static const View kKeys[] = {"id",       "name",      "path",      "owner",     "schema",    "database",
                                 "schemaId", "createdAt", "createdBy", "updatedAt", "updatedBy", "isExternal"};
    const Audit &audit = table.audit;
    const json::Value values[] = {
        json::of_text(table.table.id),    json::of_text(table.table.name), json::of_text(table.table.path),
        json::of_text(audit.owner),       json::of_jsonb(schema),          json::of_text(table.table.space),
        json::of_number(table.schema_id), time_value(audit.created_at),    json::of_text(audit.created_by),
        time_value(audit.updated_at),     json::of_text(audit.updated_by), json::of_truth(table.is_external)};
    return json::pack_object({kKeys, lengthof(kKeys)}, values);
}

Datum answer_of(const PaimonTable &table)
{
    if (table.response.data() != nullptr)
        return answer_of(table, jsonb_datum(table.response));
    Arena arena = server_arena(memory_budget(table.schema.size()));
    View schema;
    raise_unless_ok(schema_of_response(table.schema, &arena, &schema));
    return answer_of(table, jsonb_datum(schema));
}

void put_identifiers(json::Out *out, uint64 rows)
{
    json::begin_array(out);
    for (uint64 row = 0; row < rows; ++row) {
        json::begin_object(out);
        json::field(out, "database", spi::text_column(row, 1));
        json::field(out, "object", spi::text_column(row, 2));
        json::end_object(out);
    }
    json::end_array(out);
}

Datum finish_list(json::Out *out, View next_token)
{
    json::field(out, "nextPageToken", next_token);
    json::end_object(out);
    return json::datum(out);
}

}   // namespace lakesoul::paimon
