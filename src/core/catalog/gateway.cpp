// Parameters and payloads of the DAO gateway. Must not throw.
#include "core/catalog/gateway.hpp"

#include <charconv>

#include "core/wire/text.hpp"
#include "core/wire/uuid.hpp"

namespace lakesoul::gateway {
namespace {

constexpr View kParameterDelimiter = "__DELIM__";
constexpr View kListDelimiter = "_DELIM_";
constexpr std::size_t kUuidDigits = 32;

std::size_t count_parts(View text, View delimiter) noexcept
{
    std::size_t count = 1;
    for (std::size_t at = text.find(delimiter); at != View::npos; at = text.find(delimiter, at + delimiter.size()))
        ++count;
    return count;
}

// Cuts the part before the next delimiter off the text; the last one leaves it empty.
View take_part(View *text, View delimiter) noexcept
{
    std::size_t end = text->find(delimiter);
    View part = text->substr(0, end);
    *text = end == View::npos ? View() : text->substr(end + delimiter.size());
    return part;
}

template <typename Number> bool parse_number(View text, std::int64_t *out) noexcept
{
    if (text.size() > 1 && text[0] == '+' && text[1] != '-')
        text.remove_prefix(1);
    Number value = 0;
    std::from_chars_result result = std::from_chars(text.data(), text.data() + text.size(), value);
    *out = value;
    return result.ec == std::errc() && result.ptr == text.data() + text.size();
}

bool parse_uuid(View text, Uuid *out) noexcept
{
    std::uint64_t high, low;
    if (!wire::halves_from_text(text, &high, &low))
        return false;
    *out = wire::uuid_from_halves(high, low);
    return true;
}

// The names of a code's parameters, joined by ", ".
struct Names {
    char text[200] = {};

    explicit Names(const DaoCode &code) noexcept
    {
        std::size_t length = 0;
        for (std::size_t i = 0; i < parameter_count(code); ++i) {
            int n =
                std::snprintf(text + length, sizeof text - length, "%s%s", i == 0 ? "" : ", ", code.parameters[i].name);
            if (n > 0 && length + static_cast<std::size_t>(n) < sizeof text)
                length += static_cast<std::size_t>(n);
        }
    }
};

Status wrong_count(const DaoCode &code, std::size_t given) noexcept
{
    std::size_t expected = parameter_count(code);
    Status status = fail(Code::bad_value, "code %d (%s) takes %zu parameter%s, not %zu", code.number, code.name,
                         expected, expected == 1 ? "" : "s", given);
    if (expected == 0)
        return with_detail(status, "The text of a code without parameters is empty.");
    return with_detail(status, "It takes %s, joined by __DELIM__.", Names(code).text);
}

Status wrong_kind(const DaoCode &code, const Parameter &parameter, const char *wanted, View given) noexcept
{
    View shown = wire::shortened(given);
    return with_detail(
        fail(Code::bad_value, "parameter %s of code %d (%s) is not %s", parameter.name, code.number, code.name, wanted),
        "It is \"%.*s\".", static_cast<int>(shown.size()), shown.data());
}

Status parse_uuids(const DaoCode &code, const Parameter &parameter, View text, Arena *arena, Uuids *out) noexcept
{
    if (text.size() % kUuidDigits != 0)
        return with_detail(fail(Code::bad_value, "parameter %s of code %d (%s) is not a list of commit ids",
                                parameter.name, code.number, code.name),
                           "An id has 32 hexadecimal digits, and %zu bytes are not a multiple of that.", text.size());
    std::size_t count = text.size() / kUuidDigits;
    Uuid *ids = arena->array<Uuid>(count);
    if (ids == nullptr)
        return arena->refusal();
    for (std::size_t i = 0; i < count; ++i) {
        View id = text.substr(i * kUuidDigits, kUuidDigits);
        if (!parse_uuid(id, &ids[i]))
            return wrong_kind(code, parameter, "a list of commit ids of 32 hexadecimal digits each", id);
    }
    *out = {ids, count};
    return Status();
}

Status parse_texts(View text, Arena *arena, Span<const View> *out) noexcept
{
    std::size_t count = count_parts(text, kListDelimiter);
    View *parts = arena->array<View>(count);
    if (parts == nullptr)
        return arena->refusal();
    for (std::size_t i = 0; i < count; ++i)
        parts[i] = take_part(&text, kListDelimiter);
    *out = {parts, count};
    return Status();
}

Status parse_value(const DaoCode &code, const Parameter &parameter, View text, Arena *arena, Value *out) noexcept
{
    switch (parameter.kind) {
    case Kind::text:
    case Kind::change: out->text = text; return Status();
    case Kind::int32:
        return parse_number<std::int32_t>(text, &out->number)
                   ? Status()
                   : wrong_kind(code, parameter, "an integer of 32 bits", text);
    case Kind::int64:
        return parse_number<std::int64_t>(text, &out->number)
                   ? Status()
                   : wrong_kind(code, parameter, "an integer of 64 bits", text);
    case Kind::uuid: return parse_uuid(text, &out->uuid) ? Status() : wrong_kind(code, parameter, "a UUID", text);
    case Kind::uuids: return parse_uuids(code, parameter, text, arena, &out->uuids);
    case Kind::texts: return parse_texts(text, arena, &out->texts);
    }
    return Status();
}

// For messages; the table itself is not here.
const char *ranges_of(Call call) noexcept
{
    switch (call) {
    case Call::query: return "0 to 11 and 100 to 116";
    case Call::insert: return "200 to 206 and 300 to 302";
    case Call::update: return "500 to 518";
    case Call::scalar: break;
    }
    return "400 to 403";
}

// True if the code has changes and none of them is given.
bool changes_nothing(const DaoCode &code, const Value *values) noexcept
{
    bool has_changes = false;
    for (std::size_t i = 0; i < parameter_count(code); ++i) {
        if (code.parameters[i].kind != Kind::change)
            continue;
        has_changes = true;
        if (!values[i].text.empty())
            return false;
    }
    return has_changes;
}

constexpr const char *kFields[] = {"namespace",
                                   "table_info",
                                   "table_path_id",
                                   "table_name_id",
                                   "partition_info",
                                   "data_commit_info",
                                   "discard_compressed_file_info"};

// Reads one to most digits.
bool take_number(View *text, std::size_t most, int *out) noexcept
{
    std::size_t size = 0;
    int value = 0;
    for (; size < text->size() && (*text)[size] >= '0' && (*text)[size] <= '9' && size <= most; ++size)
        value = value * 10 + ((*text)[size] - '0');
    text->remove_prefix(size);
    *out = value;
    return size >= 1 && size <= most;
}

bool take_hyphen(View *text) noexcept
{
    if (text->empty() || text->front() != '-')
        return false;
    text->remove_prefix(1);
    return true;
}

int days_in(int year, int month) noexcept
{
    if (month == 2)
        return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
    return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

}   // namespace

const char *function_name(Call call) noexcept
{
    switch (call) {
    case Call::query: return "lakesoul.execute_query";
    case Call::insert: return "lakesoul.execute_insert";
    case Call::update: return "lakesoul.execute_update";
    case Call::scalar: break;
    }
    return "lakesoul.execute_query_scalar";
}

std::size_t parameter_count(const DaoCode &code) noexcept
{
    std::size_t count = 0;
    while (count < kMostParameters && code.parameters[count].name != nullptr)
        ++count;
    return count;
}

Status parse_parameters(const DaoCode &code, View joined, Arena *arena, Value *values) noexcept
{
    std::size_t expected = parameter_count(code);
    std::size_t given = joined.empty() && expected == 0 ? 0 : count_parts(joined, kParameterDelimiter);
    if (given != expected)
        return wrong_count(code, given);
    for (std::size_t i = 0; i < expected; ++i) {
        values[i] = {};
        View part = take_part(&joined, kParameterDelimiter);
        Status status = parse_value(code, code.parameters[i], part, arena, &values[i]);
        if (!status.ok())
            return status;
    }
    if (changes_nothing(code, values))
        return with_detail(fail(Code::bad_value, "code %d (%s) changes nothing", code.number, code.name),
                           "It takes %s, of which one after the first must not be empty.", Names(code).text);
    return Status();
}

Status wrong_function(const DaoCode &code, Call asked) noexcept
{
    return with_detail(
        fail(Code::bad_value, "code %d (%s) is not one of %s", code.number, code.name, function_name(asked)),
        "It belongs to %s.", function_name(code.call));
}

Status unknown_code(int number, Call asked) noexcept
{
    return with_detail(fail(Code::bad_value, "unknown code %d", number), "%s takes %s.", function_name(asked),
                       ranges_of(asked));
}

PartitionRows split_container(Span<const wire::PartitionInfo> list) noexcept
{
    if (list.empty() || !list[list.size - 1].table_id.empty())
        return {list, {}};
    return {{list.data, list.size - 1}, list[list.size - 1].snapshot};
}

Status check_payload(const DaoCode &code, const wire::JniWrapper &payload, Field field, bool one) noexcept
{
    const std::size_t sizes[] = {payload.namespaces.size,
                                 payload.table_info.size,
                                 payload.table_path_id.size,
                                 payload.table_name_id.size,
                                 payload.partition_info.size,
                                 payload.data_commit_info.size,
                                 payload.discard_compressed_file_info.size};
    std::size_t mine = static_cast<std::size_t>(field);
    for (std::size_t i = 0; i < sizeof sizes / sizeof sizes[0]; ++i)
        if (i != mine && sizes[i] > 0)
            return fail(Code::bad_value, "payload of code %d (%s) must hold %s alone, but has %s", code.number,
                        code.name, kFields[mine], kFields[i]);
    if (one && sizes[mine] != 1)
        return fail(Code::bad_value, "payload of code %d (%s) must hold one %s, not %zu", code.number, code.name,
                    kFields[mine], sizes[mine]);
    for (std::size_t i = 0; i < payload.data_commit_info.size; ++i)
        if (payload.data_commit_info[i].commit_id.is_nil())
            return fail(Code::bad_value, "commit id of data_commit_info[%zu] is missing", i);
    return Status();
}

DateFault parse_date(View text, Date *out) noexcept
{
    bool shaped = take_number(&text, 4, &out->year) && take_hyphen(&text) && take_number(&text, 2, &out->month) &&
                  take_hyphen(&text) && take_number(&text, 2, &out->day) && text.empty();
    if (!shaped)
        return DateFault::syntax;
    bool exists = out->year >= 1 && out->month >= 1 && out->month <= 12 && out->day >= 1 &&
                  out->day <= days_in(out->year, out->month);
    return exists ? DateFault::none : DateFault::range;
}

}   // namespace lakesoul::gateway
