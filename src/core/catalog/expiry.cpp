// Keeping of versions by number, by age, and by the TTL properties. Where times do not increase with versions, which
// rows of another tool can do, nothing newer than a version that stays goes.
#include "core/catalog/expiry.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

namespace lakesoul::catalog {
namespace {

using nlohmann::json;

constexpr std::int32_t kMostDays = 1000 * 366;   // of a TTL that may as well be longer

Status refuse(const char *property, const json &value, const char *kind)
{
    std::string text = value.dump(-1, ' ', false, json::error_handler_t::replace);
    return fail(Code::bad_value, "property \"%s\" is %.100s, which is not %s", property, text.c_str(), kind);
}

Status read_days(const json &properties, const char *property, bool *has, std::int32_t *days)
{
    auto found = properties.find(property);
    *has = false;
    if (found == properties.end() || found->is_null())
        return {};
    std::string text = found->is_string() ? found->get<std::string>() : found->dump();
    if (text == "-1")
        return {};
    bool is_number =
        !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (!is_number || (!found->is_string() && !found->is_number()))
        return refuse(property, *found, "a number of days");
    *has = true;
    *days = 0;
    for (char c : text)
        *days = std::min(kMostDays, *days * 10 + (c - '0'));
    return {};
}

Status read_flag(const json &properties, const char *property, bool *flag)
{
    auto found = properties.find(property);
    *flag = false;
    if (found == properties.end() || found->is_null())
        return {};
    if (*found == json(true) || *found == json("true"))
        *flag = true;
    else if (*found != json(false) && *found != json("false"))
        return refuse(property, *found, "true or false");
    return {};
}

bool is_boundary(const KeptVersion &version)
{
    return version.op == CommitOp::compaction || version.op == CommitOp::update;
}

// Of the versions from the oldest on, how many are older than a time without a newer one among them.
std::size_t older_than(Span<KeptVersion> versions, std::int64_t time)
{
    std::size_t count = 0;
    while (count < versions.size && versions[count].timestamp < time)
        ++count;
    return count;
}

// The version that was in force at a time, and all after it, are kept.
std::size_t before_force(Span<KeptVersion> versions, std::int64_t time)
{
    for (std::size_t i = versions.size; i-- > 0;)
        if (versions[i].timestamp <= time)
            return i;
    return 0;
}

std::size_t by_limits(const Keeping &keeping, Span<KeptVersion> versions)
{
    std::size_t count = versions.size - 1;
    if (keeping.versions > 0) {
        std::size_t newest = static_cast<std::size_t>(keeping.versions);
        count = std::min(count, versions.size > newest ? versions.size - newest : 0);
    }
    if (keeping.has_since)
        count = std::min(count, before_force(versions, keeping.since));
    return count;
}

std::size_t by_compaction(const Keeping &keeping, Span<KeptVersion> versions)
{
    if (!keeping.has_compaction_cut)
        return 0;
    for (std::size_t i = versions.size; i-- > 0;) {
        if (!is_boundary(versions[i]))
            continue;
        if (keeping.once && versions[i].timestamp > keeping.compaction_cut)
            return older_than(versions, keeping.compaction_cut);
        if (!keeping.once && versions[i].timestamp < keeping.compaction_cut)
            return older_than(versions, versions[i].timestamp);
    }
    return 0;
}

}   // namespace

Status read_ttl(View properties, Ttl *ttl) noexcept
try {
    *ttl = {};
    json parsed = json::parse(properties.begin(), properties.end(), nullptr, false);
    if (!parsed.is_object())
        return {};
    Status status = read_days(parsed, "partition.ttl", &ttl->has_partition, &ttl->partition_days);
    if (status.ok())
        status = read_days(parsed, "compaction.ttl", &ttl->has_compaction, &ttl->compaction_days);
    if (status.ok())
        status = read_flag(parsed, "only_save_once_compaction", &ttl->once);
    return status;
} catch (...) {
    return caught();
}

bool mark_expired(const Keeping &keeping, Span<KeptVersion> versions) noexcept
{
    if (versions.empty())
        return false;
    bool by_number_or_age = keeping.versions > 0 || keeping.has_since;
    bool whole =
        !by_number_or_age && keeping.has_partition_cut && older_than(versions, keeping.partition_cut) == versions.size;
    bool expired = whole;
    for (const KeptVersion &version : versions)
        whole = whole && !version.pinned;
    std::size_t count = whole              ? versions.size
                        : expired          ? versions.size - 1   // an older one must not become the newest
                        : by_number_or_age ? by_limits(keeping, versions)
                                           : std::min(by_compaction(keeping, versions), versions.size - 1);
    for (std::size_t i = 0; i < versions.size; ++i)
        versions[i].goes = i < count && !versions[i].pinned;
    return whole;
}

}   // namespace lakesoul::catalog
