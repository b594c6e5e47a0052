// Turns a jsonb filter into core's.
#include "pg/filter.hpp"

#include "pg/error.hpp"
#include "pg/pb_alloc.hpp"
#include "pg/text.hpp"

namespace lakesoul {
namespace {

View utf8(const char *data, int size)
{
    return view_of_text(PointerGetDatum(cstring_to_text_with_len(data, size)));
}

[[noreturn]] void bad_filter(const char *detail)
{
    ereport(ERROR,
            (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("filter must be an object of range columns and values"),
             errdetail("%s", detail), errhint("Write it as {\"dt\": \"2026-08-01\", \"region\": null}.")));
    pg_unreachable();
}

catalog::Value value_of(const JsonbValue &value)
{
    switch (value.type) {
    case jbvNull: return {{}, true};
    case jbvString: return {utf8(value.val.string.val, value.val.string.len), false};
    case jbvBool: return {value.val.boolean ? View("true") : View("false"), false};
    case jbvNumeric: {
        char *digits = DatumGetCString(DirectFunctionCall1(numeric_out, NumericGetDatum(value.val.numeric)));
        return {View(digits), false};
    }
    default: break;
    }
    bad_filter("A value is a string, a number, a boolean or null.");
}

}   // namespace

catalog::Filter filter_of_jsonb(const catalog::TableShape &shape, Jsonb *filter)
{
    Span<const catalog::Condition> conditions;
    if (filter != nullptr) {
        if (!JB_ROOT_IS_OBJECT(filter))
            bad_filter("The filter is not an object.");
        catalog::Condition *list = palloc_array(catalog::Condition, JB_ROOT_COUNT(filter) + 1);
        std::size_t count = 0;
        JsonbIterator *iterator = JsonbIteratorInit(&filter->root);
        JsonbValue value;
        for (JsonbIteratorToken token = JsonbIteratorNext(&iterator, &value, true); token != WJB_DONE;
             token = JsonbIteratorNext(&iterator, &value, true)) {
            if (token == WJB_KEY)
                list[count].column = utf8(value.val.string.val, value.val.string.len);
            else if (token == WJB_VALUE)
                list[count++].value = value_of(value);
        }
        conditions = {list, count};
    }
    Arena arena = server_arena();
    catalog::Filter compiled;
    raise_unless_ok(catalog::compile_filter(shape, conditions, &arena, &compiled));
    return compiled;
}

}   // namespace lakesoul
