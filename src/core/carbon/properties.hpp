// Table properties while a plan is made: their checks and the form they are stored in. Not for src/pg.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "core/carbon/source.hpp"

namespace lakesoul::carbon {

class Properties {
public:
    struct Entry {
        std::string key;     // lower case
        std::string given;   // the value as it was written
        std::string value;   // as it is stored
    };

    // Checks 5: a value for each key, no key twice, whatever its case.
    explicit Properties(const std::vector<Given> &given);
    bool has(const char *key) const { return places_.count(key) != 0; }
    // The value, or nullptr.
    const std::string *find(const char *key) const;
    void set(const char *key, const std::string &value);
    const std::vector<Entry> &entries() const { return entries_; }

private:
    std::vector<Entry> entries_;
    std::unordered_map<std::string, std::size_t> places_;
};

// A failure about a property: DETAIL names it and its value, the hint says what is accepted.
[[noreturn]] void refuse_property(const Status &status, const char *key, const std::string &value, const char *hint);

// Refuses what the catalog writes among a table's properties itself.
void check_own_properties(const Properties &properties);

// Whether CarbonData 1.3 reads a property of this name.
bool is_known_property(const std::string &key);

void check_streaming(const Properties &properties);       // 9
void check_block_size(Properties *properties);            // 23
void check_compaction(Properties *properties);            // 24
Status sort_scope_status(const Properties &properties);   // 28
// Properties that no one reads, but whose names look like one that is read, and those that need another to be read.
std::vector<Note> property_notes(const Properties &properties, PartitionType type);

}   // namespace lakesoul::carbon
