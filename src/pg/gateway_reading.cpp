// The codes that read: statements, and the table of their names, parameters and results. gateway_query.cpp runs them.
#include "pg/gateway_codes.hpp"

namespace lakesoul::gateway {
namespace {

// ---- columns, in the order in which gateway_query.cpp reads them --------------------------------------------------

#define LAKESOUL_NAMESPACES                                                                                            \
    "SELECT n.namespace, n.properties::pg_catalog.text, n.comment, n.domain FROM public.namespace AS n"

#define LAKESOUL_TABLES                                                                                                \
    "SELECT t.table_id, t.table_name, t.table_path, t.table_schema, t.properties::pg_catalog.text, t.partitions,"      \
    " t.table_namespace, t.domain, t.table_schema_arrow_ipc, t.table_schema_arrow_ipc_json_hash"                       \
    " FROM public.table_info AS t"

#define LAKESOUL_PATHS "SELECT p.table_path, p.table_id, p.table_namespace, p.domain FROM public.table_path_id AS p"

#define LAKESOUL_NAMES "SELECT m.table_name, m.table_id, m.table_namespace, m.domain FROM public.table_name_id AS m"

#define LAKESOUL_VERSIONS                                                                                              \
    "SELECT i.table_id, i.partition_desc, i.version, i.commit_op, i.\"timestamp\", i.snapshot, i.expression, i.domain" \
    " FROM public.partition_info AS i"

#define LAKESOUL_COMMITS                                                                                               \
    "SELECT c.table_id, c.partition_desc, c.commit_id, c.file_ops, c.commit_op, c.\"timestamp\", c.committed, "        \
    "c.domain"                                                                                                         \
    " FROM public.data_commit_info AS c"

#define LAKESOUL_DISCARDS                                                                                              \
    "SELECT d.file_path, d.table_path, d.partition_desc, d.\"timestamp\","                                             \
    " pg_catalog.to_char(d.t_date::timestamp, 'YYYY-MM-DD') FROM public.discard_compressed_file_info AS d"

// A version's time, in a form that no index has: a plan over the times of all tables' versions is never the better one.
#define LAKESOUL_TIME "i.\"timestamp\" OPERATOR(pg_catalog.+) 0"

// The descriptions of table $1, from the last: a descent of the primary key for each, however many versions there are.
#define LAKESOUL_DESCS                                                                                                 \
    "WITH RECURSIVE d (partition_desc) AS ((SELECT i.partition_desc FROM public.partition_info AS i"                   \
    " WHERE i.table_id OPERATOR(pg_catalog.=) $1 ORDER BY i.partition_desc DESC LIMIT 1) UNION ALL"                    \
    " SELECT n.partition_desc FROM d CROSS JOIN LATERAL (SELECT i.partition_desc FROM public.partition_info AS i"      \
    " WHERE i.table_id OPERATOR(pg_catalog.=) $1 AND i.partition_desc OPERATOR(pg_catalog.<) d.partition_desc"         \
    " ORDER BY i.partition_desc DESC LIMIT 1) AS n) "

// The heads of the partitions whose descriptions the source d has, in its order.
#define LAKESOUL_HEADS(source)                                                                                         \
    "SELECT h.table_id, h.partition_desc, h.version, h.commit_op, h.\"timestamp\", h.snapshot, h.expression, h.domain" \
    " FROM " source " CROSS JOIN LATERAL (" LAKESOUL_VERSIONS " WHERE i.table_id OPERATOR(pg_catalog.=) $1"            \
    " AND i.partition_desc OPERATOR(pg_catalog.=) d.partition_desc ORDER BY i.version DESC LIMIT 1) AS h"

// ---- reading one ---------------------------------------------------------------------------------------------------

spi::Statement namespace_by_name = {LAKESOUL_NAMESPACES " WHERE n.namespace OPERATOR(pg_catalog.=) $1", 1, {TEXTOID}};

spi::Statement path_by_path = {LAKESOUL_PATHS " WHERE p.table_path OPERATOR(pg_catalog.=) $1", 1, {TEXTOID}};

spi::Statement table_by_id = {LAKESOUL_TABLES " WHERE t.table_id OPERATOR(pg_catalog.=) $1", 1, {TEXTOID}};

spi::Statement name_by_name = {
    LAKESOUL_NAMES " WHERE m.table_name OPERATOR(pg_catalog.=) $1 AND m.table_namespace OPERATOR(pg_catalog.=) $2",
    2,
    {TEXTOID, TEXTOID}};

spi::Statement table_by_name = {
    LAKESOUL_TABLES " WHERE t.table_name OPERATOR(pg_catalog.=) $1 AND t.table_namespace OPERATOR(pg_catalog.=) $2",
    2,
    {TEXTOID, TEXTOID}};

spi::Statement table_by_path = {LAKESOUL_TABLES " WHERE t.table_path OPERATOR(pg_catalog.=) $1", 1, {TEXTOID}};

spi::Statement table_by_id_and_path = {
    LAKESOUL_TABLES " WHERE t.table_id OPERATOR(pg_catalog.=) $1 AND t.table_path OPERATOR(pg_catalog.=) $2",
    2,
    {TEXTOID, TEXTOID}};

spi::Statement head = {
    LAKESOUL_VERSIONS LAKESOUL_PARTITION(i) " ORDER BY i.version DESC LIMIT 1", 2, {TEXTOID, TEXTOID}};

spi::Statement version = {
    LAKESOUL_VERSIONS LAKESOUL_PARTITION(i) " AND i.version OPERATOR(pg_catalog.=) $3", 3, {TEXTOID, TEXTOID, INT4OID}};

spi::Statement commit_by_id = {LAKESOUL_COMMITS LAKESOUL_PARTITION(c) " AND c.commit_id OPERATOR(pg_catalog.=) $3",
                               3,
                               {TEXTOID, TEXTOID, UUIDOID}};

spi::Statement names_by_id = {LAKESOUL_NAMES " WHERE m.table_id OPERATOR(pg_catalog.=) $1", 1, {TEXTOID}};

spi::Statement discard_by_file = {LAKESOUL_DISCARDS " WHERE d.file_path OPERATOR(pg_catalog.=) $1", 1, {TEXTOID}};

// ---- reading lists -------------------------------------------------------------------------------------------------

spi::Statement all_namespaces = {LAKESOUL_NAMESPACES, 0, {}};

spi::Statement names_by_namespace = {LAKESOUL_NAMES " WHERE m.table_namespace OPERATOR(pg_catalog.=) $1", 1, {TEXTOID}};

spi::Statement all_paths = {LAKESOUL_PATHS, 0, {}};

spi::Statement only_paths_by_namespace = {
    "SELECT p.table_path, NULL::pg_catalog.text, NULL::pg_catalog.text, NULL::pg_catalog.text"
    " FROM public.table_path_id AS p WHERE p.table_namespace OPERATOR(pg_catalog.=) $1",
    1,
    {TEXTOID}};

spi::Statement all_heads = {LAKESOUL_DESCS LAKESOUL_HEADS("d"), 1, {TEXTOID}};

spi::Statement listed_heads = {
    LAKESOUL_HEADS("pg_catalog.unnest($2) WITH ORDINALITY AS d(partition_desc, place)") " ORDER BY d.place",
    2,
    {TEXTOID, TEXTARRAYOID}};

spi::Statement all_versions = {LAKESOUL_VERSIONS LAKESOUL_PARTITION(i) " ORDER BY i.version", 2, {TEXTOID, TEXTOID}};

spi::Statement versions_between = {
    LAKESOUL_VERSIONS LAKESOUL_PARTITION(
        i) " AND i.version OPERATOR(pg_catalog.>=) $3 AND i.version OPERATOR(pg_catalog.<=) $4 ORDER BY i.version",
    4,
    {TEXTOID, TEXTOID, INT4OID, INT4OID}};

spi::Statement versions_in_time = {
    LAKESOUL_VERSIONS LAKESOUL_PARTITION(i) " AND (" LAKESOUL_TIME ") OPERATOR(pg_catalog.>=) $3 AND (" LAKESOUL_TIME
                                            ") OPERATOR(pg_catalog.<) $4"
                                            " ORDER BY i.version",
    4,
    {TEXTOID, TEXTOID, INT8OID, INT8OID}};

spi::Statement ops_between = {
    "SELECT NULL::pg_catalog.text, NULL::pg_catalog.text, 0, i.commit_op, 0::bigint, NULL::pg_catalog.uuid[],"
    " NULL::pg_catalog.text, NULL::pg_catalog.text FROM public.partition_info AS i" LAKESOUL_PARTITION(
        i) " AND i.version OPERATOR(pg_catalog.>=) $3 AND i.version OPERATOR(pg_catalog.<=) $4"
           " GROUP BY i.commit_op ORDER BY pg_catalog.min(i.version)",
    4,
    {TEXTOID, TEXTOID, INT4OID, INT4OID}};

// A LATERAL with a LIMIT: a probe for each id.
spi::Statement listed_commits = {
    "SELECT c.table_id, c.partition_desc, c.commit_id, c.file_ops, c.commit_op, c.\"timestamp\", c.committed, c.domain"
    " FROM (SELECT q.id, pg_catalog.min(q.place) AS place"
    " FROM pg_catalog.unnest($3) WITH ORDINALITY AS q(id, place) GROUP BY q.id) AS s CROSS JOIN LATERAL "
    "(" LAKESOUL_COMMITS LAKESOUL_PARTITION(
        c) " AND c.commit_id OPERATOR(pg_catalog.=) s.id LIMIT 1) AS c ORDER BY s.place",
    3,
    {TEXTOID, TEXTOID, UUIDARRAYOID}};

spi::Statement all_discards = {LAKESOUL_DISCARDS, 0, {}};

spi::Statement discards_before = {LAKESOUL_DISCARDS " WHERE d.\"timestamp\" OPERATOR(pg_catalog.<) $1", 1, {INT8OID}};

spi::Statement discards_of_partition = {
    LAKESOUL_DISCARDS " WHERE d.table_path OPERATOR(pg_catalog.=) $1 AND d.partition_desc OPERATOR(pg_catalog.=) $2"
                      " AND d.\"timestamp\" OPERATOR(pg_catalog.<) $3",
    3,
    {TEXTOID, TEXTOID, INT8OID}};

spi::Statement namespaces_by_domain = {LAKESOUL_NAMESPACES " WHERE n.domain OPERATOR(pg_catalog.=) $1", 1, {TEXTOID}};

spi::Statement names_by_domain = {LAKESOUL_NAMES " WHERE m.domain OPERATOR(pg_catalog.=) $1", 1, {TEXTOID}};

// Not by the text-search index, which holds each version of each table: a description is matched once.
spi::Statement matching_heads = {
    LAKESOUL_DESCS LAKESOUL_HEADS(
        "d") " WHERE pg_catalog.to_tsvector('pg_catalog.english'::pg_catalog.regconfig, d.partition_desc) "
             "OPERATOR(pg_catalog.@@)"
             " pg_catalog.websearch_to_tsquery('pg_catalog.english'::pg_catalog.regconfig, $2)",
    2,
    {TEXTOID, TEXTOID}};

// ---- reading one value ---------------------------------------------------------------------------------------------

spi::Statement latest_time = {"SELECT pg_catalog.max(" LAKESOUL_TIME ")::pg_catalog.text"
                              " FROM public.partition_info AS i" LAKESOUL_PARTITION(i),
                              2,
                              {TEXTOID, TEXTOID}};

spi::Statement latest_time_of_table = {"SELECT pg_catalog.max(" LAKESOUL_TIME ")::pg_catalog.text"
                                       " FROM public.partition_info AS i WHERE i.table_id OPERATOR(pg_catalog.=) $1",
                                       1,
                                       {TEXTOID}};

spi::Statement version_before = {
    "SELECT pg_catalog.max(i.version)::pg_catalog.text FROM public.partition_info AS i" LAKESOUL_PARTITION(
        i) " AND i.\"timestamp\" OPERATOR(pg_catalog.<) $3",
    3,
    {TEXTOID, TEXTOID, INT8OID}};

spi::Statement time_before = {
    "SELECT pg_catalog.max(" LAKESOUL_TIME ")::pg_catalog.text"
    " FROM public.partition_info AS i" LAKESOUL_PARTITION(i) " AND i.\"timestamp\" OPERATOR(pg_catalog.<) $3",
    3,
    {TEXTOID, TEXTOID, INT8OID}};

// ---- the codes ----------------------------------------------------------------------------------------------------

constexpr Entry kEntries[] = {
    {{0, Call::query, "SelectNamespaceByNamespace", {kNamespace}}, &namespace_by_name, Field::name_space, true},
    {{1, Call::query, "SelectTablePathIdByTablePath", {kTablePath}}, &path_by_path, Field::table_path_id, true},
    {{2, Call::query, "SelectTableInfoByTableId", {kTableId}}, &table_by_id, Field::table_info, true},
    {{3, Call::query, "SelectTableNameIdByTableName", {kTableName, kNamespace}},
     &name_by_name,
     Field::table_name_id,
     true},
    {{4, Call::query, "SelectTableInfoByTableNameAndNameSpace", {kTableName, kNamespace}},
     &table_by_name,
     Field::table_info,
     true},
    {{5, Call::query, "SelectTableInfoByTablePath", {kTablePath}}, &table_by_path, Field::table_info, true},
    {{6, Call::query, "SelectTableInfoByIdAndTablePath", {kTableId, kTablePath}},
     &table_by_id_and_path,
     Field::table_info,
     true},
    {{7, Call::query, "SelectOnePartitionVersionByTableIdAndDesc", {kTableId, kDesc}},
     &head,
     Field::partition_info,
     true},
    {{8, Call::query, "SelectPartitionVersionByTableIdAndDescAndVersion", {kTableId, kDesc, kVersion}},
     &version,
     Field::partition_info,
     true},
    {{9, Call::query, "SelectOneDataCommitInfoByTableIdAndPartitionDescAndCommitId", {kTableId, kDesc, kCommitId}},
     &commit_by_id,
     Field::data_commit_info,
     true},
    {{10, Call::query, "SelectTableDomainById", {kTableId}}, &names_by_id, Field::table_name_id, false},
    {{11, Call::query, "SelectDiscardCompressedFileInfoByFilePath", {kFile}},
     &discard_by_file,
     Field::discard_compressed_file_info,
     true},
    {{100, Call::query, "ListNamespaces", {}}, &all_namespaces, Field::name_space, false},
    {{101, Call::query, "ListTableNameByNamespace", {kNamespace}}, &names_by_namespace, Field::table_name_id, false},
    {{102, Call::query, "ListAllTablePath", {}}, &all_paths, Field::table_path_id, false},
    {{103, Call::query, "ListAllPathTablePathByNamespace", {kNamespace}},
     &only_paths_by_namespace,
     Field::table_path_id,
     false},
    {{104, Call::query, "ListPartitionByTableId", {kTableId}}, &all_heads, Field::partition_info, false},
    {{105, Call::query, "ListPartitionDescByTableIdAndParList", {kTableId, kDescs}},
     &listed_heads,
     Field::partition_info,
     false},
    {{106, Call::query, "ListPartitionByTableIdAndDesc", {kTableId, kDesc}},
     &all_versions,
     Field::partition_info,
     false},
    {{107,
      Call::query,
      "ListPartitionVersionByTableIdAndPartitionDescAndVersionRange",
      {kTableId, kDesc, kFromVersion, kToVersion}},
     &versions_between,
     Field::partition_info,
     false},
    {{108,
      Call::query,
      "ListPartitionVersionByTableIdAndPartitionDescAndTimestampRange",
      {kTableId, kDesc, kFromTime, kToTime}},
     &versions_in_time,
     Field::partition_info,
     false},
    {{109, Call::query, "ListCommitOpsBetweenVersions", {kTableId, kDesc, kFromVersion, kToVersion}},
     &ops_between,
     Field::partition_info,
     false},
    {{110, Call::query, "ListDataCommitInfoByTableIdAndPartitionDescAndCommitList", {kTableId, kDesc, kCommitIds}},
     &listed_commits,
     Field::data_commit_info,
     false},
    {{111, Call::query, "ListAllDiscardCompressedFileInfo", {}},
     &all_discards,
     Field::discard_compressed_file_info,
     false},
    {{112, Call::query, "ListDiscardCompressedFileInfoBeforeTimestamp", {kTime}},
     &discards_before,
     Field::discard_compressed_file_info,
     false},
    {{113, Call::query, "ListDiscardCompressedFileByFilterCondition", {kTablePath, kDesc, kTime}},
     &discards_of_partition,
     Field::discard_compressed_file_info,
     false},
    {{114, Call::query, "ListNamespacesByDomain", {kDomain}}, &namespaces_by_domain, Field::name_space, false},
    {{115, Call::query, "ListTableNamesByDomain", {kDomain}}, &names_by_domain, Field::table_name_id, false},
    {{116, Call::query, "ListPartitionByTableIdAndFilterCondition", {kTableId, kQuery}},
     &matching_heads,
     Field::partition_info,
     false},
    {{400, Call::scalar, "GetLatestTimestampFromPartitionInfo", {kTableId, kDesc}}, &latest_time},
    {{401, Call::scalar, "GetLatestTimestampFromPartitionInfoWithoutPartitionDesc", {kTableId}}, &latest_time_of_table},
    {{402, Call::scalar, "GetLatestVersionUpToTimeFromPartitionInfo", {kTableId, kDesc, kTime}}, &version_before},
    {{403, Call::scalar, "GetLatestVersionTimestampUpToTimeFromPartitionInfo", {kTableId, kDesc, kTime}}, &time_before},
};

}   // namespace

Span<const Entry> reading_entries()
{
    return {kEntries, lengthof(kEntries)};
}

}   // namespace lakesoul::gateway
