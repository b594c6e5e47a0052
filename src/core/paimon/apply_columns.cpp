// Changes of columns: paths, guards, and what each change does. Guards look at the keys before the request.
#include <algorithm>

#include "core/paimon/change.hpp"
#include "core/paimon/error.hpp"
#include "core/paimon/failure.hpp"
#include "core/paimon/limits.hpp"

namespace lakesoul::paimon {
namespace {

using Path = std::vector<std::string>;

// Where a path leads: a column among its siblings, and the type at the end, which is below the column when the path
// ends inside an ARRAY or MAP.
struct Place {
    std::vector<Field> *siblings = nullptr;
    Field *field = nullptr;   // nullptr for a column that is to be added
    DataType *type = nullptr;
    bool inside = false;
};

[[noreturn]] void no_column(const Path &path, std::size_t names)
{
    raise(missing(Resource::column, dotted(path, names)));
}

// The word that steps into a collection; nullptr if the type is none that a path can enter.
const char *filler_of(const DataType &type)
{
    return type.root == Root::array ? "element" : type.root == Root::map ? "value" : nullptr;
}

class Walk {
public:
    Walk(const Path &path, bool adding) : path_(path), adding_(adding) {}

    Place from(std::vector<Field> *fields)
    {
        Place place;
        place.siblings = fields;
        for (;; ++at_) {
            if (at_ + 1 == path_.size() && adding_)
                return place;
            place.field = find(*place.siblings);
            place.type = &place.field->type;
            if (at_ + 1 == path_.size())
                return place;
            while (place.type->root != Root::row) {
                if (!step(&place))
                    return place;
            }
            place.siblings = &place.type->fields;
        }
    }

private:
    Field *find(std::vector<Field> &fields) const
    {
        for (Field &field : fields)
            if (field.name == path_[at_])
                return &field;
        no_column(path_, at_ + 1);
    }
    // Into a collection; false when the path ends there.
    bool step(Place *place)
    {
        const char *filler = filler_of(*place->type);
        if (filler == nullptr) {
            if (adding_ && at_ + 2 == path_.size())
                raise(
                    invalid("column %s is no ROW, nothing can be added below it", Quoted(dotted(path_, at_ + 1)).text));
            no_column(path_, at_ + 2);
        }
        ++at_;
        if (path_[at_] != filler)
            raise(invalid("path %s: the way into %s is \"%s\", not %s", Quoted(dotted(path_, path_.size())).text,
                          place->type->root == Root::array ? "an ARRAY" : "a MAP", filler, Quoted(path_[at_]).text));
        place->type = &place->type->parts.back();
        place->inside = at_ + 1 == path_.size();
        return !place->inside;
    }

    const Path &path_;
    bool adding_;
    std::size_t at_ = 0;
};

Place find_type(const Change &change, Work *work)
{
    return Walk(change.path, false).from(&work->next.fields);
}

[[noreturn]] void not_a_column(const Change &change)
{
    raise(invalid("%s is the inside of a column, not a column", Quoted(dotted(change.path, change.path.size())).text));
}

// A path that must end on a column.
Place find_column(const Change &change, Work *work)
{
    Place place = find_type(change, work);
    if (place.inside)
        not_a_column(change);
    return place;
}

// Keys as they were before the request cannot be changed in some ways. what: "renamed", ...
void guard_partition(const Change &change, const Work &work, const char *what)
{
    if (change.path.size() == 1 && contains(work.old.partition_keys, change.path[0]))
        raise(unsupported("column %s is a partition key and cannot be %s", Quoted(change.path[0]).text, what));
}

void guard_primary(const Change &change, const Work &work, const char *what)
{
    if (change.path.size() == 1 && contains(work.old.primary_keys, change.path[0]))
        raise(unsupported("column %s is in the primary key and cannot be %s", Quoted(change.path[0]).text, what));
}

void check_new_name(const std::string &name)
{
    if (is_blank(name))
        raise(invalid("a column's name must not be blank"));
    if (name.size() > kMaxNameBytes)
        raise(over_limit("a column's name is longer than %zu bytes", kMaxNameBytes));
}

void check_free(const std::vector<Field> &siblings, const Change &change, const std::string &name)
{
    if (find_field(siblings, name) == nullptr)
        return;
    Path path = change.path;
    path.back() = name;
    raise(taken(Resource::column, dotted(path, path.size())));
}

void check_nullability(bool from, bool to, const Change &change, const Work &work)
{
    constexpr View kSwitch = "alter-column-null-to-not-null.disabled";
    if (from && !to && work.old.options.is_true(kSwitch, true))
        raise(unsupported("column %s cannot become NOT NULL unless option \"%s\" is false",
                          Quoted(dotted(change.path, change.path.size())).text, kSwitch.data()));
}

std::size_t index_of(const std::vector<Field> &fields, View name)
{
    std::size_t i = 0;
    while (i < fields.size() && fields[i].name != name)
        ++i;
    return i;
}

std::size_t place_for(const Change &change, const std::vector<Field> &siblings, const Table &old)
{
    if (change.move) {
        if (change.move->type == Move::Type::first)
            return 0;
        if (change.move->type == Move::Type::last)
            return siblings.size();
        std::size_t at = index_of(siblings, *change.move->reference);
        if (at == siblings.size())
            raise(missing(Resource::column, *change.move->reference));
        return at + (change.move->type == Move::Type::after ? 1 : 0);
    }
    if (change.path.size() > 1 || !old.options.is_true("add-column-before-partition"))
        return siblings.size();
    auto first = std::find_if(siblings.begin(), siblings.end(),
                              [&](const Field &field) { return contains(old.partition_keys, field.name); });
    return static_cast<std::size_t>(first - siblings.begin());
}

[[noreturn]] void unknown_name(const char *what, const std::string &name)
{
    raise(invalid("%s %s of a move does not exist", what, Quoted(name).text));
}

}   // namespace

void add_column(const Change &change, Work *work)
{
    if (!change.type.nullable)
        raise(invalid("column %s is new and cannot be NOT NULL", Quoted(dotted(change.path, change.path.size())).text));
    Place place = Walk(change.path, true).from(&work->next.fields);
    if (place.inside)
        not_a_column(change);
    check_free(*place.siblings, change, change.path.back());
    check_new_name(change.path.back());
    Field field;
    field.name = change.path.back();
    field.type = change.type;
    field.description = change.text;
    work->fields += 1 + count_fields(field.type);
    if (work->fields > kMaxFields)
        raise(over_limit("the table would have more than %zu fields", kMaxFields));
    number_column(&field, &work->next.highest_field_id);
    if (work->next.highest_field_id >= kFirstSystemId)
        raise(over_limit("the table has no field ids left, the largest is %lld",
                         static_cast<long long>(kFirstSystemId - 1)));
    std::size_t at = place_for(change, *place.siblings, work->old);
    place.siblings->insert(place.siblings->begin() + static_cast<std::ptrdiff_t>(at), std::move(field));
}

void rename_column(const Change &change, Work *work)
{
    guard_partition(change, *work, "renamed");
    Place place = find_column(change, work);
    if (change.path.size() == 1 && place.field->type.root == Root::blob)
        raise(unsupported("BLOB column %s cannot be renamed", Quoted(change.path[0]).text));
    check_new_name(change.key);
    check_free(*place.siblings, change, change.key);
    std::string from = place.field->name;
    place.field->name = change.key;
    if (change.path.size() > 1)
        return;
    std::replace(work->next.primary_keys.begin(), work->next.primary_keys.end(), from, change.key);
    rename_in_options(from, change.key, work);
}

void drop_column(const Change &change, Work *work)
{
    guard_partition(change, *work, "dropped");
    guard_primary(change, *work, "dropped");
    Place place = find_column(change, work);
    if (place.siblings->size() == 1)
        raise(invalid("column %s is the last one and cannot be dropped",
                      Quoted(dotted(change.path, change.path.size())).text));
    work->fields -= 1 + count_fields(place.field->type);
    place.siblings->erase(place.siblings->begin() + (place.field - place.siblings->data()));
}

void update_type(const Change &change, Work *work)
{
    guard_partition(change, *work, "given another type");
    guard_primary(change, *work, "given another type");
    Place place = find_type(change, work);
    DataType to = change.type;
    if (change.path.size() == 1 && (place.type->root == Root::blob || to.root == Root::blob))
        raise(unsupported("column %s cannot be changed from or to BLOB", Quoted(change.path[0]).text));
    if (change.flag)
        to.nullable = place.type->nullable;
    else
        check_nullability(place.type->nullable, to.nullable, change, *work);
    if (!may_become(*place.type, to, !work->old.options.is_true("disable-explicit-type-casting")))
        raise(no_cast("column %s cannot be changed from %s to %s", Quoted(dotted(change.path, change.path.size())).text,
                      Quoted(text_of(*place.type)).text, Quoted(text_of(to)).text));
    if (identical(*place.type, to))
        place.type->nullable = to.nullable;   // ids below stay what they are
    else
        *place.type = std::move(to);
    if (place.field->default_value)
        check_default(place.field->type, *place.field->default_value, dotted(change.path, change.path.size()));
}

void update_nullability(const Change &change, Work *work)
{
    if (change.flag)
        guard_primary(change, *work, "made nullable");
    Place place = find_type(change, work);
    check_nullability(place.type->nullable, change.flag, change, *work);
    place.type->nullable = change.flag;
}

void update_column_comment(const Change &change, Work *work)
{
    find_column(change, work).field->description = change.text;
}

void update_default(const Change &change, Work *work)
{
    Place place = find_column(change, work);
    if (change.text)
        check_default(place.field->type, *change.text, dotted(change.path, change.path.size()));
    place.field->default_value = change.text;
}

void update_position(const Change &change, Work *work)
{
    std::vector<Field> &fields = work->next.fields;
    const Move &move = *change.move;
    std::size_t from = index_of(fields, *move.field);
    if (from == fields.size())
        unknown_name("column", *move.field);
    std::size_t to = move.type == Move::Type::first  ? 0
                     : move.type == Move::Type::last ? fields.size() - 1
                                                     : index_of(fields, *move.reference);
    if (to == fields.size())
        unknown_name("reference column", *move.reference);
    if (to == from)
        raise(unsupported("column %s cannot be moved onto itself", Quoted(*move.field).text));
    if (move.type == Move::Type::after && from > to)
        ++to;
    if (move.type == Move::Type::before && from < to)
        --to;
    Field moved = std::move(fields[from]);
    fields.erase(fields.begin() + static_cast<std::ptrdiff_t>(from));
    fields.insert(fields.begin() + static_cast<std::ptrdiff_t>(to), std::move(moved));
}

}   // namespace lakesoul::paimon
