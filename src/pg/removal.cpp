// Choosing, working out and doing removals. What goes is decided by core/catalog/expiry, what is referenced by
// core/catalog/references. Rows are read as the owners of the base tables and written as the caller.
#include "pg/removal.hpp"

#include "core/catalog/commit_rules.hpp"

#include "pg/catalog_commit.hpp"
#include "pg/clock.hpp"
#include "pg/error.hpp"
#include "pg/in_use.hpp"
#include "pg/memory.hpp"
#include "pg/paimon_expire.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/spi.hpp"
#include "pg/stock_delete.hpp"
#include "pg/stock_lookup.hpp"
#include "pg/text.hpp"

namespace lakesoul {
namespace {

#define LAKESOUL_VERSIONS(pinned)                                                                                      \
    "SELECT i.partition_desc, i.version, i.commit_op, i.\"timestamp\", " pinned " FROM public.partition_info AS i"     \
    " WHERE i.table_id OPERATOR(pg_catalog.=) $1"

#define LAKESOUL_OF_TABLE(pinned)                                                                                      \
    {                                                                                                                  \
        LAKESOUL_VERSIONS(pinned) " ORDER BY i.partition_desc, i.version", 1,                                          \
        {                                                                                                              \
            TEXTOID                                                                                                    \
        }                                                                                                              \
    }

#define LAKESOUL_OF_PARTITION(pinned)                                                                                  \
    {                                                                                                                  \
        LAKESOUL_VERSIONS(pinned)                                                                                      \
        " AND i.partition_desc OPERATOR(pg_catalog.=) $2 ORDER BY i.version", 2,                                       \
        {                                                                                                              \
            TEXTOID, TEXTOID                                                                                           \
        }                                                                                                              \
    }

// Without and with the column pinned.
spi::Statement table_statements[] = {LAKESOUL_OF_TABLE("false"), LAKESOUL_OF_TABLE("i.pinned")};
spi::Statement partition_statements[] = {LAKESOUL_OF_PARTITION("false"), LAKESOUL_OF_PARTITION("i.pinned")};

#define LAKESOUL_THESE_COMMITS                                                                                         \
    " FROM public.data_commit_info AS c WHERE c.table_id OPERATOR(pg_catalog.=) $1"                                    \
    " AND c.partition_desc OPERATOR(pg_catalog.=) $2 AND c.commit_id OPERATOR(pg_catalog.=) ANY ($3)"

#define LAKESOUL_THESE_VERSIONS                                                                                        \
    " FROM public.partition_info AS i WHERE i.table_id OPERATOR(pg_catalog.=) $1"                                      \
    " AND i.partition_desc OPERATOR(pg_catalog.=) $2 AND i.version OPERATOR(pg_catalog.=) ANY ($3)"

spi::Statement delete_commits_statement = {"DELETE" LAKESOUL_THESE_COMMITS, 3, {TEXTOID, TEXTOID, UUIDARRAYOID}};

// A row that another session has locked is not waited for: whoever has it may wait for the table's lock in turn.
spi::Statement lock_commits_statement = {
    "SELECT c.commit_id" LAKESOUL_THESE_COMMITS " FOR UPDATE SKIP LOCKED", 3, {TEXTOID, TEXTOID, UUIDARRAYOID}};

// The same as the owner of the table, whose plan under row-level security is another one.
spi::Statement lock_left_commits_statement = {
    "SELECT c.commit_id" LAKESOUL_THESE_COMMITS " FOR UPDATE SKIP LOCKED", 3, {TEXTOID, TEXTOID, UUIDARRAYOID}};

spi::Statement left_commits_statement = {
    "SELECT c.commit_id" LAKESOUL_THESE_COMMITS, 3, {TEXTOID, TEXTOID, UUIDARRAYOID}};

spi::Statement delete_versions_statement = {"DELETE" LAKESOUL_THESE_VERSIONS, 3, {TEXTOID, TEXTOID, INT4ARRAYOID}};

spi::Statement left_versions_statement = {
    "SELECT" LAKESOUL_THESE_VERSIONS " LIMIT 1", 3, {TEXTOID, TEXTOID, INT4ARRAYOID}};

spi::Statement mark_statement = {
    "INSERT INTO lakesoul.dropped_partitions AS d (table_id, partition_desc, version, \"timestamp\")"
    " VALUES ($1, $2, $3, $4) ON CONFLICT (table_id, partition_desc) DO UPDATE"
    " SET version = GREATEST(d.version, excluded.version),"
    " \"timestamp\" = GREATEST(d.\"timestamp\", excluded.\"timestamp\")",
    4,
    {TEXTOID, TEXTOID, INT4OID, INT8OID}};

spi::Statement forget_due_statement = {"DELETE FROM lakesoul.due_compactions AS d"
                                       " WHERE d.table_id OPERATOR(pg_catalog.=) $1"
                                       " AND d.partition_desc OPERATOR(pg_catalog.=) $2",
                                       2,
                                       {TEXTOID, TEXTOID}};

View kept(View text)
{
    char *copy = static_cast<char *>(palloc(text.size() + 1));
    memcpy(copy, text.data(), text.size());
    return View(copy, text.size());
}

// Whether something holds versions of a partition: column pinned, as read, or tags. 55000 if all are to go.
void mark_pinned(View desc, Span<catalog::KeptVersion> versions, bool all_go, Span<const paimon::Pinned> pins)
{
    for (catalog::KeptVersion &version : versions) {
        const paimon::Pinned *pinned = paimon::find_pinned(pins, desc, version.version);
        if (version.pinned && all_go)
            ereport(ERROR,
                    (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
                     errmsg("version %d of partition \"%s\" is pinned", version.version, c_string(desc)),
                     errdetail("Column pinned of public.partition_info says so: a snapshot of LakeSoul holds it."),
                     errhint("Drop LakeSoul's snapshot or tag, or empty the partition by a DeleteCommit, which "
                             "keeps its versions.")));
        version.pinned = version.pinned || pinned != nullptr;
        if (pinned != nullptr && all_go)
            paimon::raise_pinned(*pinned);
    }
}

// LakeSoul's later migrations bring the column.
bool has_pinned_column(Oid relation)
{
    AttrNumber number = get_attnum(relation, "pinned");
    return number != InvalidAttrNumber && get_atttype(relation, number) == BOOLOID;
}

// How versions are chosen.
struct Choice {
    const catalog::Keeping *keeping;   // null: all go
    Span<const paimon::Pinned> pins;
    List<Removal> removals;
};

// Ends the versions of a partition: a removal, if something goes.
void choose_partition(View desc, Span<catalog::KeptVersion> versions, Choice *choice)
{
    if (versions.empty())
        return;
    const catalog::Keeping *keeping = choice->keeping;
    mark_pinned(desc, versions, keeping == nullptr, choice->pins);
    bool whole = keeping == nullptr || catalog::mark_expired(*keeping, versions);
    List<int32> going = {};
    for (const catalog::KeptVersion &version : versions)
        if (keeping == nullptr || version.goes)
            going.add(version.version);
    const catalog::KeptVersion &last = versions[versions.size - 1];
    if (going.size > 0)
        choice->removals.add({kept(desc), {going.data, going.size}, whole, {}, last.version, last.timestamp, {}});
}

catalog::KeptVersion version_of(uint64 row)
{
    catalog::KeptVersion version;
    version.version = spi::int_column(row, 2, -1);
    version.timestamp = spi::bigint_column(row, 4, PG_INT64_MAX);   // without a time it is never old
    (void)commit_op_from_name(spi::text_column(row, 3), &version.op);
    version.pinned = spi::bool_column(row, 5);
    return version;
}

void choose(Cursor versions, Choice *choice)
{
    List<catalog::KeptVersion> partition = {};
    View desc;
    while (fetch(&versions)) {
        View next = spi::text_column(versions.row, 1);
        if (desc.data() == nullptr || next != desc) {
            choose_partition(desc, {partition.data, partition.size}, choice);
            partition.size = 0;
            desc = kept(next);
        }
        partition.add(version_of(versions.row));
    }
    choose_partition(desc, {partition.data, partition.size}, choice);
}

// What a partition's versions list, before and after.
struct Listing {
    catalog::IdSet gone, kept;
    List<int32> kept_versions;
};

Listing read_listing(const Table &table, const Removal &removal, bool as_seen, Arena *arena)
{
    Listing listing = {};
    listing.gone.arena = listing.kept.arena = arena;
    MemoryContext one = AllocSetContextCreate(CurrentMemoryContext, "lakesoul version", ALLOCSET_DEFAULT_SIZES);
    Cursor versions = versions_of(table.id, removal.desc, as_seen);
    while (fetch(&versions)) {
        int32 version = spi::int_column(versions.row, 1, -1);
        bool going = goes(&removal, version);
        if (!going)
            listing.kept_versions.add(version);
        MemoryContext before = MemoryContextSwitchTo(one);
        raise_unless_ok(
            catalog::add_snapshot(going ? &listing.gone : &listing.kept, spi::uuids_column(versions.row, 3)));
        MemoryContextSwitchTo(before);
        MemoryContextReset(one);
    }
    catalog::seal(&listing.gone);
    catalog::seal(&listing.kept);
    return listing;
}

bool has(const catalog::IdSet &set, const Uuid &id)
{
    return catalog::contains({set.ids.data, set.ids.size}, id);
}

// Whether a commit's row goes: it was published, by a version that is gone afterwards, and no version lists it then.
bool commit_goes(const Listing &listing, const StoredCommit &commit)
{
    if (has(listing.kept, commit.id))
        return false;
    if (commit.published_version < 0)
        return has(listing.gone, commit.id);
    Removal stays = {};
    stays.versions = {listing.kept_versions.data, listing.kept_versions.size};
    return !goes(&stays, commit.published_version);
}

// Commits of a partition that go, and the paths that may go with them: those they add, and those that a commit
// deletes, which may have been active in versions that go only. A path that no version had (a commit deletes what it
// adds itself) goes with the version that published it, or with its commit.
void collect(const Table &table, Removal *removal, std::size_t owner, bool as_seen,
             List<catalog::Candidate> *candidates)
{
    MemoryContext lasting = CurrentMemoryContext;
    MemoryContext mine = AllocSetContextCreate(lasting, "lakesoul removal", ALLOCSET_DEFAULT_SIZES);
    MemoryContext one = AllocSetContextCreate(mine, "lakesoul commit", ALLOCSET_DEFAULT_SIZES);
    MemoryContextSwitchTo(mine);
    Arena arena = server_arena();
    Listing listing = read_listing(table, *removal, as_seen, &arena);
    List<Uuid> going = {};
    Cursor commits = commits_of(table.id, removal->desc, as_seen);
    while (fetch(&commits)) {
        MemoryContextSwitchTo(one);
        StoredCommit commit = commit_of(commits);
        bool commit_is_going = commit_goes(listing, commit);
        MemoryContextSwitchTo(lasting);
        if (commit_is_going)
            going.add(commit.id);
        bool was_active = commit_is_going && !has(listing.gone, commit.id);
        for (const wire::DataFileOp &file : commit.files)
            if (!file.path.empty() && (commit_is_going || file.file_op == FileOp::del))
                candidates->add({kept(file.path), owner, false, was_active && file.file_op == FileOp::add});
        MemoryContextReset(one);
    }
    MemoryContextSwitchTo(lasting);
    removal->commits = {going.data, going.size};
    MemoryContextDelete(mine);
}

void put_paths(Span<const catalog::Candidate> candidates, Span<Removal> removals)
{
    std::size_t *counts = static_cast<std::size_t *>(palloc0_array(std::size_t, removals.size + 1));
    for (const catalog::Candidate &candidate : candidates)
        counts[candidate.owner] += candidate.was_active && !candidate.referenced;
    View **next = palloc_array(View *, removals.size + 1);
    for (std::size_t i = 0; i < removals.size; ++i) {
        next[i] = huge_array<View>(counts[i]);
        removals[i].paths = {next[i], counts[i]};
    }
    for (const catalog::Candidate &candidate : candidates)
        if (candidate.was_active && !candidate.referenced)
            *next[candidate.owner]++ = candidate.path;
}

int compare_removals(const void *a, const void *b)
{
    return static_cast<const Removal *>(a)->desc.compare(static_cast<const Removal *>(b)->desc);
}

[[noreturn]] void raise_not_deleted(const char *what, View desc)
{
    ereport(ERROR, (errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
                    errmsg("%s of partition \"%s\" could not be deleted", what, c_string(desc)),
                    errdetail("Rows are not visible to this role for deletion, or a trigger suppressed it.")));
    pg_unreachable();
}

// Rows that are gone anyway (a plain DELETE was faster) are no matter.
void delete_versions(std::size_t count, Datum *values, View desc)
{
    if (count == 0 || spi::run(&delete_versions_statement, values) == count)
        return;
    spi::User caller = spi::become_relation_owner(stock::public_relation("partition_info"));
    uint64 rows = spi::run(&left_versions_statement, values);
    spi::become_again(caller);
    if (rows > 0)
        raise_not_deleted("versions", desc);
}

Uuids ids_of(uint64 rows)
{
    Uuid *ids = huge_array<Uuid>(rows);
    for (uint64 row = 0; row < rows; ++row)
        ids[row] = spi::uuid_column(row, 1);
    return {ids, rows};
}

// Ids of commit rows as the owner of their table.
Uuids ids_as_owner(spi::Statement *statement, Datum *values)
{
    spi::User caller = spi::become_relation_owner(stock::public_relation("data_commit_info"));
    Uuids ids = ids_of(spi::run(statement, values));
    spi::become_again(caller);
    return ids;
}

Uuids without(Uuids ids, Uuids others)
{
    Uuids rest;
    Arena arena = server_arena();
    raise_unless_ok(catalog::combine({}, ids, others, &arena, &rest));
    return rest;
}

// Locks rows of commits and deletes them, but for those that others have locked. Returns those it could lock.
Uuids delete_free_commits(Datum *values, View desc)
{
    Uuids free = ids_of(spi::run(&lock_commits_statement, values));
    Datum those[] = {values[0], values[1], uuid_array_datum(free)};
    if (!free.empty() && spi::run(&delete_commits_statement, those) != free.size)
        raise_not_deleted("commits", desc);
    return free;
}

// After the last number or time there is, which no history comes to by itself, the partition begins anew: otherwise
// nothing could be committed there again.
void leave_mark(const Table &table, const Removal &removal)
{
    int32 version = removal.last_version == catalog::kMaxVersion ? -1 : removal.last_version;
    int64 timestamp = removal.last_timestamp == PG_INT64_MAX ? 0 : removal.last_timestamp;
    Datum values[] = {text_datum(table.id), text_datum(removal.desc), Int32GetDatum(version), Int64GetDatum(timestamp)};
    (void)spi::run_as_owner(&mark_statement, values);
    (void)spi::run_as_owner(&forget_due_statement, values);
}

int compare_asked(const void *a, const void *b)
{
    return static_cast<const Asked *>(a)->path.compare(static_cast<const Asked *>(b)->path);
}

}   // namespace

Span<Removal> choose_removals(const Table &table, const Span<const View> *descs, const catalog::Keeping *keeping,
                              bool as_seen)
{
    Choice choice = {keeping, paimon::pinned_versions(table.id, as_seen), {}};
    Oid relation = stock::public_relation("partition_info");
    bool pinned = has_pinned_column(relation);
    Datum values[] = {text_datum(table.id), 0};
    if (descs == nullptr)
        choose(open_cursor(&table_statements[pinned], values, as_seen, relation), &choice);
    for (std::size_t i = 0; descs != nullptr && i < descs->size; ++i) {
        values[1] = text_datum((*descs)[i]);
        choose(open_cursor(&partition_statements[pinned], values, as_seen, relation), &choice);
    }
    return {choice.removals.data, choice.removals.size};
}

void work_out(const Table &table, Span<Removal> removals, bool as_seen)
{
    if (removals.empty())
        return;
    qsort(removals.data, removals.size, sizeof(Removal), compare_removals);
    List<catalog::Candidate> found = {};
    for (std::size_t i = 0; i < removals.size; ++i)
        collect(table, &removals[i], i, as_seen, &found);
    Span<catalog::Candidate> candidates = {found.data, found.size};
    catalog::unite(&candidates);
    catalog::References references;
    catalog::open_references(&references, candidates);
    if (!candidates.empty())
        mark_references(table.id, {{removals.data, removals.size}, false, as_seen}, &references);
    put_paths({candidates.data, candidates.size}, removals);
}

void remove_commits(const Table &table, View desc, Uuids ids)
{
    spi::set_until_end("lakesoul.restoring", "off");         // what is deleted must be known for good
    spi::set_until_end("lakesoul.protect_commits", "off");   // no version lists them: heads need not be read for each
    Datum values[] = {text_datum(table.id), text_datum(desc), uuid_array_datum(ids)};
    Uuids left = ids.empty() ? Uuids() : without(ids, delete_free_commits(values, desc));
    if (left.empty())
        return;
    // Hidden from the caller, or come free meanwhile.
    values[2] = uuid_array_datum(left);
    Uuids free = ids_as_owner(&lock_left_commits_statement, values);
    left = without(left, free);
    values[2] = uuid_array_datum(free);
    if (!free.empty() && delete_free_commits(values, desc).size < free.size)
        raise_not_deleted("commits", desc);
    // What others have locked is deleted as soon as they are done, by the next version or expiry; or by them.
    values[2] = uuid_array_datum(left);
    for (const Uuid &id : ids_as_owner(&left_commits_statement, values))
        stock::hold(table.id, desc, id);
}

void carry_out(const Table &table, Span<const Removal> removals, const char *reason)
{
    for (const Removal &removal : removals) {
        CHECK_FOR_INTERRUPTS();
        remove_commits(table, removal.desc, removal.commits);
        Datum values[] = {text_datum(table.id), text_datum(removal.desc), int_array_datum(removal.versions)};
        delete_versions(removal.versions.size, values, removal.desc);
        if (removal.whole)
            leave_mark(table, removal);
        (void)record_discarded(table, removal.desc, removal.paths, now_ms(), reason, true);
    }
}

Paths paths_of(const Table &table, Span<const Removal> removals)
{
    Paths paths = {};
    for (const Removal &removal : removals)
        add_files(table.id, removal.paths, &paths);
    return paths;
}

std::size_t remove_partitions(const Table &table, const Span<const View> *descs, const char *reason,
                              ReturnSetInfo *results)
{
    Span<Removal> removals = choose_removals(table, descs, nullptr, false);
    work_out(table, removals, false);
    carry_out(table, {removals.data, removals.size}, reason);
    Paths paths = paths_of(table, {removals.data, removals.size});
    if (paths.size > 0)
        qsort(paths.data, paths.size, sizeof(Asked), compare_asked);
    hand_out({paths.data, paths.size}, results);
    return removals.size;
}

}   // namespace lakesoul
