// View schemas and their changes.
#include "core/paimon/view.hpp"

#include <optional>

#include "core/paimon/change.hpp"
#include "core/paimon/error.hpp"
#include "core/paimon/failure.hpp"
#include "core/paimon/limits.hpp"

namespace lakesoul::paimon {
namespace {

struct ViewModel {
    std::vector<Field> fields;
    std::string query;
    Options dialects;
    Options options;
    std::optional<std::string> comment;
};

// Clients show what the catalog knows of a view as options of it, and send them back when they copy one.
constexpr View kAudit[] = {"owner", "createdAt", "createdBy", "updatedAt", "updatedBy"};

Options read_map(const Json &json, View key, const std::string &where)
{
    Options map;
    if (const Json *object = json.find(key))
        map.take(string_map(*object, place(key, where)));
    return map;
}

ViewModel read_view(View text)
{
    const std::string where = "the view schema";
    Json json = parse_json(text, "the view schema");
    expect(json, Json::Kind::object, where);
    ViewModel view;
    view.fields = read_fields(need(json, "fields", where), where);
    if (count_fields(view.fields) > kMaxFields)
        raise(over_limit("%s has more than %zu fields", where.c_str(), kMaxFields));
    bool given = check_ids(view.fields, where);
    std::int64_t counter = -1;
    for (Field &field : view.fields)
        if (!given)
            number_column(&field, &counter);
    highest_id(view.fields);
    view.query = need_string(json, "query", where);
    view.dialects = read_map(json, "dialects", where);
    view.options = read_map(json, "options", where);
    for (View key : kAudit)
        view.options.remove(key);
    std::string comment;
    if (find_text(json, "comment", where, &comment))
        view.comment = comment;
    return view;
}

View print_into(const ViewModel &view, Arena *arena)
{
    std::string text = "{\"fields\":";
    print(view.fields, &text);
    text += ",\"query\":";
    print_string(view.query, &text);
    text += ",\"dialects\":";
    print(view.dialects.pairs, &text);
    if (view.comment) {
        text += ",\"comment\":";
        print_string(*view.comment, &text);
    }
    text += ",\"options\":";
    print(view.options.pairs, &text);
    return keep(text + "}", arena);
}

// addDialect (a new one), updateDialect and dropDialect (one that is there).
void change_dialect(const Json &change, const std::string &name, const std::string &where, ViewModel *view)
{
    std::string dialect = need_string(change, "dialect", where);
    if (is_blank(dialect))
        raise(invalid("%s is blank", place("dialect", where).c_str()));
    std::string query = name == "dropDialect" ? "" : need_string(change, "query", where);
    bool there = view->dialects.has(dialect);
    if (name == "addDialect" && there)
        raise(taken(Resource::dialect, dialect));
    if (name != "addDialect" && !there)
        raise(missing(Resource::dialect, dialect));
    if (name == "dropDialect")
        view->dialects.remove(dialect);
    else
        view->dialects.set(dialect, query);
}

void apply(const Json &change, std::size_t number, ViewModel *view)
{
    std::string where = "change " + std::to_string(number);
    std::string name = action_of(change, where);
    where += " (" + name + ")";
    std::string text;
    if (name == "setOption") {
        std::string key = need_string(change, "key", where);
        need(change, "value", where);
        find_text(change, "value", where, &text);
        for (View audit : kAudit)
            if (key == audit)
                raise(invalid("option %s of a view is what the catalog knows of it", Quoted(key).text));
        view->options.set(key, text);
    } else if (name == "removeOption") {
        view->options.remove(need_string(change, "key", where));
    } else if (name == "updateComment") {
        view->comment.reset();
        if (find_text(change, "comment", where, &text))
            view->comment = text;
    } else if (name == "addDialect" || name == "updateDialect" || name == "dropDialect") {
        change_dialect(change, name, where, view);
    } else {
        raise(invalid("change %zu has the unknown action %s", number, Quoted(name).text));
    }
}

}   // namespace

Status build_view(View view_schema, Arena *arena, View *out) noexcept
{
    return guarded([&] { *out = print_into(read_view(view_schema), arena); });
}

Status apply_view_changes(View view_schema, View changes, Arena *arena, View *out) noexcept
{
    return guarded([&] {
        ViewModel view = read_view(view_schema);
        Json list = parse_json(changes, "the list of changes");
        expect(list, Json::Kind::array, "the list of changes");
        if (list.items.size() > kMaxChanges)
            raise(over_limit("the request has more than %zu changes", kMaxChanges));
        for (std::size_t i = 0; i < list.items.size(); ++i)
            apply(list.items[i], i + 1, &view);
        *out = print_into(view, arena);
    });
}

Status query_of_view(View view_schema, View dialect, Arena *arena, View *query) noexcept
{
    return guarded([&] {
        ViewModel view = read_view(view_schema);
        const std::string *own = view.dialects.find(dialect);
        *query = keep(own == nullptr ? view.query : *own, arena);
    });
}

}   // namespace lakesoul::paimon
