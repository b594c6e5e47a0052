// Escapes and limits of JSON.
#include "core/carbon/json_text.hpp"

#include "core/carbon/carbon.hpp"
#include "core/carbon/words.hpp"

namespace lakesoul::carbon {
namespace {

constexpr int kMaxJsonDepth = 200;   // a schema of types nested to kMaxDepth, twice over

// The escape of a character, or nullptr if it stands for itself.
const char *short_escape(char c)
{
    switch (c) {
    case '"': return "\\\"";
    case '\\': return "\\\\";
    case '\n': return "\\n";
    case '\r': return "\\r";
    case '\t': return "\\t";
    case '\b': return "\\b";
    case '\f': return "\\f";
    case '\'': return "\\u0027";
    case '<': return "\\u003c";
    case '>': return "\\u003e";
    case '&': return "\\u0026";
    case '=': return "\\u003d";
    default: return nullptr;
    }
}

}   // namespace

void append_json(std::string *out, View text)
{
    constexpr char kDigits[] = "0123456789abcdef";
    out->push_back('"');
    for (std::size_t i = 0; i < text.size(); ++i) {
        char c = text[i];
        View three = text.substr(i, 3);
        if (const char *escape = short_escape(c)) {
            *out += escape;
        } else if (static_cast<unsigned char>(c) < 0x20) {
            *out += "\\u00";
            out->push_back(kDigits[c >> 4]);
            out->push_back(kDigits[c & 15]);
        } else if (three == "\xE2\x80\xA8" || three == "\xE2\x80\xA9") {
            *out += three[2] == '\xA8' ? "\\u2028" : "\\u2029";
            i += 2;
        } else {
            out->push_back(c);
        }
    }
    out->push_back('"');
}

nlohmann::json parse_json(View text, const char *what)
{
    require_size(text.size(), kMaxSchema, what);
    nlohmann::json parsed = nlohmann::json::parse(
        text.begin(), text.end(),
        [what](int depth, nlohmann::json::parse_event_t, const nlohmann::json &) {
            if (depth > kMaxJsonDepth)
                refuse(
                    with_detail(fail(Code::limit, "%s is nested too deeply", what), "The limit is %d.", kMaxJsonDepth));
            return true;
        },
        false);
    if (parsed.is_discarded())
        refuse(with_detail(fail(Code::bad_json, "%s is not JSON", what), "It has %zu bytes.", text.size()));
    return parsed;
}

}   // namespace lakesoul::carbon
