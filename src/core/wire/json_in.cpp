// Builds a message from JSON as a stream of events, driven by descriptors: no document tree is made, and the
// stack is as deep as the contract nests, whatever the text does. After the first fault the remaining events
// are only parsed, so that text which is not JSON at all is always reported as such. No field is named here.
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/wire/json.hpp"
#include "core/wire/json_value.hpp"
#include "core/wire/path.hpp"
#include "core/wire/text.hpp"

namespace lakesoul::wire {
namespace {

using Json = nlohmann::json;

// A message that is being filled.
struct Frame {
    Message *message = nullptr;
    const Field *field = nullptr;   // what the last key named
    bool in_array = false;          // inside the array of a repeated field
    std::uint32_t seen = 0;         // a bit for each field that had a key
    std::vector<Message *> items;   // of the open array
};

// Receives nlohmann's events; each handler answers true to go on. Fault comes first, then everything is skipped.
class Builder final : public Place {
public:
    Builder(const Type &type, Arena *arena) : type_(type), arena_(arena) {}

    bool null();
    bool boolean(bool value);
    bool number_integer(std::int64_t value);
    bool number_unsigned(std::uint64_t value);
    bool number_float(double, const std::string &text);
    bool string(std::string &value);
    bool binary(Json::binary_t &) { return true; }
    bool start_object(std::size_t);
    bool key(std::string &name);
    bool end_object();
    bool start_array(std::size_t);
    bool end_array();
    template <typename Error> bool parse_error(std::size_t position, const std::string &token, const Error &error)
    {
        constexpr int kNumberOutOfRange = 406;   // the library's number for it
        if (error.id == kNumberOutOfRange) {
            View text = shortened(token);
            status_ = fail(Code::bad_value, "number %.*s in the body of message %s is out of range",
                           static_cast<int>(text.size()), text.data(), type_.short_name);
            return false;
        }
        status_ = with_detail(fail(Code::bad_json, "body of message %s is not valid JSON", type_.short_name),
                              "Parsing stopped at byte %zu.", position);
        return false;
    }

    const Status &status() const { return status_; }
    Message *root() const { return root_; }
    Path path() const noexcept override;

private:
    bool idle() const { return !status_.ok(); }
    bool note(const Status &status);
    bool misplaced(const char *given);
    bool scalar_place(const char *given);
    bool takes_uuid() const;
    Message *create(const Type &type);
    void attach(Message *message);
    template <typename Set> bool set(Set &&setter);
    bool number(View text);
    void uuid(View text);
    void not_an_object();

    const Type &type_;
    Arena *arena_;
    Status status_;
    Message *root_ = nullptr;
    std::vector<Frame> frames_;
};

bool Builder::note(const Status &status)
{
    if (status_.ok())
        status_ = status;
    return true;
}

Path Builder::path() const noexcept
{
    Path path;
    if (frames_.empty())
        path.add(type_.short_name, kNoIndex);
    for (const Frame &frame : frames_) {
        if (frame.field != nullptr)
            path.add(frame.field->name, frame.in_array ? frame.items.size() : kNoIndex);
    }
    return path;
}

void Builder::not_an_object()
{
    note(fail(Code::bad_json, "body of message %s is not a JSON object", type_.short_name));
}

// Notes that the current field or element cannot be of the given kind.
bool Builder::misplaced(const char *given)
{
    if (frames_.empty()) {
        not_an_object();
        return true;
    }
    const Frame &frame = frames_.back();
    if (frame.in_array)
        return note(fail(Code::bad_value, "field %s must be an object, not %s", path().text, given));
    return note(wrong_kind(Target{frame.message, frame.field, this}, given));
}

// True if a scalar may stand here; otherwise notes why not.
bool Builder::scalar_place(const char *given)
{
    if (idle())
        return false;
    if (!frames_.empty() && !is_repeated(*frames_.back().field))
        return true;
    misplaced(given);
    return false;
}

Message *Builder::create(const Type &type)
{
    void *place = arena_->take(type.sizeof_message);
    if (place == nullptr) {
        note(arena_->refusal());
        return nullptr;
    }
    Message *message = static_cast<Message *>(place);
    type.message_init(message);
    return message;
}

// Puts a finished message where it belongs.
void Builder::attach(Message *message)
{
    if (frames_.empty()) {
        root_ = message;
        return;
    }
    Frame &frame = frames_.back();
    if (frame.in_array)
        frame.items.push_back(message);
    else
        ref<Message *>(*frame.message, *frame.field) = message;
}

template <typename Set> bool Builder::set(Set &&setter)
{
    const Frame &frame = frames_.back();
    return note(setter(Target{frame.message, frame.field, this}));
}

bool Builder::null()
{
    if (!idle() && (frames_.empty() || frames_.back().in_array))
        misplaced("null");
    return true;
}

bool Builder::boolean(bool value)
{
    if (!scalar_place("a boolean"))
        return true;
    return set([&](const Target &target) { return set_from_boolean(target, value); });
}

bool Builder::number(View text)
{
    if (!scalar_place("a number"))
        return true;
    return set([&](const Target &target) { return set_from_number(target, text); });
}

bool Builder::number_integer(std::int64_t value)
{
    return number(std::to_string(value));
}

bool Builder::number_unsigned(std::uint64_t value)
{
    return number(std::to_string(value));
}

bool Builder::number_float(double, const std::string &text)
{
    return number(text);
}

// True if a Uuid may stand here, whose text form is a string.
bool Builder::takes_uuid() const
{
    const Type &uuid_type = proto__entity__uuid__descriptor;
    if (frames_.empty())
        return &type_ == &uuid_type;
    const Frame &frame = frames_.back();
    return frame.field->descriptor == &uuid_type && frame.in_array == is_repeated(*frame.field);
}

void Builder::uuid(View text)
{
    Message *message = create(proto__entity__uuid__descriptor);
    if (message == nullptr)
        return;
    note(set_uuid(message, text, *this));
    attach(message);
}

bool Builder::string(std::string &value)
{
    if (idle())
        return true;
    if (takes_uuid()) {
        uuid(value);
        return true;
    }
    if (!scalar_place("a string"))
        return true;
    return set([&](const Target &target) { return set_from_string(target, value, arena_); });
}

bool Builder::start_object(std::size_t)
{
    if (idle())
        return true;
    const Type *type = &type_;
    if (!frames_.empty()) {
        const Frame &frame = frames_.back();
        bool fits = frame.field->type == PROTOBUF_C_TYPE_MESSAGE && frame.in_array == is_repeated(*frame.field);
        if (!fits)
            return misplaced("an object");
        type = &message_type(*frame.field);
    }
    Message *message = create(*type);
    if (message == nullptr)
        return true;
    frames_.emplace_back();
    frames_.back().message = message;
    return true;
}

bool Builder::key(std::string &name)
{
    if (idle())
        return true;
    Frame &frame = frames_.back();
    const Type &type = *frame.message->descriptor;
    frame.field = nullptr;
    const Field *field = find_field(type, name);
    View shown = shortened(name);
    if (field == nullptr) {
        Path where = path();
        where.add("", kNoIndex);
        return note(fail(Code::bad_value, "unknown field %s%.*s of message %s", where.text,
                         static_cast<int>(shown.size()), shown.data(), type.short_name));
    }
    frame.field = field;
    std::uint32_t bit = 1u << (field - type.fields);
    if ((frame.seen & bit) != 0)
        return note(fail(Code::bad_value, "field %s is given twice", path().text));
    frame.seen |= bit;
    return true;
}

bool Builder::end_object()
{
    if (idle())
        return true;
    Message *message = frames_.back().message;
    frames_.pop_back();
    attach(message);
    return true;
}

bool Builder::start_array(std::size_t)
{
    if (idle())
        return true;
    if (frames_.empty() || frames_.back().in_array || !is_repeated(*frames_.back().field))
        return misplaced("an array");
    frames_.back().in_array = true;
    return true;
}

bool Builder::end_array()
{
    if (idle())
        return true;
    Frame &frame = frames_.back();
    frame.in_array = false;
    std::size_t count = frame.items.size();
    Message **items = arena_->array<Message *>(count);
    if (items == nullptr)
        return note(arena_->refusal());
    for (std::size_t i = 0; i < count; ++i)
        items[i] = frame.items[i];
    count_ref(*frame.message, *frame.field) = count;
    ref<Message **>(*frame.message, *frame.field) = items;
    frame.items.clear();
    return true;
}

}   // namespace

Status parse_json(const Type &type, View json, Arena *arena, Message **out)
{
    Builder builder(type, arena);
    std::size_t nul = json.find('\0');
    if (nul != View::npos)   // the parser would take it for the end of the text
        return with_detail(fail(Code::bad_json, "body of message %s is not valid JSON", type.short_name),
                           "There is a NUL byte at offset %zu.", nul);
    Json::sax_parse(json.begin(), json.end(), &builder);
    *out = builder.root();
    return builder.status();
}

}   // namespace lakesoul::wire
