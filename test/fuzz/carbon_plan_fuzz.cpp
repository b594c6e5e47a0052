// DDL from outside -> a plan. The first byte picks the entry: a column list with partition columns and properties
// behind lines of dashes, the same with columns as JSON, or a whole statement. What is accepted must be written,
// read back as the same columns, and be consistent with its own row.
#include "core/carbon/carbon.hpp"

#include "fuzz_common.hpp"

namespace {

using namespace lakesoul;
using lakesoul::fuzz::require;
using lakesoul::test::TestArena;

constexpr std::size_t kBudget = 512 * 1024 * 1024;

View next_piece(View *rest)
{
    std::size_t end = rest->find("\n--\n");
    View piece = rest->substr(0, end);
    *rest = end == View::npos ? View("", 0) : rest->substr(end + 4);
    return piece;
}

Status plan_of(int entry, View text, Arena *arena, carbon::Plan *plan)
{
    if (entry == 2) {
        carbon::Statement statement;
        Status status = carbon::plan_statement(text, arena, &statement);
        *plan = statement.plan;
        return status;
    }
    carbon::Request request;
    request.columns = next_piece(&text);
    request.columns_are_json = entry == 1;
    request.partitioned_by = next_piece(&text);
    View properties = next_piece(&text);
    request.properties = properties.empty() ? View("{}") : properties;
    request.comment = text;
    return carbon::make_plan(request, arena, plan);
}

void check_plan(const carbon::Plan &plan, Arena *arena)
{
    carbon::Identity identity = {};
    identity.at_ms = 1700000000000;
    identity.path = "/t";
    View json, properties, schema, partitions;
    Span<const carbon::PartitionRow> rows;
    Status status = carbon::table_info(plan, identity, arena, &json);
    if (status.code == Code::limit)
        return;
    require(status.ok(), status.message);
    carbon::Plan again;
    status = carbon::read_table_info(json, arena, &again);
    require(status.ok(), status.message);
    require(again.columns.size == plan.columns.size, "another number of columns was read back");
    for (std::size_t i = 0; i < again.columns.size; ++i) {
        const carbon::Column &a = plan.columns[i], &b = again.columns[i];
        require(a.name == b.name && a.role == b.role && a.ordinal == b.ordinal && a.parent == b.parent &&
                    a.comment == b.comment && a.partition == b.partition,
                "another column was read back");
    }
    status = carbon::partition_rows(plan, arena, &rows);
    require(status.ok() && rows.size == static_cast<std::size_t>(plan.partitioning.count), "rows of partitions");
    if (!carbon::partitions_text(plan, {}, arena, &partitions).ok())
        return;   // a name that no partition column may have
    if (!carbon::stored_properties(plan, json, identity.at_ms, -1, arena, &properties).ok() || !plan.late.ok())
        return;
    status = carbon::arrow_schema(plan, {}, arena, &schema);
    require(status.ok(), status.message);
    carbon::Stored stored = {
        "table_00000000-0000-0000-0000-000000000000", plan.space, plan.name, "/t", schema, properties, partitions};
    Span<const carbon::Difference> differences;
    bool is_carbon = false;
    status = carbon::verify(stored, arena, &is_carbon, &differences);
    require(status.ok() && is_carbon, "not verified");
    for (const carbon::Difference &difference : differences)
        std::fprintf(stderr, "%.*s: %.*s -> %.*s\n", static_cast<int>(difference.item.size()), difference.item.data(),
                     static_cast<int>(difference.stored.size()), difference.stored.data(),
                     static_cast<int>(difference.planned.size()), difference.planned.data());
    require(differences.empty(), "a fresh table differs from its plan");
}

}   // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size == 0)
        return 0;
    TestArena arena(kBudget);
    carbon::Plan plan;
    View text(reinterpret_cast<const char *>(data) + 1, size - 1);
    Status status = plan_of(data[0] % 3, text, arena.get(), &plan);
    fuzz::require_code(status, {Code::limit, Code::bad_text, Code::bad_value, Code::bad_json, Code::no_column,
                                Code::unsupported, Code::syntax, Code::bad_literal, Code::bad_name, Code::reserved_name,
                                Code::column_taken, Code::bad_table});
    if (status.ok())
        check_plan(plan, arena.get());
    return 0;
}
