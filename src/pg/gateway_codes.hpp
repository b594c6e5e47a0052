// The table of the DAO gateway's codes, in two parts: those that read and those that write. A code's line names its
// parameters and its statement, whose $1, $2, ... they are.
#pragma once

#include "core/catalog/gateway.hpp"
#include "pg/pg.hpp"
#include "pg/spi.hpp"

// The partition that $1 and $2 name.
#define LAKESOUL_PARTITION(i)                                                                                          \
    " WHERE " #i ".table_id OPERATOR(pg_catalog.=) $1 AND " #i ".partition_desc OPERATOR(pg_catalog.=) $2"

namespace lakesoul::gateway {

struct Entry {
    DaoCode code;
    spi::Statement *statement;
    Field field;   // of the wrapper that is returned or sent
    bool one;      // more than one row, or another number of elements than one, is an error
};

Span<const Entry> reading_entries();
Span<const Entry> writing_entries();

// The entry of a code; 22023 if there is none, or if it is of another function.
const Entry &entry_of(int number, Call asked);

// What a code's parameters say, as the values of its statement; room for kMostParameters. 22023 if they do not fit.
void statement_values(const Entry &entry, View joined, Datum *values);

constexpr Parameter kNamespace = {"namespace", Kind::text};
constexpr Parameter kDomain = {"domain", Kind::text};
constexpr Parameter kTableId = {"table_id", Kind::text};
constexpr Parameter kTableName = {"table_name", Kind::text};
constexpr Parameter kTablePath = {"table_path", Kind::text};
constexpr Parameter kNewName = {"table_name", Kind::change};
constexpr Parameter kNewPath = {"table_path", Kind::change};
constexpr Parameter kNewSchema = {"table_schema", Kind::change};
constexpr Parameter kProperties = {"properties", Kind::text};
constexpr Parameter kDesc = {"partition_desc", Kind::text};
constexpr Parameter kDescs = {"partition_descs", Kind::texts};
constexpr Parameter kQuery = {"query", Kind::text};
constexpr Parameter kVersion = {"version", Kind::int32};
constexpr Parameter kFromVersion = {"from_version", Kind::int32};
constexpr Parameter kToVersion = {"to_version", Kind::int32};
constexpr Parameter kTime = {"timestamp", Kind::int64};
constexpr Parameter kFromTime = {"from_timestamp", Kind::int64};
constexpr Parameter kToTime = {"to_timestamp", Kind::int64};
constexpr Parameter kCommitId = {"commit_id", Kind::uuid};
constexpr Parameter kCommitIds = {"commit_ids", Kind::uuids};
constexpr Parameter kFile = {"file_path", Kind::text};

}   // namespace lakesoul::gateway
