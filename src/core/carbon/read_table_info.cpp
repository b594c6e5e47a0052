// A stored TableInfo as a Plan. Accepts what other versions of CarbonData write: types as bare names, -1 for no
// precision, members that are not known here.
#include <unordered_map>

#include "core/carbon/carbon.hpp"
#include "core/carbon/json_text.hpp"
#include "core/carbon/type.hpp"
#include "core/carbon/words.hpp"

namespace lakesoul::carbon {
namespace {

using nlohmann::json;

[[noreturn]] void bad_info(const char *member)
{
    refuse(with_detail(fail(Code::bad_json, "the schema is not CarbonData's TableInfo"),
                       "Member \"%s\" is missing or of another type.", member));
}

const json &object(const json &parent, const char *key)
{
    auto found = parent.is_object() ? parent.find(key) : parent.end();
    if (found == parent.end() || !found->is_object())
        bad_info(key);
    return *found;
}

const json &array(const json &parent, const char *key)
{
    auto found = parent.is_object() ? parent.find(key) : parent.end();
    if (found == parent.end() || !found->is_array())
        bad_info(key);
    return *found;
}

const json *optional(const json &parent, const char *key)
{
    auto found = parent.find(key);
    return found == parent.end() || found->is_null() ? nullptr : &*found;
}

View text(const json &value, const char *key)
{
    if (!value.is_string())
        bad_info(key);
    return value.get_ref<const std::string &>();
}

View text_member(const json &parent, const char *key)
{
    auto found = parent.find(key);
    if (found == parent.end())
        bad_info(key);
    return text(*found, key);
}

std::int32_t number_member(const json &parent, const char *key)
{
    auto found = parent.find(key);
    if (found == parent.end() || !found->is_number_integer())
        bad_info(key);
    std::int64_t value = found->get<std::int64_t>();
    if (value < INT32_MIN || value > INT32_MAX)
        bad_info(key);
    return static_cast<std::int32_t>(value);
}

bool flag_member(const json &parent, const char *key, bool if_absent)
{
    auto found = parent.find(key);
    if (found == parent.end())
        return if_absent;
    if (!found->is_boolean())
        bad_info(key);
    return found->get<bool>();
}

View type_name(const json &column)
{
    auto type = column.find("dataType");
    if (type == column.end())
        bad_info("dataType");
    return type->is_object() ? text_member(*type, "name") : text(*type, "dataType");
}

class Reader {
public:
    Reader(Arena *arena, Plan *plan) : arena_(arena), plan_(*plan) {}

    void read(const json &info)
    {
        const json &table = object(info, "factTable");
        plan_.space = keep(arena_, text_member(info, "databaseName"));
        plan_.name = keep(arena_, text_member(table, "tableName"));
        columns(array(table, "listOfColumns"));
        properties(object(table, "tableProperties"));
        if (const json *partitions = optional(table, "partitionInfo"))
            partitioning(*partitions);
        if (const json *buckets = optional(table, "bucketingInfo")) {
            plan_.bucketing.number = number_member(*buckets, "numberOfBuckets");
            plan_.bucketing.columns = references(array(*buckets, "listOfColumns"));
        }
    }

private:
    void columns(const json &list)
    {
        constexpr std::size_t kLimit = kMaxColumns + 1;   // and the dummy
        if (list.size() > kLimit)
            refuse(with_detail(fail(Code::limit, "the schema has too many columns"), "It has %zu, the limit is %zu.",
                               list.size(), kLimit));
        made_ = keep_array<Column>(arena_, list.size());
        for (const json &given : list) {
            if (!given.is_object())
                bad_info("listOfColumns");
            Column &column = made_[size_];
            read_column(given, &column);
            places_.emplace(column.name, static_cast<std::int32_t>(size_));
            ++size_;
        }
        plan_.columns = {made_, size_};
    }

    void read_column(const json &given, Column *column)
    {
        column->name = column->own_name = keep(arena_, text_member(given, "columnName"));
        column->type = keep(arena_, type_name(given));
        column->kind = kind_of_name(column->type);
        column->ordinal = number_member(given, "schemaOrdinal");
        column->children = number_member(given, "numberOfChild");
        column->precision = std::max(number_member(given, "precision"), 0);
        column->scale = std::max(number_member(given, "scale"), 0);
        if (const json *more = optional(given, "columnProperties"))
            if (const json *comment = more->is_object() ? optional(*more, "comment") : nullptr)
                column->comment = keep(arena_, text(*comment, "comment"));
        encodings(array(given, "encodingList"), column);
        find_parent(column);
        column->role = role(given, *column);
    }

    void encodings(const json &list, Column *column)
    {
        View *names = keep_array<View>(arena_, list.size());
        for (std::size_t i = 0; i < list.size(); ++i)
            names[i] = keep(arena_, text(list[i], "encodingList"));
        column->encodings = {names, list.size()};
    }

    // The innermost column that still lacks children has this one for a child.
    void find_parent(Column *column)
    {
        while (!open_.empty() && open_.back().second <= 0)
            open_.pop_back();
        if (!open_.empty()) {
            --open_.back().second;
            column->parent = static_cast<std::int32_t>(open_.back().first);
            View parent = made_[open_.back().first].name;
            if (column->name.size() > parent.size() + 1 && column->name.substr(0, parent.size()) == parent)
                column->own_name = column->name.substr(parent.size() + 1);
        }
        if (column->children > 0)
            open_.emplace_back(size_, column->children);
    }

    Role role(const json &given, const Column &column)
    {
        if (flag_member(given, "invisible", false))
            return Role::dummy;
        if (!flag_member(given, "isDimensionColumn", true))
            return Role::measure;
        if (flag_member(given, "isSortColumn", false))
            return Role::sort;
        if (column.parent >= 0)
            return Role::child;
        bool complex = column.children > 0 || column.kind == Kind::array || column.kind == Kind::structure;
        return complex ? Role::complex : Role::dimension;
    }

    void properties(const json &given)
    {
        Property *made = keep_array<Property>(arena_, given.size());
        std::size_t size = 0;
        for (const auto &item : given.items())
            made[size++] = {keep(arena_, item.key()), keep(arena_, text(item.value(), "tableProperties")),
                            Origin::user};
        plan_.properties = {made, size};
    }

    Span<const std::int32_t> references(const json &list)
    {
        std::int32_t *made = keep_array<std::int32_t>(arena_, list.size());
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (!list[i].is_object())
                bad_info("columnSchemaList");
            auto place = places_.find(text_member(list[i], "columnName"));
            if (place == places_.end())
                bad_info("columnSchemaList");
            made[i] = place->second;
        }
        return {made, list.size()};
    }

    Span<const View> texts(const json &list, const char *key)
    {
        if (!list.is_array())
            bad_info(key);
        View *made = keep_array<View>(arena_, list.size());
        for (std::size_t i = 0; i < list.size(); ++i)
            made[i] = keep(arena_, text(list[i], key));
        return {made, list.size()};
    }

    void partitioning(const json &given)
    {
        Partitioning &info = plan_.partitioning;
        View type = text_member(object(given), "partitionType");
        for (PartitionType known :
             {PartitionType::hash, PartitionType::range, PartitionType::list, PartitionType::native_hive})
            if (type == partition_type_name(known))
                info.type = known;
        if (info.type == PartitionType::none)
            bad_info("partitionType");
        info.columns = references(array(given, "columnSchemaList"));
        for (std::int32_t place : info.columns)
            made_[place].partition = true;
        info.count = number_member(given, "numPartitions");
        if (const json *ranges = optional(given, "rangeInfo"))
            info.ranges = texts(*ranges, "rangeInfo");
        if (optional(given, "listInfo") == nullptr)
            return;
        const json &groups = array(given, "listInfo");
        Span<const View> *lists = keep_array<Span<const View>>(arena_, groups.size());
        for (std::size_t i = 0; i < groups.size(); ++i)
            lists[i] = texts(groups[i], "listInfo");
        info.lists = {lists, groups.size()};
    }

    static const json &object(const json &value)
    {
        if (!value.is_object())
            bad_info("partitionInfo");
        return value;
    }
    static const json &object(const json &parent, const char *key) { return carbon::object(parent, key); }

    Arena *arena_;
    Plan &plan_;
    Column *made_ = nullptr;
    std::size_t size_ = 0;
    std::unordered_map<View, std::int32_t> places_;
    std::vector<std::pair<std::size_t, std::int32_t>> open_;
};

}   // namespace

Status read_table_info(View text, Arena *arena, Plan *plan) noexcept
{
    return guarded([&] {
        *plan = Plan();
        Reader(arena, plan).read(parse_json(text, "the schema"));
    });
}

}   // namespace lakesoul::carbon
