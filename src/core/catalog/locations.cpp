// Folders as texts.
#include "core/catalog/locations.hpp"

#include <algorithm>

#include "core/wire/text.hpp"

namespace lakesoul::catalog {
namespace {

bool is_scheme_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' || c == '-' ||
           c == '.';
}

View without_scheme(View path)
{
    std::size_t colon = 0;
    while (colon < path.size() && is_scheme_character(path[colon]))
        ++colon;
    bool has_scheme = colon > 0 && colon + 1 < path.size() && path[colon] == ':' && path[colon + 1] == '/';
    return has_scheme ? path.substr(colon + 1) : path;
}

}   // namespace

Status location_of(View path, Arena *arena, View *out) noexcept
{
    View rest = without_scheme(path);
    char *text = arena->array<char>(rest.size() + 2);
    if (text == nullptr)
        return arena->refusal();
    std::size_t size = 0;
    text[size++] = '/';
    for (char c : rest)
        if (c != '/' || text[size - 1] != '/')
            text[size++] = c;
    if (text[size - 1] != '/')
        text[size++] = '/';
    *out = View(text, size);
    return {};
}

Status check_folder_name(View name) noexcept
{
    bool good = name != "." && name != ".." && std::all_of(name.begin(), name.end(), [](char c) {
                    return c != '/' && c != 0x7F && static_cast<unsigned char>(c) >= ' ';
                });
    if (good)
        return {};
    View start = wire::shortened(name);
    return with_hint(with_detail(fail(Code::bad_name, "\"%.*s\" cannot be a folder's name",
                                      static_cast<int>(start.size()), start.data()),
                                 "A path that is made of names may hold neither . nor .. nor slashes or control "
                                 "characters in them."),
                     "Give the table a path.");
}

void sort_locations(Span<View> locations) noexcept
{
    std::sort(locations.begin(), locations.end());
}

bool holds_one(Span<const View> sorted, View location) noexcept
{
    const View *next = std::lower_bound(sorted.begin(), sorted.end(), location);
    return next != sorted.end() && next->substr(0, location.size()) == location;
}

bool overlaps(Span<const View> sorted, View location) noexcept
{
    if (holds_one(sorted, location))
        return true;
    for (std::size_t i = 0; i < location.size(); ++i)
        if (location[i] == '/' && std::binary_search(sorted.begin(), sorted.end(), location.substr(0, i + 1)))
            return true;
    return false;
}

View common_folder(View a, View b) noexcept
{
    std::size_t end = 0;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()) && a[i] == b[i]; ++i)
        if (a[i] == '/')
            end = i + 1;
    return a.substr(0, end);
}

Status add_file(AroundFiles *around, View path, Arena *arena) noexcept
{
    View written = path.substr(0, path.rfind('/') + 1);
    if (!written.empty() && written == around->written && written.size() < path.size())
        return {};
    around->written = written.size() < path.size() ? written : View();
    View location;
    if (Status status = location_of(path, arena, &location); !status.ok())
        return status;
    View folder = location.substr(0, std::min(location.size() - 1, kMaxFolder));
    folder = folder.substr(0, folder.rfind('/') + 1);
    if (location == "/")
        folder = location;
    around->folder = around->folder.empty() ? folder : common_folder(around->folder, folder);
    return {};
}

Status folders_around(Span<const View> locations, Arena *arena, Span<View> *out) noexcept
{
    std::size_t count = 1;
    for (View location : locations)
        count += static_cast<std::size_t>(std::count(location.begin(), location.end(), '/'));
    View *folders = arena->array<View>(count);
    if (folders == nullptr)
        return arena->refusal();
    folders[0] = "/";
    count = 1;
    View last = "/";
    for (View location : locations) {
        // Those before the innermost of both were given by the one before.
        for (std::size_t i = common_folder(last, location).size() - 1; i + 1 < location.size() && i < kMaxFolder; ++i)
            if (location[i] == '/')
                folders[count++] = location.substr(0, i + 1);
        last = location;
    }
    sort_locations({folders, count});
    *out = {folders, static_cast<std::size_t>(std::unique(folders, folders + count) - folders)};
    return {};
}

void sort_folders(Span<Folder> folders) noexcept
{
    std::sort(folders.begin(), folders.end(), [](const Folder &a, const Folder &b) { return a.location < b.location; });
}

void fill(Span<Folder> sorted, View location) noexcept
{
    for (std::size_t i = 0; i < location.size(); ++i) {
        if (location[i] != '/')
            continue;
        View above = location.substr(0, i + 1);
        Folder *next = std::lower_bound(sorted.begin(), sorted.end(), above,
                                        [](const Folder &folder, View key) { return folder.location < key; });
        for (; next != sorted.end() && next->location == above; ++next)
            next->filled = true;
    }
}

View common_name(Span<const Folder> sorted) noexcept
{
    if (sorted.empty())
        return {};
    View around = common_folder(sorted[0].location, sorted[sorted.size - 1].location);
    if (around.size() < 2)
        return {};
    std::size_t begin = around.rfind('/', around.size() - 2) + 1;
    return around.substr(begin, around.size() - 1 - begin);
}

}   // namespace lakesoul::catalog
