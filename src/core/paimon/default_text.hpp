// What texts of default values have in common. Quotes around them are gone.
#pragma once

#include <cstdint>

#include "core/base/types.hpp"

namespace lakesoul::paimon {

// One digit or more, and nothing else.
bool all_digits(View text);
// A sign and digits; digits after a point are allowed and cut off.
bool is_integer(View text, std::int64_t least, std::int64_t most);

// A day: yyyy[-MM[-dd]], what follows a blank is cut off; or the days since 1970 as an integer.
bool is_date(View text);
// HH[:mm[:ss[.fraction]]], perhaps with [+-]HH[:mm] for the time zone; or milliseconds as an integer.
bool is_time(View text);
// yyyy-MM-dd, perhaps with a blank and HH:mm:ss[.fraction], or with T and HH:mm[:ss[.fraction]]; days up to 31 in every
// month. epoch_allowed: or milliseconds as an integer.
bool is_timestamp(View text, bool epoch_allowed);

}   // namespace lakesoul::paimon
