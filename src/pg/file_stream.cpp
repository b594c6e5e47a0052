// Reading of heads page by page and of commits batch by batch. What hides a file is core's.
#include "pg/file_stream.hpp"

#include "core/catalog/fold.hpp"
#include "core/catalog/ids.hpp"
#include "pg/composite.hpp"
#include "pg/error.hpp"
#include "pg/memory.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/spi.hpp"
#include "pg/text.hpp"

namespace lakesoul {
namespace {

// How much there is at a time: partitions, commits, bytes of files kept ready to use, bytes of a chunk.
#define LAKESOUL_PAGE "64"
constexpr std::size_t kPage = 64, kBatch = 64, kKept = 896 * 1024, kChunk = 64 * 1024;

// Two statements: in one, a condition on a time that may be NULL would hide from the planner how few rows are read.
#define LAKESOUL_HEADS(as_of)                                                                                          \
    "SELECT h.partition_desc, h.snapshot FROM lakesoul._heads($1, $2, " as_of ", $3) AS h LIMIT " LAKESOUL_PAGE

spi::Statement heads_statement = {LAKESOUL_HEADS("NULL::bigint"), 3, {TEXTOID, JSONBOID, TEXTOID}};

spi::Statement heads_at_statement = {LAKESOUL_HEADS("$4"), 4, {TEXTOID, JSONBOID, TEXTOID, INT8OID}};

// A LATERAL with a LIMIT, as in catalog_partition.cpp: a probe for each id.
spi::Statement commits_statement = {
    "SELECT q.ord::pg_catalog.int4, c.file_ops, c.commit_id, c.\"timestamp\""
    " FROM ROWS FROM (pg_catalog.unnest($2), pg_catalog.unnest($3)) WITH ORDINALITY AS q(partition_desc, id, ord)"
    " CROSS JOIN LATERAL (SELECT i.file_ops, i.commit_id, i.\"timestamp\" FROM public.data_commit_info AS i"
    " WHERE i.table_id OPERATOR(pg_catalog.=) $1 AND i.partition_desc OPERATOR(pg_catalog.=) q.partition_desc"
    " AND i.commit_id OPERATOR(pg_catalog.=) q.id LIMIT 1) AS c ORDER BY q.ord",
    3,
    {TEXTOID, TEXTARRAYOID, UUIDARRAYOID}};

enum Field { kPath, kOp, kSize, kExistCols, kFields };
constexpr Oid kTypes[kFields] = {TEXTOID, TEXTOID, INT8OID, TEXTOID};
struct Head {
    Datum desc;
    Uuids ids;
};

struct Commit {
    std::size_t head;   // its place in the page
    Datum files;        // a data_file_op[], perhaps still toasted
    Uuid id;
    int64 timestamp;
};

// A place in a data_file_op[].
struct Cursor {
    ArrayType *array;
    const char *next;
    int at, count;
};

// Growing list of the paths that a group of partitions deletes.
struct Deletions {
    MemoryContext memory;
    catalog::Deletion *list;
    std::size_t count, room;
};

}   // namespace

struct FileStream {
    // Reset at a new page, batch, large commit and chunk; all below the context of the stream.
    MemoryContext page_memory, batch_memory, large_memory, chunk_memory;
    Datum table_id, filter, as_of;
    bool filter_is_null, has_as_of;
    Head *heads;
    std::size_t head_count, head, taken;   // the next head to read, and how many ids of it are read
    bool is_last_page;
    Commit *commits;
    std::size_t commit_count, commit;
    Cursor files;   // of the commit before this one
    int64 position;
    Deletions deletions;
    // The fields of data_file_op.
    TupleDesc type;
    int places[kFields];
};

namespace {

View bytes_of(Datum text)
{
    struct varlena *value = PG_DETOAST_DATUM_PACKED(text);
    return View(VARDATA_ANY(value), VARSIZE_ANY_EXHDR(value));
}

// ---- the operations of a commit ----------------------------------------------------------------------------------

void find_type(FileStream *stream)
{
    if (stream->type != nullptr)
        return;
    MemoryContext before = MemoryContextSwitchTo(GetMemoryChunkContext(stream));
    TupleDesc type = lookup_rowtype_tupdesc(get_element_type(spi::file_op_array_type()), -1);
    find_fields(type, {kTypes, kFields}, stream->places);
    stream->type = CreateTupleDescCopy(type);
    ReleaseTupleDesc(type);
    MemoryContextSwitchTo(before);
}

Cursor operations(FileStream *stream, Datum files)
{
    if (VARATT_IS_EXTENDED(DatumGetPointer(files))) {
        MemoryContextReset(stream->large_memory);
        MemoryContext before = MemoryContextSwitchTo(stream->large_memory);
        files = PointerGetDatum(PG_DETOAST_DATUM(files));
        MemoryContextSwitchTo(before);
    }
    ArrayType *array = DatumGetArrayTypeP(files);
    return {array, ARR_DATA_PTR(array), 0, ArrayGetNItems(ARR_NDIM(array), ARR_DIMS(array))};
}

// The next operation; null at the end. An element that is NULL says nothing.
const char *next_operation(Cursor *cursor)
{
    const bits8 *nulls = ARR_NULLBITMAP(cursor->array);
    while (cursor->at < cursor->count) {
        int at = cursor->at++;
        if (nulls != nullptr && (nulls[at / 8] & (1 << (at % 8))) == 0)
            continue;
        const char *operation = cursor->next;
        cursor->next += TYPEALIGN(ALIGNOF_DOUBLE, VARSIZE_ANY(operation));
        return operation;
    }
    return nullptr;
}

// A text field; empty for NULL.
View field(const FileStream *stream, const char *operation, Field number)
{
    HeapTupleData tuple = {};
    tuple.t_data = reinterpret_cast<HeapTupleHeader>(const_cast<char *>(operation));
    tuple.t_len = HeapTupleHeaderGetDatumLength(tuple.t_data);
    bool null;
    Datum value = heap_getattr(&tuple, stream->places[number] + 1, stream->type, &null);
    return null ? View("") : bytes_of(value);
}

// ---- what is deleted ---------------------------------------------------------------------------------------------

void add_deletion(Deletions *deletions, std::size_t group, View path, int64 position)
{
    MemoryContext before = MemoryContextSwitchTo(deletions->memory);
    if (deletions->count == deletions->room) {
        catalog::Deletion *larger = huge_array<catalog::Deletion>(deletions->room * 2 + 16);
        if (deletions->list != nullptr) {
            memcpy(larger, deletions->list, deletions->count * sizeof(catalog::Deletion));
            pfree(deletions->list);
        }
        deletions->list = larger;
        deletions->room = deletions->room * 2 + 16;
    }
    char *copy = static_cast<char *>(palloc(path.size() + 1));
    memcpy(copy, path.data(), path.size());
    deletions->list[deletions->count++] = {static_cast<int32>(group), View(copy, path.size()), position};
    MemoryContextSwitchTo(before);
}

// Those of the commits in the batch.
void find_deletions(FileStream *stream)
{
    for (std::size_t i = 0; i < stream->commit_count; ++i) {
        CHECK_FOR_INTERRUPTS();
        Cursor cursor = operations(stream, stream->commits[i].files);
        for (; const char *operation = next_operation(&cursor); ++stream->position)
            if (field(stream, operation, kOp) == "del")
                add_deletion(&stream->deletions, stream->commits[i].head, field(stream, operation, kPath),
                             stream->position);
    }
}

void begin_group(FileStream *stream)
{
    MemoryContextReset(stream->deletions.memory);
    stream->deletions.list = nullptr;
    stream->deletions.count = stream->deletions.room = 0;
    stream->position = 0;
}

void end_deletions(FileStream *stream)
{
    catalog::sort({stream->deletions.list, stream->deletions.count});
    stream->position = 0;
}

// ---- reading -----------------------------------------------------------------------------------------------------

// Into the page: a head whose snapshot lies in the row that was read last.
Head head_of_row(uint64 row)
{
    Head head = {text_datum(spi::text_column(row, 1)), {}};
    bool null;
    Datum snapshot = SPI_getbinval(SPI_tuptable->vals[row], SPI_tuptable->tupdesc, 2, &null);
    (void)spi::uuids_column(row, 2);   // of the right type
    Arena arena = server_arena();
    if (!null)
        raise_unless_ok(
            catalog::distinct(uuids_of_datum(PointerGetDatum(PG_DETOAST_DATUM_COPY(snapshot))), &arena, &head.ids));
    return head;
}

bool read_page(FileStream *stream)
{
    if (stream->is_last_page)
        return false;
    Datum values[] = {stream->table_id, stream->filter, 0, stream->as_of};
    char nulls[] = {' ', stream->filter_is_null ? 'n' : ' ', 'n', ' '};
    if (stream->head_count > 0) {
        values[2] = datumCopy(stream->heads[stream->head_count - 1].desc, false, -1);
        nulls[2] = ' ';
    }
    MemoryContextReset(stream->page_memory);
    stream->head_count = spi::read(stream->has_as_of ? &heads_at_statement : &heads_statement, values, nulls);
    stream->head = stream->taken = 0;
    stream->is_last_page = stream->head_count < kPage;
    MemoryContext before = MemoryContextSwitchTo(stream->page_memory);
    stream->heads = palloc_array(Head, stream->head_count + 1);
    for (std::size_t i = 0; i < stream->head_count; ++i)
        stream->heads[i] = head_of_row(i);
    MemoryContextSwitchTo(before);
    SPI_freetuptable(SPI_tuptable);
    return stream->head_count > 0;
}

// A commit's files, in memory that outlives the rows that were read: ready to use while there is room.
Datum kept_files(Datum files, Size *room)
{
    Size size = toast_raw_datum_size(files);
    if (size > *room)
        return datumCopy(files, false, -1);
    *room -= size;
    return PointerGetDatum(PG_DETOAST_DATUM_COPY(files));
}

// Reads count ids of head and, where they are more than it has, of the heads after it.
void read_batch(FileStream *stream, std::size_t count)
{
    MemoryContextReset(stream->batch_memory);
    MemoryContext before = MemoryContextSwitchTo(stream->batch_memory);
    Datum *descs = palloc_array(Datum, count + 1);
    Uuid *ids = palloc_array(Uuid, count + 1);
    std::size_t *heads = palloc_array(std::size_t, count + 1);
    for (std::size_t i = 0; i < count;) {
        const Head &head = stream->heads[stream->head];
        for (; i < count && stream->taken < head.ids.size; ++i) {
            descs[i] = head.desc;
            ids[i] = head.ids[stream->taken++];
            heads[i] = stream->head;
        }
        if (stream->taken == head.ids.size) {
            ++stream->head;
            stream->taken = 0;
        }
    }
    Datum values[] = {
        stream->table_id,
        PointerGetDatum(construct_array(descs, static_cast<int>(count), TEXTOID, -1, false, TYPALIGN_INT)),
        uuid_array_datum({ids, count})};
    uint64 rows = spi::read(&commits_statement, values);
    stream->commits = palloc_array(Commit, rows + 1);
    stream->commit = stream->commit_count = 0;
    Size room = kKept;
    for (uint64 row = 0; row < rows; ++row) {
        bool null;
        Datum files = spi::file_ops_column(row, 2, &null);
        if (!null)
            stream->commits[stream->commit_count++] = {heads[spi::int_column(row, 1, 1) - 1], kept_files(files, &room),
                                                       spi::uuid_column(row, 3), spi::bigint_column(row, 4, 0)};
    }
    SPI_freetuptable(SPI_tuptable);
    MemoryContextSwitchTo(before);
}

// How many ids the heads from the next one on have together, as far as they fit into a batch.
std::size_t ids_of_group(const FileStream *stream)
{
    std::size_t count = 0;
    for (std::size_t i = stream->head; i < stream->head_count && count + stream->heads[i].ids.size <= kBatch; ++i)
        count += stream->heads[i].ids.size;
    return count;
}

// A partition of many commits is read twice: first for what it deletes, then for its files.
void find_deletions_of_large(FileStream *stream)
{
    std::size_t head = stream->head, size = stream->heads[head].ids.size;
    while (stream->head == head) {
        CHECK_FOR_INTERRUPTS();
        read_batch(stream, Min(kBatch, size - stream->taken));
        find_deletions(stream);
    }
    stream->head = head;
}

// Reads on; perhaps there is no commit in what was read. False: there is nothing more to read.
bool fill(FileStream *stream)
{
    if (stream->taken > 0) {   // in the middle of a large one
        read_batch(stream, Min(kBatch, stream->heads[stream->head].ids.size - stream->taken));
        return true;
    }
    while (stream->head < stream->head_count && stream->heads[stream->head].ids.empty())
        ++stream->head;
    if (stream->head == stream->head_count)
        return read_page(stream);   // and comes back
    begin_group(stream);
    std::size_t count = ids_of_group(stream);
    if (count > 0) {
        read_batch(stream, count);
        find_deletions(stream);
    } else {
        find_deletions_of_large(stream);
        read_batch(stream, kBatch);
    }
    end_deletions(stream);
    return true;
}

// The next commit's operations; false: there is no commit any more.
bool next_commit(FileStream *stream)
{
    while (stream->commit == stream->commit_count) {
        CHECK_FOR_INTERRUPTS();
        int level = spi::begin();
        find_type(stream);
        bool more = fill(stream);
        spi::end(level);
        if (!more)
            return false;
    }
    stream->files = operations(stream, stream->commits[stream->commit++].files);
    return true;
}

// ---- chunks ------------------------------------------------------------------------------------------------------

bool is_active(FileStream *stream, const char *operation)
{
    int64 position = stream->position++;
    const Deletions &deletions = stream->deletions;
    if (deletions.count == 0)
        return true;
    int32 group = static_cast<int32>(stream->commits[stream->commit - 1].head);
    return field(stream, operation, kOp) != "del" &&
           !catalog::is_hidden({deletions.list, deletions.count}, group, field(stream, operation, kPath), position);
}

// All files of a commit as they are stored, if they are not many and nothing is deleted.
bool take_whole(FileStream *stream, Datum *files)
{
    Cursor *cursor = &stream->files;
    if (cursor->at > 0 || stream->deletions.count > 0 || ARR_HASNULL(cursor->array) || VARSIZE(cursor->array) > kChunk)
        return false;
    stream->position += cursor->count;
    cursor->at = cursor->count;
    *files = PointerGetDatum(cursor->array);
    return true;
}

// The next active files of a commit, about kChunk bytes of them; false: there are none any more.
bool take_some(FileStream *stream, Datum *files)
{
    Cursor *cursor = &stream->files;
    MemoryContextReset(stream->chunk_memory);
    Size room = 0, used = ARR_OVERHEAD_NONULLS(1);
    char *place = nullptr;
    int count = 0;
    for (const char *operation; used < kChunk && (operation = next_operation(cursor)) != nullptr;) {
        if (!is_active(stream, operation))
            continue;
        Size size = TYPEALIGN(ALIGNOF_DOUBLE, VARSIZE_ANY(operation));
        if (used + size > room) {
            room = Max(used + size, place == nullptr ? kChunk : room * 2);
            place = static_cast<char *>(place == nullptr ? MemoryContextAllocZero(stream->chunk_memory, room)
                                                         : repalloc(place, room));
        }
        memset(place + used + VARSIZE_ANY(operation), 0, size - VARSIZE_ANY(operation));
        memcpy(place + used, operation, VARSIZE_ANY(operation));
        used += size;
        ++count;
    }
    if (count == 0)
        return false;
    ArrayType *array = reinterpret_cast<ArrayType *>(place);
    SET_VARSIZE(array, used);
    array->ndim = 1;
    array->dataoffset = 0;
    array->elemtype = ARR_ELEMTYPE(cursor->array);
    ARR_DIMS(array)[0] = count;
    ARR_LBOUND(array)[0] = 1;
    *files = PointerGetDatum(array);
    return true;
}

}   // namespace

FileStream *open_files()
{
    FileStream *stream = static_cast<FileStream *>(palloc0(sizeof(FileStream)));
    MemoryContext life = CurrentMemoryContext;
    stream->page_memory = AllocSetContextCreate(life, "lakesoul heads", ALLOCSET_DEFAULT_SIZES);
    // One block that stays when the context is reset; with others each batch would be in pages that are new to the
    // process.
    stream->batch_memory = GenerationContextCreate(life, "lakesoul commits", kKept + kKept / 8, kKept, kKept);
    stream->large_memory = AllocSetContextCreate(life, "lakesoul files", ALLOCSET_DEFAULT_SIZES);
    stream->deletions.memory = AllocSetContextCreate(life, "lakesoul deleted files", ALLOCSET_DEFAULT_SIZES);
    stream->chunk_memory = AllocSetContextCreate(life, "lakesoul chunk", ALLOCSET_DEFAULT_SIZES);
    stream->is_last_page = true;
    return stream;
}

void stream_heads(FileStream *stream, View table_id, Datum filter, bool filter_is_null, const int64 *as_of)
{
    MemoryContext before = MemoryContextSwitchTo(GetMemoryChunkContext(stream));
    stream->table_id = text_datum(table_id);
    stream->filter_is_null = filter_is_null;
    stream->filter = filter_is_null ? static_cast<Datum>(0) : PointerGetDatum(PG_DETOAST_DATUM_COPY(filter));
    stream->has_as_of = as_of != nullptr;
    stream->as_of = Int64GetDatum(as_of == nullptr ? 0 : *as_of);
    stream->is_last_page = false;
    MemoryContextSwitchTo(before);
}

void stream_snapshot(FileStream *stream, View table_id, View desc, Uuids snapshot)
{
    MemoryContext before = MemoryContextSwitchTo(GetMemoryChunkContext(stream));
    stream->table_id = text_datum(table_id);
    stream->heads = palloc_array(Head, 1);
    stream->head_count = 1;
    Uuid *ids = huge_array<Uuid>(snapshot.size);
    memcpy(ids, snapshot.data, snapshot.size * sizeof(Uuid));
    Arena arena = server_arena();
    stream->heads[0] = {text_datum(desc), {}};
    raise_unless_ok(catalog::distinct({ids, snapshot.size}, &arena, &stream->heads[0].ids));
    MemoryContextSwitchTo(before);
}

bool next_chunk(FileStream *stream, FileChunk *chunk)
{
    for (;;) {
        bool more = stream->files.at < stream->files.count;
        if (more && (take_whole(stream, &chunk->files) || take_some(stream, &chunk->files)))
            break;
        if (!more && !next_commit(stream))
            return false;
    }
    const Commit &commit = stream->commits[stream->commit - 1];
    chunk->desc = stream->heads[commit.head].desc;
    chunk->commit_id = commit.id;
    chunk->timestamp = commit.timestamp;
    return true;
}

}   // namespace lakesoul
