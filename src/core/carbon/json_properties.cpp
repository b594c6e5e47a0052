// Properties given as a JSON object of scalars. Numbers keep the digits they were written with.
#include <nlohmann/json.hpp>

#include "core/carbon/source.hpp"
#include "core/carbon/words.hpp"

namespace lakesoul::carbon {
namespace {

using nlohmann::json;

[[noreturn]] void bad_properties(const char *detail)
{
    refuse(with_hint(with_detail(fail(Code::bad_json, "properties must be an object of scalars"), "%s", detail),
                     "Write it as {\"sort_columns\": \"a,b\", \"table_blocksize\": 512}."));
}

class Reader final : public json::json_sax_t {
public:
    std::vector<Given> properties;

    bool null() override
    {
        (void)put("");
        properties.back().has_value = false;
        return true;
    }
    bool boolean(bool value) override { return put(value ? "true" : "false"); }
    bool number_integer(number_integer_t value) override { return put(std::to_string(value)); }
    bool number_unsigned(number_unsigned_t value) override { return put(std::to_string(value)); }
    bool number_float(number_float_t, const string_t &digits) override { return put(digits); }
    bool string(string_t &value) override { return put(value); }
    bool binary(binary_t &) override { bad_properties("A value is neither text nor a number, true, false or null."); }
    bool start_object(std::size_t) override
    {
        if (inside_)
            bad_properties("A value is an object.");
        inside_ = true;
        return true;
    }
    bool end_object() override { return true; }
    bool start_array(std::size_t) override { bad_properties("It is an array or has one for a value."); }
    bool end_array() override { return true; }
    bool key(string_t &value) override
    {
        require_text(value, "properties");
        require_size(value.size(), kMaxName, "a property's name");
        key_ = value;
        return true;
    }
    bool parse_error(std::size_t, const std::string &, const nlohmann::detail::exception &) override
    {
        bad_properties("It is not JSON.");
    }

private:
    bool put(const std::string &value)
    {
        if (!inside_)
            bad_properties("It is not an object.");
        require_text(value, "properties");
        properties.push_back({key_, value, true});
        return true;
    }

    std::string key_;
    bool inside_ = false;
};

}   // namespace

std::vector<Given> read_json_properties(View text)
{
    require_size(text.size(), kMaxText, "properties");
    Reader reader;
    (void)json::sax_parse(text.begin(), text.end(), &reader);
    return reader.properties;
}

}   // namespace lakesoul::carbon
