// Pages of the Paimon API's lists: in byte order of names, each after the last name of the one before.
#pragma once

#include "core/paimon/names.hpp"
#include "pg/pg.hpp"

// A condition on a name for parameters $1 (the token), $2 and $3 (the pattern) of page_values; $4 is the limit.
#define LAKESOUL_PAGE(name)                                                                                            \
    "($1 IS NULL OR " name                                                                                             \
    " COLLATE pg_catalog.\"C\" OPERATOR(pg_catalog.>) $1) AND " LAKESOUL_PATTERN(name, "$2", "$3")
#define LAKESOUL_PATTERN(name, kind, text)                                                                             \
    "(" kind " OPERATOR(pg_catalog.=) 0 OR " kind " OPERATOR(pg_catalog.=) 1 AND " name                                \
    " OPERATOR(pg_catalog.=) " text " OR " kind " OPERATOR(pg_catalog.=) 2 AND pg_catalog.starts_with(" name ", " text \
    "))"
#define LAKESOUL_PAGE_TYPES TEXTOID, INT4OID, TEXTOID, INT8OID

namespace lakesoul::paimon {

struct Page {
    Query query;
    bool whole;   // no query was given: everything in one answer
    bool more;    // there is another page
};

// A query; NULL: everything, without pages.
Page page_argument(FunctionCallInfo fcinfo, int number);

// How many rows to look for: one more than the page has.
int64 limit_of(const Page &page);

// Values of a pattern: its kind and text.
void pattern_values(const Pattern &pattern, Datum *values);
// The four values of LAKESOUL_PAGE_TYPES for a pattern on the name. The limit is one row more than the page has.
void page_values(const Page &page, const Pattern &pattern, Datum *values, char *nulls);
// How many of the rows found are the page's; says in page->more whether there are others.
uint64 rows_of_page(Page *page, uint64 found);

}   // namespace lakesoul::paimon
