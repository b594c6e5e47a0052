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
    malformed,         // 22P03: the bytes are not a message of the contract
    limit,             // 54000: over a size, memory or number limit; the limit is in the message
    bad_text,          // 22021: an embedded NUL, or bytes that are not UTF-8
    bad_value,         // 22023: a field's value is out of its domain
    bad_json,          // 22023: text that should be JSON of a certain shape is not
    no_column,         // 42703: a column that the table does not have
    conflict,          // 40001: lost against another commit; read again and retry
    id_reused,         // 23505: a commit id used again with other content
    syntax,            // 42601: text that does not follow its grammar, or names no data type
    bad_literal,       // 22P02: a value that cannot be read as its type
    bad_name,          // 42602: a name with a character it may not have
    reserved_name,     // 42939
    bad_table,         // 42P16: a definition of a table that contradicts itself
    no_namespace,      // 3F000
    no_table,          // 42P01: a table or view that is not there
    no_object,         // 42704: a partition, snapshot, tag, dialect, ... that is not there
    namespace_taken,   // 42P06
    table_taken,       // 42P07: a table or view
    column_taken,      // 42701: a column that is there twice, or already
    object_taken,      // 42710
    no_cast,           // 42846: a column's type cannot become another one
    bad_state,         // 55000: what is asked for leaves something that may not be
    unsupported,       // 0A000: well-formed, but not done here
    out_of_memory,     // 53200
    internal,          // XX000: cannot happen
};

// What the Paimon API's errors are about.
enum class Resource : unsigned char {
    none,
    database,
    table,
    partition,
    column,
    snapshot,
    branch,
    tag,
    view,
    dialect,
    function,
    definition,
    unknown,
};

struct Status {
    Code code = Code::ok;
    // The Paimon API's own code (400, 404, ...); 0 for failures that are not that API's. With one, detail holds the
    // resource's bare name, and what is raised has an ErrorResponse made of these as its detail.
    unsigned short response = 0;
    Resource resource = Resource::none;
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
