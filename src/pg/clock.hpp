// The clock in the catalog's unit: epoch milliseconds. Infinity is later, -infinity earlier than any version.
#pragma once

#include "pg/pg.hpp"

namespace lakesoul {

inline int64 epoch_ms(TimestampTz time)
{
    if (TIMESTAMP_NOT_FINITE(time))
        return TIMESTAMP_IS_NOEND(time) ? PG_INT64_MAX : PG_INT64_MIN;
    constexpr int64 kOffset = static_cast<int64>(POSTGRES_EPOCH_JDATE - UNIX_EPOCH_JDATE) * USECS_PER_DAY;
    int64 micros = time + kOffset;
    return micros >= 0 ? micros / 1000 : -((999 - micros) / 1000);   // cut down, also before 1970
}

inline int64 now_ms()
{
    return epoch_ms(GetCurrentTimestamp());
}

}   // namespace lakesoul
