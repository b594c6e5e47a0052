// Schema changes from JSON: shape only; whether they fit the table is for those who apply them.
#include "core/paimon/change.hpp"
#include "core/paimon/error.hpp"
#include "core/paimon/failure.hpp"
#include "core/paimon/limits.hpp"

namespace lakesoul::paimon {
namespace {

constexpr struct {
    View name;
    Action action;
} kActions[] = {
    {"setOption", Action::set_option},
    {"removeOption", Action::remove_option},
    {"updateComment", Action::update_comment},
    {"addColumn", Action::add_column},
    {"renameColumn", Action::rename_column},
    {"dropColumn", Action::drop_column},
    {"updateColumnType", Action::update_type},
    {"updateColumnNullability", Action::update_nullability},
    {"updateColumnComment", Action::update_column_comment},
    {"updateColumnPosition", Action::update_position},
    {"updateColumnDefaultValue", Action::update_default},
    {"dropPrimaryKey", Action::drop_primary_key},
};

Action find_action(const std::string &name, const std::string &where)
{
    for (const auto &known : kActions)
        if (known.name == name)
            return known.action;
    raise(invalid("%s has the unknown action %s", where.c_str(), Quoted(name).text));
}

void read_path(const Json &json, const std::string &where, Change *change)
{
    change->path = strings(need(json, "fieldNames", where), place("fieldNames", where));
    if (change->path.empty())
        raise(invalid("%s is empty", place("fieldNames", where).c_str()));
    if (change->path.size() > kMaxPath)
        raise(over_limit("%s has more than %zu names", place("fieldNames", where).c_str(), kMaxPath));
}

Move read_move(const Json &json, const std::string &where)
{
    constexpr struct {
        View name;
        Move::Type type;
    } kTypes[] = {{"FIRST", Move::Type::first},
                  {"AFTER", Move::Type::after},
                  {"BEFORE", Move::Type::before},
                  {"LAST", Move::Type::last}};
    Move move;
    expect(json, Json::Kind::object, where);
    if (json.find("fieldName") != nullptr)
        move.field = need_string(json, "fieldName", where);
    if (json.find("referenceFieldName") != nullptr)
        move.reference = need_string(json, "referenceFieldName", where);
    std::string name = need_string(json, "type", where);
    for (const auto &known : kTypes) {
        if (known.name != name)
            continue;
        move.type = known.type;
        if ((move.type == Move::Type::after || move.type == Move::Type::before) && !move.reference)
            raise(invalid("%s is missing", place("referenceFieldName", where).c_str()));
        return move;
    }
    raise(invalid("%s has the unknown type %s", where.c_str(), Quoted(name).text));
}

void read_position(const Json &json, const std::string &where, Change *change)
{
    std::string move_place = place("move", where);
    change->move = read_move(need(json, "move", where), move_place);
    if (!change->move->field)
        raise(invalid("%s is missing", place("fieldName", move_place).c_str()));
    if (json.find("fieldNames") == nullptr)
        return;
    read_path(json, where, change);
    if (change->path.back() != *change->move->field)
        raise(invalid("%s names another column than its move", where.c_str()));
}

void read_text(const Json &json, View key, const std::string &where, Change *change)
{
    std::string text;
    if (find_text(json, key, where, &text))
        change->text = text;
}

void read_column_change(const Json &json, const std::string &where, Change *change)
{
    read_path(json, where, change);
    switch (change->action) {
    case Action::add_column:
        change->type = read_type(need(json, "dataType", where), where);
        read_text(json, "comment", where, change);
        if (const Json *move = json.find("move"))
            change->move = read_move(*move, place("move", where));
        return;
    case Action::rename_column: change->key = need_string(json, "newName", where); return;
    case Action::update_type:
        change->type = read_type(need(json, "newDataType", where), where);
        change->flag = bool_or(json, "keepNullability", false, where);
        return;
    case Action::update_nullability: change->flag = need_bool(json, "newNullability", where); return;
    case Action::update_column_comment: read_text(json, "newComment", where, change); return;
    case Action::update_default: read_text(json, "newDefaultValue", where, change); return;
    default: return;
    }
}

}   // namespace

std::string action_of(const Json &json, const std::string &where)
{
    expect(json, Json::Kind::object, where);
    const Json *action = json.find("action");
    const Json *type = json.find("type");
    if (action == nullptr && type == nullptr)
        raise(invalid("%s is missing", place("action", where).c_str()));
    std::string name = need_string(json, action != nullptr ? "action" : "type", where);
    if (action != nullptr && type != nullptr && !equal(*action, *type))
        raise(invalid("%s has an action and another type", where.c_str()));
    return name;
}

std::vector<Change> read_changes(const Json &json)
{
    std::vector<Change> changes;
    expect(json, Json::Kind::array, "the list of changes");
    if (json.items.size() > kMaxChanges)
        raise(over_limit("the request has more than %zu changes", kMaxChanges));
    for (const Json &item : json.items) {
        std::string where = "change " + std::to_string(changes.size() + 1);
        std::string name = action_of(item, where);
        Change change;
        change.action = find_action(name, where);
        where += " (" + name + ")";
        switch (change.action) {
        case Action::set_option:
            change.key = need_string(item, "key", where);
            need(item, "value", where);
            read_text(item, "value", where, &change);
            break;
        case Action::remove_option: change.key = need_string(item, "key", where); break;
        case Action::update_comment: read_text(item, "comment", where, &change); break;
        case Action::update_position: read_position(item, where, &change); break;
        case Action::drop_primary_key: break;
        default: read_column_change(item, where, &change);
        }
        changes.push_back(std::move(change));
    }
    return changes;
}

std::string dotted(const std::vector<std::string> &path, std::size_t names)
{
    std::string text;
    for (std::size_t i = 0; i < names; ++i)
        text += (i == 0 ? "" : ".") + path[i];
    return text;
}

}   // namespace lakesoul::paimon
