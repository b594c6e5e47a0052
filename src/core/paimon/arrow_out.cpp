// Columns as Arrow-Java's JSON, compact, keys in the order in which Java prints them.
#include "core/paimon/arrow.hpp"
#include "core/paimon/error.hpp"
#include "core/paimon/failure.hpp"

namespace lakesoul::paimon {
namespace {

const char *unit_of(std::int32_t precision)
{
    return precision == 0 ? "SECOND" : precision <= 3 ? "MILLISECOND" : precision <= 6 ? "MICROSECOND" : "NANOSECOND";
}

std::string integer(int bits)
{
    return "{\"name\":\"int\",\"bitWidth\":" + std::to_string(bits) + ",\"isSigned\":true}";
}

// type: its JSON, and what stands beside it.
void begin_field(View name, bool nullable, const std::string &type, std::string *out)
{
    out->append("{\"name\":");
    print_string(name, out);
    out->append(nullable ? ",\"nullable\":true" : ",\"nullable\":false").append(",\"type\":").append(type);
    out->append(",\"children\":[");
}

const Json *child(const Json *before, std::size_t i)
{
    const Json *children = before == nullptr ? nullptr : before->find("children");
    return children == nullptr || children->items.size() <= i ? nullptr : &children->items[i];
}

// The name of a collection's child stays what the client called it.
std::string name_or(const Json *before, View name)
{
    const Json *given = before == nullptr ? nullptr : before->find("name");
    return given != nullptr && given->is(Json::Kind::string) ? given->text : std::string(name);
}

void print_part(View name, const DataType &type, const Json *before, const OldNames *names, std::string *out)
{
    Field field;
    field.name = name_or(before, name);
    field.type = type;
    print_arrow_field(field, before, names, out);
}

void print_entries(const DataType &type, const Json *before, const OldNames *names, std::string *out)
{
    const Json *entries = child(before, 0);
    DataType key = type.parts[0];
    key.nullable = false;   // Arrow has no null keys
    begin_field(name_or(entries, "entries"), false, "{\"name\":\"struct\"}", out);
    print_part("key", key, child(entries, 0), names, out);
    out->push_back(',');
    print_part("value", type.parts[1], child(entries, 1), names, out);
    out->append("]}");
}

void print_children(const DataType &type, const Json *before, const OldNames *names, std::string *out)
{
    if (type.root == Root::map)
        return print_entries(type, before, names, out);
    if (type.root == Root::array || type.root == Root::vector)
        return print_part("element", type.parts[0], child(before, 0), names, out);
    const Json *children = before == nullptr ? nullptr : before->find("children");
    for (std::size_t i = 0; i < type.fields.size(); ++i) {
        if (i > 0)
            out->push_back(',');
        print_arrow_field(type.fields[i], json_of_field(children, type.fields[i], names), names, out);
    }
}

void print_entry(View key, View value, std::string *list)
{
    list->append(list->empty() ? "" : ",").append("{\"key\":");
    print_string(key, list);
    list->append(",\"value\":");
    print_string(value, list);
    list->push_back('}');
}

void print_metadata(const Field &field, const Json *before, std::string *out)
{
    std::string list = before == nullptr ? "" : arrow_metadata(*before);
    if (field.description)
        print_entry(kCommentKey, *field.description, &list);
    if (!list.empty())
        out->append(",\"metadata\":[").append(list).push_back(']');
}

// The client's spelling of the type, if it says what ours says: largeutf8 for utf8, another time zone.
std::string type_text(const Field &field, const Json *before)
{
    std::string ours = arrow_type(field.type, field.name);
    const Json *given = before == nullptr ? nullptr : before->find("type");
    if (given == nullptr)
        return ours;
    try {
        DataType read = read_arrow_field(*before).type;
        bool fixed = read.root == Root::binary && !identical(read, field.type);   // of a fixed size no longer
        if (fixed || arrow_type(read, field.name) != ours)
            return ours;
    } catch (const Failure &) {   // a type that we cannot read is replaced
        return ours;
    }
    std::string kept;
    print(*given, &kept);
    if (const Json *dictionary = before->find("dictionary")) {
        kept += ",\"dictionary\":";
        print(*dictionary, &kept);
    }
    return kept;
}

}   // namespace

// table of data
std::string arrow_type(const DataType &type, const std::string &column)
{
    switch (type.root) {
    case Root::boolean: return "{\"name\":\"bool\"}";
    case Root::tinyint: return integer(8);
    case Root::smallint: return integer(16);
    case Root::integer: return integer(32);
    case Root::bigint: return integer(64);
    case Root::decimal:
        return "{\"name\":\"decimal\",\"precision\":" + std::to_string(type.a) +
               ",\"scale\":" + std::to_string(type.b) + ",\"bitWidth\":128}";
    case Root::real: return "{\"name\":\"floatingpoint\",\"precision\":\"SINGLE\"}";
    case Root::double_precision: return "{\"name\":\"floatingpoint\",\"precision\":\"DOUBLE\"}";
    case Root::character:
    case Root::varchar: return "{\"name\":\"utf8\"}";
    case Root::binary:
    case Root::varbinary: return "{\"name\":\"binary\"}";
    case Root::date: return "{\"name\":\"date\",\"unit\":\"DAY\"}";
    case Root::time:
        return std::string("{\"name\":\"time\",\"unit\":\"") + unit_of(type.a) +
               "\",\"bitWidth\":" + (type.a <= 3 ? "32}" : "64}");
    case Root::timestamp:
        return std::string("{\"name\":\"timestamp\",\"unit\":\"") + unit_of(type.a) + "\",\"timezone\":null}";
    case Root::timestamp_ltz:
        return std::string("{\"name\":\"timestamp\",\"unit\":\"") + unit_of(type.a) + "\",\"timezone\":\"UTC\"}";
    case Root::blob: return "{\"name\":\"largebinary\"}";
    case Root::array: return "{\"name\":\"list\"}";
    case Root::vector: return "{\"name\":\"fixedsizelist\",\"listSize\":" + std::to_string(type.a) + "}";
    case Root::map: return "{\"name\":\"map\",\"keysSorted\":false}";
    case Root::row: return "{\"name\":\"struct\"}";
    case Root::variant:
    case Root::geometry:
    case Root::geography:
    case Root::multiset: break;
    }
    raise(unsupported("type %s of column %s has no counterpart in Arrow", Quoted(text_of(type)).text,
                      Quoted(column).text));
}

std::string arrow_metadata(const Json &before)
{
    std::string list;
    const Json *metadata = before.find("metadata");
    if (metadata == nullptr)
        return list;
    if (metadata->is(Json::Kind::array)) {
        for (const Json &entry : metadata->items) {
            const Json *key = entry.find("key");
            const Json *value = entry.find("value");
            if (key != nullptr && value != nullptr && key->text != kCommentKey)
                print_entry(key->text, value->text, &list);
        }
        return list;
    }
    bool spark = before.find("type") != nullptr;
    for (std::size_t i = 0; i < metadata->keys.size(); ++i) {
        bool comment = metadata->keys[i] == kCommentKey || (spark && metadata->keys[i] == "comment");
        if (metadata->items[i].is(Json::Kind::string) && !comment)
            print_entry(metadata->keys[i], metadata->items[i].text, &list);
    }
    return list;
}

const Json *json_of_field(const Json *list, const Field &field, const OldNames *names)
{
    View name = field.name;
    if (names != nullptr) {
        auto known = names->find(field.id);
        if (known == names->end())
            return nullptr;
        name = known->second;
    }
    if (list == nullptr || !list->is(Json::Kind::array))
        return nullptr;
    for (const Json &item : list->items) {
        const Json *found = item.find("name");
        if (found != nullptr && found->text == name)
            return &item;
    }
    return nullptr;
}

void print_arrow_field(const Field &field, const Json *before, const OldNames *names, std::string *out)
{
    begin_field(field.name, field.type.nullable, type_text(field, before), out);
    print_children(field.type, before, names, out);
    out->push_back(']');
    print_metadata(field, before, out);
    out->push_back('}');
}

}   // namespace lakesoul::paimon
