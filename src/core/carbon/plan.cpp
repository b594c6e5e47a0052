// The plan: the checks in their order, then the list of all columns. First failure wins.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "core/carbon/fields.hpp"
#include "core/carbon/partition.hpp"
#include "core/carbon/properties.hpp"
#include "core/carbon/words.hpp"

namespace lakesoul::carbon {
namespace {

constexpr View kDictionary = "DICTIONARY";
constexpr View kDirect = "DIRECT_DICTIONARY";
constexpr View kInverted = "INVERTED_INDEX";
constexpr const char *kDummy = "default_dummy_measure";

// Every list of encodings there can be, found by its members.
Span<const View> encodings(bool dictionary, bool direct, bool inverted)
{
    static constexpr View kLists[8][3] = {
        {},
        {kInverted},
        {kDirect},
        {kDirect, kInverted},
        {kDictionary},
        {kDictionary, kInverted},
        {kDictionary, kDirect},
        {kDictionary, kDirect, kInverted},
    };
    std::size_t place = (dictionary ? 4 : 0) + (direct ? 2 : 0) + (inverted ? 1 : 0);
    std::size_t size = static_cast<std::size_t>(dictionary) + direct + inverted;
    return {kLists[place], size};
}

// Columns while the list grows; names are strings of their own.
struct Draft {
    Column column;
    std::string name, own_name, comment;
};

class ColumnList {
public:
    explicit ColumnList(Fields *fields) : fields_(*fields) {}

    std::vector<Draft> make()
    {
        bool measures = false;
        for (std::size_t place : fields_.sort_key)
            add_top(place, Role::sort);
        for (bool complex : {false, true})
            for (std::size_t i = 0; i < fields_.all.size(); ++i) {
                const Field &field = fields_.all[i];
                if (field.dimension && !field.in_sort_key && field.type.complex() == complex)
                    add_top(i, complex ? Role::complex : Role::dimension);
            }
        for (std::size_t i = 0; i < fields_.all.size(); ++i)
            if (!fields_.all[i].dimension) {
                add_top(i, Role::measure);
                measures = true;
            }
        if (!measures)
            add_dummy();
        return std::move(drafts_);
    }

private:
    Draft &add(const std::string &name, const std::string &own_name, const Type &type, Role role)
    {
        if ((drafts_.size() >= kMaxColumns && role != Role::dummy) || (names_ += name.size()) > kMaxNames)
            refuse(with_detail(fail(Code::limit, "the table has too many columns"),
                               "With those inside of others it may have %zu, whose full names have %zu bytes in all.",
                               kMaxColumns, kMaxNames));
        drafts_.emplace_back();
        Draft &draft = drafts_.back();
        draft.name = name;
        draft.own_name = own_name;
        draft.column.kind = kind_of(type.type);
        draft.column.type = carbon_type(draft.column.kind).name;
        draft.column.role = role;
        draft.column.precision = type.precision;
        draft.column.scale = type.scale;
        draft.column.children = static_cast<std::int32_t>(type.children.size());
        return draft;
    }

    void add_top(std::size_t place, Role role)
    {
        const Field &field = fields_.all[place];
        Draft &draft = add(field.name, field.name, field.type, role);
        draft.comment = field.comment;
        draft.column.ordinal = static_cast<std::int32_t>(place);
        draft.column.partition = field.partition;
        bool direct =
            field.type.type == SparkType::date || (field.type.type == SparkType::timestamp && field.dictionary);
        if (role != Role::measure)
            draft.column.encodings = encodings(field.dictionary, direct, field.inverted_index);
        add_children(field.type, drafts_.size() - 1);
    }

    void add_children(const Type &type, std::size_t parent)
    {
        for (std::size_t i = 0; i < type.children.size(); ++i) {
            const Type &child = type.children[i];
            std::string own_name = type.type == SparkType::array ? "val" : lower(type.names[i]);
            Draft &draft = add(drafts_[parent].name + "." + own_name, own_name, child, Role::child);
            draft.column.parent = static_cast<std::int32_t>(parent);
            bool direct = child.type == SparkType::date || child.type == SparkType::timestamp;
            draft.column.encodings = encodings(true, direct, true);
            add_children(child, drafts_.size() - 1);
        }
    }

    void add_dummy()
    {
        Type type;
        type.type = SparkType::float64;
        (void)add(kDummy, kDummy, type, Role::dummy);
    }

    Fields &fields_;
    std::vector<Draft> drafts_;
    std::size_t names_ = 0;
};

// 25
std::unordered_map<std::string, std::int32_t> check_flattened(const std::vector<Draft> &drafts)
{
    std::unordered_map<std::string, std::int32_t> places;
    for (std::size_t i = 0; i < drafts.size(); ++i)
        if (!places.emplace(drafts[i].name, static_cast<std::int32_t>(i)).second)
            refuse(with_hint(with_detail(fail(Code::column_taken, "Duplicate dimensions found with name: %s",
                                              shown(drafts[i].name).c_str()),
                                         "Two columns, or a column and a field of another, are called \"%s\".",
                                         shown(drafts[i].name).c_str()),
                             "Give each column a name of its own; upper and lower case are the same."));
    return places;
}

// 26
std::vector<std::int32_t> bucket_columns(const Properties &properties, const std::vector<Draft> &drafts,
                                         const std::unordered_map<std::string, std::int32_t> &places)
{
    const std::string &value = *properties.find("bucketcolumns");
    const char *hint = "Use names of dimensions that are not complex, with commas between them.";
    std::vector<std::int32_t> columns;
    for (const std::string &name : split(value)) {
        auto place = places.find(name);
        if (place == places.end())
            break;
        const Column &column = drafts[static_cast<std::size_t>(place->second)].column;
        if (column.role == Role::measure || column.role == Role::dummy || column.children > 0)
            refuse_property(
                fail(Code::unsupported,
                     "Bucket field must be dimension column and should not be measure or complex column: %s",
                     shown(name).c_str()),
                "bucketcolumns", value, hint);
        columns.push_back(place->second);
    }
    if (columns.empty() || columns.size() < split(value).size())
        refuse_property(fail(Code::no_column, "Bucket field is not present in table columns"), "bucketcolumns", value,
                        hint);
    return columns;
}

// 29, and what Spark says of a table that is all partition columns.
Status hive_status(const Source &source, const std::vector<Draft> &drafts)
{
    for (const Draft &draft : drafts) {
        if (!draft.column.partition || !draft.column.has(kDictionary) || draft.column.has(kDirect))
            continue;
        Status status = fail(Code::unsupported,
                             "operation failed for %s.%s: Dictionary include cannot be applied on partition columns",
                             shown(source.space).c_str(), shown(source.table).c_str());
        if (draft.column.children > 0)
            return with_hint(with_detail(status, "Partition column \"%s\" is of type %s, which has one always.",
                                         shown(draft.name).c_str(), shown(draft.column.type).c_str()),
                             "Use columns that are neither arrays nor structs.");
        return with_hint(with_detail(status, "Property \"dictionary_include\" names partition column \"%s\".",
                                     shown(draft.name).c_str()),
                         "Leave it out of dictionary_include.");
    }
    if (source.columns.empty())
        return with_hint(with_detail(fail(Code::bad_table, "Cannot use all columns for partition columns"),
                                     "The table has no column besides those of PARTITIONED BY."),
                         "Give at least one other column.");
    return Status();
}

Span<const std::int32_t> keep_places(Arena *arena, const std::vector<std::int32_t> &places)
{
    std::int32_t *kept = keep_array<std::int32_t>(arena, places.size());
    std::copy(places.begin(), places.end(), kept);
    return {kept, places.size()};
}

Span<const Column> keep_columns(Arena *arena, const std::vector<Draft> &drafts)
{
    Column *columns = keep_array<Column>(arena, drafts.size());
    for (std::size_t i = 0; i < drafts.size(); ++i) {
        columns[i] = drafts[i].column;
        columns[i].name = keep(arena, drafts[i].name);
        columns[i].own_name = columns[i].name.substr(columns[i].name.size() - drafts[i].own_name.size());
        if (!drafts[i].comment.empty())
            columns[i].comment = keep(arena, drafts[i].comment);
    }
    return {columns, drafts.size()};
}

// The user's by name, then what planning adds.
Span<const Property> keep_properties(Arena *arena, const Properties &properties, const std::string &sort_columns,
                                     const std::string &comment)
{
    std::vector<const Properties::Entry *> sorted;
    Origin sort_origin = Origin::derived;
    for (const Properties::Entry &entry : properties.entries()) {
        if (entry.key == "sort_columns")
            sort_origin = entry.given == sort_columns ? Origin::user : Origin::normalised;
        else if (entry.key != "comment")
            sorted.push_back(&entry);
    }
    std::sort(sorted.begin(), sorted.end(), [](const auto *a, const auto *b) { return a->key < b->key; });
    Property *kept = keep_array<Property>(arena, sorted.size() + 2);
    std::size_t size = 0;
    for (const Properties::Entry *entry : sorted)
        kept[size++] = {keep(arena, entry->key), keep(arena, entry->value),
                        entry->value == entry->given ? Origin::user : Origin::normalised};
    kept[size++] = {"sort_columns", keep(arena, sort_columns), sort_origin};
    kept[size++] = {"comment", keep(arena, comment), Origin::derived};
    return {kept, size};
}

Partitioning keep_partitions(Arena *arena, const PartitionDraft &draft, const std::vector<std::int32_t> &columns)
{
    Partitioning kept;
    kept.type = draft.type;
    kept.columns = keep_places(arena, columns);
    kept.ranges = keep_all(arena, draft.ranges);
    Span<const View> *lists = keep_array<Span<const View>>(arena, draft.lists.size());
    for (std::size_t i = 0; i < draft.lists.size(); ++i)
        lists[i] = keep_all(arena, draft.lists[i]);
    kept.lists = {lists, draft.lists.size()};
    kept.count = draft.count;
    return kept;
}

// 1 to 4
void check_refused_clauses(const Source &source)
{
    const struct {
        bool given;
        const char *message, *detail, *hint;
    } kClauses[] = {
        {source.temporary, "CREATE TEMPORARY TABLE is not supported yet", "The statement says TEMPORARY.",
         "Use CREATE TEMPORARY VIEW for what is not to stay."},
        {source.skewed, "Operation not allowed: CREATE TABLE ... SKEWED BY", "The statement has SKEWED BY.",
         "Leave SKEWED BY out."},
        {source.clustered, "Operation not allowed: CREATE TABLE ... CLUSTERED BY", "The statement has CLUSTERED BY.",
         "Use the properties bucketnumber and bucketcolumns."},
        {source.external, "Operation not allowed: CREATE EXTERNAL TABLE", "The statement says EXTERNAL.",
         "Leave EXTERNAL out; LOCATION says where the table is."},
    };
    for (const auto &clause : kClauses)
        if (clause.given)
            refuse(with_hint(with_detail(fail(Code::unsupported, "%s", clause.message), "%s", clause.detail),
                             clause.hint));
}

// A query's columns are not known here.
void check_has_columns(const Source &source)
{
    if (source.as_select)
        refuse(with_hint(with_detail(fail(Code::unsupported, "CREATE TABLE AS SELECT cannot be planned"),
                                     "The columns would be those of the query, which is not read."),
                         "Give the columns instead."));
}

}   // namespace

void build(const Source &source, Arena *arena, Plan *plan)
{
    check_refused_clauses(source);
    Properties properties(source.properties);
    if (!source.stored)
        check_own_properties(properties);
    check_repeated_names(source);
    PartitionType type = check_partition_definition(source, properties);
    Fields fields = merge_columns(source);
    check_streaming(properties);
    check_types(fields);
    check_clauses(source, properties);
    check_has_columns(source);
    check_column_properties(fields, properties);
    std::int32_t buckets = bucket_number(properties);
    check_reserved_names(fields);
    divide(&fields, properties, source.stored);
    PartitionDraft partitions = make_partitions(source, properties, type);
    check_block_size(&properties);
    check_compaction(&properties);
    std::vector<Draft> drafts = ColumnList(&fields).make();
    std::unordered_map<std::string, std::int32_t> places = check_flattened(drafts);
    std::vector<std::int32_t> bucketed, partitioned;
    if (buckets > 0)
        bucketed = bucket_columns(properties, drafts, places);
    for (const Declared &column : source.partitions)
        partitioned.push_back(places.at(lower(column.name)));

    *plan = Plan();
    plan->space = keep(arena, source.space);
    plan->name = keep(arena, source.table);
    plan->columns = keep_columns(arena, drafts);
    plan->properties = keep_properties(arena, properties, sort_key_text(fields), source.comment);
    plan->partitioning = keep_partitions(arena, partitions, partitioned);
    plan->bucketing = {buckets, keep_places(arena, bucketed)};
    plan->late = sort_scope_status(properties);
    if (plan->late.ok() && type == PartitionType::native_hive)
        plan->late = hive_status(source, drafts);
    std::vector<Note> notes = property_notes(properties, type);
    Note *kept = keep_array<Note>(arena, notes.size());
    std::copy(notes.begin(), notes.end(), kept);
    plan->notes = {kept, notes.size()};
}

}   // namespace lakesoul::carbon
