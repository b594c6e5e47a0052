// The passes over commits and versions that core/catalog/references is fed with. Rows hidden from the caller count:
// they are read as the owners of the base tables. A row or a partition's commits that name a candidate are in memory at
// a time, never a history.
#include "pg/references.hpp"

#include "pg/error.hpp"
#include "pg/file_ops.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/stock_lookup.hpp"
#include "pg/text.hpp"

namespace lakesoul {
namespace {

#define LAKESOUL_COMMITS                                                                                               \
    "SELECT c.partition_desc, c.commit_id, c.file_ops, c.published_version"                                            \
    " FROM public.data_commit_info AS c WHERE c.table_id OPERATOR(pg_catalog.=) $1"

spi::Statement table_statement = {LAKESOUL_COMMITS " ORDER BY c.partition_desc", 1, {TEXTOID}};

spi::Statement partition_statement = {
    LAKESOUL_COMMITS " AND c.partition_desc OPERATOR(pg_catalog.=) $2", 2, {TEXTOID, TEXTOID}};

#define LAKESOUL_VERSIONS                                                                                              \
    "SELECT i.version, i.\"timestamp\", i.snapshot FROM public.partition_info AS i"                                    \
    " WHERE i.table_id OPERATOR(pg_catalog.=) $1 AND i.partition_desc OPERATOR(pg_catalog.=) $2 ORDER BY i.version"

spi::Statement versions_statement = {LAKESOUL_VERSIONS, 2, {TEXTOID, TEXTOID}};

spi::Statement head_statement = {LAKESOUL_VERSIONS " DESC LIMIT 1", 2, {TEXTOID, TEXTOID}};

// A pass over a table, partition by partition.
struct Pass {
    View table_id;
    Scope scope;
    catalog::References *references;
    MemoryContext row, partition;   // memory that the next row, the next partition uses again
    Arena arena;                    // in partition
    View desc;                      // null: before the first partition
    const Removal *removal;         // of this partition; null: none
};

void enter(Pass *pass, View desc)
{
    MemoryContextReset(pass->partition);
    MemoryContext before = MemoryContextSwitchTo(pass->partition);
    pass->arena = server_arena();
    char *copy = static_cast<char *>(palloc(desc.size() + 1));
    memcpy(copy, desc.data(), desc.size());
    pass->desc = View(copy, desc.size());
    pass->removal = removal_of(pass->scope.removals, desc);
    catalog::begin_partition(pass->references, &pass->arena);
    MemoryContextSwitchTo(before);
}

void add_versions(Pass *pass)
{
    raise_unless_ok(catalog::begin_versions(pass->references));
    Datum values[] = {text_datum(pass->table_id), text_datum(pass->desc)};
    Cursor versions = open_cursor(pass->scope.heads_only ? &head_statement : &versions_statement, values,
                                  pass->scope.as_seen, stock::public_relation("partition_info"));
    while (fetch(&versions)) {
        MemoryContext before = MemoryContextSwitchTo(pass->row);
        bool stays = !goes(pass->removal, spi::int_column(versions.row, 1, -1));
        raise_unless_ok(catalog::add_version(pass->references, stays, spi::uuids_column(versions.row, 3)));
        MemoryContextSwitchTo(before);
        MemoryContextReset(pass->row);
        if (pass->references->left == 0 && pass->scope.removals.empty())
            close_cursor(&versions);
    }
}

void leave(Pass *pass)
{
    if (pass->desc.data() == nullptr || !catalog::wants_versions(*pass->references))
        return;
    add_versions(pass);
    catalog::end_partition(pass->references);
}

void add_commit(Pass *pass, const Cursor &commits)
{
    MemoryContext before = MemoryContextSwitchTo(pass->row);
    StoredCommit commit = commit_of(commits);
    bool fresh = commit.published_version >= 0 && goes(pass->removal, commit.published_version);
    raise_unless_ok(catalog::add_commit(pass->references, commit.id, commit.published_version >= 0, fresh,
                                        {commit.files.data, commit.files.size}));
    MemoryContextSwitchTo(before);
    MemoryContextReset(pass->row);
}

}   // namespace

const Removal *removal_of(Span<const Removal> sorted, View desc)
{
    std::size_t from = 0, to = sorted.size;
    while (from < to) {
        std::size_t middle = from + (to - from) / 2;
        int order = sorted[middle].desc.compare(desc);
        if (order == 0)
            return &sorted[middle];
        (order < 0 ? from : to) = order < 0 ? middle + 1 : middle;
    }
    return nullptr;
}

bool goes(const Removal *removal, int32 version)
{
    std::size_t from = 0, to = removal == nullptr ? 0 : removal->versions.size;
    while (from < to) {
        std::size_t middle = from + (to - from) / 2;
        if (removal->versions[middle] == version)
            return true;
        (removal->versions[middle] < version ? from : to) = removal->versions[middle] < version ? middle + 1 : middle;
    }
    return false;
}

Cursor versions_of(View table_id, View desc, bool as_seen)
{
    Datum values[] = {text_datum(table_id), text_datum(desc)};
    return open_cursor(&versions_statement, values, as_seen, stock::public_relation("partition_info"));
}

Cursor commits_of(View table_id, View desc, bool as_seen)
{
    bool whole = desc.data() == nullptr;
    Datum values[] = {text_datum(table_id), text_datum(desc)};
    return open_cursor(whole ? &table_statement : &partition_statement, values, as_seen,
                       stock::public_relation("data_commit_info"));
}

StoredCommit commit_of(const Cursor &cursor)
{
    StoredCommit commit = {
        spi::text_column(cursor.row, 1), spi::uuid_column(cursor.row, 2), spi::int_column(cursor.row, 4, -1), {}};
    bool null;
    Datum files = spi::file_ops_column(cursor.row, 3, &null);
    commit.files = null ? Span<wire::DataFileOp>() : file_ops_of_datum(files);
    return commit;
}

void mark_references(View table_id, const Scope &scope, catalog::References *references)
{
    Pass pass = {table_id, scope, references, nullptr, nullptr, {}, {}, nullptr};
    pass.row = AllocSetContextCreate(CurrentMemoryContext, "lakesoul row", ALLOCSET_DEFAULT_SIZES);
    pass.partition = AllocSetContextCreate(CurrentMemoryContext, "lakesoul partition", ALLOCSET_DEFAULT_SIZES);
    Cursor commits = commits_of(table_id, View(), scope.as_seen);
    while (fetch(&commits)) {
        View desc = spi::text_column(commits.row, 1);
        if (pass.desc.data() == nullptr || desc != pass.desc) {
            leave(&pass);
            if (references->left == 0 && scope.removals.empty())
                break;
            look_at(commits);
            enter(&pass, desc);
        }
        add_commit(&pass, commits);
    }
    leave(&pass);
    close_cursor(&commits);
    MemoryContextDelete(pass.partition);
    MemoryContextDelete(pass.row);
}

}   // namespace lakesoul
