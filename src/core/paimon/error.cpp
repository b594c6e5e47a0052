// Makes the API's failures. Must not allocate.
#include "core/paimon/error.hpp"

#include <algorithm>
#include <cstdarg>
#include <cstdio>

#include "core/wire/text.hpp"

namespace lakesoul::paimon {
namespace {

constexpr unsigned short kInvalid = 400;
constexpr unsigned short kMissing = 404;
constexpr unsigned short kTaken = 409;
constexpr unsigned short kState = 500;
constexpr unsigned short kUnsupported = 501;

__attribute__((format(printf, 3, 0))) Status answer(unsigned short response, Code code, const char *format,
                                                    std::va_list arguments) noexcept
{
    char message[sizeof Status().message];
    std::vsnprintf(message, sizeof message, format, arguments);
    Status status = fail(code, "%s", message);
    status.response = response;
    return status;
}

// What a message calls it.
const char *noun(Resource resource) noexcept
{
    switch (resource) {
    case Resource::database: return "database";
    case Resource::table: return "table";
    case Resource::partition: return "partition";
    case Resource::column: return "column";
    case Resource::snapshot: return "snapshot";
    case Resource::branch: return "branch";
    case Resource::tag: return "tag";
    case Resource::view: return "view";
    case Resource::dialect: return "dialect";
    case Resource::function: return "function";
    case Resource::definition: return "definition";
    case Resource::none:
    case Resource::unknown: break;
    }
    return "object";
}

Code missing_code(Resource resource) noexcept
{
    switch (resource) {
    case Resource::database: return Code::no_namespace;
    case Resource::table:
    case Resource::view: return Code::no_table;
    case Resource::column: return Code::no_column;
    default: return Code::no_object;
    }
}

Code taken_code(Resource resource) noexcept
{
    switch (resource) {
    case Resource::database: return Code::namespace_taken;
    case Resource::table:
    case Resource::view: return Code::table_taken;
    case Resource::column: return Code::column_taken;
    default: return Code::object_taken;
    }
}

Status named(unsigned short response, Code code, Resource resource, View name, const char *what) noexcept
{
    Status status = fail(code, "%s %s %s", noun(resource), Quoted(name).text, what);
    status.response = response;
    return about(status, resource, name);
}

}   // namespace

#define LAKESOUL_ANSWER(response, code)                                                                                \
    std::va_list arguments;                                                                                            \
    va_start(arguments, format);                                                                                       \
    Status status = answer(response, code, format, arguments);                                                         \
    va_end(arguments);                                                                                                 \
    return status

Status invalid(const char *format, ...) noexcept
{
    LAKESOUL_ANSWER(kInvalid, Code::bad_value);
}

Status bad_state(const char *format, ...) noexcept
{
    LAKESOUL_ANSWER(kState, Code::bad_state);
}

Status no_cast(const char *format, ...) noexcept
{
    LAKESOUL_ANSWER(kState, Code::no_cast);
}

Status unsupported(const char *format, ...) noexcept
{
    LAKESOUL_ANSWER(kUnsupported, Code::unsupported);
}

Status over_limit(const char *format, ...) noexcept
{
    LAKESOUL_ANSWER(kInvalid, Code::limit);
}

#undef LAKESOUL_ANSWER

Status missing(Resource resource, View name) noexcept
{
    return named(kMissing, missing_code(resource), resource, name, "does not exist");
}

Status taken(Resource resource, View name) noexcept
{
    return named(kTaken, taken_code(resource), resource, name, "already exists");
}

Status about(Status status, Resource resource, View name) noexcept
{
    status.resource = resource;
    return with_detail(status, "%.*s", static_cast<int>(name.size() < 1024 ? name.size() : 1024), name.data());
}

const char *resource_type(Resource resource) noexcept
{
    constexpr const char *kTypes[] = {nullptr, "DATABASE", "TABLE",   "PARTITION", "COLUMN",     "SNAPSHOT", "BRANCH",
                                      "TAG",   "VIEW",     "DIALECT", "FUNCTION",  "DEFINITION", "UNKNOWN"};
    return kTypes[static_cast<std::size_t>(resource)];
}

Quoted::Quoted(View name) noexcept
{
    constexpr std::size_t kMost = sizeof text - sizeof "\"\"...";
    View shown = wire::shortened(name).substr(0, kMost);   // it is shorter anyway
    View rest = shown.size() < name.size() ? "\"..." : "\"";
    text[0] = '"';
    std::copy(shown.begin(), shown.end(), text + 1);
    *std::copy(rest.begin(), rest.end(), text + 1 + shown.size()) = '\0';
}

}   // namespace lakesoul::paimon
