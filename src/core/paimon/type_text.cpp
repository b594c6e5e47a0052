// The grammar of a type's text: base [parameters] [NULL | NOT NULL] [ARRAY | MULTISET [NULL | NOT NULL]].
#include <charconv>

#include "core/paimon/data_type.hpp"
#include "core/paimon/error.hpp"
#include "core/paimon/failure.hpp"

namespace lakesoul::paimon {
namespace {

constexpr View kDefaultCrs = "OGC:CRS84";
constexpr View kAlgorithms[] = {"spherical", "vincenty", "thomas", "andoyer", "karney"};

struct Token {
    enum class Kind : unsigned char { end, word, quoted, number, sign } kind = Kind::end;
    std::string text;    // a word in upper case, a number's digits, a sign
    std::string given;   // a word as it was written
};

// What a word begins: a type, how many parameters it may have, what they are without any.
struct Base {
    View word;
    Root root;
    unsigned parameters;
    std::int32_t a, b;
    std::int32_t least, most;   // bounds of a
};

constexpr Base kBases[] = {
    {"BOOLEAN", Root::boolean, 0, 0, 0, 0, 0},
    {"TINYINT", Root::tinyint, 0, 0, 0, 0, 0},
    {"SMALLINT", Root::smallint, 0, 0, 0, 0, 0},
    {"INT", Root::integer, 0, 0, 0, 0, 0},
    {"INTEGER", Root::integer, 0, 0, 0, 0, 0},
    {"BIGINT", Root::bigint, 0, 0, 0, 0, 0},
    {"DECIMAL", Root::decimal, 2, 10, 0, 1, 38},
    {"DEC", Root::decimal, 2, 10, 0, 1, 38},
    {"NUMERIC", Root::decimal, 2, 10, 0, 1, 38},
    {"FLOAT", Root::real, 0, 0, 0, 0, 0},
    {"DOUBLE", Root::double_precision, 0, 0, 0, 0, 0},
    {"CHAR", Root::character, 1, 1, 0, 1, kMaxLength},
    {"VARCHAR", Root::varchar, 1, 1, 0, 1, kMaxLength},
    {"STRING", Root::varchar, 0, kMaxLength, 0, 1, kMaxLength},
    {"BINARY", Root::binary, 1, 1, 0, 1, kMaxLength},
    {"VARBINARY", Root::varbinary, 1, 1, 0, 1, kMaxLength},
    {"BYTES", Root::varbinary, 0, kMaxLength, 0, 1, kMaxLength},
    {"DATE", Root::date, 0, 0, 0, 0, 0},
    {"TIME", Root::time, 1, 0, 0, 0, 9},
    {"TIMESTAMP", Root::timestamp, 1, 6, 0, 0, 9},
    {"TIMESTAMP_LTZ", Root::timestamp_ltz, 1, 6, 0, 0, 9},
    {"VARIANT", Root::variant, 0, 0, 0, 0, 0},
    {"BLOB", Root::blob, 0, 0, 0, 0, 0},
    {"GEOMETRY", Root::geometry, 0, 0, 0, 0, 0},
    {"GEOGRAPHY", Root::geography, 0, 0, 0, 0, 0},
    {"VECTOR", Root::vector, 0, 0, 0, 0, 0},
};

bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x1c && c <= 0x1f);
}

bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool is_sign(char c)
{
    return View("<>(),.").find(c) != View::npos;
}

char upper(char c)
{
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

class Parser {
public:
    Parser(View text, const std::string &prefix) : text_(text), prefix_(prefix) { advance(); }

    DataType whole()
    {
        DataType type = with_nullability();
        if (token_.kind != Token::Kind::end)
            refuse();
        return type;
    }

private:
    [[noreturn]] void refuse() const { refuse("is no data type"); }
    [[noreturn]] void refuse(const char *why) const
    {
        Status status = invalid("%s%s %s", prefix_.c_str(), Quoted(text_).text, why);
        status.code = Code::syntax;
        raise(status);
    }

    void advance()
    {
        while (at_ < text_.size() && is_space(text_[at_]))
            ++at_;
        token_ = {};
        if (at_ == text_.size())
            return;
        char c = text_[at_];
        if (is_sign(c))
            take_while(Token::Kind::sign, [first = at_](std::size_t i, char) { return i == first; });
        else if (is_digit(c))
            take_while(Token::Kind::number, [](std::size_t, char next) { return is_digit(next); });
        else if (c == '\'' || c == '`')
            take_quoted(c);
        else
            take_while(Token::Kind::word, [](std::size_t, char next) { return !is_space(next) && !is_sign(next); });
    }
    template <typename Belongs> void take_while(Token::Kind kind, Belongs &&belongs)
    {
        token_.kind = kind;
        for (; at_ < text_.size() && belongs(at_, text_[at_]); ++at_) {
            token_.text.push_back(upper(text_[at_]));
            token_.given.push_back(text_[at_]);
        }
    }
    void take_quoted(char quote)
    {
        token_.kind = Token::Kind::quoted;
        for (++at_; at_ < text_.size(); ++at_) {
            if (text_[at_] == quote && (at_ + 1 == text_.size() || text_[at_ + 1] != quote)) {
                ++at_;
                return;
            }
            if (text_[at_] == quote)
                ++at_;
            token_.given.push_back(text_[at_]);
        }
        refuse("has a quote that is not closed");
    }

    bool accept(View word)
    {
        bool here = (token_.kind == Token::Kind::word || token_.kind == Token::Kind::sign) && token_.text == word;
        if (here)
            advance();
        return here;
    }
    void want(View word)
    {
        if (!accept(word))
            refuse();
    }

    bool nullability()
    {
        if (accept("NOT")) {
            want("NULL");
            return false;
        }
        accept("NULL");
        return true;
    }

    std::int32_t number()
    {
        if (token_.kind != Token::Kind::number)
            refuse();
        std::int32_t value = 0;
        const char *end = token_.text.data() + token_.text.size();
        if (std::from_chars(token_.text.data(), end, value).ec != std::errc())
            refuse("has a number that is out of range");
        advance();
        return value;
    }

    DataType with_nullability()
    {
        DataType type = base();
        type.nullable = nullability();
        for (const auto &suffix :
             {std::make_pair(View("ARRAY"), Root::array), std::make_pair(View("MULTISET"), Root::multiset)}) {
            if (!accept(suffix.first))
                continue;
            DataType outer;
            outer.root = suffix.second;
            outer.parts.push_back(std::move(type));
            outer.nullable = nullability();
            return outer;
        }
        return type;
    }

    DataType base()
    {
        if (token_.kind != Token::Kind::word)
            refuse();
        for (const Base &base : kBases)
            if (accept(base.word))
                return after(base);
        refuse();
    }

    DataType after(const Base &base)
    {
        DataType type;
        type.root = base.root;
        type.a = base.a;
        type.b = base.b;
        if (base.parameters > 0 && accept("(")) {
            type.a = number();
            if (base.parameters > 1 && accept(","))
                type.b = number();
            want(")");
        }
        check_bounds(base, type);
        switch (base.root) {
        case Root::double_precision: accept("PRECISION"); break;
        case Root::time: zone(false); break;
        case Root::timestamp: type.root = zone(true) ? Root::timestamp_ltz : Root::timestamp; break;
        case Root::geometry:
        case Root::geography: place(&type); break;
        case Root::vector: elements(&type); break;
        default: break;
        }
        return type;
    }

    void check_bounds(const Base &base, const DataType &type) const
    {
        if (type.a < base.least || type.a > base.most)
            refuse(base.root == Root::decimal ? "has a precision that is not between 1 and 38"
                   : base.most == kMaxLength  ? "has a length that is not between 1 and 2147483647"
                                              : "has a precision that is not between 0 and 9");
        if (base.root == Root::decimal && type.b > type.a)
            refuse("has a scale that is not between 0 and its precision");
    }

    // WITHOUT TIME ZONE, or WITH LOCAL TIME ZONE, which is true.
    bool zone(bool local_allowed)
    {
        bool local = local_allowed && accept("WITH");
        if (local)
            want("LOCAL");
        else if (!accept("WITHOUT"))
            return false;
        want("TIME");
        want("ZONE");
        return local;
    }

    std::string word()
    {
        bool fits = token_.kind == Token::Kind::word || token_.kind == Token::Kind::quoted;
        if (!fits || token_.given.empty())
            refuse();
        std::string given = token_.given;
        advance();
        return given;
    }

    void place(DataType *type)
    {
        bool geography = type->root == Root::geography;
        type->crs = kDefaultCrs;
        type->algorithm = geography ? kAlgorithms[0] : View();
        if (!accept("("))
            return;
        type->crs = word();
        if (geography && accept(",")) {
            type->algorithm = word();
            for (char &c : type->algorithm)
                c = lower(c);
            bool known = false;
            for (View algorithm : kAlgorithms)
                known = known || type->algorithm == algorithm;
            if (!known)
                refuse("has an unknown algorithm");
        }
        want(")");
    }

    void elements(DataType *type)
    {
        if (in_vector_)   // no vector of vectors: this also bounds the recursion
            refuse("has an element that a vector cannot have");
        in_vector_ = true;
        want("<");
        type->parts.push_back(with_nullability());
        if (!is_vector_element(type->parts[0].root))
            refuse("has an element that a vector cannot have");
        want(",");
        type->a = number();
        if (type->a < 1)
            refuse("has a length that is not between 1 and 2147483647");
        want(">");
        in_vector_ = false;
    }

    View text_;
    const std::string &prefix_;
    std::size_t at_ = 0;
    Token token_;
    bool in_vector_ = false;
};

}   // namespace

bool is_vector_element(Root root)
{
    switch (root) {
    case Root::boolean:
    case Root::tinyint:
    case Root::smallint:
    case Root::integer:
    case Root::bigint:
    case Root::real:
    case Root::double_precision: return true;
    default: return false;
    }
}

DataType read_type_text(View text, const std::string &prefix)
{
    return Parser(text, prefix).whole();
}

}   // namespace lakesoul::paimon
