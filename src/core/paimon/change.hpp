// Schema changes as values, and the state they work on. Not for src/pg: it owns memory. Functions raise Failure.
#pragma once

#include "core/paimon/changes.hpp"
#include "core/paimon/table.hpp"

namespace lakesoul::paimon {

struct Move {
    enum class Type : unsigned char { first, after, before, last } type = Type::last;
    std::optional<std::string> field;
    std::optional<std::string> reference;
};

struct Change {
    Action action = Action::set_option;
    std::vector<std::string> path;
    std::string key;                   // of an option; a column's new name
    std::optional<std::string> text;   // a value, comment or default
    DataType type;
    bool flag = false;   // keepNullability, newNullability
    std::optional<Move> move;
};

// The discriminator of a change: "action", or "type"; 400 if neither is there, or both and they differ.
std::string action_of(const Json &json, const std::string &where);
std::vector<Change> read_changes(const Json &json);

// The schema before the request, which guards look at, and the one that is being made.
struct Work {
    const Table &old;
    Table next;
    bool has_snapshots = false;
    std::size_t fields = 0;          // of next, nested ones counted
    std::size_t renamed_bytes = 0;   // of options, looked through so far
};

void set_option(const Change &change, Work *work);
void remove_option(const Change &change, Work *work);
// Options that name a column follow it.
void rename_in_options(View from, View to, Work *work);

void add_column(const Change &change, Work *work);
void rename_column(const Change &change, Work *work);
void drop_column(const Change &change, Work *work);
void update_type(const Change &change, Work *work);
void update_nullability(const Change &change, Work *work);
void update_column_comment(const Change &change, Work *work);
void update_position(const Change &change, Work *work);
void update_default(const Change &change, Work *work);

// A path as messages and errors have it: "a.b.c".
std::string dotted(const std::vector<std::string> &path, std::size_t names);

}   // namespace lakesoul::paimon
