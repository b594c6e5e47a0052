// The public functions that make plans, and names of what is in them.
#include "core/carbon/carbon.hpp"

#include <algorithm>

#include "core/carbon/source.hpp"
#include "core/carbon/words.hpp"

namespace lakesoul::carbon {

View role_name(Role role) noexcept
{
    constexpr View kNames[] = {"sort", "dimension", "complex", "child", "measure", "dummy"};
    return kNames[static_cast<std::size_t>(role)];
}

View origin_name(Origin origin) noexcept
{
    constexpr View kNames[] = {"user", "normalised", "derived"};
    return kNames[static_cast<std::size_t>(origin)];
}

View partition_type_name(PartitionType type) noexcept
{
    constexpr View kNames[] = {"", "HASH", "RANGE", "LIST", "NATIVE_HIVE"};
    return kNames[static_cast<std::size_t>(type)];
}

std::string checked_name(View given, const char *what)
{
    require_text(given, what);
    require_size(given.size(), kMaxName, (std::string(what) + " name").c_str());
    if (given.empty())
        refuse(with_detail(fail(Code::bad_name, "%s name is empty", what), "A table needs one."));
    if (given.find(' ') != View::npos)
        refuse(with_hint(
            with_detail(fail(Code::bad_name, "%s creation failed. %s name cannot contain blank space", what, what),
                        "The name is \"%s\".", shown(given).c_str()),
            "Use a name without blanks."));
    // Spark's rule, with the letters of all scripts; a database is a namespace, which has its name already.
    if (View(what) == "Table" && !std::all_of(given.begin(), given.end(), is_word))
        refuse(with_hint(
            with_detail(fail(Code::bad_name,
                             "`%s` is not a valid name for tables/databases. Valid names only contain alphabet "
                             "characters, numbers and _.",
                             shown(given).c_str()),
                        "The table's folder is called by its name."),
            "Use letters, digits and underscores."));
    return lower(given);
}

void require_path(View path)
{
    require_text(path, "table_path");
    if (trim(path).empty())
        refuse(with_hint(with_detail(fail(Code::bad_value, "the path of the table is empty"), "It is given as \"%s\".",
                                     shown(path).c_str()),
                         "Give a path; carbon_create_table makes one if none is given."));
}

Status check_path(View path) noexcept
{
    return guarded([&] { require_path(path); });
}

Status table_name(View given, const char *what, Arena *arena, View *name) noexcept
{
    return guarded([&] { *name = keep(arena, checked_name(given, what)); });
}

Status make_plan(const Request &request, Arena *arena, Plan *plan) noexcept
{
    return guarded([&] {
        Source source;
        source.space = checked_name(request.space, "Database");
        source.table = checked_name(request.name, "Table");
        source.columns =
            request.columns_are_json ? read_json_columns(request.columns) : read_columns(request.columns, "columns");
        if (request.partitioned_by.data() != nullptr)
            source.partitions = read_columns(request.partitioned_by, "partitioned_by");
        source.partitioned = !source.partitions.empty();
        if (request.properties.data() != nullptr)
            source.properties = read_json_properties(request.properties);
        require_text(request.comment, "comment");
        require_size(request.comment.size(), kMaxText, "comment");
        source.comment = request.comment;
        build(source, arena, plan);
    });
}

Status plan_statement(View sql, Arena *arena, Statement *statement) noexcept
{
    return guarded([&] {
        StatementText text = read_statement(sql);
        build(text.source, arena, &statement->plan);
        if (text.has_location)
            require_path(text.location);
        statement->location = text.has_location ? keep(arena, text.location) : View();
        statement->if_not_exists = text.if_not_exists;
    });
}

}   // namespace lakesoul::carbon
