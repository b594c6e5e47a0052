// The one extern "C" block for server headers, and the shims for server versions. No logic.
// Core headers come before this one. Nothing with a destructor may be included in src/pg.
#pragma once

extern "C" {
#include "postgres.h"

#include "access/detoast.h"
#include "access/htup_details.h"
#include "access/xact.h"
#include "catalog/namespace.h"
#include "catalog/pg_namespace.h"
#include "catalog/pg_type.h"
#include "commands/async.h"
#include "commands/extension.h"
#include "commands/trigger.h"
#include "common/hashfn.h"
#include "executor/spi.h"
#include "fmgr.h"
#include "funcapi.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "nodes/supportnodes.h"
#include "storage/lock.h"
#include "storage/proc.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/datum.h"
#include "utils/guc.h"
#include "utils/json.h"
#include "utils/jsonb.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/numeric.h"
#include "utils/pg_locale.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"
#include "utils/tuplestore.h"
#include "utils/typcache.h"
#include "utils/uuid.h"
}

#if PG_VERSION_NUM < 150000 || PG_VERSION_NUM >= 190000
#error "PostgreSQL 15 to 18 are supported"
#endif

// The local transaction id of this backend: changes with every transaction, never reused soon.
#if PG_VERSION_NUM >= 170000
#define LAKESOUL_LOCAL_XID() (MyProc->vxid.lxid)
#define LAKESOUL_LOCK_HELD(tag, mode) LockHeldByMe((tag), (mode), false)
#else
#define LAKESOUL_LOCAL_XID() (MyProc->lxid)
#define LAKESOUL_LOCK_HELD(tag, mode) LockHeldByMe((tag), (mode))
#endif

// The primary key's index; a deferrable one is none to us.
#if PG_VERSION_NUM >= 180000
#define LAKESOUL_PRIMARY_KEY(relation) RelationGetPrimaryKeyIndex((relation), false)
#else
#define LAKESOUL_PRIMARY_KEY(relation) RelationGetPrimaryKeyIndex((relation))
#endif

// Whether a collation orders by bytes.
#if PG_VERSION_NUM >= 180000
#define LAKESOUL_ORDERS_BY_BYTES(collation) (pg_newlocale_from_collation(collation)->collate_is_c)
#else
#define LAKESOUL_ORDERS_BY_BYTES(collation) lc_collate_is_c(collation)
#endif

// Declares an SQL-callable function exported, then registers it.
#define LAKESOUL_FUNCTION(name)                                                                                        \
    extern "C" {                                                                                                       \
    PGDLLEXPORT Datum name(PG_FUNCTION_ARGS);                                                                          \
    PG_FUNCTION_INFO_V1(name);                                                                                         \
    }                                                                                                                  \
    Datum name([[maybe_unused]] PG_FUNCTION_ARGS)
