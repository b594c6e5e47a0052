// What hostile input may cost. Nothing here depends on a setting: the functions over it are immutable.
#pragma once

#include <cstddef>

namespace lakesoul::paimon {

constexpr std::size_t kMaxJsonText = 64 * 1024 * 1024;       // bytes of one argument
constexpr std::size_t kMaxJsonValues = 1000 * 1000;          // values in one argument
constexpr std::size_t kMaxJsonDepth = 256;                   // nesting of one argument
constexpr std::size_t kMaxTypeDepth = 64;                    // nesting of one data type
constexpr std::size_t kMaxFields = 10 * 1000;                // fields of one schema, nested ones counted
constexpr std::size_t kMaxChanges = 5 * 1000;                // changes of one request
constexpr std::size_t kMaxKeys = 1000;                       // columns of one list of keys
constexpr std::size_t kMaxOptions = 10 * 1000;               // options of one table or view
constexpr std::size_t kMaxRenamedBytes = 64 * 1024 * 1024;   // of options that renamings of one request look through
constexpr std::size_t kMaxPath = 128;                        // names of one path
constexpr std::size_t kMaxNameBytes = 4096;                  // a column's name
constexpr std::size_t kMaxDefaultBytes = 64 * 1024;          // a default value

// A result and what is needed on the way to it, for an arena of the caller's: twice the text and some.
constexpr std::size_t memory_budget(std::size_t text_size)
{
    return 16 * text_size + 1024 * 1024;
}

}   // namespace lakesoul::paimon
