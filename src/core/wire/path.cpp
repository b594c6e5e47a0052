// Rendering of paths. Must not allocate.
#include "core/wire/path.hpp"

#include <cstdio>

namespace lakesoul::wire {
namespace {

void add_steps(const Step *step, Path *path) noexcept
{
    if (step == nullptr)
        return;
    add_steps(step->parent, path);
    path->add(step->field, step->index);
}

}   // namespace

Path::Path(const Step *last) noexcept
{
    add_steps(last, this);
}

void Path::add(const char *field, std::size_t index) noexcept
{
    char place[32] = "";
    if (index != kNoIndex)
        std::snprintf(place, sizeof place, "[%zu]", index);
    const char *dot = length == 0 ? "" : ".";
    int n = std::snprintf(text + length, sizeof text - length, "%s%s%s", dot, field, place);
    if (n > 0)
        length += static_cast<std::size_t>(n) < sizeof text - length ? static_cast<std::size_t>(n) : 0;
}

}   // namespace lakesoul::wire
