// JSON texts: written as Gson writes them, and read with a limit on their depth. Not for src/pg.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "core/base/types.hpp"

namespace lakesoul::carbon {

// Appends a string in quotes. HTML's own characters are escaped, all others that can stand raw do.
void append_json(std::string *out, View text);

// Throws Refusal: bad_json, or limit for one that is deep or large; what: how to call it.
nlohmann::json parse_json(View text, const char *what);

}   // namespace lakesoul::carbon
