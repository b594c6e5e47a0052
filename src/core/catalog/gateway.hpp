// The DAO gateway's rules: which function a code belongs to, how its parameters are joined in one text, and which
// payload it takes. The codes themselves, with their statements, are in pg/gateway_codes.cpp.
#pragma once

#include "core/base/arena.hpp"
#include "core/base/types.hpp"
#include "core/wire/messages.hpp"

namespace lakesoul::gateway {

// The SQL function that takes a code.
enum class Call : std::uint8_t { query, insert, update, scalar };
const char *function_name(Call call) noexcept;   // "lakesoul.execute_query", ...

enum class Kind : std::uint8_t {
    text,
    int32,
    int64,
    uuid,
    uuids,    // 32 hexadecimal digits each, joined by nothing
    texts,    // joined by _DELIM_
    change,   // a new value as text, '' for none; a code's changes must not all be ''
};

struct Parameter {
    const char *name;
    Kind kind;
};

constexpr std::size_t kMostParameters = 4;

struct DaoCode {
    int number;
    Call call;
    const char *name;
    Parameter parameters[kMostParameters];   // those after the last one have no name
};

// A parameter as its kind says; the other members are empty.
struct Value {
    View text;
    std::int64_t number = 0;
    Uuid uuid{};
    Uuids uuids;
    Span<const View> texts;
};

std::size_t parameter_count(const DaoCode &code) noexcept;

// Takes "a__DELIM__b" apart for a code. A code without parameters takes the empty text. values has room for
// kMostParameters. bad_value: a wrong number of parameters, or one that is not of its kind.
Status parse_parameters(const DaoCode &code, View joined, Arena *arena, Value *values) noexcept;

// The failure for a code that is of another function: bad_value.
Status wrong_function(const DaoCode &code, Call asked) noexcept;
// The failure for a number that is no code: bad_value.
Status unknown_code(int number, Call asked) noexcept;

// The fields of a JniWrapper, in its order.
enum class Field : std::uint8_t {
    name_space,
    table_info,
    table_path_id,
    table_name_id,
    partition_info,
    data_commit_info,
    discard_compressed_file_info
};

// The list of code 300: rows to insert, and the ids of its last element, which is none of them if it has no table id.
struct PartitionRows {
    Span<const wire::PartitionInfo> rows;
    Uuids published;
};
PartitionRows split_container(Span<const wire::PartitionInfo> list) noexcept;

// Checks that a payload has elements in no other field than the code's, and exactly one if one is asked for, and that
// commits have an id. bad_value.
Status check_payload(const DaoCode &code, const wire::JniWrapper &payload, Field field, bool one) noexcept;

struct Date {
    int year, month, day;
};

enum class DateFault : std::uint8_t { none, syntax, range };

// Reads a year of one to four digits, month and day, joined by '-', such as 2026-08-01.
DateFault parse_date(View text, Date *out) noexcept;

}   // namespace lakesoul::gateway
