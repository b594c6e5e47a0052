// A schema in parts of 4000 characters, as metastores with narrow columns want it, and back.
#include <nlohmann/json.hpp>
#include <string>
#include <unordered_map>

#include "core/carbon/carbon.hpp"
#include "core/carbon/words.hpp"

namespace lakesoul::carbon {
namespace {

using nlohmann::json;

constexpr View kCount = "carbonSchemaPartsNo";
constexpr View kPart = "carbonSchema";

constexpr const char *kText = "a text";
constexpr const char *kNumber = "a number";

struct Member {
    const char *kind;
    std::string text;   // of a text or a number
};

// Keeps the members of an object whose names begin with carbonSchema; of a repeated one the last.
class PartReader final : public json::json_sax_t {
public:
    std::unordered_map<std::string, Member> members;

    bool null() override { return put("null"); }
    bool boolean(bool) override { return put("a boolean"); }
    bool number_integer(number_integer_t value) override { return put(kNumber, std::to_string(value)); }
    bool number_unsigned(number_unsigned_t value) override { return put(kNumber, std::to_string(value)); }
    bool number_float(number_float_t, const string_t &digits) override { return put(kNumber, digits); }
    bool string(string_t &value) override { return put(kText, value); }
    bool binary(binary_t &) override { return true; }
    bool start_object(std::size_t) override
    {
        if (depth_ > 0)
            (void)put("an object");
        ++depth_;
        return true;
    }
    bool end_object() override { return shallower(); }
    bool start_array(std::size_t) override
    {
        (void)put("an array");
        ++depth_;
        return true;
    }
    bool end_array() override { return shallower(); }
    bool key(string_t &value) override
    {
        if (depth_ == 1)
            key_ = value;
        return true;
    }
    bool parse_error(std::size_t at, const std::string &, const nlohmann::detail::exception &) override
    {
        refuse(with_detail(fail(Code::bad_json, "properties are not JSON"), "The fault is at byte %zu.", at));
    }

private:
    bool put(const char *kind, const std::string &value = "")
    {
        if (depth_ == 0)
            refuse(with_detail(fail(Code::bad_json, "properties are not a JSON object"), "It is %s.", kind));
        if (depth_ == 1 && key_.rfind(kPart, 0) == 0)
            members[key_] = {kind, value};
        return true;
    }
    bool shallower()
    {
        --depth_;
        return true;
    }

    std::string key_;
    int depth_ = 0;
};

std::int32_t part_count(const Member &member)
{
    std::int32_t count = 0;
    Status status = fail(Code::bad_json, "carbonSchemaPartsNo is not a number of parts");
    if (member.kind != kText && member.kind != kNumber)
        refuse(with_detail(status, "It is %s.", member.kind));
    if (!read_whole(member.text, &count) || count < 0)
        refuse(with_detail(status, "It is \"%s\".", shown(member.text).c_str()));
    return count;
}

const std::string &part(const PartReader &reader, std::int32_t place, std::int32_t count)
{
    auto found = reader.members.find(std::string(kPart) + std::to_string(place));
    if (found == reader.members.end())
        refuse(with_detail(fail(Code::bad_json, "part carbonSchema%d of the schema is missing", place),
                           "carbonSchemaPartsNo is %d.", count));
    if (found->second.kind != kText)
        refuse(with_detail(fail(Code::bad_json, "part carbonSchema%d of the schema is not a text", place), "It is %s.",
                           found->second.kind));
    return found->second.text;
}

}   // namespace

std::size_t part_length(View text, std::size_t size) noexcept
{
    std::size_t at = 0, units = 0;
    while (at < text.size()) {
        unsigned char lead = static_cast<unsigned char>(text[at]);
        std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
        units += lead >= 0xF0 ? 2 : 1;
        if (units > size && at > 0)
            break;
        at += bytes;
    }
    return at < text.size() ? at : text.size();
}

Status join_parts(View properties, Arena *arena, View *joined) noexcept
{
    return guarded([&] {
        *joined = View();
        if (properties.empty())
            return;
        PartReader reader;
        (void)json::sax_parse(properties.begin(), properties.end(), &reader);
        auto number = reader.members.find(std::string(kCount));
        std::int32_t count = number == reader.members.end() ? 0 : part_count(number->second);
        if (count == 0)
            return;
        std::string text;
        for (std::int32_t i = 0; i < count; ++i) {
            const std::string &next = part(reader, i, count);
            require_size(text.size() + next.size(), kMaxSchema, "the schema");
            text += next;
        }
        std::size_t first = text.find_first_not_of(" \t\r\n");
        if (first == std::string::npos || text[first] != '{' || !json::accept(text))
            refuse(with_detail(fail(Code::bad_json, "the parts of the schema do not make a JSON object"),
                               "Together they have %zu bytes.", text.size()));
        *joined = keep(arena, text);
    });
}

}   // namespace lakesoul::carbon
