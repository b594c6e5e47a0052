// JSON as a tree whose numbers are texts, so that every number survives exactly. Bounded by limits.hpp; keys given
// twice, NUL and bytes that are not UTF-8 are refused. Not for src/pg: it owns memory. Functions raise Failure.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/base/arena.hpp"
#include "core/base/types.hpp"
#include "core/paimon/schema.hpp"

namespace lakesoul::paimon {

struct Json {
    enum class Kind : unsigned char { null, boolean, number, string, array, object };
    Kind kind = Kind::null;
    bool truth = false;
    std::string text;                // of a string or a number
    std::vector<Json> items;         // of an array or an object
    std::vector<std::string> keys;   // of an object, one for each item

    bool is(Kind wanted) const { return kind == wanted; }
    // The value of a key, nullptr if there is none or it is null.
    const Json *find(View key) const;
    // Whether the key is there, null or not.
    bool has(View key) const;
};

// what: how messages call the text, such as "schema".
Json parse_json(View text, const char *what);

// "an object", "null", ...
const char *kind_name(Json::Kind kind);
// 400 unless the value is of the kind: "<where> must be an object, not null".
const Json &expect(const Json &value, Json::Kind kind, const std::string &where);

// Values of keys; where names the object in messages. The needed ones are 400 when they are missing or null.
const Json &need(const Json &object, View key, const std::string &where);
std::string need_string(const Json &object, View key, const std::string &where);
std::int64_t need_int64(const Json &object, View key, const std::string &where);
bool need_bool(const Json &object, View key, const std::string &where);
std::int64_t int64_or(const Json &object, View key, std::int64_t missing, const std::string &where);
std::int32_t int32_or(const Json &object, View key, std::int32_t missing, const std::string &where);
bool bool_or(const Json &object, View key, bool missing, const std::string &where);
// A string, or a number or boolean as its text. False if it is missing or null.
bool find_text(const Json &object, View key, const std::string &where, std::string *text);
// An array of strings.
std::vector<std::string> strings(const Json &array, const std::string &where);
// An object of scalars as texts; nulls are left out.
std::vector<std::pair<std::string, std::string>> string_map(const Json &object, const std::string &where);
// An integer, as a number or a string; 400 if it is none or out of range.
std::int64_t to_int64(const Json &value, const std::string &where);
// A boolean, or "true" and "false" as strings.
bool to_bool(const Json &value, const std::string &where);
// "key \"id\" of schema": where a value is.
std::string place(View key, const std::string &where);

void print_string(View text, std::string *out);
void print(const Json &value, std::string *out);
// Pairs as an object.
void print(const std::vector<std::pair<std::string, std::string>> &pairs, std::string *out);
// Equal as JSON: the order of keys does not matter.
bool equal(const Json &a, const Json &b);

// Copies into the arena.
View keep(View text, Arena *arena);
Span<const View> keep(const std::vector<std::string> &texts, Arena *arena);
Span<const Pair> keep(const std::vector<std::pair<std::string, std::string>> &pairs, Arena *arena);

}   // namespace lakesoul::paimon
