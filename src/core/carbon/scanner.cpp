// Lexical rules of Spark's DDL. Names of any script may stand without quotes, as PostgreSQL allows it.
#include "core/carbon/scanner.hpp"

#include "core/carbon/words.hpp"

namespace lakesoul::carbon {
namespace {

void append_character(std::string *out, unsigned value)
{
    if (value < 0x80) {
        out->push_back(static_cast<char>(value));
    } else if (value < 0x800) {
        out->push_back(static_cast<char>(0xC0 | value >> 6));
        out->push_back(static_cast<char>(0x80 | (value & 0x3F)));
    } else {
        if (value >= 0x10000) {
            out->push_back(static_cast<char>(0xF0 | value >> 18));
            out->push_back(static_cast<char>(0x80 | (value >> 12 & 0x3F)));
        } else {
            out->push_back(static_cast<char>(0xE0 | value >> 12));
        }
        out->push_back(static_cast<char>(0x80 | (value >> 6 & 0x3F)));
        out->push_back(static_cast<char>(0x80 | (value & 0x3F)));
    }
}

// The value of count digits of a base, or -1.
int digits(View text, std::size_t count, int base)
{
    if (text.size() < count)
        return -1;
    int value = 0;
    for (std::size_t i = 0; i < count; ++i) {
        char c = text[i];
        int digit = c >= '0' && c <= '9'   ? c - '0'
                    : c >= 'a' && c <= 'f' ? c - 'a' + 10
                    : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                           : base;
        if (digit >= base)
            return -1;
        value = value * base + digit;
    }
    return value;
}

// Appends what the text after a backslash stands for; returns how much of it that was.
std::size_t append_escape(std::string *out, View rest)
{
    int unicode = rest[0] == 'u' ? digits(rest.substr(1), 4, 16) : -1;
    if (unicode >= 0) {
        int low = unicode >> 10 == 0x36 && rest.substr(5, 2) == "\\u" ? digits(rest.substr(7), 4, 16) : -1;
        bool pair = low >> 10 == 0x37;
        append_character(out,
                         static_cast<unsigned>(pair ? 0x10000 + ((unicode & 0x3FF) << 10) + (low & 0x3FF) : unicode));
        return pair ? 11 : 5;
    }
    int octal = rest[0] <= '1' ? digits(rest, 3, 8) : -1;
    if (octal >= 0) {
        append_character(out, static_cast<unsigned>(octal));
        return 3;
    }
    switch (rest[0]) {
    case '0': out->push_back('\0'); break;
    case 'b': out->push_back('\b'); break;
    case 'n': out->push_back('\n'); break;
    case 'r': out->push_back('\r'); break;
    case 't': out->push_back('\t'); break;
    case 'Z': out->push_back('\x1A'); break;
    case '%':
    case '_': out->push_back('\\'); [[fallthrough]];
    default: out->push_back(rest[0]); break;
    }
    return 1;
}

}   // namespace

Scanner::Scanner(View text, const char *what) : text_(text), what_(what)
{
    require_size(text.size(), kMaxText, what);
    require_text(text, what);
}

// What an unterminated comment hides would be lost without a word.
std::size_t Scanner::end_of_comment(View rest) const
{
    std::size_t end = rest.find("*/", 2);
    if (end == View::npos)
        refuse(with_detail(fail(Code::syntax, "unterminated comment in %s", what_), "It begins at byte %zu.", at_ + 1));
    return end + 2;
}

void Scanner::skip()
{
    while (at_ < text_.size()) {
        View rest = text_.substr(at_);
        std::size_t length = 0;
        if (static_cast<unsigned char>(rest[0]) <= ' ')
            length = 1;
        else if (rest.substr(0, 2) == "--")
            length = rest.find('\n');
        else if (rest.substr(0, 2) == "/*")
            length = end_of_comment(rest);
        else
            return;
        at_ = length == View::npos ? text_.size() : at_ + length;
    }
}

bool Scanner::at_end()
{
    skip();
    return at_ == text_.size();
}

char Scanner::peek()
{
    return at_end() ? '\0' : text_[at_];
}

bool Scanner::take(char punctuation)
{
    if (peek() != punctuation)
        return false;
    ++at_;
    return true;
}

void Scanner::expect(char punctuation, const char *expected)
{
    if (!take(punctuation))
        fail_here(expected);
}

View Scanner::word()
{
    skip();
    std::size_t start = at_;
    while (at_ < text_.size() && is_word(text_[at_]))
        ++at_;
    return text_.substr(start, at_ - start);
}

bool Scanner::at(View wanted)
{
    std::size_t before = at_;
    bool same = same_letters(word(), wanted);
    at_ = before;
    return same;
}

bool Scanner::take(View wanted)
{
    if (!at(wanted))
        return false;
    (void)word();
    return true;
}

void Scanner::expect(View wanted)
{
    if (!take(wanted))
        fail_here(std::string(wanted).c_str());
}

bool Scanner::at_string()
{
    return peek() == '\'' || peek() == '"';
}

// The content of a quoted name, doubled quotes as they are. The opening quote is next.
View Scanner::quoted(char quote)
{
    std::size_t start = ++at_;
    for (; at_ < text_.size(); ++at_) {
        if (text_[at_] == quote && at_ + 1 < text_.size() && text_[at_ + 1] == quote)
            ++at_;
        else if (text_[at_] == quote)
            return text_.substr(start, at_++ - start);
    }
    at_ = start - 1;
    refuse(with_detail(fail(Code::syntax, "unterminated quotes in %s", what_), "They begin at byte %zu with %c.",
                       at_ + 1, quote));
}

std::string Scanner::name(const char *expected)
{
    char first = peek();
    std::string found;
    if (first == '`' || first == '"') {
        View content = quoted(first);
        if (content.empty())
            refuse(with_detail(fail(Code::syntax, "a name in %s is empty", what_), "The quotes end at byte %zu.", at_));
        for (std::size_t i = 0; i < content.size(); ++i) {
            found.push_back(content[i]);
            i += content[i] == first;
        }
    } else {
        found = word();
    }
    if (found.empty())
        fail_here(expected);
    require_size(found.size(), kMaxName, "a name");
    return found;
}

std::string Scanner::string(const char *expected)
{
    if (!at_string())
        fail_here(expected);
    char quote = text_[at_];
    std::size_t before = at_;
    std::string found;
    // A backslash can hide a quote of either kind here, but in a name in double quotes it is a character.
    for (++at_; at_ < text_.size(); ++at_) {
        View rest = text_.substr(at_);
        if (rest[0] == '\\' && rest.size() > 1) {
            at_ += append_escape(&found, rest.substr(1));
        } else if (rest[0] == quote && rest.size() > 1 && rest[1] == quote) {
            found.push_back(quote);
            ++at_;
        } else if (rest[0] == quote) {
            ++at_;
            require_text(found, "a string");
            return found;
        } else {
            found.push_back(rest[0]);
        }
    }
    at_ = before;
    refuse(with_detail(fail(Code::syntax, "unterminated quotes in %s", what_), "They begin at byte %zu with %c.",
                       before + 1, quote));
}

std::int32_t Scanner::number(const char *expected)
{
    std::size_t before = at_;
    std::int32_t value = 0;
    if (!read_whole(word(), &value)) {
        at_ = before;
        fail_here(expected);
    }
    return value;
}

void Scanner::skip_brackets()
{
    for (int depth = 1; depth > 0;) {
        char next = peek();
        if (next == '\0')
            fail_here("a closing bracket");
        if (next == '\'' || next == '"')
            (void)string("a string");
        else if (next == '`')
            (void)quoted(next);
        else
            ++at_;
        depth += (next == '(') - (next == ')');
    }
}

void Scanner::fail_here(const char *expected)
{
    if (at_end())
        refuse(with_detail(fail(Code::syntax, "syntax error at the end of %s", what_), "Expected %s.", expected));
    View piece = word();
    at_ -= piece.size();
    if (piece.empty())
        piece = text_.substr(at_, 1);
    refuse(with_detail(fail(Code::syntax, "syntax error in %s at or near \"%s\"", what_, shown(piece).c_str()),
                       "Expected %s at byte %zu.", expected, at_ + 1));
}

void Scanner::count_column()
{
    if (++columns_ > kMaxColumns)
        refuse(with_detail(fail(Code::limit, "%s has too many columns", what_),
                           "With those inside of other columns, the limit is %zu.", kMaxColumns));
}

}   // namespace lakesoul::carbon
