// TableInfo as Gson writes it: members in the order of CarbonData's classes, nulls left out.
#include "core/carbon/carbon.hpp"
#include "core/carbon/json_text.hpp"
#include "core/carbon/source.hpp"
#include "core/carbon/type.hpp"
#include "core/carbon/uuid5.hpp"
#include "core/carbon/words.hpp"

namespace lakesoul::carbon {
namespace {

class Writer {
public:
    Writer(const Plan &plan, const Identity &identity) : plan_(plan), identity_(identity) {}

    std::string write()
    {
        std::string unique = std::string(plan_.space) + "_" + std::string(plan_.name);
        std::string at = std::to_string(identity_.at_ms);
        text("{\"databaseName\":", plan_.space);
        text(",\"tableUniqueName\":", unique);
        text(",\"factTable\":{\"tableId\":", uuid_text(identity_.table_id).text);
        text(",\"tableName\":", plan_.name);
        out_ += ",\"listOfColumns\":[";
        for (std::size_t i = 0; i < plan_.columns.size; ++i)
            column(i, i > 0);
        out_ += "],\"schemaEvalution\":{\"schemaEvolutionEntryList\":[{\"timeStamp\":" + at + "}]}";
        properties();
        if (plan_.bucketing.number > 0) {
            out_ += ",\"bucketingInfo\":{\"listOfColumns\":";
            columns(plan_.bucketing.columns);
            out_ += ",\"numberOfBuckets\":" + std::to_string(plan_.bucketing.number) + "}";
        }
        if (plan_.partitioning.type != PartitionType::none)
            partitions();
        out_ += "},\"lastUpdatedTime\":" + at;
        text(",\"tablePath\":", identity_.path);
        out_ += ",\"dataMapSchemaList\":[],\"parentRelationIdentifiers\":[]}";
        return std::move(out_);
    }

private:
    void text(const char *before, View value)
    {
        out_ += before;
        append_json(&out_, value);
    }

    void number(const char *before, int value)
    {
        out_ += before;
        out_ += std::to_string(value);
    }

    void flag(const char *before, bool value)
    {
        out_ += before;
        out_ += value ? "true" : "false";
    }

    void type(const Column &column)
    {
        const CarbonType &known = carbon_type(column.kind);
        out_ += "{\"dataType\":{";
        if (column.kind == Kind::decimal) {
            number("\"precision\":", column.precision);
            number(",\"scale\":", column.scale);
            out_ += ",";
        } else if (column.kind == Kind::array) {
            out_ += "\"elementType\":{\"id\":0,\"precedenceOrder\":0,\"name\":\"STRING\",\"sizeInBytes\":-1},";
        } else if (column.kind == Kind::structure) {
            out_ += "\"fields\":[],";
        }
        number("\"id\":", known.id);
        number(",\"precedenceOrder\":", known.precedence);
        text(",\"name\":", known.name);
        number(",\"sizeInBytes\":", known.size);
        out_ += "}";
    }

    void column(std::size_t place, bool comma)
    {
        const Column &column = plan_.columns[place];
        UuidText id = uuid_text(uuid5(identity_.table_id, column.name));
        out_ += comma ? "," : "";
        type(column);
        text(",\"columnName\":", column.name);
        text(",\"columnUniqueId\":", id.text);
        text(",\"columnReferenceId\":", id.text);
        out_ += ",\"isColumnar\":true,\"encodingList\":";
        strings(column.encodings);
        flag(",\"isDimensionColumn\":", column.role != Role::measure && column.role != Role::dummy);
        out_ += ",\"columnGroupId\":-1";
        number(",\"scale\":", column.scale);
        number(",\"precision\":", column.precision);
        number(",\"schemaOrdinal\":", column.ordinal);
        number(",\"numberOfChild\":", column.children);
        if (column.comment.data() != nullptr) {
            text(",\"columnProperties\":{\"comment\":", column.comment);
            out_ += "}";
        }
        flag(",\"invisible\":", column.role == Role::dummy);
        flag(",\"isSortColumn\":", column.role == Role::sort);
        out_ += ",\"aggFunction\":\"\",\"timeSeriesFunction\":\"\"}";
    }

    void columns(Span<const std::int32_t> places)
    {
        out_ += "[";
        for (std::size_t i = 0; i < places.size; ++i)
            column(static_cast<std::size_t>(places[i]), i > 0);
        out_ += "]";
    }

    void strings(Span<const View> views)
    {
        out_ += "[";
        for (std::size_t i = 0; i < views.size; ++i)
            text(i > 0 ? "," : "", views[i]);
        out_ += "]";
    }

    void properties()
    {
        out_ += ",\"tableProperties\":{";
        for (std::size_t i = 0; i < plan_.properties.size; ++i) {
            text(i > 0 ? "," : "", plan_.properties[i].key);
            text(":", plan_.properties[i].value);
        }
        out_ += "}";
    }

    void partitions()
    {
        const Partitioning &info = plan_.partitioning;
        out_ += ",\"partitionInfo\":{\"columnSchemaList\":";
        columns(info.columns);
        text(",\"partitionType\":", partition_type_name(info.type));
        if (info.type == PartitionType::range) {
            out_ += ",\"rangeInfo\":";
            strings(info.ranges);
        }
        if (info.type == PartitionType::list || info.type == PartitionType::native_hive) {
            out_ += ",\"listInfo\":[";
            for (std::size_t i = 0; i < info.lists.size; ++i) {
                out_ += i > 0 ? "," : "";
                strings(info.lists[i]);
            }
            out_ += "]";
        }
        number(",\"numPartitions\":", info.count);
        number(",\"maxPartitionId\":", info.count > 0 ? info.count - 1 : 0);
        out_ += ",\"partitionIds\":[";
        for (int id = 0; id < info.count; ++id)
            number(id > 0 ? "," : "", id);
        out_ += "]}";
    }

    const Plan &plan_;
    const Identity &identity_;
    std::string out_;
};

}   // namespace

Status table_info(const Plan &plan, const Identity &identity, Arena *arena, View *json) noexcept
{
    return guarded([&] {
        require_path(identity.path);
        std::string text = Writer(plan, identity).write();
        require_size(text.size(), kMaxSchema, "TableInfo");
        *json = keep(arena, text);
    });
}

}   // namespace lakesoul::carbon
