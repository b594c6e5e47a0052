// The rows of test/fixtures, with their bytes.
#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace lakesoul::test {

struct Fixture {
    std::string name;
    std::string message;
    std::string bytes;
    nlohmann::json row;
};

inline std::string from_hex(const std::string &hex)
{
    std::string bytes;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
        bytes.push_back(static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16)));
    return bytes;
}

inline std::string fixture_bytes(const nlohmann::json &row)
{
    if (row.contains("hex"))
        return from_hex(row["hex"]);
    std::string unit = from_hex(row["hex_unit"]);
    std::string bytes;
    for (int i = 0; i < row["repeat"].get<int>(); ++i)
        bytes += unit;
    return bytes;
}

// Reads test/fixtures/<file>; empty if it is missing.
inline std::vector<Fixture> read_fixtures(const std::string &file)
{
    std::ifstream in(std::string(LAKESOUL_SOURCE_DIR) + "/test/fixtures/" + file);
    std::vector<Fixture> fixtures;
    for (std::string line; std::getline(in, line);) {
        nlohmann::json row = nlohmann::json::parse(line);
        fixtures.push_back({row["name"], row["message"], fixture_bytes(row), row});
    }
    return fixtures;
}

}   // namespace lakesoul::test
