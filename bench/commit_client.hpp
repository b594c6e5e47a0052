// Commits made on the client's side, and a connection that sends them: to lakesoul.commit, or as plain rows to bare
// copies of the tables. For commit_bench.cpp only; whatever goes wrong ends the program.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "core/wire/wire.hpp"
#include "libpq-fe.h"

namespace bench {

constexpr const char *kTable = "table_bench";
constexpr Oid kInt8 = 20, kText = 25, kUuid = 2950;

[[noreturn]] inline void give_up(const std::string &why)
{
    std::fprintf(stderr, "commit_bench: %s\n", why.c_str());
    std::exit(1);
}

// ---- payloads --------------------------------------------------------------------------------------------------

struct File {
    std::string path;
    std::int64_t size;
};

struct Commit {
    std::string desc, id;   // id: 16 bytes
    std::vector<File> files;
    std::string payload;   // a JniWrapper
};

inline std::string uuid_text(const std::string &id)
{
    std::string text;
    for (std::size_t i = 0; i < id.size(); ++i) {
        char hex[4];
        std::snprintf(hex, sizeof hex, "%02x", static_cast<unsigned char>(id[i]));
        text += (i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "") + std::string(hex);
    }
    return text;
}

inline std::string to_bytes(const std::string &json)
{
    std::vector<void *> chunks;
    lakesoul::Arena arena;
    arena.owner = &chunks;
    arena.get_chunk = [](void *owner, std::size_t size) noexcept {
        void *chunk = std::malloc(size);
        static_cast<std::vector<void *> *>(owner)->push_back(chunk);
        return chunk;
    };
    lakesoul::View bytes;
    lakesoul::Status status = lakesoul::wire::from_json("JniWrapper", json, &arena, &bytes);
    if (!status.ok())
        give_up(status.message);
    std::string result(bytes);
    for (void *chunk : chunks)
        std::free(chunk);
    return result;
}

// A commit of new files; a compaction (read_version >= 0) says which version it read.
inline Commit new_commit(const std::string &desc, int file_count, int read_version = -1)
{
    static thread_local std::mt19937_64 random(std::random_device{}());
    Commit commit = {desc, std::string(16, '\0'), {}, {}};
    std::uint64_t halves[] = {random(), random()};
    std::memcpy(&commit.id[0], halves, sizeof halves);
    std::string id = uuid_text(commit.id), where = ",\"partition_desc\":\"" + desc + "\"", json = "{";
    where = std::string("{\"table_id\":\"") + kTable + "\"" + where;
    if (read_version >= 0)
        json += "\"partition_info\":[" + where + ",\"version\":" + std::to_string(read_version) + "}],";
    json += "\"data_commit_info\":[" + where + ",\"commit_id\":\"" + id + "\",\"commit_op\":\"" +
            (read_version >= 0 ? "CompactionCommit" : "AppendCommit") + "\",\"domain\":\"public\",\"file_ops\":[";
    for (int i = 0; i < file_count; ++i) {
        char number[16];
        std::snprintf(number, sizeof number, "_%04d", i);
        commit.files.push_back({"s3://lake/bench/" + desc + "/part-" + id + number + ".parquet", 1000000 + i});
        json += std::string(i == 0 ? "" : ",") + "{\"path\":\"" + commit.files.back().path + "\",\"size\":\"" +
                std::to_string(commit.files.back().size) + "\",\"file_exist_cols\":\"order_id,amount,customer_id\"}";
    }
    commit.payload = to_bytes(json + "]}]}");
    return commit;
}

inline std::string new_desc()
{
    static std::atomic<int> next{0};
    return "dt=bench-" + std::to_string(++next);
}

// ---- the server ------------------------------------------------------------------------------------------------

inline std::string big_endian(std::uint64_t value, int bytes)
{
    std::string result;
    for (int shift = (bytes - 1) * 8; shift >= 0; shift -= 8)
        result += static_cast<char>(value >> shift);
    return result;
}

inline std::string with_length(const std::string &value)
{
    return big_endian(value.size(), 4) + value;
}

inline std::string array(Oid type, const std::vector<std::string> &elements)
{
    std::string result = big_endian(elements.empty() ? 0 : 1, 4) + big_endian(0, 4) + big_endian(type, 4);
    if (!elements.empty())
        result += big_endian(elements.size(), 4) + big_endian(1, 4);
    for (const std::string &element : elements)
        result += with_length(element);
    return result;
}

inline std::uint64_t now_ms()
{
    auto now = std::chrono::system_clock::now().time_since_epoch();
    return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(now).count());
}

// A data_file_op[], whose elements have this type.
inline std::string file_ops(Oid record_type, const Commit &commit)
{
    std::vector<std::string> files;
    for (const File &file : commit.files)
        files.push_back(big_endian(4, 4) + big_endian(kText, 4) + with_length(file.path) + big_endian(kText, 4) +
                        with_length("add") + big_endian(kInt8, 4) +
                        with_length(big_endian(static_cast<std::uint64_t>(file.size), 8)) + big_endian(kText, 4) +
                        with_length("order_id,amount,customer_id"));
    return array(record_type, files);
}

class Connection {
public:
    Connection(const char *database, bool synchronous)
        : connection(PQconnectdb((std::string("application_name=commit_bench dbname=") + database).c_str()))
    {
        if (PQstatus(connection) != CONNECTION_OK)
            give_up(PQerrorMessage(connection));
        must(synchronous ? "SET synchronous_commit TO on" : "SET synchronous_commit TO off");
    }
    ~Connection() { PQfinish(connection); }
    Connection(const Connection &) = delete;
    Connection &operator=(const Connection &) = delete;

    std::string value(const std::string &sql)
    {
        PGresult *result = PQexec(connection, sql.c_str());
        if (PQresultStatus(result) != PGRES_TUPLES_OK || PQntuples(result) != 1)
            give_up(sql + ": " + PQresultErrorMessage(result));
        std::string text = PQgetvalue(result, 0, 0);
        PQclear(result);
        return text;
    }

protected:
    void must(const char *sql)
    {
        PGresult *result = PQexec(connection, sql);
        if (PQresultStatus(result) != PGRES_COMMAND_OK)
            give_up(PQresultErrorMessage(result));
        PQclear(result);
    }
    void prepare(const char *name, const char *sql)
    {
        PGresult *result = PQprepare(connection, name, sql, 0, nullptr);
        if (PQresultStatus(result) != PGRES_COMMAND_OK)
            give_up(PQresultErrorMessage(result));
        PQclear(result);
    }
    PGresult *run(const char *statement, const std::vector<std::string> &parameters, int result_format = 0)
    {
        const char *values[8];
        int lengths[8], formats[8];
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            values[i] = parameters[i].data();
            lengths[i] = static_cast<int>(parameters[i].size());
            formats[i] = 1;
        }
        return PQexecPrepared(connection, statement, static_cast<int>(parameters.size()), values, lengths, formats,
                              result_format);
    }

    PGconn *connection;
};

class Server : public Connection {
public:
    explicit Server(const char *database, bool synchronous = true) : Connection(database, synchronous)
    {
        prepare("commit", "SELECT status FROM lakesoul.commit($1)");
        // The same with microseconds by the server's clock, without the flush at the end.
        prepare("timed", "SELECT c.status, (extract(epoch FROM clock_timestamp() - statement_timestamp()) * 1e6)::int"
                         " FROM lakesoul.commit($1) AS c");
        prepare("floor", floor_sql("", " VALUES (", ")").c_str());
        // The same under a lock that every client takes, as a commit takes that of its partition.
        prepare("floor_in_turn",
                floor_sql("l AS MATERIALIZED (SELECT pg_advisory_xact_lock(1)), ", " SELECT ", " FROM l").c_str());
        record_type = static_cast<Oid>(std::stoul(value("SELECT 'public.data_file_op'::regtype::oid")));
    }
    // False: the commit failed. *server_us: what the server's clock says.
    bool commit(const Commit &commit, double *server_us = nullptr)
    {
        PGresult *result = run(server_us == nullptr ? "commit" : "timed", {commit.payload});
        bool worked = PQresultStatus(result) == PGRES_TUPLES_OK && PQntuples(result) == 1 &&
                      std::strcmp(PQgetvalue(result, 0, 0), "committed") == 0;
        if (!worked)
            std::fprintf(stderr, "commit_bench: a commit failed: %s\n", PQresultErrorMessage(result));
        else if (server_us != nullptr)
            *server_us += std::atof(PQgetvalue(result, 0, 1));
        PQclear(result);
        return worked;
    }
    void must_commit(const Commit &one, double *server_us = nullptr)
    {
        if (!commit(one, server_us))
            give_up("a commit failed");
    }
    // The parameters of the floor's statement for a commit that becomes this version.
    std::vector<std::string> floor_parameters(const Commit &commit, int version,
                                              const std::vector<std::string> &snapshot) const
    {
        return {kTable,
                commit.desc,
                commit.id,
                file_ops(record_type, commit),
                big_endian(now_ms(), 8),
                big_endian(static_cast<std::uint64_t>(version), 4),
                array(kUuid, snapshot)};
    }
    void insert(const std::vector<std::string> &parameters, bool in_turn = false)
    {
        PGresult *result = run(in_turn ? "floor_in_turn" : "floor", parameters);
        if (PQresultStatus(result) != PGRES_COMMAND_OK)
            give_up(PQresultErrorMessage(result));
        PQclear(result);
    }

private:
    static std::string floor_sql(const std::string &lock, const std::string &before, const std::string &after)
    {
        return "WITH " + lock +
               "c AS (INSERT INTO floor.data_commit_info (table_id, partition_desc, commit_id, file_ops, commit_op,"
               " committed, \"timestamp\", domain, published_version, registered_head)" +
               before +
               "$1, $2, $3::uuid, $4::data_file_op[], 'AppendCommit', true, $5::bigint, 'public', $6::int, $5" + after +
               ") INSERT INTO floor.partition_info (table_id, partition_desc, version, commit_op, \"timestamp\","
               " snapshot, expression, domain, last_compaction)" +
               before + "$1, $2, $6, 'AppendCommit', $5, $7::uuid[], '', 'public', -1" + after;
    }
    Oid record_type = 0;
};

}   // namespace bench
