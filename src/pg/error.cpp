// Raising of Status. No other file maps codes.
#include "pg/error.hpp"

#include "core/paimon/error.hpp"
#include "pg/pg.hpp"

namespace lakesoul {
namespace {

int sqlstate(Code code)
{
    switch (code) {
    case Code::ok: break;
    case Code::malformed: return ERRCODE_INVALID_BINARY_REPRESENTATION;
    case Code::limit: return ERRCODE_PROGRAM_LIMIT_EXCEEDED;
    case Code::bad_text: return ERRCODE_CHARACTER_NOT_IN_REPERTOIRE;
    case Code::bad_value:
    case Code::bad_json: return ERRCODE_INVALID_PARAMETER_VALUE;
    case Code::no_column: return ERRCODE_UNDEFINED_COLUMN;
    case Code::conflict: return ERRCODE_T_R_SERIALIZATION_FAILURE;
    case Code::id_reused: return ERRCODE_UNIQUE_VIOLATION;
    case Code::syntax: return ERRCODE_SYNTAX_ERROR;
    case Code::bad_literal: return ERRCODE_INVALID_TEXT_REPRESENTATION;
    case Code::bad_name: return ERRCODE_INVALID_NAME;
    case Code::reserved_name: return ERRCODE_RESERVED_NAME;
    case Code::bad_table: return ERRCODE_INVALID_TABLE_DEFINITION;
    case Code::no_namespace: return ERRCODE_INVALID_SCHEMA_NAME;
    case Code::no_table: return ERRCODE_UNDEFINED_TABLE;
    case Code::no_object: return ERRCODE_UNDEFINED_OBJECT;
    case Code::namespace_taken: return ERRCODE_DUPLICATE_SCHEMA;
    case Code::table_taken: return ERRCODE_DUPLICATE_TABLE;
    case Code::column_taken: return ERRCODE_DUPLICATE_COLUMN;
    case Code::object_taken: return ERRCODE_DUPLICATE_OBJECT;
    case Code::no_cast: return ERRCODE_CANNOT_COERCE;
    case Code::bad_state: return ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE;
    case Code::unsupported: return ERRCODE_FEATURE_NOT_SUPPORTED;
    case Code::out_of_memory: return ERRCODE_OUT_OF_MEMORY;
    case Code::internal: break;
    }
    return ERRCODE_INTERNAL_ERROR;
}

// Core's texts are UTF-8.
const char *in_server_encoding(const char *text)
{
    return pg_any_to_server(text, static_cast<int>(strlen(text)), PG_UTF8);
}

const char *detail_of(const Status &status)
{
    if (status.response != 0)
        return error_response(in_server_encoding(status.message), status.resource, in_server_encoding(status.detail),
                              status.response);
    return status.detail[0] == '\0' ? nullptr : in_server_encoding(status.detail);
}

}   // namespace

const char *error_response(const char *message, Resource resource, const char *name, int code)
{
    StringInfoData json;
    initStringInfo(&json);
    appendStringInfoString(&json, "{\"message\": ");
    escape_json(&json, message);
    const char *type = paimon::resource_type(resource);
    appendStringInfoString(&json, ", \"resourceType\": ");
    if (type == nullptr) {
        appendStringInfoString(&json, "null, \"resourceName\": null");
    } else {
        escape_json(&json, type);
        appendStringInfoString(&json, ", \"resourceName\": ");
        escape_json(&json, name);
    }
    appendStringInfo(&json, ", \"code\": %d}", code);
    return json.data;
}

void raise_unless_ok(const Status &status, const char *hint)
{
    if (status.ok())
        return;
    if (hint == nullptr)
        hint = status.hint;
    const char *detail = detail_of(status);
    ereport(ERROR, (errcode(sqlstate(status.code)), errmsg("%s", in_server_encoding(status.message)),
                    detail == nullptr ? 0 : errdetail("%s", detail), hint == nullptr ? 0 : errhint("%s", hint)));
}

}   // namespace lakesoul
