// Which of some paths a table still references: an active file of a version that stays, or an add of a commit that was
// registered and may yet be published. The caller feeds stored rows, a partition at a time; no tables are read here.
// Memory: the paths, and the commits of one partition that name one of them.
#pragma once

#include "core/base/arena.hpp"
#include "core/base/status.hpp"
#include "core/base/types.hpp"
#include "core/catalog/ids.hpp"
#include "core/wire/messages.hpp"

namespace lakesoul::catalog {

// A path that is asked about.
struct Candidate {
    View path;
    std::size_t owner = 0;     // the caller's: where it came from
    bool referenced = false;   // out
    bool was_active = false;   // out, and kept where it is set: in a version that goes, or added by one
};
// Sorts them by path and leaves each path once, with the smallest owner; was_active if one of them was.
void unite(Span<Candidate> *candidates) noexcept;
// The one of a path among united ones; null if there is none.
Candidate *find(Span<Candidate> candidates, View path) noexcept;

// A commit that names candidates, and its operations on them.
struct TouchingCommit {
    Uuid id{};
    std::size_t first_op = 0, op_count = 0;
    bool is_published = false;
    bool is_listed = false;      // by a version that was fed
    std::uint64_t seen_in = 0;   // the chain of versions that it was last seen in
};
struct TouchingOp {
    std::size_t candidate = 0;
    FileOp op = FileOp::add;
};

struct References {
    Span<Candidate> candidates;
    std::size_t left = 0;   // not referenced so far

    // Of the partition that is being fed.
    Arena *arena = nullptr;
    Span<TouchingCommit> commits;   // sorted by id once its versions are fed
    std::size_t commit_capacity = 0;
    Span<TouchingOp> ops;
    std::size_t op_capacity = 0;
    TouchingCommit **order = nullptr;     // room for the touching commits of a snapshot
    std::uint64_t *hidden_in = nullptr;   // for each candidate: the fold that a del hid it in
    Chain chain;
    bool chain_stays = false;
    std::uint64_t chains = 0, folds = 0;
};

// candidates: united.
void open_references(References *references, Span<Candidate> candidates) noexcept;

// The commits of a partition in any order, then its versions, those that go before those that stay, each in ascending
// order (another order costs time), then the end. arena: for what is kept of this partition.
void begin_partition(References *references, Arena *arena) noexcept;
// is_published: its row says so; otherwise it is if a version lists it. fresh: first published by a version that goes.
Status add_commit(References *references, const Uuid &id, bool is_published, bool fresh,
                  Span<const wire::DataFileOp> ops) noexcept;
// Whether a version can matter: if not, none need be fed.
bool wants_versions(const References &references) noexcept;
Status begin_versions(References *references) noexcept;
Status add_version(References *references, bool stays, Uuids snapshot) noexcept;
void end_partition(References *references) noexcept;

}   // namespace lakesoul::catalog
