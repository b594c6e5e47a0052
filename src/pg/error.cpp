// Raising of Status. No other file maps codes.
#include "pg/error.hpp"

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
    case Code::unsupported: return ERRCODE_FEATURE_NOT_SUPPORTED;
    case Code::syntax: return ERRCODE_SYNTAX_ERROR;
    case Code::bad_literal: return ERRCODE_INVALID_TEXT_REPRESENTATION;
    case Code::bad_name: return ERRCODE_INVALID_NAME;
    case Code::reserved_name: return ERRCODE_RESERVED_NAME;
    case Code::same_column: return ERRCODE_DUPLICATE_COLUMN;
    case Code::bad_table: return ERRCODE_INVALID_TABLE_DEFINITION;
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

}   // namespace

void raise_unless_ok(const Status &status, const char *hint)
{
    if (status.ok())
        return;
    if (hint == nullptr)
        hint = status.hint;
    ereport(ERROR, (errcode(sqlstate(status.code)), errmsg("%s", in_server_encoding(status.message)),
                    status.detail[0] == '\0' ? 0 : errdetail("%s", in_server_encoding(status.detail)),
                    hint == nullptr ? 0 : errhint("%s", hint)));
}

}   // namespace lakesoul
