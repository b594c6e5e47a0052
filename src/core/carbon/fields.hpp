// Top-level columns while a plan is made: merged with the partition columns, checked against the lists that name them,
// and divided into dimensions and measures. Not for src/pg.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "core/carbon/properties.hpp"
#include "core/carbon/source.hpp"

namespace lakesoul::carbon {

struct Field {
    std::string name;   // lower case
    Type type;          // without floats
    std::string comment;
    bool partition = false;
    bool dimension = false;
    bool dictionary = false;   // meant for dimensions
    bool inverted_index = true;
    bool in_sort_key = false;
};

struct Fields {
    std::vector<Field> all;                                // by ordinal
    std::unordered_map<std::string, std::size_t> places;   // the first of each name
    std::vector<std::size_t> sort_key;
    Field *find(const std::string &name)
    {
        auto place = places.find(name);
        return place == places.end() ? nullptr : &all[place->second];
    }
};

// 6: no name twice in the list, as it is written.
void check_repeated_names(const Source &source);
// 8: partition columns are not in the list too; then both together.
Fields merge_columns(const Source &source);
void check_types(const Fields &fields);                                             // 10
void check_clauses(const Source &source, const Properties &properties);             // 11, 12
void check_column_properties(const Fields &fields, const Properties &properties);   // 13
std::int32_t bucket_number(const Properties &properties);                           // 14; 0: no buckets
void check_reserved_names(const Fields &fields);                                    // 15
// 16 to 21, and what follows from them: roles, dictionaries, the sort key. stored: Source::stored.
void divide(Fields *fields, const Properties &properties, bool stored);
// The names of the sort key as they are stored.
std::string sort_key_text(const Fields &fields);

}   // namespace lakesoul::carbon
