// Throughput of decoding: protobuf-c's own unpack and free with malloc (BM_raw_unpack), and decode() to checked
// structs in an arena of fresh chunks (BM_decode), on the same payloads. The ratio is what is watched.
#include <benchmark/benchmark.h>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "core/wire/wire.hpp"
#include "entity.pb-c.h"

namespace {

using namespace lakesoul;

// Chunks from malloc, given back after each message.
struct Chunks {
    std::vector<void *> list;
    Arena arena;

    explicit Chunks(std::size_t budget)
    {
        arena.get_chunk = get_chunk;
        arena.owner = this;
        arena.budget = budget;
    }
    ~Chunks()
    {
        for (void *chunk : list)
            std::free(chunk);
    }
    static void *get_chunk(void *owner, std::size_t size) noexcept
    {
        void *chunk = std::malloc(size);
        if (chunk != nullptr)
            static_cast<Chunks *>(owner)->list.push_back(chunk);
        return chunk;
    }
};

[[noreturn]] void give_up(const Status &status)
{
    std::fprintf(stderr, "%s (%s)\n", status.message, status.detail);
    std::exit(1);
}

std::string commit_json(int number, int files)
{
    char head[400];
    std::snprintf(head, sizeof head,
                  "{\"table_id\":\"table_0f5a3a1e-7c1d-4a9b-9d0c-0d3f6f4b2a11\",\"partition_desc\":\"dt=2026-08-%02d,"
                  "hour=%d\",\"commit_id\":\"93ab73d9-9c34-4f58-8b20-%012d\",\"commit_op\":1,"
                  "\"timestamp\":1755950607000,\"domain\":\"public\",\"file_ops\":[",
                  number % 28 + 1, number % 24, number);
    std::string json = head;
    for (int i = 0; i < files; ++i) {
        char file[400];
        std::snprintf(file, sizeof file,
                      "%s{\"path\":\"s3://lake/warehouse/default/orders/dt=2026-08-01/part-2a12a75b-8d2f-5555-a268-"
                      "%012d_%04d.parquet\",\"size\":\"%d\",\"file_exist_cols\":\"order_id,amount,customer_id,day\"}",
                      i == 0 ? "" : ",", number, i, 1000000 + i);
        json += file;
    }
    return json + "]}";
}

std::string encoded(const char *message, const std::string &json)
{
    Chunks chunks(SIZE_MAX);
    View bytes;
    Status status = wire::from_json(message, json, &chunks.arena, &bytes);
    if (!status.ok())
        give_up(status);
    return std::string(bytes);
}

std::string wrapper(int commits, int files)
{
    std::string json = "{\"data_commit_info\":[";
    for (int i = 0; i < commits; ++i)
        json += (i == 0 ? "" : ",") + commit_json(i, files);
    return encoded("JniWrapper", json + "]}");
}

void count(benchmark::State &state, const std::string &bytes)
{
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * bytes.size()));
}

void raw_unpack(benchmark::State &state, const ProtobufCMessageDescriptor *type, const std::string &bytes)
{
    const std::uint8_t *data = reinterpret_cast<const std::uint8_t *>(bytes.data());
    for (auto _ : state) {
        ProtobufCMessage *message = protobuf_c_message_unpack(type, nullptr, bytes.size(), data);
        benchmark::DoNotOptimize(message);
        protobuf_c_message_free_unpacked(message, nullptr);
    }
    count(state, bytes);
}

template <typename Message> void decode(benchmark::State &state, const std::string &bytes)
{
    for (auto _ : state) {
        Chunks chunks(wire::memory_budget(bytes.size()));
        Message message;
        Status status = wire::decode(bytes, &chunks.arena, &message);
        if (!status.ok())
            give_up(status);
        benchmark::DoNotOptimize(message);
    }
    count(state, bytes);
}

template <typename Message>
void add(const std::string &payload, const ProtobufCMessageDescriptor *type, const std::string &bytes)
{
    benchmark::RegisterBenchmark(("BM_raw_unpack/" + payload).c_str(),
                                 [type, bytes](benchmark::State &state) { raw_unpack(state, type, bytes); });
    benchmark::RegisterBenchmark(("BM_decode/" + payload).c_str(),
                                 [bytes](benchmark::State &state) { decode<Message>(state, bytes); });
}

}   // namespace

int main(int argc, char **argv)
{
    benchmark::Initialize(&argc, argv);
    const ProtobufCMessageDescriptor *commit = &proto__entity__data_commit_info__descriptor;
    add<wire::DataCommitInfo>("1_file", commit, encoded("DataCommitInfo", commit_json(1, 1)));
    add<wire::DataCommitInfo>("100_files", commit, encoded("DataCommitInfo", commit_json(1, 100)));
    add<wire::JniWrapper>("1000x10_files", &proto__entity__jni_wrapper__descriptor, wrapper(1000, 10));
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
