// Failures inside this folder are exceptions that carry a Status; guarded() is the only place that catches.
#pragma once

#include "core/base/status.hpp"

namespace lakesoul::paimon {

struct Failure {
    Status status;
};

[[noreturn]] inline void raise(const Status &status)
{
    throw Failure{status};
}

// Runs the body of a public function and turns whatever it throws into a Status.
template <typename Body> Status guarded(Body &&body) noexcept
{
    try {
        body();
        return {};
    } catch (const Failure &failure) {
        return failure.status;
    } catch (...) {
        return caught();
    }
}

}   // namespace lakesoul::paimon
