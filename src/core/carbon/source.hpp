// What a statement says, read but not yet checked, and the readers of its two forms: DDL and JSON. Not for src/pg.
#pragma once

#include <string>
#include <vector>

#include "core/carbon/carbon.hpp"
#include "core/carbon/type.hpp"

namespace lakesoul::carbon {

struct Declared {
    std::string name;   // as it is written
    Type type;
    std::string comment;   // empty: none
};

struct Given {
    std::string key, value;   // as they are written
    bool has_value = true;
};

struct Source {
    std::string space, table;
    std::vector<Declared> columns, partitions;
    std::vector<Given> properties;
    std::string comment;
    bool temporary = false, skewed = false, clustered = false, external = false;
    bool partitioned = false;
    bool as_select = false;
    // Made from a stored table: its sort_columns is the result of planning and may be what no statement can say.
    bool stored = false;
};

// "a int, b string COMMENT 'x'": throws Refusal.
std::vector<Declared> read_columns(View text, const char *what);
// The same inside of a longer text, up to where it can go no further.
class Scanner;
std::vector<Declared> read_column_list(Scanner *scanner);
// [{"name": "a", "type": "int", "comment": "x"}]: throws Refusal.
std::vector<Declared> read_json_columns(View json);
// {"key": "value", "n": 1, "b": true}: throws Refusal.
std::vector<Given> read_json_properties(View json);
// A whole statement; *if_not_exists, *location and whether it has one: what is not of the plan.
struct StatementText {
    Source source;
    std::string location;
    bool has_location = false;
    bool if_not_exists = false;
};
StatementText read_statement(View sql);

// The plan of what was read; throws Refusal.
void build(const Source &source, Arena *arena, Plan *plan);
// A table's or namespace's name in lower case; throws Refusal as table_name fails.
std::string checked_name(View given, const char *what);
void require_path(View path);

}   // namespace lakesoul::carbon
