// Windows of stored versions, what each did, and read points.
#include "core/catalog/history.hpp"

#include "core/catalog/ids.hpp"

#include <algorithm>

namespace lakesoul::catalog {
namespace {

bool copy(Arena *arena, Uuids from, Uuids *to)
{
    Uuid *place = arena->array<Uuid>(from.size);
    if (place == nullptr)
        return false;
    if (!from.empty())
        std::memcpy(place, from.data, from.size * sizeof(Uuid));
    *to = {place, from.size};
    return true;
}

// Keeps a snapshot to compare the next one with; the buffer is used again and at most doubles.
bool remember(Window *window, Uuids snapshot)
{
    Uuid *place = const_cast<Uuid *>(window->previous.data);
    if (window->previous_capacity < snapshot.size) {
        window->previous_capacity = snapshot.size * 2;
        place = window->arena->array<Uuid>(window->previous_capacity);
        if (place == nullptr)
            return false;
    }
    if (!snapshot.empty())
        std::memcpy(place, snapshot.data, snapshot.size * sizeof(Uuid));
    window->previous = {place, snapshot.size};
    return true;
}

Step *append_step(Window *window)
{
    if (window->steps.size == window->capacity) {
        std::size_t capacity = window->capacity == 0 ? 16 : window->capacity * 2;
        Step *place = window->arena->array<Step>(capacity);
        if (place == nullptr)
            return nullptr;
        std::copy(window->steps.begin(), window->steps.end(), place);
        window->steps.data = place;
        window->capacity = capacity;
    }
    return &window->steps.data[window->steps.size++];
}

// Whether the ids after the first are a subsequence of others.
bool rest_is_of(Uuids snapshot, Uuids others)
{
    std::size_t next = 0;
    for (std::size_t i = 1; i < snapshot.size; ++i) {
        while (next < others.size && others[next] != snapshot[i])
            ++next;
        if (next++ >= others.size)
            return false;
    }
    return true;
}

bool fill_step(Window *window, Step *step, Uuids snapshot)
{
    step->predecessor_empty = window->previous.empty();
    step->extends = snapshot.size > window->previous.size && begins_with(snapshot, window->previous);
    if (step->extends &&
        !copy(window->arena, {snapshot.data + window->previous.size, snapshot.size - window->previous.size},
              &step->fresh))
        return false;
    if (snapshot.size == 1 && !copy(window->arena, snapshot, &step->single))
        return false;
    if (step->op != CommitOp::compaction || step->extends || snapshot.empty())
        return true;
    step->keeps_rest = rest_is_of(snapshot, window->previous);
    return copy(window->arena, {snapshot.data, 1}, &step->fresh);
}

const IdFacts *find(Facts facts, const Uuid &id)
{
    const IdFacts *found =
        std::lower_bound(facts.begin(), facts.end(), id, [](const IdFacts &f, const Uuid &key) { return f.id < key; });
    return found != facts.end() && found->id == id ? found : nullptr;
}

bool plainly_added_by(Facts facts, const Uuid &id, std::int32_t version)
{
    const IdFacts *known = find(facts, id);
    return known != nullptr && known->published_by == version && known->has_row && !known->deletes_files;
}

}   // namespace

void open_window(Window *window, std::int32_t read_version, Arena *arena) noexcept
{
    *window = {};
    window->arena = arena;
    window->read_version = read_version;
    window->next = read_version < 0 ? 0 : read_version;
}

Status add_version(Window *window, std::int32_t version, CommitOp op, Uuids snapshot) noexcept
{
    if (version != window->next)
        window->complete = false;
    window->next = std::int64_t{version} + 1;
    if (version == window->read_version) {
        if (!copy(window->arena, snapshot, &window->read_snapshot))
            return window->arena->refusal();
    } else {
        Step *step = append_step(window);
        if (step == nullptr)
            return window->arena->refusal();
        step->version = version;
        step->op = op;
        step->follows =
            window->last_version < 0 ? window->read_version < 0 : std::int64_t{window->last_version} + 1 == version;
        if (!fill_step(window, step, snapshot))
            return window->arena->refusal();
    }
    window->last_version = version;
    return remember(window, snapshot) ? Status{} : window->arena->refusal();
}

Status wanted_ids(const Window &window, Uuids *out) noexcept
{
    std::size_t count = 0;
    for (const Step &step : window.steps)
        count += step.fresh.size;
    Uuid *ids = window.arena->array<Uuid>(count);
    if (ids == nullptr)
        return window.arena->refusal();
    *out = {ids, count};
    for (const Step &step : window.steps)
        ids = std::copy(step.fresh.begin(), step.fresh.end(), ids);
    return {};
}

void sort_facts(Span<IdFacts> facts) noexcept
{
    std::sort(facts.begin(), facts.end(), [](const IdFacts &a, const IdFacts &b) { return a.id < b.id; });
}

Did did(const Step &step, Facts facts) noexcept
{
    if ((step.op == CommitOp::append || step.op == CommitOp::merge) && step.extends &&
        std::all_of(step.fresh.begin(), step.fresh.end(),
                    [&](const Uuid &id) { return plainly_added_by(facts, id, step.version); }))
        return Did::adds;
    if (step.op == CommitOp::compaction && !step.single.empty() && !step.predecessor_empty) {
        const IdFacts *known = find(facts, step.single[0]);
        if (known != nullptr && known->published_by == step.version)
            return Did::compacts;
    }
    return Did::changes;
}

Change change_of(const Step &step, Facts facts) noexcept
{
    Did effect = did(step, facts);
    if (!step.follows)
        return Change::rebuild;
    if (effect != Did::changes)
        return effect == Did::adds ? Change::adds : Change::passes_over;
    const IdFacts *first = step.keeps_rest && !step.predecessor_empty ? find(facts, step.fresh[0]) : nullptr;
    return first != nullptr && first->published_by == step.version ? Change::passes_over : Change::rebuild;
}

ReadPoint read_point(const Window &window, std::int32_t head_version, const Uuids *own, bool moves,
                     Facts facts) noexcept
{
    ReadPoint point;
    if (!window.complete || window.next != std::int64_t{std::max(head_version, window.read_version)} + 1)
        return point;
    Uuids stored = window.read_version < 0 ? Uuids() : window.read_snapshot;
    if (own != nullptr && !equal(*own, stored))
        return point;
    point.known = true;
    point.version = window.read_version;
    point.snapshot = window.read_snapshot;
    while (moves && point.step < window.steps.size && did(window.steps[point.step], facts) == Did::compacts) {
        point.version = window.steps[point.step].version;
        point.snapshot = window.steps[point.step].single;
        ++point.step;
    }
    return point;
}

}   // namespace lakesoul::catalog
