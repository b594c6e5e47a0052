// The model's canonical text, JSON, comparison and numbering.
#include "core/paimon/data_type.hpp"

#include <algorithm>
#include <unordered_set>

#include "core/paimon/error.hpp"
#include "core/paimon/failure.hpp"

namespace lakesoul::paimon {
namespace {

struct Name {
    const char *text;
    unsigned parameters;   // how many are printed
};

// In the order of Root.
constexpr Name kNames[] = {{"BOOLEAN", 0},   {"TINYINT", 0},   {"SMALLINT", 0}, {"INT", 0},      {"BIGINT", 0},
                           {"DECIMAL", 2},   {"FLOAT", 0},     {"DOUBLE", 0},   {"CHAR", 1},     {"VARCHAR", 1},
                           {"BINARY", 1},    {"VARBINARY", 1}, {"DATE", 0},     {"TIME", 1},     {"TIMESTAMP", 1},
                           {"TIMESTAMP", 1}, {"VARIANT", 0},   {"BLOB", 0},     {"GEOMETRY", 0}, {"GEOGRAPHY", 0},
                           {"ARRAY", 0},     {"MULTISET", 0},  {"MAP", 0},      {"ROW", 0},      {"VECTOR", 0}};

const Name &name_of(Root root)
{
    return kNames[static_cast<std::size_t>(root)];
}

// A reference system as the grammar reads it back: quoted unless it is one word.
std::string quoted_word(const std::string &word)
{
    bool plain = word.find_first_of(" \t\n\v\f\r<>(),.'`") == std::string::npos && (word[0] < '0' || word[0] > '9');
    if (plain)
        return word;
    std::string quoted = "'";
    for (char c : word) {
        quoted.push_back(c);
        if (c == '\'')
            quoted.push_back(c);
    }
    return quoted + "'";
}

std::string bare_text(const DataType &type)
{
    std::string text = name_of(type.root).text;
    if (type.root == Root::varchar && type.a == kMaxLength)
        return "STRING";
    if (type.root == Root::varbinary && type.a == kMaxLength)
        return "BYTES";
    if (type.root == Root::geometry)
        return text + "(" + quoted_word(type.crs) + ")";
    if (type.root == Root::geography)
        return text + "(" + quoted_word(type.crs) + ", " + type.algorithm + ")";
    unsigned parameters = name_of(type.root).parameters;
    if (parameters > 0)
        text += "(" + std::to_string(type.a) + (parameters > 1 ? ", " + std::to_string(type.b) : "") + ")";
    if (type.root == Root::timestamp_ltz)
        text += " WITH LOCAL TIME ZONE";
    return text;
}

void print_part(const char *key, const DataType &type, std::string *out)
{
    out->append(",\"").append(key).append("\":");
    print(type, out);
}

template <typename Visit> void each_field(const std::vector<Field> &fields, Visit &&visit);

template <typename Visit> void each_field(const DataType &type, Visit &&visit)
{
    for (const DataType &part : type.parts)
        each_field(part, visit);
    each_field(type.fields, visit);
}

template <typename Visit> void each_field(const std::vector<Field> &fields, Visit &&visit)
{
    for (const Field &field : fields) {
        visit(field);
        each_field(field.type, visit);
    }
}

void number_in_order(DataType *type, std::int64_t *counter)
{
    for (DataType &part : type->parts)
        number_in_order(&part, counter);
    for (Field &field : type->fields) {
        field.id = ++*counter;
        number_in_order(&field.type, counter);
    }
}

// Whether some and all fields of a tree have ids.
template <typename Tree> Ids look_for_ids(const Tree &tree)
{
    bool some = false;
    bool all = true;
    each_field(tree, [&](const Field &field) {
        some = some || field.id >= 0;
        all = all && field.id >= 0;
    });
    return !some ? Ids::none : all ? Ids::all : Ids::mixed;
}

void number_below(DataType *type, std::int64_t *counter)
{
    for (DataType &part : type->parts)
        number_below(&part, counter);
    for (Field &field : type->fields) {
        number_below(&field.type, counter);
        field.id = ++*counter;
    }
}

}   // namespace

bool is_nested(Root root)
{
    return root >= Root::array;
}

bool is_blank(View text)
{
    return text.find_first_not_of(" \t\n\v\f\r") == View::npos;
}

void print(const DataType &type, std::string *out)
{
    std::string text = bare_text(type) + (type.nullable ? "" : " NOT NULL");
    if (!is_nested(type.root))
        return print_string(text, out);
    out->append("{\"type\":");
    print_string(text, out);
    if (type.root == Root::map) {
        print_part("key", type.parts[0], out);
        print_part("value", type.parts[1], out);
    } else if (type.root == Root::row) {
        out->append(",\"fields\":");
        print(type.fields, out);
    } else {
        print_part("element", type.parts[0], out);
    }
    if (type.root == Root::vector)
        out->append(",\"length\":" + std::to_string(type.a));
    out->push_back('}');
}

void print(const Field &field, std::string *out)
{
    out->append("{\"id\":" + std::to_string(field.id) + ",\"name\":");
    print_string(field.name, out);
    out->append(",\"type\":");
    print(field.type, out);
    if (field.description) {
        out->append(",\"description\":");
        print_string(*field.description, out);
    }
    if (field.default_value) {
        out->append(",\"defaultValue\":");
        print_string(*field.default_value, out);
    }
    out->push_back('}');
}

void print(const std::vector<Field> &fields, std::string *out)
{
    out->push_back('[');
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (i > 0)
            out->push_back(',');
        print(fields[i], out);
    }
    out->push_back(']');
}

std::string text_of(const DataType &type)
{
    std::string text = bare_text(type);
    std::string inner;
    for (const DataType &part : type.parts)
        inner += (inner.empty() ? "" : ", ") + text_of(part);
    for (const Field &field : type.fields)
        inner += (inner.empty() ? "" : ", ") + field.name + " " + text_of(field.type);
    if (type.root == Root::vector)
        inner += ", " + std::to_string(type.a);
    if (is_nested(type.root))
        text += "<" + inner + ">";
    return text + (type.nullable ? "" : " NOT NULL");
}

bool identical(const DataType &a, const DataType &b)
{
    auto same_part = [](const DataType &x, const DataType &y) { return x.nullable == y.nullable && identical(x, y); };
    auto same_field = [&](const Field &x, const Field &y) {
        return x.name == y.name && x.description == y.description && x.default_value == y.default_value &&
               same_part(x.type, y.type);
    };
    return a.root == b.root && a.a == b.a && a.b == b.b && a.crs == b.crs && a.algorithm == b.algorithm &&
           std::equal(a.parts.begin(), a.parts.end(), b.parts.begin(), b.parts.end(), same_part) &&
           std::equal(a.fields.begin(), a.fields.end(), b.fields.begin(), b.fields.end(), same_field);
}

bool check_ids(const std::vector<Field> &fields, const std::string &where)
{
    Ids ids = look_for_ids(fields);
    if (ids == Ids::mixed)
        raise(invalid("%s has fields with and without ids", where.c_str()));
    return ids == Ids::all;
}

std::int64_t largest_id(const std::vector<Field> &fields)
{
    std::int64_t largest = -1;
    each_field(fields, [&](const Field &field) {
        if (field.id < kFirstSystemId)
            largest = std::max(largest, field.id);
    });
    return largest;
}

std::int64_t highest_id(const std::vector<Field> &fields)
{
    std::unordered_set<std::int64_t> seen;
    each_field(fields, [&](const Field &field) {
        if (!seen.insert(field.id).second)
            raise(bad_state("field id %lld is used twice", static_cast<long long>(field.id)));
    });
    return largest_id(fields);
}

std::size_t count_fields(const std::vector<Field> &fields)
{
    std::size_t count = 0;
    each_field(fields, [&](const Field &) { ++count; });
    return count;
}

std::size_t count_fields(const DataType &type)
{
    std::size_t count = 0;
    each_field(type, [&](const Field &) { ++count; });
    return count;
}

std::size_t depth_of(const DataType &type)
{
    std::size_t below = 0;
    for (const DataType &part : type.parts)
        below = std::max(below, depth_of(part));
    for (const Field &field : type.fields)
        below = std::max(below, depth_of(field.type));
    return is_nested(type.root) ? below + 1 : 0;
}

void number_standalone(DataType *type)
{
    Ids ids = look_for_ids(*type);
    if (ids == Ids::mixed)
        raise(invalid("the data type has fields with and without ids"));
    std::unordered_set<std::int64_t> seen;
    std::int64_t counter = -1;
    if (ids == Ids::none)
        number_in_order(type, &counter);
    each_field(*type, [&](const Field &field) {
        if (!seen.insert(field.id).second)
            raise(invalid("the data type has field id %lld twice", static_cast<long long>(field.id)));
    });
}

void number_column(Field *field, std::int64_t *counter)
{
    field->id = ++*counter;
    number_below(&field->type, counter);
}

}   // namespace lakesoul::paimon
