// What triggers need to know of the base tables: as it is now, past the caller's snapshot and his row-level security.
#pragma once

#include "core/base/types.hpp"
#include "pg/pg.hpp"

namespace lakesoul::stock {

// A table of schema public; InvalidOid if there is none.
Oid public_relation(const char *name);

// Whether a table has its table_info row. Inside an SPI session.
bool table_exists(View table_id);

// The head's snapshot; false if the partition has no version. Inside an SPI session.
bool head_snapshot(View table_id, View desc, Uuids *snapshot, int32 *version = nullptr);

// The name of a table's primary key, for its message; if_none when it has none.
const char *primary_key_name(Oid relation, const char *if_none);

// A place for what a trigger looks up once for all rows of a statement, by two texts; null at first. It lives in
// fn_mcxt of the function's FmgrInfo, which the executor makes for each statement.
void **once_a_statement(FmgrInfo *function, View first, View second);

}   // namespace lakesoul::stock
