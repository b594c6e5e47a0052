// setOption and removeOption, and what renamed columns do to options. Guards look at the options before the request.
#include "core/paimon/change.hpp"
#include "core/paimon/error.hpp"
#include "core/paimon/failure.hpp"
#include "core/paimon/limits.hpp"

namespace lakesoul::paimon {
namespace {

// Options that say how stored data is to be read: fixed once there is any.
// table of data
constexpr View kImmutable[] = {"aggregation.remove-record-on-delete",
                               "blob-descriptor-field",
                               "blob-field",
                               "blob-view-field",
                               "bucket-function.type",
                               "bucket-key",
                               "data-evolution.enabled",
                               "data-file.path-directory",
                               "dynamic-bucket.initial-buckets",
                               "force-lookup",
                               "index-file-in-data-file-dir",
                               "merge-engine",
                               "partial-update.remove-record-on-delete",
                               "partial-update.remove-record-on-sequence-group",
                               "partition",
                               "pk-clustering-override",
                               "primary-key",
                               "primary-key.nullable",
                               "row-tracking.enabled",
                               "rowkind.field",
                               "sequence.snapshot-ordering",
                               "type"};

[[noreturn]] void refuse(View key, const char *why)
{
    raise(unsupported("option %s cannot be changed%s", Quoted(key).text, why));
}

void check_immutable(View key)
{
    for (View immutable : kImmutable)
        if (key == immutable)
            refuse(key, " once the table has snapshots");
}

std::string lower(std::string text)
{
    for (char &c : text)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return text;
}

// The list of an option that was folded into the schema, restated.
bool restates(const Change &change, const Table &old)
{
    if (change.key == "type") {
        const std::string *before = old.options.find("type");
        return same_word(*change.text, before == nullptr ? "table" : lower(*before));
    }
    if (old.options.has(change.key))
        return false;
    return (change.key == "primary-key" && split_list(*change.text) == old.primary_keys) ||
           (change.key == "partition" && split_list(*change.text) == old.partition_keys);
}

void check_bucket(const Options &old, View value)
{
    Options fresh;
    fresh.set("bucket", value);
    std::int32_t before = old.integer("bucket", -1);
    std::int32_t after = fresh.integer("bucket", -1);
    if (before == -1)
        refuse("bucket", " when it is -1");
    if (after == -1)
        refuse("bucket", " to -1");
}

// A change of an option of a table with snapshots.
void check_change(const Options &old, View key, View value)
{
    check_immutable(key);
    bool on = same_word(value, "true");
    if (key == "bucket")
        check_bucket(old, value);
    if (key == "deletion-vectors.enabled" && old.is_true(key) != on && !old.is_true("deletion-vectors.modifiable"))
        refuse(key, " unless \"deletion-vectors.modifiable\" is true");
    if ((key == "ignore-delete" || key == "ignore-update-before") && old.is_true(key) && !on)
        refuse(key, " from true to false");
    if (key == "clustering.columns" && old.has("pk-clustering-override"))
        refuse(key, " while \"pk-clustering-override\" is set");
}

bool rename_in_list(std::string *list, View from, View to)
{
    std::string renamed;
    bool found = false;
    for (std::size_t first = 0; first <= list->size();) {
        std::size_t comma = std::min(list->find(',', first), list->size());
        View name = View(*list).substr(first, comma - first);
        bool here = trimmed(name) == from;
        found = found || here;
        renamed += (first == 0 ? "" : ",") + std::string(here ? to : name);
        first = comma + 1;
    }
    *list = renamed;
    return found;
}

bool ends_with(View text, View end)
{
    return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

constexpr View kFields = "fields.";

// "fields.<column>.<suffix>" with a suffix that belongs to one column.
bool rename_in_key(std::string *key, View from, View to)
{
    constexpr View kSuffixes[] = {"aggregate-function", "ignore-retract", "distinct", "list-agg-delimiter",
                                  "map.storage-layout"};
    View rest = View(*key).substr(kFields.size());
    if (rest.size() <= from.size() + 1 || rest.substr(0, from.size()) != from || rest[from.size()] != '.')
        return false;
    View suffix = rest.substr(from.size() + 1);
    bool known = suffix.substr(0, 21) == "map.shared-shredding.";
    for (View one : kSuffixes)
        known = known || suffix == one;
    if (known)
        *key = std::string(kFields) + std::string(to) + "." + std::string(suffix);
    return known;
}

// "fields.<columns>.sequence-group" and ".nested-key", whose values are columns as well.
bool rename_in_group(std::pair<std::string, std::string> *option, View from, View to)
{
    for (View suffix : {View(".sequence-group"), View(".nested-key")}) {
        const std::string &key = option->first;
        if (!ends_with(key, suffix) || key.size() <= kFields.size() + suffix.size())
            continue;
        std::string columns = key.substr(kFields.size(), key.size() - kFields.size() - suffix.size());
        bool in_key = rename_in_list(&columns, from, to);
        bool in_value = rename_in_list(&option->second, from, to);
        option->first = std::string(kFields) + columns + std::string(suffix);
        return in_key || in_value;
    }
    return false;
}

}   // namespace

void set_option(const Change &change, Work *work)
{
    const std::string *before = work->old.options.find(change.key);
    bool same = before != nullptr && *before == *change.text;
    if (!same && restates(change, work->old))
        return;
    if (!same && change.key == "type")
        refuse(change.key, "");
    if (!same && same_word(change.key, "path"))
        refuse(change.key, "");
    if (!same && work->has_snapshots)
        check_change(work->old.options, change.key, *change.text);
    work->next.options.set(change.key, *change.text);
}

void remove_option(const Change &change, Work *work)
{
    const Options &old = work->old.options;
    if (change.key == "type" || same_word(change.key, "path"))
        refuse(change.key, "");
    if (work->has_snapshots) {
        check_immutable(change.key);
        if (change.key == "bucket")
            raise(unsupported("option \"bucket\" cannot be removed once the table has snapshots"));
        if (change.key == "deletion-vectors.enabled" || change.key == "clustering.columns")
            check_change(old, change.key, "false");
    }
    work->next.options.remove(change.key);
}

void rename_in_options(View from, View to, Work *work)
{
    Options *options = &work->next.options;
    std::vector<std::pair<std::string, std::string>> changed;
    for (auto option = options->pairs.begin(); option != options->pairs.end();) {
        bool list = option->first == "bucket-key" || option->first == "sequence.field";
        bool field = option->first.compare(0, kFields.size(), kFields) == 0;
        if (!list && !field) {
            ++option;
            continue;
        }
        std::pair<std::string, std::string> copy = *option;
        work->renamed_bytes += copy.first.size() + copy.second.size();
        if (work->renamed_bytes > kMaxRenamedBytes)
            raise(over_limit("there are more options of columns than can be looked through for each renaming"));
        bool renamed = (list && rename_in_list(&copy.second, from, to)) ||
                       (field && (rename_in_key(&copy.first, from, to) || rename_in_group(&copy, from, to)));
        if (renamed)
            changed.push_back(std::move(copy));
        option = renamed ? options->pairs.erase(option) : option + 1;
    }
    for (const auto &option : changed)
        options->set(option.first, option.second);
}

}   // namespace lakesoul::paimon
