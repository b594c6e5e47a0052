// Heavyweight locks of tables and partitions.
// State g: how many partition locks this transaction took; it may count too many after ROLLBACK TO, which only
// brings the table's lock earlier.
#include "pg/lock.hpp"

#include "pg/pg.hpp"

namespace lakesoul::lock {
namespace {

constexpr std::size_t kMaxPartitions = 64;   // partition locks of a transaction
constexpr uint64 kCreations = 256;           // locks that all table ids share
constexpr uint64 kNames = 256;               // locks that all names of tables and views share
enum Level : uint16 { kTable = 1, kPartition = 2, kCreation = 3, kNamespace = 4, kName = 5, kChain = 6 };

struct {
    LocalTransactionId transaction;
    std::size_t partitions;
} g;

uint64 hash(View text, uint64 seed)
{
    return DatumGetUInt64(
        hash_any_extended(reinterpret_cast<const unsigned char *>(text.data()), static_cast<int>(text.size()), seed));
}

uint64 name_key(View space, View name)
{
    return hash(name, hash(space, 0)) % kNames;
}

LOCKTAG tag(uint64 key, Level level)
{
    LOCKTAG result;
    memset(&result, 0, sizeof result);
    result.locktag_field1 = MyDatabaseId;
    result.locktag_field2 = static_cast<uint32>(key >> 32);
    result.locktag_field3 = static_cast<uint32>(key);
    result.locktag_field4 = level;
    result.locktag_type = LOCKTAG_USERLOCK;
    result.locktag_lockmethodid = USER_LOCKMETHOD;
    return result;
}

void acquire(uint64 key, Level level, LOCKMODE mode)
{
    LOCKTAG lock_tag = tag(key, level);
    if (!LAKESOUL_LOCK_HELD(&lock_tag, mode))
        (void)LockAcquire(&lock_tag, mode, false, false);
}

bool holds(uint64 key, Level level, LOCKMODE mode)
{
    LOCKTAG lock_tag = tag(key, level);
    return LAKESOUL_LOCK_HELD(&lock_tag, mode);
}

// Until the end of the subtransaction.
void limit_waits()
{
    int limit = Max(DeadlockTimeout / 2, 1);
    if (LockTimeout > 0)
        limit = Min(limit, LockTimeout);
    (void)set_config_option("lock_timeout", psprintf("%d", limit), PGC_USERSET, PGC_S_SESSION, GUC_ACTION_SAVE, true, 0,
                            false);
}

// Waits in the queue, but only half as long as waits are left alone that may be deadlocks. A subtransaction takes the
// end of the wait.
bool acquire_in_time(LOCKTAG lock_tag, LOCKMODE mode)
{
    MemoryContext memory = CurrentMemoryContext;
    ResourceOwner owner = CurrentResourceOwner;
    ErrorData *volatile error = nullptr;
    BeginInternalSubTransaction(nullptr);
    PG_TRY();
    {
        limit_waits();
        (void)LockAcquire(&lock_tag, mode, false, false);
        ReleaseCurrentSubTransaction();
    }
    PG_CATCH();
    {
        MemoryContextSwitchTo(memory);
        error = CopyErrorData();
        FlushErrorState();
        RollbackAndReleaseCurrentSubTransaction();
    }
    PG_END_TRY();
    MemoryContextSwitchTo(memory);
    CurrentResourceOwner = owner;
    if (error != nullptr && error->sqlerrcode != ERRCODE_LOCK_NOT_AVAILABLE)
        ReThrowError(error);
    return error == nullptr;
}

std::size_t count_of_transaction()
{
    if (g.transaction != LAKESOUL_LOCAL_XID()) {
        g.transaction = LAKESOUL_LOCAL_XID();
        g.partitions = 0;
    }
    return g.partitions;
}

int compare_keys(const void *a, const void *b)
{
    uint64 left = *static_cast<const uint64 *>(a), right = *static_cast<const uint64 *>(b);
    return left < right ? -1 : left > right;
}

}   // namespace

void partitions(View table_id, Span<const View> descs)
{
    uint64 table_key = hash(table_id, 0);
    if (holds(table_key, kTable, ExclusiveLock))
        return;
    if (descs.size > kMaxPartitions) {
        acquire(table_key, kTable, ExclusiveLock);
        return;
    }
    uint64 keys[kMaxPartitions];
    std::size_t wanted = 0;
    for (View desc : descs) {
        keys[wanted] = hash(desc, table_key);
        if (!holds(keys[wanted], kPartition, ExclusiveLock))
            ++wanted;
    }
    if (count_of_transaction() + wanted > kMaxPartitions) {
        acquire(table_key, kTable, ExclusiveLock);
        return;
    }
    qsort(keys, wanted, sizeof keys[0], compare_keys);
    acquire(table_key, kTable, ShareLock);
    for (std::size_t i = 0; i < wanted; ++i)
        acquire(keys[i], kPartition, ExclusiveLock);
    g.partitions += wanted;
}

void table_shared(View table_id)
{
    acquire(hash(table_id, 0), kTable, ShareLock);
}

void table_unless_held(View table_id, View desc)
{
    uint64 table_key = hash(table_id, 0);
    if (!holds(hash(desc, table_key), kPartition, ExclusiveLock))
        acquire(table_key, kTable, ExclusiveLock);
}

bool table_in_time(View table_id, View desc, bool at_once)
{
    uint64 table_key = hash(table_id, 0);
    LOCKTAG lock_tag = tag(table_key, kTable);
    return holds(hash(desc, table_key), kPartition, ExclusiveLock) || holds(table_key, kTable, ExclusiveLock) ||
           LockAcquire(&lock_tag, ExclusiveLock, false, true) != LOCKACQUIRE_NOT_AVAIL ||
           (!at_once && acquire_in_time(lock_tag, ExclusiveLock));
}

void creation(View table_id, bool exclusive)
{
    acquire(hash(table_id, 0) % kCreations, kCreation, exclusive ? ExclusiveLock : ShareLock);
}

void name_space(View name, bool exclusive)
{
    acquire(hash(name, 0), kNamespace, exclusive ? ExclusiveLock : ShareLock);
}

void name(View space, View name, bool exclusive)
{
    acquire(name_key(space, name), kName, exclusive ? ExclusiveLock : ShareLock);
}

bool is_one_name_lock(View space, View name, View other)
{
    return name_key(space, name) == name_key(space, other);
}

void chain(View table_id)
{
    acquire(hash(table_id, 0), kChain, ExclusiveLock);
}

void table(View table_id)
{
    acquire(hash(table_id, 0), kTable, ExclusiveLock);
}

}   // namespace lakesoul::lock
