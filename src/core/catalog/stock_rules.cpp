// The rule table of the trigger path.
#include "core/catalog/stock_rules.hpp"

#include "core/catalog/ids.hpp"

#include <algorithm>

namespace lakesoul::catalog {
namespace {

// The row can only be stored as it is, and only next.
void next_or_refuse(const StockCase &row, StockVerdict *out)
{
    out->outcome = row.version == row.head.version + 1 ? StockOutcome::accept : StockOutcome::refuse;
    out->version = row.version;
    out->snapshot = row.snapshot;
}

// Line 1: nothing is fresh. A replay, or a rollback by a stock client.
void decide_known(const StockCase &row, StockVerdict *out)
{
    if (row.repeats)
        out->outcome = StockOutcome::suppress;
    else if (row.stored_before)
        next_or_refuse(row, out);
    else if (row.version == row.head.version + 1 && begins_with(row.snapshot, row.head.snapshot))
        out->outcome = StockOutcome::suppress;
}

// Lines 2 and 3: whatever came between, fresh commits go behind the head.
Status decide_added(const StockCase &row, Arena *arena, StockVerdict *out)
{
    Status status = combine(row.head.snapshot, row.fresh, {}, arena, &out->snapshot);
    if (!status.ok())
        return status;
    bool planned_right = row.version == row.head.version + 1 && equal(row.snapshot, out->snapshot);
    out->line = planned_right ? 2 : 3;
    out->outcome = row.deletes_active ? StockOutcome::accept : StockOutcome::refuse;
    out->version = std::max(row.version, row.head.version + 1);
    return {};
}

// Line 4: the lines of section 1, whatever n.
Status decide_replaced(const StockCase &row, Arena *arena, StockVerdict *out)
{
    Case one = {};
    one.op = row.op;
    one.delta.ids = row.fresh;
    one.head = row.head;
    one.has_read = true;
    one.point = row.point;
    one.window = row.window;
    one.facts = row.facts;
    // What the client lists besides its own commits it keeps: it read before it registered them.
    Status status = combine({}, row.point.snapshot, row.snapshot, arena, &one.point.snapshot);
    if (!status.ok())
        return status;
    Verdict verdict;
    status = decide(one, arena, &verdict);
    if (!status.ok())
        return status;
    out->commit_line = verdict.line;
    out->outcome = verdict.outcome == Outcome::committed ? StockOutcome::accept
                   : verdict.outcome == Outcome::skipped ? StockOutcome::suppress
                                                         : StockOutcome::refuse;
    out->version = std::max(row.version, row.head.version + 1);
    bool as_planned = verdict.line == 6 && row.version == row.head.version + 1;
    out->snapshot = as_planned ? row.snapshot : verdict.snapshot;
    return {};
}

// Line 6: a Delete may go over compactions that came between, and over nothing else.
bool only_compacts(const StockCase &row)
{
    if (row.window == nullptr || !row.window->complete || row.window->next != row.head.version + 1)
        return false;
    for (const Step &step : row.window->steps)
        if (step.version >= row.version && did(step, row.facts) != Did::compacts)
            return false;
    return true;
}

void decide_deleted(const StockCase &row, StockVerdict *out)
{
    out->line = row.version == row.head.version + 1 ? 5 : row.version <= row.head.version ? 6 : 7;
    bool goes = out->line == 5 || (out->line == 6 && only_compacts(row));
    out->outcome = goes ? StockOutcome::accept : StockOutcome::refuse;
    out->version = row.head.version + 1;
    out->snapshot = row.snapshot;
}

}   // namespace

bool stock_needs_window(CommitOp op, std::int32_t version, bool has_fresh, std::int32_t head_version) noexcept
{
    return op == CommitOp::del ? version <= head_version
                               : has_fresh && (op == CommitOp::compaction || op == CommitOp::update);
}

Status decide_stock(const StockCase &row, Arena *arena, StockVerdict *out) noexcept
try {
    *out = {};
    if (row.version < 0)
        return fail(Code::bad_value, "version %d is negative", row.version);
    if (row.version == kMaxVersion || row.head.version == kMaxVersion)
        return with_hint(fail(Code::limit, "version %d is the last one a partition can have", kMaxVersion), kBeginAnew);
    bool adds = row.op == CommitOp::append || row.op == CommitOp::merge;
    bool replaces = row.op == CommitOp::compaction || row.op == CommitOp::update;
    if (!row.snapshot.empty() && row.fresh.empty()) {
        out->line = 1;
        decide_known(row, out);
        return {};
    }
    if (adds && !row.fresh.empty())
        return decide_added(row, arena, out);
    if (replaces && !row.fresh.empty()) {
        out->line = 4;
        return decide_replaced(row, arena, out);
    }
    if (row.op == CommitOp::del) {
        decide_deleted(row, out);
        return {};
    }
    out->line = 8;
    next_or_refuse(row, out);
    return {};
} catch (...) {
    return caught();
}

}   // namespace lakesoul::catalog
