// Reads the pieces of DDL text one after the other: words, quoted names, strings, punctuation. Not for src/pg.
#pragma once

#include <string>

#include "core/carbon/carbon.hpp"

namespace lakesoul::carbon {

class Scanner {
public:
    // what: the text's name in errors.
    Scanner(View text, const char *what);

    bool at_end();
    // The next character that is neither blank nor comment; NUL at the end.
    char peek();
    bool take(char punctuation);
    void expect(char punctuation, const char *expected);
    // Whether the next word is this one, whatever its case.
    bool at(View word);
    bool take(View word);
    void expect(View word);
    // A word as it is written; empty if there is none.
    View word();
    bool at_string();
    // A name: a word, or anything in backticks or double quotes.
    std::string name(const char *expected);
    // A string in single or double quotes, with Spark's backslashes; a doubled quote stands for one.
    std::string string(const char *expected);
    std::int32_t number(const char *expected);
    // Everything up to the bracket that closes the one that was taken.
    void skip_brackets();
    // A syntax error at the next piece.
    [[noreturn]] void fail_here(const char *expected);
    // Counts what is made from the text, so that no text makes more than its limit.
    void count_column();

private:
    void skip();
    std::size_t end_of_comment(View rest) const;
    View quoted(char quote);

    View text_;
    std::size_t at_ = 0;
    std::size_t columns_ = 0;
    const char *what_;
};

}   // namespace lakesoul::carbon
