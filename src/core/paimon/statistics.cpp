// Folding of statistics. Sums that leave int64 are refused.
#include "core/paimon/statistics.hpp"

#include <algorithm>
#include <map>

#include "core/paimon/error.hpp"
#include "core/paimon/failure.hpp"
#include "core/paimon/request_json.hpp"

namespace lakesoul::paimon {
namespace {

using Spec = std::vector<std::pair<std::string, std::string>>;

struct Report {
    Spec spec;   // sorted by key
    Counts counts;
    bool has_buckets = false;
    std::int32_t buckets = 0;
};

constexpr const char *kCountKeys[] = {"recordCount", "fileSizeInBytes", "fileCount"};
constexpr std::int64_t Counts::*kCounts[] = {&Counts::record_count, &Counts::file_size_in_bytes, &Counts::file_count};

std::int64_t sum(std::int64_t a, std::int64_t b)
{
    std::int64_t result;
    if (__builtin_add_overflow(a, b, &result))
        raise(invalid("statistics leave the range of int64: %lld + %lld", static_cast<long long>(a),
                      static_cast<long long>(b)));
    return result;
}

Spec read_spec(const Json &json, const std::string &where)
{
    Spec spec = spec_of(need(json, "spec", where), place("spec", where));
    std::sort(spec.begin(), spec.end());
    return spec;
}

Counts read_counts(const Json &json, std::int64_t missing, const std::string &where)
{
    Counts counts;
    for (std::size_t i = 0; i < 3; ++i)
        counts.*kCounts[i] = int64_or(json, kCountKeys[i], missing, where);
    counts.last_file_creation_time = int64_or(json, "lastFileCreationTime", missing, where);
    return counts;
}

// The reports of a list, the same spec once.
std::vector<Report> read_reports(const Json &json)
{
    std::vector<Report> reports;
    std::map<Spec, std::size_t> places;
    for (const Json &item : expect(json, Json::Kind::array, "the list of statistics").items) {
        std::string where = "an element of the list of statistics";
        expect(item, Json::Kind::object, where);
        Report report;
        report.spec = read_spec(item, where);
        report.counts = read_counts(item, 0, where);
        report.has_buckets = item.find("totalBuckets") != nullptr;
        report.buckets = int32_or(item, "totalBuckets", 0, where);
        auto known = places.emplace(report.spec, reports.size());
        if (known.second) {
            reports.push_back(std::move(report));
            continue;
        }
        Report &first = reports[known.first->second];
        for (auto count : kCounts)
            first.counts.*count = sum(first.counts.*count, report.counts.*count);
        first.counts.last_file_creation_time =
            std::max(first.counts.last_file_creation_time, report.counts.last_file_creation_time);
        if (report.has_buckets) {
            first.has_buckets = true;
            first.buckets = report.buckets;
        }
    }
    return reports;
}

bool none_left(const Counts &counts)
{
    return counts.record_count <= 0 && counts.file_size_in_bytes <= 0 && counts.file_count <= 0;
}

bool all_known(const Counts &counts)
{
    return counts.record_count >= 0 && counts.file_size_in_bytes >= 0 && counts.file_count >= 0;
}

Counts fold(const Counts &stored, const Counts &delta)
{
    Counts result;
    for (auto count : kCounts)
        result.*count = stored.*count < 0 ? delta.*count : sum(stored.*count, delta.*count);
    result.last_file_creation_time = std::max(stored.last_file_creation_time, delta.last_file_creation_time);
    return result;
}

void set_number(Json *object, const char *key, std::int64_t value)
{
    Json number;
    number.kind = Json::Kind::number;
    number.text = std::to_string(value);
    for (std::size_t i = 0; i < object->keys.size(); ++i) {
        if (object->keys[i] != key)
            continue;
        object->items[i] = std::move(number);
        return;
    }
    object->keys.push_back(key);
    object->items.push_back(std::move(number));
}

void set_counts(const Counts &counts, Json *row)
{
    for (std::size_t i = 0; i < 3; ++i)
        set_number(row, kCountKeys[i], counts.*kCounts[i]);
    set_number(row, "lastFileCreationTime", counts.last_file_creation_time);
}

Json new_row(const Report &report)
{
    Json row;
    row.kind = Json::Kind::object;
    Json spec;
    spec.kind = Json::Kind::object;
    for (const auto &pair : report.spec) {
        Json value;
        value.kind = Json::Kind::string;
        value.text = pair.second;
        spec.keys.push_back(pair.first);
        spec.items.push_back(std::move(value));
    }
    row.keys.push_back("spec");
    row.items.push_back(std::move(spec));
    set_counts(report.counts, &row);
    set_number(&row, "totalBuckets", report.buckets);
    Json done;
    done.kind = Json::Kind::boolean;
    row.keys.push_back("done");
    row.items.push_back(std::move(done));
    return row;
}

// Rows by what is left of them, each report once; gone rows are left out.
class Folding {
public:
    void stored(const Json &row)
    {
        std::string where = "a stored partition";
        expect(row, Json::Kind::object, where);
        Spec spec = read_spec(row, where);
        Counts counts = read_counts(row, -1, where);
        int32_or(row, "totalBuckets", -1, where);
        bool_or(row, "done", false, where);
        if (!places_.emplace(spec, rows_.size()).second)
            raise(invalid("a stored partition is there twice"));
        rows_.push_back({row, counts, all_known(counts)});
    }
    void report(const Report &report)
    {
        auto place = places_.find(report.spec);
        if (place == places_.end()) {
            rows_.push_back({new_row(report), report.counts, true});
            return;
        }
        Row &row = rows_[place->second];
        row.counts = fold(row.counts, report.counts);
        row.known = true;
        set_counts(row.counts, &row.json);
        if (report.has_buckets)
            set_number(&row.json, "totalBuckets", report.buckets);
    }
    std::string print_left() const
    {
        std::string text = "[";
        for (const Row &row : rows_) {
            if (row.known && none_left(row.counts))
                continue;
            text += text.size() == 1 ? "" : ",";
            print(row.json, &text);
        }
        return text + "]";
    }

private:
    struct Row {
        Json json;
        Counts counts;
        bool known;   // all three counts were measured
    };
    std::vector<Row> rows_;
    std::map<Spec, std::size_t> places_;
};

}   // namespace

Spec spec_of(const Json &json, const std::string &where)
{
    expect(json, Json::Kind::object, where);
    for (std::size_t i = 0; i < json.keys.size(); ++i)
        if (json.items[i].is(Json::Kind::null))
            raise(invalid("%s must be a string, not null", place(json.keys[i], where).c_str()));
    return string_map(json, where);
}

Span<const PartitionStatistics> statistics_of(const Json &json, Arena *arena)
{
    std::vector<Report> reports;
    if (!json.is(Json::Kind::null))
        reports = read_reports(json);
    PartitionStatistics *kept = arena->array<PartitionStatistics>(reports.size());
    if (kept == nullptr)
        raise(arena->refusal());
    for (std::size_t i = 0; i < reports.size(); ++i)
        kept[i] = {keep(reports[i].spec, arena), reports[i].counts, reports[i].has_buckets, reports[i].buckets};
    return {kept, reports.size()};
}

Status read_statistics(View json, Arena *arena, Span<const PartitionStatistics> *out) noexcept
{
    return guarded([&] { *out = statistics_of(parse_json(json, "the list of statistics"), arena); });
}

Status fold_counts(const Counts &stored, const Counts &delta, Counts *result, bool *gone) noexcept
{
    return guarded([&] {
        *result = fold(stored, delta);
        *gone = none_left(*result);
    });
}

Status fold_totals(const Counts &previous, Span<const PartitionStatistics> deltas, Counts *totals) noexcept
{
    return guarded([&] {
        Counts result = previous;
        for (const PartitionStatistics &delta : deltas) {
            for (auto count : kCounts)
                result.*count = sum(result.*count, delta.counts.*count);
            result.last_file_creation_time =
                std::max(result.last_file_creation_time, delta.counts.last_file_creation_time);
        }
        *totals = result;
    });
}

Status register_counts(const Counts &stored, const Counts &reported, bool replace, Counts *result) noexcept
{
    return guarded([&] {
        *result = stored;
        for (auto count : kCounts) {
            if (reported.*count < 0)
                continue;
            result->*count = replace || stored.*count < 0 ? reported.*count : sum(stored.*count, reported.*count);
        }
        if (reported.last_file_creation_time >= 0)
            result->last_file_creation_time =
                replace ? reported.last_file_creation_time
                        : std::max(stored.last_file_creation_time, reported.last_file_creation_time);
    });
}

Status fold_statistics(View stored, View deltas, Arena *arena, View *out) noexcept
{
    return guarded([&] {
        Folding folding;
        Json rows = parse_json(stored, "the list of partitions");
        for (const Json &row : expect(rows, Json::Kind::array, "the list of partitions").items)
            folding.stored(row);
        Json list = parse_json(deltas, "the list of statistics");
        if (!list.is(Json::Kind::null))
            for (const Report &report : read_reports(list))
                folding.report(report);
        *out = keep(folding.print_left(), arena);
    });
}

}   // namespace lakesoul::paimon
