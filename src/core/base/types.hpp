// Plain values shared by all of src/core and by src/pg: views, spans and UUIDs. None owns memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

namespace lakesoul {

using View = std::string_view;

template <typename T> struct Span {
    T *data = nullptr;
    std::size_t size = 0;
    T *begin() const { return data; }
    T *end() const { return data + size; }
    T &operator[](std::size_t i) const { return data[i]; }
    bool empty() const { return size == 0; }
};

// Sixteen bytes in network order, laid out as PostgreSQL's uuid.
struct Uuid {
    std::uint8_t bytes[16];
    bool is_nil() const
    {
        static const std::uint8_t zero[16] = {};
        return std::memcmp(bytes, zero, sizeof zero) == 0;
    }
};
static_assert(sizeof(Uuid) == 16);
inline bool operator==(const Uuid &a, const Uuid &b)
{
    return std::memcmp(a.bytes, b.bytes, sizeof a.bytes) == 0;
}
inline bool operator!=(const Uuid &a, const Uuid &b)
{
    return !(a == b);
}
inline bool operator<(const Uuid &a, const Uuid &b)
{
    return std::memcmp(a.bytes, b.bytes, sizeof a.bytes) < 0;
}
using Uuids = Span<const Uuid>;

// A UUID's canonical text, for messages.
struct UuidText {
    char text[37];
};
UuidText uuid_text(const Uuid &id) noexcept;

// The operations of the contract, with its numbers. Stored in tables by name.
enum class CommitOp : std::uint8_t { compaction = 0, append = 1, merge = 2, update = 3, del = 4 };
enum class FileOp : std::uint8_t { add = 0, del = 1 };

// "CompactionCommit", "AppendCommit", ...: the name in the contract and in the tables.
const char *commit_op_name(CommitOp op) noexcept;
// Finds an operation by its name in the contract; false if there is none.
bool commit_op_from_name(View name, CommitOp *op) noexcept;
// "add" or "del".
const char *file_op_name(FileOp op) noexcept;
bool file_op_from_name(View name, FileOp *op) noexcept;

}   // namespace lakesoul
