// Folding of stored versions for some paths only.
#include "core/catalog/references.hpp"

#include <algorithm>

namespace lakesoul::catalog {
namespace {

// Room for one more at the end of an array in the arena.
template <typename T> bool reserve(Arena *arena, Span<T> *array, std::size_t *capacity)
{
    if (array->size < *capacity)
        return true;
    std::size_t larger = *capacity == 0 ? 16 : *capacity * 2;
    T *place = arena->array<T>(larger);
    if (place == nullptr)
        return false;
    std::copy(array->begin(), array->end(), place);
    array->data = place;
    *capacity = larger;
    return true;
}

TouchingCommit *find(Span<TouchingCommit> commits, const Uuid &id)
{
    TouchingCommit *found = std::lower_bound(commits.begin(), commits.end(), id,
                                             [](const TouchingCommit &c, const Uuid &key) { return c.id < key; });
    return found != commits.end() && found->id == id ? found : nullptr;
}

void refer(References *references, std::size_t candidate)
{
    bool *referenced = &references->candidates[candidate].referenced;
    references->left -= !*referenced;
    *referenced = true;
}

Span<TouchingOp> ops_of(const References &references, const TouchingCommit &commit)
{
    return {references.ops.data + commit.first_op, commit.op_count};
}

void refer_to_adds(References *references, const TouchingCommit &commit)
{
    for (const TouchingOp &op : ops_of(*references, commit))
        if (op.op == FileOp::add)
            refer(references, op.candidate);
}

// The touching commits among these ids that this chain has not had yet: an id counts where it stands first.
std::size_t order_of(References *references, Uuids ids)
{
    std::size_t count = 0;
    for (const Uuid &id : ids) {
        TouchingCommit *commit = find(references->commits, id);
        if (commit == nullptr || commit->seen_in == references->chains)
            continue;
        commit->seen_in = references->chains;
        commit->is_listed = true;
        references->order[count++] = commit;
    }
    return count;
}

}   // namespace

void unite(Span<Candidate> *candidates) noexcept
{
    std::sort(candidates->begin(), candidates->end(), [](const Candidate &a, const Candidate &b) {
        int order = a.path.compare(b.path);
        return order != 0 ? order < 0 : a.owner < b.owner;
    });
    std::size_t used = 0;
    for (const Candidate &candidate : *candidates) {
        if (used > 0 && (*candidates)[used - 1].path == candidate.path)
            (*candidates)[used - 1].was_active |= candidate.was_active;
        else
            (*candidates)[used++] = candidate;
    }
    candidates->size = used;
}

Candidate *find(Span<Candidate> candidates, View path) noexcept
{
    Candidate *found = std::lower_bound(candidates.begin(), candidates.end(), path,
                                        [](const Candidate &c, View key) { return c.path < key; });
    return found != candidates.end() && found->path == path ? found : nullptr;
}

void open_references(References *references, Span<Candidate> candidates) noexcept
{
    *references = {};
    references->candidates = candidates;
    references->left = candidates.size;
}

void begin_partition(References *references, Arena *arena) noexcept
{
    Span<Candidate> candidates = references->candidates;
    std::size_t left = references->left;
    *references = {};
    references->candidates = candidates;
    references->left = left;
    references->arena = arena;
}

Status add_commit(References *references, const Uuid &id, bool is_published, bool fresh,
                  Span<const wire::DataFileOp> ops) noexcept
{
    TouchingCommit commit = {id, references->ops.size, 0, is_published, false, 0};
    for (const wire::DataFileOp &op : ops) {
        Candidate *candidate = find(references->candidates, op.path);
        if (candidate == nullptr)
            continue;
        if (!reserve(references->arena, &references->ops, &references->op_capacity))
            return references->arena->refusal();
        references->ops[references->ops.size++] = {static_cast<std::size_t>(candidate - references->candidates.data),
                                                   op.file_op};
        candidate->was_active |= fresh && op.file_op == FileOp::add;
        ++commit.op_count;
    }
    if (commit.op_count == 0)
        return {};
    if (!reserve(references->arena, &references->commits, &references->commit_capacity))
        return references->arena->refusal();
    references->commits[references->commits.size++] = commit;
    return {};
}

bool wants_versions(const References &references) noexcept
{
    return !references.commits.empty();
}

Status begin_versions(References *references) noexcept
{
    std::sort(references->commits.begin(), references->commits.end(),
              [](const TouchingCommit &a, const TouchingCommit &b) { return a.id < b.id; });
    references->order = references->arena->array<TouchingCommit *>(references->commits.size);
    references->hidden_in = references->arena->array<std::uint64_t>(references->candidates.size);
    return references->order == nullptr || references->hidden_in == nullptr ? references->arena->refusal() : Status{};
}

// A version that extends the one before it has that one's active files, less what it deletes, and its own adds: only
// the ids it has more need be folded.
Status add_version(References *references, bool stays, Uuids snapshot) noexcept
{
    if (stays != references->chain_stays)
        references->chain.any = false;
    references->chain_stays = stays;
    std::size_t known;
    Status status = extend(&references->chain, snapshot, references->arena, &known);
    if (!status.ok())
        return status;
    references->chains += known == 0;
    ++references->folds;
    std::size_t count = order_of(references, {snapshot.data + known, snapshot.size - known});
    while (count-- > 0) {
        Span<TouchingOp> ops = ops_of(*references, *references->order[count]);
        for (std::size_t i = ops.size; i-- > 0;) {
            if (ops[i].op == FileOp::del)
                references->hidden_in[ops[i].candidate] = references->folds;
            else if (references->hidden_in[ops[i].candidate] != references->folds && stays)
                refer(references, ops[i].candidate);
            else if (references->hidden_in[ops[i].candidate] != references->folds)
                references->candidates[ops[i].candidate].was_active = true;
        }
    }
    return {};
}

void end_partition(References *references) noexcept
{
    for (const TouchingCommit &commit : references->commits)
        if (!commit.is_published && !commit.is_listed)
            refer_to_adds(references, commit);
}

}   // namespace lakesoul::catalog
