// The checks that protobuf-c does not make.
#pragma once

#include "core/wire/contract.hpp"

namespace lakesoul::wire {

// Checks a whole message in this order: fields outside the contract (Code::malformed), text (bad_text),
// enumerations (bad_value). A later check speaks only when the earlier ones have found nothing anywhere.
Status check(const Message &message) noexcept;

}   // namespace lakesoul::wire
