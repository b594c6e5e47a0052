// Partition descriptions: parsing, normalising, printing, filters.
#include <gtest/gtest.h>

#include "core/catalog/partition_desc.hpp"
#include "test_arena.hpp"

namespace lakesoul::test {
namespace {

using catalog::TableShape;

// A shape and what it was parsed from, with an arena of its own.
class Shape {
public:
    explicit Shape(const std::string &partitions) : partitions_(partitions)
    {
        EXPECT_TRUE(catalog::parse_partitions(partitions_, arena.get(), &shape).ok());
    }
    // The stored form, or the message of the refusal.
    std::string normal(const std::string &desc)
    {
        View out;
        last = catalog::normalise_desc(shape, "table", desc, arena.get(), &out);
        return std::string(last.ok() ? out : View(last.message));
    }
    // The values joined by '|', or "no".
    std::string split(const std::string &desc)
    {
        std::vector<View> values(shape.range_columns.size + 1);
        if (!catalog::split_desc(shape, desc, values.data()))
            return "no";
        std::string text;
        for (std::size_t i = 0; i < shape.range_columns.size; ++i)
            text.append(values[i]).append("|");
        return text;
    }

    TestArena arena;
    TableShape shape;
    Status last;

private:
    std::string partitions_;
};

std::string joined(Span<const View> names)
{
    std::string text;
    for (View name : names)
        text.append(name).append("|");
    return text;
}

std::string does_not_fit(const std::string &desc)
{
    return "partition description \"" + desc + "\" does not fit the table";
}

constexpr catalog::Value kNull = {{}, true};

TEST(CatalogPartitions, Parse)
{
    struct {
        const char *text, *range, *keys;
    } cases[] = {{"dt,region;id,k", "dt|region|", "id|k|"},
                 {"dt;", "dt|", ""},
                 {";id,k", "", "id|k|"},
                 {";", "", ""},
                 {"", "", ""},
                 {"dt,region", "dt|region|", ""},
                 {"Dt;ID", "Dt|", "ID|"}};
    for (const auto &one : cases) {
        Shape shape(one.text);
        EXPECT_EQ(joined(shape.shape.range_columns), one.range) << one.text;
        EXPECT_EQ(joined(shape.shape.primary_keys), one.keys) << one.text;
    }
}

std::string formatted(std::vector<View> range, std::vector<View> keys)
{
    TestArena arena;
    View out;
    Status status =
        catalog::format_partitions({{range.data(), range.size()}, {keys.data(), keys.size()}}, arena.get(), &out);
    EXPECT_TRUE(status.ok() || status.code == Code::bad_value);
    return std::string(status.ok() ? out : View(status.message));
}

TEST(CatalogPartitions, FormatAlwaysHasASemicolon)
{
    EXPECT_EQ(formatted({}, {}), ";");
    EXPECT_EQ(formatted({"dt", "region"}, {}), "dt,region;");
    EXPECT_EQ(formatted({}, {"id"}), ";id");
    EXPECT_EQ(formatted({"dt"}, {"id", "k k"}), "dt;id,k k");
}

TEST(CatalogPartitions, FormatRefusesImpossibleNames)
{
    EXPECT_EQ(formatted({""}, {}), "a range column has an empty name");
    EXPECT_EQ(formatted({"dt"}, {""}), "a primary key column has an empty name");
    for (const char *name : {"a,b", "a;", "=", "a/b"}) {
        EXPECT_EQ(formatted({"x", name}, {}), std::string("name of range column \"") + name + "\" is not possible");
        EXPECT_EQ(formatted({}, {name}), std::string("name of primary key column \"") + name + "\" is not possible");
    }
    EXPECT_EQ(formatted({"a", "b", "a"}, {}), "range column \"a\" is named twice");
    EXPECT_EQ(formatted({}, {"k", "k"}), "primary key column \"k\" is named twice");
}

TEST(CatalogDesc, Unpartitioned)
{
    Shape shape(";id");
    EXPECT_EQ(shape.normal("-5"), "-5");
    EXPECT_EQ(shape.normal(""), "-5");   // Flink's empty bucket id
    EXPECT_EQ(shape.normal("dt=1"), does_not_fit("dt=1"));
    EXPECT_EQ(shape.last.code, Code::bad_value);
    EXPECT_STREQ(shape.last.detail, "The table is not partitioned, its only partition is \"-5\".");
    EXPECT_EQ(shape.normal("-5 "), does_not_fit("-5 "));
    EXPECT_EQ(shape.split("-5"), "");
    EXPECT_EQ(shape.split(""), "no");
}

TEST(CatalogDesc, Partitioned)
{
    Shape shape("dt,region;id");
    EXPECT_EQ(shape.normal("dt=2026-08-01,region=eu"), "dt=2026-08-01,region=eu");
    EXPECT_EQ(shape.split("dt=2026-08-01,region=eu"), "2026-08-01|eu|");
    for (const char *desc : {"", "-5", "dt=1", "region=eu,dt=1", "dt=1,region=eu,x=1", "dt=1,region", "dt=1,region=",
                             "dt=,region=eu", "dt1,region=eu", "DT=1,region=eu", "dt=1,region=eu,", ",dt=1,region=eu",
                             "dt=1;region=eu", "dt=1,,region=eu", "dt=1 ,Region=eu", "dt =1,region=eu"}) {
        EXPECT_EQ(shape.normal(desc), does_not_fit(desc));
        EXPECT_EQ(shape.split(desc), "no");
    }
    EXPECT_STREQ(shape.last.detail,
                 "It must have the form \"dt=<value>,region=<value>\"; a value is not empty and holds "
                 "neither , nor =.");
}

// Each engine's text for a value is the value.
TEST(CatalogDesc, ValuesAreNeverRewritten)
{
    Shape shape("a,b;");
    for (const std::string value : {"2026-08-01",
                                    "2026-08-01 12:00:00.000000000",
                                    "2026-08-01T12:00:00.123",
                                    "-1",
                                    "1.50",
                                    "x y",
                                    " ",
                                    "us",
                                    "US",
                                    "the",
                                    "true",
                                    "0a1b2c",
                                    "http://h.com/p",
                                    "/",
                                    "//",
                                    "a/b",
                                    "/b",
                                    "b/",
                                    "a;b",
                                    "a'b",
                                    "a\"b",
                                    "a\\b",
                                    "a%2Fb",
                                    "*",
                                    "__L@KE$OUL_NULL__",
                                    "__L@KE$OUL_EMPTY_STRING__",
                                    "\xE4\xB8\xAD\xE6\x96\x87",
                                    "-5",
                                    "a\tb\n",
                                    "a&b|c!(d)<e>:*"}) {
        std::string desc = "a=" + value + ",b=" + value;
        EXPECT_EQ(shape.normal(desc), desc);
        EXPECT_EQ(shape.split(desc), value + "|" + value + "|");
    }
}

TEST(CatalogDesc, ValuesMayHoldNeitherCommaNorEqualsSign)
{
    Shape shape("a,b;");
    for (const char *desc : {"a=1=2,b=1", "a=1,b=1=2", "a==,b=1", "a=1,2,b=1", "a=1,b=1,2", "a=1,b=,", "a=1,b=1,b=1"})
        EXPECT_EQ(shape.normal(desc), does_not_fit(desc));
    EXPECT_EQ(shape.last.code, Code::bad_value);
}

TEST(CatalogDesc, MarkersOfNullAndEmptyAreValues)
{
    Shape shape("a,b;");
    EXPECT_EQ(shape.normal("a=__L@KE$OUL_NULL__,b=__L@KE$OUL_EMPTY_STRING__"),
              "a=__L@KE$OUL_NULL__,b=__L@KE$OUL_EMPTY_STRING__");
}

TEST(CatalogDesc, FlinksSeparatorIsStoredAsComma)
{
    Shape shape("a,b,c;");
    EXPECT_EQ(shape.normal("a=1/b=2/c=3"), "a=1,b=2,c=3");
    EXPECT_EQ(shape.normal("a=1,b=2/c=3"), "a=1,b=2,c=3");
    EXPECT_EQ(shape.normal("a=1/b=2,c=3"), "a=1,b=2,c=3");
    EXPECT_EQ(shape.split("a=1/b=2/c=3"), "1|2|3|");
}

TEST(CatalogDesc, SlashBelongsToTheValueUnlessTheNextColumnFollows)
{
    Shape shape("a,b;");
    EXPECT_EQ(shape.normal("a=x/y/b=z"), "a=x/y,b=z");
    EXPECT_EQ(shape.normal("a=x//b=z"), "a=x/,b=z");
    EXPECT_EQ(shape.normal("a=x/b,b=z"), "a=x/b,b=z");
    EXPECT_EQ(shape.normal("a=x/bb=z"), does_not_fit("a=x/bb=z"));
    EXPECT_EQ(shape.normal("a=x/a=y,b=z"), does_not_fit("a=x/a=y,b=z"));
    EXPECT_EQ(shape.normal("a=/b=z"), does_not_fit("a=/b=z"));   // no value
    EXPECT_EQ(shape.normal("a=x/b=z/"), "a=x,b=z/");
    EXPECT_EQ(shape.normal("a=x/b=z/b=w"), does_not_fit("a=x/b=z/b=w"));
    EXPECT_EQ(Shape("a;").normal("a=x/y"), "a=x/y");
    EXPECT_EQ(Shape("a;b").normal("a=x/b=y"), does_not_fit("a=x/b=y"));   // b is a key, not a range column
}

TEST(CatalogDesc, ColumnNamesThatBeginAlike)
{
    Shape shape("a,ab;");
    EXPECT_EQ(shape.normal("a=1,ab=2"), "a=1,ab=2");
    EXPECT_EQ(shape.normal("a=1/ab=2"), "a=1,ab=2");
    EXPECT_EQ(shape.normal("ab=1,a=2"), does_not_fit("ab=1,a=2"));
}

TEST(CatalogDesc, KeyOfTheIndexIsLimited)
{
    Shape shape("a;");
    std::string longest = "a=" + std::string(catalog::kMaxPartitionKey - 5 - 2, 'x');   // 5: "table"
    EXPECT_EQ(shape.normal(longest), longest);
    EXPECT_EQ(shape.normal(longest + "x"), "partition description is too long");
    EXPECT_EQ(shape.last.code, Code::limit);
    EXPECT_STREQ(shape.last.detail, "Table id and description have 2641 bytes together, the limit is 2640.");
}

TEST(CatalogDesc, OutOfMemory)
{
    Shape shape("a,b;");
    shape.arena.use_smallest_chunks();
    shape.arena.fail_after(0);
    while (shape.arena.get()->take(8) != nullptr) {
    }
    EXPECT_EQ(shape.normal("a=1/b=2"), "out of memory");
    TableShape out;
    EXPECT_EQ(catalog::parse_partitions("a;b", shape.arena.get(), &out).code, Code::out_of_memory);
}

// ---- filters -----------------------------------------------------------------------------------------------------

class FilterOf : public Shape {
public:
    FilterOf(const std::string &partitions, std::vector<catalog::Condition> conditions) : Shape(partitions)
    {
        last = catalog::compile_filter(shape, {conditions.data(), conditions.size()}, arena.get(), &filter);
    }
    bool matches(View desc) const { return catalog::matches(filter, desc); }
    std::string exact()
    {
        View out;
        EXPECT_TRUE(catalog::exact_desc(filter, arena.get(), &out).ok());
        return std::string(out);
    }
    std::string begin()
    {
        View out;
        EXPECT_TRUE(catalog::begin_of_desc(filter, arena.get(), &out).ok());
        return std::string(out);
    }
    catalog::Filter filter;
};

TEST(CatalogFilter, BeginsWithTheFirstColumns)
{
    EXPECT_EQ(FilterOf("a,b,c;", {}).begin(), "");
    EXPECT_EQ(FilterOf("a,b,c;", {{"a", {"1"}}}).begin(), "a=1,");
    EXPECT_EQ(FilterOf("a,b,c;", {{"b", kNull}, {"a", {"x/y"}}}).begin(), "a=x/y,b=__L@KE$OUL_NULL__,");
    EXPECT_EQ(FilterOf("a,b,c;", {{"b", {"1"}}}).begin(), "");
    EXPECT_EQ(FilterOf("a,b,c;", {{"c", {"1"}}, {"a", {""}}}).begin(), "a=__L@KE$OUL_EMPTY_STRING__,");
}

// Whatever matches begins as begin_of_desc says.
TEST(CatalogFilter, MatchesNothingThatBeginsOtherwise)
{
    for (const char *value : {"1", "1,b=2", "x/b=2", " ", "=", ","})
        for (const char *desc : {"a=1,b=2,c=3", "a=1/b=2,c=3", "a=x/b=2,b=2,c=3", "a= ,b=2,c=3", "a=1,b=2",
                                 "a=,b=2,c=3", "a=1,b=2,c=3,d=4", "a=,,b=2,c=3"}) {
            FilterOf filter("a,b,c;", {{"a", {View(value)}}, {"b", {"2"}}});
            bool begins = View(desc).substr(0, filter.begin().size()) == filter.begin();
            EXPECT_TRUE(begins || !filter.matches(desc)) << desc;
        }
}

TEST(CatalogFilter, MatchesWholeValuesOnly)
{
    FilterOf filter("a,b;", {{"a", {"1"}}});
    EXPECT_FALSE(filter.filter.exact);
    EXPECT_TRUE(filter.matches("a=1,b=1"));
    for (const char *desc : {"a=2,b=1", "a=10,b=1", "a=__L@KE$OUL_NULL__,b=1", "a=x y,b=http://h.com/p", "a=01,b=1",
                             "a=,b=1", "-5", "", "b=1,a=1", "a=1=,b=1", "a=1", "a=1,", "a=1,b=1,c=1", "a=1/b=1"})
        EXPECT_FALSE(filter.matches(desc)) << desc;
}

TEST(CatalogFilter, FindsValuesThatTextSearchLoses)
{
    for (const std::string value :
         {"http://h.com/p", "foo.com/x", "a -b", "&amp;", "<b>", "the", "is", "running", "/"}) {
        FilterOf filter("the,b;", {{"the", {value}}});
        EXPECT_TRUE(filter.matches("the=" + value + ",b=x")) << value;
        EXPECT_FALSE(filter.matches("the=run,b=" + value)) << value;
        FilterOf second("the,b;", {{"b", {value}}});
        EXPECT_TRUE(second.matches("the=x,b=" + value)) << value;
    }
}

TEST(CatalogFilter, NullAndEmptyAreTheirMarkers)
{
    FilterOf null("a,b;", {{"a", kNull}}), empty("a,b;", {{"b", {View("")}}}), no_view("a,b;", {{"b", {View()}}});
    EXPECT_TRUE(null.matches("a=__L@KE$OUL_NULL__,b=1"));
    EXPECT_FALSE(null.matches("a=__L@KE$OUL_EMPTY_STRING__,b=1"));
    EXPECT_TRUE(empty.matches("a=1,b=__L@KE$OUL_EMPTY_STRING__"));
    EXPECT_FALSE(empty.matches("a=1,b=x"));
    EXPECT_TRUE(no_view.matches("a=1,b=__L@KE$OUL_EMPTY_STRING__"));
    EXPECT_FALSE(no_view.matches("a=1,b=x"));
}

TEST(CatalogFilter, EmptyFilterMatchesEverything)
{
    FilterOf filter("a,b;", {});
    EXPECT_FALSE(filter.filter.exact);
    for (const char *desc : {"a=1,b=1", "-5", "", "b=1", "a=1,b=1,c=1"})   // those that do not fit as well
        EXPECT_TRUE(filter.matches(desc)) << desc;
    FilterOf unpartitioned(";id", {});
    EXPECT_TRUE(unpartitioned.filter.exact && unpartitioned.matches("-5"));
    EXPECT_EQ(unpartitioned.exact(), "-5");
}

TEST(CatalogFilter, ExactFilterHasOneDescription)
{
    FilterOf filter("a,b;", {{"b", {"x/y"}}, {"a", kNull}});   // in any order
    EXPECT_TRUE(filter.filter.exact);
    EXPECT_EQ(filter.exact(), "a=__L@KE$OUL_NULL__,b=x/y");
    EXPECT_TRUE(filter.matches(filter.exact()));
    EXPECT_FALSE(filter.matches("a=__L@KE$OUL_NULL__,b=x"));
}

TEST(CatalogFilter, RefusesUnknownColumnsAndSecondConditions)
{
    FilterOf unknown("a,b;k", {{"k", {"1"}}});
    EXPECT_EQ(unknown.last.code, Code::no_column);
    EXPECT_STREQ(unknown.last.message, "column \"k\" is not a range column of the table");
    EXPECT_EQ(FilterOf(";", {{"a", {"1"}}}).last.code, Code::no_column);
    EXPECT_EQ(FilterOf("a;", {{"A", {"1"}}}).last.code, Code::no_column);
    FilterOf twice("a,b;", {{"a", {"1"}}, {"a", {"1"}}});
    EXPECT_EQ(twice.last.code, Code::bad_value);
    EXPECT_STREQ(twice.last.message, "column \"a\" has two conditions");
}

}   // namespace
}   // namespace lakesoul::test
