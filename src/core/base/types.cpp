// Names of the contract's enumerations, and the text of a UUID.
#include "core/base/types.hpp"

namespace lakesoul {
namespace {

constexpr const char *kCommitOps[] = {"CompactionCommit", "AppendCommit", "MergeCommit", "UpdateCommit",
                                      "DeleteCommit"};
constexpr const char *kFileOps[] = {"add", "del"};

template <typename Enum, std::size_t N> bool find(const char *const (&names)[N], View name, Enum *value) noexcept
{
    for (std::size_t i = 0; i < N; ++i) {
        if (name == names[i]) {
            *value = static_cast<Enum>(i);
            return true;
        }
    }
    return false;
}

}   // namespace

UuidText uuid_text(const Uuid &id) noexcept
{
    constexpr char kDigits[] = "0123456789abcdef";
    UuidText out = {};
    std::size_t place = 0;
    for (std::size_t i = 0; i < sizeof id.bytes; ++i) {
        if (i == 4 || i == 6 || i == 8 || i == 10)
            out.text[place++] = '-';
        out.text[place++] = kDigits[id.bytes[i] >> 4];
        out.text[place++] = kDigits[id.bytes[i] & 15];
    }
    return out;
}

const char *commit_op_name(CommitOp op) noexcept
{
    return kCommitOps[static_cast<std::size_t>(op)];
}

bool commit_op_from_name(View name, CommitOp *op) noexcept
{
    return find(kCommitOps, name, op);
}

const char *file_op_name(FileOp op) noexcept
{
    return kFileOps[static_cast<std::size_t>(op)];
}

bool file_op_from_name(View name, FileOp *op) noexcept
{
    return find(kFileOps, name, op);
}

}   // namespace lakesoul
