// JSON scalars -> values of a message's fields.
#pragma once

#include "core/base/arena.hpp"
#include "core/wire/contract.hpp"
#include "core/wire/path.hpp"

namespace lakesoul::wire {

// Names the place of a value. Asked only when there is an error to report.
class Place {
public:
    virtual Path path() const noexcept = 0;

protected:
    ~Place() = default;
};

// A field to be set, and where it is.
struct Target {
    Message *message;
    const Field *field;
    const Place *place;
};

// Sets a field from a JSON string: text, base64, a decimal integer or an enumeration's name.
Status set_from_string(const Target &target, View value, Arena *arena) noexcept;
// Sets a field from a JSON number, given as its text.
Status set_from_number(const Target &target, View number) noexcept;
Status set_from_boolean(const Target &target, bool value) noexcept;
// Sets the halves of a Uuid message from a UUID's text form.
Status set_uuid(Message *uuid, View value, const Place &place) noexcept;

// The failure for a JSON value of the wrong kind: field path must be an integer, not a boolean.
Status wrong_kind(const Target &target, const char *given) noexcept;

}   // namespace lakesoul::wire
