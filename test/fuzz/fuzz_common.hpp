// What the fuzz targets of core/wire share: the messages that a first byte picks from, and how to fail.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>

#include "../unit/test_arena.hpp"
#include "core/wire/wire.hpp"

namespace lakesoul::fuzz {

// New messages go to the end, or the corpus changes its meaning.
constexpr View kMessages[] = {"Uuid",        "Namespace",      "TableInfo",
                              "TableNameId", "TablePathId",    "PartitionInfo",
                              "DataFileOp",  "DataCommitInfo", "DiscardCompressedFileInfo",
                              "MetaInfo",    "JniWrapper"};
constexpr std::size_t kMessageCount = sizeof kMessages / sizeof kMessages[0];

inline void require(bool condition, const char *what)
{
    if (condition)
        return;
    std::fprintf(stderr, "fuzz target: %s\n", what);
    std::abort();
}

// Fails unless the status is ok or has one of the codes, and a message.
inline void require_code(const Status &status, std::initializer_list<Code> codes)
{
    bool known = status.ok();
    for (Code code : codes)
        known = known || status.code == code;
    require(known && (status.ok() || status.message[0] != '\0'), "unexpected code");
}

}   // namespace lakesoul::fuzz
