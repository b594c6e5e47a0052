// An arena for tests: its chunks come from malloc, are counted, can be made to run out, and die with it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "core/base/arena.hpp"

namespace lakesoul::test {

class TestArena {
public:
    explicit TestArena(std::size_t budget = SIZE_MAX)
    {
        arena_.get_chunk = get_chunk;
        arena_.owner = this;
        arena_.budget = budget;
    }
    ~TestArena()
    {
        for (void *chunk : chunks_)
            std::free(chunk);
    }
    TestArena(const TestArena &) = delete;
    TestArena &operator=(const TestArena &) = delete;

    Arena *get() { return &arena_; }
    std::size_t bytes_taken() const { return taken_; }
    // Lets n more chunks be taken; the ones after that are refused.
    void fail_after(int n) { chunks_left_ = n; }
    // Makes every allocation of eight bytes or more its own chunk, so that each one can fail and each overrun
    // is seen by a sanitizer.
    void use_smallest_chunks() { arena_.next_chunk = 0; }

private:
    static void *get_chunk(void *owner, std::size_t size) noexcept
    {
        TestArena *self = static_cast<TestArena *>(owner);
        if (self->chunks_left_ == 0)
            return nullptr;
        if (self->chunks_left_ > 0)
            --self->chunks_left_;
        void *chunk = std::malloc(size);
        if (chunk == nullptr)
            return nullptr;
        self->chunks_.push_back(chunk);
        self->taken_ += size;
        return chunk;
    }

    Arena arena_;
    std::vector<void *> chunks_;
    std::size_t taken_ = 0;
    int chunks_left_ = -1;   // -1: no end
};

}   // namespace lakesoul::test
