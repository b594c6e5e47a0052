// Pieces of SQL text that several statements share.
#pragma once

// The version that first published commit c; a row that came in without the column is looked up in history.
#define LAKESOUL_PUBLISHED_BY                                                                                          \
    "COALESCE(c.published_version, CASE WHEN c.registered_head IS NULL THEN (SELECT pg_catalog.min(v.version)"         \
    " FROM public.partition_info AS v WHERE v.table_id OPERATOR(pg_catalog.=) c.table_id"                              \
    " AND v.partition_desc OPERATOR(pg_catalog.=) c.partition_desc"                                                    \
    " AND v.snapshot OPERATOR(pg_catalog.@>) ARRAY[c.commit_id]) END)"

// The property lakesoul.compaction_threshold of table t.
#define LAKESOUL_THRESHOLD                                                                                             \
    "CASE WHEN pg_catalog.strpos(t.properties::pg_catalog.text, 'lakesoul.compaction_threshold')"                      \
    " OPERATOR(pg_catalog.>) 0 THEN (t.properties::pg_catalog.json) OPERATOR(pg_catalog.->>)"                          \
    " 'lakesoul.compaction_threshold' END"

// The key domain of row t's properties, which is kept whatever a client sends: an object with it, or an empty one.
#define LAKESOUL_DOMAIN_KEY                                                                                            \
    "CASE WHEN (t.properties::pg_catalog.jsonb) OPERATOR(pg_catalog.?) 'domain'"                                       \
    " THEN pg_catalog.jsonb_build_object('domain', (t.properties::pg_catalog.jsonb) OPERATOR(pg_catalog.->) 'domain')" \
    " ELSE '{}'::pg_catalog.jsonb END"
