// The codes that write: statements, and the table of their names and parameters. gateway_insert.cpp runs those with a
// payload. Plain INSERT, UPDATE and DELETE as a stock client sends them: what is to be guarded, the triggers guard.
#include "pg/gateway_codes.hpp"

namespace lakesoul::gateway {
namespace {

// ---- payloads: parameters in the order of gateway_insert.cpp -------------------------------------------------------

spi::Statement insert_namespace = {"INSERT INTO public.namespace (namespace, properties, comment, domain)"
                                   " VALUES ($1, $2::pg_catalog.json, $3, $4)",
                                   4,
                                   {TEXTOID, TEXTOID, TEXTOID, TEXTOID}};

spi::Statement insert_path = {
    "INSERT INTO public.table_path_id (table_path, table_id, table_namespace, domain) VALUES ($1, $2, $3, $4)",
    4,
    {TEXTOID, TEXTOID, TEXTOID, TEXTOID}};

spi::Statement insert_name = {
    "INSERT INTO public.table_name_id (table_name, table_id, table_namespace, domain) VALUES ($1, $2, $3, $4)",
    4,
    {TEXTOID, TEXTOID, TEXTOID, TEXTOID}};

spi::Statement insert_table = {
    "INSERT INTO public.table_info (table_id, table_name, table_path, table_schema, properties, partitions,"
    " table_namespace, domain, table_schema_arrow_ipc, table_schema_arrow_ipc_json_hash)"
    " VALUES ($1, $2, $3, $4, $5::pg_catalog.json, $6, $7, $8, $9, $10)",
    10,
    {TEXTOID, TEXTOID, TEXTOID, TEXTOID, TEXTOID, TEXTOID, TEXTOID, TEXTOID, BYTEAOID, TEXTOID}};

// Without a timestamp: the trigger on the table then treats it as what a stock client planned.
spi::Statement insert_version = {
    "INSERT INTO public.partition_info (table_id, partition_desc, version, commit_op, snapshot, expression, domain)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7)",
    7,
    {TEXTOID, TEXTOID, INT4OID, TEXTOID, UUIDARRAYOID, TEXTOID, TEXTOID}};

#define LAKESOUL_INSERT_COMMIT                                                                                         \
    "INSERT INTO public.data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op, \"timestamp\","    \
    " committed, domain)"

spi::Statement insert_commit = {LAKESOUL_INSERT_COMMIT " VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
                                8,
                                {TEXTOID, TEXTOID, UUIDOID, spi::kFileOps, TEXTOID, INT8OID, BOOLOID, TEXTOID}};

#define LAKESOUL_INSERT_DISCARD                                                                                        \
    "INSERT INTO public.discard_compressed_file_info (file_path, table_path, partition_desc, \"timestamp\", t_date)"   \
    " VALUES ($1, $2, $3, $4, $5)"

spi::Statement insert_discard = {LAKESOUL_INSERT_DISCARD, 5, {TEXTOID, TEXTOID, TEXTOID, INT8OID, DATEOID}};

// A retired commit is not brought back.
spi::Statement insert_new_commit = {LAKESOUL_INSERT_COMMIT
                                    " SELECT $1, $2, $3, $4, $5, $6, $7, $8"
                                    " WHERE NOT EXISTS (SELECT FROM lakesoul.retired_commits AS r" LAKESOUL_PARTITION(
                                        r) " AND r.commit_id OPERATOR(pg_catalog.=) $3) ON CONFLICT DO NOTHING",
                                    8,
                                    {TEXTOID, TEXTOID, UUIDOID, spi::kFileOps, TEXTOID, INT8OID, BOOLOID, TEXTOID}};

spi::Statement insert_new_discard = {
    LAKESOUL_INSERT_DISCARD " ON CONFLICT DO NOTHING", 5, {TEXTOID, TEXTOID, TEXTOID, INT8OID, DATEOID}};

// ---- changes -------------------------------------------------------------------------------------------------------

spi::Statement delete_namespace = {
    "DELETE FROM public.namespace AS n WHERE n.namespace OPERATOR(pg_catalog.=) $1", 1, {TEXTOID}};

spi::Statement set_namespace_properties = {
    "UPDATE public.namespace AS n SET properties = $2::pg_catalog.json WHERE n.namespace OPERATOR(pg_catalog.=) $1",
    2,
    {TEXTOID, TEXTOID}};

spi::Statement delete_table = {"DELETE FROM public.table_info AS t WHERE t.table_id OPERATOR(pg_catalog.=) $1"
                               " AND t.table_path OPERATOR(pg_catalog.=) $2",
                               2,
                               {TEXTOID, TEXTOID}};

spi::Statement set_table_properties = {
    "UPDATE public.table_info AS t SET properties = $2::pg_catalog.json WHERE t.table_id OPERATOR(pg_catalog.=) $1",
    2,
    {TEXTOID, TEXTOID}};

// The Arrow columns belong to the schema that is replaced.
spi::Statement change_table = {
    "UPDATE public.table_info AS t"
    " SET table_name = (CASE WHEN $2 OPERATOR(pg_catalog.=) '' THEN t.table_name ELSE $2 END),"
    " table_path = (CASE WHEN $3 OPERATOR(pg_catalog.=) '' THEN t.table_path ELSE $3 END),"
    " table_schema = (CASE WHEN $4 OPERATOR(pg_catalog.=) '' THEN t.table_schema ELSE $4 END),"
    " table_schema_arrow_ipc = (CASE WHEN $4 OPERATOR(pg_catalog.=) '' THEN t.table_schema_arrow_ipc END),"
    " table_schema_arrow_ipc_json_hash = (CASE WHEN $4 OPERATOR(pg_catalog.=) ''"
    " THEN t.table_schema_arrow_ipc_json_hash END)"
    " WHERE t.table_id OPERATOR(pg_catalog.=) $1",
    4,
    {TEXTOID, TEXTOID, TEXTOID, TEXTOID}};

spi::Statement delete_path = {
    "DELETE FROM public.table_path_id AS p WHERE p.table_path OPERATOR(pg_catalog.=) $1", 1, {TEXTOID}};

spi::Statement delete_paths_by_id = {
    "DELETE FROM public.table_path_id AS p WHERE p.table_id OPERATOR(pg_catalog.=) $1", 1, {TEXTOID}};

spi::Statement delete_name = {"DELETE FROM public.table_name_id AS m WHERE m.table_name OPERATOR(pg_catalog.=) $1"
                              " AND m.table_namespace OPERATOR(pg_catalog.=) $2",
                              2,
                              {TEXTOID, TEXTOID}};

spi::Statement delete_names_by_id = {
    "DELETE FROM public.table_name_id AS m WHERE m.table_id OPERATOR(pg_catalog.=) $1", 1, {TEXTOID}};

spi::Statement delete_partition = {
    "DELETE FROM public.partition_info AS i" LAKESOUL_PARTITION(i), 2, {TEXTOID, TEXTOID}};

spi::Statement delete_partitions = {
    "DELETE FROM public.partition_info AS i WHERE i.table_id OPERATOR(pg_catalog.=) $1", 1, {TEXTOID}};

spi::Statement delete_versions_until = {
    "DELETE FROM public.partition_info AS i" LAKESOUL_PARTITION(i) " AND i.\"timestamp\" OPERATOR(pg_catalog.<=) $3",
    3,
    {TEXTOID, TEXTOID, INT8OID}};

spi::Statement delete_commit = {
    "DELETE FROM public.data_commit_info AS c" LAKESOUL_PARTITION(c) " AND c.commit_id OPERATOR(pg_catalog.=) $3",
    3,
    {TEXTOID, TEXTOID, UUIDOID}};

spi::Statement delete_listed_commits = {
    "DELETE FROM public.data_commit_info AS c" LAKESOUL_PARTITION(c) " AND c.commit_id OPERATOR(pg_catalog.=) ANY ($3)",
    3,
    {TEXTOID, TEXTOID, UUIDARRAYOID}};

spi::Statement delete_commits = {
    "DELETE FROM public.data_commit_info AS c" LAKESOUL_PARTITION(c), 2, {TEXTOID, TEXTOID}};

spi::Statement delete_commits_of_table = {
    "DELETE FROM public.data_commit_info AS c WHERE c.table_id OPERATOR(pg_catalog.=) $1", 1, {TEXTOID}};

spi::Statement delete_discard = {
    "DELETE FROM public.discard_compressed_file_info AS d WHERE d.file_path OPERATOR(pg_catalog.=) $1", 1, {TEXTOID}};

spi::Statement delete_discards_until = {
    "DELETE FROM public.discard_compressed_file_info AS d WHERE d.table_path OPERATOR(pg_catalog.=) $1"
    " AND d.partition_desc OPERATOR(pg_catalog.=) $2 AND d.\"timestamp\" OPERATOR(pg_catalog.<=) $3",
    3,
    {TEXTOID, TEXTOID, INT8OID}};

spi::Statement delete_discards_of_table = {
    "DELETE FROM public.discard_compressed_file_info AS d WHERE d.table_path OPERATOR(pg_catalog.=) $1", 1, {TEXTOID}};

// ---- the codes ----------------------------------------------------------------------------------------------------

constexpr Entry kEntries[] = {
    {{200, Call::insert, "InsertNamespace", {}}, &insert_namespace, Field::name_space, true},
    {{201, Call::insert, "InsertTablePathId", {}}, &insert_path, Field::table_path_id, true},
    {{202, Call::insert, "InsertTableNameId", {}}, &insert_name, Field::table_name_id, true},
    {{203, Call::insert, "InsertTableInfo", {}}, &insert_table, Field::table_info, true},
    {{204, Call::insert, "InsertPartitionInfo", {}}, &insert_version, Field::partition_info, true},
    {{205, Call::insert, "InsertDataCommitInfo", {}}, &insert_commit, Field::data_commit_info, true},
    {{206, Call::insert, "InsertDiscardCompressedFileInfo", {}},
     &insert_discard,
     Field::discard_compressed_file_info,
     true},
    {{300, Call::insert, "TransactionInsertPartitionInfo", {}}, &insert_version, Field::partition_info, false},
    {{301, Call::insert, "TransactionInsertDataCommitInfo", {}}, &insert_new_commit, Field::data_commit_info, false},
    {{302, Call::insert, "TransactionInsertDiscardCompressedFile", {}},
     &insert_new_discard,
     Field::discard_compressed_file_info,
     false},
    {{500, Call::update, "DeleteNamespaceByNamespace", {kNamespace}}, &delete_namespace},
    {{501, Call::update, "UpdateNamespacePropertiesByNamespace", {kNamespace, kProperties}}, &set_namespace_properties},
    {{502, Call::update, "DeleteTableInfoByIdAndPath", {kTableId, kTablePath}}, &delete_table},
    {{503, Call::update, "UpdateTableInfoPropertiesById", {kTableId, kProperties}}, &set_table_properties},
    {{504, Call::update, "UpdateTableInfoById", {kTableId, kNewName, kNewPath, kNewSchema}}, &change_table},
    {{505, Call::update, "DeleteTablePathIdByTablePath", {kTablePath}}, &delete_path},
    {{506, Call::update, "DeleteTablePathIdByTableId", {kTableId}}, &delete_paths_by_id},
    {{507, Call::update, "DeleteTableNameIdByTableNameAndNamespace", {kTableName, kNamespace}}, &delete_name},
    {{508, Call::update, "DeleteTableNameIdByTableId", {kTableId}}, &delete_names_by_id},
    {{509, Call::update, "DeletePartitionInfoByTableIdAndPartitionDesc", {kTableId, kDesc}}, &delete_partition},
    {{510, Call::update, "DeletePartitionInfoByTableId", {kTableId}}, &delete_partitions},
    {{511, Call::update, "DeletePreviousVersionPartition", {kTableId, kDesc, kTime}}, &delete_versions_until},
    {{512, Call::update, "DeleteOneDataCommitInfoByTableIdAndPartitionDescAndCommitId", {kTableId, kDesc, kCommitId}},
     &delete_commit},
    {{513, Call::update, "DeleteDataCommitInfoByTableIdAndPartitionDescAndCommitIdList", {kTableId, kDesc, kCommitIds}},
     &delete_listed_commits},
    {{514, Call::update, "DeleteDataCommitInfoByTableIdAndPartitionDesc", {kTableId, kDesc}}, &delete_commits},
    {{515, Call::update, "DeleteDataCommitInfoByTableId", {kTableId}}, &delete_commits_of_table},
    {{516, Call::update, "DeleteDiscardCompressedFileInfoByFilePath", {kFile}}, &delete_discard},
    {{517, Call::update, "DeleteDiscardCompressedFileByFilterCondition", {kTablePath, kDesc, kTime}},
     &delete_discards_until},
    {{518, Call::update, "DeleteDiscardCompressedFileInfoByTablePath", {kTablePath}}, &delete_discards_of_table},
};

}   // namespace

Span<const Entry> writing_entries()
{
    return {kEntries, lengthof(kEntries)};
}

}   // namespace lakesoul::gateway
