// The tree is made from the parser's events, which leave numbers as they were written.
#include "core/paimon/json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "core/paimon/error.hpp"
#include "core/paimon/failure.hpp"
#include "core/paimon/limits.hpp"

namespace lakesoul::paimon {
namespace {

using Tree = nlohmann::json;

// Receives nlohmann's events; each handler answers true to go on.
class Builder {
public:
    explicit Builder(const char *what) : what_(what) {}

    bool null() { return put(Json::Kind::null, {}); }
    bool boolean(bool value) { return put(Json::Kind::boolean, {}, value); }
    bool number_integer(std::int64_t value) { return put(Json::Kind::number, std::to_string(value)); }
    bool number_unsigned(std::uint64_t value) { return put(Json::Kind::number, std::to_string(value)); }
    bool number_float(double, const std::string &text) { return put(Json::Kind::number, text); }
    bool string(std::string &value) { return put(Json::Kind::string, checked(value)); }
    bool binary(Tree::binary_t &) { return true; }
    bool start_object(std::size_t) { return open(Json::Kind::object); }
    bool start_array(std::size_t) { return open(Json::Kind::array); }
    bool end_array() { return close(); }
    bool key(std::string &name)
    {
        open_.back().keys.push_back(checked(name));
        return true;
    }
    bool end_object()
    {
        check_keys(open_.back().keys);
        return close();
    }
    template <typename Error> bool parse_error(std::size_t position, const std::string &token, const Error &error)
    {
        constexpr int kNumberOutOfRange = 406;   // the library's number for it
        if (error.id == kNumberOutOfRange)
            raise(invalid("%s: number %s is out of range", what_, Quoted(token).text));
        Status status = invalid("%s is not valid JSON, at byte %zu", what_, position);
        status.code = Code::bad_json;
        raise(status);
    }

    Json take() { return std::move(root_); }

private:
    bool put(Json::Kind kind, std::string text, bool truth = false)
    {
        Json value;
        value.kind = kind;
        value.truth = truth;
        value.text = std::move(text);
        return add(std::move(value));
    }
    bool add(Json value)
    {
        if (++count_ > kMaxJsonValues)
            raise(over_limit("%s has more than %zu values", what_, kMaxJsonValues));
        (open_.empty() ? root_ : open_.back().items.emplace_back()) = std::move(value);
        return true;
    }
    bool open(Json::Kind kind)
    {
        if (open_.size() >= kMaxJsonDepth)
            raise(over_limit("%s is nested deeper than %zu levels", what_, kMaxJsonDepth));
        open_.emplace_back();
        open_.back().kind = kind;
        open_.back().items.reserve(kUsual);
        if (kind == Json::Kind::object)
            open_.back().keys.reserve(kUsual);
        return true;
    }
    bool close()
    {
        Json value = std::move(open_.back());
        open_.pop_back();
        return add(std::move(value));
    }
    std::string checked(std::string &text) const
    {
        if (text.find('\0') == std::string::npos)
            return std::move(text);
        Status status = invalid("%s contains a NUL character", what_);
        status.code = Code::bad_text;
        raise(status);
    }
    void check_keys(const std::vector<std::string> &keys) const
    {
        std::vector<View> sorted(keys.begin(), keys.end());
        std::sort(sorted.begin(), sorted.end());
        auto twice = std::adjacent_find(sorted.begin(), sorted.end());
        if (twice != sorted.end())
            raise(invalid("%s gives key %s twice", what_, Quoted(*twice).text));
    }

    static constexpr std::size_t kUsual = 4;   // values of an object or array in schemas

    const char *what_;
    std::size_t count_ = 0;
    std::vector<Json> open_;
    Json root_;
};

// Places of an object's keys in the order of the keys.
std::vector<std::size_t> order_of_keys(const Json &object)
{
    std::vector<std::size_t> order(object.keys.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t x, std::size_t y) { return object.keys[x] < object.keys[y]; });
    return order;
}

}   // namespace

const Json *Json::find(View key) const
{
    for (std::size_t i = 0; i < keys.size(); ++i)
        if (keys[i] == key)
            return items[i].kind == Kind::null ? nullptr : &items[i];
    return nullptr;
}

bool Json::has(View key) const
{
    return std::find(keys.begin(), keys.end(), key) != keys.end();
}

Json parse_json(View text, const char *what)
{
    if (text.size() > kMaxJsonText)
        raise(over_limit("%s has %zu bytes, the limit is %zu", what, text.size(), kMaxJsonText));
    std::size_t nul = text.find('\0');
    if (nul != View::npos) {   // the parser would take it for the end of the text
        Status status = invalid("%s contains a NUL byte at offset %zu", what, nul);
        status.code = Code::bad_text;
        raise(status);
    }
    Builder builder(what);
    Tree::sax_parse(text.begin(), text.end(), &builder);
    return builder.take();
}

const char *kind_name(Json::Kind kind)
{
    switch (kind) {
    case Json::Kind::null: return "null";
    case Json::Kind::boolean: return "a boolean";
    case Json::Kind::number: return "a number";
    case Json::Kind::string: return "a string";
    case Json::Kind::array: return "an array";
    case Json::Kind::object: break;
    }
    return "an object";
}

void print_string(View text, std::string *out)
{
    constexpr char kHex[] = "0123456789abcdef";
    out->push_back('"');
    for (char c : text) {
        unsigned char byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out->push_back('\\');
            out->push_back(c);
        } else if (byte < 0x20) {
            out->append("\\u00");
            out->push_back(kHex[byte >> 4]);
            out->push_back(kHex[byte & 15]);
        } else {
            out->push_back(c);
        }
    }
    out->push_back('"');
}

void print(const Json &value, std::string *out)
{
    switch (value.kind) {
    case Json::Kind::null: out->append("null"); return;
    case Json::Kind::boolean: out->append(value.truth ? "true" : "false"); return;
    case Json::Kind::number: out->append(value.text); return;
    case Json::Kind::string: print_string(value.text, out); return;
    case Json::Kind::array:
    case Json::Kind::object: break;
    }
    bool object = value.is(Json::Kind::object);
    out->push_back(object ? '{' : '[');
    for (std::size_t i = 0; i < value.items.size(); ++i) {
        if (i > 0)
            out->push_back(',');
        if (object) {
            print_string(value.keys[i], out);
            out->push_back(':');
        }
        print(value.items[i], out);
    }
    out->push_back(object ? '}' : ']');
}

void print(const std::vector<std::pair<std::string, std::string>> &pairs, std::string *out)
{
    out->push_back('{');
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (i > 0)
            out->push_back(',');
        print_string(pairs[i].first, out);
        out->push_back(':');
        print_string(pairs[i].second, out);
    }
    out->push_back('}');
}

bool equal(const Json &a, const Json &b)
{
    if (a.kind != b.kind || a.truth != b.truth || a.text != b.text || a.items.size() != b.items.size())
        return false;
    if (!a.is(Json::Kind::object))
        return std::equal(a.items.begin(), a.items.end(), b.items.begin(), equal);
    std::vector<std::size_t> left = order_of_keys(a);
    std::vector<std::size_t> right = order_of_keys(b);
    for (std::size_t i = 0; i < left.size(); ++i)
        if (a.keys[left[i]] != b.keys[right[i]] || !equal(a.items[left[i]], b.items[right[i]]))
            return false;
    return true;
}

}   // namespace lakesoul::paimon
