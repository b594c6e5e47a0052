// Properties from outside -> a schema. The first byte picks what is done with the rest: joined as an object of
// properties and read as a TableInfo, split and joined again, or verified as the properties of a stored table.
#include "core/carbon/carbon.hpp"

#include <cstring>

#include "core/wire/text.hpp"
#include "fuzz_common.hpp"

namespace {

using namespace lakesoul;
using lakesoul::fuzz::require;
using lakesoul::test::TestArena;

void check_join(View text)
{
    TestArena arena;
    View json;
    Status status = carbon::join_parts(text, arena.get(), &json);
    fuzz::require_code(status, {Code::bad_json, Code::limit});
    if (!status.ok() || json.data() == nullptr)
        return;
    carbon::Plan plan;
    status = carbon::read_table_info(json, arena.get(), &plan);
    fuzz::require_code(status, {Code::bad_json, Code::limit, Code::bad_text});
    for (const carbon::Column &column : plan.columns)
        require(column.parent < static_cast<std::int32_t>(plan.columns.size), "a parent that is not there");
}

// Parts are characters, none is empty or too long, and together they are the text.
void check_split(View text, std::size_t size)
{
    std::size_t fault = 0;
    if (size == 0 || wire::check_text(text, &fault) != wire::TextFault::none)
        return;
    for (View rest = text; !rest.empty();) {
        std::size_t length = carbon::part_length(rest, size);
        require(length > 0 && length <= rest.size(), "a part of no length");
        require(wire::check_text(rest.substr(0, length), &fault) == wire::TextFault::none, "a character was cut");
        require(length <= 4 * size || length == 4, "a part that is too long");
        rest.remove_prefix(length);
    }
}

void check_verify(View text)
{
    TestArena arena;
    carbon::Stored stored = {"table_1", "default", "t", "/t", R"({"fields":[]})", text, ";"};
    std::size_t cut = text.find("\n--\n");
    if (cut != View::npos) {
        stored.properties = text.substr(0, cut);
        stored.schema = text.substr(cut + 4);
    }
    Span<const carbon::Difference> differences;
    bool is_carbon = false;
    Status status = carbon::verify(stored, arena.get(), &is_carbon, &differences);
    require(status.ok(), status.message);
    require(is_carbon || differences.empty(), "differences of nothing");
}

}   // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size == 0)
        return 0;
    View text(reinterpret_cast<const char *>(data) + 1, size - 1);
    switch (data[0] % 4) {
    case 0: check_join(text); break;
    case 1: check_split(text, data[0] / 4 + 1u); break;
    case 2: check_verify(text); break;
    default: check_split(text, 4000); break;
    }
    return 0;
}
