// The errors of the Paimon API: each kind of resource with its SQLSTATE, and names that are too long for a message.
#include <gtest/gtest.h>

#include "paimon_check.hpp"

namespace lakesoul::paimon {
namespace {

TEST(PaimonError, MissingAndTaken)
{
    struct Case {
        Resource resource;
        const char *missing;
        const char *taken;
    };
    const Case kCases[] = {
        {Resource::database, "404 3F000 DATABASE x: database \"x\" does not exist",
         "409 42P06 DATABASE x: database \"x\" already exists"},
        {Resource::table, "404 42P01 TABLE x: table \"x\" does not exist",
         "409 42P07 TABLE x: table \"x\" already exists"},
        {Resource::partition, "404 42704 PARTITION x: partition \"x\" does not exist",
         "409 42710 PARTITION x: partition \"x\" already exists"},
        {Resource::column, "404 42703 COLUMN x: column \"x\" does not exist",
         "409 42701 COLUMN x: column \"x\" already exists"},
        {Resource::snapshot, "404 42704 SNAPSHOT x: snapshot \"x\" does not exist",
         "409 42710 SNAPSHOT x: snapshot \"x\" already exists"},
        {Resource::branch, "404 42704 BRANCH x: branch \"x\" does not exist",
         "409 42710 BRANCH x: branch \"x\" already exists"},
        {Resource::tag, "404 42704 TAG x: tag \"x\" does not exist", "409 42710 TAG x: tag \"x\" already exists"},
        {Resource::view, "404 42P01 VIEW x: view \"x\" does not exist", "409 42P07 VIEW x: view \"x\" already exists"},
        {Resource::dialect, "404 42704 DIALECT x: dialect \"x\" does not exist",
         "409 42710 DIALECT x: dialect \"x\" already exists"},
        {Resource::function, "404 42704 FUNCTION x: function \"x\" does not exist",
         "409 42710 FUNCTION x: function \"x\" already exists"},
        {Resource::definition, "404 42704 DEFINITION x: definition \"x\" does not exist",
         "409 42710 DEFINITION x: definition \"x\" already exists"},
        {Resource::unknown, "404 42704 UNKNOWN x: object \"x\" does not exist",
         "409 42710 UNKNOWN x: object \"x\" already exists"},
    };
    for (const Case &one : kCases) {
        EXPECT_EQ(test::fault_with_message(missing(one.resource, "x")), one.missing);
        EXPECT_EQ(test::fault_with_message(taken(one.resource, "x")), one.taken);
    }
}

TEST(PaimonError, Others)
{
    EXPECT_EQ(test::fault_with_message(invalid("a %d", 1)), "400 22023: a 1");
    EXPECT_EQ(test::fault_with_message(over_limit("a %d", 1)), "400 54000: a 1");
    EXPECT_EQ(test::fault_with_message(bad_state("a %d", 1)), "500 55000: a 1");
    EXPECT_EQ(test::fault_with_message(no_cast("a %d", 1)), "500 42846: a 1");
    EXPECT_EQ(test::fault_with_message(unsupported("a %d", 1)), "501 0A000: a 1");
    EXPECT_EQ(test::fault_with_message(about(unsupported("a"), Resource::table, "t")), "501 0A000 TABLE t: a");
}

TEST(PaimonError, LongNamesAreCutBetweenCharacters)
{
    std::string name;
    for (int i = 0; i < 1000; ++i)
        name += "\xc3\xa4";
    Status status = missing(Resource::column, name);
    EXPECT_EQ(std::string(status.message), "column \"" + name.substr(0, 80) + "\"... does not exist");
    EXPECT_EQ(std::string(status.detail), name.substr(0, 510));
}

}   // namespace
}   // namespace lakesoul::paimon
