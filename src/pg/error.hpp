// Failures of core as errors of the server. The only map from Code to SQLSTATE.
#pragma once

#include "core/base/status.hpp"

namespace lakesoul {

// Raises an error if status is a failure. hint: null for the status's own.
void raise_unless_ok(const Status &status, const char *hint = nullptr);

// An ErrorResponse of the Paimon API; texts in the server's encoding. Without a resource its name does not count.
const char *error_response(const char *message, Resource resource, const char *name, int code);

}   // namespace lakesoul
