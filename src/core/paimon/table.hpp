// A table's schema as values. Not for src/pg: it owns memory. Functions raise Failure.
#pragma once

#include "core/paimon/data_type.hpp"

namespace lakesoul::paimon {

// Options in the order of their keys, so that results do not depend on how a client ordered them.
class Options {
public:
    // nullptr if it is not set.
    const std::string *find(View key) const;
    bool has(View key) const { return find(key) != nullptr; }
    void take(std::vector<std::pair<std::string, std::string>> unordered);
    void set(View key, View value);
    void remove(View key);
    // An option that is "true", in any case.
    bool is_true(View key, bool missing = false) const;
    // An integer; 400 if it is none.
    std::int32_t integer(View key, std::int32_t missing) const;

    std::vector<std::pair<std::string, std::string>> pairs;

private:
    void check_size() const;
};

struct Table {
    std::int64_t id = 0;
    std::vector<Field> fields;
    std::int64_t highest_field_id = -1;
    std::vector<std::string> partition_keys;
    std::vector<std::string> primary_keys;
    Options options;
    std::optional<std::string> comment;
    std::int64_t time_millis = 0;
};

// Reads the keys of a Schema; a TableSchema has more. Nothing is validated beyond shape.
Table read_client_schema(const Json &json);
Table read_table_schema(const Json &json);
void print(const Table &table, std::string *out);
// As the Schema of a GetTableResponse: without version, id, highestFieldId, timeMillis, and the option "path".
void print_response(Table table, std::string *out);

// What turns a client's schema, or the result of changes, into one that may be stored. shape: the code of faults of
// shape (a column twice, keys that do not exist or repeat, keys in list and options), which the API answers with 400
// when a table is made and with 500 after changes.
enum class Shape : unsigned char { of_request, of_changes };
void normalise(Table *table, Shape shape);
void validate(const Table &table);

// What is between commas, as it is; nothing after the last one is no part.
std::vector<View> parts_of(View text);
// "a, b," -> a, b: without blanks around names, blank ones left out.
std::vector<std::string> split_list(View text);
bool contains(const std::vector<std::string> &list, View name);
const Field *find_field(const std::vector<Field> &fields, View name);

}   // namespace lakesoul::paimon
