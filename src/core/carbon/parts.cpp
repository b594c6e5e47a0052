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

// Keeps the members of an object whose names begin with carbonSchema, if they are texts or numbers.
class PartReader final : public json::json_sax_t {
public:
    std::unordered_map<std::string, std::string> parts;

    bool null() override { return true; }
    bool boolean(bool) override { return true; }
    bool number_integer(number_integer_t value) override { return put(std::to_string(value)); }
    bool number_unsigned(number_unsigned_t value) override { return put(std::to_string(value)); }
    bool number_float(number_float_t, const string_t &digits) override { return put(digits); }
    bool string(string_t &value) override { return put(value); }
    bool binary(binary_t &) override { return true; }
    bool start_object(std::size_t) override { return deeper(); }
    bool end_object() override { return shallower(); }
    bool start_array(std::size_t) override { return deeper(); }
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
    bool put(const std::string &value)
    {
        if (depth_ == 1 && key_.rfind(kPart, 0) == 0)
            parts[key_] = value;
        return true;
    }
    bool deeper()
    {
        if (depth_ == 1)
            parts.erase(key_);   // the last of a repeated key counts, and this is no text
        ++depth_;
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

std::int32_t part_count(const std::string &value)
{
    std::int32_t count = 0;
    if (!read_whole(value, &count) || count < 0)
        refuse(with_detail(fail(Code::bad_json, "carbonSchemaPartsNo is not a number of parts"), "It is \"%.*s\".",
                           shown(value), value.c_str()));
    return count;
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
        auto count_text = reader.parts.find(std::string(kCount));
        if (count_text == reader.parts.end())
            return;
        std::int32_t count = part_count(count_text->second);
        std::string text;
        for (std::int32_t i = 0; i < count; ++i) {
            auto part = reader.parts.find(std::string(kPart) + std::to_string(i));
            if (part == reader.parts.end())
                refuse(with_detail(fail(Code::bad_json, "part carbonSchema%d of the schema is missing", i),
                                   "carbonSchemaPartsNo is %d.", count));
            require_size(text.size() + part->second.size(), kMaxSchema, "the schema");
            text += part->second;
        }
        std::size_t first = text.find_first_not_of(" \t\r\n");
        if (first == std::string::npos || text[first] != '{' || !json::accept(text))
            refuse(with_detail(fail(Code::bad_json, "the parts of the schema do not make a JSON object"),
                               "Together they have %zu bytes.", text.size()));
        *joined = keep(arena, text);
    });
}

}   // namespace lakesoul::carbon
