// Arguments of lists, and how much of what was found belongs on a page.
#include "pg/paimon_page.hpp"

#include "core/paimon/limits.hpp"

#include "pg/error.hpp"
#include "pg/jsonb.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/text.hpp"

namespace lakesoul::paimon {

Page page_argument(FunctionCallInfo fcinfo, int number)
{
    Page page = {};
    page.whole = PG_ARGISNULL(number);
    if (page.whole)
        return page;
    View json = view_of_jsonb(PG_GETARG_DATUM(number));
    Arena arena = server_arena(memory_budget(json.size()));
    raise_unless_ok(read_query(json, &arena, &page.query));
    return page;
}

int64 limit_of(const Page &page)
{
    return page.whole ? PG_INT64_MAX : static_cast<int64>(page.query.max_results) + 1;
}

void pattern_values(const Pattern &pattern, Datum *values)
{
    values[0] = Int32GetDatum(static_cast<int32>(pattern.kind));
    values[1] = text_datum(pattern.text);
}

void page_values(const Page &page, const Pattern &pattern, Datum *values, char *nulls)
{
    nulls[0] = page.query.has_token ? ' ' : 'n';
    values[0] = text_datum(page.query.token);
    pattern_values(pattern, &values[1]);
    nulls[3] = page.whole ? 'n' : ' ';
    values[3] = Int64GetDatum(limit_of(page));
}

uint64 rows_of_page(Page *page, uint64 found)
{
    uint64 most = static_cast<uint64>(page->query.max_results);
    page->more = !page->whole && found > most;
    return page->more ? most : found;
}

}   // namespace lakesoul::paimon
