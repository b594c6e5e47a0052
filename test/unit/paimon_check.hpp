// Calls of the Paimon rules as texts: what came out, or "<API code> <SQLSTATE> <resource> <name>: <message>".
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "core/paimon/error.hpp"
#include "core/paimon/schema.hpp"
#include "core/paimon/statistics.hpp"
#include "core/paimon/type.hpp"
#include "core/paimon/view.hpp"
#include "test_arena.hpp"

namespace lakesoul::test {

using nlohmann::json;

// The SQLSTATE that src/pg/error.cpp gives a code of this API.
inline const char *sqlstate(Code code)
{
    switch (code) {
    case Code::limit: return "54000";
    case Code::bad_text: return "22021";
    case Code::bad_value:
    case Code::bad_json: return "22023";
    case Code::no_column: return "42703";
    case Code::syntax: return "42601";
    case Code::no_namespace: return "3F000";
    case Code::no_table: return "42P01";
    case Code::no_object: return "42704";
    case Code::namespace_taken: return "42P06";
    case Code::table_taken: return "42P07";
    case Code::column_taken: return "42701";
    case Code::object_taken: return "42710";
    case Code::no_cast: return "42846";
    case Code::bad_state: return "55000";
    case Code::unsupported: return "0A000";
    default: return "unexpected";
    }
}

inline std::string fault(const Status &status)
{
    std::string text = std::to_string(status.response) + " " + sqlstate(status.code);
    if (const char *type = paimon::resource_type(status.resource))
        text += std::string(" ") + type + " " + status.detail;
    return text;
}

inline std::string fault_with_message(const Status &status)
{
    return fault(status) + ": " + status.message;
}

// A JSON result, keys in order; or the fault.
inline std::string answer(const Status &status, View out)
{
    return status.ok() ? json::parse(out).dump() : fault(status);
}

inline std::string parsed(const std::string &type)
{
    TestArena arena;
    View out;
    Status status = paimon::parse_type(type, arena.get(), &out);
    return answer(status, out);
}

inline std::string built(const std::string &schema)
{
    TestArena arena;
    View out;
    Status status = paimon::build_schema(schema, 0, arena.get(), &out);
    return answer(status, out);
}

// The schema of a request, built and changed.
inline std::string changed(const std::string &schema, const std::string &changes, bool has_snapshots = false)
{
    TestArena arena;
    View out;
    Status status = paimon::build_schema(schema, 0, arena.get(), &out);
    if (!status.ok())
        return "schema: " + fault_with_message(status);
    status = paimon::apply_changes(out, changes, has_snapshots, 0, arena.get(), &out);
    return answer(status, out);
}

inline void list_fields(const json &fields, std::string *text);

inline std::string type_text(const json &type)
{
    if (type.is_string())
        return type;
    std::string text = type["type"].get<std::string>() + "<";
    if (type.contains("fields"))
        list_fields(type["fields"], &text);
    if (type.contains("key"))
        text += type_text(type["key"]) + ", " + type_text(type["value"]);
    if (type.contains("element"))
        text += type_text(type["element"]);
    return text + ">";
}

inline void list_fields(const json &fields, std::string *text)
{
    bool first = true;
    for (const json &field : fields) {
        *text += std::string(first ? "" : ", ") + field["name"].get<std::string>() + "#" + field["id"].dump() + " " +
                 type_text(field["type"]);
        if (field.contains("description"))
            *text += " '" + field["description"].get<std::string>() + "'";
        if (field.contains("defaultValue"))
            *text += " = " + field["defaultValue"].get<std::string>();
        first = false;
    }
}

// A table schema in a line: "1: f0#0 INT, f1#1 BIGINT, highest 1"; faults stay as they are.
inline std::string brief(const std::string &table)
{
    if (table.empty() || table[0] != '{')
        return table;
    json schema = json::parse(table);
    std::string text = schema["id"].dump() + ": ";
    list_fields(schema["fields"], &text);
    return text + ", highest " + schema["highestFieldId"].dump();
}

inline std::string after(const std::string &schema, const std::string &changes, bool has_snapshots = false)
{
    return brief(changed(schema, changes, has_snapshots));
}

}   // namespace lakesoul::test
