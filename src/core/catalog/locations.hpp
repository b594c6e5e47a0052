// Where paths lie, compared as folders: one that lies inside another must not be deleted without looking at both.
#pragma once

#include "core/base/arena.hpp"
#include "core/base/status.hpp"
#include "core/base/types.hpp"

namespace lakesoul::catalog {

// A path in the form that is compared: without its scheme (s3a and s3 are one store), each run of slashes as one, and
// with one at its end. Two stores that share a bucket's name count as one, which only makes a path wait.
Status location_of(View path, Arena *arena, View *out) noexcept;

// Whether a name can be a folder's in another folder: not one that leads elsewhere, and no control characters.
// bad_name.
Status check_folder_name(View name) noexcept;

void sort_locations(Span<View> locations) noexcept;
// Whether a location is, contains or lies inside one of these.
bool overlaps(Span<const View> sorted, View location) noexcept;
// Whether one of these is a location or lies inside it.
bool holds_one(Span<const View> sorted, View location) noexcept;

// The innermost folder around files, such as those of a commit: where none of them is, tells this one text. Cut at a
// slash to kMaxFolder bytes, so that an index can hold it; what is left is around them too.
constexpr std::size_t kMaxFolder = 512;
struct AroundFiles {
    View folder;    // out: a location; empty without a file
    View written;   // what the last path has up to its last slash, before anything is taken away
};
// path must stay until the last file is added.
Status add_file(AroundFiles *around, View path, Arena *arena) noexcept;
// All folders around some locations, which add_file can give where a file lies at one of them. Sorted, each once.
Status folders_around(Span<const View> locations, Arena *arena, Span<View> *out) noexcept;
// The innermost folder around two locations.
View common_folder(View a, View b) noexcept;

// A folder that is to be deleted, unless something lies in it.
struct Folder {
    View location;
    std::size_t owner;
    bool filled;
};

void sort_folders(Span<Folder> folders) noexcept;
// Marks those of the sorted folders that are a location, or that it lies in.
void fill(Span<Folder> sorted, View location) noexcept;
// A text that each path of a file in one of the sorted folders contains: the name of the innermost folder around all of
// them. Empty if none is.
View common_name(Span<const Folder> sorted) noexcept;

}   // namespace lakesoul::catalog
