// Where a field is in a message, for error texts: data_commit_info[3].file_ops[0].path.
#pragma once

#include <cstddef>

namespace lakesoul::wire {

constexpr std::size_t kNoIndex = static_cast<std::size_t>(-1);

// One step from a message into a field of it; the steps of a walk form a list on its stack.
struct Step {
    const Step *parent;
    const char *field;
    std::size_t index;   // kNoIndex for a field that is not repeated
};

// A path as text; cut if it does not fit, which the contract's names never do.
struct Path {
    char text[160] = {};
    std::size_t length = 0;

    explicit Path(const Step *last = nullptr) noexcept;
    void add(const char *field, std::size_t index) noexcept;
};

}   // namespace lakesoul::wire
