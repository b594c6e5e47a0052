// Look-ups by name and number in the contract's descriptors. No knowledge of any single field.
#include "core/wire/contract.hpp"

#include <cstdio>

#include "core/wire/text.hpp"

namespace lakesoul::wire {
namespace {

constexpr const Type *kTypes[] = {
    &proto__entity__uuid__descriptor,
    &proto__entity__namespace__descriptor,
    &proto__entity__table_info__descriptor,
    &proto__entity__table_name_id__descriptor,
    &proto__entity__table_path_id__descriptor,
    &proto__entity__partition_info__descriptor,
    &proto__entity__data_file_op__descriptor,
    &proto__entity__data_commit_info__descriptor,
    &proto__entity__discard_compressed_file_info__descriptor,
    &proto__entity__meta_info__descriptor,
    &proto__entity__jni_wrapper__descriptor,
};

// A comma-separated list in a buffer that is long enough for every name of the contract.
struct NameList {
    char text[400] = {};
    std::size_t length = 0;

    void add(const char *name) noexcept
    {
        int n = std::snprintf(text + length, sizeof text - length, "%s%s", length == 0 ? "" : ", ", name);
        if (n > 0 && length + static_cast<std::size_t>(n) < sizeof text)
            length += static_cast<std::size_t>(n);
    }
};

}   // namespace

const Type *find_type(View name) noexcept
{
    for (const Type *type : kTypes) {
        if (name == type->short_name)
            return type;
    }
    return nullptr;
}

const Field *find_field(const Type &type, View name) noexcept
{
    for (unsigned i = 0; i < type.n_fields; ++i) {
        if (name == type.fields[i].name)
            return &type.fields[i];
    }
    return nullptr;
}

const ProtobufCEnumValue *find_value(const EnumType &type, int number) noexcept
{
    return protobuf_c_enum_descriptor_get_value(&type, number);
}

const ProtobufCEnumValue *find_value(const EnumType &type, View name) noexcept
{
    for (unsigned i = 0; i < type.n_values; ++i) {
        if (name == type.values[i].name)
            return &type.values[i];
    }
    return nullptr;
}

Status unknown_type(View name) noexcept
{
    NameList names;
    for (const Type *type : kTypes)
        names.add(type->short_name);
    View shown = shortened(name);
    return with_detail(fail(Code::bad_value, "unknown message \"%.*s\"", static_cast<int>(shown.size()), shown.data()),
                       "Known messages are %s.", names.text);
}

Status with_known_values(Status status, const EnumType &type) noexcept
{
    NameList names;
    for (unsigned i = 0; i < type.n_values; ++i) {
        char one[64];
        std::snprintf(one, sizeof one, "%s (%d)", type.values[i].name, type.values[i].value);
        names.add(one);
    }
    return with_detail(status, "Known values of %s are %s.", type.short_name, names.text);
}

}   // namespace lakesoul::wire
