// UUIDs made of another UUID and a name (version 5, over SHA-1).
#pragma once

#include "core/base/types.hpp"

namespace lakesoul::carbon {

Uuid uuid5(const Uuid &space, View name) noexcept;

}   // namespace lakesoul::carbon
