// Identifiers, name patterns, pages and partition names. Names are compared by bytes (COLLATE "C"), never by the
// database's collation.
#pragma once

#include "core/base/arena.hpp"
#include "core/base/types.hpp"
#include "core/paimon/schema.hpp"

namespace lakesoul::paimon {

// {"database", "object"}; databaseName and tableName are read as well. An object is "table", "table$branch_<b>",
// "table$<system>" or "table$branch_<b>$<system>".
struct Ident {
    View database;
    View object;   // as sent
    View table;
    bool has_branch = false;
    View branch;
    bool has_system = false;
    View system;
};
// 400: a missing or blank name, two spellings that differ, more than two '$', an empty part.
Status read_ident(View json, Arena *arena, Ident *out) noexcept;
// 400 unless the identifier is a table's own name, without '$': for create, rename and everything that writes.
Status require_plain(const Ident &ident) noexcept;

// A pattern: '%' at the end only, for any rest; '_' is an ordinary character; '\' takes the next one literally.
// Without '%' the exact name; missing or empty: everything.
struct Pattern {
    enum class Kind : std::uint8_t { all, exact, prefix } kind = Kind::all;
    View text;   // unescaped
};
// 400 if anything follows a '%'.
Status read_pattern(View pattern, Arena *arena, Pattern *out) noexcept;
bool matches(const Pattern &pattern, View name) noexcept;

// A list's query. All keys may be missing or null. Integers may be strings.
constexpr std::int32_t kPageSize = 100;
struct Query {
    std::int32_t max_results = kPageSize;   // missing, 0 or less: 100; more: 100
    bool has_token = false;                 // the last name of the page before, exclusive; need not exist
    View token;
    Pattern database;    // databaseNamePattern
    Pattern name;        // tableNamePattern or viewNamePattern
    Pattern partition;   // partitionNamePattern
    Pattern tag;         // tagNamePrefix: a prefix where there is no '%'
    bool has_table_type = false;
    View table_type;   // tableType: "table" matches tables without the option "type" as well
};
// 400: not an object, maxResults that is no integer, a bad pattern, two name patterns.
Status read_query(View json, Arena *arena, Query *out) noexcept;

// Whether a table with this option "type" (null view: not set) passes the tableType filter.
bool matches_type(const Query &query, View type) noexcept;

// "db.object": the key of a global list.
Status global_key(View database, View object, Arena *arena, View *key) noexcept;

// A partition's name, "k1=v1/k2=v2" in the order of the keys, which a jsonb object does not keep. 400 unless the spec
// has exactly the keys.
Status partition_name(Span<const View> keys, Span<const Pair> spec, Arena *arena, View *name) noexcept;
// The spec ordered by the keys; 400 as above.
Status order_spec(Span<const View> keys, Span<const Pair> spec, Arena *arena, Span<const Pair> *ordered) noexcept;

// A spec as LakeSoul's partition_desc ("dt=2026-01-01,region=eu", "-5" without keys), its markers for null
// (null_name, the option partition.default-name, "__DEFAULT_PARTITION__") and the empty text in place. 400 for a value
// with ',' or '=', which LakeSoul's clients cannot read, and a spec that has other keys.
Status desc_of_spec(Span<const View> keys, Span<const Pair> spec, View null_name, Arena *arena, View *desc) noexcept;
// The reverse. 500 (55000) for a description that does not fit the keys.
Status spec_of_desc(Span<const View> keys, View desc, View null_name, Arena *arena, Span<const Pair> *spec) noexcept;
// Pairs as a JSON object.
Status print_pairs(Span<const Pair> pairs, Arena *arena, View *json) noexcept;
constexpr View kDefaultPartition = "__DEFAULT_PARTITION__";

}   // namespace lakesoul::paimon
