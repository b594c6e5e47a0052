// What a plain INSERT of a stock client into partition_info does: section 2 of docs/commit-semantics.md as one
// table. The client planned a version and a snapshot from the head it saw and ignores how many rows its INSERT
// affected, so a row may be renumbered, combined or suppressed. Shares what is known of versions (history.hpp)
// and, for compactions and updates, the lines of commit_rules.hpp that the document names.
#pragma once

#include "core/catalog/commit_rules.hpp"

namespace lakesoul::catalog {

enum class StockOutcome : std::uint8_t { accept, suppress, refuse };   // refuse: 23505, the client plans again

// The row as the client planned it, and what is stored, read under the table's lock.
struct StockCase {
    std::int32_t version = 0;   // n
    CommitOp op = CommitOp::append;
    Uuids snapshot;   // S
    Uuids fresh;      // the ids of S, in order, that are not published in this partition
    Head head;
    bool deletes_active = true;   // every path that fresh commits delete is active in cs or added by them

    // Looked at when nothing of a non-empty S is fresh.
    bool repeats = false;         // row n or the head has this op and S, or n or a later version published an id
    bool stored_before = false;   // a version below n has exactly this op and S

    // Looked at for Compaction and Update with fresh ids, and for a Delete planned behind the head.
    ReadPoint point;
    const Window *window = nullptr;   // from the read point on; for a Delete from version n-1 on
    Facts facts;
};

struct StockVerdict {
    int line = 0;          // the line of section 2 that decided, 1 to 8
    int commit_line = 0;   // line 4: the line of section 1 that decided
    StockOutcome outcome = StockOutcome::refuse;
    std::int32_t version = 0;   // accept: the number and the snapshot to store
    Uuids snapshot;
};
// bad_value for a negative version, limit when the last version number is taken.
Status decide_stock(const StockCase &row, Arena *arena, StockVerdict *out) noexcept;

// Whether the case needs point, window and facts.
bool stock_needs_window(CommitOp op, std::int32_t version, bool has_fresh, std::int32_t head_version) noexcept;

}   // namespace lakesoul::catalog
