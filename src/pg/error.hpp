// Failures of core as errors of the server. The only map from Code to SQLSTATE.
#pragma once

#include "core/base/status.hpp"

namespace lakesoul {

// Raises an error if status is a failure. hint: null for the status's own.
void raise_unless_ok(const Status &status, const char *hint = nullptr);

}   // namespace lakesoul
