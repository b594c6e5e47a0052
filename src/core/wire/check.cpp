// One walk over an unpacked message that keeps the first fault of each check; the most basic one is reported.
// Driven by descriptors: no field is named here. Recursion is as deep as the contract nests, at most four.
#include "core/wire/check.hpp"

#include "core/wire/path.hpp"
#include "core/wire/text.hpp"

namespace lakesoul::wire {
namespace {

struct Faults {
    Status wire, text, value;
};

Status unknown_field(const Message &message, const Step *at) noexcept
{
    Status status = fail(Code::malformed, "message %s has an unknown field %u", message.descriptor->short_name,
                         static_cast<unsigned>(message.unknown_fields[0].tag));
    if (at == nullptr)
        return status;
    return with_detail(status, "The message is in field %s.", Path(at).text);
}

void check_text_field(View text, const Step &at, Faults *faults) noexcept
{
    std::size_t offset = 0;
    TextFault fault = check_text(text, &offset);
    if (fault == TextFault::none || !faults->text.ok())
        return;
    const char *what = fault == TextFault::nul ? "contains a NUL byte" : "is not valid UTF-8";
    faults->text = with_detail(fail(Code::bad_text, "field %s %s", Path(&at).text, what),
                               "The offending byte is at offset %zu.", offset);
}

void check_enum_field(const Field &field, int number, const Step &at, Faults *faults) noexcept
{
    if (find_value(enum_type(field), number) != nullptr || !faults->value.ok())
        return;
    faults->value = with_known_values(
        fail(Code::bad_value, "field %s has the unknown value %d", Path(&at).text, number), enum_type(field));
}

void check_message(const Message &message, const Step *at, Faults *faults) noexcept;

void check_messages(const Message &message, const Field &field, const Step *at, Faults *faults) noexcept
{
    if (!is_repeated(field)) {
        const Message *child = get<const Message *>(message, field);
        Step step{at, field.name, kNoIndex};
        if (child != nullptr)
            check_message(*child, &step, faults);
        return;
    }
    const Message *const *children = get<const Message *const *>(message, field);
    std::size_t count = count_of(message, field);
    for (std::size_t i = 0; i < count && faults->wire.ok(); ++i) {
        Step step{at, field.name, i};
        check_message(*children[i], &step, faults);
    }
}

void check_message(const Message &message, const Step *at, Faults *faults) noexcept
{
    if (message.n_unknown_fields > 0) {
        faults->wire = unknown_field(message, at);
        return;
    }
    const Type &type = *message.descriptor;
    for (unsigned i = 0; i < type.n_fields && faults->wire.ok(); ++i) {
        const Field &field = type.fields[i];
        Step step{at, field.name, kNoIndex};
        switch (kind_of(type, field)) {
        case Kind::text: check_text_field(view_of(get<ProtobufCBinaryData>(message, field)), step, faults); break;
        case Kind::enumeration: check_enum_field(field, get<int>(message, field), step, faults); break;
        case Kind::message: check_messages(message, field, at, faults); break;
        case Kind::bytes:
        case Kind::int32:
        case Kind::int64:
        case Kind::uint64:
        case Kind::boolean: break;
        }
    }
}

}   // namespace

Status check(const Message &message) noexcept
{
    Faults faults;
    check_message(message, nullptr, &faults);
    if (!faults.wire.ok())
        return faults.wire;
    return !faults.text.ok() ? faults.text : faults.value;
}

}   // namespace lakesoul::wire
