// The rule table of the function path and the few steps that apply it.
#include "core/catalog/commit_rules.hpp"

#include "core/catalog/ids.hpp"

#include <algorithm>
#include <string>

namespace lakesoul::catalog {
namespace {

enum class Dels : std::uint8_t { any, none, active, dangling };
enum class Read : std::uint8_t { any, none, unknown, at_head, before_delete, known };
enum class Between : std::uint8_t { any, only_adds, otherwise };
enum class HeadIs : std::uint8_t { any, absent, present };
enum class Snapshot : std::uint8_t { none, head_and_delta, delta, empty, delta_and_rest, rest };

constexpr unsigned bit(CommitOp op)
{
    return 1U << static_cast<unsigned>(op);
}
constexpr unsigned C = bit(CommitOp::compaction), A = bit(CommitOp::append), M = bit(CommitOp::merge),
                   U = bit(CommitOp::update), D = bit(CommitOp::del);

struct Rule {
    int line;
    unsigned ops;
    Dels dels;
    Read read;
    Between between;
    HeadIs head;
    Outcome outcome;
    Snapshot snapshot;
};

// The first rule that matches holds. Why each is needed stands in docs/commit-semantics.md.
constexpr Rule kRules[] = {
    {1, A | M, Dels::none, Read::any, Between::any, HeadIs::any, Outcome::committed, Snapshot::head_and_delta},
    {2, A | M, Dels::active, Read::any, Between::any, HeadIs::any, Outcome::committed, Snapshot::head_and_delta},
    {2, A | M, Dels::dangling, Read::any, Between::any, HeadIs::any, Outcome::conflict, Snapshot::none},
    {3, C, Dels::any, Read::none, Between::any, HeadIs::absent, Outcome::committed, Snapshot::delta},
    {3, C, Dels::any, Read::none, Between::any, HeadIs::present, Outcome::must_read, Snapshot::none},
    {4, U, Dels::any, Read::none, Between::any, HeadIs::any, Outcome::committed, Snapshot::delta},
    {5, D, Dels::any, Read::none, Between::any, HeadIs::any, Outcome::skipped, Snapshot::none},
    {6, C | U, Dels::any, Read::at_head, Between::any, HeadIs::any, Outcome::committed, Snapshot::delta},
    {7, D, Dels::any, Read::at_head, Between::any, HeadIs::present, Outcome::committed, Snapshot::empty},
    {7, D, Dels::any, Read::at_head, Between::any, HeadIs::absent, Outcome::skipped, Snapshot::none},
    {8, D, Dels::any, Read::before_delete, Between::any, HeadIs::any, Outcome::already_committed, Snapshot::none},
    {9, C, Dels::any, Read::unknown, Between::any, HeadIs::any, Outcome::skipped, Snapshot::none},
    {10, U | D, Dels::any, Read::unknown, Between::any, HeadIs::any, Outcome::conflict, Snapshot::none},
    {11, C, Dels::any, Read::known, Between::only_adds, HeadIs::any, Outcome::committed, Snapshot::delta_and_rest},
    {12, C, Dels::any, Read::known, Between::otherwise, HeadIs::any, Outcome::skipped, Snapshot::none},
    {13, U, Dels::any, Read::known, Between::only_adds, HeadIs::any, Outcome::committed, Snapshot::delta_and_rest},
    {14, D, Dels::any, Read::known, Between::only_adds, HeadIs::any, Outcome::committed, Snapshot::rest},
    {15, U | D, Dels::any, Read::known, Between::otherwise, HeadIs::any, Outcome::conflict, Snapshot::none},
};

// What a request is, in the table's own terms.
struct Facets {
    Dels dels;
    Read read;
    Between between;
    HeadIs head;
    const Step *first_other;   // the first version between that does not only add
};

bool head_is_empty_delete(const Head &head)
{
    return head.version >= 0 && head.op == CommitOp::del && head.snapshot.empty();
}

Facets facets_of(const Case &request)
{
    Facets facets = {Dels::none, Read::none, Between::only_adds, HeadIs::absent, nullptr};
    if (request.delta.deletes_files)
        facets.dels = request.delta.deletes_active ? Dels::active : Dels::dangling;
    if (request.head.version >= 0)
        facets.head = HeadIs::present;
    if (!needs_window(request.op, request.has_read))
        return facets;
    if (!request.point.known) {
        facets.read = Read::unknown;
        return facets;
    }
    facets.read = request.point.version == request.head.version ? Read::at_head
                  : request.point.version + 1 == request.head.version && head_is_empty_delete(request.head)
                      ? Read::before_delete
                      : Read::known;
    for (std::size_t i = request.point.step; i < request.window->steps.size && facets.first_other == nullptr; ++i)
        if (did(request.window->steps[i], request.facts) != Did::adds)
            facets.first_other = &request.window->steps[i];
    if (facets.first_other != nullptr)
        facets.between = Between::otherwise;
    return facets;
}

bool read_matches(Read wanted, Read is)
{
    if (wanted == Read::known)
        return is == Read::known || is == Read::at_head || is == Read::before_delete;
    return wanted == Read::any || wanted == is;
}

template <typename Enum> bool facet_matches(Enum wanted, Enum is)
{
    return wanted == Enum::any || wanted == is;
}

const Rule *first_match(CommitOp op, const Facets &facets)
{
    for (const Rule &rule : kRules)
        if ((rule.ops & bit(op)) != 0 && facet_matches(rule.dels, facets.dels) &&
            read_matches(rule.read, facets.read) && facet_matches(rule.between, facets.between) &&
            facet_matches(rule.head, facets.head))
            return &rule;
    return nullptr;
}

Status build_snapshot(Snapshot kind, const Case &request, Arena *arena, Uuids *out)
{
    Uuids delta = request.delta.ids, head = request.head.snapshot;
    switch (kind) {
    case Snapshot::none:
    case Snapshot::empty: *out = {}; return {};
    case Snapshot::delta: *out = delta; return {};
    case Snapshot::head_and_delta: return combine(head, delta, {}, arena, out);
    case Snapshot::delta_and_rest: return combine(delta, head, request.point.snapshot, arena, out);
    case Snapshot::rest: return combine({}, head, request.point.snapshot, arena, out);
    }
    return fail(Code::internal, "unknown kind of snapshot");
}

const char *const kOpNames[] = {"Compaction", "Append", "Merge", "Update", "Delete"};
const char *const kDelNames[] = {"any", "no `del`", "`del` of active files", "`del` of other files"};
const char *const kReadNames[] = {"ignored", "none", "unknown", "rv = cv", "rv+1 = cv, an empty Delete", "known"};
const char *const kBetweenNames[] = {"any", "only adds", "otherwise"};
const char *const kHeadNames[] = {"any", "absent", "present"};
const char *const kOutcomeNames[] = {"committed", "already_committed", "skipped", "conflict", "error 22023"};
const char *const kSnapshotNames[] = {"-", "cs ++ delta", "delta", "empty", "delta ++ (cs minus rs)", "cs minus rs"};

template <typename Enum, std::size_t N> const char *name(const char *const (&names)[N], Enum value)
{
    return names[static_cast<std::size_t>(value)];
}

std::string ops_text(unsigned ops)
{
    std::string text;
    for (unsigned i = 0; i < 5; ++i)
        if ((ops & (1U << i)) != 0)
            text.append(text.empty() ? "" : ", ").append(kOpNames[i]);
    return text;
}

Status no_number_left()
{
    return with_hint(fail(Code::limit, "version %d is the last one a partition can have", kMaxVersion), kBeginAnew);
}

}   // namespace

bool needs_window(CommitOp op, bool has_read) noexcept
{
    return has_read && op != CommitOp::append && op != CommitOp::merge;
}

Status decide_replay(CommitOp op, Uuids ids, Span<const IdState> states, Replay *out) noexcept
{
    *out = {};
    if (ids.empty() && op != CommitOp::update && op != CommitOp::del)
        return fail(Code::bad_value, "%s without a commit", commit_op_name(op));
    std::size_t published = 0;
    for (std::size_t i = 0; i < ids.size; ++i) {
        if (!states[i].same_content)
            return fail(Code::id_reused, "commit id %s is used again with other files", uuid_text(ids[i]).text);
        if (states[i].published_by >= 0) {
            ++published;
            out->version = std::max(out->version, states[i].published_by);
        }
    }
    out->already_committed = !ids.empty() && published == ids.size;
    if (published > 0 && !out->already_committed)
        return fail(Code::bad_value, "%zu of %zu commit ids are published already", published, ids.size);
    return {};
}

Status decide_rollback(const Head &head, Uuids snapshot, Verdict *out) noexcept
{
    *out = {};
    out->snapshot = snapshot;
    out->outcome = equal(head.snapshot, snapshot) ? Outcome::already_committed : Outcome::committed;
    if (out->outcome == Outcome::committed && head.greatest_number() == kMaxVersion)
        return no_number_left();
    out->version = out->outcome == Outcome::committed ? head.greatest_number() + 1 : head.version;
    return {};
}

Status decide(const Case &request, Arena *arena, Verdict *out) noexcept
try {
    *out = {};
    if (request.head.greatest_number() == kMaxVersion)
        return no_number_left();
    Facets facets = facets_of(request);
    const Rule *rule = first_match(request.op, facets);
    if (rule == nullptr)
        return fail(Code::internal, "no rule for this commit");
    out->line = rule->line;
    out->outcome = rule->outcome;
    if (rule->outcome == Outcome::conflict)
        out->other = facets.first_other;
    if (rule->outcome != Outcome::committed)
        return {};
    out->version = request.head.greatest_number() + 1;
    return build_snapshot(rule->snapshot, request, arena, &out->snapshot);
} catch (...) {
    return caught();
}

Status print_rules(Arena *arena, View *out) noexcept
try {
    std::string text =
        "| # | op | files | read | between | head | outcome | snapshot |\n|---|---|---|---|---|---|---|---|\n";
    for (const Rule &rule : kRules)
        text.append("| ")
            .append(std::to_string(rule.line))
            .append(" | ")
            .append(ops_text(rule.ops))
            .append(" | ")
            .append(name(kDelNames, rule.dels))
            .append(" | ")
            .append(name(kReadNames, rule.read))
            .append(" | ")
            .append(name(kBetweenNames, rule.between))
            .append(" | ")
            .append(name(kHeadNames, rule.head))
            .append(" | ")
            .append(name(kOutcomeNames, rule.outcome))
            .append(" | ")
            .append(name(kSnapshotNames, rule.snapshot))
            .append(" |\n");
    char *place = arena->array<char>(text.size());
    if (place == nullptr)
        return arena->refusal();
    std::memcpy(place, text.data(), text.size());
    *out = View(place, text.size());
    return {};
} catch (...) {
    return caught();
}

}   // namespace lakesoul::catalog
