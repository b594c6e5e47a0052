// Formatting of Status. Must not allocate.
#include "core/base/status.hpp"

#include <cstddef>
#include <cstring>
#include <new>

namespace lakesoul {
namespace {

// Cuts a string that filled its buffer back to the end of its last whole UTF-8 character.
void cut_at_character(char *text, std::size_t capacity) noexcept
{
    std::size_t end = std::strlen(text);
    if (end + 1 < capacity)
        return;
    std::size_t start = end;
    while (start > 0 && (static_cast<unsigned char>(text[start - 1]) & 0xC0) == 0x80)
        --start;
    if (start == 0)
        return;
    unsigned char lead = static_cast<unsigned char>(text[start - 1]);
    std::size_t wanted = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
    if (end - start + 1 < wanted)
        text[start - 1] = '\0';
}

}   // namespace

Status fail(Code code, const char *format, ...) noexcept
{
    Status status;
    status.code = code;
    std::va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(status.message, sizeof status.message, format, arguments);
    va_end(arguments);
    cut_at_character(status.message, sizeof status.message);
    return status;
}

Status with_detail(Status status, const char *format, ...) noexcept
{
    std::va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(status.detail, sizeof status.detail, format, arguments);
    va_end(arguments);
    cut_at_character(status.detail, sizeof status.detail);
    return status;
}

Status with_hint(Status status, const char *literal) noexcept
{
    status.hint = literal;
    return status;
}

Status caught() noexcept
{
    try {
        throw;
    } catch (const std::bad_alloc &) {
        return fail(Code::out_of_memory, "out of memory");
    } catch (...) {
        return fail(Code::internal, "unexpected failure");
    }
}

}   // namespace lakesoul
