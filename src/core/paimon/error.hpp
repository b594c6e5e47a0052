// The errors of the Paimon API: an HTTP-like code, what it is about, and a finer SQLSTATE beside it.
//
//   400 invalid      22023 (42601 for a type's text, 22021 for text, 54000 for limits)
//   404 missing      database 3F000, table and view 42P01, column 42703, everything else 42704
//   409 taken        database 42P06, table and view 42P07, column 42701, everything else 42710
//   500 state        42846 for a cast, otherwise 55000
//   501 unsupported  0A000
#pragma once

#include "core/base/status.hpp"
#include "core/base/types.hpp"

namespace lakesoul::paimon {

// Each makes a failure that src/pg/error.cpp raises with an ErrorResponse as its DETAIL. A name is the resource's bare
// one: no database before a table's or view's, the dotted path of a column, the id of a snapshot. It is cut at 511
// bytes. Foreign text in a message goes through Quoted, or "%.*s" of wire::shortened().
Status invalid(const char *format, ...) noexcept __attribute__((format(printf, 1, 2)));
// "table orders does not exist", with the kind of resource as its message says it.
Status missing(Resource resource, View name) noexcept;
// "table orders already exists".
Status taken(Resource resource, View name) noexcept;
Status bad_state(const char *format, ...) noexcept __attribute__((format(printf, 1, 2)));
Status unsupported(const char *format, ...) noexcept __attribute__((format(printf, 1, 2)));
Status no_cast(const char *format, ...) noexcept __attribute__((format(printf, 1, 2)));
// A limit of ours, answered as 400.
Status over_limit(const char *format, ...) noexcept __attribute__((format(printf, 1, 2)));

// Says what a failure is about, without changing its message.
Status about(Status status, Resource resource, View name) noexcept;

// "TABLE": the resource's name in an ErrorResponse; nullptr for none.
const char *resource_type(Resource resource) noexcept;

// A foreign name, short enough for a message: printf("%s", Quoted(name).text) gives "name" with its quotes.
struct Quoted {
    char text[96];
    explicit Quoted(View name) noexcept;
};

}   // namespace lakesoul::paimon
