// What a public function of src/core answers: a code, a message and a detail in buffers of their own, and a hint.
// Lives in frames that ereport may leave, so it has no destructor. src/pg/error.cpp is the only place that
// maps a code to an SQLSTATE. Messages are lower case without a full stop; details are full sentences.
#pragma once

#include <cstdarg>
#include <cstdio>
#include <type_traits>

namespace lakesoul {

enum class Code : unsigned char {
    ok,
    malformed,       // 22P03: the bytes are not a message of the contract
    limit,           // 54000: over a size, memory or number limit; the limit is in the message
    bad_text,        // 22021: an embedded NUL, or bytes that are not UTF-8
    bad_value,       // 22023: a field's value is out of its domain
    bad_json,        // 22023: text that should be JSON of a certain shape is not
    no_column,       // 42703: a column that the table does not have
    conflict,        // 40001: lost against another commit; read again and retry
    id_reused,       // 23505: a commit id used again with other content
    unsupported,     // 0A000: well-formed, but not done here
    syntax,          // 42601: text that does not follow its grammar
    bad_literal,     // 22P02: a value that cannot be read as its type
    bad_name,        // 42602: a name with a character it may not have
    reserved_name,   // 42939
    same_column,     // 42701: a column that is there twice
    bad_table,       // 42P16: a definition of a table that contradicts itself
    out_of_memory,   // 53200
    internal,        // XX000: cannot happen
};

struct Status {
    Code code = Code::ok;
    char message[256] = {};
    char detail[512] = {};
    const char *hint = nullptr;   // a literal, or null
    bool ok() const { return code == Code::ok; }
};
static_assert(std::is_trivially_destructible_v<Status>);

// Makes a failure; the message is cut to its buffer, never in the middle of a UTF-8 character.
Status fail(Code code, const char *format, ...) noexcept __attribute__((format(printf, 2, 3)));
// Adds a detail to a failure.
Status with_detail(Status status, const char *format, ...) noexcept __attribute__((format(printf, 2, 3)));

// Adds what to do about it, as an instruction; a literal, so that a Status stays a plain value.
Status with_hint(Status status, const char *literal) noexcept;

// The failure for the exception that is being handled: call it in catch (...) and nowhere else.
Status caught() noexcept;

}   // namespace lakesoul
