// Data types and fields from JSON.
#include <unordered_set>

#include "core/paimon/data_type.hpp"
#include "core/paimon/error.hpp"
#include "core/paimon/failure.hpp"
#include "core/paimon/limits.hpp"

namespace lakesoul::paimon {
namespace {

// Knows how deep it is, and where. Ids of fields are as they are: the caller looks at the whole tree.
class Reader {
public:
    explicit Reader(const std::string &where) : where_(where) {}

    DataType type(const Json &json)
    {
        if (json.is(Json::Kind::string)) {
            DataType type = read_type_text(json.text, owner().empty() ? "" : owner() + ": ");
            check_depth(depth_ + depth_of(type));
            return type;
        }
        const std::string where = subject("the data type");
        if (!json.is(Json::Kind::object))
            raise(invalid("%s must be a string or an object, not %s", where.c_str(), kind_name(json.kind)));
        check_depth(++depth_);
        DataType type = object(json, need_string(json, "type", where));
        --depth_;
        return type;
    }

    std::vector<Field> fields(const Json &array, Twice twice)
    {
        expect(array, Json::Kind::array, subject("key \"fields\""));
        std::vector<Field> fields;
        fields.reserve(array.items.size());
        for (const Json &item : array.items)
            fields.push_back(field(item));
        if (twice == Twice::invalid)
            check_names(fields);
        return fields;
    }

private:
    // Whose type or fields are read: the innermost field, or the whole.
    std::string owner() const
    {
        std::string field = fields_.empty() ? "" : std::string("field ") + Quoted(fields_.back()).text;
        return field.empty() || where_.empty() ? field + where_ : field + " of " + where_;
    }
    std::string subject(const std::string &what) const { return owner().empty() ? what : what + " of " + owner(); }

    void check_depth(std::size_t depth) const
    {
        if (depth > kMaxTypeDepth)
            raise(over_limit("%s is nested deeper than %zu levels", subject("the data type").c_str(), kMaxTypeDepth));
    }

    DataType object(const Json &json, const std::string &text)
    {
        constexpr struct {
            View word;
            Root root;
        } kObjects[] = {{"ARRAY", Root::array},
                        {"VECTOR", Root::vector},
                        {"MULTISET", Root::multiset},
                        {"MAP", Root::map},
                        {"ROW", Root::row}};
        for (const auto &known : kObjects) {
            if (text.compare(0, known.word.size(), known.word) != 0)
                continue;
            DataType type;
            type.root = known.root;
            type.nullable = text.find("NOT NULL") == std::string::npos;
            parts(json, &type);
            return type;
        }
        Status status = invalid("%s has the unknown type %s", subject("the object").c_str(), Quoted(text).text);
        status.code = Code::syntax;
        raise(status);
    }

    void parts(const Json &json, DataType *out)
    {
        const std::string text = text_of(*out);
        const std::string where = subject("the " + text.substr(0, text.find('<')));
        if (out->root == Root::row) {
            out->fields = fields(need(json, "fields", where), Twice::invalid);
        } else if (out->root == Root::map) {
            out->parts.push_back(type(need(json, "key", where)));
            out->parts.push_back(type(need(json, "value", where)));
        } else {
            out->parts.push_back(type(need(json, "element", where)));
        }
        if (out->root != Root::vector)
            return;
        out->a = int32_or(json, "length", 0, where);
        if (out->a < 1)
            raise(invalid("%s must have a length between 1 and 2147483647", where.c_str()));
        if (!is_vector_element(out->parts[0].root))
            raise(invalid("%s cannot have elements of type %s", where.c_str(), Quoted(text_of(out->parts[0])).text));
    }

    Field field(const Json &json)
    {
        expect(json, Json::Kind::object, subject("a field"));
        Field field;
        field.name = need_string(json, "name", subject("a field"));
        fields_.push_back(field.name);
        const std::string where = owner();
        check_name(field.name, where);
        if (json.find("id") != nullptr) {
            field.id = int32_or(json, "id", -1, where);
            if (field.id < 0)
                raise(invalid("%s has the negative id %lld", where.c_str(), static_cast<long long>(field.id)));
        }
        field.type = type(need(json, "type", where));
        std::string text;
        if (find_text(json, "description", where, &text))
            field.description = text;
        if (find_text(json, "defaultValue", where, &text))
            field.default_value = text;
        fields_.pop_back();
        return field;
    }

    static void check_name(const std::string &name, const std::string &where)
    {
        if (is_blank(name))
            raise(invalid("%s has a blank name", where.c_str()));
        if (name.size() > kMaxNameBytes)
            raise(over_limit("%s has a name longer than %zu bytes", where.c_str(), kMaxNameBytes));
    }

    void check_names(const std::vector<Field> &fields) const
    {
        std::unordered_set<View> names;
        for (const Field &field : fields)
            if (!names.insert(field.name).second)
                raise(invalid("field %s is there twice", subject(Quoted(field.name).text).c_str()));
    }

    std::string where_;
    std::vector<std::string> fields_;   // the fields that are being read, outermost first
    std::size_t depth_ = 0;
};

}   // namespace

DataType read_type(const Json &json, const std::string &where)
{
    return Reader(where).type(json);
}

std::vector<Field> read_fields(const Json &array, const std::string &where, Twice twice)
{
    return Reader(where).fields(array, twice);
}

}   // namespace lakesoul::paimon
