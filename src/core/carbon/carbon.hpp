// CarbonData 1.3's CREATE TABLE: from what a statement says to a plan, and from a plan to the texts that are stored.
// A Plan is one plain value made at once; everything else here reads it. Its faults that CarbonData's own
// documentation or reason speak against are corrected (docs/carbon.md lists them); messages are CarbonData's.
// Views point into the arena. No clock, no random numbers: ids and times are the caller's.
#pragma once

#include "core/base/arena.hpp"
#include "core/base/types.hpp"

namespace lakesoul::carbon {

constexpr std::size_t kMaxText = 1024 * 1024;         // bytes of a column list, a statement, all properties
constexpr std::size_t kMaxName = 1024;                // bytes of one name
constexpr std::size_t kMaxColumns = 10000;            // columns with children of complex ones, without the dummy
constexpr std::size_t kMaxNames = 16 * 1024 * 1024;   // bytes of all their names, which repeat their parents'
constexpr std::size_t kMaxProperties = 10000;
constexpr std::size_t kMaxDepth = 64;                  // types within types
constexpr std::size_t kMaxPartitions = 10000;          // of HASH, RANGE or LIST
constexpr std::size_t kMaxSchema = 64 * 1024 * 1024;   // bytes of a stored TableInfo
constexpr std::size_t kPartSize = 4000;                // UTF-16 units of a part of it
constexpr View kNoTable = "t";                         // what a plan without a name calls its table

enum class Kind : std::uint8_t {
    string,
    date,
    timestamp,
    boolean,
    int16,
    int32,
    int64,
    float64,
    decimal,
    array,
    structure,
    other,   // read from a stored table of another CarbonData version; its name is in Column::type
};

enum class Role : std::uint8_t { sort, dimension, complex, child, measure, dummy };
// "sort", "dimension", ...
View role_name(Role role) noexcept;

struct Column {
    View name;       // lower case; a child's has its parents' before it: "s.q.val"
    View own_name;   // the last part of it
    View type;       // CarbonData's name: "STRING", ...
    View comment;    // null view: none
    std::int32_t parent = -1;
    std::int32_t ordinal = -1;   // place in the statement; -1 for children and the dummy
    std::int32_t children = 0;   // direct ones; they follow, depth first
    std::int32_t precision = 0;
    std::int32_t scale = 0;
    Kind kind = Kind::other;
    Role role = Role::dimension;
    bool partition = false;
    Span<const View> encodings;   // in the order DICTIONARY, DIRECT_DICTIONARY, INVERTED_INDEX
    bool has(View encoding) const
    {
        for (View e : encodings)
            if (e == encoding)
                return true;
        return false;
    }
};

enum class Origin : std::uint8_t { user, normalised, derived };
View origin_name(Origin origin) noexcept;

struct Property {
    View key, value;
    Origin origin = Origin::user;
};

enum class PartitionType : std::uint8_t { none, hash, range, list, native_hive };
View partition_type_name(PartitionType type) noexcept;

struct Partitioning {
    PartitionType type = PartitionType::none;
    Span<const std::int32_t> columns;   // places in Plan::columns, in the order of PARTITIONED BY
    Span<const View> ranges;
    Span<const Span<const View>> lists;
    std::int32_t count = 0;   // ids are 0 .. count - 1
};

struct Bucketing {
    std::int32_t number = 0;            // 0: none
    Span<const std::int32_t> columns;   // places in Plan::columns
};

// Something to say besides an error.
struct Note {
    bool warning = false;   // otherwise a notice
    Status text;
};

struct Plan {
    View space, name;             // lower case
    Span<const Column> columns;   // listOfColumns
    Span<const Property> properties;
    Partitioning partitioning;
    Bucketing bucketing;
    Span<const Note> notes;
    // What is checked last, after whether the table exists: not reached with IF NOT EXISTS on a table that does.
    Status late;
};

// What a statement says. A null view stands for what is absent.
struct Request {
    View columns;
    bool columns_are_json = false;   // [{"name", "type", "comment"}], otherwise as in CREATE TABLE (...)
    View partitioned_by;             // as in PARTITIONED BY (...)
    View properties;                 // a JSON object of scalars
    View comment;
    View space = "default";
    View name = kNoTable;
};
// syntax, bad_text, limit for texts that cannot be read; otherwise the first of the checks that fails:
// unsupported, bad_value, same_column, bad_table, bad_literal, reserved_name, no_column, bad_name.
Status make_plan(const Request &request, Arena *arena, Plan *plan) noexcept;

// A whole CREATE TABLE ... STORED BY 'carbondata'.
struct Statement {
    Plan plan;
    View location;   // null view: none
    bool if_not_exists = false;
};
Status plan_statement(View sql, Arena *arena, Statement *statement) noexcept;

// A name as it is stored: lower case. what: "Table" or "Database". bad_name for an empty one, a blank in it, and in a
// table's name what is neither letter, digit nor underscore; bad_text, limit.
Status table_name(View given, const char *what, Arena *arena, View *name) noexcept;

// A path that a table is to have. bad_value if it is blank, bad_text.
Status check_path(View path) noexcept;

struct PartitionRow {
    std::int32_t id = 0;
    View description;   // as SHOW PARTITIONS prints it
};
// None for a table that is partitioned as Hive does, or not at all.
Status partition_rows(const Plan &plan, Arena *arena, Span<const PartitionRow> *rows) noexcept;

struct Identity {
    Uuid table_id;   // ids of columns are derived from it
    std::int64_t at_ms;
    View path;
};
// The TableInfo as CarbonData's Gson writes it. bad_value and bad_text for its path, limit.
Status table_info(const Plan &plan, const Identity &identity, Arena *arena, View *json) noexcept;
// The other way: columns, partitions, buckets and properties of a stored TableInfo. bad_json, bad_text, limit.
Status read_table_info(View json, Arena *arena, Plan *plan) noexcept;

// The size in bytes of the first part of a text: size UTF-16 units or what is left, one less rather than half a
// surrogate pair, but never nothing. text: UTF-8, not empty; size: at least 1.
std::size_t part_length(View text, std::size_t size) noexcept;
// The JSON that was split into carbonSchema0, carbonSchema1, ... of a JSON object; a null view if the object has no
// carbonSchemaPartsNo, or it is 0. bad_json, limit.
Status join_parts(View properties, Arena *arena, View *json) noexcept;

// Arrow-Java's JSON for a plan: declared order, partition columns last, no children of their own, no dummy.
Status arrow_schema(const Plan &plan, Span<const View> keys, Arena *arena, View *json) noexcept;
// table_info.partitions: columns of a table partitioned as Hive does, and the keys. bad_name for a partition column
// with a character that separates these, no_column, unsupported (a complex key), bad_value.
Status partitions_text(const Plan &plan, Span<const View> keys, Arena *arena, View *partitions) noexcept;
// Keys as columns are named: lower case, and there. no_column, unsupported.
Status key_columns(const Plan &plan, Span<const View> given, Arena *arena, Span<const View> *keys) noexcept;
// table_info.properties: those of the plan, the parts of its TableInfo, and what LakeSoul's clients look for.
Status stored_properties(const Plan &plan, View json, std::int64_t at_ms, std::int32_t hash_buckets, Arena *arena,
                         View *properties) noexcept;

// What is stored of a table.
struct Stored {
    View id, space, name, path, schema, properties, partitions;
};
struct Difference {
    View item;
    View stored, planned;   // null view: absent
};
// Plans a stored table again from its schema, properties and partitions and compares that with its TableInfo.
// *is_carbon is false if it has none. A stored text that cannot be read is a difference, not a failure.
Status verify(const Stored &stored, Arena *arena, bool *is_carbon, Span<const Difference> *differences) noexcept;

}   // namespace lakesoul::carbon
