// The only place where this folder catches: the body of every public function runs inside guarded().
#pragma once

#include "core/base/status.hpp"

namespace lakesoul::wire {

// Runs a body that returns Status and turns whatever it throws into one.
template <typename Body> Status guarded(Body &&body) noexcept
{
    try {
        return body();
    } catch (...) {
        return caught();
    }
}

}   // namespace lakesoul::wire
