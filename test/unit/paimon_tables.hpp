// The tables that tests of Paimon's rules change.
#pragma once

#include <string>

namespace lakesoul::test {

// A Schema of columns, with keys and options as JSON.
inline std::string schema(const std::string &fields, const std::string &options = "{}",
                          const std::string &primary_keys = "[]", const std::string &partition_keys = "[]")
{
    return R"({"fields": )" + fields + R"(, "partitionKeys": )" + partition_keys + R"(, "primaryKeys": )" +
           primary_keys + R"(, "options": )" + options + "}";
}

// Orders, by date.
inline const std::string kOrders =
    R"j({"fields": [{"id": 0, "name": "order_id", "type": "BIGINT"}, {"id": 1, "name": "dt", "type": "STRING"},
        {"id": 2, "name": "amount", "type": "DECIMAL(10, 2)"}, {"id": 3, "name": "note", "type": "STRING"}],
        "partitionKeys": ["dt"], "primaryKeys": ["order_id", "dt"], "options": {"bucket": "2"}, "comment": "orders"})j";

inline const std::string kTwoFields =
    R"([{"id": 0, "name": "f0", "type": "INT"}, {"id": 1, "name": "f1", "type": "BIGINT"}])";
inline const std::string kTwo = schema(kTwoFields);
inline const std::string kFour =
    schema(R"([{"id": 0, "name": "f0", "type": "INT"}, {"id": 1, "name": "f1", "type": "BIGINT"},
               {"id": 2, "name": "f2", "type": "STRING"}, {"id": 3, "name": "f3", "type": "SMALLINT"}])");

// A ROW in a ROW.
inline const std::string kNested = schema(
    R"([{"id": 0, "name": "k", "type": "INT"}, {"id": 1, "name": "v", "type": {"type": "ROW", "fields": [
        {"id": 2, "name": "f1", "type": "STRING"}, {"id": 3, "name": "f2", "type": {"type": "ROW", "fields": [
            {"id": 4, "name": "f1", "type": "INT"}, {"id": 5, "name": "f2", "type": "BIGINT"}]}}]}}])");

// ROWs in collections.
inline const std::string kCollectionFields =
    R"([{"id": 0, "name": "k", "type": "INT"},
        {"id": 1, "name": "v", "type": {"type": "ARRAY", "element": {"type": "MAP", "key": "INT", "value":
            {"type": "ROW", "fields": [{"id": 2, "name": "f1", "type": "INT"}, {"id": 3, "name": "f2", "type": "BIGINT"}]}}}},
        {"id": 4, "name": "w", "type": {"type": "ARRAY", "element": "INT NOT NULL"}},
        {"id": 5, "name": "m", "type": {"type": "MAP NOT NULL", "key": "STRING NOT NULL", "value": "INT"}},
        {"id": 6, "name": "s", "type": {"type": "MULTISET", "element": "INT"}}])";
inline const std::string kCollections = schema(kCollectionFields);

}   // namespace lakesoul::test
