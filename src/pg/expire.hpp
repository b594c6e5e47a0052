// Expiring versions of a table.
#pragma once

#include "pg/catalog_table.hpp"
#include "pg/pg.hpp"

namespace lakesoul {

// What the arguments of expire say.
struct ExpireRequest {
    int32 keep_versions;   // 0: not given
    bool has_keep_for;
    int64 keep_since;   // now less keep_for, epoch ms
    bool dry_run;
};

// Takes away the versions that are not kept, with what nothing needs any more, and adds a result row (partition_desc,
// versions_removed, commits_removed, paths) for each partition that lost some. 42P01 if the table is gone meanwhile.
void expire(const Table &table, const ExpireRequest &request, ReturnSetInfo *results);

}   // namespace lakesoul
